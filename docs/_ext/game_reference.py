"""Directives that list what a program meets: ``game-reference GAME`` (options, acts, events, view, parts of a game),
``game-effects``, and ``page-parts`` (the model of a page). Everything is read from the classes themselves.
"""

import re
import typing
from collections.abc import Iterable
from typing import Any, ClassVar

from docutils import nodes
from shapes import Field, Shape, members, parts, shape
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from tapete.catalogue import entries
from tapete.games.baccarat.effects import Effect
from tapete.games.bingo.acts import OpenHall
from tapete.games.bingo.game import BINGO
from tapete.kernel import Game
from tapete.web.games import has_screen, screen_of
from tapete.web.stage.contract import Message
from tapete.web.stage.model import Felt


def games() -> dict[str, tuple[Game[Any], type]]:
    """Return the games of the catalogue, and the one that is begun, each with the act that opens its table."""
    played = {key: (one.engine(None), one.form().act) for key, one in entries().items()}
    return {**played, BINGO.key: (BINGO, OpenHall)}


ROLE = re.compile(r"``(?P<code>[^`]+)``|:\w+:`~?(?:[^`]*\.)?(?P<name>[^`]+)`|\*(?P<stress>[^*\s][^*]*)\*")


def view_of(game: Game[Any]) -> type:
    """Return the class of a game's view."""
    found: type = typing.get_type_hints(type(game).view)["return"]
    return found


HEADINGS = {
    "options": "Opening a table",
    "acts": "Acts",
    "events": "Events",
    "view": "View",
    "parts": "Parts and terms",
}


def listed(what: str, key: str = "") -> tuple[Shape, ...]:
    """Return what a directive lists, of a game where it is one."""
    if what == "page-parts":
        felts = {screen_of(one).felt_part for one in entries() if has_screen(one)}
        return tuple(map(shape, (Message, *parts((Message, *felts)), *sorted(felts - {Felt}, key=str))))
    if what == "effects":
        return tuple(map(shape, members(Effect)))
    game, opening = games()[key]
    acts, events, view = members(game.act_types), members(game.event_types), view_of(game)
    match what:
        case "options":
            return (shape(opening),)
        case "acts":
            return tuple(map(shape, acts))
        case "events":
            return tuple(map(shape, events))
        case "view":
            return (shape(view),)
        case _:
            effects = members(Effect)
            return tuple(shape(one) for one in parts((*acts, *events, view, *effects)) if one not in effects)


class Listing(SphinxDirective):
    """A list of shapes, each with its text and its fields."""

    what: ClassVar[str]

    def run(self) -> list[nodes.Node]:
        """Return one entry for each shape."""
        return [nodes.definition_list("", *map(entry, listed(self.what)))]


class GameListing(SphinxDirective):
    """All lists of a game, each under its heading."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the headings and what stands below them."""
        key = self.arguments[0]
        if key not in games():
            raise self.error(f"there is no game {key!r}")
        made: list[nodes.Node] = []
        for what, heading in HEADINGS.items():
            section = nodes.section("", nodes.title(text=heading), ids=[f"{what}-of-{key}"])
            section += nodes.definition_list("", *map(entry, listed(what, key)))
            made.append(section)
        return made


def entry(one: Shape) -> nodes.definition_list_item:
    """Return a shape: class and tag as the term, then its text and a line for each field."""
    term = nodes.term("", "", nodes.literal(text=one.name))
    if one.tag:
        term += [nodes.Text(" · "), nodes.literal(text=one.tag)]
    body = nodes.definition("", *(nodes.paragraph("", "", *inline(text)) for text in one.text.split("\n\n") if text))
    if one.fields:
        body += nodes.bullet_list("", *(nodes.list_item("", line(field)) for field in one.fields))
    return nodes.definition_list_item("", term, body)


def line(field: Field) -> nodes.paragraph:
    """Return a field: its name, what it holds, its default, and its note."""
    made = nodes.paragraph("", "", nodes.literal(text=field.name))
    if field.json != field.name:
        made += [nodes.Text(" (in JSON "), nodes.literal(text=field.json), nodes.Text(")")]
    if field.holds:
        made += nodes.Text(f": {field.holds}")
    if field.default is not None:
        made += [nodes.Text("; unless given "), nodes.literal(text=field.default)]
    if field.note:
        made += [nodes.Text(". "), *inline(field.note)]
    return made


def inline(text: str) -> Iterable[nodes.Node]:
    """Return a docstring's text with its marked words set as code."""
    text, at = " ".join(text.split()), 0
    for found in ROLE.finditer(text):
        yield nodes.Text(text[at : found.start()])
        if found["stress"]:
            yield nodes.emphasis(text=found["stress"])
        else:
            yield nodes.literal(text=found["code"] or found["name"])
        at = found.end()
    yield nodes.Text(text[at:])


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directives."""
    app.add_directive("game-reference", GameListing)
    for name, what in (("game-effects", "effects"), ("page-parts", "page-parts")):
        app.add_directive(name, type(f"{what.title()}Listing", (Listing,), {"what": what}))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
