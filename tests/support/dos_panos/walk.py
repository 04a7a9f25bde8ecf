"""Playing on at a two-cloth table: the next step of a coup, as the rules have it."""

from collections.abc import Iterator

from tapete.games.baccarat.effects import Cell
from tapete.games.banked.acts import DrawCard, Say, Stand
from tapete.games.banked.coup import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.coup.flow import asked_cloths, next_hand
from tapete.games.dos_panos.coup.hands import require_lawful_decision, require_lawful_word
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import WORD_OF, Hand, Phase
from tests.support.dos_panos.observed import Observed
from tests.support.dos_panos.table import BANKER


def go_on(made: Observed) -> None:
    """Do the next step of the coup, spoken and decided as the rules have it."""
    for who, what in next_acts(made.state, made.phase):
        if made.accepts(who, what):
            made.do(who, what)
            return
    raise AssertionError(f"nobody can go on at {made.state.step}")


def next_acts(state: State, phase: str) -> Iterator[tuple[str, object]]:
    """Yield what may be the next step."""
    if phase == Phase.BETWEEN:
        yield "croupier", a.OpenBets()
    if phase == Phase.BANCO:
        yield "croupier", a.CloseCalls()
    if phase == Phase.BETS and not state.coup.laid:
        yield "ana", a.Stake(100_00, Hand.PRIMERO)
    if phase == Phase.BETS:
        yield "croupier", a.CloseBets()
    if phase == Phase.DEAL:
        yield BANKER, a.DealCard(next_hand(state) or Hand.PRIMERO)
    if phase == Phase.CARRY:
        yield "croupier", a.CarryCards()
    for cloth, word in WORD_OF.items():
        holder = str(state.holder(cloth))
        if phase == word:
            if not any(holder in card.seen_by for card in state.coup.cards.layout if card.place == cloth):
                yield holder, a.Lift(cloth)
            stands = require_lawful_word(state, cloth, Word.NO) is None
            yield from ((holder, one) for one in map(Say, (Word.NO, Word.CARTA) if stands else (Word.CARTA, Word.NO)))
            yield holder, a.LayDown(cloth)
    if phase in (Phase.ANSWER, Phase.BANKER):
        if not any(BANKER in card.seen_by for card in state.coup.cards.layout if card.place == Hand.BANCA):
            yield BANKER, a.Lift(Hand.BANCA)
        yield from ((BANKER, a.GiveCard(cloth)) for cloth in asked_cloths(state))
        stands = require_lawful_decision(state, Cell.STAND) is None
        yield from ((BANKER, one) for one in ((Stand(), DrawCard()) if stands else (DrawCard(), Stand())))
    if phase == Phase.SHOW:
        yield from (("croupier", a.ShowHand(hand)) for hand in Hand)
    if phase == Phase.SETTLE:
        yield "croupier", a.Settle()
