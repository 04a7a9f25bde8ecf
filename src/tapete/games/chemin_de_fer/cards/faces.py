"""Faces that people key: the cards of a real shoe, of which it holds only so many."""

from __future__ import annotations

from tapete.cards import DECK, Card, is_card
from tapete.clauses import Fault, fault
from tapete.games.baccarat import pack
from tapete.games.baccarat.pack import Due
from tapete.games.chemin_de_fer.state import State


def copies_out(state: State, face: str) -> int:
    """Return how many cards of a face are known to have left the shoe in use."""
    lying = sum(card.face == face for card in state.coup.cards.layout)
    return lying + state.shoe.played.get(Card(face), 0)


def require_face_in_shoe(state: State, face: str) -> Fault | None:
    """Return a Fault if a face is no card, or if the shoe in use cannot hold it once more."""
    decks = state.settings.decks
    return pack.require_face_in_pack(face, decks - copies_out(state, face), decks)


def keyable_face(state: State) -> Card:
    """Return a card that the shoe in use may still hold."""
    return next(face for face in DECK if require_face_in_shoe(state, face) is None)


def require_face(state: State, due: Due, face: str | None) -> Fault | None:
    """Return a Fault unless a face comes with a card that is shown, and only then, and the shoe can hold it."""
    if face is None:
        return fault("face-missing", position=due.position) if due.face_up else None
    if not is_card(face):
        return fault("unknown-card", card=face[:8])
    if not state.is_keyed:
        return None
    return require_face_in_shoe(state, face) if due.face_up else fault("face-not-shown", position=due.position)
