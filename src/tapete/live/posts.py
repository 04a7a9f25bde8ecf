"""Posts: a table's staff come on duty because the hall says so. Nobody puts himself on duty."""

from __future__ import annotations

from typing import Any

from tapete.kernel import HOUSE, Act, PersonId
from tapete.live.answer import Answer
from tapete.live.table import TableActor
from tapete.table.acts import Relieve
from tapete.table.staff import Role


async def put_on_duty(table: TableActor[Any], role: Role, person: PersonId) -> Answer:
    """Record that the establishment sends ``person`` to a post; the table's own rules may still refuse him.

    Whoever calls this has made sure who ``person`` is. Raises :class:`~tapete.live.errors.LiveError` as any act does.
    """
    return await table.act(Act(HOUSE, Relieve(role, person)))
