"""The register as released, and what its clauses say in the language of the reader: complete, unique, strict."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tapete
from tapete.catalogue import entries
from tapete.clauses import practices, wording
from tapete.clauses.register import (
    GAMES,
    RETIRED,
    TRANSLATED,
    RegisterError,
    documents,
    game_clauses,
    parse_sources,
    read_clauses,
    read_wording,
    register,
    translations,
)
from tapete.words import LANGS, label
from tests.support.rows import rows

READER: Any = sys.modules[RegisterError.__module__]
HEADER = "id,sources,topic,actor,rule,kind,example,variants,ambiguity\n"
ROW = "CF.A.01,AST2011-CF A ¶1,scoring,any,A rule.,compute,,,\n"


def read(text: str) -> list[str]:
    found = read_clauses(text, game="chemin-de-fer", known=frozenset(documents()), name="x.csv")
    return [clause.id for clause in found]


def test_holds_every_clause_of_every_game() -> None:
    counts = Counter(clause.game for clause in register().values())
    assert counts == {"punto-y-banca": 76, "chemin-de-fer": 217, "dos-panos": 204, "bingo": 83}
    assert len(register()) == 580
    assert [clause for game in GAMES for clause in game_clauses(game)] == list(register().values())


@rows("text", ["", "GUIDE", "GUIDE 13;", "GUIDE 13 (open", "GUIDE 13 (one) (two)", "; GUIDE 13"])
def test_wrong_sources_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not 'DOCUMENT place"):
        parse_sources(text)


@rows(
    "text, message",
    [
        ("", r"x\.csv:1: the header is"),
        (HEADER + "CF.A.01,a,b\n", r"x\.csv:2: 3 cells, 9 columns"),
        (HEADER + ROW.replace("CF.", "DP."), r"x\.csv:2: DP\.A\.01: the id does not belong to chemin-de-fer"),
        (HEADER + ROW.replace("A rule.", " "), r"x\.csv:2: CF\.A\.01: no rule"),
        (HEADER + ROW.replace("AST2011-CF", "AST2012-CF"), r"x\.csv:2: CF\.A\.01: unknown document 'AST2012-CF'"),
        (HEADER + ROW.replace("A ¶1", "A via XX ¶1"), r"x\.csv:2: CF\.A\.01: unknown document in 'XX ¶1'"),
        (HEADER + ROW + ROW.replace("compute", "guess"), r"x\.csv:3: CF\.A\.01: 'guess' is not a valid Kind"),
        (HEADER + ROW.replace("any", "dealer"), r"x\.csv:2: CF\.A\.01: 'dealer' is not a valid Actor"),
        (HEADER + 'CF.A.01,"open', r"x\.csv:2: unexpected end of data"),
    ],
)
def test_message_names_file_line_and_fault(text: str, message: str) -> None:
    with pytest.raises(RegisterError, match=message):
        read(text)


def reading(monkeypatch: pytest.MonkeyPatch, name: str, change: Callable[[str], str]) -> None:
    own = READER._text
    monkeypatch.setattr(READER, "_text", lambda one: change(own(one)) if one == name else own(one))


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (",why\n", "needs a new id and a reason"),
        ("CF.Z.98,why\nCF.Z.98,again\n", "needs a new id and a reason"),
        ("CF.Z.98,why,more\n", "3 cells, 2 columns"),
        ("CF.Z.98,why\n", ""),
    ],
)
def test_a_retired_id_stands_once_and_says_why(monkeypatch: pytest.MonkeyPatch, more: str, message: str) -> None:
    reading(monkeypatch, "retired.csv", lambda text: text + more)
    if message:
        with pytest.raises(RegisterError, match=rf"retired\.csv:\d+: {message}"):
            READER._retired()
    else:
        assert READER._retired() == {**RETIRED, "CF.Z.98": "why"}


@pytest.mark.parametrize(
    ("clause", "message"),
    [("CF.A.01", r"chemin-de-fer\.csv: CF\.A\.01 stands twice"), ("CF.Z.98", r"CF\.Z\.98 is retired"), ("CF.Z.97", "")],
)
def test_an_id_is_used_once(monkeypatch: pytest.MonkeyPatch, clause: str, message: str) -> None:
    reading(monkeypatch, "chemin-de-fer.csv", lambda text: text + ROW.replace("CF.A.01", clause))
    monkeypatch.setattr(READER, "RETIRED", {**RETIRED, "CF.Z.98": "why"})
    if message:
        with pytest.raises(RegisterError, match=message):
            register.__wrapped__()
    else:
        assert set(register.__wrapped__()) - set(register()) == {clause}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('games = ["bingo", "roulette"]', "unknown game roulette"),
        ('games = ["bingo"]\ncolour = "red"', "colour"),
        ("", "games"),
    ],
)
def test_a_document_that_is_not_as_it_should_be_is_named(monkeypatch: Any, line: str, message: str) -> None:
    reading(monkeypatch, "documents.toml", lambda text: re.sub(r"(?m)^games = .*$", line, text, count=1))
    with pytest.raises(RegisterError, match=rf"documents\.toml: {next(iter(documents()))}: .*{message}"):
        documents.__wrapped__()


PLAYABLE = {key for key, one in entries().items() if one.has_pages} & set(GAMES)
TOLD = sorted(PLAYABLE)
"""The games whose clauses are told in every language: those that have pages, on which they are read."""
TOLD_ROW = "CF.A.01,Vale lo que marca.,Un 7 vale 7.,\n"
TOLD_HEADER = "id,rule,example,variants\n"
IDS = re.compile(r"\b(?:CF|PB|MPB|DP|BG|HP)(?:\.[A-Z]+\d?)?\.\d{2}\b")
SHORT_ID = re.compile(r"(?<![\w.])[A-F]\d?\.\d{2}\b")
DOCUMENTS = re.compile(r"\b(?:AST2011|OM1979|REG|GUIDE)[-\w]*")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def facts(text: str) -> tuple[set[str], set[str]]:
    """Return the clauses that a text names and its numbers, without the marks of thousands and decimals."""
    bare = DOCUMENTS.sub("", IDS.sub("", text))
    return set(IDS.findall(text)), {re.sub(r"[.,]", "", one) for one in NUMBER.findall(bare)}


def pairs() -> Iterator[tuple[str, str, str, str]]:
    """Each text of such a game in English and in each other language, with the clause and the column."""
    for lang in TRANSLATED:
        for clause in (one for game in TOLD for one in game_clauses(game)):
            words = wording(clause.id, lang)
            for column in ("rule", "example", "variants"):
                yield clause.id, column, getattr(clause, column), getattr(words, column)


@rows("lang", TRANSLATED)
def test_every_clause_is_told_in_the_language(lang: str) -> None:
    wanted = {one.id for game in TOLD for one in game_clauses(game)} | set(practices())
    assert sorted(wanted - set(translations(lang))) == []
    assert all(wording(one, lang).lang == lang for one in wanted)


def test_a_text_stands_in_a_language_where_it_stands_in_the_register() -> None:
    assert [(one, column) for one, column, english, told in pairs() if bool(english) != bool(told)] == []
    assert [one for one in practices() if not wording(one, "es").reason] == []


def test_examples_name_the_same_clauses_and_the_same_numbers() -> None:
    """Fails when one of the two was changed and the other was left."""
    apart = [
        (one, facts(english)[1] ^ facts(told)[1], facts(english)[0] ^ facts(told)[0])
        for one, column, english, told in pairs()
        if column == "example" and facts(english) != facts(told)
    ]
    assert apart == []


def test_rules_and_variants_name_the_same_clauses() -> None:
    assert [(one, column) for one, column, english, told in pairs() if facts(english)[0] != facts(told)[0]] == []


def test_a_text_names_clauses_in_full_and_only_those_that_there_are() -> None:
    """A reader follows the id to the clause; a short one, or one that never was, leads nowhere."""
    known = set(register()) | set(practices())
    texts = [(one, text) for one, _, english, told in pairs() for text in (english, told)]
    assert [(one, named) for one, text in texts for named in facts(text)[0] - known] == []
    assert [(one, SHORT_ID.findall(text)) for one, text in texts if SHORT_ID.search(text)] == []


@rows(
    "text, fault",
    [
        ("id,rule\n", r"x\.csv:1: the header is id,rule"),
        (TOLD_HEADER + "CF.A.01,a\n", r"x\.csv:2: 2 cells, 4 columns"),
        (TOLD_HEADER + TOLD_ROW.replace("A.01", "Z.99"), r"x\.csv:2: CF\.Z\.99 is unknown or stands twice"),
        (TOLD_HEADER + TOLD_ROW + TOLD_ROW, r"x\.csv:3: CF\.A\.01 is unknown or stands twice"),
        (TOLD_HEADER + TOLD_ROW.replace("CF.A.01", ""), r"x\.csv:2: row without id is unknown"),
        (TOLD_HEADER + TOLD_ROW.replace("Vale lo que marca.", " "), r"x\.csv:2: CF\.A\.01: no rule"),
    ],
)
def test_wrong_rows_are_refused(text: str, fault: str) -> None:
    with pytest.raises(RegisterError, match=fault):
        dict(read_wording(text, lang="es", known=["CF.A.01", "CF.A.02"], name="x.csv"))


@rows("game", GAMES)
@rows("lang", LANGS)
def test_every_topic_has_a_name_of_its_own(game: str, lang: str) -> None:
    topics = {one.topic for one in game_clauses(game)}
    names = {topic: label("clause-topic", topic, lang) for topic in topics}
    assert len(set(names.values())) == len(topics)
    assert all(len(name) <= 40 for name in names.values())
    if lang == "es":
        assert [topic for topic, name in names.items() if "-" in name] == []


def test_every_listed_practice_is_named_by_code_or_rulebook() -> None:
    root = Path(tapete.__file__).parent
    text = "".join(one.read_text("utf-8") for room in ("games", "house") for one in (root / room).rglob("*.py"))
    books = "".join(one.read_text("utf-8") for one in (root / "rulebooks").rglob("*.toml"))
    named = set(re.findall(r"HP\.[A-Z]+\.[a-z0-9-]+", text + books))
    irregular = {f"HP.PB.{kind}" for kind in re.findall(r"^([a-z-]+) = ", books.partition("[irregularities]")[2], re.M)}
    missing = {one for one in practices() if one not in named | irregular}
    assert not missing
