"""The amount of the bank: announced, handed over, raised; garage; what the house keeps; divisions (CF.B.45, E2, E3)."""

import pytest

from tapete.games.banked.coup import Share
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Accident, Phase, Stage
from tapete.kernel import RefusedError
from tapete.money import Rounding
from tapete.table import acts as t
from tests.support.chemin_de_fer.table import as_house


def said(table) -> list[tuple[str, dict[str, str]]]:
    return [(one.formula, one.values) for one in table.state.announcements]


HAY_300 = ("bank-amount", {"amount": "300"})


@pytest.mark.clause("CF.B.11")
def test_the_bank_is_what_the_banker_announces(make) -> None:
    taken = make().outcome("bea", a.TakeBank(300_00))
    assert "CF.B.11" in taken.rests_on
    table = make().bank(300_00).bets()
    assert table.play.view(None).bank.total == 300_00
    assert table.state.coup.in_play == 300_00


@pytest.mark.clause("CF.B.12", "CF.B.13")
def test_nobody_bets_against_chips_that_were_not_handed_over(make) -> None:
    table = make().do("bea", a.TakeBank(300_00, chips=250_00))
    assert table.play.view(None).bank.debt == 50_00
    assert (table.money()["bank"], HAY_300 in said(table)) == (250_00, False)
    refused = table.refused("croupier", a.OpenBets())
    assert (refused.code, refused.facts, refused.clauses) == ("bank-not-delivered", {"owed": 50_00}, ("CF.B.12",))
    assert table.refused("bea", a.DeliverBank(60_00)).code == "more-than-announced"
    table.do("bea", a.DeliverBank(50_00))
    assert said(table)[-1] == HAY_300
    assert table.bets().state.coup.in_play == 300_00


@pytest.mark.clause("CF.E1.19")
def test_a_bank_may_be_raised_up_to_the_maximum(make) -> None:
    table = make(coups=("banca",)).bank(300_00)
    raised = table.play.attempt(a.RaiseBank(500_00), "bea")
    assert raised.state.bank.total == 500_00
    assert "CF.E1.19" in raised.rests_on
    table.do("bea", a.RaiseBank(500_00))
    assert (table.state.bank.total, table.chips("bea")) == (500_00, 9_500_00)
    assert said(table)[-1] == ("bank-amount", {"amount": "500"})
    assert table.refused("bea", a.RaiseBank(1_000_01)).clauses == ("CF.E2.06",)
    assert table.refused("carla", a.RaiseBank(600_00)).code == "not-banker"
    assert table.fork().bets().refused("bea", a.RaiseBank(600_00)).code == "wrong-window"
    table.coup("banca", ana=100_00)
    assert table.do("bea", a.RaiseBank(600_00)).state.bank.total == 600_00


@pytest.mark.clause("CF.E1.20")
def test_a_bank_is_never_lowered(make) -> None:
    table = make().bank(300_00)
    assert table.refusal("bea", a.RaiseBank(250_00)) == ("bank-never-lowered", ("CF.E1.20",))
    assert table.refused("bea", a.RaiseBank(300_00)).code == "bank-not-raised"


@pytest.mark.clause("CF.E2.06")
def test_the_maximum_is_a_hundred_times_the_punto_minimum(make) -> None:
    assert make().refusal("bea", a.TakeBank(1_200_00)) == ("bank-above-maximum", ("CF.E2.06",))
    due = (1_000_00, None)
    assert (make().play.view(None).bank_maximum, make(no_bank_max=True).play.view(None).bank_maximum) == due
    assert make().bank(1_000_00).state.bank.total == 1_000_00


@pytest.mark.clause("CF.E2.07")
def test_the_bank_minimum_is_not_below_the_punto_minimum(make) -> None:
    with pytest.raises(RefusedError) as found:
        make(bank_minimum=5_00)
    assert (found.value.refused.code, found.value.refused.clauses) == ("bank-minimum-too-low", ("CF.E2.07",))
    table = make(bank_minimum=20_00)
    assert table.refused("bea", a.TakeBank(19_99)).code == "bank-below-floor"
    assert table.bank(20_00).state.bank.total == 20_00
    assert make(bank_minimum=10_00).bank(10_00).state.bank.total == 10_00


@pytest.mark.clause("CF.E2.08")
def test_a_bank_may_be_authorised_to_play_without_a_maximum(make) -> None:
    taken = make(no_bank_max=True).play.attempt(a.TakeBank(5_000_00), "bea")
    assert taken.state.ledger.get("bank") == 5_000_00
    assert "CF.E2.08" in taken.rests_on
    table = make(no_bank_max=True).bank(5_000_00)
    assert table.bets().state.coup.in_play == 5_000_00
    assert make().refused("bea", a.TakeBank(5_000_00)).code == "bank-above-maximum"


@pytest.mark.clause("CF.E1.06")
def test_the_banker_keeps_the_bank_while_he_wins_and_after_a_tie(make) -> None:
    table = make(coups=("banca", "tie", "banca")).bank(300_00)
    for result in ("banca", "tie", "banca"):
        table.coup(result, ana=100_00)
        assert (table.state.banker, table.state.phase) == ("bea", Phase.BETWEEN)
        assert bank(table).is_dealt_from
        assert "CF.E1.06" in table.play.last.rests_on
    assert make(coups=("punto",)).bank(300_00).coup("punto", ana=100_00).state.bank is None


@pytest.mark.clause("CF.B.45")
def test_what_is_left_of_a_win_joins_the_bank_and_is_announced(make) -> None:
    won = make(coups=("banca",)).bank(180_00).coup("banca", ana=100_00)
    assert (won.state.bank.total, said(won)[-1]) == (275_00, ("bank-amount", {"amount": "275"}))


def last_coup(make, result: str, **stakes: int):
    """A shoe of one pack, eleven null coups, and its last coup; the bank of 300 is Bea's."""
    table = make(coups=("tie",) * 11 + (result,), decks=1).bank(300_00)
    for _ in range(11):
        table.coup("tie", ana=100_00)
    assert not table.state.shoe.is_stop_seen
    table.coup(result, **stakes)
    assert table.state.shoe.is_stop_seen
    return table


@pytest.mark.clause("CF.B.48")
def test_who_won_the_last_coup_goes_on_with_an_equal_bank(make) -> None:
    table = last_coup(make, "banca", luis=200_00).shoe()
    offer = table.state.offer
    assert (offer.candidate, offer.stage, offer.floor) == ("bea", Stage.CONTINUE, 490_00)
    assert table.play.view(None).offer.floor == 490_00
    assert "CF.B.48" in table.play.last.rests_on
    going_on = table.fork().do("bea", a.TakeBank(490_00))
    assert "CF.B.48" in going_on.play.last.rests_on
    assert (going_on.state.banker, going_on.state.bank.total) == ("bea", 490_00)
    assert said(going_on)[-1] == ("bank-amount", {"amount": "490"})
    assert going_on.bets().state.coup.in_play == 490_00
    # at least as much: he may raise it
    more = table.fork().do("bea", a.TakeBank(600_00))
    assert (more.state.bank.total, more.chips("bea")) == (600_00, 9_700_00 - 110_00)


def bank(table):
    return table.play.view(None).bank


def winning(make, **stakes: int):
    """A bank of 1000 that won one coup."""
    return make(coups=("banca", "banca", "punto")).bank(1_000_00).coup("banca", **stakes)


@pytest.mark.clause("CF.E3.02", "CF.E3.03")
def test_winnings_above_fifty_times_the_minimum_may_leave_play(make) -> None:
    table = winning(make, ana=640_00)
    assert bank(table).total == 1_608_00
    garaged = table.outcome("bea", a.GarageWinnings(608_00))
    assert {"CF.E3.02", "CF.E3.03"} <= set(garaged.rests_on)
    assert table.refused("bea", a.GarageWinnings(608_01)).clauses == ("CF.E3.02",)
    twice = table.fork().do("bea", a.GarageWinnings(600_00))
    assert twice.refused("bea", a.GarageWinnings(8_01)).facts == {"winnings": 8_00}
    table.do("bea", a.GarageWinnings(608_00))
    assert (bank(table).total, bank(table).aside, table.money()["garage"]) == (1_000_00, 608_00, 608_00)
    assert table.state.announcements[-1].values == {"amount": "1.000"}
    # a losing coup cannot reach it
    table.coup("banca", ana=100_00)
    bea = table.chips("bea")
    table.coup("punto", ana=1_000_00)
    assert table.chips("bea") == bea + 608_00 + 95_00
    shared = joined(make, "banca", mine=600_00, ana=400_00).coup("banca", luis=640_00)
    shared.do("bea", a.GarageWinnings(608_00)).do("ana", a.WithdrawShare()).do("bea", a.TakeOverShare("ana"))
    told = "who leaves the bank takes along what was set aside for them"
    assert (shared.chips("ana"), bank(shared).aside) == (10_243_20, 364_80), told


@pytest.mark.clause("CF.E3.03")
def test_the_threshold_is_exceeded_not_reached(make) -> None:
    """500 won is not enough, one cent more is; the deduction is not won."""
    exactly = make(coups=("banca",)).bank(1_000_00).coup("banca", ana=500_00, luis=26_31)
    assert bank(exactly).total == 1_499_99
    assert exactly.refusal("bea", a.GarageWinnings(100_00)) == ("winnings-too-small", ("CF.E3.03",))
    reached = make(coups=("banca",)).bank(1_000_00).coup("banca", ana=500_00, luis=26_32)
    assert bank(reached).total == 1_500_00
    assert reached.refused("bea", a.GarageWinnings(1_00)).code == "winnings-too-small"
    over = make(coups=("banca",)).bank(1_000_00).coup("banca", ana=500_00, luis=26_33)
    assert bank(over).total == 1_500_01
    assert bank(over.do("bea", a.GarageWinnings(500_01))).total == 1_000_00


def measured(make, lasting: bool = False):
    """The register's example: 400 in the bank, 150 and 100 staked; the betting is closed."""
    table = make(coups=("banca", "banca"))
    table = (as_house(table, "bank", lasting_garage=True) if lasting else table).bank(400_00).bets()
    return table.do("ana", a.Stake(150_00)).do("luis", a.Stake(100_00)).closed()


def played(table):
    return table.dealt().looked().said("no").do("bea", a.LayDown("banca")).settled()


@pytest.mark.clause("CF.E3.04")
def test_what_nobody_covers_is_out_of_play_for_the_coup(make) -> None:
    table = measured(make)
    assert (bank(table).garage, table.money().get("garage", 0)) == (150_00, 150_00)
    assert "CF.E3.04" in table.play.last.rests_on
    played(table)
    assert (bank(table).garage, bank(table).total, table.money()["cagnotte"]) == (0, 637_50, 12_50)
    assert table.state.announcements[-1].values == {"amount": "637,50"}
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


@pytest.mark.clause("CF.E3.06")
def test_todo_va_stands_until_a_coup_is_decided(make) -> None:
    """It was said for a coup; one that is void or called off counts for nothing, and the bank is as it was."""
    table = make(coups=("banca", "banca"), no_bank_max=True, conduct="observed").bank(2_000_00).do("bea", a.AllGoes())
    assert table.refused("bea", a.AllGoes()).code == "todo-va-said"
    table.bets().do("croupier", a.CallOff()).bets().do("ana", a.Stake(1_500_00)).closed().dealt("p")
    table.do("croupier", a.Report(Accident.STUCK, count=1)).ruled("croupier")
    assert table.state.phase is Phase.BETWEEN
    assert table.bets().do("ana", a.Stake(1_500_00)).closed().state.bank.is_garage_waived
    assert bank(table).garage == 0


@pytest.mark.clause("CF.E3.06")
def test_todo_va_needs_a_bank_without_a_maximum(make) -> None:
    assert make().bank(300_00).refusal("bea", a.AllGoes()) == ("todo-va-not-authorised", ("CF.E3.06",))


def test_where_the_garage_lasts_the_bank_is_twice_the_stakes_less_the_deduction(make) -> None:
    table = played(measured(make, lasting=True))
    assert (bank(table).total, bank(table).aside) == (487_50, 150_00)
    # the banker may put it back as a raise, before any chips of his
    bea = table.chips("bea")
    less = table.fork().do("bea", a.RaiseBank(500_00))
    assert (bank(less).total, bank(less).aside, less.chips("bea")) == (500_00, 137_50, bea)
    table.do("bea", a.RaiseBank(660_00))
    assert (bank(table).total, bank(table).aside, table.chips("bea")) == (660_00, 0, bea - 22_50)
    assert "garage" not in table.money()


DOWN, HALF_UP, UP = Rounding.DOWN, Rounding.HALF_UP, Rounding.UP


@pytest.mark.clause("CF.B.18", "CF.C4.19")
@pytest.mark.parametrize(("rounding", "half"), [(DOWN, 150_00), (HALF_UP, 150_01), (UP, 150_01)])
def test_half_of_the_bank_and_half_of_a_stake_on_the_line(make, rounding: Rounding, half: int) -> None:
    table = as_house(make().bank(300_01), "betting", half_rounding=rounding).bets()
    partial, line = table.fork().do("ana", a.CallConLaMesa()).closed(), table.do("ana", a.StakeOnLine(300_01)).closed()
    for one in (partial, line):
        assert [(share.person, share.amount) for share in one.state.coup.award.stakes] == [("ana", half)]
        assert one.chips("ana") == 10_000_00 - half


def joined(make, *coups: str, mine: int = 200_00, **parts: int):
    """Bea's bank with associates."""
    table = make(coups=coups).bank(mine)
    for person, amount in parts.items():
        table.do(person, a.OfferShare(amount)).do("bea", a.AcceptShare(person))
    return table


@pytest.mark.clause("CF.E1.03")
def test_anybody_may_join_the_bank_if_the_banker_accepts(make) -> None:
    table = make().bank(200_00)
    assert table.answer("ana", a.OfferShare(100_00)) == ""
    table.do("ana", a.OfferShare(100_00)).do("rosa", a.OfferShare(50_00))
    assert table.play.view(None).bank.join_offers == (Share("ana", 100_00), Share("rosa", 50_00))
    assert table.state.bank.total == 200_00
    assert table.refused("luis", a.AcceptShare("ana")).code == "not-banker"
    assert table.refused("bea", a.AcceptShare("luis")).code == "no-such-offer"
    table.do("bea", a.AcceptShare("ana"))
    assert (table.state.bank.total, table.parts()) == (300_00, {"bea": 200_00, "ana": 100_00})
    assert table.state.announcements[-1].values == {"amount": "300"}
    assert table.chips("ana") == 9_900_00
    # whoever has not those chips any more joins no more, and nobody is told what is left
    spent = make(coups=("banca",)).bank(200_00).do("rosa", a.OfferShare(50_00))
    spent.do("rosa", t.CashOut(spent.chips("rosa") - 50_00)).coup("banca", rosa=20_00)
    told = spent.refused("bea", a.AcceptShare("rosa"))
    assert (told.code, told.facts) == ("offer-not-covered", {"person": "rosa"})
    for gone in (t.CashOut(table.chips("rosa")), t.Leave()):
        assert table.fork().do("rosa", gone).answer("bea", a.AcceptShare("rosa")) == "no-such-offer"
    assert table.do("bea", a.AcceptShare("rosa")).parts()["rosa"] == 50_00


@pytest.mark.clause("CF.E1.04")
def test_an_associate_does_not_play(make) -> None:
    table = joined(make, "banca", ana=100_00).bets()
    for act in (a.Stake(20_00), a.CallBanco()):
        assert table.refusal("ana", act) == ("associate-of-bank", ("CF.E1.04",))
    table.do("luis", a.Stake(50_00)).closed().dealt().looked().said("no")
    assert table.refused("ana", a.Stand()).code == "not-banker"
    assert table.refused("ana", t.Leave()).code == "money-on-table"
    assert make().bank(200_00).bets().outcome("ana", a.Stake(20_00))


@pytest.mark.clause("CF.E1.14")
def test_who_passed_the_hand_may_join_whoever_acquired_it(make) -> None:
    table = make(coups=("banca",)).bank(300_00).coup("banca", ana=100_00).do("bea", a.PassHand())
    table.do("carla", a.TakeBank(395_00))
    offered = table.play.attempt(a.OfferShare(100_00), "bea")
    assert dict(offered.state.bank.join_offers) == {"bea": 100_00}
    assert "CF.E1.14" in offered.rests_on
    table.do("bea", a.OfferShare(100_00)).do("carla", a.AcceptShare("bea"))
    assert table.parts() == {"carla": 395_00, "bea": 100_00}
