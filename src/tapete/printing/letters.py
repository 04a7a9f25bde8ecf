"""What the letters that every reader of a PDF has built in can write."""

from __future__ import annotations

from typing import Final

ENCODING: Final = "windows-1252"
"""The signs that there are; of any other a question mark is written."""

SPELT: Final = str.maketrans({"\N{MINUS SIGN}": "-", "\u202f": " ", "\u2009": " "})
"""How signs are written that the built-in letters do not have."""


def in_built_in_letters(text: str) -> str:
    """Return a text in the letters that a PDF has without a font of its own."""
    return text.translate(SPELT).encode(ENCODING, "replace").decode(ENCODING)
