"""Names of buttons, sentences of the log, and why something is closed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from tapete.games.baccarat.effects import Effect
from tapete.games.baccarat.procedure import CloseBets, OpenBets
from tapete.games.dos_panos.acts import Bid, CallBanco, CloseCalls, Stake
from tapete.games.dos_panos.terms import CLOTHS, COUP, HANDS, WORD_OF, Hand, Phase
from tapete.games.dos_panos.view import View
from tapete.kernel import Act, ActBody, PersonId
from tapete.table.acts import Leave
from tapete.table.staff import Role
from tapete.web import action_buttons, seat_links
from tapete.web.action_buttons import Action, Field
from tapete.web.games.baccarat.remedies import (
    EFFECTS as EVERYWHERE,
    RemedyContext,
    RulingForm,
    remedy_context,
    sentences,
)
from tapete.web.games.baccarat.ruled_cases import incident_wording
from tapete.web.games.baccarat.wording import QUIET
from tapete.web.notices import Notice
from tapete.web.page_context import PageContext, of_viewer
from tapete.words import act, colon, fill, label, money, refusal

# Names of buttons that need the table to be said: on which cloth, for how much, for whom the croupier records.

OF_THE_BANKER: Final = frozenset(
    {"deliver-bank", "leave-bank", "ask-new-shoe", "deal-card", "give-card", "draw-card", "stand", "ask-table"}
)
OF_A_CLOTH: Final = frozenset({"say", "ask-advice", "place-cards", "lay-down"})
"""What the croupier of a real table records for another."""

OF_ONE_HAND: Final = frozenset({"lift", "show-hand"})
"""What the player who holds the hand does without its name."""

OPTION_TOPICS: Final = {"cloth": "hand", "form": "means", "place": "deposit-place", "token": "hand", "partner": "hand"}
"""Where the names of the options of a field stand."""


def with_full_name(action: Action, view: View, names: Mapping[str, str], lang: str) -> Action:
    """Return a button under its full name; ``names`` are those on the felt, by pseudonym."""
    named = replace(action, fields=tuple(_named_options(one, names, lang) for one in action.fields))
    if action.tag == "take-stake":
        return replace(named, name=_taken_back(action, view, lang))
    if action.tag == "place-cards":
        named = replace(named, name=label("cloths", f"cards-crossed-{action.fixed_fields['crossed']}", lang))
    if action.tag == "pick-up" and action.fields:
        return replace(named, name=label("named", "pick-up", lang), variant="by")
    if (
        action.tag in OF_ONE_HAND
        and view.me is not None
        and _holder(action.fixed_fields["hand"], view) == view.me.person
    ):
        return replace(named, name=act(action.tag, {}, lang))
    if action.tag == "testify":
        return replace(named, name=_testimony(action, names, lang))
    if action.tag == "repeat-banco" and action.fixed_fields["again"] == "false":
        return replace(named, name=label("cloths", "no-repeat", lang))
    if amount := _amount_known(action, view):
        named = replace(named, name=f"{named.name} · {money(amount, lang)}")
    if whose := _recorded_for(action, view, names, lang):
        return replace(named, name=f"{whose}{colon(lang)} {named.name}")
    return named if action.tag == "leave" else action_buttons.with_full_name(named, view, lang)


def _named_options(field: Field, names: Mapping[str, str], lang: str) -> Field:
    topic = OPTION_TOPICS.get(field.name)
    if topic is None:
        return field
    named = tuple((value, names.get(value) or label(topic, value, lang)) for value, _ in field.options)
    titles = {"place": "deposit-place"}
    title = label("field", titles[field.name], lang) if field.name in titles else ""
    return replace(field, options=named, title=title)


def _testimony(action: Action, names: Mapping[str, str], lang: str) -> str:
    """Return whose testimony it is, and about which hand."""
    who = action.fixed_fields.get("person")
    told = {"hand": action.fixed_fields["hand"], "person": names.get(who or "", who)}
    return fill(label("desk", "own-testimony" if who is None else "testimony", lang), told, lang)


def _taken_back(action: Action, view: View, lang: str) -> str:
    mine = of_viewer(view.me).person
    cloth, spot = action.fixed_fields["cloth"], action.fixed_fields["spot"]
    amount = sum(one.amount for one in view.coup.laid if (one.person, one.cloth, one.spot) == (mine, cloth, spot))
    return fill(label("cloths", "take-back", lang), {"amount": amount, "cloth": cloth, "spot": spot}, lang)


def _amount_known(action: Action, view: View) -> int:
    """Return the sum that a button moves without asking for it, in cents; nothing for another button."""
    bank = view.bank
    match action.tag:
        case "announce-bank":
            return int(action.fixed_fields.get("amount") or 0)
        case "accept-bank":
            return 0 if view.award is None else view.award.amount
        case "deliver-bank":
            return int(action.fixed_fields.get("amount") or 0) or (0 if bank is None else bank.in_play + bank.deposit)
        case "call-banco" | "repeat-banco":
            return 0 if bank is None else bank.in_play
        case "leave-bank":
            return 0 if bank is None else bank.in_play + bank.deposit
        case _:
            return 0


def _recorded_for(action: Action, view: View, names: Mapping[str, str], lang: str) -> str:
    """Return for whom somebody else's button is: the cloth that speaks, or the banker by name; nothing on one's own
    page, nor where the button names the hand itself.
    """
    me = of_viewer(view.me).person
    if action.tag in OF_A_CLOTH:
        hand = _speaking_cloth(action, view)
        return "" if hand is None or _holder(hand, view) == me else label("hand", hand, lang).capitalize()
    owner = _owner(action, view)
    return "" if owner is None or owner == me else names.get(str(owner), str(owner))


def _holder(hand: str, view: View) -> PersonId | None:
    banker = None if view.bank is None else view.bank.banker
    return next((one.holder for one in view.coup.cloths if one.hand == hand), banker)


def _speaking_cloth(action: Action, view: View) -> str | None:
    """Return the cloth of a word, or of cards that are laid down; none for the bank's."""
    hand = action.fixed_fields.get("hand")
    if hand is not None:
        return hand if hand in CLOTHS else None
    return next((str(cloth) for cloth, phase in WORD_OF.items() if phase == view.phase), None)


def _owner(action: Action, view: View) -> PersonId | None:
    banker = None if view.bank is None else view.bank.banker
    match action.tag:
        case "announce-bank" if "person" in action.fixed_fields:
            return PersonId(action.fixed_fields["person"])
        case "deposit-bank":
            return banker if view.award is None else view.award.person
        case "repeat-banco":
            return view.coup.banco
        case tag if tag in OF_THE_BANKER:
            return banker
        case _:
            return None


def with_warning(action: Action, view: View, lang: str) -> Action:
    """Return a button with what somebody should know before they press it."""
    if action.tag == "leave-bank":
        return replace(action, question=label("cloths", "leave-asks", lang), consent=action.name)
    if action.tag == "deal-card" and view.phase != Phase.DEAL:
        return replace(action, question=label("cloths", "deal-asks", lang), consent=action.name)
    return action_buttons.with_warning(action, view, lang)


# --- log wording ------------------------------------------------------------------------------------------------------


QUIET_EVENTS: Final = QUIET | {"phase-opened", "urn-sealed"}
"""Events that say nothing to a reader of the log."""

NO_SCORES: Final = dict.fromkeys(("primero", "segundo", "banca"), "—")
"""What is told of a hand without a score: its cloth was called off, or a ruling decided it without its cards."""


def log_wording(kind: str, event: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return the code of the sentence of an event, and its facts (amounts in cents)."""
    match kind:
        case "cover-awarded":
            return f"{kind}.cloths", {**event, **_by_cloth(event.get("stakes", ()))}
        case "coup-ended":
            won = event["winners"]
            results = {"first": won.get("primero", "void"), "second": won.get("segundo", "void")}
            return f"{kind}.cloths", {**event, **NO_SCORES, **event["scores"], **results}
        case "incident-opened":
            return incident_wording(kind, event)
        case "coup-settled":
            return f"{kind}.cloths", event
        case "bank-returned":
            return f"{kind}.{event['end']}", event
        case "lots-wanted":
            return f"{kind}.{event['about']}", event
        case "card-moved" if event.get("face"):
            return f"{kind}.face", event
        case "word-said" if event.get("hand"):
            return f"{kind}.hand", event
        case "bank-broken" if event.get("rest"):
            return f"{kind}.rest", event
        case "table-opened" if not event.get("maximum"):
            return f"{kind}.bare", event
        case "bank-taken" | "bank-offered" | "auction-closed":
            return f"{kind}.bare", event
        case _:
            return kind, event


def _by_cloth(stakes: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    return {cloth: sum(one["amount"] for one in stakes if one["cloth"] == cloth) for cloth in ("primero", "segundo")}


# --- closed reasons ---------------------------------------------------------------------------------------------------


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
    """Return why a person may not stake, call banco or bid now; ``offered`` are the tags of what they may do."""
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
    return next(_refusal_of(sight, person, Leave()), None)


def _refusal_of(
    sight: PageContext, person: PersonId, what: ActBody, only: frozenset[str] = frozenset()
) -> Iterator[Notice]:
    no = sight.table.would_refuse(Act(person, what, sight.view.step))
    if no is not None and (not only or no.code in only):
        told = refusal(no.code, no.facts, sight.lang, seat_links.table_naming(sight.table.id))
        yield Notice(told, "even", tuple(dict.fromkeys(no.clauses)))


# --- ruling words -----------------------------------------------------------------------------------------------------


NOT_HERE: Final = frozenset({"return-stake"})
"""A stake on two cloths goes back with its cloth alone."""

EFFECTS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {kind: fields for kind, fields in EVERYWHERE.items() if kind not in NOT_HERE} | {"void-coup": ("hand",)}
)
"""The effects that the ruling form offers, with the fields of each: a coup can be void on one cloth alone."""

RULING_FORM: Final = RulingForm(
    EFFECTS,
    tuple(map(str, HANDS)),
    (*(place for hand in HANDS for place in (str(hand), f"{hand}-3")), "basket", "floor"),
    tuple(str(one) for one in COUP if one is not Phase.SETTLE),
)
"""What an official chooses from in a ruling of their own."""


def told_ruling(effects: Iterable[Effect], lang: str) -> tuple[str, ...]:
    """Return what a ruling of a recorded hand does, in words."""
    return sentences(effects, RemedyContext(is_erring_party_named=True), lang)


def ruling_words(view: View, names: Mapping[str, str]) -> RemedyContext:
    """Return what the sentences of a remedy may name: what binds the banker depends on whose error it was."""
    return remedy_context(view, names, view.hand_holders, is_erring_party_named=True)
