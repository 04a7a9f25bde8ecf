"""Sessions: tables of which a house has only so many in a day, such as those with an open bank.

A table knows which session of the day it plays. Whether it may is counted by the house, where there is one.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import msgspec

from tapete.kernel import ActBody, PersonId


class SessionClauses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses of a rulebook on sessions: those on the sessions of a day, and on the tables of a house."""

    of_day: tuple[str, ...] = ()
    of_house: tuple[str, ...] = ()


class TableSession(msgspec.Struct, frozen=True):
    """The session that a table plays: its number in the day, the shoes that are left of it, and who holds the bank.

    ``is_begun``: the betting of its first coup has been opened. ``is_dinner_begun``: the house has said at the table
    that the dinner hour has begun, so no other shoe is.
    """

    number: int
    shoes: int
    banker: PersonId | None
    clauses: SessionClauses
    is_begun: bool = False
    is_dinner_begun: bool = False


@runtime_checkable
class PlaysSession(Protocol):
    """The state of a table that may have been opened for a session."""

    @property
    def session(self) -> TableSession | None:
        """Return the session for which the table was opened, if it is one."""


@runtime_checkable
class NumbersSessions(Protocol):
    """A game whose tables may be sessions of a day."""

    def is_session(self, opening: ActBody) -> bool:
        """Return True if an opening is that of a session."""

    def in_session(self, opening: ActBody, number: int) -> ActBody:
        """Return the opening of a session whose number nobody has typed, as the session of that number."""


def session_of(state: object) -> TableSession | None:
    return state.session if isinstance(state, PlaysSession) else None
