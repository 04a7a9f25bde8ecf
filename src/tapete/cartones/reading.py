"""Files of cards as other makers write them: one card a line (27 squares, or 15 numbers), three lines a card, or JSON;
and the kept file of a series. Whatever is wrong is named by its line. That columns hold tens is practice, and asked for
unless somebody says otherwise.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import islice
from typing import Any, Final, NamedTuple

import msgspec

from tapete.cartones.checks import faults, require_numbers
from tapete.cartones.registry import cards_of
from tapete.cartones.series import Series, runs_of
from tapete.cartones.shape import NINETY, Grid
from tapete.cartones.strips import laid_out, layouts
from tapete.cartones.writing import by_tens, packed
from tapete.clauses import Fault, fault

MOST_BYTES: Final = 8 * 2**20
MOST_CARDS: Final = 60_000
MOST_TOLD: Final = 50
BLANKS: Final = frozenset(("", "0", "00", "-", "--", ".", "·", "–", "—", "_", "x", "nan", "null", "none"))
SERIAL: Final = re.compile(r"(?<![0-9])0*([1-9][0-9]{0,8})[^0-9]*$")
SERIAL_LIKE: Final = re.compile("id|num|n[ºo°]|serial|card|cart|ticket|bolet")
SERIAL_NAMES: Final = ("serial", "id", "number", "numero", "número", "num", "n", "carton", "cartón", "card")


class KeptSeries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the kept file of a series holds, with its secret; ``cards`` are foreign ones, in text."""

    series: Series
    secret: str
    cards: tuple[str, ...] = ()


class SeriesFile(NamedTuple):
    """A series and what its cards follow from: its secret, and the squares of foreign ones."""

    series: Series
    secret: str


class CardFile(NamedTuple):
    """Cards in order of their numbers; ``arranged`` are those whose lines the file does not tell."""

    numbers: tuple[int, ...]
    grids: tuple[Grid, ...]
    arranged: tuple[int, ...]


class _Entry(NamedTuple):
    line: int
    serial: str | None
    rows: list[list[str]]


def read_series(
    data: bytes, described: Mapping[str, Any], *, any_columns: bool = False
) -> SeriesFile | tuple[Fault, ...]:
    """Return the series of a file and what its cards follow from as text, or all that is wrong. ``described`` says what
    a file of cards alone does not; the same one has the same digest wherever it is registered.
    """
    try:
        kept = msgspec.json.decode(data[: MOST_BYTES + 1], type=KeptSeries)
        described, data, any_columns = msgspec.to_builtins(kept.series), "\n".join(kept.cards).encode(), True
    except (msgspec.DecodeError, RecursionError):
        kept = None
    cards = CardFile((), (), ()) if kept and not kept.cards else read_cards(data, any_columns=any_columns)
    if not isinstance(cards, CardFile):
        return cards
    squares = packed(cards.grids)
    secret = kept.secret if kept else sha256(b"tapete-file" + squares.encode()).hexdigest()
    runs = {} if kept or cards.numbers[-1] == len(cards.numbers) else {"runs": runs_of(cards.numbers)}
    size = {} if kept else {"size": len(cards.numbers)}
    try:
        series = msgspec.convert({**described, **size, **runs}, Series, strict=False)
        found = cards_of(series, bytes.fromhex(secret), cards.grids)
    except (msgspec.ValidationError, ValueError):
        return (fault("series-misdescribed"),)
    if isinstance(found, Fault):
        return (found,)
    pinned = series if kept else msgspec.structs.replace(series, digest=found.digest())
    return SeriesFile(pinned, secret + squares)


def read_cards(data: bytes, *, any_columns: bool = False) -> CardFile | tuple[Fault, ...]:
    """Return the cards of a file, or what is wrong with it; ``any_columns``: a column may hold numbers of any ten."""
    if len(data) > MOST_BYTES:
        return (fault("cards-file-too-large", most=MOST_BYTES // 2**20),)
    text = decoded(data)
    is_json = text.lstrip()[:1] in ("{", "[")
    try:
        entries = list(islice(_of_json(text) if is_json else _of_lines(text), MOST_CARDS + 1))
    except (ValueError, RecursionError):
        return (fault("cards-file-unreadable"),)
    if not 0 < len(entries) <= MOST_CARDS:
        return (fault("cards-file-too-many", most=MOST_CARDS) if entries else fault("cards-file-empty"),)
    found, lines, met = dict[int, tuple[Grid, bool]](), dict[int, int](), dict[Grid, int]()
    wrong: list[Fault] = []
    is_numbered = any(one.serial is not None for one in entries)
    for at, one in enumerate(entries, start=1):
        number, squares = _serial(one.serial) if is_numbered else at, _squares(one.rows, any_columns)
        told = [number] if isinstance(number, Fault) else []
        if isinstance(number, int) and (first := lines.setdefault(number, one.line)) != one.line:
            told.append(fault("serial-twice", number=number, line=first))
        if isinstance(squares, list):
            told += squares
        elif (first := met.setdefault(squares[0], one.line)) != one.line:
            told.append(fault("card-repeated", line=first))
        elif isinstance(number, int):
            found[number] = squares
        for each in told:
            down = 0 if is_json or len(one.rows) == 1 else each.facts.get("line", 1) - 1
            line = one.line + (down if each.code in IN_CARD else 0)
            why = {"topic": "refusal", "code": each.code, "facts": each.facts}
            wrong.append(fault("wrong-card" if is_json else "wrong-line", number=line, why=why))
        if len(wrong) >= MOST_TOLD:
            break
    numbers = tuple(sorted(found))
    grids, arranged = tuple(found[one][0] for one in numbers), tuple(one for one in numbers if found[one][1])
    return tuple(wrong[:MOST_TOLD]) or CardFile(numbers, grids, arranged)


IN_CARD: Final = ("line-size", "wrong-column")
"""Faults whose fact ``line`` is a line of the card."""


def decoded(data: bytes) -> str:
    """Return the text of a file: UTF-8 or UTF-16, or Latin-1 where it is neither."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data[:2]:
        order = "utf-16" if data[0] > 127 else "utf-16-le" if data[0] else "utf-16-be"
        return data.decode(order, "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _serial(token: str | None) -> int | Fault:
    found = SERIAL.search(token or "")
    return int(found[1]) if found else fault("serial-malformed", text=(token or "")[:20])


def _squares(rows: list[list[str]], any_columns: bool) -> tuple[Grid, bool] | list[Fault]:
    """Return the squares of a card and whether they were arranged here, or what is wrong with it."""
    cells = [cell for row in rows for cell in row]
    if strange := next((one for one in cells if one not in BLANKS and not re.fullmatch("[0-9]{1,3}", one)), ""):
        return [fault("square-malformed", text=strange[:20])]
    grid: Grid = tuple(tuple(0 if one in BLANKS else int(one) for one in row) for row in rows)
    numbers, is_arranged = [number for line in grid for number in line], False
    if len(rows) == 1:
        if len(cells) not in (15, 27):
            return [fault("number-count" if all(numbers) else "cell-count", found=len(cells))]
        wide = len(cells) // 3
        grid = tuple(tuple(numbers[at : at + wide]) for at in range(0, len(cells), wide))
    if require_numbers(grid) is None and {len(line) for line in grid} == {5}:
        found = by_tens(grid)
        if is_arranged := isinstance(found, Fault) and len(rows) == 1:
            found = _arranged(numbers)
        if isinstance(found, Fault):
            return [found]
        grid = found
    return [*faults(grid), *_of_other_tens(grid, any_columns)] or (grid, is_arranged)


def _of_other_tens(grid: Grid, any_columns: bool) -> Iterator[Fault]:
    for line, numbers in enumerate(() if any_columns else grid, start=1):
        for column, number in enumerate(numbers, start=1):
            if 1 <= number <= NINETY.numbers and NINETY.column_of(number) != column - 1:
                yield fault("wrong-column", line=line, number=number, column=column)


def _arranged(numbers: list[int]) -> Grid | Fault:
    """Return fifteen numbers whose lines nobody tells in the first layout that has each in the column of its ten."""
    tens = [NINETY.column_of(number) for number in numbers]
    columns = tuple(tuple(sorted(n for n, ten in zip(numbers, tens, strict=True) if ten == at)) for at in range(9))
    found = next(iter(layouts(tuple(sorted(map(len, columns))))), None)
    return fault("tens-unfit") if found is None else laid_out(columns, found, NINETY)


# --- text -------------------------------------------------------------------------------------------------------------


def _cells(line: str) -> list[str]:
    mark = next((one for one in "\t;,|" if one in line), None)
    cells = [_token(one.strip(" \t\"'\u00a0\ufeff")) for one in line.split(mark)]
    return cells if any(cells) else []


def _rows(line: str) -> list[list[str]]:
    mark = next((one for one in "/;|" if line.count(one) == 2), None)
    return [_cells(line)] if mark is None else [_cells(part) for part in line.split(mark)]


def _has_number(cells: list[str]) -> bool:
    return any(re.fullmatch("0?[1-9][0-9]?", one) for one in cells)


def _of_lines(text: str) -> Iterator[_Entry]:
    every = [(at, _rows(line)) for at, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1) if line[:1] != "#"]
    listed = [(at, rows) for at, rows in every if any(rows)]
    if not any(sum(map(len, rows)) > 13 and _has_number(rows[-1]) for _, rows in listed):
        yield from _of_blocks([(at, [one for row in rows for one in row]) for at, rows in every])
        return
    if listed and not re.search(r"\d", listed[0][1][0][0]) and re.search(r"[^\W\d_]", "".join(listed[0][1][0])):
        del listed[0]  # the names of the columns
    counts = Counter(sum(map(len, rows)) for _, rows in listed)
    if counts[29] + counts[17] > len(listed) // 2 or any(len(rows[0]) == 28 and not rows[0][0] for _, rows in listed):
        for _, rows in listed:
            if rows[-1][-1] in BLANKS:
                del rows[-1][-1]
        counts = Counter(sum(map(len, rows)) for _, rows in listed)
    is_numbered = counts[16] + counts[28] >= max(1, counts[15] + counts[27])
    for at, rows in listed:
        yield _Entry(at, rows[0].pop(0) if is_numbered and rows[0] else None, rows)


def _of_blocks(every: list[tuple[int, list[str]]]) -> Iterator[_Entry]:
    """Yield cards of three lines each, with an empty line or a line with their number between them."""
    serial: str | None = None
    rows: list[list[str]] = []
    first = 0
    for at, cells in [*every, (0, [])]:
        is_row = len(cells) > 4
        if rows and (len(rows) == 3 or not is_row):
            yield _Entry(first, serial, rows)
            serial, rows = None, []
        if is_row and (rows or _has_number(cells)):
            if len(cells) == 10:
                serial, *cells = cells
            first = first if rows else at
            rows.append(cells)
        elif cells and not is_row:
            serial = " ".join(cells)


# --- JSON -------------------------------------------------------------------------------------------------------------


def _of_json(text: str) -> Iterator[_Entry]:
    try:
        tree = json.loads(text)
    except ValueError:  # one card a line
        tree = [json.loads(line) for line in text.splitlines() if line.strip()]
    for at, (serial, one) in enumerate(_listed(tree), start=1):
        yield _of_tree(at, serial, one)


def _listed(tree: Any) -> list[tuple[str | None, Any]]:
    """Return the cards of a tree: a list, the values under their numbers, or the longest of what lies in it."""
    if isinstance(tree, list):
        return [(None, one) for one in tree]
    if not isinstance(tree, dict):
        return []
    if all(re.search(r"\d$", key) for key in tree):
        return list(tree.items())
    return _listed(max((one for one in tree.values() if isinstance(one, (list, dict))), key=len, default=()))


def _of_tree(at: int, serial: str | None, one: Any) -> _Entry:
    if isinstance(one, dict):
        plain = {name.lower(): _token(value) for name, value in one.items() if isinstance(value, (int, str))}
        held: list[Any] = [value for value in one.values() if isinstance(value, list)]
        held = held or [value for value in one.values() if isinstance(value, str) and len(value) > 30]
        named = [
            *SERIAL_NAMES,
            *(name for name in plain if SERIAL_LIKE.search(name) and name not in ("series", "serie")),
        ]
        serial = serial or next((plain[name] for name in named if name in plain), None)
        one = held[0] if len(held) == 1 else held
    if isinstance(one, str):
        return _Entry(at, serial, _rows(one))
    squares: list[Any] = one if isinstance(one, list) else []
    if squares and all(isinstance(row, list) for row in squares):
        rows = [[_token(value) for value in row] for row in squares]
        if [len(row) for row in rows] == [3] * 9:
            rows = [list(row) for row in zip(*rows, strict=True)]
        return _Entry(at, serial, rows)
    row = [_token(value) for value in squares]
    if serial is None and len(row) in (16, 28):
        serial = row.pop(0)
    return _Entry(at, serial, [row])


def _token(value: Any) -> str:
    if isinstance(value, (list, dict)):
        return "[]"
    return "" if value is None or value is False else re.sub(r"(?<=\d)\.0+$", "", str(value).strip().lower())
