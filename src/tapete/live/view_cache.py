"""What people may see of a live table and ask of its rules. Nothing here decides or records anything."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from tapete.clauses import Cite, game_clauses
from tapete.kernel import Act, Game, Offer, PersonId, Refused

S = TypeVar("S")


class ViewCache(Generic[S]):
    """A game in one state, looked at by many: each view is built once for each viewer until :meth:`forget`."""

    def __init__(self, game: Game[S], state: S) -> None:
        self.game, self.state = game, state
        self._views: dict[PersonId | None, Any] = {}

    def forget(self) -> None:
        """Build every view anew: the state has changed."""
        self._views.clear()

    def view(self, viewer: PersonId | None) -> Any:
        """Return what ``viewer`` sees now; nobody is the public screen."""
        if viewer not in self._views:
            self._views[viewer] = self.game.view(self.state, viewer)
        return self._views[viewer]

    def legal(self, viewer: PersonId | None) -> tuple[Offer, ...]:
        """Return what ``viewer`` may do now."""
        return self.game.legal(self.state, viewer)

    def explain(self, viewer: PersonId | None) -> tuple[Cite, ...]:
        """Return the clauses in force now, as far as ``viewer`` may know."""
        return self.game.explain(self.state, viewer)

    def ask_rule(self, viewer: PersonId | None, about: str = "") -> tuple[str, ...]:
        """Return the clauses that answer a question about the rules: those of an id or a topic, else those in force as
        far as ``viewer`` may know. Nothing is decided or recorded.
        """
        asked = getattr(self.game, "ask_rule", None)
        if asked is not None:
            return tuple(one.id for one in asked(self.state, viewer, about))
        wanted = tuple(one.id for one in game_clauses(self.game.key) if about in (one.id, one.topic))
        return wanted or tuple(self.explain(viewer))

    def reportable(self, viewer: PersonId | None) -> tuple[Any, ...]:
        """Return what ``viewer`` may report as having happened now; nothing in a game that has no such list."""
        found = getattr(self.game, "reportable", None)
        return () if found is None else found(self.state, viewer)

    def would_refuse(self, act: Act[Any]) -> Refused | None:
        """Return why the rules refuse an act now, ``None`` where they do not; nothing is decided or recorded."""
        outcome = self.game.decide(self.state, act)
        return outcome if isinstance(outcome, Refused) else None

    def preview(self, act: Act[Any]) -> Any:
        """Return the incident that a report would open, or the fault in it; nothing is decided or recorded.

        Raises ``LookupError`` in a game that cannot tell.
        """
        found = getattr(self.game, "preview", None)
        if found is None:
            raise LookupError("this game has no previews")
        return found(self.state, act)
