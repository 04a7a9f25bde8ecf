"""The places of the pages that present an ``inform`` clause of bingo: each is cited here once."""

from __future__ import annotations

from typing import Final

from tapete.clauses import Cite

PLACES: Final[dict[str, Cite]] = {}
"""The places of the pages, by the names that their templates use; every such clause of bingo is cited by the rules."""
