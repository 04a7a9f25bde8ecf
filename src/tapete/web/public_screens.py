"""The public screens as their streams send them: each is drawn once for everybody who watches in one language."""

from __future__ import annotations

import asyncio

from tapete.web.logbook import RecordReader
from tapete.web.ports import Table
from tapete.web.table_pages import public_html
from tapete.words import Lang


class PublicScreens:
    """The last drawing of each table and language. Who comes while it is being drawn waits for the same one."""

    def __init__(self) -> None:
        self._drawings: dict[tuple[str, Lang], tuple[tuple[int, int], asyncio.Task[str]]] = {}

    async def live_part(self, table: Table, lang: Lang, past: RecordReader) -> str:
        """Return the part of the public screen that a stream renews, as the table stands now."""
        key = (table.id, lang)
        revision, drawing = self._drawings.get(key, (None, None))
        if drawing is None or revision != table.revision:
            drawing = asyncio.create_task(public_html(table, lang, past, whole=False))
            self._drawings[key] = (table.revision, drawing)
        try:
            return await asyncio.shield(drawing)  # a viewer who goes does not end it for the others
        except Exception:
            if self._drawings.get(key, (None, None))[1] is drawing:  # what failed is tried again by the next
                del self._drawings[key]
            raise
