"""Cards that come out of the shoe of a table where a player holds the bank: the draw, and the faces that people key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tapete.cards import DECK, Card, is_card
from tapete.chance import CardOut
from tapete.clauses import Fault, fault
from tapete.games.baccarat import procedure
from tapete.games.banked.events import CardTurned
from tapete.games.banked.shoe import copies_out
from tapete.games.banked.state import State
from tapete.kernel import CHANCE, Decision, Event, PersonId
from tapete.table.staff import Role, require_post


def require_face_in_shoe(state: State[Any], face: str) -> Fault | None:
    """Return a Fault if a face is no card, or if the shoe in use cannot hold it once more."""
    decks = state.settings.decks
    left = decks - copies_out(state.shoe, state.coup.cards.layout, Card(face))
    return procedure.require_face_in_pack(face, left, decks)


def keyable_face(state: State[Any]) -> Card:
    return next(face for face in DECK if require_face_in_shoe(state, face) is None)


def require_face(state: State[Any], due: procedure.DueCard, face: str | None) -> Fault | None:
    """Return a Fault unless a face that the shoe can hold comes with a card that is shown."""
    if face is None:
        return fault("face-missing", position=due.position) if due.face_up else None
    if not is_card(face):
        return fault("unknown-card", card=face[:8])
    if not state.is_keyed:
        return None
    return require_face_in_shoe(state, face) if due.face_up else fault("face-not-shown", position=due.position)


def card_out(
    with_consequences: Callable[..., tuple[Event, ...]], state: State[Any], who: PersonId, what: CardOut
) -> Decision:
    """Decide what becomes of a card that chance drew, or of a face that the croupier keyed."""
    due = next(iter(state.coup.due_cards), None)
    if due is None:
        has_faces = bool(state.history) or any(card.face for card in state.coup.cards.layout)
        return procedure.no_card_awaited(state.settings.shoe, has_faces, Role.INSPECTOR)
    if what.position != due.position:
        return fault("wrong-position", position=what.position, due=due.position)
    by_chance = None if who == CHANCE else fault("only-chance")
    wrong = require_post(state.staff, who, Role.CROUPIER) if state.is_keyed and due.face_up else by_chance
    if wrong := wrong or require_face(state, due, what.face):
        return wrong
    if due.on_table and what.face is not None:
        return with_consequences(state, CardTurned(due.position, what.face))
    return with_consequences(state, procedure.CardDealt(due.position, due.place, what.face, due.face_up))
