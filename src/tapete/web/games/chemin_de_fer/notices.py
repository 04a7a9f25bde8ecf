"""What has just happened to one person, told on their own page: what went back to them, what they won, a lost place.

It is read from what the record says to everybody, and stands from one closing of the betting to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

from tapete.clauses import Cite, cite
from tapete.games.chemin_de_fer import acts
from tapete.games.chemin_de_fer.view import View
from tapete.kernel import PersonId
from tapete.record.codec import to_tree
from tapete.web.game_screen import listed_events
from tapete.web.games.baccarat import news
from tapete.web.games.baccarat.desk import notable
from tapete.web.games.baccarat.news import share_of
from tapete.web.notices import Notice, PublicEvent, news_sentence
from tapete.web.page_context import of_viewer
from tapete.web.ports import Answer, Table
from tapete.web.stage.model import Result
from tapete.web.submit import submit
from tapete.words import Naming, label

LOSS_REASONS: Final = {
    "CF.D.16": "seat-lost-twice",
    "CF.D.19": "seat-lost-away",
    "CF.E1.26": "seat-lost-duty",
    "HP.CF.duty-refused": "seat-lost-duty",
}
"""Clauses by which somebody loses their place, with the sentence that says why."""

ENDS: Final = frozenset({"coup-settled", "coup-voided"})
TOO_SLOW: Final = "too-slow"
SLOW: Final = cite("CF.C4.02")
"""The clause by which whoever holds the cards too long holds them no more."""

NO_ROOM: Final = frozenset({"CF.B.14", "HP.CF.joint-overshoot", "HP.CF.one-con-la-mesa"})
AMONG_BANCOS: Final = frozenset({"CF.B.15", "CF.B.16"})
"""Clauses that say whose call plays; of those that an award rests on, these tell why another's does not."""

REPEATED_BANCO: Final = frozenset({"CF.B.30"})
"""The clause by which a repeated banco goes before everything else."""

EXCLUSIVE_COVERS: Final = frozenset({"banco", "banco-seguido", "banco-con"})
"""Covers beside which nothing else plays."""


PASSED: Final = cite("CF.E1.21")
"""The right of whoever passed a smaller bank."""
SALUTE: Final = cite("CF.D.07")
"""Whoever comes to a place in mid-shoe lets the hand pass once."""
SILENT: Final = cite("HP.CF.silent-player")
PASSES_BY: Final = frozenset({"bank-declined", "saluted"})
"""Events by which the bank goes on to the next."""


class RecentEvents(news.RecentEvents):
    """The events of a table that are still news: those since the betting last closed, that closing with them."""

    noted: ClassVar[frozenset[str]] = frozenset(
        {
            "cover-awarded",
            "coup-ended",
            "coup-settled",
            "coup-voided",
            "payment-corrected",
            "time-warned",
            "incident-ruled",
            "bank-returned",
        }
        | PASSES_BY
    )
    led_out = "HP.CF.led-out"
    loss = "seat-lost"
    is_betting: bool = True

    def take(self, kind: str, event: Mapping[str, Any]) -> Mapping[str, Any]:
        if kind == "bets-opened":  # what came back before is no news beside the stakes of now
            self.is_betting = True
            self.recent: tuple[PublicEvent, ...] = tuple(one for one in self.recent if one.kind != "cover-awarded")
        if kind == "cover-awarded" and self.is_betting:
            self.recent, self.is_betting = (), False
        if kind == "coup-settled":
            self.play(event["stakes"], event["bank"])
        return event

    def notices(self, person: PersonId, naming: Naming, lang: str) -> tuple[Notice, ...]:
        """Return what is news for a person, the newest last. Amounts are cents."""
        found: list[Notice] = []
        for one in self.news:
            kind, event, rests_on = one
            match kind:
                case "cover-awarded":
                    found = list(_return_notice(event, rests_on, person, naming, lang))
                case "time-warned" if event["person"] == person:
                    found.append(_time_notice("time-warned", event["seconds"], lang))
                case "incident-ruled" if event["kind"] == TOO_SLOW and _is_barred(event, person):
                    seconds = next(
                        (one.event["seconds"] for one in reversed(self.news) if one.kind == "time-warned"), 0
                    )
                    found = [one for one in found if SLOW not in one.clauses]
                    found.append(_time_notice("too-slow", seconds, lang))
                case "saluted" if event["person"] == person:
                    found.append(Notice(news_sentence("saluted", lang), clauses=(SALUTE,)))
                case "bank-declined" if event["person"] == person and SILENT in rests_on:
                    found.append(Notice(news_sentence("bank-silent", lang), "down", (SILENT,)))
                case "seat-lost" if event["person"] == person:
                    found.append(_loss_notice(event, rests_on, lang))
                case _:
                    found += self.common_notices(one, person, lang)
        return tuple(found)

    def result(self, person: PersonId, lang: str) -> Result | None:
        """Return what the last coup brought a person who played in it: stake, outcome, net; amounts are cents."""
        last = next((one for one in reversed(self.news) if one.kind in ENDS), None)
        if last is None:
            return None
        event, lines, net = last.event, list[str](), 0

        def line(code: str, outcome: str, amount: int = 0) -> None:
            lines.append(news_sentence(code, lang, amount=amount, outcome=label("coup-outcome", outcome, lang)))

        if stake := share_of(event["back" if last.kind == "coup-voided" else "stakes"], person):
            won = {"punto": ("stake-won", 1), "banca": ("stake-lost", -1), "": ("stake-void", 0)}
            outcome, sign = won.get(str(event.get("winner", "")), ("stake-tied", 0))
            net += sign * stake
            line("stake-line", outcome, stake)
        if any(one["person"] == person for one in event.get("bank", ())):
            part = share_of(event["bank"], person)
            net += part
            is_back = "bank-returned" in {one.kind for one in self.news[self.news.index(last) :]}
            gain = "bank-won-back" if is_back else "bank-won"
            line("bank-line", gain if part > 0 else "bank-lost" if part else "bank-tied")
            if event.get("cagnotte"):
                lines.append(news_sentence("cagnotte-line", lang, amount=event["cagnotte"]))
        ended = next((one.event for one in reversed(self.news) if one.kind == "coup-ended"), None)
        if lines and ended is not None and None not in (totals := (ended["punto"], ended["banca"])):
            lines.append(news_sentence("totals-line", lang, punto=totals[0], banca=totals[1]))
        return news.result_of(lines, net)


def by_right(history: RecentEvents, lang: str) -> Notice | None:
    """Return by which right, other than their stake, somebody has the cards of this coup; nothing if none decided."""
    awards = [one for one in history.news if one.kind == "cover-awarded"]
    if not awards or PASSED not in awards[-1].rests_on:
        return None
    return Notice(label("chemin", "passed-the-hand", lang), clauses=(PASSED,))


def pending_return(view: View, person: PersonId, naming: Naming, lang: str) -> Iterator[Notice]:
    """Yield what of a person's stakes would go back to them if the betting closed now."""
    if view.coup.would_play is not None:
        award = to_tree(view.coup.would_play)
        called = sum(one.amount for one in view.calls if one.person == person)
        back = [{"person": person, "amount": called - share_of(award["stakes"], person)}]
        yield from _return_notice({**award, "back": back}, (), person, naming, lang)


def _return_notice(
    event: Mapping[str, Any], rests_on: tuple[str, ...], person: PersonId, naming: Naming, lang: str
) -> Iterator[Notice]:
    back, plays = share_of(event["back"], person), share_of(event["stakes"], person)
    if not back:
        return
    alone = event["kind"] in EXCLUSIVE_COVERS
    rival = alone and back >= sum(one["amount"] for one in event["stakes"])  # they had called the whole bank too
    again = REPEATED_BANCO if event["kind"] == "banco-seguido" else frozenset()
    wanted = again | (AMONG_BANCOS if rival else frozenset()) if alone else NO_ROOM
    clauses = tuple(Cite(one) for one in rests_on if one in wanted)
    facts = {
        "amount": back,
        "plays": plays,
        "cover": label("cover", event["kind"], lang),
        "holder": naming(event["holder"], lang),
    }
    code = "part-back" if plays else "displaced" if alone else "no-room"
    yield Notice(news_sentence(code, lang, **facts), "even" if plays else "down", clauses)


def _loss_notice(event: Mapping[str, Any], rests_on: tuple[str, ...], lang: str) -> Notice:
    """Return the notice that a place is lost, with its clause."""
    clauses = tuple(Cite(one) for one in rests_on if one in LOSS_REASONS)
    why = dict.fromkeys(news_sentence(LOSS_REASONS[one], lang) for one in clauses)
    return Notice(" ".join((*why, news_sentence("seat-lost", lang, seat=event["seat"]))), "down", clauses)


def _time_notice(code: str, seconds: int, lang: str) -> Notice:
    return Notice(news_sentence(code, lang, seconds=seconds), "down", (SLOW,))


def _is_barred(ruled: Mapping[str, Any], person: PersonId) -> bool:
    return any(one.get("person") == person for one in ruled["effects"] if one["effect"] == "bar-person")


# --- the log ----------------------------------------------------------------------------------------------------------


QUIET_EVENTS: Final = news.QUIET | {"garage-formed", "garage-returned", "garage-kept", "seguido-held"}
"""Events that say nothing to a reader of the log."""


PUBLIC_EVENTS: Final = news.BANKED | listed_events("""
    bank-raised person amount; bank-continued person; share-offered person amount; share-accepted person amount;
    share-offer-withdrawn person; share-taken-over person banker amount; share-pledged person leader amount;
    winnings-garaged; all-goes-said person; bank-offered person stage floor; bank-declined person;
    bank-returned how amount; bank-reinstated person; round-restarted; call-made person kind amount was;
    call-withdrawn person kind amount;
    cover-awarded kind holder stakes; late-stake-noted person amount; late-stake-removed person amount;
    hand-followed person; seat-lost person seat; salute-owed person; saluted person; cut-offered person past;
    withdrawal-answered person stays
""")


def log_wording(kind: str, event: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return the code of the sentence of an event, and its facts: amounts of shares are added up (cents)."""
    if kind == "auction-closed" and event["winner"] is None:
        return f"{kind}.nobody", event
    if str(event.get("kind", "")).startswith("banco-con:"):
        return kind, {**event, "kind": "banco-con"}
    if "parts" in event:
        return kind, {**event, "amount": sum(share["amount"] for share in event["parts"])}
    return news.log_wording(kind, event)


# --- croupier notes ---------------------------------------------------------------------------------------------------


# What the croupier of a real table notes for people, and the lump sum of those whose stakes nobody notes one by one.
#
# Everybody whose stakes are noted as one total is one person, who stands and buys before their first stake.

NOTABLE_ACTS: Final = notable(acts.Noted, "amount", "playing", "leader", "seat")
"""What the croupier of a real table may note for somebody, with the fields of each."""

USUAL_ACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "bets": ("stake", "call-banco", "call-banco-seguido", "call-banco-con-la-mesa", "withdraw-call"),
    "auction": ("bid",),
    "bank": ("pledge-share",),
    "between": ("offer-share", "buy-in"),
}
"""What people do in a phase, of that the most usual first; elsewhere they come, buy chips and go."""

LUMP_SUM: Final = "resto"
"""Pseudonym of everybody whose stakes are keyed as one total only."""

LUMP_ACTS: Final = frozenset({"stake", "stake-on-line"})
"""What is noted for the rest as one total."""


async def prepare_lump_sum(table: Table, croupier: PersonId, what: dict[str, Any], command: str) -> Answer | None:
    """Note, before a total of the rest, that it stands and that it buys the chips which it lacks.

    Return the refusal of that, ``None`` when the total itself can be noted.
    """
    inner = what.get("what", {})
    if what.get("act") != "note-act" or what.get("person") != LUMP_SUM or inner.get("act") not in LUMP_ACTS:
        return None
    view = table.view(PersonId(LUMP_SUM))
    me = of_viewer(view.me)
    placed = me.seat is not None or any(str(one.person) == LUMP_SUM for one in view.standing)
    short = int(inner.get("amount", 0)) - me.chips
    needed = (
        *(() if placed else ({"act": "stand-behind", "seat": max(seat.seat for seat in view.seats)},)),
        *(() if short <= 0 else ({"act": "buy-in", "amount": short},)),
    )
    for one in needed:
        noted = {"act": "note-act", "person": LUMP_SUM, "what": one}
        answer = await submit(table, croupier, noted, None, f"{command[:80]}.{one['act']}", lax=True)
        if answer.refusal is not None:
            return answer
    return None
