"""Promise of docs/cartones.md and of the minutes book: a sheet is read back with every number; a book stays whole."""

import re
from bisect import bisect
from io import BytesIO
from typing import Any

import pytest
import segno
from pypdf import PdfReader

from tapete.cartones import Cards, Law, Series, cards_of, check_code, rank, unrank
from tapete.clauses import Fault
from tapete.printing import HIGH, INK, PITCH, TOP, MinutesPage, MinutesTable, camera_text, print_cards, print_minutes
from tapete.words import LANGS, long_day

pytestmark = pytest.mark.slow

MM = 72 / 25.4
NUMBER_SIZE = 15.0
"""Points: what is written larger is a number of a card; its serial number stands on its side."""


def series_cards(**values: Any) -> Cards:
    cards = cards_of(Series("B", 1047, values.pop("size", 420), 250, **values), bytes(range(32)))
    assert not isinstance(cards, Fault)
    return cards


def pages(cards: Cards, numbers: range, lang: str = "es", **how: bool) -> list[Any]:
    return list(PdfReader(BytesIO(print_cards(cards.series, numbers, cards.grid, lang, **how))).pages)


def high(page: Any) -> float:
    return float(page.mediabox.height) / MM


def written(page: Any) -> list[tuple[str, float, float, float]]:
    """Return what stands on a page: text, millimetres from the left and from the top, size in points."""
    found: list[tuple[str, float, float, float]] = []

    def visit(text: str, cm: Any, tm: Any, font: Any, size: float) -> None:
        if text.strip():
            found.append((text.strip(), (tm[4] + cm[4]) / MM, high(page) - (tm[5] + cm[5]) / MM, size))

    page.extract_text(visitor_text=visit)
    return found


def drawn_grids(page: Any, parts: int) -> list[list[list[tuple[int, ...]]]]:
    """Return for each card of a page the squares of each part, by the lines between which its numbers stand."""
    drawn = re.findall(r"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", page.get_contents().get_data().decode("latin-1"))
    lines = [(float(x) / MM, high(page) - float(y) / MM, float(to) / MM, y == end) for x, y, to, end in drawn]
    rules = sorted((x, y, to) for x, y, to, is_level in lines if is_level)
    grids = []
    for x, y, to in rules[::4]:
        levels = [level for left, level, _ in rules if left == x and y <= level][:4]
        columns = sorted(
            {at for at, top, _, is_level in lines if not is_level and x <= at <= to and abs(top - y) < 0.1}
        )
        squares = [[0] * 9 for _ in range(3)]
        for text, at, down, size in written(page):
            if size >= NUMBER_SIZE and text.isdigit() and x <= at <= to and levels[0] < down < levels[-1]:
                squares[bisect(levels, down) - 1][bisect(columns, at) - 1] = int(text)
        grids.append((y, x, [tuple(line) for line in squares]))
    found = [squares for _, _, squares in sorted(grids)]
    return [found[at : at + parts] for at in range(0, len(found), parts)]


def dark_squares(page: Any, card: int) -> list[tuple[float, float, float, float]]:
    """Return the flat rectangles of ink within a card: millimetres from the left, from the top, width, height."""
    colour = None
    found = []
    for line in page.get_contents().get_data().decode("latin-1").splitlines():
        if match := re.search(r"([\d.]+) ([\d.]+) ([\d.]+) rg", line):
            colour = tuple(round(255 * float(one)) for one in match.groups())
        if colour == INK and (match := re.search(r"([\d.]+) ([\d.]+) ([\d.]+) (-?[\d.]+) re f", line)):
            x, y, wide, deep = (float(one) / MM for one in match.groups())
            top = high(page) - max(y, y + deep)
            if TOP + card * PITCH <= top < TOP + card * PITCH + HIGH and abs(deep) < 2:
                found.append((x, top, wide, abs(deep)))
    return found


@pytest.mark.parametrize(("law", "parts"), [(Law.STRIPS, 1), (Law.SINGLES, 2)])
def test_every_number_stands_in_its_square_in_each_part_also_of_a_large_card(law: Law, parts: int) -> None:
    cards = series_cards(law=law, double=parts == 2)
    for numbers, each, is_large in ((range(1, 13), 6, False), (range(12, 14), 1, True)):
        found = [drawn_grids(page, parts) for page in pages(cards, numbers, is_large=is_large)]
        assert {len(one) for one in found} == {each}
        assert [one for page in found for one in page] == [[[*cards.grid(number)]] * parts for number in numbers]


@pytest.mark.parametrize("lang", LANGS)
def test_a_card_bears_its_series_number_size_and_face_value(lang: str) -> None:
    cards = series_cards()
    (page,) = pages(cards, range(67, 73), lang)
    text = page.extract_text()
    for number in range(67, 73):
        place = rank(cards.grid(number))
        assert place is not None
        for told in (f"{number:06}", check_code(place)):
            assert told in text
        assert re.search(rf"(Cartón|Card|Carton) {number}\b", text)
    assert text.count("B-1047") >= 7
    assert (text.count("2,50 euros"), "2 x" in text) == (6, False)
    assert text.count("420") >= 7
    assert re.search(r"(tira|strip|bande) 12\b", text)


def test_a_double_card_says_what_each_part_costs_and_which_part_it_is_for_a_player_uses_either_first() -> None:
    (page,) = pages(series_cards(double=True), range(1, 7))
    text = page.extract_text()
    assert text.count("Parte 1") == text.count("Parte 2") == 6
    assert text.count("2 x 2,50 euros") == 6


@pytest.mark.parametrize("double", [False, True])
def test_the_code_for_a_camera_is_that_of_its_card(double: bool) -> None:
    cards = series_cards(double=double)
    (page,) = pages(cards, range(1, 7))
    for card in range(6):
        text = camera_text(cards.series, card + 1, cards.grid(card + 1))
        assert text.startswith(f"TAPETE B-1047/{card + 1} ")
        wanted = [bytes(row) for row in segno.make(text, error="m", micro=False, boost_error=False).matrix]
        found = dark_squares(page, card)
        left, top = min(x for x, *_ in found), min(y for _, y, *_ in found)
        one = min(high for *_, high in found)
        shown = [bytearray(len(wanted)) for _ in wanted]
        for x, y, wide, _ in found:
            at, line = round((x - left) / one), round((y - top) / one)
            for square in range(round(wide / one)):
                shown[line][at + square] = 1
        assert [bytes(row) for row in shown] == wanted


def test_the_same_cards_give_the_same_bytes_and_others_do_not() -> None:
    made = [(range(1, 13), "es"), (range(1, 13), "es"), (range(2, 13), "es"), (range(1, 13), "en")]
    one, again, fewer, english = (
        print_cards(series_cards().series, *(n, series_cards().grid, lang)) for n, lang in made
    )
    assert one == again
    assert one not in (fewer, english)


def test_a_page_holds_six_numbers_in_a_row_and_a_card_keeps_its_place() -> None:
    cards = series_cards(law=Law.SINGLES, size=20)
    found = pages(cards, range(5, 14))
    assert [len(drawn_grids(page, 1)) for page in found] == [2, 6, 1]
    heights = [min(y for text, _, y, size in written(page) if size >= NUMBER_SIZE) for page in found]
    assert heights[0] > heights[1] == heights[2]


def test_a_card_without_a_rank_is_printed_without_a_check_code() -> None:
    turned = unrank(10**15)[::-1]
    cards = cards_of(Series("F", 1, 1, 100, law=Law.FOREIGN), bytes(32), (turned,))
    assert not isinstance(cards, Fault)
    (page,) = pages(cards, range(1, 2))
    assert camera_text(cards.series, 1, turned) == "TAPETE F-1/1"
    assert not re.search(r"[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]{4}", page.extract_text())
    assert drawn_grids(page, 1) == [[[*turned]]]


HEAD = ("Hora", "Qué")


def book(minutes: MinutesPage) -> list[str]:
    return [one.extract_text() for one in PdfReader(BytesIO(print_minutes(minutes))).pages]


@pytest.mark.parametrize("words", [1, 60], ids=["short rows", "long rows"])
def test_a_heading_stays_with_the_first_row_of_its_table(words: int) -> None:
    second = (("21:00", f"fila-una {'palabra ' * words}"), ("21:05", "dos"))
    apart = []
    for rows in range(12, 44):
        first = MinutesTable("Primera", HEAD, tuple((f"{one}:00", "algo") for one in range(rows)), (1, 6))
        tables = (first, MinutesTable("Segunda tabla", HEAD, second, (1, 6)))
        (found,) = [one for one in book(MinutesPage("Libro", ("Sala",), tables)) if "Segunda tabla" in one]
        told = found.split("Segunda tabla")[1]
        apart += [] if "Qué" in told and "fila-una" in told else [rows]
    assert apart == []


def test_the_line_for_the_signature_stays_with_who_signs() -> None:
    apart = []
    for rows in range(20, 34):
        page = MinutesPage(
            "Libro", (), (MinutesTable("Tabla", HEAD, (("20:00", "algo"),) * rows),), sign="Jefe de mesa"
        )
        (found,) = [one for one in book(page) if "Jefe de mesa" in one]
        apart += [] if "____" in found else [rows]
    assert apart == []


WRITTEN = "— – ’ ‘ “ ” … • € œ Œ š ž Ÿ ñ « »"


def test_what_people_write_is_printed_as_they_wrote_it() -> None:
    table = MinutesTable("Quejas — de hoy", HEAD, (("21:00", WRITTEN),), (1, 6))
    (found,) = book(MinutesPage("Libro — sala", ("Sala “B”…",), (table,), sign="El jefe’"))
    for text in ("Libro — sala", "Sala “B”…", "Quejas — de hoy", WRITTEN, "El jefe’"):
        assert text in found
    assert "?" not in found


def test_no_heading_and_no_sum_is_broken_however_many_columns_there_are() -> None:
    head = ("Remboursé", "Boules (ligne / bingo)", "Cartons gagnants", *"abcdefghijk")
    (text,) = book(MinutesPage("Libro", (), (MinutesTable("T", head, (("12.345,50\N{NO-BREAK SPACE}€",) * 14,)),)))
    text = text.replace("\N{NO-BREAK SPACE}", " ")
    assert " ".join(head) in text.split("\n")
    assert text.count("12.345,50 €") == 14
    assert [long_day("2026-05-01", lang) for lang in LANGS] == ["1 de mayo de 2026", "1 May 2026", "1er mai 2026"]
