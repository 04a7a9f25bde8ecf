"""What a knock-out touches: the decision alone.

The clause stays cited, or a test that only reads the citation would miss it. And what a test calls itself answers as
ever: a test that reads a value of the rulebook, or asks a rule without a table, would notice the knock-out whether or
not any game heeds the clause.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from tapete.clauses import Rule, Sourced, rest_on

_clauses: Any = import_module("tapete.clauses")


def blind(tests: Path) -> None:
    """Hide the knock-out from the code below ``tests``, and keep the citations of what is knocked out."""
    Rule.__call__ = _hidden(Rule.__call__, str(tests))  # type: ignore[method-assign]
    Sourced.use = _hidden(Sourced.use, str(tests))  # type: ignore[method-assign]


def _hidden(real: Callable[..., Any], tests: str) -> Any:
    def called(self: Any, *args: Any, **named: Any) -> Any:
        out = _clauses._out
        if not out or out.isdisjoint(self.clauses):
            return real(self, *args, **named)
        if sys._getframe(1).f_code.co_filename.startswith(tests):
            _clauses._out = frozenset()
            try:
                return real(self, *args, **named)
            finally:
                _clauses._out = out
        rest_on(*self.clauses)
        return real(self, *args, **named)

    return called
