"""What a page of a bingo hall shows, made of one viewer's view and offers, for its templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from tapete.games.bingo.terms import NaturalPlace, Phase, Prize, natural_place, split_card
from tapete.games.bingo.times import QUESTION, REMINDERS
from tapete.games.bingo.view import View
from tapete.games.bingo.view_parts import CallView, Me, OwnCard
from tapete.kernel import Offer, PersonId
from tapete.web import action_buttons
from tapete.web.action_buttons import Action
from tapete.web.games.bingo import desk
from tapete.web.games.bingo.accounts import accounts, linked
from tapete.web.games.bingo.book import READERS
from tapete.web.games.bingo.button_names import buttons, with_hall_fields
from tapete.web.games.bingo.cartones import grid
from tapete.web.games.bingo.models import CallModel, CardModel, PrizeModel, Screen, Till
from tapete.web.games.bingo.number_words import as_said
from tapete.web.games.bingo.selling import sales
from tapete.web.games.bingo.shortcuts import LETTERS
from tapete.web.ports import Table
from tapete.web.screens.frame import PageContext, frame, of_viewer, waits_for
from tapete.web.seat_links import short_name
from tapete.words import fill, label, money, with_one_euro

OWN: Final = frozenset({"call-prize", "mark-number"})
"""What a player does at his cartones."""

AT_HAND: Final = frozenset({"take-call-back", "witness-checks", "want-cards", "settle-money", "return-cards"})
"""What a player finds without opening the drawer."""

OF_EACH: Final = frozenset({"sale", "sale-double", "prizes"})
"""Formulas that are said once for each series, or for each game of a double."""

VERDICTS: Final = frozenset({"wrong", "right-linea", "right-bingo"})
"""Formulas with which a check ends; what is said in the same breath goes on with them."""

TAIL: Final = "sold-tail"
"""The formula that goes on with the sentence before it."""

ACCOUNT: Final = frozenset({"buy-in", "cash-out"})


def facts(view: View, lang: str) -> tuple[str, ...]:
    """Return what the list of the hall tells of a bingo hall."""
    told = [f"{label('bingo', 'game', lang)} {view.game}"] if view.game else []
    told += [f"{name} {money(amount, lang)}" for name, amount in _amounts(view, lang)]
    return tuple(told)


def _amounts(view: View, lang: str) -> list[tuple[str, int]]:
    return [(label("prize", prize, lang), amount) for prize, amount in view.prizes.items()]


def screen(sight: PageContext) -> Screen:
    """Return the page of a viewer; of nobody, the panel of the hall."""
    common = _common(sight)
    if sight.person is None:
        return Screen(**common)
    return _player(sight, sight.person, common) if sight.screen == "player" else _staff(sight, sight.person, common)


def _common(sight: PageContext) -> dict[str, Any]:
    view, lang = sight.view_as(View), sight.lang
    is_ended = view.is_void or view.phase in (Phase.CHECKS, Phase.CLOSED)
    said = () if is_ended else view.announced_numbers
    common = frame(sight)
    if sight.person is None:
        common["absent_posts"] = ()
    return common | {
        "clock": None if view.limit in REMINDERS else common["clock"],
        "clock_words": "clock-claims" if view.limit in ("", QUESTION) else f"clock-{view.limit}",
        "title": view.name,
        "variant": view.variant,
        "look": "bg-room",
        "announcements": _said(view),
        "verdicts": tuple(_verdict(one, view, lang) for one in view.verdicts),
        "waits_for": waits_for(view, sight.person, lang),
        "last": said[-1] if said else None,
        "last_words": as_said(said[-1], view.number_style) if said else "",
        "has_automatic_marks": view.has_automatic_marks,
        "before": balls_before(said, view.previous_shown),
        "prizes": () if is_ended else _prizes(view, lang),
        "calls": tuple(_call(one, view, lang) for one in sorted(view.calls, key=_turn)),
    }


def balls_before(said: tuple[int, ...], shown: int) -> tuple[int, ...]:
    """Return the numbers that stand beside the last one, the newest first: as many as the house shows."""
    return tuple(reversed(said[:-1]))[:shown]


def _said(view: View) -> tuple[str, ...]:
    """Return what was said, in order; what was sold in several ranges, and what is said of each series of a
    sale, or of each game of a double, are one announcement.
    """
    found: list[str] = []
    last = ""
    for formula, text in view.announcements:
        if found and formula == TAIL:
            found[-1] += f" {text}"
        elif (formula == last and formula in OF_EACH) or last in VERDICTS:
            found[-1] += f". {text}"
        else:
            found.append(text)
        last = formula
    return tuple(map(with_one_euro, found))


def _prizes(view: View, lang: str) -> tuple[PrizeModel, ...]:
    won = {one.prize: tuple(_short(card, view) for card in one.cards) for one in view.awards}
    return tuple(
        PrizeModel(label("prize", prize, lang), amount, won.get(Prize(prize), ()))
        for prize, amount in view.prizes.items()
    )


def _short(card: str, view: View) -> str:
    """Return the number of a cartón as it is said in the hall; its name with the series where several are played."""
    found = split_card(card)
    return str(found[1]) if found and len(view.series) < 2 else card


def _turn(one: CallView) -> tuple[int, Prize, NaturalPlace]:
    """Return where a called cartón stands: those under check first, then the right ones, those that wait, the wrong
    ones; each of them in the order of the numbers.
    """
    if one.valid is None:
        place = 0 if one.lines else 2
    else:
        place = 1 if one.valid else 3
    return place, one.prize, natural_place(one.card)


def _finding(one: CallView, lang: str) -> str:
    """Return what the check of a call found, and how many numbers it lacked; nothing before the check."""
    if one.valid is None:
        return ""
    return fill(label("bingo", "is-right" if one.valid else "is-wrong", lang), {"lacking": one.lacking}, lang)


def _verdict(one: CallView, view: View, lang: str) -> str:
    """Return the sentence on a call that was checked in the last pause."""
    facts = {"prize": one.prize, "card": _short(one.card, view), "lacking": one.lacking}
    return fill(label("bingo", "was-right" if one.valid else "was-wrong", lang), facts, lang)


def _call(one: CallView, view: View, lang: str, actions: tuple[Action, ...] = ()) -> CallModel:
    finding = _finding(one, lang)
    cells = grid(one.lines, view.announced_numbers)
    return CallModel(str(one.prize), one.card, cells, finding, one.valid, actions)


# --- a player ---------------------------------------------------------------------------------------------------------


def _player(sight: PageContext, person: PersonId, common: dict[str, Any]) -> Screen:
    table, view, lang = sight.table, sight.view_as(View), sight.lang
    me = of_viewer(view.me)
    offered = [one for one in table.legal(person) if one.act != "relieve-post"]
    calls = [one for one in offered if one.act == "call-prize"]
    may_mark = any(one.act == "mark-number" for one in offered)
    made = action_buttons.actions(
        [*_whole(one for one in offered if one.act not in OWN)],
        table.id,
        person,
        table.version,
        lang,
        game=table.game.key,
        letters=LETTERS,
    )
    made = tuple(_wish(with_hall_fields(one, lang), view, lang) for one in made)
    before = tuple(one for one in made if one.tag == "buy-in" and not me.chips)
    return Screen(
        **common,
        cards=tuple(_card(one, view, me, calls, may_mark, table, lang) for one in me.cartones),
        side_actions=before + tuple(one for one in made if _is_at_hand(one)),
        drawer=tuple(one for one in made if one not in before and not _is_at_hand(one)),
        wish_note=fill(label("bingo", "you-asked", lang), {"cards": me.wish_count, "series": me.wish_series}, lang)
        if me.wish_count
        else "",
        money_note=_money_asked(me, lang),
        winnings=_won(me, view, lang),
        has_nothing_to_do=not me.cartones,
    )


def _whole(offered: Iterable[Offer]) -> Iterator[Offer]:
    """Yield a player's offers: cartones of a void game are handed back by one touch."""
    for one in offered:
        if one.act == "return-cards":
            yield from desk.whole_and_part(one)
        else:
            yield one


def _is_at_hand(action: Action) -> bool:
    return action.tag in AT_HAND and not (action.tag == "return-cards" and action.fields)


def _wish(action: Action, view: View, lang: str) -> Action:
    """Return the button of a wish under its name; other buttons as they are."""
    if action.tag == "return-cards" and not action.fields:
        return replace(action, name=fill(label("bingo-button", "return-own", lang), action.fixed_fields, lang))
    if action.tag == "write-entry":
        return replace(action, name=label("bingo-button", "complain", lang))
    if action.tag == "settle-money":
        return replace(action, name=label("bingo-button", "take-money-back", lang))
    if action.tag != "want-cards":
        return action
    code = ("buy-cards" if view.is_self_service else "want-cards") if action.fields else "take-wish-back"
    return replace(action, name=fill(label("bingo-button", code, lang), action.fixed_fields, lang), variant=code)


def _money_asked(me: Me, lang: str) -> str:
    """Return the sentence on what a player has asked the cashier for; nothing where he has not."""
    asked = me.money_asked
    code = "pays-in" if asked is not None and asked.is_paid_in else "draws-out"
    return "" if asked is None else fill(label("bingo", code, lang), {"amount": asked.amount}, lang)


def _won(me: Me, view: View, lang: str) -> tuple[str, ...]:
    """Return the sentences on what a player's cartones have won."""
    found = []
    for code, prizes in (("due-first", me.first_prizes), ("due", me.due_prizes)):
        for name, amount in prizes.items():
            prize, _, card = name.partition(":")
            facts = {"prize": prize, "card": _short(card, view), "amount": amount}
            found.append(fill(label("bingo", code, lang), facts, lang))
    for name, serial in me.tokens.items():
        part, prize, card = name.split(":", 2)
        facts = {"part": part, "prize": prize, "card": _short(card, view), "serial": serial}
        found.append(fill(label("bingo", "has-token", lang), facts, lang))
    return tuple(found)


def _card(
    one: OwnCard, view: View, me: Me, calls: Iterable[Offer], may_mark: bool, table: Table, lang: str
) -> CardModel:
    series, number = split_card(one.card) or ("", 0)
    short = _short(one.card, view)
    asked = tuple(
        _call_button(offer, one.card, short, table, me.person, lang)
        for offer in calls
        if one.card in offer.options("card")
    )
    command = action_buttons.command(table.id, me.person, table.version, f"mark-number.{one.card}") if may_mark else ""
    cells = grid(one.lines, view.announced_numbers, me.marks.get(one.card, ()))
    is_back = any(back.has_card(series, number) for back in me.returned)
    return CardModel(
        *(one.card, number, series, short, _print_of(series, number, view, lang), cells, command, asked),
        is_returned=is_back,
    )


def _print_of(series: str, number: int, view: View, lang: str) -> str:
    """Return what else is printed on a cartón: how many its series has, and its value."""
    sizes = {one.name: one.size for one in view.series}
    facts = {"number": number, "size": sizes.get(series, 0), "value": view.price}
    return fill(label("bingo", "print", lang), facts, lang) if series in sizes else ""


def _call_button(offer: Offer, card: str, short: str, table: Table, person: PersonId, lang: str) -> Action:
    prize = str(offer.fixed_value("prize"))
    return Action(
        tag=offer.act,
        name=label("bingo", f"call-{prize}", lang),
        key="",
        is_main=False,
        fixed_fields={"prize": prize, "card": card},
        fields=(),
        clauses=offer.clauses,
        command=action_buttons.command(table.id, person, table.version, f"{offer.act}.{prize}.{card}"),
        question=fill(label("bingo", "call-asked", lang), {"card": short}, lang),
        consent=label("bingo", f"call-{prize}-yes", lang),
    )


# --- the staff --------------------------------------------------------------------------------------------------------


def _staff(sight: PageContext, person: PersonId, common: dict[str, Any]) -> Screen:
    table, view, lang = sight.table, sight.view_as(View), sight.lang
    offered = [one for one in desk.offers_of_staff(table, view, person) if one.act not in OWN | ACCOUNT]
    made = buttons(
        table, view, person, [*(one for one in offered if one.act != "sell-cards"), *desk.ranges_on_sale(offered)], lang
    )
    of_calls = [one for one in made if one.tag in desk.OF_CALLS and view.calls]
    rest = tuple(one for one in made if one not in of_calls)
    common["calls"] = tuple(
        _call(one, view, lang, tuple(button for button in of_calls if _is_about(button, one))) for one in view.calls
    )
    taken = {} if view.duty is None else view.duty.tills
    cases = desk.cases_told(view, lang)
    counts = (*desk.unsold_told(view, lang), *desk.counts_told(view, lang))
    return Screen(
        **common,
        sales=sales(table, view, person, offered, lang) if view.phase is Phase.SALE else (),
        sections=desk.sections(
            rest,
            cases,
            counts,
            desk.failures_told(view, lang),
            desk.takings_lacking(view, lang),
        ),
        reminders=tuple(label("bingo", f"reminder-{one}", lang) for one in (view.duty.reminders if view.duty else ())),
        drawer=tuple(one for one in rest if desk.is_for_drawer(one, bool(cases))),
        may_read_book=view.me is not None and not READERS.isdisjoint(view.me.roles),
        accounts=accounts(view, lang),
        linked=linked(view, lang),
        tills=tuple(Till(short_name(who, table.id, lang), amount) for who, amount in taken.items()),
        log=sight.log,
        has_nothing_to_do=not any(one.is_main for one in made),
    )


def _is_about(button: Action, call: CallView) -> bool:
    fixed = button.fixed_fields
    return fixed.get("card") == call.card and fixed.get("prize", str(call.prize)) == str(call.prize)
