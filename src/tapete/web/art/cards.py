"""Cards: every face with its indices, and the back. No font decides how they look.

Suits lie in a box of 100 by 100. Ranks are strokes in a box of 60 by 100. Courts are emblems of our own in 100 by 100.
"""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from tapete.cards import DECK, Card, rank, suit

SUITS: Final = {
    "h": "M50 90C24 66 7 49 7 30C7 16 18 7 30 7C39 7 46 12 50 21C54 12 61 7 70 7C82 7 93 16 93 30C93 49 76 66 50 90Z",
    "d": "M50 4C60 23 73 38 87 50C73 62 60 77 50 96C40 77 27 62 13 50C27 38 40 23 50 4Z",
    "s": (
        "M50 5C57 24 93 40 93 64C93 77 83 84 73 84C64 84 57 79 53.5 73C54 83 58 91 65 96H35"
        "C42 91 46 83 46.5 73C43 79 36 84 27 84C17 84 7 77 7 64C7 40 43 24 50 5Z"
    ),
    "c": (
        "M50 5A20.500 20.500 0 0 1 66 38.500A20.500 20.500 0 1 1 54 65C54.500 80 58 91 65 96H35"
        "C42 91 45.500 80 46 65A20.500 20.500 0 1 1 34 38.500A20.500 20.500 0 0 1 50 5Z"
    ),
}
"""Outline of each suit."""

RANKS: Final = {
    "A": "M6 92L30 8L54 92M15 64H45",
    "2": "M8 30C8 0 52 0 52 30C52 50 20 62 8 92H54",
    "3": "M8 20C20 0 52 4 50 28C48 44 34 46 26 46C38 46 54 52 53 70C51 96 16 98 6 80",
    "4": "M42 92V8L6 66H56",
    "5": "M50 8H16L12 44C26 34 54 38 53 66C51 96 16 98 7 80",
    "6": "M48 16C30 0 8 22 8 60C8 100 52 102 52 66C52 38 14 38 9 62",
    "7": "M7 8H53C38 34 28 60 26 92",
    "8": "M30 46C4 40 6 8 30 8C54 8 56 40 30 46C2 54 2 92 30 92C58 92 58 54 30 46Z",
    "9": "M12 84C30 100 52 78 52 40C52 0 8 -2 8 34C8 62 46 62 51 38",
    "T": "M8 18L16 8V92M56 50C56 104 30 104 30 50C30 -4 56 -4 56 50Z",
    "J": "M18 8H50M40 8V68C40 100 8 98 8 72",
    "Q": "M30 8C0 8 0 92 30 92C60 92 60 8 30 8ZM34 70L54 96",
    "K": "M10 8V92M52 8L12 54M24 42L54 92",
}
"""Stroke of each rank; the ten is a narrow 1 and 0."""

COURTS: Final = {
    "K": (
        "M10 78V34L30 54L50 16L70 54L90 34V78ZM10 86H90V96H10Z"
        "M50 4a5 5 0 1 0 .1 0ZM8 20a5 5 0 1 0 .1 0ZM92 20a5 5 0 1 0 .1 0Z"
    ),
    "Q": (
        "M14 80C10 60 16 48 22 34C30 50 40 50 50 22C60 50 70 50 78 34C84 48 90 60 86 80ZM16 88H84V96H16Z"
        "M22 18a7 7 0 1 0 .1 0ZM50 4a8 8 0 1 0 .1 0ZM78 18a7 7 0 1 0 .1 0Z"
    ),
    "J": (
        "M46 4H54L58 62H42ZM26 62H74V72H26ZM45 72H55V88H45ZM50 86a7 7 0 1 0 .1 0Z"
        "M20 14C34 22 36 40 34 54C22 46 16 30 20 14ZM80 14C66 22 64 40 66 54C78 46 84 30 80 14Z"
    ),
}
"""Emblem of each court: crown, coronet, sword between two feathers."""

PIPS: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "A": ((50, 70),),
    "2": ((50, 32), (50, 108)),
    "3": ((50, 32), (50, 70), (50, 108)),
    "4": ((33, 32), (67, 32), (33, 108), (67, 108)),
    "5": ((33, 32), (67, 32), (50, 70), (33, 108), (67, 108)),
    "6": ((33, 32), (67, 32), (33, 70), (67, 70), (33, 108), (67, 108)),
    "7": ((33, 32), (67, 32), (50, 51), (33, 70), (67, 70), (33, 108), (67, 108)),
    "8": ((33, 32), (67, 32), (50, 51), (33, 70), (67, 70), (50, 89), (33, 108), (67, 108)),
    "9": ((33, 28), (67, 28), (33, 56), (67, 56), (50, 70), (33, 84), (67, 84), (33, 112), (67, 112)),
    "T": ((33, 28), (67, 28), (50, 42), (33, 56), (67, 56), (33, 84), (67, 84), (50, 98), (33, 112), (67, 112)),
}
"""Where the pips of a card lie, in its box of 100 by 140; those of the lower half stand on their heads."""

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
