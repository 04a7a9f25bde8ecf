"""Whole shoes on one core, beside a scalar loop in C and one in Python that know punto y banca by heart."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from bench.measure import Pair, Work, paired
from tapete.odds.chemin_shoes import Table
from tapete.odds.cloths_shoes import TwoCloths
from tapete.odds.punto_shoes import Bet, Shoes

SOURCE = Path(__file__).with_name("shoes.c")
SHOES = 2_000
FEW = 20
PUNTO = Shoes(8, dict.fromkeys((Bet.PUNTO, Bet.BANCA, Bet.TIE), 10_00))


def by_arrays(asked: Shoes | Table | TwoCloths) -> Work:
    """Return the work of a part as the verb does it."""
    asked.require_possible()

    def deal() -> int:
        made = asked.deal(SHOES, 1, 0)
        return int((made if isinstance(made, np.ndarray) else made.ways).sum())

    return deal


def by_c(shoes: int = SHOES) -> tuple[Work, np.ndarray] | None:
    """Return the scalar loop, and where it counts who won; nothing where no compiler is."""
    if shutil.which("gcc") is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "shoes.so")
        subprocess.run(["gcc", "-O3", "-march=native", "-shared", "-fPIC", "-o", made, SOURCE], check=True)
        loop = ctypes.CDLL(str(made)).deal
    loop.restype, counts, nets = ctypes.c_int64, np.zeros(3, np.int64), np.zeros(shoes, np.int64)
    numbers = ctypes.POINTER(ctypes.c_int64)
    places = counts.ctypes.data_as(numbers), nets.ctypes.data_as(numbers)
    return (lambda: int(loop(ctypes.c_int64(shoes), ctypes.c_uint64(1), *places))), counts


def by_python(shoes: int = FEW) -> tuple[Work, list[int]]:
    """Return the same loop in Python, and where it counts who won."""
    counts = [0, 0, 0]

    def deal() -> int:
        random, cards, coups = np.random.default_rng(1), np.tile([*range(1, 10), 0, 0, 0, 0], 32), 0
        for _ in range(shoes):
            order = random.permutation(cards).tolist()
            at, net = 1 + (order[0] or 10), 0
            while at <= 416 - 7:
                punto, bank = (order[at] + order[at + 2]) % 10, (order[at + 1] + order[at + 3]) % 10
                third, at = -1, at + 4
                if punto < 8 and bank < 8:
                    if punto < 6:
                        third, at = order[at], at + 1
                        punto = (punto + third) % 10
                    if third < 0:
                        draws = bank < 6
                    else:
                        draws = bank < 3 or (bank == 3 and third != 8) or (3 < bank < 7 and 2 * bank - 6 <= third < 8)
                    if draws:
                        bank, at = (bank + order[at]) % 10, at + 1
                how = 0 if punto > bank else 1 if bank > punto else 2
                counts[how] += 1
                net += (-10_00, -10_50, 80_00)[how]
                coups += 1
        return coups

    return deal, counts


def pairs() -> list[Pair]:
    """Measure shoes beside both loops, then the other games beside punto y banca."""
    ours = ("coups by arrays", "coups/s", by_arrays(PUNTO))
    found = []
    if (scalar := by_c()) is not None:
        found.append(paired("punto y banca by shoes", ours, ("scalar C, -O3", "coups/s", scalar[0]), rounds=5))
    python = ("a loop in Python", "coups/s", by_python()[0])
    found.append(paired("punto y banca by shoes, again", ours, python, rounds=5))
    for title, asked in (("chemin de fer by shoes", Table()), ("two cloths by shoes", TwoCloths())):
        found.append(paired(title, ("coups by arrays", "coups/s", by_arrays(asked)), ours, rounds=5))
    return found
