"""Promise of docs/cartones.md: a secret draws cards for ever, a digest binds them, each is proved alone; their law."""

from collections import Counter
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from tapete import cartones
from tapete.cartones.registry import SINGLES, STRIPS, digest_of, leaf, prove, salt_of
from tapete.cartones.series import keyed_bytes, number_below, permuted
from tapete.cartones.strips import ranks_of
from tapete.clauses import Fault
from tests.support.cartones import SMALL, SMALL_STRIPS, bound, chi_square, listed_cards, listed_strips

SECRET, OTHER = bytes(range(32)), bytes(range(1, 33))
SIZE = 60
FOREIGN = tuple(cartones.unrank(10**15 * at) for at in range(7))


def pinned(
    law: cartones.Law = cartones.Law.STRIPS,
    size: int = SIZE,
    secret: bytes = SECRET,
    grids: tuple[cartones.Grid, ...] = (),
) -> cartones.Cards:
    series = cartones.Series("B", 1047, size, 200, law=law)
    made = cartones.cards_of(series, secret, grids)
    assert isinstance(made, cartones.Cards)
    bound = cartones.cards_of(msgspec.structs.replace(series, digest=made.digest()), secret, grids)
    assert isinstance(bound, cartones.Cards)
    return bound


def having(*held: cartones.Cards) -> cartones.Registry:
    registry: cartones.Registry | Fault = cartones.Registry()
    for one in held:
        assert isinstance(registry, cartones.Registry)
        registry = registry.having(one)
    assert isinstance(registry, cartones.Registry)
    return registry


def told(found: Any) -> Any:
    return (found.code, found.facts) if isinstance(found, Fault) else found


@pytest.mark.parametrize("law", [cartones.Law.STRIPS, cartones.Law.SINGLES])
def test_cards_follow_from_the_secret_alone_in_whatever_order_they_are_asked_for(law: cartones.Law) -> None:
    one, again, other = pinned(law), pinned(law), pinned(law, secret=OTHER)
    forwards = [one.grid(number) for number in range(1, SIZE + 1)]
    assert [again.grid(number) for number in range(SIZE, 0, -1)] == forwards[::-1]
    assert not set(forwards) & {other.grid(number) for number in range(1, SIZE + 1)}
    assert len(set(forwards)) == SIZE


def test_old_series_stay_what_they_were() -> None:
    drawn_of_16 = [permuted(SECRET, b"p", at, 16) for at in range(16)]
    assert drawn_of_16 == [*(12, 2, 13, 11, 15, 9, 4, 3, 7, 8, 5, 6, 0, 14, 10, 1)]
    assert [permuted(SECRET, b"p", at, 17) for at in range(17)] == [
        *(10, 4, 14, 1, 9, 6, 7, 11, 2, 8, 3, 13, 15, 12, 5, 0, 16)
    ]
    assert [permuted(SECRET, b"p", at, 1_000) for at in range(8)] == [337, 301, 319, 963, 684, 997, 881, 802]
    assert permuted(SECRET, b"p", 0, cartones.card_count()) == 3_268_535_775_105_590_929
    strips, cards = cartones.strips_of(), pinned()
    drawn = [strips.unrank(number_below(SECRET, STRIPS, at, strips.count)) for at in (0, 1)]
    assert [cards.grid(one) for one in range(1, 13)] == [*drawn[0], *drawn[1]]
    singles = pinned(cartones.Law.SINGLES)
    assert singles.grid(5) == cartones.unrank(permuted(SECRET, SINGLES, 4, cartones.card_count()))


def test_a_strip_is_six_numbers_in_a_row_and_holds_every_number_once() -> None:
    cards = pinned()
    for first in range(1, SIZE, 6):
        strip = [cards.grid(number) for number in range(first, first + 6)]
        assert sorted(one for grid in strip for line in grid for one in line if one) == list(range(1, 91))


def test_description_secret_and_file_make_cards_or_a_fault() -> None:
    bad = ((91, *FOREIGN[0][0][1:]), *FOREIGN[0][1:])
    rows: list[tuple[int, cartones.Law, bytes, Any, Any]] = [
        (6, cartones.Law.STRIPS, SECRET[:31], (), ("secret-size", {"size": 32, "found": 31})),
        (6, cartones.Law.STRIPS, SECRET + b"\0", (), ("secret-size", {"size": 32, "found": 33})),
        (7, cartones.Law.STRIPS, SECRET, (), ("size-not-strips", {"size": 7, "strip": 6})),
        (6, cartones.Law.STRIPS, SECRET, FOREIGN[:1], ("cards-missing", {"size": 0, "found": 1})),
        (2, cartones.Law.FOREIGN, SECRET, FOREIGN[:1], ("cards-missing", {"size": 2, "found": 1})),
        (1, cartones.Law.FOREIGN, SECRET, FOREIGN[:2], ("cards-missing", {"size": 1, "found": 2})),
    ]
    wrong = [
        row
        for row in rows
        if told(cartones.cards_of(cartones.Series("B", 7, row[0], 200, law=row[1]), *row[2:4])) != row[4]
    ]
    assert wrong == []
    found = cartones.cards_of(cartones.Series("B", 7, 2, 200, law=cartones.Law.FOREIGN), SECRET, (FOREIGN[1], bad))
    assert isinstance(found, Fault)
    assert found.facts["card"] == 2, "the card is named"


def test_the_digest_binds_every_value_of_the_description_and_the_secret() -> None:
    cards = pinned()
    changes: list[dict[str, Any]] = [{"letter": "C"}, {"id": 7}, {"size": 66}, {"face_value": 300}, {"double": True}]
    for change in (*changes, {"law": cartones.Law.SINGLES}, {}):
        changed = cartones.cards_of(msgspec.structs.replace(cards.series, **change), SECRET if change else OTHER)
        assert isinstance(changed, cartones.Cards)
        assert changed.digest() != cards.series.digest, change
        assert getattr(cartones.Registry().having(changed), "code", "") == "digest-differs", change


def test_a_series_is_pinned_once_under_its_name() -> None:
    registry = having(pinned(), pinned())
    assert getattr(registry.having(pinned(size=66)), "code", "") == "series-known"
    assert registry.series("B-1047") == pinned().series
    assert registry.series("B-1") is None
    for number in (0, SIZE + 1, -1):
        with pytest.raises(IndexError):
            registry.rows("B-1047", number)


@pytest.mark.parametrize("size", [1, 5, 8, 17])
def test_the_digest_is_the_top_of_a_tree_of_salted_cards_and_each_is_proved_alone(size: int) -> None:
    cards = pinned(cartones.Law.SINGLES, size)
    salted = [(n, b"\0" + keyed_bytes(SECRET, b"tapete-salt", n, 0, 16)) for n in range(1, size + 1)]
    levels = [[sha256(salt + msgspec.json.encode((n, cards.grid(n)))).digest() for n, salt in salted]]
    while len(levels[-1]) > 1:
        last = levels[-1]
        pairs = [last[at : at + 2] for at in range(0, len(last), 2)]
        levels.append([sha256(b"\1" + b"".join(pair)).digest() if pair[1:] else pair[0] for pair in pairs])
    bare = msgspec.json.encode(msgspec.structs.replace(cards.series, digest=""))
    assert cards.series.digest == sha256(b"\2" + bare + levels[-1][0]).hexdigest()
    assert digest_of(cards.series, SECRET, cards.grid) == cards.series.digest
    for number in range(1, size + 1):
        at, path = number - 1, []
        for level in levels:
            path += [level[at ^ 1].hex()] if at ^ 1 < len(level) else []
            at //= 2
        proof = cartones.CardProof(number, cards.grid(number), salt_of(SECRET, number).hex(), tuple(path))
        assert cards.proof(number) == prove(cards.series, SECRET, cards.grid, number) == proof
        assert cartones.is_proved(cards.series, proof)


def test_a_proof_that_was_changed_proves_nothing() -> None:
    cards, taken = pinned(), []
    for number in (1, 31, SIZE):
        proof = cards.proof(number)
        changes: dict[str, dict[str, Any]] = {
            "number": {"number": proof.number % SIZE + 1},
            "no number": {"number": 0},
            "grid": {"grid": cartones.unrank(5)},
            "lines": {"grid": (proof.grid[1], proof.grid[0], proof.grid[2])},
            "salt": {"salt": "00" * 16},
            "no salt": {"salt": "salt"},
            "short path": {"path": proof.path[:-1]},
            "long path": {"path": (*proof.path, "00" * 32)},
            "other path": {"path": ("00" * 32, *proof.path[1:])},
        }
        taken += [
            (number, name)
            for name, change in changes.items()
            if cartones.is_proved(cards.series, msgspec.structs.replace(proof, **change))
        ]
    assert taken == []


def test_a_proof_gives_away_no_salt_but_its_own_and_no_text_holds_the_secret() -> None:
    cards = pinned()
    text = msgspec.json.encode(cards.proof(1)).decode()
    assert not [one for one in range(2, SIZE + 1) if salt_of(SECRET, one).hex() in text]
    assert leaf(2, cards.grid(2), b"") != leaf(2, cards.grid(2), salt_of(SECRET, 2))
    for said in (text, repr(cards), str(cards), repr(having(cards)), repr(cards.series)):
        assert SECRET.hex() not in said
        assert repr(SECRET) not in said


def test_two_equal_cards_are_refused() -> None:
    found = cartones.Registry().having(pinned(cartones.Law.FOREIGN, 8, grids=(*FOREIGN, FOREIGN[2])))
    assert told(found) == ("cards-equal", {"first": 3, "second": 8})


def test_equal_sets_of_numbers_are_found_and_lawful() -> None:
    turned = (FOREIGN[0][1], FOREIGN[0][0], FOREIGN[0][2])
    cards = pinned(cartones.Law.FOREIGN, 8, grids=(*FOREIGN, turned))
    assert cartones.equal_sets(cards.series.numbers, cards.grid) == ((1, 8),)
    having(cards)


def test_a_double_card_costs_both_parts() -> None:
    one, two = cartones.Series("A", 1, 6, 200), cartones.Series("A", 1, 6, 200, double=True)
    assert ((one.parts, one.price), (two.parts, two.price)) == (((1,), 200), ((1, 2), 400))


def test_series_are_spelt_as_they_are_announced() -> None:
    assert cartones.Series("B", 1047, 6, 100).key == "B-1047"
    for wrong in ({"letter": "b"}, {"letter": "ABC"}, {"id": 0}, {"size": 0}, {"face_value": 0}, {"more": 1}):
        tree = {"letter": "B", "id": 1, "size": 6, "face_value": 100, "law": "strips"} | wrong
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(tree, cartones.Series)


@pytest.mark.slow
def test_cards_and_strips_of_a_small_shape_are_uniform_over_all_of_them() -> None:
    ranks, strips = ranks_of(SMALL[252]), cartones.strips_of(SMALL_STRIPS[144])
    cards = Counter(ranks.unrank(number_below(SECRET, b"test", one, 252)) for one in range(60 * 252))
    assert chi_square(cards, dict.fromkeys(listed_cards(SMALL[252]), 1.0)) < bound(252)
    found = Counter(strips.unrank(number_below(SECRET, b"test", one, 144)) for one in range(100 * 144))
    assert chi_square(found, dict.fromkeys(listed_strips(SMALL_STRIPS[144]), 1.0)) < bound(144)
