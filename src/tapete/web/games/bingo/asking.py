"""What an official is asked before an act that cannot be undone: what it does, and what of the hall is still open."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from tapete.games.bingo.view import View
from tapete.web.action_buttons import Action
from tapete.words import fill, label

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
