"""What must stay hidden stays hidden (T2, T4): in bodies, in what is stored, in exports, in lengths."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.cards import Card, packs
from tapete.chance import CardOut
from tapete.house import acts as a
from tapete.house.events import ProofLodged
from tapete.kernel import CHANCE, HOUSE, Act, PersonId
from tapete.record.authority import Authority, is_signature
from tapete.record.canonical import canonical, sha256
from tapete.record.codec import read_event
from tapete.record.entry import Entry
from tapete.record.private import (
    BLOCK,
    NONCE_BYTES,
    OF_ACT,
    KeySealer,
    PrivatePart,
    PrivatePartError,
    join,
    open_part,
    read_part,
    seal_part,
    split,
)
from tests.support.record.tables import (
    GAME,
    KEY,
    SIZE,
    TIME,
    Deal,
    FixedSealer,
    Laid,
    Open,
    Show,
    Stake,
    TableActor,
    Vault,
    play,
)
from tests.support.rows import rows

HIDDEN = ((Open(), HOUSE), (Stake(10), "ana"), (Deal(), "ana"), (Deal(), "bea"), (Show(0), "ana"))
"""Leaves the card at position 1 face down; it was committed at 6."""


class BlankVault(Vault):
    """Commitments that say nothing, so that only the face can make a difference."""

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        return tuple("00" for _ in range(size))


def order(face: Card) -> tuple[Card, ...]:
    cards = list(packs(1)[:SIZE])
    cards[6] = face
    return tuple(cards)


def test_tables_that_differ_in_a_hidden_face_have_equal_public_entries() -> None:
    made = [
        play(TableActor(vault=BlankVault("t1", order(Card(face))), sealer=FixedSealer(KEY)), HIDDEN).made
        for face in ("7s", "Kh", "Td")
    ]
    for one, other in itertools.combinations(made, 2):
        assert [entry.entry.body() for entry in one] == [entry.entry.body() for entry in other]
        assert one[-1].hash == other[-1].hash
        assert [len(entry.private_part or b"") for entry in one] == [len(entry.private_part or b"") for entry in other]


def test_joining_gives_the_whole_events_back() -> None:
    actor = play(TableActor())
    sealer, state = KeySealer(KEY), GAME.blank()
    for made in actor.made:
        part = None if made.private_part is None else open_part(sealer, made.private_part, made.entry)
        for tree in join(made.entry, part).events:
            state = GAME.evolve(state, read_event(GAME, tree))
    assert state == actor.state


@rows(
    "shown, is_public",
    [
        ((), False),
        (((3, "7s", True),), True),
        (((3, "7s", False),), False),  # laid face down
        (((4, "7s", True),), False),  # an equal card lies open beside it
        (((3, "Kd", True),), False),  # another face was there before
        (((4, "7s", True), (3, "7s", False)), False),
        (((4, "7s", False), (3, "7s", True)), True),
        (((3, "Kd", True), (4, "7s", True)), False),
    ],
)
def test_a_drawn_face_is_public_where_an_event_shows_this_face_at_this_position(
    shown: tuple[tuple[int, Any, bool], ...], is_public: bool
) -> None:
    events = [Laid(position, face, face_up) for position, face, face_up in shown]
    parts = split([Act(CHANCE, CardOut(3, Card("7s")))], events, "00")
    assert parts.chance[0]["what"]["face"] == ("7s" if is_public else None)
    assert [tree["face"] for tree in parts.events] == [face if face_up else None for _, face, face_up in shown]
    hidden = tuple((at, "face", face) for at, (_, face, face_up) in enumerate(shown) if not face_up)
    found = parts.part or PrivatePart("00")
    assert (found.fields, found.chance) == (hidden, () if is_public else ((0, "face", "7s"),))


def test_sealed_parts_tell_nothing_by_their_length() -> None:
    parts = [PrivatePart("00", ((index, "face", "7s"),), (), ("PB.1",) * index) for index in range(5)]
    assert {len(seal_part(KeySealer(KEY), part, "t", 1)) for part in parts} == {BLOCK + 12 + 16}


def test_private_part_belongs_to_its_entry_and_key() -> None:
    made = play(TableActor(), HIDDEN).made
    first, second = made[2], made[3]
    assert first.private_part is not None
    assert second.private_part is not None
    sealer = KeySealer(KEY)
    assert open_part(sealer, first.private_part, first.entry).fields[0][1:] == ("face", "6s")
    with pytest.raises(PrivatePartError):
        open_part(sealer, second.private_part, first.entry)
    with pytest.raises(PrivatePartError):
        open_part(KeySealer(bytes(32)), first.private_part, first.entry)
    with pytest.raises(PrivatePartError):
        open_part(sealer, first.private_part[:-1] + b"\0", first.entry)
    forged = seal_part(sealer, PrivatePart("00" * 32, ((1, "face", "7s"),)), "t1", first.entry.version)
    with pytest.raises(PrivatePartError):
        open_part(sealer, forged, first.entry)
    with pytest.raises(PrivatePartError):
        join(first.entry, PrivatePart("00", ((0, "kind", "x"),)))
    with pytest.raises(PrivatePartError):
        read_part(b'{"salt":1}')


def test_nothing_stored_shows_a_hidden_face() -> None:
    made = play(TableActor(vault=Vault("t1", order(Card("Kd")))), HIDDEN).made
    face = b'"Kd"'  # as it would be written; two bytes alone stand in random ones now and then
    assert not any(face in entry.entry.body() or face in (entry.private_part or b"") for entry in made)


DIRECTOR, ANA = PersonId("dora"), PersonId("ana")
LODGED = Act(DIRECTOR, a.LodgeProof(ANA, 4_000_000))


def entry(act: dict[str, object]) -> Entry:
    told = ({"event": "proof-lodged@1", "person": ANA, "amount": None},)
    when = "2026-11-22T20:00:00+01:00"
    return Entry(
        table="house", game="house", version=1, time=when, by=DIRECTOR, epoch=1, edition="x", act=act, events=told
    )


def test_a_private_field_of_an_act_is_split_off_and_joined_again() -> None:
    parts = split([], [ProofLodged(ANA, 4_000_000, "")], "00", act=LODGED)
    assert parts.part is not None
    assert (parts.act["what"]["amount"], parts.events[0]["amount"]) == (None, None)
    assert parts.part.fields == ((OF_ACT, "amount", 4_000_000), (0, "amount", 4_000_000))
    whole = join(entry(parts.act), parts.part)
    assert (whole.act["what"]["amount"], whole.events[0]["amount"]) == (4_000_000, 4_000_000)


# --- What a row of a store says, a private part beside its entry, an export byte for byte, and what lies  ---

OURS = Authority(bytes(32), Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
SEALER = KeySealer(KEY)


@rows("public, signature", [(str.upper, str), (str, str.upper), (lambda one: f" {one}", str)])
def test_a_signature_has_one_spelling(public: Any, signature: Any) -> None:
    key, said = OURS.public, OURS.sign(b"said")
    assert is_signature(key, b"said", said)
    assert not is_signature(public(key), b"said", signature(said))
    assert not is_signature(key, b"other", said)
    assert not is_signature(key[:-2], b"said", said)
    assert not is_signature(key, b"said", said[:-1])


# --- private parts ----------------------------------------------------------------------------------------------------


def hiding(part: PrivatePart, **fields: Any) -> Entry:
    base: dict[str, Any] = {
        "table": "t1", "game": "toy", "version": 3, "time": TIME, "by": "ana", "epoch": 1, "edition": "1",
        "act": {"by": "ana", "what": {"act": "x", "secret": None}},
        "events": ({"event": "a"}, {"event": "b", "face": None}),
        "chance": ({"what": {"act": "card-out", "face": None}},),
        "rests_on": ("X.0",), "private_digest": part.digest(),
    }  # fmt: skip
    return Entry(**{**base, **fields})


def plain_length(part: PrivatePart) -> int:
    return len(canonical(msgspec.to_builtins(part)))


@rows("more, blocks", [(0, 1), (1, 2), (-1, 1), (BLOCK, 2), (BLOCK + 1, 3)])
def test_a_sealed_part_is_padded_to_whole_blocks_and_no_further(more: int, blocks: int) -> None:
    part = PrivatePart("00", (), (), ("x" * (BLOCK - plain_length(PrivatePart("00", (), (), ("",))) + more),))
    sealed = seal_part(SEALER, part, "t1", 3)
    assert len(sealed) == NONCE_BYTES + blocks * BLOCK + 16
    assert open_part(SEALER, sealed, hiding(part)) == part
    assert seal_part(SEALER, part, "t1", 3)[:NONCE_BYTES] != sealed[:NONCE_BYTES]


def test_the_digest_of_a_private_part_is_over_its_salt_and_the_rest() -> None:
    rest = {"fields": [[1, "face", "7s"]], "chance": [], "clauses": ["X.1"]}
    part = PrivatePart("0a" * 32, ((1, "face", "7s"),), (), ("X.1",))
    assert part.digest() == sha256(bytes.fromhex("0a" * 32) + canonical(rest)) == KeySealer(KEY).digest(part)
