"""Who does what next at the table of the crash tests: from an empty table through one coup to the next.

Each act follows from the state alone, so a hall that comes back after a crash goes on with the same one.
"""

from __future__ import annotations

from typing import Any

from tapete.games.punto_banco import acts as a
from tapete.games.punto_banco.terms import Bet, Hand, Phase
from tapete.kernel import PersonId
from tapete.live import TableActor
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role

ANA, BEA, CROUPIER, CHIEF = (PersonId(name) for name in ("ana", "bea", "croupier", "chief"))

Move = tuple[PersonId, Any]

PREPARING = {
    Phase.COUNT: a.CountPack(),
    Phase.SHUFFLE: a.ShufflePack(),
    Phase.CUT: a.CutPack(100),
    Phase.CUT_CARD: a.InsertCutCard(),
    Phase.BURN: a.BurnCards(),
    Phase.SETTLE: a.Settle(),
    Phase.END_OF_SHOE: a.CountPack(),
}


def punto_banco(table: TableActor[Any]) -> Move:
    """Two people play: both sit and buy chips, the shoe is prepared, each coup both stake."""
    state = table.state
    for seat, who in ((1, ANA), (2, BEA)):
        if state.seats.seat_of(who) is None:
            return who, Sit(seat)
        if table.view(who).me.chips < 5000 and not table.view(who).me.bets:
            return who, BuyIn(100000)
    match state.phase:
        case Phase.BETWEEN:
            return CROUPIER, a.OpenBets()
        case Phase.BETS if state.turn.offered_place is not None:
            return state.seats.occupants[state.turn.offered_place], a.TakeShoe()
        case Phase.BETS if not state.stake(ANA, Bet.PUNTO):
            return ANA, a.PlaceBet(Bet.PUNTO, 2000)
        case Phase.BETS if not state.stake(ANA, Bet.BANCA):
            return ANA, a.PlaceBet(Bet.BANCA, 1000)
        case Phase.BETS if not state.stake(BEA, Bet.BANCA):
            return BEA, a.PlaceBet(Bet.BANCA, 3000)
        case Phase.BETS:
            return CROUPIER, a.CloseBets()
    if state.phase in PREPARING:
        return CROUPIER, PREPARING[state.phase]
    if state.disputants:
        return CHIEF, a.AwardHand(state.disputants[0])
    dealer = state.dealer()
    assert dealer is not None
    match state.phase:
        case Phase.DEAL:
            return dealer, a.Deal()
        case Phase.PLAYER_SHOWS:
            return state.hand_holder or CROUPIER, a.ShowHand(Hand.PUNTO)
        case Phase.BANK_SHOWS:
            return dealer, a.ShowHand(Hand.BANCA)
        case Phase.PLAYER_DRAWS:
            return dealer, a.DrawCard(Hand.PUNTO)
        case _:
            return dealer, a.DrawCard(Hand.BANCA)


NAME = "pb"
OPENING = a.OpenTable(NAME, "asturias-2011", 1000, 50000, staff={Role.CROUPIER: CROUPIER, Role.TABLE_CHIEF: CHIEF})
