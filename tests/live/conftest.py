"""A hall for each test."""

from pathlib import Path

import pytest

from tapete.live import Keys
from tests.support.live.toy import Stage


@pytest.fixture
def keys() -> Keys:
    return Keys.fresh()


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'hall.db'}"


@pytest.fixture
def stage(url: str, keys: Keys) -> Stage:
    return Stage(url, keys)
