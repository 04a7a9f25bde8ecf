"""Who may do what at a table with a banker: every act of people, at moments that recorded tables and evenings reach, is
tried by every post that there is, by players and by strangers. ``rights.toml`` says from whom it is taken.

Punto y banca has a matrix of its own: ``tests/punto_banco/test_permission_matrix.py``.
"""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from msgspec import ValidationError
from msgspec.structs import replace

from tapete.bots.act_builder import act_kinds, build_act
from tapete.catalogue import house_games
from tapete.games.banked.acts import StandIn
from tapete.games.chemin_de_fer.acts import AcceptShare, OfferShare, TakeOverShare, WithdrawShare
from tapete.games.dos_panos.terms import BankMode
from tapete.kernel import HOUSE, SYSTEM, Act, PersonId, Refused, fold
from tapete.play import ActResult
from tapete.record.codec import members, tag_of
from tapete.record.notation import play, read_notation
from tapete.table.acts import Relieve
from tapete.table.conduct import Conduct
from tapete.table.staff import Role
from tapete.table.waiting import JoinList, LeaveList
from tests.support import ROOT
from tests.support.chemin_de_fer.table import opened
from tests.support.dos_panos import evening as dos_panos
from tests.tables.test_checks_decide import EVENINGS, evening

RIGHTS: Final = tomllib.loads((Path(__file__).parent / "rights.toml").read_text("utf-8"))
FOLDERS: Final = tuple(ROOT / "tests" / one for one in ("tables/chemin-de-fer", "tables/dos-panos", "record/tables"))
STRANGER: Final = PersonId("zz-stranger")
EACH: Final = 4
"""So many moments of each act in each phase are tried."""
GAMES: Final = {key: game for key, game in house_games().items() if key in RIGHTS}


ALWAYS: Final[dict[str, tuple[Any, ...]]] = {
    "chemin-de-fer": (StandIn,),
    "dos-panos": (StandIn,),
}
"""Acts that are tried at every moment too, since nobody is offered them."""

RECORDING: Final = frozenset({"chemin-de-fer"})
"""Games of which every moment is tried at a real table too."""

ELSEWHERE: Final = {
    ("chemin-de-fer", "adopt-rulebook"): "chemin_de_fer/test_opening_and_documents.py",
    ("chemin-de-fer", "stand-in"): "chemin_de_fer/test_absence_matrix.py",
    ("dos-panos", "adopt-rulebook"): "dos_panos/test_equipment.py",
    ("dos-panos", "associate"): "dos_panos/test_cards.py",
    ("dos-panos", "check-cards"): "dos_panos/test_settling.py",
    ("dos-panos", "note-act"): "dos_panos/test_real_tables.py::test_nobody_else_notes_anything",
    ("dos-panos", "set-options"): "dos_panos/test_equipment.py",
    ("dos-panos", "stand-in"): "dos_panos/test_absence_matrix.py",
}
"""Acts that none of these moments takes from anybody: where they are tried."""


class Moment(NamedTuple):
    """An act of a person that the table took."""

    state: Any
    act: Act[Any]


@cache
def recorded(game: str) -> tuple[Moment, ...]:
    """Return the acts that were accepted at the recorded tables of a game and in its evenings, each with what was
    before it.
    """
    found = []
    for path in sorted(path for folder in FOLDERS for path in folder.glob("*.toml")):
        notation = read_notation(path)
        if notation.game == game:
            run = play(GAMES[game], notation)
            found += _moments(GAMES[game].blank(), () if run.opening is None else (run.opening,))
            found += _moments(run.opening.state if run.opening else GAMES[game].blank(), run.turns)
    if game in EVENINGS:
        for seed in range(2):
            found += [Moment(one.state, one.act) for one in evening(game, seed) if not isinstance(one.outcome, Refused)]
    if game == "chemin-de-fer":  # no recorded table has an associate who asked to leave
        bank = opened().bank(300_00).do("ana", OfferShare(100_00)).do("bea", AcceptShare("ana"))
        leaving = bank.do("ana", WithdrawShare()).state
        found.append(Moment(leaving, Act(PersonId("bea"), TakeOverShare(PersonId("ana")), leaving.step)))
    if game == dos_panos.GAME.key:
        for mode in BankMode:
            walked = dos_panos.Evening(f"rights-{mode}", mode=mode).play(6)
            found += _moments(GAMES[game].blank(), walked.turns)
    return tuple(found)


def _moments(state: Any, turns: Iterable[ActResult[Any]]) -> Iterator[Moment]:
    for turn in turns:
        if not isinstance(turn.outcome, Refused):
            yield Moment(state, turn.acts[0])
        state = turn.state


def as_recorded(game: str, moment: Moment) -> Iterator[Moment]:
    """Yield a moment, and the same at a table where the croupier records what people do."""
    yield moment
    if game in RECORDING:
        settings = replace(moment.state.settings, conduct=Conduct.OBSERVED)
        yield Moment(replace(moment.state, settings=settings), moment.act)


@cache
def moments(game: str) -> tuple[Moment, ...]:
    """Return some of them for each act in each phase, and what somebody is offered at these moments besides."""
    known: Counter[tuple[str, str, str]] = Counter()
    engine, chance = GAMES[game], Random(game)
    kinds = act_kinds(engine.act_types)

    def some(among: Iterable[Moment]) -> Iterator[Moment]:
        for one in among:
            key = (tag_of(type(one.act.body)), str(one.state.phase), str(getattr(one.act.body, "role", "")))
            if not one.act.body.is_of_system and known[key] < EACH:
                known[key] += 1
                yield one

    def offered(states: Iterable[Any]) -> Iterator[Moment]:
        for state in states:
            people = (*state.staff.values(), *state.seats.occupants.values(), STRANGER)
            for who in dict.fromkeys(people):
                for offer in engine.legal(state, who):
                    with suppress(ValidationError):  # a text at random is no name
                        yield Moment(state, Act(who, build_act(kinds, offer, chance), engine.step(state)))
            new = PersonId("zz-new")
            tried = (*(Relieve(role, new) for role in state.staff), *(one() for one in ALWAYS.get(game, ())))
            for one in tried:
                yield Moment(state, Act(HOUSE, one, engine.step(state)))

    def joined(among: Iterable[Moment]) -> Iterator[Moment]:
        for one in among:
            if isinstance(one.act.body, JoinList):
                guest = PersonId("zz-guest")
                outcome = engine.decide(one.state, Act(guest, one.act.body, engine.step(one.state)))
                if not isinstance(outcome, Refused):
                    listed = fold(engine.evolve, one.state, outcome.events)
                    yield Moment(listed, Act(guest, LeaveList(), engine.step(listed)))

    found = [one for moment in some(recorded(game)) for one in as_recorded(game, moment)]
    found += some(offered([one.state for one in found]))
    return (*found, *some(joined(found)))


def askers(moment: Moment) -> Iterator[tuple[str, PersonId, Any]]:
    """Return everybody who tries an act: kind, name, and the table with him at it."""
    state, act = moment.state, moment.act
    yield "establishment", HOUSE, state
    is_post = act.by in state.staff.values()
    yield from ((str(role), act.by, state) for role, holder in state.staff.items() if holder == act.by)
    if not is_post and act.by not in SYSTEM:
        yield "player", act.by, state
    for seat in sorted(state.seats.occupants):
        if state.seats.occupants[seat] != act.by:
            yield "player", state.seats.occupants[seat], state
    yield "stranger", STRANGER, state
    for role in Role:
        who = PersonId(f"zz-{role}")
        yield str(role), who, replace(state, staff=type(state.staff)({**state.staff, role: who}))


@cache
def found(game: str) -> dict[str, frozenset[str]]:
    """Return, for each act, the kinds of people from whom some table has taken it."""
    engine, may = GAMES[game], defaultdict(set)
    for moment in moments(game):
        tag = tag_of(type(moment.act.body))
        for kind, who, state in askers(moment):
            outcome = engine.decide(state, Act(who, moment.act.body, engine.step(state)))
            if not isinstance(outcome, Refused):
                may[tag].add(kind)
    return {tag: frozenset(kinds) for tag, kinds in may.items()}


def of_people(game: str) -> set[str]:
    """Return the acts of a game that people do."""
    return {tag_of(one) for one in members(GAMES[game].act_types) if not one.is_of_system}


@pytest.mark.parametrize("game", GAMES)
def test_every_act_of_people_has_a_row_and_is_met(game: str) -> None:
    assert set(RIGHTS[game]) == of_people(game)
    assert {tag for tag, kinds in RIGHTS[game].items() if kinds} == set(found(game))
    assert {tag for tag, kinds in RIGHTS[game].items() if not kinds} == {tag for key, tag in ELSEWHERE if key == game}


@pytest.mark.parametrize(("game", "tag"), ELSEWHERE)
def test_what_is_tried_elsewhere_is_tried_there(game: str, tag: str) -> None:
    file, _, name = ELSEWHERE[game, tag].partition("::")
    text = (ROOT / "tests" / file).read_text("utf-8")
    (kind,) = (one.__name__ for one in members(GAMES[game].act_types) if tag_of(one) == tag)
    assert f"{kind}(" in text
    assert f"def {name}" in text


@pytest.mark.parametrize(("game", "tag"), [(game, tag) for game in GAMES for tag in sorted(RIGHTS[game])])
def test_an_act_is_taken_from_whom_its_row_names_and_from_nobody_else(game: str, tag: str) -> None:
    assert sorted(found(game).get(tag, ())) == RIGHTS[game][tag]
