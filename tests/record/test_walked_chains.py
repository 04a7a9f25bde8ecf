"""A chain walked entry by entry: everything that is wrong with each, and what is due of the next. Checkpoints held
against it one by one.
"""

from __future__ import annotations

from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from tapete.record.canonical import sha256
from tapete.record.chain import START, ChainStep, Link, walk
from tapete.record.checkpoints import (
    Checkpoint,
    checkpoint,
    checkpoint_problems,
    given_up,
    is_signed,
    sign_checkpoint,
)
from tapete.record.entry import Entry, Head, StreamEnd
from tests.support.record.tables import SCRIPT, TIME, TableActor, play

ENTRIES = [one.entry for one in play(TableActor(), SCRIPT[:5]).made]
LAST = len(ENTRIES)


def chained(start: str = START.hash, **changes: dict[int, Any]) -> list[Entry]:
    """Return the entries, with other values in some of them, each with the hash of the one before it."""
    made, prev = list[Entry](), start
    for one in ENTRIES:
        said = {name: values[one.version] for name, values in changes.items() if one.version in values}
        made.append(replace(one, **({"prev": prev} | said)))
        prev = made[-1].hash()
    return made


def links(entries: list[Entry], **fields: dict[int, Any]) -> list[Link]:
    found = []
    for at, one in enumerate(entries, start=1):
        said = {name: values[at] for name, values in fields.items() if at in values}
        found.append(Link(**({"body": one.body(), "hash": one.hash()} | said)))
    return found


def told(steps: Any) -> dict[int, list[tuple[int, str, dict[str, Any]]]]:
    """Return by place what is wrong with each step."""
    found = {}
    for at, step in enumerate(steps, start=1):
        assert all(one.table == "t1" for one in step.problems)
        if step.problems:
            found[at] = [(one.at, one.code, one.facts) for one in step.problems]
    return found


OWN = chained()
HASHES = {one.version: one.hash() for one in OWN}
MOVED = chained(version={3: 5, 4: 6, 5: 7})
FALLEN = chained(epoch={1: 2, 2: 3, 3: 1, 4: 3, 5: 2})


def test_a_sound_chain_gives_its_entries_hashes_and_tags() -> None:
    steps = list(walk("t1", links(OWN, tag={2: "t"}, row={4: 4})))
    due = [ChainStep(one, one.hash(), (), "t" if one.version == 2 else None) for one in OWN]
    assert steps == due
    assert list(walk("t1", links(OWN)[3:], Head(3, HASHES[3]))) == [ChainStep(one, one.hash()) for one in OWN[3:]]


@pytest.mark.parametrize(
    ("given", "found"),
    [
        (links(OWN, hash={1: None, 3: None}), {}),
        (links(OWN, hash={2: ""}), {2: [(2, "hash-missing", {})]}),
        (links(OWN, hash={2: "ff"}), {2: [(2, "hash-differs", {"stored": "ff", "made": HASHES[2]})]}),
        (links(OWN, row={2: 7}), {2: [(2, "row-moved", {"row": 7})]}),
        (links(OWN, row={2: 0}), {2: [(2, "row-moved", {"row": 0})]}),
        (links(chained(table={2: "t2"})), {2: [(2, "other-table", {"other": "t2"})]}),
        (links(MOVED), {3: [(3, "version-gap", {"found": 5, "due": 3})]}),
        (links(MOVED, row={3: 5}), {3: [(3, "version-gap", {"found": 5, "due": 3})]}),
        (
            links(MOVED, row={3: 3}),
            {3: [(3, "row-moved", {"row": 3}), (3, "version-gap", {"found": 5, "due": 3})]},
        ),
        (
            links(chained(prev={3: "f" * 64})),
            {3: [(3, "chain-broken", {"prev": "f" * 64, "before": HASHES[2]})]},
        ),
        (links(chained(prev={1: "f" * 64}, continues={1: StreamEnd("t0", 4, "f" * 64)})), {}),
        (
            links(FALLEN),
            {3: [(3, "epoch-fell", {"epoch": 1, "after": 3})], 5: [(5, "epoch-fell", {"epoch": 2, "after": 3})]},
        ),
    ],
)
def test_everything_that_is_wrong_with_an_entry_is_said_at_its_place(given: list[Link], found: Any) -> None:
    assert told(walk("t1", given)) == found


@pytest.mark.parametrize("row", [None, 2, 3])
def test_after_a_body_that_cannot_be_read_the_chain_goes_on_from_its_bytes(row: int | None) -> None:
    given = links(OWN)
    given[1] = Link(b"none", None, "t", row)
    steps = list(walk("t1", given))
    unread, broken = steps[1], steps[2]
    codes = ["unreadable", *(["row-moved"] if row == 3 else [])]
    assert ([one.code for one in unread.problems], unread.entry, unread.tag) == (codes, None, "t")
    assert unread.hash == sha256(b"none")
    assert [(one.code, one.facts) for one in broken.problems] == [
        ("chain-broken", {"prev": HASHES[2], "before": sha256(b"none")})
    ]
    assert [step.problems for step in steps[3:]] == [(), ()]


# --- checkpoints ------------------------------------------------------------------------------------------------------

SIGNER, OTHER = (Ed25519PrivateKey.from_private_bytes(bytes([at] * 32)) for at in (1, 2))
OURS = SIGNER.public_key().public_bytes_raw().hex()
HEADS = {"t1": HASHES}


def said(version: int, head: str | None = None, *, signer: Ed25519PrivateKey = SIGNER, **more: Any) -> Checkpoint:
    made = Checkpoint(more.pop("table", "t1"), version, HASHES.get(version, "") if head is None else head, TIME, "")
    return sign_checkpoint(signer, replace(made, **more))


def wrong(*checkpoints: Checkpoint, trusted: frozenset[str] | None = None) -> list[tuple[int, str, str, Any]]:
    found = checkpoint_problems(checkpoints, HEADS, trusted)
    return [(one.at, one.code, one.table, one.facts) for one in found]


def rolled(version: int, last: int, table: str = "t1") -> tuple[int, str, str, Any]:
    return version, "rolled-back", table, {"time": TIME, "version": version, "last": last}


@pytest.mark.parametrize(
    ("one", "found"),
    [
        (said(0), []),
        (said(0, "ff"), []),
        (said(LAST), []),
        (said(LAST - 1), []),
        (said(LAST + 1), [rolled(LAST + 1, LAST)]),
        (said(LAST, "ff"), [(LAST, "rewritten", "t1", {"time": TIME, "head": "ff"})]),
        (said(1, HASHES[2]), [(1, "rewritten", "t1", {"time": TIME, "head": HASHES[2]})]),
        (said(1, table="t2"), [rolled(1, 0, "t2")]),
        (said(0, table="t2"), []),
        (replace(said(1), time="x"), [(1, "checkpoint-unsigned", "t1", {"time": "x"})]),
        (replace(said(9), signature=""), [(9, "checkpoint-unsigned", "t1", {"time": TIME})]),
    ],
)
def test_a_checkpoint_is_held_against_the_entry_that_it_names(one: Checkpoint, found: list[Any]) -> None:
    assert wrong(one) == wrong(one, trusted=frozenset({OURS})) == found
    assert wrong(said(1), one, said(2)) == found


def test_a_key_that_is_not_trusted_says_nothing_else() -> None:
    foreign = said(LAST + 1, signer=OTHER)
    assert wrong(foreign) == [rolled(LAST + 1, LAST)]
    assert wrong(foreign, trusted=frozenset({OURS})) == [(LAST + 1, "checkpoint-untrusted", "t1", {"key": foreign.key})]
    assert [is_signed(foreign), is_signed(foreign, frozenset({OURS})), is_signed(said(1), frozenset({OURS}))] == [
        True, False, True,
    ]  # fmt: skip
    assert is_signed(replace(said(1), time="\ud800")) is False


GONE = said(LAST + 2, "ff", epoch=1)


@pytest.mark.parametrize(
    ("restored", "is_given_up"),
    [
        (said(LAST, epoch=2, restored_from=LAST + 2), True),
        (said(LAST, epoch=2, restored_from=LAST + 3), True),
        (said(LAST, epoch=2, restored_from=LAST + 1), False),
        (said(LAST, epoch=1, restored_from=LAST + 2), False),
        (said(LAST, epoch=2), False),
        (said(LAST, "ee", epoch=2, restored_from=LAST + 2), False),
        (said(0, epoch=2, restored_from=LAST + 2), True),
        (said(0, "ee", epoch=2, restored_from=LAST + 2), True),
        (said(1, epoch=2, restored_from=LAST + 2), True),
        (said(LAST, epoch=2, restored_from=LAST + 2, table="t2"), False),
        (replace(said(LAST, epoch=2, restored_from=LAST + 2), time="x"), False),
        (said(LAST, epoch=2, restored_from=LAST + 2, signer=OTHER), False),
    ],
)
def test_what_a_signed_restoring_has_given_up_is_not_missed(restored: Checkpoint, is_given_up: bool) -> None:
    trusted = frozenset({OURS})
    assert given_up((GONE, restored), HEADS, trusted) == (frozenset({GONE}) if is_given_up else frozenset())
    missed = [one for one in wrong(restored, GONE, trusted=trusted) if one[0] == GONE.version]
    assert missed == ([] if is_given_up else [rolled(GONE.version, LAST)])


def test_what_is_given_up_hides_nothing_of_what_stands_beside_it() -> None:
    restored = said(LAST, epoch=2, restored_from=LAST + 2)
    rewritten = (1, "rewritten", "t1", {"time": TIME, "head": "ff"})
    assert wrong(GONE, restored, said(1, "ff"), GONE, said(LAST + 3)) == [rewritten, rolled(LAST + 3, LAST)]
    elsewhere = said(LAST + 2, "ff", table="t2")
    assert given_up((elsewhere, GONE, restored), HEADS) == {GONE}
    assert wrong(restored, elsewhere) == [rolled(LAST + 2, 0, "t2")]


def test_what_the_copy_had_and_what_was_said_afterwards_is_not_given_up() -> None:
    restored = said(3, epoch=2, restored_from=5)
    kept = [said(at, epoch=epoch) for at, epoch in ((3, 1), (4, 1), (5, 1), (6, 1), (4, 2), (5, 3))]
    assert given_up([restored, *kept], HEADS) == {kept[1], kept[2]}


def test_a_checkpoint_is_signed_under_its_own_key_and_says_where_a_table_stood() -> None:
    made = checkpoint(SIGNER, "t1", Head(3, HASHES[3]), TIME)
    assert made == said(3)
    assert (made.key, made.at, made.name) == (OURS, Head(3, HASHES[3]), ("t1", 3, OURS, 0, False))
    assert said(4, epoch=7, is_closed=True).order == (7, 4, True)
    assert b'"signature"' not in made.statement()
    assert made.statement().startswith(b"tapete checkpoint\n{")
