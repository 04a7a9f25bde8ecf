"""The id that a client gives a request of its own, so that a repeat is known as one."""

from __future__ import annotations

import re
from typing import Annotated, Final

from litestar.params import HeaderParameter

from tapete.web.parsers import malformed_body

PATTERN: Final = "^[!-~]{1,80}$"
"""Printable ASCII without blanks."""

IdempotencyKey = Annotated[
    str,
    HeaderParameter(
        name="Idempotency-Key",
        pattern=PATTERN,
        description="The client's id of the request; a repeat under the same id gets the first answer",
    ),
]


def require_key(key: str) -> None:
    """Raises :class:`~tapete.web.problems.ProblemError` (400) for an id that is none."""
    if not re.fullmatch(PATTERN, key):
        raise malformed_body("Idempotency-Key")
