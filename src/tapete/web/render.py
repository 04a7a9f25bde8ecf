"""Templates: one environment, with the words of a language and the art bound to each page."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import segno
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from tapete.clauses import register
from tapete.rulebooks import house_library
from tapete.rulebooks.library import followed_elsewhere
from tapete.web.art.cards import sprite
from tapete.web.forms import topic_names
from tapete.web.hall_sign import SIGN
from tapete.words import LANGS, colon, label, money, option_name, sentence, source


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
    found.globals.update(sprite=sprite, langs=LANGS)
    return found


@cache
def followed_notes(clause: str, lang: str) -> Markup:
    """Return a note for each rulebook whose own document does not state a clause: which other one it follows there."""
    found = register()[clause]
    told = (
        sentence("clause-part", "followed", lang, rulebook=one.title, places=places)
        for one in followed_elsewhere(found, house_library().of(found.game))
        for places in ["; ".join(source(place, lang) for place in one.places)]
    )
    return Markup().join(Markup('<p class="note followed">{}</p>').format(one) for one in told)


@cache
def words_of(lang: str) -> dict[str, Callable[..., Any]]:
    return {
        "ui": lambda code: label("ui", code, lang),
        "say": lambda code, **facts: sentence("ui", code, lang, **facts),
        "label": lambda topic, code: label(topic, code, lang),
        "money": lambda amount: money(amount, lang),
        "followed_notes": lambda clause: followed_notes(clause, lang),
        "source": lambda place: source(str(place), lang),
        "option_name": lambda option: option_name(option, lang),
        "topics": lambda game: topic_names(game, lang),
    }


def page(template: str, lang: str, **values: Any) -> str:
    defaults = {"lang": lang, "colon": colon(lang), "static_tag": static_tag(), "sign": SIGN.get()}
    return environment().get_template(template).render(words_of(lang) | defaults | values)


def qr_svg(text: str, title: str) -> Markup:
    """Return a QR code as SVG, dark on white whatever the colours of the page are. It is drawn into the page itself:
    nobody else is asked for a picture of a secret.
    """
    drawn: str = segno.make(text, micro=False).svg_inline(
        scale=5, border=4, dark="#000", light="#fff", title=title, omitsize=True
    )
    return Markup(drawn)  # drawn by the library, which escapes the title
