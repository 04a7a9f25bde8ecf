"""Editions of the engine, and what a later edition decides otherwise than an earlier one.

A release that changes what an act leads to adds a :class:`Change`; the words of its changelog entry stand under its
code in the topic ``change``, in every language. The audit then reports such a difference in an old record as explained;
a difference that no change explains is a mismatch.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

import tapete

CURRENT = tapete.__version__
"""Edition that decides now."""


class Change(msgspec.Struct, frozen=True):
    """One change of the rules' implementation.

    ``game`` is a game's key, or ``*``; ``kinds`` are the events whose presence or content may differ, by their name
    without version.
    """

    code: str
    game: str
    kinds: tuple[str, ...]


class Edition(msgspec.Struct, frozen=True):
    """An edition of the engine with the changes that it brought."""

    name: str
    changes: tuple[Change, ...] = ()


EDITIONS: tuple[Edition, ...] = (Edition(CURRENT),)
"""Every released edition, the oldest first."""


def changes_since(edition: str, game: str, editions: Sequence[Edition] = EDITIONS) -> tuple[Change, ...]:
    """Return the changes after ``edition`` that concern ``game``; all of them for an edition that is not known."""
    names = [one.name for one in editions]
    later = editions[names.index(edition) + 1 :] if edition in names else editions
    return tuple(change for one in later for change in one.changes if change.game in (game, "*"))


def explaining_changes(kinds: frozenset[str], changes: Sequence[Change]) -> tuple[Change, ...]:
    """Return the changes that together explain a difference in ``kinds``; nothing if one kind is left over."""
    used = tuple(change for change in changes if not kinds.isdisjoint(change.kinds))
    covered = {kind for change in used for kind in change.kinds}
    return used if kinds and kinds <= covered else ()
