"""Templates: one environment, with the words of a language and the art bound to each page."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from tapete.clauses import register
from tapete.money import Cents
from tapete.rulebooks import house_library
from tapete.rulebooks.library import followed_elsewhere
from tapete.web import rule_questions
from tapete.web.art.cards import sprite
from tapete.web.hall_sign import SIGN
from tapete.words import LANGS, colon, fill, label, money, option_name, source


def static_folder() -> Path:
    """Return the folder of the static files; the package is installed as plain files."""
    with as_file(files("tapete.web") / "static") as folder:
        return folder


@cache
def static_tag() -> str:
    """Return a short hash of the static files, so that a new version is never read from an old cache."""
    digest = hashlib.sha256()
    for file in sorted(static_folder().rglob("*")):
        if file.is_file():
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def sentence(text: str) -> str:
    """Return text with its first letter in upper case, also behind signs («¿algún…»); the rest stays as it is."""
    at = next((at for at, one in enumerate(text) if one.isalpha()), len(text))
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


@cache
def environment() -> Environment:
    """Return the templates' environment: everything is escaped; a name that is not there is an error."""
    found = Environment(
        loader=PackageLoader("tapete.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["sentence"] = sentence
    found.globals.update(
        sprite=sprite,
        langs=LANGS,
    )
    return found


@cache
def followed_notes(clause: str, lang: str) -> Markup:
    """Return a note for each rulebook whose own document does not state a clause: which other one it follows there."""
    found = register()[clause]
    told = (
        fill(label("clause-part", "followed", lang), {"rulebook": one.title, "places": places}, lang)
        for one in followed_elsewhere(found, house_library().of(found.game))
        for places in ["; ".join(source(place, lang) for place in one.places)]
    )
    return Markup().join(Markup('<p class="note followed">{}</p>').format(one) for one in told)


class Words:
    """The functions of a page that depend on its language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def ui(self, code: str) -> str:
        return label("ui", code, self.lang)

    def say(self, code: str, **facts: object) -> str:
        """Return a sentence of the screens with its facts."""
        return fill(label("ui", code, self.lang), facts, self.lang)

    def label(self, topic: str, code: object) -> str:
        """Return the name of a term."""
        return label(topic, code, self.lang)

    def money(self, amount: Cents, sign: bool = True) -> str:
        """Write an amount, with the sign of the euro or without."""
        return money(amount, self.lang, sign=sign)

    def followed_notes(self, clause: str) -> Markup:
        """Return which rulebooks follow another document for a clause."""
        return followed_notes(clause, self.lang)

    def source(self, place: object) -> str:
        return source(str(place), self.lang)

    def option_name(self, option: str) -> str:
        """Return what an option of the rulebooks is about."""
        return option_name(option, self.lang)

    def topics(self, game: str) -> tuple[str, ...]:
        """Return what one may ask about the rules of a game."""
        return rule_questions.topic_names(game, self.lang)


METHODS: Final = (
    "ui",
    "say",
    "label",
    "money",
    "followed_notes",
    "source",
    "option_name",
    "topics",
)


def page(template: str, lang: str, **values: Any) -> str:
    """Render a template with the words of a language."""
    words = Words(lang)
    bound = {name: getattr(words, name) for name in METHODS}
    defaults = {"colon": colon(lang), "static_tag": static_tag(), "sign": SIGN.get()}
    return environment().get_template(template).render(lang=lang, **bound, **(defaults | values))
