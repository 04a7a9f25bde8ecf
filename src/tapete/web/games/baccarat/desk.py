"""The desk at a table with rulings: incidents and their remedies, what was ruled, what is put right and noted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from tapete.kernel import ActBody, Offer, PersonId
from tapete.record.codec import tag_of
from tapete.table.state import Incident
from tapete.web import action_buttons
from tapete.web.action_buttons import PURCHASES, Action, Field
from tapete.web.games.baccarat.forms import ReportWording, card_choices, correction_forms, report_forms
from tapete.web.games.baccarat.page import Page
from tapete.web.games.baccarat.remedies import RemedyContext, RulingChoices
from tapete.web.incident_desk import RulingOfficial, open_incident
from tapete.web.notices import Notice
from tapete.web.page_context import is_real_table, people
from tapete.web.stage import build, model
from tapete.web.stage.desk import EffectField, EffectKind, Noting, OpenIncident, RulingForm, SlipRow, desk
from tapete.words import act, fill, label

Named = tuple[tuple[str, str], ...]
"""People with their names, as a form offers them."""


def ruling_act(on: Page[Any, Any]) -> Action | None:
    """Return the act by which the viewer rules, where they may."""
    table, offers = on.sight.table, (one for one in on.offers if one.act == "give-ruling")
    return next(iter(action_buttons.actions(offers, table.id, on.viewer, table.version, on.lang)), None)


def ruling_form(
    action: Action,
    mark: str,
    choices: RulingChoices,
    people: Iterable[tuple[str, str]],
    cards: Iterable[tuple[str, str]],
    lang: str,
    *,
    is_proposed: bool,
) -> RulingForm:
    """Return the form of a ruling of one's own; it may be about the ``people`` and ``cards``."""

    def codes(topic: str, found: Iterable[str]) -> Iterable[tuple[str, str]]:
        return ((one, label(topic, one, lang)) for one in found)

    options: Mapping[str, Iterable[tuple[str, str]]] = {
        "hand": codes("hand", choices.hands),
        "person": people,
        "position": cards,
        "place": codes("hand", choices.places),
        "total": (),
        "window": codes("window", choices.phases),
    }
    return RulingForm(
        action=action,
        mark=mark,
        is_proposed=is_proposed,
        effects=tuple(
            EffectKind(id=kind, name=label("effect", kind, lang), asks=asks) for kind, asks in choices.effects.items()
        ),
        fields=tuple(
            EffectField(
                id=name, name=label("field", name, lang), options=tuple(found), maximum=9 if name == "total" else 0
            )
            for name, found in options.items()
        ),
    )


def examined(incident: Incident, view: Any, lang: str, wording: Callable[[Any], RemedyContext]) -> OpenIncident:
    """Return what a report would come to."""
    return open_incident(incident, wording(view), lang)


def open_incidents(on: Page[Any, Any], wording: RemedyContext) -> tuple[OpenIncident, ...]:
    """Return the open incidents in words, with what the viewer may do about them."""
    bench = RulingOfficial(on.sight.table, on.viewer, on.view, wording, ruling_act(on))
    return tuple(open_incident(one, wording, on.lang, bench) for one in on.view.incidents)


def official_desk(
    on: Page[Any, Any],
    incidents: tuple[OpenIncident, ...],
    choices: RulingChoices,
    reports: ReportWording,
    claims: Iterable[Offer],
    slip: tuple[SlipRow, ...],
    noted: Callable[[Named], Noting],
    in_chair: Iterable[PersonId] = (),
) -> msgspec.Raw:
    """Return the desk: open incidents, what may be reported and put right, and what the croupier of a real table
    ``noted``. ``in_chair`` are people at the table who have no place.
    """
    sight, view, ruling = on.sight, on.view, ruling_act(on)
    own = next((one for one in incidents if one.may_find_own), None)
    everybody, is_real = on.named((*people(view), *in_chair, *view.waiting_list)), is_real_table(view)
    cards = ((str(position), name) for position, name in card_choices(view, on.lang))
    form = None
    if ruling is not None and own is not None:
        form = ruling_form(ruling, own.mark, choices, everybody, cards, on.lang, is_proposed=bool(own.remedy))
    return desk(
        sight,
        incidents=incidents,
        ruling=form,
        accidents=report_forms(on, reports),
        corrections=correction_forms(on, claims, view.coup.number, (*in_chair, *map(PersonId, on.history.players))),
        slip=slip,
        noting=noted(everybody) if is_real and sight.screen == "croupier" else None,
        link_for=everybody if is_real else (),
    )


# --- what was ruled, and binds ----------------------------------------------------------------------------------------


def rulings(on: Page[Any, Any], wording: RemedyContext) -> tuple[model.Notice, ...]:
    """Return what was ruled since the coup began, as everybody reads it, the newest last."""
    lang = on.lang

    def told(kind: str, effects: Iterable[str]) -> str:
        return f"{label('desk', 'ruled', lang)}: {label('irregularity', kind, lang)}. {' '.join(effects)}"

    return tuple(
        model.Notice(
            text=told(one.kind, wording.sentences(one.effects, lang)),
            tone="even",
            clauses=build.clauses(one.clauses, lang),
        )
        for one in on.history.rulings
    )


def bars(found: Iterable[Any], lang: str) -> Iterator[Notice]:
    """Return what rulings keep the viewer from."""
    for one in found:
        told = {"what": label("barred", one.action, lang), "until": label("until", one.until, lang)}
        yield Notice(fill(label("desk", "you-may-not", lang), told, lang), "down")


def table_says(tags: Iterable[str], lang: str) -> str:
    """Return what the banker's table leaves the banker whom it binds, as their buttons have it; else nothing."""
    left = {"draw-card", "stand"} & set(tags)
    return label("table-says", "free" if len(left) > 1 else min(left), lang) if left else ""


# --- what is noted ----------------------------------------------------------------------------------------------------


def notable(fields: Iterable[str], *acts: type[ActBody]) -> Mapping[str, tuple[str, ...]]:
    """Return acts that the croupier of a real table may note for somebody, each with those of its ``fields`` that are
    asked.
    """
    asked = frozenset(fields)
    return {tag_of(one): tuple(name for name in one.__struct_fields__ if name in asked) for one in acts}


def noting(
    on: Page[Any, Any],
    people: Named,
    acts: Mapping[str, tuple[str, ...]],
    usual: Mapping[str, tuple[str, ...]],
    change: Callable[[Action], Action],
    *more: Field,
    **own: Any,
) -> Noting:
    """Return what the croupier of a real table notes for people: ``usual`` by phase; ``more`` are fields of a game."""
    view, table, lang = on.view, on.sight.table, on.lang
    common = (
        Field("amount", "money", minimum=view.minimum, is_required=True),
        Field("seat", "number", minimum=1, maximum=view.places, is_required=True),
    )
    fields = {one.name: replace(one, title=one.title or label("field", one.name, lang)) for one in (*common, *more)}
    seats = {str(one.person): one.seat for one in view.seats if one.person is not None}
    found = (
        Action(tag, act(tag, {}, lang), "", False, {}, tuple(fields[one] for one in asked), (), "", variant="note")
        for tag, asked in acts.items()
    )
    return Noting(
        tag="note-act",
        coming=("sit", "stand-behind", "buy-in"),
        command=action_buttons.command(table.id, on.viewer, table.version, "note-act"),
        acts=tuple(map(change, found)),
        usual=usual.get(view.phase, ()),
        people=tuple((who, name, seats.get(who, 0)) for who, name in people),
        chips=PURCHASES[0] * view.minimum,
        last_seat=view.places,
        **own,
    )
