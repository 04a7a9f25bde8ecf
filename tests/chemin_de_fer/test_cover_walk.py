"""Whole evenings at random through what the table offers: every call, late stakes, advice, people who come and go."""

from random import Random

import pytest

from tapete.bots.act_builder import act_kinds, build_act
from tapete.games.baccarat.effects import VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.chemin_de_fer import acts as a, events as e
from tapete.games.chemin_de_fer.coup.flow import next_hand
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.terms import COUP, Phase
from tapete.kernel import Refused
from tapete.table.acts import Away, Back

ACTS = act_kinds(CHEMIN_DE_FER.act_types)
PEOPLE = ("bea", "carla", "ana", "luis", "eva", "pau", "rosa", "croupier", "inspector")
KEEPERS = (
    "leave",
    "sit",
    "stand-behind",
    "cash-out",
    "buy-in",
    "decline-bank",
    "pass-hand",
    "refuse-to-deal",
    "join-list",
    "leave-list",
    "ask-seat-change",
    "ask-card-check",
    "decline-cut",
    "close-table",
    "call-off",
)
"""What would only make the evening shorter, or the same table another one."""


def step(table, chance: Random) -> tuple[str, object] | None:
    """Return something that somebody may do, often what the table waits for."""
    offers = [(who, offer) for who in PEOPLE for offer in table.play.legal(who) if offer.act not in KEEPERS]
    main = [(who, offer) for who, offer in offers if offer.main]
    due = str(next_hand(table.state))
    if chance.random() < 0.98:  # a misdeal now and then is enough
        offers = [one for one in offers if one[1].act != "deal-card" or one[1].fixed_value("hand") == due]
        main = [one for one in main if one in offers]
    if not offers:
        return None
    who, offer = chance.choice(main if main and chance.random() < 0.4 else offers)
    if offer.act != "give-ruling":
        return who, build_act(ACTS, offer, chance)
    misdealt = table.state.docket.open[0].kind == "misdeal" and table.state.coup.award is not None
    return who, GiveRuling(offer.fixed_value("serial"), (VoidCoup(),) if misdealt else None, "so it is")


def beside(table, chance: Random) -> tuple[str, object]:
    """Return something that happens beside the game."""
    person = chance.choice(PEOPLE[:7])
    return chance.choice(
        [
            ("croupier", a.NoteLateStake(person, 20_00)),
            ("croupier", a.RecordStakeClaim(person, 20_00, chance.random() < 0.3, True)),
            ("system:clock", Back(person) if person in table.state.seats.away else Away(person)),
            (person, a.WithdrawCall()),
        ]
    )


def check(table, turn) -> None:
    """Live stakes stay within the bank, every stake is paid or comes back, and what is late plays nowhere."""
    state = table.state
    award, bank = state.coup.award, state.bank
    if award is not None:
        assert award.covered_amount <= state.coup.in_play
        assert len({one.person for one in award.stakes}) == len(award.stakes)
        assert bank is not None
        assert award.covered_amount <= bank.total
    if state.phase not in COUP and state.phase is not Phase.BETS:
        assert state.coup.late == ()
        assert state.calls.claims == ()
    for event in turn.events:
        if isinstance(event, e.CoverAwarded):
            told = {one.person: 0 for one in event.stakes}
            for call in event.calls:
                told[call.person] += call.amount
            assert told == {one.person: one.amount for one in event.stakes}
        if isinstance(event, e.CoupSettled):
            assert sum(one.amount for one in event.stakes) > 0
            assert event.cagnotte == 0 or event.winner == "banca"


@pytest.mark.slow
@pytest.mark.parametrize("conduct", ["strict", "observed"])
@pytest.mark.parametrize("seed", range(2))
def test_an_evening_at_random_keeps_every_cent(make, conduct: str, seed: int) -> None:
    chance = Random(f"{conduct} {seed}")
    order = [rank + suit for suit in "shdc" for rank in "A23456789TJQK"] * 3
    chance.shuffle(order)
    table = make(" ".join(order), conduct=conduct).bank(300_00)
    whole = -table.money()["cash-desk"]
    coups = 0
    for _ in range(600):
        move = beside(table, chance) if chance.random() < 0.05 else step(table, chance)
        if move is None:
            break
        who, act = move
        turn = table.play.attempt(act, who)
        if isinstance(turn.outcome, Refused):
            assert turn.state == table.state
            continue
        bought = table.money()["cash-desk"]
        table.do(who, act)
        whole += bought - table.money()["cash-desk"]
        check(table, turn)
        coups += sum(isinstance(one, e.CoupSettled | e.CoupVoided) for one in turn.events)
    assert sum(held for name, held in table.money().items() if name != "cash-desk") == whole
    assert coups >= 1
