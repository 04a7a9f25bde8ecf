"""From what people write to what is meant: a posted form to an act of the game's own types, a word to a topic."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final
from unicodedata import combining, normalize

from tapete.cards import RANKS, SUITS
from tapete.clauses import GAMES, Clause, game_clauses
from tapete.spelling import plain as spelled
from tapete.web.parsers import cents, malformed_body, strict_json, whole
from tapete.words import LANGS, label, topics

ROUTING: Final = frozenset({"act", "at", "command", "lang", "press", "shown"})
"""Fields of a form that are no fields of the act."""

NONE: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({})

OTHER_CARD: Final = "other"
"""Chosen from a list of cards: one that is not on it, whose coup and number are typed."""

RULING_LINES: Final = (1, 2, 3)
"""How many effects one ruling form has room for."""

_SUITS: Final = {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "p": "s", "t": "c"} | {suit: suit for suit in SUITS}
"""Suits in one sign; «p» and «t» are the initials of picas and tréboles, the others those of the notation."""

_SUIT_SIGNS: Final = {code: sign for sign, code in _SUITS.items() if sign in "♠♥♦♣"}

_AMBIGUOUS: Final = {"es": "c", "fr": "c"}
"""Letters that somebody who thinks in a language may mean otherwise: clubs in the notation, corazones, cœur."""


SHADOWED: Final = frozenset({"form", "action", "method", "target", "elements", "length"})
"""Fields of acts whose names an element of a form has itself: a control called so would hide it from scripts."""


def _field_name(sent: str) -> str:
    name = sent.removeprefix("act-")
    return name if name in SHADOWED else sent


def pseudonym(text: str) -> str:
    """Write a name as pseudonyms are written: «Doña Rosa O'Neil» is ``dona-rosa-oneil``. Any other sign stays, to be
    refused.
    """
    plain = "".join(one for one in normalize("NFKD", text) if not combining(one) and one not in "'’.")
    return "-".join(plain.lower().split())


def read_card(text: str, lang: str = "") -> str:
    """Read a card as a croupier keys it, ``7s``, ``10H``, ``7p``, ``q♦``, or says it: ``rey de picas``.

    A letter that may mean another suit in ``lang`` is not guessed at. Raises :class:`ProblemError`.
    """
    ranks, suits = _card_words()
    plain = " ".join(word for word in text.casefold().split() if word not in ("de", "of"))
    if lang in _AMBIGUOUS and plain.endswith(_AMBIGUOUS[lang]) and plain[:-1].rstrip() in ranks:
        raise malformed_body("card-suit")
    for suit in sorted(suits, key=len, reverse=True):
        rank = plain.removesuffix(suit).rstrip()
        if plain.endswith(suit) and rank in ranks:
            return ranks[rank] + suits[suit]
    raise malformed_body("card")


@cache
def _card_words() -> tuple[dict[str, str], dict[str, str]]:
    """Return what ranks and suits may be called, in short and in the words of every language."""
    ranks = {one.casefold(): one for one in RANKS} | {"10": "T"}
    suits = dict(_SUITS)
    for topic, found in (("rank", ranks), ("suit", suits)):
        for code, names in topics()[topic].items():
            found |= {name.casefold(): code for name in names.values()}
    return ranks, suits


def to_act(
    fields: dict[str, str],
    lang: str = "",
    notable: Mapping[str, tuple[str, ...]] = NONE,
    effects: Mapping[str, tuple[str, ...]] = NONE,
) -> dict[str, Any]:
    """Return the act of a form as plain data; numbers are still text where the act's type will say so.

    ``lang`` is the language of the page, in which amounts were typed and a card was keyed: typed, or by a rank and the
    button of its suit.
    ``notable`` are the acts that may be noted for somebody, ``effects`` those of a ruling, with the fields of each.
    """
    what: dict[str, Any] = {
        _field_name(name): value for name, value in fields.items() if name not in ROUTING and "." not in name
    }
    typed = what.pop("amount-euros", None)
    if typed is not None and "amount" not in what:
        what["amount"] = cents(typed, lang)
    if "paid-euros" in what:
        text = what.pop("paid-euros").strip()
        what["paid"] = -cents(text[1:], lang) if text[:1] in ("-", "−") else cents(text.removeprefix("+"), lang)
    if (chosen := what.pop("known-card", OTHER_CARD)) != OTHER_CARD:
        what["coup"], _, what["card-number"] = chosen.partition(":")
        whole(what["coup"], 5, "card-number")
    if "card-number" in what:
        what["position"] = _position(what.pop("card-number"))
    rank, suit = what.pop("rank", ""), what.pop("suit", "")
    if "face" in what or rank or suit:
        what["face"] = read_card(str(what.get("face") or rank) + _SUIT_SIGNS.get(suit, suit), lang)
    if "noted" in fields:
        what = _noted_act(fields, notable, lang)
    given = what.pop("given-effects", None)
    ruled = _effects(fields, effects) if given is None else strict_json(given.encode())
    if ruled:
        what["effects"] = ruled
    return {"act": fields.get("act", ""), **what}


def _noted_act(fields: dict[str, str], notable: Mapping[str, tuple[str, ...]], lang: str) -> dict[str, Any]:
    """Return what a croupier notes for somebody: a person known or new, and that person's act."""
    tag = fields.get("noted", "")
    if tag not in notable:
        raise malformed_body("noted")
    inner: dict[str, Any] = {name: fields[name] for name in notable[tag] if name in fields}
    for name in ("amount", "playing"):
        if name in notable[tag] and f"{name}-euros" in fields:
            inner[name] = cents(fields[f"{name}-euros"], lang)
        elif name in inner:
            inner[name] = whole(inner[name], 13, "amount")
    return {
        "person": pseudonym(fields.get("new-person", "")) or fields.get("person", ""),
        "what": {"act": tag, **inner},
    }


def _position(text: str) -> int:
    """Return the position of a card that people count from 1."""
    number = whole(text, 3, "card-number")
    if not number:
        raise malformed_body("card-number")
    return number - 1


def _effects(fields: dict[str, str], known: Mapping[str, tuple[str, ...]]) -> list[dict[str, Any]]:
    found = []
    for line in RULING_LINES:
        kind = fields.get(f"effect.{line}")
        if kind is None:
            continue
        if kind not in known:
            raise malformed_body("effect")
        given: dict[str, Any] = {name: fields[f"{name}.{line}"] for name in known[kind] if f"{name}.{line}" in fields}
        found.append({"effect": kind, **given})
    return found


# --- what people may ask about the rules of a game: its topics, by their names in any language ------------------------


TOPIC = "clause-topic"


def _clauses(game: str) -> tuple[Clause, ...]:
    """Return a game's clauses; none for a game of the house, which has practice alone."""
    return game_clauses(game) if game in GAMES else ()


@cache
def topic_names(game: str, lang: str) -> tuple[str, ...]:
    """Return the names of a game's topics in alphabetical order; accents make no difference to it."""
    return tuple(sorted({label(TOPIC, one.topic, lang) for one in _clauses(game)}, key=spelled))


@cache
def _topic_index(game: str) -> dict[str, str]:
    """Return what people may write, as it is compared, with the topic or the id that it stands for."""
    known = _clauses(game)
    names = {spelled(label(TOPIC, one.topic, lang)): one.topic for one in known for lang in LANGS}
    return names | {spelled(one.topic): one.topic for one in known} | {spelled(one.id): one.id for one in known}


def is_rule_topic(text: str, game: str) -> bool:
    """Return True if somebody asked about a topic or a clause of the game; to ask nothing is to ask what holds now."""
    return not text or spelled(text) in _topic_index(game)


def read_topic(text: str, game: str) -> str:
    """Read what a person asks about: a topic by its name in any language, or the id of a clause, whatever its capitals
    and accents. Anything else is left as it is.
    """
    return _topic_index(game).get(spelled(text), text)
