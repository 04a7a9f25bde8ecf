"""Which cards are publicly shown, where they lay before the cut, and whether the shoe's commitments say so too.

A shoe is committed to in the order in which it was sealed. The cut is a public rotation: the card at ``position`` of
the cut shoe lay at ``(position + rotation) mod size`` before it. The rotation is read off the draws that the game
itself asks for, and stays the same for a whole shoe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from tapete.cards import Card
from tapete.chance import Opening, ShoeKind, ShoeSealed, commitment, original_position
from tapete.kernel import Game
from tapete.record.entry import ShoeOpenings


def shoe_name(table: str, shoe: int) -> str:
    """Return the name of a shoe inside its commitments: unique to the table and the number."""
    return f"{table}/{shoe}"


class Shown(msgspec.Struct, frozen=True):
    """A card whose face everybody may see. ``committed`` is ``None`` while no draw has told the rotation."""

    shoe: int
    position: int
    face: Card
    committed: int | None


class ShoeWatch:
    """Follows a table event by event and says which faces have become public. Feed it every event of the table."""

    def __init__(self) -> None:
        self.sealed: dict[int, ShoeSealed] = {}
        self.rotation: dict[int, int] = {}
        self.turned: set[tuple[int, int]] = set()
        self.faults: list[str] = []

    def see(self, game: Game[Any], state: Any, event: Any) -> tuple[Shown, ...]:
        """Take note of an event with the state after it; return the cards that it shows for the first time."""
        if isinstance(event, ShoeSealed):
            if (self.sealed and event.shoe != max(self.sealed) + 1) or event.shoe in self.sealed:
                self.faults.append(f"shoe {event.shoe} follows shoe {max(self.sealed)}")
            self.sealed[event.shoe] = event
        self._rotate(game, state)
        shoe = game.step(state).shoe
        found = []
        for card in lying(game, state):
            if card.face_up and card.face is not None and (shoe, card.position) not in self.turned:
                self.turned.add((shoe, card.position))
                found.append(Shown(shoe, card.position, card.face, self.committed(shoe, card.position)))
        return tuple(found)

    def _rotate(self, game: Game[Any], state: Any) -> None:
        wanted = game.wanted(state)
        if wanted is None or wanted.kind != "card" or wanted.size == 0:
            return
        rotation = (wanted.committed - wanted.position) % wanted.size
        if self.rotation.setdefault(wanted.shoe, rotation) != rotation:
            self.faults.append(f"shoe {wanted.shoe} was turned by {self.rotation[wanted.shoe]} and then by {rotation}")

    def committed(self, shoe: int, position: int) -> int | None:
        """Return the committed index of the card at ``position`` of the cut shoe, once it is known."""
        sealed, rotation = self.sealed.get(shoe), self.rotation.get(shoe)
        return None if sealed is None or rotation is None else original_position(position, rotation, sealed.size)

    def openings(
        self, game: Game[Any], state: Any, events: Iterable[Any], opener: Callable[[int, int], Opening]
    ) -> tuple[ShoeOpenings, ...]:
        """Return the openings that an entry with these events must carry, ``state`` being the state before them.

        ``opener(shoe, committed)`` opens one card of a sealed shoe; cards of other shoes need no proof.
        """
        cards: dict[int, list[Opening]] = {}
        for event in events:
            state = game.evolve(state, event)
            for card in self.see(game, state, event):
                sealed = self.sealed.get(card.shoe)
                if sealed is not None and sealed.kind is ShoeKind.SEALED and card.committed is not None:
                    cards.setdefault(card.shoe, []).append(opener(card.shoe, card.committed))
        return tuple(ShoeOpenings(shoe, tuple(cards[shoe])) for shoe in sorted(cards))


def lying(game: Game[Any], state: Any) -> Sequence[Any]:
    """Return the cards on the table, each with ``position``, ``face`` and ``face_up``.

    They are the game's ``lying(state)`` where it has one, else ``state.layout``; a game without cards has neither.
    """
    own = getattr(game, "lying", None)
    found: Sequence[Any] = own(state) if own is not None else getattr(state, "layout", ())
    return found


def is_proved(table: str, sealed: ShoeSealed, opening: Opening) -> bool:
    """Say whether an opening fits the commitment at its position."""
    if not 0 <= opening.position < len(sealed.commitments):
        return False
    said = commitment(shoe_name(table, sealed.shoe), opening.position, opening.face, opening.salt)
    return said == sealed.commitments[opening.position]
