"""What became of a press whose answer was lost: the page asks by the id of the press, and nothing is done again.

The last answers of each person are kept in memory, word for word. After a restart the record still knows what was done;
what was refused then is unknown, and may be sent again under the same id.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Awaitable
from typing import Any, Final

from litestar import Response

from tapete.kernel import PersonId, Step
from tapete.record.codec import read_act
from tapete.record.entry import Entry
from tapete.web.ports import Table
from tapete.web.problems import ProblemError, problem_response
from tapete.web.responses import Request_, lang_of, problem_fragment
from tapete.web.submit import command_of

PRESS: Final = re.compile(r"[!-~]{1,80}")
"""The id of a press: printable ASCII without blanks."""
MOST_EACH: Final = 8
"""Answers kept for one person at one table."""
MOST_PEOPLE: Final = 500
"""People whose answers are kept."""
SEARCHED: Final = 200
"""Entries of the record, the last ones, in which a press is looked for."""

Key = tuple[str, str]


class PressFates:
    """Answers by table and person, then by press; ``None`` stands for a press that the table has before it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, OrderedDict[str, str | None]] = OrderedDict()

    def begin(self, key: Key, press: str) -> None:
        """Note that a press has arrived; an answer that it has already got stays."""
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
        """Forget a press to which the table gave no answer; an answer that it has already got stays."""
        answers = self._kept.get(key)
        if answers is not None and answers.get(press, "") is None:
            del answers[press]

    def is_known(self, key: Key, press: str) -> bool:
        """Return True if a press has arrived and is not forgotten."""
        return press in self._kept.get(key, ())

    def answer(self, key: Key, press: str) -> str | None:
        """Return the answer to a press, ``None`` while there is none."""
        answers = self._kept.get(key)
        return None if answers is None else answers.get(press)


async def with_fate(
    request: Request_, fates: PressFates, key: Key, press: str, answering: Awaitable[Response[Any]]
) -> Response[Any]:
    """Return the answer to a press and keep it; a page without scripts names no press, and nothing is kept of it."""
    if not PRESS.fullmatch(press):
        return await answering
    fates.begin(key, press)
    try:
        answer = await answering
    except ProblemError as error:
        if error.problem.status >= 500:
            raise
        answer = problem_fragment(request, problem_response(request, error, lang_of(request)))
    finally:
        fates.forget(key, press)
    fates.keep(key, press, str(answer.content))
    return answer


async def recorded_press(table: Table, person: PersonId, command: str, at: Step | None) -> Entry | None:
    """Return the entry of a person's press; ``None`` where the last entries of the record do not hold it.

    ``at`` is the step that the press was meant for. A confirmation is recorded under the step at which it was made.
    """
    for entry in reversed(await table.entries(max(0, table.version - SEARCHED))):
        if entry.by == person and entry.command is not None:
            body = read_act(table.game, entry.act).body
            if entry.command == command_of(person, body, at, command):
                return entry
    return None
