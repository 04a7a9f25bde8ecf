"""Each breach of what a sound table holds, whole: which account, what is booked, what lies on the table."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.accounts import BANK, GARAGE, STAKES, associate
from tapete.games.baccarat.layout import LaidCard
from tapete.games.banked.auction import Auction
from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer import invariants as sound
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.bank import Bank
from tapete.games.chemin_de_fer.state.coup import Award
from tapete.games.chemin_de_fer.terms import Cover
from tapete.kernel import PersonId
from tapete.kernel.breaches import breach
from tapete.table.windows import Claim, Window

ANA, BEA, EVA = map(PersonId, ("ana", "bea", "eva"))
EMPTY = State()
CALLS = Window("bets", 1, (Claim(ANA, "postura", 5), Claim(BEA, "raya", 6)))
LATE = (Share(ANA, 30), Share(BEA, 4))
AWARD = Award(Cover.STAKES, ANA, (Share(ANA, 200), Share(BEA, 50)))
BIDS = Auction(Window("auction", 1, (Claim(ANA, "bid", 1000), Claim(BEA, "bid", 2000))), 100)


def booked(state: State, amounts: dict[str, int]) -> State:
    ledger = state.ledger
    for name, amount in amounts.items():
        ledger = ledger.set(name, amount)
    return replace(state, ledger=ledger)


@pytest.mark.parametrize(
    ("calls", "late", "award", "auction", "on_table"),
    [
        (EMPTY.calls, (), None, None, 0),
        (CALLS, (), None, None, 11),
        (EMPTY.calls, LATE, None, None, 34),
        (EMPTY.calls, (), AWARD, None, 250),
        (EMPTY.calls, (), None, BIDS, 3000),
        (CALLS, LATE, AWARD, BIDS, 3295),
    ],
)
def test_the_stakes_in_the_books_are_all_that_lies_there(
    calls: Any, late: Any, award: Any, auction: Any, on_table: int
) -> None:
    state = replace(EMPTY, calls=calls, coup=replace(EMPTY.coup, late=late, award=award), auction=auction)
    for amount in (on_table - 1, on_table, on_table + 1):
        wrong = () if amount == on_table else (breach("stakes-not-booked", booked=amount, on_table=on_table),)
        assert sound.stakes_are_booked(booked(state, {STAKES: amount})) == wrong


OWN = Bank(BEA, (Share(BEA, 500), Share(ANA, 200), Share(EVA, 100)))
OUT = replace(OWN, garage=(Share(BEA, 50), Share(ANA, 20), Share(EVA, 10)), aside=(Share(BEA, 7), Share(ANA, 3)))
WHOLE = {BANK: 500, associate(ANA): 200, associate(EVA): 100}
LESS = {BANK: 450, associate(ANA): 180, associate(EVA): 90, GARAGE: 90}


@pytest.mark.parametrize(
    ("bank", "amounts", "wrong"),
    [
        (None, {}, []),
        (None, {BANK: 1}, [(BANK, 1, 0)]),
        (None, {GARAGE: 1}, [(GARAGE, 1, 0)]),
        (None, {associate(ANA): 1}, [(associate(ANA), 1, 0)]),
        (None, {"person:ana": 1, STAKES: 1, "cagnotte": 1}, []),
        (OWN, WHOLE, []),
        (OWN, {}, [(associate(ANA), 0, 200), (associate(EVA), 0, 100), (BANK, 0, 500)]),
        (OWN, {**WHOLE, associate(BEA): 1}, [(associate(BEA), 1, 0)]),
        (OWN, {**WHOLE, BANK: 499}, [(BANK, 499, 500)]),
        (OWN, {**WHOLE, GARAGE: 1}, [(GARAGE, 1, 0)]),
        (OUT, LESS, []),
        (OUT, {**LESS, GARAGE: 80}, [(GARAGE, 80, 90)]),
        (OUT, {**LESS, associate(EVA): 91}, [(associate(EVA), 91, 90)]),
        (
            OUT,
            WHOLE,
            [(associate(ANA), 200, 180), (associate(EVA), 100, 90), (BANK, 500, 450), (GARAGE, 0, 90)],
        ),
    ],
)
def test_the_bank_in_the_books_is_the_one_that_is_held(bank: Any, amounts: dict[str, int], wrong: Any) -> None:
    found = sound.bank_is_booked(booked(replace(EMPTY, bank=bank), amounts))
    assert found == tuple(breach("bank-not-booked", account=name, booked=has, owned=owns) for name, has, owns in wrong)


@pytest.mark.parametrize(("positions", "is_sound"), [((), True), ((0, 1, 2), True), ((0, 1, 0), False)])
def test_a_card_lies_once(positions: tuple[int, ...], is_sound: bool) -> None:
    layout = tuple(LaidCard(one, "punto", None) for one in positions)
    state = replace(EMPTY, coup=replace(EMPTY.coup, cards=replace(EMPTY.coup.cards, layout=layout)))
    assert sound.cards_lie_once(state) == (() if is_sound else (breach("card-twice"),))


def test_everything_that_is_wrong_is_told_together() -> None:
    state = booked(replace(EMPTY, calls=CALLS), {BANK: 1, "person:ana": -1})
    assert CHEMIN_DE_FER.problems(state) == (
        *sound.ledger_is_sound(state),
        breach("stakes-not-booked", booked=0, on_table=11),
        breach("bank-not-booked", account=BANK, booked=1, owned=0),
    )
    assert sound.ledger_is_sound(state) == (breach("account-overdrawn", account="person:ana", held=-1),)
