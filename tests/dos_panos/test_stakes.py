"""Stakes on two cloths, DP.B, DP.D and DP.E2: where they lie, their limits, what plays of them, by which priority."""

import pytest

from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.rules.bank import DepositPlace
from tapete.games.dos_panos.stakes.cover import ClothStake, stake_of
from tapete.games.dos_panos.terms import BankMode, Hand, Phase, Spot
from tapete.kernel import PersonId
from tapete.table import acts as t
from tests.support.dos_panos.coups import LOST, WON, coup
from tests.support.dos_panos.table import Table, opened


def table(bank: int = 5_000_00, **options: object) -> Table:
    return opened(**options).ready(bank).bets()


def plays(made: Table) -> list[tuple[str, str, int]]:
    return [(one.person, str(one.cloth), one.amount) for one in made.state.coup.stakes]


@pytest.mark.clause("DP.B.14")
def test_a_stake_on_the_line_risks_half() -> None:
    made = table().do("ana", a.Stake(40_00, Hand.PRIMERO, Spot.LINE)).closed()
    assert plays(made) == [("ana", "primero", 20_00)]
    assert made.chips("ana") == 20_000_00 - 20_00


@pytest.mark.clause("DP.B.15")
def test_a_stake_across_plays_half_on_each_cloth_and_the_odd_unit_on_the_first() -> None:
    assert table().accepts("ana", a.Stake(60_00, Hand.PRIMERO, Spot.ACROSS))
    even = table().do("ana", a.Stake(60_00, Hand.PRIMERO, Spot.ACROSS)).closed()
    assert plays(even) == [("ana", "primero", 30_00), ("ana", "segundo", 30_00)]
    odd = table().do("carla", a.Stake(50_00, Hand.SEGUNDO, Spot.ACROSS)).closed()
    assert plays(odd) == [("carla", "primero", 30_00), ("carla", "segundo", 20_00)]


@pytest.mark.clause("DP.B.16")
@pytest.mark.parametrize(("amount", "code"), [(55_00, "not-whole-units"), (10_00, "too-small-to-part")])
def test_a_stake_that_cannot_be_parted_does_not_lie_across(amount: int, code: str) -> None:
    refused = table().refused("ana", a.Stake(amount, Hand.PRIMERO, Spot.ACROSS))
    assert (refused.code, "DP.B.16" in refused.clauses) == (code, True)


@pytest.mark.clause("DP.F.14")
def test_the_area_for_the_other_cloth_plays_there_in_full() -> None:
    assert table().accepts("ana", a.Stake(20_00, Hand.PRIMERO, Spot.OTHER_CLOTH))
    made = table().do("ana", a.Stake(20_00, Hand.PRIMERO, Spot.OTHER_CLOTH)).closed()
    assert plays(made) == [("ana", "segundo", 20_00)]


@pytest.mark.clause("DP.B.13")
@pytest.mark.parametrize("spot", [Spot.BANKER_LEFT, Spot.BANKER_RIGHT, Spot.CROUPIER_LEFT, Spot.CROUPIER_RIGHT])
def test_no_stake_lies_beside_the_banker_or_the_croupier(spot: Spot) -> None:
    assert table().why("ana", a.Stake(20_00, Hand.PRIMERO, spot), "DP.B.13") == "forbidden-spot"


@pytest.mark.clause("DP.D.03")
def test_a_standing_punter_stakes_on_either_cloth() -> None:
    assert table().accepts("pau", t.StandBehind(1))
    made = table().do("pau", t.StandBehind(1), t.BuyIn(500_00))
    made.do("pau", a.Stake(50_00, Hand.SEGUNDO)).closed()
    assert plays(made) == [("pau", "segundo", 50_00)]


@pytest.mark.clause("DP.E2.01")
@pytest.mark.parametrize(("amount", "code"), [(5_00, "below-minimum"), (600_00, "above-maximum")])
def test_a_stake_keeps_between_the_authorised_limits(amount: int, code: str) -> None:
    refused = table(maximum=500_00).refused("ana", a.Stake(amount, Hand.PRIMERO))
    assert (refused.code, "DP.E2.01" in refused.clauses) == (code, True)


SPOTS = (Spot.CLOTH, Spot.LINE, Spot.ACROSS, Spot.OTHER_CLOTH)

ELSEWHERE = [(cloth, spot) for cloth in (Hand.PRIMERO, Hand.SEGUNDO) for spot in SPOTS]


@pytest.mark.parametrize(("cloth", "spot"), ELSEWHERE)
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


@pytest.mark.clause("DP.F.02")
def test_the_banker_does_not_stake_and_nobody_stakes_on_the_bank() -> None:
    made = table()
    refused = made.refused("rosa", a.Stake(20_00, Hand.PRIMERO))
    assert (refused.code, "DP.F.02" in refused.clauses) == ("banker-does-not-stake", True)
    assert made.refused("ana", a.Stake(20_00, Hand.BANCA)).code == "no-such-cloth"


@pytest.mark.clause("DP.B.11")
def test_after_the_closing_words_no_stake_is_laid_or_taken_back() -> None:
    made = table().staked(ana=50_00).closed()
    for act in (a.Stake(50_00, Hand.SEGUNDO), a.TakeStake(Hand.PRIMERO)):
        assert made.why("ana", act, "DP.B.11") == "bets-closed"


@pytest.mark.clause("DP.E2.05")
def test_a_limited_bank_is_covered_by_priority_over_both_cloths_and_the_rest_goes_back() -> None:
    assert opened().accepts("inspector", a.AnnounceBank(PersonId("rosa"), 1_000_00)), "he proves no deposit"
    made = table(1_000_00).staked(bea=300_00, ana=400_00, carla=500_00).closed()
    assert plays(made) == [("ana", "primero", 400_00), ("bea", "primero", 300_00), ("carla", "segundo", 300_00)]
    assert made.chips("carla") == 20_000_00 - 300_00


@pytest.mark.clause("DP.E2.12")
def test_an_open_bank_covers_every_stake_as_far_as_its_deposit_is_proven() -> None:
    made = opened(mode=BankMode.OPEN, chips=60_000_00)
    made.announced(5_000_00).do("director", a.ProveDeposit("rosa", 40_000_00))
    made.deposited(5_000_00).shoe().delivered().bets()
    made.staked(ana=25_000_00, carla=21_000_00)
    short = made.outcome("croupier", a.CloseBets())
    assert [type(one).__name__ for one in short.events] == ["CoverShort", "Said"]
    assert "DP.E2.12" in short.rests_on
    made.closed()
    refused = made.refused("croupier", a.CloseBets())
    assert (refused.code, refused.facts, "DP.E2.12" in refused.clauses) == ("deposit-not-sufficient", {}, True)
    made.do("director", a.ProveDeposit("rosa", 41_000_00)).closed()
    assert made.state.coup.stakes == (
        ClothStake("ana", Hand.PRIMERO, 25_000_00),
        ClothStake("carla", Hand.SEGUNDO, 21_000_00),
    )


@pytest.mark.clause("DP.B.01", "DP.B.02")
@pytest.mark.parametrize("missing", [{"carla": "dani"}, {"dani": ""}])
def test_each_cloth_has_two_punters_or_nothing_is_dealt(missing: dict[str, str]) -> None:
    made = opened().ready()
    (person,) = list(missing)[:1]
    made.do(person, t.Leave())
    refused = made.refused("croupier", a.OpenBets())
    assert (refused.code, refused.facts["segundo"]) == ("too-few-punters", 1)
    assert {"DP.B.01", "DP.B.02"} <= set(refused.clauses)
    made.do("pau", t.StandBehind(7)).do("croupier", a.OpenBets())


def test_without_a_stake_nothing_is_dealt_and_the_coup_is_called_off() -> None:
    made = table()
    assert made.refused("croupier", a.CloseBets()).code == "nothing-staked"
    assert {one.act for one in made.play.legal("croupier") if one.main} == {"call-off"}
    assert made.refused("ana", a.CallOff()).code == "not-your-post"
    before = made.state.bank
    made.do("croupier", a.CallOff())
    assert "HP.DP.no-stakes" in made.turns[-1].rests_on
    assert (made.phase, made.state.bank) == (Phase.BETWEEN, before)
    assert not made.state.turns


def test_where_nobody_may_hold_the_cards_of_a_cloth_every_stake_goes_back() -> None:
    made = opened().do("carla", t.Leave()).do("dani", t.Leave())
    made.do("luis", a.SitBehind(6), t.BuyIn(500_00)).do("eva", t.StandBehind(7)).ready().bets()
    made.do("luis", a.Stake(50_00, Hand.SEGUNDO)).staked(ana=50_00, bea=40_00)
    assert made.refused("croupier", a.CloseBets()).code == "cloth-without-holder"
    made.do("croupier", a.CallOff())
    assert (made.chips("luis"), made.chips("ana"), made.chips("bea")) == (500_00, 20_000_00, 20_000_00)
    assert (made.phase, made.account("stakes")) == (Phase.BETWEEN, 0)


ROSA = PersonId("rosa")


def open_bank(shoe: str = "", amount: int = 1_000_00, proven: int = 90_000_00, **options: object) -> Table:
    """An open bank is in play."""
    made = opened(shoe, mode=BankMode.OPEN, **options)
    by = "director" if made.state.book.opening.announced_by.value == "director" else "inspector"
    made.do("director", a.ProveDeposit(ROSA, proven)).do(by, a.AnnounceBank(ROSA, amount))
    return made.deposited(amount).shoe().delivered()


@pytest.mark.clause("DP.E2.02")
def test_one_table_may_have_another_minimum_than_the_next() -> None:
    low, high = opened(minimum=10_00).ready().bets(), opened(minimum=25_00).ready().bets()
    assert low.accepts("ana", a.Stake(10_00, Hand.PRIMERO))
    refused = high.refused("ana", a.Stake(10_00, Hand.PRIMERO))
    assert (refused.code, refused.facts["minimum"]) == ("below-minimum", 25_00)
    assert high.accepts("ana", a.Stake(25_00, Hand.PRIMERO))


@pytest.mark.clause("DP.E2.06")
def test_winnings_carry_the_bank_above_the_maximum_of_forming() -> None:
    made = coup(opened(WON).ready(9_800_00), ana=500_00, carla=400_00)
    assert (made.account("bank"), made.account("cagnotte")) == (10_682_00, 18_00)


@pytest.mark.clause("DP.E2.07")
def test_the_banker_of_an_open_bank_answers_for_every_stake() -> None:
    made = open_bank(LOST, book="orden-1979", chips=60_000_00)
    coup(made, ana=30_000_00, carla=20_000_00)
    assert (made.chips("ana"), made.chips("carla")) == (90_000_00, 80_000_00)
    assert made.state.bank.called_deposit == 49_000_00


@pytest.mark.clause("DP.E2.11")
def test_a_deposit_elsewhere_lies_at_an_institution_that_the_management_accepted_beforehand() -> None:
    made = opened(mode=BankMode.OPEN)
    assert made.accepts("director", a.SetOptions(institution="Banco A"))
    made.do("director", a.SetOptions(institution="Banco A")).announced(1_000_00)
    proof = {"place": DepositPlace.CREDIT_INSTITUTION}
    refused = made.refused("director", a.ProveDeposit(ROSA, 9_000_00, institution="Banco B", **proof))
    assert (refused.code, "DP.E2.11" in refused.clauses) == ("institution-not-accepted", True)
    assert made.accepts("director", a.ProveDeposit(ROSA, 9_000_00, institution="Banco A", **proof))


@pytest.mark.clause("DP.E2.17")
def test_of_an_open_bank_s_win_the_house_takes_one_and_a_quarter_per_cent() -> None:
    made = coup(open_bank(WON), ana=4_000_00, carla=2_400_00)
    assert (made.account("cagnotte"), made.account("bank")) == (80_00, 1_000_00 + 6_400_00 - 80_00)
    assert made.phase is Phase.BETWEEN


def betting() -> Table:
    """A bank of 1,000 euros; luis sits behind place 7, eva stands behind 6, pau behind 1, rosa holds the bank."""
    made = opened().do("luis", a.SitBehind(7), t.BuyIn(5_000_00)).do("eva", t.StandBehind(6), t.BuyIn(5_000_00))
    return made.do("pau", t.StandBehind(1), t.BuyIn(5_000_00)).ready(1_000_00).bets()


def on_second_cloth(made: Table, *people: str) -> dict[str, int]:
    """Return what plays on the second cloth of 400 euros that each of these people lays on it, in this order."""
    for who in people:
        made.do(who, a.Stake(400_00, Hand.SEGUNDO))
    made.closed()
    return {who: stake_of(made.state.coup.stakes, PersonId(who), Hand.SEGUNDO) for who in people}


@pytest.mark.clause("DP.D.04")
def test_on_the_second_cloth_its_own_places_come_before_people_of_the_first() -> None:
    """Places are numbered through: 1 and 2 are the nearest to the banker, but not on that cloth."""
    found = on_second_cloth(betting(), "ana", "bea", "carla", "dani")
    assert found == {"carla": 400_00, "dani": 400_00, "ana": 200_00, "bea": 0}


@pytest.mark.clause("DP.D.05")
def test_and_so_do_those_who_sit_or_stand_behind_its_places() -> None:
    found = on_second_cloth(betting(), "ana", "eva", "luis")
    assert found == {"luis": 400_00, "eva": 400_00, "ana": 200_00}
