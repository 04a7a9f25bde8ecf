"""The table of the scenes."""

from collections.abc import Callable

import pytest

from tests.support.chemin_de_fer.table import Table, opened


@pytest.fixture
def make() -> Callable[..., Table]:
    """Return a function that opens a table with its people and offers the first bank to Bea at seat 1."""
    return opened
