"""Entries of the record: wire form, canonical bytes and chained hash, beside the least that any log would do."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from bench.coups import GAME, played
from bench.measure import Pair, paired
from tapete.live import Keys
from tapete.play import ActResult
from tapete.record.checkpoints import Authority
from tapete.record.codec import read_event
from tapete.record.compose import compose
from tapete.record.entry import Head, Link, Problem, walk
from tapete.record.private import KeySealer
from tapete.record.signatures import Authentication, KeptEntry

COUPS = 30
TABLE = "mesa-1"
TIME = "2026-01-01T20:00:00+01:00"


def written(turns: Sequence[ActResult[Any]], sealer: KeySealer, authority: Authority) -> list[Link]:
    """Return the entries of a table as a hall writes them: composed, chained, and tagged under its key."""
    head, found = Head(), []
    for made in turns:
        composed = compose(GAME, made, head, sealer, table=TABLE, epoch=1, time=TIME)
        head = composed.head
        found.append(Link(composed.entry.body(), composed.hash, authority.tag(composed.hash)))
    return found


def require_own(links: Sequence[Link], authority: Authority) -> None:
    """Raise ``RuntimeError`` unless the entries are chained and carry the tags of the hall."""
    kept = []
    problems: list[Problem] = []
    for step in walk(TABLE, links):
        problems += step.problems
        if step.entry is not None:
            kept.append(KeptEntry(step.entry.version, step.hash, step.tag))
    problems += Authentication(kept, ()).problems(TABLE, authority, demanded=True)
    if problems:
        raise RuntimeError(problems)


def pairs() -> list[Pair]:
    """Measure the record without a disk."""
    turns = played(COUPS).turns
    events = [event for made in turns for event in made.events]
    keys = Keys.fresh()
    sealer = KeySealer(keys.sealing)

    def composing() -> int:
        written(turns, sealer, keys.authority)
        return len(events)

    def plain() -> int:
        digest = b""
        for event in events:
            digest = hashlib.sha256(digest + msgspec.json.encode(event)).digest()
        return len(events)

    links = written(turns, sealer, keys.authority)
    bodies = [one.body for one in links]
    trees = [msgspec.json.decode(msgspec.json.encode(event)) for event in events]

    def walking() -> int:
        require_own(links, keys.authority)
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
            "entries made, chained and tagged",
            ("compose, canonical bytes, chain, tag", "events/s", composing),
            ("encode each event, chain its bytes", "events/s", plain),
            note=shape,
        ),
        paired(
            "chain walked and checked",
            ("strict decoding, canonical form, chain, tags", "events/s", walking),
            ("hash of the bytes alone", "events/s", hashing),
        ),
        paired(
            "events replayed",
            ("checked decoding and fold", "events/s", replaying),
            ("checked decoding", "events/s", decoding),
        ),
    ]
