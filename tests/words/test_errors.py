"""What stops a command, a hall or a replay is a code with facts: wherever it is raised, and in every language."""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import tapete.live
import tapete.people
import tapete.record
from tapete.record.notation import NotationError
from tapete.words import LANGS, CodedError, error_sentence, finding, placeholders, reason, sentence_fact, topics

SOURCE = Path(tapete.record.__file__).parents[1]

OF_PROGRAMS = {"UndeclaredCardError", "VaultError", "RandomnessError"}
"""Errors that only a program can make, and one that has a refusal of its own."""


def modules() -> Iterator[object]:
    for package in (tapete.record, tapete.live, tapete.people):
        yield package
        for one in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".migrations" not in one.name:
                yield importlib.import_module(one.name)


def error_classes() -> dict[str, type[BaseException]]:
    found = {}
    for module in modules():
        for name, one in inspect.getmembers(module, inspect.isclass):
            if issubclass(one, Exception) and one.__module__.startswith(
                ("tapete.record", "tapete.live", "tapete.people")
            ):
                found |= {name: one}
    return found


def test_every_error_of_the_record_and_of_a_hall_has_a_code() -> None:
    bare = {name for name, one in error_classes().items() if not issubclass(one, CodedError)}
    assert bare == OF_PROGRAMS


def raised() -> list[tuple[str, str, set[str] | None]]:
    """Return where a coded error is made, its code, and the facts that it is given (``None``: they are passed on)."""
    names = {name for name, one in error_classes().items() if issubclass(one, CodedError)}
    found = []
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names):
                continue
            where = f"{file.relative_to(SOURCE)}:{node.lineno}"
            given = node.args[2 if node.func.id == NotationError.__name__ else 0]
            facts = None if any(one.arg is None for one in node.keywords) else {str(one.arg) for one in node.keywords}
            if isinstance(given, ast.Attribute) and given.attr == "code":
                continue  # another coded error, handed on
            assert isinstance(given, ast.Constant), f"{where}: the code of an error is written where it is raised"
            found.append((where, str(given.value), facts))
    return found


def test_every_code_that_is_raised_has_its_sentence_and_every_sentence_its_facts() -> None:
    places = raised()
    assert len(places) > 60
    wrong = []
    for where, code, facts in places:
        entry = topics()["error"].get(code)
        if entry is None:
            wrong.append(f"{where}: {code} has no sentence")
        elif facts is not None and not {name for name, _ in placeholders(entry["es"])} <= facts:
            wrong.append(f"{where}: {code} gives {sorted(facts)}")
    assert wrong == []


def test_no_sentence_is_kept_for_a_code_that_nobody_raises() -> None:
    made = {code for _, code, _ in raised()} | {"replay-otherwise", "problem-at"}
    own = {code for code in topics()["error"] if not code.isupper() and not code.startswith(("SQLITE_", "E"))}
    assert own - made == set()


def test_an_error_within_another_is_told_in_the_same_language() -> None:
    inner = CodedError("entry-time", time="ayer")
    outer = CodedError("action-unread", number=3, why=inner.told)
    assert outer.sentence("es") == "acción 3: «ayer» no es una hora con su diferencia"
    assert str(outer) == "action 3: 'ayer' is not a time with an offset"
    refused = sentence_fact("refusal", "wrong-window", {})
    assert finding("act-refused", {"act": "sit", "refusal": "wrong-window", "why": refused}, "es") == (
        "El motor rechaza la jugada sit: Ahora no toca eso (wrong-window)."
    )


@pytest.mark.parametrize("lang", LANGS)
def test_what_the_system_says_is_named_and_not_quoted(lang: str) -> None:
    missing = reason(FileNotFoundError(2, "No such file or directory"))
    assert error_sentence(missing["code"], missing["facts"], lang) == topics()["error"]["ENOENT"][lang]
    strange = reason(OSError(71, "Protocol error"))
    assert error_sentence(strange["code"], strange["facts"], lang) == "EPROTO"
    assert reason(KeyError("x"))["code"] == "KeyError"


def test_the_english_detail_of_a_library_is_told_in_english_alone() -> None:
    error = CodedError("not-toml", where="3:4", detail="Expected '=' after a key (at line 3, column 4)")
    assert "Expected" in str(error)
    assert "Expected" not in error.sentence("es") + error.sentence("fr")
