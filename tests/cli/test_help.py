"""The help of every verb and option is in the language of the answer."""

from collections.abc import Iterator
from typing import Any

import pytest
import typer
from typer.main import get_command
from typer.testing import CliRunner

from tapete.cli import app, output
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


def test_the_english_help_is_what_the_code_says() -> None:
    root: Any = get_command(app)
    for verb, command in root.commands.items():
        for one in command.params:
            entry = topics()["help"].get(f"{verb}.{one.name}") or topics()["help"].get(f"option.{one.name}")
            assert entry is None or one.help == entry["en"], f"{verb} {one.name}"


@pytest.mark.parametrize("words", VERBS, ids=" ".join)
def test_a_help_is_in_one_language(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_the_language_of_a_help_can_be_said_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(output.LANG_VARIABLE, raising=False)
    assert "Uso:" in CliRunner().invoke(app, ["audit", "--help"]).output
    assert "Usage :" in CliRunner().invoke(app, ["audit", "--lang", "fr", "--help"]).output


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ([], "verb-here"),
        *(([one], "verb-here") for one in ("odds", "people", "store", "bingo")),
        (["open"], "game-here"),
        (["audit"], "options-here"),
    ],
)
def test_the_first_line_says_what_is_written_behind_it(
    words: list[str], code: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A verb behind a group, a game behind «open», nothing but options and arguments behind a verb."""
    frame = {one: topics()["help"][f"frame.{one}"][lang] for one in ("verb-here", "game-here", "options-here")}
    (usage,) = (
        line for line in shown(words, lang, monkeypatch).splitlines() if topics()["help"]["frame.usage"][lang] in line
    )
    assert {one for one in ("verb-here", "game-here") if frame[one] in usage} == {code} - {"options-here"}
    assert frame["options-here"] in usage
