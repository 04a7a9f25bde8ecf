"""Who plays a game when machines do: for each post a kind of machine, and players with tempers and places."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tapete.bots import chemin_de_fer, dos_panos, punto_banco
from tapete.bots.chemin_de_fer import staff as cf_staff
from tapete.bots.chemin_de_fer.strategy import TEMPERS as CF_TEMPERS
from tapete.bots.dos_panos import croupier as dp_croupier, staff as dp_staff
from tapete.bots.dos_panos.strategy import TEMPERS as DP_TEMPERS
from tapete.bots.punto_banco import staff as pb_staff
from tapete.bots.punto_banco.players import Temper
from tapete.bots.rosters import has_bots, roster_of
from tapete.table.staff import Role
from tests.support.bots.habits import PACE, seat

HOUSES: dict[str, Any] = {
    "chemin-de-fer": (chemin_de_fer, {Role.CROUPIER: cf_staff.Croupier, Role.INSPECTOR: cf_staff.Inspector}, 5),
    "dos-panos": (
        dos_panos,
        {
            Role.CROUPIER: dp_croupier.Croupier,
            Role.CHANGER: dp_staff.Attendant,
            Role.ASSISTANT: dp_staff.Attendant,
            Role.INSPECTOR: dp_staff.Official,
            Role.TABLE_CHIEF: dp_staff.Official,
            Role.DIRECTOR: dp_staff.Director,
        },
        6,
    ),
    "punto-y-banca": (punto_banco, {Role.CROUPIER: pb_staff.Croupier, Role.TABLE_CHIEF: pb_staff.Chief}, 1),
}


@pytest.mark.parametrize("game", HOUSES)
def test_every_post_has_its_machine_and_a_table_enough_players(game: str) -> None:
    room, staff, least = HOUSES[game]
    assert has_bots(game)
    assert roster_of(game) is room.ROSTER
    assert (room.ROSTER.staff, room.ROSTER.player, room.ROSTER.least) == (staff, room.player, least)


@pytest.mark.parametrize(
    ("room", "tempers", "places"),
    [
        (chemin_de_fer, CF_TEMPERS, [2, 4, 6, 8, 10, 12, 14]),
        (dos_panos, DP_TEMPERS, [1, 2, 3, 4, 5, 6, 7]),
        (punto_banco, tuple(Temper), [2, 4, 6, 8, 10, 12, 14]),
    ],
)
def test_each_player_has_his_temper_in_turn_and_his_place(room: Any, tempers: Any, places: list[int]) -> None:
    made = [room.player(seat(), PACE, Random(1), number) for number in range(7)]
    assert [one.place for one in made] == places
    assert [one.temper for one in made] == [tempers[number % len(tempers)] for number in range(7)]
    assert {one.pace for one in made} == {PACE}


@pytest.mark.parametrize("game", HOUSES)
def test_a_machine_on_a_post_has_its_seat_and_its_pace(game: str) -> None:
    for kind in roster_of(game).staff.values():
        here, chance = seat(), Random(1)
        made = kind(here, PACE, chance)
        assert (made.seat, made.pace, made.chance, made.acts) == (here, PACE, chance, 0)
