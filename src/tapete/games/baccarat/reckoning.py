"""Reckoning: what the cards and the marks on them come to. A total is a number or unknown; it is never stored.

The face of a card says nothing here about who may see it: a caller that answers a person asks only for what they may
know.
"""

from __future__ import annotations

from tapete.games.baccarat.effects import LaidCard, at
from tapete.games.baccarat.marks import Cards, hand_cards, third
from tapete.games.baccarat.points import UNKNOWN, OutcomeRules, PointRules, Total, Unknown, is_natural, total, value


def two_card_total(cards: Cards, hand: str, rules: PointRules) -> Total:
    deemed = cards.marks.of(hand).deemed_total
    if deemed is not None:
        return deemed.total
    return total([card.face for card in at(cards.layout, hand)[:2]], rules)


def final_total(cards: Cards, hand: str, rules: PointRules) -> Total:
    deemed = cards.marks.of(hand).deemed_total
    if deemed is not None and not deemed.one_more:
        return deemed.total
    kept = third_card(cards, hand, rules)
    if isinstance(kept, Unknown):
        return UNKNOWN
    drawn = third_value(cards, hand, rules)
    if deemed is None:
        first = [card.face for card in at(cards.layout, hand)[:2]]
        return total([*first, *(() if kept is None else (kept.face,))], rules)
    if drawn is None:
        return deemed.total
    return UNKNOWN if isinstance(drawn, Unknown) else (deemed.total + drawn) % rules.modulus.use()


def third_value(cards: Cards, hand: str, rules: PointRules) -> Total | None:
    drawn = third_card(cards, hand, rules)
    if drawn is None or isinstance(drawn, Unknown):
        return drawn
    return UNKNOWN if drawn.face is None else value(drawn.face, rules)


def third_card(cards: Cards, hand: str, rules: PointRules) -> LaidCard | Unknown | None:
    """Return a hand's third card, ``None`` when it has none.

    Of several it is the first, unless a ruling lets the hand keep the one that makes the higher or the lower total:
    unknown while a face of the hand is.
    """
    drawn = at(cards.layout, third(hand))
    higher = cards.marks.of(hand).keeps_higher
    if len(drawn) < 2 or higher is None:
        return drawn[0] if drawn else None
    first = two_card_total(cards, hand, rules)
    if isinstance(first, Unknown) or any(card.face is None for card in drawn):
        return UNKNOWN
    made = [(first + value(card.face, rules)) % rules.modulus.use() for card in drawn if card.face is not None]
    return drawn[made.index(max(made) if higher else min(made))]


def is_third_card_known(cards: Cards, hand: str) -> bool:
    """Return True if everybody can see which third card of a hand counts, or that it has none."""
    settled = cards.marks.of(hand).keeps_higher is None or is_open(cards, hand)
    return settled and all(card.face_up for card in at(cards.layout, third(hand)))


def may_count_natural(cards: Cards, hand: str, points: PointRules, outcome: OutcomeRules) -> bool | Unknown:
    """Return True if a hand may count as a natural: deemed one, or by its two cards unless it has lost that."""
    marks = cards.marks.of(hand)
    if marks.deemed_total is not None and not marks.deemed_total.one_more:
        return marks.deemed_total.natural
    if marks.is_natural_lost:
        return False
    first = two_card_total(cards, hand, points)
    return UNKNOWN if isinstance(first, Unknown) else is_natural(first, outcome)


def is_open(cards: Cards, hand: str) -> bool:
    """Return True if everybody can see what a hand comes to: its cards lie open, or its total is deemed for good."""
    deemed = cards.marks.of(hand).deemed_total
    if deemed is not None and not deemed.one_more:
        return True
    held = hand_cards(cards.layout, hand)
    return (len(held) >= 2 or deemed is not None) and all(card.face_up and card.face is not None for card in held)
