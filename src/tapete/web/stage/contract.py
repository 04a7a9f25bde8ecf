"""The contract as programs read it: the messages of a page, with schemas under names of their own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from tapete.catalogue import entries
from tapete.web.games import has_screen, screen_of
from tapete.web.stage.desk import Desk
from tapete.web.stage.model import Ask, Felt, Part, Rail, Roads, Screen, Why

PREFIX: Final = "Page"
REFERENCE: Final = "#/components/schemas/{name}"


class Regions(Part, frozen=True):
    """The regions of a page: all of them in the first message, afterwards those that differ from what was sent."""

    rail: Rail | UnsetType = UNSET
    felt: Felt | UnsetType = UNSET
    ask: Ask | UnsetType = UNSET
    roads: Roads | UnsetType = UNSET
    why: Why | UnsetType = UNSET
    desk: Desk | UnsetType | None = UNSET


class Message(Part, frozen=True):
    """What a viewer lacks of a page. A region that is here replaces the one before it as a whole.

    ``v``: version of the table. ``step``: where it stands. ``now``: the server's time in milliseconds, by which a
    clock ends. ``successor``: the table at which a closed one goes on.
    """

    v: int
    step: str
    screen: Screen
    now: int
    regions: Regions
    successor: str = ""


@cache
def schemas() -> Mapping[str, Any]:
    """Return the schema of each part, :class:`Message` among them, by its published name."""
    felts = dict.fromkeys(screen_of(key).felt_part for key in entries() if has_screen(key))
    (_, *found), parts = msgspec.json.schema_components((Message, *felts), ref_template=REFERENCE)
    parts["Regions"]["properties"]["felt"] = found[0] if len(found) == 1 else {"anyOf": found}
    return {PREFIX + name: {**_published(part), "title": PREFIX + name} for name, part in sorted(parts.items())}


def _published(schema: Any) -> Any:
    """Return a schema whose references have the published names."""
    if isinstance(schema, dict):
        return {name: _published(one) if name != "$ref" else _name(one) for name, one in schema.items()}
    return [_published(one) for one in schema] if isinstance(schema, list | tuple) else schema


def _name(reference: str) -> str:
    return REFERENCE.format(name=PREFIX + reference.rpartition("/")[2])
