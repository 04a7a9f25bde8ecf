"""Coups in which anything may happen: reports at random, rulings at random, and the table is sound after each act."""

from random import Random
from typing import Any

import msgspec
import pytest

from tapete.cards import packs
from tapete.chance import CardOut
from tapete.games.baccarat.conflicts import remedied_positions
from tapete.games.baccarat.effects import Discard, NoteOnly, VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.errors.reports import reportable
from tapete.games.chemin_de_fer.terms import COUP, Phase
from tapete.kernel import Offer, PersonId, Refused, fold, plain
from tapete.record.codec import members
from tests.support.chemin_de_fer.observed import BOTH, Observed, at

PEOPLE = ("bea", "ana", "luis", "croupier")
AT_THE_CARDS = ("deal-card", "carry-cards", "lift", "say", "lay-down", "give-card", "draw-card", "stand", "ask-table")
AT_THE_CARDS += ("choose", "show-hand", "settle", "keep-stake", "withdraw-stake", "close-withdrawals")


def as_act(table: Observed, offer: Offer, chance: Random) -> Any:
    """Return an act that an offer allows."""
    kind = next(one for one in members(table.play.game.act_types) if one.__struct_config__.tag == offer.act)
    fields = {name: value for name, value in plain(offer.fields).items() if name in kind.__struct_fields__}
    picked = {name: chance.choice(value) if isinstance(value, list) else value for name, value in fields.items()}
    return msgspec.convert(picked | {kind.__struct_config__.tag_field: offer.act}, kind)


def ruling(table: Observed, chance: Random) -> GiveRuling:
    """Return the proposed remedy, or another lawful one."""
    found = table.state.docket.open[0]
    others = [one.effects for one in found.alternatives] + [(VoidCoup(),), (NoteOnly("as it lies"),)]
    own = chance.choice(others) if chance.random() < 0.25 else None
    return GiveRuling(found.serial, own, "seen by all")


def accident(table: Observed, chance: Random) -> a.Report:
    """Return something that can have happened now, about any card, by anybody who can have done it."""
    one = chance.choice(reportable(table.state, PersonId("croupier")))
    example = msgspec.structs.replace(one.example, fault_of=chance.choice(one.parties))
    if example.position is not None:
        example = msgspec.structs.replace(example, position=chance.choice(one.positions))
    return msgspec.structs.replace(example, hand=chance.choice(one.hands)) if one.hands else example


def turn(table: Observed, chance: Random) -> None:
    """Let one thing happen."""
    state = table.state
    fallen = [card.position for card in state.coup.cards.layout if card.place == "floor"]
    if fallen:
        table.do("croupier", a.PickUp(fallen[0]))
    elif state.docket.open and chance.random() < 0.9:
        given = ruling(table, chance)
        made = table.play.attempt(given, "inspector").outcome
        if isinstance(made, Refused):
            assert made.code in ("too-few-cards", "card-left-over")
            out = tuple(Discard(one) for one in sorted(remedied_positions(state.docket.open[0])))
            given = GiveRuling(given.serial, (*out, VoidCoup()), "no hand is left to play")
        table.do("inspector", given)
    elif chance.random() < 0.12 or state.docket.open:
        table.do("croupier", accident(table, chance))
    else:
        mine = [(who, one) for who in PEOPLE for one in table.play.legal(who) if one.act in AT_THE_CARDS]
        usual = [found for found in mine if found[1].main] or mine
        assert usual, f"nobody can go on at {state.step}"
        who, offer = chance.choice(usual)
        made = table.play.attempt(as_act(table, offer, chance), who)
        assert not isinstance(made.outcome, Refused), (offer, made.outcome)
        table.do(who, as_act(table, offer, chance))


@BOTH
@pytest.mark.parametrize("seed", range(12))
def test_whatever_happens_the_coup_comes_to_an_end(make, real: bool, seed: int) -> None:
    chance = Random(seed)
    cards = list(packs(6))
    chance.shuffle(cards)
    table = at(make, "deal", " ".join(cards[:60]), real=real, stakes="two")
    for _ in range(120):
        if table.state.phase not in COUP and not table.state.docket.open:
            break
        turn(table, chance)
    assert table.state.phase not in COUP
    outs = [one.body for made in table.turns for one in made.acts if isinstance(one.body, CardOut)]
    keyed = [one.position for one in outs if one.face is not None]
    assert len(keyed) == len(set(keyed)), "the face of a card is keyed once; afterwards two officials put it right"
    assert table.state.phase in (Phase.BETWEEN, Phase.BANK)
    events = [event for made in table.turns for event in made.events]
    told = [msgspec.structs.replace(event, **dict.fromkeys(event.private())) for event in events]
    game = table.play.game
    assert game.view(fold(game.evolve, game.blank(), told), None) == game.view(table.state, None)
