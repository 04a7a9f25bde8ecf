"""How a hand ends under each rulebook, as the page of the rulebooks beside each other says it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.clauses import GAMES
from tapete.clauses.provenance import Origin
from tapete.comparison import hand_file
from tapete.kernel import Accepted, Refused
from tapete.rulebooks import RulebookOption
from tapete.web import compared_rules
from tapete.web.compared_rules import Cell, Ending
from tapete.words import LANGS, label, option_value, refusal

GAME = "dos-panos"
NO, OTHER = Refused("wrong-window", {}), Refused("not-your-post", {})


def step(outcome: Any, *said: str) -> Any:
    """Return a step of a hand that came to something, with what is told of it."""
    return SimpleNamespace(outcome=outcome, is_refused=isinstance(outcome, Refused), said=said)


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that says how a hand of these steps ends under two rulebooks."""

    def ends(steps: list[Any], lang: str = "es", results: tuple[str, ...] = ("a", "b")) -> tuple[Ending, ...]:
        books = [SimpleNamespace(id=one, content=content) for one, content in (("x", {"title": "Equis"}), ("y", {}))]
        asked: list[Any] = []

        def run(game: Any, shown: Any, book: Any) -> Any:
            asked.append((game, shown, book))
            return SimpleNamespace(own_steps=steps)

        monkeypatch.setattr(compared_rules, "hand_file", lambda game: SimpleNamespace(named=lambda name: (game, name)))
        monkeypatch.setattr(compared_rules, "known_books", lambda of: books if of == ("1", "2") else [])
        monkeypatch.setattr(compared_rules, "house_games", lambda: {GAME: "the engine"})
        monkeypatch.setattr(compared_rules, "run_hand", run)
        monkeypatch.setattr(compared_rules, "end_of", lambda _: SimpleNamespace(results=results))
        monkeypatch.setattr(
            compared_rules, "_sentences", lambda game, one, book, of: tuple(f"{said} {of}" for said in one.said)
        )
        found = compared_rules.endings.__wrapped__(GAME, "mano", ("1", "2"), lang)
        assert asked == [("the engine", (GAME, "mano"), book) for book in books]
        assert [(one.book, one.title) for one in found] == [("x", "Equis"), ("y", "y")]
        assert (found[0].refusals, found[0].last) == (found[1].refusals, found[1].last)
        return found

    return ends


DONE = Accepted(())
ENDS: list[tuple[list[Any], list[Refused], tuple[str, ...] | None]] = [
    ([step(DONE, "uno"), step(DONE, "dos", "tres")], [], ("tres",)),
    ([step(DONE, "uno"), step(NO, "nada")], [NO], ("uno",)),
    ([step(NO, "nada"), step(DONE, "uno"), step(OTHER, "nada")], [NO, OTHER], ("uno",)),
    ([step(NO, "nada")], [NO], None),
    ([step(DONE, "uno"), step(DONE)], [], None),
    ([], [], None),
]
"""Steps, which of them were refused, and what came last; where nothing is said of it, in the words of the notation."""


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("steps", "refused", "last"), ENDS)
def test_a_hand_ends_with_what_was_done_last_and_tells_what_was_refused(
    hand: Any, steps: list[Any], refused: list[Refused], last: tuple[str, ...] | None, lang: str
) -> None:
    found = hand(steps, lang)[0]
    assert found.refusals == tuple(refusal(one.code, one.facts, lang) for one in refused)
    assert found.last == (("b",) if last is None else tuple(f"{one} {lang}" for one in last))
    assert last is not None or hand(steps, lang, ())[0].last == ()


def test_of_a_hand_that_is_not_there_nothing_is_said() -> None:
    books = compared_rules.books_of(GAME, {})
    assert compared_rules.endings(GAME, "no-such-hand", books, "es") == ()


def test_a_hand_is_laid_beside_itself_under_two_known_rulebooks_of_a_game_that_is_played() -> None:
    books = compared_rules.books_of(GAME, {})
    left, right = [one.id for one in compared_rules.known_books(books)][:2]
    name = hand_file(GAME).hands[0].name
    assert compared_rules.hand_beside(GAME, name, books, left, right) is not None
    for hand, one, other in (("nada", left, right), (name, "nada", right), (name, left, "nada")):
        assert compared_rules.hand_beside(GAME, hand, books, one, other) is None
    assert compared_rules.hand_beside(GAME, name, books[:1], left, right) is None, "a rulebook that is not shown"


def option(value: Any, document: str = "", at: tuple[str, ...] = (), why: str = "") -> RulebookOption:
    """Return an option as a rulebook settles it."""
    return RulebookOption(value, Origin.VARIANT, document, at, (), ("BG.I.1",), why, {}, None, "")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("document", "at", "place"), [("", (), ""), ("D", (), "D"), ("D", ("1", "2"), "D 1 2"), ("", ("1",), "1")]
)
def test_a_cell_says_what_a_rulebook_settles_where_it_has_it_from_and_whether_others_have_it_so(
    document: str, at: tuple[str, ...], place: str, lang: str
) -> None:
    for usual, is_other in ((2, False), (3, True)):
        found = compared_rules._cell(option(2, document, at, "porque sí"), usual, lang)
        expected = Cell(
            option_value(2, lang), label("origin", "variant", lang), place, ("BG.I.1",), "porque sí", is_other
        )
        assert found == expected


def test_the_usual_value_is_that_of_most_and_of_equals_the_first() -> None:
    values = [option("a"), None, option("b"), option("b"), option("a"), option("c")]
    assert [compared_rules._usual(values[:many]) for many in (1, 3, 4, 5, 6)] == ["a", "a", "b", "a", "a"]


def test_of_two_sides_the_second_is_the_first_that_ends_otherwise() -> None:
    assert compared_rules._sides({"a": "1", "b": "1", "c": "2", "d": "3"}) == ("a", "c")
    assert compared_rules._sides({"a": "1", "b": "2"}) == ("a", "b")


def test_a_rulebook_that_settles_nothing_has_an_empty_cell() -> None:
    assert compared_rules._cell(None, "a", "es") == Cell("—", "", "", ())


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_the_newest_rulebook_of_each_name(game: str) -> None:
    books = compared_rules.known_books(compared_rules.books_of(game, {}))
    assert len({one.id for one in books}) == len(books)
    assert all(compared_rules.title_of(one) for one in books)
