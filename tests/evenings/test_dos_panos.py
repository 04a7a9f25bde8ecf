"""Evenings of the two-cloth game in a live hall, under each rulebook with either bank: the record audits clean, the
accounts balance, the replay is the table.

An open bank has a session of few shoes, so its evening has several tables, one after another.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from tapete.accounts import BANK, balance
from tapete.bots import Pace, Troupe, staff_for
from tapete.catalogue import house_games
from tapete.games.baccarat.procedure import CloseTable
from tapete.games.dos_panos.events import CoverAwarded
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import COUP, BankMode, Phase
from tapete.kernel import Act
from tapete.live import Hall, Keys, TableActor
from tapete.record.audit import AuditInputs, audit
from tapete.record.beancount import beancount
from tapete.record.codec import read_event, to_tree
from tapete.record.private import KeySealer
from tapete.record.replay import read, replay
from tapete.record.source import Source, open_source
from tapete.table.staff import Role
from tests.support.dos_panos.evening import BOOKS, GAME, opening
from tests.support.record.tables import balances_told

pytestmark = pytest.mark.slow

COUPS = int(os.environ.get("TAPETE_COUPS", "10"))
"""Three hundred make an evening; a few are enough for every commit."""
PLAYERS = 7
QUICK = Pace((0.0, 0.0), (0.004, 0.004), (0.0, 0.0), (0.002, 0.002))


class Evening(NamedTuple):
    """What a hall has left: its folder, and each of its tables as it stood at the end."""

    folder: Path
    states: dict[str, State]

    @property
    def sealer(self) -> KeySealer:
        """What reads the sealed parts of the record."""
        return KeySealer(Keys.load(self.folder / "key").sealing)


def is_over(state: State) -> bool:
    """Return True if the session of an open bank has no shoe left, and nobody goes on with the last one."""
    idle = state.shoe.has_ended or state.phase is Phase.REOFFER
    return state.is_open_bank and not state.settings.session_shoes and idle


async def _session(hall: Hall, name: str, book: str, mode: BankMode, coups: int) -> State:
    """Play at most so many coups at a table of its own, and close it."""
    act = opening(book, mode, name=name)
    staff = staff_for(name, "dos-panos", act.staff)
    table: TableActor[State] = await hall.open_table("dos-panos", msgspec.structs.replace(act, staff=staff))
    troupe = Troupe(hall, QUICK, seed=20)
    troupe.join(name, PLAYERS)
    end = time.monotonic() + max(60, 3 * coups)
    while table.state.coup.number <= coups and not troupe.errors and not is_over(table.state):
        assert time.monotonic() < end, f"the table stands still in {table.state.phase}"
        await asyncio.sleep(0.02)
    await troupe.stop()
    assert troupe.errors == []
    for _ in range(20):  # what was on its way when the bots left comes first
        answer = await table.act(Act(staff[Role.INSPECTOR], CloseTable(), table.step))
        if answer.refusal is None or table.state.phase in COUP:
            break
        await asyncio.sleep(0.01)
    return table.state


async def _played(folder: Path, book: str, mode: BankMode) -> dict[str, State]:
    hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", Keys.load(folder / "key"))
    states: dict[str, State] = {}
    while (left := COUPS - sum(one.coup.number for one in states.values())) > 0:
        name = f"dp-{len(states) + 1}"
        states[name] = await _session(hall, name, book, mode, left)
    states = {name: hall.tables[name].state for name in states}
    await hall.stop()
    return states


@pytest.fixture(scope="module", params=[f"{book} {mode}" for book in BOOKS for mode in BankMode])
def evening(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    book, mode = request.param.split()
    folder = tmp_path_factory.mktemp("evening")
    return Evening(folder, asyncio.run(_played(folder, book, BankMode(mode))))


@pytest.fixture
def source(evening: Evening) -> Iterator[Source]:
    found = open_source(evening.folder / "hall.db")
    yield found
    found.close()


@pytest.mark.timeout(3600)
def test_evening_was_played(evening: Evening) -> None:
    assert sum(one.coup.number for one in evening.states.values()) >= COUPS
    assert [GAME.problems(one) for one in evening.states.values()] == [()] * len(evening.states)


def test_audit_is_clean_and_every_card_and_lot_is_proved(evening: Evening, source: Source) -> None:
    report = audit(source, house_games(), AuditInputs(evening.sealer))
    assert report.problems == ()
    assert report.proved_count >= 6 * COUPS


def test_accounts_balance(evening: Evening, source: Source, tmp_path: Path) -> None:
    for name, state in evening.states.items():
        text = beancount(GAME, read(source, name))
        (tmp_path / "dp.beancount").write_text(text, "utf-8")
        program = [str(Path(sys.executable).with_name("bean-check")), str(tmp_path / "dp.beancount")]
        found = subprocess.run(program, capture_output=True, text=True, check=False)
        assert (found.returncode, found.stdout, found.stderr) == (0, "", "")
        assert {account: held for account, held in balances_told(text).items() if held} == dict(state.ledger)
        assert sum(state.ledger.values()) == 0


def test_replay_is_the_table_and_shows_the_same_bytes(evening: Evening, source: Source) -> None:
    for name, state in evening.states.items():
        again = replay(GAME, source, name, evening.sealer)
        assert again == state
        for viewer in (None, *state.seats.people(), *state.staff.values()):
            shown = [msgspec.json.encode(to_tree(GAME.view(one, viewer))) for one in (again, state)]
            assert shown[0] == shown[1]


def test_no_coup_is_staked_above_a_limited_bank_and_no_card_comes_twice(evening: Evening, source: Source) -> None:
    covered = 0
    for name in evening.states:
        state, seen = GAME.blank(), set[tuple[int, int]]()
        for entry in read(source, name):
            for tree in entry.events:
                event = read_event(GAME, tree)
                if isinstance(event, CoverAwarded):
                    covered += 1
                    whole = sum(one.amount for one in event.stakes)
                    assert state.is_open_bank or whole <= balance(state.ledger, BANK)
                if tree["event"] == "card-dealt@1":
                    card = state.shoe.number, tree["position"]
                    assert card not in seen
                    seen.add(card)
                state = GAME.evolve(state, event)
        assert state.phase in (Phase.CLOSED, evening.states[name].phase)
    assert covered >= COUPS - 1
