"""Clauses BG.III.01 and 02, HP.BG.posts: who gives posts; a refusal names its clause; an act is for one game; T27."""

from functools import cache
from typing import Any, Final

import msgspec
import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.game import BINGO
from tapete.games.bingo.terms import Prize
from tapete.kernel import CHANCE, HOUSE, Act, PersonId, Refused, Ruled
from tapete.record.codec import tag_of
from tapete.record.notation import play, read_notation
from tapete.record.notation.text import with_rulebooks
from tapete.table.staff import Role
from tests.support import ROOT
from tests.support.bingo.hall import (
    CALLER,
    CASHIER,
    CHIEF,
    LINE,
    MANAGER,
    MIDDLE,
    NUMBERS,
    STAFF,
    GivenCartones,
    Hall,
    K,
    M,
)

STRANGER: Final = PersonId("zz-stranger")


@cache
def moments() -> tuple[tuple[Any, Any, Act[Any]], ...]:
    found: dict[tuple[str, str], tuple[Any, Any, Act[Any]]] = {}
    for path in sorted((ROOT / "tests" / "tables" / "bingo").glob("*.toml")):
        notation = read_notation(path)
        played, engine = play(BINGO, notation), with_rulebooks(BINGO, notation)
        assert played.opening is not None
        state = played.opening.state
        for turn in played.turns:
            for one in turn.acts[:1]:
                if not isinstance(turn.outcome, Refused) and not one.body.is_of_system:
                    found.setdefault((tag_of(type(one.body)), str(state.phase)), (engine, state, one))
            state = turn.state
    return tuple(found.values())


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
    answer = hall.refusal(who, what)
    return answer.code, answer.clauses


def sold() -> Hall:
    return Hall(NUMBERS).started("ana", "luis", sold=30)


CHECK = a.CheckCard(LINE, "B-1047/9")


def closed(**material: Any) -> Hall:
    return Hall().open(**material).sale().sell(1, 30).close()


def called() -> Hall:
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


def test_every_refusal_of_the_rules_names_a_clause() -> None:
    found, windows = [], {str(state.phase): (engine, state) for engine, state, _ in moments()}.values()
    for own, state, act in moments():
        for engine, there in ((own, state), *windows):
            for who in {*there.staff.values(), HOUSE, STRANGER, act.by}:
                outcome = engine.decide(there, Act(who, act.body, engine.step(there)))
                found += [outcome] if isinstance(outcome, Refused) else []
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
    assert (late.code, hall.accepts("ana", wish)) == ("window-closed", True)


PEOPLE = (None, "ana", "luis", "eva", CHIEF, CALLER, "cashier", "manager", "assistant")
OWN = "B-1047/1"
"""Ana's cartón; what is printed on it she sees, and nobody else."""


def world(full: bool) -> tuple[Hall, GivenCartones]:
    rows = K if full else M
    cartones = GivenCartones({"B-1047/1": rows, "B-1047/40": rows})
    return Hall((*MIDDLE, 1), cartones=cartones).started("ana", "luis").drawn(5), cartones


def told(hall: Hall) -> list[object]:
    seen = [msgspec.to_builtins(hall.play.view(who)) for who in PEOPLE]
    for one in seen:
        if one["me"] is not None and one["me"]["person"] == "ana":
            assert [own.pop("lines") != () for own in one["me"]["cartones"] if own["card"] == OWN] == [True]
    offered = [msgspec.to_builtins(hall.play.legal(who)) for who in PEOPLE]
    return [seen, offered, [hall.play.explain(who) for who in PEOPLE], hall.state]


def test_two_worlds_look_the_same_until_somebody_calls() -> None:
    (one, asked), (other, asked_too) = world(full=True), world(full=False)
    assert told(one) == told(other)
    assert set(asked.asked) == set(asked_too.asked) == {OWN, "B-1047/2"}, "each owner's own, and no paper"
    drawn = one.drawn(1), other.drawn(1)
    assert told(drawn[0]) == told(drawn[1])


@pytest.mark.parametrize(
    ("by", "what"),
    [
        ("luis", a.CallPrize("linea", "B-1047/1")),
        ("luis", a.CallPrize("linea", "B-1047/40")),
        (CALLER, a.CallForPlayer("linea", "B-1047/301")),
        (CHIEF, a.ShowMaster("B-1047/1")),
        (CHIEF, a.CheckCard("linea", "B-1047/40")),
        (CHIEF, a.OrderResume()),
    ],
)
def test_refusals_tell_nothing_of_a_cartón_nobody_called(by: str, what: object) -> None:
    (one, asked), (other, _) = world(full=True), world(full=False)
    refused = one.answer(by, what)
    assert refused == other.answer(by, what)
    assert isinstance(refused, Refused | Ruled)
    assert asked.asked == []


def test_each_sees_the_numbers_of_his_own_cartones_alone() -> None:
    hall, _ = world(full=True)
    own = {who: [(one.card, one.lines) for one in hall.play.view(who).me.cartones] for who in PEOPLE if who}
    assert (own.pop("ana"), [card for card, _ in own.pop("luis")]) == ([(OWN, K)], ["B-1047/2"])
    assert set(map(len, own.values())) == {0}
    assert msgspec.json.encode(K) not in msgspec.json.encode([hall.play.view(who) for who in PEOPLE if who != "ana"])


def test_the_register_is_asked_for_the_called_cartón_alone() -> None:
    hall, cartones = world(full=True)
    hall.call(40).check(40)
    assert (set(cartones.asked), list(hall.game.pause.masters)) == ({"B-1047/40"}, ["B-1047/40"])


def test_sold_ranges_are_for_staff_and_each_buyer() -> None:
    hall, _ = world(full=False)
    assert (hall.play.view("luis").duty, hall.play.view().me) == (None, None)
    assert [(one.first, one.last) for one in hall.play.view("luis").me.cards] == [(2, 2)]
    assert len(hall.play.view(CHIEF).duty.sales) == 3
