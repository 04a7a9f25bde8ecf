"""What people do beside the record from their own pages, and may not do from anybody else's post."""

from typing import Any

from tapete.games.baccarat.corrections import CorrectPayment
from tapete.games.punto_banco import acts as a
from tapete.kernel import Act, PersonId
from tapete.live.proposals import CorrectionProposal
from tapete.table.acts import Relieve
from tapete.table.staff import Role
from tests.support.web.house import House
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


def test_a_correction_is_dropped_by_one_of_its_two_officials(run: Any) -> None:
    async def scene(house: House) -> None:
        await house.act("system:house", Relieve(Role.DIRECTOR, PersonId("eva")))
        for who in ("eva", "ana", "nadie", "marta", "julio"):
            for first in ("", "nadie", "julio", "marta"):
                proposed(house, "marta", "julio")
                status, _ = await sent(house, who, "desestimar", {"first": first})
                is_dropped = who in ("marta", "julio") and first == "marta"
                assert status == (200 if is_dropped else 409), (who, first)
                assert [one.command for one in house.table.proposals] == ([] if is_dropped else ["marta-julio"])

    run(scene)


def test_an_official_drops_his_own_correction_and_not_that_of_the_others(run: Any) -> None:
    async def scene(house: House) -> None:
        await house.act("system:house", Relieve(Role.DIRECTOR, PersonId("eva")))
        for first, second in (("marta", "julio"), ("eva", "marta")):
            proposed(house, first, second)
        assert (await sent(house, "julio", "desestimar", {"first": "eva"}))[0] == 409
        assert (await sent(house, "julio", "desestimar", {"first": "marta"}))[0] == 200
        assert [one.command for one in house.table.proposals] == ["eva-marta"]

    run(scene)


def test_time_is_given_by_an_official_while_a_clock_runs(run: Any) -> None:
    async def scene(house: House) -> None:
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

    run(scene)


def test_a_post_is_given_back_to_its_machine_by_its_holder_alone(run: Any) -> None:
    async def scene(house: House) -> None:
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

    run(scene)


def test_a_post_that_no_machine_held_is_given_back_to_nobody(run: Any) -> None:
    async def scene(house: House) -> None:
        assert (await sent(house, "marta", "devolver", {"role": "croupier"}))[0] == 409
        assert house.table.view(None).staff["croupier"] == "marta"

    run(scene)


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


def test_the_link_of_a_noted_player_is_for_the_officials_of_a_real_table(run: Any) -> None:
    async def scene(house: House) -> None:
        for table in ("real", "cf"):
            await house.circle(table)
        for who, player, status in LINKS:
            table = "cf" if who.endswith("-cf") else "real"
            told = await sent(house, who, "enlace", {"player": player}, table)
            assert (told[0], f"/mesa/{table}/como/{player}" in told[1]) == (status, status == 200), (who, player)

    run(scene)


def test_a_post_goes_back_only_to_a_machine_that_is_at_work(run: Any) -> None:
    """A hall that is served again has the tables of a demo and none of its machines."""

    async def scene(house: House) -> None:
        bots = {role: PersonId(f"bot-{role}-bots") for role in (Role.CROUPIER, Role.TABLE_CHIEF)}
        opening = a.OpenTable("bots", "asturias-2011", 500, 50_000, staff=bots)
        house.tables["bots"] = table = await house.hall.open_table("punto-y-banca", opening)
        await house.act("system:house", Relieve(Role.CROUPIER, PersonId("eva")), "bots")
        for at_work in (False, True):
            table.machines.clear()
            table.machines.update(bots if at_work else {})
            house.client.cookies.clear()
            headers = {"cookie": house.cookie("eva", "bots", staff=True)}
            page = (await house.client.get("/mesa/bots/como/eva", headers=headers)).text
            assert ('id="hand-back-croupier"' in page) == at_work
            assert (await sent(house, "eva", "devolver", {"role": "croupier"}, "bots"))[0] == (200 if at_work else 409)

    run(scene)
