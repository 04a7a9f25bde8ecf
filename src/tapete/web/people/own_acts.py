"""How often somebody may do something about himself in the house: nobody fills its record with it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from tapete.kernel import PersonId
from tapete.web.edge.wrong_keys import WrongKeys

OF_PERSON: Final = 20
"""Acts in a row of one person; then one every half a minute."""
OF_ADDRESS: Final = 200
"""Acts in a row of all who come from one address; then one every ten seconds."""


class OwnActs:
    """Counts what players ask about themselves, whether the house takes it or not."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        code = "too-many-acts"
        self._people = WrongKeys(clock, is_told=False, tries=OF_PERSON, code=code)
        self._addresses = WrongKeys(clock, is_told=False, tries=OF_ADDRESS, back_s=10.0, code=code)

    def require_one_more(self, person: PersonId, address: str) -> None:
        """Count an act. Raises :class:`ProblemError` (429) for a person or an address that has asked too much."""
        self._people.require_try(person)
        self._addresses.require_try(address)
        self._people.add(person)
        self._addresses.add(address)
