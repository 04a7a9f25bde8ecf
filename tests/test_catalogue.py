"""The catalogue is the only list of games, and it agrees with the register."""

import msgspec
import pytest

from tapete.catalogue import Applicability, additional_game, applicability, entries, entry, game_key, house_games
from tapete.catalogue.one_seat import require_one_seat
from tapete.clauses.register import documents
from tapete.kernel import PersonId
from tapete.rulebooks import house_library


def test_no_two_games_are_opened_by_one_name() -> None:
    names = [name for one in entries().values() for name in one.names]
    assert len(names) == len(set(names))


def test_a_game_that_is_added_goes_again() -> None:
    punto = entry("punto-y-banca")
    other = msgspec.structs.replace(punto, key="otro", variants={}, is_called=lambda name: name == "el otro")
    with additional_game(other):
        assert game_key("OTRO") == game_key("el otro") == "otro"
        assert "otro" in house_games()
        with pytest.raises(ValueError, match="already"), additional_game(other):
            pass
    assert "otro" not in entries()
    assert game_key("otro") is None


def test_a_document_governs_from_the_month_in_which_it_came_into_force(subtests: pytest.Subtests) -> None:
    for day, holds in (
        ("2011-05-31", False),
        ("2011-06-10", False),
        ("2011-06-11", None),  # adopted; when it was published the document does not say
        ("2011-06-30", None),
        ("2011-07-01", True),
        ("2012-06-22", True),
    ):
        with subtests.test(day=day, holds=holds):
            (book, *_) = house_library().of("punto-y-banca")
            document = documents()[book.content["document"]]
            assert document.in_force == "2011-06"
            assert document.date == "2011-06-10"
            assert applicability(book, day) == Applicability("2011-06", holds)


def test_nobody_has_a_seat_at_two_tables_whatever_is_played_there(subtests: pytest.Subtests) -> None:
    """A game that says so itself is cited."""
    for game, clauses in (
        ("punto-y-banca", ("HP.PB.one-seat",)),
        ("chemin-de-fer", ("CF.D.12",)),
        ("dos-panos", ()),
        ("bingo", ()),
    ):
        with subtests.test(game=game, clauses=clauses):
            ana = PersonId("ana")
            assert require_one_seat(game, {"m1": (), "m2": ("bea",)}, ana, "m1") is None
            assert require_one_seat(game, {"m1": (ana,)}, ana, "m1") is None
            elsewhere = require_one_seat(game, {"m1": (), "m2": (ana,)}, ana, "m1")
            assert elsewhere is not None
            assert (elsewhere.code, elsewhere.facts, elsewhere.clauses) == (
                "seated-elsewhere",
                {"table": "m2"},
                clauses,
            )


def test_a_game_is_found_by_whatever_it_is_called(subtests: pytest.Subtests) -> None:
    for name, key in (
        ("Punto y Banca", "punto-y-banca"),
        ("chemin-de-fer", "chemin-de-fer"),
        ("BINGO", "bingo"),
        ("Dos Paños", "dos-panos"),
        ("bacarra", "chemin-de-fer"),
        ("ferrocarril", "chemin-de-fer"),
        ("tute", None),
        ("", None),
    ):
        with subtests.test(name=name, key=key):
            assert game_key(name) == key
