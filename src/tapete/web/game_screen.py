"""The interface between the pages and one game: all that the rest of the web asks of a game's screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from tapete.kernel import ActBody, PersonId
from tapete.printing import MinutesPage
from tapete.table.staff import Role
from tapete.table.state import Incident
from tapete.web.page_context import History, MoreTime, PageContext
from tapete.web.ports import Answer, Table
from tapete.web.stage.desk import OpenIncident
from tapete.web.stage.model import Clause, Felt, Part, Stage
from tapete.words import Naming

V = TypeVar("V")


def no_words(events: tuple[Any, ...], lang: str, naming: Naming) -> str:
    """Return nothing: the name of an act says enough."""
    del events, lang, naming
    return ""


def same_wording(kind: str, event: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return an event under its own kind, with its own facts."""
    return kind, event


def listed_events(text: str) -> dict[str, tuple[str, ...]]:
    """Return a list of events with the fields that are told of each: ``seated person seat; table-closed``."""
    return {kind: tuple(fields) for kind, *fields in map(str.split, text.split(";"))}


class GameScreen(msgspec.Struct, Generic[V], frozen=True, kw_only=True):
    """The pages of one game: ``V`` is its view of a table."""

    stage: Callable[[PageContext], Stage]
    """Makes the model that the browser draws."""
    felt: str = "cards"
    """The module and the style sheet, among ``static/stage/games``, that compose its felt of the common parts."""
    browser_words: tuple[tuple[str, str], ...] = ()
    """Words of its own that the browser puts on a page: topic and code."""
    felt_part: type[Part] = Felt
    """What its stage has as ``felt``: another part than :class:`Felt` where a game has no hands."""
    facts: Callable[[V, str], tuple[str, ...]]
    """Returns what the list of the hall tells of a table, from its public view and a language."""
    letters: Mapping[str, str] = {}
    """The letter keys of its acts, besides those that every card game has."""
    may_stand: bool = False
    """Whether people may come in without a place and play on their feet."""
    notable_acts: Mapping[str, tuple[str, ...]] = {}
    """Acts that the croupier of a real table may note for somebody, with the fields of each."""
    effects: Mapping[str, tuple[str, ...]] = {}
    """The effects of which an official makes a ruling of their own, with the fields of each."""
    quiet_events: frozenset[str] = frozenset()
    """Events of this game that the log leaves out."""
    public_events: Mapping[str, tuple[str, ...]] = {}
    """The events of which everybody is told, and of each the fields that the public view shows or has shown, a dot
    before a field within one; whatever is not listed is told to nobody but its own person and the staff on duty.
    """
    asking_events: Mapping[str, str] = {}
    """Events by which an act waits for another person: the word with which the answer to the act says so."""
    answer_words: Callable[[tuple[Any, ...], str, Naming], str] = no_words
    """Returns what an act came to, from its events: said in the answer beside the name of the act."""
    telling_events: Callable[[Iterable[dict[str, Any]]], Iterable[dict[str, Any]]] = iter
    """Returns of the events of one entry those that say something besides the others."""
    log_wording: Callable[[str, Mapping[str, Any]], tuple[str, Mapping[str, Any]]] = same_wording
    """Returns the code of the sentence of an event, and its facts."""
    history: Callable[[], History] | None = None
    """Makes what reads news out of the record, where the pages tell people what an act rested on."""
    prepare: Callable[[Table, PersonId, dict[str, Any], str], Awaitable[Answer | None]] | None = None
    """Does what an act needs before it; answers with the refusal of that, if there is one."""
    examined: Callable[[Incident, V, str], OpenIncident] | None = None
    """Returns what a report would come to, in a language, where the game's officials report and rule."""
    about: Callable[[PageContext], tuple[Clause, ...]] | None = None
    """Returns what is told of the table whatever happens at it, each with where it comes from."""
    minutes: Callable[[Table, str, int | None], Awaitable[MinutesPage | None]] | None = None
    """Returns, in a language, the minutes of a session of a game that keeps a book of them, the last one where none is
    named; ``None`` for a session that never was.
    """
    book_readers: frozenset[Role] = frozenset()
    """The posts that read the book."""
    link_givers: frozenset[Role] = frozenset()
    """The posts that give a player the way back to their page at a table that refuses what breaks a rule."""
    note_link: Callable[[PersonId, PersonId], ActBody] | None = None
    """Makes the act by which a table writes down whom a link was given, and by whom."""
    players: Callable[[V], tuple[PersonId, ...]] | None = None
    """Returns, of a view of such a post, the players who have no place and something at the table."""
    more_time: MoreTime = MoreTime()
    """The clocks on which an official may give the players more time."""
    has_camera: bool = False
    """Whether its staff read codes by the camera of their device."""
    last_bets: Callable[[Table, PersonId], tuple[dict[str, Any], ...]] | None = None
    """Returns the acts by which somebody stakes again what they had in the last settled coup."""
    picture: Callable[[Any, str], str] | None = None
    """Draws a state in a language with every face that somebody at the table knows: for recorded hands alone."""
    ruling: Callable[[Any, str], tuple[str, ...]] | None = None
    """Tells in a language what the effects of a ruling do: for recorded hands alone."""
