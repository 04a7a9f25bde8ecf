"""What is kept of players: a name behind each pseudonym, and what leads him back."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Protocol

import msgspec

from tapete.kernel import PersonId


class Player(msgspec.Struct, frozen=True):
    """A player: pseudonym, and the name that is shown."""

    person: PersonId
    name: str


class WayKind(StrEnum):
    """What leads a player back."""

    CODE = "code"
    BROWSER = "browser"


class Way(msgspec.Struct, frozen=True):
    """A way back: to whom, of which kind, and until when, in seconds."""

    person: PersonId
    kind: WayKind
    until: int


class PlayerStore(Protocol):
    """Where names and ways back are kept. Each call stands alone and is durable when it returns."""

    def name(self, person: PersonId) -> str | None:
        """Return the name behind a pseudonym."""

    def put_name(self, person: PersonId, name: str) -> None:
        """Keep or change the name behind a pseudonym."""

    def everybody(self) -> tuple[Player, ...]:
        """Return every player with his name, by name."""

    def find_way(self, key: str) -> Way | None:
        """Return the way back with a digest."""

    def put_way(self, key: str, way: Way, *, instead: bool = False) -> None:
        """Keep a way back; ``instead`` of all of its kind that its player has."""

    def take_code(self, key: str, now: int) -> Way | None:
        """Return the code with a digest and forget it; where it is still good, every way back of its player too."""

    def void_ways(self, person: PersonId, kind: WayKind | None = None) -> None:
        """Forget the ways back of a player, of one kind or all."""

    def void_way(self, key: str) -> None:
        """Forget one way back."""

    def erase(self, person: PersonId) -> bool:
        """Forget name and ways back of a player; return whether he had a name."""


class MemoryPlayers:
    """Players who end with the process, for tests."""

    def __init__(self) -> None:
        self._names: dict[PersonId, str] = {}
        self._ways: dict[str, Way] = {}

    def name(self, person: PersonId) -> str | None:
        """Return the name behind a pseudonym."""
        return self._names.get(person)

    def put_name(self, person: PersonId, name: str) -> None:
        """Keep or change the name behind a pseudonym."""
        self._names[person] = name

    def everybody(self) -> tuple[Player, ...]:
        return by_name(self._names.items())

    def find_way(self, key: str) -> Way | None:
        """Return the way back with a digest."""
        return self._ways.get(key)

    def put_way(self, key: str, way: Way, *, instead: bool = False) -> None:
        """Keep a way back; ``instead`` of all of its kind that its player has."""
        if instead:
            self.void_ways(way.person, way.kind)
        self._ways[key] = way

    def take_code(self, key: str, now: int) -> Way | None:
        """Return the code with a digest and forget it; where it is still good, every way back of its player too."""
        way = self._ways.get(key)
        if way is None or way.kind is not WayKind.CODE:
            return None
        if now < way.until:
            self.void_ways(way.person)
        self.void_way(key)
        return way

    def void_ways(self, person: PersonId, kind: WayKind | None = None) -> None:
        """Forget the ways back of a player, of one kind or all."""
        gone = [key for key, one in self._ways.items() if one.person == person and kind in (None, one.kind)]
        for key in gone:
            del self._ways[key]

    def void_way(self, key: str) -> None:
        """Forget one way back."""
        self._ways.pop(key, None)

    def erase(self, person: PersonId) -> bool:
        """Forget name and ways back of a player; return whether he had a name."""
        self.void_ways(person)
        return self._names.pop(person, None) is not None


def by_name(names: Iterable[tuple[PersonId, str]]) -> tuple[Player, ...]:
    return tuple(sorted((Player(person, name) for person, name in names), key=lambda one: (one.name, one.person)))
