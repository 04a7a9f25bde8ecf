"""Material, checks, balls and sessions: each condition by itself, at its boundary, with the facts of its refusal."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.clauses import Fault
from tapete.games.bingo import acts as a
from tapete.games.bingo import events as e
from tapete.games.bingo import opening, refunds, sessions
from tapete.games.bingo.inventory import BallSet, Machine, Refund
from tapete.games.bingo.sayings import say
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import CheckItem, MachineType, Means, Phase, Range, SeriesKind, SoldRange
from tapete.kernel import CHANCE, HOUSE, PersonId
from tapete.table.staff import Role
from tests.support.bingo.full_state import ANA, CALLER, CASHIER, CHIEF, EVA, LUIS, STATE, changed
from tests.support.bingo.hall import GivenCartones, Hall

MANAGER, ASSISTANT = PersonId("manager"), PersonId("assistant")
STAFF = {
    Role.CALLER: CALLER,
    Role.TABLE_CHIEF: CHIEF,
    Role.CASHIER: CASHIER,
    Role.HALL_MANAGER: MANAGER,
    Role.ASSISTANT: ASSISTANT,
}
EVERYBODY = (*STAFF.values(), ANA)
ALL_GOOD = Map(dict.fromkeys(CheckItem, True))
CHECKS: State = changed(
    replace(STATE, rules=Hall().state.rules, staff=Map(STAFF), ledger=Map(), takings_counts=Map()),
    phase=Phase.CHECKS,
    hall={
        "check_results": ALL_GOOD,
        "ball_sets": Map({"S-9": BallSet(11, 2), "S-10": BallSet(3, 1)}),
        "loaded_set": "S-9",
        "last_set": "S-9",
        "elements": tuple(CheckItem),
    },
    game={"complaints": Map()},
)
READY = replace(CHECKS, phase=Phase.READY)


def told(found: Any) -> Any:
    """Return code and facts of a refusal; else what was decided."""
    return (found.code, dict(found.facts)) if isinstance(found, Fault) else found


def code(found: Any) -> Any:
    return found.code if isinstance(found, Fault) else found


def with_options(state: State, **options: Any) -> State:
    return replace(state, rules=Hall(**options).state.rules)


def may(decide: Any, state: State, act: Any, *more: Any) -> list[PersonId]:
    """Return who of everybody may do an act: whoever is not told that it is none of his posts."""
    return [who for who in EVERYBODY if code(decide(state, who, act, *more)) != "not-your-post"]


# --- material ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "act", "answer"),
    [
        (CHECKS, a.RegisterMachine("M-2", "drum", "si"), MachineType.DRUM),
        (CHECKS, a.RegisterMachine("M-1", "drum", "si"), MachineType.DRUM),
        (CHECKS, a.RegisterMachine("M-2", "pneumatic", "si"), MachineType.PNEUMATIC),
        (CHECKS, a.RegisterMachine("M-1", "pneumatic", "si"), "nothing-changes"),
        (CHECKS, a.RegisterMachine("M-1", "pneumatic", " "), "machine-not-approved"),
        (CHECKS, a.RegisterMachine("M-2", "manivela", "si"), "no-such-machine"),
        (CHECKS, a.RegisterMachine("M-1", "manivela", "si"), "no-such-machine"),
        (READY, a.RegisterMachine("M-1", "pneumatic", "si"), "wrong-window"),
        (READY, a.RegisterMachine("M-2", "drum", "si"), "wrong-window"),
    ],
)
def test_a_machine_is_one_of_two_types_and_has_an_approval(state: State, act: a.RegisterMachine, answer: Any) -> None:
    if isinstance(answer, MachineType):
        answer = (e.MachineRegistered(act.model, answer, "si"),)
    assert code(opening.register_machine(state, CHIEF, act)) == answer
    assert may(opening.register_machine, state, act) == [CHIEF, MANAGER]


NINETY = tuple(range(1, 91))


@pytest.mark.parametrize(
    ("numbers", "answer"),
    [
        (NINETY, None),
        (NINETY[::-1], None),
        (NINETY[:-1], ("incomplete-set", {"lacking": [90]})),
        (NINETY[1:], ("incomplete-set", {"lacking": [1]})),
        ((*NINETY, 90), ("balls-repeated", {"balls": [90], "lacking": []})),
        ((*NINETY[:-1], 1), ("balls-repeated", {"balls": [1], "lacking": [90]})),
        ((*NINETY[:-1], 91), ("balls-repeated", {"balls": [91], "lacking": [90]})),
        ((0, *NINETY), ("balls-repeated", {"balls": [0], "lacking": []})),
    ],
)
def test_a_set_has_each_number_once(numbers: tuple[int, ...], answer: Any) -> None:
    act = a.RegisterBalls("S-11", "si", numbers, games=4)
    expected = (e.BallsRegistered("S-11", "si", 4),) if answer is None else answer
    assert told(opening.register_balls(CHECKS, MANAGER, act)) == expected


def test_a_set_is_entered_once_with_an_approval_while_no_ball_is_drawn() -> None:
    def answer(state: State, name: str = "S-11", approval: str = "si") -> Any:
        return code(opening.register_balls(state, CHIEF, a.RegisterBalls(name, approval)))

    assert answer(CHECKS, "S-10") == "already-registered"
    assert answer(CHECKS, approval=" ") == "balls-not-approved"
    drawn = {
        Phase.CLOSED,
        Phase.DRAW_LINE,
        Phase.DRAW_BINGO,
        Phase.CHECK,
        Phase.ASK_LINE,
        Phase.ASK_BINGO,
        Phase.ASK_OUT,
    }
    for phase in Phase:
        taken = (e.BallsRegistered("S-11", "si", 0),)
        assert answer(replace(CHECKS, phase=phase)) == ("wrong-window" if phase in drawn else taken)
    assert may(opening.register_balls, CHECKS, a.RegisterBalls("S-11", "si")) == [CHIEF, MANAGER]


SINGLE, DOUBLE = SeriesKind.SINGLE, SeriesKind.DOUBLE


@pytest.mark.parametrize(
    ("letter", "identification", "size", "value", "kind", "second", "answer"),
    [
        ("C", 8, 120, 2_00, SINGLE, None, None),
        ("C", 8, 120, 2_00, DOUBLE, None, None),
        ("C", 8, 120, 2_00, DOUBLE, 2_00, None),
        ("C", 8, 120, 2_00, DOUBLE, 1_99, ("face-values-differ", {"first": 2_00, "second": 1_99})),
        ("B", 7, 120, 2_00, SINGLE, None, ("already-registered", {"name": "B-7"})),
        ("B", 8, 120, 2_00, SINGLE, None, None),
        ("", 8, 120, 2_00, SINGLE, None, ("unnumbered-card", {})),
        ("C", 0, 120, 2_00, SINGLE, None, ("unnumbered-card", {})),
        ("C", 8, 120, 0, SINGLE, None, ("missing-face-value", {})),
        ("C", 8, 0, 2_00, SINGLE, None, ("missing-series-size", {})),
        ("C", 8, 120, 0, DOUBLE, None, ("missing-face-value", {})),
        ("C", 8, 0, 2_00, DOUBLE, None, ("missing-series-size", {})),
    ],
)
def test_a_series_says_what_its_cartones_bear(
    letter: str, identification: int, size: int, value: int, kind: SeriesKind, second: int | None, answer: Any
) -> None:
    act = a.RegisterSeries(letter, identification, size, value, kind=kind, second_value=second, digest="d")
    expected = answer or (
        e.SeriesRegistered(f"{letter}-{identification}", letter, identification, size, value, kind, "d"),
    )
    assert told(opening.register_series(CHECKS, CHIEF, act, GivenCartones())) == expected
    assert told(opening.register_series(READY, MANAGER, act, GivenCartones())) == expected
    assert may(opening.register_series, CHECKS, act, GivenCartones()) == [CHIEF, MANAGER]
    selling = replace(CHECKS, phase=Phase.SALE)
    assert code(opening.register_series(selling, CHIEF, act, GivenCartones())) == "wrong-window"


@pytest.mark.parametrize(("made", "most", "refused"), [(0, 1, False), (1, 1, True), (2, 3, False), (3, 3, True)])
def test_a_player_complains_so_often_and_no_more(made: int, most: int, refused: bool) -> None:
    state = changed(with_options(CHECKS, hall__most_complaints=most), game={"complaints": Map({ANA: made})})
    answer = ("complaints-made", {"most": most}) if refused else (e.EntryWritten("no se oye", ANA, is_complaint=True),)
    assert told(opening.write_entry(state, ANA, a.WriteEntry("no se oye"))) == answer
    assert opening.write_entry(state, LUIS, a.WriteEntry("no")) == (e.EntryWritten("no", LUIS, is_complaint=True),)
    for who in (CHIEF, MANAGER):
        assert opening.write_entry(state, who, a.WriteEntry("nota")) == (e.EntryWritten("nota", who),)
    for who, refusal in ((CALLER, "not-your-post"), (CASHIER, "not-your-post"), (CHANCE, "only-people")):
        assert code(opening.write_entry(state, who, a.WriteEntry("nota"))) == refusal


def test_a_hall_is_closed_by_the_house_or_its_manager_between_two_sessions() -> None:
    closed = (e.HallClosed(),)
    assert opening.close_hall(CHECKS, HOUSE, a.CloseHall()) == closed
    assert may(opening.close_hall, CHECKS, a.CloseHall()) == [MANAGER]
    assert code(opening.close_hall(READY, HOUSE, a.CloseHall())) == "wrong-window"
    waiting = replace(CHECKS, takings_counts=STATE.takings_counts)
    assert code(opening.close_hall(waiting, MANAGER, a.CloseHall())) == "count-waits"


# --- the checks -------------------------------------------------------------------------------------------------------


def test_an_item_is_found_in_order_or_not_by_whoever_serves_the_hall() -> None:
    for decide, act, good in (
        (sessions.pass_check, a.PassCheck(CheckItem.SOUND, "bien"), True),
        (sessions.fail_check, a.FailCheck(CheckItem.SOUND, "bien"), False),
    ):
        assert decide(CHECKS, CALLER, act) == (e.CheckNoted(CheckItem.SOUND, good, CALLER, "bien"),)
        assert may(decide, CHECKS, act) == [CALLER, CHIEF, MANAGER, ASSISTANT]
        assert code(decide(READY, CALLER, act)) == "wrong-window"


def test_anybody_watches_once_but_the_machines() -> None:
    assert sessions.witness(CHECKS, ANA, a.Witness()) == (e.ChecksWitnessed(ANA),)
    assert code(sessions.witness(CHECKS, EVA, a.Witness())) == "nothing-changes"
    assert code(sessions.witness(CHECKS, CHANCE, a.Witness())) == "only-people"
    assert code(sessions.witness(READY, ANA, a.Witness())) == "wrong-window"


@pytest.mark.parametrize("lacking", [(), (CheckItem.SOUND,), (CheckItem.RECORD, CheckItem.CAMERA), tuple(CheckItem)])
def test_what_is_not_in_order_is_named_in_the_order_of_the_list(lacking: tuple[CheckItem, ...]) -> None:
    results = Map({one: one not in lacking for one in CheckItem})
    state = changed(CHECKS, hall={"check_results": results, "check_notes": Map({CheckItem.SOUND: "acopla"})})
    waiting = [str(one) for one in CheckItem if one in lacking]
    refused = ("checks-incomplete", {"items": waiting}) if lacking else None
    assert sessions.unchecked_items(state) == waiting
    assert sessions.failed_items(state) == {one: "acopla" if one == "sound" else "" for one in sorted(waiting)}
    assert told(sessions.require_checks(state)) == refused
    assert told(sessions.require_checks_before_loading(state)) == refused
    never = changed(state, hall={"check_results": Map({one: True for one, good in results.items() if good})})
    assert told(sessions.require_checks(never)) == refused
    assert sessions.failed_items(never) == {}


@pytest.mark.parametrize("item", list(CheckItem))
def test_each_installation_of_the_order_works_whatever_list_the_house_checks(item: CheckItem) -> None:
    ordered = {CheckItem.TELEVISION, CheckItem.CAMERA, CheckItem.MONITORS, CheckItem.SOUND, CheckItem.LEGIBILITY}
    state = changed(CHECKS, hall={"check_results": ALL_GOOD.set(item, False)})
    refused = ("checks-incomplete", {"items": [str(item)]}) if item in ordered else None
    assert told(sessions.require_installations(state)) == refused
    assert (
        told(sessions.require_installations(changed(state, hall={"check_results": ALL_GOOD.delete(item)}))) == refused
    )


# --- balls ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "limit", "games", "void", "counts", "more", "due"),
    [
        ("pneumatic", 10, 9, 0, True, 1, None),
        ("pneumatic", 10, 10, 0, True, 1, 10),
        ("pneumatic", 10, 9, 0, True, 2, 9),
        ("pneumatic", 10, 11, 2, False, 1, None),
        ("pneumatic", 10, 12, 2, False, 1, 10),
        ("pneumatic", 10, 11, 2, True, 1, 11),
        ("drum", 10, 10, 0, True, 1, 10),
        ("drum", 10, 9, 0, True, 1, None),
        ("drum", 0, 5000, 0, True, 1, None),
    ],
)
def test_a_set_is_changed_after_so_many_games(
    kind: str, limit: int, games: int, void: int, counts: bool, more: int, due: int | None
) -> None:
    name = "balls__limit_drum" if kind == "drum" else "balls__limit"
    state = with_options(CHECKS, **{name: limit}, balls__void_counts=counts)
    hall = {"machine": Machine("M", MachineType(kind)), "ball_sets": Map({"S-1": BallSet(games, void)})}
    state = changed(state, hall=hall)
    expected = None if due is None else ("ball-change-due", {"balls": "S-1", "games": due})
    assert told(sessions.require_within_limit(state, "S-1", more)) == expected
    if more == 1:
        assert told(sessions.require_within_limit(state, "S-1")) == expected
    assert sessions.require_within_limit(changed(state, hall={"machine": None}), "S-1", more) is None


@pytest.mark.parametrize("defect", ["pneumatic", "both"])
@pytest.mark.parametrize("kind", [*MachineType, None])
@pytest.mark.parametrize("is_damaged", [True, False])
def test_a_set_with_a_damaged_ball_is_changed_and_a_drum_may_keep_it(
    defect: str, kind: MachineType | None, is_damaged: bool
) -> None:
    machine = None if kind is None else Machine("M", kind)
    hall = {"machine": machine, "ball_sets": Map({"S-1": BallSet(is_damaged=is_damaged)})}
    state = changed(with_options(CHECKS, balls__defect=defect), hall=hall)
    keeps = not is_damaged or (kind is MachineType.DRUM and defect == "pneumatic")
    assert told(sessions.require_sound_balls(state, "S-1")) == (None if keeps else ("balls-damaged", {"balls": "S-1"}))
    assert told(sessions.require_usable_balls(state, "S-2")) == ("no-such-balls", {"balls": "S-2"})


UNLOADED = changed(CHECKS, hall={"loaded_set": ""})


@pytest.mark.parametrize(
    ("state", "balls", "reason", "answer"),
    [
        (UNLOADED, "S-9", "", ()),
        (changed(UNLOADED, hall={"last_set": ""}), "S-10", "", ()),
        (UNLOADED, "S-10", "cansada", (e.BallsChanged("S-10", "S-9", 11, "cansada", CHIEF),)),
        (UNLOADED, "S-10", " ", "entry-missing"),
        (CHECKS, "S-9", "", "nothing-changes"),
        (UNLOADED, "S-11", "cansada", "no-such-balls"),
        (replace(UNLOADED, phase=Phase.READY), "S-9", "", "wrong-window"),
        (changed(UNLOADED, hall={"check_results": Map()}), "S-9", "", "checks-incomplete"),
    ],
)
def test_balls_go_into_the_machine_after_the_checks(state: State, balls: str, reason: str, answer: Any) -> None:
    if isinstance(answer, tuple):
        answer = (e.BallsLoaded(balls), *answer)
    assert code(sessions.load(state, CHIEF, a.LoadBalls(balls, reason))) == answer


def test_the_set_of_before_is_loaded_by_chief_or_caller_and_another_one_by_who_changes_balls() -> None:
    state = with_options(UNLOADED, balls__changed_by=["hall-manager"])
    assert may(sessions.load, state, a.LoadBalls("S-9")) == [CALLER, CHIEF]
    assert may(sessions.load, state, a.LoadBalls("S-10", "x")) == [CHIEF, MANAGER]
    assert may(sessions.change, replace(state, phase=Phase.READY), a.ChangeBalls("S-10", "x")) == [MANAGER]


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize(("part", "is_over"), [(1, True), (1, False), (2, True), (0, True)])
def test_a_set_is_changed_between_two_games_up_to_the_start_of_the_next(phase: Phase, part: int, is_over: bool) -> None:
    state = changed(CHECKS, phase=phase, game={"part": part, "is_over": is_over})
    allowed = {Phase.READY, Phase.SALE, Phase.COUNT, Phase.PRIZES}
    allowed |= {Phase.PAYMENT, Phase.BETWEEN, Phase.VOID} if part == 1 and is_over else set()
    made = (e.BallsChanged("S-10", "S-9", 11, "cansada", CHIEF), *say(state, "ball-change"))
    assert code(sessions.change(state, CHIEF, a.ChangeBalls("S-10", "cansada"))) == (
        made if phase in allowed else "wrong-window"
    )


@pytest.mark.parametrize(
    ("balls", "reason", "answer"),
    [("S-9", "x", "nothing-changes"), ("S-10", "", "entry-missing"), ("S-11", "x", "no-such-balls")],
)
def test_a_change_is_to_another_set_of_the_hall_with_its_line_in_the_book(balls: str, reason: str, answer: str) -> None:
    assert code(sessions.change(READY, CHIEF, a.ChangeBalls(balls, reason))) == answer


# --- the session ------------------------------------------------------------------------------------------------------


def test_what_the_game_cannot_be_played_without_is_there() -> None:
    def lacks(**hall: Any) -> Any:
        found = sessions.require_elements(changed(CHECKS, hall=hall))
        return None if found is None else (found.code, sorted(found.facts["elements"]))

    assert lacks() is None
    needed = [str(one) for one in CHECKS.book.hall.elements.use()]
    assert lacks(elements=(), machine=None, ball_sets=Map(), series=Map()) == ("missing-element", sorted(needed))
    for fields, name in (({"machine": None}, "machine"), ({"ball_sets": Map()}, "balls"), ({"series": Map()}, "cards")):
        there = tuple(one for one in CheckItem if str(one) != name)
        assert lacks(elements=there) is None
        assert lacks(elements=there, **fields) == ("missing-element", [name])


@pytest.mark.parametrize(
    ("state", "answer"),
    [
        (CHECKS, None),
        (READY, "wrong-window"),
        (changed(CHECKS, hall={"elements": (), "machine": None}), "missing-element"),
        (changed(CHECKS, hall={"check_results": ALL_GOOD.set(CheckItem.SOUND, False)}), "checks-incomplete"),
        (changed(CHECKS, hall={"check_results": ALL_GOOD.set(CheckItem.RECORD, False)}), "checks-incomplete"),
        (UNLOADED, "no-balls-loaded"),
        (replace(CHECKS, staff=Map({Role.TABLE_CHIEF: CHIEF})), "posts-empty"),
    ],
)
def test_a_session_begins_when_all_is_there_in_order_and_served(state: State, answer: str | None) -> None:
    opened = (e.SessionOpened(4), *say(state, "session-open"), e.PhaseOpened(Phase.READY))
    assert code(sessions.open_session(state, CHIEF, a.OpenSession())) == (answer or opened)


def test_a_session_is_opened_and_closed_by_chief_or_manager() -> None:
    assert may(sessions.open_session, CHECKS, a.OpenSession()) == [CHIEF, MANAGER]
    assert may(sessions.close_session, READY, a.CloseSession()) == [CHIEF, MANAGER]
    closed = (*say(READY, "session-close"), e.SessionClosed(), e.PhaseOpened(Phase.CHECKS))
    assert sessions.close_session(READY, CHIEF, a.CloseSession()) == closed
    assert code(sessions.close_session(CHECKS, CHIEF, a.CloseSession())) == "wrong-window"
    counted = replace(READY, takings_counts=STATE.takings_counts)
    assert code(sessions.close_session(counted, CHIEF, a.CloseSession())) == "count-waits"
    for held, answer in ((-1, "takings-in-till"), (1, closed)):
        full = replace(READY, ledger=Map({"till:caller": held}))
        assert code(sessions.close_session(full, CHIEF, a.CloseSession())) == answer


# --- refunds ----------------------------------------------------------------------------------------------------------

SALES = (
    SoldRange(Range("B-7", 1, 6), CALLER, Means.ACCOUNT, ANA),
    SoldRange(Range("B-7", 7, 12), CALLER, Means.CASH),
    SoldRange(Range("B-7", 13, 14), CALLER, Means.ACCOUNT, CASHIER),
)
REFUND = Refund(
    *(2_00, (Range("B-7", 1, 14),), SALES),
    returned=(Range("B-7", 1, 9), Range("B-7", 13, 13)),
    refunded=(Range("B-7", 3, 3),),
)
VOID = replace(CHECKS, refunds=Map({"5/1": REFUND, "4": replace(REFUND, ends_card=False)}))


@pytest.mark.parametrize(
    ("first", "last", "who", "game", "answer"),
    [
        (10, 12, CASHIER, "5/1", None),
        (10, 12, ANA, "5/1", "not-your-post"),
        (9, 12, CASHIER, "5/1", "nothing-changes"),
        (6, 7, CASHIER, "5/1", "sold-in-pieces"),
        (15, 15, CASHIER, "5/1", "card-not-sold"),
        (12, 10, CASHIER, "5/1", "nothing-refunded"),
        (10, 12, CASHIER, "3", "nothing-refunded"),
        (3, 4, CASHIER, "5/1", "card-refunded"),
        (10, 12, CASHIER, "4", "card-kept"),
        (1, 2, ANA, "5/1", "nothing-changes"),
        (14, 14, CASHIER, "5/1", None),
    ],
)
def test_cartones_of_one_sale_come_back_once(first: int, last: int, who: PersonId, game: str, answer: Any) -> None:
    expected = answer or (e.CardsReturned(game, Range("B-7", first, last)),)
    assert code(refunds.return_cards(VOID, who, a.ReturnCards("B-7", first, last, game))) == expected


def test_an_owner_hands_his_own_cartones_back_himself() -> None:
    state = replace(VOID, refunds=Map({"5/1": replace(REFUND, returned=(), refunded=())}))
    act = a.ReturnCards("B-7", 1, 2, "5/1")
    assert refunds.return_cards(state, ANA, act) == (e.CardsReturned("5/1", Range("B-7", 1, 2)),)
    assert code(refunds.return_cards(state, LUIS, act)) == "not-your-post"


@pytest.mark.parametrize(
    ("first", "last", "game", "answer"),
    [
        (1, 2, "5/1", (4_00, ANA)),
        (4, 6, "5/1", (6_00, ANA)),
        (7, 7, "5/1", (2_00, None)),
        (7, 9, "5/1", (6_00, None)),
        (7, 10, "5/1", ("cards-not-returned", {"card": "B-7/10"})),
        (7, 12, "4", (12_00, None)),
        (2, 3, "5/1", ("card-refunded", {"card": "B-7/3"})),
        (6, 7, "5/1", ("sold-in-pieces", {"series": "B-7", "first": 1, "last": 6})),
        (14, 15, "5/1", ("card-not-sold", {"card": "B-7/15"})),
        (9, 7, "5/1", ("nothing-refunded", {})),
        (7, 7, "3", ("nothing-refunded", {})),
        (13, 13, "5/1", ("own-purse", {})),
    ],
)
def test_the_price_of_what_is_back_goes_where_it_came_from(first: int, last: int, game: str, answer: Any) -> None:
    if isinstance(answer[0], int):
        answer = (e.RefundPaid(game, Range("B-7", first, last), *answer),)
    act = a.PayRefund("B-7", first, last, game)
    assert told(refunds.pay_refund(VOID, CASHIER, act)) == answer
    assert may(refunds.pay_refund, VOID, act) == [CASHIER]
