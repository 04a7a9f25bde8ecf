"""Bingo: known means, small shapes set by set, given cards by hand, and bounds that hold."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest

from tapete.cartones import NINETY, Shape, lines_of, strips_of, unrank
from tapete.cartones.strips import Ranks
from tapete.odds import bingo
from tapete.odds.bingo import Law, What, given_cards, one_card, one_strip, uniform_cards
from tapete.odds.shoe import OddsError
from tests.support.rows import rows

LINE, BINGO = What.LINE, What.BINGO


def test_one_uniform_card_is_any_card() -> None:
    """Lines and columns as on a card of ninety, and columns of three sizes: each number more asks twice the work."""
    shape = Shape((4, *(5,) * 7, 6), 3, 5)
    found, exact = uniform_cards(1, shape), one_card(shape)
    for what in What:
        assert found[what].by_ball == pytest.approx(tuple(map(float, exact[what].by_ball)), abs=1e-13)
        assert found[what].winners == pytest.approx((1.0,))


def by_sets(shape: Shape, count: int, what: What) -> tuple[list[float], list[float]]:
    """Return the law of ``count`` cards, by every set and every last ball of it: fallen by ball, and winners.

    Of a line the share of cards is the mean over all sets with as many numbers of each column: on the cards of that law
    the numbers of a column stand in any order.
    """
    ranks = Ranks(shape)
    cards = [lines_of(ranks.unrank(rank)) for rank in range(ranks.count)]
    numbers = range(1, shape.numbers + 1)
    sets = [frozenset(one) for balls in range(shape.numbers + 1) for one in combinations(numbers, balls)]
    shares: dict[frozenset[int], Fraction] = {}
    alike: dict[tuple[tuple[int, int], ...], list[frozenset[int]]] = defaultdict(list)
    for one in sets:
        holds = [[one.issuperset(line) for line in card] for card in cards]
        shares[one] = Fraction(sum(map(any if what is LINE else all, holds)), len(cards))
        alike[tuple(sorted(Counter(map(shape.column_of, one)).items()))].append(one)
    for group in alike.values():
        shares |= dict.fromkeys(group, sum(shares[one] for one in group) / len(group))
    fallen, winners = [0.0] * (shape.numbers + 1), [0.0] * count
    for one in sets:
        chance = Fraction(1, comb(shape.numbers, len(one)))
        fallen[len(one)] += float(chance * (1 - (1 - shares[one]) ** count))
        for ball in one:
            new = shares[one] - shares[one - {ball}]
            for more in range(1, count + 1):
                ways = comb(count, more) * new**more * (1 - shares[one]) ** (count - more)
                winners[more - 1] += float(chance / len(one) * ways)
    return fallen, winners


@rows("shape, count", [(Shape((3, 3, 2), 2, 2), 3), (Shape((2, 2, 1, 3), 2, 3), 2), (Shape((2, 2, 2), 3, 1), 5)])
def test_small_shapes_have_the_law_of_all_their_sets(shape: Shape, count: int) -> None:
    found = uniform_cards(count, shape)
    for what in What:
        fallen, winners = by_sets(shape, count, what)
        assert found[what].by_ball == pytest.approx(fallen, abs=1e-12)
        assert [*found[what].winners, 0, 0, 0][:count] == pytest.approx(winners, abs=1e-12)


def strip(number: int = 1) -> tuple[Any, ...]:
    return strips_of(NINETY).unrank(number * 10**40)


def test_a_strip_that_is_given_is_any_strip() -> None:
    found, exact = given_cards(strip()), one_strip()
    assert [found[what].by_ball for what in What] == [exact[what].by_ball for what in What]


def test_two_given_cards_are_counted_by_their_common_numbers() -> None:
    cards = [strip(number)[0] for number in (1, 3)]
    two = given_cards(cards)[BINGO]
    together = len({number for card in cards for line in lines_of(card) for number in line})
    assert 15 < together < 30
    chances = [Fraction(comb(60, size), comb(90, size)) for size in (15, together)]
    assert two.by_ball[60] == 2 * chances[0] - chances[1]
    assert two.winners[1] == Fraction(30 - together, together)  # the last ball of both is a common one


def test_many_cards_have_bounds_between_which_the_chance_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = [*strip(1), *strip(3)]
    exact = given_cards(cards)[BINGO]
    monkeypatch.setattr(bingo, "MOST_SETS", 11)
    found: Law = given_cards(cards)[BINGO]
    assert all(low <= one <= high for low, one, high in zip(found.by_ball, exact.by_ball, found.most, strict=True))
    assert found.least_mean < exact.mean < found.mean
    assert (sum(exact.winners), exact.winners[1] > 0, found.winners) == (1, True, ())
    assert given_cards(cards)[LINE].most[90] == given_cards(cards)[LINE].by_ball[90] == 1


def test_no_cards_and_too_many_have_no_law_and_the_same_card_twice_is_one() -> None:
    for ask in (lambda: uniform_cards(0), lambda: uniform_cards(10_000_001), lambda: given_cards([])):
        with pytest.raises(OddsError, match="can be counted"):
            ask()
    assert given_cards([unrank(5), unrank(5)])[LINE].by_ball == one_card()[LINE].by_ball
