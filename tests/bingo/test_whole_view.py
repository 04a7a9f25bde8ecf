"""What a hall looks like to each who looks, whole: to the public, to a player, and to each post."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.games.bingo.choices import NumberStyle
from tapete.games.bingo.inventory import LeftPrize, Refund
from tapete.games.bingo.pause import Pause
from tapete.games.bingo.state import CardWish, State
from tapete.games.bingo.terms import (
    Camera,
    CheckItem,
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
from tapete.games.bingo.view import View, view
from tapete.games.bingo.view_parts import AwardView, CallView, Me, OwnCard, SeriesView, StaffView
from tapete.kernel import HOUSE, PersonId, Step
from tapete.table.staff import Role
from tapete.table.windows import Claim, Window
from tests.support.bingo.full_state import (
    ANA,
    CALLER,
    CARD,
    CASHIER,
    CHIEF,
    EVA,
    GAME,
    LUIS,
    OTHER,
    ROWS,
    SALE,
    STATE,
    changed,
)
from tests.support.bingo.hall import Hall

LINE, BINGO = Prize.LINE, Prize.BINGO
MANAGER = PersonId("manager")
STAFF = {
    Role.CALLER: CALLER,
    Role.TABLE_CHIEF: CHIEF,
    Role.CASHIER: CASHIER,
    Role.HALL_MANAGER: MANAGER,
    Role.ASSISTANT: EVA,
}
PAPER = SoldRange(Range("B-7", 7, 9), EVA, Means.CASH)
MORE = SoldRange(Range("B-7", 10, 10), CALLER, Means.ACCOUNT, ANA)
COUNTS = {CALLER: TakingsCount(6, CALLER, 11_00, -1_00, CASHIER)}
REFUNDS = {
    "5/1": Refund(2_00, (SALE.cards,), (SALE,), returned=(Range("B-7", 2, 3), Range("B-7", 6, 8))),
    "4": STATE.refunds["4"],
}
LEDGER = {
    "sales:5/1": 12_00,
    "sales:5/2": 13_00,
    "sales:4": 1,
    "owed:5/1/linea/B-7/10": 60,
    "owed:5/1/linea/B-7/9": 61,
    "refunds:5/1": 8_00,
    "refunds:4": 3_00,
    "person:ana": 9_00,
    "person:luis": 4_00,
    "till:caller": -11_00,
    "till:eva": 5_00,
}
WON = (WinningCard("B-7/9", 61), WinningCard(CARD, 60, ANA))
AT_PLAY: State = changed(
    replace(STATE, rules=Hall().state.rules, staff=Map(STAFF), ledger=Map(LEDGER), refunds=Map(REFUNDS)),
    takings_counts=Map(COUNTS),
    left_prizes=Map({**STATE.left_prizes, "owed:3/bingo/B-7/2": LeftPrize(1, LUIS)}),
    money_asked=Map({LUIS: MoneyWish(5_00, is_paid_in=True), ANA: MoneyWish(1_00, is_paid_in=False)}),
    marks=Map({(ANA, "B-7/10"): frozenset({9, 4}), (ANA, CARD): frozenset({4}), (LUIS, OTHER): frozenset({5})}),
    game={
        "sales": (SALE, PAPER, MORE),
        "awards": Map({LINE: WON, BINGO: (WinningCard("B-7/10", 6_00, ANA),)}),
        "wishes": Map({LUIS: CardWish("B-7", 4), ANA: CardWish("B-7", 1)}),
    },
    pause={"lacking": Map({(LINE, "B-7/10"): 2, (LINE, "B-7/9"): 0, (BINGO, OTHER): 0})},
)
PUBLIC = View(
    name="sala",
    rulebook="orden-1979",
    title="Bingo, orden ministerial de 9 de octubre de 1979",
    step=Step(3, 5, "draw-line", 40),
    phase=Phase.DRAW_LINE,
    session=3,
    game="5/1",
    kind=SeriesKind.DOUBLE,
    balls_kind=ChanceKind.KEYED,
    is_open_to_witnesses=False,
    witnesses=1,
    unchecked_items=tuple(str(one) for one in CheckItem if one is not CheckItem.MACHINE),
    series=(SeriesView("B-7", 100, 2_00, SeriesKind.DOUBLE, 100),),
    cards_sold=10,
    prizes={"linea": 1_20, "bingo": 7_00},
    panel=(4,),
    ball_count=3,
    calls=(),
    awards=(
        AwardView(BINGO, 6_00, ("B-7/10",), (6_00,)),
        AwardView(LINE, 1_21, ("B-7/9", CARD), (61, 60)),
    ),
    camera=Camera.EXIT,
    is_interval_over=True,
    is_void=True,
    announcements=(("void", "nula"),),
    staff={str(role): who for role, who in sorted(STAFF.items())},
    duty=None,
    me=None,
    announced_numbers=(4, 71, 22),
    waits_for=CHIEF,
    awaited_post=Role.TABLE_CHIEF,
    void_cause="evacuation",
    price=4_00,
    number_style=NumberStyle.DIGITS,
    is_report_open=True,
    failed_items={"sound": "acopla"},
    verdicts=(
        CallView(BINGO, OTHER, valid=True),
        CallView(LINE, "B-7/9", valid=True),
        CallView(LINE, "B-7/10", valid=False, lacking=2),
    ),
)
TOKENS = {f"1:linea:{CARD}": 9, f"2:linea:{OTHER}": 10}
OWN = (Range("B-7", 1, 6), Range("B-7", 10, 10))
ME = Me(
    ANA,
    (),
    9_00,
    OWN,
    {CARD: (4,), "B-7/10": (4, 9)},
    {"bingo:B-7/10": 6_00, f"linea:{CARD}": 60},
    tuple(OwnCard(f"B-7/{number}", ()) for number in (*range(1, 7), 10)),
    MoneyWish(1_00, is_paid_in=False),
    1,
    "B-7",
    {f"bingo:{CARD}": 6_00},
    TOKENS,
    (Range("B-7", 2, 3), Range("B-7", 6, 6)),
)
DUTY = StaffView(
    sales=(SALE, PAPER, MORE),
    takings=25_00,
    set_in_use="S-9",
    set_games=11,
    cases=GAME.cases,
    due_prizes={"owed:5/1/linea/B-7/9": 61, "owed:5/1/linea/B-7/10": 60},
    named_prizes={"owed:3/bingo/B-7/2": LUIS, f"owed:4/bingo/{CARD}": ANA},
    pending_refunds={"4": 3_00, "5/1": 8_00},
    refunds=REFUNDS,
    tokens=TOKENS,
    accounts={"ana": 9_00, "luis": 4_00},
    money_asked={"ana": MoneyWish(1_00, is_paid_in=False), "luis": MoneyWish(5_00, is_paid_in=True)},
    wishes={"ana": CardWish("B-7", 1), "luis": CardWish("B-7", 4)},
    tills={"caller": 11_00, "eva": -5_00},
    counts=(COUNTS[CALLER],),
    machine="M-1",
    ball_sets=("S-10", "S-9"),
    unused_cards={"B-7": 94},
    series_values={"B-7": 2_00},
    doubles=("B-7",),
)


def test_the_public_sees_what_was_announced_and_nothing_of_the_desk() -> None:
    assert view(AT_PLAY, None) == PUBLIC


def test_a_player_sees_his_own_cartones_marks_money_prizes_and_tokens() -> None:
    assert view(AT_PLAY, ANA) == replace(PUBLIC, me=ME)


def test_of_somebody_who_has_nothing_there_is_nothing_to_see() -> None:
    assert view(AT_PLAY, PersonId("nobody")) == replace(PUBLIC, me=Me(PersonId("nobody")))


def test_paper_cartones_and_another_players_are_not_ones_own() -> None:
    wish = CardWish("B-7", 4)
    me = Me(LUIS, (), 4_00, (), {OTHER: (5,)}, money_asked=MoneyWish(5_00, is_paid_in=True), wish_count=4)
    assert view(AT_PLAY, LUIS).me == replace(me, wish_series=wish.series)


@pytest.mark.parametrize(
    ("who", "role", "changes"),
    [
        (CHIEF, Role.TABLE_CHIEF, {}),
        (CASHIER, Role.CASHIER, {}),
        (MANAGER, Role.HALL_MANAGER, {}),
        (CALLER, Role.CALLER, {"takings": 0, "tills": {"caller": 11_00}, "counts": ()}),
        (EVA, Role.ASSISTANT, {"takings": 0, "tills": {"eva": -5_00}, "counts": ()}),
    ],
)
def test_a_post_sees_the_desk_and_of_the_takings_its_own_unless_they_concern_it(
    who: PersonId, role: Role, changes: dict[str, Any]
) -> None:
    assert view(AT_PLAY, who) == replace(PUBLIC, duty=replace(DUTY, **changes), me=Me(who, (role,)))


def test_the_house_sees_the_whole_desk() -> None:
    assert view(AT_PLAY, HOUSE).duty == DUTY


# --- what the moment shows --------------------------------------------------------------------------------------------

CALLS = Pause(
    calls=Window("calls", 0, tuple(Claim(ANA, one) for one in ("linea:B-7/10", "linea:B-7/9", "bingo:B-7/9"))),
    results=Map({(LINE, "B-7/9"): 2, (LINE, "B-7/10"): 0}),
    lacking=Map({(LINE, "B-7/9"): 0, (LINE, "B-7/10"): 3}),
    masters=Map({"B-7/9": ROWS}),
)


@pytest.mark.parametrize("phase", [one for one in Phase if one is not Phase.CLOSED])
def test_calls_are_seen_in_their_pause_and_what_was_found_until_the_next_ball(phase: Phase) -> None:
    found = view(changed(AT_PLAY, phase=phase, game={"pause": CALLS}), None)
    is_pause = phase in (Phase.CHECK, Phase.ASK_LINE, Phase.ASK_BINGO, Phase.ASK_OUT)
    calls = (
        CallView(BINGO, "B-7/9", ROWS),
        CallView(LINE, "B-7/9", ROWS, valid=True),
        CallView(LINE, "B-7/10", (), valid=False, lacking=3),
    )
    is_drawn = phase in (Phase.DRAW_LINE, Phase.DRAW_BINGO)
    verdicts = (CallView(LINE, "B-7/9", valid=True), CallView(LINE, "B-7/10", valid=False, lacking=3))
    assert found.calls == (calls if is_pause else ())
    assert found.verdicts == (verdicts if is_drawn else ())
    assert found.camera == (Camera.MASTER if phase is Phase.CHECK else Camera.EXIT)
    assert found.is_open_to_witnesses is (phase is Phase.CHECKS)


def test_without_a_master_the_camera_points_at_the_balls() -> None:
    assert view(changed(AT_PLAY, phase=Phase.CHECK, game={"pause": Pause()}), None).camera is Camera.EXIT


@pytest.mark.parametrize("phase", [Phase.SALE, Phase.COUNT, Phase.PRIZES])
def test_unsold_cartones_and_their_difference_are_seen_while_they_are_counted(phase: Phase) -> None:
    duty = view(changed(AT_PLAY, phase=phase), CHIEF).duty
    assert duty is not None
    is_count = phase is Phase.COUNT
    assert duty.unsold_counts == ({"B-7": 90} if is_count else {})
    assert duty.unsold_differences == ({"B-7": 4} if is_count else {})


def test_a_prize_is_seen_once_it_was_announced_with_what_was_brought_in() -> None:
    assert view(changed(AT_PLAY, game={"prizes": Map()}), None).prizes == {}
    second = changed(AT_PLAY, game={"part": 2})
    assert view(second, None).prizes == {"linea": 1_20, "bingo": 6_00}


@pytest.mark.parametrize(
    ("is_void", "cause", "shown"),
    [
        (True, "evacuation", "evacuation"),
        (True, "called-off", "called-off"),
        (True, "el camarero", "other"),
        (False, "evacuation", ""),
    ],
)
def test_why_a_game_is_void_is_told_in_words_of_the_house_alone(is_void: bool, cause: str, shown: str) -> None:
    state = changed(AT_PLAY, game={"is_void": is_void, "void_cause": cause})
    assert (view(state, None).void_cause, view(state, None).is_void) == (shown, is_void)


@pytest.mark.parametrize("reported", [True, False])
def test_everybody_sees_that_something_waits_for_the_chief_and_staff_alone_what(reported: bool) -> None:
    state = AT_PLAY if reported else changed(AT_PLAY, game={"cases": ()})
    assert view(state, None).is_report_open is reported
    assert view(state, None).waits_for == (CHIEF if reported else CALLER)


def test_a_hall_that_was_never_opened_has_nothing() -> None:
    found = view(State(), None)
    none: Any = ()
    expected = replace(
        PUBLIC,
        **dict.fromkeys(("name", "rulebook", "title", "game", "void_cause"), ""),
        **dict.fromkeys(("unchecked_items", "series", "panel", "awards", "announcements", "verdicts"), none),
        **dict.fromkeys(("announced_numbers", "calls"), none),
        **{name: {} for name in ("prizes", "staff", "failed_items")},
        **dict.fromkeys(("is_interval_over", "is_void", "is_report_open"), False),
        **dict.fromkeys(("session", "witnesses", "cards_sold", "ball_count", "price", "previous_shown"), 0),
        step=Step(0, 0, "closed", 0),
        phase=Phase.CLOSED,
        kind=SeriesKind.SINGLE,
        balls_kind=ChanceKind.SEALED,
        waits_for=None,
        awaited_post=None,
    )
    assert found == expected


@pytest.mark.parametrize(
    ("options", "field", "value"),
    [
        ({"draw__previous_shown": 3}, "previous_shown", 3),
        ({"marks__automatic": False}, "has_automatic_marks", False),
        ({"marks__automatic": True}, "has_automatic_marks", True),
        ({"sale__self_service": True}, "is_self_service", True),
        ({"draw__style": "number"}, "number_style", "number"),
    ],
)
def test_what_the_house_has_chosen_is_seen(options: dict[str, Any], field: str, value: Any) -> None:
    assert getattr(view(replace(AT_PLAY, rules=Hall(**options).state.rules), None), field) == value


# --- whose a prize is -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "prize", "card", "owner"),
    [
        ("4", "bingo", CARD, ANA),
        ("3", "bingo", OTHER, LUIS),
        ("5/1", "linea", "B-7/6", ANA),
        ("5/1", "linea", "B-7/7", None),
        ("5/1", "linea", "B-7/11", None),
        ("5/1", "linea", "C-8/1", None),
        ("5/1", "linea", "nada", None),
    ],
)
def test_a_prize_is_whose_it_was_left_for_or_whose_cartón_it_is(
    game: str, prize: str, card: str, owner: PersonId | None
) -> None:
    assert DUTY.owner_of(game, prize, card) == owner
    assert DUTY.has_owner(game, prize, card) is (owner is not None)


def test_a_set_that_nobody_entered_was_used_in_no_game() -> None:
    for state in (
        changed(AT_PLAY, hall={"loaded_set": ""}),
        changed(AT_PLAY, hall={"ball_sets": Map(), "machine": None}),
    ):
        duty = view(state, CHIEF).duty
        assert duty is not None
        assert duty.set_games == 0
    assert duty.machine == ""
