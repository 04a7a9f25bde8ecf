"""A house's layer against its game: what does not fit the typed rules, the posts that are named, who may rule."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

from tapete.catalogue import entry, house_layers
from tapete.catalogue.entry import GameEntry, Offices
from tapete.catalogue.games import GAMES, entries, game_key
from tapete.catalogue.house_layers import house_book, posts_named, require_authorities
from tapete.clauses import Sourced
from tapete.rulebooks import HouseLayerError, RulebookError, house_library, read_house_layer
from tapete.table.staff import Role
from tests.support.rows import rows

GAME = "dos-panos"
TEXT = f'id = "casa"\ngame = "{GAME}"\nover = "asturias-2011"\ntitle = "Casa"\nconduct.look_s = '
LOOK = TEXT + '{ value = 20, reason = "aquí" }\n'


def refusal(read: Callable[[], Any]) -> tuple[str, dict[str, Any]]:
    try:
        read()
    except HouseLayerError as error:
        return error.code, error.facts
    except Exception as error:
        return type(error).__name__, {}
    return "", {}


def listed(monkeypatch: pytest.MonkeyPatch, *games: GameEntry) -> None:
    monkeypatch.setattr(house_layers, "entries", lambda: {one.key: one for one in games})


# --- what does not fit ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "place"),
    [
        (msgspec.ValidationError("Expected `int` - at `$.conduct.look_s.value`"), "$.conduct.look_s.value"),
        (ValueError("too long - at `$.conduct`"), "$.conduct"),
        (ValueError("too long"), "$"),
        (RulebookError("option-malformed", "x.toml", place="$.a.b", detail="at `$.c`"), "$.a.b"),
        (RulebookError("option-malformed", "x.toml", place="", detail="x"), "$"),
    ],
)
def test_a_value_that_does_not_fit_is_told_with_its_place(
    monkeypatch: pytest.MonkeyPatch, error: Exception, place: str
) -> None:
    def read(book: Any) -> Any:
        raise error

    listed(monkeypatch, msgspec.structs.replace(entry(GAME), read_rules=read))
    facts = {"file": "casa.toml", "place": place, "detail": str(error)}
    assert refusal(lambda: house_book(LOOK, "casa.toml")) == ("value-unfit", facts)


def test_a_word_in_the_place_of_a_number_is_told_with_its_place() -> None:
    code, facts = refusal(lambda: house_book(TEXT + '{ value = "mucho", reason = "aquí" }\n', "casa.toml"))
    assert (code, facts["place"]) == ("value-unfit", "$.conduct.look_s.value")


@pytest.mark.parametrize("games", [(), (msgspec.structs.replace(entry(GAME), read_rules=None),)])
def test_a_layer_of_a_game_that_nobody_reads_is_taken_as_it_is(
    monkeypatch: pytest.MonkeyPatch, games: tuple[GameEntry, ...]
) -> None:
    text = LOOK + 'authority.pronounce = { value = ["caller"], reason = "x" }\n'
    own = read_house_layer(text, "casa.toml", house_library())
    assert refusal(lambda: house_book(text, "casa.toml"))[0] == "post-unknown"
    listed(monkeypatch, *games)
    assert house_book(text, "casa.toml") == own == house_book(text, "casa.toml", house_library())


def test_a_layer_lies_over_the_books_that_it_is_given() -> None:
    below = house_library().by_id(GAME, "asturias-2011")
    other = msgspec.structs.replace(below, id="otro")
    text = LOOK.replace("asturias-2011", "otro")
    assert house_book(text, "casa.toml", house_library().with_books(other)).content["over"]["id"] == "otro"
    assert refusal(lambda: house_book(text, "casa.toml"))[0] == "no-book-below"


# --- the posts that rules name ----------------------------------------------------------------------------------------


class Bells(msgspec.Struct):
    rung: Sourced[Role]
    tolled: tuple[Role, ...] = msgspec.field(default=(), name="heard")
    number: int = 3


class House(msgspec.Struct):
    bells: Bells
    lamps: dict[str, Role]
    plain: str = "croupier"


def sourced(value: Any) -> Any:
    return Sourced(value, practice="we do it so")


C, I, D, T = Role.CROUPIER, Role.INSPECTOR, Role.DIRECTOR, Role.TABLE_CHIEF


@rows(
    "rules, key, named",
    [
        (C, "", [("", C)]),
        (C, "a", [("a", C)]),
        ("croupier", "a", []),
        (None, "a", []),
        (sourced(C), "a", [("a", C)]),
        (sourced((C, D)), "a", [("a", C), ("a", D)]),
        ([C, "x", D], "", [("", C), ("", D)]),
        (frozenset({D}), "a", [("a", D)]),
        ({"x": C, "y": [D]}, "", [("x", C), ("y", D)]),
        ({"x": C, 7: D}, "a.b", [("a.b.x", C), ("a.b.7", D)]),
        (
            House(Bells(sourced(C), (I, D)), {"red": T}),
            "",
            [("bells.rung", C), ("bells.heard", I), ("bells.heard", D), ("lamps.red", T)],
        ),
        (Bells(sourced(T)), "bells", [("bells.rung", T)]),
    ],
)
def test_each_post_is_named_with_the_option_that_names_it(rules: Any, key: str, named: list[Any]) -> None:
    assert list(posts_named(rules, key)) == named
    if not key:
        assert list(posts_named(rules)) == named


def test_every_game_knows_the_posts_that_its_rulebooks_name() -> None:
    found = {
        game: sorted({key for book in house_library().of(game) for key, _ in posts_named(one.read_rules(book))})
        for game, one in entries().items()
        if one.read_rules is not None
    }
    assert set(found) == set(entries())
    assert {"authority.decide", "authority.pronounce", "authority.report"} & set(found[GAME])


# --- authorities ------------------------------------------------------------------------------------------------------

FILLED, RULING = frozenset({C, I, Role.CHANGER}), frozenset({C, D, I})
OFFICES = Offices(filled=FILLED, filled_by=("F.1", "F.2"), ruling=RULING, ruling_by=("R.1", "R.2"))
KNOWN = "croupier, inspector, changer"


def authorities(rules: Mapping[str, Any], offices: Offices | None = OFFICES) -> tuple[str, dict[str, Any]]:
    game = msgspec.structs.replace(entry(GAME), offices=None if offices is None else lambda _: offices)
    return refusal(lambda: require_authorities(game, {"authority": rules}, "below", "casa.toml"))


def unfilled(key: str, posts: str) -> tuple[str, dict[str, Any]]:
    facts = {"file": "casa.toml", "key": f"authority.{key}", "posts": posts, "book": "below"}
    return "post-unfilled", {**facts, "known": KNOWN, "clauses": "F.1, F.2"}


def silent(key: str, post: str) -> tuple[str, dict[str, Any]]:
    facts = {"file": "casa.toml", "key": f"authority.{key}", "post": post}
    return "post-without-ruling", {**facts, "known": "croupier, inspector", "clauses": "R.1, R.2"}


RIGHT: tuple[str, dict[str, Any]] = ("", {})


@rows(
    "rules, answer",
    [
        ({}, RIGHT),
        ({"report": [C]}, RIGHT),
        ({"report": [Role.CHANGER]}, RIGHT),
        ({"report": [T, Role.CHANGER]}, RIGHT),
        ({"report": [T]}, unfilled("report", "table-chief")),
        ({"report": [T, D]}, unfilled("report", "table-chief, director")),
        ({"decide": [C]}, RIGHT),
        ({"decide": [D, C]}, RIGHT),
        ({"decide": [D]}, unfilled("decide", "director")),
        ({"decide": [Role.CHANGER]}, silent("decide", "changer")),
        ({"pronounce": [C, I]}, RIGHT),
        ({"pronounce": [T]}, unfilled("pronounce", "table-chief")),
        ({"pronounce": [C, T]}, silent("pronounce", "table-chief")),
        ({"pronounce": [C, T, Role.CHANGER]}, silent("pronounce", "table-chief")),
        ({"pronounce": [Role.CHANGER, T]}, silent("pronounce", "changer")),
        ({"decide": [C], "pronounce": [Role.CHANGER]}, silent("pronounce", "changer")),
        ({"pronounce": [Role.CHANGER], "decide": [T]}, unfilled("decide", "table-chief")),
        ({"pronounce": [C], "report": [T]}, unfilled("report", "table-chief")),
        ({"admit": [T]}, RIGHT),
    ],
)
def test_an_authority_goes_to_a_post_that_is_filled_and_a_ruling_to_those_that_rule(
    rules: Mapping[str, Any], answer: tuple[str, dict[str, Any]]
) -> None:
    assert authorities(rules) == answer
    assert authorities(rules, None) == RIGHT


# --- games that are not played yet ------------------------------------------------------------------------------------


def test_a_game_of_the_register_has_its_key_before_it_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    assert game_key("Faró") is None
    monkeypatch.setattr("tapete.catalogue.games.GAMES", (*GAMES, "faro"))
    assert [game_key(one) for one in ("Faró", "FARO", "faro", "Bingo")] == ["faro", "faro", "faro", "bingo"]
