"""The catalogue is the only list of games, and it agrees with the register."""

from pathlib import Path
from typing import Annotated

import msgspec
import pytest

from tapete.catalogue import (
    Applicability,
    OpeningError,
    Unit,
    additional_game,
    applicability,
    entries,
    entry,
    game_key,
    house_games,
    opening_form,
)
from tapete.chance import ChanceKind
from tapete.clauses.register import GAMES, PREFIXES
from tapete.kernel import ActBody
from tapete.record.codec import members
from tapete.rulebooks import house_library


class OpenSmall(ActBody, frozen=True, tag="open-small"):
    name: str
    minimum: Annotated[int, msgspec.Meta(gt=0)]
    rounds: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3
    cards: ChanceKind = ChanceKind.SEALED
    quiet: bool = False
    lamps: bool = True


HELP = {"rounds": "Rounds.", "cards": "Where the cards come from.", "quiet": "No calls.", "lamps": "In the dark."}


def test_every_game_stands_in_the_register_under_its_letters() -> None:
    for key, one in entries().items():
        assert key in GAMES
        assert one.prefixes == PREFIXES[key]


def test_an_engine_answers_to_the_key_of_its_entry() -> None:
    games = house_games()
    assert list(games) == list(entries())
    for key, game in games.items():
        assert game.key == key
        assert entry(key).form().act in members(game.act_types)


def test_no_two_games_are_opened_by_one_name() -> None:
    names = [name for one in entries().values() for name in one.names]
    assert len(names) == len(set(names))


def test_each_variant_makes_an_opening_act() -> None:
    for one in entries().values():
        for name, fields in one.names.items():
            needed = {option.field: option.least or "x" for option in one.form().options if option.required}
            made = one.form().make({**needed, **fields, "name": name})
            assert {field: str(getattr(made, field)) for field in fields} == dict(fields)


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


def test_data_that_lie_somewhere_else_are_named(tmp_path: Path) -> None:
    other = msgspec.structs.replace(entry("punto-y-banca"), key="otro", variants={}, data=tmp_path / "datos")
    with (
        pytest.raises(ValueError, match="datos has none of the folders words, clauses, rulebooks"),
        additional_game(other),
    ):
        pass
    assert "otro" not in entries()


def test_a_document_without_a_first_day_says_nothing_of_any_day() -> None:
    (book, *_) = house_library().of("bingo")
    assert applicability(book, "2011-06-22") == Applicability("")
    (book, *_) = house_library().of("punto-y-banca")
    nameless = msgspec.structs.replace(book, content={**book.content, "document": "another"})
    assert applicability(nameless, "2011-06-22") == Applicability("")
    assert applicability(msgspec.structs.replace(book, game="otro"), "2011-06-22").since == ""


def test_a_form_is_read_from_the_fields_of_the_act() -> None:
    found = {one.field: one for one in opening_form(OpenSmall, HELP, renamed={"lamps": "dark"}).options}
    assert (found["minimum"].unit, found["minimum"].least, found["minimum"].required) == (Unit.MONEY, 1, True)
    assert (found["rounds"].unit, found["rounds"].least, found["rounds"].most) == (Unit.NUMBER, 1, 9)
    assert found["cards"].choices == ("sealed", "keyed")
    assert (found["quiet"].unit, found["lamps"].unit, found["lamps"].name) == (Unit.SWITCH, Unit.SWITCH_OFF, "dark")
    assert opening_form(OpenSmall, HELP).make({"name": "a", "minimum": 5}) == OpenSmall("a", 5)


def test_a_field_without_help_and_help_without_a_field_are_errors() -> None:
    with pytest.raises(OpeningError, match="rounds"):
        opening_form(OpenSmall, {name: text for name, text in HELP.items() if name != "rounds"})
    with pytest.raises(OpeningError, match="hats"):
        opening_form(OpenSmall, {**HELP, "hats": "Hats."})
