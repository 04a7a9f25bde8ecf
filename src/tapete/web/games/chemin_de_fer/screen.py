"""What a chemin de fer page shows, made of one viewer's view, offers and clauses, for its templates."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from tapete.clauses import cite
from tapete.games.chemin_de_fer.terms import COUP, Accident, Call, Phase
from tapete.games.chemin_de_fer.view import View
from tapete.kernel import PersonId
from tapete.table.state import Incident
from tapete.web import action_buttons, seat_links
from tapete.web.action_buttons import Action
from tapete.web.games.baccarat import remedies
from tapete.web.games.baccarat.forms import ReportWording, card_choices, claim_forms, correction_forms, report_models
from tapete.web.games.baccarat.remedies import EFFECTS as EVERYWHERE, RulingForm, remedy_context
from tapete.web.games.baccarat.ruled_cases import RuledCase, ruling_models
from tapete.web.games.chemin_de_fer.claim_forms import claims
from tapete.web.games.chemin_de_fer.felt import (
    HANDS,
    card,
    hand,
    is_current,
    joint,
    named_people,
    places,
    standing_person,
)
from tapete.web.games.chemin_de_fer.keys import LETTERS, with_quick_amounts
from tapete.web.games.chemin_de_fer.models import Screen
from tapete.web.games.chemin_de_fer.notices import RecentEvents, notices
from tapete.web.games.chemin_de_fer.wording import (
    closed_reasons,
    short_of_players,
    stay_reason,
    with_full_name,
    with_warning,
)
from tapete.web.incident_desk import incident_models
from tapete.web.notices import Notice, PublicEvent
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
from tapete.words import announcement, label, money

# What a report would come to at a table of chemin de fer, shown before anybody confirms it.


def preview(incident: Incident, view: View, fields: dict[str, str], here: str, lang: str) -> str:
    """Render an incident that is not opened yet, with the form that opens it."""
    names = {str(who): seat_links.short_name(str(who), view.name, lang) for who in named_people(view)}
    return remedies.preview(incident, remedy_context(view, names, view.hand_holders), fields, here, lang)


SEATING: Final = PLACES | {"join-list", "leave-list"}
DRAWER: Final = frozenset(
    {
        "buy-in",
        "cash-out",
        "leave",
        "relieve",
        "ask-card-check",
        "ask-seat-change",
        "set-options",
        "close-table",
        "move",
    }
)
NOT_FOR_STAFF: Final = SEATING | {"buy-in"}
BIG_WORDS: Final = frozenset({"say", "lay-down"})
"""Acts that stand side by side as the big words of the hand: «Carta», «No», «Abatir»."""

CALLS: Final = frozenset(
    {"call-banco", "call-banco-seguido", "call-banco-con-la-mesa", "call-ultimo-completo", "withdraw-call"}
)
SAME: Final = {
    "call-banco": Call.BANCO,
    "call-banco-seguido": Call.SEGUIDO,
    "call-banco-con-la-mesa": Call.PARTIAL,
    "call-ultimo-completo": Call.LAST,
}
"""The call behind a button that has no amount of its own: saying it twice says nothing more."""

PASSED: Final = cite("CF.E1.21")
"""The right of whoever passed a smaller bank."""

REPORTS: Final = ReportWording(
    countable_accidents=frozenset({Accident.STUCK, Accident.CARTA_CALLED}),
    accidents_by_hand=frozenset({Accident.EXPOSED, Accident.OTHER}),
)
"""What the forms of reports ask beyond what the rules need."""

EFFECTS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({**EVERYWHERE, "set-aside": ("position",)})
"""The effects that the ruling form offers, with the fields of each: a card drawn too early can be the next one."""

RULING_FORM: Final = RulingForm(
    EFFECTS,
    HANDS,
    ("punto", "punto-3", "banca", "banca-3", "basket"),
    ("deal", "carry", "lift", "word", "answer", "banker", "show"),
)
"""What an official chooses from in a ruling of their own."""

MORE_CALLS: Final = frozenset({"stake-on-line", "join-banco"})
"""Calls in one word stand large; what few people use stands behind a drawer."""


def facts(view: View, lang: str) -> tuple[str, ...]:
    """Return what the list of the hall tells of a table besides its minimum."""
    most = label("ui", "no-maximum", lang) if view.bank_maximum is None else money(view.bank_maximum, lang)
    told = f"{label('ui', 'bank-maximum', lang)} {most}"
    return (told, label("conduct", view.conduct, lang), label("shoe", view.shoe_kind, lang))


def screen(sight: PageContext) -> Screen:
    """Return the page of a viewer; of nobody, the public screen."""
    return Screen(**_common(sight)) if sight.person is None else person_screen(sight, sight.person)


def person_screen(sight: PageContext, person: PersonId) -> Screen:
    """Return a person's own page: what they see, what they may do, what lies behind it."""
    table, view, screen, lang = sight.table, sight.view_as(View), sight.screen, sight.lang
    offers = sight.offers
    common = _common(sight) | {"log": sight.log}
    buttons = tuple(
        with_warning(with_full_name(with_quick_amounts(one, view, lang), view, common["names"], lang), view, lang)
        for one in action_buttons.actions(
            offers, table.id, person, table.version, lang, _hidden(screen), table.game.key, LETTERS
        )
    )
    if screen != "player":
        common |= {
            "reports": report_models(table.reportable(person), view, REPORTS, lang, table.id, person, table.version),
            "ruling_cards": card_choices(view, lang),
            "note_command": _noting(table, view, person, screen),
            "corrections": correction_forms(sight, person, view.coup.number, _played(sight)),
            "claims": claim_forms(claims(view, people(view), person), lang, table.id, person, table.version),
            "people": tuple((str(who), common["names"][str(who)]) for who in (*people(view), *view.waiting_list)),
        }
    own = {"give-ruling"}
    words = tuple(one for one in buttons if one.is_main and one.tag in BIG_WORDS)
    main = tuple(one for one in buttons if one.is_main and one not in words and one.tag not in own)
    rest = tuple(
        one for one in buttons if not one.is_main and one.tag not in own and not _stands(one.tag, view, person)
    )
    drawer = drawer_acts(DRAWER, sight)
    rare = MORE_CALLS - {"join-banco"} if common["joint"] else MORE_CALLS
    side = tuple(one for one in rest if one.tag not in drawer | SEATING | CALLS | rare)
    called = tuple(one for one in rest if one.tag in CALLS)
    more = tuple(one for one in rest if one.tag in rare)
    seating = tuple(one for one in rest if one.tag in SEATING)
    tags = frozenset(one.act for one in offers)
    placed = of_viewer(view.me).seat is not None or any(one.person == person for one in view.standing)
    return Screen(
        **common,
        words=words,
        calls=called,
        more_calls=more,
        main_actions=main,
        side_actions=side,
        seat_actions=() if placed else seating,
        drawer=tuple(one for one in rest if one.tag in drawer) + (seating if placed else ()),
        ruling=next((one for one in buttons if one.tag == "give-ruling"), None),
        has_nothing_to_do=not (words or called or more or main or side or (seating and not placed)),
        news=notices(_events(sight), person, common["names"], lang),
        obstacles=short_of_players(sight) + (closed_reasons(sight, person, tags) if placed else ()),
        leave_obstacle=stay_reason(sight, person, tags) if placed else None,
        waits_for_you=waits_for_you(view, [one.name for one in (*words, *main)], view.called_person == person, lang)
        if screen == "player"
        else "",
        table_says=_table_says(view, person, (*main, *side), lang),
    )


def _events(sight: PageContext) -> tuple[PublicEvent, ...]:
    """Return the events that are still news; none where nobody has read the record."""
    return sight.history.news if isinstance(sight.history, RecentEvents) else ()


def _played(sight: PageContext) -> tuple[PersonId, ...]:
    """Return everybody who played in a coup that was read: whoever has left since can still be paid wrongly."""
    return tuple(map(PersonId, sight.history.players)) if isinstance(sight.history, RecentEvents) else ()


def _rulings(sight: PageContext) -> tuple[RuledCase, ...]:
    return sight.history.rulings if isinstance(sight.history, RecentEvents) else ()


def _by_right(sight: PageContext, lang: str) -> Notice | None:
    """Return by which right, other than their stake, somebody has the cards of this coup; nothing if none decided."""
    awards = [one for one in _events(sight) if one.kind == "cover-awarded"]
    if not awards or PASSED not in awards[-1].rests_on:
        return None
    return Notice(label("chemin", "passed-the-hand", lang), clauses=(PASSED,))


def _stands(tag: str, view: View, person: PersonId) -> bool:
    """Return True if somebody has made this call already: it needs the button that takes it back, and no second one."""
    return any(one.person == person and one.kind == SAME.get(tag) for one in view.calls)


def _table_says(view: View, person: PersonId, buttons: tuple[Action, ...], lang: str) -> str:
    """Return what the banker's table leaves the banker whom it binds, as their buttons have it; else nothing."""
    tags = {one.tag for one in buttons} & {"draw-card", "stand"}
    if view.bank is None or view.bank.banker != person or not view.coup.by_table or not tags:
        return ""
    return label("table-says", "free" if len(tags) > 1 else min(tags), lang)


def _noting(table: Table, view: View, person: PersonId, screen: str) -> str:
    """Return the command id of the form by which the croupier of a real table notes what people do; none elsewhere."""
    real = screen == "croupier" and is_real_table(view)
    return action_buttons.command(table.id, person, table.version, "note-act") if real else ""


def _hidden(screen: str) -> frozenset[str]:
    return frozenset({"relieve", "report"}) if screen == "player" else NOT_FOR_STAFF | {"report"}


def _common(sight: PageContext) -> dict[str, Any]:
    view, person, screen, lang = sight.view_as(View), sight.person, sight.screen, sight.lang
    game = sight.table.game.key
    spanish = formulas(sight.table.game, view.rulebook)
    names = {str(who): seat_links.short_name(str(who), view.name, lang) for who in named_people(view)}
    bank, coup, wording = view.bank, view.coup, remedy_context(view, names, view.hand_holders)
    in_play = 0 if bank is None else bank.in_play
    return frame(sight) | {
        "title": label("game", game, lang),
        "variant": game,
        "look": "player-bank",
        "announcements": tuple(
            announcement(one.formula, dict(one.values), lang, spanish)
            for one in view.announcements
            if is_current(one, view)
        ),
        "waits_for": waits_for(view, person, lang),
        "winner": str(coup.winner or "") if view.phase in COUP or (bank is not None and bank.is_dealt_from) else "",
        "hands": {one: hand(view, one, person, names) for one in HANDS},
        "loose": tuple(card(one) for one in coup.cards if one.place.partition("-")[0] not in HANDS),
        "places": places(view, screen, person, lang, names),
        "people_standing": tuple(standing_person(view, one, person, names, lang) for one in view.standing),
        "waiting_list": tuple(names.get(str(who), str(who)) for who in view.waiting_list),
        "banker": "" if bank is None else names[str(bank.banker)],
        "parts": () if bank is None else tuple((names.get(str(one.person), ""), one.amount) for one in bank.parts),
        "joint": joint(view, names),
        "holder_right": _by_right(sight, lang),
        "holder": "" if coup.holder is None else names.get(str(coup.holder), str(coup.holder)),
        "is_coup_open": view.phase == Phase.BETS or view.phase in COUP,
        "cover": coup.covered_amount,
        "open_amount": max(0, in_play - coup.covered_amount),
        "coup_results": view.history,
        "names": names,
        "incidents": incident_models(view, wording, lang, sight.table, person),
        "rulings": ruling_models(_rulings(sight), wording, lang),
    }
