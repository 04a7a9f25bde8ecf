"""Punto y banca in five lines: open a table, act, look.

>>> from tapete import punto_banco as pb
>>> table = pb.open_table(minimum=1000, maximum=50000, cards="7s Kh 2d 6c")
>>> table = table.do(pb.Sit(seat=1), by="ana")
>>> table.view("ana").phase
<Phase.COUNT: 'count'>
"""

from __future__ import annotations

from typing import Any

from tapete.cards import cards as read_cards
from tapete.chance import CardOut, ChanceKind, Source
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.punto_banco.acts import (
    AdoptRulebook,
    AwardHand,
    BurnCards,
    CallPerson,
    CloseBets,
    CloseTable,
    CorrectCard,
    CorrectPayment,
    CountPack,
    CutPack,
    Deal,
    DrawCard,
    InsertCutCard,
    OpenBets,
    OpenTable,
    PassShoe,
    PlaceBet,
    RecordClaim,
    ReportIncident,
    SetOptions,
    Settle,
    ShowHand,
    ShufflePack,
    StandHand,
    StopCardOut,
    TakeShoe,
    WithdrawBet,
)
from tapete.games.punto_banco.game import PUNTO_BANCO, PuntoBanco
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.terms import Bet, Hand, Phase, Variant
from tapete.kernel import HOUSE, PersonId
from tapete.play import Keyed, Listed, Play
from tapete.table.acts import Away, Back, BuyIn, CashOut, LeadOut, Leave, Relieve, Sit, StandBehind
from tapete.table.staff import Role


def open_table(
    minimum: int = 1000,
    maximum: int = 50000,
    *,
    rulebook: str = "asturias-2011",
    cards: str = "",
    source: Source | None = None,
    game: PuntoBanco = PUNTO_BANCO,
    **options: Any,
) -> Play[State]:
    """Open a table for drills, tests and study; amounts in cents.

    ``cards`` are the first cards to leave the shoe after the cut; with ``shoe=ChanceKind.KEYED`` the croupier keys each
    card instead. Other options are those of :class:`OpenTable`. The staff is ``croupier`` and ``chief`` unless
    ``staff`` names others. Raises :class:`tapete.kernel.RefusedError`.
    """
    staff = {Role.CROUPIER: PersonId("croupier"), Role.TABLE_CHIEF: PersonId("chief")}
    what = OpenTable(
        options.pop("name", "mesa-1"),
        rulebook,
        minimum,
        maximum,
        staff=options.pop("staff", staff),
        shoe=options.pop("shoe", ChanceKind.SEEDED),
        **options,
    )
    own = Keyed() if what.shoe is ChanceKind.KEYED else Listed(read_cards(cards), what.decks or 6)
    return Play(game, game.blank(), source or own).do(what, by=HOUSE)


__all__ = [
    "PUNTO_BANCO",
    "AdoptRulebook",
    "AwardHand",
    "Away",
    "Back",
    "Bet",
    "BurnCards",
    "BuyIn",
    "CallPerson",
    "CardOut",
    "CashOut",
    "ChanceKind",
    "CloseBets",
    "CloseTable",
    "CorrectCard",
    "CorrectPayment",
    "CountPack",
    "CutPack",
    "Deal",
    "DrawCard",
    "GiveRuling",
    "Hand",
    "InsertCutCard",
    "LeadOut",
    "Leave",
    "OpenBets",
    "OpenTable",
    "PassShoe",
    "Phase",
    "PlaceBet",
    "PuntoBanco",
    "RecordClaim",
    "Relieve",
    "ReportIncident",
    "Role",
    "SetOptions",
    "Settle",
    "ShowHand",
    "ShufflePack",
    "Sit",
    "StandBehind",
    "StandHand",
    "StopCardOut",
    "TakeShoe",
    "Variant",
    "WithdrawBet",
    "open_table",
]
