"""What the rules make of cards that left the shoe wrongly, or fell: nobody's turn, and the shoe's own accidents."""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault, rule
from tapete.games.baccarat.effects import (
    AssignCard,
    BarPerson,
    BarredAction,
    Discard,
    Effect,
    Party,
    SetAside,
    Until,
    VoidCoup,
)
from tapete.games.baccarat.layout import DISCARD
from tapete.games.baccarat.proposals import Proposal, Remedy
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Accident
from tapete.kernel import PersonId
from tapete.table.staff import roles_of

# --- drawn too early --------------------------------------------------------------------------------------------------


def drawn_early(who: PersonId, positions: tuple[int, ...], before: tuple[int, ...] = ()) -> Proposal:
    """Return what follows from cards drawn before the betting closed: they are the first of the coup, or discarded,
    with those drawn ``before`` of which nobody has ruled.
    """
    return Proposal(goes_through(who, positions), alternatives=inspector_relaxes((*before, *positions)))


@rule("CF.C1.03", neutral=())
def goes_through(who: PersonId, positions: tuple[int, ...]) -> tuple[Effect, ...]:
    """Whoever drew the cards must go through with the coup, in which they come first."""
    return (*(SetAside(position) for position in positions), BarPerson(who, BarredAction.PASS, Until.COUP))


@rule("CF.C1.03", neutral=None)
def require_drawer(wrong: Fault) -> Fault | None:
    """Whoever drew is the one who goes through with the coup: nobody else is named in his place."""
    return wrong


@rule("CF.C1.04", neutral=())
def inspector_relaxes(positions: tuple[int, ...]) -> tuple[Remedy, ...]:
    """The inspector may relax that, as an exception; the cards drawn are then discarded."""
    return (Remedy(tuple(Discard(position) for position in positions), (cite("CF.C1.04"),)),)


@rule("CF.C1.04", neutral=False)
def is_relaxed_for_banker(state: State) -> bool:
    """A banker who drew early and was let off need not go through with the coup: he may give the bank up undealt."""
    return any(
        fault.code == Accident.EARLY_DRAW and fault.facts.get("by") == Party.BANKER
        for ruling in state.coup.rulings
        for fault in ruling.faults
        if not any(isinstance(one, BarPerson) and one.action is BarredAction.PASS for one in ruling.effects)
    )


@rule("CF.C1.02", neutral=None)
def require_not_into_shoe(place: str) -> Fault | None:
    """A card that was drawn is never put back into the shoe."""
    return fault("never-back-into-shoe") if place == "shoe" else None


@rule("CF.C1.02", neutral=None)
def require_played_or_discarded(position: int) -> Fault | None:
    """A card that was drawn is played or discarded: a ruling does not leave it lying."""
    return fault("card-left-over", position=position)


@rule("CF.C1.05", neutral=None)
def require_not_discarded(state: State, effect: Effect) -> Fault | None:
    """What was discarded is not used again, by nobody who takes the hand over either."""
    position = getattr(effect, "position", None)
    out = any(card.position == position and card.place == DISCARD for card in state.coup.cards.layout)
    return fault("card-discarded", position=position) if out and isinstance(effect, AssignCard | SetAside) else None


# --- face up, stuck, on the floor -------------------------------------------------------------------------------------


@rule("CF.C1.06", neutral=())
def unusable(position: int) -> tuple[Effect, ...]:
    """A card that comes out of the shoe face up is of no use: it is removed and the next one takes its place."""
    return (Discard(position),)


@rule("CF.C1.07", neutral=None)
def require_stakes_free(state: State) -> Fault | None:
    """The removal of such a card gives nobody the right to lower or take back his stake."""
    return fault("stakes-stand") if "exposed-in-shoe" in state.coup.found_faults else None


@rule("CF.C1.08", neutral=())
def stuck_cards(early: tuple[int, ...] = (), *, has_coup: bool = True) -> tuple[Effect, ...]:
    """Cards that come out stuck together annul the coup. Of those that were drawn too early none is used; where no coup
    is open that is all there is to annul.
    """
    return (*(Discard(position) for position in early), *((VoidCoup(),) if has_coup else ()))


@rule("CF.C1.09", neutral=None)
def require_staff_at_floor(state: State, who: PersonId, position: int) -> Fault | None:
    """Only the croupier or another employee of the house picks up a card that fell to the floor."""
    return None if roles_of(state.staff, who) else fault("floor-card-for-staff", position=position)


@rule("CF.C1.10", neutral=())
def keeps_its_value(way_back: Effect) -> tuple[Effect, ...]:
    """A fallen card keeps its value: it goes back to where it belonged, and the coup goes on."""
    return (way_back,)


def require_card_left(state: State) -> Fault | None:
    """Return a Fault if no card is left in the shoe."""
    return require_cards_in_shoe() if state.shoe.is_empty else None


@rule("CF.A.36", neutral=None)
def require_cards_in_shoe() -> Fault | None:
    """A shoe that runs out in the middle of a coup is foreseen by nobody: the coup waits for the inspector."""
    return fault("shoe-exhausted")
