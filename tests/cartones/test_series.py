"""A series and its registry: cards from a secret, a public digest that binds them, proofs of one card alone."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from tapete.cartones import (
    CardProof,
    Cards,
    Grid,
    Law,
    Registry,
    Series,
    cards_of,
    equal_sets,
    faults,
    is_proved,
    unrank,
)
from tapete.cartones.digest import leaf, salt_of
from tapete.cartones.registry import require_no_equal_cards
from tapete.clauses import Fault

SECRET, OTHER = bytes(range(32)), bytes(range(1, 33))
SIZE = 60


def pinned(law: Law = Law.STRIPS, size: int = SIZE, secret: bytes = SECRET, grids: tuple[Grid, ...] = ()) -> Cards:
    series = Series("B", 1047, size, 200, law=law)
    made = cards_of(series, secret, grids)
    assert isinstance(made, Cards)
    bound = cards_of(msgspec.structs.replace(series, digest=made.digest()), secret, grids)
    assert isinstance(bound, Cards)
    return bound


def having(*held: Cards) -> Registry:
    registry: Registry | Fault = Registry()
    for one in held:
        assert isinstance(registry, Registry)
        registry = registry.having(one)
    assert isinstance(registry, Registry)
    return registry


FOREIGN = tuple(unrank(10**15 * at) for at in range(7))
KINDS = [(Law.STRIPS, SIZE, ()), (Law.SINGLES, SIZE, ()), (Law.SINGLES, 1, ()), (Law.FOREIGN, 7, FOREIGN)]


@pytest.mark.parametrize(("law", "size", "grids"), KINDS)
def test_the_registry_gives_three_lines_of_five_numbers(law: Law, size: int, grids: tuple[Grid, ...]) -> None:
    registry = having(pinned(law, size, grids=grids))
    for number in range(1, size + 1):
        assert faults(registry.grid("B-1047", number)) == ()
        assert [len(line) for line in registry.rows("B-1047", number)] == [5, 5, 5]
    for none in (0, size + 1, -1):
        with pytest.raises(IndexError):
            registry.rows("B-1047", none)
    with pytest.raises(KeyError):
        registry.rows("B-1048", 1)


@pytest.mark.parametrize("law", [Law.STRIPS, Law.SINGLES])
def test_cards_follow_from_the_secret_alone_in_whatever_order_they_are_asked_for(law: Law) -> None:
    one, again, other = pinned(law), pinned(law), pinned(law, secret=OTHER)
    forwards = [one.grid(number) for number in range(1, SIZE + 1)]
    assert [again.grid(number) for number in range(SIZE, 0, -1)] == forwards[::-1]
    assert not set(forwards) & {other.grid(number) for number in range(1, SIZE + 1)}
    assert len(set(forwards)) == SIZE


def test_a_strip_is_six_numbers_in_a_row_and_holds_every_number_once() -> None:
    cards = pinned()
    for first in range(1, SIZE, 6):
        strip = [cards.grid(number) for number in range(first, first + 6)]
        assert sorted(one for grid in strip for line in grid for one in line if one) == list(range(1, 91))


def test_strips_are_the_default_and_come_whole() -> None:
    assert Series("A", 1, 420, 100).law is Law.STRIPS
    found = cards_of(Series("A", 1, 421, 100), SECRET)
    assert isinstance(found, Fault)
    assert (found.code, found.facts) == ("size-not-strips", {"size": 421, "strip": 6})


@pytest.mark.parametrize(
    ("series", "secret", "grids", "code"),
    [
        (Series("A", 1, 6, 100), SECRET[:31], (), "secret-size"),
        (Series("A", 1, 6, 100), SECRET, FOREIGN[:6], "cards-missing"),
        (Series("A", 1, 6, 100, law=Law.FOREIGN), SECRET, FOREIGN, "cards-missing"),
        (Series("A", 1, 1, 100, law=Law.FOREIGN), SECRET, (FOREIGN[0][:2],), "number-count"),
    ],
)
def test_what_makes_no_series_is_told(series: Series, secret: bytes, grids: tuple[Grid, ...], code: str) -> None:
    found = cards_of(series, secret, grids)
    assert isinstance(found, Fault)
    assert found.code == code


# --- digests and proofs -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [{"letter": "C"}, {"id": 7}, {"size": 66}, {"face_value": 300}, {"double": True}, {"law": Law.SINGLES}],
    ids=str,
)
def test_the_digest_binds_every_value_of_the_description(change: dict[str, object]) -> None:
    cards = pinned()
    changed = cards_of(msgspec.structs.replace(cards.series, **change), SECRET)
    assert isinstance(changed, Cards)
    assert changed.digest() != cards.series.digest
    found = Registry().having(changed)
    assert isinstance(found, Fault)
    assert found.code == "digest-differs"


def test_another_secret_is_not_that_of_the_digest() -> None:
    other = cards_of(pinned().series, OTHER)
    assert isinstance(other, Cards)
    found = Registry().having(other)
    assert isinstance(found, Fault)
    assert found.code == "digest-differs"


def test_a_series_is_pinned_once_under_its_name() -> None:
    registry = having(pinned(), pinned())
    found = registry.having(pinned(size=66))
    assert isinstance(found, Fault)
    assert found.code == "series-known"
    assert registry.series("B-1047") == pinned().series
    assert registry.series("B-1") is None


@pytest.mark.parametrize("size", [*range(1, 10), 16, 17, 60])
def test_every_card_is_proved_alone(size: int) -> None:
    cards = pinned(Law.SINGLES, size)
    for number in range(1, size + 1):
        proof = cards.proof(number)
        assert is_proved(cards.series, proof)
        assert len(proof.path) <= (size - 1).bit_length()


WRONG = {
    "number": lambda proof: {"number": proof.number % SIZE + 1},
    "no number": lambda proof: {"number": 0},
    "grid": lambda proof: {"grid": unrank(5)},
    "lines": lambda proof: {"grid": (proof.grid[1], proof.grid[0], proof.grid[2])},
    "salt": lambda proof: {"salt": "00" * 16},
    "no salt": lambda proof: {"salt": "salt"},
    "short path": lambda proof: {"path": proof.path[:-1]},
    "long path": lambda proof: {"path": (*proof.path, "00" * 32)},
    "other path": lambda proof: {"path": ("00" * 32, *proof.path[1:])},
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("number", [1, 31, SIZE])
def test_a_proof_that_was_changed_proves_nothing(wrong: str, number: int) -> None:
    cards = pinned()
    changed = msgspec.structs.replace(cards.proof(number), **WRONG[wrong](cards.proof(number)))
    assert not is_proved(cards.series, changed)


def test_a_proof_gives_away_no_salt_but_its_own_and_no_other_card() -> None:
    cards = pinned()
    text = msgspec.json.encode(cards.proof(1)).decode()
    assert SECRET.hex() not in text
    assert not [one for one in range(2, SIZE + 1) if salt_of(SECRET, one).hex() in text]
    assert leaf(2, cards.grid(2), b"") != leaf(2, cards.grid(2), salt_of(SECRET, 2))
    assert msgspec.json.decode(text, type=CardProof) == cards.proof(1)


def test_no_text_of_cards_or_registry_holds_the_secret() -> None:
    cards = pinned()
    for text in (repr(cards), str(cards), repr(having(cards)), repr(cards.series), repr(vars(cards.series.__class__))):
        assert SECRET.hex() not in text
        assert repr(SECRET) not in text


@settings(max_examples=15, deadline=None)
@given(st.binary(min_size=32, max_size=32))
def test_whatever_the_secret_a_small_series_has_no_two_equal_cards(secret: bytes) -> None:
    for law in (Law.STRIPS, Law.SINGLES):
        cards = cards_of(Series("A", 1, 12, 100, law=law), secret)
        assert isinstance(cards, Cards)
        assert require_no_equal_cards(cards.series.numbers, cards.grid) is None


# --- equal cards ------------------------------------------------------------------------------------------------------


def test_two_equal_cards_are_refused() -> None:
    found = Registry().having(pinned(Law.FOREIGN, 8, grids=(*FOREIGN, FOREIGN[2])))
    assert isinstance(found, Fault)
    assert (found.code, found.facts) == ("cards-equal", {"first": 3, "second": 8})


def test_equal_sets_of_numbers_are_found_and_lawful() -> None:
    turned = (FOREIGN[0][1], FOREIGN[0][0], FOREIGN[0][2])
    grids = (*FOREIGN, turned)
    cards = pinned(Law.FOREIGN, 8, grids=grids)
    assert equal_sets(cards.series.numbers, cards.grid) == ((1, 8),)
    having(cards)


def test_a_double_card_costs_both_parts() -> None:
    one, two = Series("A", 1, 6, 200), Series("A", 1, 6, 200, double=True)
    assert (one.parts, one.price) == ((1,), 200)
    assert (two.parts, two.price) == ((1, 2), 400)


def test_series_are_spelt_as_they_are_announced() -> None:
    assert Series("B", 1047, 6, 100).key == "B-1047"
    for wrong in ({"letter": "b"}, {"letter": "ABC"}, {"id": 0}, {"size": 0}, {"face_value": 0}, {"more": 1}):
        tree = {"letter": "B", "id": 1, "size": 6, "face_value": 100, "law": "strips"} | wrong
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(tree, Series)
