"""Editions of the engine, and what a later edition decides otherwise than an earlier one.

A release that changes what an act leads to, or what it cites, gets one line in ``editions.toml``, and its sentence one
line under the same code in ``[change]`` of ``words/data/audit.toml``. The audit then reports such a difference in an
older record as explained; a difference that no change explains is a mismatch.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from importlib.resources import files

import msgspec

import tapete

CURRENT = tapete.__version__
"""Edition that decides now."""


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One change of the rules' implementation.

    ``game`` is a game's key, or ``*``; ``kinds`` are the events whose presence or content may differ, by their name
    without version; ``clauses`` are cited where they were not, or no more; ``refusals`` are codes by which an act is
    refused that an earlier edition accepted.
    """

    code: str
    game: str
    kinds: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()
    edition: str = ""


class Edition(msgspec.Struct, frozen=True):
    """An edition of the engine with the changes that it brought."""

    name: str
    changes: tuple[Change, ...] = ()


EDITIONS: tuple[Edition, ...] = tuple(
    Edition(name, tuple(msgspec.convert({"code": code, "edition": name} | one, Change) for code, one in lines.items()))
    for name, lines in tomllib.loads((files("tapete.record") / "editions.toml").read_text("utf-8")).items()
)
"""Every released edition, the oldest first."""


def changes_since(edition: str, game: str, editions: Sequence[Edition] = EDITIONS) -> tuple[Change, ...]:
    """Return the changes after ``edition`` that concern ``game``; all of them for an edition that is not known."""
    names = [one.name for one in editions]
    later = editions[names.index(edition) + 1 :] if edition in names else editions
    return tuple(change for one in later for change in one.changes if change.game in (game, "*"))


def explaining_changes(
    found: frozenset[str], changes: Sequence[Change], names: Callable[[Change], Sequence[str]] = lambda one: one.kinds
) -> tuple[Change, ...]:
    """Return the changes that together name all that was ``found`` to differ; nothing if one thing is left over.

    ``names`` says what they are asked for: kinds of events, clauses, or refusals.
    """
    used = tuple(change for change in changes if not found.isdisjoint(names(change)))
    return used if found and found <= {name for change in used for name in names(change)} else ()
