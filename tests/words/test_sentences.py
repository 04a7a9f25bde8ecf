"""How things are written: money, counts («1 mesa», «2 mesas»), places in documents, options and their values."""

import re
from collections.abc import Iterator
from enum import Enum
from typing import Any, Literal, get_args, get_origin

import msgspec

from tapete import words as w
from tapete.catalogue import house_games
from tapete.catalogue.games import entries
from tapete.clauses import register
from tapete.comparison import compared_options
from tapete.rulebooks import house_library
from tests.support.rows import rows


def test_a_language_is_read_by_the_first_part_of_its_code() -> None:
    asked = ("fr-CA", "EN", "en", "pt-BR", "", None)
    assert [w.language(one) for one in asked] == ["fr", "en", "en", "es", "es", "es"]


@rows(
    "amount, es, en, fr",
    [
        (500, "5 €", "€5", "5 €"),
        (123_456_750, "1.234.567,50 €", "€1,234,567.50", "1 234 567,50 €"),
        (-2_505, "−25,05 €", "−€25.05", "−25,05 €"),
        (-100, "−1 €", "−€1", "−1 €"),
        (0, "0 €", "€0", "0 €"),
    ],
)
def test_money(amount: Any, es: Any, en: Any, fr: Any) -> None:
    plain = {"\N{NARROW NO-BREAK SPACE}": " ", "\N{NO-BREAK SPACE}": " "}
    table = str.maketrans(plain)
    assert [w.money(amount, lang).translate(table) for lang in ("es", "en", "fr")] == [es, en, fr]


@rows(
    "said, read",
    [
        ("a 1 euros cada parte", "a 1 euro cada parte"),
        ("Línea, 1 euros; bingo, 11 euros", "Línea, 1 euro; bingo, 11 euros"),
        ("1,50 euros", "1,50 euros"),
        ("0,1 euros", "0,1 euros"),
        ("1.001 euros", "1.001 euros"),
        ("serie 1, 100 euros", "serie 1, 100 euros"),
    ],
)
def test_one_euro_is_said_as_one(said: Any, read: Any) -> None:
    assert w.with_one_euro(said) == read
    assert w.announcement("sale", {}, "es", {"sale": said}) == read[:1].upper() + read[1:]
    assert w.event("said", {"formula": "sale", "text": said}, "es") == f"Se dice: «{read}»"
    assert "1 euros" in w.event("entry-written", {"person": "ana", "text": "1 euros"}, "es"), "as somebody wrote it"


def test_the_rulebook_speaks_spanish_and_the_others_are_translated() -> None:
    spanish = {"no-more-bets": "no va más apuestas"}
    assert w.announcement("no-more-bets", {}, "es", spanish) == "No va más apuestas"
    assert w.announcement("no-more-bets", {}, "en", spanish) == "No more bets"
    assert w.announcement("tie", {"punto": "6", "banca": "6"}, "es", {}) == "Empate a 6"
    assert w.announcement("own-formula", {}, "fr", {"own-formula": "a jugar"}) == "A jugar"


def test_a_place_in_a_document_is_written_in_the_language() -> None:
    place = "OM1979-09 VI ¶4 (by reference to epígrafe 08)"
    assert w.source(place, "es") == "OM1979-09 VI ¶4 (por remisión al epígrafe 08)"
    assert w.source(place, "en") == place
    assert w.source("AST2011-PB A.2 bank table row 3", "fr") == "AST2011-PB A.2 tableau de la banque ligne 3"


def test_no_english_word_is_left_in_a_place() -> None:
    words = (
        "anexo antecedente banca cuadro del encabezamiento epígrafe fila jugador leyenda por preámbulo regla remisión"
    )
    spanish = {*words.split(), "segundo", "título", "último"}
    places = [str(one) for clause in register().values() for one in clause.sources]
    found = {word for place in places for word in re.findall(r"\b[^\W\d_A-Z]{3,}\b", w.source(place, "es"))}
    assert found - spanish == set()


@rows("lang", w.LANGS)
def test_a_bet_that_keeps_somebody_names_the_button_that_takes_it_back(lang: Any) -> None:
    """A tie leaves the bet where it lies: whoever wants to leave has to know how he gets it back."""
    assert w.label("ui", "take-back", lang) in w.refusal("bets-on-table", {}, lang)


TEMPLATES = {
    (topic, code, lang): text
    for topic, entries in w.topics().items()
    for code, entry in entries.items()
    for lang, text in entry.items()
}
COUNTED = {key: text for key, text in TEMPLATES.items() if re.search(r"\{\w+:[^{}]*\|", text)}


@rows(
    "count, lang, said",
    [
        (0, "es", "Faltan 0 mesas"),
        (1, "es", "Falta 1 mesa"),
        (2, "es", "Faltan 2 mesas"),
        ("1", "es", "Falta 1 mesa"),
        (1_234, "es", "Faltan 1.234 mesas"),
        (0, "fr", "Falta 0 mesa"),
        (1, "fr", "Falta 1 mesa"),
        (2, "fr", "Faltan 2 mesas"),
        (0, "en", "Faltan 0 mesas"),
        ("muchas", "es", "Faltan muchas mesas"),
    ],
)
def test_a_noun_and_its_verb_go_with_the_count(count: Any, lang: Any, said: Any) -> None:
    assert w.fill("{count:=Falta|Faltan} {count:mesa|mesas}", {"count": count}, lang) == said
    assert w.fill("carta {place:nth}", {"place": 0}, lang) == "carta 1", "as people count cards"


@rows("topic, code, lang", list(COUNTED))
def test_a_sentence_with_a_count_has_both_forms(topic: Any, code: Any, lang: Any) -> None:
    text = COUNTED[topic, code, lang]
    one, many = (dict.fromkeys(re.findall(r"\{(\w+)", text), count) for count in (1, 2))
    told = w.fill(text, one, lang)
    assert "|" not in told + w.fill(text, many, lang)
    if lang == "es":
        assert not re.search(r"\b1 (?!más|punto de control)\w+s\b", told), told


NO_COUNTS = {
    ("finding", "tag-missing.pinned"): "an entry's number",
    ("finding", "adopted"): "an entry's number",
    ("command", "coverage-document"): "«más» goes with any",
    ("command", "staff-key-short"): "how long a key is at least",
    ("command", "monitor-key-short"): "how long a key is at least",
    ("house-layer", "value-unfit"): "a place in a file",
    ("ui", "name-malformed"): "how long a name is at most",
    ("ui", "password-help"): "how long a password is at least",
    ("formula", "complete-the-bank"): "the croupier's own words",
    ("formula", "bank-amount"): "the croupier's own words",
    ("formula", "bank-announced"): "the croupier's own words",
    ("formula", "bank-withdrawn"): "the croupier's own words",
}
"""Where a fact stands before a word in the plural, and why that word needs no other form."""


def test_no_other_sentence_puts_a_number_before_a_plural() -> None:
    found = {
        (topic, code)
        for (topic, code, lang), text in TEMPLATES.items()
        if lang == "es" and re.search(r"\{\w+(:number)?\} (?!es\b)\w+s\b", text)
    }
    assert found == set(NO_COUNTS)


GAMES = sorted({one.game for one in house_library().books})
SLUG = re.compile(r"[a-z0-9]+([-_][a-z0-9]+)+")


@rows("game, lang", [(game, lang) for game in GAMES for lang in w.LANGS])
def test_each_option_and_its_values_are_told_in_words(game: Any, lang: Any) -> None:
    found = compared_options(game, house_games().get(game), house_library().of(game))
    names = [w.option_name(one.option, lang) for one in found.options]
    assert [one.option for one, name in zip(found.options, names, strict=True) if name == one.option] == []
    assert len(set(names)) == len(names), "two options are called the same"
    for one in found.options:
        for value in one.values.values():
            told = "" if value is None else w.option_value(value.value, lang)
            words = re.findall(r"[\w-]+", re.sub(r"\{[^}]*\}", "", told))
            slugs = [word for word in words if SLUG.fullmatch(word) and word not in HYPHENED]
            assert slugs == [], (one.option, told)


HYPHENED = frozenset({"excepte-t-il", "a-t-il", "quatre-vingt-dix"})


def values_of(kind: Any) -> Iterator[str]:
    """Return every word that a type of option may be: members of an enumeration and literals, however deep in it."""
    if get_origin(kind) is Literal:
        yield from (one for one in get_args(kind) if isinstance(one, str))
    elif isinstance(kind, type) and issubclass(kind, Enum):
        yield from (str(one.value) for one in kind)
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        for field in msgspec.structs.fields(kind):
            yield from values_of(field.type)
    else:
        for part in get_args(kind):
            yield from values_of(part)


@rows("game", GAMES)
def test_each_value_that_an_option_may_have_is_told_in_words(game: Any) -> None:
    """Those of no rulebook too: a house may choose them, and what it chose is read out to it."""
    read = entries()[game].read_rules
    assert read is not None
    found = set(values_of(type(read(house_library().of(game)[0]))))
    assert len(found) > 5
    words = w.topics()["option-value"]
    assert sorted(found - words.keys()) == []
    for value in found:
        told = {lang: w.option_value(value, lang) for lang in w.LANGS}
        assert all(told.values()), value
        assert not SLUG.fullmatch(told["es"]), value
