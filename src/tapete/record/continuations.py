"""Records that go on from one another, and parts of one: what holds between them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from tapete.house.acts import OpenDay
from tapete.record.chain import Problem, problem
from tapete.record.checkpoints import Checkpoint
from tapete.record.codec import tag_of
from tapete.record.entry import Entry
from tapete.record.report import Findings, Reservation, reservation
from tapete.record.source import Part

OPENS_DAY = tag_of(OpenDay)

Hashes = Mapping[int, str]
"""The hash of each entry of a record, by its version."""


def continuation_problems(
    first_entries: Mapping[str, Entry], hashes: Mapping[str, Hashes], *, is_whole: bool
) -> Iterator[Problem | Reservation]:
    """Yield where a record does not go on from the one that it names; where that one is not here, only a reservation
    unless everything ``is_whole``.

    ``first_entries`` and ``hashes`` are those of each table.
    """
    seen: dict[str, str] = {}
    for table, entry in sorted(first_entries.items()):
        end = entry.continues
        if end is None:
            continue
        if end.table in seen:
            yield problem(1, "continued-twice", table, before=end.table, other=seen[end.table])
        seen[end.table] = table
        if end.table not in hashes:
            if is_whole:
                yield problem(1, "continued-missing", table, before=end.table)
            else:
                yield reservation("continued-absent", table, before=end.table, version=end.version)
        elif hashes[end.table].get(end.version) != end.hash:
            yield problem(1, "continued-differs", table, before=end.table, version=end.version)


def judge_part(found: Findings, part: Part, entries: Sequence[Entry]) -> None:
    """Hold the entries of one day against what is said of it, and say what the day alone cannot show."""
    acts = (what for one in entries if isinstance(what := one.act.get("what"), dict))
    days = [str(what.get("day", "")) for what in acts if what.get("act") == OPENS_DAY]
    if days != [part.day]:
        found.wrong(part.after.version + 1, "day-other", day=part.day, found=", ".join(days) or "-")
    last = max((one.version for one in entries), default=part.after.version)
    if last != part.last:
        found.wrong(last, "day-cut", day=part.day, last=part.last, found=last)
    found.reserve("day-alone", day=part.day)


def judge_after_part(found: Findings, part: Part, signed: Collection[Checkpoint], *, is_closed: bool) -> None:
    """Hold the end of one day against what was ``signed`` of later entries.

    Nothing follows a day that is not closed but entries of its own, so some of these are missing. After one that
    ``is_closed`` there may be another day, which is not here.
    """
    newest = max((one for one in signed if one.version > part.last), key=lambda one: one.order, default=None)
    restored = [one for one in signed if one.restored_from]
    if newest is None or any(
        newest.epoch < one.epoch and one.version < newest.version <= one.restored_from for one in restored
    ):
        return  # a copy was put back that has none of them
    if is_closed:
        found.reserve("witness-beyond", day=part.day, version=newest.version, last=part.last)
    else:
        found.wrong(newest.version, "rolled-back", time=newest.time, version=newest.version, last=part.last)
