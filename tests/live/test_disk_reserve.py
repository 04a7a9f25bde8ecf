"""Room on the disk: without the reserve no further coup begins, and everything else goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tapete.catalogue import house_games
from tapete.kernel import Act, PersonId
from tapete.live import Hall
from tapete.live.disk_reserve import RESERVE, free_space_reader
from tests.support.live.toy import Add, Draw, Open, Shuffle, Turn

ANA = PersonId("ana")


class Disk:
    """A disk that says what it is told to say."""

    def __init__(self, free: int | None) -> None:
        self.found, self.asked = free, 0

    def free(self) -> int | None:
        self.asked += 1
        return self.found


def test_no_coup_begins_below_the_reserve_and_the_one_in_play_ends(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        disk = Disk(RESERVE)
        hall.disk.free = disk.free
        table = await hall.open_table("toy", Open("uno"))
        assert (await table.act(Act(ANA, Shuffle(), table.step), "s1")).refusal is None  # exactly the reserve is enough
        disk.found = RESERVE - 1
        for number, what in enumerate((Draw(), Add(1), Turn())):
            assert (await table.act(Act(ANA, what, table.step), f"c{number}")).refusal is None
        assert disk.asked == 1  # only a coup that begins asks
        answer = await table.act(Act(ANA, Shuffle(), table.step), "s2")
        assert answer.refusal is not None
        assert (answer.refusal.code, answer.refusal.facts) == ("disk-short", {"free": 63, "reserve": 64})
        assert (table.version, table.view(None).shoe) == (5, 1)
        disk.found = RESERVE
        assert (await table.act(Act(ANA, Shuffle(), table.step), "s2")).refusal is None  # the same request, later
        assert table.view(None).shoe == 2

    stage.play(scene)


def test_what_the_rules_refuse_is_said_first(stage: Any) -> None:
    """A disk that is short is no answer to an act that the table would not take anyway."""
    from tapete.games.punto_banco import acts as a
    from tapete.table.staff import Role

    async def scene(hall: Hall) -> None:
        hall.disk.free = lambda: 0
        staff = {Role.CROUPIER: PersonId("c"), Role.TABLE_CHIEF: PersonId("j")}
        table = await hall.open_table("punto-y-banca", a.OpenTable("pb", "asturias-2011", 1000, 50000, staff=staff))
        for by, code in (("ana", "not-your-post"), ("c", "wrong-window")):
            answer = await table.act(Act(PersonId(by), a.OpenBets(), table.step))
            assert answer.refusal is not None
            assert answer.refusal.code == code

    stage.play(scene, games=house_games())


def test_hall_reads_the_disk_of_its_store_and_keeps_what_it_is_told(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        free = hall.disk.free()
        assert free is not None
        assert free > 0
        table = await hall.open_table("toy", Open("uno"))
        answer = await table.act(Act(ANA, Shuffle(), table.step))
        assert answer.refusal is not None
        assert answer.refusal.code == "disk-short"

    stage.play(scene, reserve=1 << 60)


def test_disk_that_cannot_be_asked_counts_as_full(tmp_path: Path) -> None:
    assert free_space_reader(f"sqlite:///{tmp_path}/gone/hall.db")() == 0
    assert free_space_reader(str(tmp_path / "hall.db"))() != 0
