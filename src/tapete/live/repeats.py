"""Repeated requests: whoever sends one again gets what was answered to it first, and nothing is done twice."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from tapete.kernel import Act, Game
from tapete.live import answer as answers
from tapete.live.answer import Answer
from tapete.live.errors import LiveError
from tapete.live.services import HallServices
from tapete.record.entry import Entry
from tapete.record.store import CommandConflictError


async def first_entry(services: HallServices, table: str, command: str) -> Entry | None:
    return await services.writer.call(partial(services.store.answered_entry, table, command))


async def kept_answer(
    services: HallServices,
    game: Game[Any],
    table: str,
    command: str,
    asked: Iterable[Act[Any]],
    confirmed: Entry | None,
) -> Answer | None:
    """Return the answer that is kept of a request, if that was one of the acts that are ``asked`` about; ``None`` where
    its id was used for another. ``confirmed`` is the entry whose act somebody confirmed with it.

    Raises :class:`LiveError` where no answer is kept.
    """
    for one in asked:
        body = answers.repeat_digest(one, confirmed)
        try:
            kept = await services.writer.call(partial(services.store.command, table, command, body))
        except CommandConflictError:
            continue
        if kept is None:
            raise LiveError("answer-not-kept", command=command)
        return answers.read_answer(game, kept)
    return None
