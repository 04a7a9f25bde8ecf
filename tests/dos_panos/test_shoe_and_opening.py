"""The opening of a table, its places and list, the shoe from the packs to the stop card, and the end of an award."""

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.games.banked.acts import Stand
from tapete.games.banked.shoe import AskCardCheck, CheckCards, InsertStopCard
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.terms import BankMode, Hand, Phase
from tapete.kernel import HOUSE, Count, PersonId, Refused
from tapete.play import KeyedShoe, ListedShoe, Play
from tapete.rulebooks import house_library
from tapete.table import acts as t
from tapete.table.staff import Role
from tests.support.dos_panos.evening import BOOKS
from tests.support.dos_panos.options import altered
from tests.support.dos_panos.table import BANK, STAFF, Table, opened


def refusal(**options: Any) -> Refused:
    """Return why a table is not opened."""
    game = DosPanos()
    given = {"name": "salon", "rulebook": "asturias-2011", "minimum": 10_00, "bank_maximum": 9_000_00, "staff": STAFF}
    outcome = Play(game, game.blank(), ListedShoe(())).attempt(a.OpenTable(**{**given, **options}), HOUSE).outcome
    assert isinstance(outcome, Refused), outcome
    return outcome


clause, param = pytest.mark.clause, pytest.param

TWO = {Role.CROUPIER: PersonId("c"), Role.INSPECTOR: PersonId("i")}
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


def test_the_fragment_asks_for_a_table_chief_too() -> None:
    without = {role: person for role, person in STAFF.items() if role is not Role.TABLE_CHIEF}
    found = refusal(rulebook="catalogo-51-53", staff=without)
    assert (found.code, found.facts["posts"]) == ("missing-staff", ["table-chief"])
    opened(staff=without)


@pytest.mark.parametrize("book", [one.id for one in house_library().of("dos-panos")])
def test_a_coup_is_played_under_every_rulebook(book: str) -> None:
    made = opened("9s 2h Kd 8c 3d 6h", book=book).ready().bets().staked(ana=120_00, carla=300_00).closed()
    made.dealt().carried().said("1", "no").said("2", "no" if book != "catalogo-51-53-literal" else "abatir")
    made.looked().do("rosa", Stand()).shown().settled()
    assert made.account("cagnotte") == 3_60
    assert sum(made.state.ledger.values()) == 0


# --- places and the list ----------------------------------------------------------------------------------------------


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


@pytest.mark.clause("DP.D.11")
def test_vacant_places_go_to_the_list_in_order_of_entry() -> None:
    made = small()
    made.do("luis", a.JoinList()).do("pau", a.JoinList()).do("dani", t.Leave()).do("bea", t.Leave())
    refused = made.refused("eva", t.Sit(4))
    assert (refused.code, "DP.D.11" in refused.clauses) == ("place-for-the-list", True)
    made.do("luis", t.Sit(4))


@pytest.mark.clause("DP.D.12")
def test_the_inspector_keeps_the_list_and_under_the_catalogue_the_table_chief() -> None:
    made = small()
    assert made.accepts("inspector", a.JoinList(PersonId("luis")))
    assert made.refused("chief", a.JoinList(PersonId("pau"))).code == "not-your-post"
    fragment = small(book="catalogo-51-53").do("chief", a.JoinList(PersonId("luis")))
    assert fragment.refused("inspector", a.JoinList(PersonId("pau"))).code == "not-your-post"


def test_nobody_leaves_with_money_on_the_table_and_the_banker_not_at_all() -> None:
    made = opened().ready().bets().staked(ana=50_00)
    assert made.refused("ana", t.Leave()).code == "money-on-table"
    assert made.refused("rosa", t.Leave()).code == "bank-is-yours"
    made.do("ana", a.TakeStake(Hand.PRIMERO), t.Leave())


# --- the shoe ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("DP.B.03")
def test_the_pack_is_counted_shuffled_and_cut_in_that_order() -> None:
    made = opened().announced().deposited()
    early = made.refused("croupier", a.ShufflePack())
    assert (early.code, "DP.B.03" in early.clauses) == ("not-counted", True)
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
        refused = made.refused("croupier", InsertStopCard(14))
        assert (refused.code, "DP.B.05" in refused.clauses) == ("stop-card-depth", True)
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


def test_the_coup_in_which_the_stop_card_comes_out_is_the_last_of_the_shoe_and_of_the_award() -> None:
    made = near_the_end()
    assert (made.phase, made.state.bank) == (Phase.OPENING, None)
    assert made.refused("croupier", a.OpenBets()).code == "no-banker"


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
        refused = made.refused("inspector", what)
        assert (refused.code, "DP.E2.15" in refused.clauses) == ("session-over", True)


def shoes_offered(made: Table, act: str) -> set[int | None]:
    """Return for how many shoes at most the inspector is offered to award a bank by an act."""
    counts = [one.fields["shoes"] for one in made.play.legal("inspector") if one.act == act]
    return {one.maximum for one in counts if isinstance(one, Count)}


ANA = PersonId("ana")
TO_ANA = (a.AnnounceBank(ANA, BANK), a.OpenAuction(), a.DrawLots(BANK))


@pytest.mark.clause("DP.E1.07", "DP.E2.15")
@pytest.mark.parametrize(
    ("book", "shoes", "whats"),
    [("asturias-2011", 2, TO_ANA[:2]), ("asturias-2011", 1, TO_ANA[:2]), ("guia", 2, TO_ANA[1:])],
)
def test_an_open_bank_is_awarded_for_no_more_shoes_than_its_session_has_left(
    book: str, shoes: int, whats: tuple[Any, ...]
) -> None:
    """Given a session of two shoes: an award of two stands, and one of three is refused. A shoe that lies loaded and
    fresh is one of them.
    """
    made = opened(book=book, mode=BankMode.OPEN, session_shoes=shoes)
    if made.phase is Phase.SHOE:
        made.shoe()
        assert made.state.settings.session_shoes == shoes - 1
    made.do("director", a.ProveDeposit(ANA, 90_000_00))
    for what in whats:
        assert made.accepts("inspector", replace(what, shoes=shoes))
        refused = made.refused("inspector", replace(what, shoes=shoes + 1))
        assert (refused.code, refused.facts) == ("shoes-above-session", {"left": shoes})
        assert "DP.E2.15" in refused.clauses
        assert shoes_offered(made, what.__struct_config__.tag) == {shoes}
    assert made.accepts("director", replace(whats[-1], days=9))
    assert shoes_offered(opened(), "open-auction") == {99}


@pytest.mark.clause("DP.E1.18", "DP.E2.15")
def test_a_bank_that_was_given_up_in_the_last_shoe_of_a_session_is_taken_up_for_what_is_left_of_it() -> None:
    made = opened("9s 2h Kd 8c 3d 6h", mode=BankMode.OPEN, session_shoes=1).announced().deposited().shoe().delivered()
    made.bets().staked(ana=100_00, carla=100_00).closed().played("no", "no").banker(Stand()).shown().settled()
    made.do("rosa", a.LeaveBank()).do("director", a.ProveDeposit(ANA, 90_000_00)).do("ana", a.AcceptBank())
    seen = made.play.view("ana")
    assert (made.phase, seen.is_session_over, seen.may_award_anew) == (Phase.REOFFER, False, False)
    assert made.refused("inspector", a.OpenAuction()).code in ("bank-taken-up", "session-over")
    given = a.AnnounceBank(ANA, made.state.offered_amount)
    assert made.refused("inspector", replace(given, shoes=2)).code == "shoes-above-session"
    assert shoes_offered(made, "announce-bank") == {1}
    assert made.do("inspector", given).phase is Phase.DEPOSIT


def test_a_real_shoe_is_keyed_as_its_cards_are_shown() -> None:
    game = DosPanos()
    made = Table(Play(game, game.blank(), KeyedShoe()))
    options = {"minimum": 10_00, "bank_minimum": 1_000_00, "bank_maximum": 9_000_00, "staff": STAFF}
    made.do(
        HOUSE, a.OpenTable(name="salon", rulebook="asturias-2011", shoe=ChanceKind.KEYED, conduct="observed", **options)
    )
    for seat, person in {1: "ana", 2: "bea", 6: "carla", 7: "dani"}.items():
        made.do(person, t.Sit(seat), t.BuyIn(5_000_00))
    made.announced(2_000_00).deposited(2_000_00).shoe().delivered().bets().staked(ana=100_00, carla=100_00).closed()
    made.dealt().carried().said("1", "no").said("2", "no").looked().do("rosa", Stand())
    made.do("croupier", a.ShowHand(Hand.PRIMERO)).keyed("9s 8c").do("croupier", a.ShowHand(Hand.SEGUNDO)).keyed("2h 3d")
    made.do("croupier", a.ShowHand(Hand.BANCA)).keyed("Kd 6h").settled()
    assert (made.chips("ana"), made.chips("carla")) == (5_100_00, 4_900_00)


NO_NUMBER = altered(pack__cards_below_stop_card=0)


@pytest.mark.parametrize("rules", [*({"book": one} for one in BOOKS), NO_NUMBER], ids=lambda one: one["book"])
def test_the_stop_card_is_offered_where_it_may_go_and_nowhere_else(rules: dict[str, Any]) -> None:
    """Exactly ten cards lie below it, ten at the least, or any number where no document says how many."""
    made = opened(**rules)
    made = made if made.phase is Phase.SHOE else made.announced().deposited()
    made.do("croupier", a.LayOutPacks(), a.CountPack(312), a.ShufflePack(), a.CutPack(100))
    (offer,) = (one for one in made.play.legal("croupier") if one.act == "insert-stop-card")
    least, most = offer.bounds("below")
    assert most is not None
    tried = sorted({one + by for one in (1, 10, 311, least, most) for by in (-1, 0, 1) if one + by >= 0})
    assert [one for one in tried if made.accepts("croupier", InsertStopCard(one))] == [
        one for one in tried if least <= one <= most
    ]
