"""Quick amounts and keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from tapete.games.chemin_de_fer.view import View
from tapete.table.windows import Claim
from tapete.web.action_buttons import Action
from tapete.web.games.baccarat.wording import SHARED
from tapete.web.quick_amounts import amounts_at_cash_desk, with_usual_amounts

# Amounts at one touch of chemin de fer: what people most often stake, bid or put up (cents).


def with_quick_amounts(action: Action, view: View, lang: str) -> Action:
    """Return a button with the amounts that make sense now."""
    return with_usual_amounts(action, lambda least, most: _usual_amounts(action.tag, view, least, most), lang)


def joint_calls(view: View) -> dict[str, list[Claim[str]]]:
    """Return the parts called so far of each banco in association, by the person who leads it."""
    found: dict[str, list[Claim[str]]] = {}
    for one in view.calls:
        kind, _, leader = str(one.kind).partition(":")
        if kind == "banco-con":
            found.setdefault(leader, []).append(one)
    return found


def _usual_amounts(tag: str, view: View, least: int, most: int | None) -> Iterable[tuple[int, str]]:
    bank = 0 if view.bank is None else view.bank.in_play or view.bank.total
    rest = max(0, bank - view.coup.covered_amount)
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
            outbids = tag == "bid" and view.auction is not None and least > view.auction.floor  # their own, by a cent
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
        case "garage-winnings" | "deliver-bank":
            return (((most or 0) // 2, "half"), (most or 0, "all"))
        case "offer-share" | "pledge-share":
            return ((5 * view.minimum, ""), (10 * view.minimum, ""), (20 * view.minimum, ""))
        case _:
            return amounts_at_cash_desk(tag, view.minimum, most)


# --- shortcuts --------------------------------------------------------------------------------------------------------


LETTERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **SHARED,
        "insert-stop-card": "i",
        "offer-cards": "o",
        "close-bets": "x",
        "call-banco": "b",
        "deal-card": "d",
        "carry-cards": "l",
        "lift": "v",
        "say.carta": "c",
        "say.no": "n",
        "lay-down.punto": "a",
        "lay-down.banca": "z",
        "give-card": "g",
        "draw-card": "r",
        "stand": "p",
    }
)
