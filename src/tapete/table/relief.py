"""Who may hold a post of the table's staff, and take one over."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import combinations

from tapete.clauses import Fault, fault, first_fault, with_clauses
from tapete.kernel import SYSTEM, PersonId
from tapete.table.acts import Relieve
from tapete.table.seats import Seats
from tapete.table.staff import Role, Staff, require_no_purse, require_post_or_house, require_posts_of_game


def require_one_post_each(staff: Mapping[Role, PersonId], *clauses: str) -> Fault | None:
    """Return a Fault if one person holds two of the posts, signed with the ``clauses`` that forbid it."""
    pairs = ((str(one), str(other)) for one, other in combinations(sorted(staff), 2) if staff[one] == staff[other])
    twice = next((fault("staff-twice", post=one, other=other) for one, other in pairs), None)
    return with_clauses(twice, *clauses) if twice else None


def require_may_relieve(
    seats: Seats,
    staff: Staff,
    who: PersonId,
    what: Relieve,
    *,
    posts: Collection[Role],
    senders: Collection[Role],
    accounts: Collection[str] = (),
    require_own_posts: Callable[[Mapping[Role, PersonId]], Fault | None] = require_one_post_each,
) -> Fault | None:
    """Return a Fault unless the post is one of the game's ``posts`` and whoever holds it, one of the ``senders`` or the
    house gives it to a person who holds no post and neither plays at the table nor waits for a place, nor has an
    account.

    ``require_own_posts`` returns a Fault if one person would hold two posts, with the clause that forbids it.
    """
    return first_fault(
        require_posts_of_game((what.role,), posts),
        require_post_or_house(staff, who, what.role, *senders),
        fault("player-may-not-serve") if seats.is_at_table(what.person) or what.person in seats.waiting_list else None,
        require_no_purse(staff.values(), what.person, accounts),
        fault("system-on-duty") if what.person in SYSTEM else None,
        require_own_posts(staff.set(what.role, what.person)),
        fault("nothing-changes") if staff.get(what.role) == what.person else None,
    )
