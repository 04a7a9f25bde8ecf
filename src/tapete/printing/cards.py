"""Sheets of cards as a PDF: six to a page, a strip or six numbers in a row.

Each card bears its series, its number, the size of the series and its face value, then what practice adds: a check
code and a code for a camera. Neither proves a card genuine: what counts is the card under this number in the registry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Final

from fpdf import FPDF

from tapete.cartones import STRIP, Grid, Law, Series, check_code, rank
from tapete.printing.drawing import INK, PAPER, Colour, blank, camera_code, fitted, ink_of, rosette, tint, wave
from tapete.printing.letters import ENCODING
from tapete.words import fill, topics

UNDATED: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The same cards give the same bytes: a file bears no time of its own."""

LEFT, TOP, WIDE, HIGH, PITCH = 10.0, 21.0, 190.0, 42.0, 44.6
BAND = 13.0
SQUARE_HIGH = 11.6


def camera_text(series: Series, number: int, grid: Grid) -> str:
    place = rank(grid)
    return f"TAPETE {series.key}/{number}" + ("" if place is None else f" {check_code(place)}")


def print_cards(
    series: Series,
    numbers: Iterable[int],
    grid_of: Callable[[int], Grid],
    lang: str,
    watched: Callable[[int], None] = lambda number: None,
    *,
    is_large: bool = False,
) -> bytes:
    """Return a PDF with these cards of a series, or each ``is_large`` on a page; ``watched`` is told what is drawn."""
    pdf = FPDF(unit="mm", format="A4")
    pdf.core_fonts_encoding = ENCODING
    pdf.set_creation_date(UNDATED)
    pdf.set_producer("Tapete")
    pdf.set_title(_say("series", lang, series=series.key))
    pdf.set_subject(series.digest)
    pdf.set_auto_page_break(False)
    page: list[int] = []
    for index, number in enumerate(numbers):
        at = index if series.runs else number - 1
        if is_large:
            _large(pdf, series, number, grid_of(number), lang)
        else:
            if len(page) == STRIP or at // STRIP != (page or [-1])[0] // STRIP:
                page = []
                pdf.add_page()
                _head(pdf, series, number, lang)
            page.append(at)
            _card(pdf, series, number, grid_of(number), TOP + PITCH * (at % STRIP), lang)
        watched(number)
    return bytes(pdf.output())


def _say(code: str, lang: str, **facts: object) -> str:
    return fill(topics()["printed"][code][lang], facts, lang)


def _euros(cents: int) -> str:
    """Return an amount without the sign that the plain fonts of a PDF lack."""
    return f"{cents // 100},{cents % 100:02} euros"


def _head(pdf: FPDF, series: Series, number: int, lang: str) -> None:
    """Draw the head of a page: the lattice, the series, the strip."""
    ink = ink_of(series.letter)
    pdf.set_draw_color(*tint(ink, 0.5))
    pdf.set_line_width(0.12)
    for turn in range(5):
        wave(pdf, LEFT, 7, WIDE, 9, 19, turn * 1.2566)
    pdf.set_fill_color(*PAPER)
    pdf.rect(LEFT + 45, 7.6, WIDE - 90, 7.8, style="F")
    pdf.set_text_color(*INK)
    text = _say("series-of", lang, series=series.key, size=series.size)
    if series.law is Law.STRIPS:
        text += "  ·  " + _say("strip", lang, strip=str((number - 1) // STRIP + 1))
    fitted(pdf, text, LEFT + 47, 12.6, WIDE - 94, 11, bold=True)


def _large(pdf: FPDF, series: Series, number: int, grid: Grid, lang: str) -> None:
    """Draw a card over a whole page that lies on its side, for whoever sees badly."""
    pdf.add_page(orientation="landscape")
    ink, (card, *told) = ink_of(series.letter), _told(series, number, grid, lang)
    pdf.set_text_color(*INK)
    fitted(pdf, f"{series.key}  ·  {card}", LEFT, 19, 245, 30, bold=True)
    fitted(pdf, "  ·  ".join(one for one in told if one), LEFT, 30, 245, 14)
    camera_code(pdf, camera_text(series, number, grid), 260, 8, 26)
    box = 168 / len(series.parts)
    for at, part in enumerate(series.parts):
        head = _say(f"part-{part}", lang) if len(series.parts) > 1 else ""
        _squares(pdf, grid, LEFT, 36 + at * box, 277, ink, head, (box, (box - 10) / 3))


def _told(series: Series, number: int, grid: Grid, lang: str) -> tuple[str, ...]:
    place, value = rank(grid), _euros(series.face_value)
    return (
        _say("card", lang, number=str(number)),
        _say("of", lang, size=str(series.size)),
        value if len(series.parts) == 1 else f"2 x {value}",
        "" if place is None else check_code(place),
    )


def _card(pdf: FPDF, series: Series, number: int, grid: Grid, y: float, lang: str) -> None:
    """Draw a card: the band with its number, its part or two parts, what a camera and the check read."""
    ink, parts = ink_of(series.letter), series.parts
    side = 24.0 if len(parts) == 1 else 17.0
    squares_wide = (WIDE - BAND - side - 8 - 3 * (len(parts) - 1)) / len(parts)
    pdf.set_draw_color(*ink)
    pdf.set_line_width(0.5)
    pdf.rect(LEFT, y, WIDE, HIGH, style="D", round_corners=True, corner_radius=2)
    _band(pdf, series, number, y, ink)
    for at, part in enumerate(parts):
        x = LEFT + BAND + 2 + at * (squares_wide + 3)
        head = _say(f"part-{part}", lang) if len(parts) > 1 else ""
        _squares(pdf, grid, x, y, squares_wide, ink, head)
    right = LEFT + WIDE - side - 4
    camera_code(pdf, camera_text(series, number, grid), right + 1, y + 3, side)
    pdf.set_text_color(*INK)
    for at, text in enumerate(_told(series, number, grid, lang)):
        fitted(pdf, text, right - 1, y + side + 6.2 + at * 2.9, side + 4, 7 if at else 8, bold=not at)


def _band(pdf: FPDF, series: Series, number: int, y: float, ink: Colour) -> None:
    """Draw the coloured band with series and number, to be read from the side."""
    pdf.set_fill_color(*ink)
    pdf.rect(LEFT, y, BAND, HIGH, style="F", round_corners=True, corner_radius=2)
    pdf.set_draw_color(*tint(ink, 0.65))
    pdf.set_line_width(0.15)
    for petals in (7, 9, 11):
        rosette(pdf, LEFT + BAND / 2, y + HIGH - BAND / 2, BAND * 0.42, petals)
    pdf.set_text_color(*PAPER)
    with pdf.rotation(90, LEFT + BAND / 2, y + HIGH / 2):
        x = LEFT + BAND / 2 - HIGH / 2 + BAND
        fitted(pdf, series.key, x, y + HIGH / 2 - 0.9, HIGH - BAND - 2, 9)
        fitted(pdf, f"{number:06}", x, y + HIGH / 2 + 4.1, HIGH - BAND - 2, 14, bold=True)


def _squares(
    pdf: FPDF,
    grid: Grid,
    x: float,
    y: float,
    width: float,
    ink: Colour,
    head: str,
    heights: tuple[float, float] = (HIGH, SQUARE_HIGH),
) -> None:
    """Draw the squares of a part under its head; ``heights`` are that of the part and of a square."""
    box, square = heights
    wide, high = width / len(grid[0]), square * len(grid)
    top = y + box - 2 - high if head else y + (box - high) / 2
    size = 2 * square if square > SQUARE_HIGH else 23 if wide > 12 else 16
    if head:
        pdf.set_text_color(*ink)
        fitted(pdf, head, x, top - 1.2, width, 8, bold=True)
    for line, numbers in enumerate(grid):
        for column, number in enumerate(numbers):
            at, down = x + column * wide, top + line * square
            if not number:
                blank(pdf, at, down, wide, square, ink)
                continue
            pdf.set_text_color(*INK)
            fitted(pdf, str(number), at, down + square * 0.72, wide, size, bold=True)
    pdf.set_draw_color(*ink)
    for at in range(len(grid[0]) + 1):
        pdf.set_line_width(0.4 if at in (0, len(grid[0])) else 0.2)
        pdf.line(x + at * wide, top, x + at * wide, top + high)
    for at in range(len(grid) + 1):
        pdf.set_line_width(0.4 if at in (0, len(grid)) else 0.2)
        pdf.line(x, top + at * SQUARE_HIGH, x + width, top + at * SQUARE_HIGH)
