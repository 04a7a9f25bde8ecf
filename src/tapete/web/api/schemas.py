"""The OpenAPI description of bodies that the games themselves describe: every act with its docstring, once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, get_args

import msgspec
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema

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
    step = {"anyOf": [{"type": "null"}, {"$ref": REFERENCE.format(name="Step")}]}
    about = "The act, and the step that it is meant for (not needed for places and chips)."
    return _object({"what": _Raw(act_schemas()[0]), "at": _Raw(step)}, ["what"], about)


def house_act_body_schema() -> Schema:
    about = "The act. Nothing in the house waits for a step."
    return _object({"what": _Raw(act_schemas()[1])}, ["what"], about)


def session_schema() -> Schema:
    properties = {
        "table": Schema(type=OpenAPIType.STRING, max_length=60),
        "person": Schema(type=OpenAPIType.STRING, pattern=f"^{PSEUDONYM}$"),
        "key": Schema(type=OpenAPIType.STRING, description="The staff key"),
        "back": Schema(type=OpenAPIType.STRING, description="The word of somebody who comes back"),
    }
    return _object(properties, ["table", "person"])


def text_schema(*names: str, is_required: bool = False) -> Schema:
    properties = {name: Schema(type=OpenAPIType.STRING, max_length=400) for name in names}
    return _object(properties, list(names) if is_required else None)


def _object(properties: Mapping[str, Schema], required: list[str] | None, about: str | None = None) -> Schema:
    return Schema(
        type=OpenAPIType.OBJECT,
        description=about,
        properties=dict(properties),
        required=required,
        additional_properties=False,
    )


class _Raw(Schema):
    """A schema that is already written as the document wants it."""

    def __init__(self, content: dict[str, Any]) -> None:
        super().__init__()
        self._content = content

    def to_schema(self) -> dict[str, Any]:
        return self._content


def with_body(
    schema: Callable[[], Schema], media: str = "application/json", *, asks_token: bool = False
) -> type[Operation]:
    """Return the operation of a request whose body is described so."""

    @dataclass
    class WithBody(Operation):
        def __post_init__(self) -> None:
            self.request_body = RequestBody(content={media: OpenAPIMediaType(schema=schema())}, required=True)
            self.security = [{"bearer": []}] if asks_token else None

    return WithBody
