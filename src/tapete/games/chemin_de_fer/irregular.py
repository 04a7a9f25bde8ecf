"""Irregularities at the shoe and the basket: reports by staff, what the rules make of them, and rulings."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    DeemNatural,
    DeemTotal,
    Effect,
    GoBack,
    LoseCoup,
    Oblige,
    Party,
    ReturnStake,
    SetAside,
    Unbind,
    VoidCoup,
    touches,
)
from tapete.games.baccarat.incident import (
    GiveRuling,
    IncidentOpened,
    Proposal,
    incident,
    may_report,
    may_rule,
    ruled,
)
from tapete.games.baccarat.layout import BASKET, LaidCard, at
from tapete.games.baccarat.marks import third
from tapete.games.chemin_de_fer import garage
from tapete.games.chemin_de_fer.acts import Report
from tapete.games.chemin_de_fer.ending import voided
from tapete.games.chemin_de_fer.events import CardMoved, StakeReturned, WindowOpened
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.flow import followed
from tapete.games.chemin_de_fer.state import State, share_of
from tapete.games.chemin_de_fer.terms import COUP, Accident, Hand, Window
from tapete.kernel import Decision, Event, Irregular, PersonId, fold
from tapete.money import Cents

MISDEAL = "misdeal"
"""Kind of the incident of cards dealt out of order."""
TOO_MANY = "banker-more-than-two"

DEALING = (Window.DEAL, Window.CARRY)


# --- a card too many --------------------------------------------------------------------------------------------------


def extra_card(state: State, hand: Hand, due: Hand | None) -> tuple[Fault, Proposal | None]:
    """Return the fault of a card that should not come to ``hand`` now, and what the rules make of it."""
    served = len(at(state.coup.cards.layout, hand))
    position = state.shoe.position
    if due is None and hand is Hand.BANCA:
        return fault("fifth-card", position=position), Proposal(fifth_card(position))
    if due is not None and hand is Hand.BANCA and served >= 2:
        return fault(TOO_MANY, position=position), Proposal(right_kept(deemed_bacarra()))
    return fault("deal-order", due=due, hand=str(hand)), None


@rule("CF.C3.01", neutral=())
def fifth_card(position: int) -> tuple[Effect, ...]:
    """A fifth card drawn after two were dealt to each is the punto's if he asks for one; otherwise the banker must
    take it.
    """
    return (SetAside(position, Hand.BANCA),)


@rule("CF.C3.02", neutral=())
def deemed_bacarra() -> tuple[DeemTotal, ...]:
    """A banker who gives himself more than two cards in the deal counts 0, whatever the cards are."""
    return (DeemTotal(Hand.BANCA, 0),)


@rule("CF.C3.03", neutral=lambda deemed: deemed)
def right_kept(deemed: tuple[DeemTotal, ...]) -> tuple[Effect, ...]:
    """He keeps his right to one more card, which counts with the deemed 0."""
    return tuple(DeemTotal(one.hand, one.total, one_more=True) for one in deemed)


# --- the basket -------------------------------------------------------------------------------------------------------


def basket(state: State, what: Report, card: LaidCard) -> tuple[Effect, ...] | None:
    """Return what the rules make of a card in the basket; ``None`` where they leave it to an official."""
    match what.fault_of:
        case Party.BANKER if card.place == Hand.PUNTO and state.window in DEALING:
            return punto_lays_down_nine()
        case Party.BANKER if card.place == third(Hand.PUNTO):
            return (*punto_counts_nine(), *banker_after_lost_third())
        case Party.BANKER if not card.face_up:
            return banker_loses()
        case Party.PLAYER if card.place == Hand.PUNTO and not card.face_up:
            return punto_loses()
        case _:
            return None


@rule("CF.C3.06", neutral=None)
def punto_lays_down_nine() -> tuple[Effect, ...]:
    """If the banker drops one of the punto's first two cards into the basket, the punto is deemed to lay down a 9."""
    return (DeemNatural(Hand.PUNTO, 9),)


@rule("CF.C3.07", neutral=())
def punto_counts_nine() -> tuple[Effect, ...]:
    """If it is the punto's third card, his total is deemed to be 9."""
    return (DeemTotal(Hand.PUNTO, 9),)


@rule("CF.C3.08", neutral=())
def banker_after_lost_third() -> tuple[Effect, ...]:
    """The banker may then take a third card, except when he has 7; there is no column of the table for a card
    unseen.
    """
    return (Unbind(Hand.BANCA), Oblige(Hand.BANCA, Cell.STAND, (7,)))


@rule("CF.C3.15", neutral=None)
def banker_loses() -> tuple[Effect, ...]:
    """A banker who puts any other card into the basket before the players have plainly seen it loses the coup."""
    return (LoseCoup(Hand.BANCA),)


@rule("CF.C4.15", neutral=None)
def punto_loses() -> tuple[Effect, ...]:
    """A player who throws his cards into the basket before they were seen loses the coup."""
    return (LoseCoup(Hand.PUNTO),)


@rule("CF.C1.08", neutral=None)
def stuck_cards() -> tuple[Effect, ...]:
    """Cards that come out stuck together annul the coup."""
    return (VoidCoup(),)


# --- reports and rulings ----------------------------------------------------------------------------------------------


def report(state: State, who: PersonId, what: Report) -> Decision:
    """Decide a report: the coup stands still until somebody has ruled."""
    wrong = first_fault(
        may_report(state.book.authority, state.staff, who),
        None if state.window in COUP else fault("no-coup"),
    )
    card = next((one for one in state.coup.cards.layout if one.position == what.position), None)
    if wrong or (what.accident is Accident.BASKET and card is None):
        return wrong or fault("no-such-card", position=what.position)
    effects: tuple[Effect, ...] | None = None
    moved: tuple[Event, ...] = ()
    if what.accident is Accident.BASKET and card is not None:
        effects, moved = basket(state, what, card), (CardMoved(card.position, BASKET),)
    elif what.accident is Accident.STUCK:
        effects = stuck_cards()
    found = Fault(str(what.accident), {"position": what.position, "by": str(what.fault_of)})
    proposals = () if effects is None else (Proposal(effects),)
    opened = incident(state.docket, str(what.accident), who, (found,), proposals, what.note)
    return Irregular((*moved, IncidentOpened(opened)), (found,))


def rule_on(state: State, who: PersonId, what: GiveRuling) -> Decision:
    """Decide a ruling, and everything that follows from what it left."""
    open_incident = state.docket.incident(what.serial)
    if open_incident is None:
        return fault("no-such-incident", serial=what.serial)
    wrong = first_fault(
        may_rule(state.book.authority, state.staff, who, open_incident, what),
        own_effects_fit(state, what.effects or ()),
    )
    if wrong:
        return wrong
    ruling = ruled(open_incident, what, who)
    events: list[Event] = [ruling]
    for effect in ruling.effects:
        events += by_the_game(fold(evolve, state, events), effect)
        if isinstance(effect, VoidCoup):
            return tuple(events)
    return followed(state, *events)


def by_the_game(state: State, effect: Effect) -> tuple[Event, ...]:
    """Return the events by which money and procedure follow an effect."""
    match effect:
        case VoidCoup():
            return voided(state)
        case ReturnStake(person=person, amount=amount):
            return stake_back(state, person, amount)
        case GoBack(window=window):
            return (WindowOpened(Window(window)),)
        case _:
            return ()


def stake_back(state: State, person: PersonId, amount: Cents | None) -> tuple[Event, ...]:
    """Return a stake or a part of it; what is covered shrinks, so what stands out of play is measured again."""
    award = state.coup.award
    held = 0 if award is None else share_of(award.stakes, person)
    back = held if amount is None else min(amount, held)
    if award is None or not back:
        return ()
    returned = StakeReturned(person, back)
    if award.covered == back:
        return (returned, *voided(fold(evolve, state, (returned,))))
    return (returned, *garage.formed(state, award.covered - back))


def own_effects_fit(state: State, effects: tuple[Effect, ...]) -> Fault | None:
    """Find fault with effects that this table cannot carry out: cards, hands or windows that it does not have."""
    positions = {card.position for card in state.coup.cards.layout}
    for effect in effects:
        hand, position = getattr(effect, "hand", ""), getattr(effect, "position", None)
        if (hand and hand not in set(Hand)) or (position is not None and position not in positions):
            return fault("effect-without-object", object=touches(effect))
        if isinstance(effect, GoBack) and effect.window not in set(COUP):
            return fault("no-such-window", name=effect.window)
    return None
