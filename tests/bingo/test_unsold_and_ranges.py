"""A cartón that was never sold brings nothing, whenever it is found (IV.08, IV.24); and refusals say what is so."""

from typing import Any

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.prizes import share_amounts, units_of_shares
from tapete.games.bingo.terms import Fate
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, NUMBERS, GivenCartones, Hall, K, M
from tests.support.bingo.told import Told, book_of

NAME = "B-1047"
BACKWARDS = ("range-backwards", {"first": 8, "last": 7})


def card(number: int) -> str:
    return f"{NAME}/{number}"


def refused(hall: Hall, by: str, act: Any) -> tuple[str, dict[str, Any]]:
    outcome = hall.answer(by, act)
    (found,) = getattr(outcome, "faults", None) or (outcome,)
    return getattr(found, "code", "accepted"), dict(getattr(found, "facts", {}))


def noted(hall: Hall, by: str, act: Any) -> str:
    code, _ = refused(hall, by, act)
    hall.play = hall.play.do(act, by)
    return code


def started(*, double: bool = False) -> Hall:
    cartones = GivenCartones({card(1): M, card(2): M, card(3): K})
    return Hall(NUMBERS, cartones=cartones).started("ana", "luis", sold=30, double=double, deferred=double)


def won(hall: Hall, number: int, prize: Any) -> Hall:
    hall.call(number, prize).check(number, prize=prize)
    return hall.do(CALLER, a.GiveToken(prize, card(number))) if hall.game.is_deferred else hall


def unsold(prize: Any) -> a.CheckCard:
    return a.CheckCard(prize, card(3), "está en el armario")


@pytest.mark.parametrize(("first", "other"), [(LINE, BINGO), (BINGO, LINE)])
def test_what_one_call_showed_unsold_is_right_for_no_other_call_and_ends_no_game(first: Any, other: Any) -> None:
    hall = started().drawn(15).call(3, first).call(3, other).do(CHIEF, a.ShowMaster(card(3)))
    checked = hall.play.do(unsold(first), CHIEF)
    assert getattr(checked.attempt(a.CheckCard(other, card(3)), CHIEF).outcome, "code", "") == "card-not-sold"
    assert checked.do(unsold(other), CHIEF).state.phase == "draw-line"
    hall.check(3, prize=first).do(CHIEF, unsold(other))
    assert (hall.state.phase, hall.game.right_cards(first)) == ("draw-line", ()), "found right before, it falls"
    hall = started().drawn(15).call(3, first).check(3, prize=first).call(3, other).do(CHIEF, unsold(other))
    assert (hall.state.phase, refused(hall, CHIEF, a.OrderEnd())[0]) == ("draw-line", "wrong-window")


@pytest.mark.clause("BG.IV.08", "BG.IV.24")
@pytest.mark.parametrize("prize", [LINE, BINGO])
@pytest.mark.parametrize("order", [(1, 3), (3, 1)], ids=["sold first", "unsold first"])
def test_of_a_shared_prize_an_unsold_cartón_has_no_part(prize: Any, order: tuple[int, int]) -> None:
    hall = Hall(NUMBERS, cartones=GivenCartones({card(1): K, card(3): K})).started("ana", "luis", sold=30).drawn(15)
    hall.call(order[0], prize).call(order[1], prize)
    for number in order:
        hall.check(1, prize=prize) if number == 1 else hall.do(CHIEF, a.ShowMaster(card(3)), unsold(prize))
    hall.on() if prize is LINE else hall.end()
    (won,) = hall.game.awards[prize]
    assert (won.card, won.amount) == (card(1), hall.game.prizes[prize])


@pytest.mark.parametrize("double", [False, True], ids=["single", "double"])
def test_what_an_unsold_cartón_had_won_is_paid_to_nobody_and_the_chief_decides_about_it(double: bool) -> None:
    hall, game = started(double=double), "1/1" if double else "1"
    won(hall.drawn(5), 3, LINE).on()
    if double:  # the first game is over before the second one shows it
        won(hall.drawn(85), 1, BINGO).end().do(CHIEF, a.AnnounceSecond()).drawn(5)
    hall.drawn(10).call(3, BINGO).do(CHIEF, a.ShowMaster(card(3)), unsold(BINGO))
    won(hall.drawn(75), 1, BINGO).end()
    assert refused(hall, CASHIER, a.PayPrize(LINE, card(3), game))[0] == "card-not-sold"
    assert refused(hall, CHIEF, a.LeaveUncollected(LINE, card(3), "no viene", game))[0] == "card-not-sold"
    hall.do(CHIEF, a.DecideUncollected(game, LINE, card(3), Fate.NEXT_GAME, "no se vendió"))
    assert hall.balance("carry:linea") > 0 == hall.balance(f"owed:{game}/linea/{card(3)}")


@pytest.mark.clause("BG.V.03")
def test_a_void_game_gives_nothing_back_for_an_unsold_cartón_nor_for_one_of_somebody_else() -> None:
    hall = started().drawn(5).call(3).do(CHIEF, a.ShowMaster(card(3)), unsold(LINE))
    hall.do(CHIEF, a.VoidGame("evacuation", "alarma"))
    assert refused(hall, "ana", a.ReturnCards(NAME, 1, 3)) == ("not-your-card", {"card": card(2)})
    hall.do(CHIEF, a.EndGame(), a.AnnounceSale((NAME,))).do("ana", a.ReturnCards(NAME, 1, 1, "1"))
    assert [refused(hall, CALLER, act(NAME, 8, 7)) for act in (a.SellCards, a.TakeCardsBack)] == [BACKWARDS] * 2
    for act in (a.ReturnCards, a.PayRefund):
        for first, last in ((3, 3), (3, 9), (1, 30)):
            assert refused(hall, CASHIER, act(NAME, first, last, "1")) == ("card-not-sold", {"card": card(3)})
        assert refused(hall, CASHIER, act(NAME, 8, 7, "1")) == BACKWARDS
        hall.do(CASHIER, act(NAME, 4, 30, "1"))


@pytest.mark.clause("BG.II.03", "BG.II.23")
def test_a_paper_of_an_earlier_game_leaves_a_trace_whenever_it_is_called_and_a_single_one_has_no_parts() -> None:
    hall = (
        started()
        .drawn(15)
        .bingo(3)
        .pay(3, BINGO)
        .do(CHIEF, a.DecideUnawarded(LINE, Fate.HOUSE, "x"))
        .do(CHIEF, a.EndGame())
    )
    hall.sale()
    assert noted(hall, CALLER, a.CallForPlayer(BINGO, card(9))) == "card-expired"
    assert refused(hall, "eva", a.CallPrize(BINGO, card(9)))[0] == "wrong-window", "a player fills no book"
    hall.do(CALLER, a.SellCards(NAME, 31, 35)).close().announced()
    assert noted(hall, CALLER, a.CallForPlayer(BINGO, card(10))) == "card-expired"
    assert {f"bingo:{card(9)}", f"bingo:{card(10)}"} <= set(hall.game.refused_calls), "both are noted"
    hall.do(CHIEF, a.AnnounceStart())
    assert refused(hall, CALLER, a.CallForPlayer(LINE, card(31), 2)) == ("no-parts", {"card": card(31)})


@pytest.mark.clause("BG.IV.08", "BG.IV.24")
@pytest.mark.parametrize("early", [False, True], ids=["paid at the end", "paid early"])
@pytest.mark.parametrize(("unit", "left"), [("card", "by-number"), ("combination", "by-number"), ("card", "house")])
def test_the_others_share_whole_what_a_cartón_found_unsold_later_had_won_with_them(
    early: bool, unit: str, left: str
) -> None:
    """A prize is divided among cartones sold for the game: the one that never was takes nothing from them."""
    cartones = GivenCartones({card(1): K, card(2): K, card(3): K, card(4): M})
    options = {"payment__line_early": early, "prizes__share_unit": unit, "prizes__leftover": left}
    hall = Told(NUMBERS, cartones=cartones, **options).started("ana", "luis", sold=29).drawn(15)
    for number in (1, 2, 3):
        hall.call(number, LINE)
    for number in (1, 2, 3):
        hall.check(number, prize=LINE)
    hall.on()
    if early:
        assert hall.pay(1, LINE).refused(CASHIER, a.PayPrize(LINE, card(1))) == "prize-paid"
    hall.drawn(5).call(3, BINGO).do(CHIEF, a.ShowMaster(card(3)), unsold(BINGO))
    hall.drawn(70).call(4, BINGO).check(4, prize=BINGO).end()
    paid = {one.card: one.amount for one in hall.game.awards[LINE]}
    assert paid == {card(1): 2_90, card(2): 2_90}, "each half of it, though it had no third part in whole cents"
    (line,) = book_of(hall).games
    assert {one.card: one.amount for one in line.winners if one.prize == LINE} == paid, "the book has the last shares"
    assert hall.balance(f"owed:1/linea/{card(3)}") == 0
    assert hall.pay(1, LINE).pay(2, LINE).pay(4, BINGO).balance("house") == 29 * 2_00 - 5_80 - 34_80


@pytest.mark.parametrize("units", [(1, 1), (1, 2), (3, 2, 3), (2, 2, 1, 1)])
@pytest.mark.parametrize("whole", [1000, 1003])
def test_how_many_lines_a_share_stood_for_is_read_from_the_shares(units: tuple[int, ...], whole: int) -> None:
    assert units_of_shares(share_amounts(whole, units, gives_leftover=True)) == units
