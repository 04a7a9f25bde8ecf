"""``tapete minutes``: the minutes of a house from its store, and from the export of one day."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from tapete.cli import app
from tests.support.house import CASHIER, DIRECTOR
from tests.support.live.days import DAYS, house_with_minutes

runner = CliRunner(env={"TAPETE_LANG": "es", "NO_COLOR": "1"})
DIFFERENCE = f"Arqueo de caja · firmado por {CASHIER}: Sobran 1\N{NO-BREAK SPACE}€ en efectivo respecto a los libros."
COMPLAINT = f"Reclamación 1 · {DIRECTOR}: hace frío — {DIRECTOR}: ya no"


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return house_with_minutes(tmp_path_factory.mktemp("house"))


def told(*words: object) -> str:
    found = runner.invoke(app, ["minutes", *map(str, words)])
    assert found.exit_code == 0, found.output + str(found.exception)
    return found.stdout


def test_minutes_are_told_day_by_day(db: Path) -> None:
    first, second = told(db, "--day", DAYS[0]), told(db, "--day", DAYS[1])
    assert first.splitlines() == [
        DAYS[0],
        f"  {DIRECTOR}: corte de luz",
        f"  {DIRECTOR} · {DIFFERENCE} Motivo: una moneda en el suelo",
    ]
    assert second.splitlines() == [DAYS[1], f"  {COMPLAINT}"]
    assert told(db) == first + second


def test_one_day_that_was_taken_out_answers_a_complaint_of_before(db: Path, tmp_path: Path) -> None:
    out = tmp_path / "day"
    found = runner.invoke(app, ["export", str(db), str(out), "--day", DAYS[1]])
    assert found.exit_code == 0, found.output
    (file,) = out.glob("house*")
    assert told(file).splitlines() == [DAYS[1], f"  {COMPLAINT}"]
    assert [one["day"] for one in msgspec.json.decode(told(file, "--json"))["days"]] == [DAYS[1]]


def test_what_is_no_house_and_what_is_no_day_of_it_is_said(db: Path, tmp_path: Path, kept: Path) -> None:
    for words, said in (
        ((db, "--day", "2026-01-01"), f"tiene {DAYS[0]} y {DAYS[1]}"),
        ((kept / "hall.db",), "no es de una casa"),
        ((tmp_path / "none.db",), "none.db"),
    ):
        found = runner.invoke(app, ["minutes", *map(str, words)])
        assert (found.exit_code, found.stdout) == (2, "")
        assert said in found.stderr
