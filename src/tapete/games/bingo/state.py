"""The state of one hall: an immutable value, folded from events and never stored; its money and its books."""

from __future__ import annotations

from typing import Any

import msgspec
from immutables import Map

from tapete.accounts import CASH_DESK, EMPTY, HOUSE, Ledger, Posting, move, person, post
from tapete.chance import ChanceKind, UrnSealed
from tapete.games.bingo import events as e
from tapete.games.bingo.rules import Rules, read
from tapete.games.bingo.terms import Phase, Post, Prize, Sold
from tapete.kernel import PersonId, Step
from tapete.money import Cents
from tapete.rulebooks import Library
from tapete.table import acts as table
from tapete.table.windows import Claim, Window, claim

SALES = "sales"
PRIZES = "prizes"

_set = msgspec.structs.replace


class State(msgspec.Struct, frozen=True):
    """Everything that is so. ``calls`` are the claims of the open pause, ``checked`` what the table chief found."""

    rules: Rules | None = None
    name: str = ""
    face_value: Cents = 0
    staff: Map[Post, PersonId] = Map()
    ledger: Ledger = EMPTY
    phase: Phase = Phase.CLOSED
    serial: int = 0
    sold: Map[str, Sold] = Map()
    prizes: Map[Prize, Cents] = Map()
    out: tuple[int, ...] = ()
    announced: tuple[int, ...] = ()
    balls: ChanceKind = ChanceKind.SEALED
    urn: int = 0
    """Number of the urn in use; 0 while none is filled."""
    wanted: bool = False
    calls: Window[str] = Window("calls", 0)
    checked: Map[tuple[str, str], bool] = Map()
    awarded: Map[Prize, tuple[e.Won, ...]] = Map()
    ball_at_award: int = 0
    said: tuple[str, ...] = ()

    @property
    def book(self) -> Rules:
        """Return the rulebook; a hall that was never opened has none."""
        if self.rules is None:
            raise LookupError("no hall is open")
        return self.rules

    @property
    def step(self) -> Step:
        """Return where the hall stands; a hall counts games, not coups."""
        return Step(1, len(self.announced), str(self.phase), self.serial)

    def valid(self, prize: Prize) -> tuple[Sold, ...]:
        """Return the cards found right for a prize in this pause, by series and number."""
        right = [self.sold[card] for (kind, card), good in self.checked.items() if kind == prize and good]
        return tuple(sorted(right, key=lambda one: (one.ticket.series, one.ticket.number)))


def postings(event: Any) -> tuple[Posting, ...]:
    """Return the legs of one event; none for an event that moves no money."""
    match event:
        case table.BoughtIn(person=who, amount=amount):
            return move(amount, CASH_DESK, person(who))
        case e.TicketSold(person=who, price=price):
            return move(price, person(who), SALES)
        case e.PrizesAnnounced(line=line, bingo=bingo, house=house):
            return (*move(line + bingo, SALES, PRIZES), *move(house, SALES, HOUSE))
        case e.PrizesPaid(won=won):
            return tuple(leg for one in won for leg in move(one.amount, PRIZES, person(one.person)))
        case _:
            return ()


def evolve(state: State, event: Any, library: Library) -> State:
    """Fold one event: bookkeeping only."""
    legs = postings(event)
    if legs:
        state = _set(state, ledger=post(state.ledger, legs))
    match event:
        case e.HallOpened(name=name, sha256=sha256, face_value=face_value, balls=balls, staff=staff):
            rules = read(library.hashed(sha256))
            return _set(state, rules=rules, name=name, face_value=face_value, balls=balls, staff=Map(staff))
        case e.PhaseOpened(phase=phase):
            return _set(state, phase=phase, serial=state.serial + 1)
        case e.TicketSold(ticket=ticket, person=who):
            return _set(state, sold=state.sold.set(ticket.key, Sold(ticket, who)))
        case e.PrizesAnnounced(line=line, bingo=bingo):
            return _set(state, prizes=Map({Prize.LINE: line, Prize.BINGO: bingo}))
        case UrnSealed(urn=urn):
            return _set(state, urn=urn)
        case e.BallWanted():
            return _set(state, wanted=True)
        case e.BallDrawn(ball=ball):
            return _set(state, wanted=False, out=(*state.out, ball))
        case e.BallAnnounced(ball=ball):
            return _set(state, announced=(*state.announced, ball))
        case e.PrizeCalled(person=who, prize=prize, card=card):
            return _set(state, calls=claim(state.calls, Claim(who, f"{prize}:{card}")))
        case e.CardChecked(prize=prize, card=card, valid=valid):
            return _set(state, checked=state.checked.set((prize, card), valid))
        case e.Said(formula=formula):
            return _set(state, said=(*state.said, formula))
        case e.PrizeAwarded(prize=prize, won=won):
            return _cleared(_set(state, awarded=state.awarded.set(prize, won), ball_at_award=len(state.out)))
        case e.CallsDropped():
            return _cleared(state)
        case e.PrizesPaid() | table.BoughtIn():
            return state
        case _:
            raise TypeError(type(event).__name__)


def _cleared(state: State) -> State:
    """The pause is over: its calls and checks are done with."""
    return _set(state, calls=Window("calls", state.serial), checked=Map())
