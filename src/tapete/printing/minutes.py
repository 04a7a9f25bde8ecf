"""Minutes of a session as a PDF: a title, a few lines, and tables of text that go on from page to page."""

from __future__ import annotations

from typing import Final

import msgspec
from fpdf import FPDF

from tapete.printing.cards import UNDATED

ENCODING: Final = "latin-1"
"""What the built-in letters can write; what they cannot is written as a question mark."""

SPELT: Final = str.maketrans({"\N{EURO SIGN}": "EUR", "–": "-", "\u202f": " ", "“": '"', "”": '"'})
"""How signs are written that the built-in letters do not have."""

SIZE: Final = 8.5


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
    pdf.set_creation_date(UNDATED)
    pdf.set_producer("Tapete")
    pdf.set_title(page.title)
    pdf.set_auto_page_break(True, margin=14)
    pdf.add_page()
    pdf.set_font("Helvetica", "B", 16)
    pdf.cell(text=_plain(page.title), new_x="LMARGIN", new_y="NEXT", h=9)
    pdf.set_font("Helvetica", "", 10)
    for line in page.lead:
        pdf.cell(text=_plain(line), new_x="LMARGIN", new_y="NEXT", h=6)
    for one in page.tables:
        _table(pdf, one)
    if page.sign:
        pdf.ln(16)
        pdf.set_font("Helvetica", "", 10)
        pdf.cell(text="_" * 40, new_x="LMARGIN", new_y="NEXT", h=5)
        pdf.cell(text=_plain(page.sign), new_x="LMARGIN", new_y="NEXT", h=5)
    return bytes(pdf.output())


def _table(pdf: FPDF, one: MinutesTable) -> None:
    pdf.ln(4)
    pdf.set_font("Helvetica", "B", 12)
    pdf.cell(text=_plain(one.title), new_x="LMARGIN", new_y="NEXT", h=8)
    pdf.set_font("Helvetica", "", SIZE)
    with pdf.table(col_widths=one.widths or None, line_height=5.0, text_align="LEFT") as table:
        for cells in (one.head, *one.rows):
            row = table.row()
            for cell in cells:
                row.cell(_plain(cell))


def _plain(text: str) -> str:
    """Return a text in the letters that the file has."""
    spelt = (
        text.replace("\N{EURO SIGN}", "EUR")
        .replace("–", "-")
        .replace("\u202f", " ")
        .replace("“", '"')
        .replace("”", '"')
    )
    return spelt.encode(ENCODING, "replace").decode(ENCODING)
