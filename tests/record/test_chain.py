"""Edit, insertion, deletion, swap, truncation, rollback: each is seen, the last two against a checkpoint."""

from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, strategies as st

from tapete.record import witness
from tapete.record.chain import Link, walk
from tapete.record.checkpoints import checkpoint, checkpoint_problems, is_signed
from tapete.record.entry import Head
from tests.support.record.tables import TIME, TableActor, play

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
MADE = play(TableActor()).made
LINKS = tuple(Link(made.entry.body(), made.hash) for made in MADE)
LAST = checkpoint(KEY, "t1", MADE[-1].head, TIME)


def codes(links: tuple[Link, ...], *said: object) -> set[str]:
    steps = list(walk("t1", links))
    heads = {step.entry.version: step.hash for step in steps if step.entry}
    found = [problem for step in steps for problem in step.problems]
    return {problem.code for problem in (*found, *checkpoint_problems(said, {"t1": heads}))}


def rehashed(links: tuple[Link, ...]) -> tuple[Link, ...]:
    """Chain the bodies again, as somebody who rewrites the whole database would."""
    made, prev = [], "0" * 64
    for version, link in enumerate(links, start=1):
        entry = msgspec.structs.replace(
            msgspec.json.decode(link.body, type=type(MADE[0].entry)), prev=prev, version=version
        )
        made.append(Link(entry.body(), entry.hash()))
        prev = entry.hash()
    return tuple(made)


def test_sound_chain_has_no_problems() -> None:
    assert codes(LINKS, LAST, checkpoint(KEY, "t1", MADE[2].head, TIME), checkpoint(KEY, "t1", Head(), TIME)) == set()


@given(st.data())
def test_every_changed_byte_is_seen(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(LINKS) - 1))
    body = bytearray(LINKS[at].body)
    place = data.draw(st.integers(0, len(body) - 1))
    body[place] ^= data.draw(st.integers(1, 255))
    assert codes((*LINKS[:at], Link(bytes(body), LINKS[at].hash), *LINKS[at + 1 :]))
    assert codes((*LINKS[:at], Link(bytes(body)), *LINKS[at + 1 :]), LAST)


@given(st.integers(0, len(LINKS) - 1), st.integers(0, len(LINKS) - 1))
def test_insertion_deletion_and_swap_are_seen(one: int, other: int) -> None:
    assert codes((*LINKS[:one], LINKS[other], *LINKS[one:]))
    if one < len(LINKS) - 1:
        assert codes((*LINKS[:one], *LINKS[one + 1 :]))
    if one != other:
        swapped = list(LINKS)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        assert codes(tuple(swapped))


@pytest.mark.parametrize("kept", range(len(LINKS)))
def test_cut_tail_is_seen_against_a_checkpoint(kept: int) -> None:
    assert codes(LINKS[:kept]) == set()
    assert codes(LINKS[:kept], LAST) == {"rolled-back"}


def test_rewritten_chain_is_seen_against_a_checkpoint() -> None:
    without = rehashed((*LINKS[:1], *LINKS[2:]))
    assert codes(without) == set()
    assert codes(without, checkpoint(KEY, "t1", MADE[4].head, TIME)) == {"rewritten"}


def test_writer_that_was_replaced_is_seen() -> None:
    late = msgspec.structs.replace(MADE[1].entry, epoch=2)
    after = msgspec.structs.replace(MADE[2].entry, prev=late.hash())
    assert codes((LINKS[0], Link(late.body()), Link(after.body()))) == {"epoch-fell"}


def test_entry_of_another_table_is_seen() -> None:
    assert "other-table" in codes((Link(msgspec.structs.replace(MADE[0].entry, table="t2").body()),))


@pytest.mark.parametrize(
    "change", [{"version": 3}, {"head": "f" * 64}, {"time": TIME + "0"}, {"signature": "00"}, {"key": "zz"}]
)
def test_changed_checkpoint_is_seen(change: dict[str, object]) -> None:
    assert not is_signed(msgspec.structs.replace(LAST, **change))
    assert codes(LINKS, msgspec.structs.replace(LAST, **change)) == {"checkpoint-unsigned"}


def test_only_trusted_keys_count() -> None:
    assert is_signed(LAST, frozenset({LAST.key}))
    assert not is_signed(LAST, frozenset({"00" * 32}))


def test_witness_file_keeps_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "witness.jsonl"
    first, second = checkpoint(KEY, "t1", MADE[0].head, TIME), LAST
    assert witness.read(path) == ()
    witness.append(path, [first])
    with path.open("ab") as file:
        file.write(b'{"table":"t1","vers')  # the power went out here
    assert witness.read(path) == (first,)
    witness.append(path, [second])
    assert witness.read(path) == (first, second)
    path.write_bytes(b"{}\n")
    with pytest.raises(witness.WitnessError):
        witness.read(path)


def test_every_writer_who_comes_after_a_later_one_is_said() -> None:
    """Also the second entry of one who came back, and not the one who wrote last in his own time."""
    epochs, made, prev = (1, 3, 2, 2, 3, 1, 3, 4), [], "0" * 64
    for composed, epoch in zip(MADE, epochs, strict=True):
        entry = msgspec.structs.replace(composed.entry, epoch=epoch, prev=prev)
        made.append(Link(entry.body(), prev := entry.hash()))
    found = [(one.code, one.at) for step in walk("t1", made) for one in step.problems]
    assert found == [("epoch-fell", 3), ("epoch-fell", 4), ("epoch-fell", 6)]
