"""From offers to buttons: what stands on a person's desk, with its letter key, its fields and its command id.

The command id of a form follows from what the page shows (person, version, button): the same button pressed twice,
in one tab or in two, is one command and answered once. The server joins what was filled in to it, so that
different answers are different commands.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from tapete import kernel
from tapete.clauses import Cite
from tapete.kernel import Offer, PersonId, Scalar, plain
from tapete.money import Cents
from tapete.record.codec import tag_of
from tapete.table.acts import BuyIn, CashOut, Leave, Sit
from tapete.table.state import TableView
from tapete.web import seat_links
from tapete.words import act, label, sentence

SECRET: Final = secrets.token_bytes(32)
"""Key of the command ids of this process; after a restart no page of before is trusted to be the same page."""


class QuickAmount(msgspec.Struct, frozen=True):
    """An amount at one touch, in cents, and what it is («la mitad»)."""

    value: int
    name: str = ""


class Field(msgspec.Struct, frozen=True):
    """One thing to fill in. ``options`` are pairs of value and name; money is asked for in euros, ``quick`` amounts do
    the act at one touch.
    """

    name: str
    kind: Literal["choice", "number", "money", "text", "card"]
    options: tuple[tuple[str, str], ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    quick: tuple[QuickAmount, ...] = ()
    is_required: bool = False
    title: str = ""
    """What it is called on the page, where the usual name of such a field does not say it."""
    is_keyed: bool = False
    """Somebody types one after the other here: the field stands open and keeps the focus."""
    of: str = ""
    """Which card is keyed: its number, counted from 1, and where it lies."""
    groups: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    """Further options, under headings; those without one stand by themselves."""
    unit: int = 1
    """An amount of money is the minimum, or that with whole units more."""


class Action(msgspec.Struct, frozen=True):
    """One button with its form."""

    tag: str
    name: str
    key: str
    is_main: bool
    fixed_fields: dict[str, str]
    fields: tuple[Field, ...]
    clauses: tuple[Cite, ...]
    command: str
    note: str = ""
    """What somebody should know before they press it."""
    question: str = ""
    """What it costs, where it is asked again before it is done."""
    consent: str = ""
    """What the button says by which they do it all the same; a plain yes where it is empty."""
    variant: str = ""
    """Distinguishes the form from another form of the same act on one page."""
    at_once: dict[str, str] = {}
    """What its fields are where it is done at one touch; its form is there for anything else."""
    at_once_name: str = ""
    """What the button then says: «Tomar la banca por 200 €»."""
    why_not: str = ""
    """Why it cannot be pressed now, where it keeps its place."""


def command(table: str, person: PersonId, version: int, button: str) -> str:
    text = f"{table}\n{person}\n{version}\n{button}"
    return hashlib.blake2b(text.encode("utf-8"), key=SECRET, digest_size=16).hexdigest()


def stored_command(person: PersonId, given: str, body: bytes) -> str:
    """Return the id under which the record keeps a command: nobody can use up another person's ids."""
    return hashlib.sha256(b"\n".join((person.encode("utf-8"), given.encode("utf-8"), body))).hexdigest()[:48]


def actions(
    offered: Iterable[Offer],
    table: str,
    person: PersonId,
    version: int,
    lang: str,
    hide: frozenset[str] = frozenset(),
    game: str = "",
    letters: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Action, ...]:
    """Return the buttons of a person, the one that the table waits for first, with the words of a game and its letters;
    the first of several that share a letter has it.
    """
    shown = sorted((offer for offer in offered if offer.act not in hide), key=lambda offer: not offer.main)
    found, keys = [], {""}
    for offer in shown:
        key = shortcut(letters, offer.act, name_of(offer))
        found.append(_action(offer, "" if key in keys else key, table, person, version, lang, game))
        keys.add(key)
    return tuple(found)


NAMED: Final = frozenset({"second"})
"""Fields that a person fills in themselves, also where there is one answer only."""

CHOSEN: Final = NAMED | {"kind", "person", "against", "uncovered", "watched"}
"""Fields in which nothing is chosen beforehand: what happened, and to whom, somebody has said."""

SPECIAL: Final = ("hand", "bet", "role", "word", "option")
"""Fields whose value tells an act from its likes."""


def name_of(offer: Offer) -> str:
    """Return the act with the value that tells it from its likes: ``show-hand.punto``."""
    special = next((found for one in SPECIAL if isinstance(found := offer.fixed_value(one), str)), "")
    return f"{offer.act}.{special}" if special else offer.act


def _action(offer: Offer, key: str, table: str, person: PersonId, version: int, lang: str, game: str) -> Action:
    fixed: dict[str, str] = {}
    fields: list[Field] = []
    for name, described in offer.fields.items():
        match described:
            case kernel.Note() | kernel.Effects() | kernel.Several():
                continue
            case kernel.FixedValue(value=only):
                fixed[name] = _value(only)
            case kernel.Choice(options=(only,)) | kernel.People(options=(only,)) if name not in NAMED:
                fixed[name] = _value(only)
            case _:
                fields.append(_field(offer, name, described, table, person, lang))
    button = name_of(offer)
    return Action(
        tag=offer.act,
        name=act(offer.act, {**plain(offer.fields), "game": game}, lang),
        key=key,
        is_main=offer.main,
        fixed_fields=fixed,
        fields=tuple(fields),
        clauses=offer.clauses,
        command=command(table, person, version, button),
    )


def _field(offer: Offer, name: str, described: kernel.Field, table: str, person: PersonId, lang: str) -> Field:
    """Return the field of a form, with what the person should know to fill it in. The place by whose link somebody came
    stands before the others, so that it is the one chosen beforehand.
    """
    match described:
        case kernel.Choice(options=options) | kernel.People(options=options):
            blank = (("", "—"),) if name in CHOSEN else ()
            found = [(_value(one), _option(name, one, table, lang)) for one in options]
            if name == "seat":
                own = str(seat_links.newcomer_seat(str(person), table))
                found.sort(key=lambda one: one[0] != own)
            return Field(name, "choice", (*blank, *found), is_required=name in CHOSEN - {"kind"})
        case kernel.Amount(minimum=least, maximum=most, step=unit):
            return Field(name, "money", (), least, most, is_required=True, unit=unit or 1)
        case kernel.Count(minimum=least, maximum=most, optional=optional):
            return Field(name, "number", (), least, most, is_required=not optional)
        case kernel.CardFace():
            return Field(name, "card", of=_card_name(offer, lang))
        case _:
            return Field(name, "text", is_required=isinstance(described, kernel.Text) and not described.optional)


def _card_name(offer: Offer, lang: str) -> str:
    """Return which card is keyed; nothing where the offer does not say it."""
    position, place = offer.fixed_value("position"), offer.fields.get("place")
    if not isinstance(position, int):
        return ""
    lies = f", {label('hand', str(place.value), lang)}" if isinstance(place, kernel.Note) else ""
    return f"n.º {position + 1}{lies}"


PEOPLE: Final = frozenset({"person", "leader", "second", "joined_to"})
"""Fields that name somebody."""

TOPICS: Final = {
    "cause": "cause",
    "kind": "irregularity",
    "accident": "irregularity",
    "hand": "hand",
    "bet": "bet",
    "role": "role",
    "window": "window",
    "word": "word",
    "fault_of": "party",
    "against": "party",
    "place": "hand",
    "falls_to": "hand",
}


def _option(name: str, value: Scalar, table: str, lang: str) -> str:
    if value is None:
        return "—"
    if isinstance(value, bool):
        return label("ui", "yes" if value else "no", lang)
    if name == "position" and isinstance(value, int):
        return f"n.º {value + 1}"
    if name in PEOPLE:
        return seat_links.short_name(str(value), table, lang)
    return label(TOPICS[name], value, lang) if name in TOPICS else str(value)


def _value(value: Scalar) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def shortcut(letters: Mapping[str, str], act: str, name: str) -> str:
    """Return the letter of an act, empty where it has none; ``name`` is the act with its value: ``say.carta``."""
    return letters.get(name) or letters.get(act, "")


# --- names of buttons that every game has, and what is asked before they are pressed ---------------------------------


def with_full_name(action: Action, view: TableView, lang: str) -> Action:
    """Return a button of a person of the table under its full name: who sits already changes their place."""
    if action.tag == tag_of(Sit) and view.me is not None and view.me.seat is not None:
        return msgspec.structs.replace(action, name=label("named", "change-place", lang))
    return action


def of_option(action: Action, lang: str) -> Action:
    """Return the button of an option of the table under its name, with what it would be."""
    option, value = next(iter(action.fixed_fields.items()))
    told = {"option": label("field", option, lang), "answer": label("ui", "yes" if value == "true" else "no", lang)}
    return msgspec.structs.replace(action, name=sentence("named", "set-option", lang, **told), variant=option)


def with_warning(action: Action, view: TableView, lang: str) -> Action:
    """Return a button of a person with what it costs, where they are asked again before it is done (cents)."""
    if action.tag != tag_of(Leave) or view.me is None:
        return action
    code = "leave-asks" if view.me.seat is not None else "leave-asks-standing"
    asked = sentence("ui", code, lang, amount=view.me.chips)
    return msgspec.structs.replace(action, question=asked, consent=label("ui", "leave-yes", lang))


# --- amounts at one touch (cents), within an offer --------------------------------------------------------------------


Usual = Callable[[Cents, Cents | None], Iterable[tuple[Cents, str]]]
"""Returns the usual amounts of a button, each with the code of its name, from its least and its greatest amount."""

MOST: Final = 5
"""Amounts beside one button."""

EXACT: Final = frozenset({"bank", "rest", "half", "all", "least"})
"""Amounts that are what they are called, to the cent."""

PURSE_NAMES: Final = {tag_of(BuyIn): "bring-chips", tag_of(CashOut): "take-chips"}
"""Where a house has a cash desk nobody buys at a table: the names of the acts by which chips come there and go."""

PURCHASES: Final = (20, 50, 100, 200)
"""What people usually buy, in minima of the table."""


def with_usual_amounts(action: Action, usual: Usual, lang: str) -> Action:
    """Return a button with the amounts that make sense now."""
    field = next((one for one in action.fields if one.kind == "money"), None)
    if field is None:
        return action
    least, most = field.minimum or 1, field.maximum
    found: dict[int, str] = {}
    for amount, name in usual(least, most):
        if name not in EXACT and amount not in (least, most):
            amount -= amount % (500 if amount >= 5_000 else 100)  # chips, not cents
        if amount >= least and (most is None or amount <= most):
            found.setdefault(amount, label("quick", name, lang) if name else "")
    chosen = tuple(QuickAmount(amount, found[amount]) for amount in sorted(found)[:MOST])
    fields = tuple(msgspec.structs.replace(one, quick=chosen) if one is field else one for one in action.fields)
    return msgspec.structs.replace(action, fields=fields)


def amounts_at_cash_desk(tag: str, minimum: Cents, most: Cents | None) -> Iterator[tuple[Cents, str]]:
    """Return what people usually change at the cash desk: chips bought or given back; nothing for another button."""
    if tag == tag_of(BuyIn):
        yield from ((times * minimum, "") for times in PURCHASES)
    elif tag == tag_of(CashOut) and most:
        yield from ((most // 2, "half"), (most, "all"))
