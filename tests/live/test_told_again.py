"""What is answered again to a request that was done, what waits at a table, and which tables lie in the store alone."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.clauses import Fault
from tapete.kernel import Accepted, Act, PersonId, Refused, Ruled, Step
from tapete.live.answer import (
    Answer,
    act_digest,
    answer_bytes,
    read_answer,
    repeat_digest,
    without_secrets,
)
from tapete.live.continuation import RecordEnd
from tapete.live.errors import LiveError
from tapete.live.inbox import MOST, Inbox, fail
from tapete.live.recovery import RecordedTable
from tapete.live.repeats import first_entry, kept_answer
from tapete.live.unserved import UnservedTables
from tapete.record.canonical import canonical, sha256
from tapete.record.entry import StreamEnd
from tapete.record.private import public_act
from tapete.record.store import CommandConflictError
from tests.support.live.toy import TOY, Add, Added, Dealt

ANA, BEA = PersonId("ana"), PersonId("bea")
AT = Step(1, 2, "draw", 3)


@pytest.mark.parametrize(
    "outcome",
    [
        Accepted(()),
        Accepted((Added(3), Added(4)), ("HP.one", "HP.two")),  # type: ignore[arg-type]
        Ruled((Added(3),), (), ()),
        Ruled((), ("HP.one",), (Fault("no-shoe", {"seat": 3}),)),  # type: ignore[arg-type]
    ],
)
def test_an_answer_is_read_again_as_it_was_given_and_said_to_be_a_second_telling(outcome: Any) -> None:
    found = read_answer(TOY, answer_bytes(outcome, 7))
    assert found == Answer(outcome, 7, is_repeated=True)
    assert (type(found.outcome), found.refusal) == (type(outcome), None)
    refused = Answer(Refused("no-shoe"), 7)
    assert (refused.refusal, refused.is_repeated) == (Refused("no-shoe"), False)


def test_no_answer_holds_a_hidden_face() -> None:
    hidden, shown = Dealt(1, "7s", False), Dealt(2, "AS", True)  # type: ignore[arg-type]
    for outcome in (Accepted((hidden, shown, Added(1)), ("HP.one",)), Ruled((shown, hidden), ("HP.one",), ())):  # type: ignore[arg-type]
        found: Any = without_secrets(outcome)
        assert type(found) is type(outcome)
        assert found.rests_on == outcome.rests_on
        faces = [getattr(one, "face", "none") for one in outcome.events]
        assert [getattr(one, "face", "none") for one in found.events] == [None if one == "7s" else one for one in faces]
    refusal = Refused("no-shoe")
    assert without_secrets(refusal) is refusal


def test_requests_are_told_apart_by_author_act_and_window() -> None:
    acts = (Act(ANA, Add(1)), Act(BEA, Add(1)), Act(ANA, Add(2)), Act(ANA, Add(1), AT))
    assert len({act_digest(one) for one in acts}) == 4
    assert act_digest(acts[0]) == act_digest(Act(ANA, Add(1))) == repeat_digest(acts[0], None)
    confirmed: Any = SimpleNamespace(act={"by": "dora", "at": {"serial": 9}})
    due = sha256(canonical({**public_act(acts[3]), "at": {"serial": 9}}))
    assert repeat_digest(acts[3], confirmed) == due != act_digest(acts[3])


class Store:
    """A store in which the request «c» was answered for one act."""

    def __init__(self, act: Any, kept: bytes | None) -> None:
        self.digest, self.kept, self.asked = act_digest(act), kept, list[Any]()

    def answered_entry(self, table: str, command: str) -> Any:
        return ("entry", table, command)

    def command(self, table: str, command: str, digest: str) -> Any:
        self.asked.append((table, command, digest))
        if digest != self.digest:
            raise CommandConflictError("command-conflict")
        return self.kept


def services(store: Store) -> Any:
    async def call(work: Any) -> Any:
        return work()

    return SimpleNamespace(writer=SimpleNamespace(call=call), store=store)


KEPT = answer_bytes(Accepted((Added(1),)), 4)
MINE, OTHER, THIRD = (Act(ANA, Add(number)) for number in (1, 2, 3))


@pytest.mark.parametrize(
    ("asked", "looks", "found"),
    [
        ((MINE,), 1, True),
        ((OTHER, MINE), 2, True),
        ((MINE, OTHER), 1, True),
        ((OTHER, THIRD, MINE), 3, True),
        ((OTHER, THIRD), 2, False),
        ((), 0, False),
    ],
)
def test_the_first_answer_is_that_to_one_of_the_acts_that_it_may_have_been(
    asked: tuple[Any, ...], looks: int, found: bool
) -> None:
    store = Store(MINE, KEPT)
    answer = asyncio.run(kept_answer(services(store), TOY, "uno", "c", asked, None))
    assert answer == (Answer(Accepted((Added(1),)), 4, is_repeated=True) if found else None)
    assert store.asked == [("uno", "c", act_digest(one)) for one in asked[:looks]]
    assert asyncio.run(first_entry(services(store), "uno", "c")) == ("entry", "uno", "c")  # type: ignore[comparison-overlap]


def test_a_request_whose_answer_is_not_kept_is_answered_by_nobody() -> None:
    with pytest.raises(LiveError) as error:
        asyncio.run(kept_answer(services(Store(MINE, None)), TOY, "uno", "c", (OTHER, MINE), None))
    assert (error.value.code, error.value.facts) == ("answer-not-kept", {"command": "c"})


# --- what waits ------------------------------------------------------------------------------------------------------


def test_acts_wait_in_the_order_in_which_they_came_up_to_a_bound_and_until_the_end() -> None:
    async def scene() -> None:
        inbox = Inbox()
        answers = [inbox.add(Act(ANA, Add(number + 1)), f"c{number}", None) for number in range(MOST)]
        with pytest.raises(asyncio.QueueFull):
            inbox.add(Act(BEA, Add(1)), "late", None)
        for number in range(3):
            waiting = await inbox.next()
            assert waiting is not None
            assert (waiting.act, waiting.command, waiting.answer) == (
                Act(ANA, Add(number + 1)),
                f"c{number}",
                answers[number],
            )
        answers[5].cancel()
        why = LiveError("hall-closed")
        inbox.close(why)
        assert await inbox.next() is None
        assert [one.done() for one in answers] == [False] * 3 + [True] * (MOST - 3)
        assert answers[5].cancelled()
        assert {one.exception() for number, one in enumerate(answers) if number > 2 and number != 5} == {why}
        done = inbox.add(Act(ANA, Add(1)), None, None)
        waiting = await inbox.next()
        assert waiting is not None
        done.set_result(Answer(Accepted(()), 1))
        fail(waiting, why)
        assert done.result().version == 1

    asyncio.run(scene())


# --- tables of the store ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("are_former_alone", [True, False])
def test_tables_that_a_hall_does_not_serve_are_read_where_it_has_not_taken_up_all(are_former_alone: bool) -> None:
    game: Any = SimpleNamespace(key="toy", step=lambda state: SimpleNamespace(phase=state))
    before = StreamEnd("uno", 3, "h")
    ends = {name: StreamEnd(name, 5, f"hash of {name}") for name in ("dos", "tres")}
    asked: list[Any] = []

    async def recorded(of: Any, served: Any) -> Any:
        asked.append((of, tuple(served)))
        return (RecordedTable(ends["dos"], before, "closed"), RecordedTable(ends["tres"], None, "bets"))

    async def recorded_one(of: Any, table: str) -> Any:
        return RecordedTable(ends[table], None, f"state of {table}")

    stored: Any = SimpleNamespace(recorded=recorded, recorded_one=recorded_one)
    here = UnservedTables(stored, {"served": 1})
    assert here.are_former_alone is False
    here.are_former_alone = are_former_alone
    found = {
        "dos": RecordEnd(ends["dos"], "toy", before, True),
        "tres": RecordEnd(ends["tres"], "toy", None, False),
    }
    assert asyncio.run(here.ends(game)) == ({} if are_former_alone else found)
    assert list(asyncio.run(here.states(game))) == ([] if are_former_alone else ["closed", "bets"])
    assert asked == ([] if are_former_alone else [(game, ("served",))] * 2)
    assert asyncio.run(here.state(game, "dos")) == "state of dos"
