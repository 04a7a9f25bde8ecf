"""The books of a coup: its cards, its rulings, its end. No rule is decided here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from tapete.games.baccarat.effects import ASIDE, BASKET, DISCARD, FLOOR
from tapete.games.baccarat.incident import IncidentRuled
from tapete.games.baccarat.marks import marks_of_next_coup, marks_of_undealt_coup
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.procedure import CardDealt
from tapete.games.banked import folds, settled_coups
from tapete.games.banked.books import Folds, change, incident_folds, unchanged, with_ruling
from tapete.games.banked.coup import Share, with_side, without_cards, without_decision, without_words
from tapete.games.banked.events import CardsPassedOn, ChoiceMade, CoupVoided, TableAsked
from tapete.games.banked.reconsideration import by_code
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.evolve import results
from tapete.games.chemin_de_fer.state import Coup, State, carry_over
from tapete.games.chemin_de_fer.terms import COUP, Hand, Phase


def apply_card_dealt(state: State, event: CardDealt) -> State:
    """Lay a card on the table; the shoe is one card further."""
    coup = folds.apply_card_dealt(state.coup, event)
    return replace(state, shoe=replace(state.shoe, position=event.position + 1), coup=coup)


def apply_coup_ended(state: State, event: e.CoupEnded) -> State:
    return replace(state, coup=with_side(state.coup, Hand.PUNTO, winner=event.winner))


def apply_coup_voided(state: State, _event: CoupVoided) -> State:
    """Drop the award of a coup that counts for nothing; what was ruled before its first card is the next one's."""
    coup, left = state.coup, marks_of_next_coup(state.coup.cards.marks)
    done = _over(coup)
    if all(card.place in (ASIDE, DISCARD, BASKET, FLOOR) for card in coup.cards.layout):  # none has come to a hand yet
        left = marks_of_undealt_coup(coup.cards.marks)
        done = replace(done, cards=replace(coup.cards, marks=left))
    return carry_over(replace(state, bars=left, coup=done), followers=frozenset())


def apply_coup_settled(state: State, event: e.CoupSettled) -> State:
    bank = state.bank
    if bank is None:
        raise ValueError("a coup is settled against a bank")
    changes, tied = zip(bank.parts, event.bank, strict=True), event.winner is Winner.TIE
    after = replace(
        bank,
        parts=tuple(Share(part.person, part.amount + change.amount) for part, change in changes),
        decided_coups=bank.decided_coups + (not tied),
        tied_coups=bank.tied_coups + tied,
        winnings=bank.winnings + sum(change.amount for change in event.bank),
        is_garage_waived=False,
    )
    history = settled_coups.with_settled(state.history, *results.new_settled_coups(state, event))
    left = marks_of_next_coup(state.coup.cards.marks)
    ended = replace(state, bars=left, bank=after, coup=_over(state.coup), history=history)
    return carry_over(ended, followers=frozenset())


def _over(coup: Coup) -> Coup:
    marks = replace(coup.cards.marks, aside=())
    return replace(with_side(coup, Hand.PUNTO, holder=None), award=None, cards=replace(coup.cards, marks=marks))


ANNOUNCED = frozenset({"wrong-word", "natural-forgotten", "asked-again"})
DECIDED = frozenset(
    {"laid-down-no-natural", "natural-offered-cards", "against-table", "banker-must-draw", "bound-by-ruling"}
)
"""Codes of the faults of the punto, and of those that can be made again from the banker's turn on: where play goes back
behind them, they can be found once more.
"""

SHOWN = ANNOUNCED | DECIDED
"""Codes of the faults that nothing but open cards shows: where a card was keyed wrongly they are weighed anew."""


def undone(coup: Coup, phases: Sequence[str]) -> Coup:
    """Return the coup with what was said and done from the last of these phases on forgotten."""
    first = COUP.index(Phase(phases[-1]))
    said = first <= COUP.index(Phase.WORD)
    findable = DECIDED | (ANNOUNCED if said else frozenset()) if first <= COUP.index(Phase.BANKER) else frozenset()
    coup = without_decision(coup, findable)
    if said:
        coup = without_words(coup, coup.sides)
    return without_cards(coup, coup.sides) if first <= COUP.index(Phase.CARRY) else coup


def apply_incident_ruled(state: State, event: IncidentRuled) -> State:
    after: State = with_ruling(state, event, COUP, undone)
    return after


FOLDS: Final[Folds] = {
    CardsPassedOn: change("coup", folds.apply_cards_passed_on),
    CardDealt: apply_card_dealt,
    e.WithdrawalAnswered: change("coup.respondents", lambda people, event: people | {event.person}),
    TableAsked: change("coup", lambda coup, _event: folds.apply_table_asked(coup, Hand.BANCA)),
    ChoiceMade: change("coup", lambda coup, event: folds.apply_choice_made(coup, event, Hand.PUNTO)),
    e.ClaimRecorded: unchanged,
    e.CoupEnded: apply_coup_ended,
    CoupVoided: apply_coup_voided,
    e.CoupSettled: apply_coup_settled,
    **incident_folds(by_code, apply_incident_ruled),
}
