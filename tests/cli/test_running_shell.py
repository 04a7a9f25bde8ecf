"""The shell from which the program was started, for whoever asks for its completion without a name."""

from __future__ import annotations

import pytest
import shellingham  # type: ignore[import-untyped]

from tapete.cli.completion import running_shell


@pytest.mark.parametrize("name", ["zsh", "bash", "fish"])
def test_the_shell_that_runs_is_called_by_its_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shellingham, "detect_shell", lambda: (name, f"/usr/bin/{name}"))
    assert running_shell() == name


def test_a_shell_that_cannot_be_told_has_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise shellingham.ShellDetectionFailure

    monkeypatch.setattr(shellingham, "detect_shell", fail)
    assert running_shell() == ""
