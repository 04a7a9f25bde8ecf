"""The OpenAPI document beyond the routes: the types of the games, in names and forms that client generators take."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from inspect import cleandoc
from typing import Any, Final, get_args, get_type_hints

import msgspec
from litestar.openapi.spec import OpenAPIMediaType, Operation, Reference, RequestBody, Schema

from tapete.catalogue import house_games
from tapete.house.acts import HANDLERS
from tapete.house.engine import OF_SYSTEM
from tapete.house.view import HouseView
from tapete.kernel import PSEUDONYM, Game, Step
from tapete.record.codec import tag_of
from tapete.table.acts import BuyIn, Sit
from tapete.web.api import shapes
from tapete.web.parsers import KEYED_ACTS

Tree = dict[str, Any]
"""A schema, or a part of the document, as JSON."""

PLACE: Final = "#/components/schemas/"
REFERENCE: Final = PLACE + "{name}"


def ref(name: str) -> Tree:
    return {"$ref": PLACE + name}


def any_of(names: Iterable[str]) -> Tree:
    return {"anyOf": [ref(name) for name in names]}


def public_name(name: str) -> str:
    """Return the name of a component. A type whose name is also another's has that of its room before it:
    ``tapete.games.dos_panos.acts.Stake`` is ``DosPanosStake``.
    """
    *rooms, last = name.partition("_str_")[0].split(".")
    room = next((one for one in rooms if one not in ("tapete", "games")), "")
    return _camel(room) + last


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def usable(tree: Any) -> Any:
    """Return a schema as generators take it: public names, no ``items: false``, a constant in place of one choice."""
    match tree:
        case str() if tree.startswith(PLACE):
            return PLACE + public_name(tree.removeprefix(PLACE))
        case dict():
            found = {name: usable(one) for name, one in tree.items()}
            if "prefixItems" in found:  # how many there are is said by minItems and maxItems
                found.pop("items", None)
            if isinstance(only := found.get("enum"), list) and len(only) == 1:
                found |= {"const": found.pop("enum")[0]}
            if isinstance(told := found.get("description"), str):
                found["description"] = cleandoc(told)
            if isinstance(pattern := found.get("pattern"), str):  # what ends a text is said otherwise in Python
                found["pattern"] = pattern.removesuffix(r"(?!\n)")
            return found
        case list() | tuple():
            return [usable(one) for one in tree]
        case _:
            return tree


def _room(game: Game[Any]) -> str:
    return _camel(type(game).__module__.split(".")[2])


def _tagged(field: str, kinds: list[type[msgspec.Struct]], names: list[str]) -> Tree:
    tags = map(tag_of, kinds)
    mapping = {tag: PLACE + name for tag, name in zip(tags, names, strict=True)}
    return {"oneOf": [ref(name) for name in names], "discriminator": {"propertyName": field, "mapping": mapping}}


def _posted(game: Game[Any]) -> list[type[msgspec.Struct]]:
    """Return the acts of a game that people may post."""
    kinds = get_args(game.act_types) or (game.act_types,)
    return [one for one in kinds if not one.is_of_system or tag_of(one) in KEYED_ACTS]


@cache
def components() -> Tree:
    """Return what the document names besides the answers of the routes: acts, views and events by game, and bodies."""
    games = house_games().values()
    unions: dict[str, tuple[str, list[type[msgspec.Struct]]]] = {}
    views: dict[str, type[msgspec.Struct]] = {"House": HouseView}
    for game in games:
        unions[f"{_room(game)}Act"] = "act", _posted(game)
        unions[f"{_room(game)}Event"] = "event", list(get_args(game.event_types) or (game.event_types,))
        views[_room(game)] = get_type_hints(game.view)["return"]
    unions["HouseAct"] = "act", sorted(set(HANDLERS) - OF_SYSTEM, key=tag_of)
    kinds = list(dict.fromkeys((Step, *views.values(), *(one for _, union in unions.values() for one in union))))
    # the view of a table over the API stands there too, so that the one of a house gets another name
    schemas, parts = msgspec.json.schema_components((*kinds, shapes.TableView), ref_template=REFERENCE)
    names = {kind: public_name(one["$ref"].removeprefix(PLACE)) for kind, one in zip(kinds, schemas, strict=False)}
    found = {public_name(name): usable(part) | {"title": public_name(name)} for name, part in parts.items()}
    del found[public_name(schemas[-1]["$ref"].removeprefix(PLACE))]
    for name, (field, union) in unions.items():
        found[name] = _tagged(field, union, [names[one] for one in union])
    for name in ("Act", "View", "Event"):
        found[f"Game{name}"] = any_of(f"{_room(game)}{name}" for game in games)
    return found | {name: one | {"title": name} for name, one in (BODIES | OFFERED).items()}


def _object(properties: Tree, required: tuple[str, ...], **more: Any) -> Tree:
    made = {"type": "object", "properties": properties, "additionalProperties": False, **more}
    return made | ({"required": list(required)} if required else {})


def _text(**more: Any) -> Tree:
    return {"type": "string", "maxLength": 400, **more}


WHOLE: Final[Tree] = {"type": "integer"}
OFFERED: Final[dict[str, Tree]] = {
    "OfferBounds": {
        "type": "object",
        "properties": {
            **dict.fromkeys(("min", "max", "step", "standing"), WHOLE),
            "optional": {"type": "integer", "description": "1: it may be left out"},
            "several": {"type": "array", "items": {"type": ["string", "integer"]}},
        },
        "description": "From ``min`` to ``max`` by ``step``; ``several``: so many of these; ``standing``: what stands.",
    },
    "OfferField": {
        "anyOf": [
            {"type": ["string", "integer", "boolean", "null"]},
            {"type": "array", "items": {"type": ["string", "integer", "boolean", "null"]}},
            ref("OfferBounds"),
        ],
        "description": "The only value; a list of which one is chosen; bounds; or what is keyed: card, text, effects.",
    },
}
"""How an offer tells what a field of its act may be."""

BODIES: Final[dict[str, Tree]] = {
    "ActRequest": _object(
        {"what": ref("GameAct"), "at": {"anyOf": [{"type": "null"}, ref("Step")]}},
        ("what",),
        description="The act, and the step that it is meant for (not needed for places and chips).",
        examples=[{"what": msgspec.to_builtins(one)} for one in (Sit(3), BuyIn(20_000))],
    ),
    "HouseActRequest": _object(
        {"what": ref("HouseAct")},
        ("what",),
        description="The act. Nothing in the house waits for a step.",
        examples=[{"what": {"act": "open-day", "day": "2026-11-22"}}],
    ),
    "SessionRequest": _object(
        {
            "table": {"type": "string", "maxLength": 60},
            "person": {"type": "string", "pattern": f"^{PSEUDONYM}$"},
            "key": {"type": "string", "description": "The staff key"},
            "back": {"type": "string", "description": "The word of somebody who comes back"},
        },
        ("table", "person"),
        examples=[{"table": "mesa-1", "person": "ana"}],
    ),
    "LoginRequest": _object(
        {"name": _text(), "password": _text(), "second": _text(description="A code, or a recovery word")},
        ("name", "password", "second"),
    ),
    "PlayerRequest": _object({"name": _text(examples=["Ana"]), "code": _text()}, ()),
}
"""What requests hold."""


def finished(document: Tree) -> Tree:
    """Return a document with the types of the games: what a token is for, what a stream is, when to come again."""
    known = usable(document["components"]["schemas"])
    for name, field, part in (
        ("TableView", "view", ref("GameView")),
        ("HouseOut", "view", ref("HouseView")),
        ("OfferOut", "fields", {"type": "object", "additionalProperties": ref("OfferField")}),
        ("EntryOut", "events", {"type": "array", "items": ref("GameEvent")}),
    ):
        known[name]["properties"][field] = part
    for path, methods in document["paths"].items():
        for told in methods.values():
            _finish(path, told)
    parts = document["components"] | {"schemas": known | components()}
    return document | {"components": parts}


AGAIN: Final[Tree] = {"schema": {"type": "integer"}, "description": "After how many seconds to come again"}


def _finish(path: str, told: Tree) -> None:
    answers = told["responses"]
    if "401" in answers and "security" not in told:  # the public reads without a token
        told["security"] = [{}, {"bearer": []}]
    if path.endswith("/stream"):
        answers["200"]["content"] = {"text/event-stream": {"schema": {"type": "string"}}}
    if path.endswith("/results"):
        answers["200"]["content"]["text/csv"] = {"schema": {"type": "string"}}
    for status in {"429", "503"} & set(answers):
        answers[status]["headers"] = {"Retry-After": AGAIN}


def operation_id(handler: Any, _method: Any, _path: Any) -> str:
    """Return the id of an operation: ``readTable``."""
    first, *others = str(handler.handler_name).split("_")
    return first + "".join(map(str.capitalize, others))


def with_body(name: str, media: str = "application/json", *, asks_token: bool = False) -> type[Operation]:
    """Return the operation of a request whose body is a component, or raw bytes where it has no name."""
    schema = Reference(ref=PLACE + name) if name else Schema()

    @dataclass
    class WithBody(Operation):
        def __post_init__(self) -> None:
            self.request_body = RequestBody(content={media: OpenAPIMediaType(schema=schema)}, required=True)
            self.security = [{"bearer": []}] if asks_token else None

    return WithBody
