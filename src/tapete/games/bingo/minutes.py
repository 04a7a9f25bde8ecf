"""The minutes book («libro de actas») of a session, made of the public events of the record: nothing decides by it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tapete.accounts import HOUSE
from tapete.games.bingo.terms import CALLED_OFF, Fate, Prize
from tapete.money import Cents

NOTED: Final = frozenset(
    {
        *("hall-opened", "hall-continued", "hall-closed", "session-opened", "session-closed", "staff-assigned"),
        *("entry-written", "counter-set", "shares-set", "machine-registered", "balls-registered", "series-registered"),
        *("balls-loaded", "balls-changed", "balls-found-sound", "check-noted", "checks-witnessed", "defect-reported"),
        *("post-vacated", "sale-corrected"),
        *("takings-counted", "ball-rekeyed", "announcement-corrected", "difference-noted", "case-opened"),
        *("case-closed", "game-voided", "takings-handed-over", "takings-given-back", "shortfall-covered"),
        *("prize-paid", "prize-left", "unawarded-decided", "cards-returned", "refund-paid", "uncollected-decided"),
        *("refunds-ended", "card-checked", "call-taken-back", "call-refused", "unsold-collected"),
    }
)
"""Events that have a line of their own in the book, besides those of the games."""

Cases = Mapping[int, str]
"""By number the cause of each report that waits for the table chief."""


class Incident(msgspec.Struct, frozen=True):
    """Something that the book notes: when, and the event as it is recorded."""

    time: str
    event: Mapping[str, Any]


def kind_of(event: Mapping[str, Any]) -> str:
    return str(event["event"]).partition("@")[0]


def card_count(cards: Mapping[str, Any]) -> int:
    return int(cards["last"]) - int(cards["first"]) + 1


def rulings(event: Mapping[str, Any], cases: Cases) -> tuple[Mapping[str, Any], ...]:
    serial = event.get("serial", 0)
    closed = [one for one in sorted(cases) if serial in (0, one)]
    return tuple({**event, "serial": one, "cause": cases[one]} for one in closed) or (event,)


def cases_after(cases: Cases, event: Mapping[str, Any]) -> Cases:
    match kind_of(event):
        case "case-opened":
            return {**cases, event["serial"]: event["cause"]}
        case "case-closed" if event.get("serial", 0):
            return {serial: cause for serial, cause in cases.items() if serial != event["serial"]}
        case "case-closed" | "game-voided" | "sale-announced" | "game-ended":
            return {}
        case _:
            return cases


def is_noted(event: Mapping[str, Any]) -> bool:
    kind = kind_of(event)
    is_plain = kind == "unsold-collected" and event.get("expected") == event["count"] and not event.get("reason")
    return kind in NOTED and not is_plain


Told = tuple[str, Mapping[str, Any]]


class Winner(msgspec.Struct, frozen=True):
    prize: Prize
    card: str
    amount: Cents


class GameLine(msgspec.Struct, frozen=True):
    """One game in the book, or one of the two of a double; amounts in cents."""

    game: str
    begin: str
    value: Cents
    ranges: tuple[str, ...] = ()
    cards_sold: int = 0
    prizes: Mapping[str, Cents] = {}
    """What was announced for it, with what was brought in."""
    brought_amounts: Mapping[str, Cents] = {}
    """What earlier games brought in: of a double to its first game alone."""
    drawn_numbers: tuple[int, ...] = ()
    balls_at: Mapping[str, int] = {}
    winners: tuple[Winner, ...] = ()
    held: Cents = 0
    carried: Cents = 0
    house: Cents = 0
    refunds: Cents = 0
    is_over: bool = False
    is_void: bool = False
    cause: str = ""
    """Of a void game why it is one; ``called-off`` of a sale that ended without a game."""

    @property
    def result(self) -> str:
        if self.cause == CALLED_OFF:
            return CALLED_OFF
        return "void" if self.is_void else "over" if self.is_over else "open"


class Minutes(msgspec.Struct, frozen=True):
    session: int = 0
    games: tuple[GameLine, ...] = ()
    incidents: tuple[Incident, ...] = ()
    cases: Cases = {}


def minutes(told: Iterable[Told]) -> Minutes:
    book = Minutes()
    before: Mapping[str, Any] = {}
    for time, event in told:
        book = _read(book, time, _with_cards(before, event))
        before = event
    return book


def _read(book: Minutes, time: str, event: Mapping[str, Any]) -> Minutes:
    kind = kind_of(event)
    if is_noted(event):
        noted = rulings(event, book.cases) if kind == "case-closed" else (_with_ball(book, kind, event),)
        book = replace(book, incidents=(*book.incidents, *(Incident(time, one) for one in noted)))
    book = replace(book, cases=cases_after(book.cases, event))
    match kind:
        case "session-opened":
            return replace(book, session=event["session"])
        case "sale-announced":
            name = f"{event['game']}/1" if event["kind"] == "double" else str(event["game"])
            line = GameLine(name, time, event["value"])
            return replace(book, games=(*book.games, line))
        case "game-started" if event.get("part") == 2 and book.games and book.games[-1].game.endswith("/1"):
            first = book.games[-1]
            name = f"{first.game.partition('/')[0]}/2"
            prizes = {prize: amount - first.brought_amounts.get(prize, 0) for prize, amount in first.prizes.items()}
            second = GameLine(name, time, first.value, first.ranges, first.cards_sold, prizes)
            return replace(book, games=(*book.games, second))
        case "refund-paid" | "refunds-ended" | "unawarded-decided" | "uncollected-decided":
            return replace(book, games=tuple(_afterwards(line, kind, event) for line in book.games))
        case _:
            return _of_game(book, kind, event)


def _afterwards(line: GameLine, kind: str, event: Mapping[str, Any]) -> GameLine:
    if line.game != event["game"]:
        return line
    amount, is_unawarded = event["amount"], kind == "unawarded-decided"
    if kind == "refund-paid":
        return replace(line, refunds=line.refunds + amount)
    line = replace(line, held=line.held - amount) if is_unawarded else line
    if kind == "refunds-ended" or event["fate"] == Fate.HOUSE:
        return replace(line, house=line.house + amount)
    return replace(line, carried=line.carried + amount) if is_unawarded else line


def _sold(line: GameLine, cards: Iterable[Mapping[str, Any]]) -> GameLine:
    listed = tuple(cards)
    ranges = tuple(f"{one['series']} {one['first']}–{one['last']}" for one in listed)
    return replace(line, ranges=ranges, cards_sold=sum(map(card_count, listed)))


def _with_cards(before: Mapping[str, Any], event: Mapping[str, Any]) -> Mapping[str, Any]:
    if kind_of(event) != "sale-corrected" or "cards" not in before:
        return event
    return {**event, **before["cards"], "was_sold": kind_of(before) == "cards-sold"}


def _with_ball(book: Minutes, kind: str, event: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a check with how many balls were out when its cartón was called: none is drawn until it is checked."""
    if kind != "card-checked" or not book.games:
        return event
    line = book.games[-1]
    return {**event, "game": line.game, "balls": len(line.drawn_numbers), "lacking": len(event.get("missing", ()))}


def _of_game(book: Minutes, kind: str, event: Mapping[str, Any]) -> Minutes:
    if not book.games:
        return book
    line = book.games[-1]
    match kind:
        case "sold-announced":
            line = _sold(line, event["cards"])
        case "prizes-announced":
            more = event.get("brought_amounts", {})
            brought = {str(one): line.brought_amounts.get(one, 0) + more.get(one, 0) for one in Prize}
            amounts = {Prize.LINE: event["line"], Prize.BINGO: event["bingo"]}
            prizes = {str(one): amount + brought[one] for one, amount in amounts.items()}
            line = replace(line, prizes=prizes, brought_amounts=brought)
        case "ball-drawn":
            line = replace(line, drawn_numbers=(*line.drawn_numbers, int(event["token"])))
        case "ball-rekeyed" if event["position"] < len(line.drawn_numbers):
            at = event["position"]
            line = replace(line, drawn_numbers=(*line.drawn_numbers[:at], event["ball"], *line.drawn_numbers[at + 1 :]))
        case "prize-awarded":
            won = tuple(Winner(Prize(event["prize"]), one["card"], one["amount"]) for one in event["won"])
            at = {event["prize"]: len(line.drawn_numbers), **line.balls_at}
            others = (one for one in line.winners if one.prize != event["prize"])  # it may be divided again
            line = replace(line, balls_at=at, winners=(*others, *won))
        case "takings-divided":
            held, carried = (sum(event.get(name, {}).values()) for name in ("held", "carried"))
            line = replace(line, held=held, carried=carried, house=line.house + event.get("house", 0), is_over=True)
        case "prize-paid" if event.get("early"):
            line = replace(line, house=line.house - event["amount"])
        case "game-voided":
            line = _voided(line, event)
        case "game-ended" if line.result == "open":
            line = replace(line, is_over=True, cause=CALLED_OFF)
        case _:
            return book
    return replace(book, games=(*book.games[:-1], line))


def _voided(line: GameLine, event: Mapping[str, Any]) -> GameLine:
    """A void game has no winners; refunds and paid prizes cost the house. A sale called off announced no ranges."""
    line = line if line.ranges else _sold(line, event["cards"])
    costs = sum(one["amount"] for one in event.get("sources", ()) if one["account"] == HOUSE)
    back = sum(one["amount"] for one in event.get("recovered", ()))
    house = line.house - costs + back
    return replace(line, winners=(), balls_at={}, held=0, carried=0, house=house, is_void=True, cause=event["cause"])
