"""Each post of a game has its link, whatever posts the game has."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from tapete.catalogue import Post, additional_game, entries
from tapete.table.staff import CARD_TABLE_POSTS, Role
from tapete.web.ports import Table
from tapete.web.seat_links import find_seat_link, seat_links
from tests.toy_game.entry import CARTA_ALTA


def table(game: str, staff: dict[Role, str]) -> Table:
    view = SimpleNamespace(name="sala", staff=staff, seats=(SimpleNamespace(seat=1, person=None),))
    found: Any = SimpleNamespace(game=SimpleNamespace(key=game), view=lambda viewer: view)
    return cast("Table", found)


@pytest.mark.parametrize("game", [key for key, one in entries().items() if Role.CROUPIER in one.posts])
def test_every_post_that_a_card_table_takes_has_a_link(game: str) -> None:
    posts = entries()[game].all_posts
    assert set(posts) >= CARD_TABLE_POSTS
    staff = {role: f"p-{role}" for role in sorted(posts, reverse=True)}
    found = [(one.link, one.role, one.person) for one in seat_links(table(game, staff)) if one.seat is None]
    assert [one for one in found if Role(one[1]) in CARD_TABLE_POSTS] == [
        ("crupier", "croupier", "p-croupier"),
        ("jefe", "table-chief", "p-table-chief"),
        ("inspector", "inspector", "p-inspector"),
        ("director", "director", "p-director"),
    ]
    assert [one[1] for one in found] == [str(role) for role in posts]
    assert [one.link for one in seat_links(table(game, {Role.DIRECTOR: "p"}))] == ["director", "jugador-1"]


def test_a_free_place_is_linked_for_a_player_of_its_own() -> None:
    found = seat_links(table("chemin-de-fer", {}))
    assert [(one.link, one.role, one.person, one.seat) for one in found] == [("jugador-1", "player", "sala-j1", 1)]


def test_a_game_brings_posts_that_no_card_table_has() -> None:
    posts = {Role.CALLER: Post("locutor", "vendedor-locutor"), Role.HALL_MANAGER: Post("sala", "jefe de sala")}
    further = {Role.CASHIER: Post("caja", "cajero")}
    with additional_game(msgspec.structs.replace(CARTA_ALTA, posts=posts, further_posts=further)):
        hall = table(CARTA_ALTA.key, {Role.HALL_MANAGER: "eva", Role.CALLER: "luis", Role.CASHIER: "bot-caja"})
        assert [(one.link, one.role) for one in seat_links(hall)] == [
            ("caja", "cashier"),
            ("locutor", "caller"),
            ("sala", "hall-manager"),
            ("jugador-1", "player"),
        ]
        found = find_seat_link(hall, "caja")
        assert found is not None
        assert (found.person, found.is_holder) == ("sala-caja", False)
        assert find_seat_link(hall, "crupier") is None
