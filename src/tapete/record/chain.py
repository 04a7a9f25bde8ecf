"""The chain of a table's entries: it shows an edit, an insertion, a deletion in the middle and a swap.

A cut tail leaves a sound, shorter chain: that shows only against a checkpoint (:mod:`tapete.record.checkpoints`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from tapete.record.canonical import sha256
from tapete.record.entry import GENESIS, BadEntryError, Entry, read_entry


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with a record: ``at`` is the version of the entry (0: the table as a whole), ``code`` is stable."""

    at: int
    code: str
    text: str
    table: str = ""


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


def walk(table: str, links: Iterable[Link]) -> Iterator[ChainStep]:
    """Follow a table's chain from its first entry. Never raises: what is wrong is in the answer."""
    version, prev, epoch = 0, GENESIS, 0
    for link in links:
        found: list[Problem] = []
        version += 1
        digest = sha256(link.body)

        def wrong(code: str, text: str, *, at: int = version, into: list[Problem] = found) -> None:
            into.append(Problem(at, code, text, table))

        try:
            entry = read_entry(link.body)
        except BadEntryError as error:
            wrong("unreadable", str(error))
            entry = None
        if link.hash == "":
            wrong("hash-missing", "no hash stands beside the entry")
        elif link.hash is not None and link.hash != digest:
            wrong("hash-differs", f"the stored hash is {link.hash}, the body hashes to {digest}")
        if link.row is not None and (link.row != version if entry is None else link.row != entry.version):
            wrong("row-moved", f"the entry is kept as version {link.row}")
        if entry is not None:
            if entry.table != table:
                wrong("other-table", f"the entry belongs to {entry.table}")
            if entry.version != version:
                wrong("version-gap", f"entry {entry.version} stands where {version} belongs")
                version = entry.version
            if entry.prev != prev:
                wrong("chain-broken", f"the entry follows {entry.prev}, the one before it hashes to {prev}")
            if entry.epoch < epoch:
                wrong("epoch-fell", f"writer {entry.epoch} wrote after writer {epoch}")
            epoch = max(epoch, entry.epoch)
        prev = digest
        yield ChainStep(entry, digest, tuple(found), link.tag)
