"""Another way to say a word, and the advice of the croupier before it."""

from __future__ import annotations

from tapete.clauses import against, fault, first_fault, trace
from tapete.games.banked.acts import Say
from tapete.games.banked.events import (
    AdviceAsked,
)
from tapete.games.banked.terms import ABATIR, Word
from tapete.games.dos_panos.acts import AskAdvice, PlaceCards
from tapete.games.dos_panos.coup.cells import require_lawful_word
from tapete.games.dos_panos.coup.dealing import require_holder
from tapete.games.dos_panos.coup.points import has_natural
from tapete.games.dos_panos.coup.turns import cloth_of_speaker, require_seen, require_turn_to_speak, say_word
from tapete.games.dos_panos.order import require_carried, require_dealt, require_step
from tapete.games.dos_panos.rules.coup import AdvisedOnFive
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.kernel import Decision, PersonId


def place_cards(state: State, who: PersonId, what: PlaceCards) -> Decision:
    """Decide that a player lays his cards crossed or side by side: by custom, where the rulebook knows it, another way
    to say «no» or «carta». Whoever has spoken has spoken.
    """
    custom = state.book.punto.crossed_cards_speak
    if not custom.use():
        return against(custom, "cards-say-nothing")
    return say_word(state, who, Say(Word.NO if what.crossed else Word.CARTA))


def ask_advice(state: State, who: PersonId, what: AskAdvice) -> Decision:
    """Decide that a hand player asks the croupier what to say, before he says it."""
    del what
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
