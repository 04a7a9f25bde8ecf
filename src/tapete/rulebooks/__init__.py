"""Rulebooks: one document as data, with house practice as a labelled layer below it.

A rulebook file holds values, each with the clauses that state it; a practice file holds values that no clause states,
each with the reason why the house adopted it. A loaded :class:`Rulebook` is the document laid over the practice; its
content is hashed, stored beside the record, and pinned by the first event of a table.
"""

from tapete.rulebooks.library import Library, Rulebook, UnknownRulebookError, house_library, make

__all__ = ["Library", "Rulebook", "UnknownRulebookError", "house_library", "make"]
