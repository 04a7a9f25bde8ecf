"""Posts, the counter, defects, causes and whom the hall waits for: each condition by itself, at its boundary."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.chance import BallDraw, ChanceKind, UrnDraw
from tapete.clauses import Fault
from tapete.games.bingo import acts as a
from tapete.games.bingo import causes, continuing, counter, defects, duties, phases, posts
from tapete.games.bingo import events as e
from tapete.games.bingo.cards import NoCartones
from tapete.games.bingo.choices import CountError, DefectInGame, Verdict
from tapete.games.bingo.game import BINGO as GAME_OF_HALLS
from tapete.games.bingo.inventory import BallSet, Inventory, LeftPrize, Machine, Refund, Series
from tapete.games.bingo.pause import Pause
from tapete.games.bingo.state import Ball, CardWish, Case, State
from tapete.games.bingo.terms import MachineType, Means, MoneyWish, Phase, Prize, Range, SeriesKind, SoldRange
from tapete.kernel import CHANCE, HOUSE, PersonId
from tapete.table.acts import BoughtIn, BuyIn, CashedOut, CashOut, Relieve
from tapete.table.staff import Role
from tapete.table.windows import Claim, Window
from tests.support.bingo.full_state import ANA, CALLER, CARD, CASHIER, CHIEF, EVA, LUIS, OTHER, SALE, STATE, changed
from tests.support.bingo.hall import Hall

LINE, BINGO = Prize.LINE, Prize.BINGO
MANAGER, ASSISTANT = PersonId("manager"), PersonId("assistant")
STAFF = {
    Role.CALLER: CALLER,
    Role.TABLE_CHIEF: CHIEF,
    Role.CASHIER: CASHIER,
    Role.HALL_MANAGER: MANAGER,
    Role.ASSISTANT: ASSISTANT,
    Role.SELLER_1: EVA,
}
EVERYBODY = (*STAFF.values(), ANA)
FIRE = Case(1, "fire", 1, ANA, "", must_void=False)
STANDING: State = changed(
    replace(STATE, rules=Hall().state.rules, staff=Map(STAFF), ledger=Map(), takings_counts=Map()),
    phase=Phase.DRAW_LINE,
    is_in_house=False,
    served=frozenset({*STAFF.values(), LUIS}),
    is_counter_open=False,
    money_asked=Map(),
    game={
        "is_over": False,
        "is_void": False,
        "ends_card": False,
        "is_deferred": False,
        "cases": (),
        "doubted": frozenset(),
        "ruled_reports": Map(),
        "payments": Map(),
        "error_at": None,
        "wishes": Map(),
        "balls": (Ball(4, 4), Ball(17, 17)),
        "left_accounts": frozenset(),
        "pause": Pause(),
    },
)


def told(found: Any) -> Any:
    """Return code and facts of a refusal; else what was decided."""
    return (found.code, dict(found.facts)) if isinstance(found, Fault) else found


def code(found: Any) -> Any:
    return found.code if isinstance(found, Fault) else found


def with_options(state: State, **options: Any) -> State:
    return replace(state, rules=Hall(**options).state.rules)


# --- posts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "who", "role", "person", "answer"),
    [
        (STANDING, MANAGER, Role.CASHIER, "nuevo", None),
        (STANDING, HOUSE, Role.CASHIER, "nuevo", None),
        (STANDING, CASHIER, Role.CASHIER, LUIS, None),
        (STANDING, CASHIER, Role.CASHIER, "nuevo", "not-of-staff"),
        (replace(STANDING, is_in_house=True), CASHIER, Role.CASHIER, "nuevo", None),
        (STANDING, CHIEF, Role.CASHIER, LUIS, "not-your-post"),
        (STANDING, CHIEF, Role.ASSISTANT, LUIS, None),
        (STANDING, CHIEF, Role.CALLER, LUIS, None),
        (STANDING, CHIEF, Role.SELLER_4, LUIS, None),
        (STANDING, CALLER, Role.SELLER_4, LUIS, "not-your-post"),
        (STANDING, MANAGER, Role.CASHIER, CHANCE, "system-on-duty"),
        (STANDING, MANAGER, Role.CASHIER, CASHIER, "nothing-changes"),
        (STANDING, MANAGER, Role.SELLER_2, EVA, "staff-twice"),
        (STANDING, MANAGER, Role.SELLER_2, CALLER, "staff-twice"),
        (STANDING, MANAGER, Role.CASHIER, ANA, "player-may-not-serve"),
        (with_options(STANDING, hall__relief_in_game=False), MANAGER, Role.CASHIER, LUIS, "relief-in-game"),
        (with_options(STANDING, hall__relief_in_game=False), HOUSE, Role.CASHIER, LUIS, None),
    ],
)
def test_who_sends_whom_to_which_post(state: State, who: PersonId, role: Role, person: str, answer: Any) -> None:
    expected = answer or (e.StaffAssigned(role, PersonId(person)),)
    assert code(posts.relieve(state, who, Relieve(role, PersonId(person)))) == expected


@pytest.mark.parametrize(
    ("taken", "who", "role", "answer"),
    [
        (0, MANAGER, Role.SELLER_1, None),
        (-1, MANAGER, Role.SELLER_1, None),
        (1, MANAGER, Role.SELLER_1, ("post-has-takings", {"person": EVA, "amount": 1})),
        (0, EVA, Role.SELLER_1, None),
        (0, CHIEF, Role.SELLER_1, None),
        (0, CASHIER, Role.SELLER_1, "not-your-post"),
        (0, MANAGER, Role.SELLER_2, "nothing-changes"),
        (0, MANAGER, Role.CALLER, ("post-stays-filled", {"role": Role.CALLER})),
        (0, MANAGER, Role.ASSISTANT, ("post-stays-filled", {"role": Role.ASSISTANT})),
    ],
)
def test_the_post_of_a_further_seller_may_be_empty(taken: int, who: PersonId, role: Role, answer: Any) -> None:
    state = replace(STANDING, ledger=Map({"till:eva": -taken}))
    found = posts.vacate(state, who, a.VacatePost(role))
    if isinstance(answer, tuple):
        assert told(found) == answer
    else:
        assert code(found) == (answer or (e.PostVacated(role, EVA),))


@pytest.mark.parametrize(
    ("game", "who", "plays"),
    [
        ({}, ANA, True),
        ({}, LUIS, False),
        ({"wishes": Map({LUIS: CardWish("B-7", 1)})}, LUIS, True),
        ({"is_over": True, "part": 1}, ANA, True),
        ({"is_over": True, "part": 1, "ends_card": True}, ANA, False),
        ({"is_over": True, "part": 2}, ANA, False),
    ],
)
@pytest.mark.parametrize("may", [True, False])
def test_whoever_holds_good_cartones_or_asks_for_some_does_not_serve(
    game: dict[str, Any], who: PersonId, plays: bool, may: bool
) -> None:
    state = changed(with_options(STANDING, sale__staff_may_play=may), game=game)
    assert told(posts.require_no_player(state, who)) == (("player-may-not-serve", {}) if plays and not may else None)


@pytest.mark.parametrize(
    ("balls", "is_over", "who", "allowed", "refused"),
    [
        ("S-9", False, MANAGER, False, True),
        ("S-9", False, MANAGER, True, False),
        ("S-9", False, HOUSE, False, False),
        ("", False, MANAGER, False, False),
        ("S-9", True, MANAGER, False, False),
    ],
)
def test_where_posts_change_hands_between_games_alone(
    balls: str, is_over: bool, who: PersonId, allowed: bool, refused: bool
) -> None:
    state = changed(with_options(STANDING, hall__relief_in_game=allowed), game={"ball_set": balls, "is_over": is_over})
    assert told(posts.require_relief_allowed(state, who)) == (("relief-in-game", {}) if refused else None)


@pytest.mark.parametrize(
    ("named", "with_sellers"),
    [
        ((Role.ASSISTANT,), (Role.ASSISTANT,)),
        ((Role.CALLER,), (Role.CALLER, Role.SELLER_1, Role.SELLER_2, Role.SELLER_3, Role.SELLER_4)),
    ],
)
def test_what_a_caller_does_every_seller_does(named: tuple[Role, ...], with_sellers: tuple[Role, ...]) -> None:
    assert duties.with_sellers(named) == with_sellers


@pytest.mark.parametrize(
    ("staff", "seller"),
    [(STAFF, CALLER), ({Role.SELLER_3: EVA, Role.SELLER_2: LUIS}, LUIS), ({Role.CASHIER: CASHIER}, None)],
)
def test_a_sale_that_nobody_made_by_hand_is_of_the_first_seller(staff: Any, seller: PersonId | None) -> None:
    assert duties.seller_on_duty(replace(STANDING, staff=Map(staff))) == seller


def test_the_first_report_that_waits_is_named() -> None:
    state = changed(STANDING, game={"cases": (FIRE, replace(FIRE, cause="evacuation"))})
    assert told(duties.require_no_case(state)) == ("case-open", {"cause": "fire"})


# --- the counter ------------------------------------------------------------------------------------------------------

OPEN = replace(STANDING, is_counter_open=True, ledger=Map({"person:ana": 5_00, "person:cashier": 5_00}))


@pytest.mark.parametrize(
    ("who", "amount", "answer"),
    [
        (ANA, 5_00, True),
        (ANA, 4_99, True),
        (ANA, 5_01, "not-enough-chips"),
        (CHIEF, 1, "own-purse"),
        (CHANCE, 1, "only-people"),
    ],
)
@pytest.mark.parametrize("is_open", [True, False])
def test_money_leaves_an_account_as_far_as_it_is_there(who: PersonId, amount: int, answer: Any, is_open: bool) -> None:
    state = replace(OPEN, is_counter_open=is_open)
    asked, done = e.MoneyAsked(who, amount, is_paid_in=False), CashedOut(who, amount)
    expected = (asked if is_open else done,) if answer is True else answer
    assert code(counter.cash_out(state, who, CashOut(amount))) == expected
    brought = (e.MoneyAsked(who, amount, is_paid_in=True) if is_open else BoughtIn(who, amount),)
    assert code(counter.buy_in(state, who, BuyIn(amount))) == (
        brought if answer in (True, "not-enough-chips") else answer
    )


def test_the_same_is_not_asked_for_twice() -> None:
    state = replace(OPEN, money_asked=Map({ANA: MoneyWish(5_00, is_paid_in=True)}))
    assert code(counter.buy_in(state, ANA, BuyIn(5_00))) == "nothing-changes"
    assert isinstance(counter.buy_in(state, ANA, BuyIn(5_01)), tuple)
    assert isinstance(counter.cash_out(state, ANA, CashOut(5_00)), tuple)


@pytest.mark.parametrize("is_paid_in", [True, False])
@pytest.mark.parametrize(
    ("who", "person", "amount", "is_done", "answer"),
    [
        (CASHIER, ANA, 5_00, True, "done"),
        (CASHIER, ANA, 5_00, False, "dropped"),
        (ANA, ANA, 5_00, False, "dropped"),
        (ANA, ANA, 5_00, True, "not-your-post"),
        (LUIS, ANA, 5_00, False, "not-your-post"),
        (CASHIER, ANA, 4_99, True, "money-not-asked"),
        (CASHIER, LUIS, 5_00, True, "money-not-asked"),
        (CASHIER, CASHIER, 5_00, True, "own-purse"),
    ],
)
def test_the_cashier_books_just_what_was_asked_for(
    is_paid_in: bool, who: PersonId, person: PersonId, amount: int, is_done: bool, answer: str
) -> None:
    wish = MoneyWish(5_00, is_paid_in)
    state = replace(OPEN, money_asked=Map({ANA: wish, CASHIER: wish}))
    made: Any = {
        "done": ((BoughtIn if is_paid_in else CashedOut)(person, amount),),
        "dropped": (e.MoneyAsked(person, 0, is_paid_in),),
    }
    act = a.SettleMoney(person, amount, is_paid_in, is_done)
    assert code(counter.settle(state, who, act)) == made.get(answer, answer)
    other = replace(act, is_paid_in=not is_paid_in)
    assert code(counter.settle(state, CASHIER, other)) == "money-not-asked"


def test_what_was_spent_since_it_was_asked_for_is_not_given() -> None:
    state = replace(OPEN, money_asked=Map({ANA: MoneyWish(6_00, is_paid_in=False)}))
    found = counter.settle(state, CASHIER, a.SettleMoney(ANA, 6_00, False, True))
    assert told(found) == ("not-enough-chips", {"chips": 5_00})


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("is_on", [True, False])
def test_the_manager_turns_the_counter_before_a_sale(phase: Phase, is_on: bool) -> None:
    state = changed(OPEN, phase=phase)
    allowed = phase in (Phase.CHECKS, Phase.READY)
    expected = "wrong-window" if not allowed else "nothing-changes" if is_on else (e.CounterSet(False, MANAGER),)
    assert code(counter.set_counter(state, MANAGER, a.SetCounter(is_on))) == expected
    assert code(counter.set_counter(state, CHIEF, a.SetCounter(is_on))) == "not-your-post"


# --- defects and causes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", list(DefectInGame))
@pytest.mark.parametrize("phase", [Phase.DRAW_BINGO, Phase.CHECK, Phase.ASK_OUT, Phase.READY])
def test_an_official_reports_a_defect_and_in_a_game_the_house_has_its_rule(way: DefectInGame, phase: Phase) -> None:
    state = changed(with_options(STANDING, balls__defect_in_game=str(way)), phase=phase)
    found = e.DefectReported("S-9", 33, "abollada", CALLER)
    verdict = causes.verdict_of(state, "ball-damaged")
    assert (
        verdict
        is {
            DefectInGame.FINISH: None,
            DefectInGame.VOID: Verdict.VOID,
            DefectInGame.CHIEF: state.book.void.causes["ball-damaged"].use(),
        }[way]
    )
    case = e.CaseOpened(2, "ball-damaged", 2, CALLER, "abollada", must_void=verdict is Verdict.VOID)
    is_heard = verdict is not None and phase is not Phase.READY
    report = a.ReportDefect(33, "abollada")
    assert defects.report_defect(state, CALLER, report) == ((found, case) if is_heard else (found,))
    doubted = changed(state, game={"doubted": frozenset({CALLER})})
    assert defects.report_defect(doubted, CALLER, report) == (found,)
    ruled = changed(state, game={"ruled_reports": Map({"ball-damaged": 2})})
    assert code(defects.report_defect(ruled, CALLER, report)) == ((found,) if phase is Phase.READY else "report-ruled")
    assert code(defects.report_defect(changed(state, hall={"loaded_set": ""}), CALLER, report)) == "no-balls-loaded"
    assert code(defects.report_defect(state, LUIS, report)) == "not-your-post"
    word = code(defects.report_defect(state, ANA, report))
    is_drawn = phase is Phase.DRAW_BINGO
    own = (replace(case, by=ANA),)
    assert word == ("wrong-window" if not is_drawn else own if verdict is not None else "balls-changed-later")


def test_a_set_is_found_sound_of_which_a_damage_was_reported() -> None:
    def answer(balls: str = "S-10", who: PersonId = CHIEF, reason: str = "revisada", **state: Any) -> Any:
        return code(
            defects.find_sound(
                changed(STANDING, **{"phase": Phase.READY, **state}), who, a.FindBallsSound(balls, reason)
            )
        )

    assert answer() == (e.BallsFoundSound("S-10", "revisada", CHIEF),)
    assert answer("S-9") == "nothing-reported"
    assert answer("S-11") == "no-such-balls"
    assert answer(who=MANAGER) == "not-your-post"
    assert answer(reason=" ") == "reason-missing"
    assert answer(phase=Phase.DRAW_LINE) == "wrong-window"
    assert answer(game={"cases": (FIRE,)}) == "case-open"


@pytest.mark.parametrize("way", list(CountError))
def test_a_wrong_count_does_after_the_start_what_the_house_says(way: CountError) -> None:
    state = with_options(STANDING, sale__error_after_start=str(way))
    verdict = {CountError.STANDS: None, CountError.CHIEF: Verdict.CHIEF, CountError.VOID: Verdict.VOID}[way]
    assert causes.verdict_of(state, "count-wrong") is verdict
    assert told(causes.require_cause(state, "count-wrong")) == (None if verdict else ("prizes-stand", {}))
    over = changed(state, game={"is_over": True})
    assert (causes.is_voided_by(state, "count-wrong"), causes.is_voided_by(over, "count-wrong")) == (
        (way == "void",) * 2
    )


def test_a_cause_of_no_list_is_left_to_the_chief_and_a_called_off_sale_is_none() -> None:
    state = with_options(STANDING, void__causes__evacuation="void")
    assert causes.verdict_of(state, "el camarero") is Verdict.CHIEF
    assert causes.verdict_of(state, "evacuation") is Verdict.VOID
    assert causes.is_voided_by(state, "evacuation")
    assert not causes.is_voided_by(changed(state, game={"is_over": True}), "evacuation")
    assert not causes.is_voided_by(changed(state, game={"payments": STATE.game.payments}), "evacuation")
    assert not causes.is_voided_by(state, "el camarero")
    assert told(causes.require_cause(state, "called-off")) == ("cause-unknown", {"cause": "called-off"})
    finish = with_options(STANDING, balls__defect_in_game=str(DefectInGame.FINISH))
    assert told(causes.require_cause(finish, "ball-damaged")) == ("balls-changed-later", {})


# --- whom the hall waits for ------------------------------------------------------------------------------------------

OWED = f"owed:5/1/linea/{CARD}"


@pytest.mark.parametrize(
    ("phase", "state", "who"),
    [
        (Phase.CHECKS, {}, CHIEF),
        (Phase.READY, {}, CHIEF),
        (Phase.SALE, {}, CHIEF),
        (Phase.COUNT, {}, CASHIER),
        (Phase.PRIZES, {}, CHIEF),
        (Phase.DRAW_LINE, {}, CALLER),
        (Phase.DRAW_BINGO, {}, CALLER),
        (Phase.DRAW_BINGO, {"game": {"cases": (FIRE,)}}, CHIEF),
        (Phase.ASK_LINE, {}, CHIEF),
        (Phase.ASK_BINGO, {}, CHIEF),
        (Phase.ASK_OUT, {}, CHIEF),
        (Phase.CLOSED, {}, None),
        (Phase.PAYMENT, {}, CHIEF),
        (Phase.PAYMENT, {"ledger": Map({OWED: 1})}, CASHIER),
        (Phase.PAYMENT, {"ledger": Map({"owed:5/2/linea/B-7/1": 1})}, CASHIER),
        (Phase.PAYMENT, {"ledger": Map({"owed:4/linea/B-7/1": 1})}, CHIEF),
        (Phase.PAYMENT, {"ledger": Map({OWED: 1}), "game": {"left_accounts": frozenset({OWED})}}, CHIEF),
        (Phase.PAYMENT, {"ledger": Map({OWED: 1}), "game": {"cases": (FIRE,)}}, CHIEF),
        (Phase.BETWEEN, {"ledger": Map({OWED: 1})}, CASHIER),
        (Phase.BETWEEN, {"ledger": Map({OWED: 1}), "game": {"is_deferred": True}}, CHIEF),
        (Phase.BETWEEN, {"ledger": Map({OWED: 1}), "game": {"is_deferred": True, "part": 2}}, CASHIER),
        (Phase.BETWEEN, {"ledger": Map({"owed:5/2/linea/B-7/1": 1})}, CHIEF),
        (Phase.VOID, {}, CHIEF),
        (Phase.VOID, {"refunds": Map({"5/1": Refund(1, (), (), returned=(Range("B-7", 1, 2),))})}, CASHIER),
        (
            Phase.VOID,
            {"refunds": Map({"5/1": Refund(1, (), (), (Range("B-7", 1, 2),), (Range("B-7", 1, 2),))})},
            CHIEF,
        ),
        (Phase.VOID, {"refunds": Map({"4": Refund(1, (), (), returned=(Range("B-7", 1, 2),))})}, CHIEF),
    ],
)
def test_whom_the_hall_waits_for(phase: Phase, state: dict[str, Any], who: PersonId | None) -> None:
    assert phases.PHASES[phase].waits_for(changed(STANDING, phase=phase, **state)) == who


@pytest.mark.parametrize(
    ("handed_in", "results", "cases", "who"),
    [
        ((), {}, (), EVA),
        ((CARD,), {}, (), CHIEF),
        ((OTHER,), {}, (), CHIEF),
        ((CARD,), {(LINE, CARD): 1}, (), EVA),
        (("B-7/3",), {}, (), EVA),
        ((), {}, (FIRE,), CHIEF),
    ],
)
def test_in_a_check_it_waits_for_the_chief_once_an_unchecked_cartón_lies_before_him(
    handed_in: tuple[str, ...], results: Any, cases: tuple[Case, ...], who: PersonId
) -> None:
    pause = Pause(
        calls=Window("calls", 0, (Claim(ANA, f"linea:{CARD}"), Claim(ANA, f"bingo:{OTHER}"))),
        handed_in=frozenset(handed_in),
        results=Map(results),
    )
    state = with_options(STANDING, claims__carried_by=["assistant", "caller"])
    state = changed(state, phase=Phase.CHECK, game={"pause": pause, "cases": cases})
    bare = replace(state, staff=state.staff.delete(Role.ASSISTANT))
    assert state.staff[phases.checking(state)] == (ASSISTANT if who == EVA else who)
    assert bare.staff[phases.checking(bare)] == (CALLER if who == EVA else who)


def test_while_a_gap_keeps_a_sale_open_it_waits_for_the_caller() -> None:
    gap = SoldRange(Range("B-7", 9, 9), CALLER, Means.CASH)
    state = changed(with_options(STANDING, sale__gaps="block"), phase=Phase.SALE)
    assert phases.selling(state) is Role.TABLE_CHIEF
    assert phases.selling(changed(state, game={"sales": (SALE, gap)})) is Role.CALLER


@pytest.mark.parametrize(
    ("told_before", "priced", "act"),
    [
        (False, False, a.AnnounceSold),
        (False, True, a.AnnounceSold),
        (True, False, a.AnnouncePrizes),
        (True, True, a.AnnounceStart),
    ],
)
def test_what_is_announced_next(told_before: bool, priced: bool, act: Any) -> None:
    amounts = Map({LINE: 1}) if priced else Map()
    state = changed(STANDING, game={"is_sold_announced": told_before, "prizes": amounts})
    assert phases.next_in_prizes(state) == (act,)


TOKENS = tuple(map(str, range(1, 91)))


@pytest.mark.parametrize(
    ("kind", "game", "draw"),
    [
        (ChanceKind.SEALED, {"is_urn_wanted": True}, UrnDraw(9, TOKENS)),
        (ChanceKind.SEALED, {"is_ball_wanted": True}, BallDraw(8, 4)),
        (ChanceKind.KEYED, {"is_ball_wanted": True}, BallDraw(8, 4, by_person=True)),
        (ChanceKind.SEALED, {"is_opening_rest": True}, BallDraw(8, 4)),
        (ChanceKind.SEEDED, {"is_opening_rest": True}, None),
        (ChanceKind.SEALED, {}, None),
    ],
)
def test_which_draw_a_hall_awaits(kind: ChanceKind, game: dict[str, Any], draw: Any) -> None:
    calm = {"is_urn_wanted": False, "is_ball_wanted": False, "is_opening_rest": False}
    state = changed(STANDING, balls=kind, game={**calm, **game})
    assert GAME_OF_HALLS.draw_awaited(state) == draw
    assert GAME_OF_HALLS.draw_awaited(replace(state, rules=None)) is None


# --- what is handed on ------------------------------------------------------------------------------------------------


def series(name: str, *uses: tuple[int, int, int], size: int = 10, secret: str | None = "5ec") -> Series:
    ranges = tuple((Range(name, first, last), game) for first, last, game in uses)
    return Series(name, name[0], int(name[2:]), size, 2_00, SeriesKind.SINGLE, secret=secret, uses=ranges)


@pytest.mark.parametrize("has_accounts", [True, False])
def test_a_hall_hands_on_what_it_has_and_owes(has_accounts: bool) -> None:
    some = (
        series("C-8", (4, 6, 2), (1, 2, 2), (3, 3, 1)),
        series("B-7", (1, 4, 3), (5, 10, 5)),
        series("A-9", secret=None),
    )
    ledger = {
        "till:eva": 5,
        "tax": 8,
        "sales:5": 9,
        "person:ana": 3,
        OWED: 1,
        "held:4/linea": 2,
        "carry:bingo": 6,
        "refunds:4": 4,
        "house": -38,
    }
    done = Refund(2_00, (Range("B-7", 1, 2),), (), refunded=(Range("B-7", 1, 2),))
    pending = replace(done, refunded=(Range("B-7", 1, 1),))
    state = changed(
        STANDING,
        hall={"series": Map({one.name: one for one in some})},
        ledger=Map(ledger),
        refunds=Map({"4": pending, "3": done}),
        left_prizes=Map({OWED: LeftPrize(2, ANA), "owed:3/linea/B-7/1": LeftPrize(1)}),
    )
    kept = {"carry:bingo": 6, "held:4/linea": 2, OWED: 1, "person:ana": 3, "refunds:4": 4, "till:eva": 5}
    if not has_accounts:
        kept.pop("person:ana")
    handed = (
        series("A-9", secret=None),
        series("B-7", (1, 10, 5), secret=None),
        series("C-8", (3, 3, 1), (1, 2, 2), (4, 6, 2), secret=None),
    )
    expected = Inventory(
        *(3, 5, 10, Machine("M-1", MachineType.PNEUMATIC)),
        {"S-10": BallSet(3, 1, is_damaged=True), "S-9": BallSet(11, 2)},
        handed,
        kept,
        {"4": pending},
        {OWED: LeftPrize(2, ANA)},
        last_set="S-10",
    )
    found = continuing.inventory_of(state, has_accounts=has_accounts)
    assert found == expected
    assert (list(found.balances), list(found.ball_sets)) == (list(kept), ["S-10", "S-9"])
    assert continuing.secrets_of(state) == {"C-8": "5ec"}
    assert continuing.inventory_of(replace(state, is_counter_open=True)).is_counter_open


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({}, None),
        ({"ball_sets": {"S-1": BallSet(2, 2)}}, None),
        ({"ball_sets": {"S-1": BallSet(2, 3)}}, "balls"),
        ({"ball_sets": {"S-1": BallSet(2, -1)}}, "balls"),
        ({"series": (series("B-7", (1, 10, 5), secret=None),)}, None),
        ({"series": (series("B-7", (1, 11, 5), secret=None),)}, "series"),
        ({"series": (series("B-7", (0, 10, 5), secret=None),)}, "series"),
        ({"series": (series("B-7", (2, 1, 5), secret=None),)}, "series"),
        ({"series": (series("B-7", (1, 5, 5), (5, 10, 5), secret=None),)}, "series"),
        ({"series": (series("B-7", (1, 10, 5)),)}, "series"),
        ({"series": (series("B-7", (1, 10, 5), secret=None),) * 2}, "series"),
        ({"balances": {"tax": 1}}, "balances"),
        ({"balances": {OWED: 0}}, "balances"),
        ({"balances": {OWED: 1, "till:eva": 1, "held:4/linea": 1, "carry:linea": 1, "refunds:4": 1}}, None),
        ({"balances": {"person:ana": 1}}, "balances"),
    ],
)
def test_what_is_handed_on_can_be_used_as_it_was(changes: dict[str, Any], part: str | None) -> None:
    """A series that is sold out needs no secret: nothing of it is sold."""
    opening = a.OpenHall("sala", "orden-1979", ChanceKind.SEEDED, is_in_house=True)
    opening = replace(opening, inventory=replace(Inventory(), **changes), secrets={})
    expected = None if part is None else ("inventory-unsound", {"part": part})
    assert told(continuing.require_sound_inventory(opening, NoCartones())) == expected
    if "person:ana" in changes.get("balances", ()):
        alone = replace(opening, is_in_house=False)
        assert continuing.require_sound_inventory(alone, NoCartones()) is None


def test_a_secret_is_of_a_series_that_is_handed_on() -> None:
    opening = a.OpenHall("sala", "orden-1979", ChanceKind.SEEDED, inventory=Inventory(), secrets={"B-7": "5ec"})
    found = continuing.require_sound_inventory(opening, NoCartones())
    assert told(found) == ("inventory-unsound", {"part": "secrets"})
