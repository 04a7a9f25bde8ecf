"""Section D: places, the list, moving, and who may go away from what is his on the table (CF.D, HP.CF.in-play)."""

from collections.abc import Callable
from typing import Any

import pytest

from tapete.games.baccarat.effects import GiveCards
from tapete.games.chemin_de_fer import acts as a
from tapete.kernel import PersonId, Refused
from tapete.table import acts as t
from tapete.table.seats import queue
from tapete.table.waiting import ListJoined

FULL = {seat: f"p{seat}" for seat in range(1, 10)}


def sits(table, person: str) -> int | None:
    return table.state.seats.seat_of(PersonId(person))


@pytest.mark.clause("CF.D.01")
def test_one_player_to_a_place(make) -> None:
    table = make()
    assert table.refusal("nora", t.Sit(5)) == ("seat-taken", ("CF.D.01",))
    assert sits(table.do("nora", t.Sit(4)), "nora") == 4
    assert sits(table.do("nora", t.Sit(6)), "nora") == 6
    assert 4 not in table.state.seats.occupants


@pytest.mark.clause("CF.D.13")
def test_in_mid_shoe_the_list_comes_first(make) -> None:
    """Place 4 is vacant; the list is Nora, Omar; seat 7 would like to change."""
    table = make(seats=FULL, standing={}).with_shoe(position=20)
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
        assert table.refusal(late, t.Sit(4)) == ("place-for-movers", ("CF.D.14",))
    table.do("p7", t.Sit(4))
    assert (table.state.carried_over.movers, table.state.carried_over.salute_debtors) == (("p2",), frozenset())
    table.do("p2", t.Sit(7))
    assert table.refusal("quim", t.Sit(2)) == ("place-for-the-list", ("HP.CF.list-between-shoes",))
    table.do("nora", t.Sit(2))


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


@pytest.mark.parametrize("bad", ["", "Ana", "ana\n"])
def test_only_a_pseudonym_takes_a_place_or_is_named_in_an_act(make, bad) -> None:
    table = make().bank(300_00).bets()
    refused = table.refused(bad, t.Sit(4))
    assert (refused.code, refused.facts) == ("person-malformed", {"person": bad})
    assert table.refused("ana", a.JoinBanco(bad, 100_00)).code == "malformed"


LEAVING: dict[str, Callable[[str], tuple[str, Any]]] = {
    "leaves": lambda who: (who, t.Leave()),
    "stands up": lambda who: (who, t.StandBehind(3)),
    "changes his place": lambda who: (who, t.Sit(3)),
}


def real(make, **options: Any):
    return make(conduct="observed", **options)


def staked(make):
    """Ana's 100 play against 300; the betting is closed."""
    return real(make, coups=("banca", "banca")).bank(300_00).bets().do("ana", a.Stake(100_00)).closed()


def associated(make):
    return make().bank(300_00).do("eva", a.OfferShare(50_00)).do("bea", a.AcceptShare("eva"))


def late(make):
    """Eva laid 20 on the table after the words."""
    return staked(make).do("croupier", a.NoteLateStake("eva", 20_00))


def given_cards(make):
    """By a ruling Eva, who has staked nothing, plays the punto's cards."""
    table = staked(make).dealt()
    table.do("croupier", a.Report("stuck"))
    return table.ruled("inspector", effects=(GiveCards("punto", "eva"),), reason="as the inspector sees it")


BOUND: list[tuple[str, Callable[[Any], Any], str, str]] = [
    # who is bound to the table, where, his name, and what he is told
    ("who is asked to take the bank", lambda make: make(), "bea", "bank-offered-to-you"),
    ("banker", lambda make: make().bank(), "bea", "bank-is-yours"),
    ("associate", associated, "eva", "money-on-table"),
    ("caller", lambda make: make().bank().bets().do("eva", a.Stake(50_00)), "eva", "money-on-table"),
    ("staker", staked, "ana", "money-on-table"),
    (
        "staker on his feet",
        lambda make: make().bank().bets().do("pau", a.Stake(50_00)).closed(),
        "pau",
        "money-on-table",
    ),
    ("whose stake was late", late, "eva", "money-on-table"),
    ("bidder", lambda make: make().declined().do("eva", a.Bid(50_00)), "eva", "money-on-table"),
    ("holder of the cards without a stake", given_cards, "eva", "money-on-table"),
]


def test_nobody_goes_away_from_what_is_his_on_the_table(make) -> None:
    wrong = []
    for what, scene, who, code in BOUND:
        table = scene(make)
        for how, leaving in LEAVING.items():
            by, act = leaving(who)
            outcome = table.play.attempt(act, by).outcome
            if (getattr(outcome, "code", ""), getattr(outcome, "clauses", ())) != (code, ("HP.CF.in-play",)):
                wrong.append(f"{what} {how}: {outcome}, not {code}")
    assert wrong == []


def free(table, who: str) -> bool:
    return all(
        not isinstance(table.play.attempt(act, by).outcome, Refused)
        for by, act in (one(who) for one in LEAVING.values())
    )


def test_once_it_is_settled_he_may_go_and_takes_his_chips_along(make) -> None:
    table = late(make).dealt().looked().said("no").do("bea", a.LayDown("banca"))
    assert not free(table, "eva")
    table.settled()
    assert free(table, "eva")
    assert free(table, "ana")
    assert table.do("eva", t.Leave()).money().get("person:eva", 0) == 0
    assert table.play.last.events[0].amount == 10_000_00


def waiting_list(make, *people: str, gone: tuple[str, ...] = ()):
    """Carla is away when the hand comes to her; these wait for a place, and some of them are away too."""
    table = make(coups=("punto",)).bank(300_00)
    seats = table.state.seats
    for who in people:
        seats = queue(seats, PersonId(who))
    return table.with_state(seats=seats).away("carla", *gone).coup("punto", ana=100_00)


@pytest.mark.clause("CF.D.19")
@pytest.mark.parametrize(
    ("waits", "gone", "heir"),
    [
        (("pau", "rosa"), (), "pau"),
        (("pau", "rosa"), ("pau",), "rosa"),
        (("pau", "rosa"), ("pau", "rosa"), None),
        (("rosa",), (), "rosa"),
    ],
)
def test_the_place_goes_to_the_first_who_waits_and_is_there(make, waits, gone, heir: str | None) -> None:
    table = waiting_list(make, *waits, gone=gone)
    assert table.state.seats.occupants.get(2) == heir
    assert table.state.seats.waiting_list == tuple(one for one in waits if one != heir)
    assert table.state.offer.candidate == "ana"
