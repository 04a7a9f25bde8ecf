"""Corrections: a card keyed wrongly, a person paid wrongly. Two officials, a reason, and nothing of the record is
erased.

A wrong key means that the record was wrong and the table right, so it moves no chips: before the settlement the coup is
reckoned again from the true cards; after it the record of the coup is put right. Where the table paid by the wrong key
the payment is corrected on its own, for everybody in the coup at once, because what one is owed another has.
"""

from __future__ import annotations

import msgspec

from tapete.accounts import balance, person
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.baccarat import corrections
from tapete.games.baccarat.corrections import CorrectCard, CorrectPayment
from tapete.games.banked import corrections as weighing
from tapete.games.banked import reversal
from tapete.games.banked.shares import Share, Shares, share_of
from tapete.games.chemin_de_fer.bank.amount import announce_bank as bank_announced
from tapete.games.chemin_de_fer.cards.faces import require_face_in_shoe
from tapete.games.chemin_de_fer.coup.ending import announcement, end_of_coup, settlement
from tapete.games.chemin_de_fer.coup.flow import with_consequences
from tapete.games.chemin_de_fer.errors import reconsideration
from tapete.games.chemin_de_fer.errors.findings import proposal
from tapete.games.chemin_de_fer.events import CardCorrected, CoupEnded, PaymentCorrected, PhaseOpened
from tapete.games.chemin_de_fer.evolve import evolve, settled_coups
from tapete.games.chemin_de_fer.evolve.rulings import SHOWN
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.bank import Bank
from tapete.games.chemin_de_fer.state.coup import Coup, SettledCoup
from tapete.games.chemin_de_fer.terms import COUP, Phase
from tapete.kernel import Decision, Event, PersonId, fold
from tapete.money import Cents
from tapete.table import corrections as table_corrections
from tapete.table.staff import Role


@rule("HP.CF.corrections", neutral=None)
def require_two_officials(state: State, by: PersonId, what: CorrectCard | CorrectPayment) -> Fault | None:
    """Two different people on duty, one of them the inspector, answer for a correction and say why."""
    return table_corrections.require_two_officials(state.staff, by, what, Role.INSPECTOR, Role.CROUPIER, Role.DIRECTOR)


# --- a wrong key ------------------------------------------------------------------------------------------------------


def correct_card(state: State, who: PersonId, what: CorrectCard) -> Decision:
    """Decide the correction of a wrongly keyed card."""
    wrong = first_fault(require_two_officials(state, who, what), corrections.require_keyed_shoe(state.settings.shoe))
    found = settled_coups.settled_coup(state, what.coup)
    if wrong is None and found is None and what.coup != state.coup.number:
        wrong = fault("no-such-coup", coup=what.coup)
    if wrong:
        return wrong
    layout = state.coup.cards.layout if found is None else found.cards.layout
    was = corrections.wrong_face(layout, what)
    if isinstance(was, Fault):
        return was
    if (impossible := require_face_in_shoe(state, what.face)) is not None:
        return impossible
    event = CardCorrected(what.coup, what.position, was, what.face, who, what.second, what.reason)
    return correct_coup(state, event) if found is None else correct_settled_coup(state, found, event)


def correct_coup(state: State, event: CardCorrected) -> tuple[Event, ...]:
    """Return the correction of a card of the coup in progress, or of one that was annulled: rulings and incidents that
    rest on the wrong key go, and the coup is reckoned again.
    """
    right = reversal.rekey_card(state.coup, event.position, event.face)
    undone = reconsideration.rulings_to_undo(state, state.coup, right)
    over = state.phase not in COUP
    resumed = reconsideration.phase_resumed(right, undone)
    phase = Phase.SHOW if (resumed or state.phase) is Phase.SETTLE else resumed
    again = () if over or phase in (None, state.phase) else (PhaseOpened(phase),)
    events: tuple[Event, ...] = (event, *undone, *again)
    events = (*events, *reconsider_incident(state, events))
    moved = reconsideration.moved_incident(fold(evolve, state, events), right, undone, over)
    return with_consequences(state, *events, *moved)


def correct_settled_coup(state: State, found: SettledCoup, event: CardCorrected) -> tuple[Event, ...]:
    """Return the correction of a card of a settled coup: what was due by its true cards, without the rulings that the
    wrong key led to.
    """
    right = reversal.rekey_card(found.coup, event.position, event.face)
    undone = reconsideration.rulings_to_undo(state, found.coup, right)
    left = msgspec.structs.replace(found, coup=reconsideration.without_rulings(right, undone))
    true = true_result(state, left, event)
    events: tuple[Event, ...] = (true, *announce_result_again(state, found, true), *undone)
    return (*events, *reconsideration.moved_incident(fold(evolve, state, events), right, undone, over=True))


def reconsider_incident(state: State, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return what becomes of an open incident that rests on the wrong key: it is withdrawn, and what was reported
    beside that stays open. What the true cards show is found when the coup goes on.
    """
    for one in state.docket.open:
        withdrawn = weighing.withdrawal(one, SHOWN)
        if withdrawn is None:
            continue
        right = fold(evolve, state, (*events, withdrawn))
        if not weighing.is_found_again(one, with_consequences(right)):
            left = weighing.remaining_report(right.docket, one, SHOWN, lambda found: proposal(state, found))
            return (withdrawn, *left)
    return ()


def true_result(state: State, found: SettledCoup, event: CardCorrected) -> CardCorrected:
    """Return the correction of a settled coup with the result that it really had, and what was due by it."""
    result = result_of(state, found.coup)
    if result is None:
        return event
    bank = Bank(found.parts[0].person, found.parts)
    right = settlement(state, bank, found.award, result.winner)
    return msgspec.structs.replace(
        event,
        winner=result.winner,
        punto=result.punto,
        banca=result.banca,
        players=settled_coups.nets(result.winner, found.award.stakes),
        bank=right.bank,
        cagnotte=right.cagnotte,
    )


def announce_result_again(state: State, found: SettledCoup, right: CardCorrected) -> tuple[Event, ...]:
    """Return the croupier's words with the result that the last coup really had, while no other coup is on."""
    last = found is state.history[-1] and state.phase not in COUP
    if not last or right.winner is None or right.punto is None or right.banca is None:
        return ()
    return announcement(state, right.winner, right.punto, right.banca)


def result_of(state: State, played: Coup) -> CoupEnded | None:
    """Return how a coup ends on its cards, with the faults that were found in it."""
    events = end_of_coup(msgspec.structs.replace(state, coup=played))
    return next((one for one in events if isinstance(one, CoupEnded)), None)


# --- a wrong payment --------------------------------------------------------------------------------------------------


def correct_payment(state: State, who: PersonId, what: CorrectPayment) -> Decision:
    """Decide the correction of a wrong payment: at once while no other coup is on, as an adjustment later."""
    wrong, found = require_two_officials(state, who, what), settled_coups.settled_coup(state, what.coup)
    if wrong or found is None:
        return wrong or fault("no-such-coup", coup=what.coup)
    took_part = {one.person for one in (*found.players, *found.bank)}
    if what.person not in took_part:
        return fault("not-in-coup", coup=what.coup)
    due, booked = net_of(found, what.person, due=True), net_of(found, what.person, due=False)
    paid = corrections.paid_wrongly(what, due, booked)
    if isinstance(paid, Fault):
        return paid
    players = net_changes(found.players, found.due_players)
    bank = net_changes(found.bank, found.due_bank)
    event = PaymentCorrected(
        what.coup,
        what.person,
        paid,
        due,
        booked,
        who,
        what.second,
        what.reason,
        not is_open_to_settlement(state, found),
        players,
        bank,
        found.due_cagnotte - found.cagnotte,
        is_bank_unchanged(state, bank),
    )
    short = shortfalls(state, event)
    present = next((one for one in short if state.seats.is_at_table(one.person)), None)
    if present is not None:
        held = balance(state.ledger, person(present.person))
        return fault("debtor-short", person=present.person, chips=held, owes=held + present.amount)
    if short:
        event = msgspec.structs.replace(event, debts=advanced_by_house(short))
    words = bank_announced(fold(evolve, state, (event,))) if event.in_bank else ()
    return (event, *words)


def net_of(found: SettledCoup, who: PersonId, due: bool) -> Cents:
    """Return what a coup brought somebody, net: as booked, or as it was due."""
    parts = (*found.due_players, *found.due_bank) if due else (*found.players, *found.bank)
    return share_of(parts, who)


def net_changes(booked: Shares, due: Shares) -> Shares:
    """Return what each one still gets, or gives back when below zero."""
    return tuple(Share(one.person, right.amount - one.amount) for one, right in zip(booked, due, strict=True))


def is_open_to_settlement(state: State, found: SettledCoup) -> bool:
    """Return True if a coup may still be settled again: it is the last one, and the next betting has not closed."""
    last = bool(state.history) and state.history[-1] is found
    return last and (state.coup.number == found.number or state.phase is Phase.BETS)


def is_bank_unchanged(state: State, changes: Shares) -> bool:
    """Return True if the bank of the coup stands with the same owners, no coup is on, and it can bear the changes.

    Otherwise the owners are paid, or pay, in person.
    """
    bank = state.bank
    if bank is None or state.phase is not Phase.BETWEEN:
        return False
    if [part.person for part in bank.parts] != [one.person for one in changes]:
        return False
    return all(part.amount + one.amount >= 0 for part, one in zip(bank.parts, changes, strict=True))


def shortfalls(state: State, event: PaymentCorrected) -> Shares:
    """Return who has not the chips for a correction, and how much each of them lacks."""
    in_person = (*event.players, *(() if event.in_bank else event.bank))
    lacking = (Share(one.person, -one.amount - balance(state.ledger, person(one.person))) for one in in_person)
    return tuple(one for one in lacking if one.amount > 0)


@rule("HP.CF.debts", neutral=())
def advanced_by_house(short: Shares) -> Shares:
    """What somebody who has left the table cannot give back the house advances, and he owes it to the house."""
    return short
