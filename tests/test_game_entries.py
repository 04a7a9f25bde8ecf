"""Each game of the house as the catalogue lists it: everything that its entry says, whole."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.catalogue import (
    GameEntry,
    Post,
    bingo,
    chemin_de_fer,
    dos_panos,
    entries,
    game_key,
    games,
    house_games,
    punto_banco,
    recorded_engines,
)
from tapete.catalogue import one_seat as house_rule
from tapete.table.staff import Role

CROUPIER, INSPECTOR = Post("crupier", "crupier"), Post("inspector", "inspector")
CHIEF, DIRECTOR = Post("jefe", "jefe de mesa"), Post("director", "director de juegos")

ENTRIES = (
    GameEntry(
        key="punto-y-banca",
        room="punto_banco",
        engine=punto_banco.engine,
        form=punto_banco.form,
        read_rules=punto_banco.read_rules,
        posts={Role.CROUPIER: CROUPIER, Role.TABLE_CHIEF: CHIEF},
        further_posts={Role.INSPECTOR: INSPECTOR, Role.DIRECTOR: DIRECTOR},
        required_posts=None,
        offices=None,
        prefixes=("PB", "MPB"),
        variants={"mini": {"variant": "mini"}},
        is_called=None,
        days=punto_banco.days,
        one_seat=punto_banco.require_one_seat,
        demo=(
            {"name": "punto", "rulebook": "asturias-2011", "minimum": 1000, "maximum": 50_000},
            {"name": "mini", "rulebook": "asturias-2011", "minimum": 500, "maximum": 25_000, "variant": "mini"},
        ),
        data=None,
        has_pages=True,
        screen="",
        bots="",
    ),
    GameEntry(
        key="chemin-de-fer",
        room="chemin_de_fer",
        engine=chemin_de_fer.engine,
        form=chemin_de_fer.form,
        read_rules=chemin_de_fer.read_rules,
        posts={Role.CROUPIER: CROUPIER, Role.INSPECTOR: INSPECTOR},
        further_posts={Role.TABLE_CHIEF: CHIEF, Role.DIRECTOR: DIRECTOR},
        required_posts=None,
        offices=chemin_de_fer.offices,
        prefixes=("CF",),
        variants={},
        is_called=chemin_de_fer.is_called,
        days=chemin_de_fer.days,
        one_seat=chemin_de_fer.require_one_seat,
        demo=({"name": "ferrocarril", "rulebook": "asturias-2011", "minimum": 1000},),
        data=None,
        has_pages=True,
        screen="",
        bots="",
    ),
    GameEntry(
        key="dos-panos",
        room="dos_panos",
        engine=dos_panos.engine,
        form=dos_panos.form,
        read_rules=dos_panos.read_rules,
        posts={
            Role.CROUPIER: CROUPIER,
            Role.CHANGER: Post("cambista", "cambista"),
            Role.ASSISTANT: Post("auxiliar", "auxiliar"),
            Role.INSPECTOR: INSPECTOR,
        },
        further_posts={Role.TABLE_CHIEF: CHIEF, Role.DIRECTOR: DIRECTOR},
        required_posts=dos_panos.required_posts,
        offices=dos_panos.offices,
        prefixes=("DP",),
        variants={"banca-libre": {"mode": "open"}},
        is_called=dos_panos.is_called,
        days=None,
        one_seat=None,
        demo=(
            {
                "name": "dos-panos",
                "rulebook": "asturias-2011",
                "minimum": 1000,
                "bank_minimum": 100_000,
                "bank_maximum": 1_000_000,
            },
        ),
        data=None,
        has_pages=True,
        screen="",
        bots="",
    ),
    GameEntry(
        key="bingo",
        room="bingo",
        engine=bingo.engine,
        form=bingo.form,
        read_rules=bingo.read_rules,
        posts={
            Role.TABLE_CHIEF: CHIEF,
            Role.CALLER: Post("locutor", "vendedor-locutor"),
            Role.CASHIER: Post("cajero", "cajero"),
            Role.HALL_MANAGER: Post("jefe-de-sala", "jefe de sala"),
        },
        further_posts={
            Role.SELLER_1: Post("vendedor-1", "vendedor 1"),
            Role.SELLER_2: Post("vendedor-2", "vendedor 2"),
            Role.SELLER_3: Post("vendedor-3", "vendedor 3"),
            Role.SELLER_4: Post("vendedor-4", "vendedor 4"),
            Role.ASSISTANT: Post("auxiliar", "auxiliar de sala"),
            Role.ADMISSION: Post("admision", "admisión y control"),
        },
        required_posts=None,
        offices=None,
        prefixes=("BG",),
        variants={},
        is_called=None,
        days=None,
        one_seat=None,
        demo=({"name": "bingo", "rulebook": "orden-1979"},),
        data=None,
        has_pages=True,
        screen="",
        bots="",
    ),
)


def fields(entry: GameEntry | None) -> dict[str, Any]:
    """Return what an entry says by field; of its posts in their order."""
    found = {} if entry is None else {name: getattr(entry, name) for name in entry.__struct_fields__}
    return {name: list(one.items()) if name.endswith("posts") and one and not callable(one) else one
            for name, one in found.items()}  # fmt: skip


def test_these_games_are_listed_in_this_order() -> None:
    assert tuple(entries()) == tuple(one.key for one in ENTRIES)


@pytest.mark.parametrize("due", ENTRIES, ids=lambda one: one.key)
def test_the_entry_of_a_game_says_this_and_no_more(due: GameEntry) -> None:
    assert fields(entries().get(due.key)) == fields(due)


def test_an_entry_that_says_the_least_leaves_everything_else_open() -> None:
    one = ENTRIES[0]
    bare = GameEntry(key="k", room="r", engine=one.engine, form=one.form, posts=one.posts, prefixes=())
    said = {"key": "k", "room": "r", "engine": one.engine, "form": one.form, "posts": list(one.posts.items())}
    none = dict.fromkeys(("required_posts", "read_rules", "offices", "is_called", "days", "one_seat", "data"))
    empty = {"further_posts": {}, "variants": {}, "demo": (), "prefixes": (), "screen": "", "bots": ""}
    assert fields(bare) == said | none | empty | {"has_pages": True}
    assert (bare.screen_module, bare.bots_module) == ("tapete.web.games.r", "tapete.bots.r")
    assert (bare.opening_posts({}), bare.names, dict(bare.all_posts)) == (one.posts, {"k": {}}, dict(one.posts))


@pytest.mark.parametrize(
    ("given", "further"),
    [
        ({}, ()),
        ({"mode": "limited"}, ()),
        ({"mode": "open"}, (Role.DIRECTOR,)),
        ({"mode": "open", "rulebook": "none"}, (Role.DIRECTOR,)),
    ],
)
def test_an_open_bank_has_a_director_beside_the_posts_of_every_table(
    given: dict[str, Any], further: tuple[Role, ...]
) -> None:
    one = ENTRIES[2]
    posts = one.opening_posts(given)
    assert list(posts.items()) == [*one.posts.items(), *((role, one.further_posts[role]) for role in further)]


def test_the_rule_of_the_house_is_asked_of_a_game_that_has_none_of_its_own() -> None:
    assert [one.key for one in ENTRIES if one.one_seat is None] == ["dos-panos", "bingo"]
    assert {one.one_seat for one in ENTRIES if one.one_seat} & {house_rule.require_one_seat} == set()


def test_a_game_of_the_register_has_its_key_before_anybody_plays_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert game_key("Ruleta Francesa") is None
    monkeypatch.setattr(games, "GAMES", ("ruleta-francesa",))
    assert [game_key(one) for one in ("ruleta francesa", "Ruleta-Francesa", "bingo")] == [
        "ruleta-francesa",
        "ruleta-francesa",
        "bingo",
    ]


def test_whatever_can_have_a_record_is_the_games_and_the_house_above_them() -> None:
    engines = recorded_engines()
    assert list(engines) == [*(one.key for one in ENTRIES), "house"]
    assert list(house_games()) == [one.key for one in ENTRIES]
    assert {key: one.key for key, one in engines.items()} == {key: key for key in engines}
    assert tuple(entries().values()) == games.HOUSE
