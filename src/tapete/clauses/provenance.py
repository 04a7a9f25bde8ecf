"""Where a value of a rulebook comes from: its document, its place there, and how it got into the rulebook."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec


class Origin(StrEnum):
    """How a value came into a rulebook."""

    OWN = "own"
    """The document states it."""
    VARIANT = "variant"
    """The document states it and departs there from the clause as the register words it."""
    READING = "reading"
    """The letter of the document says something else, or nothing that can be applied; this is how it is read."""
    IMPORT = "import"
    """The document refers to the text of another game, which is held."""
    STAND_IN = "stand-in"
    """The document refers to a text that is not held; the same rule of another document stands in for it."""
    FALLBACK = "fallback"
    """The document says nothing; another document of the same game does."""
    PRACTICE = "practice"
    """No document is followed; the house adopted it."""
    HOUSE = "house"
    """No document settles it, and a house has set it in a layer of its own."""


class Provenance(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The document and the places of a value.

    ``at`` are places in ``document``. ``via`` are the places of another document that it refers to there, each with the
    key of that document. ``reading`` says why the letter is not followed; ``literal`` is what the letter gives. Of a
    fallback, ``stated_origin`` is how the document that speaks came to the value, and ``lost_part`` the missing part of
    the silent document in which the value would have stood; it is empty when the document is whole there and silent.
    """

    origin: Origin
    document: str
    at: tuple[str, ...] = ()
    via: tuple[str, ...] = ()
    reading: str = ""
    literal: dict[str, Any] = {}
    stated_origin: Origin | None = msgspec.field(default=None, name="stated")
    lost_part: str = msgspec.field(default="", name="lost")
