"""The course of a coup from the cards as they lie: where it stands after a ruling or a corrected card."""

from __future__ import annotations

from tapete.games.baccarat.incident import IncidentOpened, incident
from tapete.games.baccarat.layout import at
from tapete.games.baccarat.outcome import winner
from tapete.games.punto_banco.events import CoupEnded, HandShown, WindowOpened
from tapete.games.punto_banco.spoken import announce_decision, announce_result
from tapete.games.punto_banco.state import State, third
from tapete.games.punto_banco.terms import Hand, Window
from tapete.games.punto_banco.third_card import bank_takes_card, ends_at_once, player_takes_card
from tapete.kernel import HOUSE, Event


def resume(state: State, said_before: bool) -> tuple[Event, ...]:
    """Return the events that bring the table to where the cards on it say that it stands.

    ``said_before`` leaves the hands' totals unsaid, because they were announced already. A third card that the rules
    do not
    give is not taken away in silence: it is an incident for the table chief.
    """
    if state.between_coups or state.window in (Window.BETS, Window.DEAL):
        return ()
    for hand, window in ((Hand.PUNTO, Window.PLAYER_SHOWS), (Hand.BANCA, Window.BANK_SHOWS)):
        if not all(card.face_up and card.face for card in at(state.layout, hand)):
            return () if state.window is window else (WindowOpened(window),)
    return (*(() if said_before else hands(state)), *decisions(state))


def hands(state: State) -> tuple[Event, ...]:
    """Return both hands as shown, with their totals."""
    found = []
    for hand in Hand:
        points = state.two_card_total(hand)
        faces = tuple(card.face for card in at(state.layout, hand) if card.face is not None)
        if isinstance(points, int):
            found.append(HandShown(hand, faces, points))
    return tuple(found)


def decisions(state: State) -> tuple[Event, ...]:
    """Return what the totals ask for, with the third cards that lie there already."""
    punto, banca = state.two_card_total(Hand.PUNTO), state.two_card_total(Hand.BANCA)
    if not isinstance(punto, int) or not isinstance(banca, int):
        return ()
    drawn = {hand: state.third_face(hand) for hand in Hand}
    deemed = any(state.marks.of(str(hand)).deemed is not None for hand in Hand)
    if not deemed:
        natural = ends_at_once(punto, banca, state.book)
        draws = not natural and player_takes_card(punto, state.book) is True
        if drawn[Hand.PUNTO] and not draws:
            return too_many(state, Hand.PUNTO)
        if draws and drawn[Hand.PUNTO] is None:
            return (*announce_decision(state, Hand.PUNTO, True, punto), WindowOpened(Window.PLAYER_DRAWS))
        now = state.total(Hand.PUNTO)
        bank = not natural and isinstance(now, int) and bank_takes_card(now, banca, drawn[Hand.PUNTO], state.book)
        if drawn[Hand.BANCA] and not bank:
            return too_many(state, Hand.BANCA)
        if bank and drawn[Hand.BANCA] is None:
            return (*announce_decision(state, Hand.BANCA, True, banca), WindowOpened(Window.BANK_DRAWS))
    else:
        natural = False
    return final(state, natural)


def final(state: State, natural: bool) -> tuple[Event, ...]:
    """Return the result of the hands as they now count."""
    punto, banca = state.total(Hand.PUNTO), state.total(Hand.BANCA)
    if not isinstance(punto, int) or not isinstance(banca, int):
        return ()
    won = winner(punto, banca, state.book.outcome)
    lost = [hand for hand in Hand if state.marks.of(str(hand)).lost]
    if lost:
        from tapete.games.baccarat.outcome import Winner

        won = Winner.BANCA if lost[-1] is Hand.PUNTO else Winner.PUNTO
    over = () if state.window is Window.SETTLE else (WindowOpened(Window.SETTLE),)
    return (CoupEnded(won, punto, banca, natural), *announce_result(state, won, punto, banca), *over)


def too_many(state: State, hand: Hand) -> tuple[Event, ...]:
    """Open the incident of a third card that the rules do not give."""
    card = at(state.layout, third(hand))[0]
    return (IncidentOpened(incident(state.docket, "third-card-not-due", HOUSE, (), (), f"{hand} {card.position}")),)
