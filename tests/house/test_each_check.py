"""Each check of the desk, the door, the slips, the posts and the banks by itself: on its boundary and beside it."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.accounts import person
from tapete.clauses import Fault
from tapete.house import acts as a, admission as door, awards, banks, desk, differences, posts, slips, tables
from tapete.house.books import CASH, CHIPS, TIPS, VOUCHERS, custody, is_cash, is_custody, table_chips
from tapete.house.differences import Missing
from tapete.house.events import AwardEnded, AwardExpired, AwardReplaced
from tapete.house.state import (
    Confirmation,
    Duty,
    KeptAward,
    LossLimit,
    Proof,
    Settings,
    Slip,
    State,
    TableBooks,
    TimeLimit,
    Visitor,
)
from tapete.house.terms import OF_TABLE, Means, Phase, SlipKind
from tapete.kernel import PersonId
from tapete.money import LIMIT
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, TABLE

TODAY, YESTERDAY, TOMORROW = "2026-11-22", "2026-11-21", "2026-11-23"
CAJA, DORA, JEFA, CRUZ = (PersonId(one) for one in ("caja", "dora", "jefa", "cruz"))
STAFF = frozenset(
    {
        Duty("", Role.CASHIER, CAJA),
        Duty("", Role.DIRECTOR, DORA),
        Duty(TABLE, Role.TABLE_CHIEF, JEFA),
        Duty(TABLE, Role.CROUPIER, CRUZ),
    }
)
Answer = tuple[str, dict[str, Any]] | None


def house(**changes: Any) -> State:
    """Return a house on an open day, with one open table and nothing in its books but what is given."""
    ledger = changes.pop("ledger", {})
    made = State(
        Settings("Casino", has_admission=True), Phase.OPEN, TODAY, 1, STAFF, tables=Map({TABLE: TableBooks("x")})
    )
    return replace(made, ledger=made.ledger.update(ledger), **changes)


def knowing(**of: Any) -> State:
    return house(visitors=Map({ANA: Visitor(**of)}))


def told(found: Fault | None) -> Answer:
    return None if found is None else (found.code, found.facts)


# --- the desk ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("amount", [0, 499, 500, 501])
def test_whoever_gives_has_as_much(amount: int) -> None:
    lacks = amount > 500
    state = house(
        ledger={
            CHIPS: 500,
            CASH: 500,
            TIPS: 500,
            person(ANA): 500,
            custody(ANA, Means.CASH): 500,
            table_chips(TABLE): 500,
        }
    )
    facts = {"held": 500, "amount": amount}
    given_back = a.ReturnDeposit(ANA, amount, Means.CASH)
    asked = {
        "desk-lacks-chips": desk.require_chips_at_desk(state, amount),
        "desk-lacks-cash": desk.require_cash_at_desk(state, amount),
        "customer-lacks-chips": desk.require_chips(state, ANA, amount),
        "not-deposited": desk.require_deposit(state, given_back),
        "tips-lack": slips.require_tips(state, amount),
    }
    assert {code: told(one) for code, one in asked.items()} == {
        code: (code, facts) if lacks else None for code in asked
    }
    lacking = ("table-lacks-chips", {"table": TABLE, **facts})
    assert told(slips.require_chips_on_table(state, TABLE, amount)) == (lacking if lacks else None)
    short = ("table-bank-short", {"table": TABLE, "missing": 1})
    assert told(tables.require_bank(state, TABLE, amount)) == (short if lacks else None)


@pytest.mark.parametrize(
    ("paid", "of_people", "missing"),
    [(0, 501, 0), (1, 499, 0), (1, 500, 1), (500, 0, 0), (501, 0, 1), (300, 300, 100), (0, 0, 0)],
)
def test_cash_is_paid_out_of_the_chips_that_are_no_one_else_s(paid: int, of_people: int, missing: int) -> None:
    state = house(ledger={table_chips(TABLE): 500})
    answer = ("hall-lacks-own-chips", {"table": TABLE, "missing": missing}) if missing else None
    assert told(tables.require_own_chips(state, TABLE, paid, of_people)) == answer


def test_another_s_money_and_other_means_are_not_one_s_own() -> None:
    state = house(ledger={custody(ANA, Means.CASH): 500, person(ANA): 500})
    assert told(desk.require_deposit(state, a.ReturnDeposit(BEA, 1, Means.CASH))) is not None
    assert told(desk.require_deposit(state, a.ReturnDeposit(ANA, 1, Means.CHEQUE))) is not None
    assert told(desk.require_chips(state, BEA, 1)) == ("customer-lacks-chips", {"held": 0, "amount": 1})
    assert [door.has_money(state, one) for one in (ANA, BEA)] == [True, False]
    assert [door.has_money(house(ledger={custody(ANA, means): 1}), ANA) for means in Means] == [True] * len(Means)
    assert [door.chips_of(state, one) for one in (ANA, BEA)] == [500, 0]


def test_accounts_of_cash_are_those_by_name_and_all_custody() -> None:
    assert [
        is_cash(one) for one in (CASH, VOUCHERS, custody(ANA, Means.CASH), CHIPS, TIPS, person(ANA), "table:x")
    ] == [
        True,
        True,
        True,
        False,
        False,
        False,
        False,
    ]
    assert [is_custody(one) for one in (custody(ANA, Means.CASH), CASH)] == [True, False]


# --- the door ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("of", "barred", "excluded"),
    [
        ({}, None, None),
        ({"bar_end": YESTERDAY, "exclusion_end": YESTERDAY}, None, None),
        ({"bar_end": TODAY}, TODAY, None),
        ({"bar_end": TOMORROW}, TOMORROW, None),
        ({"exclusion_end": TODAY}, None, TODAY),
        ({"exclusion_end": TOMORROW, "bar_end": YESTERDAY}, None, TOMORROW),
        ({"is_barred_for_good": True}, "", None),
        ({"is_barred_for_good": True, "bar_end": YESTERDAY}, "", None),
    ],
)
def test_a_bar_and_an_exclusion_hold_to_the_end_of_their_last_day(
    of: dict[str, Any], barred: str | None, excluded: str | None
) -> None:
    state = knowing(**of)
    assert told(door.require_not_barred(state, ANA)) == (
        None if barred is None else ("house-barred", {"until": barred})
    )
    answer = None if excluded is None else ("self-excluded", {"until": excluded})
    assert told(door.require_not_excluded(state, ANA)) == answer
    assert told(door.require_not_barred(state, BEA)) is told(door.require_not_excluded(state, BEA)) is None


@pytest.mark.parametrize(
    ("settings", "is_present", "answer"),
    [
        (Settings("x", has_admission=True), False, ("not-admitted", {"person": "ana"})),
        (Settings("x", has_admission=True), True, None),
        (Settings("x", has_admission=False), False, None),
        (None, False, None),
    ],
)
def test_a_house_with_a_door_admits_people_there(settings: Settings | None, is_present: bool, answer: Answer) -> None:
    state = replace(knowing(is_present=is_present), settings=settings)
    assert told(door.require_admitted(state, ANA)) == answer


@pytest.mark.parametrize(
    ("of", "answer"),
    [
        ({}, None),
        ({"time": TimeLimit(60)}, None),
        ({"time": TimeLimit(60), "is_out_of_time": True}, ("time-limit", {"minutes": 60})),
        ({"is_out_of_time": True}, ("time-limit", {"minutes": 0})),
    ],
)
def test_somebody_s_time_is_over_when_it_is_noted(of: dict[str, Any], answer: Answer) -> None:
    assert told(door.require_time_left(knowing(**of), ANA)) == answer


REASONS: dict[str, dict[str, Any]] = {
    "house-barred": {"bar_end": TODAY},
    "self-excluded": {"exclusion_end": TODAY},
    "time-limit": {"is_out_of_time": True},
    "loss-limit-at-tables": {"loss": LossLimit(5), "chips_at_tables": 6},
}


@pytest.mark.parametrize("code", REASONS)
def test_each_reason_alone_keeps_somebody_from_staking_and_those_of_the_day_from_playing(code: str) -> None:
    state = knowing(is_present=True, **REASONS[code])
    staking, playing = door.require_may_stake(state, ANA), door.require_may_play(state, ANA)
    assert staking is not None
    assert staking.code == code
    assert (None if playing is None else playing.code) == (None if code == "loss-limit-at-tables" else code)


def test_whoever_is_on_duty_or_not_let_in_does_not_play_and_may_end_his_game() -> None:
    for who, code in ((JEFA, "staff-is-no-visitor"), (BEA, "not-admitted")):
        state = house()
        found = door.require_may_play(state, who)
        assert found is not None
        assert found.code == code
        assert door.require_may_stake(state, who) is None
    assert door.require_may_play(knowing(is_present=True), ANA) is None


@pytest.mark.parametrize(
    ("day", "is_ahead"),
    [(YESTERDAY, False), (TODAY, True), (TOMORROW, True), ("2026-11-31", False), ("", False), ("3000-1-1", False)],
)
def test_a_day_ahead_is_one_of_the_calendar_from_today_on(day: str, is_ahead: bool) -> None:
    assert told(door.require_day_ahead(house(), day)) == (None if is_ahead else ("no-such-day", {"day": day}))


@pytest.mark.parametrize(("until", "is_longer"), [(YESTERDAY, False), (TODAY, True), (TOMORROW, True)])
def test_an_exclusion_is_never_shortened(until: str, is_longer: bool) -> None:
    found = door.require_longer_exclusion(Visitor(exclusion_end=TODAY), until)
    assert told(found) == (None if is_longer else ("self-excluded", {"until": TODAY}))


# --- slips ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "sums", "answer"),
    [
        ("fill", (1, 0, 0, 0), None),
        ("fill", (LIMIT, 0, 0, 0), None),
        ("fill", (LIMIT + 1, 0, 0, 0), ("amount-malformed", LIMIT + 1)),
        ("fill", (-1, 0, 0, 0), ("amount-malformed", -1)),
        ("fill", (-1, -2, 0, 0), ("amount-malformed", -1)),
        ("count", (0, 0, LIMIT + 1, -5), ("amount-malformed", LIMIT + 1)),
        ("fill", (0, 0, 0, 0), ("empty-slip", None)),
        ("fill", (1, 2, 0, 0), ("no-cash-at-table", 2)),
        ("fill", (1, 0, 3, 0), ("amount-malformed", 3)),
        ("fill", (1, 0, 0, 4), ("amount-malformed", 4)),
        ("supply", (0, 1, 0, 0), None),
        ("supply", (1, 0, 0, 0), None),
        ("supply", (0, 0, 0, 0), ("empty-slip", None)),
        ("supply", (0, -1, 0, 0), ("amount-malformed", -1)),
        ("return", (0, LIMIT + 1, 0, 0), ("amount-malformed", LIMIT + 1)),
        ("tips-paid", (1, 0, 0, 0), None),
        ("tips-paid", (1, 2, 0, 0), ("amount-malformed", 2)),
        ("tips", (1, 2, 0, 0), ("no-cash-at-table", 2)),
        ("closing", (0, 0, 0, 0), None),
        ("closing", (0, 1, 0, 0), ("no-cash-at-table", 1)),
        ("count", (0, 0, 0, 0), None),
        ("count", (1, 2, 3, 4), None),
        ("count", (0, 0, LIMIT, LIMIT), None),
        ("count", (0, 0, LIMIT + 1, 0), ("amount-malformed", LIMIT + 1)),
        ("count", (0, 0, 0, -1), ("amount-malformed", -1)),
    ],
)
def test_the_sums_of_a_slip_make_sense(kind: str, sums: tuple[int, int, int, int], answer: Any) -> None:
    chips, cash, vouchers, kept = sums
    table = TABLE if SlipKind(kind) in OF_TABLE else ""
    found = slips.require_sums(a.WriteSlip(SlipKind(kind), chips, table, cash, vouchers=vouchers, kept_money=kept))
    assert (found and found.code, found and next(iter(found.facts.values()), None)) == (answer or (None, None))


FLOAT, BARE, OVER = TableBooks("x", has_float=True), TableBooks("x"), TableBooks("x", is_open=False, has_float=True)


@pytest.mark.parametrize(
    ("kind", "codes"),
    [
        ("opening", ("has-float", None, "has-float")),
        ("fill", (None, "no-float", None)),
        ("credit", (None, "no-float", None)),
        ("closing", ("table-in-play", "table-in-play", None)),
        ("tips", (None, None, None)),
    ],
)
def test_a_table_has_its_float_or_none_and_is_over_before_it_is_counted(kind: str, codes: Any) -> None:
    for one, code in zip((FLOAT, BARE, OVER), codes, strict=True):
        state = house(tables=Map({TABLE: one}))
        answer = None if code is None else (code, {"table": TABLE})
        assert told(slips.require_table(state, SlipKind(kind), TABLE)) == answer
    unknown = ("no-such-table", {"table": "mesa-9"})
    assert told(slips.require_table(house(), SlipKind(kind), "mesa-9")) == unknown


@pytest.mark.parametrize("kind", [one for one in SlipKind if one not in OF_TABLE])
def test_a_slip_of_the_desk_names_no_table(kind: SlipKind) -> None:
    assert told(slips.require_table(house(), kind, "")) is None
    assert told(slips.require_table(house(), kind, TABLE)) == ("no-such-table", {"table": TABLE})


@pytest.mark.parametrize(
    ("books", "debt", "owed", "left"),
    [
        (TableBooks("x"), None, 0, 500),
        (TableBooks("x", chips_in=200), None, 200, 300),
        (TableBooks("x", chips_in=200, chips_out=50), None, 150, 350),
        (TableBooks("x", chips_in=50, chips_out=200), None, 0, 500),
        (TableBooks("x", is_open=False, chips_in=200), None, 0, 500),
        (TableBooks("x", chips_in=600), None, 600, 0),
        (TableBooks("x", chips_in=200), 0, 0, 500),
        (TableBooks("x"), 450, 450, 50),
        (TableBooks("x"), 501, 501, 0),
    ],
)
def test_what_leaves_a_table_on_a_slip_is_not_its_players(books: TableBooks, debt: Any, owed: int, left: int) -> None:
    state = house(tables=Map({TABLE: books}), ledger={table_chips(TABLE): 500})
    assert slips.left_for_slips(state, TABLE, debt) == left
    assert books.result == books.chips_in - books.chips_out
    facts = {"table": TABLE, "owed": owed, "left": left}
    asked = [told(slips.require_left_for_players(state, TABLE, amount, debt)) for amount in (0, left, left + 1)]
    assert asked == [None, None, ("chips-of-players", facts)]


@pytest.mark.parametrize(
    ("kind", "lacking"),
    [
        ("opening", {"chips": "desk-lacks-chips"}),
        ("fill", {"chips": "desk-lacks-chips"}),
        ("credit", {"chips": "table-lacks-chips"}),
        ("tips", {"chips": "table-lacks-chips"}),
        ("tips-paid", {"chips": "tips-lack"}),
        ("return", {"chips": "desk-lacks-chips", "cash": "desk-lacks-cash"}),
        ("supply", {}),
        ("closing", {}),
        ("count", {}),
    ],
)
def test_what_a_slip_moves_lies_where_it_comes_from(kind: str, lacking: dict[str, str]) -> None:
    state = house(ledger={CHIPS: 5, CASH: 5, TIPS: 5, table_chips(TABLE): 5})
    for name in ("chips", "cash"):
        for amount in (5, 6):
            sums = {"chips": 1, "cash": 1, name: amount}
            found = slips.require_source(state, SlipKind(kind), TABLE, sums["chips"], sums["cash"], 0)
            assert (found and found.code) == (lacking.get(name) if amount > 5 else None)
    poor = house(ledger={CHIPS: 5, CASH: 4, TIPS: 5})
    found = slips.require_source(poor, SlipKind.TIPS_PAID, "", 5, 0, None)
    assert told(found) == ("desk-lacks-cash", {"held": 4, "amount": 5})
    found = slips.require_source(house(ledger={table_chips(TABLE): 5}), SlipKind.CREDIT, TABLE, 5, 0, 1)
    assert told(found) == ("chips-of-players", {"table": TABLE, "owed": 1, "left": 4})


@pytest.mark.parametrize("kind", list(SlipKind))
def test_the_desk_signs_for_itself_and_for_the_other_side_the_director_or_whoever_is_in_charge(kind: SlipKind) -> None:
    desk_, other = slips.Side.DESK, slips.Side.OTHER
    of_table = other if kind in OF_TABLE else None
    found = [slips.side_of(house(), one, kind, TABLE) for one in (CAJA, DORA, JEFA, CRUZ, ANA)]
    assert found == [desk_, other, of_table, None, None]
    assert slips.side_of(house(), JEFA, kind, "mesa-9") is None
    needs = (
        ["cashier", "director"]
        if of_table is None
        else ["cashier", "director", "hall-manager", "inspector", "table-chief"]
    )
    assert told(slips.require_side(house(), CRUZ, kind, TABLE)) == ("not-your-post", {"needs": needs})
    assert told(slips.require_side(house(), CAJA, kind, TABLE)) is None


def slip(kind: SlipKind = SlipKind.COUNT, chips: int = 0, cash: int = 0, **more: Any) -> Slip:
    return Slip(1, kind, TABLE if kind in OF_TABLE else "", chips, cash, CAJA, more.pop("is_of_desk", True), **more)


@pytest.mark.parametrize(
    ("is_of_desk", "first", "second", "may"),
    [
        (True, CAJA, DORA, True),
        (True, CAJA, JEFA, True),
        (True, CAJA, CAJA, False),
        (True, PersonId("otra"), CAJA, False),
        (False, DORA, CAJA, True),
        (False, DORA, DORA, False),
        (False, DORA, JEFA, False),
    ],
)
def test_the_second_signature_is_of_the_other_side(is_of_desk: bool, first: Any, second: Any, may: bool) -> None:
    one = replace(slip(SlipKind.FILL, 5), first=first, is_of_desk=is_of_desk)
    found = slips.require_other_side(house(), second, one)
    assert told(found) == (None if may else ("second-signature", {"first": first}))
    assert told(slips.require_slip(house(slips=Map({1: one})), 1)) is None
    assert told(slips.require_slip(house(slips=Map({1: one})), 2)) == ("no-such-slip", {"serial": 2})


# --- counts -----------------------------------------------------------------------------------------------------------

COUNTED = {CHIPS: 50, CASH: 40, VOUCHERS: 30, TIPS: 7, custody(ANA, Means.CASH): 5, table_chips(TABLE): 20}


@pytest.mark.parametrize(
    ("one", "missing"),
    [
        (slip(SlipKind.COUNT, 50, 40), Missing()),
        (slip(SlipKind.COUNT, 49, 41), Missing(1, -1, 0)),
        (slip(SlipKind.COUNT, 50, 40, vouchers=30, is_whole=True), Missing()),
        (slip(SlipKind.COUNT, 50, 40, vouchers=28, is_whole=True), Missing(0, 0, 2)),
        (slip(SlipKind.COUNT, 50, 40, vouchers=28), Missing()),
        (slip(SlipKind.CLOSING, 20), Missing()),
        (slip(SlipKind.CLOSING, 18), Missing(2, 0, 0)),
        (slip(SlipKind.CLOSING, 23), Missing(-3, 0, 0)),
        (slip(SlipKind.FILL, 1), Missing()),
        (slip(SlipKind.SUPPLY, 1), Missing()),
    ],
)
def test_a_count_misses_what_the_books_have_more(one: Slip, missing: Missing) -> None:
    state = house(ledger=COUNTED, difference_limit=2)
    assert differences.missing_of(state, one) == missing
    facts = {"missing_chips": missing.chips, "missing_cash": missing.cash, "missing_vouchers": missing.vouchers}
    assert told(differences.require_no_difference(state, one)) == (("count-differs", facts) if any(missing) else None)
    for change in (Missing(), Missing(1, 0, 0), Missing(0, 1, 0), Missing(0, 0, 1)):
        chips, cash, vouchers = (here + more for here, more in zip(missing, change, strict=True))
        found = differences.require_shown(state, one, a.ConfirmDifference(1, chips, cash, "x", vouchers))
        differing = ("difference-changed", facts) if any(change) else None
        assert told(found) == (differing if any(missing) else ("no-difference", {"serial": 1}))
        confirmed = replace(one, confirmation=Confirmation(chips, cash, "x", CAJA, vouchers))
        assert differences.is_confirmed(state, confirmed) is not any(change)
        needs = ("difference-needs-two", {"limit": 2, "first": CAJA})
        is_above = max(map(abs, missing)) > 2
        assert told(differences.require_both_sides(state, confirmed)) == (needs if is_above and any(change) else None)
    assert differences.is_confirmed(state, one) is False


@pytest.mark.parametrize("limit", [0, 2])
def test_a_difference_up_to_the_limit_is_for_one_side(limit: int) -> None:
    state = house(difference_limit=limit)
    for at in range(3):
        for amount in (limit, -limit, limit + 1, -limit - 1):
            missing = Missing(*(amount if at == other else 0 for other in range(3)))
            assert differences.is_for_two(state, missing) is (abs(amount) > limit)


@pytest.mark.parametrize(
    ("kind", "kept", "is_whole", "is_asked"),
    [
        (SlipKind.COUNT, 12, True, False),
        (SlipKind.COUNT, 11, True, True),
        (SlipKind.COUNT, 13, True, True),
        (SlipKind.COUNT, 0, False, False),
        (SlipKind.CLOSING, 0, True, False),
    ],
)
def test_a_whole_count_finds_what_is_kept_for_others(kind: SlipKind, kept: int, is_whole: bool, is_asked: bool) -> None:
    state = house(ledger=COUNTED)
    assert differences.kept_for_others(state) == 12
    found = differences.require_kept_whole(state, slip(kind, kept_money=kept, is_whole=is_whole))
    assert told(found) == (("kept-differs", {"due": 12, "kept": kept}) if is_asked else None)


# --- posts ------------------------------------------------------------------------------------------------------------


def test_posts_are_held_in_the_house_or_at_one_table() -> None:
    state = house(duties=STAFF | {Duty("mesa-2", Role.INSPECTOR, JEFA), Duty("", Role.ADMISSION, DORA)})
    assert posts.house_posts(state, DORA) == {Role.DIRECTOR, Role.ADMISSION}
    assert posts.house_posts(state, JEFA) == posts.table_posts(state, DORA, TABLE) == frozenset()
    assert posts.table_posts(state, JEFA, TABLE) == {Role.TABLE_CHIEF}
    assert posts.table_posts(state, JEFA, "mesa-2") == {Role.INSPECTOR}
    assert [posts.is_on_duty(state, one) for one in (DORA, JEFA, CRUZ, ANA)] == [True, True, True, False]
    needs = ("not-your-post", {"needs": ["cashier", "director"]})
    asked = [told(posts.require_house_post(state, one, Role.CASHIER, Role.DIRECTOR)) for one in (CAJA, DORA, JEFA, ANA)]
    assert asked == [None, None, needs, needs]


@pytest.mark.parametrize(
    ("who", "role", "in_house", "at_table"),
    [
        (ANA, Role.DIRECTOR, True, True),
        (CAJA, Role.DIRECTOR, False, False),
        (DORA, Role.TABLE_CHIEF, False, True),
        (DORA, Role.INSPECTOR, False, True),
        (DORA, Role.CROUPIER, False, False),
        (JEFA, Role.DIRECTOR, True, True),
        (JEFA, Role.CASHIER, False, True),
        (CRUZ, Role.DIRECTOR, False, True),
    ],
)
def test_a_director_alone_stands_in_at_a_table(who: PersonId, role: Role, in_house: bool, at_table: bool) -> None:
    twice = ("already-on-duty", {})
    assert told(posts.require_no_other_duty(house(), who, role)) == (None if in_house else twice)
    assert told(posts.require_no_house_post(house(), who, role)) == (None if at_table else twice)


@pytest.mark.parametrize(
    ("duties", "leaving", "phase", "is_last"),
    [
        ((DORA,), DORA, Phase.OPEN, True),
        ((DORA,), DORA, Phase.CLOSED, False),
        ((DORA, ANA), DORA, Phase.OPEN, False),
        ((ANA,), DORA, Phase.OPEN, False),
    ],
)
def test_the_last_director_stays_while_the_day_is_open(duties: Any, leaving: Any, phase: Phase, is_last: bool) -> None:
    held = frozenset(Duty("", Role.DIRECTOR, one) for one in duties) | {Duty(TABLE, Role.DIRECTOR, BEA)}
    state = house(duties=held | {Duty("", Role.CASHIER, leaving)}, phase=phase)
    found = posts.require_another_director(state, a.GoOffDuty(Role.DIRECTOR, leaving))
    assert told(found) == (("last-director", {}) if is_last else None)
    assert told(posts.require_another_director(state, a.GoOffDuty(Role.CASHIER, leaving))) is None


# --- banks ------------------------------------------------------------------------------------------------------------

KEPT = KeptAward("x", "salon", ANA, 500, 2, is_begun=True, terms="t", coups=3)


@pytest.mark.parametrize(
    ("change", "is_kept"),
    [
        ({}, True),
        ({"person": BEA}, False),
        ({"amount": 501}, False),
        ({"days": 3}, False),
        ({"is_begun": False}, False),
        ({"coups": 4}, False),
    ],
)
def test_a_bank_of_earlier_days_is_carried_on_as_it_was_kept(change: dict[str, Any], is_kept: bool) -> None:
    what = replace(a.CarryAward(TABLE, ANA, 500, 2, True, "t", True, "salon", 3), **change)
    answer = ("award-not-kept", {"person": what.person})
    assert told(awards.require_kept(KEPT, what)) == (None if is_kept else answer)
    for is_begun in (False, True):
        for was_kept in (False, True):
            fresh = replace(what, is_begun=is_begun, is_kept=was_kept)
            assert told(awards.require_kept(None, fresh)) == (answer if is_begun or was_kept else None)


@pytest.mark.parametrize(
    ("game", "terms", "name", "who", "is_found"),
    [
        ("x", "t", "salon", ANA, True),
        ("x", "t", "salon", BEA, True),
        ("x", "t", "otra", ANA, False),
        ("x", "t", "", ANA, True),
        ("x", "t", "", BEA, False),
        ("y", "t", "salon", ANA, False),
        ("x", "u", "salon", ANA, False),
    ],
)
def test_a_bank_is_kept_by_game_terms_and_name_or_by_its_banker(
    game: str, terms: str, name: str, who: PersonId, is_found: bool
) -> None:
    other = replace(KEPT, game="z", person=BEA)
    state = house(awards=(other, KEPT))
    what = a.CarryAward(TABLE, who, 500, 2, True, terms, True, name, 3)
    assert awards.kept_award(state, game, what) == (KEPT if is_found else None)
    if name:
        assert awards.award_for(state, game, name, terms) == (KEPT if is_found else None)


def test_a_kept_bank_is_gone_with_its_last_day_or_when_another_has_it_since() -> None:
    state = house(awards=tuple(replace(KEPT, name=str(days), days=days) for days in (0, 1, 2, 3)))
    assert awards.expired_awards(state) == tuple(AwardExpired("x", name, ANA, "t") for name in ("0", "1"))
    state = house(awards=(KEPT,))
    for who, game, name, terms in ((ANA, "x", "salon", "t"), (BEA, "y", "salon", "t"), (BEA, "x", "otra", "t")):
        assert awards.replaced_award(state, game, a.KeepAward(TABLE, name, who, 1, 1, False, terms)) == ()
    found = awards.replaced_award(state, "x", a.KeepAward(TABLE, "salon", BEA, 1, 1, False, "t"))
    assert found == (AwardReplaced("x", "salon", ANA, BEA, "t"),)
    assert awards.replaced_award(state, "x", a.KeepAward(TABLE, "salon", BEA, 1, 1, False, "u")) == ()


@pytest.mark.parametrize(
    ("kept", "terms", "ended"),
    [
        (("t",), "t", "t"),
        (("t",), "", "t"),
        (("t",), "u", None),
        (("t", "u"), "u", "u"),
        (("t", "u"), "", None),
        (("", "u"), "", ""),
        ((), "", None),
    ],
)
def test_a_kept_bank_is_ended_where_it_is_the_only_one_of_its_name_or_its_terms_are_told(
    kept: tuple[str, ...], terms: str, ended: str | None
) -> None:
    others = (replace(KEPT, name="otra"), replace(KEPT, game="y"))
    state = house(awards=(*others, *(replace(KEPT, terms=one) for one in kept)))
    found = awards.end_award(state, DORA, a.EndAward("x", "salon", "porque sí", terms))
    gone = (AwardEnded("x", "salon", ANA, "porque sí", ended or ""),)
    none_kept = ("no-award-kept", {"name": "salon"})
    assert (told(found) if isinstance(found, Fault) else found) == (none_kept if ended is None else gone)
    refused = awards.end_award(state, JEFA, a.EndAward("x", "salon", "porque sí", terms))
    assert isinstance(refused, Fault)
    assert refused.code == "not-your-post"
    long = awards.end_award(state, DORA, a.EndAward("x", "n" * 61, "porque sí"))
    assert isinstance(long, Fault)
    assert told(long) == ("no-award-kept", {"name": "n" * 60})


def test_nobody_has_two_banks_in_play_or_kept() -> None:
    claimed = Map(
        {"m2": TableBooks("x", claimants=frozenset({ANA})), "m1": TableBooks("x", claimants=frozenset({BEA}))}
    )
    state = house(tables=claimed)
    asked = [told(banks.require_no_other_bank(state, *one)) for one in ((ANA,), (ANA, "m2"), (ANA, "m1"), (JEFA,))]
    elsewhere = ("bank-elsewhere", {"person": ANA, "table": "m2"})
    assert asked == [elsewhere, None, elsewhere, None]
    keeping = house(awards=(KEPT,))
    kept = ("bank-kept", {"person": ANA, "name": "salon"})
    assert told(banks.require_no_other_bank(keeping, ANA, "m1")) == kept
    assert told(banks.require_no_other_bank(keeping, ANA, kept=KEPT)) is None
    assert told(banks.require_no_other_bank(keeping, ANA, kept=replace(KEPT, days=9))) == kept
    assert told(banks.require_no_other_bank(keeping, BEA)) is None
    assert awards.award_for(house(awards=(KEPT,), tables=claimed), "x", "salon", "t") is None


@pytest.mark.parametrize(
    ("amount", "called", "used_up", "enough"),
    [(500, 0, False, 500), (500, 499, False, 1), (500, 500, True, 0), (500, 501, True, -1)],
)
def test_a_proof_is_good_for_what_was_not_called_of_it(amount: int, called: int, used_up: bool, enough: int) -> None:
    one = Proof(amount, called_amount=called)
    assert (one.is_used_up, one.is_enough(enough), one.is_enough(enough + 1)) == (used_up, True, False)
    unread = Proof(None, called_amount=called)
    assert (unread.is_used_up, unread.is_enough(9**9)) == (False, True)


def test_where_people_sit_and_when_the_house_dines() -> None:
    visitors = Map({ANA: Visitor(table="m1"), BEA: Visitor(table="m1"), JEFA: Visitor(table="m2"), CRUZ: Visitor()})
    state = house(visitors=visitors)
    assert state.seated() == {"m1": {ANA, BEA}, "m2": {JEFA}}
    assert (state.dinner_begin, state.dinner_end) == (f"{TODAY}T21:00", f"{TODAY}T22:30")
    assert (state.step.series, state.step.cycle, state.step.serial) == (1, 0, 1)
