"""What the page of a banker of two cloths says that the table leaves him, having asked it or bound by a ruling."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tapete.kernel import PersonId
from tapete.web.games.dos_panos.screen import _table_says
from tapete.words import label

BANKER, OTHER = PersonId("ana"), PersonId("bea")
BOTH = frozenset({"draw-card", "stand", "leave"})


def said(tags: frozenset[str], *, asked: bool, bound: bool, person: PersonId = BANKER, bank: bool = True) -> str:
    coup = SimpleNamespace(has_asked_table=asked, is_bank_bound=bound)
    view = SimpleNamespace(coup=coup, bank=SimpleNamespace(banker=BANKER) if bank else None)
    return _table_says(cast(Any, view), person, tags, "es")


@pytest.mark.parametrize(("asked", "bound"), [(True, False), (False, True), (True, True)])
def test_a_banker_who_has_asked_the_table_or_is_bound_reads_what_is_left(asked: bool, bound: bool) -> None:
    for tags, left in (
        (BOTH, "free"),
        (BOTH - {"stand"}, "draw-card"),
        (BOTH - {"draw-card"}, "stand"),
    ):
        assert said(tags, asked=asked, bound=bound) == label("table-says", left, "es")


def test_nobody_else_reads_it_nor_he_where_nothing_binds_him_or_nothing_is_left() -> None:
    for asked, bound in product((True, False), repeat=2):
        assert said(BOTH, asked=asked, bound=bound, person=OTHER) == ""
        assert said(BOTH, asked=asked, bound=bound, bank=False) == ""
        assert said(frozenset({"leave"}), asked=asked, bound=bound) == ""
    assert said(BOTH, asked=False, bound=False) == ""
