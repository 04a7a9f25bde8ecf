"""Promise: a simulation is told in three languages and as rows, and what no table allows is refused in a sentence."""

import csv
import signal
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete.results import PrizeRow, StakeRow
from tapete.words import LANGS
from tests.support.command_line import asked, told

GAMES = {
    "punto-banco": ("--shoes 3 --bet banca=10", 3, "apostado"),
    "chemin-de-fer": ("--shoes 3 --give-up 2 --punto 1/2 --banker draw --table", 0, "dejada"),
    "dos-panos": ("--banks 3 --first stand --second 80% --banker 0.5", 3, "segundo paño"),
    "bingo": ("--evenings 3 --games 4 --cards 30 --within 70 --extra 50", 12, "Primer bingo"),
}
"""Options, the number of rows where it is known, and what the Spanish answer has."""
MODULES = {"punto-banco": "punto_shoes", "chemin-de-fer": "banks", "dos-panos": "banks", "bingo": "bingo_evenings"}
WRONG = {
    "chemin-de-fer --bank 5": "€10 to €1,000",
    "chemin-de-fer --cover 0": "up to 100 %",
    "chemin-de-fer --banco --cover 50%": "by banco all of it",
    "chemin-de-fer --garage 101%": "0 to 100 %",
    "chemin-de-fer --punto often": "one of the words draw, stand",
    "chemin-de-fer --commission 11%": "no commission",
    "chemin-de-fer --unlimited --bank 1000001": "up to €1,000,000",
    "dos-panos --theta 1": "share",
    "dos-panos --stakes 15": "€10 is staked on each cloth",
    "dos-panos --banker 3/2": "one of the words",
    "bingo --extra 50": "--within and --extra together",
    "bingo --series a.json --cards 5": "--cards or --series",
}


@pytest.mark.parametrize("game", GAMES)
def test_a_simulation_is_told_and_its_rows_are_written(game: str, tmp_path: Path) -> None:
    options, count, said = GAMES[game]
    words = ["simulate", game, *options.split(), "--seed", "5", "--workers", "1"]
    files = {lang: ["--csv", str(tmp_path / lang), "--parquet", str(tmp_path / "parquet")] for lang in LANGS}
    told = {lang: asked(*words, "--lang", lang, *files[lang]).stdout for lang in LANGS}
    assert (len({*told.values()}), said in told["es"]) == (len(LANGS), True), told
    written = [(tmp_path / lang).read_text("utf-8") for lang in LANGS]
    assert len(set(written)) == 1, "the same seed, other rows"
    rows = list(csv.DictReader(written[0].splitlines()))
    pyarrow: Any = pytest.importorskip("pyarrow.parquet")
    kept = pyarrow.read_table(tmp_path / "parquet").to_pylist()
    assert [{name: str(one) for name, one in row.items()} for row in kept] == rows
    known = {one.name for kind in (StakeRow, PrizeRow) for one in msgspec.structs.fields(kind)}
    shared = {"session", "number", "house"} if game == "bingo" else {"amount", "won", "commission"}
    assert shared <= set(rows[0]) & known
    assert len(rows) == count or (game == "chemin-de-fer" and {one["end"] for one in rows} >= {"lost", "given-up"})


@pytest.mark.parametrize("lang", LANGS)
def test_where_there_is_no_commission_no_sum_is_said_to_be_kept_and_no_two_headings_are_alike(lang: str) -> None:
    """Promise: what is printed is true and tells apart; of nothing the house keeps no share «an hour»."""
    free = [
        asked("simulate", *words.split(), "--seed", "5", "--workers", "1", "--lang", lang).stdout
        for words in ("punto-banco --shoes 2 --bet punto=10", "chemin-de-fer --shoes 2 --commission 0")
    ]
    kept = {"es": "retiene", "en": "keeps", "fr": "retient"}[lang]
    assert ["comm" in one or "comisión" in one for one in free] == [True, True], free
    assert not any(kept in one for one in free), free
    solved = asked("odds", "dos-panos", "--lang", lang).stdout
    headings = [part.strip().splitlines()[0] for part in solved.split("\n\n")[1:]]
    assert len(headings) == len({*headings}) == 4, headings


@pytest.mark.parametrize(("game", "module"), [*MODULES.items()])
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_who_interrupts_the_rows_is_told_what_there_is(
    game: str, module: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise of the help: the means of all that was dealt are told, and the file has whole rows up to Ctrl-C."""
    words = ["simulate", game, *GAMES[game][0].split(), "--seed", "5", "--workers", "1", "--json"]
    whole, where = asked(*words, "--csv", tmp_path / "whole"), tmp_path / kind
    odds = import_module(f"tapete.odds.{module}")
    made = odds.rows

    def struck(*given: Any) -> Iterator[Any]:
        for number, row in enumerate(made(*given)):
            if number == 2:
                signal.raise_signal(signal.SIGINT)
            yield row

    monkeypatch.setattr(odds, "rows", struck)
    before = signal.getsignal(signal.SIGINT)
    found = asked(*words, f"--{kind}", where)
    assert (found.stdout, "Interrupted" in found.stderr) == (whole.stdout, True), found.output
    assert signal.getsignal(signal.SIGINT) is before
    first_rows = (tmp_path / "whole").read_text("utf-8").splitlines()[:3]
    if kind == "csv":
        assert where.read_text("utf-8").splitlines() == first_rows
    else:
        pyarrow: Any = pytest.importorskip("pyarrow.parquet")
        kept = [{name: str(one) for name, one in row.items()} for row in pyarrow.read_table(where).to_pylist()]
        assert kept == list(csv.DictReader(first_rows))


@pytest.mark.parametrize("words", WRONG)
def test_what_cannot_be_simulated_is_refused(words: str) -> None:
    assert WRONG[words] in told("simulate", *words.split()).replace("\u202f", " ")
