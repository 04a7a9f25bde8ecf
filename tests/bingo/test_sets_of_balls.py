"""Which set of balls may be used in the next game: it is known, sound, and has not played more games than it may."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.games.bingo import sessions
from tapete.games.bingo.inventory import BallSet, Machine
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import CheckItem, MachineType
from tests.support.bingo.hall import Hall

DRUM, PNEUMATIC = (Machine("any", kind) for kind in (MachineType.DRUM, MachineType.PNEUMATIC))


def hall_with(sets: dict[str, BallSet], machine: Machine | None = PNEUMATIC, **options: Any) -> State:
    """Return a hall with these sets of balls; ``options`` are those of the house about balls."""
    state = Hall(**{f"balls__{name}": value for name, value in options.items()}).state
    found: State = replace(state, hall=replace(state.hall, ball_sets=Map(sets), machine=machine))
    return found


def said(found: Any) -> tuple[str, dict[str, Any]] | None:
    return None if found is None else (found.code, dict(found.facts))


def due(games: int) -> tuple[str, dict[str, Any]]:
    return "ball-change-due", {"balls": "one", "games": games}


@pytest.mark.parametrize("machine", [DRUM, PNEUMATIC, None])
def test_a_set_that_the_hall_does_not_have_is_named_in_the_refusal(machine: Machine | None) -> None:
    state = hall_with({"one": BallSet()}, machine)
    assert said(sessions.require_usable_balls(state, "two")) == ("no-such-balls", {"balls": "two"})
    assert said(sessions.require_usable_balls(state, "")) == ("no-such-balls", {"balls": ""})
    assert sessions.require_usable_balls(state, "one") is None


@pytest.mark.parametrize(
    ("defect", "machine", "usable"),
    [
        ("pneumatic", PNEUMATIC, False),
        ("pneumatic", DRUM, True),
        ("pneumatic", None, False),
        ("both", PNEUMATIC, False),
        ("both", DRUM, False),
        ("both", None, False),
    ],
)
def test_a_damaged_set_is_changed_in_the_machines_that_the_house_says(
    defect: str, machine: Machine | None, usable: bool
) -> None:
    state = hall_with({"one": BallSet(is_damaged=True), "two": BallSet()}, machine, defect=defect)
    wrong = None if usable else ("balls-damaged", {"balls": "one"})
    assert said(sessions.require_sound_balls(state, "one")) == wrong
    assert said(sessions.require_usable_balls(state, "one")) == wrong
    assert sessions.require_sound_balls(state, "two") is None
    assert sessions.require_sound_balls(state, "unknown") is None


@pytest.mark.parametrize(
    ("machine", "limit", "of_a_drum", "games", "more", "wrong"),
    [
        (PNEUMATIC, 5, 0, 4, 1, None),
        (PNEUMATIC, 5, 0, 5, 1, due(5)),
        (PNEUMATIC, 5, 0, 4, 2, due(4)),
        (PNEUMATIC, 5, 9, 3, 2, None),
        (DRUM, 5, 0, 500, 1, None),
        (DRUM, 5, 9, 8, 1, None),
        (DRUM, 5, 9, 9, 1, due(9)),
        (None, 5, 9, 500, 1, None),
    ],
)
def test_a_set_plays_as_many_games_as_its_machine_lets_it(
    machine: Machine | None, limit: int, of_a_drum: int, games: int, more: int, wrong: Any
) -> None:
    state = hall_with({"one": BallSet(games)}, machine, limit=limit, limit_drum=of_a_drum)
    assert said(sessions.require_within_limit(state, "one", more)) == wrong
    if more == 1:
        assert said(sessions.require_usable_balls(state, "one")) == wrong
        assert said(sessions.require_within_limit(state, "one")) == wrong


@pytest.mark.parametrize(("counts", "wrong"), [(True, due(5)), (False, None)])
def test_void_games_wear_a_set_out_where_the_house_counts_them(counts: bool, wrong: Any) -> None:
    state = hall_with({"one": BallSet(5, 1)}, limit=5, void_counts=counts)
    assert said(sessions.require_within_limit(state, "one")) == wrong
    worn = hall_with({"one": BallSet(7, 2)}, limit=5, void_counts=False)
    assert said(sessions.require_within_limit(worn, "one")) == due(5)


def test_what_is_wrong_with_a_set_is_said_in_its_order() -> None:
    state = hall_with({"one": BallSet(9, is_damaged=True)}, limit=5)
    assert said(sessions.require_usable_balls(state, "one")) == ("balls-damaged", {"balls": "one"})


# --- the installations ------------------------------------------------------------------------------------------------

INSTALLATIONS = (
    (CheckItem.TELEVISION, sessions.require_television),
    (CheckItem.CAMERA, sessions.require_camera),
    (CheckItem.MONITORS, sessions.require_monitors),
    (CheckItem.SOUND, sessions.require_sound),
    (CheckItem.LEGIBILITY, sessions.require_legible_numbers),
)


@pytest.mark.parametrize(("item", "check"), INSTALLATIONS)
@pytest.mark.parametrize("result", [None, False, True])
def test_each_installation_is_found_in_order_before_a_session(item: CheckItem, check: Any, result: bool | None) -> None:
    state = Hall().state
    every = Map({one: True for one, _ in INSTALLATIONS})
    results = every.delete(item) if result is None else every.set(item, result)
    state = replace(state, hall=replace(state.hall, check_results=results))
    wrong = None if result else ("checks-incomplete", {"items": [str(item)]})
    assert said(check(state)) == said(sessions.require_installations(state)) == wrong
    others = [one(state) for other, one in INSTALLATIONS if other is not item]
    assert others == [None] * 4
