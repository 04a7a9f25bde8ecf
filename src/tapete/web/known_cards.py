"""The cards that everybody at a table has seen, coup by coup: what a page offers to whoever corrects one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from tapete.cards import Card

SHOWN_COUPS: Final = 6
"""Coups whose cards are kept: the one in progress, and those that were settled last."""


class KnownCard(msgspec.Struct, frozen=True):
    """A card that everybody has seen: of which coup, its number in the shoe counted from 0, where it lay, its face."""

    coup: int
    position: int
    place: str = ""
    face: Card | None = None


class KnownCards:
    """The cards of the last coups. What their events are called says each game's own package."""

    def __init__(self) -> None:
        self._coups: dict[int, dict[int, KnownCard]] = {}
        self.coup = 0
        self.is_over = True

    def __iter__(self) -> Iterator[KnownCard]:
        for coup in reversed(self._coups.values()):
            yield from (card for _, card in sorted(coup.items()) if card.face)

    def place_of(self, coup: int, position: int) -> str:
        """Return where a card lay; nothing for one that was not read."""
        found = self._coups.get(coup, {}).get(position)
        return "" if found is None else found.place

    def positions_at(self, place: str) -> tuple[int, ...]:
        """Return the cards of the coup in progress that lie at a place, as they left the shoe."""
        return tuple(one for one, card in sorted(self._coups.get(self.coup, {}).items()) if card.place == place)

    def face_of(self, position: int) -> Card | None:
        """Return the face of a card of the coup in progress, if everybody has seen it."""
        found = self._coups.get(self.coup, {}).get(position)
        return None if found is None else found.face

    def begin(self, coup: int) -> None:
        """Begin a coup, unless it has begun. One of an earlier shoe goes: corrections mean the latest of a number."""
        if coup == self.coup and not self.is_over:
            return
        self._coups.pop(coup, None)
        self._coups[coup] = {}
        self.coup, self.is_over = coup, False
        while len(self._coups) > SHOWN_COUPS:
            del self._coups[next(iter(self._coups))]

    def put(self, position: int, facts: Mapping[str, Any], coup: int | None = None) -> None:
        """Keep what was told of a card of a coup: ``place`` and ``face``, each where it is there."""
        number = self.coup if coup is None else coup
        if (cards := self._coups.get(number)) is not None:
            told = {name: facts[name] for name in ("place", "face") if facts.get(name) is not None}
            was = cards.get(position) or KnownCard(number, position)
            cards[position] = msgspec.structs.replace(was, **told)
