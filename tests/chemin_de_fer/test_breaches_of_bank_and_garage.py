"""Each breach of what a sound table of chemin de fer holds, whole: which account, what is booked, what lies there."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.accounts import BANK, GARAGE, STAKES, associate
from tapete.games.baccarat.layout import LaidCard
from tapete.games.baccarat.marks import Cards
from tapete.games.banked import auction
from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer import invariants as sound
from tapete.games.chemin_de_fer.state.bank import Bank
from tapete.games.chemin_de_fer.state.coup import Award
from tapete.games.chemin_de_fer.state.table import State
from tapete.games.chemin_de_fer.terms import Cover
from tapete.kernel import PersonId
from tapete.kernel.breaches import breach
from tapete.table.windows import Claim, Window
from tests.support.chemin_de_fer.table import opened

ANA, BEA, CARLA = map(PersonId, ("ana", "bea", "carla"))
EMPTY = opened().state


def shares(**amounts: int) -> tuple[Share, ...]:
    return tuple(Share(PersonId(who), amount) for who, amount in amounts.items())


CALLS = Window("bets", 1, (Claim(ANA, "stake", 3), Claim(BEA, "stake", 4)))
AWARD = Award(Cover.STAKES, ANA, shares(ana=10, bea=20))
BIDS = auction.bid(auction.bid(auction.start(1, 0, frozenset()), ANA, 100), BEA, 200)
BANKED = Bank(ANA, shares(ana=100, bea=50))
PART = associate(BEA)


@pytest.mark.parametrize(
    ("calls", "late", "award", "bids", "on_table"),
    [
        (None, (), None, None, 0),
        (CALLS, (), None, None, 7),
        (None, shares(ana=1, bea=2), None, None, 3),
        (None, (), AWARD, None, 30),
        (None, (), None, BIDS, 300),
        (CALLS, shares(ana=1, bea=2), AWARD, BIDS, 340),
    ],
)
def test_the_stakes_in_the_books_are_those_that_lie_there(
    calls: Any, late: Any, award: Any, bids: Any, on_table: int
) -> None:
    state = replace(EMPTY, calls=calls or EMPTY.calls, auction=bids, coup=replace(EMPTY.coup, late=late, award=award))
    for amount in (on_table - 1, on_table, on_table + 1):
        wrong = () if amount == on_table else (breach("stakes-not-booked", booked=amount, on_table=on_table),)
        assert sound.stakes_are_booked(replace(state, ledger=state.ledger.set(STAKES, amount))) == wrong


def booked(bank: Bank | None, amounts: dict[str, int]) -> State:
    ledger = EMPTY.ledger
    for name, amount in amounts.items():
        ledger = ledger.set(name, amount)
    return replace(EMPTY, bank=bank, ledger=ledger)


@pytest.mark.parametrize(
    ("bank", "amounts", "wrong"),
    [
        (None, {}, []),
        (None, {BANK: 1}, [(BANK, 1, 0)]),
        (None, {BANK: 0, PART: 0, GARAGE: 0}, []),
        (None, {PART: 1, GARAGE: 2}, [(PART, 1, 0), (GARAGE, 2, 0)]),
        (BANKED, {BANK: 100, PART: 50}, []),
        (BANKED, {BANK: 99, PART: 51}, [(BANK, 99, 100), (PART, 51, 50)]),
        (BANKED, {PART: 50}, [(BANK, 0, 100)]),
        (BANKED, {BANK: 100, PART: 50, associate(CARLA): 1}, [(associate(CARLA), 1, 0)]),
        (replace(BANKED, garage=shares(ana=20, bea=5)), {BANK: 80, PART: 45, GARAGE: 25}, []),
        (replace(BANKED, garage=shares(ana=20, bea=5)), {BANK: 100, PART: 50},
         [(BANK, 100, 80), (PART, 50, 45), (GARAGE, 0, 25)]),
        (replace(BANKED, aside=shares(ana=7, bea=1)), {BANK: 100, PART: 50, GARAGE: 8}, []),
        (replace(BANKED, garage=shares(ana=20), aside=shares(bea=1)), {BANK: 80, PART: 50, GARAGE: 20},
         [(GARAGE, 20, 21)]),
    ],
)  # fmt: skip
def test_the_bank_in_the_books_is_the_one_that_is_held(bank: Bank | None, amounts: Any, wrong: Any) -> None:
    found = sound.bank_is_booked(booked(bank, amounts))
    breaches = [breach("bank-not-booked", account=name, booked=has, owned=owns) for name, has, owns in sorted(wrong)]
    assert list(found) == breaches


@pytest.mark.parametrize(("positions", "is_sound"), [((), True), ((0, 1, 2), True), ((0, 1, 0), False)])
def test_a_card_lies_once(positions: tuple[int, ...], is_sound: bool) -> None:
    layout = tuple(LaidCard(one, "punto", None) for one in positions)
    state = replace(EMPTY, coup=replace(EMPTY.coup, cards=Cards(layout)))
    assert sound.cards_lie_once(state) == (() if is_sound else (breach("card-twice"),))


def test_a_table_with_accounts_that_do_not_add_up_is_found() -> None:
    assert sound.ledger_is_sound(EMPTY) == ()
    assert [one.code for one in sound.ledger_is_sound(replace(EMPTY, ledger=EMPTY.ledger.set(BANK, 1)))]
    assert (
        sound.ledger_is_sound, sound.stakes_are_booked, sound.bank_is_booked, sound.cards_lie_once,
    ) == sound.INVARIANTS  # fmt: skip
