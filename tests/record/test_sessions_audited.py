"""A store whose tables contradict what the house counts of its open banks: the audit says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tapete.catalogue import house_games, recorded_engines
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.terms import BankMode
from tapete.house import acts as a
from tapete.kernel import HOUSE
from tapete.live import Hall, Keys, ManualClock, twins
from tapete.record.audit import audit
from tapete.record.source import StoreSource
from tapete.record.store import open_store
from tests.support.dos_panos.table import STAFF
from tests.support.live.evening import do, open_day

OPENING = d.OpenTable("libre", "asturias-2011", 10_00, mode=BankMode.OPEN, staff=STAFF)
Moves = tuple[a.TableMove, ...]


def later(moves: Moves) -> Moves:
    """Tell the house of a session as if it had begun when dinner was over."""
    return tuple(
        a.BeginSession(one.table, one.number, one.shoes, "2026-11-22T23:00", one.clauses)
        if isinstance(one, a.BeginSession)
        else one
        for one in moves
    )


def never(moves: Moves) -> Moves:
    """Tell the house of no session at all."""
    return tuple(one for one in moves if not isinstance(one, a.BeginSession | a.EndSession))


@pytest.mark.parametrize(
    ("told", "codes"),
    [
        (None, []),
        (later, ["twin-differs"]),
        (never, ["twin-differs", "twin-differs", "twin-differs", "twin-differs"]),
    ],
    ids=["as-it-was", "later", "never"],
)
def test_sessions_that_the_house_was_told_otherwise_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: Callable[[Moves], Moves] | None, codes: list[str]
) -> None:
    """By a hall that tells its house something else: of a session at another hour, or of two where none may follow."""

    async def scene() -> None:
        clock = ManualClock()
        clock.start = datetime(2026, 11, 22, 17, tzinfo=UTC)
        hall = await Hall.start(url, Keys.fresh(), games=house_games(), clock=clock)
        await open_day(hall)
        for _ in range(2 if told is never else 1):
            table = await hall.open_table("dos-panos", OPENING)
            await do(table, HOUSE, d.CloseTable())
        await hall.stop()

    if told is not None:
        made = twins.table_moves
        monkeypatch.setattr(twins, "table_moves", lambda *args: told(made(*args)))
    url = f"sqlite:///{tmp_path / 'hall.db'}"
    asyncio.run(scene())
    with open_store(url, read_only=True) as store:
        assert [one.code for one in audit(StoreSource(store), recorded_engines()).problems] == codes


def test_a_house_that_has_counted_wrongly_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session in the dinner hour, and both records say so: the rules of the house do not make its entry."""
    from tapete.house import sessions

    async def scene() -> None:
        clock = ManualClock()
        clock.start = datetime(2026, 11, 22, 21, 15, tzinfo=UTC)
        hall = await Hall.start(url, Keys.fresh(), games=house_games(), clock=clock)
        await open_day(hall)
        await hall.open_table("dos-panos", OPENING)
        await hall.stop()

    url = f"sqlite:///{tmp_path / 'hall.db'}"
    with monkeypatch.context() as patched:
        patched.setattr(sessions, "require_dinner_over", lambda state, what: None)
        asyncio.run(scene())
    with open_store(url, read_only=True) as store:
        problems = audit(StoreSource(store), recorded_engines()).problems
    (found,) = [one for one in problems if one.code == "act-refused"]
    assert (found.table, found.facts["refusal"]) == ("house", "dinner-hour")
    assert {one.code for one in problems} == {"act-refused"}
