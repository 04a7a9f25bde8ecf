"""An official who closes his page: his absence is said, and the machine that had his post takes it again."""

from typing import Any

from tapete.catalogue import house_games
from tapete.games.punto_banco import acts as p
from tapete.kernel import HOUSE, PersonId
from tapete.live import Hall
from tapete.live.posts import put_on_duty
from tapete.table.staff import Role

LUZ, FERMIN, MACHINE = PersonId("luz"), PersonId("fermin"), PersonId("bot-croupier-uno")


async def table_of(hall: Hall) -> Any:
    staff = {Role.CROUPIER: LUZ, Role.TABLE_CHIEF: FERMIN}
    return await hall.open_table("punto-y-banca", p.OpenTable("uno", "asturias-2011", 500, 50_000, staff=staff))


def croupier(table: Any) -> str:
    return str(table.view(None).staff["croupier"])


def test_the_machine_takes_the_post_of_a_croupier_who_closed_his_page(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await table_of(hall)
        table.machines[Role.CROUPIER] = MACHINE
        hall.presence.connect(LUZ, "uno")
        await stage.clock.advance(1_000)
        hall.presence.disconnect(LUZ, "uno")
        await stage.clock.advance(9)
        assert table.absent_staff == set(), "a page that is loaded anew takes a moment"
        before = table.revision
        await stage.clock.advance(1)
        assert table.absent_staff == {LUZ}
        assert table.revision != before, "every page says so"
        assert croupier(table) == LUZ
        await stage.clock.advance(20)
        await stage.settled(lambda: croupier(table) == MACHINE)
        (lost,) = table.lost_posts.values()
        assert (lost.role, lost.successor, lost.is_absent) == (Role.CROUPIER, MACHINE, True)
        entry = (await table.entries())[-1]
        assert lost.time[:16] == entry.time[:16]
        assert (entry.by, entry.act["what"]["act"]) == (str(HOUSE), "relieve")

    stage.play(scene, games=house_games())


def test_whoever_comes_back_in_time_keeps_his_post(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await table_of(hall)
        table.machines[Role.CROUPIER] = MACHINE
        for gone in (9, 29):
            hall.presence.connect(LUZ, "uno")
            hall.presence.disconnect(LUZ, "uno")
            await stage.clock.advance(gone)
            hall.presence.connect(LUZ, "uno")
            assert table.absent_staff == set()
            await stage.clock.advance(1_000)
            assert table.absent_staff == set(), "nothing runs on once he is back"
            assert croupier(table) == LUZ

    stage.play(scene, games=house_games())


def test_without_a_machine_the_absence_is_said_and_the_post_can_be_taken(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await table_of(hall)
        hall.presence.connect(LUZ, "uno")
        hall.presence.disconnect(LUZ, "uno")
        await stage.clock.advance(1_000)
        assert (table.absent_staff, croupier(table)) == ({LUZ}, LUZ)
        answer = await put_on_duty(table, Role.CROUPIER, PersonId("eva"))
        assert answer.refusal is None
        assert croupier(table) == "eva"
        assert table.lost_posts[LUZ].successor == "eva"
        assert (await put_on_duty(table, Role.CROUPIER, LUZ)).refusal is None
        assert LUZ not in table.lost_posts, "she has a post again"

    stage.play(scene, games=house_games())


def test_after_a_restart_everybody_at_a_post_is_missed_until_his_page_is_seen(stage: Any) -> None:
    async def before(hall: Hall) -> None:
        table = await table_of(hall)
        assert table.absent_staff == set(), "whoever opens a table has not lost anybody"

    async def after(hall: Hall) -> None:
        table = hall.tables["uno"]
        assert table.absent_staff == {LUZ, FERMIN}
        before = table.revision
        hall.presence.connect(LUZ, "uno")
        assert table.absent_staff == {FERMIN}
        assert table.revision != before
        await stage.clock.advance(1_000)
        assert (table.absent_staff, croupier(table)) == ({FERMIN}, LUZ), "nobody else is known for his post"

    stage.play(before, games=house_games())
    stage.play(after, games=house_games())


def test_only_the_posts_of_whoever_is_gone_go_back_to_machines(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await table_of(hall)
        table.machines[Role.CROUPIER] = MACHINE
        table.machines[Role.TABLE_CHIEF] = PersonId("bot-jefe-uno")
        hall.post_absences.note_disconnection(LUZ, "uno")
        hall.post_absences.note_disconnection(LUZ, "dos")
        await stage.clock.advance(1_000)
        await stage.settled(lambda: croupier(table) == MACHINE)
        assert table.view(None).staff[Role.TABLE_CHIEF] == FERMIN

    stage.play(scene, games=house_games())
