"""Sentences from codes, in Spanish first, then English and French: refusals, events, acts, what the croupier says.

This room knows codes and facts, plain data; it knows no rule and no game's types. A code without a sentence is an error
of the tests, never of a screen: :func:`refusal` and :func:`label` always answer something.
"""

from tapete.words.book import LANGS, Lang, label, language, text, topics
from tapete.words.errors import CodedError, failure_facts, place_of, reason, sentence_fact, technical_name, toml_place
from tapete.words.names import card_name, colon, join, money, number, person_name, with_one_euro
from tapete.words.options import option_name, option_value
from tapete.words.sentences import (
    Naming,
    act,
    announcement,
    codes,
    error_sentence,
    event,
    explained_difference,
    fill,
    finding,
    long_day,
    placeholders,
    refusal,
    source,
)

__all__ = [
    "LANGS",
    "CodedError",
    "Lang",
    "Naming",
    "act",
    "announcement",
    "card_name",
    "codes",
    "colon",
    "error_sentence",
    "event",
    "explained_difference",
    "failure_facts",
    "fill",
    "finding",
    "join",
    "label",
    "language",
    "long_day",
    "money",
    "number",
    "option_name",
    "option_value",
    "person_name",
    "place_of",
    "placeholders",
    "reason",
    "refusal",
    "sentence_fact",
    "source",
    "technical_name",
    "text",
    "toml_place",
    "topics",
    "with_one_euro",
]
