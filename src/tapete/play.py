"""One table in a variable: a turn of the game with its chance, for library use, drills, simulations, tests and live
tables.

>>> from tapete import punto_banco
>>> table = punto_banco.open_table()  # doctest: +SKIP
>>> table = table.do(punto_banco.Sit(seat=1), by="ana")  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final, Generic, Self, TypeVar, get_args

import msgspec

from tapete.cards import Card, packs
from tapete.chance import ChanceKind, Source, answer_draw
from tapete.clauses import Cite
from tapete.kernel import (
    CHANCE,
    Act,
    ActBody,
    Draw,
    Game,
    Offer,
    Outcome,
    PersonId,
    Refused,
    RefusedError,
    Step,
    unfit_value,
)

S = TypeVar("S")


class ActResult(msgspec.Struct, Generic[S], frozen=True):
    """What one act led to: the answer, and the acts (the person's, then chance's) with their events, in order.

    ``state`` is the state after it, ``states`` those after each event; on a refusal nothing happened and ``state`` is
    the state before.
    """

    outcome: Outcome
    state: S
    acts: tuple[Act[Any], ...] = ()
    events: tuple[Any, ...] = ()
    rests_on: tuple[Cite, ...] = ()
    states: tuple[S, ...] = ()


UNWRITABLE: Final = (TypeError, NotImplementedError, OverflowError, UnicodeEncodeError)
"""What is raised where a value is written that has no written form."""


class UsageError(ValueError):
    """The library was called wrongly: it was given what is no act of the game, no person, no card of the shoe."""


class ChanceError(RuntimeError):
    """The core refused a draw that it had asked for: the shoe and the state do not belong together."""


def transition(
    game: Game[S], state: S, act: Act[Any], source: Source, answer: Callable[[Source, Draw], ActBody] = answer_draw
) -> ActResult[S]:
    """Decide an act, then let chance answer every draw that the state awaits, up to one that a person must key.

    ``answer`` makes the act of chance for a draw; raises :class:`ChanceError` when the game refuses that act.
    """
    outcome = game.decide(state, act)
    if isinstance(outcome, Refused):
        return ActResult(outcome, state)
    acts, events, rests_on = [act], list(outcome.events), dict.fromkeys(outcome.rests_on)
    states = [*accumulate(events, game.evolve, initial=state)]
    while (draw := game.draw_awaited(states[-1])) is not None and not draw.by_person:
        drawn = Act(CHANCE, answer(source, draw), game.step(states[-1]))
        found = game.decide(states[-1], drawn)
        if isinstance(found, Refused):
            raise ChanceError(f"{found.code} {found.facts}")
        acts.append(drawn)
        events.extend(found.events)
        rests_on.update(dict.fromkeys(found.rests_on))
        states += [*accumulate(found.events, game.evolve, initial=states[-1])][1:]
    return ActResult(outcome, states[-1], tuple(acts), tuple(events), tuple(rests_on), tuple(states[1:]))


class ListedShoe:
    """A shoe whose first cards are given, for tests, drills and recorded tables; the rest follows in pack order.

    Every shoe of the table starts with the same cards; the tokens of an urn come out in the order in which the game
    names them. Raises :class:`UsageError` where a card is listed more often than the packs hold it.
    """

    kind = ChanceKind.SEEDED

    def __init__(self, first: tuple[Card, ...], decks: int = 6) -> None:
        rest = list(packs(decks))
        for card in first:
            if card not in rest:
                raise UsageError(f"{decks} packs hold the card {card} {decks} times: it is listed too often")
            rest.remove(card)
        self.order: Final = (*first, *rest)
        self.urns: dict[int, tuple[str, ...]] = {}

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        return ()

    def card(self, shoe: int, committed: int) -> Card | None:
        return self.order[committed]

    def fill(self, urn: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
        self.urns[urn] = tokens
        return ()

    def token(self, urn: int, position: int) -> str:
        return self.urns[urn][position]


class KeyedShoe:
    """A real shoe: nobody knows a face until a person keys it."""

    kind = ChanceKind.KEYED

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        return ()

    def card(self, shoe: int, committed: int) -> Card | None:
        return None

    def fill(self, urn: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
        return ()

    def token(self, urn: int, position: int) -> str:
        raise LookupError(f"nobody has keyed token {position} of urn {urn}")


@lru_cache(maxsize=64)
def acts_of(game: Game[Any]) -> frozenset[type[ActBody]]:
    act_types = game.act_types
    return frozenset(act_types if isinstance(act_types, tuple) else get_args(act_types) or (act_types,))


def check_usage(game: Game[Any], what: object, by: object) -> None:
    """Raise :class:`UsageError` unless ``what`` is an act of the game and ``by`` a text that may name its author."""
    if isinstance(what, type):
        raise UsageError(f"{what.__name__} is a class: an act is an instance of it, such as {what.__name__}(...)")
    if type(what) not in acts_of(game):
        raise UsageError(f"{_short(what)} is no act of {game.key}")
    if not isinstance(by, str):
        raise UsageError(f"by={_short(by)}: an act is done by a person, whose id is a text")


def _short(value: object) -> str:
    return f"{str(value)[:60]!r}" if isinstance(value, str) else f"an instance of {type(value).__name__}"


class Play(Generic[S]):
    """A table as an immutable value: :meth:`do` returns the table after an act or raises :class:`RefusedError`.

    Every method raises :class:`UsageError` where it is given what is no act of the game or no person's id.
    """

    __slots__ = ("game", "last", "source", "state")

    def __init__(self, game: Game[S], state: S, source: Source, last: ActResult[S] | None = None) -> None:
        self.game: Game[S] = game
        self.state: S = state
        self.source: Source = source
        self.last: ActResult[S] | None = last

    def attempt(self, what: ActBody, by: str, at: Step | None = None) -> ActResult[S]:
        """Return what the act would lead to, refusal or not. ``at`` is the open window unless it is given."""
        check_usage(self.game, what, by)
        if at is not None and not isinstance(at, Step):
            raise UsageError(f"at={_short(at)}: the step that an act is meant for is a Step, as in view().step")
        try:
            checked = msgspec.convert(tree := msgspec.to_builtins(what), type(what))
        except msgspec.ValidationError as error:
            return ActResult(Refused("malformed", {"text": unfit_value(error, type(what), tree)}), self.state)
        except UNWRITABLE as error:
            raise UsageError(f"{type(what).__name__} holds a value that no act can hold: {error}") from error
        act = Act(PersonId(by), checked, at or self.game.step(self.state))
        return transition(self.game, self.state, act, self.source)

    def do(self, what: ActBody, by: str, at: Step | None = None) -> Self:
        """Return the table after the act; raise :class:`RefusedError` when it is refused."""
        made = self.attempt(what, by, at)
        if isinstance(made.outcome, Refused):
            raise self.refusal(made.outcome)
        return self.after(made)

    def after(self, made: ActResult[S]) -> Self:
        return type(self)(self.game, made.state, self.source, made)

    def refusal(self, refused: Refused) -> RefusedError:
        return RefusedError(refused)

    def view(self, viewer: str | None = None) -> Any:
        """Return what a viewer sees; nobody is the public screen. Raises :class:`UsageError` before the opening."""
        if self.state == self.game.blank():
            raise UsageError("the table is not open: its first act opens it")
        return self.game.view(self.state, _viewer(viewer))

    def legal(self, viewer: str | None = None) -> tuple[Offer, ...]:
        return self.game.legal(self.state, _viewer(viewer))

    def explain(self, viewer: str | None = None) -> tuple[Cite, ...]:
        """Return the clauses in force at this step, as far as the viewer may know."""
        return self.game.explain(self.state, _viewer(viewer))


def _viewer(viewer: object) -> PersonId | None:
    if viewer is not None and not isinstance(viewer, str):
        raise UsageError(f"viewer={_short(viewer)}: a viewer is a person, whose id is a text, or None for everybody")
    return None if viewer is None else PersonId(viewer)
