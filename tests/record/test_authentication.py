"""Which entries must have a tag, and what is said where one is missing or false."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.record.authentication import Authentication, KeptEntry
from tapete.record.authority import Authority
from tapete.record.checkpoints import Checkpoint

OURS = Authority(bytes(32), Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
MISSING, AFTER, PINNED, FALSE = (
    ("tag-missing", ""),
    ("tag-missing", "after"),
    ("tag-missing", "pinned"),
    ("tag-false", ""),
)


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
    """Return what is wrong at which entry, with the case."""
    found = known.problems("t", OURS if is_ours else None, demanded=demanded)
    assert {one.table for one in found} <= {"t"}
    return {one.at: (one.code, str(one.facts.get("case", ""))) for one in found}


@pytest.mark.parametrize(
    ("tags", "checkpoints", "found"),
    [
        ("----", (), {}),
        ("tttt", (), {}),
        ("--tt", (), {}),
        ("t-t-", (), {2: AFTER, 4: AFTER}),
        ("-t--", (), {3: AFTER, 4: AFTER}),
        ("tftt", (), {2: FALSE}),
        ("----", (said(4, tagged_from=3),), {3: PINNED, 4: PINNED}),
        ("--tt", (said(4, tagged_from=3),), {}),
        ("t---", (said(4, tagged_from=4),), {2: AFTER, 3: AFTER, 4: PINNED}),
        ("----", (said(2, tagged_from=4), said(4, tagged_from=3)), {3: PINNED, 4: PINNED}),
        ("-f-t", (said(3, adopted_from=1),), {}),
        ("-f-t", (said(3, adopted_from=3),), {2: FALSE}),
        ("-f-t", (said(2, adopted_from=2),), {3: AFTER}),
        ("-f-t", (said(3),), {2: FALSE, 3: AFTER}),
        ("---f", (said(3, adopted_from=1),), {4: FALSE}),
    ],
)
def test_an_entry_without_its_tag_is_wrong_after_one_that_had_it_or_where_a_signature_demands_it(
    tags: str, checkpoints: tuple[Checkpoint, ...], found: dict[int, tuple[str, str]]
) -> None:
    assert wrong(Authentication(entries(tags), checkpoints)) == found


def test_without_the_key_no_tag_is_false_and_a_missing_one_is_missing_all_the_same() -> None:
    assert wrong(Authentication(entries("tf-"), ()), is_ours=False) == {3: AFTER}


def test_a_missing_tag_names_the_first_entry_that_had_one_and_the_first_that_must_have_one() -> None:
    (one,) = Authentication(entries("-tt-"), ()).problems("t", OURS)
    assert one.facts["before"] == 2
    (one,) = Authentication(entries("---"), (said(3, tagged_from=3),)).problems("t", OURS)
    assert one.facts["pin"] == 3


@pytest.mark.parametrize(("signed", "first"), [(0, 1), (2, 3), (3, 4), (4, None)])
def test_where_authentication_is_demanded_an_entry_needs_a_tag_behind_the_last_signature(
    signed: int, first: int | None
) -> None:
    known = Authentication(entries("----"), (said(signed),) if signed else ())
    assert wrong(known) == {}
    assert wrong(known, demanded=True) == dict.fromkeys(range(first or 5, 5), MISSING)


def test_what_was_said_on_another_day_pins_the_tags_but_signs_nothing_here() -> None:
    known = Authentication(entries("----"), (), (said(9, tagged_from=3),))
    assert wrong(known) == {3: PINNED, 4: PINNED}
    assert (known.signed, known.newest) == (0, None)


@pytest.mark.parametrize(
    ("checkpoints", "tags", "tagged_from"),
    [
        ((), "----", 5),
        ((), "--tt", 3),
        ((), "-t-t", 4),
        ((), "", 1),
        ((said(4, tagged_from=2),), "--tt", 2),
        ((said(4, tagged_from=2, epoch=2), said(4, tagged_from=3, epoch=1)), "--tt", 2),
        ((said(2, tagged_from=2), said(4)), "--tt", 3),
    ],
)
def test_tags_are_owed_from_where_the_newest_signature_says_or_behind_the_last_bare_entry(
    checkpoints: tuple[Checkpoint, ...], tags: str, tagged_from: int
) -> None:
    assert Authentication(entries(tags), checkpoints).tagged_from == tagged_from


@pytest.mark.parametrize(("version", "is_adopted"), [(1, False), (2, True), (4, True), (5, False)])
def test_adopted_is_what_lies_between_the_first_entry_vouched_for_and_the_one_that_was_signed(
    version: int, is_adopted: bool
) -> None:
    assert Authentication(entries("-----"), (said(4, adopted_from=2),)).is_adopted(version) is is_adopted
    assert not Authentication(entries("-----"), (said(4),)).is_adopted(version)
