"""What programs are told of the API: each way in with its answers and parameters, each field of each shape."""

from __future__ import annotations

import anyio

from tests.support.web.description import KEPT, lines, published


def test_the_description_is_what_was_written_down_last() -> None:
    """After a change that is meant: ``python -m tests.support.web.description``, and read the difference."""
    assert list(lines(anyio.run(published))) == KEPT.read_text("utf-8").splitlines()
