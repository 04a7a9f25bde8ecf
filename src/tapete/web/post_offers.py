"""Posts without a holder: what every page says of them, why somebody lost theirs, who may take one on their page."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Final

import msgspec

from tapete.catalogue import entry
from tapete.kernel import HOUSE, Act, PersonId
from tapete.table.acts import Relieve
from tapete.table.staff import Role
from tapete.table.state import TableView
from tapete.web import seat_links
from tapete.web.ports import Table
from tapete.web.staff_access import BOT_PREFIX
from tapete.words import label, sentence

_say = partial(sentence, "ui")

SOMEBODY: Final = PersonId("somebody-new-on-duty")
"""Whom nobody knows yet."""


class PostOffers(msgspec.Struct, frozen=True):
    """What a person reads and may do about posts: the sentence about the one they lost; posts that they may take
    themselves, and posts to which they, an official on duty, may send somebody;
    further posts of the game that nobody has yet, to which they may too.
    """

    loss_notice: str = ""
    posts_to_take: tuple[str, ...] = ()
    posts_to_fill: tuple[str, ...] = ()
    posts_to_open: tuple[str, ...] = ()


def unattended_posts(table: Table) -> tuple[str, ...]:
    """Return the posts of a table whose holder is not there; none of a game without posts."""
    if not table.absent_staff:
        return ()
    return tuple(str(role) for role, holder in table.view(None).staff.items() if holder in table.absent_staff)


def absent_posts(table: Table, view: TableView, lang: str) -> tuple[str, ...]:
    """Return, for each post whose holder has closed their page, who is gone and for what the table waits."""
    found = []
    for role, person in view.staff.items():
        if person in table.absent_staff:
            facts = {"post": role, "name": seat_links.short_name(str(person), view.name, lang)}
            awaited = "post-awaits-machine" if role in table.machines else "post-awaits-taker"
            found.append(f"{_say('post-absent', lang, **facts)} {_say(awaited, lang)}")
    return tuple(found)


def post_offers(table: Table, person: PersonId, view: TableView, lang: str, *, admitted: bool) -> PostOffers:
    """Return what a person is told and offered about posts. ``admitted``: their page was opened for a post."""
    unattended = tuple(role for role, holder in view.staff.items() if holder in table.absent_staff)
    if view.me is not None and view.me.roles:
        filled = tuple(role for role in unattended if _may_send(table, person, role, view))
        return PostOffers(posts_to_fill=filled, posts_to_open=_posts_to_open(table, person, view))
    lost = table.lost_posts.get(person)
    free = unattended if lost is None else (*unattended, *(role for role in view.staff if _is_by_machine(view, role)))
    takes = tuple(role for role in dict.fromkeys(free) if admitted and may_take(table, person, role))
    return PostOffers("" if lost is None else _loss_sentence(table, person, takes, lang), takes)


def may_take(table: Table, person: PersonId, role: str) -> bool:
    """Return True if the hall may put a person on duty in a post that is unattended, or that a machine has."""
    holder = table.view(None).staff.get(role)
    if holder is None or not (holder in table.absent_staff or str(holder).startswith(BOT_PREFIX)):
        return False
    return table.would_refuse(Act(HOUSE, Relieve(Role(role), person))) is None


def _is_by_machine(view: TableView, role: str) -> bool:
    return str(view.staff[role]).startswith(BOT_PREFIX)


def _may_send(table: Table, person: PersonId, role: str, view: TableView) -> bool:
    """Return True if an official may fill a post: asked for its own holder, of whom nothing else can be wrong."""
    no = table.would_refuse(Act(person, Relieve(Role(role), view.staff[role]), view.step))
    return no is None or no.code == "nothing-changes"


def _posts_to_open(table: Table, person: PersonId, view: TableView) -> tuple[str, ...]:
    """Return the posts that nobody has and that an official may fill: asked for somebody whom the table does not know,
    which may be all that is wrong.
    """
    found = []
    for role in entry(table.game.key).all_posts:
        if str(role) not in view.staff:
            no = table.would_refuse(Act(person, Relieve(role, SOMEBODY), view.step))
            if no is None or no.code == "not-of-staff":
                found.append(str(role))
    return tuple(found)


def _loss_sentence(table: Table, person: PersonId, takes: tuple[str, ...], lang: str) -> str:
    lost = table.lost_posts[person]
    successor = str(lost.successor)
    facts = {
        "post": lost.role,
        "time": datetime.fromisoformat(lost.time).strftime("%H:%M:%S"),
        "name": label("ui", "the-machine", lang)
        if successor.startswith(BOT_PREFIX)
        else seat_links.short_name(successor, table.id, lang),
    }
    said = _say("post-lost-absent" if lost.is_absent else "post-lost", lang, **facts)
    return f"{said} {_say('post-return' if lost.role in takes else 'post-return-asked', lang, **facts)}"
