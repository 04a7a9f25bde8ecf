"""Conduct, the clock at the cards, and reports: when each can be made, and the remedy that its clause gives."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace

from tapete.clauses import Fault, Sourced, fault, first_fault, rule, trace
from tapete.games.baccarat import effects as fx, incident as incidents
from tapete.games.baccarat.conflicts import Proposal, Remedy, propose
from tapete.games.baccarat.corrections import ClaimRecorded
from tapete.games.baccarat.marks import hand_cards, third
from tapete.games.baccarat.reckoning import is_open
from tapete.games.banked import reports, shoe
from tapete.games.banked.events import CardMoved, CardSeen, CardUncovered, TimeWarned
from tapete.games.banked.reports import About, Finding, Kind
from tapete.games.dos_panos import acts
from tapete.games.dos_panos.acts import RecordClaim, Report, Testify
from tapete.games.dos_panos.errors import deal, words
from tapete.games.dos_panos.events import TestimonyHeard
from tapete.games.dos_panos.rules import ClaimsEnd
from tapete.games.dos_panos.state import State, Testimony, with_statement
from tapete.games.dos_panos.terms import CLOTHS, COUP, HANDS, WORD_OF, Accident, Hand, Phase
from tapete.kernel import CLOCK, Decision, Event, PersonId, TimeLimit
from tapete.table.acts import TimeUp


@rule("DP.C5.03", neutral=())
def holds_no_more_cards(slow: PersonId | None) -> tuple[fx.Effect, ...]:
    """Who takes too long to announce their play may not go on holding the cards: from the next coup they pass on."""
    return () if slow is None else (fx.BarPerson(slow, fx.BarredAction.CARDS, fx.Until.SHOE),)


require_no_advice: Final = rule("DP.C5.04", neutral=None)(reports.require_no_advice)


@rule("DP.C5.04", neutral=None, names_a_pass=False)
def require_adviser(state: State, hand: Hand, person: PersonId) -> Fault | None:
    """The croupier may advise, and to think about one's own cards is no advice."""
    if person == state.croupier():
        return fault("croupier-may-advise")
    plays = state.banker if hand is Hand.BANCA else state.holder(hand)
    return fault("advice-own", person=person) if person == plays else None


def played_by_the_tables(state: State, hand: Hand) -> tuple[fx.Effect, ...]:
    """Return what binds the advised side: the scheme, standing on five; the banker the table, as by an own error."""
    if not state.book.advice.outside_binds.use():
        return ()
    return (
        (fx.BindToTable(hand, fault_of=fx.Party.BANKER),)
        if hand is Hand.BANCA
        else (fx.BindToScheme(hand, fx.Cell.STAND),)
    )


@rule("DP.C5.06", neutral=())
def thrown_bank_counts(total: int) -> tuple[fx.Effect, ...]:
    """If the banker's cards are thrown in their score is taken as nought."""
    return (fx.LoseNatural(Hand.BANCA), fx.DeemTotal(Hand.BANCA, total))


@rule("DP.C5.07", neutral=())
def thrown_cloth_counts(cloth: Hand, total: int) -> tuple[fx.Effect, ...]:
    """If a cloth's cards are thrown in its score is taken as nought; against nought it is void."""
    return (fx.LoseNatural(cloth), fx.DeemTotal(cloth, total))


@rule("DP.C5.08", neutral=())
def picked_up(cards: fx.Layout) -> tuple[fx.Effect, ...]:
    """If it was the croupier who threw the cards in they are picked up again."""
    return tuple(fx.AssignCard(card.position, card.place) for card in cards)


@rule("DP.C5.09", neutral=())
def score_of_testimony(state: State, hand: Hand, total: int, *, has_third: bool) -> tuple[fx.Effect, ...]:
    """The score is rebuilt from what the player and the others say who saw it, unless the table knows the faces."""
    if not state.is_keyed:
        return ()
    return (fx.DeemTotal(hand, total, one_more=not has_third),)


@acts.decides(RecordClaim)
def claim(state: State, who: PersonId, what: RecordClaim) -> Decision:
    if wrong := reports.require_claim(state, who, state.history, what):
        return wrong
    late = (
        reports.is_paid(state, what.coup, (*COUP, Phase.BETS))
        and state.book.claims.end_with.use() is not ClaimsEnd.NEVER
    )
    return (ClaimRecorded(what.person, what.coup, what.note, not late),)


def cards_thrown(swept: incidents.Incident | None, hand: Hand) -> dict[int, str]:
    back = () if swept is None else (one for one in swept.proposed_effects if isinstance(one, fx.AssignCard))
    return {one.position: one.place for one in back if one.place in (hand, third(hand))}


@acts.decides(Testify)
def testify(state: State, who: PersonId, what: Testify) -> Decision:
    open_incident = next(
        (
            one
            for one in state.docket.open
            for found in one.faults
            if (found.code, found.facts.get("by"), found.facts.get("hand")) == (Accident.THROWN, "croupier", what.hand)
        ),
        None,
    )
    keyed = what.person is not None and who == state.croupier()
    person = what.person if keyed and what.person is not None else who
    thrown = cards_thrown(open_incident, what.hand)
    swept = [card for card in state.coup.cards.layout if card.position in thrown]
    saw = any(card.face_up or person in card.seen_by for card in swept)
    unseen = () if saw else tuple(CardSeen(card.position, person) for card in swept)
    is_noted_as_seen = keyed and state.is_observed and state.is_keyed  # nobody else knows who saw real cards
    wrong = first_fault(
        None if open_incident is not None else fault("no-testimony-asked", hand=str(what.hand)),
        None if state.seats.is_at_table(person) or person == state.banker else fault("not-at-table"),
        None if saw or is_noted_as_seen else require_seen(person),
        fault("nothing-changes") if Testimony(person, what.hand, what.total) in state.coup.testimonies else None,
    )
    if wrong or open_incident is None:
        return wrong or ()
    heard = Testimony(person, what.hand, what.total)
    widened = incidents.IncidentWidened(with_testimony(state, open_incident, heard))
    return (*unseen, TestimonyHeard(person, what.hand, what.total), widened)


@rule("DP.C5.09", neutral=None)
def require_seen(person: PersonId) -> Fault | None:
    """The score is rebuilt from what those say who saw the cards: nobody else is heard."""
    return fault("cards-not-seen", person=person)


def with_testimony(state: State, open_incident: incidents.Incident, heard: Testimony) -> incidents.Incident:
    """Return the incident of a thrown hand with what its witnesses say now; if they agree, nothing is left to judge."""
    has_third = third(heard.hand) in cards_thrown(open_incident, heard.hand).values()
    said = [one.total for one in with_statement(state.coup.testimonies, heard) if one.hand == heard.hand]
    score = partial(score_of_testimony, state, heard.hand, has_third=has_third)
    made = [propose(partial(score, total)) for total in dict.fromkeys(said)]
    others = [
        one
        for one in incidents.proposals_of(open_incident)
        if not one.effects
        or not all(isinstance(each, fx.DeemTotal) and each.hand == heard.hand for each in one.effects)
    ]
    return incidents.extend_incident(msgspec.structs.replace(open_incident, proposals=tuple(others)), (), made)


# The texts give no seconds: those are the house's. The clock decides nothing. It warns the croupier, of the cards first
# and then of the word that is still missing, and the croupier may report it.

ANNOUNCE = "announce"


class RunningTime(msgspec.Struct, frozen=True):
    """Whose time runs before which cloth, how long, and what for: to look, to hold the cards, or to announce."""

    person: PersonId
    cloth: Hand
    seconds: Sourced[int]
    name: str


def running_time(state: State) -> RunningTime | None:
    cloth = next((one for one, phase in WORD_OF.items() if phase is state.phase), None)
    if cloth is None or state.docket.open:
        return None
    player, side, rules = state.holder(cloth), state.coup.side(cloth), state.book.conduct
    if player is None or player == state.croupier():
        return None
    if not side.is_warned:
        watched, seconds = (rules.long_hold, rules.hold_s) if side.is_lifted else (rules.slow_look, rules.look_s)
        if watched.use():
            return RunningTime(player, cloth, seconds, "hold" if side.is_lifted else "look")
    return None if side.is_word_late else time_to_announce(player, cloth, rules.announce_s)


@rule("DP.C5.03", neutral=None)
def time_to_announce(player: PersonId, cloth: Hand, seconds: Sourced[int]) -> RunningTime | None:
    """Nobody takes too long to announce their play: whoever has been warned of their cards has so long to speak."""
    return RunningTime(player, cloth, seconds, ANNOUNCE)


def time_limit(state: State) -> TimeLimit | None:
    with trace():
        found = running_time(state)
    return None if found is None else TimeLimit(str(state.phase), found.seconds.value, TimeUp(), found.name)


@acts.decides(TimeUp)
def time_up(state: State, who: PersonId, _what: TimeUp) -> Decision:
    if wrong := (fault("not-yours") if who != CLOCK else incidents.require_no_incident(state.docket)):
        return wrong
    found = running_time(state)
    if found is None:
        return fault("no-time-limit")
    late = found.name == ANNOUNCE
    return (TimeWarned(found.person, found.seconds.use(), found.cloth, is_word_late=late),)


# What a report comes to: the remedy of each accident, by the clause that says so, and where the cards are by it.

DECIDING = (Phase.DEAL, Phase.CARRY, Phase.FIRST_WORD, Phase.SECOND_WORD, Phase.ANSWER, Phase.BANKER)
"""Cards are distributed, and somebody has still something to decide."""


def with_waivers(made: Proposal, others: tuple[Remedy, ...]) -> Proposal:
    """Return a proposal with what the director may decide instead, where it leaves the remedy to an official."""
    # what is waived is the early card alone
    annulled = tuple(one for one in made.effects if isinstance(one, fx.VoidCoup))
    others = tuple(replace(one, effects=(*one.effects, *annulled)) for one in others)
    return replace(made, alternatives=others) if made.open_to_judgement else made


def exposed_in_shoe(state: State, card: fx.LaidCard) -> Finding:
    if card.position in deal.early_cards(state):
        return Finding(deal.against_early_card(state, deal.unusable(card.position)))
    again: tuple[fx.Effect, ...] = (fx.GoBack(Phase.DEAL),) if state.phase is Phase.FIRST_WORD else ()
    return Finding(Proposal((*deal.unusable(card.position), *again)))


def mislaid(state: State, card: fx.LaidCard | None) -> Proposal:
    if card is None:
        return deal.mislaid((), evident=False, authority=state.authority)
    unseen = not card.face_up and not card.seen_by
    return deal.mislaid((shoe.way_back(state.coup, state.docket, card),), evident=unseen, authority=state.authority)


def about_a_card(state: State, what: Report, card: fx.LaidCard) -> Finding:
    home = shoe.card_at_home(state.docket, card)
    back = shoe.way_back(state.coup, state.docket, home)
    if what.accident is Accident.BASKET:
        made = deal.fallen_early_card(state, card.position, back) or deal.fallen_into_basket(state, home, back)
        return Finding(made, shoe.move_card(state.coup, card, fx.BASKET))
    made = None if what.fault_of is None and what.person is not None else deal.exposed_card(state, home, what.fault_of)
    revised = {} if made is None else dict.fromkeys(reports_of_same_hand(state, home), incidents.NOTHING_MORE)
    if what.fault_of is None and what.person is not None:
        return Finding(made, (CardSeen(card.position, what.person),), revised)
    by = what.fault_of or fx.Party.BANKER  # who deals, where nobody is said to have turned it over
    return Finding(made, (CardUncovered(card.position, by), *shoe.show_card(state.coup, card)), revised)


def reports_of_same_hand(state: State, card: fx.LaidCard) -> tuple[int, ...]:
    """Return the numbers of the faults by which the open incident was told that a card of this hand was exposed."""
    hand = {one.position for one in fx.at(shoe.with_cards_at_home(state.coup, state.docket).cards.layout, card.place)}
    return incidents.fault_numbers(
        state.docket, lambda one: one.code == Accident.EXPOSED and one.facts.get("position") in hand
    )


def thrown(state: State, what: Report, hand: Hand) -> Finding:
    if what.fault_of is fx.Party.CROUPIER:
        swept = hand_cards(state.coup.cards.layout, hand)
        return Finding(Proposal(picked_up(swept)), into_basket(swept))
    total = state.book.thrown.deemed_total.value
    counts = thrown_bank_counts(total) if hand is Hand.BANCA else thrown_cloth_counts(hand, total)
    return Finding(Proposal(counts), into_basket(fx.at(state.coup.cards.layout, hand)))


def into_basket(cards: fx.Layout) -> tuple[Event, ...]:
    return tuple(CardMoved(card.position, fx.BASKET) for card in cards)


# The accidents of this table: when each can be reported, by whose hand it can have happened, with which facts.

LOADED = (Phase.CUSTODY, Phase.BETWEEN, Phase.BANCO, Phase.BETS)
"""A shoe lies ready and no cards are dealt."""
PLAYED = (*DECIDING, Phase.SHOW)
BEFORE_WORDS = (Phase.DEAL, Phase.CARRY, Phase.FIRST_WORD)
SPOKEN = (Phase.SECOND_WORD, Phase.ANSWER, Phase.BANKER)
ANYWHERE = tuple(one for one in Phase if one is not Phase.CLOSED)

KINDS: Mapping[Accident, Kind] = {
    Accident.EARLY_DRAW: Kind((*LOADED, Phase.DEAL), (fx.Party.BANKER,), ("count",), uncounted=True),
    Accident.EXPOSED_IN_SHOE: Kind(
        BEFORE_WORDS, (None, fx.Party.BANKER), about=About.JUST_DRAWN, takes_card=True, early_phases=LOADED
    ),
    Accident.STUCK: Kind(PLAYED, (None, fx.Party.BANKER), uncounted=True, early_phases=LOADED),
    Accident.FLOOR: Kind(COUP, (None, *reports.ANYBODY), ("position",), About.NOT_ON_FLOOR, early_phases=LOADED),
    Accident.EXPOSED: Kind(DECIDING, (*reports.ANYBODY, None), ("position",), About.NOT_FACE_UP, by_whom=True),
    Accident.MISPLACED: Kind(DECIDING, (fx.Party.BANKER, fx.Party.CROUPIER), about=About.IN_PLAY),
    Accident.BASKET: Kind(PLAYED, (None, *reports.ANYBODY), ("position",), About.IN_PLAY),
    Accident.THROWN: Kind(PLAYED, (fx.Party.PLAYER, fx.Party.BANKER, fx.Party.CROUPIER), ("hand",)),
    Accident.WRONG_HOLDER: Kind(
        (*WORD_OF.values(), Phase.CARRY, Phase.ANSWER, Phase.BANKER, Phase.SHOW),
        (fx.Party.PLAYER, fx.Party.BYSTANDER),
        ("hand",),
        by_whom=True,
        named_for=frozenset({fx.Party.PLAYER, fx.Party.BYSTANDER}),
    ),
    Accident.TWO_WORDS: Kind(SPOKEN, (fx.Party.PLAYER,), ("hand",)),
    Accident.MISSPOKEN: Kind((*SPOKEN, Phase.SHOW), (fx.Party.PLAYER,), ("hand",)),
    Accident.MISANNOUNCED: Kind((Phase.ANSWER, Phase.BANKER, Phase.SHOW, Phase.SETTLE), (fx.Party.BANKER,)),
    Accident.TOO_SLOW: Kind(tuple(WORD_OF.values()), (fx.Party.PLAYER,), among_people=True),
    Accident.ADVICE: Kind(DECIDING, reports.NOT_THE_CROUPIER, ("hand",), among_people=True, by_whom=True),
    Accident.OTHER: Kind(ANYWHERE, (None, *reports.ANYBODY), among_people=True),
}
"""What staff can report, at every step at which it can be seen. A card dealt or given to the wrong hand, and a hand
turned up that holds no natural, are acts of the table.
"""

OF_A_CLOTH = frozenset({Accident.WRONG_HOLDER, Accident.TWO_WORDS, Accident.MISSPOKEN})


def require_thrown(state: State, party: fx.Party | None, hand: str | None) -> Fault | None:
    own = fx.Party.BANKER if hand == Hand.BANCA else fx.Party.PLAYER
    if hand is None or party not in (own, fx.Party.CROUPIER):
        return fault("party-unfit", parties=[str(own), str(fx.Party.CROUPIER)])
    if is_open(state.coup.cards, hand):
        return require_unshown_bank() if hand == Hand.BANCA else require_unshown_cloth(hand)
    return None if len(fx.at(state.coup.cards.layout, hand)) == 2 else fault("too-few-cards", hand=hand)


@rule("DP.C5.06", neutral=None)
def require_unshown_bank() -> Fault | None:
    """A bank that was shown keeps its score, wherever its cards go."""
    return fault("hand-is-open", hand=Hand.BANCA)


@rule("DP.C5.07", neutral=None)
def require_unshown_cloth(hand: str) -> Fault | None:
    """So does a cloth."""
    return fault("hand-is-open", hand=hand)


class Accidents(reports.Accidents[State, Report]):
    """The accidents of the two-cloth game."""

    kinds: Mapping[Accident, Kind] = KINDS
    report = Report
    hands: tuple[str, ...] = HANDS
    coup: tuple[str, ...] = COUP
    drawing: tuple[str, ...] = DECIDING
    require_no_advice: reports.Check = require_no_advice
    require_named_rightly: reports.Check = rule("HP.DP.named-person", neutral=None)(reports.require_named_rightly)
    unusable: reports.Remedy = deal.unusable
    keeps_its_value: reports.Remedy = deal.keeps_its_value
    require_adviser: reports.Check = staticmethod(require_adviser)
    played_by_the_tables: reports.Remedy = staticmethod(played_by_the_tables)
    exposed_in_shoe: reports.Finds = staticmethod(exposed_in_shoe)
    misplaced: reports.Proposes = staticmethod(mislaid)
    drawn_early: reports.Proposes = staticmethod(deal.drawn_early)

    def stuck_cards(self, state: State, drawn: tuple[int, ...] = ()) -> Proposal:
        is_undealt = super().is_undealt(state)  # a card that fell was dealt
        early = tuple(sorted(deal.early_cards(state).union(drawn))) if is_undealt else ()
        void = deal.stuck_cards(early, has_coup=state.phase in (Phase.BETS, *COUP))
        return deal.against_early_card(state, void) if early else Proposal(void)

    def unforeseen(self, state: State, _party: fx.Party | None) -> None:
        state.authority.decide.use()

    def latest_places(self, state: State) -> tuple[str, ...]:
        return (fx.ASIDE,) if state.is_undealt else tuple(map(str, HANDS))

    def holders(self, state: State) -> tuple[PersonId | None, ...]:
        return tuple(state.holder(cloth) for cloth in CLOTHS)

    def is_undealt(self, state: State) -> bool:
        return state.is_undealt

    def require_possible(self, state: State, accident: str, party: fx.Party | None, hand: str | None) -> Fault | None:
        if accident in OF_A_CLOTH and hand not in CLOTHS:
            return fault("not-of-the-bank")
        if wrong := super().require_possible(state, accident, party, hand):
            return wrong
        match accident:
            case Accident.TWO_WORDS if hand is not None and state.coup.side(hand).word is None:
                return fault("no-word-said")
            case Accident.TWO_WORDS if any(fx.at(state.coup.cards.layout, third(cloth)) for cloth in CLOTHS):
                return fault("report-not-now", window=str(state.phase))
            case Accident.MISSPOKEN if hand is not None and is_open(state.coup.cards, hand):
                return fault("hand-is-open", hand=hand)
            case Accident.MISANNOUNCED:
                return words.require_new_score(state)
            case Accident.THROWN:
                return require_thrown(state, party, hand)
            case _:
                return None

    def require_fit_person(self, state: State, what: Report) -> Fault | None:
        person, party = what.person, what.fault_of
        entitled: tuple[PersonId | None, ...] = ()
        if what.accident is Accident.WRONG_HOLDER and what.hand is not None and what.hand in CLOTHS:
            entitled = (state.coup.side(what.hand).holder, state.banker, state.croupier())
        if person is not None and party is not None and person in entitled:
            return self.require_named_rightly(fault("person-unfit", person=person, party=str(party)))
        return super().require_fit_person(state, what)

    def finding(self, state: State, what: Report, card: fx.LaidCard | None) -> Finding:
        """Return what a report comes to; while early cards wait, the director may have them discarded instead."""
        found, is_early = self.remedy(state, what, card), what.accident is Accident.EARLY_DRAW
        others = deal.waivers(state, shoe.uncounted_positions(state.shoe, what.count) if is_early else ())
        if not others:
            return found
        earlier = (made for one in state.docket.open[:1] for made in incidents.proposals_of(one))
        revised = {at: with_waivers(found.revised.get(at) or one, others) for at, one in enumerate(earlier)}
        made = with_waivers(found.proposal or incidents.open_proposal(state.authority), others)
        return replace(found, proposal=made, revised=revised)

    def remedy(self, state: State, what: Report, card: fx.LaidCard | None) -> Finding:
        hand = what.hand or Hand.PRIMERO
        match what.accident:
            case Accident.EXPOSED | Accident.BASKET if card is not None:
                return about_a_card(state, what, card)
            case Accident.THROWN:
                return thrown(state, what, hand)
            case Accident.WRONG_HOLDER if what.person is not None:
                seen = tuple(CardSeen(one.position, what.person) for one in fx.at(state.coup.cards.layout, hand))
                return Finding(deal.wrong_holder(state, hand, what.person), seen)
            case Accident.TWO_WORDS:
                return Finding(words.two_words(state, hand))
            case Accident.MISSPOKEN:
                return Finding(Proposal(words.shows_his_cards(hand)))
            case Accident.MISANNOUNCED:
                return Finding(words.misannounced(state))
            case Accident.TOO_SLOW:
                cloth = next(one for one, phase in WORD_OF.items() if phase is state.phase)
                return Finding(Proposal(holds_no_more_cards(state.holder(cloth))))
            case _:
                return super().remedy(state, what, card)


ACCIDENTS = Accidents()
acts.decides(Report)(partial(reports.report, ACCIDENTS))
acts.decides(acts.PickUp)(partial(reports.pick_up, deal.require_staff_at_floor))
