"""The turns at the cards, for a named hand: who may act, what comes first, and what was said and chosen."""

from __future__ import annotations

from collections.abc import Sequence

from tapete.clauses import Fault, fault
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import OfferChoice
from tapete.games.baccarat.layout import at
from tapete.games.baccarat.marks import Cards, third
from tapete.games.banked.coup import Coup, Side
from tapete.games.banked.shares import Shares
from tapete.games.banked.terms import DENY, GIVE, Word
from tapete.kernel import PersonId


def require_where_strict(check: Fault | None, *, observed: bool) -> Fault | None:
    """Return the Fault of a check on a hidden total where conduct is strict; elsewhere it is found when shown."""
    return None if observed else check


def require_looked(cards: Cards, hand: str, person: PersonId | None) -> Fault | None:
    """Return a Fault if a person decides on cards that he has not seen: so a refusal tells him nothing new."""
    seen = all(person in card.seen_by or card.face_up for card in at(cards.layout, hand))
    return None if seen else fault("look-first", hand=str(hand))


def require_not_looked(cards: Cards, hand: str, person: PersonId) -> Fault | None:
    """Return a Fault if a person has looked at each card of a hand already."""
    again = all(person in card.seen_by for card in at(cards.layout, hand))
    return fault("looked-already") if again else None


def require_first_word(side: Side) -> Fault | None:
    """Return a Fault if a side has spoken."""
    return None if side.word is None else fault("word-said", word=str(side.word))


def require_undecided(coup: Coup) -> Fault | None:
    """Return a Fault if the banker has decided whether he draws."""
    return None if coup.decision is None else fault("already-decided")


def require_natural_in_time(coup: Coup) -> Fault | None:
    """Return a Fault if a banker lays down when a side has its third card or he has decided about his own."""
    gone = coup.decision is not None or any(at(coup.cards.layout, third(hand)) for hand in coup.sides)
    return fault("natural-too-late") if gone else None


def pending_withdrawals(coup: Coup, stakes: Shares) -> tuple[PersonId, ...]:
    """Return who may take his stake back and has not said whether he does."""
    if not coup.cards.marks.withdrawal:
        return ()
    return tuple(one.person for one in stakes if one.person not in coup.respondents)


def require_nothing_pending(coup: Coup, withdrawals: Sequence[PersonId]) -> Fault | None:
    """Return a Fault while a card, or somebody's answer about his stake, is waited for."""
    if coup.due_cards:
        return fault("card-awaited")
    return fault("withdrawals-first", people=list(withdrawals)) if withdrawals else None


def offered_choice(coup: Coup, choice: str) -> OfferChoice | None:
    return next((one for one in coup.cards.marks.choices if one.choice == choice), None)


def spoken_option(side: Side, options: Sequence[str]) -> str:
    """Return what is chosen about a side's card for a banker who does not choose: its word as spoken, whatever the
    cards are; of another choice the first option.
    """
    word = GIVE if side.word is Word.CARTA else DENY
    return word if word in options else options[0]


def is_card_asked(coup: Coup, hand: str) -> bool:
    """Return True if a side is to get a third card: by its word, unless a ruling or the banker's choice says
    otherwise.
    """
    duty, side = coup.cards.marks.of(hand).fixed_duty, coup.side(hand)
    if side.chosen_option in (GIVE, DENY):
        return side.chosen_option == GIVE
    return duty is Cell.DRAW if duty is not None else side.word is Word.CARTA
