"""Outside a game's own rooms and the catalogue nothing above the games names a game, its acts or its clauses."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import tapete
from tapete.catalogue import house_games
from tapete.clauses import GAMES
from tapete.record.codec import members, tag_of

ROOT = Path(tapete.__file__).parent
ROOMS = re.compile(r"(web/games|bots)/(punto_banco|chemin_de_fer|bingo|dos_panos)/")
CLAUSE = re.compile(r"(HP\.)?(CF|DP|PB|MPB|BI|BG)(\.[A-Z0-9]+)+(\.[a-z-]+)?")

LEFT = {
    # What only chance, the clock or the hall does, at whatever table.
    "web/parsers.py": {"time-up"},
    # No act: the function of every template that fills a sentence.
    "web/render.py": {"say"},
}
"""What still names one game, by file."""


@cache
def own_acts() -> frozenset[str]:
    """Return the tags of acts that one game alone has."""
    games = house_games().values()
    owners = Counter(tag for game in games for tag in {tag_of(kind) for kind in members(game.act_types)})
    return frozenset(tag for tag, count in owners.items() if count == 1)


def named_in(path: Path) -> Iterator[str]:
    """Yield the keys, tags and ids of one game that stand as a literal in a module."""
    tree = ast.parse(path.read_text("utf-8"))
    texts = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in texts:
            continue
        if node.value in GAMES or node.value in own_acts() or CLAUSE.fullmatch(node.value):
            yield node.value


def test_a_game_is_named_in_its_own_rooms_alone() -> None:
    found = {}
    for room in ("cli", "web", "live", "bots", "record", "words"):
        for path in sorted((ROOT / room).rglob("*.py")):
            place = path.relative_to(ROOT).as_posix()
            if not ROOMS.match(place) and (names := set(named_in(path))):
                found[place] = names
    assert found == LEFT


def test_the_reader_finds_what_a_room_of_a_game_names() -> None:
    named = set(named_in(ROOT / "web/games/chemin_de_fer/shortcuts.py"))
    assert {"call-banco", "carry-cards"} <= named
    assert "CF.B.30" in set(named_in(ROOT / "web/games/chemin_de_fer/notices.py"))
