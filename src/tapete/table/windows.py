"""Windows: a stretch of time in which several people may call at once, resolved by priority when it closes.

Calls within one window are recorded claims, all kept while it is open; the award depends on who called what, never on
who arrived first, so every order of arrival gives the same award.
"""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from tapete.kernel import PersonId

K = TypeVar("K")


class Claim(msgspec.Struct, Generic[K], frozen=True):
    """A call: who, what kind, for how much (cents; 0 where no money goes with it)."""

    person: PersonId
    kind: K
    amount: int = 0


class Window(msgspec.Struct, Generic[K], frozen=True):
    """An open or closed window with the claims made in it, one claim of a kind for each person."""

    name: str
    serial: int
    claims: tuple[Claim[K], ...] = ()
    open: bool = True

    def by(self, person: PersonId) -> tuple[Claim[K], ...]:
        return tuple(claim for claim in self.claims if claim.person == person)


def claim(window: Window[K], made: Claim[K]) -> Window[K]:
    """Record a claim. It takes the place of an earlier one of the same kind by the same person."""
    if not window.open:
        raise ValueError("the window has closed")
    others = tuple(one for one in window.claims if (one.person, one.kind) != (made.person, made.kind))
    return msgspec.structs.replace(window, claims=(*others, made))


def withdraw(window: Window[K], person: PersonId, kind: K) -> Window[K]:
    return msgspec.structs.replace(
        window, claims=tuple(one for one in window.claims if (one.person, one.kind) != (person, kind))
    )


def close(window: Window[K]) -> Window[K]:
    return msgspec.structs.replace(window, open=False)
