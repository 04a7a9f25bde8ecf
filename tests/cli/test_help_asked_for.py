"""Help that is asked for is an answer: it goes to standard output, in each language, however it is asked for. Help that
is shown because a word is missing is none: it goes to standard error, with the status of bad input.
"""

from __future__ import annotations

from typing import Any

import pytest
from typer.testing import CliRunner

from tapete.cli import app
from tapete.words import LANGS, topics

GROUPS: tuple[tuple[str, ...], ...] = (("people",), ("store",), ("odds",), ("bingo",), ("open",))
"""Verbs that have verbs."""

USAGE = topics()["help"]["frame.usage"]


def ran(*words: str) -> Any:
    return CliRunner(env={"TAPETE_LANG": "", "NO_COLOR": "1"}).invoke(app, list(words))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("words", [(), *GROUPS, ("keys",), ("bingo", "rank"), ("open", "mini")], ids=" ".join)
def test_help_that_is_asked_for_goes_to_standard_output(words: tuple[str, ...], lang: str) -> None:
    found = ran("--lang", lang, *words, "--help")
    assert (found.exit_code, found.stderr) == (0, "")
    assert found.stdout.lstrip().startswith(USAGE[lang])


def test_the_program_itself_has_a_short_word_for_help() -> None:
    assert ran("-h").stdout == ran("--help").stdout


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("words", [(), *GROUPS], ids=" ".join)
def test_help_that_nobody_asked_for_is_no_answer(words: tuple[str, ...], lang: str) -> None:
    for given in (words, (*words, "--lang", lang)) if words else (("--lang", lang),):
        found = CliRunner(env={"TAPETE_LANG": lang, "NO_COLOR": "1"}).invoke(app, list(given))
        assert (found.exit_code, found.stdout) == (2, "")
        assert found.stderr.lstrip().startswith(USAGE[lang])
