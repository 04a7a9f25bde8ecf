"""The end of a shoe: the stop card, the last coup, the check of the cards that a player asked for."""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule, with_clauses
from tapete.games.baccarat.incident import IncidentOpened, incident, open_proposal
from tapete.games.banked import shoe
from tapete.games.banked.shoe import AskCardCheck, CheckAsked, CheckCards
from tapete.games.chemin_de_fer.events import PhaseOpened, ShoeEnded
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import PREPARING, Phase
from tapete.kernel import Decision, Event, Irregular, PersonId
from tapete.table.staff import Role, require_post


def stop_card(state: State, count: int = 1) -> tuple[Event, ...]:
    """Return the appearance of the stop card, when it lies before one of the next ``count`` cards."""
    return shoe.stop_card(state.shoe, count)


def is_shoe_over(state: State) -> bool:
    """Return True if the coup in progress is the last of the shoe."""
    return state.shoe.is_stop_seen and has_ended_by_stop_card()


@rule("CF.B.10", neutral=False)
def has_ended_by_stop_card() -> bool:
    """When the stop card has appeared the coup in progress is the last of the shoe."""
    return True


def to_the_table(state: State) -> tuple[Event, ...]:
    """Return where the table stands between coups: ready for another, or at the end of its shoe."""
    return over(state) if is_shoe_over(state) else (PhaseOpened(Phase.BETWEEN),)


def over(state: State) -> tuple[Event, ...]:
    """Return the end of the shoe: a new one has to be prepared."""
    return (ShoeEnded(state.shoe.number, state.shoe.position), PhaseOpened(Phase.SHOE))


def require_shoe_prepared(state: State) -> Fault | None:
    """Return a Fault while a shoe that has ended is being prepared again."""
    again = state.phase in PREPARING and state.shoe.number > 0
    return require_prepared_shoe(state) if again else None


@rule("CF.B.47", neutral=None)
def require_prepared_shoe(state: State) -> Fault | None:
    """A shoe that the stop card has ended is shuffled, cut and loaded again before another coup is opened."""
    ended = ("CF.B.10",) if state.shoe.has_ended else ()
    return with_clauses(fault("shoe-not-prepared", step=str(state.phase)), "CF.B.47", *ended)


# --- the check of the cards -------------------------------------------------------------------------------------------


def ask_check(state: State, who: PersonId, what: AskCardCheck) -> Decision:
    """Decide that a player asks for the check of the cards."""
    del what
    wrong = shoe.require_check_possible(state.shoe, state.seats, who, late=False) or require_check_in_time(state)
    rest_on(cite("CF.B.49"))
    return wrong or (CheckAsked(who),)


@rule("CF.B.49", neutral=None, names_a_pass=False)
def require_check_in_time(state: State) -> Fault | None:
    """The check is made at the end of the shoe: nobody asks for it once the cards are being shuffled again."""
    late = state.shoe.has_ended and state.phase is not Phase.SHOE
    return fault("check-too-late") if late else None


def require_card_check_done(state: State) -> Fault | None:
    """Return a Fault while a check of the cards that was asked for has not been made at the end of the shoe."""
    due = shoe.require_card_check_done(state.shoe)
    return None if due is None else require_check_first(due)


@rule("CF.B.49", neutral=None)
def require_check_first(due: Fault) -> Fault | None:
    """If a player asked for it, the cards are checked at the end of the shoe: before anybody touches them."""
    return due


def check(state: State, who: PersonId, what: CheckCards) -> Decision:
    """Decide the count of the cards; what was found is recorded, whole or not. A pack that is not is foreseen by
    nobody: the inspector decides before it is used again.
    """
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER, Role.INSPECTOR),
        None if state.phase is Phase.SHOE and state.shoe.has_ended else fault("wrong-window", window=str(state.phase)),
        shoe.require_check_asked(state.shoe),
    )
    rest_on(cite("CF.B.49"))
    counted = shoe.check_result(state.shoe, who, what)
    if wrong or counted.complete:
        return wrong or (counted,)
    short = fault("pack-not-whole", found=what.found, size=state.shoe.size)
    opened = incident(state.docket, short.code, who, (short,), (open_proposal(state.book.authority),))
    return Irregular((counted, IncidentOpened(opened)), (short,))
