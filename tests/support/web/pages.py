"""Reads forms from pages."""

import re

FORM = {"origin": "http://testserver.local", "hx-request": "true"}
"""What a browser sends with a form of the page."""


def form(page: str, number: str) -> dict[str, str]:
    """Return the fields of a form as they stand."""
    found = re.search(rf'<form[^>]*id="{number}".*?</form>', page, re.S)
    assert found is not None, number
    return dict(re.findall(r'name="([^"]+)" value="([^"]*)"', found[0]))
