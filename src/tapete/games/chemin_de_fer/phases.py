"""The phases of a table: the clauses in force in each of them, the acts that it waits for, and what is offered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from tapete.clauses import Cite, cite, shown
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.candidates import (
    Candidates,
    auction_acts,
    bank_offer_acts,
    betting_acts,
    between_coups_acts,
    card_acts,
    no_acts,
    shoe_acts,
    vacant_bank_acts,
)
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Phase
from tapete.kernel import ActBody, PersonId, require_complete

Offered = Callable[[State, PersonId], Candidates]
"""The acts that may make sense for a person."""


class PhaseRules(msgspec.Struct, frozen=True):
    """One phase: the clauses that govern it, the tags of the acts of which the table waits for one, and what may be
    offered, whatever the cards are.
    """

    clauses: tuple[Cite, ...]
    awaited: tuple[str, ...]
    offered: Offered


def _rules(clauses: tuple[Cite, ...], awaited: tuple[type[ActBody], ...], offered: Offered) -> PhaseRules:
    return PhaseRules(clauses, tuple([str(kind.__struct_config__.tag) for kind in awaited]), offered)


PHASES: Final[Mapping[Phase, PhaseRules]] = {
    Phase.CLOSED: _rules((), (), no_acts),
    Phase.SHOE: _rules((cite("CF.B.03"), cite("CF.B.47"), cite("CF.B.49")), (a.CheckCards, a.ShufflePack), shoe_acts),
    Phase.SHUFFLED: _rules((cite("CF.B.03"), cite("CF.B.04")), (a.OfferCards,), shoe_acts),
    Phase.OFFERED: _rules((cite("CF.B.05"), cite("CF.B.06")), (a.ShufflePack,), shoe_acts),
    Phase.CUT: _rules((cite("CF.B.07"),), (a.CutPack, a.DeclineCut), shoe_acts),
    Phase.STOP_CARD: _rules((cite("CF.B.08"), cite("CF.B.10")), (a.InsertStopCard,), shoe_acts),
    Phase.BANK: _rules(
        (cite("CF.E1.02"), cite("CF.E1.09"), cite("CF.E1.10"), cite("CF.E2.06")),
        (a.TakeBank, a.DeclineBank),
        bank_offer_acts,
    ),
    Phase.AUCTION: _rules((cite("CF.E1.15"), cite("CF.E1.16"), cite("CF.E1.23")), (a.CloseAuction,), auction_acts),
    Phase.VACANT: _rules((cite("HP.CF.vacant-bank"),), (a.OfferBank,), vacant_bank_acts),
    Phase.BETWEEN: _rules(
        (cite("CF.B.02"), cite("CF.B.12"), cite("CF.E1.03"), cite("CF.E1.08"), cite("CF.E1.19")),
        (a.OpenBets, a.DeliverBank),
        between_coups_acts,
    ),
    Phase.BETS: _rules(
        (
            cite("CF.B.14"),
            cite("CF.B.15"),
            cite("CF.B.16"),
            cite("CF.B.17"),
            cite("CF.B.30"),
            shown("CF.C4.17"),
            cite("CF.C4.19"),
            cite("CF.E2.10"),
        ),
        (a.CloseBets, a.CallOff),
        betting_acts,
    ),
    Phase.DEAL: _rules((cite("CF.A.07"), cite("CF.B.29")), (a.DealCard,), card_acts),
    Phase.CARRY: _rules((shown("CF.B.39"), cite("CF.B.29"), cite("CF.B.31")), (a.CarryCards,), card_acts),
    Phase.LIFT: _rules((cite("CF.B.29"), cite("CF.B.31"), cite("CF.B.33")), (a.Lift,), card_acts),
    Phase.WORD: _rules(
        (cite("CF.A.08"), cite("CF.A.11"), cite("CF.A.12"), cite("CF.A.14")), (a.Say, a.LayDown), card_acts
    ),
    Phase.ANSWER: _rules((cite("CF.A.17"),), (a.Lift, a.GiveCard, a.LayDown), card_acts),
    Phase.BANKER: _rules(
        (cite("CF.A.19"), cite("CF.A.20"), cite("CF.A.24")), (a.Lift, a.DrawCard, a.Stand, a.LayDown), card_acts
    ),
    Phase.SHOW: _rules((cite("CF.B.42"),), (a.ShowHand,), card_acts),
    Phase.SETTLE: _rules((cite("CF.B.43"), cite("CF.E2.09")), (a.Settle,), card_acts),
}
"""What holds in each phase."""

require_complete(PHASES, frozenset(Phase))
