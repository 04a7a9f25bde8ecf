"""Players: a pseudonym for ever, a name for as long as they like, and a way back that belongs to one person.

The pseudonym is 128 random bits, so that no two people ever bear the same, and nobody guesses one. The name is shown,
is kept here alone, and can be erased. The way back is a short code from the cash desk: good for a few minutes, once.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec.structs import replace

from tapete.kernel import PersonId
from tapete.people.second_factor import ALPHABET
from tapete.people.staff_sessions import digest

CODE_LENGTH: Final = 8
CODE_S: Final = 15 * 60.0
"""Seconds for which a code is good."""
NAME_MOST: Final = 30


class Player(msgspec.Struct, frozen=True):
    """A player: pseudonym, the name that is shown, and the digest of a code that leads him back until a moment."""

    person: PersonId
    name: str
    code: str = ""
    code_until: float = 0


class Players:
    """The players of a house. ``clock`` is in seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._known: dict[PersonId, Player] = {}

    def register(self, name: str) -> Player | None:
        """Return a new player with a name of his choosing; ``None`` for a name that cannot be shown.

        Two players may have one name: what tells them apart is the pseudonym.
        """
        shown = " ".join(name.split())
        if not 1 <= len(shown) <= NAME_MOST or not shown.isprintable():
            return None
        player = Player(PersonId(f"p-{secrets.token_hex(16)}"), shown)
        self._known[player.person] = player
        return player

    def name_of(self, person: PersonId) -> str:
        """Return the name of a player; empty where there is none, or none any more."""
        player = self._known.get(person)
        return "" if player is None else player.name

    def give_code(self, person: PersonId) -> str | None:
        """Return a code that leads a player back to his own pages; every earlier one of his is void."""
        player = self._known.get(person)
        if player is None:
            return None
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        self._known[person] = replace(player, code=digest(code), code_until=self._clock() + CODE_S)
        return code

    def redeem(self, code: str) -> Player | None:
        """Return the player whom a code leads back, and void it; ``None`` for a code that is wrong, old or used.

        Whoever asks is throttled by his address before: a code has 39 bits.
        """
        wanted, now = digest("".join(code.casefold().split())), self._clock()
        for player in self._known.values():
            if player.code and secrets.compare_digest(player.code, wanted):
                self.void_code(player.person)
                return player if now < player.code_until else None
        return None

    def void_code(self, person: PersonId) -> None:
        """Void the code of a player."""
        player = self._known.get(person)
        if player is not None:
            self._known[person] = replace(player, code="", code_until=0)

    def erase(self, person: PersonId) -> bool:
        """Forget who bore a pseudonym; return whether anybody did. Records keep the pseudonym, and stay provable."""
        return self._known.pop(person, None) is not None
