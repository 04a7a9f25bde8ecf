"""Entries of a record: their canonical bytes, their form, and the chain of their hashes."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, TypeVar

import msgspec

from tapete.chance import TokenProof
from tapete.words import CodedError, finding, reason

# Canonical bytes: one value has one spelling, so that its hash means something.
#
# The spelling is JSON by RFC 8785 with every character above ASCII written as ``\uXXXX``: keys sorted, no white space,
# whole numbers only. For values whose text is ASCII it equals RFC 8785 byte for byte. Floats do not exist here.

LIMIT = 2**53
"""Whole numbers stay below this in size, so that every JSON reader sees the same number."""


T = TypeVar("T")

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


class CanonicalError(CodedError, ValueError):
    """The value has no canonical spelling: a float, a number too large, a key beyond ASCII, a lone surrogate."""


class UnreadableTextError(ValueError):
    """Bytes that are not the JSON text of what is due there: not JSON, another shape, not UTF-8, nested without end."""


def _has_plain_types(value: Any) -> bool:
    """Return True for plain types alone; children are looked at in their loop, which saves most of the time."""
    kind = type(value)
    if kind is dict:
        for key in value:
            if type(key) is not str:
                return False
        inside: Any = value.values()
    elif kind is list or kind is tuple:
        inside = value
    else:
        return kind is str or value is None or kind is bool or (kind is int and -LIMIT < value < LIMIT)
    for item in inside:
        kind = type(item)
        if kind is str or item is None or kind is bool:
            continue
        if kind is int:
            if not -LIMIT < item < LIMIT:
                return False
        elif not _has_plain_types(item):
            return False
    return True


def _plain(value: Any) -> bytes | None:
    """Return canonical bytes written fast; :func:`_check` decides what is left open here."""
    if not _has_plain_types(value):
        return None
    try:
        data = msgspec.json.encode(value, order="sorted")
    except UnicodeEncodeError:  # half of a pair
        return None
    return data if data.isascii() else None


def _check(value: Any, path: str) -> None:
    match value:
        case None | bool():
            return
        case int():
            if not -LIMIT < value < LIMIT:
                raise CanonicalError("number-large", path=path, value=str(value))
        case str():
            if not value.isascii() and any("\ud800" <= char <= "\udfff" for char in value):
                raise CanonicalError("surrogate", path=path)
        case list() | tuple():
            for index, item in enumerate(value):
                _check(item, f"{path}[{index}]")
        case dict():
            for key, item in value.items():
                if not isinstance(key, str) or not key.isascii():
                    raise CanonicalError("key-not-ascii", path=path, key=repr(key))
                _check(item, f"{path}.{key}")
        case _:
            raise CanonicalError("no-spelling", path=path, kind=type(value).__name__)


def canonical(value: Any) -> bytes:
    """Return the canonical bytes of a tree of objects, lists, text, whole numbers, booleans and null.

    Raises :class:`CanonicalError`, naming the place, for anything else.

    >>> canonical({"b": [1, None], "a": "ñ"})
    b'{"a":"\\\\u00f1","b":[1,null]}'
    """
    if (plain := _plain(value)) is not None:
        return plain
    _check(value, "$")
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return (text if text.isascii() else _BEYOND_ASCII.sub(_escape, text)).encode("ascii")


def _escape(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def has_repeated_key(data: bytes) -> bool:
    """Return True if an object in a JSON text names a key twice. Raises ``ValueError``, ``RecursionError``."""
    found = False

    def pairs(members: list[tuple[str, Any]]) -> None:
        nonlocal found
        found = found or len({name for name, _ in members}) != len(members)

    json.loads(data, object_pairs_hook=pairs)
    return found


def read_json(decoder: msgspec.json.Decoder[T], data: bytes, *, names_once: bool = False) -> T:
    """Return what a JSON text says, as the type of ``decoder``.

    Raises :class:`UnreadableTextError` for anything that is no such text, whatever the bytes are; with ``names_once``
    for one that names a key twice too.
    """
    try:
        found = decoder.decode(data)
        is_twofold = names_once and has_repeated_key(data)
    except (ValueError, RecursionError) as error:  # a text field that is not UTF-8 is no DecodeError to msgspec
        raise UnreadableTextError("no JSON text of this type") from error
    if is_twofold:
        raise UnreadableTextError("a key is named twice")
    return found


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


# One entry of the record: what one person did, what chance answered, what is so from then on.
#
# An entry is generic over the game. Acts and events are kept in wire form (plain trees); :mod:`tapete.record.codec`
# reads them back into the game's own types, strictly. The canonical bytes of an entry are its body; the SHA-256 of the
# body is the ``prev`` of the next entry of the same table.

FORMAT = 1
"""Number of the entry format written now. Readers know every earlier one."""

GENESIS = "0" * 64
"""``prev`` of the first entry of a table."""

Tree = dict[str, Any]


class BadEntryError(CodedError, ValueError):
    """Bytes that are not the canonical body of an entry, or an entry that says impossible things."""


class ShoeOpenings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Openings of cards of shoe number ``shoe`` whose faces became public with this entry.

    ``position`` of each opening is the committed index: where the card lay before the cut.
    """

    shoe: int
    cards: tuple[TokenProof, ...]


class StreamEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the record of a table stood when that of its next day went on from it."""

    table: str
    version: int
    hash: str


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One transaction of one table.

    ``version`` counts a table's entries 1, 2, 3, ...; ``time`` is the wall time with its offset as the caller gives it
    (:class:`BadEntryError` without one); ``by`` is the author of ``act``; ``command`` is the client's id of the
    request, ``None`` for what the hall does itself; ``answer`` is the SHA-256 of what a repeat of that request is told;
    ``epoch`` numbers the table's writers; ``edition`` is the edition of the engine that decided; ``private_digest`` is
    the salted digest of the private part, ``None`` where there is none. The first entry of a record that goes on from
    another says from which one it ``continues``: its ``prev`` is the hash of that one's end.
    """

    format: int = FORMAT
    table: str
    game: str
    version: int
    time: str
    by: str
    command: str | None = None
    answer: str | None = None
    epoch: int
    edition: str
    act: Tree
    chance: tuple[Tree, ...] = ()
    events: tuple[Tree, ...] = ()
    rests_on: tuple[str, ...] = ()
    openings: tuple[ShoeOpenings, ...] = ()
    private_digest: str | None = msgspec.field(default=None, name="private")
    prev: str = GENESIS
    continues: StreamEnd | None = None

    def __post_init__(self) -> None:
        if self.format != FORMAT:
            raise BadEntryError("entry-format", format=self.format)
        if self.version < 1 or self.epoch < 1:
            raise BadEntryError("entry-numbers")
        try:
            offset = datetime.fromisoformat(self.time).utcoffset()
        except ValueError:
            offset = None
        if offset is None:
            raise BadEntryError("entry-time", time=self.time)
        if self.continues is not None and (self.version, self.prev) != (1, self.continues.hash):
            raise BadEntryError("entry-continues", table=self.continues.table)

    def body(self) -> bytes:
        """Return the canonical bytes of the entry. What it does not continue is not in them."""
        tree = msgspec.to_builtins(self)
        if self.continues is None:
            del tree["continues"]
        return canonical(tree)

    def hash(self) -> str:
        return sha256(self.body())


class Head(msgspec.Struct, frozen=True):
    """Where a table's record ends: the last version and its hash. A table without entries is at ``Head()``."""

    version: int = 0
    hash: str = GENESIS


_decoder = msgspec.json.Decoder(Entry, strict=True)


def _refuse_float(text: str) -> None:
    raise ValueError(text)


_plain_decoder = msgspec.json.Decoder(Entry, strict=True, float_hook=_refuse_float)
_DIGITS = bytes(ord("0") if chr(sign).isdecimal() else sign for sign in range(128)) + bytes(128)
_LONG = b"0" * len(str(LIMIT))


def _read_plain(body: bytes) -> Entry | None:
    """Read a body whose spelling is seen to be canonical without a look at each value, as of almost all entries.

    No number in it is as long as the limit: where one may be, or anything else is strange, the spelling is made.
    """
    try:
        entry = _plain_decoder.decode(body)
    except (ValueError, RecursionError):
        return None
    again = msgspec.json.encode(entry, order="sorted")
    if entry.continues is None:
        again = again.replace(b'"continues":null,', b"", 1)
    return entry if again == body and body.isascii() and _LONG not in body.translate(_DIGITS) else None


def read_entry(body: bytes) -> Entry:
    """Read a body. Raises :class:`BadEntryError` for bytes that are not the canonical spelling of an entry."""
    if (plain := _read_plain(body)) is not None:
        return plain
    try:
        entry = _decoder.decode(body)
        spelled = entry.body()
    except (ValueError, RecursionError) as error:
        raise BadEntryError("entry-shape", why=reason(error)) from error
    if spelled != body:
        raise BadEntryError("entry-spelling")
    return entry


def canonical_of(tree: Tree) -> bytes:
    """Return the canonical bytes of a tree whose values have been looked at: of an entry or act that was read."""
    data = msgspec.json.encode(tree, order="sorted")
    return data if data.isascii() else canonical(tree)


def read_known(body: bytes, digest: str) -> Entry:
    """Read a body again that has been read as the one with this SHA-256; any other as :func:`read_entry` does."""
    return _decoder.decode(body) if sha256(body) == digest else read_entry(body)


# The chain of a table's entries: it shows an edit, an insertion, a deletion in the middle and a swap.
#
# A cut tail leaves a sound, shorter chain: that shows only against a checkpoint (:mod:`tapete.record.checkpoints`).

START = Head()


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with a record: ``at`` is the version of the entry (0: the table as a whole), ``code`` is stable."""

    at: int
    code: str
    text: str
    table: str = ""
    facts: dict[str, Any] = {}
    """What sentences in other languages are made of."""


def problem(at: int, code: str, table: str = "", /, **facts: Any) -> Problem:
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
    """Follow a table's chain from its first entry, or from the one ``after`` which its part begins. Never raises."""
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
