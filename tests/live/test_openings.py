"""A house has one table with an open bank at a time, also where two are opened at the same moment."""

from __future__ import annotations

import asyncio
from typing import Any

from tapete.catalogue import house_games
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import BankMode
from tapete.kernel import HOUSE, Act, RefusedError
from tapete.live import Hall
from tests.support.dos_panos.table import STAFF


def opening(name: str, mode: BankMode = BankMode.OPEN) -> a.OpenTable:
    limits = {} if mode is BankMode.OPEN else {"bank_maximum": 10_000_00}
    return a.OpenTable(name, "asturias-2011", 10_00, mode=mode, staff=STAFF, **limits)


def test_a_house_opens_a_second_open_bank_once_the_first_is_closed(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        answers = await asyncio.gather(
            *(hall.open_table("dos-panos", opening(name)) for name in ("uno", "dos")), return_exceptions=True
        )
        (refused,) = [one for one in answers if isinstance(one, BaseException)]
        assert isinstance(refused, RefusedError)
        assert (refused.refused.code, "DP.E2.13" in refused.refused.clauses) == ("too-many-open-banks", True)
        await hall.open_table("dos-panos", opening("tres", BankMode.LIMITED))
        (first,) = [one for one in answers if not isinstance(one, BaseException)]
        assert (await first.act(Act(HOUSE, a.CloseTable(), first.step), "shut")).refusal is None
        await hall.open_table("dos-panos", opening("cuatro"))

    stage.play(scene, games=house_games())
