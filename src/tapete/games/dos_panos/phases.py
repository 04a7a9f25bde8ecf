"""The phases of a table: the clauses in force in each of them, the acts that it waits for, and from whom."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Final

from tapete.clauses import Cite, cite, cite_on_page
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import BankMode, Hand, Phase
from tapete.kernel import PersonId, require_complete
from tapete.table.phases import PhaseRules, phase_rules as _rules


def is_custody_due(state: State) -> bool:
    """Return True if the next coup too begins with handed chips; a bank that goes on from its proof has none."""
    bank, again = state.bank, state.book.custody.each_hand
    has_chips = bank is None or state.bank_chips + bank.deposit > 0
    is_due = again.weigh() and has_chips
    if is_due:
        again.rest()
    return is_due


def is_repetition_held_up(state: State) -> bool:
    return state.phase is Phase.REPEAT and not state.coup.is_handed_over and is_custody_due(state)


def banco_player(state: State) -> PersonId | None:
    if is_repetition_held_up(state):
        return state.banker
    return None if state.coup.banco is None else state.coup.banco.person


BANKER, DEPOSITOR = attrgetter("banker"), attrgetter("depositor")


PHASES: Final[Mapping[Phase, PhaseRules[State]]] = {
    Phase.CLOSED: PhaseRules(),
    Phase.OPENING: _rules(
        (cite("DP.E1.01"), cite("DP.E1.02"), cite("DP.E1.03"), cite("DP.E2.04"), cite("DP.E2.08"), cite("DP.E2.10")),
        (a.AnnounceBank, a.BuyBank, a.OpenAuction),
    ),
    Phase.REOFFER: _rules((cite("DP.E1.18"), cite("DP.E1.19")), (a.AcceptBank, a.AnnounceBank, a.OpenAuction)),
    Phase.AUCTION: _rules((cite("DP.E1.04"), cite("DP.E1.05"), cite("DP.E1.06")), (a.CloseAuction,)),
    Phase.LOTS: _rules((cite("DP.E1.06"), cite("DP.D.06")), ()),
    Phase.DEPOSIT: _rules(
        (cite("DP.E1.09"), cite("DP.E1.10"), cite("DP.E2.04"), cite("DP.E2.10"), cite("DP.E2.11")),
        (a.DepositBank,),
        DEPOSITOR,
    ),
    Phase.SHOE: _rules((cite("DP.B.03"), cite("DP.B.04")), (a.CheckCards, a.LayOutPacks, a.CountPack)),
    Phase.SHUFFLE: _rules((cite("DP.B.03"),), (a.ShufflePack,)),
    Phase.CUT: _rules((cite("DP.B.03"),), (a.CutPack,)),
    Phase.STOP_CARD: _rules((cite("DP.B.05"), cite("DP.B.07")), (a.InsertStopCard,)),
    Phase.CUSTODY: _rules((cite("DP.B.09"), cite("DP.B.31")), (a.DeliverBank,), BANKER),
    Phase.BETWEEN: _rules((cite("DP.B.01"), cite("DP.B.02"), cite("DP.E1.11"), cite("DP.E1.12")), (a.OpenBets,)),
    Phase.BANCO: _rules((cite("DP.A.39"), cite("DP.A.40"), cite("DP.A.41"), cite("DP.D.06")), (a.CloseCalls,)),
    Phase.BETS: _rules(
        (
            *(cite("DP.B.10"), cite("DP.B.11"), cite("DP.B.13"), cite("DP.B.14"), cite("DP.B.15"), cite("DP.E2.01")),
            *(cite("DP.E2.05"), cite("DP.E2.09"), cite("DP.E2.12")),
        ),
        (a.CloseBets, a.CallOff),
    ),
    Phase.DEAL: _rules((cite("DP.A.06"), cite("DP.B.17")), (a.DealCard,), BANKER),
    Phase.CARRY: _rules((cite_on_page("DP.B.18"), cite("DP.B.19")), (a.CarryCards,)),
    Phase.FIRST_WORD: _rules(
        (cite("DP.A.07"), cite("DP.A.09"), cite_on_page("DP.B.20"), cite("DP.B.21")),
        (a.Lift, a.Say, a.LayDown),
        lambda state: state.holder(Hand.PRIMERO),
    ),
    Phase.SECOND_WORD: _rules(
        (cite("DP.A.07"), cite("DP.A.09"), cite_on_page("DP.B.20"), cite("DP.B.21")),
        (a.Lift, a.Say, a.LayDown),
        lambda state: state.holder(Hand.SEGUNDO),
    ),
    Phase.ANSWER: _rules((cite("DP.A.07"), cite("DP.A.21"), cite("DP.B.21")), (a.Lift, a.GiveCard, a.LayDown), BANKER),
    Phase.BANKER: _rules(
        (cite("DP.A.19"), cite("DP.A.22"), cite("DP.B.22"), cite_on_page("DP.A.35")),
        (a.Lift, a.DrawCard, a.Stand, a.LayDown),
        BANKER,
    ),
    Phase.SHOW: _rules((cite("DP.A.08"), cite("DP.B.24")), (a.ShowHand,)),
    Phase.SETTLE: _rules(
        (
            *(cite("DP.B.23"), cite("DP.B.26"), cite("DP.B.27"), cite("DP.B.28"), cite("DP.B.29")),
            *(cite("DP.E2.16"), cite("DP.E2.17")),
        ),
        (a.Settle,),
    ),
    Phase.REPEAT: _rules((cite("DP.A.43"), cite("DP.A.44")), (a.RepeatBanco, a.DeliverBank), banco_player),
    Phase.BROKEN: _rules(
        (cite("DP.E1.14"), cite("DP.E1.15"), cite("DP.E1.16"), cite("DP.E1.17")),
        (a.DepositBank, a.LeaveBank),
        BANKER,
    ),
}

require_complete(PHASES, frozenset(Phase))

OF_MODE: Final[Mapping[Cite, BankMode]] = {
    **dict.fromkeys((cite("DP.E2.04"), cite("DP.E2.05"), cite("DP.E2.16")), BankMode.LIMITED),
    **dict.fromkeys((cite("DP.E2.08"), cite("DP.E2.09"), cite("DP.E2.10"), cite("DP.E2.11")), BankMode.OPEN),
    **dict.fromkeys((cite("DP.E2.12"), cite("DP.E2.17")), BankMode.OPEN),
}
"""The clauses that hold for a limited bank alone, or for an open one."""


def is_in_force(state: State, clause: Cite) -> bool:
    match clause:
        case "DP.D.06":
            return state.phase is not Phase.LOTS or is_lot_of_cloths(state)
        case "DP.E1.06":
            return state.phase is not Phase.LOTS or not is_lot_of_cloths(state)
        case "DP.B.22":
            return state.book.banker.waits_for_third_cards.value
        case "DP.B.31":
            return state.book.custody.each_hand.value
        case "DP.B.04":
            return state.book.pack.shown_to_players.value
        case _:
            return OF_MODE.get(clause, state.settings.mode) is state.settings.mode


def is_lot_of_cloths(state: State) -> bool:
    return state.lots is not None and state.lots.about == "cloths"


def clauses_in_force(state: State) -> tuple[Cite, ...]:
    known = PHASES[state.phase].clauses
    return tuple([one for one in known if is_in_force(state, one)]) if state.rules is not None else known
