"""Incidents at any table: what happened and should not have, what the rules propose, and the acts about it.

What a remedy is made of belongs to a game: cards that go back, stakes, a game of bingo that counts for nothing. Whoever
serves all tables reads an incident by the protocols of this room and hands its effects on as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, runtime_checkable

import msgspec

from tapete.clauses import Cite, Fault
from tapete.kernel import ActBody, PersonId
from tapete.table.staff import Role


class Remedy(Protocol):
    """Another lawful way to close an incident, with its clauses."""

    @property
    def effects(self) -> tuple[msgspec.Struct, ...]:
        """Return what it does, in order."""

    @property
    def clauses(self) -> tuple[Cite, ...]:
        """Return the clauses that allow it."""

    @property
    def by(self) -> Role | msgspec.UnsetType:
        """Return the only post that may take it, where a clause names one."""


class Incident(Protocol):
    """An incident that no official has closed yet."""

    @property
    def serial(self) -> int:
        """Return its number at the table."""

    @property
    def kind(self) -> str:
        """Return what happened, as a code."""

    @property
    def reported_by(self) -> PersonId:
        """Return who reported it."""

    @property
    def note(self) -> str:
        """Return what he wrote."""

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Return its faults, each with the people and cards that it is about."""

    @property
    def proposed_effects(self) -> tuple[msgspec.Struct, ...]:
        """Return the effects that the rules propose, in order."""

    @property
    def conflicts(self) -> tuple[str, ...]:
        """Return the objects on which two faults ask for different effects."""

    @property
    def open_to_judgement(self) -> bool:
        """Return True if the rules leave the case to an official."""

    @property
    def alternatives(self) -> tuple[Remedy, ...]:
        """Return what he may decide instead, where the rules name it."""

    @property
    def clauses(self) -> tuple[Cite, ...]:
        """Return the clauses of the faults and of what is proposed."""


class OpenIncidents(Protocol):
    """The incidents of a table."""

    @property
    def open(self) -> Sequence[Incident]:
        """Return those that are open, in the order in which they came up."""


@runtime_checkable
class ShowsIncidents(Protocol):
    """A view with the open incidents, as far as its viewer may read them."""

    @property
    def incidents(self) -> tuple[Any, ...]:
        """Return the open incidents; they have what :class:`Incident` lists, but for what the viewer may not read."""

    def touched_by(self, incident: Any) -> msgspec.Struct:
        """Return what of the table an incident is about, of what the viewer may see: who, which cards and stakes."""


class IncidentReport(ActBody, frozen=True):
    """Base of the acts by which staff report what happened, and whose incident they are shown before they make it."""

    is_timeless: ClassVar[bool] = True


class Ruling(ActBody, frozen=True):
    """Base of the acts by which an official closes an incident; a game adds what its rulings are made of."""

    is_timeless: ClassVar[bool] = True
    serial: int
