"""The register as released: complete, unique, strict; and what the reader says about a wrong file."""

import re
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tapete.clauses.register import (
    GAMES,
    PREFIXES,
    RETIRED,
    Actor,
    Kind,
    RegisterError,
    Source,
    documents,
    game_clauses,
    parse_sources,
    read_clauses,
    register,
)

READER: Any = sys.modules[RegisterError.__module__]
"""The module itself: its package gives the register under the same name."""

HEADER = "id,sources,topic,actor,rule,kind,example,variants,ambiguity\n"
ROW = "CF.A.01,AST2011-CF A ¶1,scoring,any,A rule.,compute,,,\n"


def read(text: str) -> list[str]:
    return [
        clause.id for clause in read_clauses(text, game="chemin-de-fer", known=frozenset(documents()), name="x.csv")
    ]


def test_holds_every_clause_of_every_game() -> None:
    counts = Counter(clause.game for clause in register().values())
    assert counts == {"punto-y-banca": 76, "chemin-de-fer": 217, "dos-panos": 204, "bingo": 83}
    assert len(register()) == 580
    assert [clause for game in GAMES for clause in game_clauses(game)] == list(register().values())


def test_key_is_the_id_and_its_prefix_tells_the_game() -> None:
    for key, clause in register().items():
        assert key == clause.id
        assert key.partition(".")[0] in PREFIXES[clause.game]


def test_sources_name_known_documents() -> None:
    for clause in register().values():
        assert clause.sources, clause.id
        assert {source.document for source in clause.sources} <= set(documents()), clause.id


def test_every_document_is_the_source_of_a_clause() -> None:
    assert {source.document for clause in register().values() for source in clause.sources} == set(documents())


def test_kinds_and_actors_are_of_the_closed_lists() -> None:
    for clause in register().values():
        assert isinstance(clause.kind, Kind)
        assert isinstance(clause.actor, Actor)
    assert {clause.kind for clause in register().values()} == set(Kind)


def test_no_clause_is_empty() -> None:
    for clause in register().values():
        assert clause.rule.endswith((".", ")", "»", '"', "'", ":")), clause.id
        assert clause.topic, clause.id


def test_retired_ids_are_not_in_use() -> None:
    assert not set(RETIRED) & set(register())


def test_register_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        register()["CF.A.01"] = None  # type: ignore[index]


def test_unknown_game() -> None:
    with pytest.raises(KeyError):
        game_clauses("roulette")


def test_sources_are_read_apart() -> None:
    assert parse_sources(
        "AST2011-CF A ¶4 a); OM1979-09 VI ¶1 (by reference; not held); AST2011-DP A via AST2011-CF A ¶1"
    ) == (
        Source("AST2011-CF", "A ¶4 a)"),
        Source("OM1979-09", "VI ¶1", note="by reference; not held"),
        Source("AST2011-DP", "A", via="AST2011-CF A ¶1"),
    )


def test_sources_are_written_as_they_were_read() -> None:
    for clause in register().values():
        text = "; ".join(map(str, clause.sources))
        assert parse_sources(text) == clause.sources, clause.id


@pytest.mark.parametrize("text", ["", "GUIDE", "GUIDE 13;", "GUIDE 13 (open", "GUIDE 13 (one) (two)", "; GUIDE 13"])
def test_wrong_sources_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not 'DOCUMENT place"):
        parse_sources(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"x\.csv:1: the header is"),
        ("id,rule\n", r"x\.csv:1: the header is id,rule"),
        (HEADER + "CF.A.01,a,b\n", r"x\.csv:2: 3 cells, 9 columns"),
        (HEADER + ROW.replace("CF.", "DP."), r"x\.csv:2: DP\.A\.01: the id does not belong to chemin-de-fer"),
        (HEADER + ROW.replace("CF.A.01", "CF.A"), r"x\.csv:2: CF\.A: the id does not belong"),
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


def test_good_text_is_read() -> None:
    assert read(HEADER + ROW) == ["CF.A.01"]


# --- the files as they are read ---------------------------------------------------------------------------------------


def test_the_files_as_released_read_the_same_every_time() -> None:
    """What is kept from the first reading is what a new reading finds."""
    for kept, reads in (
        (register(), register.__wrapped__),
        (documents(), documents.__wrapped__),
        (RETIRED, READER._retired),
    ):
        try:
            found = reads()
        except Exception as error:  # whatever it is: the file as released can be read
            pytest.fail(f"{reads.__name__}: {error!r}")
        assert dict(found) == dict(kept)


def reading(monkeypatch: pytest.MonkeyPatch, name: str, change: Callable[[str], str]) -> None:
    """Let one of the files say something else."""
    own = READER._text
    monkeypatch.setattr(READER, "_text", lambda one: change(own(one)) if one == name else own(one))


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (",why\n", "needs a new id and a reason"),
        ("CF.Z.98,\n", "needs a new id and a reason"),
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
def test_a_document_that_is_not_as_it_should_be_is_named(
    monkeypatch: pytest.MonkeyPatch, line: str, message: str
) -> None:
    reading(monkeypatch, "documents.toml", lambda text: re.sub(r"(?m)^games = .*$", line, text, count=1))
    with pytest.raises(RegisterError, match=rf"documents\.toml: {next(iter(documents()))}: .*{message}"):
        documents.__wrapped__()


@pytest.mark.parametrize("game", GAMES)
def test_the_clauses_of_a_game_are_its_own_and_all_of_them(game: str) -> None:
    found = game_clauses(game)
    assert {one.game for one in found} == {game}
    assert len(found) == sum(one.game == game for one in register().values())
