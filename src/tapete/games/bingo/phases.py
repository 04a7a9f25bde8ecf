"""The phases of a hall: the clauses in force in each, what is awaited, and the acts that it allows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tapete.clauses import cite
from tapete.games.bingo import acts as a
from tapete.games.bingo.books import is_owed_of
from tapete.games.bingo.checking import unchecked_calls
from tapete.games.bingo.duties import CALLER, CASHIER, CHIEF
from tapete.games.bingo.inventory import without_all
from tapete.games.bingo.pause import split_call
from tapete.games.bingo.sale import blocking_gaps
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import Phase
from tapete.kernel import ActBody, require_complete
from tapete.table import phases
from tapete.table.staff import Role

PhaseRules = phases.PhaseRules[State]


def drawing(state: State) -> Role:
    """Return the caller, who lets the balls out; while a report waits, the table chief, who decides on it."""
    return CHIEF if state.game.cases else CALLER


def paying(state: State) -> Role:
    """Return the cashier while prizes of this game or refunds against returned cartones are due; else the chief."""
    game, names = state.game, state.game.part_names
    is_first_to_wait = game.is_deferred and game.part == 1
    waits = names if state.phase is Phase.PAYMENT else () if is_first_to_wait else names[:1]
    is_owed = any(
        is_owed_of(account, name) and account not in game.left_accounts and not game.is_of_unsold(account)
        for name in waits
        for account in state.ledger
    )
    back = (state.refunds[name] for name in names if name in state.refunds)
    is_due = any(without_all(part, one.refunded) for one in back for part in one.returned)
    return CHIEF if game.cases or not (is_owed or is_due) else CASHIER


def selling(state: State) -> Role:
    """Return the table chief, who closes the sale; while unsold numbers keep it open, the caller, who sells them."""
    return CALLER if blocking_gaps(state) else CHIEF


def checking(state: State) -> Role:
    """Return the table chief, who checks; while no called cartón lies before him, who carries it to him."""
    pause = state.game.pause
    if state.game.cases or any(split_call(one)[1] in pause.handed_in for one in unchecked_calls(state)):
        return CHIEF
    return next((role for role in state.book.claims.carried_by.use() if role in state.staff), CALLER)


def next_in_prizes(state: State) -> tuple[type[ActBody], ...]:
    if not state.game.is_sold_announced:
        return (a.AnnounceSold,)
    return (a.AnnounceStart,) if state.game.prizes else (a.AnnouncePrizes,)


def _rules(clauses: str, *awaited: type[ActBody], by: Callable[[State], Role] | Role | None = None) -> PhaseRules:
    in_force = tuple([cite(f"BG.{clause}") for clause in clauses.split()])
    post: Callable[[State], Any] = by if callable(by) else lambda state: by
    return PhaseRules(in_force, phases.tags(*awaited), lambda state: state.staff.get(post(state)), awaited_post=post)


PHASES: Final[Mapping[Phase, PhaseRules]] = {
    Phase.CLOSED: _rules(""),
    Phase.CHECKS: _rules(
        "II.01 II.04 II.05 II.06 II.07 II.08 II.09 II.10 II.11 II.13 II.14 II.15 II.16 II.17 II.24 IV.01 IV.02 IV.03",
        a.OpenSession,
        by=CHIEF,
    ),
    Phase.READY: _rules("II.18 II.19 II.20 IV.04 IV.05 IV.06", a.AnnounceSale, by=CHIEF),
    Phase.SALE: _rules("II.03 IV.07", a.CloseSale, by=selling),
    Phase.COUNT: _rules("IV.08", a.CollectUnsold, by=CASHIER),
    Phase.PRIZES: _rules(
        "IV.09 IV.10 IV.11 IV.12 IV.13 IV.14 IV.15", a.AnnounceSold, a.AnnouncePrizes, a.AnnounceStart, by=CHIEF
    ),
    Phase.DRAW_LINE: _rules("I.11 I.12 I.13 I.14 II.02 II.12 IV.16 IV.17 IV.18 IV.19 IV.20", a.DrawBall, by=drawing),
    Phase.DRAW_BINGO: _rules("I.14 II.02 II.12 IV.16 IV.17 IV.18 IV.19 IV.20 IV.26 IV.27", a.DrawBall, by=drawing),
    Phase.CHECK: _rules("IV.20 IV.21 IV.22 IV.23 IV.24 IV.25", a.CheckCard, by=checking),
    Phase.ASK_LINE: _rules("IV.29 IV.30 IV.31 IV.32", a.OrderResume, by=CHIEF),
    Phase.ASK_BINGO: _rules("IV.27 IV.29 IV.30 IV.31 IV.32 IV.38", a.OrderEnd, by=CHIEF),
    Phase.ASK_OUT: _rules("IV.27 IV.30 IV.31", a.OrderEnd, a.AskOthers, by=CHIEF),
    Phase.PAYMENT: _rules("I.15 IV.28 IV.33 IV.34 IV.35 IV.38", a.EndGame, by=paying),
    Phase.BETWEEN: _rules("IV.33 IV.34 IV.35 IV.36 IV.37", a.AnnounceSecond, by=paying),
    Phase.VOID: _rules("V.01 V.02 V.03 V.04", a.EndGame, by=paying),
}
"""The clauses in force in each phase, the acts that it waits for, and of whom."""

require_complete(PHASES, frozenset(Phase))
