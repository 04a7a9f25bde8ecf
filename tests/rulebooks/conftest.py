"""Four documents of the two-cloth game as small rulebooks that fall back on each other, and the shipped lender."""

import shutil
from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from tapete.rulebooks import Library, read_library

BOOKS = Path(__file__).parent / "dos-panos"
Edit = tuple[str, str, str]
"""Path of a file below the folder of all games, what stands there once, and what stands there instead."""


@pytest.fixture
def library(tmp_path: Path) -> Callable[..., Library]:
    def read(*edits: Edit) -> Library:
        root = tmp_path / "data"
        shutil.rmtree(root, ignore_errors=True)
        shutil.copytree(BOOKS, root / "dos-panos")
        with as_file(files("tapete.rulebooks") / "data" / "chemin-de-fer") as lender:
            shutil.copytree(lender, root / "chemin-de-fer")
        for name, old, new in edits:
            file = root / name
            file.parent.mkdir(exist_ok=True)
            text = file.read_text("utf-8") if file.exists() else ""
            assert not old or text.count(old) == 1, f"{name} has {text.count(old)} times {old!r}"
            file.write_text(text.replace(old, new) if old else text + new, "utf-8")
        return read_library(root)

    return read
