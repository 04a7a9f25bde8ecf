"""Fifty-two cards, each with its own two letters."""

from collections import Counter

import pytest

from tapete.cards import DECK, RANKS, SUITS, UnknownCardError, card, cards, is_card, packs, rank, suit


def test_a_pack_has_every_rank_in_every_suit_once() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert {(rank(one), suit(one)) for one in DECK} == {(letter, of) for letter in RANKS for of in SUITS}
    assert all(card(one) == one and is_card(one) for one in DECK)


def test_packs_are_whole() -> None:
    assert set(Counter(packs(6)).values()) == {6}
    assert len(packs(6)) == 312
    assert packs(1) == DECK
    with pytest.raises(ValueError, match="one pack"):
        packs(0)


def test_notation() -> None:
    assert cards(" 7s  Kh\nTd ") == ("7s", "Kh", "Td")
    assert cards("") == ()


@pytest.mark.parametrize("wrong", ["", "7", "10s", "1s", "7S", "7x", "s7", "7s ", "𝟕s"])
def test_anything_else_is_no_card(wrong: str) -> None:
    assert not is_card(wrong)
    with pytest.raises(UnknownCardError):
        card(wrong)
