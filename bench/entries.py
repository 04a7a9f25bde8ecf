"""Entries of the record: wire form, canonical bytes and chained hash, beside the least that any log would do."""

from __future__ import annotations

import hashlib

import msgspec

from bench.coups import GAME, played
from bench.measure import Pair, paired
from tapete.record.chain import Link, walk
from tapete.record.codec import read_event
from tapete.record.compose import compose
from tapete.record.entry import Head
from tapete.record.private import KeySealer

COUPS = 30
TIME = "2026-01-01T20:00:00+01:00"


def pairs() -> list[Pair]:
    """Measure the record without a disk."""
    turns = played(COUPS).turns
    events = [event for made in turns for event in made.events]
    sealer = KeySealer(bytes(32))

    def entries() -> list[bytes]:
        head, bodies = Head(), []
        for made in turns:
            composed = compose(GAME, made, head, sealer, table="mesa-1", epoch=1, time=TIME)
            head = composed.head
            bodies.append(composed.entry.body())
        return bodies

    def composing() -> int:
        head = Head()
        for made in turns:
            head = compose(GAME, made, head, sealer, table="mesa-1", epoch=1, time=TIME).head
        return len(events)

    def plain() -> int:
        digest = b""
        for event in events:
            digest = hashlib.sha256(digest + msgspec.json.encode(event)).digest()
        return len(events)

    bodies = entries()
    trees = [msgspec.json.decode(msgspec.json.encode(event)) for event in events]
    links = [Link(body) for body in bodies]

    def walking() -> int:
        for step in walk("mesa-1", links):
            if step.problems:
                raise RuntimeError(step.problems)
        return len(events)

    def hashing() -> int:
        for body in bodies:
            hashlib.sha256(body)
        return len(events)

    def replaying() -> int:
        state = GAME.blank()
        for event in trees:
            state = GAME.evolve(state, read_event(GAME, event))
        return len(events)

    def decoding() -> int:
        for event in trees:
            read_event(GAME, event)
        return len(events)

    size = sum(map(len, bodies)) // len(bodies)
    shape = f"an entry is one person's act with {len(events) / len(turns):.1f} events and has {size} bytes"
    return [
        paired(
            "entries made and chained",
            ("compose, canonical bytes, chain", "events/s", composing),
            ("encode each event, chain its bytes", "events/s", plain),
            note=shape,
        ),
        paired(
            "chain walked and checked",
            ("strict decoding, canonical form, chain", "events/s", walking),
            ("hash of the bytes alone", "events/s", hashing),
        ),
        paired(
            "events replayed",
            ("checked decoding and fold", "events/s", replaying),
            ("checked decoding", "events/s", decoding),
        ),
    ]
