"""Reports of accidents and claims: when each can be made, and the remedy that its clause gives."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial

from msgspec.structs import replace

from tapete.clauses import Fault, fault, rule, trace
from tapete.games.baccarat import effects as fx
from tapete.games.baccarat.conflicts import Proposal, weigh_anew
from tapete.games.baccarat.incident import fault_numbers, proposals_of, require_no_incident
from tapete.games.baccarat.marks import as_bound, third
from tapete.games.banked import reports, shoe
from tapete.games.banked.books import with_layout
from tapete.games.banked.coup import Word
from tapete.games.banked.events import CardSeen, CardUncovered, TimeWarned
from tapete.games.banked.reports import About, Finding, Kind
from tapete.games.chemin_de_fer import acts, remedies
from tapete.games.chemin_de_fer.acts import RecordClaim, Report
from tapete.games.chemin_de_fer.events import ClaimRecorded
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, HANDS, Accident, Hand, Phase
from tapete.kernel import CLOCK, Decision, PersonId, TimeLimit
from tapete.table.acts import TimeUp


@rule("CF.C3.16", neutral=True)
def is_admitted_against_banker(over: bool) -> bool:
    """No claim against the banker is admitted once the coup is over and the stakes were paid or collected."""
    return not over


@rule("HP.CF.claims", neutral=True)
def is_admitted_against_others(over: bool) -> bool:
    """It is the same with a claim against anybody else."""
    return not over


@acts.decides(RecordClaim)
def claim(state: State, who: PersonId, what: RecordClaim) -> Decision:
    if wrong := reports.require_claim(state, who, state.history, what):
        return wrong
    admitted = is_admitted_against_banker if what.against is fx.Party.BANKER else is_admitted_against_others
    return (
        ClaimRecorded(
            what.person,
            what.coup,
            what.note,
            admitted(reports.is_paid(state, what.coup, (*COUP, Phase.BETS))),
            what.against,
        ),
    )


@acts.decides(TimeUp)
def time_up(state: State, who: PersonId, _what: TimeUp) -> Decision:
    if wrong := (fault("not-yours") if who != CLOCK else require_no_incident(state.docket)):
        return wrong
    slow = remedies.held_too_long(state)
    return fault("no-time-limit") if slow is None else (TimeWarned(slow, state.book.pace.hold_cards.use()),)


def time_limit(state: State) -> TimeLimit | None:
    with trace():
        slow = None if state.docket.open else remedies.held_too_long(state)
    return None if slow is None else TimeLimit(str(state.phase), state.book.pace.hold_cards.value, TimeUp())


DRAWN = (Phase.ANSWER, Phase.BANKER)
DECIDING = (Phase.DEAL, Phase.CARRY, Phase.LIFT, Phase.WORD, *DRAWN)
"""Cards are distributed, and somebody has still something to decide."""


def drawn_early(state: State, who: PersonId, positions: tuple[int, ...]) -> Proposal:
    return remedies.drawn_early(who, positions, unruled_positions(state))


def unruled_positions(state: State) -> tuple[int, ...]:
    """Return the cards drawn too early of which nobody has ruled: by an open incident they are to be dealt first."""
    ruled = {one.position for one in state.coup.cards.marks.aside}
    return tuple(one.position for one in shoe.early_cards(state.coup, state.docket) if one.position not in ruled)


def exposed_in_shoe(state: State, card: fx.LaidCard) -> Finding:
    """Return what follows from a card that came out face up: play goes back to where the next one is drawn."""
    again: tuple[fx.Effect, ...] = ()
    revised: dict[int, Proposal] = {}
    if state.phase is Phase.WORD:
        again = (fx.GoBack(Phase.DEAL),)
    elif card.place == third(Hand.PUNTO) and state.coup.decision is not None:
        later = (one for one in state.coup.cards.layout if one.position > card.position and one.place != fx.DISCARD)
        drawn = tuple(fx.SetAside(one.position) for one in later)
        again = (*drawn, fx.GoBack(Phase.ANSWER))
        told = tuple(made for one in state.docket.open[:1] for made in proposals_of(one))
        revised = {number: waiting_again(made, drawn) for number, made in enumerate(told)}
    elif state.phase not in DECIDING and card.place == third(Hand.BANCA):
        again = (fx.GoBack(Phase.BANKER), fx.Oblige(Hand.BANCA, fx.Cell.DRAW))
    return Finding(Proposal((*remedies.unusable(card.position), *again)), revised=revised)


def useless_card(state: State, card: fx.LaidCard) -> Proposal | None:
    return exposed_in_shoe(state, card).proposal


def waiting_again(made: Proposal, drawn: Collection[fx.SetAside]) -> Proposal:
    """Return what is proposed for another fault, whose cards do not go back to a hand where they wait to be dealt."""

    def waits(effects: tuple[fx.Effect, ...]) -> tuple[fx.Effect, ...]:
        waiting = {one.position: one for one in drawn}
        return tuple(waiting.get(one.position, one) if isinstance(one, fx.AssignCard) else one for one in effects)

    others = tuple(replace(one, effects=waits(one.effects)) for one in made.alternatives)
    return replace(made, effects=waits(made.effects), alternatives=others)


def carta_call_finding(state: State, uncounted: tuple[int, ...]) -> Finding:
    """Return what follows from «carta» that the croupier called; a coup that was reckoned already is shown again."""
    made = remedies.carta_call(uncounted)
    again = (fx.GoBack(Phase.SHOW),) if state.phase is Phase.SETTLE else ()
    proposal = replace(made, effects=(*made.effects, *again))
    return Finding(proposal, shoe.cards_out(state.shoe, uncounted, fx.ASIDE, face_up=True))


def about_a_card(state: State, what: Report, card: fx.LaidCard) -> Finding:
    home = shoe.card_at_home(state.docket, card)
    if what.accident is Accident.EXPOSED:
        return uncovered_card(state, what, card)
    match what.fault_of:
        case fx.Party.BANKER:
            made = remedies.basket(state, home) if state.phase in (Phase.BETS, *COUP) else None
        case fx.Party.PLAYER if what.person in (None, state.holder):
            made = remedies.thrown_card(home)
        case fx.Party.CROUPIER if state.phase in DECIDING:
            made = remedies.other_fault((shoe.way_back(state.coup, state.docket, home),), harmless=False)
        case _:
            made = None
    return Finding(made, shoe.move_card(state.coup, card, fx.BASKET))


def uncovered_card(state: State, what: Report, card: fx.LaidCard) -> Finding:
    """Return what follows from a card that somebody turned over, or that came to be seen by nobody's hand.

    A word that was said is not bound any more: what the croupier uncovers after it is no fault in the distribution, and
    left to the inspector. A card that was exposed to one person alone lies face down still.
    """
    made = turned(state, what.fault_of, card)
    if what.fault_of is None:
        seen = shoe.show_card(state.coup, card) if what.person is None else (CardSeen(card.position, what.person),)
        return Finding(made, seen)
    uncovered = state.coup.uncovered_cards.set(card.position, what.fault_of)
    after = replace(state, coup=replace(state.coup, uncovered_cards=uncovered))
    revised = {}
    for number in fault_numbers(state.docket, lambda one: one.code == Accident.EXPOSED):
        told = state.docket.open[0].faults[number].facts
        other = reports.card_of(state.coup, told["position"])
        revised[number] = None if other is None else weigh_anew(partial(turned, after, told.get("by"), other))
    return Finding(made, (CardUncovered(card.position, what.fault_of), *shoe.show_card(state.coup, card)), revised)


def turned(state: State, by: object, card: fx.LaidCard) -> Proposal | None:
    if by == fx.Party.CROUPIER and state.phase in DECIDING and state.coup.punto.word is None:
        return remedies.turned_by_croupier(state, card)
    return remedies.turned_by_banker(state, card) if by == fx.Party.BANKER else None


def two_thirds(state: State, hand: Hand) -> Finding:
    kept = remedies.better_for_the_punto() if hand is Hand.PUNTO else remedies.worse_for_the_banker()
    drawn = fx.LaidCard(state.shoe.position, third(hand), None)
    after = replace(state, coup=with_layout(state.coup, fx.lay(state.coup.cards.layout, drawn)))
    told = fault_numbers(state.docket, lambda one: one.code == Accident.MISSPOKEN)
    revised: dict[int, Proposal | None] = {}
    revised.update(dict.fromkeys(told, weigh_anew(partial(remedies.wrong_announcement, after))))
    for number in fault_numbers(state.docket, lambda one: one.code == Accident.EXPOSED_IN_SHOE):
        card = reports.card_of(state.coup, state.docket.open[0].faults[number].facts.get("position"))
        revised[number] = None if card is None else weigh_anew(partial(useless_card, after, card.at_home))
    # where both hands lie open the coup was reckoned with the first of the two
    again = (fx.GoBack(Phase.SHOW),) if state.phase is Phase.SETTLE else ()
    return Finding(
        Proposal((*kept, *again)), shoe.cards_out(state.shoe, (drawn.position,), drawn.place, face_up=True), revised
    )


def wrong_place(state: State, card: fx.LaidCard | None) -> Proposal:
    back: tuple[fx.Effect, ...] = (fx.GoBack(Phase.CARRY),) if state.phase is Phase.LIFT else ()
    mended = back if card is None else (shoe.way_back(state.coup, state.docket, card),)
    return remedies.other_fault(mended, harmless=not state.coup.punto.is_lifted)


LOADED = (Phase.BANK, Phase.AUCTION, Phase.VACANT, Phase.BETWEEN, Phase.BETS)
"""A shoe lies ready and no cards are dealt."""
PLAYED = (*DECIDING, Phase.SHOW)
ANYWHERE = tuple(one for one in Phase if one is not Phase.CLOSED)

KINDS: Mapping[Accident, Kind] = {
    Accident.EARLY_DRAW: Kind(
        (*LOADED, Phase.DEAL),
        (fx.Party.BANKER, fx.Party.PLAYER),
        ("count",),
        by_whom=True,
        named_for=frozenset({fx.Party.PLAYER}),
        uncounted=True,
    ),
    Accident.EXPOSED_IN_SHOE: Kind(
        COUP, (None, fx.Party.BANKER), about=About.JUST_DRAWN, takes_card=True, early_phases=LOADED
    ),
    Accident.STUCK: Kind(PLAYED, (None, fx.Party.BANKER), uncounted=True, early_phases=LOADED),
    Accident.FLOOR: Kind(COUP, (None, *reports.ANYBODY), ("position",), About.NOT_ON_FLOOR, early_phases=LOADED),
    Accident.EXPOSED: Kind(
        DECIDING, (*reports.ANYBODY, None), ("position",), About.NOT_FACE_UP, by_whom=True, early_phases=LOADED
    ),
    Accident.BASKET: Kind(PLAYED, reports.ANYBODY, ("position",), About.IN_PLAY, by_whom=True, early_phases=LOADED),
    Accident.MISPLACED: Kind(DECIDING, (fx.Party.CROUPIER,)),
    Accident.CARTA_CALLED: Kind((Phase.BANKER, Phase.SHOW, Phase.SETTLE), (fx.Party.CROUPIER,), uncounted=True),
    Accident.TWO_THIRDS: Kind((Phase.BANKER, Phase.SHOW, Phase.SETTLE), (fx.Party.BANKER,), ("hand",), takes_card=True),
    Accident.CARD_OFFERED: Kind((Phase.CARRY, Phase.LIFT, Phase.WORD, *DRAWN), (fx.Party.BANKER,)),
    Accident.TOO_SLOW: Kind((Phase.LIFT, Phase.WORD), (fx.Party.PLAYER,), among_people=True),
    Accident.ADVICE: Kind(DECIDING, reports.NOT_THE_CROUPIER, ("hand",), among_people=True, by_whom=True),
    Accident.MISSPOKEN: Kind((*DRAWN, Phase.SHOW), (fx.Party.PLAYER,)),
    Accident.OTHER: Kind(ANYWHERE, (None, *reports.ANYBODY), among_people=True),
}
"""What staff can report, at every step at which it can be seen. Cards too many, a hand laid down early and cards lifted
by another are acts of the table.
"""


OF_THE_HOLDER = frozenset({Accident.TOO_SLOW, Accident.MISSPOKEN})
"""What nobody does but the player who holds the cards."""


class Accidents(reports.Accidents[State, Report]):
    """The accidents of chemin de fer."""

    kinds: Mapping[Accident, Kind] = KINDS
    report = Report
    hands: tuple[str, ...] = HANDS
    coup: tuple[str, ...] = COUP
    drawing: tuple[str, ...] = DECIDING
    require_no_advice: reports.Check = remedies.require_no_advice
    require_named_rightly: reports.Check = rule("HP.CF.named-person", neutral=None)(reports.require_named_rightly)
    unusable: reports.Remedy = remedies.unusable
    keeps_its_value: reports.Remedy = remedies.keeps_its_value
    require_adviser: reports.Check = staticmethod(remedies.require_adviser)
    exposed_in_shoe: reports.Finds = staticmethod(exposed_in_shoe)
    misplaced: reports.Proposes = staticmethod(wrong_place)
    drawn_early: reports.Proposes = staticmethod(drawn_early)
    played_by_the_tables: reports.Remedy = remedies.played_by_the_tables

    def stuck_cards(self, state: State, drawn: tuple[int, ...] = ()) -> Proposal:
        early = (
            (*(card.position for card in shoe.early_cards(state.coup, state.docket)), *drawn)
            if self.is_undealt(state)
            else ()
        )
        return Proposal(remedies.stuck_cards(early, has_coup=state.phase in (Phase.BETS, *COUP)))

    def unforeseen(self, state: State, party: fx.Party | None) -> Proposal | None:
        if party is fx.Party.CROUPIER and state.phase in DECIDING:
            return wrong_place(state, None)
        state.book.authority.decide.use()
        return None

    def latest_places(self, state: State) -> tuple[str, ...]:
        match state.phase:
            case Phase.ANSWER | Phase.BANKER | Phase.SHOW | Phase.SETTLE:
                return tuple(third(hand) for hand in HANDS)
            case _ if self.is_undealt(state):
                return (fx.ASIDE,)
            case _:
                return tuple(map(str, HANDS))

    def holders(self, state: State) -> tuple[PersonId | None, ...]:
        return (state.holder,)

    def require_possible(self, state: State, accident: str, party: fx.Party | None, hand: str | None) -> Fault | None:
        match accident:
            case Accident.CARTA_CALLED if state.coup.punto.word is not Word.NO:
                return fault("carta-was-said")
            case Accident.TWO_THIRDS if hand is not None and not fx.at(state.coup.cards.layout, third(hand)):
                return fault("no-third-card", hand=str(hand))
            case _:
                return super().require_possible(state, accident, party, hand)

    def is_fit(self, state: State, what: Report, party: fx.Party, person: PersonId) -> bool:
        is_another = what.accident in OF_THE_HOLDER and person != state.holder
        return not is_another and super().is_fit(state, what, party, person)

    def rule_of_names(self, what: Report) -> Callable[[Fault], Fault | None]:
        return remedies.require_drawer if what.accident is Accident.EARLY_DRAW else super().rule_of_names(what)

    def finding(self, state: State, what: Report, card: fx.LaidCard | None) -> Finding:
        """Return what a report comes to; a choice that an earlier ruling took from a hand it does not give back."""
        found = self.remedy(state, what, card)
        if found.proposal is None:
            return found
        effects = tuple(as_bound(one, state.coup.cards.marks) for one in found.proposal.effects)
        return replace(found, proposal=replace(found.proposal, effects=effects))

    def remedy(self, state: State, what: Report, card: fx.LaidCard | None) -> Finding:
        match what.accident:
            case Accident.CARTA_CALLED:
                return carta_call_finding(state, shoe.uncounted_positions(state.shoe, what.count))
            case Accident.TWO_THIRDS:
                return two_thirds(state, what.hand or Hand.PUNTO)
            case Accident.CARD_OFFERED:
                return Finding(Proposal(remedies.natural_offered_cards()))
            case Accident.TOO_SLOW:
                remedies.held_too_long(state)
                return Finding(Proposal(remedies.plays_no_more(state)))
            case Accident.MISSPOKEN:
                return Finding(remedies.wrong_announcement(state))
            case Accident.EXPOSED | Accident.BASKET if card is not None:
                return about_a_card(state, what, card)
            case _:
                return super().remedy(state, what, card)


ACCIDENTS = Accidents()
acts.decides(Report)(partial(reports.report, ACCIDENTS))
acts.decides(acts.PickUp)(partial(reports.pick_up, remedies.require_staff_at_floor))
