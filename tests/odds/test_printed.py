"""Promise of README.md: ``tapete odds`` and ``tapete solve`` give each number known beforehand to the last digit.

Known from print: Kemeny and Snell 1957; Ethier and Gámez 2013; Ethier and Lee 2015. The rest was counted elsewhere.
"""

import json
from fractions import Fraction
from functools import cache, reduce
from math import comb
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from tapete.cartones import NINETY
from tapete.cli import app
from tapete.odds.bingo_evenings import layouts
from tests.support.rows import rows

SIX, FIVE, A1 = "solve chemin-de-fer --decks 6 --model B2", " --commission 5%", "solve chemin-de-fer --model A1"
TABLE = "solve chemin-de-fer --model B1 --table --decks"
CLOTHS = "solve dos-panos --model A1 --theta"
PUNTO = {decks: f"odds punto-banco --decks {decks}" for decks in (1, 6, 8)}
Q, STOOD = "77143741/121269912", "equilibria.0.q.((0,6),none)"
VALUE = "-974653793197999/75340147272374985"
AGREED = Fraction(110, 543)

SOLVED = {
    "A1, how often the punto draws on 5": (A1, "equilibria.0.p", "9/11"),
    "A1, the banker on 6 when they stood": (A1, "equilibria.0.q.(6,none)", "859/2288"),
    "A1, worth to the punto": (A1, "equilibria.0.player", "-679568/53094899"),
    "A2, p": ("solve chemin-de-fer --model A2", "equilibria.0.p", "9/11"),
    "A2, worth": ("solve chemin-de-fer --model A2", "equilibria.0.player", "-679568/53094899"),
    "A3, p": ("solve chemin-de-fer --model A3", "equilibria.0.p", "9/11"),
    "A3, worth": ("solve chemin-de-fer --model A3", "equilibria.0.player", "-679568/53094899"),
    "B2, p": (SIX, "equilibria.0.p", "477191/592524"),
    "B2, q": (SIX, STOOD, Q),
    "B2, worth": (SIX, "equilibria.0.player", VALUE),
    "B2 at 5 %, p": (SIX + FIVE, "equilibria.0.p", "2372272/2881749"),
    "B2 at 5 %, the same q": (SIX + FIVE, STOOD, Q),
    "B2 at 5 %, the same worth to the punto": (SIX + FIVE, "equilibria.0.player", VALUE),
    **{
        f"the drawing table, {decks} packs{commission}, the {who}": (
            *(f"{TABLE} {decks}{commission}", f"equilibria.0.wins.{who}", Fraction(count, total)),
        )
        for commission in ("", " --commission 2.5%", FIVE)
        for decks, total, counts in (
            (6, 878869206895680, (392220492728832, 403095751234560, 83552962932288)),
            (8, 4998398275503360, (2230518282592256, 2292252566437888, 475627426473216)),
        )
        for who, count in zip(("player", "banker", "tie"), counts, strict=True)
    },
    "two cloths that know nothing of each other, from": (
        *(f"{CLOTHS} 3/10 --concept independent", "shares.0", "9588/37663"),
    ),
    "and up to": (f"{CLOTHS} 3/10 --concept independent", "shares.1", "55716/128711"),
    "with what p": (f"{CLOTHS} 3/10 --concept independent", "equilibria.0.p.1", "9/11"),
    "the mirror, from": (f"{CLOTHS} 7/10 --concept independent", "shares.0", 1 - Fraction(55716, 128711)),
    "the mirror, up to": (f"{CLOTHS} 7/10 --concept independent", "shares.1", 1 - Fraction(9588, 37663)),
    "two cloths that agree, SS": (f"{CLOTHS} 1/2", "equilibria.0.plays.SS", 0),
    "two cloths that agree, SD": (f"{CLOTHS} 1/2", "equilibria.0.plays.SD", AGREED),
    "two cloths that agree, DS": (f"{CLOTHS} 1/2", "equilibria.0.plays.DS", AGREED),
    "two cloths that agree, DD": (f"{CLOTHS} 1/2", "equilibria.0.plays.DD", "323/543"),
    "two cloths that agree, worth": (f"{CLOTHS} 1/2", "equilibria.0.cloths", "-16655514960/1919414386513"),
    **{
        f"{decks} packs, {who}": (PUNTO[decks], key, count)
        for decks, counts in (
            (8, (2292252566437888, 2230518282592256, 475627426473216, 4998398275503360)),
            (6, (403095751234560, 392220492728832, 83552962932288, 878869206895680)),
        )
        for (who, key), count in zip(
            (("bank", "wins.banker"), ("punto", "wins.player"), ("ties", "wins.tie"), ("all", "total")),
            counts,
            strict=True,
        )
    },
    **{
        f"a pair, {decks} packs": (PUNTO[decks], "edges.player_pair", 1 - 12 * Fraction(4 * decks - 1, 52 * decks - 1))
        for decks in PUNTO
    },
    "layouts of a card": ("odds bingo", "layouts", 735210),
    "cards": ("odds bingo", "cards_in_all", 3669688706217187500),
    "mean ball of the full card": ("odds bingo", "bingo.mean", "1365/16"),
    **{
        f"full by ball {ball}": (*("odds bingo", f"bingo.by_ball.{ball}", Fraction(comb(ball, 15), comb(90, 15))),)
        for ball in (14, 15, 45, 89, 90)
    },
}
"""What is asked, where the answer has the number, and the number."""

ROUNDED = {
    **{
        f"{decks} packs, edge of the {who}": (PUNTO[decks], f"edges.{who}", 100, printed)
        for decks, of in (
            (8, ("1.0579", "1.2351", "14.3596", "10.3614")),
            (6, ("1.0558", "1.2374", "14.4382", "11.2540")),
            (1, ("1.0117", "1.2864", "15.7461", "29.4118")),
        )
        for who, printed in zip(("banker", "player", "tie", "player_pair"), of, strict=True)
    },
    "ball of the first line, one card": ("odds bingo", "line.mean", 1, "64.6306818"),
    "ball of the full card": ("odds bingo", "bingo.mean", 1, "85.3125"),
    "ball of the first line, a strip": ("odds bingo --strip", "line.mean", 1, "46.5641060"),
    "ball of the first full card, a strip": ("odds bingo --strip", "bingo.mean", 1, "77.5348793"),
}
"""The same of numbers that are known rounded, by what they are multiplied before."""


@cache
def told(words: str) -> Any:
    found = CliRunner().invoke(app, [*words.split(), "--json"])
    assert found.exit_code == 0, found.output
    return json.loads(found.stdout)


def number_at(words: str, path: str) -> Fraction:
    def step(of: Any, key: str) -> Any:
        return of[int(key)] if isinstance(of, list) else of[key]

    return Fraction(reduce(step, path.split("."), told(words)))


@rows("words, path, number", SOLVED)
def test_to_the_last_digit(words: str, path: str, number: Any) -> None:
    assert number_at(words, path) == Fraction(number)


@rows("words, path, factor, printed", ROUNDED)
def test_to_the_printed_digit(words: str, path: str, factor: int, printed: str) -> None:
    digits = len(printed.partition(".")[2])
    assert f"{float(factor * number_at(words, path)):.{digits}f}" == printed


def test_of_a_prize_within_so_many_balls_the_house_pays_its_share_on_average() -> None:
    said = CliRunner().invoke(app, ["odds", "bingo", "--within", "50", "--prize", "90", "--lang", "en"]).stdout
    assert "within 50 balls: 13.928986%" in said
    assert "€90 to each winner, €12.54 to each card, €12.54 in all" in said


@pytest.mark.parametrize(("count", "sets", "options"), [(88, 8, "A1"), (484, 44, "A2"), (484, 44, "B2")])
def test_the_banker_knows_so_many_things(count: int, sets: int, options: str) -> None:
    """Ethier and Gámez 2013: 2 x 2**88 and 2 x 2**484 ways to play."""
    known = told(f"solve chemin-de-fer --model {options}")["equilibria"][0]["certificate"]["advantages"]
    assert len(known) == count == sets * 11


def test_cards_are_of_so_many_sorts() -> None:
    """Columns by how many numbers they have, and how often a number stands on a uniform card: counted elsewhere."""
    table = layouts()
    ways = np.diff(table.up_to, prepend=0) / table.up_to[-1]
    held = np.array([0, *map(len, NINETY.masks)])[table.masks]
    assert len(np.unique(held, axis=0)) == 1_554
    full = np.bincount((held == NINETY.lines).sum(axis=1), weights=ways)
    assert [f"{one:.4f}" for one in full] == ["0.3201", "0.5334", "0.1429", "0.0035"]
    ends = [(held[:, column] * ways).sum() / NINETY.sizes[column] for column in (0, -1)]
    assert [f"{one:.5f}" for one in ends] == ["0.17917", "0.15619"], "the numbers 1 and 90"
