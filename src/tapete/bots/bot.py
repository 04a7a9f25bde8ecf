"""Bots: they look, make up their mind, wait as long as a person would, and act."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar, get_args

import msgspec

from tapete.cards import Card, rank
from tapete.catalogue import entry
from tapete.catalogue.entry import is_there
from tapete.kernel import (
    ActBody,
    Amount,
    Choice,
    Count,
    Field,
    FixedValue,
    Offer,
    People,
    PersonId,
    Refused,
    Several,
    Step,
    Text,
    is_allowed,
)
from tapete.live import Guest
from tapete.table.staff import Role

Offers = Mapping[str, list[Offer]]
"""Offers by the name of their act."""


def card_value(face: Card) -> int:
    return "A23456789".find(rank(face)) + 1


class OffersOnDemand(Offers):
    """What a seat may do, asked of the rules when a bot first looks at it: most looks end at the view."""

    def __init__(self, seat: Guest) -> None:
        self._seat = seat

    @cached_property
    def _by_act(self) -> dict[str, list[Offer]]:
        found: dict[str, list[Offer]] = {}
        for offer in self._seat.legal():
            found.setdefault(offer.act, []).append(offer)
        return found

    def __getitem__(self, act: str) -> list[Offer]:
        return self._by_act[act]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_act)

    def __len__(self) -> int:
        return len(self._by_act)


def act_kinds(union: Any) -> dict[str, type[ActBody]]:
    return {str(one.__struct_config__.tag): one for one in get_args(union)}


def acts_of(room: ModuleType) -> dict[str, type[ActBody]]:
    named = (one for one in vars(room).values() if isinstance(one, type) and issubclass(one, ActBody))
    return {tag: one for one in named if isinstance(tag := one.__struct_config__.tag, str)}


def build_act(acts: Mapping[str, type[ActBody]], offer: Offer, chance: Random, **given: Any) -> ActBody:
    """Return an act of what was offered: ``given`` where the bot has decided, otherwise any value inside the offer."""
    kind = acts[offer.act]
    values = {name: _any(field, chance) for name, field in offer.fields.items() if name in kind.__struct_fields__}
    return msgspec.convert({**values, **given, "act": offer.act}, kind)


def offer_with_value(offers: Iterable[Offer], **wanted: Any) -> Offer | None:
    for offer in offers:
        if all(name in offer.fields and is_allowed(offer.fields[name], value) for name, value in wanted.items()):
            return offer
    return None


def amount_within(offer: Offer, amount: int, field: str = "amount") -> int | None:
    """Return an amount inside an offer's bounds, as near to ``amount`` as may be; ``None`` where none is."""
    bounds = offer.fields.get(field, Amount(1))
    least, most = offer.bounds(field) if field in offer.fields else (1, None)
    step = bounds.step or 1 if isinstance(bounds, Amount) else 1
    amount = max(amount, least)
    if most is not None:
        amount = min(amount, most)
    amount -= (amount - least) % step
    return amount if is_allowed(bounds, amount) else None


def _any(field: Field, chance: Random) -> Any:
    match field:
        case FixedValue(value=value):
            return value
        case Choice(options=options) | People(options=options):
            return chance.choice(options)
        case Several(options=options, least=least):
            return tuple(chance.sample(options, least))
        case Amount(minimum=low, maximum=high, step=step):
            drawn = _between(low, high, step or 1, chance)
            return drawn if drawn is None or field.may_be(drawn) else field.first()
        case Count(minimum=low, maximum=high):
            return _between(low, high, 1, chance)
        case Text():
            return ""
        case _:
            return None


def _between(low: int | None, high: int | None, step: int, chance: Random) -> int | None:
    least = high if low is None else low
    return least if least is None or high is None else chance.randrange(least, max(least, high) + 1, step)


class Pace(msgspec.Struct, frozen=True):
    """Spans of seconds, from and to.

    ``think`` before any act; ``bets`` for which the croupier leaves the betting open at least, and ``chip`` after the
    first stake of each player, so that everybody can answer it;
    ``patience`` before the croupier does for an absent person what the rules let the croupier do; ``between`` coups;
    ``silence`` before the croupier calls a player for whom the table waits.
    """

    think: tuple[float, float] = (0.6, 1.6)
    bets: tuple[float, float] = (14.0, 16.0)
    patience: tuple[float, float] = (6.0, 8.0)
    between: tuple[float, float] = (3.0, 4.0)
    silence: tuple[float, float] = (20.0, 24.0)
    chip: tuple[float, float] = (0.0, 0.0)

    def slower(self, times: float) -> Pace:
        spans = {name: (low * times, high * times) for name, (low, high) in msgspec.structs.asdict(self).items()}
        return Pace(**spans)


DEMO = Pace(chip=(6.0, 6.0))
AT_ONCE = Pace((0.0, 0.0), (0.01, 0.01), (0.0, 0.0), (0.0, 0.0), (60.0, 60.0))


def pick(span: tuple[float, float], chance: Random) -> float:
    return chance.uniform(*span)


# A bot: it looks whenever its table changes, makes up its mind, waits as long as a person would, and acts.

V = TypeVar("V")

PREFIX = "bot-"
"""How the person id of every bot begins."""


def is_bot(person: PersonId | str) -> bool:
    return person.startswith(PREFIX)


ASIDE_POLL: float = 0.5
"""Seconds between two looks of a bot that stands aside, because a person has opened a screen of its seat."""


RETRY_AFTER: float = 30.0
"""Seconds after which a bot tries again what was refused at a table where nothing has changed: the reason may lie
outside of it, as with a disk that was short of room."""


class Move(msgspec.Struct, frozen=True):
    """What a bot is about to do and how long a person would take for it (seconds).

    ``about`` is what the intention is about; as long as it stays the same the waiting time does not begin again.
    ``clock`` names the clock on which everybody sees the waiting time; whoever gives more time on it delays the move.
    Without an act the bot only lets the clock run.
    """

    act: ActBody | None
    wait: tuple[float, float]
    about: Hashable = None
    clock: str = ""


class Bot(Generic[V]):
    """Base of the bots of a game whose seats see a ``V``. A kind of bot says in :meth:`choose` what it wants."""

    def __init__(self, seat: Guest, pace: Pace, chance: Random) -> None:
        if not is_bot(seat.person):
            raise ValueError(f"a bot's id begins with {PREFIX}")
        self.seat = seat
        self.pace = pace
        self.chance = chance
        self._intention: Hashable = None
        self._due = 0.0
        self._last_refusal: Hashable = None
        self._retry_at = 0.0
        self.acts: int = 0

    def choose(self, view: V, offers: Offers) -> Move | None:
        """Return what the bot would do now; nothing if it waits for others. ``offers`` are sorted by act."""
        raise NotImplementedError

    async def run(self) -> None:
        """Play until the table's stream ends."""
        stream = self.seat.changes()
        change = asyncio.ensure_future(anext(stream, None))
        try:
            while True:
                move = self._move()
                wait: float | None
                if not self.seat.is_alone:
                    move, wait = None, ASIDE_POLL
                else:
                    wait = self._wait(move)
                await asyncio.wait({change}, timeout=wait)
                if change.done():
                    if change.result() is None:
                        return
                    change = asyncio.ensure_future(anext(stream, None))
                elif move is not None and move.clock and (left := self.seat.time_left(move.clock)) > 0:
                    self._due = time.monotonic() + left
                elif move is not None and move.act is not None:
                    await self._do(move)
        finally:
            change.cancel()

    def _wait(self, move: Move | None) -> float | None:
        """Return the seconds until the bot acts or looks again; ``None`` until the table changes.

        Whoever only lets the clock run looks again once when it has run down: what is to be done then has no other
        cause.
        """
        if move is None:
            return None
        left = self._due - time.monotonic()
        return None if move.act is None and left <= 0 else max(0.0, left)

    def _move(self) -> Move | None:
        move = self.choose(self.seat.view(), OffersOnDemand(self.seat))
        if move is None:
            self._intention = None
            return None
        intention = self._key(move)
        if (repr(move.act), self.seat.step, self.seat.version) == self._last_refusal:
            self._intention, self._due = None, self._retry_at  # once something has changed, they think about it again
        elif intention != self._intention:
            wait = pick(move.wait, self.chance)
            if move.clock:  # who was given more time keeps it
                wait = max(wait, self.seat.time_left(move.clock))
            self._intention, self._due = intention, time.monotonic() + wait
            if move.clock and (wait or self.seat.time_left()):  # the clock of what is over does not run on
                self.seat.show_clock(move.clock, wait)
        return move

    def _key(self, move: Move) -> Hashable:
        return (str(self.seat.step), type(move.act), move.about)

    async def _do(self, move: Move) -> Refused | None:
        step = self.seat.step
        assert move.act is not None
        answer = await self.seat.act(move.act, step)
        self._intention = None
        if answer.refusal is None:
            self.acts += 1
        else:
            self._last_refusal, self._retry_at = (repr(move.act), step, answer.version), time.monotonic() + RETRY_AFTER
        found: Refused | None = answer.refusal
        return found


class BettingTime:
    """Counts from the opening of a betting, and again from each player's first stake in it."""

    def __init__(self, pace: Pace, chance: Random) -> None:
        self._pace, self._chance = pace, chance
        self._step: Step | None = None
        self._ends = 0.0
        self._players: frozenset[PersonId] = frozenset()

    def remaining(self, step: Step, players: Iterable[PersonId]) -> tuple[float, float]:
        """Return the span of seconds that the betting of ``step`` stays open; ``players`` are those who have staked."""
        now = time.monotonic()
        if step != self._step:
            self._step, self._ends, self._players = step, now + pick(self._pace.bets, self._chance), frozenset()
        found = frozenset(players)
        if found - self._players:
            self._ends = max(self._ends, now + pick(self._pace.chip, self._chance))
        self._players |= found
        left = max(0.0, self._ends - now)
        return left, left

    @property
    def ends(self) -> float:
        """Return when the betting closes, as an intention names it: it changes when time is added."""
        return self._ends


T = TypeVar("T")

OVERTAKEN = ("coup-suspended", "seat-taken")
"""Codes of the refusals of what somebody else came before with: an incident, or a place at the table."""


class Mind(Bot[V], Generic[V, T]):
    """Base of the players of a game whose tempers are ``T``. ``place`` is a place they like."""

    ACTS: ClassVar[Mapping[str, type[ActBody]]]
    """The acts of the game by their names."""

    def __init__(self, seat: Guest, pace: Pace, chance: Random, temper: T, *, place: int | None = None) -> None:
        super().__init__(seat, pace, chance)
        self.place = place
        self.temper = temper
        self._seed = chance.getrandbits(64)
        self._done: set[tuple[str, str]] = set()

    def _mind(self, view: Any, about: str) -> Random:
        """Return the chance of one question in one window: asked again, it gives the same answer."""
        return Random(f"{self._seed} {view.step} {about}")  # not the chance of the game

    def _will(self, view: Any, about: str, share: float) -> bool:
        return self._mind(view, about).random() < share

    def _once(self, view: Any, about: str, move: Move | None) -> Move | None:
        return None if (str(view.step), about) in self._done else move

    def _forget(self, *abouts: str) -> None:
        """Let what is made at most once be made again in the open window."""
        self._done.difference_update({(str(self.seat.step), about) for about in abouts})

    async def _do(self, move: Move) -> Refused | None:
        asked = (str(self.seat.step), str(move.about))
        self._done.add(asked)
        refused = await super()._do(move)
        if refused is not None and refused.code in OVERTAKEN:  # it is still to do
            self._done.discard(asked)
        return refused

    def _does(self, view: Any, offer: Offer, about: str = "", **given: Any) -> Move:
        what = build_act(self.ACTS, offer, self._mind(view, offer.act), **given)
        return Move(what, self.pace.think, about or offer.act)


StaffFactory = Callable[[Guest, Pace, Random], Bot[Any]]
"""Makes a bot of the staff."""


class BotRoster(msgspec.Struct, frozen=True):
    """The bots of one game. ``player`` makes one from their number; ``least`` is how many make a lively table."""

    staff: dict[Role, StaffFactory]
    player: Callable[[Guest, Pace, Random, int], Bot[Any]]
    least: int = 1


def has_bots(game: str) -> bool:
    return is_there(entry(game).bots_module)


def roster_of(game: str) -> BotRoster:
    """Return who plays a game when machines do. Raises ``KeyError`` for an unknown game."""
    found = import_module(entry(game).bots_module).ROSTER
    assert isinstance(found, BotRoster)
    return found
