"""What stands on the desks of the games with rulings: incidents with their remedies, reports, rulings, corrections."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from tapete.kernel import PersonId
from tapete.web import action_buttons
from tapete.web.games.baccarat.forms import ReportWording, card_choices, report_action, report_models
from tapete.web.games.baccarat.remedies import CoupView, RulingForm as Choices
from tapete.web.incident_desk import IncidentModel
from tapete.web.page_context import PageContext
from tapete.web.stage.desk import EffectField, EffectKind, RulingForm, open_incident
from tapete.words import label


class Official(NamedTuple):
    """Somebody at their desk: at which page, with which view of the table."""

    sight: PageContext
    person: PersonId
    view: CoupView


def incident_parts(
    at: Official,
    models: tuple[IncidentModel, ...],
    choices: Choices,
    people: Iterable[tuple[str, str]],
    reports: ReportWording,
) -> dict[str, Any]:
    """Return the parts of a desk on what has happened; ``people``: those whom a ruling may be about, with names."""
    table, lang = at.sight.table, at.sight.lang
    offers = (one for one in at.sight.offers if one.act == "give-ruling")
    ruling = next(iter(action_buttons.actions(offers, table.id, at.person, table.version, lang)), None)
    own = next((one for one in models if one.may_find_own), None)
    possible = table.reportable(at.person)
    forms = report_models(possible, at.view, reports, lang, table.id, at.person, table.version)
    return {
        "incidents": tuple(open_incident(one, lang, ruling) for one in models),
        "ruling": None
        if ruling is None or own is None
        else RulingForm(
            action=ruling,
            mark=own.mark,
            is_proposed=bool(own.effects),
            effects=tuple(
                EffectKind(id=kind, name=label("effect", kind, lang), asks=asks)
                for kind, asks in choices.effects.items()
            ),
            fields=_effect_fields(at.view, choices, people, lang),
        ),
        "accidents": tuple(report_action(one, lang) for one in forms),
    }


def _effect_fields(
    view: CoupView, choices: Choices, people: Iterable[tuple[str, str]], lang: str
) -> tuple[EffectField, ...]:
    def chosen(name: str, options: Iterable[tuple[str, str]]) -> EffectField:
        return EffectField(id=name, name=label("field", name, lang), options=tuple(options))

    def codes(topic: str, found: tuple[str, ...]) -> Iterable[tuple[str, str]]:
        return ((one, label(topic, one, lang)) for one in found)

    return (
        chosen("hand", codes("hand", choices.hands)),
        chosen("person", people),
        chosen("position", ((str(position), name) for position, name in card_choices(view, lang))),
        chosen("place", codes("hand", choices.places)),
        EffectField(id="total", name=label("field", "total", lang), maximum=9),
        chosen("window", codes("window", choices.phases)),
    )
