"""The stage of chemin de fer: one viewer's view, offers and clauses as the model of their page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tapete.clauses import Cite, cite_on_page
from tapete.clauses.register import documents
from tapete.games.baccarat.effects import Party
from tapete.games.chemin_de_fer.acts import CloseBets
from tapete.games.chemin_de_fer.terms import COUP, Accident, Call, Phase
from tapete.games.chemin_de_fer.view import View
from tapete.kernel import Amount, Choice, Field as Described, Offer, People, Text
from tapete.table.staff import Role
from tapete.web.action_buttons import Action, Field
from tapete.web.game_screen import GameScreen
from tapete.web.games.baccarat import desk, news, page
from tapete.web.games.baccarat.forms import ReportWording, claim_offer
from tapete.web.games.baccarat.page import Page
from tapete.web.games.baccarat.remedies import EFFECTS, RemedyContext, RulingChoices
from tapete.web.games.chemin_de_fer import felt
from tapete.web.games.chemin_de_fer.buttons import (
    KIND_OF,
    LETTERS,
    NEXT_STEPS,
    at_once,
    call_names,
    closed_reasons,
    missing_for_bank,
    usual_amounts,
    with_full_name,
    with_warning,
)
from tapete.web.games.chemin_de_fer.notices import (
    LUMP_SUM,
    NOTABLE_ACTS,
    PUBLIC_EVENTS,
    QUIET_EVENTS,
    USUAL_ACTS,
    RecentEvents,
    log_wording,
    pending_return,
    prepare_lump_sum,
)
from tapete.web.page_context import MoreTime, PageContext, of_viewer, people, waits_for
from tapete.web.seat_links import table_naming
from tapete.web.stage import build
from tapete.web.stage.desk import Noting
from tapete.web.stage.model import Ask, Clause, Fact, Rail, Roads, Stage
from tapete.web.stage.roads import Shown, roads
from tapete.words import label, money

Here = Page[View, RecentEvents]

PLACES: Final[Mapping[str, Cite]] = {
    "names": cite_on_page("CF.R.05"),
    "one_resolution": cite_on_page("CF.R.01"),
    "dates": cite_on_page("CF.R.02"),
    "catalogue": cite_on_page("CF.R.04"),
    "staff": cite_on_page("CF.S.03"),
    "shoe_rules": cite_on_page("CF.S.04"),
    "minimum_shown": cite_on_page("CF.E2.03"),
    "garage": cite_on_page("CF.E3.01"),
    "stop_card": cite_on_page("CF.B.09"),
    "paddle": cite_on_page("CF.B.39"),
    "own_area": cite_on_page("CF.D.02"),
    "watch_stakes": cite_on_page("CF.C4.17"),
}
"""What is told of a table whatever happens at it, by the code of its sentence; each is cited here once."""
SHOWN: Final[dict[str, Cite]] = {
    "garage": cite_on_page("CF.B.46"),
    "seat": PLACES["own_area"],
    "shoe": PLACES["stop_card"],
    "deal": PLACES["paddle"],
}
"""The clauses that a part of the felt shows."""

OUTLINED: Final = frozenset({"decline-bank", "decline-cut", "call-off", "pass-hand", "refuse-to-deal", "close-table"})
"""Acts that let something go: the table may wait for them, and they are the large button only where nothing else is
within reach.
"""
LATER: Final = frozenset({"stake", "lay-down"})
"""Acts that stand behind what is more often done beside them: a banco, a word."""
CALLS: Final = frozenset({"call-banco-seguido", "call-banco", "stake"})
"""What most people say while stakes are made, at the place of «carta» and «no»."""
REPORTS: Final = ReportWording(
    countable_accidents=frozenset({Accident.STUCK, Accident.CARTA_CALLED}),
    accidents_by_hand=frozenset({Accident.EXPOSED, Accident.OTHER}),
)
"""What the forms of reports ask beyond what the rules need."""
RULING: Final = RulingChoices(
    {**EFFECTS, "set-aside": ("position",)},  # a card drawn too early can be the next one
    ("punto", "banca"),
    ("punto", "punto-3", "banca", "banca-3", "basket"),
    ("deal", "carry", "lift", "word", "answer", "banker", "show"),
)
"""What an official chooses from in a ruling of their own."""


def facts(view: View, lang: str) -> tuple[str, ...]:
    """Return what the list of the hall tells of a table besides its minimum."""
    return (f"{label('ui', 'bank-maximum', lang)} {page.most_of_bank(view, lang)}", *page.unusual(view, lang))


def stage(sight: PageContext) -> Stage:
    """Return the page of a viewer; of nobody, the public screen."""
    on = page.look_at(sight, View, RecentEvents, "chemin")
    shown = felt.felt(on, SHOWN)
    return page.stage_of(on, _rail(on), shown, _roads(on), lambda: _ask(on), lambda: _desk(on))


def _rail(on: Here) -> Rail:
    view, title = on.view, label("game", on.view.variant, on.lang).partition(" (")[0]
    sums = (("minimum", view.minimum), ("bank-minimum", view.bank_minimum), ("bank-maximum", view.bank_maximum))
    numbers = (("shoe", view.shoe), ("coup", view.coup.number))
    return page.rail(on, title, sums, numbers, ())


def about(sight: PageContext) -> tuple[Clause, ...]:
    """Return what the table is and by whose rules it is played."""
    view, lang = sight.view_as(View), sight.lang
    document, least = documents().get(view.document), view.authorised_minimum
    told = page.told_of_table(
        {name: cite for name, cite in PLACES.items() if document is not None or name != "dates"},
        "chemin-fact",
        lang,
        **{name: getattr(view, name) for name in ("document", "rulebook", "places", "decks", "minimum")},
        adopted=document and document.date,
        in_force=document and document.in_force,
        authorised=money(least, lang) if least else label("chemin", "not-recorded", lang),
    )
    free = {"freedom": Cite("CF.A.16")} if view.banco_freedom else {}
    return (*told, *page.told_of_table(free, "chemin-fact", lang))


def _roads(on: Here) -> Roads:
    """Return the last coups: who won, with which totals, for how much and how it was covered."""
    lang, history = on.lang, on.view.history
    shown = tuple(Shown(str(one.winner)) for one in history)
    counts = tuple(
        Fact(name=label("winner", side, lang), value=str(sum(one.winner == side for one in shown)))
        for side in ("punto", "banca", "empate")
    )
    lines = tuple(
        Fact(
            name=f"{label('letter', one.winner, lang)} {_total(one.punto)}–{_total(one.banca)}",
            value=(f"{money(one.covered_amount, lang)} {label('cover', one.cover, lang)}" if one.cover else "")
            + (f" ({on.say('corrected')})" if one.is_corrected else ""),
        )
        for one in reversed(history)
    )
    found = roads(shown, counts, 15 if on.sight.screen == "public" else 12)
    return replace(found, big_eye=(), small=(), cockroach=(), lines=lines or (Fact(name=on.say("no-past"), value=""),))


def _total(found: int | None) -> str:
    return "—" if found is None else str(found)


# --- what one may do --------------------------------------------------------------------------------------------------


def _buttons(on: Here) -> tuple[Action, ...]:
    said = {one.kind for one in on.view.calls if one.person == on.viewer}
    hidden = {tag for tag, kind in KIND_OF.items() if tag.startswith("call-") and kind in said}  # twice says no more
    return page.buttons(on, LETTERS, hidden, usual_amounts, with_full_name, with_warning, at_once)


def _ask(on: Here) -> Ask:
    view, person, me, buttons = on.view, on.viewer, of_viewer(on.view.me), _buttons(on)
    naming = table_naming(view.name)
    is_placed = person in people(view)
    first = _first(on, is_placed=is_placed)
    main = [
        one
        for one in buttons
        if (one.is_main or one.tag in first)
        and not ((one.tag in OUTLINED - first) or one.question or (one.tag == "stake" and not one.at_once))
    ]
    main.sort(key=lambda one: one.tag in LATER)
    rest = tuple(one for one in buttons if one not in main)
    rare = (
        page.RARE
        | {"ask-seat-change", "stake-on-line", "refuse-to-deal"}
        | (page.SEATING if is_placed else frozenset())
    )
    rare |= frozenset() if any(felt.asks(on)) else {"join-banco"}
    rare -= {"buy-in"} if missing_for_bank(view) else set()
    short = on.next_step_refused(NEXT_STEPS, frozenset({"too-few-players"}))
    return page.ask_of(
        on,
        tuple(main),
        rest,
        rare,
        news=(
            *pending_return(view, person, naming, on.lang),
            *on.history.notices(person, naming, on.lang),
            *desk.bars(me.bars, on.lang),
        ),
        closed=(*short, *(closed_reasons(on) if is_placed else ())),
        is_held=is_placed,
        sentence=_said(on, has_main=bool(main), has_side=any(one.tag not in rare for one in rest)),
        result=on.history.result(person, on.lang) if on.is_player else None,
        squeeze="punto" if on.is_player and main and main[0].tag == "lift" and view.coup.holder == person else "",
    )


def _first(on: Here, *, is_placed: bool) -> frozenset[str]:
    """Return the acts that stand large besides those for which the table waits."""
    view = on.view
    if not on.is_player:
        return frozenset()
    if not is_placed:
        return frozenset({"sit"})
    me = of_viewer(view.me)
    parts = () if view.bank is None else view.bank.parts
    in_play = {one.person for one in (*view.coup.stakes, *parts)} | {one.person for one in view.calls}
    if missing_for_bank(view) and "take-bank" not in on.tags:
        return frozenset({"buy-in" if me.place_at_stake else "decline-bank"})
    if not me.chips and me.person not in in_play:
        return frozenset({"buy-in"})
    bids = frozenset[str]() if page.is_top_bidder(on) else frozenset({"bid"})
    if view.phase != Phase.BETS or any(one.person == me.person for one in view.calls):
        return bids  # whoever has staked is not pressed to stake more
    behind = {"call-banco"} if me.banco_behind is not None else set()  # another's would play
    is_bank_called = any(one.kind in (Call.BANCO, Call.SEGUIDO) for one in view.calls)  # a stake would come back
    is_whole = view.bank is not None and view.bank.in_play <= view.minimum  # the least stake is the whole bank
    return CALLS - behind - ({"stake"} if is_bank_called or is_whole else set())


def _said(on: Here, *, has_main: bool, has_side: bool) -> str:
    """Return what stands over the buttons: whose turn it is, or why there is nothing to do."""
    view, lang, coup, person = on.view, on.lang, on.view.coup, on.viewer
    waiting = label("ui", "waiting", lang)
    if view.incidents:
        return label("desk", "awaits-ruling", lang)
    if not on.is_player:
        if has_main:
            return ""
        is_croupier = on.sight.screen == "croupier"  # calling the coup off is no way on
        no = on.next_step_refused({Phase.BETS: CloseBets()}) if is_croupier else ()
        return next((one.text for one in no), "") or waits_for(view, person, lang) or ("" if has_side else waiting)
    if coup.holder == person and view.phase in (Phase.LIFT, Phase.WORD):
        said = on.say(
            "second-warning" if coup.is_warned else "your-cards" if view.phase == Phase.LIFT else _word_due(on)
        )
        return f"{said} · {on.say('advice')} «{coup.advice}»" if coup.advice else said
    is_bound = on.banker == person and coup.by_table
    if is_bound and (says := desk.table_says(on.tags, lang)):
        return says
    if page.is_top_bidder(on):
        return label("ui", "bid-leads", lang)
    if on.banker == person and view.phase in (Phase.BETWEEN, Phase.BETS) and not has_main:
        return on.say("bank-is-yours")
    mine = [one for one in view.calls if one.person == person]
    if mine and view.phase == Phase.BETS:
        return on.say("you-called", calls=call_names(mine, lang))
    said = build.your_turn(view, lang, is_called=view.called_person == person)
    return said or ("" if has_main else waits_for(view, person, lang) or waiting)


def _word_due(on: Here) -> str:
    """Return the sentence for the words that a holder may say: by the rules it may be one alone, or none of both."""
    words = [str(one.fixed_value("word")) for one in on.offers if one.act == "say"]
    return "your-word" if len(words) > 1 else f"your-word-{words[0]}" if words else "your-natural"


# --- the desk ---------------------------------------------------------------------------------------------------------


def _desk(on: Here) -> msgspec.Raw:
    slip = felt.slip(on) if on.sight.screen == "croupier" else ()
    wording = RemedyContext(on.view)
    return desk.official_desk(on, wording, RULING, REPORTS, _claims(on), slip, lambda named: _noting(on, named))


def _claims(on: Here) -> Iterator[Offer]:
    """Yield what an official writes down of a player's claim about a coup or a stake, and the croupier of a stake laid
    too late: where cards lie, one can have been.
    """
    view, everybody = on.view, People(tuple(map(str, people(on.view))))
    yield from claim_offer(people(view), view.coup.number, {"against": Choice(tuple(map(str, Party)))})
    if not everybody.options:
        return
    stake: dict[str, Described] = {"person": everybody, "amount": Amount(1)}
    yield Offer(
        "record-stake-claim",
        {**stake, "uncovered": Choice((True, False)), "watched": Choice((True, False)), "note": Text()},
    )
    if str(view.conduct) == "observed" and view.staff.get(str(Role.CROUPIER)) == on.viewer and view.phase in COUP:
        yield Offer("note-late-stake", stake)


def _noting(on: Here, people: desk.Named) -> Noting:
    """Return what the croupier of a real table writes down for people."""

    def within_bank(action: Action) -> Action:
        most = None if on.view.bank is None or action.tag not in ("stake", "join-banco") else on.view.bank.in_play
        found = (replace(one, maximum=most) if one.name == "amount" else one for one in action.fields)
        return replace(action, fields=tuple(found))

    return desk.noting(
        on,
        people,
        NOTABLE_ACTS,
        USUAL_ACTS,
        usual_amounts,
        within_bank,
        Field("playing", "money", title=label("field", "playing-said", on.lang)),
        Field("leader", "choice", (("", "—"), *people)),
        rest=LUMP_SUM,
        rest_name=on.say("rest-of-table"),
    )


SCREEN: GameScreen[Any] = GameScreen(
    stage=stage,
    felt="chemin_de_fer",
    browser_words=(("chemin-fact", "garage"),),
    about=about,
    examined=partial(desk.examined, wording=RemedyContext),
    facts=facts,
    letters=LETTERS,
    may_stand=True,
    effects=RULING.effects,
    notable_acts=NOTABLE_ACTS,
    quiet_events=QUIET_EVENTS,
    public_events=PUBLIC_EVENTS,
    telling_events=news.without_clearing,
    log_wording=log_wording,
    history=RecentEvents,
    prepare=prepare_lump_sum,
    more_time=MoreTime(frozenset({"bets", "auction", "withdrawals"}), {"close-bets": "bets"}),
)
