"""The table, its packs and slots, what the game is called, how many open banks a house has, by the register."""

import pytest
from msgspec.structs import replace

from tapete.catalogue import game_key
from tapete.games.banked.acts import Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.terms import BankMode
from tapete.kernel import HOUSE, Act, PersonId, Refused
from tests.support.dos_panos.coups import LOST, WON, coup, tags
from tests.support.dos_panos.options import altered
from tests.support.dos_panos.table import STAFF, opened

OPEN = a.OpenTable("salon", "asturias-2011", 10_00, mode=BankMode.OPEN, staff=STAFF)


@pytest.mark.clause("DP.F.03")
@pytest.mark.parametrize("name", ["banca", "Banca francesa", "bacarra a dos paños"])
def test_the_game_is_found_by_its_other_names(name: str) -> None:
    assert game_key(name) == "dos-panos"


@pytest.mark.clause("DP.F.04")
def test_a_table_has_one_of_two_modes_and_the_rules_of_its_bank_follow() -> None:
    game = DosPanos()
    bounded = game.decide(game.blank(), Act(HOUSE, replace(OPEN, bank_maximum=9_000_00)))
    assert isinstance(bounded, Refused)
    assert bounded.code == "maximum-in-open-bank"
    announced = a.AnnounceBank("rosa", 5_000_00)
    assert opened().accepts("inspector", announced)
    assert opened(mode=BankMode.OPEN).refused("inspector", announced).code == "deposit-not-proven"


@pytest.mark.clause("DP.F.07")
def test_a_pack_that_was_in_a_shoe_is_in_no_other() -> None:
    made = opened(LOST).announced(1_000_00).deposited(1_000_00)
    seals = tuple(f"A{number}" for number in range(6))
    twice = made.refused("croupier", a.CountPack(312, (*seals[:5], "A0")))
    assert (twice.code, twice.facts["seals"]) == ("pack-used", ["A0"])
    made.do("croupier", a.CountPack(312, seals), a.ShufflePack(), a.CutPack(100), a.InsertStopCard())
    coup(made.delivered()).do("rosa", a.AskNewShoe(), a.DepositBank(1_000_00))
    refused = made.refused("croupier", a.CountPack(312, (*seals[:5], "B0")))
    assert (refused.code, "DP.F.07" in refused.clauses) == ("pack-used", True)
    made.do("croupier", a.CountPack(312, tuple(f"B{number}" for number in range(6))))


@pytest.mark.clause("DP.F.12")
def test_the_first_cloth_has_the_first_places_and_number_one_is_the_nearest_to_the_banker() -> None:
    made = opened()
    assert [(one.seat, one.cloth) for one in made.play.view(None).seats][:5] == [
        (number, "primero") for number in range(1, 6)
    ]
    made.ready(1_000_00).bets().staked(bea=800_00, ana=800_00).closed()
    assert {one.person: one.amount for one in made.state.coup.stakes} == {"ana": 800_00, "bea": 200_00}


@pytest.mark.clause("DP.F.13")
def test_the_numbers_go_on_on_the_second_cloth_from_the_place_next_to_the_banker() -> None:
    made = opened()
    assert [(one.seat, one.cloth) for one in made.play.view(None).seats][5:] == [
        (number, "segundo") for number in range(6, 11)
    ]
    made.ready(1_000_00).bets().staked(dani=800_00, carla=800_00).closed()
    assert {one.person: one.amount for one in made.state.coup.stakes} == {"carla": 800_00, "dani": 200_00}


@pytest.mark.clause("DP.F.16")
def test_the_part_of_the_house_goes_into_the_slot_and_its_counter_grows() -> None:
    made = opened("9s 2h Kd 8c 3d 6h").ready().bets().staked(ana=120_00, carla=300_00).closed()
    made.played("no", "no").do("rosa", Stand()).shown().settled()
    assert made.play.view(None).cagnotte == 3_60


def test_a_table_has_as_many_places_as_the_house_says() -> None:
    assert opened(places=3, people=False).state.seats.labels == (1, 2, 3, 4, 5, 6)


# --- open banks of a house --------------------------------------------------------------------------------------------


def beside(act: a.OpenTable, *others: BankMode, **options: object) -> str:
    """Return why a table is not opened beside others of these modes."""
    game = DosPanos(options["library"]) if options else DosPanos()
    states = [opened(mode=mode, **options).state for mode in others]
    answered = game.open_beside(Act(HOUSE, replace(act, rulebook=str(options.get("book", act.rulebook)))), states)
    return answered.code if isinstance(answered, Refused) else ""


@pytest.mark.clause("DP.E2.13")
def test_one_table_of_an_establishment_has_an_open_bank() -> None:
    assert beside(OPEN, BankMode.OPEN) == "too-many-open-banks"
    assert beside(OPEN, BankMode.LIMITED, BankMode.LIMITED) == ""
    limited = replace(OPEN, mode=BankMode.LIMITED, bank_maximum=9_000_00)
    assert beside(limited, BankMode.OPEN) == ""


def test_a_house_that_may_have_two_open_banks_opens_a_second_and_no_third() -> None:
    two = altered(free__tables=2)
    assert beside(OPEN, BankMode.OPEN, **two) == ""
    assert beside(OPEN, BankMode.OPEN, BankMode.OPEN, **two) == "too-many-open-banks"


@pytest.mark.clause("DP.E2.14")
def test_a_day_has_two_sessions_of_an_open_bank() -> None:
    game = DosPanos()
    second, third = (game.decide(game.blank(), Act(HOUSE, replace(OPEN, session=number))) for number in (2, 3))
    assert not isinstance(second, Refused)
    assert isinstance(third, Refused)
    assert (third.code, "DP.E2.14" in third.clauses) == ("too-many-sessions", True)


def test_a_limited_bank_knows_no_sessions() -> None:
    game, limited = DosPanos(), replace(OPEN, mode=BankMode.LIMITED, bank_maximum=9_000_00, session=3)
    assert not isinstance(game.decide(game.blank(), Act(HOUSE, limited)), Refused)


@pytest.mark.parametrize(("sessions", "is_open"), [(1, False), (2, True)])
def test_how_many_sessions_a_day_has(sessions: int, is_open: bool) -> None:
    other = altered(free__sessions=sessions)
    game = DosPanos(other["library"])
    act = Act(HOUSE, replace(OPEN, session=2, rulebook=other["book"]))
    assert (not isinstance(game.decide(game.blank(), act), Refused)) is is_open


# --- the table goes on under other hands and rules --------------------------------------------------------------------


def test_a_post_is_handed_over_and_the_next_croupier_goes_on() -> None:
    from tapete.table.acts import Relieve
    from tapete.table.staff import Role

    made = opened(WON).ready().bets().staked(ana=100_00, carla=100_00).closed().dealt()
    assert made.refused("ana", Relieve(Role.CROUPIER, PersonId("nora"))).code == "not-your-post"
    assert made.refused("croupier", Relieve(Role.CROUPIER, PersonId("ana"))).code == "player-may-not-serve"
    made.do("croupier", Relieve(Role.CROUPIER, PersonId("nora")))
    assert "HP.DP.relief" in made.turns[-1].rests_on
    assert made.refused("croupier", a.CarryCards()).code == "not-your-post"
    made.do("nora", a.CarryCards()).do("inspector", Relieve(Role.CHANGER, PersonId("uxia")))
    assert made.state.staff[Role.CHANGER] == "uxia"


def test_between_shoes_a_table_takes_up_another_rulebook_with_the_posts_that_it_asks_for() -> None:
    from tapete.rulebooks import house_library
    from tapete.table.staff import Role

    guide = house_library().by_id("dos-panos", "guia").sha256
    chief = house_library().by_id("dos-panos", "catalogo-51-53").sha256
    made = opened(staff={role: who for role, who in STAFF.items() if role is not Role.TABLE_CHIEF})
    assert made.refused("director", a.AdoptRulebook(guide)).code == "shoe-in-use"
    made.announced().deposited()
    assert made.refused("inspector", a.AdoptRulebook(guide)).code == "not-your-post"
    assert made.refused("director", a.AdoptRulebook("0" * 64)).code == "no-such-rulebook"
    assert made.refused("director", a.AdoptRulebook(made.state.sha256)).code == "nothing-changes"
    assert made.refused("director", a.AdoptRulebook(chief)).code == "missing-staff"
    made.do("director", a.AdoptRulebook(guide))
    assert made.refused("croupier", a.CountPack(312)).code == "packs-not-shown"


def test_the_director_lets_banco_players_play_freely_before_a_shoe_is_played_and_not_later() -> None:
    made = opened(WON, needs_director=True)
    assert made.refused("inspector", a.SetOptions(True)).code == "not-your-post"
    assert made.refused("director", a.SetOptions(False)).code == "nothing-changes"
    made.do("director", a.SetOptions(True))
    assert made.state.settings.banco_freedom
    coup(made.ready())
    assert made.refused("director", a.SetOptions(False)).code == "shoe-in-use"


@pytest.mark.clause("DP.A.16")
def test_where_a_banco_player_is_free_anyway_the_director_has_no_word_to_say_about_it() -> None:
    made = opened()
    for word in (True, False):
        refused = made.refused("director", a.SetOptions(word))
        assert (refused.code, "DP.A.16" in refused.clauses) == ("banco-is-free", True)
    assert "set-options" not in tags(made, "director")
    assert "set-options" in tags(opened(needs_director=True), "director")


@pytest.mark.clause("DP.E2.11")
def test_institutions_are_accepted_where_somebody_proves_a_deposit() -> None:
    assert opened().refused("director", a.SetOptions(institution="Banco A")).code == "not-an-open-bank"
    made = opened(mode=BankMode.OPEN)
    (offer,) = (one for one in made.play.legal("director") if one.act == "set-options")
    assert set(offer.fields) == {"institution"}
    made.do("director", a.SetOptions(institution="Banco A"))
    assert made.refused("director", a.SetOptions(institution="banco a")).code == "nothing-changes"
