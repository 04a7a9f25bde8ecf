"""Coups in which anything may happen: reports and rulings at random, and the table is sound after each act."""

from random import Random

import msgspec
import pytest

from tapete.cards import packs
from tapete.chance import CardOut
from tapete.games.baccarat.effects import NoteOnly, VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.errors.reports import reportable
from tapete.games.dos_panos.terms import COUP, Phase
from tapete.kernel import PersonId, Refused, fold
from tests.support.dos_panos.observed import BOTH, Observed, table
from tests.support.dos_panos.walk import step_on


def ruling(made: Observed, chance: Random) -> GiveRuling:
    """Return the proposed remedy, or another lawful one."""
    found = made.state.docket.open[0]
    others = [one.effects for one in found.alternatives] + [(VoidCoup(),), (NoteOnly("as it lies"),)]
    own = chance.choice(others) if chance.random() < 0.25 or not found.proposed_effects else None
    return GiveRuling(found.serial, own, "seen by all")


def accident(made: Observed, chance: Random) -> a.Report | None:
    """Return something that can have happened now, about any card, by anybody who can have done it."""
    found = reportable(made.state, PersonId("croupier"))
    one = chance.choice(found)
    example = msgspec.structs.replace(one.example, fault_of=chance.choice(one.parties))
    if example.position is not None:
        example = msgspec.structs.replace(example, position=chance.choice(one.positions))
    if one.people:
        example = msgspec.structs.replace(example, person=chance.choice(one.people))
    if one.hands:
        example = msgspec.structs.replace(example, hand=chance.choice(one.hands))
    refused = isinstance(made.play.attempt(example, "croupier").outcome, Refused)
    return None if refused else example


def turn(made: Observed, chance: Random, errors: float) -> None:
    """Let one thing happen."""
    state = made.state
    fallen = [card.position for card in state.coup.cards.layout if card.place == "floor"]
    if fallen:
        made.do("croupier", a.PickUp(fallen[0]))
    elif state.docket.open and chance.random() < 0.9:
        given = ruling(made, chance)
        outcome = made.play.attempt(given, "inspector").outcome
        if isinstance(outcome, Refused):
            known = ("too-few-cards", "not-your-post", "no-coup", "early-card-is-played", "card-left-over")
            assert outcome.code in known, outcome
            void = (VoidCoup(),) if outcome.code in ("too-few-cards", "card-left-over") else None
            given = GiveRuling(given.serial, void, "no hand is left to play")
        made.do("inspector", given)
    elif chance.random() < errors or state.docket.open:
        found = accident(made, chance)
        if found is not None:
            made.do("croupier", found)
    else:
        step_on(made, chance, 0.9)


@BOTH
@pytest.mark.parametrize("book", ["asturias-2011", "orden-1979", "guia"])
@pytest.mark.parametrize("seed", range(8))
def test_whatever_happens_the_coup_comes_to_an_end(real: bool, book: str, seed: int) -> None:
    chance = Random(seed)
    cards = list(packs(6))
    chance.shuffle(cards)
    made = table(" ".join(cards), real=real, book=book)
    made.bets().staked(ana=200_00, bea=50_00, carla=100_00).closed()
    for _ in range(200):
        if made.phase not in COUP and not made.state.docket.open:
            break
        turn(made, chance, 0.12)
    assert made.phase in (Phase.BETWEEN, Phase.CUSTODY)
    assert made.account("stakes") == 0
    outs = [act.body for one in made.turns for act in one.acts if isinstance(act.body, CardOut)]
    keyed = [one.position for one in outs if one.face is not None]
    assert len(keyed) == len(set(keyed)), "the face of a card is keyed once; afterwards two officials put it right"
    events = [event for one in made.turns for event in one.events]
    told = [msgspec.structs.replace(event, **dict.fromkeys(event.private())) for event in events]
    game = made.play.game
    assert game.view(fold(game.evolve, game.blank(), told), None) == game.view(made.state, None)


@pytest.mark.parametrize("seed", range(6))
def test_an_evening_with_errors_goes_on(seed: int) -> None:
    """Coups one after the other, an accident in every second one; the books balance after each act."""
    chance = Random(f"evening {seed}")
    cards = list(packs(6))
    chance.shuffle(cards)
    made = table(" ".join(cards))
    for _ in range(900):
        if made.state.coup.number >= 12 and made.phase in (Phase.BETWEEN, Phase.CUSTODY):
            break
        if made.phase is Phase.BETS and not made.state.coup.laid and not made.state.docket.open:
            made.staked(ana=50_00, carla=50_00)
        turn(made, chance, 0.04)
        if made.phase not in (Phase.BETWEEN, Phase.CUSTODY, Phase.BANCO, Phase.BETS, *COUP):
            break
    assert made.state.coup.number > 3
    assert made.state.docket.count > 2
