"""S4: no answer and no public event of a table tells a card that lies face down, nor keeps back one that all see."""

import msgspec
import pytest

from tapete.games.baccarat.effects import AssignCard, DeemTotal, KeepOne, Party
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Accident, Hand
from tapete.kernel import Refused, fold
from tests.support.chemin_de_fer.observed import at
from tests.support.observed import BOTH


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
