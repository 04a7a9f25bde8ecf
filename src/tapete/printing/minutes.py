"""Minutes of a session as a PDF: a title, a few lines, and tables of text that go on from page to page."""

from __future__ import annotations

from typing import Final, cast

import msgspec
from fpdf import FPDF
from fpdf.enums import MethodReturnValue

from tapete.printing.cards import UNDATED
from tapete.printing.letters import ENCODING, in_built_in_letters

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
    """What stands under the line for a signature."""
    session: int = 0
    sessions: tuple[int, ...] = ()
    """The sessions of which there are minutes, the newest first."""


def print_minutes(page: MinutesPage) -> bytes:
    """Return the minutes as a PDF; the same minutes give the same bytes."""
    pdf = FPDF(orientation="landscape", unit="mm", format="A4")
    pdf.core_fonts_encoding = ENCODING
    pdf.set_creation_date(UNDATED)
    pdf.set_producer("Tapete")
    pdf.set_title(page.title)
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
    found = pdf.multi_cell(
        w=width, h=LINE, text=in_built_in_letters(text), dry_run=True, output=MethodReturnValue.HEIGHT
    )
    return cast("float", found)
