"""Nobody can tell two tables apart by cards of a hand that he has not seen, whatever happens in an evening."""

from random import Random

import pytest

from tapete.cards import packs
from tapete.games.baccarat.effects import NoteOnly, VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.acts import AskTable
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.kernel import CLOCK
from tapete.table import acts as t
from tapete.table.conduct import Conduct
from tests.support.dos_panos.scenes import PLAYERS, acts_of, begun
from tests.support.dos_panos.table import Table, opened
from tests.support.dos_panos.worlds import PEOPLE, LeakError, Worlds, hostile


def shuffled(chance: Random) -> str:
    order = list(packs(6))
    chance.shuffle(order)
    return " ".join(order[:200])


def evening(chance: Random, conduct: Conduct) -> Table:
    made = opened(shuffled(chance), conduct=conduct).do("rosa", t.StandBehind(10), t.BuyIn(9_000_00))
    made.do("eva", t.StandBehind(1), t.BuyIn(9_000_00)).do("luis", a.SitBehind(7), t.BuyIn(9_000_00))
    return made.ready(3_000_00)


def let_something_happen(worlds: Worlds, chance: Random) -> None:
    """Do one act in both worlds: somebody goes or comes back, or asks, or the next step of the game."""
    state = worlds.one.state
    who = chance.choice(PLAYERS)
    if chance.random() < 0.06:
        worlds.do(str(CLOCK), t.Back(who) if who in state.seats.away else t.Away(who))
    if chance.random() < 0.2:
        worlds.do(chance.choice(PEOPLE), chance.choice(list(hostile(state, chance))))
    for person in state.seats.away if state.phase is Phase.BETWEEN else ():
        worlds.do(str(CLOCK), t.Back(person))  # each cloth needs its punters
    if state.phase is Phase.BETS:
        for person in PLAYERS:
            worlds.do(person, a.Stake(chance.choice((50_00, 200_00)), chance.choice((Hand.PRIMERO, Hand.SEGUNDO))))
    if state.phase is Phase.BANCO and chance.random() < 0.4:
        worlds.do(chance.choice(PLAYERS), a.CallBanco())
    if state.phase is Phase.BANKER and chance.random() < 0.5:
        worlds.do("rosa", AskTable())
    for one in worlds.one.state.docket.open:
        judged = one.open_to_judgement and not one.proposed_effects
        effects = (NoteOnly("let-be"),) if judged else None
        if worlds.do("inspector", GiveRuling(one.serial, effects, "seen")):
            return
        if worlds.do("inspector", GiveRuling(one.serial, (VoidCoup(),), "seen")):
            return
    state = worlds.one.state
    free = next(one for one in PLAYERS if one not in state.barred_winners)
    acts = [*acts_of(state, state.phase, free), a.CallPerson()]
    if chance.random() < 0.3:
        chance.shuffle(acts)
    people = [*PLAYERS, "croupier", "inspector"]
    chance.shuffle(people)
    for what in acts:
        if any(worlds.do(person, what) for person in people):
            return
    worlds.two = None  # what somebody must do differs in the two: the play goes on in one


@pytest.mark.slow
@pytest.mark.parametrize("conduct", list(Conduct))
@pytest.mark.parametrize("seed", range(4))
def test_an_evening_looks_the_same_to_everybody_who_has_not_seen_the_cards(conduct: Conduct, seed: int) -> None:
    chance = Random(f"{conduct} {seed}")
    worlds = Worlds(evening(chance, conduct), chance)
    for _ in range(250):
        if worlds.one.phase in (Phase.BETS, Phase.BANCO) and worlds.two is None:
            worlds.fork(list(Hand)[len(worlds.hands) % 3])
        let_something_happen(worlds, chance)
        worlds.look(None, *chance.sample(PEOPLE, 4))
        if worlds.two is not None:
            for what in chance.sample(list(hostile(worlds.one.state, chance)), 6):
                worlds.tried(chance.choice(PEOPLE), what)
    assert set(worlds.hands) == set(Hand)
    assert worlds.looks > 200


def test_the_look_can_fail() -> None:
    """Somebody who has not seen the cards is told the same; what one who looked is told is not the same."""
    one, two = (begun(shoe) for shoe in ("9s 2h Kd 8c 3d 6h", "9s 2h Kd 7c 3d 6h"))
    for made in (one, two):
        made.ready().bets().staked(ana=100_00, carla=100_00).closed().dealt().carried().do("ana", a.Lift(Hand.PRIMERO))
    worlds = Worlds(one, Random(1))
    worlds.two = two
    worlds.look("carla", "rosa", "croupier", "director", None)
    assert worlds.looks == 5
    worlds.has_seen = lambda who: False  # type: ignore[method-assign]
    with pytest.raises(LeakError):
        worlds.look("ana")
