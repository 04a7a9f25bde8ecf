"""Who takes a call back, post by post: the call that staff keyed, that of paper, that of an account; and until when."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.games.bingo import acts as a, calls_taken_back as rules
from tapete.games.bingo.state import Ball, GameState, State
from tapete.games.bingo.terms import POSTS, SELLERS, Means, Prize, Range, SoldRange
from tapete.kernel import PersonId
from tapete.table.staff import Role
from tapete.table.windows import Claim, Window
from tests.support.bingo.hall import Hall

ANA = PersonId("ana")
CARD, OTHER = "B-1047/1", "B-1047/2"
STAFF = Map({role: PersonId(f"on-{role}") for role in POSTS})
OF_CALLS = frozenset({Role.TABLE_CHIEF, *SELLERS, Role.ASSISTANT})
"""The posts that key calls, and take back what they keyed."""


def hall(game: GameState | None = None, **options: Any) -> State:
    found: State = replace(Hall(**options).state, staff=STAFF, game=game or GameState())
    return found


def holder(role: Role) -> PersonId:
    return STAFF[role]


def sold(person: PersonId | None) -> GameState:
    return GameState(sales=(SoldRange(Range("B-1047", 1, 6), holder(Role.CALLER), next(iter(Means)), person),))


def code(found: Any) -> str | None:
    return None if found is None else str(found.code)


@pytest.mark.parametrize("role", sorted(POSTS))
def test_what_was_keyed_is_put_right_by_who_keyed_it_at_a_post_of_calls_or_by_the_table_chief(role: Role) -> None:
    who, state = holder(role), hall()
    own = rules.require_may_put_right(state, who, who)
    assert code(own) == (None if role in OF_CALLS else "not-your-post")
    for other in sorted(POSTS - {role}):
        found = rules.require_may_put_right(state, who, holder(other))
        assert code(found) == (None if role is Role.TABLE_CHIEF else "not-your-post"), other
    relieved = replace(state, staff=STAFF.delete(role))
    assert code(rules.require_may_put_right(relieved, who, who)) == "not-your-post"


@pytest.mark.parametrize("role", sorted(POSTS))
@pytest.mark.parametrize("owner", [None, ANA])
def test_a_call_of_paper_is_taken_back_at_the_posts_of_calls_and_one_of_an_account_by_its_owner(
    role: Role, owner: PersonId | None
) -> None:
    state = hall(sold(owner))
    found = rules.require_may_take_back(state, holder(role), CARD)
    allowed = None if role in OF_CALLS else "not-your-post"
    assert code(found) == (allowed if owner is None else "not-your-card")
    assert code(rules.require_may_take_back(state, ANA, CARD)) == ("not-your-post" if owner is None else None)
    assert code(rules.require_may_take_back(state, holder(role), "B-1047/7")) == allowed, "nobody has bought it"


@pytest.mark.parametrize(
    ("taken_back", "withdrawn", "said", "stands"),
    [
        (True, {}, 5, False),
        (False, {}, 5, True),
        (True, {(Prize.LINE, CARD): 5}, 5, True),
        (True, {(Prize.LINE, CARD): 4}, 5, False),
        (True, {(Prize.BINGO, CARD): 5, (Prize.LINE, OTHER): 5}, 5, False),
    ],
)
def test_a_player_takes_his_call_back_once_before_another_number_where_the_house_lets_him(
    taken_back: bool, withdrawn: Any, said: int, stands: bool
) -> None:
    balls = tuple(Ball(number, number) for number in range(1, said + 1))
    game = GameState(balls=(*balls, Ball(80), Ball(81, 18)), withdrawn_calls=Map(withdrawn))
    state = hall(game, claims__taken_back=taken_back)
    found = rules.require_withdrawable(state, a.TakeCallBack(Prize.LINE, CARD))
    assert code(found) == ("call-stands" if stands else None)


def claim(prize: Prize, card: str) -> str:
    return f"{prize}:{card}"


LINE, BINGO, BESIDE = claim(Prize.LINE, CARD), claim(Prize.BINGO, CARD), claim(Prize.LINE, OTHER)


@pytest.mark.parametrize(
    ("claims", "shown_for", "results", "is_begun"),
    [
        ((LINE,), (), {}, False),
        ((LINE,), (LINE,), {}, True),
        ((LINE, BESIDE), (LINE, BESIDE), {}, True),
        ((LINE, BESIDE), (BESIDE,), {}, False),
        ((LINE, BINGO), (LINE, BINGO), {}, False),
        ((LINE, BINGO), (LINE,), {}, True),
        ((LINE, BINGO), (BINGO,), {}, False),
        ((BINGO,), (LINE, BINGO), {}, False),
        ((LINE,), (), {(Prize.LINE, CARD): 0}, True),
        ((LINE,), (), {(Prize.BINGO, CARD): 1, (Prize.LINE, OTHER): 1}, False),
    ],
)
def test_the_check_of_a_keyed_call_has_begun_with_its_result_or_when_its_master_was_shown_for_it_alone(
    claims: tuple[str, ...], shown_for: tuple[str, ...], results: Any, is_begun: bool
) -> None:
    calls = Window("calls", 1, tuple(Claim(ANA, one) for one in claims))
    game = GameState()
    pause = replace(game.pause, calls=calls, shown_for=frozenset(shown_for), results=Map(results))
    state = hall(replace(game, pause=pause))
    found = rules.require_check_not_begun(state, a.TakeCallBack(Prize.LINE, CARD))
    assert (code(found), None if found is None else dict(found.facts)) == (
        ("card-checked", {"card": CARD}) if is_begun else (None, None)
    )


@pytest.mark.parametrize(("masters", "seen"), [((), False), ((CARD,), True), ((OTHER,), False)])
def test_a_player_takes_nothing_back_once_the_master_of_his_cartón_was_shown(
    masters: tuple[str, ...], seen: bool
) -> None:
    game = GameState()
    pause = replace(game.pause, masters=Map(dict.fromkeys(masters, ())))
    found = rules.require_master_unseen(hall(replace(game, pause=pause)), a.TakeCallBack(Prize.LINE, CARD))
    assert code(found) == ("card-checked" if seen else None)


@pytest.mark.parametrize(("reason", "told"), [("", False), (" ", False), ("x", True)])
def test_why_a_keyed_call_is_taken_back_is_said(reason: str, told: bool) -> None:
    found = rules.require_slip_told(a.TakeCallBack(Prize.LINE, CARD, reason))
    assert code(found) == (None if told else "reason-missing")
