"""What a hall has: machine, balls, series and the ranges of their numbers."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import reduce
from operator import attrgetter
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from tapete.cartones import Law
from tapete.cartones.series import Runs
from tapete.clauses import Fault, fault
from tapete.games.bingo.terms import MachineType, Range, SeriesKind, SoldRange, split_card
from tapete.kernel import PersonId
from tapete.money import Cents

P = TypeVar("P")


def overlap(one: Range, other: Range) -> Range | None:
    if one.series != other.series:
        return None
    first, last = max(one.first, other.first), min(one.last, other.last)
    return Range(one.series, first, last) if first <= last else None


def without(one: Range, taken: Range) -> tuple[Range, ...]:
    common = overlap(one, taken)
    if common is None:
        return (one,)
    left = Range(one.series, one.first, common.first - 1), Range(one.series, common.last + 1, one.last)
    return tuple(part for part in left if part.first <= part.last)


def without_all(cards: Range, taken: Iterable[Range]) -> tuple[Range, ...]:
    parts: tuple[Range, ...] = (cards,)
    for gone in taken:
        parts = tuple(left for part in parts for left in without(part, gone))
    return parts


def joined_ranges(parts: Iterable[Range]) -> tuple[Range, ...]:
    found: list[Range] = []
    for part in sorted(parts, key=attrgetter("place")):
        if found and found[-1].series == part.series and part.first <= found[-1].last + 1:
            found[-1] = Range(part.series, found[-1].first, max(found[-1].last, part.last))
        else:
            found.append(part)
    return tuple(found)


def with_part(
    parts: tuple[P, ...], part: P, cards_of: Callable[[P], Range], with_cards: Callable[[P, Range], P]
) -> tuple[P, ...]:
    """Return parts in order with one more, joined with neighbours that touch and differ by their range alone."""
    cards = cards_of(part)
    low = high = bisect(parts, cards.place, key=lambda one: cards_of(one).place)
    if low and _is_followed(cards_of(parts[low - 1]), cards) and with_cards(parts[low - 1], cards) == part:
        low -= 1
        cards = replace(cards, first=cards_of(parts[low]).first)
    after = parts[high] if high < len(parts) else None
    if after is not None and _is_followed(cards, cards_of(after)) and with_cards(part, cards_of(after)) == after:
        high += 1
        cards = replace(cards, last=cards_of(after).last)
    return (*parts[:low], with_cards(part, cards), *parts[high:])


def _is_followed(one: Range, other: Range) -> bool:
    return one.series == other.series and one.last + 1 == other.first


def with_sale(sales: tuple[SoldRange, ...], sale: SoldRange) -> tuple[SoldRange, ...]:
    """Return sales in order with one more; what touches is one, if seller, holder and means are the same."""
    return with_part(sales, sale, attrgetter("cards"), lambda one, cards: replace(one, cards=cards))


def joined_sales(sales: Iterable[SoldRange]) -> tuple[SoldRange, ...]:
    return reduce(with_sale, sales, ())


def without_cards(sales: tuple[SoldRange, ...], cards: Iterable[str]) -> tuple[SoldRange, ...]:
    taken = tuple(Range(*named, named[1]) for card in cards if (named := split_card(card)))
    return tuple(replace(one, cards=part) for one in sales for part in without_all(one.cards, taken))


def sale_with(sales: tuple[SoldRange, ...], cards: Range) -> SoldRange | None:
    """Return the sale that a whole range went out with; the sales are in order."""
    at = bisect(sales, cards.place[:2], key=lambda one: one.cards.place[:2])
    found = sales[at - 1] if at else None
    return found if found is not None and overlap(found.cards, cards) == cards else None


def touches(one: Range, parts: Iterable[Range]) -> tuple[Range, ...]:
    return tuple(part for part in parts if overlap(one, part) is not None)


def require_upward(cards: Range) -> Fault | None:
    return fault("range-backwards", first=cards.first, last=cards.last) if cards.first > cards.last else None


def card_count(parts: Iterable[Range]) -> int:
    return sum(part.size for part in parts)


class Machine(msgspec.Struct, frozen=True):
    model: str
    kind: MachineType


class BallSet(msgspec.Struct, frozen=True):
    """A set of balls and the games that it was used in, those among them that were void."""

    games: int = 0
    void_games: int = 0
    is_damaged: bool = False


class Medium(StrEnum):
    """What a series is sold on alone: cartones on telephones, from accounts; or printed ones, for cash."""

    PHONE = "phone"
    PAPER = "paper"


class Series(msgspec.Struct, frozen=True):
    """A series of cartones, and which of its numbers were used in which game."""

    name: str
    letter: str
    identification: int
    size: int
    value: Cents
    kind: SeriesKind
    digest: str = ""
    law: Law = Law.FOREIGN
    secret: str | None = None
    """What the numbers of its cartones follow from; None where it is not to be read, or its cartones are in a file."""
    uses: tuple[tuple[Range, int], ...] = ()
    numbers: Runs = ()
    """Those that the cartones of another maker bear, first and last of each run; none for those from 1 to the size."""
    only: Medium | None = None

    @property
    def ranges(self) -> tuple[Range, ...]:
        return tuple(Range(self.name, first, last) for first, last in self.numbers or ((1, self.size),))

    @property
    def gone(self) -> tuple[Range, ...]:
        """Return the numbers that were used, or that no cartón bears, up to the last one."""
        before, used = (1, *(run.last + 1 for run in self.ranges)), [cards for cards, _ in self.uses]
        missing = (Range(self.name, low, run.first - 1) for low, run in zip(before, self.ranges, strict=False))
        return joined_ranges([*(one for one in missing if one.size > 0), *used])

    @property
    def unsold(self) -> int:
        return self.size - card_count(joined_ranges(cards for cards, _ in self.uses))

    @property
    def spoken(self) -> str:
        return f"{self.letter} {self.identification}"


class Refund(msgspec.Struct, frozen=True):
    """What is given back of a void game: the price of a cartón, all that were sold, and how far it has come."""

    price: Cents
    cards: tuple[Range, ...]
    sales: tuple[SoldRange, ...]
    returned: tuple[Range, ...] = ()
    refunded: tuple[Range, ...] = ()
    ends_card: bool = True
    session: int = 0


class LeftPrize(msgspec.Struct, frozen=True):
    """A prize that waits to be collected: since which session, and whose it is where it was won by name."""

    session: int
    owner: PersonId | None = None


class Inventory(msgspec.Struct, frozen=True):
    """What a closed hall leaves to the next one of its name.

    The series are without their secrets. ``balances``, in cents: prizes owed, held or kept for a later game, pending
    refunds, sellers who handed over too much, and people where no house has their money.
    """

    session: int = 0
    game: int = 0
    tokens: int = 0
    machine: Machine | None = None
    ball_sets: dict[str, BallSet] = {}
    series: tuple[Series, ...] = ()
    balances: dict[str, Cents] = {}
    refunds: dict[str, Refund] = {}
    left_prizes: dict[str, LeftPrize] = {}
    is_counter_open: bool = False
    last_set: str = ""
    given_links: tuple[tuple[PersonId, PersonId], ...] = ()


Secrets = dict[str, str]
"""By name of a series what its cartones are drawn from, in hexadecimal digits."""


def taken_up(inventory: Inventory, secrets: Secrets) -> tuple[Series, ...]:
    return tuple(
        replace(one, secret=secrets.get(one.name), uses=tuple(sorted(one.uses, key=lambda use: use[0].place)))
        for one in inventory.series
    )


def refunds_in_order(refunds: dict[str, Refund]) -> dict[str, Refund]:
    """Return refunds with their sales as they are kept: records of before have each sale by itself."""
    return {name: replace(one, sales=joined_sales(one.sales)) for name, one in refunds.items()}
