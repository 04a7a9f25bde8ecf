"""The clause of every refusal: a check under a rule names its own, and of the others it stands here what says so.

Most of them only say that an act does not fit now: they rest on the clause that the act is about. Where a refusal says
more than that, it has the clause that says it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from tapete.chance import BallOut, SealUrn
from tapete.clauses import Cite, Fault, cite
from tapete.games.bingo import acts as a
from tapete.kernel import ActBody


def _cited(*clauses: str) -> tuple[Cite, ...]:
    return tuple(cite(one if one.startswith("HP.") else f"BG.{one}") for one in clauses)


OF_CODE: Final[Mapping[str, tuple[Cite, ...]]] = {
    "balls-changed-later": _cited("II.19"),
    "call-stands": _cited("IV.24"),
    "card-checked": _cited("IV.24"),
    "card-refunded": _cited("V.03"),
    "card-unclear": _cited("IV.21"),
    "card-unregistered": _cited("IV.23"),
    "cards-with-gaps": _cited("IV.10"),
    "case-open": _cited("V.01", "V.04"),
    "cash-undecided": _cited("V.02"),
    "check-another-first": _cited("IV.24"),
    "claim-precluded": _cited("IV.27"),
    "correction-late": _cited("V.01"),
    "must-be-void": _cited("V.04"),
    "no-ball-left": _cited("II.14"),
    "no-balls-loaded": _cited("IV.02"),
    "no-cash-paid": _cited("V.02"),
    "no-such-balls": _cited("II.17"),
    "not-called": _cited("IV.20"),
    "not-the-next-card": _cited("IV.07", "IV.10"),
    "number-out-of-range": _cited("I.01"),
    "posts-empty": _cited("III.01", "III.02"),
    "prizes-stand": _cited("IV.11"),
    "recovery-undecided": _cited("V.02"),
    "relief-in-game": _cited("III.02"),
    "sale-too-short": _cited("IV.07"),
    "second-game-due": _cited("IV.33"),
    "series-mixed": _cited("IV.06", "I.07"),
    "series-sold-out": _cited("II.03"),
    "series-used": _cited("II.03"),
    "staff-may-not-play": _cited("HP.BG.posts"),
    "system-on-duty": _cited("III.01"),
    "too-few-sold": _cited("IV.09"),
    "too-many-series": _cited("IV.10"),
    "window-open": _cited("IV.30"),
}
"""By code the clause of a refusal that says the same in every act."""

OF_ACT: Final[Mapping[type[ActBody], tuple[Cite, ...]]] = {
    a.OpenHall: _cited("II.24"),
    a.CloseHall: _cited("HP.BG.inventory"),
    a.Relieve: _cited("HP.BG.posts"),
    a.VacatePost: _cited("HP.BG.posts"),
    a.BuyIn: _cited("HP.BG.counter"),
    a.CashOut: _cited("HP.BG.counter"),
    a.SetCounter: _cited("HP.BG.counter"),
    a.SettleMoney: _cited("HP.BG.counter"),
    a.NoteLink: _cited("HP.BG.counter"),
    a.RegisterMachine: _cited("II.08"),
    a.RegisterBalls: _cited("II.17"),
    a.RegisterSeries: _cited("II.04"),
    a.WriteEntry: _cited("HP.BG.complaints"),
    a.PassCheck: _cited("IV.01"),
    a.FailCheck: _cited("IV.01"),
    a.Witness: _cited("IV.03"),
    a.LoadBalls: _cited("IV.02"),
    a.ChangeBalls: _cited("II.20"),
    a.ReportDefect: _cited("II.19"),
    a.FindBallsSound: _cited("II.19"),
    a.OpenSession: _cited("IV.01"),
    a.CloseSession: _cited("IV.01"),
    a.AnnounceSale: _cited("IV.04"),
    a.WantCards: _cited("IV.07"),
    a.SellCards: _cited("IV.07"),
    a.TakeCardsBack: _cited("IV.07"),
    a.HandOverTakings: _cited("HP.BG.takings"),
    a.GiveBackTakings: _cited("HP.BG.takings"),
    a.ConfirmTakings: _cited("HP.BG.takings-count"),
    a.CloseSale: _cited("IV.08"),
    a.CollectUnsold: _cited("IV.08"),
    a.Recount: _cited("IV.11"),
    a.CallOffSale: _cited("IV.08", "V.02"),
    a.AnnounceSold: _cited("IV.10"),
    a.CoverShortfall: _cited("HP.BG.fixed-prizes"),
    a.AnnouncePrizes: _cited("IV.11"),
    a.AnnounceStart: _cited("IV.12"),
    a.AnnounceSecond: _cited("IV.34"),
    a.DrawBall: _cited("IV.16"),
    SealUrn: _cited("IV.16"),
    BallOut: _cited("IV.16"),
    a.RekeyBall: _cited("V.01"),
    a.AnnounceBall: _cited("IV.17"),
    a.ShowBall: _cited("IV.18"),
    a.CorrectAnnouncement: _cited("V.01"),
    a.MarkNumber: _cited("IV.19"),
    a.CallPrize: _cited("IV.20"),
    a.CallForPlayer: _cited("IV.20"),
    a.TakeCallBack: _cited("IV.20"),
    a.HandInCard: _cited("IV.21"),
    a.ShowMaster: _cited("IV.23"),
    a.CheckCard: _cited("IV.24"),
    a.NoteDifference: _cited("IV.23"),
    a.GiveToken: _cited("IV.36"),
    a.AskOthers: _cited("IV.29"),
    a.TimeUp: _cited("IV.30"),
    a.OrderResume: _cited("IV.31"),
    a.OrderEnd: _cited("IV.31"),
    a.PayPrize: _cited("IV.28"),
    a.LeaveUncollected: _cited("IV.28"),
    a.DecideUnawarded: _cited("IV.38"),
    a.DecideUncollected: _cited("IV.28"),
    a.EndRefunds: _cited("V.03"),
    a.EndGame: _cited("IV.28"),
    a.ReportCallerError: _cited("V.01"),
    a.ReportCause: _cited("V.04"),
    a.VoidGame: _cited("V.01", "V.04"),
    a.LetStand: _cited("V.01"),
    a.ReturnCards: _cited("V.03"),
    a.PayRefund: _cited("V.02"),
}
"""By act the clause that it is about."""


def with_clause_of_act(found: Fault, what: ActBody) -> Fault:
    """Return the fault of an act with the clauses that say so: its own, where its check is a rule."""
    return found if found.clauses else replace(found, clauses=OF_CODE.get(found.code, OF_ACT[type(what)]))
