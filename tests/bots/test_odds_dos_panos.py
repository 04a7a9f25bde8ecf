"""The odds by which the banker at two cloths takes a card or none: every weight, reckoned again from pairs of ranks."""

from __future__ import annotations

from itertools import product

import pytest

from tapete.bots.dos_panos.odds import (
    FINALS,
    TWO_CARDS,
    WEIGHTS,
    Against,
    card_value,
    edge,
    final_weights,
    gain_of_a_card,
    is_banker_to_draw,
    two_card_weights,
)
from tapete.cards import Card

RANKS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0)
"""What each of the thirteen ranks counts."""

THIRDS = (None, *range(10))


def pairs(total: int) -> int:
    """Return in how many ways two ranks make a total."""
    return sum((one + other) % 10 == total for one, other in product(RANKS, repeat=2))


def finals(third: int | None) -> dict[int, int]:
    """Return how often a cloth ends with each total: on five it draws half the time, below always, above never."""
    found: dict[int, int] = {}
    for total in range(8):
        weight = 2 * pairs(total) if total != 5 else pairs(total)
        if (third is None and total >= 5) or (third is not None and total <= 5):
            end = total if third is None else (total + third) % 10
            found[end] = found.get(end, 0) + weight
    return found


@pytest.mark.parametrize(
    ("face", "value"),
    [("Ah", 1), ("2h", 2), ("3s", 3), ("8d", 8), ("9c", 9), ("Th", 0), ("Jh", 0), ("Qs", 0), ("Kd", 0)],
)
def test_a_card_counts_its_pips_and_a_court_card_or_a_ten_nothing(face: str, value: int) -> None:
    assert card_value(Card(face)) == value


def test_each_rank_and_each_pair_of_ranks_weighs_as_often_as_it_comes() -> None:
    assert tuple(RANKS.count(value) for value in range(10)) == WEIGHTS
    assert two_card_weights() == TWO_CARDS == tuple(pairs(total) for total in range(10))


@pytest.mark.parametrize("third", THIRDS)
def test_a_cloth_ends_with_what_its_word_and_its_card_let_it_have(third: int | None) -> None:
    assert final_weights(third) == FINALS[third] == finals(third)


def test_there_are_odds_against_every_card_and_against_none() -> None:
    assert tuple(FINALS) == THIRDS


@pytest.mark.parametrize("third", THIRDS)
@pytest.mark.parametrize("total", range(10))
def test_the_edge_is_what_a_total_wins_more_often_than_it_loses(total: int, third: int | None) -> None:
    wins = sum(weight for other, weight in finals(third).items() if other < total)
    losses = sum(weight for other, weight in finals(third).items() if other > total)
    assert edge(total, third) == wins - losses


def chance(total: int, third: int | None) -> float:
    return edge(total, third) / sum(finals(third).values())


@pytest.mark.parametrize("third", THIRDS)
@pytest.mark.parametrize("total", range(8))
def test_a_card_gains_the_mean_of_thirteen_ranks_less_what_standing_brings(total: int, third: int | None) -> None:
    mean = sum(chance((total + value) % 10, third) for value in RANKS) - len(RANKS) * chance(total, third)
    unit = sum(finals(None).values()) * sum(finals(0).values())
    assert gain_of_a_card(total, [Against(700, third)]) == pytest.approx(700 * mean * unit)
    assert is_banker_to_draw(total, [Against(700, third)]) is (mean > 0)


@pytest.mark.parametrize(("one", "other"), [(None, 4), (8, 5), (0, None), (9, 9)])
def test_the_gains_against_both_cloths_are_added(one: int | None, other: int | None) -> None:
    for total in range(8):
        each = gain_of_a_card(total, [Against(300, one)]) + gain_of_a_card(total, [Against(900, other)])
        assert gain_of_a_card(total, [Against(300, one), Against(900, other)]) == each


def test_a_card_that_is_worth_as_much_as_none_is_not_taken() -> None:
    assert not is_banker_to_draw(0, [])
    assert not is_banker_to_draw(0, [Against(0, 5)])
    assert is_banker_to_draw(0, [Against(1, 5)])
