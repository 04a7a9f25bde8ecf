"""Ranges of numbers: what a set of them holds, what is left of it, and the ranges that touch joined into one."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import TypeVar

from msgspec.structs import replace

from tapete.clauses import Fault, fault
from tapete.games.bingo.terms import Range, SoldRange, split_card

P = TypeVar("P")


def overlap(one: Range, other: Range) -> Range | None:
    """Return the cartones that stand in both ranges."""
    if one.series != other.series:
        return None
    first, last = max(one.first, other.first), min(one.last, other.last)
    return Range(one.series, first, last) if first <= last else None


def without(one: Range, taken: Range) -> tuple[Range, ...]:
    """Return what is left of a range when another is taken out of it."""
    common = overlap(one, taken)
    if common is None:
        return (one,)
    left = Range(one.series, one.first, common.first - 1), Range(one.series, common.last + 1, one.last)
    return tuple(part for part in left if part.first <= part.last)


def without_all(cards: Range, taken: Iterable[Range]) -> tuple[Range, ...]:
    """Return what is left of a range when others are taken out of it."""
    parts: tuple[Range, ...] = (cards,)
    for gone in taken:
        parts = tuple(left for part in parts for left in without(part, gone))
    return parts


def joined_ranges(parts: Iterable[Range]) -> tuple[Range, ...]:
    """Return ranges in order of series and number, those that touch as one."""
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
    """Return parts in order with one more; it is joined with a neighbour that it touches and from which it differs by
    its range alone.
    """
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
    """Return sales in order of series and number with one more: of one seller to one holder, by one means, what touches
    is one.
    """
    return with_part(sales, sale, attrgetter("cards"), lambda one, cards: replace(one, cards=cards))


def joined_sales(sales: Iterable[SoldRange]) -> tuple[SoldRange, ...]:
    """Return sales as they are kept: in order, those that touch as one."""
    found: tuple[SoldRange, ...] = ()
    for one in sales:
        found = with_sale(found, one)
    return found


def without_cards(sales: tuple[SoldRange, ...], cards: Iterable[str]) -> tuple[SoldRange, ...]:
    """Return sales without single cartones, given by name."""
    taken = tuple(Range(*named, named[1]) for card in cards if (named := split_card(card)))
    return tuple(replace(one, cards=part) for one in sales for part in without_all(one.cards, taken))


def sale_with(sales: tuple[SoldRange, ...], cards: Range) -> SoldRange | None:
    """Return the sale that a whole range went out with; the sales are in order."""
    at = bisect(sales, cards.place[:2], key=lambda one: one.cards.place[:2])
    found = sales[at - 1] if at else None
    return found if found is not None and overlap(found.cards, cards) == cards else None


def touches(one: Range, parts: Iterable[Range]) -> tuple[Range, ...]:
    """Return the ranges that have a cartón in common with one."""
    return tuple(part for part in parts if overlap(one, part) is not None)


def require_upward(cards: Range) -> Fault | None:
    """Return a Fault if the last number of a range comes before its first."""
    return fault("range-backwards", first=cards.first, last=cards.last) if cards.first > cards.last else None


def card_count(parts: Iterable[Range]) -> int:
    """Return how many cartones some ranges have that do not overlap."""
    return sum(part.size for part in parts)
