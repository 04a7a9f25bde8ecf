"""How each kind of fact is written, and which of several sentences is taken: case by case."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tapete.words import CodedError, book
from tapete.words.book import text, topics
from tapete.words.errors import reason, technical_name
from tapete.words.names import count_with_noun, sum_in_words
from tapete.words.sentences import act, announcement, event, fill, refusal

SPACES = str.maketrans({"\N{NARROW NO-BREAK SPACE}": " ", "\N{NO-BREAK SPACE}": " "})


@pytest.mark.parametrize(
    ("template", "value", "written"),
    [
        ("{x}", 7, "7"),
        ("{x}", None, "…"),
        ("{y}", 7, "…"),
        ("{x:money}", 1_050, "€10.50"),
        ("{x:money}", "ten", "ten"),
        ("{x:number}", 1_050, "1,050"),
        ("{x:number}", "many", "many"),
        ("{x:nth}", 0, "1"),
        ("{x:nth}", 999, "1,000"),
        ("{x:nth}", "last", "last"),
        ("{x:person}", "system:chance", "the shoe"),
        ("{x:card}", "7s", "7 of spades"),
        ("{x:card}", ["7s", "Kh"], "7 of spades and king of hearts"),
        ("{x:role}", ["croupier"], "croupier"),
        ("{x:role}", ("croupier", "inspector"), "croupier or inspector"),
        ("{x:number}", {5}, "5"),
        ("{x:number}", frozenset({5}), "5"),
        ("{x:number}", (), "…"),
        ("a {x} b {x}", "-", "a - b -"),
        ("{x:one lamp|lamps}", 1, "1 one lamp"),
    ],
)
def test_a_fact_is_written_as_its_template_asks(template: str, value: Any, written: str) -> None:
    assert fill(template, {"x": value}, "en") == written


@pytest.mark.parametrize(
    ("value", "words", "lang", "written"),
    [
        (0, "mesa|mesas", "es", "0 mesas"),
        (1, "mesa|mesas", "es", "1 mesa"),
        (2, "mesa|mesas", "es", "2 mesas"),
        (1_000, "mesa|mesas", "es", "1.000 mesas"),
        (0, "table|tables", "fr", "0 table"),
        ("1", "table|tables", "en", "1 table"),
        ("more", "table|tables", "en", "more tables"),
        ("more", "table|tables", "fr", "more tables"),
        (1, "=Falta|Faltan", "es", "Falta"),
        (0, "=Falta|Faltan", "es", "Faltan"),
    ],
)
def test_a_count_goes_with_its_noun(value: int | str, words: str, lang: str, written: str) -> None:
    assert count_with_noun(value, words, lang) == written


@pytest.mark.parametrize(
    ("announced", "es", "en", "fr"),
    [
        ("1.250,50", "1.250,50", "1,250.50", "1 250,50"),
        ("1.250", "1.250", "1,250", "1 250"),
        ("7", "7", "7", "7"),
        ("1.234.567,05", "1.234.567,05", "1,234,567.05", "1 234 567,05"),
        ("1250", "1250", "1250", "1250"),  # nobody announces it so
        ("siete", "siete", "siete", "siete"),
        ("", "", "", ""),
    ],
)
def test_an_announced_sum_is_written_as_the_language_does(announced: str, es: str, en: str, fr: str) -> None:
    assert [sum_in_words(announced, lang).translate(SPACES) for lang in ("es", "en", "fr")] == [es, en, fr]


@pytest.fixture
def lamps(tmp_path: Path) -> Any:
    """Lay a folder of words beside those of the house."""
    lines = [
        "[act]",
        *(f'{name} = {{ es = "{said}" }}' for name, said in ACTS.items()),
        "[event]",
        'lit = { es = "lámpara {lamp}, {colour}" }',
        '"lit.bare" = { es = "una lámpara" }',
        'broken = { es = "rota {lamp}" }',
        "[refusal]",
        'dark = { es = "Sin {lamp}" }',
        '"dark.bare" = { es = "Sin luz" }',
        'black = { es = "Negro {lamp}" }',
        "[formula]",
        'light = { es = "luz", en = "light of {amount}" }',
    ]
    (tmp_path / "lamps.toml").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no words", encoding="utf-8")
    with book.FOLDERS.beside(tmp_path):
        yield


FACTS = ("hand", "bet", "role", "kind", "word", "option", "game")
ACTS = {f'"light.{fact}"': f"por {fact}" for fact in FACTS} | {"light": "luz"}


@pytest.mark.usefixtures("lamps")
def test_an_act_is_named_by_the_first_fact_that_has_words_of_its_own() -> None:
    assert act("light", {}, "es") == "luz"
    assert act("light", {"lamp": "hand"}, "es") == "luz"
    for at, fact in enumerate(FACTS):
        assert act("light", {fact: fact}, "es") == f"por {fact}"
        assert act("light", {fact: 7}, "es") == "luz"
        assert act("light", {one: one for one in reversed(FACTS[at:])}, "es") == f"por {fact}"
    assert act("dim", {"hand": "hand"}, "es") == "dim"


@pytest.mark.usefixtures("lamps")
def test_a_sentence_without_its_facts_is_the_bare_one_where_there_is_one() -> None:
    assert event("lit@1", {"lamp": "a", "colour": "roja"}, "es") == "lámpara a, roja"
    assert event("lit@1", {"lamp": "a"}, "es") == "una lámpara"
    assert event("lit", {"lamp": "a", "colour": None}, "es") == "una lámpara"
    assert event("broken@2", {}, "es") == "rota …"
    assert event("unknown@2", {}, "es") == "unknown"
    assert refusal("dark", {"lamp": "a"}, "es") == "Sin a"
    assert refusal("dark", {}, "es") == "Sin luz"
    assert refusal("black", {}, "es") == "Negro …"


@pytest.mark.usefixtures("lamps")
def test_a_formula_is_said_in_the_words_of_the_rulebook_and_elsewhere_translated() -> None:
    spanish = {"light": "luces de {amount}", "own": "propia"}
    assert announcement("light", {"amount": "1.250"}, "es", spanish) == "Luces de 1.250"
    assert announcement("light", {"amount": "1.250"}, "en", spanish) == "Light of 1,250"
    assert announcement("light", {"amount": "1.250"}, "es", {}) == "Luz"
    assert announcement("own", {}, "en", spanish) == "Propia"
    assert announcement("none", {}, "en", {}) == "None"
    assert announcement("", {}, "en", {}) == ""


@pytest.mark.usefixtures("lamps")
def test_words_beside_those_of_the_house_leave_them_there() -> None:
    assert text("act", "buy-in", "es") is not None
    assert text("act", "light", "fr") == "luz"
    assert text("act", "nothing", "es") is None
    assert text("nothing", "light", "es") is None


@pytest.mark.parametrize("twice", ["folder", "file"])
def test_a_topic_has_each_of_its_words_once(tmp_path: Path, twice: str) -> None:
    word = '[act]\nlight = { es = "luz" }\n'
    (tmp_path / "a.toml").write_text(word if twice == "file" else '[act]\nbuy-in = { es = "luz" }\n', encoding="utf-8")
    if twice == "file":
        (tmp_path / "b.toml").write_text(word, encoding="utf-8")
    with pytest.raises(ValueError, match=f"stands in two {twice}s"), book.FOLDERS.beside(tmp_path):
        topics()
    assert text("act", "light", "es") is None


class FromLibraryError(Exception):
    """An error of a library that hands on what a database said."""

    def __init__(self, orig: object) -> None:
        super().__init__("long English")
        self.orig = orig


class ServerError(Exception):
    sqlstate = "57P01"


def test_an_error_that_is_not_ours_has_its_technical_name() -> None:
    assert technical_name(FileNotFoundError(2, "No such file")) == "ENOENT"
    assert technical_name(OSError(99_999, "strange")) == "99999"
    assert technical_name(OSError("without a number")) == "OSError"
    assert technical_name(KeyError("x")) == "KeyError"
    assert technical_name(ServerError()) == "57P01"
    assert technical_name(FromLibraryError(ServerError())) == "57P01"
    assert technical_name(FromLibraryError(None)) == "FromLibraryError"
    with pytest.raises(sqlite3.Error) as found:
        sqlite3.connect(":memory:").execute("nonsense")
    assert technical_name(found.value) == "SQLITE_ERROR"
    assert technical_name(FromLibraryError(found.value)) == "SQLITE_ERROR"


def test_a_coded_error_is_a_fact_of_another_sentence() -> None:
    error = CodedError("entry-time", time="ayer")
    assert error.args == ("entry-time", {"time": "ayer"})
    assert error.told == {"topic": "error", "code": "entry-time", "facts": {"time": "ayer"}}
    assert reason(error) == error.told
    assert reason(KeyError("x")) == {"topic": "error", "code": "KeyError", "facts": {}}
