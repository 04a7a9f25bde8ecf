"""Nobody can tell two tables apart by cards that he has not seen, whatever happens and whatever is ruled."""

from __future__ import annotations

from random import Random

import pytest

from tapete.cards import packs
from tapete.games.baccarat.effects import AssignCard, DeemTotal, KeepOne, Party
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import COUP, Accident, Hand, Phase
from tapete.kernel import PersonId, Refused
from tests.support.chemin_de_fer.worlds import OFFICIALS, PEOPLE, LeakError, Worlds, as_act, effects, hostile

BORING = frozenset(
    {"close-table", "leave", "cash-out", "buy-in", "sit", "stand-behind", "join-list", "ask-seat-change"}
    | {"set-options", "ask-card-check", "report", "call-person"}
)
STAKES = ("stake", "call-banco", "stake-on-line", "join-banco")


def shuffled(chance: Random) -> str:
    order = list(packs(6))
    chance.shuffle(order)
    return " ".join(order[:200])


def let_something_happen(worlds: Worlds, chance: Random) -> None:
    """Do one act in both worlds: a ruling, a report, something hostile, or the next step of the game."""
    table, state = worlds.one, worlds.one.state
    if state.docket.open and chance.random() < 0.6:
        own = effects(table, chance) if chance.random() < 0.5 else None
        worlds.do(chance.choice(OFFICIALS), GiveRuling(state.docket.open[0].serial, own, "seen by all"))
        return
    if chance.random() < 0.1:
        who = chance.choice(PEOPLE)
        worlds.do(who, chance.choice(list(hostile(table, who, chance))))
        return
    if chance.random() < 0.08 and state.phase in COUP:
        found = table.play.game.reportable(state, PersonId("croupier"))
        worlds.do("croupier", chance.choice(found).example)
        return
    mine = [(who, one) for who in PEOPLE for one in table.play.legal(who) if one.act not in BORING]
    if state.phase is Phase.BETS and not state.calls.claims:
        mine = [found for found in mine if found[1].act in STAKES]
    pool = [found for found in mine if found[1].main] if chance.random() < 0.85 else mine
    for who, offer in chance.sample(pool or mine, min(4, len(pool or mine))):
        if worlds.do(who, as_act(table, offer, chance)):
            return


@pytest.mark.slow
@pytest.mark.parametrize("conduct", ["strict", "observed"])
@pytest.mark.parametrize("seed", range(5))
def test_an_evening_looks_the_same_to_everybody_who_has_not_seen_the_cards(make, conduct: str, seed: int) -> None:
    chance = Random(f"{conduct} {seed}")
    worlds = Worlds(make(shuffled(chance), conduct=conduct), chance)
    for _ in range(80):
        if worlds.one.state.phase is Phase.BETS and worlds.two is None:
            worlds.fork()
        let_something_happen(worlds, chance)
        worlds.look(None, *chance.sample(PEOPLE, 3))
        if worlds.two is not None:
            who = chance.choice(PEOPLE)
            for what in chance.sample(list(hostile(worlds.one, who, chance)), 8):
                worlds.tried(who, what)
    assert worlds.forks
    assert worlds.looks > 100


def test_the_look_can_fail(make) -> None:
    """Somebody who has not seen the cards is told the same; one who is asked after he has seen them is not."""
    table = make("Ks Kc 3d 5h 9h 2c").bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt()
    worlds = Worlds(table, Random(1))
    worlds.two = type(table)(table.play)
    for one in (worlds.one, worlds.two):
        one.looked()
    other = make("Ks Kc 5d 5h 9h 2c").bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt().looked()
    worlds.two = other
    worlds.look("bea", "croupier", None, "ana")
    worlds.has_seen = lambda who: False  # type: ignore[method-assign]
    worlds.look("bea", "croupier", None)
    with pytest.raises(LeakError):
        worlds.look("ana")


# --- a third card that a ruling has laid face down --------------------------------------------------------------------


def with_hidden_third(make, shoe: str, conduct: str):
    """The punto's first card becomes his third one by a ruling, and another is dealt in its place."""
    table = make(shoe, conduct=conduct).bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt()
    table.do("croupier", a.Report(Accident.OTHER))
    table.ruled("inspector", effects=(AssignCard(0, "punto-3"),), reason="it was dealt apart")
    return table.do("bea", a.DealCard(Hand.PUNTO)).looked()


@pytest.mark.clause("CF.A.25")
def test_the_table_does_not_tell_the_banker_a_third_card_that_lies_face_down(make) -> None:
    """He holds 3: the table says draw on most third cards of the punto and stand on 8, and nobody has seen this one."""
    answers = []
    for hidden in ("8s", "2s"):
        table = with_hidden_third(make, f"{hidden} Kc 2d 3h 5d 9h 2c", "strict").said("no")
        table.do("bea", a.AskTable())
        answers.append(
            [isinstance(table.play.attempt(what, "bea").outcome, Refused) for what in (a.DrawCard(), a.Stand())]
        )
    assert answers == [[False, False], [False, False]]


@pytest.mark.clause("CF.C3.04")
def test_a_deemed_hand_discards_no_card_by_a_face_that_nobody_has_seen(make) -> None:
    """Of two third cards one lies face down: which of them counts shows when it is turned up, and not before."""
    found = []
    for hidden in ("9s", "2s"):
        table = with_hidden_third(make, f"{hidden} Kc 2d 3h Ad 5h 2c", "observed").said("carta")
        table.do("croupier", a.Report(Accident.TWO_THIRDS, Party.BANKER, hand=Hand.PUNTO))
        table.ruled("inspector", effects=(DeemTotal("punto", 1), KeepOne("punto", True)), reason="as it lies")
        found.append([(card.position, card.place) for card in table.play.view(None).coup.cards])
    assert found[0] == found[1]
    assert [place for _, place in found[0]].count("punto-3") == 2
