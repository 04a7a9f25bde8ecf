"""Acts, events and answers: what somebody does, what is so from then on, and what a game says to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Generic, NewType, TypeVar, get_args

import msgspec

from tapete.clauses import Cite, Fault, is_traced, trace, weigh
from tapete.money import cents_note

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
    where the record is short of room it waits, while everything that ends a cycle goes on. An act that ``is_of_system``
    is done by chance, the clock or the hall; nobody sends it, unless a table offers it to somebody who keys it. The
    private values of an act that ``keeps_secret`` are never shown, and what comes later may follow from them; one that
    ``is_decided_without_secret`` leads to the same where they are ``None`` because nobody may read them. An act that
    ``is_beside_record`` is a person's own note: a live table keeps it for him alone, and no record has it.
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
    """Return a Fault if the person id is malformed."""
    return None if re.search(_ACTOR, person) else Fault("person-malformed", {"person": str(person)})


def answer(act: Act[Any], decision: Callable[[], Decision]) -> Outcome:
    """Run the inner decision of an act and join the clauses that decided to its answer.

    Those that were looked at and did not decide are only weighed, also for whoever traces the answer.
    """
    with trace() as trail:
        found = require_person_id(act.by) or decision()
    weigh(*trail.weighed)
    match found:
        case Fault():
            return Refused(found.code, found.facts, found.clauses, found.clauses or trail.applied_before(found))
        case Irregular():
            return Ruled(found.events, trail.rests_on, found.faults)
        case _:
            return Accepted(found, trail.rests_on)


def is_accepted(by: PersonId, decision: Callable[[], Decision]) -> bool:
    """Return True if :func:`answer` would not refuse an act of ``by``: for those who try many acts and keep no answer.

    What was looked at is weighed for whoever traces it; where nobody does, no clause is collected.
    """
    if require_person_id(by):
        return False
    if not is_traced():
        return not isinstance(decision(), Fault)
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
    """Return what a parser says of a value as a fact of a sentence: the field, its bounds and unit, and what was given.

    ``kinds`` is the type that ``tree`` was read as, or a union of tagged ones.
    """
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
    code = "unfit" if least is None else f"unfit-least-{unit}" if most is None else f"unfit-{unit}"
    return _unfit(code, act=str(tag or ""), field=field, given=shown, least=least, most=most)


def _unfit(code: str, **facts: Any) -> dict[str, Any]:
    return {"topic": "error", "code": code, "facts": facts}


def _within(hint: Any) -> Iterator[Any]:
    """Yield a type and the types in it."""
    yield hint
    for inner in get_args(hint):
        yield from _within(inner)
