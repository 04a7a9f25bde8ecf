"""Names of buttons, questions before them and answers after them, and sentences of the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.games.bingo import events as e
from tapete.games.bingo.terms import Means, TakingsCount
from tapete.games.bingo.view import View
from tapete.kernel import Count, FixedValue, Offer, PersonId
from tapete.money import Cents
from tapete.web import action_buttons
from tapete.web.action_buttons import Action, Field
from tapete.web.games.bingo import caller
from tapete.web.games.bingo.caller import LETTERS
from tapete.web.ports import Table
from tapete.web.seat_links import short_name
from tapete.words import Naming, fill, label, money, refusal, topics, with_one_euro

# --- log wording ------------------------------------------------------------------------------------------------------


GIVEN: Final = frozenset({"note", "reason"})
"""What somebody may write beside an event."""


OF_MEANS: Final = frozenset({"prize-paid", "refund-paid"})
"""Events of money that goes out in cash, or into somebody's account."""

OF_SALE: Final = frozenset({"cards-sold", "cards-taken-back"})
"""Events of cartones that are sold, or go back before the sale is closed."""

OF_CARDS: Final = frozenset({"cards-returned"})
"""Events of a range of cartones."""


def log_wording(kind: str, event: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return the code of the sentence of an event, and its facts; a note or a reason that nobody gave is none."""
    if kind == "said":
        return "said.hall", {"text": with_one_euro(event["text"])}
    if kind == "entry-written" and event.get("is_complaint"):
        return f"{kind}.complaint", event
    if kind == "counter-set":
        return kind if event["is_on"] else f"{kind}.off", event
    if kind == "call-refused":
        return kind, {**event, "why": {"topic": "refusal", "code": event["code"], "facts": event}}
    if kind == "card-checked" and event.get("reason"):
        return f"{kind}.unsold", event
    if kind == "card-checked" and "balls" in event:
        return f"{kind}.{'right' if event['valid'] else 'wrong'}", event
    if kind == "card-checked":
        lacking = len(event.get("missing", ()))
        return f"{kind}.{'good' if event['valid'] else 'bad'}", {**event, "lacking": lacking}
    if kind == "check-noted":
        return f"{kind}{_finding(event)}", event
    if kind == "unsold-collected":
        return f"{kind}{_count(event)}", event
    if kind == "call-taken-back" and event.get("keyed_by"):
        return f"{kind}.keyed", event
    if kind == "case-closed":
        ruled = f"{kind}.of" if "cause" in event else kind
        return f"{ruled}-untrue" if event.get("is_untrue") else ruled, event
    if kind == "game-voided" and event.get("recovered"):
        return f"{kind}.recovered", {**event, "back": sum(one["amount"] for one in event["recovered"])}
    if kind in OF_MEANS:
        return f"{kind}.{_means(event)}", {**event, **_range(event.get("cards"))}
    if kind in OF_SALE:
        return f"{kind}.{_means(event)}", {**event, **_range(event["cards"])}
    if kind in OF_CARDS:
        return kind, {**event, **_range(event["cards"])}
    if kind == "money-asked":
        return f"{kind}.none" if not event["amount"] else kind if event["is_paid_in"] else f"{kind}.out", event
    if kind == "sale-corrected" and "was_sold" in event:
        kind = f"{kind}.{'sold' if event['was_sold'] else 'unsold'}{'' if event['reason'] else '-bare'}"
    return kind, {name: value for name, value in event.items() if value or name not in GIVEN}


def _range(cards: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Return a range of cartones as it is told: its series, how many they are, and their numbers."""
    if cards is None:
        return {}
    first, last = cards["first"], cards["last"]
    return {**cards, "count": last - first + 1, "numbers": str(first) if first == last else f"{first}–{last}"}


def _count(event: Mapping[str, Any]) -> str:
    """Return how the sentence of a count of unsold cartones goes on: whether it was made again, and did not come out. A
    record from before it was written down does not say how many were due.
    """
    again = ".again" if event.get("reason") else ""
    return again if event.get("expected") in (None, event["count"]) else f"{again or '.counted'}-differs"


def _finding(event: Mapping[str, Any]) -> str:
    if event["in_order"]:
        return ".noted" if event.get("note") else ""
    return ".failed" if event.get("note") else ".failed-bare"


def _means(event: Mapping[str, Any]) -> str:
    """Return how money goes out: in cash to whoever comes, in cash to somebody by name, or into their account."""
    if not event.get("person"):
        return "cash"
    return "person" if event.get("means") == "cash" else "account"


# --- answering --------------------------------------------------------------------------------------------------------


def answer_words(events: tuple[Any, ...], lang: str, naming: Naming) -> str:
    """Return the sentences on what an act came to; nothing where its name says enough."""
    return " ".join(told for one in events if (told := _of(one, lang, naming)))


def _of(one: Any, lang: str, naming: Naming) -> str:
    match one:
        case e.CallRefused():
            why = refusal(one.code, {"card": one.card, "game": one.game}, lang, naming)
            return f"{why} {label('bingo', 'call-noted', lang)}"
        case e.CardChecked():
            code = "found-right" if one.valid else "found-unsold" if one.reason else "found-wrong"
            return fill(label("bingo", code, lang), {"lacking": len(one.missing_numbers)}, lang)
        case e.PrizePaid(amount=amount, means=means, person=person):
            return _paid(amount, person if means is Means.ACCOUNT else None, lang, naming)
        case e.RefundPaid(amount=amount, person=person):
            return _paid(amount, person, lang, naming)
        case _:
            return ""


def _paid(amount: Cents, owner: PersonId | None, lang: str, naming: Naming) -> str:
    code = "paid-cash" if owner is None else "paid-account"
    return fill(label("bingo", code, lang), {"amount": amount, "person": owner}, lang, naming)


def hall_sentence(code: str, facts: Mapping[str, Any], view: View, lang: str) -> str:
    """Return a sentence of the hall, its people under the names by which they are known there."""
    return fill(label("bingo", code, lang), facts, lang, lambda who, to: short_name(who, view.name, to))


# --- asking -----------------------------------------------------------------------------------------------------------


GRAVE: Final = frozenset({"close-hall", "close-session", "void-game", "call-off-sale"})
"""The acts that are asked again before they are done."""


def asked_first(action: Action, view: View, lang: str) -> Action:
    """Return a button with the question that comes before its act; one of no grave act as it is."""
    if action.tag not in GRAVE:
        return action
    told = [label("bingo", f"ask-{action.tag}", lang)]
    told += _still_open(view, lang) if action.tag in ("close-hall", "close-session") else []
    return replace(action, question=" ".join(told), consent=label("bingo", f"ask-{action.tag}-yes", lang))


def _still_open(view: View, lang: str) -> list[str]:
    """Return the sentences on the money that a hall still has of others."""
    duty = view.duty
    if duty is None:
        return []
    sums = {
        "prizes": sum(duty.due_prizes.values()),
        "refunds": sum(duty.pending_refunds.values()),
        "accounts": sum(duty.accounts.values()),
    }
    return [fill(label("bingo", f"still-{code}", lang), {"amount": held}, lang) for code, held in sums.items() if held]


# --- button names -----------------------------------------------------------------------------------------------------


TYPED: Final = ("collect-unsold", "hand-over-takings", "return-cards", "pay-refund")
"""What one touch does as the books have it, and is typed where somebody counted otherwise."""

DECIDED: Final = frozenset({"recover", "has_cash_back", "is_untrue", "cause", "fate"})
"""What somebody decides or has seen: nothing of it is chosen beforehand."""


def buttons(table: Table, view: View, person: PersonId, offered: Iterable[Offer], lang: str) -> tuple[Action, ...]:
    """Return the buttons of an official, with the names of a hall."""
    listed = tuple(offered)
    made = action_buttons.actions(listed, table.id, person, table.version, lang, game=table.game.key, letters=LETTERS)
    shown = sorted(listed, key=lambda one: not one.main)
    return tuple(_named(action, offer, view, table.id, lang) for action, offer in zip(made, shown, strict=True))


def _named(action: Action, offer: Offer, view: View, table: str, lang: str) -> Action:
    facts = {name: field.value for name, field in offer.fields.items() if isinstance(field, FixedValue)}
    facts |= {name: one.minimum for name, one in offer.fields.items() if name == "first" and isinstance(one, Count)}
    facts |= {name: one.maximum for name, one in offer.fields.items() if name == "last" and isinstance(one, Count)}
    if offer.act == "pay-prize" and view.duty is not None:
        won = (str(facts["game"]), str(facts["prize"]), str(facts["card"]))
        account = "owed:" + "/".join(won)
        facts["person"] = view.duty.owner_of(*won)
        game, _, part = str(facts["game"]).partition("/")
        facts |= {"game": game, "part": part} if part else {}
        facts["amount"] = view.duty.due_prizes.get(account) or _awarded(view, facts)
    if offer.act == "pay-refund":
        facts |= _refund_told(view, facts)
    if offer.act == "confirm-takings":
        facts |= _count_told(view, facts["serial"])
    cases = () if view.duty is None else view.duty.cases
    if offer.act == "let-stand" and len(cases) > 1:
        facts["cause"] = next(one.cause for one in cases if one.serial == facts["serial"])
    if offer.act == "announce-sale":
        facts |= caller.value_of(offer, view)
    name, code = action.name, _name_of(offer, facts)
    if offer.act in TYPED and action.fields:
        code = f"{code}-again" if "reason" in offer.fields else f"{code}-typed"
    if offer.act == "pay-refund" and facts.get("person"):
        code = f"{code}-account"
    if code == "call-ball":
        name = label("bingo", "next-ball" if view.balls_kind != "keyed" else "say-and-show", lang)
    elif code in topics()["bingo-button"]:
        name = fill(label("bingo-button", code, lang), facts, lang, lambda who, to: short_name(who, table, to))
    variant = "-".join(str(one) for one in facts.values()) if action.fields else ""
    made = replace(with_hall_fields(action, lang), name=name, variant=_slug(variant))
    return asked_first(made, view, lang)


def _refund_told(view: View, facts: dict[str, Any]) -> dict[str, Any]:
    """Return how much cartones of a void game come to, of each and of all, and whose account they were paid from."""
    refund = None if view.duty is None else view.duty.refunds.get(str(facts["game"]))
    if refund is None:
        return {}
    first, last = int(facts["first"]), int(facts["last"])
    sold = next((one for one in refund.sales if one.cards.has_card(str(facts["series"]), first)), None)
    told = {"amount": refund.price * (last - first + 1), "each": refund.price}
    return told | {"person": None if sold is None else sold.person}


def _count_told(view: View, serial: Any) -> dict[str, Any]:
    counts = () if view.duty is None else view.duty.counts
    return next(facts_of_count(one) for one in counts if one.serial == serial)


def facts_of_count(one: TakingsCount) -> dict[str, Any]:
    return {"seller": one.seller, "amount": one.amount, "difference": one.difference, "by": one.by}


def _awarded(view: View, facts: dict[str, Any]) -> int:
    """Return the share of a cartón in a prize that is not owed yet."""
    of_prize = (zip(one.cards, one.amounts, strict=True) for one in view.awards if str(one.prize) == facts["prize"])
    return sum(amount for won in of_prize for card, amount in won if card == facts["card"])


def _name_of(offer: Offer, facts: dict[str, Any]) -> str:
    """Return the code of a button's name."""
    if offer.act == "pay-prize":
        code = "pay-to-account" if facts.get("means") == "account" else "pay-prize"
        return f"{code}-part" if "part" in facts else code
    if offer.act == "take-call-back" and "reason" in offer.fields:
        return "take-keyed-back"
    if offer.act == "check-card" and "reason" in offer.fields:
        return "check-unsold"
    if offer.act == "recount-sale":
        return "recount-in" if facts["was_sold"] else "recount-out"
    if (offer.act, facts.get("item")) == ("pass-check", "all"):
        return "pass-all-checks"
    if offer.act.startswith("register-") and facts:
        return f"{offer.act}-own"
    if offer.act == "announce-sale":
        return caller.name_of(offer, str(facts.get("deferred", "")))
    if offer.act == "settle-money":
        return "settle-not" if not facts["is_done"] else "settle-in" if facts["is_paid_in"] else "settle-out"
    if offer.act == "set-counter":
        return "counter-on" if facts["is_on"] else "counter-off"
    return "let-stand-case" if offer.act == "let-stand" and "cause" in facts else offer.act


def with_hall_fields(action: Action, lang: str) -> Action:
    """Return a button whose fields have the names that they have in a hall."""
    return replace(action, fields=tuple(_field(one, action.tag, lang) for one in action.fields))


def _slug(text: str) -> str:
    return "".join(one if one.isalnum() else "-" for one in text)


def _field(field: Field, act: str, lang: str) -> Field:
    """Return a field under the name that it has in a hall, its choices in words."""
    known = topics()["bingo-field"]
    name = "series-more" if field.name.startswith(caller.FURTHER) else field.name
    name = "counted" if (act, name) == ("hand-over-takings", "amount") else name
    title = label("bingo-field", name, lang) if name in known else ""
    if field.name == "token":
        bounds = {"minimum": 1, "maximum": 90}
        return replace(field, kind="number", options=(), is_required=True, is_keyed=True, title=title, **bounds)
    if (act, field.name) == ("call-for-player", "card"):
        return replace(field, is_keyed=True, title=title)
    options = tuple((one, _choice(field.name, one, name, lang)) for one, name in field.options)
    if field.kind == "choice" and field.name in DECIDED:
        blank = ("", label("bingo", "choose", lang))
        return replace(field, title=title, options=(blank, *options), is_required=True)
    return replace(field, title=title, options=options)


def _choice(field: str, value: str, name: str, lang: str) -> str:
    """Return a choice in the words of a hall; under ``name`` where it has none of its own."""
    if not value:
        return label("bingo-choice", "everything", lang) if field == "only" else "—"
    if field == "value":
        return money(int(value), lang)
    if field in ("recover", "has_cash_back", "is_untrue"):
        return label("ui", "yes" if value == "true" else "no", lang)
    return label("bingo-choice", value, lang) if value in topics()["bingo-choice"] else name
