"""Promise of docs/performance.md: what the extra `fast` compiles comes to the same as what it stands for."""

import importlib
import os
import shutil
import sys
from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from tapete import compiled
from tapete.cartones import Cards, Law, Series, cards_of
from tapete.odds import bulk_strips, chemin_shoes, cloths_shoes, punto_shoes, shoe_loops, simulation
from tapete.odds.chemin_shoes import Table
from tapete.odds.cloths_shoes import TwoCloths
from tapete.odds.punto_shoes import Bet, Shoes

pytestmark = pytest.mark.slow

needs_numba = pytest.mark.skipif(not compiled.IS_FAST, reason="without tapete[fast]")
SECRET = bytes(range(7, 39))


@pytest.mark.parametrize("is_fast", [pytest.param(True, marks=needs_numba), False])
def test_strips_in_bulk_are_those_that_the_secret_draws_one_by_one(
    is_fast: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk_strips, "IS_FAST", is_fast)
    first, count = 3, 300 if is_fast else 5
    cards = cards_of(Series("A", 1, 6 * (first + count), 200, law=Law.STRIPS), SECRET)
    assert isinstance(cards, Cards)
    one_by_one = [cards.grid(number) for number in range(6 * first + 1, cards.series.size + 1)]
    made = bulk_strips.strips_in_bulk(SECRET, first, count).reshape(-1, 3, 9)
    wrong = np.flatnonzero((made != np.array(one_by_one)).any(axis=(1, 2)))
    assert wrong.tolist() == [], "cards that the bulk path draws otherwise"


SIMULATED = (
    Shoes(8, {Bet.PUNTO: 10_00, Bet.TIE: 5_00}),
    Shoes(1, {Bet.BANCA: 10_00}),
    Table(),
    Table(cover=Fraction(3, 5), give_up=3, punto=Fraction(1, 2), banker=Fraction(1, 2), is_by_table=True),
    Table(decks=1, minimum=5_00, garage=Fraction(1), punto=Fraction(1)),
    TwoCloths(),
    TwoCloths(shoes=2, bank=900_00, stakes=700_33, theta=Fraction(1, 3), is_apart=True, give_up=9),
)


def part_of(asked: Shoes | Table | TwoCloths) -> list[np.ndarray]:
    found = asked.deal(40, 17, 3)
    return [found] if isinstance(found, np.ndarray) else [found.banks, found.ways]


@needs_numba
@pytest.mark.parametrize("asked", SIMULATED)
def test_a_seed_deals_the_same_shoes_and_settles_them_the_same_in_compiled_loops_and_in_arrays(
    asked: Shoes | Table | TwoCloths, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_loops = part_of(asked)
    for one in (punto_shoes, chemin_shoes, cloths_shoes):
        monkeypatch.setattr(one, "IS_FAST", False)
    for name in ("settle_banks", "settle_cloths", "count_bits"):
        loop = getattr(shoe_loops, name)
        monkeypatch.setattr(shoe_loops, name, getattr(loop, "py_func", loop))
    for one, other in zip(in_loops, part_of(asked), strict=True):
        assert one.tolist() == other.tolist()


def test_every_order_of_the_cards_is_as_likely_as_any_other() -> None:
    dealt = simulation.shuffled_shoes(np.arange(4), 24_000, simulation.places(5)[0], 0)
    met = Counter(map(tuple, dealt.shoes().tolist()))
    assert met.keys() == set(permutations(range(4)))
    assert sum((count - 1_000) ** 2 / 1_000 for count in met.values()) < 49.7, (
        "chi-square, 23 degrees, one in a thousand"
    )
    numbers = np.array([[0, 0, 2**32 - 1, 5], [0, 0, 0, 5], [9, 9, 9, 9]], np.uint64)
    _, again = simulation.shuffle_side_by_side(np.arange(4), numbers, dealt.spare)
    assert again.tolist() == [False, True, False], "three places come equally often only of 2**32 - 1 numbers"


@needs_numba
def test_a_shoe_that_is_left_out_is_dealt_anew_from_the_same_numbers() -> None:
    """Hardly one in fifty thousand is: here each second one, and each second of those again."""
    spare = np.zeros(52, np.uint32)
    spare[40] = 2**31
    dealt = simulation.shuffled_shoes(np.arange(52, dtype=np.uint8), 40, simulation.places(3)[0], 40)._replace(
        spare=spare
    )
    width, lanes = 52 + shoe_loops.AHEAD, np.zeros((2, shoe_loops.LANES), np.uint64)
    laid = np.zeros((shoe_loops.LANES, width), np.uint8)
    for base in range(0, 40, shoe_loops.LANES):
        count = shoe_loops.lay(laid.reshape(-1), dealt, np.empty(width, np.uint32), base, lanes[0], lanes[1])
        assert laid[:count, :52].tolist() == dealt.shoes()[base : base + count].tolist()


@needs_numba
def test_what_other_sources_have_compiled_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Threat: after an upgrade a tuple has its fields in another order, or is gone, and the loop is as it was."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(compiled, "SOURCES", tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    loop = "from tapete.compiled import compile_loop\n@compile_loop\ndef low_of(two): return two.low\n"
    (tmp_path / "some_loop.py").write_text(loop, "utf-8")
    for name, fields in (("Two", ["low", "high"]), ("Two", ["high", "low"]), ("Both", ["high", "low"])):
        made = f"from collections import namedtuple\n{name} = namedtuple({name!r}, {fields})\n"
        (tmp_path / "some_tuple.py").write_text(made, "utf-8")
        for one in ("some_tuple", "some_loop"):
            monkeypatch.delitem(sys.modules, one, raising=False)
        shutil.rmtree(tmp_path / "__pycache__", ignore_errors=True)
        importlib.invalidate_caches()
        compiled.folder.cache_clear()
        two = getattr(importlib.import_module("some_tuple"), name)(low=1, high=2)
        assert importlib.import_module("some_loop").low_of(two) == 1, f"{name} {fields}"
    assert len([*(tmp_path / "cache" / "tapete").glob("*/*/*.nbi")]) == 3, "what is compiled is not kept"


@needs_numba
def test_where_nothing_can_be_kept_loops_are_compiled_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", os.devnull)
    compiled.folder.cache_clear()
    assert compiled.compile_loop(lambda one: one + 1)(1) == 2
