"""Small records whose signatures, tags and writers are put together by lot, and what is judged of each, kept in short.

    python -m tests.support.record.judged            write down what is judged now
    python -m tests.support.record.judged NUMBER ... print it in full, to lay it beside what it was before

The keys and the choices are always the same, so each number is the same record everywhere.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from tapete.house.terms import KEY
from tapete.record.authentication import KeptEntry
from tapete.record.authority import Authority
from tapete.record.checkpoints import Checkpoint, sign_checkpoint
from tapete.record.report import AuditInputs, Findings
from tapete.record.signatures import SignedState, judge
from tapete.record.signing_keys import doubtful_keys, merged_keys, signing_keys
from tapete.record.source import Custody
from tapete.record.store.rows import WriterRow
from tests.support import ROOT

KEPT: Final = ROOT / "tests" / "record" / "judged.txt"
RECORDS: Final = 400
OWN: Final = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OTHER: Final = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
HALL: Final = Authority(bytes(range(16)), OWN)

_encoder = msgspec.json.Encoder(order="deterministic")


def _hash(version: int) -> str:
    return f"{version:064x}"


def _entries(lot: Random) -> list[KeptEntry]:
    """Return up to six entries: of writers who follow each other, with tags from somewhere on, or with gaps in them."""
    count, epoch = lot.choice((0, 1, 2, 3, 4, 5, 6)), lot.choice((0, 1, 1, 1, 2))
    tagged = lot.choice((0, 1, 1, 3, 9))
    found = []
    for version in range(1, count + 1):
        epoch += bool(epoch) and lot.random() < 0.3
        has_tag = bool(tagged) and version >= tagged and lot.random() < 0.9
        tag = (HALL.tag(_hash(version)) if lot.random() < 0.95 else "00") if has_tag else None
        found.append(KeptEntry(version, _hash(version), tag, epoch))
    return found


def _checkpoint(lot: Random, table: str, last: int) -> Checkpoint:
    """Return a signed statement about some version, mostly a true one."""
    version = lot.choice((0, *range(1, last + 1), last, last, last + lot.choice((0, 0, 0, 1))))
    head = "" if not version else _hash(version if lot.random() < 0.93 else 99)
    more: dict[str, Any] = {
        "epoch": lot.choice((0, 1, 1, 2, 2, 3, 4)),
        "is_closed": lot.random() < 0.4,
        "tagged_from": lot.choice((0, 0, 0, 1, 3)),
        "is_witnessed": lot.random() < 0.5,
        "adopted_from": lot.choice((0, 0, 0, 0, 1, 2)),
        "restored_from": lot.choice((0, 0, 0, 0, version, version + 1, version + 2)),
    }
    time = f"2026-01-02T03:04:{lot.randrange(60):02d}+01:00"
    made = sign_checkpoint(OWN if lot.random() < 0.85 else OTHER, Checkpoint(table, version, head, time, "", **more))
    return made if lot.random() < 0.95 else replace(made, is_closed=not made.is_closed)


def _some(lot: Random, every: Sequence[Checkpoint], share: float) -> list[Checkpoint]:
    return [one for one in every if lot.random() < share]


def _writer(lot: Random, table: str) -> WriterRow | None:
    """Return the row of a writer: none, one that nobody has signed, or one that somebody has."""
    epoch, kind = lot.choice((1, 2, 3, 4)), lot.choice(("none", "bare", "signed", "signed", "false", "other"))
    if kind == "none":
        return None
    if kind == "bare":
        return WriterRow(table, epoch, "", "")
    signer = Authority(b"", OTHER if kind == "other" else OWN)
    row = WriterRow(table, epoch, signer.public, "")
    return WriterRow(table, epoch + (kind == "false"), signer.public, signer.sign(row.statement()))


def answer(number: int) -> list[Any]:
    """Return what is judged of a record: problems, warnings, writers who did not close, and who has signed."""
    lot = Random(f"judged {number}")
    table = lot.choice(("t1", "t1", KEY))
    entries = _entries(lot)
    every = [_checkpoint(lot, table, len(entries)) for _ in range(lot.choice((0, 1, 2, 3, 4, 5)))]
    kept = _some(lot, every, 0.75)
    seen = None if lot.random() < 0.3 else _some(lot, every, 0.75)
    if seen and lot.random() < 0.15:
        seen[0] = sign_checkpoint(OWN, replace(seen[0], time="2027-01-01T00:00:00+01:00"))
    others = [_checkpoint(lot, table, 6)] if lot.random() < 0.2 else []
    epoch = max((one.epoch for one in entries), default=0)
    state = SignedState(entries, epoch, kept, seen, lot.random() < 0.25, others)
    custody = Custody(True, _writer(lot, table)) if lot.random() < 0.5 else Custody()
    given = AuditInputs(
        trusted_keys=lot.choice((None, None, frozenset({HALL.public}))),
        authority=lot.choice((None, HALL)),
        names_before_witness=lot.choice((None, frozenset(one.name for one in kept[:1]))),
    )
    found = Findings(table)
    known, unclosed = judge(found, state, custody, given)
    keys = signing_keys(every, given.accepted_keys)
    return [
        *sorted(_encoder.encode([one.at, one.code, one.facts]).decode() for one in found.problems),
        *([one.code, one.facts] for one in found.warnings),
        ["unclosed", unclosed],
        ["tags", known.signed, known.tagged_from, known.problems(table, None, demanded=True)],
        ["keys", keys, merged_keys((*keys, *keys)), tuple(doubtful_keys(keys, given))],
    ]


def line(number: int) -> str:
    """Return what is kept of a record: its number, what was found by name, and a digest of the whole answer."""
    found = answer(number)
    text = _encoder.encode(found).decode()
    names = sorted({msgspec.json.decode(one)[1] for one in found if isinstance(one, str)})
    digest = hashlib.sha256(text.encode()).hexdigest()[:10]
    return " ".join((str(number), digest, *names))


@cache
def kept() -> tuple[str, ...]:
    """Return the lines that are kept."""
    return tuple(KEPT.read_text("utf-8").splitlines())


if __name__ == "__main__":
    if sys.argv[1:]:
        for asked in map(int, sys.argv[1:]):
            print(*answer(asked), sep="\n")
    else:
        KEPT.write_text("".join(f"{line(number)}\n" for number in range(RECORDS)), "utf-8")
