"""The phases of a table: the clauses in force in each of them, the acts that it waits for, from whom, and what may be
offered.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Final

from tapete.clauses import cite, cite_on_page
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Phase
from tapete.kernel import ActBody, PersonId, require_complete
from tapete.table.phases import PhaseRules, phase_rules as _rules

AT_THE_SHOE: Final[frozenset[type[ActBody]]] = frozenset(
    {a.ShufflePack, a.OfferCards, a.CutPack, a.DeclineCut, a.InsertStopCard, a.CheckCards}
)

OF_AN_OFFER: Final[frozenset[type[ActBody]]] = frozenset({a.TakeBank, a.DeclineBank, a.PledgeShare, a.WithdrawShare})

OF_AN_AUCTION: Final[frozenset[type[ActBody]]] = frozenset({a.Bid, a.CloseAuction})

OF_A_VACANT_BANK: Final[frozenset[type[ActBody]]] = frozenset({a.OfferBank})

BETWEEN_COUPS: Final[frozenset[type[ActBody]]] = frozenset(
    {
        *(a.OpenBets, a.PassHand, a.RefuseToDeal, a.OfferShare, a.WithdrawShare, a.AcceptShare, a.TakeOverShare),
        *(a.RaiseBank, a.DeliverBank, a.GarageWinnings, a.AllGoes),
    }
)
"""What is done with the bank that is held, before a coup opens."""

OF_THE_BETTING: Final[frozenset[type[ActBody]]] = frozenset(
    {
        *(a.Stake, a.CallBanco, a.CallSeguido, a.JoinBanco, a.StakeOnLine, a.CallConLaMesa, a.CallUltimoCompleto),
        *(a.WithdrawCall, a.CloseBets, a.CallOff, a.PassHand),
    }
)
"""The calls, and the end of the betting; a banker who was let off the coup passes the hand out of it."""

AT_THE_CARDS: Final[frozenset[type[ActBody]]] = frozenset(
    {
        *(a.DealCard, a.CarryCards, a.Lift, a.Say, a.LayDown, a.ShowHand, a.GiveCard, a.DrawCard, a.Stand, a.AskTable),
        *(a.Choose, a.AskAdvice, a.StandIn, a.CallSeguido, a.RemoveLateStake, a.AdmitLateStake, a.Settle),
        *(a.WithdrawStake, a.KeepStake, a.CloseWithdrawals),
    }
)
"""The acts at the cards of a coup, to its settlement: a real table lets them happen in other phases than their own."""


def banker_in_debt(state: State) -> PersonId | None:
    return state.banker if state.bank is not None and state.bank.debt else None


BANKER = attrgetter("banker")


PHASES: Final[Mapping[Phase, PhaseRules[State]]] = {
    Phase.CLOSED: PhaseRules(),
    Phase.SHOE: _rules((cite("CF.B.03"), cite("CF.B.47"), cite("CF.B.49")), (a.CheckCards, a.ShufflePack), AT_THE_SHOE),
    Phase.SHUFFLED: _rules((cite("CF.B.03"), cite("CF.B.04")), (a.OfferCards,), AT_THE_SHOE),
    Phase.OFFERED: _rules((cite("CF.B.05"), cite("CF.B.06")), (a.ShufflePack,), AT_THE_SHOE),
    Phase.CUT: _rules((cite("CF.B.07"),), (a.CutPack, a.DeclineCut), AT_THE_SHOE, attrgetter("shoe.cut_to")),
    Phase.STOP_CARD: _rules((cite("CF.B.08"), cite("CF.B.10")), (a.InsertStopCard,), AT_THE_SHOE),
    Phase.BANK: _rules(
        (cite("CF.E1.02"), cite("CF.E1.09"), cite("CF.E1.10"), cite("CF.E2.06")),
        (a.TakeBank, a.DeclineBank),
        OF_AN_OFFER,
        attrgetter("offer.candidate"),
    ),
    Phase.AUCTION: _rules((cite("CF.E1.15"), cite("CF.E1.16"), cite("CF.E1.23")), (a.CloseAuction,), OF_AN_AUCTION),
    Phase.VACANT: _rules((cite("HP.CF.vacant-bank"),), (a.OfferBank,), OF_A_VACANT_BANK),
    Phase.BETWEEN: _rules(
        (cite("CF.B.02"), cite("CF.B.12"), cite("CF.E1.03"), cite("CF.E1.08"), cite("CF.E1.19")),
        (a.OpenBets, a.DeliverBank),
        BETWEEN_COUPS,
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
        OF_THE_BETTING,
    ),
    Phase.DEAL: _rules((cite("CF.A.07"), cite("CF.B.29")), (a.DealCard,), AT_THE_CARDS, BANKER),
    Phase.CARRY: _rules((cite_on_page("CF.B.39"), cite("CF.B.29"), cite("CF.B.31")), (a.CarryCards,), AT_THE_CARDS),
    Phase.LIFT: _rules((cite("CF.B.29"), cite("CF.B.31"), cite("CF.B.33")), (a.Lift,), AT_THE_CARDS),
    Phase.WORD: _rules(
        (cite("CF.A.08"), cite("CF.A.11"), cite("CF.A.12"), cite("CF.A.14")), (a.Say, a.LayDown), AT_THE_CARDS
    ),
    Phase.ANSWER: _rules((cite("CF.A.17"),), (a.Lift, a.GiveCard, a.LayDown), AT_THE_CARDS, BANKER),
    Phase.BANKER: _rules(
        (cite("CF.A.19"), cite("CF.A.20"), cite("CF.A.24")),
        (a.Lift, a.DrawCard, a.Stand, a.LayDown),
        AT_THE_CARDS,
        BANKER,
    ),
    Phase.SHOW: _rules((cite("CF.B.42"),), (a.ShowHand,), AT_THE_CARDS),
    Phase.SETTLE: _rules((cite("CF.B.43"), cite("CF.E2.09")), (a.Settle,), AT_THE_CARDS),
}
"""What holds in each phase. A punto who is silent at his cards is too slow, so nobody is waited for there."""

require_complete(PHASES, frozenset(Phase))
