"""The phases of a table: the clauses in force in each of them, the acts that it waits for, and from whom."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Final

from tapete.clauses import cite, cite_on_page
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Phase
from tapete.kernel import PersonId, require_complete
from tapete.table.phases import PhaseRules, phase_rules as _rules


def banker_in_debt(state: State) -> PersonId | None:
    return state.banker if state.bank is not None and state.bank.debt else None


BANKER = attrgetter("banker")


PHASES: Final[Mapping[Phase, PhaseRules[State]]] = {
    Phase.CLOSED: PhaseRules(),
    Phase.SHOE: _rules((cite("CF.B.03"), cite("CF.B.47"), cite("CF.B.49")), (a.CheckCards, a.ShufflePack)),
    Phase.SHUFFLED: _rules((cite("CF.B.03"), cite("CF.B.04")), (a.OfferCards,)),
    Phase.OFFERED: _rules((cite("CF.B.05"), cite("CF.B.06")), (a.ShufflePack,)),
    Phase.CUT: _rules((cite("CF.B.07"),), (a.CutPack, a.DeclineCut), attrgetter("shoe.cut_to")),
    Phase.STOP_CARD: _rules((cite("CF.B.08"), cite("CF.B.10")), (a.InsertStopCard,)),
    Phase.BANK: _rules(
        (cite("CF.E1.02"), cite("CF.E1.09"), cite("CF.E1.10"), cite("CF.E2.06")),
        (a.TakeBank, a.DeclineBank),
        attrgetter("offer.candidate"),
    ),
    Phase.AUCTION: _rules((cite("CF.E1.15"), cite("CF.E1.16"), cite("CF.E1.23")), (a.CloseAuction,)),
    Phase.VACANT: _rules((cite("HP.CF.vacant-bank"),), (a.OfferBank,)),
    Phase.BETWEEN: _rules(
        (cite("CF.B.02"), cite("CF.B.12"), cite("CF.E1.03"), cite("CF.E1.08"), cite("CF.E1.19")),
        (a.OpenBets, a.DeliverBank),
        banker_in_debt,
    ),
    Phase.BETS: _rules(
        (
            cite("CF.B.14"),
            cite("CF.B.15"),
            cite("CF.B.16"),
            cite("CF.B.17"),
            cite("CF.B.30"),
            cite_on_page("CF.C4.17"),
            cite("CF.C4.19"),
            cite("CF.E2.10"),
        ),
        (a.CloseBets, a.CallOff),
    ),
    Phase.DEAL: _rules((cite("CF.A.07"), cite("CF.B.29")), (a.DealCard,), BANKER),
    Phase.CARRY: _rules((cite_on_page("CF.B.39"), cite("CF.B.29"), cite("CF.B.31")), (a.CarryCards,)),
    Phase.LIFT: _rules((cite("CF.B.29"), cite("CF.B.31"), cite("CF.B.33")), (a.Lift,)),
    Phase.WORD: _rules((cite("CF.A.08"), cite("CF.A.11"), cite("CF.A.12"), cite("CF.A.14")), (a.Say, a.LayDown)),
    Phase.ANSWER: _rules((cite("CF.A.17"),), (a.Lift, a.GiveCard, a.LayDown), BANKER),
    Phase.BANKER: _rules(
        (cite("CF.A.19"), cite("CF.A.20"), cite("CF.A.24")),
        (a.Lift, a.DrawCard, a.Stand, a.LayDown),
        BANKER,
    ),
    Phase.SHOW: _rules((cite("CF.B.42"),), (a.ShowHand,)),
    Phase.SETTLE: _rules((cite("CF.B.43"), cite("CF.E2.09")), (a.Settle,)),
}
"""What holds in each phase. A punto who is silent at their cards is too slow, so nobody is waited for there."""

require_complete(PHASES, frozenset(Phase))
