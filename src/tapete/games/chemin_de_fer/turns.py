"""The turns at the cards: the punto's word, the advice he asks for, the banker's answer and his own card."""

from __future__ import annotations

from typing import Final

from tapete.clauses import (
    Cite,
    Fault,
    against,
    cite,
    fault,
    first_fault,
    rest_on,
    rule,
    trace,
    with_clauses,
)
from tapete.games.baccarat.conflicts import Proposal
from tapete.games.baccarat.effects import Cell
from tapete.games.baccarat.incident import IncidentOpened, incident
from tapete.games.baccarat.marks import BindingTarget
from tapete.games.baccarat.points import Unknown
from tapete.games.baccarat.procedure import say
from tapete.games.baccarat.reckoning import two_card_total
from tapete.games.banked import reconsideration
from tapete.games.banked.acts import AskAdvice, AskTable, Choose, DrawCard, GiveCard, Say, Stand
from tapete.games.banked.coup import ABATIR, GIVE, Word
from tapete.games.banked.events import AdviceAsked, BankerDecided, ChoiceMade, LaidDown, TableAsked, WordSaid
from tapete.games.banked.shoe import stop_card
from tapete.games.chemin_de_fer.acts import LayDown, ShowHand
from tapete.games.chemin_de_fer.cards import (
    has_natural,
    require_banker,
    require_holder,
    require_lawful_decision,
    require_lawful_word,
    require_no_natural,
    require_nothing_pending,
)
from tapete.games.chemin_de_fer.dealing import require_draw_after_betting
from tapete.games.chemin_de_fer.events import PhaseOpened
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.findings import reporter
from tapete.games.chemin_de_fer.flow import draw_third_card, turn_hands, with_consequences
from tapete.games.chemin_de_fer.people import may_stand_for, require_bank_player
from tapete.games.chemin_de_fer.remedies import is_banco, may_always_ask, players_may_withdraw, require_no_fifth_card
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, THIRD_CARD, Hand, Phase
from tapete.kernel import Decision, Event, Irregular, PersonId, fold
from tapete.table.phases import require_phase

# --- the word and the answer ------------------------------------------------------------------------------------------


def require_looked(state: State, hand: Hand, who: PersonId) -> Fault | None:
    """Return a Fault if somebody decides on unseen cards at a strict table: so a refusal tells nothing new."""
    owner = who if hand is Hand.BANCA else state.holder
    return None if state.is_observed else reconsideration.require_looked(state.coup.cards, hand, owner)


@rule("CF.A.10", neutral=None)
def require_first_word(state: State) -> Fault | None:
    """The punto speaks once: one third card, or none."""
    return reconsideration.require_first_word(state.coup.punto)


def say_word(state: State, who: PersonId, what: Say) -> Decision:
    """Decide the punto's word. The clauses of his duty stay private: they would tell his total."""
    wrong = require_holder(state, who) or first_fault(
        None if may_still_ask(state, what.word) else require_first_word(state) or require_phase(state, Phase.WORD),
        require_nothing_pending(state),
        require_looked(state, Hand.PUNTO, who),
    )
    if wrong:
        return wrong
    with trace() as private:
        bad = reconsideration.require_where_strict(require_lawful_word(state, what.word), observed=state.is_observed)
    if bad:
        return bad
    return with_consequences(state, *word_events(state, what.word, private.weighed))


def word_events(state: State, word: Word, duty: tuple[Cite, ...]) -> tuple[Event, ...]:
    """Return the punto's word and whom the table waits for after it; ``duty`` is what the word rests on, his alone."""
    after = Phase.ANSWER if word is Word.CARTA else Phase.BANKER
    return (WordSaid(word, duty), *say(state, word), PhaseOpened(after))


def may_still_ask(state: State, word: Word) -> bool:
    """Return True if a punto who said «no» may ask all the same: he plays banco and holds 0."""
    coup, said_no = state.coup, state.phase is Phase.BANKER and state.coup.punto.word is Word.NO
    if not said_no or word is not Word.CARTA or coup.decision is not None or not is_banco(state):
        return False
    zero = state.is_observed or two_card_total(coup.cards, Hand.PUNTO, state.book.points) == 0
    return zero and may_always_ask()


def lay_down(state: State, who: PersonId, what: LayDown) -> Decision:
    mine = require_holder(state, who) if what.hand is Hand.PUNTO else require_bank_player(state, who)
    early = None if mine else require_punto_spoken(state, what.hand)
    if early and state.is_observed and not require_nothing_pending(state):
        return laid_down_too_early(state, early)
    wrong = first_fault(
        mine,
        require_nothing_pending(state),
        require_time_to_lay_down(state, what.hand),
        require_looked(state, what.hand, who),
    )
    if wrong:
        return wrong
    with trace():
        none = reconsideration.require_where_strict(require_natural(state, what.hand), observed=state.is_observed)
    if none:
        return none
    return with_consequences(state, LaidDown(what.hand), PhaseOpened(Phase.SHOW), *turn_hands(state, what.hand))


def require_time_to_lay_down(state: State, hand: Hand) -> Fault | None:
    """Return a Fault unless a hand may be laid down: the punto's as its word, the bank's until a card is drawn."""
    if hand is Hand.PUNTO:
        return require_phase(state, Phase.WORD)
    gone = require_punto_spoken(state, hand) or require_no_fifth_card(state)
    if gone:
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
"""Steps at which the punto has still to speak, or to get the card that he asked for."""


def require_time_to_decide(state: State) -> Fault | None:
    """Return a Fault unless the banker may decide on his third card: the punto has spoken and has his."""
    wrong = require_phase(state, Phase.BANKER)
    return with_clauses(wrong, "CF.A.17") if wrong and state.phase in BEFORE_THE_BANKER else wrong


def laid_down_too_early(state: State, found: Fault) -> Decision:
    """Return the incident of a banker who laid down before the punto had spoken: it happened, and all have seen it."""
    with trace() as trail:
        made = Proposal(players_may_withdraw())
    trail.hand_on()
    wrong = Fault("laid-down-early", found.facts, (*found.clauses, *trail.rests_on))
    opened = IncidentOpened(incident(state.docket, wrong.code, reporter(state), (wrong,), (made,)))
    return Irregular((LaidDown(Hand.BANCA), *turn_hands(state, Hand.BANCA), opened), (wrong,))


def require_natural(state: State, hand: Hand) -> Fault | None:
    return against(state.book.outcome.naturals, "no-natural") if has_natural(state, hand) is False else None


def drawn_silently(state: State, who: PersonId) -> tuple[Event, ...]:
    """Return the choice of a banker who, as the croupier of a real table keys, drew without a word: he gives."""
    waiting = state.coup.cards.marks.choices
    recorded = state.is_real and who == state.croupier()
    silent = recorded and bool(waiting) and waiting[0].choice == THIRD_CARD
    if not silent:
        return ()
    rest_on(cite("HP.CF.drawn-silently"))
    return with_consequences(state, ChoiceMade(waiting[0].person, THIRD_CARD, GIVE))


def give(state: State, who: PersonId, what: GiveCard) -> Decision:
    """Decide that the banker gives the punto his card; with a natural of his own he would lose it."""
    silently = drawn_silently(state, who)
    if silently:
        given = give(fold(evolve, state, silently), who, what)
        return (*silently, *given) if isinstance(given, tuple) else given
    wrong = first_fault(
        require_bank_player(state, who),
        require_nothing_pending(state),
        require_draw_after_betting(state),
        require_punto_spoken(state),
        require_phase(state, Phase.ANSWER),
        require_looked(state, Hand.BANCA, who),
    )
    if wrong:
        return wrong
    with trace():
        bad = reconsideration.require_where_strict(require_no_natural(state, Hand.BANCA), observed=state.is_observed)
    return bad or with_consequences(state, *stop_card(state.shoe), *draw_third_card(state, Hand.PUNTO))


def banker_draws(state: State, who: PersonId, _what: DrawCard) -> Decision:
    if drawn_silently(state, who):
        return give(state, who, GiveCard())
    duty = decision_duty(state, who, Cell.DRAW)
    if isinstance(duty, Fault):
        return duty
    return with_consequences(
        state, *stop_card(state.shoe), BankerDecided(Cell.DRAW, duty), *draw_third_card(state, Hand.BANCA)
    )


def banker_stands(state: State, who: PersonId, _what: Stand) -> Decision:
    duty = decision_duty(state, who, Cell.STAND)
    if isinstance(duty, Fault):
        return duty
    return require_fifth_card_taken(state) or with_consequences(state, BankerDecided(Cell.STAND, duty))


def require_fifth_card_taken(state: State) -> Fault | None:
    """Return a Fault if a card waits that the banker has to take."""
    waiting = state.coup.cards.marks.aside
    falls = bool(waiting) and waiting[0].falls_to == Hand.BANCA
    return require_fifth_card(waiting[0].position) if falls else None


@rule("CF.C3.01", neutral=None)
def require_fifth_card(position: int) -> Fault | None:
    """The banker must take the fifth card when the punto did not ask for it, whatever his two cards are."""
    return fault("must-take-card", position=position)


def decision_duty(state: State, who: PersonId, does: Cell) -> Fault | tuple[Cite, ...]:
    """Return what the banker's decision rests on, or the fault in it."""
    wrong = first_fault(
        require_bank_player(state, who),
        require_nothing_pending(state),
        require_draw_after_betting(state) if does is Cell.DRAW else None,
        require_punto_spoken(state),
        require_time_to_decide(state),
        reconsideration.require_undecided(state.coup),
        require_looked(state, Hand.BANCA, who),
    )
    if wrong or any(one.falls_to for one in state.coup.cards.marks.aside):
        return wrong or ()
    with trace() as private:
        bad = reconsideration.require_where_strict(
            require_lawful_decision(state, does, by_table=who != state.banker), observed=state.is_observed
        )
    return bad or private.weighed


@rule("CF.A.24", neutral=lambda _state, _who, _what: fault("no-drawing-table"))
def ask_table(state: State, who: PersonId, _what: AskTable) -> Decision:
    """The banker may ask for the banker's table; it binds him in this coup."""
    bound = state.coup.cards.marks.of(Hand.BANCA).binding
    return first_fault(
        require_banker(state, who),
        require_punto_spoken(state),
        require_phase(state, Phase.ANSWER, Phase.BANKER),
        require_nothing_pending(state),
        fault("nothing-changes") if bound is not None and bound.target is BindingTarget.TABLE else None,
    ) or (TableAsked(),)


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
    return with_consequences(state, ChoiceMade(offered.person, what.choice, what.option))


def show(state: State, who: PersonId, what: ShowHand) -> Decision:
    """Decide that a hand is turned up: when the coup is over, or before, by a punto who sees that he misspoke."""
    mine = require_holder(state, who) if what.hand is Hand.PUNTO else require_bank_player(state, who)
    croupier = state.phase is Phase.SHOW and who == state.croupier()
    early = (Phase.ANSWER, Phase.BANKER) if what.hand is Hand.PUNTO and state.is_observed else ()
    return (
        first_fault(
            None if croupier else mine, require_phase(state, Phase.SHOW, *early), require_nothing_pending(state)
        )
        or with_consequences(state, *turn_hands(state, what.hand))
        or fault("nothing-changes")
    )


# --- advice -----------------------------------------------------------------------------------------------------------
# Advice: what the croupier answers a punto who asks him what to say.
#
# The answer is the punto's word: the croupier says it, and everybody hears what the punto would have had to say. What
# it rests on would tell the total, so that is the punto's alone until the cards are shown; so is the answer where they
# have a natural to lay down.


@rule("CF.A.23", neutral=lambda _state, _who, _what: fault("no-advice-here"))
def ask_advice(state: State, who: PersonId, _what: AskAdvice) -> Decision:
    """The punto may ask the croupier for advice; on 5 the croupier makes him stand, on any other total he makes him
    do what he must.
    """
    seen = all(
        state.holder in card.seen_by or card.face_up for card in state.coup.cards.layout if card.place == "punto"
    )
    wrong = first_fault(
        require_holder(state, who),
        fault("advice-given") if state.coup.punto.advice is not None else None,
        require_phase(state, Phase.WORD),
        require_nothing_pending(state),
        None if seen else fault("look-first", hand=str(Hand.PUNTO)),
    )
    if wrong:
        return wrong
    with trace() as private:
        answer = advice_word(state)
    asked = AdviceAsked(state.holder or who, answer, private.weighed)
    if answer not in tuple(Word):
        return (asked,)
    return with_consequences(state, asked, *word_events(state, Word(answer), private.weighed))


def advice_word(state: State) -> str:
    """Return the croupier's answer: the scheme's word, «no» where it is free; nothing for cards that nobody keyed."""
    points, rules = two_card_total(state.coup.cards, Hand.PUNTO, state.book.points), state.book.punto
    if isinstance(points, Unknown):
        return ""
    if has_natural(state, Hand.PUNTO) is True:
        return ABATIR
    return str(Word.CARTA if rules.draws_on.has_member(points) else Word.NO)
