"""What is played while halls die; each act follows from the records alone, so whoever comes back goes on with it."""

from collections.abc import Callable
from typing import Any

from tapete.games.baccarat.procedure import CloseTable
from tapete.games.punto_banco import acts as p
from tapete.games.punto_banco.terms import Bet, Hand, Phase
from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT
from tapete.house.terms import SlipKind
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys, TableActor
from tapete.table.acts import BuyIn, Leave, Sit
from tapete.table.staff import Role
from tests.support.house import ANA, CASHIER, CHIEF, DIRECTOR, DOOR
from tests.support.live.evening import OPENING

BEA, CARDS, RULER = PersonId("bea"), PersonId("croupier"), PersonId("chief")
Move = tuple[PersonId, Any]
PACK = {
    Phase.COUNT: p.CountPack(),
    Phase.SHUFFLE: p.ShufflePack(),
    Phase.CUT: p.CutPack(100),
    Phase.CUT_CARD: p.InsertCutCard(),
    Phase.BURN: p.BurnCards(),
    Phase.SETTLE: p.Settle(),
    Phase.END_OF_SHOE: p.CountPack(),
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
            return CARDS, p.OpenBets()
        case Phase.BETS if state.turn.offered_place is not None:
            return state.seats.occupants[state.turn.offered_place], p.TakeShoe()
        case Phase.BETS if not state.stake(ANA, Bet.PUNTO):
            return ANA, p.PlaceBet(Bet.PUNTO, 2000)
        case Phase.BETS if not state.stake(ANA, Bet.BANCA):
            return ANA, p.PlaceBet(Bet.BANCA, 1000)
        case Phase.BETS if not state.stake(BEA, Bet.BANCA):
            return BEA, p.PlaceBet(Bet.BANCA, 3000)
        case Phase.BETS:
            return CARDS, p.CloseBets()
    if state.phase in PACK:
        return CARDS, PACK[state.phase]
    if state.disputants:
        return RULER, p.AwardHand(state.disputants[0])
    dealer = state.dealer()
    assert dealer is not None
    match state.phase:
        case Phase.DEAL:
            return dealer, p.Deal()
        case Phase.PLAYER_SHOWS:
            return state.hand_holder or CARDS, p.ShowHand(Hand.PUNTO)
        case Phase.BANK_SHOWS:
            return dealer, p.ShowHand(Hand.BANCA)
        case Phase.PLAYER_DRAWS:
            return dealer, p.DrawCard(Hand.PUNTO)
        case _:
            return dealer, p.DrawCard(Hand.BANCA)


NAME = "pb"
OPEN_TABLE = p.OpenTable(NAME, "asturias-2011", 1000, 50000, staff={Role.CROUPIER: CARDS, Role.TABLE_CHIEF: RULER})
HOUSE = "house"
PREPARING = (
    (DIRECTOR, a.OpenDay("2026-11-22")),
    (DIRECTOR, a.GoOnDuty(Role.CASHIER, CASHIER)),
    (DIRECTOR, a.GoOnDuty(Role.ADMISSION, DOOR)),
    (CASHIER, a.WriteSlip(SlipKind.SUPPLY, 500_000)),
    (DIRECTOR, a.SignSlip(1)),
    (DOOR, a.Admit(ANA)),
    (CASHIER, a.SellChips(ANA, 60_000)),
)
"""What is done in the house before its table opens; then the table is opened, which is an act of the hall."""
AT_TABLE = (*((ANA, what) for what in (Sit(1), BuyIn(40_000), Leave(), Sit(2), BuyIn(100))), (CHIEF, CloseTable()))
"""What is done at the table; each of these has a twin."""
Step = tuple[str, Any, Any]
EVENING: list[Step] = [("house", *one) for one in PREPARING]
EVENING += [("open", None, None), *(("table", *one) for one in AT_TABLE)]
"""Every step is one entry of the house: so its version says what comes next."""


async def play(order: dict[str, Any], at: Callable[[str], None], say: Callable[..., None]) -> None:
    """Play as many acts of the evening as an order says, from wherever the records stand."""
    hall = await Hall.start(order["url"], Keys.load(order["key"]), reserve=0)
    house = hall.house or await hall.open_house(a.OpenHouse("Casino de prueba", DIRECTOR))
    say(parked={name: str(why) for name, why in hall.parked_tables.items()}, versions=_versions(hall))
    for _ in range(order["acts"]):
        done = house.version - 1
        if done == len(EVENING):
            break
        where, who, what = EVENING[done]
        if where == "open":
            await hall.open_table("punto-y-banca", OPENING)
            at("answered")
            continue
        actor = house if where == "house" else hall.tables[max(hall.tables)]
        answer = await actor.act(Act(who, what, actor.step), f"s{done}")
        assert answer.refusal is None, answer
        at("answered")
    purse, seated = house.state.ledger.get(f"person:{ANA}", 0), house.state.visitor(ANA).table
    say(end=_versions(hall), problems=list(ESTABLISHMENT.problems(house.state)), purse=purse, seated=seated)
    await hall.stop()


def _versions(hall: Hall) -> dict[str, int]:
    assert hall.house is not None
    former = {name: one.end.version for name, one in hall.archive.tables.items()}
    return {HOUSE: hall.house.version, **former, **{name: table.version for name, table in hall.tables.items()}}
