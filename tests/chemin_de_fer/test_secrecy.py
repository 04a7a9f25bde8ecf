"""S4: tables that differ only in a hidden total are the same table for everybody else, byte for byte."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from tapete.games.baccarat.effects import AssignCard, DeemTotal, KeepOne, Party
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Accident, Hand
from tapete.kernel import PersonId, Refused, fold
from tapete.record.compose import compose
from tapete.record.entry import Head
from tests.support.chemin_de_fer.observed import BOTH, at

PEOPLE = (None, "bea", "carla", "luis", "eva", "pau", "rosa", "croupier", "inspector", "nobody")
"""Everybody but Ana, who holds the cards."""


def script(table) -> Iterator[Any]:
    """Play a coup up to the banker's turn; stop after each act. Ana says «carta», as she must on each of the totals."""
    yield table.bank(300_00).bets()
    yield table.do("ana", a.Stake(100_00)).closed()
    for hand in "pbpb":
        yield table.dealt(hand)
    yield table.carried()
    yield table.do("bea", a.Lift(Hand.BANCA))
    yield table.do("ana", a.Lift(Hand.PUNTO))
    yield table.said("carta")
    yield table.do("bea", a.GiveCard())
    yield table.do("bea", a.DrawCard())


def acts(table) -> list[Any]:
    """Return acts that anybody might try, lawful or not."""
    position = max((card.position for card in table.state.coup.cards.layout), default=0)
    hands = [make(hand) for make in (a.LayDown, a.Lift) for hand in Hand]
    at_cards = [a.ShowHand(Hand.PUNTO), a.GiveCard(), a.DrawCard(), a.Stand(), a.AskTable(), a.AskAdvice(), a.StandIn()]
    calls = [a.CallBanco(), a.CallSeguido(), a.Stake(20_00), a.StakeOnLine(40_00), a.CallConLaMesa(), a.WithdrawCall()]
    staff = [a.NoteLateStake(PersonId("luis"), 20_00), a.DealCard(Hand.PUNTO), a.CarryCards(), a.Settle()]
    report = a.Report(accident="basket", fault_of="banker", position=position)
    return [a.Say(Word.CARTA), a.Say(Word.NO), *hands, *at_cards, *calls, *staff, report]


def public(events: tuple[Any, ...]) -> list[Any]:
    """Return events as everybody may read them."""
    found = []
    for event in events:
        tree = msgspec.to_builtins(event)
        for name in event.private():
            tree[name] = None
        found.append(tree)
    return found


def opens_the_cards(act: Any) -> bool:
    """Turning the cards up is how their faces become public."""
    return isinstance(act, a.ShowHand | a.LayDown)


def seen(table) -> bytes:
    """Return everything that everybody but Ana can get out of the table, as bytes."""
    game, state, found = table.play.game, table.state, []
    for who in PEOPLE:
        viewer = None if who is None else PersonId(who)
        found += [game.view(state, viewer), game.legal(state, viewer), game.explain(state, viewer)]
        for act in acts(table) if who else ():
            made = table.play.attempt(act, who)
            if isinstance(made.outcome, Refused):
                found.append(made.outcome)
            elif not opens_the_cards(act):
                found += [public(made.events), made.outcome.rests_on, game.view(made.state, None)]
    return msgspec.json.encode(found, order="deterministic")


TOTALS = {0: "Ks Qd", 1: "Ks Ad", 2: "Ks 2d", 3: "Ks 3d", 4: "Ks 4d"}


def shoes(bank: tuple[str, str] = ("Kc", "5h")) -> list[str]:
    """Return shoes that differ only in the punto's second card."""
    return [f"{two.split()[0]} {bank[0]} {two.split()[1]} {bank[1]} 9h 2c" for two in TOTALS.values()]


def runs(make: Callable[..., Any], conduct: str, hands: list[str]) -> list[list[bytes]]:
    found = []
    for shoe in hands:
        table = make(shoe, conduct=conduct)
        found.append([seen(step) for step in script(table)])
    return found


@pytest.mark.parametrize("conduct", ["strict", "observed"])
def test_the_puntos_total_is_hidden_from_everybody_else_at_every_step(make, conduct: str) -> None:
    for one, other in pairwise(runs(make, conduct, shoes())):
        assert one == other


def test_the_same_look_tells_two_totals_apart_once_they_are_public(make) -> None:
    """The check can fail: with the hands shown the tables differ."""
    found = []
    for shoe in shoes()[:2]:
        table = make(shoe)
        for _ in script(table):
            pass
        found.append(seen(table.show()))
    assert found[0] != found[1]


def test_the_holder_sees_his_own_total_after_lifting_and_not_before(make) -> None:
    table = make(shoes()[3]).bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt().carried()
    assert table.total("punto", "ana") is None
    table.do("ana", a.Lift(Hand.PUNTO))
    assert (table.total("punto", "ana"), table.total("punto", "bea"), table.total("punto")) == (3, None, None)


@pytest.mark.parametrize("faces", [("5h", "4h"), ("9h", "8h")])
def test_the_bankers_hidden_total_is_hidden_as_well(make, faces: tuple[str, str]) -> None:
    """Two banks that may both do what the script does; everybody but the banker sees the same."""
    found = []
    for face in faces:
        table = make(f"Ks Kc 3d {face} 9h 2c").bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt()
        table.looked().said("carta")
        others = [who for who in (*PEOPLE, "ana") if who != "bea"]
        game, state = table.play.game, table.state
        found.append(
            [
                (game.view(state, who), game.legal(state, who), game.explain(state, who))
                for who in (None if one is None else PersonId(one) for one in others)
            ]
        )
    assert msgspec.json.encode(found[0]) == msgspec.json.encode(found[1])


class FixedDigests:
    """A sealer whose salts tell nothing. With ``blank`` digests only the public part is left in the chain."""

    def __init__(self, blank: bool) -> None:
        self.blank = blank

    def salt(self) -> str:
        return "00" * 32

    def digest(self, part: Any) -> str:
        return "digest" if self.blank else part.digest()

    def seal(self, plain: bytes, context: str) -> bytes:
        return b"sealed"

    def unseal(self, sealed: bytes, context: str) -> bytes:
        raise NotImplementedError


def heads(make: Callable[..., Any], conduct: str, blank: bool) -> set[Head]:
    """Return where the record of the script ends, for each of the hidden totals."""
    found = set()
    for shoe in shoes():
        table, head = make(shoe, conduct=conduct), Head()
        for _ in script(table):
            pass
        for turn in table.turns:
            head = compose(
                table.play.game,
                turn,
                head,
                FixedDigests(blank),
                table="mesa-1",
                epoch=1,
                time="2026-01-01T20:00:00+01:00",
            ).head
        found.add(head)
    return found


@pytest.mark.parametrize("conduct", ["strict", "observed"])
def test_the_chain_of_the_record_ends_in_the_same_head(make, conduct: str) -> None:
    assert len(heads(make, conduct, blank=True)) == 1
    assert len(heads(make, conduct, blank=False)) == len(TOTALS)


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


def as_published(table) -> list[object]:
    """Return every event of the table as everybody may read it: what is private left out."""
    return [
        msgspec.structs.replace(event, **dict.fromkeys(event.private()))
        for turn in table.turns
        for event in turn.events
    ]


def exposed_by_banker(table):
    table.report(Accident.EXPOSED, Party.BANKER, position=0).ruled("croupier").dealt("bpb")
    return table.report(Accident.EXPOSED, Party.BANKER, position=2).ruled("croupier").looked()


def drawn_early(table):
    return table.report(Accident.EARLY_DRAW, Party.BANKER, count=1).ruled("croupier").closed().dealt().looked()


def twice(table):
    table.do("bea", a.GiveCard()).report(Accident.TWO_THIRDS, Party.BANKER, hand="punto").ruled("croupier")
    return table.do("bea", a.Stand()).shown()


SCENES = [("deal:p", exposed_by_banker), ("bets", drawn_early), ("carta", twice)]


@BOTH
@pytest.mark.parametrize(("step", "scene"), SCENES)
def test_the_public_record_of_an_irregularity_tells_what_the_table_shows(make, real: bool, step: str, scene) -> None:
    """No face that the public sees is missing from the events that everybody may read, and none is in them too soon."""
    table = scene(at(make, step, "Ks 4c 3d 4h 9d 2c 6s 3h", real=real))
    game = table.play.game
    assert game.view(fold(game.evolve, game.blank(), as_published(table)), None) == game.view(table.state, None)
