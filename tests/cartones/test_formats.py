"""What follows from a secret and from a rank never changes: old series rest on it. Each step beside another way."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b, sha256
from typing import Any

import msgspec
import pytest

from tapete.cartones import (
    NINETY,
    CardProof,
    Cards,
    CardWarning,
    Grid,
    Law,
    Registry,
    Series,
    Shape,
    card_count,
    cards_of,
    check_code,
    columns_of,
    double_faults,
    equal_sets,
    faults,
    is_proved,
    lines_of,
    parts,
    price,
    rank,
    read_code,
    read_grid,
    strips_of,
    unrank,
    warnings,
    write_grid,
)
from tapete.cartones.chance import keyed_bytes, number_below, permuted
from tapete.cartones.codes import LENGTH, SIGNS
from tapete.cartones.digest import digest_of, leaf, levels, prove, salt_of
from tapete.cartones.registry import SINGLES, STRIPS, require_no_equal_cards
from tapete.cartones.shape import subset_rank, subsets
from tapete.clauses import Fault

SECRET = bytes(range(32))
K: Grid = (
    (4, 16, 0, 30, 0, 52, 0, 0, 81),
    (7, 0, 22, 0, 45, 0, 60, 77, 0),
    (0, 19, 28, 38, 0, 0, 63, 0, 90),
)


def told(found: Any) -> Any:
    """Return code and facts of a fault, or what is none as it is."""
    return (found.code, found.facts) if isinstance(found, Fault) else found


def error(ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except (LookupError, ValueError, TypeError) as wrong:
        return type(wrong).__name__


# --- chance -----------------------------------------------------------------------------------------------------------


def test_bytes_follow_from_secret_purpose_index_and_counter() -> None:
    place = (5).to_bytes(8, "big") + (7).to_bytes(8, "big")
    assert keyed_bytes(SECRET, b"p", 5, 7, 12) == blake2b(place, digest_size=12, key=SECRET, person=b"p").digest()


def below(purpose: bytes, index: int, bound: int) -> int:
    """Throw bits until they fall below the bound."""
    bits = len(f"{bound - 1:b}")
    size = -(-bits // 8)
    for counter in range(10_000):
        text = "".join(f"{one:08b}" for one in keyed_bytes(SECRET, purpose, index, counter, size))
        if (found := int(text[:bits], 2)) < bound:
            return found
    raise AssertionError


@pytest.mark.parametrize("bound", [2, 3, 4, 5, 129, 255, 256, 257, 65_536, 65_537, card_count()])
def test_a_number_below_a_bound_has_just_enough_bits(bound: int) -> None:
    found = [number_below(SECRET, b"p", index, bound) for index in range(12)]
    assert found == [below(b"p", index, bound) for index in range(12)]
    assert max(found) < bound


def test_the_only_number_below_one_is_nought() -> None:
    assert {number_below(SECRET, b"p", index, 1) for index in range(3)} == {0}


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


# --- shapes -----------------------------------------------------------------------------------------------------------


def test_the_card_of_ninety_numbers_has_nine_columns_of_ten_but_for_the_ends() -> None:
    assert (NINETY.sizes, NINETY.lines, NINETY.line_size) == ((9, 10, 10, 10, 10, 10, 10, 10, 11), 3, 5)
    assert (NINETY.columns, NINETY.numbers, NINETY.filled) == (9, 90, 15)
    assert NINETY.firsts == (1, 10, 20, 30, 40, 50, 60, 70, 80)
    assert NINETY.masks == ((2,), (1,), (1, 2), (0,), (0, 2), (0, 1), (0, 1, 2))
    assert [NINETY.column_of(one) for one in range(1, 91)] == [min(one // 10, 8) for one in range(1, 91)]


def test_a_shape_is_its_columns_its_lines_and_their_size() -> None:
    one = Shape((2, 3), 2, 1)
    assert (one.firsts, one.masks, one.numbers, one.filled) == ((1, 3), ((1,), (0,), (0, 1)), 5, 2)
    assert one == Shape((2, 3), 2, 1)
    assert hash(one) == hash(Shape((2, 3), 2, 1))
    others = [Shape((3, 2), 2, 1), Shape((2, 3), 1, 1), Shape((2, 3), 2, 2)]
    assert [other for other in (*others, ((2, 3), 2, 1), None) if one == other] == []


@pytest.mark.parametrize(
    ("size", "count", "found"),
    [
        (3, 1, ((0,), (1,), (2,))),
        (3, 2, ((0, 1), (0, 2), (1, 2))),
        (4, 2, ((0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3))),
        (3, 3, ((0, 1, 2),)),
        (2, 3, ()),
    ],
)
def test_sets_of_places_come_in_the_order_of_their_ranks(size: int, count: int, found: Any) -> None:
    assert subsets(size, count) == found
    assert [subset_rank(one) for one in found] == list(range(len(found)))


def test_lines_and_columns_leave_the_empty_squares_out() -> None:
    assert lines_of(K) == ((4, 16, 30, 52, 81), (7, 22, 45, 60, 77), (19, 28, 38, 63, 90))
    assert columns_of(K) == ((4, 7), (16, 19), (22, 28), (30, 38), (45,), (52,), (60, 63), (77,), (81, 90))


# --- cards by the letter ----------------------------------------------------------------------------------------------


def with_square(line: int, column: int, number: int) -> Grid:
    lines = [list(one) for one in K]
    lines[line][column] = number
    return tuple(map(tuple, lines))


EMPTY_COLUMN: Grid = (
    (4, 16, 21, 30, 0, 52, 0, 0, 0),
    (7, 0, 22, 0, 45, 0, 60, 77, 0),
    (0, 19, 28, 38, 0, 0, 63, 78, 0),
)


@pytest.mark.parametrize(
    ("grid", "found"),
    [
        (K, []),
        (with_square(0, 0, 1), []),
        (with_square(2, 8, 90), []),
        (with_square(0, 0, 91), [("number-out-of-range", {"ball": 91})]),
        (with_square(0, 0, -1), [("number-out-of-range", {"ball": -1})]),
        (with_square(2, 8, 4), [("duplicate-number", {"number": 4})]),
        (with_square(0, 0, 0), [("number-count", {"found": 14}), ("line-size", {"line": 1, "found": 4})]),
        (with_square(2, 0, 9), [("number-count", {"found": 16}), ("line-size", {"line": 3, "found": 6})]),
        (K[:2], [("number-count", {"found": 10}), ("line-count", {"found": 2})]),
        ((*K, (0,) * 9), [("line-count", {"found": 4})]),
        (tuple((*line, 0) for line in K), [("column-count", {"found": 10})]),
        ((K[0], K[1], (*K[2], 0)), [("column-count", {"found": 10})]),
        (EMPTY_COLUMN, [("empty-column", {"column": 9})]),
        ((), [("number-count", {"found": 0}), ("line-count", {"found": 0})]),
    ],
)
def test_what_is_wrong_with_a_card_is_told_with_its_place(grid: Grid, found: list[Any]) -> None:
    assert [told(one) for one in faults(grid)] == found


@pytest.mark.parametrize(
    ("grid", "found"),
    [
        (K, ()),
        ((K[1], K[0], K[2]), (CardWarning.ASCENDING, CardWarning.NOT_RANKABLE)),
        (with_square(0, 0, 10), (CardWarning.TENS, CardWarning.ASCENDING, CardWarning.NOT_RANKABLE)),
        (with_square(2, 8, 89), ()),
        (with_square(1, 7, 80), (CardWarning.TENS, CardWarning.NOT_RANKABLE)),
        (with_square(0, 8, 79), (CardWarning.TENS, CardWarning.NOT_RANKABLE)),
        ((), ()),
        ((K[0], K[1][:8], K[2]), ()),
    ],
)
def test_what_practice_expects_besides_is_warned_of(grid: Grid, found: tuple[CardWarning, ...]) -> None:
    assert warnings(grid) == found


def differ(line: int, column: int) -> tuple[str, dict[str, int]]:
    return ("parts-differ", {"line": line, "column": column})


@pytest.mark.parametrize(
    ("second", "found"),
    [
        (K, []),
        (with_square(0, 0, 5), [differ(1, 1)]),
        (with_square(2, 8, 89), [differ(3, 9)]),
        (with_square(1, 4, 46), [differ(2, 5)]),
        (K[:2], [differ(0, 0)]),
        ((K[0], K[1], K[2][:8]), [differ(0, 0)]),
        (((*K[0][:8], 82), K[1]), [differ(1, 9)]),
        ((), [differ(0, 0)]),
    ],
)
def test_two_parts_differ_at_their_first_square_or_in_their_form(second: Grid, found: list[Any]) -> None:
    between = [told(one) for one in double_faults(K, second) if one.code == "parts-differ"]
    assert between == found
    assert [told(one) for one in double_faults(K, second)] == [*map(told, faults(second)), *found]
    assert [told(one) for one in double_faults(second, K)][: len(faults(second))] == [*map(told, faults(second))]


def test_the_parts_of_a_double_card_have_one_value_and_cost_twice_as_much() -> None:
    differing = ("face-values-differ", {"first": 200, "second": 201})
    assert [told(one) for one in double_faults(K, K, (200, 201))] == [differing]
    assert double_faults(K, K, (200, 200)) == double_faults(K, K) == ()
    assert [parts(one) for one in (False, True)] == [(1,), (1, 2)]
    assert [price(200, one) for one in (False, True)] == [200, 400]


# --- codes and lines of text ------------------------------------------------------------------------------------------


def signed(rank_: int) -> str:
    """Write a rank in thirteen signs and the check sign of the system with the moduli 33 and 32."""
    signs = "".join(SIGNS[rank_ // 32**place % 32] for place in range(12, -1, -1))
    product = 32
    for one in signs:
        product = (product + SIGNS.index(one)) % 32 or 32
        product = product * 2 % 33
    whole = signs + SIGNS[(33 - product) % 32]
    return f"{whole[:5]}-{whole[5:10]}-{whole[10:]}"


NO_RANK = ("no-such-rank", {"most": card_count() - 1})


@pytest.mark.parametrize("number", [0, 1, 31, 32, 10**9, 2**62, card_count() - 1])
def test_a_check_code_is_thirteen_signs_and_one(number: int) -> None:
    assert check_code(number) == signed(number)
    assert LENGTH == 13
    assert told(read_code(check_code(number))) == (number if number < card_count() else NO_RANK)


def test_every_sign_checks_some_code() -> None:
    found = [error(lambda one=one: check_code(one)) for one in range(200)]
    assert found == [signed(one) for one in range(200)]
    assert {one[-1] for one in found} == set(SIGNS)


GOOD = check_code(10**15)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (GOOD, 10**15),
        (f" {GOOD.lower()} ", 10**15),
        (GOOD.replace("-", ""), 10**15),
        (GOOD[:-1], ("code-malformed", {})),
        (GOOD + "0", ("code-malformed", {})),
        ("U" + GOOD[1:], ("code-malformed", {})),
        (GOOD[:-1] + "U", ("code-malformed", {})),
        (GOOD[:-1] + "*", ("code-malformed", {})),
        ("", ("code-malformed", {})),
        (check_code(card_count()), NO_RANK),
        (check_code(card_count() - 1), card_count() - 1),
        (check_code(0), 0),
        (check_code(0)[:-1] + ("1" if check_code(0)[-1] == "0" else "0"), ("code-mistyped", {})),
    ],
)
def test_a_check_code_is_read_or_what_is_wrong_with_it_told(text: str, found: Any) -> None:
    assert error(lambda: told(read_code(text))) == found


BARE = "4 16 30 52 81 / 7 22 45 60 77 / 19 28 38 63 90"
DRAWN = "4 16 . 30 . 52 . . 81 / 7 . 22 . 45 . 60 77 . / . 19 28 38 . . 63 . 90"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (BARE, K),
        (BARE.replace(" / ", ";"), K),
        (BARE.replace(" / ", "\n").replace(" ", " | "), K),
        (DRAWN, K),
        (DRAWN.replace(".", "·"), K),
        (DRAWN.replace(".", "0"), K),
        (DRAWN.replace(".", "-"), K),
        (BARE.ljust(400), K),
        (BARE.ljust(401), ("card-malformed", {})),
        ("", ("card-malformed", {})),
        (" \n ", ("card-malformed", {})),
        (BARE.replace("81", "8100"), ("card-malformed", {})),
        (BARE.replace("81", "x"), ("card-malformed", {})),
        (BARE.replace("81", "--"), ("card-malformed", {})),
        (BARE.replace("81", "100"), ("number-out-of-range", {"ball": 100})),
        (BARE.replace(" 81", ""), ("number-count", {"found": 14})),
        (BARE.replace("81 / ", "/ 81 "), ("line-size", {"line": 1, "found": 4})),
        (BARE.replace("16", "5"), ("squares-unknown", {"first": 4, "second": 5})),
        ("1 . / 2", ((1, 0), (2,))),
    ],
)
def test_a_card_is_read_from_a_line_of_text_or_what_is_wrong_with_it_told(text: str, found: Any) -> None:
    assert error(lambda: told(read_grid(text))) == found


def test_a_card_is_written_with_every_square() -> None:
    assert write_grid(K) == DRAWN
    assert write_grid(()) == ""


@pytest.mark.parametrize(
    ("grid", "has_rank"),
    [
        (K, True),
        ((), False),
        (K[:2], False),
        ((*K, (0,) * 9), False),
        (tuple(line[:8] for line in K), False),
        (with_square(0, 0, 8), False),
        (with_square(0, 0, 7), False),
        (with_square(0, 0, 6), True),
        (with_square(2, 8, 91), False),
        (with_square(2, 8, 80), False),
        (with_square(0, 1, 9), False),
        (with_square(0, 1, 10), True),
        (with_square(0, 0, 0), False),
        (with_square(0, 2, 21), False),
        (EMPTY_COLUMN, False),
    ],
)
def test_a_card_has_a_rank_where_its_columns_are_those_of_their_tens_and_grow(grid: Grid, has_rank: bool) -> None:
    found = rank(grid)
    assert (found is not None) is has_rank
    assert found is None or unrank(found) == grid


@pytest.mark.parametrize("number", [-1, card_count()])
def test_there_is_no_card_below_the_first_rank_or_above_the_last(number: int) -> None:
    assert error(lambda: unrank(number)) == "IndexError"
    assert error(lambda: strips_of().unrank(-1)) == error(lambda: strips_of().unrank(strips_of().count)) == "IndexError"
    assert [rank(unrank(one)) for one in (0, card_count() - 1)] == [0, card_count() - 1]


# --- series -----------------------------------------------------------------------------------------------------------


def series(size: int = 12, law: Law = Law.STRIPS, **more: Any) -> Series:
    return Series("B", 7, size, 200, law=law, **more)


def made(size: int = 12, law: Law = Law.STRIPS, grids: tuple[Grid, ...] = ()) -> Cards:
    found = cards_of(series(size, law), SECRET, grids)
    assert isinstance(found, Cards)
    bound = cards_of(series(size, law, digest=found.digest()), SECRET, grids)
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


def test_foreign_cards_are_those_of_the_file_and_no_number_is_another() -> None:
    grids = tuple(unrank(10**15 * at) for at in range(3))
    cards = made(3, Law.FOREIGN, grids)
    assert [error(lambda one=one: cards.grid(one)) for one in (-1, 0, 1, 2, 3, 4)] == [
        "IndexError",
        "IndexError",
        *grids,
        "IndexError",
    ]


@pytest.mark.parametrize(
    ("of", "secret", "grids", "found"),
    [
        (series(6), SECRET[:31], (), ("secret-size", {"size": 32, "found": 31})),
        (series(6), SECRET + b"\0", (), ("secret-size", {"size": 32, "found": 33})),
        (series(7), SECRET, (), ("size-not-strips", {"size": 7, "strip": 6})),
        (series(6), SECRET, (K,), ("cards-missing", {"size": 0, "found": 1})),
        (series(2, Law.FOREIGN), SECRET, (K,), ("cards-missing", {"size": 2, "found": 1})),
        (series(1, Law.FOREIGN), SECRET, (K, K), ("cards-missing", {"size": 1, "found": 2})),
        (series(1, Law.FOREIGN), SECRET, (with_square(0, 0, 91),), ("number-out-of-range", {"ball": 91, "card": 1})),
        (series(3, Law.FOREIGN), SECRET, (K, EMPTY_COLUMN, K), ("empty-column", {"column": 9, "card": 2})),
        (series(7, Law.FOREIGN), SECRET[:30], (), ("secret-size", {"size": 32, "found": 30})),
    ],
)
def test_description_secret_and_file_make_cards_or_a_fault(of: Series, secret: bytes, grids: Any, found: Any) -> None:
    assert told(cards_of(of, secret, grids)) == found


def test_a_series_is_made_of_whole_strips_where_its_law_is_that() -> None:
    sizes = [size for size in range(1, 14) if isinstance(cards_of(series(size), SECRET), Cards)]
    assert sizes == [6, 12]
    assert isinstance(cards_of(series(7, Law.SINGLES), SECRET), Cards)


def test_a_series_has_its_name_its_numbers_and_its_price() -> None:
    one = series(12)
    assert (one.key, one.numbers, one.parts, one.price) == ("B-7", range(1, 13), (1,), 200)
    two = series(12, double=True)
    assert (two.double, two.parts, two.price, one.double, one.digest) == (True, (1, 2), 400, False, "")


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8])
def test_the_digest_is_the_top_of_a_tree_of_salted_cards(size: int) -> None:
    of = series(size, Law.SINGLES, digest="whatever stands there")
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


def test_cards_give_their_digest_of_themselves_or_of_cards_that_were_made_already() -> None:
    cards = made()
    kept = {number: cards.grid(number) for number in cards.series.numbers}
    assert cards.digest() == cards.digest(kept.__getitem__) == cards.series.digest
    assert cards.digest(lambda number: kept[13 - number]) != cards.series.digest
    assert cards.proof(3) == prove(cards.series, SECRET, kept.__getitem__, 3)


# --- the registry -----------------------------------------------------------------------------------------------------


def test_a_registry_has_the_series_that_are_pinned_by_their_digest() -> None:
    cards, empty = made(), Registry()
    registry = empty.having(cards)
    assert isinstance(registry, Registry)
    assert (registry.series("B-7"), empty.series("B-7"), registry.series("B-8")) == (cards.series, None, None)
    assert registry.having(cards) is registry
    assert told(registry.having(made(18))) == ("series-known", {"series": "B-7"})
    unpinned = cards_of(series(), SECRET)
    assert isinstance(unpinned, Cards)
    assert told(empty.having(unpinned)) == ("digest-differs", {"series": "B-7"})
    assert (registry.grid("B-7", 5), registry.rows("B-7", 5)) == (cards.grid(5), lines_of(cards.grid(5)))
    assert [error(lambda one=one: registry.grid(*one)) for one in (("B-8", 1), ("B-7", 0), ("B-7", 13))] == [
        "KeyError",
        "IndexError",
        "IndexError",
    ]


def test_equal_cards_are_named_and_those_that_complete_together() -> None:
    turned = (K[1], K[0], K[2])
    cards = {1: K, 2: unrank(0), 3: turned, 4: K, 5: unrank(0)}
    found = [
        told(require_no_equal_cards(numbers, cards.__getitem__)) for numbers in ((1, 2, 3), (1, 2, 3, 4, 5), (2, 5))
    ]
    assert found == [
        None,
        ("cards-equal", {"first": 1, "second": 4}),
        ("cards-equal", {"first": 2, "second": 5}),
    ]
    assert equal_sets((1, 2, 3, 4, 5), cards.__getitem__) == ((1, 3), (1, 4), (2, 5))
    assert equal_sets((1, 2), cards.__getitem__) == ()
    foreign = made(2, Law.FOREIGN, (K, K))
    assert told(Registry().having(foreign)) == ("cards-equal", {"first": 1, "second": 2})
