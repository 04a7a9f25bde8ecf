"""One value has one spelling: how text beyond ASCII is written, what has none and where, and a key that is named twice.

And the row under which a store keeps an entry, held against the version that the entry says or that is due.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tapete.record.canonical import (
    LIMIT,
    CanonicalError,
    UnreadableTextError,
    canonical,
    has_repeated_key,
    read_json,
    sha256,
)
from tapete.record.chain import Link, walk
from tapete.record.entry import Head
from tests.support.record.tables import TableActor, play


@pytest.mark.parametrize(
    ("value", "spelled"),
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


@pytest.mark.parametrize(
    ("value", "code", "facts"),
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


@pytest.mark.parametrize(
    ("text", "twice"),
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


@pytest.mark.parametrize("text", [b"", b"{", b'"\xff"', b"[" * 100_000, b'{"a":"1"}'])
def test_bytes_that_are_no_text_of_the_type_that_is_due_cannot_be_read(text: bytes) -> None:
    with pytest.raises(UnreadableTextError, match="no JSON text of this type"):
        read_json(msgspec.json.Decoder(dict[str, int]), text)


# --- a chain ----------------------------------------------------------------------------------------------------------

BODIES = [made.entry.body() for made in play(TableActor()).made]


def found(links: list[Link], after: Head | None = None) -> list[tuple[int, str, dict[str, Any]]]:
    steps = walk("t1", links) if after is None else walk("t1", links, after)
    return [(one.at, one.code, one.facts) for step in steps for one in step.problems]


@pytest.mark.parametrize(
    ("rows", "moved"),
    [
        ([1, 2, 3], []),
        ([None, None, None], []),
        ([1, 3, 2], [(2, "row-moved", {"row": 3}), (3, "row-moved", {"row": 2})]),
        ([0, 2, 3], [(1, "row-moved", {"row": 0})]),
    ],
)
def test_an_entry_lies_under_its_own_version(rows: list[Any], moved: list[Any]) -> None:
    assert found([Link(body, row=row) for body, row in zip(BODIES, rows, strict=False)]) == moved


@pytest.mark.parametrize(("row", "moved"), [(2, []), (3, [(2, "row-moved", {"row": 3})]), (None, [])])
def test_what_cannot_be_read_lies_under_the_version_that_is_due(row: Any, moved: list[Any]) -> None:
    links = [Link(BODIES[0], row=1), Link(b"{}", row=row), Link(BODIES[2], row=3)]
    problems = found(links)
    assert [one for one in problems if one[1] == "row-moved"] == moved
    assert [(at, code) for at, code, _ in problems if code != "row-moved"] == [(2, "unreadable"), (3, "chain-broken")]


@pytest.mark.parametrize(
    ("stored", "wrong"),
    [
        (None, []),
        (sha256(BODIES[0]), []),
        ("", [(1, "hash-missing", {})]),
        ("ff", [(1, "hash-differs", {"stored": "ff", "made": sha256(BODIES[0])})]),
    ],
)
def test_the_hash_beside_an_entry_is_that_of_its_body(stored: str | None, wrong: list[Any]) -> None:
    assert found([Link(BODIES[0], stored)]) == wrong


def test_a_gap_is_said_once_and_the_chain_goes_on_from_the_entry_behind_it() -> None:
    links = [Link(one) for one in (BODIES[0], BODIES[3], BODIES[4])]
    first, third = sha256(BODIES[0]), sha256(BODIES[2])
    assert found(links) == [
        (2, "version-gap", {"found": 4, "due": 2}),
        (2, "chain-broken", {"prev": third, "before": first}),
    ]
    assert found([Link(one) for one in BODIES[3:]], Head(3, third)) == []
    assert found([Link(BODIES[0])], Head(3, third)) == [
        (4, "version-gap", {"found": 1, "due": 4}),
        (4, "chain-broken", {"prev": "0" * 64, "before": third}),
    ]


def test_an_entry_of_another_table_and_an_earlier_writer_are_said() -> None:
    assert [(step.hash, step.tag) for step in walk("t1", [Link(BODIES[0], tag="g")])] == [(sha256(BODIES[0]), "g")]
    steps = list(walk("t2", [Link(BODIES[0])]))
    assert [(one.at, one.code, one.table, one.facts) for one in steps[0].problems] == [
        (1, "other-table", "t2", {"other": "t1"})
    ]
    second = BODIES[1].replace(b'"epoch":1', b'"epoch":3')
    third = BODIES[2].replace(b'"epoch":1', b'"epoch":2').replace(sha256(BODIES[1]).encode(), sha256(second).encode())
    fourth = BODIES[3].replace(b'"epoch":1', b'"epoch":2').replace(sha256(BODIES[2]).encode(), sha256(third).encode())
    assert found([Link(one) for one in (BODIES[0], second, third, fourth)]) == [
        (3, "epoch-fell", {"epoch": 2, "after": 3}),
        (4, "epoch-fell", {"epoch": 2, "after": 3}),
    ]
