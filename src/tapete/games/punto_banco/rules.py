"""The rulebook of punto y banca, typed: every value with the clauses that state it, or why a house adopted it."""

from __future__ import annotations

from typing import Literal

import msgspec

from tapete.cards import Card
from tapete.clauses import Sourced
from tapete.games.baccarat.effects import Cell, DrawingTable, cell
from tapete.games.baccarat.points import OutcomeRules, PointRules, is_natural, value
from tapete.money import Fraction, Part, Rounding, require_paid
from tapete.rulebooks import Rulebook
from tapete.rulebooks.recipe import DeckChoice, Decks, RoundingUnit, SeatCount

GAME = "punto-y-banca"
Remedy = Literal["void-coup", "discard", "bets-stand", "keeps-value"]


class ThirdCardRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When each hand takes a third card: totals of the Player hand, and the bank's table."""

    player_draws_on: Sourced[tuple[int, ...]]
    player_stands_on: Sourced[tuple[int, ...]]
    bank: DrawingTable


class PackRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    decks: Sourced[Decks]
    decks_allowed: Sourced[DeckChoice]
    cards_below_cut_card: Sourced[int]
    burn_tens: Sourced[int]
    burn_turned_card_too: Sourced[bool]


class SeatRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    places: Sourced[SeatCount]
    standing_may_hold_hand: Sourced[bool]


class BetRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a bet may be and what it pays."""

    even_money: Sourced[Fraction]
    tie_pays: Sourced[Fraction]
    tie_cap: Sourced[Part]
    tie_minimum_applies: Sourced[bool]
    commission: Sourced[Part]
    commission_unit: Sourced[RoundingUnit]
    rounding: Sourced[Rounding]
    maximum_multiples: Sourced[tuple[int, ...]]

    def __post_init__(self) -> None:
        require_paid(self.even_money.value)


class TurnRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    holder_bet_on: Sourced[Literal["either-hand", "bank-only"]]
    restart_at_first: Sourced[bool]
    players_deal: Sourced[bool]


class SideBetRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the side bets pay, where a house offers them."""

    player_pair: Sourced[Fraction]
    bank_pair: Sourced[Fraction]
    either_pair: Sourced[Fraction]
    perfect_pair: Sourced[Fraction]
    big: Sourced[Fraction]
    small: Sourced[Fraction]

    def __post_init__(self) -> None:
        for one in (self.player_pair, self.bank_pair, self.either_pair, self.perfect_pair, self.big, self.small):
            require_paid(one.value)


class Rules(msgspec.Struct, frozen=True):
    id: str
    title: str
    document: str
    points: PointRules
    outcome: OutcomeRules
    third_card: ThirdCardRules
    pack: PackRules
    seats: SeatRules
    bets: BetRules
    turn: TurnRules
    side_bets: SideBetRules
    formulas: dict[str, Sourced[str]]
    irregularities: dict[str, Sourced[tuple[Remedy, ...]]]


def read(book: Rulebook) -> Rules:
    return book.read(Rules)


# Third cards: which hand takes one, from the totals alone. The table and the exact counts ask the same functions.


def is_ended_by_natural(punto: int, banca: int, rules: Rules) -> bool:
    return is_natural(punto, rules.outcome) or is_natural(banca, rules.outcome)


def is_player_to_draw(points: int, rules: Rules) -> bool | None:
    """Return True if the Player hand draws on its two-card total; ``None`` is a case that the rules do not cover."""
    third_card = rules.third_card
    if third_card.player_draws_on.has_member(points):
        return True
    if third_card.player_stands_on.has_member(points):
        return False
    return None


def is_bank_to_draw(punto: int, banca: int, third_face: Card | None, rules: Rules) -> bool:
    """Return True if the Bank hand draws by the table; ``punto`` counts the third card, ``third_face`` is that card."""
    column = None if third_face is None else value(third_face, rules.points)
    return cell(rules.third_card.bank, banca, column, punto) is Cell.DRAW
