"""Folders of package data beside which another may be laid for a while: the words, practice or rulebooks of one game
more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources.abc import Traversable
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")


class DataFolders:
    """The folders that hold one kind of data: the house's own first."""

    def __init__(self, own: Traversable) -> None:
        self._folders = [own]
        self._kept: list[Callable[[], None]] = []

    def __iter__(self) -> Iterator[Traversable]:
        return iter(tuple(self._folders))

    def read_once(self, reader: Callable[P, T]) -> Callable[P, T]:
        """Keep what a function reads from the folders until a folder comes or goes."""
        kept = cache(reader)
        self._kept.append(kept.cache_clear)
        return cast("Callable[P, T]", kept)

    @contextmanager
    def beside(self, folder: Traversable) -> Iterator[None]:
        """Lay a folder beside the others while the context lasts; nothing where there is no such folder."""
        if not folder.is_dir():
            yield
            return
        self._folders.append(folder)
        self._forget()
        try:
            yield
        finally:
            self._folders.remove(folder)
            self._forget()

    def _forget(self) -> None:
        for forget in self._kept:
            forget()
