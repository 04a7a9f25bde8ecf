"""Whole cents: every division says how it rounds and loses nothing (T7); every posting is balanced."""

from fractions import Fraction as Exact

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
    person,
    post,
    problems,
    reverse,
)
from tapete.kernel import PersonId, breach
from tapete.money import PAID_MOST, Fraction, Rounding, deducted, euros, portion, read_euros, require_paid, shares
from tests.support.rows import rows

AMOUNTS = st.integers(0, 10**13)
RATES = st.builds(Fraction, st.integers(0, 1000), st.integers(1, 1000))
UNITS = st.sampled_from([1, 5, 10, 25, 100])


@rows(
    "amount, rounding, unit, due",
    [
        (1500, Rounding.HALF_UP, 1, 75),
        (1530, Rounding.HALF_UP, 1, 77),  # 76.5
        (1530, Rounding.DOWN, 1, 76),
        (1501, Rounding.UP, 1, 76),  # 75.05
        (1500, Rounding.UP, 1, 75),  # exact: nothing to round
        (1500, Rounding.DOWN, 100, 0),
        (1500, Rounding.HALF_UP, 100, 100),
        (1000, Rounding.HALF_UP, 100, 100),  # 50 of 100
    ],
)
def test_five_per_cent(amount: int, rounding: Rounding, unit: int, due: int) -> None:
    assert portion(amount, Fraction(5, 100), rounding, unit) == due


@given(AMOUNTS, RATES, UNITS)
def test_a_portion_is_the_nearest_multiple_on_its_side(amount: int, rate: Fraction, unit: int) -> None:
    exact = Exact(amount * rate.num, rate.den)
    down, half, up = (portion(amount, rate, how, unit) for how in (Rounding.DOWN, Rounding.HALF_UP, Rounding.UP))
    assert {down % unit, half % unit, up % unit} == {0}
    assert down <= exact <= up
    assert exact - down < unit
    assert up - exact < unit
    assert half == (up if 2 * (exact - down) >= unit else down)


def test_a_house_keeps_of_a_win_what_the_rule_says_and_never_more_than_the_win() -> None:
    two = Fraction(2, 100)
    for won, unit, kept in ((5000, 1, 100), (5000, 100, 100), (2000, 10000, 2000), (0, 10000, 0)):
        assert deducted(won, two, Rounding.UP, unit) == kept, f"2 % of {won} in units of {unit}"


@rows(
    "text, lang, amount",
    [
        ("12,50", "es", 12_50),
        ("12.05 €", "en", 12_05),
        ("1.000", "es", 1_000_00),
        ("1,000", "en", 1_000_00),
        ("1 000 €", "fr", 1_000_00),
        ("EUR 5", "en", 5_00),
        ("12,345", "es", None),
        ("20€50", "es", None),
        ("10 00", "fr", None),
        ("", "es", None),
    ],
)
def test_euros_are_read_as_people_of_a_language_write_them_and_what_means_two_things_is_not_guessed_at(
    text: str, lang: str, amount: int | None
) -> None:
    assert read_euros(text, lang) == amount


@given(AMOUNTS, st.lists(st.integers(0, 10**6), min_size=1, max_size=9), st.sampled_from(list(Rounding)))
def test_shares_sum_to_the_whole(amount: int, parts: list[int], rounding: Rounding) -> None:
    if not sum(parts):
        with pytest.raises(ValueError, match="nothing"):
            shares(amount, tuple(parts), rounding)
        return
    found = shares(amount, tuple(parts), rounding)
    assert sum(found) == amount
    exact = [Exact(amount * part, sum(parts)) for part in parts]
    assert all(abs(share - due) < len(parts) for share, due in zip(found, exact, strict=True))


def test_nonsense_is_refused() -> None:
    for wrong in (lambda: Fraction(1, 0), lambda: Fraction(-1, 2)):
        with pytest.raises(ValueError, match="fraction"):
            wrong()
    with pytest.raises(ValueError, match="below zero"):
        portion(-1, Fraction(1, 2), Rounding.DOWN)
    with pytest.raises(ValueError, match="one cent"):
        portion(1, Fraction(1, 2), Rounding.DOWN, 0)


def test_euros_in_spanish_usage() -> None:
    told = {0: "0", 5: "0,05", 100: "1", 125050: "1.250,50", -125050: "-1.250,50", 10**9: "10.000.000"}
    assert {cents: euros(cents) for cents in told} == told


def test_a_won_stake_is_paid_something_and_at_most_so_many_times_itself() -> None:
    for den in (1, 7, 1000):
        for paid in (1, den, PAID_MOST * den):
            require_paid(Fraction(paid, den))
        for refused in (0, PAID_MOST * den + 1):
            with pytest.raises(ValueError, match="at most"):
                require_paid(Fraction(refused, den))


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
    for name in ("associates:bea", "deposit:bea"):
        assert problems(post(EMPTY, move(1, name, HOUSE))) == (breach("account-overdrawn", account=name, held=-1),)
    assert problems(post(EMPTY, move(1, STAKES, HOUSE))) == (breach("stakes-overdrawn", held=-1),)
    assert problems(EMPTY.set(HOUSE, 5)) == (breach("accounts-unbalanced", total=5),)


def test_whoever_has_nothing_left_owes_nothing() -> None:
    for name in (ANA, associate(PersonId("bea")), STAKES, "deposit:ana"):
        assert problems(EMPTY.set(name, 0)) == (), name
        assert problems(EMPTY.set(name, -1).set(HOUSE, 1)) != (), name
