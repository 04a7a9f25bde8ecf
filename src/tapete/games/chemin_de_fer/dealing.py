"""The shoe prepared, and cards out of it: dealt, carried, lifted, seen."""

from __future__ import annotations

from tapete.chance import CardOut, SealShoe
from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule, trace, with_clauses
from tapete.games.baccarat import procedure
from tapete.games.baccarat.conflicts import Proposal, propose
from tapete.games.baccarat.effects import Effect, GiveCards, at
from tapete.games.baccarat.incident import IncidentOpened, IncidentWidened, extend_incident, incident, open_proposal
from tapete.games.baccarat.procedure import CloseBets, CutPack, DrawAwaited, DueCard, ShufflePack, say
from tapete.games.banked import reconsideration
from tapete.games.banked.dealing import card_drawn
from tapete.games.banked.events import CardMoved, CardsCarried, CardsLifted, PackShuffled, ShoeWanted
from tapete.games.banked.shoe import InsertStopCard, StopCardIn, stop_card
from tapete.games.chemin_de_fer.acts import CarryCards, DealCard, DeclineCut, Lift, OfferCards
from tapete.games.chemin_de_fer.cards import require_card_check_done, require_nothing_pending
from tapete.games.chemin_de_fer.events import CutOffered, PackCut, PhaseOpened
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.findings import reporter
from tapete.games.chemin_de_fer.flow import NULL_COUP, next_hand, with_consequences
from tapete.games.chemin_de_fer.passing import start_shoe
from tapete.games.chemin_de_fer.people import may_stand_for, require_bank_player
from tapete.games.chemin_de_fer.remedies import MISDEAL, TOO_MANY, extra_card, require_card_left
from tapete.games.chemin_de_fer.stakes import close_bets
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, PREPARING, Cover, Hand, Phase
from tapete.kernel import CHANCE, Decision, Event, Irregular, PersonId, fold
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post


def end_betting(state: State, who: PersonId, what: CloseBets) -> Decision:
    """Decide that the betting closes. A coup that a ruling has decided already is not dealt: it goes to its end."""
    decided = close_bets(state, who, what)
    return with_consequences(state, *decided) if isinstance(decided, tuple) else decided


# --- dealing ----------------------------------------------------------------------------------------------------------


@rule("CF.B.40", "CF.C1.01", neutral=None)
def require_betting_closed(state: State) -> Fault | None:
    """Nobody draws, and the banker does not deal, before the croupier has closed the betting."""
    return fault("bets-open") if state.phase in (Phase.BETWEEN, Phase.BETS) else None


def require_draw_after_betting(state: State) -> Fault | None:
    """Return a Fault if a third card is drawn while the betting is open."""
    return require_betting_closed.where(state.phase in (Phase.BETWEEN, Phase.BETS), state)


@rule("CF.B.38", neutral=None)
def require_dealing_order(hand: Hand, due: Hand | None) -> Fault | None:
    """After the closing words the banker deals one card at a time and alternately, beginning with his opponent."""
    return None if hand is due else fault("deal-order", due=due, hand=str(hand))


def deal(state: State, who: PersonId, what: DealCard) -> Decision:
    """Decide one card of the deal. A card that should not come is refused, or, where it happened, an incident."""
    wrong = first_fault(require_betting_closed(state), require_bank_player(state, who), require_nothing_pending(state))
    if wrong:
        return wrong
    due = next_hand(state)
    turn = require_dealing_order(what.hand, due)
    if state.phase is Phase.DEAL and turn is None:
        return card_face_down(state, what.hand)
    if state.phase not in (Phase.DEAL, Phase.CARRY, Phase.LIFT, Phase.WORD):
        return require_phase(state, Phase.DEAL) or fault("deal-order", due=due)
    with trace() as trail:
        found, made = extra_card(state, what.hand, due)
    trail.hand_on()
    found = turn if turn is not None and found.code == turn.code else found
    if not state.is_observed:
        return with_clauses(found, *trail.rests_on)
    return Irregular((*card_face_down(state, what.hand), misdeal_incident(state, found, made)), (found,))


def misdeal_incident(state: State, found: Fault, made: Proposal | None) -> Event:
    """Return the incident of a card that should not have come; a second such card widens the first one's incident.

    A banker with more than two cards counts 0 whatever the order in which they came, so that clause covers both.
    """
    proposals = (made or open_proposal(state.book.authority),)
    earlier = next((one for one in state.docket.open if one.kind == MISDEAL), None)
    if earlier is None:
        return IncidentOpened(incident(state.docket, MISDEAL, reporter(state), (found,), proposals))
    return IncidentWidened(extend_incident(earlier, (found,), proposals, covers=found.code == TOO_MANY))


def card_face_down(state: State, hand: Hand) -> tuple[Event, ...]:
    waiting = state.coup.cards.marks.aside
    if state.phase is Phase.DEAL and waiting:
        # drawn before the betting had closed: it comes first
        return with_consequences(state, CardMoved(waiting[0].position, str(hand)))
    if empty := require_card_left(state):
        return (IncidentOpened(incident(state.docket, empty.code, reporter(state), (empty,), (NULL_COUP,))),)
    ordinal = len(at(state.coup.cards.layout, hand)) + 1
    shown = ordinal in state.coup.cards.marks.of(hand).open_cards
    return (*stop_card(state.shoe), DrawAwaited((DueCard(state.shoe.position, str(hand), shown),)))


def card_out(state: State, who: PersonId, what: CardOut) -> Decision:
    came = card_drawn(state, who, what)
    return came if isinstance(came, Fault) else with_consequences(state, came)


# --- the punto's cards ------------------------------------------------------------------------------------------------


@rule("CF.B.31", neutral=fault("wrong-window", window=""))
def require_reclaimable(state: State) -> Fault | None:
    """Cards given to another by mistake can be claimed back while he has not seen them."""
    if state.phase is Phase.LIFT and state.coup.punto.before != state.holder and not state.coup.punto.is_lifted:
        return None
    return fault("cards-seen") if state.coup.punto.is_lifted else fault("wrong-window", window=str(state.phase))


def require_time_to_carry(state: State) -> Fault | None:
    """Return a Fault unless the cards wait to be carried, or have been carried to another and can be claimed back."""
    if state.phase not in COUP:
        return fault("no-coup")
    return require_phase(state, Phase.CARRY) if state.phase in (Phase.DEAL, Phase.CARRY) else require_reclaimable(state)


def carry(state: State, who: PersonId, what: CarryCards) -> Decision:
    target = what.person or state.holder or who
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_time_to_carry(state),
        require_nothing_pending(state),
    )
    if wrong:
        return wrong
    if target != state.holder and not state.is_observed:
        return with_clauses(fault("not-entitled-to-cards", holder=state.holder), *clauses_of_right(state))
    return (CardsCarried(target), PhaseOpened(Phase.LIFT))


def lift(state: State, who: PersonId, what: Lift) -> Decision:
    """Decide that somebody lifts cards. Looking is an act: from then on he knows them, and nobody else does."""
    person = what.person if what.person is not None and who == state.croupier() and state.is_observed else who
    if what.hand is Hand.BANCA:
        return first_fault(
            None if person == state.banker or may_stand_for(state, person, state.banker) else fault("not-banker"),
            require_phase(state, Phase.CARRY, Phase.LIFT, Phase.WORD, Phase.ANSWER, Phase.BANKER),
            require_nothing_pending(state),
            reconsideration.require_not_looked(state.coup.cards, Hand.BANCA, person),
        ) or (CardsLifted(person, Hand.BANCA),)
    wrong = first_fault(require_phase(state, Phase.CARRY, Phase.LIFT), require_nothing_pending(state))
    if wrong:
        return wrong
    if person == state.holder and person == state.coup.punto.before:
        return (CardsLifted(person, Hand.PUNTO), PhaseOpened(Phase.WORD))
    if not state.is_observed or not state.seats.is_at_table(person) or person == state.banker:
        return not_the_holder(state)
    return take_by_another(state, person)


def not_the_holder(state: State) -> Fault:
    """Return the fault of somebody who reaches for the cards of another, with what gives them to that one."""
    return with_clauses(fault("not-your-cards", holder=state.holder), *clauses_of_right(state))


def clauses_of_right(state: State) -> tuple[str, ...]:
    """Return what gives the cards to the one who is entitled to them."""
    by = {Cover.SEGUIDO: ("CF.B.34",), Cover.STAKES: ("CF.B.25",)}
    return () if state.coup.award is None else by.get(state.coup.award.kind, ())


def take_by_another(state: State, person: PersonId) -> Decision:
    """Return the incident of a player who looked at cards that are another's."""
    holder, award, given = state.holder, state.coup.award, state.coup.punto.before == person
    if given:
        made = propose(lambda: seen_cards_are_kept(person))
    elif award is not None and award.kind is Cover.SEGUIDO and holder is not None:
        made = propose(lambda: grabbed_cards_go_back(holder))
    else:
        made = open_proposal(state.book.authority)
    found = Fault("cards-misdelivered" if given else "cards-grabbed", {"person": person, "holder": holder})
    opened = incident(state.docket, found.code, reporter(state), (found,), (made,))
    return Irregular((CardsLifted(person, Hand.PUNTO), IncidentOpened(opened)), (found,))


@rule("CF.B.31", "CF.B.32", neutral=())
def seen_cards_are_kept(person: PersonId) -> tuple[Effect, ...]:
    """Whoever was given the cards by mistake and has seen them, which he has by lifting them, plays them; see
    :func:`require_reclaimable`.
    """
    return (GiveCards(Hand.PUNTO, person),)


@rule("CF.B.34", "CF.B.35", neutral=())
def grabbed_cards_go_back(holder: PersonId) -> tuple[Effect, ...]:
    """Cards that another took before they were given to the caller of banco seguido are taken from him, seen or not,
    and given to the caller, who plays the coup.
    """
    return (GiveCards(Hand.PUNTO, holder),)


@rule("CF.B.03", neutral=None)
def require_shuffled(state: State) -> Fault | None:
    """At the beginning of every shoe the croupier shuffles, and then offers the cards to the players."""
    missing = {Phase.SHOE: "not-shuffled", Phase.SHUFFLED: "cards-not-offered"}.get(state.phase)
    return fault(missing) if missing else None


@rule("CF.B.06", neutral=None)
def require_last_shuffle(state: State) -> Fault | None:
    """When the cards come back the last shuffle is always the croupier's own."""
    return fault("croupier-shuffles-last") if state.phase is Phase.OFFERED else None


def shuffle(state: State, who: PersonId, _what: ShufflePack) -> Decision:
    """Decide a shuffle: the croupier's first and last one, a player's while the cards are on offer."""
    croupier = require_post(state.staff, who, Role.CROUPIER)
    if croupier and state.phase is Phase.OFFERED:
        return player_shuffles(state, who)
    wrong = first_fault(
        croupier,
        require_phase(state, Phase.SHOE, Phase.OFFERED),
        require_card_check_done(state),
        fault("shoe-wanted") if state.shoe.is_order_awaited else None,
    )
    if wrong:
        return wrong
    if state.phase is Phase.SHOE:
        return (PackShuffled(who), PhaseOpened(Phase.SHUFFLED))
    return (PackShuffled(who), ShoeWanted(state.shoe.number + 1, state.settings.decks * 52))


@rule("CF.B.05", neutral=lambda _state, _who: fault("players-do-not-shuffle"))
def player_shuffles(state: State, who: PersonId) -> Decision:
    """Any player may shuffle the cards on offer; as many as like to, in the order in which they ask."""
    return first_fault(
        None if state.seats.is_at_table(who) else fault("not-at-table"),
        fault("shoe-wanted") if state.shoe.is_order_awaited else None,
    ) or (PackShuffled(who),)


def offer(state: State, who: PersonId, _what: OfferCards) -> Decision:
    return first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_shuffled(state) if state.phase is Phase.SHOE else None,
        require_phase(state, Phase.SHUFFLED),
    ) or (*say(state, "cards-pass"), PhaseOpened(Phase.OFFERED))


def seal(state: State, who: PersonId, what: SealShoe) -> Decision:
    """Take up the order that chance fixed after the last shuffle; the cut is offered."""
    if who != CHANCE:
        return fault("only-chance")
    ready = procedure.seal(state.shoe, state.settings.shoe, what)
    return ready if isinstance(ready, Fault) else (ready, *offer_cut(fold(evolve, state, (ready,))))


@rule("CF.B.07", neutral=())
def people_for_cut(state: State) -> tuple[PersonId, ...]:
    """The cut is offered to the player on the croupier's left and then to the following ones until somebody cuts."""
    sitting = tuple(state.seats.occupants.get(seat) for seat in reversed(state.seats.labels))
    return tuple(one for one in sitting if one is not None and one not in state.seats.away)


def offer_cut(state: State, past: PersonId | None = None) -> tuple[Event, ...]:
    """Return the offer of the cut to the next person; what every player declines falls to the croupier."""
    declined = state.shoe.cut_refusers if past is None else state.shoe.cut_refusers | {past}
    left = [one for one in people_for_cut(state) if one not in declined]
    croupier = state.croupier()
    if left:
        return (CutOffered(left[0], past), PhaseOpened(Phase.CUT))
    rest_on(cite("HP.CF.croupier-cuts"))
    return () if croupier is None else (CutOffered(croupier, past), PhaseOpened(Phase.CUT))


def require_cutter(state: State, who: PersonId) -> Fault | None:
    return first_fault(
        require_shuffled(state),
        require_last_shuffle(state),
        require_phase(state, *PREPARING) if state.phase is not Phase.STOP_CARD else require_phase(state, Phase.CUT),
        None if state.may_act_for(who, cutter(state)) else not_the_cutter(state),
    )


def not_the_cutter(state: State) -> Fault:
    return with_clauses(fault("cut-not-offered-to-you", to=state.shoe.cut_to), "CF.B.07")


def cutter(state: State) -> PersonId | None:
    """Return whose the cut is: the person it is offered to; the croupier's post, whoever holds it now."""
    asked = state.shoe.cut_to
    return asked if asked is None or state.seats.is_at_table(asked) else state.croupier()


def cut(state: State, who: PersonId, what: CutPack) -> Decision:
    """Decide the cut; cards stay on both sides of it."""
    return first_fault(
        require_cutter(state, who),
        procedure.require_valid_cut(state.settings.decks * 52, what.depth, state.settings.shoe),
    ) or (PackCut(what.depth, who), PhaseOpened(Phase.STOP_CARD))


def decline_cut(state: State, who: PersonId, _what: DeclineCut) -> Decision:
    """Decide that somebody leaves the cut to the next; the croupier has nobody to leave it to."""
    asked = cutter(state)
    alone = asked == state.croupier()
    for_him = not alone and state.phase is Phase.CUT and may_stand_for(state, who, asked)
    wrong = (None if for_him else require_cutter(state, who)) or (fault("croupier-must-cut") if alone else None)
    return wrong or offer_cut(state, asked)


@rule("CF.B.08", neutral=None)
def require_cut(state: State) -> Fault | None:
    """The stop card goes in after the cut."""
    return fault("not-cut") if state.phase is Phase.CUT else None


def insert_stop_card(state: State, who: PersonId, what: InsertStopCard) -> Decision:
    """Decide where the stop card goes: so many cards from the end as the rulebook says. Then the shoe is loaded."""
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_shuffled(state),
        require_last_shuffle(state),
        require_cut(state),
        require_phase(state, Phase.STOP_CARD),
    )
    if wrong:
        return wrong
    below = procedure.cards_below(state.book.pack.cards_below_stop_card, what.below, "stop-card-depth")
    if isinstance(below, Fault):
        return below
    loaded = StopCardIn(state.shoe.size - below)
    return (loaded, *start_shoe(fold(evolve, state, (loaded,))))
