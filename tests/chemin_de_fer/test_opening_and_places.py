"""Opening, documents (CF.R, CF.S, CF.E2); places, the list, and who may go away from what is his (CF.D)."""

from collections.abc import Callable
from typing import Any

import pytest

from tapete.catalogue import game_key
from tapete.clauses import trace
from tapete.games.baccarat.effects import GiveCards
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.events import TableOpened
from tapete.games.chemin_de_fer.game import CheminDeFer
from tapete.games.chemin_de_fer.rules import is_in_force_on, key_of_name
from tapete.kernel import Accepted, Act, PersonId, Refused
from tapete.rulebooks import Library, house_library, make as bound, overlay
from tapete.rulebooks.resolve import lay_over, lent_sections
from tapete.table import acts as t
from tapete.table.people import ListJoined
from tapete.table.staff import Role

STAFF = {Role.CROUPIER: PersonId("croupier"), Role.INSPECTOR: PersonId("inspector")}


def opened(by: str = "system:house", **how: object):
    game = CheminDeFer()
    what = {"name": "m", "rulebook": "asturias-2011", "minimum": 10_00, "staff": STAFF, **how}
    return game.decide(game.blank(), Act(PersonId(by), a.OpenTable(**what), game.blank().step))


def code(**how: object) -> str:
    outcome = opened(**how)
    return outcome.code if isinstance(outcome, Refused) else ""


@pytest.mark.clause("CF.E2.02")
def test_no_table_minimum_below_the_authorised_one(make) -> None:
    refused = opened(minimum=2_00, authorised_minimum=5_00)
    assert isinstance(refused, Refused)
    assert (refused.code, refused.clauses) == ("below-authorised-minimum", ("CF.E2.02",))
    assert code(minimum=5_00, authorised_minimum=5_00) == ""
    assert make(authorised_minimum=5_00).state.settings.authorised_minimum == 5_00


@pytest.mark.clause("CF.E2.01")
@pytest.mark.parametrize("minimum", [10_00, 25_00])
def test_each_table_has_a_punto_minimum_of_its_own(minimum: int) -> None:
    outcome = opened(minimum=minimum, authorised_minimum=5_00)
    assert isinstance(outcome, Accepted)
    assert "CF.E2.01" in outcome.rests_on
    table = next(one for one in outcome.events if isinstance(one, TableOpened))
    assert (table.minimum, table.bank_minimum) == (minimum, minimum)


HOUSE = house_library().by_id("chemin-de-fer", "asturias-2011")


@pytest.mark.clause("CF.E2.06")
def test_no_rulebook_is_adopted_that_leaves_no_room_for_the_least_bank(make) -> None:
    """A least bank of 500 beside banks of up to 40 times a stake of 10: nobody could take it."""
    content = overlay(HOUSE.content, {"bank": {"maximum_multiple": {**HOUSE.content["bank"]["maximum_multiple"]}}})
    content["bank"]["maximum_multiple"]["value"] = 40
    narrow = bound(content)
    game = CheminDeFer(Library((*house_library().books, narrow)))
    table = make(game=game, prepared=False, bank_minimum=500_00)
    found = table.refused("system:house", a.AdoptRulebook(narrow.sha256))
    assert (found.code, found.facts, found.clauses) == ("bank-above-maximum", {"maximum": 400_00}, ("CF.E2.06",))
    free = make(game=game, prepared=False, bank_minimum=500_00, no_bank_max=True)
    assert free.do("system:house", a.AdoptRulebook(narrow.sha256)).state.sha256 == narrow.sha256
    room = make(game=game, prepared=False, bank_minimum=400_00)
    assert room.do("system:house", a.AdoptRulebook(narrow.sha256)).state.sha256 == narrow.sha256


def test_a_table_opens_with_its_staff_and_by_the_house() -> None:
    assert code(staff={Role.CROUPIER: PersonId("c")}) == "missing-inspector"
    assert code(staff={Role.INSPECTOR: PersonId("i")}) == "missing-croupier"
    assert opened(staff=dict.fromkeys(STAFF, PersonId("c"))).clauses == ("HP.CF.staff",)
    assert code(by="ana") == "not-your-post"
    assert code(rulebook="nowhere") == "no-such-rulebook"


@pytest.mark.clause("CF.A.16")
def test_the_directors_authorisation_stands_for_the_whole_shoe(make) -> None:
    director = t.Relieve(Role.DIRECTOR, PersonId("dora"))
    table = make(prepared=False).do("inspector", director)
    assert table.refused("croupier", a.SetOptions(banco_freedom=True)).code == "not-your-post"
    table.do("dora", a.SetOptions(banco_freedom=True))
    assert table.state.settings.banco_freedom
    table.shoe()
    assert table.refusal("dora", a.SetOptions(banco_freedom=False)) == ("shoe-in-use", ("CF.A.16",))
    assert table.bank().refused("dora", a.SetOptions(banco_freedom=False)).code == "shoe-in-use"


@pytest.mark.clause("CF.R.05")
@pytest.mark.parametrize("name", ["ferrocarril", "bacarrá", "bacarra", "BACARRÁ", "chemin de fer", "Chemin_de-Fer"])
def test_three_names_are_one_game(name: str) -> None:
    assert key_of_name(name) == game_key(name) == "chemin-de-fer"
    assert (key_of_name("bacarrá a dos paños"), game_key("bacarrá a dos paños")) == (None, "dos-panos")


@pytest.mark.clause("CF.R.02")
@pytest.mark.parametrize(("day", "holds"), [("2011-06-21", False), ("2011-06-22", True)])
def test_the_annex_holds_from_the_day_after_its_publication(make, day: str, holds: bool) -> None:
    assert is_in_force_on(make().state.book, day) is holds


ANNEX = house_library().by_id("chemin-de-fer", "asturias-2011").content
FIVE_PER_CENT, TWO_PER_CENT = {"num": 5, "den": 100}, {"num": 2, "den": 100}


@pytest.mark.clause("CF.R.03")
def test_on_a_conflict_with_an_older_document_the_annex_is_applied() -> None:
    order_of_1979 = {
        "bank": {"cagnotte": {"value": TWO_PER_CENT, "practice": "OM1979-09"}},
        "staff": {"helpers": {"value": 1, "practice": "OM1979-09"}},
    }
    with trace() as trail:
        merged = lay_over(order_of_1979, ANNEX)
    assert merged["bank"]["cagnotte"]["value"] == FIVE_PER_CENT
    assert trail.rests_on == ("CF.R.03",)
    # where the annex is silent the older one fills the gap, and stays labelled
    assert merged["staff"]["helpers"] == {"value": 1, "practice": "OM1979-09"}


@pytest.mark.clause("CF.S.01")
def test_the_annex_lends_its_general_rules() -> None:
    """A ten is worth nothing at two cloths because it is worth nothing here."""
    with trace() as trail:
        assert lent_sections(ANNEX)[:2] == ("points", "outcome")
    assert "CF.S.01" in trail.rests_on
    points = house_library().by_id("dos-panos", "asturias-2011").content["points"]
    assert {name: one["value"] for name, one in points.items()} == {
        name: one["value"] for name, one in ANNEX["points"].items()
    }


@pytest.mark.clause("CF.S.02")
def test_the_annex_lends_its_table_of_the_bank() -> None:
    with trace() as trail:
        assert "banker.table" in lent_sections(ANNEX)
    assert "CF.S.02" in trail.rests_on


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


@pytest.mark.clause("CF.D.03")
def test_a_tenth_player_stands(make) -> None:
    table = make(seats=FULL, standing={})
    assert table.answer("dora", t.StandBehind(3)) == ""
    table.do("dora", t.StandBehind(3))
    assert [one.person for one in table.state.seats.standing] == ["dora"]


@pytest.mark.clause("CF.D.11")
def test_who_moves_between_shoes_keeps_his_turn(make) -> None:
    table = make(seats={3: "tres", 6: "seis", 9: "nueve"}, standing={}, prepared=False).do("seis", t.Sit(2)).shoe()
    assert (table.state.offer.candidate, table.answer("seis", a.TakeBank(10_00))) == ("seis", "")


@pytest.mark.clause("CF.D.13")
def test_in_mid_shoe_the_list_comes_first(make) -> None:
    """Place 4 is vacant; the list is Nora, Omar; seat 7 would like to change."""
    table = make(seats=FULL, standing={}).with_shoe(position=20)
    table.do("nora", a.JoinList()).do("omar", a.JoinList()).do("p7", a.AskSeatChange()).do("p4", t.Leave())
    for late in ("p7", "omar", "quim"):
        refused = table.refused(late, t.Sit(4))
        assert (refused.code, refused.facts, refused.clauses) == ("place-for-the-list", {"first": "nora"}, ("CF.D.13",))
    assert sits(table.fork().do("nora", t.Sit(4)), "nora") == 4
    # two vacant places are for the first two of the list
    table.do("p5", t.Leave()).do("omar", t.Sit(5))
    assert table.state.seats.waiting_list == ("nora",)
    table.do("nora", a.LeaveList()).do("p7", t.Sit(4))


@pytest.mark.clause("CF.D.13")
@pytest.mark.parametrize(("is_banker", "code"), [(True, "bank-is-yours"), (False, "money-on-table")])
def test_who_waits_on_the_list_and_is_in_the_bank_keeps_nobody_from_a_place(make, is_banker: bool, code: str) -> None:
    table = make(seats=FULL, standing={"pau": 3, "rosa": 3}).do("pau", a.JoinList()).do("rosa", a.JoinList())
    if is_banker:
        table.declined(*FULL.values()).bank(by="pau")
    else:
        table.bank(by="p1").do("pau", a.OfferShare(50_00)).do("p1", a.AcceptShare("pau"))
    table.with_shoe(position=20).do("p4", t.Leave())
    assert (table.refused("quim", t.Sit(4)).facts, table.answer("pau", t.Sit(4))) == ({"first": "rosa"}, code)
    assert sits(table.do("rosa", t.Sit(4)), "rosa") == 4


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
    assert table.refusal("nora", t.Sit(5)) == ("place-kept", ("CF.D.20",))
    table.do("ana", t.Back(PersonId("ana")))
    assert table.refused("nora", t.Sit(5)).code == "seat-taken"


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
