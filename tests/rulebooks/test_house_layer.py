"""A house's own layer over a rulebook: values for what the documents leave open, and for nothing else."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tapete import rulebooks
from tapete.catalogue.games import entries, house_book, posts_named, require_authorities
from tapete.clauses import Origin
from tapete.rulebooks.house_layer import read_house_layer
from tapete.rulebooks.recipe import read_tree
from tapete.words import LANGS, placeholders, topics
from tests.support import ROOT
from tests.support.rows import rows

HEAD = 'id = "casa"\ngame = "dos-panos"\nover = "asturias-2011"\ntitle = "Casa de prueba"\n'
LOOK = 'conduct.look_s = { value = 20, reason = "aquí se mira con calma" }\n'


def layer(text: str) -> rulebooks.Rulebook:
    return house_book(text, "casa.toml")


def test_a_layer_is_the_rulebook_below_with_the_values_of_the_house() -> None:
    made, below = layer(HEAD + LOOK), rulebooks.house_library().by_id("dos-panos", "asturias-2011")
    assert rulebooks.differing_options(rulebooks.compare((below, made))) == ("conduct.look_s",)
    own = rulebooks.options_of_book(made)["conduct.look_s"]
    assert (own.value, own.origin, own.document, own.why) == (20, Origin.HOUSE, "", "aquí se mira con calma")
    assert made.content["over"] == {"id": below.id, "sha256": below.sha256}
    assert made.content["title"].endswith("Casa de prueba")
    assert list(rulebooks.overstepped(made, rulebooks.house_library())) == []
    volunteers = house_book((ROOT / "deploy" / "voluntarios.toml").read_text("utf-8"), "voluntarios.toml")
    assert (
        list(rulebooks.overstepped(volunteers, rulebooks.house_library())),
        volunteers.content["hall"]["apart"]["value"],
    ) == ([], [])


def test_what_a_layer_says_is_in_its_id_so_that_two_of_one_name_are_two() -> None:
    first, second = layer(HEAD + LOOK), layer(HEAD + LOOK.replace("20", "25"))
    assert first.id != second.id
    assert first.id.startswith("casa-")
    assert layer(HEAD + LOOK) == first


BROKEN = tomllib.loads((Path(__file__).with_name("broken.toml")).read_text("utf-8"))["house"]


@rows("code, text, facts", BROKEN)
def test_what_breaks_a_rule_of_a_layer_is_told_by_its_code(code: str, text: str, facts: dict[str, Any]) -> None:
    with pytest.raises(rulebooks.HouseLayerError) as caught:
        layer(text)
    assert caught.value.code == code
    assert facts.items() <= caught.value.facts.items()
    assert "detail" in caught.value.facts or code not in ("wrong-value", "value-unfit"), "what the reader says of it"
    for lang in LANGS:
        assert "casa.toml" in caught.value.sentence(lang)
    for template in topics()["house-layer"][code].values():
        assert {name for name, _ in placeholders(template)} <= set(caught.value.facts)


@rows(
    "over, option, posts",
    [
        ("asturias-2011", "report", ["changer", "assistant"]),  # whoever of the staff sees it may say so
        ("asturias-2011", "report", ["director", "table-chief"]),
        ("asturias-2011", "pronounce", ["croupier"]),
        ("asturias-2011", "pronounce", ["inspector", "table-chief"]),
        ("asturias-2011", "pronounce", ["director"]),
        ("catalogo-51-53", "report", ["table-chief"]),
        ("catalogo-51-53", "pronounce", ["table-chief"]),
    ],
)
def test_a_layer_gives_an_authority_to_a_post_that_the_table_has(over: str, option: str, posts: list[str]) -> None:
    value = ", ".join(f'"{one}"' for one in posts)
    made = layer(HEAD.replace("asturias-2011", over) + f'authority.{option} = {{ value = [{value}], reason = "x" }}\n')
    assert rulebooks.options_of_book(made)[f"authority.{option}"].value == posts


@rows("book", rulebooks.house_library().books)
def test_what_documents_and_practice_give_to_posts_keeps_the_rules_that_bind_a_house(book: rulebooks.Rulebook) -> None:
    game = entries()[book.game]
    assert game.read_rules is not None
    assert {post for _, post in posts_named(game.read_rules(book))} <= game.all_posts.keys()
    require_authorities(game, game.read_rules(book), book.id, "book.toml")


def test_no_layer_lies_over_a_layer() -> None:
    first = layer(HEAD + LOOK)
    with pytest.raises(rulebooks.HouseLayerError) as caught:
        house_book(
            HEAD.replace("asturias-2011", first.id) + LOOK, "casa.toml", rulebooks.house_library().with_books(first)
        )
    assert caught.value.code == "layer-over-layer"


def test_every_code_is_broken_once() -> None:
    assert {code for code, *_ in BROKEN} | {"layer-over-layer"} == topics()["house-layer"].keys()


SETTLED = [
    (book, name)
    for book in rulebooks.house_library().books
    for name, one in rulebooks.options_of_book(book).items()
    if one.origin is not Origin.PRACTICE and name.partition(".")[0] not in ("lends", "precedence")
]


def test_nothing_that_a_document_settles_can_be_set_however_it_came_there() -> None:
    origins = set()
    for book, name in SETTLED:
        text = HEAD.replace("dos-panos", book.game).replace("asturias-2011", book.id)
        if any(part.isdecimal() for part in name.split(".")):
            continue  # a row of values has no name in a file
        with pytest.raises(rulebooks.HouseLayerError) as caught:
            house_book(f'{text}{name} = {{ value = "x", reason = "no" }}\n', "casa.toml")
        assert caught.value.code == "document-settles-it", name
        assert caught.value.facts["clauses"], name
        origins.add(rulebooks.options_of_book(book)[name].origin)
    assert origins == set(Origin) - {Origin.PRACTICE, Origin.HOUSE}


def test_a_content_that_sets_what_a_document_settles_is_found_whoever_made_it() -> None:
    made = layer(HEAD + LOOK)
    content = {**made.content, "banker": {**made.content["banker"], "draws_on": {"value": [], "practice": "no"}}}
    assert list(rulebooks.overstepped(rulebooks.make(content), rulebooks.house_library())) == [
        ("banker.draws_on", ("DP.A.20",))
    ]
    with pytest.raises(rulebooks.UnknownRulebookError):
        list(rulebooks.overstepped(made, rulebooks.Library(())))


def test_a_key_that_is_written_twice_is_told_by_its_line_and_column() -> None:
    with pytest.raises(rulebooks.RulebookError) as caught:
        layer(HEAD + LOOK + LOOK.rstrip())
    assert (caught.value.code, caught.value.facts["where"]) == ("not-toml", f"6:{len(LOOK)}")


SMALL = rulebooks.make(
    {
        "id": "below",
        "game": "dos-panos",
        "document": "AST2011-DP",
        "times": {"wait": {"value": 1, "practice": "why"}, "pause": {"value": True, "practice": "why"}},
        "words": {
            "plain": {"value": "hecho", "practice": "why"},
            "two": {"value": "{punto} y {banca}", "practice": "why"},
        },
        "stated": {"own": {"value": 5, "clauses": ["DP.A.11"]}},
    }
)
SECOND = rulebooks.make({"id": "second", "game": "dos-panos", "times": {"wait": {"value": 1, "practice": "why"}}})
BOOKS = rulebooks.Library((SMALL, SECOND, rulebooks.make({"id": "below", "game": "bingo"})))


def small_layer(line: str, **head: str) -> rulebooks.Rulebook:
    said = {"id": "casa", "game": "dos-panos", "over": "below", "title": "Casa"} | head
    text = "\n".join((*(f'{key} = "{one}"' for key, one in said.items()), line))
    return read_house_layer(read_tree(text, "f.toml"), "f.toml", BOOKS)


def option(name: str, value: str, reason: str = "x") -> str:
    return f'{name} = {{ value = {value}, reason = "{reason}" }}'


def fault_of(line: str, **head: str) -> tuple[str, dict[str, Any]]:
    try:
        small_layer(line, **head)
    except rulebooks.HouseLayerError as error:
        return error.code, error.facts
    return "", {}


WAITS = option("times.wait", "2")


@rows(
    "line, head, code, facts",
    [
        (WAITS, {"game": "bingo"}, "no-such-option", {"book": "below", "key": "times.wait"}),
        (option("words.two", '"{punto} {x}"'), {}, "place-unknown", {"place": "x", "known": "banca, punto"}),
        (option("words.two", '"{punto} {banca"'), {}, "place-unknown", {"place": "{"}),
        # one is not true, nor true one: whether that fits is the game's question
        (option("times.wait", "true"), {}, "", {}),
        # words where there were none, and none where there were words, are the game's question too
        (option("times.wait", '"{x}"'), {}, "", {}),
        (option("words.two", '["a", "b"]'), {}, "", {}),
        # up to the last sign
        (WAITS, {"title": "x" * 80}, "", {}),
        (WAITS, {"title": "x" * 81}, "text-unfit", {"key": "title", "most": 80}),
        (WAITS, {"id": "x" * 24}, "", {}),
        (WAITS, {"id": "x" * 25}, "wrong-name", {}),
        (WAITS, {"id": "señal"}, "wrong-name", {}),
        (WAITS, {"id": "-"}, "wrong-name", {}),
        (option("times.wait", "2", "x" * 400), {}, "", {}),
        (option("times.wait", "2", "x" * 401), {}, "text-unfit", {"key": "times.wait.reason", "most": 400}),
        (option("words.plain", f'"{"x" * 200}"'), {}, "", {}),
        (option("words.plain", f'"{"x" * 201}"'), {}, "text-unfit", {"key": "words.plain", "most": 200}),
        *((option("times.wait", one), {}, "", {}) for one in ("0", str(10**11))),
        *((option("times.wait", one), {}, "number-unfit", {"most": str(10**11)}) for one in ("-1", str(10**11 + 1))),
        (option("words.plain", '" "'), {}, "text-unfit", {"key": "words.plain"}),
        (option("words.plain", "{ a = [1, 2.5] }"), {}, "not-plain", {}),
        (option("words.plain", "[1, 2, 1]"), {}, "named-twice", {"one": "1"}),
    ],
)
def test_what_does_not_fit_is_told_with_what_would(line: str, head: Any, code: str, facts: Any) -> None:
    found, told = fault_of(line, **head)
    assert found == code
    assert facts.items() <= told.items()


@rows(
    "name, now, found",
    [
        ("times.wait", {"value": 3, "practice": "x", "provenance": {"origin": "house", "document": ""}}, []),
        ("times.wait", {"value": 3, "practice": "why"}, [("times.wait", ())]),
        ("times.wait", {"value": 3, "clauses": ["DP.A.11"]}, [("times.wait", ())]),
        (
            "stated.own",
            {"value": 3, "practice": "x", "provenance": {"origin": "house", "document": ""}},
            [("stated.own", ("DP.A.11",))],
        ),
        ("stated.more", {"value": 3, "clauses": ["DP.A.12"]}, [("stated.more", ("DP.A.12",))]),
        (
            "times.more",
            {"value": 3, "practice": "x", "provenance": {"origin": "house", "document": ""}},
            [("times.more", ())],
        ),
    ],
)
def test_only_what_was_open_is_set_and_only_by_the_house(name: str, now: dict[str, Any], found: Any) -> None:
    section, _, key = name.partition(".")
    made = small_layer(option("words.plain", '"hecho está"')).content
    changed = rulebooks.make({**made, section: {**made[section], key: now}})
    assert list(rulebooks.overstepped(changed, BOOKS)) == found


def test_an_option_that_a_layer_takes_away_is_overstepped_too() -> None:
    made = small_layer(WAITS).content
    assert list(rulebooks.overstepped(rulebooks.make({**made, "stated": {}}), BOOKS)) == [("stated.own", ("DP.A.11",))]
