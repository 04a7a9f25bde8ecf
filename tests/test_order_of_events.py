"""No game makes a list in the order of a map or of a set, which another process may keep otherwise: what is decided is
decided again by an audit. A map is gone through by ``in_order``, a set by ``sorted``.

Syntax alone is looked at: maps are known by ``.items()``, ``.values()`` and ``.keys()``, sets by how they are written.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from immutables import Map

import tapete.games
from tapete.table.order import in_order

GAMES: Final = Path(tapete.games.__path__[0])
VIEWS: Final = frozenset({"items", "values", "keys"})
SETS: Final = frozenset({"set", "frozenset"})
LISTED: Final = frozenset({"tuple", "list", "enumerate", "zip", "map", "filter", "chain", "reversed"})
ORDERLESS: Final = frozenset(
    {"sorted", "in_order", "any", "all", "sum", "min", "max", "len", "set", "frozenset", "dict", "Map", "Counter"}
)
"""What takes its entries in any order and comes to the same."""

SUMMED = "legs are added up, in whatever order"
FOLD = "a fold: it makes a state, in which nothing has an order"
ONE = "one entry fits at most"
WRITTEN = "a dict as it is written here, in its order"
ALLOWED: Final = {
    "banked/absence.py:cards_handed_over": "the hands of the table, in the order in which the games name them",
    "banked/dealing.py:next_hand": "the hands in the order of the deal",
    "banked/priority.py:ranks": "it makes a map of its own",
    "banked/reports.py:_reportable": WRITTEN,
    "banked/reports.py:combinations": "in the order in which they were meant",
    "banked/reversal.py:resume": FOLD,
    "banked/settled_coups.py:with_winners": FOLD,
    "banked/shares.py:sum_of": "in the order in which the owners first appear",
    "bingo/books.py:_announced": SUMMED,
    "bingo/books.py:_continued": SUMMED,
    "bingo/books.py:_divided": SUMMED,
    "bingo/books.py:_ended_unsold": SUMMED,
    "bingo/books.py:_voided": SUMMED,
    "bingo/continuing.py:require_sound_inventory": WRITTEN,
    "bingo/fold_after.py:_with_ruled_defect": FOLD,
    "bingo/fold_sale.py:apply_prizes_announced": FOLD,
    "bingo/prizes.py:competing_cards": "the other reading, in the order of the cartones",
    "dos_panos/errors/outcomes.py:remedy": ONE,
    "dos_panos/errors/pace.py:running_time": ONE,
    "dos_panos/errors/restoring.py:hand_out": "the two cloths in the order in which they are asked",
    "dos_panos/evolve/coup.py:apply_cover_awarded": FOLD,
    "dos_panos/people/absence.py:stand_in": WRITTEN,
    "dos_panos/people/seating.py:require_uncommitted": WRITTEN,
    "dos_panos/stakes/placing.py:parts_at_risk": "the parts of one stake, the cloth of its spot first",
    "punto_banco/rulings.py:follow": "the effects in the order of the ruling",
    "punto_banco/settle.py:dearest_result": "an amount, which no order changes",
    "punto_banco/view.py:_lying": WRITTEN,
}
"""By file and function why an order of entries is one of its own there, or none that matters."""


def _name(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def is_unordered(node: ast.AST) -> bool:
    """Return True for a map's entries, a set, or a list that goes through one of them."""
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Call(func=ast.Attribute(attr=name), args=[]) if name in VIEWS:
            return True
        case ast.Call(func=func, args=args) if _name(func) in SETS | LISTED:
            return _name(func) in SETS or any(map(is_unordered, args))
        case ast.BinOp(op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), left=left, right=right):
            return is_unordered(left) or is_unordered(right)
    return False


def unordered(function: ast.AST) -> Iterator[int]:
    """Return the lines at which a list, or the run of a loop, has the order of a map or a set."""
    free = {
        one
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and _name(node.func) in ORDERLESS
        for one in node.args
    }
    for node in ast.walk(function):
        match node:
            case ast.For(iter=gone) | ast.Starred(value=gone):
                found = [gone]
            case ast.ListComp(generators=parts) | ast.GeneratorExp(generators=parts):
                found = [] if node in free else [one.iter for one in parts]
            case ast.Call(func=ast.Name(id="tuple" | "list"), args=[made]):
                found = [] if node in free else [made]
            case _:
                continue
        yield from (one.lineno for one in found if is_unordered(one))


@cache
def places() -> tuple[tuple[str, int], ...]:
    """Return every place in the games, by file and function, with its line."""
    return tuple(
        (f"{path.relative_to(GAMES)}:{node.name}", line)
        for path in sorted(GAMES.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
        for line in unordered(node)
    )


def test_no_list_of_a_game_has_the_order_of_a_map_or_a_set() -> None:
    assert [(place, line) for place, line in places() if place not in ALLOWED] == []


def test_each_exception_is_one() -> None:
    assert set(ALLOWED) == {place for place, _ in places()} & set(ALLOWED)
    assert all(len(why) > 10 for why in ALLOWED.values())


@pytest.mark.parametrize(
    "line",
    [
        "return tuple(Share(who, n) for who, n in found.items())",
        "return tuple(found.values())",
        "return [*found.keys()]",
        "return tuple({one.card for one in right})",
        "return (*set(cards), *more)",
        "for card in found.keys() - done: made.append(card)",
        "made = [one for at, one in enumerate(found.values())]",
        "return tuple(map(event, found.items()))",
        "return list(frozenset(cards) | {card})",
        "return tuple(one for one in (one for one in found.values()))",
    ],
)
def test_an_order_of_a_map_or_a_set_is_seen(line: str) -> None:
    assert list(unordered(ast.parse(f"def f():\n    {line}")))


@pytest.mark.parametrize(
    "line",
    [
        "return tuple(Share(who, n) for who, n in in_order(found))",
        "return tuple(sorted(found.values()))",
        "return sorted(one.card for one in found.values())",
        "return sum(one for one in found.values())",
        "return any(one in found.values() for one in cards)",
        "return {who: n for who, n in found.items()}",
        "return Map((who, n) for who, n in found.items())",
        "return {one for one in found.values()}",
        "return sorted({one for one in cards} | {card}, key=place)",
        "return [one for one in cards if one in set(found)]",
    ],
)
def test_what_has_an_order_or_needs_none_is_let_be(line: str) -> None:
    assert not list(unordered(ast.parse(f"def f():\n    {line}")))


def test_the_entries_of_a_map_come_in_the_order_of_their_keys() -> None:
    names = ("luis", "ana", "eva", "pau")
    assert in_order(Map({name: {} for name in names})) == [(name, {}) for name in sorted(names)]
    assert in_order({}) == []
