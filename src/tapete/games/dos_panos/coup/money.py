"""The money of a coup: what each cloth wins or loses, the part of the house, the bank after it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tapete.clauses import rule
from tapete.games.baccarat.outcome import Winner
from tapete.games.dos_panos.rules.bank import CommissionBase, CommissionRules
from tapete.games.dos_panos.terms import BankMode, Hand
from tapete.money import Cents, deducted


class Balance(msgspec.Struct, frozen=True):
    """What the bank won (``gain``) and lost (``loss``) over both cloths, and what the house takes of it, in cents."""

    gain: Cents
    loss: Cents
    commission: Cents = 0

    @property
    def net(self) -> Cents:
        """Return by how much the bank grows, below zero for a loss."""
        return self.gain - self.loss - self.commission


def balance(
    at_risk: Mapping[Hand, Cents], winners: Mapping[Hand, Winner], rules: CommissionRules, mode: BankMode
) -> Balance:
    """Return the balance of a coup from what played on each cloth and who won there."""
    gain = sum(amount for cloth, amount in at_risk.items() if winners.get(cloth) is Winner.BANCA)
    loss = sum(amount for cloth, amount in at_risk.items() if winners.get(cloth) is Winner.PUNTO)
    return Balance(gain, loss, commission(gain, loss, rules, mode))


def commission(gain: Cents, loss: Cents, rules: CommissionRules, mode: BankMode) -> Cents:
    """Return the part of the house: a rate of what the banker won in the coup, in multiples of the unit, and no more
    than he is left with.
    """
    if not is_commission_due(gain, loss):
        return 0
    match rules.base.use():
        case CommissionBase.NET:
            won = gain - loss
        case CommissionBase.GROSS:
            won = gain
    rate = rules.limited if mode is BankMode.LIMITED else rules.free
    return min(gain - loss, deducted(won, rate.use(), rules.rounding.use(), rules.unit.use()))


@rule("DP.B.28", neutral=True)
def is_commission_due(gain: Cents, loss: Cents) -> bool:
    """A part is due only where the banker wins on both cloths, or more on one than he loses on the other."""
    return gain > loss
