"""Stakes; the least and the greatest of every amount, and the chips that pay it (CF.B.14-27, C4.16-20, E2)."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Cover
from tapete.kernel import Act, Amount, PersonId, Ruled
from tapete.table import acts as t
from tests.support.chemin_de_fer.table import Table, as_house, opened, with_chips

OTHERS = ("carla", "ana", "luis", "eva", "pau", "rosa")
BANKER_NINE = "2s 9h 4d Kc"


@pytest.mark.clause("CF.E2.04")
def test_the_half_that_plays_stays_within_the_bank_and_may_be_banco(make) -> None:
    table = make().bank(100_00).bets()
    assert table.refused("ana", a.StakeOnLine(201_00)).code == "above-bank"
    table.do("ana", a.StakeOnLine(200_00)).closed()
    assert (table.state.coup.award.kind, table.plays()) == (Cover.BANCO, {"ana": 100_00})
    assert table.chips("ana") == 10_000_00 - 100_00


@pytest.mark.clause("CF.B.14")
@pytest.mark.parametrize("people", [("ana", "luis"), ("luis", "ana")])
def test_of_stakes_above_the_bank_the_one_with_priority_plays_whole_and_the_other_what_is_left(people) -> None:
    table = opened().bank(300_00).bets()
    for who in people:
        table.do(who, a.Stake(200_00))
    assert table.closed().plays() == {"ana": 200_00, "luis": 100_00}, "a bank of 300, whoever staked first"


@pytest.mark.clause("CF.C4.20")
def test_any_other_instruction_is_changed_at_once(make) -> None:
    """50 laid, «thirty play»: 30 stand as a stake, 20 lie before him again before anything else happens."""
    table = make().bank(300_00).bets().do("ana", a.StakeOnLine(50_00, playing=30_00))
    assert [(one.kind, one.amount) for one in table.state.calls.claims] == [("postura", 30_00)]
    assert table.chips("ana") == 10_000_00 - 30_00
    assert "CF.C4.20" in table.play.last.rests_on
    assert table.refused("ana", a.StakeOnLine(50_00, playing=60_00)).code == "more-than-laid"
    table.closed()
    assert table.plays() == {"ana": 30_00}


@pytest.mark.clause("CF.C4.16")
def test_a_stake_that_is_only_spoken_does_not_exist(make) -> None:
    table = make().bank(300_00).bets().do("luis", a.Stake(20_00))
    assert table.refusal("ana", a.Stake(80_00, on_table=False)) == ("stake-not-laid", ("CF.C4.16",))
    assert table.closed().plays() == {"luis": 20_00}


@pytest.mark.clause("CF.B.27")
def test_a_joint_stake_is_refused_and_each_counts_alone(make) -> None:
    """Ana 40 and Luis 50 would be 90 together; Eva's 60 hold the cards."""
    table = make().bank(300_00).bets().do("eva", a.Stake(60_00)).do("ana", a.Stake(40_00))
    assert table.refusal("luis", a.Stake(50_00, joined_to="ana")) == ("stakes-not-joined", ("CF.B.27",))
    table.do("luis", a.Stake(50_00)).closed()
    assert table.state.holder == "eva"
    assert table.plays() == {"ana": 40_00, "eva": 60_00, "luis": 50_00}


def test_a_call_can_be_taken_back_while_the_betting_is_open(make) -> None:
    table = make().bank(300_00).bets().do("ana", a.CallBanco()).do("ana", a.WithdrawCall())
    assert table.chips("ana") == 10_000_00
    assert "HP.CF.withdraw-call" in table.play.last.rests_on
    assert table.refused("ana", a.WithdrawCall()).code == "nothing-called"
    assert table.refused("croupier", a.CloseBets()).code == "nothing-staked"
    table.do("ana", a.Stake(20_00)).closed()
    assert table.refused("ana", a.WithdrawCall()).code == "bets-closed"


def closed(make, **options):
    return make(BANKER_NINE, **options).bank(300_00).bets().do("ana", a.Stake(100_00)).closed()


@pytest.mark.clause("CF.B.20")
@pytest.mark.parametrize("conduct", ["strict", "observed"])
def test_a_stake_after_the_words_comes_too_late(make, conduct: str) -> None:
    """Luis lays 20 while the words are not said: it stands; once they are, it is refused as late."""
    table, answers = make(conduct=conduct).bank(300_00).bets().do("ana", a.Stake(100_00)), []
    for _ in range(2):
        game, state = table.play.game, table.state
        answers.append(game.decide(state, Act(PersonId("luis"), a.Stake(20_00), game.step(state))))
        table.play = table.play.after(table.play.attempt(a.CloseBets(), "croupier"))
    assert [getattr(one, "code", "stands") for one in answers] == ["stands", "bets-closed"]
    assert answers[1].clauses == ("CF.B.20",)


@pytest.mark.clause("CF.B.41")
def test_the_banker_has_a_late_stake_removed(make) -> None:
    table = closed(make, conduct="observed")
    noted = table.outcome("croupier", a.NoteLateStake("luis", 50_00))
    assert isinstance(noted, Ruled)
    assert noted.faults[0].clauses == ("CF.B.20",)
    table.do("croupier", a.NoteLateStake("luis", 50_00))
    assert [(one.person, one.amount) for one in table.play.view(None).coup.late] == [("luis", 50_00)]
    assert table.chips("luis") == 10_000_00 - 50_00
    assert table.refused("ana", a.RemoveLateStake("luis")).code == "not-banker"
    table.do("bea", a.RemoveLateStake("luis"))
    assert table.chips("luis") == 10_000_00
    assert "CF.B.41" in table.play.last.rests_on
    assert table.plays() == {"ana": 100_00}


@pytest.mark.clause("CF.C4.18")
@pytest.mark.parametrize(
    ("uncovered", "watched", "code"), [(False, True, "stake-was-covered"), (True, False, "stake-not-watched")]
)
def test_no_claim_is_admitted_about_a_stake_that_was_hidden_or_left_alone(
    make, uncovered: bool, watched: bool, code: str
) -> None:
    table = closed(make)
    claim = a.RecordStakeClaim("luis", 50_00, uncovered, watched, "under eva's chips")
    outcome = table.outcome("croupier", claim)
    assert isinstance(outcome, Ruled)
    assert (outcome.faults[0].code, outcome.faults[0].clauses) == (code, ("CF.C4.18",))
    table.do("croupier", claim)
    (event,) = table.play.last.events
    assert (event.is_admitted, table.state.docket.open) == (False, ())
    assert table.chips("luis") == 10_000_00


MAXIMUM = 1_000_00
"""A hundred times the punto minimum of 10."""


def owing() -> Table:
    """A bank announced with 700, of which 100 lie there."""
    return opened().do("bea", a.TakeBank(700_00, 100_00))


def passed() -> Table:
    """Bea won 95 and passed the hand of 395."""
    return opened(coups=("banca",)).bank().coup("banca", ana=100_00).do("bea", a.PassHand())


def lost() -> Table:
    """Bea lost 100 of her 300."""
    return opened(coups=("punto",)).bank().coup("punto", ana=100_00)


def betting(bank: int = 300_00) -> Table:
    return opened().bank(bank).bets()


def joint(amount: int) -> a.JoinBanco:
    return a.JoinBanco("ana", amount)


def staked() -> Table:
    return betting().do("ana", a.Stake(100_00))


def observed() -> Table:
    return opened(conduct="observed", real=True)


def sold() -> Table:
    """Nobody has taken the first bank: it is auctioned."""
    return opened().declined()


def named(cents: int) -> a.StakeOnLine:
    return a.StakeOnLine(40_00, cents)


ABOVE, BELOW = "bank-above-maximum", "bank-below-floor"
LIMITS: list[tuple[str, Callable[[], Any], str, Callable[[int], Any], int, str, int, str]] = [
    # what somebody names, where, who, how; the least, and how a cent less is refused; the greatest, and how a cent more
    ("first bank", opened, "bea", a.TakeBank, 10_00, BELOW, MAXIMUM, ABOVE),
    ("least bank", lambda: opened(bank_minimum=60_00), "bea", a.TakeBank, 60_00, BELOW, MAXIMUM, ABOVE),
    ("bank that was lost", lost, "carla", a.TakeBank, 10_00, BELOW, MAXIMUM, ABOVE),
    ("bank that was passed", passed, "carla", a.TakeBank, 395_00, BELOW, MAXIMUM, ABOVE),
    ("bank taken back", lambda: lost().declined(*OTHERS), "bea", a.TakeBank, 300_00, BELOW, MAXIMUM, ABOVE),
    ("bid", sold, "ana", a.Bid, 10_00, "bid-below-floor", MAXIMUM, ABOVE),
    ("bid for a passed hand", lambda: passed().declined(), "ana", a.Bid, 395_00, "bid-below-floor", MAXIMUM, ABOVE),
    ("second bid", lambda: sold().do("ana", a.Bid(50_00)), "ana", a.Bid, 50_01, "bid-not-raised", MAXIMUM, ABOVE),
    ("raise", lambda: opened().bank(), "bea", a.RaiseBank, 300_01, "bank-not-raised", MAXIMUM, ABOVE),
    ("chips handed over", owing, "bea", a.DeliverBank, 1, "", 600_00, "more-than-announced"),
    ("part of a bank", lambda: opened().bank(), "ana", a.OfferShare, 1, "", 700_00, ABOVE),
    ("part of a bank that owes", owing, "ana", a.OfferShare, 1, "", 300_00, ABOVE),
    ("part pledged", opened, "ana", lambda cents: a.PledgeShare("carla", cents), 1, "", MAXIMUM, ABOVE),
    ("stake", betting, "ana", a.Stake, 10_00, "below-minimum", 300_00, "above-bank"),
    ("part of a joint banco", betting, "ana", joint, 10_00, "below-minimum", 300_00, "above-bank"),
    # half of what is laid plays, and of an odd cent the larger half
    ("stake on the line", betting, "ana", a.StakeOnLine, 19_99, "below-minimum", 600_00, "above-bank"),
    ("part named of it", betting, "ana", named, 10_00, "below-minimum", 40_00, "more-than-laid"),
    ("half of the bank", betting, "ana", a.CallConLaMesa, 150_00, "not-half", 150_00, "not-half"),
    ("half of an odd bank", lambda: betting(25_01), "ana", a.CallConLaMesa, 12_51, "not-half", 12_51, "not-half"),
]


OFFERED = {"part pledged": (10_00, MAXIMUM), "stake on the line": (20_00, 600_00), "part named of it": (20_00, 600_00)}
"""Where less is offered than is lawful; elsewhere what is offered is what is lawful."""


def bounds(table: Table, by: str, act: Any) -> tuple[int, int | None] | None:
    """Return between what amounts an act of this kind is offered."""
    offers = [one for one in table.play.legal(by) if one.act == act.__struct_config__.tag]
    found = [one for offer in offers for one in offer.fields.values() if isinstance(one, Amount)]
    return (found[0].minimum, found[0].maximum) if found else None


@pytest.mark.clause("CF.E2.04", "CF.E2.06", "CF.E2.07", "CF.E2.10", "CF.E1.10")
def test_the_least_and_the_greatest_amount_are_offered_and_lawful_and_one_cent_beyond_is_not() -> None:
    wrong = []
    for what, scene, by, act, least, below, most, above in LIMITS:
        table = scene()
        for cents, code in [(least, ""), (most, ""), (most + 1, above), *([(least - 1, below)] if below else [])]:
            if (was := table.answer(by, act(cents))) != code:
                wrong.append(f"{what} of {cents} cents: {was or 'lawful'}, not {code or 'lawful'}")
        if (found := bounds(table, by, act(least))) != (OFFERED.get(what, (least, most)) if least < most else None):
            wrong.append(f"{what}: {found} is offered")
    assert wrong == []


@pytest.mark.clause("CF.E2.06")
def test_what_the_banker_owes_counts_towards_the_maximum_when_a_part_is_accepted() -> None:
    """Both parts were offered while there was room for each of them."""
    table = owing().do("ana", a.OfferShare(300_00)).do("luis", a.OfferShare(1)).do("bea", a.AcceptShare("ana"))
    assert table.answer("bea", a.AcceptShare("luis")) == "bank-above-maximum"
    assert table.do("bea", a.DeliverBank(600_00)).state.bank.total == MAXIMUM


@pytest.mark.clause("CF.B.12")
def test_a_bank_that_owes_is_neither_raised_nor_bought_out_of(make) -> None:
    table = make().do("bea", a.TakeBank(300_00, 299_99))
    assert table.refused("bea", a.RaiseBank(400_00)).code == "bank-not-delivered"
    table.do("ana", a.OfferShare(50_00)).do("bea", a.AcceptShare("ana")).do("ana", a.WithdrawShare())
    assert table.refused("bea", a.TakeOverShare("ana")).code == "bank-not-delivered"
    assert table.refused("croupier", a.OpenBets()).code == "bank-not-delivered"
    table.do("bea", a.DeliverBank(1), a.TakeOverShare("ana"), a.RaiseBank(400_00)).bets()


@pytest.mark.clause("CF.B.22", "CF.E2.10")
@pytest.mark.parametrize(("staked", "supplied"), [(140_00, 10_00), (139_99, 10_01), (140_01, 0)])
def test_the_last_completion_supplies_exactly_the_minimum_and_no_less(staked: int, supplied: int) -> None:
    table = betting().do("carla", a.CallConLaMesa()).do("eva", a.CallUltimoCompleto())
    table.do("luis", a.Stake(staked)).closed()
    assert table.plays() == {"carla": 150_00, "luis": staked} | ({"eva": supplied} if supplied else {})
    assert table.state.holder == ("eva" if supplied else "carla")
    assert table.chips("eva") == 10_000_00 - supplied


@pytest.mark.parametrize(("covered", "plays"), [(289_99, 10_01), (290_00, 10_00), (290_01, None)])
def test_a_late_stake_is_admitted_where_at_least_the_minimum_is_free(make, covered: int, plays: int | None) -> None:
    table = as_house(make(conduct="observed").bank(300_00), "betting", late_stakes_admitted=True).bets()
    table.do("ana", a.Stake(covered)).closed().do("croupier", a.NoteLateStake("luis", 50_00))
    if plays is None:
        assert table.answer("bea", a.AdmitLateStake("luis")) == "bank-covered"
        return
    assert table.fork().dealt("p").answer("bea", a.AdmitLateStake("luis")) == "first-card-out"
    more = table.fork().do("croupier", a.NoteLateStake("ana", 50_00)).do("bea", a.AdmitLateStake("ana"))
    assert more.plays() == {"ana": covered + plays}, "it plays beside the earlier stake of the same player"
    table.do("bea", a.AdmitLateStake("luis"))
    assert table.plays() == {"ana": covered, "luis": plays}
    assert (table.chips("luis"), table.state.coup.award.kind) == (10_000_00 - plays, Cover.STAKES)


def repeating() -> Table:
    """Ana lost banco, and staked 100 in the next coup; the cards lie dealt for Luis, who staked 200 of 585."""
    table = opened(coups=("banca", "banca")).bank().bets().do("ana", a.CallBanco()).closed().played().bets()
    return table.do("luis", a.Stake(200_00)).do("ana", a.Stake(100_00)).closed().dealt()


def closed_observed() -> Table:
    return observed().bank().bets().do("ana", a.Stake(100_00)).closed()


def halved(bank: int = 300_00) -> Table:
    return betting(bank).do("carla", a.CallConLaMesa())


def leaving() -> Table:
    """Ana, with 100 of a bank of 300, has asked to leave it."""
    table = observed().bank(200_00).do("ana", a.OfferShare(100_00)).do("bea", a.AcceptShare("ana"))
    return table.do("ana", a.WithdrawShare())


def offered() -> Table:
    return opened().bank().do("ana", a.OfferShare(100_00))


def led_by_carla() -> Table:
    return opened().do("ana", a.PledgeShare("carla", 200_00)).declined("bea", *OTHERS)


COSTS: list[tuple[str, Callable[[], Any], str, Any, str, int, int]] = [
    # what is done, where, by whom, how; whose chips it needs, how many, and how many of them leave him at once
    ("bank taken", opened, "bea", a.TakeBank(300_00), "bea", 300_00, 300_00),
    ("bank keyed by the croupier", observed, "croupier", a.TakeBank(300_00), "bea", 300_00, 300_00),
    ("bank taken with associates", led_by_carla, "carla", a.TakeBank(50_00), "carla", 50_00, 50_00),
    ("bank handed over", owing, "bea", a.DeliverBank(600_00), "bea", 600_00, 600_00),
    ("part of a bank offered", lambda: opened().bank(), "ana", a.OfferShare(100_00), "ana", 100_00, 0),
    ("bank raised", lambda: opened().bank(), "bea", a.RaiseBank(450_00), "bea", 150_00, 150_00),
    ("part taken over", leaving, "bea", a.TakeOverShare("ana"), "bea", 100_00, 100_00),
    ("part taken over, keyed", leaving, "croupier", a.TakeOverShare("ana"), "bea", 100_00, 100_00),
    ("higher bid", lambda: sold().do("ana", a.Bid(300_00)), "ana", a.Bid(420_00), "ana", 120_00, 120_00),
    ("stake raised", staked, "ana", a.Stake(130_00), "ana", 30_00, 30_00),
    ("banco in place of a stake", staked, "ana", a.CallBanco(), "ana", 200_00, 200_00),
    ("part of a joint banco", betting, "ana", joint(120_00), "ana", 120_00, 120_00),
    ("half of the bank", betting, "ana", a.CallConLaMesa(), "ana", 150_00, 150_00),
    ("completion of an odd bank", lambda: halved(25_01), "ana", a.CallUltimoCompleto(), "ana", 12_50, 12_50),
    ("rest", lambda: halved().do("luis", a.Stake(100_00)), "ana", a.CallUltimoCompleto(), "ana", 50_00, 50_00),
    ("banco repeated after the deal", repeating, "ana", a.CallSeguido(), "ana", 485_00, 485_00),
    ("late stake", closed_observed, "croupier", a.NoteLateStake("luis", 20_00), "luis", 20_00, 20_00),
    ("chips changed back", opened, "ana", t.CashOut(40_00), "ana", 40_00, 40_00),
]


def test_exactly_the_chips_of_the_payer_are_enough_and_one_cent_less_is_not() -> None:
    wrong = []
    for what, scene, by, act, payer, needs, moves in COSTS:
        table = with_chips(scene(), payer, needs)
        answers = table.answer(by, act), with_chips(table.fork(), payer, needs - 1).answer(by, act)
        if (found := bounds(table, by, act)) and found[1] != act.amount:
            wrong.append(f"{what}: {found[1]} cents at most are offered")
        elif answers != ("", "not-enough-chips"):
            wrong.append(f"{what}: with just enough chips, and with a cent less, the answers are {answers}")
        elif (left := table.do(by, act).chips(payer)) != needs - moves:
            wrong.append(f"{what}: {left} cents are left to {payer}, not {needs - moves}")
    assert wrong == []


def test_a_pledge_whose_chips_are_gone_does_not_join_and_one_that_is_just_there_does(make) -> None:
    table = make().do("ana", a.PledgeShare("carla", 200_00)).do("luis", a.PledgeShare("carla", 100_00))
    with_chips(with_chips(table, "ana", 199_99), "luis", 100_00).declined("bea", *OTHERS).do("carla", a.TakeBank(50_00))
    assert table.parts() == {"carla": 50_00, "luis": 100_00}
    assert (table.chips("ana"), table.chips("luis")) == (199_99, 0)


def test_nothing_is_noted_at_a_table_whose_cards_a_live_hall_deals() -> None:
    """Threat: a croupier buys chips or stakes alone for somebody who is not there."""
    table = opened(conduct="observed")
    sealed = replace(table.state, settings=replace(table.state.settings, shoe=ChanceKind.SEALED))
    for state, code in ((table.state, ""), (sealed, "not-a-real-table")):
        outcome = table.play.game.decide(state, Act(PersonId("croupier"), a.NoteAct(PersonId("ana"), t.BuyIn(1))))
        assert getattr(outcome, "code", "") == code
