"""What a two-cloth page shows, made of one viewer's view, offers and clauses, for its templates."""

from __future__ import annotations

from typing import Any, Final

from tapete.clauses import Cite, cite_on_page
from tapete.clauses.register import register
from tapete.games.dos_panos.acts import AcceptBank, OpenAuction
from tapete.games.dos_panos.rules import GAME, AcrossLine, AwardWay, Rules, read
from tapete.games.dos_panos.terms import COUP, Accident, Phase
from tapete.games.dos_panos.view import View
from tapete.kernel import HOUSE, Act, ActBody, PersonId, Refused
from tapete.rulebooks import Library, ReadsRulebooks, Rulebook, UnknownRulebookError, house_library
from tapete.table.staff import Role
from tapete.table.state import Incident
from tapete.web import action_buttons, seat_links
from tapete.web.action_buttons import Action
from tapete.web.games.baccarat import remedies
from tapete.web.games.baccarat.forms import (
    ReportWording,
    card_choices,
    claim_forms,
    claim_offer,
    correction_forms,
    report_models,
)
from tapete.web.games.baccarat.ruled_cases import ruling_models
from tapete.web.games.dos_panos import felt
from tapete.web.games.dos_panos.felt import named_people
from tapete.web.games.dos_panos.keys import LETTERS, with_quick_amounts
from tapete.web.games.dos_panos.models import Screen
from tapete.web.games.dos_panos.notices import RecentEvents, notices, with_witnesses
from tapete.web.games.dos_panos.wording import (
    by_spot,
    closed_reasons,
    on_own_cloth,
    ruling_words,
    short_of_players,
    stay_reason,
    with_full_name,
    with_warning,
)
from tapete.web.incident_desk import incident_models
from tapete.web.ports import Table
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
from tapete.words import announcement, fill, label, money, refusal

# What a report would come to at a table of the two-cloth game, shown before anybody confirms it.


def preview(incident: Incident, view: View, fields: dict[str, str], here: str, lang: str) -> str:
    """Render an incident that is not opened yet, with the form that opens it."""
    names = {str(who): seat_links.short_name(str(who), view.name, lang) for who in named_people(view)}
    return remedies.preview(incident, ruling_words(view, names), fields, here, lang)


# --- inform clauses ---------------------------------------------------------------------------------------------------


# The places of the pages that present an ``inform`` clause of the two-cloth game: each is cited here once.
#
# The templates print ``data-clause`` from these names; a test finds every one of them in a rendered page.

INFORMED: Final[dict[str, Cite]] = {
    "circle": cite_on_page("DP.F.01"),
    "names": cite_on_page("DP.F.03"),
    "packs": cite_on_page("DP.F.05"),
    "no_indices": cite_on_page("DP.F.06"),
    "two_backs": cite_on_page("DP.F.09"),
    "shoe_rules": cite_on_page("DP.F.10"),
    "opposite": cite_on_page("DP.F.11"),
    "basket": cite_on_page("DP.F.15"),
    "tips": cite_on_page("DP.F.17"),
    "staff": cite_on_page("DP.F.19"),
    "catalogue": cite_on_page("DP.F.20"),
    "packs_shown": cite_on_page("DP.B.04"),
    "paddle": cite_on_page("DP.B.18"),
    "cards_stay": cite_on_page("DP.B.20"),
    "crossed": cite_on_page("DP.A.34"),
    "advice": cite_on_page("DP.A.35"),
}
"""The places of the pages, by the names that their templates use."""


# --- rule panel -------------------------------------------------------------------------------------------------------


VACANT: Final = (Phase.OPENING, Phase.REOFFER)
"""The phases in which nobody has the bank and it may be had."""


def library_of(table: Table) -> Library:
    return table.game.library if isinstance(table.game, ReadsRulebooks) else house_library()


def book_of(table: Table, view: View) -> Rulebook | None:
    """Return the rulebook in force, ``None`` where the library does not have it any more."""
    try:
        return library_of(table).by_id(GAME, view.rulebook)
    except UnknownRulebookError:
        return None


def has_other_area(rules: Rules | None) -> bool:
    return rules is not None and rules.stakes.other_cloth_area.value


def has_across_line(rules: Rules | None) -> bool:
    return rules is not None and AcrossLine.BETWEEN_CLOTHS in rules.stakes.across_lines.value


def vacancy(table: Table, view: View, lang: str) -> tuple[str, ...]:
    """Return how somebody comes by the bank while nobody has it, by whom and within which limits; that nobody does, and
    why, where an open bank has had the shoes of its session.
    """
    rules = rules_of(table, view)
    if rules is None or view.phase not in VACANT:
        return ()
    over = session_over(table, view, OpenAuction())
    if over is not None and (view.phase == Phase.OPENING or session_over(table, view, AcceptBank()) is not None):
        return (refusal(over.code, over.facts, lang),)
    ways = () if over is not None else rules.award.ways.value
    opens, holds = rules.opening.announced_by.value, rules.award.held_by.value
    limits = {"least": view.bank_minimum, "most": view.bank_maximum, "offered": view.award and view.award.amount}
    found = []
    for way in ways if view.phase == Phase.OPENING else (AwardWay.OFFERED, *ways):
        by = opens if way is AwardWay.ANNOUNCED else holds
        if view.phase == Phase.OPENING or way not in (AwardWay.ANNOUNCED, AwardWay.BOUGHT):
            found.append(fill(label("bank-way", way, lang), {"role": by, **limits}, lang))
    code = "bank-limits" if view.bank_maximum is not None else "bank-limits-open"
    if view.phase == Phase.OPENING:
        found.append(fill(label("cloths", code, lang), limits, lang))
    return tuple(found)


def session_over(table: Table, view: View, what: ActBody) -> Refused | None:
    """Return the refusal of a way to come by the bank, where it is that the session has had its shoes."""
    refused = table.would_refuse(Act(view.staff.get(str(Role.INSPECTOR), HOUSE), what, view.step))
    return refused if refused is not None and refused.code == "session-over" else None


def facts_of(table: Table, view: View) -> dict[str, str]:
    """Return the facts of the rule panel that a document of the rulebook states, by place; a document that it falls
    back on states them too.
    """
    book = book_of(table, view)
    if book is None:
        return {}
    library = library_of(table)
    below = (library.by_id(GAME, str(one)) for one in book.content.get("falls_back", ()))
    documents = {str(one.content.get("document")) for one in (book, *below)}
    return {
        place: str(clause)
        for place, clause in INFORMED.items()
        if documents & {one.document for one in register()[str(clause)].sources}
    }


def rules_of(table: Table, view: View) -> Rules | None:
    """Return the rules in force, typed."""
    book = book_of(table, view)
    return None if book is None else read(book)


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
    """Return what the list of the hall tells of a table besides its minimum."""
    mode = label("bank-mode", view.mode, lang)
    most = (
        [] if view.bank_maximum is None else [f"{label('ui', 'bank-maximum', lang)} {money(view.bank_maximum, lang)}"]
    )
    return (mode, *most, label("conduct", view.conduct, lang), label("shoe", view.shoe_kind, lang))


def screen(sight: PageContext) -> Screen:
    """Return the page of a viewer; of nobody, the public screen."""
    return Screen(**_common(sight)) if sight.person is None else person_screen(sight, sight.person)


def person_screen(sight: PageContext, person: PersonId) -> Screen:
    """Return a person's own page: what they see, what they may do, what lies behind it."""
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
    """Return the buttons of a person by where they stand on their desk."""
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
    """Return who holds the bank or has it to deposit: they need no chips and no place."""
    return (None if view.bank is None else view.bank.banker, None if view.award is None else view.award.person)


def _decides_draw(view: View, person: PersonId, tags: frozenset[str]) -> bool:
    holds = view.bank is not None and view.bank.banker == person
    return view.phase in (Phase.ANSWER, Phase.BANKER) and (holds or bool(tags & {"give-card", "draw-card", "stand"}))


def _table_says(view: View, person: PersonId, tags: frozenset[str], lang: str) -> str:
    """Return what the table leaves the banker whom it binds, as their buttons have it; else nothing."""
    left, is_bound = tags & {"draw-card", "stand"}, view.coup.has_asked_table or view.coup.is_bank_bound
    if view.bank is None or view.bank.banker != person or not is_bound or not left:
        return ""
    return label("table-says", "free" if len(left) > 1 else min(left), lang)


def _noting(sight: PageContext, view: View, person: PersonId) -> str:
    """Return the command id of the form by which the croupier of a real table notes what people do; none elsewhere."""
    real = sight.screen == "croupier" and is_real_table(view)
    return action_buttons.command(sight.table.id, person, sight.table.version, "note-act") if real else ""


def _waits_for(view: View, person: PersonId | None, names: dict[str, str], lang: str) -> str:
    """Return the sentence that names whoever moves the game on; the banker sits in their chair, at no place."""
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
