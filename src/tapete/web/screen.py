"""What a table's page shows, made of one viewer's view, offers and clauses, for the templates of punto y banca.

Nothing here looks at a table's state: what a viewer's view does not hold cannot come onto his page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

import msgspec

from tapete.clauses import Cite
from tapete.kernel import Offer, PersonId
from tapete.rulebooks import UnknownRulebookError, house_library
from tapete.web import cast, desk
from tapete.web.art.chips import Denomination, rack
from tapete.web.desk import Action
from tapete.web.doors import MACHINE
from tapete.web.forms import EFFECTS
from tapete.web.incidents import corrections
from tapete.words import label, said

MAIN_BETS: Final = ("punto", "empate", "banca")
SPOTS: Final = ("empate", "punto", "banca")
"""The areas of a place from the croupier outwards: the Bank's circle lies in front of the player."""

BOX_KEYS: Final = {"punto": "p", "empate": "e", "banca": "b"}
BETTING: Final = frozenset({"place-bet", "withdraw-bet"})
SEATING: Final = frozenset({"sit", "stand-behind"})
DRAWER: Final = frozenset({"buy-in", "cash-out", "leave", "relieve", "set-options", "close-table", "stop-card-out"})
REPORTS: Final = frozenset({"report-incident", "record-claim"})
NOT_FOR_STAFF: Final = SEATING | {"buy-in"}


class PlaceModel(msgspec.Struct, frozen=True):
    """A place on the felt: ``rise`` (0 to 10) is how far the rim of the table bends there."""

    seat: Any
    rise: int
    mine: bool
    name: str = ""
    machine: bool = False


class HandModel(msgspec.Struct, frozen=True):
    """A hand on the felt. ``past`` marks the cards of the coup before, shown while no coup is open."""

    cards: tuple[Any, ...]
    third: Any
    total: int | None
    at: str
    past: bool = False
    positions: tuple[int, ...] = ()


class Box(msgspec.Struct, frozen=True):
    """A bet box of the player's own desk, amounts in cents."""

    bet: str
    key: str
    mine: int
    all: int
    open: bool


class Outcome(msgspec.Struct, frozen=True):
    """What the last coup brought the viewer."""

    lines: tuple[Any, ...]
    net: int


class LogLine(msgspec.Struct, frozen=True):
    """One line of the record: the time of day and what became so."""

    time: str
    text: str


class Screen(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the templates of a table page print."""

    table: str
    title: str
    variant: str
    screen: str
    version: int
    step: str
    here: str
    stream: str
    live: str = "live.html"
    said: tuple[str, ...]
    just_said: tuple[str, ...]
    earlier: tuple[str, ...]
    waits_for: str
    croupier: str
    columns: tuple[int, int]
    hands: dict[str, HandModel]
    places: tuple[PlaceModel, ...]
    results: tuple[str, ...]
    counts: dict[str, int]
    clauses: tuple[Cite, ...]
    main_actions: tuple[Action, ...] = ()
    side_actions: tuple[Action, ...] = ()
    seat_actions: tuple[Action, ...] = ()
    drawer: tuple[Action, ...] = ()
    reports: tuple[Action, ...] = ()
    corrections: tuple[Action, ...] = ()
    ruling: Action | None = None
    nothing: bool = False
    boxes: tuple[Box, ...] = ()
    rack: tuple[Denomination, ...] = ()
    first_chip: int = 0
    bet_command: str = ""
    withdrawals: tuple[Action, ...] = ()
    may_repeat: bool = False
    repeat_command: str = ""
    outcome: Outcome | None = None
    proposed: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    log: tuple[LogLine, ...] = ()
    main_bets: tuple[str, ...] = MAIN_BETS
    spots: tuple[str, ...] = SPOTS
    effects: tuple[str, ...] = tuple(EFFECTS)
    cards: tuple[tuple[int, str], ...] = ()
    """For the staff: the cards on the table and the next one of the shoe, each by its position and where it lies."""


@cache
def formulas(game: str, rulebook: str) -> Mapping[str, str]:
    """Return the Spanish formulas of a rulebook; none for one that the library does not have any more."""
    try:
        content = house_library().named(game, rulebook).content
    except UnknownRulebookError:
        return {}
    return {name: str(entry["value"]) for name, entry in content.get("formulas", {}).items() if entry["value"]}


def public_screen(table: Any, lang: str) -> Screen:
    """Return the public screen of a table."""
    return Screen(**_common(table, table.view(None), None, "public", lang))


def person_screen(table: Any, person: PersonId, lang: str, log: Iterable[LogLine] = ()) -> Screen:
    """Return a person's own page: what he sees, what he may do, what lies behind it."""
    view = table.view(person)
    screen = cast.screen_of(view)
    offers = table.legal(person)
    if screen == "player":
        offers = tuple(one for one in offers if one.act != "relieve")
    hide = BETTING | (NOT_FOR_STAFF if screen != "player" else frozenset())
    buttons = desk.actions((*offers, *_claims(view, screen)), table.id, person, table.version, lang, hide)
    common = _common(table, view, person, screen, lang)
    if screen == "player":
        common |= _player(table, view, person, offers, lang)
    else:
        common |= _console(view, lang) | {"log": tuple(log)}
        common["corrections"] = corrections(view, lang, table.id, person, table.version) if view.coup else ()
    main = tuple(one for one in buttons if one.main and one.tag != "give-ruling")
    rest = tuple(one for one in buttons if not one.main)
    side = tuple(one for one in rest if one.tag not in DRAWER | SEATING | REPORTS | {"give-ruling"})
    seating = tuple(one for one in rest if one.tag in SEATING)
    return Screen(
        **common,
        main_actions=main,
        side_actions=side,
        seat_actions=seating if view.me.seat is None and view.me.behind is None else (),
        drawer=tuple(one for one in rest if one.tag in DRAWER)
        + (seating if view.me.seat is not None or view.me.behind is not None else ()),
        reports=tuple(one for one in rest if one.tag in REPORTS),
        ruling=next((one for one in buttons if one.tag == "give-ruling"), None),
        nothing=not (main or side or common.get("boxes") or (seating and screen == "player")),
    )


def _common(table: Any, view: Any, person: PersonId | None, screen: str, lang: str) -> dict[str, Any]:
    here = f"/mesa/{table.id}/{cast.PUBLIC}" if person is None else f"/mesa/{table.id}/como/{person}"
    spanish = formulas(table.game.key, view.rulebook)
    results = tuple(str(coup.winner) for coup in view.history if coup.winner is not None)
    counts = {bet: results.count(bet) for bet in MAIN_BETS}
    words = tuple(said(one.formula, one.values, lang, spanish) for one in view.said)
    counts["naturals"] = sum(coup.natural for coup in view.history)
    return {
        "table": table.id,
        "title": label("game", str(view.variant), lang),
        "variant": str(view.variant),
        "screen": screen,
        "version": table.version,
        "step": str(view.step),
        "here": here,
        "stream": f"{here}/flujo?lang={lang}",
        "said": words,
        "just_said": words[view.said_from :],
        "earlier": words[: view.said_from],
        "waits_for": _waits_for(view, person, lang),
        "hands": {name: _hand(view, name) for name in ("punto", "banca")},
        "places": _places(view, screen, person, lang),
        "croupier": _croupier(view, lang),
        "columns": (15, 30) if screen == "public" else (12, 24),
        "results": results,
        "counts": counts,
        "clauses": tuple(table.explain(person)),
    }


def _waits_for(view: Any, person: PersonId | None, lang: str) -> str:
    """Name whoever moves the game on, where it is another than the viewer and not the croupier at his work."""
    who = view.waits_for
    if who is None or who in (person, view.staff.get("croupier")):
        return ""
    if who == view.staff.get("table-chief"):
        return label("role", "table-chief", lang)
    name = cast.short(who, view.name, lang)
    place = next((seat.seat for seat in view.seats if seat.person == who), None)
    if str(who).startswith(MACHINE) and place is None:
        name = label("ui", "machine", lang)
    return name if place is None else f"{name} ({label('ui', 'seat', lang)} {place})"


def _hand(view: Any, name: str) -> HandModel:
    now = view.hands[name]
    if now.cards or not view.history or view.window not in ("between", "bets", "end-of-shoe"):
        return HandModel(now.cards, now.third, now.total, now.at, positions=now.positions)
    last = view.history[-1]
    cards = last.cards.get(name, ())
    return HandModel(cards[:2], cards[2] if len(cards) > 2 else None, getattr(last, name), now.at, past=True)


def _croupier(view: Any, lang: str) -> str:
    name = str(view.staff.get("croupier", "—"))
    return label("ui", "machine", lang) if name.startswith(MACHINE) else cast.short(name, view.name, lang)


def _places(view: Any, screen: str, person: PersonId | None, lang: str) -> tuple[PlaceModel, ...]:
    """Bend the row of places: numbered from the croupier's right, so mirrored on his own console."""
    last = max(1, len(view.seats) - 1)
    found = tuple(
        PlaceModel(
            seat,
            round(10 * (2 * n / last - 1) ** 2),
            person is not None and seat.person == person,
            cast.short(seat.person, view.name, lang) if seat.person else label("ui", "free", lang),
            str(seat.person).startswith(MACHINE),
        )
        for n, seat in enumerate(view.seats)
    )
    return tuple(reversed(found)) if screen == "croupier" else found


def _player(table: Any, view: Any, person: PersonId, offers: tuple[Offer, ...], lang: str) -> dict[str, Any]:
    open_bets = {str(offer.fields["bet"]) for offer in offers if offer.act == "place-bet"}
    betting = [offer for offer in offers if offer.act == "withdraw-bet"]
    me = view.me
    bets = (*MAIN_BETS, *(str(bet) for bet in view.side_bets))
    boxes = tuple(
        Box(bet, BOX_KEYS.get(bet, ""), me.bets.get(bet, 0), view.staked.get(bet, 0), bet in open_bets) for bet in bets
    )
    at_table = me.seat is not None or me.behind is not None
    chips = rack(view.minimum, view.maximum)
    fitting = [kind.value for kind in chips if kind.value >= view.minimum]
    return {
        "boxes": boxes if at_table and view.window == "bets" else (),
        "rack": chips,
        "first_chip": fitting[0] if fitting else (chips[-1].value if chips else 0),
        "bet_command": desk.command(table.id, person, table.version, "bet"),
        "withdrawals": desk.actions(betting, table.id, person, table.version, lang),
        "may_repeat": bool(open_bets) and not me.bets and bool(view.history),
        "repeat_command": desk.command(table.id, person, table.version, "repeat"),
        "outcome": _outcome(me.last) if view.window in ("between", "end-of-shoe", "settle") else None,
    }


def _outcome(lines: tuple[Any, ...]) -> Outcome | None:
    if not lines:
        return None
    net = sum({"won": line.won - line.deduction, "lost": -line.stake}.get(line.outcome, 0) for line in lines)
    return Outcome(lines, net)


def _console(view: Any, lang: str) -> dict[str, Any]:
    incident = view.incident
    proposed = () if incident is None else tuple(str(one.__struct_config__.tag) for one in incident.proposed)
    return {
        "proposed": tuple(label("effect", one, lang) for one in proposed),
        "people": _people(view),
        "cards": _cards(view, lang),
    }


def _cards(view: Any, lang: str) -> tuple[tuple[int, str], ...]:
    """Name the cards that a ruling may be about, counted from 1 as people count them."""
    found = []
    for name, hand in view.hands.items():
        places = (name, name, f"{name}-3")
        found += [(one, label("hand", place, lang)) for one, place in zip(hand.positions, places, strict=False)]
    if not found and view.window != "between":
        return ()
    found.append((view.cards_out, label("ui", "shoe", lang)))
    return tuple((position, f"n.º {position + 1} · {place}") for position, place in found)


def _people(view: Any) -> tuple[str, ...]:
    seated = [str(seat.person) for seat in view.seats if seat.person is not None]
    return (*seated, *(str(one.person) for one in view.standing))


def _claims(view: Any, screen: str) -> tuple[Offer, ...]:
    """A claim needs its text before it can be offered, so the consoles offer the form themselves."""
    people = _people(view)
    if screen == "player" or not people or not view.coup:
        return ()
    fields = {"person": list(people), "coup": {"min": 1, "max": view.coup}, "note": "text"}
    return (Offer("record-claim", fields),)
