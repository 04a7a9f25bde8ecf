"""What an act keeps private is split off its entry like what an event does, and joined to no other place."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.baccarat.pack import CardDealt
from tapete.games.dos_panos.acts import ProveDeposit
from tapete.games.dos_panos.events import BankProven
from tapete.games.dos_panos.rules.bank import DepositPlace
from tapete.house import acts as a
from tapete.house.events import ProofLodged
from tapete.kernel import Act, PersonId
from tapete.record.differences import is_any_secret_kept
from tapete.record.entry import Entry
from tapete.record.private import OF_ACT, PrivatePart, PrivatePartError, join, public_act, split

DIRECTOR, ANA = PersonId("dora"), PersonId("ana")
LODGED = Act(DIRECTOR, a.LodgeProof(ANA, 4_000_000))


def entry(act: dict[str, object]) -> Entry:
    told = ({"event": "proof-lodged@1", "person": ANA, "amount": None},)
    when = "2026-11-22T20:00:00+01:00"
    return Entry(
        table="house", game="house", version=1, time=when, by=DIRECTOR, epoch=1, edition="x", act=act, events=told
    )


def test_a_private_field_of_an_act_is_split_off_and_joined_again() -> None:
    parts = split([], [ProofLodged(ANA, 4_000_000, "")], "00", act=LODGED)
    assert parts.part is not None
    assert (parts.act["what"]["amount"], parts.events[0]["amount"]) == (None, None)
    assert parts.part.fields == ((OF_ACT, "amount", 4_000_000), (0, "amount", 4_000_000))
    whole = join(entry(parts.act), parts.part)
    assert (whole.act["what"]["amount"], whole.events[0]["amount"]) == (4_000_000, 4_000_000)


def test_an_act_without_a_secret_is_what_it_was() -> None:
    parts = split([], [], "00", act=Act(DIRECTOR, a.ReleaseProof(ANA)))
    assert (parts.part, parts.act) == (None, public_act(Act(DIRECTOR, a.ReleaseProof(ANA))))
    assert split([], [], "00").act == {}


@pytest.mark.parametrize("field", [(OF_ACT, "person", "bea"), (OF_ACT, "means", 1), (OF_ACT - 1, "amount", 1)])
def test_a_part_fills_no_place_of_an_act_that_is_not_empty(field: tuple[int, str, object]) -> None:
    with pytest.raises(PrivatePartError) as error:
        join(entry(public_act(LODGED)), PrivatePart("00", (field,)))
    assert error.value.code == "part-no-place"


@pytest.mark.parametrize(
    ("part", "is_kept"),
    [
        (ProveDeposit(ANA, 9_000_00), True),
        (ProveDeposit(ANA), True),
        (ProveDeposit(ANA, is_of_house=True), False),
        (BankProven(ANA, DepositPlace.CASH_DESK, None), True),
        (BankProven(ANA, None, None), False),
        (CardDealt(1, "banca", None, face_up=False), False),
        (a.LodgeProof(ANA, 9_000_00), True),
    ],
)
def test_a_secret_is_kept_by_what_says_so_and_by_no_value_that_is_lawfully_empty(part: Any, is_kept: bool) -> None:
    """A face that nobody knows, and a proof that the house keeps, hide nothing on which a later entry rests."""
    assert is_any_secret_kept(part) is is_kept
