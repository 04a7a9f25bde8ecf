"""Tables of the two-cloth game that are altered in a thing or two, and what the game makes of them.

    python -m tests.support.dos_panos.altered NAME ...    print answers in full, to lay them beside what they were

Tables that play has reached are altered in a thing or more (:mod:`tests.support.dos_panos.alterations`), so that every
condition comes out both ways. A name is a function, ``module.function``, that is asked about them; the tag of an act,
that was taken at a table and is tried at altered ones; or the tag of an event, that is folded into them.
"""

from __future__ import annotations

import hashlib
import inspect
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, Final
from zlib import crc32

import msgspec
import pytest
from immutables import Map
from msgspec.structs import replace

import tapete.games.dos_panos as room
from tapete.clauses import trace
from tapete.games.baccarat import effects as ef
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import Discard
from tapete.games.baccarat.outcome import Winner
from tapete.games.banked import consequences
from tapete.games.banked.terms import Word
from tapete.games.dos_panos.candidates import all_candidates
from tapete.games.dos_panos.coup.outcome import Score
from tapete.games.dos_panos.coup.settlement import BankOfCoup
from tapete.games.dos_panos.events import StakeReturned
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.rules.bank import AwardWay, DepositPlace
from tapete.games.dos_panos.state import State, Testimony
from tapete.games.dos_panos.terms import CLOTHS, HANDS, BankEnd, BankMode, Cover, Phase, Spot
from tapete.kernel import CHANCE, CLOCK, HOUSE, Accepted, Act, Irregular, PersonId
from tapete.rulebooks.library import house_library
from tapete.table.seats import Position, Row
from tapete.table.staff import Role
from tests.dos_panos.test_accident_at_every_step import STEPS, impossible, offers, reached, reports, ruling
from tests.dos_panos.test_enemies import recorded, varied
from tests.support import ROOT
from tests.support.changes import changes
from tests.support.dos_panos.alterations import (
    FACES,
    PEOPLE,
    PLAYERS,
    SUMS,
    altered,
    amounts,
    any_effect,
    any_fault,
    any_incident,
    any_of,
)
from tests.support.dos_panos.observed import Observed
from tests.support.dos_panos.scenes import SCENES
from tests.support.dos_panos.table import STAFF, Table
from tests.support.dos_panos.troubles import picked_up
from tests.support.dos_panos.walks import BOOKS, walked

GAME: Final = DosPanos()
GOLDEN: Final = ROOT / "tests" / "record" / "golden" / "dos-panos" / "events"
STEPS_FOLLOWED: Final = 30
TABLES: Final = 1700
ASKED, TRIED, FOLDED = 800, 600, 300
"""How often each function is asked, each act tried and each event folded."""


# --- the tables -------------------------------------------------------------------------------------------------------


@cache
def played() -> tuple[Table, ...]:
    """Return the tables that have been played: walks of every rulebook, scenes, and steps of a real table."""
    walks = [one for book in BOOKS for one in walked(book)]
    scenes = [one for make in SCENES for one in make()]
    return (*walks, *scenes, *(reached(step) for step in STEPS), *cases())


@cache
def cases() -> tuple[Observed, ...]:
    """Return real tables at which an accident was reported, and is ruled on as it is proposed."""
    found = []
    for step in STEPS:
        for accident in offers(reached(step)).values():
            for what in list(reports(accident, reached(step).state))[:3]:
                if not impossible(what):
                    made = picked_up(reached(step).fork().do("croupier", what))
                    found.append(made.do("inspector", ruling(made, None)))
    return tuple(found)


@cache
def bases() -> tuple[State, ...]:
    """Return the tables as play reached them, each once."""
    found: dict[str, State] = {}
    for made in played():
        for turn in made.turns:
            state = turn.state
            if state.rules is not None:
                kind = (state.rules.id, state.settings.mode, state.settings.conduct, state.phase)
                key = " ".join((*kind, written(state.coup)))
                found.setdefault(key, state)
    return tuple(found.values())


@cache
def by_phase() -> dict[Phase, tuple[State, ...]]:
    """Return the tables as play reached them by their phases: a few stand in most of them."""
    return {phase: found for phase in Phase if (found := tuple(one for one in bases() if one.phase is phase))}


def any_base(chance: Random) -> State:
    """Return a table as play reached it: of any phase as likely as of any other one, or any of them all."""
    return chance.choice(chance.choice(tuple(by_phase().values())) if chance.random() < 0.7 else bases())


@cache
def tables() -> tuple[State, ...]:
    """Return altered tables, the same in every process."""
    chance = Random(1)
    return tuple(altered(any_base(chance), chance, most) for most in (2, 5, 9) for _ in range(TABLES))


# --- as text ----------------------------------------------------------------------------------------------------------


def _plain(value: Any) -> Any:
    return {str(name): one for name, one in value.items()} if isinstance(value, Map) else str(value)


_encoder = msgspec.json.Encoder(order="deterministic", enc_hook=_plain)


def written(value: Any) -> str:
    """Return a value as text, the same for equal ones in every process."""
    return _encoder.encode(value).decode()


def digest(lines: Iterable[str]) -> str:
    """Return a digest of lines."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


class EndlessError(Exception):
    """What follows by itself at a table that play never reaches does not end."""


@contextmanager
def so_many_steps() -> Iterator[None]:
    """Follow what follows by itself for so many steps and no longer."""
    folded, steps = consequences.fold, 0

    def counted(*given: Any) -> Any:
        nonlocal steps
        steps += 1
        if steps > STEPS_FOLLOWED:
            raise EndlessError
        return folded(*given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(consequences, "fold", counted)
        yield


def answered(ask: Callable[[], Any], before: State | None = None) -> str:
    """Return an answer as text, and the clauses that it rests on; of a table only what has become of it."""
    with trace() as trail, so_many_steps():
        try:
            found = ask()
            if isinstance(found, Iterator):
                found = tuple(found)
            if isinstance(found, State) and before is not None:
                found = changes(before, found)
            if isinstance(found, Accepted | Irregular):
                found = [type(found).__name__, found]
            text = written(found)
        except Exception as error:  # a table that play never reaches may be beyond what a function answers
            text = type(error).__name__
    return f"{text} {sorted(trail.rests_on)} {sorted(trail.weighed)}"


# --- functions --------------------------------------------------------------------------------------------------------


class UnsuitedError(Exception):
    """A parameter of which no value can be drawn."""


def _module(name: str) -> Any:
    return import_module(f"{room.__name__}.{name}")


@cache
def functions() -> dict[str, Callable[..., Any]]:
    """Return the functions of the room that can be asked, by module and name."""
    found: dict[str, Callable[..., Any]] = {}
    for info in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
        module = import_module(info.name)
        for name, value in vars(module).items():
            mine = getattr(value, "__module__", None) == module.__name__
            if name.startswith("_") or not mine or not callable(value) or inspect.isclass(value):
                continue
            try:
                arguments(value, bases()[0], Random(0))
            except UnsuitedError:
                continue
            found[f"{info.name.removeprefix(f'{room.__name__}.')}.{name}"] = value
    for name, value in vars(DosPanos).items():
        if (
            inspect.isfunction(value)
            and not name.startswith("_")
            and not {"library", "events"} & set(value.__code__.co_varnames)
        ):
            try:
                arguments(getattr(GAME, name), bases()[0], Random(0))
            except UnsuitedError:
                continue
            found[f"game.DosPanos.{name}"] = getattr(GAME, name)
    for name, value in vars(State).items():
        if isinstance(value, property):
            found[f"state.table.State.{name}"] = value.fget  # type: ignore[assignment]
    return found


def arguments(ask: Callable[..., Any], state: State, chance: Random) -> tuple[list[Any], dict[str, Any]]:
    """Draw values for the parameters of a function, by what they are and are called."""
    given, named = [], {}
    for name, one in inspect.signature(ask).parameters.items():
        if name == "self":
            given.append(state)
            continue
        value = argument(name, str(one.annotation), state, chance)
        if one.kind is inspect.Parameter.KEYWORD_ONLY:
            named[name] = value
        elif one.kind is inspect.Parameter.VAR_POSITIONAL:
            given.append(value)
        else:
            given.append(value)
    return given, named


def concerned(state: State) -> tuple[PersonId, ...]:
    """Return those whom a table has something to do with: its staff, its banker, hands, stakers, callers, bidders."""
    coup, seats = state.coup, state.seats
    named = (
        state.banker,
        state.croupier(),
        state.depositor,
        state.called_person,
        state.gave_up,
        coup.banco and coup.banco.person,
    )
    holders = (state.holder(cloth) for cloth in CLOTHS)
    laid = (*(one.person for one in coup.laid), *(one.person for one in coup.stakes), *coup.banco_calls)
    bids = () if state.auction is None else tuple(one.person for one in state.auction.window.claims)
    asked = (*(one.person for one in state.seekers), *state.proofs, *state.annulled, *state.barred_winners, *bids)
    waiting = (*seats.waiting_list, *seats.away, *seats.people()[:2], *(one.person for one in seats.standing))
    return tuple(sorted({one for one in (*named, *holders, *laid, *asked, *waiting) if one is not None}))


def _effects(state: State, chance: Random) -> tuple[Any, ...]:
    """Return effects of a ruling: proposed, or offered, or others."""
    open_ones = state.docket.open
    listed = [one.proposed_effects for one in open_ones] + [
        two.effects for one in open_ones for two in one.alternatives
    ]
    waiting = tuple(one.position for one in state.coup.cards.marks.aside) or tuple(sorted(state.coup.early_cards))
    if listed and chance.random() < 0.6:
        return chance.choice(listed)
    if waiting and chance.random() < 0.5:
        return tuple(Discard(one) for one in waiting)
    return tuple(any_effect(state, chance) for _ in range(chance.randrange(3)))


def _group(kind: str, state: State) -> Any:
    """Return the group of rules of a kind."""
    book = state.book
    return next((one for name in book.__struct_fields__ if type(one := getattr(book, name)).__name__ == kind), None)


def argument(name: str, kind: str, state: State, chance: Random) -> Any:
    """Draw a value for one parameter."""
    people = (*PEOPLE, *concerned(state) * 2, HOUSE, CHANCE, CLOCK, PersonId("luz"))
    marks = state.coup.cards.marks
    stakes = state.coup.stakes
    results = {cloth: any_of(chance, *Winner) for cloth in CLOTHS}
    known: dict[str, Callable[[], Any]] = {
        "State": lambda: state,
        "PersonId": lambda: chance.choice(people),
        "PersonId | None": lambda: any_of(chance, None, *people),
        "Hand": lambda: chance.choice(CLOTHS if name in ("cloth", "place_cloth") else HANDS),
        "Hand | None": lambda: any_of(chance, None, *HANDS),
        "Rules": lambda: state.book,
        "Library": house_library,
        "Testimony": lambda: Testimony(chance.choice(PLAYERS), chance.choice(HANDS), chance.randrange(10)),
        "Sourced[tuple[Term, ...]]": lambda: state.book.award.term,
        "Sourced[LimitSource]": lambda: state.book.limits.stake,
        "Act[Any]": lambda: Act(
            chance.choice(people),
            fitting(any_of(chance, "report", "report", "stand"), state, PEOPLE[5], chance),
            state.step,
        ),
        "Word": lambda: any_of(chance, Word.NO, Word.CARTA),
        "Cell": lambda: any_of(chance, *Cell),
        "Phase": lambda: chance.choice(list(Phase)),
        "Spot": lambda: chance.choice(list(Spot)),
        "BankEnd": lambda: chance.choice(list(BankEnd)),
        "BankMode": lambda: chance.choice(list(BankMode)),
        "Party": lambda: chance.choice(list(ef.Party)),
        "Cover": lambda: chance.choice(list(Cover)),
        "int": lambda: chance.randrange(10),
        "int | None": lambda: any_of(chance, None, *range(10)),
        "bool": lambda: chance.random() < 0.5,
        "Cents": lambda: any_of(chance, *SUMS, *amounts(state, PLAYERS[1]), -1, -200_00),
        "Cents | None": lambda: any_of(chance, None, *SUMS),
        "Seats": lambda: state.seats,
        "Seat": lambda: chance.choice(state.seats.labels),
        "Coup": lambda: state.coup,
        "Bank | None": lambda: state.bank,
        "Staff": lambda: state.staff,
        "Fault": lambda: any_fault(state, chance),
        "Incident": lambda: any_of(chance, *state.docket.open * 2, any_incident(state, chance)),
        "Effect": lambda: any_effect(state, chance),
        "tuple[Effect, ...]": lambda: _effects(state, chance),
        "Iterable[Effect]": lambda: _effects(state, chance),
        "Marks": lambda: marks,
        "Score": lambda: Score(chance.randrange(10), chance.random() < 0.5, chance.random() < 0.5),
        "ClothStakes": lambda: stakes,
        "Mapping[Hand, Winner]": lambda: results,
        "dict[Hand, Winner]": lambda: results,
        "Mapping[Hand, int]": lambda: {hand: chance.randrange(10) for hand in HANDS},
        "Mapping[Hand, Cents]": lambda: {cloth: chance.choice(SUMS) for cloth in CLOTHS},
        "BankOfCoup": lambda: BankOfCoup(state.banker or PLAYERS[0], chance.choice(SUMS), state.seats),
        "Collection[PersonId]": lambda: frozenset(chance.sample(PLAYERS, chance.randrange(4))),
        "tuple[Seat, ...]": lambda: tuple(sorted(chance.sample((1, 2, 3, 6, 7), chance.randrange(1, 4)))),
        "Seat | None": lambda: any_of(chance, None, *state.seats.labels),
        "Sequence[Cell]": lambda: tuple(chance.choice(list(Cell)) for _ in range(chance.randrange(3))),
        "tuple[LaidStake, ...]": lambda: state.coup.laid,
        "tuple[str, ...]": lambda: any_of(chance, (), ("a", "b"), ("a", "a")),
        "str": lambda: "DP.B.03" if name == "clause" else any_of(chance, "", *map(str, HANDS), *map(str, PLAYERS)),
        "Hand | str": lambda: chance.choice(HANDS),
        "AdvisedOnFive | None": lambda: any_of(chance, None, *_module("rules.coup").AdvisedOnFive),
    }
    if kind in known:
        return known[kind]()
    if kind.endswith("Rules") and (group := _group(kind, state)) is not None:
        return group
    if (acts := acts_named(kind)) and name == "what":
        act = chance.choice(acts)
        fits = fitting(str(act.__struct_config__.tag), state, chance.choice(people), chance)
        return any_of(chance, act, fits, fits)
    raise UnsuitedError(name, kind)


def an_act(state: State, who: PersonId, chance: Random) -> Act[Any]:
    """Return a report, or now and then another act."""
    return Act(who, fitting(any_of(chance, "report", "report", "stand"), state, PEOPLE[5], chance), state.step)


@cache
def acts_named(kind: str) -> tuple[Any, ...]:
    """Return acts by the name of their type, as recorded and varied."""
    short = kind.rsplit(".", 1)[-1]
    return tuple(one for act in recorded() if type(act).__name__ == short for one in varied(act))


def lines_of_function(name: str) -> Iterator[str]:
    """Yield what a function answers at altered tables."""
    ask, chance = functions()[name], Random(crc32(name.encode()))
    for _ in range(ASKED):
        state = chance.choice(tables())
        given, named = arguments(ask, state, chance)
        yield answered(lambda: ask(*given, **named), state)  # noqa: B023


# --- acts -------------------------------------------------------------------------------------------------------------


@cache
def taken() -> dict[str, tuple[tuple[State, PersonId, Any], ...]]:
    """Return acts that were taken, by their tags: the table before each, and whose it was."""
    found: dict[str, dict[str, tuple[State, PersonId, Any]]] = {}
    for made in played():
        for before, turn in zip((None, *made.turns), made.turns, strict=False):
            for act in turn.acts if before is not None else ():
                assert before is not None
                tag = str(act.body.__struct_config__.tag)
                key = f"{before.state.rules and before.state.rules.id} {before.state.phase} {written(act.body)}"
                found.setdefault(tag, {}).setdefault(key, (before.state, act.by, act.body))
    return {tag: tuple(one.values()) for tag, one in found.items()}


@cache
def tags() -> dict[str, tuple[Any, ...]]:
    """Return the acts of the game by their tags, as recorded and varied."""
    found: dict[str, list[Any]] = {}
    for act in recorded():
        found.setdefault(str(act.__struct_config__.tag), []).extend(varied(act))
    return {tag: tuple(one) for tag, one in found.items()}


def fitting(tag: str, state: State, who: PersonId, chance: Random) -> Any:
    """Return an act of a kind as it may be offered or fits what lies there; else one as it was recorded once."""
    mine = [one for one, _ in all_candidates(state, who) if one.__struct_config__.tag == tag]
    what = chance.choice(mine if mine and chance.random() < 0.6 else tags()[tag])
    number = any_of(chance, state.coup.number, *(one.number for one in state.history), max(state.coup.number - 1, 1))
    there = [one.position for one in state.coup.cards.layout]
    values = {
        "coup": number,
        "position": any_of(chance, *there, *(one.position for one in state.coup.due_cards), 0),
        "face": chance.choice(FACES),
        "second": PersonId("inspector"),
        "serial": any_of(chance, *(one.serial for one in state.docket.open), 1),
        "institution": any_of(chance, "", "Banco A", "banco a ", "Banco B", *state.settings.institutions),
        "place": any_of(chance, *DepositPlace),
        "amount": any_of(chance, *(one for one in amounts(state, who) if one > 0)),
        "person": any_of(chance, *PLAYERS, *sorted(state.seats.away), state.depositor or PLAYERS[0]),
    }
    whole = state.settings.decks * 52
    seldom = {
        "shoes": chance.randrange(4),
        "days": chance.randrange(3),
        "decks": any_of(chance, 0, 1, 3, 6),
        "count": any_of(chance, whole - 1, whole, whole + 1),
        "found": any_of(chance, whole - 1, whole),
        "depth": any_of(chance, None, 1, 5, whole // 2, whole - 5, whole),
        "below": any_of(chance, None, 0, 6, 7, 12, whole - 1, whole),
        "seals": any_of(chance, (), ("a", "b"), ("a", "a"), tuple(sorted(state.broken_seals))[:1]),
        "role": chance.choice(list(Role)),
        "total": chance.randrange(10),
        "hand": chance.choice(HANDS),
        "paid": any_of(chance, None, 0, 10_00, -10_00),
        "mode": chance.choice(list(BankMode)),
        "minimum": any_of(chance, 10_00, 1_000_00),
        "maximum": any_of(chance, 0, 9_99, 10_00, 500_00),
        "bank_minimum": any_of(chance, 0, 10_00, 1_000_00),
        "bank_maximum": any_of(chance, 0, 999_99, 1_000_00, 10_000_00),
        "places": any_of(chance, 0, 3, 5),
        "session": chance.randrange(4),
        "session_shoes": chance.randrange(4),
        "staff": {role: who for role, who in STAFF.items() if chance.random() < 0.9},
        "award": any_of(chance, None, state.standing_award),
        "rulebook": any_of(chance, *BOOKS, "none"),
        "is_in_house": chance.random() < 0.5,
        "needs_director": chance.random() < 0.5,
        "is_of_house": chance.random() < 0.5,
        "fault_of": any_of(chance, None, *ef.Party),
    }
    seldom = {name: value for name, value in seldom.items() if chance.random() < 0.3}
    often = {name: value for name, value in values.items() if chance.random() < 0.7}
    fits = {name: value for name, value in (seldom | often).items() if name in what.__struct_fields__}
    if state.seekers and {"person", "amount"} & set(fits) and chance.random() < 0.4:
        asked = chance.choice(state.seekers)
        fits |= {name: getattr(asked, name) for name in ("person", "amount") if name in what.__struct_fields__}
    return replace(what, **fits) if chance.random() < 0.7 else what


def lines_of_act(tag: str) -> Iterator[str]:
    """Yield what becomes of an act at tables at which it was taken, and that are altered since; and at any."""
    chance, known = Random(crc32(tag.encode())), taken().get(tag, ())
    for _ in range(TRIED):
        if tag == "open-table" and chance.random() < 0.8:
            state, who = GAME.blank(), any_of(chance, HOUSE, HOUSE, HOUSE, HOUSE, PEOPLE[0])
            what = fitting(tag, chance.choice(tables()), who, chance)
        elif known and chance.random() < 0.8:
            state, who, what = chance.choice(known)
            state = altered(state, chance, 2)
            who = chance.choice(PEOPLE) if chance.random() < 0.1 else who
            what = chance.choice(list(varied(what))) if chance.random() < 0.15 else what
            what = fitting(tag, state, who, chance) if chance.random() < 0.2 else what
        else:
            state, what = chance.choice(tables()), chance.choice(tags()[tag])
            who = any_of(chance, *PEOPLE, HOUSE, CHANCE, CLOCK)
            what = fitting(tag, state, who, chance) if chance.random() < 0.7 else what
        yield answered(lambda: GAME.decide(state, Act(who, what, state.step)))  # noqa: B023


# --- events -----------------------------------------------------------------------------------------------------------


@cache
def happened() -> dict[str, tuple[Any, ...]]:
    """Return events by their tags, each once, as they came in play, and one of each as it was recorded once."""
    decoder = msgspec.json.Decoder(GAME.event_types)
    found: dict[str, dict[str, Any]] = {}
    for event in (decoder.decode(file.read_bytes()) for file in sorted(GOLDEN.glob("*.json"))):
        found.setdefault(str(event.__struct_config__.tag), {})[written(event)] = event
    for made in played():
        for turn in made.turns:
            for event in turn.events:
                found.setdefault(str(event.__struct_config__.tag), {}).setdefault(written(event), event)
    return {tag: tuple(one.values()) for tag, one in found.items()}


def another(event: Any, state: State, chance: Random) -> Any:
    """Return an event with a part or two of it changed."""
    there = [one.position for one in state.coup.cards.layout] or [0]
    cards = dict.fromkeys(("position", "serial"), (*there, *(one.serial for one in state.docket.open)))
    values: dict[str, tuple[Any, ...]] = {
        **cards,
        "person": (*PLAYERS, *((state.banker,) if state.banker else ())),
        "cloth": CLOTHS,
        "seat": state.seats.labels or (1,),
        "amount": SUMS,
        "phase": tuple(Phase),
        "way": tuple(AwardWay),
        "end": tuple(BankEnd),
        "goes_to": (None, Position(1), Position(2, Row.SECOND), Position(3, Row.STANDING)),
        "cover": tuple(Cover),
        "sha256": (state.sha256, *(one.state.sha256 for one in walked(BOOKS[1])[:1])),
        "effects": tuple(tuple(any_effect(state, chance) for _ in range(n)) for n in (1, 2)),
        "winners": tuple({cloth: any_of(chance, *Winner) for cloth in CLOTHS[:n]} for n in (1, 2)),
    }
    if isinstance(event, StakeReturned) and state.coup.stakes and chance.random() < 0.9:
        plays = chance.choice(state.coup.stakes)
        return replace(event, person=plays.person, cloth=plays.cloth, amount=any_of(chance, plays.amount, 1))
    for name in event.__struct_fields__:
        if name in values and chance.random() < 0.5:
            event = replace(event, **{name: chance.choice(values[name])})
        elif isinstance(getattr(event, name), bool) and chance.random() < 0.3:
            event = replace(event, **{name: not getattr(event, name)})
    return event


def lines_of_event(tag: str) -> Iterator[str]:
    """Yield what an event makes of altered tables."""
    chance = Random(crc32(tag.encode()))
    for _ in range(FOLDED):
        state = altered(any_base(chance), chance, 3)
        event = another(chance.choice(happened()[tag]), state, chance)
        yield answered(lambda: GAME.evolve(state, event), state)  # noqa: B023


# --- all of them ------------------------------------------------------------------------------------------------------


def lines_of(name: str) -> Iterator[str]:
    """Yield the answers under a name."""
    kind, _, rest = name.partition(" ")
    return {"function": lines_of_function, "act": lines_of_act, "event": lines_of_event}[kind](rest)


@cache
def names() -> tuple[str, ...]:
    """Return everything that is asked."""
    return (
        *(f"function {one}" for one in sorted(functions())),
        *(f"act {one}" for one in sorted(tags())),
        *(f"event {one}" for one in sorted(happened())),
    )


if __name__ == "__main__":
    for wanted in names():
        if wanted.partition(" ")[2] in sys.argv[1:]:
            print(*(f"{wanted} {line}" for line in lines_of(wanted)), sep="\n")
