"""What the catalogue says of each game, whole: its posts and their links, its offices, its days, its demo tables."""

from typing import Any

import pytest

from tapete.catalogue import applicability, entries, entry, house_games, house_limits, recorded_engines
from tapete.catalogue.entry import GameEntry, Offices, Post
from tapete.house.engine import ESTABLISHMENT
from tapete.kernel import LimitsTime
from tapete.rulebooks import house_library
from tapete.table.staff import Role

CROUPIER, INSPECTOR = Post("crupier", "crupier"), Post("inspector", "inspector")
CHIEF, DIRECTOR = Post("jefe", "jefe de mesa"), Post("director", "director de juegos")
HALF = {Role.TABLE_CHIEF: CHIEF, Role.DIRECTOR: DIRECTOR}

POSTS: dict[str, tuple[dict[Role, Post], dict[Role, Post]]] = {
    "punto-y-banca": (
        {Role.CROUPIER: CROUPIER, Role.TABLE_CHIEF: CHIEF},
        {Role.INSPECTOR: INSPECTOR, Role.DIRECTOR: DIRECTOR},
    ),
    "chemin-de-fer": ({Role.CROUPIER: CROUPIER, Role.INSPECTOR: INSPECTOR}, HALF),
    "dos-panos": (
        {
            Role.CROUPIER: CROUPIER,
            Role.CHANGER: Post("cambista", "cambista"),
            Role.ASSISTANT: Post("auxiliar", "auxiliar"),
            Role.INSPECTOR: INSPECTOR,
        },
        HALF,
    ),
    "bingo": (
        {
            Role.TABLE_CHIEF: CHIEF,
            Role.CALLER: Post("locutor", "vendedor-locutor"),
            Role.CASHIER: Post("cajero", "cajero"),
            Role.HALL_MANAGER: Post("jefe-de-sala", "jefe de sala"),
        },
        {
            Role.SELLER_1: Post("vendedor-1", "vendedor 1"),
            Role.SELLER_2: Post("vendedor-2", "vendedor 2"),
            Role.SELLER_3: Post("vendedor-3", "vendedor 3"),
            Role.SELLER_4: Post("vendedor-4", "vendedor 4"),
            Role.ASSISTANT: Post("auxiliar", "auxiliar de sala"),
            Role.ADMISSION: Post("admision", "admisión y control"),
        },
    ),
}

CALLED: dict[str, tuple[str, tuple[str, ...], dict[str, dict[str, str]], tuple[dict[str, Any], ...]]] = {
    "punto-y-banca": (
        "punto_banco",
        ("PB", "MPB"),
        {"mini": {"variant": "mini"}},
        (
            {"name": "punto", "rulebook": "asturias-2011", "minimum": 1_000, "maximum": 50_000},
            {"name": "mini", "rulebook": "asturias-2011", "minimum": 500, "maximum": 25_000, "variant": "mini"},
        ),
    ),
    "chemin-de-fer": (
        "chemin_de_fer",
        ("CF",),
        {},
        ({"name": "ferrocarril", "rulebook": "asturias-2011", "minimum": 1_000},),
    ),
    "dos-panos": (
        "dos_panos",
        ("DP",),
        {"banca-libre": {"mode": "open"}},
        (
            {
                "name": "dos-panos",
                "rulebook": "asturias-2011",
                "minimum": 1_000,
                "bank_minimum": 100_000,
                "bank_maximum": 1_000_000,
            },
        ),
    ),
    "bingo": ("bingo", ("BG",), {}, ({"name": "bingo", "rulebook": "orden-1979"},)),
}


@pytest.mark.parametrize("game", POSTS)
def test_a_game_has_these_posts_and_they_are_reached_by_these_links(game: str) -> None:
    one = entry(game)
    assert (list(one.posts.items()), list(one.further_posts.items())) == tuple(list(of.items()) for of in POSTS[game])
    links = [post.link for post in one.all_posts.values()]
    assert len(set(links)) == len(links) == len(one.posts) + len(one.further_posts)


@pytest.mark.parametrize("game", CALLED)
def test_a_game_has_its_room_its_letters_its_variants_and_its_tables_of_the_demo(game: str) -> None:
    one = entry(game)
    room, prefixes, variants, demo = CALLED[game]
    assert (one.key, one.room, one.prefixes, one.variants, one.demo) == (game, room, prefixes, variants, demo)
    assert one.names == {game: {}, **variants}
    assert (one.data, one.has_pages, one.screen, one.bots) == (None, True, "", "")


def test_every_game_of_the_house_is_told_of() -> None:
    assert list(POSTS) == list(CALLED) == list(entries())


# --- offices ----------------------------------------------------------------------------------------------------------

THREE = frozenset({Role.CROUPIER, Role.INSPECTOR, Role.DIRECTOR})
FIVE = THREE | {Role.CHANGER, Role.ASSISTANT}
OF_CHEMIN = Offices(filled=THREE, filled_by=("HP.CF.staff",), ruling=THREE, ruling_by=("CF.A.36", "CF.C4.21"))


def of_two_cloths(filled: frozenset[Role]) -> Offices:
    return Offices(
        filled=filled,
        filled_by=("DP.F.18",),
        ruling=THREE | {Role.TABLE_CHIEF},
        ruling_by=("DP.C1.04", "DP.C5.13", "DP.F.18"),
    )


@pytest.mark.parametrize(
    ("game", "book", "offices"),
    [
        ("chemin-de-fer", "asturias-2011", OF_CHEMIN),
        ("dos-panos", "asturias-2011", of_two_cloths(FIVE)),
        ("dos-panos", "catalogo-51-53", of_two_cloths(FIVE | {Role.TABLE_CHIEF})),
        ("dos-panos", "catalogo-51-53-literal", of_two_cloths(FIVE | {Role.TABLE_CHIEF})),
        ("dos-panos", "guia", of_two_cloths(FIVE)),
        ("dos-panos", "orden-1979", of_two_cloths(FIVE)),
    ],
)
def test_a_rulebook_gives_the_posts_these_offices_by_these_clauses(game: str, book: str, offices: Offices) -> None:
    one = entry(game)
    assert one.offices is not None
    assert one.read_rules is not None
    assert one.offices(one.read_rules(house_library().by_id(game, book))) == offices


def test_two_games_give_no_post_an_authority() -> None:
    assert [key for key, one in entries().items() if one.offices is None] == ["punto-y-banca", "bingo"]


ANY_TWO_CLOTHS = [Role.CROUPIER, Role.CHANGER, Role.ASSISTANT, Role.INSPECTOR]


@pytest.mark.parametrize(
    ("fields", "further"),
    [
        ({}, []),
        ({"mode": "limited"}, []),
        ({"mode": "open"}, [Role.DIRECTOR]),
        ({"rulebook": "asturias-2011"}, []),
        ({"rulebook": "asturias-2011", "mode": "limited"}, []),
        ({"rulebook": "asturias-2011", "mode": "open"}, [Role.DIRECTOR]),
        ({"rulebook": "catalogo-51-53"}, [Role.TABLE_CHIEF]),
        ({"rulebook": "catalogo-51-53", "mode": "open"}, [Role.TABLE_CHIEF, Role.DIRECTOR]),
        ({"rulebook": "a-house-of-its-own", "mode": "open"}, [Role.DIRECTOR]),
    ],
)
def test_the_posts_that_are_filled_at_an_opening_follow_the_rulebook_and_the_bank(
    fields: dict[str, Any], further: list[Role]
) -> None:
    assert list(entry("dos-panos").opening_posts(fields)) == [*ANY_TWO_CLOTHS, *further]
    for game in ("punto-y-banca", "chemin-de-fer", "bingo"):
        assert entry(game).opening_posts(fields) == POSTS[game][0]


def test_a_post_that_is_required_has_the_name_and_the_link_of_the_further_post() -> None:
    found = entry("dos-panos").opening_posts({"rulebook": "catalogo-51-53", "mode": "open"})
    assert found == {**POSTS["dos-panos"][0], **HALF}


# --- days and engines -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "applies"), [("2011-06-21", False), ("2011-06-22", True), ("2011-06-23", True), ("1979-01-09", False)]
)
def test_chemin_de_fer_is_governed_from_the_day_after_its_publication(day: str, applies: bool) -> None:
    found = applicability(house_library().by_id("chemin-de-fer", "asturias-2011"), day)
    assert (found.since, found.applies) == ("2011-06-22", applies)
    assert "CF.R.02" in found.clauses


@pytest.mark.parametrize(("game", "has_days"), [("punto-y-banca", True), ("dos-panos", False), ("bingo", False)])
def test_some_documents_name_no_day(game: str, has_days: bool) -> None:
    (book, *_) = house_library().of(game)
    assert (entry(game).days is not None) is has_days
    assert bool(applicability(book, "2012-01-01").since) is has_days


def test_whatever_has_a_record_of_its_own_has_an_engine() -> None:
    found = recorded_engines()
    assert list(found) == [*entries(), ESTABLISHMENT.key]
    assert found[ESTABLISHMENT.key] is ESTABLISHMENT
    assert [found[key].key for key in found] == list(found)


def test_an_engine_reads_the_rulebooks_that_it_is_given() -> None:
    only = house_library()
    for game in house_games(only).values():
        assert game.library is only  # type: ignore[attr-defined]
    assert [type(one) for one in house_games().values()] == [type(one) for one in house_games(only).values()]


def test_the_time_limits_are_those_of_the_games_that_have_one() -> None:
    class Timed:
        key = "timed"

        def time_limit(self, state: Any) -> Any:
            return state

    timed: Any = Timed()
    assert isinstance(timed, LimitsTime)
    games: dict[str, Any] = {**house_games(), "timed": timed, "untimed": object()}
    try:
        limits = house_limits(games)
    except AttributeError:
        pytest.fail("a game without a limit is asked for none")
    assert list(limits) == [key for key, one in games.items() if isinstance(one, LimitsTime)]
    assert "untimed" not in limits
    assert limits["timed"]("a state") == "a state"  # type: ignore[arg-type,comparison-overlap]


def test_a_game_of_a_plug_has_pages_and_bots_in_its_room() -> None:
    one = entry("bingo")
    small = GameEntry(key="otro", room="otro", engine=one.engine, form=one.form, posts={}, prefixes=("OT",))
    assert (small.further_posts, small.required_posts, small.read_rules, small.offices) == ({}, None, None, None)
    assert (small.variants, small.is_called, small.days, small.one_seat, small.demo) == ({}, None, None, None, ())
    assert (small.screen_module, small.bots_module) == ("tapete.web.games.otro", "tapete.bots.otro")
    assert small.opening_posts({"mode": "open"}) == {}
