"""Which acts a table of chemin de fer hears at all: open or not, at which step, through an incident, and noted ones."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.chance import CardOut
from tapete.clauses import Fault, cite
from tapete.games.baccarat.incident import Docket, GiveRuling, Incident, incident
from tapete.games.baccarat.pack import DueCard
from tapete.games.banked.reportable import Reportable
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.acts.table import Noted
from tapete.games.chemin_de_fer.errors.remedies_banker import MISDEAL
from tapete.games.chemin_de_fer.game import (
    CHEMIN_DE_FER,
    HANDLERS,
    CheminDeFer,
    require_admissible,
    require_not_suspended,
)
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Accident, Hand, Phase
from tapete.kernel import CHANCE, CLOCK, HOUSE, Accepted, Act, PersonId, Refused, Ruled, Step
from tapete.table import acts as t
from tapete.table.conduct import Conduct
from tests.support.chemin_de_fer.kept_steps import BODIES
from tests.support.chemin_de_fer.lying import ANA, BEA, CROUPIER, P, drawn, lying, table

INSPECTOR = PersonId("inspector")
KINDS = {type(one): one for one in BODIES}
"""One act of each kind."""

THROUGH = (a.Report, GiveRuling, CardOut, a.AdoptRulebook)


def docket(*kinds: str) -> Docket:
    found = Docket()
    for kind in kinds:
        made = incident(found, kind, CROUPIER, (), ())
        found = Docket((*found.open, made), made.serial)
    return found


@pytest.mark.parametrize("kind", HANDLERS, ids=lambda kind: kind.__name__)
def test_an_open_incident_suspends_what_belongs_to_the_coup(kind: Any) -> None:
    body = KINDS.get(kind) or a.OpenTable("one", "asturias-2011", 10)
    state = lying(2, 3)
    for open_, deals in ((docket("other"), False), (docket(MISDEAL), True), (docket(MISDEAL, "other"), False)):
        held_up = replace(state, docket=open_)
        heard = kind in THROUGH or body.is_timeless or (deals and kind is a.DealCard)
        suspended = Fault("coup-suspended", {"incidents": [one.serial for one in open_.open]})
        for who in (BEA, CROUPIER, INSPECTOR):
            found = require_not_suspended(held_up, Act(who, body, state.step))
            assert found == (None if heard else suspended)
        for who in (CHANCE, CLOCK, HOUSE):
            assert require_not_suspended(held_up, Act(who, body, state.step)) is None
    assert require_not_suspended(state, Act(BEA, body, state.step)) is None


@pytest.mark.parametrize("kind", HANDLERS, ids=lambda kind: kind.__name__)
def test_a_table_hears_acts_while_it_is_open_and_only_farewells_after_it(kind: Any) -> None:
    body = KINDS.get(kind) or a.OpenTable("one", "asturias-2011", 10)
    never, closed = State(), replace(table(), phase=Phase.CLOSED)
    assert require_admissible(never, Act(ANA, body, never.step)) == Fault("no-table")
    after = require_admissible(closed, Act(ANA, body, closed.step))
    assert (after == Fault("table-closed")) is (kind not in (t.Leave, t.CashOut))
    assert CHEMIN_DE_FER.decide(never, Act(ANA, KINDS[a.Stand], never.step)).code == "no-table"  # type: ignore[union-attr]


def test_an_act_is_meant_for_the_step_that_is_open() -> None:
    state = lying(2, 3)
    other = Step(1, 2, "word", 5)
    assert require_admissible(state, Act(BEA, a.Stand(), state.step)) is None
    found = require_admissible(state, Act(BEA, a.Stand(), other))
    assert found is not None
    assert require_admissible(state, Act(BEA, a.AskCardCheck(), other)) is None
    assert require_admissible(state, Act(BEA, a.Stand(), other)) == found


# --- what the croupier notes ------------------------------------------------------------------------------------------

NOTED = tuple(one for one in BODIES if isinstance(one, Noted))
REAL = {
    phase: replace(lying(2, 3, phase=phase), settings=replace(table().settings, conduct=Conduct.OBSERVED))
    for phase in (Phase.BETWEEN, Phase.BETS, Phase.SHOE)
}


@pytest.mark.parametrize("phase", REAL)
@pytest.mark.parametrize("person", [ANA, PersonId("pau"), PersonId("nora")])
def test_what_the_croupier_notes_is_decided_as_the_persons_own_act(person: PersonId, phase: Phase) -> None:
    state, clause = REAL[phase], cite("HP.CF.noted")
    for body in NOTED:
        own = CHEMIN_DE_FER.decide(state, Act(person, body, state.step))
        noted = CHEMIN_DE_FER.decide(state, Act(CROUPIER, a.NoteAct(person, body), state.step))
        if isinstance(own, Refused):
            assert isinstance(noted, Refused)
            assert (noted.code, noted.facts) == (own.code, {**own.facts, "noted_for": person})
        else:
            assert isinstance(noted, Accepted | Ruled)
            assert noted.events == own.events
            assert set(noted.rests_on) == {*own.rests_on, clause}
        for wrong in (ANA, INSPECTOR):
            refused = CHEMIN_DE_FER.decide(state, Act(wrong, a.NoteAct(person, body), state.step))
            assert isinstance(refused, Refused)
            assert (refused.code, refused.clauses) == ("not-your-post", (clause,))


def test_at_a_table_that_deals_itself_everybody_acts_for_himself() -> None:
    state = lying(2, 3, phase=Phase.BETWEEN)
    refused = CHEMIN_DE_FER.decide(state, Act(CROUPIER, a.NoteAct(ANA, t.CashOut(5)), state.step))
    assert isinstance(refused, Refused)
    assert (refused.code, refused.clauses) == ("not-a-real-table", (cite("HP.CF.noted"),))


# --- what else it is asked --------------------------------------------------------------------------------------------


def test_of_a_table_that_was_never_opened_there_is_nothing_to_report_to_preview_or_to_wait_for() -> None:
    game, never = CheminDeFer(), State()
    assert game.blank() == never
    assert (game.reportable(never, CROUPIER), game.legal(never, ANA), game.time_limit(never)) == ((), (), None)
    report = Act(CROUPIER, a.Report(Accident.OTHER, note="so"), never.step)
    assert game.preview(never, report) == Fault("no-such-report")
    assert game.draw_awaited(never) is None
    assert game.problems(never) == ()
    assert game.off_the_list(ANA) == a.LeaveList(ANA)


def test_a_preview_is_of_a_report_alone() -> None:
    state = REAL[Phase.BETS]
    report = a.Report(Accident.OTHER, note="so")
    found = CHEMIN_DE_FER.preview(state, Act(CROUPIER, report, state.step))
    assert isinstance(found, Incident)
    assert (found.kind, found.note) == ("other", "so")
    assert CHEMIN_DE_FER.preview(state, Act(CROUPIER, a.OpenBets(), state.step)) == Fault("no-such-report")
    offered = CHEMIN_DE_FER.reportable(state, CROUPIER)
    assert offered
    assert all(isinstance(one, Reportable) for one in offered)
    assert CHEMIN_DE_FER.reportable(state, ANA) == ()


def test_the_draw_that_is_awaited_is_that_of_the_first_card_on_its_way() -> None:
    due = (DueCard(4, f"{P}-3", True), DueCard(5, str(Hand.BANCA), True))
    state = lying(2, 3, due_cards=due)
    draw = CHEMIN_DE_FER.draw_awaited(state)
    assert draw is not None
    assert (draw.position, draw.place) == (4, f"{P}-3")  # type: ignore[union-attr]
    assert CHEMIN_DE_FER.draw_awaited(lying(2, 3)) is None
    assert CHEMIN_DE_FER.cards_on_table(lying(2, 3, drawn(P, "2d"))) == lying(2, 3, drawn(P, "2d")).coup.cards.layout
    assert CHEMIN_DE_FER.step(state) == state.step
