"""Whoever is against the table: any act by anybody in every phase, the same person twice, the same press twice."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tapete.chance import CardOut, ChanceKind
from tapete.games.banked.terms import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.candidates import all_candidates
from tapete.games.dos_panos.decisions import ACTS
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import Hand, Phase, Spot
from tapete.kernel import CHANCE, CLOCK, HOUSE, Accepted, Act, PersonId, Refused, fold
from tapete.table import acts as t
from tapete.table.conduct import Conduct
from tests.support.dos_panos.scenes import PLAYERS, scenes
from tests.support.dos_panos.table import STAFF, Table, opened

GAME = DosPanos()
GOLDEN = Path(__file__).parents[1] / "record" / "golden" / "dos-panos" / "acts"
EVERYBODY = (*map(PersonId, PLAYERS), *STAFF.values(), HOUSE, CLOCK, CHANCE, PersonId("stranger"))
PHASES = sorted({phase for role, phase in scenes() if role == "bystander"})


@cache
def recorded() -> tuple[Any, ...]:
    """Return an act of each kind, as it was recorded once."""
    decoder = msgspec.json.Decoder(GAME.act_types)
    trees = (msgspec.json.decode(file.read_bytes())["what"] for file in sorted(GOLDEN.glob("*.json")))
    return tuple(decoder.decode(msgspec.json.encode(tree)) for tree in trees)


def varied(act: Any) -> Iterator[Any]:
    """Yield an act, and others of its kind that differ in one field."""
    yield act
    values: dict[str, tuple[Any, ...]] = {
        "hand": tuple(Hand),
        "cloth": tuple(Hand),
        "spot": tuple(Spot),
        "word": tuple(Word),
        "amount": (1, 10_00, 1_000_00, 10**12),
        "person": (*map(PersonId, ("ana", "rosa", "croupier", "stranger")), HOUSE),
        "partner": (PersonId("rosa"), PersonId("croupier"), PersonId("stranger")),
        "seat": (1, 6, 10),
        "again": (True, False),
        "crossed": (True, False),
        "position": (0, 5, 400),
        "institution": ("", "Banco A", " "),
        "form": ("cash", "wish"),
    }
    for name, others in values.items():
        if name in act.__struct_fields__:
            yield from (replace(act, **{name: one}) for one in others if getattr(act, name) != one)


@cache
def tries() -> tuple[Any, ...]:
    return tuple(one for act in recorded() for one in varied(act))


def all_tries(state: State, who: PersonId) -> tuple[Any, ...]:
    """Return what somebody may try: every kind of act, and what he could be offered."""
    return (*tries(), *(act for act, _ in all_candidates(state, who)))


def at(phase: Phase) -> Table:
    return scenes()["bystander", phase].fork()


def test_an_act_of_every_kind_is_tried() -> None:
    assert {type(one) for one in tries()} == set(ACTS)
    assert len(tries()) > 2 * len(ACTS)


@pytest.mark.parametrize("phase", PHASES)
def test_whatever_anybody_tries_is_answered_and_what_is_accepted_leaves_an_event(
    phase: Phase,
) -> None:
    state = at(phase).state
    accepted = 0
    for who in EVERYBODY:
        for what in all_tries(state, who):
            outcome = GAME.decide(state, Act(who, what, state.step))
            if isinstance(outcome, Refused):
                assert outcome.code not in ("unknown-act", "error"), what
                continue
            accepted += 1
            assert isinstance(outcome, Accepted) or type(what) is a.Report, what
            assert outcome.events, (who, what)
            after = fold(GAME.evolve, state, outcome.events)
            assert not GAME.problems(after), (who, what)
            assert after != state or type(what) is a.RecordClaim, (who, what)
            assert sum(after.ledger.values()) == 0
            for event in outcome.events:
                assert sum(one.amount for one in GAME.postings(event)) == 0, event
    assert accepted


@pytest.mark.parametrize("phase", PHASES)
def test_the_same_act_by_the_same_person_twice_changes_something_or_is_refused(phase: Phase) -> None:
    state = at(phase).state
    for who in EVERYBODY:
        for what in all_tries(state, who):
            once = GAME.decide(state, Act(who, what, state.step))
            if isinstance(once, Refused):
                continue
            after = fold(GAME.evolve, state, once.events)
            if GAME.draw_awaited(after) is not None:
                continue
            twice = GAME.decide(after, Act(who, what, after.step))
            differs = isinstance(twice, Refused) or fold(GAME.evolve, after, twice.events) != after
            assert differs or type(what) is a.RecordClaim, (who, what)


@pytest.mark.parametrize("phase", PHASES)
def test_a_second_press_at_a_step_that_is_gone_is_refused(phase: Phase) -> None:
    state = at(phase).state
    for who in EVERYBODY:
        for what in all_tries(state, who):
            once = GAME.decide(state, Act(who, what, state.step))
            if isinstance(once, Refused) or getattr(what, "is_timeless", False):
                continue
            after = fold(GAME.evolve, state, once.events)
            if after.step == state.step or GAME.draw_awaited(after) is not None:
                continue
            assert isinstance(GAME.decide(after, Act(who, what, state.step)), Refused), (who, what)


@pytest.mark.parametrize("phase", PHASES)
def test_what_is_offered_is_accepted_and_the_staff_play_nowhere(phase: Phase) -> None:
    made = at(phase)
    for who in EVERYBODY:
        for offer in made.play.legal(who):
            assert offer.clauses == made.play.explain(who)
    for who in STAFF.values():
        for what in (
            t.Sit(9),
            t.BuyIn(10_00),
            a.Bid(2_000_00),
            a.CallBanco(),
            a.Stake(10_00, Hand.PRIMERO),
            a.JoinList(),
        ):
            assert not made.accepts(who, what), (who, what)


def test_one_person_has_one_place_one_call_one_bid_and_one_line_on_the_list() -> None:
    made = opened()
    assert made.refused("ana", t.Sit(9)).code == "already-seated"
    made.do("pau", a.JoinList())
    assert not made.accepts("pau", a.JoinList())
    made.do("inspector", a.OpenAuction()).do("bea", a.Bid(2_000_00))
    assert not made.accepts("bea", a.Bid(2_000_00))
    calls = opened().ready(1_000_00).do("croupier", a.OpenBets()).do("bea", a.CallBanco())
    assert calls.refused("bea", a.CallBanco()).code == "banco-called-already"


def test_nobody_but_chance_shows_a_card_of_a_sealed_shoe() -> None:
    made = at(Phase.DEAL)
    for who in EVERYBODY:
        assert made.refused(who, CardOut(0, "Ks")).code == "no-card-awaited"


def test_chips_that_somebody_needs_for_a_banco_he_called_do_not_go() -> None:
    made = opened(chips=1_200_00).ready(1_000_00).do("croupier", a.OpenBets()).do("bea", a.CallBanco())
    assert made.refused("bea", t.CashOut(300_00)).code == "banco-in-play"
    assert made.refused("bea", t.Leave()).code == "banco-in-play"
    made.do("bea", t.CashOut(200_00)).do("croupier", a.CloseCalls())
    assert made.chips("bea") == 0


def keyed_walk() -> Iterator[Table]:
    """A real table at each step: lots that are keyed, and a coup whose cards are."""
    made = opened(conduct=Conduct.OBSERVED, kind=ChanceKind.KEYED)
    lots = made.fork().do("inspector", a.OpenAuction()).do("ana", a.Bid(3_000_00)).do("bea", a.Bid(3_000_00))
    yield lots.do("inspector", a.CloseAuction())
    made.ready(1_000_00).do("croupier", a.OpenBets())
    yield made.fork()
    made.do("croupier", a.CloseCalls()).staked(ana=100_00, carla=100_00).closed()
    yield made.dealt().fork()
    yield made.carried().fork()
    yield made.said("1", "carta").said("2", "no").fork()
    yield made.do("croupier", a.GiveCard(Hand.PRIMERO)).fork()
    yield made.keyed("5s").fork()
    yield made.do("croupier", a.Stand()).fork()
    yield made.do("croupier", a.ShowHand(Hand.PRIMERO)).fork()


@pytest.mark.parametrize("step", range(9))
def test_at_a_real_table_too_whatever_anybody_tries_is_answered(step: int) -> None:
    state = list(keyed_walk())[step].state
    for who in EVERYBODY:
        for what in all_tries(state, who):
            outcome = GAME.decide(state, Act(who, what, state.step))
            if isinstance(outcome, Refused):
                continue
            after = fold(GAME.evolve, state, outcome.events)
            assert outcome.events, (who, what)
            assert not GAME.problems(after), (who, what)
            assert after != state or type(what) is a.RecordClaim, (who, what)
