"""What stands on the pages of the games with rulings: incidents and their remedies, what was ruled, what is noted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from tapete.kernel import PersonId
from tapete.table.state import ShowsIncidents
from tapete.web import action_buttons
from tapete.web.action_buttons import Action
from tapete.web.games.baccarat.forms import ReportWording, card_choices, report_action, report_models
from tapete.web.games.baccarat.remedies import CoupView, RemedyContext, RulingForm as Choices
from tapete.web.games.baccarat.ruled_cases import RuledCase, ruling_models
from tapete.web.incident_desk import RemedyWording, RulingOfficial, open_incident
from tapete.web.notices import Notice
from tapete.web.page_context import PageContext
from tapete.web.quick_amounts import PURCHASES
from tapete.web.stage import build, model
from tapete.web.stage.desk import EffectField, EffectKind, Noting, OpenIncident, RulingForm
from tapete.words import fill, label


class Official(NamedTuple):
    """Somebody at their desk: at which page, with which view of the table."""

    sight: PageContext
    person: PersonId
    view: CoupView

    def ruling(self) -> Action | None:
        """Return the act by which they rule, where they may."""
        table, offers = self.sight.table, (one for one in self.sight.offers if one.act == "give-ruling")
        found = action_buttons.actions(offers, table.id, self.person, table.version, self.sight.lang)
        return next(iter(found), None)

    def incidents(self, view: ShowsIncidents, wording: RemedyWording) -> tuple[OpenIncident, ...]:
        """Return the open incidents in words, with what they may do about them."""
        bench = RulingOfficial(self.sight.table, self.person, self.view, wording, self.ruling())
        return tuple(open_incident(one, wording, self.sight.lang, bench) for one in view.incidents)


def incident_parts(
    at: Official,
    incidents: tuple[OpenIncident, ...],
    choices: Choices,
    people: Iterable[tuple[str, str]],
    reports: ReportWording,
) -> dict[str, Any]:
    """Return the parts of a desk on what has happened; ``people``: those whom a ruling may be about, with names."""
    table, lang = at.sight.table, at.sight.lang
    ruling = at.ruling()
    own = next((one for one in incidents if one.may_find_own), None)
    possible = table.reportable(at.person)
    forms = report_models(possible, at.view, reports, lang, table.id, at.person, table.version)
    return {
        "incidents": incidents,
        "ruling": None
        if ruling is None or own is None
        else RulingForm(
            action=ruling,
            mark=own.mark,
            is_proposed=bool(own.remedy),
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


# --- what was ruled, and binds ---


def rulings(cases: Iterable[RuledCase], wording: RemedyContext, lang: str) -> tuple[model.Notice, ...]:
    """Return what was ruled since the coup began, as everybody reads it."""

    def told(name: str, effects: Iterable[str]) -> str:
        return f"{label('desk', 'ruled', lang)}: {name}. {' '.join(effects)}"

    found = ruling_models(cases, wording, lang)
    return tuple(build.notice(Notice(told(one.name, one.effects), "even", one.clauses), lang) for one in found)


def bars(found: Iterable[Any], lang: str) -> Iterator[Notice]:
    """Return what rulings keep the viewer from."""
    for one in found:
        told = {"what": label("barred", one.action, lang), "until": label("until", one.until, lang)}
        yield Notice(fill(label("desk", "you-may-not", lang), told, lang), "down")


def table_says(tags: Iterable[str], lang: str) -> str:
    """Return what the banker's table leaves the banker whom it binds, as their buttons have it; else nothing."""
    left = {"draw-card", "stand"} & set(tags)
    return label("table-says", "free" if len(left) > 1 else min(left), lang) if left else ""


# --- what is noted ---


def noting(
    at: Official,
    view: Any,
    people: Iterable[tuple[str, str]],
    acts: Iterable[Action],
    usual: Mapping[str, tuple[str, ...]],
    **more: Any,
) -> Noting:
    """Return what the croupier of a real table notes for people: ``usual`` by phase; ``more`` is what a game adds."""
    table = at.sight.table
    seats = {str(one.person): one.seat for one in view.seats if one.person is not None}
    return Noting(
        tag="note-act",
        coming=("sit", "stand-behind", "buy-in"),
        command=action_buttons.command(table.id, at.person, table.version, "note-act"),
        acts=tuple(acts),
        usual=usual.get(view.phase, ()),
        people=tuple((who, name, seats.get(who, 0)) for who, name in people),
        chips=PURCHASES[0] * view.minimum,
        last_seat=view.places,
        **more,
    )
