"""Advice: what the croupier answers a punto who asks him what to say.

The answer is the punto's word: the croupier says it, and everybody hears what the punto would have had to say himself.
What it rests on would tell the total, so that is the punto's alone until the cards are shown; so is the answer where
he has a natural to lay down.
"""

from __future__ import annotations

from tapete.clauses import fault, first_fault, rule, trace
from tapete.games.baccarat.points import Unknown
from tapete.games.baccarat.reckoning import two_card_total
from tapete.games.banked.acts import AskAdvice
from tapete.games.banked.events import AdviceAsked
from tapete.games.banked.terms import ABATIR, Word
from tapete.games.chemin_de_fer.cards.duties import has_natural
from tapete.games.chemin_de_fer.cards.hands import require_holder, require_nothing_pending
from tapete.games.chemin_de_fer.coup.flow import with_consequences
from tapete.games.chemin_de_fer.coup.turns import word_events
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Hand, Phase
from tapete.kernel import Decision, PersonId
from tapete.table.phases import require_phase


@rule("CF.A.23", neutral=lambda _state, _who, _what: fault("no-advice-here"))
def ask_advice(state: State, who: PersonId, what: AskAdvice) -> Decision:
    """The punto may ask the croupier for advice; on 5 the croupier makes him stand, on any other total he makes him
    do what he must.
    """
    del what
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
    """Return the croupier's answer: the scheme's word, «no» on the total it leaves free, or to lay down; nothing where
    the cards are real and nobody has keyed them.
    """
    points, rules = two_card_total(state.coup.cards, Hand.PUNTO, state.book.points), state.book.punto
    if isinstance(points, Unknown):
        return ""
    if has_natural(state, Hand.PUNTO) is True:
        return ABATIR
    return str(Word.CARTA if rules.draws_on.has_member(points) else Word.NO)
