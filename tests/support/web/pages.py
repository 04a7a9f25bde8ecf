"""Reads forms from pages."""

import re
from html import unescape
from typing import Any

FORM = {"origin": "http://testserver.local", "hx-request": "true"}
"""What a browser sends with a form of the page."""


def hidden(page: str, act: str, **wanted: str) -> dict[str, str]:
    for found in re.findall(r"<form.*?</form>", page, re.S):
        pairs = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', found)
        fields = {name: unescape(value) for name, value in pairs}
        if fields.get("act") == act and wanted.items() <= fields.items():
            return fields
    raise AssertionError(f"no form of {act}")


async def post(house: Any, here: str, fields: dict[str, str], to: str = "hacer") -> Any:
    return await house.client.post(f"{here}/{to}", data=fields, headers=FORM)
