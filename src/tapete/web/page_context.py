"""One look at a table, from which its page is made, and what every game asks of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import msgspec

from tapete.cards import Card
from tapete.kernel import Act, Game, Offer, PersonId
from tapete.record.codec import tag_of
from tapete.rulebooks import Library, ReadsRulebooks, Rulebook, UnknownRulebookError, house_library
from tapete.table.staff import Role
from tapete.table.state import AdoptRulebook, TableView, is_real_table as is_real_table
from tapete.web import action_buttons, seat_links
from tapete.web.action_buttons import Action, Field
from tapete.web.ports import Table
from tapete.web.staff_access import BOT_PREFIX
from tapete.web.stage.model import LogLine
from tapete.words import label, sentence

V = TypeVar("V")
M = TypeVar("M")

SHOWN_COUPS: Final = 6
"""Coups whose cards are kept: the one in progress, and those that were settled last."""


NO_CLOCKS: Final[Mapping[str, str]] = MappingProxyType({})


class MoreTime(msgspec.Struct, frozen=True):
    """The clocks of one game on which time may be given.

    ``closing_acts``: the acts that end a time which is for everybody, with the clock of each: who may do the act may
    set it.
    """

    clocks: frozenset[str] = frozenset()
    closing_acts: Mapping[str, str] = NO_CLOCKS


def clock_to_extend(table: Table, person: PersonId | None, game: MoreTime) -> str | None:
    """Return the clock on which a person may give time now, the one that runs or the one that they may set; ``None``
    where there is none.
    """
    face = table.countdown.face()
    if face is not None:
        return face.kind if face.kind in game.clocks else None
    return next((game.closing_acts[one.act] for one in table.legal(person) if one.act in game.closing_acts), None)


class KnownCard(msgspec.Struct, frozen=True):
    """A card that everybody has seen: of which coup, its number in the shoe counted from 0, where it lay, its face."""

    coup: int
    position: int
    place: str = ""
    face: Card | None = None


class KnownCards:
    """The cards of the last coups. What their events are called says each game's own package."""

    def __init__(self) -> None:
        self._coups: dict[int, dict[int, KnownCard]] = {}
        self.coup: int = 0
        self.is_over: bool = True

    def __iter__(self) -> Iterator[KnownCard]:
        for coup in reversed(self._coups.values()):
            yield from (card for _, card in sorted(coup.items()) if card.face)

    def place_of(self, coup: int, position: int) -> str:
        """Return where a card lay; nothing for one that was not read."""
        found = self._coups.get(coup, {}).get(position)
        return "" if found is None else found.place

    def positions_at(self, place: str) -> tuple[int, ...]:
        """Return the cards of the coup in progress that lie at a place, as they left the shoe."""
        return tuple(one for one, card in sorted(self._coups.get(self.coup, {}).items()) if card.place == place)

    def face_of(self, position: int) -> Card | None:
        """Return the face of a card of the coup in progress, if everybody has seen it."""
        found = self._coups.get(self.coup, {}).get(position)
        return None if found is None else found.face

    def begin(self, coup: int) -> None:
        """Begin a coup, unless it has begun. One of an earlier shoe goes: corrections mean the latest of a number."""
        if coup == self.coup and not self.is_over:
            return
        self._coups.pop(coup, None)
        self._coups[coup] = {}
        self.coup, self.is_over = coup, False
        while len(self._coups) > SHOWN_COUPS:
            del self._coups[next(iter(self._coups))]

    def put(self, position: int, facts: Mapping[str, Any], coup: int | None = None) -> None:
        """Keep what was told of a card of a coup: ``place`` and ``face``, each where it is there."""
        number = self.coup if coup is None else coup
        if (cards := self._coups.get(number)) is not None:
            told = {name: facts[name] for name in ("place", "face") if facts.get(name) is not None}
            was = cards.get(position) or KnownCard(number, position)
            cards[position] = msgspec.structs.replace(was, **told)


NOBODY: Final[Mapping[Role, PersonId]] = MappingProxyType({})
NO_LETTERS: Final[Mapping[str, str]] = MappingProxyType({})
NO_TIME: Final = MoreTime()


class History(Protocol):
    """What a game's pages tell out of the record of a table, read event by event in its order."""

    @property
    def cards(self) -> KnownCards:
        """Return the cards of the last coups that everybody has seen."""

    def read(self, event: Mapping[str, Any], rests_on: tuple[str, ...]) -> None:
        """Read the next event, with the clauses that its entry rests on."""


class PageContext(NamedTuple):
    """One look at a table: by whom (nobody: the public screen), in which language, with which lines of its record."""

    table: Table
    person: PersonId | None
    lang: str
    log: tuple[LogLine, ...] = ()
    machines: Mapping[Role, PersonId] = NOBODY
    """The machines at work that take a post back, by post."""
    history: History | None = None
    """What the game's own reader has read in the record, where it has one."""
    is_admitted: bool = False
    """The page was opened for a post: its viewer may take one from it."""
    is_post_lost: bool = False
    """The page was opened for a post, which its viewer has no more: nothing else is done on it."""
    more_time: MoreTime = NO_TIME
    """On which clocks of the game an official may give more time."""

    @property
    def view(self) -> TableView:
        found: TableView = self.table.view(self.person)
        return found

    def view_as(self, kind: type[V]) -> V:
        """Return what the viewer sees, as the view of the page's own game. Raises ``TypeError`` for another game's."""
        found: object = self.view
        if not isinstance(found, kind):
            raise TypeError(f"a page of {kind.__module__} is drawn from {type(found).__module__}")
        return found

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Return what the viewer may do from this page."""
        return () if self.person is None or self.is_post_lost else tuple(self.table.legal(self.person))

    def actions(
        self, offered: Iterable[Offer], letters: Mapping[str, str] = NO_LETTERS, hide: frozenset[str] = frozenset()
    ) -> tuple[Action, ...]:
        """Return buttons of the viewer, the one that the table waits for first."""
        who, table = PersonId(self.person or ""), self.table
        return action_buttons.actions(
            offered, table.id, who, table.version, self.lang, hide, game=table.game.key, letters=letters
        )

    def command(self, button: str) -> str:
        """Return the id of the command of a button of this page."""
        return action_buttons.command(self.table.id, PersonId(self.person or ""), self.table.version, button)

    @property
    def roles(self) -> tuple[Role, ...]:
        return () if self.view.me is None else tuple(self.view.me.roles)

    @property
    def known_cards(self) -> KnownCards:
        """Return the cards of the last coups that the record has told to everybody."""
        return KnownCards() if self.history is None else self.history.cards

    @property
    def screen(self) -> str:
        """Return which page it is: ``public``, ``player``, ``croupier`` or ``chief``."""
        return "public" if self.person is None else seat_links.screen_kind(self.view)


def book_of(game: Game[Any], rulebook: str) -> Rulebook | None:
    """Return a rulebook of a game, ``None`` where its library does not have it any more."""
    library: Library = getattr(game, "library", house_library())
    try:
        return library.by_id(game.key, rulebook)
    except UnknownRulebookError:
        return None


def formulas(game: Game[Any], rulebook: str) -> Mapping[str, str]:
    """Return the Spanish formulas of a rulebook; none for one that its game does not know any more."""
    book = book_of(game, rulebook)
    found = {} if book is None else book.content.get("formulas", {})
    return {name: str(entry["value"]) for name, entry in found.items() if entry["value"]}


def is_stopped(view: TableView) -> bool:
    """Return True while an incident is open: nobody's time runs until it is closed."""
    return bool(getattr(view, "incidents", ()))


def editions(sight: PageContext) -> Action | None:
    """Return the form by which the games director adopts another rulebook between shoes; nobody else has one."""
    table, view, game = sight.table, sight.view, sight.table.game
    if sight.person is None or not isinstance(game, ReadsRulebooks):
        return None
    others = [one for one in game.library.of(game.key) if one.id != view.rulebook]
    if not others:
        return None
    if table.would_refuse(Act(sight.person, AdoptRulebook(others[0].sha256), view.step)) is not None:
        return None
    options = tuple((one.sha256, str(one.content.get("title", one.id))) for one in others)
    offer = Offer(tag_of(AdoptRulebook), {})
    (found,) = action_buttons.actions([offer], table.id, sight.person, table.version, sight.lang)
    return msgspec.structs.replace(found, key="", fields=(Field("sha256", "choice", options),))


def croupier(view: TableView, lang: str) -> str:
    """Name the croupier; a machine is called one."""
    name = str(view.staff.get("croupier", "—"))
    return label("ui", "machine", lang) if name.startswith(BOT_PREFIX) else seat_links.short_name(name, view.name, lang)


def of_viewer(me: M | None) -> M:
    """Return what a view tells the viewer of themselves. Raises ``ValueError`` for the public screen."""
    if me is None:
        raise ValueError("the public screen has no viewer")
    return me


def people(view: TableView) -> tuple[PersonId, ...]:
    """Return everybody at the table: those who sit, in order of their places, then those on their feet."""
    seated = tuple(seat.person for seat in view.seats if seat.person is not None)
    return (*seated, *(one.person for one in view.standing))


def waits_for(view: TableView, person: PersonId | None, lang: str) -> str:
    """Return the sentence that names whoever moves the game on, at a post by their post; nothing where that is the
    viewer themselves or the croupier at their work.
    """
    who = view.waits_for
    if who is None or who in (person, view.staff.get("croupier")):
        return ""
    posts = (getattr(view, "awaited_post", None), *view.staff)
    post = next((role for role in posts if role is not None and view.staff.get(role) == who), None)
    place = next((seat.seat for seat in view.seats if seat.person == who), None)
    if place is None and (post is not None or who.startswith(BOT_PREFIX)):
        return sentence("ui", "waits-for-post", lang, post=label("awaited", post or "machine", lang))
    name = seat_links.short_name(who, view.name, lang)
    told = name if place is None else f"{name} ({label('ui', 'seat', lang)} {place})"
    return sentence("ui", "waits-for", lang, person=told)
