"""Whether a test that failed without its clause proves the clause: only an assertion of the test's own body does.

The assertion stands in the test function (or in a function written inside it), or in a helper of the tests that it
called: from there down to the failed line every frame belongs to the tests. An exception of any other kind proves
nothing, whoever raised it. Neither does a refusal that a test meets on its way, or an act that the table does not
answer, though the test then fails by an assertion (``tests/support/steps.py``): it may as well be a set-up that no
longer works, or a neutral that fits nowhere. A test whose point is that an act stands says so in an assertion.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import CodeType, TracebackType
from typing import Any

import pytest

from tapete.kernel import RefusedError

SITE = Path(pytest.__file__).resolve().parent.parent
PYTEST = SITE / "_pytest"
"""Frames below the failed line that belong to the assertion itself: ``pytest.raises``, ``pytest.fail``."""
TIMEOUT = SITE / "pytest_timeout.py"
STEPS = Path("support", "steps.py")
"""Where an exception out of the package becomes an assertion, below the folder of the tests."""


def objection(item: pytest.Item, call: pytest.CallInfo[Any], tests: Path) -> str:
    """Return why the failure of a test proves nothing; nothing when an assertion of its own body failed."""
    if call.excinfo is None:
        return "it passes all the same"
    if call.when != "call":
        return f"an error of its {call.when}"
    if isinstance(call.excinfo.value.__cause__, RefusedError):
        return "a step on its way is refused"
    if not isinstance(call.excinfo.value, AssertionError | pytest.fail.Exception):
        return f"{call.excinfo.typename}, which is no assertion"
    own, frames = _body(item), list(_frames(call.excinfo.tb))
    if frames and Path(frames[-1].co_filename) == tests / STEPS:
        return f"{type(call.excinfo.value.__cause__).__name__} out of the package, which is no assertion"
    if frames[-2:] and any(Path(code.co_filename) == TIMEOUT for code in frames):
        return "it ran out of time"
    begins = [place for place, code in enumerate(frames) if code in own]
    inner = frames[begins[-1] :] if begins else []
    while inner and Path(inner[-1].co_filename).is_relative_to(PYTEST):
        inner.pop()
    if not inner or any(not Path(code.co_filename).is_relative_to(tests) for code in inner):
        return "the assertion is not of its own body"
    return ""


def _body(item: pytest.Item) -> frozenset[CodeType]:
    """Return the code of the test function and of the functions written in it; behind a decorator of hypothesis, of the
    function that it runs.
    """
    function = getattr(item, "function", None)
    inner = getattr(getattr(function, "hypothesis", None), "inner_test", function)
    return frozenset(_with_inner(inner.__code__)) if hasattr(inner, "__code__") else frozenset()


def _with_inner(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _with_inner(constant)


def _frames(traceback: TracebackType | None) -> Iterator[CodeType]:
    while traceback is not None:
        yield traceback.tb_frame.f_code
        traceback = traceback.tb_next
