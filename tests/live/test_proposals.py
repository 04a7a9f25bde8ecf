"""Who confirms a correction: the official whom it names, with the same statement, and nobody else."""

from itertools import permutations, product
from typing import Any

from tapete.games.baccarat.corrections import CorrectPayment
from tapete.kernel import Act, PersonId
from tapete.live.proposals import CorrectionProposal, CorrectionProposals
from tests.support.rows import rows

MARTA, JULIO, EVA = OFFICIALS = tuple(map(PersonId, ("marta", "julio", "eva")))
PAIRS = tuple(permutations(OFFICIALS, 2))


def payment(second: PersonId, **fields: Any) -> CorrectPayment:
    return CorrectPayment(
        **{"coup": 1, "person": PersonId("ana"), "paid": -100, "second": second, "reason": "x"} | fields
    )


def waiting(*pairs: tuple[PersonId, PersonId]) -> CorrectionProposals:
    """What waits when each first official has proposed the same to the second that he names."""
    found = CorrectionProposals()
    for first, second in pairs:
        found.put(CorrectionProposal(Act(first, payment(second)), f"{first}-{second}"))
    return found


@rows("first, named", PAIRS)
def test_only_the_named_official_agrees_and_only_by_naming_the_first(first: PersonId, named: PersonId) -> None:
    proposals = waiting((first, named))
    for by, second in product(OFFICIALS, OFFICIALS):
        found = proposals.matching_proposal(by, payment(second))
        assert (found is not None) == ((by, second) == (named, first)), (by, second)


@rows(
    "change, is_same",
    [({}, True), ({"reason": "y"}, True), ({"coup": 2}, False), ({"person": EVA}, False), ({"paid": -101}, False)],
)
def test_the_statement_is_the_same_and_the_reason_may_differ(change: dict[str, Any], is_same: bool) -> None:
    assert (waiting((MARTA, JULIO)).matching_proposal(JULIO, payment(MARTA, **change)) is not None) is is_same


def test_each_official_has_one_proposal_the_last_that_he_sent() -> None:
    proposals = waiting((MARTA, JULIO), (EVA, JULIO), (MARTA, EVA))
    assert [one.command for one in proposals] == ["eva-julio", "marta-eva"]
    assert proposals.matching_proposal(JULIO, payment(MARTA)) is None
    proposals.drop(MARTA)
    proposals.drop(PersonId("nobody"))
    assert [one.command for one in proposals] == ["eva-julio"]
