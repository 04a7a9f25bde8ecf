"""The end of a shoe: the stop card, the last coup, the check of the cards that a player asked for."""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule, signed
from tapete.games.baccarat.incident import IncidentOpened, incident, unforeseen
from tapete.games.baccarat.pack import StopCardSeen
from tapete.games.chemin_de_fer.acts.house import AskCardCheck, CheckCards
from tapete.games.chemin_de_fer.events import PhaseOpened
from tapete.games.chemin_de_fer.events.house import CardsChecked, CheckAsked, ShoeEnded
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import PREPARING, Phase
from tapete.kernel import Decision, Event, Irregular, PersonId
from tapete.table.staff import Role, require_post


def stop_card(state: State, count: int = 1) -> tuple[Event, ...]:
    """Return the appearance of the stop card, when it lies before one of the next ``count`` cards."""
    shoe = state.shoe
    out = count > 0 and shoe.position + count > shoe.stop and not shoe.stop_seen
    return (StopCardSeen(max(shoe.position, shoe.stop)),) if out else ()


@rule("CF.B.10", neutral=False)
def is_shoe_over(state: State) -> bool:
    """When the stop card has appeared the coup in progress is the last of the shoe."""
    return state.shoe.stop_seen


def to_the_table(state: State) -> tuple[Event, ...]:
    """Return where the table stands between coups: ready for another, or at the end of its shoe."""
    return over(state) if is_shoe_over(state) else (PhaseOpened(Phase.BETWEEN),)


def over(state: State) -> tuple[Event, ...]:
    """Return the end of the shoe: a new one has to be prepared."""
    return (ShoeEnded(state.shoe.number, state.shoe.position), PhaseOpened(Phase.SHOE))


@rule("CF.B.47", neutral=None)
def require_shoe_prepared(state: State) -> Fault | None:
    """A shoe that the stop card has ended is shuffled, cut and loaded again before another coup is opened."""
    again = state.phase in PREPARING and state.shoe.number > 0
    if not again:
        return None
    ended = ("CF.B.10",) if state.shoe.ended else ()
    return signed(fault("shoe-not-prepared", step=str(state.phase)), "CF.B.47", *ended)


# --- the check of the cards -------------------------------------------------------------------------------------------


def ask_check(state: State, who: PersonId, what: AskCardCheck) -> Decision:
    """Decide that a player asks for the check of the cards."""
    del what
    wrong = first_fault(
        None if state.seats.is_at_table(who) else fault("not-at-table"),
        fault("no-shoe") if not state.shoe.size else None,
        fault("check-too-late") if state.shoe.ended and state.phase is not Phase.SHOE else None,
        fault("check-asked-already") if who in state.shoe.check else None,
    )
    rest_on(cite("CF.B.49"))
    return wrong or (CheckAsked(who),)


@rule("CF.B.49", neutral=None)
def require_card_check_done(state: State) -> Fault | None:
    """If a player asked for it, the cards are checked at the end of the shoe: before anybody touches them."""
    return fault("check-asked", by=sorted(state.shoe.check)) if state.shoe.ended and state.shoe.check else None


def check(state: State, who: PersonId, what: CheckCards) -> Decision:
    """Decide the count of the cards; what was found is recorded, whole or not. A pack that is not is foreseen by
    nobody: the inspector decides before it is used again.
    """
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER, Role.INSPECTOR),
        None if state.phase is Phase.SHOE and state.shoe.ended else fault("wrong-window", window=str(state.phase)),
        None if state.shoe.check else fault("no-check-asked"),
    )
    rest_on(cite("CF.B.49"))
    whole = what.complete and what.found == state.shoe.size
    counted = CardsChecked(state.shoe.number, state.shoe.size, what.found, whole, who)
    if wrong or whole:
        return wrong or (counted,)
    short = fault("pack-not-whole", found=what.found, size=state.shoe.size)
    opened = incident(state.docket, short.code, who, (short,), (unforeseen(state.book.authority),))
    return Irregular((counted, IncidentOpened(opened)), (short,))
