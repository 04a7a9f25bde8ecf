"""What must stay hidden stays hidden: in bodies, in what is stored, in exports, in lengths."""

import itertools
from typing import Any

import msgspec
import pytest

from tapete.cards import Card, cards, packs
from tapete.chance import CardOut, ChanceKind
from tapete.kernel import CHANCE, HOUSE, Act
from tapete.record.codec import read_event
from tapete.record.private import (
    BLOCK,
    KeySealer,
    PrivatePart,
    PrivatePartError,
    join,
    open_part,
    read_part,
    seal_part,
    split,
)
from tests.support.record.tables import GAME, KEY, SCRIPT, SIZE, FixedSealer, TableActor, Vault, play
from tests.support.record.toy import Deal, Laid, Open, Show, Stake

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


def test_control_a_shown_face_makes_the_entries_differ() -> None:
    one, other = (
        play(
            TableActor(vault=BlankVault("t1", order(Card(face))), sealer=FixedSealer(KEY)), (*HIDDEN, (Show(1), "ana"))
        )
        for face in cards("7s Kh")
    )
    assert one.made[-2].hash == other.made[-2].hash
    assert one.made[-1].hash != other.made[-1].hash


def test_joining_gives_the_whole_events_back() -> None:
    actor = play(TableActor())
    sealer, state = KeySealer(KEY), GAME.blank()
    for made in actor.made:
        part = None if made.private_part is None else open_part(sealer, made.private_part, made.entry)
        for tree in join(made.entry, part).events:
            state = GAME.evolve(state, read_event(GAME, tree))
    assert state == actor.state


def test_faces_of_chance_acts_follow_their_events() -> None:
    deal = play(TableActor(), HIDDEN).made[2].entry
    assert [tree["what"]["face"] for tree in deal.chance] == [None]
    assert [tree.get("face") for tree in deal.events] == [None, None]


def test_face_without_an_event_that_publishes_it_is_private() -> None:
    parts = split([Act(CHANCE, CardOut(3, Card("7s")))], [], "00")
    assert parts.chance[0]["what"]["face"] is None
    assert parts.part is not None
    assert parts.part.chance == ((0, "face", "7s"),)


@pytest.mark.parametrize(
    ("shown", "is_public"),
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


def test_private_clauses_leave_the_public_part() -> None:
    actor = TableActor()
    turn, _ = actor.compose(Open(), HOUSE)
    turn = msgspec.structs.replace(turn, rests_on=("X.1", "X.2"))
    from tapete.record.compose import compose

    made = compose(
        GAME, turn, actor.head, actor.sealer, table="t1", epoch=1, time="2026-01-01T00:00:00Z", private_clauses=("X.2",)
    )
    assert made.entry.rests_on == ("X.1",)
    assert made.private_part is not None
    part = open_part(actor.sealer, made.private_part, made.entry)
    assert join(made.entry, part).rests_on == ("X.1", "X.2")


def test_nothing_stored_shows_a_hidden_face() -> None:
    made = play(TableActor(vault=Vault("t1", order(Card("Kd")))), HIDDEN).made
    face = b'"Kd"'  # as it would be written; two bytes alone stand in random ones now and then
    assert not any(face in entry.entry.body() or face in (entry.private_part or b"") for entry in made)


def test_key_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        KeySealer(b"short")


def test_seeded_shoes_split_too() -> None:
    assert (
        play(TableActor(), ((Open(shoe=ChanceKind.SEEDED), HOUSE), *SCRIPT[1:4])).made[2].entry.private_digest
        is not None
    )
