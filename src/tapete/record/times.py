"""Warnings about times of entries that cannot be right. The clock of a hall decides nothing, so this only warns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from tapete.record.checkpoints import Checkpoint
from tapete.record.entry import Entry
from tapete.record.report import Findings

ORIGIN = datetime(1970, 1, 1)  # noqa: DTZ001 the offset is counted apart


def instant(text: str) -> timedelta:
    """Return a time as what has gone by since 1970 in UTC: the first and the last hours of all years have one too, of
    which some have no date there. Raises ``ValueError``.
    """
    found = datetime.fromisoformat(text)
    offset = found.utcoffset()
    if offset is None:
        raise ValueError(f"{text} has no offset")
    return found.replace(tzinfo=None) - ORIGIN - offset


FIRST_DAY = instant("2025-01-01T00:00:00+00:00")
"""Before this day there was no edition of the engine."""
SLACK = timedelta(seconds=5)
"""What a clock may be set back by without a word."""


def judge_times(found: Findings, entries: Sequence[Entry], said: Iterable[Checkpoint], now: str) -> None:
    """Warn of times that fall, that lie outside the life of the engine, or that signatures contradict."""
    if not entries:
        return
    times = {one.version: instant(one.time) for one in entries}
    written = {one.version: one.time for one in entries}
    fallen = [two.version for one, two in pairwise(entries) if times[two.version] < times[one.version] - SLACK]
    if fallen:
        found.reserve("time-fell", count=len(fallen), first=fallen[0])
    latest = instant(now) + timedelta(days=1) if now else None
    strange = {version for version, time in times.items() if time < FIRST_DAY or (latest is not None and time > latest)}
    for one in said:
        try:
            then = instant(one.time)
        except ValueError:
            continue
        before, after = times.get(one.version), times.get(one.version + 1)
        if before is not None and before > then + SLACK:
            strange.add(one.version)
        if after is not None and after < then - SLACK:
            strange.add(one.version + 1)
    if strange:
        first = min(strange)
        found.reserve(
            "time-unlikely", count=len(strange), first=first, time=str(datetime.fromisoformat(written[first]))
        )
