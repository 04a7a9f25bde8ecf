"""The legs of each event that moves money, whole: which account gives, which one takes, and how much."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from tapete.accounts import Posting
from tapete.games.bingo import events as e
from tapete.games.bingo.books import POSTINGS, is_owed_of, postings, purse
from tapete.games.bingo.events import Recovery, Share
from tapete.games.bingo.fold_sale import counts_after
from tapete.games.bingo.inventory import Inventory
from tapete.games.bingo.terms import Fate, Means, Prize, Range, TakingsCount
from tapete.kernel import PersonId
from tapete.table.acts import BoughtIn, CashedOut
from tests.support.bingo.full_state import ANA, CALLER, CARD, CASHIER, CHIEF, EVA, STATE, changed

LINE, BINGO = Prize.LINE, Prize.BINGO
CARDS = Range("B-7", 1, 6)
OWED = f"owed:5/1/linea/{CARD}"
SHARES = (Share(LINE, CARD, 1_20), Share(BINGO, "B-7/2", 6_00), Share(BINGO, "B-7/3", 0))


def voided(**fields: Any) -> e.GameVoided:
    """Return the event of a void game."""
    given: dict[str, Any] = {"sources": (), **fields}
    return e.GameVoided("5/1", "fire", "humo", CHIEF, 2_00, (CARDS,), **given)


EVENTS: list[tuple[Any, list[tuple[str, int]]]] = [
    (
        e.HallContinued(Inventory(balances={"held:4/bingo": 5_00, "carry:linea": 70})),
        [("brought-forward", -5_00), ("held:4/bingo", 5_00), ("brought-forward", -70), ("carry:linea", 70)],
    ),
    (BoughtIn(ANA, 5_00), [("cash-desk", -5_00), ("person:ana", 5_00)]),
    (CashedOut(ANA, 5_00), [("person:ana", -5_00), ("cash-desk", 5_00)]),
    (
        e.CardsSold(5, CARDS, CALLER, Means.ACCOUNT, (12_00,), ANA),
        [("person:ana", -12_00), ("sales:5", 12_00)],
    ),
    (e.CardsSold(5, CARDS, CALLER, Means.CASH, (12_00,)), [("till:caller", -12_00), ("sales:5", 12_00)]),
    (e.CardsSold(5, CARDS, CALLER, Means.CASH, (12_00,), ANA), [("till:caller", -12_00), ("sales:5", 12_00)]),
    (
        e.CardsSold(5, CARDS, CALLER, Means.CASH, (12_00, 13_00)),
        [("till:caller", -12_00), ("sales:5/1", 12_00), ("till:caller", -13_00), ("sales:5/2", 13_00)],
    ),
    (
        e.CardsTakenBack(5, CARDS, CALLER, Means.ACCOUNT, (12_00, 13_00), ANA),
        [("person:ana", 12_00), ("sales:5/1", -12_00), ("person:ana", 13_00), ("sales:5/2", -13_00)],
    ),
    (e.TakingsHandedOver(CALLER, 9_00, 0), [("cash-desk", -9_00), ("till:caller", 9_00)]),
    (
        e.TakingsHandedOver(CALLER, 9_00, 50),
        [("cash-desk", -9_00), ("till:caller", 9_00), ("till:caller", -50), ("till-difference", 50)],
    ),
    (
        e.TakingsHandedOver(CALLER, 9_00, -50),
        [("cash-desk", -9_00), ("till:caller", 9_00), ("till-difference", -50), ("till:caller", 50)],
    ),
    (e.TakingsGivenBack(CALLER, 9_00), [("till:caller", -9_00), ("cash-desk", 9_00)]),
    (
        e.PrizesAnnounced("5/1", 60, 3_00, {LINE: 20, BINGO: 0}),
        [("carry:linea", -20), ("sales:5/1", 20)],
    ),
    (
        e.TakingsDivided("5/1", SHARES, {LINE: 30, BINGO: 0}, {BINGO: 40}, 5_00, 10),
        [
            *(("sales:5/1", -1_20), (OWED, 1_20)),
            *(("sales:5/1", -6_00), ("owed:5/1/bingo/B-7/2", 6_00)),
            *(("sales:5/1", -30), ("held:5/1/linea", 30)),
            *(("sales:5/1", -40), ("carry:bingo", 40)),
            *(("sales:5/1", -10), ("tax", 10)),
            *(("sales:5/1", -5_00), ("house", 5_00)),
        ],
    ),
    (e.TakingsDivided("5/1", (), house=-5_00), [("house", -5_00), ("sales:5/1", 5_00)]),
    (e.TakingsDivided("5/1", ()), []),
    (e.PrizePaid("5/1", LINE, CARD, 1_20, Means.CASH, CASHIER, ANA), [(OWED, -1_20), ("cash-desk", 1_20)]),
    (e.PrizePaid("5/1", LINE, CARD, 1_20, Means.ACCOUNT, CASHIER, ANA), [(OWED, -1_20), ("person:ana", 1_20)]),
    (
        e.PrizePaid("5/1", LINE, CARD, 1_20, Means.ACCOUNT, CASHIER, ANA, early=True),
        [("house", -1_20), ("person:ana", 1_20)],
    ),
    (
        e.UnawardedDecided("5/1", LINE, 60, Fate.HOUSE, "así", CHIEF),
        [("held:5/1/linea", -60), ("house", 60)],
    ),
    (
        e.UnawardedDecided("5/1", LINE, 60, Fate.NEXT_GAME, "así", CHIEF),
        [("held:5/1/linea", -60), ("carry:linea", 60)],
    ),
    (e.UncollectedDecided("5/1", LINE, CARD, 60, Fate.HOUSE, "así", CHIEF), [(OWED, -60), ("house", 60)]),
    (e.UncollectedDecided("5/1", LINE, CARD, 60, Fate.NEXT_GAME, "así", CHIEF), [(OWED, -60), ("carry:linea", 60)]),
    (e.RefundsEnded("5/1", 4_00, "plazo", CHIEF), [("refunds:5/1", -4_00), ("house", 4_00)]),
    (e.GameEnded(5), []),
    (
        e.GameEnded(5, {LINE: 20, BINGO: 30}, "5/1"),
        [("sales:5/1", -20), ("carry:linea", 20), ("sales:5/1", -30), ("carry:bingo", 30)],
    ),
    (voided(), []),
    (
        voided(
            sources=(Recovery("sales:5/1", 12_00), Recovery("house", -3_00)),
            recovered=(Recovery("person:ana", 1_20),),
            carried={BINGO: 40},
        ),
        [
            *(("sales:5/1", -12_00), ("refunds:5/1", 12_00)),
            *(("refunds:5/1", -3_00), ("house", 3_00)),
            *(("person:ana", -1_20), ("house", 1_20)),
            *(("refunds:5/1", -40), ("carry:bingo", 40)),
        ],
    ),
    (e.RefundPaid("5/1", CARDS, 4_00), [("refunds:5/1", -4_00), ("cash-desk", 4_00)]),
    (e.RefundPaid("5/1", CARDS, 4_00, ANA), [("refunds:5/1", -4_00), ("person:ana", 4_00)]),
]  # fmt: skip


@pytest.mark.parametrize(("event", "legs"), EVENTS)
def test_an_event_moves_this_and_nothing_else(event: Any, legs: list[tuple[str, int]]) -> None:
    assert [(one.account, one.amount) for one in postings(event)] == legs
    assert sum(amount for _, amount in legs) == 0


def test_every_event_that_moves_money_is_tried_and_no_other_moves_any() -> None:
    assert {type(one) for one, _ in EVENTS} == set(POSTINGS)
    assert postings(e.CardsWanted(ANA, "B-7", 3)) == ()


@pytest.mark.parametrize(
    ("means", "who", "account"),
    [
        (Means.ACCOUNT, ANA, "person:ana"),
        (Means.ACCOUNT, None, "till:caller"),
        (Means.CASH, ANA, "till:caller"),
        (Means.CASH, None, "till:caller"),
    ],
)
def test_whoever_pays_without_an_account_of_his_own_pays_in_cash(
    means: Means, who: PersonId | None, account: str
) -> None:
    assert purse(means, who, "till:caller") == account
    assert purse(means, who) == account.replace("till:caller", "cash-desk")


@pytest.mark.parametrize(
    ("account", "is_of"),
    [(OWED, True), ("owed:5/10/linea/B-7/1", False), ("owed:5/2/linea/B-7/1", False), ("held:5/1/linea", False)],
)
def test_a_prize_is_of_the_game_that_its_account_names(account: str, is_of: bool) -> None:
    assert is_owed_of(account, "5/1") is is_of


# --- a count of takings -----------------------------------------------------------------------------------------------

WAITING = {
    CALLER: TakingsCount(6, CALLER, 11_00, -1_00, CASHIER),
    EVA: TakingsCount(7, EVA, 3_00, 1_00, CASHIER),
}


@pytest.mark.parametrize(
    ("accounts", "left"),
    [
        ((), {CALLER, EVA}),
        (("till:caller", "cash-desk"), {EVA}),
        (("cash-desk", "till:eva"), {CALLER}),
        (("till:caller", "till:eva", "till:caller"), set()),
        (("till:luis", "cash-desk"), {CALLER, EVA}),
        (("person:eva", "caller"), {CALLER, EVA}),
    ],
)
def test_a_count_waits_until_money_of_its_till_moves(accounts: tuple[str, ...], left: set[PersonId]) -> None:
    before = changed(STATE, takings_counts=Map(WAITING))
    assert set(counts_after(before, [Posting(one, 1) for one in accounts])) == left
