"""Recorded tables: none of ``required.toml`` is missing, each shows the clauses listed there, and each replays."""

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from tapete.clauses.register import practices, register
from tapete.games.bingo.game import BINGO
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.dos_panos.game import DosPanos
from tapete.kernel import Refused, Ruled
from tapete.record.codec import to_tree
from tapete.record.notation import NotationRun, format_notation, parse_notation, play, read_notation, redact
from tests.support.recorded.faults import required
from tests.support.rows import rows

HERE = Path(__file__).parent
GAMES = {game.key: game for game in (CHEMIN_DE_FER, DosPanos(), BINGO)}
LISTED = {
    (game, name): set(shows.split())
    for game, tables in tomllib.loads((HERE / "required.toml").read_text("utf-8")).items()
    for name, shows in tables.items()
}
FILES = sorted((path.parent.name, path.stem) for path in HERE.glob("*/*.toml"))
CLAUSE = re.compile(r'"((?:BG|CF|DP|HP)\.[A-Za-z0-9.-]+)"')


def shown_in(played: NotationRun[Any]) -> set[str]:
    found: set[str] = set()
    for turn in played.turns:
        found |= {str(one) for one in (*turn.rests_on, *turn.outcome.rests_on)}
        if isinstance(turn.outcome, Refused):
            found |= {str(one) for one in turn.outcome.clauses}
        if isinstance(turn.outcome, Ruled):
            found |= {str(one) for fault in turn.outcome.faults for one in fault.clauses}
        trees = [to_tree(event) for event in turn.events]
        found |= set(CLAUSE.findall(msgspec.json.encode(trees).decode()))
    return found


def test_no_required_table_is_missing() -> None:
    assert [one for one in LISTED if one not in FILES] == []


def test_no_table_stands_outside_the_list() -> None:
    worked_out = {(CHEMIN_DE_FER.key, name) for name in required()}
    assert [one for one in FILES if one not in LISTED and one not in worked_out] == []


def test_the_list_names_clauses_of_the_register() -> None:
    assert sorted(set().union(*LISTED.values()) - set(register()) - set(practices())) == []


@rows("table", [*LISTED])
def test_table_replays_and_shows_its_clauses(table: tuple[str, str]) -> None:
    game = GAMES[table[0]]
    notation = read_notation(HERE / table[0] / f"{table[1]}.toml")
    assert parse_notation(format_notation(notation)) == notation
    played = play(game, notation)
    assert (game.problems(played.state), LISTED[table] - shown_in(played)) == ((), set())
    if notation.shoes and notation.opening_fields.get("shoe") != "keyed":
        copy = redact(game, notation, None)
        for one, other in zip(copy.shoes, notation.shoes, strict=True):
            assert all(face in (full, "??") for face, full in zip(one, other, strict=True))
