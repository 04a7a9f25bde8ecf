"""The keys of staff and of a monitor that a hall is given in a file: long enough, and of one line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from tapete.cli.serve import opening_key


def status_of(call: Callable[[], str]) -> str | int:
    """Return what a call returns, or the status with which it ends the program."""
    try:
        return call()
    except typer.Exit as end:
        return end.exit_code


@pytest.mark.parametrize("text", ["x" * 12, "x" * 13, "  x2345678901y \n", "ñ" * 12, "doce signos y"])
def test_a_key_of_twelve_signs_and_more_opens(tmp_path: Path, text: str) -> None:
    file = tmp_path / "key"
    file.write_text(text, "utf-8")
    assert status_of(lambda: opening_key(file)) == text.strip()


@pytest.mark.parametrize("complaint", ["staff-key-short", "monitor-key-short"])
@pytest.mark.parametrize(
    "content",
    [b"", b"x" * 11, b" " * 30, b"x" * 11 + b"   \n", b"first line of two\nand the second", b"\xff\xfe" + b"x" * 20],
)
def test_a_short_key_one_of_two_lines_and_one_that_is_no_text_are_refused(
    tmp_path: Path, content: bytes, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "key"
    file.write_bytes(content)
    status = status_of(lambda: opening_key(file, complaint))
    told = capsys.readouterr()
    assert (status, told.out) == (2, "")
    assert str(file) in told.err
    assert "12" in told.err
    assert ("monitor" in told.err) is (complaint == "monitor-key-short")


def test_a_key_that_is_not_there_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(lambda: opening_key(tmp_path / "none")) == 2
    assert str(tmp_path / "none") in capsys.readouterr().err
