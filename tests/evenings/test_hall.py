"""Whole evenings in a live hall on SQLite: the record audits clean, and the accounts balance.

Chemin de fer, and the two-cloth game under each rulebook, with a limited and an open bank in turn: an open bank has a
session of few shoes, so its evening has several tables. Both banks under each rulebook: ``tests/test_every_game.py``.
"""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tapete.bots import Pace, Troupe, staff_for
from tapete.catalogue import entry, house_games
from tapete.games.baccarat.procedure import CloseTable
from tapete.games.dos_panos.terms import COUP, BankMode, Phase
from tapete.kernel import Act
from tapete.live import Hall, Keys, TableActor
from tapete.record.audit import AuditInputs, audit
from tapete.record.beancount import beancount
from tapete.record.private import KeySealer
from tapete.record.recompute import read
from tapete.record.source import Source, open_source
from tapete.rulebooks import house_library
from tapete.table.staff import Role
from tests.support.record.tables import balances_told

pytestmark = pytest.mark.slow
COUPS = int(os.environ.get("TAPETE_COUPS", "5"))
"""A thousand of chemin de fer, three hundred on two cloths make an evening; a few are enough for every commit."""
QUICK = Pace((0.0, 0.0), (0.004, 0.004), (0.0, 0.0), (0.002, 0.002))
CHEMIN, DOS_PANOS = "chemin-de-fer", "dos-panos"
BOOKS = [one.id for one in house_library().of(DOS_PANOS)]
EVENINGS = [CHEMIN, *(f"{DOS_PANOS} {book} {mode}" for book, mode in zip(BOOKS, cycle(BankMode), strict=False))]


class Evening(NamedTuple):
    """What a hall has left: its game, its folder, and each of its tables as it stood at the end."""

    game: Any
    folder: Path
    states: dict[str, Any]

    @property
    def sealer(self) -> KeySealer:
        """What reads the sealed parts of the record."""
        return KeySealer(Keys.load(self.folder / "key").sealing)


def is_over(key: str, state: Any) -> bool:
    """Return True if the session of an open bank has no shoe left, and nobody goes on with the last one."""
    if key == CHEMIN:
        return False
    idle = state.shoe.has_ended or state.phase is Phase.REOFFER
    return bool(state.is_open_bank and not state.settings.session_shoes and idle)


async def _session(hall: Hall, name: str, key: str, how: list[str], coups: int) -> None:
    """Play at most so many coups at a table of its own, and close it where it is one of several."""
    fields = {"name": name, "rulebook": "asturias-2011", "minimum": 10_00}
    if key == DOS_PANOS:
        bank = {} if how[1] == BankMode.OPEN else {"bank_maximum": 10_000_00}
        fields |= {"rulebook": how[0], "mode": BankMode(how[1]), "bank_minimum": 1_000_00, **bank}
    staff = staff_for(name, key, entry(key).opening_posts(fields))
    table: TableActor[Any] = await hall.open_table(key, entry(key).form().make({**fields, "staff": staff}))
    troupe = Troupe(hall, QUICK, seed=20)
    troupe.join(name, 5 if key == CHEMIN else 7)
    seen, end = table.step, time.monotonic() + 120
    while table.state.coup.number <= coups and not troupe.errors and not is_over(key, table.state):
        if table.step != seen:
            seen, end = table.step, time.monotonic() + 120
        assert time.monotonic() < end, f"the table stands still in {table.state.phase}"
        await asyncio.sleep(0.02)
    await troupe.stop()
    assert troupe.errors == []
    for _ in range(20 if key == DOS_PANOS else 0):  # what was on its way when the bots left comes first
        answer = await table.act(Act(staff[Role.INSPECTOR], CloseTable(), table.step))
        if answer.refusal is None or table.state.phase in COUP:
            break
        await asyncio.sleep(0.01)


async def _played(folder: Path, key: str, how: list[str]) -> dict[str, Any]:
    hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", Keys.load(folder / "key"))
    names: list[str] = []
    while (left := COUPS - sum(hall.tables[name].state.coup.number for name in names)) > 0:
        names.append(f"t-{len(names) + 1}")
        await _session(hall, names[-1], key, how, left)
    await hall.stop()  # what was on its way when the bots left is stored or was never done
    return {name: hall.tables[name].state for name in names}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Evening]:
    """Return what plays an evening, once each: tests may come in any order."""

    def play(name: str) -> Evening:
        key, *how = name.split()
        folder = tmp_path_factory.mktemp("evening")
        return Evening(house_games()[key], folder, asyncio.run(_played(folder, key, how)))

    return cache(play)


@pytest.fixture(params=EVENINGS)
def evening(request: pytest.FixtureRequest, played: Callable[[str], Evening]) -> Evening:
    return played(request.param)


@pytest.fixture
def source(evening: Evening) -> Iterator[Source]:
    found = open_source(evening.folder / "hall.db")
    yield found
    found.close()


@pytest.mark.timeout(3600)
def test_audit_is_clean_and_every_card_and_lot_is_proved(evening: Evening, source: Source) -> None:
    assert sum(one.coup.number for one in evening.states.values()) >= COUPS
    assert [evening.game.problems(one) for one in evening.states.values()] == [()] * len(evening.states)
    report = audit(source, house_games(), AuditInputs(evening.sealer))
    assert report.problems == ()
    assert report.proved_count >= 4 * COUPS


def test_accounts_balance(evening: Evening, source: Source, tmp_path: Path) -> None:
    for name, state in evening.states.items():
        text = beancount(evening.game, read(source, name))
        (tmp_path / "t.beancount").write_text(text, "utf-8")
        program = [str(Path(sys.executable).with_name("bean-check")), str(tmp_path / "t.beancount")]
        found = subprocess.run(program, capture_output=True, text=True, check=False)
        assert (found.returncode, found.stdout, found.stderr) == (0, "", "")
        assert {account: held for account, held in balances_told(text).items() if held} == dict(state.ledger)
        assert sum(state.ledger.values()) == 0
