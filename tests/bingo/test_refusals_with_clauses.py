"""Which clause a refusal rests on, where the order or a practice of the house decides."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any, Final

import pytest

import tapete
from tapete.games.bingo import acts as a
from tapete.games.bingo.game import HANDLERS
from tapete.games.bingo.refusing import OF_ACT, OF_CODE
from tapete.games.bingo.terms import Fate
from tapete.kernel import CHANCE, Act, Refused
from tests.bingo.test_rights import as_people, moments
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, MANAGER, NUMBERS, GivenCartones, Hall

OF_MESSAGES: Final = frozenset({"window-closed", "step-missing", "no-table", "table-closed", "unknown-act"})
"""What is said of a message that comes too late, or to no hall: no rule of the game says it."""


def rests(hall: Hall, who: str, what: object) -> tuple[str, tuple[str, ...]]:
    """Return the code of a refusal and its clauses."""
    answer = hall.answer(who, what)
    return answer.code, answer.clauses


def test_a_game_whose_prizes_are_due_is_not_closed() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(15).bingo(1)
    assert rests(hall, CHIEF, a.EndGame()) == ("prizes-due", ("BG.IV.28",))
    assert hall.pay(1, BINGO).accepts(CHIEF, a.EndGame())


def test_of_a_prize_that_somebody_won_nothing_is_decided() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(15).bingo(1)
    decided = a.DecideUnawarded(BINGO, Fate.HOUSE, "porque sí")
    assert rests(hall, CHIEF, decided) == ("nothing-held", ("BG.IV.38",))
    assert hall.accepts(CHIEF, a.DecideUnawarded(LINE, Fate.HOUSE, "nadie la cantó"))


def test_a_sale_that_was_called_off_is_no_cause_of_a_void_game() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(1)
    assert rests(hall, CHIEF, a.VoidGame("called-off", "porque sí")) == ("cause-unknown", ("BG.V.04",))
    assert hall.accepts(CHIEF, a.VoidGame("evacuation", "alarma"))


def sold() -> Hall:
    return Hall(NUMBERS).started("ana", "luis", sold=30)


def pending() -> Hall:
    """A prize that nobody fetched, and a session later."""
    hall = sold().drawn(5).line(1).drawn(10).bingo(1).pay(1, LINE)
    return hall.do(CHIEF, a.LeaveUncollected(BINGO, "B-1047/1", "no vino", "1"), a.EndGame())


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
        a.DecideUncollected("1", BINGO, "B-1047/1", Fate.HOUSE, "nadie vino"),
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


def test_a_clause_stands_for_codes_alone_that_the_rules_answer() -> None:
    room = Path(tapete.__file__).parent / "games" / "bingo"
    made = {
        part.value
        for path in room.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "fault"
        for part in ast.walk(node.args[0])
        if isinstance(part, ast.Constant)
    }
    assert set(OF_CODE) <= made


def test_every_act_has_its_clause() -> None:
    assert set(OF_ACT) == set(HANDLERS)
    assert all((*OF_CODE.values(), *OF_ACT.values()))
