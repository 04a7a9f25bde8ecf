"""The catalogue is the only list of games, and it agrees with the register."""

import msgspec
import pytest

from tapete.catalogue import Applicability, additional_game, applicability, entries, entry, game_key, house_games
from tapete.clauses.register import documents
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


def test_a_document_governs_from_the_month_in_which_it_came_into_force() -> None:
    """Adopted on the 10th; on which day of its month it was published the document does not say."""
    (book, *_) = house_library().of("punto-y-banca")
    document = documents()[book.content["document"]]
    assert (document.in_force, document.date) == ("2011-06", "2011-06-10")
    days = {"2011-06-10": False, "2011-06-11": None, "2011-06-30": None, "2011-07-01": True}
    for day, holds in days.items():
        assert applicability(book, day) == Applicability("2011-06", holds), day


NAMES = {"Punto y Banca": "punto-y-banca", "BINGO": "bingo", "Dos Paños": "dos-panos", "bacarra": "chemin-de-fer"}


def test_a_game_is_found_by_whatever_it_is_called() -> None:
    asked = [*NAMES, "ferrocarril", "tute", ""]
    assert [game_key(one) for one in asked] == [*NAMES.values(), "chemin-de-fer", None, None]
