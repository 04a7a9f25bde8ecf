"""A game at whose tables a player holds the bank, as the rest of the house sees it: which room answers what."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol, TypeVar

from tapete.chance import CardOut, Draw
from tapete.clauses import Cite, Fault, fault, rest_on, with_clauses
from tapete.games.baccarat import procedure
from tapete.games.baccarat.effects import Layout
from tapete.games.baccarat.engine import CardGame
from tapete.games.baccarat.incident import GiveRuling, Incident, require_no_incident
from tapete.games.banked import reports
from tapete.games.banked.acts import Report
from tapete.games.banked.people import require_may_note, told_of
from tapete.games.banked.settled_coups import CorrectableTable
from tapete.kernel import SYSTEM, Act, ActBody, Decision, PersonId, Step, require_open_step
from tapete.table.acts import CashOut, Leave
from tapete.table.state import AdoptRulebook


class PlayedTable(CorrectableTable, Protocol):
    """The state of a banked table, as far as its game needs it."""

    @property
    def rules(self) -> Any: ...
    @property
    def step(self) -> Step: ...
    @property
    def is_real(self) -> bool: ...


S = TypeVar("S", bound=PlayedTable)


class BankedGame(CardGame[S]):
    """A game at whose tables a player holds the bank.

    ``noted`` is the clause by which the croupier of a real table notes what people have done. ``after_the_end`` are the
    acts still done at a closed table, ``through_an_incident`` those that an open incident does not suspend, beside
    those that belong to no phase.
    """

    note_act: ClassVar[Any]
    noted: ClassVar[Cite]
    accidents: ClassVar[reports.Accidents[Any, Any]]
    leave_list: ClassVar[type[ActBody]]
    after_the_end: ClassVar[frozenset[type[ActBody]]] = frozenset({Leave, CashOut})
    through_an_incident: ClassVar[frozenset[type[ActBody]]] = frozenset({GiveRuling, CardOut, AdoptRulebook})

    def _decide(self, state: S, act: Act[Any]) -> Decision:
        if type(act.body) is not self.note_act:
            return super()._decide(state, act)
        return self._require_admissible(state, act) or self._note(state, act)

    def _note(self, state: S, act: Act[Any]) -> Decision:
        """Decide what the croupier of a real table notes for a person, as if that person had done it."""
        person = act.body.person
        wrong = require_may_note(state.staff, act.by, person, is_real=state.is_real)
        if wrong:
            return with_clauses(wrong, self.noted)
        rest_on(self.noted)
        return told_of(self._decide(state, Act(person, act.body.what, act.at)), person)

    def _require_admissible(self, state: S, act: Act[Any]) -> Fault | None:
        if state.rules is None:
            return fault("no-table")
        if state.phase == "closed" and type(act.body) not in self.after_the_end:
            return fault("table-closed")
        return require_open_step(act, state.step) or self._require_not_suspended(state, act)

    def _require_not_suspended(self, state: S, act: Act[Any]) -> Fault | None:
        through = isinstance(act.body, Report) or type(act.body) in self.through_an_incident
        if not state.docket.open or act.by in SYSTEM or act.body.is_timeless or through:
            return None
        return None if self._goes_on(state, act) else require_no_incident(state.docket)

    def _goes_on(self, state: S, act: Act[Any]) -> bool:
        """Return True if an act goes on although an incident is open: none does but for what a game says."""
        return False

    def draw_awaited(self, state: S) -> Draw | None:
        return procedure.draw_awaited(state.shoe, state.settings.shoe, next(iter(state.coup.due_cards), None))

    def cards_on_table(self, state: S) -> Layout:
        """Return the cards of the coup; those of the last one lie there until the next one opens."""
        return state.coup.cards.layout

    def reportable(self, state: S, viewer: PersonId | None) -> tuple[reports.Reportable, ...]:
        return () if state.rules is None else reports.reportable(self.accidents, state, viewer)

    def preview(self, state: S, act: Act[Any]) -> Incident | Fault:
        """Return the incident that a report would open, with its remedies, or the fault in it; nothing is decided."""
        if state.rules is None or not isinstance(act.body, Report):
            return fault("no-such-report")
        return reports.preview(self.accidents, state, act.by, act.body)

    def off_the_list(self, person: PersonId) -> ActBody:
        return self.leave_list(person)
