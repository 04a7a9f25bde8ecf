"""Tables that a hall opens: what is asked before, under which name, and from which record they go on.

The games are bare, and so is what the hall has: what is asked of it is noted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tapete.chance import ChanceKind
from tapete.kernel import Accepted, Act, PersonId, Refused, RefusedError
from tapete.live import new_tables, openings
from tapete.live.continuation import RecordEnd
from tapete.live.errors import HallStoppedError, LiveShoeError, RecordRefusedError
from tapete.live.new_tables import NewTables
from tapete.live.openings import Openings, require_playable_chance
from tapete.record.entry import StreamEnd

ANA = PersonId("ana")


class Opening(msgspec.Struct, frozen=True):
    """The opening of a table."""

    name: str = "mesa"
    marks: tuple[str, ...] = ()

    def chance_kind(self) -> ChanceKind:
        return ChanceKind.KEYED

    def marked(self, mark: str) -> Opening:
        return msgspec.structs.replace(self, marks=(*self.marks, mark))


class Plain:
    key = "toy"

    def __init__(self, refusal: Refused | None = None) -> None:
        self.refusal, self.asked = refusal, list[Any]()

    def blank(self) -> str:
        return "blank"

    def decide(self, state: Any, act: Any) -> Any:
        self.asked.append((state, act))
        return self.refusal or Accepted(())

    def step(self, state: Any) -> Any:
        return SimpleNamespace(phase="closed" if "closed" in state else "bets")


class Beside(Plain):
    """A game that may refuse a table beside others."""

    beside: Refused | None = None

    def open_beside(self, act: Any, states: Any) -> Any:
        self.asked.append((act, states))
        return self.beside


class Numbered(Beside):
    is_one = True

    def is_session(self, opening: Any) -> bool:
        return self.is_one

    def in_session(self, opening: Any, number: int) -> Any:
        raise AssertionError


class Handing(Plain):
    def is_inventory_due(self, opening: Any, last: Any) -> bool:
        raise AssertionError

    def with_inventory(self, opening: Any, state: Any) -> Any:
        return opening.marked(f"with {state}")


def table(state: str, key: str = "toy") -> Any:
    return SimpleNamespace(game=SimpleNamespace(key=key), state=state)


TABLES: Any = {"a": table("first"), "b": table("closed there"), "c": table("third", "other"), "d": table("fourth")}


def admitted(game: Any) -> tuple[Any, list[Any]]:
    """Return the opening that is to be done, or its refusal, and of which games the tables elsewhere were asked for."""
    elsewhere: list[Any] = []

    async def states(of: Any) -> Any:
        elsewhere.append(of)
        return ["elsewhere", "closed elsewhere"]

    house: Any = SimpleNamespace(prepared=lambda of, opening: opening.marked("prepared") if of is game else opening)

    async def scene() -> Any:
        here = Openings(TABLES, house, states)
        try:
            async with here.admit(game, Act(ANA, Opening())) as found:  # type: ignore[arg-type]
                return found
        except RefusedError as error:
            return error.refused
        finally:
            assert not here._lock.locked()

    return asyncio.run(scene()), elsewhere


PREPARED: Any = Opening().marked("prepared")


@pytest.mark.parametrize("kind", [Plain, Beside, Numbered])
def test_what_a_game_refuses_to_open_is_refused_before_anything_else_is_asked(kind: Any) -> None:
    game = kind(Refused("table-stands"))
    assert admitted(game) == (Refused("table-stands"), [])
    assert game.asked == [("blank", Act(ANA, PREPARED))]


def test_a_game_of_which_there_may_be_any_number_of_tables_is_asked_for_its_opening_alone() -> None:
    game = Plain()
    assert admitted(game) == (PREPARED, [])
    assert game.asked == [("blank", Act(ANA, PREPARED))]


@pytest.mark.parametrize("refusal", [None, Refused("table-stands")])
@pytest.mark.parametrize(
    ("kind", "is_one", "asks"), [(Beside, None, True), (Numbered, True, True), (Numbered, False, False)]
)
def test_a_table_stands_beside_those_of_its_game_that_are_in_play_here_and_elsewhere(
    kind: Any, is_one: bool | None, asks: bool, refusal: Refused | None
) -> None:
    game = kind()
    game.beside, game.is_one = refusal, is_one
    assert admitted(game) == (refusal or PREPARED, [game] if asks else [])
    there = ["first", "fourth", *(["elsewhere"] if asks else [])]
    assert game.asked == [("blank", Act(ANA, PREPARED)), (Act(ANA, PREPARED), there)]


@pytest.mark.parametrize(("kind", "is_held"), [(Plain, False), (Beside, True)])
def test_two_openings_of_a_game_that_counts_its_tables_are_not_done_at_once(kind: Any, is_held: bool) -> None:
    async def none(_: Any) -> Any:
        return []

    async def scene() -> int:
        here, inside, most = Openings({}, SimpleNamespace(prepared=lambda _, one: one), none), 0, 0  # type: ignore[arg-type]

        async def opening() -> None:
            nonlocal inside, most
            async with here.admit(kind(), Act(ANA, Opening())):  # type: ignore[arg-type]
                inside += 1
                most = max(most, inside)
                for _ in range(5):
                    await asyncio.sleep(0)
                inside -= 1

        await asyncio.gather(opening(), opening())
        return most

    assert asyncio.run(scene()) == (1 if is_held else 2)


class Dealing(Plain):
    def draw_awaited(self, state: Any) -> None: ...
    def cards_on_table(self, state: Any) -> Any: ...


@pytest.mark.parametrize(
    ("kind", "training", "deals", "code"),
    [
        (ChanceKind.KEYED, False, False, None),
        (ChanceKind.SEALED, False, True, None),
        (ChanceKind.SEALED, False, False, "shoe-unprovable"),
        (ChanceKind.SEALED, True, False, "shoe-unprovable"),
        (ChanceKind.SEEDED, True, False, None),
        (ChanceKind.SEEDED, False, True, "shoe-seeded"),
    ],
)
def test_a_live_hall_deals_what_it_can_prove_and_what_follows_from_a_seed_in_training(
    monkeypatch: pytest.MonkeyPatch, kind: ChanceKind, training: bool, deals: bool, code: str | None
) -> None:
    monkeypatch.setattr(openings, "DealsCards", Dealing)
    game: Any = Dealing() if deals else Plain()
    found, facts = None, {}
    try:
        require_playable_chance(game, kind, training=training)
    except LiveShoeError as error:
        found, facts = error.code, error.facts
    assert found == code
    assert facts == ({"game": "toy"} if code == "shoe-unprovable" else {})


# --- names and records -----------------------------------------------------------------------------------------------


class Actor:
    """A table that has been made, and takes its opening or refuses it."""

    made: list[Any]
    refusal: Refused | None

    def __init__(self, services: Any, game: Any, writer: Any, source: Any) -> None:
        self.made.append((services, game, writer, source))
        self.ends: list[Any] = []
        self.acts: list[Any] = []

    async def act(self, act: Any) -> Any:
        self.acts.append(act)
        return SimpleNamespace(outcome=self.refusal or Accepted(()))

    def end(self, why: Any) -> None:
        self.ends.append(why)


def end(name: str, key: str = "toy") -> RecordEnd:
    return RecordEnd(StreamEnd(name, 5, f"hash of {name}"), key, None, is_over=True)


class Hall:
    """What a hall has around the tables that it opens; ``noted`` says in which order it is asked."""

    def __init__(self, parked: tuple[str, ...] = ()) -> None:
        self.noted: list[Any] = []
        self.tables: dict[str, Any] = {}
        self.ends: dict[str, RecordEnd] = {}
        self.fault: Exception | None = None
        self.writer = SimpleNamespace(
            table="mesa-2", go_on_from=lambda last: self.noted.append(("goes on", last.table))
        )
        names = SimpleNamespace(take=self._take, continued=set(), release=lambda writer: self._note("release", writer))
        archive = SimpleNamespace(settle=self._settle, tables={})
        unserved = SimpleNamespace(ends=self._ends, state=self._state)
        self.new = NewTables(
            "services",  # type: ignore[arg-type]
            SimpleNamespace(admit=self._admit),  # type: ignore[arg-type]
            names,  # type: ignore[arg-type]
            self.tables,
            archive,  # type: ignore[arg-type]
            unserved,  # type: ignore[arg-type]
            parked,
            lambda kind, name: (kind, name),  # type: ignore[arg-type, return-value]
            lambda table: self._note("admitted", table),
        )

    def _note(self, *what: Any) -> None:
        self.noted.append(what)

    @asynccontextmanager
    async def _admit(self, game: Any, act: Any) -> Any:
        self.noted.append(("asked", act.by))
        yield act.body.marked("prepared")

    async def _take(self, name: str, check: Any) -> Any:
        self.noted.append(("take", name))
        return self.writer

    async def _settle(self) -> None:
        self.noted.append(("settle",))

    async def _ends(self, game: Any) -> Any:
        return self.ends

    async def _state(self, game: Any, name: str) -> Any:
        if self.fault is not None:
            raise self.fault
        return f"state of {name}"


@pytest.fixture
def actors(monkeypatch: pytest.MonkeyPatch) -> Callable[[], type[Actor]]:
    Actor.made, Actor.refusal = [], None
    monkeypatch.setattr(new_tables, "TableActor", Actor)
    return lambda: Actor


def opened(hall: Hall, game: Any, name: str = "mesa") -> Any:
    try:
        return asyncio.run(hall.new.open(game, Opening(name), ANA))  # type: ignore[arg-type]
    except RefusedError as error:
        return error.refused


def test_a_table_is_opened_under_a_free_name_and_admitted_before_that_is_free_to_go_on_from(actors: Any) -> None:
    hall, game = Hall(), Plain()
    found = opened(hall, game)
    assert actors().made == [("services", game, hall.writer, (ChanceKind.KEYED, "mesa-2"))]
    assert found.acts == [Act(ANA, PREPARED)]
    assert found.ends == []
    assert hall.noted == [("asked", ANA), ("take", "mesa"), ("settle",), ("admitted", found), ("release", hall.writer)]


def test_a_table_whose_opening_is_refused_ends_and_gives_its_name_back(actors: Any) -> None:
    hall = Hall()
    actors().refusal = Refused("table-stands")
    ended: list[Any] = []
    actors().end, kept = (lambda _, why: ended.append(why)), actors().end
    try:
        assert opened(hall, Plain()) == Refused("table-stands")
    finally:
        actors().end = kept
    assert [(type(one), one.code) for one in ended] == [(HallStoppedError, "table-not-opened")]
    assert hall.noted[-1] == ("release", hall.writer)
    assert "admitted" not in [one[0] for one in hall.noted]


@pytest.mark.parametrize(
    ("game", "known", "here", "marks", "goes_on"),
    [
        (Plain(), ("mesa",), (), ("prepared",), None),  # what is not handed on is not read from the store
        (Plain(), (), ("mesa",), ("prepared",), "mesa"),
        (Handing(), (), (), ("prepared", "with None"), None),
        (Handing(), ("mesa",), (), ("prepared", "with state of mesa"), "mesa"),
        (Handing(), ("mesa",), ("mesa",), ("prepared", "with closed here"), "mesa"),
        (Handing(), ("sala",), (), ("prepared", "with None"), None),
    ],
)
def test_a_table_begins_with_what_the_last_one_of_its_name_has_left(
    actors: Any, game: Any, known: tuple[str, ...], here: tuple[str, ...], marks: tuple[str, ...], goes_on: str | None
) -> None:
    hall = Hall()
    hall.ends = {name: end(name) for name in known}
    for name in here:
        hall.tables[name] = SimpleNamespace(
            id=name,
            version=9,
            head=SimpleNamespace(hash="h"),
            game=game,
            state="closed here",
            continues=None,
        )
    found = opened(hall, game)
    assert found.acts[0].body.marks == marks
    assert [name for what, name in [one for one in hall.noted if one[0] == "goes on"]] == ([goes_on] if goes_on else [])
    assert asyncio.run(hall.new.may_go_on(game, "mesa")) is (goes_on is not None)


def test_what_cannot_be_read_of_the_last_table_is_not_taken_for_nothing(actors: Any) -> None:
    hall = Hall()
    hall.ends, hall.fault = {"mesa": end("mesa")}, RecordRefusedError("no-opening", table="mesa")
    assert opened(hall, Handing()) == Refused("inventory-unread", {"table": "mesa"})
    assert hall.noted[-1] == ("release", hall.writer)


@pytest.mark.parametrize(
    ("parked", "unread"),
    [((), None), (("sala", "mesa-x"), None), (("mesa-3", "mesa-2", "sala"), "mesa-2"), (("mesa",), "mesa")],
)
def test_a_table_of_a_name_of_which_one_was_set_aside_is_opened_where_nothing_is_handed_on(
    actors: Any, parked: tuple[str, ...], unread: str | None
) -> None:
    found = opened(Hall(parked), Handing())
    assert (found if isinstance(found, Refused) else None) == (
        Refused("inventory-unread", {"table": unread}) if unread else None
    )
    assert not isinstance(opened(Hall(parked), Plain()), Refused)
