"""Who does what next at the tables of the crash tests: from an empty table through one coup to the next.

Each act follows from the state alone, so a hall that comes back after a crash goes on with the same one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tapete.catalogue import house_games
from tapete.games.baccarat.layout import at
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.terms import Hand as Side, Phase as Stage
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.coup.flow import asked_cloths
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.terms import WORD_OF, Hand as Cloth, Phase as Moment, Spot
from tapete.games.punto_banco import acts as a
from tapete.games.punto_banco.game import PUNTO_BANCO
from tapete.games.punto_banco.terms import Bet, Hand, Phase
from tapete.kernel import Game, PersonId
from tapete.live import TableActor
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role
from tests.support.faults.bingo import OPENING, bingo

ANA, BEA, CROUPIER, CHIEF = (PersonId(name) for name in ("ana", "bea", "croupier", "chief"))
PLAYERS = {1: ANA, 2: BEA, 5: PersonId("eva"), 8: PersonId("luis")}

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


def chemin_de_fer(table: TableActor[Any]) -> Move:
    """Four people play: the first takes the bank, the second calls banco, and a bank that has won is passed on."""
    state = table.state
    for seat, who in PLAYERS.items():
        if state.seats.seat_of(who) is None:
            return who, Sit(seat)
        if not table.view(who).me.chips and not state.coup.number and state.bank is None:
            return who, BuyIn(1000000)
    match state.phase:
        case Stage.SHOE | Stage.OFFERED:
            return CROUPIER, c.ShufflePack()
        case Stage.SHUFFLED:
            return CROUPIER, c.OfferCards()
        case Stage.CUT:
            return state.shoe.cut_to, c.CutPack(26)
        case Stage.STOP_CARD:
            return CROUPIER, c.InsertStopCard()
        case Stage.BANK:
            offer = table.view(None).offer
            return offer.candidate, c.TakeBank(max(20000, offer.floor))
        case Stage.BETWEEN if state.coup.number and state.banker == PLAYERS[1]:
            return state.banker, c.PassHand()
        case Stage.BETWEEN:
            return CROUPIER, c.OpenBets()
        case Stage.BETS if not state.calls.claims:
            return next(who for who in PLAYERS.values() if who != state.banker), c.CallBanco()
        case Stage.BETS:
            return CROUPIER, c.CloseBets()
        case Stage.CARRY:
            return CROUPIER, c.CarryCards()
        case Stage.SETTLE:
            return CROUPIER, c.Settle()
        case Stage.SHOW:
            down = {card.place for card in state.coup.cards.layout if not card.face_up}
            return CROUPIER, c.ShowHand(Side.PUNTO if Side.PUNTO in down else Side.BANCA)
    return _cards(table)


def _cards(table: TableActor[Any]) -> Move:
    """Deal one by one, look, speak, give, draw: the punto asks for a card below five, the banker below six."""
    state, banker, holder = table.state, table.state.banker, table.state.holder
    totals = {side: table.view(who).coup.totals.get(side) for side, who in ((Side.PUNTO, holder), (Side.BANCA, banker))}
    match state.phase:
        case Stage.DEAL:
            dealt = {side: len(at(state.coup.cards.layout, side)) for side in Side}
            return banker, c.DealCard(Side.PUNTO if dealt[Side.PUNTO] <= dealt[Side.BANCA] else Side.BANCA)
        case Stage.LIFT:
            return holder, c.Lift(Side.PUNTO)
        case Stage.WORD if totals[Side.PUNTO] >= 8:
            return holder, c.LayDown(Side.PUNTO)
        case Stage.WORD:
            return holder, c.Say(Word.CARTA if totals[Side.PUNTO] < 5 else Word.NO)
    if totals[Side.BANCA] is None:
        return banker, c.Lift(Side.BANCA)
    if state.phase is Stage.ANSWER:
        return banker, c.LayDown(Side.BANCA) if totals[Side.BANCA] >= 8 else c.GiveCard()
    return banker, c.DrawCard() if totals[Side.BANCA] < 6 else c.Stand()


POSTS = (Role.CROUPIER, Role.INSPECTOR, Role.CHANGER, Role.ASSISTANT)
SERVING = (CROUPIER, CHIEF, PersonId("changer"), PersonId("assistant"))
CLOTHS = {1: ANA, 2: BEA, 6: PLAYERS[5], 7: PLAYERS[8]}
"""Two punters on each cloth of the two-cloth game."""
BANKER = PersonId("rosa")
DEPOSIT = 1_000_00


def dos_panos(table: TableActor[Any]) -> Move:
    """Four people play against a bank that is announced: stakes on both cloths, on a line and across."""
    state = table.state
    for seat, who in CLOTHS.items():
        if state.seats.seat_of(who) is None:
            return who, Sit(seat)
        if not table.view(who).me.chips and not state.coup.number:
            return who, BuyIn(50_000)
    match state.phase:
        case Moment.OPENING:
            return CHIEF, d.AnnounceBank(BANKER, DEPOSIT)
        case Moment.DEPOSIT:
            return BANKER, d.DepositBank(DEPOSIT)
        case Moment.SHOE:
            return CROUPIER, d.CountPack(312)
        case Moment.SHUFFLE:
            return CROUPIER, d.ShufflePack()
        case Moment.CUT:
            return ANA, d.CutPack(100)
        case Moment.STOP_CARD:
            return CROUPIER, d.InsertStopCard()
        case Moment.CUSTODY:
            return BANKER, d.DeliverBank(DEPOSIT)
        case Moment.BETWEEN:
            return CROUPIER, d.OpenBets()
        case Moment.BANCO:
            return CROUPIER, d.CloseCalls()
        case Moment.BETS:
            laid = {one.person for one in state.coup.laid}
            waiting = [stake for who, stake in STAKES.items() if who not in laid]
            who = next((who for who in STAKES if who not in laid), CROUPIER)
            return who, waiting[0] if waiting else d.CloseBets()
        case Moment.CARRY:
            return CROUPIER, d.CarryCards()
        case Moment.SETTLE:
            return CROUPIER, d.Settle()
        case Moment.SHOW:
            down = [card.place for card in state.coup.cards.layout if not card.face_up]
            return CROUPIER, d.ShowHand(Cloth(down[0]))
    return _two_cloths(table)


STAKES = {
    ANA: d.Stake(20_00, Cloth.PRIMERO),
    BEA: d.Stake(30_00, Cloth.PRIMERO, Spot.ACROSS),
    CLOTHS[6]: d.Stake(40_00, Cloth.SEGUNDO, Spot.LINE),
}


def _two_cloths(table: TableActor[Any]) -> Move:
    """Deal one by one; each cloth looks and asks for a card below five, the banker gives and draws below six."""
    state = table.state
    speaking = next((cloth for cloth, moment in WORD_OF.items() if moment is state.phase), None)
    hand = speaking or Cloth.BANCA
    who = BANKER if speaking is None else state.holder(speaking)
    if state.phase is Moment.DEAL:
        dealt = [card.place for card in state.coup.cards.layout]
        return BANKER, d.DealCard(min(Cloth, key=dealt.count))
    total = table.view(who).coup.totals.get(hand)
    if total is None:
        return who, d.Lift(hand)
    if total >= 8:
        return who, d.LayDown(hand)
    if speaking is not None:
        return who, d.Say(Word.CARTA if total < 5 else Word.NO)
    if state.phase is Moment.ANSWER:
        return who, next(d.GiveCard(Cloth(cloth)) for cloth in asked_cloths(state))
    return who, d.DrawCard() if total < 6 else d.Stand()


class Scene(NamedTuple):
    """A table of a crash test: its id, its game, how it is opened, who does what next."""

    name: str
    game: Game[Any]
    opening: Any
    next_act: Callable[[TableActor[Any]], Move]


SCENES = {
    one.game.key: one
    for one in (
        Scene(
            "pb",
            PUNTO_BANCO,
            a.OpenTable("pb", "asturias-2011", 1000, 50000, staff={Role.CROUPIER: CROUPIER, Role.TABLE_CHIEF: CHIEF}),
            punto_banco,
        ),
        Scene(
            "cf",
            CHEMIN_DE_FER,
            c.OpenTable("cf", "asturias-2011", 1000, staff={Role.CROUPIER: CROUPIER, Role.INSPECTOR: CHIEF}),
            chemin_de_fer,
        ),
        Scene("bg", house_games()["bingo"], OPENING, bingo),
        Scene(
            "dp",
            DosPanos(),
            d.OpenTable(
                "dp", "asturias-2011", 1000, 0, DEPOSIT, 10 * DEPOSIT, staff=dict(zip(POSTS, SERVING, strict=True))
            ),
            dos_panos,
        ),
    )
}
