"""Places, turns, the list, two punters a cloth; stakes: where they lie, their limits, what plays (DP.B, D, E2)."""

from collections.abc import Callable
from typing import Any

import pytest

from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.rules import DepositPlace
from tapete.games.dos_panos.terms import BankMode, Hand, Phase, Spot
from tapete.kernel import CLOCK, PersonId
from tapete.table import acts as t
from tests.support.dos_panos.coups import LOST, WON, banco, coup
from tests.support.dos_panos.options import under
from tests.support.dos_panos.table import Table, opened
from tests.support.rows import rows

FIRST, SECOND = Hand.PRIMERO, Hand.SEGUNDO
ROSA = PersonId("rosa")


def table(bank: int = 5_000_00, **options: Any) -> Table:
    return opened(**options).ready(bank).bets()


def plays(made: Table) -> list[tuple[str, str, int]]:
    return [(one.person, str(one.cloth), one.amount) for one in made.state.coup.stakes]


@pytest.mark.clause("DP.D.02")
def test_further_players_sit_behind_the_first_row_and_stake_from_there() -> None:
    assert opened().accepts("luis", a.SitBehind(2))
    made = opened().do("luis", a.SitBehind(2), t.BuyIn(500_00)).ready().bets()
    assert made.accepts("luis", a.Stake(50_00, FIRST))
    assert made.state.seats.seat_of("luis") is None


@pytest.mark.clause("DP.D.03")
def test_a_standing_punter_stakes_on_either_cloth() -> None:
    assert table().accepts("pau", t.StandBehind(1))
    made = table().do("pau", t.StandBehind(1), t.BuyIn(500_00)).do("pau", a.Stake(50_00, SECOND)).closed()
    assert plays(made) == [("pau", "segundo", 50_00)]


@pytest.mark.clause("DP.D.07")
def test_only_players_in_numbered_places_hold_cards_and_without_one_every_stake_goes_back() -> None:
    """Nobody sits in a numbered place of the second cloth: two people sit and stand behind its places."""
    made = opened().do("carla", t.Leave()).do("dani", t.Leave())
    made.do("luis", a.SitBehind(6), t.BuyIn(500_00)).do("eva", t.StandBehind(7)).ready().bets()
    made.do("luis", a.Stake(50_00, SECOND)).staked(ana=50_00, bea=40_00)
    assert made.why("croupier", a.CloseBets(), "DP.D.07") == "cloth-without-holder"
    assert made.refused("croupier", a.CloseBets()).facts["cloths"] == ["segundo"]
    made.do("croupier", a.CallOff())
    assert (made.chips("luis"), made.chips("ana"), made.chips("bea")) == (500_00, 20_000_00, 20_000_00)
    assert (made.phase, made.account("stakes")) == (Phase.BETWEEN, 0)


@pytest.mark.clause("DP.D.08")
def test_the_cards_of_a_cloth_go_round_by_the_numbers_of_its_places() -> None:
    made = opened(WON, people=False)
    for seat, person in {1: "ana", 2: "bea", 6: "carla", 8: "dani", 9: "eva"}.items():
        made.do(person, t.Sit(seat), t.BuyIn(5_000_00))
    made.ready().bets().do("carla", a.Stake(50_00, SECOND)).do("ana", a.Stake(50_00, FIRST)).closed()
    assert made.state.holder(SECOND) == "carla"
    made.played("no", "no").do("rosa", a.LayDown(Hand.BANCA)).settled().bets()
    for person in ("carla", "dani", "eva"):
        made.do(person, a.Stake(50_00, SECOND))
    assert made.closed().state.holder(SECOND) == "dani"


@under("DP.A.10", "", "REG-51-53")
def test_against_the_banker_stand_two_hand_players_by_the_turn_of_each_cloth(book: str) -> None:
    everybody = {"ana": 50_00, "bea": 50_00, "carla": 50_00, "dani": 50_00}
    made = opened(WON, book=book).ready().bets().staked(**everybody).closed()
    assert (made.state.holder(FIRST), made.state.holder(SECOND)) == ("ana", "carla")
    made.played("no", "no").banker(a.LayDown(Hand.BANCA)).settled().bets().staked(**everybody).closed()
    assert (made.state.holder(FIRST), made.state.holder(SECOND)) == ("bea", "dani")


@pytest.mark.clause("DP.D.10")
def test_whoever_makes_banco_holds_the_cards_of_both_cloths_though_he_stands() -> None:
    made = opened().do("pau", t.StandBehind(7), t.BuyIn(3_000_00)).ready(2_000_00).do("croupier", a.OpenBets())
    made.do("pau", a.CallBanco()).do("croupier", a.CloseCalls())
    assert (made.state.holder(FIRST), made.state.holder(SECOND)) == ("pau", "pau")


@pytest.mark.clause("DP.D.11")
def test_a_place_for_which_nobody_waits_is_taken_at_once_and_one_that_is_waited_for_is_the_list_s() -> None:
    made = opened().do("pau", t.Sit(4))
    assert (made.state.seats.seat_of(PersonId("pau")), made.state.seats.waiting_list) == (4, ())
    for seat in (3, 8, 9, 10):
        made.do(f"guest-{seat}", t.Sit(seat))
    made.do("luz", a.JoinList())
    assert made.why("eva", t.Sit(5), "DP.D.11") == "place-for-the-list"
    assert made.refused("eva", t.Sit(5)).facts["first"] == "luz"
    assert made.do("luz", t.Sit(5)).state.seats.waiting_list == ()


def one_vacant() -> Table:
    """Nine of ten places are taken; Rosa stands at the table and is first on the list, Xenia is second."""
    made = opened(WON)
    for seat, person in {3: "eva", 4: "fina", 5: "gil", 8: "hugo", 9: "ines"}.items():
        made.do(person, t.Sit(seat))
    made.do("rosa", t.StandBehind(10), a.JoinList()).do("xenia", t.StandBehind(10), a.JoinList())
    assert made.refused("xenia", t.Sit(10)).code == "place-for-the-list"
    return made


def away(made: Table) -> Table:
    return made.do("rosa", t.Away(ROSA))


@pytest.mark.clause("DP.D.11")
@pytest.mark.parametrize("held_up", [Table.ready, Table.announced, away], ids=["in chair", "awarded", "away"])
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
    made.do("ines", t.Leave()).do("rosa", t.Back(ROSA))
    assert made.refused("yago", t.Sit(9)).facts == {"first": "rosa"}
    assert made.do("rosa", t.Sit(9)).accepts("yago", a.LeaveList())


@pytest.mark.clause("DP.D.12")
def test_the_keeper_strikes_off_whoever_does_not_come() -> None:
    made = one_vacant()
    assert made.refused("croupier", a.LeaveList(ROSA)).code == "not-your-post"
    assert made.do("inspector", a.LeaveList(ROSA)).accepts("xenia", t.Sit(10))


def few(made: Table, by: str, act: Any) -> bool:
    """Return True if an act is refused by the rule that two punters stay on each cloth."""
    return made.why(by, act, "DP.B.02") == "too-few-punters"


@pytest.mark.clause("DP.B.01", "DP.B.02")
@pytest.mark.parametrize("leaves", ["carla", "dani"])
def test_each_cloth_has_two_punters_or_nothing_is_dealt(leaves: str) -> None:
    made = opened().ready().do(leaves, t.Leave())
    refused = made.refused("croupier", a.OpenBets())
    assert (refused.code, refused.facts["segundo"]) == ("too-few-punters", 1)
    assert {"DP.B.01", "DP.B.02"} <= set(refused.clauses)
    made.do("pau", t.StandBehind(7)).do("croupier", a.OpenBets())


def test_whoever_is_away_counts_as_long_as_a_stake_of_his_lies() -> None:
    made = table().staked(ana=100_00, carla=100_00, dani=50_00).do(str(CLOCK), t.Away("dani"))
    made.fork().closed()
    made.do(str(CLOCK), t.Back("dani")).do("dani", a.TakeStake(SECOND)).do(str(CLOCK), t.Away("dani"))
    assert few(made, "croupier", a.CloseBets())


@pytest.mark.clause("DP.B.02")
def test_no_banco_is_awarded_or_played_once_more_with_too_few_punters() -> None:
    made = opened().ready(1_000_00).do("croupier", a.OpenBets()).do("bea", a.CallBanco()).do("dani", t.Leave())
    assert few(made, "croupier", a.CloseCalls())
    made.do("croupier", a.CallOff())
    assert (made.phase, made.state.coup.banco_calls) == (Phase.BETWEEN, ())
    made.do("bea", t.Leave())
    void = banco("3s 3h Kd 3c 3d 6h 3s 3h Kd 3c 3d 6h").dealt().carried().said("1", "no").said("2", "no").looked()
    void.do("rosa", a.Stand()).shown().settled().do("dani", t.Leave())
    assert few(void, "bea", a.RepeatBanco(again=True))
    void.fork().do("pau", t.StandBehind(7), t.BuyIn(50_00)).do("bea", a.RepeatBanco(again=True))
    void.do("bea", a.RepeatBanco(again=False))


@pytest.mark.clause("DP.B.02")
def test_a_coup_that_is_dealt_is_finished_whoever_leaves_meanwhile() -> None:
    made = table().staked(ana=100_00, carla=100_00).closed().do("dani", t.Leave()).dealt().carried()
    assert made.phase is Phase.FIRST_WORD


@under("DP.B.15", "", "OM1979-09", "GUIDE")
def test_a_stake_across_plays_half_on_each_cloth(book: str) -> None:
    made = table(book=book).staked(carla=10_00)
    assert made.accepts("ana", a.Stake(60_00, FIRST, Spot.ACROSS))
    made.do("ana", a.Stake(60_00, FIRST, Spot.ACROSS)).closed()
    assert [one for one in plays(made) if one[0] == "ana"] == [("ana", "primero", 30_00), ("ana", "segundo", 30_00)]


@under("DP.B.16", "", "OM1979-09", "GUIDE")
def test_of_an_odd_number_of_units_the_larger_part_plays_on_the_first_cloth(book: str) -> None:
    made = table(book=book).staked(carla=10_00)
    for amount, code in ((55_00, "not-whole-units"), (10_00, "too-small-to-part")):
        assert made.why("ana", a.Stake(amount, FIRST, Spot.ACROSS), "DP.B.16") == code
    made.do("dani", a.Stake(50_00, SECOND, Spot.ACROSS)).closed()
    assert [one for one in plays(made) if one[0] == "dani"] == [("dani", "primero", 30_00), ("dani", "segundo", 20_00)]


@pytest.mark.clause("DP.B.13")
def test_no_stake_lies_beside_the_banker_or_the_croupier() -> None:
    for spot in (Spot.BANKER_LEFT, Spot.BANKER_RIGHT, Spot.CROUPIER_LEFT, Spot.CROUPIER_RIGHT):
        assert table().why("ana", a.Stake(20_00, FIRST, spot), "DP.B.13") == "forbidden-spot"


@under("DP.E2.01", "", "REG-51-53")
def test_a_stake_keeps_between_the_authorised_limits(book: str) -> None:
    made = table(maximum=500_00, book=book)
    for amount, code in ((5_00, "below-minimum"), (600_00, "above-maximum")):
        assert made.why("ana", a.Stake(amount, FIRST), "DP.E2.01") == code


SPOTS = (Spot.CLOTH, Spot.LINE, Spot.ACROSS, Spot.OTHER_CLOTH)
ELSEWHERE = [(cloth, spot) for cloth in (FIRST, SECOND) for spot in SPOTS]


@rows("cloth, spot", ELSEWHERE)
def test_the_maximum_is_that_of_all_that_a_punter_stakes_in_a_coup_wherever_it_lies(cloth: Hand, spot: Spot) -> None:
    """A stake on the line, or across it, counts whole."""
    made = table(maximum=500_00).do("ana", a.Stake(400_00, cloth, spot))
    for other in ELSEWHERE:
        if other == (cloth, spot):
            assert made.accepts("ana", a.Stake(500_00, *other)), "the one stake takes the place of the other"
            continue
        assert made.why("ana", a.Stake(110_00, *other), "DP.E2.01") == "above-maximum"
        assert made.accepts("ana", a.Stake(100_00, *other))
    assert made.accepts("bea", a.Stake(500_00, cloth, spot)), "another punter has his own maximum"


@pytest.mark.clause("DP.E2.02")
def test_one_table_may_have_another_minimum_than_the_next() -> None:
    assert table(minimum=10_00).accepts("ana", a.Stake(10_00, FIRST))
    refused = table(minimum=25_00).refused("ana", a.Stake(10_00, FIRST))
    assert (refused.code, refused.facts["minimum"]) == ("below-minimum", 25_00)


@pytest.mark.clause("DP.F.02")
def test_the_banker_does_not_stake_and_nobody_stakes_on_the_bank() -> None:
    assert table().why("rosa", a.Stake(20_00, FIRST), "DP.F.02") == "banker-does-not-stake"
    assert table().refused("ana", a.Stake(20_00, Hand.BANCA)).code == "no-such-cloth"


@pytest.mark.clause("DP.B.11")
def test_after_the_closing_words_no_stake_is_laid_or_taken_back() -> None:
    made = table().staked(ana=50_00).closed()
    for act in (a.Stake(50_00, SECOND), a.TakeStake(FIRST)):
        assert made.why("ana", act, "DP.B.11") == "bets-closed"


@pytest.mark.clause("DP.E2.06")
def test_winnings_carry_the_bank_above_the_maximum_of_forming() -> None:
    made = coup(opened(WON).ready(9_800_00), ana=500_00, carla=400_00)
    assert (made.account("bank"), made.account("cagnotte")) == (10_682_00, 18_00)


def open_bank(shoe: str, **options: Any) -> Table:
    """An open bank of 1,000 euros in chips and 90,000 proven is in play."""
    made = opened(shoe, mode=BankMode.OPEN, **options).do("director", a.ProveDeposit(ROSA, 90_000_00))
    return made.announced(1_000_00).deposited(1_000_00).shoe().delivered()


@pytest.mark.clause("DP.E2.07")
def test_the_banker_of_an_open_bank_answers_for_every_stake() -> None:
    made = coup(open_bank(LOST, book="orden-1979", chips=60_000_00), ana=30_000_00, carla=20_000_00)
    assert (made.chips("ana"), made.chips("carla")) == (90_000_00, 80_000_00)
    assert made.state.bank.called_deposit == 49_000_00


@under("DP.E2.11", "", "REG-51-53")
def test_a_deposit_elsewhere_lies_at_an_institution_that_the_management_accepted_beforehand(book: str) -> None:
    made = opened(mode=BankMode.OPEN, book=book)
    assert made.accepts("director", a.SetOptions(institution="Banco A"))
    made.do("director", a.SetOptions(institution="Banco A"))
    for other in ("Banco B", "Banco"):
        elsewhere = a.ProveDeposit(ROSA, 9_000_00, DepositPlace.CREDIT_INSTITUTION, other)
        assert made.why("director", elsewhere, "DP.E2.11") == "institution-not-accepted"
    made.do("director", a.ProveDeposit(ROSA, 9_000_00, DepositPlace.CREDIT_INSTITUTION, "Banco A")).announced(1_000_00)


@pytest.mark.clause("DP.E2.17")
def test_of_an_open_bank_s_win_the_house_takes_one_and_a_quarter_per_cent() -> None:
    made = coup(open_bank(WON), ana=4_000_00, carla=2_400_00)
    assert (made.account("cagnotte"), made.account("bank")) == (80_00, 1_000_00 + 6_400_00 - 80_00)
