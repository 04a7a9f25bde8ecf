"""What a chemin de fer page shows, made of one viewer's view, offers and clauses, for its templates.

Nothing here looks at a table's state: what a viewer's view does not hold cannot come onto his page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from tapete.clauses import Cite
from tapete.kernel import Offer, PersonId
from tapete.web import cast, desk
from tapete.web.desk import Action
from tapete.web.doors import MACHINE
from tapete.web.incidents import CORRECTIONS, IncidentModel, ReportModel, corrections, incidents, report_models
from tapete.web.logbook import PastCoup
from tapete.web.quick import quick
from tapete.web.screen import LogLine, formulas
from tapete.words import label, said

GAME: Final = "chemin-de-fer"
HANDS: Final = ("punto", "banca")
SEATING: Final = frozenset({"sit", "stand-behind", "join-list", "leave-list"})
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
MORE_CALLS: Final = frozenset({"stake-on-line", "join-banco"})
"""Calls in one word stand large; what few people use stands behind a drawer."""


class CardModel(msgspec.Struct, frozen=True):
    """A card on the felt: its face as far as the viewer knows it, and whether everybody does."""

    face: Any
    up: bool
    position: int


class HandModel(msgspec.Struct, frozen=True):
    """A hand: the first cards, the third ones, what they count as far as the viewer knows, whose hand it is."""

    cards: tuple[CardModel, ...]
    third: tuple[CardModel, ...]
    total: int | None
    whose: str
    mine: bool
    only_mine: bool
    laid_down: bool


class PlaceModel(msgspec.Struct, frozen=True, kw_only=True):
    """A numbered place; ``rise`` (0 to 10) is how far the rim of the table bends there. Amounts in cents."""

    seat: int
    rise: int
    taken: bool
    name: str
    mine: bool = False
    machine: bool = False
    away: bool = False
    banker: bool = False
    associate: bool = False
    offered: bool = False
    holder: bool = False
    salute: bool = False
    marks: tuple[tuple[str, int], ...] = ()


class Person(msgspec.Struct, frozen=True):
    """Somebody on his feet: behind which place, what he has called (cents)."""

    name: str
    behind: int
    mine: bool
    machine: bool
    banker: bool
    holder: bool
    marks: tuple[tuple[str, int], ...]


class Screen(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the templates of a chemin de fer page print."""

    table: str
    title: str
    variant: str
    screen: str
    version: int
    step: str
    here: str
    stream: str
    live: str = "chemin/live.html"
    said: tuple[str, ...]
    croupier: str
    hands: dict[str, HandModel]
    loose: tuple[CardModel, ...]
    places: tuple[PlaceModel, ...]
    standing: tuple[Person, ...]
    waiting: tuple[str, ...]
    banker: str
    parts: tuple[tuple[str, int], ...]
    holder: str
    covered: int
    open: int
    past: tuple[PastCoup, ...]
    clauses: tuple[Cite, ...]
    names: dict[str, str]
    incidents: tuple[IncidentModel, ...] = ()
    words: tuple[Action, ...] = ()
    calls: tuple[Action, ...] = ()
    more_calls: tuple[Action, ...] = ()
    main_actions: tuple[Action, ...] = ()
    side_actions: tuple[Action, ...] = ()
    seat_actions: tuple[Action, ...] = ()
    drawer: tuple[Action, ...] = ()
    ruling: Action | None = None
    reports: tuple[ReportModel, ...] = ()
    corrections: tuple[Action, ...] = ()
    nothing: bool = False
    people: tuple[tuple[str, str], ...] = ()
    log: tuple[LogLine, ...] = ()
    note_command: str = ""


def public_screen(table: Any, lang: str, past: Iterable[PastCoup] = ()) -> Screen:
    """Return the public screen of a table."""
    return Screen(**_common(table, table.view(None), None, "public", lang, tuple(past)))


def person_screen(
    table: Any, person: PersonId, lang: str, log: Iterable[LogLine] = (), past: Iterable[PastCoup] = ()
) -> Screen:
    """Return a person's own page: what he sees, what he may do, what lies behind it."""
    view = table.view(person)
    screen = cast.screen_of(view)
    offers = _offers(table, view, person)
    buttons = tuple(
        quick(one, view, lang) for one in desk.actions(offers, table.id, person, table.version, lang, _hidden(screen))
    )
    common = _common(table, view, person, screen, lang, tuple(past))
    if screen != "player":
        found = corrections(view, lang, table.id, person, table.version)
        common |= {
            "log": tuple(log),
            "reports": report_models(table.reportable(person), view, lang, table.id, person, table.version),
            "note_command": _noting(table, view, person, screen),
            "corrections": tuple(one for one in found if one.tag in CORRECTIONS),
            "people": tuple((str(who), common["names"][str(who)]) for who in _people(view)),
        }
    own = {"give-ruling"}
    words = tuple(one for one in buttons if one.main and one.tag in BIG_WORDS)
    main = tuple(one for one in buttons if one.main and one not in words and one.tag not in own)
    rest = tuple(one for one in buttons if not one.main and one.tag not in own)
    side = tuple(one for one in rest if one.tag not in DRAWER | SEATING | CALLS | MORE_CALLS)
    called = tuple(one for one in rest if one.tag in CALLS)
    more = tuple(one for one in rest if one.tag in MORE_CALLS)
    seating = tuple(one for one in rest if one.tag in SEATING)
    placed = view.me.seat is not None or any(one.person == person for one in view.standing)
    return Screen(
        **common,
        words=words,
        calls=called,
        more_calls=more,
        main_actions=main,
        side_actions=side,
        seat_actions=() if placed else seating,
        drawer=tuple(one for one in rest if one.tag in DRAWER) + (seating if placed else ()),
        ruling=next((one for one in buttons if one.tag == "give-ruling"), None),
        nothing=not (words or called or more or main or side or (seating and not placed)),
    )


def _noting(table: Any, view: Any, person: PersonId, screen: str) -> str:
    """Return the command id of the form by which the croupier of a real table notes what people do; none elsewhere."""
    real = screen == "croupier" and str(view.conduct) == "observed"
    return desk.command(table.id, person, table.version, "note-act") if real else ""


def _hidden(screen: str) -> frozenset[str]:
    return frozenset({"relieve", "report"}) if screen == "player" else NOT_FOR_STAFF | {"report"}


def _offers(table: Any, view: Any, person: PersonId) -> tuple[Offer, ...]:
    """Return the offers; nobody is asked to look again at cards that he has seen, or to turn up what lies face up."""
    done = {("lift", hand) for hand in HANDS if _all(view, hand, lambda one: one.face is not None)}
    done |= {("show-hand", hand) for hand in HANDS if _all(view, hand, lambda one: one.face_up)}
    return tuple(one for one in table.legal(person) if (one.act, str(one.fields.get("hand"))) not in done)


def _all(view: Any, hand: str, what: Callable[[Any], bool]) -> bool:
    cards = [one for one in view.coup.cards if one.place in (hand, f"{hand}-3")]
    return bool(cards) and all(what(one) for one in cards)


def _common(
    table: Any, view: Any, person: PersonId | None, screen: str, lang: str, past: tuple[PastCoup, ...]
) -> dict[str, Any]:
    here = f"/mesa/{table.id}/{cast.PUBLIC}" if person is None else f"/mesa/{table.id}/como/{person}"
    spanish = formulas(table.game.key, view.rulebook)
    names = {str(who): cast.short(str(who), view.name, lang) for who in _everybody(view)}
    bank, coup = view.bank, view.coup
    covered = sum(one.amount for one in coup.stakes)
    in_play = 0 if bank is None else bank.in_play
    called = covered or min(in_play, sum(one.amount for one in view.calls))
    return {
        "table": table.id,
        "title": label("game", GAME, lang),
        "variant": GAME,
        "screen": screen,
        "version": table.version,
        "step": str(view.step),
        "here": here,
        "stream": f"{here}/flujo?lang={lang}",
        "said": tuple(said(one.formula, _spoken(one, lang), lang, spanish) for one in view.said),
        "croupier": _croupier(view, lang),
        "hands": {hand: _hand(view, hand, person, names) for hand in HANDS},
        "loose": tuple(_card(one) for one in coup.cards if one.place.partition("-")[0] not in HANDS),
        "places": _places(view, screen, person, lang, names),
        "standing": tuple(_standing(view, one, person, names, lang) for one in view.standing),
        "waiting": tuple(names.get(str(who), str(who)) for who in getattr(view, "waiting", ())),
        "banker": "" if bank is None else names[str(bank.banker)],
        "parts": () if bank is None else tuple((names.get(str(one.person), ""), one.amount) for one in bank.parts),
        "holder": "" if coup.holder is None else names.get(str(coup.holder), str(coup.holder)),
        "covered": called,
        "open": max(0, in_play - called),
        "past": past,
        "clauses": tuple(table.explain(person)),
        "names": names,
        "incidents": incidents(view, names, lang),
    }


def _spoken(one: Any, lang: str) -> dict[str, Any]:
    """Return the values of a formula; amounts of euros are written as such already."""
    del lang
    return dict(one.values)


def _people(view: Any) -> tuple[PersonId, ...]:
    seated = tuple(seat.person for seat in view.seats if seat.person is not None)
    return (*seated, *(one.person for one in view.standing))


def _everybody(view: Any) -> Iterable[PersonId]:
    """Return everybody whose name can stand on the page."""
    yield from _people(view)
    yield from view.staff.values()
    yield from getattr(view, "waiting", ())
    coup, bank = view.coup, view.bank
    yield from (one.person for one in (*coup.stakes, *view.calls, *(() if bank is None else bank.parts)))
    yield from (() if view.auction is None else (one.person for one in view.auction.bids))
    yield from (() if view.offer is None else (view.offer.to, *(one.person for one in view.offer.pledged)))
    yield from (() if bank is None else (bank.banker, *(one.person for one in bank.offered)))
    yield from (one for one in (coup.holder, coup.before) if one is not None)
    if view.me is not None:
        yield view.me.person


def _croupier(view: Any, lang: str) -> str:
    name = str(view.staff.get("croupier", "—"))
    return label("ui", "machine", lang) if name.startswith(MACHINE) else cast.short(name, view.name, lang)


def _card(one: Any) -> CardModel:
    return CardModel(one.face, one.face_up, one.position)


def _hand(view: Any, hand: str, person: PersonId | None, names: dict[str, str]) -> HandModel:
    coup, bank = view.coup, view.bank
    owner = coup.holder if hand == "punto" else None if bank is None else bank.banker
    cards = tuple(_card(one) for one in coup.cards if one.place == hand)
    third = tuple(_card(one) for one in coup.cards if one.place == f"{hand}-3")
    return HandModel(
        cards,
        third,
        coup.totals.get(hand),
        "" if owner is None else names.get(str(owner), str(owner)),
        owner is not None and owner == person,
        any(one.face is not None and not one.up for one in (*cards, *third)),
        hand in coup.laid_down,
    )


def _marks(view: Any, who: PersonId, lang: str) -> tuple[tuple[str, int], ...]:
    """Return what lies before somebody: his live stake in this coup, otherwise what he has called or bid; cents."""
    stakes = tuple((label("cover", view.coup.cover, lang), one.amount) for one in view.coup.stakes if one.person == who)
    if stakes:
        return stakes
    calls = tuple(
        (label("call", str(one.kind).partition(":")[0], lang), one.amount) for one in view.calls if one.person == who
    )
    bids = () if view.auction is None else view.auction.bids
    return calls + tuple((label("ui", "bid", lang), one.amount) for one in bids if one.person == who)


def _places(
    view: Any, screen: str, person: PersonId | None, lang: str, names: dict[str, str]
) -> tuple[PlaceModel, ...]:
    """Bend the row of places: numbered from the croupier's right, so mirrored on his own console."""
    last = max(1, len(view.seats) - 1)
    bank = view.bank
    away = getattr(view, "away", ())
    found = []
    for n, seat in enumerate(view.seats):
        who = seat.person
        rise = round(10 * (2 * n / last - 1) ** 2)
        if who is None:
            found.append(PlaceModel(seat=seat.seat, rise=rise, taken=False, name=label("ui", "free", lang)))
            continue
        found.append(
            PlaceModel(
                seat=seat.seat,
                rise=rise,
                taken=True,
                name=names[str(who)],
                mine=who == person,
                machine=str(who).startswith(MACHINE),
                away=who in away or bool(getattr(seat, "away", False)),
                banker=bank is not None and who == bank.banker,
                associate=bank is not None and any(one.person == who for one in bank.parts[1:]),
                offered=view.offer is not None and who == view.offer.to,
                holder=who == view.coup.holder,
                salute=seat.owes_salute,
                marks=_marks(view, who, lang),
            )
        )
    return tuple(reversed(found)) if screen == "croupier" else tuple(found)


def _standing(view: Any, one: Any, person: PersonId | None, names: dict[str, str], lang: str) -> Person:
    who = one.person
    return Person(
        names[str(who)],
        one.behind,
        who == person,
        str(who).startswith(MACHINE),
        view.bank is not None and who == view.bank.banker,
        who == view.coup.holder,
        _marks(view, who, lang),
    )
