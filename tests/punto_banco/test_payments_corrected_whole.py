"""A wrong payment of a settled coup of punto y banca, put right: between which sums, by whom, and what it comes to."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete import punto_banco as pb
from tapete.games.baccarat.corrections import ClaimRecorded, PaymentCorrected
from tapete.games.punto_banco.events import CardCorrected
from tapete.games.punto_banco.state import State
from tapete.kernel import Accepted, Act, PersonId, Refused
from tests.support.punto_banco.full_state import ANA, BEA, DORA, FORMER, STATE
from tests.support.punto_banco.walk import GAME, STAFF

CROUPIER, CHIEF, INSPECTOR = (STAFF[one] for one in (pb.Role.CROUPIER, pb.Role.TABLE_CHIEF, pb.Role.INSPECTOR))
CALM = replace(
    STATE, docket=replace(STATE.docket, open=()), phase=pb.Phase.BETWEEN, bets=Map(), layout=(), due_cards=()
)
PLAIN = replace(CALM, settings=replace(CALM.settings, side_bets=()))
WITH_SIDE_BETS = replace(CALM, settings=replace(CALM.settings, side_bets=(pb.Bet.PERFECT_PAIR,)))
LAST = FORMER[2]


def answered(state: State, by: PersonId, what: Any) -> Any:
    """Return the events of an act, or the code and the facts of its refusal."""
    found = GAME.decide(state, Act(by, what, state.step))
    if isinstance(found, Refused):
        return found.code, found.facts
    assert isinstance(found, Accepted)
    return found.events


def booked(amount: int, **changes: Any) -> State:
    """Return the table with another sum in its books for what Ana had from the last coup."""
    last = replace(LAST, payouts=LAST.payouts.set(ANA, amount))
    return replace(PLAIN, history=(*FORMER[:2], last), **changes)


def put_right(paid: int, due: int = 10_00, before: int = 10_00, *, later: bool = False, who: PersonId = ANA) -> Any:
    return (PaymentCorrected(2, who, paid, due, before, CHIEF, CROUPIER, "seen", later),)


def bounds(amount: int, low: int = -11_00, high: int = 88_00) -> tuple[str, dict[str, int]]:
    return "payment-out-of-bounds", {"low": low, "high": high, "amount": amount}


NOT_THE_LAST = replace(PLAIN, history=(LAST, replace(FORMER[0], number=5)))
PAID: list[tuple[State, PersonId, int | None, Any]] = [
    (PLAIN, ANA, 88_00, put_right(88_00)),
    (PLAIN, ANA, 88_01, bounds(88_01)),
    (PLAIN, ANA, -11_00, put_right(-11_00)),
    (PLAIN, ANA, -11_01, bounds(-11_01)),
    (PLAIN, ANA, 0, put_right(0)),
    (PLAIN, ANA, 10_00, ("nothing-changes", {})),
    (PLAIN, ANA, None, ("nothing-changes", {})),
    (PLAIN, BEA, 40_00, put_right(40_00, -5_00, -5_00, who=BEA)),
    (PLAIN, BEA, 40_01, bounds(40_01, -5_00, 40_00)),
    (PLAIN, DORA, 0, ("no-such-bet", {"bet": ""})),
    (WITH_SIDE_BETS, ANA, 275_00, put_right(275_00)),
    (WITH_SIDE_BETS, ANA, 275_01, bounds(275_01, high=275_00)),
    (booked(30_00), ANA, 30_00, put_right(30_00, 10_00, 30_00)),
    (booked(30_00), ANA, None, put_right(30_00, 10_00, 30_00)),
    (booked(30_00), ANA, 10_00, put_right(10_00, 10_00, 30_00)),
    (booked(80_00), ANA, 0, put_right(0, 10_00, 80_00)),
    (booked(80_01), ANA, 0, ("not-enough-chips", {"chips": 70_00, "amount": 70_01})),
    (replace(PLAIN, phase=pb.Phase.BETS), ANA, 0, put_right(0)),
    (replace(PLAIN, phase=pb.Phase.END_OF_SHOE), ANA, 0, put_right(0)),
    (replace(PLAIN, phase=pb.Phase.DEAL), ANA, 0, put_right(0, later=True)),
    (NOT_THE_LAST, ANA, 0, put_right(0, later=True)),
    (replace(PLAIN, history=FORMER[:2]), ANA, -10_01, bounds(-10_01, -10_00, 80_00)),
    (replace(PLAIN, history=FORMER[1:2]), ANA, 0, ("no-such-coup", {"coup": 2})),
]


@pytest.mark.parametrize(("state", "who", "paid", "found"), PAID)
def test_a_payment_is_put_right_within_what_could_be_won_and_lost(
    state: State, who: PersonId, paid: int | None, found: Any
) -> None:
    assert answered(state, CHIEF, pb.CorrectPayment(2, who, CROUPIER, "seen", paid)) == found


@pytest.mark.parametrize(
    ("by", "second", "reason", "found"),
    [
        (CHIEF, CROUPIER, "seen", ""),
        (CROUPIER, CHIEF, "seen", ""),
        (INSPECTOR, CHIEF, "seen", ""),
        (CHIEF, CHIEF, "seen", "second-official-missing"),
        (CROUPIER, INSPECTOR, "seen", "not-your-post"),
        (CHIEF, ANA, "seen", "second-official-missing"),
        (ANA, CHIEF, "seen", "not-your-post"),
        (CHIEF, CROUPIER, " ", "reason-missing"),
    ],
)
def test_two_officials_put_it_right_and_say_why(by: PersonId, second: PersonId, reason: str, found: str) -> None:
    payment = answered(PLAIN, by, pb.CorrectPayment(2, ANA, second, reason, 0))
    card = answered(PLAIN, by, pb.CorrectCard(2, 3, pb.Card("6h"), second, reason))
    if found:
        assert (payment[0], card[0]) == (found, found)
    else:
        assert (type(payment[0]), type(card[0])) == (PaymentCorrected, CardCorrected)


GONE = PersonId("gone")
SETTLED_WITH_GONE = replace(
    PLAIN, history=(*FORMER[:2], replace(LAST, lines=(*LAST.lines, replace(LAST.lines[0], person=GONE))))
)


@pytest.mark.parametrize(
    ("state", "by", "who", "coup", "found"),
    [
        *((PLAIN, by, ANA, 4, (ClaimRecorded(ANA, 4, "says so", True),)) for by in (CROUPIER, CHIEF, INSPECTOR)),
        (PLAIN, ANA, ANA, 4, "not-your-post"),
        (PLAIN, CHIEF, ANA, 5, ("no-such-coup", {"coup": 5})),
        (PLAIN, CHIEF, ANA, 2, (ClaimRecorded(ANA, 2, "says so", False),)),
        (PLAIN, CHIEF, ANA, 1, (ClaimRecorded(ANA, 1, "says so", True),)),
        (PLAIN, CHIEF, GONE, 2, ("unknown-person", {"person": GONE})),
        (SETTLED_WITH_GONE, CHIEF, GONE, 2, (ClaimRecorded(GONE, 2, "says so", False),)),
        (replace(PLAIN, history=FORMER[:1]), CHIEF, ANA, 2, (ClaimRecorded(ANA, 2, "says so", True),)),
        (replace(PLAIN, history=FORMER[:1], coup=1), CHIEF, ANA, 2, (ClaimRecorded(ANA, 2, "says so", False),)),
    ],
)
def test_a_claim_is_noted_and_admitted_until_its_coup_is_paid(
    state: State, by: PersonId, who: PersonId, coup: int, found: Any
) -> None:
    answer = answered(state, by, pb.RecordClaim(who, coup, "says so"))
    assert (answer[0] if isinstance(found, str) else answer) == found
