"""The shape that every game has: a person's act is decided into a pure value, events are folded into the state.

``decide(state, act)`` answers :class:`Accepted`, :class:`Ruled` or :class:`Refused`; ``evolve(state, event)`` keeps the
books and decides nothing. Chance and time come from outside as acts of their own, so the core has no clock, no
randomness and no input or output. Bingo has this shape as much as baccarat: there is no card, coup or seat in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import lru_cache
from types import ModuleType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Final,
    Generic,
    NewType,
    Protocol,
    TypeGuard,
    TypeVar,
    Union,
    get_args,
    runtime_checkable,
)

import msgspec

from tapete.clauses import Cite, Fault, Trail, is_traced, trace, weigh
from tapete.money import cents_note


class Breach(msgspec.Struct, frozen=True):
    """A broken invariant: a code, and the facts that its sentence needs."""

    code: str
    facts: dict[str, Any] = {}


def breach(code: str, **facts: Any) -> Breach:
    return Breach(code, facts)


PSEUDONYM: Final = "[a-z0-9][a-z0-9-]{0,39}"
"""How the pseudonym of a person is written: 1 to 40 small letters, digits and hyphens, no hyphen first."""

_ACTOR: Final = rf"^(system:(chance|clock|house)|{PSEUDONYM})$(?!\n)"
_is_actor: Final = lru_cache(4096)(re.compile(_ACTOR).search)

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


P = TypeVar("P")
_shapes: dict[tuple[type, Any], bool] = {}


def has_shape(thing: object, protocol: type[P]) -> TypeGuard[P]:
    """Answer as ``isinstance`` does, once for each class: Python 3.11 looks at every member of a protocol each time."""
    key = type(thing), protocol
    if (found := _shapes.get(key)) is None:
        found = _shapes[key] = isinstance(thing, protocol)
    return found


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
    where the record is short of room it waits, while everything that ends a cycle goes on. An act that ``is_of_system``
    is done by chance, the clock or the hall; nobody sends it, unless a table offers it to somebody who keys it. The
    private values of an act that ``keeps_secret`` are never shown, and what comes later may follow from them; one that
    ``is_decided_without_secret`` leads to the same where they are ``None`` because nobody may read them. An act that
    ``is_beside_record`` is a person's own note: a live table keeps it for them alone, and no record has it.
    """

    is_timeless: ClassVar[bool] = False
    is_of_system: ClassVar[bool] = False
    opens_cycle: ClassVar[bool] = False

    closes_stakes: ClassVar[bool] = False
    is_beside_record: ClassVar[bool] = False
    keeps_secret: ClassVar[bool] = False
    is_decided_without_secret: ClassVar[bool] = False

    def private(self) -> tuple[str, ...]:
        """Return the fields that only the private part of an entry may hold. They can be ``None``: where the record is
        read without its private parts, nobody knows them.
        """
        return ()


class Event(msgspec.Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """Base of the events: what is so from now on. Kinds are written ``name@version``; fields are only ever added.

    An event that ``settles_cycle`` pays what its cards decided: they lie open by then. An event that
    ``rests_on_secret`` follows from a private value that is never shown: who reads the record without it cannot
    judge it. One that ``keeps_secret`` has such values, where it has private ones.
    """

    settles_cycle: ClassVar[bool] = False
    keeps_secret: ClassVar[bool] = False
    rests_on_secret: ClassVar[bool] = False

    def private(self) -> tuple[str, ...]:
        """Return the fields that only the private part of an entry may hold, until they are shown."""
        return ()

    def pinned_rulebook(self) -> str:
        """Return the hash of the rulebook that the event pins to the table; empty for an event that pins none."""
        return ""


F = TypeVar("F", bound=Callable[..., Any])
V = TypeVar("V")
W = TypeVar("W")


class Act(msgspec.Struct, Generic[W], frozen=True, forbid_unknown_fields=True):
    """``by`` does ``what``, meant for the step ``at``."""

    by: PersonId
    body: W = msgspec.field(name="what")
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
    """Nothing changes. Told to the actor alone; the sentence is made from ``code`` and ``facts``.

    ``clauses`` are those that refuse; it rests on them and on no check that was made before. A refusal that names none
    rests on what was applied until then.
    """

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
    """An act was refused; ``refused`` says why.

    The text of the error is ``sentence`` where somebody who knows a language has given one, else code and facts.
    """

    def __init__(self, refused: Refused, sentence: str = "") -> None:
        super().__init__(sentence or f"{refused.code} {refused.facts} {list(refused.clauses)}")
        self.refused = refused


def require_person_id(person: PersonId) -> Fault | None:
    return None if _is_actor(person) else Fault("person-malformed", {"person": str(person)})


def answer(act: Act[Any], decision: Callable[[], Decision]) -> Outcome:
    """Run the inner decision of an act; join the clauses that decided, and weigh those that did not."""
    with trace() as trail:
        found = require_person_id(act.by) or decision()
    weigh(*trail.weighed)
    match found:
        case Fault():
            return _refused(found, trail)
        case Irregular():
            return Ruled(found.events, trail.rests_on, found.faults)
        case _:
            return Accepted(found, trail.rests_on)


def _refused(found: Fault, trail: Trail) -> Refused:
    return Refused(found.code, found.facts, found.clauses, found.clauses or trail.applied_before(found))


_only_asked: ContextVar[bool] = ContextVar("only_asked", default=False)


def is_only_asked() -> bool:
    """Return True while the question is whether an act would be refused: nobody needs what follows from it."""
    return _only_asked.get()


def is_accepted(by: PersonId, decision: Callable[[], Decision]) -> bool:
    """Return True if :func:`answer` would not refuse an act of ``by``, for those who try many and keep no answer."""
    if require_person_id(by):
        return False
    if not is_traced():
        asked = _only_asked.set(True)
        try:
            return not isinstance(decision(), Fault)
        finally:
            _only_asked.reset(asked)
    with trace() as trail:
        found = decision()
    weigh(*trail.weighed)
    return not isinstance(found, Fault)


def require_open_step(act: Act[Any], step: Step) -> Fault | None:
    """Return a Fault if the act names no step, or a step that is not the present one; timeless acts need none."""
    what: ActBody = act.body
    if what.is_timeless or act.by in SYSTEM:
        return None
    if act.at is None:
        return Fault("step-missing", {"now": str(step)})
    if act.at != step:
        return Fault("window-closed", {"meant": str(act.at), "now": str(step)})
    return None


def unfit_value(error: BaseException, kinds: Any, tree: Any) -> dict[str, Any]:
    """Return a parser's complaint about ``tree``, read as ``kinds``, as facts: field, bounds, unit, value."""
    told, given = str(error), tree
    if found := re.search(r"(missing|unknown) .*field `([^`]*)`", told):
        return _unfit(f"unfit-{found[1]}", field=found[2])
    path = re.findall(r"[^$.\[\]`]+", told.partition("`$")[2])
    for step in path:
        given = given.get(step) if isinstance(given, dict) else given[int(step)] if isinstance(given, list) else given
    field = next((one for one in reversed(path) if not one.isdigit()), "act")
    tag = tree.get("act") if isinstance(tree, dict) else None
    kind = next((one for one in get_args(kinds) or (kinds,) if one.__struct_config__.tag == tag), None)
    hints = () if kind is None else (one.type for one in msgspec.structs.fields(kind) if one.encode_name == field)
    within = tuple(_within(next(iter(hints), None)))
    notes = tuple(note for one in within for note in getattr(one, "__metadata__", ()) if isinstance(note, msgspec.Meta))
    choices = [str(word.value) for one in within for word in getattr(one, "__members__", {}).values()]
    least, most = (next((at for one in notes if (at := getattr(one, end)) is not None), None) for end in ("ge", "le"))
    shown = given if type(given) is int else (given if type(given) is str else msgspec.json.encode(given).decode())[:60]
    unit = "money" if cents_note in notes else "number"
    if choices and "Invalid enum" in told:
        return _unfit("unfit-choice", act=str(tag or ""), field=field, given=shown, choices=choices)
    if "of length" in told and isinstance(given, str):
        shortest = max((one.min_length or 0 for one in notes), default=0)
        longest = min((one.max_length for one in notes if one.max_length is not None), default=None)
        if longest is not None:
            said = {"least": shortest, "most": longest, "length": len(given)}
            return _unfit("unfit-text", act=str(tag or ""), field=field, **said)
    example = next((str(one.examples[0]) for one in notes if one.examples), None)
    if "regex" in told and example is not None:
        return _unfit("unfit-example", act=str(tag or ""), field=field, given=shown, example=example)
    code = "unfit" if least is None else f"unfit-least-{unit}" if most is None else f"unfit-{unit}"
    return _unfit(code, act=str(tag or ""), field=field, given=shown, least=least, most=most)


def _unfit(code: str, **facts: Any) -> dict[str, Any]:
    return {"topic": "error", "code": code, "facts": facts}


def _within(hint: Any) -> Iterator[Any]:
    yield hint
    for inner in get_args(hint):
        yield from _within(inner)


# Offers: the acts that a viewer may do now, with the values that their fields may take.
#
# A field is described once, here; pages, bots, the API and the library read the same description.

Scalar = str | int | bool | None
"""A plain value of a field: a word, a number, yes or no, or nothing."""


class FixedValue(msgspec.Struct, frozen=True, tag_field="field", tag="fixed"):
    """Exactly one value makes sense."""

    value: Scalar


class Choice(msgspec.Struct, frozen=True, tag_field="field", tag="choice"):
    """One of several values, in the order in which they are shown."""

    options: tuple[Scalar, ...]


class Several(msgspec.Struct, frozen=True, tag_field="field", tag="several"):
    """From ``least`` to ``most`` different values of a list, in any order: the act takes them as a tuple."""

    options: tuple[Scalar, ...]
    least: int
    most: int


class People(msgspec.Struct, frozen=True, tag_field="field", tag="people"):
    """One of several people, in the order in which they are shown."""

    options: tuple[Scalar, ...]


class Amount(msgspec.Struct, frozen=True, tag_field="field", tag="amount"):
    """Money in cents, from ``minimum`` to ``maximum`` inclusive, in steps of ``step`` from the minimum; ``None``: no
    bound. ``standing``: what stands there already, which is no value of the field, because it would change nothing.
    """

    minimum: int | None = None
    maximum: int | None = None
    step: int | None = None
    standing: int | None = None

    def may_be(self, value: int) -> bool:
        if (self.minimum is not None and value < self.minimum) or (self.maximum is not None and value > self.maximum):
            return False
        is_on_step = not self.step or (value - (self.minimum or 0)) % self.step == 0
        return is_on_step and value != self.standing

    def first(self) -> int | None:
        """Return the least amount within the field; ``None`` where it has none."""
        least, step = self.minimum or 0, self.step or 1
        return next((one for one in (least, least + step) if self.may_be(one)), None)


class Count(msgspec.Struct, frozen=True, tag_field="field", tag="count"):
    """A whole number that is no money, from ``minimum`` to ``maximum`` inclusive; ``optional``: it may be left out."""

    minimum: int | None = None
    maximum: int | None = None
    optional: bool = False


class CardFace(msgspec.Struct, frozen=True, tag_field="field", tag="card"):
    """A card in notation, as somebody keys it."""


class Text(msgspec.Struct, frozen=True, tag_field="field", tag="text"):
    """Free text; ``optional``: it may be left out."""

    optional: bool = False


class Effects(msgspec.Struct, frozen=True, tag_field="field", tag="effects"):
    """A tuple of effects, as a ruling has them."""


class Note(msgspec.Struct, frozen=True, tag_field="field", tag="note"):
    """No field of the act: what whoever fills it in should know, as the place of a card whose face is asked for."""

    value: Scalar | tuple[Scalar, ...]


Field = FixedValue | Choice | Several | People | Amount | Count | CardFace | Text | Effects | Note


class Offer(msgspec.Struct, frozen=True):
    """An act that a viewer may do now, as far as they may know.

    ``fields`` describes the fields of the act that somebody has to fill in; ``main`` marks the act that the table
    waits for; ``clauses`` are those that give the right or the duty.
    """

    act: str
    fields: dict[str, Field] = {}
    main: bool = False
    clauses: tuple[Cite, ...] = ()

    def fixed_value(self, name: str) -> Scalar:
        return fixed_value(self.fields, name)

    def options(self, name: str) -> tuple[Scalar, ...]:
        """Return the values among which a field is chosen; empty where nothing is listed."""
        match self.fields.get(name):
            case Choice(options=options) | People(options=options) | Several(options=options):
                return options
            case FixedValue(value=value):
                return (value,)
            case _:
                return ()

    def bounds(self, name: str) -> tuple[int, int | None]:
        """Return the least and greatest number of a field (0, ``None``: none). Raises ``LookupError``."""
        match self.fields.get(name):
            case Amount(minimum=least, maximum=most) | Count(minimum=least, maximum=most):
                return least or 0, most
            case _:
                raise LookupError(f"{name} of {self.act} is no number")


def fixed_value(fields: Mapping[str, Field], name: str) -> Scalar:
    """Return the one value of a field; ``None`` where the field is missing or more than one value makes sense."""
    field = fields.get(name)
    return field.value if isinstance(field, FixedValue) else None


def is_allowed(field: Field, value: Any) -> bool:
    """Return True if a value lies within what a field may hold, as far as its description tells."""
    match field:
        case FixedValue(value=only):
            return bool(value == only)
        case Choice(options=options) | People(options=options):
            return value in options
        case Several(options=options, least=least, most=most):
            is_listed = isinstance(value, tuple) and all(one in options for one in value)
            return is_listed and len(set(value)) == len(value) and least <= len(value) <= most
        case Amount():
            return isinstance(value, int) and field.may_be(value)
        case Count(minimum=least, maximum=most):
            return isinstance(value, int) and (least is None or value >= least) and (most is None or value <= most)
        case _:
            return True


def plain(fields: Mapping[str, Field]) -> dict[str, Any]:
    """Return fields as the HTTP API writes them: a value, a list of values, bounds, or the word for what is keyed."""
    return {name: _plain(field) for name, field in fields.items()}


def _plain(field: Field) -> Any:
    match field:
        case FixedValue(value=value) | Note(value=value):
            return list(value) if isinstance(value, tuple) else value
        case Choice(options=options) | People(options=options):
            return list(options)
        case Several(options=options, least=least, most=most):
            return {"several": list(options), "min": least, "max": most}
        case Amount(minimum=least, maximum=most, step=step, standing=standing):
            return _stated(min=least, max=most, step=step, standing=standing)
        case Count(minimum=least, maximum=most, optional=optional):
            return _stated(min=least, max=most, optional=optional or None)
        case CardFace():
            return "card"
        case Text():
            return "text"
        case Effects():
            return "effects"


def _stated(**bounds: int | None) -> dict[str, int]:
    return {name: value for name, value in bounds.items() if value is not None}


# The shape of a game, and the powers that some games have beyond it.
#
# A power is a protocol of its own: who needs it asks ``isinstance(game, TakesReports)`` and has the type with it.

S = TypeVar("S")


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

    def __hash__(self) -> int: ...

    def blank(self) -> S:
        """Return the state before a table is opened."""

    def decide(self, state: S, act: Act[Any]) -> Outcome: ...

    def evolve(self, state: S, event: Any) -> S: ...

    def step(self, state: S) -> Step: ...

    def draw_awaited(self, state: S) -> Draw | None:
        """Return the draw that the state awaits; ``None`` while it awaits none."""

    def view(self, state: S, viewer: PersonId | None) -> Any:
        """Return what ``viewer`` sees; ``None`` is the public screen."""

    def legal(self, state: S, viewer: PersonId | None) -> tuple[Offer, ...]: ...

    def explain(self, state: S, viewer: PersonId | None) -> tuple[Cite, ...]:
        """Return the clauses in force at this step, as far as ``viewer`` may know."""

    def postings(self, event: Any) -> tuple[Any, ...]:
        """Return the balanced movements of money of one event."""

    def problems(self, state: S) -> tuple[Breach, ...]:
        """Return the invariants that ``state`` breaks; none in a sound table."""


MainOffers = Sequence[tuple[PersonId, tuple[Offer, ...]]]


@runtime_checkable
class KnowsNextStep(Protocol):
    def main_offers(self, state: Any, people: Sequence[PersonId]) -> MainOffers:
        """Return the offers of :meth:`Game.legal` that carry the table on, by person; nobody is named who has none.
        The others are not even tried, and of most people it is known beforehand that they have none.
        """


def fold(evolve: Callable[[S, Any], S], state: S, events: Iterable[Any]) -> S:
    for event in events:
        state = evolve(state, event)
    return state


@runtime_checkable
class AnswersRuleQuestions(Protocol):
    """A game that answers a question about its rules in a way of its own."""

    def ask_rule(self, state: Any, viewer: PersonId | None, about: str = "") -> tuple[Any, ...]:
        """Return the clauses that answer a question; nothing is decided or recorded, and nobody else learns of it."""


@runtime_checkable
class OpensBeside(Protocol):
    """A game of which a house has only so many tables of one kind."""

    def open_beside(self, act: Act[Any], others: Iterable[Any]) -> Outcome:
        """Answer an opening beside the states of the other tables of the game that are in play."""


@runtime_checkable
class PaysStakes(Protocol):
    """A game whose house is the bank, and pays what is won."""

    def dearest_result(self, state: Any) -> int:
        """Return the most that the stakes on the table may cost it, in cents, whatever the result."""


@runtime_checkable
class TakesReports(Protocol):
    """A game whose staff report what happened at a real table."""

    def reportable(self, state: Any, viewer: PersonId | None) -> tuple[Any, ...]: ...

    def preview(self, state: Any, act: Act[Any]) -> Any | Fault:
        """Return the incident that a report would open, with its remedies, or the fault in it; nothing is decided."""


@runtime_checkable
class KeepsWaitingList(Protocol):
    """A game that keeps a list of people who wait for a place."""

    def off_the_list(self, person: PersonId) -> ActBody:
        """Return the act by which the house strikes off the list somebody who has taken a seat elsewhere."""


@runtime_checkable
class TakesPromises(Protocol):
    """A game in which people say that they would put chips down, and the acts of others put them down."""

    def promises(self, state: Any) -> Mapping[PersonId, Any]:
        """Return who has promised what; nothing of it has moved yet."""

    def promise_back(self, state: Any, person: PersonId) -> ActBody | None:
        """Return the act by which the house takes somebody's promise back; ``None``: it stands, as a stake does."""


class TimeLimit(msgspec.Struct, frozen=True):
    """After ``seconds`` in ``phase`` the clock does ``act``; ``name`` tells the limits of one phase apart."""

    phase: str
    seconds: float
    act: ActBody
    name: str = ""


LimitOf = Callable[[Any], TimeLimit | None]


@runtime_checkable
class LimitsTime(Protocol):
    """A game in which some phases do not wait for ever."""

    def time_limit(self, state: Any) -> TimeLimit | None:
        """Return the limit that runs at a table as it stands, by its own rulebook; ``None`` while it waits for ever."""


def declared_types(module: ModuleType, base: type) -> frozenset[type]:
    """Return the acts or events that a module declares: the classes of ``base`` with a tag of their own."""
    kinds = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, base)]
    return frozenset(kind for kind in kinds if kind.__struct_config__.tag != kind.__name__)  # type: ignore[attr-defined]


def _named(one: object) -> str:
    return one.__qualname__ if isinstance(one, type) else str(one)


def require_lines(table: Iterable[object], kinds: Collection[object]) -> None:
    """Raise ``TypeError`` when a table has a line for something that is not among ``kinds``."""
    foreign = sorted(_named(one) for one in table if one not in kinds)
    if foreign:
        raise TypeError(f"lines for what is not declared: {', '.join(foreign)}")


def require_complete(table: Collection[object], kinds: Collection[object]) -> None:
    """Raise ``TypeError`` unless a table has a line for each of ``kinds``, and no other: at import, not in play."""
    require_lines(table, kinds)
    missing = sorted(_named(one) for one in kinds if one not in table)
    if missing:
        raise TypeError(f"no line for {', '.join(missing)}")


class ByKind(dict[type[Any], V]):
    """What a game has for each kind of its acts or events. Modules enter their functions under the kinds, each once."""

    def __setitem__(self, kind: type[Any], line: V) -> None:
        if kind in self:
            raise TypeError(f"two lines for {_named(kind)}")
        super().__setitem__(kind, line)

    def enter(self, *kinds: type[Any]) -> Callable[[F], F]:
        """Return a decorator that enters a function under some kinds. Raises ``TypeError`` for a kind that is there."""

        def entered(function: F) -> F:
            self.enter_all(dict.fromkeys(kinds, function))
            return function

        return entered

    def enter_all(self, lines: Mapping[type[Any], Any]) -> None:
        for kind, line in lines.items():
            self[kind] = line


def union_of(kinds: Iterable[type]) -> Any:
    """Return the union of some classes, as a codec reads them: of the acts or the events that a table has lines for."""
    return Union[tuple(kinds)]  # noqa: UP007  # the classes are known when the game is imported, not before
