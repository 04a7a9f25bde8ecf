"""Why somebody may not do now what he would look for; the rules themselves are asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from tapete.games.baccarat.procedure import CloseBets, OpenBets
from tapete.games.dos_panos.acts import Bid, CallBanco, CloseCalls, Stake
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.games.dos_panos.view import View
from tapete.kernel import Act, ActBody, PersonId
from tapete.table.acts import Leave
from tapete.table.staff import Role
from tapete.web import seat_links
from tapete.web.notices import Notice
from tapete.web.screens.frame import PageContext, of_viewer
from tapete.words import act, refusal

NEXT_STEPS: Final[Mapping[str, ActBody]] = {
    Phase.BETWEEN: OpenBets(),
    Phase.BANCO: CloseCalls(),
    Phase.BETS: CloseBets(),
}
"""What the croupier does next where enough players are at the table."""

SHORT: Final = frozenset({"too-few-punters", "cloth-without-holder", "deposit-not-sufficient"})
"""The refusals that tell everybody what the table lacks: people, or a proof of what covers the stakes."""


def short_of_players(sight: PageContext) -> tuple[Notice, ...]:
    """Return why no betting is opened, or closed, while people are missing: everybody waits for them."""
    croupier, what = sight.view.staff.get(str(Role.CROUPIER)), NEXT_STEPS.get(sight.view.phase)
    return () if croupier is None or what is None else tuple(_refusal_of(sight, croupier, what, SHORT))


def closed_reasons(sight: PageContext, person: PersonId, offered: frozenset[str]) -> tuple[Notice, ...]:
    """Return why a person may not stake, call banco or bid now; ``offered`` are the tags of what he may do."""
    view = sight.view_as(View)
    cloth = of_viewer(view.me).cloth or Hand.PRIMERO
    holds = view.bank is not None and view.bank.banker == person
    more = view.minimum + sum(one.amount for one in view.coup.laid if (one.person, one.cloth) == (person, cloth))
    looked_for: dict[str, tuple[str, ActBody]] = {
        Phase.BANCO: ("call-banco", CallBanco()),
        Phase.BETS: ("stake", Stake(more, cloth)),
        Phase.AUCTION: ("bid", Bid(max(view.bank_minimum, 1) if view.auction is None else view.auction.floor)),
    }
    tag, what = looked_for.get(view.phase, ("", None))
    if what is None or tag in offered or holds:
        return ()
    return tuple(_refusal_of(sight, person, what))


def stay_reason(sight: PageContext, person: PersonId, offered: frozenset[str]) -> Notice | None:
    """Return why somebody at the table may not leave it now."""
    if "leave" in offered:
        return None
    return next(_refusal_of(sight, person, Leave(), before=act("leave", {}, sight.lang) + ": "), None)


def _refusal_of(
    sight: PageContext, person: PersonId, what: ActBody, only: frozenset[str] = frozenset(), before: str = ""
) -> Iterator[Notice]:
    no = sight.table.would_refuse(Act(person, what, sight.view.step))
    if no is not None and (not only or no.code in only):
        told = before + refusal(no.code, no.facts, sight.lang, seat_links.table_naming(sight.table.id))
        yield Notice(told, "even", tuple(dict.fromkeys(no.clauses)))
