"""What became of a press whose answer was lost: asked by its id, told to its person alone, never done again."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tapete.live.errors import LiveError
from tapete.table.acts import Sit
from tapete.web.press_fates import PressFates
from tests.support.web.house import House

FORM = {"origin": "http://testserver.local", "hx-request": "true"}
BUY = {"act": "buy-in", "amount-euros": "300", "command": "c1", "press": "p1"}


async def desk(house: House, person: str = "ana", seat: int = 1) -> str:
    """Let somebody sit down, and return the address of his page."""
    await house.act(person, Sit(seat))
    house.client.cookies.set("tapete-place", house.app.state.sessions.open("mesa", person), domain="testserver.local")
    return f"/mesa/mesa/como/{person}"


async def ask(house: House, here: str, **asked: str) -> tuple[str, str]:
    """Return what the hall knows of a press, and what it tells of it."""
    before = house.table.version
    answer = await house.client.get(f"{here}/pulsacion", params=asked)
    assert (answer.status_code, house.table.version) == (200, before), answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return answer.headers["tapete-fate"], answer.text


def chips(house: House, person: str = "ana") -> int:
    view: Any = house.table.view(person)  # type: ignore[arg-type]
    return int(view.me.chips)


async def test_the_answer_to_a_press_is_told_again_word_for_word(house: House, /) -> None:
    here = await desk(house)
    assert await ask(house, here, press="p1", command="c1") == ("unknown", "")
    told = await house.client.post(f"{here}/hacer", data=BUY, headers=FORM)
    assert (told.status_code, told.headers["tapete-fate"]) == (200, "known")
    assert await ask(house, here, press="p1", command="c1") == ("known", told.text)
    sit = {"act": "sit", "seat": "1", "command": "c1", "press": "p2"}
    refused = await house.client.post(f"{here}/hacer", data=sit, headers=FORM)
    assert (refused.status_code, refused.headers["tapete-fate"]) == (409, "known")
    unread = await house.client.post(f"{here}/hacer", data=BUY | {"amount-euros": "x", "press": "p3"}, headers=FORM)
    assert (unread.status_code, unread.headers["tapete-fate"]) == (400, "known")
    for press, answer in (("p2", refused), ("p3", unread)):
        assert await ask(house, here, press=press, command="c1") == ("known", answer.text)
    assert chips(house) == 30_000


async def test_after_a_restart_the_record_says_what_was_done(house: House, /) -> None:
    here = await desk(house)
    at = str(house.table.step)
    await house.client.post(f"{here}/hacer", data=BUY | {"at": at}, headers=FORM)
    house.app.state["presses"] = PressFates()
    fate, text = await ask(house, here, press="p1", command="c1", at=at)
    assert fate == "known"
    assert "Hecho" in text
    assert f'data-version="{house.table.version}"' in text
    for other in ({"command": "c2", "at": at}, {"command": "c1", "at": "1.1.bets.9"}, {}):
        assert await ask(house, here, press="p1", **other) == ("unknown", "")
    again = await house.client.post(f"{here}/hacer", data=BUY | {"at": at}, headers=FORM)
    assert "Ya estaba hecho" in again.text, "pressed again under its id, it is done once"
    assert chips(house) == 30_000


async def test_nobody_is_told_the_fate_of_anothers_press(house: House, /) -> None:
    here = await desk(house)
    await house.client.post(f"{here}/hacer", data=BUY, headers=FORM)
    house.client.cookies.clear()
    there = await desk(house, "bea", 2)
    assert await ask(house, there, press="p1", command="c1") == ("unknown", "")
    answer = await house.client.get(f"{here}/pulsacion", params={"press": "p1"})
    assert (answer.status_code, "Hecho" in answer.text) == (401, False)
    house.app.state["presses"] = PressFates()
    assert await ask(house, there, press="p1", command="c1") == ("unknown", ""), "nor from the record"


async def test_a_press_that_the_table_has_before_it_is_pending_and_one_without_an_answer_is_unknown(
    house: House, /, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = await desk(house)
    table: Any = house.table
    act, told, go_on = table.act, asyncio.Event(), asyncio.Event()

    async def slowly(*given: Any) -> Any:
        told.set()
        await go_on.wait()
        if failing:
            raise LiveError("hall-failed")
        return await act(*given)

    monkeypatch.setattr(table, "act", slowly)
    for failing, fate in ((True, "unknown"), (False, "known")):
        told.clear()
        go_on.clear()
        work = asyncio.ensure_future(house.client.post(f"{here}/hacer", data=BUY, headers=FORM))
        await told.wait()
        assert await ask(house, here, press="p1", command="c1") == ("pending", "")
        go_on.set()
        answer = await work
        assert answer.status_code == (503 if failing else 200)
        assert ("tapete-fate" in answer.headers) != failing, "an answer that says nothing of the act is none"
        assert (await ask(house, here, press="p1", command="c1"))[0] == fate
    failing = True
    go_on.set()
    await house.client.post(f"{here}/hacer", data=BUY, headers=FORM)
    assert (await ask(house, here, press="p1", command="c1"))[0] == "known", "what was answered once stays so"
