"""Corrections: a card keyed wrongly, a person paid wrongly. Two officials, a reason, and nothing of the record is
erased; :mod:`tapete.games.banked.correcting` says what becomes of the coup.
"""

from __future__ import annotations

from functools import partial

import msgspec

from tapete.clauses import Fault, cite, rule
from tapete.games.baccarat.corrections import CorrectCard, CorrectPayment, RulingUndone
from tapete.games.banked import correcting
from tapete.games.banked.correcting import Corrections
from tapete.games.banked.reversal import by_code
from tapete.games.banked.settled_coups import PaymentCorrected
from tapete.games.banked.shares import Shares
from tapete.games.banked.undoing import Undoing
from tapete.games.chemin_de_fer.bank.amount import announce_bank as bank_announced
from tapete.games.chemin_de_fer.cards.faces import require_face_in_shoe
from tapete.games.chemin_de_fer.coup.ending import announcement, end_of_coup, repeaters, settlement
from tapete.games.chemin_de_fer.coup.flow import with_consequences
from tapete.games.chemin_de_fer.errors.findings import faults_shown, proposal, reporter
from tapete.games.chemin_de_fer.events import CardCorrected, CoupEnded, PhaseOpened, SeguidoHeld
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.evolve.kept_coups import nets
from tapete.games.chemin_de_fer.evolve.rulings import SHOWN
from tapete.games.chemin_de_fer.state import State, carry_over
from tapete.games.chemin_de_fer.state.bank import Bank
from tapete.games.chemin_de_fer.state.coup import SettledCoup
from tapete.games.chemin_de_fer.terms import COUP, HANDS, Call, Phase
from tapete.kernel import Event, PersonId
from tapete.table import corrections as table_corrections
from tapete.table.staff import Role


@rule("HP.CF.corrections", neutral=None)
def require_two_officials(state: State, by: PersonId, what: CorrectCard | CorrectPayment) -> Fault | None:
    """Two different people on duty, one of them the inspector, answer for a correction and say why."""
    return table_corrections.require_two_officials(state.staff, by, what, Role.INSPECTOR, Role.CROUPIER, Role.DIRECTOR)


@rule("HP.CF.undone-ruling", neutral=())
def undo(rulings: tuple[RulingUndone, ...]) -> tuple[RulingUndone, ...]:
    """A ruling on a fault that only the wrong key showed counts no longer."""
    return rulings


@rule("HP.CF.debts", neutral=())
def advanced_by_house(short: Shares) -> Shares:
    """What somebody who has left the table cannot give back the house advances, and he owes it to the house."""
    return short


@rule("HP.CF.debts", neutral=())
def set_off_against_debts(covered: Shares) -> Shares:
    """What a later correction brings somebody who owes the house is set off against his debt."""
    return covered


# --- a coup reckoned again --------------------------------------------------------------------------------------------


def true_result(state: State, found: SettledCoup, event: CardCorrected) -> CardCorrected:
    """Return the correction of a settled coup with the result that it really had, and what was due by it."""
    events = end_of_coup(msgspec.structs.replace(state, coup=found.coup))
    result = next((one for one in events if isinstance(one, CoupEnded)), None)
    if result is None:
        return event
    right = settlement(state, Bank(found.parts[0].person, found.parts), found.award, result.winner)
    return msgspec.structs.replace(
        event,
        winner=result.winner,
        punto=result.punto,
        banca=result.banca,
        players=nets(result.winner, found.award.stakes),
        bank=right.bank,
        cagnotte=right.cagnotte,
    )


def result_words(state: State, right: CardCorrected) -> tuple[Event, ...]:
    """Return the croupier's words with the result that the last coup really had."""
    if right.winner is None or right.punto is None or right.banca is None:
        return ()
    return announcement(state, right.winner, right.punto, right.banca)


def shown_again(_state: State) -> Phase:
    """Return the phase in which a coup that has ended is reckoned once more."""
    return Phase.SHOW


# --- a payment corrected ----------------------------------------------------------------------------------------------


def bearing(state: State, event: PaymentCorrected) -> tuple[PaymentCorrected, tuple[Event, ...]]:
    return msgspec.structs.replace(event, in_bank=is_bank_unchanged(state, event.bank)), ()


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


def afterwards(state: State, event: Event) -> tuple[Event, ...]:
    """Return the announcement of the bank that a corrected payment leaves, or who may repeat a banco by the result that
    the last coup of this bank really had, as long as nobody has called it.
    """
    if isinstance(event, PaymentCorrected):
        return bank_announced(state) if event.in_bank else ()
    last = state.history[-1]
    is_of_bank = isinstance(event, CardCorrected) and event.coup == last.number and state.banker == last.parts[0].person
    is_called = any(one.kind == Call.SEGUIDO for one in state.calls.claims)
    is_open = state.phase is Phase.BETWEEN or (state.phase is Phase.BETS and not is_called)
    if not (is_of_bank and is_open):
        return ()
    before = carry_over(state, seguido=last.seguido)
    people = repeaters(before, last.award, last.winner)
    return (SeguidoHeld(people),) if state.carried_over.seguido != frozenset(people) else ()


CORRECTIONS: Corrections[State] = Corrections(
    undoing=Undoing(HANDS, SHOWN, by_code, faults_shown, proposal, reporter, Phase, undo, cite("HP.CF.undone-ruling")),
    evolve=evolve,
    with_consequences=with_consequences,
    requirement=require_two_officials,
    face_requirement=require_face_in_shoe,
    card_corrected=CardCorrected,
    true_result=true_result,
    result_words=result_words,
    coup=COUP,
    settle=Phase.SETTLE,
    betting=Phase.BETS,
    again=shown_again,
    open_phase=PhaseOpened,
    bearing=bearing,
    advance=advanced_by_house,
    set_off=set_off_against_debts,
    afterwards=afterwards,
)
"""What this game declares to the shared room of corrections."""

correct_card = partial(correcting.correct_card, CORRECTIONS)
"""Decide the correction of a wrongly keyed card."""
correct_payment = partial(correcting.correct_payment, CORRECTIONS)
"""Decide the correction of a wrong payment."""
