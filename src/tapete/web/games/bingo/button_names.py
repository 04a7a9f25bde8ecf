"""The names of the buttons on the desks of a hall, and of their fields."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from msgspec.structs import replace

from tapete.games.bingo.terms import TakingsCount
from tapete.games.bingo.view import View
from tapete.kernel import Count, FixedValue, Offer, PersonId
from tapete.web import action_buttons
from tapete.web.action_buttons import Action, Field
from tapete.web.games.bingo import announcing
from tapete.web.games.bingo.asking import asked_first
from tapete.web.games.bingo.shortcuts import LETTERS
from tapete.web.ports import Table
from tapete.web.seat_links import short_name
from tapete.words import fill, label, money, topics

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
        facts |= announcing.value_of(offer, view)
    name, code = action.name, _name_of(offer, facts)
    if offer.act in TYPED and action.fields:
        code = f"{code}-again" if "reason" in offer.fields else f"{code}-typed"
    if offer.act == "pay-refund" and facts.get("person"):
        code = f"{code}-account"
    if code == "show-ball":
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
    if offer.act == "announce-sale":
        return announcing.name_of(offer, str(facts.get("deferred", "")))
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
    name = "series-more" if field.name.startswith(announcing.FURTHER) else field.name
    name = "counted" if (act, name) == ("hand-over-takings", "amount") else name
    title = label("bingo-field", name, lang) if name in known else ""
    if act == "show-ball" and field.name == "token":
        return replace(field, kind="number", options=(), minimum=1, maximum=90, is_required=True, title=title)
    options = tuple((one, _choice(field.name, one, name, lang)) for one, name in field.options)
    if field.kind == "choice" and field.name in DECIDED:
        blank = ("", label("bingo", "choose", lang))
        return replace(field, title=title, options=(blank, *options), is_required=True)
    return replace(field, title=title, options=options)


def _choice(field: str, value: str, name: str, lang: str) -> str:
    """Return a choice in the words of a hall; under ``name`` where it has none of its own."""
    if not value:
        return "—"
    if field == "value":
        return money(int(value), lang)
    if field in ("recover", "has_cash_back", "is_untrue"):
        return label("ui", "yes" if value == "true" else "no", lang)
    return label("bingo-choice", value, lang) if value in topics()["bingo-choice"] else name
