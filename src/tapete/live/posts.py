"""Posts: a table's staff come on duty because the hall says so. Nobody puts himself on duty."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

import msgspec

from tapete.house.acts import GoOnDuty
from tapete.kernel import HOUSE, Act, PersonId
from tapete.table.acts import Relieve
from tapete.table.staff import Role

A = TypeVar("A", covariant=True)


class PostLoss(msgspec.Struct, frozen=True):
    """A post that an official had until ``time`` (wall time): who has it since. ``is_absent``: his page was closed."""

    role: Role
    time: str
    successor: PersonId
    is_absent: bool


class TakesActs(Protocol[A]):
    """A live table, as far as an act needs one."""

    async def act(self, act: Act[Any], command: str | None = None) -> A:
        """Decide and record an act."""


async def put_on_duty(table: TakesActs[A], role: Role, person: PersonId) -> A:
    """Record that the establishment sends ``person`` to a post; the table's own rules may still refuse him.

    Whoever calls this has made sure who ``person`` is. Raises :class:`~tapete.live.errors.LiveError` as any act does.
    """
    return await table.act(Act(HOUSE, Relieve(role, person)))


async def put_on_house_duty(house: TakesActs[A], role: Role, person: PersonId) -> A:
    """Record that the establishment sends ``person`` to a post of the house; as :func:`put_on_duty` otherwise."""
    return await house.act(Act(HOUSE, GoOnDuty(role, person)))
