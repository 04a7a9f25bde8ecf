"""The players of a hall on the desks of its staff: what lies in their accounts, and the way back to their pages."""

from __future__ import annotations

from typing import Final

from tapete.games.bingo.acts import NoteLink as NoteLink
from tapete.games.bingo.view import View
from tapete.kernel import PersonId
from tapete.table.staff import Role
from tapete.web.games.bingo.book import READERS
from tapete.web.games.bingo.models import Till
from tapete.web.seat_links import short_name

LINK_GIVERS: Final = frozenset({Role.HALL_MANAGER, Role.TABLE_CHIEF})
"""The posts that give a player the way back to his page."""


def _holds(view: View, posts: frozenset[Role]) -> bool:
    return view.me is not None and not posts.isdisjoint(view.me.roles)


def players(view: View) -> tuple[PersonId, ...]:
    """Return the players who have money in an account, or cartones by name."""
    if view.duty is None:
        return ()
    owners = {one.person for one in view.duty.sales if one.person is not None}
    with_money = {PersonId(who) for who, held in view.duty.accounts.items() if held}
    return tuple(sorted(one for one in owners | with_money if one not in view.staff.values()))


def linked(view: View, lang: str) -> tuple[tuple[str, str], ...]:
    """Return the players to whom an official gives the way back to their pages, each with his name."""
    listed = players(view) if _holds(view, LINK_GIVERS) else ()
    return tuple((str(who), short_name(who, view.name, lang)) for who in listed)


def accounts(view: View, lang: str) -> tuple[Till, ...]:
    """Return the accounts in which there is money, for the posts that have the money or sign the book."""
    held = view.duty.accounts if view.duty is not None and _holds(view, READERS) else {}
    return tuple(Till(short_name(who, view.name, lang), amount) for who, amount in held.items() if amount)
