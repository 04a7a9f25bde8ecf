"""What a house is told of recorded tables and of played ones, kept in short.

    python -m tests.support.told_house            write down what is told now
    python -m tests.support.told_house NAME ...   print it in full, to lay it beside what it was before

Of each table a digest is kept: turn by turn what its entry means for the house, the cash that it pays out, what the
table owes then and what its people have not staked; and how much of it was staked by whom.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import msgspec

from tapete.catalogue import entry
from tapete.games.dos_panos.terms import BankMode
from tapete.house.following import cash_paid, is_in_play, table_moves
from tapete.kernel import Game
from tapete.live.twins import own_chips, staked, table_debt
from tapete.play import ActResult
from tapete.record.notation import parse_notation, play
from tests.support import ROOT
from tests.support.dos_panos.walks import BOOKS, walked

RECORDED: Final = ROOT / "tests" / "tables"
KEPT: Final = ROOT / "tests" / "house" / "told.txt"
GAMES: Final = {"bingo": 2, "chemin-de-fer": 24, "dos-panos": 1}
"""Of each game every so many recorded tables."""
WALKS: Final = 4 + len(BankMode)
"""How many walks there are under each rulebook."""
TIME: Final = "2026-11-22T21:30:59+01:00"

_encoder = msgspec.json.Encoder(order="deterministic")


def names() -> Iterator[str]:
    """Yield the names of the tables."""
    for game, each in GAMES.items():
        files = sorted((RECORDED / game).glob("*.toml"))
        yield from (f"{game}/{file.stem}" for file in files[::each])
    yield from (f"dos-panos.{book}/{number}" for book in BOOKS for number in range(WALKS))


def turns(name: str) -> tuple[Game[Any], Any, tuple[ActResult[Any], ...]]:
    """Return the game of a table, how it stands at first, and its turns."""
    kind, _, stem = name.partition("/")
    key, _, book = kind.partition(".")
    game = entry(key).engine(None)
    if book:
        return game, game.blank(), tuple(walked(book)[int(stem)].turns)
    run = play(game, parse_notation((RECORDED / kind / f"{stem}.toml").read_text("utf-8")))
    return game, game.blank(), ((run.opening,) if run.opening else ()) + run.turns


def lines(name: str) -> Iterator[str]:
    """Yield what a house is told of a table, turn by turn."""
    game, before, played = turns(name)
    for number, made in enumerate(played):
        after, who = made.state, made.acts[0].by if made.acts else None
        moves = [[type(one).__name__, one] for one in table_moves(game, "mesa-1", before, after, made.events, TIME)]
        owed = table_debt(game, after) if is_in_play(game, after) else None
        sums = [cash_paid(game, "mesa-1", made.events), owed, own_chips(after)]
        sums.append(0 if who is None else staked(game, who, made.events))
        yield f"{number} {_encoder.encode([moves, sums]).decode()}"
        before = after


def digest(name: str) -> str:
    """Return a digest of what a house is told of a table."""
    return hashlib.sha256("\n".join(lines(name)).encode()).hexdigest()[:10]


@cache
def kept() -> dict[str, str]:
    """Return the digests that are kept, by table."""
    return dict(row.split(" ") for row in KEPT.read_text("utf-8").splitlines())


if __name__ == "__main__":
    if sys.argv[1:]:
        for asked in sys.argv[1:]:
            print(*lines(asked), sep="\n")
    else:
        KEPT.write_text("".join(f"{name} {digest(name)}\n" for name in names()), "utf-8")
