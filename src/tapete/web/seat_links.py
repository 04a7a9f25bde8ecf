"""Who may be whom in the demo: the roles of a table and the person behind each link."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import msgspec

from tapete.catalogue import entry
from tapete.kernel import PersonId
from tapete.live.stored_tables import original_name
from tapete.table.staff import Role
from tapete.table.state import TableView
from tapete.web.hall_sign import SIGN
from tapete.web.ports import Table
from tapete.web.staff_access import BOT_PREFIX
from tapete.words import Naming, label, person_name

PUBLIC = "publico"
STANDING = "de-pie"
"""The link by which a newcomer comes without a place, at a table that lets people play on their feet."""

PLAYER_ANYWHERE = "jugador"
"""A link that forgot the place: it leads to the list of them."""

UNNAMED = re.compile("(p|staff)-([0-9a-f]{4})[0-9a-f]{28}")
"""A pseudonym of a house whose bearer is erased, or is another house's."""

POST_OF_MACHINE: Final = {**{str(role): role for role in Role}, "chief": Role.TABLE_CHIEF}
"""The posts by what stands for them in the ids of the machines that hold them."""

PLAYER = "jugador-"
"""A link ``jugador-3`` leads to whoever sits at place 3, or to a newcomer whom the table and the place name."""


class SeatLink(msgspec.Struct, frozen=True):
    """One link: its name in the address, its role, the person, and the place of a player.

    ``is_holder``: the person has the post already; otherwise they would take it over from a machine.
    """

    link: str
    role: str
    person: PersonId
    seat: int | None = None
    is_machine: bool = False
    is_holder: bool = True


def seat_links(table: Table) -> tuple[SeatLink, ...]:
    """Return the links of a table: posts of its game that are filled, then one for each place."""
    view = table.view(None)
    posts = entry(table.game.key).all_posts
    found = [_post(view, post.link, str(role)) for role, post in posts.items() if role in view.staff]
    for place in view.seats:
        machine = place.person is not None and str(place.person).startswith(BOT_PREFIX)
        person = place.person or PersonId(f"{view.name[:32]}-j{place.seat}")
        found.append(SeatLink(f"{PLAYER}{place.seat}", "player", person, place.seat, machine))
    return tuple(found)


def _post(view: TableView, link: str, role: str) -> SeatLink:
    """Return who enters by a post's link: whoever holds it, or a person who may relieve the machine that does."""
    holder: PersonId = view.staff[role]
    if str(holder).startswith(BOT_PREFIX):
        return SeatLink(link, role, PersonId(f"{view.name[:30]}-{link}"), is_holder=False)
    return SeatLink(link, role, holder)


def short_name(person: str, table: str, lang: str) -> str:
    """Return how everybody reads somebody's name: without the name of the table, or of one from which it goes on, and
    without the mark of a machine. A machine at a post is named by its post.

    A newcomer's has no number of a place in it: they may change theirs.
    """
    if person.startswith("system:"):
        return person_name(person, lang)
    if chosen := SIGN.get().name_of(person):
        return chosen
    if found := UNNAMED.fullmatch(person):
        return f"{label('role', 'player', lang) if found[1] == 'p' else label('ui', 'staff', lang)} {found[2]}"
    name = person.removeprefix(BOT_PREFIX)
    whose = _prefix(table).match(name)  # «sala-jefe-de-sala» is a post of the hall «sala»
    if whose is None:
        rest = _suffix(table).sub("", name)
        post = POST_OF_MACHINE.get(rest) if person.startswith(BOT_PREFIX) else None
        return rest if post is None else label("role", post, lang)
    rest = name[whose.end() :]
    seat, _, mark = rest.removeprefix("j").partition("-")
    if rest.startswith(f"{STANDING}-"):
        return f"{label('role', 'player', lang)} {name.rpartition('-')[2]}"
    if rest.startswith("j") and seat.isdigit():
        return f"{label('role', 'player', lang)} {mark or chr(ord('A') + int(seat) - 1)}"
    return rest


NUMBER: Final = "(?:-(?:[2-9]|[1-9][0-9]+))?"
"""What stands behind the name of a table in the ids of the next ones of that name."""


@lru_cache(maxsize=1024)
def _prefix(table: str) -> re.Pattern[str]:
    return re.compile(f"{re.escape(original_name(table))}{NUMBER}-(?!\\d)")


@lru_cache(maxsize=1024)
def _suffix(table: str) -> re.Pattern[str]:
    return re.compile(f"-{re.escape(original_name(table))}{NUMBER}$")


def newcomer_seat(person: str, table: str) -> int | None:
    """Return the place by whose link a newcomer came, ``None`` for everybody else."""
    stems = (f"{one[:cut]}-j" for one in (table, original_name(table)) for cut in (32, 30))
    rest = next((person.removeprefix(one) for one in stems if person.startswith(one)), "")
    if not rest and (whose := _prefix(table).match(person)) and person[whose.end() :].startswith("j"):
        rest = person[whose.end() + 1 :]
    seat = rest.partition("-")[0]
    return int(seat) if seat.isdigit() else None


def table_naming(table: str) -> Naming:
    """Return how sentences name the people of a table."""
    return lambda person, lang: short_name(person, table, lang)


def find_seat_link(table: Table, link: str) -> SeatLink | None:
    """Return the part behind a link, a machine's too; ``None`` for a link that the table does not have."""
    return next((one for one in seat_links(table) if one.link == link), None)


def screen_kind(view: TableView) -> str:
    """Return which console a person's view calls for: ``croupier``, ``chief`` or ``player``."""
    roles = {str(role) for role in view.me.roles} if view.me is not None else set()
    if "croupier" in roles:
        return "croupier"
    return "chief" if roles else "player"
