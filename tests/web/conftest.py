"""Scenes in a house of their own.

A test that is a coroutine is a scene: what stands before the ``/`` of its parameters is the house, and who is in it, as
the fixture ``run`` opens it, or the fixture that its module names as ``OPENED_BY``.
"""

from collections.abc import Callable
from functools import partial
from inspect import iscoroutinefunction, signature
from pathlib import Path
from typing import Any

import anyio
import pytest

from tapete.live import security_log
from tapete.live.security_log import SecurityLog
from tests.support.web.house import house


@pytest.fixture
def empty_security_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write to a log in which no other test has filled up its minute."""
    fresh = SecurityLog()
    monkeypatch.setattr(security_log, "EVENTS", fresh)
    monkeypatch.setattr(security_log, "tell", fresh.tell)


@pytest.fixture
def run(tmp_path: Path, known_order: None) -> Callable[..., Any]:
    """Run a scene, an async function of a :class:`House`, in a hall of its own."""

    def play(scene: Any, **options: Any) -> Any:
        async def main() -> Any:
            folder = tmp_path / str(len(list(tmp_path.iterdir())))
            folder.mkdir()
            async with house(folder, **options) as here:
                return await scene(here)

        return anyio.run(main)

    return play


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Play a test that is a scene."""
    scene = pyfuncitem.obj
    if not iscoroutinefunction(scene):
        return None
    play = pyfuncitem._request.getfixturevalue(getattr(pyfuncitem.module, "OPENED_BY", "run"))
    names = [one.name for one in signature(scene).parameters.values() if one.kind is not one.POSITIONAL_ONLY]
    play(partial(scene, **{name: pyfuncitem.funcargs[name] for name in names}), **getattr(scene, "options", {}))
    return True
