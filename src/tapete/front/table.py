"""The table that a program holds: an immutable value that acts, looks, refuses in a sentence and plays a coup."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Self, TypeVar

import msgspec

from tapete.cards import Card, UnknownCardError, cards as read_cards, packs
from tapete.chance import ChanceKind, Source
from tapete.front import course
from tapete.front.course import Answers, AwaitedPerson, Customs, Stakes
from tapete.kernel import HOUSE, ActBody, Game, Refused, RefusedError
from tapete.play import UNWRITABLE, ActResult, KeyedShoe, ListedShoe, Play, UsageError
from tapete.record.codec import to_tree
from tapete.record.entry import Entry
from tapete.record.notation import format_notation, from_entries
from tapete.record.report import CURRENT
from tapete.words import LANGS, refusal

SEED_BITS = 64


class ShuffledShoe:
    """Shoes and urns in an order that ``seed`` decides; without one the operating system's randomness gives the seed.

    A table that was opened with a :attr:`seed` gets the same cards again. No such shoe serves a live table.
    """

    kind = ChanceKind.SEEDED

    def __init__(self, seed: int | None = None) -> None:
        self.seed = secrets.randbits(SEED_BITS) if seed is None else seed
        self.orders: dict[int, tuple[Card, ...]] = {}
        self.urns: dict[int, tuple[str, ...]] = {}

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        """Shuffle shoe number ``shoe`` of ``size`` cards of whole packs; it commits to nothing."""
        order = list(packs(size // len(packs(1))))
        random.Random(f"shoe {shoe} of {self.seed}").shuffle(order)
        self.orders[shoe] = tuple(order)
        return ()

    def card(self, shoe: int, committed: int) -> Card | None:
        return self.orders[shoe][committed]

    def fill(self, urn: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
        """Shuffle the tokens of an urn; it commits to nothing."""
        order = list(tokens)
        random.Random(f"urn {urn} of {self.seed}").shuffle(order)
        self.urns[urn] = tuple(order)
        return ()

    def token(self, urn: int, position: int) -> str:
        return self.urns[urn][position]


UNTIMED = "1970-01-01T00:00:00+00:00"
"""Stands where an entry has its wall time; a table in a program has none, and the notation does not tell it."""


def notation_text(game: Game[Any], turns: Sequence[ActResult[Any]], info: Mapping[str, str] | None = None) -> str:
    """Return the notation of a table's turns, from its opening on."""
    entries = [_entry(game, number, one) for number, one in enumerate(turns, start=1)]
    return format_notation(from_entries(game, entries, info))


def _entry(game: Game[Any], version: int, made: ActResult[Any]) -> Entry:
    act, *chance = made.acts
    return Entry(
        table="library",
        game=game.key,
        version=version,
        time=UNTIMED,
        by=act.by,
        epoch=1,
        edition=CURRENT,
        act=to_tree(act),
        chance=tuple(map(to_tree, chance)),
        events=tuple(map(to_tree, made.events)),
        rests_on=made.rests_on,
    )


S = TypeVar("S")


class Table(Play[S]):
    """A table of one game. ``do`` returns the table after an act; the table before it stays as it was.

    ``language`` (``en``, ``es`` or ``fr``) is that of the sentence of a :class:`~tapete.kernel.RefusedError`.
    ``before`` is the table before the last act, ``None`` for one that has just been opened.
    """

    __slots__ = ("before", "customs", "language")

    def __init__(
        self,
        game: Game[S],
        state: S,
        source: Source,
        customs: Customs[S],
        language: str = "en",
        last: ActResult[S] | None = None,
        before: Self | None = None,
    ) -> None:
        super().__init__(game, state, source, last)
        self.customs, self.language, self.before = customs, language, before

    def __repr__(self) -> str:
        return f"<table of {self.game.key} at {self.game.step(self.state)}>"

    def after(self, made: ActResult[S]) -> Self:
        """Return the table as it stands after a turn of it."""
        return type(self)(self.game, made.state, self.source, self.customs, self.language, made, self)

    def refusal(self, refused: Refused) -> RefusedError:
        """Return the error that tells a refusal in a sentence of the table's language."""
        return RefusedError(refused, refusal(refused.code, refused.facts, self.language))

    def turns(self) -> Iterator[ActResult[S]]:
        """Yield every turn of the table from its opening on: the acts with their events."""
        chain = [self]
        while (earlier := chain[-1].before) is not None:
            chain.append(earlier)
        for one in reversed(chain):
            if one.last is not None:
                yield one.last

    def people(self) -> tuple[str, ...]:
        """Return the ids of those who may act: the staff, then the players by their places."""
        return tuple(dict.fromkeys(self.customs.people(self.state)))

    def awaited_people(self) -> tuple[AwaitedPerson, ...]:
        """Return the people of whom the table awaits an act, each with the acts that would carry it on."""
        return course.awaited_people(self)

    def advance(self, until: str, answers: Answers | None = None) -> Self:
        """Return the table in phase ``until``: what leaves nobody a choice is done by those whose duty it is.

        ``answers`` decides the rest, as in :meth:`play_coup`. Raises
        :class:`~tapete.front.course.DecisionAwaitedError` where a person has a choice and nothing answers for him.
        """
        return course.advance(self, until, answers)

    def play_coup(
        self,
        stakes: Stakes | None = None,
        answers: Answers | None = None,
        *,
        until: str | None = None,
    ) -> Self:
        """Return the table after a coup: the one in play, else the next one, with whatever must come before it.

        Each act is an ordinary act of the person whose duty it is, decided like any other. ``stakes`` are the acts of
        each person once the betting is open, in order. ``answers`` are what people do where they have a choice: a
        function of an :class:`~tapete.front.course.AwaitedPerson` that returns an act or ``None``; or, by person, such
        a function, an act, or several acts of which each is done once, when it is awaited. ``until`` is a phase in
        which to stop before anything is done in it.

        Raises :class:`~tapete.front.course.DecisionAwaitedError` (``.table``: how far it got; ``.awaited``: who has
        which choice), and :class:`~tapete.kernel.RefusedError` where a stake or an answer is refused.
        """
        return course.play_coup(self, stakes or {}, answers, until)

    def notation(self, info: Mapping[str, str] | None = None) -> str:
        """Return what was played as a text file that :mod:`tapete.record.notation` replays and checks."""
        return notation_text(self.game, tuple(self.turns()), info)


A = TypeVar("A", bound=ActBody)


def opening_act(kind: type[A], options: Mapping[str, Any]) -> A:
    """Return the act that opens a table. Raises :class:`UsageError` for an option that is unknown or out of range."""
    known = [one.name for one in msgspec.structs.fields(kind)]
    for name in options:
        if name not in known:
            raise UsageError(f"there is no option {name!r}; the options are {', '.join(known)}")
    try:
        return msgspec.convert({**msgspec.to_builtins(dict(options), str_keys=True), "act": _tag(kind)}, kind)
    except msgspec.ValidationError as error:
        raise UsageError(str(error).replace("$.", "")) from error
    except UNWRITABLE as error:
        raise UsageError(f"an option holds a value that none can hold: {error}") from error


def _tag(kind: type[ActBody]) -> str:
    return str(kind.__struct_config__.tag)


def shoe_source(kind: ChanceKind, decks: int, cards: str, seed: int | None, source: Source | None) -> Source:
    """Return where the cards come from: ``source``, a person who keys them, the listed ones, or a shuffled shoe."""
    if source is not None:
        return source
    if kind is ChanceKind.SEALED:
        raise UsageError("a sealed shoe needs a hall that keeps its order: give a source, or let the shoe be 'seeded'")
    if kind is ChanceKind.KEYED:
        if cards or seed is not None:
            raise UsageError("the cards of a keyed shoe are keyed one by one: neither cards nor a seed are given")
        return KeyedShoe()
    if not cards:
        return ShuffledShoe(_seed(seed))
    if seed is not None:
        raise UsageError("the cards are listed, or a seed shuffles them: not both")
    try:
        return ListedShoe(read_cards(cards), decks)
    except UnknownCardError as error:
        raise UsageError(f"{str(error)!r} is no card: a card is rank and suit, such as 7s, Th or Kd") from error
    except AttributeError as error:
        raise UsageError('cards are listed in one text, such as "7s Th Kd"') from error


def _seed(seed: object) -> int | None:
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise UsageError(f"seed={seed!r}: a seed is a whole number")
    return seed


def open_table(
    game: Game[S],
    customs: Customs[S],
    what: ActBody,
    language: str,
    source: Callable[[S], Source],
) -> Table[S]:
    """Open a table by its opening act; ``source`` returns its shoe once it is open.

    Raises :class:`UsageError` for a language that is not spoken, :class:`~tapete.kernel.RefusedError` where the game
    refuses the act.
    """
    if language not in LANGS:
        raise UsageError(f"language={language!r}: the sentences are in {', '.join(LANGS)}")
    opened = Play(game, game.blank(), KeyedShoe()).attempt(what, HOUSE)
    match opened.outcome:
        case Refused(code=code, facts=facts):
            raise RefusedError(opened.outcome, refusal(code, facts, language))
        case _:
            chosen = source(opened.state)
            again = Play(game, game.blank(), chosen).attempt(what, HOUSE)  # what an opening draws comes from the source
            return Table(game, again.state, chosen, customs, language, again)


def open_card_table(
    game: Game[S], customs: Customs[S], what: Any, language: str, cards: str, seed: int | None, source: Source | None
) -> Table[S]:
    """Open a table whose opening act names its ``shoe``, and whose settings say how many ``decks`` lie in it."""

    def chosen(state: Any) -> Source:
        return shoe_source(what.shoe, state.settings.decks, cards, seed, source)

    return open_table(game, customs, what, language, chosen)
