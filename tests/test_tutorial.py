"""The tutorial is true: each of its blocks runs, and what stands below it is what it shows."""

from pathlib import Path
from typing import Any

import pytest

import tapete
from tests.support.notebook import blocks, rewritten, run

PAGE = Path(tapete.__file__).parents[2] / "docs" / "tutorial.md"
BLOCKS = blocks(PAGE.read_text("utf-8"))


def test_every_block_of_the_tutorial_shows_what_stands_below_it() -> None:
    names: dict[str, Any] = {}
    assert len(BLOCKS) > 15
    for code, output in BLOCKS:
        assert run(code, names) == output, code


def test_every_block_of_the_tutorial_is_run() -> None:
    text = PAGE.read_text("utf-8")
    assert text.count("```python") == len(BLOCKS)
    assert text.count("```") == 2 * (len(BLOCKS) + sum(bool(output) for _, output in BLOCKS))


def test_the_errors_of_the_tutorial_are_those_it_tells_about() -> None:
    ends = [output.splitlines()[-1].partition(":")[0] for _, output in BLOCKS if output]
    assert [end for end in ends if end.endswith("Error")] == [
        "RefusedError",
        "UsageError",
        "DecisionAwaitedError",
        "DecisionAwaitedError",
    ]


@pytest.mark.parametrize(
    ("code", "output"),
    [("x = 1", ""), ("print(2)", "2\n"), ("[1]", "[1]\n"), ("int('a b')\n", "ValueError: invalid literal")],
)
def test_a_block_shows_what_an_interpreter_shows(code: str, output: str) -> None:
    assert run(code, {}).startswith(output)
    assert bool(run(code, {})) == bool(output)


def test_a_page_with_a_wrong_output_is_mended() -> None:
    page = "a\n\n```python\n1 + 1\n```\n\n```text\n3\n```\n\nb\n"
    assert rewritten(page) == page.replace("3", "2")
    assert blocks(page) == [("1 + 1\n", "3\n")]
