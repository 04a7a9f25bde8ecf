"""Templates and facts become sentences. A template names its facts and how they are written: ``{amount:money}``,
``{count:table|tables}``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from string import Formatter
from typing import Any

from tapete.words.book import label, text, topics
from tapete.words.names import card_name, count_with_noun, join, money, number, person_name, sum_in_words, with_one_euro

MISSING = "…"
"""Stands where a fact was not given."""

_parse = Formatter().parse

Naming = Callable[[str, str], str]
"""How somebody is named in a language, made of his pseudonym."""


def placeholders(template: str) -> tuple[tuple[str, str], ...]:
    """Return the facts of a template, each with the way in which it is written, but for the words that go with a count:
    they are each language's own.
    """
    found = ((name, spec or "") for _, name, spec, _ in _parse(template) if name is not None)
    return tuple((name, "" if "|" in spec else spec) for name, spec in found if not spec.startswith("="))


def fill(template: str, facts: Mapping[str, Any], lang: str, naming: Naming = person_name) -> str:
    """Put facts into a template. A fact that is not there leaves «…»: a screen never fails over a sentence."""
    parts = []
    for literal, name, spec, _ in _parse(template):
        parts.append(literal)
        if name is not None:
            parts.append(_write(facts.get(name), spec or "", lang, naming))
    return "".join(parts)


def _write(value: Any, spec: str, lang: str, naming: Naming) -> str:
    if value is None:
        return MISSING
    if spec == "told":
        return _write_told(value, lang)
    if "|" in spec:
        return count_with_noun(value, spec, lang)
    if isinstance(value, (list, tuple, set, frozenset)):
        return (
            join((_write(one, spec, lang, naming) for one in value), lang, "and" if spec == "card" else "or") or MISSING
        )
    match spec:
        case "":
            return str(value)
        case "money":
            return money(value, lang) if isinstance(value, int) else str(value)
        case "number":
            return number(value, lang) if isinstance(value, int) else str(value)
        case "nth":  # kept counted from 0, said as people count cards
            return number(value + 1, lang) if isinstance(value, int) else str(value)
        case "person":
            return naming(str(value), lang)
        case "card":
            return card_name(value, lang)
        case "field":  # of an act, or where its name alone says enough
            names = (str(value), str(value).rpartition(".")[2])
            told = (text(topic, one, lang) for one in names for topic in ("field", "house-field", "bingo-field"))
            return next(filter(None, told), names[1])
        case _:
            return label(spec, value, lang)


def _write_told(value: Any, lang: str) -> str:
    """Write sentences within a sentence: each without the full stop, since another one follows."""
    if isinstance(value, (list, tuple)):
        return "; ".join(_write_told(one, lang) for one in value)
    if not isinstance(value, Mapping):
        return str(value)
    topic, code, facts = value["topic"], value["code"], value["facts"]
    say = {"refusal": refusal, "finding": finding}.get(topic)
    told = error_sentence(code, facts, lang, topic) if say is None else say(code, facts, lang)
    return told.rstrip(".")


def error_sentence(code: str, facts: Mapping[str, Any], lang: str, topic: str = "error") -> str:
    template = text(topic, code, lang)
    facts = {**facts, "field": f"{facts['act']}.{facts['field']}"} if facts.get("act") else facts
    return code if template is None else fill(template, facts, lang) + _detail(facts, lang)


def _detail(facts: Mapping[str, Any], lang: str) -> str:
    """Return what a library or the engine itself says, which is English: it is told in no other language."""
    return f" ({facts['detail']})" if lang == "en" and "detail" in facts else ""


def refusal(code: str, facts: Mapping[str, Any], lang: str, naming: Naming = person_name) -> str:
    """Return the sentence that says why an act was refused. An unknown code is shown as it is, rather than nothing.

    The sentence speaks to whoever would do the act: where the croupier notes it for somebody, it is told as what that
    person is to hear.
    """
    person = facts.get("noted_for")
    if person is not None:
        told = refusal(code, {name: one for name, one in facts.items() if name != "noted_for"}, lang, naming)
        return label("answer", "noted-for", lang).format(person=naming(str(person), lang), told=told)
    template = text("refusal", code, lang)
    if template is not None and any(name not in facts for name, _ in placeholders(template)):
        template = text("refusal", f"{code}.bare", lang) or template
    return label("answer", "refused", lang) + f" ({code})" if template is None else fill(template, facts, lang, naming)


def finding(code: str, facts: Mapping[str, Any], lang: str) -> str:
    """Return the sentence on a finding of an audit. The fact ``case`` tells one of several sentences of a code."""
    template = text("finding", f"{code}.{facts.get('case', '')}", lang) or text("finding", code, lang)
    return code if template is None else fill(template, facts, lang) + _detail(facts, lang)


def explained_difference(change: str, found: Mapping[str, Any], lang: str) -> str:
    """Return the sentence on a difference that a change of the engine explains; ``found`` is the difference."""
    return f"{label('change', change, lang).rstrip('.')} ({_write_told(found, lang)})."


def event(kind: str, facts: Mapping[str, Any], lang: str, naming: Naming = person_name) -> str:
    """Return one line on what an event made so; ``kind`` with or without its version."""
    name = kind.partition("@")[0]
    template = text("event", name, lang)
    if template is not None and any(facts.get(fact) is None for fact, _ in placeholders(template)):
        template = text("event", f"{name}.bare", lang) or template
    if name == "said" and isinstance(said := facts.get("text"), str):
        facts = {**facts, "text": with_one_euro(said)}
    return name if template is None else fill(template, facts, lang, naming)


def act(tag: str, facts: Mapping[str, Any], lang: str) -> str:
    """Name an act as on its button. ``show-hand.punto`` is looked up before ``show-hand``."""
    for name in _special(tag, facts):
        template = text("act", name, lang)
        if template is not None:
            return fill(template, facts, lang)
    return tag


def _special(tag: str, facts: Mapping[str, Any]) -> Iterable[str]:
    for fact in ("hand", "bet", "role", "kind", "word", "option", "game"):
        if isinstance(facts.get(fact), str):
            yield f"{tag}.{facts[fact]}"
    yield tag


def announcement(
    formula: str, values: Mapping[str, str], lang: str, spanish: Mapping[str, str], naming: Naming = person_name
) -> str:
    """Return a formula: in Spanish with the words of the rulebook in force, elsewhere with their translation."""
    template = spanish.get(formula) if lang == "es" else text("formula", formula, lang)
    if template is None:
        template = text("formula", formula, lang) or spanish.get(formula) or formula
    written: Mapping[str, Naming] = {"amount": sum_in_words, "person": naming}
    shown = {name: written[name](one, lang) if name in written else one for name, one in values.items()}
    sentence = with_one_euro(fill(template, shown, lang))
    return sentence[:1].upper() + sentence[1:]


def codes(topic: str) -> frozenset[str]:
    return frozenset(topics().get(topic, {}))


def source(place: str, lang: str) -> str:
    """Write a place in a document, as the register has it, with its few words in a language."""
    for phrase in sorted(codes("source-word"), key=len, reverse=True):
        place = re.sub(rf"\b{re.escape(phrase)}\b", label("source-word", phrase, lang), place)
    return place


def long_day(day: str, lang: str) -> str:
    """Write a day (``2026-11-28``) as people do: ``28 de noviembre de 2026``. A text that is no day stays as it is."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", day):
        return day
    year, month, number = day.split("-")
    told = "1er" if (lang, number) == ("fr", "01") else number.lstrip("0")
    facts = {"day": told, "month": label("date", f"month-{month}", lang), "year": year}
    return fill(label("date", "long", lang), facts, lang)
