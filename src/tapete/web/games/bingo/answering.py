"""What an act of a hall came to, as its answer says it."""

from __future__ import annotations

from typing import Any

from tapete.games.bingo import events as e
from tapete.words import Naming, fill, label


def answer_words(events: tuple[Any, ...], lang: str, naming: Naming) -> str:
    """Return the sentences on what an act came to; nothing where its name says enough."""
    return " ".join(told for one in events if (told := _of(one, lang, naming)))


def _of(one: Any, lang: str, naming: Naming) -> str:
    match one:
        case e.CardChecked():
            lacking = len(one.missing_numbers)
            return fill(label("bingo", "found-right" if one.valid else "found-wrong", lang), {"lacking": lacking}, lang)
        case _:
            return ""
