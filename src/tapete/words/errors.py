"""Errors that a person reads: a code with facts, whose sentence is made in his language."""

from __future__ import annotations

import errno
import re
from typing import Any, ClassVar, Final

from tapete.words.sentences import error_sentence


class CodedError(Exception):
    """An error with a code of its topic and its facts; ``str`` of it is the English sentence."""

    topic: ClassVar[str] = "error"
    """Where the sentences of its codes stand."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code, self.facts = code, facts

    def __str__(self) -> str:
        return self.sentence("en")

    def sentence(self, lang: str) -> str:
        """Return what went wrong, in a language."""
        return error_sentence(self.code, self.facts, lang, self.topic)

    @property
    def told(self) -> dict[str, Any]:
        """Return the error as a fact of another sentence (``{why:told}``)."""
        return sentence_fact(self.topic, self.code, self.facts)


def sentence_fact(topic: str, code: str, facts: Any) -> dict[str, Any]:
    return {"topic": topic, "code": code, "facts": dict(facts)}


def reason(error: BaseException) -> Any:
    """Return an error as a fact of a sentence: a coded one as it is, another one by a name that is no language, or by
    the sentence of that name.
    """
    return error.told if isinstance(error, CodedError) else sentence_fact("error", technical_name(error), {})


def failure_facts(error: BaseException) -> dict[str, Any]:
    """Return an unforeseen error as facts of a sentence: its kind, why, and what it says itself if it has no code."""
    facts = {"kind": type(error).__name__, "why": reason(error)}
    return facts if isinstance(error, CodedError) else facts | {"detail": str(error)}


def place_of(detail: str) -> str:
    """Return the place within a tree that a complaint about its shape names: ``$.act.amount``."""
    return next(iter(re.findall(r"`(\$[^`]*)`", detail)), "$")


def toml_place(detail: str, text: str) -> str:
    """Return line and column of a complaint about a TOML text, as numbers: ``3:4``; where it names none it means the
    end of the text.
    """
    found = re.search(r"line (\d+), column (\d+)", detail)
    lines = text.split("\n")
    return f"{found[1]}:{found[2]}" if found else f"{len(lines)}:{len(lines[-1]) + 1}"


NO_CONNECTION: Final = "08000"
"""Name of an error of a database that gives none itself: nobody has answered."""


def technical_name(error: BaseException) -> str:
    """Name an error of the system or of a library as technicians do: ``ENOENT``, ``SQLITE_NOTADB``, or its kind.

    What such an error says is English, or whatever the system speaks; the name is the same for everybody.
    """
    if isinstance(error, OSError) and error.errno is not None:
        return errno.errorcode.get(error.errno, str(error.errno))
    inner = getattr(error, "orig", None) or error
    sqlite = getattr(inner, "sqlite_errorname", None)
    if sqlite:  # the first two words: SQLITE_IOERR_SHORT_READ is one of many that go wrong with a disk
        return "_".join(str(sqlite).split("_")[:2])
    name = getattr(inner, "sqlstate", None) or type(inner).__name__
    return NO_CONNECTION if name == "OperationalError" else str(name)
