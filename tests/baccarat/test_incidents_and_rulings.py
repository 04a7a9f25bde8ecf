"""An incident from its opening to its ruling: what it holds, who may close it, and what of the table it touches."""

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.clauses import Cite, Fault, Sourced, trace
from tapete.games.baccarat import effects as e, incident as i
from tapete.games.baccarat.conflicts import Proposal, Remedy
from tapete.games.baccarat.marks import Touched, TouchedCard, touched
from tapete.games.baccarat.procedure import require_may_call
from tapete.kernel import PersonId
from tapete.table.staff import Role
from tests.support.rows import rows

ANA, BEA, ROSA, CROUPIER, INSPECTOR, DIRECTOR = map(
    PersonId, ("ana", "bea", "rosa", "croupier", "inspector", "director")
)
STAFF = Map({Role.CROUPIER: CROUPIER, Role.INSPECTOR: INSPECTOR, Role.DIRECTOR: DIRECTOR})
ALL = (Role.CROUPIER, Role.INSPECTOR, Role.DIRECTOR)
AUTHORITY = i.Authority(
    Sourced(ALL, practice="so"), Sourced(ALL[:2], practice="so"), Sourced((Role.INSPECTOR,), ("CF.C4.21", "CF.A.36"))
)
BY = tuple(map(Cite, ("CF.C4.21", "CF.A.36")))
ONE, TWO = Cite("CF.A.12"), Cite("CF.A.14")
FAULT, OTHER = Fault("one", {}, (ONE,)), Fault("two", {}, (TWO,))
VOID, LOSE, BACK = e.VoidCoup(), e.LoseCoup("punto"), e.GoBack("word")
ASKED = Proposal((BACK,), (TWO,))


def test_an_incident_holds_what_is_proposed_and_is_for_judgement_where_nothing_is() -> None:
    made = i.incident(i.Docket((), 4), "kind", ANA, iter((FAULT,)), (ASKED,), "so")
    assert made == i.Incident(5, "kind", ANA, (FAULT,), (BACK,), (), False, "so", (), (ONE, TWO))
    assert i.incident(i.Docket(), "kind", ANA, (), ()) == i.Incident(1, "kind", ANA, open_to_judgement=True)
    judged = i.incident(i.Docket(), "kind", ANA, (FAULT,), (ASKED, replace(ASKED, effects=(), open_to_judgement=True)))
    assert judged.open_to_judgement
    differ = i.incident(i.Docket(), "kind", ANA, (FAULT,), (ASKED, Proposal((e.GoBack("deal"),), (ONE,))))
    assert (differ.conflicts, differ.open_to_judgement) == (("window",), True)
    assert differ.proposed_effects == (BACK, e.GoBack("deal"))
    with trace() as rests:
        assert i.open_proposal(AUTHORITY) == Proposal((), BY, True)
    assert rests.rests_on == BY
    assert i.judgement_clauses(AUTHORITY) == BY


CASE = i.Incident(2, "kind", ANA, (FAULT,), (BACK,), (), False, "so", (), (ONE,))


@pytest.mark.parametrize("who", [CROUPIER, INSPECTOR, DIRECTOR, ANA])
def test_who_reports_who_pronounces_and_who_decides(who: PersonId) -> None:
    def unfit(*roles: Role, clauses: tuple[Cite, ...] = ()) -> Fault:
        return Fault("not-your-post", {"needs": [str(one) for one in roles]}, clauses)

    assert i.require_report_authority(AUTHORITY, STAFF, who) == (unfit(*ALL) if who == ANA else None)
    proposed = (i.GiveRuling(2), i.GiveRuling(2, (BACK,)), i.GiveRuling(2, None, "so"))
    for act in proposed:
        found = i.require_ruling_authority(AUTHORITY, STAFF, who, CASE, act)
        assert found == (None if who in (CROUPIER, INSPECTOR) else unfit(*ALL[:2]))
    judged = replace(CASE, open_to_judgement=True)
    listed = replace(CASE, alternatives=(Remedy((VOID,)),))
    for case, act in (
        (CASE, i.GiveRuling(2, (VOID,))), (CASE, i.GiveRuling(2, ())), (judged, i.GiveRuling(2)),
        (listed, i.GiveRuling(2, (VOID,))),
    ):  # fmt: skip
        without = Fault("reason-missing", {"serial": 2})
        found = i.require_ruling_authority(AUTHORITY, STAFF, who, case, act)
        assert found == (without if who == INSPECTOR else unfit(Role.INSPECTOR, clauses=BY))
        given = i.require_ruling_authority(AUTHORITY, STAFF, who, case, replace(act, reason="so"))
        assert given == (None if who == INSPECTOR else unfit(Role.INSPECTOR, clauses=BY))


@pytest.mark.parametrize(
    ("effects", "ruled", "as_proposed", "clauses"),
    [
        (None, (BACK,), True, (ONE, TWO)),
        ((BACK,), (BACK,), True, (ONE, TWO)),
        ((VOID,), (VOID,), False, (ONE, *BY)),
        ((LOSE,), (LOSE,), False, (ONE,)),
        ((), (e.NoteOnly("kind"),), False, (ONE,)),
    ],
)
def test_a_ruling_rests_on_the_faults_and_on_the_remedy_that_was_taken(
    effects: Any, ruled: Any, as_proposed: bool, clauses: Any
) -> None:
    case = replace(CASE, clauses=(ONE, TWO), alternatives=(Remedy((VOID,), BY),))
    wanted = i.IncidentRuled(2, "kind", ruled, INSPECTOR, "so", as_proposed, clauses)
    assert i.ruling_event(case, i.GiveRuling(2, effects, "so"), INSPECTOR) == wanted


def test_a_case_without_a_remedy_is_closed_with_a_note() -> None:
    case = replace(CASE, proposed_effects=())
    wanted = i.IncidentRuled(2, "kind", (e.NoteOnly("kind"),), INSPECTOR, "", True, (ONE,))
    assert i.ruling_event(case, i.GiveRuling(2), INSPECTOR) == wanted


CARDS = tuple(TouchedCard(n, place) for n, place in enumerate(("punto", "banca", "punto-3", "aside", "other")))
HOLDERS = {"punto": ANA, "banca": BEA}
STAKED = ((ANA, 5), (ROSA, 3), (ANA, 4))


@rows(
    "effects, accused, hands, numbers, stakes",
    [
        ((), None, (), (), ()),
        ((VOID,), None, (), (), ()),
        ((LOSE,), None, ("punto",), (0, 2), ()),
        ((e.Expose("banca"), LOSE), None, ("banca", "punto"), (0, 1, 2), ()),
        ((e.Expose("other"),), None, (), (), ()),
        ((e.Discard(3),), None, (), (3,), ()),
        ((e.SetAside(1),), None, (), (1,), ()),
        ((e.SetAside(3, "banca"),), None, ("banca",), (1, 3), ()),
        ((e.AssignCard(4, "punto-3"),), None, ("punto",), (0, 2, 4), ()),
        ((e.AssignCard(4, "banca"),), None, ("banca",), (1, 4), ()),
        ((e.ReturnStake(ANA),), None, (), (), ((ANA, 9),)),
        ((e.ReturnStake(ROSA), e.ReturnStake(ANA)), None, (), (), ((ANA, 9), (ROSA, 3))),
        ((e.ReturnStake(ANA, 2),), None, (), (), ()),
        ((e.ReturnStake(BEA),), None, (), (), ((BEA, 0),)),
        ((), "punto", ("punto",), (), ()),
        ((e.Expose("banca"),), "punto", ("banca", "punto"), (1,), ()),
        ((), "other", (), (), ()),
    ],
)
def test_remedies_touch_the_hands_cards_and_whole_stakes_that_they_name(
    effects: tuple[e.Effect, ...], accused: str | None, hands: Any, numbers: Any, stakes: Any
) -> None:
    faults = (FAULT, *(() if accused is None else (Fault("x", {"hand": accused}),)))
    wanted = Touched(tuple((one, HOLDERS[one]) for one in hands), tuple(CARDS[n] for n in numbers), stakes)
    assert touched(iter(effects), faults, iter(CARDS), HOLDERS, iter(STAKED)) == wanted


@rows(
    "who, silent, called, code",
    [
        (CROUPIER, ANA, None, None),
        (CROUPIER, ANA, BEA, None),
        (CROUPIER, ANA, ANA, "called-already"),
        (CROUPIER, None, None, "nobody-to-call"),
        (CROUPIER, None, ANA, "nobody-to-call"),
        (INSPECTOR, ANA, None, "not-your-post"),
        (ANA, None, None, "not-your-post"),
    ],
)
def test_the_croupier_calls_a_silent_player_once(
    who: PersonId, silent: PersonId | None, called: PersonId | None, code: str | None
) -> None:
    found = require_may_call(STAFF, who, silent, called)
    facts = {"called-already": {"person": ANA}, "not-your-post": {"needs": ["croupier"]}}
    assert found == (None if code is None else Fault(code, facts.get(code, {})))
