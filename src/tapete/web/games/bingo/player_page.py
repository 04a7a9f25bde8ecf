"""What a player reads and does on their page: their cartones, what they have won, what they have asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from tapete.games.bingo.terms import Phase, split_card
from tapete.games.bingo.view import Me, OwnCard, View
from tapete.kernel import Offer, PersonId
from tapete.web import action_buttons
from tapete.web.action_buttons import Action
from tapete.web.games.bingo import desk
from tapete.web.games.bingo.caller import LETTERS
from tapete.web.games.bingo.models import CardModel, Screen, grid
from tapete.web.games.bingo.page_parts import short_card
from tapete.web.games.bingo.wording import with_hall_fields
from tapete.web.ports import Table
from tapete.web.screens.frame import PageContext, of_viewer
from tapete.words import fill, label

OWN: Final = frozenset({"call-prize", "mark-number"})
"""What a player does at their cartones."""

AT_HAND: Final = frozenset({"take-call-back", "witness-checks", "want-cards", "settle-money", "return-cards"})
"""What a player finds without opening the drawer."""


def player_page(sight: PageContext, person: PersonId, common: dict[str, Any]) -> Screen:
    """Return the page of a player."""
    table, view, lang = sight.table, sight.view_as(View), sight.lang
    me = of_viewer(view.me)
    calls = [one for one in sight.offers if one.act == "call-prize"]
    may_mark = any(one.act == "mark-number" for one in sight.offers)
    made = action_buttons.actions(
        [*_whole(one for one in sight.offers if one.act not in OWN)],
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
        money_note=_money_asked(me, view, lang),
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


def _money_asked(me: Me, view: View, lang: str) -> str:
    """Return the sentence on what a player has asked the cashier for, which ends with the hall; nothing where they have
    not.
    """
    asked = me.money_asked
    code = "pays-in" if asked is not None and asked.is_paid_in else "draws-out"
    code = f"{code}-ended" if view.phase is Phase.CLOSED else code
    return "" if asked is None else fill(label("bingo", code, lang), {"amount": asked.amount}, lang)


def _won(me: Me, view: View, lang: str) -> tuple[str, ...]:
    """Return the sentences on what a player's cartones have won."""
    found = []
    for code, prizes in (("due-first", me.first_prizes), ("due", me.due_prizes)):
        for name, amount in prizes.items():
            prize, _, card = name.partition(":")
            facts = {"prize": prize, "card": short_card(card, view), "amount": amount}
            found.append(fill(label("bingo", code, lang), facts, lang))
    for name, serial in me.tokens.items():
        part, prize, card = name.split(":", 2)
        facts = {"part": part, "prize": prize, "card": short_card(card, view), "serial": serial}
        found.append(fill(label("bingo", "has-token", lang), facts, lang))
    return tuple(found)


def _card(
    one: OwnCard, view: View, me: Me, calls: Iterable[Offer], may_mark: bool, table: Table, lang: str
) -> CardModel:
    series, number = split_card(one.card) or ("", 0)
    short = short_card(one.card, view)
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
    """Return what else is printed on a cartón: its value, and how many its series has that are numbered from 1."""
    one = next((one for one in view.series if one.name == series), None)
    facts = {"number": number, "size": one and one.size, "value": view.price}
    code = "print" if one and one.size == one.last else "print-number"
    return fill(label("bingo", code, lang), facts, lang) if one else ""


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
