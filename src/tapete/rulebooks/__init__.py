"""Rulebooks: one document as data, with other documents and labelled house practice as layers below it.

A rulebook file holds values, each with the clauses that state it; a practice file holds values that no clause states,
each with the reason why the house adopted it. A loaded :class:`Rulebook` is the document laid over what fills its
silence; its content is hashed, stored beside the record, and pinned by the first event of a table.
"""

from tapete.rulebooks.house_layer import overstepped, read_house_layer
from tapete.rulebooks.library import (
    ByLibrary,
    Library,
    ReadsRulebooks,
    Rulebook,
    RulebookOption,
    compare,
    differing_options,
    house_library,
    make,
    options_of_book,
    read_library,
    require_options,
)
from tapete.rulebooks.recipe import HouseLayerError, RulebookError, UnknownRulebookError, overlay

__all__ = [
    "ByLibrary",
    "HouseLayerError",
    "Library",
    "ReadsRulebooks",
    "Rulebook",
    "RulebookError",
    "RulebookOption",
    "UnknownRulebookError",
    "compare",
    "differing_options",
    "house_library",
    "make",
    "options_of_book",
    "overlay",
    "overstepped",
    "read_house_layer",
    "read_library",
    "require_options",
]
