"""One table in a variable: a turn of the game with its chance, for library use, drills, simulations, tests and live
tables.

>>> from tapete import punto_banco
>>> table = punto_banco.open_table()  # doctest: +SKIP
>>> table = table.do(punto_banco.Sit(seat=1), by="ana")  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from tapete.cards import Card, packs
from tapete.chance import ChanceKind, Source, answer_draw
from tapete.clauses import Cite
from tapete.kernel import CHANCE, Act, ActBody, Draw, Game, Offer, Outcome, PersonId, Refused, RefusedError, Step, fold

S = TypeVar("S")


class ActResult(msgspec.Struct, Generic[S], frozen=True):
    """What one act led to: the answer, and the acts (the person's, then chance's) with their events, in order.

    ``state`` is the state after it; on a refusal nothing happened and ``state`` is the state before.
    """

    outcome: Outcome
    state: S
    acts: tuple[Act[Any], ...] = ()
    events: tuple[Any, ...] = ()
    rests_on: tuple[Cite, ...] = ()


class ChanceError(RuntimeError):
    """The core refused a draw that it had asked for: the shoe and the state do not belong together."""


def transition(
    game: Game[S],
    state: S,
    act: Act[Any],
    source: Source,
    answer: Callable[[Source, Draw], ActBody] = answer_draw,
) -> ActResult[S]:
    """Decide an act, then let chance answer every draw that the state awaits, up to one that a person must key.

    ``answer`` makes the act of chance for a draw; raises :class:`ChanceError` when the game refuses that act.
    """
    outcome = game.decide(state, act)
    if isinstance(outcome, Refused):
        return ActResult(outcome, state)
    acts, events, rests_on = [act], list(outcome.events), dict.fromkeys(outcome.rests_on)
    state = fold(game.evolve, state, outcome.events)
    while (draw := game.draw_awaited(state)) is not None and not draw.by_person:
        drawn = Act(CHANCE, answer(source, draw), game.step(state))
        found = game.decide(state, drawn)
        if isinstance(found, Refused):
            raise ChanceError(f"{found.code} {found.facts}")
        acts.append(drawn)
        events.extend(found.events)
        rests_on.update(dict.fromkeys(found.rests_on))
        state = fold(game.evolve, state, found.events)
    return ActResult(outcome, state, tuple(acts), tuple(events), tuple(rests_on))


class Listed:
    """A shoe whose first cards are given, for tests, drills and recorded tables; the rest follows in pack order.

    Every shoe of the table starts with the same cards; the tokens of an urn come out in the order in which the game
    names them.
    """

    kind = ChanceKind.SEEDED

    def __init__(self, first: tuple[Card, ...], decks: int = 6) -> None:
        rest = list(packs(decks))
        for card in first:
            rest.remove(card)
        self.order = (*first, *rest)
        self.urns: dict[int, tuple[str, ...]] = {}

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        """A listed shoe commits to nothing."""
        return ()

    def card(self, shoe: int, committed: int) -> Card | None:
        """Return the listed card."""
        return self.order[committed]

    def fill(self, urn: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
        """A listed urn commits to nothing."""
        self.urns[urn] = tokens
        return ()

    def token(self, urn: int, position: int) -> str:
        """Return the listed token."""
        return self.urns[urn][position]


class Keyed:
    """A real shoe: nobody knows a face until a person keys it."""

    kind = ChanceKind.KEYED

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        """A real shoe commits to nothing."""
        return ()

    def card(self, shoe: int, committed: int) -> Card | None:
        """The face is keyed when it is shown."""
        return None

    def fill(self, urn: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
        """A real urn commits to nothing."""
        return ()

    def token(self, urn: int, position: int) -> str:
        """A person keys what a real urn gives. Raises ``LookupError``."""
        raise LookupError(f"nobody has keyed token {position} of urn {urn}")


class Play(Generic[S]):
    """A table as an immutable value: :meth:`do` returns the table after an act or raises :class:`RefusedError`."""

    __slots__ = ("game", "last", "source", "state")

    def __init__(self, game: Game[S], state: S, source: Source, last: ActResult[S] | None = None) -> None:
        self.game, self.state, self.source, self.last = game, state, source, last

    def attempt(self, what: Any, by: str, at: Step | None = None) -> ActResult[S]:
        """Return what the act would lead to, refusal or not. ``at`` is the open window unless it is given."""
        try:
            checked = msgspec.convert(msgspec.to_builtins(what), type(what))
        except msgspec.ValidationError as error:
            return ActResult(Refused("malformed", {"text": str(error)}), self.state)
        return transition(
            self.game, self.state, Act(PersonId(by), checked, at or self.game.step(self.state)), self.source
        )

    def do(self, what: Any, by: str, at: Step | None = None) -> Play[S]:
        """Return the table after the act; raise :class:`RefusedError` when it is refused."""
        made = self.attempt(what, by, at)
        if isinstance(made.outcome, Refused):
            raise RefusedError(made.outcome)
        return Play(self.game, made.state, self.source, made)

    def view(self, viewer: str | None = None) -> Any:
        """Return what a viewer sees; nobody is the public screen."""
        return self.game.view(self.state, None if viewer is None else PersonId(viewer))

    def legal(self, viewer: str | None = None) -> tuple[Offer, ...]:
        """Return what a viewer may do now."""
        return self.game.legal(self.state, None if viewer is None else PersonId(viewer))

    def explain(self, viewer: str | None = None) -> tuple[Cite, ...]:
        """Return the clauses in force at this step, as far as the viewer may know."""
        return self.game.explain(self.state, None if viewer is None else PersonId(viewer))
