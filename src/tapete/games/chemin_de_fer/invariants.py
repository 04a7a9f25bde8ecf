"""What holds at every moment of a sound table: money, stakes, the bank, cards.

Each invariant returns what breaks it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tapete.accounts import BANK, GARAGE, STAKES, associate, balance
from tapete.games.banked import game as banked
from tapete.games.chemin_de_fer.state import State
from tapete.kernel import Breach, PersonId, breach


def stakes_are_booked(state: State) -> tuple[Breach, ...]:
    """The calls, the stakes, the late stakes and the bids on the table are the stakes in the books."""
    on_table = sum([one.amount for one in state.calls.claims]) + sum([one.amount for one in state.coup.late])
    on_table += 0 if state.coup.award is None else state.coup.award.covered_amount
    on_table += 0 if state.auction is None else sum([one.amount for one in state.auction.window.claims])
    booked = balance(state.ledger, STAKES)
    return () if on_table == booked else (breach("stakes-not-booked", booked=booked, on_table=on_table),)


def bank_is_booked(state: State) -> tuple[Breach, ...]:
    """Each owner's part of the bank in play is on their own account, and what is out of play in the garage."""
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


INVARIANTS: Final[tuple[Callable[[State], tuple[Breach, ...]], ...]] = (
    *banked.INVARIANTS,
    stakes_are_booked,
    bank_is_booked,
)
