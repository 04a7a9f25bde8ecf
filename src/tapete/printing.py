"""What a hall prints. The same input gives the same bytes. What draws it is loaded when something is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final, Literal, cast

import msgspec
import segno

from tapete.cartones import STRIP, Grid, Law, Series, check_code, rank
from tapete.words import fill, topics

if TYPE_CHECKING:
    from fpdf import FPDF

ENCODING: Final = "windows-1252"
"""The signs that there are; of any other a question mark is written."""

SPELT: Final = str.maketrans({"\N{MINUS SIGN}": "-", "\u202f": " ", "\u2009": " "})
"""How signs are written that the built-in letters do not have."""


def in_built_in_letters(text: str) -> str:
    """Return a text in the letters that a PDF has without a font of its own."""
    return text.translate(SPELT).encode(ENCODING, "replace").decode(ENCODING)


def _document(title: str, orientation: Literal["portrait", "landscape"] = "portrait") -> FPDF:
    from fpdf import FPDF

    pdf = FPDF(orientation=orientation, unit="mm", format="A4")
    pdf.core_fonts_encoding = ENCODING
    pdf.set_creation_date(UNDATED)
    pdf.set_producer("Tapete")
    pdf.set_title(title)
    return pdf


Colour = tuple[int, int, int]

INK: Final[Colour] = (28, 33, 40)
PAPER: Final[Colour] = (255, 255, 255)
INKS: Final[tuple[Colour, ...]] = (
    *((15, 92, 84), (128, 34, 52), (34, 66, 128), (122, 82, 16)),
    *((84, 44, 112), (52, 92, 30), (150, 60, 18), (48, 74, 92)),
)
"""One for each letter of a series, then from the first again."""


def ink_of(letter: str) -> Colour:
    return INKS[sum(map(ord, letter)) % len(INKS)]


def tint(colour: Colour, share: float) -> Colour:
    red, green, blue = (round(255 - (255 - one) * share) for one in colour)
    return red, green, blue


def fitted(pdf: FPDF, text: str, x: float, y: float, width: float, size: float, bold: bool = False) -> None:
    """Write a line in the middle of a width, smaller if it needs to be."""
    pdf.set_font("Helvetica", "B" if bold else "", size)
    written = in_built_in_letters(text)
    wide = pdf.get_string_width(written)
    if wide > width:
        pdf.set_font_size(size * width / wide)
        wide = width
    pdf.text(x + (width - wide) / 2, y, written)


def rosette(pdf: FPDF, x: float, y: float, radius: float, petals: int, fine: int = 20) -> None:
    """Draw a closed curve that swings about a circle, as engravers turn them."""
    steps = fine * petals
    points = []
    for step in range(steps):
        angle = 2 * pi * step / steps
        swing = radius * (0.72 + 0.28 * cos(petals * angle))
        points.append((round(x + swing * cos(angle), 3), round(y + swing * sin(angle), 3)))
    pdf.polygon(points, style="D")


def wave(pdf: FPDF, x: float, y: float, width: float, height: float, swings: int, turn: float) -> None:
    """Draw a wave along a band; several with other turns make its lattice."""
    steps = 10 * swings
    pdf.polyline(
        [
            (
                round(x + width * step / steps, 3),
                round(y + height * (0.5 + 0.5 * sin(2 * pi * swings * step / steps + turn)), 3),
            )
            for step in range(steps + 1)
        ]
    )


def blank(pdf: FPDF, x: float, y: float, width: float, height: float, ink: Colour) -> None:
    pdf.set_fill_color(*tint(ink, 0.1))
    pdf.rect(x, y, width, height, style="F")
    pdf.set_draw_color(*tint(ink, 0.35))
    pdf.set_line_width(0.15)
    rosette(pdf, x + width / 2, y + height / 2, min(width, height) * 0.3, 8, fine=8)


@lru_cache(maxsize=64)
def modules(text: str) -> tuple[bytes, ...]:
    return tuple(bytes(row) for row in segno.make(text, error="m", micro=False, boost_error=False).matrix)


def runs(row: bytes) -> Iterator[tuple[int, int]]:
    at = 0
    while (at := row.find(1, at)) >= 0:
        end = row.find(0, at)
        end = len(row) if end < 0 else end
        yield at, end - at
        at = end


def camera_code(pdf: FPDF, text: str, x: float, y: float, side: float) -> None:
    rows = modules(text)
    one = side / len(rows)
    pdf.set_fill_color(*INK)
    for line, row in enumerate(rows):
        for at, length in runs(row):
            pdf.rect(x + at * one, y + line * one, length * one, one, style="F")


# Sheets of cards as a PDF: six to a page, a strip or six numbers in a row.
#
# Each card bears its series, its number, the size of the series and its face value, then what practice adds: a check
# code and a code for a camera. Neither proves a card genuine: what counts is the card under this number in the
# registry.

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
    pdf = _document(_say("series", lang, series=series.key))
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


def _head(pdf: FPDF, series: Series, number: int, lang: str) -> None:
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
    place, (euros, cents) = rank(grid), divmod(series.face_value, 100)
    value = f"{euros},{cents:02} euros"
    return (
        _say("card", lang, number=str(number)),
        _say("of", lang, size=str(series.size)),
        value if len(series.parts) == 1 else f"2 x {value}",
        "" if place is None else check_code(place),
    )


def _card(pdf: FPDF, series: Series, number: int, grid: Grid, y: float, lang: str) -> None:
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
        pdf.line(x, top + at * square, x + width, top + at * square)


SIZES: Final = (8.5, 8.0, 7.5, 7.0, 6.5, 6.0)

LINE: Final = 5.0
TITLE: Final = 8.0
TITLE_GAP: Final = 4.0
SIGN_GAP: Final = 16.0
"""Heights of a line and of a title, and what is left free above a title and above the line for a signature, in
millimetres.
"""


class MinutesTable(msgspec.Struct, frozen=True):
    """A table of text: the names of its columns, how wide each is beside the others, its rows."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    widths: tuple[int, ...] = ()


class MinutesPage(msgspec.Struct, frozen=True):
    """The minutes of a session."""

    title: str
    lead: tuple[str, ...]
    tables: tuple[MinutesTable, ...]
    sign: str = ""
    session: int = 0
    sessions: tuple[int, ...] = ()


def print_minutes(page: MinutesPage) -> bytes:
    """Return the minutes as a PDF; the same minutes give the same bytes."""
    pdf = _document(page.title, "landscape")
    pdf.set_auto_page_break(True, margin=14)
    pdf.add_page()
    pdf.set_font("Helvetica", "B", 16)
    pdf.multi_cell(w=0, text=in_built_in_letters(page.title), new_x="LMARGIN", new_y="NEXT", h=9, align="L")
    pdf.set_font("Helvetica", "", 10)
    for line in page.lead:
        pdf.multi_cell(w=0, text=in_built_in_letters(line), new_x="LMARGIN", new_y="NEXT", h=6, align="L")
    for one in page.tables:
        _table(pdf, one)
    if page.sign:
        _keep_together(pdf, SIGN_GAP + 10)
        pdf.ln(SIGN_GAP)
        pdf.set_font("Helvetica", "", 10)
        pdf.cell(text="_" * 40, new_x="LMARGIN", new_y="NEXT", h=5)
        pdf.cell(text=in_built_in_letters(page.sign), new_x="LMARGIN", new_y="NEXT", h=5)
    return bytes(pdf.output())


def _table(pdf: FPDF, one: MinutesTable) -> None:
    head = tuple(cell.replace(" ", "\N{NO-BREAK SPACE}") for cell in one.head)
    size, widths = _fitting(pdf, (head, *one.rows), one.widths or (1,) * len(head))
    pdf.set_font("Helvetica", "", size)
    beginning = sum(_row_height(pdf, cells, widths) for cells in (head, *one.rows[:1]))
    _keep_together(pdf, TITLE_GAP + TITLE + beginning)
    pdf.ln(TITLE_GAP)
    pdf.set_font("Helvetica", "B", 12)
    pdf.cell(text=in_built_in_letters(one.title), new_x="LMARGIN", new_y="NEXT", h=TITLE)
    pdf.set_font("Helvetica", "", size)
    with pdf.table(col_widths=widths, line_height=LINE, text_align="LEFT") as table:
        for cells in (head, *one.rows):
            row = table.row()
            for cell in cells:
                row.cell(in_built_in_letters(cell))


def _fitting(pdf: FPDF, rows: tuple[tuple[str, ...], ...], shares: tuple[int, ...]) -> tuple[float, tuple[float, ...]]:
    """Return in which size a table is written, and its columns in millimetres: none less than its longest word."""
    for size in SIZES:
        pdf.set_font("Helvetica", "B", size)
        columns = (" ".join(map(in_built_in_letters, cells)).split(" ") for cells in zip(*rows, strict=True))
        least = [min(max(map(pdf.get_string_width, one)) + 2 * pdf.c_margin + 0.1, pdf.epw / 2) for one in columns]
        if sum(least) <= pdf.epw:
            break
    rest = max(0.0, pdf.epw - sum(least))
    return size, tuple(width + rest * share / sum(shares) for width, share in zip(least, shares, strict=True))


def _keep_together(pdf: FPDF, height: float) -> None:
    """Go on to a new page where so many millimetres do not fit on this one."""
    if pdf.will_page_break(height):
        pdf.add_page()


def _row_height(pdf: FPDF, cells: tuple[str, ...], widths: tuple[float, ...]) -> float:
    return max((_cell_height(pdf, *one) for one in zip(cells, widths, strict=True)), default=0.0)


def _cell_height(pdf: FPDF, text: str, width: float) -> float:
    found = pdf.multi_cell(w=width, h=LINE, text=in_built_in_letters(text), dry_run=True, output="HEIGHT")
    return cast("float", found)
