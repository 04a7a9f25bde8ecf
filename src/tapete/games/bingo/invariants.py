"""What holds at every moment of a sound hall: its money, its balls, its ranges."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from operator import attrgetter
from typing import Final

from tapete import accounts
from tapete.accounts import balance
from tapete.games.bingo.books import owed, refunds, sales
from tapete.games.bingo.inventory import card_count
from tapete.games.bingo.state import State
from tapete.kernel import Breach, breach
from tapete.table.state import in_order

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
"""Each returns what breaks it."""
