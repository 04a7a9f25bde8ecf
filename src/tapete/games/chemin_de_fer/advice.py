"""Advice: what the croupier answers a punto who asks him what to say.

The answer rests on the punto's hidden total, so it is his alone until the cards are shown; what everybody sees is that
he asked, and from then on he plays by the answer.
"""

from __future__ import annotations

from tapete.clauses import fault, first_fault, rule, trace
from tapete.games.baccarat.points import Unknown
from tapete.games.baccarat.reckoning import two_card_total
from tapete.games.chemin_de_fer.bank import in_window
from tapete.games.chemin_de_fer.card_acts import AskAdvice
from tapete.games.chemin_de_fer.card_events import AdviceAsked
from tapete.games.chemin_de_fer.duties import has_natural
from tapete.games.chemin_de_fer.hands import plays_punto, settled_first
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import ABATIR, Hand, Window, Word
from tapete.kernel import Decision, PersonId


@rule("CF.A.23", neutral=lambda _state, _who, _what: fault("no-advice-here"))
def ask_advice(state: State, who: PersonId, what: AskAdvice) -> Decision:
    """The punto may ask the croupier for advice; on 5 he is told to stand, and must."""
    del what
    seen = all(
        state.holder in card.seen_by or card.face_up for card in state.coup.cards.layout if card.place == "punto"
    )
    wrong = first_fault(
        plays_punto(state, who),
        in_window(state, Window.WORD),
        settled_first(state),
        None if seen else fault("look-first", hand=str(Hand.PUNTO)),
        fault("advice-given") if state.coup.advice is not None else None,
    )
    if wrong or state.holder is None:
        return wrong or fault("no-holder")
    with trace() as private:
        answer = advised(state)
    return (AdviceAsked(state.holder, answer, private.rests_on),)


def advised(state: State) -> str:
    """Return the croupier's answer: the scheme's word, «no» on the total it leaves free, or to lay down; nothing where
    the cards are real and nobody has keyed them.
    """
    points, rules = two_card_total(state.coup.cards, Hand.PUNTO, state.book.points), state.book.punto
    if isinstance(points, Unknown):
        return ""
    if has_natural(state, Hand.PUNTO) is True:
        return ABATIR
    return str(Word.CARTA if points in rules.draws_on.use() else Word.NO)
