"""Trees that are written in one go, and those that are looked at value by value: both come to the same bytes."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Any

import msgspec
import pytest

from tapete.record.canonical import (
    LIMIT,
    CanonicalError,
    UnreadableTextError,
    _has_plain_types,
    _plain,
    canonical,
    has_repeated_key,
    read_json,
)


class Word(StrEnum):
    ONE = "one"


class Number(IntEnum):
    ONE = 1


PLAIN = (
    *({}, [], (), "", "ñ", None, True, False, 0, LIMIT - 1, 1 - LIMIT),
    *([1, "a", None, True, LIMIT - 1], (1 - LIMIT,), {"a": 1, "b": [None, {"c": ()}]}, [[[False]]], {"ñ": 1}),
)
OTHER = (
    *(LIMIT, -LIMIT, 1.0, b"a", Word.ONE, Number.ONE, {1}, object(), {1: 2}, {None: 1}),
    *([LIMIT], [-LIMIT], (1.5,), {"a": LIMIT}, {"a": [1, 2.5]}, [[b""]], [{1: 2}], [Word.ONE], {Word.ONE: 1}),
)


@pytest.mark.parametrize("value", PLAIN, ids=repr)
def test_a_tree_of_plain_values_is_known_wherever_it_stands(value: Any) -> None:
    for tree in (value, [value], (0, value), {"a": value}, [0, {"b": [value, 1]}]):
        assert _has_plain_types(tree) is True


@pytest.mark.parametrize("value", OTHER, ids=lambda one: type(one).__name__)
def test_any_other_value_is_seen_wherever_it_stands(value: Any) -> None:
    for tree in (value, [value], (0, value), {"a": value}, [0, {"b": [value, 1]}], [value, 0]):
        assert (_has_plain_types(tree), _plain(tree)) == (False, None)
    for before in ("x", None, True, 0, [], {}):
        tree = [before, value]
        assert (_has_plain_types(tree), _plain(tree)) == (False, None)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ({"b": 1, "a": [True, None, "x"]}, b'{"a":[true,null,"x"],"b":1}'),
        (["é"], None),
        ("\ud800", None),
        ({"a": "\udfff"}, None),
    ],
)
def test_what_is_plain_and_of_ascii_is_written_at_once(value: Any, written: bytes | None) -> None:
    assert _plain(value) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ([Word.ONE, Number.ONE], b'["one",1]'),
        ({"b": "é😀\x7f", "a": 0}, b'{"a":0,"b":"\\u00e9\\ud83d\\ude00\x7f"}'),
        ((), b"[]"),
        ('"\\\n', b'"\\"\\\\\\n"'),
    ],
)
def test_what_is_looked_at_value_by_value_has_one_spelling_too(value: Any, written: bytes) -> None:
    assert canonical(value) == written


@pytest.mark.parametrize(
    ("value", "code", "path"),
    [
        (LIMIT, "number-large", "$"),
        ([0, -LIMIT], "number-large", "$[1]"),
        ({"a": [{"b": 2**60}]}, "number-large", "$.a[0].b"),
        ({"a": "\ud800"}, "surrogate", "$.a"),
        (("x", "\udfff"), "surrogate", "$[1]"),
        ("é\ud800x", "surrogate", "$"),
        ({"ñ": 1}, "key-not-ascii", "$"),
        ([{1: 2}], "key-not-ascii", "$[0]"),
        ({"a": 1.0}, "no-spelling", "$.a"),
        ([b""], "no-spelling", "$[0]"),
    ],
)
def test_what_has_no_spelling_is_told_with_its_place(value: Any, code: str, path: str) -> None:
    with pytest.raises(CanonicalError) as refused:
        canonical(value)
    assert (refused.value.code, refused.value.facts["path"]) == (code, path)


@pytest.mark.parametrize(
    ("data", "is_twofold"),
    [
        (b'{"a":1,"b":2}', False),
        (b'{"a":1,"a":1}', True),
        (b'[{"a":{"b":1,"b":2}},{"c":1}]', True),
        (b'{"a":{"b":1},"b":{"a":1}}', False),
        (b'[{"a":1,"a":2},{"b":1}]', True),
        (b"{}", False),
        (b"7", False),
    ],
)
def test_a_key_that_is_named_twice_is_found_at_any_depth(data: bytes, is_twofold: bool) -> None:
    assert has_repeated_key(data) is is_twofold


ANY = msgspec.json.Decoder(dict[str, int])


def read(data: bytes, **asked: bool) -> Any:
    try:
        return read_json(ANY, data, **asked)
    except UnreadableTextError as error:
        return str(error)


@pytest.mark.parametrize(
    ("data", "freely", "once"),
    [
        (b'{"a":1,"b":2}', {"a": 1, "b": 2}, {"a": 1, "b": 2}),
        (b'{"a":1,"a":2}', {"a": 2}, "a key is named twice"),
        (b'{"a":"x"}', "no JSON text of this type", "no JSON text of this type"),
        (b'{"a":1', "no JSON text of this type", "no JSON text of this type"),
        (b'{"\xff":1}', "no JSON text of this type", "no JSON text of this type"),
        (b"[" * 100_000, "no JSON text of this type", "no JSON text of this type"),
    ],
    ids=("plain", "twice", "shape", "cut", "letters", "depth"),
)
def test_a_text_is_read_as_what_is_due_and_where_it_is_asked_each_key_once(data: bytes, freely: Any, once: Any) -> None:
    assert (read(data), read(data, names_once=False), read(data, names_once=True)) == (freely, freely, once)
