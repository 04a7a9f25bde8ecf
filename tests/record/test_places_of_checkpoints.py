"""The checkpoints beside the record against those of the witness: which of the two lacks one, and what that means."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.record.checkpoints import Checkpoint
from tapete.record.report import NO_INPUTS, Findings
from tapete.record.signatures import SignedState, _joined, _places, one_or_more
from tapete.record.source import Custody

TIME = "2026-01-02T03:04:05+01:00"
FIRST, SECOND, THIRD = (Checkpoint("t1", at, "ff", TIME, "key", epoch=1) for at in (1, 2, 3))
STORE, FILE = Custody(is_store=True), Custody(is_store=False)


def seen(
    kept: tuple[Checkpoint, ...],
    witness: tuple[Checkpoint, ...] | None,
    *,
    sound: tuple[Checkpoint, ...] | None = None,
    custody: Custody = FILE,
    before: tuple[Checkpoint, ...] | None = None,
) -> list[tuple[str, dict[str, Any]]]:
    """Return the codes and facts of what is found, problems first, each problem with its version."""
    found = Findings("t1")
    every = sound if sound is not None else tuple(dict.fromkeys((*kept, *(witness or ()))))
    names = None if before is None else frozenset(one.name for one in before)
    _places(found, SignedState((), 1, kept, witness), every, custody, replace(NO_INPUTS, names_before_witness=names))
    return [*((one.code, {"at": one.at, **one.facts}) for one in found.problems)] + [
        (one.code, one.facts) for one in found.warnings
    ]


def missing(one: Checkpoint, code: str = "witness-missing") -> tuple[str, dict[str, Any]]:
    return code, {"at": one.version, "time": TIME}


def behind(version: int) -> tuple[str, dict[str, Any]]:
    return "checkpoint-behind", {"version": version}


def lacking(count: int) -> tuple[str, dict[str, Any]]:
    return "witness-behind", {"count": count}


SAID = replace(SECOND, is_witnessed=True)
LATER = replace(SECOND, time="2027-01-02T03:04:05+01:00")
OF_SECOND_WRITER = replace(FIRST, epoch=2)


@pytest.mark.parametrize(
    ("kept", "witness", "answer"),
    [
        ((FIRST, SECOND), None, []),
        ((FIRST, SECOND), (FIRST, SECOND), []),
        ((), (), []),
        ((SECOND,), (LATER,), [("witness-differs", {"at": 2, "time": TIME})]),
        ((FIRST, SECOND), (FIRST,), [lacking(1)]),
        ((FIRST, SECOND, THIRD), (FIRST,), [lacking(2)]),
        ((FIRST, SECOND), (), []),
        ((FIRST, SAID), (FIRST,), [missing(SAID)]),
        ((FIRST, SAID, THIRD), (FIRST,), [missing(SAID), lacking(2)]),
        ((FIRST, SAID), (), [missing(SAID)]),
        ((SECOND,), (FIRST, SECOND), [missing(FIRST, "checkpoint-missing")]),
        ((FIRST,), (FIRST, SECOND), [behind(2)]),
        ((FIRST,), (FIRST, SECOND, THIRD), [behind(3)]),
        ((), (FIRST,), [behind(1)]),
        ((SECOND,), (FIRST, SECOND, THIRD), [missing(FIRST, "checkpoint-missing"), behind(3)]),
        ((SECOND,), (SECOND, OF_SECOND_WRITER), [behind(1)]),
    ],
)
def test_what_one_place_has_and_the_other_lacks(kept: Any, witness: Any, answer: list[Any]) -> None:
    assert seen(kept, witness) == answer


@pytest.mark.parametrize(
    ("witness", "answer"),
    [
        ((FIRST,), []),
        ((FIRST, SECOND), [behind(2)]),
        (
            (FIRST, SECOND, THIRD),
            [missing(SECOND, "checkpoint-missing"), missing(THIRD, "checkpoint-missing")],
        ),
    ],
)
def test_a_store_may_lack_the_last_one_and_no_more(witness: Any, answer: list[Any]) -> None:
    """A hall writes to the witness first: a store that is read meanwhile has not got the last one yet."""
    assert seen((FIRST,), witness, custody=STORE) == answer


@pytest.mark.parametrize(
    ("before", "answer"),
    [
        (None, [missing(SAID), lacking(2)]),
        ((), []),
        ((FIRST,), []),
        ((SAID,), [missing(SAID)]),
        ((THIRD,), [lacking(1)]),
        ((FIRST, SAID, THIRD), [missing(SAID), lacking(2)]),
    ],
)
def test_what_was_signed_after_the_witness_was_read_is_not_missed_there(before: Any, answer: list[Any]) -> None:
    assert seen((FIRST, SAID, THIRD), (FIRST,), before=before) == answer


def test_only_what_is_soundly_signed_is_missed() -> None:
    assert seen((FIRST, SAID), (FIRST,), sound=(FIRST,)) == []
    assert seen((FIRST,), (FIRST, SECOND), sound=(FIRST,)) == []


@pytest.mark.parametrize(
    ("restored", "answer"),
    [
        (replace(THIRD, epoch=2, restored_from=2), []),
        (replace(THIRD, epoch=1, restored_from=2), [missing(FIRST, "checkpoint-missing")]),
        (replace(THIRD, epoch=2), [missing(FIRST, "checkpoint-missing")]),
    ],
)
def test_a_record_that_was_put_back_from_a_copy_lacks_what_was_said_after_it(
    restored: Checkpoint, answer: list[Any]
) -> None:
    assert seen((restored,), (FIRST, restored)) == answer


@pytest.mark.parametrize(
    ("gaps", "joined"),
    [
        ([], []),
        ([(1, 1)], [(1, 1)]),
        ([(1, 1), (2, 2)], [(1, 2)]),
        ([(1, 1), (3, 3)], [(1, 1), (3, 3)]),
        ([(1, 2), (3, 5), (6, 6), (8, 9)], [(1, 6), (8, 9)]),
    ],
)
def test_gaps_that_follow_each_other_are_one(gaps: Any, joined: Any) -> None:
    assert _joined(gaps) == joined
    assert [one_or_more(first, last) for first, last in ((1, 1), (1, 2))] == [{"case": "one"}, {}]
