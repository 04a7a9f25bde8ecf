"""An open bank in a hall with a house: its proof lies there, and its sum in the sealed part of the record alone."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tapete.catalogue import house_games, recorded_engines
from tapete.games.baccarat.procedure import CloseTable
from tapete.games.banked.acts import Stand
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.terms import BankMode
from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT
from tapete.house.following import table_moves
from tapete.house.terms import KEY, SlipKind
from tapete.kernel import HOUSE, Accepted, Act, fold
from tapete.live import Hall
from tapete.live.answer import Answer
from tapete.record.audit import AuditInputs, audit
from tapete.record.export import ExportSource, write_export
from tapete.record.private import KeySealer
from tapete.record.source import StoreSource
from tapete.record.store import open_store
from tests.support.dos_panos.table import STAFF, opened
from tests.support.house import ANA, CASHIER, DIRECTOR, open_house
from tests.support.live.bank import BANK, INSPECTOR, OFFICER, PROVEN, ROSA
from tests.support.live.evening import do, open_day, refused

OPENING = d.OpenTable("libre", "asturias-2011", 10_00, mode=BankMode.OPEN, staff=STAFF)
LOST = "9s 9h Kd 8c 8d 6h"


def play(stage: Any, scene: Any) -> None:
    stage.play(scene, games=house_games())


def test_a_table_takes_no_proof_that_the_house_has_not(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        house = await open_day(hall, admission=False)
        table = await hall.open_table("dos-panos", OPENING)
        no = await refused(table, OFFICER, d.ProveDeposit(ROSA))
        assert (no.code, "DP.E2.10" in no.clauses) == ("proof-not-lodged", True)
        assert (await refused(table, INSPECTOR, d.AnnounceBank(ROSA, BANK))).code == "deposit-not-proven"
        await do(house, DIRECTOR, a.LodgeProof(ROSA, PROVEN))
        await do(table, OFFICER, d.ProveDeposit(ROSA, 1_000_00))
        assert (dict(table.state.proofs), house.state.proofs[ROSA].table) == ({ROSA: None}, "libre")
        assert (await refused(house, DIRECTOR, a.ReleaseProof(ROSA))).code == "proof-in-use"
        await do(table, HOUSE, CloseTable())
        assert house.state.proofs[ROSA].table == ""
        await do(house, DIRECTOR, a.ReleaseProof(ROSA))

    play(stage, scene)


def test_what_the_bank_loses_above_its_chips_is_drawn_on_the_proof_and_paid_by_the_desk() -> None:
    """The entries of a table are told to a house, one after the other: a loss of 3,500 euros with 1,000 in the bank."""
    here = open_house(admission=False)
    made = opened(LOST, mode=BankMode.OPEN, is_in_house=True).do("director", d.ProveDeposit(ROSA)).announced(1_000_00)
    made.deposited(1_000_00).shoe().delivered().bets().staked(ana=2_000_00, carla=1_500_00).closed()
    made.played("no", "no").banker(Stand()).shown().settled()
    here.slip(SlipKind.SUPPLY, 400_000_00)
    for who in made.state.seats.people():
        here.do(a.SellChips(who, 20_000_00), CASHIER)
    here.do(a.TakeDeposit(ROSA, 1_000_00), CASHIER)
    here.do(a.LodgeProof(ROSA, PROVEN), DIRECTOR)
    game, state = made.play.game, made.play.game.blank()
    for number, turn in enumerate(made.turns, start=1):
        after = fold(game.evolve, state, turn.events)
        if moves := table_moves(game, "salon", state, after, turn.events, "2026-11-22T17:00:00+01:00"):
            here.do(a.FollowTable("salon", number, "0" * 64, moves))
        state = after
    assert here.state.proofs[ROSA].called_amount == 2_500_00
    assert here.held("table:salon") == sum(held for name, held in state.ledger.items() if name != "cash-desk")
    assert ESTABLISHMENT.problems(here.state) == ()


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
