"""The table that a program holds: an immutable value that acts, looks, refuses in a sentence and plays a coup.

In a coup the acts that leave nobody a choice are done; the choices are asked of the caller.
"""

from __future__ import annotations

import random
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Any, Generic, Self, TypeVar

import msgspec

from tapete import kernel
from tapete.cards import Card, UnknownCardError, cards as read_cards, packs
from tapete.chance import ChanceKind, Source
from tapete.play import UNWRITABLE, ActResult, KeyedShoe, ListedShoe, Play, UsageError, acts_of
from tapete.record.codec import to_tree
from tapete.record.entry import Entry
from tapete.record.notation import format_notation, from_entries
from tapete.record.report import CURRENT
from tapete.table.seats import Seats
from tapete.table.staff import Staff
from tapete.words import LANGS, refusal

MOST_TIMES = 16
"""How often one person does one act without being asked at one step of the table: the bets are closed anew each time
that the shoe passes on from somebody who has not staked."""

NOT_TOLD = frozenset({"not-your-post", "nothing-staked"})
"""Refusals of the closing words that are no reason why the betting is open: of others than who closes it, and that
nothing was staked.
"""

S = TypeVar("S")
V = TypeVar("V")
T = TypeVar("T", bound="Table[Any, Any]")


class Customs(msgspec.Struct, Generic[S], frozen=True):
    """How the procedure of a game is carried on without asking.

    ``people`` returns those who may act, the staff first. ``phases`` are the game's; ``coup`` those from the opening
    of the betting to the payment, ``betting`` the one in which stakes are made. ``routine`` names the acts that are
    done whenever they are the next step, the first of them first, whatever else their author might do; those in
    ``players`` are done by a player where the staff may do them too; ``usual`` says
    which value of a field is usual where an offer leaves a range («least», «most», «middle»); an act in ``asked`` is
    never done without an answer, even where it is the only one.
    """

    people: Callable[[S], Iterable[str]]
    phases: type[StrEnum]
    betting: str
    coup: frozenset[str]
    routine: tuple[str, ...]
    players: frozenset[str]
    asked: frozenset[str]
    usual: Mapping[str, str] = {}


def at_table(staff: Staff, seats: Seats) -> tuple[str, ...]:
    return (*(who for _, who in sorted(staff.items())), *seats.people())


class AwaitedPerson(msgspec.Struct, frozen=True):
    """A person of whom the table awaits an act, and what they may do to carry it on."""

    table: Table[Any, Any]
    person: str
    offers: tuple[kernel.Offer, ...]

    def __str__(self) -> str:
        return f"{self.person} ({'; '.join(dict.fromkeys(map(_told, self.offers)))})"

    def act(self, name: str, **fields: Any) -> kernel.ActBody:
        """Return an act that is offered, such as ``act("take-bank", amount=10000)``; a field of which an offer leaves
        one value need not be given. Raises :class:`UsageError` where nothing of that is offered.
        """
        for offer in self.offers:
            is_within = all(key in offer.fields and kernel.is_allowed(offer.fields[key], fields[key]) for key in fields)
            if offer.act == name and is_within and (made := _act(self.table, offer, fields)) is not None:
                return made
        given = ", ".join(f"{key}={value!r}" for key, value in fields.items())
        raise UsageError(f"{name}({given}) is not offered: {self}")


Answer = kernel.ActBody | Sequence[kernel.ActBody] | Callable[[AwaitedPerson], kernel.ActBody | None]
Answers = Mapping[str, Answer] | Callable[[AwaitedPerson], kernel.ActBody | None]
StakesByPerson = Mapping[str, kernel.ActBody | Sequence[kernel.ActBody]]
Stakes = StakesByPerson | Callable[["Table[Any, Any]"], StakesByPerson]


class DecisionAwaitedError(Exception):
    """A coup does not go on by itself: somebody has a choice. ``table`` is how far it got, ``awaited`` who chooses."""

    def __init__(
        self, table: Table[Any, Any], awaited: tuple[AwaitedPerson, ...], strangers: tuple[str, ...] = ()
    ) -> None:
        step = table.game.step(table.state)
        whom = ", ".join(map(str, awaited)) or "nobody has an act that carries it on"
        wanting = why_open(table) if step.phase == table.customs.betting else ""
        unasked = f" Nobody here is called {', '.join(strangers)}." if strangers else ""
        super().__init__(f"the table stands at «{step.phase}» and awaits a decision: {whom}.{wanting}{unasked}")
        self.table = table
        self.awaited = awaited


def why_open(table: Table[Any, Any]) -> str:
    """Return why the betting is still open: what refuses the closing words, or that no stake plays."""
    closing = next((one for one in acts_of(table.game) if _tag_of(one) == "close-bets"), None)
    codes = {} if closing is None else {one.code: one for one in _refusals(table, closing())}
    others = [refusal(code, one.facts, "en") for code, one in codes.items() if code not in NOT_TOLD]
    return " " + (others[0] if others else "No stake plays: say what is staked.")


def _refusals(table: Table[Any, Any], what: kernel.ActBody) -> Iterable[kernel.Refused]:
    outcomes = (table.attempt(what, person).outcome for person in table.people())
    return (one for one in outcomes if isinstance(one, kernel.Refused))


def _told(offer: kernel.Offer) -> str:
    fields = ", ".join(f"{name} {_range(field)}" for name, field in offer.fields.items())
    return f"{offer.act}: {fields}" if fields else offer.act


def _range(field: kernel.Field) -> str:
    match field:
        case kernel.FixedValue(value=value):
            return str(value)
        case kernel.Choice(options=options) | kernel.People(options=options):
            return " or ".join(map(str, options))
        case kernel.Several(options=options, least=least, most=most):
            return f"{least} to {most} of {', '.join(map(str, options))}"
        case kernel.Amount(minimum=low, maximum=high) | kernel.Count(minimum=low, maximum=high):
            return f"{low} or more" if high is None else f"{low} to {high}"
        case _:
            return "to be said"


@lru_cache(maxsize=64)
def _knows_next_step(game: kernel.Game[Any]) -> kernel.KnowsNextStep | None:
    return game if isinstance(game, kernel.KnowsNextStep) else None


def awaited_people(table: Table[S, Any]) -> tuple[AwaitedPerson, ...]:
    game: Any = table.game
    state, people = table.state, [kernel.PersonId(one) for one in table.people()]
    if (knows := _knows_next_step(game)) is not None:
        return tuple([AwaitedPerson(table, person, offers) for person, offers in knows.main_offers(state, people)])
    found = [(one, tuple(offer for offer in table.legal(one) if offer.main)) for one in people]
    return tuple(AwaitedPerson(table, person, offers) for person, offers in found if offers)


def advance(table: T, until: str, answers: Answers | None) -> T:
    """Carry a table on up to a phase."""
    _require_phase(table, until)
    oracle, first = _Oracle(answers), table.game.step(table.state).cycle
    while (step := table.game.step(table.state)).phase != until:
        if step.cycle > first + 1:
            raise UsageError(f"a whole coup went by without the phase «{until}»")
        table = _next(table, oracle)
    return table


def play_coup(table: T, stakes: Stakes, answers: Answers | None, until: str | None) -> T:
    """Play the coup that is in play, else the next one, up to a phase or to its end."""
    if until is not None:
        _require_phase(table, until)
    oracle, customs, begun, first = _Oracle(answers), table.customs, False, table
    pending: Any = stakes if callable(stakes) else _by_person(stakes, "stakes")
    while True:
        phase = table.game.step(table.state).phase
        if phase == until or (begun and phase not in customs.coup):
            if strange := oracle.strangers({*first.people(), *table.people()}):
                raise UsageError(f"an answer is given for {', '.join(strange)}: nobody is called that at the table")
            return table
        begun = phase in customs.coup
        if phase == customs.betting and pending:
            made = _by_person(pending(table), "stakes") if callable(pending) else pending
            for person, acts in made.items():
                for what in _several(acts):
                    table = table.do(what, by=person)
            pending = {}
        else:
            table = _next(table, oracle)


def _require_phase(table: Table[Any, Any], until: str) -> None:
    known = [str(phase) for phase in table.customs.phases]
    if until not in known:
        raise UsageError(f"{until!r} is no phase of {table.game.key}: {', '.join(known)}")


def _several(acts: Any) -> tuple[Any, ...]:
    return tuple(acts) if isinstance(acts, list | tuple) else (acts,)


def _by_person(given: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise UsageError(f"{name} are given by person, such as {{'ana': ...}}")
    return given


def _asks(answer: object) -> bool:
    """Return True if an answer is a function that is asked, and no act or class of acts."""
    return callable(answer) and not isinstance(answer, type)


class _Oracle:
    """The caller's answers: each act that was given beforehand is used once."""

    def __init__(self, answers: Answers | None) -> None:
        self.everybody: Any = answers if _asks(answers) else None
        own: Mapping[str, Any] = {} if answers is None or self.everybody else _by_person(answers, "answers")  # type: ignore[arg-type]
        self.asked = {person: one for person, one in own.items() if _asks(one)}
        self.given: dict[str, list[kernel.ActBody]] = {
            person: list(_several(one)) for person, one in own.items() if not _asks(one)
        }
        self.times: Counter[tuple[kernel.Step, str, str]] = Counter()
        for what in (one for several in self.given.values() for one in several):
            if not isinstance(what, kernel.ActBody):
                raise UsageError(f"{what!r} is no answer: an answer is an act, such as Leave(), or a function")

    def strangers(self, people: set[str]) -> tuple[str, ...]:
        """Return for whom there are answers and who is not at the table: their names may be mistyped."""
        return tuple(sorted((self.asked.keys() | self.given.keys()) - people))

    def may_repeat(self, table: Table[Any, Any], person: str, what: kernel.ActBody) -> bool:
        """Return True if an act that nobody asked for may be done, and count it: one that carries nothing on stops."""
        key = (table.game.step(table.state), person, str(what))
        self.times[key] += 1
        return self.times[key] <= MOST_TIMES

    def answer(self, one: AwaitedPerson) -> kernel.ActBody | None:
        """Return what the caller has a person do, ``None`` where they say nothing."""
        ask = self.asked.get(one.person, self.everybody)
        if ask is not None:
            found: kernel.ActBody | None = ask(one)
            return found
        tags = {offer.act for offer in one.offers}
        given = self.given.get(one.person, [])
        for at, what in enumerate(given):
            if _tag(what) in tags:
                return given.pop(at)
        return None


@lru_cache(maxsize=64)
def _kinds(game: kernel.Game[Any]) -> dict[str, type[kernel.ActBody]]:
    return {_tag_of(one): one for one in acts_of(game)}


def _tag_of(kind: type[kernel.ActBody]) -> str:
    return str(kind.__struct_config__.tag)


def _tag(what: object) -> str:
    return _tag_of(type(what)) if isinstance(what, kernel.ActBody) else ""


def _next(table: T, oracle: _Oracle) -> T:
    """Do the next act: an answer of the caller, else what is routine, else what is somebody's only act."""
    waiting = awaited_people(table)
    for one in waiting:
        if (what := oracle.answer(one)) is not None:
            return table.do(what, by=one.person)
    for person, offer in (*_routine(table, waiting), *_only(table, waiting)):
        made = _act(table, offer)
        if made is not None and oracle.may_repeat(table, person, made):
            return table.do(made, by=person)
    raise DecisionAwaitedError(table, waiting, oracle.strangers(set(table.people())))


def _routine(table: Table[Any, Any], waiting: tuple[AwaitedPerson, ...]) -> list[tuple[str, kernel.Offer]]:
    customs = table.customs
    found = [
        (customs.routine.index(offer.act), -place if offer.act in customs.players else place, one.person, offer)
        for place, one in enumerate(waiting)
        for offer in one.offers
        if offer.act in customs.routine
    ]
    return [(person, offer) for _, _, person, offer in sorted(found, key=lambda one: one[:2])]


def _only(table: Table[Any, Any], waiting: tuple[AwaitedPerson, ...]) -> list[tuple[str, kernel.Offer]]:
    single = [(one.person, one.offers[0]) for one in waiting if len(one.offers) == 1]
    return [(person, offer) for person, offer in single if offer.act not in table.customs.asked]


def _act(table: Table[Any, Any], offer: kernel.Offer, given: Mapping[str, Any] | None = None) -> kernel.ActBody | None:
    """Return the one act that an offer leaves, or the usual one of its range; ``None`` where it leaves a choice."""
    chosen = msgspec.to_builtins(given or {})
    kind = _kinds(table.game)[offer.act]
    values: dict[str, Any] = {"act": offer.act}
    for name in kind.__struct_fields__:
        if name in offer.fields:
            value = chosen.get(name, _value(offer.fields[name], table.customs.usual.get(f"{offer.act}.{name}", "")))
            if value is None:
                return None
            values[name] = value
    made: kernel.ActBody = msgspec.convert(values, kind)
    return made


def _value(field: kernel.Field, usual: str) -> kernel.Scalar:
    match field:
        case kernel.FixedValue(value=value):
            return value
        case kernel.Choice(options=(only,)) | kernel.People(options=(only,)):
            return only
        case kernel.Amount() | kernel.Count():
            return field.minimum if field.minimum == field.maximum else _usual(field.minimum, field.maximum, usual)
        case _:
            return None


def _usual(low: int | None, high: int | None, usual: str) -> int | None:
    match usual:
        case "least":
            return low
        case "most":
            return high
        case "middle" if low is not None and high is not None:
            return (low + high) // 2
        case _:
            return None


SEED_BITS = 64


class ShuffledShoe:
    """Shoes and urns in an order that ``seed`` decides; without one the operating system's randomness gives the seed.

    A table that was opened with a :attr:`seed` gets the same cards again. No such shoe serves a live table.
    """

    kind = ChanceKind.SEEDED

    def __init__(self, seed: int | None = None) -> None:
        self.seed: int = secrets.randbits(SEED_BITS) if seed is None else seed
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


def notation_text(
    game: kernel.Game[Any], turns: Sequence[ActResult[Any]], info: Mapping[str, str] | None = None
) -> str:
    """Return the notation of a table's turns, from its opening on."""
    entries = [_entry(game, number, one) for number, one in enumerate(turns, start=1)]
    return format_notation(from_entries(game, entries, info))


def _entry(game: kernel.Game[Any], version: int, made: ActResult[Any]) -> Entry:
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


class Table(Play[S], Generic[S, V]):
    """A table of one game. ``do`` returns the table after an act; the table before it stays as it was.

    ``language`` (``en``, ``es`` or ``fr``) is that of the sentence of a :class:`~tapete.kernel.RefusedError`.
    ``before`` is the table before the last act, ``None`` for one that has just been opened.
    """

    __slots__ = ("before", "customs", "language")

    def __init__(
        self,
        game: kernel.Game[S],
        state: S,
        source: Source,
        customs: Customs[S],
        language: str = "en",
        last: ActResult[S] | None = None,
        before: Self | None = None,
    ) -> None:
        super().__init__(game, state, source, last)
        self.customs: Customs[S] = customs
        self.language: str = language
        self.before: Self | None = before

    def __repr__(self) -> str:
        return f"<table of {self.game.key} at {self.game.step(self.state)}>"

    def after(self, made: ActResult[S]) -> Self:
        """Return the table as it stands after a turn of it."""
        return type(self)(self.game, made.state, self.source, self.customs, self.language, made, self)

    def refusal(self, refused: kernel.Refused) -> kernel.RefusedError:
        """Return the error that tells a refusal in a sentence of the table's language."""
        return kernel.RefusedError(refused, refusal(refused.code, refused.facts, self.language))

    def turns(self) -> Iterator[ActResult[S]]:
        """Yield every turn of the table from its opening on: the acts with their events."""
        chain = [self]
        while (earlier := chain[-1].before) is not None:
            chain.append(earlier)
        for one in reversed(chain):
            if one.last is not None:
                yield one.last

    def view(self, viewer: str | None = None) -> V:
        """Return what a viewer sees; nobody is the public screen. Raises :class:`UsageError` before the opening."""
        seen: V = super().view(viewer)
        return seen

    def people(self) -> tuple[str, ...]:
        """Return the ids of those who may act: the staff, then the players by their places."""
        return tuple(dict.fromkeys(self.customs.people(self.state)))

    def awaited_people(self) -> tuple[AwaitedPerson, ...]:
        """Return the people of whom the table awaits an act, each with the acts that would carry it on."""
        return awaited_people(self)

    def advance(self, until: str, answers: Answers | None = None) -> Self:
        """Return the table in phase ``until``: what leaves nobody a choice is done by those whose duty it is.

        ``answers`` decides the rest, as in :meth:`play_coup`. Raises
        :class:`~tapete.front.table.DecisionAwaitedError` where a person has a choice and nothing answers for them.
        """
        return advance(self, until, answers)

    def play_coup(
        self,
        stakes: Stakes | None = None,
        answers: Answers | None = None,
        *,
        until: str | None = None,
    ) -> Self:
        """Return the table after a coup: the one in play, else the next one, with whatever must come before it.

        Each act is an ordinary act of the person whose duty it is, decided like any other. ``stakes`` are the acts of
        each person once the betting is open, in order, or a function of the table that returns them then. ``answers``
        are what people do where they have a choice: a function of an :class:`~tapete.front.table.AwaitedPerson` that
        returns an act or ``None``; or, by person, such a function, an act, or several acts of which each is done once,
        when it is awaited. ``until`` is a phase in which to stop before anything is done in it.

        Raises :class:`~tapete.front.table.DecisionAwaitedError` (``.table``: how far it got; ``.awaited``: who has
        which choice), and :class:`~tapete.kernel.RefusedError` where a stake or an answer is refused.
        """
        return play_coup(self, stakes or {}, answers, until)

    def notation(self, info: Mapping[str, str] | None = None) -> str:
        """Return what was played as a text file that :mod:`tapete.record.notation` replays and checks."""
        return notation_text(self.game, tuple(self.turns()), info)


A = TypeVar("A", bound=kernel.ActBody)


def opening_act(kind: type[A], options: Mapping[str, Any]) -> A:
    """Return the act that opens a table. Raises :class:`UsageError` for an option that is unknown or out of range."""
    known = [one.name for one in msgspec.structs.fields(kind)]
    for name in options:
        if name not in known:
            raise UsageError(f"there is no option {name!r}; the options are {', '.join(known)}")
    try:
        return msgspec.convert({**msgspec.to_builtins(dict(options), str_keys=True), "act": _tag_of(kind)}, kind)
    except msgspec.ValidationError as error:
        raise UsageError(str(error).replace("$.", "")) from error
    except UNWRITABLE as error:
        raise UsageError(f"an option holds a value that none can hold: {error}") from error


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
    game: kernel.Game[S],
    customs: Customs[S],
    what: kernel.ActBody,
    language: str,
    source: Callable[[S], Source],
) -> Table[S, Any]:
    """Open a table by its opening act; ``source`` returns its shoe once it is open.

    Raises :class:`UsageError` for a language that is not spoken, :class:`~tapete.kernel.RefusedError` where the game
    refuses the act.
    """
    if language not in LANGS:
        raise UsageError(f"language={language!r}: the sentences are in {', '.join(LANGS)}")
    opened = Play(game, game.blank(), KeyedShoe()).attempt(what, kernel.HOUSE)
    match opened.outcome:
        case kernel.Refused(code=code, facts=facts):
            raise kernel.RefusedError(opened.outcome, refusal(code, facts, language))
        case _:
            chosen = source(opened.state)
            again = Play(game, game.blank(), chosen).attempt(
                what, kernel.HOUSE
            )  # what an opening draws comes from the source
            return Table(game, again.state, chosen, customs, language, again)


def open_card_table(
    game: kernel.Game[S],
    customs: Customs[S],
    what: Any,
    language: str,
    cards: str,
    seed: int | None,
    source: Source | None,
) -> Table[S, Any]:
    """Open a table whose opening act names its ``shoe``, and whose settings say how many ``decks`` lie in it."""

    def chosen(state: Any) -> Source:
        return shoe_source(what.shoe, state.settings.decks, cards, seed, source)

    return open_table(game, customs, what, language, chosen)
