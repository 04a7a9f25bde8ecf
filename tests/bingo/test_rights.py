"""Who may do what in a hall: each act of the recorded games is tried by every post, by players, by the establishment
and by strangers. ``rights.toml`` says from whom it is taken.
"""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from msgspec.structs import replace

from tapete.games.bingo import acts as a
from tapete.games.bingo.game import BINGO
from tapete.games.bingo.terms import POSTS, CheckItem, Phase
from tapete.kernel import HOUSE, SYSTEM, Act, PersonId, Refused
from tapete.record.codec import members, tag_of
from tapete.record.notation import play, read_notation
from tapete.record.notation.books import with_rulebooks
from tapete.table.acts import CashOut, Relieve
from tapete.table.staff import Role
from tests.support.bingo.endings import FOLDER
from tests.support.bingo.hall import CALLER, CHIEF, MANAGER

RIGHTS: Final[dict[str, list[str]]] = tomllib.loads((Path(__file__).parent / "rights.toml").read_text("utf-8"))
STRANGER: Final = PersonId("zz-stranger")
EACH: Final = 2
"""So many moments of each act in each window are tried."""
ELSEWHERE: Final = {
    "cover-shortfall": "test_house_options.py",
    "find-balls-sound": "test_balls_between_games.py",
    "take-call-back": "test_calls_taken_back.py",
    "vacate-post": "test_sellers.py",
    "mark-number": "test_clauses_of_the_draw.py",
}
"""Acts that no recorded game has: where they are tried."""
MORE: Final = (
    (Phase.CHECKS, MANAGER, a.FailCheck(CheckItem.SOUND)),
    (Phase.CHECKS, "ana", a.Witness()),
    (Phase.CHECKS, MANAGER, a.CloseHall()),
    (Phase.SALE, CALLER, a.TakeCardsBack("B-1047", 1, 1)),
    (Phase.SALE, "ana", a.WantCards("B-1047", 1)),
    (Phase.READY, CHIEF, a.WriteEntry("queja")),
    (Phase.VOID, "ana", CashOut(1)),
    (Phase.READY, MANAGER, Relieve(Role.CALLER, PersonId("sara"))),
    (Phase.DRAW_LINE, "ana", a.ReportDefect(1)),
)
"""Acts that no recorded game has: in which window of one they are tried, and as whose."""


class Moment(NamedTuple):
    """An act of a person that the hall took."""

    engine: Any
    state: Any
    act: Act[Any]


@cache
def moments() -> tuple[Moment, ...]:
    """Return some moments for each act in each window of the recorded games."""
    known: Counter[tuple[str, str, str]] = Counter()
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        notation = read_notation(path)
        played, engine = play(BINGO, notation), with_rulebooks(BINGO, notation)
        assert played.opening is not None
        state = played.opening.state
        for turn in played.turns:
            if not isinstance(turn.outcome, Refused):
                one = turn.acts[0]
                key = (tag_of(type(one.body)), str(state.phase), str(getattr(one.body, "role", "")))
                if not one.body.is_of_system and known[key] < EACH:
                    known[key] += 1
                    found.append(Moment(engine, state, one))
            state = turn.state
            for phase, by, what in MORE:
                key, act = (tag_of(type(what)), str(phase), ""), Act(PersonId(by), what, engine.step(state))
                if state.phase == phase and not known[key] and not isinstance(engine.decide(state, act), Refused):
                    known[key] += 1
                    found.append(Moment(engine, state, act))
    return tuple(found)


def as_people(state: Any, act: Act[Any]) -> Iterator[tuple[str, PersonId]]:
    """Yield everybody who might do an act, each post in a person of its own, with what he is."""
    staff = {**state.staff, Role.ADMISSION: PersonId("door")}
    yield from ((str(role), staff[role]) for role in sorted(POSTS) if role in staff)
    yield "establishment", HOUSE
    yield "stranger", STRANGER
    if act.by not in staff.values() and act.by not in SYSTEM:
        yield "player", act.by


@cache
def taken() -> dict[str, set[str]]:
    """Return from whom each act was taken."""
    found: dict[str, set[str]] = defaultdict(set)
    for engine, state, act in moments():
        manned = replace(state, staff=state.staff.set(Role.ADMISSION, PersonId("door")))
        tag = tag_of(type(act.body))
        for name, who in as_people(manned, act):
            if not isinstance(engine.decide(manned, Act(who, act.body, act.at)), Refused):
                found[tag].add(name)
    return dict(found)


@pytest.mark.parametrize("tag", sorted(RIGHTS))
def test_an_act_is_taken_from_those_alone_whose_act_it_is(tag: str) -> None:
    if tag in ELSEWHERE:
        assert tag not in taken(), "it is tried here now: strike it off"
    else:
        assert sorted(taken()[tag]) == RIGHTS[tag]


def test_every_act_of_people_has_its_line() -> None:
    acts = {tag_of(one) for one in members(BINGO.act_types) if not one.is_of_system}
    assert acts - {"open-hall"} == set(RIGHTS)
    assert set(ELSEWHERE) <= set(RIGHTS)
    named = {one for allowed in RIGHTS.values() for one in allowed}
    assert named <= {*map(str, POSTS), "establishment", "player", "stranger"}
