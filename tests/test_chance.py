"""Commitments and cuts: anybody can follow them with nothing but a hash function."""

import hashlib

import msgspec
import pytest
from hypothesis import given, strategies as st

from tapete.cards import DECK, Card
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


@pytest.mark.parametrize("cut", [-1, 0, 4, 5])
def test_a_cut_leaves_cards_on_both_sides(cut: int) -> None:
    with pytest.raises(ValueError, match="both sides"):
        rotate("abcd", cut)


@pytest.mark.parametrize(
    "said",
    [
        CardOut(3, Card("7s")),
        CardOut(3),
        SealShoe(1, ("00",)),
        ShoeSealed(1, ChanceKind.SEALED, 1, ("00",)),
        TokenProof(1, Card("7s"), SALT),
    ],
)
def test_draws_survive_their_wire_form(said: object) -> None:
    assert msgspec.json.decode(msgspec.json.encode(said), type=type(said)) == said
