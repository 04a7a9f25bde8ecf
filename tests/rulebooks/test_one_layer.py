"""A house's layer over a small rulebook: what is told of one that does not fit, and what counts as the same value."""

from typing import Any

from tapete.clauses import Origin
from tapete.rulebooks import HouseLayerError, Library, Rulebook, make, options_of, overstepped
from tapete.rulebooks.house_layer import read_house_layer
from tests.support.rows import rows

BELOW = make(
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
SECOND = make({"id": "second", "game": "dos-panos", "times": {"wait": {"value": 1, "practice": "why"}}})
BOOKS = Library((BELOW, SECOND, make({"id": "below", "game": "bingo"})))


def layer(line: str, **head: str) -> Rulebook:
    said = {"id": "casa", "game": "dos-panos", "over": "below", "title": "Casa"} | head
    return read_house_layer("\n".join((*(f'{key} = "{one}"' for key, one in said.items()), line)), "f.toml", BOOKS)


def option(name: str, value: str, reason: str = "x") -> str:
    return f'{name} = {{ value = {value}, reason = "{reason}" }}'


def fault_of(line: str, **head: str) -> tuple[str, dict[str, Any]]:
    """Return the code and the facts of the fault of a layer; nothing of one that is taken."""
    try:
        layer(line, **head)
    except HouseLayerError as error:
        return error.code, error.facts
    return "", {}


WAIT = option("times.wait", "2")


@rows(
    "line, head, code, facts",
    [
        (WAIT, {"game": "naipes"}, "unknown-game", {"known": "bingo, dos-panos"}),
        (WAIT, {"over": "beneath"}, "no-book-below", {"known": "below, second", "book": "beneath"}),
        (WAIT, {"game": "bingo"}, "no-such-option", {"book": "below", "key": "times.wait"}),
        (option("words.plain", '"{x}"'), {}, "place-unknown", {"place": "x", "known": "-"}),
        (option("words.two", '"{punto} {x}"'), {}, "place-unknown", {"place": "x", "known": "banca, punto"}),
        (option("words.two", '"{punto}"'), {}, "place-missing", {"place": "banca", "known": "banca, punto"}),
        (option("words.two", '"{punto} {banca"'), {}, "place-unknown", {"place": "{"}),
        (
            option("stated.own", "6"),
            {},
            "document-settles-it",
            {"document": "AST2011-DP", "at": "A ¶2, A", "clauses": "DP.A.11"},
        ),
        (option("words.plain", '"hecho"'), {}, "nothing-new", {"key": "words.plain"}),
        (option("times.wait", "1"), {}, "nothing-new", {"key": "times.wait"}),
        # one is not true, nor true one: whether that fits is the game's question
        (option("times.wait", "true"), {}, "", {}),
        (option("times.pause", "1"), {}, "", {}),
        # words where there were none, and none where there were words, are the game's question too
        (option("times.wait", '"{x}"'), {}, "", {}),
        (option("words.plain", "3"), {}, "", {}),
        (option("words.two", '["a", "b"]'), {}, "", {}),
        # up to the last sign
        (WAIT, {"title": "x" * 80}, "", {}),
        (WAIT, {"title": "x" * 81}, "text-unfit", {"key": "title", "most": 80}),
        (WAIT, {"id": "x" * 24}, "", {}),
        (WAIT, {"id": "x" * 25}, "wrong-name", {}),
        (WAIT, {"id": "señal"}, "wrong-name", {}),
        (WAIT, {"id": "Casa"}, "wrong-name", {}),
        (WAIT, {"id": "una-casa"}, "", {}),
        (WAIT, {"id": "-"}, "wrong-name", {}),
        (option("times.wait", "2", "x" * 400), {}, "", {}),
        (option("times.wait", "2", "x" * 401), {}, "text-unfit", {"key": "times.wait.reason", "most": 400}),
        (option("words.plain", f'"{"x" * 200}"'), {}, "", {}),
        (option("words.plain", f'"{"x" * 201}"'), {}, "text-unfit", {"key": "words.plain", "most": 200}),
        (option("words.plain", '" "'), {}, "text-unfit", {"key": "words.plain"}),
        (option("words.plain", '""'), {}, "text-unfit", {}),
        (option("words.plain", "{ a = [1, 2.5] }"), {}, "not-plain", {}),
        (option("words.plain", "[1, 2, 1]"), {}, "named-twice", {"one": "1"}),
    ],
)
def test_what_does_not_fit_is_told_with_what_would(
    line: str, head: dict[str, str], code: str, facts: dict[str, Any]
) -> None:
    found, told = fault_of(line, **head)
    assert found == code
    assert facts.items() <= told.items()


def test_a_layer_sets_the_value_with_the_reason_of_the_house_and_nothing_else() -> None:
    made = layer(WAIT)
    assert made.content["times"]["wait"] == {
        "value": 2,
        "practice": "x",
        "provenance": {"origin": "house", "document": ""},
    }
    assert {key: one for key, one in made.content.items() if BELOW.content.get(key) != one}.keys() == {
        "id",
        "title",
        "over",
        "times",
    }
    name, _, digest = made.id.rpartition("-")
    assert (made.content["title"], name, len(digest)) == ("below · Casa", "casa", 12)
    assert options_of(made)["times.wait"].origin is Origin.HOUSE


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
def test_only_what_was_open_is_set_and_only_by_the_house(
    name: str, now: dict[str, Any], found: list[tuple[str, tuple[str, ...]]]
) -> None:
    section, _, key = name.partition(".")
    made = layer(option("words.plain", '"hecho está"')).content
    changed = make({**made, section: {**made[section], key: now}})
    assert list(overstepped(changed, BOOKS)) == found


def test_an_option_that_a_layer_takes_away_is_overstepped_too() -> None:
    made = layer(WAIT).content
    assert list(overstepped(make({**made, "stated": {}}), BOOKS)) == [("stated.own", ("DP.A.11",))]
