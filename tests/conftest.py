"""What all tests share: the ``clause`` marker names clauses that exist."""

import pytest

from tapete.clauses.register import RETIRED, register


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Fail a test that claims to show a clause which the register does not have."""
    for marker in item.iter_markers("clause"):
        for clause in marker.args or ("a marker without id",):
            if clause not in register():
                pytest.fail(f"{clause} is {'retired' if clause in RETIRED else 'not in the register'}", pytrace=False)
