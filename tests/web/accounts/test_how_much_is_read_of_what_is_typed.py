"""How much of what somebody types at a way in is read at all, to the last sign, and what is done with it."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.people.accounts import Grant
from tapete.people.staff import Rejection
from tapete.table.staff import Role
from tapete.web.people.identity import DEVICE_COOKIE
from tests.support.web.accounts import PASSWORD, People, browser

FORM = {"name": "n" * 90, "password": "p" * 500, "second": "s" * 90}


@pytest.mark.parametrize(
    ("changes", "given"),
    [
        ({}, ("n" * 80, "p" * 400, "s" * 80)),
        ({"name": f"  {'n' * 90}"}, ("n" * 78, "p" * 400, "s" * 80)),
        ({"name": " dora "}, ("dora", "p" * 400, "s" * 80)),
        ({"password": " p "}, ("n" * 80, " p ", "s" * 80)),
        ({"second": " s "}, ("n" * 80, "p" * 400, " s ")),
    ],
)
@pytest.mark.parametrize(("device", "known_by"), [("", ""), ("d" * 120, "d" * 100)])
def test_a_login_is_read_so_far(
    run: Any, changes: dict[str, str], given: tuple[str, str, str], device: str, known_by: str
) -> None:
    async def scene(house: Any, people: People) -> None:
        asked: list[Any] = []

        def log_in(*what: str, **how: str) -> Rejection:
            asked.append((what, how))
            return Rejection("login-failed", {})

        staff: Any = people.people.staff
        staff.log_in, staff.is_known = log_in, lambda *what: bool(asked.append(what))
        async with browser(house, {DEVICE_COOKIE: device} if device else None, "2001:db8::7") as client:
            answer = await client.post("/personal/entrar", data=FORM | changes)
        assert answer.status_code == 403
        assert asked == [(given[0], known_by), (given, {"device": known_by, "address": "2001:db8::/64"})]

    run(scene)


def test_whoever_sends_an_empty_login_is_told_like_everybody_that_it_was_wrong(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        async with browser(house) as client:
            empty = await client.post("/personal/entrar", data={})
            wrong = await client.post("/personal/entrar", data={"name": "dora", "password": "mal", "second": "1"})
        assert (empty.status_code, empty.text) == (wrong.status_code, wrong.text)

    run(scene)


def test_a_code_is_read_so_far(run: Any) -> None:
    async def scene(house: Any, people: People) -> None:
        redeemed: list[str] = []
        accepted: list[tuple[str, ...]] = []
        players: Any = people.people.players
        staff: Any = people.people.staff
        players.redeem = redeemed.append
        word = str(staff.invite("cruz", {Grant(Role.CROUPIER)}))
        staff.accept = lambda *given: accepted.append(given) or Rejection("code-wrong", {})
        async with browser(house) as client:
            for code in ("c" * 50, "", " c "):
                assert (await client.post("/jugador/volver", data={"code": code})).status_code == 403
            assert (await client.post("/jugador/volver", data={})).status_code == 403
            fields = {"word": word, "password": PASSWORD, "again": PASSWORD}
            for more in ({"code": "0" * 30}, {}):
                assert (await client.post("/personal/alta", data=fields | more)).status_code == 409
        assert redeemed == ["c" * 40, "", " c ", ""]
        assert accepted == [(word, PASSWORD, "0" * 20), (word, PASSWORD, "")]

    run(scene)
