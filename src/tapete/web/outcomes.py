"""What became of a request whose answer was lost: the page asks by the id of its request, and nothing is done again.

The last answers of each person are kept in memory, word for word. After a restart the record still knows what was done;
what was refused then is unknown, and may be sent again under the same id.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from litestar import MediaType, Response, get, post
from litestar.params import FromQuery

from tapete.kernel import PersonId, Step
from tapete.record.codec import read_act
from tapete.record.entry import Entry
from tapete.web.page_access import Asker, Asking
from tapete.web.parsers import read_step
from tapete.web.ports import Table
from tapete.web.problems import ProblemError
from tapete.web.responses import FATE, Told, problem_answer
from tapete.web.submit import command_of
from tapete.words import act, colon, label

PRESS: Final = re.compile(r"[!-~]{1,80}")
"""The id of a request: printable ASCII without blanks."""
MOST_EACH: Final = 8
"""Answers kept for one person at one table."""
MOST_PEOPLE: Final = 500
"""People whose answers are kept."""
REPEATED_S: Final = 10.0
"""For how long a form outside a table that is sent again is the request that it was."""
SEARCHED: Final = 200
"""Entries of the record, the last ones, in which a request is looked for."""

Key = tuple[str, str]
T = TypeVar("T")


class Outcomes:
    """Answers by table and person, then by request; ``None`` stands for a request that the table has before it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, OrderedDict[str, str | None]] = OrderedDict()

    def begin(self, key: Key, press: str) -> None:
        """Note that a request has arrived; an answer that it has already got stays."""
        answers = self._kept.setdefault(key, OrderedDict())
        self._kept.move_to_end(key)
        answers.setdefault(press, None)
        answers.move_to_end(press)
        while len(answers) > MOST_EACH:
            answers.popitem(last=False)
        while len(self._kept) > MOST_PEOPLE:
            self._kept.popitem(last=False)

    def keep(self, key: Key, press: str, answer: str) -> None:
        self.begin(key, press)
        self._kept[key][press] = answer

    def forget(self, key: Key, press: str) -> None:
        """Forget a request to which the table gave no answer; an answer that it has already got stays."""
        answers = self._kept.get(key)
        if answers is not None and answers.get(press, "") is None:
            del answers[press]

    def is_known(self, key: Key, press: str) -> bool:
        """Return True if a request has arrived and is not forgotten."""
        return press in self._kept.get(key, ())

    def answer(self, key: Key, press: str) -> str | None:
        """Return the answer to a request, ``None`` while there is none."""
        answers = self._kept.get(key)
        return None if answers is None else answers.get(press)


class Repeats:
    """Forms outside a table, by the command that each carries: one that is sent again, by a second click or after a
    lost answer, is the same request and gets what came of the first.
    """

    def __init__(self) -> None:
        self._begun: dict[tuple[str, ...], asyncio.Future[Any]] = {}
        self.tables: OrderedDict[str, str] = OrderedDict()
        """Tables that were opened, by the command of their form: however late it is sent again, it opens no other."""

    def keep_table(self, command: str, table: str) -> None:
        if command:
            self.tables[command] = table
        while len(self.tables) > MOST_PEOPLE:
            self.tables.popitem(last=False)

    async def once(self, command: str, about: str, doing: Callable[[], Awaitable[T]]) -> T:
        """Do what a form asks, unless it is being done or was a moment ago; ``about`` is what else it must agree in."""
        if not command:
            return await doing()
        key = (command, about)
        if key not in self._begun:
            self._begun[key] = asyncio.ensure_future(doing())
            asyncio.get_running_loop().call_later(REPEATED_S, self._begun.pop, key, None)
        found: T = await asyncio.shield(self._begun[key])
        return found


Answering = Callable[[Asker, dict[str, str]], Awaitable[Response[Any]]]


def press(path: str) -> Callable[[Answering], Any]:
    """Return a decorator that makes, of what answers a form, the route below a person's own page to which a button
    sends it: its answer is kept, where the form says under which id.
    """

    def made(answering: Answering) -> Any:
        async def pressed(asker: Asking) -> Response[Any]:
            fields = await asker.form()
            if not PRESS.fullmatch(named := fields.get("press", "")):
                return await answering(asker, fields)
            outcomes: Outcomes = asker.state.presses
            key = (asker.table.id, str(asker.person))
            outcomes.begin(key, named)
            try:
                answer = await answering(asker, fields)
            except ProblemError as error:
                if error.problem.status >= 500:
                    raise
                answer = problem_answer(asker.request, error.told(asker.lang))
            finally:
                outcomes.forget(key, named)
            content = answer.content
            outcomes.keep(key, named, content.decode() if isinstance(content, bytes) else str(content))
            return answer

        return post(path, status_code=200)(pressed)

    return made


async def recorded_press(table: Table, person: PersonId, command: str, at: Step | None) -> Entry | None:
    """Return the entry of a person's request; ``None`` where the last entries of the record do not hold it.

    ``at`` is the step that the request was meant for. A confirmation is recorded under the step at which it was made.
    """
    for entry in reversed(await table.entries(max(0, table.version - SEARCHED))):
        if entry.by == person and entry.command is not None:
            body = read_act(table.game, entry.act).body
            if entry.command == command_of(person, body, at, command):
                return entry
    return None


@get("/pulsacion")
async def outcome_of_press(
    asker: Asking, press: FromQuery[str] = "", command: FromQuery[str] = "", at: FromQuery[str] = ""
) -> Response[str]:
    """Return the answer to a request of the person at this table, as far as the hall knows it.

    The header says whether it is known, still pending, or unknown: then the request may be sent again under its id.
    """
    table, lang, presses = asker.table, asker.lang, asker.state.presses
    key = (table.id, str(asker.person))
    if presses.is_known(key, press):
        answer = presses.answer(key, press)
        return _fate("pending" if answer is None else "known", answer or "")
    entry = await recorded_press(table, asker.person, command, read_step(at))
    if entry is None:
        return _fate("unknown", "")
    name = act(entry.act["what"]["act"], entry.act["what"] | {"game": table.game.key}, lang)
    heading = f"{label('answer', 'accepted', lang)}{colon(lang)} {name}."
    told = Told("accepted", "accepted", heading, version=entry.version)
    return _fate("known", told.as_data(lang).content.decode())


def _fate(fate: str, text: str) -> Response[str]:
    return Response(text, media_type=MediaType.JSON if text.startswith("{") else MediaType.TEXT, headers={FATE: fate})


ROUTES: Final[tuple[Any, ...]] = (outcome_of_press,)
