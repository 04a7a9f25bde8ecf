"""Where a table stands: one line for each phase says what holds there, and an act may ask for its phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec

from tapete.clauses import Cite, Fault, fault
from tapete.kernel import ActBody, PersonId
from tapete.table.staff import Role

S = TypeVar("S")

CLOSED: Final = "closed"
"""The phase of a table before its opening and after its end, in every game."""


class HasPhase(Protocol):
    @property
    def phase(self) -> str: ...


def require_phase(state: HasPhase, *phases: str) -> Fault | None:
    return None if state.phase in phases else fault("wrong-window", window=str(state.phase))


def no_person(state: Any) -> None:
    del state


class PhaseRules(msgspec.Struct, Generic[S], frozen=True):
    """One phase of a game.

    ``clauses`` govern it. ``awaited_acts`` are the tags of the acts of which the table waits for one, ``waits_for`` who
    does it, if it is one, and ``awaited_post`` at which post. ``offered_acts`` are the kinds that may be offered.
    """

    clauses: tuple[Cite, ...] = ()
    awaited_acts: tuple[str, ...] = ()
    waits_for: Callable[[S], PersonId | None] = no_person
    offered_acts: frozenset[type[ActBody]] = frozenset()
    awaited_post: Callable[[S], Role | None] = no_person


def tags(*kinds: type[ActBody]) -> tuple[str, ...]:
    return tuple([str(kind.__struct_config__.tag) for kind in kinds])


def phase_rules(
    clauses: tuple[Cite, ...],
    awaited: tuple[type[ActBody], ...],
    waits_for: Callable[[Any], PersonId | None] = no_person,
) -> PhaseRules[Any]:
    return PhaseRules(clauses, tags(*awaited), waits_for)
