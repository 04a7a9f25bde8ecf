"""Amounts, counts, options and errors in words: each case of each function, to the last cent and the last column."""

from __future__ import annotations

import errno
from typing import Any, ClassVar

import pytest

from tapete.words import (
    CodedError,
    act,
    announcement,
    book,
    codes,
    colon,
    error_sentence,
    event,
    explained_difference,
    failure_facts,
    fill,
    finding,
    join,
    label,
    language,
    money,
    number,
    option_name,
    option_value,
    person_name,
    place_of,
    placeholders,
    reason,
    refusal,
    sentence_fact,
    source,
    technical_name,
    toml_place,
)
from tapete.words.names import count_with_noun, is_singular, sum_in_words

SPACES = str.maketrans({"\N{NARROW NO-BREAK SPACE}": " ", "\N{NO-BREAK SPACE}": "_"})
LANGS = ("es", "en", "fr")


# --- amounts and counts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "es", "en", "fr"),
    [
        (0, "0_€", "€0", "0_€"),
        (1, "0,01_€", "€0.01", "0,01_€"),
        (-1, "−0,01_€", "−€0.01", "−0,01_€"),
        (-2, "−0,02_€", "−€0.02", "−0,02_€"),
        (10, "0,10_€", "€0.10", "0,10_€"),
        (99, "0,99_€", "€0.99", "0,99_€"),
        (100, "1_€", "€1", "1_€"),
        (101, "1,01_€", "€1.01", "1,01_€"),
        (-99_999, "−999,99_€", "−€999.99", "−999,99_€"),
        (100_000, "1.000_€", "€1,000", "1 000_€"),
        (-123_456_789, "−1.234.567,89_€", "−€1,234,567.89", "−1 234 567,89_€"),
    ],
)
def test_an_amount_is_written_to_the_cent_with_its_sign(amount: int, es: str, en: str, fr: str) -> None:
    assert [money(amount, lang).translate(SPACES) for lang in LANGS] == [es, en, fr]
    bare = [money(amount, lang, sign=False).translate(SPACES) for lang in LANGS]
    assert bare == [one.replace("€", "").replace("_", "") for one in (es, en, fr)]


@pytest.mark.parametrize(
    ("value", "es", "en", "fr"),
    [
        (0, "0", "0", "0"),
        (-1, "−1", "−1", "−1"),
        (999, "999", "999", "999"),
        (1_000, "1.000", "1,000", "1 000"),
        (-1_234_567, "−1.234.567", "−1,234,567", "−1 234 567"),
    ],
)
def test_a_number_has_the_mark_of_its_language_between_thousands(value: int, es: str, en: str, fr: str) -> None:
    assert [number(value, lang).translate(SPACES) for lang in LANGS] == [es, en, fr]


@pytest.mark.parametrize(
    ("count", "singular"), [(-1, ()), (0, ("fr",)), (1, ("es", "en", "fr")), (2, ()), (10, ()), (11, ())]
)
def test_one_is_singular_and_in_french_none_too(count: int, singular: tuple[str, ...]) -> None:
    assert tuple(lang for lang in LANGS if is_singular(count, lang)) == singular


@pytest.mark.parametrize(
    ("value", "words", "lang", "written"),
    [
        ("0", "table|tables", "fr", "0 table"),
        ("1000", "mesa|mesas", "es", "1.000 mesas"),
        (-1, "mesa|mesas", "es", "-1 mesas"),
        ("1,5", "table|tables", "fr", "1,5 tables"),
        ("", "mesa|mesas", "es", " mesas"),
        (1, "una|unas", "es", "1 una"),
        ("more", "=Falta|Faltan", "es", "Faltan"),
        (0, "=Manque|Manquent", "fr", "Manque"),
    ],
)
def test_what_is_counted_goes_with_its_count(value: Any, words: str, lang: str, written: str) -> None:
    assert count_with_noun(value, words, lang) == written


@pytest.mark.parametrize(
    ("items", "es", "either"),
    [
        ((), "", ""),
        (("a",), "a", "a"),
        (("a", "b"), "a y b", "a o b"),
        (("a", "b", "c"), "a, b y c", "a, b o c"),
        (("a", "b", "c", "d"), "a, b, c y d", "a, b, c o d"),
    ],
)
def test_names_are_listed_as_a_person_lists_them(items: tuple[str, ...], es: str, either: str) -> None:
    assert (join(items, "es"), join(iter(items), "es", "or")) == (es, either)


def test_a_colon_stands_off_in_french_alone() -> None:
    assert [colon(lang) for lang in LANGS] == [":", ":", "\N{NO-BREAK SPACE}:"]
    assert [language(one) for one in ("es", "en", "fr", "de", "", None)] == ["es", "en", "fr", "es", "es", "es"]


def test_the_house_its_clock_and_its_shoe_have_names_and_a_person_his_own() -> None:
    assert [person_name(f"system:{one}", "en") for one in ("chance", "other")] == ["the shoe", "other"]
    assert person_name("system", "en") == "system"


# --- options ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "es", "en"),
    [
        (0, "0", "0"),
        (1_250, "1.250", "1,250"),
        ("", "—", "—"),
        ("no-such-value", "no-such-value", "no-such-value"),
        ({"num": 5, "den": 100}, "5_%", "5_%"),
        ({"num": 50, "den": 100}, "50_%", "50_%"),
        ({"num": 125, "den": 10_000}, "1,25_%", "1.25_%"),
        ({"num": 150, "den": 10_000}, "1,5_%", "1.5_%"),
        ({"num": 5, "den": 10_000}, "0,05_%", "0.05_%"),
        ({"num": 1, "den": 20_000}, "1/20000", "1/20000"),
        ({"num": 1, "den": 99}, "1/99", "1/99"),
        ({"num": 99, "den": 99}, "99/99", "99/99"),
        ({"num": 100, "den": 100}, "100_%", "100_%"),
        ({"num": 1, "den": 2}, "1/2", "1/2"),
        ({"num": 1, "den": 101}, "1/101", "1/101"),
        ({"num": 0, "den": 100}, "0_%", "0_%"),
        ({"num": 1000, "den": 100}, "1000_%", "1000_%"),
        ([3, 4], "3, 4", "3, 4"),
        ((1_000,), "1.000", "1,000"),
        ({}, "—", "—"),
        ({"a": 1, "b": [2, 3]}, "a: 1, b: 2, 3", "a: 1, b: 2, 3"),
        ({"num": 1}, "num: 1", "num: 1"),
        (1.5, "1.5", "1.5"),
        (None, "None", "None"),
    ],
)
def test_a_value_of_an_option_is_written_by_its_kind(value: Any, es: str, en: str) -> None:
    assert [option_value(value, lang).translate(SPACES) for lang in ("es", "en")] == [es, en]


def test_yes_and_no_and_none_of_a_list_have_words() -> None:
    assert option_value(True, "es") == label("option-value", "true", "es") != "true"
    assert option_value(False, "es") == label("option-value", "false", "es") != "false"
    assert option_value([], "es") == option_value((), "es") == label("option-value", "none", "es") != "none"
    assert option_value([True, 2], "en") == f"{label('option-value', 'true', 'en')}, 2"


def test_an_option_is_called_by_its_name_and_a_cause_as_where_it_happens() -> None:
    causes = sorted(codes("cause"))
    assert causes
    for lang in LANGS:
        assert [option_name(f"void.causes.{one}", lang) for one in causes] == [
            label("cause", one, lang) for one in causes
        ]
        assert option_name("conduct.look_s", lang) == label("option", "conduct.look_s", lang) != "conduct.look_s"
    assert option_name("no.such.option", "es") == "no.such.option"
    assert option_name("void.causes.none-such", "es") == "none-such"


# --- templates --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("template", "facts"),
    [
        ("", ()),
        ("no facts", ()),
        ("{a} and {b:money}", (("a", ""), ("b", "money"))),
        ("{a:mesa|mesas}", (("a", ""),)),
        ("{a:=Falta|Faltan} {a:mesa|mesas}", (("a", ""),)),
        ("{a:person}{a}", (("a", "person"), ("a", ""))),
    ],
)
def test_a_template_names_its_facts_and_how_each_is_written(template: str, facts: Any) -> None:
    assert placeholders(template) == facts


@pytest.mark.parametrize(
    ("spec", "value", "written"),
    [
        ("nth", 9, "10"),
        ("nth", -1, "0"),
        ("number", -1_000, "−1,000"),
        ("money", -1, "−€0.01"),
        ("money", [100, 200], "€1 or €2"),
        ("card", None, "…"),
        ("card", (), "…"),
        ("role", "no-such", "no-such"),
        ("person", ["ana", "system:chance"], "ana or the shoe"),
        ("", ["a", "b", "c"], "a, b or c"),
        ("", "", ""),
        ("", 0, "0"),
        ("lamp|lamps", None, "…"),
        ("told", None, "…"),
        ("told", "as it is", "as it is"),
        ("told", ["one", "two"], "one; two"),
        ("told", ("one", ["two", "three"]), "one; two; three"),
    ],
)
def test_a_fact_of_any_kind_is_written(spec: str, value: Any, written: str) -> None:
    assert fill(f"{{x:{spec}}}", {"x": value}, "en") == written


def test_somebody_is_named_as_it_is_asked_for() -> None:
    def loud(person: str, lang: str) -> str:
        return f"{person.upper()} ({lang})"

    assert fill("{x:person} {x}", {"x": "ana"}, "fr", loud) == "ANA (fr) ana"
    assert fill("{x:person}", {"x": ["ana", "bea"]}, "en", loud) == "ANA (en) or BEA (en)"


# --- sentences of another game ----------------------------------------------------------------------------------------

LAMPS = """
[error]
dark = { es = "Sin {lamp}.", en = "Without {lamp}." }
[refusal]
dim = { es = "Poca luz en {room}.", en = "Dim light in {room}." }
"dim.bare" = { es = "Poca luz.", en = "Dim light." }
bright = { es = "{a} y {b}." }
"bright.bare" = { es = "Mucha luz." }
[source-word]
"lamp" = { es = "lámpara", en = "lamp" }
"big lamp" = { es = "lámpara grande", en = "big lamp" }
[finding]
lost = { es = "Falta {lamp}.", en = "{lamp} is missing." }
"lost.twice" = { es = "Faltan dos.", en = "Two are missing." }
[lamp-error]
broken = { es = "Rota.", en = "Broken." }
[change]
bulbs = { es = "Otras bombillas.", en = "Other bulbs." }
[event]
lit = { es = "{who:person} enciende" }
[act]
light = { es = "Encender {lamp}" }
[formula]
light = { es = "luz de {amount} euros para {person}", en = "light of {amount} euros for {person}" }
"""


@pytest.fixture(scope="module")
def lamps(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Lay words of another game beside those of the house, in topics of its own and in those that are shared."""
    folder = tmp_path_factory.mktemp("words")
    (folder / "lamps.toml").write_text(LAMPS, encoding="utf-8")
    with book.FOLDERS.beside(folder):
        yield


@pytest.mark.usefixtures("lamps")
@pytest.mark.parametrize(
    ("topic", "code", "facts", "es", "en"),
    [
        ("error", "dark", {"lamp": "rojo"}, "Sin rojo.", "Without rojo."),
        ("error", "dark", {"lamp": "x", "detail": "why"}, "Sin x.", "Without x. (why)"),
        ("error", "none", {"detail": "why"}, "none", "none"),
        ("lamp-error", "broken", {}, "Rota.", "Broken."),
        ("error", "broken", {}, "broken", "broken"),
    ],
)
def test_an_error_is_told_in_a_language_and_what_a_library_says_in_its_own(
    topic: str, code: str, facts: dict[str, Any], es: str, en: str
) -> None:
    assert [error_sentence(code, facts, lang, topic) for lang in ("es", "en")] == [es, en]
    if topic == "error":
        assert [error_sentence(code, facts, lang) for lang in ("es", "en")] == [es, en]
        error = CodedError(code, **facts)
        assert (str(error), error.sentence("es")) == (en, es)


@pytest.mark.usefixtures("lamps")
@pytest.mark.parametrize(
    ("code", "facts", "es", "en"),
    [
        ("lost", {"lamp": "x"}, "Falta x.", "x is missing."),
        ("lost", {"lamp": "x", "case": "twice"}, "Faltan dos.", "Two are missing."),
        ("lost", {"lamp": "x", "case": "thrice"}, "Falta x.", "x is missing."),
        ("lost", {"lamp": "x", "case": "", "detail": "why"}, "Falta x.", "x is missing. (why)"),
        ("none", {"detail": "why"}, "none", "none"),
    ],
)
def test_a_finding_is_told_by_its_case_where_that_has_a_sentence(
    code: str, facts: dict[str, Any], es: str, en: str
) -> None:
    assert [finding(code, facts, lang) for lang in ("es", "en")] == [es, en]


@pytest.mark.usefixtures("lamps")
def test_a_sentence_within_a_sentence_has_no_full_stop() -> None:
    dim = sentence_fact("refusal", "dim", {})
    lost = sentence_fact("finding", "lost", {"lamp": "x"})
    dark = sentence_fact("error", "dark", {"lamp": "x"})
    broken = sentence_fact("lamp-error", "broken", {})
    assert dim == {"topic": "refusal", "code": "dim", "facts": {}}
    written = fill("{why:told}!", {"why": [dim, lost, dark, broken]}, "en")
    assert written == "Dim light; x is missing; Without x; Broken!"
    assert explained_difference("bulbs", lost, "en") == "Other bulbs (x is missing)."
    assert explained_difference("none-such", dim, "es") == "none-such (Poca luz)."


@pytest.mark.usefixtures("lamps")
def test_a_refusal_that_is_noted_for_somebody_is_told_to_him() -> None:
    told = refusal("dim", {"room": "a", "noted_for": "ana"}, "es")
    pattern = label("answer", "noted-for", "es")
    assert told == pattern.format(person="ana", told="Poca luz en a.")
    assert refusal("dim", {"noted_for": "ana"}, "es", lambda person, lang: f"<{person} {lang}>") == pattern.format(
        person="<ana es>", told="Poca luz."
    )
    assert refusal("none", {}, "es") == f"{label('answer', 'refused', 'es')} (none)"
    assert refusal("dim", {"room": None}, "es") == "Poca luz en …."
    given = [{"a": "x", "b": "y"}, {"a": "x"}, {"b": "y"}, {}]
    assert [refusal("bright", facts, "es") for facts in given] == ["x y y.", *["Mucha luz."] * 3]


@pytest.mark.usefixtures("lamps")
def test_an_event_and_an_act_are_told_with_their_facts() -> None:
    assert event("lit@1", {"who": "ana"}, "es") == event("lit", {"who": "ana"}, "en") == "ana enciende"
    assert event("lit@2", {"who": "ana"}, "es", lambda person, lang: person.title()) == "Ana enciende"
    assert act("light", {"lamp": "roja"}, "fr") == "Encender roja"
    assert event("said", {"text": "son 1 euros"}, "es") == "Se dice: «son 1 euro»"
    assert event("said@1", {"text": 1}, "es") == "Se dice: «1»"


@pytest.mark.usefixtures("lamps")
@pytest.mark.parametrize(
    ("amount", "lang", "said"),
    [
        ("1", "es", "Luz de 1 euro para Ana"),
        ("1.000", "es", "Luz de 1.000 euros para Ana"),
        ("1.000,50", "en", "Light of 1,000.50 euros for Ana"),
        ("mil", "en", "Light of mil euros for Ana"),
    ],
)
def test_a_formula_is_said_with_its_sums_and_its_people(amount: str, lang: str, said: str) -> None:
    values = {"amount": amount, "person": "ana"}
    assert announcement("light", values, lang, {}, lambda person, lang: person.title()) == said


@pytest.mark.usefixtures("lamps")
def test_a_phrase_of_a_place_is_written_in_the_language_and_the_longest_first() -> None:
    phrases = codes("source-word")
    assert phrases
    for phrase in phrases:
        assert source(f"X1 {phrase} 3", "es") == f"X1 {label('source-word', phrase, 'es')} 3", phrase
        assert source(f"X1 {phrase}s 3", "en") == f"X1 {phrase}s 3"
    assert source("X1 big lamp, lamp 3", "es") == "X1 lámpara grande, lámpara 3"
    assert codes("no-such-topic") == frozenset()


@pytest.mark.parametrize(
    ("announced", "es", "en"),
    [("1,00", "1,00", "1"), ("1,50", "1,50", "1.50"), ("001", "001", "1"), ("1.000,00", "1.000,00", "1,000")],
)
def test_a_sum_in_spanish_stays_as_it_was_announced(announced: str, es: str, en: str) -> None:
    assert [sum_in_words(announced, lang) for lang in ("es", "en")] == [es, en]


# --- errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("detail", "place"),
    [
        ("Expected `int`, got `str` - at `$.act.amount`", "$.act.amount"),
        ("at `$`", "$"),
        ("at `$.a` and at `$.b`", "$.a"),
        ("Expected `int`", "$"),
        ("", "$"),
    ],
)
def test_a_complaint_names_its_place(detail: str, place: str) -> None:
    assert place_of(detail) == place


@pytest.mark.parametrize(
    ("detail", "text", "place"),
    [
        ("Expected (at line 3, column 4)", "", "3:4"),
        ("Expected (at line 12, column 34)", "a\nb", "12:34"),
        ("Expected (at end of document)", "", "1:1"),
        ("Expected (at end of document)", "abc", "1:4"),
        ("Expected (at end of document)", "abc\n", "2:1"),
        ("Expected (at end of document)", "a\nbcd\nef", "3:3"),
    ],
)
def test_a_complaint_about_a_text_names_line_and_column_or_its_end(detail: str, text: str, place: str) -> None:
    assert toml_place(detail, text) == place


class OperationalError(Exception):
    """What a database raises when nobody has answered."""


class OtherDatabaseError(Exception):
    sqlstate = ""
    sqlite_errorname = ""


class OnDiskError(Exception):
    sqlite_errorname = "SQLITE_IOERR_SHORT_READ"


class AnsweredError(Exception):
    sqlstate = "57P01"


AnsweredOperationalError = type("OperationalError", (AnsweredError,), {})


def wrapped(inner: object) -> Exception:
    error = Exception("long English")
    error.orig = inner  # type: ignore[attr-defined]
    return error


@pytest.mark.parametrize(
    ("error", "name"),
    [
        (OSError(errno.ENOSPC, "full"), "ENOSPC"),
        (OSError(0, "nothing"), "0"),
        (OSError(), "OSError"),
        (OperationalError("refused"), "08000"),
        (AnsweredOperationalError("ended"), "57P01"),
        (OtherDatabaseError(), "OtherDatabaseError"),
        (OnDiskError(), "SQLITE_IOERR"),
        (wrapped(OnDiskError()), "SQLITE_IOERR"),
        (wrapped(OperationalError()), "08000"),
        (wrapped(AnsweredError()), "57P01"),
        (wrapped(None), "Exception"),
        (ValueError("x"), "ValueError"),
    ],
)
def test_an_error_of_a_system_or_a_library_has_a_name_that_is_no_language(error: Exception, name: str) -> None:
    assert technical_name(error) == name
    assert reason(error) == {"topic": "error", "code": name, "facts": {}}
    assert failure_facts(error) == {"kind": type(error).__name__, "why": reason(error), "detail": str(error)}


class LampError(CodedError):
    topic: ClassVar[str] = "lamp-error"


def test_a_coded_error_tells_its_own_sentence_and_has_no_detail() -> None:
    error = LampError("snapped", lamp="x")
    fact = {"topic": "lamp-error", "code": "snapped", "facts": {"lamp": "x"}}
    assert (error.code, error.facts, error.told, reason(error)) == ("snapped", {"lamp": "x"}, fact, fact)
    assert failure_facts(error) == {"kind": "LampError", "why": fact}
    assert (CodedError.topic, str(error)) == ("error", "snapped")
