"""The postings of every event: balanced movements between named accounts, in cents."""

from __future__ import annotations

from tapete.accounts import CASH_DESK, HOUSE, STAKES, Posting, move, person
from tapete.games.baccarat.corrections import PaymentCorrected
from tapete.games.baccarat.pack import CardDealt, DrawAwaited
from tapete.games.baccarat.procedure import Said
from tapete.games.punto_banco.events import (
    BetPlaced,
    BetWithdrawn,
    CoupSettled,
    CoupVoided,
    HandShown,
    PhaseOpened,
    PuntoBancoEvent,
    StakeReturned,
)
from tapete.games.punto_banco.settle import legs
from tapete.table.acts import BoughtIn, CashedOut, PersonLeft


def postings(event: PuntoBancoEvent) -> tuple[Posting, ...]:
    """Return the legs of one event; none when it moves no money."""
    match event:
        case PhaseOpened() | Said() | CardDealt() | DrawAwaited() | HandShown():
            return ()
        case BoughtIn(person=who, amount=amount):
            return move(amount, CASH_DESK, person(who))
        case CashedOut(person=who, amount=amount) | PersonLeft(person=who, amount=amount):
            return move(amount, person(who), CASH_DESK)
        case BetPlaced(person=who, amount=amount):
            return move(amount, person(who), STAKES)
        case BetWithdrawn(person=who, amount=amount) | StakeReturned(person=who, amount=amount):
            return move(amount, STAKES, person(who))
        case CoupSettled(lines=lines):
            return legs(lines)
        case CoupVoided(lines=lines):
            return tuple(leg for one in lines for leg in move(one.stake, STAKES, person(one.person)))
        case PaymentCorrected(person=who, due=due, booked=booked):
            return move(due - booked, HOUSE, person(who)) if due >= booked else move(booked - due, person(who), HOUSE)
        case _:
            return ()
