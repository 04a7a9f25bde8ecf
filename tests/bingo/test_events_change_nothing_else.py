"""What each event makes of the state, whole: from one in which no field stands as at the beginning, so that whatever an
event changes beside its own, or leaves as it was, is seen.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from immutables import Map

from tapete.chance import ChanceKind, UrnSealed
from tapete.games.bingo import events as e
from tapete.games.bingo.evolve import FOLDS, evolve
from tapete.games.bingo.inventory import BallSet, Inventory, LeftPrize, Machine, Refund, Series
from tapete.games.bingo.pause import Pause
from tapete.games.bingo.rules import read
from tapete.games.bingo.state import Ball, CardWish, Case, GameState, Hall, PaidPrize, State
from tapete.games.bingo.terms import (
    CheckItem,
    Fate,
    MachineType,
    Means,
    MoneyWish,
    Phase,
    Prize,
    Range,
    SeriesKind,
    SoldRange,
    TakingsCount,
    WinningCard,
)
from tapete.kernel import PersonId
from tapete.rulebooks import house_library
from tapete.table.acts import BoughtIn, CashedOut
from tapete.table.staff import Role
from tapete.table.windows import Claim, Window
from tests.support.bingo.full_state import (
    ANA,
    CALLER,
    CARD,
    CASHIER,
    CHIEF,
    DIVISION,
    EVA,
    GAME,
    HALL,
    LUIS,
    OTHER,
    PAUSE,
    ROWS,
    SALE,
    STATE,
    changed,
)

LINE, BINGO = Prize.LINE, Prize.BINGO
OWED_LINE = f"owed:5/1/linea/{CARD}"
OWED_BINGO = f"owed:4/bingo/{CARD}"
SERIES = HALL.series["B-7"]
REFUND = STATE.refunds["4"]
CASE = GAME.cases[0]


def folded(state: State, event: Any) -> State:
    """Return what an event makes of a state; its money is booked elsewhere."""
    found: State = FOLDS[type(event)](state, event)  # type: ignore[operator]
    return found


def of_hall(**fields: Any) -> dict[str, Any]:
    return {"hall": fields}


def of_game(**fields: Any) -> dict[str, Any]:
    return {"game": fields}


def of_pause(**fields: Any) -> dict[str, Any]:
    return {"pause": fields}


def sets(**changes: BallSet) -> dict[str, Any]:
    """Return the sets of balls of the hall with some of them changed."""
    made = HALL.ball_sets
    for name, one in changes.items():
        made = made.set(name.replace("_", "-"), one)
    return {"ball_sets": made}


def with_damage(name: str, games: int = 0, void_games: int = 0) -> dict[str, Any]:
    return of_hall(**sets(**{name: BallSet(games, void_games, is_damaged=True)}))


def test_no_field_stands_as_at_the_beginning() -> None:
    for full, blank in ((STATE, State()), (HALL, Hall()), (GAME, GameState()), (PAUSE, Pause())):
        same = {one for one in full.__struct_fields__ if getattr(full, one) == getattr(blank, one)}
        assert same <= {"rules"}, full


# --- the hall ---------------------------------------------------------------------------------------------------------

HALL_EVENTS: list[tuple[Any, dict[str, Any]]] = [
    (e.PhaseOpened(Phase.CHECK), {"phase": Phase.CHECK, "serial": 41, "limits_passed": 0}),
    (e.HallClosed(), {"phase": Phase.CLOSED, "serial": 41}),
    (e.Said("sold", "vendidos"), {"announcements": (("void", "nula"), ("sold", "vendidos"))}),
    (
        e.StaffAssigned(Role.CASHIER, EVA),
        {"staff": STATE.staff.set(Role.CASHIER, EVA), "served": frozenset({CALLER, CHIEF, EVA})},
    ),
    (e.PostVacated(Role.CALLER, CALLER), {"staff": Map({Role.TABLE_CHIEF: CHIEF})}),
    (e.CounterSet(is_on=False, by=CHIEF), {"is_counter_open": False, "money_asked": Map()}),
    (e.CounterSet(is_on=True, by=CHIEF), {"is_counter_open": True, "money_asked": Map()}),
    (
        e.MoneyAsked(ANA, 7_00, is_paid_in=False),
        {"money_asked": STATE.money_asked.set(ANA, MoneyWish(7_00, is_paid_in=False))},
    ),
    (e.MoneyAsked(LUIS, 1, is_paid_in=True), {"money_asked": Map({LUIS: MoneyWish(1, is_paid_in=True)})}),
    (e.MoneyAsked(LUIS, 0, is_paid_in=True), {"money_asked": Map()}),
    (e.MoneyAsked(ANA, 0, is_paid_in=True), {}),
    (BoughtIn(LUIS, 5_00), {"money_asked": Map()}),
    (CashedOut(LUIS, 5_00), {"money_asked": Map()}),
    (BoughtIn(ANA, 5_00), {}),
    (
        e.MachineRegistered("M-2", MachineType.DRUM, "simulation"),
        of_hall(machine=Machine("M-2", MachineType.DRUM), check_results=Map({CheckItem.SOUND: False}), loaded_set=""),
    ),
    (e.BallsRegistered("S-11", "simulation", 7), of_hall(**sets(S_11=BallSet(7)))),
    (
        e.SeriesRegistered("C-8", "C", 8, 120, 3_00, SeriesKind.SINGLE, "d1g", secret="5ec"),
        of_hall(
            series=HALL.series.set(
                "C-8", Series("C-8", "C", 8, 120, 3_00, SeriesKind.SINGLE, "d1g", secret="5ec", uses=())
            )
        ),
    ),
    (e.BallsChanged("S-10", "S-9", 11, "mil partidas", CHIEF), of_hall(loaded_set="S-10", last_set="S-10")),
    (e.BallsLoaded("S-9"), of_hall(loaded_set="S-9", last_set="S-9")),
    (
        e.CheckNoted(CheckItem.SOUND, in_order=True, by=CHIEF),
        of_hall(
            check_results=Map({CheckItem.MACHINE: True, CheckItem.SOUND: True}), check_notes=Map({CheckItem.SOUND: ""})
        ),
    ),
    (
        e.CheckNoted(CheckItem.PANEL, in_order=False, by=CHIEF, note="parpadea"),
        of_hall(
            check_results=HALL.check_results.set(CheckItem.PANEL, False),
            check_notes=HALL.check_notes.set(CheckItem.PANEL, "parpadea"),
        ),
    ),
    (e.ChecksWitnessed(ANA), of_hall(witnesses=(EVA, ANA))),
    (e.SessionOpened(9), {**of_hall(session=9, is_session_open=True, session_games=0), "announcements": ()}),
    (
        e.SessionClosed(),
        of_hall(is_session_open=False, check_results=Map(), check_notes=Map(), witnesses=(), loaded_set=""),
    ),
    (e.EntryWritten("una nota", ANA), {}),
    (e.EntryWritten("una queja", ANA, is_complaint=True), of_game(complaints=Map({ANA: 2}))),
    (e.EntryWritten("otra", LUIS, is_complaint=True), of_game(complaints=Map({ANA: 1, LUIS: 1}))),
    (e.TakingsHandedOver(CALLER, 12_00, 0), {}),
    (e.TakingsGivenBack(CALLER, 12_00), {}),
    (e.DifferenceNoted(CARD, "tachado", CHIEF), {}),
]


@pytest.mark.parametrize(("event", "changes"), HALL_EVENTS)
def test_an_event_of_the_hall_changes_its_own_alone(event: Any, changes: dict[str, Any]) -> None:
    assert folded(STATE, event) == changed(STATE, **changes)


@pytest.mark.parametrize(
    ("balls", "by", "changes"),
    [
        ("S-9", LUIS, {**with_damage("S_9", 11, 2), **of_game(defects=Map({"S-9": frozenset({ANA, LUIS})}))}),
        ("S-9", EVA, {}),
        ("S-10", LUIS, {}),
        ("S-11", LUIS, {**with_damage("S_11"), **of_game(defects=GAME.defects.set("S-11", frozenset({LUIS})))}),
    ],
)
def test_a_damaged_ball_is_on_the_word_of_whoever_was_not_doubted(
    balls: str, by: PersonId, changes: dict[str, Any]
) -> None:
    """A set that was damaged before is no report of this game."""
    assert folded(STATE, e.DefectReported(balls, 3, "abollada", by)) == changed(STATE, **changes)


@pytest.mark.parametrize(
    ("balls", "changes"),
    [
        ("S-9", {**of_hall(**sets(S_9=BallSet(11, 2))), **of_game(defects=Map())}),
        ("S-10", of_hall(**sets(S_9=BallSet(11, 2, is_damaged=True), S_10=BallSet(3, 1)))),
    ],
)
def test_of_a_set_that_was_found_sound_no_report_remains(balls: str, changes: dict[str, Any]) -> None:
    before = changed(STATE, hall=sets(S_9=BallSet(11, 2, is_damaged=True)))
    expected = changed(before, **changes)
    assert folded(before, e.BallsFoundSound(balls, "revisada", CHIEF)) == expected


def test_a_hall_that_is_continued_has_all_that_the_last_one_left() -> None:
    late = SoldRange(Range("B-7", 7, 8), CALLER, Means.ACCOUNT, ANA)
    uses = ((Range("B-7", 1, 2), 1), (Range("B-7", 9, 9), 3))
    left = Inventory(
        session=12,
        game=70,
        tokens=31,
        machine=Machine("M-3", MachineType.DRUM),
        ball_sets={"S-4": BallSet(8)},
        series=(Series("B-7", "B", 7, 100, 2_00, SeriesKind.SINGLE, uses=uses[::-1]),),
        balances={"held:4/bingo": 5_00},
        refunds={"4": Refund(2_00, (), (late, SALE), session=11)},
        left_prizes={OWED_BINGO: LeftPrize(11)},
        is_counter_open=False,
        last_set="S-4",
    )
    joined = SoldRange(Range("B-7", 1, 8), CALLER, Means.ACCOUNT, ANA)
    expected = changed(
        STATE,
        hall={
            "session": 12,
            "machine": left.machine,
            "ball_sets": Map(left.ball_sets),
            "series": Map({"B-7": msgspec.structs.replace(left.series[0], secret="5ec", uses=uses)}),
            "last_set": "S-4",
        },
        tokens_given=31,
        refunds=Map({"4": Refund(2_00, (), (joined,), session=11)}),
        left_prizes=Map(left.left_prizes),
        is_counter_open=False,
    )
    found = folded(STATE, e.HallContinued(left, {"B-7": "5ec"}))
    assert found == msgspec.structs.replace(expected, game=GameState(number=70, is_over=True))
    without_secrets = folded(STATE, e.HallContinued(msgspec.structs.replace(left, game=0)))
    assert without_secrets.hall.series["B-7"].secret is None
    assert without_secrets.game == GameState()


@pytest.mark.parametrize("is_in_house", [True, False])
def test_a_hall_that_is_opened_has_its_rulebook_its_name_its_staff_and_its_installations(is_in_house: bool) -> None:
    library = house_library()
    (book,) = library.of("bingo")
    staff = {Role.CALLER: EVA, Role.CASHIER: CASHIER}
    event = e.HallOpened("otra", book.id, book.sha256, ChanceKind.SEEDED, (CheckItem.RECORD,), staff, is_in_house)
    expected = changed(
        STATE,
        rules=read(book),
        name="otra",
        balls=ChanceKind.SEEDED,
        is_in_house=is_in_house,
        staff=Map(staff),
        served=frozenset({EVA, CASHIER}),
    )
    found = evolve(STATE, event, library)
    assert found == msgspec.structs.replace(expected, hall=Hall(elements=(CheckItem.RECORD,)))


# --- the sale ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "part"), [(SeriesKind.SINGLE, 0), (SeriesKind.DOUBLE, 1)])
def test_a_sale_begins_a_game_of_which_nothing_is_known(kind: SeriesKind, part: int) -> None:
    found = folded(STATE, e.SaleAnnounced(6, ("B-7", "C-8"), kind, 3_00, deferred=True))
    game = GameState(
        number=6,
        part=part,
        kind=kind,
        series=("B-7", "C-8"),
        value=3_00,
        is_deferred=True,
        is_urn_wanted=True,
        first_serial=41,
    )
    assert found == msgspec.structs.replace(STATE, game=game, marks=Map(), announcements=())


def used(*uses: tuple[int, int, int]) -> dict[str, Any]:
    """Return the series of the hall with the ranges that were used, each with its game."""
    ranges = tuple((Range("B-7", first, last), game) for first, last, game in uses)
    return {"series": Map({"B-7": msgspec.structs.replace(SERIES, uses=ranges)})}


@pytest.mark.parametrize(
    ("first", "last", "person", "series", "wishes"),
    [
        (7, 8, LUIS, "B-7", {LUIS: CardWish("B-7", 2)}),
        (7, 9, LUIS, "B-7", {LUIS: CardWish("B-7", 1)}),
        (7, 10, LUIS, "B-7", {}),
        (7, 11, LUIS, "B-7", {}),
        (7, 8, None, "B-7", {LUIS: CardWish("B-7", 4)}),
        (7, 8, EVA, "B-7", {LUIS: CardWish("B-7", 4)}),
        (7, 8, LUIS, "C-8", {LUIS: CardWish("C-8", 4)}),
    ],
)
def test_what_is_sold_to_somebody_is_asked_for_no_more(
    first: int, last: int, person: PersonId | None, series: str, wishes: dict[PersonId, CardWish]
) -> None:
    before = changed(STATE, game={"wishes": Map({LUIS: CardWish(series, 4)})})
    cards = Range("B-7", first, last)
    sold = SoldRange(cards, CALLER, Means.ACCOUNT, person)
    expected = changed(before, hall=used((1, last, 5)), game={"sales": (SALE, sold), "wishes": Map(wishes)})
    event = e.CardsSold(5, cards, CALLER, Means.ACCOUNT, (4_00, 4_00), person)
    assert folded(before, event) == expected


def test_the_numbers_of_a_later_game_are_a_range_of_their_own_and_one_buyers_are_joined() -> None:
    cards = Range("B-7", 7, 8)
    found = folded(STATE, e.CardsSold(6, cards, CALLER, Means.ACCOUNT, (4_00,), ANA))
    joined = SoldRange(Range("B-7", 1, 8), CALLER, Means.ACCOUNT, ANA)
    assert found == changed(STATE, hall=used((1, 6, 5), (7, 8, 6)), game={"sales": (joined,)})


@pytest.mark.parametrize(
    ("person", "count", "wishes"),
    [
        (LUIS, 1, {LUIS: CardWish("C-8", 1)}),
        (LUIS, 0, {}),
        (ANA, 0, {LUIS: CardWish("B-7", 4)}),
        (ANA, 2, {LUIS: CardWish("B-7", 4), ANA: CardWish("C-8", 2)}),
    ],
)
def test_a_wish_is_kept_until_it_is_of_none(person: PersonId, count: int, wishes: dict[PersonId, CardWish]) -> None:
    found = folded(STATE, e.CardsWanted(person, "C-8", count))
    assert found == changed(STATE, game={"wishes": Map(wishes)})


def test_what_goes_back_is_neither_sold_nor_used_and_another_game_keeps_its_own() -> None:
    before = changed(STATE, hall=used((1, 6, 5), (3, 4, 2)))
    found = folded(before, e.CardsTakenBack(5, Range("B-7", 3, 4), CALLER, Means.ACCOUNT, (4_00, 4_00), ANA))
    parts = tuple(SoldRange(Range("B-7", *ends), CALLER, Means.ACCOUNT, ANA) for ends in ((1, 2), (5, 6)))
    assert found == changed(before, hall=used((1, 2, 5), (5, 6, 5), (3, 4, 2)), game={"sales": parts})


STARTED = {"hall": {"ball_sets": Map({"S-9": BallSet(12, 2), "S-10": HALL.ball_sets["S-10"]}), "session_games": 5}}
SALE_EVENTS: list[tuple[Any, dict[str, Any]]] = [
    (UrnSealed(9, ChanceKind.KEYED, ("1",), ()), {**of_game(urn=9, is_urn_wanted=False), "urns": 9}),
    (
        e.TakingsCounted(7, EVA, 3_00, 1_00, CASHIER),
        {
            "takings_counts": STATE.takings_counts.set(EVA, TakingsCount(7, EVA, 3_00, 1_00, CASHIER)),
            "last_count": 7,
        },
    ),
    (
        e.TakingsCounted(7, CALLER, 3_00, 1_00, CASHIER),
        {"takings_counts": Map({CALLER: TakingsCount(7, CALLER, 3_00, 1_00, CASHIER)}), "last_count": 7},
    ),
    (e.UnsoldCollected("C-8", 3), of_game(unsold_counts=Map({"B-7": 90, "C-8": 3}))),
    (e.UnsoldCollected("B-7", 0), of_game(unsold_counts=Map({"B-7": 0}))),
    (
        e.SaleCorrected(CHIEF, "uno de más"),
        of_game(unsold_counts=Map(), is_sold_announced=False, prizes=Map(), covered_shortfall=0),
    ),
    (e.ShortfallCovered(5, 75, CHIEF), of_game(covered_shortfall=75)),
    (
        e.PrizesAnnounced("5/1", 60, 3_00, {LINE: 2, BINGO: 7}),
        of_game(prizes=Map({LINE: 60, BINGO: 3_00}), brought_amounts=Map({LINE: 2, BINGO: 1_07})),
    ),
    (e.GameStarted(5, 0, "S-9"), {**STARTED, "game": {"ball_set": "S-9"}}),
    (e.GameStarted(5, 1, "S-9"), {**STARTED, "game": {"ball_set": "S-9"}}),
]


@pytest.mark.parametrize(("event", "changes"), SALE_EVENTS)
def test_an_event_of_the_sale_changes_its_own_alone(event: Any, changes: dict[str, Any]) -> None:
    assert folded(STATE, event) == changed(STATE, **changes)


def test_an_announcement_of_what_was_sold_is_kept() -> None:
    before = changed(STATE, game={"is_sold_announced": False})
    assert folded(before, e.SoldAnnounced((SALE.cards,))) == STATE


def test_a_set_that_nobody_entered_has_been_used_in_the_game_that_begins_with_it() -> None:
    found = folded(STATE, e.GameStarted(5, 1, "S-77"))
    assert found == changed(
        STATE, hall={"ball_sets": HALL.ball_sets.set("S-77", BallSet(1)), "session_games": 5}, game={"ball_set": "S-77"}
    )


def test_of_its_first_game_a_double_keeps_its_sale_its_reports_and_what_it_awarded() -> None:
    game = GameState(
        number=5,
        part=2,
        first_serial=41,
        kind=SeriesKind.DOUBLE,
        series=("B-7",),
        value=2_00,
        is_deferred=True,
        sales=GAME.sales,
        wishes=GAME.wishes,
        unsold_counts=GAME.unsold_counts,
        is_sold_announced=True,
        covered_shortfall=50,
        prizes=GAME.prizes,
        brought_amounts=GAME.brought_amounts,
        ball_set="S-10",
        urn=8,
        is_urn_wanted=True,
        is_ball_wanted=True,
        first_awards=GAME.awards,
        parts_shown=GAME.parts_shown,
        tokens=GAME.tokens,
        cases=GAME.cases,
        last_case=1,
        left_accounts=GAME.left_accounts,
        ends_card=True,
        unsold_cards=GAME.unsold_cards,
        void_cause="evacuation",
        void_parts=frozenset({2}),
        defects=GAME.defects,
        complaints=GAME.complaints,
    )
    hall = msgspec.structs.replace(HALL, **sets(S_10=BallSet(4, 1, is_damaged=True)))
    before = changed(STATE, game={"is_urn_wanted": False})
    found = folded(before, e.GameStarted(5, 2, "S-10"))
    assert found == msgspec.structs.replace(STATE, game=game, hall=hall, marks=Map())


# --- the balls --------------------------------------------------------------------------------------------------------

BALLS = GAME.balls
BALL_EVENTS: list[tuple[Any, dict[str, Any]]] = [
    (e.BallOpened(8, 5, "60"), of_game(opened_count=3)),
    (
        e.BallDrawn(8, 3, "60"),
        {**of_game(is_ball_wanted=False, balls=(*BALLS, Ball(60)), pause=Pause()), "limits_passed": 0},
    ),
    (
        e.BallRekeyed(0, 4, 5),
        of_game(balls=(Ball(5, 4, is_shown=True), *BALLS[1:]), error_at=1, failed_calls=Map()),
    ),
    (e.BallRekeyed(1, 17, 71), of_game(balls=(BALLS[0], Ball(71, 71), BALLS[2]), error_at=None, failed_calls=Map())),
    (e.BallRekeyed(2, 22, 23), of_game(balls=(*BALLS[:2], Ball(23, 22)), failed_calls=Map())),
    (e.BallAnnounced(22, 23), of_game(balls=(*BALLS[:2], Ball(22, 23)))),
    (e.BallShown(22), of_game(balls=(*BALLS[:2], Ball(22, 22, is_shown=True)))),
    (e.AnnouncementCorrected(17, 71), of_game(balls=(BALLS[0], Ball(17, 17), BALLS[2]), error_at=None)),
    (e.AnnouncementCorrected(22, 71), {}),
    (e.NumberMarked(ANA, CARD, 22), {"marks": Map({(ANA, CARD): frozenset({4, 22})})}),
    (e.NumberMarked(ANA, OTHER, 22), {"marks": STATE.marks.set((ANA, OTHER), frozenset({22}))}),
    (e.NumberMarked(LUIS, CARD, 22), {"marks": STATE.marks.set((LUIS, CARD), frozenset({22}))}),
    (e.NumberMarked(ANA, None, 22), {}),
    (e.NumberMarked(ANA, CARD, None), {}),
]


@pytest.mark.parametrize(("event", "changes"), BALL_EVENTS)
def test_an_event_of_the_drawing_changes_its_own_alone(event: Any, changes: dict[str, Any]) -> None:
    assert folded(STATE, event) == changed(STATE, **changes)


@pytest.mark.parametrize("phase", [Phase.CHECK, Phase.ASK_OUT, Phase.PAYMENT])
def test_a_ball_that_comes_out_in_a_pause_ends_nothing_of_it(phase: Phase) -> None:
    before = changed(STATE, phase=phase)
    found = folded(before, e.BallDrawn(8, 3, "60"))
    assert found == changed(before, game={"is_ball_wanted": False, "balls": (*BALLS, Ball(60))}, limits_passed=0)


def test_a_ball_is_waited_for_from_when_it_is_wanted() -> None:
    before = changed(STATE, game={"is_ball_wanted": False})
    assert folded(before, e.BallWanted(3)) == STATE


@pytest.mark.parametrize(("before", "said", "after"), [(None, 22, None), (None, 23, 3), (2, 23, 2), (2, 22, 2)])
def test_the_first_ball_that_was_misread_is_kept(before: int | None, said: int, after: int | None) -> None:
    state = changed(STATE, game={"error_at": before})
    expected = changed(state, game={"error_at": after, "balls": (*BALLS[:2], Ball(22, said))})
    assert folded(state, e.BallAnnounced(22, said)) == expected


# --- the pause --------------------------------------------------------------------------------------------------------


def test_a_call_in_a_check_joins_the_others() -> None:
    before = changed(STATE, phase=Phase.CHECK)
    third = "B-7/3"
    found = folded(before, e.PrizeCalled(LINE, third, ANA, ANA, 1))
    expected = changed(
        before,
        game={"parts_shown": GAME.parts_shown.set((1, third), 1)},
        pause={
            "calls": Window("calls", 0, (*PAUSE.calls.claims, Claim(ANA, f"linea:{third}"))),
            "holders": PAUSE.holders.set(third, ANA),
            "parts_named": PAUSE.parts_named.set(f"linea:{third}", 1),
            "first_parts": frozenset({CARD, third}),
        },
    )
    assert found == expected


@pytest.mark.parametrize(("part", "named"), [(0, {}), (1, {f"linea:{CARD}": 1})])
def test_a_cartón_that_is_called_again_is_checked_again_and_shows_no_other_part_first(
    part: int, named: dict[str, int]
) -> None:
    before = changed(STATE, phase=Phase.CHECK)
    expected = changed(
        before,
        pause={
            "calls": Window("calls", 0, (PAUSE.calls.claims[1], Claim(ANA, f"linea:{CARD}"))),
            "keyers": PAUSE.keyers.set(f"linea:{CARD}", CALLER),
            "shown_for": frozenset(),
            "results": Map(),
            "parts_named": Map(named),
        },
    )
    assert folded(before, e.PrizeCalled(LINE, CARD, CALLER, ANA, part)) == expected


def test_of_paper_that_nobody_owns_the_call_is_whoever_s_that_keyed_it() -> None:
    before = changed(STATE, phase=Phase.CHECK)
    expected = changed(
        before,
        pause={
            "calls": Window("calls", 0, (PAUSE.calls.claims[0], Claim(CHIEF, f"bingo:{OTHER}"))),
            "keyers": Map({f"bingo:{OTHER}": CHIEF}),
        },
    )
    assert folded(before, e.PrizeCalled(BINGO, OTHER, CHIEF)) == expected


def test_a_call_that_its_own_player_makes_was_keyed_by_nobody() -> None:
    before = changed(STATE, phase=Phase.CHECK)
    expected = changed(
        before,
        pause={
            "calls": Window("calls", 0, (PAUSE.calls.claims[0], Claim(LUIS, f"bingo:{OTHER}"))),
            "keyers": Map(),
            "holders": PAUSE.holders.set(OTHER, LUIS),
        },
    )
    assert folded(before, e.PrizeCalled(BINGO, OTHER, LUIS, LUIS)) == expected


@pytest.mark.parametrize("phase", [Phase.DRAW_LINE, Phase.DRAW_BINGO])
def test_a_call_while_balls_are_drawn_begins_a_pause_that_goes_back_there(phase: Phase) -> None:
    before = changed(STATE, phase=phase)
    pause = Pause(
        return_phase=phase,
        calls=Window("calls", 0, (Claim(CALLER, f"bingo:{OTHER}"),)),
        keyers=Map({f"bingo:{OTHER}": CALLER}),
        holders=Map({OTHER: None}),
    )
    assert folded(before, e.PrizeCalled(BINGO, OTHER, CALLER)) == changed(before, game={"pause": pause})


@pytest.mark.parametrize("phase", [Phase.ASK_LINE, Phase.ASK_BINGO, Phase.ASK_OUT])
def test_a_call_after_the_question_joins_those_before_it_and_goes_back_to_the_question(phase: Phase) -> None:
    before = changed(STATE, phase=phase)
    expected = changed(
        before,
        pause={
            "return_phase": phase,
            "calls": Window("calls", 0, (*PAUSE.calls.claims, Claim(CALLER, f"linea:{OTHER}"))),
            "keyers": PAUSE.keyers.set(f"linea:{OTHER}", CALLER),
        },
    )
    assert folded(before, e.PrizeCalled(LINE, OTHER, CALLER)) == expected


def test_a_call_that_is_refused_and_a_cartón_that_was_never_sold_leave_that_alone() -> None:
    refused = Map({"linea:B-7/60": 1, ANA: 1, f"linea:{CARD}": 2, CALLER: 2})
    found = folded(STATE, e.CallRefused(LINE, CARD, CALLER, "card-not-sold"))
    assert found == changed(STATE, game={"refused_calls": refused})
    found = folded(STATE, e.CardChecked(LINE, CARD, False, reason="sobraba"))
    assert found.game.unsold_cards == {CARD, "B-7/50"}
    assert found.game.pause.lacking == PAUSE.lacking


def test_a_call_that_its_player_takes_back_leaves_how_many_numbers_counted() -> None:
    found = folded(STATE, e.CallTakenBack(LINE, CARD, ANA))
    expected = changed(
        STATE,
        game={
            "withdrawn_calls": GAME.withdrawn_calls.set((LINE, CARD), 2),
            "parts_shown": Map(),
        },
        pause={"calls": Window("calls", 0, PAUSE.calls.claims[1:]), "first_parts": frozenset()},
    )
    assert found == expected


@pytest.mark.parametrize(
    ("prize", "card", "slip_before", "slip"), [(BINGO, OTHER, False, False), (BINGO, OTHER, True, True)]
)
def test_of_a_call_that_was_keyed_wrongly_nothing_stays(prize: Prize, card: str, slip_before: bool, slip: bool) -> None:
    before = changed(STATE, pause={"has_line_slip": slip_before})
    expected = changed(
        before,
        pause={
            "has_line_slip": slip,
            "handed_in": frozenset({CARD}),
            "calls": Window("calls", 0, PAUSE.calls.claims[:1]),
        },
    )
    assert folded(before, e.CallTakenBack(prize, card, CALLER, "era el 3", CALLER)) == expected


def test_a_cartón_that_was_called_for_another_prize_too_stays_with_the_table_chief_and_keeps_that_part() -> None:
    both = (*PAUSE.calls.claims, Claim(CALLER, f"bingo:{CARD}"))
    before = changed(
        STATE,
        pause={
            "has_line_slip": False,
            "calls": Window("calls", 0, both),
            "parts_named": Map({f"linea:{CARD}": 2, f"bingo:{CARD}": 1}),
        },
    )
    expected = changed(
        before,
        game={"parts_shown": Map({(1, CARD): 1})},
        pause={"calls": Window("calls", 0, both[1:]), "has_line_slip": True},
    )
    assert folded(before, e.CallTakenBack(LINE, CARD, CALLER, "era el 3", CALLER)) == expected


PAUSE_EVENTS: list[tuple[Any, dict[str, Any]]] = [
    (e.CardHandedIn("B-7/3", ANA), of_pause(handed_in=frozenset({CARD, OTHER, "B-7/3"}))),
    (
        e.MasterShown(OTHER, ROWS),
        of_pause(masters=Map({CARD: ROWS, OTHER: ROWS}), shown_for=frozenset({f"linea:{CARD}", f"bingo:{OTHER}"})),
    ),
    (
        e.CardChecked(BINGO, OTHER, valid=True, combinations=2),
        of_pause(
            results=PAUSE.results.set((BINGO, OTHER), 2),
            lacking=PAUSE.lacking.set((BINGO, OTHER), 0),
            new_right_calls=4,
        ),
    ),
    (
        e.CardChecked(BINGO, OTHER, valid=False, missing_numbers=(5, 6), combinations=3),
        {
            **of_pause(results=PAUSE.results.set((BINGO, OTHER), 0), lacking=PAUSE.lacking.set((BINGO, OTHER), 2)),
            **of_game(failed_calls=GAME.failed_calls.set((BINGO, OTHER), 2)),
        },
    ),
    (e.OthersAsked((LINE,)), {**of_pause(is_interval_over=False, new_right_calls=0), **of_game(times_asked=3)}),
    (e.IntervalPassed(), {"limits_passed": 3}),
    (
        e.TokenGiven(11, "5/1", 1, BINGO, CARD),
        {**of_game(tokens=GAME.tokens.set((1, BINGO, CARD), 11)), "tokens_given": 11},
    ),
    (
        e.PrizeAwarded(BINGO, (WinningCard(OTHER, 6_00),)),
        of_game(
            awards=GAME.awards.set(BINGO, (WinningCard(OTHER, 6_00),)),
            closed_at=Map({LINE: 1, BINGO: 2}),
            times_asked=0,
        ),
    ),
    (
        e.CallsDropped(),
        of_game(pause=Pause(return_phase=Phase.DRAW_BINGO, is_interval_over=True, lacking=PAUSE.lacking)),
    ),
    (
        e.CallsDropped((LINE, BINGO)),
        of_game(
            pause=Pause(return_phase=Phase.DRAW_BINGO, is_interval_over=True, lacking=PAUSE.lacking),
            closed_at=Map({LINE: 2, BINGO: 2}),
        ),
    ),
]


@pytest.mark.parametrize(("event", "changes"), PAUSE_EVENTS)
def test_an_event_of_a_pause_changes_its_own_alone(event: Any, changes: dict[str, Any]) -> None:
    assert folded(STATE, event) == changed(STATE, **changes)


@pytest.mark.parametrize(
    ("phase", "is_over"),
    [(Phase.ASK_LINE, True), (Phase.ASK_BINGO, True), (Phase.ASK_OUT, True), (Phase.CHECK, False), (Phase.SALE, False)],
)
def test_the_interval_is_over_where_the_question_was_asked(phase: Phase, is_over: bool) -> None:
    before = changed(STATE, phase=phase, pause={"is_interval_over": False})
    assert folded(before, e.IntervalPassed()) == changed(before, limits_passed=3, pause={"is_interval_over": is_over})


# --- after the game ---------------------------------------------------------------------------------------------------

AFTER: list[tuple[Any, dict[str, Any]]] = [
    (
        e.PrizePaid("5/1", BINGO, CARD, 6_00, Means.ACCOUNT, CASHIER, ANA),
        of_game(payments=GAME.payments.set(f"owed:5/1/bingo/{CARD}", PaidPrize(6_00, "person:ana"))),
    ),
    (
        e.PrizePaid("5/1", LINE, CARD, 1_20, Means.CASH, CASHIER, ANA),
        {
            **of_game(payments=Map({OWED_LINE: PaidPrize(1_20, "cash-desk")})),
            "left_prizes": STATE.left_prizes.delete(OWED_LINE),
        },
    ),
    (
        e.PrizePaid("4", BINGO, CARD, 6_00, Means.ACCOUNT, CASHIER, ANA),
        {"left_prizes": STATE.left_prizes.delete(OWED_BINGO)},
    ),
    (
        e.PrizeLeft("5/1", LINE, CARD, "no vino"),
        {"left_prizes": STATE.left_prizes.set(OWED_LINE, LeftPrize(3, ANA))},
    ),
    (
        e.PrizeLeft("4", LINE, CARD, "no vino"),
        {
            "left_prizes": STATE.left_prizes.set(f"owed:4/linea/{CARD}", LeftPrize(3)),
            **of_game(left_accounts=GAME.left_accounts | {f"owed:4/linea/{CARD}"}),
        },
    ),
    (
        e.UnawardedDecided("5/1", BINGO, 1_00, Fate.NEXT_GAME, "así", CHIEF),
        of_game(carried_on=Map({BINGO: 4_00})),
    ),
    (
        e.UnawardedDecided("5/1", LINE, 1_00, Fate.NEXT_GAME, "así", CHIEF),
        of_game(carried_on=Map({BINGO: 3_00, LINE: 1_00})),
    ),
    (e.UnawardedDecided("5/1", BINGO, 1_00, Fate.HOUSE, "así", CHIEF), {}),
    (e.UnawardedDecided("5/2", BINGO, 1_00, Fate.NEXT_GAME, "así", CHIEF), {}),
    (
        e.UncollectedDecided("5/1", LINE, CARD, 1_20, Fate.NEXT_GAME, "así", CHIEF),
        {
            **of_game(carried_on=Map({BINGO: 3_00, LINE: 1_20})),
            "left_prizes": STATE.left_prizes.delete(OWED_LINE),
        },
    ),
    (
        e.UncollectedDecided("4", BINGO, CARD, 6_00, Fate.NEXT_GAME, "así", CHIEF),
        {"left_prizes": STATE.left_prizes.delete(OWED_BINGO)},
    ),
    (e.UncollectedDecided("5/1", BINGO, CARD, 6_00, Fate.HOUSE, "así", CHIEF), {}),
    (
        e.CaseOpened(2, "evacuation", 3, LUIS, "alarma", must_void=True),
        of_game(cases=(CASE, Case(2, "evacuation", 3, LUIS, "alarma", must_void=True)), last_case=2),
    ),
    (
        e.CardsReturned("4", Range("B-7", 53, 55)),
        {"refunds": Map({"4": msgspec.structs.replace(REFUND, returned=(Range("B-7", 50, 55),))})},
    ),
    (
        e.RefundPaid("4", Range("B-7", 52, 52), 2_00),
        {"refunds": Map({"4": msgspec.structs.replace(REFUND, refunded=(Range("B-7", 50, 50), Range("B-7", 52, 52)))})},
    ),
    (e.RefundsEnded("4", 10_00, "plazo", CHIEF), {"refunds": Map()}),
    (e.GameEnded(5), of_game(is_opening_rest=False)),
]


@pytest.mark.parametrize(("event", "changes"), AFTER)
def test_an_event_after_the_game_changes_its_own_alone(event: Any, changes: dict[str, Any]) -> None:
    assert folded(STATE, event) == changed(STATE, **changes)


@pytest.mark.parametrize("event", [e.GameEnded(5), DIVISION])
def test_a_game_is_over_that_was_not(event: Any) -> None:
    assert folded(changed(STATE, game={"is_over": False}), event).game.is_over


def test_when_the_takings_are_divided_no_ball_is_waited_for_but_the_rest_is_opened() -> None:
    division = e.TakingsDivided("5/1", (), carried={LINE: 5})
    before = changed(STATE, game={"is_opening_rest": False, "is_over": False})
    expected = changed(
        STATE,
        game={"division": division, "carried_on": Map({LINE: 5}), "is_ball_wanted": False, "pause": Pause()},
    )
    assert folded(before, division) == expected


CASES = (
    CASE,
    Case(2, "evacuation", 3, LUIS, "alarma", must_void=True),
    Case(3, "ball-damaged", 3, ANA, "abollada", must_void=False),
)
BEFORE_RULING = changed(STATE, hall=sets(S_9=BallSet(11, 2, is_damaged=True)), game={"cases": CASES})


@pytest.mark.parametrize(
    ("event", "changes"),
    [
        (
            e.CaseClosed("sigue", CHIEF, serial=2),
            of_game(cases=(CASES[0], CASES[2]), ruled_reports=GAME.ruled_reports.set("evacuation", 3)),
        ),
        (
            e.CaseClosed("nada", CHIEF, is_untrue=True, serial=2),
            of_game(
                cases=(CASES[0], CASES[2]),
                ruled_reports=GAME.ruled_reports.set("evacuation", 3),
                doubted=frozenset({EVA, LUIS}),
            ),
        ),
        (
            e.CaseClosed("nada", LUIS, is_untrue=True, serial=2),
            of_game(cases=(CASES[0], CASES[2]), ruled_reports=GAME.ruled_reports.set("evacuation", 3)),
        ),
        (
            e.CaseClosed("sigue", CHIEF),
            of_game(
                cases=(),
                ruled_reports=Map({"sound-breakdown": 1, "caller-error": 3, "evacuation": 3, "ball-damaged": 3}),
            ),
        ),
        (
            e.CaseClosed("nada", CHIEF, is_untrue=True, serial=3),
            {
                **of_game(
                    cases=CASES[:2],
                    ruled_reports=GAME.ruled_reports.set("ball-damaged", 3),
                    doubted=frozenset({EVA, ANA}),
                    defects=Map({"S-9": frozenset()}),
                ),
                **of_hall(**sets(S_9=BallSet(11, 2))),
            },
        ),
        (
            e.CaseClosed("nada", CHIEF, is_untrue=True, serial=1),
            of_game(
                cases=CASES[1:],
                ruled_reports=GAME.ruled_reports.set("caller-error", 3),
                doubted=frozenset({EVA, ANA}),
            ),
        ),
    ],
)
def test_a_ruling_closes_the_reports_that_it_names_and_doubts_whose_were_untrue(
    event: e.CaseClosed, changes: dict[str, Any]
) -> None:
    assert folded(BEFORE_RULING, event) == changed(BEFORE_RULING, **changes)


@pytest.mark.parametrize(
    ("told", "left", "is_damaged"),
    [({ANA, LUIS}, {LUIS}, True), ({ANA}, set(), False), ({LUIS}, {LUIS}, True), (set(), set(), True)],
)
def test_a_set_stays_damaged_while_somebody_else_has_said_so(
    told: set[PersonId], left: set[PersonId], is_damaged: bool
) -> None:
    before = changed(BEFORE_RULING, game={"defects": Map({"S-9": frozenset(told)})})
    found = folded(before, e.CaseClosed("nada", CHIEF, is_untrue=True, serial=3))
    assert found.game.defects == Map({"S-9": frozenset(left)})
    assert found.hall.ball_sets == sets(S_9=BallSet(11, 2, is_damaged=is_damaged))["ball_sets"]


@pytest.mark.parametrize(("name", "damaged"), [("S-9", True), ("", False)])
def test_a_true_report_makes_the_set_of_the_game_unusable(name: str, damaged: bool) -> None:
    before = changed(STATE, game={"cases": CASES[2:], "ball_set": name})
    found = folded(before, e.CaseClosed("sigue", CHIEF, serial=3))
    assert found == changed(
        before,
        hall=sets(S_9=BallSet(11, 2, is_damaged=damaged)),
        game={"cases": (), "ruled_reports": GAME.ruled_reports.set("ball-damaged", 3)},
    )


def voided(**fields: Any) -> e.GameVoided:
    """Return the event by which the first game of the double is void."""
    given: dict[str, Any] = {"game": "5/1", "cause": "fire", "ends_card": False, **fields}
    return e.GameVoided(**given, reason="humo", by=CHIEF, price=2_00, cards=(SALE.cards,), sources=())


@pytest.mark.parametrize("ends_card", [True, False])
@pytest.mark.parametrize(("cause", "damaged"), [("fire", False), ("ball-damaged", True)])
@pytest.mark.parametrize("balls", [BALLS, ()])
def test_of_a_void_game_its_sale_stays_and_what_may_be_handed_back(
    ends_card: bool, cause: str, damaged: bool, balls: tuple[Ball, ...]
) -> None:
    before = changed(STATE, game={"is_over": False, "is_void": False, "balls": balls})
    refund = Refund(2_00, (SALE.cards,), (SALE,), ends_card=ends_card, session=3)
    expected = changed(
        STATE,
        hall=sets(S_9=BallSet(11, 3, is_damaged=damaged)),
        game={
            "balls": balls,
            "ends_card": ends_card,
            "void_cause": cause,
            "void_parts": frozenset({1, 2}),
            "is_ball_wanted": False,
            "is_opening_rest": bool(balls),
            "pause": Pause(),
            "awards": Map(),
            "cases": (),
            "brought_amounts": Map(),
            "division": None,
            "payments": Map(),
            "carried_on": Map(),
            "left_accounts": frozenset({f"owed:5/10/linea/{CARD}"}),
            "tokens": Map({(2, LINE, OTHER): 10}),
        },
        refunds=STATE.refunds.set("5/1", refund),
        left_prizes=STATE.left_prizes.delete(OWED_LINE),
    )
    assert folded(before, voided(cause=cause, ends_card=ends_card)) == expected


def test_a_void_game_that_never_began_used_no_balls() -> None:
    before = changed(STATE, game={"ball_set": ""})
    assert folded(before, voided(cause="ball-damaged")).hall == HALL
