"""The result of a coup, its settlement, and what it leaves for the next one."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.baccarat.outcome import Winner, winner
from tapete.games.baccarat.points import Unknown
from tapete.games.baccarat.procedure import Settle, say
from tapete.games.baccarat.reckoning import final_total
from tapete.games.banked.shares import Share, Shares
from tapete.games.chemin_de_fer.bank import garage
from tapete.games.chemin_de_fer.cards.duties import has_natural
from tapete.games.chemin_de_fer.cards.shoe_end import to_the_table
from tapete.games.chemin_de_fer.errors.remedies_banker import FIFTH
from tapete.games.chemin_de_fer.events import (
    CallWithdrawn,
    CoupEnded,
    CoupSettled,
    CoupVoided,
    LateStakeRemoved,
    PhaseOpened,
    SeguidoHeld,
    WinningsGaraged,
)
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.people.seating import priority
from tapete.games.chemin_de_fer.round.passing import cede_bank, keep_bank
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.bank import Bank
from tapete.games.chemin_de_fer.state.coup import Award
from tapete.games.chemin_de_fer.terms import COUP, Cover, Hand, Phase
from tapete.kernel import Decision, Event, PersonId, fold
from tapete.money import Cents, deducted, shares
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post

# --- the result -------------------------------------------------------------------------------------------------------


def winner_by_lost_natural(state: State) -> Winner | None:
    """Return who wins because the other one lost the right to lay a natural down; ``None`` where nobody did."""
    marks = state.coup.cards.marks
    if marks.of(Hand.PUNTO).is_natural_lost and has_natural(state, Hand.BANCA) is True:
        won = forgotten_natural_loses()
        if won is not None:
            return won
    lost = marks.of(Hand.BANCA).is_natural_lost or FIFTH in state.coup.found_faults
    return natural_without_right_loses() if lost and has_natural(state, Hand.PUNTO) is True else None


@rule("CF.C4.10", neutral=None)
def forgotten_natural_loses() -> Winner | None:
    """A punto who forgot to lay down his natural loses to one that the banker lays down, even to a lower one."""
    return Winner.BANCA


@rule("CF.C3.14", neutral=None)
def natural_without_right_loses() -> Winner | None:
    """A banker who lost the right to lay his natural down loses to the one that the punto lays down, even to a lower
    one.
    """
    return Winner.PUNTO


def end_of_coup(state: State) -> tuple[Event, ...]:
    """Return the end of a coup: by a ruling that a hand has lost, or by the totals, which are announced."""
    marks = state.coup.cards.marks
    if marks.of(Hand.BANCA).is_lost or marks.of(Hand.PUNTO).is_lost:
        won = Winner.PUNTO if marks.of(Hand.BANCA).is_lost else Winner.BANCA
        return (CoupEnded(won, None, None), PhaseOpened(Phase.SETTLE))
    punto = final_total(state.coup.cards, Hand.PUNTO, state.book.points)
    banca = final_total(state.coup.cards, Hand.BANCA, state.book.points)
    if isinstance(punto, Unknown) or isinstance(banca, Unknown):
        return ()
    won = winner_by_lost_natural(state) or winner(punto, banca, state.book.outcome)
    return (CoupEnded(won, punto, banca), *announcement(state, won, punto, banca), PhaseOpened(Phase.SETTLE))


@rule("CF.A.21", neutral=())
def announcement(state: State, won: Winner, punto: int, banca: int) -> tuple[Event, ...]:
    """A coup closes with the two totals announced, the cards shown, and the stakes paid or collected."""
    formula = {Winner.PUNTO: "punto-wins", Winner.BANCA: "banca-wins", Winner.TIE: "tie"}[won]
    return say(state, formula, punto=punto, banca=banca)


# --- settling ---------------------------------------------------------------------------------------------------------


@rule("CF.B.42", neutral=None)
def require_both_shown(state: State) -> Fault | None:
    """Both hands are turned up before anything is paid."""
    hidden = state.phase in COUP and state.phase is not Phase.SETTLE
    return fault("wrong-window", window=str(state.phase)) if hidden else None


def settle(state: State, who: PersonId, what: Settle) -> Decision:
    """Decide the settlement: collect or pay, put the bank right, and say who keeps it."""
    del what
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER), require_both_shown(state), require_phase(state, Phase.SETTLE)
    )
    award, bank, won = state.coup.award, state.bank, state.coup.punto.winner
    if wrong or award is None or bank is None or won is None:
        return wrong or ()
    back = garage.return_garage(bank) if won is Winner.PUNTO else garage.end_garage_of_coup(state, bank)
    result = settlement(state, bank, award, won)
    won_back = join_the_bank(result.bank) if won is Winner.BANCA else ()
    settled = (*return_late_stakes(state), *back, result, *won_back, SeguidoHeld(repeaters(state, award, won)))
    after = fold(evolve, state, settled)
    return (*settled, *(cede_bank(after) if won is Winner.PUNTO else keep_bank(after)))


def settlement(state: State, bank: Bank, award: Award, won: Winner) -> CoupSettled:
    match won:
        case Winner.TIE:
            return null(state, bank, award)
        case Winner.PUNTO:
            lost = garage.divide(state, bank, even_payment(award))
            each = tuple(Share(one.person, -one.amount) for one in lost)
            return CoupSettled(won, award.kind, lines(state, award, won), each)
        case Winner.BANCA:
            return settlement_of_bank(state, bank, award)


def settlement_of_bank(state: State, bank: Bank, award: Award) -> CoupSettled:
    """Return the settlement of a coup that the bank won."""
    cut = deduction(state, award)
    won = award.covered_amount - cut
    net = gains.where(len(bank.parts) > 1, state, bank, won) or (Share(bank.banker, won),)
    return CoupSettled(Winner.BANCA, award.kind, lines(state, award, Winner.BANCA), net, cut)


@rule("CF.A.06", neutral=lambda state, bank, award: settlement_of_bank(state, bank, award))
def null(state: State, bank: Bank, award: Award) -> CoupSettled:
    """Equal totals make the coup null: nothing is won, lost or deducted, and the stakes are free again."""
    return CoupSettled(Winner.TIE, award.kind, lines(state, award, Winner.TIE), zero_shares(bank))


def return_late_stakes(state: State) -> tuple[Event, ...]:
    """Return what hands the late stakes back that still lie on the table."""
    return tuple(LateStakeRemoved(one.person, one.amount) for one in state.coup.late)


# --- in which order ---------------------------------------------------------------------------------------------------


def lines(state: State, award: Award, won: Winner) -> Shares:
    """Return the stakes in the order in which they are collected or paid: by priority, followers of the hand apart.

    Whoever has left since, when a settled coup is reckoned again, comes last.
    """
    ranks, apart = priority(state), followers_of_the_hand(state)
    here = sorted((one for one in award.stakes if one.person in ranks), key=lambda one: ranks[one.person])
    ordered = (*here, *(one for one in award.stakes if one.person not in ranks))
    moved = tuple(one for one in ordered if one.person in apart)
    others = tuple(one for one in ordered if one.person not in apart)
    return (*moved, *others) if won is Winner.BANCA else (*others, *moved)


def followers_of_the_hand(state: State) -> frozenset[PersonId]:
    people = state.carried_over.followers | state.coup.cards.marks.settle_last
    return out_of_turn(people) if people else people


@rule("CF.D.18", neutral=frozenset())
def out_of_turn(people: frozenset[PersonId]) -> frozenset[PersonId]:
    """Who moved on his feet to follow the hand is collected first when he loses and paid last when he wins."""
    return people


def zero_shares(bank: Bank) -> Shares:
    """Return a change of nothing for every owner of the bank."""
    return tuple(Share(part.person, 0) for part in bank.parts)


@rule("CF.B.43", neutral=0)
def even_payment(award: Award) -> Cents:
    """Each winning stake receives as much again from the bank: one to one."""
    return award.covered_amount


@rule("CF.B.44", neutral=0)
def deduction(state: State, award: Award) -> Cents:
    """When the banker won, the croupier drops the house's deduction into the cagnotte."""
    rules = state.book.bank
    return deducted(award.covered_amount, rules.cagnotte.use(), rules.rounding.use(), rules.cagnotte_unit.use())


@rule("CF.B.45", neutral=lambda won: (WinningsGaraged(won),))
def join_the_bank(won: Shares) -> tuple[Event, ...]:
    """What the banker won joins the bank of itself, net of the deduction."""
    del won
    return ()


@rule("CF.E1.05", neutral=lambda _state, bank, net: (Share(bank.banker, net), *zero_shares(bank)[1:]))
def gains(state: State, bank: Bank, net: Cents) -> Shares:
    """An associate wins and loses on the banker's terms, in proportion to what he put in."""
    parts = tuple(part.amount for part in bank.parts)
    each = shares(net, parts, state.book.bank.associate_rounding.use())
    return tuple(Share(part.person, one) for part, one in zip(bank.parts, each, strict=True))


def void_coup(state: State) -> tuple[Event, ...]:
    """Return the events of a coup that counts for nothing: stakes back, the bank as it was, betting may open again."""
    award, bank = state.coup.award, state.bank
    if award is None or bank is None:
        back = tuple(CallWithdrawn(one.person, one.kind, one.amount) for one in state.calls.claims)
        return (*back, *(() if bank is None else garage.return_garage(bank)), *to_the_table(state))
    returned = (*return_late_stakes(state), *garage.return_garage(bank))
    return (*returned, CoupVoided(award.stakes), *to_the_table(state))


# --- banco seguido ----------------------------------------------------------------------------------------------------


def repeaters(state: State, award: Award, won: Winner) -> tuple[PersonId, ...]:
    """Return who may repeat his banco in the next coup."""
    match won:
        case Winner.TIE:
            return kept_over_a_tie(state)
        case Winner.PUNTO:
            return ()
        case Winner.BANCA:
            if award.kind is Cover.PARTIAL:
                return partial_alone.where(len(award.stakes) == 1, award) or partial_once(award)
            is_sole = len(award.stakes) == 1 and award.kind is Cover.STAKES
            return (award.holder,) if award.kind.is_whole else alone_against_the_bank.where(is_sole, award) or ()


@rule("CF.B.24", neutral=())
def partial_alone(award: Award) -> tuple[PersonId, ...]:
    """Who called «banco con la mesa» and found himself alone against the bank keeps priority for the next coup."""
    return (award.stakes[0].person,)


@rule("CF.B.23", neutral=lambda award: (award.holder,))
def partial_once(award: Award) -> tuple[PersonId, ...]:
    """Otherwise «banco con la mesa» is done with the coup: it gives no priority for the next one."""
    del award
    return ()


@rule("CF.B.36", neutral=())
def kept_over_a_tie(state: State) -> tuple[PersonId, ...]:
    """A banco seguido that its holder let go can be taken up again when the coup ends in a tie."""
    return tuple(sorted(state.carried_over.seguido))


@rule("CF.B.37", neutral=())
def alone_against_the_bank(award: Award) -> tuple[PersonId, ...]:
    """Without banco, the only player who staked against the bank may call banco seguido."""
    return (award.stakes[0].person,)
