"""The projection of missing numbers: what plain sets say, after any ball, from zero or ball after ball."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from tapete.cartones import Cards, Law, Registry, Series, cards_of
from tapete.projections import CardIndex, MissingNumbers, SoldRange

SECRET = bytes(range(32))


def registry() -> Registry:
    held = Registry()
    for letter, law, size in (("A", Law.STRIPS, 60), ("B", Law.SINGLES, 50)):
        series = Series(letter, 1, size, 200, law=law)
        cards = cards_of(series, SECRET)
        assert isinstance(cards, Cards)
        bound = cards_of(msgspec.structs.replace(series, digest=cards.digest()), SECRET)
        assert isinstance(bound, Cards)
        more = held.having(bound)
        assert isinstance(more, Registry)
        held = more
    return held


HELD = registry()
RANGES = (SoldRange("A-1", 1, 30), SoldRange("B-1", 7, 41), SoldRange("A-1", 37, 59))
INDEX = CardIndex(RANGES, HELD.rows)
BALLS = st.lists(st.integers(1, 90), unique=True, max_size=90)


def plain(series: str, number: int, balls: set[int]) -> tuple[tuple[int, ...], int]:
    lines = tuple(len(set(line) - balls) for line in HELD.rows(series, number))
    return lines, sum(lines)


@settings(max_examples=25, deadline=None)
@given(BALLS)
def test_every_card_misses_what_sets_say_it_misses(balls: list[int]) -> None:
    found = MissingNumbers.after(INDEX, balls)
    drawn = set(balls)
    for sold in RANGES:
        numbers = range(sold.first, sold.last + 1)
        every = [plain(sold.series, number, drawn) for number in numbers]
        assert [found.of_card(sold.series, number) for number in numbers] == every
        assert found.nearest(sold) == (min(min(lines) for lines, _ in every), min(whole for _, whole in every))
        lines, cards = found.spread(sold)
        assert lines == tuple(sum(one.count(left) for one, _ in every) for left in range(6))
        assert cards == tuple(sum(whole == left for _, whole in every) for left in range(16))


@settings(max_examples=25, deadline=None)
@given(BALLS, st.integers(0, 90))
def test_made_anew_at_any_ball_it_is_what_it_was(balls: list[int], cut: int) -> None:
    going = MissingNumbers(INDEX)
    for ball in balls[:cut]:
        going.fold(ball)
    assert going == MissingNumbers.after(INDEX, balls[:cut])
    assert going == MissingNumbers.after(CardIndex(RANGES, HELD.rows), balls[:cut])
    for ball in balls[cut:]:
        going.fold(ball)
    assert going == MissingNumbers.after(INDEX, balls)


@settings(max_examples=4, deadline=None)
@given(st.permutations(range(1, 91)))
def test_a_ball_tells_the_cards_that_it_completes_each_once(balls: list[int]) -> None:
    going = MissingNumbers(INDEX)
    bingos: list[int] = []
    for at, ball in enumerate(balls, start=1):
        told = going.fold(ball)
        drawn, before = set(balls[:at]), set(balls[: at - 1])
        cards = [(place, *going.card_at(place)) for place in range(INDEX.cards)]
        holding = [one for one in cards if any(ball in line for line in HELD.rows(*one[1:]))]
        assert told.cards == len(holding)
        full = [place for place, *card in holding if any(set(line) <= drawn and not set(line) <= before
                for line in HELD.rows(*card))]  # fmt: skip
        assert sorted(told.lines.tolist()) == full
        assert all(going.of_card(*going.card_at(place))[1] == 0 for place in told.bingos)
        bingos += told.bingos.tolist()
    assert sorted(bingos) == list(range(INDEX.cards))


def test_a_ball_that_has_come_and_a_number_that_is_none_change_nothing() -> None:
    going = MissingNumbers.after(INDEX, [5])
    for ball in (5, 0, 91, -1):
        told = going.fold(ball)
        assert (told.cards, told.lines.tolist(), told.bingos.tolist()) == (0, [], [])
    assert going == MissingNumbers.after(INDEX, [5])
    assert going != MissingNumbers.after(INDEX, [6])


def test_only_sold_cards_have_a_place() -> None:
    going = MissingNumbers(INDEX)
    assert INDEX.cards == 30 + 35 + 23
    for series, number in (("A-1", 31), ("A-1", 60), ("B-1", 6), ("C-1", 1)):
        with pytest.raises(KeyError):
            going.place(series, number)
    assert going.card_at(going.place("A-1", 37)) == ("A-1", 37)
    with pytest.raises(IndexError):
        going.card_at(INDEX.cards)


def test_a_range_whose_numbers_are_given_has_the_same_index() -> None:
    import numpy as np

    sold = SoldRange("B-1", 1, 50)
    numbers = np.array([HELD.rows("B-1", one) for one in range(1, 51)], np.uint8)
    given_whole, asked = CardIndex.of_numbers(sold, numbers), CardIndex([sold], HELD.rows)
    for number in range(1, 91):
        assert given_whole.lines_with(number).tolist() == asked.lines_with(number).tolist()


@pytest.mark.slow
def test_cards_balls_and_index_meet_the_exact_means() -> None:
    """A first line of one card comes with ball 64.6307 on average, its bingo with ball 85.3125, by whatever law cards
    are drawn: each has fifteen numbers in three lines.
    """
    from random import Random

    random, sold = Random(5), SoldRange("A-1", 1, 60)
    index = CardIndex([sold], HELD.rows)
    lines: list[int] = []
    bingos: list[int] = []
    for _ in range(400):
        going, done = MissingNumbers(index), set[int]()
        for at, ball in enumerate(random.sample(range(1, 91), 90), start=1):
            told = going.fold(ball)
            lines += [at for place in told.lines.tolist() if place not in done]
            done |= set(told.lines.tolist())
            bingos += [at] * len(told.bingos)
    assert len(lines) == len(bingos) == 400 * 60
    # cards of one game are not independent: the bound is that of 400 games, each a mean over its cards
    assert abs(sum(lines) / len(lines) - 64.6306818) < 1.5
    assert abs(sum(bingos) / len(bingos) - 1365 / 16) < 0.6


def test_after_the_same_balls_other_cartones_lack_other_numbers() -> None:
    here, other = SoldRange("A-1", 1, 6), SoldRange("A-1", 7, 12)
    balls = (4, 16, 30)
    assert MissingNumbers.after(CardIndex([here], HELD.rows), balls) == MissingNumbers.after(
        CardIndex([here], HELD.rows), balls
    )
    assert MissingNumbers.after(CardIndex([here], HELD.rows), balls) != MissingNumbers.after(
        CardIndex([other], HELD.rows), balls
    )
    assert MissingNumbers.after(INDEX, balls) != MissingNumbers.after(INDEX, balls[:2])
    assert MissingNumbers.after(INDEX, balls) != balls
