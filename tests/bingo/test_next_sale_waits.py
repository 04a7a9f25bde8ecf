"""Where the next sale waits for the payment every prize is paid before it; one of paper whose bearer does not come is
left with a reason, and stays his, so that one winner who went home does not end the evening (BG.IV.28).
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tapete.games.bingo import acts as a
from tapete.games.bingo.books import owed
from tapete.games.bingo.terms import Means
from tapete.kernel import PersonId
from tapete.play import Play
from tapete.table.staff import Role
from tests.bingo.test_inventory import OPENING, in_session, shut
from tests.support.bingo.hall import BINGO, CASHIER, CHIEF, HOUSE, LINE, MANAGER, NUMBERS, Hall, Machine

CARD = "B-1047/1"
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


def test_what_the_cashier_himself_has_won_is_left_and_another_cashier_pays_it() -> None:
    hall = due("ana").do(MANAGER, a.Relieve(Role.CASHIER, PersonId("ana")))
    assert hall.refused("ana", a.PayPrize(LINE, CARD)) == "own-purse"
    assert "leave-uncollected" in {one.act for one in hall.play.legal(CHIEF)}
    hall.do(CHIEF, LEAVE, a.EndGame(), SALE)
    assert hall.balance(ACCOUNT) == 60_00
    hall.do(MANAGER, a.Relieve(Role.CASHIER, PersonId(CASHIER)))
    assert hall.pay(1, LINE, means=Means.ACCOUNT, game="1").balance("person:ana") == 60_00


def test_what_another_than_the_cashier_has_won_is_not_left() -> None:
    hall = due("ana").do(MANAGER, a.Relieve(Role.CASHIER, PersonId("eva")))
    assert hall.refused(CHIEF, LEAVE) == "prize-to-account"


@pytest.mark.parametrize("winner", ["ana", None])
def test_where_no_sale_waits_the_table_chief_leaves_any_prize(winner: str | None) -> None:
    assert due(winner, waits=False).do(CHIEF, LEAVE, a.EndGame()).accepts(CHIEF, SALE)


def earlier(waits: bool) -> Hall:
    """Return a hall in session that owes a prize of an earlier hall, which nobody has left."""
    hall = due(None, waits).do(CHIEF, LEAVE, a.EndGame())
    game = shut(hall).play.game
    opening = game.with_inventory(OPENING, hall.state)
    opening = replace(opening, inventory=replace(opening.inventory, left_prizes={}))
    hall.play = Play(game, game.blank(), Machine(())).do(opening, HOUSE)
    return in_session(hall)


def test_no_sale_is_announced_while_a_prize_is_neither_paid_nor_left() -> None:
    hall = earlier(waits=True)
    no = hall.answer(CHIEF, SALE)
    assert (no.code, dict(no.facts), no.clauses) == ("next-game-waits", {"accounts": [ACCOUNT]}, ("BG.IV.28",))
    assert "announce-sale" not in {one.act for one in hall.play.legal(CHIEF)}
    assert earlier(waits=True).do(CASHIER, a.PayPrize(LINE, CARD, "1")).accepts(CHIEF, SALE)
    assert hall.do(CHIEF, replace(LEAVE, game="1")).accepts(CHIEF, SALE)
    assert hall.balance(ACCOUNT) == 60_00


def test_elsewhere_a_prize_of_an_earlier_hall_holds_no_sale_up() -> None:
    assert earlier(waits=False).accepts(CHIEF, SALE)
