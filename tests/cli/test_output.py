"""What every verb writes with: a language, sentences, JSON, lines that steer no screen, files that are private."""

from __future__ import annotations

import json
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from immutables import Map

from tapete.cli import output

ENGLISH = ["--lang", "en"]


@pytest.fixture(autouse=True)
def english() -> None:
    output.set_lang(ENGLISH)


@pytest.mark.parametrize(
    ("words", "environment", "lang"),
    [
        ((), None, "es"),
        ((), "fr", "fr"),
        ((), "de", "es"),
        (("--lang", "en"), None, "en"),
        (("--lang", "en"), "fr", "en"),
        (("--lang", "de"), "fr", "fr"),
        (("--lang=en",), "fr", "en"),
        (("--lang=",), "fr", "fr"),
        (("--lang",), "fr", "fr"),
        (("keys", "x", "--lang", "en"), None, "en"),
        (("keys", "--lang", "fr", "x", "--lang", "en"), None, "en"),
        (("--lang=fr", "keys", "--lang", "en"), None, "en"),
        (("--lang", "en", "keys", "--lang=fr"), None, "fr"),
        (("--lang", "en", "keys", "--lang", "de"), None, "es"),
        (("--lang", "en", "--", "--lang", "fr"), None, "en"),
        (("--", "--lang=fr"), None, "es"),
        (("--lang", "en", "--lang"), None, "en"),
    ],
)
def test_the_last_language_of_a_line_counts_then_the_one_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], environment: str | None, lang: str
) -> None:
    monkeypatch.delenv("TAPETE_LANG", raising=False)
    if environment is not None:
        monkeypatch.setenv("TAPETE_LANG", environment)
    output.set_lang(words)
    assert output.lang() == lang


def test_a_language_that_a_verb_reads_is_that_of_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert [output.check_lang(one) for one in output.LANGS] == ["en", "en", "en"]
    with pytest.raises(typer.Exit) as ended:
        output.check_lang("de")
    assert ended.value.exit_code == 2
    assert capsys.readouterr() == ("", "tapete: no language «de»; there are es, en and fr\n")


def test_what_is_no_code_of_a_sentence_is_a_sentence_already() -> None:
    assert output.say("No such code.", one=1) == "No such code."
    assert output.say("no-language", lang="de", langs=["es"]) == "no language «de»; there is es"
    assert output.say("no-language", lang="de", langs=("es", "en")) == "no language «de»; there are es and en"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain · ñ 李", "plain · ñ 李"),
        ("a\tb\nc\rd\x1b[2J", "a\\tb\\nc\\rd\\x1b[2J"),
        ("a\u202eb\u200bc", "a\\u202eb\\u200bc"),
        ("a\u2028b\u2029c", "a\\u2028b\\u2029c"),
        ("a\ud800b", "a\\ud800b"),
    ],
)
def test_a_line_that_a_record_has_a_say_in_steers_no_screen(
    capsys: pytest.CaptureFixture[str], text: str, shown: str
) -> None:
    output.tell(text)
    output.tell(text, is_bold=True)
    assert capsys.readouterr() == (f"{shown}\n{shown}\n", "")


@pytest.mark.parametrize(
    ("is_screen", "no_color", "is_plain"),
    [(True, None, False), (True, "", True), (True, "1", True), (False, None, True)],
)
def test_bold_is_for_screens_alone_unless_nobody_wants_it(
    monkeypatch: pytest.MonkeyPatch, is_screen: bool, no_color: str | None, is_plain: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    if no_color is not None:
        monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setattr(sys, "stdout", type("Out", (), {"isatty": lambda _: is_screen})())
    assert output.is_plain() is is_plain
    assert output.bold("x") == ("x" if is_plain else "\x1b[1mx\x1b[0m")


def test_json_is_one_document_of_two_spaces(capsys: pytest.CaptureFixture[str]) -> None:
    output.data({"a": Map({"b": (1, "ñ")}), "c": None})
    said, beside = capsys.readouterr()
    assert said == '{\n  "a": {\n    "b": [\n      1,\n      "ñ"\n    ]\n  },\n  "c": null\n}\n'
    assert (json.loads(said), beside) == ({"a": {"b": [1, "ñ"]}, "c": None}, "")
    with pytest.raises(NotImplementedError, match=r"^object$"):
        output.data(object())


def test_a_file_of_somebody_is_his_alone_and_written_anew(tmp_path: Path) -> None:
    file = tmp_path / "books"
    for text in ("a longer text, ñ\n", "short\n"):
        output.write_private(file, text)
        assert file.read_text("utf-8") == text
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_complaints_and_progress_go_beside_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    output.progress("staff-key-made", key="k")
    said, beside = capsys.readouterr()
    assert (said, beside) == ("", output.say("staff-key-made", key="k") + "\n")
    with pytest.raises(typer.Exit) as ended:
        output.bad_input("no-file", file="x")
    assert ended.value.exit_code == output.BAD_INPUT == 2
    assert capsys.readouterr() == ("", f"tapete: {output.say('no-file', file='x')}\n")


@pytest.mark.parametrize("ok", [True, False])
def test_an_answer_of_no_ends_with_status_1(ok: bool) -> None:
    ended: Any = None
    try:
        output.answer(ok)
    except typer.Exit as error:
        ended = error.exit_code
    assert ended == (None if ok else 1)
    assert (output.NO, output.TABLE_LOST) == (1, 3)
