"""The private part of an entry: what must stay hidden until it is shown, split off, sealed and joined again.

The public part holds ``null`` in the place of a private value, and the chain covers a salted digest of the private
part. So an export without private parts verifies against the same chain, and two tables that differ only in a hidden
face have public parts that differ in nothing but that digest. A field that may be private can be ``None`` in its event,
or in its act.

Faces in chance acts follow their event and are closed by default: the face of a drawn card is public only when an event
of the same entry publishes it at the same position.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from tapete.record.codec import to_tree
from tapete.record.entry import Entry, Tree, UnreadableTextError, canonical, read_json, sha256
from tapete.words import CodedError

SALT_BYTES = 32
NONCE_BYTES = 12
BLOCK = 256
"""Plain text is padded to a multiple of this many bytes, so that the length of a sealed part tells nothing."""

Field = tuple[int, str, Any]
"""Index in the entry, name of the field, value."""

OF_ACT = -1
"""The index of the person's own act among the events of its entry."""


class PrivatePartError(CodedError, ValueError):
    """A private part does not belong to its entry, or cannot be opened with this key."""


class PrivatePart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the public part leaves out: fields of events, faces of chance acts, clauses that rest on a hidden face."""

    salt: str
    fields: tuple[Field, ...] = ()
    chance: tuple[Field, ...] = ()
    clauses: tuple[str, ...] = ()

    def digest(self) -> str:
        """Return SHA-256 over the salt and the canonical rest; this is what the chain covers."""
        rest = {name: value for name, value in msgspec.to_builtins(self).items() if name != "salt"}
        return sha256(bytes.fromhex(self.salt) + canonical(rest))

    def is_covered_by(self, entry: Entry, sealer: Sealer | None = None) -> bool:
        """Return True if this is the private part that an entry covers; one that has no digest is nobody's."""
        try:
            return (self.digest() if sealer is None else sealer.digest(self)) == entry.private_digest
        except (ValueError, RecursionError):
            return False


_parts = msgspec.json.Decoder(PrivatePart, strict=True)


class Sealer(Protocol):
    """Salts, digests and encryption behind one interface, so that a test can fix them."""

    def salt(self) -> str: ...

    def digest(self, part: PrivatePart) -> str: ...

    def seal(self, plain: bytes, context: str) -> bytes: ...

    def unseal(self, sealed: bytes, context: str) -> bytes:
        """Decrypt; raise :class:`PrivatePartError` for another key, another context or changed bytes."""


class KeySealer:
    """AES-256-GCM under a key of 32 bytes that is kept outside the database. ``context`` is authenticated with it."""

    __slots__ = ("_cipher",)

    def __init__(self, key: bytes) -> None:
        if len(key) != 32:
            raise ValueError("the key has 32 bytes")
        self._cipher = AESGCM(key)

    def salt(self) -> str:
        return os.urandom(SALT_BYTES).hex()

    def digest(self, part: PrivatePart) -> str:
        return part.digest()

    def seal(self, plain: bytes, context: str) -> bytes:
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, plain, context.encode())

    def unseal(self, sealed: bytes, context: str) -> bytes:
        try:
            return self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], context.encode())
        except (InvalidTag, ValueError) as error:
            raise PrivatePartError("part-shut", part=context) from error


class Split(msgspec.Struct, frozen=True):
    """A turn in wire form: the public trees and the private part, ``None`` where nothing is private."""

    act: Tree
    chance: tuple[Tree, ...]
    events: tuple[Tree, ...]
    part: PrivatePart | None


def public_act(act: Any) -> Tree:
    tree = to_tree(act)
    tree["what"] |= dict.fromkeys(act.body.private())
    return tree


def split(
    chance: Sequence[Any], events: Sequence[Any], salt: str, clauses: Sequence[str] | None = None, act: Any = None
) -> Split:
    """Split the acts of chance and the events of one turn, and the person's ``act`` where it is given.

    ``clauses`` are the citations that rest on a hidden face; give ``()`` rather than ``None`` where there might have
    been some, so that the presence of a private part tells nothing either.
    """
    open_faces: set[tuple[Any, Any]] = set()
    public, fields = [], []
    if act is not None and (secret := act.body.private()):
        told = to_tree(act)["what"]
        fields += [(OF_ACT, name, told[name]) for name in secret]
    for index, event in enumerate(events):
        tree, hidden = to_tree(event), event.private()
        for name in hidden:
            fields.append((index, name, tree[name]))
            tree[name] = None
        if "position" in tree and tree.get("face") is not None:
            open_faces.add((tree["position"], tree["face"]))
        public.append(tree)
    drawn, faces = [], []
    for index, one in enumerate(chance):
        tree = to_tree(one)
        what = tree["what"]
        if "face" in what and (what.get("position"), what["face"]) not in open_faces:
            faces.append((index, "face", what["face"]))
            what["face"] = None
        drawn.append(tree)
    part = None
    if fields or faces or clauses is not None:
        part = PrivatePart(salt, tuple(fields), tuple(faces), tuple(clauses or ()))
    return Split({} if act is None else public_act(act), tuple(drawn), tuple(public), part)


def join(entry: Entry, part: PrivatePart | None) -> Entry:
    """Return the entry with its private values put back; ``None`` leaves it as it is.

    The result is for reading: its hash is not the hash of the recorded entry. Raises :class:`PrivatePartError` when the
    part names places that the entry does not have, or places that are not empty.
    """
    if part is None:
        return entry
    act = {**entry.act, "what": dict(entry.act["what"])}
    events = [dict(tree) for tree in entry.events]
    chance = [{**tree, "what": dict(tree["what"])} for tree in entry.chance]
    _fill([act["what"]], [(0, name, value) for index, name, value in part.fields if index == OF_ACT])
    _fill(events, [field for field in part.fields if field[0] != OF_ACT])
    _fill([tree["what"] for tree in chance], part.chance)
    return msgspec.structs.replace(
        entry, act=act, events=tuple(events), chance=tuple(chance), rests_on=(*entry.rests_on, *part.clauses)
    )


def _fill(trees: list[Tree], fields: Sequence[Field]) -> None:
    for index, name, value in fields:
        if not 0 <= index < len(trees) or trees[index].get(name, ...) is not None:
            raise PrivatePartError("part-no-place", name=name, index=index)
        trees[index][name] = value


def context_of(table: str, version: int) -> str:
    return f"tapete private {table} {version}"


def seal_part(sealer: Sealer, part: PrivatePart, table: str, version: int) -> bytes:
    plain = canonical(msgspec.to_builtins(part))
    return sealer.seal(plain + b" " * (-len(plain) % BLOCK), context_of(table, version))


def open_part(sealer: Sealer, sealed: bytes, entry: Entry) -> PrivatePart:
    """Return the private part of ``entry``. Raises :class:`PrivatePartError` if it is not the one the chain covers."""
    plain = sealer.unseal(sealed, context_of(entry.table, entry.version))
    part = read_part(plain)
    if not part.is_covered_by(entry, sealer):
        raise PrivatePartError("part-other")
    return part


def read_part(plain: bytes) -> PrivatePart:
    try:
        return read_json(_parts, plain)
    except UnreadableTextError as error:
        raise PrivatePartError("part-unreadable") from error
