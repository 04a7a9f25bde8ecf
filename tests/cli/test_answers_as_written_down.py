"""Whole answers of the command line: what each call says where, with which status, and what it writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.cli.calls import KEPT, SCENES, answers, kept, options


@pytest.mark.parametrize("scene", SCENES)
def test_a_call_answers_as_it_was_written_down(scene: str, tmp_path: Path) -> None:
    """After a change that is meant: ``python -m tests.support.cli.calls``, and read the difference."""
    assert answers(scene, tmp_path) == kept(scene)


def test_a_verb_takes_the_options_that_were_written_down_with_the_same_defaults_and_bounds() -> None:
    assert options() == kept("options")


def test_no_answers_are_kept_that_nobody_gives() -> None:
    assert {one.stem for one in KEPT.iterdir()} == {*SCENES, "options"}
