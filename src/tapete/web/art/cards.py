"""Cards: every face with its indices, and the back."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from tapete.cards import DECK, Card, rank, suit
from tapete.web.art.glyphs import COURTS, PIPS, RANKS, SUITS

_RED: Final = frozenset("hd")
PAPER: Final = '<rect fill="#fffdf6" stroke="#000" stroke-opacity=".25" x="1" y="1" width="98" height="138" rx="8"/>'
STROKE: Final = 'fill="none" stroke="currentcolor" stroke-width="13" stroke-linecap="round" stroke-linejoin="round"'
BACK: Final = (
    f'{PAPER}<rect fill="#1d3f8f" x="7" y="7" width="86" height="126" rx="4"/>'
    '<rect x="7" y="7" width="86" height="126" rx="4" fill="url(#lattice)"/>'
    '<ellipse fill="#1d3f8f" cx="50" cy="70" rx="20" ry="28"/><path fill="#e8c766" d="M50 48L66 70L50 92L34 70Z"/>'
)


def sprite() -> Markup:
    """Return the shapes that every drawing of a page refers to, under ``card-7h`` and ``card-back``; a page holds it
    once.
    """
    parts = [
        f'<symbol id="suit-{key}" viewBox="0 0 100 100"><path d="{path}"/></symbol>' for key, path in SUITS.items()
    ]
    parts += [
        f'<symbol id="rank-{key}" viewBox="-8 -8 76 116"><path d="{path}" {STROKE}/></symbol>'
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
    parts += [
        f'<symbol id="card-{face}" viewBox="0 0 100 140"><g {_colour(face)}>{PAPER}{_inside(face)}</g></symbol>'
        for face in DECK
    ]
    parts.append(f'<symbol id="card-back" viewBox="0 0 100 140">{BACK}</symbol>')
    return Markup(
        '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false"><defs>'
        + "".join(parts)
        + "</defs></svg>"
    )


def _colour(face: Card) -> str:
    return 'fill="#b3132b" color="#b3132b"' if suit(face) in _RED else 'fill="#16191c" color="#16191c"'


def _inside(face: Card) -> str:
    return _corners(face) + (_court(face) if rank(face) in COURTS else _pips(face))


def _corners(face: Card) -> str:
    corner = _use(f"rank-{rank(face)}", 5, 5, 15, 22) + _use(f"suit-{suit(face)}", 6, 28, 13, 13)
    return f'{corner}<g transform="rotate(180 50 70)">{corner}</g>'


def _pips(face: Card) -> str:
    spots = PIPS[rank(face)]
    size: float = 44 if len(spots) == 1 else 19
    upright = "".join(_use(f"suit-{suit(face)}", x - size / 2, y - size / 2, size, size) for x, y in spots if y <= 70)
    over = "".join(_use(f"suit-{suit(face)}", x - size / 2, 140 - y - size / 2, size, size) for x, y in spots if y > 70)
    # The lower half is the upper one turned about the middle: x mirrors too, and the pips lie symmetrically.
    return f'{upright}<g transform="rotate(180 50 70)">{over}</g>' if over else upright


def _court(face: Card) -> str:
    half = _use(f"court-{rank(face)}", 31, 28, 38, 38) + _use(f"suit-{suit(face)}", 27, 21, 11, 11)
    return (
        '<g fill="#f7eed3" stroke="#b38c39"><rect x="23" y="17" width="54" height="106" rx="5"/>'
        '<path d="M23 70H77"/></g>'
        f'{half}<g transform="rotate(180 50 70)">{half}</g>'
    )


def _use(symbol: str, x: float, y: float, width: float, height: float) -> str:
    return f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'
