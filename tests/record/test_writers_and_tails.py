"""Of whom there is no signature: the writers in between, what lies behind the last checkpoint, the named writer."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.record.checkpoints import Checkpoint
from tapete.record.report import NO_INPUTS, Findings
from tapete.record.signatures import SignedState, _tail, _unsaid, _who_wrote, _writer
from tapete.record.source import Custody

TIME = "2026-01-02T03:04:05+01:00"


def said(epoch: int, version: int = 1, **more: Any) -> Checkpoint:
    return Checkpoint("t1", version, "ff", TIME, "key", epoch=epoch, **more)


def wrote(*epochs: int, tag: str = "") -> list[Any]:
    return [SimpleNamespace(version=at, epoch=epoch, tag=tag) for at, epoch in enumerate(epochs, start=1)]


def known(entries: list[Any], *checkpoints: Checkpoint, adopted: tuple[int, ...] = ()) -> Any:
    return SimpleNamespace(entries=entries, said=checkpoints, is_adopted=lambda version: version in adopted)


def state(entries: list[Any], epoch: int, *, is_part: bool = False) -> SignedState:
    return SignedState(entries, epoch, (), None, is_part)


def heard(found: Findings) -> list[Any]:
    problems = [(one.code, {"at": one.at, **one.facts}) for one in found.problems]
    return [*problems, *((one.code, one.facts) for one in found.warnings)]


@pytest.mark.parametrize(
    ("entries", "checkpoints", "epoch", "named", "count"),
    [
        ((1, 1), (said(1),), 1, "", 0),
        ((1, 2), (said(1), said(2)), 2, "", 0),
        ((1, 1, 2), (said(2),), 2, "1", 1),
        ((1, 1, 2), (said(1),), 2, "2", 1),
        ((1, 1, 4), (said(1), said(4)), 4, "2-3", 2),
        ((1, 1, 5), (said(1),), 5, "2-5", 4),
        ((1, 1, 3), (said(1), said(3)), 3, "2", 1),
        ((1, 2, 4, 6), (said(3),), 6, "2, 4-6", 4),
        ((1, 2, 2), (said(2),), 2, "", 0),
        ((1, 1, 4), (said(1), said(4, restored_from=9)), 4, "", 0),
        ((1, 1, 2, 4), (said(1), said(4, restored_from=9)), 4, "2", 1),
        ((1, 1, 4), (said(1), said(2, restored_from=9)), 4, "3-4", 2),
        ((1, 1, 2), (said(0),), 2, "", 0),
    ],
)
def test_writers_of_whom_there_is_no_signature_are_named(
    entries: Any, checkpoints: Any, epoch: int, named: str, count: int
) -> None:
    found = Findings("t1")
    made = wrote(*entries)
    _unsaid(found, known(made, *checkpoints), state(made, epoch))
    assert heard(found) == ([("writer-unsaid", {"epochs": named, "count": count})] if named else [])


@pytest.mark.parametrize(
    ("entries", "adopted", "is_part", "writers"),
    [
        ((1, 2, 3), (), False, {2, 3}),
        ((1, 1, 2), (), False, {1, 2}),
        ((1, 1, 2), (3,), False, {1}),
        ((1, 1, 2), (1, 2), False, {2}),
        ((1, 1, 2), (), True, {2}),
        ((0, 1, 2), (), False, {1, 2}),
        ((2, 1, 1), (), False, {1}),
    ],
)
def test_whoever_wrote_what_is_here_must_have_signed_but_who_made_the_store(
    entries: Any, adopted: Any, is_part: bool, writers: set[int]
) -> None:
    made = wrote(*entries)
    assert _who_wrote(known(made, said(1), adopted=adopted), state(made, 2, is_part=is_part)) == writers
    assert _who_wrote(known(made, said(1), said(0), adopted=adopted), state(made, 2, is_part=is_part)) == set()


@pytest.mark.parametrize(
    ("tags", "authority", "signed", "answer"),
    [
        (("a", "b", "c"), None, 1, {"first": 2, "last": 3, "tags": "tagged"}),
        (("a", "b", "c"), object(), 1, {"first": 2, "last": 3, "tags": "checked"}),
        (("a", "", "c"), object(), 1, {"first": 2, "last": 3, "tags": "bare"}),
        (("", "b", "c"), None, 1, {"first": 2, "last": 3, "tags": "tagged"}),
        (("a", "b", ""), None, 2, {"first": 3, "last": 3, "tags": "bare", "case": "one"}),
        (("a", "b", "c"), None, 0, {"first": 1, "last": 3, "tags": "tagged"}),
    ],
)
def test_what_lies_behind_the_last_signature_is_told_with_what_vouches_for_it(
    tags: Any, authority: Any, signed: int, answer: dict[str, Any]
) -> None:
    entries = [SimpleNamespace(version=at, tag=tag) for at, tag in enumerate(tags, start=1)]
    found = Findings("t1")
    _tail(found, known(entries), signed, 3, replace(NO_INPUTS, authority=authority))
    assert heard(found) == [("unsigned-tail", answer)]


def row(epoch: int, key: str = "", *, signed: bool = True) -> Any:
    return SimpleNamespace(epoch=epoch, key=key, signature="s" if key else "", is_signed=lambda: signed)


BARE, TAGGED = wrote(1, 1), wrote(1, 1, tag="a")


@pytest.mark.parametrize(
    ("entries", "checkpoints", "writer", "answer"),
    [
        ([], (), None, []),
        (BARE, (said(2),), None, [("writer-missing", {"at": 0, "last": 2})]),
        ([], (), row(1), [("table-empty", {"epoch": 1})]),
        ([], (), row(0), [("writer-behind", {"at": 0, "epoch": 0, "last": 0}), ("table-empty", {"epoch": 0})]),
        (BARE, (), row(1), []),
        (BARE, (said(2),), row(1), [("writer-behind", {"at": 0, "epoch": 1, "last": 2})]),
        (BARE, (said(2),), row(2), []),
        (BARE, (), row(3), [("writer-ahead", {"epoch": 3, "last": 1})]),
        (TAGGED, (), row(1), [("writer-unsigned", {"at": 0, "epoch": 1})]),
        (BARE, (said(1, tagged_from=2),), row(1), [("writer-unsigned", {"at": 0, "epoch": 1})]),
        (TAGGED, (), row(1, "good"), []),
        (TAGGED, (), row(1, "bad"), [("writer-untrusted", {"at": 0, "epoch": 1, "key": "bad"})]),
        (TAGGED, (), row(1, "good", signed=False), [("writer-changed", {"at": 0, "epoch": 1})]),
    ],
)
def test_the_named_writer_of_a_store_is_the_last_who_wrote_or_signed(
    entries: list[Any], checkpoints: Any, writer: Any, answer: list[Any]
) -> None:
    given = replace(NO_INPUTS, trusted_keys=frozenset({"good"}))
    for custody, told in (
        (Custody(is_store=True, writer=writer), answer),
        (Custody(is_store=False, writer=writer), []),
    ):
        found = Findings("t1")
        _writer(found, state(entries, 1 if entries else 0), known(entries, *checkpoints), custody, given)
        assert heard(found) == told
    anybody = Findings("t1")
    custody = Custody(is_store=True, writer=row(1, "bad"))
    _writer(anybody, state(TAGGED, 1), known(TAGGED), custody, NO_INPUTS)
    assert heard(anybody) == []
