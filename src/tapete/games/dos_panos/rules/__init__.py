"""The rulebooks of the two-cloth game, typed: every value with the clauses that state it, or the reason of the house.

Four documents describe the game; where one is silent, its rulebook falls back on the others. Where they differ, an
option differs: the rooms of the game ask the option and never the document.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from tapete.clauses import Sourced
from tapete.games.baccarat.points import PointRules
from tapete.games.banked.auction import AuctionRules
from tapete.games.dos_panos.rules.banco import BancoRules
from tapete.games.dos_panos.rules.bank import (
    AwardRules,
    BankRules,
    CommissionRules,
    CustodyRules,
    DepositRules,
    LimitRules,
    OpenBankRules,
)
from tapete.games.dos_panos.rules.coup import AdviceRules, BankerRules, NaturalRules, OutcomeRules, PuntoRules
from tapete.games.dos_panos.rules.errors import (
    ClaimRules,
    ConductRules,
    EarlyCardRules,
    FirstWordRules,
    RestoredHandRules,
    SeenThirdRules,
    ThrownCardRules,
    UnforeseenRules,
)
from tapete.games.dos_panos.rules.table import (
    AuthorityRules,
    BasketRules,
    ClothRules,
    OpeningRules,
    PackRules,
    PriorityRules,
    PunterRules,
    SeatRules,
    StaffRules,
    StakeRules,
    TurnRules,
    WaitingListRules,
)
from tapete.rulebooks import Rulebook

GAME = "dos-panos"


class Rules(msgspec.Struct, frozen=True):
    """One rulebook of the two-cloth game."""

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


@lru_cache(maxsize=64)
def _read(sha256: str, content: bytes) -> Rules:
    return msgspec.json.decode(content, type=Rules)


def read(book: Rulebook) -> Rules:
    """Return the typed rules of a rulebook; raise ``msgspec.ValidationError`` when it is not one of this game."""
    return _read(book.sha256, msgspec.json.encode(book.content))
