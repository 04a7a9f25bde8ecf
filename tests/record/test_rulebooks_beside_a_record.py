"""The rulebooks that lie beside a record: each the content of its hash, each layer of a house lawful and above one that
is known.
"""

from __future__ import annotations

from typing import Any

import pytest

from tapete.catalogue.house_layers import house_book
from tapete.record.canonical import canonical, sha256
from tapete.record.rulebooks import layers_below, rulebook_problems
from tapete.rulebooks import Rulebook, house_library, make

LAYER = house_book(
    'id = "casa"\ngame = "dos-panos"\nover = "asturias-2011"\ntitle = "Casa de prueba"\n'
    'conduct.look_s = { value = 20, reason = "aquí se mira con calma" }\n',
    "casa.toml",
)
BELOW = house_library().by_id("dos-panos", "asturias-2011")


def beside(*books: Rulebook) -> dict[str, Any]:
    return {one.sha256: one.content for one in books}


def found(books: dict[str, Any]) -> list[tuple[int, str, dict[str, Any]]]:
    return [(one.at, one.code, one.facts) for one in rulebook_problems(books)]


def overstepping(*options: str) -> Rulebook:
    """Return a layer that sets options which a document settles."""
    content: dict[str, Any] = dict(LAYER.content)
    for option in options:
        section, name = option.split(".")
        own = {"value": [1], "origin": "house", "document": "", "why": "porque sí", "reason": "porque sí"}
        leaf = {key: value for key, value in own.items() if key in content["conduct"]["look_s"]}
        content = {**content, section: {**content[section], name: leaf}}
    return make(content)


def test_a_rulebook_is_the_content_of_its_hash() -> None:
    assert found({}) == found(beside(LAYER)) == found(beside(BELOW)) == found(beside(LAYER, BELOW)) == []
    content = {"id": "x"}
    assert found({"00": content}) == [(0, "rulebook-changed", {"rulebook": "00", "found": sha256(canonical(content))})]
    assert found({LAYER.sha256: BELOW.content})[0] == (
        0, "rulebook-changed", {"rulebook": LAYER.sha256, "found": BELOW.sha256}
    )  # fmt: skip


def test_a_content_that_has_no_hash_is_another_than_its_hash_says() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert found({"00": {"a": 1.5}}) == [(0, "rulebook-changed", {"rulebook": "00", "found": "no-spelling"})]
    assert found({"00": {"a": deep}}) == [(0, "rulebook-changed", {"rulebook": "00", "found": "-"})]


@pytest.mark.parametrize(
    "options", [("banker.draws_on",), ("banker.draws_on", "punto.stands_on")], ids=["one", "several"]
)
def test_a_layer_sets_nothing_that_a_document_settles(options: tuple[str, ...]) -> None:
    made = overstepping(*options)
    problems = found(beside(made))
    assert [(at, code, facts["rulebook"], facts["option"]) for at, code, facts in problems] == [
        (0, "rulebook-oversteps", made.sha256, one) for one in options
    ]
    assert all(facts["clauses"].startswith("DP.") for _, _, facts in problems)
    assert found(beside(made, LAYER)) == problems


def test_a_layer_lies_over_a_rulebook_that_is_shipped_or_beside_it() -> None:
    other = make({**BELOW.content, "id": "asturias-2012"})
    over = make({**LAYER.content, "over": {"id": other.id, "sha256": other.sha256}})
    assert found(beside(over, other)) == []
    assert found(beside(over)) == [(0, "rulebook-missing", {"rulebook": other.sha256})]
    nameless = make({**LAYER.content, "over": {"id": other.id}})
    assert found(beside(nameless)) == [(0, "rulebook-missing", {"rulebook": "-"})]


@pytest.mark.parametrize(
    ("books", "below"),
    [
        ({}, set()),
        (beside(BELOW), set()),
        (beside(LAYER, BELOW), {BELOW.sha256}),
        ({"a": {"over": {"sha256": "x"}}, "b": {"over": {"sha256": "y"}}, "c": {"over": {}}}, {"x", "y", ""}),
        ({"a": {"over": "x"}, "b": [], "c": {"over": {"sha256": 5}}}, {"5"}),
    ],
)
def test_the_rulebooks_below_layers_are_kept_for_these(books: dict[str, Any], below: set[str]) -> None:
    assert layers_below(books) == below
