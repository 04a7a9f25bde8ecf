"""Reads forms from pages."""

import re
from html import unescape
from typing import Any

FORM = {"origin": "http://testserver.local", "hx-request": "true"}
"""What a browser sends with a form of the page."""


def form(page: str, number: str) -> dict[str, str]:
    """Return the fields of a form as they stand."""
    found = re.search(rf'<form[^>]*id="{number}".*?</form>', page, re.S)
    assert found is not None, number
    return dict(re.findall(r'name="([^"]+)" value="([^"]*)"', found[0]))


def hidden(page: str, act: str, **wanted: str) -> dict[str, str]:
    """Return the hidden fields of the form of an act."""
    for found in re.findall(r"<form.*?</form>", page, re.S):
        pairs = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', found)
        fields = {name: unescape(value) for name, value in pairs}
        if fields.get("act") == act and wanted.items() <= fields.items():
            return fields
    raise AssertionError(f"no form of {act}")


async def post(house: Any, here: str, fields: dict[str, str], to: str = "hacer") -> Any:
    """Send a form of a page as the browser does."""
    return await house.client.post(f"{here}/{to}", data=fields, headers=FORM)


async def report(house: Any, here: str, fields: dict[str, str]) -> Any:
    """Look at what a report would come to, and confirm it."""
    shown = await post(house, here, fields, "examinar")
    assert shown.status_code == 200, shown.text
    return await post(house, here, hidden(shown.text, "report"))
