"""The OpenAPI description of bodies that the games themselves describe: every act with its docstring, once."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

import msgspec
from litestar.openapi.spec import Schema

from tapete.catalogue import house_games
from tapete.house.acts import HANDLERS
from tapete.house.engine import OF_SYSTEM
from tapete.kernel import PSEUDONYM, Step
from tapete.record.codec import tag_of
from tapete.web.parsers import KEYED_ACTS

REFERENCE = "#/components/schemas/{name}"


@cache
def act_schemas() -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Return the schema of all acts that people may post to a table, that of those to the house, and the components
    that both refer to.
    """
    types: dict[str, Any] = {}
    for game in house_games().values():
        for one in get_args(game.act_types) or (game.act_types,):
            if not one.is_of_system or tag_of(one) in KEYED_ACTS:
                types[f"{one.__module__}.{one.__name__}"] = one
    of_house = sorted(set(HANDLERS) - OF_SYSTEM, key=tag_of)
    known = (*types.values(), *of_house, Step)
    schemas, components = msgspec.json.schema_components(known, ref_template=REFERENCE)
    return {"oneOf": list(schemas[: len(types)])}, {"oneOf": list(schemas[len(types) : -1])}, components


def components() -> dict[str, Any]:
    return act_schemas()[2]


def act_body_schema() -> Schema:
    return Schema(
        type="object",  # type: ignore[arg-type]
        description="The act, and the step that it is meant for (not needed for places and chips).",
        properties={
            "what": _Raw(act_schemas()[0]),
            "at": _Raw({"anyOf": [{"type": "null"}, {"$ref": REFERENCE.format(name="Step")}]}),
        },
        required=["what"],
        additional_properties=False,
    )


def house_act_body_schema() -> Schema:
    return Schema(
        type="object",  # type: ignore[arg-type]
        description="The act. Nothing in the house waits for a step.",
        properties={"what": _Raw(act_schemas()[1])},
        required=["what"],
        additional_properties=False,
    )


def session_schema() -> Schema:
    return Schema(
        type="object",  # type: ignore[arg-type]
        properties={
            "table": Schema(type="string", max_length=60),  # type: ignore[arg-type]
            "person": Schema(type="string", pattern=f"^{PSEUDONYM}$"),  # type: ignore[arg-type]
            "key": Schema(type="string", description="The staff key"),  # type: ignore[arg-type]
            "back": Schema(type="string", description="The word of somebody who comes back"),  # type: ignore[arg-type]
        },
        required=["table", "person"],
        additional_properties=False,
    )


def text_schema(names: tuple[str, ...], required: tuple[str, ...]) -> Schema:
    return Schema(
        type="object",  # type: ignore[arg-type]
        properties={name: Schema(type="string", max_length=400) for name in names},  # type: ignore[arg-type]
        required=list(required) or None,
        additional_properties=False,
    )


class _Raw(Schema):
    """A schema that is already written as the document wants it."""

    def __init__(self, content: dict[str, Any]) -> None:
        super().__init__()
        self._content = content

    def to_schema(self) -> dict[str, Any]:
        return self._content
