"""The projection of missing numbers: what plain sets say, from zero or ball after ball; and cards written out here."""

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tapete import projections
from tapete.cartones import Cards, Grid, Law, Registry, Series, cards_of
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

    sold = SoldRange("B-1", 1, 50)
    numbers = np.array([HELD.rows("B-1", one) for one in range(1, 51)], np.uint8)
    given_whole, asked = CardIndex.of_numbers(sold, numbers), CardIndex([sold], HELD.rows)
    for number in range(1, 91):
        assert given_whole.lines_with(number).tolist() == asked.lines_with(number).tolist()


def test_what_is_compiled_tells_the_same_as_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise of docs/performance.md: of ten thousand cards, more than one block of words, ball after ball."""
    rows = np.array([HELD.rows("B-1", one) for one in range(1, 51)], np.uint8)
    many = CardIndex.of_numbers(SoldRange("B-1", 1, 10_000), np.tile(rows, (200, 1, 1)))
    compiled, arrays = MissingNumbers(many), MissingNumbers(many)
    for ball in range(90, 0, -1):
        told = compiled.fold(ball)
        with monkeypatch.context() as without:
            without.setattr(projections, "IS_FAST", False)
            other = arrays.fold(ball)
        assert [one.tolist() for one in told[2:]] == [one.tolist() for one in other[2:]], f"ball {ball}"
    assert compiled == arrays


@pytest.mark.slow
def test_cards_balls_and_index_meet_the_exact_means() -> None:
    """A first line of a card comes with ball 64.6307 on average, its bingo with ball 85.3125, by whatever law."""
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


WRITTEN: dict[tuple[str, int], Grid] = {
    ("A-1", 3): ((1, 10, 20, 30, 40), (2, 11, 21, 31, 41), (3, 12, 22, 32, 90)),
    ("A-1", 4): ((4, 10, 23, 33, 43), (1, 14, 24, 34, 44), (5, 15, 25, 35, 45)),
    ("B-2", 7): ((3, 16, 26, 36, 46), (6, 17, 27, 37, 47), (7, 10, 28, 38, 48)),
}
FIRST, SECOND = SoldRange("A-1", 3, 4), SoldRange("B-2", 7, 7)


def rows_of(series: str, number: int) -> Grid:
    return WRITTEN[series, number]


def index() -> CardIndex:
    return CardIndex([FIRST, SECOND], rows_of)


def test_each_number_stands_on_its_lines_top_lines_first() -> None:
    """Three cards: places 0 to 2 are their top lines, 3 to 5 the middle ones, 6 to 8 the bottom ones."""
    made = index()
    standing: dict[int, list[int]] = {}
    for card, grid in enumerate(WRITTEN.values()):
        for line, numbers in enumerate(grid):
            for number in numbers:
                standing.setdefault(number, []).append(3 * line + card)
    assert {number: made.lines_with(number).tolist() for number in range(91)} == {
        number: sorted(standing.get(number, ())) for number in range(91)
    }
    assert [made.lines_with(number).tolist() for number in (1, 10, 90, 0, 89)] == [[0, 4], [0, 1, 8], [6], [], []]


Did = tuple[int, int, list[int], list[int]]


def folded(found: MissingNumbers, ball: int) -> Did:
    told = found.fold(ball)
    return told.ball, told.cards, told.lines.tolist(), told.bingos.tolist()


def test_each_ball_tells_the_cards_that_hold_it_and_the_lines_that_it_completes() -> None:
    found = MissingNumbers(index())
    balls = [1, 10, 20, 30, 40, 40, 0, 91, 89, 2, 11, 21, 31, 41, 12, 22, 32, 90, 3]
    told = [folded(found, ball) for ball in balls]
    assert [cards for _, cards, *_ in told] == [2, 3, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]
    assert [(ball, *done) for ball, _, *done in told if any(done)] == [(40, [0], []), (41, [0], []), (3, [0], [0])]
    assert found.balls == tuple(dict.fromkeys(one for one in balls if one not in (0, 91)))
    assert found.of_card("A-1", 3) == ((0, 0, 0), 0)
    assert found.of_card("A-1", 4) == ((4, 4, 5), 13)
    assert found.of_card("B-2", 7) == ((4, 5, 4), 13)
    assert (found.nearest(FIRST), found.nearest(SECOND)) == ((0, 0), (4, 13))
    assert found.spread(FIRST) == ((3, 0, 0, 0, 2, 1), (1, *(0,) * 12, 1, 0, 0))
    assert found.spread(SECOND) == ((0, 0, 0, 0, 2, 1), (*(0,) * 13, 1, 0, 0))


def test_lines_of_several_cards_are_told_top_lines_first() -> None:
    """Before its last ball one card lacks a bottom line, another a top line, the third a middle one."""
    cards: dict[tuple[str, int], Grid] = {
        ("C-1", 1): ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10), (11, 12, 13, 14, 90)),
        ("C-1", 2): ((21, 22, 23, 24, 90), (26, 27, 28, 29, 30), (31, 32, 33, 34, 35)),
        ("C-1", 3): ((41, 42, 43, 44, 45), (46, 47, 48, 49, 90), (51, 52, 53, 54, 55)),
    }
    sold = SoldRange("C-1", 1, 3)
    before = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 21, 22, 23, 24, 41, 42, 43, 44, 45, 46, 47, 48, 49]
    made = CardIndex([sold], lambda series, number: cards[series, number])
    found = MissingNumbers.after(made, before)
    assert folded(found, 90) == (90, 3, [1, 2, 0], [0])
    whole = MissingNumbers.after(made, [*before, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 51, 52, 53, 54, 55])
    assert folded(whole, 90) == (90, 3, [1, 2, 0], [1, 2, 0])


def test_where_no_card_was_sold_a_ball_does_nothing() -> None:
    found = MissingNumbers(CardIndex([], rows_of))
    assert folded(found, 5) == (5, 0, [], [])
    assert (found.index.cards, found.balls) == (0, (5,))


def test_two_are_equal_after_the_same_balls_on_cards_that_lack_as_much() -> None:
    made = index()
    same = MissingNumbers.after(made, [1, 2])
    assert same == MissingNumbers.after(index(), [1, 2])
    assert (same == MissingNumbers.after(made, [2, 1])) is False
    assert (MissingNumbers.after(made, [88]) == MissingNumbers.after(made, [89])) is False
    assert (MissingNumbers.after(made, [88]) == MissingNumbers.after(made, [])) is False
    other = CardIndex([FIRST], rows_of)
    assert (MissingNumbers.after(made, [1]) == MissingNumbers.after(other, [1])) is False
    turned = CardIndex([SECOND, FIRST], rows_of)
    assert (MissingNumbers.after(made, [1]) == MissingNumbers.after(turned, [1])) is False
