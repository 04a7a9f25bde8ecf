"""The waiting list goes on: whoever is first on it and can take no place keeps nobody else from one."""

from collections.abc import Callable

import pytest

from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Phase
from tapete.kernel import PersonId
from tapete.table import acts as t
from tests.support.dos_panos.coups import WON, coup
from tests.support.dos_panos.table import Table, opened

FULL = {3: "eva", 4: "fina", 5: "gil", 8: "hugo", 9: "ines"}


def one_vacant() -> Table:
    """Nine of ten places are taken; Rosa stands at the table and is first on the list, Xenia is second."""
    made = opened(WON)
    for seat, person in FULL.items():
        made.do(person, t.Sit(seat))
    made.do("rosa", t.StandBehind(10)).do("xenia", t.StandBehind(10))
    made.do("rosa", a.JoinList()).do("xenia", a.JoinList())
    assert made.refused("xenia", t.Sit(10)).code == "place-for-the-list"
    return made


def in_chair(made: Table) -> Table:
    return made.ready()


def awarded(made: Table) -> Table:
    return made.announced()


def away(made: Table) -> Table:
    return made.do("rosa", t.Away(PersonId("rosa")))


@pytest.mark.clause("DP.D.11")
@pytest.mark.parametrize("held_up", [in_chair, awarded, away])
def test_the_next_on_the_list_has_the_place_that_the_first_cannot_take(held_up: Callable[[Table], Table]) -> None:
    made = held_up(one_vacant())
    if held_up is not away:
        assert made.refused("rosa", t.Sit(10)).code == "bank-is-yours"
    assert "rosa" not in made.state.seats.waiting_list or "HP.DP.list-turn" in made.outcome("xenia", t.Sit(10)).rests_on
    assert made.refused("yago", t.Sit(10)).facts == {"first": "xenia"}
    assert made.do("xenia", t.Sit(10)).state.seats.seat_of(PersonId("xenia")) == 10


def test_whoever_was_passed_over_keeps_his_turn() -> None:
    made = away(one_vacant()).do("xenia", t.Sit(10)).do("yago", a.JoinList())
    assert made.state.seats.waiting_list == ("rosa", "yago")
    made.do("ines", t.Leave()).do("rosa", t.Back(PersonId("rosa")))
    assert made.refused("yago", t.Sit(9)).facts == {"first": "rosa"}
    assert made.do("rosa", t.Sit(9)).accepts("yago", a.LeaveList())


def test_an_award_that_goes_back_leaves_its_winner_his_turn() -> None:
    made = awarded(one_vacant()).do("rosa", a.AnnulAward())
    assert made.state.seats.waiting_list == ("rosa", "xenia")
    assert made.refused("xenia", t.Sit(10)).facts == {"first": "rosa"}


def test_whoever_takes_the_chair_goes_off_the_list_and_does_not_enter_it_there() -> None:
    made = in_chair(one_vacant())
    assert made.state.seats.waiting_list == ("xenia",)
    assert "join-list" not in {one.act for one in made.play.legal("rosa")}
    for by, act in (("rosa", a.JoinList()), ("inspector", a.JoinList(PersonId("rosa")))):
        found = made.refused(by, act)
        assert (found.code, found.clauses) == ("chair-is-taken", ("HP.DP.list-turn",))
    coup(made).do("rosa", a.LeaveBank(), a.JoinList())
    assert (made.phase, made.state.seats.waiting_list) == (Phase.REOFFER, ("xenia", "rosa"))


@pytest.mark.clause("DP.D.12")
def test_the_keeper_strikes_off_whoever_does_not_come() -> None:
    made = one_vacant()
    assert made.refused("croupier", a.LeaveList(PersonId("rosa"))).code == "not-your-post"
    assert made.do("inspector", a.LeaveList(PersonId("rosa"))).accepts("xenia", t.Sit(10))
