"""Promise: what officials may do beside the record from their own page, and what is read of a post nobody attends."""

import re
from typing import Any

import pytest

from tapete.games.baccarat.corrections import CorrectPayment
from tapete.games.punto_banco import acts as a
from tapete.kernel import Act, PersonId
from tapete.live.posts import put_on_duty
from tapete.live.proposals import CorrectionProposal
from tapete.table.acts import Relieve
from tapete.table.staff import Role
from tapete.web.staff_access import StaffAccess
from tests.support.web.house import House, opened
from tests.support.web.pages import FORM


async def sent(house: House, who: str, to: str, fields: dict[str, str], table: str = "mesa") -> tuple[int, str]:
    """Send a form from somebody's own page; return the status and the text."""
    staff = who in house.tables[table].view(None).staff.values()
    headers = FORM | {"cookie": house.cookie(who, table, staff=staff)}
    house.client.cookies.clear()
    answer = await house.client.post(f"/mesa/{table}/como/{who}/{to}", data=fields, headers=headers)
    return answer.status_code, answer.text


def proposed(house: House, first: str, second: str) -> None:
    what = CorrectPayment(coup=1, person=PersonId("ana"), paid=-100, second=PersonId(second), reason="x")
    house.table.proposals.put(CorrectionProposal(Act(PersonId(first), what), f"{first}-{second}"))


async def test_a_correction_is_dropped_by_one_of_its_two_officials(house: House, /) -> None:
    await house.act("system:house", Relieve(Role.DIRECTOR, PersonId("eva")))
    for who in ("eva", "ana", "nadie", "marta", "julio"):
        for first in ("", "nadie", "julio", "marta"):
            proposed(house, "marta", "julio")
            status, _ = await sent(house, who, "desestimar", {"first": first})
            is_dropped = who in ("marta", "julio") and first == "marta"
            assert status == (200 if is_dropped else 409), (who, first)
            assert [one.command for one in house.table.proposals] == ([] if is_dropped else ["marta-julio"])


async def test_time_is_given_by_an_official_while_a_clock_runs(house: House, /) -> None:
    gives = {"marta": True, "julio": True, "ana": False, "nadie": False}
    for who in gives:
        assert (await sent(house, who, "mas-tiempo", {}))[0] == 409  # no clock, and no betting to close
    await house.prepare()
    before = house.table.version
    for who, may in gives.items():
        house.table.countdown.show("bets", 100.0)
        status, _ = await sent(house, who, "mas-tiempo", {})
        assert (status, house.table.countdown.left() > 100.0) == (200 if may else 409, may), who
    assert house.table.version == before


async def test_a_post_is_given_back_to_its_machine_by_its_holder_alone(house: House, /) -> None:
    bots = {role: PersonId(f"bot-{role}-bots") for role in (Role.CROUPIER, Role.TABLE_CHIEF)}
    opening = a.OpenTable("bots", "asturias-2011", 500, 50_000, staff=bots)
    house.tables["bots"] = table = await house.hall.open_table("punto-y-banca", opening)
    table.machines.update(bots)
    held = {"eva": Role.CROUPIER, "pau": Role.TABLE_CHIEF}
    for who, role in held.items():
        await house.act("system:house", Relieve(role, PersonId(who)), "bots")
    for who in ("eva", "pau", "ana"):
        for role in (*bots, Role.DIRECTOR, ""):
            if held.get(who) != role:
                assert (await sent(house, who, "devolver", {"role": str(role)}, "bots"))[0] == 409, (who, role)
    assert dict(table.view(None).staff) == {role: who for who, role in held.items()}
    assert (await sent(house, "eva", "devolver", {"role": "croupier"}, "bots"))[0] == 200
    assert dict(table.view(None).staff) == {Role.CROUPIER: bots[Role.CROUPIER], Role.TABLE_CHIEF: "pau"}


LINKS = (
    ("luz-real", "bea-real", 200),
    ("fermin-real", "bea-real", 200),
    ("luz-real", "fermin-real", 409),
    ("luz-real", "luz-real", 409),
    ("luz-real", "nadie", 409),
    ("luz-real", "", 409),
    ("bea-real", "bea-real", 403),
    ("bea-real", "ana-real", 403),
    ("nadie", "bea-real", 403),
    ("luz-cf", "bea-cf", 403),
)


async def test_the_link_of_a_noted_player_is_for_the_officials_of_a_real_table(house: House, /) -> None:
    for table in ("real", "cf"):
        await house.circle(table)
    for who, player, status in LINKS:
        table = "cf" if who.endswith("-cf") else "real"
        told = await sent(house, who, "enlace", {"player": player}, table)
        assert (told[0], f"/mesa/{table}/como/{player}" in told[1]) == (status, status == 200), (who, player)


KEY = "llave-de-la-sala"
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
@opened(staff_access=CLOSED)
async def test_everybody_reads_for_what_the_table_waits(house: Any, /, table: str, holder: str, sender: str) -> None:
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


@pytest.mark.parametrize(("table", "holder", "sender"), TABLES)
@opened(staff_access=CLOSED)
async def test_whoever_lost_his_post_reads_when_and_why_and_takes_it_again(
    house: Any, /, table: str, holder: str, sender: str
) -> None:
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
