"""Writers of whom there is no signature, between the first who signed and the last who wrote."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.record.authentication import KeptEntry
from tapete.record.checkpoints import Checkpoint, sign_checkpoint
from tapete.record.report import NO_INPUTS, Findings
from tapete.record.signatures import SignedState, judge
from tapete.record.source import Custody

SIGNER = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
ENTRIES = [KeptEntry(version, f"{version:064x}", None) for version in range(1, 9)]
LAST = 2**53 - 1


def said(version: int, epoch: int, **fields: Any) -> Checkpoint:
    at = ENTRIES[version - 1]
    unsigned = Checkpoint("t", at.version, at.hash, "2026-03-01T12:00:00+00:00", "", epoch=epoch)
    return sign_checkpoint(SIGNER, msgspec.structs.replace(unsigned, **fields))


def unsaid(writes: int, *checkpoints: Checkpoint) -> list[tuple[str, int]]:
    """Return what is said of writers of whom there is no signature; ``writes`` is the last who has written."""
    found = Findings("t")
    judge(found, SignedState(ENTRIES, writes, checkpoints, checkpoints), Custody(), NO_INPUTS)
    assert not found.problems
    return [(one.facts["epochs"], one.facts["count"]) for one in found.warnings if one.code == "writer-unsaid"]


@pytest.mark.parametrize(
    ("epochs", "writes", "gaps"),
    [
        ((1, 2, 3), 3, []),
        ((1, 1, 2), 2, []),
        ((1, 3), 3, [("2", 1)]),
        ((3, 1), 1, [("2", 1)]),
        ((1, 5, 7), 8, [("2-4, 6, 8", 5)]),
        ((2, 3), 3, []),
        ((1,), 3, [("2-3", 2)]),
        ((0, 0, 4), 4, []),
        ((0, 2, 4), 4, [("3", 1)]),
        ((), 5, []),
        ((1,), LAST, [(f"2-{LAST}", LAST - 1)]),
    ],
)
def test_a_writer_without_a_signature_is_named(epochs: tuple[int, ...], writes: int, gaps: list[Any]) -> None:
    assert unsaid(writes, *(said(min(8, at + 1), epoch) for at, epoch in enumerate(epochs))) == gaps


@pytest.mark.parametrize(("others", "gaps"), [((), []), ((8,), [("6-7", 2)]), ((3,), [])])
def test_what_was_lost_when_a_copy_was_put_back_is_not_missed(others: tuple[int, ...], gaps: list[Any]) -> None:
    """A copy of the first writer's time is put back by the fifth: what was said between is not in it."""
    later = [said(8, epoch) for epoch in others]
    assert unsaid(max((5, *others)), said(1, 1), said(2, 5, restored_from=2), *later) == gaps
