"""What has just happened, read from what the record says to everybody: past coups, and to one person what came back to
them, what they won, that their bank is broken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.games.baccarat.effects import DeemTotal
from tapete.games.dos_panos.terms import COUP, Phase
from tapete.games.dos_panos.view import View
from tapete.kernel import FixedValue, PersonId
from tapete.table.staff import Role
from tapete.web.games.baccarat.ruled_cases import RuledCase, RuledCases
from tapete.web.games.baccarat.wording import CoupCards
from tapete.web.notices import Notice, PlaceLosses, PublicEvent, correction_notice, led_out_notice
from tapete.web.page_context import PageContext
from tapete.web.stage.desk import OpenIncident
from tapete.web.stage.model import Result
from tapete.words import fill, join, label

NOTED_EVENTS: Final = frozenset(
    {
        *("cover-awarded", "coup-settled", "payment-corrected", "lot-drawn", "auction-closed"),
        *("bank-called", "bank-broken", "bank-restored", "bank-returned"),
    }
)
SHOWN_COUPS: Final = 12
LED_OUT: Final = "HP.DP.led-out"
"""The practice by which somebody on their feet who is away for long is led out."""


class CoupResult(msgspec.Struct, frozen=True):
    """A past coup: scores and results by hand, what the bank won or lost and the house took (cents).

    ``is_corrected``: a card of it was put right afterwards, and it stands here as it really ended.
    """

    coup: int
    scores: dict[str, int]
    winners: dict[str, str]
    bank: int
    commission: int
    banco: str = ""
    is_corrected: bool = False


class RecentEvents:
    """The events of a table that are still news, since the betting last closed, and its last coups."""

    def __init__(self) -> None:
        self._recent: tuple[PublicEvent, ...] = ()
        self._losses = PlaceLosses(LED_OUT)
        self._ruled = RuledCases("bets-opened", "banco-repeated")
        self.coups: tuple[CoupResult, ...] = ()
        self.cards = CoupCards()
        """The cards of the last coups, for whoever corrects one."""
        self.players: dict[str, None] = {}
        """Everybody who played in a coup that was read, with its banker, whoever has left since."""
        self._banker = ""
        self._coup = 0
        self._banco = ""
        self._ended: Mapping[str, Any] = {}

    @property
    def news(self) -> tuple[PublicEvent, ...]:
        """The events that are still news; somebody who was led out reads it until they are at the table again."""
        return (*self._recent, *self._losses.events)

    @property
    def rulings(self) -> tuple[RuledCase, ...]:
        """What was ruled since the coup began."""
        return self._ruled.cases

    def read(self, event: Mapping[str, Any], rests_on: tuple[str, ...]) -> None:
        """Read on in the record."""
        kind = str(event["event"]).partition("@")[0]
        match kind:
            case "bank-taken":
                self._banker = event["person"]
            case "bets-opened":
                self._coup, self._banco = event["coup"], ""
            case "banco-awarded" | "banco-repeated":
                self._coup += kind == "banco-repeated"
                self._banco = event["person"]
            case "cover-awarded":
                self._recent = ()
            case "coup-ended":
                self._ended = event
            case "coup-settled" if self._ended:
                self._keep(event)
                played = (*event.get("payments", ()), *event.get("collections", ()), {"person": self._banker})
                self.players |= {one["person"]: None for one in played if one["person"]}
            case "card-corrected" if event.get("winners"):
                self._put_right(event)
        if kind in NOTED_EVENTS:
            told = event if kind != "coup-settled" else {**event, "banker": self._banker}
            self._recent = (*self._recent, PublicEvent(kind, told, rests_on))
        self._losses.read(kind, event, rests_on)
        self.cards.read(kind, event)
        self._ruled.read(kind, event)

    def _keep(self, event: Mapping[str, Any]) -> None:
        result = CoupResult(
            self._coup,
            dict(self._ended["scores"]),
            dict(event["winners"]),
            event["bank"],
            event["commission"],
            self._banco,
        )
        self.coups, self._ended = (*self.coups, result)[-SHOWN_COUPS:], {}

    def _put_right(self, event: Mapping[str, Any]) -> None:
        """Let a past coup stand as it really ended, with what was due to the bank and to the house."""
        bank = sum(one["amount"] for one in event["bank"])
        changes = {"scores": dict(event["scores"]), "winners": dict(event["winners"]), "bank": bank}
        self.coups = tuple(
            replace(one, **changes, commission=event["commission"], is_corrected=True)
            if one.coup == event["coup"]
            else one
            for one in self.coups
        )


def notices(told: tuple[PublicEvent, ...], person: PersonId, lang: str) -> tuple[Notice, ...]:
    """Return what is news for a person, the newest last: of a coup that was settled, its result alone tells."""
    over = {PASSED_BY[one.kind] for one in told if one.kind in PASSED_BY}
    return tuple(one for kind, event, _ in told if kind not in over for one in _of_event(kind, event, person, lang))


PASSED_BY: Final = {"coup-settled": "cover-awarded", "bank-returned": "bank-broken"}
"""What is no more news once something else has happened."""


def _of_event(kind: str, event: Mapping[str, Any], person: PersonId, lang: str) -> Iterator[Notice]:
    match kind:
        case "cover-awarded":
            if back := _of(event.get("back", ()), person):
                plays = _of(event.get("stakes", ()), person)
                code = "part-back" if plays else "no-room"
                yield _notice(code, "even" if plays else "down", lang, amount=back, plays=plays)
        case "payment-corrected":
            difference = _of(event.get("players", ()), person) + _of(event.get("bank", ()), person)
            yield from correction_notice(event["coup"], difference, lang)
        case "bank-restored" if event["person"] == person:
            yield _notice(kind, "up", lang, amount=event["amount"])
        case "bank-called" | "bank-broken" if event["person"] == person:
            yield _notice(kind, "down", lang, amount=event.get("amount", 0))
        case "bank-returned" if event["person"] == person:
            yield _notice(kind, "even", lang, amount=event["amount"] + event["deposit"])
        case "person-left" if event["person"] == person:
            yield led_out_notice(LED_OUT, lang)
        case _:
            return


LIVE: Final = frozenset({Phase.BANCO, Phase.LOTS, Phase.BETS, *COUP})
"""The phases in which stakes are at risk; in any other what the table still knows is of a coup that is over."""


def result(told: tuple[PublicEvent, ...], view: View, person: PersonId, lang: str) -> Result | None:
    """Return what the last coup brought a person: each stake with its cloth and outcome, or the bank, and the net."""
    if view.phase in LIVE:
        return None
    settled = next((one.event for one in reversed(told) if one.kind == "coup-settled"), None)
    if settled is not None and settled["banker"] == person:
        net = int(settled["bank"])
        lines = [_said("bank-won" if net > 0 else "bank-lost" if net else "bank-even", lang)]
        if settled["commission"]:
            lines.append(_said("commission", lang, amount=settled["commission"]))
        return _result(lines, net)
    lines, net = [], 0
    for cloth in view.coup.cloths:
        staked = sum(one.amount for one in view.coup.stakes if (one.person, one.cloth) == (person, cloth.hand))
        outcome = "void" if cloth.is_void else str(cloth.winner or "")
        if staked and outcome:
            net += {"punto": staked, "banca": -staked}.get(outcome, 0)
            told_as = label("cloth-outcome", outcome, lang)
            lines.append(_said("stake-line", lang, cloth=cloth.hand, amount=staked, outcome=told_as))
    return _result(lines, net) if lines else None


def _result(lines: Iterable[str], net: int) -> Result:
    return Result(lines=tuple(lines), net=net, tone="up" if net > 0 else "down" if net < 0 else "even")


def _said(code: str, lang: str, **facts: object) -> str:
    told = fill(label("cloths-news", code, lang), facts, lang)
    return f"{told[:1].upper()}{told[1:]}"


def _of(shares: Iterable[Mapping[str, Any]], person: PersonId) -> int:
    return sum(one["amount"] for one in shares if one["person"] == person)


def _notice(code: str, tone: str, lang: str, **facts: object) -> Notice:
    return Notice(_said(code, lang, **facts), tone)


# --- croupier notes ---------------------------------------------------------------------------------------------------


NOTABLE_ACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "stake": ("amount", "cloth", "spot"),
    "take-stake": ("cloth", "spot"),
    "call-banco": (),
    "buy-bank": ("amount",),
    "bid": ("amount",),
    "accept-bank": (),
    "withdraw-wish": (),
    "sit": ("seat",),
    "sit-behind": ("seat",),
    "stand-behind": ("seat",),
    "buy-in": ("amount",),
    "cash-out": ("amount",),
    "leave": (),
    "join-list": (),
    "leave-list": (),
    "ask-card-check": (),
}

USUAL_ACTS: Final[Mapping[str, tuple[str, ...]]] = {
    Phase.BANCO: ("call-banco",),
    Phase.BETS: ("stake", "take-stake"),
    Phase.AUCTION: ("bid",),
    Phase.OPENING: ("buy-bank", "buy-in"),
    Phase.REOFFER: ("accept-bank", "withdraw-wish"),
    Phase.BETWEEN: ("buy-in", "cash-out"),
}
"""What people do in a phase, of that the most usual first; elsewhere they come, buy chips and go."""


# --- testimony --------------------------------------------------------------------------------------------------------


def with_witnesses(
    found: tuple[OpenIncident, ...], sight: PageContext, view: View, names: Mapping[str, str]
) -> tuple[OpenIncident, ...]:
    """Return the incidents, each with the people who saw a swept hand and are to say what it counted before a ruling;
    where the table knows the faces nobody's word is needed, and once somebody has spoken the remedy shows it.
    """
    croupier = view.staff.get(Role.CROUPIER)
    is_official = sight.person is not None and view.me is not None and bool(view.me.roles)
    if not found or not is_official or croupier is None or view.shoe_kind != ChanceKind.KEYED:
        return found
    effects = (one for incident in view.incidents for one in incident.proposed_effects)
    heard = {str(one.hand) for one in effects if isinstance(one, DeemTotal)}
    seen: dict[str, list[str]] = {}
    for offer in sight.table.legal(croupier):
        hand, person = offer.fields.get("hand"), offer.fields.get("person")
        if offer.act == "testify" and isinstance(hand, FixedValue) and isinstance(person, FixedValue):
            own = sight.table.legal(PersonId(str(person.value)))
            if not any(one.act == "testify" and one.fields.get("hand") == hand for one in own):
                continue  # the croupier may note anybody's word; those are waited for who are known to have seen it
            seen.setdefault(str(hand.value), []).append(names.get(str(person.value), str(person.value)))
    told = " ".join(
        fill(label("desk", "witnesses", sight.lang), {"hand": hand, "people": join(people, sight.lang)}, sight.lang)
        for hand, people in seen.items()
        if hand not in heard
    )
    first, *rest = found
    return (replace(first, remarks=(*first.remarks, told)), *rest) if told else found
