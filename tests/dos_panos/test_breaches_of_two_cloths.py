"""Each breach of what a sound table of two cloths holds, whole: which account, what is booked, what lies there."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.accounts import BANK, STAKES, deposit
from tapete.games.baccarat.layout import LaidCard
from tapete.games.baccarat.marks import Cards
from tapete.games.dos_panos import invariants as sound
from tapete.games.dos_panos.rules.bank import AwardWay
from tapete.games.dos_panos.stakes.cover import ClothStake
from tapete.games.dos_panos.state import Award, Bank, LaidStake, State
from tapete.games.dos_panos.terms import COUP, BankMode, Hand, Phase
from tapete.kernel import PersonId
from tapete.kernel.breaches import breach
from tapete.table.seats import Standing
from tapete.table.staff import Role
from tests.support.dos_panos.table import opened

ROSA, ANA, BEA = map(PersonId, ("rosa", "ana", "bea"))
P, S = Hand.PRIMERO, Hand.SEGUNDO
EMPTY = opened().state
HELD = Bank(ROSA, Award(ROSA, 500, AwardWay.AUCTION), deposit=30, is_proven=True, proven_deposit=90)
LAID = (LaidStake(ANA, 5, P), LaidStake(BEA, 6, S))
PLAYING = (ClothStake(ANA, P, 30), ClothStake(BEA, S, 20))


def booked(state: State, **amounts: int) -> State:
    ledger = state.ledger
    for name, amount in amounts.items():
        ledger = ledger.set(name.replace("_", ":"), amount)
    return replace(state, ledger=ledger)


def with_coup(state: State = EMPTY, **coup: Any) -> State:
    return replace(state, coup=replace(state.coup, **coup))


@pytest.mark.parametrize(
    ("laid", "stakes", "is_settled", "on_table"),
    [
        ((), (), False, 0),
        (LAID, (), False, 11),
        ((), PLAYING, False, 50),
        ((), PLAYING, True, 0),
        (LAID, PLAYING, False, 61),
    ],
)
def test_the_stakes_in_the_books_are_those_that_lie_there(
    laid: Any, stakes: Any, is_settled: bool, on_table: int
) -> None:
    state = with_coup(laid=laid, stakes=stakes, is_settled=is_settled)
    for amount in (on_table - 1, on_table, on_table + 1):
        wrong = () if amount == on_table else (breach("stakes-not-booked", booked=amount, on_table=on_table),)
        assert sound.stakes_are_booked(booked(state, **{STAKES: amount})) == wrong


@pytest.mark.parametrize(
    ("bank", "amounts", "wrong"),
    [
        (None, {}, []),
        (HELD, {"deposit_rosa": 30}, []),
        (HELD, {"deposit_rosa": 30, BANK: 9}, []),
        (HELD, {"deposit_rosa": 29}, [(deposit(ROSA), 29, 30)]),
        (HELD, {}, [(deposit(ROSA), 0, 30)]),
        (HELD, {"deposit_rosa": 30, "deposit_ana": 1}, [(deposit(ANA), 1, 0)]),
        (HELD, {"deposit_ana": 1}, [(deposit(ANA), 1, 0), (deposit(ROSA), 0, 30)]),
        (None, {"deposit_rosa": 30}, [(deposit(ROSA), 30, 0)]),
        (None, {BANK: 1}, [(BANK, 1, 0)]),
        (None, {BANK: -1}, [(BANK, -1, 0)]),
        (HELD, {"deposit_rosa": 30, BANK: -1}, [(BANK, -1, 0)]),
        (None, {"deposit_rosa": 30, BANK: 1}, [(deposit(ROSA), 30, 0), (BANK, 1, 0)]),
    ],
)
def test_the_bank_in_the_books_is_the_one_that_is_held(bank: Any, amounts: dict[str, int], wrong: Any) -> None:
    found = sound.bank_is_booked(booked(replace(EMPTY, bank=bank), **amounts))
    assert found == tuple(breach("bank-not-booked", account=name, booked=has, owned=owns) for name, has, owns in wrong)


@pytest.mark.parametrize(("positions", "is_sound"), [((), True), ((0, 1, 2), True), ((0, 1, 0), False)])
def test_a_card_lies_once(positions: tuple[int, ...], is_sound: bool) -> None:
    layout = tuple(LaidCard(one, str(P), None) for one in positions)
    found = sound.cards_lie_once(with_coup(cards=Cards(layout)))
    assert found == (() if is_sound else (breach("card-twice"),))


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("mode", BankMode)
@pytest.mark.parametrize("is_settled", [True, False])
def test_a_limited_bank_holds_what_plays_against_it(phase: Phase, mode: BankMode, is_settled: bool) -> None:
    state = replace(EMPTY, phase=phase, settings=replace(EMPTY.settings, mode=mode))
    state = with_coup(state, stakes=PLAYING, is_settled=is_settled)
    assert sound.stakes_are_covered(booked(state, **{BANK: 50})) == ()
    asked = phase in COUP and mode is BankMode.LIMITED and not is_settled
    wrong = (breach("bank-exceeded", plays=50, held=49),) if asked else ()
    assert sound.stakes_are_covered(booked(state, **{BANK: 49})) == wrong
    assert sound.stakes_are_covered(replace(booked(state, **{BANK: 49}), rules=None)) == ()


@pytest.mark.parametrize(
    ("proven", "called", "is_sound"), [(90, 90, True), (90, 91, False), (None, 91, True), (0, 1, False), (0, 0, True)]
)
def test_no_more_is_drawn_on_than_was_proven(proven: int | None, called: int, is_sound: bool) -> None:
    state = replace(EMPTY, bank=replace(HELD, proven_deposit=proven, called_deposit=called))
    assert sound.deposit_answers(state) == (() if is_sound else (breach("deposit-exceeded"),))
    assert sound.deposit_answers(replace(state, bank=None)) == ()


def test_everybody_has_one_part() -> None:
    assert sound.people_have_one_part(EMPTY) == ()
    twice = (Standing(BEA, 1), Standing(ANA, 1))
    state = replace(EMPTY, seats=replace(EMPTY.seats, standing=twice), staff=EMPTY.staff.set(Role.CHANGER, ANA))
    assert sound.people_have_one_part(state) == (
        breach("two-places", person=ANA),
        breach("two-places", person=BEA),
        breach("plays-on-duty", person=ANA),
    )
