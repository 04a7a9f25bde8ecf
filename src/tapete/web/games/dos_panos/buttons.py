"""The buttons of the two-cloth game: names, usual amounts, what they cost, letters, and why something is closed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from tapete.games.baccarat.procedure import CloseBets, OpenBets
from tapete.games.dos_panos.acts import Bid, CallBanco, CloseCalls, Stake
from tapete.games.dos_panos.terms import CLOTHS, WORD_OF, BankMode, Hand, Phase
from tapete.games.dos_panos.view import View
from tapete.kernel import ActBody, PersonId
from tapete.web import action_buttons
from tapete.web.action_buttons import PURCHASES, Action, Field, amounts_at_cash_desk
from tapete.web.games.baccarat import page
from tapete.web.games.baccarat.page import BANKED, Page, renamed
from tapete.web.games.dos_panos.notices import RecentEvents
from tapete.web.notices import Notice
from tapete.web.page_context import of_viewer
from tapete.words import act, colon, fill, label, money, text

Here = Page[View, RecentEvents]

LETTERS: Final[Mapping[str, str]] = {**BANKED, "close-calls": "e", "lay-down": "a", "ask-table": "t", "show-hand": "u"}

OF_THE_BANKER: Final = frozenset(
    {"deliver-bank", "leave-bank", "ask-new-shoe", "deal-card", "give-card", "draw-card", "stand", "ask-table"}
)
OF_A_CLOTH: Final = frozenset({"say", "ask-advice", "place-cards", "lay-down"})
"""What the croupier of a real table records for another."""

OF_ONE_HAND: Final = frozenset({"lift", "show-hand"})
"""What the player who holds the hand does without its name."""

OPTION_TOPICS: Final = {"cloth": "hand", "form": "means", "place": "deposit-place", "token": "hand", "partner": "hand"}
"""Where the names of the options of a field stand; else they are people."""


# --- names ------------------------------------------------------------------------------------------------------------


def with_full_name(action: Action, on: Here) -> Action:
    """Return a button under its full name: on which cloth, for how much, for whom the croupier records."""
    named = replace(action, fields=tuple(_named_options(one, on) for one in action.fields))
    fixed, me = action.fixed_fields, of_viewer(on.view.me).person
    match action.tag:
        case "take-stake":
            return replace(named, name=_taken_back(fixed["cloth"], fixed["spot"], on))
        case "pick-up" if action.fields:
            return replace(renamed(named, on.lang), variant="by")
        case tag if tag in OF_ONE_HAND and _holder(fixed["hand"], on) == me:
            return replace(named, name=act(tag, {}, on.lang))
        case "testify":
            who = fixed.get("person")
            told = {"hand": fixed["hand"], "person": who and on.name(who)}
            said = label("desk", "testimony" if who else "own-testimony", on.lang)
            return replace(named, name=fill(said, told, on.lang))
        case "set-options" if fixed:
            return action_buttons.of_option(named, on.lang)
        case "repeat-banco" if fixed["again"] == "false":
            return replace(named, name=on.say("no-repeat"))
        case "place-cards":
            named = replace(named, name=on.say(f"cards-crossed-{fixed['crossed']}"))
        case _:
            pass
    if amount := _amount_known(action, on.view):
        named = replace(named, name=f"{named.name} · {money(amount, on.lang)}")
    if whose := _recorded_for(action, on, me):
        return replace(named, name=f"{whose}{colon(on.lang)} {named.name}")
    return named if action.tag == "leave" else action_buttons.with_full_name(named, on.view, on.lang)


def _named_options(field: Field, on: Here) -> Field:
    topic = OPTION_TOPICS.get(field.name)
    if topic is None:
        return field
    named = tuple((value, text(topic, value, on.lang) or on.name(value)) for value, _ in field.options)
    return replace(
        field, options=named, title=label("field", "deposit-place", on.lang) if field.name == "place" else ""
    )


def _taken_back(cloth: str, spot: str, on: Here) -> str:
    laid = ((one.amount, (one.person, one.cloth, one.spot)) for one in on.view.coup.laid)
    amount = sum(amount for amount, where in laid if where == (on.person, cloth, spot))
    return on.say("take-back", amount=amount, cloth=cloth, spot=spot)


def _amount_known(action: Action, view: View) -> int:
    """Return the sum that a button moves without asking for it, in cents; nothing for another button."""
    in_play, deposit = (0, 0) if view.bank is None else (view.bank.in_play, view.bank.deposit)
    told = int(action.fixed_fields.get("amount") or 0)
    match action.tag:
        case "announce-bank":
            return told
        case "accept-bank":
            return 0 if view.award is None else view.award.amount
        case "deliver-bank":
            return told or in_play + deposit
        case "call-banco" | "repeat-banco":
            return in_play
        case "leave-bank":
            return in_play + deposit
        case _:
            return 0


def _recorded_for(action: Action, on: Here, me: PersonId) -> str:
    """Return for whom somebody else's button is: the cloth that speaks, or the banker by name; nothing on one's own
    page, nor where the button names the hand itself.
    """
    if action.tag in OF_A_CLOTH:
        hand = _speaking_cloth(action, on.view)
        return "" if hand is None or _holder(hand, on) == me else label("hand", hand, on.lang).capitalize()
    owner = _owner(action, on)
    return "" if owner == me else on.name(owner)


def _holder(hand: str, on: Here) -> PersonId | None:
    return next((one.holder for one in on.view.coup.cloths if one.hand == hand), on.banker)


def _speaking_cloth(action: Action, view: View) -> str | None:
    """Return the cloth of a word, or of cards that are laid down; none for the bank's."""
    hand = action.fixed_fields.get("hand")
    if hand is not None:
        return hand if hand in CLOTHS else None
    return next((str(cloth) for cloth, phase in WORD_OF.items() if phase == view.phase), None)


def _owner(action: Action, on: Here) -> str | None:
    match action.tag:
        case "announce-bank":
            return action.fixed_fields.get("person")
        case "deposit-bank":
            return on.banker if on.view.award is None else on.view.award.person
        case "repeat-banco":
            return on.view.coup.banco
        case tag:
            return on.banker if tag in OF_THE_BANKER else None


def with_warning(action: Action, on: Here) -> Action:
    """Return a button with what somebody should know before they press it."""
    asks = {"leave-bank": "leave-asks", **({"deal-card": "deal-asks"} if on.view.phase != Phase.DEAL else {})}
    if action.tag in asks:
        return replace(action, question=on.say(asks[action.tag]), consent=action.name)
    return action_buttons.with_warning(action, on.view, on.lang)


# --- usual amounts (cents) --------------------------------------------------------------------------------------------


def _whole_units(amount: int, unit: int) -> int:
    """Return the least whole number of units that is not below an amount: nobody bids a cent above another."""
    return -(-amount // unit) * unit


def _uncovered_amount(view: View) -> int:
    """Return how much more a limited bank answers for than plays against it; 0 where it answers for everything."""
    if view.bank is None or view.mode is BankMode.OPEN:
        return 0
    return max(0, view.bank.in_play - sum(one.at_risk for one in view.coup.cloths))


def _outbidding(view: View, least: int) -> int:
    """Return the least bid in units of the table that is more than everybody's."""
    bids = () if view.auction is None else view.auction.bids
    return _whole_units(max([least, *(one.amount + 1 for one in bids)]), view.minimum)


def usual_amounts(tag: str, view: View, least: int, most: int | None) -> Iterable[tuple[int, str]]:
    match tag:
        case "stake":
            return (*((n * least, "") for n in (1, 2, 5, 10)), (_uncovered_amount(view), "rest"))
        case "prove-deposit":
            return (*((n * view.bank_minimum, "") for n in (2, 5, 10)), (most or 0, ""))
        case "deposit-bank" | "announce-bank" | "buy-bank" | "draw-lots":
            return ((least, "least"), (2 * least, ""), (5 * least, ""), (most or 0, ""))
        case "bid":
            first, steps = _outbidding(view, least), view.bank_minimum
            return ((first, ""), (_whole_units(first + 1, steps), ""), (first + 2 * steps, ""), (most or 0, ""))
        case _:
            return amounts_at_cash_desk(tag, view.minimum, most)


def at_once(action: Action, on: Here) -> Action:
    """Return a button that does the usual thing at one touch: the next free place, all cards, an amount (cents)."""
    field = action.fields[0] if len(action.fields) == 1 else None
    me, view, value, code = of_viewer(on.view.me), on.view, None, ""
    if action.tag == "deposit-bank" and on.is_player:
        made = page.at_once(action, action.fields[0].minimum or view.bank_minimum, on.lang)
        return replace(made, at_once={**made.at_once, "form": action.fields[1].options[0][0]})
    if field is None:
        return action
    match action.tag:
        case "sit" if me.seat is None and field.options:
            value = int(field.options[0][0])
        case "count-pack":
            value = field.maximum
        case "insert-stop-card" | "open-auction" if field.name != "days":
            value = field.minimum
        case "bid" if field.kind == "money":
            least = field.minimum or view.minimum
            value = page.affordable(_outbidding(view, least), least, field.maximum)
        case "buy-in" if field.kind == "money":
            purse = on.sight.table.purse(me.person)
            least, code = field.minimum or view.minimum, "" if purse is None else "bring-chips"
            value = page.affordable(PURCHASES[1] * view.minimum, least, field.maximum, purse)
        case _:
            pass
    return action if value is None else page.at_once(action, value, on.lang, code)


# --- closed reasons ---------------------------------------------------------------------------------------------------


NEXT_STEPS: Final[Mapping[str, ActBody]] = {
    Phase.BETWEEN: OpenBets(),
    Phase.BANCO: CloseCalls(),
    Phase.BETS: CloseBets(),
}
"""What the croupier does next where enough players are at the table."""

SHORT: Final = frozenset({"too-few-punters", "cloth-without-holder", "deposit-not-sufficient"})
"""The refusals that tell everybody what the table lacks: people, or a proof of what covers the stakes."""


def closed_reasons(on: Here) -> Iterator[Notice]:
    """Yield why the viewer may not stake, call banco or bid now."""
    view, cloth = on.view, of_viewer(on.view.me).cloth or Hand.PRIMERO
    laid = sum(one.amount for one in view.coup.laid if (one.person, one.cloth) == (on.viewer, cloth))
    looked_for: dict[str, tuple[str, ActBody]] = {
        Phase.BANCO: ("call-banco", CallBanco()),
        Phase.BETS: ("stake", Stake(view.minimum + laid, cloth)),
        Phase.AUCTION: ("bid", Bid(max(view.bank_minimum, 1) if view.auction is None else view.auction.floor)),
    }
    tag, what = looked_for.get(view.phase, ("", None))
    if what is not None and tag not in on.tags and on.banker != on.viewer:
        yield from on.refusals(what)
