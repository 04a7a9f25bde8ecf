"""The page of the documentation is the one that the rulebooks and the hands make now."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_page_is_current() -> None:
    made = runpy.run_path(str(ROOT / "script" / "side-by-side"))["page"]()
    assert (ROOT / "docs" / "side-by-side.md").read_text("utf-8") == made
