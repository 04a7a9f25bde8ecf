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
    bingo,
    chemin_de_fer,
    dos_panos,
    entries,
    entry,
    game_key,
    house_games,
    opening_form,
    punto_banco,
)
from tapete.catalogue.one_seat import require_one_seat
from tapete.chance import ChanceKind
from tapete.clauses.register import GAMES, PREFIXES, documents
from tapete.kernel import ActBody, PersonId
from tapete.record.codec import members
from tapete.rulebooks import house_library
from tapete.table.staff import Role
from tapete.words import label


class OpenSmall(ActBody, frozen=True, tag="open-small"):
    name: str
    minimum: Annotated[int, msgspec.Meta(gt=0)]
    rounds: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3
    cards: ChanceKind = ChanceKind.SEALED
    quiet: bool = False
    lamps: bool = True


HELP = {"rounds": "Rounds.", "cards": "Where the cards come from.", "quiet": "No calls.", "lamps": "In the dark."}


def test_the_list_has_the_game_of_each_module_in_the_order_in_which_they_are_shown() -> None:
    listed = [punto_banco.PUNTO_BANCO, chemin_de_fer.CHEMIN_DE_FER, dos_panos.DOS_PANOS, bingo.BINGO]
    assert list(entries().values()) == listed
    assert [one.key for one in listed if not one.has_pages] == []


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


@pytest.mark.parametrize(
    ("day", "holds"),
    [
        ("2011-05-31", False),
        ("2011-06-10", False),
        ("2011-06-11", None),  # adopted; when it was published the document does not say
        ("2011-06-30", None),
        ("2011-07-01", True),
        ("2012-06-22", True),
    ],
)
def test_a_document_governs_from_the_month_in_which_it_came_into_force(day: str, holds: bool | None) -> None:
    (book, *_) = house_library().of("punto-y-banca")
    document = documents()[book.content["document"]]
    assert document.in_force == "2011-06"
    assert document.date == "2011-06-10"
    assert applicability(book, day) == Applicability("2011-06", holds)


@pytest.mark.parametrize(
    ("game", "clauses"),
    [("punto-y-banca", ("HP.PB.one-seat",)), ("chemin-de-fer", ("CF.D.12",)), ("dos-panos", ()), ("bingo", ())],
)
def test_nobody_has_a_seat_at_two_tables_whatever_is_played_there(game: str, clauses: tuple[str, ...]) -> None:
    """A game that says so itself is cited."""
    ana = PersonId("ana")
    assert require_one_seat(game, {"m1": (), "m2": ("bea",)}, ana, "m1") is None
    assert require_one_seat(game, {"m1": (ana,)}, ana, "m1") is None
    elsewhere = require_one_seat(game, {"m1": (), "m2": (ana,)}, ana, "m1")
    assert elsewhere is not None
    assert (elsewhere.code, elsewhere.facts, elsewhere.clauses) == ("seated-elsewhere", {"table": "m2"}, clauses)


def test_the_pages_and_bots_of_a_game_lie_where_its_entry_says_or_in_its_room() -> None:
    one = entry("punto-y-banca")
    assert (one.screen_module, one.bots_module) == ("tapete.web.games.punto_banco", "tapete.bots.punto_banco")
    other = msgspec.structs.replace(one, screen="my.pages", bots="my.bots")
    assert (other.screen_module, other.bots_module) == ("my.pages", "my.bots")


def test_posts_are_listed_in_the_order_of_the_house() -> None:
    for one in entries().values():
        assert list(one.all_posts) == [role for role in Role if role in {**one.posts, **one.further_posts}]
    last_first = dict(reversed(entry("chemin-de-fer").posts.items()))
    turned = msgspec.structs.replace(entry("chemin-de-fer"), posts=last_first)
    assert list(turned.all_posts) == list(entry("chemin-de-fer").all_posts)
    assert list(turned.all_posts) != sorted(turned.all_posts)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Punto y Banca", "punto-y-banca"),
        ("chemin-de-fer", "chemin-de-fer"),
        ("BINGO", "bingo"),
        ("Dos Paños", "dos-panos"),
        ("bacarra", "chemin-de-fer"),
        ("ferrocarril", "chemin-de-fer"),
        ("tute", None),
        ("", None),
    ],
)
def test_a_game_is_found_by_whatever_it_is_called(name: str, key: str | None) -> None:
    assert game_key(name) == key


def test_data_beside_the_house_need_one_of_its_folders_alone(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "otro.toml").write_text('[lamp]\nred = { es = "roja" }\n', encoding="utf-8")
    one = msgspec.structs.replace(entry("punto-y-banca"), key="otro", data=tmp_path)
    with additional_game(one) as added:
        assert (added, label("lamp", "red", "es")) == (one, "roja")
        assert game_key("Otro") == "otro"
        with pytest.raises(ValueError, match="already"), additional_game(one):
            pass
    assert (label("lamp", "red", "es"), game_key("otro")) == ("red", None)


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


@pytest.mark.parametrize("day", ["1970-01-01", "2011-06-22", "2026-11-26"])
def test_of_a_document_without_a_day_of_application_nobody_says_whether_it_governs(day: str) -> None:
    undated = min(key for key, one in documents().items() if not one.in_force)
    (book, *_) = house_library().of("punto-y-banca")
    for name in (undated, "no-such-document"):
        named = msgspec.structs.replace(book, content={**book.content, "document": name})
        assert punto_banco.days(named, day) == ("", None)
