"""Every ruling that reads a card, the card corrected to every value, before and after the coup's end.

The measure of what is right is the same coup with the card keyed rightly from the start: there the case arises with the
same remedy, or with another, or not at all.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest

from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.effects import LoseCoup, LoseNatural, NoteOnly, Oblige, OfferChoice, VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.reconsideration import UNDONE
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.corrections import CORRECTIONS
from tapete.games.chemin_de_fer.errors.findings import faults_shown
from tapete.games.chemin_de_fer.evolve.rulings import SHOWN
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, Accident, Hand, Phase
from tapete.kernel import fold
from tests.support.chemin_de_fer.ending import finished
from tests.support.chemin_de_fer.observed import Observed, at
from tests.support.chemin_de_fer.table import opened

REST = "3s 4c 2h 4d 9s 5c 5d 2s"
FACES = tuple(f"{rank}d" for rank in "A23456789K")
"""One card of each value."""


class Scene(msgspec.Struct, frozen=True):
    """Hands as they are keyed, which card of them is keyed wrongly, and what is done up to where the case arises."""

    hands: str
    position: int
    play: Callable[[Observed], object]
    step: str = "no"
    stakes: str = "ana"


def showing(table: Observed) -> None:
    table.do(table.state.holder or "", a.ShowHand(Hand.PUNTO))


def standing(table: Observed) -> None:
    table.do("bea", a.Stand()).shown()


def drawing(table: Observed) -> None:
    table.do("bea", a.DrawCard()).shown()


def giving(table: Observed) -> None:
    table.do("bea", a.GiveCard(), a.Stand()).shown()


def laying(table: Observed) -> None:
    table.do(table.state.holder or "", a.LayDown(Hand.PUNTO))


def asking(table: Observed) -> None:
    table.do("bea", a.AskTable(), a.Stand()).shown()


def called(table: Observed) -> None:
    table.report(Accident.CARTA_CALLED, "croupier", count=1).ruled("croupier").do("bea", a.Stand()).shown()


def again(table: Observed) -> None:
    table.do(table.state.holder or "", a.Say("carta")).do("bea", a.GiveCard(), a.Stand()).shown()  # type: ignore[arg-type]


SCENES: dict[str, Scene] = {
    "no on 0": Scene("Ks 2c Kd 4h", 2, showing),
    "no on 2": Scene("Ks 2c 2d 4h", 2, showing),
    "no on 8": Scene("Ks 2c 8d 4h", 2, showing),
    "carta on 6": Scene("Ks 2c 6d 4h", 2, showing, "carta"),
    "carta on 8": Scene("Ks 2c 8d 4h", 2, showing, "carta"),
    "banco: carta on 6": Scene("Ks 2c 6d 4h", 2, showing, "carta", "banco"),
    "no on 2, found late": Scene("Ks 2c 2d 4h", 2, standing, stakes="two"),
    "no on 9, found late": Scene("Ks 2c 9d 4h", 2, standing),
    "banco: no on 2, found late": Scene("Ks 2c 2d 4h", 2, standing, stakes="banco"),
    "laid down 7": Scene("Ks 2c 7d 4h", 2, laying, "word"),
    "banco: laid down 0": Scene("Ks 2c Kd 4h", 2, laying, "word", "banco"),
    "banco: laid down 5": Scene("Ks 2c 5d 4h", 2, laying, "word", "banco"),
    "bank stood on 8": Scene("7s 2c Kh 6d", 3, standing),
    "bank drew on 9": Scene("7s Kc Kh 9d", 3, drawing),
    "bank gave with 8": Scene("2s 4c Kh 4d", 3, giving, "carta"),
    "bank stood on 0": Scene("7s Kc Kh Kd", 3, standing),
    "bank stood on 3 by its table": Scene("7s Kc Kh 3d", 3, asking),
    "carta called, bank stood on 3": Scene("7s Kc Kh 3d", 3, called),
    "banco: asked again with 3": Scene("Ks 2c 3d 5h", 2, again, stakes="banco"),
}

RULINGS: dict[str, tuple[Any, ...] | None] = {
    "proposed": None,
    "note": (NoteOnly("seen"),),
    "void": (VoidCoup(),),
    "lost": (LoseCoup(Hand.PUNTO),),
}
STAGES = ("ruled", "reckoned", "paid")


def cards(scene: Scene, face: str | None = None) -> str:
    hands = scene.hands.split()
    hands[scene.position] = face or hands[scene.position]
    return " ".join((*hands, REST))


@cache
def played(name: str, face: str | None = None) -> Observed:
    """Return the scene as it was keyed, or with the true card from the start."""
    scene = SCENES[name]
    table = at(opened, scene.step, cards(scene, face), real=True, stakes=scene.stakes)
    scene.play(table)
    return table


@cache
def ruled(name: str, ruling: str, stage: str) -> Observed | None:
    """Return the scene after a ruling; ``None`` where nothing is proposed, or where it does not come to the stage."""
    table = played(name).fork()
    effects = RULINGS[ruling]
    if effects is None and not table.incident.proposed_effects:
        return None
    table.do("inspector", GiveRuling(table.incident.serial, effects, "seen"))
    if stage != "ruled":
        finished(table, paid=stage == "paid")
        if table.state.docket.open or (stage == "reckoned") != (table.state.phase is Phase.SETTLE):
            return None
    return table


def corrected(name: str, ruling: str, stage: str, face: str) -> Observed | None:
    found = ruled(name, ruling, stage)
    if found is None:
        return None
    table = found.fork()
    return table.do("croupier", a.CorrectCard(1, SCENES[name].position, face, "inspector", "seen by the camera"))  # type: ignore[arg-type]


def undone(table: Observed) -> list[RulingUndone]:
    turn = next(turn for turn in reversed(table.turns) if isinstance(turn.acts[0].body, a.CorrectCard))
    return [one for one in turn.events if isinstance(one, RulingUndone)]


def codes(table: Observed) -> list[str]:
    return [fault.code for one in table.state.docket.open for fault in one.faults]


def true_faces(name: str) -> list[str]:
    scene = SCENES[name]
    return [face for face in FACES if face != scene.hands.split()[scene.position]]


ROWS = [(name, ruling, stage) for name in SCENES for ruling in RULINGS for stage in STAGES]


@pytest.mark.parametrize("name", SCENES)
def test_each_scene_has_a_case_that_only_open_cards_show(name: str) -> None:
    assert set(codes(played(name))) & SHOWN
    assert len(true_faces(name)) == 9


@pytest.mark.parametrize(("name", "ruling", "stage"), ROWS)
def test_no_mark_stays_whose_reason_is_gone(name: str, ruling: str, stage: str) -> None:
    for face in true_faces(name):
        before = ruled(name, ruling, stage)
        table = corrected(name, ruling, stage, face)
        if table is None or before is None:
            continue
        state, game = table.state, table.play.game
        assert table.money() == before.money(), "a correction moves no chips"
        assert sum(table.money().values()) == 0
        assert game.problems(state) == ()
        events = [event for turn in table.turns for event in turn.events]
        assert fold(game.evolve, game.blank(), events) == state
        coup = state.coup if not state.history else state.history[-1].coup
        for given in coup.rulings:
            then = CORRECTIONS.undoing.at_ruling(state, given)
            assert then is not None
            shown = {fault.code for fault in faults_shown(then)}
            assert set(CORRECTIONS.undoing.codes_shown(given)) <= shown, (face, given)
        effects = [effect for given in coup.rulings for effect in given.effects]
        marks = coup.cards.marks
        for hand in Hand:
            of_hand = [one for one in effects if getattr(one, "hand", "") == hand]
            assert marks.of(hand).is_natural_lost <= any(isinstance(one, LoseNatural) for one in of_hand)
            assert bool(marks.of(hand).duties) <= any(isinstance(one, Oblige) for one in of_hand)
            assert marks.of(hand).is_lost <= any(isinstance(one, LoseCoup) for one in of_hand)
        assert bool(marks.choices) <= any(isinstance(one, OfferChoice) for one in effects)


@pytest.mark.parametrize("name", SCENES)
def test_it_is_as_if_the_card_had_been_keyed_rightly(name: str) -> None:
    """Right after a ruling as proposed: no case with the true card, or another one, or the same with its ruling."""
    for face in true_faces(name):
        table, twin = corrected(name, "proposed", "ruled", face), played(name, face)
        if table is None:
            return
        if UNDONE in codes(table):
            table.do("inspector", GiveRuling(table.incident.serial, None, "as it should have gone"))
        if undone(table):
            assert codes(table) == codes(twin), face
            assert procedure(table.state) == procedure(twin.state), face
        else:
            assert set(codes(twin)) & SHOWN, face
            assert twin.incident.proposed_effects == played(name).incident.proposed_effects


def procedure(state: State) -> tuple[Any, ...]:
    """Return where a coup stands, but for how its cards came to lie so."""
    coup = state.coup
    hands = {
        hand: (mark.is_natural_lost, mark.duties, mark.is_lost, mark.deemed_total)
        for hand, mark in coup.cards.marks.hands.items()
    }
    plain = {hand: marks for hand, marks in hands.items() if marks != (False, (), False, None)}
    lying = sorted((card.position, card.place, card.face) for card in coup.cards.layout)
    return (
        state.phase,
        coup.sides,
        coup.naturals,
        coup.decision,
        plain,
        coup.cards.marks.choices,
        lying,
        coup.due_cards,
    )


@pytest.mark.parametrize(("name", "ruling", "stage"), ROWS)
def test_whatever_is_left_can_be_ruled_and_the_coup_comes_to_its_end(name: str, ruling: str, stage: str) -> None:
    for face in true_faces(name):
        table = corrected(name, ruling, stage, face)
        if table is None:
            continue
        for _ in range(6):
            if table.state.docket.open:
                found = table.incident
                own = None if found.proposed_effects else (NoteOnly("as it lies"),)
                table.do("inspector", GiveRuling(found.serial, own, "seen by all"))
            else:
                finished(table)
        assert table.state.phase not in COUP, face
        assert table.state.docket.open == ()
        assert sum(table.money().values()) == 0
