"""Promise: what is counted and simulated can be seen; a picture holds the numbers of the answer, in three languages."""

import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from tapete.cli import app
from tapete.cli.plots import by_commission, of_laws
from tapete.odds.bingo import one_card
from tapete.odds.chemin_de_fer import Terms, deck_shoe
from tapete.odds.plots import bands, shares, spread
from tapete.words import LANGS
from tests.support.rows import rows

pytestmark = pytest.mark.slow

runner = CliRunner()
DRAWN = {
    "simulate punto-banco --shoes 20": "Quien apuesta",
    "simulate chemin-de-fer --shoes 20 --punto draw --banker draw": "Jugadas que dura una banca",
    "simulate dos-panos --banks 20 --first draw --second draw --banker draw": "La casa en una banca",
    "simulate bingo --evenings 4 --games 3 --cards 30 --within 72 --extra 50": "La casa en una noche",
    "odds chemin-de-fer --model B1": "q(6,none)",
    "odds bingo --strip": "Primera línea",
}
"""What is drawn, and a word of the picture."""


def test_columns_are_shares_of_all_values_and_bands_lie_around_the_middle() -> None:
    values = np.array([3, 1, 3, 7, 2, 3] * 60)
    assert dict(zip(shares(values).x.tolist(), shares(values).y.tolist(), strict=True))[3] == 50
    assert spread(values).y.sum() == pytest.approx(100)
    wide, narrow, middle = bands(values, "{} of 100", "median")
    assert (wide.name, narrow.name, middle.x[-1]) == ("90 of 100", "50 of 100", 18)
    assert wide.low is not None
    assert (wide.low <= middle.y).all()
    assert (middle.y <= narrow.y).all()
    assert (narrow.y <= wide.y).all()


def test_the_points_of_a_picture_are_those_of_the_answer() -> None:
    draws, brings = by_commission(Terms(deck_shoe(6)))
    found = {
        one.name: dict(zip(one.x.tolist(), one.y.tolist(), strict=True)) for one in (*draws.curves, *brings.curves)
    }
    assert found["p(5)"][5.0] == pytest.approx(2372272 / 2881749)
    assert found["q((0,6),none)"][0.0] == pytest.approx(77143741 / 121269912)
    fallen, balls = of_laws(one_card())
    assert fallen.curves[1].y[-1] == 100
    assert (balls.curves[1].x * balls.curves[1].y).sum() / 100 == pytest.approx(1365 / 16)


@rows("words, told", DRAWN.items())
def test_a_picture_is_drawn_with_words_of_its_language(words: str, told: str, tmp_path: Path) -> None:
    assert told in drawn(words, tmp_path / "one.svg").decode()


def test_a_picture_is_drawn_again_as_it_was_or_of_points(tmp_path: Path) -> None:
    for words in [*DRAWN][::3]:
        first, again = (drawn(words, tmp_path / name) for name in ("one.svg", "again.svg"))
        assert first == again, "another picture of the same"
    assert drawn(words, tmp_path / "one.png").startswith(b"\x89PNG")


def drawn(words: str, file: Path) -> bytes:
    pytest.importorskip("matplotlib", reason="without tapete[plots]")
    chance = ["--seed", "5", "--workers", "1"] if words.startswith("simulate") else []
    made = runner.invoke(app, [*words.split(), *chance, "--plot", str(file), "--lang", "es"])
    assert made.exit_code == 0, made.output + repr(made.exception)
    assert f"Imagen en {file}" in made.stdout
    return file.read_bytes()


@pytest.mark.parametrize("verb", ["odds bingo", "odds chemin-de-fer", "odds dos-panos", "simulate bingo"])
def test_where_nothing_can_be_drawn_that_is_told_before_anything_is_counted(
    verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for file, word in (("a.svg", "tapete[plots]"), ("a.jpeg", ".png")):
        told = [runner.invoke(app, [*verb.split(), "--plot", file, "--lang", lang]) for lang in LANGS]
        assert {(one.exit_code, one.stdout) for one in told} == {(2, "")}
        assert len({one.stderr for one in told}) == len(LANGS)
        assert all(word in one.stderr for one in told), told[0].stderr
