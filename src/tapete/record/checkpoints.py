"""Signed checkpoints: where a table stood, said by a hall, and what it says about its own record with it.

A cut tail or a restored old copy leaves a sound, shorter chain: that shows only against a checkpoint that is kept
elsewhere (:mod:`tapete.record.witness`). What an older edition did not say is left out of a checkpoint while it is at
its default, so that the bytes under an old signature are what they were.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Iterable, Mapping

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from tapete.record.entry import CanonicalError, Head, Problem, canonical, problem

# What only a hall can do: tag an entry when it is written, and sign where a table stands.
#
# A *tag* is HMAC-SHA256 over the hash of an entry, under a key that is derived from the hall's secret for this alone.
# It is stored with the entry, in its transaction, so that an entry is authenticated from the moment when it is stored.
# Only whoever has the hall's secret can make or check a tag; signatures are what everybody else can check.

_PURPOSE = b"tapete entry tags"


class Authority:
    """A hall's right to write: ``secret`` are its secret bytes, ``signing`` its signing key."""

    __slots__ = ("_signing", "_tagging")

    def __init__(self, secret: bytes, signing: Ed25519PrivateKey) -> None:
        self._tagging = hmac.digest(secret, _PURPOSE, hashlib.sha256)
        self._signing = signing

    @property
    def public(self) -> str:
        return self._signing.public_key().public_bytes_raw().hex()

    def tag(self, digest: str) -> str:
        message = b"tapete entry " + digest.encode("utf-8", "surrogatepass")
        return hmac.digest(self._tagging, message, hashlib.sha256).hex()

    def is_tag(self, digest: str, tag: str) -> bool:
        return hmac.compare_digest(self.tag(digest).encode(), tag.encode("utf-8", "surrogatepass"))

    def sign(self, statement: bytes) -> str:
        return self._signing.sign(statement).hex()


def _is_spelled(text: str) -> bool:
    return all(letter in "0123456789abcdef" for letter in text)


def is_signature(public: str, statement: bytes, signature: str) -> bool:
    """Return True if ``signature`` is one of ``public`` (both hexadecimal, in its one spelling) over ``statement``."""
    if not (_is_spelled(public) and _is_spelled(signature)):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), statement)
    except (InvalidSignature, ValueError):
        return False
    return True


UNKNOWN = -1
"""Stands for the last entry that was known, where nobody could say: entries may be gone of which nobody knows."""


class Checkpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A signed statement that ``table`` stood at ``version`` with hash ``head`` at ``time``.

    ``key`` is the signer's Ed25519 public key and ``signature`` covers everything else, both in hexadecimal. ``epoch``
    numbers the writer who says it; ``is_closed`` says that they write no more; every entry from ``tagged_from`` on
    carries a tag (0: none need carry one); ``is_witnessed`` says that a copy went to a witness; ``adopted_from`` is the
    first entry that nothing authenticated when somebody with the key vouched for it (0: there was none);
    ``restored_from`` is the last entry that was known when the table was put back from a copy that ends here (0: it was
    not; :data:`UNKNOWN`: no witness of before could be asked).
    """

    table: str
    version: int
    head: str
    time: str
    key: str
    signature: str = ""
    epoch: int = 0
    is_closed: bool = msgspec.field(default=False, name="closed")
    tagged_from: int = 0
    is_witnessed: bool = msgspec.field(default=False, name="witnessed")
    adopted_from: int = 0
    restored_from: int = 0

    def statement(self) -> bytes:
        said = {name: value for name, value in msgspec.to_builtins(self).items() if name != "signature"}
        return b"tapete checkpoint\n" + canonical(said)

    @property
    def at(self) -> Head:
        return Head(self.version, self.head)

    @property
    def name(self) -> tuple[str, int, str, int, bool]:
        """What tells it from every other checkpoint: a hall says each of these once."""
        return self.table, self.version, self.key, self.epoch, self.is_closed

    @property
    def order(self) -> tuple[int, int, bool]:
        """Where it stands among those of its table: by writer, then by version, the closing one last."""
        return self.epoch, self.version, self.is_closed


def sign_checkpoint(key: Ed25519PrivateKey, unsigned: Checkpoint) -> Checkpoint:
    named = msgspec.structs.replace(unsigned, key=key.public_key().public_bytes_raw().hex(), signature="")
    return msgspec.structs.replace(named, signature=key.sign(named.statement()).hex())


def checkpoint(key: Ed25519PrivateKey, table: str, head: Head, time: str) -> Checkpoint:
    return sign_checkpoint(key, Checkpoint(table, head.version, head.hash, time, ""))


def is_signed(said: Checkpoint, trusted: frozenset[str] | None = None) -> bool:
    """Return True if the signature holds, and the key is one of ``trusted`` (hexadecimal) where these are given."""
    if trusted is not None and said.key not in trusted:
        return False
    try:
        return is_signature(said.key, said.statement(), said.signature)
    except CanonicalError:  # a number or a letter that no signer can have written
        return False


def given_up(
    checkpoints: Collection[Checkpoint], heads: Mapping[str, Mapping[int, str]], trusted: frozenset[str] | None = None
) -> frozenset[Checkpoint]:
    """Return the checkpoints about entries that are no more, because a table was put back from a copy without them.

    That counts where somebody with the key has signed it, as a later writer than theirs, and only for a table that has
    the entry at which the copy ended.
    """
    restorings = [
        one
        for one in checkpoints
        if one.restored_from
        and is_signed(one, trusted)
        and (not one.version or heads.get(one.table, {}).get(one.version) == one.head)
    ]
    return frozenset(
        said
        for said in checkpoints
        for one in restorings
        if said.table == one.table and said.epoch < one.epoch and one.version < said.version <= one.restored_from
    )


def checkpoint_problems(
    checkpoints: Iterable[Checkpoint], heads: Mapping[str, Mapping[int, str]], trusted: frozenset[str] | None = None
) -> tuple[Problem, ...]:
    """Hold the hashes of each table's versions (``heads[table][version]``) against signed checkpoints.

    A checkpoint beyond a table's end shows a cut tail or an old copy; another hash at its version a rewritten chain.
    What was said of entries that a signed restoring has given up shows neither.
    """
    found = []
    every = tuple(checkpoints)
    void = given_up(every, heads, trusted)
    for said in every:
        if said in void:
            continue
        known = heads.get(said.table, {})
        last = max(known, default=0)
        at, table = said.version, said.table
        if not is_signed(said):
            found.append(problem(at, "checkpoint-unsigned", table, time=said.time))
        elif trusted is not None and said.key not in trusted:
            found.append(problem(at, "checkpoint-untrusted", table, key=said.key))
        elif at > last:
            found.append(problem(at, "rolled-back", table, time=said.time, version=at, last=last))
        elif at and known.get(at) != said.head:
            found.append(problem(at, "rewritten", table, time=said.time, head=said.head))
    return tuple(found)
