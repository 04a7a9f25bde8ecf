"""Rulebooks of one game side by side, and hands that show where they part.

For each option: what each rulebook settles and where it has it from, whether they differ, and a recorded hand that
ends otherwise because of it. A hand is data, decided again under each rulebook; no end is written down.

A hand is written in the words of the notation. ``shows`` names the options that make it end otherwise. A line that
begins with ``or`` is done only where the line before it was refused, one that begins with ``try`` is left out where
it is refused. The lines of ``before`` bring the table to the point where the hand begins; all of them are tried.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from enum import StrEnum
from importlib.resources import files
from typing import Any, Final, Generic, TypeVar

import msgspec

from tapete.clauses import Cite
from tapete.folders import DataFolders
from tapete.kernel import HOUSE, Act, Game, Outcome, Refused, Ruled
from tapete.play import transition
from tapete.record.notation.play import ACTORS, ListedOrders, Verbs, as_listed, person, verbs_of
from tapete.record.notation.text import Action, Notation, parse_action
from tapete.rulebooks import ReadsRulebooks, Rulebook, RulebookOption, compare, differing_options
from tapete.rulebooks.resolve import ABOUT_ITSELF


class NoEnd(StrEnum):
    """The rulebooks say the same in other words; they name who fixes a number that the table is given anyway; they
    describe the felt, where a stake lies and not what it does; a hand for it is not recorded.
    """

    OTHER_WORDS = "other-words"
    WHO_FIXES_IT = "who-fixes-it"
    ON_THE_FELT = "on-the-felt"
    NOT_RECORDED = "not-recorded"


OR: Final = "or "
TRY: Final = "try "


class Line(msgspec.Struct, frozen=True):
    """What somebody does: ``is_or_else``: where the line before was refused; ``is_before`` the hand begins."""

    text: str
    action: Action
    is_or_else: bool = False
    is_tried: bool = False
    is_before: bool = False


class ShownHand(msgspec.Struct, frozen=True):
    """A hand: its name, the options that it shows, the fields with which its table opens, the cards, what is done."""

    name: str
    shows: tuple[str, ...]
    opening_fields: dict[str, Any]
    people: dict[str, str]
    decks: int
    shoe: tuple[str, ...]
    lines: tuple[Line, ...]


class HandFile(msgspec.Struct, frozen=True):
    """The hands of a game, and why other options that differ alter no end."""

    hands: tuple[ShownHand, ...] = ()
    no_end: dict[str, NoEnd] = {}

    def showing(self, option: str) -> ShownHand | None:
        return next((one for one in self.hands if option in one.shows), None)

    def named(self, name: str) -> ShownHand | None:
        return next((one for one in self.hands if one.name == name), None)


class _Hand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    shows: tuple[str, ...]
    actions: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    shoe: str = ""
    open: dict[str, Any] = {}
    without: tuple[str, ...] = ()
    """Posts that nobody holds."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    decks: int = 0
    people: dict[str, str] = {}
    open: dict[str, Any] = {}
    before: dict[str, tuple[str, ...]] = {}
    hands: dict[str, _Hand] = {}
    no_end: dict[str, NoEnd] = {}


FOLDERS: Final = DataFolders(files("tapete.comparison") / "data")
"""Where the hands lie, a file for each game."""


@FOLDERS.read_once
def hand_file(game: str) -> HandFile:
    for folder in FOLDERS:
        file = folder / f"{game}.toml"
        if file.is_file():
            return _read(msgspec.convert(tomllib.loads(file.read_text("utf-8")), _File))
    return HandFile()


def _read(found: _File) -> HandFile:
    return HandFile(tuple(_hand(found, name, one) for name, one in found.hands.items()), found.no_end)


def _hand(found: _File, name: str, one: _Hand) -> ShownHand:
    fields = {**found.open, **one.open}
    if one.without:
        fields["staff"] = {post: who for post, who in fields["staff"].items() if post not in one.without}
    before = [_line(text, is_before=True) for part in one.before for text in found.before[part]]
    lines = (*before, *map(_line, one.actions))
    return ShownHand(name, one.shows, fields, found.people, found.decks, tuple(one.shoe.split()), lines)


def _line(text: str, is_before: bool = False) -> Line:
    plain = text.removeprefix(OR).removeprefix(TRY)
    return Line(plain, parse_action(plain), text.startswith(OR), is_before or text.startswith(TRY), is_before)


S = TypeVar("S")

OPEN = "open"
"""Stands for the opening of the table where that is refused."""


class Step(msgspec.Struct, Generic[S], frozen=True):
    """A line of the hand, what came of it in the words of the notation, and the state after it.

    ``at`` is its number among the lines, by which the same line is found under another rulebook; -1 is the opening.
    """

    at: int
    line: str
    act: Act[Any]
    outcome: Outcome
    results: tuple[str, ...]
    events: tuple[Any, ...]
    clauses: tuple[Cite, ...]
    """The clauses on which it rests, or that refuse it."""
    state: S
    is_before: bool = False

    @property
    def is_refused(self) -> bool:
        return isinstance(self.outcome, Refused)


class End(msgspec.Struct, frozen=True):
    """How a hand ended: the lines that were refused with their codes, and what came of each other line."""

    refused: tuple[tuple[str, str], ...]
    results: tuple[str, ...]

    @property
    def short(self) -> str:
        """Return the end in the words of the notation: what was refused, then what came last."""
        told = [f"{line}: refused {code}" for line, code in self.refused]
        return "; ".join((*told, *self.results[-1:]))


class HandRun(msgspec.Struct, Generic[S], frozen=True):
    """A hand under a rulebook, without lines that were tried and refused, and without alternatives nobody needed."""

    book: Rulebook
    steps: tuple[Step[S], ...]

    @property
    def own_steps(self) -> tuple[Step[S], ...]:
        return tuple(one for one in self.steps if not one.is_before)


def under(game: Game[S], book: Rulebook) -> Game[S]:
    """Return the game with one more rulebook. Raises ``TypeError`` for a game without rulebooks."""
    if not isinstance(game, ReadsRulebooks):
        raise TypeError(f"{game.key} has no rulebooks")
    furnished: Any = type(game)
    known: Game[S] = furnished(game.library.with_books(book))
    return known


def run_hand(game: Game[S], hand: ShownHand, book: Rulebook) -> HandRun[S]:
    known = under(game, book)
    words = _words(game)
    source = ListedOrders(Notation(game.key, (), shoes=(hand.shoe,), decks=hand.decks))
    opening = words.make(words.table.opening, {**hand.opening_fields, "rulebook": book.id})
    actors = {name: actor for actor, name in {**ACTORS, **hand.people}.items()}
    blank = known.blank()
    found = [_step(known, words, blank, Act(HOUSE, opening, known.step(blank)), source, actors, -1, OPEN)]
    if found[0].is_refused or not hand.lines:
        return HandRun(book, (msgspec.structs.replace(found[0], is_before=False),))
    last = found[0]
    for at, line in enumerate(hand.lines):
        if line.is_or_else and not last.is_refused:
            continue
        act = Act(person(line.action.actor, hand.people), words.read(line.action, hand.people), known.step(last.state))
        last = _step(known, words, last.state, act, source, actors, at, line)
        if not (line.is_tried and last.is_refused):
            found.append(last)
    return HandRun(book, tuple(found))


_WORDS: dict[str, Verbs] = {}


def _words(game: Game[Any]) -> Verbs:
    """Return the words of a game, read once; they are the same whatever rulebooks it knows."""
    if game.key not in _WORDS:
        _WORDS[game.key] = verbs_of(game)
    return _WORDS[game.key]


def _step(
    game: Game[Any],
    words: Verbs,
    state: Any,
    act: Act[Any],
    source: ListedOrders,
    actors: dict[str, str],
    at: int,
    line: Line | str,
) -> Step[Any]:
    made = transition(game, state, act, source, as_listed)
    faults = made.outcome.faults if isinstance(made.outcome, Ruled) else ()
    results = (*(f"ruled {one.code}" for one in faults), *words.results(made.events, actors))
    text, is_before = (line, True) if isinstance(line, str) else (line.text, line.is_before)
    clauses = made.outcome.clauses if isinstance(made.outcome, Refused) else made.rests_on
    return Step(at, text, act, made.outcome, results, made.events, tuple(clauses), made.state, is_before)


def end_of(run: HandRun[Any]) -> End:
    refused = tuple((one.line, one.outcome.code) for one in run.own_steps if isinstance(one.outcome, Refused))
    done = (one for one in run.own_steps if not one.is_refused)
    return End(refused, tuple("; ".join(one.results) or f"{one.line}: done" for one in done))


class Shown(msgspec.Struct, frozen=True):
    """A recorded hand that ends otherwise: its name, and its end under each rulebook in the words of the notation."""

    table: str
    ends: dict[str, str]


class ComparedOption(msgspec.Struct, frozen=True):
    """An option: what each rulebook settles, None where one lacks it; whether they differ.

    Of an option on which they differ, ``shown_by`` is a hand that ends otherwise because of it, or ``reason`` says why
    there is none.
    """

    option: str
    values: dict[str, RulebookOption | None]
    differs: bool
    shown_by: Shown | None = None
    reason: NoEnd | None = None


class Comparison(msgspec.Struct, frozen=True):
    game: str
    rulebooks: tuple[str, ...]
    options: tuple[ComparedOption, ...]


def compared_options(key: str, game: Game[Any] | None, books: Iterable[Rulebook]) -> Comparison:
    """Return every option of some rulebooks of the game ``key``, with the hands that end otherwise under them."""
    books = tuple(books)
    compared = compare(books)
    differing = frozenset(differing_options(compared))
    file = hand_file(key)
    ends: dict[str, dict[str, End]] = {}
    found = []
    for option, values in compared.items():
        if option.partition(".")[0] in ABOUT_ITSELF and None in values.values():
            continue
        hand = file.showing(option) if option in differing else None
        shown = None
        if game is not None and hand is not None:
            if hand.name not in ends:
                ends[hand.name] = ends_under(game, hand, books)
            shown = _shown(hand, ends[hand.name])
        reason = None if shown is not None or option not in differing else file.no_end.get(option, NoEnd.NOT_RECORDED)
        found.append(ComparedOption(option, values, option in differing, shown, reason))
    return Comparison(key, tuple(one.id for one in books), tuple(found))


def ends_under(game: Game[Any], hand: ShownHand, books: Iterable[Rulebook]) -> dict[str, End]:
    return {one.id: end_of(run_hand(game, hand, one)) for one in books}


def _shown(hand: ShownHand, ends: dict[str, End]) -> Shown | None:
    if len({(one.refused, one.results) for one in ends.values()}) < 2:
        return None
    return Shown(hand.name, {book: one.short for book, one in ends.items()})


class StepPair(msgspec.Struct, Generic[S], frozen=True):
    """One line under two rulebooks: its step under each (None: not done there), and the ``states`` after it."""

    at: int
    line: str
    steps: tuple[Step[S] | None, Step[S] | None]
    states: tuple[S, S]

    @property
    def is_parting(self) -> bool:
        return _answer(self.steps[0]) != _answer(self.steps[1])


class HandsBeside(msgspec.Struct, Generic[S], frozen=True):
    runs: tuple[HandRun[S], HandRun[S]]
    pairs: tuple[StepPair[S], ...]

    @property
    def parting(self) -> int | None:
        """Return the index of the first line of the hand at which they part, None where they never do."""
        return next((index for index, one in enumerate(self.pairs) if one.is_parting), None)


def beside(game: Game[S], hand: ShownHand, books: tuple[Rulebook, Rulebook]) -> HandsBeside[S]:
    """Return a hand under two rulebooks; what brings the table to it is left out."""
    runs = (run_hand(game, hand, books[0]), run_hand(game, hand, books[1]))
    by_line = tuple({one.at: one for one in run.own_steps} for run in runs)
    states = [_before(run) for run in runs]
    pairs = []
    for at in sorted({*by_line[0], *by_line[1]}):
        steps = (by_line[0].get(at), by_line[1].get(at))
        states = [before if one is None else one.state for before, one in zip(states, steps, strict=True)]
        line = next(one.line for one in steps if one is not None)
        pairs.append(StepPair(at, line, steps, (states[0], states[1])))
    return HandsBeside(runs, tuple(pairs))


def _before(run: HandRun[Any]) -> Any:
    return next((one.state for one in reversed(run.steps) if one.is_before), run.steps[0].state)


def _answer(step: Step[Any] | None) -> tuple[Any, ...]:
    if step is None:
        return ()
    return (step.outcome.code,) if isinstance(step.outcome, Refused) else (None, *step.results)
