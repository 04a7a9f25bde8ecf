"""The rows of bingo: one for each card that won a prize, or for a prize that nobody won, of each game that is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

import msgspec

from tapete.games.bingo.minutes import GameLine, Told, kind_of, minutes
from tapete.games.bingo.terms import Prize
from tapete.money import Cents
from tapete.record.codec import to_tree
from tapete.record.entry import Entry


class PrizeRow(msgspec.Struct, frozen=True, kw_only=True):
    """One prize of a game; amounts in cents. What belongs to the game stands in each of its rows.

    ``number``: of the game, as ``3``, or ``3/1`` of a double card's first; ``value``: of a card; ``balls`` in the order
    in which they came out; ``result``: ``over``, ``void`` or ``called-off``. ``prize`` is empty for a game that had
    none; ``announced``: the whole prize; ``ball``: how many were out when it was won; ``card``: which won it, empty for
    none; ``amount``: that card's part. ``held``, ``carried``, ``house``: what of the game nobody had won yet, what a
    later game brings in, what was the house's.
    """

    table: str
    game: str = "bingo"
    session: int
    number: str
    time: str
    value: Cents
    cards_sold: int
    balls: str
    result: str
    prize: str = ""
    announced: Cents = 0
    ball: int | None = None
    card: str = ""
    amount: Cents = 0
    held: Cents
    carried: Cents
    house: Cents


class BingoResults:
    """The rows of one hall of bingo."""

    kind: ClassVar[type[msgspec.Struct]] = PrizeRow

    def __init__(self, table: str) -> None:
        self._table = table
        self._told: list[Told] = []
        self._over: list[PrizeRow] = []
        self._now: list[PrizeRow] | None = []

    def follow(self, entry: Entry) -> None:
        self._read(entry.events, entry.time)

    def take(self, events: Iterable[Any]) -> None:
        self._read(map(to_tree, events), "")

    def _read(self, trees: Iterable[dict[str, Any]], time: str) -> None:
        for tree in trees:
            if kind_of(tree) == "session-opened":
                self._over, self._told = self.rows, []
            self._told.append((time, tree))
            self._now = None

    @property
    def rows(self) -> list[PrizeRow]:
        """The rows of every session; those of the last one are made anew after each entry."""
        if self._now is None:
            self._now = list(self._rows_of(self._told))
        return self._over + self._now

    def _rows_of(self, told: list[Told]) -> Iterator[PrizeRow]:
        book = minutes(told)
        for game in book.games:
            if game.result == "open":
                continue
            common = {
                name: getattr(game, name) for name in ("value", "cards_sold", "result", "held", "carried", "house")
            }
            common |= {"table": self._table, "session": book.session, "number": game.game, "time": game.begin}
            common["balls"] = " ".join(map(str, game.drawn_numbers))
            yield from (PrizeRow(**common, **own) for own in _prizes(game))


def _prizes(game: GameLine) -> Iterator[dict[str, Any]]:
    if not game.prizes:
        yield {}
    for prize, announced in game.prizes.items():
        own = {"prize": prize, "announced": announced, "ball": game.balls_at.get(Prize(prize))}
        won = [one for one in game.winners if one.prize == prize]
        yield from ({**own, "card": one.card, "amount": one.amount} for one in won)
        if not won:
            yield own
