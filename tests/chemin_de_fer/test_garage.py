"""Garage: what the banker takes out of play, what the coup keeps out of play, and «todo va»."""

import pytest

from tapete.games.baccarat.outcome import Winner
from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.events import BankReturned, GarageFormed
from tapete.games.chemin_de_fer.game import CheminDeFer
from tapete.games.chemin_de_fer.terms import Accident, Phase
from tapete.rulebooks import house_library, make as bound, overlay


def bank(table):
    return table.play.view(None).bank


def winning(make, **stakes: int):
    """A bank of 1000 that won one coup."""
    return make(coups=("banca", "banca", "punto")).bank(1_000_00).coup("banca", **stakes)


# --- of his own will --------------------------------------------------------------------------------------------------


@pytest.mark.clause("CF.E3.02")
@pytest.mark.clause("CF.E3.03")
def test_winnings_above_fifty_times_the_minimum_may_leave_play(make) -> None:
    table = winning(make, ana=640_00)
    assert bank(table).total == 1_608_00
    garaged = table.outcome("bea", a.GarageWinnings(608_00))
    assert {"CF.E3.02", "CF.E3.03"} <= set(garaged.rests_on)
    table.do("bea", a.GarageWinnings(608_00))
    assert (bank(table).total, bank(table).aside, table.money()["garage"]) == (1_000_00, 608_00, 608_00)
    assert table.state.announcements[-1].values == {"amount": "1.000"}
    # a losing coup cannot reach it
    table.coup("banca", ana=100_00)
    bea = table.chips("bea")
    table.coup("punto", ana=1_000_00)
    assert table.chips("bea") == bea + 608_00 + 95_00


@pytest.mark.clause("CF.E3.03")
def test_the_threshold_is_exceeded_not_reached(make) -> None:
    """500 won is not enough, one cent more is; the deduction is not won."""
    exactly = make(coups=("banca",)).bank(1_000_00).coup("banca", ana=500_00, luis=26_31)
    assert bank(exactly).total == 1_499_99
    refused = exactly.refused("bea", a.GarageWinnings(100_00))
    assert (refused.code, refused.clauses) == ("winnings-too-small", ("CF.E3.03",))
    reached = make(coups=("banca",)).bank(1_000_00).coup("banca", ana=500_00, luis=26_32)
    assert bank(reached).total == 1_500_00
    assert reached.refused("bea", a.GarageWinnings(1_00)).code == "winnings-too-small"
    over = make(coups=("banca",)).bank(1_000_00).coup("banca", ana=500_00, luis=26_33)
    assert bank(over).total == 1_500_01
    assert bank(over.do("bea", a.GarageWinnings(500_01))).total == 1_000_00


@pytest.mark.clause("CF.E3.02")
def test_only_winnings_may_leave_play(make) -> None:
    table = winning(make, ana=640_00)
    refused = table.refused("bea", a.GarageWinnings(608_01))
    assert (refused.code, refused.clauses) == ("only-winnings", ("CF.E3.02",))
    table.do("bea", a.GarageWinnings(600_00))
    assert table.refused("bea", a.GarageWinnings(8_01)).facts == {"winnings": 8_00}
    assert table.refused("ana", a.GarageWinnings(1_00)).code == "not-banker"
    assert table.bets().refused("bea", a.GarageWinnings(8_00)).code == "wrong-window"


@pytest.mark.clause("CF.E1.10")
@pytest.mark.clause("CF.E3.02")
def test_what_was_garaged_leaves_with_the_banker_and_is_not_matched(make) -> None:
    table = winning(make, ana=640_00).do("bea", a.GarageWinnings(608_00), a.PassHand())
    assert (table.state.offer.floor, table.chips("bea")) == (1_000_00, 10_608_00)
    assert "garage" not in table.money()


# --- in every coup ----------------------------------------------------------------------------------------------------


def measured(make, game=None):
    """The register's example: 400 in the bank, 150 and 100 staked; the betting is closed."""
    table = make(coups=("banca", "banca"), game=game).bank(400_00).bets()
    return table.do("ana", a.Stake(150_00)).do("luis", a.Stake(100_00)).closed()


def played(table):
    return table.dealt().looked().said("no").do("bea", a.LayDown("banca")).settled()


@pytest.mark.clause("CF.E3.04")
def test_what_nobody_covers_is_out_of_play_for_the_coup(make) -> None:
    table = measured(make)
    assert (bank(table).garage, table.money()["garage"]) == (150_00, 150_00)
    assert "CF.E3.04" in table.play.last.rests_on
    played(table)
    assert (bank(table).garage, bank(table).total, table.money()["cagnotte"]) == (0, 637_50, 12_50)
    assert table.state.announcements[-1].values == {"amount": "637,50"}
    # covered whole, nothing stands out
    full = make(coups=("banca",)).bank(400_00).bets().do("ana", a.Stake(400_00)).closed()
    assert bank(full).garage == 0


@pytest.mark.clause("CF.E3.05")
def test_what_exceeds_a_hundred_times_the_minimum_cannot_be_played(make) -> None:
    table = make(coups=("banca", "banca")).bank(1_000_00).coup("banca", ana=157_89)
    assert bank(table).total == 1_150_00
    table.bets()
    assert "CF.E3.05" in table.play.last.rests_on
    assert (bank(table).in_play, bank(table).garage) == (1_000_00, 150_00)
    assert table.refused("ana", a.Stake(1_000_01)).code == "above-bank"
    table.do("ana", a.CallBanco()).closed()
    assert bank(table).garage == 150_00
    played(table)
    # it is still part of the bank, and measured anew
    assert (bank(table).total, bank(table).garage) == (2_100_00, 0)
    assert table.bets().state.coup.in_play == 1_000_00


@pytest.mark.clause("CF.E3.05")
def test_a_bank_without_a_maximum_has_no_improper_garage(make) -> None:
    table = make(no_bank_max=True).bank(1_150_00).bets()
    assert (bank(table).in_play, bank(table).garage) == (1_150_00, 0)


# --- «todo va» --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CF.E3.06")
def test_todo_va_sets_nothing_aside(make) -> None:
    table = make(coups=("banca", "banca"), no_bank_max=True).bank(2_000_00).do("bea", a.AllGoes())
    assert [one.formula for one in table.state.announcements[-2:]] == ["todo-va", "bank-amount"]
    assert table.state.announcements[-1].values == {"amount": "2.000"}
    assert table.refused("bea", a.AllGoes()).code == "todo-va-said"
    table.bets().do("ana", a.Stake(1_500_00)).closed()
    assert (bank(table).in_play, bank(table).garage) == (2_000_00, 0)
    played(table)
    # for that coup only
    assert bank(table).total == 3_425_00
    table.bets().do("ana", a.Stake(1_500_00)).closed()
    assert bank(table).garage == 1_925_00


@pytest.mark.clause("CF.E3.06")
def test_todo_va_stands_until_a_coup_is_decided(make) -> None:
    """It was said for a coup; one that is void or called off counts for nothing, and the bank is as it was."""
    table = make(coups=("banca", "banca"), no_bank_max=True, conduct="observed").bank(2_000_00).do("bea", a.AllGoes())
    table.bets().do("croupier", a.CallOff()).bets().do("ana", a.Stake(1_500_00)).closed().dealt("p")
    table.do("croupier", a.Report(Accident.STUCK, count=1)).ruled("croupier")
    assert table.state.phase is Phase.BETWEEN
    assert table.bets().do("ana", a.Stake(1_500_00)).closed().state.bank.is_garage_waived
    assert bank(table).garage == 0


@pytest.mark.clause("CF.E3.06")
def test_todo_va_brings_back_what_was_garaged(make) -> None:
    table = make(coups=("banca", "banca"), no_bank_max=True).bank(2_000_00).coup("banca", ana=1_000_00)
    table.do("bea", a.GarageWinnings(950_00)).do("bea", a.AllGoes())
    assert (bank(table).total, bank(table).aside) == (2_950_00, 0)
    refused = table.refused("bea", a.GarageWinnings(950_00))
    assert (refused.code, refused.clauses) == ("todo-va-said", ("CF.E3.06",))
    assert table.bets().state.coup.in_play == 2_950_00


def test_a_bank_that_leaves_after_todo_va_has_nothing_in_the_garage(make) -> None:
    """His own winnings are in the bank again; only what others still have at the croupier's right goes with it."""
    table = make(coups=("banca", "banca"), no_bank_max=True).bank(2_000_00).coup("banca", ana=1_000_00)
    table.do("bea", a.GarageWinnings(950_00)).do("bea", a.AllGoes()).do("bea", a.PassHand())
    (left,) = [one for one in table.play.last.events if isinstance(one, BankReturned)]
    assert (left.aside, [one.amount for one in left.parts]) == ((), [2_950_00])


@pytest.mark.clause("CF.E3.06")
def test_todo_va_needs_a_bank_without_a_maximum(make) -> None:
    refused = make().bank(300_00).refused("bea", a.AllGoes())
    assert (refused.code, refused.clauses) == ("todo-va-not-authorised", ("CF.E3.06",))


@pytest.mark.clause("CF.E3.06")
def test_nothing_more_can_be_lost_after_todo_va(make) -> None:
    table = make(coups=("punto",), no_bank_max=True).bank(2_000_00).do("bea", a.AllGoes())
    table.coup("punto", ana=1_500_00)
    assert (table.chips("bea"), table.state.coup.punto.winner) == (8_500_00, Winner.PUNTO)


# --- a house whose uncovered money stays out --------------------------------------------------------------------------


def lasting() -> CheminDeFer:
    house = house_library().by_id("chemin-de-fer", "asturias-2011")
    option = {"bank": {"lasting_garage": {"value": True, "practice": "this house reads it so"}}}
    return CheminDeFer(house_library().with_books(bound(overlay(house.content, option))))


def test_where_the_garage_lasts_the_bank_is_twice_the_stakes_less_the_deduction(make) -> None:
    table = played(measured(make, game=lasting()))
    assert (bank(table).total, bank(table).aside) == (487_50, 150_00)
    # the banker may put it back as a raise, before any chips of his
    bea = table.chips("bea")
    table.do("bea", a.RaiseBank(660_00))
    assert (bank(table).total, bank(table).aside, table.chips("bea")) == (660_00, 0, bea - 22_50)
    assert "garage" not in table.money()


@pytest.mark.parametrize(
    ("bank", "unlimited"),
    [(999_99, False), (1_000_00, False), (1_000_01, True), (5_000_00, True)],
)
def test_nothing_stands_out_of_play_of_a_bank_that_may_be_played_whole(make, bank: int, unlimited: bool) -> None:
    table = make(no_bank_max=unlimited).bank(bank).bets()
    assert [one for one in table.play.last.events if isinstance(one, GarageFormed)] == []
    assert (table.state.coup.in_play, table.state.bank.garage) == (bank, ())


@pytest.mark.parametrize("missing", [0, 1, 2, 100])
def test_a_garage_is_formed_of_what_nobody_covers_to_the_cent(make, missing: int) -> None:
    table = make().bank(300_00).bets().do("ana", a.Stake(300_00 - missing)).closed()
    formed = [one.parts for one in table.play.last.events if isinstance(one, GarageFormed)]
    assert formed == ([(Share("bea", missing),)] if missing else [])
    assert table.money().get("garage", 0) == missing
