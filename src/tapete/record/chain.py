"""The chain of a table's entries: it shows an edit, an insertion, a deletion in the middle and a swap.

A cut tail leaves a sound, shorter chain: that shows only against a checkpoint (:mod:`tapete.record.checkpoints`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from tapete.record.canonical import sha256
from tapete.record.entry import BadEntryError, Entry, Head, read_entry
from tapete.words import finding

START = Head()
"""Where the record of a table begins."""


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with a record: ``at`` is the version of the entry (0: the table as a whole), ``code`` is stable."""

    at: int
    code: str
    text: str
    table: str = ""
    facts: dict[str, Any] = {}
    """What sentences in other languages are made of."""


def problem(at: int, code: str, table: str = "", /, **facts: Any) -> Problem:
    """Return a problem with its English sentence."""
    return Problem(at, code, finding(code, facts, "en"), table, facts)


class Link(msgspec.Struct, frozen=True):
    """An entry as it lies in a store or an export: its body, and what is stored beside it.

    ``hash`` and ``tag`` are ``None`` where none is stored; ``row`` is the version under which a store keeps the body.
    """

    body: bytes
    hash: str | None = None
    tag: str | None = None
    row: int | None = None


class ChainStep(msgspec.Struct, frozen=True):
    """One step along a chain: the entry (``None`` where the body cannot be read) and what is wrong with it."""

    entry: Entry | None
    hash: str
    problems: tuple[Problem, ...] = ()
    tag: str | None = None


def walk(table: str, links: Iterable[Link], after: Head = START) -> Iterator[ChainStep]:
    """Follow a table's chain from its first entry, or from the one ``after`` which its part of the record begins.

    Never raises: what is wrong is in the answer.
    """
    version, prev, epoch = after.version, after.hash, 0
    for link in links:
        found: list[Problem] = []
        version += 1
        digest = sha256(link.body)

        def wrong(code: str, *, at: int = version, into: list[Problem] = found, **facts: Any) -> None:
            into.append(problem(at, code, table, **facts))

        try:
            entry = read_entry(link.body)
        except BadEntryError as error:
            wrong("unreadable", why=error.told)
            entry = None
        if link.hash == "":
            wrong("hash-missing")
        elif link.hash is not None and link.hash != digest:
            wrong("hash-differs", stored=link.hash, made=digest)
        if link.row is not None and (link.row != version if entry is None else link.row != entry.version):
            wrong("row-moved", row=link.row)
        if entry is not None:
            if entry.table != table:
                wrong("other-table", other=entry.table)
            if entry.version != version:
                wrong("version-gap", found=entry.version, due=version)
                version = entry.version
            if entry.prev != prev and entry.continues is None:
                wrong("chain-broken", prev=entry.prev, before=prev)
            if entry.epoch < epoch:
                wrong("epoch-fell", epoch=entry.epoch, after=epoch)
            epoch = max(epoch, entry.epoch)
        prev = digest
        yield ChainStep(entry, digest, tuple(found), link.tag)
