"""What has just happened, read from what the record says to everybody: past coups, and to one person what came back to
them, what they won, that their bank is broken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

import msgspec
from msgspec.structs import replace

from tapete.games.dos_panos import acts
from tapete.games.dos_panos.terms import COUP, Phase
from tapete.games.dos_panos.view import View
from tapete.kernel import PersonId
from tapete.web.game_screen import listed_events
from tapete.web.games.baccarat import news
from tapete.web.games.baccarat.desk import notable
from tapete.web.games.baccarat.news import share_of
from tapete.web.notices import Notice, PublicEvent
from tapete.web.stage.model import Result
from tapete.words import label, sentence

SHOWN_COUPS: Final = 12
TONES: Final = {"bank-restored": "up", "bank-called": "down", "bank-broken": "down", "bank-returned": "even"}
"""What becomes of somebody's bank, and how it is for them."""
PASSED_BY: Final = {"coup-settled": "cover-awarded", "bank-returned": "bank-broken"}
"""What is no more news once something else has happened: of a coup that was settled, its result alone tells."""
LIVE: Final = frozenset({Phase.BANCO, Phase.LOTS, Phase.BETS, *COUP})
"""The phases in which stakes are at risk; in any other what the table still knows is of a coup that is over."""


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


class RecentEvents(news.RecentEvents):
    """The events of a table that are still news, since the betting last closed, and its last coups."""

    noted: ClassVar[frozenset[str]] = frozenset({"cover-awarded", "coup-settled", "payment-corrected", *TONES})
    begins: ClassVar[frozenset[str]] = frozenset({"bets-opened", "banco-repeated"})
    led_out = "HP.DP.led-out"

    def __init__(self) -> None:
        super().__init__()
        self.coups: tuple[CoupResult, ...] = ()
        self._banker = ""
        self._coup = 0
        self._banco = ""
        self._ended: Mapping[str, Any] = {}

    def take(self, kind: str, event: Mapping[str, Any]) -> Mapping[str, Any]:
        match kind:
            case "bank-taken":
                self._banker = event["person"]
            case "bets-opened":
                self._coup, self._banco = event["coup"], ""
            case "banco-awarded" | "banco-repeated":
                self._coup += kind == "banco-repeated"
                self._banco = event["person"]
            case "cover-awarded":
                self.recent: tuple[PublicEvent, ...] = ()
            case "coup-ended":
                self._ended = event
            case "coup-settled":
                if self._ended:
                    self._keep(event)
                    in_bank = [{"person": self._banker}]
                    self.play(event.get("payments", ()), event.get("collections", ()), in_bank)
                return {**event, "banker": self._banker}
            case "card-corrected" if event.get("winners"):
                self._put_right(event)
        return event

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

    def notices(self, person: PersonId, lang: str) -> Iterator[Notice]:
        """Yield what is news for a person, the newest last."""
        over = {PASSED_BY[one.kind] for one in self.news if one.kind in PASSED_BY}
        for one in self.news:
            if one.kind not in over:
                yield from self._notices_of(one, person, lang)

    def _notices_of(self, one: PublicEvent, person: PersonId, lang: str) -> Iterator[Notice]:
        kind, event = one.kind, one.event
        if kind == "cover-awarded":
            back, plays = (share_of(event.get(name, ()), person) for name in ("back", "stakes"))
            if back:
                told = _said("part-back" if plays else "no-room", lang, amount=back, plays=plays)
                yield Notice(told, "even" if plays else "down")
        elif kind in TONES and event["person"] == person:
            amount = event.get("amount", 0) + event.get("deposit", 0)
            yield Notice(_said(kind, lang, amount=amount), TONES[kind])
        else:
            yield from self.common_notices(one, person, lang)

    def result(self, view: View, person: PersonId, lang: str) -> Result | None:
        """Return what the last coup brought a person: each stake with its cloth and outcome, or the bank."""
        if view.phase in LIVE:
            return None
        settled = next((one.event for one in reversed(self.recent) if one.kind == "coup-settled"), None)
        if settled is not None and settled["banker"] == person:
            net, part = int(settled["bank"]), settled["commission"]
            said = _said("bank-won" if net > 0 else "bank-lost" if net else "bank-even", lang)
            return news.result_of((said, *([_said("commission", lang, amount=part)] if part else [])), net)
        lines, net = [], 0
        for cloth in view.coup.cloths:
            staked = sum(one.amount for one in view.coup.stakes if (one.person, one.cloth) == (person, cloth.hand))
            outcome = "void" if cloth.is_void else str(cloth.winner or "")
            if staked and outcome:
                net += {"punto": staked, "banca": -staked}.get(outcome, 0)
                told_as = label("cloth-outcome", outcome, lang)
                lines.append(_said("stake-line", lang, cloth=cloth.hand, amount=staked, outcome=told_as))
        return news.result_of(lines, net)


def _said(code: str, lang: str, **facts: object) -> str:
    told = sentence("cloths-news", code, lang, **facts)
    return f"{told[:1].upper()}{told[1:]}"


# --- croupier notes ---------------------------------------------------------------------------------------------------


NOTABLE_ACTS: Final = notable(acts.Noted, "partner", "amount", "cloth", "spot", "seat")
"""What the croupier of a real table may note for somebody, with the fields of each."""

USUAL_ACTS: Final[Mapping[str, tuple[str, ...]]] = {
    Phase.BANCO: ("call-banco",),
    Phase.BETS: ("stake", "take-stake"),
    Phase.AUCTION: ("bid",),
    Phase.OPENING: ("buy-bank", "buy-in"),
    Phase.REOFFER: ("accept-bank", "withdraw-wish"),
    Phase.BETWEEN: ("buy-in", "cash-out"),
}
"""What people do in a phase, of that the most usual first; elsewhere they come, buy chips and go."""


# --- the log ----------------------------------------------------------------------------------------------------------


QUIET_EVENTS: Final = news.QUIET | {"phase-opened", "urn-sealed"}
"""Events that say nothing to a reader of the log."""


PUBLIC_EVENTS: Final = news.BANKED | listed_events("""
    phase-opened phase; bank-awarded person amount shoes days; award-annulled person; bank-sought person amount;
    wish-withdrawn person; bank-deposited person amount; bank-proven person; bank-broken person; bank-restored person;
    new-shoe-asked person; bank-returned person end; bank-offered amount; sat-behind person seat; packs-shown;
    stake-laid person amount cloth spot was; stake-taken person amount cloth spot; stakes-pooled person partner amount;
    banco-called person; banco-awarded person amount; banco-repeated person amount repeats; cover-short;
    cover-awarded cover stakes holders; cloth-voided cloth; stake-handed-back person cloth amount; turn-moved cloth seat
""")


def log_wording(kind: str, event: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return the code of the sentence of an event, and its facts (amounts in cents)."""
    match kind:
        case "cover-awarded":
            stakes = event.get("stakes", ())
            sums = {
                name: sum(one["amount"] for one in stakes if one["cloth"] == name) for name in ("primero", "segundo")
            }
            return f"{kind}.cloths", {**event, **sums}
        case "coup-ended":  # a cloth that was called off has no score, nor a hand that a ruling decided
            scores, won = dict.fromkeys(("primero", "segundo", "banca"), "—") | event["scores"], event["winners"]
            results = {"first": won.get("primero", "void"), "second": won.get("segundo", "void")}
            return f"{kind}.cloths", {**event, **scores, **results}
        case "coup-settled":
            return f"{kind}.cloths", event
        case "bank-taken" | "bank-offered" | "auction-closed":
            return f"{kind}.bare", event
        case "table-opened" if not event.get("maximum"):
            return f"{kind}.bare", event
        case _:
            return news.log_wording(kind, event)
