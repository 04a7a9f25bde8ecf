"""Rulebooks: layers, hashes that never change, and books that stay readable by their hash."""

import random
from typing import Any

import pytest

from tapete.rulebooks import Library, UnknownRulebookError, house_library, make, overlay

GAME = "punto-y-banca"


def book(**content: Any) -> Any:
    return make({"id": "one", "game": GAME, **content})


def test_an_upper_layer_replaces_values_whole_and_merges_tables() -> None:
    lower = {"a": {"x": {"value": 1, "clauses": ["A"]}, "y": {"value": 2}}, "b": 3, "list": [1, 2]}
    upper = {"a": {"x": {"value": 9, "practice": "why"}}, "list": [3]}
    assert overlay(lower, upper) == {
        "a": {"x": {"value": 9, "practice": "why"}, "y": {"value": 2}},
        "b": 3,
        "list": [3],
    }
    assert lower["a"]["x"] == {"value": 1, "clauses": ["A"]}  # type: ignore[index]
    assert overlay(lower, {}) == overlay({}, lower) == lower


def test_the_hash_is_of_the_content_and_not_of_its_order() -> None:
    rng = random.Random(0)
    content = {"id": "one", "game": GAME, "texto": "señal", **{f"k{n}": n for n in range(9)}}
    hashes = set()
    for _ in range(20):
        mixed = list(content.items())
        rng.shuffle(mixed)
        hashes.add(make(dict(mixed)).sha256)
    assert hashes == {make(content).sha256}
    assert make({**content, "k0": 1}).sha256 not in hashes


def test_known_hash() -> None:
    """SHA-256 over sorted, compact, ASCII JSON: records made elsewhere rest on it."""
    assert book(x=1).sha256 == "f1276171519009b66e974edf131331af949b17ac63fe140038d85aed72a84952"


def test_a_changed_book_comes_first_by_name_and_the_old_one_stays_by_hash() -> None:
    old, new = book(x=1), book(x=2)
    library = Library((old,)).with_books(new)
    assert library.by_id(GAME, "one") == new
    assert library.by_hash(old.sha256) == old
    assert library.with_books(new).books == library.books
    assert library.with_books(old).by_id(GAME, "one") == old
    assert library.of(GAME) == (new, old)
    assert library.of("bingo") == ()


@pytest.mark.parametrize(("game", "name"), [(GAME, "two"), ("bingo", "one"), ("", "")])
def test_an_unknown_book_is_an_error(game: str, name: str) -> None:
    with pytest.raises(UnknownRulebookError):
        Library((book(),)).by_id(game, name)
    with pytest.raises(UnknownRulebookError):
        Library((book(),)).by_hash(name)


def test_shipped_books_are_sound() -> None:
    library = house_library()
    assert library.by_id(GAME, "asturias-2011").read(dict)["document"] == "AST2011-PB"
    assert len({one.sha256 for one in library.books}) == len(library.books)
    assert all(make(one.content) == one for one in library.books)
    assert house_library() is library
