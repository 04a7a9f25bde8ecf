"""Options of a house, each alone: what changes with it, and what it leaves as it is."""

from __future__ import annotations

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.rules import GAME
from tapete.kernel import Choice, FixedValue
from tapete.rulebooks import house_library
from tests.support.bingo.hall import BINGO, CASHIER, CHIEF, LINE, MANAGER, NUMBERS, Hall

TOLD = "Si nadie canta línea, su importe se suma al bingo"


@pytest.mark.parametrize(
    ("fate", "is_told"), [("held", False), ("house", False), ("next-game", False), ("bingo", True)]
)
def test_before_the_sale_it_is_said_where_a_line_that_nobody_wins_makes_the_bingo_greater(
    fate: str, is_told: bool
) -> None:
    assert (TOLD in Hall(NUMBERS, prizes__unawarded_line=fate).open().sale().said) is is_told


def test_a_set_is_used_in_a_drum_as_long_as_the_house_says() -> None:
    def announced(games: int, **options: int) -> Hall:
        return Hall(NUMBERS, **options).open(kind="drum", games=games)  # type: ignore[arg-type]

    assert announced(5000).accepts(CHIEF, a.AnnounceSale(("B-1047",)))
    assert announced(299, balls__limit_drum=300).accepts(CHIEF, a.AnnounceSale(("B-1047",)))
    assert announced(299, balls__limit_drum=300).sale().phase() == "sale"
    hall = Hall(NUMBERS, balls__limit_drum=300)
    hall.material(kind="drum", games=300).checked()
    assert hall.refused(CHIEF, a.LoadBalls("S-9")) == "ball-change-due"


@pytest.mark.parametrize(("policy", "house"), [("recover", 0), ("absorb", -60_00)])
def test_a_house_may_have_decided_what_becomes_of_a_line_that_was_paid_early(policy: str, house: int) -> None:
    hall = Hall(NUMBERS, payment__line_early=True, void__early_line=policy).started("ana").drawn(5).line(1)
    hall.pay(1, LINE, means="account").do(CHIEF, a.VoidGame("evacuation", "alarma"))
    assert (hall.balance("house"), hall.balance("refunds:1")) == (house, 600_00)


def test_the_option_says_what_becomes_of_a_line_paid_early_whatever_the_chief_says() -> None:
    hall = Hall(NUMBERS, payment__line_early=True, void__early_line="absorb").started("ana").drawn(5).line(1)
    hall.pay(1, LINE, means="account").do(CHIEF, a.VoidGame("evacuation", "alarma", recover=True))
    assert hall.balance("house") == -60_00


@pytest.mark.parametrize(
    ("policy", "offered"),
    [("recover", FixedValue(True)), ("absorb", FixedValue(False)), ("chief", Choice((True, False)))],
)
def test_the_chief_is_asked_about_a_line_paid_early_only_where_the_house_leaves_it_to_him(
    policy: str, offered: object
) -> None:
    hall = Hall(NUMBERS, payment__line_early=True, void__early_line=policy).started("ana").drawn(5).line(1)
    hall.pay(1, LINE, means="account")
    assert next(one for one in hall.play.legal(CHIEF) if one.act == "void-game").fields["recover"] == offered


@pytest.mark.parametrize("double", [False, True])
def test_a_line_is_offered_for_payment_once(double: bool) -> None:
    hall = Hall(NUMBERS).started("ana", sold=200, double=double).drawn(5).line(1).drawn(10).bingo(1)

    def offered() -> list[str]:
        return [str(one.fixed_value("prize")) for one in hall.play.legal(CASHIER) if one.act == "pay-prize"]

    assert sorted(offered()) == ["bingo", "linea"]
    if not double:
        hall.do(CHIEF, a.LeaveUncollected(LINE, "B-1047/1", "no viene")).pay(1, BINGO).do(CHIEF, a.EndGame())
        assert offered() == ["linea"]


def test_there_is_no_option_for_when_prizes_are_paid_but_the_line_s() -> None:
    """The order has the moment (IV ¶12); only the línea is paid earlier where a house does so."""
    (book,) = (one for one in house_library().books if one.game == GAME)
    assert "after_the_game" not in book.content["payment"]


# --- fixed prizes -----------------------------------------------------------------------------------------------------


def fixed(sold: int, double: bool = False) -> Hall:
    """Return a hall with prizes of 60 and 300 euros that has announced what it sold."""
    hall = Hall(NUMBERS, prizes__fixed_line=60_00, prizes__fixed_bingo=300_00).open(double=double).sale()
    return hall.sell(1, sold).close().do(CHIEF, a.AnnounceSold())


def test_fixed_prizes_beyond_the_sales_are_paid_by_the_house_on_the_word_of_the_manager() -> None:
    hall = fixed(100)
    answer = hall.answer(CHIEF, a.AnnouncePrizes())
    assert (answer.code, answer.facts["amount"], answer.clauses) == (
        "shortfall-uncovered",
        160_00,
        ("HP.BG.fixed-prizes",),
    )
    assert not hall.accepts(CHIEF, a.CoverShortfall())
    assert [one.act for one in hall.play.legal(MANAGER) if one.act == "cover-shortfall"] == ["cover-shortfall"]
    hall.do(MANAGER, a.CoverShortfall())
    assert hall.refused(MANAGER, a.CoverShortfall()) == "nothing-changes"
    hall.do(CHIEF, a.AnnouncePrizes(), a.AnnounceStart()).drawn(5).line(1).drawn(10).bingo(1)
    assert hall.balance("house") == 200_00 - 360_00


def test_fixed_prizes_that_the_sales_pay_need_no_word() -> None:
    hall = fixed(180)
    assert hall.refused(MANAGER, a.CoverShortfall()) == "nothing-changes"
    assert hall.accepts(CHIEF, a.AnnouncePrizes())


def test_of_a_double_the_word_is_for_both_games() -> None:
    assert fixed(100, double=True).answer(CHIEF, a.AnnouncePrizes()).facts["amount"] == 2 * 160_00


def test_after_a_recount_the_word_is_given_anew() -> None:
    hall = fixed(100).do(MANAGER, a.CoverShortfall())
    hall.do(CHIEF, a.Recount("B-1047", 100, 100, was_sold=False, reason="no se vendió"))
    hall.do(CASHIER, a.CollectUnsold("B-1047", 321)).do(CHIEF, a.AnnounceSold())
    assert hall.answer(CHIEF, a.AnnouncePrizes()).facts["amount"] == 162_00


# --- prizes that are rounded up ---------------------------------------------------------------------------------------


def rounded_up(sold: int, unit: int) -> Hall:
    """Sell cartones at two euros in a hall that rounds its prizes up to whole units, and announce them."""
    hall = Hall(NUMBERS, prizes__rounding="up", prizes__unit=unit).open().sale().sell(1, sold)
    return hall.close().do(CHIEF, a.AnnounceSold())


def test_prizes_that_rounding_up_makes_greater_than_the_sales_need_the_word_of_the_manager() -> None:
    hall = rounded_up(2, 100_00)
    assert hall.answer(CHIEF, a.AnnouncePrizes()).code == "shortfall-uncovered"
    assert hall.answer(CHIEF, a.AnnouncePrizes()).facts["amount"] == 200_00 - 4_00
    hall.do(MANAGER, a.CoverShortfall()).do(CHIEF, a.AnnouncePrizes())
    assert sum(hall.game.prizes.values()) == 200_00


def test_prizes_that_are_rounded_up_within_the_sales_need_no_word() -> None:
    assert rounded_up(300, 10_00).accepts(CHIEF, a.AnnouncePrizes())


# --- the order of the checks ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "calls", "first"),
    [
        ("any-order", (2, 10, 1), (1, 2, 10)),
        ("as-called", (2, 10, 1), (2,)),
        ("as-called", (1, 2, 10), (1,)),
        ("by-number", (10, 2, 1), (1,)),
        ("by-number", (10, 2), (2,)),
    ],
)
def test_called_cartones_are_checked_in_the_order_of_the_house(
    order: str, calls: tuple[int, ...], first: tuple[int, ...]
) -> None:
    """A number counts as one: 2 comes before 10."""
    hall = Hall(NUMBERS, claims__check_order=order).started(*["ana"] * 10).drawn(5)
    for number in calls:
        hall.call(number)
    for number in calls:
        hall.do(CHIEF, a.ShowMaster(f"B-1047/{number}"))
    taken = [one for one in sorted(calls) if hall.accepts(CHIEF, a.CheckCard(LINE, f"B-1047/{one}"))]
    assert taken == list(first)
    offered = {one.fixed_value("card") for one in hall.play.legal(CHIEF) if one.act == "check-card"}
    assert offered == {f"B-1047/{one}" for one in first}


def test_a_check_out_of_order_says_which_cartón_comes_first_and_the_next_one_follows() -> None:
    hall = Hall(NUMBERS, claims__check_order="as-called").started(*["ana"] * 10).drawn(5).call(2).call(1)
    hall.do(CHIEF, *(a.ShowMaster(f"B-1047/{number}") for number in (1, 2)))
    no = hall.answer(CHIEF, a.CheckCard(LINE, "B-1047/1"))
    assert (no.code, no.facts) == ("check-another-first", {"card": "B-1047/2"})
    assert hall.check(2).accepts(CHIEF, a.CheckCard(LINE, "B-1047/1"))


def test_a_call_that_is_taken_back_holds_no_check_up() -> None:
    hall = Hall(NUMBERS, claims__check_order="as-called", claims__taken_back=True)
    hall.started("ana", "luis").drawn(5).call(2).call(1)
    hall.do(CHIEF, a.ShowMaster("B-1047/1")).do("luis", a.TakeCallBack(LINE, "B-1047/2"))
    assert hall.accepts(CHIEF, a.CheckCard(LINE, "B-1047/1"))
