"""Templates: one environment, with the words of a language and the art bound to each page."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

from jinja2 import ChoiceLoader, Environment, FunctionLoader, PackageLoader, StrictUndefined
from markupsafe import Markup

from tapete.cards import RANKS, SUITS, Card
from tapete.catalogue import entries
from tapete.clauses import is_practice, register, wording
from tapete.clauses.register import documents
from tapete.money import Cents
from tapete.rulebooks import house_library
from tapete.rulebooks.library import followed_elsewhere
from tapete.table.state import TableView
from tapete.web import art, rule_questions
from tapete.web.art.chips import Denomination
from tapete.web.forms import sent_name
from tapete.web.hall_sign import SIGN
from tapete.web.quick_amounts import PURSE_NAMES
from tapete.web.screens.frame import Page, is_real_table
from tapete.words import LANGS, act, colon, fill, label, money, option_name, option_value, source


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


def _template_of_game(name: str) -> str | None:
    """Return a template that lies with its game: ``<room>/live.html`` in the folder ``templates`` beside its pages."""
    room, _, file = name.partition("/")
    for one in entries().values():
        if one.room == room and file:
            found = files(one.screen_module.rpartition(".")[0]) / "templates" / file
            return found.read_text("utf-8") if found.is_file() else None
    return None


def sentence(text: str) -> str:
    """Return text with its first letter in upper case, also behind signs («¿algún…»); the rest stays as it is."""
    at = next((at for at, one in enumerate(text) if one.isalpha()), len(text))
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


@cache
def environment() -> Environment:
    """Return the templates' environment: everything is escaped; a name that is not there is an error."""
    found = Environment(
        loader=ChoiceLoader([PackageLoader("tapete.web", "templates"), FunctionLoader(_template_of_game)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["sentence"] = sentence
    found.globals.update(
        sprite=art.sprite,
        langs=LANGS,
        document=documents().get,
        is_real_table=is_real_table,
        sent_name=sent_name,
        purse_names=PURSE_NAMES,
        ranks=RANKS,
        suits=tuple(zip(SUITS, "♠♥♦♣", strict=True)),
    )
    return found


@cache
def clause_text(clause: str, lang: str) -> Markup:
    """Return a clause's rule and sources for a page; house practice says that it is one, and why it was adopted."""
    words = wording(clause, lang)
    told = label("clause-part", "in-english", lang)
    note = Markup('<p class="note">{}</p>').format(told) if words.lang != lang else Markup()
    rule = note + Markup('<p lang="{}">{}</p>').format(words.lang, words.rule)
    if is_practice(clause):
        return rule + Markup(
            '<p class="source">{} <span lang="{}">{}</span> · <a href="/clausula/{}">{}</a></p>'
        ).format(label("ui", "practice", lang), words.lang, words.reason, clause, clause)
    sources = "; ".join(source(str(one), lang) for one in register()[clause].sources)
    return (
        rule
        + followed_notes(clause, lang)
        + Markup('<p class="source">{}: {} · <a href="/clausula/{}">{}</a></p>').format(
            label("ui", "source", lang), sources, clause, clause
        )
    )


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
        """Return a word of the screens."""
        return label("ui", code, self.lang)

    def say(self, code: str, **facts: object) -> str:
        """Return a sentence of the screens with its facts."""
        return fill(label("ui", code, self.lang), facts, self.lang)

    def act_name(self, tag: str) -> str:
        return act(tag, {}, self.lang)

    def label(self, topic: str, code: object) -> str:
        """Return the name of a term."""
        return label(topic, code, self.lang)

    def money(self, amount: Cents, sign: bool = True) -> str:
        """Write an amount, with the sign of the euro or without."""
        return money(amount, self.lang, sign=sign)

    def card(self, face: Card | None, sideways: bool = False) -> Markup:
        """Draw a card; punto y banca is played with indices."""
        return art.card(face, self.lang, sideways=sideways)

    def chip(self, kind: Denomination, hidden: bool = False) -> Markup:
        return art.chip(kind, self.lang, hidden=hidden)

    def stack(self, amount: Cents) -> Markup:
        """Draw a stake."""
        return art.stack(amount, self.lang)

    def clause_text(self, clause: str) -> Markup:
        return clause_text(clause, self.lang)

    def followed_notes(self, clause: str) -> Markup:
        """Return which rulebooks follow another document for a clause."""
        return followed_notes(clause, self.lang)

    def source(self, place: object) -> str:
        return source(str(place), self.lang)

    def option_name(self, option: str) -> str:
        """Return what an option of the rulebooks is about."""
        return option_name(option, self.lang)

    def option_value(self, value: Any) -> str:
        return option_value(value, self.lang)

    def topics(self, game: str) -> tuple[str, ...]:
        """Return what one may ask about the rules of a game."""
        return rule_questions.topic_names(game, self.lang)


METHODS: Final = (
    "act_name",
    "ui",
    "say",
    "label",
    "money",
    "card",
    "chip",
    "stack",
    "clause_text",
    "followed_notes",
    "source",
    "option_name",
    "option_value",
    "topics",
)


def page(template: str, lang: str, **values: Any) -> str:
    """Render a template with the words of a language."""
    words = Words(lang)
    bound = {name: getattr(words, name) for name in METHODS}
    defaults = {"colon": colon(lang), "live": False, "static_tag": static_tag(), "sign": SIGN.get()}
    return environment().get_template(template).render(lang=lang, **bound, **(defaults | values))


def table_page(
    screen: Page,
    view: TableView,
    lang: str,
    names: Mapping[str, Any],
    style_sheet: str = "",
    back: str = "",
    successor: str = "",
) -> str:
    """Render a whole table page with the return link ``back``, if there is one; ``names`` and ``style_sheet`` are those
    of the game. ``successor``: where a closed table goes on.
    """
    return page(
        "table.html",
        lang,
        m=screen,
        v=view,
        live=True,
        style_sheet=style_sheet,
        back=back,
        successor=successor,
        follow="",
        **names,
    )


def live_part(screen: Page, view: TableView, lang: str, names: Mapping[str, Any], successor: str = "") -> str:
    goes_on = page("goes_on.html", lang, successor=successor, follow="") if successor else ""
    return goes_on + page(screen.live, lang, m=screen, v=view, **names)
