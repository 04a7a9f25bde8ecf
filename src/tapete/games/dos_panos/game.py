"""The two-cloth game as a game of the kernel: what everybody asks of it, and which module answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete import kernel
from tapete.chance import CardOut, Draw, LotOut
from tapete.clauses import cite
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.game import BankedGame
from tapete.games.dos_panos import acts, betting, opening, options, people, rulings
from tapete.games.dos_panos.acts import StandingAward
from tapete.games.dos_panos.bank import ending, granting, proof
from tapete.games.dos_panos.coup import dealing, ending as coup_ending
from tapete.games.dos_panos.errors import conduct, reports
from tapete.games.dos_panos.evolve import FOLDS, POSTINGS, evolve
from tapete.games.dos_panos.invariants import INVARIANTS
from tapete.games.dos_panos.rules import GAME
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import BankMode, award_terms
from tapete.games.dos_panos.view import view
from tapete.table import acts as table
from tapete.table.houses import TableAward

_ = betting, coup_ending, dealing, ending, granting, people, proof, rulings  # imported for what they decide

ACTS: Final[tuple[type[kernel.ActBody], ...]] = (*acts.DECIDERS, acts.NoteAct)
kernel.require_complete(ACTS, kernel.declared_types(acts, kernel.ActBody) | frozenset(ACTS))


class DosPanos(BankedGame[State]):
    key = GAME
    act_types = kernel.union_of(ACTS)
    event_types = kernel.union_of(FOLDS)
    handlers = acts.DECIDERS
    opens = acts.OpenTable
    notes = acts.NoteAct
    noted_by = cite("HP.DP.noted")
    after_the_end = (table.Leave, table.CashOut, acts.CheckCards)
    through_an_incident = (acts.Report, GiveRuling, CardOut, LotOut, acts.AdoptRulebook)
    accidents = reports.ACCIDENTS
    running_time = staticmethod(conduct.time_limit)
    movements = POSTINGS
    invariants = INVARIANTS
    blank = staticmethod(State)
    view = staticmethod(view)
    explain = staticmethod(options.explain)
    ask_rule = staticmethod(options.ask_rule)

    def open_beside(self, act: kernel.Act[Any], others: Iterable[State]) -> kernel.Outcome:
        return kernel.answer(
            act, lambda: opening.require_room_for_open_bank(act.body, tuple(others), self.library) or ()
        )

    def is_session(self, opening: acts.OpenTable) -> bool:
        return opening.mode is BankMode.OPEN

    def in_session(self, opening: acts.OpenTable, number: int) -> acts.OpenTable:
        """Return the opening of an open bank as the session of a day that is counted for it, unless one is typed."""
        return opening if opening.session else replace(opening, session=number)

    def with_award(self, opening: acts.OpenTable, award: TableAward) -> acts.OpenTable:
        if opening.award is not None:
            return opening
        begun = award.is_begun
        kept = StandingAward(award.person, award.amount, award.days, is_begun=begun, is_kept=True, coups=award.coups)
        return replace(opening, award=kept)

    def award_terms(self, opening: acts.OpenTable) -> str:
        return award_terms(opening.rulebook, opening.mode)

    def in_house(self, opening: acts.OpenTable, *, is_in_house: bool) -> acts.OpenTable:
        return replace(opening, is_in_house=is_in_house)

    def cover_short(self, closing: kernel.Act[Any]) -> kernel.ActBody:
        return acts.TellCoverShort(closing.by)

    def bank_broken(self) -> kernel.ActBody:
        return acts.TellBankBroken()

    def dinner_begun(self, begin: str, end: str) -> kernel.ActBody:
        return acts.TellDinnerHour(begin, end)

    def evolve(self, state: State, event: Any) -> State:
        return evolve(state, event, self.library)

    def draw_awaited(self, state: State) -> Draw | None:
        if state.lots is not None:
            return state.lots.tie.draw(state.settings.shoe, state.lots.urn, filled=state.lots.is_filled)
        return super().draw_awaited(state)

    def legal(self, state: State, viewer: kernel.PersonId | None) -> tuple[kernel.Offer, ...]:
        return options.legal(state, viewer, self.is_accepted)

    def promises(self, state: State) -> Mapping[kernel.PersonId, object]:
        return dict.fromkeys(state.coup.banco_calls, True)

    def promise_back(self, _state: State, _person: kernel.PersonId) -> None:
        """A call stands: nobody takes a banco back."""
