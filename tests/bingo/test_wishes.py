"""A player asks for cartones that his account pays for; they are sold to him by the seller, and by nobody else."""

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.state import CardWish
from tapete.games.bingo.terms import Means, Range
from tapete.kernel import PersonId
from tapete.live.people import is_at_table
from tapete.table.acts import BuyIn
from tapete.table.staff import Role
from tests.support.bingo.hall import CALLER, CHIEF, MANAGER, STAFF, Hall

SERIES = "B-1047"
CASHIER_TO_BE = "eva"


def selling() -> Hall:
    """Return a hall that sells at two euros; Ana has ten in her account, Luis none."""
    return Hall().open().sale().do("ana", BuyIn(10_00))


def test_what_was_asked_for_stands_at_the_desk_until_it_is_sold() -> None:
    hall = selling().do("ana", a.WantCards(SERIES, 3))
    assert hall.play.view(CALLER).duty.wishes == {"ana": CardWish(SERIES, 3)}
    assert hall.play.view("ana").me.wish_count == 3
    assert hall.balance("person:ana") == 10_00, "a wish costs nothing"
    hall.do(CALLER, a.SellCards(SERIES, 1, 2, PersonId("ana"), Means.ACCOUNT))
    assert hall.play.view(CALLER).duty.wishes == {"ana": CardWish(SERIES, 1)}
    hall.do(CALLER, a.SellCards(SERIES, 3, 3, PersonId("ana"), Means.ACCOUNT))
    assert hall.play.view(CALLER).duty.wishes == {}


def test_nobody_else_sees_a_wish() -> None:
    hall = selling().do("ana", a.WantCards(SERIES, 3))
    assert hall.play.view("luis").me.wish_count == 0
    assert (hall.play.view().duty, hall.play.view("luis").duty) == (None, None)


def test_a_wish_is_changed_and_taken_back() -> None:
    hall = selling().do("ana", a.WantCards(SERIES, 3), a.WantCards(SERIES, 1))
    assert hall.play.view(CALLER).duty.wishes == {"ana": CardWish(SERIES, 1)}
    assert hall.refused("ana", a.WantCards(SERIES, 1)) == "nothing-changes"
    hall.do("ana", a.WantCards(SERIES, 0))
    assert hall.play.view(CALLER).duty.wishes == {}
    assert hall.refused("ana", a.WantCards(SERIES, 0)) == "nothing-changes"


def test_a_wish_is_for_what_the_account_pays_while_cards_are_sold() -> None:
    hall = selling()
    assert hall.refused("ana", a.WantCards(SERIES, 6)) == "not-enough-chips"
    assert hall.refused("luis", a.WantCards(SERIES, 1)) == "not-enough-chips"
    assert hall.refused(CHIEF, a.WantCards(SERIES, 1)) == "staff-may-not-play"
    assert hall.refused("ana", a.WantCards("C-1", 1)) == "sale-not-announced"
    offered = [one for one in hall.play.legal("ana") if one.act == "want-cards"]
    assert [one.bounds("count") for one in offered] == [(1, 5)]
    hall.sell(1, 30).close()
    assert hall.refused("ana", a.WantCards(SERIES, 1)) == "wrong-window"


def test_whoever_has_cartones_or_a_wish_is_in_the_hall_though_his_account_is_empty() -> None:
    hall = selling().do("ana", a.WantCards(SERIES, 5))
    assert hall.state.has_something_of("ana")
    hall.do(CALLER, a.SellCards(SERIES, 1, 5, PersonId("ana"), Means.ACCOUNT))
    assert hall.balance("person:ana") == 0
    assert is_at_table(hall.play, PersonId("ana")), "nobody else may come in under the name"
    assert not is_at_table(hall.play, PersonId("luis"))


def test_a_wish_is_of_a_series_and_of_a_count() -> None:
    hall = Hall().open()
    other = a.RegisterSeries("C", 7, 120, 2_00)
    hall.do(MANAGER, other).do(CHIEF, a.AnnounceSale((SERIES, "C-7"))).do("ana", BuyIn(10_00))
    hall.do("ana", a.WantCards(SERIES, 2), a.WantCards("C-7", 2))
    assert hall.play.view(CALLER).duty.wishes == {"ana": CardWish("C-7", 2)}
    assert (hall.play.view("ana").me.wish_count, hall.play.view("ana").me.wish_series) == (2, "C-7")
    assert hall.refused("ana", a.WantCards("C-7", 2)) == "nothing-changes"
    hall.do(CALLER, a.SellCards(SERIES, 1, 1, PersonId("ana"), Means.ACCOUNT))
    assert hall.play.view(CALLER).duty.wishes == {"ana": CardWish("C-7", 2)}, "what he has of another series is no part"
    hall.do(CALLER, a.SellCards("C-7", 1, 2, PersonId("ana"), Means.ACCOUNT))
    assert hall.play.view(CALLER).duty.wishes == {}


def test_a_wish_ends_with_its_game() -> None:
    hall = selling().do("ana", a.WantCards(SERIES, 3)).do(CHIEF, a.CallOffSale("nobody came"))
    assert "want-cards" not in {one.act for one in hall.play.legal("ana")}


# --- a house whose players serve themselves ---------------------------------------------------------------------------


def serving(**options: object) -> Hall:
    """Return a hall whose players buy on their own pages; Ana has ten euros in her account."""
    return Hall(sale__self_service=True, **options).open().do("ana", BuyIn(10_00)).sale()


def test_a_player_buys_the_next_cartones_from_his_account() -> None:
    hall = serving().sell(1, 4).do("ana", a.WantCards(SERIES, 3)).do("ana", a.WantCards(SERIES, 1))
    assert [(one.cards, one.person, one.means) for one in hall.game.sales[1:]] == [
        (Range(SERIES, 5, 8), "ana", Means.ACCOUNT)
    ]
    assert (hall.balance("person:ana"), hall.balance("sales:1"), hall.balance("till:ana")) == (2_00, 16_00, 0)
    assert hall.play.view(CALLER).duty.wishes == {}
    assert hall.play.view().is_self_service
    hall.sell(9, 9)


def test_nobody_buys_more_than_his_account_pays_or_the_series_has() -> None:
    hall = serving()
    assert hall.refused("ana", a.WantCards(SERIES, 6)) == "not-enough-chips"
    assert hall.refused("luis", a.WantCards(SERIES, 1)) == "not-enough-chips"
    size = hall.state.hall.series[SERIES].size
    hall.sell(1, size - 1)
    assert hall.refused("ana", a.WantCards(SERIES, 2)) == "number-outside-series"
    assert hall.do("ana", a.WantCards(SERIES, 1)).balance("person:ana") == 8_00
    assert hall.refused("ana", a.WantCards(SERIES, 1)) == "number-outside-series"
    assert [one.act for one in hall.play.legal("ana") if one.act == "want-cards"] == []


def test_where_strips_alone_are_sold_a_player_buys_strips_alone() -> None:
    hall = serving(sale__units=["strip"]).do("ana", BuyIn(10_00))
    assert hall.refused("ana", a.WantCards(SERIES, 5)) == "unit-not-sold"
    assert hall.do("ana", a.WantCards(SERIES, 6)).balance("person:ana") == 8_00


def test_whoever_is_on_duty_does_not_serve_himself() -> None:
    hall = Hall(sale__self_service=True, sale__staff_may_play=True).open().do(CASHIER_TO_BE, BuyIn(10_00)).sale()
    hall.do(MANAGER, a.Relieve(Role.CASHIER, PersonId(CASHIER_TO_BE)))
    assert hall.refused(CASHIER_TO_BE, a.WantCards(SERIES, 1)) == "own-purse"


def test_without_that_option_a_wish_sells_nothing() -> None:
    hall = selling().do("ana", a.WantCards(SERIES, 3))
    assert (hall.balance("sales:1"), hall.play.view().is_self_service) == (0, False)


def test_what_a_player_takes_himself_is_a_sale_of_the_seller_on_duty() -> None:
    hall = Hall(sale__self_service=True).open().do("ana", BuyIn(10_00)).sale()
    hall.do("ana", a.WantCards("B-1047", 2))
    assert [(one.seller, one.person) for one in hall.game.sales] == [(CALLER, "ana")]


def test_without_a_seller_on_duty_nobody_serves_himself(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hall that may open without one: who has the post by then sells."""
    staff = {role: who for role, who in STAFF.items() if role is not Role.CALLER}
    monkeypatch.setattr("tests.support.bingo.hall.STAFF", staff)
    posts = ["table-chief", "cashier"]
    hall = Hall(sale__self_service=True, hall__least_posts=posts).open().do("ana", BuyIn(10_00)).sale()
    assert hall.refused("ana", a.WantCards("B-1047", 2)) == "posts-empty"
    hall.do(MANAGER, a.Relieve(Role.CALLER, PersonId(CALLER))).do("ana", a.WantCards("B-1047", 2))
    assert [one.seller for one in hall.game.sales] == [CALLER]
