"""People at a banked table: places, chips, who is named and who is meant, what goes on with a relief; whole answers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.clauses import Cite, Fault
from tapete.games.baccarat.effects import OfferChoice, Party
from tapete.games.baccarat.incident import Docket, incident
from tapete.games.baccarat.layout import LaidCard
from tapete.games.baccarat.marks import Cards, Marks
from tapete.games.baccarat.pack import DueCard
from tapete.games.banked import absence, named_people, people
from tapete.games.banked.coup import Coup, Side
from tapete.games.banked.events import CardsCarried, CardsLifted, CroupierStoodIn
from tapete.kernel import CHANCE, CLOCK, HOUSE, PersonId
from tapete.table.acts import BoughtIn, BuyIn, CashedOut, CashOut
from tapete.table.seats import Seats, set_away, sit, stand
from tapete.table.staff import Role

ANA, BEA, ROSA, PAU, ZOE, CROUPIER, INSPECTOR = map(
    PersonId, ("ana", "bea", "rosa", "pau", "zoe", "croupier", "inspector")
)
STAFF = Map({Role.CROUPIER: CROUPIER, Role.INSPECTOR: INSPECTOR})
SEATS = set_away(stand(sit(sit(Seats((1, 2, 3, 4)), ANA, 1), BEA, 2), PAU, 3), BEA, True)
LEDGER = Map({"person:ana": 50, "bank": 7})


@pytest.mark.parametrize(
    ("who", "code"),
    [
        (ANA, None),
        (ZOE, None),
        (CROUPIER, "staff-may-not-play"),
        (INSPECTOR, "staff-may-not-play"),
        *((one, "only-people") for one in (CLOCK, CHANCE, HOUSE)),
    ],
)
def test_who_plays_is_a_person_without_a_post(who: PersonId, code: str | None) -> None:
    assert people.require_player(STAFF, who) == (None if code is None else Fault(code))


@pytest.mark.parametrize("observed", [True, False])
@pytest.mark.parametrize(
    ("who", "person", "code"),
    [
        (CROUPIER, ANA, None),
        (CROUPIER, ZOE, None),
        (INSPECTOR, ANA, "not-your-post"),
        (ANA, ANA, "not-your-post"),
        (CROUPIER, INSPECTOR, "only-people"),
        (CROUPIER, CROUPIER, "only-people"),
        (CROUPIER, CLOCK, "only-people"),
    ],
)
def test_the_croupier_of_a_real_table_notes_what_players_do(
    who: PersonId, person: PersonId, code: str | None, observed: bool
) -> None:
    found = people.require_may_note(STAFF, who, person, observed=observed)
    if code == "not-your-post":
        assert found == Fault(code, {"needs": ["croupier"]})
    elif not observed:
        assert found == Fault("not-a-real-table")
    else:
        assert found == (None if code is None else Fault(code))


def test_a_refusal_of_what_was_noted_names_whom_it_is_about() -> None:
    wrong = Fault("short", {"chips": 3}, (Cite("CF.A.12"),))
    assert people.told_of(wrong, ANA) == replace(wrong, facts={"chips": 3, "noted_for": ANA})
    done = (BoughtIn(ANA, 5),)
    assert people.told_of(done, ANA) is done


@pytest.mark.parametrize(
    ("who", "seat", "known", "another", "free", "kept"),
    [
        (ANA, 1, True, True, True, True),
        (ANA, 2, True, True, False, False),
        (BEA, 2, True, True, True, True),
        (BEA, 1, True, True, False, True),
        (PAU, 3, True, False, True, True),
        (PAU, 4, True, True, True, True),
        (ANA, 3, True, True, True, True),
        (ZOE, 0, False, True, True, True),
        (ZOE, 5, False, True, True, True),
    ],
)
def test_a_place_is_known_free_not_kept_and_another_than_his_own(
    who: PersonId, seat: int, known: bool, another: bool, free: bool, kept: bool
) -> None:
    assert people.require_known_place(SEATS, seat) == (None if known else Fault("no-such-seat", {"seat": seat}))
    assert people.require_another_place(SEATS, who, seat) == (None if another else Fault("nothing-changes"))
    assert people.require_free_place(SEATS, who, seat) == (None if free else Fault("seat-taken", {"seat": seat}))
    assert people.require_place_not_kept(SEATS, who, seat) == (None if kept else Fault("place-kept", {"seat": seat}))


@pytest.mark.parametrize("start", [1, 2, 3, 4])
@pytest.mark.parametrize("seat", [1, 2, 3, 4])
@pytest.mark.parametrize("before", [1, 2, 3, 4])
def test_places_are_nearer_the_sooner_they_come_on_the_way_round(seat: int, before: int, start: int) -> None:
    order = [(start + step - 1) % 4 + 1 for step in (1, 2, 3, 4)]
    assert people.is_nearer_to(SEATS, seat, before, start) is (order.index(seat) < order.index(before))


@pytest.mark.parametrize("amount", [49, 50, 51])
def test_chips_are_changed_to_the_last_cent(amount: int) -> None:
    short = None if amount <= 50 else Fault("not-enough-chips", {"chips": 50, "needs": amount})
    assert people.require_chips(LEDGER, ANA, amount) == short
    assert people.cash_out(LEDGER, ANA, CashOut(amount)) == (short or (CashedOut(ANA, amount),))
    assert people.require_chips(LEDGER, ZOE, 0) is None
    assert people.require_chips(LEDGER, ZOE, 1) == Fault("not-enough-chips", {"chips": 0, "needs": 1})
    assert (people.chips_of(LEDGER, ANA), people.chips_of(LEDGER, ZOE)) == (50, 0)
    for who in (ANA, BEA, PAU):
        assert people.require_at_table(SEATS, who) is None
        assert people.buy_in(SEATS, who, BuyIn(amount)) == (BoughtIn(who, amount),)
    assert people.buy_in(SEATS, ZOE, BuyIn(amount)) == people.require_at_table(SEATS, ZOE) == Fault("not-at-table")


# --- who is named -----------------------------------------------------------------------------------------------------

STATE: Any = SimpleNamespace(banker=BEA, seats=SEATS, staff=STAFF, croupier=lambda: CROUPIER)
PLAYED: Any = SimpleNamespace(players=(SimpleNamespace(person=ROSA),), bank=(SimpleNamespace(person=INSPECTOR),))


@pytest.mark.parametrize(
    ("who", "known"), [(ANA, True), (BEA, True), (PAU, True), (ROSA, True), (INSPECTOR, True), (ZOE, False)]
)
def test_known_is_who_is_there_banks_or_has_played_there(who: PersonId, known: bool) -> None:
    unknown = Fault("unknown-person", {"person": who})
    assert named_people.require_known(STATE, (PLAYED,), who) == (None if known else unknown)
    there = who in (ANA, BEA, PAU)
    assert named_people.require_known(STATE, (), who) == (None if there else unknown)
    away = SimpleNamespace(banker=ZOE, seats=SEATS)
    assert named_people.require_known(away, (), ZOE) is None  # type: ignore[arg-type]


# --- what is waited for -----------------------------------------------------------------------------------------------

CHOICES = (OfferChoice(ROSA, "third-card", ("give",)), OfferChoice(PAU, "other", ("a",)))
COUP = Coup(3, sides=Map({"punto": Side()}))
CASE = Docket((incident(Docket(), "other", CROUPIER, (), ()),), 1)


@pytest.mark.parametrize(
    ("docket", "due", "withdrawals", "choices", "found"),
    [
        (Docket(), (), (), (), ANA),
        (CASE, (), (), (), None),
        (Docket(), (DueCard(4, "punto", True),), (), (), None),
        (Docket(), (), (PAU,), (), None),
        (Docket(), (), (), CHOICES, ROSA),
        (Docket(), (), (), CHOICES[1:], PAU),
        (CASE, (), (), CHOICES, None),
        (Docket((), 1), (), (), (), ANA),
    ],
)
def test_the_game_waits_for_this_player(docket: Docket, due: Any, withdrawals: Any, choices: Any, found: Any) -> None:
    coup = replace(COUP, due_cards=due, cards=Cards((), Marks(choices=choices)))
    assert absence.awaited_player(docket, coup, withdrawals, ANA) == found


@pytest.mark.parametrize(("holder", "wrong"), [(BEA, False), (ANA, True), (None, True), (ZOE, True)])
def test_cards_are_taken_over_from_a_holder_who_is_away(holder: PersonId | None, wrong: bool) -> None:
    found = Fault("holder-is-there", {"holder": holder}) if wrong else None
    assert absence.require_holder_away(SEATS, holder) == found


def side(**changes: Any) -> Side:
    return replace(Side(), **changes)


def test_the_incoming_croupier_goes_on_with_what_the_outgoing_one_had() -> None:
    old, new = CROUPIER, ZOE
    mine, theirs = frozenset({old}), frozenset({ANA})
    layout = (
        LaidCard(0, "one", None, seen_by=mine), LaidCard(1, "two", None, seen_by=mine),
        LaidCard(2, "one", None, seen_by=mine), LaidCard(3, "two", None, seen_by=theirs),
        LaidCard(4, "bank", None, seen_by=mine | theirs),
    )  # fmt: skip
    coup = replace(COUP, cards=Cards(layout), sides=Map({"one": side(before=old), "two": side(before=ANA)}))
    hands = ("one", "two", "bank", "empty")
    found = absence.cards_handed_over(coup, {"one": old, "two": old}, old, new, hands)
    assert found == (
        CroupierStoodIn(old, new, "one"), CroupierStoodIn(old, new, "two"), CardsCarried(new, "one"),
        CardsLifted(new, "one"), CardsLifted(new, "bank"),
    )  # fmt: skip
    single = replace(coup, sides=Map({"one": side(before=old)}))
    assert absence.cards_handed_over(single, {"one": old}, old, new, ("one",)) == (
        CroupierStoodIn(old, new), CardsCarried(new), CardsLifted(new, "one"),
    )  # fmt: skip
    assert absence.cards_handed_over(coup, {"one": ANA, "two": None}, INSPECTOR, new, hands) == ()
    assert (absence.side_name(coup, "two"), absence.side_name(single, "one")) == ("two", "")


def test_a_party_is_whom_a_report_can_mean() -> None:
    assert [str(one) for one in Party] == ["player", "banker", "croupier", "bystander"]
