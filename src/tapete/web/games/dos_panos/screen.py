"""What a two-cloth page shows, made of one viewer's view, offers and clauses, for its templates."""

from __future__ import annotations

from typing import Any, Final

from tapete.games.dos_panos.terms import COUP, Accident, Phase
from tapete.games.dos_panos.view import View
from tapete.kernel import PersonId
from tapete.web import action_buttons, seat_links
from tapete.web.action_buttons import Action
from tapete.web.games.baccarat.claim_forms import claim_forms, claim_offer
from tapete.web.games.baccarat.correction_forms import correction_forms
from tapete.web.games.baccarat.report_forms import ReportWording, card_choices, report_models
from tapete.web.games.baccarat.ruled_cases import ruling_models
from tapete.web.games.dos_panos import felt
from tapete.web.games.dos_panos.action_names import by_spot, on_own_cloth, with_full_name, with_warning
from tapete.web.games.dos_panos.closed_reasons import closed_reasons, short_of_players, stay_reason
from tapete.web.games.dos_panos.models import Screen
from tapete.web.games.dos_panos.notices import RecentEvents, notices
from tapete.web.games.dos_panos.quick_amounts import with_quick_amounts
from tapete.web.games.dos_panos.rule_panel import facts_of, has_across_line, has_other_area, rules_of, vacancy
from tapete.web.games.dos_panos.ruling_words import ruling_words
from tapete.web.games.dos_panos.shortcuts import LETTERS
from tapete.web.games.dos_panos.testimony import with_witnesses
from tapete.web.incident_desk import incident_models
from tapete.web.screens.frame import (
    SEATING as PLACES,
    PageContext,
    drawer_acts,
    formulas,
    frame,
    is_real_table,
    of_viewer,
    people,
    waits_for,
    waits_for_you,
)
from tapete.words import announcement, fill, label, money

SEATING: Final = PLACES | {"sit-behind", "join-list", "leave-list"}
DRAWER: Final = frozenset(
    {"buy-in", "cash-out", "leave", "relieve", "ask-card-check", "set-options", "close-table", "move", "deal-card"}
)
"""What is seldom done, and a card that is dealt when all are: it is told as an error, apart from the lawful acts."""
NOT_FOR_STAFF: Final = SEATING | {"buy-in"}
BIG_WORDS: Final = frozenset({"say", "lay-down"})
"""Acts that stand side by side as the big words of the hand: «Carta», «No», «Abatir»."""

REPORTED: Final = frozenset({"report"})
"""What has a form of its own, with the facts that must be told."""

REPORTS: Final = ReportWording(
    countable_accidents=frozenset({Accident.STUCK}),
    accidents_by_hand=frozenset({Accident.EXPOSED, Accident.OTHER}),
)
"""What the forms of reports ask beyond what the rules need."""

ON_THE_CLOTH: Final = "cloth"
"""The spot of an ordinary stake: the others stand behind a drawer."""


def facts(view: View, lang: str) -> tuple[str, ...]:
    """Return what the list of the hall tells of a table beside its minimum."""
    mode = label("bank-mode", view.mode, lang)
    most = (
        [] if view.bank_maximum is None else [f"{label('ui', 'bank-maximum', lang)} {money(view.bank_maximum, lang)}"]
    )
    return (mode, *most, label("conduct", view.conduct, lang), label("shoe", view.shoe_kind, lang))


def screen(sight: PageContext) -> Screen:
    """Return the page of a viewer; of nobody, the public screen."""
    return Screen(**_common(sight)) if sight.person is None else person_screen(sight, sight.person)


def person_screen(sight: PageContext, person: PersonId) -> Screen:
    """Return a person's own page: what he sees, what he may do, what lies behind it."""
    table, view, lang = sight.table, sight.view_as(View), sight.lang
    common, offers = _common(sight) | {"log": sight.log}, sight.offers
    hidden = REPORTED | (frozenset({"relieve"}) if sight.screen == "player" else NOT_FOR_STAFF)
    found = action_buttons.actions(offers, table.id, person, table.version, lang, hidden, table.game.key, LETTERS)
    buttons = tuple(
        with_warning(with_full_name(with_quick_amounts(one, view, lang), view, common["names"], lang), view, lang)
        for one in on_own_cloth(found, view)
    )
    if sight.screen != "player":
        in_chair = (view.bank.banker,) if view.bank else ()
        listed = (*people(view), *in_chair, *view.waiting_list)
        gone = (*in_chair, *map(PersonId, _history(sight).players))
        common |= {
            "reports": report_models(table.reportable(person), view, REPORTS, lang, table.id, person, table.version),
            "ruling_cards": card_choices(view, lang),
            "claims": claim_forms(
                claim_offer(people(view), view.coup.number, {}), lang, table.id, person, table.version
            ),
            "corrections": correction_forms(sight, person, view.coup.number, gone),
            "note_command": _noting(sight, view, person),
            "people": tuple((str(who), common["names"][str(who)]) for who in dict.fromkeys(listed)),
        }
    tags = frozenset(one.act for one in offers)
    is_there = of_viewer(view.me).cloth is not None or person in _bankers(view)
    sorted_buttons = _sorted_buttons(buttons, sight, is_there=is_there)
    return Screen(
        **common,
        **sorted_buttons,
        news=notices(_history(sight).news, person, lang),
        obstacles=short_of_players(sight) + (closed_reasons(sight, person, tags) if is_there else ()),
        leave_obstacle=stay_reason(sight, person, tags) if is_there else None,
        waits_for_you=waits_for_you(
            view,
            [one.name for one in (*sorted_buttons["words"], *sorted_buttons["main_actions"])],
            view.called_person == person,
            lang,
        )
        if sight.screen == "player"
        else "",
        is_deciding_draw=_decides_draw(view, person, tags),
        table_says=_table_says(view, person, tags, lang),
    )


def _sorted_buttons(buttons: tuple[Action, ...], sight: PageContext, *, is_there: bool) -> dict[str, Any]:
    """Return the buttons of a person by where they stand on his desk."""
    drawer = DRAWER if sight.person in _bankers(sight.view_as(View)) else drawer_acts(DRAWER, sight)
    ruling = next((one for one in buttons if one.tag == "give-ruling"), None)
    buttons = tuple(one for one in buttons if one.tag != "give-ruling")
    main = tuple(one for one in buttons if one.is_main)
    rest = tuple(one for one in buttons if not one.is_main)
    stakes = by_spot(one for one in rest if one.tag == "stake")
    seating = tuple(one for one in rest if one.tag in SEATING)
    side = tuple(one for one in rest if one.tag not in drawer | SEATING | {"stake", "take-stake", "call-banco"})
    found: dict[str, Any] = {
        "words": tuple(sorted((one for one in main if one.tag in BIG_WORDS), key=lambda one: one.tag != "say")),
        "main_actions": tuple(one for one in main if one.tag not in BIG_WORDS),
        "stakes": tuple(one for one in stakes if one[0].fixed_fields["spot"] == ON_THE_CLOTH),
        "more_stakes": tuple(one for one in stakes if one[0].fixed_fields["spot"] != ON_THE_CLOTH),
        "own_stakes": tuple(one for one in rest if one.tag == "take-stake"),
        "calls": tuple(one for one in rest if one.tag == "call-banco"),
        "side_actions": side,
        "seat_actions": () if is_there else seating,
        "drawer": tuple(one for one in rest if one.tag in drawer) + (seating if is_there else ()),
    }
    shown = ("words", "main_actions", "stakes", "calls", "side_actions", "seat_actions", "own_stakes")
    return found | {"ruling": ruling, "has_nothing_to_do": not any(found[one] for one in shown)}


def _history(sight: PageContext) -> RecentEvents:
    """Return what was read in the record; nothing where nobody has read it."""
    return sight.history if isinstance(sight.history, RecentEvents) else RecentEvents()


def _bankers(view: View) -> tuple[PersonId | None, ...]:
    """Return who holds the bank or has it to deposit: he needs no chips and no place."""
    return (None if view.bank is None else view.bank.banker, None if view.award is None else view.award.person)


def _decides_draw(view: View, person: PersonId, tags: frozenset[str]) -> bool:
    holds = view.bank is not None and view.bank.banker == person
    return view.phase in (Phase.ANSWER, Phase.BANKER) and (holds or bool(tags & {"give-card", "draw-card", "stand"}))


def _table_says(view: View, person: PersonId, tags: frozenset[str], lang: str) -> str:
    """Return what the table leaves the banker whom it binds, as his buttons have it; else nothing."""
    left, is_bound = tags & {"draw-card", "stand"}, view.coup.has_asked_table or view.coup.is_bank_bound
    if view.bank is None or view.bank.banker != person or not is_bound or not left:
        return ""
    return label("table-says", "free" if len(left) > 1 else min(left), lang)


def _noting(sight: PageContext, view: View, person: PersonId) -> str:
    """Return the command id of the form by which the croupier of a real table notes what people do; none elsewhere."""
    real = sight.screen == "croupier" and is_real_table(view)
    return action_buttons.command(sight.table.id, person, sight.table.version, "note-act") if real else ""


def _waits_for(view: View, person: PersonId | None, names: dict[str, str], lang: str) -> str:
    """Return the sentence that names whoever moves the game on; the banker sits in his chair, at no place."""
    banker = None if view.bank is None else view.bank.banker
    if banker is not None and banker == view.waits_for != person:
        return fill(label("ui", "waits-for", lang), {"person": names[str(banker)]}, lang)
    return waits_for(view, person, lang)


def _next_step(view: View, lang: str) -> str:
    """Return the sentence on what the table waits for."""
    if view.is_session_over:
        return label("cloths-step", "session-over", lang)
    if view.phase == Phase.REOFFER and not view.may_award_anew:
        return label("cloths-step", "reoffer-last", lang)
    return label("cloths-step", view.phase, lang)


def _common(sight: PageContext) -> dict[str, Any]:
    view, person, lang = sight.view_as(View), sight.person, sight.lang
    game = sight.table.game.key
    spanish = formulas(sight.table.game, view.rulebook)
    names = {str(who): seat_links.short_name(str(who), view.name, lang) for who in felt.named_people(view)}
    rules, wording = rules_of(sight.table, view), ruling_words(view, names)
    banker = None if view.bank is None else view.bank.banker
    return frame(sight) | {
        "title": label("game", game, lang),
        "variant": game,
        "look": "two-cloths from-banker" if person is not None and person == banker else "two-cloths",
        "announcements": tuple(
            announcement(one.formula, one.values, lang, spanish, seat_links.table_naming(view.name))
            for one in view.announcements
        ),
        "waits_for": _waits_for(view, person, names, lang),
        "cloths": felt.cloths(view, names, lang),
        "across": felt.across(view, names),
        "bank_hand": felt.bank_hand(view, names),
        "loose": felt.loose_cards(view),
        "banker": "" if banker is None else names[str(banker)],
        "names": names,
        "has_other_area": has_other_area(rules),
        "has_across_line": has_across_line(rules),
        "people_standing": felt.standing(view, names),
        "waiting_list": tuple(names.get(str(who), str(who)) for who in view.waiting_list),
        "is_coup_open": view.phase in (Phase.BETS, *COUP),
        "vacancy": vacancy(sight.table, view, lang),
        "next_step": _next_step(view, lang),
        "lots": tuple(names.get(one) or label("hand", one, lang) for one in view.lots),
        "coup_results": _history(sight).coups,
        "shown_facts": facts_of(sight.table, view),
        "incidents": with_witnesses(incident_models(view, wording, lang, sight.table, person), sight, view, names),
        "rulings": ruling_models(_history(sight).rulings, wording, lang),
    }
