"""Rulebooks: one document as data, with other documents and labelled house practice as layers below it.

A rulebook file holds values, each with the clauses that state it; a practice file holds values that no clause states,
each with the reason why the house adopted it. A loaded :class:`Rulebook` is the document laid over what fills its
silence; its content is hashed, stored beside the record, and pinned by the first event of a table.
"""

from tapete.rulebooks.house_layer import OVER as OVER, overstepped as overstepped, read_house_layer as read_house_layer
from tapete.rulebooks.library import (
    ByLibrary as ByLibrary,
    Library as Library,
    ReadsRulebooks as ReadsRulebooks,
    Rulebook as Rulebook,
    RulebookOption as RulebookOption,
    compare as compare,
    differing_options as differing_options,
    house_library as house_library,
    make as make,
    options_of_book as options_of_book,
    read_library as read_library,
    require_options as require_options,
)
from tapete.rulebooks.recipe import (
    HouseLayerError as HouseLayerError,
    RulebookError as RulebookError,
    UnknownRulebookError as UnknownRulebookError,
    overlay as overlay,
    text_of as text_of,
)
