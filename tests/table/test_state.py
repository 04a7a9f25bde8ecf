"""What every table with people has: whoever serves all tables relies on it, and a hall without places lacks it."""

import msgspec

from tapete.games.bingo.game import BINGO
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.punto_banco.game import PUNTO_BANCO
from tapete.kernel import Act, PersonId
from tapete.table.acts import Relieve
from tapete.table.conduct import Conduct
from tapete.table.seats import Seats
from tapete.table.staff import CARD_TABLE_POSTS, Role, require_posts_of_game
from tapete.table.state import SeatsPeople, StaffsPosts, TableState, TableView, is_observed, people_of
from tapete.words import LANGS, topics
from tests.support.chemin_de_fer.table import opened as opened_chemin
from tests.support.punto_banco.tables import ready
from tests.support.rows import rows


def test_a_table_is_observed_where_staff_follow_what_people_do():
    assert not is_observed(opened_chemin().state)
    assert is_observed(opened_chemin(conduct=Conduct.OBSERVED).state)
    assert not is_observed(BINGO.blank())
    assert not is_observed(None)


def test_both_card_games_have_the_state_and_the_view_of_a_table():
    for game, state in ((PUNTO_BANCO, ready().state), (CHEMIN_DE_FER, opened_chemin().state)):
        view = game.view(state, PersonId("croupier"))
        assert isinstance(state, TableState)
        assert isinstance(view, TableView)
        assert (view.name, view.step, view.phase) == (state.settings.name, state.step, state.phase)
        assert view.conduct is state.settings.conduct
        assert people_of(view) == state.seats.people()
        assert view.waiting_list == state.seats.waiting_list
        assert view.variant in {"punto-y-banca", "mini", "chemin-de-fer"}
        assert "variant" in msgspec.to_builtins(view) or view.variant == game.key
        assert view.me.roles == (Role.CROUPIER,)


def test_a_hall_without_places_has_posts_and_a_view_in_which_nobody_sits():
    blank = BINGO.blank()
    view = BINGO.view(blank, None)
    assert not isinstance(blank, TableState)
    assert not isinstance(blank, SeatsPeople)
    assert isinstance(blank, StaffsPosts)
    assert isinstance(view, TableView)
    assert not people_of(view)


def test_a_game_names_its_posts():
    assert require_posts_of_game(CARD_TABLE_POSTS, CARD_TABLE_POSTS) is None
    found = require_posts_of_game((Role.CROUPIER, Role.CALLER), CARD_TABLE_POSTS)
    assert (found.code, found.facts) == ("no-such-post", {"post": "caller"})


@rows("role", Role)
def test_every_post_has_a_name_in_every_language(role):
    assert all(topics()["role"][role][lang] for lang in LANGS)


def test_nobody_sits_behind_or_in_the_chair_at_todays_tables():
    assert Seats((1, 2)) == Seats((1, 2), second_row=ready().state.seats.second_row, in_chair=None)
    assert {str(one) for one in Conduct} == {"strict", "observed"}


def test_a_post_of_another_game_is_refused_at_both_tables():
    tables = ((PUNTO_BANCO, ready().state, "chief"), (CHEMIN_DE_FER, opened_chemin().state, "inspector"))
    for game, state, chief in tables:
        answer = game.decide(state, Act(PersonId(chief), Relieve(Role.CASHIER, PersonId("relief")), state.step))
        assert (answer.code, answer.facts) == ("no-such-post", {"post": "cashier"})
