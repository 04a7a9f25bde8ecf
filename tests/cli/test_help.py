"""The help of every verb and option is in the language of the answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import typer
from typer.main import get_command
from typer.testing import CliRunner

from tapete.cli import app
from tapete.cli.opening_options import COMMON, SERIES, options_of
from tapete.words import LANGS, topics

VERBS = [
    *([one] for one in ("demo", "serve", "rules", "replay", "audit", "export", "keys", "adopt", "accounts", "open")),
    ["odds"],
    ["odds", "punto-banco"],
    ["bingo"],
    *(["bingo", one] for one in ("cards", "check", "rank", "unrank")),
    ["open", "mini"],
    ["open", "punto-y-banca"],
    ["open", "chemin-de-fer"],
    [],
]
NAMES_OF_ALL = {"lang", "as_json", "version", "install_completion", "show_completion"}


def shown(words: list[str], lang: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("TAPETE_LANG", lang)
    monkeypatch.setenv("COLUMNS", "4000")
    monkeypatch.setenv("TERMINAL_WIDTH", "4000")
    found = CliRunner().invoke(app, [*words, "--help"])
    assert found.exit_code == 0, found.output
    return found.output


def options(command: Any, path: str) -> Iterator[str]:
    for one in command.params:
        is_own = one.name not in NAMES_OF_ALL or f"{path}.{one.name}" in topics()["help"]
        yield f"{path if is_own else 'option'}.{one.name}"


def wanted() -> set[str]:
    """Return the code of every text that the help of the program consists of."""
    from tapete.catalogue import entries

    root: Any = get_command(app)
    context = root.make_context("tapete", [], resilient_parsing=True)
    found = {"tapete", *options(root, "tapete")}
    for verb in root.list_commands(context):
        command = root.get_command(context, verb)
        found |= {verb, *(() if verb == "open" else options(command, verb))}
        if verb in ("odds", "people", "store", "bingo"):
            for inner in command.list_commands(typer.Context(command, parent=context)):
                deeper = command.commands[inner]
                found |= {f"{verb}.{inner}", *options(deeper, f"{verb}.{inner}")}
    found |= {f"open.{one.field}" for game in entries().values() for one in options_of(game).values()}
    return found | {f"open-game.{one.name}" for one in (*COMMON, SERIES) if one.name not in NAMES_OF_ALL}


def test_every_verb_and_every_option_has_its_help_in_each_language_and_no_other_text_is_kept() -> None:
    assert {one for one in topics()["help"] if not one.startswith("frame.")} == wanted()


def test_a_help_is_in_one_language(monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests) -> None:
    for words in VERBS:
        with subtests.test(words=words):
            texts = {lang: shown(words, lang, monkeypatch) for lang in LANGS}
            said = {code: entry for code, entry in topics()["help"].items() if len(set(entry.values())) == len(LANGS)}
            for lang, text in texts.items():
                plain = " ".join(text.split())
                for code, entry in said.items():
                    for other in set(LANGS) - {lang}:
                        sentence = " ".join(entry[other].split())
                        if "{}" not in sentence and len(sentence) > 12:
                            assert sentence not in plain, f"{code} is told in {other} in the help of {lang}"
                assert topics()["help"]["frame.usage"][lang] in plain
                assert topics()["help"]["frame.help"][lang] in plain


GROUPS: tuple[tuple[str, ...], ...] = (("people",), ("store",), ("odds",), ("bingo",), ("open",))
"""Verbs that have verbs."""

USAGE = topics()["help"]["frame.usage"]


def ran(*words: str) -> Any:
    return CliRunner(env={"TAPETE_LANG": "", "NO_COLOR": "1"}).invoke(app, list(words))


def test_help_that_is_asked_for_goes_to_standard_output(subtests: pytest.Subtests) -> None:
    for lang in LANGS:
        for words in ((), *GROUPS, ("keys",), ("bingo", "rank"), ("open", "mini")):
            with subtests.test(lang=lang, words=words):
                found = ran("--lang", lang, *words, "--help")
                assert (found.exit_code, found.stderr) == (0, "")
                assert found.stdout.lstrip().startswith(USAGE[lang])


def test_the_program_itself_has_a_short_word_for_help() -> None:
    assert ran("-h").stdout == ran("--help").stdout


def test_help_that_nobody_asked_for_is_no_answer(subtests: pytest.Subtests) -> None:
    for lang in LANGS:
        for words in ((), *GROUPS):
            with subtests.test(lang=lang, words=words):
                for given in (words, (*words, "--lang", lang)) if words else (("--lang", lang),):
                    found = CliRunner(env={"TAPETE_LANG": lang, "NO_COLOR": "1"}).invoke(app, list(given))
                    assert (found.exit_code, found.stdout) == (2, "")
                    assert found.stderr.lstrip().startswith(USAGE[lang])
