"""Acts at the cards are tried with those alone who are at them, and acts of the staff with those on a post: anybody
else would be refused each of them.
"""

from collections.abc import Iterable

from tapete.games.dos_panos.acts import ProveDeposit
from tapete.games.dos_panos.candidates import all_candidates, card_acts, is_at_the_cards
from tapete.games.dos_panos.options import OF_STAFF
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import COUP
from tapete.kernel import Act, PersonId, Refused
from tapete.table.staff import Role, is_on_duty
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


def test_nobody_without_a_post_does_what_only_the_staff_does() -> None:
    evening, tried = Evening("posts"), set[type]()
    people = [*(bot.seat.person for bot in evening.bots), STRANGER]
    while evening.counts["CoupSettled"] < 4 and evening.go_on():
        state = evening.state
        for who in people:
            for what, _ in () if is_on_duty(state.staff, who) else all_candidates(state, who):
                if type(what) in OF_STAFF:
                    tried.add(type(what))
                    assert isinstance(GAME.decide(state, Act(who, what, GAME.step(state))), Refused), (who, what)
    assert OF_STAFF - tried <= {ProveDeposit}, "that is asked of an open bank alone"
