"""The shape of a game, and the powers that some games have beyond it.

A power is a protocol of its own: who needs it asks ``isinstance(game, TakesReports)`` and has the type with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeVar, runtime_checkable

import msgspec

from tapete.clauses import Cite, Fault
from tapete.kernel.acts import Act, ActBody, Outcome, PersonId, Step
from tapete.kernel.breaches import Breach
from tapete.kernel.offers import Offer

S = TypeVar("S")


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """Base of what a state awaits from chance; the kinds of draw are in :mod:`tapete.chance`.

    ``by_person`` says that a person keys the answer: the face of a real card, the number on a real ball.
    """

    by_person: bool = False


class Game(Protocol[S]):
    """What live tables, records, drills and odds need of a game. One object per game, without a state of its own."""

    key: str
    act_types: Any
    event_types: Any

    def blank(self) -> S:
        """Return the state before a table is opened."""

    def decide(self, state: S, act: Act[Any]) -> Outcome:
        """Answer an act."""

    def evolve(self, state: S, event: Any) -> S:
        """Fold one event."""

    def step(self, state: S) -> Step:
        """Return where the table stands."""

    def draw_awaited(self, state: S) -> Draw | None:
        """Return the draw that the state awaits; ``None`` while it awaits none."""

    def view(self, state: S, viewer: PersonId | None) -> Any:
        """Return what ``viewer`` sees; ``None`` is the public screen."""

    def legal(self, state: S, viewer: PersonId | None) -> tuple[Offer, ...]:
        """Return what ``viewer`` may do now."""

    def explain(self, state: S, viewer: PersonId | None) -> tuple[Cite, ...]:
        """Return the clauses in force at this step, as far as ``viewer`` may know."""

    def postings(self, event: Any) -> tuple[Any, ...]:
        """Return the balanced movements of money of one event."""

    def problems(self, state: S) -> tuple[Breach, ...]:
        """Return the invariants that ``state`` breaks; none in a sound table."""


def fold(evolve: Callable[[S, Any], S], state: S, events: Iterable[Any]) -> S:
    """Fold events into a state, in order."""
    for event in events:
        state = evolve(state, event)
    return state


# --- powers that only some games have ---------------------------------------------------------------------------------


@runtime_checkable
class AnswersRuleQuestions(Protocol):
    """A game that answers a question about its rules in a way of its own."""

    def ask_rule(self, state: Any, viewer: PersonId | None, about: str = "") -> tuple[Any, ...]:
        """Return the clauses that answer a question; nothing is decided or recorded, and nobody else learns of it."""


@runtime_checkable
class OpensBeside(Protocol):
    """A game of which a house has only so many tables of one kind."""

    def open_beside(self, act: Act[Any], others: Iterable[Any]) -> Outcome:
        """Answer an opening beside the states of the other tables of the game that are in play."""


@runtime_checkable
class PaysStakes(Protocol):
    """A game whose house is the bank, and pays what is won."""

    def dearest_result(self, state: Any) -> int:
        """Return the most that the stakes on the table may cost it, in cents, whatever the result."""


@runtime_checkable
class TakesReports(Protocol):
    """A game whose staff report what happened at a real table."""

    def reportable(self, state: Any, viewer: PersonId | None) -> tuple[Any, ...]:
        """Return what ``viewer`` may report as having happened now."""

    def preview(self, state: Any, act: Act[Any]) -> Any | Fault:
        """Return the incident that a report would open, with its remedies, or the fault in it; nothing is decided."""


@runtime_checkable
class KeepsWaitingList(Protocol):
    """A game that keeps a list of people who wait for a place."""

    def off_the_list(self, person: PersonId) -> ActBody:
        """Return the act by which the house strikes off the list somebody who has taken a seat elsewhere."""


@runtime_checkable
class TakesPromises(Protocol):
    """A game in which people say that they would put chips down, and the acts of others put them down."""

    def promises(self, state: Any) -> Mapping[PersonId, Any]:
        """Return who has promised what; nothing of it has moved yet."""

    def promise_back(self, state: Any, person: PersonId) -> ActBody | None:
        """Return the act by which the house takes somebody's promise back; ``None``: it stands, as a stake does."""


class TimeLimit(msgspec.Struct, frozen=True):
    """After ``seconds`` in the phase called ``phase`` the clock does ``act``; ``name`` tells the limits of one phase
    apart.
    """

    phase: str
    seconds: float
    act: ActBody
    name: str = ""


LimitOf = Callable[[Any], TimeLimit | None]
"""What tells, from the state of a table, the limit that runs there."""


@runtime_checkable
class LimitsTime(Protocol):
    """A game in which some phases do not wait for ever."""

    def time_limit(self, state: Any) -> TimeLimit | None:
        """Return the limit that runs at a table as it stands, by its own rulebook; ``None`` while it waits for ever."""
