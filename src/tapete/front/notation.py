"""Writing down what was played in a program, in the notation that records and recorded tables have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.kernel import Game
from tapete.play import ActResult
from tapete.record.codec import to_tree
from tapete.record.entry import Entry
from tapete.record.notation import format_notation, from_entries
from tapete.record.report import CURRENT

UNTIMED = "1970-01-01T00:00:00+00:00"
"""Stands where an entry has its wall time; a table in a program has none, and the notation does not tell it."""


def notation_text(game: Game[Any], turns: Sequence[ActResult[Any]], info: Mapping[str, str] | None = None) -> str:
    """Return the notation of a table's turns, from its opening on."""
    entries = [_entry(game, number, one) for number, one in enumerate(turns, start=1)]
    return format_notation(from_entries(game, entries, info))


def _entry(game: Game[Any], version: int, made: ActResult[Any]) -> Entry:
    act, *chance = made.acts
    return Entry(
        table="library",
        game=game.key,
        version=version,
        time=UNTIMED,
        by=act.by,
        epoch=1,
        edition=CURRENT,
        act=to_tree(act),
        chance=tuple(map(to_tree, chance)),
        events=tuple(map(to_tree, made.events)),
        rests_on=made.rests_on,
    )
