"""What was ruled in the coup, told to everybody at the table: read from the record, until the next coup begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from tapete.clauses import Cite
from tapete.games.baccarat.effects import Effect
from tapete.games.baccarat.incident import IncidentRuled
from tapete.record.codec import tag_of
from tapete.web.games.baccarat.remedies import RemedyContext
from tapete.words import label

RULED = tag_of(IncidentRuled).partition("@")[0]
"""The event by which an incident is closed."""


class RulingModel(msgspec.Struct, frozen=True):
    """A ruling as everybody reads it: on what, what it did, and the clauses that it rests on."""

    name: str
    effects: tuple[str, ...]
    clauses: tuple[Cite, ...]


class RuledCase(msgspec.Struct, frozen=True):
    """An incident that was closed, as the record keeps it."""

    kind: str
    effects: tuple[Effect, ...]
    clauses: tuple[str, ...] = ()


class RuledCases:
    """The rulings since one of the events ``begins`` began a coup."""

    def __init__(self, *begins: str) -> None:
        self._begins = begins
        self.cases: tuple[RuledCase, ...] = ()

    def read(self, kind: str, event: Mapping[str, Any]) -> None:
        if kind in self._begins:
            self.cases = ()
        elif kind == RULED:
            self.cases = (*self.cases, msgspec.convert(event, RuledCase))


def ruling_models(cases: Iterable[RuledCase], wording: RemedyContext, lang: str) -> tuple[RulingModel, ...]:
    """Return rulings in words, the newest last."""
    return tuple(
        RulingModel(
            label("irregularity", one.kind, lang),
            wording.sentences(one.effects, lang),
            tuple(Cite(clause) for clause in one.clauses),
        )
        for one in cases
    )


# --- incident wording -------------------------------------------------------------------------------------------------


def incident_wording(kind: str, event: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return the code of the sentence on an incident that was opened, and its facts: of advice, who advised."""
    adviser = _adviser(event["incident"])
    return (kind, event) if adviser is None else (f"{kind}.advice", {**event, **adviser})


def _adviser(incident: Mapping[str, Any]) -> Mapping[str, Any] | None:
    faults = (one["facts"] for one in incident.get("faults", ()) if one["code"] == incident["kind"] == "advice")
    return next(({"person": one["person"], "hand": one["hand"]} for one in faults if one.get("person")), None)
