"""The opening of a table, its equipment, posts, places and shoe, DP.B, DP.E1 and DP.E2; sessions of an open bank."""

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.catalogue import game_key
from tapete.games.banked.acts import Stand
from tapete.games.banked.shoe import AskCardCheck, CheckCards, InsertStopCard
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.terms import BankMode, Phase
from tapete.kernel import HOUSE, Act, Count, PersonId, Refused
from tapete.play import ListedShoe, Play
from tapete.rulebooks import house_library
from tapete.table import acts as t
from tapete.table.staff import Role
from tests.support.dos_panos.coups import LOST, coup
from tests.support.dos_panos.table import BANK, STAFF, Table, opened


def refusal(**options: Any) -> Refused:
    """Return why a table is not opened."""
    game = DosPanos()
    given = {"name": "salon", "rulebook": "asturias-2011", "minimum": 10_00, "bank_maximum": 9_000_00, "staff": STAFF}
    outcome = Play(game, game.blank(), ListedShoe(())).attempt(a.OpenTable(**{**given, **options}), HOUSE).outcome
    assert isinstance(outcome, Refused), outcome
    return outcome


clause, param = pytest.mark.clause, pytest.param

OPEN = {"mode": BankMode.OPEN, "bank_maximum": 0}


@pytest.mark.parametrize(
    ("options", "code", "clause"),
    [
        param({"bank_maximum": 0}, "bank-maximum-missing", "DP.E2.03", marks=clause("DP.E2.03")),
        param({**OPEN, "maximum": 1_000_00}, "maximum-in-open-bank", "DP.E2.09", marks=clause("DP.E2.09")),
        param({**OPEN, "bank_maximum": 9_000_00}, "maximum-in-open-bank", "DP.E2.08", marks=clause("DP.E2.08")),
        param({**OPEN, "session_shoes": 3}, "too-many-shoes", "DP.E2.15", marks=clause("DP.E2.15")),
        param({"decks": 8}, "wrong-packs", "DP.F.08", marks=clause("DP.F.08")),
        param(
            {"staff": {Role.CROUPIER: PersonId("c"), Role.INSPECTOR: PersonId("i")}},
            "missing-staff",
            "DP.F.18",
            marks=clause("DP.F.18"),
        ),
        ({"maximum": 5_00}, "maximum-below-minimum", "DP.E2.01"),
        ({"bank_minimum": 9_001_00}, "maximum-below-minimum", "DP.E2.04"),
        ({"rulebook": "no-such"}, "no-such-rulebook", ""),
    ],
)
def test_what_a_table_is_not_opened_with(options: dict[str, Any], code: str, clause: str) -> None:
    found = refusal(**options)
    assert found.code == code
    assert not clause or clause in found.clauses


@pytest.mark.clause("DP.E2.04")
@pytest.mark.parametrize("book", [one.id for one in house_library().of("dos-panos")])
@pytest.mark.parametrize(("bank_minimum", "bank_maximum"), [(0, 5_00), (0, 9_99), (5_00, 5_00), (1_00, 9_99)])
def test_no_table_opens_at_which_no_bank_can_be_formed(book: str, bank_minimum: int, bank_maximum: int) -> None:
    """Given a stake of at least 10; when the greatest bank is below it; then refused. A bank minimum of 0 is the least
    stake, and a bank that covers no stake is one that nobody can play against.
    """
    found = refusal(rulebook=book, bank_minimum=bank_minimum, bank_maximum=bank_maximum)
    assert (found.code, "DP.E2.04" in found.clauses) == ("maximum-below-minimum", True)
    assert found.facts == {"minimum": 10_00, "maximum": bank_maximum}
    made = opened(book=book, bank_minimum=bank_minimum, bank_maximum=10_00)
    assert made.state.settings.bank_maximum == 10_00


@pytest.mark.clause("DP.D.01")
def test_each_cloth_has_its_places_and_a_player_has_one() -> None:
    made = opened()
    assert made.state.seats.labels == tuple(range(1, 11))
    refused = made.refused("ana", t.Sit(8))
    assert (refused.code, "DP.D.01" in refused.clauses) == ("already-seated", True)
    assert made.refused("pau", t.Sit(1)).code == "seat-taken"


def small(**options: Any) -> Table:
    """A table with two places a cloth, all of them taken."""
    made = opened(places=2, people=False, **options)
    for seat, person in enumerate(("ana", "bea", "carla", "dani"), start=1):
        made.do(person, t.Sit(seat), t.BuyIn(1_000_00))
    return made


@pytest.mark.clause("DP.D.12")
def test_the_inspector_keeps_the_list_and_under_the_catalogue_the_table_chief() -> None:
    made = small()
    assert made.accepts("inspector", a.JoinList(PersonId("luis")))
    assert made.refused("chief", a.JoinList(PersonId("pau"))).code == "not-your-post"
    fragment = small(book="catalogo-51-53").do("chief", a.JoinList(PersonId("luis")))
    assert fragment.refused("inspector", a.JoinList(PersonId("pau"))).code == "not-your-post"


@pytest.mark.clause("DP.B.03")
def test_the_pack_is_counted_shuffled_and_cut_in_that_order() -> None:
    made = opened().announced().deposited()
    assert made.why("croupier", a.ShufflePack(), "DP.B.03") == "not-counted"
    assert made.refused("croupier", a.CountPack(311)).code == "wrong-count"
    made.do("croupier", a.CountPack(312))
    assert made.refused("ana", a.CutPack(100)).code == "not-shuffled"
    made.do("croupier", a.ShufflePack())
    assert made.refused("croupier", InsertStopCard()).code == "not-cut"
    made.do("ana", a.CutPack(100)).do("croupier", InsertStopCard())
    assert (made.state.shoe.size, made.state.shoe.stop) == (312, 302)


@pytest.mark.clause("DP.B.05")
@pytest.mark.parametrize(("book", "is_taken"), [("asturias-2011", False), ("orden-1979", False), ("guia", True)])
def test_more_cards_below_the_stop_card_are_lawful_under_the_guide_alone(book: str, is_taken: bool) -> None:
    made = opened(book=book)
    if made.phase is Phase.OPENING:
        made.announced().deposited()
    else:
        made.do("croupier", a.LayOutPacks())
    made.do("croupier", a.CountPack(312), a.ShufflePack(), a.CutPack(100))
    offers = made.play.game.legal(made.state, STAFF[Role.CROUPIER])
    (depth,) = [one.fields["below"] for one in offers if one.act == "insert-stop-card"]
    assert depth == Count(10, 311 if is_taken else 10)
    if is_taken:
        made.do("croupier", InsertStopCard(14))
        assert made.state.shoe.stop == 298
    else:
        assert made.why("croupier", InsertStopCard(14), "DP.B.05") == "stop-card-depth"
    assert opened(book=book).phase in (Phase.OPENING, Phase.SHOE)


def near_the_end(options: dict[str, Any] | None = None, **term: int) -> Table:
    """A shoe whose stop card comes out in the first coup: it lies before its third card."""
    made = opened("9s 2h Kd 8c 3d 6h", **(options or {})).announced(**term)
    if made.state.is_open_bank:
        made.do("director", a.ProveDeposit(PersonId("rosa"), 90_000_00))
    made.deposited().do("croupier", a.CountPack(312), a.ShufflePack(), a.CutPack(100), InsertStopCard())
    state = made.state
    made.play.state = replace(state, shoe=replace(state.shoe, stop=2))
    made.delivered().do("ana", AskCardCheck()).bets().staked(ana=100_00, carla=100_00).closed().dealt()
    assert made.state.shoe.is_stop_seen
    return made.carried().said("1", "no").said("2", "no").looked().do("rosa", Stand()).shown().settled()


@pytest.mark.clause("DP.E1.07")
def test_a_banker_for_two_shoes_goes_on_with_the_next_one_after_the_check_that_was_asked_for() -> None:
    assert opened().accepts("inspector", a.AnnounceBank(PersonId("rosa"), 5_000_00, shoes=2))
    made = near_the_end(shoes=2)
    assert (made.phase, made.state.banker) == (Phase.SHOE, "rosa")
    assert made.refused("croupier", a.CountPack(312)).code == "check-asked"
    made.do("croupier", CheckCards(312)).shoe()
    assert made.phase is Phase.BETWEEN
    made.bets()


@pytest.mark.clause("DP.E2.15")
def test_after_the_shoes_of_a_session_an_open_bank_goes_back_to_its_banker() -> None:
    made = near_the_end({"mode": BankMode.OPEN, "session_shoes": 1}, days=2)
    assert (made.phase, made.state.bank) == (Phase.OPENING, None)
    seen = made.play.view("ana")
    assert (seen.is_session_over, seen.may_award_anew) == (True, False)
    made.do("croupier", CheckCards(312))
    for what in (a.AnnounceBank(PersonId("rosa"), BANK), a.OpenAuction()):
        assert made.why("inspector", what, "DP.E2.15") == "session-over"


OPENING = a.OpenTable("salon", "asturias-2011", 10_00, mode=BankMode.OPEN, staff=STAFF)


@pytest.mark.clause("DP.F.03")
@pytest.mark.parametrize("name", ["banca", "Banca francesa", "bacarra a dos paños"])
def test_the_game_is_found_by_its_other_names(name: str) -> None:
    assert game_key(name) == "dos-panos"


@pytest.mark.clause("DP.F.04")
def test_a_table_has_one_of_two_modes_and_the_rules_of_its_bank_follow() -> None:
    game = DosPanos()
    bounded = game.decide(game.blank(), Act(HOUSE, replace(OPENING, bank_maximum=9_000_00)))
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
    assert made.why("croupier", a.CountPack(312, (*seals[:5], "B0")), "DP.F.07") == "pack-used"
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


def beside(act: a.OpenTable, *others: BankMode, **options: object) -> str:
    """Return why a table is not opened beside others of these modes."""
    game = DosPanos(options["library"]) if options else DosPanos()
    states = [opened(mode=mode, **options).state for mode in others]
    answered = game.open_beside(Act(HOUSE, replace(act, rulebook=str(options.get("book", act.rulebook)))), states)
    return answered.code if isinstance(answered, Refused) else ""


@pytest.mark.clause("DP.E2.13")
def test_one_table_of_an_establishment_has_an_open_bank() -> None:
    assert beside(OPENING, BankMode.OPEN) == "too-many-open-banks"
    assert beside(OPENING, BankMode.LIMITED, BankMode.LIMITED) == ""
    limited = replace(OPENING, mode=BankMode.LIMITED, bank_maximum=9_000_00)
    assert beside(limited, BankMode.OPEN) == ""


@pytest.mark.clause("DP.E2.14")
def test_a_day_has_two_sessions_of_an_open_bank() -> None:
    game = DosPanos()
    second, third = (game.decide(game.blank(), Act(HOUSE, replace(OPENING, session=number))) for number in (2, 3))
    assert not isinstance(second, Refused)
    assert isinstance(third, Refused)
    assert (third.code, "DP.E2.14" in third.clauses) == ("too-many-sessions", True)
