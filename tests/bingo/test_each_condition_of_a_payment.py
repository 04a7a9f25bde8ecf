"""Payment and void games: each condition by itself, and where the money of a void game comes from, whole."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.clauses import Fault
from tapete.games.bingo import acts as a, events as e, payment, recovering, voiding
from tapete.games.bingo.announcing import require_fresh_series, require_game_planned, require_none_unpaid
from tapete.games.bingo.choices import EarlyLine
from tapete.games.bingo.events import Recovery, Share
from tapete.games.bingo.inventory import LeftPrize
from tapete.games.bingo.sayings import say
from tapete.games.bingo.state import Ball, Case, PaidPrize, State
from tapete.games.bingo.terms import Fate, Means, Phase, Prize, SeriesKind, WinningCard
from tapete.kernel import CHANCE, PersonId
from tapete.table.staff import Role
from tests.support.bingo.full_state import (
    ANA,
    CALLER,
    CARD,
    CASHIER,
    CHIEF,
    DIVISION,
    LUIS,
    OTHER,
    SALE,
    STATE,
    changed,
)
from tests.support.bingo.hall import Hall

LINE, BINGO = Prize.LINE, Prize.BINGO
MANAGER = PersonId("manager")
STAFF = {Role.CALLER: CALLER, Role.TABLE_CHIEF: CHIEF, Role.CASHIER: CASHIER, Role.HALL_MANAGER: MANAGER}
AWARDS = Map({LINE: (WinningCard(CARD, 60, ANA), WinningCard(OTHER, 60)), BINGO: (WinningCard(OTHER, 6_00),)})
DOUBLE: State = changed(
    replace(STATE, rules=Hall().state.rules, staff=Map(STAFF), ledger=Map(), left_prizes=Map(), refunds=Map()),
    phase=Phase.PAYMENT,
    game={
        "cases": (),
        "left_accounts": frozenset(),
        "is_void": False,
        "ends_card": False,
        "is_deferred": False,
        "awards": AWARDS,
        "error_at": None,
        "payments": Map(),
        "doubted": frozenset(),
        "ruled_reports": Map(),
        "balls": (Ball(4, 4, is_shown=True), Ball(17, 17)),
    },
)
"""The first game of a double is over."""
SINGLE = changed(DOUBLE, game={"part": 0, "kind": SeriesKind.SINGLE})
CASE = Case(1, "caller-error", 2, ANA, "", must_void=False)
FIRE = Case(2, "fire", 2, LUIS, "", must_void=True)


def told(found: Any) -> Any:
    """Return code and facts of a refusal; else what was decided."""
    return (found.code, dict(found.facts)) if isinstance(found, Fault) else found


def code(found: Any) -> Any:
    return found.code if isinstance(found, Fault) else found


def with_options(state: State, **options: Any) -> State:
    return replace(state, rules=Hall(**options).state.rules)


# --- what is owed -----------------------------------------------------------------------------------------------------


def test_what_is_due_of_a_game_is_listed_in_order_without_what_was_left() -> None:
    ledger = Map(
        {f"owed:5/1/linea/B-7/{one}": 60 for one in (10, 9, 8)} | {"owed:5/10/linea/B-7/1": 5, "held:5/1/linea": 5}
    )
    state = changed(DOUBLE, ledger=ledger, game={"left_accounts": frozenset({"owed:5/1/linea/B-7/8"})})
    assert payment.due_accounts(state, "5/1") == ["owed:5/1/linea/B-7/9", "owed:5/1/linea/B-7/10"]


@pytest.mark.parametrize(
    ("game", "is_over", "waits"), [("5/1", False, True), ("5/1", True, False), ("4", False, False)]
)
def test_the_prizes_of_a_game_are_paid_after_it(game: str, is_over: bool, waits: bool) -> None:
    state = changed(DOUBLE, game={"is_over": is_over})
    assert told(payment.require_game_finished(state, game)) == (("game-not-over", {}) if waits else None)


@pytest.mark.parametrize(
    ("part", "is_over", "is_deferred", "game", "waits"),
    [
        (1, True, False, "5/1", False),
        (1, True, True, "5/1", True),
        (1, False, False, "5/1", True),
        (2, True, False, "5/1", False),
        (2, True, True, "5/1", False),
        (2, False, False, "5/1", True),
        (2, False, True, "5/1", True),
        (2, False, True, "5/2", False),
        (1, True, True, "5/2", True),
        (1, True, True, "4", False),
        (1, True, True, "4/1", False),
    ],
)
def test_the_first_game_of_a_double_is_paid_between_both_or_after_them(
    part: int, is_over: bool, is_deferred: bool, game: str, waits: bool
) -> None:
    state = changed(DOUBLE, game={"part": part, "is_over": is_over, "is_deferred": is_deferred})
    assert told(payment.require_allowed_moment(state, game)) == (("payment-waits", {}) if waits else None)


def test_a_single_game_is_paid_at_any_moment_after_it() -> None:
    assert payment.require_allowed_moment(changed(SINGLE, game={"is_deferred": True}), "5") is None


@pytest.mark.parametrize(
    ("ledger", "game", "prize", "card", "answer"),
    [
        ({f"owed:5/1/linea/{CARD}": 60}, "5/1", LINE, CARD, None),
        ({}, "5/1", LINE, CARD, "prize-paid"),
        ({}, "5/1", LINE, "B-7/3", "no-prize"),
        ({}, "5/1", BINGO, CARD, "no-prize"),
        ({}, "5/2", LINE, CARD, "no-prize"),
        ({}, "4", LINE, CARD, "no-prize"),
    ],
)
def test_a_prize_is_paid_once(ledger: dict[str, int], game: str, prize: Prize, card: str, answer: str | None) -> None:
    state = replace(DOUBLE, ledger=Map(ledger))
    expected = None if answer is None else (answer, {"card": card})
    assert told(payment.require_unpaid(state, game, prize, card)) == expected
    nothing = changed(state, game={"awards": Map({LINE: (WinningCard(CARD, 0),)})})
    if not ledger:
        assert told(payment.require_unpaid(nothing, game, prize, card)) == ("no-prize", {"card": card})


def pay(prize: Prize, card: str, **fields: Any) -> a.PayPrize:
    return a.PayPrize(prize, card, **fields)


def paid(prize: Prize, card: str, amount: int, **fields: Any) -> tuple[e.PrizePaid]:
    given = {"means": Means.CASH, **fields}
    return (e.PrizePaid("5/1", prize, card, amount, by=CASHIER, **given),)


DUE = replace(
    DOUBLE, ledger=Map({f"owed:5/1/linea/{CARD}": 60, f"owed:5/1/linea/{OTHER}": 61, f"owed:4/bingo/{CARD}": 7_00})
)


@pytest.mark.parametrize(
    ("state", "who", "act", "answer"),
    [
        (DUE, CASHIER, pay(LINE, CARD), paid(LINE, CARD, 60, person=ANA)),
        (DUE, CASHIER, pay(LINE, CARD, person=ANA), paid(LINE, CARD, 60, person=ANA)),
        (DUE, CASHIER, pay(LINE, CARD, person=LUIS), "not-your-card"),
        (DUE, CASHIER, pay(LINE, CARD, means=Means.ACCOUNT), paid(LINE, CARD, 60, person=ANA, means=Means.ACCOUNT)),
        (DUE, CASHIER, pay(LINE, OTHER), paid(LINE, OTHER, 61)),
        (DUE, CASHIER, pay(LINE, OTHER, person=LUIS), paid(LINE, OTHER, 61, person=LUIS)),
        (DUE, CASHIER, pay(LINE, OTHER, person=CHANCE), "only-people"),
        (DUE, CASHIER, pay(LINE, OTHER, person=CASHIER), "own-purse"),
        (DUE, CASHIER, pay(LINE, OTHER, means=Means.ACCOUNT), "person-missing"),
        (DUE, CHIEF, pay(LINE, OTHER), "not-your-post"),
        (changed(DUE, game={"cases": (FIRE,)}), CASHIER, pay(LINE, OTHER), "case-open"),
        (DUE, CASHIER, pay(BINGO, CARD, game="4"), (e.PrizePaid("4", BINGO, CARD, 7_00, Means.CASH, CASHIER),)),
        (
            replace(DUE, left_prizes=Map({f"owed:4/bingo/{CARD}": LeftPrize(1, LUIS)})),
            CASHIER,
            pay(BINGO, CARD, game="4"),
            (e.PrizePaid("4", BINGO, CARD, 7_00, Means.CASH, CASHIER, LUIS),),
        ),
        (
            replace(DUE, left_prizes=Map({f"owed:4/bingo/{CARD}": LeftPrize(1, LUIS)})),
            CASHIER,
            pay(BINGO, CARD, game="4", person=ANA),
            "not-your-card",
        ),
        (DUE, CASHIER, pay(BINGO, OTHER), "prize-paid"),
        (DUE, CASHIER, pay(BINGO, CARD), "no-prize"),
        (changed(DUE, game={"is_over": False}), CASHIER, pay(LINE, CARD), "game-not-over"),
        (changed(DUE, game={"is_deferred": True}), CASHIER, pay(LINE, CARD), "payment-waits"),
    ],
)
def test_to_whom_a_prize_is_paid_and_how(state: State, who: PersonId, act: a.PayPrize, answer: Any) -> None:
    assert code(payment.pay(state, who, act)) == answer


EARLY = changed(with_options(SINGLE, payment__line_early=True), phase=Phase.DRAW_BINGO, game={"is_over": False})


@pytest.mark.parametrize(
    ("state", "act", "answer"),
    [
        (EARLY, pay(LINE, CARD), (CARD, 60, ANA)),
        (EARLY, pay(LINE, OTHER), (OTHER, 60, None)),
        (replace(EARLY, phase=Phase.CHECK), pay(LINE, CARD), (CARD, 60, ANA)),
        (replace(EARLY, phase=Phase.ASK_BINGO), pay(LINE, CARD), (CARD, 60, ANA)),
        (replace(EARLY, phase=Phase.ASK_OUT), pay(LINE, CARD), (CARD, 60, ANA)),
        (replace(EARLY, phase=Phase.DRAW_LINE), pay(LINE, CARD), "game-not-over"),
        (EARLY, pay(BINGO, OTHER), "game-not-over"),
        (EARLY, pay(LINE, "B-7/3"), "no-prize"),
        (EARLY, pay(LINE, CARD, game="4"), "no-prize"),
        (with_options(EARLY, payment__line_early=False), pay(LINE, CARD), "game-not-over"),
        (changed(EARLY, game={"part": 1, "kind": SeriesKind.DOUBLE}), pay(LINE, CARD), "game-not-over"),
        (
            changed(EARLY, game={"payments": Map({f"owed:5/linea/{CARD}": PaidPrize(60, "cash-desk")})}),
            pay(LINE, CARD),
            "prize-paid",
        ),
    ],
)
def test_a_house_pays_the_línea_of_a_single_game_while_the_bingo_is_played(
    state: State, act: a.PayPrize, answer: Any
) -> None:
    if isinstance(answer, tuple):
        card, amount, person = answer
        answer = (e.PrizePaid("5", LINE, card, amount, Means.CASH, CASHIER, person, early=True),)
    assert code(payment.pay(state, CASHIER, act)) == answer


@pytest.mark.parametrize(
    ("owner", "waits", "refused"),
    [(ANA, True, True), (ANA, False, False), (None, True, False), (CASHIER, True, False)],
)
def test_where_the_next_sale_waits_a_prize_with_a_name_goes_to_its_account(
    owner: PersonId | None, waits: bool, refused: bool
) -> None:
    state = with_options(DOUBLE, payment__next_game_waits=waits)
    expected = ("prize-to-account", {"card": CARD, "person": owner}) if refused else None
    assert told(payment.require_bearer_lacking(state, CARD, owner)) == expected


@pytest.mark.parametrize(
    ("state", "who", "reason", "game", "answer"),
    [
        (DUE, CHIEF, "no vino", "", ("5/1", LINE)),
        (replace(DUE, phase=Phase.VOID), CHIEF, "no vino", "5/1", ("5/1", LINE)),
        (replace(DUE, phase=Phase.READY), CHIEF, "no vino", "5/1", ("5/1", LINE)),
        (replace(DUE, phase=Phase.BETWEEN), CHIEF, "no vino", "5/1", "wrong-window"),
        (DUE, CASHIER, "no vino", "", "not-your-post"),
        (DUE, CHIEF, " ", "", "reason-missing"),
        (DUE, CHIEF, "no vino", "5/2", "no-prize"),
        (
            replace(DUE, left_prizes=Map({f"owed:5/1/linea/{CARD}": LeftPrize(1)})),
            CHIEF,
            "no vino",
            "",
            "prize-left",
        ),
        (with_options(DUE, payment__next_game_waits=True), CHIEF, "no vino", "", "prize-to-account"),
    ],
)
def test_a_prize_is_left_for_later_once_with_a_reason(
    state: State, who: PersonId, reason: str, game: str, answer: Any
) -> None:
    if isinstance(answer, tuple):
        answer = (e.PrizeLeft(*answer, CARD, reason),)
    assert code(payment.leave(state, who, a.LeaveUncollected(LINE, CARD, reason, game))) == answer


HELD = replace(DOUBLE, ledger=Map({"held:5/1/linea": 60, "held:4/linea": 70}))


@pytest.mark.parametrize(
    ("state", "who", "reason", "game", "answer"),
    [
        (HELD, CHIEF, "nadie", "", ("5/1", 60)),
        (HELD, MANAGER, "nadie", "4", ("4", 70)),
        (HELD, CASHIER, "nadie", "", "not-your-post"),
        (HELD, CHIEF, " ", "", "reason-missing"),
        (HELD, CHIEF, "nadie", "3", "nothing-held"),
        (replace(HELD, phase=Phase.DRAW_LINE), CHIEF, "nadie", "4", "game-not-over"),
        (replace(HELD, phase=Phase.DRAW_BINGO), CHIEF, "nadie", "4", "game-not-over"),
        (replace(HELD, phase=Phase.READY), CHIEF, "nadie", "4", ("4", 70)),
    ],
)
@pytest.mark.parametrize("fate", list(Fate))
def test_what_nobody_won_is_decided_on_with_a_reason(
    state: State, who: PersonId, reason: str, game: str, answer: Any, fate: Fate
) -> None:
    if isinstance(answer, tuple):
        answer = (e.UnawardedDecided(answer[0], LINE, answer[1], fate, reason, who),)
    assert code(payment.decide_unawarded(state, who, a.DecideUnawarded(LINE, fate, reason, game))) == answer


# --- the second game, the end -----------------------------------------------------------------------------------------

SECOND = (e.GameStarted(5, 2, "S-9"), e.PhaseOpened(Phase.DRAW_LINE))


@pytest.mark.parametrize(
    ("state", "who", "answer"),
    [
        (DOUBLE, CHIEF, SECOND),
        (replace(DOUBLE, phase=Phase.BETWEEN), CHIEF, SECOND),
        (replace(DOUBLE, phase=Phase.VOID), CHIEF, SECOND),
        (replace(DOUBLE, phase=Phase.DRAW_LINE), CHIEF, "wrong-window"),
        (DOUBLE, CASHIER, "not-your-post"),
        (changed(DOUBLE, game={"part": 2}), CHIEF, "wrong-window"),
        (changed(DOUBLE, game={"is_over": False}), CHIEF, "wrong-window"),
        (changed(DOUBLE, game={"ends_card": True}), CHIEF, "wrong-window"),
        (SINGLE, CHIEF, "wrong-window"),
        (changed(DOUBLE, game={"cases": (FIRE,)}), CHIEF, "case-open"),
        (DUE, CHIEF, "first-game-unpaid"),
        (changed(DUE, game={"is_deferred": True}), CHIEF, SECOND),
    ],
)
def test_the_second_game_of_a_double_begins_when_the_first_is_over_and_paid(
    state: State, who: PersonId, answer: Any
) -> None:
    if isinstance(answer, tuple):
        answer = (*say(state, "second"), *answer)
    assert code(payment.announce_second(state, who, a.AnnounceSecond())) == answer


LAST = changed(DOUBLE, game={"part": 2})
ENDED = (e.GameEnded(5), e.PhaseOpened(Phase.READY))


@pytest.mark.parametrize(
    ("state", "who", "answer"),
    [
        (LAST, CHIEF, ENDED),
        (replace(LAST, phase=Phase.VOID), CHIEF, ENDED),
        (replace(LAST, phase=Phase.BETWEEN), CHIEF, "wrong-window"),
        (LAST, CASHIER, "not-your-post"),
        (changed(LAST, game={"cases": (FIRE,)}), CHIEF, "case-open"),
        (DOUBLE, CHIEF, "second-game-due"),
        (changed(DOUBLE, game={"ends_card": True}), CHIEF, ENDED),
        (SINGLE, CHIEF, ENDED),
        (replace(LAST, ledger=DUE.ledger), CHIEF, "prizes-due"),
        (replace(LAST, ledger=Map({"owed:5/2/linea/B-7/1": 1})), CHIEF, "prizes-due"),
        (replace(LAST, ledger=Map({"owed:4/linea/B-7/1": 1})), CHIEF, ENDED),
    ],
)
def test_a_game_is_closed_when_everything_is_paid_or_left(state: State, who: PersonId, answer: Any) -> None:
    assert code(payment.end_game(state, who, a.EndGame())) == answer


# --- what was paid of a void game -------------------------------------------------------------------------------------

TO_ANA, IN_CASH = PaidPrize(60, "person:ana"), PaidPrize(70, "cash-desk")


def after(*payments: PaidPrize, way: EarlyLine | None = None, is_divided: bool = True) -> State:
    """Return a game of which some prizes were paid; before its takings were divided ``way`` is what the house does."""
    options = {} if way is None else {"void__early_line": str(way)}
    return changed(
        with_options(DOUBLE, **options),
        game={
            "payments": Map({f"owed:5/1/linea/{number}": one for number, one in enumerate(payments)}),
            "division": DIVISION if is_divided else None,
        },
    )


@pytest.mark.parametrize(
    ("payments", "cash", "account"),
    [((), False, False), ((TO_ANA,), False, True), ((IN_CASH,), True, False), ((TO_ANA, IN_CASH), True, True)],
)
def test_cash_is_asked_for_where_some_was_paid_and_accounts_where_those_got_some(
    payments: tuple[PaidPrize, ...], cash: bool, account: bool
) -> None:
    for state in (after(*payments), after(*payments, way=EarlyLine.CHIEF, is_divided=False)):
        assert (recovering.is_cash_asked(state), recovering.is_recovery_asked(state)) == (cash, account)
        assert [recovering.is_recovered(state, one) for one in (None, True, False)] == [None, True, False]
    state = after(*payments, way=EarlyLine.RECOVER, is_divided=False)
    assert (recovering.is_cash_asked(state), recovering.is_recovery_asked(state)) == (cash, False)
    absorbed = after(*payments, way=EarlyLine.ABSORB, is_divided=False)
    assert (recovering.is_cash_asked(absorbed), recovering.is_recovery_asked(absorbed)) == (False, False)
    if payments:
        assert [recovering.is_recovered(state, one) for one in (None, False)] == [True, True]
        assert [recovering.is_recovered(absorbed, one) for one in (None, True)] == [False, False]


@pytest.mark.parametrize("way", list(EarlyLine))
def test_the_rule_of_an_early_línea_is_for_one_that_was_paid_before_the_game_was_over(way: EarlyLine) -> None:
    assert recovering.rule_of_early_line(after(TO_ANA, way=way, is_divided=False)) is way
    assert recovering.rule_of_early_line(after(TO_ANA, way=way)) is EarlyLine.CHIEF
    assert recovering.rule_of_early_line(after(way=way, is_divided=False)) is EarlyLine.CHIEF


@pytest.mark.parametrize(
    ("payments", "recover", "cash_back", "answer"),
    [
        ((TO_ANA,), None, None, "recovery-undecided"),
        ((TO_ANA,), True, None, None),
        ((TO_ANA,), False, None, None),
        ((TO_ANA,), True, True, "no-cash-paid"),
        ((TO_ANA,), True, False, None),
        ((IN_CASH,), None, None, "cash-undecided"),
        ((IN_CASH,), None, True, None),
        ((IN_CASH,), None, False, None),
        ((TO_ANA, IN_CASH), None, True, "recovery-undecided"),
        ((TO_ANA, IN_CASH), True, None, "cash-undecided"),
        ((), None, None, None),
        ((), None, True, "no-cash-paid"),
    ],
)
def test_of_all_that_was_paid_it_is_said_whether_it_comes_back(
    payments: tuple[PaidPrize, ...], recover: bool | None, cash_back: bool | None, answer: str | None
) -> None:
    act = a.VoidGame("fire", "humo", recover, cash_back)
    assert code(recovering.require_payments_settled(after(*payments), act)) == answer


@pytest.mark.parametrize(
    ("recover", "cash_back", "back"),
    [
        (True, True, {"cash-desk": 70, "person:ana": 1_20, "person:luis": 5}),
        (True, False, {"person:ana": 1_20, "person:luis": 5}),
        (False, True, {"cash-desk": 70}),
        (False, False, {}),
    ],
)
def test_what_comes_back_is_what_was_paid_or_what_is_left_of_it_in_the_account(
    recover: bool, cash_back: bool, back: dict[str, int]
) -> None:
    payments = (PaidPrize(5, "person:luis"), TO_ANA, IN_CASH, TO_ANA)
    found = recovering.payments_back(after(*payments), recover=recover, has_cash_back=cash_back)
    assert list(found.items()) == list(back.items())
    house = replace(after(*payments, way=EarlyLine.RECOVER, is_divided=False), ledger=Map({"person:ana": 1_19}))
    left = {**back, "person:ana": 1_19} if recover else dict(back)
    left.pop("person:luis", None)
    found = recovering.payments_back(house, recover=recover, has_cash_back=cash_back)
    assert list(found.items()) == list(left.items())


# --- void games -------------------------------------------------------------------------------------------------------

PLAYED = changed(DOUBLE, phase=Phase.DRAW_LINE, game={"is_over": False, "is_ball_wanted": False})
MISREAD = changed(PLAYED, game={"error_at": 2, "balls": (Ball(4, 4), Ball(17, 71), Ball(22))})


@pytest.mark.parametrize(
    ("state", "who", "answer"),
    [
        (PLAYED, ANA, 2),
        (PLAYED, CALLER, 2),
        (PLAYED, CASHIER, 2),
        (PLAYED, LUIS, "not-your-post"),
        (PLAYED, CHANCE, "only-people"),
        (MISREAD, ANA, 2),
        (changed(MISREAD, game={"error_at": None}), ANA, 3),
        (replace(PLAYED, phase=Phase.PRIZES), ANA, "wrong-window"),
        (replace(PLAYED, phase=Phase.BETWEEN), ANA, 2),
        (replace(PLAYED, phase=Phase.PAYMENT), ANA, 2),
        (replace(PLAYED, phase=Phase.CHECK), ANA, 2),
        (replace(PLAYED, phase=Phase.ASK_OUT), ANA, 2),
        (replace(PLAYED, phase=Phase.VOID), ANA, "wrong-window"),
        (changed(PLAYED, game={"cases": (CASE,)}), ANA, "already-reported"),
        (changed(PLAYED, game={"cases": (FIRE,)}), ANA, 2),
        (changed(PLAYED, game={"ruled_reports": Map({"caller-error": 2})}), ANA, "report-ruled"),
        (changed(PLAYED, game={"ruled_reports": Map({"caller-error": 1})}), ANA, 2),
        (changed(PLAYED, game={"doubted": frozenset({ANA})}), ANA, "report-doubted"),
        (changed(PLAYED, game={"doubted": frozenset({LUIS})}), ANA, 2),
    ],
)
def test_an_error_of_the_caller_is_reported_by_who_plays_or_follows_the_play(
    state: State, who: PersonId, answer: Any
) -> None:
    if isinstance(answer, int):
        answer = (e.CaseOpened(2, "caller-error", answer, who, "dijo otro"),)
    assert code(voiding.report_error(state, who, a.ReportCallerError("dijo otro"))) == answer


@pytest.mark.parametrize(
    ("state", "who", "cause", "note", "answer"),
    [
        (PLAYED, CALLER, "fire", "", False),
        (PLAYED, CALLER, "evacuation", "", True),
        (PLAYED, CHIEF, "fire", "", False),
        (PLAYED, CHIEF, "evacuation", " ", "reason-missing"),
        (PLAYED, ANA, "fire", "", "not-your-post"),
        (PLAYED, CALLER, "called-off", "", "cause-unknown"),
        (PLAYED, CALLER, "count-wrong", "", "prizes-stand"),
        (replace(PLAYED, phase=Phase.SALE), CALLER, "fire", "", "wrong-window"),
        (changed(PLAYED, game={"cases": (FIRE,)}), CALLER, "fire", "", "already-reported"),
        (changed(PLAYED, game={"is_over": True}), CALLER, "evacuation", "", False),
        (changed(PLAYED, game={"payments": Map({"x": TO_ANA})}), CALLER, "evacuation", "", False),
    ],
)
def test_what_may_make_the_game_void_waits_for_the_chief(
    state: State, who: PersonId, cause: str, note: str, answer: Any
) -> None:
    listed = with_options(state, void__causes__evacuation="void")
    if isinstance(answer, bool):
        answer = (e.CaseOpened(2, cause, 2, who, note, must_void=answer),)
    assert code(voiding.report_cause(listed, who, a.ReportCause(cause, note))) == answer


def test_by_the_chief_a_listed_cause_makes_the_game_void_at_once() -> None:
    state = with_options(PLAYED, void__causes__evacuation="void")
    found = voiding.report_cause(state, CHIEF, a.ReportCause("evacuation", "alarma"))
    assert found == voiding.events_of_void(state, CHIEF, "evacuation", "alarma", {})
    assert not isinstance(found, Fault)
    assert isinstance(found[0], e.GameVoided)


@pytest.mark.parametrize(
    ("state", "act", "answer"),
    [
        (PLAYED, a.VoidGame("fire", "humo"), None),
        (replace(PLAYED, phase=Phase.PRIZES), a.VoidGame("fire", "humo"), None),
        (changed(PLAYED, phase=Phase.PRIZES, game={"prizes": Map()}), a.VoidGame("fire", "humo"), "wrong-window"),
        (replace(PLAYED, phase=Phase.COUNT), a.VoidGame("fire", "humo"), "wrong-window"),
        (PLAYED, a.VoidGame("called-off", "humo"), "cause-unknown"),
        (PLAYED, a.VoidGame("caller-error", "humo"), "nothing-reported"),
        (MISREAD, a.VoidGame("caller-error", "humo"), None),
        (changed(PLAYED, game={"cases": (FIRE, CASE)}), a.VoidGame("caller-error", "humo"), None),
        (changed(PLAYED, game={"cases": (FIRE,)}), a.VoidGame("caller-error", "humo"), "nothing-reported"),
        (PLAYED, a.VoidGame("fire", " "), "reason-missing"),
        (PLAYED, a.VoidGame("fire", "humo", None, True), "no-cash-paid"),
    ],
)
def test_the_chief_declares_a_game_void_for_a_cause_with_a_reason(
    state: State, act: a.VoidGame, answer: str | None
) -> None:
    found = voiding.void(state, CHIEF, act)
    assert (found.code if isinstance(found, Fault) else None) == answer
    assert code(voiding.void(state, CASHIER, act)) == "not-your-post"


@pytest.mark.parametrize(
    ("cases", "error_at", "act", "answer"),
    [
        ((), None, a.LetStand("sigue"), "nothing-reported"),
        ((CASE,), None, a.LetStand("sigue"), (False, 0)),
        ((CASE,), None, a.LetStand("sigue", True), (True, 0)),
        ((CASE,), 2, a.LetStand("sigue", True), "number-misread"),
        ((CASE,), 2, a.LetStand("sigue"), (False, 0)),
        ((CASE,), None, a.LetStand(" "), "reason-missing"),
        ((CASE,), None, a.LetStand("sigue", serial=2), "nothing-reported"),
        ((CASE, FIRE), None, a.LetStand("sigue", serial=1), (False, 1)),
        ((CASE, FIRE), None, a.LetStand("sigue"), "must-be-void"),
        ((CASE, FIRE), None, a.LetStand("sigue", serial=2), "must-be-void"),
        ((CASE, FIRE), 2, a.LetStand("sigue", True, 2), (True, 2)),
    ],
)
def test_a_game_stands_unless_it_must_be_void_and_the_report_is_true(
    cases: tuple[Case, ...], error_at: int | None, act: a.LetStand, answer: Any
) -> None:
    state = changed(PLAYED, game={"cases": cases, "error_at": error_at})
    if isinstance(answer, tuple):
        answer = (e.CaseClosed("sigue", CHIEF, *answer),)
    assert code(voiding.let_stand(state, CHIEF, act)) == answer


@pytest.mark.parametrize("is_over", [True, False])
def test_a_misread_number_is_said_rightly_when_the_game_goes_on(is_over: bool) -> None:
    balls = (Ball(4, 4), Ball(17, 71), Ball(22), Ball(30, 31))
    state = changed(PLAYED, game={"cases": (CASE, FIRE), "balls": balls, "is_over": is_over})
    said = (
        *(e.AnnouncementCorrected(17, 71), *say(state, "correction", number=17)),
        *(e.AnnouncementCorrected(30, 31), *say(state, "correction", number=30)),
    )
    found = voiding.let_stand(state, CHIEF, a.LetStand("sigue", serial=1))
    assert found == (e.CaseClosed("sigue", CHIEF, False, 1), *(() if is_over else said))
    other = voiding.let_stand(state, CHIEF, a.LetStand("sigue", True, serial=2))
    assert other == (e.CaseClosed("sigue", CHIEF, True, 2),)


# --- where the money comes from ---------------------------------------------------------------------------------------


def void_of(state: State, back: dict[str, int] | None = None) -> Any:
    return told(voiding.events_of_void(state, CHIEF, "fire", "humo", back or {}))


BEFORE = changed(
    PLAYED, ledger=Map({"sales:5/1": 13_00, "sales:5/2": 12_00}), game={"division": None, "carried_on": Map()}
)
"""Six cartones of two euros for each game, and one euro that an earlier game brought in."""


def made(**fields: Any) -> e.GameVoided:
    given: dict[str, Any] = {
        "price": 2_00,
        "sources": (Recovery("sales:5/1", 13_00),),
        "carried": {BINGO: 1_00},
        **fields,
    }
    return e.GameVoided("5/1", "fire", "humo", CHIEF, cards=(SALE.cards,), **given)


def test_before_the_takings_are_divided_they_give_back_what_was_paid_and_what_was_brought_in() -> None:
    first, *said, phase = void_of(BEFORE)
    assert first == made(ends_card=False)
    assert [one.formula for one in said] == ["void-first"]
    assert phase == e.PhaseOpened(Phase.VOID)


def test_a_whole_double_gives_back_both_games() -> None:
    first, *said, _ = void_of(with_options(BEFORE, void__double_scope="whole-card"))
    sources = (Recovery("sales:5/1", 13_00), Recovery("sales:5/2", 12_00))
    assert first == made(price=4_00, sources=sources, ends_card=True)
    assert [one.formula for one in said] == ["void"]


def test_the_second_game_gives_back_nothing_that_was_brought_to_the_first_and_ends_the_cartón() -> None:
    state = changed(BEFORE, game={"part": 2})
    first, *said, _ = void_of(state)
    expected = made(sources=(Recovery("sales:5/2", 12_00),), carried={}, ends_card=True)
    assert first == replace(expected, game="5/2")
    assert [one.formula for one in said] == ["void-second"]
    whole, *_ = void_of(with_options(state, void__double_scope="whole-card"))
    both = made(
        price=4_00, sources=(Recovery("house", 12_00), Recovery("sales:5/2", 12_00)), carried={}, ends_card=True
    )
    assert whole == replace(both, game="5/2")


def test_a_single_game_ends_its_cartones() -> None:
    state = changed(BEFORE, ledger=Map({"sales:5": 13_00}), game={"part": 0, "kind": SeriesKind.SINGLE})
    first, *said, _ = void_of(with_options(state, void__double_scope="whole-card"))
    assert first == replace(made(sources=(Recovery("sales:5", 13_00),), ends_card=True), game="5")
    assert [one.formula for one in said] == ["void"]


def test_divided_takings_come_back_from_wherever_they_went() -> None:
    division = e.TakingsDivided(
        "5/1", (Share(LINE, CARD, 60), Share(LINE, OTHER, 60)), {BINGO: 3_00}, {BINGO: 40}, 8_00, 20
    )
    ledger = Map({f"owed:5/1/linea/{CARD}": 60, "held:5/1/bingo": 2_60, "person:ana": 61, "cash-desk": -1})
    state = changed(PLAYED, ledger=ledger, game={"division": division, "carried_on": Map({BINGO: 80})})
    sources = (
        Recovery("carry:bingo", 80),
        Recovery("held:5/1/bingo", 2_60),
        Recovery("house", 13_00 - 80 - 2_60 - 60 - 20),
        Recovery(f"owed:5/1/linea/{CARD}", 60),
        Recovery("tax", 20),
    )
    first, *_ = void_of(state, {"person:ana": 60, "cash-desk": 5_00})
    recovered = (Recovery("cash-desk", 5_00), Recovery("person:ana", 60))
    assert first == made(sources=sources, recovered=recovered, ends_card=False)


@pytest.mark.parametrize(("there", "answer"), [(60, None), (59, ("not-enough-chips", {"chips": 59}))])
def test_nothing_is_taken_out_of_an_account_that_is_not_in_it(there: int, answer: Any) -> None:
    state = replace(BEFORE, ledger=Map({"sales:5/1": 13_00, "person:ana": there}))
    found = void_of(state, {"cash-desk": 9_00, "person:ana": 60})
    assert (found if answer else None) == answer


@pytest.mark.parametrize("phase", [Phase.SALE, Phase.COUNT, Phase.PRIZES, Phase.DRAW_LINE])
def test_a_sale_is_called_off_before_the_game_begins(phase: Phase) -> None:
    state = changed(BEFORE, phase=phase, game={"brought_amounts": Map({LINE: 0, BINGO: 1_00})})
    found = voiding.call_off(state, CHIEF, a.CallOffSale("nadie"))
    assert code(voiding.call_off(state, CASHIER, a.CallOffSale("nadie"))) == "not-your-post"
    empty = voiding.call_off(changed(state, game={"sales": ()}), CHIEF, a.CallOffSale("nadie"))
    nothing = changed(state, game={"sales": (), "brought_amounts": Map()})
    bare = voiding.call_off(nothing, CHIEF, a.CallOffSale("nadie"))
    if phase is Phase.DRAW_LINE:
        assert [code(one) for one in (found, empty, bare)] == ["wrong-window"] * 3
        return
    said = say(state, "sale-off")
    sources = (Recovery("sales:5/1", 13_00), Recovery("sales:5/2", 12_00))
    off = e.GameVoided(*("5/1", "called-off", "nadie", CHIEF, 4_00, (SALE.cards,), sources), carried={BINGO: 1_00})
    assert found == (off, *said, e.PhaseOpened(Phase.VOID))
    assert empty == (*said, e.GameEnded(5, {BINGO: 1_00}, "5/1"), e.PhaseOpened(Phase.READY))
    assert bare == (*said, e.GameEnded(5, {}, ""), e.PhaseOpened(Phase.READY))


# --- what holds the next sale up --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("planned", "had", "refused"), [(0, 4, False), (4, 4, True), (5, 4, False), (3, 4, True)])
def test_a_session_has_the_games_that_were_planned(planned: int, had: int, refused: bool) -> None:
    state = changed(with_options(DOUBLE, session__games_planned=planned), hall={"session_games": had})
    assert told(require_game_planned(state)) == (("session-played", {}) if refused else None)


@pytest.mark.parametrize("again", [True, False])
def test_a_house_may_want_a_series_for_each_game(again: bool) -> None:
    state = with_options(DOUBLE, sale__series_again=again)
    used = None if again else ("series-used", {"name": "B-7"})
    assert told(require_fresh_series(state, ("C-8", "B-7"))) == used
    assert require_fresh_series(state, ("C-8",)) is None
    fresh = changed(state, hall={"series": Map({"B-7": replace(state.hall.series["B-7"], uses=())})})
    assert require_fresh_series(fresh, ("B-7",)) is None


@pytest.mark.parametrize("waits", [True, False])
def test_where_the_next_sale_waits_every_prize_is_paid_or_left(waits: bool) -> None:
    state = with_options(DUE, payment__next_game_waits=waits)
    due = [f"owed:4/bingo/{CARD}", f"owed:5/1/linea/{CARD}", f"owed:5/1/linea/{OTHER}"]
    assert told(require_none_unpaid(state)) == (("next-game-waits", {"accounts": due}) if waits else None)
    left = replace(state, left_prizes=Map({one: LeftPrize(1) for one in due[:2]}))
    assert told(require_none_unpaid(left)) == (("next-game-waits", {"accounts": due[2:]}) if waits else None)
    assert require_none_unpaid(replace(state, left_prizes=Map({one: LeftPrize(1) for one in due}))) is None
