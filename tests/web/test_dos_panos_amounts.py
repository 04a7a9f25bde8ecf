"""Amounts at one touch of the two-cloth game: in whole stakes of the table, never a cent above another."""

import pytest

from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.view import view
from tapete.kernel import PersonId
from tapete.web.action_buttons import Action, Field
from tapete.web.games.dos_panos.quick_amounts import with_quick_amounts
from tests.support.dos_panos.table import Table, opened


def quick(made: Table, by: str, tag: str) -> list[int]:
    """Return the amounts beside a button."""
    (offer,) = (one for one in DosPanos().legal(made.state, PersonId(by)) if one.act == tag)
    amount = offer.fields["amount"]
    field = Field("amount", "money", minimum=amount.first(), maximum=amount.maximum)
    found = with_quick_amounts(Action(tag, tag, "", False, {}, (field,), (), "x"), view(made.state, PersonId(by)), "es")
    return [one.value for one in found.fields[0].quick]


@pytest.mark.parametrize("bid", [1_500_00, 2_000_00, 9_990_00])
def test_whoever_has_bid_is_offered_whole_stakes_above_his_bid(bid: int) -> None:
    made = opened().do("inspector", a.OpenAuction())
    assert quick(made, "ana", "bid")[0] == 1_000_00
    made.do("ana", a.Bid(bid))
    again = quick(made, "ana", "bid")
    assert [one for one in again if one % 10_00 or one <= bid] == []
    assert again[0] == bid + 10_00
    assert all(made.accepts("ana", a.Bid(one)) for one in again)
