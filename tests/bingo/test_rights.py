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

from msgspec.structs import replace

from tapete.games.bingo import acts as a
from tapete.games.bingo.game import BINGO
from tapete.games.bingo.terms import POSTS, CheckItem, Phase, Prize
from tapete.kernel import CHANCE, HOUSE, SYSTEM, Act, PersonId, Refused
from tapete.record.codec import members, tag_of
from tapete.record.notation import play, read_notation
from tapete.record.notation.books import with_rulebooks
from tapete.table.acts import CashOut, Relieve
from tapete.table.staff import Role
from tests.support.bingo.endings import FOLDER
from tests.support.bingo.hall import CALLER, CASHIER, CHIEF, LINE, MANAGER, NUMBERS, STAFF, Hall

RIGHTS: Final[dict[str, list[str]]] = tomllib.loads((Path(__file__).parent / "rights.toml").read_text("utf-8"))
STRANGER: Final = PersonId("zz-stranger")
EACH: Final = 2
"""So many moments of each act in each window are tried."""
ELSEWHERE: Final = {
    "cover-shortfall": "test_house_options.py",
    "find-balls-sound": "test_balls.py",
    "take-call-back": "test_calls_put_right.py",
    "vacate-post": "test_takings.py",
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


def test_an_act_is_taken_from_those_alone_whose_act_it_is() -> None:
    """What is compared is ``rights.toml``: a person reads it, and no code writes it."""
    found = {tag: sorted(who) for tag, who in taken().items()}
    assert {tag: who for tag, who in found.items() if tag in ELSEWHERE} == {}, "it is tried here now: strike it off"
    assert found == {tag: who for tag, who in RIGHTS.items() if tag not in ELSEWHERE}


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


def test_only_the_manager_and_the_house_bring_somebody_in() -> None:
    hall = Hall().open()
    for role in sorted(STAFF):
        assert senders(hall, role, PEPE) == [HOUSE, MANAGER], role
    answer = hall.refusal(CHIEF, a.Relieve(Role.TABLE_CHIEF, PEPE))
    assert (answer.code, answer.facts, answer.clauses) == ("not-of-staff", {"person": PEPE}, ("HP.BG.posts",))


def test_whoever_has_been_on_duty_there_is_sent_by_the_chief_too_and_by_the_holder_of_the_post() -> None:
    hall = Hall().open().do(MANAGER, a.Relieve(Role.CALLER, PersonId("eva")))
    for role in (Role.ASSISTANT, Role.SELLER_1):
        holder = [str(STAFF[role])] if role in STAFF else []
        assert senders(hall, role, CALLER) == [HOUSE, MANAGER, CHIEF, *holder]
    for role in (Role.CASHIER, Role.HALL_MANAGER, Role.TABLE_CHIEF):
        post = {HOUSE, MANAGER, str(STAFF[role])}
        assert set(senders(hall, role, CALLER)) == post
    answer = hall.refusal(CASHIER, a.Relieve(Role.TABLE_CHIEF, PersonId(CALLER)))
    assert (answer.code, answer.clauses) == ("not-your-post", ("HP.BG.posts",))


OF_MESSAGES: Final = frozenset({"window-closed", "step-missing", "no-table", "table-closed", "unknown-act"})
"""What is said of a message that comes too late, or to no hall: no rule of the game says it."""


def rests(hall: Hall, who: str, what: object) -> tuple[str, tuple[str, ...]]:
    """Return the code of a refusal and its clauses."""
    answer = hall.refusal(who, what)
    return answer.code, answer.clauses


def sold() -> Hall:
    return Hall(NUMBERS).started("ana", "luis", sold=30)


CHECK = a.CheckCard(LINE, "B-1047/9")


def closed(**material: Any) -> Hall:
    """A sale that is over, and nobody has heard how many cartones were sold."""
    return Hall().open(**material).sale().sell(1, 30).close()


def called() -> Hall:
    """A paper cartón is called; nobody has carried it to the table chief."""
    return sold().drawn(5).do(CALLER, a.CallForPlayer(LINE, "B-1047/9"))


STANDING: Final[tuple[tuple[str, Any, str, Any, tuple[str, ...]], ...]] = (
    ("not-your-card", lambda: sold().drawn(5), "luis", a.CallPrize(LINE, "B-1047/1"), ("BG.IV.20",)),
    ("not-your-card", lambda: sold().drawn(5), "luis", a.MarkNumber("B-1047/1", 7), ("BG.IV.19",)),
    ("call-stands", lambda: sold().drawn(5).call(1), "ana", a.TakeCallBack(LINE, "B-1047/1"), ("BG.IV.24",)),
    ("reason-missing", lambda: sold().drawn(5), CHIEF, a.VoidGame("evacuation", " "), ("BG.V.01", "BG.V.04")),
    ("reason-missing", called, CALLER, a.TakeCallBack(LINE, "B-1047/9"), ("HP.BG.keyed-call",)),
    ("wrong-window", sold, CALLER, a.SellCards("B-1047", 31, 31), ("BG.IV.07",)),
    ("nothing-changes", lambda: sold().drawn(5).call(9), CALLER, a.HandInCard("B-1047/9"), ("BG.IV.21",)),
    ("staff-twice", Hall, MANAGER, a.Relieve("caller", CHIEF), ("BG.III.02",)),
    ("case-open", lambda: sold().do("ana", a.ReportCallerError()), CALLER, a.DrawBall(), ("BG.V.01", "BG.V.04")),
    ("not-called", called, CALLER, a.HandInCard("B-1047/8"), ("BG.IV.20",)),
    ("not-the-next-card", lambda: Hall().open().sale(), CALLER, a.SellCards("B-1047", 3, 3), ("BG.IV.07", "BG.IV.10")),
    ("takings-not-owed", lambda: Hall().open(), CASHIER, a.GiveBackTakings(CALLER, 1), ("HP.BG.takings",)),
    ("sold-unannounced", closed, CHIEF, a.AnnouncePrizes(), ("BG.IV.10",)),
    ("sold-unannounced", lambda: closed(double=True), CHIEF, a.AnnouncePrizes(), ("BG.IV.13",)),
    ("master-unshown", lambda: called().do(CALLER, a.HandInCard("B-1047/9")), CHIEF, CHECK, ("BG.IV.23",)),
    ("balls-left", lambda: sold().drawn(89), CHIEF, a.AskOthers(), ("BG.IV.29",)),
    ("ball-unannounced", lambda: sold().do(CALLER, a.DrawBall()), CALLER, a.DrawBall(), ("BG.IV.17",)),
    ("ball-unshown", lambda: sold().do(CALLER, a.DrawBall(), a.AnnounceBall()), CALLER, a.DrawBall(), ("BG.IV.18",)),
    ("no-urn-awaited", sold, CHANCE, a.SealUrn(2), ("BG.IV.16",)),
    ("missing-face-value", Hall, MANAGER, a.RegisterSeries("B", 1047, 420, 0), ("BG.II.05",)),
    ("missing-series-size", Hall, MANAGER, a.RegisterSeries("B", 1047, 0, 2_00, kind="double"), ("BG.II.21",)),
)


def test_a_refusal_has_the_clause_that_says_it() -> None:
    found = [(code, what, clauses, rests(hall(), who, what)) for code, hall, who, what, clauses in STANDING]
    assert [row for row in found if row[3] != (row[0], row[2])] == []


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


def test_an_act_about_one_game_does_nothing_to_the_next_one_or_to_the_second_of_a_double() -> None:
    found = {}
    for name in ACTS:
        hall = Hall(NUMBERS).started("ana").drawn(5).line(1)
        meant = hall.state.step
        hall.drawn(10).bingo(1).pay(1, LINE).pay(1, Prize.BINGO).do(CHIEF, a.EndGame()).sale().sell(301, 301, "ana")
        hall.sell(302, 310).close().announced().do(CHIEF, a.AnnounceStart()).drawn(3)
        double = Hall(NUMBERS).started("ana", sold=20, double=True).drawn(5)
        first = double.state.step
        double.line(1).drawn(10).bingo(1).pay(1, LINE).pay(1, Prize.BINGO).do(CHIEF, a.AnnounceSecond()).drawn(1)
        here = double.drawn(1).state.step
        found[name] = (answered(hall, name, meant), answered(double, name, first), answered(double, name, here))
    assert found == dict.fromkeys(ACTS, ("window-closed", "window-closed", ""))


def test_who_serves_himself_buys_nothing_of_a_sale_that_he_did_not_see() -> None:
    hall = Hall(NUMBERS, sale__self_service=True).open().do("ana", a.BuyIn(50_00)).sale()
    meant, wish = hall.state.step, a.WantCards("B-1047", 2)
    hall.do("ana", wish).close().do(CHIEF, a.CallOffSale("pocos"), a.EndGame()).sale()
    late = hall.play.attempt(wish, "ana", meant).outcome
    assert isinstance(late, Refused)
    assert late.code == "window-closed"
    assert hall.accepts("ana", wish)
