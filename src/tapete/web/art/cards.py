"""Cards: faces with or without indices, and two backs."""

from __future__ import annotations

from typing import Final, Literal

from markupsafe import Markup

from tapete.cards import Card, rank, suit
from tapete.web.art.glyphs import COURTS, PIPS, RANKS, SUITS
from tapete.words import card_name

Back = Literal["blue", "red"]

_RED: Final = frozenset("hd")


def sprite() -> Markup:
    """Return the shapes that every drawing of a page refers to; a page holds it once."""
    parts = [
        f'<symbol id="suit-{key}" viewBox="0 0 100 100"><path d="{path}"/></symbol>' for key, path in SUITS.items()
    ]
    parts += [
        f'<symbol id="rank-{key}" viewBox="-8 -8 76 116"><path d="{path}" class="rank"/></symbol>'
        for key, path in RANKS.items()
    ]
    parts += [
        f'<symbol id="court-{key}" viewBox="0 0 100 100"><path d="{path}"/></symbol>' for key, path in COURTS.items()
    ]
    parts.append(
        '<pattern id="lattice" width="10" height="10" patternUnits="userSpaceOnUse">'
        '<path d="M0 5L5 0L10 5L5 10Z" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width=".9"/>'
        '<circle cx="5" cy="5" r="1.1" fill="#fff" fill-opacity=".7"/></pattern>'
    )
    return Markup(
        '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false"><defs>'
        + "".join(parts)
        + "</defs></svg>"
    )


def card(face: Card | None, lang: str, *, indices: bool = True, back: Back = "blue", sideways: bool = False) -> Markup:
    """Draw one card; ``None`` is a card that lies face down, of which nothing but that is known."""
    turned = " sideways" if sideways else ""
    if face is None:
        return Markup(
            f'<svg class="card down back-{back}{turned}" viewBox="0 0 100 140" role="img" '
            f'aria-label="{card_name(None, lang)}">'
            '<rect class="paper" x="1" y="1" width="98" height="138" rx="8"/>'
            '<rect class="back" x="7" y="7" width="86" height="126" rx="4"/>'
            '<rect x="7" y="7" width="86" height="126" rx="4" fill="url(#lattice)"/>'
            '<ellipse class="back" cx="50" cy="70" rx="20" ry="28"/>'
            '<path class="mark" d="M50 48L66 70L50 92L34 70Z"/></svg>'
        )
    colour = "red" if suit(face) in _RED else "black"
    inside = _corners(face) if indices else ""
    inside += _court(face, indices) if rank(face) in COURTS else _pips(face, indices)
    return Markup(
        f'<svg class="card up {colour}{turned}" viewBox="0 0 100 140" role="img" aria-label="{card_name(face, lang)}">'
        f'<rect class="paper" x="1" y="1" width="98" height="138" rx="8"/>{inside}</svg>'
    )


def _corners(face: Card) -> str:
    corner = _use(f"rank-{rank(face)}", 5, 5, 15, 22) + _use(f"suit-{suit(face)}", 6, 28, 13, 13)
    return f'{corner}<g transform="rotate(180 50 70)">{corner}</g>'


def _pips(face: Card, indices: bool) -> str:
    spots = PIPS[rank(face)]
    size: float = 19
    if len(spots) == 1:
        size = 44
    elif not indices:
        size = 22
    upright = "".join(_use(f"suit-{suit(face)}", x - size / 2, y - size / 2, size, size) for x, y in spots if y <= 70)
    over = "".join(_use(f"suit-{suit(face)}", x - size / 2, 140 - y - size / 2, size, size) for x, y in spots if y > 70)
    # The lower half is the upper one turned about the middle: x mirrors too, and the pips lie symmetrically.
    return f'{upright}<g transform="rotate(180 50 70)">{over}</g>' if over else upright


def _court(face: Card, indices: bool) -> str:
    half = _use(f"court-{rank(face)}", 31, 28, 38, 38) + _use(f"suit-{suit(face)}", 27, 21, 11, 11)
    letter = "" if indices else _use(f"rank-{rank(face)}", 6, 5, 13, 20)
    return (
        '<rect class="panel" x="23" y="17" width="54" height="106" rx="5"/><path class="panel-line" d="M23 70H77"/>'
        f'{half}{letter}<g transform="rotate(180 50 70)">{half}{letter}</g>'
    )


def _use(symbol: str, x: float, y: float, width: float, height: float) -> str:
    return f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'
