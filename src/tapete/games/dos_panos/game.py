"""The two-cloth game as a game of the kernel: what everybody asks of it, and which room answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from tapete.accounts import Posting
from tapete.chance import Draw
from tapete.clauses import Cite, Fault, fault
from tapete.clauses.register import Clause
from tapete.games.baccarat import pack
from tapete.games.baccarat.incident import Incident
from tapete.games.baccarat.layout import Layout
from tapete.games.banked.reportable import Reportable
from tapete.games.dos_panos import acts, opening, options
from tapete.games.dos_panos.acts import StandingAward
from tapete.games.dos_panos.decisions import ACTS, decide_act
from tapete.games.dos_panos.errors import pace, reports
from tapete.games.dos_panos.evolve import FOLDS, evolve
from tapete.games.dos_panos.evolve.postings import postings
from tapete.games.dos_panos.invariants import INVARIANTS
from tapete.games.dos_panos.rules import GAME
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import BankMode, award_terms
from tapete.games.dos_panos.view import View, view
from tapete.kernel import (
    Act,
    ActBody,
    Breach,
    Offer,
    Outcome,
    PersonId,
    Step,
    TimeLimit,
    answer,
    is_accepted,
    union_of,
)
from tapete.rulebooks import Library, house_library
from tapete.table.awards import TableAward


class DosPanos:
    """The game, with the rulebooks it knows."""

    key = GAME
    act_types = union_of(ACTS)
    event_types = union_of(FOLDS)

    def __init__(self, library: Library | None = None) -> None:
        self.library = library or house_library()

    def blank(self) -> State:
        """Return the state before a table is opened."""
        return State()

    def decide(self, state: State, act: Act[Any]) -> Outcome:
        return answer(act, lambda: decide_act(state, act, self.library))

    def open_beside(self, act: Act[Any], others: Iterable[State]) -> Outcome:
        return answer(act, lambda: opening.require_room_for_open_bank(act.body, tuple(others), self.library) or ())

    def is_session(self, opening: acts.OpenTable) -> bool:
        return opening.mode is BankMode.OPEN

    def in_session(self, opening: acts.OpenTable, number: int) -> acts.OpenTable:
        """Return the opening of an open bank as the session of a day that is counted for it, unless one is typed."""
        return opening if opening.session else replace(opening, session=number)

    def with_award(self, opening: acts.OpenTable, award: TableAward) -> acts.OpenTable:
        """Return an opening with whoever has the bank of earlier days, unless it names somebody."""
        if opening.award is not None:
            return opening
        begun = award.is_begun
        kept = StandingAward(award.person, award.amount, award.days, is_begun=begun, is_kept=True, coups=award.coups)
        return replace(opening, award=kept)

    def award_terms(self, opening: acts.OpenTable) -> str:
        return award_terms(opening.rulebook, opening.mode)

    def in_house(self, opening: acts.OpenTable, *, is_in_house: bool) -> acts.OpenTable:
        """Return an opening as that of a table of a house, which keeps the proofs, or of one without."""
        return replace(opening, is_in_house=is_in_house)

    def cover_short(self, closing: Act[Any]) -> ActBody:
        """Return by which act a table is told that what is proven does not cover the stakes that were to be closed."""
        return acts.TellCoverShort(closing.by)

    def bank_broken(self) -> ActBody:
        """Return by which act a table is told that nothing is left of its bank."""
        return acts.TellBankBroken()

    def dinner_begun(self, begin: str, end: str) -> ActBody:
        """Return by which act a table is told that the dinner hour, from and to, has begun for its session."""
        return acts.TellDinnerHour(begin, end)

    def _accepts(self, state: State, act: Act[Any]) -> bool:
        return is_accepted(act.by, lambda: decide_act(state, act, self.library))

    def evolve(self, state: State, event: Any) -> State:
        return evolve(state, event, self.library)

    def step(self, state: State) -> Step:
        """Return the step at which the table stands."""
        return state.step

    def draw_awaited(self, state: State) -> Draw | None:
        if state.lots is not None:
            return state.lots.tie.draw(state.settings.shoe, state.lots.urn, filled=state.lots.is_filled)
        return pack.draw_awaited(state.shoe, state.settings.shoe, next(iter(state.coup.due_cards), None))

    def cards_on_table(self, state: State) -> Layout:
        return state.coup.cards.layout

    def view(self, state: State, viewer: PersonId | None) -> View:
        """Return what ``viewer`` sees; ``None`` is the public screen."""
        return view(state, viewer)

    def legal(self, state: State, viewer: PersonId | None) -> tuple[Offer, ...]:
        """Return what ``viewer`` may do now."""
        return options.legal(state, viewer, self._accepts)

    def explain(self, state: State, viewer: PersonId | None) -> tuple[Cite, ...]:
        """Return the clauses in force at this step."""
        return options.explain(state, viewer)

    def ask_rule(self, state: State, viewer: PersonId | None, about: str = "") -> tuple[Clause, ...]:
        """Answer a question about the rules: never refused, and nothing changes by it."""
        return options.ask_rule(state, viewer, about)

    def reportable(self, state: State, viewer: PersonId | None) -> tuple[Reportable, ...]:
        """Return what ``viewer`` may report as having happened now."""
        return () if state.rules is None else reports.reportable(state, viewer)

    def preview(self, state: State, act: Act[Any]) -> Incident | Fault:
        """Return the incident that a report would open, with its remedies, or the fault in it; nothing is decided."""
        if state.rules is None or not isinstance(act.body, acts.Report):
            return fault("no-such-report")
        return reports.preview(state, act.by, act.body)

    def time_limit(self, state: State) -> TimeLimit | None:
        """Return how long a hand player may still look at his cards, hold them, or take to announce his play, by the
        rulebook of the table.
        """
        return None if state.rules is None else pace.time_limit(state)

    def off_the_list(self, person: PersonId) -> acts.LeaveList:
        """Return the act by which the house strikes off the waiting list somebody who has taken a seat elsewhere."""
        return acts.LeaveList(person)

    def promises(self, state: State) -> Mapping[PersonId, object]:
        """Return who has called a banco that is not awarded yet."""
        return dict.fromkeys(state.coup.banco_calls, True)

    def promise_back(self, state: State, person: PersonId) -> None:
        """A call stands: nobody takes a banco back."""
        del state, person

    def postings(self, event: Any) -> tuple[Posting, ...]:
        """Return the balanced movements of money of one event."""
        return postings(event)

    def problems(self, state: State) -> tuple[Breach, ...]:
        """Return the invariants that ``state`` breaks; none in a sound table."""
        return tuple([found for invariant in INVARIANTS for found in invariant(state)])
