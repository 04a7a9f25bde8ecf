"""The course of a coup: the acts that leave nobody a choice are done, the choices are asked of the caller."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from tapete.kernel import (
    ActBody,
    Amount,
    Choice,
    Count,
    Field,
    FixedValue,
    Offer,
    People,
    Refused,
    Scalar,
    Several,
    Step,
)
from tapete.play import UsageError, acts_of
from tapete.table.seats import Seats
from tapete.table.staff import Staff
from tapete.words import refusal

if TYPE_CHECKING:
    from tapete.front.table import Table

MOST_TIMES = 3
"""How often one person does one act without being asked at one step of the table: two cards of a hand, a third one."""

NOT_TOLD = frozenset({"not-your-post", "nothing-staked"})
"""Refusals of the closing words that are no reason why the betting is open: of others than who closes it, and that
nothing was staked.
"""

S = TypeVar("S")
T = TypeVar("T", bound="Table[Any]")


class Customs(msgspec.Struct, Generic[S], frozen=True):
    """How the procedure of a game is carried on without asking.

    ``people`` returns those who may act, the staff first. ``phases`` are the game's; ``coup`` those from the opening
    of the betting to the payment, ``betting`` the one in which stakes are made. ``routine`` names the acts that are
    done whenever they are the next step, the first of them first, whatever else their author might do; those in
    ``players`` are done by a player where the staff may do them too; ``usual`` says
    which value of a field is usual where an offer leaves a range («least», «most», «middle»); an act in ``asked`` is
    never done without an answer, even where it is the only one.
    """

    people: Callable[[S], Iterable[str]]
    phases: type[StrEnum]
    betting: str
    coup: frozenset[str]
    routine: tuple[str, ...]
    players: frozenset[str]
    asked: frozenset[str]
    usual: Mapping[str, str] = {}


def at_table(staff: Staff, seats: Seats) -> tuple[str, ...]:
    return (*(who for _, who in sorted(staff.items())), *seats.people())


class AwaitedPerson(msgspec.Struct, frozen=True):
    """A person of whom the table awaits an act, and what he may do to carry it on."""

    table: Any
    person: str
    offers: tuple[Offer, ...]

    def __str__(self) -> str:
        return f"{self.person} ({'; '.join(dict.fromkeys(map(_told, self.offers)))})"


Answer = ActBody | Sequence[ActBody] | Callable[[AwaitedPerson], ActBody | None]
Answers = Mapping[str, Answer] | Callable[[AwaitedPerson], ActBody | None]
Stakes = Mapping[str, ActBody | Sequence[ActBody]]


class DecisionAwaitedError(Exception):
    """A coup does not go on by itself: somebody has a choice. ``table`` is how far it got, ``awaited`` who chooses."""

    def __init__(self, table: Table[Any], awaited: tuple[AwaitedPerson, ...]) -> None:
        step = table.game.step(table.state)
        whom = ", ".join(map(str, awaited)) or "nobody has an act that carries it on"
        wanting = why_open(table) if step.phase == table.customs.betting else ""
        super().__init__(f"the table stands at «{step.phase}» and awaits a decision: {whom}.{wanting}")
        self.table, self.awaited = table, awaited


def why_open(table: Table[Any]) -> str:
    """Return why the betting is still open: what refuses the closing words, or that no stake plays."""
    closing = next((one for one in acts_of(table.game.act_types) if _tag_of(one) == "close-bets"), None)
    codes = {} if closing is None else {one.code: one for one in _refusals(table, closing())}
    others = [refusal(code, one.facts, "en") for code, one in codes.items() if code not in NOT_TOLD]
    return " " + (others[0] if others else "No stake plays: say what is staked.")


def _refusals(table: Table[Any], what: ActBody) -> Iterable[Refused]:
    outcomes = (table.attempt(what, person).outcome for person in table.people())
    return (one for one in outcomes if isinstance(one, Refused))


def _told(offer: Offer) -> str:
    fields = ", ".join(f"{name} {_range(field)}" for name, field in offer.fields.items())
    return f"{offer.act}: {fields}" if fields else offer.act


def _range(field: Field) -> str:
    match field:
        case FixedValue(value=value):
            return str(value)
        case Choice(options=options) | People(options=options):
            return " or ".join(map(str, options))
        case Several(options=options, least=least, most=most):
            return f"{least} to {most} of {', '.join(map(str, options))}"
        case Amount(minimum=low, maximum=high) | Count(minimum=low, maximum=high):
            return f"{low} or more" if high is None else f"{low} to {high}"
        case _:
            return "to be said"


def awaited_people(table: Table[S]) -> tuple[AwaitedPerson, ...]:
    found = ((one, tuple(offer for offer in table.legal(one) if offer.main)) for one in table.people())
    return tuple(AwaitedPerson(table, person, offers) for person, offers in found if offers)


def advance(table: T, until: str, answers: Answers | None) -> T:
    """Carry a table on up to a phase."""
    _require_phase(table, until)
    oracle, first = _Oracle(answers), table.game.step(table.state).cycle
    while (step := table.game.step(table.state)).phase != until:
        if step.cycle > first + 1:
            raise UsageError(f"a whole coup went by without the phase «{until}»")
        table = _next(table, oracle)
    return table


def play_coup(table: T, stakes: Stakes, answers: Answers | None, until: str | None) -> T:
    """Play the coup that is in play, else the next one, up to a phase or to its end."""
    if until is not None:
        _require_phase(table, until)
    oracle, customs, begun = _Oracle(answers), table.customs, False
    pending = {person: _several(acts) for person, acts in _by_person(stakes, "stakes").items()}
    while True:
        phase = table.game.step(table.state).phase
        if phase == until or (begun and phase not in customs.coup):
            return table
        begun = phase in customs.coup
        if phase == customs.betting and pending:
            for person, acts in pending.items():
                for what in acts:
                    table = table.do(what, by=person)
            pending = {}
        else:
            table = _next(table, oracle)


def _require_phase(table: Table[Any], until: str) -> None:
    known = [str(phase) for phase in table.customs.phases]
    if until not in known:
        raise UsageError(f"{until!r} is no phase of {table.game.key}: {', '.join(known)}")


def _several(acts: Any) -> tuple[Any, ...]:
    return tuple(acts) if isinstance(acts, list | tuple) else (acts,)


def _by_person(given: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise UsageError(f"{name} are given by person, such as {{'ana': ...}}")
    return given


def _asks(answer: object) -> bool:
    """Return True if an answer is a function that is asked, and no act or class of acts."""
    return callable(answer) and not isinstance(answer, type)


class _Oracle:
    """The caller's answers: each act that was given beforehand is used once."""

    def __init__(self, answers: Answers | None) -> None:
        self.everybody: Any = answers if _asks(answers) else None
        own: Mapping[str, Any] = {} if answers is None or self.everybody else _by_person(answers, "answers")  # type: ignore[arg-type]
        self.asked = {person: one for person, one in own.items() if _asks(one)}
        self.given: dict[str, list[ActBody]] = {
            person: list(_several(one)) for person, one in own.items() if not _asks(one)
        }
        self.times: Counter[tuple[Step, str, str]] = Counter()
        for what in (one for several in self.given.values() for one in several):
            if not isinstance(what, ActBody):
                raise UsageError(f"{what!r} is no answer: an answer is an act, such as Leave(), or a function")

    def may_repeat(self, table: Table[Any], person: str, what: ActBody) -> bool:
        """Return True if an act that nobody asked for may be done, and count it: one that carries nothing on stops."""
        key = (table.game.step(table.state), person, str(what))
        self.times[key] += 1
        return self.times[key] <= MOST_TIMES

    def answer(self, one: AwaitedPerson) -> ActBody | None:
        """Return what the caller has a person do, ``None`` where he says nothing."""
        ask = self.asked.get(one.person, self.everybody)
        if ask is not None:
            found: ActBody | None = ask(one)
            return found
        tags = {offer.act for offer in one.offers}
        given = self.given.get(one.person, [])
        for at, what in enumerate(given):
            if _tag(what) in tags:
                return given.pop(at)
        return None


def _tag_of(kind: type[ActBody]) -> str:
    return str(kind.__struct_config__.tag)


def _tag(what: object) -> str:
    return _tag_of(type(what)) if isinstance(what, ActBody) else ""


def _next(table: T, oracle: _Oracle) -> T:
    """Do the next act: an answer of the caller, else what is routine, else what is somebody's only act."""
    waiting = awaited_people(table)
    for one in waiting:
        if (what := oracle.answer(one)) is not None:
            return table.do(what, by=one.person)
    for person, offer in (*_routine(table, waiting), *_only(table, waiting)):
        made = _act(table, offer)
        if made is not None and oracle.may_repeat(table, person, made):
            return table.do(made, by=person)
    raise DecisionAwaitedError(table, waiting)


def _routine(table: Table[Any], waiting: tuple[AwaitedPerson, ...]) -> list[tuple[str, Offer]]:
    customs = table.customs
    found = [
        (customs.routine.index(offer.act), -place if offer.act in customs.players else place, one.person, offer)
        for place, one in enumerate(waiting)
        for offer in one.offers
        if offer.act in customs.routine
    ]
    return [(person, offer) for _, _, person, offer in sorted(found, key=lambda one: one[:2])]


def _only(table: Table[Any], waiting: tuple[AwaitedPerson, ...]) -> list[tuple[str, Offer]]:
    single = [(one.person, one.offers[0]) for one in waiting if len(one.offers) == 1]
    return [(person, offer) for person, offer in single if offer.act not in table.customs.asked]


def _act(table: Table[Any], offer: Offer) -> ActBody | None:
    """Return the one act that an offer leaves, or the usual one of its range; ``None`` where it leaves a choice."""
    kind = next(one for one in acts_of(table.game.act_types) if _tag_of(one) == offer.act)
    values: dict[str, Any] = {"act": offer.act}
    for name in kind.__struct_fields__:
        if name in offer.fields:
            value = _value(offer.fields[name], table.customs.usual.get(f"{offer.act}.{name}", ""))
            if value is None:
                return None
            values[name] = value
    made: ActBody = msgspec.convert(values, kind)
    return made


def _value(field: Field, usual: str) -> Scalar:
    match field:
        case FixedValue(value=value):
            return value
        case Choice(options=(only,)) | People(options=(only,)):
            return only
        case Amount() | Count():
            return field.minimum if field.minimum == field.maximum else _usual(field.minimum, field.maximum, usual)
        case _:
            return None


def _usual(low: int | None, high: int | None, usual: str) -> int | None:
    match usual:
        case "least":
            return low
        case "most":
            return high
        case "middle" if low is not None and high is not None:
            return (low + high) // 2
        case _:
            return None
