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
    if action.tag == "sit" and of_viewer(view.me).seat is None and action.fields and action.fields[0].options:
        seat = action.fields[0].options[0][0]
        return replace(action, at_once={"seat": seat}, at_once_name=_said("sit", lang, seat=seat))
    money = next((one for one in action.fields if one.kind == "money"), None)
    if money is None or len(action.fields) > 1 or action.tag not in ("buy-in", "bid"):
        return action
    least, most = money.minimum or view.minimum, money.maximum
    wanted = PURCHASES[1] * view.minimum if action.tag == "buy-in" else whole_units(least, view.minimum)
    bounds = [one for one in (most, purse if action.tag == "buy-in" else None) if one is not None]
    amount = max(least, min([wanted, *bounds]))
    code = "bring-chips" if action.tag == "buy-in" and purse is not None else action.tag
    return replace(action, at_once={"amount": str(amount)}, at_once_name=_said(code, lang, amount=amount))


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
