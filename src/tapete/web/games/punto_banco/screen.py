"""What a page of punto y banca shows, made of one viewer's view, offers and clauses, for its templates."""

from __future__ import annotations

from typing import Any, Final

from tapete.games.punto_banco.events import Line
from tapete.games.punto_banco.terms import Variant
from tapete.games.punto_banco.view import View
from tapete.kernel import Count, Field, Offer, People, PersonId, Text
from tapete.web import action_buttons, seat_links
from tapete.web.art.chips import rack
from tapete.web.games.baccarat.forms import correction_forms
from tapete.web.games.baccarat.remedies import card_number
from tapete.web.games.punto_banco.models import MAIN_BETS, Box, HandModel, Outcome, PlaceModel, Screen
from tapete.web.games.punto_banco.wording import BOXES, LETTERS, RecentEvents, notices
from tapete.web.incident_desk import remedy_mark
from tapete.web.ports import Table
from tapete.web.quick_amounts import amounts_at_cash_desk, with_usual_amounts
from tapete.web.screens.action_names import of_option, with_full_name, with_warning
from tapete.web.screens.frame import (
    SEATING,
    PageContext,
    drawer_acts,
    formulas,
    frame,
    of_viewer,
    people,
    rise,
    waits_for,
    waits_for_you,
)
from tapete.web.staff_access import BOT_PREFIX
from tapete.words import act, announcement, label, money

BETTING: Final = frozenset({"place-bet", "withdraw-bet"})
DRAWER: Final = frozenset({"buy-in", "cash-out", "leave", "relieve", "set-options", "close-table", "stop-card-out"})
REPORTS: Final = frozenset({"report-incident", "record-claim"})
NOT_FOR_STAFF: Final = SEATING | {"buy-in"}


def facts(view: View, lang: str) -> tuple[str, ...]:
    """Return what the list of the hall tells of a table besides its minimum."""
    most = f"{label('ui', 'maximum', lang)} {money(view.maximum, lang)}"
    return (most, label("shoe", view.shoe_kind, lang))


def screen(sight: PageContext) -> Screen:
    """Return the page of a viewer; of nobody, the public screen."""
    return Screen(**_common(sight)) if sight.person is None else person_screen(sight, sight.person)


def person_screen(sight: PageContext, person: PersonId) -> Screen:
    """Return a person's own page: what they see, what they may do, what lies behind it."""
    table, view, screen, lang = sight.table, sight.view_as(View), sight.screen, sight.lang
    offers = sight.offers
    if screen == "player":
        offers = tuple(one for one in offers if one.act != "relieve")
    hide = BETTING | (NOT_FOR_STAFF if screen != "player" else frozenset())
    offered = (*offers, *_claims(view, screen))
    buttons = tuple(
        with_warning(_named(_with_quick_amounts(one, view, lang), view, lang), view, lang)
        for one in action_buttons.actions(offered, table.id, person, table.version, lang, hide, table.game.key, LETTERS)
    )
    common = _common(sight)
    if screen == "player":
        common |= _player(table, view, person, offers, lang)
        told = sight.history.news if isinstance(sight.history, RecentEvents) else ()
        common["news"] = notices(told, person, lang)
        acts = [one.name for one in buttons if one.is_main] or [act("place-bet", {}, lang)]
        common["waits_for_you"] = waits_for_you(view, acts, view.is_called, lang)
    else:
        common |= _console(view, lang) | {"log": sight.log}
        played = sight.history.players if isinstance(sight.history, RecentEvents) else ()
        gone = tuple(map(PersonId, played))
        common["corrections"] = correction_forms(sight, person, view.coup, gone) if view.coup else ()
    main = tuple(one for one in buttons if one.is_main and one.tag != "give-ruling")
    rest = tuple(one for one in buttons if not one.is_main)
    drawer, me = drawer_acts(DRAWER, sight), of_viewer(view.me)
    side = tuple(one for one in rest if one.tag not in drawer | SEATING | REPORTS | {"give-ruling"})
    seating = tuple(one for one in rest if one.tag in SEATING)
    return Screen(
        **common,
        main_actions=main,
        side_actions=side,
        seat_actions=seating if me.seat is None and me.behind is None else (),
        drawer=tuple(one for one in rest if one.tag in drawer)
        + (seating if me.seat is not None or me.behind is not None else ()),
        reports=tuple(one for one in rest if one.tag in REPORTS),
        ruling=next((one for one in buttons if one.tag == "give-ruling"), None),
        has_nothing_to_do=not (main or side or common.get("boxes") or (seating and screen == "player")),
    )


def _named(action: action_buttons.Action, view: View, lang: str) -> action_buttons.Action:
    return of_option(action, lang) if action.tag == "set-options" else with_full_name(action, view, lang)


def _with_quick_amounts(action: action_buttons.Action, view: View, lang: str) -> action_buttons.Action:
    return with_usual_amounts(action, lambda _, most: amounts_at_cash_desk(action.tag, view.minimum, most), lang)


def _common(sight: PageContext) -> dict[str, Any]:
    view, person, screen, lang = sight.view_as(View), sight.person, sight.screen, sight.lang
    spanish = formulas(sight.table.game, view.rulebook)
    results = tuple(str(coup.winner) for coup in view.history if coup.winner is not None)
    counts = {bet: results.count(bet) for bet in MAIN_BETS}
    words = tuple(announcement(one.formula, one.values, lang, spanish) for one in view.announcements)
    counts["naturals"] = sum(coup.natural for coup in view.history)
    return frame(sight) | {
        "title": label("game", str(view.variant), lang),
        "variant": str(view.variant),
        "look": "half-moon" if view.variant is Variant.MINI else "long-cloth",
        "announcements": words,
        "new_announcements": words[view.said_from :],
        "past_announcements": words[: view.said_from],
        "waits_for": waits_for(view, person, lang),
        "hands": {name: _hand(view, name) for name in ("punto", "banca")},
        "places": _places(view, screen, person, lang),
        "columns": (15, 30) if screen == "public" else (12, 24),
        "results": results,
        "counts": counts,
    }


def _hand(view: View, name: str) -> HandModel:
    now = view.hands[name]
    if now.cards or not view.history or view.phase not in ("between", "bets", "end-of-shoe"):
        return HandModel(now.cards, now.third, now.total, now.location, positions=now.positions)
    last = view.history[-1]
    cards = last.cards.get(name, ())
    positions = last.positions.get(name, ())
    return HandModel(
        cards[:2], cards[2] if len(cards) > 2 else None, getattr(last, name), now.location, True, positions
    )


def _places(view: View, screen: str, person: PersonId | None, lang: str) -> tuple[PlaceModel, ...]:
    """Bend the row of places: numbered from the croupier's right, so mirrored on that console."""
    found = tuple(
        PlaceModel(
            seat,
            rise(n, len(view.seats)),
            person is not None and seat.person == person,
            seat_links.short_name(seat.person, view.name, lang) if seat.person else label("ui", "free", lang),
            str(seat.person).startswith(BOT_PREFIX),
        )
        for n, seat in enumerate(view.seats)
    )
    return tuple(reversed(found)) if screen == "croupier" else found


def _player(table: Table, view: View, person: PersonId, offers: tuple[Offer, ...], lang: str) -> dict[str, Any]:
    open_bets = {str(offer.fixed_value("bet")) for offer in offers if offer.act == "place-bet"}
    betting = [offer for offer in offers if offer.act == "withdraw-bet" and "amount" not in offer.fields]
    me = of_viewer(view.me)
    bets = (*MAIN_BETS, *(str(bet) for bet in view.side_bets))
    boxes = tuple(
        Box(bet, BOXES.get(bet, ""), me.bets.get(bet, 0), view.stakes.get(bet, 0), bet in open_bets) for bet in bets
    )
    at_table = me.seat is not None or me.behind is not None
    chips = rack(view.minimum, view.maximum, view.multiples_only)
    return {
        "boxes": boxes if at_table and view.phase == "bets" else (),
        "rack": chips,
        "first_chip": chips[0].value,
        "bet_command": action_buttons.command(table.id, person, table.version, "bet"),
        "withdrawals": action_buttons.actions(betting, table.id, person, table.version, lang),
        "may_repeat": not me.bets and bool(open_bets & me.last_bets.keys()),
        "repeat_command": action_buttons.command(table.id, person, table.version, "repeat"),
        "outcome": _outcome(me.last) if view.phase in ("between", "end-of-shoe") else None,
    }


def _outcome(lines: tuple[Line, ...]) -> Outcome | None:
    if not lines:
        return None
    net = sum({"won": line.winnings - line.deduction, "lost": -line.stake}.get(line.outcome, 0) for line in lines)
    return Outcome(lines, net)


def _console(view: View, lang: str) -> dict[str, Any]:
    incident = view.incident
    proposed = () if incident is None else tuple(str(one.__struct_config__.tag) for one in incident.proposed_effects)
    return {
        "proposed_effects": tuple(label("effect", one, lang) for one in proposed),
        "incident_mark": "" if incident is None else remedy_mark(view, incident),
        "people": tuple(str(one) for one in people(view)),
        "cards": _cards(view, lang),
    }


def _cards(view: View, lang: str) -> tuple[tuple[int, str], ...]:
    """Name the cards that a ruling may be about, counted from 1 as people count them."""
    found = []
    for name, hand in view.hands.items():
        places = (name, name, f"{name}-3")
        found += [(one, label("hand", place, lang)) for one, place in zip(hand.positions, places, strict=False)]
    if not found and view.phase != "between":
        return ()
    found.append((view.cards_out, label("ui", "shoe", lang)))
    return tuple((position, f"{card_number(position)} · {place}") for position, place in found)


def _claims(view: View, screen: str) -> tuple[Offer, ...]:
    """A claim needs its text before it can be offered, so the consoles offer the form themselves."""
    everybody = people(view)
    if screen == "player" or not everybody or not view.coup:
        return ()
    fields: dict[str, Field] = {
        "person": People(tuple(str(one) for one in everybody)),
        "coup": Count(1, view.coup),
        "note": Text(),
    }
    return (Offer("record-claim", fields),)
