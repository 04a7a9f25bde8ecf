"""Tables of the two-cloth game that are altered in a thing or two, and what the game makes of them.

    python -m tests.support.dos_panos.altered             write down what is answered now
    python -m tests.support.dos_panos.altered NAME ...    print answers in full, to lay them beside what they were

Tables that play has reached are altered in a thing or more (:mod:`tests.support.dos_panos.alterations`), so that every
condition comes out both ways. A name is a question to the game; the tag of an act, that was taken at a table and is
tried at altered ones; or the tag of an event, that is folded into them.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from random import Random
from typing import Any, Final
from zlib import crc32

import msgspec
import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.clauses import trace
from tapete.games.baccarat import effects as ef
from tapete.games.baccarat.outcome import Winner
from tapete.games.banked import consequences
from tapete.games.dos_panos.candidates import all_candidates
from tapete.games.dos_panos.events import StakeReturned
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.rules.bank import AwardWay, DepositPlace
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, HANDS, BankEnd, BankMode, Cover, Phase
from tapete.kernel import CHANCE, CLOCK, HOUSE, Accepted, Act, Irregular, PersonId
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
    any_of,
)
from tests.support.dos_panos.observed import Observed
from tests.support.dos_panos.scenes import SCENES
from tests.support.dos_panos.table import STAFF, Table
from tests.support.dos_panos.troubles import picked_up
from tests.support.dos_panos.walks import BOOKS, walked

GAME: Final = DosPanos()
GOLDEN: Final = ROOT / "tests" / "record" / "golden" / "dos-panos" / "events"
KEPT: Final = ROOT / "tests" / "dos_panos" / "altered.txt"
STEPS_FOLLOWED: Final = 30
TABLES: Final = 1700
ASKED, TRIED, FOLDED = 4000, 600, 300
"""How often each question is asked, each act tried and each event folded."""


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


# --- questions --------------------------------------------------------------------------------------------------------


QUESTIONS: Final[dict[str, Callable[[State, PersonId | None, Random], Any]]] = {
    "view": lambda state, viewer, chance: GAME.view(state, viewer),
    "legal": lambda state, viewer, chance: GAME.legal(state, viewer),
    "explain": lambda state, viewer, chance: GAME.explain(state, viewer),
    "reportable": lambda state, viewer, chance: GAME.reportable(state, viewer),
    "draw-awaited": lambda state, viewer, chance: GAME.draw_awaited(state),
    "time-limit": lambda state, viewer, chance: GAME.time_limit(state),
    "cards-on-table": lambda state, viewer, chance: GAME.cards_on_table(state),
    "problems": lambda state, viewer, chance: GAME.problems(state),
    "preview": lambda state, viewer, chance: GAME.preview(
        state, Act(viewer or HOUSE, fitting("report", state, PEOPLE[5], chance), state.step)
    ),
}
"""What is asked of a table, besides what an act or an event makes of it."""
OF_STAFF: Final = frozenset({"reportable", "preview"})
"""Questions that only staff are answered."""


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


def lines_of_question(name: str) -> Iterator[str]:
    """Yield what a question is answered at altered tables, by the public, the people there and others."""
    ask, chance = QUESTIONS[name], Random(crc32(name.encode()))
    for _ in range(ASKED):
        state = chance.choice(tables())
        viewer = any_of(chance, None, *PEOPLE, *concerned(state) * 2, *STAFF.values())
        if name in OF_STAFF and chance.random() < 0.8:
            viewer = chance.choice(tuple(STAFF.values()))
        yield answered(lambda: ask(state, viewer, chance))  # noqa: B023


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
    return {"question": lines_of_question, "act": lines_of_act, "event": lines_of_event}[kind](rest)


@cache
def names() -> tuple[str, ...]:
    """Return everything that is asked."""
    return (
        *(f"question {one}" for one in QUESTIONS),
        *(f"act {one}" for one in sorted(tags())),
        *(f"event {one}" for one in sorted(happened())),
    )


@cache
def kept() -> dict[str, str]:
    """Return the digest of the answers under each name, as it was written down."""
    return dict(row.split("\t") for row in KEPT.read_text("utf-8").splitlines())  # type: ignore[arg-type]


if __name__ == "__main__":
    if not sys.argv[1:]:
        KEPT.write_text("".join(f"{one}\t{digest(lines_of(one))}\n" for one in names()), "utf-8")
    for wanted in names():
        if wanted.partition(" ")[2] in sys.argv[1:]:
            print(*(f"{wanted} {line}" for line in lines_of(wanted)), sep="\n")
