"""An incident that is widened keeps what the earlier faults ask for and what may be decided instead of it."""

import sys
from collections.abc import Callable

import pytest

from tapete.clauses import Fault, cite
from tapete.games.baccarat.conflicts import Proposal, Remedy
from tapete.games.baccarat.effects import Discard, SetAside, VoidCoup
from tapete.games.baccarat.incident import NOTHING_MORE, Docket, Incident, extend_incident, incident
from tapete.kernel import PersonId
from tapete.table.staff import Role

FIRST = Proposal((Discard(3),), (cite("CF.A.01"),), alternatives=(Remedy((VoidCoup(),), (cite("CF.A.02"),)),))
SECOND = Proposal((Discard(5),), (cite("CF.A.03"),), alternatives=(Remedy((Discard(6),), (cite("CF.A.04"),)),))
OPEN = Proposal((), open_to_judgement=True)
WRONG = Fault("other")


def begun(*proposals: Proposal) -> Incident:
    return incident(Docket(), "other", PersonId("inspector"), (WRONG,) * len(proposals), proposals)


def does(found: Incident) -> list[tuple[set[object], list[str]]]:
    """Return what may be decided instead, and by which clauses."""
    return [(set(one.effects), [str(clause) for clause in one.clauses]) for one in found.alternatives]


def test_an_alternative_goes_with_what_the_other_accident_asks_for_or_lets_be_decided() -> None:
    wider = extend_incident(begun(FIRST), (WRONG,), (SECOND,))
    assert wider == begun(FIRST, SECOND)
    assert does(wider) == [
        ({VoidCoup(), Discard(5)}, ["CF.A.02", "CF.A.03"]),
        ({VoidCoup(), Discard(6)}, ["CF.A.02", "CF.A.04"]),
        ({Discard(3), Discard(6)}, ["CF.A.01", "CF.A.04"]),
    ]


def test_where_two_proposals_differ_either_may_prevail_and_the_rest_of_both_stands() -> None:
    kept = Proposal((SetAside(3), Discard(7)), (cite("CF.A.01"),))
    void = Proposal((Discard(3), VoidCoup()), (cite("CF.A.03"),))
    wider = extend_incident(begun(kept), (WRONG,), (void,))
    assert wider.conflicts == ("card:3",)
    assert does(wider) == [
        ({SetAside(3), Discard(7), VoidCoup()}, ["CF.A.01", "CF.A.03"]),
        ({Discard(7), Discard(3), VoidCoup()}, ["CF.A.01", "CF.A.03"]),
    ]


def test_an_alternative_against_all_that_the_other_accident_asks_for_prevails_where_they_differ() -> None:
    void = Proposal((Discard(3), Discard(4), VoidCoup()))
    back = Proposal((), alternatives=(Remedy((SetAside(3),), (cite("CF.A.02"),)),))
    wider = extend_incident(begun(void), (WRONG,), (back,))
    assert does(wider) == [({SetAside(3), Discard(4), VoidCoup()}, ["CF.A.02"])]


def test_two_remedies_of_two_posts_are_nobodys_together() -> None:
    chief = Remedy((Discard(3),), (cite("CF.A.02"),), Role.TABLE_CHIEF)
    director = Remedy((Discard(5),), (cite("CF.A.04"),), Role.DIRECTOR)
    wider = extend_incident(
        begun(Proposal((), alternatives=(chief,))), (WRONG,), (Proposal((), alternatives=(director,)),)
    )
    assert wider.alternatives == (chief, director)


def test_an_alternative_of_which_another_does_more_by_the_same_clause_falls_out() -> None:
    clause = (cite("CF.A.02"),)
    both = Proposal((), (), alternatives=(Remedy((Discard(3), Discard(5)), clause),))
    one = Proposal((), (), alternatives=(Remedy((Discard(3),), clause), Remedy((Discard(3),), (cite("CF.A.04"),))))
    wider = extend_incident(begun(one), (WRONG,), (both,))
    assert set(wider.alternatives) == {one.alternatives[1], both.alternatives[0]}
    assert extend_incident(begun(both), (WRONG,), (both,)).alternatives == both.alternatives


def test_what_covers_the_earlier_faults_takes_the_place_of_their_remedies() -> None:
    told = incident(Docket(), "other", PersonId("inspector"), (Fault("other", {}, (cite("CF.A.05"),)),), (FIRST,))
    wider = extend_incident(told, (WRONG,), (SECOND,), {0: NOTHING_MORE})
    assert (wider.proposed_effects, wider.alternatives) == (SECOND.effects, SECOND.alternatives)
    assert wider.clauses == (cite("CF.A.05"), *SECOND.clauses), "both faults are told, and one remedy"


@pytest.mark.parametrize(
    ("earlier", "further", "covered", "judged"),
    [
        (FIRST, SECOND, False, False),
        (FIRST, OPEN, False, True),
        (OPEN, SECOND, False, True),
        (OPEN, SECOND, True, False),
    ],
)
def test_a_case_stays_open_to_judgement_unless_what_covers_it_settles_it(
    earlier: Proposal, further: Proposal, covered: bool, judged: bool
) -> None:
    """What was reported between the two changes nothing: each keeps what is made of it alone."""
    revised = {0: NOTHING_MORE} if covered else {}
    between = extend_incident(begun(earlier), (WRONG,), (FIRST,))
    for case in (begun(earlier), between):
        assert extend_incident(case, (WRONG,), (further,), revised).open_to_judgement is judged


def calls_of(work: Callable[[], object]) -> int:
    """Return how many functions of Python a piece of work calls."""
    calls = [0]

    def count(_: object, event: str, __: object) -> None:
        calls[0] += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls[0]


def test_a_case_of_many_reports_is_weighed_as_fast_as_one_of_few() -> None:
    waived = (Remedy((Discard(0), Discard(1)), (cite("CF.A.02"),), Role.DIRECTOR),)
    waits, gone = (Proposal((one(n % 2),), alternatives=waived) for n, one in enumerate((SetAside, Discard)))
    few, many = (calls_of(lambda count=count: does(begun(*(waits, gone) * count))) for count in (3, 6))
    assert many < 5 * few, f"twice the reports of a case take {many} steps instead of {few}"
    assert does(begun(*(waits, gone) * 6)) == does(begun(waits, gone))
