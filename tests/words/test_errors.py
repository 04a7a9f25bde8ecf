"""What stops a command, a hall or a replay is a code with facts: wherever it is raised, and in every language."""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy.exc import OperationalError

import tapete
from tapete import words
from tapete.record.notation import NotationError
from tapete.rulebooks import RulebookError
from tests.support.rows import rows

SOURCE = Path(tapete.__file__).parent
OF_PROGRAMS = {
    "ChanceError": "a game refuses its own act of chance",
    "DecisionAwaitedError": "a program asked for a whole coup without saying what a person chooses",
    "OpeningError": "the opening act of a game and what is written about its fields do not belong together",
    "RegisterError": "a data file of the package is wrong, which the tests see before a release",
    "UnreadableTextError": "what keeps a record catches it where it reads, and says which text it is",
    "UnbalancedError": "the postings of a game do not sum to zero; the audit names the kind of the error",
    "UnknownClauseError": "the code cites a clause that does not exist; a rulebook that does is told as RulebookError",
    "UsageError": "a program calls the library with what it does not take",
}
"""Errors of whoever writes a program, in English, and why nobody else ever reads them."""
WITH_WORDS_ELSEWHERE = {
    "OutputLostError": "ends the command line with a status of its own and its sentence on standard error",
    "ProblemError": "carries the code and the sentence of an answer over HTTP",
    "RefusedError": "carries a refusal, whose code has its sentence among those of the refusals",
    "SessionsFullError": "carries the code too-many-sessions",
    "UnknownCardError": "its text is what is no card; who reads cards answers with a code that has it as a fact",
}
"""Errors that hand on what has its words elsewhere."""
MAKERS = {"_against": "RulebookError", "SealedRows": "SealBrokenError"}
"""Functions that make an error of the code that they are given."""
Function = ast.FunctionDef | ast.AsyncFunctionDef
Call = tuple[str, Function, str, ast.Call]
"""Where something is called, in which function, by which name, and the call."""
Raised = tuple[str, str, str, frozenset[str] | None]
"""Where a coded error is made, its topic, its code, and the facts that it is given (``None``: they are passed on)."""


@cache
def error_classes() -> dict[str, type[BaseException]]:
    found: dict[str, type[BaseException]] = {}
    for module in pkgutil.walk_packages(tapete.__path__, "tapete."):
        if ".migrations" in module.name:
            continue
        for name, one in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if issubclass(one, BaseException) and one.__module__.startswith("tapete."):
                assert found.setdefault(name, one) is one, f"two errors are called {name}"
    return found


def coded() -> dict[str, type[words.CodedError]]:
    return {name: one for name, one in error_classes().items() if issubclass(one, words.CodedError)}


def test_every_error_of_the_package_has_words_or_is_of_programs() -> None:
    assert error_classes().keys() - coded().keys() == OF_PROGRAMS.keys() | WITH_WORDS_ELSEWHERE.keys()
    assert {one.topic for one in coded().values()} <= words.topics().keys()


def written(node: ast.expr, within: ast.AST) -> tuple[str, ...]:
    """Return the codes that an expression may be, all of them written in the function that it stands in."""
    match node:
        case ast.Constant(value=str(code)):
            return (code,)
        case ast.IfExp(body=one, orelse=other):
            return (*written(one, within), *written(other, within))
        case ast.Name(id=name):
            assigned = (line for line in ast.walk(within) if isinstance(line, ast.Assign))
            values = (
                one.value for one in assigned if name in {to.id for to in one.targets if isinstance(to, ast.Name)}
            )
            return tuple(code for value in values for code in written(value, within))
        case _:
            return ()


@cache
def calls() -> tuple[Call, ...]:
    return tuple(_calls())


def _calls() -> Iterator[Call]:
    for file in sorted(SOURCE.rglob("*.py")):
        for function in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(function, Function):
                continue
            for node in ast.walk(function):
                called = getattr(node, "func", None)
                made = called.value if isinstance(called, ast.Subscript) else called
                attribute = getattr(made, "attr", "")
                name = (
                    made.id if isinstance(made, ast.Name) else attribute if attribute in ("breach", "fault") else None
                )
                if isinstance(node, ast.Call) and name and node.args:
                    yield f"{file.relative_to(SOURCE)}:{node.lineno}", function, name, node


@cache
def raised() -> tuple[Raised, ...]:
    return tuple(_raised())


def _raised() -> Iterator[Raised]:
    classes = coded()
    for where, function, name, call in calls():
        made = MAKERS.get(name, name)
        if made not in classes or function.name in MAKERS:
            continue
        given = call.args[2 if made == NotationError.__name__ else -1 if name == "SealedRows" else 0]
        if isinstance(given, ast.Attribute) and given.attr in ("code", "_code"):
            continue  # another coded error, handed on; or the code that whoever made the reader of rows has written
        codes = written(given, function)
        assert codes, f"{where}: the code of an error is written where it is raised"
        facts = frozenset(str(one.arg) for one in call.keywords) | (
            {"file"} if issubclass(classes[made], RulebookError) else set()
        )
        is_passed_on = name in MAKERS or any(one.arg is None for one in call.keywords)
        for code in codes:
            yield where, classes[made].topic, code, None if is_passed_on else facts


def test_every_code_that_is_raised_has_its_sentence_and_every_sentence_its_facts() -> None:
    assert len(raised()) > 140
    wrong = []
    for where, topic, code, facts in raised():
        entry = words.topics()[topic].get(code)
        if entry is None:
            wrong.append(f"{where}: {code} has no sentence")
        elif facts is not None and not {name for name, _ in words.placeholders(entry["es"])} <= facts:
            wrong.append(f"{where}: {code} gives {sorted(facts)}")
    assert wrong == []


@rows("topic", sorted({one.topic for one in coded().values()}))
def test_no_sentence_is_kept_for_a_code_that_nobody_raises(topic: Any) -> None:
    made = {code for _, of, code, _ in raised() if of == topic} | {"replay-otherwise", "problem-at", "entries-beyond"}
    made |= {
        code for code in words.topics()[topic] if code.split("-")[0] == "unfit"
    }  # facts of «malformed», by kernel.acts
    own = {
        code
        for code in words.topics()[topic]
        if not code.isupper()
        and not code.isdecimal()
        and not code.startswith(("SQLITE_", "E"))
        and not code.endswith("Error")  # what a program says, by its name
    }
    assert own - made == set()


def test_every_broken_invariant_has_its_sentence_and_every_sentence_its_facts() -> None:
    found = set()
    for where, function, name, call in calls():
        if name != "breach":
            continue
        codes = written(call.args[0], function) or IN_A_LOOP[function.name]
        for code in codes:
            entry = words.topics()["invariant"].get(code)
            assert entry is not None, f"{where}: {code} has no sentence"
            assert {fact for fact, _ in words.placeholders(entry["es"])} <= {one.arg for one in call.keywords}, where
            found.add(code)
    assert found == words.topics()["invariant"].keys()


IN_A_LOOP = {"chips_and_cash_balance": ("cash-unbalanced", "chips-unbalanced")}
"""Invariants that name their codes in a loop."""


def test_an_error_within_another_is_told_in_the_same_language() -> None:
    inner = words.CodedError("entry-time", time="ayer")
    outer = words.CodedError("action-unread", number=3, why=inner.told)
    assert outer.sentence("es") == "acción 3: «ayer» no es una hora con su diferencia"
    assert str(outer) == "action 3: 'ayer' is not a time with an offset"
    refused = words.sentence_fact("refusal", "wrong-window", {})
    assert words.finding("act-refused", {"act": "sit", "refusal": "wrong-window", "why": refused}, "es") == (
        f"El motor rechaza la jugada sit: {words.refusal('wrong-window', {}, 'es').rstrip('.')} (wrong-window)."
    )


@rows("lang", words.LANGS)
def test_what_the_system_says_is_named_and_not_quoted(lang: Any) -> None:
    missing = words.reason(FileNotFoundError(2, "No such file or directory"))
    assert words.error_sentence(missing["code"], missing["facts"], lang) == words.topics()["error"]["ENOENT"][lang]
    strange = words.reason(OSError(71, "Protocol error"))
    assert words.error_sentence(strange["code"], strange["facts"], lang) == "EPROTO"
    assert words.reason(KeyError("x"))["code"] == "KeyError"
    silent = words.reason(OperationalError("SELECT 1", {}, Exception("connection to server failed")))
    assert silent["code"] == "Exception"
    gone = type("OperationalError", (Exception,), {})("connection to server at 127.0.0.1 failed")
    silent = words.reason(OperationalError("SELECT 1", {}, gone))
    assert words.error_sentence(silent["code"], silent["facts"], lang) == words.topics()["error"]["08000"][lang]


def test_the_english_detail_of_a_library_is_told_in_english_alone() -> None:
    error = words.CodedError("not-toml", where="3:4", detail="Expected '=' after a key (at line 3, column 4)")
    assert "Expected" in str(error)
    assert "Expected" not in error.sentence("es") + error.sentence("fr")


def test_of_what_somebody_typed_a_refusal_shows_as_much_as_tells_which_in_every_language() -> None:
    """T17: an amount of thousands of digits filled screen and log."""
    typed = "9" * 5_000
    facts = {"option": "--minimum", "field": "amount", "text": typed, "given": typed}
    spoken = words.topics()
    codes = [(topic, one) for topic in ("command", "error") for one in spoken[topic]
             if one == "not-euros" or "given" in dict(words.placeholders(spoken[topic][one]["en"]))]  # fmt: skip
    told = {
        (code, lang): words.error_sentence(code, facts, lang, topic) for topic, code in codes for lang in words.LANGS
    }
    assert len(told) > 50
    assert [one for one, sentence in told.items() if len(sentence) > 400 or "99…" not in sentence] == []
    assert len(words.refusal("serial-malformed", {"text": typed}, "es")) < 200
