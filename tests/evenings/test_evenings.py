"""Whole evenings of chemin de fer: people come, go and blunder, and what must hold holds after each act."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import get_args

import pytest

from tapete.chance import ChanceKind
from tapete.games.chemin_de_fer.terms import Phase
from tapete.kernel import Refused
from tapete.record.card_proofs import ShoeWatch
from tapete.table.acts import BuyIn, Sit
from tapete.table.conduct import Conduct
from tests.support.evenings.walk import ACTS, BOTS, GAME, PEOPLE, Evening, filled

pytestmark = pytest.mark.slow

BESIDE = ("sit", "stand-behind", "leave", "join-list", "leave-list", "ask-seat-change", "ask-card-check")
WALKS = int(os.environ.get("TAPETE_EVENINGS", "12"))


LIVED_BY = {
    *("take-bank", "decline-bank", "raise-bank", "pass-hand", "offer-share", "accept-share", "pledge-share", "bid"),
    *("stake", "stake-on-line", "call-banco", "call-banco-seguido", "call-banco-con-la-mesa"),
    *("deal-card", "lift", "say", "lay-down", "give-card", "draw-card", "stand", "ask-table"),
}
"""What players do at the bank, of stakes, and at the cards."""


def test_bots_play_whole_evenings_without_one_refusal_and_do_all_that_people_do() -> None:
    """Three shoes and more: what bots want to do is always allowed, so one person can play with them."""
    done: Counter[str] = Counter()
    for seed in range(3):
        evening = Evening(seed, watched=0.02)
        for _ in range(2500):
            assert evening.go_on(), evening.state.phase
            if evening.state.shoe.number > 3:
                break
        assert evening.counts["bot refused"] == 0, evening.counts
        assert evening.state.shoe.number > 3
        assert evening.counts["coups"] >= 20
        evening.check_replay()
        done += evening.counts
    assert {one for one in LIVED_BY if not done[f"did {one}"]} == set()


def test_same_seed_same_evening() -> None:
    def played(seed: int) -> list[object]:
        evening = Evening(seed, watched=0.0)
        for _ in range(150):
            evening.go_on()
        return evening.events

    assert played(3) == played(3)
    assert played(3) != played(4)


def test_whatever_people_do_what_must_hold_holds() -> None:
    total: Counter[str] = Counter()
    for seed in range(WALKS):
        rng = random.Random(f"walk {seed}")
        conduct, bots = rng.choice(list(Conduct)), rng.choice([2, 3, 4, 5, 6])
        evening = Evening(seed, watched=0.05, conduct=conduct, bots=bots, banco_freedom=rng.random() < 0.3)
        total += evening.wander(300).counts
    assert total["refused"] > 0.15 * total["acts"], total
    assert total["coups"] > 3 * WALKS
    assert {f"won by {one}" for one in ("banca", "punto", "empate")} <= set(total)
    assert len([name for name in total if name.startswith("refused ")]) > 30


@pytest.mark.parametrize("kind", [ChanceKind.SEALED, ChanceKind.SEEDED])
def test_whatever_people_do_every_shown_card_can_be_proved(kind: ChanceKind) -> None:
    """Shoe after shoe, blunders and rulings too: each card is shown once, from its own shoe, with its place in it."""
    shown = 0
    for seed in range(max(2, WALKS // 6)):
        conduct = (Conduct.OBSERVED, Conduct.STRICT)[seed % 2]
        evening = Evening(seed, watched=0.0, conduct=conduct, kind=kind)
        for _ in range(600):
            evening.go_on()
        evening.wander(200)
        watch, state = ShoeWatch(), GAME.blank()
        for event in evening.events:
            state = GAME.evolve(state, event)
            for card in watch.apply_event(GAME, state, event):
                shown += 1
                order = evening.source.order(card.shoe)
                at = card.committed_index if kind is ChanceKind.SEALED else card.position
                assert at is not None
                assert order[at] == card.face
        assert watch.faults == []
    assert shown > 300


def test_one_person_plays_a_whole_evening_with_bots() -> None:
    """Ana sits down at a table of bots and takes part in everything; the bots never do what is hers to do."""
    evening = Evening(5, bots=4, watched=0.0, silence=0.05)
    ana, rng = PEOPLE[0], random.Random(2)
    for what in (Sit(2), BuyIn(500_000)):
        assert not isinstance(evening.act(ana, what), Refused)
    whole = {"take-bank", "decline-bank", "stake", "call-banco", "say", "lift", "deal-card", "give-card"}
    hers: Counter[str] = Counter()
    for _ in range(12000):
        if not evening.go_on() or rng.random() < 0.2:
            offers = [one for one in GAME.legal(evening.state, ana) if one.act not in BESIDE]
            offers = [one for one in offers if one.act not in ("cash-out", "buy-in")] or offers
            assert offers, f"nobody can go on in {evening.state.phase}"
            offer = rng.choice(offers)
            before = evening.counts["refused"]
            evening.act(ana, filled(rng, offer))
            hers[offer.act] += evening.counts["refused"] == before
        if evening.counts["coups"] >= 30 and whole <= set(hers):
            break
    assert evening.counts["coups"] >= 30
    assert whole <= set(hers), hers
    evening.check_replay()


def test_too_few_people_start_no_coup() -> None:
    evening = Evening(1, bots=3, watched=0.2)
    for _ in range(60):
        evening.go_on()
    assert evening.counts["coups"] == 0
    assert evening.state.phase is Phase.BETWEEN


def test_real_cards_wait_for_their_keys() -> None:
    """At a real table the faces are keyed when they are shown; until then nobody's view holds one."""
    evening = Evening(2, kind=ChanceKind.KEYED, conduct=Conduct.OBSERVED, watched=0.3)
    for _ in range(120):
        if not evening.go_on():
            break
    assert evening.state.coup.cards.layout
    assert all(card.face is None for card in evening.state.coup.cards.layout)


def test_every_act_of_the_game_can_be_made_from_an_offer_or_at_random() -> None:
    from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER

    assert set(ACTS) == {one.__struct_config__.tag for one in get_args(CHEMIN_DE_FER.act_types)}
    assert len(BOTS) == 6
