"""Who does what in a hall: the posts of the order, and the phases and cases that hold an act up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tapete.clauses import Fault, fault, rule
from tapete.games.bingo.rules import Rules
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import POSTS, SELLERS
from tapete.kernel import SYSTEM, PersonId
from tapete.table import staff
from tapete.table.people import require_one_post_each
from tapete.table.staff import Role, require_post, require_posts_of_game

CHIEF, CALLER, CASHIER = Role.TABLE_CHIEF, Role.CALLER, Role.CASHIER
MANAGER, ASSISTANT = Role.HALL_MANAGER, Role.ASSISTANT
ANY_POST = tuple(sorted(POSTS))
AT_PLAY = tuple(sorted(POSTS - {Role.ADMISSION}))
"""The posts of those who follow the play; whoever stands at the door does not."""


@rule("BG.III.01", neutral=None, names_a_pass=False)
def require_posts(named: Iterable[Role]) -> Fault | None:
    """Return a Fault if a post is none of the six classes of staff of a hall."""
    return require_posts_of_game(named, POSTS)


@rule("BG.III.02", neutral=None, names_a_pass=False)
def require_duty(state: State, who: PersonId, *roles: Role) -> Fault | None:
    """Return a Fault unless the act is a duty of a post that the person holds."""
    return require_post(state.staff, who, *roles)


def require_person(who: PersonId) -> Fault | None:
    return fault("only-people") if who in SYSTEM else None


@rule("HP.BG.own-purse", neutral=None)
def require_other_purse(who: PersonId, payee: PersonId | None) -> Fault | None:
    """Return a Fault if somebody on duty would move money from or to his own account: another post does that."""
    return staff.require_other_purse(who, payee)


@rule("HP.BG.own-purse", neutral=None)
def require_no_own_account(state: State, who: PersonId) -> Fault | None:
    """Return a Fault if somebody who is on duty would bring money to his own account, or take it."""
    return staff.require_no_own_purse(state.staff, who)


def with_sellers(roles: Iterable[Role]) -> tuple[Role, ...]:
    """Return posts, with all the seller-callers where one of them is the caller."""
    named = tuple(roles)
    return (*named, *SELLERS[1:]) if CALLER in named else named


def seller_on_duty(state: State) -> PersonId | None:
    """Return the seller-caller in whose name a sale stands that nobody has made by hand: the one who calls first."""
    return next((state.staff[role] for role in SELLERS if role in state.staff), None)


def require_apart(rules: Rules, named: Mapping[Role, PersonId]) -> Fault | None:
    """Return a Fault if one person would hold posts that the house keeps apart, or be two sellers."""
    for posts in (rules.hall.apart.use(), SELLERS):
        if found := require_one_post_each({role: named[role] for role in posts if role in named}, "BG.III.02"):
            return found
    return None


def require_no_case(state: State) -> Fault | None:
    return fault("case-open", cause=state.game.cases[0].cause) if state.game.cases else None


def require_reason(reason: str) -> Fault | None:
    return None if reason.strip() else fault("reason-missing")
