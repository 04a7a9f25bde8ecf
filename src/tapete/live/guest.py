"""One person at one table: all that a person, or a machine that plays like one, may see and do there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from secrets import token_hex
from typing import Any

from tapete.clauses import Cite
from tapete.kernel import Act, ActBody, Offer, PersonId, Step
from tapete.live.answer import Answer
from tapete.live.hall import Hall


class Guest:
    """A person's own view of a table, the acts that he may do, and the way to do them. No state is in reach."""

    __slots__ = ("_hall", "_table", "person")

    def __init__(self, hall: Hall, table: str, person: PersonId) -> None:
        self._hall, self._table, self.person = hall, hall.tables[table], person

    def __enter__(self) -> Guest:
        self._hall.presence.connect(self.person, self._table.id)
        return self

    def __exit__(self, *_: object) -> None:
        """Disconnect the person; the hall waits its grace time before he counts as away."""
        self._hall.presence.disconnect(self.person, self._table.id)

    @property
    def step(self) -> Step:
        """Where the table stands."""
        return self._table.step

    @property
    def version(self) -> int:
        """The version that :meth:`view` shows."""
        return self._table.version

    @property
    def is_alone(self) -> bool:
        """Return True if no other screen of the same person follows the table."""
        return self._hall.presence.screens(self.person, self._table.id) <= 1

    def view(self) -> Any:
        """Return what the person sees now."""
        return self._table.view(self.person)

    def legal(self) -> tuple[Offer, ...]:
        """Return what the person may do now."""
        return self._table.legal(self.person)

    def explain(self) -> tuple[Cite, ...]:
        """Return the clauses in force, as far as the person may know."""
        return self._table.explain(self.person)

    def time_left(self, kind: str = "") -> float:
        """Return the seconds that the clock of the table shows; with a ``kind``, on a clock of that kind alone."""
        return self._table.countdown.left(kind)

    def show_clock(self, kind: str, seconds: float) -> None:
        """Set the clock of the table, which everybody sees, for the open step."""
        self._table.countdown.show(kind, seconds)

    def changes(self) -> AsyncIterator[int]:
        """Yield the version whenever the table has changed."""
        return self._table.changes()

    async def act(self, what: ActBody, at: Step | None = None) -> Answer:
        """Do something, meant for the window that is open now or for ``at``."""
        return await self._table.act(Act(self.person, what, at or self.step), f"{self.person}-{token_hex(8)}")
