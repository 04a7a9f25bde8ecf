"""Loops that Numba compiles where the extra ``fast`` brings it; without it few are used.

What is compiled names the tuples that a loop takes and holds numbers of other modules. So it is kept in a folder of
these very sources: what others have compiled is not even read.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache, partial
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

IS_FAST: Final = find_spec("numba") is not None
Word = np.uint64
SOURCES: Final = Path(__file__).parent


@cache
def folder(chosen: str) -> Path:
    """Return where these sources keep what is compiled: in the folder chosen for Numba, or in the user's cache."""
    sources = b"".join(one.read_bytes() for one in sorted((*SOURCES.glob("*.py"), *SOURCES.glob("odds/*.py"))))
    base = Path(chosen or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    found = base / "tapete" / blake2b(sources, digest_size=8).hexdigest()
    found.mkdir(parents=True, exist_ok=True)
    return found


def compile_loop(function: F) -> F:
    """Return a loop compiled at its first call, and kept on the disk where it may be; the loop itself without Numba."""
    if not IS_FAST:
        return function
    numba = import_module("numba")
    njit, chosen = partial(numba.njit, nogil=True, error_model="numpy"), numba.config.CACHE_DIR
    try:
        numba.config.CACHE_DIR = str(folder(chosen))
        made: F = njit(cache=True)(function)
    except (OSError, RuntimeError):  # there is nowhere to keep it
        made = njit()(function)
    finally:
        numba.config.CACHE_DIR = chosen
    return made


@compile_loop
def count_bits(bits: Any) -> Any:
    if not IS_FAST:
        return bits.bit_count()
    left, found = Word(bits), Word(0)
    while left:  # the compiler knows an instruction for it
        left &= left - Word(1)
        found += Word(1)
    return found
