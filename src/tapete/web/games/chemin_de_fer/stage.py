"""The stage of chemin de fer: one viewer's view, offers and clauses as the model of their page."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tapete.clauses import cite
from tapete.clauses.register import documents
from tapete.games.chemin_de_fer.acts import CloseBets
from tapete.games.chemin_de_fer.terms import Accident, Call, Phase
from tapete.games.chemin_de_fer.view import View
from tapete.kernel import Act, PersonId
from tapete.table.staff import Role
from tapete.table.state import Incident
from tapete.web import action_buttons, seat_links
from tapete.web.action_buttons import Action, Field
from tapete.web.games.baccarat.forms import (
    ReportWording,
    claim_forms,
    correction_forms,
)
from tapete.web.games.baccarat.remedies import (
    EFFECTS as EVERYWHERE,
    RemedyContext,
    RulingForm as Choices,
    remedy_context,
)
from tapete.web.games.baccarat.stage_desk import Official, bars, incident_parts, noting, rulings, table_says
from tapete.web.games.chemin_de_fer import felt
from tapete.web.games.chemin_de_fer.claim_forms import claims
from tapete.web.games.chemin_de_fer.keys import LETTERS, at_once, with_quick_amounts
from tapete.web.games.chemin_de_fer.notices import LUMP_SUM, NOTABLE_ACTS, USUAL_ACTS, RecentEvents, notices, result
from tapete.web.games.chemin_de_fer.wording import (
    PLACES,
    closed_reasons,
    short_of_players,
    stay_reason,
    with_full_name,
    with_warning,
)
from tapete.web.incident_desk import open_incident
from tapete.web.notices import Notice, PublicEvent
from tapete.web.page_context import (
    SEATING as PLACING,
    PageContext,
    croupier,
    formulas,
    is_real_table,
    of_viewer,
    people,
    waits_for,
    waits_for_you,
)
from tapete.web.post_offers import absent_posts
from tapete.web.stage import build
from tapete.web.stage.desk import Noting, OpenIncident, desk
from tapete.web.stage.model import Ask, Clause, Fact, LogLine, Rail, Roads, Stage
from tapete.web.stage.roads import Shown, roads
from tapete.words import act, announcement, fill, label, money, refusal

SEATING: Final = PLACING | {"join-list", "leave-list"}
RARE: Final = frozenset(
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
"""Acts that are seldom done."""
NOT_FOR_STAFF: Final = SEATING | {"buy-in"}
OUTLINED: Final = frozenset({"decline-bank", "decline-cut", "call-off", "pass-hand", "refuse-to-deal", "close-table"})
"""Acts that let something go: the table may wait for them, and they are never the large button."""
LATER: Final = frozenset({"stake", "lay-down"})
"""Acts that stand behind what is more often done beside them: a banco, a word."""
CALLS: Final = frozenset({"call-banco-seguido", "call-banco", "stake"})
"""What most people say while stakes are made, at the place of «carta» and «no»."""
SAME: Final = {
    "call-banco": Call.BANCO,
    "call-banco-seguido": Call.SEGUIDO,
    "call-banco-con-la-mesa": Call.PARTIAL,
    "call-ultimo-completo": Call.LAST,
}
"""The call behind a button that has no amount of its own: saying it twice says nothing more."""
SELDOM: Final = frozenset({"stake-on-line", "join-banco"})
SHOWN: Final = {
    "garage": PLACES["garage_right"],
    "seat": PLACES["own_area"],
    "shoe": PLACES["stop_card"],
    "deal": PLACES["paddle"],
}
"""The clauses that a part of the felt shows."""
PASSED: Final = cite("CF.E1.21")
"""The right of whoever passed a smaller bank."""
WARNING_LEFT: Final = 12_000
"""Milliseconds that are left of the time at the cards when its holder is warned."""
REPORTS: Final = ReportWording(
    countable_accidents=frozenset({Accident.STUCK, Accident.CARTA_CALLED}),
    accidents_by_hand=frozenset({Accident.EXPOSED, Accident.OTHER}),
)
"""What the forms of reports ask beyond what the rules need."""
EFFECTS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({**EVERYWHERE, "set-aside": ("position",)})
"""The effects that the ruling form offers, with the fields of each: a card drawn too early can be the next one."""
RULING: Final = Choices(
    EFFECTS,
    felt.HANDS,
    ("punto", "punto-3", "banca", "banca-3", "basket"),
    ("deal", "carry", "lift", "word", "answer", "banker", "show"),
)
"""What an official chooses from in a ruling of their own."""


def facts(view: View, lang: str) -> tuple[str, ...]:
    """Return what the list of the hall tells of a table besides its minimum."""
    told = f"{label('ui', 'bank-maximum', lang)} {_most(view, lang)}"
    return (told, label("conduct", view.conduct, lang), label("shoe", view.shoe_kind, lang))


def _most(view: View, lang: str) -> str:
    return label("ui", "no-maximum", lang) if view.bank_maximum is None else money(view.bank_maximum, lang)


def examined(incident: Incident, view: View, lang: str) -> OpenIncident:
    """Return what a report would come to."""
    return open_incident(incident, _wording(view, _names(view, lang)), lang)


def stage(sight: PageContext) -> Stage:
    """Return the page of a viewer; of nobody, the public screen."""
    view, person = sight.view_as(View), sight.person
    names = _names(view, sight.lang)
    buttons = () if person is None else _buttons(sight, view, person, names)
    return Stage(
        version=sight.table.version,
        step=str(view.step),
        screen=sight.screen,  # type: ignore[arg-type]
        rail=_rail(sight, view),
        felt=_felt(sight, view, names),
        ask=Ask() if person is None else _ask(sight, view, person, names, buttons),
        roads=_roads(view, sight.lang, sight.screen),
        why=build.why(sight),
        desk=_desk(sight, view, person, names, buttons)
        if person is not None and sight.screen != "player"
        else build.NONE,
    )


def _names(view: View, lang: str) -> dict[str, str]:
    return {str(who): seat_links.short_name(str(who), view.name, lang) for who in felt.named_people(view)}


def _wording(view: View, names: felt.Names) -> RemedyContext:
    return remedy_context(view, names, view.hand_holders)


def _rail(sight: PageContext, view: View) -> Rail:
    lang = sight.lang
    limits = (("minimum", view.minimum), ("bank-minimum", view.bank_minimum))
    told = tuple(
        Fact(name=label("chemin" if code == "bank-minimum" else "ui", code, lang), value=money(amount, lang))
        for code, amount in limits
    )
    numbers = (("shoe", view.shoe), ("coup", view.coup.number))
    most = Fact(name=label("ui", "bank-maximum", lang), value=_most(view, lang))
    facts = (*told, most, *(Fact(name=label("ui", code, lang), value=str(number)) for code, number in numbers))
    tags = [
        Fact(name="", value=label("conduct", view.conduct, lang)),
        Fact(name="", value=label("shoe", view.shoe_kind, lang), is_warning=view.shoe_kind != "sealed"),
    ]
    if view.last_coup:
        tags.append(Fact(name="", value=label("ui", "last-coup", lang), is_warning=True))
    return build.rail(sight, label("game", sight.table.game.key, lang).partition(" (")[0], facts, tuple(tags))


def about(sight: PageContext) -> tuple[Clause, ...]:
    """Return what the table is and by whose rules it is played."""
    view, lang = sight.view_as(View), sight.lang

    def word(code: str, **told: object) -> str:
        return fill(label("chemin", code, lang), told, lang)

    document = documents().get(view.document)
    least = money(view.authorised_minimum, lang) if view.authorised_minimum else word("not-recorded")
    authorised = f"{word('authorised-minimum')}: {least}."
    said = {
        "names": word("rules-names"),
        "one_resolution": f"{word('rules-one')} {view.document} · {view.rulebook}",
        "dates": "" if document is None else word("rules-dates", adopted=document.date, in_force=document.in_force),
        "catalogue": word("rules-catalogue", places=view.places, decks=view.decks),
        "staff": word("rules-staff"),
        "shoe_rules": word("rules-shoe"),
        "minimum_shown": f"{word('table-minimum')}: {money(view.minimum, lang)}. {authorised}",
        "garage": word("garage-what"),
        "stop_card": f"{word('stop-card')}: {word('stop-card-help')}",
        "paddle": word("paddle"),
        "own_area": word("own-area"),
        "watch_stakes": word("watch-stakes"),
    }
    found = [replace(build.clause(PLACES[name], lang), rule=text, lang="") for name, text in said.items() if text]
    return (
        *found,
        *([replace(build.clause("CF.A.16", lang), rule=word("freedom"), lang="")] if view.banco_freedom else []),
    )


# --- the felt ---------------------------------------------------------------------------------------------------------


def _felt(sight: PageContext, view: View, names: felt.Names) -> felt.BankFelt:
    lang, table, person = sight.lang, sight.table, sight.person
    spanish = formulas(table.game, view.rulebook)
    words = tuple(
        announcement(one.formula, dict(one.values), lang, spanish)
        for one in view.announcements
        if felt.is_current(one, view)
    )
    waits = "" if view.offer else waits_for(view, person, lang)
    if waits and view.called_person == view.waits_for:
        waits = f"{waits} · {label('ui', 'was-called', lang)}"
    won, stopped = felt.winner(view), bool(view.incidents)
    right = _by_right(sight, lang)
    is_staff = bool(sight.roles)
    return felt.BankFelt(
        look="player-bank",
        shows=SHOWN,
        phase=label("window", view.phase, lang),
        croupier=croupier(view, lang),
        sayings=words[-1:],
        earlier=words[:-1],
        waits=waits,
        absent=absent_posts(table, view, lang),
        hands=tuple(felt.hand(view, one, person, names, lang, is_staff=is_staff) for one in felt.HANDS),
        loose=felt.loose(view, lang, is_staff=is_staff),
        result=f"{label('ui', 'incident', lang)}: {label('irregularity', view.incidents[0].kind, lang)}"
        if stopped
        else label("winner", won, lang)
        if won
        else "",
        result_kind="stop" if stopped else won,
        asks=felt.asks(view, names, lang),
        seats=felt.places(view, person, names, lang),
        standers=tuple(felt.stander(view, one, person, names, lang) for one in view.standing),
        waiting_list=tuple(names.get(str(who), str(who)) for who in view.waiting_list),
        clock=_clock(sight, view, person, lang),
        bank=felt.bank(view, names, lang),
        no_bank=label("chemin", "no-bank", lang),
        garage_name=label("chemin", "garage", lang),
        word=felt.word(view, names, "" if right is None else right.text, lang),
        rulings=rulings(_history(sight).rulings, _wording(view, names), lang),
        shoe=(Fact(name=label("chemin", "cards-out", lang), value=str(view.cards_out)),),
    )


def _clock(sight: PageContext, view: View, person: PersonId | None, lang: str) -> Any:
    clock = build.running_clock(sight)
    if clock is None or clock.kind != "hold" or person is None or person != view.coup.holder:
        return clock
    return replace(clock, warning=label("chemin", "first-warning", lang), warns=WARNING_LEFT)


def _history(sight: PageContext) -> RecentEvents:
    """Return the events that are still news; none where nobody has read the record."""
    return sight.history if isinstance(sight.history, RecentEvents) else RecentEvents()


def _by_right(sight: PageContext, lang: str) -> Notice | None:
    """Return by which right, other than their stake, somebody has the cards of this coup; nothing if none decided."""
    awards = [one for one in _history(sight).news if one.kind == "cover-awarded"]
    if not awards or PASSED not in awards[-1].rests_on:
        return None
    return Notice(label("chemin", "passed-the-hand", lang), clauses=(PASSED,))


def _roads(view: View, lang: str, screen: str) -> Roads:
    """Return the last coups: who won, with which totals, for how much and how it was covered."""
    shown = tuple(Shown(str(one.winner)) for one in view.history)
    counts = tuple(
        Fact(name=label("winner", side, lang), value=str(sum(one.winner == side for one in shown)))
        for side in ("punto", "banca", "empate")
    )
    lines = tuple(
        Fact(
            name=f"{label('letter', one.winner, lang)} {_total(one.punto)}–{_total(one.banca)}",
            value=(f"{money(one.covered_amount, lang)} {label('cover', one.cover, lang)}" if one.cover else "")
            + (f" ({label('chemin', 'corrected', lang)})" if one.is_corrected else ""),
        )
        for one in reversed(view.history)
    )
    found = roads(shown, counts, 15 if screen == "public" else 12)
    nothing = (Fact(name=label("chemin", "no-past", lang), value=""),)
    return replace(found, big_eye=(), small=(), cockroach=(), lines=lines or nothing)


def _total(found: int | None) -> str:
    return "—" if found is None else str(found)


# --- what one may do --------------------------------------------------------------------------------------------------


def _buttons(sight: PageContext, view: View, person: PersonId, names: felt.Names) -> tuple[Action, ...]:
    table, lang = sight.table, sight.lang
    hide = frozenset({"relieve", "report"}) if sight.screen == "player" else NOT_FOR_STAFF | {"report"}
    found = action_buttons.actions(sight.offers, table.id, person, table.version, lang, hide, table.game.key, LETTERS)
    return tuple(
        build.on_page(
            at_once(
                with_warning(with_full_name(with_quick_amounts(one, view, lang), view, names, lang), view, lang),
                view,
                names,
                lang,
                table.purse(person),
            ),
            sight,
        )
        for one in found
        if one.tag != "give-ruling"
        and not any(call.person == person and call.kind == SAME.get(one.tag) for call in view.calls)
    )


def _ask(sight: PageContext, view: View, person: PersonId, names: felt.Names, buttons: tuple[Action, ...]) -> Ask:
    lang, me = sight.lang, of_viewer(view.me)
    is_player = sight.screen == "player"
    is_placed = me.seat is not None or any(one.person == person for one in view.standing)
    first = _first(view, is_player=is_player, is_placed=is_placed)
    main = tuple(
        one
        for one in buttons
        if (one.is_main or one.tag in first)
        and not (one.tag in OUTLINED or one.question or (one.tag == "stake" and not one.at_once))
    )
    main = tuple(sorted(main, key=lambda one: one.tag in LATER))
    rest = tuple(one for one in buttons if one not in main)
    rare = (
        RARE
        | (SELDOM if not felt.asks(view, names, lang) else SELDOM - {"join-banco"})
        | (SEATING if is_placed else frozenset())
    )
    more = tuple(one for one in rest if one.tag in rare)
    side = tuple(one for one in rest if one.tag not in rare)
    lost, posts = build.posts(sight)
    told, tags = _history(sight).news, frozenset(one.act for one in sight.offers)
    stays = stay_reason(sight, person, tags) if is_placed else None
    if stays is not None:
        more += (Action("leave", act("leave", {}, lang), "", False, {}, (), stays.clauses, "", why_not=stays.text),)
    barred = bars(me.bars, lang) if is_player else ()
    closed = (*short_of_players(sight), *(closed_reasons(sight, person, tags) if is_placed else ()))
    return Ask(
        sentence=_said(sight, view, person, main, side, told),
        main=main,
        side=side,
        more=more,
        result=result(told, person, lang) if is_player else None,
        news=(*lost, *(build.notice(one, lang) for one in (*notices(told, person, names, lang), *barred) if is_player)),
        obstacles=tuple(build.notice(one, lang) for one in closed),
        posts=posts,
        notes=tuple(LogLine(time=one.time, text=one.text) for one in sight.log) if is_player else (),
        squeeze="punto" if is_player and main and main[0].tag == "lift" and view.coup.holder == person else "",
    )


def _first(view: View, *, is_player: bool, is_placed: bool) -> frozenset[str]:
    """Return the acts that stand large besides those for which the table waits."""
    if not is_player:
        return frozenset()
    if not is_placed:
        return frozenset({"sit"})
    me = of_viewer(view.me)
    parts = () if view.bank is None else view.bank.parts
    in_play = {one.person for one in (*view.coup.stakes, *parts)} | {one.person for one in view.calls}
    if not me.chips and me.person not in in_play:
        return frozenset({"buy-in"})
    top = max(() if view.auction is None else view.auction.bids, key=lambda one: one.amount, default=None)
    bids = frozenset[str]() if top is not None and top.person == me.person else frozenset({"bid"})
    return CALLS if view.phase == Phase.BETS else bids


def _said(
    sight: PageContext,
    view: View,
    person: PersonId,
    main: tuple[Action, ...],
    side: tuple[Action, ...],
    told: tuple[PublicEvent, ...],
) -> str:
    """Return what stands over the buttons: whose turn it is, or why there is nothing to do."""
    lang, coup = sight.lang, view.coup
    if view.incidents:
        return label("desk", "awaits-ruling", lang)
    if sight.screen != "player":
        why = "" if main else _next_step_refused(sight, view, lang) or waits_for(view, person, lang)
        return why or ("" if main or side else label("ui", "waiting", lang))
    if coup.holder == person and view.phase in (Phase.LIFT, Phase.WORD):
        code = "second-warning" if coup.is_warned else "your-cards" if view.phase == Phase.LIFT else "your-word"
        said = label("chemin", code, lang)
        return f"{said} · {label('chemin', 'advice', lang)} «{coup.advice}»" if coup.advice else said
    is_bound = view.bank is not None and view.bank.banker == person and coup.by_table
    if is_bound and (says := table_says((one.tag for one in (*main, *side)), lang)):
        return says
    mine = " · ".join(
        f"{label('call', one.kind.partition(':')[0], lang)} {money(one.amount, lang)}"
        for one in view.calls
        if one.person == person
    )
    if mine and view.phase == Phase.BETS:
        return fill(label("chemin", "you-called", lang), {"calls": mine}, lang)
    names = [one.at_once_name or one.name for one in main]
    said = waits_for_you(view, names, view.called_person == person, lang)
    return said or ("" if main else waits_for(view, person, lang) or label("ui", "waiting", lang))


def _next_step_refused(sight: PageContext, view: View, lang: str) -> str:
    """Return why the croupier cannot close the betting, their next step: calling the coup off is no way on."""
    who = view.staff.get(str(Role.CROUPIER))
    if view.phase != Phase.BETS or who is None or who != sight.person:
        return ""
    no = sight.table.would_refuse(Act(who, CloseBets(), view.step))
    return "" if no is None else refusal(no.code, no.facts, lang, seat_links.table_naming(sight.table.id))


# --- the desk ---------------------------------------------------------------------------------------------------------


def _desk(
    sight: PageContext, view: View, person: PersonId, names: felt.Names, buttons: tuple[Action, ...]
) -> msgspec.Raw:
    lang, table = sight.lang, sight.table
    del buttons
    at = Official(sight, person, view)
    incidents = at.incidents(view, _wording(view, names))
    everybody = tuple((str(who), names[str(who)]) for who in (*people(view), *view.waiting_list))
    said = claim_forms(claims(view, people(view), person), lang, table.id, person, table.version)
    played = tuple(map(PersonId, _history(sight).players))
    right = correction_forms(sight, person, view.coup.number, played)
    return desk(
        sight,
        slip=felt.slip(view, names, lang) if sight.screen == "croupier" else (),
        **incident_parts(at, incidents, RULING, everybody, REPORTS),
        corrections=tuple(build.on_page(one, sight) for one in (*said, *right)),
        noting=_noting(sight, view, person, names) if sight.screen == "croupier" and is_real_table(view) else None,
        link_for=tuple((str(who), names[str(who)]) for who in people(view)) if is_real_table(view) else (),
    )


def _noting(sight: PageContext, view: View, person: PersonId, names: felt.Names) -> Noting:
    """Return what the croupier of a real table writes down for people."""
    lang = sight.lang
    everybody = tuple((str(who), names[str(who)]) for who in people(view))
    kinds: dict[str, dict[str, Any]] = {
        "amount": {"kind": "money", "is_required": True, "minimum": view.minimum},
        "playing": {"kind": "money", "title": label("field", "playing-said", lang)},
        "seat": {"kind": "number", "minimum": 1, "maximum": view.places, "is_required": True},
        "leader": {"kind": "choice", "options": (("", "—"), *everybody)},
    }

    def noted(tag: str, fields: tuple[str, ...]) -> Action:
        most = {"maximum": view.bank.in_play} if tag in ("stake", "join-banco") and view.bank is not None else {}
        asked = tuple(
            Field(name, **{"title": label("field", name, lang), **kinds[name], **(most if name == "amount" else {})})
            for name in fields
        )
        return with_quick_amounts(
            Action(tag, act(tag, {}, lang), "", False, {}, asked, (), "", variant="note"), view, lang
        )

    acts = (noted(tag, fields) for tag, fields in NOTABLE_ACTS.items())
    rest = {"rest": LUMP_SUM, "rest_name": label("chemin", "rest-of-table", lang)}
    return noting(Official(sight, person, view), view, everybody, acts, USUAL_ACTS, **rest)
