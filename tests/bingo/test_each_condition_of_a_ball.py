"""The balls: each condition by itself, from the urn that is filled to the mark on a cartón, at its boundary."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.chance import BallOut, ChanceKind, SealUrn, UrnSealed
from tapete.clauses import Fault
from tapete.games.bingo import acts as a
from tapete.games.bingo import drawing
from tapete.games.bingo import events as e
from tapete.games.bingo.pause import Pause
from tapete.games.bingo.state import Ball, Case, State
from tapete.games.bingo.terms import Phase, Prize
from tapete.kernel import CHANCE, PersonId
from tests.support.bingo.full_state import ANA, CALLER, CARD, CASHIER, CHIEF, OTHER, STATE, changed
from tests.support.bingo.hall import Hall

LINE, BINGO = Prize.LINE, Prize.BINGO
ALL = tuple(str(number) for number in range(1, 91))
SHOWN, MISREAD, UNSAID = Ball(4, 4, is_shown=True), Ball(17, 71), Ball(22)
PLAYED = changed(
    STATE,
    rules=Hall().state.rules,
    balls=ChanceKind.SEALED,
    phase=Phase.DRAW_LINE,
    limits_passed=9,
    game={
        "is_over": False,
        "is_void": False,
        "cases": (),
        "balls": (SHOWN,),
        "opened_count": 0,
        "is_opening_rest": False,
        "is_ball_wanted": False,
        "error_at": None,
        "pause": Pause(),
    },
)
"""One ball is out, announced and on the panel; nothing holds the next one up."""
REPORTED = Case(1, "caller-error", 1, ANA, "", must_void=False)
OTHER_REPORT = Case(2, "sound-breakdown", 1, ANA, "", must_void=False)


def told(found: Any) -> Any:
    """Return code and facts of a refusal; else what was decided."""
    return (found.code, dict(found.facts)) if isinstance(found, Fault) else found


def with_balls(*balls: Ball, **game: Any) -> State:
    return changed(PLAYED, game={"balls": balls, **game})


def out(count: int, *, is_shown: bool = True) -> tuple[Ball, ...]:
    """Return so many balls that are out, announced and shown, the last one as told."""
    return tuple(Ball(one, one, is_shown=is_shown or one < count) for one in range(1, count + 1))


# --- the machine ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "is_wanted", "urn", "code"),
    [
        (CHANCE, True, 9, None),
        (CALLER, True, 9, "only-chance"),
        (CHANCE, False, 9, "no-urn-awaited"),
        (CHANCE, True, 8, "no-urn-awaited"),
        (CHANCE, True, 10, "no-urn-awaited"),
    ],
)
def test_the_next_urn_is_filled_by_chance_when_it_is_wanted(
    who: PersonId, is_wanted: bool, urn: int, code: str | None
) -> None:
    state = changed(PLAYED, game={"is_urn_wanted": is_wanted})
    sealed = (UrnSealed(urn, ChanceKind.SEALED, ALL, ALL),)
    assert told(drawing.seal(state, who, SealUrn(urn, ALL))) == (sealed if code is None else (code, {}))


@pytest.mark.parametrize("kind", list(ChanceKind))
@pytest.mark.parametrize("count", [0, 89, 90, 91])
def test_a_sealed_order_has_a_commitment_for_each_ball(kind: ChanceKind, count: int) -> None:
    commitments = ("",) * count
    found = drawing.seal(replace(PLAYED, balls=kind), CHANCE, SealUrn(9, commitments))
    if kind is ChanceKind.SEALED and count != 90:
        assert told(found) == ("commitments-missing", {"size": 90, "found": count})
    else:
        assert found == (UrnSealed(9, kind, ALL, commitments),)


@pytest.mark.parametrize(
    ("is_opening", "kind", "balls", "opened", "opens", "awaited"),
    [
        (True, ChanceKind.SEALED, 60, 29, True, True),
        (True, ChanceKind.SEALED, 60, 30, True, False),
        (True, ChanceKind.SEALED, 90, 0, True, False),
        (True, ChanceKind.SEALED, 0, 89, True, True),
        (False, ChanceKind.SEALED, 60, 0, True, False),
        (True, ChanceKind.SEEDED, 60, 0, True, False),
        (True, ChanceKind.KEYED, 60, 0, True, False),
        (True, ChanceKind.SEALED, 60, 0, False, False),
    ],
)
def test_the_rest_of_a_sealed_order_is_opened_to_the_last_ball(
    is_opening: bool, kind: ChanceKind, balls: int, opened: int, opens: bool, awaited: bool
) -> None:
    state = changed(
        PLAYED,
        rules=Hall(balls__open_rest=opens).state.rules,
        balls=kind,
        game={"balls": out(balls), "opened_count": opened, "is_opening_rest": is_opening},
    )
    assert drawing.is_rest_awaited(state) is awaited


@pytest.mark.parametrize(("count", "is_shown", "all_out"), [(89, True, False), (90, True, True), (90, False, False)])
def test_all_balls_are_out_when_the_last_one_stands_on_the_panel(count: int, is_shown: bool, all_out: bool) -> None:
    assert drawing.is_all_out(with_balls(*out(count, is_shown=is_shown))) is all_out


# --- out --------------------------------------------------------------------------------------------------------------

WANTED = (e.BallWanted(1),)


@pytest.mark.parametrize(
    ("state", "who", "answer"),
    [
        (PLAYED, CALLER, WANTED),
        (PLAYED, CHIEF, "not-your-post"),
        (replace(PLAYED, phase=Phase.DRAW_BINGO), CALLER, WANTED),
        (replace(PLAYED, phase=Phase.CHECK), CALLER, "claim-pending"),
        (replace(PLAYED, phase=Phase.ASK_LINE), CALLER, "claim-pending"),
        (replace(PLAYED, phase=Phase.ASK_BINGO), CALLER, "claim-pending"),
        (replace(PLAYED, phase=Phase.ASK_OUT), CALLER, "claim-pending"),
        (replace(PLAYED, phase=Phase.PAYMENT), CALLER, "wrong-window"),
        (changed(PLAYED, game={"is_over": True}), CALLER, "game-over"),
        (changed(PLAYED, game={"is_over": True, "number": 0}), CALLER, WANTED),
        (changed(PLAYED, game={"cases": (OTHER_REPORT,)}), CALLER, "case-open"),
        (with_balls(UNSAID), CALLER, "ball-unannounced"),
        (with_balls(UNSAID, SHOWN), CALLER, (e.BallWanted(2),)),
        (with_balls(Ball(4, 4)), CALLER, "ball-unshown"),
        (with_balls(Ball(4, 4), SHOWN), CALLER, (e.BallWanted(2),)),
        (with_balls(replace(MISREAD, is_shown=True)), CALLER, WANTED),
        (with_balls(), CALLER, (e.BallWanted(0),)),
        (with_balls(SHOWN, is_ball_wanted=True), CALLER, "nothing-changes"),
        (with_balls(*out(89)), CALLER, (e.BallWanted(89),)),
        (with_balls(*out(90)), CALLER, "no-ball-left"),
        (changed(PLAYED, rules=Hall(draw__pace=3).state.rules, limits_passed=0), CALLER, "ball-too-soon"),
        (changed(PLAYED, rules=Hall(draw__pace=3).state.rules, limits_passed=1), CALLER, WANTED),
    ],
)
def test_the_next_ball_comes_out_when_nothing_holds_it_up(state: State, who: PersonId, answer: Any) -> None:
    found = drawing.draw(state, who, a.DrawBall())
    assert (found.code if isinstance(found, Fault) else found) == answer


@pytest.mark.parametrize(
    ("kind", "game", "who", "ball", "answer"),
    [
        (ChanceKind.SEALED, {}, CHANCE, (8, 1, "60"), e.BallDrawn(8, 1, "60")),
        (ChanceKind.SEALED, {}, CALLER, (8, 1, "60"), ("only-chance", {})),
        (ChanceKind.KEYED, {}, CALLER, (8, 1, "60"), e.BallDrawn(8, 1, "60")),
        (ChanceKind.SEALED, {}, CHANCE, (7, 1, "60"), ("no-ball-awaited", {})),
        (ChanceKind.SEALED, {}, CHANCE, (8, 0, "60"), ("no-ball-awaited", {})),
        (ChanceKind.SEALED, {}, CHANCE, (8, 2, "60"), ("no-ball-awaited", {})),
        (ChanceKind.SEALED, {"is_ball_wanted": False}, CHANCE, (8, 1, "60"), ("no-ball-awaited", {})),
        (ChanceKind.SEALED, {"is_over": True}, CHANCE, (8, 1, "60"), ("game-over", {})),
        (ChanceKind.SEALED, {}, CHANCE, (8, 1, "1"), e.BallDrawn(8, 1, "1")),
        (ChanceKind.SEALED, {}, CHANCE, (8, 1, "90"), e.BallDrawn(8, 1, "90")),
        (ChanceKind.SEALED, {}, CHANCE, (8, 1, "0"), ("number-out-of-range", {"ball": "0"})),
        (ChanceKind.SEALED, {}, CHANCE, (8, 1, "91"), ("number-out-of-range", {"ball": "91"})),
        (ChanceKind.SEALED, {}, CHANCE, (8, 1, "06"), ("number-out-of-range", {"ball": "06"})),
        (ChanceKind.SEALED, {}, CHANCE, (8, 1, "12345678"), ("number-out-of-range", {"ball": "12345678"})),
        (ChanceKind.SEALED, {}, CHANCE, (8, 1, "123456789"), ("number-out-of-range", {"ball": "12345678"})),
        (ChanceKind.SEALED, {}, CHANCE, (8, 1, "4"), ("ball-already-drawn", {"ball": 4})),
        (
            ChanceKind.SEALED,
            {"is_over": True, "is_opening_rest": True, "is_ball_wanted": False, "opened_count": 3},
            CHANCE,
            (8, 4, "60"),
            e.BallOpened(8, 4, "60"),
        ),
        (
            ChanceKind.SEALED,
            {"is_over": True, "is_opening_rest": True, "is_ball_wanted": False, "opened_count": 3},
            CHANCE,
            (8, 3, "60"),
            ("no-ball-awaited", {}),
        ),
    ],
)
def test_a_ball_is_the_one_that_is_awaited(
    kind: ChanceKind, game: dict[str, Any], who: PersonId, ball: tuple[int, int, str], answer: Any
) -> None:
    state = changed(replace(PLAYED, balls=kind), game={"is_ball_wanted": True, **game})
    found = told(drawing.ball_out(state, who, BallOut(*ball)))
    assert found == (answer if isinstance(answer, tuple) else (answer,))


def test_a_real_ball_is_keyed_by_the_caller_alone() -> None:
    state = changed(replace(PLAYED, balls=ChanceKind.KEYED), game={"is_ball_wanted": True})
    for who in (CHIEF, CHANCE, ANA):
        found = drawing.ball_out(state, who, BallOut(8, 1, "60"))
        assert isinstance(found, Fault)
        assert found.code == "not-your-post"


# --- keyed wrongly ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "who", "game", "in_time"),
    [
        (1, CALLER, {}, True),
        (0, CALLER, {}, False),
        (1, CALLER, {"is_ball_wanted": True}, False),
        (0, CHIEF, {"cases": (REPORTED,)}, True),
        (1, CHIEF, {"is_ball_wanted": True, "cases": (OTHER_REPORT, REPORTED)}, True),
        (0, CALLER, {"cases": (REPORTED,)}, False),
        (0, CHIEF, {"cases": (OTHER_REPORT,)}, False),
        (0, CHIEF, {}, False),
    ],
)
def test_a_number_is_put_right_before_the_next_ball_or_by_the_chief_on_a_report(
    position: int, who: PersonId, game: dict[str, Any], in_time: bool
) -> None:
    state = with_balls(SHOWN, MISREAD, **game)
    expected = None if in_time else ("correction-late", {})
    assert told(drawing.require_in_time(state, who, position)) == expected


@pytest.mark.parametrize(
    ("results", "masters", "card"),
    [
        ({(LINE, CARD): 1}, {CARD: ((1, 2), (3, 4))}, CARD),
        ({(LINE, CARD): 1}, {CARD: ((4, 2), (3, 5))}, CARD),
        ({(LINE, CARD): 1}, {CARD: ((1, 2), (3, 5))}, None),
        ({(LINE, CARD): 0}, {CARD: ((4,),)}, None),
        ({(LINE, CARD): 1}, {OTHER: ((4,),)}, None),
        ({(LINE, "B-7/10"): 1, (BINGO, OTHER): 2}, {"B-7/10": ((4,),), OTHER: ((4,),)}, OTHER),
        ({}, {CARD: ((4,),)}, None),
    ],
)
def test_no_number_is_taken_away_from_under_a_cartón_that_was_found_right(
    results: dict[tuple[Prize, str], int], masters: dict[str, Any], card: str | None
) -> None:
    state = changed(PLAYED, pause={"results": Map(results), "masters": Map(masters)})
    expected = None if card is None else ("card-checked", {"card": card})
    assert told(drawing.require_no_check_by(state, 4)) == expected


KEYED = changed(PLAYED, balls=ChanceKind.KEYED, game={"balls": (SHOWN, UNSAID)})
LATER = changed(KEYED, game={"cases": (REPORTED,), "balls": (SHOWN, MISREAD, UNSAID)})


@pytest.mark.parametrize(
    ("state", "who", "number", "was", "answer"),
    [
        (KEYED, CALLER, 60, 0, (e.BallRekeyed(1, 22, 60),)),
        (KEYED, CHIEF, 60, 22, (e.BallRekeyed(1, 22, 60),)),
        (KEYED, CASHIER, 60, 0, "not-your-post"),
        (KEYED, CALLER, 60, 4, "correction-late"),
        (KEYED, CALLER, 60, 5, "nothing-to-correct"),
        (KEYED, CALLER, 4, 0, "ball-already-drawn"),
        (changed(KEYED, game={"balls": ()}), CALLER, 60, 0, "nothing-to-correct"),
        (replace(KEYED, balls=ChanceKind.SEALED), CALLER, 60, 0, "balls-not-keyed"),
        (replace(KEYED, phase=Phase.PAYMENT), CALLER, 60, 0, "wrong-window"),
        (replace(KEYED, phase=Phase.SALE), CALLER, 60, 0, "wrong-window"),
        (replace(KEYED, phase=Phase.DRAW_BINGO), CALLER, 60, 0, (e.BallRekeyed(1, 22, 60),)),
        (replace(KEYED, phase=Phase.CHECK), CALLER, 60, 0, (e.BallRekeyed(1, 22, 60),)),
        (replace(KEYED, phase=Phase.ASK_LINE), CALLER, 60, 0, (e.BallRekeyed(1, 22, 60),)),
        (replace(KEYED, phase=Phase.ASK_BINGO), CALLER, 60, 0, (e.BallRekeyed(1, 22, 60),)),
        (replace(KEYED, phase=Phase.ASK_OUT), CALLER, 60, 0, (e.BallRekeyed(1, 22, 60),)),
        (LATER, CHIEF, 60, 22, (e.BallRekeyed(2, 22, 60),)),
        (LATER, CHIEF, 71, 17, (e.BallRekeyed(1, 17, 71),)),
        (LATER, CALLER, 60, 17, "correction-late"),
        (
            changed(KEYED, pause={"results": Map({(LINE, CARD): 1}), "masters": Map({CARD: ((22,),)})}),
            CALLER,
            60,
            0,
            "card-checked",
        ),
    ],
)
def test_which_number_is_put_on_which_ball(state: State, who: PersonId, number: int, was: int, answer: Any) -> None:
    found = drawing.rekey(state, who, a.RekeyBall(number, was) if was else a.RekeyBall(number))
    assert (found.code if isinstance(found, Fault) else found) == answer


def corrected(number: int, said: int) -> tuple[Any, ...]:
    return e.AnnouncementCorrected(number, said), drawing.say(PLAYED, "correction", number=number)[0]


@pytest.mark.parametrize("reported", [False, True])
@pytest.mark.parametrize("way", ["chief", "not-substantial"])
def test_what_was_said_of_the_ball_is_corrected_aloud_and_a_house_may_have_the_chief_decide(
    reported: bool, way: str
) -> None:
    state = changed(
        KEYED,
        rules=Hall(void__corrected_in_time=way).state.rules,
        game={"balls": (SHOWN, Ball(22, 22)), "cases": (OTHER_REPORT, REPORTED) if reported else (), "last_case": 4},
    )
    opened = () if reported or way == "not-substantial" else (e.CaseOpened(5, "caller-error", 2, CALLER),)
    assert drawing.rekey(state, CALLER, a.RekeyBall(60)) == (
        *(e.BallRekeyed(1, 22, 60), *corrected(60, 22)),
        *opened,
    )
    said = changed(state, game={"balls": (SHOWN, MISREAD)})
    assert drawing.correct(said, CALLER, a.CorrectAnnouncement()) == (*corrected(17, 71), *opened)


# --- announced, shown, put right --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "who", "number", "answer"),
    [
        (with_balls(UNSAID), CALLER, None, (e.BallAnnounced(22, 22),)),
        (with_balls(UNSAID), CALLER, 23, (e.BallAnnounced(22, 23),)),
        (with_balls(SHOWN, UNSAID), CALLER, None, (e.BallAnnounced(22, 22),)),
        (with_balls(UNSAID), CHIEF, None, "not-your-post"),
        (with_balls(), CALLER, None, "nothing-to-announce"),
        (with_balls(UNSAID, SHOWN), CALLER, None, "nothing-to-announce"),
        (with_balls(UNSAID, cases=(OTHER_REPORT,)), CALLER, None, "case-open"),
        (replace(with_balls(UNSAID), phase=Phase.DRAW_BINGO), CALLER, None, (e.BallAnnounced(22, 22),)),
        (replace(with_balls(UNSAID), phase=Phase.CHECK), CALLER, None, "wrong-window"),
    ],
)
def test_the_ball_that_is_out_is_announced_once(state: State, who: PersonId, number: int | None, answer: Any) -> None:
    found = drawing.announce(state, who, a.AnnounceBall(number))
    assert (found.code if isinstance(found, Fault) else found) == answer


@pytest.mark.parametrize(
    ("state", "who", "answer"),
    [
        (with_balls(Ball(4, 4)), CALLER, (e.BallShown(4),)),
        (with_balls(MISREAD), CALLER, (e.BallShown(71),)),
        (with_balls(SHOWN, MISREAD), CALLER, (e.BallShown(71),)),
        (with_balls(MISREAD), CHIEF, "not-your-post"),
        (with_balls(), CALLER, "nothing-to-announce"),
        (with_balls(UNSAID), CALLER, "ball-unannounced"),
        (with_balls(MISREAD, SHOWN), CALLER, "nothing-changes"),
        (replace(with_balls(MISREAD), phase=Phase.DRAW_BINGO), CALLER, (e.BallShown(71),)),
        (replace(with_balls(MISREAD), phase=Phase.CHECK), CALLER, "wrong-window"),
    ],
)
def test_the_number_that_was_said_is_put_on_the_panel_once(state: State, who: PersonId, answer: Any) -> None:
    found = drawing.show(state, who, a.ShowBall())
    assert (found.code if isinstance(found, Fault) else found) == answer


@pytest.mark.parametrize(
    ("state", "who", "answer"),
    [
        (with_balls(SHOWN, MISREAD), CALLER, corrected(17, 71)),
        (with_balls(SHOWN, MISREAD), CHIEF, corrected(17, 71)),
        (with_balls(SHOWN, MISREAD), CASHIER, "not-your-post"),
        (with_balls(), CALLER, "nothing-to-correct"),
        (with_balls(MISREAD, SHOWN), CALLER, "nothing-to-correct"),
        (with_balls(UNSAID), CALLER, "nothing-to-correct"),
        (with_balls(MISREAD, is_ball_wanted=True), CALLER, "correction-late"),
        (replace(with_balls(MISREAD), phase=Phase.DRAW_BINGO), CALLER, corrected(17, 71)),
        (replace(with_balls(MISREAD), phase=Phase.CHECK), CALLER, "wrong-window"),
    ],
)
def test_the_last_number_is_said_rightly_before_the_next_ball(state: State, who: PersonId, answer: Any) -> None:
    found = drawing.correct(state, who, a.CorrectAnnouncement())
    assert (found.code if isinstance(found, Fault) else found) == answer


# --- marks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["refuse", "no-effect"])
@pytest.mark.parametrize(
    ("who", "card", "number", "answer"),
    [
        (ANA, CARD, 4, None),
        (ANA, "B-7/6", 71, None),
        (ANA, CARD, 17, ("number-unannounced", {"number": 17})),
        (ANA, CARD, 22, ("number-unannounced", {"number": 22})),
        (ANA, "B-7/7", 4, ("not-your-card", {"card": "B-7/7"})),
        (CHIEF, CARD, 4, ("not-your-card", {"card": CARD})),
        (CHANCE, CARD, 4, ("only-people", {})),
        (ANA, None, 4, ("malformed", {"text": ""})),
        (ANA, CARD, None, ("malformed", {"text": ""})),
    ],
)
def test_a_player_marks_what_was_said_on_a_cartón_of_his_own(
    way: str, who: PersonId, card: str | None, number: int | None, answer: Any
) -> None:
    state = changed(with_balls(SHOWN, MISREAD, UNSAID), rules=Hall(marks__early=way).state.rules)
    if answer is None or (answer[0] == "number-unannounced" and way == "no-effect"):
        answer = (e.NumberMarked(who, card, number),)
    assert told(drawing.mark(state, who, a.MarkNumber(card, number))) == answer
