"""A bank that is taken, alone or with associates: which own parts make a bank, and what stands against a part that is
pledged to another.
"""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.events import SharePledged
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.round.taking import own_part_bounds, pledges_with_room
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.bank import Bank, Pledge
from tapete.games.chemin_de_fer.terms import Phase, Stage
from tapete.kernel import Act, PersonId, Refused
from tests.support.chemin_de_fer.table import opened

ANA, BEA, CARLA, LUIS, EVA, PAU = map(PersonId, ("ana", "bea", "carla", "luis", "eva", "pau"))
FIRST = opened().state
SMALL = replace(FIRST, settings=replace(FIRST.settings, minimum=5, bank_minimum=5))
"""A table whose bank is of no more than 500 cents, offered to Bea."""


def asked(floor: int, stage: Stage = Stage.JOINT, state: State = SMALL, **parts: int) -> State:
    """Return a bank that is offered to Ana for a floor, with what others have pledged to her."""
    pledges = Map({PersonId(who): Pledge(ANA, amount) for who, amount in parts.items()})
    offer = replace(state.offer, candidate=ANA, floor=floor, stage=stage, pledges=pledges)
    return replace(state, phase=Phase.BANK, offer=offer)


def decided(state: State, who: str, what: Any) -> Any:
    return CHEMIN_DE_FER.decide(state, Act(PersonId(who), what, state.step))


def first_run(state: State) -> list[int]:
    """Return the first own parts, one beside the other, that the table takes."""
    found: list[int] = []
    for amount in range(1, 520):
        if not isinstance(decided(state, "ana", a.TakeBank(amount)), Refused):
            found.append(amount)
        elif found:
            return found
    return found


@pytest.mark.parametrize(
    ("floor", "stage", "parts"),
    [
        (5, Stage.SEATED, {}),
        (5, Stage.SEATED, {"carla": 100}),
        (120, Stage.STANDING, {"carla": 100}),
        (5, Stage.JOINT, {"carla": 100}),
        (100, Stage.JOINT, {"carla": 100}),
        (101, Stage.JOINT, {"carla": 100}),
        (120, Stage.JOINT, {"carla": 100}),
        (500, Stage.JOINT, {"carla": 100}),
        (500, Stage.JOINT, {"carla": 499}),
        (500, Stage.JOINT, {"carla": 500}),
        (700, Stage.JOINT, {"carla": 100}),
        (400, Stage.JOINT, {"carla": 200, "luis": 150}),
        (450, Stage.JOINT, {"carla": 300, "luis": 300}),
        (450, Stage.JOINT, {"carla": 300, "luis": 100, "pau": 250}),
        (500, Stage.JOINT, {"pau": 200, "eva": 200, "carla": 200}),
        (500, Stage.RECOVERY, {"carla": 100}),
        (5, Stage.FORCED, {"carla": 100}),
    ],
)
def test_every_own_part_between_the_bounds_makes_a_bank_and_none_beside_them(
    floor: int, stage: Stage, parts: dict[str, int]
) -> None:
    state = asked(floor, stage, **parts)
    least, most = own_part_bounds(state)
    run = first_run(state)
    assert (least, most) == ((run[0], run[-1]) if run else (501, 500))


def test_where_the_bank_has_no_maximum_the_own_part_has_none() -> None:
    free = replace(SMALL, settings=replace(SMALL.settings, no_bank_max=True))
    assert own_part_bounds(asked(120, state=free, carla=100)) == (20, None)
    assert own_part_bounds(asked(120, state=free, carla=120)) == (1, None)
    assert own_part_bounds(asked(120, state=free, carla=500)) == (1, None)
    assert own_part_bounds(asked(120, Stage.SEATED, free, carla=100)) == (120, None)


def test_of_a_bank_that_goes_on_and_of_nobody_no_pledge_counts() -> None:
    going_on = replace(asked(120, carla=100), bank=Bank(ANA, (Share(ANA, 120),)))
    assert own_part_bounds(going_on) == (120, 500)
    nobody = asked(120, carla=100)
    assert own_part_bounds(replace(nobody, offer=replace(nobody.offer, candidate=None))) == (120, 500)


@pytest.mark.parametrize(
    ("own", "joined"),
    [
        (1, ("carla", "luis")),
        (200, ("carla", "luis")),
        (201, ("carla",)),
        (300, ("carla",)),
        (301, ("luis",)),
        (400, ("luis",)),
        (401, ()),
    ],
)
def test_parts_find_room_beside_the_bankers_own_as_long_as_the_bank_is_no_greater_than_it_may_be(
    own: int, joined: tuple[str, ...]
) -> None:
    """Carla, on Ana's left, comes before Luis for the bank that Bea let go."""
    parts = (Share(LUIS, 100), Share(CARLA, 200))
    found = pledges_with_room(asked(5, carla=200, luis=100), own, parts)
    assert found == tuple(one for one in parts if str(one.person) in joined)


@pytest.mark.parametrize("stage", Stage)
def test_a_part_is_pledged_to_whoever_may_take_the_bank_yet(stage: Stage) -> None:
    found = decided(asked(5, stage), "luis", a.PledgeShare(ANA, 40))
    if stage in (Stage.FORCED, Stage.CONTINUE):
        assert (found.code, found.facts) == ("wrong-stage", {})
    else:
        assert found.events == (SharePledged(LUIS, ANA, 40),)


@pytest.mark.parametrize(
    ("who", "leader", "amount", "wrong"),
    [
        ("luis", ANA, 500, None),
        ("luis", ANA, 501, ("bank-above-maximum", {"maximum": 500})),
        ("luis", LUIS, 40, ("own-bank", {})),
        ("luis", BEA, 40, ("leader-let-it-go", {"person": BEA})),
        ("bea", ANA, 40, None),
        ("nobody", ANA, 40, ("not-at-table", {})),
        ("luis", PersonId("nobody"), 40, ("not-at-table", {})),
        ("luis", EVA, 40, None),
        ("pau", ANA, 40, None),
        ("carla", ANA, 30, ("nothing-changes", {})),
        ("carla", ANA, 31, None),
        ("carla", EVA, 30, None),
    ],
)
def test_what_stands_against_a_pledge(who: str, leader: PersonId, amount: int, wrong: Any) -> None:
    state = asked(5, carla=30)
    state = replace(state, offer=replace(state.offer, former_banker=BEA))
    found = decided(state, who, a.PledgeShare(leader, amount))
    if wrong is None:
        assert found.events == (SharePledged(PersonId(who), leader, amount),)
    else:
        assert (found.code, found.facts) == wrong


@pytest.mark.parametrize("phase", [one for one in Phase if one not in (Phase.BANK, Phase.CLOSED)])
def test_parts_are_pledged_and_a_bank_taken_while_one_is_offered_alone(phase: Phase) -> None:
    state = replace(asked(5), phase=phase)
    for who, what in (("luis", a.PledgeShare(ANA, 40)), ("ana", a.TakeBank(40))):
        found = decided(state, who, what)
        assert (found.code, found.facts["window"]) == ("wrong-window", str(phase))


@pytest.mark.parametrize(
    ("amount", "chips", "code"),
    [
        (20, None, None),
        (19, None, "bank-below-floor"),
        (500, None, None),
        (501, None, "bank-above-maximum"),
        (20, 20, None),
        (20, 0, None),
        (20, 21, "more-than-announced"),
    ],
)
def test_a_bank_that_one_player_takes(amount: int, chips: int | None, code: str | None) -> None:
    found = decided(asked(20, Stage.SEATED), "ana", a.TakeBank(amount, chips))
    assert (found.code if isinstance(found, Refused) else None) == code
    assert decided(asked(20, Stage.SEATED), "luis", a.TakeBank(amount, chips)).code == "not-offered-to-you"
