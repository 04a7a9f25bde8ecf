"""Small models written from the clauses: shares (BG.I.15), numbers (BG.II.03), sales (BG.IV.08, 09), BG.V.02."""

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.bingo import acts as a
from tapete.games.bingo.prizes import share_amounts
from tapete.games.bingo.terms import Fate, Means, Phase, Range
from tapete.kernel import PersonId
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, MANAGER, NUMBERS, GivenCartones, Hall, K

NAME = "B-1047"


def bingo_of(winners: tuple[int, ...], sold: int, value: int, *, silent: bool = False, **options: Any) -> Hall:
    cartones = GivenCartones({f"{NAME}/{number}": K for number in winners})
    hall = Hall(NUMBERS, cartones=cartones, **options).started(sold=sold, value=value).drawn(5)
    if not silent:
        for number in reversed(winners):
            hall.call(number)
        hall.check(*winners).on()
    hall.drawn(10)
    for number in reversed(winners):
        hall.call(number, BINGO)
    return hall.check(*winners, prize=BINGO).end()


@pytest.mark.clause("BG.I.15")
def test_winners_share_by_whole_cents_and_what_is_left_goes_one_by_one_in_the_order_of_their_numbers() -> None:
    rows: list[tuple[tuple[int, ...], int, int, list[int], list[int]]] = [
        ((1,), 300, 2_00, [60_00], [360_00]),
        ((1, 2), 300, 2_00, [30_00, 30_00], [180_00, 180_00]),
        ((1, 2, 3), 29, 2_00, [1_94, 1_93, 1_93], [11_60, 11_60, 11_60]),
        ((2, 9, 10), 20, 1_03, [69, 69, 68], [4_12, 4_12, 4_12]),
        ((9, 10, 11, 12, 13, 14, 15), 300, 2_00, [8_58, *[8_57] * 6], [*[51_43] * 6, 51_42]),
        ((1, 2), 7, 1_01, [35, 35], [2_12, 2_12]),
    ]
    wrong = []
    for winners, sold, value, line, bingo in rows:
        hall = bingo_of(winners, sold, value)
        found = [[(one.card, one.amount) for one in hall.game.awards[prize]] for prize in (LINE, BINGO)]
        cards = [f"{NAME}/{number}" for number in winners]
        expected = [list(zip(cards, shares, strict=True)) for shares in (line, bingo)]
        house = sold * value - sum(line) - sum(bingo)
        if (found, hall.balance("house")) != (expected, house):
            wrong.append((winners, sold, value, expected, house, found, hall.balance("house")))
    assert wrong == []


@pytest.mark.clause("BG.I.15")
def test_no_cent_of_a_shared_prize_is_lost_and_no_combination_has_two_more_than_another() -> None:
    """A cartón with two lines has two parts; the first cartones have the cents that are left, one for each part."""
    for amount, units in product(range(60), [(1,), (1, 1, 1), (2, 1), (2, 2, 1), (1, 3, 3)]):
        parts = [at for at, count in enumerate(units) for _ in range(count)]
        due = Counter(parts[cent % len(parts)] for cent in range(amount))
        came = share_amounts(amount, units, gives_leftover=True)
        assert came == tuple(due[at] for at in range(len(units))), f"{amount} cents in {units} parts"


def test_series_count_as_numbers_in_the_announcement_and_in_the_order_of_the_cents() -> None:
    cards = ("B-2/9", "B-2/10", "B-10/1")
    hall = Hall(NUMBERS, cartones=GivenCartones(dict.fromkeys(cards, K)), prizes__fixed_line=1_00).material()
    hall.do(MANAGER, *(a.RegisterSeries("B", number, 20, 2_00) for number in (10, 2))).checked()
    hall.do(CHIEF, a.LoadBalls("S-9"), a.OpenSession(), a.AnnounceSale(("B-10", "B-2")))
    hall.do(CALLER, a.SellCards("B-10", 1, 8), a.SellCards("B-2", 1, 10)).do(CHIEF, a.CloseSale())
    hall.do(CASHIER, a.CollectUnsold("B-10", 12), a.CollectUnsold("B-2", 10)).announced()
    assert [one for one in hall.said if "del número" in one] == [
        "Cartones vendidos 18, de la serie B 2 del número 1 al 10",
        "y de la serie B 10 del número 1 al 8",
    ]
    hall.do(CHIEF, a.AnnounceStart()).drawn(5)
    for card in reversed(cards):
        hall.do(CALLER, a.CallForPlayer(LINE, card), a.HandInCard(card))
    for card in reversed(cards):
        hall.do(CHIEF, a.ShowMaster(card), a.CheckCard(LINE, card))
    won = [(one.card, one.amount) for one in hall.on().game.awards[LINE]]
    assert won == list(zip(cards, (34, 33, 33), strict=True))


@pytest.mark.clause("BG.II.03")
def test_whatever_is_sold_and_taken_back_every_cartón_has_one_holder() -> None:
    rng = random.Random(7)
    hall = Hall(sale__upwards=False).open().sale().do("ana", a.BuyIn(1000_00)).do("luis", a.BuyIn(1000_00))
    held: dict[int, str | None] = {}
    for _ in range(200):
        first = rng.randint(1, 60)
        whole = range(first, first + rng.choice((1, 1, 2, 6)))
        sells, who = rng.random() < 0.65, rng.choice(("ana", "luis", None))
        act: Any = a.TakeCardsBack(NAME, first, whole[-1])
        may = all(one in held for one in whole) and len({held[one] for one in whole}) == 1
        if sells:
            means = Means.ACCOUNT if who else Means.CASH
            act, may = a.SellCards(NAME, first, whole[-1], who and PersonId(who), means), held.keys().isdisjoint(whole)
        assert hall.accepts(CALLER, act) is may, (act, held)
        if may:
            hall.do(CALLER, act)
            held = {one: of for one, of in held.items() if one not in whole} | (
                dict.fromkeys(whole, who) if sells else {}
            )
        found = {number: hall.game.sale_of(f"{NAME}/{number}") for number in range(1, 70)}
        assert {number: one.person for number, one in found.items() if one is not None} == held
    cash = sum(2_00 for who in held.values() if who is None)
    assert (hall.balance("sales:1"), hall.balance("till:caller")) == (2_00 * len(held), -cash)
    assert hall.balance("person:ana") == 1000_00 - sum(2_00 for who in held.values() if who == "ana")


@pytest.mark.clause("BG.IV.08", "BG.IV.09")
def test_what_was_sold_and_not_gone_back_is_counted_paid_and_announced() -> None:
    wrong = []
    for sold, back, unsold, unentered, value in [
        (300, 0, 0, 0, 2_00),
        (300, 12, 0, 0, 2_00),
        (300, 0, 2, 0, 2_00),
        (300, 0, 0, 3, 2_00),
        (301, 7, 4, 0, 1_03),
        (420, 0, 0, 0, 2_05),
        (11, 10, 0, 0, 55),
    ]:
        hall = Hall(NUMBERS).open(value=value).sale().sell(1, sold)
        hall = hall.do(CALLER, a.TakeCardsBack(NAME, sold - back + 1, sold)) if back else hall
        hall.do(CHIEF, a.CloseSale())
        last = sold - back
        if unsold:
            hall.do(CASHIER, a.Recount(NAME, last - unsold + 1, last, was_sold=False, reason="no se vendieron"))
        if unentered:
            hall.do(CASHIER, a.Recount(NAME, last + 1, last + unentered, was_sold=True, reason="sin apuntar"))
        count = last - unsold + unentered
        taken = count * value
        assert hall.do(CASHIER, a.CollectUnsold(NAME, 420 - count + 1)).phase() is Phase.COUNT
        hall.do(CASHIER, a.CollectUnsold(NAME, 420 - count, "mal contados"))
        assert not hall.accepts(CALLER, a.SellCards(NAME, 420, 420)), "the sale is over"
        hall.announced()
        found = (hall.phase(), hall.balance("sales:1"), -hall.balance("till:caller"), dict(hall.game.prizes))
        expected = (Phase.PRIZES, taken, taken, {LINE: taken // 10, BINGO: taken * 6 // 10})
        wrong += [] if found == expected else [(sold, back, unsold, unentered, value, expected, found)]
    assert wrong == []


@pytest.mark.clause("BG.V.02", "BG.V.03")
def test_of_a_void_game_each_cartón_gives_its_price_back_once_against_itself() -> None:
    hall = Hall(NUMBERS).open().sale().sell(1, 10, "ana").sell(11, 30).close().announced().do(CHIEF, a.AnnounceStart())
    desk = hall.drawn(2).do(CHIEF, a.VoidGame("evacuation", "alarma")).balance("cash-desk")
    handed: set[int] = set()
    given: set[int] = set()
    for by, first, last in [("ana", 1, 3), (CASHIER, 15, 20), (CASHIER, 11, 14), ("ana", 4, 10), (CASHIER, 21, 30)]:
        assert hall.refused(CASHIER, a.PayRefund(NAME, first, last)) == "cards-not-returned"
        hall.do(by, a.ReturnCards(NAME, first, last))
        handed |= {*range(first, last + 1)}
        offered = [one.bounds("first") for one in hall.play.legal(CASHIER) if one.act == "pay-refund"]
        assert {n for low, high in offered for n in range(low, high + 1)} == handed - given
        hall.do(CASHIER, a.PayRefund(NAME, first, last))
        given |= {*range(first, last + 1)}
        assert hall.refused(CASHIER, a.PayRefund(NAME, first, last)) == "card-refunded"
        assert hall.balance("refunds:1") == 2_00 * (30 - len(given))
        assert hall.balance("person:ana") == 2_00 * len([one for one in given if one <= 10])
        assert hall.balance("cash-desk") - desk == 2_00 * len([one for one in given if one > 10])


def test_a_house_says_what_becomes_of_a_línea_that_nobody_calls() -> None:
    rows = {
        "held": {"held:1/linea": 60_00, "house": 180_00, "owed:1/bingo/B-1047/1": 360_00},
        "house": {"house": 240_00, "owed:1/bingo/B-1047/1": 360_00},
        "next-game": {"carry:linea": 60_00, "house": 180_00, "owed:1/bingo/B-1047/1": 360_00},
        "bingo": {"house": 180_00, "owed:1/bingo/B-1047/1": 420_00},
    }
    found = {}
    for fate in rows:
        hall = bingo_of((1,), 300, 2_00, silent=True, prizes__unawarded_line=fate)
        moved = {name: held for name, held in hall.state.ledger.items() if held and not name.startswith("till:")}
        found[fate] = moved
    assert found == rows
    hall = bingo_of((1,), 300, 2_00, silent=True)
    hall.do(CHIEF, a.DecideUnawarded(LINE, Fate.HOUSE, "nadie la cantó"))
    assert (hall.balance("held:1/linea"), hall.balance("house")) == (0, 240_00)


def test_a_house_says_where_the_cents_go_that_no_winner_gets() -> None:
    rows = {"house": (180_07, 0, 0), "held": (180_00, 1, 6)}
    found = {}
    for leftover in rows:
        hall = bingo_of((1, 2, 3, 4, 5, 6, 7), 300, 2_00, prizes__leftover=leftover)
        assert {one.amount for one in hall.game.awards[BINGO]} == {51_42}
        found[leftover] = tuple(map(hall.balance, ("house", "held:1/linea", "held:1/bingo")))
    assert found == rows
    both = {"prizes__leftover": "held", "prizes__unawarded_line": "bingo"}
    hall = bingo_of(tuple(range(1, 9)), 31, 2_00, silent=True, **both)
    assert hall.balance("held:1/bingo") == 4, "37.20 and the línea of 6.20 that nobody called are 5.42 each of eight"


def test_what_breaks_the_books_is_found() -> None:
    hall = Hall(NUMBERS).started("ana", sold=30).drawn(5).line(1)
    engine, state = hall.play.game, hall.state
    assert engine.problems(state) == ()

    def with_money(**changes: int) -> Any:
        ledger = state.ledger
        for name, amount in changes.items():
            ledger = ledger.set(name.replace("__", ":"), amount + ledger.get(name.replace("__", ":"), 0))
        return replace(state, ledger=ledger)

    twice = replace(state.game.sales[0], cards=Range(NAME, 30, 30))
    broken = {
        "accounts-unbalanced": with_money(house=1),
        "account-overdrawn": with_money(person__ana=-1, house=1),
        "takings-differ": with_money(sales__1=1, house=-1),
        "card-sold-twice": replace(state, game=replace(state.game, sales=(*state.game.sales, twice))),
        "ball-twice": replace(state, game=replace(state.game, balls=(*state.game.balls, state.game.balls[0]))),
    }
    found = {code: [one.code for one in engine.problems(other)] for code, other in broken.items()}
    assert {code: codes for code, codes in found.items() if code not in codes} == {}
