"""From a turn of the game to the entry that records it: split, seal, digest, chain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tapete.kernel import Game
from tapete.play import ActResult
from tapete.record.entry import Entry, Head, ShoeOpenings, StreamEnd, sha256
from tapete.record.private import Sealer, seal_part, split
from tapete.record.report import CURRENT


class ComposedEntry(msgspec.Struct, frozen=True):
    """An entry ready to append, with its canonical bytes, their hash and the sealed part; its ``answer`` in clear tells
    no hidden face.
    """

    entry: Entry
    body: bytes
    hash: str
    private_part: bytes | None = None
    answer: bytes = b""

    @property
    def head(self) -> Head:
        return Head(self.entry.version, self.hash)


def compose(
    game: Game[Any],
    made: ActResult[Any],
    head: Head,
    sealer: Sealer,
    *,
    table: str,
    epoch: int,
    time: str,
    command: str | None = None,
    answer: bytes = b"",
    openings: Sequence[ShoeOpenings] = (),
    private_clauses: Sequence[str] | None = None,
    edition: str = CURRENT,
    continues: StreamEnd | None = None,
) -> ComposedEntry:
    """Return the entry of an accepted or ruled turn, to follow ``head``.

    ``time`` is the wall time in ISO form with its offset; ``answer`` is what a repeat of ``command`` will be told, and
    the entry holds its digest; ``openings`` are those of the cards that the turn shows;
    ``continues`` is the record from which a first entry goes on, with its hash as that of ``head``;
    ``private_clauses`` are the citations that rest on a hidden face (see :func:`tapete.record.private.split`).
    """
    if not made.acts:
        raise ValueError("a refused act leaves no entry")
    act, *chance = made.acts
    parts = split(chance, made.events, sealer.salt(), private_clauses, act)
    hidden = frozenset(private_clauses or ())
    version = head.version + 1
    entry = Entry(
        table=table,
        game=game.key,
        version=version,
        time=time,
        by=act.by,
        command=command,
        answer=None if command is None else sha256(answer),
        epoch=epoch,
        edition=edition,
        act=parts.act,
        chance=parts.chance,
        events=parts.events,
        rests_on=tuple(clause for clause in made.rests_on if clause not in hidden),
        openings=tuple(openings),
        private_digest=None if parts.part is None else sealer.digest(parts.part),
        prev=head.hash,
        continues=None if head.version else continues,
    )
    sealed = None if parts.part is None else seal_part(sealer, parts.part, table, version)
    body = entry.body()
    return ComposedEntry(entry, body, sha256(body), sealed, answer)
