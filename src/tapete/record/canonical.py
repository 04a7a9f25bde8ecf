"""Canonical bytes: one value has one spelling, so that its hash means something.

The spelling is JSON by RFC 8785 with every character above ASCII written as ``\\uXXXX``: keys sorted, no white space,
whole numbers only. For values whose text is ASCII it equals RFC 8785 byte for byte. Floats do not exist here.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, TypeVar

import msgspec

from tapete.words import CodedError

LIMIT = 2**53
"""Whole numbers stay below this in size, so that every JSON reader sees the same number."""


T = TypeVar("T")

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


class CanonicalError(CodedError, ValueError):
    """The value has no canonical spelling: a float, a number too large, a key beyond ASCII, a lone surrogate."""


class UnreadableTextError(ValueError):
    """Bytes that are not the JSON text of what is due there: not JSON, another shape, not UTF-8, nested without end."""


def _has_plain_types(value: Any) -> bool:
    """Return True if a tree holds nothing but objects, lists, text, whole numbers of size, booleans and null.

    What is inside an object or a list is looked at in its loop: a call for each would take most of the time.
    """
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
    """Return the canonical bytes of a tree that surely has some, written fast; what is left open here, :func:`_check`
    decides and names.
    """
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
    """Return True if an object in a JSON text names one key twice: readers differ in which of the two they believe.

    Raises ``ValueError`` and ``RecursionError`` for what is no JSON.
    """
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
    """Return the SHA-256 of ``data`` in lower-case hexadecimal."""
    return hashlib.sha256(data).hexdigest()
