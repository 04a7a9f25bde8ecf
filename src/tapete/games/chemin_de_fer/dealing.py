"""The shoe prepared, and the acts at the cards: dealt, carried, lifted, the word and the advice, the bank."""

from __future__ import annotations

from functools import partial
from typing import Final

from tapete.chance import CardOut, SealShoe
from tapete.clauses import Cite, Fault, against, cite, fault, first_fault, rest_on, rule, trace, with_clauses
from tapete.games.baccarat import incident as incidents, procedure
from tapete.games.baccarat.conflicts import Proposal, propose
from tapete.games.baccarat.effects import Cell, Effect, GiveCards, at
from tapete.games.baccarat.marks import BindingTarget
from tapete.games.baccarat.points import Unknown
from tapete.games.baccarat.reckoning import two_card_total
from tapete.games.banked import events as banked, reconsideration, rulings
from tapete.games.banked.acts import AskAdvice, AskTable, Choose, DrawCard, GiveCard, Say, Stand
from tapete.games.banked.coup import ABATIR, GIVE, Word
from tapete.games.banked.dealing import card_out
from tapete.games.banked.shoe import InsertStopCard, StopCardIn, stop_card, turn_hands
from tapete.games.chemin_de_fer import acts, cards, remedies
from tapete.games.chemin_de_fer.acts import CarryCards, DealCard, DeclineCut, LayDown, Lift, OfferCards, ShowHand
from tapete.games.chemin_de_fer.events import CutOffered, PackCut, PhaseOpened
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.flow import (
    NULL_COUP,
    all_consequences,
    draw_third_card,
    next_hand,
    with_consequences,
)
from tapete.games.chemin_de_fer.passing import start_shoe
from tapete.games.chemin_de_fer.people import may_stand_for, require_bank_player
from tapete.games.chemin_de_fer.stakes import close_bets
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, PREPARING, THIRD_CARD, Cover, Hand, Phase
from tapete.kernel import CHANCE, Decision, Event, Irregular, PersonId, fold
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post


@acts.decides(acts.CloseBets)
def end_betting(state: State, who: PersonId, what: procedure.CloseBets) -> Decision:
    """Decide that the betting closes. A coup that a ruling has decided already is not dealt: it goes to its end."""
    decided = close_bets(state, who, what)
    return with_consequences(state, *decided) if isinstance(decided, tuple) else decided


@rule("CF.B.40", "CF.C1.01", neutral=None)
def require_betting_closed(state: State) -> Fault | None:
    """Nobody draws, and the banker does not deal, before the croupier has closed the betting."""
    return fault("bets-open") if state.phase in (Phase.BETWEEN, Phase.BETS) else None


def require_draw_after_betting(state: State) -> Fault | None:
    return require_betting_closed.where(state.phase in (Phase.BETWEEN, Phase.BETS), state)


@rule("CF.B.38", neutral=None)
def require_dealing_order(hand: Hand, due: Hand | None) -> Fault | None:
    """After the closing words the banker deals one card at a time and alternately, beginning with their opponent."""
    return None if hand is due else fault("deal-order", due=due, hand=str(hand))


@acts.decides(DealCard)
def deal(state: State, who: PersonId, what: DealCard) -> Decision:
    """Decide one card of the deal. A card that should not come is refused, or, where it happened, an incident."""
    if wrong := first_fault(
        require_betting_closed(state), require_bank_player(state, who), cards.require_nothing_pending(state)
    ):
        return wrong
    due = next_hand(state)
    turn = require_dealing_order(what.hand, due)
    if state.phase is Phase.DEAL and turn is None:
        return card_face_down(state, what.hand)
    if state.phase not in (Phase.DEAL, Phase.CARRY, Phase.LIFT, Phase.WORD):
        return require_phase(state, Phase.DEAL) or fault("deal-order", due=due)
    with trace() as trail:
        found, made = remedies.extra_card(state, what.hand, due)
    trail.hand_on()
    found = turn if turn is not None and found.code == turn.code else found
    if not state.is_observed:
        return with_clauses(found, *trail.rests_on)
    return Irregular((*card_face_down(state, what.hand), misdeal_incident(state, found, made)), (found,))


def misdeal_incident(state: State, found: Fault, made: Proposal | None) -> Event:
    """Return the incident of a card that should not have come; a second such card widens the first one's incident.

    A banker with more than two cards counts 0 whatever the order in which they came, so that clause covers both.
    """
    earlier = next((one for one in state.docket.open if one.kind == remedies.MISDEAL), None)
    if earlier is None:
        return rulings.case(state, found, made, remedies.MISDEAL)
    proposals = (made or incidents.open_proposal(state.authority),)
    covered = ("deal-order", remedies.TOO_MANY) if found.code == remedies.TOO_MANY else ()
    revised = dict.fromkeys(
        incidents.fault_numbers(state.docket, lambda one: one.code in covered), incidents.NOTHING_MORE
    )
    return incidents.IncidentWidened(incidents.extend_incident(earlier, (found,), proposals, revised))


def card_face_down(state: State, hand: Hand) -> tuple[Event, ...]:
    waiting = state.coup.cards.marks.aside
    if state.phase is Phase.DEAL and waiting:
        # drawn before the betting had closed: it comes first
        return with_consequences(state, banked.CardMoved(waiting[0].position, str(hand)))
    if empty := remedies.require_card_left(state):
        return (rulings.case(state, empty, NULL_COUP),)
    ordinal = len(at(state.coup.cards.layout, hand)) + 1
    shown = ordinal in state.coup.cards.marks.of(hand).open_cards
    return (*stop_card(state.shoe), procedure.DrawAwaited((procedure.DueCard(state.shoe.position, str(hand), shown),)))


acts.decides(CardOut)(partial(card_out, with_consequences))


@rule("CF.B.31", neutral=fault("wrong-window", window=""))
def require_reclaimable(state: State) -> Fault | None:
    """Cards given to another by mistake can be claimed back while the other has not seen them."""
    if state.phase is Phase.LIFT and state.coup.punto.before != state.holder and not state.coup.punto.is_lifted:
        return None
    return fault("cards-seen") if state.coup.punto.is_lifted else fault("wrong-window", window=str(state.phase))


def require_time_to_carry(state: State) -> Fault | None:
    if state.phase not in COUP:
        return fault("no-coup")
    return require_phase(state, Phase.CARRY) if state.phase in (Phase.DEAL, Phase.CARRY) else require_reclaimable(state)


@acts.decides(CarryCards)
def carry(state: State, who: PersonId, what: CarryCards) -> Decision:
    target = what.person or state.holder or who
    if wrong := first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_time_to_carry(state),
        cards.require_nothing_pending(state),
    ):
        return wrong
    if target != state.holder and not state.is_observed:
        return with_clauses(fault("not-entitled-to-cards", holder=state.holder), *clauses_of_right(state))
    return (banked.CardsCarried(target), PhaseOpened(Phase.LIFT))


@acts.decides(Lift)
def lift(state: State, who: PersonId, what: Lift) -> Decision:
    """Decide that somebody lifts cards. Looking is an act: from then on the player knows them, and nobody else does."""
    person = what.person if what.person is not None and who == state.croupier() and state.is_observed else who
    if what.hand is Hand.BANCA:
        return first_fault(
            None if person == state.banker or may_stand_for(state, person, state.banker) else fault("not-banker"),
            require_phase(state, Phase.CARRY, Phase.LIFT, Phase.WORD, Phase.ANSWER, Phase.BANKER),
            cards.require_nothing_pending(state),
            reconsideration.require_not_looked(state.coup.cards, Hand.BANCA, person),
        ) or (banked.CardsLifted(person, Hand.BANCA),)
    if wrong := first_fault(require_phase(state, Phase.CARRY, Phase.LIFT), cards.require_nothing_pending(state)):
        return wrong
    if person == state.holder and person == state.coup.punto.before:
        return (banked.CardsLifted(person, Hand.PUNTO), PhaseOpened(Phase.WORD))
    if not state.is_observed or not state.seats.is_at_table(person) or person == state.banker:
        return with_clauses(fault("not-your-cards", holder=state.holder), *clauses_of_right(state))
    return take_by_another(state, person)


def clauses_of_right(state: State) -> tuple[str, ...]:
    by = {Cover.SEGUIDO: ("CF.B.34",), Cover.STAKES: ("CF.B.25",)}
    return () if state.coup.award is None else by.get(state.coup.award.kind, ())


def take_by_another(state: State, person: PersonId) -> Decision:
    holder, award, given = state.holder, state.coup.award, state.coup.punto.before == person
    if given:
        made = propose(lambda: seen_cards_are_kept(person))
    elif award is not None and award.kind is Cover.SEGUIDO and holder is not None:
        made = propose(lambda: grabbed_cards_go_back(holder))
    else:
        made = None
    found = Fault("cards-misdelivered" if given else "cards-grabbed", {"person": person, "holder": holder})
    return Irregular((banked.CardsLifted(person, Hand.PUNTO), rulings.case(state, found, made)), (found,))


@rule("CF.B.31", "CF.B.32", neutral=())
def seen_cards_are_kept(person: PersonId) -> tuple[Effect, ...]:
    """Whoever was given the cards by mistake and has lifted them plays them (:func:`require_reclaimable`)."""
    return (GiveCards(Hand.PUNTO, person),)


@rule("CF.B.34", "CF.B.35", neutral=())
def grabbed_cards_go_back(holder: PersonId) -> tuple[Effect, ...]:
    """Cards that another took, seen or not, are given back to the caller of banco seguido, who plays the coup."""
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


@acts.decides(acts.ShufflePack)
def shuffle(state: State, who: PersonId, _what: procedure.ShufflePack) -> Decision:
    """Decide a shuffle: the croupier's first and last one, a player's while the cards are on offer."""
    croupier = require_post(state.staff, who, Role.CROUPIER)
    if croupier and state.phase is Phase.OFFERED:
        return player_shuffles(state, who)
    if wrong := first_fault(
        croupier,
        require_phase(state, Phase.SHOE, Phase.OFFERED),
        cards.require_card_check_done(state),
        fault("shoe-wanted") if state.shoe.is_order_awaited else None,
    ):
        return wrong
    if state.phase is Phase.SHOE:
        return (banked.PackShuffled(who), PhaseOpened(Phase.SHUFFLED))
    return (banked.PackShuffled(who), banked.ShoeWanted(state.shoe.number + 1, state.settings.decks * 52))


@rule("CF.B.05", neutral=lambda _state, _who: fault("players-do-not-shuffle"))
def player_shuffles(state: State, who: PersonId) -> Decision:
    """Any player may shuffle the cards on offer; as many as like to, in the order in which they ask."""
    return first_fault(
        None if state.seats.is_at_table(who) else fault("not-at-table"),
        fault("shoe-wanted") if state.shoe.is_order_awaited else None,
    ) or (banked.PackShuffled(who),)


@acts.decides(OfferCards)
def offer(state: State, who: PersonId, _what: OfferCards) -> Decision:
    return first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_shuffled(state) if state.phase is Phase.SHOE else None,
        require_phase(state, Phase.SHUFFLED),
    ) or (*procedure.say(state, "cards-pass"), PhaseOpened(Phase.OFFERED))


@acts.decides(SealShoe)
def seal(state: State, who: PersonId, what: SealShoe) -> Decision:
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
        None
        if state.may_act_for(who, cutter(state))
        else with_clauses(fault("cut-not-offered-to-you", to=state.shoe.cut_to), "CF.B.07"),
    )


def cutter(state: State) -> PersonId | None:
    """Return whose the cut is: the person it is offered to; the croupier's post, whoever holds it now."""
    asked = state.shoe.cut_to
    return asked if asked is None or state.seats.is_at_table(asked) else state.croupier()


@acts.decides(acts.CutPack)
def cut(state: State, who: PersonId, what: procedure.CutPack) -> Decision:
    return first_fault(
        require_cutter(state, who),
        procedure.require_valid_cut(state.settings.decks * 52, what.depth, state.settings.shoe),
    ) or (PackCut(what.depth, who), PhaseOpened(Phase.STOP_CARD))


@acts.decides(DeclineCut)
def decline_cut(state: State, who: PersonId, _what: DeclineCut) -> Decision:
    asked = cutter(state)
    alone = asked == state.croupier()
    for_him = not alone and state.phase is Phase.CUT and may_stand_for(state, who, asked)
    wrong = (None if for_him else require_cutter(state, who)) or (fault("croupier-must-cut") if alone else None)
    return wrong or offer_cut(state, asked)


@rule("CF.B.08", neutral=None)
def require_cut(state: State) -> Fault | None:
    """The stop card goes in after the cut."""
    return fault("not-cut") if state.phase is Phase.CUT else None


@acts.decides(InsertStopCard)
def insert_stop_card(state: State, who: PersonId, what: InsertStopCard) -> Decision:
    if wrong := first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_shuffled(state),
        require_last_shuffle(state),
        require_cut(state),
        require_phase(state, Phase.STOP_CARD),
    ):
        return wrong
    below = procedure.cards_below(state.book.pack.cards_below_stop_card, what.below, "stop-card-depth")
    if isinstance(below, Fault):
        return below
    loaded = StopCardIn(state.shoe.size - below)
    return (loaded, *start_shoe(fold(evolve, state, (loaded,))))


def require_looked(state: State, hand: Hand, who: PersonId) -> Fault | None:
    """Return a Fault if somebody decides on unseen cards at a strict table: so a refusal tells nothing new."""
    owner = who if hand is Hand.BANCA else state.holder
    return None if state.is_observed else reconsideration.require_looked(state.coup.cards, hand, owner)


@rule("CF.A.10", neutral=None)
def require_first_word(state: State) -> Fault | None:
    """The punto speaks once: one third card, or none."""
    return reconsideration.require_first_word(state.coup.punto)


@acts.decides(Say)
def say_word(state: State, who: PersonId, what: Say) -> Decision:
    """Decide the punto's word. The clauses of their duty stay private: they would tell their total."""
    if wrong := cards.require_holder(state, who) or first_fault(
        None if may_still_ask(state, what.word) else require_first_word(state) or require_phase(state, Phase.WORD),
        cards.require_nothing_pending(state),
        require_looked(state, Hand.PUNTO, who),
    ):
        return wrong
    bad, duty = reconsideration.privately(state, lambda: cards.require_lawful_word(state, what.word))
    return bad or with_consequences(state, *word_events(state, what.word, duty))


def word_events(state: State, word: Word, duty: tuple[Cite, ...]) -> tuple[Event, ...]:
    """Return the punto's word and whom the table waits for after it; ``duty`` is its ground, for the punto alone."""
    after = Phase.ANSWER if word is Word.CARTA else Phase.BANKER
    return (banked.WordSaid(word, duty), *procedure.say(state, word), PhaseOpened(after))


def may_still_ask(state: State, word: Word) -> bool:
    """Return True if a punto who said «no» may ask all the same: they play banco and hold 0."""
    coup, said_no = state.coup, state.phase is Phase.BANKER and state.coup.punto.word is Word.NO
    if not said_no or word is not Word.CARTA or coup.decision is not None or not remedies.is_banco(state):
        return False
    zero = state.is_observed or two_card_total(coup.cards, Hand.PUNTO, state.book.points) == 0
    return zero and remedies.may_always_ask()


@acts.decides(LayDown)
def lay_down(state: State, who: PersonId, what: LayDown) -> Decision:
    mine = cards.require_holder(state, who) if what.hand is Hand.PUNTO else require_bank_player(state, who)
    early = None if mine else require_punto_spoken(state, what.hand)
    if early and state.is_observed and not cards.require_nothing_pending(state):
        return laid_down_too_early(state, early)
    if wrong := first_fault(
        mine,
        cards.require_nothing_pending(state),
        require_time_to_lay_down(state, what.hand),
        require_looked(state, what.hand, who),
    ):
        return wrong
    none, _ = reconsideration.privately(state, lambda: require_natural(state, what.hand))
    if none:
        return none
    return with_consequences(
        state, banked.LaidDown(what.hand), PhaseOpened(Phase.SHOW), *turn_hands(state.coup.cards, what.hand)
    )


def require_time_to_lay_down(state: State, hand: Hand) -> Fault | None:
    if hand is Hand.PUNTO:
        return require_phase(state, Phase.WORD)
    if gone := require_punto_spoken(state, hand) or remedies.require_no_fifth_card(state):
        return gone
    return require_natural_in_time(state) or require_phase(state, Phase.ANSWER, Phase.BANKER)


@rule("CF.A.08", neutral=None, names_a_pass=False)
def require_natural_in_time(state: State) -> Fault | None:
    """A natural is laid down on the first two cards: it ends the coup without a third one."""
    return reconsideration.require_natural_in_time(state.coup) if state.phase in COUP else None


def require_punto_spoken(state: State, hand: Hand = Hand.BANCA) -> Fault | None:
    last = state.book.banker.speaks_last
    early = hand is Hand.BANCA and state.phase in (Phase.CARRY, Phase.LIFT, Phase.WORD)
    return against(last, "punto-speaks-first") if early and last.use() else None


BEFORE_THE_BANKER: Final = (Phase.BETWEEN, Phase.BETS, Phase.DEAL, Phase.ANSWER)
"""Steps at which the punto has still to speak, or to get the card that they asked for."""


def require_time_to_decide(state: State) -> Fault | None:
    """Return a Fault unless the banker may decide on their third card: the punto has spoken and has theirs."""
    wrong = require_phase(state, Phase.BANKER)
    return with_clauses(wrong, "CF.A.17") if wrong and state.phase in BEFORE_THE_BANKER else wrong


def laid_down_too_early(state: State, found: Fault) -> Decision:
    """Return the incident of a banker who laid down before the punto had spoken: it happened, and all have seen it."""
    early = Fault("laid-down-early", found.facts, found.clauses)
    wrong, made = rulings.fault_and_remedy(early, lambda: Proposal(remedies.players_may_withdraw()))
    opened = rulings.case(state, wrong, made)
    return Irregular((banked.LaidDown(Hand.BANCA), *turn_hands(state.coup.cards, Hand.BANCA), opened), (wrong,))


def require_natural(state: State, hand: Hand) -> Fault | None:
    return against(state.book.outcome.naturals, "no-natural") if cards.has_natural(state, hand) is False else None


def drawn_silently(state: State, who: PersonId) -> tuple[Event, ...]:
    """Return the choice of a banker who, as the croupier of a real table keys, drew without a word: to give."""
    waiting = state.coup.cards.marks.choices
    recorded = state.is_real and who == state.croupier()
    silent = recorded and bool(waiting) and waiting[0].choice == THIRD_CARD
    if not silent:
        return ()
    rest_on(cite("HP.CF.drawn-silently"))
    return all_consequences(state, banked.ChoiceMade(waiting[0].person, THIRD_CARD, GIVE))


@acts.decides(GiveCard)
def give(state: State, who: PersonId, what: GiveCard) -> Decision:
    """Decide that the banker gives the punto their card; with a natural the banker would lose it."""
    silently = drawn_silently(state, who)
    if silently:
        given = give(fold(evolve, state, silently), who, what)
        return (*silently, *given) if isinstance(given, tuple) else given
    if wrong := first_fault(
        require_bank_player(state, who),
        cards.require_nothing_pending(state),
        require_draw_after_betting(state),
        require_punto_spoken(state),
        require_phase(state, Phase.ANSWER),
        require_looked(state, Hand.BANCA, who),
    ):
        return wrong
    bad, _ = reconsideration.privately(state, lambda: cards.require_no_natural(state, Hand.BANCA))
    return bad or with_consequences(state, *stop_card(state.shoe), *draw_third_card(state, Hand.PUNTO))


@acts.decides(DrawCard)
def banker_draws(state: State, who: PersonId, _what: DrawCard) -> Decision:
    if drawn_silently(state, who):
        return give(state, who, GiveCard())
    duty = decision_duty(state, who, Cell.DRAW)
    if isinstance(duty, Fault):
        return duty
    return with_consequences(
        state, *stop_card(state.shoe), banked.BankerDecided(Cell.DRAW, duty), *draw_third_card(state, Hand.BANCA)
    )


@acts.decides(Stand)
def banker_stands(state: State, who: PersonId, _what: Stand) -> Decision:
    duty = decision_duty(state, who, Cell.STAND)
    if isinstance(duty, Fault):
        return duty
    return require_fifth_card_taken(state) or with_consequences(state, banked.BankerDecided(Cell.STAND, duty))


def require_fifth_card_taken(state: State) -> Fault | None:
    waiting = state.coup.cards.marks.aside
    falls = bool(waiting) and waiting[0].falls_to == Hand.BANCA
    return require_fifth_card(waiting[0].position) if falls else None


@rule("CF.C3.01", neutral=None)
def require_fifth_card(position: int) -> Fault | None:
    """The banker must take the fifth card, whatever their two cards are, when the punto did not ask for it."""
    return fault("must-take-card", position=position)


def decision_duty(state: State, who: PersonId, does: Cell) -> Fault | tuple[Cite, ...]:
    wrong = first_fault(
        require_bank_player(state, who),
        cards.require_nothing_pending(state),
        require_draw_after_betting(state) if does is Cell.DRAW else None,
        require_punto_spoken(state),
        require_time_to_decide(state),
        reconsideration.require_undecided(state.coup),
        require_looked(state, Hand.BANCA, who),
    )
    if wrong or any(one.falls_to for one in state.coup.cards.marks.aside):
        return wrong or ()
    by_table = who != state.banker
    bad, duty = reconsideration.privately(state, lambda: cards.require_lawful_decision(state, does, by_table=by_table))
    return bad or duty


@acts.decides(AskTable)
@rule("CF.A.24", neutral=lambda _state, _who, _what: fault("no-drawing-table"))
def ask_table(state: State, who: PersonId, _what: AskTable) -> Decision:
    """The banker may ask for the banker's table; it binds them in this coup."""
    bound = state.coup.cards.marks.of(Hand.BANCA).binding
    return first_fault(
        cards.require_banker(state, who),
        require_punto_spoken(state),
        require_phase(state, Phase.ANSWER, Phase.BANKER),
        cards.require_nothing_pending(state),
        fault("nothing-changes") if bound is not None and bound.target is BindingTarget.TABLE else None,
    ) or (banked.TableAsked(),)


@acts.decides(Choose)
def choose(state: State, who: PersonId, what: Choose) -> Decision:
    offered = reconsideration.offered_choice(state.coup, what.choice)
    if offered is None:
        return fault("no-such-choice", choice=what.choice)
    if not state.may_act_for(who, offered.person):
        if not may_stand_for(state, who, offered.person):
            return fault("not-your-choice")
        if what.option != reconsideration.spoken_option(state.coup.punto, offered.options):
            return fault("word-stands", word=str(state.coup.punto.word))
    if what.option not in offered.options:
        return fault("no-such-option", options=list(offered.options))
    if what.choice == THIRD_CARD:
        rest_on(cite("CF.C4.07"))
    return with_consequences(state, banked.ChoiceMade(offered.person, what.choice, what.option))


@acts.decides(ShowHand)
def show(state: State, who: PersonId, what: ShowHand) -> Decision:
    """Decide that a hand is turned up: when the coup is over, or before, by a punto who sees that they misspoke."""
    mine = cards.require_holder(state, who) if what.hand is Hand.PUNTO else require_bank_player(state, who)
    croupier = state.phase is Phase.SHOW and who == state.croupier()
    early = (Phase.ANSWER, Phase.BANKER) if what.hand is Hand.PUNTO and state.is_observed else ()
    return (
        first_fault(
            None if croupier else mine, require_phase(state, Phase.SHOW, *early), cards.require_nothing_pending(state)
        )
        or with_consequences(state, *turn_hands(state.coup.cards, what.hand))
        or fault("nothing-changes")
    )


# The answer is the punto's word: the croupier says it, and everybody hears what the punto would have had to say. What
# it rests on would tell the total, so that is the punto's alone until the cards are shown; so is the answer where they
# have a natural to lay down.


@acts.decides(AskAdvice)
@rule("CF.A.23", neutral=lambda _state, _who, _what: fault("no-advice-here"))
def ask_advice(state: State, who: PersonId, _what: AskAdvice) -> Decision:
    """The punto may ask for advice: on 5 the croupier makes them stand, on any other total do what they must."""
    seen = all(
        state.holder in card.seen_by or card.face_up for card in state.coup.cards.layout if card.place == "punto"
    )
    if wrong := first_fault(
        cards.require_holder(state, who),
        fault("advice-given") if state.coup.punto.advice is not None else None,
        require_phase(state, Phase.WORD),
        cards.require_nothing_pending(state),
        None if seen else fault("look-first", hand=str(Hand.PUNTO)),
    ):
        return wrong
    with trace() as private:
        answer = advice_word(state)
    asked = banked.AdviceAsked(state.holder or who, answer, private.weighed)
    if answer not in tuple(Word):
        return (asked,)
    return with_consequences(state, asked, *word_events(state, Word(answer), private.weighed))


def advice_word(state: State) -> str:
    points, rules = two_card_total(state.coup.cards, Hand.PUNTO, state.book.points), state.book.punto
    if isinstance(points, Unknown):
        return ""
    if cards.has_natural(state, Hand.PUNTO) is True:
        return ABATIR
    return str(Word.CARTA if rules.draws_on.has_member(points) else Word.NO)
