"""The posts of a table: one person holds one of them, at the opening and after every relief."""

from typing import Any

import pytest

from tapete import punto_banco as pb
from tapete.kernel import PersonId, Refused
from tests.support.punto_banco.tables import opened
from tests.support.rows import rows

ONE = PersonId("lola")
VARIANTS = list(pb.Variant)


def refusal(table: pb.Play[Any], what: Any, by: str) -> str | None:
    answer = table.attempt(what, by).outcome
    return answer.code if isinstance(answer, Refused) else None


@pytest.mark.clause("MPB.04")
@rows("variant", VARIANTS)
def test_the_croupier_and_the_table_chief_are_two_people(variant: pb.Variant) -> None:
    both = {pb.Role.CROUPIER: ONE, pb.Role.TABLE_CHIEF: ONE}
    with pytest.raises(pb.RefusedError) as error:
        opened(variant=variant, staff=both)
    assert error.value.refused.code == "staff-twice"
    assert ("MPB.04" if variant is pb.Variant.MINI else "HP.PB.staff") in error.value.refused.rests_on


@pytest.mark.clause("MPB.04")
@rows("variant", VARIANTS)
def test_a_relief_leaves_the_mini_table_a_croupier_and_a_table_chief(variant: pb.Variant) -> None:
    """At both tables nobody holds two posts; of these two the annex itself says so at the mini."""
    table = opened(variant=variant)
    needed = "MPB.04" if variant is pb.Variant.MINI else "HP.PB.staff"
    posts = {pb.Role.TABLE_CHIEF: ("croupier", needed), pb.Role.DIRECTOR: ("chief", "HP.PB.relief")}
    for role, (person, clause) in posts.items():
        outcome = table.attempt(pb.Relieve(role, PersonId(person)), "system:house").outcome
        assert isinstance(outcome, Refused)
        assert (outcome.code, outcome.rests_on) == ("staff-twice", (clause,))
    made = table.attempt(pb.Relieve(pb.Role.CROUPIER, ONE), "chief").outcome
    assert made.rests_on == ("HP.PB.relief",)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("by", ["chief", "croupier", "system:house"])
def test_whoever_holds_a_post_takes_over_no_other(variant: pb.Variant, by: str) -> None:
    table = opened(variant=variant)
    assert refusal(table, pb.Relieve(pb.Role.CROUPIER, PersonId("chief")), by) == "staff-twice"
    if by != "croupier":
        assert refusal(table, pb.Relieve(pb.Role.TABLE_CHIEF, PersonId("croupier")), by) == "staff-twice"
    relieved = table.do(pb.Relieve(pb.Role.CROUPIER, ONE), by=by)
    assert refusal(relieved, pb.Relieve(pb.Role.DIRECTOR, ONE), "system:house") == "staff-twice"
    assert refusal(relieved, pb.Relieve(pb.Role.CROUPIER, PersonId("croupier")), "chief") is None
