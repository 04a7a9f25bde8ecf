"""How a table opens, closes and changes its options, whole: every event with every field, every fault with its facts
and clauses, at each boundary and in each phase.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.games.baccarat.procedure import TableClosed
from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.events import PhaseOpened, TableOpened
from tapete.games.chemin_de_fer.events.bank import AuctionClosed, BankReturned
from tapete.games.chemin_de_fer.events.house import OptionsSet
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, PREPARING, BankEnd, Phase
from tapete.kernel import Accepted, Act, PersonId, Refused
from tapete.rulebooks import house_library
from tapete.table.acts import StaffAssigned
from tapete.table.conduct import Conduct
from tapete.table.staff import Role
from tests.support.chemin_de_fer.table import opened

BOOK = house_library().by_id("chemin-de-fer", "asturias-2011")
C, I, D, BEA = map(PersonId, ("carmen", "ines", "dora", "bea"))
STAFF = {Role.CROUPIER: C, Role.INSPECTOR: I}
PLAIN: dict[str, Any] = {"name": "m", "rulebook": BOOK.id, "minimum": 10_00, "staff": STAFF}
CHECKED = ("CF.E2.07", "CF.E2.02", "HP.CF.staff")


def decided(state: State, who: str, what: Any) -> Any:
    return CHEMIN_DE_FER.decide(state, Act(PersonId(who), what, state.step))


def opening(by: str = "system:house", **how: Any) -> Any:
    return decided(CHEMIN_DE_FER.blank(), by, a.OpenTable(**{**PLAIN, **how}))


def refusal(outcome: Any) -> Any:
    """Return the code, facts and clauses of a refusal; nothing where there is none."""
    return (outcome.code, outcome.facts, outcome.clauses) if isinstance(outcome, Refused) else None


def test_a_table_opens_with_what_the_house_has_chosen() -> None:
    outcome = opening(
        minimum=12_34,
        bank_minimum=20_00,
        staff={Role.INSPECTOR: I, Role.DIRECTOR: D, Role.CROUPIER: C},
        shoe=ChanceKind.KEYED,
        conduct=Conduct.OBSERVED,
        decks=3,
        places=7,
        banco_freedom=True,
        no_bank_max=True,
        authorised_minimum=5_00,
    )
    places = (1, 2, 3, 4, 5, 6, 7)
    keyed, observed = ChanceKind.KEYED, Conduct.OBSERVED
    assert isinstance(outcome, Accepted)
    assert outcome.events == (
        TableOpened("m", BOOK.id, BOOK.sha256, 12_34, 20_00, 3, places, keyed, observed, True, True, 5_00),
        StaffAssigned(Role.CROUPIER, C),
        StaffAssigned(Role.DIRECTOR, D),
        StaffAssigned(Role.INSPECTOR, I),
        PhaseOpened(Phase.SHOE),
    )
    assert outcome.rests_on == (*CHECKED, "CF.E2.01")


def test_a_table_of_which_nothing_is_said_is_as_the_rulebook_has_it() -> None:
    outcome = opening()
    places = (1, 2, 3, 4, 5, 6, 7, 8, 9)
    sealed, strict = ChanceKind.SEALED, Conduct.STRICT
    assert outcome.events == (
        TableOpened("m", BOOK.id, BOOK.sha256, 10_00, 10_00, 6, places, sealed, strict, False, False, 0),
        StaffAssigned(Role.CROUPIER, C),
        StaffAssigned(Role.INSPECTOR, I),
        PhaseOpened(Phase.SHOE),
    )


@pytest.mark.parametrize("field", ["banco_freedom", "no_bank_max"])
def test_one_option_of_the_opening_is_not_the_other(field: str) -> None:
    table = opening(**{field: True}).events[0]
    assert (table.banco_freedom, table.no_bank_max) == (field == "banco_freedom", field == "no_bank_max")


HOUSE_ONLY = ("not-your-post", {"needs": ["house"]}, ())
AUTHORISED = ("below-authorised-minimum", {"minimum": 4_99, "authorised": 5_00}, ("CF.E2.02",))
TOO_LOW = ("bank-minimum-too-low", {"minimum": 10_00}, ("CF.E2.07",))
TOO_HIGH = ("bank-above-maximum", {"maximum": 1000_00}, ("CF.E2.06",))


def twice(post: str, other: str, practice: str) -> Any:
    return "staff-twice", {"post": post, "other": other}, (f"HP.CF.{practice}",)


@pytest.mark.parametrize(
    ("how", "wrong"),
    [
        ({}, None),
        ({"by": "ana"}, HOUSE_ONLY),
        ({"by": "carmen"}, HOUSE_ONLY),
        ({"by": "system:clock"}, HOUSE_ONLY),
        ({"minimum": 4_99, "authorised_minimum": 5_00}, AUTHORISED),
        ({"minimum": 5_00, "authorised_minimum": 5_00}, None),
        ({"minimum": 5_01, "authorised_minimum": 5_00}, None),
        ({"minimum": 1}, None),
        ({"bank_minimum": 1}, TOO_LOW),
        ({"bank_minimum": 9_99}, TOO_LOW),
        ({"bank_minimum": 10_00}, None),
        ({"bank_minimum": 1000_00}, None),
        ({"bank_minimum": 1000_01}, TOO_HIGH),
        ({"bank_minimum": 1000_01, "no_bank_max": True}, None),
        ({"rulebook": "nowhere"}, ("no-such-rulebook", {"name": "nowhere"}, ())),
        ({"staff": {}}, ("missing-croupier", {}, ())),
        ({"staff": {Role.INSPECTOR: I}}, ("missing-croupier", {}, ())),
        ({"staff": {Role.DIRECTOR: D}}, ("missing-croupier", {}, ())),
        ({"staff": {Role.CROUPIER: C}}, ("missing-inspector", {}, ())),
        ({"staff": {Role.CROUPIER: C, Role.DIRECTOR: D}}, ("missing-inspector", {}, ())),
        ({"staff": {Role.CROUPIER: C, Role.INSPECTOR: C}}, twice("croupier", "inspector", "staff")),
        ({"staff": {**STAFF, Role.DIRECTOR: C}}, twice("croupier", "director", "relief")),
        ({"staff": {**STAFF, Role.DIRECTOR: I}}, twice("director", "inspector", "relief")),
        ({"staff": {**STAFF, Role.TABLE_CHIEF: C}}, twice("croupier", "table-chief", "relief")),
        ({"staff": {**STAFF, Role.TABLE_CHIEF: D}}, None),
        ({"staff": {**STAFF, Role.CALLER: D}}, ("no-such-post", {"post": "caller"}, ())),
        ({"staff": {**STAFF, Role.CROUPIER: PersonId("system:clock")}}, ("system-on-duty", {}, ())),
        ({"staff": {**STAFF, Role.INSPECTOR: PersonId("system:house")}}, ("system-on-duty", {}, ())),
        ({"staff": {**STAFF, Role.DIRECTOR: PersonId("system:chance")}}, ("system-on-duty", {}, ())),
    ],
)
def test_what_stands_against_an_opening(how: dict[str, Any], wrong: Any) -> None:
    assert refusal(opening(**how)) == wrong


def test_of_several_faults_of_an_opening_the_first_is_told() -> None:
    bad: dict[str, Any] = {"by": "ana", "bank_minimum": 1, "authorised_minimum": 20_00, "staff": {}, "rulebook": "x"}
    codes = []
    for mended in ("by", "bank_minimum", "authorised_minimum", "staff", "rulebook"):
        codes.append(opening(**bad).code)
        del bad[mended]
    assert codes == [
        *("not-your-post", "bank-minimum-too-low", "below-authorised-minimum", "missing-croupier", "no-such-rulebook")
    ]


def test_an_open_table_is_not_opened_again() -> None:
    state = opened().state
    outcome = decided(state, "system:house", a.OpenTable(**PLAIN))
    assert refusal(outcome) == ("table-is-open", {"name": "mesa-1"}, ())
    assert refusal(decided(state, "ana", a.OpenTable(**PLAIN))) == HOUSE_ONLY


# --- at every phase ---------------------------------------------------------------------------------------------------

HELD = opened().bank(300_00).state
"""A bank that is held, between coups."""
WITH_DIRECTOR = replace(HELD, staff=HELD.staff.set(Role.DIRECTOR, D))


def at(phase: Phase, **how: Any) -> State:
    return replace(WITH_DIRECTOR, phase=phase, **how)


@pytest.mark.parametrize("phase", [one for one in Phase if one is not Phase.CLOSED])
def test_options_are_set_and_a_rulebook_adopted_before_the_shoe_alone(phase: Phase) -> None:
    state = at(phase)
    number = state.shoe.number
    for who in ("dora", "system:house"):
        outcome = decided(state, who, a.SetOptions(True, None))
        if phase in PREPARING:
            assert outcome.events == (OptionsSet(True, False),)
        else:
            assert refusal(outcome) == ("shoe-in-use", {"shoe": number}, ("CF.A.16",))
        same = decided(state, who, a.AdoptRulebook(BOOK.sha256))
        in_use = ("shoe-in-use", {"shoe": number}, ())
        assert refusal(same) == (("nothing-changes", {}, ()) if phase is Phase.SHOE else in_use)
    for who in ("ana", "inspector", "croupier"):
        for what in (a.SetOptions(True, None), a.AdoptRulebook(BOOK.sha256)):
            assert refusal(decided(state, who, what)) == ("not-your-post", {"needs": ["director"]}, ())


@pytest.mark.parametrize(
    ("now", "said", "then"),
    [
        ((False, False), (None, None), None),
        ((False, False), (False, False), None),
        ((False, False), (None, False), None),
        ((False, False), (False, None), None),
        ((False, False), (True, None), (True, False)),
        ((False, False), (None, True), (False, True)),
        ((False, False), (True, True), (True, True)),
        ((True, False), (True, None), None),
        ((True, False), (None, True), (True, True)),
        ((True, False), (False, None), (False, False)),
        ((False, True), (None, True), None),
        ((False, True), (True, None), (True, True)),
        ((False, True), (None, False), (False, False)),
        ((True, True), (None, None), None),
        ((True, True), (False, None), (False, True)),
        ((True, True), (None, False), (True, False)),
    ],
)
def test_what_is_not_said_of_the_options_stays_as_it_is(now: Any, said: Any, then: Any) -> None:
    state = at(Phase.SHOE)
    state = replace(state, settings=replace(state.settings, banco_freedom=now[0], no_bank_max=now[1]))
    outcome = decided(state, "dora", a.SetOptions(*said))
    if then is None:
        assert refusal(outcome) == ("nothing-changes", {}, ())
    else:
        assert outcome.events == (OptionsSet(*then),)


@pytest.mark.parametrize(("least", "is_room"), [(1000_00, True), (1000_01, False)])
def test_a_maximum_comes_back_only_where_it_leaves_room_for_the_least_bank(least: int, is_room: bool) -> None:
    state = at(Phase.SHOE)
    state = replace(state, settings=replace(state.settings, no_bank_max=True, bank_minimum=least))
    outcome = decided(state, "dora", a.SetOptions(no_bank_max=False))
    assert refusal(outcome) == (None if is_room else TOO_HIGH)
    assert refusal(decided(state, "dora", a.SetOptions(banco_freedom=True))) is None


@pytest.mark.parametrize("phase", [one for one in Phase if one is not Phase.CLOSED])
def test_a_table_is_closed_between_coups_by_the_inspector_the_director_or_the_house(phase: Phase) -> None:
    state = at(phase)
    for who in ("inspector", "dora", "system:house"):
        outcome = decided(state, who, a.CloseTable())
        if phase in (*COUP, Phase.BETS):
            assert refusal(outcome) == ("coup-in-progress", {}, ())
        else:
            back = BankReturned((Share(BEA, 300_00),), BankEnd.REFUSED, None, 0, (), (BEA,))
            assert outcome.events == (back, TableClosed(), PhaseOpened(Phase.CLOSED))
            assert "HP.CF.closing" in outcome.rests_on
    for who in ("ana", "croupier"):
        needs = {"needs": ["director", "inspector"]}
        assert refusal(decided(state, who, a.CloseTable())) == ("not-your-post", needs, ())


def test_a_table_that_closes_during_an_auction_gives_the_bids_back() -> None:
    table = opened().do("bea", a.DeclineBank())
    while table.state.phase is not Phase.AUCTION:
        asked = table.state.offer.candidate
        assert asked is not None
        table.do(asked, a.DeclineBank())
    table.do("luis", a.Bid(50_00)).do("ana", a.Bid(60_00))
    outcome = decided(table.state, "system:house", a.CloseTable())
    unsold = AuctionClosed(None, 0, (Share(PersonId("ana"), 60_00), Share(PersonId("luis"), 50_00)))
    assert outcome.events == (unsold, TableClosed(), PhaseOpened(Phase.CLOSED))
