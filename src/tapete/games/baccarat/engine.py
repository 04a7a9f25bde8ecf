"""A game with cards as the rest of the house sees it: acts go to the rooms that decide them, events to the books."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from tapete.clauses import Fault, fault
from tapete.kernel import Act, ActBody, Breach, Decision, Outcome, PersonId, Step, answer, is_accepted
from tapete.rulebooks import ByLibrary, Library, house_library

Handlers = Mapping[type[ActBody], Callable[[Any, PersonId, Any], Decision] | ByLibrary[Decision]]
"""Which function decides each act."""


class Stepped(Protocol):
    """The state of a table, as far as every game needs it."""

    @property
    def step(self) -> Step: ...


S = TypeVar("S", bound=Stepped)


class CardGame(Generic[S]):
    """A game, with the rulebooks it knows. It has no other state.

    ``open_table`` is the act that opens a table; every other one is decided at a table that is open.
    """

    state: ClassVar[type[Any]]
    handlers: ClassVar[Handlers]
    open_table: ClassVar[type[ActBody]]
    invariants: ClassVar[Sequence[Callable[[Any], tuple[Breach, ...]]]]

    def __init__(self, library: Library | None = None) -> None:
        self.library = library or house_library()

    def blank(self) -> S:
        return self.state()  # type: ignore[no-any-return]

    def decide(self, state: S, act: Act[Any]) -> Outcome:
        return answer(act, lambda: self._decide(state, act))

    def _decide(self, state: S, act: Act[Any]) -> Decision:
        what = act.body
        if type(what) is not self.open_table and (wrong := self._require_admissible(state, act)):
            return wrong
        handler = self.handlers.get(type(what))
        if isinstance(handler, ByLibrary):
            return handler.function(state, act.by, what, self.library)
        return fault("unknown-act") if handler is None else handler(state, act.by, what)

    def _require_admissible(self, state: S, act: Act[Any]) -> Fault | None:
        """Return a Fault unless such an act may be done at all at a table as it stands."""
        raise NotImplementedError

    def _accepts(self, state: S, act: Act[Any]) -> bool:
        return is_accepted(act.by, lambda: self._decide(state, act))

    def step(self, state: S) -> Step:
        return state.step

    def problems(self, state: S) -> tuple[Breach, ...]:
        return tuple([found for invariant in self.invariants for found in invariant(state)])
