"""Below the record: no clock, chance, I/O or float, and no list in the order of a map or a set (see `in_order`)."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from immutables import Map

from tapete.table.state import in_order
from tests.test_names import trees

RECORD_AND_ABOVE = {
    *("cli", "web", "drill", "bots", "live", "people", "simulation", "odds", "printing", "projections"),
    *("compiled", "record"),
    *(
        "compiled",
        "front",
        "punto_banco",
        "chemin_de_fer",
        "dos_panos",
        "bingo",
    ),  # a program's modules, not the games below them
}
"""Rooms that may touch the world. Every other room is pure, a new one too."""
FORBIDDEN_MODULES = {
    *("random", "secrets", "uuid", "time", "datetime", "zoneinfo"),
    *("os", "pathlib", "shutil", "subprocess", "tempfile", "socket", "ssl", "http", "urllib", "httpx", "logging"),
    *("asyncio", "threading", "multiprocessing", "concurrent", "anyio"),
    *("sqlite3", "sqlalchemy", "alembic", "psycopg", "litestar", "jinja2", "uvicorn", "typer", "rich", "numpy"),
}
FORBIDDEN_NAMES = {"open", "input", "print", "float", "hash", "id"}
"""`hash` of a string differs from process to process, `id` from run to run."""


def impurities(source: ast.Module) -> Iterator[str]:
    for node in ast.walk(source):
        match node:
            case ast.Import(names=names):
                for name in names:
                    if name.name.partition(".")[0] in FORBIDDEN_MODULES:
                        yield f"line {node.lineno}: imports {name.name}"
            case ast.ImportFrom(module=str(module)) if module.partition(".")[0] in FORBIDDEN_MODULES:
                yield f"line {node.lineno}: imports from {module}"
            case ast.Call(func=ast.Name(id=name)) if name in FORBIDDEN_NAMES:
                yield f"line {node.lineno}: calls {name}"
            case ast.Constant(value=float()):
                yield f"line {node.lineno}: float {node.value}"


def test_room_below_the_record_is_pure() -> None:
    pure = {name: tree for name, tree in trees().items() if re.split("[/.]", name)[0] not in RECORD_AND_ABOVE}
    assert [(name, one) for name, tree in pure.items() for one in impurities(tree)] == []
    wrong = ("import random", "from datetime import date", "def f():\n    import os.path", "open('x')", "x = 0.5")
    for source in wrong:
        assert list(impurities(ast.parse(source))), source


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
    "banked: cards_handed_over": "the hands of the table, in the order in which the games name them",
    "banked: next_hand": "the hands in the order of the deal",
    "banked: ranks": "it makes a map of its own",
    "banked: _reportable": WRITTEN,
    "banked: combinations": "in the order in which they were meant",
    "banked: resume": FOLD,
    "banked: with_winners": FOLD,
    "banked: sum_of": "in the order in which the owners first appear",
    "bingo: _divided": SUMMED,
    "bingo: _voided": SUMMED,
    "bingo: require_sound_inventory": WRITTEN,
    "bingo: _with_ruled_defect": FOLD,
    "bingo: apply_prizes_announced": FOLD,
    "bingo: competing_cards": "the other reading, in the order of the cartones",
    "dos_panos: remedy": ONE,
    "dos_panos: running_time": ONE,
    "dos_panos: hand_out": "the two cloths in the order in which they are asked",
    "dos_panos: apply_cover_awarded": FOLD,
    "dos_panos: stand_in": WRITTEN,
    "dos_panos: require_uncommitted": WRITTEN,
    "dos_panos: parts_at_risk": "the parts of one stake, the cloth of its spot first",
    "punto_banco: follow": "the effects in the order of the ruling",
    "punto_banco: dearest_result": "an amount, which no order changes",
    "punto_banco: _lying": WRITTEN,
}
"""By game and function why an order of entries is one of its own there, or none that matters."""


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
    calls = [one for one in ast.walk(function) if isinstance(one, ast.Call) and _name(one.func) in ORDERLESS]
    free = {one for call in calls for one in call.args}
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
    return tuple(
        (f"{name.split('/')[1]}: {node.name}", line)
        for name, tree in trees().items()
        for node in (ast.walk(tree) if name.startswith("games/") else ())
        if isinstance(node, ast.FunctionDef)
        for line in unordered(node)
    )


def test_no_list_of_a_game_has_the_order_of_a_map_or_a_set() -> None:
    assert [(place, line) for place, line in places() if place not in ALLOWED] == []


def test_each_exception_is_one() -> None:
    assert set(ALLOWED) == {place for place, _ in places()} & set(ALLOWED)
    assert all(len(why) > 10 for why in ALLOWED.values())


def test_an_order_of_a_map_or_a_set_is_seen() -> None:
    for line in (
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
    ):
        assert list(unordered(ast.parse(f"def f():\n    {line}"))), line


def test_what_has_an_order_or_needs_none_is_let_be() -> None:
    for line in (
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
    ):
        assert not list(unordered(ast.parse(f"def f():\n    {line}"))), line


def test_the_entries_of_a_map_come_in_the_order_of_their_keys() -> None:
    names = ("luis", "ana", "eva", "pau")
    assert in_order(Map({name: {} for name in names})) == [(name, {}) for name in sorted(names)]
    assert in_order({}) == []
