"""Threat: a card of a file read wrongly pays a wrong prize; whatever the form, the same four cards come out."""

import json
import random

import pytest

from tapete.cartones import rank, unrank
from tapete.cartones.reading import MOST_BYTES, MOST_CARDS, MOST_TOLD, CardFile, read_cards
from tapete.words import LANGS, refusal
from tests.support.rows import rows

SERIALS, GRIDS = (501, 502, 503, 777), tuple(unrank(10**17 * (at + 3) + 5) for at in range(4))
CARDS = list(zip(SERIALS, GRIDS, strict=True))
FLAT = [(serial, [one for line in grid for one in line]) for serial, grid in CARDS]
HEAD = "serial," + ",".join(f"c{at}" for at in range(27)) + "\n"


def in_lines(mark: str, blank: str, *, serial: bool = True, tail: str = "\n") -> str:
    rows = [[*([str(n)] if serial else []), *(str(one or blank) for one in row)] for n, row in FLAT]
    return "".join(mark.join(row) + tail for row in rows)


def in_blocks(mark: str, blank: str, *, serial: str = "", gap: str = "\n") -> str:
    rows = [(n, "\n".join(mark.join(str(one or blank) for one in line) for line in grid)) for n, grid in CARDS]
    return gap.join(f"{serial.format(n)}\n{card}\n" if serial else f"{card}\n" for n, card in rows)


def in_numbers(between: str, *, colon: str = "") -> str:
    lines = [(n, [" ".join(str(one) for one in line if one) for line in grid]) for n, grid in CARDS]
    return "".join(f"{n}{colon} {between.join(card)}\n" for n, card in lines)


LAST_COLUMN = "".join(",".join(map(str, [*(one or "" for one in row), n])) + "\n" for n, row in FLAT)
EACH_LINE = [(n, at, *(one or "" for one in row)) for n, grid in CARDS for at, row in enumerate(grid, start=1)]
IN_LINES_OF_THREE = "".join(";".join(map(str, row)) + "\n" for row in EACH_LINE)
OBJECTS = [{"id": serial, "numbers": grid} for serial, grid in CARDS]
TREES = [
    {"cards": OBJECTS},
    {"serie": "F-7", "cartones": [{"serial": f"F-7/{n}", "price": 2, "card": row} for n, row in FLAT]},
    [{"width": 9, "valid": True, "num_serie": 3, "card_price": 2, "Código": n, "numbers": grid} for n, grid in CARDS],
    [{"series_id": 1, "cardNumber": n, "b": 2, "row2": b, "row1": a, "row3": c} for n, (a, b, c) in CARDS],
    {
        "prizes": [*range(9)],
        "cards": [
            {"no": n, "numbers": sorted(filter(None, r)), "grid": g} for (n, r), (_, g) in zip(FLAT, CARDS, strict=True)
        ],
    },
    {str(n): grid for n, grid in CARDS},
    [{"Numero": n, "rows": [[one or None for one in line] for line in grid]} for n, grid in CARDS],
    [{"id": n, "cells": list(zip(*grid, strict=True))} for n, grid in CARDS],
    {"data": {"cards": [{"num": str(n), "a": grid[0], "b": grid[1], "c": grid[2]} for n, grid in CARDS]}},
    [{"id": n, "numbers": " ".join(str(one or "-") for one in row)} for n, row in FLAT],
    [[n, *row] for n, row in FLAT],
    [{"id": n, "card": {"rows": [{"cells": line} for line in grid]}} for n, grid in CARDS],
    {"first": OBJECTS[:1], "rest": [[n, *flat] for n, flat in FLAT[1:]], "prices": [[1, 2], [3, 4]]},
    [{"id": float(n), "marks": [], "numbers": row} for n, row in FLAT],
]
NUMBERED = [
    HEAD + in_lines(",", "0"),
    *("sep=;" + end + in_lines(";", "", tail="\r\n") for end in ("\r\n", "")),
    *(in_lines("\t", "", tail="\r"), in_lines(" ", "-"), in_lines(";", "", tail=";\n")),
    HEAD + "\n".join(f'"{line}"' for line in in_lines('","', "").splitlines()),
    in_lines(",", "nan").replace(",", ".0,").replace("nan.0", "nan"),
    in_lines(";", "nan").replace(";", ",0;").replace("nan,0", ""),
    "Bingo de 2026\n" + HEAD.replace(",", ";") + ";" + in_lines(";", "", tail=";;;;\n;"),
    in_blocks(";", "", serial="Cartón;{};;;;;;;", gap=";;;;;;;;\n"),
    *(in_numbers(" "), in_numbers(" ", colon=":"), in_numbers(" / ")),
    *(in_blocks(" ", "-", serial="{}"), in_blocks(";", "", serial="Cartón nº {}", gap="")),
    "".join(f"Cartón {line}\n" for line in in_numbers(" ", colon=":").splitlines()) + "\nTotal: 4",
    in_numbers(" ", colon=")").replace(" ", ", "),
    ",".join(f"n{at}" for at in range(27)) + ",Nº de cartón\n" + LAST_COLUMN,
    "carton;linea;1;2;3;4;5;6;7;8;9\n" + IN_LINES_OF_THREE,
    *map(json.dumps, TREES),
    "\n".join(map(json.dumps, OBJECTS)),
]
PLAIN = [in_lines(",", "0", serial=False), in_lines(";", "", serial=False), in_blocks("\t", ""), json.dumps(GRIDS)]
CODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1")


@pytest.mark.parametrize("coding", CODINGS)
def test_the_same_cards_come_out_of_every_form(coding: str) -> None:
    forms = [*((text, SERIALS) for text in NUMBERED), *((text, (1, 2, 3, 4)) for text in PLAIN)]
    wrong = [text for text, numbers in forms if read_cards(text.encode(coding)) != CardFile(numbers, GRIDS, ())]
    assert wrong == []


def told(data: bytes) -> list[tuple[int, str]]:
    found = read_cards(data)
    assert not isinstance(found, CardFile)
    assert not any("…" in refusal(one.code, one.facts, lang) for one in found for lang in LANGS)
    return [(one.facts.get("number", 0), one.facts["why"]["code"] if "why" in one.facts else one.code) for one in found]


ROWS = in_lines(",", "0").splitlines()
LAST = FLAT[3][1]
HELD = [at for at, one in enumerate(LAST) if one]
FREE = next(at for at, one in enumerate(LAST) if not one)


def with_square(changes: dict[int, object], serial: object = 9) -> str:
    return f"{serial}," + ",".join(str(changes.get(at, one)) for at, one in enumerate(LAST))


WRONG = [
    (with_square({HELD[0]: 91}), "number-out-of-range"),
    (with_square({HELD[0]: 0}), "number-count"),
    (with_square({HELD[0]: LAST[HELD[1]]}), "duplicate-number"),
    *((with_square({HELD[0]: 0, FREE: one}), "wrong-column") for one in (LAST[HELD[0]], 90)),
    (with_square({HELD[14]: 0, FREE: LAST[HELD[14]]}), "line-size"),
    (with_square({HELD[0]: "one"}), "square-malformed"),
    *((with_square({}, one), "serial-malformed") for one in ("x", "5.01e+7", "5011-1", "1 234")),
    ("Serie 3: " + " ".join(map(str, filter(None, LAST))), "square-malformed"),  # the number of no card
    *(
        (with_square({}) + ",4", "cell-count"),
        (",".join(map(str, (9, *range(1, 16)))), "tens-unfit"),
        (ROWS[0], "serial-twice"),
        (ROWS[0].replace("501", "9"), "cards-equal"),
    ),
]


def test_a_line_that_is_wrong_is_named_and_nothing_is_taken() -> None:
    found = [(line, code, told((HEAD + "\n".join([*ROWS[:3], line])).encode())) for line, code in WRONG]
    assert [row for row in found if (5, row[1]) not in row[2]] == []


THREE = "carton;linea;1;2;3;4;5;6;7;8;9\n" + IN_LINES_OF_THREE
TWISTED = (("777;3;", "778;3;"), ("777;1;", "778;1;"), ("777;3;", ";2;"), ("777;1;", "777;2;"), ("777;3;", "7773;"))


@rows("line, instead", TWISTED)
def test_three_lines_make_a_card_under_one_number_and_in_their_order_alone(line: str, instead: str) -> None:
    """Else a card was entered under the number of its last line, or with its lines in another order."""
    assert told(THREE.replace(line, instead).encode()) == [(11, "serial-malformed")]


def test_a_serial_is_read_whole_and_a_card_is_no_heading() -> None:
    found = read_cards("\n".join(["1.000" + ROWS[0][3:], "12.501" + ROWS[1][3:]]).replace(",", ";").encode())
    assert isinstance(found, CardFile)
    assert found.numbers == (1_000, 12_501)
    assert told("\n".join(["x" + ROWS[0][3:], *ROWS[1:]]).encode()) == [(1, "serial-malformed")]
    counted = ",".join(map(str, range(1, 28)))
    assert told("\n".join([counted, *ROWS]).encode())[0][0] == 1, "names of columns begin with a name"
    for named in ("carton,", ","):
        names = named + counted
        assert read_cards("\n".join([names, *ROWS]).encode()) == CardFile(SERIALS, GRIDS, ()), named
    many = "\n".join([f"cartón {ROWS[0][:3]} de 1000" + ROWS[0][3:], *ROWS[1:]])
    assert read_cards(many.encode()) == CardFile(SERIALS, GRIDS, ())


def test_a_number_behind_the_squares_or_under_no_name_is_never_guessed() -> None:
    """Small numbers could be squares: the first square would become the number of the card."""
    fifteen = [" ".join(map(str, [*filter(None, row), at])) for at, (_, row) in enumerate(FLAT, start=1)]
    unnamed = json.dumps([{"width": 9, "numbers": grid} for grid in GRIDS])
    in_part = json.dumps([{"numbers": GRIDS[0]}, *OBJECTS[1:]])
    for text in (LAST_COLUMN, "\n".join(fifteen), unnamed, in_part):
        assert {code for _, code in told(text.encode())} == {"serial-missing"}, text[:40]
    for named in ({"serial": 8, "numbers": GRIDS[0]}, {"card": {"number": 8, "rows": GRIDS[0]}}):
        assert told(json.dumps([{"id": 7, **named}]).encode()) == [(1, "serial-malformed")], "two numbers"


def test_a_title_with_a_year_and_drawn_lines_are_no_numbers_of_cards() -> None:
    plain = in_blocks("\t", "-").strip()
    for text in (
        f"Sala Madrid, 2024\n\n{plain}",
        *(plain.replace("\n\n", f"\n{rule}\n") for rule in ("*****", "====")),
    ):
        assert read_cards(text.encode()) == CardFile((1, 2, 3, 4), GRIDS, ()), text[:20]


BIG = (1_234, 12_001, 1_000_000, 7)


@pytest.mark.parametrize(
    "written", ['"{:,}"', "'{:,}'", '" {:,} "', '"{:,}.00"', '"Cartón {:,}"', "{:,}", "{:’}", "{:'}"]
)
@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_serial_with_marks_between_thousands_is_read_whole_wherever_it_stands(written: str, mark: str) -> None:
    sign = written[written.index("{:") + 2]
    serials = [written.replace(f"{{:{sign}}}", f"{one:,}".replace(",", sign)) for one in BIG]
    bodies = [mark.join(line.split(",")[1:]) for line in ROWS]
    squares = [[mark.join(map(str, row)) for row in grid] for grid in GRIDS]
    whole = "\n".join(f"{one}{mark}{row}" for one, row in zip(serials, bodies, strict=True))
    blocks = "\n".join("\n".join((one, *rows)) for one, rows in zip(serials, squares, strict=True))
    is_split = (mark, written) == (",", "{:,}")  # a number and the next one, as far as anybody can tell
    for text in (blocks,) if is_split else (whole, HEAD.replace(",", mark) + whole, blocks):
        found = read_cards(text.encode())
        assert isinstance(found, CardFile), found
        assert found.numbers == tuple(sorted(BIG))


def test_a_number_with_a_mark_between_thousands_is_refused_by_its_line() -> None:
    assert told("\n".join([*ROWS[:3], with_square({HELD[0]: '"1,234"'})]).encode()) == [(4, "square-malformed")]


def test_columns_by_other_tens_are_lawful_where_somebody_says_so() -> None:
    turned = "\n".join(",".join(reversed(line.split(",")[1:])) for line in ROWS).encode()
    assert {code for _, code in told(turned)} == {"wrong-column"}
    assert isinstance(read_cards(turned, any_columns=True), CardFile)


def test_fifteen_numbers_without_lines_are_arranged_by_tens_and_marked() -> None:
    found = read_cards("\n".join(" ".join(str(one) for one in sorted(row) if one) for _, row in FLAT).encode())
    assert isinstance(found, CardFile)
    assert found.arranged == (1, 2, 3, 4)
    assert all(rank(grid) is not None for grid in found.grids)
    assert [sorted(one for line in grid for one in line) for grid in found.grids] == [sorted(row) for _, row in FLAT]


HOSTILE = [
    (b" " * (MOST_BYTES + 1), "cards-file-too-large"),
    *((b"[" * MOST_BYTES, "cards-file-unreadable"), (b'{"a":' * 100_000, "cards-file-unreadable")),
    *((b"1\n" * (MOST_BYTES // 2), "cards-file-too-many"), (b"[" + b"1," * MOST_CARDS + b"1]", "cards-file-too-many")),
    *((b"1," * (MOST_BYTES // 2), "wrong-line"), (b"[[" + b"1," * (MOST_BYTES // 2 - 3) + b"1]]", "wrong-card")),
    *((one, "cards-file-unreadable") for one in (b'{"5":[],"5":[]}', b"PK\3\4\0", b"%PDF-1.7")),
    *(
        (b"", "cards-file-empty"),
        (b"x " + b" ".join(b"%d" % at for at in range(1, 15)), "cards-file-empty"),
        *((one, "cards-file-empty") for one in (b"\xff\xfe", (b"a" * 999 + b"\n") * 8_000)),
        (b"null", "cards-file-empty"),
    ),
]


def test_a_hostile_file_is_refused() -> None:
    found = [(data[:24], code, [getattr(one, "code", "") for one in read_cards(data)]) for data, code in HOSTILE]
    assert [row for row in found if row[2] != [row[1]]] == []


def test_no_file_however_torn_ends_otherwise_than_with_cards_or_wrong_lines() -> None:
    chance = random.Random(7)
    for text in [*NUMBERED, *PLAIN] * 12:
        data = bytearray(text.encode(chance.choice(["utf-8", "utf-16", "latin-1"])))
        for _ in range(chance.randrange(1, 40)):
            at = chance.randrange(len(data))
            data[at : at + chance.randrange(3)] = bytes(chance.choices(b' ,;|/\t\n"[]{}0-9x\xff\x00', k=2))
        found = read_cards(bytes(data))
        assert isinstance(found, CardFile) or 0 < len(found) <= MOST_TOLD
