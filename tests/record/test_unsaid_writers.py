"""Writers of whom there is no signature, between the first who signed and the last who wrote."""

from __future__ import annotations

from collections.abc import Sequence
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


def _of_writer(entry: KeptEntry, epoch: int) -> KeptEntry:
    return entry._replace(epoch=epoch)


def unsaid(
    writes: int, *checkpoints: Checkpoint, wrote: Sequence[int] = (), is_part: bool = False
) -> list[tuple[str, int]]:
    """Return what is said of writers of whom there is no signature; ``writes`` is the last who has written, ``wrote``
    are those of the entries as far as they are known.
    """
    found, entries = Findings("t"), list(map(_of_writer, ENTRIES, (*wrote, *[0] * (len(ENTRIES) - len(wrote)))))
    judge(found, SignedState(entries, writes, checkpoints, checkpoints, is_part), Custody(), NO_INPUTS)
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


@pytest.mark.parametrize(
    ("epochs", "wrote", "gaps"),
    [
        ((2, 3), (1, 1, 2, 3), [("1", 1)]),
        ((3,), (1, 1, 2, 3), [("1-2", 2)]),
        ((3, 5), (1, 2, 3, 3, 5), [("2, 4", 2)]),
        ((2, 4), (1, 2, 3, 4), [("3", 1)]),
        ((2, 4), (1, 1, 2, 3, 4), [("1, 3", 2)]),
        ((1, 2, 3), (1, 1, 2, 3), []),
        ((2, 3), (2, 2, 3), []),
        ((0, 2, 3), (1, 1, 2, 3), []),
    ],
)
def test_a_writer_whose_entries_are_here_is_asked_for(
    epochs: tuple[int, ...], wrote: tuple[int, ...], gaps: list[Any]
) -> None:
    """Also before the first who signed, unless he wrote the first entry alone, as whoever makes the store of a house;
    where an edition signed without the number of the writer, that was he.
    """
    assert unsaid(max(epochs), *(said(at + 1, epoch) for at, epoch in enumerate(epochs)), wrote=wrote) == gaps


def test_a_writer_whose_entries_were_put_back_is_asked_for() -> None:
    assert unsaid(5, said(2, 5, restored_from=4), wrote=(1, 1, 5)) == [("1", 1)]
    assert unsaid(5, said(1, 1), said(2, 5, restored_from=4), wrote=(1, 1, 5)) == []


def test_the_first_writer_of_a_day_may_have_signed_before_it() -> None:
    assert unsaid(3, said(3, 3), wrote=(1, 1, 3), is_part=True) == []
    assert unsaid(3, said(3, 3), wrote=(1, 2, 3), is_part=True) == [("2", 1)]


def test_a_writer_whose_entries_were_adopted_did_not_sign() -> None:
    assert unsaid(2, said(3, 2, adopted_from=1), wrote=(1, 1, 1, 2)) == []
