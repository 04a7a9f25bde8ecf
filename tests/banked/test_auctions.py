"""The auction of the bank: the highest bid wins; between equal ones priority or a lot decides."""

import itertools

from tapete.games.banked import auction as sale
from tapete.games.banked.auction import Auction, AuctionRules, LotsAwaited
from tapete.kernel import PersonId
from tests.support.banked.two_cloths import own
from tests.support.rows import rows

ANA, BEA, PAU = (PersonId(one) for one in ("ana", "bea", "pau"))
RULES = AuctionRules(highest_wins=own(True))
BIDS = {ANA: 500_00, BEA: 700_00, PAU: 700_00}


def of(bids: dict[PersonId, int]) -> Auction:
    made = sale.start(1, 100_00, frozenset())
    for person, amount in bids.items():
        made = sale.bid(made, person, amount)
    return made


@rows("order", list(itertools.permutations(BIDS)))
def test_equal_bids_go_by_priority_or_to_a_lot_whoever_bid_first(order: tuple[PersonId, ...]) -> None:
    auction = of({person: BIDS[person] for person in order})
    won = sale.winner(auction, RULES, sale.by_priority({ANA: (1,), PAU: (2,), BEA: (3,)}))
    assert won is not None
    assert not isinstance(won, LotsAwaited)
    assert (won.person, won.amount) == (PAU, 700_00)
    assert sale.winner(auction, RULES, sale.by_lots) == LotsAwaited((BEA, PAU))


def test_a_bid_that_nobody_equals_needs_no_lot() -> None:
    won = sale.winner(of({ANA: 500_00, BEA: 700_00}), RULES, sale.by_lots)
    assert won is not None
    assert not isinstance(won, LotsAwaited)
    assert won.person == BEA
    assert sale.winner(of({}), RULES, sale.by_lots) is None


def test_a_lot_falls_only_on_one_of_the_highest_bids() -> None:
    drawn = sale.bid_of_lot(of(BIDS), RULES, BEA)
    assert drawn is not None
    assert drawn.amount == 700_00
    assert sale.bid_of_lot(of(BIDS), RULES, ANA) is None
