"""Edit, insertion, deletion, swap, truncation, rollback: each is seen, the last two against a checkpoint."""

from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, strategies as st
from msgspec.structs import replace

from tapete.record.checkpoints import Checkpoint, checkpoint, checkpoint_problems, given_up, sign_checkpoint
from tapete.record.entry import START, Entry, Link, StreamEnd, walk
from tests.support.record.tables import SCRIPT, TIME, TableActor, play
from tests.support.rows import rows

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
MADE = play(TableActor()).made
LINKS = tuple(Link(made.entry.body(), made.hash) for made in MADE)
LAST = checkpoint(KEY, "t1", MADE[-1].head, TIME)


def codes(links: tuple[Link, ...], *said: object) -> set[str]:
    steps = list(walk("t1", links))
    heads = {step.entry.version: step.hash for step in steps if step.entry}
    found = [problem for step in steps for problem in step.problems]
    return {problem.code for problem in (*found, *checkpoint_problems(said, {"t1": heads}))}


@given(st.data())
def test_every_changed_byte_is_seen(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(LINKS) - 1))
    body = bytearray(LINKS[at].body)
    place = data.draw(st.integers(0, len(body) - 1))
    body[place] ^= data.draw(st.integers(1, 255))
    assert codes((*LINKS[:at], Link(bytes(body), LINKS[at].hash), *LINKS[at + 1 :]))
    assert codes((*LINKS[:at], Link(bytes(body)), *LINKS[at + 1 :]), LAST)


ENTRIES = [one.entry for one in play(TableActor(), SCRIPT[:5]).made]
END = len(ENTRIES)


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


@rows(
    "given, found",
    [
        (links(OWN, hash={1: None, 3: None}), {}),
        (links(OWN, hash={2: ""}), {2: [(2, "hash-missing", {})]}),
        (links(OWN, hash={2: "ff"}), {2: [(2, "hash-differs", {"stored": "ff", "made": HASHES[2]})]}),
        (links(OWN, row={2: 7}), {2: [(2, "row-moved", {"row": 7})]}),
        (links(chained(table={2: "t2"})), {2: [(2, "other-table", {"other": "t2"})]}),
        (links(MOVED), {3: [(3, "version-gap", {"found": 5, "due": 3})]}),
        (links(MOVED, row={3: 3}), {3: [(3, "row-moved", {"row": 3}), (3, "version-gap", {"found": 5, "due": 3})]}),
        (links(chained(prev={3: "f" * 64})), {3: [(3, "chain-broken", {"prev": "f" * 64, "before": HASHES[2]})]}),
        (links(chained(prev={1: "f" * 64}, continues={1: StreamEnd("t0", 4, "f" * 64)})), {}),
        (
            links(FALLEN),
            {3: [(3, "epoch-fell", {"epoch": 1, "after": 3})], 5: [(5, "epoch-fell", {"epoch": 2, "after": 3})]},
        ),
    ],
)
def test_everything_that_is_wrong_with_an_entry_is_said_at_its_place(given: list[Link], found: Any) -> None:
    assert told(walk("t1", given)) == found


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


@rows(
    "one, found",
    [
        (said(0), []),
        (said(END), []),
        (said(END + 1), [rolled(END + 1, END)]),
        (said(END, "ff"), [(END, "rewritten", "t1", {"time": TIME, "head": "ff"})]),
        (said(1, HASHES[2]), [(1, "rewritten", "t1", {"time": TIME, "head": HASHES[2]})]),
        (said(1, table="t2"), [rolled(1, 0, "t2")]),
        (replace(said(1), time="x"), [(1, "checkpoint-unsigned", "t1", {"time": "x"})]),
        (replace(said(9), signature=""), [(9, "checkpoint-unsigned", "t1", {"time": TIME})]),
    ],
)
def test_a_checkpoint_is_held_against_the_entry_that_it_names(one: Checkpoint, found: list[Any]) -> None:
    assert wrong(one) == wrong(one, trusted=frozenset({OURS})) == found
    assert wrong(said(1), one, said(2)) == found


GONE = said(END + 2, "ff", epoch=1)


@rows(
    "restored, is_given_up",
    [
        (said(END, epoch=2, restored_from=END + 2), True),
        (said(END, epoch=2, restored_from=END + 1), False),
        (said(END, epoch=1, restored_from=END + 2), False),
        (said(END, "ee", epoch=2, restored_from=END + 2), False),
        (said(0, epoch=2, restored_from=END + 2), True),
        (said(END, epoch=2, restored_from=END + 2, table="t2"), False),
        (replace(said(END, epoch=2, restored_from=END + 2), time="x"), False),
        (said(END, epoch=2, restored_from=END + 2, signer=OTHER), False),
    ],
)
def test_what_a_signed_restoring_has_given_up_is_not_missed(restored: Checkpoint, is_given_up: bool) -> None:
    trusted = frozenset({OURS})
    assert given_up((GONE, restored), HEADS, trusted) == (frozenset({GONE}) if is_given_up else frozenset())
    missed = [one for one in wrong(restored, GONE, trusted=trusted) if one[0] == GONE.version]
    assert missed == ([] if is_given_up else [rolled(GONE.version, END)])
