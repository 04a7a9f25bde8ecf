"""Recorded tables: none of ``required.toml`` is missing, each shows the clauses listed there, and each replays."""

import tomllib
from pathlib import Path

from tapete.clauses.register import practices, register
from tapete.games.bingo.game import BINGO
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.dos_panos.game import DosPanos
from tapete.live.table_fold import from_raw, to_raw
from tapete.record.notation import format_notation, parse_notation, play, read_notation, redact
from tests.support.recorded.faults import required
from tests.support.rows import rows
from tests.tables.test_irregularities import at_work

HERE = Path(__file__).parent
GAMES = {game.key: game for game in (CHEMIN_DE_FER, DosPanos(), BINGO)}
LISTED = {
    (game, name): set(shows.split())
    for game, tables in tomllib.loads((HERE / "required.toml").read_text("utf-8")).items()
    for name, shows in tables.items()
}
FILES = sorted((path.parent.name, path.stem) for path in HERE.glob("*/*.toml"))


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
    assert (game.problems(played.state), LISTED[table] - at_work(played)) == ((), set())
    for state in [turn.state for turn in played.turns][:: -max(1, len(played.turns) // 4)]:
        assert from_raw(to_raw(state), type(state)) == state, "a sealed state of this table does not come back whole"
    if notation.shoes and notation.opening_fields.get("shoe") != "keyed":
        copy = redact(game, notation, None)
        for one, other in zip(copy.shoes, notation.shoes, strict=True):
            assert all(face in (full, "??") for face, full in zip(one, other, strict=True))
