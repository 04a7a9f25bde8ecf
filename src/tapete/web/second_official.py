"""Corrections between two officials: the first proposes, the second confirms from their own desk, then it is an act."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from tapete.kernel import Act, Event, PersonId, Refused
from tapete.live.answer import Answer as Told
from tapete.live.table import CorrectionProposal, ProposalOutcome
from tapete.record.codec import tag_of, to_tree
from tapete.table.state import Correction
from tapete.web import action_buttons
from tapete.web.action_buttons import Action
from tapete.web.page_context import PageContext
from tapete.web.ports import Answer, Table
from tapete.web.seat_links import short_name, table_naming
from tapete.web.stage.model import Part
from tapete.words import act, card_name, fill, label, money, sentence, text

AWAITS = "awaits-second"
"""The answer to the first official: nothing is recorded yet."""


class Proposal(Part, frozen=True):
    """A correction of two officials, before the second has confirmed it."""

    first: str
    text: str
    waits: str
    confirm: Action | None = None
    drop: str = ""


class Fate(Part, frozen=True):
    """What became of the viewer's proposal, until they have read it."""

    first: str
    text: str
    answer: str
    is_done: bool


async def propose_or_confirm(table: Table, made: Act[Any], command: str) -> Answer | None:
    """Return what became of an act of two officials; ``None`` for any other act.

    What the rules would refuse is refused at once; the second official's word makes it an act of the first.
    """
    if not isinstance(made.body, Correction):
        return None
    found = table.proposals.matching_proposal(made.by, made.body)
    if found is not None:
        events = table.events_of(found.act)
        answer = await table.act(found.act, found.command)
        came_of_it = ProposalOutcome.TOO_LATE if isinstance(answer.outcome, Refused) else ProposalOutcome.DONE
        table.proposals.close(found, came_of_it, events)
        table.redraw()
        return answer
    refused = table.would_refuse(made)
    if refused is not None:
        return Told(refused, table.version)
    said = made if made.at is not None else Act(made.by, made.body, table.step)  # what it names is so at this step
    table.proposals.put(CorrectionProposal(said, command))
    table.redraw()
    return Told(Refused(AWAITS, {"person": made.body.second}), table.version)


def may_drop_proposal(table: Table, first: PersonId, person: PersonId) -> bool:
    """Return True for the one who proposed a correction that waits, or was answered, and for the second official of
    one that waits.
    """
    waiting = _waiting_proposal(table, first)
    if person == first:
        return waiting is not None or table.proposals.closed(first) is not None
    return waiting is not None and person == waiting.second


def drop_proposal(table: Table, first: PersonId, person: PersonId) -> None:
    """Drop what an official has proposed, at the word of ``person``: they take it back themselves, or have read what
    became of it, or the second official does not agree.
    """
    waiting = _waiting_proposal(table, first)
    if waiting is None or person == first:
        table.proposals.drop(first)
    else:
        table.proposals.close(waiting, ProposalOutcome.NOT_AGREED, table.events_of(waiting.act))
    table.redraw()


def _waiting_proposal(table: Table, first: PersonId) -> CorrectionProposal | None:
    return next((one for one in table.proposals if one.act.by == first), None)


def proposals(sight: PageContext) -> tuple[Proposal, ...]:
    """Return the corrections that the viewer has proposed or has to confirm."""
    return tuple(_proposal(one, sight) for one in sight.table.proposals if sight.person in (one.act.by, one.second))


def fate(sight: PageContext) -> Fate | None:
    """Return what became of the correction that the viewer proposed last, until they have read it."""
    found = None if sight.person is None else sight.table.proposals.closed(sight.person)
    if found is None:
        return None
    second = short_name(str(found.proposal.second), sight.table.id, sight.lang)
    told = sentence("proposal-fate", found.outcome, sight.lang, second=second)
    described = _described(found.proposal, found.events, sight)
    return Fate(first=str(sight.person), text=described, answer=told, is_done=found.outcome is ProposalOutcome.DONE)


def _proposal(one: CorrectionProposal, sight: PageContext) -> Proposal:
    table, lang = sight.table, sight.lang
    first, second = (short_name(str(who), table.id, lang) for who in (one.act.by, one.second))
    code, facts, drop, confirm = "awaits-confirmation", {"second": second}, "withdraw-correction", None
    if sight.person == one.second:
        code, facts, drop = "proposed-to-you", {"first": first}, "drop-correction"
        tree = _given(one)
        fixed = {name: str(value) for name, value in tree.items()} | {"second": str(one.act.by)}
        if "face" in tree:
            fixed["face"] = card_name(tree["face"], lang)  # read as it was typed: by its name in this language
        command = action_buttons.command(table.id, one.second, table.version, f"confirm.{one.command}")
        tag = tag_of(type(one.act.body))
        confirm = Action(tag, label("ui", "confirm-correction", lang), "", False, fixed, (), (), command)
    return Proposal(
        first=str(one.act.by),
        text=_described(one, table.events_of(one.act), sight),
        waits=sentence("ui", code, lang, **facts),
        confirm=confirm,
        drop=label("ui", drop, lang),
    )


def _given(one: CorrectionProposal) -> dict[str, Any]:
    tree = msgspec.to_builtins(one.act.body)
    return {name: value for name, value in tree.items() if value is not None and name != "act"}


def _described(one: CorrectionProposal, events: Iterable[Event], sight: PageContext) -> str:
    """Return what is corrected, from what to what, and why; where no event says it, the fields as they were sent."""
    tree, lang = _given(one), sight.lang
    changes = [told for event in events if (told := _change(event, sight))]
    fields = ("reason",) if changes else [field for field in tree if field != "second"]
    said = [f"{label('field', NAMES.get(one, one), lang)}: {_value(one, tree[one], sight)}" for one in fields]
    return f"{act(tag_of(type(one.act.body)), {}, lang)}. {' · '.join((*changes, *said))}"


def _change(event: Event, sight: PageContext) -> str:
    """Return from what to what an event puts the record right; nothing for an event that says something else."""
    facts, lang = to_tree(event), sight.lang
    kind = str(facts["event"]).partition("@")[0]
    if "position" in facts:
        place = sight.known_cards.place_of(facts.get("coup", 0), facts["position"])
        facts["card"] = ", ".join((f"n.º {facts['position'] + 1}", *([label("hand", place, lang)] if place else [])))
    wrongly_booked = "booked" in facts and facts["booked"] != facts["paid"]
    template = text("proposed", f"{kind}.booked" if wrongly_booked else kind, lang)
    return "" if template is None else fill(template, facts, lang, table_naming(sight.table.id))


NAMES: Final = {"position": "card-number"}
"""Fields that are called otherwise where people read them."""


def _value(name: str, value: Any, sight: PageContext) -> str:
    match name:
        case "position":
            return str(value + 1)
        case "face":
            return card_name(value, sight.lang)
        case "paid":
            return money(value, sight.lang)
        case _:
            return short_name(str(value), sight.table.id, sight.lang) if name in action_buttons.PEOPLE else str(value)
