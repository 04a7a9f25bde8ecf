"""The two-cloth game under each document, and under a rulebook that has one value of its own."""

from copy import deepcopy
from typing import Any

import pytest

from tapete.rulebooks import Library, house_library
from tapete.rulebooks.library import make

ALTERED = "altered"
BOOKS = ("asturias-2011", "orden-1979", "catalogo-51-53", "guia")
BOOK_OF = {"": BOOKS[0], "OM1979-09": BOOKS[1], "REG-51-53": BOOKS[2], "GUIDE": BOOKS[3]}


def by(clause: str, document: str = "") -> pytest.MarkDecorator:
    """Mark what shows a clause, as a document states it that is not the one whose wording the register follows."""
    return pytest.mark.clause(clause, document=document) if document else pytest.mark.clause(clause)


def under(clause: str, *documents: str) -> pytest.MarkDecorator:
    """Give a test the book of each document that states a clause; the one that the register follows is ""."""
    marked = [pytest.param(BOOK_OF[one], marks=by(clause, one)) for one in documents]
    return pytest.mark.parametrize("book", marked)


def altered(book: str = "asturias-2011", **values: Any) -> dict[str, Any]:
    """Return the arguments of an opening under ``book`` with other values: ``bank__excess=...`` is ``bank.excess``."""
    content = deepcopy(house_library().by_id("dos-panos", book).content)
    content["id"] = ALTERED
    for name, value in values.items():
        section, key = name.split("__")
        assert key in content[section], name
        content[section][key] = {"value": value, "practice": "this house"}
    return {"book": ALTERED, "library": Library((*house_library().books, make(content)))}
