"""Until when a claim about a coup is heard: while it is played, in every shoe, and not once it is paid."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tapete.games.baccarat.corrections import ClaimRecorded
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.errors.claims import claim, is_over
from tapete.games.dos_panos.rules.errors import ClaimsEnd
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import COUP, Phase
from tapete.kernel import PersonId
from tests.support.dos_panos.observed import table

INSPECTOR, ANA = PersonId("inspector"), PersonId("ana")
SETTLED = table("9s 2h Kd 8c 3d 6h").state
PLAYED = (*COUP, Phase.BETS)


def running(phase: Phase, *, coup: int, shoe: int) -> State:
    """The coup of this number is the last one that was opened, in this shoe; those before it were settled."""
    state = replace(SETTLED, phase=phase, shoe=replace(SETTLED.shoe, number=shoe, coups=coup))
    return replace(state, coup=replace(state.coup, number=coup))


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("shoe", [1, 2, 3])
def test_the_running_coup_is_over_once_it_is_paid_and_those_before_it_are(phase: Phase, shoe: int) -> None:
    found = [is_over(running(phase, coup=5, shoe=shoe), number) for number in (1, 4, 5)]
    assert found == [True, True, phase not in PLAYED]


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("end", list(ClaimsEnd))
def test_a_late_claim_is_kept_and_not_admitted_unless_the_house_never_closes_them(phase: Phase, end: ClaimsEnd) -> None:
    state = running(phase, coup=5, shoe=2)
    claims = state.book.claims
    book = replace(state.book, claims=replace(claims, end_with=replace(claims.end_with, value=end)))
    state = replace(state, rules=book)
    for number, late in ((1, True), (4, True), (5, phase not in PLAYED)):
        found = claim(state, INSPECTOR, a.RecordClaim(ANA, number, "said eight"))
        assert found == (ClaimRecorded(ANA, number, "said eight", not late or end is ClaimsEnd.NEVER),)


@pytest.mark.parametrize(
    ("by", "person", "coup", "code"),
    [
        ("ana", "ana", 5, "not-your-post"),
        ("inspector", "nadie", 5, "unknown-person"),
        ("inspector", "ana", 6, "no-such-coup"),
    ],
)
def test_a_claim_is_noted_by_who_may_for_somebody_known_about_a_coup_that_was(
    by: str, person: str, coup: int, code: str
) -> None:
    found = claim(running(Phase.BETS, coup=5, shoe=2), PersonId(by), a.RecordClaim(PersonId(person), coup, "x"))
    assert getattr(found, "code", found) == code
