"""The page of a table: a shell with the model inside, then what changes of it by the stream."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from functools import cache
from hashlib import blake2b
from typing import Any, Final, Generic, TypeVar

import msgspec
from litestar.datastructures import State
from msgspec.structs import replace

from tapete.rulebooks import ReadsRulebooks
from tapete.web import render, seat_links
from tapete.web.games import screen_of
from tapete.web.logbook import log_lines
from tapete.web.packing import Private
from tapete.web.page_context import PageContext, is_real_table
from tapete.web.ports import Table
from tapete.web.sessions import Session
from tapete.web.staff_access import is_post_lost
from tapete.web.stage import build
from tapete.web.stage.model import LogLine, Stage
from tapete.words import Lang, label

WORDS: Final = tuple(
    """
    about-table behind-place new-name not-sent note-sit note-stand noted-by-table
    player-link player-link-ends player-link-help player-leave player-link-of player-link-show another-effect
    as-proposed ask ask-rule ask-yes bead-plate behind big-road big_eye choose-chip close-sheet cockroach
    correction-answered correction-proposed deduction dismiss double double-too-much effect further-posts goes-on
    hall house-purse how-to-play incidents key-card key-card-typed keyed-undo keys keys-help keys-use language
    last-result log look machine more more-time my-bets my-chips my-place next-step no-answer no-camera moved-on
    no-chips-laid no-incidents no-last-bet not-now odds offline on-table other-amount parts-page press-again press-asked
    press-drop press-known press-once press-unknown proposed rank repeat return-help return-link roads roads-note
    seat seats sent-name slip slip-collects slip-pays small-road sound spot-closed spot-least spot-units squeeze suit
    to-desk total undo waiting-list why-now
    """.split()  # noqa: SIM905 - one a line would be longer than the module
)
"""The words of the screens that the browser itself puts on a page."""
NAMES: Final[dict[str, tuple[str, ...]]] = {
    "letter": ("punto", "banca", "empate"),
    "suit": ("s", "h", "d", "c"),
    "field": ("amount", "person", "reason"),
    "desk": ("alternative", "examine", "own-effects", "report-none", "report-title"),
    "role": ("croupier",),
    "card": ("down",),
}
"""Names that it puts there, each under its topic: ``letter-punto``."""


Key = tuple[Hashable, ...]
D = TypeVar("D")


class Drawing:
    """A model with the bytes of its regions, made once for everybody who sees the same. ``is_private``: it rests on
    what its viewer alone has seen.
    """

    def __init__(self, stage: Stage, *, is_private: bool = False) -> None:
        self.stage = stage
        self.regions: Final = build.regions(stage)
        self.is_private = is_private
        shown = (str(stage.version), stage.step, stage.screen, *(one.decode() for one in self.regions.values()))
        self.tag: str = blake2b("\n".join(shown).encode(), digest_size=12).hexdigest()
        """Names what is shown, and nothing else: by it nobody learns that something changed which they do not see."""
        self.last_message: tuple[tuple[str, str, int], str] | None = None
        """The last message made of it, and for whom: those who saw the same before get the same at once."""


MOST: Final = 512


class Drawings(Generic[D]):
    """The last drawing of what open pages show: one for all who see the same."""

    def __init__(self) -> None:
        self._made: OrderedDict[Key, tuple[Hashable, D]] = OrderedDict()
        self._begun: dict[tuple[Key, Hashable], asyncio.Task[D]] = {}

    async def of(self, key: Key, revision: Hashable, make: Callable[[], Coroutine[Any, Any, D]]) -> D:
        """Return the drawing of a key. Who comes while it is being made waits for the same one."""
        last, found = self._made.get(key, (None, None))
        if found is not None and last == revision:
            return found
        at = (key, revision)
        if at not in self._begun:
            self._begun[at] = asyncio.create_task(make())
            self._begun[at].add_done_callback(lambda _: self._begun.pop(at, None))
        made = await asyncio.shield(self._begun[at])  # a viewer who goes does not end it for the others
        self._made[key] = (revision, made)
        self._made.move_to_end(key)
        while len(self._made) > MOST:
            self._made.popitem(last=False)
        return made


class Sent:
    """What one viewer has been sent; each message holds what they lack, and the first holds everything. So does what is
    private, and what comes after it. A viewer for whom nothing changed gets none.
    """

    def __init__(self) -> None:
        self._last: Drawing | None = None
        self._successor = ""

    def message(self, made: Drawing, successor: str = "") -> str:
        before, self._last = self._last, made
        gone_on, self._successor = self._successor != successor, successor
        if before is not None and before.tag == made.tag and not gone_on:
            return ""
        had = None if before is None or before.is_private or made.is_private else before
        key = ("" if had is None else had.tag, successor, _now())
        if made.last_message is None or made.last_message[0] != key:
            text = build.message(made.stage, key[2], made.regions, had.regions if had else {}, successor).decode()
            made.last_message = (key, text)
        return Private(made.last_message[1]) if made.is_private else made.last_message[1]


def _now() -> int:
    """Return the time in milliseconds, by tenths of a second: what many are sent at once is the same bytes."""
    return time.time_ns() // 100_000_000 * 100


@cache
def page_words(lang: str, of_game: tuple[tuple[str, str], ...] = ()) -> str:
    """Return the words that the browser itself needs, as JSON; ``of_game``: topic and code of those of a game."""
    words = {code: label("ui", code, lang) for code in WORDS}
    words |= {f"{topic}-{code}": label(topic, code, lang) for topic, code in of_game}
    names = {f"{topic}-{code}": label(topic, code, lang) for topic, codes in NAMES.items() for code in codes}
    return msgspec.json.encode(words | names).decode()


def _inside(text: str) -> str:
    """Return JSON that may stand in a script element: no sign of it can end the element."""
    return text.replace("<", "\\u003c")


# --- whose look a page is made from -----------------------------------------------------------------------------------


async def sight_of(state: State, table: Table, session: Session | None, lang: Lang) -> PageContext:
    """Return the look of whoever has a session at a table; without one, that of the public screen."""
    game, past = screen_of(table.game.key), state.past
    history = None if game.history is None else await past.of(table, game.history)
    if session is None:
        return PageContext(table, None, lang, history=history, more_time=game.more_time)
    person = session.person
    log: tuple[LogLine, ...] = ()
    view = table.view(person)
    is_player = seat_links.screen_kind(view) == "player"
    if not is_player or is_real_table(view):
        cards = None if history is None else history.cards
        log = await log_lines(table, lang, game, cards, person if is_player else "")
    return PageContext(
        table,
        person,
        lang,
        log,
        table.machines,
        history,
        is_admitted=session.is_staff,
        is_post_lost=is_post_lost(state, table, session),
        more_time=game.more_time,
    )


async def drawing_for(state: State, table: Table, session: Session | None, lang: Lang) -> Drawing:
    """Return what the page of a session, or the public screen, shows now: drawn once for all who see the same."""
    person = None if session is None else session.person
    seen_as = session is not None and (session.is_staff, is_post_lost(state, table, session))

    async def make() -> Drawing:
        return _drawing(await sight_of(state, table, session, lang))

    drawings: Drawings[Drawing] = state.drawings
    return await drawings.of((table.id, person, lang, seen_as), table.followed_by(person).revision, make)


def _drawing(sight: PageContext) -> Drawing:
    """Return what a game shows; at a table that waits for an official, this is said over what may be done."""
    made = screen_of(sight.table.game.key).stage(sight)
    if sight.person is not None and sight.table.hold.face() is not None:
        for_others = sight.table.hold.is_binding(sight.person)
        topic, code = ("refusal", "table-held") if for_others else ("ui", "you-hold-table")
        made = replace(made, ask=replace(made.ask, sentence=label(topic, code, sight.lang)))
    return Drawing(made, is_private=sight.view.is_private)


def page_html(sight: PageContext, back: str = "", successor: str = "") -> str:
    """Return the whole page of one look at a table, with the model inside. ``back``: the address of their return link,
    on the public screen that of the hall. ``successor``: the table at which this one, closed, goes on.
    """
    table, game, made = sight.table, screen_of(sight.table.game.key), _drawing(sight)
    about = {
        "title": sight.view.title,
        "odds": f"/mesa/{table.id}/probabilidades" if isinstance(table.game, ReadsRulebooks) else "",
        "clauses": () if game.about is None else game.about(sight),
        "how": build.told_of(table.game.key, sight.lang, "how-to-play", "table-word"),
    }
    text = render.page(
        "stage.html",
        sight.lang,
        title=made.stage.rail.title,
        table=table.id,
        game=table.game.key,
        screen=made.stage.screen,
        look=getattr(made.stage.felt, "look", ""),
        felt=game.felt,
        here=f"/mesa/{table.id}/{seat_links.PUBLIC if sight.person is None else f'como/{sight.person}'}",
        back=back,
        model=_inside(Sent().message(made, successor)),
        words=_inside(page_words(sight.lang, game.browser_words)),
        about=_inside(msgspec.json.encode(about).decode()),
    )
    return Private(text) if made.is_private else text
