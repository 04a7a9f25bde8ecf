"""What is claimed in one window is awarded by priority, amount or lots, and never by who was first. Lots are fair and
can be proved.
"""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from tapete.chance import ChanceKind, LotOut, SealUrn, Source, commitment
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import Hand, Spot
from tapete.kernel import Accepted, Act, PersonId, Refused, fold
from tapete.live.rng_health import RngHealth
from tapete.live.vault import SealedOrders, SeededOrders
from tapete.play import ActResult, transition
from tapete.record.card_proofs import shoe_name, urn_number
from tapete.record.private import KeySealer
from tapete.table import acts as t
from tests.support.dos_panos.evening import BOOKS
from tests.support.dos_panos.table import Table, opened

GAME = DosPanos()
STANDING = {"pau": 1, "eva": 6, "ugo": 6}
"""On their feet behind a place of each cloth, in the order in which they came."""
SEEDS = range(8)


def crowd(book: str = "asturias-2011", **options: Any) -> Table:
    """A table with people in places and on their feet, all with chips."""
    made = opened(book=book, **options)
    for person, place in STANDING.items():
        made.do(person, t.StandBehind(place), t.BuyIn(20_000_00))
    return made


def awards(made: Table, claims: list[tuple[str, Any]], close: tuple[str, Any], seed: int) -> list[object]:
    """Return what follows from the close of a window when its claims came in the order of a seed."""
    there = made.fork()
    for by, what in random.Random(seed).sample(claims, len(claims)):
        there.do(by, what)
    return list(there.outcome(*close).events)


def require_same(made: Table, claims: list[tuple[str, Any]], close: tuple[str, Any]) -> list[object]:
    """Return what follows in every order of the claims."""
    first = awards(made, claims, close, 0)
    for seed in SEEDS:
        assert awards(made, claims, close, seed) == first
    return first


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("bank", [1_000_00, 5_000_00])
def test_stakes_above_a_bank_go_back_by_priority_whoever_laid_his_first(book: str, bank: int) -> None:
    made = crowd(book).ready(bank).bets()
    claims = [
        ("ana", a.Stake(900_00, Hand.PRIMERO)),
        ("bea", a.Stake(700_00, Hand.PRIMERO, Spot.LINE)),
        ("pau", a.Stake(800_00, Hand.PRIMERO)),
        ("carla", a.Stake(600_00, Hand.SEGUNDO)),
        ("dani", a.Stake(500_00, Hand.SEGUNDO, Spot.ACROSS)),
        ("eva", a.Stake(400_00, Hand.SEGUNDO)),
        ("ugo", a.Stake(400_00, Hand.SEGUNDO)),
    ]
    awarded = next(one for one in require_same(made, claims, ("croupier", a.CloseBets())) if hasattr(one, "stakes"))
    whole = sum(one.amount for one in awarded.stakes)
    assert whole == min(bank, 900_00 + 350_00 + 800_00 + 600_00 + 500_00 + 800_00)


@pytest.mark.parametrize("callers", [("ana", "bea", "pau"), ("ana", "eva", "carla"), ("ugo", "eva"), ("pau", "ugo")])
def test_banco_is_had_by_priority_within_a_cloth_and_by_lots_between_them(callers: tuple[str, ...]) -> None:
    made = crowd().ready().do("croupier", a.OpenBets())
    claims = [(who, a.CallBanco()) for who in callers]
    names = [type(one).__name__ for one in require_same(made, claims, ("croupier", a.CloseCalls()))]
    both = {"ana", "bea", "pau"} & set(callers) and {"carla", "eva", "ugo"} & set(callers)
    assert ("LotsWanted" in names) == bool(both)


@pytest.mark.parametrize(
    "bids",
    [
        {"ana": 2_000_00, "eva": 3_000_00, "bea": 2_500_00},
        {"ana": 3_000_00, "eva": 3_000_00, "pau": 3_000_00, "bea": 1_000_00},
    ],
)
def test_the_bank_goes_by_amount_and_between_equal_bids_by_lots(bids: dict[str, int]) -> None:
    made = crowd().do("inspector", a.OpenAuction())
    claims = [(who, a.Bid(amount)) for who, amount in bids.items()]
    found = require_same(made, claims, ("inspector", a.CloseAuction()))
    best = sorted(who for who, amount in bids.items() if amount == max(bids.values()))
    wanted = next((sorted(one.tokens) for one in found if hasattr(one, "tokens")), None)
    assert wanted == (best if len(best) > 1 else None)


# --- lots -------------------------------------------------------------------------------------------------------------


def equal_bids(**options: Any) -> Table:
    """A table at whose auction three people bid the same."""
    made = crowd(**options).do("inspector", a.OpenAuction())
    for who in ("ana", "eva", "pau"):
        made.do(who, a.Bid(3_000_00))
    return made


def closed(state: State, source: Source) -> ActResult[State]:
    """Close the auction; chance answers."""
    return transition(GAME, state, Act(PersonId("inspector"), a.CloseAuction(), GAME.step(state)), source)


def test_each_of_those_between_whom_lots_are_drawn_is_as_likely_as_the_next() -> None:
    state = equal_bids().state
    won = Counter[str]()
    for seed in range(600):
        after = closed(state, SeededOrders(f"lots {seed}")).state
        assert after.award is not None
        won[str(after.award.person)] += 1
    assert set(won) == {"ana", "eva", "pau"}
    assert sum((many - 200) ** 2 / 200 for many in won.values()) < 13.8, won  # one in a thousand would be above it


def test_a_lot_is_committed_to_before_it_is_drawn_and_proved_afterwards() -> None:
    orders = SealedOrders("dp", KeySealer(bytes(range(32))), lambda _: None, RngHealth())
    made = closed(equal_bids(kind=ChanceKind.SEALED).state, orders)
    sealing, drawing = (one.body for one in made.acts[1:])
    assert isinstance(sealing, SealUrn)
    assert isinstance(drawing, LotOut)
    proof = orders.opening(urn_number(1), 0)
    assert proof.face == drawing.token
    assert commitment(shoe_name("dp", urn_number(1)), 0, proof.face, proof.salt) == sealing.commitments[0]
    assert made.state.award is not None
    assert made.state.award.person == drawing.token


@pytest.mark.parametrize("spare", [-1, 1])
def test_an_urn_has_one_commitment_for_each_of_those_between_whom_lots_are_drawn(spare: int) -> None:
    state = equal_bids(kind=ChanceKind.SEALED).state
    orders = SealedOrders("dp", KeySealer(bytes(range(32))), lambda _: None, RngHealth())
    sealing = closed(state, orders).acts[1]
    begun = GAME.decide(state, Act(PersonId("inspector"), a.CloseAuction(), GAME.step(state)))
    assert isinstance(begun, Accepted)
    waiting = fold(GAME.evolve, state, begun.events)
    body = sealing.body
    assert isinstance(body, SealUrn)
    size = len(body.commitments)
    wrong = msgspec.structs.replace(body, commitments=(body.commitments * 2)[: size + spare])
    refused = GAME.decide(waiting, msgspec.structs.replace(sealing, body=wrong))
    assert isinstance(refused, Refused)
    assert (refused.code, dict(refused.facts)) == ("commitments-missing", {"size": size, "found": size + spare})
