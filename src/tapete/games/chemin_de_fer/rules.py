"""The rulebook of chemin de fer, typed: every value with the clauses that state it, or why a house adopted it."""

from __future__ import annotations

import msgspec

from tapete.clauses import Sourced, rule
from tapete.games.baccarat.effects import DrawingTable
from tapete.games.baccarat.incident import Authority
from tapete.games.baccarat.points import OutcomeRules, PointRules
from tapete.games.banked.priority import AuctionRules, PriorityRules
from tapete.money import Part, Rounding
from tapete.rulebooks import Rulebook
from tapete.rulebooks.recipe import Decks, RoundingUnit, SeatCount, Seconds
from tapete.spelling import plain

GAME = "chemin-de-fer"


class PuntoRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The punto's scheme: two-card totals on which they draw or stand; on ``chooses_on`` they are free.

    ``banco_free``: whoever covers the bank alone is not bound by it, ``freedom_by_director`` only if that was
    authorised.
    """

    draws_on: Sourced[tuple[int, ...]]
    stands_on: Sourced[tuple[int, ...]]
    chooses_on: Sourced[tuple[int, ...]]
    banco_free: Sourced[bool]
    freedom_by_director: Sourced[bool]


class BankerRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``draws_on``: two-card totals on which the banker must draw; ``table``: the one they may ask for."""

    draws_on: Sourced[tuple[int, ...]]
    speaks_last: Sourced[bool]
    table: DrawingTable


class SeatRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Places, and when somebody must let the hand pass once («saludar») before they use their priority."""

    places: Sourced[SeatCount]
    standing_count: Sourced[bool]
    moving_owes_salute: Sourced[bool]
    arriving_owes_salute: Sourced[bool]
    free_between_shoes: Sourced[bool]
    unsaluted_last_for_bank: Sourced[bool]
    unsaluted_last_for_banco: Sourced[bool]


class BankRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bank: least number of players, its greatest amount as a multiple of the punto minimum, the deduction.

    ``matches_passed``: whoever takes a bank that was given up puts up at least as much; ``auction_matches``: so does
    whoever buys it. ``garage_multiple``: the banker may take winnings out of play when they exceed so many times the
    punto minimum; ``lasting_garage``: what was not covered in a coup stays out of the bank after it.
    """

    players: Sourced[int]
    maximum_multiple: Sourced[int]
    cagnotte: Sourced[Part]
    cagnotte_unit: Sourced[RoundingUnit]
    rounding: Sourced[Rounding]
    associate_rounding: Sourced[Rounding]
    matches_passed: Sourced[bool]
    auction_matches: Sourced[bool]
    garage_multiple: Sourced[int]
    lasting_garage: Sourced[bool]


class BettingRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points of the betting that no clause settles.

    ``small_completion``: a part below the minimum plays if it completes the bank; ``late_stakes_admitted``: the banker
    may let a late stake play before the first card; ``seguido_after_pass``: who lost a banco may repeat it against
    whoever takes the bank that was passed.
    """

    seguido_first: Sourced[bool]
    seguido_after_pass: Sourced[bool]
    remainder_accepted: Sourced[bool]
    small_completion: Sourced[bool]
    half_rounding: Sourced[Rounding]
    late_stakes_admitted: Sourced[bool]


class BarRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may not bid: ``passer`` is the banker who passed the hand, and their associates."""

    passer: Sourced[bool]


class PackRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    decks: Sourced[Decks]
    cards_below_stop_card: Sourced[int]


class PaceRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``hold_cards``: seconds that the punto may hold their cards before the croupier is warned."""

    hold_cards: Sourced[Seconds]


class Rules(msgspec.Struct, frozen=True):
    id: str
    title: str
    document: str
    points: PointRules
    outcome: OutcomeRules
    punto: PuntoRules
    banker: BankerRules
    priority: PriorityRules
    seats: SeatRules
    bank: BankRules
    betting: BettingRules
    auction: AuctionRules
    auction_bars: BarRules
    pack: PackRules
    authority: Authority
    pace: PaceRules
    formulas: dict[str, Sourced[str]]
    in_force: str = ""


def read(book: Rulebook) -> Rules:
    """Return the typed rules of a rulebook; raise ``RulebookError`` when it is not one of this game."""
    return book.read(Rules)


@rule("CF.R.05", neutral=frozenset({GAME}))
def names() -> frozenset[str]:
    """The game has three names that mean the same: ferrocarril, bacarrá, chemin de fer."""
    return frozenset({GAME, "ferrocarril", "bacarrá", "chemin de fer"})


def key_of_name(name: str) -> str | None:
    """Return the key of this game when ``name`` is one of its names in full, whatever its capitals and accents."""
    return GAME if plain(name) in {plain(one) for one in names()} else None


@rule("CF.R.02", neutral=True)
def is_in_force_on(rules: Rules, day: str) -> bool:
    """The document applies from the day after its publication. ``day`` reads «2011-06-22»: such dates sort as text."""
    return day >= rules.in_force
