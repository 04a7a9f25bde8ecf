"""Money only moves: every posting is balanced, and what is undone leaves nothing behind."""

import pytest
from hypothesis import given, strategies as st

from tapete.accounts import (
    CASH_DESK,
    EMPTY,
    FIXED,
    HOUSE,
    STAKES,
    Posting,
    UnbalancedError,
    associate,
    balance,
    move,
    move_change,
    person,
    post,
    problems,
    reverse,
)
from tapete.kernel import PersonId, breach

ANA = person(PersonId("ana"))
NAMES = st.sampled_from([ANA, person(PersonId("bea")), associate(PersonId("bea")), *sorted(FIXED)])
MOVES = st.lists(st.tuples(st.integers(0, 10**13), NAMES, NAMES), max_size=30)


@given(MOVES)
def test_accounts_sum_to_zero_whatever_moves(moves: list[tuple[int, str, str]]) -> None:
    ledger = EMPTY
    for amount, source, target in moves:
        ledger = post(ledger, move(amount, source, target))
        assert sum(ledger.values()) == 0
        assert 0 not in ledger.values()
    undone = ledger
    for amount, source, target in moves:
        undone = post(undone, reverse(move(amount, source, target)))
    assert undone == EMPTY


@given(MOVES)
def test_the_order_of_movements_does_not_matter(moves: list[tuple[int, str, str]]) -> None:
    def booked(some: list[tuple[int, str, str]]) -> object:
        ledger = EMPTY
        for amount, source, target in some:
            ledger = post(ledger, move(amount, source, target))
        return ledger

    assert booked(moves) == booked(moves[::-1])


def test_no_leg_stands_alone() -> None:
    with pytest.raises(UnbalancedError):
        post(EMPTY, (Posting(ANA, 5),))
    with pytest.raises(ValueError, match="forwards"):
        move(-1, CASH_DESK, ANA)
    assert move(0, CASH_DESK, ANA) == move(5, ANA, ANA) == ()
    assert post(EMPTY, ()) is EMPTY


def test_problems_are_named() -> None:
    sound = post(post(EMPTY, move(500, CASH_DESK, ANA)), move(200, ANA, STAKES))
    assert problems(sound) == ()
    assert (balance(sound, ANA), balance(sound, STAKES), balance(sound, HOUSE)) == (300, 200, 0)
    assert problems(post(sound, move(301, ANA, HOUSE))) == (breach("account-overdrawn", account=ANA, held=-1),)
    assert problems(post(EMPTY, move(1, associate(PersonId("bea")), HOUSE))) == (
        breach("account-overdrawn", account="associates:bea", held=-1),
    )
    assert problems(post(EMPTY, move(1, "deposit:bea", HOUSE))) == (
        breach("account-overdrawn", account="deposit:bea", held=-1),
    )
    assert problems(post(EMPTY, move(1, STAKES, HOUSE))) == (breach("stakes-overdrawn", held=-1),)
    assert problems(EMPTY.set(HOUSE, 5)) == (breach("accounts-unbalanced", total=5),)


@pytest.mark.parametrize("change", [-2, -1, 0, 1, 2])
def test_a_change_moves_money_to_or_from_and_nothing_where_there_is_none(change: int) -> None:
    legs = move_change(change, HOUSE, ANA)
    after = post(EMPTY, legs)
    assert (balance(after, ANA), balance(after, HOUSE)) == (change, -change)
    assert len(legs) == (2 if change else 0)


def test_whoever_has_nothing_left_owes_nothing() -> None:
    for name in (ANA, associate(PersonId("bea")), STAKES, "deposit:ana"):
        assert problems(EMPTY.set(name, 0)) == (), name
        assert problems(EMPTY.set(name, -1).set(HOUSE, 1)) != (), name
