"""What pages tell out of a record: how far it is read and by whom, which of its lines are shown, and their words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import anyio
import msgspec
import pytest

from tapete.games.punto_banco.game import PUNTO_BANCO
from tapete.web.game_screen import GameScreen
from tapete.web.logbook import CASH_DESK, LOOK_BACK, READ, SHOWN, RecordReader, event_sentence, log_lines
from tapete.web.screens.frame import LogLine
from tapete.words import person_name


class Entry(msgspec.Struct):
    """An entry of a record, as pages read it."""

    version: int
    events: tuple[dict[str, Any], ...] = ()
    rests_on: tuple[str, ...] = ()
    time: str = "2026-11-22T10:20:30.456+00:00"


class Record:
    """A table with a record of so many entries, each with one event; it notes what is asked of it."""

    def __init__(self, version: int, name: str = "mesa") -> None:
        self.id, self.version, self.game = name, version, PUNTO_BANCO
        self.asked: list[tuple[int, ...]] = []
        self.found: dict[int, tuple[dict[str, Any], ...]] = {}

    def entry(self, version: int) -> Entry:
        events = self.found.get(version, ({"event": "sat@1", "number": version},))
        return Entry(version, events, (f"C.{version}",))

    async def entries(self, after: int = 0, limit: int = 200) -> tuple[Entry, ...]:
        self.asked.append((after, limit))
        return tuple(self.entry(one) for one in range(after + 1, min(self.version, after + limit) + 1))

    def view(self, _: Any) -> Any:
        return SimpleNamespace(rulebook="asturias-2011")


class Read:
    """A history that keeps what was read to it."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, tuple[str, ...]]] = []

    def read(self, event: Any, rests_on: tuple[str, ...]) -> None:
        self.told.append((event["number"], rests_on))


def test_a_record_is_read_once_and_then_from_where_it_was_left() -> None:
    async def main() -> None:
        past, table = RecordReader(), Record(LOOK_BACK + 1)
        made: list[Read] = []

        def make() -> Any:
            made.append(Read())
            return made[-1]

        history = await past.of(cast(Any, table), make)
        assert cast(Any, history) is made[0]
        assert made[0].told == [(one, (f"C.{one}",)) for one in range(1, LOOK_BACK + 2)]
        assert table.asked == [(0, LOOK_BACK), (LOOK_BACK, LOOK_BACK)]
        assert await past.of(cast(Any, table), make) is history
        assert len(table.asked) == 2, "nothing is new"
        table.version += 2
        assert await past.of(cast(Any, table), make) is history
        assert [one for one, _ in made[0].told] == list(range(1, LOOK_BACK + 4))
        assert table.asked[2:] == [(LOOK_BACK + 1, LOOK_BACK)]
        other = await past.of(cast(Any, Record(1, "mini")), make)
        assert other is not history
        assert [one for one, _ in made[1].told] == [1]
        assert len(made) == 2

    anyio.run(main)


@pytest.mark.parametrize("more", [-1, 0, 1, 7])
def test_of_a_long_record_the_last_thousand_entries_are_read(more: int) -> None:
    async def main() -> None:
        read = Read()
        await RecordReader().of(cast(Any, Record(1_000 + more)), lambda: cast(Any, read))
        assert [one for one, _ in read.told] == list(range(max(0, more) + 1, 1_000 + more + 1))

    anyio.run(main)


def test_whoever_reads_beside_another_reads_nothing_twice() -> None:
    async def main() -> None:
        past, read = RecordReader(), Read()

        class Slow(Record):
            async def entries(self, after: int = 0, limit: int = 200) -> tuple[Entry, ...]:
                await anyio.sleep(0)
                return await super().entries(after, limit)

        table = Slow(LOOK_BACK * 2 + 5)
        async with anyio.create_task_group() as group:
            for _ in range(3):
                group.start_soon(past.of, cast(Any, table), lambda: read)
        await past.of(cast(Any, table), lambda: cast(Any, read))
        assert [one for one, _ in read.told] == list(range(1, table.version + 1))

    anyio.run(main)


def test_a_record_that_gives_nothing_more_is_left() -> None:
    async def main() -> None:
        read = Read()

        class Short(Record):
            async def entries(self, after: int = 0, limit: int = 200) -> tuple[Entry, ...]:
                return (await super().entries(after, limit))[:3] if after == 0 else ()

        await RecordReader().of(cast(Any, Short(9)), lambda: cast(Any, read))
        assert [one for one, _ in read.told] == [1, 2, 3]

    anyio.run(main)


def wording(kind: str, event: Any) -> tuple[str, Any]:
    return kind, event


SCREEN: GameScreen[Any, Any] = GameScreen(
    model=cast(Any, None), facts=cast(Any, None), quiet_events=frozenset({"hush"})
)


def test_the_last_lines_of_the_record_are_shown_the_newest_first() -> None:
    assert (SHOWN, READ) == (14, 10)  # what stands on a console at once, and of how many entries
    table = Record(READ + 3)
    for version in range(1, READ + 4):
        table.found[version] = ({"event": f"first-{version}@1"}, {"event": f"second-{version}"})
    lines = anyio.run(log_lines, cast(Any, table), "es", SCREEN)
    assert table.asked == [(3, 200)]
    names = [f"{one}-{version}" for version in range(READ + 3, 3, -1) for one in ("second", "first")]
    assert lines == tuple(LogLine("10:20:30", one) for one in names[:SHOWN])


def test_lines_of_the_cash_desk_and_those_that_a_game_leaves_out_are_not_shown() -> None:
    assert {"bought-in", "cashed-out"} == CASH_DESK
    table = Record(1)
    table.found[1] = tuple({"event": one} for one in ("bought-in@1", "one@2", "cashed-out", "hush@1", "two", "skipped"))

    def telling(events: Any) -> Any:
        return (one for one in events if one["event"] != "skipped")

    screen = msgspec.structs.replace(SCREEN, telling_events=telling)
    assert [one.text for one in anyio.run(log_lines, cast(Any, table), "es", screen)] == ["two", "one"]


class Cards:
    """Cards of the coup in progress that everybody has seen: the one at position 2."""

    def face_of(self, position: int) -> str | None:
        return {2: "7s"}.get(position)


@pytest.mark.parametrize(
    ("event", "face"),
    [
        ({"position": 2}, "7s"),
        ({"position": 2, "face": None}, "7s"),
        ({"position": 2, "face": "Kd"}, "Kd"),
        ({"position": 3}, None),
        ({"position": "2"}, None),
        ({}, None),
    ],
)
def test_a_card_that_everybody_has_seen_is_told_with_its_face(event: dict[str, Any], face: str | None) -> None:
    told: list[Any] = []

    def noted(kind: str, facts: Any) -> tuple[str, Any]:
        told.append(facts)
        return kind, facts

    table, screen = Record(1), msgspec.structs.replace(SCREEN, log_wording=noted)
    table.found[1] = ({"event": "card", **event},)
    anyio.run(log_lines, cast(Any, table), "es", screen, cast(Any, Cards()))
    assert [one.get("face") for one in told] == [face]
    told.clear()
    anyio.run(log_lines, cast(Any, table), "es", screen)
    assert [one.get("face") for one in told] == [event.get("face")], "nobody has seen any"


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ({"event": "unheard@1"}, "unheard"),
        ({"event": "unheard", "admitted": False}, "unheard.refused"),
        ({"event": "unheard", "admitted": None}, "unheard"),
        ({"event": "unheard", "admitted": True}, "unheard"),
        ({"event": "unheard", "booked": 5, "paid": 6}, "unheard.booked"),
        ({"event": "unheard", "booked": 5}, "unheard.booked"),
        ({"event": "unheard", "booked": 5, "paid": 5}, "unheard"),
        ({"event": "unheard", "paid": 5}, "unheard"),
        ({"event": "unheard", "admitted": False, "booked": 5, "paid": 6}, "unheard.booked"),
        ({"event": "renamed@1"}, "other"),
        ({"event": "renamed@1", "admitted": False}, "renamed.refused"),
    ],
)
def test_the_wording_of_an_event_is_its_own_or_that_of_what_was_refused_or_booked(
    event: dict[str, Any], sentence: str
) -> None:
    def named(kind: str, facts: Any) -> tuple[str, Any]:
        return "other" if kind == "renamed" else kind, facts

    screen = msgspec.structs.replace(SCREEN, log_wording=named)
    assert event_sentence(event, screen, "es", {}, person_name) == sentence


def test_an_incident_is_told_by_its_own_facts_and_a_formula_as_it_was_said() -> None:
    told: list[str] = []

    def naming(person: str, lang: str) -> str:
        told.append(lang)
        return f"<{person}>"

    def say(lang: str, **event: Any) -> str:
        return event_sentence({"event": "said@1", **event}, SCREEN, lang, {"go": "vaya {person}"}, naming)

    spoken = {"formula": "go", "values": {"person": "ana"}}
    assert say("es", **spoken) == "El crupier anuncia: Vaya <ana>"
    assert say("fr", **spoken) == "Le croupier annonce : Vaya <ana>"
    assert told == ["es", "fr"]
    assert say("en", formula="unheard") == "The croupier announces: Unheard"
    assert say("es", words="fuera", incident={"words": "dentro"}) == "El crupier anuncia: dentro"
    assert say("es", words="fuera", incident={"other": "dentro"}) == "El crupier anuncia: fuera"
    assert say("es", words="fuera", incident=None) == "El crupier anuncia: fuera"
    assert say("es", incident={"words": "dentro"}, **spoken) == "El crupier anuncia: dentro"
