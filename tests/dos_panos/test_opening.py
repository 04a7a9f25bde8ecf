"""The opening of a table, its equipment and places, DP.B, E, F; the shoe prepared, changed, over; dinner, sessions."""

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.catalogue import game_key
from tapete.games.baccarat.effects import Discard, Party
from tapete.games.baccarat.procedure import ShoeEnded
from tapete.games.banked.acts import Stand
from tapete.games.banked.shoe import AskCardCheck, CheckCards
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.terms import Accident, BankMode, Hand, Phase
from tapete.kernel import HOUSE, Act, Count, PersonId, Refused
from tapete.play import ListedShoe, Play
from tapete.table import acts as t
from tapete.table.staff import Role
from tapete.table.state import Conduct
from tests.support.dos_panos.coups import LOST, MIXED, WON, broken, coup, said, tags
from tests.support.dos_panos.observed import Observed
from tests.support.dos_panos.options import BOOKS, altered, by, under
from tests.support.dos_panos.table import BANK, BANKER, STAFF, Table, opened
from tests.support.rows import rows

param = pytest.param
ROSA = PersonId(BANKER)
SMALL = 1_000_00


def refusal(**options: Any) -> Refused:
    """Return why a table is not opened."""
    game = DosPanos()
    given = {"name": "salon", "rulebook": "asturias-2011", "minimum": 10_00, "bank_maximum": 9_000_00, "staff": STAFF}
    outcome = Play(game, game.blank(), ListedShoe(())).attempt(a.OpenTable(**{**given, **options}), HOUSE).outcome
    assert isinstance(outcome, Refused), outcome
    return outcome


OPEN = {"mode": BankMode.OPEN, "bank_maximum": 0}
TWO_POSTS = {Role.CROUPIER: PersonId("c"), Role.INSPECTOR: PersonId("i")}


@pytest.mark.parametrize(
    ("options", "code", "clause"),
    [
        param({"bank_maximum": 0}, "bank-maximum-missing", "DP.E2.03", marks=by("DP.E2.03")),
        param({**OPEN, "maximum": 1_000_00}, "maximum-in-open-bank", "DP.E2.09", marks=by("DP.E2.09")),
        param({**OPEN, "bank_maximum": 9_000_00}, "maximum-in-open-bank", "DP.E2.08", marks=by("DP.E2.08")),
        param({**OPEN, "session_shoes": 3}, "too-many-shoes", "DP.E2.15", marks=by("DP.E2.15")),
        param({"decks": 8}, "wrong-packs", "DP.F.08", marks=by("DP.F.08")),
        param({"staff": TWO_POSTS}, "missing-staff", "DP.F.18", marks=by("DP.F.18")),
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
def test_no_table_opens_at_which_no_bank_can_be_formed() -> None:
    """A bank minimum of 0 is the least stake, and nobody can play against a bank that covers none."""
    for book in (*BOOKS, "catalogo-51-53-literal"):
        for least, most in ((0, 5_00), (0, 9_99), (5_00, 5_00), (1_00, 9_99)):
            found = refusal(rulebook=book, bank_minimum=least, bank_maximum=most)
            assert (found.code, "DP.E2.04" in found.clauses) == ("maximum-below-minimum", True), (book, least, most)
            assert found.facts == {"minimum": 10_00, "maximum": most}
        assert opened(book=book, bank_minimum=0, bank_maximum=10_00).state.settings.bank_maximum == 10_00


@pytest.mark.clause("DP.F.03")
def test_the_game_is_found_by_its_other_names() -> None:
    names = ("banca", "Banca francesa", "bacarra a dos paños")
    assert [game_key(name) for name in names] == ["dos-panos"] * 3


OPENING = a.OpenTable("salon", "asturias-2011", 10_00, mode=BankMode.OPEN, staff=STAFF)


@pytest.mark.clause("DP.F.04")
def test_a_table_has_one_of_two_modes_and_the_rules_of_its_bank_follow() -> None:
    assert refusal(mode=BankMode.OPEN).code == "maximum-in-open-bank"
    announced = a.AnnounceBank("rosa", 5_000_00)
    assert opened().accepts("inspector", announced)
    assert opened(mode=BankMode.OPEN).refused("inspector", announced).code == "deposit-not-proven"


@pytest.mark.clause("DP.E2.13")
def test_one_table_of_an_establishment_has_an_open_bank() -> None:
    """Where a house may have two it opens a second and no third."""

    def beside(act: a.OpenTable, *others: BankMode, library: Any = None, book: str = "asturias-2011") -> str:
        states = [opened(mode=mode, library=library, book=book).state for mode in others]
        answered = DosPanos(library).open_beside(Act(HOUSE, replace(act, rulebook=book)), states)
        return answered.code if isinstance(answered, Refused) else ""

    assert beside(OPENING, BankMode.OPEN) == "too-many-open-banks"
    assert beside(OPENING, BankMode.LIMITED, BankMode.LIMITED) == ""
    assert beside(replace(OPENING, mode=BankMode.LIMITED, bank_maximum=9_000_00), BankMode.OPEN) == ""
    two = altered(free__tables=2)
    found = [beside(OPENING, *many, **two) for many in ([BankMode.OPEN], [BankMode.OPEN, BankMode.OPEN])]
    assert found == ["", "too-many-open-banks"]


@pytest.mark.clause("DP.E2.14")
def test_a_day_has_two_sessions_of_an_open_bank() -> None:
    game = DosPanos()
    second, third = (game.decide(game.blank(), Act(HOUSE, replace(OPENING, session=number))) for number in (2, 3))
    assert not isinstance(second, Refused)
    assert isinstance(third, Refused)
    assert (third.code, "DP.E2.14" in third.clauses) == ("too-many-sessions", True)


@pytest.mark.clause("DP.D.01")
def test_each_cloth_has_its_places_and_a_player_has_one() -> None:
    made = opened()
    assert made.state.seats.labels == tuple(range(1, 11))
    assert made.why("ana", t.Sit(8), "DP.D.01") == "already-seated"
    assert made.refused("pau", t.Sit(1)).code == "seat-taken"


@under("DP.D.12", "", "REG-51-53")
def test_the_inspector_keeps_the_list_and_under_the_catalogue_the_table_chief(book: str) -> None:
    made = opened(places=2, people=False, book=book)
    for seat, person in enumerate(("ana", "bea", "carla", "dani"), start=1):
        made.do(person, t.Sit(seat), t.BuyIn(1_000_00))
    keeper, other = ("chief", "inspector") if book == "catalogo-51-53" else ("inspector", "chief")
    assert made.refused(other, a.JoinList(PersonId("pau"))).code == "not-your-post"
    assert made.accepts(keeper, a.JoinList(PersonId("luis")))


def seats(made: Table, cloth: str) -> list[int]:
    return [one.seat for one in made.play.view(None).seats if one.cloth == cloth]


@under("DP.F.12", "", "GUIDE")
def test_the_first_cloth_has_the_first_places_and_number_one_is_the_nearest_to_the_banker(book: str) -> None:
    made = opened(book=book)
    assert seats(made, "primero") == [1, 2, 3, 4, 5]
    made.ready(1_000_00).bets().staked(bea=800_00, ana=800_00).closed()
    assert {one.person: one.amount for one in made.state.coup.stakes} == {"ana": 800_00, "bea": 200_00}


@pytest.mark.clause("DP.F.13")
def test_the_numbers_go_on_on_the_second_cloth_from_the_place_next_to_the_banker() -> None:
    made = opened()
    assert seats(made, "segundo") == [6, 7, 8, 9, 10]
    made.ready(1_000_00).bets().staked(dani=800_00, carla=800_00).closed()
    assert {one.person: one.amount for one in made.state.coup.stakes} == {"carla": 800_00, "dani": 200_00}


@pytest.mark.clause("DP.B.03")
def test_the_pack_is_counted_shuffled_and_cut_in_that_order() -> None:
    """Until it is, nothing is bet on it."""
    made, told = opened().announced().deposited(), []
    assert made.why("croupier", a.ShufflePack(), "DP.B.03") == "not-counted"
    assert made.refused("croupier", a.CountPack(311)).code == "wrong-count"
    for step in (a.CountPack(312), a.ShufflePack(), a.CutPack(100), a.InsertStopCard()):
        told.append(made.why("croupier", a.OpenBets(), "DP.B.03"))
        assert made.refused("ana", a.Stake(50_00, Hand.PRIMERO)).code == told[-1]
        made.do("croupier", step)
    assert told == ["not-counted", "not-shuffled", "not-cut", "no-stop-card"]
    assert (made.state.shoe.size, made.state.shoe.stop) == (312, 302)


@pytest.mark.parametrize(
    ("book", "is_least"),
    [
        param("asturias-2011", False, marks=by("DP.B.05")),
        param("orden-1979", False, marks=by("DP.B.05")),
        param("guia", True, marks=by("DP.B.05", "GUIDE")),
    ],
)
def test_more_cards_below_the_stop_card_are_lawful_under_the_guide_alone(book: str, is_least: bool) -> None:
    made = opened(book=book)
    made = made.do("croupier", a.LayOutPacks()) if made.phase is Phase.SHOE else made.announced().deposited()
    made.do("croupier", a.CountPack(312), a.ShufflePack(), a.CutPack(100))
    (depth,) = [one.fields["below"] for one in made.play.legal("croupier") if one.act == "insert-stop-card"]
    assert depth == Count(10, 311 if is_least else 10)
    for below in (9, *([] if is_least else [14])):
        assert made.why("croupier", a.InsertStopCard(below), "DP.B.05") == "stop-card-depth"
    assert made.do("croupier", a.InsertStopCard(14 if is_least else 10)).state.shoe.stop == (298 if is_least else 302)


@pytest.mark.clause("DP.F.07")
def test_a_pack_that_was_in_a_shoe_is_in_no_other() -> None:
    made = opened(LOST).announced(SMALL).deposited(SMALL)
    seals = tuple(f"A{number}" for number in range(6))
    assert made.refused("croupier", a.CountPack(312, (*seals[:5], "A0"))).facts["seals"] == ["A0"]
    made.do("croupier", a.CountPack(312, seals), a.ShufflePack(), a.CutPack(100), a.InsertStopCard())
    coup(made.delivered()).do("rosa", a.AskNewShoe(), a.DepositBank(SMALL))
    assert made.why("croupier", a.CountPack(312, (*seals[:5], "B0")), "DP.F.07") == "pack-used"
    made.do("croupier", a.CountPack(312, tuple(f"B{number}" for number in range(6))))


def ends(made: Table) -> list[int]:
    """Return the shoes that ended, in order."""
    return [one.shoe for turn in made.turns for one in turn.events if isinstance(one, ShoeEnded)]


@pytest.mark.clause("DP.E1.17")
def test_a_banker_who_has_deposited_anew_may_still_change_the_shoe() -> None:
    """If he goes on with the bank he may change it: he says so before he deposits, or after."""
    made = broken(f"{LOST} {LOST}").deposited(SMALL)
    assert (made.phase, "ask-new-shoe" in tags(made, "rosa")) == (Phase.CUSTODY, True)
    delivered = made.fork().delivered()
    assert (delivered.phase, "ask-new-shoe" in tags(delivered, "rosa")) == (Phase.BETWEEN, True)
    for now in (made, delivered):
        now.do("rosa", a.AskNewShoe())
        assert "DP.E1.17" in now.turns[-1].rests_on
        assert (now.phase, ends(now)) == (Phase.SHOE, [1])
        assert now.refused("rosa", a.AskNewShoe()).code == "wrong-window"
        now.shoe()
    assert (made.phase, delivered.phase, delivered.account("bank")) == (Phase.CUSTODY, Phase.BETWEEN, SMALL)


@pytest.mark.clause("DP.E1.14")
def test_the_last_coup_of_a_shoe_may_break_the_bank_and_ends_the_shoe_all_the_same() -> None:
    made = opened(LOST).announced(SMALL, shoes=2).deposited(SMALL).shoe().delivered()
    made.play.state = replace(made.state, shoe=replace(made.state.shoe, stop=2))
    assert (coup(made, ana=500_00, carla=500_00).phase, ends(made)) == (Phase.BROKEN, [1])


def near_the_end(options: dict[str, Any] | None = None, **term: int) -> Table:
    """A shoe whose stop card comes out in the first coup: it lies before its third card."""
    made = opened(MIXED, **(options or {})).announced(**term)
    if made.state.is_open_bank:
        made.do("director", a.ProveDeposit(ROSA, 90_000_00))
    made.deposited().shoe()
    made.play.state = replace(made.state, shoe=replace(made.state.shoe, stop=2))
    made.delivered().do("ana", AskCardCheck()).bets().staked(ana=100_00, carla=100_00).closed().dealt()
    assert made.state.shoe.is_stop_seen
    return made.carried().said("1", "no").said("2", "no").looked().do("rosa", Stand()).shown().settled()


SHOE = "9s 9h Kd 8c 8d 6h 9c 9d Kh 8s 8h 6d"


def drawn_early(is_delivered: bool) -> Observed:
    """Two cards wait for the coup; the stop card, below which nearly all cards lie, came out between them."""
    first = opened(SHOE, conduct=Conduct.OBSERVED, **altered(pack__below_is_least=True))
    made = Observed(first.play, first.turns)
    made.announced(shoes=2).deposited()
    made.do("croupier", a.CountPack(312), a.ShufflePack(), a.CutPack(156), a.InsertStopCard(311))
    if is_delivered:
        made.delivered()
    made.report(Accident.EARLY_DRAW, Party.BANKER, count=2).ruled("inspector")
    assert made.state.shoe.is_stop_seen
    return made


def waived(made: Observed) -> None:
    """The director has the early cards discarded, whatever else was noted."""
    made.report(Accident.OTHER)
    made.ruled("director", tuple(Discard(one) for one in sorted(made.state.coup.early_cards)), "exceptional")


def stuck(made: Observed) -> None:
    made.report(Accident.STUCK).ruled()


def exposed(made: Observed) -> None:
    for position in sorted(made.state.coup.early_cards):
        made.report(Accident.EXPOSED_IN_SHOE, position=position).ruled()


@pytest.mark.clause("DP.B.06")
@pytest.mark.parametrize("gone", [waived, stuck, exposed])
@pytest.mark.parametrize("is_delivered", [False, True], ids=["custody", "between"])
def test_a_shoe_whose_stop_card_came_out_is_over_when_no_card_waits_for_a_coup(is_delivered: bool, gone: Any) -> None:
    gone(made := drawn_early(is_delivered))
    assert (made.phase, made.state.shoe.has_ended, ends(made)) == (Phase.SHOE, True, [1])
    made.shoe()
    (made.delivered() if made.phase is Phase.CUSTODY else made).bets()
    assert (made.phase, made.state.shoe.number, made.state.banker) == (Phase.BETS, 2, BANKER)


@pytest.mark.clause("DP.E2.15")
def test_after_the_shoes_of_a_session_an_open_bank_goes_back_to_its_banker() -> None:
    made = near_the_end({"mode": BankMode.OPEN, "session_shoes": 1}, days=2)
    assert (made.phase, made.state.bank) == (Phase.OPENING, None)
    seen = made.play.view("ana")
    assert (seen.is_session_over, seen.may_award_anew) == (True, False)
    made.do("croupier", CheckCards(312))
    for what in (a.AnnounceBank(ROSA, BANK), a.OpenAuction()):
        assert made.why("inspector", what, "DP.E2.15") == "session-over"


@pytest.mark.clause("DP.E2.15")
def test_a_banker_whose_bank_is_broken_gets_no_shoe_that_the_session_does_not_have() -> None:
    made = coup(opened(WON, mode=BankMode.OPEN, session_shoes=1).announced().deposited().shoe().delivered())
    made.play.state = replace(made.state, phase=Phase.BROKEN)
    assert made.refused(BANKER, a.AskNewShoe()).code == "session-over"
    assert made.accepts(BANKER, a.DepositBank(BANK))
    made.play.state = replace(made.state, shoe=replace(made.state.shoe, has_ended=True))
    assert made.refused(BANKER, a.DepositBank(BANK)).code == "session-over"


TOLD = a.TellDinnerHour("21:00", "22:30")


def in_house() -> Table:
    """A table with an open bank in a house, where Rosa has the bank for two shoes; a coup of hers is betted on."""
    made = opened(WON, mode=BankMode.OPEN, is_in_house=True).do("director", a.ProveDeposit(ROSA, is_of_house=True))
    made.do("inspector", a.AnnounceBank(ROSA, BANK, shoes=2)).deposited().shoe().delivered()
    return made.bets().staked(ana=500_00, carla=500_00)


@pytest.mark.clause("DP.E2.14")
def test_the_shoe_in_use_is_played_on_and_no_other_is_begun() -> None:
    made = in_house().do(HOUSE, TOLD)
    assert said(made) == {"dinner-hour": {"begin": "21:00", "end": "22:30"}}
    assert {"DP.E2.14", "HP.HS.dinner-hour"} <= set(made.turns[-1].rests_on)
    made.closed().played("no", "no").banker(a.LayDown(Hand.BANCA)).settled()
    assert made.phase is Phase.BETWEEN
    made.bets().do("croupier", a.CallOff()).do("rosa", a.LeaveBank())
    for clause in ("DP.E2.14", "HP.HS.dinner-hour"):
        assert made.why("inspector", a.OpenAuction(), clause) == "session-before-dinner"
    assert made.refused(HOUSE, TOLD).code == "nothing-changes"


@pytest.mark.clause("DP.E2.14")
@pytest.mark.parametrize("is_counted", [False, True])
def test_a_bank_that_waits_for_its_next_shoe_ends_with_its_term(is_counted: bool) -> None:
    made = in_house().closed()
    made.play.state = replace(made.state, shoe=replace(made.state.shoe, is_stop_seen=True))
    made.played("no", "no").banker(a.LayDown(Hand.BANCA)).settled()
    assert made.phase is Phase.SHOE
    if is_counted:
        made.do("croupier", a.CountPack(312))
    made.do(HOUSE, TOLD)
    assert (made.phase, made.state.bank) == (Phase.OPENING, None)
    for act in (a.CountPack(312), a.ShufflePack()):
        assert made.refused("croupier", act).code in ("wrong-window", "session-before-dinner")
    assert made.refused("inspector", a.OpenAuction()).code == "session-before-dinner"
    made.do("inspector", a.CloseTable())


@rows("sessions, is_open", [(1, False), (2, True)])
def test_how_many_sessions_a_day_has(sessions: int, is_open: bool) -> None:
    other = altered(free__sessions=sessions)
    game = DosPanos(other["library"])
    act = Act(HOUSE, replace(OPENING, session=2, rulebook=other["book"]))
    assert (not isinstance(game.decide(game.blank(), act), Refused)) is is_open
