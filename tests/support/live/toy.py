"""A small game with seats, a shoe, cards face down and face up, and an act of the clock; and a stage for its halls."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from tapete import kernel
from tapete.cards import Card
from tapete.catalogue import house_games, recorded_engines
from tapete.chance import CardDraw, CardOut, ChanceKind, SealShoe, ShoeDraw, ShoeSealed
from tapete.clauses import Cite
from tapete.games.baccarat.effects import LaidCard, Layout, turn_up
from tapete.live import Hall, Keys, ManualClock
from tapete.record.audit import AuditInputs, audit
from tapete.record.private import KeySealer
from tapete.record.source import StoreSource
from tapete.record.store import open_store
from tapete.table.acts import Away, Back, CameBack, Seated, Sit, WentAway
from tapete.table.seats import Seats, set_away, sit
from tests.support.databases import unguarded


class Open(kernel.ActBody, frozen=True, tag="open-toy"):
    name: str
    shoe: ChanceKind = ChanceKind.SEALED

    def chance_kind(self) -> ChanceKind:
        return self.shoe


class Shuffle(kernel.ActBody, frozen=True, tag="shuffle-toy"):
    opens_cycle: ClassVar[bool] = True


class Cut(kernel.ActBody, frozen=True, tag="cut-toy"):
    depth: int


class Draw(kernel.ActBody, frozen=True, tag="draw-toy"):
    face_up: bool = True


class Turn(kernel.ActBody, frozen=True, tag="turn-toy"):
    """Show the cards that lie face down."""


class Add(kernel.ActBody, frozen=True, tag="add-toy"):
    is_timeless: ClassVar[bool] = True
    amount: int = 1


class Late(kernel.ActBody, frozen=True, tag="late-toy"):
    """The clock: nobody drew."""


class Break(kernel.ActBody, frozen=True, tag="break-toy"):
    """A defect of the game."""

    is_timeless: ClassVar[bool] = True


class Opened(kernel.Event, frozen=True, tag="toy-opened@1"):
    name: str


class Wants(kernel.Event, frozen=True, tag="toy-wants@1"):
    kind: str
    face_up: bool = True


class Turned(kernel.Event, frozen=True, tag="toy-turned@1"):
    pass


class CutMade(kernel.Event, frozen=True, tag="toy-cut@1"):
    depth: int


class Added(kernel.Event, frozen=True, tag="toy-added@1"):
    amount: int


class WasLate(kernel.Event, frozen=True, tag="toy-late@1"):
    pass


class Dealt(kernel.Event, frozen=True, tag="toy-dealt@1"):
    position: int
    face: Card | None
    face_up: bool

    def private(self) -> tuple[str, ...]:
        return () if self.face_up else ("face",)


class Shoe(msgspec.Struct, frozen=True):
    number: int = 0
    size: int = 0
    position: int = 0
    cut: int = 0


class State(msgspec.Struct, frozen=True):
    name: str = ""
    shoe: Shoe = Shoe()
    seats: Seats = Seats((1, 2, 3))
    layout: Layout = ()
    wants: Wants | None = None
    total: int = 0
    late: int = 0
    serial: int = 0


class View(msgspec.Struct, frozen=True):
    total: int
    late: int
    shoe: int
    cards: tuple[Card | None, ...]


replace = msgspec.structs.replace
PLAIN: dict[type, Any] = {Cut: CutMade, Turn: Turned, Late: WasLate, Away: WentAway, Back: CameBack}
"""What comes of acts that are always taken; an event has the fields of its act."""


class Toy:
    key = "toy"
    act_types = Open | Shuffle | Cut | Draw | Turn | Add | Late | Break | Sit | Away | Back | CardOut | SealShoe
    event_types = (
        Opened | Wants | Turned | CutMade | Added | WasLate | Dealt | Seated | WentAway | CameBack | ShoeSealed
    )

    def blank(self) -> State:
        return State()

    def decide(self, state: State, act: kernel.Act[Any]) -> kernel.Outcome:
        what = act.body
        match what:
            case Open():
                return kernel.Accepted((Opened(what.name),)) if what.name != "refused" else kernel.Refused("bad-name")
            case Shuffle():
                return kernel.Accepted((Wants("shoe"),))
            case SealShoe() if act.by == kernel.CHANCE:
                kind = ChanceKind.SEALED if what.commitments else ChanceKind.SEEDED
                return kernel.Accepted((ShoeSealed(what.shoe, kind, 52, what.commitments),))
            case Draw():
                return kernel.Accepted((Wants("card", what.face_up),)) if state.shoe.size else kernel.Refused("no-shoe")
            case CardOut() if act.by == kernel.CHANCE:
                assert state.wants
                return kernel.Accepted((Dealt(what.position, what.face, state.wants.face_up),))
            case Add():
                return kernel.Accepted((Added(what.amount),)) if what.amount > 0 else kernel.Refused("not-positive")
            case Break():
                raise ZeroDivisionError
            case Sit():
                return kernel.Accepted((Seated(act.by, what.seat),))
            case Cut() | Turn() | Late() | Away() | Back():
                return kernel.Accepted((PLAIN[type(what)](*msgspec.structs.astuple(what)),))
        return kernel.Refused("not-possible")

    def evolve(self, state: State, event: Any) -> State:
        match event:
            case Opened():
                return replace(state, name=event.name)
            case Wants():
                return replace(state, wants=event)
            case ShoeSealed():
                return replace(state, shoe=Shoe(event.shoe, event.size), wants=None, layout=())
            case CutMade():
                return replace(state, shoe=replace(state.shoe, cut=event.depth))
            case Dealt():
                laid = LaidCard(event.position, "table", event.face, event.face_up)
                shoe = replace(state.shoe, position=event.position + 1)
                return replace(state, layout=(*state.layout, laid), shoe=shoe, wants=None, serial=state.serial + 1)
            case Turned():
                layout = state.layout
                for card in state.layout:
                    layout = turn_up(layout, card.position, card.face)
                return replace(state, layout=layout)
            case Added():
                return replace(state, total=state.total + event.amount)
            case WasLate():
                return replace(state, late=state.late + 1, serial=state.serial + 1)
            case Seated():
                return replace(state, seats=sit(state.seats, event.person, event.seat))
            case WentAway() | CameBack():
                return replace(state, seats=set_away(state.seats, event.person, isinstance(event, WentAway)))
        raise AssertionError(event)

    def step(self, state: State) -> kernel.Step:
        return kernel.Step(state.shoe.number, 0, "draw" if state.shoe.size else "start", state.serial)

    def draw_awaited(self, state: State) -> ShoeDraw | CardDraw | None:
        if state.wants is None:
            return None
        if state.wants.kind == "shoe":
            return ShoeDraw(state.shoe.number + 1, 52)
        at = state.shoe.position
        committed = (at + state.shoe.cut) % state.shoe.size
        return CardDraw(state.shoe.number, state.shoe.size, at, committed, "table")

    def cards_on_table(self, state: State) -> Layout:
        return state.layout

    def view(self, state: State, viewer: kernel.PersonId | None) -> View:
        return View(state.total, state.late, state.shoe.number, tuple(card.known_to(viewer) for card in state.layout))

    def legal(self, state: State, viewer: kernel.PersonId | None) -> tuple[kernel.Offer, ...]:
        return (kernel.Offer("add-toy"),)

    def explain(self, state: State, viewer: kernel.PersonId | None) -> tuple[Cite, ...]:
        return ()

    def postings(self, event: Any) -> tuple[Any, ...]:
        return ()

    def problems(self, state: State) -> tuple[kernel.Breach, ...]:
        return ()


TOY = Toy()
GAMES = {"toy": TOY}


def limited(*limits: kernel.TimeLimit) -> dict[str, kernel.LimitOf]:
    return {"toy": lambda state: next((one for one in limits if one.phase == TOY.step(state).phase), None)}


def by_sums(act: kernel.ActBody) -> dict[str, kernel.LimitOf]:
    return {"toy": lambda state: kernel.TimeLimit("draw", 10, act, str(state.total))}


Scene = Callable[[Hall], Awaitable[None]]


async def two_tables(hall: Hall) -> None:
    for name in ("uno", "dos"):
        table = await hall.open_table("toy", Open(name))
        for number in range(4):
            await table.act(kernel.Act(kernel.PersonId("ana"), Add(1)), f"c{number}")


class Stage:
    def __init__(self, url: str, keys: Keys) -> None:
        self.url, self.keys = url, keys
        self.file = Path(url.removeprefix("sqlite:///"))
        self.witness = self.file.with_name("witness")
        self.clock = ManualClock()

    def play(self, *scenes: Scene, witness: bool = False, **options: Any) -> None:
        """Play scenes, each in a hall that starts on what the one before it left; ``witness``: there is one beside."""
        more = {"witness_file": self.witness} if witness else {}
        for scene in scenes:
            asyncio.run(self._whole(scene, {"clock": self.clock, "games": GAMES, **more, **options}))

    def play_in_house(self, *scenes: Scene, **options: Any) -> None:
        self.play(*scenes, games=house_games(), **options)

    async def _whole(self, scene: Scene, options: dict[str, Any]) -> None:
        hall = await Hall.start(self.url, self.keys, **options)
        try:
            await scene(hall)
        finally:
            await hall.stop()

    def require_sound(self) -> None:
        with open_store(self.url, read_only=True) as store:
            for given in (AuditInputs(KeySealer(self.keys.sealing)), AuditInputs()):
                assert audit(StoreSource(store), recorded_engines(), given).problems == ()

    def tamper(self, *orders: str, values: tuple[Any, ...] = (), guards: bool = True) -> None:
        """Change rows as somebody does who takes the guards away, and puts them back unless told otherwise."""
        with unguarded(self.file, guards=guards) as connection:
            for order in orders:
                assert connection.execute(order, values if "?" in order else ()).rowcount, order

    @staticmethod
    async def settled(true: Callable[[], bool]) -> None:
        for _ in range(60_000):
            if true():
                return
            await asyncio.sleep(0.001)
        raise AssertionError("it never became so")


def in_hall(test: Any = None, *, house: bool = False, sound: bool = False, **options: Any) -> Any:
    """Play an asynchronous test in a hall on the stage, which it is given; ``sound``: its records are, in the end."""
    if test is None:
        return lambda one: in_hall(one, house=house, sound=sound, **options)
    given = [one for one in inspect.signature(test).parameters.values() if one.name != "hall"]

    def whole(stage: Stage, **fixtures: Any) -> None:
        more = {"stage": stage, **fixtures} if "stage" in names else fixtures

        async def scene(hall: Hall) -> None:  # written in here, it is of the test's own body, and so is what it calls
            await test(hall=hall, **more)

        (stage.play_in_house if house else stage.play)(scene, **options)
        if sound:
            stage.require_sound()

    names = [one.name for one in given]
    of_stage = [] if "stage" in names else [inspect.Parameter("stage", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    whole.__name__, whole.__doc__, whole.__module__ = test.__name__, test.__doc__, test.__module__
    whole.__dict__.update(test.__dict__)
    whole.__signature__ = inspect.Signature([*of_stage, *given])  # type: ignore[attr-defined]
    return whole


in_house = partial(in_hall, house=True)
"""The same in a hall with all games of a house."""
