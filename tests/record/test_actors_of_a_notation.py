"""Who is who in a notation that is written from a record: places, posts, pseudonyms that look like actors; and the
lines of its shoes and urns.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.chance import ChanceKind
from tapete.kernel import HOUSE, PersonId
from tapete.record.entry import Entry
from tapete.record.notation import Action, Notation, from_entries
from tapete.record.notation.from_record import _line, _lines, _name
from tapete.record.private import KeySealer, join, open_part
from tests.support.record.tables import GAME, KEY, TableActor, play
from tests.support.record.toy import Deal, Open, Show, Stake


class Sitting:
    """A table with people at its places and officials at its posts."""

    def __init__(self, staff: dict[str, str], seats: dict[int, str], behind: tuple[tuple[int, str], ...] = ()) -> None:
        self.staff = staff
        self.seats = SimpleNamespace(
            occupants=seats, standing=[SimpleNamespace(behind=at, person=who) for at, who in behind]
        )


def named(state: Any, *own: str, people: dict[str, str] | None = None) -> dict[str, str]:
    found = dict(people or {})
    _name(state, found, set(own))
    return found


@pytest.mark.parametrize(
    ("state", "own", "people", "found"),
    [
        (SimpleNamespace(), (), {}, {}),
        (Sitting({}, {}), (), {}, {}),
        (Sitting({}, {3: "ana", 1: "bea"}), (), {}, {"p1": "bea", "p3": "ana"}),
        (Sitting({}, {3: "ana"}, ((3, "bea"),)), (), {}, {"p3": "ana", "s3": "bea"}),
        (Sitting({}, {3: "ana", 4: "ana"}), (), {}, {"p3": "ana"}),
        (Sitting({}, {3: "bea"}), (), {"p3": "ana"}, {"p3": "ana"}),
        (Sitting({}, {3: "bea"}), ("p3",), {}, {}),
        (Sitting({}, {3: "p3"}), ("p3",), {}, {"p3": "p3"}),
        (Sitting({}, {3: "croupier"}), (), {}, {}),
        (Sitting({}, {3: str(HOUSE)}), (), {}, {}),
        (Sitting({"croupier": "carl"}, {}), (), {}, {"c": "carl"}),
        (Sitting({"croupier": "croupier"}, {}), (), {}, {}),
        (Sitting({"table-chief": "ian", "director": "dora"}, {}), (), {}, {"i": "ian", "d": "dora"}),
        (Sitting({"inspector": "ines", "table-chief": "ian"}, {}), (), {}, {"i": "ines"}),
        (Sitting({"croupier": "ana", "director": "ana"}, {}), (), {}, {"c": "ana"}),
        (Sitting({"changer": "chus"}, {}), (), {}, {}),
        (Sitting({"croupier": "carl"}, {1: "carl"}), (), {}, {"c": "carl"}),
        (Sitting({"croupier": "carl"}, {}), (), {"c": "c"}, {"c": "c"}),
    ],
)
def test_people_are_named_by_the_first_place_or_post_that_they_take(
    state: Any, own: tuple[str, ...], people: dict[str, str], found: dict[str, str]
) -> None:
    assert named(state, *own, people=people) == found


def test_what_left_a_shoe_is_a_line_with_its_gaps() -> None:
    assert [_line(one) for one in ({}, {0: "a"}, {2: "c", 0: "a"})] == [(), ("a",), ("a", "??", "c")]
    assert _lines({}) == ()
    assert _lines({1: {0: "a"}}) == (("a",),)
    assert _lines({3: {1: "b"}, 1: {0: "a"}}) == (("a",), (), ("??", "b"))


def entries(*script: tuple[Any, Any]) -> list[Entry]:
    sealer, made = KeySealer(KEY), play(TableActor(), script).made
    return [
        join(one.entry, None if one.private_part is None else open_part(sealer, one.private_part, one.entry))
        for one in made
    ]


def test_a_record_is_written_with_its_opening_its_actions_and_what_left_its_shoe() -> None:
    record = entries((Open(note="n"), HOUSE), (Stake(5), "ana"), (Deal(), "c"), (Deal(), "ana"), (Show(1), "ana"))
    plain = from_entries(GAME, record)
    acts = (
        Action("h", "open", (), {"note": "n"}),
        Action("ana", "stake", ("5",)),
        Action("c", "deal"),
        Action("ana", "deal"),
        Action("ana", "show", ("1",)),
    )
    assert plain == Notation("toy", acts, {}, (("6s", "7s"),), people={"c": "c"})
    told = from_entries(GAME, record, {"title": "t"})
    assert told.info == {"title": "t"}


def test_the_opening_of_the_house_is_told_apart_from_one_by_somebody_else() -> None:
    from tapete.record.notation import Verbs
    from tapete.record.notation.verbs import Table

    words = Verbs(GAME, Table(opening="open"))
    kind = {"shoe": str(ChanceKind.SEALED), "cut": 5, "note": ""}
    by_house = from_entries(GAME, entries((Open(), HOUSE), (Stake(5), "ana")), verbs=words)
    assert (by_house.opening_fields, by_house.actions) == (kind, (Action("ana", "stake", ("5",)),))
    by_ana = from_entries(GAME, entries((Open(), PersonId("ana"))), verbs=words)
    assert (by_ana.opening_fields, by_ana.actions) == ({}, (Action("ana", "open"),))
    later = from_entries(GAME, entries((Stake(5), "ana"), (Open(), HOUSE)), verbs=words)
    assert later.opening_fields == {}
    assert [one.verb for one in later.actions] == ["stake", "open"]
