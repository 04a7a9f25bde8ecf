"""Every accident at every step of the table: reported with a remedy that can be ruled, or refused for a stated reason.

The rows are generated: accident by step by party, and by each card and hand that the report can be about.
"""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from tapete.games.baccarat.effects import Discard, NoteOnly, Party, VoidCoup
from tapete.games.baccarat.incident import GiveRuling, Incident
from tapete.games.banked.acts import DrawCard, Stand
from tapete.games.banked.reportable import Reportable
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.errors.reports import KINDS
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, COUP, PREPARING, Accident, Hand, Phase
from tapete.kernel import Act, PersonId, Refused
from tapete.table.conduct import Conduct
from tests.support.dos_panos.observed import Observed, betting, dealt, first_cards, spoken, table
from tests.support.dos_panos.table import BANKER, opened
from tests.support.dos_panos.walk import step_on

SHOE = f"{first_cards('2s 3s', '2h 3h', '2c 3c')} 4d 5d 6d 7d 2s 2h"
"""Each hand has five: every word and every decision is lawful."""


def bare(**options: Any) -> Observed:
    first = opened(SHOE, conduct=Conduct.OBSERVED, **options)
    return Observed(first.play, first.turns)


def announced() -> Observed:
    made = bare()
    made.announced()
    return made


def shoe_step(step: str) -> Observed:
    made = announced()
    made.deposited()
    for act in (a.CountPack(312), a.ShufflePack(), a.CutPack(156)):
        if made.phase == step:
            return made
        made.do("croupier", act)
    return made


def undelivered() -> Observed:
    made = shoe_step("stop-card")
    made.do("croupier", a.InsertStopCard())
    return made


def given_up() -> Observed:
    made = settled()
    made.settled()
    if made.phase is Phase.CUSTODY:
        made.delivered()
    made.do(BANKER, a.LeaveBank())
    return made


def auctioned() -> Observed:
    made = bare()
    made.do("inspector", a.OpenAuction())
    return made


def banco() -> Observed:
    made = table(SHOE)
    made.do("croupier", a.OpenBets())
    return made


def cloths_drawing_lots() -> Observed:
    made = table(SHOE, real=True)
    made.do("croupier", a.OpenBets())
    made.do("ana", a.CallBanco()).do("carla", a.CallBanco()).do("croupier", a.CloseCalls())
    return made


def void_banco() -> Observed:
    cards = f"{first_cards('Ks Qs', 'Kh Qh', 'Kc Qc')} 9s 9h 9d"
    made = table(cards)
    made.do("croupier", a.OpenBets()).do("ana", a.CallBanco()).do("croupier", a.CloseCalls())
    made.dealt().carried().said("1", "carta").said("2", "carta").looked()
    made.given().banker(DrawCard()).shown().settled()
    return made


def broken() -> Observed:
    made = table(first_cards("4s 4h", "4c 4d", "Ks Qs"))
    made.bets().staked(ana=2_500_00, carla=2_500_00).closed()
    made.dealt().carried().said("1", "abatir").said("2", "abatir").settled()
    return made


def dealing(letters: str) -> Observed:
    made = betting(SHOE)
    made.closed().dealt(letters)
    return made


def carry() -> Observed:
    return dealing("12b12b")


def settled(first: str = "no", second: str = "no") -> Observed:
    return spoken(SHOE, first, second).banker(Stand()).shown()  # type: ignore[return-value]


def drawn_early(made: Observed) -> Observed:
    """Two cards lie aside that the banker drew too early."""
    return made.report(Accident.EARLY_DRAW, Party.BANKER, count=2).ruled("croupier")


def closed_table() -> Observed:
    made = bare()
    made.do("inspector", a.CloseTable())
    return made


def waiting_for_third() -> Observed:
    made = dealt(SHOE)
    made.said("1", "carta").said("2", "carta").looked()
    return made


STEPS: dict[str, Callable[[], Observed]] = {
    "opening": bare,
    "auction": auctioned,
    "deposit": announced,
    "shoe": lambda: shoe_step("shoe"),
    "shuffle": lambda: shoe_step("shuffle"),
    "cut": lambda: shoe_step("cut"),
    "stop-card": lambda: shoe_step("stop-card"),
    "reoffer": given_up,
    "broken": broken,
    "repeat": void_banco,
    "closed": closed_table,
    "custody": undelivered,
    "between": lambda: table(SHOE),
    "banco": banco,
    "lots": cloths_drawing_lots,
    "bets": lambda: betting(SHOE),
    "between, aside": lambda: drawn_early(table(SHOE)),
    "bets, aside": lambda: drawn_early(betting(SHOE)),
    "deal, no card": lambda: dealing(""),
    "deal, aside": lambda: drawn_early(betting(SHOE)).closed(),  # type: ignore[dict-item,return-value]
    "deal": lambda: dealing("12b1"),
    "carry": carry,
    "first-word": lambda: dealt(SHOE),
    "first-word, looked": lambda: dealt(SHOE).do("ana", a.Lift(Hand.PRIMERO)),
    "second-word": lambda: dealt(SHOE).said("1", "carta"),  # type: ignore[dict-item,return-value]
    "answer": waiting_for_third,
    "answer, one given": lambda: waiting_for_third().do(BANKER, a.GiveCard(Hand.PRIMERO)),
    "banker": lambda: spoken(SHOE, "no", "no"),
    "banker, given": lambda: spoken(SHOE, "carta", "carta"),
    "show": lambda: spoken(SHOE, "no", "no").banker(Stand()),  # type: ignore[dict-item,return-value]
    "show, drawn": lambda: spoken(SHOE, "carta", "no").banker(DrawCard()),  # type: ignore[dict-item,return-value]
    "settle": settled,
    "settle, given": lambda: settled("carta", "carta"),
}
"""How each step is reached; the phase is the word before the comma."""

NO_SHOE = (
    "opening",
    "auction",
    "deposit",
    "shoe",
    "shuffle",
    "cut",
    "stop-card",
    "reoffer",
    "broken",
    "repeat",
    "closed",
)
STILL = ("custody", "between", "banco", "lots", "bets")
ASIDE = ("between, aside", "bets, aside")
DEALING = ("deal, no card", "deal, aside", "deal")
WORDS = ("first-word", "first-word, looked", "second-word")
ANSWER = ("answer", "answer, one given")
BANKER_ACTS = ("banker", "banker, given")
SHOWING = ("show", "show, drawn")
SETTLING = ("settle", "settle, given")
NO_CARD = (*NO_SHOE, *STILL)
NO_COUP = (*NO_CARD, *ASIDE)

NO_CARDS = "no cards of a coup are in play"
UNSEEN: dict[Accident, dict[tuple[str, ...], str]] = {
    Accident.EARLY_DRAW: {
        NO_SHOE: "no shoe lies ready, or the coup before is not over",
        ("lots",): "a lot decides first",
        ("deal", "carry", *WORDS, *ANSWER, *BANKER_ACTS, *SHOWING, *SETTLING): "a card too many in the deal is an act",
    },
    Accident.EXPOSED_IN_SHOE: {
        NO_CARD: "no card comes out of the shoe",
        ("second-word", *ANSWER, *BANKER_ACTS, *SHOWING, *SETTLING): "the third cards lie face up by rule",
    },
    Accident.STUCK: {
        NO_CARD: "no card comes out of the shoe",
        ("show",): "the banker has drawn no card",
        SETTLING: "the distribution is over",
    },
    Accident.FLOOR: {(*NO_CARD, "deal, no card"): NO_CARDS},
    Accident.EXPOSED: {
        (*NO_COUP, "deal, no card"): NO_CARDS,
        (*SHOWING, *SETTLING): "every card is turned up now, whoever does it",
    },
    Accident.MISPLACED: {NO_COUP: NO_CARDS, (*SHOWING, *SETTLING): "every hand has its cards before it"},
    Accident.BASKET: {
        (*NO_COUP, "deal, no card"): NO_CARDS,
        SETTLING: "the scores are announced: nothing rests on where a card lies",
    },
    Accident.THROWN: {
        NO_COUP: NO_CARDS,
        ("deal, no card", "deal, aside"): "no hand has its two cards",
        SETTLING: "every hand lies open",
    },
    Accident.WRONG_HOLDER: {
        NO_COUP: NO_CARDS,
        DEALING: "no cards are carried yet",
        SETTLING: "the scores are announced",
    },
    Accident.TWO_WORDS: {
        NO_COUP: NO_CARDS,
        (*DEALING, "carry", "first-word", "first-word, looked"): "nobody has spoken",
        ("answer, one given", "banker, given", *SHOWING, *SETTLING): "the first word has been acted on",
    },
    Accident.MISSPOKEN: {
        NO_COUP: NO_CARDS,
        (*DEALING, "carry", "first-word", "first-word, looked"): "nobody has spoken",
        SETTLING: "the cards lie open, and what they show of the word has been taken up",
    },
    Accident.MISANNOUNCED: {
        NO_COUP: NO_CARDS,
        (*DEALING, "carry", *WORDS): "the banker has nothing to announce yet",
    },
    Accident.TOO_SLOW: {
        NO_COUP: NO_CARDS,
        (*DEALING, "carry", *ANSWER, *BANKER_ACTS, *SHOWING, *SETTLING): "no player of a cloth is to speak",
    },
    Accident.ADVICE: {NO_COUP: NO_CARDS, (*SHOWING, *SETTLING): "nobody has anything left to decide"},
    Accident.OTHER: {("closed",): "the table is closed"},
}
"""Why an accident cannot be seen at a step."""


def reason(accident: Accident, step: str) -> str | None:
    """Return why an accident cannot be seen at a step; ``None`` where it can."""
    return next((why for steps, why in UNSEEN[accident].items() if step in steps), None)


@cache
def reached(step: str) -> Observed:
    made = STEPS[step]()
    assert made.phase == step.partition(",")[0]
    return made


def table_at(step: str) -> Observed:
    return reached(step).fork()


def offers(made: Observed) -> dict[str, Reportable]:
    return {one.accident: one for one in made.play.game.reportable(made.state, PersonId("croupier"))}  # type: ignore[attr-defined]


def reports(found: Reportable, state: State) -> Iterator[a.Report]:
    """Return the report of an accident by everybody who can have done it, and of each card and hand by the first of
    them; whoever is named plays none of the hands.
    """
    players = (state.banker, *(state.holder(cloth) for cloth in CLOTHS))
    others = [one for one in found.people if one not in players]
    cards = found.positions if "position" in found.facts else (None, *found.positions)
    for party in found.parties:
        for position in cards or (None,):
            for hand in found.hands or (None,):
                if party != found.parties[0] and position not in (*cards[:1], None):
                    continue
                person = others[0] if others and party in (Party.PLAYER, Party.BYSTANDER) else None
                made = msgspec.structs.replace(
                    found.example, fault_of=party, position=position, hand=hand, person=person
                )
                yield made  # type: ignore[misc]


def impossible(what: a.Report) -> bool:
    """Return True if a hand cannot have been thrown, nor its player advised, by somebody."""
    own = Party.BANKER if what.hand is Hand.BANCA else Party.PLAYER
    thrown = what.accident is Accident.THROWN and what.fault_of not in (own, Party.CROUPIER)
    return thrown or (what.accident, what.fault_of, what.hand) == (Accident.ADVICE, Party.BANKER, Hand.BANCA)


ROWS = [(accident, step) for accident in Accident for step in STEPS]


def test_every_phase_of_the_table_is_tried() -> None:
    assert {step.partition(",")[0] for step in STEPS} == set(Phase)
    assert set(PREPARING) < set(STEPS)


@pytest.mark.parametrize(("accident", "step"), ROWS)
def test_an_accident_is_offered_at_every_step_at_which_it_can_be_seen(accident: Accident, step: str) -> None:
    made = table_at(step)
    why = reason(accident, step)
    assert (accident in offers(made)) is (why is None), why
    if why is None:
        return
    kind = KINDS[accident]
    for party in kind.parties:
        hand = Hand.PRIMERO if kind.is_hand_required else None
        card = 0 if kind.is_card_required else None
        what = a.Report(accident, party, card, hand, 1 if kind.uncounted else 0, PersonId("bea"))
        assert isinstance(made.play.attempt(what, "croupier").outcome, Refused)


@pytest.mark.parametrize(("accident", "step"), [row for row in ROWS if reason(*row) is None])
def test_whatever_it_comes_to_can_be_ruled_and_the_coup_comes_to_its_end(accident: Accident, step: str) -> None:
    tried = 0
    for what in reports(offers(table_at(step))[accident], table_at(step).state):
        made = table_at(step)
        if impossible(what):
            assert isinstance(made.play.attempt(what, "croupier").outcome, Refused)
            continue
        shown = made.play.game.preview(made.state, Act(PersonId("croupier"), what))  # type: ignore[attr-defined]
        assert isinstance(shown, Incident), (what, shown)
        made.do("croupier", what)
        tried += 1
        assert made.incident.faults[-1].code == accident
        assert made.incident.proposed_effects == shown.proposed_effects
        assert made.incident.proposed_effects or made.incident.open_to_judgement
        for card in made.state.coup.cards.layout:
            if card.place == "floor":
                made.do("croupier", a.PickUp(card.position))
        for given in (None, *(one.effects for one in made.incident.alternatives)):
            twin = made.fork()
            twin.do("inspector" if given is None else "director", ruling(twin, given))
            finished(twin)
            assert twin.phase not in COUP, (what, given)
            assert twin.state.docket.open == (), (what, given)
    assert tried


def finished(made: Observed) -> None:
    """Play on to the end of the coup, ruling on what open cards show."""
    chance = Random(1)
    for _ in range(60):
        if made.phase not in COUP and not made.state.docket.open:
            return
        if made.state.docket.open:
            made.do("inspector", ruling(made, None))
        else:
            step_on(made, chance)


def ruling(made: Observed, effects: Any) -> GiveRuling:
    """Return the ruling as proposed, or as given; where nothing is proposed what was done stands, or nothing does."""
    found = made.incident
    if effects is None and not found.proposed_effects:
        lost = [card for card in made.state.coup.cards.layout if card.place == "basket"]
        out: tuple[Any, ...] = tuple(Discard(card.position) for card in lost)
        coup = (VoidCoup(),) if made.phase in (*COUP, Phase.BETS) else out
        effects = coup if lost else (NoteOnly("as it lies"),)
    return GiveRuling(found.serial, effects, "seen by all")


REPORTERS = ("croupier", "inspector", "chief", "director")
OTHERS = (BANKER, "ana", "bea", "nobody", "changer")
"""Whoever has the bank, has the cards, another player, somebody who is not there, and one who changes money."""


@pytest.mark.parametrize(("accident", "step"), ROWS)
def test_an_accident_is_reported_by_the_officials_alike_and_by_nobody_else(accident: Accident, step: str) -> None:
    """However late it is told, it matters not which of them tells it: the same is proposed, or the same is answered."""
    made, found = table_at(step), offers(table_at(step)).get(accident)
    kind = KINDS[accident]
    blind = a.Report(accident, kind.parties[0], 0 if kind.is_card_required else None, None, 0, PersonId("bea"))
    for what in (blind,) if found is None else reports(found, made.state):
        told = [made.play.attempt(what, who).outcome for who in REPORTERS]
        if found is None or impossible(what):
            assert len({one.code for one in told if isinstance(one, Refused)}) == 1, what
        else:
            proposed = [[e.incident.proposed_effects for e in one.events if hasattr(e, "incident")] for one in told]  # type: ignore[union-attr]
            assert all(one == proposed[0] != [] for one in proposed), what
        for who in OTHERS if step != "closed" else ():
            outcome = made.play.attempt(what, who).outcome
            assert isinstance(outcome, Refused), (who, what)
            assert outcome.code == "not-your-post", (who, what)


UNFIT = {
    Party.BANKER: ("ana", "nobody", "croupier"),
    Party.PLAYER: (BANKER, "nobody", "croupier"),
    Party.CROUPIER: ("ana", "nobody", BANKER),
    Party.BYSTANDER: (BANKER, "croupier"),
}
"""People who are not what a report calls them."""


@pytest.mark.parametrize(("accident", "step"), [row for row in ROWS if reason(*row) is None])
def test_nobody_is_named_as_what_he_is_not(accident: Accident, step: str) -> None:
    made = table_at(step)
    for what in reports(offers(made)[accident], made.state):
        for person in UNFIT.get(what.fault_of, ()) if made.state.banker == BANKER and what.fault_of else ():
            if impossible(what):
                continue
            wrong = msgspec.structs.replace(what, person=PersonId(person))
            outcome = made.play.attempt(wrong, "croupier").outcome
            assert isinstance(outcome, Refused), wrong
            assert outcome.code in ("person-unfit", "not-at-table", "advice-own", "croupier-may-advise"), wrong
            assert outcome.clauses, wrong
