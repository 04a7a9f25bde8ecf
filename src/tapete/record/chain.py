"""The chain of a table's entries, and signed checkpoints of where it stood.

The chain alone shows an edit, an insertion, a deletion in the middle and a swap. A cut tail or a restored old copy
leaves a sound, shorter chain: that shows only against a checkpoint kept elsewhere (:mod:`tapete.record.witness`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from tapete.record.canonical import canonical, sha256
from tapete.record.entry import GENESIS, BadEntryError, Entry, Head, read_entry


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with a record: ``at`` is the version of the entry (0: the table as a whole), ``code`` is stable."""

    at: int
    code: str
    text: str
    table: str = ""


class Link(msgspec.Struct, frozen=True):
    """An entry as it lies in a store or an export: its body and the hash stored beside it ("" where none is)."""

    body: bytes
    hash: str = ""


class ChainStep(msgspec.Struct, frozen=True):
    """One step along a chain: the entry (``None`` where the body cannot be read) and what is wrong with it."""

    entry: Entry | None
    hash: str
    problems: tuple[Problem, ...] = ()


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
        if link.hash and link.hash != digest:
            wrong("hash-differs", f"the stored hash is {link.hash}, the body hashes to {digest}")
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
        yield ChainStep(entry, digest, tuple(found))


class Checkpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A signed statement that ``table`` stood at ``version`` with hash ``head`` at ``time``.

    ``key`` is the signer's Ed25519 public key and ``signature`` covers everything else, both in hexadecimal.
    """

    table: str
    version: int
    head: str
    time: str
    key: str
    signature: str = ""

    def statement(self) -> bytes:
        """Return the bytes that are signed."""
        said = {name: value for name, value in msgspec.to_builtins(self).items() if name != "signature"}
        return b"tapete checkpoint\n" + canonical(said)

    @property
    def at(self) -> Head:
        """The head that the checkpoint states."""
        return Head(self.version, self.head)


def checkpoint(key: Ed25519PrivateKey, table: str, head: Head, time: str) -> Checkpoint:
    """Sign where a table stands. ``time`` is the wall time with its offset."""
    unsigned = Checkpoint(table, head.version, head.hash, time, key.public_key().public_bytes_raw().hex())
    return msgspec.structs.replace(unsigned, signature=key.sign(unsigned.statement()).hex())


def is_signed(said: Checkpoint, trusted: frozenset[str] | None = None) -> bool:
    """Return True if the signature holds, and the key is one of ``trusted`` (hexadecimal) where these are given."""
    if trusted is not None and said.key not in trusted:
        return False
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(said.key))
        key.verify(bytes.fromhex(said.signature), said.statement())
    except (InvalidSignature, ValueError):
        return False
    return True


def checkpoint_problems(
    checkpoints: Iterable[Checkpoint],
    heads: Mapping[str, Mapping[int, str]],
    trusted: frozenset[str] | None = None,
) -> tuple[Problem, ...]:
    """Hold the hashes of each table's versions (``heads[table][version]``) against signed checkpoints.

    A checkpoint beyond a table's end shows a cut tail or an old copy; another hash at its version a rewritten chain.
    """
    found = []
    for said in checkpoints:
        known = heads.get(said.table, {})
        if not is_signed(said, trusted):
            found.append(Problem(said.version, "checkpoint-unsigned", "a checkpoint's signature fails", said.table))
        elif said.version > max(known, default=0):
            text = f"a checkpoint of {said.time} saw version {said.version}, the record ends at {max(known, default=0)}"
            found.append(Problem(said.version, "rolled-back", text, said.table))
        elif said.version and known.get(said.version) != said.head:
            text = f"a checkpoint of {said.time} saw {said.head} at this version"
            found.append(Problem(said.version, "rewritten", text, said.table))
    return tuple(found)
