"""How many of what: one table, two tables, in each language; a sentence never says «1 mesas»."""

import re

import pytest

from tapete.words import LANGS, fill, finding, label, topics

TEMPLATES = {
    (topic, code, lang): text
    for topic, entries in topics().items()
    for code, entry in entries.items()
    for lang, text in entry.items()
}
COUNTED = {key: text for key, text in TEMPLATES.items() if re.search(r"\{\w+:[^{}]*\|", text)}


@pytest.mark.parametrize(
    ("count", "lang", "said"),
    [
        (0, "es", "Faltan 0 mesas"),
        (1, "es", "Falta 1 mesa"),
        (2, "es", "Faltan 2 mesas"),
        ("1", "es", "Falta 1 mesa"),
        (1_234, "es", "Faltan 1.234 mesas"),
        (0, "fr", "Falta 0 mesa"),
        (1, "fr", "Falta 1 mesa"),
        (2, "fr", "Faltan 2 mesas"),
        (0, "en", "Faltan 0 mesas"),
        ("muchas", "es", "Faltan muchas mesas"),
    ],
)
def test_a_noun_and_its_verb_go_with_the_count(count: object, lang: str, said: str) -> None:
    assert fill("{count:=Falta|Faltan} {count:mesa|mesas}", {"count": count}, lang) == said


def test_what_was_not_given_is_no_count() -> None:
    assert fill("{count:mesa|mesas}", {}, "es") == "…"


@pytest.mark.parametrize(("topic", "code", "lang"), COUNTED)
def test_a_sentence_with_a_count_has_both_forms(topic: str, code: str, lang: str) -> None:
    text = COUNTED[topic, code, lang]
    one, many = (dict.fromkeys(re.findall(r"\{(\w+)", text), count) for count in (1, 2))
    told = fill(text, one, lang)
    assert "|" not in told + fill(text, many, lang)
    if lang == "es":
        assert not re.search(r"\b1 (?!más|punto de control)\w+s\b", told), told


NO_COUNTS = {
    ("finding", "tag-missing.pinned"): "an entry's number",
    ("finding", "adopted"): "an entry's number",
    ("command", "coverage-document"): "«más» goes with any",
    ("command", "staff-key-short"): "how long a key is at least",
    ("command", "monitor-key-short"): "how long a key is at least",
    ("command", "a-folder"): "a file",
    ("command", "house-witness-there"): "a file",
    ("error", "witness-of-copy"): "a file",
    ("command", "layer-of-other-game"): "a file",
    ("house-layer", "value-unfit"): "a place in a file",
    ("ui", "name-malformed"): "how long a name is at most",
    ("ui", "password-help"): "how long a password is at least",
    ("formula", "complete-the-bank"): "the croupier's own words",
    ("formula", "bank-amount"): "the croupier's own words",
    ("formula", "bank-announced"): "the croupier's own words",
    ("formula", "bank-withdrawn"): "the croupier's own words",
}
"""Where a fact stands before a word in the plural, and why that word needs no other form."""


def test_no_other_sentence_puts_a_number_before_a_plural() -> None:
    found = {
        (topic, code)
        for (topic, code, lang), text in TEMPLATES.items()
        if lang == "es" and re.search(r"\{\w+(:number)?\} \w+s\b", text)
    }
    assert found == set(NO_COUNTS)


def test_sentences_of_one_are_whole_sentences() -> None:
    facts = {"count": 1, "entries": "7"}
    assert finding("unjudged", facts, "es").startswith("Hay 1 asiento sin juzgar, porque depende de cartas")
    assert finding("unjudged", facts, "en").startswith("1 entry was not judged, since it rests on cards")
    assert finding("unjudged", facts, "fr").startswith("1 écriture n'a pas été jugée, car elle dépend de cartes")
    assert [fill(label("command", "served-tables", lang), {"count": "1"}, lang) for lang in LANGS] == [
        "1 mesa",
        "1 table",
        "1 table",
    ]
