"""Reads forms from pages."""

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

DATA = {"origin": "http://testserver.local", "accept": "application/json"}
"""What the browser sends with an act of a page that it draws itself."""


def model(page: str) -> dict[str, Any]:
    """Return the regions of a page that the browser draws; none of a page that the server draws."""
    return part_of(page, "model")


def part_of(page: str, name: str) -> dict[str, Any]:
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.S)
    return {} if found is None else json.loads(found[1])


def actions(part: Any) -> Iterator[dict[str, Any]]:
    """Yield what may be done, wherever it stands in a model."""
    if isinstance(part, dict):
        if "tag" in part:
            yield part
        for one in part.values():
            yield from actions(one)
    elif isinstance(part, list):
        for one in part:
            yield from actions(one)


def hidden(page: str, act: str, **wanted: str) -> dict[str, str]:
    drawn = model(page)
    for one in actions(drawn):
        fixed = one.get("fixed_fields", {})
        if one["tag"] == act and wanted.items() <= fixed.items():
            return {"act": act, "at": drawn["step"], "command": one["command"], **fixed}
    for found in re.findall(r"<form.*?</form>", page, re.S):
        pairs = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', found)
        fields = {name: unescape(value) for name, value in pairs}
        if fields.get("act") == act and wanted.items() <= fields.items():
            return fields
    raise AssertionError(f"no form of {act}")


async def post(house: Any, here: str, fields: dict[str, str], to: str = "hacer") -> Any:
    return await house.client.post(f"{here}/{to}", data=fields, headers=DATA)
