"""A day from the store to its auditor (`export --day`, `audit --day`), its minutes, and what is no day."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from tapete.cli import app
from tapete.live import Keys
from tests.support.house import CASHIER, DIRECTOR
from tests.support.live.evening import DAYS, house_with_minutes, make_days

runner = CliRunner(env={"TAPETE_LANG": "en"})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("house")
    asyncio.run(make_days(made, Keys.load(made / "key"), *DAYS[:2]))
    return made


def answer(*words: object, status: int = 0) -> Any:
    found = runner.invoke(app, [*map(str, words), "--json"])
    assert found.exit_code == status, found.output + str(found.exception)
    return json.loads(found.stdout)


def wrong(*words: object) -> str:
    found = runner.invoke(app, list(map(str, words)))
    assert (found.exit_code, found.stdout) == (2, ""), found.output
    return found.stderr


def test_a_day_goes_to_its_auditor_and_holds(folder: Path, tmp_path: Path) -> None:
    db, out = folder / "hall.db", tmp_path / "day"
    whole = answer("audit", db, "--key", folder / "key", "--witness", folder / "witness")
    written = answer("export", db, out, "--day", DAYS[1])["tables"]
    assert sorted(one.name for one in out.iterdir()) == [f"house-{DAYS[1]}.jsonl", "mesa-1-2.jsonl"]
    here = answer("audit", db, "--day", DAYS[1], "--key", folder / "key")
    there = answer("audit", out, "--witness", folder / "witness")
    assert [whole["ok"], here["ok"], there["ok"]] == [True] * 3
    assert here["tables"] == there["tables"] == ["house", "mesa-1-2"]
    assert here["entries"] == there["entries"] == sum(one["entries"] for one in written) < whole["entries"]
    assert {"day-alone", "continued-absent"} <= {one["code"] for one in there["warnings"]}
    answer("export", db, out, "--day", DAYS[0])
    both = answer("audit", out)
    assert (both["ok"], both["entries"]) == (True, whole["entries"])
    answer("export", db, "house", tmp_path / "alone.jsonl", "--day", DAYS[1])
    assert "tables-absent" in {one["code"] for one in answer("audit", tmp_path / "alone.jsonl")["warnings"]}
    assert answer("replay", tmp_path / "alone.jsonl")["ok"]


def test_a_folder_that_does_not_hold_says_no(folder: Path, tmp_path: Path) -> None:
    for day in DAYS[:2]:
        answer("export", folder / "hall.db", tmp_path, "--day", day)
    (tmp_path / "mesa-1.jsonl").unlink()
    file = tmp_path / f"house-{DAYS[1]}.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"hash":"', b'"hash":"0', 1))
    codes = {one["code"] for one in answer("audit", tmp_path, status=1)["problems"]}
    assert "day-unchained" in codes


def test_what_is_no_day_is_said(folder: Path, tmp_path: Path) -> None:
    db = folder / "hall.db"
    told = wrong("audit", db, "--day", "2026-12-24")
    assert "no day «2026-12-24»" in told
    assert DAYS[0] in told
    assert "do not go together" in wrong("audit", db, "--day", DAYS[0], "--table", "house")
    assert "checked whole" in wrong("audit", tmp_path, "--day", DAYS[0])
    assert "no export" in wrong("audit", tmp_path)
    assert "no day" in wrong("export", db, tmp_path, "--day", "mañana")
    answer("export", db, "mesa-1", tmp_path / "mesa.jsonl")
    assert "not that of a house" in wrong("audit", tmp_path / "mesa.jsonl", "--day", DAYS[0])


spanish = CliRunner(env={"TAPETE_LANG": "es", "NO_COLOR": "1"})
ARQUEO = f"Arqueo de caja · firmado por {CASHIER}: Sobran 1\N{NO-BREAK SPACE}€ en efectivo respecto a los libros."
COMPLAINT = f"Reclamación 1 · {DIRECTOR}: hace frío — {DIRECTOR}: ya no"


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return house_with_minutes(tmp_path_factory.mktemp("house"))


def told(*words: object) -> str:
    found = spanish.invoke(app, ["minutes", *map(str, words)])
    assert found.exit_code == 0, found.output + str(found.exception)
    return found.stdout


def test_minutes_are_told_day_by_day(db: Path) -> None:
    first, second = told(db, "--day", DAYS[0]), told(db, "--day", DAYS[1])
    assert first.splitlines() == [
        DAYS[0],
        f"  {DIRECTOR}: corte de luz",
        f"  {DIRECTOR} · {ARQUEO} Motivo: una moneda en el suelo",
    ]
    assert second.splitlines() == [DAYS[1], f"  {COMPLAINT}"]
    assert told(db) == first + second


def test_one_day_that_was_taken_out_answers_a_complaint_of_before(db: Path, tmp_path: Path) -> None:
    out = tmp_path / "day"
    found = spanish.invoke(app, ["export", str(db), str(out), "--day", DAYS[1]])
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
        found = spanish.invoke(app, ["minutes", *map(str, words)])
        assert (found.exit_code, found.stdout) == (2, "")
        assert said in found.stderr
