"""The order of an urn stands in the notation: a record of drawn balls is written down and plays again."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.game import Bingo
from tapete.live import Hall, Keys
from tapete.record.notation import Notation, NotationError, Verbs, format_notation, from_entries, parse_notation, play
from tapete.record.notation.verbs import Table
from tapete.record.private import KeySealer
from tapete.record.replay import read
from tapete.record.source import open_source
from tests.bingo.test_balls_are_proved import act, to_the_first_ball
from tests.support.bingo.hall import ITEMS, GivenCartones

BINGO = Bingo(cartones=GivenCartones())
WORDS = Verbs(BINGO, Table(opening="open-hall", results={"ball-drawn": "ball {token}"}))
OPEN = {"name": "sala", "rulebook": "orden-1979", "balls": "sealed"}
STAFF = {"table-chief": "chief", "caller": "caller", "cashier": "cashier"}
SOLD = (
    "chief register-machine M-1 pneumatic approval=simulation",
    "chief register-balls S-9 approval=simulation",
    "chief register-series letter=B identification=1047 size=420 value=201",
    *(f"chief pass-check {item}" for item in ITEMS),
    "chief load-balls S-9",
    "chief open-session",
    'chief announce-sale ["B-1047"]',
    "caller sell-cards B-1047 1 1",
    "chief close-sale",
    "cashier collect-unsold B-1047 419",
    *(f"chief {one}" for one in ("announce-sold", "announce-prizes", "announce-start")),
)
"""A game up to its first ball."""


def written(folder: Path, kind: ChanceKind) -> Notation:
    """Three balls of a live hall, written down from its record."""
    keys = Keys.fresh()

    async def evening() -> None:
        hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", keys, games={"bingo": BINGO})
        table = await to_the_first_ball(hall, kind)
        for number in range(3):
            await act(table, "caller", a.DrawBall())
            if kind is ChanceKind.KEYED:
                await act(table, "caller", a.BallOut(1, number, str(44 + number)))
            await act(table, "caller", a.AnnounceBall())
            await act(table, "caller", a.ShowBall())
        await hall.stop()

    asyncio.run(evening())
    record = open_source(folder / "hall.db")
    try:
        entries = list(read(record, "sala", KeySealer(keys.sealing)))
    finally:
        record.close()
    return from_entries(BINGO, entries, verbs=WORDS)


def test_a_record_of_sealed_balls_plays_again(tmp_path: Path) -> None:
    notation = written(tmp_path, ChanceKind.SEALED)
    ((*balls,),) = notation.urns
    assert len(set(balls)) == 3
    again = parse_notation(format_notation(notation))
    assert again == notation
    state = play(BINGO, again, WORDS).state
    assert list(map(str, state.game.announced_balls)) == balls
    assert state.balls is ChanceKind.SEALED


def test_keyed_balls_are_actions_and_no_line(tmp_path: Path) -> None:
    notation = written(tmp_path, ChanceKind.KEYED)
    assert notation.urns == ()
    assert play(BINGO, notation, WORDS).state.game.announced_balls == (44, 45, 46)


def by_hand(*actions: str, urn: str) -> Notation:
    staff = "".join(f'{post} = "{who}"\n' for post, who in STAFF.items())
    head = "".join(f"{name} = {msgspec.json.encode(value).decode()}\n" for name, value in OPEN.items())
    lines = "".join(f"'{one}',\n" for one in actions)
    return parse_notation(
        f'tapete = "1"\ngame = "bingo"\nurn = "{urn}"\nactions = [\n{lines}]\n[open]\n{head}[open.staff]\n{staff}'
    )


def test_what_is_not_listed_follows_in_the_order_of_the_urn() -> None:
    draws = [f"caller {verb}" for _ in range(3) for verb in ("draw-ball", "announce-ball", "show-ball")]
    assert play(BINGO, by_hand(*SOLD, *draws, urn="90 2"), WORDS).state.game.announced_balls == (90, 2, 1)


def test_a_token_that_the_urn_does_not_hold_is_named() -> None:
    with pytest.raises(NotationError, match="urn 1 does not hold so many 91"):
        play(BINGO, by_hand(*SOLD, urn="4 91"), WORDS)
