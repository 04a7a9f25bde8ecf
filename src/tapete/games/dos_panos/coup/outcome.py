"""Who wins between a cloth and the bank."""

from __future__ import annotations

import msgspec

from tapete.clauses import rule
from tapete.games.baccarat.outcome import Winner
from tapete.games.dos_panos.rules.coup import OutcomeRules


class Score(msgspec.Struct, frozen=True):
    """What a hand comes to. ``has_priority``: it is an eight or nine of two cards that goes before three;
    ``has_third_card``: it was made with three cards.
    """

    total: int
    has_priority: bool = False
    has_third_card: bool = False


def winner(cloth: Score, bank: Score, rules: OutcomeRules) -> Winner:
    """Return who wins a comparison; the cloth's side is the punto's."""
    if by_two_cards := winner_by_two_cards(cloth, bank, rules):
        return by_two_cards
    if cloth.total == bank.total:
        return equal_scores()
    higher_wins = rules.higher_wins.use()
    return Winner.PUNTO if (cloth.total > bank.total) is higher_wins else Winner.BANCA


def winner_by_two_cards(cloth: Score, bank: Score, rules: OutcomeRules) -> Winner | None:
    """Return who wins because an eight or nine of two cards beats what the other made with three."""
    if cloth.has_priority and not bank.has_priority and is_beaten(bank, cloth.total, rules):
        return Winner.PUNTO
    if bank.has_priority and not cloth.has_priority and is_beaten(cloth, bank.total, rules):
        return Winner.BANCA
    return None


def is_beaten(score: Score, natural: int, rules: OutcomeRules) -> bool:
    """Return True if a natural beats a total of three cards that is not below it. Two cards are never beaten so,
    whether they have priority themselves or not.
    """
    beaten = {8: rules.eight_beats, 9: rules.nine_beats}.get(natural)
    return beaten is not None and score.has_third_card and score.total >= natural and beaten.has_member(score.total)


@rule("DP.A.05", neutral=Winner.BANCA)
def equal_scores() -> Winner:
    """Equal scores make the comparison void: nothing is won or lost on that cloth."""
    return Winner.TIE
