"""What is answered when a table of punto y banca is opened, closed, or plays by other rules or options, whole."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete import punto_banco as pb
from tapete.games.baccarat.procedure import CloseTable, TableClosed
from tapete.games.punto_banco.acts import SetOptions
from tapete.games.punto_banco.events import (
    HandAwarded,
    OptionsSet,
    PhaseOpened,
    RulebookAdopted,
    ShoeOpened,
    TableOpened,
)
from tapete.games.punto_banco.state import State
from tapete.kernel import CHANCE, CLOCK, HOUSE, Accepted, Act, PersonId, Refused
from tapete.table.acts import Relieve, StaffAssigned
from tapete.table.conduct import Conduct
from tapete.table.rulebook import AdoptRulebook
from tapete.table.staff import Role
from tests.support.punto_banco.full_state import BOOK, STATE
from tests.support.punto_banco.tables import game_with
from tests.support.punto_banco.walk import GAME, LONG, SHORT, STAFF

ANA, EVA = PersonId("ana"), PersonId("eva")
CROUPIER, CHIEF, DIRECTOR, INSPECTOR = (
    STAFF[one] for one in (Role.CROUPIER, Role.TABLE_CHIEF, Role.DIRECTOR, Role.INSPECTOR)
)
LARGE, MINI = pb.Variant.PUNTO_BANCO, pb.Variant.MINI
OPENING = pb.OpenTable("mesa-1", "asturias-2011", 10_00, 500_00, staff=STAFF)
TWO = {Role.CROUPIER: CROUPIER, Role.TABLE_CHIEF: CHIEF}


def without(*roles: Role) -> dict[Role, PersonId]:
    return {role: person for role, person in STAFF.items() if role not in roles}


def answered(state: State, by: PersonId, what: Any) -> Any:
    """Return the events of an act, or the code and the facts of its refusal."""
    found = GAME.decide(state, Act(by, what, state.step))
    if isinstance(found, Refused):
        return found.code, found.facts
    assert isinstance(found, Accepted)
    return found.events


REFUSED: list[tuple[PersonId, dict[str, Any], str, dict[str, Any]]] = [
    (CHIEF, {}, "not-your-post", {"needs": ["director"]}),
    (DIRECTOR, {"staff": without(Role.DIRECTOR)}, "not-your-post", {"needs": ["director"]}),
    (HOUSE, {"rulebook": "nowhere"}, "no-such-rulebook", {"name": "nowhere"}),
    (HOUSE, {"authorised_minimum": 10_01}, "below-authorised-minimum", {"minimum": 10_00, "authorised": 10_01}),
    *(
        (HOUSE, {"maximum": maximum}, "max-not-20-50-100",
         {"minimum": 10_00, "maximum": maximum, "allowed": [200_00, 500_00, 1000_00]})
        for maximum in (10_00, 199_99, 200_01, 300_00, 1000_01)
    ),
    (HOUSE, {"staff": STAFF | {Role.CASHIER: EVA}}, "no-such-post", {"post": "cashier"}),
    (HOUSE, {"staff": without(Role.CROUPIER)}, "missing-croupier", {}),
    (HOUSE, {"staff": without(Role.TABLE_CHIEF)}, "missing-table-chief", {}),
    (HOUSE, {"staff": {}, "variant": MINI}, "missing-croupier", {}),
    (HOUSE, {"decks": 7}, "decks-not-allowed", {"decks": 7}),
    (HOUSE, {"conduct": Conduct.OBSERVED}, "observed-not-offered", {}),
    *(
        (HOUSE, {"staff": STAFF | {Role.INSPECTOR: one}}, "system-on-duty", {})
        for one in (HOUSE, CLOCK, CHANCE)
    ),
    (HOUSE, {"variant": MINI, "places": 8}, "places-above-seven", {"places": 8}),
]  # fmt: skip


@pytest.mark.parametrize(("by", "changes", "code", "facts"), REFUSED)
def test_an_opening_is_refused(by: PersonId, changes: dict[str, Any], code: str, facts: dict[str, Any]) -> None:
    assert answered(GAME.blank(), by, replace(OPENING, **changes)) == (code, facts)


@pytest.mark.parametrize(
    ("staff", "needs"),
    [
        (TWO | {Role.CROUPIER: CHIEF}, ("staff-twice", {"person": CHIEF})),
        (STAFF | {Role.INSPECTOR: CHIEF}, ("staff-twice", {"person": CHIEF})),
        (STAFF | {Role.INSPECTOR: DIRECTOR}, ("staff-twice", {"person": DIRECTOR})),
    ],
)
@pytest.mark.parametrize("variant", [LARGE, MINI])
def test_nobody_holds_two_posts(staff: dict[Role, PersonId], needs: Any, variant: pb.Variant) -> None:
    code, facts = answered(GAME.blank(), HOUSE, replace(OPENING, staff=staff, variant=variant))
    assert (code, facts.get("person", needs[1]["person"])) == (needs[0], needs[1]["person"])


def opened(what: pb.OpenTable, decks: int, places: tuple[int, ...], bets: tuple[pb.Bet, ...] = ()) -> tuple[Any, ...]:
    first = TableOpened(
        *("mesa-1", "asturias-2011", BOOK.sha256, what.variant, what.minimum, what.maximum, what.authorised_minimum),
        *(decks, places, what.shoe, what.conduct, what.standing_allowed, what.multiples_only, what.players_deal, bets),
    )
    posts = tuple(StaffAssigned(role, person) for role, person in sorted(what.staff.items()))
    return (first, *posts, ShoeOpened(1, decks * 52), PhaseOpened(pb.Phase.COUNT))


PLACES = BOOK.content["seats"]["places"]["value"]
DECKS = BOOK.content["pack"]["decks"]["value"]
TIE, PAIR = pb.Bet.TIE, pb.Bet.BIG
OPENED: list[tuple[PersonId, dict[str, Any], int, int, tuple[pb.Bet, ...]]] = [
    (HOUSE, {}, DECKS, PLACES, ()),
    (DIRECTOR, {}, DECKS, PLACES, ()),
    (HOUSE, {"staff": TWO}, DECKS, PLACES, ()),
    (HOUSE, {"decks": 8, "places": 3}, 8, 3, ()),
    (HOUSE, {"authorised_minimum": 10_00, "maximum": 200_00}, DECKS, PLACES, ()),
    (HOUSE, {"maximum": 1000_00, "standing_allowed": True}, DECKS, PLACES, ()),
    (HOUSE, {"multiples_only": True, "players_deal": False}, DECKS, PLACES, ()),
    (HOUSE, {"side_bets": (pb.Bet.PUNTO, PAIR, TIE, pb.Bet.BANCA)}, DECKS, PLACES, (PAIR,)),
    (HOUSE, {"variant": MINI, "shoe": pb.ChanceKind.KEYED}, DECKS, 7, ()),
    (HOUSE, {"variant": MINI, "places": 7}, DECKS, 7, ()),
    (HOUSE, {"variant": MINI, "places": 5}, DECKS, 5, ()),
    (HOUSE, {"places": 15}, DECKS, 15, ()),
]


@pytest.mark.parametrize(("by", "changes", "decks", "places", "bets"), OPENED)
def test_a_table_is_opened_with_all_that_was_asked_for(
    by: PersonId, changes: dict[str, Any], decks: int, places: int, bets: tuple[pb.Bet, ...]
) -> None:
    what = replace(OPENING, **changes)
    assert answered(GAME.blank(), by, what) == opened(what, decks, tuple(range(1, places + 1)), bets)


def test_an_open_table_is_not_opened_again() -> None:
    assert answered(STATE, HOUSE, OPENING) == ("table-is-open", {"name": "mesa-2"})


def test_where_no_multiples_are_named_any_maximum_stands() -> None:
    game = game_with(bets__maximum_multiples=[])
    found = game.decide(game.blank(), Act(HOUSE, replace(OPENING, maximum=123_45), game.blank().step))
    assert isinstance(found, Accepted)


# --- an open table ----------------------------------------------------------------------------------------------------

W = pb.Phase
IDLE = replace(STATE, docket=replace(STATE.docket, open=()), phase=W.BETWEEN, bets=Map(), due_cards=(), hand_holder=ANA)
COUNTING = replace(IDLE, phase=W.COUNT)
STAKED = replace(IDLE, bets=STATE.bets)
BETS = replace(IDLE, phase=W.BETS)
DUTY = ["table-chief", "director"]


@pytest.mark.parametrize(
    ("state", "by", "found"),
    [
        *((IDLE, by, (TableClosed(), PhaseOpened(W.CLOSED))) for by in (HOUSE, DIRECTOR, CHIEF)),
        *((IDLE, by, "not-your-post") for by in (CROUPIER, INSPECTOR, ANA)),
        (BETS, HOUSE, "coup-in-progress"),
        (STAKED, HOUSE, "bets-on-table"),
    ],
)
def test_a_table_is_closed_between_coups_with_nothing_staked(state: State, by: PersonId, found: Any) -> None:
    answer = answered(state, by, CloseTable())
    assert (answer[0] if isinstance(found, str) else answer) == found


@pytest.mark.parametrize(
    ("state", "by", "what", "found"),
    [
        (COUNTING, HOUSE, AdoptRulebook(SHORT.sha256), (RulebookAdopted("short", SHORT.sha256),)),
        (COUNTING, DIRECTOR, AdoptRulebook(LONG.sha256), (RulebookAdopted("long", LONG.sha256),)),
        (
            replace(IDLE, phase=W.END_OF_SHOE),
            HOUSE,
            AdoptRulebook(LONG.sha256),
            (RulebookAdopted("long", LONG.sha256),),
        ),
        (COUNTING, CHIEF, AdoptRulebook(LONG.sha256), ("not-your-post", {"needs": ["director"]})),
        (IDLE, HOUSE, AdoptRulebook(LONG.sha256), ("shoe-in-use", {"shoe": 3})),
        (COUNTING, HOUSE, AdoptRulebook(BOOK.sha256), ("nothing-changes", {})),
        (
            replace(COUNTING, settings=replace(STATE.settings, decks=7)),
            HOUSE,
            AdoptRulebook(LONG.sha256),
            ("decks-not-allowed", {"decks": 7}),
        ),
        (
            replace(COUNTING, settings=replace(STATE.settings, maximum=123_45)),
            HOUSE,
            AdoptRulebook(LONG.sha256),
            ("max-not-20-50-100", {"minimum": 10_00, "maximum": 123_45, "allowed": [200_00, 500_00, 1000_00]}),
        ),
    ],
)
def test_another_rulebook_is_adopted_between_shoes_where_the_limits_bear_it(
    state: State, by: PersonId, what: AdoptRulebook, found: Any
) -> None:
    assert answered(state, by, what) == found


@pytest.mark.parametrize(
    ("state", "by", "asked", "found"),
    [
        (IDLE, DIRECTOR, (None, True), (OptionsSet(True, True),)),
        (IDLE, HOUSE, (False, None), (OptionsSet(False, False),)),
        (IDLE, HOUSE, (False, True), (OptionsSet(False, True),)),
        (IDLE, HOUSE, (True, False), ("nothing-changes", {})),
        (IDLE, HOUSE, (None, None), ("nothing-changes", {})),
        (IDLE, HOUSE, (True, None), ("nothing-changes", {})),
        (BETS, HOUSE, (None, True), ("coup-in-progress", {})),
        (IDLE, CHIEF, (None, True), ("not-your-post", {"needs": ["director"]})),
    ],
)
def test_options_are_set_between_coups_where_they_change_something(
    state: State, by: PersonId, asked: tuple[bool | None, bool | None], found: Any
) -> None:
    assert answered(state, by, SetOptions(*asked)) == found


HELD = replace(BETS, hand_holder=CROUPIER)
SENT = (StaffAssigned(Role.CROUPIER, EVA),)


@pytest.mark.parametrize(
    ("state", "by", "role", "found"),
    [
        (BETS, CROUPIER, Role.CROUPIER, SENT),
        *((BETS, by, Role.CROUPIER, SENT) for by in (CHIEF, DIRECTOR, HOUSE)),
        (HELD, HOUSE, Role.CROUPIER, (*SENT, HandAwarded(EVA))),
        (HELD, HOUSE, Role.INSPECTOR, (StaffAssigned(Role.INSPECTOR, EVA),)),
        (
            replace(HELD, seats=replace(HELD.seats, occupants=HELD.seats.occupants.set(2, CROUPIER))),
            HOUSE,
            Role.CROUPIER,
            SENT,
        ),
        (replace(BETS, hand_holder=None, staff=BETS.staff.delete(Role.CROUPIER)), HOUSE, Role.CROUPIER, SENT),
    ],
)
def test_whoever_relieves_the_croupier_has_the_hand_that_he_had(
    state: State, by: PersonId, role: Role, found: Any
) -> None:
    assert answered(state, by, Relieve(role, EVA)) == found
