"""What a bingo page writes of a ball as the caller says it, and whether it may mark for the player."""

from typing import Any

import pytest

from tapete.catalogue import house_games
from tapete.games.bingo.choices import NumberStyle
from tapete.web.games.bingo.number_words import as_said, in_words
from tapete.web.games.bingo.page_parts import balls_before
from tests.support.bingo.hall import NUMBERS, Hall
from tests.support.web.pages import hidden, post

TABLE = "sala"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "uno"),
        (9, "nueve"),
        (10, "diez"),
        (16, "dieciséis"),
        (20, "veinte"),
        (22, "veintidós"),
        (30, "treinta"),
        (37, "treinta y siete"),
        (90, "noventa"),
    ],
)
def test_a_number_in_words(number: int, words: str) -> None:
    assert in_words(number) == words


def test_all_numbers_have_words_of_their_own() -> None:
    assert len({in_words(number) for number in range(1, 91)}) == 90


def test_the_digits_follow_where_the_house_says_them() -> None:
    assert as_said(37, NumberStyle.DIGITS) == "treinta y siete; tres, siete"
    assert as_said(90, NumberStyle.DIGITS) == "noventa; nueve, cero"
    assert as_said(7, NumberStyle.DIGITS) == "siete"
    assert as_said(37, NumberStyle.NUMBER) == "treinta y siete"


def test_the_view_says_how_a_house_says_numbers_and_whether_pages_mark() -> None:
    usual = Hall(NUMBERS).open().play.view(None)
    assert (usual.number_style, usual.has_automatic_marks) == ("number-and-digits", True)
    other = Hall(NUMBERS, draw__style="number", marks__automatic=False).open().play.view("ana")
    assert (other.number_style, other.has_automatic_marks) == ("number", False)
    assert house_games()["bingo"].view(house_games()["bingo"].blank(), None).has_automatic_marks


@pytest.mark.parametrize(
    ("said", "shown", "before"),
    [
        ((), 5, ()),
        ((7,), 5, ()),
        ((7, 12, 90), 5, (12, 7)),
        ((1, 2, 3, 4, 5, 6, 7), 5, (6, 5, 4, 3, 2)),
        ((1, 2, 3, 4), 2, (3, 2)),
        ((1, 2, 3, 4), 0, ()),
    ],
)
def test_beside_the_last_ball_stand_as_many_as_the_house_shows(
    said: tuple[int, ...], shown: int, before: tuple[int, ...]
) -> None:
    assert balls_before(said, shown) == before


@pytest.mark.parametrize("shown", [0, 5, 20])
def test_the_view_says_how_many_balls_a_house_shows_beside_the_last(shown: int) -> None:
    assert Hall(NUMBERS, draw__previous_shown=shown).open().play.view(None).previous_shown == shown


def test_the_panel_writes_the_last_number_as_it_is_said(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.start_bingo(TABLE)
        here = await house.enter("locutor", TABLE)
        await post(house, here, hidden((await house.client.get(here)).text, "show-ball"))
        number = house.tables[TABLE].view(None).announced_numbers[-1]
        page = (await house.client.get(here)).text
        assert f'lang="es">{as_said(number, NumberStyle.DIGITS)}</q>' in page

    run(scene)
