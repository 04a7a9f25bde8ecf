"""The books: which money each event moves. Takings stay in the sales of their game until it is over.

Cash desk and tills are negative where money lies there; a till above zero is what its seller handed over too much.
``owed`` is a prize that is won and not paid, ``held`` one that nobody won, ``carry`` what a later game brings in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise, repeat
from operator import attrgetter
from typing import Any, Final

from tapete import accounts
from tapete.accounts import CASH_DESK, HOUSE, Posting, balance, move, move_change, person
from tapete.games.bingo import events as e
from tapete.games.bingo.inventory import card_count
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import OWED, REFUNDS, Fate, Means, Prize, refunds
from tapete.kernel import Breach, Event, PersonId, breach, declared_types, require_lines
from tapete.money import Cents
from tapete.table.state import in_order

TILL_DIFFERENCE = "till-difference"
BROUGHT_FORWARD = "brought-forward"
"""The other side of what a hall still owes from before it was closed and opened again."""
TAX = "tax"


TILL = "till:"


def till(seller: PersonId) -> str:
    return f"{TILL}{seller}"


def sales(game: str) -> str:
    return f"sales:{game}"


def owed(game: str, prize: Prize, card: str) -> str:
    return f"{OWED}{game}/{prize}/{card}"


def is_owed_of(account: str, game: str) -> bool:
    return account.startswith(f"{OWED}{game}/")


def held(game: str, prize: Prize) -> str:
    return f"held:{game}/{prize}"


def carry(prize: Prize) -> str:
    return f"carry:{prize}"


def purse(means: Means, who: PersonId | None, cash: str = CASH_DESK) -> str:
    return person(who) if means is Means.ACCOUNT and who is not None else cash


OUTSTANDING = (OWED, "held:", "carry:", REFUNDS)


def _sold(event: e.CardsSold | e.CardsTakenBack) -> tuple[Posting, ...]:
    payer = purse(event.means, event.person, till(event.seller))
    parts = range(1, len(event.amounts) + 1)
    accounts = (sales(f"{event.game}/{part}" if len(parts) > 1 else str(event.game)) for part in parts)
    return _moves(zip(event.amounts, repeat(payer), accounts))


def _divided(event: e.TakingsDivided) -> tuple[Posting, ...]:
    source = sales(event.game)
    legs = _moves((one.amount, source, owed(event.game, one.prize, one.card)) for one in event.shares)
    legs += _moves((amount, source, held(event.game, prize)) for prize, amount in event.held.items())
    legs += _moves((amount, source, carry(prize)) for prize, amount in event.carried.items())
    return (*legs, *move(event.tax, source, TAX), *move_change(event.house, source, HOUSE))


def _voided(event: e.GameVoided) -> tuple[Posting, ...]:
    back = refunds(event.game)
    legs = tuple(leg for one in event.sources for leg in move_change(one.amount, one.account, back))
    legs += _moves((one.amount, one.account, HOUSE) for one in event.recovered)
    return legs + _moves((amount, back, carry(prize)) for prize, amount in event.carried.items())


def _moves(amounts: Iterable[tuple[Cents, str, str]]) -> tuple[Posting, ...]:
    return tuple(leg for amount, source, target in amounts for leg in move(amount, source, target))


def _fate(event: e.UnawardedDecided | e.UncollectedDecided) -> str:
    return HOUSE if event.fate == Fate.HOUSE else carry(event.prize)


POSTINGS: Final[Mapping[type[Event], Callable[[Any], tuple[Posting, ...]]]] = {
    e.HallContinued: lambda event: _moves((n, BROUGHT_FORWARD, name) for name, n in event.inventory.balances.items()),
    e.BoughtIn: lambda event: move(event.amount, CASH_DESK, person(event.person)),
    e.CashedOut: lambda event: move(event.amount, person(event.person), CASH_DESK),
    e.CardsSold: _sold,
    e.CardsTakenBack: lambda event: tuple(Posting(leg.account, -leg.amount) for leg in _sold(event)),
    e.TakingsHandedOver: lambda event: (
        *move(event.amount, CASH_DESK, till(event.seller)),
        *move_change(event.difference, till(event.seller), TILL_DIFFERENCE),
    ),
    e.TakingsGivenBack: lambda event: move(event.amount, till(event.seller), CASH_DESK),
    e.PrizesAnnounced: lambda event: _moves(
        (amount, carry(prize), sales(event.game)) for prize, amount in event.brought_amounts.items()
    ),
    e.TakingsDivided: _divided,
    e.PrizePaid: lambda event: move(
        event.amount,
        HOUSE if event.early else owed(event.game, event.prize, event.card),
        purse(event.means, event.person),
    ),
    e.UnawardedDecided: lambda event: move(event.amount, held(event.game, event.prize), _fate(event)),
    e.UncollectedDecided: lambda event: move(event.amount, owed(event.game, event.prize, event.card), _fate(event)),
    e.RefundsEnded: lambda event: move(event.amount, refunds(event.game), HOUSE),
    e.GameEnded: lambda event: _moves((n, sales(event.part), carry(prize)) for prize, n in event.carried.items()),
    e.GameVoided: _voided,
    e.RefundPaid: lambda event: move(event.amount, refunds(event.game), purse(Means.ACCOUNT, event.person)),
}
require_lines(POSTINGS, declared_types(e, Event))


def postings(event: Event) -> tuple[Posting, ...]:
    moves = POSTINGS.get(type(event))
    return () if moves is None else moves(event)


NEVER_BELOW = (OWED, "held:", REFUNDS, "carry:", "sales:", "tax")


def ledger_is_sound(state: State) -> tuple[Breach, ...]:
    """The accounts sum to nothing, and nobody is below zero."""
    below = [name for name, held in in_order(state.ledger) if held < 0 and name.startswith(NEVER_BELOW)]
    found = tuple(breach("account-overdrawn", account=name, held=state.ledger[name]) for name in below)
    return (*accounts.problems(state.ledger), *found)


def takings_wait_for_the_end(state: State) -> tuple[Breach, ...]:
    """While a game runs its takings are the price of what was sold, with what was brought in; afterwards nothing."""
    game = state.game
    if not game.number:
        return ()
    count = card_count(state.game.sold_ranges)
    found = []
    for part, name in enumerate(game.part_names, start=1 if game.part else 0):
        is_done = part < game.part or (part == game.part and game.is_over) or (game.is_over and game.ends_card)
        brought = 0 if part == 2 else sum(game.brought_amounts.values())
        expected = 0 if is_done else count * game.value + brought
        if balance(state.ledger, sales(name)) != expected:
            found.append(breach("takings-differ", game=name, held=balance(state.ledger, sales(name)), due=expected))
    return tuple(found)


def refunds_are_pending_or_paid(state: State) -> tuple[Breach, ...]:
    """Of a void game each cartón's price is either still there or was given back."""
    found = []
    for name, one in in_order(state.refunds):
        pending = (card_count(one.cards) - card_count(one.refunded)) * one.price
        if balance(state.ledger, refunds(name)) != pending:
            found.append(breach("takings-differ", game=name, held=balance(state.ledger, refunds(name)), due=pending))
    return tuple(found)


def shares_are_the_prize(state: State) -> tuple[Breach, ...]:
    """What is owed of a prize is never more than its cartones won."""
    game = state.game
    found = []
    for prize, won in in_order(game.awards):
        for one in won:
            due = balance(state.ledger, owed(game.name, prize, one.card))
            if due > one.amount:
                found.append(breach("takings-differ", game=game.name, held=due, due=one.amount))
    return tuple(found)


def balls_come_out_once(state: State) -> tuple[Breach, ...]:
    drawn = state.game.drawn_balls
    return (breach("ball-twice"),) if len(set(drawn)) != len(drawn) else ()


def cards_are_sold_once(state: State) -> tuple[Breach, ...]:
    ranges = sorted((one.cards for one in state.game.sales), key=attrgetter("place"))
    twice = any(one.series == two.series and two.first <= one.last for one, two in pairwise(ranges))
    return (breach("card-sold-twice"),) if twice else ()


INVARIANTS: Final[tuple[Callable[[State], tuple[Breach, ...]], ...]] = (
    ledger_is_sound,
    takings_wait_for_the_end,
    refunds_are_pending_or_paid,
    shares_are_the_prize,
    balls_come_out_once,
    cards_are_sold_once,
)
