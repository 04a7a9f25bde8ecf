"""Which acts are tried at a moment, whole: with which values, and with which fields somebody fills in."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.chance import BallOut, ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.acts.sale import MOST_WANTED
from tapete.games.bingo.inventory import Refund, Series
from tapete.games.bingo.offers import legal, tries
from tapete.games.bingo.pause import Pause
from tapete.games.bingo.state import Ball, CardWish, Case, PaidPrize, State
from tapete.games.bingo.terms import (
    CheckItem,
    Fate,
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
from tapete.kernel import Amount, Choice, Count, FixedValue, PersonId, Several, Text
from tapete.table.acts import BuyIn, CashOut
from tapete.table.staff import Role
from tests.support.bingo.full_state import (
    ANA,
    CALLER,
    CARD,
    CASHIER,
    CHIEF,
    EVA,
    LUIS,
    OTHER,
    SALE,
    STATE,
    changed,
)
from tests.support.bingo.hall import Hall

LINE, BINGO = Prize.LINE, Prize.BINGO
PLAYED = changed(STATE, rules=Hall().state.rules)
WHY = {"reason": Text()}
NOTE = {"note": Text(optional=True)}
BOTH_MEANS = {"means": Choice(("cash", "account")), "person": Text(optional=True)}
BOTH_FATES = {"fate": Choice(("house", "next-game"))}


def tried(state: State, who: str, *kinds: type[Any]) -> list[Any]:
    """Return what is tried of some kinds of acts, in order, with the fields."""
    return [(what, fields) for what, fields in tries(state, PersonId(who)) if type(what) in kinds]


def fixed(**values: Any) -> dict[str, Any]:
    return {name: FixedValue(value) for name, value in values.items()}


def series(name: str, size: int, *uses: tuple[int, int, int], kind: SeriesKind = SeriesKind.DOUBLE) -> Series:
    ranges = tuple((Range(name, first, last), game) for first, last, game in uses)
    return Series(name, name[0], int(name[2:]), size, 2_00, kind, uses=ranges)


def with_series(*some: Series) -> dict[str, Any]:
    return {"series": Map({one.name: one for one in some})}


# --- the hall ---------------------------------------------------------------------------------------------------------


def test_a_hall_is_opened_and_closed_and_somebody_watches() -> None:
    kinds = (a.OpenSession, a.CloseSession, a.CloseHall, a.Witness, a.ReportDefect)
    assert tried(PLAYED, CHIEF, *kinds) == [
        (a.OpenSession(), {}),
        (a.CloseSession(), {}),
        (a.CloseHall(), {}),
        (a.Witness(), {}),
        (a.ReportDefect(1), {"ball": Count(1, 90), **NOTE}),
    ]


@pytest.mark.parametrize("is_open", [True, False])
def test_the_counter_is_turned_to_what_it_is_not(is_open: bool) -> None:
    state = replace(PLAYED, is_counter_open=is_open)
    assert tried(state, CHIEF, a.SetCounter) == [(a.SetCounter(not is_open), fixed(is_on=not is_open))]


def test_the_posts_of_further_sellers_are_left_empty_and_that_of_the_caller_is_not() -> None:
    staff = {Role.CALLER: CALLER, Role.SELLER_1: EVA, Role.SELLER_4: LUIS, Role.CASHIER: CASHIER}
    assert tried(replace(PLAYED, staff=Map(staff)), CHIEF, a.VacatePost) == [
        (a.VacatePost(Role.SELLER_1), fixed(role="seller-1")),
        (a.VacatePost(Role.SELLER_4), fixed(role="seller-4")),
    ]


def test_an_item_that_is_not_in_order_is_passed_and_every_item_is_failed() -> None:
    results = {one: True for one in CheckItem if one not in (CheckItem.SOUND, CheckItem.PANEL)}
    state = changed(PLAYED, hall={"check_results": Map({**results, CheckItem.SOUND: False})})
    waiting = [CheckItem.PANEL, CheckItem.SOUND]
    assert tried(state, CHIEF, a.PassCheck) == [(a.PassCheck(one), fixed(item=str(one))) for one in waiting]
    failed = [*waiting, *sorted(results)]
    assert tried(state, CHIEF, a.FailCheck) == [(a.FailCheck(one), {**fixed(item=str(one)), **NOTE}) for one in failed]


@pytest.mark.parametrize(
    ("last", "changes"), [("", ()), ("S-9", ("S-10",)), ("S-10", ("S-9",)), ("S-1", ("S-10", "S-9"))]
)
def test_another_set_than_the_last_one_is_loaded_with_a_reason(last: str, changes: tuple[str, ...]) -> None:
    state = changed(PLAYED, hall={"last_set": last})
    expected = [
        (a.LoadBalls(one, "-" if one in changes else ""), {**fixed(balls=one), **(WHY if one in changes else {})})
        for one in ("S-10", "S-9")
    ]
    assert tried(state, CHIEF, a.LoadBalls) == expected
    assert tried(state, CHIEF, a.ChangeBalls, a.FindBallsSound) == [
        (kind(one, "-"), {**fixed(balls=one), **WHY})
        for one in ("S-10", "S-9")
        for kind in (a.ChangeBalls, a.FindBallsSound)
    ]


# --- the sale ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("most", "shown"), [(1, 1), (2, 2), (9, 3)])
def test_the_series_that_have_cartones_left_are_put_on_sale_in_order(most: int, shown: int) -> None:
    some = (series("C-8", 100), series("B-10", 90, (1, 89, 3)), series("B-9", 90, (1, 90, 3)), series("B-2", 60))
    state = changed(
        PLAYED, rules=Hall(sale__series_a_game=most).state.rules, hall=with_series(*some), game={"series": ()}
    )
    state = replace(state, phase=Phase.READY)
    names = ("B-2", "B-10", "C-8")
    assert tried(state, CHIEF, a.AnnounceSale) == [(a.AnnounceSale(("B-2",)), {"series": Several(names, 1, shown)})]


def test_where_every_cartón_was_used_no_sale_is_announced() -> None:
    state = changed(PLAYED, hall=with_series(series("B-9", 90, (1, 90, 3))), game={"series": ()})
    assert tried(state, CHIEF, a.AnnounceSale) == []


@pytest.mark.parametrize(
    ("uses", "first", "last"),
    [
        ((), 1, 100),
        (((1, 6, 5),), 7, 100),
        (((1, 6, 5), (7, 8, 4)), 9, 100),
        (((1, 6, 5), (20, 30, 4)), 7, 19),
        (((1, 6, 5), (8, 8, 4), (20, 30, 4)), 7, 7),
        (((2, 2, 4),), 1, 1),
    ],
)
def test_the_next_cartones_are_sold_up_to_those_that_were_used(
    uses: tuple[tuple[int, int, int], ...], first: int, last: int
) -> None:
    state = changed(PLAYED, hall=with_series(series("B-7", 100, *uses)))
    assert tried(state, CALLER, a.SellCards) == [
        (a.SellCards("B-7", first, first), {**fixed(series="B-7", first=first), "last": Count(first, last)})
    ]


@pytest.mark.parametrize("counted", [True, False])
def test_what_must_come_back_is_collected_and_again_with_a_reason(counted: bool) -> None:
    state = changed(PLAYED, game={"unsold_counts": Map({"B-7": 3}) if counted else Map()})
    fields = {**fixed(series="B-7"), "count": Count(0, 100), **(WHY if counted else {})}
    assert tried(state, CASHIER, a.CollectUnsold) == [(a.CollectUnsold("B-7", 94, "-" if counted else ""), fields)]


@pytest.mark.parametrize(
    ("units", "first", "last", "piece"),
    [
        (["single", "strip", "range"], 1, 6, 1),
        (["strip", "range"], 1, 6, 2),
        (["strip", "range"], 2, 8, 3),
        (["strip"], 1, 6, 6),
        (["strip"], 7, 18, 12),
        (["strip"], 1, 5, 5),
        (["range"], 3, 3, 3),
    ],
)
def test_the_least_that_goes_back_in_one_piece_is_tried(units: list[str], first: int, last: int, piece: int) -> None:
    sold = SoldRange(Range("B-7", first, last), CALLER, Means.CASH)
    state = changed(PLAYED, rules=Hall(sale__units=units).state.rules, game={"sales": (sold,)})
    ends = Count(first, last)
    assert tried(state, CALLER, a.TakeCardsBack) == [
        (a.TakeCardsBack("B-7", first, piece), {**fixed(series="B-7"), "first": ends, "last": ends})
    ]


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        (-9_00, [(a.HandOverTakings(EVA, 9_00), {**fixed(seller="eva"), "amount": Amount(0, 18_00)})]),
        (-1, [(a.HandOverTakings(EVA, 1), {**fixed(seller="eva"), "amount": Amount(0, 2)})]),
        (
            9_00,
            [
                (a.GiveBackTakings(EVA, 9_00), fixed(seller="eva", amount=9_00)),
                (a.HandOverTakings(EVA, 0), fixed(seller="eva", amount=0)),
            ],
        ),
        (0, []),
    ],
)
def test_the_cashier_takes_what_lies_in_a_till_and_gives_back_what_is_too_much(held: int, expected: list[Any]) -> None:
    state = replace(PLAYED, ledger=Map({"till:eva": held, "person:eva": 4}))
    assert tried(state, CASHIER, a.HandOverTakings, a.GiveBackTakings) == expected


def test_each_count_that_waits_is_confirmed_with_a_reason() -> None:
    counts = {EVA: TakingsCount(9, EVA, 1, 1, CASHIER), CALLER: TakingsCount(6, CALLER, 1, 1, CASHIER)}
    state = replace(PLAYED, takings_counts=Map(counts))
    assert tried(state, CHIEF, a.ConfirmTakings) == [
        (a.ConfirmTakings(6, "-"), {**fixed(serial=6), **WHY}),
        (a.ConfirmTakings(9, "-"), {**fixed(serial=9), **WHY}),
    ]


@pytest.mark.parametrize("sellers", [1, 2])
def test_a_recount_takes_out_what_was_entered_and_enters_the_next_one(sellers: int) -> None:
    staff = {Role.CALLER: CALLER, **({Role.SELLER_2: EVA} if sellers == 2 else {})}
    sales = (SALE, SoldRange(Range("B-7", 10, 12), CALLER, Means.CASH))
    state = changed(PLAYED, staff=Map(staff), game={"series": ("B-7", "C-8"), "sales": sales})
    state = changed(state, hall=with_series(series("B-7", 100), series("C-8", 50)))
    ends = {"first": Count(1), "last": Count(1), **WHY}
    by = {"seller": Choice((CALLER, EVA))} if sellers == 2 else {}
    assert tried(state, CASHIER, a.Recount) == [
        (a.Recount("B-7", 1, 1, False, "-"), {**fixed(series="B-7", was_sold=False), **ends}),
        (a.Recount("B-7", 13, 13, True, "-"), {**fixed(series="B-7", was_sold=True), **ends, **by}),
        (a.Recount("C-8", 1, 1, True, "-"), {**fixed(series="C-8", was_sold=True), **ends, **by}),
    ]


@pytest.mark.parametrize("phase", [Phase.SALE, Phase.PRIZES])
def test_a_sale_is_closed_and_called_off_and_a_shortfall_is_covered_when_prizes_are_announced(phase: Phase) -> None:
    state = changed(PLAYED, phase=phase, game={"is_sold_announced": False})
    kinds = (a.CallOffSale, a.CloseSale, a.CoverShortfall, a.AnnounceSold, a.AnnounceSecond)
    then = [(a.CoverShortfall(), {}), (a.AnnounceSold(), {})] if phase is Phase.PRIZES else []
    assert tried(state, CHIEF, *kinds) == [
        (a.CallOffSale(), {"reason": Text(optional=True)}),
        (a.CloseSale(), {}),
        *then,
        (a.AnnounceSecond(), {}),
    ]


# --- the balls --------------------------------------------------------------------------------------------------------


def left(*gone: int) -> tuple[int, ...]:
    return tuple(number for number in range(1, 91) if number not in gone)


@pytest.mark.parametrize("kind", [ChanceKind.SEEDED, ChanceKind.KEYED])
@pytest.mark.parametrize("is_wanted", [True, False])
def test_the_number_of_a_real_ball_is_keyed(kind: ChanceKind, is_wanted: bool) -> None:
    state = changed(PLAYED, balls=kind, game={"is_ball_wanted": is_wanted, "cases": ()})
    numbers = left(4, 17, 22)
    ball = (BallOut(8, 3, "1"), {**fixed(urn=8, position=3), "token": Choice(tuple(map(str, numbers)))})
    expected = [*([ball] if is_wanted else []), (a.RekeyBall(1), {"number": Choice(numbers)})]
    assert tried(state, CALLER, BallOut, a.RekeyBall) == (expected if kind is ChanceKind.KEYED else [])


def test_of_a_reported_error_any_ball_is_put_right_by_which_nobody_has_won() -> None:
    pause = Pause(results=Map({(LINE, CARD): 1}), masters=Map({CARD: ((4, 22),)}))
    numbers = left(4, 17, 22)
    state = changed(PLAYED, game={"pause": pause, "is_ball_wanted": False})
    assert tried(state, CALLER, a.RekeyBall) == [(a.RekeyBall(1, 17), {"number": Choice(numbers), **fixed(was=17)})]
    state = changed(state, game={"pause": Pause()})
    expected = {"number": Choice(numbers), "was": Choice((4, 17, 22))}
    assert tried(state, CALLER, a.RekeyBall) == [(a.RekeyBall(1, 4), expected)]


def test_when_all_balls_are_out_none_is_keyed() -> None:
    state = changed(PLAYED, game={"balls": tuple(Ball(one, one) for one in range(1, 91))})
    assert tried(state, CALLER, BallOut, a.RekeyBall) == []


# --- the calls --------------------------------------------------------------------------------------------------------


def test_a_player_calls_and_marks_any_of_his_cartones() -> None:
    sales = (
        SoldRange(Range("B-7", 1, 2), CALLER, Means.ACCOUNT, ANA),
        SoldRange(Range("B-7", 3, 3), EVA, Means.ACCOUNT, ANA),
        SoldRange(Range("B-7", 4, 5), EVA, Means.CASH),
        SoldRange(Range("B-7", 6, 6), EVA, Means.ACCOUNT, LUIS),
    )
    state = changed(PLAYED, game={"sales": sales, "pause": Pause(), "failed_calls": Map({(BINGO, CARD): 2})})
    own = ("B-7/1", "B-7/2", "B-7/3")
    kinds = (a.CallPrize, a.CallForPlayer, a.MarkNumber)
    assert tried(state, ANA, *kinds) == [
        (a.CallPrize(LINE, "B-7/1"), {**fixed(prize="linea"), "card": Choice(own)}),
        (a.CallPrize(BINGO, "B-7/2"), {**fixed(prize="bingo"), "card": Choice(own[1:])}),
        (a.MarkNumber("B-7/1", 4), {"card": Choice(own), "number": Choice((4, 22, 71))}),
    ]
    assert tried(state, LUIS, *kinds) == [
        (a.CallPrize(LINE, "B-7/6"), fixed(prize="linea", card="B-7/6")),
        (a.CallPrize(BINGO, "B-7/6"), fixed(prize="bingo", card="B-7/6")),
        (a.MarkNumber("B-7/6", 4), {**fixed(card="B-7/6"), "number": Choice((4, 22, 71))}),
    ]
    assert tried(state, CALLER, *kinds) == [
        (a.CallForPlayer(LINE, "B-7/1"), {**fixed(prize="linea"), "card": Text()}),
        (a.CallForPlayer(BINGO, "B-7/2"), {**fixed(prize="bingo"), "card": Text()}),
    ]
    assert tried(state, "nobody", *kinds) == []
    called = {"failed_calls": Map({(prize, f"B-7/{number}"): 2 for prize in Prize for number in range(1, 7)})}
    assert tried(changed(state, game=called), CALLER, *kinds) == []
    unsaid = changed(state, game={"balls": (Ball(4),)})
    assert tried(unsaid, ANA, a.MarkNumber) == []


def test_each_called_cartón_is_handed_in_shown_checked_and_taken_back_with_a_reason_where_it_was_keyed() -> None:
    kinds = (a.TakeCallBack, a.HandInCard, a.ShowMaster, a.CheckCard, a.GiveToken, a.NoteDifference)

    def of(prize: Prize, card: str, *, is_keyed: bool) -> list[Any]:
        both, one = fixed(prize=str(prize), card=card), fixed(card=card)
        return [
            (a.TakeCallBack(prize, card), both),
            *([(a.TakeCallBack(prize, card, "-"), {**both, **WHY})] if is_keyed else []),
            (a.HandInCard(card), one),
            (a.ShowMaster(card), one),
            (a.CheckCard(prize, card), both),
            (a.CheckCard(prize, card, "-"), {**both, **WHY}),
            (a.GiveToken(prize, card), both),
            (a.NoteDifference(card), {**one, **NOTE}),
        ]

    assert tried(PLAYED, CHIEF, *kinds) == [*of(LINE, CARD, is_keyed=False), *of(BINGO, OTHER, is_keyed=True)]


@pytest.mark.parametrize("phase", [Phase.ASK_OUT, Phase.ASK_BINGO])
def test_when_all_balls_are_out_the_order_that_ends_the_game_has_a_reason(phase: Phase) -> None:
    end = (a.OrderEnd("-"), WHY) if phase is Phase.ASK_OUT else (a.OrderEnd(), {})
    assert tried(replace(PLAYED, phase=phase), CHIEF, a.OrderResume, a.OrderEnd) == [(a.OrderResume(), {}), end]


# --- the payment ------------------------------------------------------------------------------------------------------


def paying(prize: Prize, card: str, game: str) -> Any:
    return a.PayPrize(prize, card, game), {**fixed(prize=str(prize), card=card, game=game), **BOTH_MEANS}


@pytest.mark.parametrize("phase", [Phase.DRAW_BINGO, Phase.PAYMENT])
def test_a_línea_may_be_paid_before_it_is_owed_but_not_after_the_game(phase: Phase) -> None:
    won = (WinningCard(CARD, 60, ANA), WinningCard(OTHER, 60))
    state = changed(
        PLAYED, phase=phase, game={"awards": Map({LINE: won, BINGO: won})}, ledger=Map({f"owed:5/1/linea/{OTHER}": 60})
    )
    early = [] if phase is Phase.PAYMENT else [paying(LINE, CARD, "5/1")]
    assert tried(state, CASHIER, a.PayPrize) == [*early, paying(LINE, OTHER, "5/1")]


def test_what_is_owed_and_held_is_paid_left_and_decided_in_the_order_of_its_games() -> None:
    ledger = {
        "owed:10/linea/B-7/3": 60,
        "owed:9/2/bingo/B-7/12": 60,
        "held:9/2/linea": 60,
        "held:10/bingo": 60,
        "carry:linea": 5,
        "refunds:4": 5,
        "person:ana": 7,
        "cash-desk": -257,
    }
    state = changed(PLAYED, phase=Phase.PAYMENT, ledger=Map(ledger))

    def owed(game: str, prize: Prize, card: str) -> list[Any]:
        named = {**fixed(game=game, prize=str(prize), card=card), **WHY}
        return [
            paying(prize, card, game),
            (a.DecideUncollected(game, prize, card, Fate.HOUSE, "-"), {**named, **BOTH_FATES}),
            (a.LeaveUncollected(prize, card, "-", game), named),
        ]

    def held(game: str, prize: Prize) -> Any:
        named = {**fixed(game=game, prize=str(prize)), **WHY, **BOTH_FATES}
        return a.DecideUnawarded(prize, Fate.HOUSE, "-", game), named

    kinds = (a.PayPrize, a.DecideUncollected, a.LeaveUncollected, a.DecideUnawarded, a.EndGame)
    assert tried(state, CASHIER, *kinds) == [
        *(held("9/2", LINE), held("10", BINGO)),
        *(*owed("9/2", BINGO, "B-7/12"), *owed("10", LINE, "B-7/3")),
        (a.EndGame(), {}),
    ]


# --- void games -------------------------------------------------------------------------------------------------------

RULINGS = [
    (Case(1, "caller-error", 2, ANA, "", must_void=False), None, Choice((False, True)), False),
    (Case(1, "caller-error", 2, ANA, "", must_void=False), 2, FixedValue(False), False),
    (Case(1, "evacuation", 2, ANA, "", must_void=False), 2, Choice((False, True)), False),
    (Case(1, "evacuation", 2, ANA, "", must_void=True), 2, FixedValue(True), True),
    (Case(1, "caller-error", 2, ANA, "", must_void=True), 2, FixedValue(True), True),
]


@pytest.mark.parametrize(("case", "error_at", "field", "is_untrue"), RULINGS)
def test_a_report_is_without_substance_or_untrue_unless_the_record_shows_it_or_it_makes_the_game_void(
    case: Case, error_at: int | None, field: Any, is_untrue: bool
) -> None:
    other = Case(2, "fire", 2, EVA, "", must_void=False)
    state = changed(PLAYED, game={"cases": (case, other), "error_at": error_at})
    assert tried(state, CHIEF, a.LetStand) == [
        (a.LetStand("-", is_untrue, 1), {**WHY, "is_untrue": field, **fixed(serial=1)}),
        (a.LetStand("-", False, 2), {**WHY, "is_untrue": Choice((False, True)), **fixed(serial=2)}),
    ]


def test_what_may_be_reported_is_what_is_new_and_what_may_void_the_game_is_whatever_does() -> None:
    quiet = changed(PLAYED, game={"cases": (), "error_at": None, "payments": Map(), "doubted": frozenset()})
    listed = sorted((*quiet.book.void.causes,))
    (report,) = tried(quiet, CHIEF, a.ReportCause)
    new = tuple(one for one in listed if one != "sound-breakdown")
    assert report == (a.ReportCause(new[0]), {"cause": Choice(tuple(listed)), **NOTE})
    ruled = changed(quiet, game={"ruled_reports": Map({"sound-breakdown": 3})})
    assert tried(ruled, CHIEF, a.ReportCause) == [(a.ReportCause(new[0]), {"cause": Choice(new), **NOTE})]
    doubted = changed(quiet, game={"doubted": frozenset({PersonId(CHIEF)})})
    assert tried(doubted, CHIEF, a.ReportCause) == []
    nothing = {"recover": FixedValue(None), "has_cash_back": FixedValue(None)}
    for state in (quiet, ruled, doubted):
        assert tried(state, CHIEF, a.VoidGame) == [
            (a.VoidGame(listed[0], "-"), {"cause": Choice(tuple(listed)), **WHY, **nothing})
        ]
    misread = changed(quiet, game={"error_at": 2})
    causes = ("caller-error", *listed)
    assert tried(misread, CHIEF, a.VoidGame) == [
        (a.VoidGame("caller-error", "-"), {"cause": Choice(causes), **WHY, **nothing})
    ]
    assert tried(quiet, CHIEF, a.ReportCallerError) == [(a.ReportCallerError(), NOTE)]


@pytest.mark.parametrize(
    ("accounts", "recover", "cash"),
    [
        (("person:ana",), (False, Choice((True, False))), (None, FixedValue(None))),
        (("cash-desk",), (None, FixedValue(None)), (False, Choice((True, False)))),
        (("cash-desk", "person:ana"), (False, Choice((True, False))), (False, Choice((True, False)))),
    ],
)
def test_of_prizes_that_were_paid_it_is_asked_whether_they_come_back(
    accounts: tuple[str, ...], recover: Any, cash: Any
) -> None:
    """What is tried takes nothing back: it is offered though nothing is left in the account."""
    paid = {f"owed:5/1/linea/{number}": PaidPrize(60, one) for number, one in enumerate(accounts)}
    state = changed(PLAYED, game={"payments": Map(paid)})
    ((what, fields),) = tried(state, CHIEF, a.VoidGame)
    assert (what.recover, what.has_cash_back) == (recover[0], cash[0])
    assert (fields["recover"], fields["has_cash_back"]) == (recover[1], cash[1])


@pytest.mark.parametrize("ends_card", [True, False])
def test_of_a_void_game_what_is_not_back_comes_back_and_what_is_back_is_refunded(ends_card: bool) -> None:
    sales = (
        SoldRange(Range("B-7", 1, 10), CALLER, Means.CASH),
        SoldRange(Range("B-7", 11, 12), CALLER, Means.ACCOUNT, ANA),
    )
    refund = Refund(
        *(2_00, (Range("B-7", 1, 12),), sales),
        returned=(Range("B-7", 3, 6), Range("B-7", 12, 12)),
        refunded=(Range("B-7", 4, 4),),
        ends_card=ends_card,
    )
    state = replace(PLAYED, refunds=Map({"4": refund}))

    def of(kind: Any, *ranges: tuple[int, int]) -> list[Any]:
        return [
            (
                kind("B-7", first, first, "4"),
                {**fixed(series="B-7", game="4"), "first": Count(first, last), "last": Count(first, last)},
            )
            for first, last in ranges
        ]

    payable = (((3, 3), (5, 6)), ((12, 12),)) if ends_card else (((1, 3), (5, 10)), ((11, 12),))
    assert tried(state, CASHIER, a.EndRefunds, a.ReturnCards, a.PayRefund) == [
        (a.EndRefunds("4", "-"), {**fixed(game="4"), **WHY}),
        *of(a.ReturnCards, (1, 2), (7, 10)),
        *of(a.PayRefund, *payable[0]),
        *of(a.ReturnCards, (11, 11)),
        *of(a.PayRefund, *payable[1]),
    ]


# --- the account ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chips", "most"), [(3_99, None), (4_00, 1), (7_99, 1), (8_00, 2), (396_00, 99), (400_00, 100), (4000_00, 1000)]
)
def test_a_player_asks_for_what_his_account_pays(chips: int, most: int | None) -> None:
    """A cartón costs four euros: two for each of its games."""
    state = replace(PLAYED, ledger=Map({"person:eva": chips}))
    shown = most and min(most, MOST_WANTED)
    expected = [(a.WantCards("B-7", 1), {**fixed(series="B-7"), "count": Count(1, shown)})] if most else []
    assert tried(state, EVA, a.WantCards) == expected


@pytest.mark.parametrize(
    ("asked", "first"), [(CardWish("B-7", 1), 2), (CardWish("B-7", 2), 1), (CardWish("C-8", 1), 1)]
)
def test_a_wish_is_changed_to_another_count_or_taken_back(asked: CardWish, first: int) -> None:
    state = changed(PLAYED, ledger=Map({"person:eva": 20_00}), game={"wishes": Map({EVA: asked})})
    back = (a.WantCards(asked.series, 0), fixed(series=asked.series, count=0))
    assert tried(state, EVA, a.WantCards) == [
        (a.WantCards("B-7", first), {**fixed(series="B-7"), "count": Count(1, 5)}),
        back,
    ]
    assert tried(replace(state, ledger=Map()), EVA, a.WantCards) == [back]
    assert tried(changed(state, game={"value": 0}), EVA, a.WantCards) == [back]


@pytest.mark.parametrize("chips", [0, 1, 7_50])
def test_money_is_brought_and_what_is_there_is_taken(chips: int) -> None:
    state = replace(PLAYED, ledger=Map({"person:eva": chips}))
    out = [(CashOut(chips), {"amount": Amount(1, chips)})] if chips else []
    assert tried(state, EVA, BuyIn, CashOut, a.WriteEntry) == [
        (BuyIn(1), {"amount": Amount(1)}),
        *out,
        (a.WriteEntry("-"), {"text": Text()}),
    ]


def test_what_was_asked_of_the_cashier_is_done_or_refused() -> None:
    asked = {LUIS: MoneyWish(5_00, is_paid_in=True), ANA: MoneyWish(7_00, is_paid_in=False)}
    state = replace(PLAYED, money_asked=Map(asked))
    assert tried(state, CASHIER, a.SettleMoney) == [
        (
            a.SettleMoney(who, wish.amount, wish.is_paid_in, is_done),
            fixed(person=who, amount=wish.amount, is_paid_in=wish.is_paid_in, is_done=is_done),
        )
        for who, wish in ((ANA, asked[ANA]), (LUIS, asked[LUIS]))
        for is_done in (True, False)
    ]


# --- what is offered of it --------------------------------------------------------------------------------------------


def test_nobody_is_offered_anything_in_a_closed_hall_and_somebody_who_is_nobody_nowhere() -> None:
    def takes_all(who: PersonId, what: Any) -> bool:
        return True

    assert legal(replace(PLAYED, phase=Phase.CLOSED), CHIEF, takes_all) == ()
    assert legal(PLAYED, None, takes_all) == ()
    assert legal(PLAYED, CHIEF, takes_all)


def test_what_is_refused_is_not_offered_and_what_the_moment_waits_for_comes_first() -> None:
    def is_asked(who: PersonId, what: Any) -> bool:
        return who == CALLER and isinstance(what, a.DrawBall | a.SellCards | a.WriteEntry)

    found = legal(PLAYED, CALLER, is_asked)
    assert [(one.act, dict(one.fields), one.main) for one in found] == [
        ("draw-ball", {}, True),
        ("write-entry", {"text": Text()}, False),
    ]
    assert legal(PLAYED, CHIEF, is_asked) == ()
