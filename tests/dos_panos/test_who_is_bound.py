"""What binds a person to two cloths: each condition by itself, at its smallest amount, in every phase."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.banked.auction import Auction
from tapete.games.dos_panos.people.seating import require_uncommitted
from tapete.games.dos_panos.rules.bank import AwardWay
from tapete.games.dos_panos.stakes.cover import ClothStake
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.state.bank import Award, Bank
from tapete.games.dos_panos.state.coup import Banco, LaidStake
from tapete.games.dos_panos.terms import CLOTHS, COUP, Hand, Phase
from tapete.kernel import PersonId
from tapete.table.windows import Claim, Window
from tests.support.dos_panos.table import opened

ANA, BEA, ROSA = PersonId("ana"), PersonId("bea"), PersonId("rosa")
QUIET = replace(opened().state, phase=Phase.BETWEEN)
"""Ana sits at the first cloth; Rosa, who may be awarded the bank from elsewhere, has no place."""
OWN_BANK, MONEY, BANCO, BID, CARDS = (
    "bank-is-yours",
    "money-on-table",
    "banco-in-play",
    "bid-in-play",
    "cards-are-yours",
)
FIRST, SECOND = CLOTHS


def awarded(person: PersonId) -> Award:
    return Award(person, 100_00, AwardWay.ANNOUNCED)


def banked(person: PersonId) -> State:
    return replace(QUIET, bank=Bank(person, awarded(person)))


def with_coup(phase: Phase = Phase.BETWEEN, **changes: Any) -> State:
    return replace(QUIET, phase=phase, coup=replace(QUIET.coup, **changes))


def bidding(amount: int) -> State:
    claims = (Claim(ANA, "bid", amount),) if amount else ()
    return replace(QUIET, phase=Phase.AUCTION, auction=Auction(Window("auction", 1, claims), 0))


def held_by(person: PersonId, cloth: Hand, phase: Phase) -> State:
    return with_coup(phase, sides=QUIET.coup.sides.set(str(cloth), replace(QUIET.coup.side(cloth), holder=person)))


def calls(*people: PersonId) -> Any:
    return type(QUIET.coup.banco_calls)(people)


@pytest.mark.parametrize(
    ("state", "who", "code"),
    [
        (QUIET, ANA, None),
        (banked(ANA), ANA, OWN_BANK),
        (banked(BEA), ANA, None),
        (banked(ROSA), ROSA, None),
        (replace(QUIET, award=awarded(ANA)), ANA, OWN_BANK),
        (replace(QUIET, award=awarded(BEA)), ANA, None),
        (replace(QUIET, award=awarded(ROSA)), ROSA, None),
        (with_coup(laid=(LaidStake(ANA, 1, FIRST),)), ANA, MONEY),
        (with_coup(laid=(LaidStake(BEA, 1, FIRST), LaidStake(ANA, 1, SECOND))), ANA, MONEY),
        (with_coup(laid=(LaidStake(BEA, 1, FIRST),)), ANA, None),
        (bidding(1), ANA, BID),
        (bidding(0), ANA, None),
        (bidding(1), BEA, None),
        *((with_coup(one, stakes=(ClothStake(ANA, FIRST, 1),)), ANA, MONEY if one in COUP else None) for one in Phase),
        *((with_coup(one, stakes=(ClothStake(ANA, SECOND, 1),)), ANA, MONEY if one in COUP else None) for one in Phase),
        *((with_coup(one, stakes=(ClothStake(BEA, FIRST, 1),)), ANA, None) for one in Phase),
        *((with_coup(one, banco=Banco(ANA)), ANA, BANCO if one in (*COUP, Phase.REPEAT) else None) for one in Phase),
        *((with_coup(one, banco=Banco(BEA)), ANA, None) for one in Phase),
        *(
            (with_coup(one, banco_calls=calls(ANA)), ANA, BANCO if one in (Phase.BANCO, Phase.LOTS) else None)
            for one in Phase
        ),
        *((with_coup(one, banco_calls=calls(BEA)), ANA, None) for one in Phase),
        *((held_by(ANA, cloth, one), ANA, CARDS if one in COUP else None) for cloth in CLOTHS for one in Phase),
        *((held_by(BEA, cloth, one), ANA, None) for cloth in CLOTHS for one in Phase),
    ],
)
def test_whoever_has_the_bank_the_cards_or_a_cent_on_the_table_stays(
    state: State, who: PersonId, code: str | None
) -> None:
    found = require_uncommitted(state, who)
    told = None if found is None else (found.code, found.facts, found.clauses)
    assert told == (None if code is None else (code, {}, ("HP.DP.in-play",)))


def test_of_several_reasons_the_gravest_is_told() -> None:
    """The bank before a bid, a bid before a banco, a banco before a stake, and a stake before the cards."""
    state = held_by(ANA, FIRST, Phase.DEAL)
    told = []
    for changes in (
        {},
        {"stakes": (ClothStake(ANA, FIRST, 1),)},
        {"banco": Banco(ANA)},
    ):
        state = replace(state, coup=replace(state.coup, **changes))
        told.append(require_uncommitted(state, ANA))
    state = replace(state, auction=bidding(1).auction)
    told.append(require_uncommitted(state, ANA))
    told.append(require_uncommitted(replace(state, award=awarded(ANA)), ANA))
    assert [one and one.code for one in told] == [CARDS, MONEY, BANCO, BID, OWN_BANK]
