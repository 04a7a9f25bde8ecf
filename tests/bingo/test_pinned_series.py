"""The numbers of a cartón follow from the series that the hall has pinned, and nothing else tells them."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from tapete.cartones import Cards, Law, Registry, Series, cards_of
from tapete.games.bingo import acts as a
from tapete.games.bingo.cards import RegisteredCartones, rows_of
from tapete.games.bingo.game import Bingo
from tapete.games.bingo.rules import GAME
from tapete.kernel import Act, PersonId, Refused
from tapete.record.codec import to_tree
from tapete.record.private import public_act
from tests.support.bingo.drawn import SECRET, drawn, registering, rows
from tests.support.bingo.hall import CALLER, CHIEF, LINE, MANAGER, GivenCartones, Hall


def hall_with(cards: Cards, balls: tuple[int, ...]) -> Hall:
    """Return a hall whose register is empty and that sold two cartones of a drawn series."""
    hall = Hall(balls)
    hall.play.game.cartones = Bingo().cartones
    hall.do(MANAGER, a.RegisterMachine("M-1", "drum", "simulation"), a.RegisterBalls("S-9", "simulation"))
    hall.do(MANAGER, registering(cards)).checked().do(CHIEF, a.LoadBalls("S-9"), a.OpenSession()).sale()
    hall.sell(1, 1, "ana").sell(2, 2).do(CHIEF, a.CloseSale())
    hall.do("cashier", a.CollectUnsold("B-1047", cards.series.size - 2))
    return hall.announced().do(CHIEF, a.AnnounceStart())


def test_a_claim_is_checked_against_the_cartón_that_the_pinned_series_draws() -> None:
    cards = drawn()
    hall = hall_with(cards, rows(cards, 1)[2]).drawn(5).call(1).do(CHIEF, a.ShowMaster("B-1047/1"))
    assert hall.game.pause.masters["B-1047/1"] == rows(cards, 1)
    assert hall.check(1).wait().do(CHIEF, a.OrderResume()).game.awards[LINE][0].card == "B-1047/1"


def test_a_cartón_that_misses_a_number_is_found_wrong() -> None:
    cards = drawn()
    hall = hall_with(cards, rows(cards, 1)[2]).drawn(5).call(2).check(2)
    assert not hall.game.awards
    assert hall.phase() == "draw-line"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"secret": "0c" * 32}, "digest-differs"),
        ({"digest": "0" * 64}, "digest-differs"),
        ({"value": 1_00}, "digest-differs"),
        ({"size": 66}, "digest-differs"),
        ({"law": Law.SINGLES}, "digest-differs"),
        ({"kind": "double"}, "digest-differs"),
        ({"size": 61}, "size-not-strips"),
        ({"secret": None}, "series-secret-missing"),
        ({"digest": ""}, "series-digest-missing"),
        ({"law": Law.FOREIGN, "secret": None}, "cards-not-held"),
    ],
)
def test_a_series_is_refused_whose_cartones_are_not_those_of_its_digest(changes: dict[str, object], code: str) -> None:
    hall = Hall()
    hall.play.game.cartones = Bingo().cartones
    assert hall.accepts(MANAGER, registering(drawn()))
    assert hall.refused(MANAGER, replace(registering(drawn()), **changes)) == code


def test_foreign_cartones_stand_in_the_file_that_their_digest_names() -> None:
    grids = tuple(drawn().grid(number) for number in range(1, 13))
    foreign = Series("F", 7, 12, 200, law=Law.FOREIGN)
    unpinned = cards_of(foreign, bytes.fromhex(SECRET), grids)
    assert isinstance(unpinned, Cards)
    cards = cards_of(replace(foreign, digest=unpinned.digest()), bytes.fromhex(SECRET), grids)
    assert isinstance(cards, Cards)
    registry = Registry().having(cards)
    assert isinstance(registry, Registry)
    hall = Hall()
    hall.play.game.cartones = RegisteredCartones(registry)
    entering = a.RegisterSeries("F", 7, 12, 200, digest=cards.series.digest)
    assert hall.refused(MANAGER, replace(entering, digest="0" * 64)) == "cards-not-held"
    assert hall.refused(MANAGER, replace(entering, value=100)) == "cards-not-held"
    hall.do(MANAGER, entering)
    assert rows_of(hall.state, hall.play.game.cartones, "F-7/5") == rows(cards, 5)
    assert rows_of(hall.state, hall.play.game.cartones, "F-7/13") == ()
    assert rows_of(hall.state, Bingo().cartones, "F-7/5") == ()


def test_the_secret_of_a_series_is_nowhere_that_anybody_reads() -> None:
    cards = drawn()
    hall = hall_with(cards, rows(cards, 1)[2]).drawn(5).call(1).check(1)
    for who in (None, "ana", CHIEF, CALLER, MANAGER):
        assert SECRET not in str(msgspec.to_builtins(hall.play.view(who)))
        assert SECRET not in str(msgspec.to_builtins(hall.play.legal(who)))
    act = Act(PersonId(MANAGER), registering(cards), hall.state.step)
    assert SECRET not in str(public_act(act))
    assert SECRET in str(to_tree(act))
    for changes in ({"digest": "0" * 64}, {"size": 61}, {"letter": ""}):
        refused = Hall().answer(MANAGER, replace(registering(cards), **changes))
        assert isinstance(refused, Refused)
        assert SECRET not in str(refused)


def test_the_state_holds_no_cartón() -> None:
    few, many = (Hall().do(MANAGER, registering(drawn(size))).state for size in (60, 420))
    assert abs(len(repr(few.hall.series)) - len(repr(many.hall.series))) < 5
    assert Hall(cartones=GivenCartones()).play.game.key == GAME
