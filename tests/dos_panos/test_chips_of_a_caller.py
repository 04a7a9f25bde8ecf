"""What outlasts whoever is concerned: a caller keeps what his banco takes, to the cent, and nobody else is held to it;
the cards of a cloth go on whoever of the other one has gone.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tapete.games.baccarat.outcome import Winner
from tapete.games.banked.coup import with_side
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.coup.next_coup import turns_moved
from tapete.games.dos_panos.events import TurnMoved
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import Hand
from tapete.kernel import PersonId
from tapete.table import acts as t
from tests.support.dos_panos.coups import LOST
from tests.support.dos_panos.table import CHIPS, Table, opened

BANK_OF_THE_SCENE = 2_000_00


def calling() -> Table:
    """Bea has called the banco of 2,000 euros, and others may still call."""
    return opened().ready(BANK_OF_THE_SCENE).do("croupier", a.OpenBets()).do("bea", a.CallBanco())


@pytest.mark.parametrize(
    ("who", "amount", "refused"),
    [
        ("bea", 1, None),
        ("bea", CHIPS - BANK_OF_THE_SCENE - 1, None),
        ("bea", CHIPS - BANK_OF_THE_SCENE, None),
        ("bea", CHIPS - BANK_OF_THE_SCENE + 1, "banco-in-play"),
        ("bea", CHIPS, "banco-in-play"),
        ("bea", CHIPS + 1, "banco-in-play"),
        ("ana", CHIPS - BANK_OF_THE_SCENE + 1, None),
        ("ana", CHIPS, None),
        ("ana", CHIPS + 1, "not-enough-chips"),
    ],
)
def test_a_caller_changes_back_what_is_left_above_the_bank_and_no_cent_of_it(
    who: str, amount: int, refused: str | None
) -> None:
    made = calling()
    if refused is None:
        assert made.accepts(who, t.CashOut(amount))
    else:
        assert made.refused(who, t.CashOut(amount)).code == refused


def settled(**holders: tuple[str | None, Winner]) -> State:
    """Return the table after a coup that each of these held on his cloth, with its result."""
    state = opened(LOST).ready().bets().staked(ana=100_00, carla=100_00).closed().state
    for hand, (who, won) in holders.items():
        state = replace(state, coup=with_side(state.coup, hand, holder=who and PersonId(who), winner=won))
    return state


HERE, GONE = ("ana", "carla"), ("luz", None)
MOVED = {"primero": TurnMoved(Hand.PRIMERO, 2), "segundo": TurnMoved(Hand.SEGUNDO, 7)}


@pytest.mark.parametrize("first", ["ana", *GONE])
@pytest.mark.parametrize("second", ["carla", *GONE])
@pytest.mark.parametrize(
    "results", [(Winner.BANCA, Winner.BANCA), (Winner.BANCA, Winner.TIE), (Winner.TIE, Winner.BANCA)]
)
def test_the_turn_of_a_cloth_goes_on_whoever_of_the_other_one_has_gone(
    first: str | None, second: str | None, results: tuple[Winner, Winner]
) -> None:
    state = settled(primero=(first, results[0]), segundo=(second, results[1]))
    lost = {hand: won is Winner.BANCA for hand, won in zip(MOVED, results, strict=True)}
    there = {"primero": first in HERE, "segundo": second in HERE}
    stays = {"primero": TurnMoved(Hand.PRIMERO, 1), "segundo": TurnMoved(Hand.SEGUNDO, 6)}
    told = tuple(
        (MOVED if lost[hand] else stays)[hand]
        for hand in MOVED
        if there[hand] and state.turns.get(Hand(hand)) != (MOVED if lost[hand] else stays)[hand].seat
    )
    assert turns_moved(state) == told
