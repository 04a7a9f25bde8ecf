"""Quick amounts and keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from tapete.games.dos_panos.terms import BankMode, Hand, Spot
from tapete.games.dos_panos.view import View
from tapete.money import Cents
from tapete.web.action_buttons import Action
from tapete.web.games.baccarat.wording import SHARED
from tapete.web.page_context import of_viewer
from tapete.web.quick_amounts import PURCHASES, amounts_at_cash_desk, with_usual_amounts
from tapete.words import fill, label

# Amounts at one touch of the two-cloth game: what people most often stake, bid or deposit (cents).


def with_quick_amounts(action: Action, view: View, lang: str) -> Action:
    """Return a button with the amounts that make sense now."""
    return with_usual_amounts(action, lambda least, most: usual_amounts(action.tag, view, least, most), lang)


def whole_units(amount: int, unit: int) -> int:
    """Return the least whole number of units that is not below an amount: nobody bids a cent above another."""
    return -(-amount // unit) * unit


def uncovered_amount(view: View) -> int:
    """Return how much more a limited bank answers for than plays against it; 0 where it answers for everything."""
    if view.bank is None or view.mode is BankMode.OPEN:
        return 0
    return max(0, view.bank.in_play - sum(one.at_risk for one in view.coup.cloths))


def usual_amounts(tag: str, view: View, least: int, most: int | None) -> Iterable[tuple[int, str]]:
    """Return the usual amounts of a button, each with the code of its name."""
    match tag:
        case "stake":
            return ((least, ""), (2 * least, ""), (5 * least, ""), (10 * least, ""), (uncovered_amount(view), "rest"))
        case "deposit-bank" | "announce-bank" | "buy-bank" | "draw-lots" | "prove-deposit":
            first = least if tag != "prove-deposit" else view.bank_minimum
            named = (first, "least") if tag != "prove-deposit" else (10 * first, "")
            return (named, (2 * first, ""), (5 * first, ""), ((most or 0), ""))
        case "bid":
            first, steps = whole_units(least, view.minimum), view.bank_minimum
            return ((first, ""), (whole_units(first + 1, steps), ""), (first + 2 * steps, ""), (most or 0, ""))
        case _:
            return amounts_at_cash_desk(tag, view.minimum, most)


# --- at one touch ---


def at_once(action: Action, view: View, lang: str, purse: Cents | None) -> Action:
    """Return a button that does the usual thing at one touch and says it; its form is there for anything else."""
    usual = _usual(action, view, purse)
    if usual is None:
        return action
    code = "bring-chips" if action.tag == "buy-in" and purse is not None else action.tag
    name = action.fields[0].name
    return replace(action, at_once={name: usual}, at_once_name=_said(code, lang, **{name: int(usual)}))


def _usual(action: Action, view: View, purse: Cents | None) -> str | None:
    """Return what is usually told of an act that asks one thing: the next free place, all cards, an amount (cents)."""
    field = action.fields[0] if len(action.fields) == 1 else None
    if field is None:
        return None
    match action.tag:
        case "sit" if of_viewer(view.me).seat is None and field.options:
            return field.options[0][0]
        case "count-pack":
            return str(field.maximum)
        case "insert-stop-card" | "open-auction" if field.name != "days":
            return str(field.minimum)
        case "buy-in" | "bid" if field.kind == "money":
            least = field.minimum or view.minimum
            wanted = PURCHASES[1] * view.minimum if action.tag == "buy-in" else whole_units(least, view.minimum)
            bounds = [one for one in (field.maximum, purse if action.tag == "buy-in" else None) if one is not None]
            return str(max(least, min([wanted, *bounds])))
        case _:
            return None


def _said(code: str, lang: str, **facts: object) -> str:
    return fill(label("at-once", code, lang), facts, lang)


# --- shortcuts --------------------------------------------------------------------------------------------------------


LETTERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **SHARED,
        "insert-stop-card": "i",
        "close-calls": "e",
        "close-bets": "x",
        "call-banco": "b",
        "deal-card": "d",
        "carry-cards": "l",
        "lift": "v",
        "say.carta": "c",
        "say.no": "n",
        "lay-down": "a",
        "give-card": "g",
        "draw-card": "r",
        "stand": "p",
        "ask-table": "t",
        "show-hand": "u",
    }
)

SPOT_KEYS: Final[Mapping[tuple[Hand, Spot], str]] = MappingProxyType(
    {(Hand.PRIMERO, Spot.CLOTH): "f", (Hand.SEGUNDO, Spot.CLOTH): "j"}
)
"""The letters of the two cloths: one for each hand of whoever lays chips by keys."""
