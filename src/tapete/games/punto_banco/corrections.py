"""Corrections of cards and results, and what is reconsidered after them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tapete.accounts import balance, person
from tapete.cards import Card, is_card
from tapete.chance import CardOut, ChanceKind, Draw, SealShoe
from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule
from tapete.games.baccarat import corrections, effects as fx, procedure
from tapete.games.baccarat.conflicts import marks_without
from tapete.games.baccarat.corrections import CorrectCard, CorrectPayment, PaymentCorrected, RulingUndone
from tapete.games.baccarat.incident import Incident, IncidentOpened
from tapete.games.baccarat.marks import Marks
from tapete.games.baccarat.outcome import winner
from tapete.games.baccarat.points import total
from tapete.games.baccarat.procedure import CardDealt, DueCard, require_face_in_pack
from tapete.games.punto_banco.coup import (
    THIRD_CARD_NOT_DUE,
    after_draw,
    after_showing,
    lines,
    net,
    resume,
    surplus_hand,
    winner_with_rulings,
)
from tapete.games.punto_banco.events import CardCorrected
from tapete.games.punto_banco.evolve import evolve, rekey_rulings
from tapete.games.punto_banco.state import Coup, RulingGiven, State, third
from tapete.games.punto_banco.terms import Hand, Phase
from tapete.games.punto_banco.turn import BURN, burn_and_offer, require_card_may_leave, seal_shoe, stop_card
from tapete.kernel import CHANCE, HOUSE, Decision, Event, PersonId, fold
from tapete.money import Cents, Rounding, portion
from tapete.table import corrections as table_corrections
from tapete.table.staff import Role, require_post

# --- reconsideration --------------------------------------------------------------------------------------------------
# A ruling on a third card that was not due is looked at on its cards with the true one: where that is undue, it stands.


undo = rule("HP.PB.undone-ruling", neutral=())(corrections.undone)


def rulings_to_undo(state: State, rulings: Sequence[RulingGiven], event: CardCorrected) -> tuple[RulingUndone, ...]:
    right = rekey_rulings(tuple(rulings), event.position, event.face)
    gone = [
        one
        for keyed, one in zip(rulings, right, strict=True)
        if one.kind == THIRD_CARD_NOT_DUE and surplus_at(state, keyed) is not surplus_at(state, one)
    ]
    codes = (THIRD_CARD_NOT_DUE,)
    found = tuple(RulingUndone(event.coup, one.serial, one.kind, codes, one.effects) for one in reversed(gone))
    return undo(found) if found else ()


def surplus_at(state: State, given: RulingGiven) -> Hand | None:
    return surplus_hand(replace(state, layout=given.layout, marks=given.marks, phase=given.phase, due_cards=()))


def hands_let_stand(state: State) -> tuple[Hand, ...]:
    """Return the hands of the coup in progress whose third card, which the rules do not give, a ruling let stand."""
    given = (one for one in state.rulings if one.kind == THIRD_CARD_NOT_DUE)
    hands = [hand for one in given if (hand := surplus_at(state, one)) is not None]
    return tuple(hand for hand in hands if fx.at(state.layout, third(hand)))


def without_rulings(marks: Marks, rulings: Sequence[RulingGiven], undone: Sequence[RulingUndone]) -> Marks:
    for event in undone:
        given = next(one for one in rulings if one.serial == event.serial)
        later = (effect for one in rulings[rulings.index(given) + 1 :] for effect in one.effects)
        marks = marks_without(marks, given.marks, event.effects, later)
    return marks


def moved_incident(
    state: State, rulings: Sequence[RulingGiven], layout: fx.Layout, undone: Sequence[RulingUndone], over: bool
) -> tuple[IncidentOpened, ...]:
    """Return the incident of what undone rulings have moved; ``over``: the coup was paid or annulled."""
    found: list[RulingUndone] = []
    back: list[fx.Effect] = []
    lost = False
    for event in reversed(undone):
        cards = restoring_effects(next(one for one in rulings if one.serial == event.serial), layout)
        taken_up = any(isinstance(one, fx.ReturnStake | fx.GoBack | fx.VoidCoup) for one in event.effects)
        if cards or taken_up:
            found.append(event)
            back += cards
            lost = lost or taken_up
    return corrections.undone_incident(state.docket, HOUSE, found, back, undo.clauses, is_over=over, is_lost=lost)


def restoring_effects(given: RulingGiven, layout: fx.Layout) -> tuple[fx.Effect, ...]:
    """Return how the cards that a ruling moved come back to where they lay; what lies there instead is discarded."""
    named = {one.position for one in given.effects if isinstance(one, fx.Discard | fx.AssignCard)}
    there = {card.position: card.place for card in layout}
    moved = [one for one in given.layout if one.position in named and there.get(one.position) != one.place]
    lain = {one.position for one in given.layout}
    instead = [card for card in layout if card.position not in lain and card.place in {one.place for one in moved}]
    out = tuple(fx.Discard(card.position) for card in instead)
    return (*out, *(fx.AssignCard(one.position, one.place) for one in moved))


def is_about_corrected_coup(state: State, found: Incident) -> bool:
    return found.kind == corrections.UNDONE and any(one.facts.get("coup") == state.coup for one in found.faults)


# --- corrections ------------------------------------------------------------------------------------------------------
# A wrong key means that the record was wrong and the table right, so it moves no chips: before the settlement the
# coup is reckoned again from the true cards; after it the record of the coup is put right. If the table paid by the
# wrong key, that is a wrong payment, corrected on its own.


def require_correction_officials(state: State, by: PersonId, what: CorrectCard | CorrectPayment) -> Fault | None:
    rest_on(cite("HP.PB.corrections"))
    return table_corrections.require_two_officials(
        state.staff, by, what, Role.TABLE_CHIEF, Role.CROUPIER, Role.INSPECTOR
    )


def settled_coup(state: State, number: int) -> Coup | None:
    return corrections.coup_by_number(state.history, number)


def remaining_copies(state: State, face: str, shoe: int | None = None) -> int:
    """Return how many more cards of ``face`` a shoe can hold; of a former one by the coups that are kept."""
    if shoe in (None, state.shoe.number):
        return state.settings.decks - sum(known == face for known in state.shoe.known_faces.values())
    kept = [card.face for one in state.history if one.shoe == shoe for card in one.layout]
    return state.settings.decks - kept.count(Card(face))


def require_face_in_shoe(state: State, face: str, shoe: int | None = None) -> Fault | None:
    return require_face_in_pack(face, remaining_copies(state, face, shoe), state.settings.decks)


def require_face_of(state: State, position: int, face: str) -> Fault | None:
    known = state.shoe.known_faces.get(position)
    if known is None or not is_card(face):
        return require_face_in_shoe(state, face)
    facts = {"position": position, "known": known}
    return None if known == face else Fault("face-known", facts, (cite("HP.PB.corrections"),))


def correct_card(state: State, who: PersonId, what: CorrectCard) -> Decision:
    wrong = first_fault(
        require_correction_officials(state, who, what), corrections.require_keyed_shoe(state.settings.shoe)
    )
    if wrong:
        return wrong
    current = what.coup == state.coup and not state.is_between_coups
    seen = state.face_outside_coups(what.coup, what.position)
    coup = None if current or seen else settled_coup(state, what.coup)
    layout = state.layout if current else coup.layout if coup else ()
    was = corrections.wrong_face(layout, what, seen)
    if isinstance(was, Fault):
        return was
    if (impossible := require_face_in_shoe(state, what.face, coup.shoe if coup else None)) is not None:
        return impossible
    event = CardCorrected(what.coup, what.position, was, what.face, who, what.second, what.reason)
    if seen is not None:
        return (event,)
    return correct_open_coup(state, event) if coup is None else correct_settled_coup(state, coup, event)


def correct_open_coup(state: State, event: CardCorrected) -> tuple[Event, ...]:
    undone = rulings_to_undo(state, state.rulings, event)
    events: tuple[Event, ...] = (event, *undone)
    keyed = fold(evolve, state, events)
    moved = moved_incident(state, state.rulings, state.layout, undone, over=False)
    if moved:
        return (*events, *moved)
    return (*events, *resume(keyed, said_before=False, let_stand=hands_let_stand(keyed)))


def correct_settled_coup(state: State, coup: Coup, event: CardCorrected) -> tuple[Event, ...]:
    """Return the correction of a card of a settled coup: what its bets come to by the true cards."""
    undone = rulings_to_undo(state, coup.rulings, event)
    moved = moved_incident(state, coup.rulings, coup.layout, undone, over=True)
    right = fx.rekey(coup.layout, event.position, event.face)
    marks = without_rulings(coup.marks, coup.rulings, undone)
    totals = final_totals(state, right, marks)
    if coup.winner is None or totals is None:
        return (event, *undone, *moved)
    won = winner_with_rulings(marks, winner(*totals, state.book.outcome))
    due = lines(coup.bets, won, right, state.book)
    punto, banca = totals
    true = replace(event, before=coup.lines, lines=due, winner=won, punto=punto, banca=banca)
    return (true, *undone, *moved)


def final_totals(state: State, layout: fx.Layout, marks: Marks) -> tuple[int, int] | None:
    """Return both totals on the cards of a layout, or as they are deemed; nothing while a face is not known."""
    deemed = {hand: found.total for hand in Hand if (found := marks.of(hand).deemed_total) is not None}
    punto, banca = (
        deemed.get(
            hand, total([card.face for card in fx.at(layout, hand) + fx.at(layout, third(hand))], state.book.points)
        )
        for hand in Hand
    )
    return (punto, banca) if isinstance(punto, int) and isinstance(banca, int) else None


def correct_payment(state: State, who: PersonId, what: CorrectPayment) -> Decision:
    """Decide the correction of a wrong payment: settled again while the next betting is open, an adjustment later."""
    wrong, coup = require_correction_officials(state, who, what), settled_coup(state, what.coup)
    if wrong is None and coup is None:
        wrong = fault("no-such-coup", coup=what.coup)
    if wrong or coup is None:
        return wrong or fault("no-such-coup", coup=what.coup)
    due = sum(net(line) for line in coup.lines if line.person == what.person)
    booked = coup.payouts.get(what.person, 0)
    if all(line.person != what.person for line in coup.lines):
        return fault("no-such-bet", bet="")
    paid = corrections.paid_wrongly(what, due, booked)
    if isinstance(paid, Fault):
        return paid
    if out := require_payment_in_bounds(state, coup, what.person, paid):
        return out
    held = balance(state.ledger, person(what.person))
    if held + due - booked < 0:
        return fault("not-enough-chips", chips=held, amount=booked - due)
    return (
        PaymentCorrected(
            what.coup, what.person, paid, due, booked, who, what.second, what.reason, not is_still_open(state, coup)
        ),
    )


def require_payment_in_bounds(state: State, coup: Coup, who: PersonId, paid: Cents) -> Fault | None:
    staked = sum(line.stake for line in coup.lines if line.person == who)
    bets, side = state.book.bets, state.book.side_bets
    rates = [bets.even_money.value, bets.tie_pays.value]
    if state.settings.side_bets:
        rates += [getattr(side, name).value for name in side.__struct_fields__]
    most = max(portion(staked, rate, Rounding.UP) for rate in rates)
    return None if -staked <= paid <= most else fault("payment-out-of-bounds", low=-staked, high=most, amount=paid)


def is_still_open(state: State, coup: Coup) -> bool:
    last = state.history[-1] is coup
    return last and (state.is_between_coups or state.phase is Phase.BETS)


# --- draws ------------------------------------------------------------------------------------------------------------


def draw_awaited(state: State) -> Draw | None:
    return procedure.draw_awaited(state.shoe, state.settings.shoe, next(iter(state.due_cards), None))


def seal(state: State, who: PersonId, what: SealShoe) -> Decision:
    return require_chance(who) or seal_shoe(state, what)


def require_chance(who: PersonId) -> Fault | None:
    return None if who == CHANCE else fault("only-chance")


def require_card_author(state: State, who: PersonId, due: DueCard) -> Fault | None:
    """Return a Fault unless chance brings the card, or the croupier keys one of a real shoe when it is shown."""
    if state.settings.shoe is ChanceKind.KEYED and due.face_up:
        return require_post(state.staff, who, Role.CROUPIER)
    return require_chance(who)


def require_valid_face(state: State, due: DueCard, face: str | None) -> Fault | None:
    if face is None:
        hidden = state.settings.shoe is ChanceKind.KEYED and not due.face_up
        return None if hidden else fault("face-missing", position=due.position)
    if state.settings.shoe is ChanceKind.KEYED and not due.face_up and is_card(face):
        return fault("face-not-shown", position=due.position)
    return require_face_of(state, due.position, face)


def card_out(state: State, who: PersonId, what: CardOut) -> Decision:
    """Decide a card that came out, and what follows when it was the last one awaited."""
    if not state.due_cards:
        return fault("no-card-awaited")
    due = state.due_cards[0]
    wrong = first_fault(
        require_card_author(state, who, due),
        fault("wrong-position", position=what.position, due=due.position) if what.position != due.position else None,
        require_valid_face(state, due, what.face),
        None if due.on_table else require_card_may_leave(state, due.position),
    )
    if wrong:
        return wrong
    seen = () if due.on_table else stop_card(state, due.position)
    dealt = (*seen, CardDealt(due.position, due.place, what.face, due.face_up))
    after = fold(evolve, state, dealt)
    return dealt if after.due_cards else (*dealt, *follows(after, due))


def follows(state: State, last: DueCard) -> tuple[Event, ...]:
    if last.place == BURN:
        return burn_and_offer(state, state.layout[-1].face)
    if last.on_table:
        return after_showing(state, Hand(last.place))
    if last.place in tuple(Hand) and state.phase is not Phase.DEAL:
        return resume(state, said_before=False)
    if last.place == third(Hand.PUNTO) and state.third_face(Hand.BANCA):
        return resume(state, said_before=True)
    return after_draw(state)
