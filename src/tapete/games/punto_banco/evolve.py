"""What the events of the shoe make of the state: its preparation, its cards, and whose turn it is to deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from immutables import Map
from msgspec.structs import replace

from tapete.accounts import CASH_DESK, HOUSE, STAKES, Posting, move, move_change, person, post
from tapete.cards import Card
from tapete.chance import ShoeSealed
from tapete.games.baccarat.conflicts import marks_without
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.effects import LaidCard, lay, rekey, turn_up
from tapete.games.baccarat.incident import IncidentOpened, IncidentRuled, add_incident, remove_incident
from tapete.games.baccarat.marks import Cards, Marks, apply_effects, marks_of_next_coup
from tapete.games.punto_banco import events as e
from tapete.games.punto_banco.coup import legs, net
from tapete.games.punto_banco.events import (
    BetPlaced,
    BetWithdrawn,
    CoupSettled,
    CoupVoided,
    PaymentCorrected,
    StakeReturned,
)
from tapete.games.punto_banco.rules import read
from tapete.games.punto_banco.state import COUP_PHASES, Bets, Coup, RulingGiven, Settings, Shoe, ShoeTurn, State
from tapete.games.punto_banco.terms import Bet, Phase
from tapete.kernel import Event, PersonId, declared_types, require_complete, require_lines
from tapete.rulebooks import ByLibrary, Library, house_library
from tapete.table import acts as t, seats as places


def apply_shoe_opened(state: State, event: e.ShoeOpened) -> State:
    """Begin another shoe: its coups are counted from one, and its turn remembers where the last one stood."""
    turn = state.turn
    stood_at = turn.holder or turn.offered_place
    last, is_lost = (turn.last, turn.is_lost) if stood_at is None else (stood_at, False)
    return replace(
        state,
        shoe=Shoe(event.shoe, event.size),
        turn=ShoeTurn(last=last, is_lost=is_lost),
        coup=0,
        basket=0,
        marks=marks_of_next_coup(state.marks),
        announcements=(),
        said_from=0,
    )


def apply_cards_burned(state: State, event: e.CardsBurned) -> State:
    shoe, basket = state.shoe, state.basket + len(state.layout) + event.count
    return replace(state, shoe=replace(shoe, position=shoe.position + event.count), basket=basket, layout=())


def apply_burn_corrected(state: State, event: e.BurnCorrected) -> State:
    more = event.count - event.was
    return replace(state, shoe=replace(state.shoe, position=state.shoe.position + more), basket=state.basket + more)


def apply_card_discarded(state: State, event: e.CardDiscarded) -> State:
    without_it = replace(with_face(state.shoe, event.position, event.face), position=event.position + 1)
    return replace(state, shoe=without_it, basket=state.basket + 1)


def with_face(shoe: Shoe, position: int, face: Card | None) -> Shoe:
    return shoe if face is None else replace(shoe, known_faces=shoe.known_faces.set(position, face))


def apply_shoe_offered(state: State, event: e.ShoeOffered) -> State:
    had = state.turn.holder
    last, is_lost = (state.turn.last, state.turn.is_lost) if had is None else (had, True)
    turn = ShoeTurn(offered_place=event.seat, declined_places=state.turn.declined_places, last=last, is_lost=is_lost)
    return replace(state, turn=turn, called_person=None)


def apply_seated(state: State, event: t.Seated) -> State:
    """Seat somebody, who has declined no shoe there, whatever the one before has."""
    turn = replace(state.turn, declined_places=state.turn.declined_places - {event.seat})
    return replace(state, seats=places.sit(state.seats, event.person, event.seat), turn=turn)


def apply_shoe_declined(state: State, event: e.ShoeDeclined) -> State:
    turn, seat = state.turn, event.seat
    passed = replace(turn, declined_places=turn.declined_places | {seat}, is_reminded=False)
    if seat in (turn.holder, turn.offered_place):
        last, is_lost = (turn.last, turn.is_lost) if turn.holder is None else (turn.holder, False)
        passed = replace(passed, holder=None, offered_place=None, last=last, is_lost=is_lost)
    return replace(state, turn=passed, called_person=None)


def apply_shoe_to_croupier(state: State, event: e.ShoeToCroupier) -> State:
    had, turn = state.turn.holder, state.turn
    last, is_lost = (turn.last, turn.is_lost) if had is None else (had, True)
    return replace(state, turn=ShoeTurn(croupier=True, last=last, is_lost=is_lost), called_person=None)


UNDECIDED = COUP_PHASES - {Phase.SETTLE}
"""The phases of a coup that has no result yet, or has none any more."""


def apply_nothing(state: State, event: Event) -> State:
    return state


def apply_table_opened(state: State, event: e.TableOpened, library: Library) -> State:
    settings = msgspec.convert(event, Settings, from_attributes=True)
    rules = read(library.by_hash(event.sha256))
    return replace(state, rules=rules, sha256=event.sha256, settings=settings, seats=places.Seats(tuple(event.places)))


def apply_options_set(state: State, event: e.OptionsSet) -> State:
    options = replace(state.settings, standing_allowed=event.standing_allowed, multiples_only=event.multiples_only)
    return replace(state, settings=options)


def apply_phase_opened(state: State, event: e.PhaseOpened) -> State:
    """Enter a phase. A phase before the settlement has no result; a call to a person lasts while bets are open."""
    phase = event.phase
    called = state.called_person if phase is Phase.BETS else None
    if phase in UNDECIDED:
        return replace(state, phase=phase, serial=state.serial + 1, called_person=called, winner=None, natural=False)
    return replace(state, phase=phase, serial=state.serial + 1, called_person=called)


def apply_said(state: State, event: e.Said) -> State:
    """Add a formula to what was said in this coup; the first one after a break begins again."""
    begins = len(state.announcements) if state.breath else state.said_from
    return replace(state, announcements=(*state.announcements, event), said_from=begins, breath=False)


def apply_came_back(state: State, event: t.CameBack) -> State:
    called = None if state.called_person == event.person else state.called_person
    return replace(state, seats=places.set_away(state.seats, event.person, False), called_person=called)


KEPT = 400
"""Finished coups kept in the state, for roads, claims and corrections."""

UNKNOWN_TOTALS = (-1, -1)
"""The totals of a coup that was never decided: its cards may not have been shown."""


def apply_stake_back(state: State, event: e.BetWithdrawn | e.StakeReturned) -> State:
    return replace(state, bets=_changed(state.bets, event.person, event.bet, -event.amount))


def _changed(bets: Bets, who: PersonId, bet: Bet, change: int) -> Bets:
    left = bets.get((who, bet), 0) + change
    return bets.set((who, bet), left) if left else bets.delete((who, bet))


def apply_card_dealt(state: State, event: e.CardDealt) -> State:
    position, shoe = event.position, with_face(state.shoe, event.position, event.face if event.face_up else None)
    due = tuple([one for one in state.due_cards if one.position != position])
    if position < shoe.position:
        return replace(state, due_cards=due, layout=turn_up(state.layout, position, event.face), shoe=shoe)
    card = LaidCard(position, event.place, event.face, event.face_up)
    return replace(state, due_cards=due, layout=lay(state.layout, card), shoe=replace(shoe, position=position + 1))


def apply_hand_awarded(state: State, event: e.HandAwarded) -> State:
    decides = state.turn_order_decides or event.standing
    return replace(state, hand_holder=event.person, disputants=(), turn_order_decides=decides)


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


def apply_coup_settled(state: State, event: e.CoupSettled) -> State:
    left = {(one.person, one.bet): one.stake for one in event.lines if one.outcome == "void"}
    return _put_away(state, event.coup, event.lines, Map(left))


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


def apply_incident_ruled(state: State, event: IncidentRuled) -> State:
    after = apply_effects(event.effects, Cards(state.layout, state.marks))
    given = RulingGiven(event.serial, event.kind, event.effects, state.layout, state.marks, state.phase)
    rulings = state.rulings if state.is_between_coups else (*state.rulings, given)
    docket = remove_incident(state.docket, event.serial)
    return replace(state, docket=docket, layout=after.layout, marks=after.marks, rulings=rulings)


def apply_ruling_undone(state: State, event: RulingUndone) -> State:
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


def _with_last(state: State, number: int, change: Callable[[Coup], Coup]) -> State:
    history = list(state.history)
    for at in range(len(history) - 1, -1, -1):
        if history[at].number == number:
            history[at] = change(history[at])
            break
    return replace(state, history=tuple(history))


def _changed_back(event: t.CashedOut | t.PersonLeft) -> tuple[Posting, ...]:
    return move(event.amount, person(event.person), CASH_DESK)


def _stake_back(event: BetWithdrawn | StakeReturned) -> tuple[Posting, ...]:
    return move(event.amount, STAKES, person(event.person))


def _corrected(event: PaymentCorrected) -> tuple[Posting, ...]:
    owner, change = person(event.person), event.due_amount - event.booked_amount
    lent, back = move(event.debt, HOUSE, owner), move(event.set_off, owner, HOUSE)
    return (*lent, *move_change(change, HOUSE, owner), *back)


def apply_payment_corrected(state: State, event: PaymentCorrected) -> State:
    if event.debt or event.set_off:
        left = state.debts.get(event.person, 0) + event.debt - event.set_off
        state = replace(state, debts=state.debts.set(event.person, left))
    return _with_last(
        state, event.coup, lambda coup: replace(coup, payouts=coup.payouts.set(event.person, event.due_amount))
    )


POSTINGS: Final[Mapping[type[Event], Callable[[Any], tuple[Posting, ...]]]] = {
    t.BoughtIn: lambda event: move(event.amount, CASH_DESK, person(event.person)),
    t.CashedOut: _changed_back,
    t.PersonLeft: _changed_back,
    BetPlaced: lambda event: move(event.amount, person(event.person), STAKES),
    BetWithdrawn: _stake_back,
    StakeReturned: _stake_back,
    CoupSettled: lambda event: legs(event.lines),
    CoupVoided: lambda event: tuple(leg for one in event.lines for leg in move(one.stake, STAKES, person(one.person))),
    PaymentCorrected: _corrected,
}


def postings(event: Event) -> tuple[Posting, ...]:
    moves = POSTINGS.get(type(event))
    return () if moves is None else moves(event)


FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State] | ByLibrary[State]]] = {
    e.TableOpened: ByLibrary(apply_table_opened),
    e.RulebookAdopted: ByLibrary(
        lambda state, event, library: replace(state, rules=read(library.by_hash(event.sha256)), sha256=event.sha256)
    ),
    e.PhaseOpened: apply_phase_opened,
    e.Said: apply_said,
    e.OptionsSet: apply_options_set,
    e.TableClosed: apply_nothing,
    t.StaffAssigned: lambda state, event: replace(state, staff=state.staff.set(event.role, event.person)),
    t.Seated: apply_seated,
    t.StoodBehind: lambda state, event: replace(state, seats=places.stand(state.seats, event.person, event.seat)),
    t.PersonLeft: lambda state, event: replace(state, seats=places.leave(state.seats, event.person)),
    t.BoughtIn: apply_nothing,
    t.CashedOut: apply_nothing,
    t.WentAway: lambda state, event: replace(state, seats=places.set_away(state.seats, event.person, True)),
    t.CameBack: apply_came_back,
    e.PersonCalled: lambda state, event: replace(state, called_person=event.person),
    e.ClaimRecorded: apply_nothing,
    e.ShoeOpened: apply_shoe_opened,
    e.ShoeWanted: lambda state, event: replace(state, shoe=replace(state.shoe, is_order_awaited=True)),
    ShoeSealed: lambda state, event: replace(state, shoe=replace(state.shoe, is_order_awaited=False)),
    e.PackCut: lambda state, event: replace(state, shoe=replace(state.shoe, cut_depth=event.depth or 0)),
    e.CutCardIn: lambda state, event: replace(state, shoe=replace(state.shoe, cut_card=event.position)),
    e.CardsBurned: apply_cards_burned,
    e.BurnCorrected: apply_burn_corrected,
    e.StopCardSeen: lambda state, event: replace(state, shoe=replace(state.shoe, is_stop_seen=True)),
    e.CardExposed: lambda state, event: replace(state, shoe=with_face(state.shoe, event.position, event.face)),
    e.CardDiscarded: apply_card_discarded,
    e.ShoeEnded: apply_nothing,
    e.ShoeOffered: apply_shoe_offered,
    e.ShoeDeclined: apply_shoe_declined,
    e.ShoeLost: lambda state, event: replace(state, turn=ShoeTurn(last=event.seat, is_lost=True)),
    e.ShoeTaken: lambda state, event: replace(
        state, turn=ShoeTurn(holder=event.seat, last=state.turn.last), called_person=None
    ),
    e.ShoeToCroupier: apply_shoe_to_croupier,
    e.HolderReminded: lambda state, event: replace(
        state, turn=replace(state.turn, is_reminded=True), called_person=None
    ),
    e.BetsOpened: lambda state, event: replace(
        state,
        coup=event.coup,
        announcements=(),
        said_from=0,
        winner=None,
        natural=False,
        hand_holder=None,
        disputants=(),
        rulings=(),
    ),
    e.BetPlaced: lambda state, event: replace(state, bets=_changed(state.bets, event.person, event.bet, event.amount)),
    e.BetWithdrawn: apply_stake_back,
    e.StakeReturned: apply_stake_back,
    e.HandAwarded: apply_hand_awarded,
    e.HandDisputed: lambda state, event: replace(state, disputants=event.candidates, hand_holder=None),
    e.DrawAwaited: lambda state, event: replace(state, due_cards=event.cards),
    e.CardDealt: apply_card_dealt,
    e.HandShown: apply_hand_shown,
    e.CoupEnded: lambda state, event: replace(
        state, winner=event.winner, natural=event.natural, final=(event.punto, event.banca)
    ),
    e.CoupSettled: apply_coup_settled,
    e.CoupVoided: lambda state, event: _put_away(replace(state, winner=None), event.coup, event.lines, Map()),
    IncidentOpened: lambda state, event: replace(state, docket=add_incident(state.docket, event.incident)),
    IncidentRuled: apply_incident_ruled,
    e.CardCorrected: apply_card_corrected,
    RulingUndone: apply_ruling_undone,
    PaymentCorrected: apply_payment_corrected,
}

require_complete(FOLDS, declared_types(e, Event) | frozenset(FOLDS))
require_lines(POSTINGS, FOLDS)

SPEECH_BREAKS: Final = frozenset(
    {
        *(e.BetPlaced, e.BetWithdrawn, e.BetsOpened, e.PersonCalled, e.HolderReminded, e.ShoeDeclined, e.ShoeTaken),
        *(e.DrawAwaited, e.StopCardSeen, e.HandShown, e.CoupSettled, e.CoupVoided, e.CardsBurned, e.CardCorrected),
        *(IncidentOpened, IncidentRuled, RulingUndone),
    }
)
"""Events after which what the croupier says does not go with what they said before."""


def evolve(state: State, event: Event, library: Library | None = None) -> State:
    """Fold one event; ``library`` (by default the shipped one) knows the rulebooks named by hash."""
    kind = type(event)
    moves = POSTINGS.get(kind)
    if moves is not None and (legs := moves(event)):
        state = replace(state, ledger=post(state.ledger, legs))
    if kind in SPEECH_BREAKS and not state.breath:
        state = replace(state, breath=True)
    fold = FOLDS[kind]
    if isinstance(fold, ByLibrary):
        return fold.function(state, event, library or house_library())
    return fold(state, event)
