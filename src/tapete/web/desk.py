"""From offers to buttons: what stands on a person's desk, with its letter key, its fields and its command id.

The command id of a form follows from what the page shows (person, version, button): the same button pressed twice,
in one tab or in two, is one command and answered once. The server joins what was filled in to it, so that
different answers are different commands.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

import msgspec

from tapete.clauses import Cite
from tapete.kernel import Offer, PersonId
from tapete.words import act, label, person_name

SECRET: Final = secrets.token_bytes(32)
"""Key of the command ids of this process; after a restart no page of before is trusted to be the same page."""

KEYS: Final = {
    "count-pack": "t",
    "shuffle-pack": "m",
    "cut-pack": "c",
    "insert-cut-card": "i",
    "burn-cards": "q",
    "open-bets": "h",
    "close-bets": "n",
    "deal": "d",
    "show-hand.punto": "p",
    "show-hand.banca": "b",
    "draw-card.punto": "c",
    "draw-card.banca": "c",
    "settle": "s",
    "take-shoe": "y",
    "pass-shoe": "x",
    "award-hand": "a",
    "leave": "w",
    "offer-cards": "o",
    "insert-stop-card": "i",
    "decline-cut": "x",
    "load-shoe": "l",
    "take-bank": "t",
    "decline-bank": "x",
    "pass-hand": "x",
    "raise-bank": "u",
    "all-goes": "v",
    "garage-winnings": "g",
    "stake": "a",
    "stake-on-line": "l",
    "call-banco": "b",
    "call-banco-seguido": "s",
    "call-banco-con-la-mesa": "m",
    "call-ultimo-completo": "u",
    "join-banco": "j",
    "withdraw-call": "w",
    "bid": "t",
    "close-auction": "n",
    "deal-card.punto": "d",
    "deal-card.banca": "d",
    "carry-cards": "l",
    "lift.punto": "l",
    "lift.banca": "l",
    "say.carta": "c",
    "say.no": "n",
    "lay-down.punto": "a",
    "lay-down.banca": "a",
    "ask-advice": "q",
    "give-card": "d",
    "draw-card": "c",
    "stand": "p",
    "ask-table": "q",
    "choose": "e",
    "keep-stake": "k",
    "withdraw-stake": "w",
}
"""Letters that an act keeps wherever it stands; the others get the next free one."""

LETTERS: Final = "acdfghijklmnoqstuvwxyz"
"""Letters given out to the others; «r» repeats the last bet, «p», «e» and «b» are the bet boxes."""

MAGIC: Final = frozenset({"text", "card", "effects"})
"""Field descriptions of offers that are no values."""

NOT_FIELDS: Final = {"card-out": ("place",)}
"""What an offer tells beside the fields of its act."""


class Amount(msgspec.Struct, frozen=True):
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
    low: int | None = None
    high: int | None = None
    quick: tuple[Amount, ...] = ()


class Action(msgspec.Struct, frozen=True):
    """One button with its form."""

    tag: str
    name: str
    key: str
    main: bool
    fixed: dict[str, str]
    fields: tuple[Field, ...]
    clauses: tuple[Cite, ...]
    command: str
    effects: bool = False


def command(table: str, person: PersonId, version: int, button: str) -> str:
    """Return the command id of a button on one version of a person's page."""
    text = f"{table}\n{person}\n{version}\n{button}"
    return hmac.new(SECRET, text.encode("utf-8"), hashlib.sha256).hexdigest()[:32]


def stored_command(person: PersonId, given: str, body: bytes) -> str:
    """Return the id under which the record keeps a command: nobody can use up another person's ids."""
    return hashlib.sha256(b"\n".join((person.encode("utf-8"), given.encode("utf-8"), body))).hexdigest()[:48]


def actions(
    offers: Iterable[Offer], table: str, person: PersonId, version: int, lang: str, hide: frozenset[str] = frozenset()
) -> tuple[Action, ...]:
    """Return the buttons of a person, the one that the table waits for first."""
    shown = [offer for offer in offers if offer.act not in hide]
    shown.sort(key=lambda offer: not offer.main)
    keys = _keys(shown)
    return tuple(_action(offer, key, table, person, version, lang) for offer, key in zip(shown, keys, strict=True))


SPECIAL: Final = ("hand", "bet", "role", "word", "option")
"""Fields whose value tells an act from its likes."""


def name_of(offer: Offer) -> str:
    """Return the act with the value that tells it from its likes: ``show-hand.punto``."""
    special = next((offer.fields[one] for one in SPECIAL if isinstance(offer.fields.get(one), str)), "")
    return f"{offer.act}.{special}" if special else offer.act


def _keys(offers: list[Offer]) -> list[str]:
    wanted = [KEYS.get(name_of(offer)) or KEYS.get(offer.act, "") for offer in offers]
    used: set[str] = set()
    found: list[str] = []
    for key in wanted:
        keep = key if key and key not in used else ""
        used.add(keep)
        found.append(keep)
    free = (letter for letter in LETTERS if letter not in used)
    return [key or next(free, "") for key in found]


def _action(offer: Offer, key: str, table: str, person: PersonId, version: int, lang: str) -> Action:
    fixed: dict[str, str] = {}
    fields: list[Field] = []
    effects = False
    for name, value in offer.fields.items():
        if name in NOT_FIELDS.get(offer.act, ()):
            continue
        if value == "effects":
            effects = True
        elif isinstance(value, (str, int)) and value not in MAGIC:
            fixed[name] = str(value)
        elif isinstance(value, (list, tuple)) and len(value) == 1:
            fixed[name] = _value(value[0])
        else:
            fields.append(_field(name, value, lang))
    button = name_of(offer)
    return Action(
        tag=offer.act,
        name=act(offer.act, offer.fields, lang),
        key=key,
        main=offer.main,
        fixed=fixed,
        fields=tuple(fields),
        clauses=offer.clauses,
        command=command(table, person, version, button),
        effects=effects,
    )


def _field(name: str, value: Any, lang: str) -> Field:
    if isinstance(value, (list, tuple)):
        blank = (("", "—"),) if name == "kind" else ()  # what happened is chosen, never preselected
        return Field(name, "choice", (*blank, *((_value(one), _option(name, one, lang)) for one in value)))
    if isinstance(value, Mapping):
        kind: Literal["money", "number"] = "money" if name in MONEY else "number"
        return Field(name, kind, (), value.get("min"), value.get("max"))
    return Field(name, "card" if value == "card" else "text")


MONEY: Final = frozenset({"amount", "paid", "playing"})
"""Fields that are amounts of money."""

PEOPLE: Final = frozenset({"person", "leader", "second", "joined_to"})
"""Fields that name somebody."""

TOPICS: Final = {
    "kind": "irregularity",
    "accident": "irregularity",
    "hand": "hand",
    "bet": "bet",
    "role": "role",
    "window": "window",
    "word": "word",
    "fault_of": "party",
    "place": "hand",
    "falls_to": "hand",
}


def _option(name: str, value: Any, lang: str) -> str:
    if value is None:
        return "—"
    if name == "position":
        return f"n.º {value + 1}"
    if isinstance(value, bool):
        return label("ui", "yes" if value else "no", lang)
    if name in PEOPLE:
        return person_name(str(value), lang)
    return label(TOPICS[name], value, lang) if name in TOPICS else str(value)


def _value(value: Any) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)
