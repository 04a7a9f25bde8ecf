"""Small parts of a hall by themselves: names, clocks, purses, the health of chance, the log: both sides of a bound."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tapete.house.events import ChipsBoughtBack, DepositChanged, DepositReturned
from tapete.house.terms import Means
from tapete.kernel import Act, Amount, Event, FixedValue, Offer, PersonId, Step
from tapete.live.clock import ManualClock
from tapete.live.countdown import Countdown
from tapete.live.proposals import CorrectionProposal, CorrectionProposals, Fate
from tapete.live.purses import most_to_bring, person_named, purse, within_purse
from tapete.live.rng_health import PROPORTION, REPEATS, WINDOW, RandomnessError, RngHealth
from tapete.live.rulebooks import RulebookContents
from tapete.live.seat_registry import SeatRegistry, seat_seeker
from tapete.live.security_log import IN_A_MINUTE, LOGGER, MINUTE_S, SecurityLog, counted_as
from tapete.live.table_names import TableNames
from tapete.record.store import TableTakenError
from tapete.rulebooks import house_library
from tapete.table.acts import BuyIn, Seated as TookSeat, Sit
from tests.support.house import ANA, BEA, CASHIER, DOOR, open_house

# --- chance -----------------------------------------------------------------------------------------------------------

MIXED = bytes(range(256)) * 4


def fault(*samples: bytes, size: int = len(MIXED)) -> str | None:
    """Return which test the last of several samples fails."""
    left = list(samples)
    health, found = RngHealth(lambda _: left.pop(0)), None
    for _ in samples:
        try:
            health.require_sound(size)
        except RandomnessError as error:
            found = str(error.facts["test"])
    return found


def first_of(times: int, at: int = 0) -> bytes:
    """Return a sample in which the first byte of a window occurs so often in it, never twice in a row."""
    window = bytearray(MIXED[:WINDOW])
    for place in range(WINDOW):  # the byte nought is nowhere but where it is put
        window[place] = window[place] or 7
    for place in range(times):
        window[2 * place] = 0
    return MIXED[:at] + bytes(window) + MIXED[at + WINDOW :]


@pytest.mark.parametrize(
    ("sample", "test"),
    [
        (MIXED, None),
        (MIXED[:-1], "length"),
        (MIXED + b"x", "length"),
        (b"x" * (REPEATS - 1) + MIXED[REPEATS - 1 :], None),
        (b"x" * REPEATS + MIXED[REPEATS:], "repetition"),
        (MIXED[:-REPEATS] + b"\n" * REPEATS, "repetition"),
        (MIXED[:500] + b"x" * REPEATS + MIXED[500 + REPEATS :], "repetition"),
        (first_of(PROPORTION - 1), None),
        (first_of(PROPORTION), "proportion"),
        (first_of(PROPORTION - 1, WINDOW), None),
        (first_of(PROPORTION, WINDOW), "proportion"),
    ],
)
def test_a_sample_of_chance_is_sound_up_to_its_bounds(sample: bytes, test: str | None) -> None:
    assert fault(sample) == test


def test_the_same_block_twice_is_no_chance_and_a_failure_stays_one() -> None:
    other = MIXED[::-1]
    assert fault(MIXED, other) is None
    assert fault(MIXED, other, MIXED) == "same-block"
    assert fault(MIXED[:-1], MIXED) == "length", "whoever has failed once is trusted no more"


# --- the log ----------------------------------------------------------------------------------------------------------


def test_a_flood_of_one_kind_is_written_up_to_a_bound_and_counted_beyond_it(caplog: pytest.LogCaptureFixture) -> None:
    now = [100.0]
    log = SecurityLog(lambda: now[0])
    caplog.set_level(logging.INFO, LOGGER)

    def written(code: str, times: int) -> list[dict[str, Any]]:
        caplog.clear()
        for _ in range(times):
            log.tell(code, address="192.0.2.7")
        return [one.facts for one in caplog.records if one.message == code]  # type: ignore[attr-defined]

    plain = {"address": "192.0.2.7"}
    assert written("login-failed", IN_A_MINUTE) == [plain] * IN_A_MINUTE
    assert written("login-failed", 3) == []
    assert written("wrong-key", 1) == [plain], "another kind has its own minute"
    now[0] += MINUTE_S - 1
    assert written("login-failed", 1) == []
    now[0] += 1
    assert written("login-failed", 2) == [{**plain, "unwritten": 4}, plain]
    now[0] += MINUTE_S
    assert written("login-failed", IN_A_MINUTE) == [plain] * IN_A_MINUTE, "none was left out before"
    now[0] += MINUTE_S
    assert written("login-failed", 1) == [plain]
    assert log.counts == {"login-failed": 2 * IN_A_MINUTE + 7, "wrong-key": 1}


@pytest.mark.parametrize(
    ("code", "counted"),
    [
        ("login-failed", "login-failed"),
        ("account-created", "account"),
        ("player-erased", "player"),
        ("accounts", "other"),
        ("something-new", "other"),
        ("account", "account"),
    ],
)
def test_an_event_is_counted_by_its_code_or_with_its_kind(code: str, counted: str) -> None:
    assert counted_as(code) == counted


# --- names of tables --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("taken", "reserved", "given"),
    [
        (set(), set(), "mesa"),
        ({"mesa"}, set(), "mesa-2"),
        (set(), {"mesa"}, "mesa-2"),
        ({"mesa", "mesa-2"}, {"mesa-3"}, "mesa-4"),
        ({"mesa", "mesa-3"}, set(), "mesa-2"),
        ({"mesa-2"}, set(), "mesa"),
    ],
)
def test_a_new_table_has_the_name_that_is_wanted_or_the_next_free_number(
    taken: set[str], reserved: set[str], given: str
) -> None:
    names = table_names(taken)
    names.reserved |= reserved
    writer = asyncio.run(names.take("mesa"))
    assert (writer.table, names.reserved) == (given, reserved | {given})
    names.continued = {"old", "mesa-1"}
    names.release(writer)
    assert (names.reserved, names.continued) == (reserved, {"old"})


def table_names(taken: set[str], *fails: BaseException) -> Any:
    errors = list(fails)

    async def recorded() -> frozenset[str]:
        return frozenset(taken)

    async def take(name: str) -> Any:
        if errors:
            taken.add(name)
            raise errors.pop(0)
        return SimpleNamespace(table=name, continues=SimpleNamespace(table="mesa-1"))

    return TableNames(recorded, take)


def test_a_name_that_another_hall_has_taken_meanwhile_is_left_to_it() -> None:
    names = table_names(set(), TableTakenError("table-taken", table="mesa"))
    assert asyncio.run(names.take("mesa")).table == "mesa-2"
    assert names.reserved == {"mesa-2"}
    broken = table_names(set(), OSError("disk"))
    with pytest.raises(OSError, match="disk"):
        asyncio.run(broken.take("mesa"))
    assert broken.reserved == set()


# --- the clock of a table ---------------------------------------------------------------------------------------------


def test_a_clock_is_stopped_and_asked_by_its_kind() -> None:
    clock, drawn = ManualClock(), []
    countdown = Countdown(clock, lambda: Step(1, 1, "bets", 3), lambda: drawn.append(1))
    countdown.show("bets", 20)
    assert (countdown.left(), countdown.left("bets"), countdown.left("hold")) == (20, 20, 0)
    countdown.stop("hold")
    assert (countdown.left("bets"), len(drawn)) == (20, 1)
    countdown.stop("bets")
    assert (countdown.left(), countdown.face(), len(drawn)) == (0, None, 2)
    countdown.stop("bets")
    assert len(drawn) == 2, "what does not run is not stopped"
    assert not countdown.extend(5)


def test_more_time_is_added_to_what_is_left_and_the_whole_is_what_is_drawn() -> None:
    async def scene() -> None:
        clock = ManualClock()
        countdown = Countdown(clock, lambda: Step(1, 1, "bets", 3), lambda: None)
        countdown.show("bets", 20)
        await clock.advance(15)
        assert countdown.extend(5)
        face = countdown.face()
        assert face is not None
        assert (countdown.left(), face.total) == (10, 20)
        assert countdown.extend(30)
        face = countdown.face()
        assert face is not None
        assert (countdown.left(), face.total) == (40, 40)

    asyncio.run(scene())


# --- purses and seats -------------------------------------------------------------------------------------------------


def test_a_visitor_brings_what_he_has_and_no_more_than_his_limit_and_staff_have_no_purse() -> None:
    from tapete.house import acts as a

    here = open_house()
    here.do(a.SellChips(ANA, 500), CASHIER)
    assert (purse(here.state, ANA), most_to_bring(here.state, ANA)) == (500, 500)
    here.do(a.LimitLoss(500), ANA)
    assert most_to_bring(here.state, ANA) == 500
    here.do(a.LimitLoss(499), ANA)
    assert most_to_bring(here.state, ANA) == 499
    here.do(a.LetOut(ANA), DOOR)
    assert (purse(here.state, ANA), most_to_bring(here.state, ANA)) == (500, 0)
    assert (purse(here.state, BEA), most_to_bring(here.state, BEA)) == (0, 0)
    assert (purse(here.state, CASHIER), most_to_bring(here.state, CASHIER)) == (None, None)


@pytest.mark.parametrize(
    ("least", "most", "held", "offered"),
    [(100, 900, 99, None), (100, 900, 100, 100), (100, 900, 900, 900), (100, 900, 901, 900), (100, None, 500, 500),
     (None, None, 0, None), (None, None, 1, 1)],
)  # fmt: skip
def test_chips_are_offered_within_the_purse(
    least: int | None, most: int | None, held: int, offered: int | None
) -> None:
    other = Offer("stake", {"amount": Amount(100, 900)})
    free = Offer("buy-in", {"amount": FixedValue(5_000)})
    found = list(within_purse([other, Offer("buy-in", {"amount": Amount(least, most)}), free], held))
    due = [] if offered is None else [Offer("buy-in", {"amount": Amount(least, offered)})]
    assert found == [other, *due, free]


@pytest.mark.parametrize(
    ("what", "who"), [({"person": "ana"}, ANA), ({"person": 7}, None), ({"table": "ana"}, None), ({}, None)]
)
def test_an_act_of_the_house_names_somebody_or_nobody(what: dict[str, Any], who: PersonId | None) -> None:
    assert person_named({"what": what, "by": "bea"}) == who


@pytest.mark.parametrize(
    "event", [ChipsBoughtBack(ANA, 5), *(kind(ANA, 5, Means.CASH) for kind in (DepositReturned, DepositChanged))]
)
def test_a_signature_names_whom_it_pays(event: Event) -> None:
    assert person_named({"what": {"serial": 1}, "by": "bea"}, [msgspec.to_builtins(event)]) == ANA


def test_whoever_is_on_the_way_to_a_seat_has_it_for_all_other_tables() -> None:
    seated: dict[str, frozenset[PersonId]] = {"uno": frozenset({BEA}), "dos": frozenset()}
    seats = SeatRegistry(lambda: seated)
    took = [TookSeat(ANA, 1), TookSeat(BEA, 2), object()]
    assert seats.seated_elsewhere("uno", took) == ()
    assert seats.seated_elsewhere("dos", took) == (BEA,)
    with seats.reserve("uno", took[:1]):
        assert seats.seated_elsewhere("dos", took[:1]) == (ANA,)
        assert seats.seated_elsewhere("uno", took[:1]) == ()
        with seats.reserve("dos", took[:1]):
            assert seats.seated_elsewhere("dos", took[:1]) == (ANA,), "the first one keeps it"
        assert seats.seated_elsewhere("dos", took[:1]) == (ANA,)
    assert seats.seated_elsewhere("dos", took[:1]) == ()


def test_a_seat_is_asked_for_by_sitting_down_and_by_nothing_else() -> None:
    assert seat_seeker(Act(ANA, Sit(1))) == ANA
    assert seat_seeker(Act(ANA, BuyIn(5))) is None


@pytest.mark.parametrize(("seated", "refused"), [("dos", True), ("uno", False), (None, False)])
def test_whoever_sits_elsewhere_is_refused_and_whoever_may_sit_is_held_meanwhile(
    seated: str | None, refused: bool
) -> None:
    seats = SeatRegistry(lambda: {} if seated is None else {seated: frozenset({ANA})})
    with seats.admit("uno", "punto-y-banca", Act(ANA, Sit(1))) as answer:
        assert (answer is not None) is refused
        assert (seats.seated_elsewhere("tres", [TookSeat(ANA, 1)]) == (ANA,)) is (seated is not None or not refused)
    with seats.admit("uno", "punto-y-banca", Act(ANA, BuyIn(5))) as answer:
        assert answer is None
        assert (seats.seated_elsewhere("tres", [TookSeat(ANA, 1)]) == (ANA,)) is (seated is not None)


# --- corrections and rulebooks ----------------------------------------------------------------------------------------


def test_what_became_of_a_proposal_is_kept_for_its_author_until_he_proposes_another() -> None:
    proposals = CorrectionProposals()
    first, second = (CorrectionProposal(Act(who, BuyIn(5)), f"by-{who}") for who in (ANA, BEA))
    for one in (first, second):
        proposals.put(one)
    proposals.close(first, Fate.TOO_LATE)
    found = proposals.closed(ANA)
    assert found is not None
    assert (found.proposal, found.fate, found.events) == (first, Fate.TOO_LATE, ())
    assert (list(proposals), proposals.closed(BEA)) == ([second], None)
    proposals.put(first)
    assert (set(proposals), proposals.closed(ANA)) == ({first, second}, None)


def test_beside_the_record_lies_a_rulebook_and_the_one_below_it() -> None:
    shipped = house_library().books[0]
    assert RulebookContents()(shipped.sha256) == (shipped.content,)
    assert RulebookContents()("00" * 32) == ()
    layer: Any = SimpleNamespace(sha256="11" * 32, content={"over": {"sha256": shipped.sha256}})
    assert RulebookContents((layer,))(layer.sha256) == (shipped.content, layer.content)
    assert RulebookContents((layer,))(shipped.sha256) == (shipped.content,)
