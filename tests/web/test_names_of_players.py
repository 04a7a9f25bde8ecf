"""The staff key opens posts, not the purses of players: nobody comes on duty under a player's name."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from tapete.games.bingo import acts as b
from tapete.kernel import PersonId
from tapete.table.acts import Relieve, Sit
from tapete.table.staff import Role
from tapete.web import place_claims
from tapete.web.staff_access import StaffAccess
from tests.support.web.following import following

KEY = "llave-de-la-sala"
SHUT = StaffAccess(key=KEY)
FORM = {"origin": "http://testserver.local"}


async def take(house: Any, link: str, person: str, key: str = KEY) -> Any:
    """Ask for a post of the hall with the staff key."""
    post = {"person": person, "key": key}
    return await house.client.post(f"/mesa/sala/{link}", data=post, headers=FORM, follow_redirects=False)


def holder(house: Any, role: str) -> str:
    """Return who holds a post of the hall."""
    return str(house.tables["sala"].view(None).staff[role])


def test_nobody_comes_on_duty_under_the_name_of_somebody_with_an_account(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.open_bingo()
        await house.act("eva", b.BuyIn(12_00), "sala")
        answer = await take(house, "locutor", "eva")
        assert answer.status_code == 409
        assert "Ese nombre es de un jugador de la sala" in answer.text
        assert "set-cookie" not in answer.headers
        assert holder(house, "caller") == "caller-sala"
        assert (await take(house, "locutor", "rosa")).status_code == 303

    run(scene, staff_access=SHUT)


def test_nor_of_somebody_with_a_page(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.open_bingo()
        house.cookie("eva", "mesa")
        assert (await take(house, "locutor", "eva")).status_code == 409

    run(scene, staff_access=SHUT)


def test_whoever_was_sent_to_a_post_comes_to_it_unless_the_key_would_open_a_player(run: Any) -> None:
    """Nobody sends a player to a post and comes in as them: their chips, and what they see, are their own."""

    async def scene(house: Any) -> None:
        await house.open_bingo()
        await house.act("eva", b.BuyIn(12_00), "sala")
        for who, status in (("rosa", 303), ("eva", 409)):
            await house.act("hall-manager-sala", Relieve(Role.CALLER, PersonId(who)), "sala")
            assert (await take(house, "locutor", who)).status_code == status
        asked = {"table": "sala", "person": "eva", "key": KEY}
        answer = await house.client.post("/api/v1/sessions", json=asked)
        assert (answer.status_code, answer.json()["code"]) == (403, "place-taken")
        word = place_claims.return_word(house.app.state, "eva")
        assert (await house.client.post("/api/v1/sessions", json=asked | {"back": word})).status_code == 201

    run(scene, staff_access=SHUT)


@pytest.mark.usefixtures("empty_security_log")
def test_the_staff_key_opens_no_player_and_the_security_log_says_who_tried(
    run: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither whoever has an account here, nor whoever sits at another table, nor whoever has but a page."""

    async def scene(house: Any) -> None:
        await house.open_bingo()
        await house.act("eva", b.BuyIn(12_00), "sala")
        await house.act("ana", Sit(1))
        house.cookie("bea", "mesa")
        with caplog.at_level(logging.WARNING, "tapete.security"):
            for person in ("eva", "ana", "bea"):
                for table in ("sala", "mesa"):
                    body = {"table": table, "person": person, "key": KEY}
                    answer = await house.client.post("/api/v1/sessions", json=body)
                    assert (answer.status_code, answer.json()["code"]) == (403, "place-taken"), (person, table)
        told = [(one.message, one.facts["person"]) for one in caplog.records]  # type: ignore[attr-defined]
        assert told == [("staff-entry-refused", who) for who in ("eva", "ana", "bea") for _ in "12"]
        chief = {"table": "sala", "person": "table-chief-sala", "key": KEY}
        opened = await house.client.post("/api/v1/sessions", json=chief)
        assert (opened.status_code, opened.json()["back"]) == (201, "")

    run(scene, staff_access=SHUT)


@pytest.mark.usefixtures("empty_security_log")
def test_entries_by_the_staff_key_stand_in_the_security_log(run: Any, caplog: pytest.LogCaptureFixture) -> None:
    async def scene(house: Any) -> None:
        await house.open_bingo()
        await house.act("eva", b.BuyIn(12_00), "sala")
        with caplog.at_level(logging.WARNING, "tapete.security"):
            await take(house, "locutor", "eva")
            await take(house, "locutor", "rosa")
        told = [(one.message, one.facts) for one in caplog.records]  # type: ignore[attr-defined]
        where = {"table": "sala", "role": "caller", "address": "127.0.0.1"}
        assert told == [
            ("staff-entry-refused", where | {"person": "eva"}),
            ("staff-entry", where | {"person": "rosa"}),
        ]

    run(scene, staff_access=SHUT)


def test_a_page_whose_post_is_lost_does_not_become_a_players(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.open_bingo()
        page = str((await take(house, "locutor", "rosa")).headers["location"])
        await house.act("hall-manager-sala", Relieve(Role.CALLER, PersonId("luis")), "sala")
        told = (await house.client.get(page)).text
        assert "Ingresar" not in told
        buy = {"act": "buy-in", "amount": "10", "command": "c-1", "at": str(house.tables["sala"].step)}
        answer = await house.client.post(f"{page}/hacer", data=buy, headers=FORM)
        assert answer.status_code == 403
        assert "para jugar, entre como jugador" in answer.text

    run(scene, staff_access=SHUT)


def test_a_page_whose_post_is_lost_closes_where_its_person_is_a_player(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.open_bingo()
        await house.act("eva", b.BuyIn(12_00), "sala")
        await house.act("hall-manager-sala", Relieve(Role.CALLER, PersonId("eva")), "sala")
        page, post = "/mesa/sala/como/eva", house.cookie("eva", "sala", staff=True)
        assert (await house.client.get(page, headers={"cookie": post})).status_code == 200
        async with following(house.app, f"{page}/flujo", cookie=post) as stream:
            await stream.next()
            await house.act("hall-manager-sala", Relieve(Role.CALLER, PersonId("luis")), "sala")
            await stream.end()
        assert (await house.client.get(page, headers={"cookie": post})).status_code == 401

    run(scene, staff_access=SHUT)


def test_a_new_link_ends_a_page_whose_post_is_lost(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.open_bingo()
        await house.act("eva", b.BuyIn(12_00), "sala")
        lost, kept = house.cookie("eva", "sala", staff=True), house.cookie("marta", "mesa", staff=True)
        assert house.app.state.end_player_sessions_of("eva") == 1
        assert house.app.state.end_player_sessions_of("marta") == 0
        token = {one: value.partition("=")[2] for one, value in (("lost", lost), ("kept", kept))}
        found = {one: house.app.state.sessions.find(value) is not None for one, value in token.items()}
        assert found == {"lost": False, "kept": True}

    run(scene, staff_access=SHUT)


@pytest.mark.parametrize("person", ["cajero", "jefe-de-mesa", "croupier-2", "casa", "ana-", "tab1e-chief-sala"])
def test_no_program_calls_a_player_like_a_post_or_like_somebody_here(run: Any, person: str) -> None:
    async def scene(house: Any) -> None:
        await house.open_bingo()
        await house.act("ana", Sit(1))
        answer = await house.client.post("/api/v1/sessions", json={"table": "mesa", "person": person})
        assert (answer.status_code, answer.json()["detail"].split(",")[0]) == (403, "Ese nombre es de un puesto")

    run(scene, staff_access=SHUT)


def test_nobody_new_looks_like_somebody_whom_the_hall_knows_without_a_place(run: Any) -> None:
    """Whoever has chips or cartones, a page alone, or a seat at another table is somebody to be taken for."""

    async def scene(house: Any) -> None:
        await house.open_bingo()
        await house.act("olga", b.BuyIn(12_00), "sala")
        await house.act("ana", Sit(1))
        house.cookie("carlos", "mesa")
        for person, status in (("0lga", 403), ("o-lga", 403), ("an-a", 403), ("car1os", 403), ("luis", 201)):
            body = {"table": "mesa", "person": person}
            answer = await house.client.post("/api/v1/sessions", json=body)
            assert answer.status_code == status, (person, answer.json())

    run(scene, staff_access=SHUT)
