"""The legs of each event of chemin de fer that moves money, whole: which account gives, which takes, how much."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from tapete.games.baccarat.outcome import Winner
from tapete.games.banked.shares import LiveShare, Share
from tapete.games.chemin_de_fer import events as b, events as e
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.evolve.postings import POSTINGS, postings
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.terms import BankEnd, Cover
from tapete.kernel import PersonId
from tapete.table import acts as table
from tests.support.chemin_de_fer.table import opened

ANA, BEA, CARLA, LUIS = map(PersonId, ("ana", "bea", "carla", "luis"))
Legs = list[tuple[str, int]]


def shares(**amounts: int) -> tuple[Share, ...]:
    return tuple(Share(PersonId(who), amount) for who, amount in amounts.items())


def legs(*moves: tuple[int, str, str]) -> Legs:
    """Return both legs of each move of an amount from one account to another."""
    return [leg for amount, source, target in moves for leg in ((source, -amount), (target, amount))]


def corrected(**changes: Any) -> e.PaymentCorrected:
    return e.PaymentCorrected(3, ANA, 10, 20, 10, BEA, CARLA, "misread", **changes)


STAKED = shares(ana=100, luis=30)
WON, LOST = shares(bea=80, carla=40), shares(bea=-90, carla=-40)
CHANGES = {"players": shares(ana=20, luis=-5), "bank": shares(bea=-8, carla=-4), "cagnotte": -3}

EVENTS: list[tuple[Any, Legs]] = [
    (table.BoughtIn(ANA, 5), legs((5, "cash-desk", "person:ana"))),
    (table.CashedOut(ANA, 5), legs((5, "person:ana", "cash-desk"))),
    (table.PersonLeft(ANA, 5), legs((5, "person:ana", "cash-desk"))),
    (table.PersonLeft(ANA, 0), []),
    (b.BankTaken(BEA, 90), legs((90, "person:bea", "bank"))),
    (b.BankTaken(BEA, 90, 20), legs((70, "person:bea", "bank"))),
    (b.BankTaken(BEA, 90, 90), []),
    (b.BankDelivered(BEA, 20), legs((20, "person:bea", "bank"))),
    (b.BankRaised(BEA, 20), legs((20, "person:bea", "bank"))),
    (b.BankRaised(BEA, 20, shares(bea=3, carla=2)),
     legs((20, "person:bea", "bank"), (3, "garage", "bank"), (2, "garage", "associates:carla"))),
    (b.ShareAccepted(CARLA, 40), legs((40, "person:carla", "associates:carla"))),
    (b.ShareTakenOver(CARLA, BEA, 40), legs((40, "person:bea", "bank"), (40, "associates:carla", "person:carla"))),
    (b.ShareTakenOver(CARLA, BEA, 40, 6),
     legs((40, "person:bea", "bank"), (40, "associates:carla", "person:carla"), (6, "garage", "person:carla"))),
    (b.BankReturned(shares(bea=60, carla=30), BankEnd.PASSED, 5),
     legs((60, "bank", "person:bea"), (30, "associates:carla", "person:carla"))),
    (b.BankReturned(shares(bea=60, carla=0), BankEnd.PASSED, 5, 60, shares(bea=4, carla=2), (LUIS,)),
     legs((60, "bank", "person:bea"), (4, "garage", "person:bea"), (2, "garage", "person:carla"))),
    (b.BidMade(ANA, 80, 30), legs((30, "person:ana", "stakes"))),
    (b.AuctionClosed(ANA, 80, shares(luis=70, ana=80)),
     legs((70, "stakes", "person:luis"), (80, "stakes", "person:ana"))),
    (b.AuctionClosed(None, 0, ()), []),
    (b.GarageFormed(WON), legs((80, "bank", "garage"), (40, "associates:carla", "garage"))),
    (b.WinningsGaraged(WON), legs((80, "bank", "garage"), (40, "associates:carla", "garage"))),
    (b.GarageReturned(WON), legs((80, "garage", "bank"), (40, "garage", "associates:carla"))),
    (b.AllGoesSaid(BEA, WON), legs((80, "garage", "bank"), (40, "garage", "associates:carla"))),
    (b.AllGoesSaid(BEA), []),
    (e.CallMade(ANA, "postura", 30), legs((30, "person:ana", "stakes"))),
    (e.CallMade(ANA, "postura", 30, 20), legs((10, "person:ana", "stakes"))),
    (e.CallMade(ANA, "postura", 20, 30), legs((10, "stakes", "person:ana"))),
    (e.CallMade(ANA, "postura", 30, 30), []),
    (e.CallWithdrawn(ANA, "postura", 30), legs((30, "stakes", "person:ana"))),
    (e.CoverAwarded(Cover.STAKES, ANA, STAKED, calls=(LiveShare(ANA, "postura", 100),)), []),
    (e.CoverAwarded(Cover.BANCO, ANA, STAKED, shares(luis=7, bea=6), shares(ana=5, luis=4)),
     legs((7, "stakes", "person:luis"), (6, "stakes", "person:bea"), (5, "person:ana", "stakes"),
          (4, "person:luis", "stakes"))),
    (e.StakeReturned(ANA, 30), legs((30, "stakes", "person:ana"))),
    (e.LateStakeNoted(ANA, 30), legs((30, "person:ana", "stakes"))),
    (e.LateStakeRemoved(ANA, 30, True), legs((30, "stakes", "person:ana"))),
    (e.CoupVoided(STAKED), legs((100, "stakes", "person:ana"), (30, "stakes", "person:luis"))),
    (e.CoupSettled(Winner.TIE, Cover.STAKES, STAKED, shares(bea=0, carla=0)),
     legs((100, "stakes", "person:ana"), (30, "stakes", "person:luis"))),
    (e.CoupSettled(Winner.PUNTO, Cover.STAKES, STAKED, LOST),
     legs((100, "stakes", "person:ana"), (30, "stakes", "person:luis"), (40, "associates:carla", "bank"),
          (100, "bank", "person:ana"), (30, "bank", "person:luis"))),
    (e.CoupSettled(Winner.BANCA, Cover.STAKES, STAKED, WON, 10),
     legs((80, "stakes", "bank"), (40, "stakes", "associates:carla"), (10, "stakes", "cagnotte"))),
    (corrected(**CHANGES, in_bank=True),
     legs((20, "stakes", "person:ana"), (5, "person:luis", "stakes"), (8, "bank", "stakes"),
          (4, "associates:carla", "stakes"), (3, "cagnotte", "stakes"))),
    (corrected(**CHANGES, debts=shares(luis=5), set_off=shares(ana=9)),
     legs((5, "house", "person:luis"), (20, "stakes", "person:ana"), (5, "person:luis", "stakes"),
          (8, "person:bea", "stakes"), (4, "person:carla", "stakes"), (3, "cagnotte", "stakes"),
          (9, "person:ana", "house"))),
]  # fmt: skip


@pytest.mark.parametrize(("event", "found"), EVENTS)
def test_an_event_moves_this_and_nothing_else(event: Any, found: Legs) -> None:
    told = [[(one.account, one.amount) for one in legs_of(event)] for legs_of in (postings, CHEMIN_DE_FER.postings)]
    assert told == [found, found]


def test_every_event_that_moves_money_is_tried_and_no_other_moves_any() -> None:
    assert {type(one) for one, _ in EVENTS} == set(POSTINGS)
    assert postings(e.SeguidoHeld((ANA,))) == ()


def test_the_legs_of_an_event_are_booked_when_it_is_folded() -> None:
    state = opened().state
    before = dict(state.ledger)
    after = evolve(evolve(state, table.BoughtIn(ANA, 7)), b.BankTaken(BEA, 90, 20))
    changed = {"cash-desk": before["cash-desk"] - 7, "person:ana": before["person:ana"] + 7, "bank": 70}
    assert after.ledger == Map({**before, **changed, "person:bea": before["person:bea"] - 70})
    assert evolve(state, e.SaluteOwed(ANA)).ledger == state.ledger
