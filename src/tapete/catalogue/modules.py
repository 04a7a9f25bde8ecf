"""Modules that entries of the catalogue name, and that need not be there."""

from __future__ import annotations

from importlib.util import find_spec


def is_there(module: str) -> bool:
    """Return True if a module can be found. A fault in what it lies in is raised: that is no missing module."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        return False
