"""The check, the question, the order and the division: each condition by itself, and what is decided, whole."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.clauses import Fault
from tapete.games.bingo import acts as a
from tapete.games.bingo import calls_taken_back, checking, orders, prizes
from tapete.games.bingo import events as e
from tapete.games.bingo.events.payment import Share
from tapete.games.bingo.pause import Pause
from tapete.games.bingo.sayings import say, say_of_part
from tapete.games.bingo.state import Ball, Case, PaidPrize, State
from tapete.games.bingo.terms import Camera, Means, Phase, Prize, Range, SeriesKind, SoldRange, WinningCard
from tapete.kernel import PersonId
from tapete.money import euros
from tapete.table.staff import Role
from tapete.table.windows import Claim, Window
from tests.support.bingo.full_state import ANA, CALLER, CARD, CASHIER, CHIEF, LUIS, OTHER, STATE, changed
from tests.support.bingo.hall import GivenCartones, Hall

LINE, BINGO = Prize.LINE, Prize.BINGO
THIRD = "B-7/3"
ASSISTANT = PersonId("assistant")
STAFF = {Role.CALLER: CALLER, Role.TABLE_CHIEF: CHIEF, Role.CASHIER: CASHIER, Role.ASSISTANT: ASSISTANT}
EVERYBODY = (*STAFF.values(), ANA)
REPORTED = Case(1, "fire", 1, ANA, "", must_void=False)
K = ((1, 2), (11, 12), (21, 22))
CALLED: State = changed(
    replace(STATE, rules=Hall().state.rules, staff=Map(STAFF), ledger=Map({"sales:5/1": 20_00})),
    phase=Phase.CHECK,
    game={
        "cases": (),
        "is_over": False,
        "is_void": False,
        "is_deferred": False,
        "awards": Map(),
        "closed_at": Map(),
        "tokens": Map(),
        "payments": Map(),
        "times_asked": 0,
        "brought_amounts": Map(),
        "prizes": Map({LINE: 1_00, BINGO: 6_01}),
        "balls": tuple(Ball(one, one, is_shown=True) for one in (1, 2, 11)),
        "sales": (
            SoldRange(Range("B-7", 1, 1), CALLER, Means.ACCOUNT, ANA),
            SoldRange(Range("B-7", 2, 9), CALLER, Means.CASH),
        ),
        "pause": Pause(),
    },
)


def told(found: Any) -> Any:
    """Return code and facts of a refusal; else what was decided."""
    return (found.code, dict(found.facts)) if isinstance(found, Fault) else found


def code(found: Any) -> Any:
    return found.code if isinstance(found, Fault) else found


def with_options(state: State, **options: Any) -> State:
    return replace(state, rules=Hall(**options).state.rules)


def may(decide: Any, state: State, act: Any, *more: Any) -> list[PersonId]:
    """Return who of everybody may do an act: whoever is not told that it is none of his posts."""
    return [who for who in EVERYBODY if code(decide(state, who, act, *more)) != "not-your-post"]


def claims(*names: str) -> Window[str]:
    return Window("calls", 0, tuple(Claim(ANA, one) for one in names))


def paused(*names: str, results: dict[Any, int] | None = None, **pause: Any) -> State:
    """Return the state with these calls, and what was found of them."""
    return changed(CALLED, pause={"calls": claims(*names), "results": Map(results or {}), **pause})


BOTH = (f"linea:{CARD}", f"bingo:{OTHER}")

# --- the cartón -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "prize", "called"),
    [
        (CARD, "", True),
        (CARD, "linea", True),
        (CARD, "bingo", False),
        (OTHER, "", True),
        (OTHER, "bingo", True),
        (OTHER, "linea", False),
        (THIRD, "", False),
    ],
)
def test_a_cartón_was_called_for_a_prize_or_for_any(card: str, prize: str, called: bool) -> None:
    state = paused(*BOTH)
    assert checking.is_called(state, card, prize) is called
    expected = None if called else ("not-called", {"card": card})
    assert told(checking.require_called(state, card, prize)) == expected


def test_a_called_cartón_is_brought_once() -> None:
    state = paused(*BOTH, handed_in=frozenset({OTHER}))
    assert checking.hand_in(state, CALLER, a.HandInCard(CARD)) == (e.CardHandedIn(CARD, CALLER),)
    assert code(checking.hand_in(state, CALLER, a.HandInCard(OTHER))) == "nothing-changes"
    assert code(checking.hand_in(state, CALLER, a.HandInCard(THIRD))) == "not-called"
    assert code(checking.hand_in(replace(state, phase=Phase.ASK_LINE), CALLER, a.HandInCard(CARD))) == "wrong-window"
    assert code(checking.hand_in(state, CASHIER, a.HandInCard(CARD))) == "not-your-post"


def test_its_master_is_shown_once_by_chief_or_assistant() -> None:
    cards = GivenCartones(rest=K)
    state = paused(*BOTH, masters=Map({OTHER: K}))
    shown = (e.MasterShown(CARD, K, Camera.MASTER),)
    assert checking.show_master(state, CHIEF, a.ShowMaster(CARD), cards) == shown
    assert may(checking.show_master, state, a.ShowMaster(CARD), cards) == [CHIEF, ASSISTANT]
    assert code(checking.show_master(state, CHIEF, a.ShowMaster(OTHER), cards)) == "nothing-changes"
    assert code(checking.show_master(state, CHIEF, a.ShowMaster(THIRD), cards)) == "not-called"
    asking = replace(state, phase=Phase.ASK_LINE)
    assert code(checking.show_master(asking, CHIEF, a.ShowMaster(CARD), cards)) == "wrong-window"
    nobody = GivenCartones(rest=())
    assert told(checking.show_master(state, CHIEF, a.ShowMaster(CARD), nobody)) == ("card-unregistered", {"card": CARD})


def test_a_difference_is_noted_by_the_chief_of_what_was_called() -> None:
    state = paused(*BOTH)
    assert checking.note_difference(state, CHIEF, a.NoteDifference(CARD, "x")) == (e.DifferenceNoted(CARD, "x", CHIEF),)
    assert may(checking.note_difference, state, a.NoteDifference(CARD)) == [CHIEF]
    assert code(checking.note_difference(state, CHIEF, a.NoteDifference(THIRD))) == "not-called"


@pytest.mark.parametrize(
    ("order", "turns"),
    [
        ("any-order", ["B-7/10", "B-7/9", "B-7/8"]),
        ("as-called", ["B-7/9"]),
        ("by-number", ["B-7/8"]),
    ],
)
def test_called_cartones_are_checked_in_the_order_of_the_house(order: str, turns: list[str]) -> None:
    names = ("bingo:B-7/1", "linea:B-7/9", "linea:B-7/10", "linea:B-7/8")
    state = replace(paused(*names, results={(BINGO, "B-7/1"): 1}), rules=Hall(claims__check_order=order).state.rules)
    cards = ("B-7/10", "B-7/9", "B-7/8")
    assert [one for one in cards if checking.require_turn_of_check(state, LINE, one) is None] == turns
    for card in set(cards) - set(turns):
        refused = ("check-another-first", {"card": turns[0]})
        assert told(checking.require_turn_of_check(state, LINE, card)) == refused
    done = changed(state, pause={"results": Map({(LINE, one): 1 for one in cards} | {(BINGO, "B-7/1"): 1})})
    assert checking.require_turn_of_check(done, LINE, "B-7/10") is None


READY = {"handed_in": frozenset({CARD, OTHER}), "masters": Map({CARD: K, OTHER: K})}
ASK = (e.OthersAsked((LINE,)), *say(CALLED, "more-lines"), e.PhaseOpened(Phase.ASK_LINE))
ON = (e.CallsDropped(), *say(CALLED, "order-on"), e.PhaseOpened(Phase.DRAW_LINE))


def checked(prize: Prize, card: str, lacking: tuple[int, ...], count: int, said: str) -> tuple[Any, ...]:
    return e.CardChecked(prize, card, not lacking, lacking, count), *say(CALLED, said)


@pytest.mark.parametrize(
    ("names", "results", "prize", "card", "answer"),
    [
        ((BOTH[0],), {}, LINE, CARD, (*checked(LINE, CARD, (), 1, "right-linea"), *ASK)),
        (BOTH, {}, LINE, CARD, checked(LINE, CARD, (), 1, "right-linea")),
        ((BOTH[1],), {}, BINGO, OTHER, (*checked(BINGO, OTHER, (12, 21, 22), 0, "wrong"), *ON)),
        (BOTH, {}, BINGO, OTHER, checked(BINGO, OTHER, (12, 21, 22), 0, "wrong-more")),
        (BOTH, {(LINE, CARD): 1}, BINGO, OTHER, (*checked(BINGO, OTHER, (12, 21, 22), 0, "wrong"), *ASK)),
        (BOTH, {(LINE, CARD): 0}, BINGO, OTHER, (*checked(BINGO, OTHER, (12, 21, 22), 0, "wrong"), *ON)),
        (BOTH, {(LINE, CARD): 1}, LINE, CARD, "card-checked"),
        (BOTH, {}, LINE, OTHER, "not-called"),
        (BOTH, {}, BINGO, CARD, "not-called"),
    ],
)
def test_a_check_says_what_is_complete_and_after_the_last_one_the_game_goes_on(
    names: tuple[str, ...], results: dict[Any, int], prize: Prize, card: str, answer: Any
) -> None:
    state = paused(*names, results=results, **READY)
    assert code(checking.check(state, CHIEF, a.CheckCard(prize, card), GivenCartones())) == answer


def test_the_chief_checks_what_lies_before_him_with_its_master() -> None:
    def answer(state: State, who: PersonId = CHIEF) -> Any:
        return code(checking.check(state, who, a.CheckCard(LINE, CARD), GivenCartones()))

    state = paused(*BOTH, **READY)
    assert [who for who in EVERYBODY if answer(state, who) != "not-your-post"] == [CHIEF]
    assert answer(changed(state, pause={"handed_in": frozenset({OTHER})})) == "card-not-handed-in"
    assert answer(changed(state, pause={"masters": Map({OTHER: K})})) == "master-unshown"
    assert answer(replace(state, phase=Phase.ASK_LINE)) == "wrong-window"
    unreadable = changed(state, hall={"series": Map()}, pause={"masters": Map({CARD: ()})})
    assert answer(unreadable) == "card-unregistered"


# --- the question -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("closes", [True, False])
@pytest.mark.parametrize("all_out", [True, False])
def test_after_wrong_calls_the_order_closes_what_was_called_where_the_house_says_so(
    closes: bool, all_out: bool
) -> None:
    balls = tuple(Ball(one, one, is_shown=True) for one in range(1, 91 if all_out else 90))
    state = changed(
        with_options(paused(*BOTH, results={(LINE, CARD): 0, (BINGO, OTHER): 0}), claims__failed_order_closes=closes),
        game={"balls": balls},
        pause={"return_phase": Phase.DRAW_BINGO},
    )
    for counted, named in ((BOTH, (LINE, BINGO)), (BOTH[1:], (BINGO,)), ((), ())):
        found = checking.after_call(state, "", set(), claims(*counted).claims)
        dropped = named if closes and not all_out else ()
        assert found == (e.CallsDropped(dropped), *say(state, "order-on"), e.PhaseOpened(Phase.DRAW_BINGO))


@pytest.mark.parametrize(
    ("right", "awarded", "way", "asked", "phase"),
    [
        ({LINE}, False, "same-pause", (LINE,), Phase.ASK_LINE),
        ({BINGO}, False, "same-pause", (LINE, BINGO), Phase.ASK_BINGO),
        ({BINGO}, False, "lapsed", (BINGO,), Phase.ASK_BINGO),
        ({BINGO}, True, "same-pause", (BINGO,), Phase.ASK_BINGO),
        ({LINE, BINGO}, False, "lapsed", (LINE, BINGO), Phase.ASK_BINGO),
    ],
)
def test_it_is_asked_for_what_was_right_and_for_the_línea_that_a_bingo_may_still_share(
    right: set[Prize], awarded: bool, way: str, asked: tuple[Prize, ...], phase: Phase
) -> None:
    awards = Map({LINE: (WinningCard(CARD, 1),)}) if awarded else Map()
    state = changed(with_options(CALLED, claims__bingo_first=way), game={"awards": awards})
    formulas = {LINE: "more-lines", BINGO: "more-bingos"}
    said = [one for prize in asked for one in say(state, formulas[prize])]
    assert checking.question(state, right) == (e.OthersAsked(asked), *said, e.PhaseOpened(phase))


@pytest.mark.parametrize(
    ("back", "new", "new_right", "again", "asks"),
    [
        (Phase.ASK_LINE, set(), 0, True, False),
        (Phase.ASK_LINE, {LINE}, 0, True, True),
        (Phase.ASK_LINE, set(), 1, True, True),
        (Phase.ASK_LINE, {LINE}, 0, False, False),
        (Phase.DRAW_LINE, set(), 0, False, True),
        (Phase.ASK_BINGO, {LINE}, 0, False, True),
    ],
)
def test_it_is_asked_again_where_somebody_else_was_right_and_the_house_does_so(
    back: Phase, new: set[Prize], new_right: int, again: bool, asks: bool
) -> None:
    state = with_options(paused(BOTH[0], results={(LINE, CARD): 1}), claims__question_again=again)
    state = changed(state, pause={"return_phase": back, "new_right_calls": new_right})
    assert checking.after_call(state, "", new, ()) == (ASK if asks else (e.PhaseOpened(back),))
    waiting = changed(state, pause={"calls": claims(*BOTH)})
    assert checking.after_call(waiting, "", new, ()) == ()
    assert checking.unchecked_calls(waiting) == [BOTH[1]]


# --- tokens, the order ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("is_deferred", "part", "both", "due"),
    [(True, 1, False, True), (True, 2, False, False), (True, 2, True, True), (False, 1, True, False)],
)
def test_a_token_is_due_where_prizes_wait(is_deferred: bool, part: int, both: bool, due: bool) -> None:
    state = changed(with_options(CALLED, payment__token_games=both), game={"is_deferred": is_deferred, "part": part})
    assert orders.is_token_due(state) is due


def test_each_winner_whose_prize_waits_has_one_token() -> None:
    state = changed(paused(*BOTH, results={(LINE, CARD): 1, (BINGO, OTHER): 1}), game={"is_deferred": True})
    assert told(orders.require_tokens(state)) == ("token-missing", {"calls": list(BOTH)})
    assert orders.require_tokens(changed(state, game={"is_deferred": False})) is None
    given = orders.give_token(state, CHIEF, a.GiveToken(LINE, CARD))
    assert given == (e.TokenGiven(11, "5/1", 1, LINE, CARD), *say(state, "token", part=1))
    one = changed(state, game={"tokens": Map({(1, LINE, CARD): 11, (2, BINGO, OTHER): 12})})
    assert told(orders.require_tokens(one)) == ("token-missing", {"calls": [BOTH[1]]})
    assert code(orders.give_token(one, CHIEF, a.GiveToken(LINE, CARD))) == "nothing-changes"
    assert code(orders.give_token(one, CHIEF, a.GiveToken(BINGO, CARD))) == "not-called"
    assert (
        code(orders.give_token(replace(one, phase=Phase.PAYMENT), CHIEF, a.GiveToken(BINGO, OTHER))) == "wrong-window"
    )
    early = changed(state, game={"is_deferred": False})
    assert code(orders.give_token(early, CHIEF, a.GiveToken(LINE, CARD))) == "no-token-due"


RIGHT = replace(paused(BOTH[0], results={(LINE, CARD): 1}, is_interval_over=True), phase=Phase.ASK_LINE)


@pytest.mark.parametrize(
    ("state", "answer"),
    [
        (RIGHT, None),
        (changed(RIGHT, pause={"is_interval_over": False}), "window-open"),
        (changed(RIGHT, pause={"calls": claims(*BOTH)}), "card-unchecked"),
        (changed(RIGHT, game={"cases": (REPORTED,)}), "case-open"),
        (changed(RIGHT, game={"is_deferred": True}), "token-missing"),
        (replace(RIGHT, phase=Phase.ASK_BINGO), "wrong-window"),
        (replace(RIGHT, phase=Phase.DRAW_LINE), "wrong-window"),
    ],
)
def test_after_a_línea_the_chief_orders_the_game_on(state: State, answer: str | None) -> None:
    made = (e.PrizeAwarded(LINE, (WinningCard(CARD, 1_00),)), *say(state, "order-on"), e.PhaseOpened(Phase.DRAW_BINGO))
    assert code(orders.resume(state, CHIEF, a.OrderResume())) == (answer or made)
    assert may(orders.resume, state, a.OrderResume()) == [CHIEF]


@pytest.mark.parametrize(
    ("phase", "asked", "reason", "answer"),
    [
        (Phase.ASK_BINGO, 0, "", None),
        (Phase.ASK_LINE, 9, "x", "wrong-window"),
        (Phase.DRAW_BINGO, 9, "x", "wrong-window"),
        (Phase.ASK_OUT, 2, "x", "question-due"),
        (Phase.ASK_OUT, 3, "x", None),
        (Phase.ASK_OUT, 3, " ", "reason-missing"),
    ],
)
def test_the_game_is_ended_after_a_bingo_or_when_nobody_has_called_it(
    phase: Phase, asked: int, reason: str, answer: str | None
) -> None:
    state = changed(with_options(RIGHT, claims__all_out_times=3), phase=phase, game={"times_asked": asked})
    assert code(orders.require_end_due(state, a.OrderEnd(reason))) == answer


@pytest.mark.parametrize(
    ("phase", "balls", "is_over", "answer"),
    [
        (Phase.DRAW_BINGO, 90, False, None),
        (Phase.DRAW_LINE, 90, False, None),
        (Phase.DRAW_BINGO, 89, False, "balls-left"),
        (Phase.ASK_OUT, 90, True, None),
        (Phase.ASK_OUT, 90, False, "window-open"),
        (Phase.ASK_BINGO, 90, True, "wrong-window"),
    ],
)
def test_when_all_balls_are_out_the_question_is_asked_and_asked_again(
    phase: Phase, balls: int, is_over: bool, answer: str | None
) -> None:
    out = tuple(Ball(one, one, is_shown=True) for one in range(1, balls + 1))
    state = changed(CALLED, phase=phase, game={"balls": out}, pause={"is_interval_over": is_over})
    asked = (e.OthersAsked((BINGO,)), *say(state, "all-out"), e.PhaseOpened(Phase.ASK_OUT))
    assert code(orders.ask_others(state, CHIEF, a.AskOthers())) == (answer or asked)
    assert may(orders.ask_others, state, a.AskOthers()) == [CHIEF]


@pytest.mark.parametrize("part", [0, 1, 2])
@pytest.mark.parametrize("is_deferred", [True, False])
def test_after_the_first_game_of_a_double_whose_prizes_wait_comes_the_second(part: int, is_deferred: bool) -> None:
    state = changed(CALLED, game={"part": part, "is_deferred": is_deferred})
    expected = Phase.BETWEEN if part == 1 and is_deferred else Phase.PAYMENT
    assert orders.phase_after_game(state) is expected


# --- the prizes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "units", "gives", "shares"),
    [
        (100, (1,), True, (100,)),
        (100, (1, 1, 1), True, (34, 33, 33)),
        (101, (1, 1, 1), True, (34, 34, 33)),
        (101, (1, 1, 1), False, (33, 33, 33)),
        (102, (1, 1, 1), True, (34, 34, 34)),
        (101, (2, 1), True, (68, 33)),
        (101, (1, 2), True, (34, 67)),
        (102, (2, 1), False, (68, 34)),
        (2, (1, 1, 1), True, (1, 1, 0)),
        (0, (1, 1), True, (0, 0)),
    ],
)
def test_a_prize_is_shared_in_whole_cents_and_the_first_ones_take_what_is_over(
    amount: int, units: tuple[int, ...], gives: bool, shares: tuple[int, ...]
) -> None:
    assert prizes.share_amounts(amount, units, gives_leftover=gives) == shares


@pytest.mark.parametrize(
    ("unit", "shared", "leftover", "amounts"),
    [
        ("card", True, "by-number", (51, 50)),
        ("card", True, "house", (50, 50)),
        ("card", True, "held", (50, 50)),
        ("combination", True, "by-number", (34, 67)),
        ("combination", True, "held", (33, 66)),
        ("card", False, "by-number", (1_01,)),
    ],
)
def test_a_prize_is_divided_as_the_house_has_it(
    unit: str, shared: bool, leftover: str, amounts: tuple[int, ...]
) -> None:
    options = {"prizes__share_unit": unit, "prizes__shared": shared, "prizes__leftover": leftover}
    state = with_options(paused(*BOTH, results={(LINE, "B-7/10"): 2, (LINE, "B-7/9"): 1, (BINGO, CARD): 1}), **options)
    state = changed(state, pause={"holders": Map({"B-7/9": ANA, "B-7/10": None})})
    cards = (("B-7/9", ANA), ("B-7/10", None))
    expected = tuple(WinningCard(card, cents, who) for (card, who), cents in zip(cards, amounts, strict=False))
    assert prizes.division(state, LINE, 1_01) == expected


@pytest.mark.parametrize("way", ["held", "house", "next-game", "bingo"])
@pytest.mark.parametrize(
    ("results", "awarded", "is_added"),
    [
        ({(BINGO, OTHER): 1}, False, True),
        ({(BINGO, OTHER): 1}, True, False),
        ({(BINGO, OTHER): 1, (LINE, CARD): 1}, False, False),
    ],
)
def test_a_línea_that_nobody_won_makes_the_bingo_greater_where_the_house_says_so(
    way: str, results: dict[Any, int], awarded: bool, is_added: bool
) -> None:
    awards = Map({LINE: (WinningCard(THIRD, 1_00),)}) if awarded else Map()
    state = changed(with_options(paused(*BOTH, results=results), prizes__unawarded_line=way), game={"awards": awards})
    found = orders.awards_of_pause(state)
    amount = 7_01 if is_added and way == "bingo" else 6_01
    assert found[BINGO] == (WinningCard(OTHER, amount),)
    assert (LINE in found) is ((LINE, CARD) in results)
    made = [e.PrizeAwarded(prize, found[prize]) for prize in (LINE, BINGO) if prize in found]
    assert list(orders.prizes_awarded(found)) == made
    again = changed(state, game={"awards": Map({BINGO: (WinningCard(THIRD, 1_00),)})})
    assert BINGO not in orders.awards_of_pause(again)


WON = {LINE: (WinningCard(CARD, 50, ANA), WinningCard(OTHER, 49)), BINGO: (WinningCard(OTHER, 6_01),)}
SHARES = (Share(BINGO, OTHER, 6_01), Share(LINE, CARD, 50), Share(LINE, OTHER, 49))


@pytest.mark.parametrize(
    ("awards", "options", "game", "shares", "held", "carried"),
    [
        (WON, {}, {}, SHARES, {}, {}),
        (WON, {"prizes__leftover": "held"}, {}, SHARES, {LINE: 1}, {}),
        (WON, {"prizes__leftover": "house"}, {}, SHARES, {}, {}),
        ({BINGO: WON[BINGO]}, {"prizes__unawarded_line": "held"}, {}, SHARES[:1], {LINE: 1_00}, {}),
        ({BINGO: WON[BINGO]}, {"prizes__unawarded_line": "house"}, {}, SHARES[:1], {}, {}),
        ({BINGO: WON[BINGO]}, {"prizes__unawarded_line": "next-game"}, {}, SHARES[:1], {}, {LINE: 1_00}),
        ({BINGO: WON[BINGO]}, {"prizes__unawarded_line": "bingo"}, {}, SHARES[:1], {}, {}),
        ({}, {"prizes__unawarded_line": "bingo"}, {}, (), {LINE: 1_00, BINGO: 6_01}, {}),
        ({LINE: WON[LINE]}, {"prizes__unawarded_bingo": "house"}, {}, SHARES[1:], {}, {}),
        ({LINE: WON[LINE]}, {"prizes__unawarded_bingo": "next-game"}, {}, SHARES[1:], {}, {BINGO: 6_01}),
        ({LINE: WON[LINE]}, {"prizes__unawarded_bingo": "held"}, {}, SHARES[1:], {BINGO: 6_01}, {}),
        (
            WON,
            {},
            {"payments": Map({f"owed:5/1/linea/{CARD}": PaidPrize(50, "cash-desk")})},
            (SHARES[0], SHARES[2]),
            {},
            {},
        ),
        ({LINE: (WinningCard(CARD, 0),), BINGO: WON[BINGO]}, {"prizes__leftover": "house"}, {}, SHARES[:1], {}, {}),
    ],
)
def test_the_takings_are_divided_to_the_cent(
    awards: Any, options: dict[str, Any], game: dict[str, Any], shares: Any, held: Any, carried: Any
) -> None:
    state = changed(with_options(CALLED, prizes__tax={"num": 1, "den": 100}, **options), game=game)
    given = sum(one.amount for one in shares) + sum(held.values()) + sum(carried.values())
    expected = e.TakingsDivided("5/1", shares, held, carried, 20_00 - given - 18, 18)
    assert orders.takings_divided(state, awards) == expected


@pytest.mark.parametrize(
    ("session_games", "planned", "words", "is_last"),
    [(4, 5, True, True), (3, 5, True, False), (5, 5, True, False), (4, 5, False, False)],
)
def test_the_last_game_that_was_planned_is_said_to_be_it(
    session_games: int, planned: int, words: bool, is_last: bool
) -> None:
    state = with_options(CALLED, session__games_planned=planned, session__last_game_words=words)
    assert prizes.is_last_game(changed(state, hall={"session_games": session_games})) is is_last


PRIZES = changed(CALLED, phase=Phase.PRIZES, game={"is_sold_announced": False, "covered_shortfall": 0, "prizes": Map()})


@pytest.mark.parametrize(("sold", "least", "refused"), [(0, 1, 1), (1, 1, None), (2, 3, 3), (3, 3, None), (0, 3, 3)])
def test_what_was_sold_is_announced_once_where_enough_was(sold: int, least: int, refused: int | None) -> None:
    state = with_options(PRIZES, sale__least=least)
    sales = (SoldRange(Range("B-7", 1, sold), CALLER, Means.CASH),) if sold else ()
    state = changed(state, game={"sales": sales})
    found = prizes.announce_sold(state, CHIEF, a.AnnounceSold())
    if refused is None:
        words = say(state, "sold-double", total=sold, series="B 7", first=1, last=sold)
        assert found == (e.SoldAnnounced((Range("B-7", 1, sold),)), *words)
        again = changed(state, game={"is_sold_announced": True})
        assert code(prizes.announce_sold(again, CHIEF, a.AnnounceSold())) == "nothing-changes"
        assert code(prizes.announce_sold(replace(state, phase=Phase.COUNT), CHIEF, a.AnnounceSold())) == "wrong-window"
    else:
        assert told(found) == ("too-few-sold", {"least": refused})
    assert may(prizes.announce_sold, state, a.AnnounceSold()) == [CHIEF]


@pytest.mark.parametrize("kind", list(SeriesKind))
def test_the_prizes_and_the_start_wait_for_what_was_announced_before(kind: SeriesKind) -> None:
    state = changed(PRIZES, game={"kind": kind, "part": 1 if kind is SeriesKind.DOUBLE else 0})
    assert code(prizes.announce_prizes(state, CHIEF, a.AnnouncePrizes())) == "sold-unannounced"
    assert code(prizes.cover(state, PersonId("manager"), a.CoverShortfall())) == "not-your-post"
    assert code(prizes.announce_start(state, CHIEF, a.AnnounceStart())) == "prizes-unannounced"
    for decide, act in ((prizes.announce_prizes, a.AnnouncePrizes()), (prizes.announce_start, a.AnnounceStart())):
        assert may(decide, state, act) == [CHIEF]
    told_prizes = changed(state, game={"is_sold_announced": True, "prizes": Map({LINE: 1})})
    assert code(prizes.announce_prizes(told_prizes, CHIEF, a.AnnouncePrizes())) == "nothing-changes"
    begun = (e.GameStarted(5, told_prizes.game.part, "S-9"), e.PhaseOpened(Phase.DRAW_LINE))
    assert prizes.announce_start(told_prizes, CHIEF, a.AnnounceStart()) == (*say(state, "start"), *begun)
    reported = changed(told_prizes, game={"cases": (REPORTED,)})
    assert code(prizes.announce_start(reported, CHIEF, a.AnnounceStart())) == "case-open"


@pytest.mark.parametrize("kind", list(SeriesKind))
@pytest.mark.parametrize("brought", [0, 50])
def test_what_was_brought_in_is_added_to_the_first_game_and_said_so(kind: SeriesKind, brought: int) -> None:
    """Nine cartones of two euros: a tenth of the sales is the línea, and three fifths are the bingo."""
    is_double = kind is SeriesKind.DOUBLE
    state = changed(
        with_options(
            PRIZES,
            prizes__line={"num": 1, "den": 10},
            prizes__bingo={"num": 3, "den": 5},
            prizes__unit=1,
        ),
        ledger=Map({"carry:bingo": brought} if brought else {}),
        game={
            "kind": kind,
            "part": 1 if is_double else 0,
            "is_sold_announced": True,
            "brought_amounts": Map({LINE: 20} if brought else {}),
        },
    )
    if not is_double:
        words = say(state, "prizes", line=euros(1_80 + (20 if brought else 0)), bingo=euros(10_80 + brought))
    elif not brought:
        words = say(state, "prizes-double", line=euros(1_80), bingo=euros(10_80))
    else:
        first = say_of_part(state, 1, "prizes", line=euros(2_00), bingo=euros(11_30))
        words = (*first, *say_of_part(state, 2, "prizes", line=euros(1_80), bingo=euros(10_80)))
    name = "5/1" if is_double else "5"
    announced = e.PrizesAnnounced(name, 1_80, 10_80, {BINGO: brought} if brought else {})
    assert prizes.announce_prizes(state, CHIEF, a.AnnouncePrizes()) == (announced, *words)


@pytest.mark.parametrize("covered", [0, 1_99, 2_00, 3_00])
@pytest.mark.parametrize("kind", list(SeriesKind))
def test_what_the_prizes_come_to_beyond_the_sales_is_covered_by_the_word_of_the_manager(
    covered: int, kind: SeriesKind
) -> None:
    manager = PersonId("manager")
    state = changed(
        with_options(PRIZES, prizes__fixed_line=5_00, prizes__fixed_bingo=15_00, prizes__tax={"num": 0, "den": 1}),
        staff=Map({**STAFF, Role.HALL_MANAGER: manager}),
        game={"kind": kind, "is_sold_announced": True, "covered_shortfall": covered * kind_parts(kind)},
    )
    due = 2_00 * kind_parts(kind)
    assert prizes.shortfall(state) == due
    refused = ("shortfall-uncovered", {"amount": due}) if covered < 2_00 else None
    assert told(prizes.require_covered(state)) == refused
    expected = (e.ShortfallCovered(5, due, manager),) if refused else "nothing-changes"
    assert code(prizes.cover(state, manager, a.CoverShortfall())) == expected
    assert code(prizes.cover(replace(state, phase=Phase.COUNT), manager, a.CoverShortfall())) == "wrong-window"
    unsaid = changed(state, game={"is_sold_announced": False})
    assert code(prizes.cover(unsaid, manager, a.CoverShortfall())) == "sold-unannounced"
    assert code(prizes.cover(state, CHIEF, a.CoverShortfall())) == "not-your-post"


def kind_parts(kind: SeriesKind) -> int:
    """Return how many games a cartón is good for."""
    return 2 if kind is SeriesKind.DOUBLE else 1


# --- a call that is taken back ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shown_for", "results", "begun"),
    [
        ((), {}, False),
        ((f"linea:{OTHER}",), {}, True),
        ((f"linea:{OTHER}", f"bingo:{OTHER}"), {}, False),
        ((f"bingo:{OTHER}",), {}, False),
        ((f"linea:{CARD}",), {}, False),
        ((), {(LINE, OTHER): 0}, True),
        ((), {(BINGO, OTHER): 0}, False),
    ],
)
def test_the_check_of_a_keyed_call_has_begun_with_its_result_or_its_own_master(
    shown_for: tuple[str, ...], results: dict[Any, int], begun: bool
) -> None:
    names = (f"linea:{OTHER}", f"bingo:{OTHER}", f"linea:{CARD}")
    state = paused(*names, results=results, shown_for=frozenset(shown_for))
    expected = ("card-checked", {"card": OTHER}) if begun else None
    assert told(calls_taken_back.require_check_not_begun(state, a.TakeCallBack(LINE, OTHER, "x"))) == expected


@pytest.mark.parametrize(
    ("allowed", "withdrawn_at", "stands"), [(True, None, False), (True, 2, False), (True, 3, True), (False, None, True)]
)
def test_a_player_takes_his_call_back_once_before_another_number_counts(
    allowed: bool, withdrawn_at: int | None, stands: bool
) -> None:
    withdrawn = Map() if withdrawn_at is None else Map({(LINE, CARD): withdrawn_at})
    state = changed(with_options(paused(*BOTH), claims__taken_back=allowed), game={"withdrawn_calls": withdrawn})
    act = a.TakeCallBack(LINE, CARD)
    assert told(calls_taken_back.require_withdrawable(state, act)) == (("call-stands", {}) if stands else None)
    found = calls_taken_back.take_call_back(state, ANA, act)
    assert code(found) == ("call-stands" if stands else (e.CallTakenBack(LINE, CARD, ANA),))
    assert code(calls_taken_back.take_call_back(state, LUIS, act)) == "not-your-card"


@pytest.mark.parametrize(
    ("awards", "results", "phase"),
    [
        ({}, {}, Phase.DRAW_LINE),
        ({}, {(LINE, CARD): False}, Phase.DRAW_LINE),
        ({}, {(BINGO, CARD): True}, Phase.DRAW_LINE),
        ({}, {(LINE, OTHER): False, (LINE, CARD): True}, Phase.DRAW_BINGO),
        ({LINE: ()}, {}, Phase.DRAW_BINGO),
        ({LINE: ()}, {(LINE, CARD): False}, Phase.DRAW_BINGO),
        ({BINGO: ()}, {}, Phase.DRAW_LINE),
    ],
)
def test_no_line_is_open_any_more_once_one_was_right(awards: Any, results: Any, phase: Phase) -> None:
    state = changed(CALLED, game={"awards": Map(awards), "pause": Pause(results=Map(results))})
    assert orders.phase_after_line(state) is phase
