"""A record whose reading shows how far it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tapete.cli.progress import Progress
from tapete.record.source import Source, StoredEntry


class CountedSource:
    """Another source, whose entries are counted as they are read; everything else it answers as ever.

    ``progress`` is that of all entries that will be read.
    """

    def __init__(self, source: Source, progress: Progress) -> None:
        self._source, self._progress = source, progress

    def stored_entries(self, table: str) -> Iterator[StoredEntry]:
        """Yield a table's entries in order; each is a step."""
        for one in self._source.stored_entries(table):
            yield one
            self._progress.step(table)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._source, name)


def with_progress(source: Source, tables: Iterable[str], *, readings: int = 1) -> tuple[Source, Progress]:
    """Return a source that shows its progress on standard error, and the progress, to be closed at the end.

    Each entry of ``tables`` is read ``readings`` times.
    """
    progress = Progress(readings * sum(source.length(table) for table in tables))
    return CountedSource(source, progress), progress


def all_with_progress(sources: Sequence[Source], *, readings: int) -> tuple[tuple[Source, ...], Progress]:
    """Return sources that show their progress as one, and it; each entry of every table is read ``readings`` times."""
    progress = Progress(readings * sum(one.length(table) for one in sources for table in one.tables()))
    return tuple(CountedSource(one, progress) for one in sources), progress
