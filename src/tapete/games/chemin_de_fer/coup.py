"""The coup at the cards: dealing, carrying, lifting, the punto's word, the banker's answer and his own card,
showing.
"""

from __future__ import annotations

from tapete.chance import CardOut
from tapete.clauses import Cite, Fault, against, fault, first_fault, rule, trace
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import Effect, GiveCards
from tapete.games.baccarat.incident import IncidentOpened, IncidentWidened, Proposal, incident, wider
from tapete.games.baccarat.layout import at
from tapete.games.chemin_de_fer.acts import (
    AskTable,
    CarryCards,
    Choose,
    DealCard,
    DrawCard,
    GiveCard,
    LayDown,
    Lift,
    Say,
    ShowHand,
    Stand,
)
from tapete.games.chemin_de_fer.bank import in_window
from tapete.games.chemin_de_fer.duties import banker_fault, has_natural, natural_fault, word_fault
from tapete.games.chemin_de_fer.events import (
    BankerDecided,
    CardDealt,
    CardsCarried,
    CardsLifted,
    CardTurned,
    ChoiceMade,
    DrawAwaited,
    Due,
    LaidDown,
    StopCardSeen,
    TableAsked,
    WindowOpened,
    WordSaid,
)
from tapete.games.chemin_de_fer.findings import reporter
from tapete.games.chemin_de_fer.flow import drawn, followed, next_hand, turned
from tapete.games.chemin_de_fer.irregular import MISDEAL, TOO_MANY, extra_card
from tapete.games.chemin_de_fer.spoken import say
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Cover, Hand, Window, Word
from tapete.kernel import CHANCE, Decision, Event, Irregular, PersonId
from tapete.table.staff import Role, on_duty


def is_banker(state: State, who: PersonId) -> Fault | None:
    """The act is the banker's."""
    return None if state.acts_for(who, state.banker) else fault("not-banker")


def plays_punto(state: State, who: PersonId) -> Fault | None:
    """The act is for the player who holds the punto's cards."""
    return None if state.acts_for(who, state.holder) else fault("not-holding-cards")


def settled_first(state: State) -> Fault | None:
    """No card is on its way, and no choice is waiting."""
    if state.coup.due:
        return fault("card-awaited")
    return choice_first(state)


@rule("CF.C4.07", neutral=None)
def choice_first(state: State) -> Fault | None:
    """The banker states his choice before he draws the card."""
    waiting = state.coup.cards.marks.choices
    return fault("choice-pending", choice=waiting[0].choice) if waiting else None


# --- dealing ----------------------------------------------------------------------------------------------------------


@rule("CF.B.40", neutral=None)
def after_the_words(state: State) -> Fault | None:
    """The banker may not deal before the croupier has closed the betting."""
    return fault("bets-open") if state.window is Window.BETS else None


def deal(state: State, who: PersonId, what: DealCard) -> Decision:
    """Decide one card of the deal. A card that should not come is refused, or, where it happened, an incident."""
    wrong = first_fault(is_banker(state, who), after_the_words(state), settled_first(state))
    if wrong:
        return wrong
    due = next_hand(state)
    if state.window is Window.DEAL and what.hand is due:
        return drawn_face_down(state, what.hand)
    if state.window not in (Window.DEAL, Window.CARRY, Window.LIFT, Window.WORD):
        return in_window(state, Window.DEAL) or fault("deal-order", due=due)
    found, made = extra_card(state, what.hand, due)
    if not state.observed:
        return found
    return Irregular((*drawn_face_down(state, what.hand), misdealt(state, found, made)), (found,))


def misdealt(state: State, found: Fault, made: Proposal | None) -> Event:
    """Return the incident of a card that should not have come; a second such card widens the first one's incident.

    A banker with more than two cards counts 0 whatever the order in which they came, so that clause covers both.
    """
    proposals = () if made is None else (made,)
    earlier = next((one for one in state.docket.open if one.kind == MISDEAL), None)
    if earlier is None:
        return IncidentOpened(incident(state.docket, MISDEAL, reporter(state), (found,), proposals))
    return IncidentWidened(wider(earlier, (found,), proposals, covers=found.code == TOO_MANY))


def drawn_face_down(state: State, hand: Hand) -> tuple[Event, ...]:
    """Return the events of a card that comes out face down."""
    return (*stop_card(state), DrawAwaited((Due(state.shoe.position, str(hand), False),)))


def stop_card(state: State) -> tuple[Event, ...]:
    """Return the appearance of the stop card, which lies before the last cards of the shoe."""
    stop = state.shoe.size - state.book.pack.cards_below_stop_card.use()
    out = state.shoe.position >= stop and not state.shoe.stop_seen
    return (StopCardSeen(state.shoe.position),) if out else ()


def card_out(state: State, who: PersonId, what: CardOut) -> Decision:
    """Take up a card that chance drew, or a face that the croupier keys."""
    due = next(iter(state.coup.due), None)
    if due is None or what.position != due.position:
        return fault("no-card-awaited", position=what.position)
    by_person = state.keyed and due.face_up
    wrong = on_duty(state.staff, who, Role.CROUPIER) if by_person else (None if who == CHANCE else fault("not-yours"))
    if wrong:
        return wrong
    if due.face_up and what.face is None:
        return fault("face-missing", position=what.position)
    if due.lying and what.face is not None:
        return followed(state, CardTurned(due.position, what.face))
    return followed(state, CardDealt(due.position, due.place, what.face, due.face_up))


# --- the punto's cards ------------------------------------------------------------------------------------------------


@rule("CF.B.31", neutral=fault("wrong-window"))
def reclaimable(state: State) -> Fault | None:
    """Cards given to another by mistake can be claimed back while he has not seen them."""
    if state.window is Window.LIFT and state.coup.before != state.holder and not state.coup.lifted:
        return None
    return fault("cards-seen") if state.coup.lifted else fault("wrong-window", window=str(state.window))


def carry(state: State, who: PersonId, what: CarryCards) -> Decision:
    """Decide that the croupier carries the cards to a player."""
    target = what.person or state.holder
    wrong = first_fault(
        on_duty(state.staff, who, Role.CROUPIER),
        None if state.window is Window.CARRY else reclaimable(state),
        settled_first(state),
    )
    if wrong or target is None:
        return wrong or fault("no-holder")
    if target != state.holder and not state.observed:
        return fault("not-entitled-to-cards", holder=state.holder)
    return (CardsCarried(target), WindowOpened(Window.LIFT))


def lift(state: State, who: PersonId, what: Lift) -> Decision:
    """Decide that somebody lifts cards. Looking is an act: from then on he knows them, and nobody else does."""
    person = what.person if what.person is not None and who == state.croupier() and state.observed else who
    if what.hand is Hand.BANCA:
        wrong = first_fault(
            None if person == state.banker else fault("not-banker"),
            in_window(state, Window.CARRY, Window.LIFT, Window.WORD, Window.ANSWER, Window.BANKER),
            settled_first(state),
        )
        return wrong or (CardsLifted(person, Hand.BANCA),)
    wrong = first_fault(in_window(state, Window.CARRY, Window.LIFT), settled_first(state))
    if wrong:
        return wrong
    if person == state.holder and person == state.coup.before:
        return (CardsLifted(person, Hand.PUNTO), WindowOpened(Window.WORD))
    if not state.observed or not state.seats.at_table(person) or person == state.banker:
        return fault("not-your-cards", holder=state.holder)
    return taken_by_another(state, person)


def taken_by_another(state: State, person: PersonId) -> Decision:
    """Return the incident of a player who looked at cards that are another's."""
    effects: tuple[Effect, ...] | None = None
    given = state.coup.before == person
    if given:
        effects = seen_cards_are_kept(person)
    elif state.coup.award is not None and state.coup.award.kind is Cover.SEGUIDO and state.holder is not None:
        effects = grabbed_cards_go_back(state.holder)
    found = Fault("cards-misdelivered" if given else "cards-grabbed", {"person": person, "holder": state.holder})
    proposals = () if effects is None else (Proposal(effects, open_to_judgement=given),)
    opened = incident(state.docket, found.code, reporter(state), (found,), proposals)
    return Irregular((CardsLifted(person, Hand.PUNTO), IncidentOpened(opened)), (found,))


def seen_cards_are_kept(person: PersonId) -> tuple[Effect, ...]:
    """Whoever was given the cards by mistake and has seen them plays them (the other half of :func:`reclaimable`)."""
    return (GiveCards(Hand.PUNTO, person),)


@rule("CF.B.34", "CF.B.35", neutral=None)
def grabbed_cards_go_back(holder: PersonId) -> tuple[Effect, ...]:
    """Cards that another took before they were given to the caller of banco seguido are taken from him, seen or not,
    and given to the caller, who plays the coup.
    """
    return (GiveCards(Hand.PUNTO, holder),)


# --- the word and the answer ------------------------------------------------------------------------------------------


def hidden(check: Fault | None, state: State) -> Fault | None:
    """Let a check that rests on a hidden total refuse only where conduct is strict; otherwise it is found when
    shown.
    """
    return None if state.observed else check


def looked(state: State, hand: Hand) -> Fault | None:
    """Where conduct is strict, whoever decides has looked at his cards first: a refusal tells him nothing new."""
    owner = state.holder if hand is Hand.PUNTO else state.banker
    seen = all(owner in card.seen_by or card.face_up for card in at(state.coup.cards.layout, hand))
    return None if state.observed or seen else fault("look-first", hand=str(hand))


def say_word(state: State, who: PersonId, what: Say) -> Decision:
    """Decide the punto's word. The clauses of his duty stay private: they would tell his total."""
    wrong = first_fault(
        plays_punto(state, who), in_window(state, Window.WORD), settled_first(state), looked(state, Hand.PUNTO)
    )
    if wrong:
        return wrong
    with trace() as private:
        bad = hidden(word_fault(state, what.word), state)
    if bad:
        return bad
    after = Window.ANSWER if what.word is Word.CARTA else Window.BANKER
    spoken = (WordSaid(what.word, private.rests_on), *say(state, what.word), WindowOpened(after))
    return followed(state, *spoken)


def lay_down(state: State, who: PersonId, what: LayDown) -> Decision:
    """Decide that a hand is laid down as a natural."""
    mine = plays_punto(state, who) if what.hand is Hand.PUNTO else is_banker(state, who)
    wrong = first_fault(mine, settled_first(state), may_lay_down(state, what.hand), looked(state, what.hand))
    if wrong:
        return wrong
    with trace():
        none = hidden(no_natural(state, what.hand), state)
    if none:
        return none
    return followed(state, LaidDown(what.hand), WindowOpened(Window.SHOW), *turned(state, what.hand))


def may_lay_down(state: State, hand: Hand) -> Fault | None:
    """The punto lays down when he speaks; the banker after him, before any card is drawn."""
    if hand is Hand.PUNTO:
        return in_window(state, Window.WORD)
    early = state.window in (Window.CARRY, Window.LIFT, Window.WORD)
    last = state.book.banker.speaks_last
    if early and last.use():
        return against(last, "punto-speaks-first")
    if at(state.coup.cards.layout, "punto-3") or state.coup.decided is not None:
        return fault("natural-too-late")
    return in_window(state, Window.ANSWER, Window.BANKER)


def no_natural(state: State, hand: Hand) -> Fault | None:
    """Find fault with laying down a hand that is known to be no natural."""
    return against(state.book.outcome.naturals, "no-natural") if has_natural(state, hand) is False else None


def give(state: State, who: PersonId, what: GiveCard) -> Decision:
    """Decide that the banker gives the punto his card; with a natural of his own he would lose it."""
    del what
    wrong = first_fault(
        is_banker(state, who), settled_first(state), in_window(state, Window.ANSWER), looked(state, Hand.BANCA)
    )
    if wrong:
        return wrong
    with trace():
        bad = hidden(natural_fault(state, Hand.BANCA), state)
    return bad or followed(state, *stop_card(state), *drawn(state, Hand.PUNTO))


def banker_draws(state: State, who: PersonId, what: DrawCard) -> Decision:
    """Decide that the banker takes a third card."""
    del what
    duty = banker_may(state, who, Cell.DRAW)
    if isinstance(duty, Fault):
        return duty
    return followed(state, *stop_card(state), BankerDecided(Cell.DRAW, duty), *drawn(state, Hand.BANCA))


def banker_stands(state: State, who: PersonId, what: Stand) -> Decision:
    """Decide that the banker stands."""
    del what
    duty = banker_may(state, who, Cell.STAND)
    if isinstance(duty, Fault):
        return duty
    return must_take_fifth(state) or followed(state, BankerDecided(Cell.STAND, duty))


@rule("CF.C3.01", neutral=None)
def must_take_fifth(state: State) -> Fault | None:
    """The banker must take the fifth card when the punto did not ask for it, whatever his two cards are."""
    waiting = state.coup.cards.marks.aside
    falls = bool(waiting) and waiting[0].falls_to == Hand.BANCA
    return fault("must-take-card", position=waiting[0].position) if falls else None


def banker_may(state: State, who: PersonId, does: Cell) -> Fault | tuple[Cite, ...]:
    """Return what the banker's decision rests on, or the fault in it."""
    last = state.book.banker.speaks_last
    early = state.window in (Window.CARRY, Window.LIFT, Window.WORD) and last.use()
    wrong = first_fault(
        is_banker(state, who),
        settled_first(state),
        against(last, "punto-speaks-first") if early else None,
        in_window(state, Window.BANKER),
        fault("already-decided") if state.coup.decided is not None else None,
        looked(state, Hand.BANCA),
    )
    if wrong or state.coup.cards.marks.aside:
        return wrong or ()
    with trace() as private:
        bad = hidden(banker_fault(state, does), state)
    return bad or private.rests_on


@rule("CF.A.24", neutral=lambda _state, _who, _what: fault("no-table-here"))
def ask_table(state: State, who: PersonId, what: AskTable) -> Decision:
    """The banker may ask for the banker's table; it binds him in this coup."""
    del what
    wrong = first_fault(is_banker(state, who), in_window(state, Window.ANSWER, Window.BANKER), settled_first(state))
    return wrong or (TableAsked(),)


def choose(state: State, who: PersonId, what: Choose) -> Decision:
    """Decide a choice that a ruling offered."""
    offered = next((one for one in state.coup.cards.marks.choices if one.choice == what.choice), None)
    if offered is None:
        return fault("no-such-choice", choice=what.choice)
    if not state.acts_for(who, offered.person):
        return fault("not-your-choice")
    if what.option not in offered.options:
        return fault("no-such-option", options=list(offered.options))
    return followed(state, ChoiceMade(offered.person, what.choice, what.option))


def show(state: State, who: PersonId, what: ShowHand) -> Decision:
    """Decide that a hand is turned up: when the coup is over, or before, by a punto who sees that he misspoke."""
    mine = plays_punto(state, who) if what.hand is Hand.PUNTO else is_banker(state, who)
    croupier = state.window is Window.SHOW and who == state.croupier()
    early = (Window.ANSWER, Window.BANKER) if what.hand is Hand.PUNTO and state.observed else ()
    wrong = first_fault(None if croupier else mine, in_window(state, Window.SHOW, *early), settled_first(state))
    return wrong or followed(state, *turned(state, what.hand))
