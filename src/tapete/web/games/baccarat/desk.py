"""The desk at a table with rulings: incidents and their remedies, what was ruled, what is put right and noted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, get_args

import msgspec
from msgspec.structs import replace

from tapete.games.baccarat.conflicts import remedied_positions
from tapete.games.baccarat.effects import Discard, Effect, NoteOnly, VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.kernel import Offer, PersonId, Refused
from tapete.record.codec import tag_of
from tapete.table.state import Incident
from tapete.web.action_buttons import PURCHASES, Action, Field
from tapete.web.games.baccarat.forms import ReportWording, card_choices, correction_forms, report_forms
from tapete.web.games.baccarat.page import Amounts, Page, with_amounts
from tapete.web.games.baccarat.remedies import RemedyContext, RulingChoices
from tapete.web.incident_desk import remedy_mark
from tapete.web.notices import Notice
from tapete.web.page_context import is_real_table, people
from tapete.web.stage import build, model
from tapete.web.stage.desk import EffectField, EffectKind, Noting, OpenIncident, OtherRemedy, RulingForm, SlipRow, desk
from tapete.words import act, codes, label, refusal, sentence

Named = tuple[tuple[str, str], ...]
"""People with their names, as a form offers them."""


def ruling_act(on: Page[Any, Any]) -> Action | None:
    """Return the act by which the viewer rules, where they may."""
    found = on.sight.actions(one for one in on.offers if one.act == "give-ruling")
    return next((build.on_page(one, on.sight) for one in found), None)


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


NOBODY: Final = "not-your-post"
"""The refusal of an official whose post does not decide this; any other is why the ruling has to wait."""


def open_incident(
    incident: Incident, wording: RemedyContext, lang: str, on: Page[Any, Any] | None = None
) -> OpenIncident:
    """Return an incident in words, with what the viewer of a page may do about it; without one, before it is opened."""
    cites = (*(cite for one in incident.faults for cite in one.clauses), *incident.clauses)
    name, serial, proposed = label("irregularity", incident.kind, lang), incident.serial, incident.proposed_effects
    found = (one for one in incident.faults if one.code != incident.kind or one.code in codes("found"))
    effects, is_judged = wording.sentences(proposed, lang), incident.open_to_judgement
    ruling, mark = (None, "") if on is None else (ruling_act(on), remedy_mark(on.view, incident))
    reason = Field("reason", "text", is_required=True, title=label("field", "reason", lang))

    def refused(given: tuple[Any, ...] | None) -> Refused | None:
        return None if on is None else on.refused(GiveRuling(serial, given, "?"))

    def closing(name: str, variant: str, *asked: Field, **fixed: str) -> Action | None:
        told = {"serial": str(serial), "shown": mark, **fixed}
        return ruling and replace(ruling, name=name, is_main=True, fixed_fields=told, fields=asked, variant=variant)

    def other(one: Any, at: int) -> OtherRemedy:
        may = None
        if refused(one.effects) is None:
            given = {"given-effects": msgspec.json.encode(one.effects).decode()}
            may = closing(label("remedy", "apply-alternative", lang), f"other-{at}", reason, **given)
        by = sentence("desk", "by-post", lang, post=label("role", one.by, lang)) if one.by else ""
        told = wording.sentences(one.effects, lang)
        return OtherRemedy(sentences=told, clauses=build.clauses(one.clauses, lang), by=by, act=may)

    no, pronounce = refused(None), None
    if no is None and (proposed or not is_judged):
        pronounce = closing(label("desk", "pronounce", lang), "as-proposed", *((reason,) if is_judged else ()))
    said = {
        "nothing-due": not effects,
        "conflict": bool(incident.conflicts),
        "agreed": wording.has_duplicates(proposed),
        "judgement": is_judged,
    }
    return OpenIncident(
        title=name.capitalize() if on is None else f"{label('ui', 'incident', lang)} {serial}: {name}",
        note=incident.note,
        findings=tuple(text for one in found if (text := wording.fault_text(one, lang)) != name),
        remedy=effects,
        clauses=build.clauses(cites, lang),
        remarks=(
            *(label("desk", code, lang) for code, is_so in said.items() if is_so),
            *([] if no is None or no.code == NOBODY else [refusal(no.code, no.facts, lang)]),
        ),
        mark=mark,
        pronounce=pronounce,
        alternatives=tuple(other(one, at) for at, one in enumerate(dict.fromkeys(incident.alternatives))),
        may_find_own=on is not None and any(refused(one) is None for one in _own_remedies(incident)),
    )


def _own_remedies(incident: Incident) -> tuple[tuple[Effect, ...], ...]:
    """Return what an official may decide anywhere: the coup counts for nothing, what was done stands, or the cards that
    the case is about are out of play. Who may give one of them may find a remedy of their own.
    """
    out = tuple(Discard(one) for one in sorted(remedied_positions(incident)))
    return ((VoidCoup(),), (NoteOnly(str(incident.kind)),), *((out,) if out else ()))


def examined(incident: Incident, view: Any, lang: str, wording: Callable[[Any], RemedyContext]) -> OpenIncident:
    """Return what a report would come to."""
    return open_incident(incident, wording(view), lang)


def official_desk(
    on: Page[Any, Any],
    wording: RemedyContext,
    choices: RulingChoices,
    reports: ReportWording,
    claims: Iterable[Offer],
    slip: tuple[SlipRow, ...],
    noted: Callable[[Named], Noting],
    in_chair: Iterable[PersonId] = (),
    remark: str = "",
) -> msgspec.Raw:
    """Return the desk: open incidents, with a ``remark`` on the first, what may be reported and put right, and what the
    croupier of a real table ``noted``. ``in_chair`` are people at the table who have no place.
    """
    sight, view, ruling = on.sight, on.view, ruling_act(on)
    incidents = tuple(open_incident(one, wording, on.lang, on) for one in view.incidents)
    if incidents and remark:
        incidents = (replace(incidents[0], remarks=(*incidents[0].remarks, remark)), *incidents[1:])
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
        what, until = label("barred", one.action, lang), label("until", one.until, lang)
        yield Notice(sentence("desk", "you-may-not", lang, what=what, until=until), "down")


def table_says(tags: Iterable[str], lang: str) -> str:
    """Return what the banker's table leaves the banker whom it binds, as their buttons have it; else nothing."""
    left = {"draw-card", "stand"} & set(tags)
    return label("table-says", "free" if len(left) > 1 else min(left), lang) if left else ""


# --- what is noted ----------------------------------------------------------------------------------------------------


def notable(acts: Any, *fields: str) -> Mapping[str, tuple[str, ...]]:
    """Return the ``acts`` of a union by their tags, each with those of its fields that a croupier is asked."""
    return {tag_of(one): tuple(name for name in one.__struct_fields__ if name in fields) for one in get_args(acts)}


def noting(
    on: Page[Any, Any],
    people: Named,
    acts: Mapping[str, tuple[str, ...]],
    usual: Mapping[str, tuple[str, ...]],
    amounts: Amounts,
    change: Callable[[Action], Action],
    *more: Field,
    **own: Any,
) -> Noting:
    """Return what the croupier of a real table notes: first what is ``usual`` in a phase; ``more``: a game's fields."""
    view, lang = on.view, on.lang
    common = (
        Field("amount", "money", minimum=view.minimum, is_required=True),
        Field("seat", "number", minimum=1, maximum=view.places, is_required=True),
    )
    fields = {one.name: replace(one, title=one.title or label("field", one.name, lang)) for one in (*common, *more)}
    often = [tag for found in usual.values() for tag in found]
    seats = {str(one.person): one.seat for one in view.seats if one.person is not None}
    found = (
        Action(tag, act(tag, {}, lang), "", False, {}, tuple(fields[one] for one in asked), (), "", variant="note")
        for tag, asked in sorted(acts.items(), key=lambda one: often.index(one[0]) if one[0] in often else len(often))
    )
    return Noting(
        tag="note-act",
        coming=("sit", "stand-behind", "buy-in"),
        command=on.sight.command("note-act"),
        acts=tuple(with_amounts(change(one), view, amounts, lang) for one in found),
        usual=usual.get(view.phase, ()),
        people=tuple((who, name, seats.get(who, 0)) for who, name in people),
        chips=PURCHASES[0] * view.minimum,
        last_seat=view.places,
        **own,
    )
