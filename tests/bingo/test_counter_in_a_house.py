"""Money of accounts in a hall: where a house has the cash desk, and where one name could be both asker and payer.

Decision 63: a counter is for a hall without a house. Threat: whoever gives a player's link asks in the player's name.
"""

from __future__ import annotations

from typing import Any

import pytest

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.continuing import inventory_of
from tapete.games.bingo.inventory import Inventory
from tapete.kernel import PersonId
from tapete.table.staff import Role
from tests.support.bingo.hall import CASHIER, CHIEF, HOUSE, MANAGER, NUMBERS, STAFF, Hall

ANA, ZULEMA = PersonId("ana"), PersonId("zulema")


def in_house(inventory: Inventory | None = None) -> Hall:
    hall = Hall(NUMBERS)
    hall.play = hall.play.__class__(hall.play.game, hall.play.game.blank(), hall.play.source)
    opening = a.OpenHall("sala", "orden-1979", ChanceKind.SEEDED, staff=STAFF, inventory=inventory, is_in_house=True)
    return hall.do(HOUSE, opening)


def answer(hall: Hall, by: str, what: Any) -> tuple[str, tuple[str, ...]]:
    refused = hall.refusal(by, what)
    return refused.code, refused.clauses


def test_in_a_house_no_counter_is_opened_offered_or_taken_over() -> None:
    hall = in_house()
    assert answer(hall, MANAGER, a.SetCounter(is_on=True)) == ("counter-in-house", ("HP.BG.counter",))
    assert not [one for one in hall.play.legal(MANAGER) if one.act == "set-counter"]
    carried = in_house(Inventory(is_counter_open=True))
    carried.do("ana", a.BuyIn(20_00))
    assert (carried.balance("person:ana"), len(carried.state.money_asked)) == (20_00, 0), "the chips are of the house"
    assert carried.accepts(MANAGER, a.SetCounter(is_on=False))


def asking(*, out: bool) -> tuple[Hall, a.SettleMoney]:
    hall = Hall(NUMBERS).do("ana", a.BuyIn(20_00)).do(MANAGER, a.SetCounter(is_on=True))
    return hall.do("ana", (a.CashOut if out else a.BuyIn)(5_00)), a.SettleMoney(ANA, 5_00, is_paid_in=not out)


def test_whoever_gave_a_players_link_does_not_pay_that_player_out() -> None:
    hall, paid = asking(out=True)
    hall.do(HOUSE, a.NoteLink(ANA, PersonId(MANAGER)), a.NoteLink(ANA, PersonId(CHIEF)))
    for alone in (MANAGER, CHIEF):
        hall.do(MANAGER, a.Relieve(Role.CASHIER, PersonId(alone)))
        assert answer(hall, alone, paid) == ("link-was-yours", ("HP.BG.counter",))
        offers = [one for one in hall.play.legal(PersonId(alone)) if one.act == "settle-money"]
        assert [one.fixed_value("is_done") for one in offers] == [False], "it is not offered either"
    handed_on = inventory_of(hall.state).given_links
    assert handed_on == ((ANA, CHIEF), (ANA, MANAGER)), "it holds in the next sessions too, while money is there"
    hall.do(MANAGER, a.Relieve(Role.CASHIER, PersonId(CASHIER))).do(CASHIER, paid)
    assert hall.balance("person:ana") == 15_00


def test_who_gave_a_link_is_known_where_a_hall_goes_on() -> None:
    carried = in_house(Inventory(given_links=((ANA, PersonId(CHIEF)),)))
    assert carried.state.given_links == {(ANA, CHIEF)}


def test_whoever_gave_a_link_takes_money_in_and_pays_others() -> None:
    hall, taken = asking(out=False)
    hall.do(HOUSE, a.NoteLink(ANA, PersonId(CASHIER))).do(CASHIER, taken)
    hall, paid = asking(out=True)
    assert hall.do(HOUSE, a.NoteLink(ZULEMA, PersonId(CASHIER))).accepts(CASHIER, paid)
    assert answer(hall, MANAGER, a.NoteLink(ANA, PersonId(CASHIER)))[0] == "not-your-post"


def test_every_movement_of_an_account_stands_on_its_owners_page_and_on_no_other() -> None:
    hall = Hall(NUMBERS).open().sale().sell(1, 1, "ana").do("ana", a.BuyIn(3_00), a.CashOut(1_00))
    moved = hall.play.view(ANA).me.movements
    assert moved == (("bought-in", 2_00), ("cards-sold", -2_00), ("bought-in", 3_00), ("cashed-out", -1_00))
    assert sum(amount for _, amount in moved) == hall.balance("person:ana")
    assert hall.play.view(PersonId(MANAGER)).me.movements == hall.play.view(ZULEMA).me.movements == ()


@pytest.mark.parametrize("role", [Role.SELLER_4, Role.ASSISTANT, Role.CASHIER])
@pytest.mark.parametrize("counter", [False, True])
def test_nobody_is_locked_out_of_an_account_by_being_sent_to_a_post(role: Role, counter: bool) -> None:
    """Neither with money in it, nor while only asking the cashier for some."""
    hall = Hall(NUMBERS).do(MANAGER, *([a.SetCounter(is_on=True)] if counter else [])).do("zulema", a.BuyIn(7_00))
    for by in (MANAGER, HOUSE):
        refused = hall.refusal(by, a.Relieve(role, ZULEMA))
        assert (refused.code, refused.facts, refused.clauses) == (
            "has-money-here",
            {"person": "zulema"},
            ("HP.BG.posts",),
        )
    hall.do("zulema", a.SettleMoney(ZULEMA, 7_00, is_paid_in=True, is_done=False) if counter else a.CashOut(7_00))
    assert hall.accepts(MANAGER, a.Relieve(role, ZULEMA))
