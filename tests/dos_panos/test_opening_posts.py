"""The table opens under each of its rulebooks with the posts that the catalogue fills, and with no fewer."""

import pytest

from tapete.bots import staff_for
from tapete.bots.rosters import has_bots
from tapete.catalogue import entries, entry
from tapete.catalogue.house_layers import house_book
from tapete.cli.hall_server import demo_games
from tapete.kernel import HOUSE, Accepted, Act, PersonId, Refused
from tapete.rulebooks import HouseLayerError, house_library
from tapete.table.staff import Role
from tapete.web.games import has_screen

DOS_PANOS = entry("dos-panos")
BOOKS = [one.id for one in house_library().of("dos-panos")]
LIMITS = {
    "limited": {"minimum": 1000, "bank_minimum": 100_000, "bank_maximum": 1_000_000},
    "open": {"minimum": 1000, "bank_minimum": 100_000},
}


@pytest.mark.parametrize("mode", LIMITS)
@pytest.mark.parametrize("book", BOOKS)
def test_a_table_opens_with_the_posts_that_are_filled_for_it(book: str, mode: str) -> None:
    game = DOS_PANOS.engine(None)
    fields = {"name": "mesa-1", "rulebook": book, "mode": mode, **LIMITS[mode]}
    posts = DOS_PANOS.opening_posts(fields)
    staff = {str(role): PersonId(f"p-{post.link}") for role, post in posts.items()}
    outcome = game.decide(game.blank(), Act(HOUSE, DOS_PANOS.form().make({**fields, "staff": staff})))
    assert isinstance(outcome, Accepted)
    assert (Role.TABLE_CHIEF in posts) is book.startswith("catalogo")
    assert (Role.DIRECTOR in posts) is (mode == "open")
    for role in set(staff) - {"director"}:
        fewer = {**fields, "staff": {one: who for one, who in staff.items() if one != role}}
        refused = game.decide(game.blank(), Act(HOUSE, DOS_PANOS.form().make(fewer)))
        assert isinstance(refused, Refused)
        assert (refused.code, refused.facts["posts"]) == ("missing-staff", [role])


def test_a_rulebook_that_nobody_knows_asks_for_no_post() -> None:
    assert DOS_PANOS.opening_posts({"rulebook": "none"}) == DOS_PANOS.posts
    chemin = entry("chemin-de-fer")
    assert chemin.opening_posts({"rulebook": "asturias-2011"}) == chemin.posts


def test_the_demo_has_tables_of_games_that_machines_can_play_and_that_have_pages() -> None:
    assert [key for key in entries() if has_bots(key)] == [key for key, one in entries().items() if one.has_pages]
    assert demo_games() == tuple(key for key in entries() if has_screen(key))


def test_machines_go_on_duty_on_the_posts_that_a_table_fills() -> None:
    posts = DOS_PANOS.opening_posts({"rulebook": "asturias-2011"})
    assert set(staff_for("mesa", "dos-panos", posts)) == set(posts)
    assert set(staff_for("mesa", "dos-panos")) == set(DOS_PANOS.all_posts)


@pytest.mark.parametrize("book", BOOKS)
def test_a_house_s_own_layer_opens_with_the_posts_of_the_rulebook_below(book: str) -> None:
    """Which posts there must be is settled by a document under each of them, so no layer asks for another one."""
    head = f'id = "casa"\ngame = "dos-panos"\nover = "{book}"\ntitle = "Casa de prueba"\n'
    with pytest.raises(HouseLayerError) as caught:
        house_book(f'{head}staff.least = {{ value = ["croupier"], reason = "aquí" }}\n', "casa.toml")
    assert caught.value.code == "document-settles-it"
