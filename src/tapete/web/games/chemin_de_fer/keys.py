"""Quick amounts and keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from tapete.games.chemin_de_fer.terms import Call
from tapete.games.chemin_de_fer.view import View
from tapete.money import Cents
from tapete.table.windows import Claim
from tapete.web.action_buttons import Action
from tapete.web.games.baccarat.wording import SHARED
from tapete.web.page_context import of_viewer
from tapete.web.quick_amounts import PURCHASES, amounts_at_cash_desk, with_usual_amounts
from tapete.words import fill, label, money as write_money

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


def _whole(amount: int, view: View) -> int:
    return -(-amount // view.minimum) * view.minimum


def outbidding(view: View, least: int) -> int:
    """Return the least bid that is more than everybody's by the minimum of the table."""
    bids = () if view.auction is None else view.auction.bids
    return max([least, *(one.amount + view.minimum for one in bids)])


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
            least = outbidding(view, least) if tag == "bid" else least
            return (
                (least, "least"),
                *((amount, "") for amount in (_whole(least, view), *(n * least for n in (2, 5, 10)))),
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


# --- at one touch ---


def at_once(action: Action, view: View, names: Mapping[str, str], lang: str, purse: Cents | None) -> Action:
    """Return a button that does the usual thing at one touch and says it; its form is there for anything else."""
    me = of_viewer(view.me)
    if action.tag == "call-banco":
        return _banco(action, view, names, lang)
    if action.question:  # it is asked before it is done
        return action
    if action.tag == "sit" and me.seat is None and action.fields and action.fields[0].options:
        seat = action.fields[0].options[0][0]
        return replace(action, at_once={"seat": seat}, at_once_name=_said("sit", lang, seat=seat))
    money = next((one for one in action.fields if one.kind == "money"), None)
    if money is None or len(action.fields) > 1 or action.tag not in USUAL or action.fixed_fields.get("person"):
        return action
    staked = next((one.amount for one in view.calls if one.person == me.person and one.kind == Call.STAKE), 0)
    least, most = money.minimum or view.minimum, money.maximum
    wanted = {
        "buy-in": PURCHASES[1] * view.minimum,
        "stake": staked + view.minimum,
        "deliver-bank": most or 0,
        "bid": _whole(outbidding(view, least), view),
    }.get(action.tag, _whole(least, view))
    bounds = [one for one in (most, purse if action.tag == "buy-in" else None) if one is not None]
    amount = max(least, min([wanted, *bounds]))
    code = "stake-more" if action.tag == "stake" and staked else action.tag
    if action.tag == "stake" and amount <= staked:  # all their chips lie there
        return action
    if action.tag == "buy-in" and purse is not None:
        code = "bring-chips"
    is_own = me.seat is not None or not me.roles
    said = _said(code, lang, amount=amount) if is_own else f"{action.name}: {write_money(amount, lang)}"
    return replace(action, at_once={"amount": str(amount)}, at_once_name=said)


USUAL: Final = frozenset({"take-bank", "bid", "stake", "buy-in", "deliver-bank"})


def _said(code: str, lang: str, **facts: object) -> str:
    return fill(label("at-once", code, lang), facts, lang)


def _banco(action: Action, view: View, names: Mapping[str, str], lang: str) -> Action:
    """Return «Banco» with its amount; where another goes before, with whose it would be, before it is pressed."""
    behind = of_viewer(view.me).banco_behind
    if behind is None or view.bank is None:
        amount = 0 if view.bank is None else view.bank.in_play
        return replace(action, name=_said("call-banco", lang, amount=amount))
    told = {"person": names.get(str(behind), str(behind))}
    note = fill(label("chemin", "behind-note", lang), told, lang)
    name = fill(label("chemin", "banco-behind", lang), told, lang)
    return replace(action, name=name, note=f"{note} {action.note}".strip())


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
