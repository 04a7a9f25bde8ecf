"""The right of whoever passed the hand to the punto's cards in the first coup of a larger bank.

A whole banco excludes it, since no other stake plays then; he who called half of the bank comes before it, so it is
asked only where neither was called.
"""

from __future__ import annotations

from tapete.clauses import rule
from tapete.games.baccarat.effects import BarredAction
from tapete.games.banked.shares import Shares, share_of
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.bank import Bank
from tapete.kernel import PersonId


@rule("CF.E1.22", neutral=True)
def is_first_coup(bank: Bank) -> bool:
    """The right lasts for one coup only."""
    return bank.decided_coups + bank.tied_coups == 0


def passer_holds(state: State, stakes: Shares, highest: PersonId) -> PersonId | None:
    """Return whoever passed the hand where he takes the cards from ``highest``, who would have them by his stake."""
    offer, bank = state.offer, state.bank
    passer = offer.former_banker
    if bank is None or passer is None or passer == highest or not offer.is_passed:
        return None
    fit = share_of(stakes, passer) > 0 and not state.bars.is_barred(passer, BarredAction.CARDS)
    larger = state.coup.in_play > offer.amount
    return goes_first(passer) if fit and larger and is_first_coup(bank) else None


@rule("CF.E1.21", neutral=None)
def goes_first(passer: PersonId) -> PersonId | None:
    """If the new bank is larger than the one before, whoever passed the hand may take the cards, even for less."""
    return passer
