"""The stage of a bingo hall: one viewer's view and offers as the model of their page, with the felt that all see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from tapete.games.bingo.duties import QUESTION, REMINDERS
from tapete.games.bingo.state import call_name
from tapete.games.bingo.terms import DRAWING, Phase, Prize as PrizeKind
from tapete.games.bingo.view import CallView, View
from tapete.web.games.bingo.models import Call, HallFelt, OfCalls, Prize, grid, turn_of_call
from tapete.web.games.bingo.player_page import player_ask, player_desk
from tapete.web.games.bingo.staff_page import staff_page
from tapete.web.games.bingo.wording import as_said, capital, say, shares_told, short_card
from tapete.web.page_context import PageContext, waits_for
from tapete.web.post_offers import absent_posts
from tapete.web.stage import build
from tapete.web.stage.model import Ask, Clock, Fact, Notice, Stage
from tapete.words import join, label, money, with_one_euro

OWN_WORDS: Final = {
    "bingo": """
        auto-marks balls-before board camera call-asked call-bingo call-bingo-yes call-linea call-linea-yes cards-left
        file file-any-columns file-columns file-help file-kept file-refused
        file-send file-tens join last-ball marks-help minutes my-cards my-movements next-card no-ball
        prizes say-balls section-accounts series-from-file
    """,
    "bingo-field": "identification kind letter only value",
    "bingo-choice": "double everything paper phone single",
    "ui": "invite-code",
}
BROWSER_WORDS: Final = tuple((topic, code) for topic, codes in OWN_WORDS.items() for code in codes.split())

EACH: Final = frozenset({"sale", "sale-double", "prizes"})
"""Formulas that are said once for each series, or for each game of a double."""

VERDICTS: Final = frozenset({"wrong", "right-linea", "right-bingo"})
"""Formulas with which a check ends."""

QUESTIONS: Final = frozenset({"more-lines", "more-bingos"})
"""What is asked in the same breath as a verdict."""

BEFORE_BALLS: Final = frozenset({"start", "last-game", "second", "order-on"})
"""Formulas after which balls come: they are past with the first one."""

TAIL: Final = "sold-tail"
"""The formula that goes on with the sentence before it."""


def facts(view: View, lang: str) -> tuple[str, ...]:
    """Return what the list of the hall tells of a bingo hall."""
    told = [f"{say('game', lang)} {view.game}"] if view.game else []
    return (*told, *(f"{label('prize', one, lang)} {money(amount, lang)}" for one, amount in view.prizes.items()))


def stage(sight: PageContext) -> Stage:
    """Return the page of a viewer; of nobody, the wall of the hall."""
    view, person, lang = sight.view_as(View), sight.person, sight.lang
    ask, desk = Ask(), build.NONE
    of_calls: OfCalls = {}
    if person is not None and sight.screen == "player":
        ask, desk = player_ask(sight), msgspec.Raw(msgspec.json.encode(player_desk(sight)))
    elif person is not None:
        ask, desk, of_calls = staff_page(sight, person)
    shown = [Fact(name=say("price", lang), value=money(view.price, lang))] if view.price else []
    shown.append(Fact(name=say("sold", lang), value=str(view.cards_sold)))
    tags = (*((Fact(name="", value=view.title),) if view.title else ()), *shares_told(view, lang))
    rail = build.rail(sight, label("game", "bingo", lang), tuple(shown), tags)
    return Stage(
        version=sight.table.version,
        step=str(view.step),
        screen=sight.screen,  # type: ignore[arg-type]
        rail=replace(rail, chips_name=say("account", lang)),
        felt=felt(sight, of_calls),
        ask=ask,
        why=build.why(sight),
        desk=desk,
    )


def felt(sight: PageContext, of_calls: OfCalls) -> HallFelt:
    """Return the felt; ``of_calls`` are the acts of a post on called cartones, by prize and cartón."""
    view, lang = sight.view_as(View), sight.lang
    shown = () if view.phase in (Phase.CHECKS, Phase.CLOSED) else view.announced_numbers
    said = () if view.is_void else shown
    is_ended = view.is_void or view.phase in (Phase.CHECKS, Phase.CLOSED)
    phase = capital(label("window", view.phase, lang))
    if view.void_cause and view.phase is Phase.VOID:
        phase = f"{phase} ({label('cause', view.void_cause, lang)})"
    report = (Notice(text=say("report-open", lang), tone="stop"),) if view.is_report_open else ()
    return HallFelt(
        phase=phase,
        game=f"{say('game', lang)} {view.game}" if view.game else "",
        sayings=_said(view),
        notes=(*(Notice(text=_verdict(one, view, lang)) for one in view.verdicts), *report),
        waits="" if view.phase in DRAWING else waits_for(view, sight.person, lang),
        absent=absent_posts(sight.table, view, lang) if sight.roles else (),
        clock=_clock(sight, view),
        last=said[-1] if said else None,
        words=as_said(said[-1], view.number_style) if said else "",
        before=tuple(reversed(said[:-1]))[: view.previous_shown],
        numbers=shown,
        unshown=tuple(one for one in shown if one not in view.panel),
        prizes=() if is_ended else tuple(_prizes(view, lang)),
        calls=tuple(_call(one, lang, of_calls) for one in sorted(view.calls, key=turn_of_call)),
    )


def _clock(sight: PageContext, view: View) -> Clock | None:
    """Return the clock that everybody sees; what staff are reminded of has none."""
    code = "clock-claims" if view.limit in ("", QUESTION) else f"clock-{view.limit}"
    made = None if view.limit in REMINDERS else build.clock(sight.table.countdown.face(), sight.lang)
    return None if made is None else Clock(name=label("ui", code, sight.lang), ends=made.ends, total=made.total)


def _said(view: View) -> tuple[str, ...]:
    """Return what was said last. Of several ranges, series, or games of a double, and of a verdict with what follows
    from it, it is one announcement; what is ordered later, after a right call, stands alone.
    """
    found, last, is_won = "", "", False
    for formula, text in view.announcements:
        follows = formula in QUESTIONS or (formula == "order-on" and not is_won)
        if found and formula == TAIL:
            found += f" {text}"
        elif (formula == last and formula in EACH) or (follows and last in (VERDICTS | QUESTIONS)):
            found += f"{'' if found.endswith('?') else '.'} {text}"
        else:
            found = text
        is_won = formula.startswith("right-") or (is_won and not formula.startswith("order-"))
        last = formula
    is_past = view.phase in DRAWING and view.ball_count > 0 and not view.verdicts and last in BEFORE_BALLS
    return (with_one_euro(found),) if found and not is_past else ()


def _prizes(view: View, lang: str) -> Iterator[Prize]:
    won = {one.prize: [short_card(card, view) for card in one.cards] for one in view.awards}
    for prize, amount in view.prizes.items():
        cards = won.get(PrizeKind(prize), [])
        winners = f"{say('won-by' if len(cards) == 1 else 'won-by-many', lang)} {join(cards, lang)}" if cards else ""
        yield Prize(id=prize, name=capital(label("prize", prize, lang)), amount=amount, winners=winners)


def _verdict(one: CallView, view: View, lang: str) -> str:
    code = "was-right" if one.valid else "was-wrong"
    return say(code, lang, prize=one.prize, card=short_card(one.card, view), lacking=one.lacking)


def _call(one: CallView, lang: str, of_calls: OfCalls) -> Call:
    """Return a called cartón with what its check found, and how many numbers it lacked; before that, that the master
    comes.
    """
    series, _, number = one.card.rpartition("/")
    card, finding = say("won-by", lang), ""
    if one.valid is not None:
        finding = say("is-right" if one.valid else "is-wrong", lang, lacking=one.lacking)
    elif not one.lines:
        finding = say("master-waits", lang)
    return Call(
        title=f"{capital(label('prize', one.prize, lang))} · {card[:1].lower()}{card[1:]} {number}",
        series=say("of-series", lang, series=series),
        rows=grid(one.lines),
        finding=finding,
        is_right=one.valid,
        actions=of_calls.get(call_name(one.prize, one.card), ()),
    )
