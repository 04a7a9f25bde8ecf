"""What the events of a coup make of the state: stakes, cards, hands, results, and what officials change."""

from __future__ import annotations

from collections.abc import Callable

from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.incident import IncidentOpened, IncidentRuled, add_incident, remove_incident
from tapete.games.baccarat.layout import LaidCard, lay, rekey, turn_up
from tapete.games.baccarat.marks import Cards, Marks, apply_effects, marks_of_next_coup
from tapete.games.baccarat.reversal import marks_without
from tapete.games.punto_banco import events as e
from tapete.games.punto_banco.evolve.shoe import with_face
from tapete.games.punto_banco.settle import net
from tapete.games.punto_banco.state import Bets, Coup, RulingGiven, State
from tapete.games.punto_banco.terms import Bet
from tapete.kernel import PersonId

KEPT = 400
"""Finished coups kept in the state, for roads, claims and corrections."""

UNKNOWN_TOTALS = (-1, -1)
"""The totals of a coup that was never decided: its cards may not have been shown."""

# --- stakes -----------------------------------------------------------------------------------------------------------


def apply_bets_opened(state: State, event: e.BetsOpened) -> State:
    return replace(
        state,
        coup=event.coup,
        announcements=(),
        said_from=0,
        winner=None,
        natural=False,
        hand_holder=None,
        disputants=(),
        rulings=(),
    )


def apply_bet_placed(state: State, event: e.BetPlaced) -> State:
    """Add to a stake."""
    return replace(state, bets=_changed(state.bets, event.person, event.bet, event.amount))


def apply_stake_back(state: State, event: e.BetWithdrawn | e.StakeReturned) -> State:
    return replace(state, bets=_changed(state.bets, event.person, event.bet, -event.amount))


def _changed(bets: Bets, who: PersonId, bet: Bet, change: int) -> Bets:
    left = bets.get((who, bet), 0) + change
    return bets.set((who, bet), left) if left else bets.delete((who, bet))


# --- cards ------------------------------------------------------------------------------------------------------------


def apply_draw_awaited(state: State, event: e.DrawAwaited) -> State:
    return replace(state, due_cards=event.cards)


def apply_card_dealt(state: State, event: e.CardDealt) -> State:
    """Lay a card that left the shoe, or turn up one that lay there without a face."""
    position, shoe = event.position, with_face(state.shoe, event.position, event.face if event.face_up else None)
    due = tuple([one for one in state.due_cards if one.position != position])
    if position < shoe.position:
        return replace(state, due_cards=due, layout=turn_up(state.layout, position, event.face), shoe=shoe)
    card = LaidCard(position, event.place, event.face, event.face_up)
    return replace(state, due_cards=due, layout=lay(state.layout, card), shoe=replace(shoe, position=position + 1))


def apply_hand_awarded(state: State, event: e.HandAwarded) -> State:
    decides = state.turn_order_decides or event.standing
    return replace(state, hand_holder=event.person, disputants=(), turn_order_decides=decides)


def apply_hand_disputed(state: State, event: e.HandDisputed) -> State:
    """Keep between whom the table chief has to choose."""
    return replace(state, disputants=event.candidates, hand_holder=None)


def apply_hand_shown(state: State, event: e.HandShown) -> State:
    """Turn a hand up. Its faces are public from now on, also for a reader who never had them."""
    coming = iter(event.faces)
    layout = tuple(
        [
            replace(card, face=next(coming, card.face), face_up=True) if card.place == event.hand else card
            for card in state.layout
        ]
    )
    known = {card.position: card.face for card in layout if card.place == event.hand and card.face is not None}
    return replace(state, layout=layout, shoe=replace(state.shoe, known_faces=state.shoe.known_faces.update(known)))


# --- results ----------------------------------------------------------------------------------------------------------


def apply_coup_ended(state: State, event: e.CoupEnded) -> State:
    """Keep who won, and with which totals."""
    return replace(state, winner=event.winner, natural=event.natural, final=(event.punto, event.banca))


def apply_coup_settled(state: State, event: e.CoupSettled) -> State:
    """Put the coup away; stakes that neither won nor lost stay on the table."""
    left = {(one.person, one.bet): one.stake for one in event.lines if one.outcome == "void"}
    return _put_away(state, event.coup, event.lines, Map(left))


def apply_coup_voided(state: State, event: e.CoupVoided) -> State:
    """Put the coup away without a result; no stake stays on the table."""
    return _put_away(replace(state, winner=None), event.coup, event.lines, Map())


def _put_away(state: State, number: int, lines: tuple[e.Line, ...], left: Bets) -> State:
    paid: dict[PersonId, int] = {}
    for line in lines:
        paid[line.person] = paid.get(line.person, 0) + (0 if line.outcome == "void" else net(line))
    punto, banca = state.final if state.winner is not None else UNKNOWN_TOTALS
    coup = Coup(
        number,
        state.winner,
        punto,
        banca,
        state.natural,
        state.bets,
        state.layout,
        lines,
        Map(paid),
        state.shoe.number,
        state.marks,
        state.rulings,
    )
    return replace(
        state,
        history=(*state.history, coup)[-KEPT:],
        bets=left,
        basket=state.basket + len(state.layout),
        layout=(),
        due_cards=(),
        hand_holder=None,
        disputants=(),
        marks=marks_of_next_coup(state.marks),
    )


# --- rulings and corrections ------------------------------------------------------------------------------------------


def apply_incident_opened(state: State, event: IncidentOpened) -> State:
    return replace(state, docket=add_incident(state.docket, event.incident))


def apply_incident_ruled(state: State, event: IncidentRuled) -> State:
    """Close an incident, with the effects of its ruling on cards and marks."""
    after = apply_effects(event.effects, Cards(state.layout, state.marks))
    given = RulingGiven(event.serial, event.kind, event.effects, state.layout, state.marks, state.phase)
    rulings = state.rulings if state.is_between_coups else (*state.rulings, given)
    docket = remove_incident(state.docket, event.serial)
    return replace(state, docket=docket, layout=after.layout, marks=after.marks, rulings=rulings)


def apply_ruling_undone(state: State, event: RulingUndone) -> State:
    """Forget a ruling and what it laid on hands, in the coup that it was given in; its cards lie as they do."""
    if event.coup == state.coup and not state.is_between_coups:
        marks, rulings = _without(state.marks, state.rulings, event)
        return replace(state, marks=marks, rulings=rulings)

    def right(coup: Coup) -> Coup:
        marks, rulings = _without(coup.marks, coup.rulings, event)
        return replace(coup, marks=marks, rulings=rulings)

    return _with_last(state, event.coup, right)


def _without(
    marks: Marks, rulings: tuple[RulingGiven, ...], event: RulingUndone
) -> tuple[Marks, tuple[RulingGiven, ...]]:
    given = next((one for one in rulings if one.serial == event.serial), None)
    if given is None:
        return marks, rulings
    later = (effect for one in rulings[rulings.index(given) + 1 :] for effect in one.effects)
    left = tuple(one for one in rulings if one is not given)
    return marks_without(marks, given.marks, event.effects, later), left


def rekey_rulings(rulings: tuple[RulingGiven, ...], position: int, face: Card) -> tuple[RulingGiven, ...]:
    return tuple(replace(one, layout=rekey(one.layout, position, face)) for one in rulings)


def apply_card_corrected(state: State, event: e.CardCorrected) -> State:
    """Put a wrongly keyed card right, in the open coup or in the settled one that it belongs to, if it has one."""
    shoe = state.shoe
    last = next((one for one in reversed(state.history) if one.number == event.coup), None)
    rekeyed = replace(state, shoe=with_face(shoe, event.position, event.face))
    if state.face_outside_coups(event.coup, event.position) == event.was:
        return rekeyed
    if event.coup == state.coup and not state.is_between_coups:
        rulings = rekey_rulings(state.rulings, event.position, event.face)
        return replace(rekeyed, layout=rekey(state.layout, event.position, event.face), rulings=rulings)

    def right(coup: Coup) -> Coup:
        rulings = rekey_rulings(coup.rulings, event.position, event.face)
        put_right = replace(coup, layout=rekey(coup.layout, event.position, event.face), rulings=rulings)
        if event.winner is None:
            return put_right
        return replace(put_right, lines=event.lines, winner=event.winner, punto=event.punto, banca=event.banca)

    is_of_shoe = last is not None and last.shoe == shoe.number
    return _with_last(rekeyed if is_of_shoe else state, event.coup, right)


def apply_payment_corrected(state: State, event: e.PaymentCorrected) -> State:
    return _with_last(
        state, event.coup, lambda coup: replace(coup, payouts=coup.payouts.set(event.person, event.due_amount))
    )


def _with_last(state: State, number: int, change: Callable[[Coup], Coup]) -> State:
    """Return the state with the latest coup of a number changed."""
    history = list(state.history)
    for at in range(len(history) - 1, -1, -1):
        if history[at].number == number:
            history[at] = change(history[at])
            break
    return replace(state, history=tuple(history))
