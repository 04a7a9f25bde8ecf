"""The turns at the cards: the words of both cloths, advice, the banker's answer and his own card."""

from __future__ import annotations

from tapete.clauses import Fault, against, fault, first_fault, rule, trace, with_clauses
from tapete.games.baccarat.effects import Cell
from tapete.games.baccarat.incident import IncidentOpened, incident
from tapete.games.baccarat.points import Unknown
from tapete.games.baccarat.procedure import say
from tapete.games.baccarat.reckoning import final_total
from tapete.games.banked import reconsideration
from tapete.games.banked.acts import AskTable, DrawCard, Say, Stand
from tapete.games.banked.coup import ABATIR, Word
from tapete.games.banked.events import AdviceAsked, BankerDecided, LaidDown, TableAsked, WordSaid
from tapete.games.dos_panos.acts import AskAdvice, GiveCard, LayDown, PlaceCards, ShowHand
from tapete.games.dos_panos.coup.dealing import require_holder, require_no_card_awaited
from tapete.games.dos_panos.coup.flow import asked_cloths, draw_third_card, has_spoken, turn_hands, with_consequences
from tapete.games.dos_panos.coup.hands import (
    card_points,
    has_natural,
    require_lawful_decision,
    require_lawful_word,
    require_natural,
    require_stood,
)
from tapete.games.dos_panos.errors.findings import reporter
from tapete.games.dos_panos.errors.words import (
    OTHERS_CARD,
    UNWANTED,
    WITHHELD,
    card_of_other_cloth,
    card_withheld,
    unwanted_card,
)
from tapete.games.dos_panos.events import PhaseOpened
from tapete.games.dos_panos.order import (
    require_carried,
    require_cloths_spoken,
    require_dealt,
    require_play_over,
    require_step,
)
from tapete.games.dos_panos.people.silence import plays_bank, require_bank_player
from tapete.games.dos_panos.rules import AdvisedOnFive
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, WORD_OF, Hand, Phase, other_cloth
from tapete.kernel import Decision, Event, Irregular, PersonId


@rule("DP.B.21", neutral=None)
def require_turn_to_speak(state: State, cloth: Hand) -> Fault | None:
    """The first cloth speaks, then the second, then the banker."""
    return None if state.phase is WORD_OF[cloth] else fault("not-your-word", window=str(state.phase))


def cloth_speaking(state: State) -> Hand | None:
    return next((cloth for cloth in CLOTHS if state.phase is WORD_OF[cloth]), None)


def cloth_of_speaker(state: State, who: PersonId) -> Hand:
    """Return the cloth for which somebody speaks: whose word it is, if it is his; else the one that is his."""
    now = cloth_speaking(state)
    if now is not None and state.may_act_for(who, state.holder(now)):
        return now
    return next((cloth for cloth in CLOTHS if state.holder(cloth) == who), now or Hand.PRIMERO)


def require_seen(state: State, hand: Hand, owner: PersonId | None) -> Fault | None:
    """Return a Fault if somebody decides, where conduct is strict, on cards that he has not seen."""
    return None if state.is_observed else reconsideration.require_looked(state.coup.cards, hand, owner)


def after_word_of(state: State, cloth: Hand) -> Phase:
    """Return where the table goes when a cloth has spoken: to the other one, if it has not."""
    other = other_cloth(cloth)
    return Phase.ANSWER if has_spoken(state, other) else WORD_OF[other]


def say_word(state: State, who: PersonId, what: Say) -> Decision:
    """Decide a cloth's word. The clauses of its duty stay private: they would tell its total."""
    cloth = cloth_of_speaker(state, who)
    wrong = first_fault(
        require_step(state, (Phase.FIRST_WORD, Phase.SECOND_WORD), require_dealt, require_carried),
        require_holder(state, who, cloth),
        require_turn_to_speak(state, cloth),
        require_no_card_awaited(state),
        require_seen(state, cloth, state.holder(cloth)),
    )
    if wrong:
        return wrong
    with trace() as private:
        bad = reconsideration.require_where_strict(
            require_lawful_word(state, cloth, what.word), observed=state.is_observed
        )
    if bad:
        return bad
    said = WordSaid(what.word, private.weighed, cloth)
    return with_consequences(state, said, *say(state, what.word), PhaseOpened(after_word_of(state, cloth)))


def lay_down(state: State, who: PersonId, what: LayDown) -> Decision:
    """Decide that a hand is turned up as a natural: a cloth at its word, the bank when both cloths have spoken."""
    hand = what.hand
    owner = plays_bank(state, who) if hand is Hand.BANCA else state.holder(hand)
    if hand is Hand.BANCA:
        time = require_time_of_bank_natural(state)
        mine = require_bank_player(state, who)
    else:
        time = first_fault(require_dealt(state), require_carried(state), require_turn_to_speak(state, hand))
        mine = require_holder(state, who, hand)
    wrong = first_fault(mine, require_no_card_awaited(state), time, require_seen(state, hand, owner))
    if wrong:
        return wrong
    with trace():
        none = reconsideration.require_where_strict(require_natural(state, hand), observed=state.is_observed)
    if none:
        return none
    after = Phase.SHOW if hand is Hand.BANCA else after_word_of(state, hand)
    return with_consequences(state, LaidDown(hand), *turn_hands(state, hand), PhaseOpened(after))


def require_time_of_bank_natural(state: State) -> Fault | None:
    """Return a Fault unless the bank may turn a natural up: both cloths have spoken, and no third card was given."""
    late = reconsideration.require_natural_in_time(state.coup)
    return first_fault(
        require_step(state, (Phase.ANSWER, Phase.BANKER), require_dealt, require_cloths_spoken),
        late and with_clauses(late, "DP.A.07"),
    )


# --- the banker -------------------------------------------------------------------------------------------------------


def require_no_bank_natural(state: State) -> Fault | None:
    if has_natural(state, Hand.BANCA) is not True or is_natural_kept_back(state):
        return None
    return against(state.book.outcome.naturals, "natural-to-lay-down")


def is_natural_kept_back(state: State) -> bool:
    """Return True if the bank has a natural that it may turn up no more: a ruling has let its play go on without it."""
    return has_natural(state, Hand.BANCA) is True and reconsideration.require_natural_in_time(state.coup) is not None


def give(state: State, who: PersonId, what: GiveCard) -> Decision:
    late = (Phase.BANKER,) if state.is_observed and state.coup.decision is None else ()
    wrong = first_fault(
        require_bank_player(state, who),
        require_no_card_awaited(state),
        require_step(state, (Phase.ANSWER, *late), require_dealt, require_cloths_spoken),
        require_seen(state, Hand.BANCA, plays_bank(state, who)),
    )
    if wrong:
        return wrong
    waiting = asked_cloths(state)
    if what.hand not in waiting:
        if not state.is_observed:
            return fault("no-card-asked", hand=str(what.hand))
        return unlawful_card(state, what.hand, fault(UNWANTED, hand=str(what.hand)))
    if what.hand is not waiting[0]:
        if not state.is_observed:
            return Fault("first-cloth-first", {}, require_turn_to_speak.clauses)
        return unlawful_card(
            state, what.hand, Fault(OTHERS_CARD, {"hand": str(what.hand)}, require_turn_to_speak.clauses)
        )
    with trace():
        bad = reconsideration.require_where_strict(require_no_bank_natural(state), observed=state.is_observed)
    return bad or with_consequences(state, *draw_third_card(state, what.hand))


def unlawful_card(state: State, hand: Hand, found: Fault) -> Decision:
    """Return a third card for the wrong hand, as it happened at a real table, and the incident of it."""
    waiting = state.coup.cards.marks.aside
    position = waiting[0].position if waiting else state.shoe.position
    with trace() as trail:
        match found.code:
            case "unwanted-card":
                made = unwanted_card(state, hand, position)
            case "card-of-other-cloth":
                made = card_of_other_cloth(state, hand, position)
            case _:
                made = card_withheld(state, position)
    trail.hand_on()
    wrong = Fault(found.code, {**found.facts, "position": position}, (*found.clauses, *trail.rests_on))
    opened = incident(state.docket, found.code, reporter(state), (wrong,), (made,))
    return Irregular((*draw_third_card(state, hand), IncidentOpened(opened)), (wrong,))


def decide(state: State, who: PersonId, cell: Cell) -> Decision:
    """Decide the banker's own card: he draws or stands, once, against both cloths."""
    waits = state.book.banker.waits_for_third_cards
    early = state.phase is Phase.ANSWER and waits.weigh()
    wrong = first_fault(require_bank_player(state, who), require_no_card_awaited(state))
    if wrong is None and early and state.is_observed and cell is Cell.DRAW:
        return unlawful_card(state, Hand.BANCA, against(waits, WITHHELD))
    wrong = first_fault(
        wrong,
        against(waits, "cloths-first")
        if early
        else require_step(state, (Phase.BANKER,), require_dealt, require_cloths_spoken),
        reconsideration.require_undecided(state.coup),
        require_seen(state, Hand.BANCA, plays_bank(state, who)),
    )
    if wrong:
        return wrong
    with trace() as private:
        by_table = not state.may_act_for(who, state.banker)
        is_kept_back = not state.is_observed and is_natural_kept_back(state)
        wrong = require_stood(state, cell) if is_kept_back else require_lawful_decision(state, cell, by_table=by_table)
        bad = reconsideration.require_where_strict(wrong, observed=state.is_observed)
    if bad:
        return bad
    return with_consequences(state, BankerDecided(cell, private.weighed))


def banker_draws(state: State, who: PersonId, _what: DrawCard) -> Decision:
    return decide(state, who, Cell.DRAW)


def banker_stands(state: State, who: PersonId, _what: Stand) -> Decision:
    return decide(state, who, Cell.STAND)


def ask_table(state: State, who: PersonId, _what: AskTable) -> Decision:
    """Decide that the banker asks for his table before he decides; it binds him where both cloths agree."""
    wrong = first_fault(
        require_bank_player(state, who),
        require_step(state, (Phase.ANSWER, Phase.BANKER), require_dealt, require_cloths_spoken),
        reconsideration.require_undecided(state.coup),
        fault("nothing-changes") if state.coup.has_asked_table else None,
    )
    if wrong:
        return wrong
    state.book.banker.table_binds.use()
    return (TableAsked(),)


def show(state: State, who: PersonId, what: ShowHand) -> Decision:
    """Decide that a hand is turned up when the play is over: by whoever holds it, or by the croupier."""
    hand = what.hand
    hidden = turn_hands(state, hand)
    return first_fault(
        None if who == state.croupier() else require_shows_own(state, who, hand),
        require_step(state, (Phase.SHOW,), require_dealt, require_play_over),
        require_no_card_awaited(state),
        None if hidden else fault("nothing-changes"),
    ) or with_consequences(state, *hidden, *announced_by_banker(state, hand))


def require_shows_own(state: State, who: PersonId, hand: Hand) -> Fault | None:
    """Return a Fault if somebody turns up another one's hand."""
    return require_bank_player(state, who) if hand is Hand.BANCA else require_holder(state, who, hand)


def announced_by_banker(state: State, hand: Hand) -> tuple[Event, ...]:
    """Return the banker's word about his score, where the rulebook has him say it."""
    if hand is not Hand.BANCA:
        return ()
    total = final_total(state.coup.cards, Hand.BANCA, card_points(state))
    if isinstance(total, Unknown) or not state.book.banker.announces_score.use():
        return ()
    return say(state, "bank-score", total=total)


def place_cards(state: State, who: PersonId, what: PlaceCards) -> Decision:
    """Decide that a player lays his cards crossed or side by side: by custom, where the rulebook knows it, another way
    to say «no» or «carta». Whoever has spoken has spoken.
    """
    custom = state.book.punto.crossed_cards_speak
    if not custom.use():
        return against(custom, "cards-say-nothing")
    return say_word(state, who, Say(Word.NO if what.crossed else Word.CARTA))


def ask_advice(state: State, who: PersonId, _what: AskAdvice) -> Decision:
    cloth = cloth_of_speaker(state, who)
    wrong = first_fault(
        require_step(state, (Phase.FIRST_WORD, Phase.SECOND_WORD), require_dealt, require_carried),
        require_holder(state, who, cloth),
        require_turn_to_speak(state, cloth),
        require_seen(state, cloth, state.holder(cloth)),
        fault("nothing-changes") if state.coup.side(cloth).advice is not None else None,
        None if state.book.advice.croupier_explains.use() else fault("no-advice"),
    )
    if wrong:
        return wrong
    with trace() as private:
        answer = advised_word(state, cloth)
    return (AdviceAsked(state.holder(cloth) or who, answer, private.weighed, cloth),)


def advised_word(state: State, cloth: Hand) -> str:
    """Return what the croupier answers: the word that the scheme asks for, or to turn the cards up."""
    if has_natural(state, cloth) is True:
        return ABATIR
    lawful = [word for word in (Word.CARTA, Word.NO) if require_lawful_word(state, cloth, word) is None]
    if len(lawful) < 2:
        return str(lawful[0]) if lawful else ABATIR
    stands = state.book.advice.asked_on_five.use() is AdvisedOnFive.STAND
    return str(Word.NO) if stands else ""
