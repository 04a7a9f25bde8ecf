"""What is read of the register and kept is what a new reading finds, game by game and language by language."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete.clauses.coverage import (
    Proof,
    citations_in,
    clauses_in,
    fallback_clauses,
    is_stated_otherwise,
    leaves_citing,
    out_of_scope,
)
from tapete.clauses.practice import FOLDERS, is_practice, practices
from tapete.clauses.register import GAMES, PREFIXES, Source, game_clauses, parse_sources, register
from tapete.clauses.wording import Wording, translations, wording


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_its_own_clauses_and_no_other_s(game: str) -> None:
    found = game_clauses.__wrapped__(game)
    assert found == tuple(one for one in register().values() if one.id.partition(".")[0] in PREFIXES[game])
    assert {one.game for one in found} == {game}


@pytest.mark.parametrize("game", ["", "faro", "BINGO"])
def test_a_game_that_is_not_of_the_register_has_none(game: str) -> None:
    try:
        found: Any = game_clauses.__wrapped__(game)
    except KeyError as error:
        found = error.args
    assert found == (game,)


def test_a_clause_is_of_the_section_that_its_id_begins_with() -> None:
    (one, *_) = game_clauses("chemin-de-fer")
    assert {clause.section for clause in register().values()} == {key.rpartition(".")[0] for key in register()}
    assert one.section == one.id[:-3]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (Source("A", "1 ¶2"), "A 1 ¶2"),
        (Source("A", "1", via="B 2"), "A 1 via B 2"),
        (Source("A", "1", note="x"), "A 1 (x)"),
        (Source("A", "1", via="B 2", note="x; y"), "A 1 via B 2 (x; y)"),
    ],
)
def test_a_source_is_read_as_it_is_written(source: Source, text: str) -> None:
    assert str(source) == text
    assert parse_sources(text) == (source,)
    assert parse_sources(f"{text}; B 3") == (source, Source("B", "3"))


ROW = "id,rule,reason\nHP.XX.one,se hace así,porque sí\n"


def test_practice_of_another_game_is_told_in_its_languages(tmp_path: Path) -> None:
    (tmp_path / "es").mkdir()
    (tmp_path / "practice.csv").write_text("id,game,rule,reason\nHP.XX.one,x,done so,because\n", encoding="utf-8")
    (tmp_path / "es" / "practice.csv").write_text(ROW, encoding="utf-8")
    before = len(translations("es"))
    with FOLDERS.beside(tmp_path):
        assert wording("HP.XX.one", "es") == Wording("es", "se hace así", reason="porque sí")
        assert wording("HP.XX.one", "fr") == Wording("en", "done so", reason="because")
        assert (practices()["HP.XX.one"].game, len(translations("es"))) == ("x", before + 1)
        assert translations("fr") == translations("en") == {}
    assert "HP.XX.one" not in practices()
    assert [is_practice(one) for one in ("HP.XX.one", "XX.HP.one", "HP")] == [True, False, False]


def test_citations_are_literal_calls_of_the_functions_that_cite() -> None:
    text = """
@rule("A", "B", neutral=None)
def f(): ...
cite("C")
clauses.cite("D")
cite_on_page("E", 7)
cite(name)
other("F")
rule(neutral="G")
g()("H")
"""
    found = sorted(citations_in(ast.parse(text)))
    assert found == [("cite", "C"), ("cite", "D"), ("rule", "A"), ("rule", "B"), ("shown", "E")]


def leaf(*clauses: str, origin: str = "") -> dict[str, Any]:
    return {"value": 1, "clauses": list(clauses), **({"provenance": {"origin": origin}} if origin else {})}


def test_what_a_rulebook_has_by_falling_back_is_told_apart() -> None:
    tree = {
        "document": "none",
        "a": leaf("X.01", "X.02", origin="fallback"),
        "b": {"c": leaf("X.02", origin="own"), "d": [leaf("X.03", origin="fallback"), leaf("X.04")]},
        "e": leaf("X.05", origin="import"),
    }
    assert fallback_clauses(tree) == {"X.01", "X.03"}
    assert leaves_citing(tree, "X.02") == (tree["a"],)
    assert leaves_citing(tree, "X.03") == (tree["b"]["d"][0],)  # type: ignore[index]
    assert leaves_citing(tree, "X.04") == leaves_citing(tree, "X.09") == ()
    assert clauses_in(tree) == {f"X.0{at}" for at in range(1, 6)}
    stated = game_clauses("dos-panos")[0]
    for document, fallback in ((stated.sources[0].document, set()), ("none", {stated.id})):
        assert fallback_clauses({"document": document, "a": leaf(stated.id, origin="fallback")}) == fallback


@pytest.mark.parametrize(
    ("variants", "document", "otherwise"),
    [
        ("", "GUIDE", False),
        ("GUIDE says otherwise", "GUIDE", True),
        ("GUIDES say otherwise", "GUIDE", False),
        ("see MY-GUIDE", "GUIDE", False),
        ("see GUIDE-2", "GUIDE", False),
        ("(GUIDE)", "GUIDE", True),
    ],
)
def test_a_document_states_a_clause_otherwise_where_its_variants_name_it(
    variants: str, document: str, otherwise: bool
) -> None:
    one = msgspec.structs.replace(game_clauses("bingo")[0], variants=variants)
    assert is_stated_otherwise(one, document) is otherwise
    assert (
        is_stated_otherwise(msgspec.structs.replace(one, variants=str(one.sources[0].document)), "OM1979-10") is False
    )


def test_what_lies_out_of_scope_has_its_reason() -> None:
    found = out_of_scope.__wrapped__()
    assert set(found) <= set(register())
    assert all(found.values())
    assert (Proof(1, True).test, Proof(1, True).documents) == ("", {})
