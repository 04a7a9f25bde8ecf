"""Remedies for conduct: slowness, advice, hands thrown away, late claims, and the clock at the cards."""

from __future__ import annotations

from functools import partial

import msgspec

from tapete.clauses import Fault, Sourced, fault, first_fault, rule, trace
from tapete.games.baccarat import effects as fx
from tapete.games.baccarat.conflicts import Proposal, propose
from tapete.games.baccarat.corrections import ClaimRecorded
from tapete.games.baccarat.incident import Incident, IncidentWidened, extend_incident, proposals_of, require_no_incident
from tapete.games.baccarat.marks import third
from tapete.games.banked import reports
from tapete.games.banked.events import CardSeen, TimeWarned
from tapete.games.dos_panos import acts
from tapete.games.dos_panos.acts import RecordClaim, Testify
from tapete.games.dos_panos.events import TestimonyHeard
from tapete.games.dos_panos.rules import ClaimsEnd
from tapete.games.dos_panos.state import State, Testimony, with_statement
from tapete.games.dos_panos.terms import COUP, WORD_OF, Accident, Hand, Phase
from tapete.kernel import CLOCK, Decision, PersonId, TimeLimit
from tapete.table.acts import TimeUp


@rule("DP.C5.03", neutral=())
def holds_no_more_cards(slow: PersonId | None) -> tuple[fx.Effect, ...]:
    """Who takes too long to announce their play may not go on holding the cards: from the next coup they pass on."""
    return () if slow is None else (fx.BarPerson(slow, fx.BarredAction.CARDS, fx.Until.SHOE),)


require_no_advice = rule("DP.C5.04", neutral=None)(reports.require_no_advice)


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


def thrown_hand(state: State, hand: Hand) -> Proposal:
    total = state.book.thrown.deemed_total.value
    return Proposal(thrown_bank_counts(total) if hand is Hand.BANCA else thrown_cloth_counts(hand, total))


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


def is_over(state: State, coup: int) -> bool:
    return coup < state.coup.number or state.phase not in (*COUP, Phase.BETS)


@acts.decides(RecordClaim)
def claim(state: State, who: PersonId, what: RecordClaim) -> Decision:
    if wrong := reports.require_claim(state, who, state.history, what):
        return wrong
    late = is_over(state, what.coup) and state.book.claims.end_with.use() is not ClaimsEnd.NEVER
    return (ClaimRecorded(what.person, what.coup, what.note, not late),)


def cards_thrown(swept: Incident | None, hand: Hand) -> dict[int, str]:
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
    widened = IncidentWidened(with_testimony(state, open_incident, heard))
    return (*unseen, TestimonyHeard(person, what.hand, what.total), widened)


@rule("DP.C5.09", neutral=None)
def require_seen(person: PersonId) -> Fault | None:
    """The score is rebuilt from what those say who saw the cards: nobody else is heard."""
    return fault("cards-not-seen", person=person)


def with_testimony(state: State, open_incident: Incident, heard: Testimony) -> Incident:
    """Return the incident of a thrown hand with what its witnesses say now; if they agree, nothing is left to judge."""
    has_third = third(heard.hand) in cards_thrown(open_incident, heard.hand).values()
    said = [one.total for one in with_statement(state.coup.testimonies, heard) if one.hand == heard.hand]
    score = partial(score_of_testimony, state, heard.hand, has_third=has_third)
    made = [propose(partial(score, total)) for total in dict.fromkeys(said)]
    others = [
        one
        for one in proposals_of(open_incident)
        if not one.effects
        or not all(isinstance(each, fx.DeemTotal) and each.hand == heard.hand for each in one.effects)
    ]
    return extend_incident(msgspec.structs.replace(open_incident, proposals=tuple(others)), (), made)


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
def time_up(state: State, who: PersonId, what: TimeUp) -> Decision:
    del what
    if wrong := (fault("not-yours") if who != CLOCK else require_no_incident(state.docket)):
        return wrong
    found = running_time(state)
    if found is None:
        return fault("no-time-limit")
    late = found.name == ANNOUNCE
    return (TimeWarned(found.person, found.seconds.use(), found.cloth, is_word_late=late),)
