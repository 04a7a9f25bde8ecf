"""What the pages of the card games read in the record: what is news for somebody, what was ruled, where cards lay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final

import msgspec

from tapete.games.baccarat.effects import Effect
from tapete.games.baccarat.incident import IncidentRuled
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.record.codec import tag_of
from tapete.web.game_screen import listed_events
from tapete.web.notices import Notice, PlaceLosses, PublicEvent, correction_notice, led_out_notice
from tapete.web.page_context import KnownCards
from tapete.web.stage.model import Result, Tone

RULED: Final = tag_of(IncidentRuled).partition("@")[0]
"""The event by which an incident is closed."""

ENDINGS: Final = frozenset({"coup-settled", "coup-voided", "coup-called-off"})
"""After these the cards of a coup are cleared away: where they lay while it was played is what is told of them."""


class CoupCards(KnownCards):
    """The cards of a table of the baccarat games; a face that an event keeps from somebody is not read."""

    def read(self, kind: str, event: Mapping[str, Any]) -> None:
        match kind:
            case "bets-opened":
                self.begin(event["coup"])
            case "banco-repeated":
                self.begin(self.coup + 1)
            case "card-dealt":
                self.put(event["position"], event)
            case "card-turned" | "card-exposed":
                self.put(event["position"], {"face": event["face"]})
            case "card-moved" if not self.is_over:
                self.put(event["position"], {"place": event["place"]})
            case "hand-shown" if "faces" in event:
                for position, face in zip(self.positions_at(str(event["hand"])), event["faces"], strict=False):
                    self.put(position, {"face": face})
            case "card-corrected":
                self.put(event["position"], {"face": event["face"]}, event["coup"])
            case _:
                self.is_over: bool = self.is_over or kind in ENDINGS


class RuledCase(msgspec.Struct, frozen=True):
    """An incident that was closed, as the record keeps it."""

    kind: str
    effects: tuple[Effect, ...]
    clauses: tuple[str, ...] = ()


class RecentEvents:
    """The events of a table that are still news, what was ruled since the coup began, and the cards of its last coups.

    ``noted``: the kinds that are news until a game takes them out of ``recent``; ``begins``: those by which a coup
    begins; ``led_out``: the practice by which somebody who is away for long is led out; ``loss``: by which a place is
    lost.
    """

    noted: ClassVar[frozenset[str]]
    begins: ClassVar[frozenset[str]] = frozenset({"bets-opened"})
    led_out: ClassVar[str]
    loss: ClassVar[str] = ""

    def __init__(self) -> None:
        self.recent: tuple[PublicEvent, ...] = ()
        self.rulings: tuple[RuledCase, ...] = ()
        self.cards: Final = CoupCards()
        self.players: dict[str, None] = {}
        """Everybody who played in a coup that was read, in the bank too, whoever has left since."""
        self._losses = PlaceLosses(self.led_out, self.loss)

    @property
    def news(self) -> tuple[PublicEvent, ...]:
        """The events that are still news; a lost place is until its player has another."""
        return (*self.recent, *self._losses.events)

    def read(self, event: Mapping[str, Any], rests_on: tuple[str, ...]) -> None:
        """Read on in the record."""
        kind = str(event["event"]).partition("@")[0]
        told = self.take(kind, event)
        if kind in self.noted:
            self.recent = (*self.recent, PublicEvent(kind, told, rests_on))
        if kind in self.begins:
            self.rulings = ()
        elif kind == RULED:
            self.rulings = (*self.rulings, msgspec.convert(event, RuledCase))
        self._losses.read(kind, event, rests_on)
        self.cards.read(kind, event)

    def take(self, kind: str, event: Mapping[str, Any]) -> Mapping[str, Any]:
        """Keep what else the pages of a game tell; return the event as they tell it."""
        raise NotImplementedError

    def play(self, *shares: Iterable[Mapping[str, Any]]) -> None:
        """Note who has shares of a coup."""
        self.players |= {one["person"]: None for found in shares for one in found if one["person"]}

    def common_notices(self, one: PublicEvent, person: PersonId, lang: str) -> Iterator[Notice]:
        """Yield what is news for a person in every game: a corrected payment, that they were led out."""
        kind, event = one.kind, one.event
        if kind == "payment-corrected" and "players" in event:
            yield from correction_notice(
                event["coup"], share_of(event["players"], person) + share_of(event["bank"], person), lang
            )
        elif kind == "payment-corrected" and event["person"] == person:
            yield from correction_notice(event["coup"], event["due"] - event["booked"], lang)
        elif kind == "person-left" and event["person"] == person:
            yield led_out_notice(self.led_out, lang)


def share_of(shares: Iterable[Mapping[str, Any]], person: PersonId) -> Cents:
    return sum(one["amount"] for one in shares if one["person"] == person)


def tone_of(net: Cents) -> Tone:
    return "up" if net > 0 else "down" if net < 0 else "even"


def result_of(lines: Iterable[str], net: Cents) -> Result | None:
    """Return what a coup brought somebody, line by line; nothing where no line tells of them."""
    told = tuple(lines)
    return Result(lines=told, net=net, tone=tone_of(net)) if told else None


# --- the log ----------------------------------------------------------------------------------------------------------


QUIET: Final = frozenset({"window-opened", "draw-awaited", "shoe-wanted", "card-dealt"})
"""Steps of the procedure, and cards that the cloth shows."""


PUBLIC: Final = listed_events("""
    table-opened name rulebook minimum; rulebook-adopted rulebook; table-closed; window-opened window;
    staff-assigned role person; seated person seat; stood-behind person seat; person-left person; went-away person;
    came-back person; person-called person; said formula values; shoe-wanted shoe size; pack-shuffled person; pack-cut;
    stop-card-seen position; shoe-ended shoe out; bets-opened coup in_play; card-dealt position place face face_up;
    card-turned position face; card-moved position place; coup-ended winner punto banca scores winners; coup-voided;
    coup-settled coup winner winners; stake-returned person amount; incident-opened incident.serial incident.kind;
    incident-ruled serial kind; ruling-undone coup serial kind; card-corrected coup position was face
""")
"""What everybody is told of the events of every such table."""

BANKED: Final = PUBLIC | listed_events("""
    list-joined person; list-left person; card-uncovered position by; card-seen position person;
    cards-carried person hand; cards-lifted person hand; word-said word hand; croupier-stood-in person croupier hand;
    advice-asked person hand; time-warned person hand; laid-down hand; table-asked; banker-decided cell;
    cards-passed-on left person hand; bank-taken person amount owed; bank-delivered person amount in_play;
    auction-opened floor; bid-made person amount; auction-closed winner amount; coup-called-off coup;
    incident-widened incident.serial incident.kind; incident-withdrawn serial kind
""")
"""And of a table where a player has the bank."""


def without_clearing(events: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    is_over = False
    for event in events:
        kind = str(event["event"]).partition("@")[0]
        is_over = is_over or kind in ENDINGS
        if not (is_over and kind == "card-moved"):
            yield event


def log_wording(kind: str, event: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return the code of the sentence on an event, and its facts: of an incident about advice, who advised."""
    if kind != "incident-opened":
        return kind, event
    found = event["incident"]
    faults = (one["facts"] for one in found.get("faults", ()) if one["code"] == found["kind"] == "advice")
    adviser = next(({"person": one["person"], "hand": one["hand"]} for one in faults if one.get("person")), None)
    return (kind, event) if adviser is None else (f"{kind}.advice", {**event, **adviser})
