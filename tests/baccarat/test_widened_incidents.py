"""An incident that is widened keeps what the earlier faults ask for and what may be decided instead of it."""

import pytest

from tapete.clauses import cite
from tapete.games.baccarat.effects import Discard, VoidCoup
from tapete.games.baccarat.incident import Docket, Incident, Proposal, Remedy, extend_incident, incident
from tapete.kernel import PersonId

FIRST = Proposal((Discard(3),), (cite("CF.A.01"),), alternatives=(Remedy((VoidCoup(),), (cite("CF.A.02"),)),))
SECOND = Proposal((Discard(5),), (cite("CF.A.03"),), alternatives=(Remedy((Discard(6),), (cite("CF.A.04"),)),))
NOTHING: tuple[Proposal, ...] = ()


def begun(*proposals: Proposal) -> Incident:
    return incident(Docket(), "other", PersonId("inspector"), (), proposals)


def test_both_proposals_and_both_alternatives_stand_in_their_order() -> None:
    wider = extend_incident(begun(FIRST), (), (SECOND,), covers=False)
    assert wider == begun(FIRST, SECOND)
    assert wider.alternatives == (*FIRST.alternatives, *SECOND.alternatives)


def test_an_alternative_of_which_another_does_more_by_the_same_clause_falls_out() -> None:
    clause = (cite("CF.A.02"),)
    both = Proposal((), (), alternatives=(Remedy((Discard(3), Discard(5)), clause),))
    one = Proposal((), (), alternatives=(Remedy((Discard(3),), clause), Remedy((Discard(3),), (cite("CF.A.04"),))))
    assert extend_incident(begun(one), (), (both,), covers=False).alternatives == (
        one.alternatives[1],
        both.alternatives[0],
    )
    assert extend_incident(begun(both), (), (both,), covers=False).alternatives == both.alternatives


def test_what_covers_the_earlier_faults_takes_the_place_of_their_remedies() -> None:
    wider = extend_incident(begun(FIRST), (), (SECOND,), covers=True)
    assert (wider.proposed_effects, wider.alternatives) == (SECOND.effects, SECOND.alternatives)
    assert wider.clauses == (*FIRST.clauses, *SECOND.clauses), "both faults are told"


@pytest.mark.parametrize(
    ("earlier", "further", "covers", "judged"),
    [
        ((FIRST,), (SECOND,), False, False),
        ((FIRST,), NOTHING, False, True),
        (NOTHING, (SECOND,), False, True),
        (NOTHING, (SECOND,), True, False),
    ],
)
def test_a_case_stays_open_to_judgement_unless_what_covers_it_settles_it(
    earlier: tuple[Proposal, ...], further: tuple[Proposal, ...], covers: bool, judged: bool
) -> None:
    assert extend_incident(begun(*earlier), (), further, covers).open_to_judgement is judged
