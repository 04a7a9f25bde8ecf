"""Help that is asked for is an answer: it goes to standard output, in each language, however it is asked for."""

from __future__ import annotations

from typing import Any

import pytest
from typer.testing import CliRunner

from tapete.cli import app
from tapete.words import LANGS, topics
from tests.support.cli.calls import GROUPS, Call

USAGE = topics()["help"]["frame.usage"]


def ran(*words: str) -> Any:
    return CliRunner(env={"TAPETE_LANG": "", "NO_COLOR": "1"}).invoke(app, list(words))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("words", [(), *GROUPS, ("keys",), ("bingo", "rank"), ("open", "mini")], ids=" ".join)
def test_help_that_is_asked_for_goes_to_standard_output(words: Call, lang: str) -> None:
    found = ran("--lang", lang, *words, "--help")
    assert (found.exit_code, found.stderr) == (0, "")
    assert found.stdout.lstrip().startswith(USAGE[lang])


def test_the_program_itself_has_a_short_word_for_help() -> None:
    assert ran("-h").stdout == ran("--help").stdout
