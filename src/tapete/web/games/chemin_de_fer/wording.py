"""Names of buttons, sentences of the log, and why something is closed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.clauses import Cite, cite, cite_on_page
from tapete.games.baccarat.procedure import CloseBets, OpenBets
from tapete.games.banked.coup import Share
from tapete.games.chemin_de_fer.acts import Bid, PassHand, Stake
from tapete.games.chemin_de_fer.terms import COUP, Call, Phase
from tapete.games.chemin_de_fer.view import View
from tapete.kernel import Act, ActBody, PersonId, Refused
from tapete.table.acts import Leave
from tapete.table.staff import Role
from tapete.table.windows import Claim
from tapete.web import action_buttons, seat_links
from tapete.web.action_buttons import Action, Field
from tapete.web.games.baccarat.ruled_cases import incident_wording
from tapete.web.games.baccarat.wording import QUIET
from tapete.web.notices import Notice
from tapete.web.page_context import PageContext, of_viewer
from tapete.words import fill, join, label, money, person_name, refusal

# Names of buttons that need the table to be said: whom one accepts and for how much, with whom, from where.

KIND_OF: Final = {
    "stake": Call.STAKE,
    "stake-on-line": Call.LINE,
    "join-banco": Call.JOINT,
    "call-banco": Call.BANCO,
    "call-banco-seguido": Call.SEGUIDO,
    "call-banco-con-la-mesa": Call.PARTIAL,
    "call-ultimo-completo": Call.LAST,
}
"""The kind of call that a button makes."""

OF_A_SHARE: Final = frozenset({"accept-share", "take-over-share"})
OF_A_LATE_STAKE: Final = frozenset({"remove-late-stake", "admit-late-stake"})


def with_full_name(action: Action, view: View, names: Mapping[str, str], lang: str) -> Action:
    """Return a button of a person of the table under its full name; ``names`` are those on the felt, by pseudonym."""
    me = of_viewer(view.me)
    if action.tag == "decline-bank" and me.place_at_stake:
        return replace(action, name=label("named", "decline-and-lose", lang))
    if action.tag == "pick-up" and action.fields:
        return replace(action, name=label("named", "pick-up", lang), variant="by")
    if action.tag == "set-options":
        return action_buttons.of_option(action, lang)
    if action.tag == "withdraw-call":
        mine = [one for one in view.calls if one.person == me.person]
        told = {"calls": call_names(mine, lang)}
        return replace(action, name=fill(label("named", action.tag, lang), told, lang))
    if action.tag == "pledge-share":
        return _with_leaders(action, names, "", lang)
    if action.tag in OF_A_SHARE and "person" in action.fixed_fields:
        bank = view.bank
        shares = () if bank is None else bank.join_offers if action.tag == "accept-share" else bank.parts
        return _with_sum(action, shares, names, lang)
    if action.tag in OF_A_LATE_STAKE and "person" in action.fixed_fields:
        return _with_sum(action, view.coup.late, names, lang)
    if whose := _person_concerned(action, view):
        told = {"person": names.get(whose, person_name(whose, lang))}
        return replace(action, name=fill(label("named", action.tag, lang), told, lang))
    return (
        _joint_button(action, view, names, lang)
        if action.tag == "join-banco"
        else action_buttons.with_full_name(action, view, lang)
    )


def call_names(calls: Iterable[Claim[str]], lang: str) -> str:
    """Name calls with their amounts: «banco 200 €»."""
    return join((f"{label('call', one.kind.partition(':')[0], lang)} {money(one.amount, lang)}" for one in calls), lang)


def with_warning(action: Action, view: View, lang: str) -> Action:
    """Return a button of a person with what they should know before they press it: what it takes the place of, how long
    it holds, what it costs.
    """
    me = of_viewer(view.me)
    if action.tag in ("refuse-to-deal", "all-goes") and view.bank is not None and view.bank.banker == me.person:
        return replace(action, question=label("before-pressing", action.tag, lang))
    if action.tag == "leave":
        return action_buttons.with_warning(action, view, lang)
    gone = me.instead.get(KIND_OF.get(action.tag, ""), ())
    if all(one.kind == Call.STAKE for one in gone):
        return action
    told = {"calls": call_names(gone, lang)}
    return replace(action, question=fill(label("before-pressing", "instead", lang), told, lang))


def _person_concerned(action: Action, view: View) -> str:
    """Return for whom somebody else's button is, where it does not say so itself; nobody on one's own page."""
    whose: str | None
    match action.tag:
        case "draw-card" | "stand" | "ask-table":
            whose = view.bank.banker if view.bank else None
        case "take-bank" | "decline-bank":
            whose = view.offer.candidate if view.offer else None
        case "cut-pack" | "decline-cut":
            whose = view.cut_to
        case "withdraw-stake" | "keep-stake":
            whose = action.fixed_fields.get("person")
        case _:
            whose = None
    return "" if whose is None or whose == of_viewer(view.me).person else str(whose)


def _with_sum(action: Action, shares: Iterable[Share], names: Mapping[str, str], lang: str) -> Action:
    """Return a button under whose money it is about and how much of it; ``shares`` hold everybody's, in cents."""
    person = action.fixed_fields["person"]
    facts = {
        "person": names.get(person, person_name(person, lang)),
        "amount": sum(one.amount for one in shares if str(one.person) == person),
    }
    return replace(action, name=fill(label("named", action.tag, lang), facts, lang))


def _with_leaders(action: Action, names: Mapping[str, str], me: str, lang: str) -> Action:
    """Name those with whom one may join; what stands already comes before a banco of one's own."""

    def named(one: Field) -> Field:
        found = sorted(one.options, key=lambda option: option[0] == me)
        nobody = {me: label("named", "nobody-yet", lang)}
        return replace(one, options=tuple((who, nobody.get(who) or names.get(who, name)) for who, name in found))

    return replace(action, fields=tuple(named(one) if one.name == "leader" else one for one in action.fields))


def _joint_button(action: Action, view: View, names: Mapping[str, str], lang: str) -> Action:
    me = str(of_viewer(view.me).person)
    if action.fixed_fields.get("leader") == me:
        return replace(action, name=label("named", "propose-banco", lang))
    if "leader" in action.fixed_fields:
        told = {"person": names.get(action.fixed_fields["leader"], action.fixed_fields["leader"])}
        return replace(action, name=fill(label("named", "join-banco", lang), told, lang))
    return _with_leaders(action, names, me, lang)


# --- log wording ------------------------------------------------------------------------------------------------------


QUIET_EVENTS: Final = QUIET | {"garage-formed", "garage-returned", "garage-kept", "seguido-held"}
"""Events that say nothing to a reader of the log."""


def log_wording(kind: str, event: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return the code of the sentence of an event, and its facts: amounts of shares are added up (cents)."""
    if kind == "auction-closed" and event["winner"] is None:
        return f"{kind}.nobody", event
    if str(event.get("kind", "")).startswith("banco-con:"):
        return kind, {**event, "kind": "banco-con"}
    if kind == "card-moved" and event.get("face"):
        return f"{kind}.face", event
    if kind == "incident-opened":
        return incident_wording(kind, event)
    if "parts" in event:
        return kind, {**event, "amount": sum(share["amount"] for share in event["parts"])}
    return kind, event


# --- inform clauses ---------------------------------------------------------------------------------------------------


# The places of the pages that present an ``inform`` clause of chemin de fer: each is cited here once.
#
# The model carries them, with the part of the felt or the rule of the table that shows each; a test finds them all.

PLACES: Final[dict[str, Cite]] = {
    "one_resolution": cite_on_page("CF.R.01"),
    "dates": cite_on_page("CF.R.02"),
    "catalogue": cite_on_page("CF.R.04"),
    "names": cite_on_page("CF.R.05"),
    "stop_card": cite_on_page("CF.B.09"),
    "paddle": cite_on_page("CF.B.39"),
    "garage_right": cite_on_page("CF.B.46"),
    "watch_stakes": cite_on_page("CF.C4.17"),
    "own_area": cite_on_page("CF.D.02"),
    "minimum_shown": cite_on_page("CF.E2.03"),
    "garage": cite_on_page("CF.E3.01"),
    "staff": cite_on_page("CF.S.03"),
    "shoe_rules": cite_on_page("CF.S.04"),
}
"""The places of the pages of chemin de fer, by the names under which the models show them."""


# --- closed reasons ---------------------------------------------------------------------------------------------------


STAKES: Final = frozenset({"stake", "stake-on-line", "call-banco", "call-banco-seguido", "withdraw-call"})

REPEAT: Final = cite("CF.B.30")


def closed_reasons(sight: PageContext, person: PersonId, offered: frozenset[str]) -> tuple[Notice, ...]:
    """Return why a person may not bid, pass the bank or stake now, and between coups that they may repeat their banco.

    ``offered`` are the tags of the acts that they may do.
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
    is_theirs = view.bank is not None and any(one.person == person for one in view.bank.parts)
    if view.phase == Phase.BETS and not holds_it and not offered & STAKES:
        yield from _refusal_of(sight, person, Stake(view.minimum))
    if of_viewer(view.me).may_repeat_banco and view.phase not in COUP and view.phase != Phase.BETS and not is_theirs:
        yield Notice(label("chemin", "may-repeat", sight.lang), "up", (REPEAT,))


def stay_reason(sight: PageContext, person: PersonId, offered: frozenset[str]) -> Notice | None:
    """Return why somebody at the table may not leave it now."""
    return None if "leave" in offered else next(_refusal_of(sight, person, Leave()), None)


def _refusal_of(sight: PageContext, person: PersonId, what: ActBody) -> Iterator[Notice]:
    no = sight.table.would_refuse(Act(person, what, sight.view.step))
    if no is not None:
        yield from _notice(sight, no)


def _notice(sight: PageContext, no: Refused) -> Iterator[Notice]:
    told = refusal(no.code, no.facts, sight.lang, seat_links.table_naming(sight.table.id))
    yield Notice(told, "even", tuple(dict.fromkeys(no.clauses)))
