"""Doing an act for a person: system acts are shut out, the command id is made, the live table answers."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tapete.chance import CardOut, ChanceKind
from tapete.kernel import Act, ActBody, PersonId, Step
from tapete.record.codec import tag_of
from tapete.table.acts import Relieve
from tapete.table.phases import tags
from tapete.web.action_buttons import stored_command
from tapete.web.edge.brakes import Brake
from tapete.web.incident_desk import confirmation_check
from tapete.web.parsers import KEYED_ACTS, SYSTEM_ACTS, malformed_body, read_act
from tapete.web.ports import Answer, Table
from tapete.web.problems import ProblemError
from tapete.web.second_official import propose_or_confirm
from tapete.web.staff_access import is_on_duty

RELIEF: Final = tuple(tags(Relieve))
"""How a post is taken over: whoever is not on duty is refused before the rest of it is read."""


def system_act() -> ProblemError:
    return ProblemError(403, "system-act")


def command_of(person: PersonId, made: ActBody, at: Step | None, command: str) -> str:
    """Return the id under which the record keeps an act from a page, by the id that the page gave it."""
    return stored_command(person, command, msgspec.json.encode((msgspec.to_builtins(made), at), order="sorted"))


async def submit(
    table: Table,
    person: PersonId,
    what: dict[str, Any],
    at: Step | None,
    command: str,
    *,
    lax: bool = False,
    shown: str | None = None,
    pace: Brake | None = None,
) -> Answer:
    """Read an act and do it; ``shown`` is the mark of the remedy that the form of a page confirms. ``pace`` counts it
    where it stands, once.

    Raises :class:`ProblemError` when it cannot be read or is not for people.
    """
    if not 1 <= len(command) <= 100 or not command.isascii() or not command.isprintable():
        raise malformed_body("the command id is printable ASCII of at most 100 signs")
    tag = what.get("act")
    if not isinstance(tag, str):
        raise malformed_body("act")
    if tag in SYSTEM_ACTS and not _may_key(table, person, tag):
        raise system_act()
    if tag in RELIEF and not is_on_duty(table, person):
        raise ProblemError(403, "post-needs-key", case="by-the-hall")
    made = read_act(table.game, what, lax=lax)
    if made.is_of_system and not _may_key(table, person, tag):  # of this game alone
        raise system_act()
    act: Act[Any] = Act(person, made, at)
    check = None if shown is None else confirmation_check(table, act, shown)
    stored = command_of(person, made, at, command) if lax else stored_command(person, command, b"")
    whose = f"{table.id} {person}"
    is_new = not await table.has_answered(stored)
    if pace is not None and is_new:
        pace.take(whose)
    answer = await propose_or_confirm(table, act, stored) or await table.act(act, stored, check)
    if pace is not None and is_new and (answer.refusal is not None or answer.is_repeated):
        pace.give_back(whose)
    return answer


def _may_key(table: Table, person: PersonId, tag: str) -> bool:
    """Return True if an act of chance may be somebody's; at a table of real cards the game tells officials why not."""
    is_real = tag == tag_of(CardOut) and getattr(table.view(None), "shoe_kind", None) == ChanceKind.KEYED
    is_offered = tag in KEYED_ACTS and any(offer.act == tag for offer in table.legal(person))
    return is_offered or (is_real and is_on_duty(table, person))
