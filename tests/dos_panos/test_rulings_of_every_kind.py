"""Every ruling that an official can give of his own, at every step: it is refused, or the table plays on after it.

The rows are generated: window by step, and for each total of a hand every effect that says something of the hand.
"""

from collections.abc import Iterator
from random import Random

import pytest

from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    BindToScheme,
    BindToTable,
    DeemNatural,
    DeemTotal,
    Discard,
    Effect,
    Expose,
    GoBack,
    KeepOne,
    LoseCoup,
    LoseNatural,
    Oblige,
    Party,
    Unbind,
    VoidCoup,
)
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import COUP, Accident, Hand, Phase
from tapete.kernel import Refused
from tests.dos_panos.test_accident_at_every_step import STEPS
from tests.support.dos_panos.observed import Observed, dealt, first_cards
from tests.support.dos_panos.table import BANKER
from tests.support.dos_panos.walk import step_on

VIEWERS = (BANKER, "ana", "carla", "croupier", "inspector", None)


def require_works(made: Observed) -> None:
    """Ask what everybody sees and may do: nothing of it may break."""
    for viewer in VIEWERS:
        made.play.game.view(made.state, viewer)
        made.play.game.explain(made.state, viewer)
        made.play.game.legal(made.state, viewer)


def play_to_its_end(made: Observed, chance: Random) -> None:
    """Play the coup on by what the table offers, until it is over; incidents are ruled as it is proposed."""
    number = made.state.coup.number
    require_works(made)
    for _ in range(60):
        while made.state.docket.open:
            one = made.state.docket.open[0]
            noted = None if one.proposed_effects else (VoidCoup(),)
            made.do("director" if noted else "inspector", GiveRuling(one.serial, noted, "seen"))
        if made.phase not in COUP or made.state.coup.number != number:
            return
        step_on(made, chance)
    raise AssertionError(f"the coup does not end: {made.state.step}")


def code_of(wrong: Refused | None) -> str:
    """Return the code of a refusal; none where nothing was refused."""
    return "" if wrong is None else wrong.code


def ruled_by(made: Observed, *effects: Effect) -> Refused | None:
    """Report what no clause foresees and rule on it; the refusal of the ruling, where it is refused."""
    made.report(Accident.OTHER)
    ruling = GiveRuling(made.incident.serial, effects, "seen")
    outcome = made.play.attempt(ruling, "inspector").outcome
    if isinstance(outcome, Refused):
        return outcome
    made.do("inspector", ruling)
    return None


# --- play that goes back ----------------------------------------------------------------------------------------------

AT_CARDS = tuple(step for step in STEPS if step.partition(",")[0] in COUP)


@pytest.mark.parametrize("window", COUP)
@pytest.mark.parametrize("step", STEPS)
def test_play_goes_back_to_an_earlier_window_only_and_goes_on_from_there(step: str, window: Phase) -> None:
    made = STEPS[step]()
    if step == "closed":
        assert made.refused("inspector", a.Report(Accident.OTHER)).code == "table-closed"
        return
    phase = made.phase
    wrong = ruled_by(made, GoBack(window))
    if phase not in COUP:
        assert code_of(wrong) in ("no-coup", "effect-unsuitable")
        return
    if COUP.index(window) > COUP.index(phase):
        assert code_of(wrong) == "effect-unsuitable"
        return
    assert wrong is None
    play_to_its_end(made, Random(3))


# --- what rulings make of a hand --------------------------------------------------------------------------------------

SECOND_CARD = {0: "K", 1: "A", **{total: str(total) for total in range(2, 10)}}
"""Beside a king, the card that makes a total of two cards."""


def effects_on(hand: Hand) -> Iterator[Effect]:
    """Every effect that says something of one hand."""
    yield LoseNatural(hand)
    yield LoseCoup(hand)
    yield VoidCoup(hand)
    yield Unbind(hand)
    yield Expose(hand)
    yield KeepOne(hand, higher=True)
    for total in (0, 5, 7, 8, 9):
        yield DeemTotal(hand, total)
        yield DeemTotal(hand, total, one_more=True)
        yield DeemNatural(hand, total)
    for cell in (Cell.DRAW, Cell.STAND):
        yield Oblige(hand, cell)
    for cell in Cell:
        yield BindToScheme(hand, cell)
        for party in (None, *Party):
            yield BindToTable(hand, cell, party)


def at_step(step: str, hand: Hand, total: int) -> Observed:
    """A coup in which a hand has a total and the others five, at a step of it."""
    second = dict.fromkeys(Hand, "5") | {hand: SECOND_CARD[total]}
    first = {Hand.PRIMERO: "s", Hand.SEGUNDO: "h", Hand.BANCA: "d"}
    made = dealt(f"{first_cards(*(f'K{first[one]} {second[one]}{first[one]}' for one in (*Hand,)))} 3c 4c 5c 6d 7c 8c")
    if step == "first-word":
        return made
    words = {one: "abatir" if int(second[one] in "89") else "no" for one in Hand}
    if step == "banker":
        made.said("1", words[Hand.PRIMERO]).said("2", words[Hand.SEGUNDO])
    else:
        made.said("1", words[Hand.PRIMERO]).said("2", "carta" if second[Hand.SEGUNDO] == "5" else "no")
    if made.phase in (Phase.ANSWER, Phase.BANKER):
        made.looked()
    return made


@pytest.mark.parametrize("total", range(10))
@pytest.mark.parametrize("hand", Hand)
@pytest.mark.parametrize("step", ["answer", "banker"])
def test_whatever_is_ruled_of_a_hand_of_whatever_total_the_table_goes_on(step: str, hand: Hand, total: int) -> None:
    before = at_step(step, hand, total)
    if before.state.docket.open or before.phase not in COUP:
        return
    before.report(Accident.OTHER)
    for effect in effects_on(hand):
        made = before.fork()
        ruling = GiveRuling(made.incident.serial, (effect,), "seen")
        if not made.accepts("inspector", ruling):
            continue
        made.do("inspector", ruling)
        if made.accepts(BANKER, a.AskTable()):
            made.do(BANKER, a.AskTable())
        for decision in (a.DrawCard(), a.Stand(), a.LayDown(Hand.BANCA), a.GiveCard(Hand.SEGUNDO)):
            made.play.attempt(decision, BANKER)
        if isinstance(effect, LoseNatural):
            play_to_its_end(made, Random(total))


DECIDING = (
    *(kind(hand) for kind in (LoseCoup, VoidCoup, LoseNatural) for hand in Hand),
    *(made for hand in Hand for made in (DeemTotal(hand, 4), DeemTotal(hand, 4, one_more=True), DeemNatural(hand, 8))),
    *(Oblige(hand, cell) for hand in Hand for cell in (Cell.DRAW, Cell.STAND)),
)
"""What decides something of a hand by itself."""
ONE_STEP_EACH = tuple({step.partition(",")[0]: step for step in STEPS if "card awaited" not in step}.values())


@pytest.mark.clause("DP.C5.13")
@pytest.mark.parametrize("effect", DECIDING, ids=repr)
@pytest.mark.parametrize("step", ONE_STEP_EACH)
def test_a_ruling_on_one_hand_is_refused_or_the_coup_comes_to_its_end(step: str, effect: Effect) -> None:
    made = STEPS[step]()
    if step == "closed":
        return
    was = made.phase
    if (wrong := ruled_by(made, effect)) is not None:
        assert wrong.code in ("no-coup", "effect-without-object", "too-few-cards", "effect-unsuitable", "card-awaited")
        assert was in COUP or wrong.code == "no-coup"
        return
    assert was in COUP, "a hand has no cards before the betting has closed"
    play_to_its_end(made, Random(5))


@pytest.mark.clause("DP.B.24")
@pytest.mark.parametrize("lost", [Hand.PRIMERO, Hand.SEGUNDO])
def test_a_cloth_that_has_thrown_its_hand_in_may_be_let_lose(lost: Hand) -> None:
    """Its cards are gone, and the other cloth is settled with the bank."""
    made = at_step("banker", lost, 4).report(Accident.THROWN, Party.PLAYER, hand=lost)
    made.ruled("inspector", (LoseCoup(lost),))
    play_to_its_end(made, Random(1))


@pytest.mark.clause("DP.B.17")
@pytest.mark.parametrize("position", [4, 5])
def test_a_cloth_that_loses_leaves_the_others_all_their_cards(position: int) -> None:
    """The second cloth and the bank are still compared: neither may be left a card short."""
    made = at_step("banker", Hand.PRIMERO, 5).report(Accident.OTHER)
    ruling = GiveRuling(made.incident.serial, (LoseCoup(Hand.PRIMERO), Discard(position)), "seen")
    assert made.refused("inspector", ruling).code == "too-few-cards"


@pytest.mark.clause("DP.A.07")
@pytest.mark.parametrize("total", [8, 9])
def test_a_bank_that_may_not_turn_its_natural_up_any_more_stands_on_it(total: int) -> None:
    made = at_step("banker", Hand.BANCA, total)
    ruled_by(made, LoseNatural(Hand.BANCA))
    assert "lay-down" not in {one.act for one in made.play.legal(BANKER)}
    made.banker(a.Stand()).shown()
    assert made.phase is Phase.SETTLE
    assert made.result() == {"primero": "banca", "segundo": "banca"}


@pytest.mark.clause("DP.A.07")
def test_a_bank_that_draws_to_a_natural_it_has_lost_has_erred() -> None:
    made = at_step("banker", Hand.BANCA, 8)
    ruled_by(made, LoseNatural(Hand.BANCA))
    made.banker(a.DrawCard()).shown()
    assert made.codes == ["bound-by-ruling"]
