"""What a command line says twice, and what it says to nobody, is refused and not dropped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from tapete.cli import app, completion, output
from tapete.cli.completion import SHELLS

runner = CliRunner(env={"TAPETE_LANG": "en"})


def ran(*words: object, status: int = 0, **env: str) -> Any:
    found = runner.invoke(app, [*map(str, words)], env=env)
    assert found.exit_code == status, found.output + str(found.exception)
    return found


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("open", "mini", "--minimum", "5", "--maximum", "100", "--minimum=50"), "--minimum"),
        (("open", "chemin-de-fer", "--minimum", "5", "--rulebook", "a", "--rulebook", "b"), "--rulebook"),
        (("audit", "hall.db", "--key", "a", "--key", "b"), "--key"),
        (("audit", "hall.db", "--table", "a", "--trusted", "00", "--table", "a"), "--table"),
        (("rules", "--game", "bingo", "--game", "mini"), "--game"),
    ],
)
def test_an_option_with_one_value_is_given_once(words: tuple[str, ...], option: str) -> None:
    found = ran(*words, status=2)
    assert (found.stdout, found.stderr.partition(" is given twice")[0]) == ("", f"tapete: {option}")


def test_options_that_may_be_repeated_still_may() -> None:
    assert "no file" in ran("audit", "no.db", "--witness", "a", "--witness", "b", status=2).stderr.lower()
    assert ran("rules", "PB.A2.05", "--lang", "es", "--lang", "en").stdout


@pytest.mark.parametrize("option", ["--install-completion", "--show-completion"])
@pytest.mark.parametrize("lang", ["es", "en", "fr"])
def test_an_unknown_shell_gets_no_completion(option: str, lang: str, tmp_path: Path) -> None:
    found = ran(option, "nosuch", status=2, HOME=str(tmp_path), TAPETE_LANG=lang)
    assert found.stdout == ""
    assert "«nosuch»" in found.stderr
    assert all(one in found.stderr for one in SHELLS)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("shell", "mark"), [("bash", "complete -o"), ("zsh", "#compdef"), ("fish", "complete --comm")])
def test_a_named_shell_gets_its_own_completion(shell: str, mark: str, tmp_path: Path) -> None:
    assert mark in ran("--show-completion", shell, HOME=str(tmp_path)).stdout
    assert list(tmp_path.iterdir()) == []
    assert shell in ran("--install-completion", shell, HOME=str(tmp_path)).stderr
    (file,) = (one for one in tmp_path.rglob("*tapete*") if one.is_file())
    assert mark in file.read_text("utf-8")
    own = {"bash": {".bashrc"}, "zsh": {".zshrc"}}.get(shell, set())
    assert {one for one in (".bashrc", ".zshrc") if (tmp_path / one).exists()} == own


def test_the_help_of_export_says_that_its_second_word_is_a_table_or_a_folder() -> None:
    found = ran("export", "--help", COLUMNS="200", TERMINAL_WIDTH="200").stdout
    assert "[TABLE]" not in found
    (line,) = (one for one in found.splitlines() if "TABLE_OR_FOLDER" in one and "*" in one)
    assert "alone, the folder" in line
    assert "TABLE is missing" in ran("export", "hall.db", status=2).stderr


def test_the_shell_that_runs_is_served_in_the_language_of_whoever_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(completion, "running_shell", lambda: "bash")
    output.set_lang(["--lang", "es"])
    with pytest.raises(SystemExit) as ended:
        completion.complete_for_shell(["--install-completion"])
    assert ended.value.code == 0
    assert "compleción de bash escrita en" in capsys.readouterr().err
    assert (tmp_path / ".bashrc").exists()


def test_where_no_shell_can_be_told_nothing_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(completion, "running_shell", lambda: "")
    with pytest.raises(typer.Exit):
        completion.complete_for_shell(["--install-completion"])
    assert list(tmp_path.iterdir()) == []
