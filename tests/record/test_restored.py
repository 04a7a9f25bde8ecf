"""A table that was put back from a copy: what was said of entries that are no more is given up, and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.record.authentication import KeptEntry
from tapete.record.checkpoints import Checkpoint, checkpoint_problems, given_up, sign_checkpoint
from tapete.record.report import NO_INPUTS, AuditInputs, Findings
from tapete.record.signatures import SignedState, judge
from tapete.record.source import Custody

SIGNER, STRANGER = (Ed25519PrivateKey.from_private_bytes(bytes(range(first, first + 32))) for first in (0, 1))
TIME = "2026-03-01T12:00:00+00:00"
HEADS = {table: {version: f"{table}{version}" for version in range(1, 9)} for table in ("t", "other")}
LAST_OF_COPY, LAST_KNOWN, RESTORER = 2, 6, 5


def said(table: str = "t", version: int = 4, epoch: int = 1, *, key: Any = SIGNER, **fields: Any) -> Checkpoint:
    head = HEADS[table].get(version, "")
    unsigned = Checkpoint(table, version, head, TIME, "", epoch=epoch)
    return sign_checkpoint(key, msgspec.structs.replace(unsigned, **fields))


def restoring(version: int = LAST_OF_COPY, **fields: Any) -> Checkpoint:
    return said(version=version, epoch=RESTORER, restored_from=LAST_KNOWN, **fields)


@pytest.mark.parametrize(
    ("table", "version", "epoch", "is_void"),
    [
        ("t", 4, 1, True),
        ("t", LAST_OF_COPY, 1, False),
        ("t", LAST_OF_COPY + 1, 1, True),
        ("t", LAST_KNOWN, 1, True),
        ("t", LAST_KNOWN + 1, 1, False),
        ("t", 4, RESTORER - 1, True),
        ("t", 4, RESTORER, False),
        ("t", 4, RESTORER + 1, False),
        ("other", 4, 1, False),
    ],
)
def test_given_up_is_what_an_earlier_writer_said_of_the_lost_entries_of_that_table(
    table: str, version: int, epoch: int, is_void: bool
) -> None:
    one = said(table, version, epoch)
    assert given_up([one, restoring()], HEADS) == ({one} if is_void else frozenset())


def test_nothing_is_given_up_without_a_restoring() -> None:
    assert given_up([said(), said(version=2, epoch=RESTORER)], HEADS) == frozenset()


@pytest.mark.parametrize(
    ("one", "heads", "counts"),
    [
        (restoring(), HEADS, True),
        (restoring(head="another"), HEADS, False),
        (restoring(), {"other": HEADS["other"]}, False),
        (restoring(key=STRANGER), HEADS, False),
        (msgspec.structs.replace(restoring(), restored_from=LAST_KNOWN + 1), HEADS, False),
        (restoring(version=0), {}, True),
    ],
    ids=["signed", "of another copy", "of a table that is not here", "by a stranger", "forged", "of an empty table"],
)
def test_a_restoring_counts_by_a_known_key_and_for_the_copy_that_is_here(
    one: Checkpoint, heads: Any, counts: bool
) -> None:
    lost = said()
    known = frozenset({lost.key})
    assert given_up([lost, one], heads, known) == ({lost} if counts else frozenset())


def test_whoever_trusts_no_key_by_name_takes_any_signed_restoring() -> None:
    lost = said()
    assert given_up([lost, restoring(key=STRANGER)], HEADS) == {lost}


@pytest.mark.parametrize(
    ("one", "last", "code"),
    [
        (said(version=3), 3, None),
        (said(version=3), 2, "rolled-back"),
        (said(version=3, head="another"), 3, "rewritten"),
        (said(version=3, head="another"), 2, "rolled-back"),
        (said(version=0), 0, None),
        (said(version=0, head="another"), 3, None),
        (msgspec.structs.replace(said(version=3), time="2026-03-01T13:00:00+00:00"), 3, "checkpoint-unsigned"),
        (said(version=3, key=STRANGER), 3, "checkpoint-untrusted"),
        (said(version=3, key=STRANGER), 2, "checkpoint-untrusted"),
    ],
)
def test_a_checkpoint_has_one_fault_and_the_first_that_counts(one: Checkpoint, last: int, code: str | None) -> None:
    heads = {"t": {version: head for version, head in HEADS["t"].items() if version <= last}}
    problems = checkpoint_problems([one], heads, frozenset({said().key}))
    assert [(each.code, each.table) for each in problems] == ([] if code is None else [(code, "t")])


# --- what the audit says of it ----------------------------------------------------------------------------------------


def told(
    entries: int, *checkpoints: Checkpoint, witness: tuple[Checkpoint, ...] = (), part: bool = False, tag: str = ""
) -> dict[str, Any]:
    """Return the reserves about a table with so many entries, by their codes."""
    found = Findings("t")
    kept = [KeptEntry(version, HEADS["t"][version], tag or None) for version in range(1, entries + 1)]
    given: AuditInputs = NO_INPUTS
    judge(found, SignedState(kept, 1, checkpoints, witness, part), Custody(), given)
    assert not found.problems
    return {one.code: one.facts for one in found.warnings}


def test_how_many_entries_a_restoring_has_lost_is_said() -> None:
    facts = told(2, restoring())["restored"]
    assert {name: facts[name] for name in ("last", "known", "gone", "time")} == {
        "last": LAST_OF_COPY,
        "known": LAST_KNOWN,
        "gone": LAST_KNOWN - LAST_OF_COPY,
        "time": TIME,
    }
    assert "restored" not in told(2, said(version=2))


@pytest.mark.parametrize(("entries", "signed", "tail"), [(3, 3, None), (4, 3, (4, 4)), (6, 3, (4, 6)), (3, 0, (1, 3))])
@pytest.mark.parametrize("tag", ["", "ff"])
def test_what_lies_behind_the_last_signature_is_said_to_the_entry(
    entries: int, signed: int, tail: tuple[int, int] | None, tag: str
) -> None:
    found = told(entries, *([said(version=signed)] if signed else []), tag=tag)
    facts = found.get("unsigned-tail")
    assert (facts and (facts["first"], facts["last"], facts["tags"])) == (tail and (*tail, "tagged" if tag else "bare"))
    assert ("no-checkpoint" in found) is (signed == 0)


@pytest.mark.parametrize(
    ("closed", "part", "is_open"), [(False, False, True), (True, False, False), (False, True, False)]
)
def test_a_record_whose_writer_did_not_close_is_told_but_not_of_a_day_in_the_middle(
    closed: bool, part: bool, is_open: bool
) -> None:
    assert ("not-closed" in told(3, said(version=3, is_closed=closed), part=part)) is is_open


def test_a_witness_of_this_table_is_none_missing_and_what_was_adopted_is_said() -> None:
    one = said(version=3, adopted_from=2)
    assert told(3, one)["adopted"]["first"] == 2
    assert told(3, one)["adopted"]["last"] == 3
    assert "no-witness" in told(3, one)
    assert "no-witness" not in told(3, one, witness=(one,))
    assert "adopted" not in told(3, said(version=3))
