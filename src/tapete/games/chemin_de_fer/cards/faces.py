"""Faces that people key: the cards of a real shoe, of which it holds only so many."""

from __future__ import annotations

from tapete.cards import DECK, Card
from tapete.clauses import Fault
from tapete.games.baccarat.pack import DueCard
from tapete.games.banked import shoe
from tapete.games.chemin_de_fer.state import State


def require_face_in_shoe(state: State, face: str) -> Fault | None:
    """Return a Fault if a face is no card, or if the shoe in use cannot hold it once more."""
    return shoe.require_face_in_shoe(state.shoe, state.coup.cards.layout, state.settings.decks, Card(face))


def keyable_face(state: State) -> Card:
    """Return a card that the shoe in use may still hold."""
    return next(face for face in DECK if require_face_in_shoe(state, face) is None)


def require_face(state: State, due: DueCard, face: str | None) -> Fault | None:
    """Return a Fault unless a face comes with a card that is shown, and the shoe can hold it."""
    known = None if face is None else Card(face)
    decks, layout = state.settings.decks, state.coup.cards.layout
    return shoe.require_face(state.shoe, layout, due, known, decks=decks, keyed=state.is_keyed)
