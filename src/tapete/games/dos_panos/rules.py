"""The rulebooks of the two-cloth game, typed: each value with the clauses that state it, or why the house has it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from tapete.clauses import Sourced, rule
from tapete.games.baccarat.effects import DrawingTable
from tapete.games.baccarat.points import OutcomeRules as SharedOutcomeRules, PointRules
from tapete.games.banked.priority import AuctionRules
from tapete.money import Fraction, Part, Rounding
from tapete.rulebooks import Rulebook
from tapete.rulebooks.recipe import RoundingUnit, SeatCount, Seconds
from tapete.spelling import plain
from tapete.table.staff import Posts, Role


class Callers(StrEnum):
    ALL = "all"
    SEATED = "seated"
    PRESENT = "present"
    """Whoever is at the table: another wording of everybody."""


class BancoRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The banco.

    ``free_on``: two-card totals on which its player does as they like; ``needs_director``: only if the director said so
    beforehand. ``times``: how often it may be called before the first coup of a shoe. ``both_cloths``: it cannot be
    limited to one. ``second_hand_after_first``: the second cloth's cards are looked at when the first was played.
    ``repeats_when_void``: further coups after a void one. ``excludes_stakes``: no ordinary stake lies beside it.
    ``lots_between_cloths``: calls on both cloths draw lots. ``holds_both``: whoever calls it holds the cards of both
    cloths, seated or standing. ``in_free_bank``: it may be called against an open bank.
    """

    free_on: Sourced[tuple[int, ...]]
    needs_director: Sourced[bool]
    callers: Sourced[Callers]
    times: Sourced[int]
    both_cloths: Sourced[bool]
    second_hand_after_first: Sourced[bool]
    repeats_when_void: Sourced[int]
    excludes_stakes: Sourced[bool]
    lots_between_cloths: Sourced[bool]
    holds_both: Sourced[bool]
    in_free_bank: Sourced[bool]


class AwardWay(StrEnum):
    ANNOUNCED = "announced"
    """The house has a banker when the table opens."""
    BOUGHT = "bought"
    AUCTION = "auction"
    LOTS = "lots"
    """By lots at once, and not only between equal bids."""
    OFFERED = "offered"
    """A bank that was given up, taken up at its first amount."""
    STANDING = "standing"
    """An award for days that has begun on an earlier one."""


class Term(StrEnum):
    SHOES = "shoes"
    DAYS = "days"


class DepositForm(StrEnum):
    CASH = "cash"
    BANK_CHEQUE = "bank-cheque"
    """A cheque that a bank has drawn, not a person."""


class DepositPlace(StrEnum):
    """Where the sufficient deposit of an open bank lies."""

    CASH_DESK = "cash-desk"
    CREDIT_INSTITUTION = "credit-institution"


class BarredUntil(StrEnum):
    """How long a banker who left as a winner may not be banker again."""

    SHOE = "shoe"
    NEVER = "never"
    """They are not barred."""


class Amount(StrEnum):
    """An amount that an earlier one fixes."""

    INITIAL = "initial"
    """What the bank began with under this award."""
    ANY = "any"


class Liability(StrEnum):
    ON_TABLE = "what-lies-on-table"
    EVERYTHING = "everything"


class Excess(StrEnum):
    """What becomes of stakes that a limited bank cannot cover."""

    CAP = "cap-by-priority"
    """They go back before the deal, the weakest priority first."""
    PAY = "pay-by-priority"
    """They play, and winners are paid by priority until the bank is empty."""


class LimitSource(StrEnum):
    AUTHORISATION = "authorisation"
    COMPETENT_DIRECTORATE = "competent-directorate"
    """The authorisation of the competent directorate."""
    NONE = "none"


class CommissionBase(StrEnum):
    NET = "net"
    """What the banker won on both cloths together."""
    GROSS = "gross"
    """What they won on each cloth, whatever they lost on the other."""


class AwardRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The award. ``after_shoe``: the shoe is prepared before it; ``term``: what it may be counted in."""

    ways: Sourced[tuple[AwardWay, ...]]
    ties_by_lots: Sourced[bool]
    held_by: Sourced[Role]
    bidders: Sourced[Callers]
    after_shoe: Sourced[bool]
    term: Sourced[tuple[Term, ...]]


class DepositRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    before_play: Sourced[bool]
    forms: Sourced[tuple[DepositForm, ...]]


class CustodyRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``each_hand``: the amount is announced and its chips are handed over before every coup, not once."""

    each_hand: Sourced[bool]


class BankRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bank while it lasts.

    ``leave_after``: coups after which the banker may leave; ``winner_barred``: a banker who leaves as a winner.
    ``redeposit_least``: what a broken bank goes on from; ``reoffered_at``: what an abandoned one is offered at.
    ``limited_liability``, ``free_answers_all``: with what the banker answers in either mode. ``may_outgrow_maximum``:
    winnings may carry a bank above what it may be formed with. ``excess``: stakes above a limited bank.
    """

    leave_after: Sourced[int]
    winner_barred: Sourced[BarredUntil]
    redeposit_least: Sourced[Amount]
    reoffered_at: Sourced[Amount]
    limited_liability: Sourced[Liability]
    may_outgrow_maximum: Sourced[bool]
    free_answers_all: Sourced[bool]
    excess: Sourced[Excess]


class LimitRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stake: Sourced[LimitSource]
    bank: Sourced[LimitSource]


class OpenBankRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    no_maxima: Sourced[bool]
    deposit_at: Sourced[tuple[DepositPlace, ...]]
    tables: Sourced[int]
    sessions: Sourced[int]
    shoes: Sourced[int]


class CommissionRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of the house: rates of either mode, their base, rounded to multiples of ``unit`` cents."""

    limited: Sourced[Part]
    free: Sourced[Part]
    base: Sourced[CommissionBase]
    unit: Sourced[RoundingUnit]
    rounding: Sourced[Rounding]


class Binding(StrEnum):
    """When the table that the banker asked for binds them in an ordinary coup."""

    BOTH_AGREE = "both-agree"
    """When it says the same against both cloths."""
    ALWAYS = "always"
    NEVER = "never"


class AdvisedOnFive(StrEnum):
    STAND = "stand"
    FREE = "free"


class OutcomeRules(SharedOutcomeRules, frozen=True, forbid_unknown_fields=True):
    """Who wins a comparison.

    ``eight_beats``, ``nine_beats``: three-card totals that an eight, or a nine, of two cards beats.
    """

    eight_beats: Sourced[tuple[int, ...]]
    nine_beats: Sourced[tuple[Annotated[int, msgspec.Meta(ge=9, le=9)], ...]]


class NaturalRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of a natural that was not turned up.

    ``lost_by``: the word that costs the right to turn it up. ``lost_keeps_priority``: it beats three cards all the
    same. ``after_carta_keeps_priority``: so does one whose holder asked for a card. ``forces_chart_in_normal_hand``:
    beside the natural of one cloth the banker plays against the other by the table, even where nobody erred.
    """

    lost_by: Sourced[str]
    lost_keeps_priority: Sourced[bool]
    after_carta_keeps_priority: Sourced[bool]
    forces_chart_in_normal_hand: Sourced[bool]


class PuntoRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scheme of a hand player: two-card totals on which they draw, are free, turn up, or stand.

    ``no_other_discretion``: outside a banco the scheme binds them. ``crossed_cards_speak``: cards laid crossed or
    parallel may be keyed as their word.
    """

    draws_on: Sourced[tuple[int, ...]]
    chooses_on: Sourced[tuple[int, ...]]
    shows_on: Sourced[tuple[int, ...]]
    stands_on: Sourced[tuple[int, ...]]
    no_other_discretion: Sourced[bool]
    crossed_cards_speak: Sourced[bool]


class AdviceRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Advice: the croupier's, on request, and anybody else's, which binds the player who had it to the scheme."""

    croupier_explains: Sourced[bool]
    asked_on_five: Sourced[AdvisedOnFive]
    outside_binds: Sourced[bool]


class BankerRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The banker.

    ``draws_on``: two-card totals on which they must draw. ``table``: the one they may ask for, ``table_binds`` when it
    then binds them; ``optional_disagrees``: an optional cell beside one that binds leaves them free.
    ``waits_for_third_cards``: their turn begins when both cloths have theirs. ``announces_score``: they say their total
    when they stand, or after their third card.
    """

    draws_on: Sourced[tuple[int, ...]]
    table: DrawingTable
    table_binds: Sourced[Binding]
    optional_disagrees: Sourced[bool]
    waits_for_third_cards: Sourced[bool]
    announces_score: Sourced[bool]


class WaivedBy(StrEnum):
    """Who may set aside that a card drawn too early is played."""

    DIRECTOR = "director"
    NOBODY = "nobody"


class RestoredDuty(StrEnum):
    """What binds the banker in a coup restored after their own error."""

    CHART_THEN_FIVE = "chart-then-five"
    """The table where both cloths agree; else they draw with five or less and stand above."""
    FIVE = "five"
    """They draw with five or less and stand above, whatever the table says."""
    FREE = "free"


class UnclaimedCard(StrEnum):
    """What becomes of the card of a first cloth that asked by mistake, when the second stood."""

    BY_RESTORED_RULES = "by-restored-rules"
    """The banker takes it where the rules of a restored coup make or let them draw; else it is discarded."""
    MUST_TAKE = "must-take"
    DISCARD = "discard"


class OptionalBeside(StrEnum):
    """What an optional cell beside a binding one asks of a banker in a coup restored after their own error."""

    DRAW = "draw"
    FREE = "free"


class ClaimsEnd(StrEnum):
    PAID_OR_COLLECTED = "paid-or-collected"
    PAID = "paid"
    NEVER = "never"


class EarlyCardRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    waived_by: Sourced[WaivedBy]


class RestoredHandRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A coup that was put right after an error.

    ``exposed_hand``: after the banker exposed both cards of a cloth; ``misannounced_shown``: after they named a wrong
    total and the cloths had shown. ``slips_keep_third_card``: after a card to the wrong cloth they may still draw.
    ``second_cloth_alike``: errors of the second cloth against the banker follow the rules of the first.
    """

    exposed_hand: Sourced[RestoredDuty]
    misannounced_shown: Sourced[RestoredDuty]
    unclaimed_card: Sourced[UnclaimedCard]
    slips_keep_third_card: Sourced[bool]
    second_cloth_alike: Sourced[bool]
    optional_beside: Sourced[OptionalBeside]


class FirstWordRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``on``: totals with which the first of two words counts."""

    on: Sourced[tuple[int, ...]]


class SeenThirdRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``recovered``: a third card that was seen and fell is taken up again."""

    recovered: Sourced[bool]


class ThrownCardRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``deemed_total``: total of cards that their holder threw in without showing them."""

    deemed_total: Sourced[int] = msgspec.field(name="deemed")


class ConductRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    slow_look: Sourced[bool]
    long_hold: Sourced[bool]
    look_s: Sourced[Seconds]
    hold_s: Sourced[Seconds]
    announce_s: Sourced[Seconds]


class ClaimRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    end_with: Sourced[ClaimsEnd]


class UnforeseenRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    decided_by: Sourced[Role]


class Order(StrEnum):
    PLACES_THEN_REST = "places-then-rest"
    """Numbered places outward from the banker, then the others in that order."""
    ARRIVAL = "arrival"


class BetweenCloths(StrEnum):
    """Priority between ordinary stakes of different cloths, when the bank runs short."""

    FIRST_CLOTH = "first-cloth"
    PRO_RATA = "pro-rata"


class ForbiddenSpot(StrEnum):
    BANKER_LEFT = "banker-left"
    BANKER_RIGHT = "banker-right"
    CROUPIER_LEFT = "croupier-left"
    CROUPIER_RIGHT = "croupier-right"


class OddTest(StrEnum):
    """What has to be an odd number of units for the larger part of a stake across the line to play on cloth 1."""

    WHOLE = "whole"
    HALF = "half"


class AcrossLine(StrEnum):
    """A line on which a stake plays on both cloths (à cheval)."""

    BETWEEN_CLOTHS = "between-cloths"
    OTHER_CLOTH_AREA = "other-cloth-area"


class StakeUnit(StrEnum):
    TABLE_MINIMUM = "table-minimum"


class PunterRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    association: Sourced[bool]


class ClothRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``least_players``: punters on each cloth, kept while the bank lasts; ``places_each``: numbered places of one."""

    least_players: Sourced[int]
    places_each: Sourced[SeatCount]


class SeatRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    second_row: Sourced[bool]
    standing: Sourced[bool]


class PriorityRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    order: Sourced[Order]
    between_cloths: Sourced[BetweenCloths]


class TurnRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``numbered_only``: only numbered places hold cards; ``needs_stake``: one without a stake is passed over."""

    numbered_only: Sourced[bool]
    needs_stake: Sourced[bool]


class WaitingListRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kept_by: Sourced[Role]


class OpeningRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    announced_by: Sourced[Role]


class StaffRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    least: Sourced[tuple[Role, ...]]


class PackRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shoe. ``below_is_least``: more cards below the stop card are lawful; ``shown_to_players``: the packs are laid
    out before they are counted; ``checked_on_request``: the cards are checked at the end if a player asks.
    """

    decks: Sourced[int]
    cards_below_stop_card: Sourced[int]
    below_is_least: Sourced[bool]
    shown_to_players: Sourced[bool]
    checked_on_request: Sourced[bool]


class BasketRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    after_hand: Sourced[bool]


class StakeRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a stake lies and what of it plays.

    ``line_plays``: the part of a stake on the line, an odd half rounded by ``half_rounding``. ``across_lines``: lines
    on which a stake plays on both cloths, by ``across_odd_test`` in units of ``unit``. ``other_cloth_area``: a cloth
    has an area for stakes on the other. ``even_money``: what a won stake is paid.
    """

    forbidden_spots: Sourced[tuple[ForbiddenSpot, ...]]
    line_plays: Sourced[Part]
    half_rounding: Sourced[Rounding]
    across_odd_test: Sourced[OddTest]
    across_lines: Sourced[tuple[AcrossLine, ...]]
    other_cloth_area: Sourced[bool]
    unit: Sourced[StakeUnit]
    even_money: Sourced[Fraction]

    def __post_init__(self) -> None:
        if self.even_money.value.num != self.even_money.value.den:
            raise ValueError("a won stake is paid as much again: cover and part of the house are reckoned by that")


class AuthorityRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    report: Sourced[Posts]
    pronounce: Sourced[Posts]


# Four documents describe the game; where one is silent, its rulebook falls back on the others. Where they differ, an
# option differs: the modules of the game ask the option and never the document.

GAME = "dos-panos"


class Rules(msgspec.Struct, frozen=True):
    id: str
    title: str
    document: str
    points: PointRules
    outcome: OutcomeRules
    natural: NaturalRules
    punto: PuntoRules
    advice: AdviceRules
    banker: BankerRules
    banco: BancoRules
    punters: PunterRules
    cloths: ClothRules
    seats: SeatRules
    priority: PriorityRules
    turn: TurnRules
    waiting_list: WaitingListRules
    opening: OpeningRules
    staff: StaffRules
    award: AwardRules
    auction: AuctionRules
    deposit: DepositRules
    custody: CustodyRules
    bank: BankRules
    limits: LimitRules
    free: OpenBankRules
    commission: CommissionRules
    pack: PackRules
    basket: BasketRules
    stakes: StakeRules
    early_card: EarlyCardRules
    restored: RestoredHandRules
    first_word: FirstWordRules
    seen_third: SeenThirdRules
    thrown: ThrownCardRules
    conduct: ConductRules
    claims: ClaimRules
    unforeseen: UnforeseenRules
    authority: AuthorityRules
    formulas: dict[str, Sourced[str]]
    in_force: str = ""


def read(book: Rulebook) -> Rules:
    return book.read(Rules)


@rule("DP.F.03", neutral=frozenset({GAME}))
def names() -> frozenset[str]:
    """The game is also called banca, and banca francesa."""
    return frozenset({GAME, "bacarrá a dos paños", "banca", "banca francesa"})


def key_of_name(name: str) -> str | None:
    """Return the key of this game when ``name`` is one of its names in full, whatever its capitals and accents."""
    return GAME if plain(name) in {plain(one) for one in names()} else None
