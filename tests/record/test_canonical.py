"""One value and one entry have one spelling; whatever is written otherwise is refused with its place."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
import rfc8785
from hypothesis import given, strategies as st

from tapete.record.canonical import LIMIT, CanonicalError, UnreadableTextError, canonical, has_repeated_key, read_json
from tapete.record.entry import BadEntryError, Entry, read_entry
from tests.support.record.tables import TIME, TableActor, play
from tests.support.rows import rows

MOST = 2**53 - 1


def trees(text: st.SearchStrategy[str]) -> st.SearchStrategy[object]:
    leaves = st.none() | st.booleans() | st.integers(-MOST, MOST) | text
    keys = st.text(st.characters(max_codepoint=127), max_size=8)
    return st.recursive(leaves, lambda inner: st.lists(inner) | st.dictionaries(keys, inner), max_leaves=20)


ASCII = st.text(st.characters(max_codepoint=127))
ANY = st.text(st.characters(exclude_categories=["Cs"]))


@given(trees(ASCII))
def test_ascii_values_are_spelled_as_in_rfc_8785(value: object) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@given(trees(ANY))
def test_other_text_differs_from_rfc_8785_only_by_escapes(value: object) -> None:
    spelled = canonical(value)
    assert spelled.isascii()
    assert json.loads(spelled) == value
    assert rfc8785.dumps(json.loads(spelled)) == rfc8785.dumps(value)


# --- One value has one spelling: how text beyond ASCII is written, what has none and where, and a key tha ---


@rows(
    "value, spelled",
    [
        ({"b": [1, None, True], "a": "x"}, b'{"a":"x","b":[1,null,true]}'),
        ({"b": [1, None, True], "a": "ñ"}, b'{"a":"\\u00f1","b":[1,null,true]}'),
        ({"b": (1, False), "a": {"d": "€", "c": -5}}, b'{"a":{"c":-5,"d":"\\u20ac"},"b":[1,false]}'),
        (["\U0001f0a1", '"', "\\", "\n", "\x7f", "\x01"], b'["\\ud83c\\udca1","\\"","\\\\","\\n","\x7f","\\u0001"]'),
        ([], b"[]"),
        ({}, b"{}"),
        (None, b"null"),
        (True, b"true"),
        ("", b'""'),
        (LIMIT - 1, b"9007199254740991"),
        (1 - LIMIT, b"-9007199254740991"),
        ({"a": [LIMIT - 1, "ñ"]}, b'{"a":[9007199254740991,"\\u00f1"]}'),
    ],
)
def test_a_value_is_spelled_without_white_space_and_in_ascii(value: Any, spelled: bytes) -> None:
    assert canonical(value) == spelled


@rows(
    "value, code, facts",
    [
        (1.5, "no-spelling", {"path": "$", "kind": "float"}),
        ({"a": [0, {"b": b"x"}]}, "no-spelling", {"path": "$.a[1].b", "kind": "bytes"}),
        ({"a": {1, 2}}, "no-spelling", {"path": "$.a", "kind": "set"}),
        (LIMIT, "number-large", {"path": "$", "value": str(LIMIT)}),
        (-LIMIT, "number-large", {"path": "$", "value": str(-LIMIT)}),
        ([1, (LIMIT,)], "number-large", {"path": "$[1][0]", "value": str(LIMIT)}),
        ({"a": -LIMIT}, "number-large", {"path": "$.a", "value": str(-LIMIT)}),
        ({"ñ": 1}, "key-not-ascii", {"path": "$", "key": "'ñ'"}),
        ([{"a": {1: 2}}], "key-not-ascii", {"path": "$[0].a", "key": "1"}),
        ("\ud800", "surrogate", {"path": "$"}),
        (["a", "ñ\udfff"], "surrogate", {"path": "$[1]"}),
    ],
)
def test_what_has_no_spelling_is_named_with_its_place(value: Any, code: str, facts: dict[str, Any]) -> None:
    with pytest.raises(CanonicalError) as refused:
        canonical(value)
    assert (refused.value.code, refused.value.facts) == (code, facts)


@rows(
    "text, twice",
    [
        (b"{}", False),
        (b'{"a":1,"b":2}', False),
        (b'{"a":1,"a":1}', True),
        (b'{"a":1,"b":2,"a":3}', True),
        (b'{"b":{"a":1,"a":2}}', True),
        (b'{"a":{"a":1},"b":[{"a":1}]}', False),
        (b'[{"a":1,"a":1},{"a":1}]', True),
        (b'[{"a":1},{"a":1,"a":1}]', True),
        (b'"a"', False),
    ],
)
def test_a_key_that_is_named_twice_in_one_object_is_found_wherever_it_stands(text: bytes, twice: bool) -> None:
    assert has_repeated_key(text) is twice
    decoder = msgspec.json.Decoder(Any)
    assert read_json(decoder, text) == decoder.decode(text)
    if twice:
        with pytest.raises(UnreadableTextError, match="a key is named twice"):
            read_json(decoder, text, names_once=True)
    else:
        assert read_json(decoder, text, names_once=True) == decoder.decode(text)


@rows("text", [b"", b"{", b'"\xff"', b"[" * 100_000, b'{"a":"1"}'])
def test_bytes_that_are_no_text_of_the_type_that_is_due_cannot_be_read(text: bytes) -> None:
    with pytest.raises(UnreadableTextError, match="no JSON text of this type"):
        read_json(msgspec.json.Decoder(dict[str, int]), text)


# --- entry ---


def entry(**fields: object) -> Entry:
    base = {"table": "t", "game": "toy", "version": 1, "time": TIME, "by": "ana", "epoch": 1, "edition": "1", "act": {}}
    return Entry(**{**base, **fields})


def test_body_round_trips_byte_for_byte() -> None:
    for made in play(TableActor()).made:
        assert read_entry(made.entry.body()) == made.entry
        assert made.entry.hash() == made.hash


def test_other_spellings_of_the_same_entry_are_refused() -> None:
    body = entry().body()
    for other in (body + b" ", body.replace(b'"act":{}', b'"act": {}'), msgspec.json.encode(entry())):
        with pytest.raises(BadEntryError):
            read_entry(other)


@rows("change", [(b'"version":1', b'"version":"1"'), (b'"version":1', b'"version":1,"x":1'), (b'"epoch":1,', b"")])
def test_entries_are_read_strictly(change: tuple[bytes, bytes]) -> None:
    body = entry().body()
    assert change[0] in body
    with pytest.raises(BadEntryError):
        read_entry(body.replace(*change))
