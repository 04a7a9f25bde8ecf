"""What holds of a table of which nothing else was said: its calls, sessions and proofs, and who has what of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from immutables import Map
from msgspec.structs import asdict

from tapete.kernel import HOUSE, SYSTEM, PersonId
from tapete.table import incidents
from tapete.table.absence import presence
from tapete.table.acts import Away, Back, CameBack, WentAway
from tapete.table.awards import bank_claimants
from tapete.table.order import in_order
from tapete.table.proofs import NOTHING, ProofNeeded, proof_needed
from tapete.table.seats import Seats, set_away
from tapete.table.sessions import SessionClauses, TableSession, session_of
from tapete.table.staff import (
    Posts,
    Role,
    is_on_duty,
    require_no_own_purse,
    require_other_purse,
    require_post_or_house,
    require_posts_of_game,
    roles_of,
)
from tapete.table.state import people_of
from tapete.table.waiting import AskSeatChange, JoinList, LeaveList, vacant_places
from tapete.table.windows import Claim, Window, claim, close

ANA, BEA, EVA = map(PersonId, ("ana", "bea", "eva"))
STAFF = Map({Role.CROUPIER: BEA, Role.INSPECTOR: EVA, Role.DIRECTOR: EVA})


def test_a_proof_is_needed_of_nobody_for_nothing() -> None:
    none = {"people": frozenset(), "banker": None, "amount": 0, "asking": (), "enough": ()}
    flags = dict.fromkeys(("is_short", "is_all", "is_used_up"), False)
    assert asdict(NOTHING) == none | flags
    asked = ProofNeeded(frozenset({ANA}), ANA, 1, ("a",), ("b",))
    assert proof_needed(SimpleNamespace(proof_needed=asked)) is asked
    assert proof_needed(SimpleNamespace(proof_needed=None)) is NOTHING
    assert proof_needed(SimpleNamespace()) is NOTHING


def test_a_session_has_not_begun() -> None:
    session = TableSession(2, 3, ANA, SessionClauses())
    begun = {"is_begun": False, "is_dinner_begun": False}
    assert asdict(session) == {"number": 2, "shoes": 3, "banker": ANA, "clauses": SessionClauses((), ())} | begun
    assert session_of(SimpleNamespace(session=session)) is session
    assert session_of(SimpleNamespace(session=None)) is None
    assert session_of(SimpleNamespace()) is None


def test_a_bank_is_claimed_by_those_of_whom_the_table_says_so() -> None:
    assert bank_claimants(SimpleNamespace(bank_claimants=frozenset({ANA}))) == {ANA}
    assert bank_claimants(SimpleNamespace()) == frozenset()


def test_a_call_moves_no_money_and_a_window_is_open_and_empty() -> None:
    assert asdict(Claim(ANA, "banco")) == {"person": ANA, "kind": "banco", "amount": 0}
    window: Window[str] = Window("cover", 3)
    assert asdict(window) == {"name": "cover", "serial": 3, "claims": (), "open": True}
    made = claim(claim(window, Claim(ANA, "banco")), Claim(BEA, "banco", 5))
    assert close(made) == Window("cover", 3, (Claim(ANA, "banco"), Claim(BEA, "banco", 5)), False)
    assert claim(made, Claim(ANA, "banco", 7)).claims == (Claim(BEA, "banco", 5), Claim(ANA, "banco", 7))


@pytest.mark.parametrize(
    "kind",
    [incidents.IncidentReport, incidents.Ruling, JoinList, LeaveList, AskSeatChange],
    ids=lambda one: one.__name__,
)
def test_an_act_of_no_phase_may_be_done_in_any(kind: Any) -> None:
    assert (kind.is_timeless, kind.is_of_system, kind.opens_cycle) == (True, False, False)


def test_a_rulebook_names_one_post_at_least() -> None:
    assert msgspec.convert(["croupier"], Posts) == (Role.CROUPIER,)
    assert msgspec.convert(["director", "croupier"], Posts) == (Role.DIRECTOR, Role.CROUPIER)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert([], Posts)


def test_what_is_made_of_a_map_stands_in_the_order_of_its_keys() -> None:
    assert in_order({3: "a", 1: "c", 2: "b"}) == [(1, "c"), (2, "b"), (3, "a")]
    assert in_order({"b": {}, "a": []}) == [("a", []), ("b", {})]
    assert in_order({}) == []


@pytest.mark.parametrize(
    ("who", "roles", "on_duty"),
    [
        (ANA, set(), False),
        (BEA, {Role.CROUPIER}, True),
        (EVA, {Role.INSPECTOR, Role.DIRECTOR}, True),
        (HOUSE, set(), True),
        *((one, set(), False) for one in sorted(SYSTEM - {HOUSE})),
    ],
)
def test_who_is_on_duty_and_may_not_pay_himself(who: PersonId, roles: set[Role], on_duty: bool) -> None:
    assert (roles_of(STAFF, who), is_on_duty(STAFF, who)) == (roles, on_duty)
    own = require_no_own_purse(STAFF, who)
    assert (own is not None and (own.code, own.facts)) == (on_duty and ("own-purse", {}))
    may = require_post_or_house(STAFF, who, Role.CROUPIER, Role.DIRECTOR)
    needs = {"needs": ["croupier", "director"]}
    assert (may and (may.code, may.facts)) == (None if roles or who == HOUSE else ("not-your-post", needs))


def test_whoever_has_the_money_of_the_house_moves_it_to_others_alone() -> None:
    own = require_other_purse(ANA, ANA)
    assert own is not None
    assert own.code == "own-purse"
    assert [require_other_purse(ANA, one) for one in (BEA, None)] == [None, None]


def test_the_first_post_that_a_game_lacks_is_named() -> None:
    posts = frozenset({Role.CROUPIER, Role.CASHIER})
    assert require_posts_of_game((), posts) is None
    assert require_posts_of_game((Role.CASHIER, Role.CROUPIER), posts) is None
    foreign = require_posts_of_game((Role.CASHIER, Role.CALLER, Role.CHANGER), posts)
    assert foreign is not None
    assert (foreign.code, foreign.facts) == ("no-such-post", {"post": "caller"})


def test_a_view_shows_those_who_sit_by_their_places_then_those_who_stand() -> None:
    seats = [SimpleNamespace(seat=at, person=who) for at, who in ((1, BEA), (2, None), (3, ANA))]
    view: Any = SimpleNamespace(seats=seats, standing=(SimpleNamespace(person=EVA),))
    assert people_of(view) == (BEA, ANA, EVA)
    assert people_of(SimpleNamespace(seats=(), standing=())) == ()  # type: ignore[arg-type]


def test_nobody_is_at_a_new_table_and_every_place_is_vacant() -> None:
    seats = Seats((1, 2, 4))
    assert asdict(seats) == {
        "labels": (1, 2, 4),
        "occupants": Map(),
        "standing": (),
        "waiting_list": (),
        "away": frozenset(),
        "second_row": Map(),
        "in_chair": None,
    }
    assert vacant_places(seats) == 3
    assert vacant_places(Seats((1, 2, 4), Map({2: ANA}), second_row=Map({1: BEA}), in_chair=EVA)) == 2
    assert set_away(set_away(seats, ANA, True), BEA, True).away == {ANA, BEA}


def test_somebody_goes_and_comes_back() -> None:
    assert (presence(Away(ANA)), presence(Back(ANA))) == (WentAway(ANA), CameBack(ANA))
