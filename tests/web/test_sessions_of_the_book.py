"""Which session a minutes book is read of, and which events of the record belong to each: with what was prepared for it
before it was opened, and of the last one also what came after it.
"""

from __future__ import annotations

import asyncio
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.printing.minutes import MinutesPage
from tapete.web.games.bingo.book import PAGE, book, sessions, told_of

TOLD = (
    *("begun:0", "prepared", "session-opened:1", "game", "session-closed:1"),
    *("prepared", "prepared", "session-opened:2", "session-closed:2"),
    *("prepared", "session-opened:3", "game", "game", "session-closed:3", "afterwards"),
)
FIRST, SECOND, THIRD = slice(0, 5), slice(5, 9), slice(9, 15)


class Kept:
    """A record of so many events an entry, whose entries are asked for by the page."""

    id = "sala"

    def __init__(self, told: tuple[str, ...], events: int = 1, session: int = 0) -> None:
        found = [
            {"event": kind, **({"session": int(number)} if number else {})}
            for kind, _, number in (one.partition(":") for one in told)
        ]
        self.entries_ = [
            SimpleNamespace(version=at // events + 1, time=f"t{at // events}", events=tuple(found[at : at + events]))
            for at in range(0, len(found), events)
        ]
        self.all = [(one.time, event) for one in self.entries_ for event in one.events]
        self.version = len(self.entries_)
        self.session = session
        self.asked: list[tuple[int, int]] = []

    async def entries(self, after: int, count: int) -> list[Any]:
        self.asked.append((after, count))
        return self.entries_[after : after + count]

    def view(self, person: Any) -> Any:
        return SimpleNamespace() if self.session < 0 else SimpleNamespace(session=self.session)


@pytest.mark.parametrize("events", [1, 2, 15])
@pytest.mark.parametrize("page", [1, 2, 4, 15, 200])
@pytest.mark.parametrize(("session", "part"), [(1, FIRST), (2, SECOND), (3, THIRD)])
def test_the_events_of_a_session_are_found_however_the_record_is_read(
    session: int, part: slice, page: int, events: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[book.__module__], "PAGE", page)
    kept: Any = Kept(TOLD, events)
    assert asyncio.run(told_of(kept, session)) == tuple(kept.all[part])


def test_a_record_is_read_in_pages_from_its_end_as_far_as_the_session() -> None:
    kept: Any = Kept(("session-opened:1", *["game"] * 418, "session-closed:1"))
    assert len(asyncio.run(told_of(kept, 1))) == 420
    assert kept.asked == [(220, 200), (20, 200), (0, 20)]
    kept = Kept(("session-opened:1", "session-closed:1", *["prepared"] * 318, "session-opened:2"))
    assert len(asyncio.run(told_of(kept, 2))) == 319
    assert kept.asked == [(121, 200), (0, 121)]
    assert PAGE == 200


def test_of_a_hall_that_was_never_opened_everything_is_told() -> None:
    kept: Any = Kept(("begun:0", "prepared", "prepared"))
    assert asyncio.run(told_of(kept, None)) == tuple(kept.all)
    assert asyncio.run(told_of(Kept(()), None)) == ()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("first", "session", "listed"),
    [
        ({"event": "hall-opened"}, 0, ()),
        ({"event": "hall-opened"}, 1, (1,)),
        ({"event": "hall-opened"}, 3, (3, 2, 1)),
        ({"event": "hall-opened", "inventory": {"session": 2}}, 3, (3, 2, 1)),
        ({"event": "hall-continued", "inventory": {"session": 2}}, 5, (5, 4, 3)),
        ({"event": "hall-continued", "inventory": {"session": 2}}, 2, ()),
        ({"event": "hall-continued", "inventory": {}}, 2, (2, 1)),
        ({"event": "hall-opened"}, -1, ()),
    ],
)
def test_the_sessions_of_a_record_are_listed_from_the_newest_to_the_first_after_those_that_it_continues(
    first: dict[str, Any], session: int, listed: tuple[int, ...]
) -> None:
    kept: Any = Kept(("x", "y"), session=session)
    kept.entries_[0].events = (first,)
    assert asyncio.run(sessions(kept)) == listed
    assert kept.asked == [(0, 1)]


@pytest.mark.parametrize(
    ("asked", "read", "shown"), [(None, 3, 3), (1, 1, 1), (2, 2, 2), (3, 3, 3), (4, None, None), (0, None, None)]
)
def test_the_book_is_of_the_session_that_is_named_and_of_the_last_one_else(
    asked: int | None, read: int | None, shown: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[Any] = []
    monkeypatch.setattr(sys.modules[book.__module__], "minutes", lambda told: found.append(told) or "made")
    made = MinutesPage("title", (), (), "sign")
    monkeypatch.setattr(
        sys.modules[book.__module__], "page_of", lambda told, table, lang: found.append((told, table.id, lang)) or made
    )
    kept: Any = Kept(TOLD, session=3)
    page = asyncio.run(book(kept, "fr", asked))
    parts = {1: FIRST, 2: SECOND, 3: THIRD}
    assert found == ([] if read is None else [tuple(kept.all[parts[read]]), ("made", "sala", "fr")])
    assert (None if page is None else (page.session, page.sessions)) == (None if shown is None else (shown, (3, 2, 1)))


def test_the_book_of_a_hall_that_was_never_opened_is_of_no_session(monkeypatch: pytest.MonkeyPatch) -> None:
    made = MinutesPage("title", (), (), "sign")
    monkeypatch.setattr(sys.modules[book.__module__], "page_of", lambda told, table, lang: made)
    page = asyncio.run(book(Kept(("begun:0",)), "es"))  # type: ignore[arg-type]
    assert page is not None
    assert (page.session, page.sessions) == (0, ())
