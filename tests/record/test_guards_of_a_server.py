"""The guards of a store on a server, without one: which are due, and what is said of one that is not as it was made."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.record.store import guards
from tapete.record.store.guards import BODY, FUNCTION, LATEST, guard_faults
from tapete.record.store.schema import WRITTEN_ONCE

Row = SimpleNamespace


def trigger(table: str, kind: str, number: int, **more: Any) -> Any:
    """Return a trigger as the server tells of it."""
    made = {"tgname": f"{table}_{kind}", "relname": table, "tgenabled": "O", "tgtype": number}
    return Row(**{**made, "always": True, "proname": FUNCTION, **more})


def triggers() -> list[Any]:
    return [
        trigger(table, kind, number)
        for table in WRITTEN_ONCE
        for kind, number in (("written_once", 27), ("no_truncate", 34))
    ]


class Server:
    """A connection to a server whose catalogue says this."""

    dialect = SimpleNamespace(name="postgresql")

    def __init__(
        self, found: list[Any], rules: tuple[Any, ...] = (), bodies: tuple[str, ...] = (BODY,), *named: str
    ) -> None:
        self.answers = {
            id(guards._TRIGGERS): found,
            id(guards._RULES): rules,
            id(guards._BODY): [Row(prosrc=one) for one in bodies],
            id(guards._REVISION): [Row(version_num=one) for one in (named or (LATEST,))],
        }

    def execute(self, asked: Any, given: Any = None) -> Any:
        assert given in (None, {"name": FUNCTION})
        return self.answers[id(asked)]


def faults(server: Any, revision: str = "head") -> list[Any]:
    return list(guard_faults(server, WRITTEN_ONCE, revision))


def with_first(**more: Any) -> list[Any]:
    return [trigger("entries", "written_once", 27, **more), *triggers()[1:]]


CHANGED = ("guard-changed", {"guard": "entries_written_once"})
ALL = f"{FUNCTION}()"


@pytest.mark.parametrize(
    ("server", "found"),
    [
        (Server(triggers()), []),
        (Server(with_first(tgenabled=b"O")), []),
        (Server(triggers(), (), (f"  {BODY}\n",)), []),
        (Server(with_first(tgenabled="D")), [CHANGED]),
        (Server(with_first(tgtype=26)), [CHANGED]),
        (Server(with_first(relname="shoes")), [CHANGED]),
        (Server(with_first(proname="other")), [CHANGED]),
        (Server(with_first(proname=f"elsewhere.{FUNCTION}")), [CHANGED]),
        (Server(with_first(always=False)), [CHANGED]),
        (Server(triggers()[1:]), [("guard-missing", {"guard": "entries_written_once"})]),
        (Server([*triggers(), trigger("people", "x", 5)]), [("guard-foreign", {"guard": "people_x"})]),
        (Server(triggers(), (Row(rulename="r", tablename="entries"),)), [("guard-foreign", {"guard": "r"})]),
        (Server(triggers(), (), ()), [("guard-changed", {"guard": ALL})]),
        (Server(triggers(), (), ("BEGIN END",)), [("guard-changed", {"guard": ALL})]),
        (Server(triggers(), (), (BODY, BODY)), [("guard-changed", {"guard": ALL})]),
    ],
)
def test_each_guard_of_a_server_is_the_one_that_was_made(server: Any, found: list[Any]) -> None:
    assert faults(server) == found


def test_guards_that_are_missing_and_strange_are_said_in_the_order_of_their_names() -> None:
    strange = [trigger("a", "x", 5), trigger("z", "x", 5)]
    assert faults(Server(strange)) == [
        *(("guard-missing", {"guard": name}) for name in sorted(one.tgname for one in triggers())),
        ("guard-foreign", {"guard": "a_x"}),
        ("guard-foreign", {"guard": "z_x"}),
    ]


@pytest.mark.parametrize(
    ("named", "revision", "said"),
    [
        ((LATEST,), "head", None),
        (("0003",), "head", "0003"),
        (("0003",), "0003", None),
        ((LATEST,), "0003", LATEST),
        ((LATEST, "0003"), "head", f"{LATEST}, 0003"),
    ],
)
def test_the_schema_is_of_the_revision_that_it_looks_like(named: Any, revision: str, said: str | None) -> None:
    found = faults(Server(triggers(), (), (BODY,), *named), revision)
    assert found == ([] if said is None else [("guard-changed", {"case": "schema", "found": said})])


def test_a_store_that_names_no_revision_says_so() -> None:
    server = Server(triggers())
    server.answers[id(guards._REVISION)] = []
    assert faults(server) == [("guard-changed", {"case": "schema", "found": "-"})]
