"""What staff may report at the steps of some coups, and what becomes of each report, kept in short.

    python -m tests.support.chemin_de_fer.kept_reports              write down what is answered now
    python -m tests.support.chemin_de_fer.kept_reports SCENE ...    print it in full, to lay it beside what it was

Of each accident in a scene a digest of all its reports is kept: by each party, about cards, hands, people and cards
that were not counted, whether they fit or not. Before a new one is kept, read what became of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import msgspec

from tapete.clauses import Fault, trace
from tapete.games.baccarat.effects import Party
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.errors import reports
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, Accident, Hand
from tapete.kernel import PersonId
from tests.support import ROOT
from tests.support.chemin_de_fer.observed import Observed, at
from tests.support.chemin_de_fer.table import opened

KEPT = ROOT / "tests" / "chemin_de_fer" / "reports.txt"
SHOE = "2s 3h 3d 2c 5h 6d 4s 9h Kd 7c 8s 2d"
"""The punto and the bank have five each."""

NATURALS = "Ks Qh 9d 8c 5h 6d 4s 9h Kd 7c 8s 2d"
"""Nine against eight."""

PEOPLE = (None, *map(PersonId, ("ana", "luis", "bea", "croupier", "inspector", "nobody")))
PARTIES = (None, *Party)


def played(step: str, shoe: str = SHOE, **options: Any) -> Callable[[], Observed]:
    """Return how a step of a coup is reached."""
    return lambda: at(opened, step, shoe, **options)


def then(before: Callable[[], Observed], *acts: tuple[str, Any]) -> Callable[[], Observed]:
    """Return how a step is reached from another one."""

    def reached() -> Observed:
        table = before()
        for by, act in acts:
            table.do(by, act)
        return table

    return reached


def reported(before: Callable[[], Observed], accident: Accident, party: Party | None = None, **facts: Any) -> Any:
    """Return how a step is reached at which something was reported already."""
    return then(before, ("croupier", a.Report(accident, party, **facts)))


DRAW, STAND, GIVE = ("bea", a.DrawCard()), ("bea", a.Stand()), ("bea", a.GiveCard())
UP = tuple(("croupier", a.ShowHand(hand)) for hand in Hand)

SCENES: dict[str, Callable[[], Observed]] = {
    "between": played("between"),
    "bets": played("bets"),
    "bets-aside": reported(played("bets"), Accident.EARLY_DRAW, Party.BANKER, count=2),
    "undealt": then(played("bets"), ("croupier", a.CloseBets())),
    "deal": played("deal:pb"),
    "carry": played("carry"),
    "lift": played("lift"),
    "lift-real": played("lift", real=True),
    "word": played("word"),
    "word-banco": played("word", stakes="banco"),
    "word-naturals": played("word", NATURALS),
    "word-uncovered": reported(played("word"), Accident.EXPOSED, Party.CROUPIER, position=0),
    "word-uncovered-by-the-banker": reported(played("word"), Accident.EXPOSED, Party.BANKER, position=2),
    "answer": played("carta", stakes="two"),
    "answer-real": played("carta", real=True),
    "banker": played("no"),
    "banker-banco": played("no", stakes="banco"),
    "banker-given": then(played("carta"), GIVE),
    "banker-on-the-floor": reported(then(played("carta"), GIVE), Accident.FLOOR, position=1),
    "show-drawn": then(played("no"), DRAW),
    "show-stood": then(played("no"), STAND),
    "show-given": then(played("carta"), GIVE, DRAW),
    "settle-given": then(played("carta"), GIVE, DRAW, *UP),
    "settle-stood": then(played("no"), STAND, *UP),
    "strict": played("word", conduct="strict"),
    "strict-banker": then(played("carta", conduct="strict"), GIVE),
}  # fmt: skip


def asked(state: State, accident: Accident) -> Iterator[a.Report]:
    """Yield reports of an accident, with facts that fit and others."""
    lying = [card.position for card in state.coup.cards.layout]
    positions = (*lying, state.shoe.position) if state.phase in COUP or lying else (0,)
    for party in PARTIES:
        for position in (None, *positions):
            yield from (a.Report(accident, party, position, person=person) for person in PEOPLE)
            yield from (a.Report(accident, party, position, hand) for hand in Hand)
            yield from (a.Report(accident, party, position, count=count) for count in (1, 2))
        for hand in Hand:
            yield from (a.Report(accident, party, hand=hand, person=person) for person in PEOPLE[1:])
        yield from (a.Report(accident, party, positions[0], count=2, person=person) for person in PEOPLE[1:])
        yield from (a.Report(accident, party, count=count) for count in (3, 6))


def answer(state: State, what: a.Report) -> Any:
    """Return what becomes of a report, with the clauses that it rests on."""
    with trace() as rests:
        decided: Any = reports.report(state, PersonId("croupier"), what)
    told = decided if isinstance(decided, Fault) else [decided.events, decided.faults]
    return msgspec.to_builtins([told, sorted(rests.rests_on)], order="deterministic")


def answers(state: State) -> Iterator[tuple[str, Any, Any]]:
    """Yield what is offered to be reported and what becomes of each report: a heading, what was asked, the answer."""
    for who in ("croupier", "inspector", "ana", None):
        offered = reports.reportable(state, None if who is None else PersonId(who))
        yield "offered", who, msgspec.to_builtins(offered, order="deterministic")
    for accident in Accident:
        for what in asked(state, accident):
            yield str(accident), msgspec.to_builtins(what), answer(state, what)


def digests(scene: str) -> dict[str, str]:
    """Return a digest of each heading of a scene."""
    found: dict[str, Any] = {}
    for heading, what, told in answers(SCENES[scene]().state):
        found.setdefault(heading, sha256()).update(msgspec.json.encode([what, told], order="deterministic"))
    return {heading: made.hexdigest()[:10] for heading, made in found.items()}


def kept() -> dict[str, dict[str, str]]:
    """Return the digests that are kept, by scene and heading."""
    rows = [row.split() for row in KEPT.read_text("utf-8").splitlines()]
    return {scene: dict(one.split("=") for one in told) for scene, *told in rows}


def line(scene: str) -> str:
    """Return the line that is kept of a scene."""
    return " ".join((scene, *(f"{heading}={digest}" for heading, digest in digests(scene).items())))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for row in answers(SCENES[name]().state):
            print(msgspec.json.encode(row, order="deterministic").decode())
    if not sys.argv[1:]:
        KEPT.write_text("".join(f"{line(scene)}\n" for scene in SCENES), "utf-8")
