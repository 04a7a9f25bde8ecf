"""Corrections between two officials: the first proposes, the second confirms from his own desk, then it is an act."""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.kernel import Act, PersonId, Refused
from tapete.live.answer import Answer as Told
from tapete.live.proposals import CorrectionProposal
from tapete.record.codec import tag_of
from tapete.table.corrections import Correction
from tapete.web import action_buttons
from tapete.web.action_buttons import Action
from tapete.web.ports import Answer, Table
from tapete.words import act, card_name, label, money, person_name

AWAITS = "awaits-second"
"""The answer to the first official: nothing is recorded yet."""


class ProposalModel(msgspec.Struct, frozen=True):
    """A correction that waits, in words. ``confirm``: the button of the second official; none for the first."""

    first: str
    text: str
    names: tuple[str, str]
    confirm: Action | None


async def propose_or_confirm(table: Table, made: Act[Any], command: str) -> Answer | None:
    """Return what became of an act of two officials; ``None`` for any other act.

    What the rules would refuse is refused at once; the second official's word makes it an act of the first.
    """
    if not isinstance(made.body, Correction):
        return None
    found = table.proposals.matching_proposal(made.by, made.body)
    if found is not None:
        answer = await table.act(found.act, found.command)
        table.proposals.drop(found.act.by)
        table.redraw()
        return answer
    refused = table.would_refuse(made)
    if refused is not None:
        return Told(refused, table.version)
    table.proposals.put(CorrectionProposal(made, command))
    table.redraw()
    return Told(Refused(AWAITS, {"person": made.body.second}), table.version)


def proposal_models(table: Table, person: PersonId, lang: str) -> tuple[ProposalModel, ...]:
    """Return the corrections that a person has proposed or has to confirm."""
    waiting = (one for one in table.proposals if person in (one.act.by, one.second))
    return tuple(_proposal_model(one, table, person, lang) for one in waiting)


def _proposal_model(one: CorrectionProposal, table: Table, person: PersonId, lang: str) -> ProposalModel:
    tree: dict[str, Any] = {
        name: value for name, value in msgspec.to_builtins(one.act.body).items() if value is not None and name != "act"
    }
    told = [f"{label('field', _name(name), lang)}: {_value(name, value, lang)}" for name, value in tree.items()]
    names = (person_name(str(one.act.by), lang), person_name(str(one.second), lang))
    tag = tag_of(type(one.act.body))
    confirm = None
    if person == one.second:
        fixed = {name: str(value) for name, value in tree.items()} | {"second": str(one.act.by)}
        if "face" in tree:
            fixed["face"] = card_name(tree["face"], lang)  # read as it was typed: by its name in this language
        command = action_buttons.command(table.id, person, table.version, f"confirm.{one.command}")
        confirm = Action(tag, label("ui", "confirm-correction", lang), "", False, fixed, (), (), command)
    return ProposalModel(str(one.act.by), f"{act(tag, {}, lang)}. {' · '.join(told)}", names, confirm)


def _name(name: str) -> str:
    return "card-number" if name == "position" else name


def _value(name: str, value: Any, lang: str) -> str:
    if name == "position":
        return str(value + 1)
    if name == "face":
        return card_name(value, lang)
    if name == "paid":
        return money(value, lang)
    return person_name(str(value), lang) if name in action_buttons.PEOPLE else str(value)
