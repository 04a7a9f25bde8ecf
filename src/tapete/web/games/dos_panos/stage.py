"""The stage of the two-cloth game: one viewer's view, offers and clauses as the model of their page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tapete.clauses import Cite, cite_on_page
from tapete.clauses.register import register
from tapete.games.dos_panos.acts import AcceptBank, OpenAuction
from tapete.games.dos_panos.rules import GAME, AcrossLine, AwardWay, Rules, read
from tapete.games.dos_panos.terms import CLOTHS, PREPARING, Accident, Hand, Phase, Spot
from tapete.games.dos_panos.view import View
from tapete.kernel import HOUSE, Act, ActBody, PersonId, Refused
from tapete.rulebooks import Library, ReadsRulebooks, Rulebook, UnknownRulebookError, house_library
from tapete.table.staff import Role
from tapete.table.state import Incident
from tapete.web import action_buttons, seat_links
from tapete.web.action_buttons import Action, Field
from tapete.web.art.chips import rack
from tapete.web.games.baccarat.forms import ReportWording, claim_forms, claim_offer, correction_forms
from tapete.web.games.baccarat.stage_desk import Official, bars, incident_parts, noting, rulings, table_says
from tapete.web.games.dos_panos import felt
from tapete.web.games.dos_panos.felt import Look
from tapete.web.games.dos_panos.keys import LETTERS, SPOT_KEYS, at_once, with_quick_amounts
from tapete.web.games.dos_panos.notices import (
    NOTABLE_ACTS,
    USUAL_ACTS,
    CoupResult,
    RecentEvents,
    notices,
    result,
    with_witnesses,
)
from tapete.web.games.dos_panos.wording import (
    RULING_FORM,
    closed_reasons,
    ruling_words,
    short_of_players,
    stay_reason,
    with_full_name,
    with_warning,
)
from tapete.web.incident_desk import open_incident
from tapete.web.notices import Notice
from tapete.web.page_context import (
    SEATING as PLACES,
    PageContext,
    croupier,
    formulas,
    is_real_table,
    of_viewer,
    people,
    waits_for,
)
from tapete.web.post_offers import absent_posts
from tapete.web.stage import build
from tapete.web.stage.desk import Noting, OpenIncident, desk
from tapete.web.stage.model import Ask, Clause, Fact, Rail, Roads, Spot as BetSpot, Stage
from tapete.words import act, announcement, fill, label, money, refusal

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
"""What is told of a table whatever happens at it, by the code of its sentence; each is cited here once."""

VACANT: Final = (Phase.OPENING, Phase.REOFFER)
"""The phases in which nobody has the bank and it may be had."""
SEATING: Final = PLACES | {"sit-behind", "join-list", "leave-list"}
RARE: Final = frozenset(
    {"buy-in", "cash-out", "leave", "relieve", "ask-card-check", "set-options", "close-table", "move", "deal-card"}
)
"""What is seldom done, and a card that is dealt when all are: it is told as an error, apart from the lawful acts."""
ON_SPOTS: Final = frozenset({"stake", "take-stake"})
ELSEWHERE: Final = frozenset({"report", "give-ruling"})
"""What has a form of its own on the desk."""
OUTLINED: Final = frozenset({"leave-bank", "call-off", "annul-award", "close-table"})
"""Acts that let something go: they are never the large button."""
CALLS: Final = frozenset({"call-banco", "bid"})
"""What most people say in their phase, at the place of «carta» and «no»."""
REPORTS: Final = ReportWording(
    countable_accidents=frozenset({Accident.STUCK}),
    accidents_by_hand=frozenset({Accident.EXPOSED, Accident.OTHER}),
)
"""What the forms of reports ask beyond what the rules need."""


def facts(view: View, lang: str) -> tuple[str, ...]:
    """Return what the list of the hall tells of a table besides its minimum."""
    mode = label("bank-mode", view.mode, lang)
    most = (
        [] if view.bank_maximum is None else [f"{label('ui', 'bank-maximum', lang)} {money(view.bank_maximum, lang)}"]
    )
    return (mode, *most, label("conduct", view.conduct, lang), label("shoe", view.shoe_kind, lang))


def examined(incident: Incident, view: View, lang: str) -> OpenIncident:
    """Return what a report would come to."""
    return open_incident(incident, ruling_words(view, _names(view, lang)), lang)


def stage(sight: PageContext) -> Stage:
    """Return the page of a viewer; of nobody, the public screen."""
    view, person = sight.view_as(View), sight.person
    last = next(iter(reversed(_history(sight).coups)), None)
    on = Look(view, _names(view, sight.lang), sight.lang, bool(sight.roles), last)
    rules = rules_of(sight, view)
    buttons = () if person is None else _buttons(sight, on, person)
    return Stage(
        version=sight.table.version,
        step=str(view.step),
        screen=sight.screen,  # type: ignore[arg-type]
        rail=_rail(sight, view),
        felt=_felt(sight, on, rules),
        ask=Ask() if person is None else _ask(sight, on, person, buttons, rules),
        roads=_roads(_history(sight).coups, sight.lang),
        why=build.why(sight),
        desk=_desk(sight, on, person) if person is not None and sight.screen != "player" else build.NONE,
    )


def _names(view: View, lang: str) -> dict[str, str]:
    return {str(who): seat_links.short_name(str(who), view.name, lang) for who in felt.named_people(view)}


def _history(sight: PageContext) -> RecentEvents:
    """Return what was read in the record; nothing where nobody has read it."""
    return sight.history if isinstance(sight.history, RecentEvents) else RecentEvents()


def _bankers(view: View) -> tuple[PersonId | None, ...]:
    """Return who holds the bank or has it to deposit: they need no chips and no place."""
    return (None if view.bank is None else view.bank.banker, None if view.award is None else view.award.person)


def _rail(sight: PageContext, view: View) -> Rail:
    lang = sight.lang
    most = label("ui", "no-maximum", lang) if view.bank_maximum is None else money(view.bank_maximum, lang)
    told = (
        *build.sums((("minimum", view.minimum), ("maximum", view.maximum)), lang),
        Fact(name=label("cloths", "bank-minimum", lang), value=money(view.bank_minimum, lang)),
        Fact(name=label("ui", "bank-maximum", lang), value=most),
        *(Fact(name=label("ui", code, lang), value=str(number)) for code, number in _numbers(view)),
    )
    tags = [Fact(name="", value=label("bank-mode", view.mode, lang))]
    tags.append(Fact(name="", value=label("conduct", view.conduct, lang)))
    tags.append(Fact(name="", value=label("shoe", view.shoe_kind, lang), is_warning=view.shoe_kind != "sealed"))
    if view.last_coup:
        tags.append(Fact(name="", value=label("ui", "last-coup", lang), is_warning=True))
    rail = build.rail(sight, label("game", sight.table.game.key, lang), told, tuple(tags))
    if view.bank is None or sight.screen != "player" or sight.person != view.bank.banker:
        return rail
    return replace(rail, chips=view.bank.in_play, chips_name=label("cloths", "my-bank", lang))


def _numbers(view: View) -> tuple[tuple[str, int], ...]:
    return (("shoe", view.shoe), ("coup", view.coup.number))


# --- the rulebook -----------------------------------------------------------------------------------------------------


def library_of(sight: PageContext) -> Library:
    game = sight.table.game
    return game.library if isinstance(game, ReadsRulebooks) else house_library()


def book_of(sight: PageContext, view: View) -> Rulebook | None:
    """Return the rulebook in force, ``None`` where the library does not have it any more."""
    try:
        return library_of(sight).by_id(GAME, view.rulebook)
    except UnknownRulebookError:
        return None


def rules_of(sight: PageContext, view: View) -> Rules | None:
    """Return the rules in force, typed."""
    book = book_of(sight, view)
    return None if book is None else read(book)


def about(sight: PageContext) -> tuple[Clause, ...]:
    """Return what the rulebook in force, or one that it falls back on, states of the table whatever happens at it."""
    view, lang = sight.view_as(View), sight.lang
    book = book_of(sight, view)
    if book is None:
        return ()
    below = (library_of(sight).by_id(GAME, str(one)) for one in book.content.get("falls_back", ()))
    documents = {str(one.content.get("document")) for one in (book, *below)}
    layout = {"places": view.places // 2, "decks": view.decks}
    told = {place: label("cloths", f"fact-{place}", lang) for place in INFORMED}
    told["opposite"] += f" {fill(label('cloths', 'rules-layout', lang), layout, lang)}"
    return tuple(
        replace(build.clause(clause, lang), rule=told[place], lang="")
        for place, clause in INFORMED.items()
        if documents & {one.document for one in register()[str(clause)].sources}
    )


def vacancy(sight: PageContext, view: View, rules: Rules | None) -> tuple[str, ...]:
    """Return how somebody comes by the bank while nobody has it, by whom and within which limits; that nobody does, and
    why, where an open bank has had the shoes of its session.
    """
    lang = sight.lang
    if rules is None or view.phase not in VACANT:
        return ()
    over = _session_over(sight, view, OpenAuction())
    if over is not None and (view.phase == Phase.OPENING or _session_over(sight, view, AcceptBank()) is not None):
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


def _session_over(sight: PageContext, view: View, what: ActBody) -> Refused | None:
    """Return the refusal of a way to come by the bank, where it is that the session has had its shoes."""
    refused = sight.table.would_refuse(Act(view.staff.get(str(Role.INSPECTOR), HOUSE), what, view.step))
    return refused if refused is not None and refused.code == "session-over" else None


# --- the felt ---------------------------------------------------------------------------------------------------------


def _felt(sight: PageContext, on: Look, rules: Rules | None) -> felt.ClothsFelt:
    view, lang, table, last = on.view, sight.lang, sight.table, on.last
    spanish = formulas(table.game, view.rulebook)
    naming = seat_links.table_naming(view.name)
    current = (one for one in view.announcements if _is_current(str(one.formula), view))
    words = tuple(announcement(one.formula, one.values, lang, spanish, naming) for one in current)
    waits = _waits_for(on, sight.person)
    if waits and view.called_person and view.called_person == view.waits_for:
        waits = f"{waits} · {label('ui', 'was-called', lang)}"
    stopped = view.incidents[0] if view.incidents else None
    has_line = rules is not None and AcrossLine.BETWEEN_CLOTHS in rules.stakes.across_lines.value
    said = {"table-asked": view.coup.has_asked_table, "bank-bound": view.coup.is_bank_bound}
    shoe = [Fact(name=on.say("cards-out"), value=str(view.cards_out))]
    if view.last_coup:
        shoe.append(Fact(name=on.say("stop-card"), value=on.say("stop-out"), is_warning=True))
    return felt.ClothsFelt(
        look="two-cloths from-banker" if on.me is not None and on.me == on.banker else "two-cloths",
        phase=label("window", view.phase, lang),
        croupier=croupier(view, lang),
        sayings=words[-1:],
        earlier=words[:-1],
        waits=waits,
        absent=absent_posts(table, view, lang),
        loose=felt.loose_cards(on),
        result="" if stopped is None else _incident(stopped, lang),
        result_kind="" if stopped is None else "stop",
        standers=felt.standing(on),
        waiting_list=tuple(map(on.name, view.waiting_list)),
        clock=build.running_clock(sight),
        shoe=tuple(shoe),
        bank=felt.bank(on, vacancy(sight, view, rules)),
        cloths=felt.cloths(on, has_other_area=rules is not None and rules.stakes.other_cloth_area.value),
        across=felt.across(on) if has_line else None,
        banco=on.say("banco-plays", person=on.name(view.coup.banco)) if view.coup.banco and not on.is_past else "",
        notes=tuple(on.say(code) for code, is_so in said.items() if is_so and not on.is_past),
        next_step=_next_step(view, lang),
        last_coup="" if last is None or not on.is_past else _last_coup(last, lang),
        rulings=rulings(_history(sight).rulings, ruling_words(view, on.names), lang),
    )


OF_A_BANK: Final = frozenset({"bank-announced", "bank-amount"})
"""What the croupier says of a bank; all else is said of a coup."""


def _is_current(formula: str, view: View) -> bool:
    """Return True if what the croupier said is still so: a bank while there is one, a coup until the next begins."""
    if formula in OF_A_BANK:
        return view.bank is not None or view.award is not None
    return view.phase not in (Phase.BANCO, Phase.LOTS, Phase.BETS, *PREPARING)


def _incident(found: Incident, lang: str) -> str:
    return f"{label('ui', 'incident', lang)}: {label('irregularity', found.kind, lang)}"


def _waits_for(on: Look, person: PersonId | None) -> str:
    """Return the sentence that names whoever moves the game on; the banker sits in their chair, at no place."""
    if on.banker is not None and on.banker == on.view.waits_for != person:
        return fill(label("ui", "waits-for", on.lang), {"person": on.name(on.banker)}, on.lang)
    return waits_for(on.view, person, on.lang)


def _next_step(view: View, lang: str) -> str:
    """Return the sentence on what the table waits for."""
    if view.is_session_over:
        return label("cloths-step", "session-over", lang)
    if view.phase == Phase.REOFFER and not view.may_award_anew:
        return label("cloths-step", "reoffer-last", lang)
    return label("cloths-step", view.phase, lang)


def _roads(coups: tuple[CoupResult, ...], lang: str) -> Roads:
    """Return the last coups in words: each hand with its score, and what the bank won or lost."""
    counts = tuple(
        Fact(
            name=label("hand", cloth, lang).capitalize(),
            value=str(sum(one.winners.get(str(cloth)) == "punto" for one in coups)),
        )
        for cloth in CLOTHS
    )
    return Roads(counts=counts, lines=tuple(_past(one, lang) for one in reversed(coups)), has_plates=False)


def _last_coup(last: CoupResult, lang: str) -> str:
    told = _past(last, lang)
    mark = f" ({label('cloths', 'corrected', lang)})" if told.is_warning else ""
    return f"{label('ui', 'last-result', lang)}: {told.name}{mark}"


def _past(one: CoupResult, lang: str) -> Fact:
    def word(code: str, **told: object) -> str:
        return fill(label("cloths", code, lang), told, lang)

    scores = [f"{word('bank')} {one.scores.get('banca', '—')}"]
    for key in map(str, CLOTHS):
        ended = label("cloth-result", one.winners.get(key, "void"), lang)
        scores.append(f"{word(f'short-{key}')} {one.scores.get(key, '—')} {ended}")
    said = [word("past-bank", amount=one.bank), *(["banco"] if one.banco else [])]
    if one.is_corrected:
        said.append(word("corrected"))
    return Fact(name=" · ".join(scores), value=" · ".join(said), is_warning=one.is_corrected)


# --- what one may do --------------------------------------------------------------------------------------------------


def _buttons(sight: PageContext, on: Look, person: PersonId) -> tuple[Action, ...]:
    table, lang, view = sight.table, sight.lang, on.view
    hidden = ELSEWHERE | (frozenset({"relieve"}) if sight.screen == "player" else SEATING | {"buy-in"})
    found = action_buttons.actions(sight.offers, table.id, person, table.version, lang, hidden, table.game.key, LETTERS)
    own = (with_full_name(with_quick_amounts(one, view, lang), view, on.names, lang) for one in found)
    return tuple(
        build.on_page(at_once(with_warning(one, view, lang), view, lang, table.purse(person)), sight) for one in own
    )


def _ask(sight: PageContext, on: Look, person: PersonId, buttons: tuple[Action, ...], rules: Rules | None) -> Ask:
    view, lang, me = on.view, sight.lang, of_viewer(on.view.me)
    is_player, tags = sight.screen == "player", frozenset(one.act for one in sight.offers)
    is_banker = person in _bankers(view)
    is_there = me.cloth is not None or is_banker
    spots = _spots(sight, on, buttons, rules) if is_player and is_there and not is_banker else ()
    kept = [one.withdrawal for one in spots]
    shown = tuple(one for one in buttons if one.tag not in ON_SPOTS or (one.tag == "take-stake" and one not in kept))
    first = _first(view, is_player=is_player, is_there=is_there, is_banker=is_banker)
    main = tuple(one for one in shown if (one.is_main or one.tag in first) and one.tag not in OUTLINED)
    main = tuple(sorted(main, key=lambda one: (one.tag != "say", one.tag == "lay-down")))
    rest = tuple(one for one in shown if one not in main)
    rare = RARE | SEATING
    more = (*_free_stake(sight, on, buttons), *(one for one in rest if one.tag in rare))
    side = tuple(one for one in rest if one.tag not in rare)
    stays = stay_reason(sight, person, tags) if is_there else None
    if stays is not None:
        more += (Action("leave", act("leave", {}, lang), "", False, {}, (), stays.clauses, "", why_not=stays.text),)
    lost, posts = build.posts(sight)
    told = _history(sight).news
    closed = (*short_of_players(sight), *(closed_reasons(sight, person, tags) if is_there else ()))
    lift = main[0].fixed_fields.get("hand", "") if main and main[0].tag == "lift" else ""
    return Ask(
        sentence=_said(sight, on, person, main, tags, closed),
        main=main,
        side=side,
        more=more,
        spots=spots,
        rack=tuple(map(build.chip, rack(view.minimum, view.maximum or 100_000_00))) if spots else (),
        squeeze=lift,
        has_repeat=False,
        result=result(told, view, person, lang) if is_player else None,
        news=(*lost, *(build.notice(one, lang) for one in _news(sight, on, person) if is_player)),
        obstacles=tuple(build.notice(one, lang) for one in closed),
        posts=posts,
    )


def _news(sight: PageContext, on: Look, person: PersonId) -> Iterable[Notice]:
    """Return what just became of a player, what rulings keep them from, and what lies for them at the cash desk."""
    me, lang = of_viewer(on.view.me), on.lang
    yield from notices(_history(sight).news, person, lang)
    yield from bars(me.bars, lang)
    if me.deposit:
        yield Notice(f"{on.say('my-deposit')}: {money(me.deposit, lang)}")


def _first(view: View, *, is_player: bool, is_there: bool, is_banker: bool) -> frozenset[str]:
    """Return the acts that stand large besides those for which the table waits."""
    if not is_player or is_banker:
        return frozenset()
    if not is_there:
        return frozenset({"sit"})
    return CALLS if of_viewer(view.me).chips else frozenset({"buy-in"})


def _said(
    sight: PageContext,
    on: Look,
    person: PersonId,
    main: tuple[Action, ...],
    tags: frozenset[str],
    closed: tuple[Notice, ...],
) -> str:
    """Return the one sentence over the buttons: whose turn it is, what stands against the next step, else that step."""
    view, lang = on.view, on.lang
    if view.incidents:
        return label("desk", "awaits-ruling", lang)
    advice = next((one.advice for one in view.coup.cloths if one.advice), None)
    if advice is not None:
        return f"{on.say('advice')}: «{label('word', advice, lang)}»"
    is_bound = view.coup.has_asked_table or view.coup.is_bank_bound
    if is_bound and person == on.banker and (says := table_says(tags, lang)):
        return says
    if sight.screen != "player":
        return closed[0].text if closed and not main else _next_step(view, lang)
    return build.your_turn(view, lang, is_called=view.called_person == person) or _next_step(view, lang)


# --- the spots of a player --------------------------------------------------------------------------------------------


def _spots(sight: PageContext, on: Look, buttons: tuple[Action, ...], rules: Rules | None) -> tuple[BetSpot, ...]:
    """Return the viewer's spots from the first cloth to the second; they keep their place while nothing may be laid."""
    view, lang, own = on.view, on.lang, of_viewer(on.view.me).cloth or Hand.PRIMERO
    found = [(Hand.PRIMERO, Spot.CLOTH), (Hand.PRIMERO, Spot.LINE)]
    if rules is not None and rules.stakes.other_cloth_area.value:
        found.append((own, Spot.OTHER_CLOTH))
    if rules is not None and AcrossLine.BETWEEN_CLOTHS in rules.stakes.across_lines.value:
        found.append((own, Spot.ACROSS))
    found += [(Hand.SEGUNDO, Spot.LINE), (Hand.SEGUNDO, Spot.CLOTH)]
    closed = closed_reasons(sight, of_viewer(view.me).person, frozenset(one.act for one in sight.offers))
    why = closed[0].text if closed else _next_step(view, lang)
    plays, shown = {Spot.CLOTH: felt.IN_PLAY}, []
    for cloth, spot in found:
        lay, back = (_on_spot(buttons, tag, cloth, spot) for tag in ("stake", "take-stake"))
        amount = next((one for one in lay.fields if one.kind == "money"), None) if lay is not None else None
        here = [one for one in felt.stakes_on(on, cloth) if one.spot in (spot, plays.get(spot))]
        shown.append(
            BetSpot(
                id=f"{cloth}-{spot}",
                name=_spot_name(on, cloth, spot),
                key=SPOT_KEYS.get((cloth, spot), ""),
                stake=sum(one.amount for one in here if one.person == on.me),
                total=sum(one.amount for one in here),
                least=(amount and amount.minimum) or 0,
                most=(amount and amount.maximum) or 0,
                why_not="" if lay is not None else why,
                lay=None if lay is None else replace(lay, fields=(), clauses=()),
                withdrawal=back,
            )
        )
    return tuple(shown)


def _free_stake(sight: PageContext, on: Look, buttons: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the form of a stake that no chips of the rack make up: how much in all, on which cloth, on which spot."""
    lang, own = on.lang, of_viewer(on.view.me).cloth or Hand.PRIMERO
    laid = [one for one in buttons if one.tag == "stake"]
    amount = next((one for found in laid for one in found.fields if one.kind == "money"), None)
    if amount is None:
        return ()
    cloths = sorted(CLOTHS, key=lambda one: one is not own)
    spots = dict.fromkeys(one.fixed_fields["spot"] for one in laid)
    fields = (
        amount,
        Field("cloth", "choice", tuple((str(one), label("hand", one, lang)) for one in cloths)),
        Field("spot", "choice", tuple((one, label("spot", one, lang)) for one in spots)),
    )
    free = replace(laid[0], name=on.say("stake-amount"), fields=fields, fixed_fields={}, clauses=(), variant="amount")
    return (build.on_page(free, sight),)


def _spot_name(on: Look, cloth: Hand, spot: Spot) -> str:
    if spot is Spot.CLOTH:
        return label("hand", cloth, on.lang).capitalize()
    return on.say(f"spot-{spot}", cloth=label("cloths", f"short-{cloth}", on.lang))


def _on_spot(buttons: tuple[Action, ...], tag: str, cloth: Hand, spot: Spot) -> Action | None:
    there = {"cloth": str(cloth), "spot": str(spot)}
    return next((one for one in buttons if one.tag == tag and there.items() <= one.fixed_fields.items()), None)


# --- the desk ---------------------------------------------------------------------------------------------------------


def _desk(sight: PageContext, on: Look, person: PersonId) -> msgspec.Raw:
    lang, table, view = sight.lang, sight.table, on.view
    at = Official(sight, person, view)
    incidents = at.incidents(view, ruling_words(view, on.names))
    incidents = with_witnesses(incidents, sight, view, on.names)
    in_chair = () if on.banker is None else (on.banker,)
    everybody = dict.fromkeys((*people(view), *in_chair, *view.waiting_list))
    named = tuple((str(who), on.name(who)) for who in everybody)
    claims = claim_forms(claim_offer(people(view), view.coup.number, {}), lang, table.id, person, table.version)
    gone = (*in_chair, *map(PersonId, _history(sight).players))
    right = correction_forms(sight, person, view.coup.number, gone)
    is_real = is_real_table(view)
    return desk(
        sight,
        **incident_parts(at, incidents, RULING_FORM, named, REPORTS),
        corrections=tuple(build.on_page(one, sight) for one in (*claims, *right)),
        noting=_noting(sight, on, person, named) if sight.screen == "croupier" and is_real else None,
        link_for=named if is_real else (),
        slip=felt.slip(on, rules_of(sight, view)),
    )


def _noting(sight: PageContext, on: Look, person: PersonId, named: tuple[tuple[str, str], ...]) -> Noting:
    """Return what the croupier of a real table writes down for people."""
    view, lang, rules = on.view, sight.lang, rules_of(sight, on.view)
    has_area = rules is not None and rules.stakes.other_cloth_area.value
    spots = tuple(
        one for one in (Spot.CLOTH, Spot.LINE, Spot.ACROSS, Spot.OTHER_CLOTH) if has_area or one != Spot.OTHER_CLOTH
    )
    kinds: dict[str, dict[str, Any]] = {
        "amount": {"kind": "money", "minimum": view.minimum, "is_required": True},
        "seat": {"kind": "number", "minimum": 1, "maximum": view.places, "is_required": True},
        "cloth": {"kind": "choice", "options": tuple((str(one), label("hand", one, lang)) for one in CLOTHS)},
        "spot": {"kind": "choice", "options": tuple((str(one), label("spot", one, lang)) for one in spots)},
    }

    def noted(tag: str, fields: tuple[str, ...]) -> Action:
        asked = tuple(Field(name, **{"title": label("field", name, lang), **kinds[name]}) for name in fields)
        name = on.say("note-stake") if tag == "stake" else act(tag, {}, lang)
        return with_quick_amounts(Action(tag, name, "", False, {}, asked, (), "", variant="note"), view, lang)

    acts = (noted(tag, fields) for tag, fields in NOTABLE_ACTS.items())
    return noting(Official(sight, person, view), view, named, acts, USUAL_ACTS)
