"""What a table keeps of its shoes and urns while it tries an act: the running ones whole, earlier ones not at all."""

from tapete.chance import ChanceKind
from tapete.chance.events import LotDrawn, ShoeSealed, UrnSealed
from tapete.live.services import copy_watch
from tapete.record.card_proofs import ShoeWatch
from tests.support.live.toy import Toy

GAME = Toy()
TOKENS = ("ana", "bea")


def watched(*, urns: int) -> ShoeWatch:
    """Return what was noted of three shoes and some urns, the first lot of each of which is out."""
    watch = ShoeWatch()
    for number in (1, 2, 3):
        watch.apply_event(GAME, GAME.blank(), ShoeSealed(number, ChanceKind.SEALED, 52))
        watch.rotation[number] = number
        watch.turned[number] = {0: "7s"}
        watch.coups[number, 0] = number
    for number in range(1, urns + 1):
        watch.apply_event(GAME, GAME.blank(), UrnSealed(number, ChanceKind.SEALED, TOKENS))
        watch.apply_event(GAME, GAME.blank(), LotDrawn(number, 0, "ana"))
    return watch


def test_the_running_shoe_and_the_last_urn_are_kept_and_no_other() -> None:
    copy = copy_watch(watched(urns=2), 2)
    assert set(copy.sealed) == set(copy.turned) == {2, 3, -2}
    assert copy.rotation == {2: 2, 3: 3}
    assert copy.coups == {(2, 0): 2, (3, 0): 3}


def test_a_lot_that_is_out_already_is_not_shown_a_second_time_by_the_copy() -> None:
    for urns in (1, 2):
        copy = copy_watch(watched(urns=urns), 3)
        assert copy.apply_event(GAME, GAME.blank(), LotDrawn(urns, 0, "ana")) == ()
        assert [one.face for one in copy.apply_event(GAME, GAME.blank(), LotDrawn(urns, 1, "bea"))] == ["bea"]
        assert copy.faults == []


def test_what_the_copy_notes_is_thrown_away_with_it() -> None:
    watch = watched(urns=1)
    copy_watch(watch, 1).apply_event(GAME, GAME.blank(), LotDrawn(1, 1, "bea"))
    assert watch.turned[-1] == {0: "ana"}
