"""What several games share names no clause of one of them, and no point of one game's house practice."""

import ast
import re
from pathlib import Path

import pytest

import tapete
from tapete.clauses.register import practices
from tests.support.rows import rows

ROOT = Path(tapete.__file__).parent
SHARED = ("games/banked", "games/baccarat", "house", "table", "kernel")
ONE_GAME = re.compile(r"^(CF|DP|PB|BG|BI|HP\.(CF|DP|PB|BG|BI))\.[A-Z0-9a-z.-]+$")


def rooms() -> list[Path]:
    return sorted(path for room in SHARED for path in (ROOT / room).rglob("*.py"))


def clauses_of_one_game(source: str) -> list[str]:
    """Return the literals of a source that name a clause, or a practice, of one game."""
    literals = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return [one for one in literals if isinstance(one, str) and ONE_GAME.match(one)]


@rows("path", rooms())
def test_a_shared_room_names_no_clause_of_one_game(path: Path) -> None:
    assert clauses_of_one_game(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("source", ['cite("CF.D.12")', '@rule("HP.PB.one-seat")\ndef f(): ...', 'x = {"DP.A.07": 1}'])
def test_a_clause_of_one_game_is_seen(source: str) -> None:
    assert clauses_of_one_game(source)


def test_every_practice_of_one_game_is_named_after_it() -> None:
    shared = {one for one in practices() if not ONE_GAME.match(one)}
    assert all(one.count(".") == 1 or one.startswith("HP.HS.") for one in shared), "of every game, or of the house"
