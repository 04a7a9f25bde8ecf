"""Playing on at a two-cloth table by what it offers, one act at a time."""

from random import Random
from typing import Any

import msgspec

from tapete.kernel import Offer, plain
from tapete.record.codec import members
from tests.support.dos_panos.observed import Observed
from tests.support.dos_panos.table import BANKER

PEOPLE = ("ana", "carla", BANKER, "croupier")
AT_THE_CARDS = ("deal-card", "carry-cards", "lift", "say", "lay-down", "give-card", "draw-card", "stand", "ask-table")
AT_THE_CARDS += ("show-hand", "settle", "testify", "open-bets", "close-calls", "close-bets", "repeat-banco")
AT_THE_CARDS += ("deliver-bank",)


def as_act(made: Observed, offer: Offer, chance: Random) -> Any:
    """Return an act that an offer allows."""
    kind = next(one for one in members(made.play.game.act_types) if one.__struct_config__.tag == offer.act)
    fields = {name: value for name, value in plain(offer.fields).items() if name in kind.__struct_fields__}
    picked = {}
    for name, value in fields.items():
        bounds = isinstance(value, dict)
        picked[name] = chance.choice(value) if isinstance(value, list) else chance.randrange(10) if bounds else value
    return msgspec.convert(picked | {kind.__struct_config__.tag_field: offer.act}, kind)


def _offered(made: Observed, chance: Random, *, only_next: bool) -> tuple[str, Offer] | None:
    """Return an act at the cards that is offered to somebody, people being asked in any order."""
    for who in chance.sample(PEOPLE, len(PEOPLE)):
        mine = [one for one in made.play.legal(who) if one.act in AT_THE_CARDS and (one.main or not only_next)]
        if mine:
            return who, chance.choice(mine)
    return None


def step_on(made: Observed, chance: Random, usually: float = 1.0) -> None:
    """Do one act that the table offers to somebody at the cards: the next step, or now and then another one."""
    found = _offered(made, chance, only_next=chance.random() < usually) or _offered(made, chance, only_next=False)
    assert found, f"nobody can go on at {made.state.step}"
    who, offer = found
    made.do(who, as_act(made, offer, chance))
