"""Whoever has nothing to do with the cards is not tried with the acts at them: each of these would be refused him."""

from collections.abc import Iterable

from tapete.games.dos_panos.candidates import card_acts, is_at_the_cards
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import COUP
from tapete.kernel import Act, PersonId, Refused
from tapete.table.staff import Role
from tests.support.dos_panos.evening import GAME, Evening

STRANGER = PersonId("stranger")


def require_refused(state: State, people: Iterable[PersonId]) -> int:
    """Return how many acts were refused to people who are not at the cards."""
    tried = 0
    for who in people if state.phase in COUP else ():
        if is_at_the_cards(state, who):
            continue
        for what, _ in card_acts(state, state.staff[Role.CROUPIER]):
            tried += 1
            assert isinstance(GAME.decide(state, Act(who, what, GAME.step(state))), Refused), (who, what)
    return tried


def test_nobody_else_may_do_anything_at_the_cards_of_an_evening() -> None:
    evening, tried = Evening("offers"), 0
    people = [*(bot.seat.person for bot in evening.bots), STRANGER]
    while evening.counts["CoupSettled"] < 5 and evening.go_on():
        tried += require_refused(evening.state, people)
    assert tried > 1000
