"""What an act of a hall came to, as its answer says it."""

from __future__ import annotations

from typing import Any

from tapete.games.bingo import events as e
from tapete.games.bingo.terms import Means
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.words import Naming, fill, label, refusal


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
