"""The course of a coup from the cards as they lie: where it stands after a ruling or a corrected card."""

from __future__ import annotations

from collections.abc import Collection

from tapete.clauses import trace
from tapete.games.baccarat.incident import IncidentOpened, incident
from tapete.games.baccarat.layout import at
from tapete.games.baccarat.pack import DrawAwaited
from tapete.games.punto_banco.announcements import announce_bank_total, announce_decision, announce_player_total
from tapete.games.punto_banco.events import HandShown, PhaseOpened
from tapete.games.punto_banco.result import is_decided_by_ruling, result, ruled_result
from tapete.games.punto_banco.state import State, third
from tapete.games.punto_banco.terms import Hand, Phase
from tapete.games.punto_banco.third_card import is_bank_to_draw, is_ended_by_natural, is_player_to_draw
from tapete.kernel import HOUSE, Event

THIRD_CARD_NOT_DUE = "third-card-not-due"
"""Incident of a third card that lies there and that the rules do not give."""


def resume(state: State, said_before: bool, let_stand: Collection[Hand] = ()) -> tuple[Event, ...]:
    """Return the events that bring the table to where the cards on it say that it stands.

    ``said_before`` leaves the hands' totals unsaid, because they were announced already. A third card that the rules
    do not give is not taken away in silence: it is an incident for the table chief. ``let_stand``: the hands
    whose third card he let stand.
    """
    if state.is_between_coups or state.phase is Phase.DEAL:
        return ()
    again = () if said_before else hands(state)
    for hand, window in ((Hand.PUNTO, Phase.PLAYER_SHOWS), (Hand.BANCA, Phase.BANK_SHOWS)):
        if not is_hand_open(state, hand):
            return (*again, *(() if state.phase is window else (PhaseOpened(window),)))
    follows = decisions(state, let_stand)
    return (*again, *((DrawAwaited(()),) if follows and state.due_cards else ()), *follows)


def is_hand_open(state: State, hand: Hand) -> bool:
    """Return True if everybody sees the two cards of a hand."""
    return all(card.face_up and card.face for card in at(state.layout, hand))


def hands(state: State) -> tuple[Event, ...]:
    """Return the hands that lie open, with what the croupier says of them."""
    found: list[Event] = []
    for hand, announce in ((Hand.PUNTO, announce_player_total), (Hand.BANCA, announce_bank_total)):
        points = state.two_card_total(hand)
        faces = tuple(card.face for card in at(state.layout, hand) if card.face is not None)
        if is_hand_open(state, hand) and isinstance(points, int):
            found += [HandShown(hand, faces, points), *announce(state, points)]
    return tuple(found)


def decisions(state: State, let_stand: Collection[Hand] = ()) -> tuple[Event, ...]:
    """Return what the totals ask for, with the third cards that lie there already.

    ``let_stand``: the hands whose third card the table chief let stand although the rules do not give it.
    """
    punto, banca = state.two_card_total(Hand.PUNTO), state.two_card_total(Hand.BANCA)
    if not isinstance(punto, int) or not isinstance(banca, int):
        return ()
    if is_decided_by_ruling(state):
        return ruled_result(state)
    drawn = {hand: state.third_face(hand) for hand in Hand}
    natural = is_ended_by_natural(punto, banca, state.book)
    draws = not natural and is_player_to_draw(punto, state.book) is True
    if drawn[Hand.PUNTO] and not draws and Hand.PUNTO not in let_stand:
        return surplus_card_incident(state, Hand.PUNTO)
    said = () if natural or drawn[Hand.PUNTO] else announce_decision(state, Hand.PUNTO, draws, punto)
    if draws and drawn[Hand.PUNTO] is None:
        return () if state.phase is Phase.PLAYER_DRAWS else (*said, PhaseOpened(Phase.PLAYER_DRAWS))
    now = state.total(Hand.PUNTO)
    bank = not natural and isinstance(now, int) and is_bank_to_draw(now, banca, drawn[Hand.PUNTO], state.book)
    if drawn[Hand.BANCA] and not bank and Hand.BANCA not in let_stand:
        return surplus_card_incident(state, Hand.BANCA)
    if bank and drawn[Hand.BANCA] is None:
        if state.phase is Phase.BANK_DRAWS:
            return ()
        return (*said, *announce_decision(state, Hand.BANCA, True, banca), PhaseOpened(Phase.BANK_DRAWS))
    if not natural and not drawn[Hand.BANCA]:
        said = (*said, *announce_decision(state, Hand.BANCA, False, banca))
    final = state.total(Hand.BANCA)
    if not isinstance(now, int) or not isinstance(final, int):
        return ()
    return (*said, *result(state, now, final, natural))


def surplus_hand(state: State) -> Hand | None:
    """Return the hand whose third card the rules do not give; ``None`` if there is none. Nothing is decided by it."""

    def is_surplus(let_stand: Collection[Hand]) -> bool:
        events = decisions(state, let_stand)
        return any(isinstance(one, IncidentOpened) and one.incident.kind == THIRD_CARD_NOT_DUE for one in events)

    with trace():
        if not is_surplus(()):
            return None
        return Hand.PUNTO if is_surplus((Hand.BANCA,)) else Hand.BANCA


def surplus_card_incident(state: State, hand: Hand) -> tuple[Event, ...]:
    card = at(state.layout, third(hand))[0]
    return (IncidentOpened(incident(state.docket, THIRD_CARD_NOT_DUE, HOUSE, (), (), f"{hand} {card.position}")),)
