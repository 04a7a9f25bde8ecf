"""Who confirms a correction: the official whom it names, with the same statement, and nobody else."""

from itertools import permutations, product
from typing import Any

import pytest

from tapete.cards import Card
from tapete.games.baccarat.corrections import CorrectCard, CorrectPayment
from tapete.kernel import Act, PersonId
from tapete.live.proposals import CorrectionProposal, CorrectionProposals

MARTA, JULIO, EVA = OFFICIALS = tuple(map(PersonId, ("marta", "julio", "eva")))
PAIRS = tuple(permutations(OFFICIALS, 2))


def payment(second: PersonId, **fields: Any) -> CorrectPayment:
    return CorrectPayment(
        **{"coup": 1, "person": PersonId("ana"), "paid": -100, "second": second, "reason": "x"} | fields
    )


def card(second: PersonId, **fields: Any) -> CorrectCard:
    return CorrectCard(**{"coup": 1, "position": 2, "face": Card("7s"), "second": second, "reason": "x"} | fields)


def waiting(*pairs: tuple[PersonId, PersonId]) -> CorrectionProposals:
    """What waits when each first official has proposed the same to the second that he names."""
    found = CorrectionProposals()
    for first, second in pairs:
        found.put(CorrectionProposal(Act(first, payment(second)), f"{first}-{second}"))
    return found


@pytest.mark.parametrize(("first", "named"), PAIRS)
def test_only_the_named_official_agrees_and_only_by_naming_the_first(first: PersonId, named: PersonId) -> None:
    proposals = waiting((first, named))
    for by, second in product(OFFICIALS, OFFICIALS):
        found = proposals.matching_proposal(by, payment(second))
        assert (found is not None) == ((by, second) == (named, first)), (by, second)


def test_each_of_three_officials_agrees_with_the_one_who_asked_him() -> None:
    proposals = waiting((MARTA, JULIO), (JULIO, EVA), (EVA, JULIO))
    found = {pair: proposals.matching_proposal(pair[0], payment(pair[1])) for pair in PAIRS}
    assert {pair: one.command for pair, one in found.items() if one is not None} == {
        (JULIO, MARTA): "marta-julio",
        (EVA, JULIO): "julio-eva",
        (JULIO, EVA): "eva-julio",
    }


@pytest.mark.parametrize(
    ("change", "is_same"),
    [({}, True), ({"reason": "y"}, True), ({"coup": 2}, False), ({"person": EVA}, False), ({"paid": -101}, False)],
)
def test_the_statement_is_the_same_and_the_reason_may_differ(change: dict[str, Any], is_same: bool) -> None:
    assert (waiting((MARTA, JULIO)).matching_proposal(JULIO, payment(MARTA, **change)) is not None) is is_same


def test_another_kind_of_correction_is_no_agreement() -> None:
    proposals = CorrectionProposals()
    proposals.put(CorrectionProposal(Act(MARTA, card(JULIO)), "c"))
    assert proposals.matching_proposal(JULIO, payment(MARTA)) is None
    assert proposals.matching_proposal(JULIO, card(MARTA, face=Card("8s"))) is None
    assert proposals.matching_proposal(JULIO, card(MARTA, position=3)) is None
    assert proposals.matching_proposal(JULIO, card(MARTA)) is not None


def test_each_official_has_one_proposal_the_last_that_he_sent() -> None:
    proposals = waiting((MARTA, JULIO), (EVA, JULIO), (MARTA, EVA))
    assert [one.command for one in proposals] == ["eva-julio", "marta-eva"]
    assert proposals.matching_proposal(JULIO, payment(MARTA)) is None
    proposals.drop(MARTA)
    proposals.drop(PersonId("nobody"))
    assert [one.command for one in proposals] == ["eva-julio"]
