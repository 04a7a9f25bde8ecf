"""Live tables: one actor a table, the shoe vault, clocks, presence. No HTTP here; tests drive it directly.

hall = await Hall.start("sqlite:///hall.db", Keys.load("hall.key"))
table = await hall.open_table("punto-y-banca", OpenTable(...))
answer = await table.act(Act(PersonId("ana"), Sit(seat=1)), command="a-1")
async for version in table.changes():
show(table.view(PersonId("ana")))
"""

from tapete.kernel import TimeLimit
from tapete.live.answer import (
    Answer,
    Clock,
    HallFailedError,
    HallStoppedError,
    LiveError,
    LiveShoeError,
    ManualClock,
    RecordRefusedError,
    SystemClock,
    TableLostError,
)
from tapete.live.hall import Guest, Hall
from tapete.live.keys import KeyFileError, Keys
from tapete.live.presence import Presence
from tapete.live.table import TableActor

__all__ = [
    "Answer",
    "Clock",
    "Guest",
    "Hall",
    "HallFailedError",
    "HallStoppedError",
    "KeyFileError",
    "Keys",
    "LiveError",
    "LiveShoeError",
    "ManualClock",
    "Presence",
    "RecordRefusedError",
    "SystemClock",
    "TableActor",
    "TableLostError",
    "TimeLimit",
]
