"""Corrections: a card keyed wrongly, a person paid wrongly. Two officials, a reason, and nothing of the record is
erased.

A wrong key means that the record was wrong and the table right, so it moves no chips: before the settlement the coup is
reckoned again from the true cards; after it the record of the coup is put right. If the table paid by the wrong key,
that is a wrong payment, corrected on its own.
"""

from __future__ import annotations

from msgspec.structs import replace

from tapete.accounts import balance, person
from tapete.cards import Card, is_card
from tapete.clauses import Fault, cite, fault, first_fault, rest_on
from tapete.games.baccarat import corrections
from tapete.games.baccarat.corrections import CorrectCard, CorrectPayment, PaymentCorrected
from tapete.games.baccarat.layout import Layout, at, rekey
from tapete.games.baccarat.marks import Marks
from tapete.games.baccarat.outcome import winner
from tapete.games.baccarat.pack import require_face_in_pack
from tapete.games.baccarat.points import total
from tapete.games.punto_banco import reconsideration
from tapete.games.punto_banco.course import resume
from tapete.games.punto_banco.events import CardCorrected
from tapete.games.punto_banco.evolve import evolve
from tapete.games.punto_banco.result import winner_with_rulings
from tapete.games.punto_banco.settle import lines, net
from tapete.games.punto_banco.state import Coup, State, third
from tapete.games.punto_banco.terms import Hand, Phase
from tapete.kernel import Decision, Event, PersonId, fold
from tapete.money import Cents, Rounding, portion
from tapete.table import corrections as table_corrections
from tapete.table.staff import Role


def require_correction_officials(state: State, by: PersonId, what: CorrectCard | CorrectPayment) -> Fault | None:
    """Return a Fault unless two different people on duty correct, one of them the table chief, and give a reason."""
    rest_on(cite("HP.PB.corrections"))
    return table_corrections.require_two_officials(
        state.staff, by, what, Role.TABLE_CHIEF, Role.CROUPIER, Role.INSPECTOR
    )


def settled_coup(state: State, number: int) -> Coup | None:
    return corrections.coup_by_number(state.history, number)


def remaining_copies(state: State, face: str, shoe: int | None = None) -> int:
    """Return how many more cards of ``face`` the shoe in use can hold, after all those that are known; or a former one,
    after those of the coups that are kept.
    """
    if shoe in (None, state.shoe.number):
        return state.settings.decks - sum(known == face for known in state.shoe.known_faces.values())
    kept = [card.face for one in state.history if one.shoe == shoe for card in one.layout]
    return state.settings.decks - kept.count(Card(face))


def require_face_in_shoe(state: State, face: str, shoe: int | None = None) -> Fault | None:
    """Return a Fault if the face is no card, or if the shoe in use, or a former one, cannot hold one more of it."""
    return require_face_in_pack(face, remaining_copies(state, face, shoe), state.settings.decks)


def require_face_of(state: State, position: int, face: str) -> Fault | None:
    """Return a Fault if a face is no card, if another one is known of the card at a position, or if the shoe cannot
    hold it there.
    """
    known = state.shoe.known_faces.get(position)
    if known is None or not is_card(face):
        return require_face_in_shoe(state, face)
    facts = {"position": position, "known": known}
    return None if known == face else Fault("face-known", facts, (cite("HP.PB.corrections"),))


def correct_card(state: State, who: PersonId, what: CorrectCard) -> Decision:
    """Decide the correction of a wrongly keyed card."""
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
    """Return the correction of a card of the coup in progress: rulings that rest on the wrong key go, and the coup
    stands where the true cards say.
    """
    undone = reconsideration.rulings_to_undo(state, state.rulings, event)
    events: tuple[Event, ...] = (event, *undone)
    keyed = fold(evolve, state, events)
    moved = reconsideration.moved_incident(state, state.rulings, state.layout, undone, over=False)
    if moved:
        return (*events, *moved)
    return (*events, *resume(keyed, said_before=False, let_stand=reconsideration.hands_let_stand(keyed)))


def correct_settled_coup(state: State, coup: Coup, event: CardCorrected) -> tuple[Event, ...]:
    """Return the correction of a card of a settled coup: what its bets come to by the true cards, without the rulings
    that rested on the wrong key.
    """
    undone = reconsideration.rulings_to_undo(state, coup.rulings, event)
    moved = reconsideration.moved_incident(state, coup.rulings, coup.layout, undone, over=True)
    right = rekey(coup.layout, event.position, event.face)
    marks = reconsideration.without_rulings(coup.marks, coup.rulings, undone)
    totals = final_totals(state, right, marks)
    if coup.winner is None or totals is None:
        return (event, *undone, *moved)
    won = winner_with_rulings(marks, winner(*totals, state.book.outcome))
    due = lines(coup.bets, won, right, state.book)
    punto, banca = totals
    true = replace(event, before=coup.lines, lines=due, winner=won, punto=punto, banca=banca)
    return (true, *undone, *moved)


def final_totals(state: State, layout: Layout, marks: Marks) -> tuple[int, int] | None:
    """Return both totals on the cards of a layout, or as they are deemed; nothing while a face is not known."""
    deemed = {hand: found.total for hand in Hand if (found := marks.of(hand).deemed_total) is not None}
    punto, banca = (
        deemed.get(hand, total([card.face for card in at(layout, hand) + at(layout, third(hand))], state.book.points))
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
    """Return a Fault if somebody would lose more than he staked, or get more than the table's best rate."""
    staked = sum(line.stake for line in coup.lines if line.person == who)
    bets, side = state.book.bets, state.book.side_bets
    rates = [bets.even_money.value, bets.tie_pays.value]
    if state.settings.side_bets:
        rates += [getattr(side, name).value for name in side.__struct_fields__]
    most = max(portion(staked, rate, Rounding.UP) for rate in rates)
    return None if -staked <= paid <= most else fault("payment-out-of-bounds", low=-staked, high=most, amount=paid)


def is_still_open(state: State, coup: Coup) -> bool:
    """Return True if a coup may still be settled again: it is the last one, and the next betting has not closed."""
    last = state.history[-1] is coup
    return last and (state.is_between_coups or state.phase is Phase.BETS)
