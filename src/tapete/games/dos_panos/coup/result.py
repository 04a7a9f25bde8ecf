"""The result of a coup: each cloth compared with the bank."""

from __future__ import annotations

from collections.abc import Mapping

from tapete.clauses import rule
from tapete.games.baccarat.layout import at
from tapete.games.baccarat.marks import third
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.points import Unknown
from tapete.games.baccarat.procedure import say
from tapete.games.baccarat.reckoning import final_total
from tapete.games.dos_panos.coup.outcome import Score, winner
from tapete.games.dos_panos.coup.points import card_points, has_priority, live_cloths
from tapete.games.dos_panos.events import CoupEnded, PhaseOpened
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import HANDS, Hand, Phase
from tapete.kernel import Event


def score(state: State, hand: Hand) -> Score | None:
    """Return what a hand comes to; ``None`` while a face of it is not known."""
    total = final_total(state.coup.cards, hand, card_points(state))
    if isinstance(total, Unknown):
        return None
    three_cards = bool(at(state.coup.cards.layout, third(hand)))
    return Score(total, not three_cards and has_priority(state, hand), three_cards)


def end_of_coup(state: State) -> tuple[Event, ...]:
    """Return the end of a coup: each cloth is compared with the bank, and the croupier says the scores."""
    ended = result_of(state)
    if ended is None:
        return ()
    said = announced_scores(state, ended.scores) if len(ended.scores) == len(HANDS) else ()
    return (ended, *said, PhaseOpened(Phase.SETTLE))


def result_of(state: State) -> CoupEnded | None:
    """Return the result of a coup on its cards, with what rulings made of it; ``None`` while a face is not known."""
    winners = {cloth: winner_on(state, cloth) for cloth in live_cloths(state)}
    known = {cloth: won for cloth, won in winners.items() if won is not None}
    if len(known) < len(winners):
        return None
    marks = state.coup.cards.marks
    counts = [hand for hand in HANDS if hand in (*known, Hand.BANCA) and not marks.of(hand).is_lost]
    reckoned = {hand: score(state, hand) for hand in counts}
    totals = {hand: one.total for hand, one in reckoned.items() if one is not None}
    return CoupEnded(totals, known)


def winner_on(state: State, cloth: Hand) -> Winner | None:
    """Return who won on a cloth: by a ruling that a hand has lost, or by the scores; ``None`` while a face of them is
    not known.
    """
    marks = state.coup.cards.marks
    if marks.of(Hand.BANCA).is_lost or marks.of(cloth).is_lost:
        return Winner.PUNTO if marks.of(Hand.BANCA).is_lost else Winner.BANCA
    own, bank = score(state, cloth), score(state, Hand.BANCA)
    return None if own is None or bank is None else winner(own, bank, state.book.outcome)


@rule("DP.B.23", neutral=())
def announced_scores(state: State, totals: Mapping[Hand, int]) -> tuple[Event, ...]:
    """When the play is over the croupier parts the cards and says the scores."""
    return say(state, "scores", **{str(hand): total for hand, total in totals.items()})
