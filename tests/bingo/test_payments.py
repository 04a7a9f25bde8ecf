"""Clauses BG.IV.11, 14 and 28: prizes are paid once, to whom they belong, after the end; what is left for later waits
from then on and ends nobody's evening; what earlier games bring in is said, won, paid and written as one sum.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.bingo import acts as a
from tapete.games.bingo.books import owed
from tapete.games.bingo.terms import Means
from tapete.kernel import PersonId
from tapete.play import Play
from tapete.table.staff import Role
from tests.bingo.test_clauses_of_the_end import double, single, tokens_given
from tests.bingo.test_inventory import OPENING, in_session, shut
from tests.support.bingo.hall import BINGO, CASHIER, CHIEF, HOUSE, LINE, MANAGER, NUMBERS, Hall, Machine
from tests.support.bingo.void_games import FIRST, before_the_sale

CARD = "B-1047/1"


def leave(prize: Any, game: str = "", card: str = CARD) -> a.LeaveUncollected:
    """Return the act by which a prize is left."""
    return a.LeaveUncollected(prize, card, "no viene", game)


def both_games_won() -> Hall:
    """Return a double whose two games Ana's first cartón has both_won, to be paid after both."""
    return tokens_given(tokens_given(double(deferred=True)).do(CHIEF, a.AnnounceSecond()))


def both_won(hall: Hall, number: int = 1) -> Hall:
    """Play a game that one cartón wins, up to the order that ends it."""
    return hall.drawn(5).line(number).drawn(10).bingo(number)


def left_accounts(hall: Hall) -> dict[str, int]:
    """Return by account since which session each prize waits."""
    return {account: one.session for account, one in hall.state.left_prizes.items()}


def test_of_a_double_whose_games_are_paid_after_both_a_prize_of_each_is_left_by_itself() -> None:
    hall = both_games_won().do(CHIEF, leave(BINGO, "1/1"))
    assert left_accounts(hall) == {owed("1/1", BINGO, CARD): 1}
    assert hall.pay(1, LINE, game="1/1").pay(1, LINE, game="1/2").refused(CHIEF, a.EndGame()) == "prizes-due"
    hall.do(CHIEF, leave(BINGO, "1/2"), a.EndGame())
    assert left_accounts(hall) == {owed("1/1", BINGO, CARD): 1, owed("1/2", BINGO, CARD): 1}


def test_a_prize_is_left_once() -> None:
    hall = both_won(single()).pay(1, LINE).do(CHIEF, leave(BINGO, "1"))
    before = hall.state
    assert hall.refused(CHIEF, leave(BINGO, "1")) == "prize-left"
    assert hall.refusal(CHIEF, leave(BINGO, "1")).facts == {"card": CARD}
    assert hall.refused(CHIEF, leave(BINGO)) == "prize-left"
    assert hall.state == before
    assert [one.act for one in hall.play.legal(CHIEF) if one.act == "leave-uncollected"] == []


def test_a_prize_that_was_left_falls_with_its_game_and_waits_no_longer() -> None:
    hall = both_won(single()).do(CHIEF, leave(BINGO, "1"), a.VoidGame("evacuation", "alarma"))
    assert (left_accounts(hall), hall.balance(owed("1", BINGO, CARD))) == ({}, 0)
    assert hall.refused(CASHIER, a.PayPrize(BINGO, CARD, "1")) == "no-prize"


LEAVE = a.LeaveUncollected(LINE, CARD, "no viene")
SALE = a.AnnounceSale(("B-1047",))
ACCOUNT = owed("1", LINE, CARD)


def due(winner: str | None, waits: bool = True) -> Hall:
    """Return a hall whose línea is due to a named winner, or to whoever has the paper."""
    hall = Hall(NUMBERS, payment__next_game_waits=waits).started(winner).drawn(5).line(1).drawn(10).bingo(1)
    return hall.pay(1, BINGO)


def test_paper_whose_bearer_does_not_come_is_left_with_a_reason_and_the_evening_goes_on() -> None:
    hall = due(None)
    assert hall.refused(CHIEF, a.EndGame()) == "prizes-due"
    assert hall.refused(CHIEF, replace(LEAVE, reason=" ")) == "reason-missing"
    assert "leave-uncollected" in {one.act for one in hall.play.legal(CHIEF)}
    hall.do(CHIEF, LEAVE, a.EndGame(), SALE)
    assert hall.balance(ACCOUNT) == 60_00
    assert hall.pay(1, LINE, game="1").balance(ACCOUNT) == 0


def test_the_prize_of_a_named_winner_goes_to_his_account_without_him_and_is_not_left() -> None:
    hall = due("ana")
    no = hall.answer(CHIEF, LEAVE)
    assert (no.code, dict(no.facts), no.clauses) == ("prize-to-account", {"card": CARD, "person": "ana"}, ("BG.IV.28",))
    assert "leave-uncollected" not in {one.act for one in hall.play.legal(CHIEF)}
    hall.pay(1, LINE, means=Means.ACCOUNT).do(CHIEF, a.EndGame(), SALE)
    assert hall.balance("person:ana") == 60_00


def earlier(waits: bool) -> Hall:
    """Return a hall in session that owes a prize of an earlier hall, which nobody has left."""
    hall = due(None, waits).do(CHIEF, LEAVE, a.EndGame())
    game = shut(hall).play.game
    opening = game.with_inventory(OPENING, hall.state)
    opening = replace(opening, inventory=replace(opening.inventory, left_prizes={}))
    hall.play = Play(game, game.blank(), Machine(())).do(opening, HOUSE)
    return in_session(hall)


OWN = ("own-purse", ("HP.BG.own-purse",))


def refusal(hall: Hall, by: str, act: Any) -> tuple[str, tuple[str, ...]]:
    answer = hall.refusal(by, act)
    return answer.code, tuple(map(str, answer.clauses))


def holding(who: str) -> Hall:
    """Return a hall at the sale, where somebody who may play bought three cartones before he had a post."""
    return Hall(NUMBERS, sale__staff_may_play=True).open().sale().sell(1, 3, who)


def with_post(hall: Hall, who: str, role: Role) -> Hall:
    return hall.do(MANAGER, a.Relieve(role, PersonId(who)))


def test_a_cashier_pays_no_prize_to_himself() -> None:
    hall = with_post(holding("ana").sell(4, 9).close().announced(), "ana", Role.CASHIER).do(CHIEF, a.AnnounceStart())
    hall.drawn(5).call(1).check(1).on().drawn(10)
    hall.call(1, BINGO).check(1, prize=BINGO).end()
    for means in Means:
        assert refusal(hall, "ana", a.PayPrize(LINE, "B-1047/1", means=means)) == OWN
    assert with_post(hall, "eva", Role.CASHIER).accepts("eva", a.PayPrize(LINE, "B-1047/1", means=Means.ACCOUNT))


def test_a_cashier_gives_himself_no_refund() -> None:
    hall = holding("ana").sell(4, 9).close().announced()
    hall = with_post(hall, "ana", Role.CASHIER).do(CHIEF, a.AnnounceStart(), a.VoidGame("evacuation", "alarma"))
    hall.do("ana", a.ReturnCards("B-1047", 1, 3))
    assert refusal(hall, "ana", a.PayRefund("B-1047", 1, 3)) == OWN
    hall.do("ana", a.ReturnCards("B-1047", 4, 9))
    assert hall.accepts("ana", a.PayRefund("B-1047", 4, 9))


def test_a_seller_takes_no_cartones_of_his_own_back() -> None:
    hall = with_post(holding("ana").sell(4, 9), "ana", Role.CALLER)
    assert refusal(hall, "ana", a.TakeCardsBack("B-1047", 1, 3)) == OWN
    assert hall.accepts("ana", a.TakeCardsBack("B-1047", 4, 9))


def won_and_owed(hall: Hall) -> tuple[list[int], list[int]]:
    """Play a game whose línea and bingo the first cartón wins; return what was awarded and what is owed of it."""
    hall.drawn(5).line(FIRST).drawn(10).bingo(FIRST)
    awards = [hall.game.awards[prize][0].amount for prize in (LINE, BINGO)]
    return awards, [hall.balance(owed(hall.game.name, prize, f"B-1047/{FIRST}")) for prize in (LINE, BINGO)]


@pytest.mark.clause("BG.IV.11")
def test_what_an_earlier_game_brings_in_is_said_won_and_owed_with_the_prizes_of_the_next() -> None:
    """Twenty cartones of two euros give 4 and 24; 6 and 36 come from a game whose winner never came."""
    hall = before_the_sale("single", carried=True).sale().sell(FIRST, FIRST + 19).close().announced()
    assert hall.said[-1] == "Línea, 10 euros; bingo, 60 euros"
    assert won_and_owed(hall.do(CHIEF, a.AnnounceStart())) == ([10_00, 60_00], [10_00, 60_00])


@pytest.mark.clause("BG.IV.14")
def test_of_a_double_it_belongs_to_the_first_game_and_waits_for_another_sale_where_that_is_void() -> None:
    def announced() -> Hall:
        return before_the_sale("double", carried=True).sale().sell(FIRST, FIRST + 19).close().announced()

    hall, void = announced(), announced()
    said = ["Primera partida: línea, 10 euros; bingo, 60 euros", "Segunda partida: línea, 4 euros; bingo, 24 euros"]
    assert hall.said[-2:] == said
    assert won_and_owed(hall.do(CHIEF, a.AnnounceStart())) == ([10_00, 60_00], [10_00, 60_00])
    hall.pay(FIRST, LINE).pay(FIRST, BINGO).do(CHIEF, a.AnnounceSecond())
    assert won_and_owed(hall) == ([4_00, 24_00], [4_00, 24_00])
    void.do(CHIEF, a.AnnounceStart(), a.VoidGame("evacuation", "alarma"), a.AnnounceSecond())
    assert won_and_owed(void) == ([4_00, 24_00], [4_00, 24_00])
    assert (void.balance("carry:linea"), void.balance("carry:bingo")) == (6_00, 36_00)
