"""Why a player of chemin de fer may not do now what he would look for; the rules themselves are asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from tapete.clauses import cite
from tapete.games.baccarat.procedure import CloseBets, OpenBets
from tapete.games.chemin_de_fer.acts import Bid, PassHand, Stake
from tapete.games.chemin_de_fer.terms import COUP, Phase
from tapete.games.chemin_de_fer.view import View
from tapete.kernel import Act, ActBody, PersonId, Refused
from tapete.table.acts import Leave
from tapete.table.staff import Role
from tapete.web import seat_links
from tapete.web.notices import Notice
from tapete.web.screens.frame import PageContext, of_viewer
from tapete.words import act, label, refusal

STAKES: Final = frozenset({"stake", "stake-on-line", "call-banco", "call-banco-seguido", "withdraw-call"})

REPEAT: Final = cite("CF.B.30")


def closed_reasons(sight: PageContext, person: PersonId, offered: frozenset[str]) -> tuple[Notice, ...]:
    """Return why a person may not bid, pass his bank or stake now, and between coups that he may repeat his banco.

    ``offered`` are the tags of the acts that he may do.
    """
    return tuple(_refusal_notices(sight, person, offered))


NEXT_STEPS: Final[Mapping[str, ActBody]] = {Phase.BETWEEN: OpenBets(), Phase.BETS: CloseBets()}
"""What the croupier does next where enough players are at the table."""


def short_of_players(sight: PageContext) -> tuple[Notice, ...]:
    """Return why no betting is opened, or closed, while people are missing: everybody waits for them."""
    croupier, what = sight.view.staff.get(str(Role.CROUPIER)), NEXT_STEPS.get(sight.view.phase)
    if croupier is None or what is None:
        return ()
    no = sight.table.would_refuse(Act(croupier, what, sight.view.step))
    return tuple(_notice(sight, no)) if no is not None and no.code == "too-few-players" else ()


def _refusal_notices(sight: PageContext, person: PersonId, offered: frozenset[str]) -> Iterator[Notice]:
    view = sight.view_as(View)
    if view.auction is not None and "bid" not in offered:
        yield from _refusal_of(sight, person, Bid(view.auction.floor))
    holds_it = view.bank is not None and view.bank.banker == person
    if holds_it and view.phase == Phase.BETWEEN and "pass-hand" not in offered:
        yield from _refusal_of(sight, person, PassHand())
    his = view.bank is not None and any(one.person == person for one in view.bank.parts)
    if view.phase == Phase.BETS and not holds_it and not offered & STAKES:
        yield from _refusal_of(sight, person, Stake(view.minimum))
    if of_viewer(view.me).may_repeat_banco and view.phase not in COUP and view.phase != Phase.BETS and not his:
        yield Notice(label("chemin", "may-repeat", sight.lang), "up", (REPEAT,))


def stay_reason(sight: PageContext, person: PersonId, offered: frozenset[str]) -> Notice | None:
    """Return why somebody at the table may not leave it now."""
    found = (
        () if "leave" in offered else tuple(_refusal_of(sight, person, Leave(), act("leave", {}, sight.lang) + ": "))
    )
    return found[0] if found else None


def _refusal_of(sight: PageContext, person: PersonId, what: ActBody, before: str = "") -> Iterator[Notice]:
    no = sight.table.would_refuse(Act(person, what, sight.view.step))
    if no is not None:
        yield from _notice(sight, no, before)


def _notice(sight: PageContext, no: Refused, before: str = "") -> Iterator[Notice]:
    told = before + refusal(no.code, no.facts, sight.lang, seat_links.table_naming(sight.table.id))
    yield Notice(told, "even", tuple(dict.fromkeys(no.clauses)))
