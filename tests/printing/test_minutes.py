"""Minutes as a PDF: a heading stands with the first rows of its table, whatever comes before it."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from tapete.printing.minutes import MinutesPage, MinutesTable, print_minutes
from tapete.words import LANGS, long_day

HEAD = ("Hora", "Qué")


def pages(minutes: MinutesPage) -> list[str]:
    """Return the text of each page."""
    return [one.extract_text() for one in PdfReader(BytesIO(print_minutes(minutes))).pages]


@pytest.mark.parametrize("rows", range(12, 44))
@pytest.mark.parametrize("words", [1, 60], ids=["short rows", "long rows"])
def test_a_heading_stays_with_the_first_row_of_its_table(rows: int, words: int) -> None:
    first = MinutesTable("Primera", HEAD, tuple((f"{one}:00", "algo") for one in range(rows)), (1, 6))
    second = MinutesTable(
        "Segunda tabla", HEAD, (("21:00", f"fila-una {'palabra ' * words}"), ("21:05", "dos")), (1, 6)
    )
    (found,) = [one for one in pages(MinutesPage("Libro", ("Sala",), (first, second))) if "Segunda tabla" in one]
    told = found.split("Segunda tabla")[1]
    assert "Qué" in told
    assert "fila-una" in told


def test_no_page_is_left_empty_before_a_table_that_begins_one() -> None:
    long = MinutesTable("Tabla", HEAD, (("21:00", "palabra " * 700),), (1, 9))
    assert all(pages(MinutesPage("Libro", (), (long,))))


@pytest.mark.parametrize("rows", range(20, 34))
def test_the_line_for_the_signature_stays_with_who_signs(rows: int) -> None:
    table = MinutesTable("Tabla", HEAD, tuple((f"{one}:00", "algo") for one in range(rows)))
    (found,) = [one for one in pages(MinutesPage("Libro", (), (table,), sign="Jefe de mesa")) if "Jefe de mesa" in one]
    assert "____" in found


def test_a_negative_sum_is_written_in_the_letters_of_the_file() -> None:
    table = MinutesTable("Tabla", HEAD, (("21:00", "\N{MINUS SIGN}6\N{NO-BREAK SPACE}€"),))
    assert "-6" in pages(MinutesPage("Libro", (), (table,)))[0]


WRITTEN = "— – ’ ‘ “ ” … • € œ Œ š ž Ÿ ñ « »"


def test_what_people_write_is_printed_as_they_wrote_it() -> None:
    table = MinutesTable("Quejas — de hoy", HEAD, (("21:00", WRITTEN),), (1, 6))
    (found,) = pages(MinutesPage("Libro — sala", ("Sala “B”…",), (table,), sign="El jefe’"))
    for text in ("Libro — sala", "Sala “B”…", "Quejas — de hoy", WRITTEN, "El jefe’"):
        assert text in found
    assert "?" not in found


def test_a_sign_that_the_letters_do_not_have_is_a_question_mark() -> None:
    assert "a ? b" in pages(MinutesPage("Libro", (), (MinutesTable("T", HEAD, (("1", "a 中 b"),)),)))[0]


def test_no_heading_and_no_sum_is_broken_however_many_columns_there_are() -> None:
    head = ("Remboursé", "Boules (ligne / bingo)", "Cartons gagnants", *"abcdefghijk")
    (text,) = pages(MinutesPage("Libro", (), (MinutesTable("T", head, (("12.345,50\N{NO-BREAK SPACE}€",) * 14,)),)))
    text = text.replace("\N{NO-BREAK SPACE}", " ")
    assert " ".join(head) in text.split("\n")
    assert text.count("12.345,50 €") == 14


def test_a_day_is_written_as_people_write_it() -> None:
    assert [long_day("2026-05-01", lang) for lang in LANGS] == ["1 de mayo de 2026", "1 May 2026", "1er mai 2026"]
