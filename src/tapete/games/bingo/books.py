"""The books: which money each event moves. Takings stay in the sales of their game until it is over.

Contra accounts (cash desk, tills of the sellers) are negative where money lies there; a till above zero is what its
seller handed over too much. ``owed`` is a prize that is won
and not paid, ``held`` one that nobody won, ``carry`` what a later game brings in, ``refunds`` what a void game gives
back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tapete.accounts import CASH_DESK, HOUSE, Posting, move, move_change, person
from tapete.games.bingo import events as e
from tapete.games.bingo.terms import Fate, Means, Prize
from tapete.kernel import Event, PersonId, declared_types, require_lines

TILL_DIFFERENCE = "till-difference"
BROUGHT_FORWARD = "brought-forward"
"""The other side of what a hall still owes from before it was closed and opened again."""
TAX = "tax"


TILL = "till:"
"""How the accounts of what sellers have taken begin."""


def till(seller: PersonId) -> str:
    return f"{TILL}{seller}"


def sales(game: str) -> str:
    return f"sales:{game}"


OWED = "owed:"
"""How the accounts of prizes begin that are won and not paid."""


def owed(game: str, prize: Prize, card: str) -> str:
    return f"{OWED}{game}/{prize}/{card}"


def is_owed_of(account: str, game: str) -> bool:
    return account.startswith(f"{OWED}{game}/")


def held(game: str, prize: Prize) -> str:
    return f"held:{game}/{prize}"


def carry(prize: Prize) -> str:
    return f"carry:{prize}"


def refunds(game: str) -> str:
    return f"refunds:{game}"


def purse(means: Means, who: PersonId | None, cash: str = CASH_DESK) -> str:
    """Return the account from or into which somebody pays."""
    return person(who) if means is Means.ACCOUNT and who is not None else cash


OUTSTANDING = (OWED, "held:", "carry:", "refunds:")
"""How the accounts begin of what a hall owes for games that are over."""


def _continued(event: e.HallContinued) -> tuple[Posting, ...]:
    return tuple(leg for name, held in event.inventory.balances.items() for leg in move(held, BROUGHT_FORWARD, name))


def _part_accounts(game: int, parts: int) -> tuple[str, ...]:
    return (sales(str(game)),) if parts == 1 else tuple(sales(f"{game}/{part}") for part in range(1, parts + 1))


def _bought_in(event: e.BoughtIn) -> tuple[Posting, ...]:
    return move(event.amount, CASH_DESK, person(event.person))


def _cashed_out(event: e.CashedOut) -> tuple[Posting, ...]:
    return move(event.amount, person(event.person), CASH_DESK)


def _sold(event: e.CardsSold | e.CardsTakenBack) -> tuple[Posting, ...]:
    payer = purse(event.means, event.person, till(event.seller))
    accounts = _part_accounts(event.game, len(event.amounts))
    return tuple(
        leg for amount, account in zip(event.amounts, accounts, strict=True) for leg in move(amount, payer, account)
    )


def _taken_back(event: e.CardsTakenBack) -> tuple[Posting, ...]:
    return tuple(Posting(leg.account, -leg.amount) for leg in _sold(event))


def _handed_over(event: e.TakingsHandedOver) -> tuple[Posting, ...]:
    seller = till(event.seller)
    return (*move(event.amount, CASH_DESK, seller), *move_change(event.difference, seller, TILL_DIFFERENCE))


def _given_back(event: e.TakingsGivenBack) -> tuple[Posting, ...]:
    return move(event.amount, till(event.seller), CASH_DESK)


def _announced(event: e.PrizesAnnounced) -> tuple[Posting, ...]:
    return tuple(
        leg for prize, amount in event.brought_amounts.items() for leg in move(amount, carry(prize), sales(event.game))
    )


def _divided(event: e.TakingsDivided) -> tuple[Posting, ...]:
    source = sales(event.game)
    legs = [leg for one in event.shares for leg in move(one.amount, source, owed(event.game, one.prize, one.card))]
    legs += [leg for prize, amount in event.held.items() for leg in move(amount, source, held(event.game, prize))]
    legs += [leg for prize, amount in event.carried.items() for leg in move(amount, source, carry(prize))]
    return (*legs, *move(event.tax, source, TAX), *move_change(event.house, source, HOUSE))


def _paid(event: e.PrizePaid) -> tuple[Posting, ...]:
    source = HOUSE if event.early else owed(event.game, event.prize, event.card)
    return move(event.amount, source, purse(event.means, event.person))


def _decided(event: e.UnawardedDecided) -> tuple[Posting, ...]:
    target = HOUSE if event.fate == "house" else carry(event.prize)
    return move(event.amount, held(event.game, event.prize), target)


def _decided_uncollected(event: e.UncollectedDecided) -> tuple[Posting, ...]:
    target = HOUSE if event.fate is Fate.HOUSE else carry(event.prize)
    return move(event.amount, owed(event.game, event.prize, event.card), target)


def _ended(event: e.RefundsEnded) -> tuple[Posting, ...]:
    return move(event.amount, refunds(event.game), HOUSE)


def _ended_unsold(event: e.GameEnded) -> tuple[Posting, ...]:
    return tuple(
        leg for prize, amount in event.carried.items() for leg in move(amount, sales(event.part), carry(prize))
    )


def _voided(event: e.GameVoided) -> tuple[Posting, ...]:
    legs = [leg for one in event.sources for leg in move_change(one.amount, one.account, refunds(event.game))]
    legs += [leg for one in event.recovered for leg in move(one.amount, one.account, HOUSE)]
    legs += [leg for prize, amount in event.carried.items() for leg in move(amount, refunds(event.game), carry(prize))]
    return tuple(legs)


def _refunded(event: e.RefundPaid) -> tuple[Posting, ...]:
    return move(event.amount, refunds(event.game), CASH_DESK if event.person is None else person(event.person))


POSTINGS: Final[Mapping[type[Event], Callable[[Any], tuple[Posting, ...]]]] = {
    e.HallContinued: _continued,
    e.BoughtIn: _bought_in,
    e.CashedOut: _cashed_out,
    e.CardsSold: _sold,
    e.CardsTakenBack: _taken_back,
    e.TakingsHandedOver: _handed_over,
    e.TakingsGivenBack: _given_back,
    e.PrizesAnnounced: _announced,
    e.TakingsDivided: _divided,
    e.PrizePaid: _paid,
    e.UnawardedDecided: _decided,
    e.UncollectedDecided: _decided_uncollected,
    e.RefundsEnded: _ended,
    e.GameEnded: _ended_unsold,
    e.GameVoided: _voided,
    e.RefundPaid: _refunded,
}
"""The legs of each event that moves money."""
require_lines(POSTINGS, declared_types(e, Event))


def postings(event: Event) -> tuple[Posting, ...]:
    moves = POSTINGS.get(type(event))
    return () if moves is None else moves(event)
