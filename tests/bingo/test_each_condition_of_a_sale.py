"""Ranges, the sale, the count, the takings and what waits: each condition by itself, at its boundary."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.clauses import Fault
from tapete.games.bingo import acts as a
from tapete.games.bingo import counting, debts, ranges, sale, takings, times, wishes
from tapete.games.bingo import events as e
from tapete.games.bingo.choices import Unit
from tapete.games.bingo.inventory import LeftPrize, Refund, Series
from tapete.games.bingo.sayings import say
from tapete.games.bingo.state import Ball, CardWish, State
from tapete.games.bingo.terms import Fate, Means, Phase, Prize, Range, SeriesKind, SoldRange, TakingsCount, split_card
from tapete.kernel import CHANCE, CLOCK, PersonId, TimeLimit
from tapete.table.staff import Role
from tests.support.bingo.full_state import ANA, CALLER, CARD, CASHIER, CHIEF, EVA, LUIS, STATE, changed
from tests.support.bingo.hall import Hall

MANAGER = PersonId("manager")
STAFF = {
    Role.CALLER: CALLER,
    Role.TABLE_CHIEF: CHIEF,
    Role.CASHIER: CASHIER,
    Role.HALL_MANAGER: MANAGER,
    Role.SELLER_1: EVA,
}
EVERYBODY = (*STAFF.values(), ANA)


def sold(first: int, last: int, person: PersonId | None = None, seller: PersonId = CALLER) -> SoldRange:
    return SoldRange(Range("B-7", first, last), seller, Means.CASH if person is None else Means.ACCOUNT, person)


def series(*uses: tuple[int, int, int], size: int = 100, kind: SeriesKind = SeriesKind.SINGLE) -> Series:
    return Series("B-7", "B", 7, size, 2_00, kind, uses=tuple((Range("B-7", *ends), game) for *ends, game in uses))


USES = ((1, 6, 5), (7, 9, 5), (20, 30, 4))
SELLING: State = changed(
    replace(STATE, rules=Hall().state.rules, staff=Map(STAFF), ledger=Map({"person:luis": 6_00}), takings_counts=Map()),
    phase=Phase.SALE,
    limits_passed=9,
    hall={"series": Map({"B-7": series(*USES)})},
    game={
        "kind": SeriesKind.SINGLE,
        "part": 0,
        "is_over": False,
        "is_void": False,
        "sales": (sold(1, 6, ANA), sold(7, 9)),
        "unsold_counts": Map(),
        "wishes": Map(),
        "cases": (),
    },
)


def told(found: Any) -> Any:
    """Return code and facts of a refusal; else what was decided."""
    return (found.code, dict(found.facts)) if isinstance(found, Fault) else found


def code(found: Any) -> Any:
    return found.code if isinstance(found, Fault) else found


def with_options(state: State, **options: Any) -> State:
    return replace(state, rules=Hall(**options).state.rules)


def may(decide: Any, state: State, act: Any) -> list[PersonId]:
    """Return who of everybody may do an act: whoever is not told that it is none of his posts."""
    return [who for who in EVERYBODY if code(decide(state, who, act)) != "not-your-post"]


# --- ranges -----------------------------------------------------------------------------------------------------------


def some(*ends: tuple[int, int]) -> tuple[Range, ...]:
    return tuple(Range("B-7", first, last) for first, last in ends)


@pytest.mark.parametrize(
    ("one", "other", "common", "left"),
    [
        ((3, 6), (1, 2), None, [(3, 6)]),
        ((3, 6), (1, 3), (3, 3), [(4, 6)]),
        ((3, 6), (4, 5), (4, 5), [(3, 3), (6, 6)]),
        ((3, 6), (6, 9), (6, 6), [(3, 5)]),
        ((3, 6), (7, 9), None, [(3, 6)]),
        ((3, 6), (3, 6), (3, 6), []),
        ((3, 6), (1, 9), (3, 6), []),
    ],
)
def test_what_two_ranges_have_in_common_and_what_is_left(
    one: tuple[int, int], other: tuple[int, int], common: tuple[int, int] | None, left: list[tuple[int, int]]
) -> None:
    ((mine,), (taken,)) = some(one), some(other)
    assert ranges.overlap(mine, taken) == (None if common is None else some(common)[0])
    assert ranges.without(mine, taken) == some(*left)
    assert ranges.touches(mine, (taken,)) == ((taken,) if common else ())
    foreign = replace(taken, series="C-8")
    assert (ranges.overlap(mine, foreign), ranges.without(mine, foreign)) == (None, (mine,))


@pytest.mark.parametrize(
    ("parts", "joined"),
    [
        ([], []),
        ([(4, 6), (1, 3)], [(1, 6)]),
        ([(5, 6), (1, 3)], [(1, 3), (5, 6)]),
        ([(1, 9), (2, 3)], [(1, 9)]),
        ([(1, 3), (2, 5)], [(1, 5)]),
        ([(10, 11), (1, 2), (3, 4), (5, 9)], [(1, 11)]),
        ([(10, 11), (12, 12), (1, 2)], [(1, 2), (10, 12)]),
    ],
)
def test_ranges_that_touch_are_one_and_stand_in_order(
    parts: list[tuple[int, int]], joined: list[tuple[int, int]]
) -> None:
    assert ranges.joined_ranges(some(*parts)) == some(*joined)
    assert ranges.card_count(ranges.joined_ranges(some(*parts))) == sum(last - first + 1 for first, last in joined)


def test_ranges_of_two_series_are_never_one() -> None:
    parts = (Range("B-10", 1, 3), Range("B-9", 4, 6))
    assert ranges.joined_ranges(parts) == (Range("B-9", 4, 6), Range("B-10", 1, 3))


@pytest.mark.parametrize(
    ("first", "last", "found"),
    [
        (1, 1, 0),
        (1, 6, 0),
        (6, 6, 0),
        (7, 9, 1),
        (6, 7, None),
        (10, 10, None),
        (0, 1, None),
        (12, 12, 2),
        (13, 13, None),
    ],
)
def test_a_range_went_out_with_one_sale_or_with_none(first: int, last: int, found: int | None) -> None:
    sales = (sold(1, 6, ANA), sold(7, 9), sold(12, 12))
    expected = None if found is None else sales[found]
    assert ranges.sale_with(sales, Range("B-7", first, last)) == expected
    assert ranges.sale_with((), Range("B-7", first, last)) is None


@pytest.mark.parametrize(
    ("before", "one", "after"),
    [
        ((), sold(4, 6), (sold(4, 6),)),
        ((sold(1, 3),), sold(4, 6), (sold(1, 6),)),
        ((sold(7, 9),), sold(4, 6), (sold(4, 9),)),
        ((sold(1, 3), sold(7, 9)), sold(4, 6), (sold(1, 9),)),
        ((sold(1, 2), sold(8, 9)), sold(4, 6), (sold(1, 2), sold(4, 6), sold(8, 9))),
        ((sold(1, 3, ANA), sold(7, 9)), sold(4, 6), (sold(1, 3, ANA), sold(4, 9))),
        ((sold(1, 3), sold(7, 9, ANA)), sold(4, 6), (sold(1, 6), sold(7, 9, ANA))),
        ((sold(1, 3, seller=EVA),), sold(4, 6), (sold(1, 3, seller=EVA), sold(4, 6))),
    ],
)
def test_what_one_seller_sells_to_one_holder_by_one_means_is_one_where_it_touches(
    before: tuple[SoldRange, ...], one: SoldRange, after: tuple[SoldRange, ...]
) -> None:
    assert ranges.with_sale(before, one) == after
    assert ranges.joined_sales((*reversed(before), one)) == after


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("B-7/1", ("B-7", 1)),
        ("B-7/123456789", ("B-7", 123_456_789)),
        ("B-7/1234567890", None),
        ("B-7/01", None),
        ("B-7/0", ("B-7", 0)),
        ("B-7/", None),
        ("/1", None),
        ("B-7", None),
        ("B-7/²", None),
        ("B-7/-1", None),
        ("A/B-7/1", ("A/B-7", 1)),
        ("", None),
    ],
)
def test_a_cartón_has_one_name(text: str, card: tuple[str, int] | None) -> None:
    assert split_card(text) == card


# --- the sale ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "last", "unit"),
    [
        (1, 1, Unit.SINGLE),
        (7, 7, Unit.SINGLE),
        (1, 6, Unit.STRIP),
        (7, 12, Unit.STRIP),
        (2, 7, Unit.RANGE),
        (6, 11, Unit.RANGE),
        (1, 5, Unit.RANGE),
        (1, 7, Unit.RANGE),
        (1, 12, Unit.RANGE),
        (1, 2, Unit.RANGE),
    ],
)
def test_six_in_a_row_from_the_beginning_of_a_strip_are_one(first: int, last: int, unit: Unit) -> None:
    assert sale.unit_of(Range("B-7", first, last)) is unit


@pytest.mark.parametrize(
    ("uses", "lowest", "left"),
    [
        ((), 1, 100),
        (((1, 1, 1),), 2, 99),
        (((2, 3, 1),), 1, 98),
        (((4, 6, 1), (1, 3, 2)), 7, 94),
        (((5, 6, 1), (1, 3, 2)), 4, 95),
        (((1, 100, 1),), 101, 0),
    ],
)
def test_the_lowest_number_that_was_never_sold(uses: tuple[tuple[int, int, int], ...], lowest: int, left: int) -> None:
    assert sale.next_number(series(*uses)) == lowest
    assert sale.cards_left(series(*uses)) == left


def sell(first: int, last: int, person: PersonId | None = None, means: Means = Means.CASH) -> a.SellCards:
    return a.SellCards("B-7", first, last, person, means)


ACCOUNT = Means.ACCOUNT


@pytest.mark.parametrize(
    ("state", "act", "answer"),
    [
        (SELLING, sell(10, 10), (2_00,)),
        (SELLING, sell(10, 12), (6_00,)),
        (SELLING, sell(10, 12, LUIS), (6_00,)),
        (SELLING, sell(10, 12, LUIS, ACCOUNT), (6_00,)),
        (SELLING, sell(10, 13, LUIS, ACCOUNT), ("not-enough-chips", {"chips": 6_00})),
        (SELLING, sell(10, 10, ANA, ACCOUNT), ("not-enough-chips", {"chips": 0})),
        (SELLING, sell(10, 10, None, ACCOUNT), ("person-missing", {})),
        (SELLING, sell(9, 10), ("card-sold", {"card": "B-7/9"})),
        (SELLING, sell(10, 21), ("card-sold", {"card": "B-7/20"})),
        (SELLING, sell(11, 11), ("not-the-next-card", {"number": 10})),
        (with_options(SELLING, sale__upwards=False), sell(11, 11), (2_00,)),
        (SELLING, sell(10, 101), ("number-outside-series", {"number": 101, "size": 100})),
        (SELLING, sell(11, 10), ("number-outside-series", {"number": 10, "size": 100})),
        (changed(SELLING, hall={"series": Map({"B-7": series((1, 99, 5))})}), sell(100, 100), (2_00,)),
        (SELLING, sell(10, 10, CHANCE), ("only-people", {})),
        (SELLING, sell(10, 10, CHIEF), ("staff-may-not-play", {})),
        (with_options(SELLING, sale__most_a_player=8), sell(10, 11, ANA), (4_00,)),
        (with_options(SELLING, sale__most_a_player=8), sell(10, 12, ANA), ("too-many-held", {"most": 8})),
        (with_options(SELLING, sale__most_a_player=8), sell(10, 18), (18_00,)),
        (replace(SELLING, phase=Phase.COUNT), sell(10, 10), ("wrong-window", None)),
        (replace(SELLING, phase=Phase.READY), sell(10, 10), ("sale-not-announced", {"name": "B-7"})),
        (changed(SELLING, game={"series": ("C-8",)}), sell(10, 10), ("sale-not-announced", {"name": "B-7"})),
        (with_options(SELLING, sale__units=["strip"]), sell(10, 10), ("unit-not-sold", {"units": ["strip"]})),
    ],
)
def test_the_next_numbers_are_sold_to_who_may_hold_them_and_pays(state: State, act: a.SellCards, answer: Any) -> None:
    owner = act.person if act.means is ACCOUNT else None
    found = told(sale.sell(state, CALLER, act))
    if isinstance(answer[0], int):
        cards = Range("B-7", act.first, act.last)
        assert found == (e.CardsSold(5, cards, CALLER, act.means, answer, owner),)
    else:
        assert found[0] == answer[0]
        assert answer[1] is None or found == answer


@pytest.mark.parametrize(("chips", "is_sold"), [(8_00, True), (7_99, False), (4_00, False)])
def test_an_account_pays_a_double_for_both_games_at_once(chips: int, is_sold: bool) -> None:
    """Two cartones at 2 for each of two games: what pays one of the games alone buys none."""
    state = changed(SELLING, game={"kind": SeriesKind.DOUBLE, "part": 1})
    state = replace(state, ledger=Map({"person:luis": chips}))
    found = told(sale.sell(state, CALLER, sell(10, 11, LUIS, ACCOUNT)))
    sold_to_him = (e.CardsSold(5, Range("B-7", 10, 11), CALLER, ACCOUNT, (4_00, 4_00), LUIS),)
    assert found == (sold_to_him if is_sold else ("not-enough-chips", {"chips": chips}))


def test_a_double_costs_its_value_for_each_game() -> None:
    state = changed(SELLING, game={"kind": SeriesKind.DOUBLE, "part": 1})
    (event,) = sale.sell(state, EVA, sell(10, 11))  # type: ignore[misc]
    assert event == e.CardsSold(5, Range("B-7", 10, 11), EVA, Means.CASH, (4_00, 4_00))
    assert may(sale.sell, state, sell(10, 11)) == [CALLER, EVA]


@pytest.mark.parametrize(
    ("first", "last", "who", "answer"),
    [
        (7, 9, CALLER, (CALLER, None)),
        (7, 7, EVA, (EVA, None)),
        (1, 6, EVA, (CALLER, ANA)),
        (6, 7, EVA, ("sold-in-pieces", {"series": "B-7", "first": 1, "last": 6})),
        (9, 10, EVA, ("card-not-sold", {"card": "B-7/10"})),
        (8, 7, EVA, ("card-not-sold", None)),
    ],
)
def test_what_goes_back_is_paid_out_of_the_till_of_who_takes_it(
    first: int, last: int, who: PersonId, answer: Any
) -> None:
    state = with_options(SELLING, sale__returns=True)
    found = told(sale.take_back(state, who, a.TakeCardsBack("B-7", first, last)))
    if answer[0] in EVERYBODY:
        seller, person = answer
        means = Means.CASH if person is None else ACCOUNT
        amounts = (2_00 * (last - first + 1),)
        assert found == (e.CardsTakenBack(5, Range("B-7", first, last), seller, means, amounts, person),)
    elif answer[1] is not None:
        assert found == answer
    assert (
        code(sale.take_back(with_options(state, sale__returns=False), who, a.TakeCardsBack("B-7", 7, 9)))
        == "no-returns"
    )
    assert code(sale.take_back(replace(state, phase=Phase.COUNT), who, a.TakeCardsBack("B-7", 7, 9))) == "wrong-window"
    assert may(sale.take_back, state, a.TakeCardsBack("B-7", 7, 9)) == [CALLER, EVA]


def test_in_a_house_that_sells_strips_strips_go_back() -> None:
    state = with_options(SELLING, sale__returns=True, sale__units=["strip"])
    assert code(sale.take_back(state, CALLER, a.TakeCardsBack("B-7", 1, 5))) == "unit-not-sold"
    assert isinstance(sale.take_back(state, CALLER, a.TakeCardsBack("B-7", 1, 6)), tuple)


@pytest.mark.parametrize(
    ("sales", "gaps"),
    [
        (((1, 6), (7, 9)), []),
        (((1, 6), (8, 9)), [(7, 7)]),
        (((1, 19), (31, 40)), []),
        (((1, 18), (32, 40)), [(19, 19), (31, 31)]),
        (((1, 2), (4, 5), (7, 8)), [(3, 3), (6, 6)]),
    ],
)
def test_a_gap_is_an_unsold_number_between_sold_ones(sales: Any, gaps: list[tuple[int, int]]) -> None:
    state = changed(
        with_options(SELLING, sale__gaps="block"),
        hall={"series": Map({"B-7": series((20, 30, 4))})},
        game={"sales": tuple(sold(first, last) for first, last in sales)},
    )
    assert sale.gaps_in_sale(state) == some(*gaps)
    refused = ("cards-with-gaps", {"card": f"B-7/{gaps[0][0]}"}) if gaps else None
    assert told(sale.require_no_gaps(state)) == refused
    assert sale.blocking_gaps(state) == some(*gaps)
    assert sale.blocking_gaps(replace(state, phase=Phase.COUNT)) == ()
    said = with_options(state, sale__gaps="say-ranges")
    assert (sale.require_no_gaps(said), sale.blocking_gaps(said)) == (None, ())


@pytest.mark.parametrize(
    ("state", "answer"),
    [
        (SELLING, None),
        (replace(SELLING, phase=Phase.COUNT), "wrong-window"),
        (replace(with_options(SELLING, times__sale_least=30), limits_passed=0), "sale-too-short"),
        (replace(with_options(SELLING, times__sale_least=30), limits_passed=1), None),
        (
            changed(with_options(SELLING, sale__gaps="block"), game={"sales": (sold(1, 9), sold(11, 12))}),
            "cards-with-gaps",
        ),
    ],
)
def test_a_sale_is_closed_when_it_was_long_enough_and_has_no_gap(state: State, answer: str | None) -> None:
    closed = (*say(state, "sale-closed"), e.PhaseOpened(Phase.COUNT))
    assert code(sale.close(state, CHIEF, a.CloseSale())) == (answer or closed)


# --- a wish -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "count", "answer"),
    [
        (None, 3, None),
        (None, 4, "not-enough-chips"),
        (None, 0, "nothing-changes"),
        (CardWish("B-7", 3), 3, "nothing-changes"),
        (CardWish("C-8", 3), 3, None),
        (CardWish("B-7", 3), 0, None),
        (CardWish("B-7", 3), 2, None),
    ],
)
def test_a_wish_is_for_what_an_account_pays(asked: CardWish | None, count: int, answer: str | None) -> None:
    state = changed(SELLING, game={"wishes": Map() if asked is None else Map({LUIS: asked})})
    expected = answer or (e.CardsWanted(LUIS, "B-7", count),)
    assert code(wishes.want(state, LUIS, a.WantCards("B-7", count))) == expected
    assert code(wishes.want(state, CHANCE, a.WantCards("B-7", 1))) == "only-people"
    assert code(wishes.want(state, LUIS, a.WantCards("C-8", 1))) == "sale-not-announced"
    assert code(wishes.want(replace(state, phase=Phase.COUNT), LUIS, a.WantCards("B-7", 1))) == "wrong-window"


def test_who_serves_himself_gets_the_next_numbers_from_the_seller_on_duty() -> None:
    state = with_options(SELLING, sale__self_service=True)
    bought = (e.CardsSold(5, Range("B-7", 10, 12), CALLER, ACCOUNT, (6_00,), LUIS),)
    assert wishes.want(state, LUIS, a.WantCards("B-7", 3)) == bought
    alone = replace(state, staff=Map({Role.SELLER_1: EVA}))
    (event,) = wishes.want(alone, LUIS, a.WantCards("B-7", 1))  # type: ignore[misc]
    assert event.seller == EVA  # type: ignore[attr-defined]
    nobody = replace(state, staff=Map())
    assert told(wishes.want(nobody, LUIS, a.WantCards("B-7", 1))) == ("posts-empty", {"needs": ["caller"]})
    short = changed(state, hall={"series": Map({"B-7": series((1, 98, 5))})})
    assert isinstance(wishes.want(short, LUIS, a.WantCards("B-7", 2)), tuple)
    assert code(wishes.want(short, LUIS, a.WantCards("B-7", 3))) == "number-outside-series"


# --- the count --------------------------------------------------------------------------------------------------------

COUNTING = replace(SELLING, phase=Phase.COUNT)


@pytest.mark.parametrize(
    ("before", "count", "reason", "answer"),
    [
        (None, 80, "", True),
        (None, 79, "", False),
        (79, 80, "", "reason-missing"),
        (79, 80, "otra vez", True),
        (79, 79, "otra vez", "nothing-changes"),
    ],
)
def test_unsold_cartones_are_counted_and_counted_again_with_a_reason(
    before: int | None, count: int, reason: str, answer: Any
) -> None:
    state = changed(COUNTING, game={"unsold_counts": Map() if before is None else Map({"B-7": before})})
    if isinstance(answer, bool):
        collected = (e.UnsoldCollected("B-7", count, 80, reason, 5),)
        answer = (*collected, e.PhaseOpened(Phase.PRIZES)) if answer else collected
    act = a.CollectUnsold("B-7", count, reason)
    assert code(counting.collect(state, CASHIER, act)) == answer
    assert may(counting.collect, state, act) == [CASHIER]
    assert code(counting.collect(SELLING, CASHIER, act)) == "wrong-window"
    assert code(counting.collect(state, CASHIER, a.CollectUnsold("C-8", 3))) == "no-such-series"


def test_the_prizes_come_when_each_series_agrees() -> None:
    other = replace(series(size=50), name="C-8")
    state = changed(
        COUNTING, hall={"series": Map({"B-7": series(*USES), "C-8": other})}, game={"series": ("B-7", "C-8")}
    )
    act = a.CollectUnsold("B-7", 80)
    alone = (e.UnsoldCollected("B-7", 80, 80, "", 5),)
    assert counting.collect(state, CASHIER, act) == alone
    wrong = changed(state, game={"unsold_counts": Map({"C-8": 49})})
    assert counting.collect(wrong, CASHIER, act) == alone
    right = changed(state, game={"unsold_counts": Map({"C-8": 50})})
    assert counting.collect(right, CASHIER, act) == (*alone, e.PhaseOpened(Phase.PRIZES))
    assert counting.unsold_differences(wrong) == {"C-8": 1}
    assert counting.unsold_differences(right) == {}
    assert counting.unsold_differences(replace(wrong, phase=Phase.PRIZES)) == {}


def test_who_sells_or_has_sold_is_a_seller_of_the_game() -> None:
    state = replace(
        changed(SELLING, game={"sales": (sold(1, 2, seller=LUIS),)}), ledger=Map({"till:pepe": -1, "till:mia": 0})
    )
    assert counting.sellers_of_game(state) == (CALLER, EVA, LUIS, "pepe")


@pytest.mark.parametrize(
    ("act", "answer"),
    [
        (a.Recount("B-7", 10, 11, True, "x"), (e.CardsSold(5, Range("B-7", 10, 11), CALLER, Means.CASH, (4_00,)),)),
        (a.Recount("B-7", 12, 12, True, "x", EVA), (e.CardsSold(5, Range("B-7", 12, 12), EVA, Means.CASH, (2_00,)),)),
        (a.Recount("B-7", 9, 10, True, "x"), "card-sold"),
        (a.Recount("B-7", 101, 101, True, "x"), "number-outside-series"),
        (a.Recount("B-7", 8, 9, False, "x"), (e.CardsTakenBack(5, Range("B-7", 8, 9), CALLER, Means.CASH, (4_00,)),)),
        (
            a.Recount("B-7", 8, 9, False, "x", EVA),
            (e.CardsTakenBack(5, Range("B-7", 8, 9), CALLER, Means.CASH, (4_00,)),),
        ),
        (a.Recount("B-7", 9, 10, False, "x"), "card-not-sold"),
        (a.Recount("B-7", 10, 11, True, " "), "reason-missing"),
        (a.Recount("C-8", 10, 11, True, "x"), "no-such-series"),
        (a.Recount("B-7", 10, 11, True, "x", LUIS), "not-your-post"),
    ],
)
@pytest.mark.parametrize("phase", [Phase.COUNT, Phase.PRIZES])
def test_the_sale_is_put_right_before_the_start(act: a.Recount, answer: Any, phase: Phase) -> None:
    state = replace(SELLING, phase=phase)
    for who in (CHIEF, CASHIER):
        after = (e.SaleCorrected(who, "x"), e.PhaseOpened(Phase.COUNT))
        assert code(counting.recount(state, who, act)) == ((*answer, *after) if isinstance(answer, tuple) else answer)
    assert code(counting.recount(SELLING, CHIEF, a.Recount("B-7", 10, 11, True, "x"))) == "wrong-window"
    if act.seller is None and answer != "no-such-series":
        nobody = replace(state, staff=Map({Role.TABLE_CHIEF: CHIEF}))
        assert told(counting.recount(nobody, CHIEF, act)) == ("posts-empty", {"needs": ["caller"]})


# --- the takings ------------------------------------------------------------------------------------------------------

COUNT = TakingsCount(6, CALLER, 11_00, -1_00, CASHIER)
TILLS = replace(COUNTING, ledger=Map({"till:caller": -12_00, "till:eva": 5_00}), takings_counts=Map({CALLER: COUNT}))


@pytest.mark.parametrize(
    ("seller", "amount", "answer"),
    [
        (CALLER, 12_00, (e.TakingsHandedOver(CALLER, 12_00, 0),)),
        (CALLER, 11_99, (e.TakingsCounted(7, CALLER, 11_99, -1, CASHIER),)),
        (CALLER, 12_01, (e.TakingsCounted(7, CALLER, 12_01, 1, CASHIER),)),
        (CALLER, 24_00, (e.TakingsCounted(7, CALLER, 24_00, 12_00, CASHIER),)),
        (CALLER, 0, (e.TakingsCounted(7, CALLER, 0, -12_00, CASHIER),)),
        (CALLER, 24_01, ("count-beyond-takings", {"amount": 24_01, "taken": 12_00})),
        (CALLER, 11_00, ("nothing-changes", {})),
        (LUIS, 0, ("nothing-changes", {})),
        (LUIS, 1, ("count-beyond-takings", {"amount": 1, "taken": 0})),
        (EVA, 0, (e.TakingsCounted(7, EVA, 0, 5_00, CASHIER),)),
    ],
)
def test_an_equal_count_is_booked_and_another_one_waits(seller: PersonId, amount: int, answer: Any) -> None:
    act = a.HandOverTakings(seller, amount)
    assert told(takings.hand_over(TILLS, CASHIER, act)) == answer
    assert may(takings.hand_over, TILLS, act) == [CASHIER]
    selling = replace(TILLS, phase=Phase.SALE)
    assert code(takings.hand_over(selling, CASHIER, a.HandOverTakings(CALLER, 12_00))) == "wrong-window"


@pytest.mark.parametrize(
    ("seller", "amount", "owed"), [(EVA, 5_00, None), (EVA, 4_99, 5_00), (EVA, 5_01, 5_00), (CALLER, 12_00, 0)]
)
def test_a_seller_has_back_just_what_was_too_much(seller: PersonId, amount: int, owed: int | None) -> None:
    refused = ("takings-not-owed", {"seller": seller, "owed": owed})
    expected = (e.TakingsGivenBack(seller, amount),) if owed is None else refused
    assert told(takings.give_back(TILLS, CASHIER, a.GiveBackTakings(seller, amount))) == expected
    assert may(takings.give_back, TILLS, a.GiveBackTakings(seller, amount)) == [CASHIER]


@pytest.mark.parametrize(
    ("who", "serial", "reason", "answer"),
    [
        (CHIEF, 6, "faltan", None),
        (MANAGER, 6, "faltan", None),
        (CASHIER, 6, "faltan", "not-your-post"),
        (CHIEF, 5, "faltan", "count-gone"),
        (CHIEF, 7, "faltan", "count-gone"),
        (CHIEF, 6, " ", "reason-missing"),
    ],
)
def test_a_count_that_differs_is_confirmed_by_a_second_person_with_a_reason(
    who: PersonId, serial: int, reason: str, answer: str | None
) -> None:
    expected = answer or (e.TakingsHandedOver(CALLER, 11_00, -1_00, CASHIER, who, "faltan"),)
    assert code(takings.confirm(TILLS, who, a.ConfirmTakings(serial, reason))) == expected
    for party in (CALLER, CASHIER):
        refused = ("count-needs-another", {"counter": CASHIER, "seller": CALLER})
        assert told(takings.require_second_person(party, COUNT)) == refused
    assert takings.require_second_person(EVA, COUNT) is None


def test_the_books_had_what_was_counted_without_the_difference() -> None:
    assert COUNT.taken == 12_00
    assert told(takings.require_counts_confirmed(TILLS)) == (
        "count-waits",
        {"person": CALLER, "amount": 11_00, "difference": -1_00},
    )
    assert told(takings.require_takings_handed_over(TILLS)) == ("takings-in-till", {"person": CALLER, "amount": 12_00})


# --- what nobody fetches ----------------------------------------------------------------------------------------------

LEFT = changed(
    with_options(COUNTING, payment__not_collected=3, void__pending=4),
    phase=Phase.READY,
    ledger=Map({f"owed:4/bingo/{CARD}": 6_00, "refunds:4": 9_00}),
    left_prizes=Map({f"owed:4/bingo/{CARD}": LeftPrize(7)}),
    refunds=Map({"4": Refund(2_00, (), (), session=7)}),
)


@pytest.mark.parametrize("session", [9, 10, 11, 12])
@pytest.mark.parametrize("phase", [Phase.READY, Phase.DRAW_LINE, Phase.DRAW_BINGO, Phase.CHECK])
def test_what_has_waited_long_enough_is_decided_with_a_reason(session: int, phase: Phase) -> None:
    state = changed(LEFT, phase=phase, hall={"session": session})
    prize = a.DecideUncollected("4", Prize.BINGO, CARD, Fate.HOUSE, "no vino")
    end = a.EndRefunds("4", "no vino")
    found = [told(debts.decide_uncollected(state, CHIEF, prize)), told(debts.end_refunds(state, MANAGER, end))]
    if phase in (Phase.DRAW_LINE, Phase.DRAW_BINGO):
        assert found == [("game-not-over", {})] * 2
        return
    waited = session - 7
    decided = (e.UncollectedDecided("4", Prize.BINGO, CARD, 6_00, Fate.HOUSE, "no vino", CHIEF),)
    ended = (e.RefundsEnded("4", 9_00, "no vino", MANAGER),)
    assert found[0] == (decided if waited >= 3 else ("waits-still", {"sessions": 3, "waited": waited}))
    assert found[1] == (ended if waited >= 4 else ("waits-still", {"sessions": 4, "waited": waited}))


def test_only_what_was_left_and_is_still_owed_is_decided_on_by_chief_or_manager() -> None:
    state = changed(LEFT, hall={"session": 20})
    prize = a.DecideUncollected("4", Prize.BINGO, CARD, Fate.HOUSE, "no vino")
    end = a.EndRefunds("4", "no vino")
    for decide, act in ((debts.decide_uncollected, prize), (debts.end_refunds, end)):
        assert may(decide, state, act) == [CHIEF, MANAGER]
        assert code(decide(state, CHIEF, replace(act, reason=" "))) == "reason-missing"  # type: ignore[arg-type]
        empty = replace(state, ledger=Map())
        assert may(decide, empty, act) == [CHIEF, MANAGER]
    for bare in (replace(state, left_prizes=Map()), replace(state, ledger=Map())):
        assert told(debts.decide_uncollected(bare, CHIEF, prize)) == ("prize-not-left", {"card": CARD})
    for bare in (replace(state, refunds=Map()), replace(state, ledger=Map())):
        assert told(debts.end_refunds(bare, CHIEF, end)) == ("nothing-refunded", {})


# --- times ------------------------------------------------------------------------------------------------------------

TIMED: State = with_options(
    SELLING,
    times__sale_least=30,
    times__sale_most=90,
    times__between_games=40,
    times__check_warning=50,
    draw__pace=6,
    claims__interval_line=7,
    claims__interval_bingo=8,
    claims__all_out_seconds=9,
)
RUNNING = [
    (Phase.SALE, 0, {}, ("sale-least", 30)),
    (Phase.SALE, 1, {}, ("sale-most", 60)),
    (Phase.SALE, 2, {}, None),
    (Phase.READY, 0, {}, ("between-games", 40)),
    (Phase.READY, 1, {}, None),
    (Phase.DRAW_LINE, 0, {}, ("pace", 6)),
    (Phase.DRAW_BINGO, 0, {}, ("pace", 6)),
    (Phase.DRAW_BINGO, 1, {}, None),
    (Phase.DRAW_LINE, 0, {"balls": ()}, None),
    (Phase.CHECK, 0, {}, ("check-warning", 50)),
    (Phase.CHECK, 1, {}, None),
    (Phase.ASK_LINE, 5, {}, ("question", 7)),
    (Phase.ASK_BINGO, 5, {}, ("question", 8)),
    (Phase.ASK_OUT, 5, {}, ("question", 9)),
    (Phase.COUNT, 0, {}, None),
    (Phase.PAYMENT, 0, {}, None),
]


@pytest.mark.parametrize(("phase", "passed", "game", "limit"), RUNNING)
def test_one_time_of_a_window_runs_after_another(
    phase: Phase, passed: int, game: dict[str, Any], limit: tuple[str, int] | None
) -> None:
    state = changed(TIMED, phase=phase, limits_passed=passed, game=game, pause={"is_interval_over": False})
    assert times.running(state) == limit
    shown = "" if limit is None or limit[0] == "question" else limit[0]
    said = None if limit is None else TimeLimit(str(phase), limit[1], a.TimeUp(), shown)
    assert times.time_limit(state) == said
    answer = times.time_up(state, CLOCK, a.TimeUp())
    watched = bool(times.limits(state)) or phase in (Phase.ASK_LINE, Phase.ASK_BINGO, Phase.ASK_OUT)
    assert code(answer) == ((e.IntervalPassed(),) if limit else "nothing-changes" if watched else "wrong-window")
    assert code(times.time_up(state, CHIEF, a.TimeUp())) == "only-clock"


@pytest.mark.parametrize("phase", [Phase.ASK_LINE, Phase.ASK_BINGO, Phase.ASK_OUT])
def test_after_its_interval_a_question_has_no_time(phase: Phase) -> None:
    state = changed(TIMED, phase=phase, pause={"is_interval_over": True})
    assert times.running(state) is None
    assert code(times.time_up(state, CLOCK, a.TimeUp())) == "nothing-changes"


@pytest.mark.parametrize(
    ("least", "most", "found"), [(30, 0, [30]), (0, 90, [90]), (30, 30, [30, 1]), (30, 20, [30, 1]), (0, 0, [])]
)
def test_a_time_of_nothing_is_none_and_the_longest_comes_after_the_least(
    least: int, most: int, found: list[int]
) -> None:
    state = with_options(SELLING, times__sale_least=least, times__sale_most=most)
    assert [one.seconds for one in times.limits(state)] == found


@pytest.mark.parametrize(
    ("phase", "passed", "reminded"),
    [
        (Phase.SALE, 0, ()),
        (Phase.SALE, 1, ()),
        (Phase.SALE, 2, ("sale-most",)),
        (Phase.CHECK, 0, ()),
        (Phase.CHECK, 1, ("check-warning",)),
        (Phase.READY, 1, ()),
        (Phase.DRAW_LINE, 1, ()),
    ],
)
def test_somebody_is_reminded_of_what_takes_too_long(phase: Phase, passed: int, reminded: tuple[str, ...]) -> None:
    assert times.reminders(changed(TIMED, phase=phase, limits_passed=passed)) == reminded


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("passed", [0, 1])
def test_a_least_time_holds_up_what_it_is_for_in_its_own_window(phase: Phase, passed: int) -> None:
    state = changed(TIMED, phase=phase, limits_passed=passed, game={"balls": (Ball(4, 4),)})
    runs = passed == 0
    held = [code(one(state)) for one in (times.require_sale_long_enough, times.require_rest, times.require_pace)]
    assert held == [
        "sale-too-short" if runs and phase is Phase.SALE else None,
        "rest-between-games" if runs and phase is Phase.READY else None,
        "ball-too-soon" if runs and phase in (Phase.DRAW_LINE, Phase.DRAW_BINGO) else None,
    ]
    first = changed(state, hall={"session_games": 0})
    assert times.require_rest(first) is None
