"""Commitments and cuts: anybody can follow them with nothing but a hash function."""

import hashlib

import msgspec
import pytest
from hypothesis import given, strategies as st

from tapete.cards import DECK, RANKS, SUITS, Card, UnknownCardError, card, cards, is_card, rank, suit
from tapete.chance import (
    SALT_BYTES,
    CardOut,
    ChanceKind,
    SealShoe,
    ShoeSealed,
    TokenProof,
    commitment,
    original_position,
    rotate,
)

SALT = "000102030405060708090a0b0c0d0e0f"


def test_known_vector() -> None:
    """The line that is hashed, and its SHA-256: these never change, for old records rest on them."""
    assert (
        commitment("t1/1", 0, Card("7s"), SALT) == hashlib.sha256(f"tapete shoe t1/1 0 7s {SALT}".encode()).hexdigest()
    )
    assert commitment("t1/1", 0, Card("7s"), SALT) == "f52c821e5ed5c1666f5cc7517eab77e99b39ab4fa694bacbd7d68b1460a2c13a"


def test_every_part_of_a_commitment_counts() -> None:
    made = [
        commitment(shoe, position, Card(face), salt)
        for shoe in ("t1/1", "t1/2")
        for position in (0, 1)
        for face in ("7s", "8s")
        for salt in (SALT, "f" * 32)
    ]
    assert len(set(made)) == len(made)


def test_without_the_salt_a_commitment_is_opened_by_trying() -> None:
    """The control: 52 tries open an unsalted commitment. With a salt of 16 bytes the same tries find nothing."""
    known = commitment("t1/1", 5, Card("Kh"), "")
    assert [face for face in DECK if commitment("t1/1", 5, face, "") == known] == ["Kh"]
    salted = commitment("t1/1", 5, Card("Kh"), SALT)
    assert not [face for face in DECK if commitment("t1/1", 5, face, "") == salted]
    assert SALT_BYTES * 8 >= 128


@given(st.lists(st.text(max_size=3), min_size=2, max_size=60), st.data())
def test_a_cut_is_a_rotation_that_can_be_undone(order: list[str], data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, len(order) - 1))
    turned = rotate(order, cut)
    assert sorted(turned) == sorted(order)
    assert rotate(turned, len(order) - cut) == tuple(order)
    assert all(turned[at] == order[original_position(at, cut, len(order))] for at in range(len(order)))
    assert {original_position(at, cut, len(order)) for at in range(len(order))} == set(range(len(order)))


def test_a_cut_leaves_cards_on_both_sides(subtests: pytest.Subtests) -> None:
    for cut in (-1, 0, 4, 5):
        with subtests.test(cut=cut), pytest.raises(ValueError, match="both sides"):
            rotate("abcd", cut)


def test_draws_survive_their_wire_form(subtests: pytest.Subtests) -> None:
    for said in (
        CardOut(3, Card("7s")),
        CardOut(3),
        SealShoe(1, ("00",)),
        ShoeSealed(1, ChanceKind.SEALED, 1, ("00",)),
        TokenProof(1, Card("7s"), SALT),
    ):
        with subtests.test(said=said):
            assert msgspec.json.decode(msgspec.json.encode(said), type=type(said)) == said


def test_a_pack_has_every_rank_in_every_suit_once() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert {(rank(one), suit(one)) for one in DECK} == {(letter, of) for letter in RANKS for of in SUITS}
    assert all(card(one) == one and is_card(one) for one in DECK)


def test_notation() -> None:
    assert cards(" 7s  Kh\nTd ") == ("7s", "Kh", "Td")
    assert cards("") == ()


def test_anything_else_is_no_card(subtests: pytest.Subtests) -> None:
    for wrong in ("", "7", "10s", "1s", "7S", "7x", "s7", "7s ", "𝟕s"):
        with subtests.test(wrong=wrong):
            assert not is_card(wrong)
            with pytest.raises(UnknownCardError):
                card(wrong)
