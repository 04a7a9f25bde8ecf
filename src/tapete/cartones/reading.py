"""Files of cards as other makers write them: one card a line (27 squares, or 15 numbers), three lines a card, or JSON;
and the kept file of a series. Whatever is wrong is named by its line. That columns hold tens is practice, and asked for
unless somebody says otherwise.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from hashlib import sha256
from itertools import islice, pairwise
from typing import Any, Final, NamedTuple

import msgspec

from tapete.cartones.registry import cards_of
from tapete.cartones.series import Series, runs_of
from tapete.cartones.shape import NINETY, Grid, by_tens, faults, packed, require_numbers
from tapete.cartones.strips import laid_out, layouts
from tapete.clauses import Fault, fault

MOST_BYTES: Final = 8 * 2**20
MOST_CARDS: Final = 60_000
MOST_KEPT: Final = 10**6
"""Cards of a series that its secret draws: to compare its digest takes most of a minute."""
MOST_LINES: Final = 5 * MOST_CARDS
MOST_CELLS: Final = 100
MOST_TOLD: Final = 50
BLANKS: Final = frozenset(("", "0", "00", "-", "--", ".", "·", "–", "—", "_", "x", "nan", "null", "none"))
SERIAL: Final = re.compile(r"(?<![0-9])(?<!e\+)0*([1-9][0-9]{0,8})[^0-9]*$")
THOUSANDS: Final = re.compile(r"(?<![0-9.,])[0-9]{1,3}([.,'’\u00a0\u202f][0-9]{3})+(?![0-9.,])")
LONE_THOUSANDS: Final = re.compile(r"""(?:(["'])|^)[^"'\d]*[1-9]\d{0,2}(,\d{3})+(\.0+)?[^"'\d]*(?(1)\1|$)""")
OF_HOW_MANY: Final = re.compile(r"(?<=[0-9])\s*\b(?:de|of|sur)\b\s*[0-9]+\W*$")
SERIES_LABEL: Final = re.compile(r"\bs[eé]ries?\b\W*[\w-]+|^[a-z]+-?[0-9]+/")
LABELLED: Final = re.compile(r"([^0-9:)]{0,40})([0-9][0-9.]{0,11})\s{0,9}[:)]\s*(?=[0-9])")
RULE: Final = re.compile(r"\s*([*=_~#-])\1{2,}\s*")
SERIAL_NAMES: Final = ("serial", "id", "number", "numero", "número", "num", "n", "carton", "cartón", "card")
SERIAL_NAME: Final = re.compile(
    r"[\W_]*(?:(?:serial|id|n[uú]mero|num[eé]ro|number|num|n[º°o]?|c[oó]digo|code|cart[oó]n|card|boleto|ticket|bingo|del?|of)"
    r"[\W_]*)+"
)
IN_CARD: Final = ("line-size", "wrong-column")
"""Faults whose fact ``line`` is a line of the card."""

Rows = list[list[str]]
Entry = tuple[int, str | None, Rows]
"""The line of a card, its number where it bears one, and its cells."""


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

    numbers: tuple[int, ...] = ()
    grids: tuple[Grid, ...] = ()
    arranged: tuple[int, ...] = ()

    @property
    def described(self) -> dict[str, Any]:
        """Return what the description of a series says of them; numbers from 1 on need no saying."""
        is_plain = self.numbers[-1:] in ((), (len(self.numbers),))
        return {"size": len(self.numbers), **({} if is_plain else {"runs": runs_of(self.numbers)})}


def read_series(
    data: bytes, described: Mapping[str, Any], *, any_columns: bool = False
) -> SeriesFile | tuple[Fault, ...]:
    """Return the series of a file, or all that is wrong; ``described`` says what a file of cards alone does not."""
    try:
        kept = msgspec.json.decode(data[: MOST_BYTES + 1], type=KeptSeries)
        data, any_columns = "\n".join(kept.cards).encode(), True
        if kept.series.size > MOST_KEPT:
            return (fault("cards-file-too-many", most=MOST_KEPT),)
    except msgspec.ValidationError as error:
        if _says_series(data):  # else it is a file of cards
            return (fault("kept-series-wrong", field=_place(error)),)
        kept = None
    except (msgspec.DecodeError, RecursionError):
        kept = None
    cards = CardFile() if kept and not kept.cards else read_cards(data, any_columns=any_columns)
    if not isinstance(cards, CardFile):
        return cards
    squares = packed(cards.grids)
    secret = kept.secret if kept else secret_of(cards.grids).hex()
    try:
        typed = {name: _whole(value) for name, value in described.items()}
        series = kept.series if kept else msgspec.convert({**typed, **cards.described}, Series)
        found = cards_of(series, bytes.fromhex(secret), cards.grids)
    except (msgspec.ValidationError, ValueError):
        return (fault("series-misdescribed"),)
    if isinstance(found, Fault):
        return (found,)
    return SeriesFile(series if kept else msgspec.structs.replace(series, digest=found.digest()), secret + squares)


def _says_series(data: bytes) -> bool:
    try:
        return isinstance(msgspec.json.decode(data).get("series"), dict)
    except (msgspec.DecodeError, RecursionError, AttributeError):
        return False


def _place(error: msgspec.ValidationError) -> str:
    """Return the field that a parser complains about, as it is written in the file."""
    inside = re.search(r"`\$\.?([^`]*)`$", str(error))
    named = re.search(r"field `([^`]*)`", str(error))
    return ".".join(one[1] for one in (inside, named) if one and one[1])


def _whole(value: Any) -> Any:
    """Return the number that a form carries in digits; anything else stays as it is, for the description to refuse."""
    return int(value) if isinstance(value, str) and re.fullmatch(r"\s*[0-9]{1,12}\s*", value) else value


def secret_of(grids: tuple[Grid, ...]) -> bytes:
    """Return what salts the digest of cards of a file: the same file has the same one in every hall."""
    return sha256(b"tapete-file" + packed(grids).encode()).digest()


def read_cards(data: bytes, *, any_columns: bool = False) -> CardFile | tuple[Fault, ...]:
    """Return the cards of a file, or what is wrong with it; ``any_columns``: a column may hold numbers of any ten."""
    if len(data) > MOST_BYTES:
        return (fault("cards-file-too-large", most=MOST_BYTES // 2**20),)
    text = decoded(data)
    is_json = text.lstrip()[:1] in ("{", "[")
    is_long = not is_json and text.count("\n") + text.count("\r") > MOST_LINES
    try:
        entries = [] if is_long else list(islice(_of_json(text) if is_json else _of_lines(text), MOST_CARDS + 1))
    except (ValueError, RecursionError):
        return (fault("cards-file-unreadable"),)
    if is_long or not 0 < len(entries) <= MOST_CARDS:
        return (fault("cards-file-too-many", most=MOST_CARDS) if is_long or entries else fault("cards-file-empty"),)
    found, lines, met, wrong = dict[int, tuple[Grid, bool]](), dict[int, int](), dict[Grid, int](), list[Fault]()
    is_numbered = any(serial is not None for _, serial, _ in entries)
    for at, (line, serial, rows) in enumerate(entries, start=1):
        number, squares = _serial(serial or "") if is_numbered else at, _squares(rows, any_columns)
        told = [one for one in (number, *(squares if isinstance(squares, list) else ())) if isinstance(one, Fault)]
        if isinstance(number, int) and (first := lines.setdefault(number, line)) != line:
            told.append(fault("serial-twice", number=number, line=first))
        if isinstance(number, int) and isinstance(squares, tuple):
            found[number] = squares
            if (first := met.setdefault(squares[0], number)) != number:
                told.append(fault("cards-equal", first=first, second=number))
        for each in told:
            down = each.facts["line"] - 1 if each.code in IN_CARD and len(rows) > 1 and not is_json else 0
            why = {"topic": "refusal", "code": each.code, "facts": each.facts}
            wrong.append(fault("wrong-card" if is_json else "wrong-line", number=line + down, why=why))
        if len(wrong) >= MOST_TOLD:
            break
    numbers = tuple(sorted(found))
    cards = CardFile(numbers, tuple(found[one][0] for one in numbers), tuple(one for one in numbers if found[one][1]))
    return tuple(wrong[:MOST_TOLD]) or cards


def arranged_in(data: bytes) -> tuple[int, ...]:
    """Return the numbers of the cards of a file that tells their numbers and not their lines."""
    found = read_cards(data, any_columns=True)
    return found.arranged if isinstance(found, CardFile) else ()


def decoded(data: bytes) -> str:
    """Return the text of a file: UTF-8 or UTF-16, or Latin-1 where it is neither."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data[:2]:
        order = "utf-16" if data[0] > 127 else "utf-16-le" if data[0] else "utf-16-be"
        return data.decode(order, "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _serial(token: str) -> int | Fault:
    whole = THOUSANDS.sub(lambda one: re.sub("[^0-9]", "", one[0]), SERIES_LABEL.sub("", token))
    one = re.findall("[0-9]+", whole := OF_HOW_MANY.sub("", whole))
    found = SERIAL.search(whole) if len(one) == 1 and token[0] not in "-−–" else None
    if not token:
        return fault("serial-missing")
    return int(found[1]) if found else fault("serial-malformed", text=token[:20])


def _squares(rows: Rows, any_columns: bool) -> tuple[Grid, bool] | list[Fault]:
    cells = [cell for row in rows for cell in row]
    if strange := next((one for one in cells if one not in BLANKS and not re.fullmatch("[0-9]{1,3}", one)), ""):
        return [fault("square-malformed", text=strange[:20])]
    grid: Grid = tuple(tuple(0 if one in BLANKS else int(one) for one in row) for row in rows)
    numbers, is_arranged = [number for line in grid for number in line], False
    if len(rows) == 1:
        if len(cells) not in (15, 27):
            return [fault("number-count" if all(numbers) else "cell-count", found=len(cells))]
        grid = tuple(tuple(numbers[at : at + len(cells) // 3]) for at in range(0, len(cells), len(cells) // 3))
    if require_numbers(grid) is None and {len(line) for line in grid} == {5}:
        found = by_tens(grid)
        if is_arranged := isinstance(found, Fault) and len(rows) == 1:
            found = _arranged(numbers)
        if isinstance(found, Fault):
            return [found]
        grid = found
    others = [
        fault("wrong-column", line=line, column=column, number=one)
        for line, row in enumerate(() if any_columns else grid, start=1)
        for column, one in enumerate(row, start=1)
        if 0 < one <= NINETY.numbers and NINETY.column_of(one) != column - 1
    ]
    return [*faults(grid), *others] or (grid, is_arranged)


def _arranged(numbers: list[int]) -> Grid | Fault:
    """Return fifteen numbers whose lines nobody tells in the first layout that has each in the column of its ten."""
    ordered = sorted(numbers)
    columns = tuple(tuple(one for one in ordered if NINETY.column_of(one) == at) for at in range(NINETY.columns))
    found = next(iter(layouts(tuple(sorted(map(len, columns))))), None)
    return fault("tens-unfit") if found is None else laid_out(columns, found, NINETY)


def _token(value: Any) -> str:
    text = "[]" if isinstance(value, (list, dict)) else "" if value is None or value is False else str(value)
    if not text.isascii():  # digits of other scripts, such as wide ones
        text = re.sub(r"\d", lambda one: str(int(one[0])), text)
    return re.sub(r"(?<=\d)[.,]0{1,2}$", "", text.strip(" \t\"'\u00a0\ufeff").lower())


def _cells(line: str) -> list[str]:
    mark = next((one for one in "\t;,|" if one in line), None)
    cells = [_token(one) for one in line.split(mark)]
    return cells if any(cells) else []


def _rows(line: str) -> Rows:
    line = LONE_THOUSANDS.sub(lambda one: one[0].replace(",", ""), line[: 10 * MOST_CELLS])
    label = LABELLED.match(line)
    if label is not None and (not label[1].strip() or _is_serial_name(label[1])):
        line = label[2] + next((mark for mark in "\t;,|" if mark in line), " ") + line[label.end() :]
    mark = next((one for one in "/;|" if line.count(one) == 2), None)
    return [_cells(part) for part in ([line] if mark is None else line.split(mark))]


def _has_number(cells: list[str]) -> bool:
    return any(re.fullmatch("0?[1-9][0-9]?", one) for one in cells)


def _is_heading(rows: Rows) -> bool:
    """Return True for a title or the names of the columns, which may be 1, 2, 3: no card stands behind a first word."""
    held = [int(one) for row in rows for one in row if _has_number([one])]
    is_counted = len(held) > 13 and held == [*range(1, len(held) + 1)]
    is_word = bool(re.search(r"[^\W\d_]", rows[0][0])) and not (held and re.search(r"\d", rows[0][0]))
    is_named = is_word or not rows[0][0] or any(map(_is_serial_name, rows[0]))
    return (is_word and len(held) < 10) or (is_counted and is_named)


def _is_serial_name(name: str) -> bool:
    return SERIAL_NAME.fullmatch(name[:40].lower()) is not None


def _is_serial_last(rows: Rows) -> bool:
    """Return True if the numbers of the cards seem to stand behind the squares, of which the first is no number."""
    ends = [[one[at] for one in rows] for at in (0, -1)]
    first, last = (all(one.isdecimal() for one in end) and _is_rising(list(map(int, end))) for end in ends)
    is_last, is_first = (
        all(isinstance(_squares([one[part]], False), tuple) for one in rows) for part in (slice(-1), slice(1, None))
    )
    held = [[int(one) for one in row if one.isdecimal() and int(one)] for row in rows]
    is_sorted = all(_is_rising(one[:-1]) and not _is_rising(one[1:]) for one in held)
    is_first = is_first and not BLANKS & set(ends[0]) and not (is_sorted or (last and not first))
    return bool(rows) and is_last and not is_first and not BLANKS & set(ends[1])


def _is_rising(numbers: list[int]) -> bool:
    return all(one < other for one, other in pairwise(numbers))


def _trim(lines: Rows, most: int) -> None:
    """Drop the columns at both ends that are empty in every line, beside a card and its number: ``most`` squares."""
    over, *margins = (min(map(of, lines), default=-most) for of in (len, _blanks, lambda one: _blanks(one[::-1])))
    first = max(0, min(margins[0], over - most))
    last = max(0, min(margins[1], over - most - first))
    if over - first - last == most and not all(one[first] for one in lines):  # no number is before the squares
        first, last = (first, last + 1) if last < margins[1] else (first + (first < margins[0]), last)
    for one in lines:
        one[:] = one[first : len(one) - last]


def _blanks(cells: list[str]) -> int:
    return next((at for at, one in enumerate(cells) if one not in BLANKS), len(cells))


def _of_lines(text: str) -> Iterator[Entry]:
    lines = enumerate(re.split(r"\r\n|\r|\n", re.sub("^sep=.", "", text)), start=1)  # how a spreadsheet marks its cells
    read = ((at, "" if RULE.fullmatch(line) else line) for at, line in lines if not line.startswith("#"))
    every = [(at, _rows(line)) for at, line in read]
    if "\0" in text or text.startswith("%PDF"):
        raise ValueError("no text")
    listed = [(at, rows) for at, rows in every if all(rows)]
    if not any(sum(map(len, rows)) > 13 and _has_number(rows[-1]) for _, rows in listed):
        blocks = list(_of_blocks([(at, [one for row in rows for one in row]) for at, rows in every]))
        if len(blocks) > 1 and not any(serial for _, serial, _ in blocks[1:]):  # a title, with a year in it
            blocks[0] = (blocks[0][0], None, blocks[0][2])
        yield from blocks
        return
    while listed and _is_heading(listed[0][1]):
        _, (names, *_) = listed.pop(0)
        moved = next((at for at, one in enumerate(names) if _is_serial_name(one)), 0)
        for rows in (rows for _, rows in listed if moved and len(rows[0]) > moved):
            rows[0].insert(0, rows[0].pop(moved))
    while listed and listed[-1][1][0][0].startswith("total"):
        del listed[-1]
    whole = [rows[0] for _, rows in listed if len(rows) == 1]
    is_last = _is_serial_last([one for one in whole if len(one) in (16, 28)][:20])
    _trim([] if is_last else whole, 28 if max(map(len, whole), default=0) > 26 else 15)
    counts = Counter(sum(map(len, rows)) for _, rows in listed)
    is_numbered = counts[16] + counts[28] >= max(1, counts[15] + counts[27])
    if is_numbered and is_last:
        listed = [(at, [["", *rows[0][:-1]]]) for at, rows in listed]
    yield from ((at, rows[0].pop(0) if is_numbered else None, rows) for at, rows in listed)


def _of_blocks(every: list[tuple[int, list[str]]]) -> Iterator[Entry]:
    """Yield cards of three lines each, with an empty line or a line with their number between them."""
    serial: str | None = None
    first, rows, borne = 0, list[list[str]](), list[str]()
    wide = [(at, one) for at, one in every if sum(map(bool, one)) > 9 and one[0] not in BLANKS]
    named = {at for at, one in wide[:1] if _is_heading([one])}
    every = [(at, one) for at, one in every if at not in named]
    lines = [one for _, one in every if len(one) > 10]
    if all(one[1] in ("1", "2", "3") for one in lines):  # which line of the card it is
        for place, one in enumerate(lines):
            if (line := one.pop(1)) != str(place % 3 + 1):  # out of its order it would make another card
                one[0] = f"{one[0]} {line}"
    _trim([cells for _, cells in every if len(cells) > 9], 10)
    for at, cells in [*every, (0, [])]:
        is_row = len(cells) > 4 and sum(map(bool, cells)) > 2
        if rows and (len(rows) == 3 or not is_row):
            yield first, serial, rows
            serial, rows, borne = None, [], []
        if is_row and (rows or _has_number(cells)):
            if len(cells) == 10:
                borne += [cells[0]] if cells[0] not in ("", *borne) else []
                serial, cells = " ".join(borne) or serial, cells[1:]  # two numbers of one card are none
            first = first if rows else at
            rows.append(cells)
        elif cells and not is_row:
            serial = " ".join(filter(None, cells))


def _single(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(tree := dict(pairs)) < len(pairs):
        raise ValueError("a name stands twice")
    return tree


_load: Final = partial(json.loads, object_pairs_hook=_single)


def _of_json(text: str) -> Iterator[Entry]:
    try:
        tree = _load(text)
    except ValueError:  # one card a line
        tree = [_load(line) for line in text.splitlines() if line.strip()]
    yield from (_of_tree(at, serial, one) for at, (serial, one) in enumerate(_listed(tree), start=1))


def _listed(tree: Any) -> list[tuple[str | None, Any]]:
    """Return the cards of a tree: a list, the values under their numbers, or the longest of what lies in it, with
    whatever else there has the numbers of a card.
    """
    if isinstance(tree, list):
        return [(None, one) for one in tree]
    if not isinstance(tree, dict) or all(re.search(r"\d$", key) for key in tree):
        return list(tree.items()) if isinstance(tree, dict) else []
    within = [one for one in tree.values() if isinstance(one, (list, dict))]
    longest = max(within, key=lambda one: (_depth(one), len(one)), default=())
    return [card for one in within if one is longest or _holds_cards(one) for card in _listed(one)]


def _holds_cards(one: Any) -> bool:
    held = one.values() if isinstance(one, dict) else one
    return any(len(re.findall(r"\d+", json.dumps(each))) >= 15 for each in held)


def _depth(one: Any) -> int:
    if not isinstance(one, (list, dict)):
        return 0
    return 1 + max(map(_depth, islice(one.values() if isinstance(one, dict) else one, 20)), default=0)


def _of_tree(at: int, serial: str | None, one: Any) -> Entry:
    if isinstance(one, dict):
        simple = {name: value for name, value in one.items() if isinstance(value, (int, float, str))}
        plain = {name.lower(): _token(value) for name, value in simple.items() if len(str(value)) <= 30}
        named = (*SERIAL_NAMES, *filter(_is_serial_name, plain))
        serials = [*filter(None, [serial]), *(plain[name] for name in named if name in plain)]
        lists = {name: value for name, value in one.items() if isinstance(value, list) and value}
        in_order = sorted(lists) if all(re.search(r"\d$", name) for name in lists) else lists
        held: list[Any] = [lists[name] for name in in_order]
        held = held or [value for value in one.values() if isinstance(value, str) and len(value) > 30]
        if inner := None if held else next((value for value in one.values() if isinstance(value, dict)), None):
            return _of_tree(at, serial, {**simple, **inner})
        numbers = {_serial(one): one for one in serials if isinstance(_serial(one), int)}
        serial = " ".join(numbers.values()) or next(iter(serials), "" if plain else None)  # two numbers are none
        whole = [value for value in held if _depth(value) > 1] or [value for value in held if len(value) in (15, 27)]
        one = whole[0] if len(whole) == 1 else held[0] if len(held) == 1 else held
    if isinstance(one, str):
        return at, serial, _rows(one)
    squares: list[Any] = one[:MOST_CELLS] if isinstance(one, list) else []
    squares = [next(iter(row.values()), row) if isinstance(row, dict) else row for row in squares]
    rows = [[_token(value) for value in row[:MOST_CELLS]] for row in squares if isinstance(row, list)]
    if [len(row) for row in rows] == [3] * 9:
        return at, serial, [list(row) for row in zip(*rows, strict=True)]
    if rows and len(rows) == len(squares):
        return at, serial, rows
    row = [_token(value) for value in squares]
    return (at, row[0], [row[1:]]) if serial is None and len(row) in (16, 28) else (at, serial, [row])
