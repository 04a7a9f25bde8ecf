"""A void game: what is reported, what the table chief decides, and where the money comes from that goes back."""

from __future__ import annotations

from collections.abc import Mapping

from tapete.accounts import CASH_DESK, HOUSE, balance
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.books import TAX, carry, held, owed, sales
from tapete.games.bingo.causes import (
    CALLED_OFF,
    CALLER_ERROR,
    is_voided_by,
    require_cause,
    require_error_told,
    require_new_report,
)
from tapete.games.bingo.choices import DoubleScope
from tapete.games.bingo.duties import AT_PLAY, CHIEF, require_duty, require_person, require_reason
from tapete.games.bingo.events import Recovery
from tapete.games.bingo.prizes import part_sales
from tapete.games.bingo.recovering import is_recovered, payments_back, require_payments_settled
from tapete.games.bingo.sale import sold_ranges
from tapete.games.bingo.sayings import say, spoken_cause
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import ASKING, DRAWING, Phase
from tapete.kernel import Decision, Event, PersonId
from tapete.money import Cents
from tapete.table.order import in_order
from tapete.table.phases import require_phase

PLAYED = (*DRAWING, Phase.CHECK, *ASKING, Phase.PAYMENT, Phase.BETWEEN)
"""Where a game can be void: from its announced prizes to its payment."""

# --- reports ----------------------------------------------------------------------------------------------------------


def report_error(state: State, who: PersonId, what: a.ReportCallerError) -> Decision:
    """Decide that somebody says a wrong number was announced; a player's word waits for the table chief too."""
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


def report_cause(state: State, who: PersonId, what: a.ReportCause) -> Decision:
    """Decide that something was reported that may make the game void; by the table chief a listed cause does so."""
    wrong = first_fault(
        require_duty(state, who, *AT_PLAY),
        require_phase(state, *PLAYED),
        require_cause(state, what.cause),
        require_new_report(state, who, what.cause),
    )
    if wrong:
        return wrong
    must = is_voided_by(state, what.cause)
    if must and not require_duty(state, who, CHIEF):
        return require_reason(what.note) or events_of_void(state, who, what.cause, what.note, {})
    return (e.CaseOpened(state.game.last_case + 1, what.cause, len(state.game.balls), who, what.note, must_void=must),)


# --- the decision -----------------------------------------------------------------------------------------------------


@rule("BG.V.01", neutral=lambda state, who: fault("nothing-reported"))
def require_chief_to_decide(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless the table chief decides whether an error touches the game in substance."""
    return require_duty(state, who, CHIEF)


def void(state: State, who: PersonId, what: a.VoidGame) -> Decision:
    """Decide that a game is void, with its cause and the reason, and what becomes of prizes that were paid."""
    wrong = first_fault(
        require_chief_to_decide(state, who),
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


def let_stand(state: State, who: PersonId, what: a.LetStand) -> Decision:
    """Decide that the game goes on: what was reported changes nothing in substance, or did not happen. A number that
    was misread is said rightly, and counts from then on.
    """
    cases = tuple(one for one in state.game.cases if what.serial in (0, one.serial))
    is_error = any(one.cause == CALLER_ERROR for one in cases)
    wrong = first_fault(
        require_chief_to_decide(state, who),
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


def is_whole_card_void(state: State) -> bool:
    """Return True if a void game of a double gives back both parts of its cartones."""
    match state.book.void.double_scope.use():
        case DoubleScope.WHOLE_CARD:
            return True
        case DoubleScope.PART:
            return False


def events_of_void(state: State, who: PersonId, cause: str, reason: str, back: Mapping[str, Cents]) -> Decision:
    """Return the events of a void game: it leaves the hall as it was before its sale, but for its refunds, and for
    prizes that were paid and of which nothing comes ``back``.
    """
    game = state.game
    for name, amount in in_order(back):
        if name != CASH_DESK and (there := balance(state.ledger, name)) < amount:
            return fault("not-enough-chips", chips=there)
    is_whole_card = game.part > 0 and is_whole_card_void(state)
    price = price_back(state, 2 if is_whole_card else 1)
    count = part_sales(state) // game.value if game.value else 0
    brought = {prize: amount for prize, amount in game.brought_amounts.items() if amount and game.part < 2}
    sources = _sources(state, price * count + sum(brought.values()), is_whole_card=is_whole_card)
    ends_card = game.part == 0 or is_whole_card or game.part == 2
    made = e.GameVoided(
        *(game.name, cause, reason, who, price, sold_ranges(state), sources),
        recovered=tuple(Recovery(name, amount) for name, amount in in_order(back)),
        carried=brought,
        ends_card=ends_card,
    )
    formula = "void" if game.part == 0 or is_whole_card else "void-first" if game.part == 1 else "void-second"
    return (made, *say(state, formula, cause=spoken_cause(state, cause)), e.PhaseOpened(Phase.VOID))


def _sources(state: State, total: Cents, *, is_whole_card: bool) -> tuple[Recovery, ...]:
    """Where a total comes from: the takings; once they were divided, every account that got something of them. What the
    house got it gives back, and it makes up what was paid.
    """
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


def call_off(state: State, who: PersonId, what: a.CallOffSale) -> Decision:
    """Decide that a sale ends without a game: every price is given back."""
    wrong = first_fault(require_duty(state, who, CHIEF), require_phase(state, Phase.SALE, Phase.COUNT, Phase.PRIZES))
    if wrong:
        return wrong
    game = state.game
    carried = {prize: amount for prize, amount in game.brought_amounts.items() if amount}
    if not game.sales:
        ended = e.GameEnded(game.number, carried, game.part_names[0] if carried else "")
        return (*say(state, "sale-off"), ended, e.PhaseOpened(Phase.READY))
    sources = tuple(Recovery(sales(name), balance(state.ledger, sales(name))) for name in game.part_names)
    made = e.GameVoided(
        game.part_names[0], CALLED_OFF, what.reason, who, game.price, sold_ranges(state), sources, carried=carried
    )
    return (made, *say(state, "sale-off"), e.PhaseOpened(Phase.VOID))
