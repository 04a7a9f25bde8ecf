"""Each changed byte of a chain is seen, and what a signed restoring gave up is not missed; else: test_tamperings.py."""

from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, strategies as st
from msgspec.structs import replace

from tapete.record.checkpoints import Checkpoint, checkpoint, checkpoint_problems, given_up, sign_checkpoint
from tapete.record.entry import Link, walk
from tests.support.record.tables import TIME, TableActor, play
from tests.support.rows import rows

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
MADE = play(TableActor()).made
LINKS = tuple(Link(made.entry.body(), made.hash) for made in MADE)
LAST = checkpoint(KEY, "t1", MADE[-1].head, TIME)


def codes(links: tuple[Link, ...], *said: object) -> set[str]:
    steps = list(walk("t1", links))
    heads = {step.entry.version: step.hash for step in steps if step.entry}
    found = [problem for step in steps for problem in step.problems]
    return {problem.code for problem in (*found, *checkpoint_problems(said, {"t1": heads}))}


@given(st.data())
def test_every_changed_byte_is_seen(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(LINKS) - 1))
    body = bytearray(LINKS[at].body)
    place = data.draw(st.integers(0, len(body) - 1))
    body[place] ^= data.draw(st.integers(1, 255))
    assert codes((*LINKS[:at], Link(bytes(body), LINKS[at].hash), *LINKS[at + 1 :]))
    assert codes((*LINKS[:at], Link(bytes(body)), *LINKS[at + 1 :]), LAST)


HASHES = {one.entry.version: one.hash for one in MADE[:5]}
END = len(HASHES)
SIGNER, OTHER = (Ed25519PrivateKey.from_private_bytes(bytes([at] * 32)) for at in (1, 2))
OURS = SIGNER.public_key().public_bytes_raw().hex()
HEADS = {"t1": HASHES}


def said(version: int, head: str | None = None, *, signer: Ed25519PrivateKey = SIGNER, **more: Any) -> Checkpoint:
    made = Checkpoint(more.pop("table", "t1"), version, HASHES.get(version, "") if head is None else head, TIME, "")
    return sign_checkpoint(signer, replace(made, **more))


GONE = said(END + 2, "ff", epoch=1)


@rows(
    "restored, is_given_up",
    [
        (said(END, epoch=2, restored_from=END + 2), True),
        (said(END, epoch=2, restored_from=END + 1), False),
        (said(END, epoch=1, restored_from=END + 2), False),
        (said(END, "ee", epoch=2, restored_from=END + 2), False),
        (said(0, epoch=2, restored_from=END + 2), True),
        (said(END, epoch=2, restored_from=END + 2, table="t2"), False),
        (replace(said(END, epoch=2, restored_from=END + 2), time="x"), False),
        (said(END, epoch=2, restored_from=END + 2, signer=OTHER), False),
    ],
)
def test_what_a_signed_restoring_has_given_up_is_not_missed(restored: Checkpoint, is_given_up: bool) -> None:
    trusted = frozenset({OURS})
    assert given_up((GONE, restored), HEADS, trusted) == (frozenset({GONE}) if is_given_up else frozenset())
    missed = [one.code for one in checkpoint_problems((restored, GONE), HEADS, trusted) if one.at == GONE.version]
    assert missed == ([] if is_given_up else ["rolled-back"])
