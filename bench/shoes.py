"""Whole shoes on one core, beside a scalar loop in C and one in Python that know punto y banca by heart."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np

from bench.measure import Pair, Work, paired
from tapete.odds.chemin_shoes import Table
from tapete.odds.cloths_shoes import TwoCloths
from tapete.odds.punto_shoes import Bet, Shoes

SCALAR, LANES = (Path(__file__).with_name(name) for name in ("shoes.c", "lanes.c"))
SHOES = 2_000
FEW = 20
PUNTO = Shoes(8, dict.fromkeys((Bet.PUNTO, Bet.BANCA, Bet.TIE), 10_00))


def dealt(asked: Shoes | Table | TwoCloths, *, is_settled: bool = False) -> Work:
    """Return the work of a part as the verb does it: what a bank brings is settled as its coups are dealt, stakes of
    punto y banca where it is said. The same part each time has the same coups.
    """
    asked.require_possible()
    made = asked.deal(SHOES, 1, 0)
    coups = int((made if isinstance(made, np.ndarray) else made.ways).sum())

    def deal() -> int:
        made = asked.deal(SHOES, 1, 0)
        if is_settled:
            asked.sum_up(made)
        return coups

    return deal


def is_wide() -> bool:
    """Return True if the processor has the registers that the lanes by hand need."""
    told = Path("/proc/cpuinfo")
    return told.exists() and "avx512bw" in told.read_text()


def by_c(source: Path = SCALAR, shoes: int = SHOES) -> tuple[Work, np.ndarray] | None:
    """Return a loop in C, and where it counts who won; nothing where no compiler is."""
    if shutil.which("gcc") is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "shoes.so")
        subprocess.run(["gcc", "-O3", "-march=native", "-shared", "-fPIC", "-o", made, source], check=True)
        library = ctypes.CDLL(str(made))
    counts, nets, numbers = np.zeros(3, np.int64), np.zeros(shoes, np.int64), ctypes.POINTER(ctypes.c_int64)
    loop, places = (library.deal, (counts, nets)) if source == SCALAR else (library.deal_lanes, (counts,))
    loop.restype, told = ctypes.c_int64, [one.ctypes.data_as(numbers) for one in places]
    return (lambda: int(loop(ctypes.c_int64(shoes), ctypes.c_uint64(1), *told))), counts


def by_python(shoes: int = FEW) -> tuple[Work, list[int]]:
    """Return the same loop in Python, and where it counts who won."""
    counts = [0, 0, 0]

    def deal() -> int:
        random, order, coups = Random(1), [*range(1, 10), 0, 0, 0, 0] * 32, 0
        for _ in range(shoes):
            random.shuffle(order)
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
    """Measure shoes beside loops that know the rules by heart, then the other games beside punto y banca."""
    ours, stakes = (
        ("coups", "coups/s", dealt(PUNTO)),
        ("coups, stakes settled", "coups/s", dealt(PUNTO, is_settled=True)),
    )
    found = []
    if (scalar := by_c()) is not None:
        found.append(paired("punto y banca by shoes", stakes, ("scalar C, -O3", "coups/s", scalar[0]), rounds=5))
    if is_wide() and (lanes := by_c(LANES)) is not None:
        wide = ("counts in lanes, AVX-512 by hand", "coups/s", lanes[0])
        found.append(paired("punto y banca, who won", ours, wide, rounds=5))
    python = ("a loop in Python", "coups/s", by_python()[0])
    found.append(paired("punto y banca by shoes, again", stakes, python, rounds=5))
    for title, asked in (("chemin de fer by shoes", Table()), ("two cloths by shoes", TwoCloths())):
        found.append(paired(title, ("coups, banks settled", "coups/s", dealt(asked)), stakes, rounds=5))
    mixed = Table(punto=Fraction(1, 2), banker=Fraction(1, 2))
    found.append(paired("chemin de fer, each choice mixed", ("coups", "coups/s", dealt(mixed)), stakes, rounds=5))
    return found
