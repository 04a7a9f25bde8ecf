"""The table chief's orders after a check, and games that are void."""

from __future__ import annotations

from collections.abc import Mapping

from tapete.accounts import CASH_DESK, HOUSE, balance
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.books import TAX, carry, held, owed, sales
from tapete.games.bingo.causes import (
    CALLED_OFF,
    CALLER_ERROR,
    is_recovered,
    is_voided_by,
    payments_back,
    require_cause,
    require_error_told,
    require_new_report,
    require_payments_settled,
)
from tapete.games.bingo.checking import unchecked_calls
from tapete.games.bingo.drawing import is_all_out
from tapete.games.bingo.duties import (
    AT_PLAY,
    CHIEF,
    decides,
    on_duty,
    on_duty_by,
    require_duty,
    require_no_case,
    require_person,
    require_reason,
)
from tapete.games.bingo.events import Recovery, Share
from tapete.games.bingo.pause import call_name
from tapete.games.bingo.payment import division
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import ASKING, DRAWING, NOT_BEGUN, Phase, Prize, WinningCard
from tapete.games.bingo.times import say, spoken_cause
from tapete.kernel import Decision, Event, PersonId
from tapete.money import Cents, Rounding, portion
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post
from tapete.table.state import in_order

Awards = dict[Prize, tuple[WinningCard, ...]]


@decides(a.AskOthers, "IV.29", *DRAWING, Phase.ASK_OUT, by=on_duty(CHIEF))
def ask_others(state: State, who: PersonId, what: a.AskOthers) -> Decision:
    is_over = state.phase is not Phase.ASK_OUT or state.game.pause.is_interval_over
    wrong = first_fault(
        None if is_all_out(state) else fault("balls-left"),
        None if is_over else fault("window-open"),
    )
    return wrong or (e.OthersAsked((Prize.BINGO,)), *say(state, "all-out"), e.PhaseOpened(Phase.ASK_OUT))


@rule("BG.IV.30", neutral=None)
def require_interval_over(state: State) -> Fault | None:
    """Return a Fault while the prudent interval after the question runs."""
    return fault("window-open") if state.phase in ASKING and not state.game.pause.is_interval_over else None


def is_token_due(state: State) -> bool:
    game = state.game
    return game.is_deferred and (game.part == 1 or state.book.payment.token_games.value)


def lacking_tokens(state: State) -> list[str]:
    game = state.game
    return [
        call_name(prize, card)
        for prize in Prize
        for card in game.right_cards(prize)
        if (game.part, prize, card) not in game.tokens
    ]


@rule("BG.IV.36", neutral=None)
def require_tokens(state: State) -> Fault | None:
    """Return a Fault while a winner whose prize waits has no token."""
    lacking = lacking_tokens(state) if is_token_due(state) else []
    return fault("token-missing", calls=lacking) if lacking else None


@rule("BG.IV.37", neutral=0)
def part_on_token(state: State) -> int:
    """Return which game of a double the token names."""
    return state.game.part


@decides(a.GiveToken, "IV.36", Phase.CHECK, *ASKING, by=on_duty_by("payment.token_by"))
def give_token(state: State, who: PersonId, what: a.GiveToken) -> Decision:
    game = state.game
    wrong = first_fault(
        None if is_token_due(state) else fault("no-token-due"),
        None if what.card in game.right_cards(what.prize) else fault("not-called", card=what.card),
        fault("nothing-changes") if (game.part, what.prize, what.card) in game.tokens else None,
    )
    if wrong:
        return wrong
    part = part_on_token(state)
    given = e.TokenGiven(state.tokens_given + 1, game.name, part, what.prize, what.card)
    return (given, *say(state, "token", part=part))


@rule("BG.IV.31", neutral=None)
def require_chief_to_order(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless the table chief orders the game to go on or to end."""
    return require_post(state.staff, who, Role.TABLE_CHIEF)


@rule("BG.IV.24", neutral=None)
def require_every_card_checked(state: State) -> Fault | None:
    """Return a Fault while a called cartón is unchecked."""
    waiting = unchecked_calls(state) if state.phase in (Phase.CHECK, *ASKING) else []
    return fault("card-unchecked", calls=waiting) if waiting else None


def awards_of_pause(state: State) -> Awards:
    game = state.game
    return {
        prize: division(state, prize, _amount(state, prize, is_line_open=_is_line_open(state)))
        for prize in Prize
        if game.right_cards(prize) and prize not in game.awards
    }


def prizes_awarded(found: Awards) -> tuple[e.PrizeAwarded, ...]:
    return tuple(e.PrizeAwarded(prize, found[prize]) for prize in Prize if prize in found)


def _is_line_open(state: State) -> bool:
    return Prize.LINE not in state.game.awards and not state.game.right_cards(Prize.LINE)


def _amount(state: State, prize: Prize, *, is_line_open: bool) -> Cents:
    """The amount of a prize: the announced one, with the línea that nobody won where the house adds it to the bingo."""
    amount = state.game.prize(prize)
    if prize is not Prize.BINGO or not is_line_open:
        return amount
    is_added = state.book.prizes.unawarded_line.use() == "bingo"
    return amount + state.game.prize(Prize.LINE) if is_added else amount


def _order_faults(state: State, who: PersonId) -> Fault | None:
    return first_fault(
        require_chief_to_order(state, who),
        require_every_card_checked(state),
        require_no_case(state),
        require_interval_over(state),
        require_tokens(state),
    )


@rule("BG.IV.26", neutral=Phase.DRAW_LINE)
def phase_after_line(state: State) -> Phase:
    """Return where the game goes on after a right línea: it is drawn until a bingo is called, and no línea is open."""
    return (
        Phase.DRAW_BINGO if Prize.LINE in state.game.awards or state.game.right_cards(Prize.LINE) else Phase.DRAW_LINE
    )


@decides(a.OrderResume, "IV.31", Phase.ASK_LINE, asks_phase=False)
def resume(state: State, who: PersonId, what: a.OrderResume) -> Decision:
    wrong = _order_faults(state, who) or require_phase(state, Phase.ASK_LINE)
    if wrong:
        return wrong
    made = prizes_awarded(awards_of_pause(state))
    return (*made, *say(state, "order-on"), e.PhaseOpened(phase_after_line(state)))


@rule("BG.IV.27", neutral=lambda state, what: fault("wrong-window", window=str(state.phase)))
def require_end_due(state: State, what: a.OrderEnd) -> Fault | None:
    """Return a Fault unless a bingo was found right, or all the balls are out and nobody has called it when asked."""
    if state.phase is not Phase.ASK_OUT:
        return require_phase(state, Phase.ASK_BINGO)
    return first_fault(
        fault("question-due") if state.game.times_asked < state.book.claims.all_out_times.use() else None,
        None if what.reason.strip() else fault("reason-missing"),
    )


@decides(a.OrderEnd, "IV.31", Phase.ASK_BINGO, Phase.ASK_OUT, asks_phase=False)
def end(state: State, who: PersonId, what: a.OrderEnd) -> Decision:
    wrong = _order_faults(state, who) or require_end_due(state, what)
    if wrong:
        return wrong
    found = awards_of_pause(state)
    divided = takings_divided(state, {**dict(state.game.awards.items()), **found})
    return (*prizes_awarded(found), divided, *say(state, "order-end"), e.PhaseOpened(phase_after_game(state)))


def phase_after_game(state: State) -> Phase:
    """Return where a game goes when it is over: to the payment, or to the second game of a double that waits."""
    return Phase.BETWEEN if state.game.part == 1 and state.game.is_deferred else Phase.PAYMENT


def takings_divided(state: State, awards: Awards) -> e.TakingsDivided:
    game, rules = state.game, state.book.prizes
    early = game.payments
    shares = tuple(
        Share(prize, one.card, one.amount)
        for prize, won in in_order(awards)
        for one in won
        if one.amount and owed(game.name, prize, one.card) not in early
    )
    held: dict[Prize, Cents] = {}
    carried: dict[Prize, Cents] = {}
    for prize in Prize:
        amount = game.prize(prize)
        if prize in awards:
            divided = _amount(state, prize, is_line_open=Prize.LINE not in awards)
            left = max(0, divided - sum(one.amount for one in awards[prize]))
            held[prize] = left if rules.leftover.use() == "held" else 0
            continue
        match rules.unawarded_line.use() if prize is Prize.LINE else rules.unawarded_bingo.use():
            case "next-game":
                carried[prize] = amount
            case "held":
                held[prize] = amount
            case "bingo":  # in the prize, where somebody won it
                held[prize] = 0 if Prize.BINGO in awards else amount
            case "house":
                pass
    tax = portion(state.game.part_sales, rules.tax.use(), Rounding.DOWN)
    taken = balance(state.ledger, sales(game.name))
    given = sum(one.amount for one in shares) + sum(held.values()) + sum(carried.values()) + tax
    held = {prize: amount for prize, amount in held.items() if amount}
    carried = {prize: amount for prize, amount in carried.items() if amount}
    return e.TakingsDivided(game.name, shares, held, carried, taken - given, tax)


# --- voiding ----------------------------------------------------------------------------------------------------------

PLAYED = (*DRAWING, Phase.CHECK, *ASKING, Phase.PAYMENT, Phase.BETWEEN)
"""Where a game can be void: from its announced prizes to its payment."""


@decides(a.ReportCallerError, "V.01", *PLAYED, asks_phase=False)
def report_error(state: State, who: PersonId, what: a.ReportCallerError) -> Decision:
    wrong = first_fault(
        require_person(who),
        require_phase(state, *PLAYED),
        None if _is_player(state, who) else require_duty(state, who, *AT_PLAY),
        require_new_report(state, who, CALLER_ERROR),
    )
    if wrong:
        return wrong
    ball = len(state.game.balls) if state.game.error_at is None else state.game.error_at
    return (e.CaseOpened(state.game.last_case + 1, CALLER_ERROR, ball, who, what.note),)


def _is_player(state: State, who: PersonId) -> bool:
    return any(one.person == who for one in state.game.sales)


@decides(a.ReportCause, "V.04", *PLAYED, by=on_duty(*AT_PLAY))
def report_cause(state: State, who: PersonId, what: a.ReportCause) -> Decision:
    """Decide that something was reported that may make the game void; by the table chief a listed cause does so."""
    wrong = first_fault(
        require_cause(state, what.cause),
        require_new_report(state, who, what.cause),
    )
    if wrong:
        return wrong
    must = is_voided_by(state, what.cause)
    if must and not require_duty(state, who, CHIEF):
        return require_reason(what.note) or events_of_void(state, who, what.cause, what.note, {})
    return (e.CaseOpened(state.game.last_case + 1, what.cause, len(state.game.balls), who, what.note, must_void=must),)


@rule("BG.V.01", neutral=lambda state, who: fault("nothing-reported"))
def require_chief_to_decide(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless the table chief decides whether an error touches the game in substance."""
    return require_duty(state, who, CHIEF)


@decides(a.VoidGame, "V.01 V.04", *PLAYED, Phase.PRIZES, by=require_chief_to_decide, asks_phase=False)
def void(state: State, who: PersonId, what: a.VoidGame) -> Decision:
    wrong = first_fault(
        require_phase(state, *PLAYED, *((Phase.PRIZES,) if state.game.prizes else ())),
        require_cause(state, what.cause),
        require_error_told(state, what.cause),
        require_reason(what.reason),
        require_payments_settled(state, what),
    )
    if wrong:
        return wrong
    back = payments_back(state, recover=bool(is_recovered(state, what.recover)), has_cash_back=bool(what.has_cash_back))
    return events_of_void(state, who, what.cause, what.reason, back)


@decides(a.LetStand, "V.01", *PLAYED, by=require_chief_to_decide, asks_phase=False)
def let_stand(state: State, who: PersonId, what: a.LetStand) -> Decision:
    """What was reported changes nothing or did not happen. A misread number is said rightly, and counts from then."""
    cases = tuple(one for one in state.game.cases if what.serial in (0, one.serial))
    is_error = any(one.cause == CALLER_ERROR for one in cases)
    wrong = first_fault(
        None if cases else fault("nothing-reported"),
        fault("must-be-void") if any(one.must_void for one in cases) and not what.is_untrue else None,
        fault("number-misread") if is_error and what.is_untrue and state.game.error_at is not None else None,
        require_reason(what.reason),
    )
    if wrong:
        return wrong
    return (e.CaseClosed(what.reason, who, what.is_untrue, what.serial), *(corrections(state) if is_error else ()))


def corrections(state: State) -> tuple[Event, ...]:
    misread = [(one.number, one.said_number) for one in state.game.balls if one.said_number not in (None, one.number)]
    return tuple(
        found
        for number, said in ([] if state.game.is_over else misread)
        for found in (e.AnnouncementCorrected(number, said or 0), *say(state, "correction", number=number))
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
    return (made, *say(state, formula, cause=spoken_cause(state, cause)), e.PhaseOpened(Phase.VOID))


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


@decides(a.CallOffSale, "IV.08 V.02", *NOT_BEGUN, by=on_duty(CHIEF))
def call_off(state: State, who: PersonId, what: a.CallOffSale) -> Decision:
    game = state.game
    carried = {prize: amount for prize, amount in game.brought_amounts.items() if amount}
    if not game.sales:
        ended = e.GameEnded(game.number, carried, game.part_names[0] if carried else "")
        return (*say(state, "sale-off"), ended, e.PhaseOpened(Phase.READY))
    sources = tuple(Recovery(sales(name), balance(state.ledger, sales(name))) for name in game.part_names)
    made = e.GameVoided(
        game.part_names[0], CALLED_OFF, what.reason, who, game.price, state.game.sold_ranges, sources, carried=carried
    )
    return (made, *say(state, "sale-off"), e.PhaseOpened(Phase.VOID))
