"""Every act that costs chips is measured on its payer's chips: exactly enough is enough, one cent less is refused."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tapete.games.chemin_de_fer import acts as a
from tapete.kernel import Refused
from tapete.table import acts as t
from tests.support.chemin_de_fer.table import with_chips

LOST_BANCO = "2s 9h 4d Kc  2h 3h 9d Qc"
"""Punto 6 against a natural 9; in the second coup punto 1, bank 3."""


class Paid(NamedTuple):
    """``act`` of ``by`` costs ``payer`` exactly ``needs`` cents, of which ``moves`` leave him at once.

    ``beside`` pays his own part with him.
    """

    scene: Callable[[Any], Any]
    by: str
    act: Any
    payer: str
    needs: int
    moves: int
    beside: str = ""


def real(make, **options: Any):
    """A real table, at which the croupier keys what others do."""
    return make(conduct="observed", **options)


def betting(make):
    """A bank of 300 against which the betting is open."""
    return make().bank(300_00).bets()


def repeating(make):
    """Ana lost banco; the next betting is open on 585."""
    table = make(LOST_BANCO).bank(300_00).bets().do("ana", a.CallBanco()).closed().dealt().looked()
    return table.said("no").do("bea", a.LayDown("banca")).settled().bets()


def dealt_to_luis(make):
    """Ana, who may repeat her banco, staked 100; the cards lie dealt for Luis, who staked 200."""
    return repeating(make).do("luis", a.Stake(200_00)).do("ana", a.Stake(100_00)).closed().dealt()


def selling(make):
    """Everybody has let the first bank go: it is sold from 10."""
    return make().declined()


def joint_offer(make):
    """Everybody has let the bank go; Carla would take it with Ana's 200, and it is offered to her with them."""
    return (
        make().do("ana", a.PledgeShare("carla", 200_00)).declined("bea", "carla", "ana", "luis", "eva", "pau", "rosa")
    )


def next_shoe(make):
    """Bea is asked to go on with her bank of 490 in a fresh shoe."""
    table = make(coups=("tie",) * 11 + ("banca",), decks=1).bank(300_00)
    for _ in range(11):
        table.coup("tie", ana=100_00)
    return table.coup("banca", luis=200_00).shoe()


def leaving(make):
    """Ana, with 100 of a bank of 300, has asked to leave it."""
    table = real(make).bank(200_00).do("ana", a.OfferShare(100_00)).do("bea", a.AcceptShare("ana"))
    return table.do("ana", a.WithdrawShare())


PAID = {
    "bank taken": Paid(lambda make: make(), "bea", a.TakeBank(300_00), "bea", 300_00, 300_00),
    "bank taken, keyed by the croupier": Paid(real, "croupier", a.TakeBank(300_00), "bea", 300_00, 300_00),
    "bank announced": Paid(lambda make: make(), "bea", a.TakeBank(300_00, 120_00), "bea", 120_00, 120_00),
    "bank taken with associates": Paid(joint_offer, "carla", a.TakeBank(50_00), "carla", 50_00, 50_00, beside="ana"),
    "bank handed over": Paid(
        lambda make: make().do("bea", a.TakeBank(300_00, 100_00)), "bea", a.DeliverBank(200_00), "bea", 200_00, 200_00
    ),
    "bank handed over, keyed by the croupier": Paid(
        lambda make: real(make).do("bea", a.TakeBank(300_00, 100_00)),
        *("croupier", a.DeliverBank(200_00), "bea", 200_00, 200_00),
    ),
    "bank raised": Paid(lambda make: make().bank(300_00), "bea", a.RaiseBank(450_00), "bea", 150_00, 150_00),
    "bank raised, keyed by the croupier": Paid(
        lambda make: real(make).bank(300_00), "croupier", a.RaiseBank(450_00), "bea", 150_00, 150_00
    ),
    "bank raised for the next shoe": Paid(next_shoe, "bea", a.TakeBank(600_00), "bea", 110_00, 110_00),
    "part offered": Paid(lambda make: make().bank(200_00), "ana", a.OfferShare(100_00), "ana", 100_00, 0),
    "part accepted": Paid(
        lambda make: make().bank(200_00).do("ana", a.OfferShare(100_00)),
        *("bea", a.AcceptShare("ana"), "ana", 100_00, 100_00),
    ),
    "part taken over": Paid(leaving, "bea", a.TakeOverShare("ana"), "bea", 100_00, 100_00),
    "part taken over, keyed by the croupier": Paid(leaving, "croupier", a.TakeOverShare("ana"), "bea", 100_00, 100_00),
    "part pledged": Paid(lambda make: make(), "ana", a.PledgeShare("carla", 200_00), "ana", 200_00, 0),
    "first bid": Paid(selling, "ana", a.Bid(300_00), "ana", 300_00, 300_00),
    "higher bid": Paid(
        lambda make: selling(make).do("luis", a.Bid(350_00)).do("ana", a.Bid(300_00)),
        *("ana", a.Bid(420_00), "ana", 120_00, 120_00),
    ),
    "stake": Paid(betting, "ana", a.Stake(100_00), "ana", 100_00, 100_00),
    "stake raised": Paid(
        lambda make: betting(make).do("ana", a.Stake(100_00)), "ana", a.Stake(130_00), "ana", 30_00, 30_00
    ),
    "banco": Paid(betting, "ana", a.CallBanco(), "ana", 300_00, 300_00),
    "banco in place of a stake": Paid(
        lambda make: betting(make).do("ana", a.Stake(100_00)), "ana", a.CallBanco(), "ana", 200_00, 200_00
    ),
    "part of a joint banco": Paid(betting, "ana", a.JoinBanco("ana", 120_00), "ana", 120_00, 120_00),
    "stake on the line": Paid(betting, "ana", a.StakeOnLine(100_00), "ana", 100_00, 100_00),
    "half of the bank": Paid(betting, "ana", a.CallConLaMesa(), "ana", 150_00, 150_00),
    "half of the bank in place of a stake": Paid(
        lambda make: betting(make).do("ana", a.Stake(100_00)), "ana", a.CallConLaMesa(), "ana", 50_00, 50_00
    ),
    "completion": Paid(
        lambda make: betting(make).do("carla", a.CallConLaMesa()),
        *("ana", a.CallUltimoCompleto(), "ana", 150_00, 150_00),
    ),
    "completion beside his own half": Paid(
        lambda make: betting(make).do("ana", a.CallConLaMesa()),
        *("ana", a.CallUltimoCompleto(), "ana", 150_00, 150_00),
    ),
    "completion of half an odd bank": Paid(
        lambda make: make().bank(25_01).bets().do("carla", a.CallConLaMesa()),
        *("ana", a.CallUltimoCompleto(), "ana", 12_50, 12_50),
    ),
    "completion of what others leave": Paid(
        lambda make: betting(make).do("carla", a.CallConLaMesa()).do("luis", a.Stake(100_00)),
        *("ana", a.CallUltimoCompleto(), "ana", 50_00, 50_00),
    ),
    "completion in place of a stake": Paid(
        lambda make: betting(make).do("luis", a.Stake(100_00)).do("ana", a.Stake(30_00)),
        *("ana", a.CallUltimoCompleto(), "ana", 20_00, 20_00),
    ),
    "banco repeated": Paid(repeating, "ana", a.CallSeguido(), "ana", 585_00, 585_00),
    "banco repeated after the deal": Paid(dealt_to_luis, "ana", a.CallSeguido(), "ana", 485_00, 485_00),
    "late stake": Paid(
        lambda make: real(make).bank(300_00).bets().do("ana", a.Stake(100_00)).closed(),
        *("croupier", a.NoteLateStake("luis", 20_00), "luis", 20_00, 20_00),
    ),
    "chips changed back": Paid(lambda make: make(), "ana", t.CashOut(40_00), "ana", 40_00, 40_00),
}


@pytest.mark.parametrize("paid", PAID.values(), ids=PAID)
def test_exactly_the_chips_of_the_payer_are_enough_and_one_cent_less_is_not(make, paid: Paid) -> None:
    table = with_chips(paid.scene(make), paid.payer, paid.needs)
    before = table.money()
    short = with_chips(table.fork(), paid.payer, paid.needs - 1)
    assert table.outcome(paid.by, paid.act)
    table.do(paid.by, paid.act)
    assert table.chips(paid.payer) == paid.needs - paid.moves
    poorer = {one for one, held in before.items() if one.startswith("person:") and held > table.money().get(one, 0)}
    payers = {paid.payer, paid.beside} - {""} if paid.moves else set()
    assert poorer == {f"person:{one}" for one in payers}
    refused = short.play.attempt(paid.act, paid.by).outcome
    assert isinstance(refused, Refused)
    assert refused.code == "not-enough-chips"


def test_chips_that_were_changed_back_since_they_were_offered_join_no_bank(make) -> None:
    table = make().bank(200_00).do("ana", a.OfferShare(100_00)).do("luis", a.OfferShare(50_00))
    with_chips(table, "ana", 99_99)
    assert table.refused("bea", a.AcceptShare("ana")).code == "not-enough-chips"
    table.do("bea", a.AcceptShare("luis"))
    assert [one.person for one in table.state.bank.parts] == ["bea", "luis"]


def test_a_pledge_whose_chips_are_gone_does_not_join_and_one_that_is_just_there_does(make) -> None:
    pledged = make().do("ana", a.PledgeShare("carla", 200_00)).do("luis", a.PledgeShare("carla", 100_00))
    with_chips(with_chips(pledged, "ana", 199_99), "luis", 100_00)
    while pledged.state.offer.stage != "joint":
        pledged.do(pledged.state.offer.candidate, a.DeclineBank())
    pledged.do("carla", a.TakeBank(50_00))
    assert {one.person: one.amount for one in pledged.state.bank.parts} == {"carla": 50_00, "luis": 100_00}
    assert (pledged.chips("ana"), pledged.chips("luis")) == (199_99, 0)


def test_a_leader_whose_only_pledge_is_gone_is_not_asked_again(make) -> None:
    table = make().do("ana", a.PledgeShare("carla", 200_00))
    with_chips(table, "ana", 199_99).declined()
    assert table.state.phase == "auction"


def test_whoever_takes_the_bank_alone_is_joined_by_nobody_who_pledged(make) -> None:
    table = make().do("ana", a.PledgeShare("bea", 200_00)).bank(300_00)
    assert [one.person for one in table.state.bank.parts] == ["bea"]
    assert table.chips("ana") == 10_000_00
    assert table.refused("ana", a.WithdrawShare()).code == "no-such-offer"
