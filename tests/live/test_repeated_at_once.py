"""A request that comes twice while its table lives: the second time the first answer is given, and nothing is done."""

from __future__ import annotations

from typing import Any

from tapete.kernel import Act, PersonId
from tapete.live import Hall, LiveError
from tests.support.live.toy import Add, Open


def test_a_request_is_answered_the_second_time_as_the_first_time(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await hall.open_table("toy", Open("uno"))
        found: list[tuple[bool, int] | str] = []
        for _ in range(3):
            try:
                answer = await table.act(Act(PersonId("ana"), Add(5)), "c1")
            except LiveError as error:
                found.append(error.code)
            else:
                found.append((answer.is_repeated, answer.version))
        assert found == [(False, 2), (True, 2), (True, 2)]
        assert (table.version, table.state.total) == (2, 5)

    stage.play(scene)
