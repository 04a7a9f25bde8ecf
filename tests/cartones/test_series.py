"""Promise of docs/cartones.md: cards follow from a secret for ever, a public digest binds them, each is proved alone,
and what is drawn has the law that is claimed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from math import comb
from typing import Any

import msgspec
import pytest

from tapete.cartones import (
    NINETY,
    CardProof,
    Cards,
    Grid,
    Law,
    Registry,
    Series,
    card_count,
    cards_of,
    columns_of,
    equal_sets,
    is_proved,
    rank,
    strips_of,
    unrank,
)
from tapete.cartones.chance import keyed_bytes, number_below, permuted
from tapete.cartones.digest import digest_of, leaf, levels, prove, salt_of
from tapete.cartones.ranks import ranks_of
from tapete.cartones.registry import SINGLES, STRIPS
from tapete.cartones.strips import strips_of
from tapete.clauses import Fault
from tests.support.cartones import (
    SMALL,
    SMALL_STRIPS,
    VECTORS,
    StripsByCards,
    bound,
    chi_square,
    layout_count,
    listed_cards,
    listed_strips,
)

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


SECRET = bytes(range(32))


K: Grid = (
    (4, 16, 0, 30, 0, 52, 0, 0, 81),
    (7, 0, 22, 0, 45, 0, 60, 77, 0),
    (0, 19, 28, 38, 0, 0, 63, 0, 90),
)


def told(found: Any) -> Any:
    """Return code and facts of a fault, or what is none as it is."""
    return (found.code, found.facts) if isinstance(found, Fault) else found


PERMUTED = {
    1: [0],
    2: [1, 0],
    3: [1, 0, 2],
    4: [1, 0, 2, 3],
    5: [0, 2, 3, 4, 1],
    8: [0, 2, 5, 6, 1, 7, 4, 3],
    16: [12, 2, 13, 11, 15, 9, 4, 3, 7, 8, 5, 6, 0, 14, 10, 1],
    17: [10, 4, 14, 1, 9, 6, 7, 11, 2, 8, 3, 13, 15, 12, 5, 0, 16],
}


@pytest.mark.parametrize("bound", PERMUTED)
def test_the_permutation_of_a_secret_is_this_one(bound: int) -> None:
    assert [permuted(SECRET, b"p", index, bound) for index in range(bound)] == PERMUTED[bound]


def test_the_permutation_of_many_numbers_is_this_one() -> None:
    assert [permuted(SECRET, b"p", at, 1_000) for at in range(8)] == [337, 301, 319, 963, 684, 997, 881, 802]
    assert [permuted(SECRET, b"p", at, card_count()) for at in range(3)] == [
        3_268_535_775_105_590_929,
        205_351_009_874_455_310,
        626_176_584_071_224_013,
    ]


def with_square(line: int, column: int, number: int) -> Grid:
    lines = [list(one) for one in K]
    lines[line][column] = number
    return tuple(map(tuple, lines))


EMPTY_COLUMN: Grid = (
    (4, 16, 21, 30, 0, 52, 0, 0, 0),
    (7, 0, 22, 0, 45, 0, 60, 77, 0),
    (0, 19, 28, 38, 0, 0, 63, 78, 0),
)


def series_of(size: int = 12, law: Law = Law.STRIPS, **more: Any) -> Series:
    return Series("B", 7, size, 200, law=law, **more)


def made(size: int = 12, law: Law = Law.STRIPS, grids: tuple[Grid, ...] = ()) -> Cards:
    found = cards_of(series_of(size, law), SECRET, grids)
    assert isinstance(found, Cards)
    bound = cards_of(series_of(size, law, digest=found.digest()), SECRET, grids)
    assert isinstance(bound, Cards)
    return bound


def test_the_cards_of_strips_are_those_of_the_strip_that_a_secret_draws() -> None:
    cards = made()
    strips = strips_of()
    drawn = [strips.unrank(number_below(SECRET, STRIPS, at, strips.count)) for at in (0, 1)]
    assert [cards.grid(one) for one in range(1, 13)] == [*drawn[0], *drawn[1]]
    assert [cards.grid(one) for one in (12, 1, 7, 6)] == [drawn[1][5], drawn[0][0], drawn[1][0], drawn[0][5]]


def test_the_cards_of_singles_are_those_of_the_permutation_of_a_secret() -> None:
    cards = made(5, Law.SINGLES)
    assert [cards.grid(one) for one in range(1, 6)] == [
        unrank(permuted(SECRET, SINGLES, at, card_count())) for at in range(5)
    ]


@pytest.mark.parametrize(
    ("of", "secret", "grids", "found"),
    [
        (series_of(6), SECRET[:31], (), ("secret-size", {"size": 32, "found": 31})),
        (series_of(6), SECRET + b"\0", (), ("secret-size", {"size": 32, "found": 33})),
        (series_of(7), SECRET, (), ("size-not-strips", {"size": 7, "strip": 6})),
        (series_of(6), SECRET, (K,), ("cards-missing", {"size": 0, "found": 1})),
        (series_of(2, Law.FOREIGN), SECRET, (K,), ("cards-missing", {"size": 2, "found": 1})),
        (series_of(1, Law.FOREIGN), SECRET, (K, K), ("cards-missing", {"size": 1, "found": 2})),
        (series_of(1, Law.FOREIGN), SECRET, (with_square(0, 0, 91),), ("number-out-of-range", {"ball": 91, "card": 1})),
        (series_of(3, Law.FOREIGN), SECRET, (K, EMPTY_COLUMN, K), ("empty-column", {"column": 9, "card": 2})),
        (series_of(7, Law.FOREIGN), SECRET[:30], (), ("secret-size", {"size": 32, "found": 30})),
    ],
)
def test_description_secret_and_file_make_cards_or_a_fault(of: Series, secret: bytes, grids: Any, found: Any) -> None:
    assert told(cards_of(of, secret, grids)) == found


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8])
def test_the_digest_is_the_top_of_a_tree_of_salted_cards(size: int) -> None:
    of = series_of(size, Law.SINGLES, digest="whatever stands there")
    cards = [unrank(at) for at in range(size)]

    def card(number: int) -> Grid:
        return cards[number - 1]

    leaves = [
        sha256(b"\0" + keyed_bytes(SECRET, b"tapete-salt", at + 1, 0, 16) + msgspec.json.encode((at + 1, one))).digest()
        for at, one in enumerate(cards)
    ]
    assert [leaf(one, card(one), salt_of(SECRET, one)) for one in of.numbers] == leaves
    level = leaves
    seen = [level]
    while len(level) > 1:
        level = [
            sha256(b"\1" + b"".join(level[at : at + 2])).digest() if at + 1 < len(level) else level[at]
            for at in range(0, len(level), 2)
        ]
        seen.append(level)
    assert list(levels(leaves)) == seen
    bare = msgspec.json.encode(msgspec.structs.replace(of, digest=""))
    digest = sha256(b"\2" + bare + level[0]).hexdigest()
    assert digest_of(of, SECRET, card) == digest
    pinned = msgspec.structs.replace(of, digest=digest)
    for number in of.numbers:
        at, path = number - 1, []
        for one in seen:
            path += [one[at ^ 1].hex()] if at ^ 1 < len(one) else []
            at //= 2
        proof = CardProof(number, card(number), salt_of(SECRET, number).hex(), tuple(path))
        assert prove(pinned, SECRET, card, number) == proof
        assert is_proved(pinned, proof)
        for wrong in ({"number": 0}, {"number": size + 1}, {"salt": "x"}, {"salt": "00" * 16}, {"path": ("zz", *path)}):
            assert not is_proved(pinned, msgspec.structs.replace(proof, **wrong)), wrong
        assert not is_proved(pinned, msgspec.structs.replace(proof, path=(*path, "00" * 32)))
        assert not path or not is_proved(pinned, msgspec.structs.replace(proof, path=tuple(path[:-1])))
        assert not is_proved(of, proof)


pytestmark = pytest.mark.slow


DRAWN = 12_000


@cache
def singles() -> tuple[Grid, ...]:
    """Return the first cards of a series of singles."""
    cards = cards_of(Series("S", 1, DRAWN, 100, law=Law.SINGLES), SECRET)
    assert not isinstance(cards, Fault)
    return tuple(cards.grid(number) for number in range(1, DRAWN + 1))


@cache
def strip_cards() -> tuple[Grid, ...]:
    """Return one card of each strip of a series: the first of the first, the second of the second, and so on."""
    cards = cards_of(Series("T", 1, 24_000, 100), SECRET)
    assert not isinstance(cards, Fault)
    return tuple(cards.grid(6 * strip + strip % 6 + 1) for strip in range(4_000))


@cache
def exact_laws() -> tuple[dict[tuple[int, ...], int], dict[tuple[int, ...], int]]:
    """Return in how many cards, and as the first card of how many strips, each vector of column counts occurs."""
    alone = {}
    for counts in VECTORS:
        ways = layout_count(tuple(sorted(counts)), 3, 5)
        for size, count in zip(NINETY.sizes, counts, strict=True):
            ways *= comb(size, count)
        alone[counts] = ways
    strips = StripsByCards()
    return alone, dict(strips.first_cards(strips.sizes))


def folded(law: dict[tuple[int, ...], int], key: Callable[[tuple[int, ...]], Any]) -> dict[Any, float]:
    """Return the law of something that the column counts tell."""
    found: Counter[Any] = Counter()
    for counts, ways in law.items():
        found[key(counts)] += ways
    return {cell: ways / sum(law.values()) for cell, ways in found.items()}


def counts_of(grid: Grid) -> tuple[int, ...]:
    return tuple(map(len, columns_of(grid)))


KEYS: dict[str, Callable[[tuple[int, ...]], Any]] = {
    "columns of three": lambda counts: counts.count(3),
    "column 1": lambda counts: counts[0],
    "column 2": lambda counts: counts[1],
    "column 9": lambda counts: counts[8],
}


@pytest.mark.parametrize(("count", "each"), [(252, 60), (6930, 10)])
def test_cards_of_a_small_shape_are_uniform_over_all_of_them(count: int, each: int) -> None:
    ranks = ranks_of(SMALL[count])
    found = Counter(ranks.unrank(number_below(SECRET, b"test", one, count)) for one in range(each * count))
    assert chi_square(found, dict.fromkeys(listed_cards(SMALL[count]), 1.0)) < bound(count)


@pytest.mark.parametrize(("count", "each"), [(144, 100), (8640, 4)])
def test_strips_of_a_small_shape_are_uniform_over_all_of_them(count: int, each: int) -> None:
    strips = strips_of(SMALL_STRIPS[count])
    found = Counter(strips.unrank(number_below(SECRET, b"test", one, count)) for one in range(each * count))
    assert chi_square(found, dict.fromkeys(listed_strips(SMALL_STRIPS[count]), 1.0)) < bound(count)


def test_the_place_of_one_number_is_uniform_over_secrets() -> None:
    found = Counter(permuted(one.to_bytes(32, "big"), b"test", 7, 48) for one in range(6_000))
    assert chi_square(found, dict.fromkeys(range(48), 1.0)) < bound(48)


@pytest.mark.parametrize("cell", [lambda rank: rank * 100 // card_count(), lambda rank: rank % 97])
def test_ranks_of_singles_are_uniform_in_equal_parts_and_in_remainders(cell: Callable[[int], int]) -> None:
    found = Counter(cell(rank(grid) or 0) for grid in singles())
    size = 100 if cell(card_count() - 1) == 99 else 97
    assert chi_square(found, dict.fromkeys(range(size), 1.0)) < bound(size)


@pytest.mark.parametrize("key", KEYS)
def test_a_card_of_a_strip_has_the_column_counts_of_a_card_of_a_uniform_strip(key: str) -> None:
    law = folded(exact_laws()[1], KEYS[key])
    assert chi_square(Counter(KEYS[key](counts_of(one)) for one in strip_cards()), law) < bound(len(law))


@pytest.mark.parametrize("key", ["columns of three", "column 1", "column 9"])
def test_control_a_card_of_a_strip_fails_the_law_of_uniform_cards(key: str) -> None:
    law = folded(exact_laws()[0], KEYS[key])
    assert chi_square(Counter(KEYS[key](counts_of(one)) for one in strip_cards()), law) > bound(len(law))
