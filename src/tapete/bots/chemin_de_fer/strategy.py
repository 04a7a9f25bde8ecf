"""How bots play the cards of chemin de fer, and how bold they are with money: plain data."""

from __future__ import annotations

import msgspec

from tapete.cards import Card, rank

DRAWS_UP_TO: dict[int | None, int] = {
    None: 5, 0: 3, 1: 3, 2: 4, 3: 4, 4: 5, 5: 5, 6: 6, 7: 6, 8: 2, 9: 3,
}  # fmt: skip
"""The banker's custom: the greatest total on which he draws, by the value of the punto's third card (none: he stood).

It is the banker's table with a card taken in both cells that the table leaves open.
"""


def card_value(face: Card) -> int:
    """Return what a card counts, as a player reads it."""
    return "A23456789".find(rank(face)) + 1


class Cards(msgspec.Struct, frozen=True):
    """A strategy at the cards. Shares are out of 1.

    ``on_five``: how often the punto draws on 5. ``draws_up_to``: as :data:`DRAWS_UP_TO`. ``asks_table``: how often the
    banker asks for the table, and the punto with 5 for advice, and so binds himself.
    """

    on_five: float = 0.5
    draws_up_to: dict[int | None, int] = msgspec.field(default_factory=lambda: DRAWS_UP_TO)
    asks_table: float = 0.05

    def is_punto_to_draw(self, total: int, share: float) -> bool:
        """Return True if the punto asks for a card; ``share`` is drawn from 0 to 1 once for the coup."""
        return total < 5 or (total == 5 and share < self.on_five)

    def is_banker_to_draw(self, total: int, third: int | None) -> bool:
        """Return True if the banker takes a card against the punto's third card (its value), or against none."""
        return total <= self.draws_up_to.get(third, 5)


class Temper(msgspec.Struct, frozen=True):
    """How a player is with money. Shares are out of 1; amounts are in minimums of the table.

    ``takes`` and ``recovers`` a bank offered to him, up to ``ceiling``; ``opens`` it with ``bank``; ``keeps`` it
    after a coup; ``raises`` it. ``banco`` and ``half`` (con la mesa): how often he calls them; ``repeats`` a lost
    banco. ``stakes``: from and to; ``line``: how often he stakes on the line. ``shares``: how often he offers to be
    an associate; ``welcomes`` one as a banker. ``bids`` in an auction. ``chips``: what he changes when he has too
    few.
    """

    name: str
    takes: float
    keeps: float
    banco: float
    stakes: tuple[int, int]
    bank: tuple[int, int]
    ceiling: int = 60
    recovers: float = 0.1
    raises: float = 0.05
    half: float = 0.06
    line: float = 0.05
    repeats: float = 0.5
    shares: float = 0.05
    welcomes: float = 0.7
    bids: float = 0.3
    chips: int = 120
    cards: Cards = Cards()


TEMPERS = (
    Temper("calm", takes=0.75, keeps=0.45, banco=0.03, stakes=(1, 4), bank=(10, 20), cards=Cards(on_five=0.2)),
    Temper("sociable", takes=0.6, keeps=0.5, banco=0.06, stakes=(2, 6), bank=(10, 15), half=0.1, shares=0.35),
    Temper("bold", takes=0.95, keeps=0.8, banco=0.25, stakes=(3, 12), bank=(15, 40), raises=0.25, bids=0.7),
    Temper("wary", takes=0.25, keeps=0.2, banco=0.0, stakes=(1, 2), bank=(10, 10), cards=Cards(asks_table=0.5)),
    Temper("stubborn", takes=0.7, keeps=0.6, banco=0.12, stakes=(2, 8), bank=(10, 25), repeats=0.9, recovers=0.6),
)
