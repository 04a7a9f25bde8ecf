"""The bounds of what a house may set: the least and the most are taken, and nothing beside them."""

from typing import Any

import msgspec

from tapete.rulebooks import bounds
from tests.support.rows import rows

HOUR = 60 * 60
PACKS = tuple(range(1, 13))


@rows(
    "kind, least, most",
    [
        (bounds.Seconds, 1, HOUR),
        (bounds.SecondsOrNone, 0, HOUR),
        (bounds.RoundingUnit, 1, 1_000_00),
        (bounds.SeatCount, 1, 20),
        (bounds.Decks, 1, 12),
        (bounds.Times, 1, 20),
        (bounds.Pieces, 1, 1_000_000),
        (bounds.PiecesOrNone, 0, 1_000_000),
        (bounds.Sessions, 0, 1_000),
        (bounds.FixedAmount, 0, 1_000_000_000_00),
    ],
)
def test_the_least_and_the_most_are_taken_and_nothing_beside_them(kind: Any, least: int, most: int) -> None:
    assert [is_taken(kind, one) for one in (least - 1, least, most, most + 1)] == [False, True, True, False]


@rows(
    "packs, taken",
    [((), False), ((1,), True), (PACKS, True), ((*PACKS, 12), False), ((0,), False), ((12,), True), ((6, 13), False)],
)
def test_a_table_is_opened_with_one_of_twelve_numbers_of_packs_at_most(packs: tuple[int, ...], taken: bool) -> None:
    assert is_taken(bounds.DeckChoice, packs) is taken


def is_taken(kind: Any, value: object) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True
