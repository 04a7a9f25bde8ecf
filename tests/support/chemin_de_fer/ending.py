"""Coups brought to their end by people who keep to the clauses."""

from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.marks import hand_cards
from tapete.games.baccarat.reckoning import is_open
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.cards.duties import has_natural, require_lawful_decision, require_lawful_word
from tapete.games.chemin_de_fer.coup.flow import next_hand
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, Hand, Phase
from tapete.kernel import PersonId, Refused
from tests.support.chemin_de_fer.observed import Observed

LAYING = (Phase.WORD, Phase.ANSWER, Phase.BANKER)


def finished(table: Observed, *, paid: bool = True) -> None:
    """Play the coup to its end, as the clauses ask of people who see their cards; without the payment if not ``paid``.

    It stops where an incident is open.
    """
    for _ in range(40):
        state = table.state
        if state.phase not in COUP or state.docket.open or (state.phase is Phase.SETTLE and not paid):
            return
        holder, banker = state.holder, state.banker
        assert holder is not None
        assert banker is not None
        words = [word for word in Word if require_lawful_word(state, word) is None]
        cells = [cell for cell in (Cell.DRAW, Cell.STAND) if require_lawful_decision(state, cell) is None]
        turn = Hand.PUNTO if state.phase is Phase.WORD else Hand.BANCA
        natural = [a.LayDown(turn)] if state.phase in LAYING and has_natural(state, turn) is True else []
        decided = [{Cell.DRAW: a.DrawCard(), Cell.STAND: a.Stand()}[cell] for cell in cells]
        tries = [
            *((banker, a.Choose(one.choice, one.options[0])) for one in state.coup.cards.marks.choices),
            *((banker, a.DealCard(hand)) for hand in (next_hand(state),) if hand is not None),
            ("croupier", a.CarryCards()),
            *(
                (who, a.Lift(hand))
                for who, hand in ((banker, Hand.BANCA), (holder, Hand.PUNTO))
                if is_unseen(state, who, hand)
            ),
            (holder, a.Lift(Hand.PUNTO)),
            *((banker if one.hand is Hand.BANCA else holder, one) for one in natural),
            *((holder, a.Say(word)) for word in words),
            (banker, a.GiveCard()),
            *((banker, one) for one in decided),
            *(("croupier", a.ShowHand(hand)) for hand in Hand if not is_open(state.coup.cards, hand)),
            *([("croupier", a.Settle())] if paid else []),
        ]
        for by, act in tries:
            if not isinstance(table.play.attempt(act, by).outcome, Refused):
                table.do(by, act)
                break
        else:
            raise AssertionError(f"nobody can go on at {state.step}")
    raise AssertionError(f"the coup does not end at {table.state.step}")


def is_unseen(state: State, who: PersonId, hand: Hand) -> bool:
    cards = hand_cards(state.coup.cards.layout, hand)
    return any(not card.face_up and who not in card.seen_by for card in cards)
