"""The drawing of a card: rosettes, squares, the code that a camera reads. Lengths are millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, sin
from typing import Final

import segno
from fpdf import FPDF

from tapete.printing.letters import in_built_in_letters

Colour = tuple[int, int, int]

INK: Final[Colour] = (28, 33, 40)
PAPER: Final[Colour] = (255, 255, 255)
INKS: Final[tuple[Colour, ...]] = (
    *((15, 92, 84), (128, 34, 52), (34, 66, 128), (122, 82, 16)),
    *((84, 44, 112), (52, 92, 30), (150, 60, 18), (48, 74, 92)),
)
"""One for each letter of a series, then from the first again."""


def ink_of(letter: str) -> Colour:
    """Return the colour of a series' cards."""
    return INKS[sum(map(ord, letter)) % len(INKS)]


def tint(colour: Colour, share: float) -> Colour:
    """Return a colour mixed with paper; ``share`` of it is left."""
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
    """Draw an empty square: a small rosette that nobody takes for a number."""
    pdf.set_fill_color(*tint(ink, 0.1))
    pdf.rect(x, y, width, height, style="F")
    pdf.set_draw_color(*tint(ink, 0.35))
    pdf.set_line_width(0.15)
    rosette(pdf, x + width / 2, y + height / 2, min(width, height) * 0.3, 8, fine=8)


@lru_cache(maxsize=64)
def modules(text: str) -> tuple[bytes, ...]:
    """Return the squares of a code, row by row; 1 is dark."""
    return tuple(bytes(row) for row in segno.make(text, error="m", micro=False, boost_error=False).matrix)


def runs(row: bytes) -> Iterator[tuple[int, int]]:
    """Yield where dark squares of a row begin and how many there are."""
    at = 0
    while (at := row.find(1, at)) >= 0:
        end = row.find(0, at)
        end = len(row) if end < 0 else end
        yield at, end - at
        at = end


def camera_code(pdf: FPDF, text: str, x: float, y: float, side: float) -> None:
    """Draw the code that a camera reads."""
    rows = modules(text)
    one = side / len(rows)
    pdf.set_fill_color(*INK)
    for line, row in enumerate(rows):
        for at, length in runs(row):
            pdf.rect(x + at * one, y + line * one, length * one, one, style="F")
