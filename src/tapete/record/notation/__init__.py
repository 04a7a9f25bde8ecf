"""Notation: a table as a text file that people write by hand and programs check.

A file is TOML: a header, the cards, and ``actions``, one string each: actor, verb, arguments, and after ``#`` the
result, which replaying checks. ``docs/notation.md`` describes it. Recorded tables, drills and tests are the same files.
"""

from tapete.record.notation.play import (
    NotationError as NotationError,
    NotationRun as NotationRun,
    UnknownVerbError as UnknownVerbError,
    Verbs as Verbs,
    from_entries as from_entries,
    play as play,
    redact as redact,
    verbs_of as verbs_of,
)
from tapete.record.notation.text import (
    Action as Action,
    Notation as Notation,
    NotationSyntaxError as NotationSyntaxError,
    format_notation as format_notation,
    parse_notation as parse_notation,
    read_notation as read_notation,
)
