"""Clauses BG.III.01 and 02 and practice HP.BG.posts: who may do what, each act of the recorded games tried by every
post, a player, the establishment and a stranger; who gives posts to whom; each refusal names its clause; an act about
one game does nothing to another.
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

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.game import BINGO, Bingo
from tapete.games.bingo.terms import POSTS, CheckItem, Fate, Phase, Prize
from tapete.kernel import CHANCE, CLOCK, HOUSE, SYSTEM, Act, PersonId, Refused
from tapete.play import Play
from tapete.record.codec import members, tag_of
from tapete.record.notation import play, read_notation
from tapete.record.notation.books import with_rulebooks
from tapete.table.acts import CashOut, Relieve
from tapete.table.staff import Role
from tests.support.bingo.endings import FOLDER
from tests.support.bingo.hall import (
    CALLER,
    CASHIER,
    CHIEF,
    LINE,
    MANAGER,
    NUMBERS,
    STAFF,
    GivenCartones,
    Hall,
    K,
    Machine,
)

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


PEPE = PersonId("pepe")


def senders(hall: Hall, role: Role, person: str) -> list[str]:
    everybody = (HOUSE, MANAGER, CHIEF, CALLER, CASHIER, "assistant", "ana", PEPE)
    return [who for who in everybody if hall.accepts(who, a.Relieve(role, PersonId(person)))]


@pytest.mark.parametrize("role", sorted(STAFF))
def test_only_the_manager_and_the_house_bring_somebody_in(role: Role) -> None:
    hall = Hall().open()
    assert senders(hall, role, PEPE) == [HOUSE, MANAGER]
    answer = hall.answer(STAFF[role], a.Relieve(role, PEPE))
    if role is not Role.HALL_MANAGER:
        assert (answer.code, answer.facts, answer.clauses) == ("not-of-staff", {"person": PEPE}, ("HP.BG.posts",))


def test_whoever_has_been_on_duty_there_is_sent_by_the_chief_too_and_by_the_holder_of_the_post() -> None:
    hall = Hall().open().do(MANAGER, a.Relieve(Role.CALLER, PersonId("eva")))
    for role in (Role.ASSISTANT, Role.SELLER_1):
        holder = [str(STAFF[role])] if role in STAFF else []
        assert senders(hall, role, CALLER) == [HOUSE, MANAGER, CHIEF, *holder]
    for role in (Role.CASHIER, Role.HALL_MANAGER, Role.TABLE_CHIEF):
        post = {HOUSE, MANAGER, str(STAFF[role])}
        assert set(senders(hall, role, CALLER)) == post
    answer = hall.answer(CASHIER, a.Relieve(Role.TABLE_CHIEF, PersonId(CALLER)))
    assert (answer.code, answer.clauses) == ("not-your-post", ("HP.BG.posts",))


@pytest.mark.parametrize("ended", [Phase.PAYMENT, Phase.BETWEEN, Phase.VOID])
@pytest.mark.parametrize("role", [Role.TABLE_CHIEF, Role.CASHIER])
def test_whoever_holds_a_double_comes_on_duty_only_after_both_its_games(ended: Phase, role: Role) -> None:
    cartones = GivenCartones({"B-1047/3": K})
    hall = Hall(NUMBERS, cartones=cartones).started("ana", sold=20, double=True, deferred=ended is Phase.BETWEEN)
    comes = a.Relieve(role, PersonId("ana"))
    if ended is Phase.VOID:
        hall.drawn(2).do(CHIEF, a.VoidGame("evacuation", "alarma"))
    else:
        hall.drawn(15).call(3, Prize.BINGO).check(3, prize=Prize.BINGO)
        hall = (hall.do(CASHIER, a.GiveToken(Prize.BINGO, "B-1047/3")) if ended is Phase.BETWEEN else hall).end()
    assert hall.phase() is ended
    answer = hall.answer(MANAGER, comes)
    assert (answer.code, answer.clauses) == ("player-may-not-serve", ("HP.BG.posts",))
    hall = hall.pay(3, Prize.BINGO) if ended is Phase.PAYMENT else hall
    hall.do(CHIEF, a.AnnounceSecond(), a.VoidGame("evacuation", "alarma"))
    assert hall.accepts(MANAGER, comes)


OF_MESSAGES: Final = frozenset({"window-closed", "step-missing", "no-table", "table-closed", "unknown-act"})
"""What is said of a message that comes too late, or to no hall: no rule of the game says it."""


def rests(hall: Hall, who: str, what: object) -> tuple[str, tuple[str, ...]]:
    """Return the code of a refusal and its clauses."""
    answer = hall.answer(who, what)
    return answer.code, answer.clauses


def sold() -> Hall:
    return Hall(NUMBERS).started("ana", "luis", sold=30)


def pending() -> Hall:
    """A prize that nobody fetched, and a session later."""
    hall = sold().drawn(5).line(1).drawn(10).bingo(1).pay(1, LINE)
    return hall.do(CHIEF, a.LeaveUncollected(Prize.BINGO, "B-1047/1", "no vino", "1"), a.EndGame())


def closed(**material: Any) -> Hall:
    """A sale that is over, and nobody has heard how many cartones were sold."""
    return Hall().open(**material).sale().sell(1, 30).close()


def unregistered() -> Hall:
    """A call for a cartón that no register has the numbers of."""
    hall = Hall(NUMBERS, cartones=GivenCartones({"B-1047/9": ()})).started(sold=30)
    return hall.drawn(5).call(9)


STANDING: Final[tuple[tuple[str, Any, str, Any, tuple[str, ...]], ...]] = (
    ("not-your-card", lambda: sold().drawn(5), "luis", a.CallPrize(LINE, "B-1047/1"), ("BG.IV.20",)),
    ("not-your-card", lambda: sold().drawn(5), "luis", a.MarkNumber("B-1047/1", 7), ("BG.IV.19",)),
    ("not-your-card", lambda: sold().drawn(5).call(1), "luis", a.TakeCallBack(LINE, "B-1047/1"), ("BG.IV.20",)),
    ("call-stands", lambda: sold().drawn(5).call(1), "ana", a.TakeCallBack(LINE, "B-1047/1"), ("BG.IV.24",)),
    ("reason-missing", lambda: sold().drawn(5), CHIEF, a.VoidGame("evacuation", " "), ("BG.V.01", "BG.V.04")),
    (
        "reason-missing",
        lambda: sold().drawn(5).call(9),
        CALLER,
        a.TakeCallBack(LINE, "B-1047/9"),
        ("HP.BG.keyed-call",),
    ),
    (
        "waits-still",
        pending,
        CHIEF,
        a.DecideUncollected("1", Prize.BINGO, "B-1047/1", Fate.HOUSE, "nadie vino"),
        ("BG.IV.28",),
    ),
    ("wrong-window", sold, CALLER, a.SellCards("B-1047", 31, 31), ("BG.IV.07",)),
    ("nothing-changes", lambda: sold().drawn(5).call(9), CALLER, a.HandInCard("B-1047/9"), ("BG.IV.21",)),
    ("staff-twice", Hall, MANAGER, a.Relieve("caller", CHIEF), ("BG.III.02",)),
    ("case-open", lambda: sold().do("ana", a.ReportCallerError()), CALLER, a.DrawBall(), ("BG.V.01", "BG.V.04")),
    ("not-called", lambda: sold().drawn(5).call(9), CALLER, a.HandInCard("B-1047/8"), ("BG.IV.20",)),
    ("not-the-next-card", lambda: Hall().open().sale(), CALLER, a.SellCards("B-1047", 3, 3), ("BG.IV.07", "BG.IV.10")),
    ("takings-not-owed", lambda: Hall().open(), CASHIER, a.GiveBackTakings(CALLER, 1), ("HP.BG.takings",)),
    ("sold-unannounced", closed, CHIEF, a.AnnouncePrizes(), ("BG.IV.10",)),
    ("sold-unannounced", lambda: closed(double=True), CHIEF, a.AnnouncePrizes(), ("BG.IV.13",)),
    ("sold-unannounced", closed, MANAGER, a.CoverShortfall(), ("BG.IV.10",)),
    ("master-unshown", lambda: sold().drawn(5).call(9), CHIEF, a.CheckCard(LINE, "B-1047/9"), ("BG.IV.23",)),
    ("card-unregistered", unregistered, CHIEF, a.ShowMaster("B-1047/9"), ("BG.IV.23",)),
    ("balls-left", lambda: sold().drawn(89), CHIEF, a.AskOthers(), ("BG.IV.29",)),
    ("nothing-to-announce", sold, CALLER, a.AnnounceBall(), ("BG.IV.17",)),
    ("nothing-to-announce", sold, CALLER, a.ShowBall(), ("BG.IV.18",)),
    ("ball-unannounced", lambda: sold().do(CALLER, a.DrawBall()), CALLER, a.DrawBall(), ("BG.IV.17",)),
    ("ball-unannounced", lambda: sold().do(CALLER, a.DrawBall()), CALLER, a.ShowBall(), ("BG.IV.18",)),
    ("ball-unshown", lambda: sold().do(CALLER, a.DrawBall(), a.AnnounceBall()), CALLER, a.DrawBall(), ("BG.IV.18",)),
    ("no-urn-awaited", sold, CHANCE, a.SealUrn(2), ("BG.IV.16",)),
    ("machine-not-approved", Hall, MANAGER, a.RegisterMachine("M-1", "drum", " "), ("BG.II.08",)),
    ("no-such-machine", Hall, MANAGER, a.RegisterMachine("M-1", "rng", "x"), ("BG.II.07",)),
    ("balls-not-approved", Hall, MANAGER, a.RegisterBalls("S-1", " "), ("BG.II.17",)),
    ("incomplete-set", Hall, MANAGER, a.RegisterBalls("S-1", "x", numbers=tuple(range(1, 90))), ("BG.II.14",)),
    ("unnumbered-card", Hall, MANAGER, a.RegisterSeries("", 1047, 420, 2_00), ("BG.II.04",)),
    ("missing-face-value", Hall, MANAGER, a.RegisterSeries("B", 1047, 420, 0), ("BG.II.05",)),
    ("missing-face-value", Hall, MANAGER, a.RegisterSeries("B", 1047, 420, 0, kind="double"), ("BG.II.21",)),
    ("missing-series-size", Hall, MANAGER, a.RegisterSeries("B", 1047, 0, 2_00), ("BG.II.06",)),
    ("missing-series-size", Hall, MANAGER, a.RegisterSeries("B", 1047, 0, 2_00, kind="double"), ("BG.II.21",)),
)


@pytest.mark.parametrize(("code", "hall", "who", "what", "clauses"), STANDING)
def test_a_refusal_has_the_clause_that_says_it(
    code: str, hall: Any, who: str, what: Any, clauses: tuple[str, ...]
) -> None:
    assert rests(hall(), who, what) == (code, clauses)


def refusals() -> list[Refused]:
    """Return what everybody is answered who is not taken at some moment of the recorded games, and to the same act in
    every other window.
    """
    states = {str(one.state.phase): one for one in moments()}.values()
    found = []
    for one in moments():
        for there in (one, *states):
            for _, who in as_people(there.state, one.act):
                outcome = there.engine.decide(there.state, Act(who, one.act.body, there.engine.step(there.state)))
                found += [outcome] if isinstance(outcome, Refused) else []
    return found


def test_every_refusal_of_the_rules_names_a_clause() -> None:
    found = refusals()
    assert len({one.code for one in found}) > 40
    assert {one.code for one in found if not one.clauses} <= OF_MESSAGES


CARD = "B-1047/1"
ACTS: dict[str, tuple[str, Any]] = {
    "void": (CHIEF, a.VoidGame("sound-breakdown", "no se oye")),
    "cause": (CHIEF, a.ReportCause("sound-breakdown", "no se oye")),
    "caller": ("ana", a.ReportCallerError("no salió")),
    "own call": ("ana", a.CallPrize(LINE, CARD)),
    "keyed call": (CALLER, a.CallForPlayer(LINE, "B-1047/2")),
}


def answered(hall: Hall, name: str, at: Any) -> str:
    """Return how an act is answered that was meant for a step: its code, or nothing where it is taken."""
    who, what = ACTS[name]
    outcome = hall.play.attempt(what, who, at).outcome
    return outcome.code if isinstance(outcome, Refused) else ""


def played_on(hall: Hall) -> Hall:
    """Play the first game to its end, and pay it."""
    return hall.drawn(10).bingo(1).pay(1, LINE).pay(1, Prize.BINGO)


@pytest.mark.parametrize("name", ACTS)
def test_an_act_about_the_game_before_does_nothing_to_the_next_one(name: str) -> None:
    hall = Hall(NUMBERS).started("ana").drawn(5).line(1)
    meant = hall.state.step
    played_on(hall).do(CHIEF, a.EndGame()).sale().sell(301, 301, "ana").sell(302, 310)
    hall.close().announced().do(CHIEF, a.AnnounceStart()).drawn(3)
    assert answered(hall, name, meant) == "window-closed"
    assert not hall.game.is_void


@pytest.mark.parametrize("name", ACTS)
@pytest.mark.parametrize("deferred", [False, True])
def test_an_act_about_the_first_game_of_a_double_does_nothing_to_the_second(name: str, deferred: bool) -> None:
    hall = Hall(NUMBERS).started("ana", sold=20, double=True, deferred=deferred).drawn(5)
    meant = hall.state.step
    hall.call(1).check(1)
    hall = (hall.do(CALLER, a.GiveToken(LINE, CARD)) if deferred else hall).on().drawn(10).call(1, Prize.BINGO)
    hall.check(1, prize=Prize.BINGO)
    hall = (hall.do(CALLER, a.GiveToken(Prize.BINGO, CARD)) if deferred else hall).end()
    if not deferred:
        hall.pay(1, LINE).pay(1, Prize.BINGO)
    hall.do(CHIEF, a.AnnounceSecond()).drawn(1)
    here = hall.state.step
    hall.drawn(1)
    assert answered(hall, name, meant) == "window-closed"
    assert answered(hall, name, here) == ""


def test_who_serves_himself_buys_nothing_of_a_sale_that_he_did_not_see() -> None:
    hall = Hall(NUMBERS, sale__self_service=True).open().do("ana", a.BuyIn(50_00)).sale()
    meant, wish = hall.state.step, a.WantCards("B-1047", 2)
    hall.do("ana", wish).close().do(CHIEF, a.CallOffSale("pocos"), a.EndGame()).sale()
    late = hall.play.attempt(wish, "ana", meant).outcome
    assert isinstance(late, Refused)
    assert late.code == "window-closed"
    assert hall.accepts("ana", wish)


def test_no_hall_opens_with_the_clock_on_a_post() -> None:
    game = Bingo(None, GivenCartones())
    play = Play(game, game.blank(), Machine(()))
    opened = a.OpenHall("sala", "orden-1979", ChanceKind.SEEDED, staff={**STAFF, Role.ASSISTANT: CLOCK})
    outcome = play.attempt(opened, HOUSE).outcome
    assert isinstance(outcome, Refused)
    assert outcome.code == "system-on-duty"
