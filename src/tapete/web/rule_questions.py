"""What one may ask about the rules of a game: its topics, by their names in the language of the reader."""

from __future__ import annotations

from functools import cache

from tapete.clauses import GAMES, Clause, game_clauses
from tapete.spelling import plain
from tapete.words import LANGS, label

TOPIC = "clause-topic"


def _clauses(game: str) -> tuple[Clause, ...]:
    """Return a game's clauses; none for a game of the house, which has practice alone."""
    return game_clauses(game) if game in GAMES else ()


@cache
def topic_names(game: str, lang: str) -> tuple[str, ...]:
    """Return the names of a game's topics in alphabetical order; accents make no difference to it."""
    return tuple(sorted({label(TOPIC, one.topic, lang) for one in _clauses(game)}, key=plain))


@cache
def _topic_index(game: str) -> dict[str, str]:
    """Return what people may write, as it is compared, with the topic or the id that it stands for."""
    known = _clauses(game)
    names = {plain(label(TOPIC, one.topic, lang)): one.topic for one in known for lang in LANGS}
    return names | {plain(one.topic): one.topic for one in known} | {plain(one.id): one.id for one in known}


def is_rule_topic(text: str, game: str) -> bool:
    """Return True if somebody asked about a topic or a clause of the game; to ask nothing is to ask what holds now."""
    return not text or plain(text) in _topic_index(game)


def read_topic(text: str, game: str) -> str:
    """Read what a person asks about: a topic by its name in any language, or the id of a clause, whatever its capitals
    and accents. Anything else is left as it is.
    """
    return _topic_index(game).get(plain(text), text)
