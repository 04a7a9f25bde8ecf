"""What may be called for which cartón and until when: each condition of a call by itself, at its boundary."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.clauses import Fault
from tapete.games.bingo import acts as a, calls
from tapete.games.bingo.inventory import Refund, Series
from tapete.games.bingo.pause import Pause
from tapete.games.bingo.state import Ball, State
from tapete.games.bingo.terms import POSTS, SELLERS, Phase, Prize, Range, SeriesKind, WinningCard
from tapete.table.staff import Role
from tapete.table.windows import Claim, Window
from tests.support.bingo.full_state import ANA, CALLER, CARD, GAME, LUIS, OTHER, STATE, changed
from tests.support.bingo.hall import Hall

LINE, BINGO = Prize.LINE, Prize.BINGO
THIRD = "B-7/3"
PLAYED = changed(
    STATE, rules=Hall().state.rules, game={"is_over": False, "is_void": False, "closed_at": Map(), "awards": Map()}
)
"""Two of its three balls count."""


def told(found: Fault | None) -> Any:
    """Return code and facts of a refusal; nothing where there is none."""
    return None if found is None else (found.code, dict(found.facts))


def with_options(state: State, **options: Any) -> State:
    return replace(state, rules=Hall(**options).state.rules)


def claims(*names: str) -> Window[str]:
    return Window("calls", 0, tuple(Claim(ANA, one) for one in names))


# --- which prize ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prize", "shown"),
    [
        ("linea", None),
        ("bingo", None),
        ("", ""),
        ("quina", "quina"),
        ("abcdefghijklmnopqrst", "abcdefghijklmnopqrst"),
        ("abcdefghijklmnopqrstu", "abcdefghijklmnopqrst"),
    ],
)
def test_what_is_neither_línea_nor_bingo_is_named_by_its_first_twenty_letters(prize: str, shown: str | None) -> None:
    expected = None if shown is None else ("unknown-combination", {"prize": shown})
    assert told(calls.require_known_prize(prize)) == expected


@pytest.mark.parametrize(
    ("closed_at", "balls", "is_over", "refused"),
    [
        (2, GAME.balls, False, True),
        (1, GAME.balls, False, False),
        (3, GAME.balls, False, False),
        (None, GAME.balls, False, False),
        (2, GAME.balls, True, False),
        (0, (), False, False),
        (0, (Ball(5),), False, True),
    ],
)
def test_after_the_order_nobody_calls_until_another_number_counts(
    closed_at: int | None, balls: tuple[Ball, ...], is_over: bool, refused: bool
) -> None:
    closed = Map() if closed_at is None else Map({LINE: closed_at})
    state = changed(PLAYED, game={"closed_at": closed, "balls": balls, "is_over": is_over})
    assert told(calls.require_right_to_call(state, LINE)) == (("claim-precluded", {}) if refused else None)
    assert calls.require_right_to_call(state, BINGO) is None


@pytest.mark.parametrize(("is_over", "number", "refused"), [(True, 5, True), (False, 5, False), (True, 0, False)])
def test_after_the_order_that_ends_the_game_no_call_is_heard(is_over: bool, number: int, refused: bool) -> None:
    state = changed(PLAYED, game={"is_over": is_over, "number": number})
    assert told(calls.require_game_not_over(state)) == (("claim-precluded", {}) if refused else None)


@pytest.mark.parametrize(
    ("awarded", "closed_at", "refused"),
    [(True, 1, True), (True, 2, False), (True, None, True), (False, 1, False), (False, None, False)],
)
def test_a_línea_of_earlier_balls_ends_the_línea(awarded: bool, closed_at: int | None, refused: bool) -> None:
    awards = Map({LINE: (WinningCard(CARD, 1_20),)}) if awarded else Map({BINGO: (WinningCard(CARD, 1_20),)})
    closed = Map() if closed_at is None else Map({LINE: closed_at})
    state = changed(PLAYED, game={"awards": awards, "closed_at": closed})
    assert told(calls.require_line_open(state, LINE)) == (("line-already-won", {}) if refused else None)
    assert calls.require_line_open(state, BINGO) is None


@pytest.mark.parametrize("way", ["lapsed", "same-pause"])
@pytest.mark.parametrize(
    ("prize", "results", "called", "is_keyed", "slip", "lapses"),
    [
        (LINE, {(BINGO, CARD): 1}, (f"bingo:{CARD}",), False, False, True),
        (BINGO, {(BINGO, CARD): 1}, (f"bingo:{CARD}",), False, False, False),
        (LINE, {(BINGO, CARD): 0}, (f"bingo:{CARD}",), False, False, False),
        (LINE, {}, (f"bingo:{CARD}",), False, False, False),
        (LINE, {(BINGO, CARD): 1}, (f"bingo:{CARD}", f"linea:{OTHER}"), False, False, False),
        (LINE, {(BINGO, CARD): 1, (LINE, OTHER): 1}, (f"bingo:{CARD}", f"linea:{OTHER}"), False, False, False),
        (LINE, {(BINGO, CARD): 1, (LINE, OTHER): 0}, (f"bingo:{CARD}", f"linea:{OTHER}"), False, False, True),
        (LINE, {(BINGO, CARD): 1}, (f"bingo:{CARD}",), True, True, False),
        (LINE, {(BINGO, CARD): 1}, (f"bingo:{CARD}",), True, False, True),
        (LINE, {(BINGO, CARD): 1}, (f"bingo:{CARD}",), False, True, True),
    ],
)
def test_a_right_bingo_ends_the_línea_that_nobody_called_where_the_house_reads_it_so(
    way: str,
    prize: Prize,
    results: dict[tuple[Prize, str], int],
    called: tuple[str, ...],
    is_keyed: bool,
    slip: bool,
    lapses: bool,
) -> None:
    state = changed(
        with_options(PLAYED, claims__bingo_first=way),
        pause={"results": Map(results), "calls": claims(*called), "has_line_slip": slip},
    )
    found = calls.require_line_not_lapsed(state, prize, is_keyed=is_keyed)
    assert told(found) == (("claim-precluded", {}) if lapses and way == "lapsed" else None)


# --- which cartón -----------------------------------------------------------------------------------------------------

USES = ((Range("B-7", 1, 6), 4), (Range("B-7", 3, 4), 5), (Range("B-7", 9, 9), 2))


def with_series(kind: SeriesKind) -> State:
    """Return a game 5 whose series was used before."""
    series = Series("B-7", "B", 7, 100, 2_00, kind, uses=USES)
    return changed(PLAYED, hall={"series": Map({"B-7": series})})


@pytest.mark.parametrize(
    ("card", "game"),
    [
        ("B-7/1", 4),
        ("B-7/2", 4),
        ("B-7/3", 5),
        ("B-7/4", 5),
        ("B-7/5", 4),
        ("B-7/7", None),
        ("B-7/9", 2),
        ("C-8/1", None),
        ("B-7", None),
    ],
)
def test_a_cartón_is_of_the_last_game_that_it_was_sold_for(card: str, game: int | None) -> None:
    assert calls.game_of_card(with_series(SeriesKind.SINGLE), card) == game


@pytest.mark.parametrize("card", ["B-7/1", "B-7/3", "B-7/7", "nada"])
def test_a_cartón_of_an_earlier_game_is_good_for_nothing(card: str) -> None:
    expired = ("card-expired", {"card": card, "game": 4}) if card == "B-7/1" else None
    single, double = with_series(SeriesKind.SINGLE), with_series(SeriesKind.DOUBLE)
    assert told(calls.require_single_of_this_game(single, card)) == expired
    assert told(calls.require_double_of_this_game(double, card)) == expired
    assert calls.require_single_of_this_game(double, card) is None
    assert calls.require_double_of_this_game(single, card) is None


def refund(*returned: tuple[int, int], ends_card: bool = True) -> Refund:
    ranges = tuple(Range("B-7", first, last) for first, last in returned)
    return Refund(2_00, (Range("B-7", 1, 6),), (), ranges, ends_card=ends_card)


@pytest.mark.parametrize(
    ("card", "refunds", "refused"),
    [
        ("B-7/1", {}, False),
        ("B-7/6", {}, False),
        ("B-7/7", {}, True),
        ("B-7/1", {"5/1": refund((1, 1))}, True),
        ("B-7/1", {"5/2": refund((3, 3), (1, 2))}, True),
        ("B-7/1", {"5/1": refund((2, 6))}, False),
        ("B-7/1", {"5/1": refund((1, 6), ends_card=False)}, False),
        ("B-7/1", {"4": refund((1, 6))}, False),
        ("nada", {"5/1": refund((1, 6))}, True),
    ],
)
def test_a_cartón_that_was_not_sold_or_was_handed_back_wins_nothing(
    card: str, refunds: dict[str, Refund], refused: bool
) -> None:
    state = replace(PLAYED, refunds=Map(refunds))
    found = calls.require_not_returned(state, card) or calls.require_sold(state, card)
    code = "card-returned" if refunds and card != "nada" else "card-not-sold"
    assert told(found) == ((code, {"card": card}) if refused else None)


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize(
    ("at", "shown", "part", "code", "named"),
    [
        (1, {}, 1, None, 0),
        (1, {(1, CARD): 2}, 2, None, 0),
        (1, {(1, CARD): 2}, 0, None, 0),
        (1, {(1, CARD): 2}, 1, "other-part-used", 2),
        (2, {(1, CARD): 2}, 1, None, 0),
        (2, {(1, CARD): 2}, 2, "part-used", 2),
        (2, {(1, CARD): 2}, 0, None, 0),
        (2, {(1, CARD): 1, (2, CARD): 2}, 2, None, 0),
        (2, {(1, CARD): 2, (2, CARD): 1}, 2, "part-used", 2),
        (2, {(2, CARD): 1}, 2, "other-part-used", 1),
        (2, {(1, OTHER): 2}, 2, None, 0),
    ],
)
def test_a_part_of_a_double_is_used_in_one_game_alone(
    again: bool, at: int, shown: dict[tuple[int, str], int], part: int, code: str | None, named: int
) -> None:
    state = with_options(PLAYED, double__part_again=again)
    state = changed(state, game={"part": at, "parts_shown": Map(shown)})
    found = told(calls.require_free_part(state, CARD, part))
    if again and code == "part-used":
        used = shown.get((at, CARD))
        assert found == (None if used is None else ("other-part-used", {"part": used}))
    else:
        assert found == (None if code is None else (code, {"part": named}))


KEYED = Pause(
    calls=claims(f"linea:{CARD}"),
    keyers=Map({f"linea:{CARD}": CALLER}),
    parts_named=Map({f"linea:{CARD}": 2}),
    first_parts=frozenset({CARD}),
)
"""A part of the cartón stands for a call that staff keyed and nobody has checked."""


@pytest.mark.parametrize(
    ("changes", "is_alone"),
    [
        ({}, True),
        ({"keyers": Map()}, False),
        ({"first_parts": frozenset()}, False),
        ({"results": Map({(LINE, CARD): 0})}, False),
        ({"results": Map({(BINGO, CARD): 0})}, True),
        ({"parts_named": Map({f"linea:{CARD}": 2, f"bingo:{CARD}": 2})}, False),
        (
            {
                "parts_named": Map({f"linea:{CARD}": 2, f"bingo:{CARD}": 2}),
                "keyers": Map({f"linea:{CARD}": CALLER, f"bingo:{CARD}": CALLER}),
            },
            True,
        ),
        ({"parts_named": Map({f"linea:{OTHER}": 2})}, True),
    ],
)
def test_a_part_that_was_keyed_for_calls_that_wait_alone_is_not_known_to_be_in_use(
    changes: dict[str, Any], is_alone: bool
) -> None:
    state = changed(PLAYED, game={"pause": replace(KEYED, **changes), "parts_shown": Map({(1, CARD): 2})})
    assert calls.is_part_keyed_alone(state, CARD) is is_alone
    assert calls.part_in_use(state, CARD) == (0 if is_alone else 2)


@pytest.mark.parametrize(
    ("at", "shown", "part"),
    [
        (1, {}, 0),
        (1, {(1, CARD): 1}, 1),
        (1, {(1, CARD): 2}, 2),
        (2, {(1, CARD): 1}, 2),
        (2, {(1, CARD): 2}, 1),
        (2, {(1, CARD): 2, (2, CARD): 2}, 2),
        (2, {(2, CARD): 1}, 1),
        (2, {}, 0),
        (2, {(1, OTHER): 1}, 0),
    ],
)
def test_of_a_double_the_part_is_used_that_is_left(at: int, shown: dict[tuple[int, str], int], part: int) -> None:
    state = changed(PLAYED, game={"part": at, "parts_shown": Map(shown), "pause": Pause()})
    assert calls.part_in_use(state, CARD) == part


# --- once called ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "called", "results", "refused"),
    [
        (Phase.CHECK, True, {}, True),
        (Phase.ASK_LINE, True, {}, True),
        (Phase.ASK_BINGO, True, {}, True),
        (Phase.ASK_OUT, True, {}, True),
        (Phase.DRAW_LINE, True, {}, False),
        (Phase.CHECK, False, {}, False),
        (Phase.CHECK, True, {(LINE, CARD): 1}, True),
        (Phase.CHECK, True, {(LINE, CARD): 2}, True),
        (Phase.CHECK, True, {(LINE, CARD): 0}, False),
        (Phase.CHECK, True, {(BINGO, CARD): 0}, True),
    ],
)
def test_a_call_that_was_not_found_wrong_is_not_made_again(
    phase: Phase, called: bool, results: dict[tuple[Prize, str], int], refused: bool
) -> None:
    pause = Pause(calls=claims(f"linea:{CARD}" if called else f"linea:{OTHER}"), results=Map(results))
    state = changed(PLAYED, phase=phase, game={"pause": pause, "failed_calls": Map()})
    assert told(calls.require_new_call(state, LINE, CARD)) == (("already-called", {}) if refused else None)


@pytest.mark.parametrize(
    ("game", "is_fresh"),
    [
        ({}, False),
        ({"pause": Pause(results=Map({(LINE, CARD): 0}))}, True),
        ({"pause": Pause(results=Map({(LINE, CARD): 1}))}, True),
        ({"pause": Pause(results=Map({(BINGO, CARD): 1, (LINE, OTHER): 1}))}, False),
        ({"failed_calls": Map({(LINE, CARD): 2})}, True),
        ({"failed_calls": Map({(LINE, CARD): 1})}, False),
        ({"failed_calls": Map({(LINE, OTHER): 2})}, False),
        ({"awards": Map({LINE: (WinningCard(OTHER, 1), WinningCard(CARD, 1))}), "closed_at": Map({LINE: 2})}, True),
        ({"awards": Map({LINE: (WinningCard(CARD, 1),)}), "closed_at": Map({LINE: 1})}, False),
        ({"awards": Map({LINE: (WinningCard(OTHER, 1),)}), "closed_at": Map({LINE: 2})}, False),
        ({"awards": Map({BINGO: (WinningCard(CARD, 1),)}), "closed_at": Map({LINE: 2})}, False),
    ],
)
@pytest.mark.parametrize("bars", [True, False])
def test_a_cartón_that_was_checked_for_the_línea_at_this_number_is_barred_from_bingo_where_the_house_says_so(
    game: dict[str, Any], is_fresh: bool, bars: bool
) -> None:
    state = with_options(
        changed(PLAYED, game={"pause": Pause(), "failed_calls": Map()}), claims__failed_checked_bars=bars
    )
    state = changed(state, game=game)
    assert calls.has_fresh_check(state, LINE, CARD) is is_fresh
    barred = ("card-checked", {"card": CARD}) if is_fresh and bars else None
    assert told(calls.require_new_call(state, BINGO, CARD)) == barred
    assert calls.require_new_call(state, LINE, CARD) is None
    assert calls.is_callable(state, BINGO, CARD) is (barred is None)


@pytest.mark.parametrize(("failed_at", "refused"), [(2, True), (1, False), (3, False), (None, False)])
def test_a_wrong_call_is_made_again_at_another_number(failed_at: int | None, refused: bool) -> None:
    failed = Map() if failed_at is None else Map({(BINGO, CARD): failed_at})
    state = changed(PLAYED, game={"pause": Pause(), "failed_calls": failed})
    expected = ("call-unchanged", {"card": CARD}) if refused else None
    assert told(calls.require_new_number(state, BINGO, CARD)) == expected
    assert calls.require_new_number(state, LINE, CARD) is None
    assert calls.require_new_number(state, BINGO, OTHER) is None
    assert calls.is_callable(state, BINGO, CARD) is not refused
    assert calls.is_callable(state, LINE, CARD)


def test_nobody_calls_for_a_cartón_of_somebody_else() -> None:
    hall = Hall().started("ana", "luis", sold=4)
    outcome = hall.answer("luis", a.CallPrize(LINE, "B-1047/1"))
    assert (outcome.code, dict(outcome.facts)) == ("not-your-card", {"card": "B-1047/1"})
    for named, code in ((LUIS, "not-your-card"), (ANA, None), (None, None)):
        answer = hall.answer(CALLER, a.CallForPlayer(LINE, "B-1047/1", person=named))
        assert getattr(answer, "code", None) == code
    assert hall.accepts(CALLER, a.CallForPlayer(LINE, "B-1047/3", person=LUIS))


@pytest.mark.parametrize(("card", "shown"), [("abcdefghijklmnopqrst", 20), ("abcdefghijklmnopqrstu", 20), ("B-01", 4)])
def test_what_names_no_cartón_is_shown_by_its_first_twenty_letters(card: str, shown: int) -> None:
    hall = Hall().started(sold=4)
    outcome = hall.answer(CALLER, a.CallForPlayer(LINE, card))
    assert (outcome.code, dict(outcome.facts)) == ("card-unclear", {"card": card[:shown]})


@pytest.mark.parametrize("role", sorted(POSTS))
def test_a_call_made_aloud_is_keyed_by_table_chief_sellers_and_assistant_alone(role: Role) -> None:
    """Whoever holds another post, and a player, is told whose it is before anything else is asked."""
    state = replace(PLAYED, staff=Map({role: LUIS}))
    keys = role in {Role.TABLE_CHIEF, Role.ASSISTANT, *SELLERS}
    for who in (LUIS, ANA):
        found = calls.call_for_player(state, who, a.CallForPlayer("linea", CARD))
        assert (getattr(found, "code", None) == "not-your-post") is not (keys and who == LUIS)
