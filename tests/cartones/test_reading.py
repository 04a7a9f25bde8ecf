"""Threat: people have files of cards in every form, and a card read wrongly pays a wrong prize. Whatever the form, the
same four cards come out; what is wrong is named by its line, and no file keeps a hall busy.
"""

from __future__ import annotations

import json
import random
from time import monotonic
from typing import Any

import pytest

from tapete.cartones import rank, unrank
from tapete.cartones.reading import MOST_BYTES, MOST_CARDS, MOST_TOLD, CardFile, read_cards
from tapete.words import LANGS, refusal

SERIALS = (501, 502, 503, 777)
GRIDS = tuple(unrank(10**17 * (at + 3) + 5) for at in range(4))
FLAT = [[one for line in grid for one in line] for grid in GRIDS]
LINES = [[[one for one in line if one] for line in grid] for grid in GRIDS]
HEADS = {"none": "", "csv": "serial," + ",".join(f"c{at}" for at in range(27)) + "\n"}


def in_lines(mark: str, blank: str, *, serial: bool = False, head: str = "", end: str = "\n", tail: str = "") -> str:
    """Return one card a line, 27 squares each."""
    cells = [[*([str(n)] if serial else []), *(str(one or blank) for one in row)] for n, row in zip(SERIALS, FLAT)]  # noqa: B905
    return head + "".join(mark.join(row) + tail + end for row in cells)


def blocks(mark: str, blank: str, *, serial: str = "", gap: str = "\n") -> str:
    """Return three lines a card."""
    rows = ["\n".join(mark.join(str(one or blank) for one in line) for line in grid) for grid in GRIDS]
    return gap.join((serial.format(n) + "\n" if serial else "") + card + "\n" for n, card in zip(SERIALS, rows))  # noqa: B905


TREES: dict[str, Any] = {
    "issue": {"cards": [{"id": n, "numbers": grid} for n, grid in zip(SERIALS, GRIDS)]},  # noqa: B905
    "flat": {"serie": "F-7", "cartones": [{"serial": f"F-7/{n}", "price": 2, "card": row} for n, row in zip(SERIALS, FLAT)]},  # noqa: B905
    "by number": {str(n): grid for n, grid in zip(SERIALS, GRIDS)},  # noqa: B905
    "nulls": [{"Numero": n, "rows": [[one or None for one in line] for line in g]} for n, g in zip(SERIALS, GRIDS)],  # noqa: B905
    "columns": [{"id": n, "cells": list(zip(*grid))} for n, grid in zip(SERIALS, GRIDS)],  # noqa: B905
    "lines": {"data": {"cards": [{"num": str(n), "a": c[0], "b": c[1], "c": c[2]} for n, c in zip(SERIALS, LINES)]}},  # noqa: B905
    "text": [{"id": n, "numbers": " ".join(str(one or "-") for one in row)} for n, row in zip(SERIALS, FLAT)],  # noqa: B905
    "28": [[n, *row] for n, row in zip(SERIALS, FLAT)],  # noqa: B905
}
NUMBERED = {
    "commas": in_lines(",", "0", serial=True, head=HEADS["csv"]),
    "quoted": in_lines('","', "", serial=True, head='"').replace('\n', '"\n"').rstrip('"'),
    "semicolons, CRLF": in_lines(";", "", serial=True, end="\r\n"),
    "tabs, old ends": in_lines("\t", "", serial=True, end="\r"),
    "spaces": in_lines(" ", "-", serial=True),
    "floats": in_lines(",", "nan", serial=True).replace(",", ".0,"). replace("nan.0", "nan"),
    "ends in a mark": in_lines(";", "", serial=True, tail=";"),
    "fifteen": "".join(f"{n}: {' '.join(str(one) for line in card for one in line)}\n" for n, card in zip(SERIALS, LINES)),  # noqa: B905
    "slashes": "".join(f"{n} " + " / ".join(" ".join(map(str, line)) for line in c) + "\n" for n, c in zip(SERIALS, LINES)),  # noqa: B905
    "blocks": blocks(" ", "-", serial="{}"),
    "blocks, words": blocks(";", "", serial="Cartón nº {}", gap=""),
    **{f"json {name}": json.dumps(tree) for name, tree in TREES.items()},
    "json lines": "\n".join(json.dumps(one) for one in TREES["issue"]["cards"]),
}
PLAIN = {"commas": in_lines(",", "0"), "semicolons": in_lines(";", ""), "blocks": blocks("\t", ""), "json": json.dumps(GRIDS)}


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1"])
@pytest.mark.parametrize("name", [*NUMBERED, *(f"plain {one}" for one in PLAIN)])
def test_the_same_cards_come_out_of_every_form(name: str, coding: str) -> None:
    is_plain = name.startswith("plain ")
    text = PLAIN[name.removeprefix("plain ")] if is_plain else NUMBERED[name]
    found = read_cards(text.encode(coding))
    assert found == CardFile((1, 2, 3, 4) if is_plain else SERIALS, GRIDS, ()), name


def told(text: str, **options: bool) -> list[tuple[int, str]]:
    found = read_cards(text.encode(), **options)
    assert not isinstance(found, CardFile)
    for one in found:
        assert all("…" not in refusal(one.code, one.facts, lang) for lang in LANGS)
    return [(one.facts.get("number", 0), one.facts["why"]["code"] if "why" in one.facts else one.code) for one in found]


def altered(row: list[int], **squares: int) -> str:
    return "9," + ",".join(str(squares.get(f"c{at}", one)) for at, one in enumerate(row))


FULL = next(at for at, one in enumerate(FLAT[0]) if one)
EMPTY = next(at for at, one in enumerate(FLAT[0]) if not one)
MOVED = {f"c{FULL}": 0, f"c{EMPTY}": FLAT[0][FULL]}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (altered(FLAT[0], **{f"c{FULL}": 91}), "number-out-of-range"),
        (altered(FLAT[0], **{f"c{FULL}": 0}), "number-count"),
        (altered(FLAT[0], **{f"c{FULL}": FLAT[0][next(at for at in range(FULL + 1, 27) if FLAT[0][at])]}), "duplicate-number"),
        (altered(FLAT[0], **MOVED), "wrong-column"),
        (altered([*FLAT[0][:EMPTY], FLAT[0][26] or FLAT[0][25] or FLAT[0][24], *FLAT[0][EMPTY + 1 :]]), "line-size"),
        (in_lines(",", "0", serial=True).splitlines()[0], "serial-twice"),
        (in_lines(",", "0", serial=True).splitlines()[0].replace("501", "9"), "cards-equal"),
        (in_lines(",", "0", serial=True).splitlines()[3].replace("777", "x"), "serial-malformed"),
        (altered(FLAT[3]) + ",4", "cell-count"),
        (altered(FLAT[3]).replace("9,", "9,one", 1), "square-malformed"),
    ],
)  # fmt: skip
def test_a_line_that_is_wrong_is_named_and_nothing_is_taken(line: str, code: str) -> None:
    text = HEADS["csv"] + "\n".join(in_lines(",", "0", serial=True).splitlines()[:3]) + "\n" + line
    assert (5, code) in told(text)


def test_a_wrong_line_of_a_block_is_named_itself() -> None:
    rows = blocks(" ", "0", serial="{}").splitlines()
    at = next(at for at, cell in enumerate(rows[2].split()) if cell == "0")
    rows[2] = " ".join(str(at * 10 + 5) if n == at else cell for n, cell in enumerate(rows[2].split()))
    assert (3, "line-size") in told("\n".join(rows)) or (2, "number-count") in told("\n".join(rows))


def test_columns_by_other_tens_are_lawful_where_somebody_says_so() -> None:
    text = in_lines(",", "0").replace(",90", ",x").splitlines()[0] + "\n" + altered(FLAT[1], **{}).removeprefix("9,")
    turned = "\n".join(",".join(reversed(line.split(","))) for line in text.splitlines())
    assert {code for _, code in told(turned)} == {"wrong-column"}
    assert isinstance(read_cards(turned.encode(), any_columns=True), CardFile)


def test_fifteen_numbers_without_lines_are_arranged_by_tens_and_marked() -> None:
    found = read_cards("\n".join(" ".join(str(one) for one in sorted(row) if one) for row in FLAT).encode())
    assert isinstance(found, CardFile)
    assert found.arranged == (1, 2, 3, 4)
    assert all(rank(grid) is not None for grid in found.grids)
    assert [sorted(one for line in grid for one in line) for grid in found.grids] == [sorted(row) for row in FLAT]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b" " * (MOST_BYTES + 1), "cards-file-too-large"),
        (b"[" * MOST_BYTES, "cards-file-unreadable"),
        (b'{"a":' * 100_000, "cards-file-unreadable"),
        (b"1\n" * (MOST_BYTES // 2), "cards-file-too-many"),
        (b"1," * (MOST_BYTES // 2), "wrong-line"),
        (b"[[" + b"1," * (MOST_BYTES // 2 - 3) + b"1]]", "wrong-card"),
        (b"[" + b"1," * (MOST_CARDS + 1) + b"1]", "cards-file-too-many"),
        (b"", "cards-file-empty"),
        (b"\xff\xfe", "cards-file-empty"),
        (b"null", "cards-file-empty"),
    ],
    ids=lambda one: str(one)[:24],
)
def test_a_hostile_file_is_refused_in_little_time(data: bytes, code: str) -> None:
    begun = monotonic()
    assert told_codes(data) == [code]
    assert monotonic() - begun < 20


def told_codes(data: bytes) -> list[str]:
    found = read_cards(data)
    return [] if isinstance(found, CardFile) else [one.code for one in found]


def test_no_file_however_torn_ends_otherwise_than_with_cards_or_wrong_lines() -> None:
    chance = random.Random(7)
    for text in [*NUMBERED.values(), *PLAIN.values()] * 12:
        data = bytearray(text.encode(chance.choice(["utf-8", "utf-16", "latin-1"])))
        for _ in range(chance.randrange(1, 40)):
            at = chance.randrange(len(data))
            data[at : at + chance.randrange(3)] = bytes(chance.choices(b" ,;|/\t\n\"[]{}0-9x\xff\x00", k=chance.randrange(3)))
        found = read_cards(bytes(data))
        assert isinstance(found, CardFile) or 0 < len(found) <= MOST_TOLD

