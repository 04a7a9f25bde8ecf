"""Notation: a table as a text file that people write by hand and programs check.

A file is TOML: a header, the cards, and ``actions``, one string each: actor, verb, arguments, and after ``#`` the
result, which replaying checks. ``docs/notation.md`` describes it. Recorded tables, drills and tests are the same files.
"""

from tapete.record.notation.play import NotationError, NotationRun, play, redact
from tapete.record.notation.text import (
    Action,
    Notation,
    NotationSyntaxError,
    format_notation,
    parse_notation,
    read_notation,
)
from tapete.record.notation.verbs import UnknownVerbError, Verbs, from_entries, verbs_of

__all__ = [
    "Action",
    "Notation",
    "NotationError",
    "NotationRun",
    "NotationSyntaxError",
    "UnknownVerbError",
    "Verbs",
    "format_notation",
    "from_entries",
    "parse_notation",
    "play",
    "read_notation",
    "redact",
    "verbs_of",
]
