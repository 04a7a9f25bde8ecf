"""How bots of the two-cloth game are with money and at the cards: plain data."""

from __future__ import annotations

import msgspec

from tapete.games.dos_panos.terms import Spot

PUNTERS = 2
"""How many punters each cloth needs, as players know."""

LEAST_BANK = 60
"""How many least stakes the smallest bank has that anybody thinks worth holding."""

CLOTH, LINE, ACROSS, OTHER = Spot.CLOTH, Spot.LINE, Spot.ACROSS, Spot.OTHER_CLOTH


class Temper(msgspec.Struct, frozen=True):
    """How a player is. Shares are out of 1; stakes and chips are in least stakes of the table, banks in customary ones.

    ``bids`` for the bank in an auction, or buys it; ``takes`` one that was given up; ``bank``: from and to.
    ``content``: he gives the bank up when it has grown to so many times its amount; ``tires``: after a coup for no
    reason. ``redeposits`` a bank that was broken; ``new_shoe``: asks for another shoe with it. ``banco``: how often he
    calls it; ``repeats`` a void one. ``stakes``: from and to; ``spots``: where they lie. ``second``: how often he
    stakes on a second spot, ``thinks_again``: takes a stake back. ``on_five``: how often he draws on five; ``advice``:
    how often he asks. ``asks_table`` as banker. ``chips``: what he changes. ``roams``: how often he goes away for a
    while; ``on_foot``: he takes no numbered place.
    """

    name: str
    bids: float
    bank: tuple[int, int]
    stakes: tuple[int, int]
    spots: tuple[Spot, ...] = (CLOTH,)
    takes: float = 0.3
    content: int = 3
    tires: float = 0.02
    redeposits: float = 0.5
    new_shoe: float = 0.3
    banco: float = 0.0
    repeats: float = 0.6
    second: float = 0.1
    thinks_again: float = 0.05
    on_five: float = 0.5
    advice: float = 0.05
    asks_table: float = 0.1
    chips: int = 150
    roams: float = 0.02
    on_foot: bool = False


TEMPERS = (
    Temper("calm", bids=0.7, bank=(1, 2), stakes=(1, 4), spots=(CLOTH, CLOTH, LINE), on_five=0.3),
    Temper("sociable", bids=0.5, bank=(1, 2), stakes=(2, 6), spots=(CLOTH, ACROSS, ACROSS), takes=0.5, second=0.3),
    Temper("bold", bids=0.9, bank=(2, 5), stakes=(3, 12), banco=0.6, content=4, redeposits=0.9, chips=400),
    Temper("wary", bids=0.2, bank=(1, 1), stakes=(1, 2), spots=(CLOTH, LINE), advice=0.5, asks_table=0.6, content=2),
    Temper("roving", bids=0.3, bank=(1, 2), stakes=(1, 6), spots=(CLOTH, OTHER), roams=0.12, tires=0.06),
    Temper("stubborn", bids=0.6, bank=(1, 3), stakes=(2, 8), spots=(CLOTH, ACROSS), banco=0.2, repeats=0.9, takes=0.7),
    Temper("bystander", bids=0.1, bank=(1, 1), stakes=(1, 3), spots=(CLOTH, OTHER, LINE), on_foot=True, roams=0.05),
)
