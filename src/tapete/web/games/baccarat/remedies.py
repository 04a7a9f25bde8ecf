"""Remedies in sentences: what each effect of a ruling does, as an official reads it aloud to the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from types import MappingProxyType
from typing import Any, Final

import msgspec

from tapete.clauses import Fault
from tapete.games.baccarat import effects
from tapete.games.baccarat.conflicts import is_agreement, is_tightening
from tapete.games.baccarat.effects import Effect
from tapete.games.banked.view import CardView, View
from tapete.money import Cents
from tapete.web.seat_links import short_name
from tapete.words import card_name, codes, fill, join, label, placeholders, refusal

EFFECTS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "void-coup": (),
        "return-stake": ("person",),
        "discard": ("position",),
        "assign-card": ("position", "place"),
        "deem-total": ("hand", "total"),
        "lose-coup": ("hand",),
        "give-cards": ("hand", "person"),
        "go-back": ("window",),
        "note-only": (),
    }
)
"""The effects that the ruling form offers, with the fields of each."""


class RulingChoices(msgspec.Struct, frozen=True):
    """What an official of one game chooses from in a ruling of their own: effects, hands, places of cards, and phases
    to which play can go back.
    """

    effects: Mapping[str, tuple[str, ...]]
    hands: tuple[str, ...]
    places: tuple[str, ...]
    phases: tuple[str, ...]


class RemedyContext(msgspec.Struct, frozen=True):
    """How remedies read on one page, with people by their names there and what lies on the felt of its ``view``.

    ``is_erring_party_named``: what binds the banker depends on whose error it was, so it is said.
    """

    view: View | None = None
    is_erring_party_named: bool = False

    def name(self, who: object, lang: str) -> str:
        return str(who) if self.view is None else short_name(str(who), self.view.name, lang)

    @property
    def cards(self) -> tuple[CardView, ...]:
        return () if self.view is None else self.view.coup.cards

    def stake_of(self, person: str) -> Cents | None:
        """Return what somebody has staked in the coup, as far as the felt tells it."""
        stakes = () if self.view is None else self.view.coup.stakes
        return sum(one.amount for one in stakes if one.person == person) or None

    def sentences(self, remedy: Iterable[Any], lang: str) -> tuple[str, ...]:
        """Return sentences on what the effects of a remedy do, in their order; not what a later one only tightens."""
        all_of = tuple(remedy)
        told = (one for n, one in enumerate(all_of) if not any(is_tightening(later, one) for later in all_of[n + 1 :]))
        return tuple(dict.fromkeys(sentence(one, self, lang) for one in told))

    def has_duplicates(self, remedy: tuple[Any, ...]) -> bool:
        """Return True if two clauses ask for the same among the effects of a remedy."""
        return any(is_agreement(one, other) for one, other in combinations(remedy, 2))

    def fault_text(self, fault: Fault, lang: str) -> str:
        """Return the text of a fault: with people, hand, count and word where they are known, else its name."""
        facts, code = fault.facts, fault.code
        if code == "advice" and "hand" in facts:
            named = {name: self.name(who, lang) for name in PEOPLE if (who := facts.get(name)) is not None}
            holder = None if self.view is None else self.view.hand_holders.get(facts["hand"])
            advised = label("hand", facts["hand"], lang) if holder is None else self.name(holder, lang)
            told = {**facts, **named, "advised": advised}
            return fill(label("found", "advice" if named else "advice-unnamed", lang), told, lang)
        if code in codes("found") and _has_facts(label("found", code, lang), facts):
            return fill(label("found", code, lang), facts, lang, self.name)
        if "total" in facts and "hand" in facts and _has_facts(label("found", facts["hand"], lang), facts):
            return fill(label("found", facts["hand"], lang), facts, lang)
        if code in codes("irregularity"):
            return label("irregularity", code, lang)
        return refusal(code, facts, lang)


PEOPLE: Final = ("person", "to")
"""Facts of an effect that name somebody."""


def sentence(effect: Effect, on: RemedyContext, lang: str) -> str:
    """Return the sentence on an effect: «La primera carta (n.º 2)…», with names, numbers of cards and amounts."""
    plain: Mapping[str, Any] = msgspec.to_builtins(effect)
    facts = dict(plain)
    tag = str(facts.pop("effect"))
    facts |= {name: on.name(facts[name], lang) for name in PEOPLE if facts.get(name)}
    if "position" in facts:
        facts["position"] = _card(facts["position"], on, lang)
    if tag == "return-stake" and facts.get("amount") is None:
        facts["amount"] = on.stake_of(plain["person"])
    if tag == "expose":
        facts["cards"] = join((_nth(one, plain["hand"], on, lang) for one in facts.get("cards", ())), lang)
    if "on" in facts:
        facts["on"] = join(map(str, facts["on"]), lang, "or")
    if "options" in facts:
        facts["options"] = join((label("choice", one, lang) for one in facts["options"]), lang, "or")
    if tag == "note-only":
        topic = "noted" if facts.get("code") in codes("noted") else "irregularity"
        facts["code"] = label(topic, facts.get("code") or "other", lang)
    text = fill(label("remedy", _form(tag, effect, facts, on), lang), facts, lang)
    return f"{text[:1].upper()}{text[1:]}."


def card_number(position: int) -> str:
    """Number a card as the felt does, where people count from 1."""
    return f"n.º {position + 1}"


def _card(position: int, on: RemedyContext, lang: str) -> str:
    face = next((one.open_face for one in on.cards if one.position == position), None)
    return card_number(position) if face is None else f"{card_number(position)} ({card_name(face, lang)})"


def _form(tag: str, effect: Effect, facts: Mapping[str, Any], on: RemedyContext) -> str:
    match effect:
        case effects.VoidCoup(hand=hand):
            return f"{tag}-hand" if hand else tag
        case effects.ReturnStake():
            return f"{tag}-amount" if facts["amount"] else tag
        case effects.SetAside(falls_to=falls_to):
            return f"{tag}-falls" if falls_to else tag
        case effects.KeepOne(higher=higher):
            return f"{tag}-higher" if higher else f"{tag}-lower"
        case effects.Expose(to=to, cards=cards):
            return f"{tag}-to" if to else tag if cards else f"{tag}-all"
        case effects.DeemTotal(one_more=one_more):
            return f"{tag}-one-more" if one_more else tag
        case effects.BindToTable(fault_of=party) if party is not None and on.is_erring_party_named:
            return f"{tag}-error"
        case effects.BindToScheme(optional_as=cell) | effects.BindToTable(optional_as=cell):
            return f"{tag}-{cell}"
        case effects.Oblige(cell=cell, on=totals):
            return f"{tag}-{cell}-on" if totals else f"{tag}-{cell}"
        case effects.GiveCards(coup=coup):
            return f"{tag}-{coup}"
        case _:
            return tag


def _nth(ordinal: int, hand: str, on: RemedyContext, lang: str) -> str:
    """Name a card of a hand by its order there, and by its number once it has left the shoe."""
    places = (hand, hand, f"{hand}-3")
    same = [one.position for one in on.cards if one.place == places[ordinal - 1]]
    at = ordinal - 1 if ordinal < len(places) else 0
    facts: dict[str, Any] = {"nth": ordinal}
    if at < len(same):
        return fill(label("remedy", "nth-card-known", lang), facts | {"position": card_number(same[at])}, lang)
    return fill(label("remedy", "nth-card", lang), facts, lang)


def _has_facts(template: str, facts: Mapping[str, Any]) -> bool:
    """Return True if everything that a sentence tells is known."""
    return all(facts.get(name) is not None for name, _ in placeholders(template))
