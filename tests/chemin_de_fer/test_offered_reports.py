"""Every report that the staff are offered can be made, and what can be made is offered: every accident at every step,
by everybody's hand, in everybody's name, of each hand and card.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from tapete.bots.act_builder import act_kinds
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.errors.reports import KINDS
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.terms import HANDS, Accident, Hand
from tapete.kernel import Act, Offer, PersonId, is_allowed
from tests.chemin_de_fer.test_accident_at_every_step import STEPS, table_at
from tests.support.offered import own_fields, promised

KINDS_OF_ACTS = act_kinds(CHEMIN_DE_FER.act_types)
CROUPIER, INSPECTOR = PersonId("croupier"), PersonId("inspector")
WITH_CARDS = [step for step in STEPS if step != "closed"]


def offers(state: Any, who: PersonId) -> list[Offer]:
    return [one for one in CHEMIN_DE_FER.legal(state, who) if one.act == "report"]


def is_made(state: Any, who: PersonId, what: Any) -> bool:
    return CHEMIN_DE_FER._accepts(state, Act(who, what, state.step))


@pytest.mark.parametrize("who", [CROUPIER, INSPECTOR])
@pytest.mark.parametrize("step", WITH_CARDS)
def test_whatever_is_offered_of_a_report_can_be_reported(step: str, who: PersonId) -> None:
    state = table_at(step).state
    found = offers(state, who)
    assert found
    made = [what for one in found for what in promised(KINDS_OF_ACTS, one)]
    assert [what for what in made if not is_made(state, who, what)] == []
    examples = [example for one in CHEMIN_DE_FER.reportable(state, who) for example, _ in one.offers]
    assert len(examples) == len(found)
    assert [what for what in examples if not is_made(state, who, what) or not is_offered(found, what)] == []


def is_offered(found: list[Offer], what: a.Report) -> bool:
    """Return True if an offer lists every fact of a report, and leaves out those that it does not ask."""
    told = {"accident": what.accident, "fault_of": what.fault_of, "position": what.position, "hand": what.hand}
    told |= {"count": what.count, "person": what.person}
    empty = {"count": 0}
    for one in found:
        fields = own_fields(KINDS_OF_ACTS, one)
        if all(
            is_allowed(fields[name], value) if name in fields else value == empty.get(name)
            for name, value in told.items()
        ):
            return True
    return False


def reports(state: Any, accident: Accident) -> Iterator[a.Report]:
    """Return every report of an accident that tells what its kind may tell."""
    kind = KINDS[accident]
    people = (None, *state.seats.people()) if kind.by_whom else (None,)
    hands: tuple[Hand | None, ...] = tuple(map(Hand, HANDS)) if kind.is_hand_required else (None,)
    cards = [card.position for card in state.coup.cards.layout]
    positions = (*cards, *(one.position for one in state.coup.due_cards)) if kind.is_card_required else (None,)
    count = 1 if "count" in kind.facts else 0
    for party, hand, position, person in product(kind.parties, hands, positions, people):
        yield a.Report(accident, party, position, hand, count, person)


@pytest.mark.parametrize("step", WITH_CARDS)
def test_whatever_can_be_reported_is_offered(step: str) -> None:
    state = table_at(step).state
    found = offers(state, CROUPIER)
    made = [what for accident in KINDS for what in reports(state, accident) if is_made(state, CROUPIER, what)]
    assert made
    assert [what for what in made if not is_offered(found, what)] == []


def test_a_card_drawn_early_by_a_player_is_offered_with_his_name() -> None:
    """The example names one; the banker needs no name, and is offered with his own alone."""
    state = table_at("between").state
    found = {one.example.accident: one for one in CHEMIN_DE_FER.reportable(state, CROUPIER)}[Accident.EARLY_DRAW]
    people = {str(one.fault_of): fields["person"].options for one, fields in found.offers}  # type: ignore[union-attr]
    assert people["banker"] == (None, state.banker)
    assert set(people["player"]) == set(state.seats.people()) - {state.banker}
    assert all(example.person is not None for example, _ in found.offers if str(example.fault_of) == "player")
