"""Live tables: one actor a table, card orders, clocks, presence. No HTTP here; tests drive it directly.

hall = await Hall.start("sqlite:///hall.db", Keys.load("hall.key"))
table = await hall.open_table("punto-y-banca", OpenTable(...))
answer = await table.act(Act(PersonId("ana"), Sit(seat=1)), command="a-1")
async for version in table.changes():
show(table.view(PersonId("ana")))
"""

from tapete.kernel import TimeLimit as TimeLimit
from tapete.live.answer import (
    Answer as Answer,
    Clock as Clock,
    HallFailedError as HallFailedError,
    HallStoppedError as HallStoppedError,
    LiveError as LiveError,
    LiveShoeError as LiveShoeError,
    ManualClock as ManualClock,
    RecordRefusedError as RecordRefusedError,
    SystemClock as SystemClock,
    TableLostError as TableLostError,
)
from tapete.live.hall import Guest as Guest, Hall as Hall
from tapete.live.keys import KeyFileError as KeyFileError, Keys as Keys
from tapete.live.presence import Presence as Presence
from tapete.live.table import TableActor as TableActor
