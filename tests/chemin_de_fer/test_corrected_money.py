"""Whose money a corrected payment moves: the bank's while it stands and can bear it, its owners' own otherwise."""

from typing import Any

import pytest

from tapete.cards import cards
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.events import PaymentCorrected
from tapete.table import acts as t
from tests.support.chemin_de_fer.observed import Observed
from tests.support.chemin_de_fer.table import with_chips

SHOE = "4s Kc 2d 7h 4c Kd 2h 7c 4d Kh 2s 7d"
"""Each coup: punto 6 against a bank of 7, as keyed."""
WHY = "the camera shows it"
CAME_TO_TIE, CAME_TO_PUNTO, AS_KEYED = "6c", "5c", "7h"
"""What the bank's second card of the first coup really was."""


def booked(make, *, own: int = 200_00, part: int = 100_00) -> Observed:
    """Bea's bank, of which a part is Luis's, won 100 of Ana's: 95 after the deduction."""
    first = make("", conduct="observed", real=True)
    table = Observed(first.play, first.turns)
    table.listed = cards(SHOE)
    table.bank(own)
    if part:
        table.do("luis", a.OfferShare(part)).do("bea", a.AcceptShare("luis"))
    table.bets().do("ana", a.Stake(100_00)).closed().dealt().looked().said("no").do("bea", a.Stand()).shown().settled()
    return table


def rekeyed(table: Observed, face: str) -> Observed:
    return table.do("croupier", a.CorrectCard(1, 3, face, "inspector", WHY))


def repaid(who: str = "ana") -> a.CorrectPayment:
    return a.CorrectPayment(1, who, "inspector", WHY)


def corrected(table: Observed) -> PaymentCorrected:
    assert table.outcome("croupier", repaid())
    table.do("croupier", repaid())
    return next(one for one in table.play.last.events if isinstance(one, PaymentCorrected))


def gone(table: Observed) -> Observed:
    """The bank has left with its owners: Bea passed the hand."""
    return table.do("bea", a.PassHand())


def changes(shares: Any) -> dict[str, int]:
    return {one.person: one.amount for one in shares}


def test_the_bank_that_stands_bears_it_by_its_parts(make) -> None:
    """Its owners need no chips of their own for that."""
    table = rekeyed(with_chips(with_chips(booked(make), "bea", 0), "luis", 0), CAME_TO_PUNTO)
    before = {one.person: one.amount for one in table.state.bank.parts}
    assert (before, table.state.bank.winnings) == ({"bea": 263_34, "luis": 131_66}, 95_00)
    event = corrected(table)
    # 63.34 and 31.66 go back, and 66.67 and 33.33 are lost
    assert (event.in_bank, changes(event.bank)) == (True, {"bea": -130_01, "luis": -64_99})
    assert {one.person: one.amount for one in table.state.bank.parts} == {"bea": 133_33, "luis": 66_67}
    assert (table.chips("bea"), table.chips("luis"), table.chips("ana")) == (0, 0, 10_100_00)


@pytest.mark.parametrize(("face", "won"), [(CAME_TO_TIE, 0), (CAME_TO_PUNTO, -100_00)])
def test_what_the_bank_has_won_is_what_it_really_won(make, face: str, won: int) -> None:
    table = rekeyed(booked(make, part=0), face)
    assert table.state.bank.winnings == 95_00, "a wrong key moves nothing"
    corrected(table)
    assert table.state.bank.winnings == won


@pytest.mark.parametrize("who", ["bea", "luis"])
def test_every_owner_of_a_bank_that_left_is_asked_for_his_part(make, who: str) -> None:
    """Exactly what he owes is enough; with a cent less the correction says whose debt stops it."""
    table = rekeyed(gone(booked(make)), CAME_TO_PUNTO)
    owes = {"bea": 130_01, "luis": 64_99}
    enough = with_chips(table.fork(), who, owes[who])
    event = corrected(enough)
    assert (event.in_bank, event.debts, enough.chips(who)) == (False, (), 0)
    assert enough.chips("ana") == 10_100_00
    refused = with_chips(table, who, owes[who] - 1).refused("croupier", repaid())
    assert (refused.code, refused.facts["person"], refused.facts["owes"]) == ("debtor-short", who, owes[who])


@pytest.mark.parametrize("who", ["bea", "luis"])
def test_what_an_owner_who_left_the_table_lacks_he_owes_to_the_house(make, who: str) -> None:
    table = rekeyed(gone(booked(make)), CAME_TO_PUNTO).do(who, t.Leave())
    event = corrected(table)
    owes = {"bea": 130_01, "luis": 64_99}[who]
    assert (changes(event.debts), table.chips(who)) == ({who: owes}, 0)
    assert (table.money()["house"], table.chips("ana")) == (-owes, 10_100_00)


@pytest.mark.parametrize("who", ["bea", "luis"])
def test_what_a_later_correction_brings_the_owner_of_a_bank_that_left_is_set_off_against_his_debt(
    make, who: str
) -> None:
    """A second key makes the first right again: he who left without chips owes nobody any more, and gets nothing."""
    table = rekeyed(gone(booked(make)), CAME_TO_PUNTO).do(who, t.Leave())
    owes = {"bea": 130_01, "luis": 64_99}[who]
    assert changes(corrected(table).debts) == {who: owes}
    assert changes(table.state.debts) == {who: owes}
    event = corrected(rekeyed(table, AS_KEYED))
    assert (event.in_bank, changes(event.set_off)) == (False, {who: owes})
    assert (table.state.debts, table.chips(who), table.money().get("house", 0)) == ((), 0, 0)


def test_what_a_later_correction_brings_the_bank_that_stands_is_nobody_s_to_give_back(make) -> None:
    """Bea owes the house for the bank that she let go, and holds another: what that one gets is the bank's."""
    table = rekeyed(gone(booked(make, part=0)), CAME_TO_PUNTO).do("bea", t.Leave())
    corrected(table)
    assert changes(table.state.debts) == {"bea": 195_00}
    table.do("bea", t.Sit(1), t.BuyIn(1_000_00))
    while table.state.offer.candidate != "bea":
        table.do(table.state.offer.candidate, a.DeclineBank())
    table.do("bea", a.TakeBank(500_00))
    event = corrected(rekeyed(table, AS_KEYED))
    assert (event.in_bank, changes(event.bank), changes(event.set_off)) == (True, {"bea": 195_00}, {})
    assert (changes(table.state.debts), table.state.bank.total) == ({"bea": 195_00}, 695_00)


def taken_anew(table: Observed, amount: int) -> Observed:
    """Bea passed her bank, everybody let it go, and at last it went round anew: she takes it for this amount."""
    table.do("bea", a.PassHand())
    while table.state.phase == "bank" and table.state.offer.candidate != "bea":
        table.do(table.state.offer.candidate, a.DeclineBank())
    table.declined().do("croupier", a.CloseAuction())
    while table.state.phase == "bank":
        table.do(table.state.offer.candidate, a.DeclineBank())
    table.do("croupier", a.OfferBank())
    while table.state.offer.candidate != "bea":
        table.do(table.state.offer.candidate, a.DeclineBank())
    return table.do("bea", a.TakeBank(amount))


@pytest.mark.parametrize(("again", "in_bank"), [(195_00, True), (194_99, False)])
def test_a_bank_of_the_same_owner_bears_it_as_far_as_it_reaches(make, again: int, in_bank: bool) -> None:
    """Bea lets her bank go and takes another one when nobody else wants it: it is hers, and may be too small."""
    table = taken_anew(booked(make, part=0), again)
    event = corrected(rekeyed(table, CAME_TO_PUNTO))
    assert event.in_bank is in_bank
    assert table.state.bank.total == (0 if in_bank else again)


def test_a_bank_of_other_owners_bears_nothing_of_it(make) -> None:
    """An associate who joined since has no part in the coup that is put right."""
    table = booked(make, part=0).do("eva", a.OfferShare(50_00)).do("bea", a.AcceptShare("eva"))
    event = corrected(rekeyed(table, CAME_TO_PUNTO))
    assert (event.in_bank, changes(event.bank), table.state.bank.total) == (False, {"bea": -195_00}, 345_00)
    assert table.chips("bea") == 10_000_00 - 200_00 - 195_00


def of_another_associate(table: Observed) -> Observed:
    """Luis has left Bea's bank, and Eva has joined it."""
    table.do("luis", a.WithdrawShare()).do("bea", a.TakeOverShare("luis"))
    return table.do("eva", a.OfferShare(100_00)).do("bea", a.AcceptShare("eva"))


def of_another_banker(table: Observed) -> Observed:
    """Bea has passed the hand, and Carla has taken it with Luis's part, as Bea had."""
    table.do("bea", a.PassHand()).do("carla", a.TakeBank(500_00))
    return table.do("luis", a.OfferShare(100_00)).do("carla", a.AcceptShare("luis"))


@pytest.mark.parametrize("since", [of_another_associate, of_another_banker])
def test_a_bank_of_as_many_owners_but_not_the_same_ones_bears_nothing_of_it(make, since: Any) -> None:
    """Bea and Luis pay in person what they owe of the coup that was theirs, whoever holds the bank by now."""
    table = rekeyed(since(booked(make)), CAME_TO_PUNTO)
    bank, held = table.state.bank, {who: table.chips(who) for who in ("bea", "luis", "carla", "eva")}
    event = corrected(table)
    assert (event.in_bank, changes(event.bank)) == (False, {"bea": -130_01, "luis": -64_99})
    assert (table.state.bank.parts, table.state.bank.winnings) == (bank.parts, bank.winnings)
    assert {who: table.chips(who) for who in held} == held | {"bea": held["bea"] - 130_01, "luis": held["luis"] - 64_99}
