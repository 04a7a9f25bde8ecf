"""Section D: places, the list, absence, and who comes first to a vacant place."""

import msgspec
import pytest

from tapete.games.chemin_de_fer import acts as a
from tapete.kernel import PersonId
from tapete.table import acts as t
from tapete.table.staff import Role
from tapete.table.waiting import ListJoined

FULL = {seat: f"p{seat}" for seat in range(1, 10)}


def in_mid_shoe(table):
    """Go to where cards have left the shoe."""
    late = msgspec.structs.replace(table.state, shoe=msgspec.structs.replace(table.state.shoe, position=20))
    table.play = type(table.play)(table.play.game, late, table.play.source)
    return table


def sits(table, person: str) -> int | None:
    return table.state.seats.seat_of(PersonId(person))


@pytest.mark.clause("CF.D.01")
def test_one_player_to_a_place(make) -> None:
    table = make()
    refused = table.refused("nora", t.Sit(5))
    assert (refused.code, refused.clauses) == ("seat-taken", ("CF.D.01",))
    assert sits(table.do("nora", t.Sit(4)), "nora") == 4
    assert sits(table.do("nora", t.Sit(6)), "nora") == 6
    assert 4 not in table.state.seats.occupants


@pytest.mark.clause("CF.D.03")
def test_any_number_stands_behind_the_places(make) -> None:
    table = make(seats=FULL, standing={})
    for n in range(12):
        table.do(f"s{n}", t.StandBehind(3))
    assert len(table.state.seats.standing) == 12
    assert "CF.D.03" in table.turns[-1].rests_on


@pytest.mark.clause("CF.D.13")
def test_in_mid_shoe_the_list_comes_first(make) -> None:
    """Place 4 is vacant; the list is Nora, Omar; seat 7 would like to change."""
    table = in_mid_shoe(make(seats=FULL, standing={}))
    table.do("nora", a.JoinList()).do("omar", a.JoinList()).do("p7", a.AskSeatChange()).do("p4", t.Leave())
    for late in ("p7", "omar", "quim"):
        refused = table.refused(late, t.Sit(4))
        assert (refused.code, refused.facts, refused.clauses) == (
            "place-for-the-list",
            {"first": "nora"},
            ("CF.D.13",),
        )
    assert sits(table.fork().do("nora", t.Sit(4)), "nora") == 4
    # two vacant places are for the first two of the list
    table.do("p5", t.Leave()).do("omar", t.Sit(5))
    assert table.state.seats.waiting_list == ("nora",)
    table.do("nora", a.LeaveList()).do("p7", t.Sit(4))


@pytest.mark.clause("CF.D.14")
def test_between_shoes_those_who_asked_to_change_come_first(make) -> None:
    table = make(seats=FULL, standing={}, prepared=False)
    table.do("nora", a.JoinList()).do("p7", a.AskSeatChange()).do("p2", a.AskSeatChange()).do("p4", t.Leave())
    for late in ("nora", "p2", "quim"):
        refused = table.refused(late, t.Sit(4))
        assert (refused.code, refused.clauses) == ("place-for-movers", ("CF.D.14",))
    table.do("p7", t.Sit(4))
    assert (table.state.carried_over.movers, table.state.carried_over.salute_debtors) == (("p2",), frozenset())
    table.do("p2", t.Sit(7))
    refused = table.refused("quim", t.Sit(2))
    assert (refused.code, refused.clauses) == ("place-for-the-list", ("HP.CF.list-between-shoes",))
    table.do("nora", t.Sit(2))


@pytest.mark.clause("CF.D.13")
def test_in_mid_shoe_the_next_has_the_place_that_the_first_cannot_take(make) -> None:
    """Nora is first on the list and has gone away for a while: Omar sits, and she keeps her turn."""
    table = in_mid_shoe(make(seats=FULL, standing={}))
    table.do("nora", t.StandBehind(4), a.JoinList()).do("omar", a.JoinList()).do("p4", t.Leave())
    assert table.refused("omar", t.Sit(4)).code == "place-for-the-list"
    table.do("nora", t.Away(PersonId("nora")))
    assert table.refused("quim", t.Sit(4)).facts == {"first": "omar"}
    assert "HP.CF.list-turn" in table.outcome("omar", t.Sit(4)).rests_on
    table.do("omar", t.Sit(4))
    assert table.state.seats.waiting_list == ("nora",)


@pytest.mark.clause("CF.D.14")
def test_between_shoes_the_list_has_the_place_that_nobody_who_asked_to_change_can_take(make) -> None:
    table = make(seats=FULL, standing={}, prepared=False)
    table.do("nora", a.JoinList()).do("p7", a.AskSeatChange()).do("p4", t.Leave())
    assert table.refused("nora", t.Sit(4)).code == "place-for-movers"
    table.do("p7", t.Away(PersonId("p7")))
    assert table.refused("quim", t.Sit(4)).code == "place-for-the-list"
    table.do("nora", t.Sit(4))
    assert table.state.carried_over.movers == ("p7",)


@pytest.mark.clause("CF.D.15")
def test_the_list_is_kept_by_the_inspector(make) -> None:
    table = make()
    (entry,) = table.outcome("nora", a.JoinList()).events
    assert entry == ListJoined(PersonId("nora"), PersonId("inspector"))
    table.do("nora", a.JoinList()).do("inspector", a.JoinList(PersonId("omar")))
    assert table.state.seats.waiting_list == ("nora", "omar")
    assert table.play.view(None).waiting_list == ("nora", "omar")
    assert table.refused("nora", a.JoinList()).code == "on-the-list"
    assert table.refused("ana", a.JoinList()).code == "already-seated"
    assert table.refused("croupier", a.JoinList(PersonId("quim"))).code == "not-your-post"
    assert table.refused("croupier", a.JoinList()).code == "staff-may-not-play"
    assert table.refused("ana", a.LeaveList(PersonId("nora"))).code == "not-your-post"
    table.do("inspector", a.LeaveList(PersonId("nora")))
    assert table.state.seats.waiting_list == ("omar",)
    assert table.refused("nora", a.LeaveList()).code == "not-on-the-list"


@pytest.mark.clause("CF.D.20")
def test_a_place_that_is_empty_for_a_moment_is_kept(make) -> None:
    table = make().do("ana", t.Away(PersonId("ana")))
    refused = table.refused("nora", t.Sit(5))
    assert (refused.code, refused.clauses) == ("place-kept", ("CF.D.20",))
    table.do("ana", t.Back(PersonId("ana")))
    assert table.refused("nora", t.Sit(5)).code == "seat-taken"


def test_nobody_puts_himself_on_duty(make) -> None:
    table = make()
    post = t.Relieve(Role.CROUPIER, PersonId("nora"))
    assert table.refused("nora", post).code == "not-your-post"
    assert table.refused("ana", post).code == "not-your-post"
    for by in ("croupier", "inspector", "system:house"):
        assert "HP.CF.relief" in table.outcome(by, post).rests_on
    assert table.refused("croupier", t.Relieve(Role.INSPECTOR, PersonId("nora"))).code == "not-your-post"
    assert table.refused("inspector", t.Relieve(Role.CROUPIER, PersonId("ana"))).code == "player-may-not-serve"
    table.do("croupier", post)
    assert table.refused("croupier", a.OpenBets()).code == "not-your-post"
    for plays in (a.JoinList(), t.Sit(4), t.StandBehind(4)):
        refused = table.refused("nora", plays)
        assert (refused.code, refused.clauses) == ("staff-may-not-play", ("HP.CF.relief",))


def test_who_leaves_takes_his_chips(make) -> None:
    table = make().do("ana", t.CashOut(1_000_00))
    assert table.chips("ana") == 9_000_00
    assert table.refused("ana", t.CashOut(9_000_01)).code == "not-enough-chips"
    table.do("ana", t.Leave())
    assert (table.chips("ana"), sits(table, "ana")) == (0, None)


@pytest.mark.parametrize("bad", ["", "Ana", "ana\n"])
def test_only_a_pseudonym_takes_a_place_or_is_named_in_an_act(make, bad) -> None:
    table = make().bank(300_00).bets()
    refused = table.refused(bad, t.Sit(4))
    assert (refused.code, refused.facts) == ("person-malformed", {"person": bad})
    assert table.refused("ana", a.JoinBanco(bad, 100_00)).code == "malformed"
