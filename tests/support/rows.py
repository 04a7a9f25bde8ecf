"""A table of rows for one test: every row is tried, and all that fail are told together, each with its situation."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import count
from traceback import extract_tb
from typing import Any

import pytest

from tests.support.steps import lawful_steps


def failed_line(error: BaseException) -> str:
    """Return the line of a test, or of what helps it, that failed: it names what the figures are of."""
    line = extract_tb(error.__traceback__)[-1].line or ""
    return f"{line}\n    " if line.startswith("assert") else ""


Table = Iterable[Any] | Mapping[str, Any]


def each_clause(names: str, table: Iterable[tuple[Any, ...]]) -> pytest.MarkDecorator:
    """Run a test once for each row, as a test of its own of the clause that the row begins with."""
    columns = ["clause", *(one.strip() for one in names.split(","))]
    return pytest.mark.parametrize(columns, [pytest.param(*row, marks=pytest.mark.clause(row[0])) for row in table])


def rows(names: str, table: Table | Callable[[], Table]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test once for each row; ``names`` are its columns. A mapping gives each row its situation in words, and a
    function gives the table when the test runs: not every process that collects the tests waits for it.

    A test that asks for ``tmp_path`` has an empty folder for each row. Other fixtures are the same for all rows.
    """
    columns = [one.strip() for one in names.split(",")]

    @cache
    def named() -> list[tuple[str, Any]]:
        found = table if isinstance(table, Iterable) else table()
        return list(found.items()) if isinstance(found, Mapping) else [("", one) for one in found]

    def of(test: Callable[..., None]) -> Callable[..., None]:
        def each(**fixtures: Any) -> None:
            wrong, number = list[str](), count(1)
            assert named(), "a table without a row"
            for situation, row in named():
                values = dict(zip(columns, (row,) if len(columns) == 1 else row, strict=True))
                if "tmp_path" in fixtures:
                    (folder := fixtures["tmp_path"] / f"row-{next(number)}").mkdir()
                    values["tmp_path"] = folder
                try:
                    with lawful_steps():
                        test(**{**fixtures, **values})
                except (AssertionError, pytest.fail.Exception) as error:
                    told = situation or ", ".join(f"{name} {values[name]!r}" for name in columns)
                    wrong.append(f"{told}:\n    {failed_line(error)}{error}")
            if wrong:
                raise AssertionError(f"{len(wrong)} of {len(named())} rows:\n" + "\n".join(wrong))

        given = inspect.signature(test)
        kept = [one for one in given.parameters.values() if one.name not in columns]
        each.__name__, each.__doc__, each.__module__ = test.__name__, test.__doc__, test.__module__
        each.__dict__.update(test.__dict__)
        each.__signature__ = given.replace(parameters=kept)  # type: ignore[attr-defined]
        return each

    return of
