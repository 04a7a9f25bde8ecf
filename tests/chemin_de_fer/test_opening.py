"""Opening and closing a table: limits, staff, the director's options; what the document is and from when it holds."""

import pytest

from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.game import CheminDeFer
from tapete.games.chemin_de_fer.names import applies_on, game_named
from tapete.games.chemin_de_fer.terms import Window
from tapete.kernel import Act, PersonId, Refused
from tapete.table import acts as t
from tapete.table.staff import Role

STAFF = {Role.CROUPIER: PersonId("croupier"), Role.INSPECTOR: PersonId("inspector")}


def opened(by: str = "system:house", **how: object):
    game = CheminDeFer()
    what = {"name": "m", "rulebook": "asturias-2011", "minimum": 10_00, "staff": STAFF, **how}
    return game.decide(game.blank(), Act(PersonId(by), a.OpenTable(**what), game.blank().step))  # type: ignore[arg-type]


def code(**how: object) -> str:
    outcome = opened(**how)  # type: ignore[arg-type]
    return outcome.code if isinstance(outcome, Refused) else ""


@pytest.mark.clause("CF.E2.02")
def test_no_table_minimum_below_the_authorised_one(make) -> None:
    refused = opened(minimum=2_00, authorised_minimum=5_00)
    assert isinstance(refused, Refused)
    assert (refused.code, refused.clauses) == ("below-authorised-minimum", ("CF.E2.02",))
    assert code(minimum=5_00, authorised_minimum=5_00) == ""
    assert make(authorised_minimum=5_00).state.settings.authorised_minimum == 5_00


@pytest.mark.clause("CF.E2.07")
def test_the_bank_minimum_is_no_lower_than_the_punto_minimum() -> None:
    assert code(bank_minimum=5_00) == "bank-minimum-too-low"
    assert code(bank_minimum=10_00) == ""


def test_a_table_opens_with_its_staff_and_by_the_house() -> None:
    assert code(staff={Role.CROUPIER: PersonId("c")}) == "missing-inspector"
    assert code(staff={Role.INSPECTOR: PersonId("i")}) == "missing-croupier"
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
    refused = table.refused("dora", a.SetOptions(banco_freedom=False))
    assert (refused.code, refused.clauses) == ("shoe-in-use", ("CF.A.16",))
    assert table.bank().refused("dora", a.SetOptions(banco_freedom=False)).code == "shoe-in-use"


def test_a_table_that_closes_keeps_nobodys_money(make) -> None:
    table = make().bank(300_00).bets()
    assert table.refused("inspector", a.CloseTable()).code == "coup-in-progress"
    table.do("ana", a.Stake(100_00)).closed()
    assert table.refused("inspector", a.CloseTable()).code == "coup-in-progress"
    table = make().bank(300_00)
    assert table.refused("ana", a.CloseTable()).code == "not-your-post"
    table.do("inspector", a.CloseTable())
    assert (table.state.window, table.state.bank, table.chips("bea")) == (Window.CLOSED, None, 10_000_00)
    assert table.refused("croupier", a.ShufflePack()).code == "table-closed"
    for person in ("ana", "bea", "carla", "luis", "eva", "pau", "rosa"):
        table.do(person, t.Leave())
        assert table.chips(person) == 0


@pytest.mark.clause("CF.R.05")
@pytest.mark.parametrize("name", ["ferrocarril", "bacarrá", "chemin de fer", "Ferrocarril", "chemin-de-fer"])
def test_three_names_are_one_game(name: str) -> None:
    assert game_named(name) == "chemin-de-fer"
    assert game_named("bacarrá a dos paños") is None


@pytest.mark.clause("CF.R.02")
@pytest.mark.parametrize(("day", "holds"), [("2011-06-21", False), ("2011-06-22", True)])
def test_the_annex_holds_from_the_day_after_its_publication(make, day: str, holds: bool) -> None:
    assert applies_on(make().state.book, day) is holds
