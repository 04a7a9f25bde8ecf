"""What holds at every moment of a sound table: money, stakes, the bank, cards.

Each invariant returns what breaks it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tapete import accounts
from tapete.games.banked import game as banked
from tapete.games.dos_panos.rules import Excess, Liability
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import COUP
from tapete.kernel import Breach, PersonId, breach


def stakes_are_booked(state: State) -> tuple[Breach, ...]:
    """The stakes on the table are the stakes in the books."""
    coup = state.coup
    on_table = sum([one.amount for one in coup.laid]) + sum(
        [0 if coup.is_settled else one.amount for one in coup.stakes]
    )
    booked = accounts.balance(state.ledger, accounts.STAKES)
    return () if on_table == booked else (breach("stakes-not-booked", booked=booked, on_table=on_table),)


def bank_is_booked(state: State) -> tuple[Breach, ...]:
    """What lies at the cash desk for the bank is booked; without a bank nothing is in play or deposited."""
    bank = state.bank
    owned = {} if bank is None else {accounts.deposit(bank.banker): bank.deposit}
    booked = {name: held for name, held in state.ledger.items() if name.startswith(accounts.deposit(PersonId("")))}
    names = sorted(name for name in {*owned, *booked} if owned.get(name, 0) != booked.get(name, 0))
    wrong = [
        breach("bank-not-booked", account=name, booked=booked.get(name, 0), owned=owned.get(name, 0)) for name in names
    ]
    in_play = accounts.balance(state.ledger, accounts.BANK)
    if in_play < 0 or (bank is None and in_play):
        wrong.append(breach("bank-not-booked", account=accounts.BANK, booked=in_play, owned=0))
    return tuple(wrong)


def stakes_are_covered(state: State) -> tuple[Breach, ...]:
    """A bank that answers with what lies on the table holds what plays against it, where stakes above it go back."""
    if state.rules is None:
        return ()
    bank = state.rules.bank
    limited = not state.is_open_bank and bank.limited_liability.value is Liability.ON_TABLE
    if not limited or bank.excess.value is not Excess.CAP or state.phase not in COUP or state.coup.is_settled:
        return ()
    plays, held = sum([one.amount for one in state.coup.stakes]), accounts.balance(state.ledger, accounts.BANK)
    return (breach("bank-exceeded", plays=plays, held=held),) if plays > held else ()


def deposit_answers(state: State) -> tuple[Breach, ...]:
    """No more of a proven deposit is drawn on than was proven, where the sum is known."""
    bank = state.bank
    if bank is None or bank.proven_deposit is None or bank.called_deposit <= bank.proven_deposit:
        return ()
    return (breach("deposit-exceeded"),)


def people_have_one_part(state: State) -> tuple[Breach, ...]:
    """Everybody at the table has one place, and nobody who is on duty plays."""
    people = state.seats.people()
    twice = sorted({who for who in people if people.count(who) > 1})
    on_duty = sorted(set(people) & set(state.staff.values()))
    return (
        *(breach("two-places", person=who) for who in twice),
        *(breach("plays-on-duty", person=who) for who in on_duty),
    )


INVARIANTS: Final[tuple[Callable[[State], tuple[Breach, ...]], ...]] = (
    *banked.INVARIANTS,
    stakes_are_booked,
    bank_is_booked,
    stakes_are_covered,
    deposit_answers,
    people_have_one_part,
)
