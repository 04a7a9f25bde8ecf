"""The staff of a table: who holds which post, and whether a person may act for it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import Annotated

import msgspec
from immutables import Map

from tapete.clauses import Fault, fault
from tapete.kernel import HOUSE, PersonId


class Role(StrEnum):
    """Posts of the house, of every game; each game names those that it has.

    The inspector of the baccarat texts is the table chief of punto y banca.
    """

    CROUPIER = "croupier"
    """«Crupier»: deals, pays and collects."""
    TABLE_CHIEF = "table-chief"
    """«Jefe de mesa»: in charge of a table."""
    INSPECTOR = "inspector"
    """«Inspector»: watches a table, and decides where its text says so."""
    DIRECTOR = "director"
    """«Director de juegos»: answers for the games of the house."""
    CHANGER = "changer"
    """«Cambista»: changes money and chips at a table."""
    ASSISTANT = "assistant"
    """«Auxiliar»: brings and carries, and decides nothing."""
    CASHIER = "cashier"
    """«Cajero»: keeps the cash desk."""
    CALLER = "caller"
    """«Vendedor-locutor»: sells the cards of bingo and announces the balls."""
    SELLER_1 = "seller-1"
    """«Vendedor-locutor» who sells beside the one who announces the balls; so are the three after them."""
    SELLER_2 = "seller-2"
    SELLER_3 = "seller-3"
    SELLER_4 = "seller-4"
    HALL_MANAGER = "hall-manager"
    """«Jefe de sala»: answers for a bingo hall."""
    ADMISSION = "admission"
    """«Control de admisión»: enters visitors, and refuses entry."""


CARD_TABLE_POSTS = frozenset({Role.CROUPIER, Role.TABLE_CHIEF, Role.INSPECTOR, Role.DIRECTOR})
"""The posts of a card table so far."""

Posts = Annotated[tuple[Role, ...], msgspec.Meta(min_length=1)]
"""Posts of a rulebook, of which there is one at least."""

Staff = Map[Role, PersonId]
"""Who is on duty; a post without a person is absent."""


def roles_of(staff: Staff, person: PersonId) -> frozenset[Role]:
    return frozenset(role for role, who in staff.items() if who == person)


def is_on_duty(staff: Staff, person: PersonId) -> bool:
    """Return True if a person holds a post at the table, or is the establishment itself."""
    return person == HOUSE or person in staff.values()


def require_post(staff: Staff, person: PersonId, *roles: Role) -> Fault | None:
    if any(staff.get(role) == person for role in roles):
        return None
    return fault("not-your-post", needs=[str(role) for role in dict.fromkeys(roles)])


def require_post_or_house(staff: Staff, person: PersonId, *roles: Role) -> Fault | None:
    return None if person == HOUSE else require_post(staff, person, *roles)


def require_no_purse(on_duty: Iterable[PersonId], person: PersonId, accounts: Iterable[str]) -> Fault | None:
    """Return a Fault if somebody with one of the accounts would come on duty: they could not move its money there."""
    has_money = any(one.endswith(f":{person}") for one in accounts)
    return fault("has-money-here", person=person) if has_money and person not in on_duty else None


def require_posts_of_game(named: Iterable[Role], posts: Collection[Role]) -> Fault | None:
    foreign = next((role for role in named if role not in posts), None)
    return None if foreign is None else fault("no-such-post", post=str(foreign))


def require_other_purse(who: PersonId, payee: PersonId | None) -> Fault | None:
    return fault("own-purse") if who == payee else None


def require_no_own_purse(staff: Staff, who: PersonId) -> Fault | None:
    return require_other_purse(who, who) if is_on_duty(staff, who) else None
