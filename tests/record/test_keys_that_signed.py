"""Whose signatures stand in a record, and what is warned of where nobody said whose count."""

from __future__ import annotations

from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from tapete.record.authority import Authority
from tapete.record.checkpoints import Checkpoint, sign_checkpoint
from tapete.record.report import AuditInputs, SigningKey
from tapete.record.signing_keys import OF_SIGNERS, doubtful_keys, merged_keys, signing_keys

TIME = "2026-01-02T03:04:05+01:00"
PAIRS = [Ed25519PrivateKey.from_private_bytes(bytes([one]) * 32) for one in (1, 2, 3)]
NAMES = [one.public_key().public_bytes_raw().hex() for one in PAIRS]
ANA, BEA, CLO = NAMES
OURS = Authority(bytes(32), PAIRS[0])


def signed(who: int, table: str, version: int = 1) -> Checkpoint:
    return sign_checkpoint(PAIRS[who], Checkpoint(table, version, "ff", TIME, ""))


SAID = [signed(0, "t2"), signed(0, "t1"), signed(0, "t1", 2), signed(1, "t1"), signed(2, "t3")]


@pytest.mark.parametrize(
    ("counting", "trusted"),
    [(None, (None, None, None)), (frozenset({BEA}), (False, True, False)), (frozenset(), (False, False, False))],
)
def test_each_key_is_listed_once_with_what_it_signed_the_most_first(counting: Any, trusted: Any) -> None:
    counts = {ANA: (3, ("t1", "t2"), trusted[0]), BEA: (1, ("t1",), trusted[1]), CLO: (1, ("t3",), trusted[2])}
    order = [ANA, *sorted((BEA, CLO))]
    for said in (SAID, SAID[::-1]):
        assert signing_keys(said, counting) == tuple(SigningKey(one, *counts[one]) for one in order)


def test_what_nobody_with_the_key_signed_is_no_signature_of_it() -> None:
    forged = replace(signed(0, "t1"), time="2027")
    assert signing_keys([forged], None) == ()
    assert signing_keys([forged, signed(0, "t2")], None) == (SigningKey(ANA, 1, ("t2",)),)


def test_the_keys_of_several_records_are_one_list() -> None:
    first = (SigningKey("b", 2, ("t2", "t3"), True), SigningKey("a", 1, ("t1",), False))
    second = (SigningKey("a", 3, ("t0", "t1"), False), SigningKey("c", 4, ("t9",), False))
    assert merged_keys((*first, *second)) == (
        SigningKey("a", 4, ("t0", "t1"), False),
        SigningKey("c", 4, ("t9",), False),
        SigningKey("b", 2, ("t2", "t3"), True),
    )
    assert merged_keys(first) == first
    assert merged_keys((*first, *first, *first)) == (
        SigningKey("b", 6, ("t2", "t3"), True),
        SigningKey("a", 3, ("t1",), False),
    )
    assert merged_keys(()) == ()


ANY, SEVERAL = "any-signer", "several-signers"


@pytest.mark.parametrize(
    ("keys", "given", "warned"),
    [
        ((), AuditInputs(), []),
        (("a",), AuditInputs(), [(ANY, {"keys": "a"})]),
        (("a", "b"), AuditInputs(), [(ANY, {"keys": "a, b"}), (SEVERAL, {"keys": "a, b", "count": 2})]),
        (("a",), AuditInputs(authority=OURS), []),
        (("a", "b"), AuditInputs(authority=OURS), [(SEVERAL, {"keys": "a, b", "count": 2})]),
        (("a", "b", "c"), AuditInputs(trusted_keys=frozenset({"a"})), []),
        ((), AuditInputs(authority=OURS), []),
    ],
)
def test_it_is_warned_of_where_any_key_counts_and_where_several_have_signed(
    keys: tuple[str, ...], given: AuditInputs, warned: list[Any]
) -> None:
    found = list(doubtful_keys([SigningKey(one, 1, ("t",)) for one in keys], given))
    assert [(one.code, one.facts) for one in found] == warned
    assert {one.code for one in found} <= OF_SIGNERS == {ANY, SEVERAL}
