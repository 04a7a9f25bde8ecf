"""What becomes of corrections at a real table, of cards and of payments, and what is so afterwards, kept in short.

    python -m tests.support.chemin_de_fer.kept_corrections              write down what is answered now
    python -m tests.support.chemin_de_fer.kept_corrections STORY ...    print it in full, to lay it beside what it was

A story is a coup of some cards in which the punto says a word, told up to some moment. Of each a digest is kept of what
the officials are told who put a card or a payment right, and of the table that it leaves. Before a new one is kept,
read what became of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import msgspec

from tapete.cards import Card
from tapete.games.baccarat import effects as fx
from tapete.games.baccarat.corrections import CorrectCard, CorrectPayment
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.events import CardCorrected
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Hand
from tapete.kernel import Act, PersonId
from tapete.table import acts as t
from tests.support import ROOT
from tests.support.chemin_de_fer.ending import finished
from tests.support.chemin_de_fer.kept_steps import after, answered, told
from tests.support.chemin_de_fer.observed import Observed, at
from tests.support.chemin_de_fer.table import opened

KEPT = ROOT / "tests" / "chemin_de_fer" / "corrections.txt"
ANA, LUIS, BEA, EVA, CROUPIER, INSPECTOR = map(PersonId, ("ana", "luis", "bea", "eva", "croupier", "inspector"))
NEXT = " 2s 3h 3d 2c 5h 6d 4s 9h"
SHOES = {
    "six-carta": ("carta", "2s 3h 4d 2c 5h 6d" + NEXT),
    "three-no": ("no", "2s 3h Ad 2c 5h 6d" + NEXT),
    "bacarra-no": ("no", "Ks 3h Qd 2c 5h 6d" + NEXT),
    "nine-carta": ("carta", "2s 3h 7d 2c 5h 6d" + NEXT),
    "eight-no": ("no", "2s 4h 6d 5c 5h 6d" + NEXT),
    "five-carta": ("carta", "2s 4h 3d 4c 5h 6d" + NEXT),
}
"""The word of the punto, and the cards: his, the bank's, his, the bank's, and what comes then."""

FACES = tuple(Card(f"{rank}c") for rank in "KA23456789")


def ruled(table: Observed, own: bool) -> Observed:
    """Rule what is open: as it is proposed, or otherwise."""
    while table.state.docket.open:
        effects = (fx.NoteOnly("so"),) if own else None
        table.ruled("inspector", effects=effects, reason="so")
    return table


def ended(table: Observed, *, paid: bool, own: bool = False) -> Observed:
    """Play a coup to its end, and rule what is found on the way."""
    for _ in range(6):
        finished(table, paid=paid)
        if not table.state.docket.open:
            return table
        ruled(table, own)
    return table


def shown(table: Observed) -> Observed:
    """Let the punto turn his cards up of his own accord."""
    return table.do(table.state.holder or "", a.ShowHand(Hand.PUNTO))


def gone(table: Observed) -> Observed:
    """Let Luis leave with his chips."""
    return table.do("luis", t.Leave())


def betting(table: Observed) -> Observed:
    """Open the betting of the next coup; a bank that was lost is taken by whoever is asked."""
    if (asked_to := table.state.offer.candidate) is not None:
        table.do(asked_to, a.TakeBank(300_00))
    return table.do("croupier", a.OpenBets())


def mended(table: Observed) -> Observed:
    """Put a card of the settled coup right by which another side has won it: what was paid is wrong then."""
    was = table.state.history[-1].winner
    for position in range(4):
        for face in FACES:
            what = CorrectCard(1, position, face, CROUPIER, "misread")
            events = getattr(table.play.attempt(what, "inspector").outcome, "events", ())
            if any(isinstance(one, CardCorrected) and one.winner not in (None, was) for one in events):
                return table.do("inspector", what)
    raise AssertionError("no card of the coup decides it")


def dealing(table: Observed) -> Observed:
    """Close the betting of the next coup, in which Eva stakes."""
    return betting(table).do("eva", a.Stake(50_00)).do("croupier", a.CloseBets())


def without_chips(table: Observed, *people: str) -> Observed:
    """Let people change all their chips back."""
    for who in people:
        if held := table.chips(who):
            table.do(who, t.CashOut(held))
    return table


MOMENTS: dict[str, Callable[[Observed], Observed]] = {
    "said": lambda table: table,
    "shown": shown,
    "ruled": lambda table: ruled(shown(table), own=False),
    "ruled-otherwise": lambda table: ruled(shown(table), own=True),
    "played-on": lambda table: ended(ruled(shown(table), own=False), paid=False),
    "ended": lambda table: ended(table, paid=False),
    "paid": lambda table: ended(table, paid=True),
    "paid-otherwise": lambda table: ended(table, paid=True, own=True),
    "paid-and-gone": lambda table: gone(ended(table, paid=True)),
    "mended": lambda table: mended(ended(table, paid=True)),
    "mended-and-gone": lambda table: gone(mended(ended(table, paid=True))),
    "mended-without-chips": lambda table: without_chips(mended(ended(table, paid=True)), "ana", "luis", "bea"),
    "mended-in-betting": lambda table: betting(mended(ended(table, paid=True))),
    "mended-in-the-next-coup": lambda table: dealing(mended(ended(table, paid=True))),
    "next-betting": lambda table: betting(ended(table, paid=True)),
}
STORIES = {f"{name}:{moment}": (name, moment) for name in SHOES for moment in MOMENTS}


def reached(story: str) -> State:
    """Return the table at the moment of a story."""
    name, moment = STORIES[story]
    word, shoe = SHOES[name]
    return MOMENTS[moment](at(opened, word, shoe, real=True, stakes="two")).state


def asked() -> Iterator[Any]:
    """Yield the corrections that are tried."""
    for coup in (1, 2):
        for position in range(7):
            for face in FACES:
                yield CorrectCard(coup, position, face, CROUPIER, "misread")
        for person in (ANA, LUIS, BEA, EVA):
            for paid in (None, 0, 100_00, -100_00):
                yield CorrectPayment(coup, person, CROUPIER, "miscounted", paid)


ASKED = tuple(asked())


def answers(story: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield what is told of a story: a side, what was put right, the answer."""
    state = reached(story)
    for number, what in enumerate(ASKED):
        outcome = answered(CHEMIN_DE_FER.decide, state, Act(INSPECTOR, what, state.step))
        yield "told", told(what), told(outcome)
        if events := getattr(outcome, "events", ()):
            yield "after", number, told(answered(after, state, events))


def digests(story: str) -> dict[str, str]:
    """Return a digest of each side of a story."""
    found: dict[str, Any] = {}
    for side, what, answer in answers(story):
        found.setdefault(side, sha256()).update(msgspec.json.encode([what, answer]))
    return {side: made.hexdigest()[:10] for side, made in found.items()}


def kept() -> dict[str, dict[str, str]]:
    """Return the digests that are kept, by story and side."""
    rows = [row.split() for row in KEPT.read_text("utf-8").splitlines()]
    return {story: dict(one.split("=") for one in sides) for story, *sides in rows}


def line(story: str) -> str:
    """Return the line that is kept of a story."""
    return " ".join((story, *(f"{side}={digest}" for side, digest in digests(story).items())))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for row in answers(name):
            print(msgspec.json.encode(row).decode())
    if not sys.argv[1:]:
        KEPT.write_text("".join(f"{line(story)}\n" for story in STORIES), "utf-8")
