"""What holds at every moment of a sound table: money, stakes, the bank, cards.

Each invariant returns what breaks it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tapete import accounts
from tapete.accounts import BANK, GARAGE, STAKES, associate, balance
from tapete.games.chemin_de_fer.state import State
from tapete.kernel import Breach, PersonId, breach


def ledger_is_sound(state: State) -> tuple[Breach, ...]:
    """The accounts sum to nothing, and nobody is below zero."""
    return accounts.problems(state.ledger)


def stakes_are_booked(state: State) -> tuple[Breach, ...]:
    """The calls, the stakes, the late stakes and the bids on the table are the stakes in the books."""
    on_table = sum([one.amount for one in state.calls.claims]) + sum([one.amount for one in state.coup.late])
    on_table += 0 if state.coup.award is None else state.coup.award.covered_amount
    on_table += 0 if state.auction is None else sum([one.amount for one in state.auction.window.claims])
    booked = balance(state.ledger, STAKES)
    return () if on_table == booked else (breach("stakes-not-booked", booked=booked, on_table=on_table),)


def bank_is_booked(state: State) -> tuple[Breach, ...]:
    """What each owner of the bank has in it, less what of it stands out of play, is on his own account; what is out of
    play or was taken out lies in the garage, and nobody else has a part.
    """
    bank = state.bank
    parts, out, aside = ((), (), ()) if bank is None else (bank.parts, bank.garage, bank.aside)
    owned = {BANK: 0} | {BANK if n == 0 else associate(one.person): one.amount for n, one in enumerate(parts)}
    for n, one in enumerate(out):
        owned[BANK if n == 0 else associate(one.person)] -= one.amount
    owned[GARAGE] = sum([one.amount for one in (*out, *aside)])
    associates = associate(PersonId(""))
    booked = {name: held for name, held in state.ledger.items() if name in owned or name.startswith(associates)}
    wrong = {name for name in {*owned, *booked} if owned.get(name, 0) != booked.get(name, 0)}
    return tuple(
        breach("bank-not-booked", account=name, booked=booked.get(name, 0), owned=owned.get(name, 0))
        for name in sorted(wrong)
    )


def cards_lie_once(state: State) -> tuple[Breach, ...]:
    """Every card on the table lies in one place."""
    positions = [card.position for card in state.coup.cards.layout]
    return () if len(set(positions)) == len(positions) else (breach("card-twice"),)


INVARIANTS: Final[tuple[Callable[[State], tuple[Breach, ...]], ...]] = (
    ledger_is_sound,
    stakes_are_booked,
    bank_is_booked,
    cards_lie_once,
)
"""Each of them holds after every event."""
