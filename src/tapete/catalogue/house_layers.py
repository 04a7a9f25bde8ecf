"""A house's own layer over a rulebook, checked against the typed rules of its game."""

from __future__ import annotations

import msgspec

from tapete.catalogue.games import entries
from tapete.rulebooks import HouseLayerError, Library, Rulebook, RulebookError, house_library, read_house_layer
from tapete.words import place_of


def house_book(text: str, file: str, library: Library | None = None) -> Rulebook:
    """Return the rulebook of a house's file. Raises :class:`~tapete.rulebooks.RulebookError` for one that sets what a
    document settles, that is not written as a layer, or whose values do not fit the rules of the game.
    """
    book = read_house_layer(text, file, library or house_library())
    game = entries().get(book.game)
    if game is None or game.read_rules is None:
        return book
    try:
        game.read_rules(book)
    except (msgspec.ValidationError, ValueError) as error:
        facts = error.facts if isinstance(error, RulebookError) else {}
        place = str(facts.get("place") or place_of(str(error)))
        raise HouseLayerError("value-unfit", file, place=place, detail=str(error)) from error
    return book
