"""Every accident at every step of the table: reported with a remedy that can be ruled, or refused for a stated reason.

The rows are generated: accident by step by party, and by each card and hand that the report can be about.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from tapete.games.baccarat.effects import Discard, NoteOnly, Party, VoidCoup
from tapete.games.baccarat.incident import GiveRuling, Incident
from tapete.games.banked.findings import KIND
from tapete.games.banked.reportable import Reportable
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.errors.reports import KINDS
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, Accident, Hand, Phase
from tapete.kernel import Act, PersonId, Refused
from tests.support.chemin_de_fer.ending import finished
from tests.support.chemin_de_fer.observed import Observed, at
from tests.support.chemin_de_fer.table import opened

SHOE = "2s 3h 3d 2c 5h 6d 4s 9h Kd 7c 8s 2d"
"""The punto and the bank have five each: every word and every decision is lawful."""

STEPS: dict[str, Callable[[Any], Observed]] = {
    "shoe": lambda make: preparing(make),
    "shuffled": lambda make: preparing(make, "shuffle"),
    "cards-offered": lambda make: preparing(make, "shuffle", "offer"),
    "cut": lambda make: preparing(make, "shuffle", "offer", "shuffle"),
    "stop-card": lambda make: preparing(make, "shuffle", "offer", "shuffle", "cut"),
    "bank": lambda make: offered(make),
    "vacant": lambda make: declined(make),
    "auction": lambda make: refused_bank(make),
    "between": lambda make: at(make, "between", SHOE),
    "bets": lambda make: at(make, "bets", SHOE),
    "deal, no card": lambda make: at(make, "bets", SHOE).closed(),
    "deal": lambda make: at(make, "deal:pb", SHOE),
    "carry": lambda make: at(make, "carry", SHOE),
    "lift": lambda make: at(make, "lift", SHOE),
    "word": lambda make: at(make, "word", SHOE),
    "answer": lambda make: at(make, "carta", SHOE),
    "banker, no": lambda make: at(make, "no", SHOE),
    "banker, given": lambda make: at(make, "carta", SHOE).do("bea", a.GiveCard()),
    "show, drawn": lambda make: at(make, "no", SHOE).do("bea", a.DrawCard()),
    "show, stood": lambda make: at(make, "no", SHOE).do("bea", a.Stand()),
    "show, given": lambda make: at(make, "carta", SHOE).do("bea", a.GiveCard(), a.DrawCard()),
    "show, given stood": lambda make: at(make, "carta", SHOE).do("bea", a.GiveCard(), a.Stand()),
    "settle, given": lambda make: at(make, "carta", SHOE).do("bea", a.GiveCard(), a.Stand()).shown(),
    "settle, drawn": lambda make: at(make, "no", SHOE).do("bea", a.DrawCard()).shown(),
    "settle, stood": lambda make: at(make, "no", SHOE).do("bea", a.Stand()).shown(),
    "closed": lambda make: closed(make),
    "bank, aside": lambda make: drawn_early(offered(make)),
    "vacant, aside": lambda make: drawn_early(declined(make)),
    "auction, aside": lambda make: drawn_early(refused_bank(make)),
    "between, aside": lambda make: drawn_early(at(make, "between", SHOE)),
    "bets, aside": lambda make: drawn_early(at(make, "bets", SHOE)),
    "deal, aside": lambda make: drawn_early(at(make, "bets", SHOE)).closed(),
}
"""How each step is reached; the phase is the word before the comma."""

NO_SHOE = tuple(STEPS)[:5]
BANK_ROUND = ("bank", "vacant", "auction")
STILL = ("between", "bets")
DEALT = ("deal, no card", "deal, aside", "deal", "carry", "lift")
DECIDING = ("answer", "banker, no", "banker, given")
SHOWN = ("show, drawn", "show, stood", "show, given", "show, given stood")
SETTLED = ("settle, drawn", "settle, stood", "settle, given")
BEFORE_DEAL = ("bank, aside", "vacant, aside", "auction, aside", "between, aside", "bets, aside")
"""Cards that were drawn early lie aside, and no coup is dealt."""
NO_CARD = (*NO_SHOE, *BANK_ROUND, *STILL, "closed")
NO_COUP = (*NO_CARD, *BEFORE_DEAL)

NO_CARDS = "no cards of a coup are in play"
UNSEEN: dict[Accident, dict[tuple[str, ...], str]] = {
    Accident.EARLY_DRAW: {
        (*NO_SHOE, "closed"): "no shoe lies ready, so nothing can be drawn from it",
        ("deal", "carry", "lift", "word", *DECIDING, *SHOWN, *SETTLED): "the deal has begun: a card too many is an act",
    },
    Accident.EXPOSED_IN_SHOE: {
        NO_CARD: "no card comes out of the shoe",
        ("show, stood", "settle, stood"): "no third card came out, and the hands have gone on since their first two",
    },
    Accident.STUCK: {
        NO_CARD: "no card comes out of the shoe",
        ("show, stood", "show, given stood"): "the banker has drawn no card",
        SETTLED: "the distribution is over",
    },
    Accident.FLOOR: {(*NO_CARD, "deal, no card"): NO_CARDS},
    Accident.EXPOSED: {
        (*NO_CARD, "deal, no card"): NO_CARDS,
        (*SHOWN, *SETTLED): "every card is turned up now, whoever does it",
    },
    Accident.BASKET: {
        (*NO_CARD, "deal, no card"): NO_CARDS,
        SETTLED: "both totals are announced: nothing rests on where a card lies",
    },
    Accident.MISPLACED: {NO_COUP: NO_CARDS, (*SHOWN, *SETTLED): "every hand has its cards before it"},
    Accident.CARTA_CALLED: {
        NO_COUP: NO_CARDS,
        (*DEALT, "word"): "the punto has not spoken",
        ("answer", "banker, given", "show, given", "show, given stood", "settle, given"): "the punto did say «carta»",
    },
    Accident.TWO_THIRDS: {
        (*NO_COUP, *DEALT, "word", "answer", "banker, no", "show, stood", "settle, stood"): "no third card lies there",
    },
    Accident.CARD_OFFERED: {
        NO_COUP: NO_CARDS,
        ("deal, no card", "deal, aside", "deal"): "the banker has not his two cards, and no natural to lay down",
        (*SHOWN, *SETTLED): "the time to lay down is over",
    },
    Accident.TOO_SLOW: {
        (*NO_COUP, "deal, no card", "deal, aside", "deal", "carry"): "no player holds the cards",
        (*DECIDING, *SHOWN, *SETTLED): "the player who held the cards has announced his game",
    },
    Accident.ADVICE: {
        NO_COUP: NO_CARDS,
        (*SHOWN, *SETTLED): "nobody has anything left to decide",
    },
    Accident.MISSPOKEN: {
        NO_COUP: NO_CARDS,
        (*DEALT, "word"): "no word has been said",
        SETTLED: "the cards lie open, and what they show of the word has been taken up",
    },
    Accident.OTHER: {("closed",): "the table is closed"},
}
"""Why an accident cannot be seen at a step."""


def preparing(make: Any, *steps: str) -> Observed:
    table = Observed((first := make(SHOE, conduct="observed", prepared=False)).play, first.turns)
    for step in steps:
        if step == "cut":
            cutter = table.state.shoe.cut_to
            assert cutter is not None
            table.do(cutter, a.CutPack(table.state.shoe.size // 2))
        else:
            table.do("croupier", a.OfferCards() if step == "offer" else a.ShufflePack())
    return table


def offered(make: Any) -> Observed:
    first = make(SHOE, conduct="observed")
    return Observed(first.play, first.turns)


def declined(make: Any) -> Observed:
    table = offered(make)
    for _ in range(8):
        if table.state.phase is Phase.BANK:
            table.declined()
        elif table.state.phase is Phase.AUCTION:
            table.do("croupier", a.CloseAuction())
    return table


def refused_bank(make: Any) -> Observed:
    return at(make, "between", SHOE).do("bea", a.RefuseToDeal())


def drawn_early(table: Observed) -> Observed:
    """Two cards lie aside that somebody drew too early: the banker, or Ana while there is none."""
    by = Party.PLAYER if table.state.banker is None else Party.BANKER
    person = "ana" if by is Party.PLAYER else None
    return table.report(Accident.EARLY_DRAW, by, count=2, person=person).ruled("croupier")


def closed(make: Any) -> Observed:
    return offered(make).do("inspector", a.CloseTable())


def reason(accident: Accident, step: str) -> str | None:
    """Return why an accident cannot be seen at a step; ``None`` where it can."""
    return next((why for steps, why in UNSEEN[accident].items() if step in steps), None)


@cache
def reached(step: str) -> Observed:
    table = STEPS[step](opened)
    assert table.state.phase == step.partition(",")[0]
    return table


def table_at(step: str) -> Observed:
    return reached(step).fork()


def offers(table: Observed) -> dict[str, Reportable]:
    return {one.accident: one for one in table.play.game.reportable(table.state, PersonId("croupier"))}


def reports(found: Reportable, state: State) -> Iterator[a.Report]:
    """Return the report of an accident by everybody who can have done it, of each card and hand; whoever is named plays
    none of the hands, and nobody advises himself.
    """
    others = [one for one in found.people if one not in (state.holder, state.banker)]
    needed = "position" in found.facts
    cards = found.positions if needed else (None, *found.positions)
    for party in found.parties:
        for position in cards or (None,):
            for hand in found.hands or (None,):
                if (found.accident, party, hand) == (Accident.ADVICE, Party.BANKER, Hand.BANCA):
                    continue
                person = others[0] if others and party is Party.PLAYER else None
                yield msgspec.structs.replace(
                    found.example, fault_of=party, position=position, hand=hand, person=person
                )  # type: ignore[misc]


ROWS = [(accident, step) for accident in Accident for step in STEPS]


def test_every_step_of_the_table_is_tried() -> None:
    assert {step.partition(",")[0] for step in STEPS} == set(Phase)


@pytest.mark.parametrize(("accident", "step"), ROWS)
def test_an_accident_is_offered_at_every_step_at_which_it_can_be_seen(accident: Accident, step: str) -> None:
    table = table_at(step)
    why = reason(accident, step)
    assert (accident in offers(table)) is (why is None), why
    if why is not None:
        kind = KINDS[accident]
        for party in kind.parties:
            hand = Hand.PUNTO if kind.is_hand_required else None
            what = a.Report(
                accident, party, 0 if kind.is_card_required else None, hand, 1 if kind.uncounted else 0, "ana"
            )
            outcome = table.play.attempt(what, "croupier").outcome
            assert isinstance(outcome, Refused)


@pytest.mark.parametrize(("accident", "step"), [row for row in ROWS if reason(*row) is None])
def test_whatever_it_comes_to_can_be_ruled_and_the_coup_comes_to_its_end(accident: Accident, step: str) -> None:
    for what in reports(offers(table_at(step))[accident], table_at(step).state):
        table = table_at(step)
        shown = table.play.game.preview(table.state, Act(PersonId("croupier"), what))
        assert isinstance(shown, Incident), (what, shown)
        table.do("croupier", what)
        assert table.incident.faults[-1].code == accident
        assert table.incident.proposed_effects == shown.proposed_effects
        assert table.incident.proposed_effects or table.incident.open_to_judgement
        fallen = [card.position for card in table.state.coup.cards.layout if card.place == "floor"]
        for position in fallen:
            table.do("croupier", a.PickUp(position))
        for given in (None, *(one.effects for one in table.incident.alternatives)):
            twin = table.fork()
            twin.do("inspector", ruling(twin, given))
            finished(twin)
            while twin.state.docket.open and twin.incident.kind == KIND:  # what only open cards showed of it
                twin.do("inspector", ruling(twin, None))
                finished(twin)
            assert twin.state.docket.open == (), (what, given, twin.state.docket.open)


def ruling(table: Observed, effects: Any) -> GiveRuling:
    """Return the ruling as proposed, or as given; where nothing is proposed what was done stands, or nothing does."""
    found = table.incident
    if effects is None and not found.proposed_effects:
        lost = [card for card in table.state.coup.cards.layout if card.place == "basket"]
        out: tuple[Any, ...] = tuple(Discard(card.position) for card in lost)
        coup = (VoidCoup(),) if table.state.phase in (*COUP, Phase.BETS) else out
        effects = coup if lost else (NoteOnly("as it lies"),)
    return GiveRuling(found.serial, effects, "seen by all")


REPORTERS = ("croupier", "inspector")
OTHERS = ("bea", "luis", "ana", "nobody")
"""Whoever deals, whoever has the cards, another player, and somebody who is not there."""


@pytest.mark.parametrize(("accident", "step"), ROWS)
def test_an_accident_is_reported_by_the_officials_alike_and_by_nobody_else(accident: Accident, step: str) -> None:
    """However late it is told, it matters not which of them tells it: the same is proposed, or the same is answered."""
    table, found = table_at(step), offers(table_at(step)).get(accident)
    kind = KINDS[accident]
    blind = a.Report(accident, kind.parties[0], 0 if kind.is_card_required else None, None, 0, PersonId("ana"))
    for what in (blind,) if found is None else reports(found, table.state):
        told = [table.play.attempt(what, who).outcome for who in REPORTERS]
        if found is None:
            assert all(isinstance(one, Refused) for one in told), what
            assert len({one.code for one in told}) == 1, what
        else:
            proposed = [[e.incident.proposed_effects for e in one.events if hasattr(e, "incident")] for one in told]
            assert proposed[0] == proposed[1] != [], what
        for who in OTHERS if step != "closed" else ():
            outcome = table.play.attempt(what, who).outcome
            assert (isinstance(outcome, Refused), outcome.code) == (True, "not-your-post"), (who, what)


UNFIT = {
    Party.BANKER: ("ana", "nobody", "croupier"),
    Party.PLAYER: ("bea", "nobody", "croupier"),
    Party.CROUPIER: ("ana", "nobody", "bea"),
    Party.BYSTANDER: ("bea", "croupier"),
}
"""People who are not what a report calls them: Bea has the bank."""


@pytest.mark.parametrize(("accident", "step"), [row for row in ROWS if reason(*row) is None])
def test_nobody_is_named_as_what_he_is_not(accident: Accident, step: str) -> None:
    table = table_at(step)
    for what in reports(offers(table)[accident], table.state):
        for person in UNFIT.get(what.fault_of, ()) if table.state.banker == "bea" else ():
            wrong = msgspec.structs.replace(what, person=PersonId(person))
            outcome = table.play.attempt(wrong, "croupier").outcome
            assert isinstance(outcome, Refused), wrong
            assert outcome.code in ("person-unfit", "not-at-table", "advice-own", "croupier-may-advise"), wrong
            assert outcome.clauses, wrong
