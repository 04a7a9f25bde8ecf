"""Reports by the staff of a banked table: what can have happened at a step, with which facts, and its incident."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from enum import Enum
from functools import partial
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from tapete.clauses import Fault, fault, first_fault, is_traced, trace
from tapete.games.baccarat import effects as fx, incident as incidents
from tapete.games.baccarat.conflicts import Proposal, weigh_anew
from tapete.games.baccarat.corrections import ClaimNote
from tapete.games.banked import shoe
from tapete.games.banked.acts import PickUp, Report
from tapete.games.banked.coup import Coup, SettledCoup
from tapete.games.banked.events import CardMoved
from tapete.games.banked.shoe import early_cards
from tapete.games.banked.state import SHOW, State
from tapete.kernel import Choice, Count, Decision, Event, Field, FixedValue, Irregular, Note, People, PersonId
from tapete.table.staff import roles_of

MOST_UNCOUNTED = 6
"""Cards that one report can say have left the shoe uncounted."""


class Combination(msgspec.Struct, frozen=True):
    """Parties, hands and people of whom each can stand in a report with each; ``None`` among them: nobody is named."""

    parties: tuple[fx.Party | None, ...]
    hands: tuple[str, ...]
    people: tuple[PersonId | None, ...]

    @property
    def example(self) -> dict[str, Any]:
        return {
            "fault_of": self.parties[0],
            "hand": next(iter(self.hands), None),
            "person": next(iter(self.people), None),
        }


class Reportable(msgspec.Struct, frozen=True):
    """An accident that may have happened at this step, and what a report of it may say.

    ``example``: a report with the first value of each fact; ``facts``: the fields that it needs; ``people``:
    named where it matters; ``most_uncounted``: cards can have left the shoe by it, so many; ``combinations``: what goes
    together.
    """

    example: Report
    parties: tuple[fx.Party | None, ...]
    facts: tuple[str, ...]
    positions: tuple[int, ...]
    hands: tuple[str, ...]
    people: tuple[PersonId, ...] = ()
    most_uncounted: int = 0
    combinations: tuple[Combination, ...] = ()

    @property
    def accident(self) -> str:
        return self.example.accident

    @property
    def offers(self) -> tuple[tuple[Report, dict[str, Field]], ...]:
        """Return reports, each an example with what may stand in its fields, in any combination."""
        return tuple((replace(self.example, **one.example), self._fields(one)) for one in self.combinations)

    def _fields(self, one: Combination) -> dict[str, Field]:
        found: dict[str, Field] = {"accident": FixedValue(str(self.accident)), "needs": Note(self.facts)}
        found["fault_of"] = Choice(tuple(None if party is None else str(party) for party in one.parties))
        if self.positions:
            found["position"] = Choice(self.positions if "position" in self.facts else (None, *self.positions))
        if one.hands:
            found["hand"] = Choice(tuple(str(hand) for hand in one.hands))
        if one.people:
            found["person"] = People(tuple(None if who is None else str(who) for who in one.people))
        if self.most_uncounted:
            found["count"] = Count(1 if "count" in self.facts else 0, self.most_uncounted)
        return found


# What can happen that no act of a table records by itself: a game gives one :class:`Accidents`, with a :class:`Kind`
# for each, and the functions that its clauses decide.


ANYBODY = (fx.Party.PLAYER, fx.Party.BANKER, fx.Party.CROUPIER, fx.Party.BYSTANDER)
NOT_THE_CROUPIER = (fx.Party.PLAYER, fx.Party.BANKER, fx.Party.BYSTANDER)


class About(Enum):
    """Which cards an accident can have happened to: those in play, but for some."""

    ANY = "any"
    """Any card out of the shoe, if one is named at all."""
    IN_PLAY = "in-play"
    NOT_ON_FLOOR = "not-on-floor"
    NOT_FACE_UP = "not-face-up"
    JUST_DRAWN = "just-drawn"
    """A card that was drawn last; where cards come out of the shoe it may be the next one, and then nobody names it."""


class Kind(msgspec.Struct, frozen=True):
    """When an accident can be reported, by whose hand it can have happened, and the ``facts`` that a report needs.

    ``among_people``: also where the table itself deals every card. ``by_whom``: the person makes a difference;
    ``named_for``: by these hands they must be named. ``uncounted``: cards leave the shoe that nobody counted;
    ``takes_card``: another one does, unless the report names one. ``early_phases``: only while an early card is out.
    """

    phases: tuple[str, ...]
    parties: tuple[fx.Party | None, ...] = (None,)
    facts: tuple[str, ...] = ()
    about: About = About.ANY
    among_people: bool = False
    by_whom: bool = False
    named_for: frozenset[fx.Party] = frozenset()
    uncounted: bool = False
    takes_card: bool = False
    early_phases: tuple[str, ...] = ()

    @property
    def is_hand_required(self) -> bool:
        return "hand" in self.facts

    @property
    def is_card_required(self) -> bool:
        return "position" in self.facts


class Finding(msgspec.Struct, frozen=True):
    """What the rules make of a report (``None``: they say nothing), and where the cards are by it. ``revised``:
    what they make of earlier faults of the open incident now, by their number.
    """

    proposal: Proposal | None
    movements: tuple[Event, ...] = ()
    revised: Mapping[int, Proposal | None] = {}


Check = Callable[..., Fault | None]
Remedy = Callable[..., tuple[fx.Effect, ...]]
Finds = Callable[..., Finding]
Proposes = Callable[..., Proposal]
S = TypeVar("S", bound=State[Any])
R = TypeVar("R", bound=Report)
T = TypeVar("T", bound=State[Any], contravariant=True)


class Accidents(Protocol[T, R]):
    """What one game says of accidents: when each can have happened, and what its clauses make of a report.

    ``coup`` are the phases in which cards move, ``drawing`` those in which one may leave the shoe. Accidents that the
    games share are answered here, by the rules that each signs.

    A rule of a game is named bare; a plain function is a ``staticmethod``, which is not asked for its game.
    """

    kinds: Mapping[Any, Kind]
    report: type[R]
    hands: tuple[str, ...]
    coup: tuple[str, ...]
    drawing: tuple[str, ...]
    require_no_advice: Callable[[str, PersonId | None], Fault | None]
    require_named_rightly: Callable[[Fault], Fault | None]
    unusable: Callable[[int], tuple[fx.Effect, ...]]
    keeps_its_value: Callable[[fx.Effect], tuple[fx.Effect, ...]]
    require_adviser: Callable[[Any, Any, PersonId], Fault | None]
    played_by_the_tables: Callable[[Any, Any], tuple[fx.Effect, ...]]
    exposed_in_shoe: Callable[[Any, fx.LaidCard], Finding]
    misplaced: Callable[[Any, fx.LaidCard | None], Proposal]
    drawn_early: Callable[[Any, PersonId, tuple[int, ...]], Proposal]
    latest: tuple[Any, tuple[Reportable, ...]] | None = None
    """The state that was asked for its reports last, with the answer: people of one table ask one after the other."""

    def stuck_cards(self, state: T, drawn: tuple[int, ...] = ()) -> Proposal:
        """Return what follows from cards stuck together; ``drawn``: cards just found to be drawn too early."""
        ...

    def unforeseen(self, state: T, party: fx.Party | None) -> Proposal | None: ...
    def latest_places(self, state: T) -> tuple[str, ...]: ...

    def holders(self, state: T) -> tuple[PersonId | None, ...]: ...

    def is_undealt(self, state: T) -> bool:
        """Return True if no card has come to a hand, even one that fell: whatever is out was drawn too early."""
        at_home = shoe.with_cards_at_home(state.coup, state.docket)
        return state.phase not in self.coup or shoe.is_undealt(at_home, (*self.hands, fx.BASKET))

    def is_card_required(self, state: T, kind: Kind) -> bool:
        return kind.is_card_required or (kind.about is About.JUST_DRAWN and state.phase not in self.drawing)

    def require_possible(self, state: T, accident: str, party: fx.Party | None, hand: str | None) -> Fault | None:
        *sides, bank = self.hands
        match accident:
            case "early-draw" if state.phase == "deal" and not self.is_undealt(state):
                return fault("report-not-now", window=str(state.phase))
            case "early-draw" if state.banker is None and party is fx.Party.BANKER:
                return fault("no-bank")
            case "stuck" if state.phase == SHOW and not shoe.is_third_just_drawn(state.coup, bank, self.hands):
                return fault("report-not-now", window=str(state.phase))
            case "wrong-announcement" if state.coup.side(hand or sides[0]).word is None:
                return fault("no-word-said")
            case "advice" if party is fx.Party.BANKER and state.banker is not None and hand is not None:
                return self.require_adviser(state, hand, state.banker)
            case _:
                return None

    def require_fit_person(self, state: T, what: R) -> Fault | None:
        person, party = what.person, what.fault_of
        if person is None or party is None:
            return None
        if what.accident == "advice" and (own := self.require_adviser(state, what.hand or self.hands[0], person)):
            return own
        if self.is_fit(state, what, party, person):
            return None
        return self.rule_of_names(what)(unfit_person(state, party, person))

    def rule_of_names(self, _what: R) -> Callable[[Fault], Fault | None]:
        """Return the rule by which whoever is named is what the report calls them."""
        return self.require_named_rightly

    def is_fit(self, state: T, _what: R, party: fx.Party, person: PersonId) -> bool:
        match party:
            case fx.Party.BANKER:
                return person == state.banker
            case fx.Party.CROUPIER:
                return person == state.croupier()
            case fx.Party.PLAYER:
                return person != state.banker and state.seats.is_at_table(person)
            case fx.Party.BYSTANDER:
                players = self.holders(state) if state.phase in self.coup else ()
                return person not in (state.banker, state.croupier(), *players)

    def finding(self, state: T, what: R, card: fx.LaidCard | None) -> Finding:
        return self.remedy(state, what, card)

    def remedy(self, state: T, what: R, card: fx.LaidCard | None) -> Finding:
        """Return what the rules make of an accident, and where the cards are by it."""
        uncounted = shoe.uncounted_positions(state.shoe, what.count)
        match what.accident:
            case "early-draw":
                who = what.person or state.banker
                made = None if who is None else self.drawn_early(state, who, uncounted)
                stuck = incidents.fault_numbers(state.docket, lambda one: one.code == "stuck")
                revised = dict.fromkeys(stuck, weigh_anew(partial(self.stuck_cards, state, uncounted)))
                return Finding(made, shoe.cards_out(state.shoe, uncounted, fx.ASIDE, face_up=False), revised)
            case "exposed-in-shoe" if card is not None:
                return self.exposed_in_shoe(state, card)
            case "exposed-in-shoe":
                out = shoe.cards_out(state.shoe, (state.shoe.position,), fx.ASIDE, face_up=True)
                return Finding(Proposal(self.unusable(state.shoe.position)), out)
            case "stuck":
                out = shoe.cards_out(state.shoe, uncounted, fx.DISCARD, face_up=False)
                return Finding(self.stuck_cards(state), out)
            case "floor" if card is not None:
                back = shoe.way_back(state.coup, state.docket, shoe.card_at_home(state.docket, card))
                return Finding(Proposal(self.keeps_its_value(back)), shoe.move_card(state.coup, card, fx.FLOOR))
            case "misplaced":
                return Finding(self.misplaced(state, card))
            case "advice":
                return Finding(self.advice(state, what.hand or self.hands[0], what.person))
            case _:
                return Finding(self.unforeseen(state, what.fault_of))

    def advice(self, state: T, hand: str, adviser: PersonId | None) -> Proposal | None:
        """Return what follows from advice; a decision that was taken already cannot be bound any more."""
        self.require_no_advice(hand, adviser)
        decided = state.coup.side(hand).word if hand in state.coup.sides else state.coup.decision
        bound = () if decided is not None else self.played_by_the_tables(state, hand)
        return Proposal(bound) if bound else None


def reportable(accidents: Accidents[S, R], state: S, viewer: PersonId | None) -> tuple[Reportable, ...]:
    if viewer is None or incidents.require_report_authority(state.authority, state.staff, viewer):
        return ()
    latest = accidents.latest
    if latest is not None and latest[0] is state and not is_traced():
        return latest[1]
    found = tuple(_reportable(accidents, state))
    accidents.latest = (state, found)
    return found


def _reportable(accidents: Accidents[S, R], state: S) -> Iterator[Reportable]:
    for accident, kind in accidents.kinds.items():
        meant = () if require_time(accidents, state, kind) else parties_and_hands(accidents, state, accident)
        named = kind.is_card_required or kind.about is About.JUST_DRAWN
        cards = reportable_positions(accidents, state, kind) if named else ()
        needs_card = accidents.is_card_required(state, kind)
        if not meant or (needs_card and not cards):
            continue
        first = accidents.report(
            accident, None, cards[0] if needs_card else None, None, 1 if "count" in kind.facts else 0
        )
        combined = tuple(combinations(accidents, state, kind, first, meant))
        if not combined:
            continue
        parties = tuple(dict.fromkeys(party for party, _ in meant))
        hands = tuple(dict.fromkeys(hand for _, hand in meant if hand is not None))
        must_name = [one for one in combined if kind.named_for & set(one.parties)] or combined
        people = tuple(who for who in state.seats.people() if any(who in one.people for one in must_name))
        facts = (*kind.facts, "position") if needs_card and not kind.is_card_required else kind.facts
        example = replace(first, **combined[0].example)
        most = most_uncounted(state) if kind.uncounted else 0
        yield Reportable(example, parties, facts, cards, hands, people, most, combined)


def combinations(
    accidents: Accidents[S, R], state: S, kind: Kind, first: R, meant: tuple[tuple[fx.Party | None, str | None], ...]
) -> Iterator[Combination]:
    """Return which parties, hands and people go together in a report, each as few times as can be."""
    hands_of: dict[tuple[fx.Party | None, tuple[PersonId | None, ...]], tuple[str, ...]] = {}
    for party, hand in meant:
        named = nameable_people(accidents, state, kind, replace(first, fault_of=party, hand=hand))
        if named or not kind.by_whom:
            own = () if hand is None else (hand,)
            hands_of[party, named] = (*hands_of.get((party, named), ()), *own)
    parties_of: dict[tuple[tuple[str, ...], tuple[PersonId | None, ...]], tuple[fx.Party | None, ...]] = {}
    for (party, named), hands in hands_of.items():
        parties_of[hands, named] = (*parties_of.get((hands, named), ()), party)
    yield from (Combination(parties, hands, named) for (hands, named), parties in parties_of.items())


def nameable_people(accidents: Accidents[S, R], state: S, kind: Kind, what: R) -> tuple[PersonId | None, ...]:
    """Return whom a report by one party's hand can name, ``None`` first where it need name nobody."""
    if not kind.by_whom:
        return ()
    fit = (
        who for who in state.seats.people() if accidents.require_fit_person(state, replace(what, person=who)) is None
    )
    return (*(() if what.fault_of in kind.named_for else (None,)), *fit)


def parties_and_hands(
    accidents: Accidents[S, Any], state: S, accident: Any
) -> tuple[tuple[fx.Party | None, str | None], ...]:
    kind = accidents.kinds[accident]
    hands = accidents.hands if kind.is_hand_required else (None,)
    either = tuple((party, hand) for party in kind.parties for hand in hands)
    return tuple(one for one in either if accidents.require_possible(state, accident, *one) is None)


def reportable_positions(accidents: Accidents[S, Any], state: S, kind: Kind) -> tuple[int, ...]:
    """Return the cards that something can have happened to: those in play, on the table or on their way to it."""
    layout = state.coup.cards.layout if state.phase in accidents.coup else early_cards(state.coup, state.docket)
    if kind.about is About.JUST_DRAWN:
        places = accidents.latest_places(state)
        return tuple(card.position for card in layout if card.place in places)
    out = {fx.DISCARD, fx.BASKET, *([fx.FLOOR] if kind.about is About.NOT_ON_FLOOR else [])}
    lying = (one for one in layout if one.place not in out)
    down_only = kind.about is About.NOT_FACE_UP
    meant = (one.position for one in lying if not (down_only and one.face_up))
    return (*meant, *(one.position for one in state.coup.due_cards if not one.on_table))


def preview(accidents: Accidents[S, R], state: S, who: PersonId, what: R) -> incidents.Incident | Fault:
    """Return the incident that a report would open or widen, or the fault; it rests on what everybody sees."""
    decided = report(accidents, state, who, what)
    if not isinstance(decided, Irregular):
        return decided if isinstance(decided, Fault) else fault("no-such-report")
    return next(
        one.incident for one in decided.events if isinstance(one, incidents.IncidentOpened | incidents.IncidentWidened)
    )


def report(accidents: Accidents[S, R], state: S, who: PersonId, what: R) -> Decision:
    """Decide a report: the coup stands still until somebody has ruled. A second fault is weighed with the first."""
    card = card_of(state.coup, what.position)
    authority = incidents.require_report_authority(state.authority, state.staff, who)
    if wrong := authority or require_reportable(accidents, state, what, card):
        return wrong
    with trace() as trail:
        found = accidents.finding(state, what, card)
    trail.hand_on()
    named = {"by": what.fault_of, "hand": what.hand, "person": what.person}
    facts = {name: str(value) for name, value in named.items() if value is not None}
    at = {} if what.position is None else {"position": what.position}
    wrongs = (Fault(str(what.accident), {**facts, **at}, trail.rests_on),)
    proposals = (found.proposal or incidents.open_proposal(state.authority),)
    if state.docket.open:
        event = incidents.IncidentWidened(
            incidents.extend_incident(state.docket.open[0], wrongs, proposals, found.revised)
        )
        return Irregular((*found.movements, event), wrongs)
    opened = incidents.IncidentOpened(
        incidents.incident(state.docket, str(what.accident), who, wrongs, proposals, what.note)
    )
    return Irregular((*found.movements, opened), wrongs)


def card_of(coup: Coup, position: int | None) -> fx.LaidCard | None:
    on_way = (fx.LaidCard(one.position, one.place, None) for one in coup.due_cards if not one.on_table)
    return next((card for card in (*coup.cards.layout, *on_way) if card.position == position), None)


def require_reportable(accidents: Accidents[S, R], state: S, what: R, card: fx.LaidCard | None) -> Fault | None:
    kind = accidents.kinds[what.accident]
    return (
        require_time(accidents, state, kind)
        or require_facts(state, kind, what)
        or accidents.require_fit_person(state, what)
        or require_named_person(state, kind, what)
        or require_cards_left(state, kind, what, card)
        or require_fit_card(accidents, state, kind, what, card)
        or accidents.require_possible(state, what.accident, what.fault_of, what.hand if kind.is_hand_required else None)
    )


def require_time(accidents: Accidents[S, Any], state: S, kind: Kind) -> Fault | None:
    if not (state.is_observed or kind.among_people):
        return fault("cannot-happen-here")
    early = state.phase in kind.early_phases and (early_cards(state.coup, state.docket) or state.coup.due_cards)
    if state.phase in kind.phases or early:
        return None
    return fault("report-not-now", window=str(state.phase)) if state.phase in accidents.coup else fault("no-coup")


def require_facts(state: State[Any], kind: Kind, what: Report) -> Fault | None:
    """Return a Fault if it cannot have been by this hand, or if a fact is missing but for the card."""
    if what.fault_of not in kind.parties:
        return fault("party-unfit", parties=[str(one) for one in kind.parties if one is not None])
    given = {"count": what.count, "hand": what.hand, "person": what.person}
    needed = (*kind.facts, *(("person",) if what.fault_of in kind.named_for else ()))
    missing = [name for name in needed if name != "position" and not given[name]]
    return fault("fact-missing", facts=missing) if missing else None


def require_named_person(state: State[Any], kind: Kind, what: Report) -> Fault | None:
    absent = what.person is not None and not state.seats.is_at_table(what.person)
    return fault("not-at-table", person=what.person) if absent and what.fault_of in kind.named_for else None


def most_uncounted(state: State[Any]) -> int:
    """Return how many cards one report can say have left the shoe: no more than it holds."""
    left = state.shoe.size - state.shoe.position
    return min(MOST_UNCOUNTED, left) if state.shoe.size else MOST_UNCOUNTED


def require_cards_left(state: State[Any], kind: Kind, what: Report, card: fx.LaidCard | None) -> Fault | None:
    out = max(what.count, 1 if kind.takes_card and card is None else 0)
    exhausted = state.shoe.position + out > state.shoe.size > 0
    return fault("shoe-exhausted", position=state.shoe.position) if exhausted else None


def require_fit_card(
    accidents: Accidents[S, R], state: S, kind: Kind, what: R, card: fx.LaidCard | None
) -> Fault | None:
    if card is None:
        unneeded = what.position is None and not accidents.is_card_required(state, kind)
        return None if unneeded else fault("no-such-card", position=what.position)
    named = kind.is_card_required or kind.about is not About.ANY
    fits = not named or card.position in reportable_positions(accidents, state, kind)
    return None if fits else fault("not-of-this-card", position=what.position)


def pick_up(
    require_may_pick_up: Callable[[S, PersonId, int], Fault | None], state: S, who: PersonId, what: PickUp
) -> Decision:
    """Decide who picks a card up; if somebody else does it all the same, that is a case for an official."""
    if all(card.position != what.position or card.place != fx.FLOOR for card in state.coup.cards.layout):
        return fault("no-such-card", position=what.position)
    keyed = what.person is not None and state.is_observed and who == state.croupier()
    person = what.person if keyed and what.person is not None else who
    wrong = require_may_pick_up(state, person, what.position)
    up = CardMoved(what.position, fx.ASIDE)
    if wrong is None:
        return (up,)
    if not keyed or not state.docket.open:
        return wrong
    wrong = msgspec.structs.replace(wrong, facts={**wrong.facts, "person": person})
    widened = incidents.extend_incident(state.docket.open[0], (wrong,), (incidents.open_proposal(state.authority),))
    return Irregular((up, incidents.IncidentWidened(widened)), (wrong,))


def unfit_person(state: State[Any], party: fx.Party, person: PersonId) -> Fault:
    at_table = party is not fx.Party.PLAYER or state.seats.is_at_table(person)
    return fault("person-unfit", person=person, party=str(party)) if at_table else fault("not-at-table", person=person)


def is_paid(state: State[Any], coup: int, playing: Collection[str]) -> bool:
    """Return True if the stakes of a coup were paid or collected; ``playing``: the phases in which they are down."""
    return coup < state.coup.number or state.phase not in playing


def require_known(state: State[Any], history: Iterable[SettledCoup], person: PersonId) -> Fault | None:
    if person == state.banker or state.seats.is_at_table(person):
        return None
    played = (share.person for coup in history for share in (*coup.players, *coup.bank))
    return None if person in played else fault("unknown-person", person=person)


# Rules that several annexes word alike: each game signs them with its own clauses.


def require_named_rightly(wrong: Fault) -> Fault | None:
    """Whoever is named in a report is what the report calls them."""
    return wrong


def require_no_advice(hand: str, adviser: PersonId | None) -> Fault | None:
    """Nobody but the croupier may advise a player."""
    return fault("advice", hand=str(hand), person=adviser)


def require_staff_at_floor(state: State[Any], who: PersonId, position: int) -> Fault | None:
    """Only the croupier or another employee of the house picks up a card that fell to the floor."""
    return None if roles_of(state.staff, who) else fault("floor-card-for-staff", position=position)


def goes_through(who: PersonId, positions: tuple[int, ...]) -> tuple[fx.Effect, ...]:
    """Whoever drew cards too early goes through with the coup, in which they come first."""
    return (*(fx.SetAside(position) for position in positions), fx.BarPerson(who, fx.BarredAction.PASS, fx.Until.COUP))


def unusable(position: int) -> tuple[fx.Effect, ...]:
    """A card that comes out of the shoe face up is of no use: it is removed and the next one takes its place."""
    return (fx.Discard(position),)


def stuck_cards(early: tuple[int, ...] = (), *, has_coup: bool = True) -> tuple[fx.Effect, ...]:
    """Cards that come out stuck together annul the coup, if one is open; of those drawn too early none is used."""
    return (*(fx.Discard(position) for position in early), *((fx.VoidCoup(),) if has_coup else ()))


def keeps_its_value(way_back: fx.Effect) -> tuple[fx.Effect, ...]:
    """A fallen card keeps its value: it goes back to where it belonged, and the coup goes on."""
    return (way_back,)


def require_claim(state: State[Any], who: PersonId, history: Iterable[SettledCoup], what: ClaimNote) -> Fault | None:
    return first_fault(
        incidents.require_report_authority(state.authority, state.staff, who),
        require_known(state, history, what.person),
        None if 0 < what.coup <= state.coup.number else fault("no-such-coup", coup=what.coup),
    )
