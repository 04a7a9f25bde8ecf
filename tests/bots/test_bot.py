"""What every bot does between two looks: it waits once for each intention, is given time, stands aside, tries again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tapete.bots import bot as bots
from tapete.bots.act_builder import amount_within, build_act, offer_with_value
from tapete.bots.bot import RETRY_AFTER, Bot, Move, is_bot
from tapete.bots.mind import OVERTAKEN, Mind
from tapete.bots.pace import AT_ONCE, DEMO, Pace, pick
from tapete.bots.troupe import NAMES, player_count, player_name, staff_for
from tapete.kernel import ActBody, Amount, Choice, Count, FixedValue, Offer, PersonId, Refused, Step, Text
from tapete.table.staff import Role

FIRST, SECOND = Step(1, 1, "bets", 3), Step(1, 2, "bets", 9)


class Stake(ActBody, frozen=True, tag="stake"):
    """An act of these tests."""

    amount: int = 0
    spot: str = ""
    count: int = 0


class Draw(ActBody, frozen=True, tag="draw"):
    """Another one."""


class Clock:
    """A clock that stands still until it is moved."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    here = Clock()
    monkeypatch.setattr(bots, "time", here)
    return here


class Table:
    """A place at a table: what is shown on its clock, what was done there and how that is answered."""

    person, is_alone = PersonId("bot-ana"), True

    def __init__(self, refusal: Refused | None = None) -> None:
        self.step, self.version, self.refusal = FIRST, 7, refusal
        self.left: dict[str, float] = {}
        self.clocks: list[tuple[str, float]] = []
        self.done: list[tuple[ActBody, Step | None]] = []

    def view(self) -> Any:
        return SimpleNamespace(step=self.step)

    def legal(self) -> tuple[Offer, ...]:
        return ()

    def time_left(self, kind: str = "") -> float:
        return max([left for name, left in self.left.items() if kind in ("", name)], default=0.0)

    def show_clock(self, kind: str, seconds: float) -> None:
        self.clocks.append((kind, seconds))

    async def changes(self) -> AsyncIterator[int]:
        for one in ():
            yield one

    async def act(self, what: ActBody, at: Step | None = None) -> Any:
        self.done.append((what, at))
        return SimpleNamespace(refusal=self.refusal, version=self.version)

    def __enter__(self) -> Any: ...

    def __exit__(self, *_: object) -> None: ...


class Willing(Bot[Any]):
    """It means what it is told to."""

    move: Move | None = None

    def choose(self, view: Any, offers: dict[str, list[Offer]]) -> Move | None:
        return self.move


def willing(table: Table, move: Move | None) -> Willing:
    made = Willing(table, AT_ONCE, Random(1))
    made.move = move
    return made


def due(one: Willing, clock: Clock) -> float | None:
    """Return in how many seconds a bot acts or looks again."""
    return one._wait(one._move())


@pytest.mark.parametrize(("name", "is_one"), [("bot-ana", True), ("ana", False), ("robot-ana", False), ("bot", False)])
def test_the_name_of_a_bot_says_so_and_nobody_else_is_played(name: str, is_one: bool) -> None:
    assert is_bot(name) is is_one
    table = Table()
    table.person = PersonId(name)
    if is_one:
        assert willing(table, None).acts == 0
    else:
        with pytest.raises(ValueError, match="begins with bot-"):
            willing(table, None)


def test_an_intention_waits_once_and_a_new_one_from_the_beginning(clock: Clock) -> None:
    table = Table()
    one = willing(table, Move(Stake(5), (10, 10), "stake"))
    assert due(one, clock) == 10
    clock.now += 4
    one.move = Move(Stake(6), (10, 10), "stake")
    assert due(one, clock) == 6, "it is about the same"
    clock.now += 100
    assert due(one, clock) == 0, "nobody waits for less than no time"
    for another in (Move(Stake(6), (10, 10), "other"), Move(Draw(), (10, 10), "other")):
        one.move = another
        assert due(one, clock) == 10
        clock.now += 1
    table.step = SECOND
    assert due(one, clock) == 10, "another window is another question"


def test_whoever_has_changed_his_mind_between_begins_anew(clock: Clock) -> None:
    one = willing(Table(), Move(Stake(5), (10, 10), "stake"))
    assert due(one, clock) == 10
    clock.now += 4
    one.move, meant = None, one.move
    assert due(one, clock) is None, "until the table changes"
    one.move = meant
    assert due(one, clock) == 10


def test_whoever_only_lets_a_clock_run_looks_again_once_when_it_is_over(clock: Clock) -> None:
    one = willing(Table(), Move(None, (10, 10), "bets", "bets"))
    assert due(one, clock) == 10
    clock.now += 9
    assert due(one, clock) == 1
    clock.now += 1
    assert due(one, clock) is None


@pytest.mark.parametrize(
    ("wait", "left", "waits", "shown"),
    [
        (10, {}, 10, [("bets", 10)]),
        (10, {"bets": 25.0}, 25, [("bets", 25)]),
        (10, {"bets": 3.0}, 10, [("bets", 10)]),
        (10, {"silence": 25.0}, 10, [("bets", 10)]),
        (0, {}, 0, []),
        (0, {"silence": 25.0}, 0, [("bets", 0)]),
    ],
)
def test_everybody_sees_the_clock_and_keeps_the_time_he_was_given(
    clock: Clock, wait: float, left: dict[str, float], waits: float, shown: list[Any]
) -> None:
    table = Table()
    table.left = left
    one = willing(table, Move(Stake(), (wait, wait), "bets", "bets"))
    assert (due(one, clock), table.clocks) == (waits, shown)
    due(one, clock)
    assert table.clocks == shown, "it is set once"
    quiet = Table()
    due(willing(quiet, Move(Stake(), (wait, wait), "bets")), clock)
    assert quiet.clocks == []


def test_an_act_is_done_for_the_window_that_was_seen_and_counted_where_it_was_not_refused(clock: Clock) -> None:
    for refusal in (None, Refused("no")):
        table = Table(refusal)
        one = willing(table, Move(Stake(5), (10, 10)))
        one._move()
        assert asyncio.run(one._do(Move(Stake(5), (10, 10)))) == refusal
        assert (table.done, one.acts) == ([(Stake(5), FIRST)], 1 if refusal is None else 0)


def test_what_was_refused_is_tried_again_after_a_while(clock: Clock) -> None:
    table = Table(Refused("no"))
    one = willing(table, Move(Stake(5), (0, 0), "stake"))
    assert due(one, clock) == 0
    asyncio.run(one._do(one.move))  # type: ignore[arg-type]
    assert due(one, clock) == RETRY_AFTER
    clock.now += RETRY_AFTER - 1
    assert due(one, clock) == 1
    clock.now += 1
    assert due(one, clock) == 0
    asyncio.run(one._do(one.move))  # type: ignore[arg-type]
    assert due(one, clock) == RETRY_AFTER


@pytest.mark.parametrize("change", [{"version": 8}, {"step": SECOND}])
def test_where_something_has_changed_the_refused_is_tried_as_if_it_were_new(clock: Clock, change: Any) -> None:
    table = Table(Refused("no"))
    one = willing(table, Move(Stake(5), (10, 10), "stake"))
    one._move()
    asyncio.run(one._do(one.move))  # type: ignore[arg-type]
    assert due(one, clock) == RETRY_AFTER
    for name, value in change.items():
        setattr(table, name, value)
    assert due(one, clock) == 10
    clock.now += 10
    assert due(one, clock) == 0


def test_another_act_than_the_refused_one_is_done_at_its_own_time(clock: Clock) -> None:
    one = willing(Table(Refused("no")), Move(Stake(5), (0, 0), "stake"))
    one._move()
    asyncio.run(one._do(one.move))  # type: ignore[arg-type]
    assert due(one, clock) == RETRY_AFTER
    one.move = Move(Stake(6), (10, 10), "stake")
    assert due(one, clock) == 10


# --- acts out of offers -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "asked", "found"),
    [
        (Amount(500, 900), 499, 500),
        (Amount(500, 900), 500, 500),
        (Amount(500, 900), 700, 700),
        (Amount(500, 900), 900, 900),
        (Amount(500, 900), 901, 900),
        (Amount(500), 10_000, 10_000),
        (Amount(500, 900, 100), 599, 500),
        (Amount(500, 900, 100), 600, 600),
        (Amount(550, 900, 100), 900, 850),
        (Amount(550, 900, 100), 0, 550),
        (Amount(500, 900, standing=700), 700, None),
        (Amount(900, 500), 700, None),
        (None, 700, 700),
        (None, 0, 1),
    ],
)
def test_an_amount_is_as_near_as_the_offer_lets_it_be(field: Amount | None, asked: int, found: int | None) -> None:
    fields = {} if field is None else {"amount": field}
    assert amount_within(Offer("stake", fields), asked) == found
    other = {} if field is None else {"sum": field}
    assert amount_within(Offer("stake", {**other, "amount": Amount(1, 2)}), asked, "sum") == found


def test_the_first_offer_is_taken_that_lets_every_value_be() -> None:
    offers = [
        Offer("stake", {"spot": FixedValue("line"), "amount": Amount(1, 9)}),
        Offer("stake", {"spot": FixedValue("cloth"), "amount": Amount(1, 9)}),
        Offer("stake", {"spot": FixedValue("cloth"), "amount": Amount(1, 99)}),
    ]
    for values, at in (
        ({}, 0),
        ({"spot": "cloth"}, 1),
        ({"spot": "cloth", "amount": 9}, 1),
        ({"spot": "cloth", "amount": 10}, 2),
        ({"spot": "cloth", "amount": 100}, None),
        ({"spot": "line", "hand": "punto"}, None),
    ):
        assert offer_with_value(offers, **values) is (None if at is None else offers[at])


def test_an_act_has_any_value_inside_its_offer_or_the_one_that_is_given() -> None:
    fields = {"amount": Amount(500, 700, 100), "spot": Choice(("line", "cloth")), "count": Count(2, 4), "note": Text()}
    made: list[Any] = [build_act({"stake": Stake}, Offer("stake", fields), Random(seed)) for seed in range(60)]
    assert {one.amount for one in made} == {500, 600, 700}
    assert {one.spot for one in made} == {"line", "cloth"}
    assert {one.count for one in made} == {2, 3, 4}
    given: Any = build_act({"stake": Stake}, Offer("stake", fields), Random(1), amount=650, spot="across")
    assert (given.amount, given.spot) == (650, "across")
    unbounded: Any = build_act({"stake": Stake}, Offer("stake", {"amount": Amount(500), "count": Count(3)}), Random(1))
    assert (unbounded.amount, unbounded.count) == (500, 3)
    standing = Offer("stake", {"amount": Amount(500, 510, 10, standing=500)})
    assert {build_act({"stake": Stake}, standing, Random(seed)).amount for seed in range(20)} == {510}  # type: ignore[attr-defined]


# --- the mind of a player ---------------------------------------------------------------------------------------------


class Minded(Mind[Any, Any]):
    """It stakes."""

    ACTS = {"stake": Stake}  # noqa: RUF012  # as the games have it

    def choose(self, view: Any, offers: dict[str, list[Offer]]) -> Move | None:
        return self._once(view, "stake", Move(Stake(5), (0, 0), "stake"))


@pytest.mark.parametrize("code", [None, "no", *OVERTAKEN])
def test_what_is_done_once_in_a_window_is_still_to_do_where_somebody_came_before(code: str | None) -> None:
    table = Table(None if code is None else Refused(code))
    one = Minded(table, AT_ONCE, Random(1), None)
    view, other = (SimpleNamespace(step=step) for step in (FIRST, SECOND))
    move = one.choose(view, {})
    assert move is not None
    asyncio.run(one._do(move))
    assert (one.choose(view, {}) is None) is (code not in OVERTAKEN)
    assert one.choose(other, {}) is not None
    one._forget("stake")
    assert one.choose(view, {}) is not None


def test_a_question_has_one_answer_in_its_window_and_shares_are_those_of_many_windows() -> None:
    one = Minded(Table(), AT_ONCE, Random(1), None)
    views = [SimpleNamespace(step=Step(1, number, "bets", number)) for number in range(400)]
    for share in (0.0, 0.25, 1.0):
        said = [one._will(view, "banco", share) for view in views]
        assert said == [one._will(view, "banco", share) for view in views]
        assert abs(sum(said) / len(said) - share) < 0.1
    assert [one._will(view, "a", 0.5) for view in views] != [one._will(view, "b", 0.5) for view in views]
    act: Any = one._does(views[0], Offer("stake", {"amount": Amount(1, 9)}), amount=7)
    assert (act.act, act.wait, act.about) == (Stake(7), AT_ONCE.think, "stake")
    assert one._does(views[0], Offer("stake"), "mine").about == "mine"


# --- paces and names --------------------------------------------------------------------------------------------------


def test_a_slower_pace_has_every_span_longer() -> None:
    pace = Pace((1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, 12))
    assert pace.slower(3) == Pace((3, 6), (9, 12), (15, 18), (21, 24), (27, 30), (33, 36))
    drawn = [pick((5.0, 6.0), Random(seed)) for seed in range(50)]
    assert all(5 <= one <= 6 for one in drawn)
    assert len(set(drawn)) > 40


def test_players_have_names_and_where_these_run_out_a_figure() -> None:
    count = len(NAMES)
    assert [player_name(one) for one in (0, count - 1, count, 2 * count + 1)] == [
        NAMES[0],
        NAMES[-1],
        f"{NAMES[0]}-2",
        f"{NAMES[1]}-3",
    ]


@pytest.mark.parametrize(("asked", "playing"), [(0, 0), (1, 6), (5, 6), (6, 6), (7, 7)])
def test_as_many_play_as_the_game_needs_or_nobody(asked: int, playing: int) -> None:
    assert player_count("dos-panos", asked) == playing


def test_machines_on_posts_are_named_by_post_and_table() -> None:
    everybody = staff_for("mesa", "dos-panos")
    assert everybody[Role.TABLE_CHIEF] == "bot-chief-mesa"
    assert everybody[Role.CROUPIER] == "bot-croupier-mesa"
    assert staff_for("mesa", "dos-panos", (Role.CROUPIER, Role.CASHIER)) == {Role.CROUPIER: "bot-croupier-mesa"}
    assert staff_for("mesa", "dos-panos", ()) == {}


def test_machines_at_once_wait_for_nothing_but_a_silent_player_and_those_of_a_demo_as_long_as_people() -> None:
    spans = msgspec.structs.asdict(AT_ONCE)
    assert set(spans) == {"think", "bets", "patience", "between", "silence", "chip"}
    silence = spans.pop("silence")
    assert all(0 <= low <= high < 0.1 for low, high in spans.values())
    assert silence == (60.0, 60.0)
    demo = msgspec.structs.asdict(DEMO)
    assert demo.pop("chip") == (6.0, 6.0)
    assert all(0 < low < high for low, high in demo.values())
    assert {pick((2.0, 2.0), Random(seed)) for seed in range(5)} == {2.0}
    assert all(2.0 <= pick((2.0, 5.0), Random(seed)) <= 5.0 for seed in range(50))
