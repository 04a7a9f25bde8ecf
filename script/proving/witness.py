"""What the answers of the games name while a test runs: the clauses that decided, as a person or the record reads them.

A clause counts when an answer of the kernel names it (what it rests on, the clauses of a refusal, of a fault or of an
event), or when an offer, the explanation of a step or the answer to a question about the rules does. Some clauses
decide beside the table: which document holds, what a game is called, what one game lends another, one seat a person,
what a card of bingo must be (:data:`BESIDE`). Reading a value of a rulebook leaves nothing here.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import msgspec

from tapete import kernel
from tapete.clauses import rest_on, trace

NAMING = frozenset({"clauses", "rests_on", "duty"})
"""Fields of answers, faults and events that name clauses; ``duty`` is what a hidden decision rests on."""

BESIDE = (
    ("tapete.catalogue", "applicability"),
    ("tapete.catalogue", "game_key"),
    ("tapete.rulebooks.resolve", "lent_sections"),
    ("tapete.rulebooks.resolve", "lay_over"),
    ("tapete.catalogue", "require_one_seat"),
    ("tapete.cartones", "faults"),
    ("tapete.cartones", "double_faults"),
)
"""What decides beside a table, and is asked by commands, pages, the hall and the shelf of rulebooks."""


class Witness:
    """Hears the games; :attr:`named` holds the clauses named since it was cleared."""

    def __init__(self) -> None:
        if any(name.startswith("tapete.games.") for name in sys.modules):
            raise RuntimeError("a game was imported before anybody listened")
        self.named: set[str] = set()
        self._trying = 0
        self.listening = False
        kernel.answer = self._hears(kernel.answer)
        for module, name in BESIDE:
            place = import_module(module)
            setattr(place, name, self._hears(getattr(place, name)))

    def hear_games(self) -> None:
        """Hear the offers and explanations of every game that is loaded by now. An offer is made by trying acts; what
        their answers name nobody is told.
        """
        for name, module in list(sys.modules.items()):
            kinds = [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == name]
            for one in kinds if name.startswith("tapete.games.") else ():
                for told in ("explain", "legal", "ask_rule"):
                    if hasattr(one, "decide") and hasattr(one, told):
                        heard = self._hears(getattr(one, told), trying=1)
                        is_static = isinstance(inspect.getattr_static(one, told), staticmethod)
                        setattr(one, told, staticmethod(heard) if is_static else heard)

    def _hears(self, told: Callable[..., Any], trying: int = 0) -> Any:
        def heard(*args: Any, **named: Any) -> Any:
            if not self.listening:
                return told(*args, **named)
            self._trying += trying
            try:
                with trace() as trail:
                    found = told(*args, **named)
            finally:
                self._trying -= trying
            rest_on(*trail.rests_on)
            if not self._trying:
                self.named.update(trail.rests_on, _clauses(found))
            return found

        return heard


def _clauses(found: Any) -> Iterator[str]:
    """Yield the clauses that an answer, offers or an explanation name; an explanation is a plain list of them."""
    tree = msgspec.to_builtins(found, enc_hook=str)
    yield from (one for one in tree if isinstance(one, str)) if isinstance(tree, list | tuple) else ()
    yield from _named(tree)


def _named(tree: Any) -> Iterator[str]:
    if isinstance(tree, dict):
        for name, value in tree.items():
            if name in NAMING and isinstance(value, list | tuple):
                yield from (one for one in value if isinstance(one, str))
            else:
                yield from _named(value)
    elif isinstance(tree, list | tuple):
        for one in tree:
            yield from _named(one)
