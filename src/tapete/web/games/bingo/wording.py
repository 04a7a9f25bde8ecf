"""Names of buttons, questions before them and answers after them, sentences of the log, numbers as they are said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.games.bingo import events as e
from tapete.games.bingo.rules import NumberStyle
from tapete.games.bingo.terms import Means, Prize, TakingsCount, split_card
from tapete.games.bingo.view import View
from tapete.kernel import Choice, Count, FixedValue, Offer
from tapete.money import Cents
from tapete.web.action_buttons import Action, Field
from tapete.web.page_context import PageContext
from tapete.web.seat_links import table_naming
from tapete.web.stage import build
from tapete.web.stage.model import Fact
from tapete.words import Naming, label, money, refusal, sentence, text, topics

LETTERS: Final[Mapping[str, str]] = {
    "call-ball": "b",
    "show-master": "m",
    "check-card": "c",
    "order-resume": "s",
    "order-end": "f",
    "ask-others": "p",
    "hand-in-card": "l",
}
"""One letter means one act."""

say: Final = partial(sentence, "bingo")


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def short_card(card: str, view: View) -> str:
    """Return the number of a cartón as it is said in the hall; its name with the series where several are played."""
    found = split_card(card)
    return str(found[1]) if found and len(view.series) < 2 else card


def shares_told(view: View, lang: str) -> tuple[Fact, ...]:
    """Return which shares of the sales the prizes are that are no fixed sums."""
    return tuple(
        Fact(name=capital(label("prize", prize, lang)), value=f"{100 * one.num / one.den:g} %")
        for prize, one in zip(Prize, view.shares, strict=True)
        if one is not None
    )


# --- the log ----------------------------------------------------------------------------------------------------------

GIVEN: Final = frozenset({"note", "reason"})
"""What somebody may write beside an event."""


def log_wording(kind: str, event: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return the code of the sentence of an event, and its facts; a note or a reason that nobody gave is none. A record
    from before it was written down does not say how many unsold cartones were due.
    """
    facts = {name: value for name, value in event.items() if value or name not in GIVEN}
    if kind == "call-refused":
        facts["why"] = {"topic": "refusal", "code": event["code"], "facts": event}
    if kind == "card-checked":
        facts.setdefault("lacking", len(event.get("missing", ())))
    if kind == "unsold-collected":
        facts["differs"] = event.get("expected") not in (None, event["count"])
    if "recovered" in event:
        facts["back"] = sum(one["amount"] for one in event["recovered"])
    if isinstance(cards := event.get("cards"), Mapping):
        first, last = cards["first"], cards["last"]
        numbers = str(first) if first == last else f"{first}–{last}"
        facts |= {**cards, "count": last - first + 1, "numbers": numbers}
    return f"{kind}.hall" if kind == "said" else kind, facts


# --- answers and questions --------------------------------------------------------------------------------------------


def answer_words(events: tuple[Any, ...], lang: str, naming: Naming) -> str:
    """Return the sentences on what an act came to; nothing where its name says enough."""
    return " ".join(told for one in events if (told := _answer(one, lang, naming)))


def _answer(one: Any, lang: str, naming: Naming) -> str:
    match one:
        case e.CallRefused():
            why = refusal(one.code, {"card": one.card, "game": one.game}, lang, naming)
            return f"{why} {say('call-noted', lang)}"
        case e.CardChecked():
            code = "found-right" if one.valid else "found-unsold" if one.reason else "found-wrong"
            return say(code, lang, lacking=len(one.missing_numbers))
        case e.PrizePaid(amount=amount, means=Means.CASH) | e.RefundPaid(amount=amount, person=None):
            return say("paid-cash", lang, amount=amount)
        case e.PrizePaid(amount=amount, person=person) | e.RefundPaid(amount=amount, person=person):
            return say("paid-account", lang, naming, amount=amount, person=person)
        case _:
            return ""


ENDING: Final = frozenset({"close-hall", "close-session"})


def asked_first(action: Action, view: View, lang: str) -> Action:
    """Return a button with the question that comes before its act; one of no grave act as it is."""
    if f"ask-{action.tag}" not in topics()["bingo"]:
        return action
    told = [say(f"ask-{action.tag}", lang), *(_still_open(view, lang) if action.tag in ENDING else ())]
    return replace(action, question=" ".join(told), consent=say(f"ask-{action.tag}-yes", lang))


def _still_open(view: View, lang: str) -> Iterable[str]:
    """Return the sentences on the money that a hall still has of others."""
    duty = view.duty
    held = (
        {} if duty is None else {"prizes": duty.due_prizes, "refunds": duty.pending_refunds, "accounts": duty.accounts}
    )
    sums = {code: sum(amounts.values()) for code, amounts in held.items()}
    return [say(f"still-{code}", lang, amount=amount) for code, amount in sums.items() if amount]


# --- names of buttons -------------------------------------------------------------------------------------------------

FURTHER: Final = "series-"
"""How the fields of a further series begin."""

SECOND: Final = f"{FURTHER}2"
"""The second one of series that are sold together."""

EVERYTHING: Final = "all"
"""Stands for every item of the check that is still to be passed."""


def buttons(sight: PageContext, view: View, offered: Iterable[Offer]) -> tuple[Action, ...]:
    """Return the buttons of an official, with the names of a hall."""
    shown = sorted(offered, key=lambda one: not one.main)
    made = zip(sight.actions(shown, LETTERS), shown, strict=True)
    return tuple(build.on_page(_named(action, offer, view, sight.lang), sight) for action, offer in made)


def _named(action: Action, offer: Offer, view: View, lang: str) -> Action:
    """Return a button under the name of its act, or of the mark that makes it another one where that has a name."""
    known, code, facts = topics()["bingo-button"], offer.act, _facts(offer, view)
    for mark in _marks(action, offer, view, facts):
        code = f"{code}-{mark}" if f"{code}-{mark}" in known else code
    name = sentence("bingo-button", code, lang, table_naming(view.name), **facts) if code in known else action.name
    variant = "-".join(map(str, facts.values())) if action.fields else ""
    slug = "".join(one if one.isalnum() else "-" for one in variant)
    return asked_first(replace(with_hall_fields(action, lang), name=name, variant=slug), view, lang)


def _marks(action: Action, offer: Offer, view: View, facts: Mapping[str, Any]) -> Iterable[str]:
    """Yield what tells an offer from others of its act."""
    if "reason" in offer.fields:
        yield "reason"
    elif action.fields:
        yield "typed"
    if facts.get("item") == EVERYTHING:
        yield "all"
    if facts:
        yield "own"
    if SECOND in offer.fields:
        yield "together"
    elif isinstance(offer.fields.get("series"), Choice):
        yield "chosen"
    if deferred := offer.fixed_value("deferred"):
        yield "deferred" if deferred == "true" else "between"
    if facts.get("means", "account") == "account" and facts.get("person"):
        yield "account"
    if "part" in facts:
        yield "part"
    if "cause" in facts:
        yield "case"
    if view.balls_kind is ChanceKind.KEYED:
        yield "keyed"
    yield from (name for name in sorted(offer.fields) if offer.fixed_value(name) is True)


def _facts(offer: Offer, view: View) -> dict[str, Any]:
    """Return what the name of a button tells: the values that are fixed, and what the books say about them."""
    duty, fields = view.duty, offer.fields
    facts: dict[str, Any] = {name: one.value for name, one in fields.items() if isinstance(one, FixedValue)}
    facts |= {name: one.minimum for name, one in fields.items() if name == "first" and isinstance(one, Count)}
    facts |= {name: one.maximum for name, one in fields.items() if name == "last" and isinstance(one, Count)}
    if duty is None:
        return facts
    match offer.act:
        case "pay-prize":
            of_prize = game, prize, card = str(facts["game"]), str(facts["prize"]), str(facts["card"])
            facts["person"] = duty.owner_of(*of_prize)
            if "/" in game:
                facts["game"], _, facts["part"] = game.partition("/")
            facts["amount"] = duty.due_prizes.get(f"owed:{game}/{prize}/{card}") or _awarded(view, prize, card)
        case "pay-refund" if refund := duty.refunds.get(str(facts["game"])):
            first, last = int(facts["first"]), int(facts["last"])
            sold = next((one for one in refund.sales if one.cards.has_card(str(facts["series"]), first)), None)
            facts |= {"amount": refund.price * (last - first + 1), "each": refund.price, "person": sold and sold.person}
        case "confirm-takings":
            facts |= next(facts_of_count(one) for one in duty.counts if one.serial == facts["serial"])
        case "let-stand" if len(duty.cases) > 1:
            facts["cause"] = next(one.cause for one in duty.cases if one.serial == facts["serial"])
        case "announce-sale" if SECOND in fields:
            facts["value"] = duty.series_values[str(offer.options("series")[0])]
    return facts


def facts_of_count(one: TakingsCount) -> dict[str, Any]:
    return {"seller": one.seller, "amount": one.amount, "difference": one.difference, "by": one.by}


def _awarded(view: View, prize: str, card: str) -> Cents:
    """Return the share of a cartón in a prize that is not owed yet."""
    of_prize = (zip(one.cards, one.amounts, strict=True) for one in view.awards if str(one.prize) == prize)
    return sum(amount for won in of_prize for winner, amount in won if winner == card)


# --- fields -----------------------------------------------------------------------------------------------------------


DECIDED: Final = frozenset({"recover", "has_cash_back", "is_untrue", "cause", "fate"})
"""What somebody decides or has seen: nothing of it is chosen beforehand."""

KEYED: Final = frozenset({"call-ball.token", "ball-out.token", "call-for-player.card"})
"""What somebody keys one after the other."""


def with_hall_fields(action: Action, lang: str) -> Action:
    """Return a button whose fields have the names that they have in a hall."""
    return replace(action, fields=tuple(_field(one, action.tag, lang) for one in action.fields))


def _field(field: Field, act: str, lang: str) -> Field:
    """Return a field under the name that it has in a hall, its choices in words."""
    name = f"{FURTHER}more" if field.name.startswith(FURTHER) else field.name
    title = next(
        (label("bingo-field", one, lang) for one in (f"{act}.{name}", name) if one in topics()["bingo-field"]), ""
    )
    options = tuple((one, _choice(field.name, one, name, lang)) for one, name in field.options)
    if is_decided := field.kind == "choice" and field.name in DECIDED:
        options = (("", say("choose", lang)), *options)
    is_keyed, is_required = f"{act}.{field.name}" in KEYED, field.is_required or is_decided
    return replace(field, title=title, options=options, is_keyed=is_keyed, is_required=is_required)


def _choice(field: str, value: str, name: str, lang: str) -> str:
    """Return a choice in the words of a hall; under ``name`` where it has none of its own."""
    if not value:
        return label("bingo-choice", "everything", lang) if field == "only" else "—"
    if field == "value":
        return money(int(value), lang)
    if field in ("recover", "has_cash_back", "is_untrue"):
        return label("ui", "yes" if value == "true" else "no", lang)
    return text("bingo-choice", value, lang) or name


# --- numbers ----------------------------------------------------------------------------------------------------------


UNITS: Final = ("cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve")
TO_THIRTY: Final = (
    *UNITS,
    *("diez", "once", "doce", "trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho", "diecinueve"),
    *("veinte", "veintiuno", "veintidós", "veintitrés", "veinticuatro", "veinticinco", "veintiséis", "veintisiete"),
    *("veintiocho", "veintinueve"),
)
TENS: Final = ("treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa")


def in_words(number: int) -> str:
    """Return a number of 0 to 99 in words."""
    if number < len(TO_THIRTY):
        return TO_THIRTY[number]
    tens, units = divmod(number, 10)
    return f"{TENS[tens - 3]} y {UNITS[units]}" if units else TENS[tens - 3]


def as_said(number: int, style: NumberStyle) -> str:
    """Return a number as it is said: a number of two digits with its digits after it, where the house says them."""
    if style is NumberStyle.NUMBER or number < len(UNITS):
        return in_words(number)
    return f"{in_words(number)}; {', '.join(UNITS[int(one)] for one in str(number))}"
