"""The books: which money each event moves. Takings stay in the sales of their game until it is over.

Cash desk and tills are negative where money lies there; a till above zero is what its seller handed over too much.
``owed`` is a prize that is won and not paid, ``held`` one that nobody won, ``carry`` what a later game brings in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise, repeat
from operator import attrgetter
from typing import Final

from tapete import accounts
from tapete.accounts import CASH_DESK, HOUSE, Posting, balance, move, move_change, person
from tapete.games.bingo import events as e
from tapete.games.bingo.inventory import card_count
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import Fate, Means, Prize
from tapete.kernel import Breach, Event, PersonId, breach
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


OWED = "owed:"


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


def postings(event: Event) -> tuple[Posting, ...]:
    """Return the legs of one event; none for an event that moves no money."""
    match event:
        case e.HallContinued():
            return _moves((held, BROUGHT_FORWARD, name) for name, held in event.inventory.balances.items())
        case e.BoughtIn():
            return move(event.amount, CASH_DESK, person(event.person))
        case e.CashedOut():
            return move(event.amount, person(event.person), CASH_DESK)
        case e.CardsSold():
            return _sold(event)
        case e.CardsTakenBack():
            return tuple(Posting(leg.account, -leg.amount) for leg in _sold(event))
        case e.TakingsHandedOver():
            seller = till(event.seller)
            return (*move(event.amount, CASH_DESK, seller), *move_change(event.difference, seller, TILL_DIFFERENCE))
        case e.TakingsGivenBack():
            return move(event.amount, till(event.seller), CASH_DESK)
        case e.PrizesAnnounced():
            return _moves((amount, carry(one), sales(event.game)) for one, amount in event.brought_amounts.items())
        case e.TakingsDivided():
            return _divided(event)
        case e.PrizePaid():
            source = HOUSE if event.early else owed(event.game, event.prize, event.card)
            return move(event.amount, source, purse(event.means, event.person))
        case e.UnawardedDecided():
            target = HOUSE if event.fate == Fate.HOUSE else carry(event.prize)
            return move(event.amount, held(event.game, event.prize), target)
        case e.UncollectedDecided():
            target = HOUSE if event.fate is Fate.HOUSE else carry(event.prize)
            return move(event.amount, owed(event.game, event.prize, event.card), target)
        case e.RefundsEnded():
            return move(event.amount, refunds(event.game), HOUSE)
        case e.GameEnded():
            return _moves((amount, sales(event.part), carry(one)) for one, amount in event.carried.items())
        case e.GameVoided():
            return _voided(event)
        case e.RefundPaid():
            return move(event.amount, refunds(event.game), purse(Means.ACCOUNT, event.person))
        case _:
            return ()


NEVER_BELOW = ("owed:", "held:", "refunds:", "carry:", "sales:", "tax")


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
