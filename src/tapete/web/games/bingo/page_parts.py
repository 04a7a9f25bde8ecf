"""The felt of a hall: the last ball, what was said, the prizes, the board and the called cartones, for every viewer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tapete.games.bingo.duties import QUESTION, REMINDERS
from tapete.games.bingo.terms import DRAWING, NaturalPlace, Phase, Prize as PrizeKind, natural_place, split_card
from tapete.games.bingo.view import CallView, View
from tapete.web.action_buttons import Action
from tapete.web.games.bingo.caller import as_said
from tapete.web.games.bingo.models import Call, HallFelt, Prize, grid
from tapete.web.page_context import PageContext, waits_for
from tapete.web.post_offers import absent_posts
from tapete.web.stage import build
from tapete.web.stage.model import Clock, Fact, Notice
from tapete.words import fill, join, label, with_one_euro

OF_EACH: Final = frozenset({"sale", "sale-double", "prizes"})
"""Formulas that are said once for each series, or for each game of a double."""

VERDICTS: Final = frozenset({"wrong", "right-linea", "right-bingo"})
"""Formulas with which a check ends."""

QUESTIONS: Final = ("more-lines", "more-bingos")
"""What is asked in the same breath as a verdict."""

BEFORE_BALLS: Final = frozenset({"start", "last-game", "second", "order-on"})
"""Formulas after which balls come: they are past with the first one."""

TAIL: Final = "sold-tail"
"""The formula that goes on with the sentence before it."""

NO_CALLS: Final[Mapping[str, tuple[Action, ...]]] = {}


def felt(sight: PageContext, of_calls: Mapping[str, tuple[Action, ...]] = NO_CALLS) -> HallFelt:
    """Return the felt; ``of_calls`` are the acts of a post on called cartones, by prize and cartón."""
    view, lang = sight.view_as(View), sight.lang
    is_ended = view.is_void or view.phase in (Phase.CHECKS, Phase.CLOSED)
    said = () if is_ended else view.announced_numbers
    phase = label("window", view.phase, lang)
    if view.void_cause and view.phase is Phase.VOID:
        phase = f"{phase} ({label('cause', view.void_cause, lang)})"
    notes = [Notice(text=_verdict(one, view, lang)) for one in view.verdicts]
    if view.is_report_open:
        notes.append(Notice(text=label("bingo", "report-open", lang), tone="stop"))
    shown = () if view.phase in (Phase.CHECKS, Phase.CLOSED) else view.announced_numbers
    return HallFelt(
        phase=phase[:1].upper() + phase[1:],
        game=f"{label('bingo', 'game', lang)} {view.game}" if view.game else "",
        sayings=_said(view),
        notes=tuple(notes),
        waits="" if view.phase in DRAWING else waits_for(view, sight.person, lang),
        absent=absent_posts(sight.table, view, lang) if sight.roles else (),
        clock=clock(sight, view),
        last=said[-1] if said else None,
        words=as_said(said[-1], view.number_style) if said else "",
        before=balls_before(said, view.previous_shown),
        numbers=shown,
        unshown=tuple(one for one in shown if one not in view.panel),
        prizes=() if is_ended else _prizes(view, lang),
        calls=tuple(
            call(one, view, lang, of_calls.get(call_key(one), ())) for one in sorted(view.calls, key=turn_of_call)
        ),
    )


def call_key(one: CallView) -> str:
    return f"{one.prize}:{one.card}"


def clock(sight: PageContext, view: View) -> Clock | None:
    """Return the clock that everybody sees; what staff are reminded of has none."""
    code = "clock-claims" if view.limit in ("", QUESTION) else f"clock-{view.limit}"
    found = None if view.limit in REMINDERS else sight.table.countdown.face()
    made = build.clock(found, sight.lang)
    return None if made is None else Clock(name=label("ui", code, sight.lang), ends=made.ends, total=made.total)


def balls_before(said: tuple[int, ...], shown: int) -> tuple[int, ...]:
    """Return the numbers that are shown beside the last one, the newest first: as many as the house shows."""
    return tuple(reversed(said[:-1]))[:shown]


def _said(view: View) -> tuple[str, ...]:
    """Return what was said last. Of several ranges, series, or games of a double, and of a verdict with what follows
    from it, it is one announcement; what is ordered later, after a right call, stands alone.
    """
    found, last, is_won = "", "", False
    for formula, text in view.announcements:
        follows = formula in QUESTIONS or (formula == "order-on" and not is_won)
        if found and formula == TAIL:
            found += f" {text}"
        elif (formula == last and formula in OF_EACH) or (follows and last in (*VERDICTS, *QUESTIONS)):
            found += f"{'' if found.endswith('?') else '.'} {text}"
        else:
            found = text
        is_won = formula.startswith("right-") or (is_won and not formula.startswith("order-"))
        last = formula
    is_past = view.phase in DRAWING and view.ball_count > 0 and not view.verdicts and last in BEFORE_BALLS
    return (with_one_euro(found),) if found and not is_past else ()


def _prizes(view: View, lang: str) -> tuple[Prize, ...]:
    won = {one.prize: tuple(short_card(card, view) for card in one.cards) for one in view.awards}
    found = []
    for prize, amount in view.prizes.items():
        cards, name = won.get(PrizeKind(prize), ()), label("prize", prize, lang)
        code = "won-by" if len(cards) == 1 else "won-by-many"
        winners = f"{label('bingo', code, lang)} {join(cards, lang)}" if cards else ""
        found.append(Prize(id=prize, name=name[:1].upper() + name[1:], amount=amount, winners=winners))
    return tuple(found)


def shares_told(view: View, lang: str) -> tuple[Fact, ...]:
    """Return which shares of the sales the prizes are that are no fixed sums."""
    listed = zip(PrizeKind, view.shares, strict=True)
    return tuple(
        Fact(name=label("prize", prize, lang).capitalize(), value=f"{100 * one.num / one.den:g} %")
        for prize, one in listed
        if one is not None
    )


def short_card(card: str, view: View) -> str:
    """Return the number of a cartón as it is said in the hall; its name with the series where several are played."""
    found = split_card(card)
    return str(found[1]) if found and len(view.series) < 2 else card


def turn_of_call(one: CallView) -> tuple[int, PrizeKind, NaturalPlace]:
    """Return where a called cartón stands: those under check first, then the right ones, those that wait, the wrong
    ones; each of them in the order of the numbers.
    """
    if one.valid is None:
        place = 0 if one.lines else 2
    else:
        place = 1 if one.valid else 3
    return place, one.prize, natural_place(one.card)


def _finding(one: CallView, lang: str) -> str:
    """Return what the check of a call found, and how many numbers it lacked; before that, that the master comes."""
    if one.valid is None:
        return "" if one.lines else label("bingo", "master-waits", lang)
    return fill(label("bingo", "is-right" if one.valid else "is-wrong", lang), {"lacking": one.lacking}, lang)


def _verdict(one: CallView, view: View, lang: str) -> str:
    facts = {"prize": one.prize, "card": short_card(one.card, view), "lacking": one.lacking}
    return fill(label("bingo", "was-right" if one.valid else "was-wrong", lang), facts, lang)


def call(one: CallView, view: View, lang: str, actions: tuple[Action, ...] = ()) -> Call:
    series, _, number = one.card.rpartition("/")
    prize = label("prize", str(one.prize), lang)
    card = label("bingo", "won-by", lang)
    return Call(
        title=f"{prize[:1].upper()}{prize[1:]} · {card[:1].lower()}{card[1:]} {number}",
        series=fill(label("bingo", "of-series", lang), {"series": series}, lang),
        rows=grid(one.lines),
        finding=_finding(one, lang),
        is_right=one.valid,
        actions=actions,
    )
