"""A game in which a player holds the bank, as a game of the kernel: what does not depend on how the bank is come by."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar

from tapete import accounts, kernel
from tapete.accounts import Posting
from tapete.chance import Draw
from tapete.clauses import Cite, Fault, fault, rest_on, with_clauses
from tapete.games.baccarat import procedure
from tapete.games.baccarat.effects import Layout
from tapete.games.baccarat.incident import Incident, require_no_incident
from tapete.games.banked import reports
from tapete.games.banked.acts import Deciders
from tapete.games.banked.books import Postings
from tapete.games.banked.offers import Accepts
from tapete.games.banked.people import require_may_note, told_of
from tapete.games.banked.state import State
from tapete.rulebooks import ByLibrary, Library, house_library
from tapete.table.people import LeaveList
from tapete.table.phases import CLOSED

S = TypeVar("S", bound=State[Any])


def ledger_is_sound(state: State[Any]) -> tuple[kernel.Breach, ...]:
    """The accounts sum to nothing, and nobody is below zero."""
    return accounts.problems(state.ledger)


def cards_lie_once(state: State[Any]) -> tuple[kernel.Breach, ...]:
    """Every card on the table lies in one place."""
    positions = [card.position for card in state.coup.cards.layout]
    return () if len(set(positions)) == len(positions) else (kernel.breach("card-twice"),)


Kinds = Collection[type[kernel.ActBody]]
Checks = tuple[Callable[[Any], tuple[kernel.Breach, ...]], ...]


class BankedGame(Generic[S]):
    """The game, with the rulebooks it knows."""

    handlers: ClassVar[Deciders]
    opens: ClassVar[type[kernel.ActBody]]
    notes: ClassVar[type[kernel.ActBody]]
    """The act by which the croupier of a real table notes what a person has done; ``noted_by`` is its clause."""
    noted_by: ClassVar[Cite]
    after_the_end: ClassVar[Kinds]
    """What is still done at a table that has been closed."""
    through_an_incident: ClassVar[Kinds]
    """Acts that an open incident does not suspend; neither does it those that belong to no phase."""
    accidents: ClassVar[reports.Accidents[Any, Any]]
    movements: ClassVar[Postings]
    invariants: ClassVar[Checks] = (ledger_is_sound, cards_lie_once)

    def __init__(self, library: Library | None = None) -> None:
        self.library: Final = library or house_library()

    def decide(self, state: S, act: kernel.Act[Any]) -> kernel.Outcome:
        return kernel.answer(act, lambda: self.decide_act(state, act))

    def is_accepted(self, state: S, act: kernel.Act[Any]) -> bool:
        return kernel.is_accepted(act.by, lambda: self.decide_act(state, act))

    def decide_act(self, state: S, act: kernel.Act[Any]) -> kernel.Decision:
        kind = type(act.body)
        if kind is not self.opens and (wrong := self.require_admissible(state, act)):
            return wrong
        if kind is self.notes:
            return self.note(state, act)
        handler = self.handlers.get(kind)
        if isinstance(handler, ByLibrary):
            return handler.function(state, act.by, act.body, self.library)
        return fault("unknown-act") if handler is None else handler(state, act.by, act.body)

    def note(self, state: S, act: kernel.Act[Any]) -> kernel.Decision:
        """Decide what the croupier of a real table notes for a person, as if that person had done it."""
        person = act.body.person
        wrong = require_may_note(state.staff, act.by, person, is_real=state.is_real)
        if wrong:
            return with_clauses(wrong, self.noted_by)
        rest_on(self.noted_by)
        return told_of(self.decide_act(state, kernel.Act(person, act.body.what, act.at)), person)

    def require_admissible(self, state: S, act: kernel.Act[Any]) -> Fault | None:
        """Return a Fault unless the table is open, the act is meant for the open step, and no incident holds it up."""
        if state.rules is None:
            return fault("no-table")
        if state.phase == CLOSED and type(act.body) not in self.after_the_end:
            return fault("table-closed")
        return kernel.require_open_step(act, state.step) or self.require_not_suspended(state, act)

    def require_not_suspended(self, state: S, act: kernel.Act[Any]) -> Fault | None:
        through = act.body.is_timeless or type(act.body) in self.through_an_incident
        return None if act.by in kernel.SYSTEM or through else require_no_incident(state.docket)

    def reportable(self, state: S, viewer: kernel.PersonId | None) -> tuple[reports.Reportable, ...]:
        return () if state.rules is None else reports.reportable(self.accidents, state, viewer)

    def preview(self, state: S, act: kernel.Act[Any]) -> Incident | Fault:
        """Return the incident that a report would open, with its remedies, or the fault in it; nothing is decided."""
        if state.rules is None or type(act.body) is not self.accidents.report:
            return fault("no-such-report")
        return reports.preview(self.accidents, state, act.by, act.body)

    def waits_for(self, state: S) -> Any:
        """Return what the table waits for, whoever asks; its ``people`` are those of whom the next step may come."""
        raise NotImplementedError

    def offers_to(
        self, state: S, viewer: kernel.PersonId, accepts: Accepts, awaited: Any, *, is_main_only: bool = False
    ) -> tuple[kernel.Offer, ...]:
        raise NotImplementedError

    def legal(self, state: S, viewer: kernel.PersonId | None) -> tuple[kernel.Offer, ...]:
        if viewer is None or state.rules is None:
            return ()
        return self.offers_to(state, viewer, self.is_accepted, self.waits_for(state))

    def main_offers(self, state: S, people: Sequence[kernel.PersonId]) -> kernel.MainOffers:
        if state.rules is None:
            return ()
        awaited = self.waits_for(state)
        return [
            (one, found)
            for one in awaited.people(state, people)
            if (found := self.offers_to(state, one, self.is_accepted, awaited, is_main_only=True))
        ]

    def running_time(self, state: S) -> kernel.TimeLimit | None:
        raise NotImplementedError

    def time_limit(self, state: S) -> kernel.TimeLimit | None:
        return None if state.rules is None else self.running_time(state)

    def step(self, state: S) -> kernel.Step:
        return state.step

    def draw_awaited(self, state: S) -> Draw | None:
        return procedure.draw_awaited(state.shoe, state.settings.shoe, next(iter(state.coup.due_cards), None))

    def cards_on_table(self, state: S) -> Layout:
        """Return the cards of the coup; those of the last one lie there until the next one opens."""
        return state.coup.cards.layout

    def off_the_list(self, person: kernel.PersonId) -> LeaveList:
        return LeaveList(person)

    def postings(self, event: Any) -> tuple[Posting, ...]:
        moves = self.movements.get(type(event))
        return () if moves is None else moves(event)

    def problems(self, state: S) -> tuple[kernel.Breach, ...]:
        return tuple([found for invariant in self.invariants for found in invariant(state)])
