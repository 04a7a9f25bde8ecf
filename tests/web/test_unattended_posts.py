"""Posts without their holder: what everybody reads, what whoever lost his reads, and who may take one from his page."""

import re
from typing import Any

import pytest

from tapete.kernel import PersonId
from tapete.live.posts import put_on_duty
from tapete.table.acts import Sit
from tapete.table.staff import Role
from tapete.web.staff_access import StaffAccess
from tests.support.web.following import following

KEY = "llave-de-la-sala"
FORM = {"origin": "http://testserver.local", "hx-request": "true"}
CLOSED = StaffAccess(key=KEY)

TABLES = [("mesa", "marta", "julio"), ("mini", "pilar", "ramon"), ("cf", "luz-cf", "fermin-cf")]
"""Of each game and form: a table, its croupier, and the official who may send another."""


async def official(house: Any, table: str, person: str, link: str = "crupier") -> str:
    """Come in by the key as somebody who has the post already, or takes it; return the address of his page."""
    fields = {"person": person, "key": KEY}
    answer = await house.client.post(f"/mesa/{table}/{link}", data=fields, headers=FORM, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


async def text(house: Any, address: str, lang: str = "es") -> str:
    return str((await house.client.get(f"{address}?lang={lang}")).text)


def croupier(house: Any, table: str) -> str:
    return str(house.tables[table].view(None).staff["croupier"])


def is_gone(house: Any, table: str, person: str) -> None:
    """Let an official's absence be said, as when his last page has been closed for a while."""
    house.tables[table].absent_staff.add(PersonId(person))
    house.tables[table].redraw()


@pytest.mark.parametrize(("table", "holder", "sender"), TABLES)
def test_everybody_reads_for_what_the_table_waits(run: Any, table: str, holder: str, sender: str) -> None:
    async def scene(house: Any) -> None:
        player = f"/mesa/{table}/publico"
        assert "sin atender" not in await text(house, player)
        is_gone(house, table, holder)
        address = await official(house, table, sender, "jefe" if table != "cf" else "inspector")
        for page in (player, address):
            assert "Se espera a que vuelva o a que alguien del personal tome el puesto." in await text(house, page)
        assert "for somebody of the staff to take the post" in await text(house, player, "en")
        assert "que quelqu'un du personnel" in (await text(house, player, "fr")).replace("&#39;", "'")
        assert re.search(r"crupier.*sin atender", (await text(house, "/")), re.I)
        house.tables[table].machines[Role.CROUPIER] = PersonId("bot-croupier")
        house.tables[table].redraw()
        assert "en unos segundos lo toma la máquina" in await text(house, player)

    run(scene, staff_access=CLOSED)


@pytest.mark.parametrize(("table", "holder", "sender"), TABLES)
def test_whoever_lost_his_post_reads_when_and_why_and_takes_it_again(
    run: Any, table: str, holder: str, sender: str
) -> None:
    async def scene(house: Any) -> None:
        address = await official(house, table, holder)
        assert "lost-post" not in await text(house, address)
        is_gone(house, table, holder)
        machine = PersonId("bot-croupier")
        house.tables[table].machines[Role.CROUPIER] = machine
        await put_on_duty(house.tables[table], Role.CROUPIER, machine)
        page = await text(house, address)
        assert re.search(
            r"A las \d\d:\d\d:\d\d su puesto de crupier pasó a la máquina, porque usted había cerrado su página\. "
            r"Puede volver a él con el botón de abajo\.",
            page,
        )
        assert "because you had closed your page" in await text(house, address, "en")
        assert house.tables[table].absent_staff == set()
        answer = await house.client.post(f"{address}/puesto", data={"role": "croupier"}, headers=FORM)
        assert answer.status_code == 200, answer.text
        assert croupier(house, table) == holder
        assert "lost-post" not in await text(house, address)

    run(scene, staff_access=CLOSED)


def test_whoever_was_replaced_by_a_person_reads_by_whom_until_he_plays(run: Any) -> None:
    async def scene(house: Any) -> None:
        address = await official(house, "mesa", "marta")
        await put_on_duty(house.table, Role.CROUPIER, PersonId("eva"))
        page = await text(house, address)
        assert re.search(r"su puesto de crupier pasó a eva\. Para volver, entre de nuevo por la lista", page)
        assert "take-post-croupier" not in page
        answer = await house.client.post(f"{address}/puesto", data={"role": "croupier"}, headers=FORM)
        assert (answer.status_code, croupier(house, "mesa")) == (409, "eva")
        await house.act("marta", Sit(3))
        assert "lost-post" not in await text(house, address)

    run(scene, staff_access=CLOSED)


@pytest.mark.parametrize(("table", "holder", "sender"), TABLES)
def test_an_unattended_post_is_taken_from_a_page_that_was_opened_for_a_post(
    run: Any, table: str, holder: str, sender: str
) -> None:
    async def scene(house: Any) -> None:
        address = await official(house, table, holder)
        await put_on_duty(house.tables[table], Role.CROUPIER, PersonId("eva"))
        assert "take-post-croupier" not in await text(house, address)
        is_gone(house, table, "eva")
        assert 'id="take-post-croupier"' in await text(house, address)
        desk = await house.enter("jugador-2", table)
        assert "take-post-croupier" not in await text(house, desk)
        refused = await house.client.post(f"{desk}/puesto", data={"role": "croupier"}, headers=FORM)
        assert (refused.status_code, croupier(house, table)) == (403, "eva")
        answer = await house.client.post(f"{address}/puesto", data={"role": "croupier"}, headers=FORM)
        assert (answer.status_code, croupier(house, table)) == (200, holder)

    run(scene, staff_access=CLOSED)


@pytest.mark.parametrize(("table", "holder", "sender"), TABLES)
def test_an_official_on_duty_sends_somebody_to_an_unattended_post(
    run: Any, table: str, holder: str, sender: str
) -> None:
    async def scene(house: Any) -> None:
        address = await official(house, table, sender, "jefe" if table != "cf" else "inspector")
        assert "send-to-croupier" not in await text(house, address)
        is_gone(house, table, holder)
        page = await text(house, address)
        assert 'id="send-to-croupier"' in page
        assert "take-post-croupier" not in page, "nobody holds two posts"
        for name in ("bot-eva", "Eva!", sender):
            fields = {"role": "croupier", "person": name}
            answer = await house.client.post(f"{address}/puesto", data=fields, headers=FORM)
            assert (answer.status_code, croupier(house, table)) == (409, holder)
        fields = {"role": "croupier", "person": "Doña Eva"}
        answer = await house.client.post(f"{address}/puesto", data=fields, headers=FORM)
        assert (answer.status_code, croupier(house, table)) == (200, "dona-eva")
        entry = (await house.tables[table].entries())[-1]
        assert entry.by == sender

    run(scene, staff_access=CLOSED)


@pytest.mark.parametrize(("table", "holder", "sender"), TABLES)
def test_programs_and_the_monitor_read_which_posts_nobody_attends(
    run: Any, table: str, holder: str, sender: str
) -> None:
    async def scene(house: Any) -> None:
        async def told() -> tuple[Any, Any, str]:
            status = (await house.client.get("/api/v1/status")).json()
            seen = await house.client.get(f"/api/v1/tables/{table}")
            assert status["ok"] is True
            return status["unattended"], seen.json()["unattended"], seen.headers["etag"]

        *before, tag = await told()
        assert before == [[], []]
        is_gone(house, table, holder)
        posts, seen, other = await told()
        assert posts == [{"table": table, "post": "croupier", "person": holder}]
        assert (seen, other == tag) == (["croupier"], False), "what is told is another version of it"
        async with following(house.app, f"/api/v1/tables/{table}/stream") as stream:
            while not stream.messages:
                await stream.more()
            assert '"unattended":["croupier"]' in str(stream.messages[0])
            house.hall.presence.connect(PersonId(holder), table)
            while len(stream.messages) < 2:
                await stream.more()
            assert '"unattended":[]' in str(stream.messages[1])

    run(scene, staff_access=CLOSED)
