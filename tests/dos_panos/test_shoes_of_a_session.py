"""From how many shoes a bank may still deal in the session of an open bank, and who is refused one that has none."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.banked.shares import Share
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.bank.ending import has_no_shoe_left, require_shoe_left, require_shoes_left, shoes_of_bank
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import BankMode, Phase
from tapete.kernel import PersonId
from tests.support.dos_panos.coups import WON, coup
from tests.support.dos_panos.table import BANK, Table, opened

ANA = PersonId("ana")


def awaiting(book: str = "asturias-2011", shoes: int = 0, coups: int = 0, **more: Any) -> Table:
    """Return a table that awards an open bank: a shoe lies ready, and its session has so many others."""
    made = opened(book=book, mode=BankMode.OPEN)
    if made.phase is Phase.SHOE:
        made.shoe()
    else:
        made.play.state = replace(made.state, shoe=replace(opened_shoe().shoe, coups=0))
    made.proven("ana").proven("rosa")
    state = made.state
    settings = replace(state.settings, session_shoes=shoes)
    made.play.state = replace(state, settings=settings, shoe=replace(state.shoe, coups=coups, **more))
    return made


def opened_shoe() -> State:
    """Return a table whose shoe is ready to be dealt from."""
    made = opened(mode=BankMode.OPEN)
    return (made.shoe() if made.phase is Phase.SHOE else made.announced().deposited().shoe()).state


READY = opened_shoe()


def session(shoes: int, *, is_owed: bool = False, mode: BankMode = BankMode.OPEN, **shoe: Any) -> State:
    settings = replace(READY.settings, session_shoes=shoes, mode=mode)
    return replace(READY, settings=settings, shoe=replace(READY.shoe, **shoe), is_shoe_owed=is_owed)


@pytest.mark.parametrize(
    ("state", "left", "left_anew"),
    [
        (session(2, coups=0), 3, 3),
        (session(2, coups=1), 3, 2),
        (session(2, coups=1, is_owed=True), 2, 2),
        (session(2, coups=0, is_owed=True), 3, 3),
        (session(2, has_ended=True), 2, 2),
        (session(2, size=0), 2, 2),
        (session(0, coups=0), 1, 1),
        (session(0, coups=1), 1, 0),
        (session(0, coups=1, is_owed=True), 0, 0),
        (session(0, has_ended=True), 0, 0),
        (session(0, size=0), 0, 0),
        (session(0, has_ended=True, mode=BankMode.LIMITED), None, None),
    ],
)
def test_a_shoe_that_lies_ready_is_one_of_those_that_are_left_and_a_used_one_for_no_new_bank(
    state: State, left: int | None, left_anew: int | None
) -> None:
    for anew, many in ((False, left), (True, left_anew)):
        assert shoes_of_bank(state, anew=anew) == many
        assert (require_shoe_left(state, anew=anew) is None) is (many != 0)
        for asked in (1, 2, 3, 4):
            wrong = require_shoes_left(state, asked, anew=anew)
            assert (wrong is None) is (many is None or asked <= many)
            if wrong is not None:
                assert (wrong.code, wrong.facts) == ("shoes-above-session", {"left": many})
    for phase in Phase:
        here = replace(state, phase=phase)
        waits = phase in (Phase.OPENING, Phase.REOFFER, Phase.SHOE)
        assert has_no_shoe_left(here) is (waits and (left_anew if phase is Phase.OPENING else left) == 0)
        assert has_no_shoe_left(here, anew=True) is (waits and left_anew == 0)


def test_why_no_shoe_is_left_is_the_session_or_the_dinner_hour() -> None:
    over = session(0, has_ended=True)
    dinner = replace(over, settings=replace(over.settings, is_dinner_begun=True))
    assert [getattr(require_shoe_left(one), "code", None) for one in (over, dinner)] == [
        "session-over",
        "session-before-dinner",
    ]


WAYS: dict[str, tuple[str, str, Any]] = {
    "announced": ("asturias-2011", "inspector", a.AnnounceBank(ANA, BANK)),
    "auctioned": ("asturias-2011", "inspector", a.OpenAuction()),
    "auctioned under the guide": ("guia", "inspector", a.OpenAuction()),
    "drawn": ("guia", "inspector", a.DrawLots(BANK)),
    "bought": ("guia", "ana", a.BuyBank(BANK)),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("shoes", "coups", "has_ended", "may"),
    [(0, 0, False, True), (0, 1, False, False), (0, 0, True, False), (1, 1, False, True), (1, 0, True, True)],
)
def test_no_bank_is_awarded_anew_by_any_way_where_only_a_used_shoe_is_left(
    way: str, shoes: int, coups: int, has_ended: bool, may: bool
) -> None:
    book, by, what = WAYS[way]
    made = awaiting(book, shoes, coups, has_ended=has_ended)
    if may:
        assert made.accepts(by, what)
    else:
        refused = made.refused(by, what)
        assert (refused.code, "DP.E2.15" in refused.clauses) == ("session-over", True)


@pytest.mark.parametrize(("shoes", "is_owed", "may"), [(0, False, True), (0, True, False), (1, True, True)])
def test_a_bank_that_was_given_up_goes_on_with_the_shoe_in_use_unless_another_is_owed(
    shoes: int, is_owed: bool, may: bool
) -> None:
    made = opened(WON, mode=BankMode.OPEN, session_shoes=1).announced().deposited().shoe().delivered()
    coup(made).do("rosa", a.LeaveBank()).proven("ana")
    settings = replace(made.state.settings, session_shoes=shoes)
    made.play.state = replace(made.state, is_shoe_owed=is_owed, settings=settings)
    for by, what in (("ana", a.AcceptBank()), ("inspector", a.AnnounceBank(ANA, BANK))):
        if may:
            assert made.accepts(by, what)
        else:
            assert made.refused(by, what).code == "session-over"
        made.play.state = replace(made.state, seekers=(Share(ANA, BANK),))
