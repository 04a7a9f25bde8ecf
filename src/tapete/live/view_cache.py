"""What people may see of a live table and ask of its rules. Nothing here decides or records anything."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from tapete.clauses import Cite, game_clauses
from tapete.kernel import Act, AnswersRuleQuestions, Event, Game, Offer, PersonId, Refused, TakesReports
from tapete.live.answer import without_secrets

S = TypeVar("S")

VIEWERS = 512
"""Viewers whose views are kept: where nothing happens at a table, strangers who look at it must not fill the memory."""


class ViewCache(Generic[S]):
    """A game in one state, looked at by many: what each viewer sees and may do, and the clauses in force for him, are
    computed once until :meth:`forget`.
    """

    def __init__(self, game: Game[S], state: S) -> None:
        self.game, self.state = game, state
        self._views: dict[PersonId | None, Any] = {}
        self._offers: dict[PersonId | None, tuple[Offer, ...]] = {}
        self._clauses: dict[PersonId | None, tuple[Cite, ...]] = {}

    def forget(self) -> None:
        """Compute everything anew from now on: the state has changed."""
        self._views.clear()
        self._offers.clear()
        self._clauses.clear()

    def view(self, viewer: PersonId | None) -> Any:
        """Return what ``viewer`` sees now; nobody is the public screen."""
        if viewer not in self._views:
            if len(self._views) >= VIEWERS:
                self.forget()
            self._views[viewer] = self.game.view(self.state, viewer)
        return self._views[viewer]

    def legal(self, viewer: PersonId | None) -> tuple[Offer, ...]:
        """Return what ``viewer`` may do now."""
        if viewer not in self._offers:
            self._offers[viewer] = self.game.legal(self.state, viewer)
        return self._offers[viewer]

    def explain(self, viewer: PersonId | None) -> tuple[Cite, ...]:
        """Return the clauses in force now, as far as ``viewer`` may know."""
        if viewer not in self._clauses:
            self._clauses[viewer] = self.game.explain(self.state, viewer)
        return self._clauses[viewer]

    def ask_rule(self, viewer: PersonId | None, about: str = "") -> tuple[str, ...]:
        """Return the clauses that answer a question about the rules: those of an id or a topic, else those in force as
        far as ``viewer`` may know. Nothing is decided or recorded.
        """
        if isinstance(self.game, AnswersRuleQuestions):
            return tuple(one.id for one in self.game.ask_rule(self.state, viewer, about))
        wanted = tuple(one.id for one in game_clauses(self.game.key) if about in (one.id, one.topic))
        return wanted or tuple(self.explain(viewer))

    def reportable(self, viewer: PersonId | None) -> tuple[Any, ...]:
        """Return what ``viewer`` may report as having happened now; nothing in a game that has no such list."""
        return self.game.reportable(self.state, viewer) if isinstance(self.game, TakesReports) else ()

    def would_refuse(self, act: Act[Any]) -> Refused | None:
        """Return why the rules refuse an act now, ``None`` where they do not; nothing is decided or recorded."""
        outcome = self.game.decide(self.state, act)
        return outcome if isinstance(outcome, Refused) else None

    def events_of(self, act: Act[Any]) -> tuple[Event, ...]:
        """Return what an act would make so now, without the private values; nothing where the rules refuse it. Nothing
        is decided or recorded.
        """
        outcome = without_secrets(self.game.decide(self.state, act))
        return () if isinstance(outcome, Refused) else tuple(outcome.events)

    def preview(self, act: Act[Any]) -> Any:
        """Return the incident that a report would open, or the fault in it; nothing is decided or recorded.

        Raises ``LookupError`` in a game that cannot tell.
        """
        if not isinstance(self.game, TakesReports):
            raise LookupError("this game has no previews")
        return self.game.preview(self.state, act)
