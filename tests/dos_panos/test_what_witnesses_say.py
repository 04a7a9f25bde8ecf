"""What is kept of witnesses of a hand that was thrown in: of each hand each has one word, his last."""

from __future__ import annotations

import pytest

from tapete.games.dos_panos.state import coup
from tapete.games.dos_panos.terms import Hand
from tapete.kernel import PersonId

FIRST, SECOND, BANK = Hand.PRIMERO, Hand.SEGUNDO, Hand.BANCA


def said(who: str, hand: Hand, total: int) -> coup.Testimony:
    return coup.Testimony(PersonId(who), hand, total)


KEPT = (said("ana", FIRST, 7), said("bea", FIRST, 7), said("ana", SECOND, 3), said("bea", BANK, 0))


@pytest.mark.parametrize(
    ("heard", "kept"),
    [
        (said("ana", FIRST, 8), (KEPT[1], KEPT[2], KEPT[3])),
        (said("bea", FIRST, 7), (KEPT[0], KEPT[2], KEPT[3])),
        (said("ana", SECOND, 0), (KEPT[0], KEPT[1], KEPT[3])),
        (said("bea", BANK, 9), (KEPT[0], KEPT[1], KEPT[2])),
        (said("bea", SECOND, 3), KEPT),
        (said("ana", BANK, 0), KEPT),
        (said("carla", FIRST, 7), KEPT),
    ],
)
def test_whoever_speaks_again_of_a_hand_takes_back_what_he_said_of_it_and_nothing_else(
    heard: coup.Testimony, kept: tuple[coup.Testimony, ...]
) -> None:
    assert coup.with_statement(KEPT, heard) == (*kept, heard)
    assert coup.with_statement((), heard) == (heard,)
