"""For whom the croupier may act: for somebody else who is away, or was called and stays silent."""

from __future__ import annotations

import pytest
from immutables import Map

from tapete.clauses import cite, trace
from tapete.games.baccarat.silence import may_stand_for
from tapete.kernel import PersonId
from tapete.table.seats import Seats
from tapete.table.staff import Role

ANA, BEA, HAND = PersonId("ana"), PersonId("bea"), PersonId("croupier")
AWAY, CALLED = cite("CF.E1.16"), cite("CF.E1.17")


@pytest.mark.parametrize("who", [HAND, ANA])
@pytest.mark.parametrize("person", [None, HAND, ANA, BEA])
@pytest.mark.parametrize("away", [(), (ANA,), (HAND,), (ANA, HAND)])
@pytest.mark.parametrize("silent", [None, ANA, HAND])
def test_the_croupier_acts_for_another_who_is_away_or_silent_and_for_nobody_else(
    who: PersonId, person: PersonId | None, away: tuple[PersonId, ...], silent: PersonId | None
) -> None:
    seats = Seats((1, 2, 3), Map({1: ANA, 2: BEA}), away=frozenset(away))
    with trace() as trail:
        may = may_stand_for(seats, Map({Role.CROUPIER: HAND}), who, person, silent, away=AWAY, called=CALLED)
    wanted = who == HAND and person not in (None, HAND) and (person in away or person == silent)
    assert may is wanted
    rests = [AWAY] if wanted and person in away else [CALLED] if wanted else []
    assert [one for one in (AWAY, CALLED) if one in trail.rests_on] == rests
