"""The edges of what the catalogue answers: modules that are not there, games that nobody knows, documents undated."""

from pathlib import Path

import msgspec
import pytest

from tapete.catalogue import punto_banco
from tapete.catalogue.modules import is_there
from tapete.catalogue.one_seat import require_one_seat
from tapete.clauses import Fault
from tapete.clauses.register import documents
from tapete.kernel import PersonId
from tapete.rulebooks import house_library


def found(module: str) -> bool | str:
    try:
        return is_there(module)
    except ImportError as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize(
    ("module", "there"),
    [
        ("json", True),
        ("tapete.catalogue.modules", True),
        ("tapete.catalogue.none_such", False),
        ("none_such", False),
        ("none_such.inner", False),
        ("none_such.inner.most", False),
        ("tapete.none_such.inner", False),
    ],
)
def test_a_module_is_there_or_it_or_what_it_lies_in_is_missing(module: str, there: bool) -> None:
    assert found(module) is there


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import none_such_here", "ModuleNotFoundError: No module named 'none_such_here'"),
        ("import lamp", "ModuleNotFoundError: No module named 'lamp'"),
        ("raise ModuleNotFoundError('of itself')", "ModuleNotFoundError: of itself"),
        ("", True),
    ],
)
def test_a_fault_in_what_a_module_lies_in_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str | bool
) -> None:
    """A package whose name begins alike is another one."""
    name = f"lamps_{len(text)}"
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text(text, encoding="utf-8")
    (tmp_path / name / "bulbs.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert found(f"{name}.bulbs") == said
    assert found(name) is True


def test_at_a_game_that_nobody_lists_the_rule_of_the_house_holds() -> None:
    ana = PersonId("ana")
    tables = {"m1": (), "m2": (ana,), "m3": (ana,)}
    assert require_one_seat("naipes", tables, ana, "m1") == Fault("seated-elsewhere", {"table": "m2"})
    assert require_one_seat("naipes", tables, ana, "m2") == Fault("seated-elsewhere", {"table": "m3"})
    assert require_one_seat("naipes", {"m2": (ana,)}, ana, "m2") is None
    assert require_one_seat("naipes", tables, PersonId("bea"), "m1") is None


UNDATED = sorted(key for key, one in documents().items() if not one.in_force)


@pytest.mark.parametrize("key", UNDATED)
def test_of_a_document_without_a_first_day_nothing_is_known_of_any_day(key: str) -> None:
    """Not of the days before its adoption either, where that is known."""
    (book, *_) = house_library().of("punto-y-banca")
    named = msgspec.structs.replace(book, content={**book.content, "document": key})
    days = ["", "0001-01-01", "1900-01-01", documents()[key].date, "2026-01-01"]
    assert {punto_banco.days(named, day) for day in days} == {("", None)}


def test_some_document_without_a_first_day_has_a_day_of_adoption() -> None:
    assert [key for key in UNDATED if documents()[key].date]
    (book, *_) = house_library().of("punto-y-banca")
    bare = msgspec.structs.replace(book, content={one: book.content[one] for one in book.content if one != "document"})
    assert punto_banco.days(bare, "2012-01-01") == ("", None)
