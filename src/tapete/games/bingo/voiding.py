"""Causes that stop or void a game, damaged balls, void games and what is recovered."""

from __future__ import annotations

from collections.abc import Mapping

from tapete.accounts import CASH_DESK, HOUSE, balance
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, duties as d, events as e, terms as t
from tapete.games.bingo.books import TAX, carry, held, owed, sales
from tapete.games.bingo.events import Recovery
from tapete.games.bingo.inventory import BallSet
from tapete.games.bingo.rules import EarlyLine, Verdict
from tapete.games.bingo.state import State
from tapete.kernel import Decision, Event, PersonId
from tapete.money import Cents
from tapete.table.phases import require_phase
from tapete.table.staff import is_on_duty
from tapete.table.state import in_order


@rule("BG.V.04", neutral="chief")
def verdict_of(state: State, cause: str) -> Verdict | None:
    """Return what a cause does: that of the house's list, or the table chief decides; None where it changes nothing."""
    of_house: str = ""
    if cause == t.COUNT_WRONG:
        of_house = state.book.sale.error_after_start.use()
    elif cause == t.BALL_DAMAGED:
        of_house = state.book.balls.defect_in_game.use()
    if of_house in ("stands", "finish"):
        return None
    if of_house == "void":
        return "void"
    listed = state.book.void.causes
    return listed[cause].use() if cause in listed and cause != t.COUNT_WRONG else "chief"


def is_voided_by(state: State, cause: str) -> bool:
    """A report makes the game void by itself until a prize was paid, and until its end unless it is of the count."""
    is_played = not state.game.is_over or cause == t.COUNT_WRONG
    return verdict_of(state, cause) == "void" and is_played and not state.game.payments


@rule("BG.V.04", neutral=None)
def require_cause_of_game(cause: str) -> Fault | None:
    """Return a Fault for what makes no game void: a sale that was called off had none."""
    return fault("cause-unknown", cause=cause) if cause == t.CALLED_OFF else None


def require_cause(state: State, cause: str) -> Fault | None:
    unknown = require_cause_of_game(cause)
    if unknown or verdict_of(state, cause) is not None:
        return unknown
    return fault("prizes-stand" if cause == t.COUNT_WRONG else "balls-changed-later")


@rule("BG.V.01", neutral=None)
def require_error_told(state: State, cause: str) -> Fault | None:
    """An error of the caller is one that was reported, or that the record shows."""
    is_told = state.game.error_at is not None or any(one.cause == t.CALLER_ERROR for one in state.game.cases)
    return fault("nothing-reported") if cause == t.CALLER_ERROR and not is_told else None


@rule("HP.BG.reports", neutral=None)
def require_unruled(state: State, cause: str) -> Fault | None:
    """Return a Fault if the table chief has ruled on the same in this game and nothing was announced since."""
    ruled_at = state.game.ruled_reports.get(cause)
    return fault("report-ruled") if ruled_at == state.game.said_count else None


@rule("HP.BG.reports", neutral=None)
def require_new_report(state: State, who: PersonId, cause: str) -> Fault | None:
    """A report is new unless the same waits or was ruled on since, or its author told an untruth in this game."""
    return first_fault(
        fault("already-reported") if any(one.cause == cause for one in state.game.cases) else None,
        require_unruled(state, cause),
        fault("report-doubted") if who in state.game.doubted else None,
    )


@d.decides(a.ReportDefect, "II.19")
def report_defect(state: State, who: PersonId, what: a.ReportDefect) -> Decision:
    """A player's word waits for the table chief, and the set is used on until the chief finds the same. By an official
    it is changed before the next game, and in a game the house's rule for it holds.
    """
    if state.game.has_cards_of(who) and not is_on_duty(state.staff, who):
        wrong = require_phase(state, *t.DRAWING) or require_cause(state, t.BALL_DAMAGED)
        return wrong or require_new_report(state, who, t.BALL_DAMAGED) or (_case_of_defect(state, who, what),)
    is_played = state.phase in (*t.DRAWING, t.Phase.CHECK, *t.ASKING)
    if wrong := first_fault(
        d.require_duty(state, who, *d.AT_PLAY),
        None if state.hall.loaded_set else fault("no-balls-loaded"),
        require_unruled(state, t.BALL_DAMAGED) if is_played else None,
    ):
        return wrong
    found = e.DefectReported(state.hall.loaded_set, what.ball, what.note, who)
    is_heard = is_played and not require_new_report(state, who, t.BALL_DAMAGED)
    if not is_heard or verdict_of(state, t.BALL_DAMAGED) is None:
        return (found,)
    return (found, _case_of_defect(state, who, what))


def _case_of_defect(state: State, who: PersonId, what: a.ReportDefect) -> Event:
    serial, ball, must = state.game.last_case + 1, len(state.game.balls), is_voided_by(state, t.BALL_DAMAGED)
    return e.CaseOpened(serial, t.BALL_DAMAGED, ball, who, what.note, must_void=must)


@rule("BG.II.19", neutral=None)
def require_damaged(state: State, balls: str) -> Fault | None:
    """Return a Fault unless a ball of the set was found damaged: of another one there is nothing to rule on."""
    if balls not in state.hall.ball_sets:
        return fault("no-such-balls", balls=balls)
    return None if state.hall.ball_sets.get(balls, BallSet()).is_damaged else fault("nothing-reported")


@d.decides(a.FindBallsSound, "II.19", *t.NOT_DRAWN, by=d.on_duty(d.CHIEF))
def find_sound(state: State, who: PersonId, what: a.FindBallsSound) -> Decision:
    wrong = d.require_no_case(state) or require_damaged(state, what.balls) or d.require_reason(what.reason)
    return wrong or (e.BallsFoundSound(what.balls, what.reason, who),)


# Of what lies in an account of the hall the books decide; cash is in somebody's pocket, and comes back or does not.


def has_paid_cash(state: State) -> bool:
    return any(one.account == CASH_DESK for one in state.game.payments.values())


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
    has_paid_to_accounts = any(one.account != CASH_DESK for one in state.game.payments.values())
    return has_paid_to_accounts and is_recovered(state, None) is None


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


@d.decides(a.ReportCallerError, "V.01", *t.PLAYED, asks_phase=False)
def report_error(state: State, who: PersonId, what: a.ReportCallerError) -> Decision:
    if wrong := first_fault(
        d.require_person(who),
        require_phase(state, *t.PLAYED),
        None if state.game.has_cards_of(who) else d.require_duty(state, who, *d.AT_PLAY),
        require_new_report(state, who, t.CALLER_ERROR),
    ):
        return wrong
    ball = len(state.game.balls) if state.game.error_at is None else state.game.error_at
    return (e.CaseOpened(state.game.last_case + 1, t.CALLER_ERROR, ball, who, what.note),)


@d.decides(a.ReportCause, "V.04", *t.PLAYED, by=d.on_duty(*d.AT_PLAY))
def report_cause(state: State, who: PersonId, what: a.ReportCause) -> Decision:
    if wrong := require_cause(state, what.cause) or require_new_report(state, who, what.cause):
        return wrong
    must = is_voided_by(state, what.cause)
    if must and not d.require_duty(state, who, d.CHIEF):
        return d.require_reason(what.note) or events_of_void(state, who, what.cause, what.note, {})
    return (e.CaseOpened(state.game.last_case + 1, what.cause, len(state.game.balls), who, what.note, must_void=must),)


@rule("BG.V.01", neutral=lambda state, who: fault("nothing-reported"))
def require_chief_to_decide(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless the table chief decides whether an error touches the game in substance."""
    return d.require_duty(state, who, d.CHIEF)


@d.decides(a.VoidGame, "V.01 V.04", *t.PLAYED, t.Phase.PRIZES, by=require_chief_to_decide, asks_phase=False)
def void(state: State, who: PersonId, what: a.VoidGame) -> Decision:
    if wrong := first_fault(
        require_phase(state, *t.PLAYED, *((t.Phase.PRIZES,) if state.game.prizes else ())),
        require_cause(state, what.cause),
        require_error_told(state, what.cause),
        d.require_reason(what.reason),
        require_payments_settled(state, what),
    ):
        return wrong
    back = payments_back(state, recover=bool(is_recovered(state, what.recover)), has_cash_back=bool(what.has_cash_back))
    return events_of_void(state, who, what.cause, what.reason, back)


@d.decides(a.LetStand, "V.01", *t.PLAYED, by=require_chief_to_decide, asks_phase=False)
def let_stand(state: State, who: PersonId, what: a.LetStand) -> Decision:
    """What was reported changes nothing or did not happen. A misread number is said rightly, and counts from then."""
    cases = tuple(one for one in state.game.cases if what.serial in (0, one.serial))
    is_error = any(one.cause == t.CALLER_ERROR for one in cases)
    if wrong := first_fault(
        None if cases else fault("nothing-reported"),
        fault("must-be-void") if any(one.must_void for one in cases) and not what.is_untrue else None,
        fault("number-misread") if is_error and what.is_untrue and state.game.error_at is not None else None,
        d.require_reason(what.reason),
    ):
        return wrong
    return (e.CaseClosed(what.reason, who, what.is_untrue, what.serial), *(corrections(state) if is_error else ()))


def corrections(state: State) -> tuple[Event, ...]:
    misread = [(one.number, one.said_number) for one in state.game.balls if one.said_number not in (None, one.number)]
    return tuple(
        found
        for number, said in ([] if state.game.is_over else misread)
        for found in (e.AnnouncementCorrected(number, said or 0), *d.say(state, "correction", number=number))
    )


@rule("BG.V.02", neutral=0)
def price_back(state: State, parts: int) -> Cents:
    """Return what a cartón brings back: the whole value of the games that are void."""
    return state.game.value * parts


def events_of_void(state: State, who: PersonId, cause: str, reason: str, back: Mapping[str, Cents]) -> Decision:
    """Leave the hall as it was before the sale, but for refunds and for paid prizes of which nothing comes ``back``."""
    game = state.game
    for name, amount in in_order(back):
        if name != CASH_DESK and (there := balance(state.ledger, name)) < amount:
            return fault("not-enough-chips", chips=there)
    is_whole_card = game.part > 0 and state.book.void.double_scope.use() == "whole-card"
    price = price_back(state, 2 if is_whole_card else 1)
    count = state.game.part_sales // game.value if game.value else 0
    brought = {prize: amount for prize, amount in game.brought_amounts.items() if amount and game.part < 2}
    sources = _sources(state, price * count + sum(brought.values()), is_whole_card=is_whole_card)
    ends_card = game.part == 0 or is_whole_card or game.part == 2
    made = e.GameVoided(
        *(game.name, cause, reason, who, price, state.game.sold_ranges, sources),
        recovered=tuple(Recovery(name, amount) for name, amount in in_order(back)),
        carried=brought,
        ends_card=ends_card,
    )
    formula = "void" if game.part == 0 or is_whole_card else "void-first" if game.part == 1 else "void-second"
    return (made, *d.say(state, formula, cause=d.spoken_cause(state, cause)), e.PhaseOpened(t.Phase.VOID))


def _sources(state: State, total: Cents, *, is_whole_card: bool) -> tuple[Recovery, ...]:
    """Return where the refunds come from: the takings, or every account that got something of them, and the house."""
    game = state.game
    found: dict[str, Cents] = {}
    if game.division is None:
        found[sales(game.name)] = balance(state.ledger, sales(game.name))
    else:
        owing = [owed(game.name, one.prize, one.card) for one in game.division.shares]
        holding = [held(game.name, prize) for prize in game.division.held]
        found |= {name: balance(state.ledger, name) for name in (*owing, *holding)}
        found |= {carry(prize): amount for prize, amount in game.carried_on.items()}
        found[TAX] = game.division.tax
    if is_whole_card and game.part == 1:
        other = sales(game.part_names[1])
        found[other] = balance(state.ledger, other)
    found[HOUSE] = total - sum(found.values())
    return tuple(Recovery(name, amount) for name, amount in in_order(found) if amount)


@d.decides(a.CallOffSale, "IV.08 V.02", *t.NOT_BEGUN, by=d.on_duty(d.CHIEF))
def call_off(state: State, who: PersonId, what: a.CallOffSale) -> Decision:
    game = state.game
    carried = {prize: amount for prize, amount in game.brought_amounts.items() if amount}
    if not game.sales:
        ended = e.GameEnded(game.number, carried, game.part_names[0] if carried else "")
        return (*d.say(state, "sale-off"), ended, e.PhaseOpened(t.Phase.READY))
    sources = tuple(Recovery(sales(name), balance(state.ledger, sales(name))) for name in game.part_names)
    made = e.GameVoided(
        game.part_names[0], t.CALLED_OFF, what.reason, who, game.price, state.game.sold_ranges, sources, carried=carried
    )
    return (made, *d.say(state, "sale-off"), e.PhaseOpened(t.Phase.VOID))
