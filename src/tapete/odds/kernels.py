"""Loops that Numba compiles where the extra ``fast`` brings it; without it few are used.

A tuple with names that a loop takes keeps its own name: what is compiled is found again on the disk by it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

IS_FAST: Final = find_spec("numba") is not None


def compile_loop(function: F) -> F:
    """Return a loop compiled at its first call, and kept on the disk where it may be; the loop itself without Numba."""
    if not IS_FAST:
        return function
    njit = partial(import_module("numba").njit, nogil=True, error_model="numpy")
    try:
        made: F = njit(cache=True)(function)
    except RuntimeError:  # there is nowhere to keep it
        made = njit()(function)
    return made
