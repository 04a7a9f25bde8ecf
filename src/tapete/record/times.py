"""Warnings about times of entries that cannot be right. The clock of a hall decides nothing, so this only warns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from tapete.record.checkpoints import Checkpoint
from tapete.record.entry import Entry
from tapete.record.report import Findings

FIRST_DAY = datetime.fromisoformat("2025-01-01T00:00:00+00:00")
"""Before this day there was no edition of the engine."""
SLACK = timedelta(seconds=5)
"""What a clock may be set back by without a word."""


def judge_times(found: Findings, entries: Sequence[Entry], said: Iterable[Checkpoint], now: str) -> None:
    """Warn of times that fall, that lie outside the life of the engine, or that signatures contradict."""
    if not entries:
        return
    times = {one.version: _read(one.time) for one in entries}
    fallen = [two.version for one, two in pairwise(entries) if times[two.version] < times[one.version] - SLACK]
    if fallen:
        found.reserve("time-fell", count=len(fallen), first=fallen[0])
    latest = _read(now) + timedelta(days=1) if now else None
    strange = {version for version, time in times.items() if time < FIRST_DAY or (latest is not None and time > latest)}
    for one in said:
        try:
            then = _read(one.time)
        except ValueError:
            continue
        before, after = times.get(one.version), times.get(one.version + 1)
        if before is not None and before > then + SLACK:
            strange.add(one.version)
        if after is not None and after < then - SLACK:
            strange.add(one.version + 1)
    if strange:
        found.reserve("time-unlikely", count=len(strange), first=min(strange), time=str(times[min(strange)]))


def _read(text: str) -> datetime:
    found = datetime.fromisoformat(text)
    if found.utcoffset() is None:
        raise ValueError(f"{text} has no offset")
    return found
