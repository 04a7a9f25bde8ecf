"""What each game does without asking in a program, in which order and by whom, and what it never does unasked."""

from collections.abc import Iterator
from itertools import pairwise
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import pytest

from tapete import chemin_de_fer, dos_panos, punto_banco
from tapete.front import table as course
from tapete.front.table import Customs, DecisionAwaitedError
from tapete.kernel import Offer, Step
from tapete.play import acts_of
from tapete.record.codec import tag_of

PREPARING = ("shuffle-pack", "cut-pack")
CARDS = ("deal-card", "carry-cards", "lift", "show-hand", "settle")
OF_NOBODY = "of-nobody"
"""An act that no customs name."""


class Expected(NamedTuple):
    """The customs of a game: acts in the order in which they are done, those that players do first, those asked for."""

    routine: tuple[str, ...]
    players: frozenset[str]
    asked: frozenset[str]


EXPECTED = {
    punto_banco: Expected(
        (
            *("count-pack", *PREPARING, "insert-cut-card", "burn-cards", "take-shoe", "open-bets", "close-bets"),
            *("deal", "show-hand", "draw-card", "settle"),
        ),
        frozenset({"deal", "show-hand", "draw-card"}),
        frozenset({"card-out", "give-ruling", "award-hand", "close-table"}),
    ),
    chemin_de_fer: Expected(
        (
            *("check-cards", "shuffle-pack", "offer-cards", "cut-pack", "insert-stop-card", "deliver-bank"),
            *("open-bets", "close-bets", "close-auction", *CARDS),
        ),
        frozenset({"deal-card", "lift", "show-hand"}),
        frozenset({"card-out", "give-ruling", "buy-in", "call-off", "offer-bank", "pass-hand", "refuse-to-deal"})
        | {"close-table"},
    ),
    dos_panos: Expected(
        (
            *("check-cards", "lay-out-packs", "count-pack", *PREPARING, "insert-stop-card", "deliver-bank"),
            *("open-bets", "close-calls", "close-bets", *CARDS),
        ),
        frozenset({"deal-card", "lift", "show-hand"}),
        frozenset({"card-out", "lot-out", "buy-in", "leave-bank", "accept-bank", "buy-bank", "withdraw-wish"})
        | {"announce-bank", "open-auction", "close-auction", "repeat-banco", "call-off", "close-table"},
    ),
}
GAMES = pytest.mark.parametrize("game", EXPECTED, ids=lambda game: game.__name__.rpartition(".")[2])


class Waiting:
    """A table that awaits acts of people; whatever is done at it is told as the act and who does it."""

    def __init__(self, customs: Customs[Any], **offers: tuple[str, ...]) -> None:
        self.customs, self.offers, self.state = customs, offers, None
        self.game = SimpleNamespace(step=lambda state: Step(1, 1, "any", 1))

    def people(self) -> Iterator[str]:
        return iter(self.offers)

    def legal(self, person: str) -> tuple[Offer, ...]:
        return tuple(Offer(one, main=True) for one in self.offers[person])

    def do(self, what: str, by: str) -> tuple[str, str]:
        return what, by


@pytest.fixture(autouse=True)
def told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "_act", lambda table, offer: offer.act)


def done(table: Waiting) -> Any:
    return course._next(table, course._Oracle(None))  # type: ignore[type-var]


@GAMES
def test_what_is_routine_is_done_whatever_else_somebody_might_do_and_in_its_order(game: ModuleType) -> None:
    for act in EXPECTED[game].routine:
        assert done(Waiting(game.CUSTOMS, croupier=(OF_NOBODY, act))) == (act, "croupier")
    for first, second in pairwise(EXPECTED[game].routine):
        assert done(Waiting(game.CUSTOMS, croupier=(second, OF_NOBODY), ana=(first, OF_NOBODY))) == (first, "ana")


@GAMES
def test_what_players_do_is_done_by_a_player_where_the_staff_may_do_it_too(game: ModuleType) -> None:
    for act in EXPECTED[game].routine:
        both = Waiting(game.CUSTOMS, croupier=(act, OF_NOBODY), ana=(act, OF_NOBODY))
        assert done(both) == (act, "ana" if act in EXPECTED[game].players else "croupier")


@GAMES
def test_what_is_asked_for_is_never_done_unasked_and_anything_else_is_if_it_is_the_only_one(game: ModuleType) -> None:
    for act in EXPECTED[game].asked:
        with pytest.raises(DecisionAwaitedError):
            done(Waiting(game.CUSTOMS, croupier=(act,)))
    assert done(Waiting(game.CUSTOMS, croupier=(OF_NOBODY,))) == (OF_NOBODY, "croupier")
    with pytest.raises(DecisionAwaitedError, match="nobody has an act that carries it on"):
        done(Waiting(game.CUSTOMS))


@GAMES
def test_every_act_that_the_customs_name_is_one_of_the_game(game: ModuleType) -> None:
    customs = game.CUSTOMS
    named = {*customs.routine, *customs.players, *customs.asked, *(one.partition(".")[0] for one in customs.usual)}
    kinds = acts_of(next(one.act_types for one in vars(game).values() if hasattr(one, "act_types")))
    assert named <= {tag_of(one) for one in kinds}
    assert not set(customs.routine) & customs.asked
    assert customs.players <= set(customs.routine)
    assert customs.betting in customs.coup
    assert customs.coup <= set(customs.phases)
