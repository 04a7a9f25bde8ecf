"""Who comes before whom when a place is vacant, and when a session has no shoe left for a banker who would change his:
tables of who can come, and of what is left.
"""

from __future__ import annotations

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.clauses import trace
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.bank.ending import ask_new_shoe
from tapete.games.dos_panos.people.waiting import is_held_up, require_turn_for_place
from tapete.games.dos_panos.rules.bank import AwardWay
from tapete.games.dos_panos.state import Award, State
from tapete.games.dos_panos.terms import BankMode, Phase
from tapete.kernel import PersonId
from tests.support.dos_panos.coups import broken
from tests.support.dos_panos.table import opened

ORDER = tuple(map(PersonId, ("luz", "eva", "luis")))


def waiting(
    *, away: tuple[str, ...] = (), awarded: str = "", order: tuple[PersonId, ...] = ORDER, vacant: int = 1
) -> State:
    """Return a table with so many vacant places and people on its list, some of whom are away, and one of whom may have
    been awarded the bank.
    """
    state = opened().state
    taken = Map({place: PersonId(f"p-{place}") for place in state.seats.labels[vacant:]})
    seats = replace(state.seats, occupants=taken, waiting_list=order, away=frozenset(map(PersonId, away)))
    award = Award(PersonId(awarded), 1_000_00, AwardWay.BOUGHT) if awarded else None
    return replace(state, seats=seats, award=award)


@pytest.mark.parametrize(
    ("away", "awarded", "first"),
    [
        ((), "", {"luz": None, "eva": "luz", "luis": "luz", "pau": "luz"}),
        (("luz",), "", {"luz": None, "eva": None, "luis": "eva", "pau": "eva"}),
        ((), "luz", {"luz": None, "eva": None, "luis": "eva", "pau": "eva"}),
        (("eva",), "", {"luz": None, "eva": "luz", "luis": "luz", "pau": "luz"}),
        (("eva",), "luz", {"luz": None, "luis": None, "pau": "luis"}),
        (("luz", "eva"), "", {"luis": None, "pau": "luis"}),
        (("luz", "eva", "luis"), "", {"pau": None}),
        (("luz", "eva"), "luis", {"pau": None}),
        (("ana",), "bea", {"luz": None, "eva": "luz", "luis": "luz", "pau": "luz"}),
    ],
)
def test_a_vacant_place_goes_to_the_first_of_the_list_who_can_come(
    away: tuple[str, ...], awarded: str, first: dict[str, str | None]
) -> None:
    state = waiting(away=away, awarded=awarded)
    for who, before in first.items():
        wrong = require_turn_for_place(state, PersonId(who))
        told = wrong and (wrong.code, dict(wrong.facts), wrong.clauses)
        assert told == (before and ("place-for-the-list", {"first": before}, ("DP.D.11",))), who
    others = waiting(away=away, awarded=awarded, vacant=len(ORDER) + 1)
    assert all(require_turn_for_place(others, PersonId(who)) is None for who in first)
    held_up = {str(who): is_held_up(state, who) for who in ORDER}
    assert held_up == {str(who): who in away or who == awarded for who in ORDER}


@pytest.mark.parametrize("vacant", range(5))
def test_so_many_come_as_there_are_vacant_places(vacant: int) -> None:
    state = waiting(vacant=vacant)
    come = [who for who in (*ORDER, PersonId("pau")) if require_turn_for_place(state, who) is None]
    assert come == [*ORDER, PersonId("pau")][: max(vacant, 1)]


def test_that_somebody_is_passed_over_is_named_only_where_somebody_is() -> None:
    def rests_on(state: State) -> set[str]:
        with trace() as trail:
            require_turn_for_place(state, PersonId("pau"))
        return set(trail.rests_on)

    assert "HP.DP.list-turn" not in rests_on(waiting())
    assert "HP.DP.list-turn" in rests_on(waiting(away=("luz",)))
    assert rests_on(waiting(order=())) == set()


def short_of_shoes(left: int, mode: BankMode, phase: Phase) -> State:
    """Return a broken bank, deposited anew or not, in a session that has so many shoes left."""
    state = broken().state
    assert state.bank is not None
    assert state.bank.may_change_shoe
    return replace(state, phase=phase, settings=replace(state.settings, mode=mode, session_shoes=left))


@pytest.mark.parametrize("phase", [Phase.BROKEN, Phase.CUSTODY, Phase.BETWEEN])
@pytest.mark.parametrize(
    ("left", "mode", "refused"),
    [
        (0, BankMode.OPEN, True),
        (1, BankMode.OPEN, False),
        (0, BankMode.LIMITED, False),
    ],
)
def test_a_banker_changes_the_shoe_only_where_his_session_has_another(
    left: int, mode: BankMode, refused: bool, phase: Phase
) -> None:
    found = ask_new_shoe(short_of_shoes(left, mode, phase), PersonId("rosa"), a.AskNewShoe())
    codes = {getattr(found, "code", None)}
    assert codes == ({"session-over"} if refused else {None})
