"""Corrections at a banked table: a card keyed wrongly, a person paid wrongly.

A wrong key means that the record was wrong and the table right, so it moves no chips: before the settlement the coup is
reckoned again from the true cards; after it the record of the coup is put right. Where the table paid by the wrong key
the payment is corrected on its own, for everybody in the coup at once, because what one is owed another has. How a coup
ends and is settled a game says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from tapete.accounts import Ledger, balance, person
from tapete.cards import Card
from tapete.clauses import Fault, fault, first_fault
from tapete.games.baccarat import corrections
from tapete.games.baccarat.corrections import CorrectCard, CorrectPayment
from tapete.games.baccarat.pack import require_face_in_pack
from tapete.games.banked import corrections as weighing, reversal, settled_coups, undoing
from tapete.games.banked.coup import SettledCoup
from tapete.games.banked.settled_coups import CorrectableTable, PaymentCorrected
from tapete.games.banked.shares import Share, Shares, share_of, sum_of
from tapete.games.banked.undoing import Undoing
from tapete.kernel import Decision, Event, PersonId, fold
from tapete.money import Cents

S = TypeVar("S", bound=CorrectableTable)


class Corrections(msgspec.Struct, Generic[S], frozen=True):
    """What one game says of corrections.

    ``requirement`` returns a Fault unless the officials may correct, ``face_requirement`` if the shoe cannot hold a
    face. ``card_corrected`` makes the event of a card; ``true_result`` adds to it how a settled coup really ended and
    what was due by that, which ``result_words`` tell. ``again``: the phase in which a coup that has ended is reckoned
    once more. ``bearing`` says what of a payment the bank bears, and what is drawn on for it; ``advance`` what the
    house advances for those who have left, ``set_off`` what of it they give back. ``afterwards`` is what follows of a
    corrected coup by itself.
    """

    undoing: Undoing[S]
    evolve: Callable[[S, Any], S]
    with_consequences: Callable[..., tuple[Event, ...]]
    requirement: Callable[[S, PersonId, CorrectCard | CorrectPayment], Fault | None]
    face_requirement: Callable[[S, Card], Fault | None]
    card_corrected: Callable[..., Any]
    true_result: Callable[[S, Any, Any], Any]
    result_words: Callable[[S, Any], tuple[Event, ...]]
    coup: Sequence[str]
    settle: str
    betting: str
    again: Callable[[S], str]
    open_phase: Callable[[Any], Event]
    bearing: Callable[[S, PaymentCorrected], tuple[PaymentCorrected, tuple[Event, ...]]]
    advance: Callable[[Shares], Shares]
    set_off: Callable[[Shares], Shares]
    afterwards: Callable[[S, Event], tuple[Event, ...]]


# --- a wrong key ------------------------------------------------------------------------------------------------------


def correct_card(game: Corrections[S], state: S, who: PersonId, what: CorrectCard) -> Decision:
    """Decide the correction of a wrongly keyed card."""
    wrong = first_fault(game.requirement(state, who, what), corrections.require_keyed_shoe(state.settings.shoe))
    found = settled_coups.settled_coup(state.history, what.coup)
    if wrong is None and found is None and what.coup != state.coup.number:
        wrong = fault("no-such-coup", coup=what.coup)
    if wrong:
        return wrong
    layout = state.coup.cards.layout if found is None else found.cards.layout
    was = corrections.wrong_face(layout, what)
    if isinstance(was, Fault):
        return was
    if (impossible := require_face_possible(game, state, found, what.face)) is not None:
        return impossible
    event = game.card_corrected(what.coup, what.position, was, what.face, who, what.second, what.reason)
    return correct_coup(game, state, event) if found is None else correct_settled_coup(game, state, found, event)


def require_face_possible(game: Corrections[S], state: S, found: SettledCoup | None, face: Card) -> Fault | None:
    """Return a Fault if the shoe of a coup cannot hold a face; of a former shoe, by the coups that are kept of it."""
    if found is None or found.shoe == state.shoe.number:
        return game.face_requirement(state, face)
    kept = [card.face for one in state.history if one.shoe == found.shoe for card in one.cards.layout]
    return require_face_in_pack(face, state.settings.decks - kept.count(face), state.settings.decks)


def correct_coup(game: Corrections[S], state: S, event: Any) -> tuple[Event, ...]:
    """Return the correction of a card of the coup in progress, or of one that was annulled: rulings and incidents that
    rest on the wrong key go, and the coup is reckoned again.
    """
    right = reversal.rekey_card(state.coup, event.position, event.face)
    undone = undoing.rulings_to_undo(game.undoing, state, state.coup, right)
    over = state.phase not in game.coup
    resumed = undoing.phase_resumed(game.undoing, right, undone)
    phase = game.again(state) if (resumed or state.phase) == game.settle else resumed
    again = () if over or phase in (None, state.phase) else (game.open_phase(phase),)
    events: tuple[Event, ...] = (event, *undone, *again)
    events = (*events, *reconsider_incident(game, state, events))
    moved = undoing.moved_incident(game.undoing, fold(game.evolve, state, events), right, undone, over)
    return game.with_consequences(state, *events, *moved)


def correct_settled_coup(game: Corrections[S], state: S, found: SettledCoup, event: Any) -> tuple[Event, ...]:
    """Return the correction of a card of a settled coup: what was due by its true cards, without the rulings that the
    wrong key led to.
    """
    right = reversal.rekey_card(found.coup, event.position, event.face)
    undone = undoing.rulings_to_undo(game.undoing, state, found.coup, right)
    left = msgspec.structs.replace(found, coup=undoing.without_rulings(game.undoing, right, undone))
    true = game.true_result(state, left, event)
    last = found is state.history[-1] and state.phase not in game.coup
    said = game.result_words(state, true) if last and true.true_winners else ()
    events: tuple[Event, ...] = (true, *said, *undone)
    moved = undoing.moved_incident(game.undoing, fold(game.evolve, state, events), right, undone, over=True)
    events = (*events, *moved)
    return (*events, *game.afterwards(fold(game.evolve, state, events), true))


def reconsider_incident(game: Corrections[S], state: S, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return what becomes of an open incident that rests on the wrong key: it is withdrawn, and what was reported
    beside that stays open. What the true cards show is found when the coup goes on.
    """
    shown = game.undoing.shown_codes
    for one in state.docket.open:
        withdrawn = weighing.withdrawal(one, shown)
        if withdrawn is None:
            continue
        right = fold(game.evolve, state, (*events, withdrawn))
        if not weighing.is_found_again(one, game.with_consequences(right)):
            then = game.undoing.not_found(state, undoing.before_falls(state.coup, one), one.faults)
            return (withdrawn, *weighing.remaining_report(right.docket, one, shown, _remedies(game, then)))
    return ()


def _remedies(game: Corrections[S], state: S) -> Callable[[Fault], Any]:
    return lambda found: game.undoing.proposal(state, found)


# --- a wrong payment --------------------------------------------------------------------------------------------------


def correct_payment(game: Corrections[S], state: S, who: PersonId, what: CorrectPayment) -> Decision:
    """Decide the correction of a wrong payment: at once while no other coup is on, as an adjustment later."""
    wrong, found = game.requirement(state, who, what), settled_coups.settled_coup(state.history, what.coup)
    if wrong or found is None:
        return wrong or fault("no-such-coup", coup=what.coup)
    if what.person not in {one.person for one in (*found.players, *found.bank)}:
        return fault("not-in-coup", coup=what.coup)
    due, booked = net_of(found, what.person, due=True), net_of(found, what.person, due=False)
    paid = corrections.paid_wrongly(what, due, booked)
    if isinstance(paid, Fault):
        return paid
    meant = PaymentCorrected(
        what.coup,
        what.person,
        paid,
        due,
        booked,
        who,
        what.second,
        what.reason,
        not is_open_to_settlement(game, state, found),
        net_changes(found.players, found.due_players),
        net_changes(found.bank, found.due_bank),
        found.due_cagnotte - found.cagnotte,
    )
    event, drawn = game.bearing(state, meant)
    short = shortfalls(state.ledger, event)
    present = next((one for one in short if state.seats.is_at_table(one.person)), None)
    if present is not None:
        held = balance(state.ledger, person(present.person))
        return fault("debtor-short", person=present.person, chips=held, owes=held + present.amount)
    if short:
        event = msgspec.structs.replace(event, debts=game.advance(short))
    if back := debts_covered(state.debts, event):
        event = msgspec.structs.replace(event, set_off=game.set_off(back))
    events = (*drawn, event)
    return (*events, *game.afterwards(fold(game.evolve, state, events), event))


def net_of(found: SettledCoup, who: PersonId, due: bool) -> Cents:
    """Return what a coup brought somebody, net: as booked, or as it was due."""
    parts = (*found.due_players, *found.due_bank) if due else (*found.players, *found.bank)
    return share_of(parts, who)


def net_changes(booked: Shares, due: Shares) -> Shares:
    """Return what each one still gets, or gives back when below zero."""
    return tuple(Share(one.person, right.amount - one.amount) for one, right in zip(booked, due, strict=True))


def is_open_to_settlement(game: Corrections[S], state: S, found: SettledCoup) -> bool:
    """Return True if a coup may still be settled again: it is the last one, and the next betting has not closed."""
    last = bool(state.history) and state.history[-1] is found
    return last and (state.coup.number == found.number or state.phase == game.betting)


def debts_covered(debts: Shares, event: PaymentCorrected) -> Shares:
    """Return how much of what they owe the house people can give back out of what a correction brings them."""
    in_person = sum_of(event.players, *(() if event.in_bank else (event.bank,)))
    covered = (Share(one.person, min(share_of(debts, one.person), one.amount)) for one in in_person)
    return tuple(one for one in covered if one.amount > 0)


def shortfalls(ledger: Ledger, event: PaymentCorrected) -> Shares:
    """Return who has not the chips for a correction, and how much each of them lacks."""
    in_person = (*event.players, *(() if event.in_bank else event.bank))
    lacking = (Share(one.person, -one.amount - balance(ledger, person(one.person))) for one in in_person)
    return tuple(one for one in lacking if one.amount > 0)
