"""Amounts at one touch: what people most often stake, bid or put up, within the bounds of an offer (cents)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from tapete.games.chemin_de_fer.view import View
from tapete.table.windows import Claim
from tapete.web.action_buttons import Action, Amount
from tapete.words import label

MOST: Final = 5
"""Amounts beside one button."""

EXACT: Final = frozenset({"bank", "rest", "half", "all", "least"})
"""Amounts that are what they are called, to the cent."""

FROM_OWN_CHIPS: Final = frozenset(
    {"take-bank", "raise-bank", "deliver-bank", "stake", "stake-on-line", "join-banco", "bid", "offer-share"}
    | {"pledge-share", "call-banco-con-la-mesa", "cash-out"}
)


def with_quick_amounts(action: Action, view: View, lang: str) -> Action:
    """Return a button with the amounts that make sense now."""
    field = next((one for one in action.fields if one.kind == "money"), None)
    if field is None:
        return action
    least = field.low or 1
    bounds = [one for one in (field.high, _purse(action, view)) if one is not None]
    most = min(bounds) if bounds else None
    found: dict[int, str] = {}
    for amount, name in _usual_amounts(action.tag, view, least, field.high):
        if name not in EXACT and amount not in (least, most):
            amount -= amount % (500 if amount >= 5_000 else 100)  # chips, not cents
        if amount >= least and (most is None or amount <= most):
            found.setdefault(amount, label("quick", name, lang) if name else "")
    chosen = tuple(Amount(amount, found[amount]) for amount in sorted(found)[:MOST])
    fields = tuple(msgspec.structs.replace(one, quick=chosen) if one is field else one for one in action.fields)
    return msgspec.structs.replace(action, fields=fields)


def joint_calls(view: View) -> dict[str, list[Claim[str]]]:
    """Return the parts called so far of each banco in association, by the person who leads it."""
    found: dict[str, list[Claim[str]]] = {}
    for one in view.calls:
        kind, _, leader = str(one.kind).partition(":")
        if kind == "banco-con":
            found.setdefault(leader, []).append(one)
    return found


def _purse(action: Action, view: View) -> int | None:
    if action.tag not in FROM_OWN_CHIPS or view.me is None:
        return None
    held: int = view.me.chips
    if action.tag == "raise-bank" and view.bank is not None:
        held += view.bank.total  # what he announces is the whole bank; he adds the rest
    return held


def _usual_amounts(tag: str, view: View, least: int, most: int | None) -> Iterable[tuple[int, str]]:
    bank = 0 if view.bank is None else view.bank.in_play or view.bank.total
    rest = max(0, bank - view.coup.covered)
    match tag:
        case "stake":
            return ((bank, "bank"), (rest, "rest"), (bank // 2, "half"), (rest // 2, ""), (least, ""), (2 * least, ""))
        case "join-banco":
            missing = min((bank - sum(one.amount for one in group) for group in joint_calls(view).values()), default=0)
            return ((missing, "rest"), (bank // 2, "half"), (bank // 4, ""), (bank // 3, ""))
        case "stake-on-line":
            return ((bank, ""), (2 * bank, "bank"), (least, ""))
        case "take-bank" | "bid":
            round_up = -(-least // view.minimum) * view.minimum
            outbids = tag == "bid" and view.auction is not None and least > view.auction.floor  # his own, by a cent
            return (
                *(() if outbids else ((least, "least"),)),
                (round_up, ""),
                (2 * least, ""),
                (5 * least, ""),
                (10 * least, ""),
            )
        case "raise-bank":
            total = 0 if view.bank is None else view.bank.total
            return ((total + view.minimum, ""), (total * 3 // 2, ""), (2 * total, "double"))
        case "garage-winnings" | "deliver-bank" | "cash-out":
            return (((most or 0) // 2, "half"), (most or 0, "all"))
        case "offer-share" | "pledge-share":
            return ((5 * view.minimum, ""), (10 * view.minimum, ""), (20 * view.minimum, ""))
        case "buy-in":
            return tuple((times * view.minimum, "") for times in (20, 50, 100, 200))
        case _:
            return ()
