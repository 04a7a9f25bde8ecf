"""A rulebook of the two-cloth game with other values than its own, to show what one option alone changes."""

from copy import deepcopy
from typing import Any

from tapete.rulebooks import Library, house_library
from tapete.rulebooks.library import make

ALTERED = "altered"


def altered(book: str = "asturias-2011", **values: Any) -> dict[str, Any]:
    """Return the arguments of an opening under ``book`` with other values: ``bank__excess=...`` is ``bank.excess``."""
    content = deepcopy(house_library().by_id("dos-panos", book).content)
    content["id"] = ALTERED
    for name, value in values.items():
        section, key = name.split("__")
        assert key in content[section], name
        content[section][key] = {"value": value, "practice": "this house"}
    return {"book": ALTERED, "library": Library((*house_library().books, make(content)))}
