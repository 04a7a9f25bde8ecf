"""The amount of the bank: announced, handed over, raised, kept, never lowered, within its limits; another shoe."""

from typing import Any

import pytest

from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Phase, Stage
from tapete.kernel import RefusedError, plain
from tapete.table import acts as t


def said(table) -> list[tuple[str, dict[str, str]]]:
    return [(one.formula, one.values) for one in table.state.announcements]


HAY_300 = ("bank-amount", {"amount": "300"})

# --- announced and handed over ----------------------------------------------------------------------------------------


@pytest.mark.clause("CF.B.11")
def test_the_bank_is_what_the_banker_announces(make) -> None:
    taken = make().outcome("bea", a.TakeBank(300_00))
    assert "CF.B.11" in taken.rests_on
    table = make().bank(300_00).bets()
    assert table.play.view(None).bank.total == 300_00
    assert table.state.coup.in_play == 300_00


@pytest.mark.clause("CF.B.12")
@pytest.mark.clause("CF.B.13")
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


def mains(table, who: str) -> dict[str, dict[str, Any]]:
    return {one.act: plain(one.fields) for one in table.play.legal(who) if one.main}


def test_a_banker_who_is_short_delivers_what_he_has_and_buys_the_rest(make) -> None:
    """Bea announces 300 with nothing on the table and 120 in hand: at each step she is offered what she can do."""
    table = make().do("bea", t.CashOut(10_000_00 - 120_00), a.TakeBank(300_00, chips=0))
    assert mains(table, "bea") == {"deliver-bank": {"amount": {"min": 1, "max": 120_00}}}
    table.do("bea", a.DeliverBank(120_00))
    assert list(mains(table, "bea")) == ["buy-in"]
    assert not mains(table, "carla")
    table.do("bea", t.BuyIn(500_00))
    assert mains(table, "bea") == {"deliver-bank": {"amount": {"min": 1, "max": 180_00}}}
    table.do("bea", a.DeliverBank(180_00))
    assert not mains(table, "bea")
    assert "open-bets" in mains(table, "croupier")


def test_at_a_real_table_the_croupier_is_offered_what_the_banker_can_deliver(make) -> None:
    table = make(conduct="observed").do("bea", t.CashOut(10_000_00 - 120_00), a.TakeBank(300_00, chips=0))
    assert mains(table, "croupier") == {"deliver-bank": {"amount": {"min": 1, "max": 120_00}}}


@pytest.mark.clause("CF.B.13")
def test_the_croupier_announces_the_sum_when_it_is_there(make) -> None:
    table = make().bank(300_00)
    assert said(table)[-1] == HAY_300
    assert table.state.book.formulas["bank-amount"].value.format(amount="300") == "hay 300 euros en la banca"


# --- raised, never lowered --------------------------------------------------------------------------------------------


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
    # between coups too
    table.coup("banca", ana=100_00)
    assert table.do("bea", a.RaiseBank(600_00)).state.bank.total == 600_00


@pytest.mark.clause("CF.E1.20")
def test_a_bank_is_never_lowered(make) -> None:
    table = make().bank(300_00)
    refused = table.refused("bea", a.RaiseBank(250_00))
    assert (refused.code, refused.clauses) == ("bank-never-lowered", ("CF.E1.20",))
    assert table.refused("bea", a.RaiseBank(300_00)).code == "bank-not-raised"


# --- limits -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CF.E2.06")
def test_the_maximum_is_a_hundred_times_the_punto_minimum(make) -> None:
    refused = make().refused("bea", a.TakeBank(1_200_00))
    assert (refused.code, refused.clauses) == ("bank-above-maximum", ("CF.E2.06",))
    assert make().bank(1_000_00).state.bank.total == 1_000_00


@pytest.mark.clause("CF.E2.06")
def test_no_table_has_a_least_bank_above_the_greatest(make) -> None:
    with pytest.raises(RefusedError) as found:
        make(bank_minimum=1_000_01)
    assert (found.value.refused.code, found.value.refused.clauses) == ("bank-above-maximum", ("CF.E2.06",))
    make(bank_minimum=1_000_00)
    unlimited = make(bank_minimum=2_000_00, no_bank_max=True, prepared=False)
    assert unlimited.refused("system:house", a.SetOptions(no_bank_max=False)).code == "bank-above-maximum"
    unlimited.do("system:house", a.SetOptions(banco_freedom=True))


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


# --- won, kept, cut ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("CF.E1.06")
def test_the_banker_keeps_the_bank_while_he_wins_and_after_a_tie(make) -> None:
    table = make(coups=("banca", "tie", "banca")).bank(300_00)
    for result in ("banca", "tie", "banca"):
        table.coup(result, ana=100_00)
        assert (table.state.banker, table.state.phase) == ("bea", Phase.BETWEEN)
        assert "CF.E1.06" in table.play.last.rests_on
    assert make(coups=("punto",)).bank(300_00).coup("punto", ana=100_00).state.bank is None


@pytest.mark.clause("CF.B.44")
@pytest.mark.clause("CF.B.45")
@pytest.mark.clause("CF.E2.09")
def test_the_deduction_goes_to_the_cagnotte_and_the_rest_joins_the_bank(make) -> None:
    full = make(coups=("banca",)).bank(180_00).coup("banca", ana=180_00)
    assert (full.money()["cagnotte"], full.state.bank.total) == (9_00, 351_00)
    part = make(coups=("banca",)).bank(180_00).coup("banca", ana=100_00)
    assert (part.money()["cagnotte"], part.state.bank.total) == (5_00, 275_00)
    assert said(part)[-1] == ("bank-amount", {"amount": "275"})
    tie = make(coups=("tie",)).bank(180_00).coup("tie", ana=100_00)
    assert ("cagnotte" in tie.money(), tie.state.bank.total) == (False, 180_00)
    lost = make(coups=("punto",)).bank(180_00).coup("punto", ana=100_00)
    assert ("cagnotte" in lost.money(), lost.chips("bea")) == (False, 9_900_00)


@pytest.mark.clause("CF.E2.09")
def test_half_a_cent_of_the_deduction_goes_to_the_house(make) -> None:
    table = make(coups=("banca",)).bank(300_00).coup("banca", ana=10_10)
    assert (table.money()["cagnotte"], table.state.bank.total) == (51, 309_59)


# --- another shoe -----------------------------------------------------------------------------------------------------


def last_coup(make, result: str, **stakes: int):
    """A shoe of one pack, eleven null coups, and its last coup; the bank of 300 is Bea's."""
    table = make(coups=("tie",) * 11 + (result,), decks=1).bank(300_00)
    for _ in range(11):
        table.coup("tie", ana=100_00)
    assert not table.state.shoe.is_stop_seen
    table.coup(result, **stakes)
    assert table.state.shoe.is_stop_seen
    return table


def next_shoe(make, result: str = "banca", **stakes: int):
    return last_coup(make, result, **stakes).shoe()


@pytest.mark.clause("CF.B.48")
def test_who_won_the_last_coup_goes_on_with_an_equal_bank(make) -> None:
    table = next_shoe(make, luis=200_00)
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


@pytest.mark.clause("CF.B.48")
@pytest.mark.parametrize("amount", [1, 10_00, 400_00, 489_99])
def test_who_offers_less_is_refused_and_gives_the_bank_up_only_by_saying_so(make, amount: int) -> None:
    table = next_shoe(make, luis=200_00)
    refused = table.refused("bea", a.TakeBank(amount))
    assert (refused.code, refused.clauses) == ("bank-below-floor", ("CF.B.48",))
    assert refused.facts == {"floor": 490_00}
    assert (table.state.banker, table.state.offer.candidate) == ("bea", "bea")
    table.do("bea", a.DeclineBank())
    assert "CF.B.48" in table.play.last.rests_on
    assert (table.state.bank, table.state.offer.candidate, table.state.offer.floor) == (None, "carla", 490_00)
    assert table.chips("bea") == 10_190_00


@pytest.mark.clause("CF.B.48")
def test_after_a_tie_the_right_is_the_same_and_after_a_loss_there_is_none(make) -> None:
    tied = next_shoe(make, "tie", ana=100_00)
    assert (tied.state.offer.candidate, tied.state.offer.floor) == ("bea", 300_00)
    lost = last_coup(make, "punto", ana=100_00)
    assert (lost.state.bank, lost.state.phase) == (None, Phase.SHOE)
    lost.shoe()
    assert (lost.state.offer.candidate, lost.state.phase) == ("carla", Phase.BANK)


@pytest.mark.parametrize("left", [0, 1])
def test_to_the_last_cent_a_banker_who_owes_is_waited_for(make, left: int) -> None:
    """One cent short of what he announced, and without another one, he is still offered to buy it."""
    table = make().do("bea", t.CashOut(10_000_00 - 120_00), a.TakeBank(300_00, chips=120_00), t.BuyIn(180_00 - left))
    table.do("bea", a.DeliverBank(180_00 - left))
    assert list(mains(table, "bea")) == (["buy-in"] if left else [])
    assert table.state.bank.debt == left
