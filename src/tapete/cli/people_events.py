"""Security events of accounts and players, for the log of the process."""

from __future__ import annotations

import logging
from typing import Final

from tapete.kernel import PersonId
from tapete.live import writer
from tapete.people.house_people import HousePeople
from tapete.people.notices import SecurityEvent

ALARMING: Final = ("login-failed", "login-paused", "login-throttled")
"""Events that are warnings; the others are news."""


class PeopleEvents:
    """Writes what it is told; ``people`` are those whose names may be written, once they are known.

    Whoever types his password where his name belongs has not told it to the log: a name of nobody is left out.
    """

    people: HousePeople | None = None

    def __call__(self, event: SecurityEvent) -> None:
        """Write an event."""
        level = logging.WARNING if event.code in ALARMING else logging.INFO
        name = event.name if self._is_known(event.name) else ""
        writer.tell(event.code, level, name=name, address=event.address, **event.facts)

    def _is_known(self, name: str) -> bool:
        found = self.people
        if found is None:
            return False
        return found.staff.accounts.find(name) is not None or bool(found.players.name_of(PersonId(name)))
