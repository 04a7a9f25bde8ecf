"""Causes that stop or void a game, defects of material, and what is recovered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from tapete.accounts import CASH_DESK, balance
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.duties import AT_PLAY, CHIEF, decides, on_duty, require_duty, require_no_case, require_reason
from tapete.games.bingo.inventory import BallSet
from tapete.games.bingo.rules import EarlyLine, Verdict
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import (
    ASKING,
    BALL_DAMAGED,
    CALLED_OFF,
    CALLER_ERROR,
    COUNT_WRONG,
    DRAWING,
    NOT_DRAWN,
    Phase,
)
from tapete.kernel import Decision, Event, PersonId
from tapete.money import Cents
from tapete.table.phases import require_phase
from tapete.table.staff import is_on_duty
from tapete.table.state import in_order


@rule("BG.V.04", neutral="chief")
def verdict_of(state: State, cause: str) -> Verdict | None:
    """Return what a cause does: that of the house's list, or the table chief decides; None where it changes nothing."""
    of_house: str = ""
    if cause == COUNT_WRONG:
        of_house = state.book.sale.error_after_start.use()
    elif cause == BALL_DAMAGED:
        of_house = state.book.balls.defect_in_game.use()
    if of_house in ("stands", "finish"):
        return None
    if of_house == "void":
        return "void"
    listed = state.book.void.causes
    return listed[cause].use() if cause in listed and cause != COUNT_WRONG else "chief"


def is_voided_by(state: State, cause: str) -> bool:
    """A report makes the game void by itself until a prize was paid, and until its end unless it is of the count."""
    is_played = not state.game.is_over or cause == COUNT_WRONG
    return verdict_of(state, cause) == "void" and is_played and not state.game.payments


@rule("BG.V.04", neutral=None)
def require_cause_of_game(cause: str) -> Fault | None:
    """Return a Fault for what makes no game void: a sale that was called off had none."""
    return fault("cause-unknown", cause=cause) if cause == CALLED_OFF else None


def require_cause(state: State, cause: str) -> Fault | None:
    """Return a Fault if the house has decided beforehand that a cause changes nothing, or if it is none of a game."""
    unknown = require_cause_of_game(cause)
    if unknown:
        return unknown
    if verdict_of(state, cause) is not None:
        return None
    return fault("prizes-stand" if cause == COUNT_WRONG else "balls-changed-later")


@rule("BG.V.01", neutral=None)
def require_error_told(state: State, cause: str) -> Fault | None:
    """Return a Fault if a game would be void by an error of the caller that nobody has reported and that the record
    does not show.
    """
    is_told = state.game.error_at is not None or any(one.cause == CALLER_ERROR for one in state.game.cases)
    return fault("nothing-reported") if cause == CALLER_ERROR and not is_told else None


@rule("HP.BG.reports", neutral=None)
def require_unruled(state: State, cause: str) -> Fault | None:
    """Return a Fault if the table chief has ruled on the same in this game and nothing was announced since."""
    ruled_at = state.game.ruled_reports.get(cause)
    return fault("report-ruled") if ruled_at == state.game.said_count else None


@rule("HP.BG.reports", neutral=None)
def require_new_report(state: State, who: PersonId, cause: str) -> Fault | None:
    """Return a Fault if the same waits for the table chief, if he has ruled on it and nothing was announced since, or
    if a report of this person was found untrue in this game.
    """
    return first_fault(
        fault("already-reported") if any(one.cause == cause for one in state.game.cases) else None,
        require_unruled(state, cause),
        fault("report-doubted") if who in state.game.doubted else None,
    )


# --- incidents --------------------------------------------------------------------------------------------------------

NOTED: Final = frozenset(
    {
        *("hall-opened", "hall-continued", "hall-closed", "session-opened", "session-closed", "staff-assigned"),
        *("entry-written", "counter-set", "machine-registered", "balls-registered", "series-registered"),
        *("balls-loaded", "balls-changed", "balls-found-sound", "check-noted", "checks-witnessed", "defect-reported"),
        *("post-vacated", "sale-corrected"),
        *("takings-counted", "ball-rekeyed", "announcement-corrected", "difference-noted", "case-opened"),
        *("case-closed", "game-voided", "takings-handed-over", "takings-given-back", "shortfall-covered"),
        *("prize-paid", "prize-left", "unawarded-decided", "cards-returned", "refund-paid", "uncollected-decided"),
        *("refunds-ended", "card-checked", "call-taken-back", "call-refused", "unsold-collected"),
    }
)
"""Events that have a line of their own in the book, beside those of the games."""

Cases = Mapping[int, str]
"""By number the cause of each report that waits for the table chief."""


class Incident(msgspec.Struct, frozen=True):
    """Something that the book notes: when, and the event as it is recorded."""

    time: str
    event: Mapping[str, Any]


def kind_of(event: Mapping[str, Any]) -> str:
    return str(event["event"]).partition("@")[0]


def card_count(cards: Mapping[str, Any]) -> int:
    return int(cards["last"]) - int(cards["first"]) + 1


def rulings(event: Mapping[str, Any], cases: Cases) -> tuple[Mapping[str, Any], ...]:
    serial = event.get("serial", 0)
    closed = [one for one in sorted(cases) if serial in (0, one)]
    return tuple({**event, "serial": one, "cause": cases[one]} for one in closed) or (event,)


def cases_after(cases: Cases, event: Mapping[str, Any]) -> Cases:
    match kind_of(event):
        case "case-opened":
            return {**cases, event["serial"]: event["cause"]}
        case "case-closed" if event.get("serial", 0):
            return {serial: cause for serial, cause in cases.items() if serial != event["serial"]}
        case "case-closed" | "game-voided" | "sale-announced" | "game-ended":
            return {}
        case _:
            return cases


def is_noted(event: Mapping[str, Any]) -> bool:
    kind = kind_of(event)
    is_plain = kind == "unsold-collected" and event.get("expected") == event["count"] and not event.get("reason")
    return kind in NOTED and not is_plain


# --- defects ----------------------------------------------------------------------------------------------------------


@decides(a.ReportDefect, "II.19")
def report_defect(state: State, who: PersonId, what: a.ReportDefect) -> Decision:
    plays = any(one.person == who for one in state.game.sales)
    is_word = plays and not is_on_duty(state.staff, who)
    return _word_on_defect(state, who, what) if is_word else _report_of_defect(state, who, what)


def _word_on_defect(state: State, who: PersonId, what: a.ReportDefect) -> Decision:
    """A player's word waits for the table chief, and the set is used on until the chief finds the same."""
    wrong = first_fault(
        require_phase(state, *DRAWING),
        require_cause(state, BALL_DAMAGED),
        require_new_report(state, who, BALL_DAMAGED),
    )
    return wrong or (_case_of_defect(state, who, what),)


def _report_of_defect(state: State, who: PersonId, what: a.ReportDefect) -> Decision:
    """The set is changed before the next game, and in a game the house's rule for it holds."""
    is_played = state.phase in (*DRAWING, Phase.CHECK, *ASKING)
    wrong = first_fault(
        require_duty(state, who, *AT_PLAY),
        None if state.hall.loaded_set else fault("no-balls-loaded"),
        require_unruled(state, BALL_DAMAGED) if is_played else None,
    )
    if wrong:
        return wrong
    found = e.DefectReported(state.hall.loaded_set, what.ball, what.note, who)
    is_heard = is_played and not require_new_report(state, who, BALL_DAMAGED)
    if not is_heard or verdict_of(state, BALL_DAMAGED) is None:
        return (found,)
    return (found, _case_of_defect(state, who, what))


def _case_of_defect(state: State, who: PersonId, what: a.ReportDefect) -> Event:
    serial, ball, must = state.game.last_case + 1, len(state.game.balls), is_voided_by(state, BALL_DAMAGED)
    return e.CaseOpened(serial, BALL_DAMAGED, ball, who, what.note, must_void=must)


@rule("BG.II.19", neutral=None)
def require_damaged(state: State, balls: str) -> Fault | None:
    """Return a Fault unless a ball of the set was found damaged: of another one there is nothing to rule on."""
    if balls not in state.hall.ball_sets:
        return fault("no-such-balls", balls=balls)
    return None if state.hall.ball_sets.get(balls, BallSet()).is_damaged else fault("nothing-reported")


@decides(a.FindBallsSound, "II.19", *NOT_DRAWN, by=on_duty(CHIEF))
def find_sound(state: State, who: PersonId, what: a.FindBallsSound) -> Decision:
    wrong = first_fault(
        require_no_case(state),
        require_damaged(state, what.balls),
        require_reason(what.reason),
    )
    return wrong or (e.BallsFoundSound(what.balls, what.reason, who),)


# --- recovering -------------------------------------------------------------------------------------------------------
# Of what lies in an account of the hall the books decide; cash is in somebody's pocket, and comes back or does not.


def has_paid_cash(state: State) -> bool:
    return any(one.account == CASH_DESK for one in state.game.payments.values())


def has_paid_to_accounts(state: State) -> bool:
    return any(one.account != CASH_DESK for one in state.game.payments.values())


def rule_of_early_line(state: State) -> EarlyLine:
    """Return what becomes of prizes that were paid: of a línea paid early as the house has it, else the chief says."""
    is_early = bool(state.game.payments) and state.game.division is None
    return state.book.void.early_line.use() if is_early else "chief"


def is_recovered(state: State, said: bool | None) -> bool | None:
    """Return True if what was paid into accounts is taken out of them again: by the house's rule, else as is said."""
    by_rule = rule_of_early_line(state)
    return said if by_rule == "chief" else by_rule == "recover"


def is_cash_asked(state: State) -> bool:
    """Return True if it must be said whether cash came back: some was paid, and the house does not bear it anyway."""
    return has_paid_cash(state) and rule_of_early_line(state) != "absorb"


def is_recovery_asked(state: State) -> bool:
    return has_paid_to_accounts(state) and is_recovered(state, None) is None


def require_payments_settled(state: State, what: a.VoidGame) -> Fault | None:
    return first_fault(
        fault("recovery-undecided") if is_recovery_asked(state) and what.recover is None else None,
        fault("cash-undecided") if is_cash_asked(state) and what.has_cash_back is None else None,
        fault("no-cash-paid") if what.has_cash_back and not has_paid_cash(state) else None,
    )


def payments_back(state: State, *, recover: bool, has_cash_back: bool) -> dict[str, Cents]:
    """Return by account what comes back of prizes. Where nobody is asked the house bears what an account lacks."""
    back: dict[str, Cents] = {}
    for _, one in in_order(state.game.payments):
        if has_cash_back if one.account == CASH_DESK else recover:
            back[one.account] = back.get(one.account, 0) + one.amount
    if rule_of_early_line(state) != "recover":
        return dict(in_order(back))
    there = {name: n if name == CASH_DESK else min(n, balance(state.ledger, name)) for name, n in back.items()}
    return {name: amount for name, amount in in_order(there) if amount}
