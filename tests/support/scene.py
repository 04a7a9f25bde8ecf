"""A table for the scenes of a game with a banker: it remembers where it is, and checks itself at each step."""

from copy import copy
from typing import Any, Self

from tapete.cards import cards
from tapete.chance import CardOut
from tapete.games.baccarat.procedure import CloseBets, Settle
from tapete.kernel import Accepted, Refused, Ruled
from tapete.play import ActResult, Play
from tests.support.sentences import require_sound


class Scene:
    def __init__(self, play: Play[Any], turns: tuple[ActResult[Any], ...] = ()) -> None:
        self.play, self.turns = play, turns

    @property
    def state(self) -> Any:
        return self.play.state

    def do(self, by: str, *acts: Any) -> Self:
        """Do acts that must not be refused."""
        for act in acts:
            self.play = self.play.do(act, by)
            self.turns = (*self.turns, self.play.last)
            require_sound(self.play.game, self.state)
        return self

    def refused(self, by: str, act: Any) -> Refused:
        """Return the refusal of an act that must be refused."""
        outcome = self.play.attempt(act, by).outcome
        assert isinstance(outcome, Refused), outcome
        return outcome

    def refusal(self, by: str, act: Any) -> tuple[str, tuple[str, ...]]:
        """Return the code of the refusal of an act that must be refused, and its clauses."""
        found = self.refused(by, act)
        return found.code, found.clauses

    def outcome(self, by: str, act: Any) -> Accepted | Ruled:
        """Return what an act leads to, without doing it."""
        outcome = self.play.attempt(act, by).outcome
        assert not isinstance(outcome, Refused), outcome
        return outcome

    def fork(self) -> Self:
        """Return the same table, to go on differently."""
        return copy(self)

    def chips(self, person: str) -> int:
        return int(self.state.ledger.get(f"person:{person}", 0))

    def closed(self) -> Self:
        return self.do("croupier", CloseBets())

    def settled(self) -> Self:
        return self.do("croupier", Settle())

    def keyed(self, faces: str) -> Self:
        """Key the faces that the table waits for, in order."""
        for face in cards(faces):
            wanted = self.play.game.draw_awaited(self.state)
            self.do("croupier", CardOut(wanted.position, face))
        return self
