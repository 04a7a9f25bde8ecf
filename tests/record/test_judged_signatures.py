"""The signatures of one table judged together, with real keys: what is warned of a record that is signed in part."""

from __future__ import annotations

from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from tapete.record.authentication import KeptEntry
from tapete.record.checkpoints import Checkpoint, sign_checkpoint
from tapete.record.report import NO_INPUTS, Findings
from tapete.record.signatures import SignedState, judge
from tapete.record.source import Custody

TIME = "2026-01-02T03:04:05+01:00"
SIGNER = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
ENTRIES = [KeptEntry(at, f"{at:064x}", None, 1) for at in (1, 2, 3)]


def signed(version: int, *, head: str = "", **more: Any) -> Checkpoint:
    head = head or (f"{version:064x}" if version else "")
    return sign_checkpoint(SIGNER, Checkpoint("t1", version, head, TIME, "", epoch=1, **more))


def judged(entries: Any, kept: tuple[Checkpoint, ...], **more: Any) -> list[Any]:
    found = Findings("t1")
    judge(found, SignedState(entries, 1, kept, None, **more), Custody(is_store=False), NO_INPUTS)
    problems = [(one.code, {"at": one.at}) for one in found.problems]
    return [*problems, *((one.code, one.facts) for one in found.warnings)]


def tail(first: int, last: int) -> tuple[str, dict[str, Any]]:
    return "unsigned-tail", {"first": first, "last": last, "tags": "bare", **({"case": "one"} if first == last else {})}


NO_WITNESS = ("no-witness", {})
NOT_CLOSED = "not-closed"


@pytest.mark.parametrize(
    ("entries", "kept", "answer"),
    [
        ([], (), []),
        ([], (signed(0),), []),
        (ENTRIES, (), [("no-checkpoint", {"last": 3}), tail(1, 3)]),
        (ENTRIES[:1], (), [("no-checkpoint", {"last": 1}), tail(1, 1)]),
        (ENTRIES, (signed(0),), [("no-checkpoint", {"last": 3}), tail(1, 3)]),
        (ENTRIES, (signed(3, is_closed=True),), [NO_WITNESS]),
        (ENTRIES, (signed(3),), [(NOT_CLOSED, {"version": 3}), NO_WITNESS]),
        (ENTRIES, (signed(2),), [tail(3, 3), (NOT_CLOSED, {"version": 2}), NO_WITNESS]),
        (ENTRIES, (signed(1, is_closed=True),), [tail(2, 3), NO_WITNESS]),
    ],
)
def test_what_no_signature_covers_is_warned_of(entries: Any, kept: Any, answer: list[Any]) -> None:
    assert judged(entries, kept) == answer


def test_of_a_part_nobody_says_that_a_hall_closed_after_it() -> None:
    assert judged(ENTRIES, (signed(3),), is_part=True) == [NO_WITNESS]


def test_what_is_said_of_another_entry_or_by_nobody_with_the_key_is_wrong() -> None:
    assert judged(ENTRIES, (signed(3, head="ff"),))[0] == ("rewritten", {"at": 3})
    assert judged(ENTRIES, (signed(4),))[0] == ("rolled-back", {"at": 4})
    assert judged(ENTRIES, (replace(signed(3), time="2027"),))[0] == ("checkpoint-unsigned", {"at": 3})


def test_a_writer_whose_number_is_not_known_is_missed_by_nobody() -> None:
    unknown = [KeptEntry(at, f"{at:064x}", None) for at in (1, 2, 3)]
    assert judged(unknown, (signed(3, is_closed=True),)) == [NO_WITNESS]
