"""How what an undone ruling had moved comes back, and what is proposed to the table chief of it, whole."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete import punto_banco as pb
from tapete.cards import card
from tapete.clauses import Fault, cite
from tapete.games.baccarat import effects as fx
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.incident import Docket, Incident, IncidentOpened
from tapete.games.baccarat.layout import LaidCard, Layout
from tapete.games.baccarat.marks import Marks
from tapete.games.baccarat.proposals import Remedy
from tapete.games.punto_banco.events import CardCorrected
from tapete.games.punto_banco.reconsideration import (
    UNDONE,
    hands_let_stand,
    is_about_corrected_coup,
    moved_incident,
    restoring_effects,
    rulings_to_undo,
)
from tapete.games.punto_banco.state import RulingGiven
from tapete.kernel import HOUSE, PersonId
from tests.support.punto_banco.full_state import STATE
from tests.support.punto_banco.walk import STAFF

BEFORE: Layout = (
    LaidCard(10, "punto", card("2s"), True),
    LaidCard(11, "banca", card("3h"), True),
    LaidCard(12, "punto", card("4d"), True),
    LaidCard(13, "banca", card("4h"), True),
    LaidCard(14, "punto-3", card("5c"), True),
    LaidCard(15, "banca-3", card("6c"), True),
)
NEW = LaidCard(16, "punto-3", card("9d"), True)
CLAUSE = (cite("HP.PB.undone-ruling"),)
PLAIN = replace(STATE, docket=Docket((), 8), marks=Marks())


def given(*effects: Any, serial: int = 4, kind: str = "third-card-not-due") -> RulingGiven:
    return RulingGiven(serial, kind, effects, BEFORE, Marks(), pb.Phase.SETTLE)


def moved(position: int, place: str) -> Layout:
    return tuple(replace(one, place=place) if one.position == position else one for one in BEFORE)


DISCARD_14, BACK_14 = fx.Discard(14), fx.AssignCard(14, "punto-3")
TO_HAND = fx.AssignCard(14, "punto")
RESTORED: list[tuple[RulingGiven, Layout, tuple[Any, ...]]] = [
    (given(), BEFORE, ()),
    (given(DISCARD_14), BEFORE, ()),
    (given(DISCARD_14), moved(14, "discard"), (BACK_14,)),
    (given(TO_HAND), moved(14, "punto"), (BACK_14,)),
    (given(DISCARD_14), BEFORE[:4], (BACK_14,)),
    (given(DISCARD_14), (*moved(14, "discard"), NEW), (fx.Discard(16), BACK_14)),
    (given(DISCARD_14), (*moved(14, "discard"), replace(NEW, place="banca-3")), (BACK_14,)),
    (given(DISCARD_14), (*BEFORE, NEW), ()),
    (given(fx.Discard(15)), moved(14, "discard"), ()),
    (given(fx.NoteOnly("noted"), fx.DeemTotal("punto", 9)), moved(14, "discard"), ()),
    (given(DISCARD_14), tuple(replace(one, place="punto-3") if one.position == 15 else one for one in BEFORE), ()),
    (
        given(DISCARD_14),
        tuple(replace(one, place={14: "discard", 15: "punto-3"}.get(one.position, one.place)) for one in BEFORE),
        (BACK_14,),
    ),
    (
        given(DISCARD_14, fx.Discard(15)),
        (*BEFORE[:4], NEW, replace(NEW, position=17, place="banca-3")),
        (fx.Discard(16), fx.Discard(17), BACK_14, fx.AssignCard(15, "banca-3")),
    ),
]


@pytest.mark.parametrize(("ruling", "layout", "effects"), RESTORED)
def test_cards_come_back_to_where_they_lay_and_what_lies_there_instead_goes(
    ruling: RulingGiven, layout: Layout, effects: tuple[Any, ...]
) -> None:
    assert restoring_effects(ruling, layout) == effects


def undone(serial: int, *effects: Any) -> RulingUndone:
    return RulingUndone(4, serial, "third-card-not-due", (), effects)


def fault(serial: int) -> Fault:
    return Fault(UNDONE, {"coup": 4, "serial": serial, "kind": "third-card-not-due"}, CLAUSE)


STANDS, ANNULLED = (fx.NoteOnly("undone-ruling-stands"),), (fx.VoidCoup(),)


def case(faults: tuple[Fault, ...], proposed: tuple[Any, ...], *others: tuple[Any, ...]) -> tuple[IncidentOpened, ...]:
    clauses = ("HP.PB.undone-ruling",)
    remedies = tuple(Remedy(one, CLAUSE) for one in others)
    return (
        IncidentOpened(
            Incident(
                *(9, UNDONE, HOUSE, faults, proposed),
                open_to_judgement=True,
                alternatives=remedies,
                clauses=clauses,
            )
        ),
    )


GONE_14 = moved(14, "discard")
TAKEN_UP = (fx.ReturnStake(PersonId("ana")), fx.GoBack("bets"))
MOVED: list[tuple[list[RulingGiven], Layout, list[RulingUndone], bool, Any]] = [
    ([given(DISCARD_14)], BEFORE, [], False, ()),
    ([given(DISCARD_14)], BEFORE, [undone(4, DISCARD_14)], False, ()),
    ([given(fx.NoteOnly())], GONE_14, [undone(4, fx.NoteOnly())], False, ()),
    ([given(DISCARD_14)], GONE_14, [undone(4, DISCARD_14)], False,
     case((fault(4),), (BACK_14,), ANNULLED, STANDS)),
    ([given(DISCARD_14)], GONE_14, [undone(4, DISCARD_14)], True, case((fault(4),), STANDS)),
    *(
        ([given(one)], BEFORE, [undone(4, one)], False, case((fault(4),), ANNULLED, STANDS))
        for one in (*TAKEN_UP, fx.VoidCoup())
    ),
    ([given(fx.VoidCoup())], BEFORE, [undone(4, fx.VoidCoup())], True, case((fault(4),), STANDS)),
    (
        [given(DISCARD_14), given(DISCARD_14, serial=5)],
        GONE_14,
        [undone(5, DISCARD_14), undone(4, DISCARD_14)],
        False,
        case((fault(4), fault(5)), (BACK_14,), ANNULLED, STANDS),
    ),
    (
        [given(DISCARD_14), given(fx.GoBack("bets"), serial=5)],
        GONE_14,
        [undone(5, fx.GoBack("bets")), undone(4, DISCARD_14)],
        False,
        case((fault(4), fault(5)), ANNULLED, STANDS),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rulings", "layout", "gone", "over", "events"), MOVED)
def test_the_table_chief_is_asked_what_becomes_of_what_was_moved(
    rulings: list[RulingGiven], layout: Layout, gone: list[RulingUndone], over: bool, events: Any
) -> None:
    assert moved_incident(PLAIN, rulings, layout, gone, over) == events


def corrected(position: int, was: str, face: str) -> CardCorrected:
    chief = STAFF[pb.Role.TABLE_CHIEF]
    return CardCorrected(4, position, card(was), card(face), chief, STAFF[pb.Role.CROUPIER], "seen")


@pytest.mark.parametrize(
    ("rulings", "event", "serials"),
    [
        ([given(fx.NoteOnly())], corrected(10, "2s", "3s"), []),
        ([given(fx.NoteOnly())], corrected(10, "2s", "Ks"), [4]),
        ([given(fx.NoteOnly(), kind="misdeal")], corrected(10, "2s", "Ks"), []),
        ([given(fx.NoteOnly()), given(serial=7)], corrected(10, "2s", "Ks"), [7, 4]),
        ([], corrected(10, "2s", "Ks"), []),
    ],
)
def test_rulings_on_a_third_card_that_the_true_card_makes_due_are_undone_the_last_one_first(
    rulings: list[RulingGiven], event: CardCorrected, serials: list[int]
) -> None:
    found = rulings_to_undo(PLAIN, rulings, event)
    by_serial = {one.serial: one for one in rulings}
    assert found == tuple(
        RulingUndone(4, serial, "third-card-not-due", ("third-card-not-due",), by_serial[serial].effects)
        for serial in serials
    )


@pytest.mark.parametrize(
    ("rulings", "layout", "hands"),
    [
        ((), BEFORE, ()),
        ((given(),), BEFORE, (pb.Hand.PUNTO,)),
        ((given(),), BEFORE[:4], ()),
        ((given(kind="misdeal"),), BEFORE, ()),
        ((given(), given(serial=5)), BEFORE, (pb.Hand.PUNTO, pb.Hand.PUNTO)),
    ],
)
def test_the_hands_whose_third_card_was_let_stand(
    rulings: tuple[RulingGiven, ...], layout: Layout, hands: tuple[pb.Hand, ...]
) -> None:
    assert hands_let_stand(replace(PLAIN, rulings=rulings, layout=layout)) == hands


@pytest.mark.parametrize(
    ("kind", "facts", "found"),
    [
        (UNDONE, [{"coup": 4}], True),
        (UNDONE, [{"coup": 3}], False),
        (UNDONE, [{"coup": 3}, {"coup": 4}], True),
        (UNDONE, [{}], False),
        (UNDONE, [], False),
        ("misdeal", [{"coup": 4}], False),
    ],
)
def test_an_incident_is_about_the_coup_in_progress(kind: str, facts: list[dict[str, Any]], found: bool) -> None:
    incident = Incident(9, kind, HOUSE, tuple(Fault(UNDONE, one) for one in facts))
    assert is_about_corrected_coup(PLAIN, incident) is found
