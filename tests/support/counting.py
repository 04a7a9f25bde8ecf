"""How often something is called."""

from __future__ import annotations

from typing import Any

import pytest


def count(monkeypatch: pytest.MonkeyPatch, place: Any, name: str) -> list[Any]:
    """Return a list that grows by the arguments of each call of ``place.name``."""
    calls: list[Any] = []
    own = getattr(place, name)

    def counted(*given: Any, **named: Any) -> Any:
        calls.append(given)
        return own(*given, **named)

    monkeypatch.setattr(place, name, counted)
    return calls
