"""Which checkpoints are one and the same: by table, version, key, writer and his end; and of whom a witness speaks."""

from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.record.audit import AuditInputs, audit
from tapete.record.checkpoints import Checkpoint, checkpoint
from tapete.record.private import KeySealer
from tapete.record.source import StoreSource
from tapete.record.store import Store
from tests.support.record.tables import GAME, KEY, TIME, TableActor, play

GAMES = {"toy": GAME}
SEALED = AuditInputs(sealer=KeySealer(KEY))
SIGNER = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def test_a_witness_speaks_for_the_tables_that_it_has_seen(store: Store) -> None:
    """What another table's witness says is no witness of this one."""
    heads = {name: play(TableActor(store.take_over(name), name)).head for name in ("t1", "t2")}
    said = {name: checkpoint(SIGNER, name, head, TIME) for name, head in heads.items()}
    for one in said.values():
        store.put_checkpoint(one)
    for names in ((), ("t1",), ("t2",), ("t1", "t2")):
        seen = msgspec.structs.replace(SEALED, witness=tuple(said[name] for name in names))
        report = audit(StoreSource(store), GAMES, seen)
        assert {one.table for one in report.warnings if one.code == "no-witness"} == {"t1", "t2"} - set(names)
        assert (report.is_sound, report.checkpoints) == (True, 2)


def test_each_key_has_its_own_checkpoints_beside_the_record_and_with_the_witness(store: Store) -> None:
    head = play(TableActor(store.take_over("t1"))).head
    first, second = (checkpoint(key, "t1", head, TIME) for key in (SIGNER, Ed25519PrivateKey.generate()))
    store.put_checkpoints((first, second))
    assert (set(store.checkpoints("t1")), store.has_checkpoint(second)) == ({first, second}, True)
    both = frozenset({first.key, second.key})
    for witness, code in (((first, second), set()), ((first,), {"witness-behind"}), ((second,), {"witness-behind"})):
        given = msgspec.structs.replace(SEALED, witness=witness, trusted_keys=both)
        report = audit(StoreSource(store), GAMES, given)
        assert (report.is_sound, report.checkpoints, [one.checkpoints for one in report.keys]) == (True, 2, [1, 1])
        assert {one.code for one in report.warnings} == {"not-closed", *code}


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({"table": "t2"}, False),
        ({"version": 2}, False),
        ({"key": "ff"}, False),
        ({"epoch": 2}, False),
        ({"is_closed": True}, False),
        ({"time": TIME.replace("2026", "2027"), "signature": "00", "is_witnessed": True, "tagged_from": 1}, True),
    ],
)
def test_a_checkpoint_is_kept_once_by_table_version_key_writer_and_end(
    store: Store, change: dict[str, Any], same: bool
) -> None:
    for table in ("t1", "t2"):
        store.take_over(table)
    said = Checkpoint("t1", 1, "00", TIME, SIGNER.public_key().public_bytes_raw().hex(), epoch=1)
    other = msgspec.structs.replace(said, **change)
    store.put_checkpoint(said)
    assert (store.has_checkpoint(other), other.name == said.name) == (same, same)
    store.put_checkpoint(other)
    assert {*store.checkpoints("t1"), *store.checkpoints("t2")} == ({said} if same else {said, other})
