"""Corrections: a card keyed wrongly, a person paid wrongly. Two officials, a reason, and nothing of the record is
erased; :mod:`tapete.games.banked.correcting` says what becomes of the coup. The turns of the cloths stay as they are.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from tapete.cards import Card
from tapete.clauses import Fault, cite, rule, trace
from tapete.games.baccarat.corrections import CorrectCard, CorrectPayment, RulingUndone
from tapete.games.baccarat.proposals import Proposal
from tapete.games.baccarat.reckoning import is_open
from tapete.games.banked import correcting, shoe
from tapete.games.banked.correcting import Corrections
from tapete.games.banked.settled_coups import PaymentCorrected
from tapete.games.banked.shares import Share, Shares, as_shares
from tapete.games.banked.undoing import Undoing
from tapete.games.dos_panos.bank.proof import is_liable_for_all, proven_left, rest_on_liability
from tapete.games.dos_panos.coup.ending import after_correction, resumed_repetition
from tapete.games.dos_panos.coup.flow import with_consequences
from tapete.games.dos_panos.coup.points import live_cloths
from tapete.games.dos_panos.coup.result import announced_scores, result_of
from tapete.games.dos_panos.coup.settlement import BankOfCoup, above_maximum, reckoning
from tapete.games.dos_panos.errors.findings import faults_shown, new_faults, proposal, reporter
from tapete.games.dos_panos.events import BankCalled, CardCorrected, PhaseOpened
from tapete.games.dos_panos.evolve import evolve
from tapete.games.dos_panos.evolve.kept_coups import nets
from tapete.games.dos_panos.evolve.rulings import SHOWN, fault_names, found_key
from tapete.games.dos_panos.state import SettledCoup, State
from tapete.games.dos_panos.terms import COUP, HANDS, Hand, Phase
from tapete.kernel import Event, PersonId
from tapete.table import corrections as table_corrections
from tapete.table.staff import Role


@rule("HP.DP.corrections", neutral=None)
def require_two_officials(state: State, by: PersonId, what: CorrectCard | CorrectPayment) -> Fault | None:
    """Two different people on duty, one of them the inspector, answer for a correction and say why."""
    return table_corrections.require_two_officials(state.staff, by, what, Role.INSPECTOR, Role.CROUPIER, Role.DIRECTOR)


@rule("HP.DP.undone-ruling", neutral=())
def undo(rulings: tuple[RulingUndone, ...]) -> tuple[RulingUndone, ...]:
    """A ruling on a fault that only the wrong key showed counts no longer."""
    return rulings


@rule("HP.DP.debts", neutral=())
def advanced_by_house(short: Shares) -> Shares:
    """What somebody who has left the table cannot give back the house advances, and he owes it to the house."""
    return short


@rule("HP.DP.debts", neutral=())
def set_off_against_debts(covered: Shares) -> Shares:
    """What a later correction brings somebody who owes the house is set off against his debt."""
    return covered


def require_face_in_shoe(state: State, face: str) -> Fault | None:
    """Return a Fault if a face is no card, or if the shoe in use cannot hold it once more."""
    return shoe.require_face_in_shoe(state.shoe, state.coup.cards.layout, state.settings.decks, Card(face))


def proposal_of(state: State, found: Fault) -> Proposal | None:
    """Return what the rules make of a fault that the open cards show; ``None`` where they do not show it."""
    with trace():
        shown = {found_key(one) for one in new_faults(state)}
    return proposal(state, found) if found_key(found) in shown else None


# --- a coup reckoned again --------------------------------------------------------------------------------------------


def true_result(state: State, found: SettledCoup, event: CardCorrected) -> CardCorrected:
    """Return the correction of a settled coup with the result that it really had on each cloth, and what was due by
    that: the part of the house is one of what the banker won over both.
    """
    played = replace(state, coup=found.coup)
    result = result_of(played)
    if result is None:
        return event
    right = reckoning(played, result.winners, BankOfCoup(found.banker, found.coup.in_play, found.seats))
    return replace(
        event,
        scores=result.scores,
        winners=result.winners,
        players=nets(found.coup.stakes, right.gains, right.paid_out),
        bank=(Share(found.banker, right.net),),
        cagnotte=right.commission,
    )


def result_words(state: State, right: CardCorrected) -> tuple[Event, ...]:
    """Return the croupier's words with the scores that the last coup really had."""
    return announced_scores(state, right.scores) if len(right.scores) == len(HANDS) else ()


def shown_again(state: State) -> Phase:
    """Return the phase in which a coup that has ended is reckoned once more: where a ruling ended it before its hands
    were shown, they stay as they are.
    """
    hands = (*live_cloths(state), Hand.BANCA)
    return Phase.SHOW if all(is_open(state.coup.cards, hand) for hand in hands) else Phase.SETTLE


# --- a payment corrected ----------------------------------------------------------------------------------------------

BEARING = frozenset({Phase.BETWEEN, Phase.CUSTODY, Phase.SHOE, Phase.BROKEN})
"""The phases in which the bank bears a correction: no coup is on, and nothing is staked or prepared against it."""


def bearing(state: State, event: PaymentCorrected) -> tuple[PaymentCorrected, tuple[Event, ...]]:
    """Return a corrected payment with who bears the bank's part of it, and what is drawn on for that: the bank, if it
    is the same banker's and can; an open one out of its proven deposit too; else the banker in person.

    What a bank with a maximum does not take is the banker's own.
    """
    (banker,) = event.bank
    if state.banker != banker.person or state.phase not in BEARING:
        return event, ()
    short = -(state.bank_chips + banker.amount)
    if short > 0 and not is_drawn_on(state, short):
        return event, ()
    drawn = (BankCalled(banker.person, short),) if short > 0 else ()
    over = above_maximum(state, state.bank_chips, banker.amount)
    own = as_shares({banker.person: over})
    taken = (Share(banker.person, banker.amount - over),)
    return replace(event, in_bank=True, bank=taken, players=(*event.players, *own)), drawn


def is_drawn_on(state: State, short: int) -> bool:
    """Return True if so many cents come out of a proven deposit; of one whose sum the table does not know nothing
    does.
    """
    left = proven_left(state)
    if not is_liable_for_all(state) or left is None or left < short:
        return False
    rest_on_liability(state)
    return True


def is_paid_rightly(state: State) -> bool:
    """Return True if the coups of a banco were paid as their cards are known to be."""
    return all((one.players, one.bank) == (one.due_players, one.due_bank) for one in state.coups_of_banco)


def afterwards(state: State, event: Event) -> tuple[Event, ...]:
    """Return where the table goes after the correction of a settled coup, while no other one is open."""
    match event:
        case PaymentCorrected(in_bank=True):
            return after_correction(state)
        case CardCorrected() if state.phase is Phase.REPEAT or is_paid_rightly(state):
            return resumed_repetition(state)
        case _:
            return ()


CORRECTIONS: Corrections[State] = Corrections(
    undoing=Undoing(
        HANDS, SHOWN, fault_names, faults_shown, proposal_of, reporter, Phase, undo, cite("HP.DP.undone-ruling")
    ),
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
