"""Cards that somebody else printed: their file has one digest, they are registered once, and titles are no cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tapete.cartones.reading import CardFile, SeriesFile, read_cards, read_series
from tapete.cli import app
from tapete.games.bingo import acts as a
from tapete.people.players import shown_name
from tests.support.bingo.hall import HOUSE, Hall

ROWS = ("4 16 30 52 81 7 22 45 60 77 19 28 38 63 90", "5 16 32 54 83 9 23 46 61 78 19 29 38 63 88")
FILE = "\n".join(f"{number} {row}" for number, row in zip((501, 777), ROWS, strict=True)).replace(" ", ",")


def registering(text: str, letter: str) -> a.RegisterSeries:
    fields = {"letter": letter, "id": 7, "face_value": 200, "double": False, "law": "foreign"}
    made = read_series(text.encode(), fields)
    assert isinstance(made, SeriesFile), made
    one = made.series
    told = {"law": one.law, "secret": made.secret, "numbers": one.runs or ()}
    return a.RegisterSeries(letter, 7, one.size, 200, digest=one.digest, **told)


OTHER = "9,4,17,31,53,82,8,22,45,61,77,20,29,39,64,89"
FIRST, SECOND = FILE.split("\n")


@pytest.mark.parametrize("again", [FILE, f"{SECOND}\n{FIRST}", SECOND, f"{FILE}\n{OTHER}"])
def test_a_card_is_registered_in_one_series_whatever_else_its_file_holds(again: str) -> None:
    """The same file, another order, a part of it, or one card more: a card sold twice would win twice."""
    hall = Hall().do(HOUSE, registering(FILE, "F"))
    refused = hall.refusal(HOUSE, registering(again, "G"))
    assert (refused.code, refused.facts, refused.clauses) == (
        "cards-registered",
        {"series": "F-7"},
        ("HP.BG.printed-series",),
    )
    assert hall.accepts(HOUSE, registering(OTHER, "G"))


@pytest.mark.parametrize("title", ["Cartones Bingo 2024,,,", "Bingo 2024", "Sala 3; ;", "2024 Bingo,,,,"])
def test_a_title_with_a_year_is_no_card(title: str) -> None:
    found = read_cards(f"{title}\n{FILE}".encode())
    assert isinstance(found, CardFile), found
    assert found.numbers == (501, 777)


def test_the_command_line_and_a_hall_pin_a_file_by_one_digest_and_say_what_is_so(tmp_path: Path) -> None:
    file, run = tmp_path / "cards.csv", CliRunner().invoke
    file.write_text(FILE)
    asked = ["bingo", "cards", "--foreign", str(file), "--letter", "F", "--id", "7", "--lang", "es"]
    told = run(app, asked).output
    assert registering(FILE, "F").digest in told, told
    assert "no se podrán comprobar" not in told
    wrong = run(app, [*asked[:4], "--range", "1-60", "--lang", "es"])
    assert wrong.exit_code == 2
    assert "501" in wrong.output
    assert "A-1" not in wrong.output


NAMES = "jefe jefa jefe-1 admision portero chief chef publico público CHIEF Jefe·2"


@pytest.mark.parametrize("name", NAMES.split())
def test_a_post_is_nobodys_name(name: str) -> None:
    assert shown_name(name) is None
    assert shown_name("Ana Portero") == "Ana Portero"
