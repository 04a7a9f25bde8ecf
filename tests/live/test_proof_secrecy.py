"""What is proven for an open bank stands in the sealed part of the record and in no other place of the store."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tapete.catalogue import house_games, recorded_engines
from tapete.house import acts as a
from tapete.house.terms import KEY
from tapete.kernel import Accepted, Act
from tapete.live import Hall
from tapete.live.answer import Answer
from tapete.record.audit import AuditInputs, audit
from tapete.record.export import ExportSource, write_export
from tapete.record.private import KeySealer
from tapete.record.source import StoreSource
from tapete.record.store import open_store
from tests.support.house import ANA, DIRECTOR
from tests.support.live.evening import do, open_day

SUM = 4_123_457
COMMAND = "prueba-1"


async def lodge(hall: Hall) -> list[Answer]:
    """Ana proves a deposit in a new house, and the director is told so twice; return both answers."""
    house = await open_day(hall, admission=False)
    await do(house, DIRECTOR, a.AcceptInstitution("Banco A"))
    said = Act(DIRECTOR, a.LodgeProof(ANA, SUM, "Banco A"), house.step)
    answers = [await house.act(said, COMMAND) for _ in range(2)]
    assert all(isinstance(one.outcome, Accepted) for one in answers)
    assert house.state.proofs[ANA].amount == SUM
    return answers


@pytest.fixture
def lodged(stage: Any) -> None:
    """A house in whose record Ana has proven a deposit."""

    async def again(hall: Hall) -> None:
        assert hall.house is not None
        assert hall.house.state.proofs[ANA].amount == SUM
        (entry,) = [one for one in await hall.house.entries() if one.act["what"]["act"] == "lodge-proof"]
        assert (entry.act["what"]["amount"], entry.events[0]["amount"]) == (None, None)

    stage.play(lodge, games=house_games())
    stage.play(again, games=house_games())


def test_neither_the_first_answer_nor_the_one_that_is_kept_tells_the_sum(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        told = [
            (one.is_repeated, [(event.person, event.amount) for event in one.outcome.events])
            for one in await lodge(hall)
        ]
        assert told == [(False, [(ANA, None)]), (True, [(ANA, None)])]

    stage.play(scene, games=house_games())


def test_the_sum_is_nowhere_in_the_store_or_in_an_export(lodged: None, url: str, tmp_path: Path) -> None:
    needle = str(SUM).encode()
    with open_store(url, read_only=True) as store:
        write_export(StoreSource(store), KEY, tmp_path / "casa")
    database = Path(url.removeprefix("sqlite:///"))
    dump = "\n".join(sqlite3.connect(database).iterdump()).encode()
    export = (tmp_path / "casa").read_bytes()
    assert b"lodge-proof" in dump or b"6c6f6467652d70726f6f66" in dump.lower()
    assert b"lodge-proof" in export
    assert not any(needle in text or needle.hex().encode() in text.lower() for text in (dump, database.read_bytes()))
    assert needle not in export


def test_the_record_is_sound_with_its_key_and_without_it(lodged: None, url: str, keys: Any, tmp_path: Path) -> None:
    with open_store(url, read_only=True) as store:
        source = StoreSource(store)
        whole = audit(source, recorded_engines(), AuditInputs(KeySealer(keys.sealing)))
        assert (whole.problems, whole.skipped_count, whole.unopened_count) == ((), 0, 0)
        blind = audit(source, recorded_engines())
        assert (blind.problems, [one.code for one in blind.unjudged_entries]) == ((), ["act-sealed"])
        write_export(source, KEY, tmp_path / "casa")
    given = audit(ExportSource(tmp_path / "casa"), recorded_engines())
    assert (given.problems, [one.code for one in given.unjudged_entries]) == ((), ["act-sealed"])


def test_another_sum_in_the_sealed_part_is_another_digest(lodged: None, url: str, keys: Any) -> None:
    """Two sums leave public entries that differ in nothing but that digest."""
    from tapete.record.private import OF_ACT, open_part

    sealer = KeySealer(keys.sealing)
    with open_store(url, read_only=True) as store:
        (row,) = [one for one in store.entries(KEY) if one.private_part is not None]
        entry = row.entry()
        assert row.private_part is not None
        part = open_part(sealer, row.private_part, entry)
    assert part.fields == ((OF_ACT, "amount", SUM), (0, "amount", SUM))
    assert sealer.digest(part) == entry.private_digest
