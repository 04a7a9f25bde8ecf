"""The shape that every game has: a person's act is decided into a pure value, events are folded into the state.

``decide(state, act)`` answers :class:`Accepted`, :class:`Ruled` or :class:`Refused`; ``evolve(state, event)`` keeps the
books and decides nothing. Chance and time come from outside as acts of their own, so the core has no clock, no
randomness and no input or output. Bingo has this shape as much as baccarat.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Generic, NewType, Protocol, TypeVar

import msgspec

from tapete.clauses import Cite, Fault, trace

PSEUDONYM: Final = "[a-z0-9][a-z0-9-]{0,39}"
"""How the pseudonym of a person is written: 1 to 40 small letters, digits and hyphens, no hyphen first."""

_ACTOR: Final = rf"^(system:(chance|clock|house)|{PSEUDONYM})$(?!\n)"

if TYPE_CHECKING:
    PersonId = NewType("PersonId", str)
else:  # whatever is read into a type that names a person obeys the pattern
    PersonId = NewType("PersonId", Annotated[str, msgspec.Meta(pattern=_ACTOR)])
"""Pseudonym of a person; names live elsewhere, in a table that can be erased."""

CHANCE = PersonId("system:chance")
"""Author of what comes out of a shoe or an urn."""
CLOCK = PersonId("system:clock")
"""Author of time running out, and of a person's absence and return."""
HOUSE = PersonId("system:house")
"""Author of what the establishment does as such: it opens tables and adopts rulebooks."""

SYSTEM = frozenset({CHANCE, CLOCK, HOUSE})


class Step(msgspec.Struct, frozen=True):
    """Where a table stands, as far as an act must know it: series, cycle and phase, not the version of the record.

    ``cycle`` numbers what is played from stake to payment (a coup, a game of bingo), ``series`` what the cycles belong
    to (a shoe, a session of bingo). Two people may act in one phase; an act meant for a phase that is over is refused.
    ``serial`` grows each time a phase opens, so that a second betting phase of one cycle is another one.
    """

    series: int = msgspec.field(name="shoe")
    cycle: int = msgspec.field(name="coup")
    phase: str = msgspec.field(name="window")
    serial: int

    def __str__(self) -> str:
        return f"{self.series}.{self.cycle}.{self.phase}.{self.serial}"


class ActBody(msgspec.Struct, frozen=True, tag_field="act", forbid_unknown_fields=True):
    """Base of the acts: what somebody does.

    An act that ``is_timeless`` (a seat, chips) belongs to no phase. An act that ``opens_cycle`` begins another cycle:
    where the record is short of room it waits, while everything that ends a cycle goes on.
    """

    is_timeless: ClassVar[bool] = False
    opens_cycle: ClassVar[bool] = False


class Event(msgspec.Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """Base of the events: what is so from now on. Kinds are written ``name@version``; fields are only ever added."""

    def private(self) -> tuple[str, ...]:
        """Name the fields that only the private part of an entry may hold, until they are shown."""
        return ()


W = TypeVar("W")
S = TypeVar("S")


class Act(msgspec.Struct, Generic[W], frozen=True, forbid_unknown_fields=True):
    """``by`` does ``what``, meant for the window ``at``."""

    by: PersonId
    what: W
    at: Step | None = None


class Accepted(msgspec.Struct, frozen=True):
    """The act stands. ``rests_on`` are the clauses of the checks that decided."""

    events: tuple[Event, ...]
    rests_on: tuple[Cite, ...] = ()


class Ruled(msgspec.Struct, frozen=True):
    """The act was an irregularity: it happened, and the events say what became of it."""

    events: tuple[Event, ...]
    rests_on: tuple[Cite, ...] = ()
    faults: tuple[Fault, ...] = ()


class Refused(msgspec.Struct, frozen=True):
    """Nothing changes. Told to the actor alone; the sentence is made from ``code`` and ``facts``."""

    code: str
    facts: dict[str, Any] = {}
    clauses: tuple[Cite, ...] = ()
    rests_on: tuple[Cite, ...] = ()


Outcome = Accepted | Ruled | Refused


class Irregular(msgspec.Struct, frozen=True):
    """What an inner decision answers when an irregular act is taken up instead of refused."""

    events: tuple[Event, ...]
    faults: tuple[Fault, ...]


Decision = tuple[Event, ...] | Irregular | Fault
"""Answer of an inner decision, before the trace is joined to it."""


class RefusedError(Exception):
    """An act was refused; ``refused`` says why."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(f"{refused.code} {refused.facts} {list(refused.clauses)}")
        self.refused = refused


class Offer(msgspec.Struct, frozen=True):
    """An act that a viewer may do now, as far as he may know.

    ``fields`` gives, for each field of the act, the values or the bounds that make sense; ``main`` marks the one act
    that the table waits for; ``clauses`` are those that give the right or the duty.
    """

    act: str
    fields: dict[str, Any] = {}
    main: bool = False
    clauses: tuple[Cite, ...] = ()


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """Base of what a state awaits from chance; the kinds of draw are in :mod:`tapete.chance`.

    ``by_person`` says that a person keys the answer: the face of a real card, the number on a real ball.
    """

    by_person: bool = False


class Game(Protocol[S]):
    """What live tables, records, drills and odds need of a game. One object per game, without a state of its own."""

    key: str
    act_types: Any
    event_types: Any

    def blank(self) -> S:
        """Return the state before a table is opened."""

    def decide(self, state: S, act: Act[Any]) -> Outcome:
        """Answer an act."""

    def evolve(self, state: S, event: Any) -> S:
        """Fold one event."""

    def step(self, state: S) -> Step:
        """Say which window is open."""

    def draw_awaited(self, state: S) -> Draw | None:
        """Return the draw that the state awaits; ``None`` while it awaits none."""

    def view(self, state: S, viewer: PersonId | None) -> Any:
        """Return what ``viewer`` sees; ``None`` is the public screen."""

    def legal(self, state: S, viewer: PersonId | None) -> tuple[Offer, ...]:
        """Return what ``viewer`` may do now."""

    def explain(self, state: S, viewer: PersonId | None) -> tuple[Cite, ...]:
        """Return the clauses in force at this step, as far as ``viewer`` may know."""

    def postings(self, event: Any) -> tuple[Any, ...]:
        """Return the balanced movements of money of one event."""

    def problems(self, state: S) -> tuple[str, ...]:
        """Return the invariants that ``state`` breaks; none in a sound table."""


def fold(evolve: Callable[[S, Any], S], state: S, events: Iterable[Any]) -> S:
    """Fold events into a state, in order."""
    for event in events:
        state = evolve(state, event)
    return state


def require_person_id(person: PersonId) -> Fault | None:
    """Find fault with an id under which nobody can act."""
    return None if re.search(_ACTOR, person) else Fault("person-malformed", {"person": str(person)})


def answer(act: Act[Any], decision: Callable[[], Decision]) -> Outcome:
    """Run the inner decision of an act and join the clauses that it used to its answer."""
    with trace() as trail:
        found = require_person_id(act.by) or decision()
    match found:
        case Fault():
            return Refused(found.code, found.facts, found.clauses, trail.rests_on)
        case Irregular():
            return Ruled(found.events, trail.rests_on, found.faults)
        case _:
            return Accepted(found, trail.rests_on)


def require_open_step(act: Act[Any], step: Step) -> Fault | None:
    """Refuse an act that was meant for a window that is not open now."""
    what: ActBody = act.what
    if what.is_timeless or act.by in SYSTEM:
        return None
    if act.at is None:
        return Fault("step-missing", {"now": str(step)})
    if act.at != step:
        return Fault("window-closed", {"meant": str(act.at), "now": str(step)})
    return None
