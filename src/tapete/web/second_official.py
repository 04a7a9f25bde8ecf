"""Corrections between two officials: the first proposes, the second confirms from their own desk, then it is an act."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from tapete.kernel import Act, Event, PersonId, Refused
from tapete.live.answer import Answer as Told
from tapete.live.table import CorrectionProposal, ProposalOutcome
from tapete.record.codec import tag_of, to_tree
from tapete.table.state import Correction
from tapete.web import action_buttons
from tapete.web.action_buttons import Action
from tapete.web.page_context import KnownCards
from tapete.web.ports import Answer, Table
from tapete.web.seat_links import short_name, table_naming
from tapete.web.stage.model import Part
from tapete.words import act, card_name, fill, label, money, text

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
    table.proposals.put(CorrectionProposal(made, command))
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


def proposals(table: Table, person: PersonId, lang: str, cards: KnownCards | None = None) -> tuple[Proposal, ...]:
    """Return the corrections that a person has proposed or has to confirm; ``cards`` say where each card lay."""
    waiting = (one for one in table.proposals if person in (one.act.by, one.second))
    return tuple(_proposal(one, table, person, lang, cards or KnownCards()) for one in waiting)


def fate(table: Table, person: PersonId, lang: str, cards: KnownCards | None = None) -> Fate | None:
    """Return what became of the correction that a person proposed last, until they have read it."""
    found = table.proposals.closed(person)
    if found is None:
        return None
    one = found.proposal
    told = fill(
        label("proposal-fate", found.outcome, lang), {"second": short_name(str(one.second), table.id, lang)}, lang
    )
    described = _described(one, found.events, table, lang, cards or KnownCards())
    return Fate(first=str(person), text=described, answer=told, is_done=found.outcome is ProposalOutcome.DONE)


def _proposal(one: CorrectionProposal, table: Table, person: PersonId, lang: str, cards: KnownCards) -> Proposal:
    first, second = (short_name(str(who), table.id, lang) for who in (one.act.by, one.second))
    code, facts, drop, confirm = "awaits-confirmation", {"second": second}, "withdraw-correction", None
    if person == one.second:
        code, facts, drop = "proposed-to-you", {"first": first}, "drop-correction"
        tree = _given(one)
        fixed = {name: str(value) for name, value in tree.items()} | {"second": str(one.act.by)}
        if "face" in tree:
            fixed["face"] = card_name(tree["face"], lang)  # read as it was typed: by its name in this language
        command = action_buttons.command(table.id, person, table.version, f"confirm.{one.command}")
        tag = tag_of(type(one.act.body))
        confirm = Action(tag, label("ui", "confirm-correction", lang), "", False, fixed, (), (), command)
    return Proposal(
        first=str(one.act.by),
        text=_described(one, table.events_of(one.act), table, lang, cards),
        waits=fill(label("ui", code, lang), facts, lang),
        confirm=confirm,
        drop=label("ui", drop, lang),
    )


def _given(one: CorrectionProposal) -> dict[str, Any]:
    tree = msgspec.to_builtins(one.act.body)
    return {name: value for name, value in tree.items() if value is not None and name != "act"}


def _described(one: CorrectionProposal, events: Iterable[Event], table: Table, lang: str, cards: KnownCards) -> str:
    """Return what is corrected, from what to what, and why; where no event says it, the fields as they were sent."""
    tree, name = _given(one), act(tag_of(type(one.act.body)), {}, lang)
    changes = [told for event in events if (told := _change(event, table, lang, cards))]
    fields = ("reason",) if changes else [field for field in tree if field != "second"]
    said = [f"{label('field', _name(field), lang)}: {_value(field, tree[field], table, lang)}" for field in fields]
    return f"{name}. {' · '.join((*changes, *said))}"


def _change(event: Event, table: Table, lang: str, cards: KnownCards) -> str:
    """Return from what to what an event puts the record right; nothing for an event that says something else."""
    facts = to_tree(event)
    kind = str(facts["event"]).partition("@")[0]
    if "position" in facts:
        place = cards.place_of(facts.get("coup", 0), facts["position"])
        facts["card"] = ", ".join((f"n.º {facts['position'] + 1}", *([label("hand", place, lang)] if place else [])))
    wrongly_booked = "booked" in facts and facts["booked"] != facts["paid"]
    template = text("proposed", f"{kind}.booked" if wrongly_booked else kind, lang)
    return "" if template is None else fill(template, facts, lang, table_naming(table.id))


def _name(name: str) -> str:
    return "card-number" if name == "position" else name


def _value(name: str, value: Any, table: Table, lang: str) -> str:
    if name == "position":
        return str(value + 1)
    if name == "face":
        return card_name(value, lang)
    if name == "paid":
        return money(value, lang)
    return short_name(str(value), table.id, lang) if name in action_buttons.PEOPLE else str(value)
