"""Whatever a house sets where the documents are silent is held to what the rules can be played with."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tapete.catalogue.games import house_book
from tapete.clauses import Origin
from tapete.rulebooks import HouseLayerError, house_library, options_of_book
from tapete.words import LANGS
from tests.support.rows import rows

EMPTY = {("dos-panos", "outcome.nine_beats"), ("bingo", "hall.items"), ("bingo", "hall.apart")}
"""Options of which nothing at all may be named."""
NONE = {
    *(("bingo", one) for one in ("sale.most_a_player", "prizes.fixed_line", "prizes.fixed_bingo")),
    *(("bingo", f"times.{one}") for one in ("sale_least", "sale_most", "between_games", "check_warning")),
    *(("bingo", one) for one in ("draw.pace", "draw.previous_shown", "session.games_planned", "void.pending")),
    ("bingo", "payment.not_collected"),
}
"""Numbers that may be 0: there is no bound, no fixed prize, or nothing waits."""
IRREGULARITIES = "irregularities."
OPEN = {
    (book.game, name): (book.id, one.value)
    for book in house_library().books
    for name, one in options_of_book(book).items()
    if one.origin is Origin.PRACTICE
}
"""Every option that no document settles, with a rulebook that has it and the value of the practice."""


def written(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {written(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value)


def senseless(option: tuple[str, str], value: Any) -> Iterator[str]:
    yield from ("1979-05-27", "nan", "1.5", "{}", '""', '"\\u0000"')
    match value:
        case bool():
            yield from ("1", '"true"', "[true]")
        case int():
            yield from ("-1", "-5", str(10**14), str(10**23), "true", '"1"', f"[{value}]")
            if option not in NONE:
                yield "0"
        case str():
            yield from ("1", "true", '" "', '"\\u202E' + value + '"', written("x" * 5_000), written([value]))
        case list():
            yield from (written([*value, value[0]]), written([*value, "?"]), written([*value, -1]), written(value[0]))
            if option not in EMPTY and not option[1].startswith(IRREGULARITIES):
                yield "[]"
        case dict():
            yield from ("{num = -1, den = 1}", "{num = 1, den = 0}", written({"num": 10**30, "den": 1}), "0")


def layer(option: tuple[str, str], value: str) -> str:
    game, name = option
    head = f'id = "casa"\ngame = "{game}"\nover = "{OPEN[option][0]}"\ntitle = "Casa"\n'
    return f'{head}{name} = {{ value = {value}, reason = "así se hace aquí" }}\n'


@rows("option", sorted(OPEN))
def test_no_option_takes_a_value_that_no_house_can_mean(option: tuple[str, str]) -> None:
    for value in senseless(option, OPEN[option][1]):
        with pytest.raises(HouseLayerError) as caught:
            house_book(layer(option, value), "casa.toml")
        codes = {"value-unfit", "not-plain", "number-unfit", "named-twice", "text-unfit", "place-unknown"}
        assert caught.value.code in codes, value
        for lang in LANGS:
            assert "casa.toml" in caught.value.sentence(lang)


@rows(
    "game, name, value",
    [
        ("dos-panos", "outcome.nine_beats", "[3, 77]"),
        ("dos-panos", "stakes.even_money", "{num = 0, den = 1}"),
        ("dos-panos", "stakes.even_money", "{num = 2, den = 1}"),
        ("dos-panos", "stakes.even_money", "{num = 1, den = 3}"),
        ("dos-panos", "cloths.places_each", "5000"),
        ("punto-y-banca", "side_bets.big", "{num = 0, den = 1}"),
        ("bingo", "prizes.bingo", "{num = 95, den = 100}"),
    ],
)
def test_nor_one_that_its_own_rules_exclude(game: str, name: str, value: str) -> None:
    with pytest.raises(HouseLayerError) as caught:
        house_book(layer((game, name), value), "casa.toml")
    assert caught.value.code == "value-unfit"


@rows(
    "game, name, value",
    [
        ("dos-panos", "outcome.nine_beats", "[]"),
        ("dos-panos", "conduct.hold_s", "1"),
        ("dos-panos", "commission.unit", "100"),
        ("dos-panos", "cloths.places_each", "4"),
        ("dos-panos", "authority.pronounce", '["director"]'),
        ("dos-panos", "formulas.scores", '"{primero} y {segundo} contra {banca}"'),
        ("chemin-de-fer", "pace.hold_cards", "60"),
        ("punto-y-banca", "pack.decks_allowed", "[8]"),
        ("bingo", "prizes.bingo", "{num = 50, den = 100}"),
    ],
)
def test_what_a_house_can_mean_is_taken(game: str, name: str, value: str) -> None:
    made = house_book(layer((game, name), value), "casa.toml")
    assert options_of_book(made)[name].origin is Origin.HOUSE
