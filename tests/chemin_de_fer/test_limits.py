"""The least and the greatest of every amount that somebody names, and the chips that pay it (CF.E2, CF.B.14, CF.E1.10)."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Cover
from tapete.kernel import Refused
from tapete.table import acts as t
from tests.support.chemin_de_fer.table import as_house, with_chips

MINIMUM, MAXIMUM = 10_00, 1_000_00
"""The punto minimum of the tables here, and a hundred times as much."""


class Within(NamedTuple):
    """What ``by`` may name lies between ``least`` and ``most``; ``below`` and ``above`` are refused so."""

    scene: Callable[[Any], Any]
    by: str
    act: Callable[[int], Any]
    least: int
    below: str
    most: int
    above: str


def held(make, amount: int = 300_00, **options: Any):
    return make(**options).bank(amount)


def owing(make):
    """A bank announced with 700, of which 100 lie there."""
    return make().do("bea", a.TakeBank(700_00, 100_00))


def passed(make):
    """Bea won 95 and passed the hand of 395."""
    return make(coups=("banca",)).bank(300_00).coup("banca", ana=100_00).do("bea", a.PassHand())


def lost(make):
    """Bea lost 100 of her 300."""
    return make(coups=("punto",)).bank(300_00).coup("punto", ana=100_00)


def recovered(make):
    """Bea lost and is asked whether she takes the bank back."""
    return lost(make).declined("carla", "ana", "luis", "eva", "pau", "rosa")


def sold(table):
    return table.declined()


def bid_before(make):
    return sold(make()).do("ana", a.Bid(50_00))


def forced(make):
    """Nobody bought the hand that Bea passed: it falls to Carla."""
    return sold(passed(make)).do("croupier", a.CloseAuction())


def last_minimum(make):
    return make(bank_minimum=60_00)


def betting(make, amount: int = 300_00):
    return make().bank(amount).bets()


WITHIN = {
    "first bank": Within(lambda make: make(), "bea", a.TakeBank, MINIMUM, "bank-below-floor", *(MAXIMUM, "above")),
    "first bank above a bank minimum": Within(
        last_minimum, "bea", a.TakeBank, 60_00, "bank-below-floor", MAXIMUM, "above"
    ),
    "bank that was lost": Within(lost, "carla", a.TakeBank, MINIMUM, "bank-below-floor", MAXIMUM, "above"),
    "bank that was passed": Within(passed, "carla", a.TakeBank, 395_00, "bank-below-floor", MAXIMUM, "above"),
    "bank taken back": Within(recovered, "bea", a.TakeBank, 300_00, "bank-below-floor", MAXIMUM, "above"),
    "bank of the last duty": Within(forced, "carla", a.TakeBank, MINIMUM, "bank-below-floor", MAXIMUM, "above"),
    "first bid": Within(lambda make: sold(make()), "ana", a.Bid, MINIMUM, "bid-below-floor", MAXIMUM, "above"),
    "bid for what was passed": Within(
        lambda make: sold(passed(make)), "ana", a.Bid, 395_00, "bid-below-floor", MAXIMUM, "above"
    ),
    "second bid": Within(bid_before, "ana", a.Bid, 50_01, "bid-not-raised", MAXIMUM, "above"),
    "bid after another's": Within(bid_before, "luis", a.Bid, MINIMUM, "bid-below-floor", MAXIMUM, "above"),
    "raise": Within(held, "bea", a.RaiseBank, 300_01, "bank-not-raised", MAXIMUM, "above"),
    "chips handed over": Within(owing, "bea", a.DeliverBank, 1, "", 600_00, "more-than-announced"),
    "part offered": Within(held, "ana", a.OfferShare, 1, "", 700_00, "above"),
    "part offered to a bank that owes": Within(owing, "ana", a.OfferShare, 1, "", 300_00, "above"),
    "part pledged": Within(
        lambda make: make(), "ana", lambda cents: a.PledgeShare("carla", cents), 1, "", MAXIMUM, "above"
    ),
    "stake": Within(betting, "ana", a.Stake, MINIMUM, "below-minimum", 300_00, "above-bank"),
    "stake against the least bank": Within(
        lambda make: betting(make, 10_00), "ana", a.Stake, MINIMUM, "below-minimum", 10_00, "above-bank"
    ),
    "part of a joint banco": Within(
        betting, "ana", lambda cents: a.JoinBanco("ana", cents), MINIMUM, "below-minimum", 300_00, "above-bank"
    ),
    # half of what is laid plays, and of an odd cent the larger half
    "stake on the line": Within(betting, "ana", a.StakeOnLine, 19_99, "below-minimum", 600_00, "above-bank"),
    "part named on the line": Within(
        betting, "ana", lambda cents: a.StakeOnLine(400_00, cents), MINIMUM, "below-minimum", 300_00, "above-bank"
    ),
    "more than lies on the line": Within(
        betting, "ana", lambda cents: a.StakeOnLine(40_00, cents), MINIMUM, "below-minimum", 40_00, "more-than-laid"
    ),
    "half of the bank": Within(
        betting, "ana", lambda cents: a.CallConLaMesa(cents), 150_00, "not-half", 150_00, "not-half"
    ),
    "half of an odd bank": Within(
        lambda make: betting(make, 25_01),
        "ana",
        lambda cents: a.CallConLaMesa(cents),
        12_51,
        "not-half",
        12_51,
        "not-half",
    ),
}


@pytest.mark.parametrize("within", WITHIN.values(), ids=WITHIN)
def test_the_least_and_the_greatest_amount_are_lawful_and_one_cent_beyond_is_not(make, within: Within) -> None:
    table = within.scene(make)

    def answer(amount: int) -> str:
        outcome = table.play.attempt(within.act(amount), within.by).outcome
        return outcome.code if isinstance(outcome, Refused) else "lawful"

    above = "bank-above-maximum" if within.above == "above" else within.above
    around = [within.least, within.most, within.most + 1]
    assert [answer(amount) for amount in around] == ["lawful", "lawful", above]
    if within.below:
        assert answer(within.least - 1) == within.below


@pytest.mark.clause("CF.E2.06")
def test_what_the_banker_owes_counts_towards_the_maximum_when_a_part_is_accepted(make) -> None:
    """Both parts were offered while there was room for each of them."""
    table = owing(make).do("ana", a.OfferShare(300_00)).do("luis", a.OfferShare(1))
    table.do("bea", a.AcceptShare("ana"))
    assert table.refused("bea", a.AcceptShare("luis")).code == "bank-above-maximum"
    assert table.do("bea", a.DeliverBank(600_00)).state.bank.total == MAXIMUM


@pytest.mark.clause("CF.B.12")
def test_a_bank_that_owes_is_neither_raised_nor_bought_out_of(make) -> None:
    table = make().do("bea", a.TakeBank(300_00, 299_99))
    assert table.refused("bea", a.RaiseBank(400_00)).code == "bank-not-delivered"
    table.do("ana", a.OfferShare(50_00)).do("bea", a.AcceptShare("ana")).do("ana", a.WithdrawShare())
    assert table.refused("bea", a.TakeOverShare("ana")).code == "bank-not-delivered"
    assert table.refused("croupier", a.OpenBets()).code == "bank-not-delivered"
    table.do("bea", a.DeliverBank(1), a.TakeOverShare("ana"), a.RaiseBank(400_00)).bets()


@pytest.mark.clause("CF.E2.06")
@pytest.mark.parametrize(("own", "joins"), [(800_00, True), (800_01, False)])
def test_a_pledge_joins_as_far_as_the_maximum_has_room_for_all_of_it(make, own: int, joins: bool) -> None:
    table = make().do("ana", a.PledgeShare("carla", 200_00))
    table.declined("bea", "carla", "ana", "luis", "eva", "pau", "rosa").do("carla", a.TakeBank(own))
    assert table.state.bank.total == own + (200_00 if joins else 0)


@pytest.mark.clause("CF.E1.10")
def test_a_bank_taken_with_associates_reaches_its_floor_with_their_parts(make) -> None:
    table = passed(make).do("ana", a.PledgeShare("carla", 300_00))
    table.declined("carla", "ana", "luis", "eva", "pau", "rosa")
    refused = table.refused("carla", a.TakeBank(94_99))
    assert (refused.code, refused.facts["floor"]) == ("bank-below-floor", 395_00)
    assert table.do("carla", a.TakeBank(95_00)).state.bank.total == 395_00


@pytest.mark.clause("CF.B.22", "CF.E2.10")
@pytest.mark.parametrize(("staked", "supplied"), [(140_00, 10_00), (139_99, 10_01), (140_01, 0)])
def test_the_last_completion_supplies_exactly_the_minimum_and_no_less(make, staked: int, supplied: int) -> None:
    table = betting(make).do("carla", a.CallConLaMesa()).do("eva", a.CallUltimoCompleto())
    table.do("luis", a.Stake(staked)).closed()
    stakes = {one.person: one.amount for one in table.state.coup.award.stakes}
    assert stakes == {"carla": 150_00, "luis": staked} | ({"eva": supplied} if supplied else {})
    assert table.state.holder == ("eva" if supplied else "carla")
    assert table.chips("eva") == 10_000_00 - supplied


@pytest.mark.clause("CF.B.14")
@pytest.mark.parametrize(("nearer", "plays"), [(290_00, 10_00), (290_01, 0), (289_99, 10_01), (200_00, 100_00)])
def test_a_stake_that_overshoots_plays_what_is_free_from_the_minimum_on(make, nearer: int, plays: int) -> None:
    table = betting(make).do("carla", a.Stake(nearer)).do("luis", a.Stake(200_00)).closed()
    stakes = {one.person: one.amount for one in table.state.coup.award.stakes}
    assert stakes == {"carla": nearer} | ({"luis": plays} if plays else {})


@pytest.mark.parametrize(("covered", "plays"), [(289_99, 10_01), (290_00, 10_00), (290_01, None)])
def test_a_late_stake_is_admitted_where_at_least_the_minimum_is_free(make, covered: int, plays: int | None) -> None:
    table = as_house(make(conduct="observed").bank(300_00), "betting", late_stakes_admitted=True).bets()
    table.do("ana", a.Stake(covered)).closed().do("croupier", a.NoteLateStake("luis", 50_00))
    if plays is None:
        assert table.refused("bea", a.AdmitLateStake("luis")).code == "bank-covered"
        return
    table.do("bea", a.AdmitLateStake("luis"))
    assert {one.person: one.amount for one in table.state.coup.award.stakes} == {"ana": covered, "luis": plays}
    assert (table.chips("luis"), table.state.coup.award.kind) == (10_000_00 - plays, Cover.STAKES)


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


def betting_whose_chips(make):
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
    "stake": Paid(betting_whose_chips, "ana", a.Stake(100_00), "ana", 100_00, 100_00),
    "stake raised": Paid(
        lambda make: betting_whose_chips(make).do("ana", a.Stake(100_00)), "ana", a.Stake(130_00), "ana", 30_00, 30_00
    ),
    "banco": Paid(betting_whose_chips, "ana", a.CallBanco(), "ana", 300_00, 300_00),
    "banco in place of a stake": Paid(
        lambda make: betting_whose_chips(make).do("ana", a.Stake(100_00)), "ana", a.CallBanco(), "ana", 200_00, 200_00
    ),
    "part of a joint banco": Paid(betting_whose_chips, "ana", a.JoinBanco("ana", 120_00), "ana", 120_00, 120_00),
    "stake on the line": Paid(betting_whose_chips, "ana", a.StakeOnLine(100_00), "ana", 100_00, 100_00),
    "half of the bank": Paid(betting_whose_chips, "ana", a.CallConLaMesa(), "ana", 150_00, 150_00),
    "half of the bank in place of a stake": Paid(
        lambda make: betting_whose_chips(make).do("ana", a.Stake(100_00)), "ana", a.CallConLaMesa(), "ana", 50_00, 50_00
    ),
    "completion": Paid(
        lambda make: betting_whose_chips(make).do("carla", a.CallConLaMesa()),
        *("ana", a.CallUltimoCompleto(), "ana", 150_00, 150_00),
    ),
    "completion beside his own half": Paid(
        lambda make: betting_whose_chips(make).do("ana", a.CallConLaMesa()),
        *("ana", a.CallUltimoCompleto(), "ana", 150_00, 150_00),
    ),
    "completion of half an odd bank": Paid(
        lambda make: make().bank(25_01).bets().do("carla", a.CallConLaMesa()),
        *("ana", a.CallUltimoCompleto(), "ana", 12_50, 12_50),
    ),
    "completion of what others leave": Paid(
        lambda make: betting_whose_chips(make).do("carla", a.CallConLaMesa()).do("luis", a.Stake(100_00)),
        *("ana", a.CallUltimoCompleto(), "ana", 50_00, 50_00),
    ),
    "completion in place of a stake": Paid(
        lambda make: betting_whose_chips(make).do("luis", a.Stake(100_00)).do("ana", a.Stake(30_00)),
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


def test_a_pledge_whose_chips_are_gone_does_not_join_and_one_that_is_just_there_does(make) -> None:
    pledged = make().do("ana", a.PledgeShare("carla", 200_00)).do("luis", a.PledgeShare("carla", 100_00))
    with_chips(with_chips(pledged, "ana", 199_99), "luis", 100_00)
    while pledged.state.offer.stage != "joint":
        pledged.do(pledged.state.offer.candidate, a.DeclineBank())
    pledged.do("carla", a.TakeBank(50_00))
    assert {one.person: one.amount for one in pledged.state.bank.parts} == {"carla": 50_00, "luis": 100_00}
    assert (pledged.chips("ana"), pledged.chips("luis")) == (199_99, 0)
