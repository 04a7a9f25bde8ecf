"""By which short name everybody at a table reads somebody, in each way in which the hall has named him; and from which
place a newcomer came.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.bots import staff_for
from tapete.bots.rosters import has_bots
from tapete.catalogue import entries
from tapete.kernel import PersonId
from tapete.table.staff import Role
from tapete.web import seat_links
from tapete.web.hall_sign import SIGN, HallSign
from tapete.web.seat_links import SeatLink, newcomer_seat, screen_kind, short_name, table_naming
from tapete.words import label

LONG = "mesa-de-un-nombre-que-no-cabe-en-ningun-sitio"


@pytest.mark.parametrize(
    ("person", "table", "name", "seat"),
    [
        ("ana", "mesa", "ana", None),
        ("bot-ana", "mesa", "ana", None),
        ("ana-mesa", "mesa", "ana", None),
        ("bot-ana-mesa", "mesa", "ana", None),
        ("bot-croupier-mesa", "mesa", "crupier", None),
        ("bot-chief-mesa", "mesa", "jefe de mesa", None),
        ("bot-table-chief-mesa", "mesa", "jefe de mesa", None),
        ("bot-caller-mesa-2", "mesa", "vendedor-locutor", None),
        ("caller-mesa", "mesa", "caller", None),
        ("ana-mesa-2", "mesa", "ana", None),
        ("ana-mesa", "mesa-2", "ana", None),
        ("ana-mesa-1", "mesa", "ana-mesa-1", None),
        ("ana-mesa-12", "mesa", "ana", None),
        ("ana-mesas", "mesa", "ana-mesas", None),
        ("mesa-crupier", "mesa", "crupier", None),
        ("mesa-2-crupier", "mesa", "crupier", None),
        ("mesa-1-crupier", "mesa", "mesa-1-crupier", None),
        ("mesa-j1", "mesa", "jugador A", 1),
        ("mesa-j2", "mesa", "jugador B", 2),
        ("mesa-j10", "mesa", "jugador J", 10),
        ("mesa-j3-ab12", "mesa", "jugador ab12", 3),
        ("mesa-3-j3-ab12", "mesa", "jugador ab12", 3),
        ("mesa-jx", "mesa", "jx", None),
        ("mesa-juan", "mesa", "juan", None),
        ("mesa-j", "mesa", "j", None),
        ("mesa-de-pie-ab12", "mesa", "jugador ab12", None),
        ("mesa-de-pies", "mesa", "de-pies", None),
        ("mesa-5", "mesa", "mesa-5", None),
        (f"{LONG[:32]}-j4", LONG, f"{LONG[:32]}-j4", 4),
        (f"{LONG[:30]}-j5-ab12", LONG, f"{LONG[:30]}-j5-ab12", 5),
        (f"{LONG[:31]}-j6", LONG, f"{LONG[:31]}-j6", None),
        (f"p-0123{'a' * 28}", "mesa", "jugador 0123", None),
        (f"staff-4567{'b' * 28}", "mesa", "Personal 4567", None),
        (f"p-0123{'a' * 27}", "mesa", f"p-0123{'a' * 27}", None),
        ("system:house", "mesa", "el establecimiento", None),
    ],
)
def test_everybody_reads_somebodys_short_name(person: str, table: str, name: str, seat: int | None) -> None:
    assert short_name(person, table, "es") == name
    assert table_naming(table)(person, "es") == name
    assert newcomer_seat(person, table) == seat


def test_in_a_house_people_are_called_as_they_have_chosen() -> None:
    token = SIGN.set(HallSign(house="Casino", name_of=lambda person: "Ana" if person == "mesa-j1" else ""))
    try:
        assert [short_name(one, "mesa", "es") for one in ("mesa-j1", "mesa-j2")] == ["Ana", "jugador B"]
    finally:
        SIGN.reset(token)


@pytest.mark.parametrize(
    ("roles", "kind"),
    [
        (None, "player"),
        ((), "player"),
        ((Role.CROUPIER,), "croupier"),
        ((Role.INSPECTOR,), "chief"),
        ((Role.TABLE_CHIEF,), "chief"),
        ((Role.TABLE_CHIEF, Role.CROUPIER), "croupier"),
    ],
)
def test_a_console_is_that_of_a_persons_posts(roles: tuple[Role, ...] | None, kind: str) -> None:
    view: Any = SimpleNamespace(me=None if roles is None else SimpleNamespace(roles=frozenset(roles)))
    assert screen_kind(view) == kind


@pytest.mark.parametrize("name", ["sala", LONG])
def test_each_link_of_a_table_leads_to_somebody(name: str) -> None:
    seats = [(1, None), (2, "ana"), (3, "bot-bea"), (12, None)]
    staff = {"croupier": "bot-luz", "table-chief": "julio"}
    places = [SimpleNamespace(seat=seat, person=person) for seat, person in seats]
    view = SimpleNamespace(name=name, staff=staff, seats=places)
    table: Any = SimpleNamespace(game=SimpleNamespace(key="punto-y-banca"), view=lambda viewer: view)
    assert seat_links.seat_links(table) == (
        SeatLink("crupier", "croupier", PersonId(f"{name[:30]}-crupier"), None, False, False),
        SeatLink("jefe", "table-chief", PersonId("julio"), None, False, True),
        SeatLink("jugador-1", "player", PersonId(f"{name[:32]}-j1"), 1, False, True),
        SeatLink("jugador-2", "player", PersonId("ana"), 2, False, True),
        SeatLink("jugador-3", "player", PersonId("bot-bea"), 3, True, True),
        SeatLink("jugador-12", "player", PersonId(f"{name[:32]}-j12"), 12, False, True),
    )


@pytest.mark.parametrize("game", [key for key in entries() if has_bots(key)])
def test_a_machine_at_any_post_of_any_game_is_called_by_its_post(game: str) -> None:
    staff = staff_for("mesa", game)
    assert staff
    assert {role: short_name(who, "mesa", "es") for role, who in staff.items()} == {
        role: label("role", role, "es") for role in staff
    }
