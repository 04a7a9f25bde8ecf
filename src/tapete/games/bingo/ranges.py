"""Ranges of numbers: what a set of them holds, what is left of it, and the ranges that touch joined into one."""

from __future__ import annotations

from collections.abc import Iterable

from tapete.games.bingo.terms import Range


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
    for part in sorted(parts):
        if found and found[-1].series == part.series and part.first <= found[-1].last + 1:
            found[-1] = Range(part.series, found[-1].first, max(found[-1].last, part.last))
        else:
            found.append(part)
    return tuple(found)


def is_within(one: Range, parts: Iterable[Range]) -> bool:
    """Return True if every cartón of a range stands in some of the others."""
    return any(
        part.series == one.series and part.first <= one.first and one.last <= part.last for part in joined_ranges(parts)
    )


def touches(one: Range, parts: Iterable[Range]) -> tuple[Range, ...]:
    """Return the ranges that have a cartón in common with one."""
    return tuple(part for part in parts if overlap(one, part) is not None)


def card_count(parts: Iterable[Range]) -> int:
    """Return how many cartones some ranges have that do not overlap."""
    return sum(part.size for part in parts)
