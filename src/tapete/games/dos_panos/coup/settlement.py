"""The settlement of a coup: what is collected and paid on each cloth, the part of the house, the bank after it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tapete.clauses import rule
from tapete.games.baccarat.outcome import Winner
from tapete.games.banked.coup import Shares, as_shares
from tapete.games.dos_panos.bank.proof import is_liable_for_all, rest_on_liability
from tapete.games.dos_panos.events import BankCalled, CoupSettled
from tapete.games.dos_panos.people import seating
from tapete.games.dos_panos.placing import ClothStakes, in_order, on_cloth, stake_of
from tapete.games.dos_panos.rules import CommissionBase, CommissionRules, Excess
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, BankMode, Hand
from tapete.kernel import Event, PersonId
from tapete.money import Cents, deducted
from tapete.table.seats import Seats


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
    """Return the part of the house: a rate of what the banker won, at most what he is left with."""
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


# --- settlement -------------------------------------------------------------------------------------------------------


def winners_of(state: State) -> dict[Hand, Winner]:
    sides = {cloth: state.coup.side(cloth).winner for cloth in CLOTHS}
    return {cloth: won for cloth, won in sides.items() if won is not None}


def balance_of(state: State, winners: Mapping[Hand, Winner]) -> Balance:
    at_risk = {cloth: on_cloth(state.coup.stakes, cloth) for cloth in CLOTHS}
    return balance(at_risk, winners, state.book.commission, state.settings.mode)


def parts(stakes: ClothStakes, winners: Mapping[Hand, Winner], *results: Winner) -> Shares:
    there = tuple(one for one in stakes if winners[one.cloth] in results)
    return as_shares({who: stake_of(there, who) for who in {one.person for one in there}})


@rule("DP.B.27", neutral=())
def collections(stakes: ClothStakes, winners: Mapping[Hand, Winner]) -> Shares:
    """The losing stakes are the bank's."""
    return parts(stakes, winners, Winner.BANCA)


class BankOfCoup(msgspec.Struct, frozen=True):
    """The bank against which a coup was played: whose it is, what it had in play (cents), and who sat where when the
    coup was settled.
    """

    banker: PersonId
    chips: Cents
    seats: Seats


@rule("DP.B.26", neutral=())
def payments(state: State, winners: Mapping[Hand, Winner], funds: Cents, seats: Seats) -> Shares:
    """The winning stakes are paid; from a bank that answers with what it holds, by priority until it is empty."""
    rate = state.book.stakes.even_money.use()
    there = [one for one in state.coup.stakes if winners[one.cloth] is Winner.PUNTO]
    limited = state.book.bank.excess.use() is Excess.PAY and not is_liable_for_all(state)
    if limited:
        there = list(in_order(tuple(there), seating.ranks_by_cloth(seats, state.book.priority)))
    found: dict[PersonId, Cents] = {}
    for one in there:
        due = one.amount * rate.num // rate.den
        part = min(due, funds) if limited else due
        found[one.person] = found.get(one.person, 0) + part
        funds -= part
    return as_shares(found)


def settlement(state: State) -> tuple[Event, ...]:
    """Return the settlement; what an open bank lost above its chips comes out of the proven deposit first."""
    bank = BankOfCoup(state.banker or PersonId(""), state.bank_chips, state.seats)
    settled = settlement_against(state, winners_of(state), bank)
    short = -(bank.chips + settled.bank)
    if short > 0:
        rest_on_liability(state)
    called = (BankCalled(bank.banker, short),) if short > 0 else ()
    return (*called, settled)


class Reckoning(msgspec.Struct, frozen=True):
    """What a result moves: collected and paid by person, and the part of the house, in cents."""

    gains: Shares
    paid_out: Shares
    commission: Cents

    @property
    def net(self) -> Cents:
        """Return what the banker won, below zero for a loss, after the part of the house."""
        return sum(one.amount for one in self.gains) - sum(one.amount for one in self.paid_out) - self.commission


def reckoning(state: State, winners: Mapping[Hand, Winner], bank: BankOfCoup) -> Reckoning:
    """Return what a result on each cloth moves against a bank; the part of the house is one over both cloths."""
    reckoned = balance_of(state, winners)
    staked = {won for cloth, won in winners.items() if on_cloth(state.coup.stakes, cloth)}
    gains = collections.where(Winner.BANCA in staked, state.coup.stakes, winners) or ()
    funds = bank.chips + sum(one.amount for one in gains)
    paid_out = payments.where(Winner.PUNTO in staked, state, winners, funds, bank.seats) or ()
    commission = into_cagnotte.where(reckoned.commission > 0, reckoned.commission) or 0
    return Reckoning(gains, paid_out, commission)


def settlement_against(state: State, winners: dict[Hand, Winner], bank: BankOfCoup) -> CoupSettled:
    moved = reckoning(state, winners, bank)
    back = parts(state.coup.stakes, winners, Winner.PUNTO, Winner.TIE)
    added = added_to_bank(moved.net) if moved.net > 0 else moved.net
    out = moved.net - added + above_maximum(state, bank.chips, added)
    own = as_shares({bank.banker: out})
    return CoupSettled(winners, moved.gains, moved.paid_out, back, moved.net - out, moved.commission, own)


def above_maximum(state: State, chips: Cents, net: Cents) -> Cents:
    """Return what of a win is the banker's own at once, where winnings may not carry a bank above its maximum."""
    outgrows, most = state.book.bank.may_outgrow_maximum, state.settings.bank_maximum
    over = chips + net - most
    if not most or net <= 0 or over <= 0 or outgrows.use():
        return 0
    return min(over, net)


@rule("DP.F.16", neutral=0)
def into_cagnotte(commission: Cents) -> Cents:
    """The part of the house goes into the slot of the pozo, also called cagnotte."""
    return commission


@rule("DP.B.29", neutral=0)
def added_to_bank(net: Cents) -> Cents:
    """What the banker won is added to the bank, after the part of the house."""
    return net
