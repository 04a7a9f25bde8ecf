"""Tags and signed checkpoints (T19): which are owed, which are missing, whose count, what was put back."""

from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.record.checkpoints import Authority, Checkpoint, sign_checkpoint
from tapete.record.report import NO_INPUTS, Findings
from tapete.record.signatures import Authentication, KeptEntry, SignedState, judge
from tapete.record.source import Custody
from tests.support.rows import rows

OURS = Authority(bytes(32), Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
MISSING, AFTER, PINNED = (("tag-missing", case) for case in ("", "after", "pinned"))
FALSE = ("tag-false", "")


def entries(tags: str) -> list[KeptEntry]:
    """Return entries with a true tag (``t``), a false one (``f``), or none (``-``)."""
    made = []
    for version, kind in enumerate(tags, start=1):
        digest = f"{version:064x}"
        made.append(KeptEntry(version, digest, {"t": OURS.tag(digest), "f": "00" * 32, "-": None}[kind]))
    return made


def said(version: int, tagged_from: int = 0, adopted_from: int = 0, epoch: int = 1) -> Checkpoint:
    return Checkpoint("t", version, "", "", "", epoch=epoch, tagged_from=tagged_from, adopted_from=adopted_from)


def wrong(known: Authentication, *, is_ours: bool = True, demanded: bool = False) -> dict[int, tuple[str, str]]:
    found = known.problems("t", OURS if is_ours else None, demanded=demanded)
    assert {one.table for one in found} <= {"t"}
    return {one.at: (one.code, str(one.facts.get("case", ""))) for one in found}


@rows(
    "tags, checkpoints, found",
    [
        ("----", (), {}),
        ("tttt", (), {}),
        ("t-t-", (), {2: AFTER, 4: AFTER}),
        ("tftt", (), {2: FALSE}),
        ("----", (said(4, tagged_from=3),), {3: PINNED, 4: PINNED}),
        ("t---", (said(4, tagged_from=4),), {2: AFTER, 3: AFTER, 4: PINNED}),
        ("----", (said(2, tagged_from=4), said(4, tagged_from=3)), {3: PINNED, 4: PINNED}),
        ("-f-t", (said(3, adopted_from=1),), {}),
        ("-f-t", (said(2, adopted_from=2),), {3: AFTER}),
        ("-f-t", (said(3),), {2: FALSE, 3: AFTER}),
        ("---f", (said(3, adopted_from=1),), {4: FALSE}),
    ],
)
def test_an_entry_without_its_tag_is_wrong_after_one_that_had_it_or_where_a_signature_demands_it(
    tags: str, checkpoints: tuple[Checkpoint, ...], found: dict[int, tuple[str, str]]
) -> None:
    assert wrong(Authentication(entries(tags), checkpoints)) == found


@rows("signed, first", [(0, 1), (2, 3), (3, 4), (4, None)])
def test_where_authentication_is_demanded_an_entry_needs_a_tag_behind_the_last_signature(
    signed: int, first: int | None
) -> None:
    known = Authentication(entries("----"), (said(signed),) if signed else ())
    assert wrong(known) == {}
    assert wrong(known, demanded=True) == dict.fromkeys(range(first or 5, 5), MISSING)


@rows("version, is_adopted", [(1, False), (2, True), (4, True), (5, False)])
def test_adopted_is_what_lies_between_the_first_entry_vouched_for_and_the_one_that_was_signed(
    version: int, is_adopted: bool
) -> None:
    assert Authentication(entries("-----"), (said(4, adopted_from=2),)).is_adopted(version) is is_adopted
    assert not Authentication(entries("-----"), (said(4),)).is_adopted(version)


SIGNER = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
NOON = "2026-03-01T12:00:00+00:00"
HEADS = {"t": {version: f"t{version}" for version in range(1, 9)}}


def of_copy(version: int, **fields: Any) -> Checkpoint:
    return sign_checkpoint(SIGNER, Checkpoint("t", version, HEADS["t"][version], NOON, "", epoch=1, **fields))


def told(entries: int, *checkpoints: Checkpoint, part: bool = False, tag: str = "") -> dict[str, Any]:
    """Return the reserves about a table with so many entries, by their codes."""
    found = Findings("t")
    kept = [KeptEntry(version, HEADS["t"][version], tag or None) for version in range(1, entries + 1)]
    judge(found, SignedState(kept, 1, checkpoints, (), part), Custody(), NO_INPUTS)
    assert not found.problems
    return {one.code: one.facts for one in found.warnings}


@rows("entries, signed, tail", [(3, 3, None), (4, 3, (4, 4)), (6, 3, (4, 6)), (3, 0, (1, 3))])
@rows("tag", ["", "ff"])
def test_what_lies_behind_the_last_signature_is_said_to_the_entry(
    entries: int, signed: int, tail: tuple[int, int] | None, tag: str
) -> None:
    found = told(entries, *([of_copy(version=signed)] if signed else []), tag=tag)
    facts = found.get("unsigned-tail")
    assert (facts and (facts["first"], facts["last"], facts["tags"])) == (tail and (*tail, "tagged" if tag else "bare"))
    assert ("no-checkpoint" in found) is (signed == 0)


def test_only_the_tags_behind_the_last_signature_are_asked_for() -> None:
    entries = [KeptEntry(version, HEADS["t"][version], tag) for version, tag in enumerate((None, None, "ff"), start=1)]
    found = Findings("t")
    judge(found, SignedState(entries, 1, [of_copy(version=2)], ()), Custody(), NO_INPUTS)
    (tail,) = (one.facts for one in found.warnings if one.code == "unsigned-tail")
    assert (tail["first"], tail["last"], tail["tags"]) == (3, 3, "tagged")


@rows("closed, part, is_open", [(False, False, True), (True, False, False), (False, True, False)])
def test_a_record_whose_writer_did_not_close_is_told_but_not_of_a_day_in_the_middle(
    closed: bool, part: bool, is_open: bool
) -> None:
    assert ("not-closed" in told(3, of_copy(version=3, is_closed=closed), part=part)) is is_open


ENTRIES = [KeptEntry(version, f"{version:064x}", None) for version in range(1, 9)]
LAST = 2**53 - 1


def of_writer(version: int, epoch: int) -> Checkpoint:
    return sign_checkpoint(SIGNER, Checkpoint("t", version, ENTRIES[version - 1].hash, NOON, "", epoch=epoch))


def unsaid(writes: int, *checkpoints: Checkpoint) -> list[tuple[str, int]]:
    """Return what is said of writers of whom there is no signature; ``writes`` is the last who has written."""
    found = Findings("t")
    judge(found, SignedState(ENTRIES, writes, checkpoints, checkpoints), Custody(), NO_INPUTS)
    assert not found.problems
    return [(one.facts["epochs"], one.facts["count"]) for one in found.warnings if one.code == "writer-unsaid"]


@rows(
    "epochs, writes, gaps",
    [
        ((1, 2, 3), 3, []),
        ((1, 3), 3, [("2", 1)]),
        ((3, 1), 1, [("2", 1)]),
        ((1, 5, 7), 8, [("2-4, 6, 8", 5)]),
        ((1,), 3, [("2-3", 2)]),
        ((0, 2, 4), 4, [("3", 1)]),
        ((), 5, []),
        ((1,), LAST, [(f"2-{LAST}", LAST - 1)]),
    ],
)
def test_a_writer_without_a_signature_is_named(epochs: tuple[int, ...], writes: int, gaps: list[Any]) -> None:
    assert unsaid(writes, *(of_writer(min(8, at + 1), epoch) for at, epoch in enumerate(epochs))) == gaps
