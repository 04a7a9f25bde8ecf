"""Which cards are publicly shown, where they lay before the cut, and whether the shoe's commitments say so too.

A shoe is committed to in the order in which it was sealed. The cut is a public rotation: the card at ``position`` of
the cut shoe lay at ``(position + rotation) mod size`` before it. The rotation is read off the draws that the game
itself asks for, and stays the same for a whole shoe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from tapete.cards import DECK, Card
from tapete.chance import CardProof, CardRekeyed, ShoeKind, ShoeSealed, commitment, original_position
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


class UnsaidCardError(LookupError):
    """A game publishes the face of a card and does not say that the card lies on the table: nothing could prove it."""


Turned = dict[int, dict[int, Card]]
"""By shoe and position, the faces that everybody has seen."""


class ShoeWatch:
    """Follows a table event by event and says which faces have become public. Feed it every event of the table.

    ``faults`` are pairs of a code and a text, for the audit.
    """

    def __init__(self) -> None:
        self.sealed: dict[int, ShoeSealed] = {}
        self.rotation: dict[int, int] = {}
        self.turned: Turned = {}
        self.coups: dict[tuple[int, int], int] = {}
        """The shoe of a seen card by its coup and position, for corrections."""
        self.faults: list[tuple[str, str]] = []

    def see(self, game: Game[Any], state: Any, event: Any) -> tuple[Shown, ...]:
        """Take note of an event with the state after it; return the cards that it shows for the first time."""
        if isinstance(event, ShoeSealed):
            if (self.sealed and event.shoe != max(self.sealed) + 1) or event.shoe in self.sealed:
                self.faults.append(("shoe", f"shoe {event.shoe} follows shoe {max(self.sealed)}"))
            self.sealed[event.shoe] = event
        elif isinstance(event, CardRekeyed):
            self._show(self.coups.get((event.coup, event.position)), event.position, event.face)
        self._rotate(game, state)
        step = game.step(state)
        found = []
        for card in game.cards_on_table(state):
            if card.face_up and card.face is not None and self._show(step.shoe, card.position, card.face):
                self.coups[step.coup, card.position] = step.shoe
                found.append(Shown(step.shoe, card.position, card.face, self.committed(step.shoe, card.position)))
        if self.unsaid(step.shoe, event):
            text = f"card {event.position} was shown, and the game does not say that it lies on the table"
            self.faults.append(("card-unsaid", text))
        return tuple(found)

    def _show(self, shoe: int | None, position: int, face: Card) -> bool:
        """Note a face; say whether the card had not been seen before."""
        if shoe is None:
            return False
        seen = self.turned.setdefault(shoe, {})
        before = seen.get(position)
        if before == face:
            return False
        seen[position] = face
        self._count(shoe, face)
        if before is not None and self.is_sealed(shoe):
            self.faults.append(("face-changed", f"shoe {shoe}, card {position} was {before} and is now {face}"))
        return before is None

    def _count(self, shoe: int, face: Card) -> None:
        """A shoe of so many packs holds each face so many times, wherever its faces come from."""
        sealed = self.sealed.get(shoe)
        copies = sum(face == other for other in self.turned[shoe].values())
        packs = copies if sealed is None else -(-sealed.size // len(DECK))
        if copies > packs:
            self.faults.append(("face-too-often", f"shoe {shoe} has shown {copies} cards {face} of {packs} packs"))

    def is_sealed(self, shoe: int) -> bool:
        """Say whether a shoe was committed to."""
        sealed = self.sealed.get(shoe)
        return sealed is not None and sealed.kind is ShoeKind.SEALED

    def unsaid(self, shoe: int, event: Any) -> bool:
        """Say whether an event publishes a card of a sealed shoe that was never seen to lie on the table."""
        position, face = getattr(event, "position", None), getattr(event, "face", None)
        if position is None or face is None or "face" in event.private() or not self.is_sealed(shoe):
            return False
        return position not in self.turned.get(shoe, {})

    def _rotate(self, game: Game[Any], state: Any) -> None:
        wanted = game.draw_awaited(state)
        if wanted is None or wanted.kind != "card" or wanted.size == 0:
            return
        rotation = (wanted.committed - wanted.position) % wanted.size
        if self.rotation.setdefault(wanted.shoe, rotation) != rotation:
            text = f"shoe {wanted.shoe} was turned by {self.rotation[wanted.shoe]} and then by {rotation}"
            self.faults.append(("shoe", text))

    def committed(self, shoe: int, position: int) -> int | None:
        """Return the committed index of the card at ``position`` of the cut shoe, once it is known."""
        sealed, rotation = self.sealed.get(shoe), self.rotation.get(shoe)
        return None if sealed is None or rotation is None else original_position(position, rotation, sealed.size)

    def openings(
        self, game: Game[Any], state: Any, events: Iterable[Any], opener: Callable[[int, int], CardProof]
    ) -> tuple[ShoeOpenings, ...]:
        """Return the openings that an entry with these events must carry, ``state`` being the state before them.

        ``opener(shoe, committed)`` opens one card of a sealed shoe; cards of other shoes need no proof. Raises
        :class:`UnsaidCardError` for a game that shows a card without saying that it lies on the table: such a game
        deals no sealed shoe.
        """
        cards: dict[int, list[CardProof]] = {}
        for event in events:
            state = game.evolve(state, event)
            for card in self.see(game, state, event):
                if self.is_sealed(card.shoe) and card.committed is not None:
                    cards.setdefault(card.shoe, []).append(opener(card.shoe, card.committed))
            if self.unsaid(game.step(state).shoe, event):
                raise UnsaidCardError(f"{game.key} does not say where card {event.position} lies")
        return tuple(ShoeOpenings(shoe, tuple(cards[shoe])) for shoe in sorted(cards))


def is_proved(table: str, sealed: ShoeSealed, opening: CardProof) -> bool:
    """Say whether an opening fits the commitment at its position."""
    if not 0 <= opening.position < len(sealed.commitments):
        return False
    said = commitment(shoe_name(table, sealed.shoe), opening.position, opening.face, opening.salt)
    return said == sealed.commitments[opening.position]
