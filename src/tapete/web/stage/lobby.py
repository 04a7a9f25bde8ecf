"""The model of the lobby: a tile a table, of what everybody sees there; the browser draws it, as it draws a table.

A tile is sent again when its bytes change, and made once a language for everybody who looks.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec

from tapete.web import seat_links
from tapete.web.entry import may_stand
from tapete.web.ports import Table
from tapete.web.seating import limits_of, open_seats, why_no_seat
from tapete.web.stage.build import told_of
from tapete.web.stage.model import Cell, Hand, Part, Stage
from tapete.words import fill, label

LAST: Final = 12
"""Results on a tile."""


class Door(Part, frozen=True):
    """A post of a table: its link, its name and who holds it."""

    link: str
    name: str
    holder: str


class Tile(Part, frozen=True):
    """A table in the lobby: its small felt, its phase, its last results, its seats, and the one button."""

    id: str
    title: str
    phase: str
    facts: tuple[str, ...] = ()
    look: str = ""
    hands: tuple[Hand, ...] = ()
    numbers: tuple[int, ...] = ()
    """What was drawn last, in a game without hands; the last one first."""
    result: str = ""
    result_kind: str = ""
    last: tuple[str, ...] = ()
    """The winners of the last coups, the latest at the end."""
    seats: str = ""
    """A letter a seat: ``f`` free, ``p`` a person, ``m`` a machine."""
    free: str = ""
    """How many seats are free, in words."""
    sit: str = ""
    why_not: str = ""
    posts: tuple[Door, ...] = ()
    how: tuple[str, ...] = ()


def tile(table: Table, drawn: Stage, lang: str) -> Tile:
    """Return the tile of a table; ``drawn`` is its public screen."""
    view, felt = table.view(None), drawn.felt
    links = seat_links.seat_links(table)
    seats = [one for one in links if one.seat is not None]
    sitting = {one.seat for one in view.seats if one.person is not None}
    states = "".join("m" if one.is_machine else "p" if one.seat in sitting else "f" for one in seats)
    why_not, free = why_no_seat(table, lang), len(open_seats(table))
    return Tile(
        id=table.id,
        title=label("game", str(view.variant), lang),
        phase=label("window", view.phase, lang),
        facts=limits_of(table, lang),
        look=getattr(felt, "look", ""),
        hands=tuple(Hand(id=one.id, name=one.name) if one.is_past else one for one in getattr(felt, "hands", ())),
        numbers=_numbers(felt),
        result=getattr(felt, "result", ""),
        result_kind=getattr(felt, "result_kind", ""),
        last=last_results(drawn.roads.bead),
        seats=states,
        free=_free_seats(states.count("f"), len(states), lang) if states else "",
        sit="" if why_not else label("ui", _sit_word(table, free, bool(states)), lang),
        why_not=why_not,
        posts=tuple(_door(table, one, lang) for one in links if one.seat is None),
        how=told_of(table.game.key, lang, "how-to-play"),
    )


def _sit_word(table: Table, free: int, has_seats: bool) -> str:
    if free:
        return "sit-down"
    return "come-standing" if has_seats and may_stand(table) else "come-to-play"


def _free_seats(free: int, seats: int, lang: str) -> str:
    return fill(label("ui", "seats-free", lang), {"free": free, "seats": seats}, lang)


def _numbers(felt: Any) -> tuple[int, ...]:
    last = getattr(felt, "last", None)
    return () if last is None else (last, *getattr(felt, "before", ()))


def last_results(bead: tuple[Cell, ...]) -> tuple[str, ...]:
    """Return the winners of the last coups from a bead plate, which tells one a cell, column by column."""
    return tuple(one.kind for one in sorted(bead, key=lambda one: (one.column, one.row))[-LAST:])


def _door(table: Table, part: seat_links.SeatLink, lang: str) -> Door:
    name = seat_links.short_name(part.person, table.id, lang) if part.is_holder else label("ui", "machine", lang)
    if part.person in table.absent_staff:
        name = f"{name} · {label('ui', 'unattended', lang)}"
    role = label("role", part.role, lang)
    return Door(link=part.link, name=role[:1].upper() + role[1:], holder=name)


WORDS: Final = ("drawn-last", "last-results", "my-seat", "no-tables", "staff", "watch", "how-to-play")
"""The words that the browser itself puts on the lobby."""
LETTERS: Final = ("punto", "banca", "empate")


@cache
def lobby_words(lang: str) -> str:
    """Return them as JSON, with the letter and the name of each result."""
    words = {code: label("ui", code, lang) for code in WORDS}
    letters = {f"{topic}-{one}": label(topic, one, lang) for topic in ("letter", "winner") for one in LETTERS}
    return msgspec.json.encode(words | letters).decode()
