"""A state in which no field stands as it does at the beginning: what an event forgets, or keeps, is seen there."""

from __future__ import annotations

from typing import Any

from immutables import Map
from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.games.bingo import events as e
from tapete.games.bingo.inventory import BallSet, LeftPrize, Machine, Refund, Series
from tapete.games.bingo.pause import Pause
from tapete.games.bingo.state import Ball, CardWish, Case, GameState, Hall, PaidPrize, State
from tapete.games.bingo.terms import (
    CheckItem,
    MachineType,
    Means,
    MoneyWish,
    Phase,
    Prize,
    Range,
    SeriesKind,
    SoldRange,
    TakingsCount,
    WinningCard,
)
from tapete.kernel import PersonId
from tapete.table.staff import Role
from tapete.table.windows import Claim, Window

ANA, LUIS, EVA = PersonId("ana"), PersonId("luis"), PersonId("eva")
CALLER, CHIEF, CASHIER = PersonId("caller"), PersonId("chief"), PersonId("cashier")
CARD, OTHER = "B-7/1", "B-7/2"
ROWS = ((4, 16), (7, 22), (19, 28))
SALE = SoldRange(Range("B-7", 1, 6), CALLER, Means.ACCOUNT, ANA)
DIVISION = e.TakingsDivided("5/1", ())

PAUSE = Pause(
    calls=Window("calls", 0, (Claim(ANA, f"linea:{CARD}"), Claim(CALLER, f"bingo:{OTHER}"))),
    holders=Map({CARD: ANA, OTHER: None}),
    keyers=Map({f"bingo:{OTHER}": CALLER}),
    has_line_slip=True,
    handed_in=frozenset({CARD, OTHER}),
    masters=Map({CARD: ROWS}),
    shown_for=frozenset({f"linea:{CARD}"}),
    results=Map({(Prize.LINE, CARD): 1}),
    lacking=Map({(Prize.LINE, CARD): 0}),
    return_phase=Phase.DRAW_BINGO,
    is_interval_over=True,
    first_parts=frozenset({CARD}),
    parts_named=Map({f"linea:{CARD}": 2}),
    new_right_calls=3,
)
GAME = GameState(
    number=5,
    part=1,
    first_serial=30,
    kind=SeriesKind.DOUBLE,
    series=("B-7",),
    value=2_00,
    is_deferred=True,
    sales=(SALE,),
    wishes=Map({LUIS: CardWish("B-7", 4)}),
    unsold_counts=Map({"B-7": 90}),
    is_sold_announced=True,
    covered_shortfall=50,
    prizes=Map({Prize.LINE: 1_20, Prize.BINGO: 6_00}),
    brought_amounts=Map({Prize.BINGO: 1_00}),
    ball_set="S-9",
    urn=8,
    is_urn_wanted=True,
    is_ball_wanted=True,
    is_opening_rest=True,
    opened_count=2,
    balls=(Ball(4, 4, is_shown=True), Ball(17, 71), Ball(22, 22)),
    pause=PAUSE,
    awards=Map({Prize.LINE: (WinningCard(CARD, 1_20, ANA),)}),
    closed_at=Map({Prize.LINE: 1}),
    first_awards=Map({Prize.BINGO: (WinningCard(CARD, 6_00, ANA),)}),
    parts_shown=Map({(1, CARD): 2}),
    tokens=Map({(1, Prize.LINE, CARD): 9, (2, Prize.LINE, OTHER): 10}),
    times_asked=2,
    cases=(Case(1, "caller-error", 2, ANA, "dijo otro", must_void=False),),
    last_case=1,
    division=DIVISION,
    payments=Map({f"owed:5/1/linea/{CARD}": PaidPrize(1_20, "person:ana")}),
    carried_on=Map({Prize.BINGO: 3_00}),
    left_accounts=frozenset({f"owed:5/1/linea/{CARD}", f"owed:5/10/linea/{CARD}"}),
    is_over=True,
    is_void=True,
    ends_card=True,
    void_cause="evacuation",
    void_parts=frozenset({2}),
    failed_calls=Map({(Prize.BINGO, CARD): 1}),
    refused_calls=Map({"linea:B-7/60": 1, ANA: 1}),
    unsold_cards=frozenset({"B-7/50"}),
    withdrawn_calls=Map({(Prize.LINE, OTHER): 1}),
    ruled_reports=Map({"sound-breakdown": 1}),
    defects=Map({"S-9": frozenset({ANA})}),
    doubted=frozenset({EVA}),
    complaints=Map({ANA: 1}),
    error_at=2,
)
HALL = Hall(
    elements=(CheckItem.SOUND, CheckItem.PANEL),
    machine=Machine("M-1", MachineType.PNEUMATIC),
    ball_sets=Map({"S-9": BallSet(11, 2), "S-10": BallSet(3, 1, is_damaged=True)}),
    loaded_set="S-9",
    last_set="S-10",
    series=Map({"B-7": Series("B-7", "B", 7, 100, 2_00, SeriesKind.DOUBLE, uses=((Range("B-7", 1, 6), 5),))}),
    check_results=Map({CheckItem.MACHINE: True, CheckItem.SOUND: False}),
    check_notes=Map({CheckItem.SOUND: "acopla"}),
    witnesses=(EVA,),
    session=3,
    session_games=4,
    is_session_open=True,
)
STATE = State(
    name="sala",
    staff=Map({Role.CALLER: CALLER, Role.TABLE_CHIEF: CHIEF}),
    served=frozenset({CALLER, CHIEF}),
    is_in_house=True,
    ledger=Map({"cash-desk": -12_00, "sales:5/1": 12_00}),
    phase=Phase.DRAW_LINE,
    serial=40,
    limits_passed=2,
    balls=ChanceKind.KEYED,
    hall=HALL,
    game=GAME,
    urns=8,
    tokens_given=10,
    takings_counts=Map({CALLER: TakingsCount(6, CALLER, 11_00, -1_00, CASHIER)}),
    last_count=6,
    is_counter_open=True,
    money_asked=Map({LUIS: MoneyWish(5_00, is_paid_in=True)}),
    refunds=Map({"4": Refund(2_00, (Range("B-7", 50, 60),), (), (Range("B-7", 50, 52),), (Range("B-7", 50, 50),))}),
    left_prizes=Map({f"owed:5/1/linea/{CARD}": LeftPrize(2), f"owed:4/bingo/{CARD}": LeftPrize(1, ANA)}),
    marks=Map({(ANA, CARD): frozenset({4})}),
    announcements=(("void", "nula"),),
)


def changed(
    state: State,
    *,
    hall: dict[str, Any] | None = None,
    game: dict[str, Any] | None = None,
    pause: dict[str, Any] | None = None,
    **top: Any,
) -> State:
    """Return a state with some of its fields changed, and some of those of its hall, its game and its pause."""
    game_now = replace(state.game, **(game or {}))
    if pause:
        game_now = replace(game_now, pause=replace(game_now.pause, **pause))
    return replace(state, hall=replace(state.hall, **(hall or {})), game=game_now, **top)
