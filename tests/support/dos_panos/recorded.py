"""Turns that were made in memory, written into a store: the audit judges them as it judges the record of a hall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tapete.games.dos_panos.game import DosPanos
from tapete.kernel import SYSTEM, Refused
from tapete.live.answer import act_digest, answer_bytes, without_secrets
from tapete.play import ActResult
from tapete.record.audit import AuditInputs, AuditReport, audit
from tapete.record.compose import compose
from tapete.record.entry import Head
from tapete.record.private import KeySealer
from tapete.record.source import StoreSource
from tapete.record.store import Store, open_store
from tapete.record.store.appends import Append
from tapete.rulebooks.library import house_library

SEALER = KeySealer(bytes(range(32)))
TIME = "2026-11-22T21:00:00+01:00"
GAME = DosPanos()


def write(store: Store, table: str, turns: Sequence[ActResult[Any]]) -> None:
    """Append every turn of a table to a store, and keep the rulebooks that they pin."""
    writer, head, found = store.take_over(table), Head(), []
    for made in turns:
        for event in made.events:
            if pinned := event.pinned_rulebook():
                store.put_rulebook(house_library().by_hash(pinned).content)
        assert not isinstance(made.outcome, Refused)
        kept, act = answer_bytes(without_secrets(made.outcome), head.version + 1), made.acts[0]
        command = None if act.by in SYSTEM else f"{table}-{head.version}"
        composed = compose(
            GAME, made, head, SEALER, table=table, epoch=writer.epoch, time=TIME, command=command, answer=kept
        )
        head = composed.head
        found.append(Append(writer, composed, act_digest(act)))
    store.append_many(found)


def audited(tables: Mapping[str, Sequence[ActResult[Any]]], folder: Path) -> AuditReport:
    """Return what the audit finds in a store of tables."""
    with open_store(f"sqlite:///{folder / 'hall.db'}") as store:
        for name, turns in tables.items():
            write(store, name, turns)
        return audit(StoreSource(store), {"dos-panos": GAME}, AuditInputs(SEALER))
