"""A ruling on a third card that only a wrong key made undue: what becomes of it when the card is put right."""

from typing import Any

import msgspec
import pytest

from tapete import punto_banco as pb
from tapete.clauses import Fault
from tapete.games.baccarat import effects as fx
from tapete.games.baccarat.corrections import UNDONE, RulingUndone
from tapete.games.baccarat.incident import IncidentOpened
from tapete.games.baccarat.points import Winner
from tapete.games.punto_banco.events import CardCorrected
from tapete.games.punto_banco.rulings import is_about_corrected_coup, rulings_to_undo
from tapete.games.punto_banco.state import third
from tapete.kernel import PersonId
from tests.support.punto_banco.real_shoe import WHY, correct, coup, key, lying, real
from tests.support.punto_banco.tables import events, refused, rests, sound

W = pb.Phase
STANDS = fx.NoteOnly("undone-ruling-stands")


def fix(table: pb.Play, at: int, face: str, number: int = 1) -> pb.Play:
    position = (table.state.layout or table.state.history[-1].layout)[at].position
    return sound_play(table.do(correct(table, number, position, face), by="croupier"))


def sound_play(table: pb.Play) -> pb.Play:
    sound(table)
    return table


def rule(table: pb.Play, *effects: Any) -> pb.Play:
    serial = table.state.docket.open[0].serial
    return sound_play(table.do(pb.GiveRuling(serial, effects or None, WHY), by="chief"))


def undue() -> pb.Play:
    table = fix(coup(real(), "2s Kd 3h 5c 4d"), 0, "3s")
    assert table.state.docket.open[0].kind == "third-card-not-due"
    return table


def undone(table: pb.Play) -> list[int]:
    return [one.serial for one in events(table, RulingUndone)]


def incident(table: pb.Play) -> Any:
    (opened,) = events(table, IncidentOpened)
    return opened.incident


def test_a_ruling_that_the_card_stands_goes_with_its_reason() -> None:
    table = fix(rule(undue(), fx.NoteOnly("stands")), 0, "2s")
    assert (undone(table), table.state.rulings, table.state.docket.open) == ([1], (), ())
    assert "HP.PB.undone-ruling" in rests(table)
    assert (table.view().phase, table.view().hands["punto"].total) == (W.BANK_DRAWS, 9)


@pytest.mark.parametrize("kind", ["third-card-not-due", "exposed-card", "ruling-undone"])
def test_a_ruling_about_something_else_holds_though_the_card_is_due_now(kind: str) -> None:
    state = rule(undue(), fx.NoteOnly("stands")).state
    given = tuple(msgspec.structs.replace(one, kind=kind) for one in state.rulings)
    card = state.layout[0]
    event = CardCorrected(1, card.position, card.face, "2s", PersonId("croupier"), PersonId("chief"), WHY)
    found = rulings_to_undo(state, given, event)
    assert [one.serial for one in found] == ([1] if kind == "third-card-not-due" else [])


@pytest.mark.parametrize(("kind", "coup", "about"), [(UNDONE, 1, True), (UNDONE, 2, False), ("other", 1, False)])
def test_an_incident_is_about_an_undone_ruling_of_this_coup_or_it_is_not(kind: str, coup: int, about: bool) -> None:
    state = undue().state
    assert state.coup == 1
    found = msgspec.structs.replace(state.docket.open[0], kind=kind, faults=(Fault(UNDONE, {"coup": coup}),))
    assert is_about_corrected_coup(state, found) is about


def test_a_ruling_that_the_card_stands_holds_while_it_is_not_due() -> None:
    table = fix(rule(undue(), fx.NoteOnly("stands")), 0, "4s")
    assert (undone(table), events(table, IncidentOpened), len(table.state.rulings)) == ([], (), 1)
    table = fix(table, 1, "Qd")
    assert (events(table, IncidentOpened), table.view().phase) == ((), W.BANK_DRAWS)


def test_a_card_that_was_discarded_for_it_goes_back_to_its_hand() -> None:
    table = undue()
    card = lying(table, 4)
    table = fix(rule(table, fx.Discard(card)), 0, "2s")
    assert undone(table) == [1]
    assert incident(table).proposed_effects == (fx.AssignCard(card, third(pb.Hand.PUNTO)),)
    assert [one.effects for one in incident(table).alternatives] == [(fx.VoidCoup(),), (STANDS,)]
    refused(table, pb.DrawCard(pb.Hand.BANCA), "ana", "coup-suspended")
    table = rule(table)
    assert (table.view().phase, table.view().hands["punto"].total) == (W.BANK_DRAWS, 9)
    table = key(table.do(pb.DrawCard(pb.Hand.BANCA), by="ana"), "9s").do(pb.Settle(), by="croupier")
    assert table.view().history[-1].winner is Winner.PUNTO


def test_the_bank_s_card_that_was_discarded_too() -> None:
    table = fix(coup(real(), "3s Kd 3h 5c 9d"), 1, "2d")
    card = lying(table, 4)
    table = rule(table, fx.Discard(card))
    assert (table.view().phase, table.view().hands["banca"].total) == (W.SETTLE, 7)
    table = fix(table, 1, "Kd")
    assert (undone(table), incident(table).proposed_effects) == ([1], (fx.AssignCard(card, third(pb.Hand.BANCA)),))
    table = rule(table)
    assert (table.view().phase, table.view().result, table.view().hands["banca"].total) == (W.SETTLE, Winner.PUNTO, 4)


@pytest.mark.parametrize("effect", [fx.DeemTotal("punto", 6), fx.LoseCoup("punto")])
def test_what_it_made_of_the_hand_is_forgotten(effect: Any) -> None:
    table = rule(undue(), effect)
    assert table.view().phase is W.SETTLE
    table = fix(table, 0, "2s")
    assert (undone(table), dict(table.state.marks.hands)["punto"].deemed_total, table.state.docket.open) == (
        [1],
        None,
        (),
    )
    assert not table.state.marks.of("punto").is_lost
    assert (table.view().phase, table.view().hands["punto"].total) == (W.BANK_DRAWS, 9)


@pytest.mark.parametrize("effects", [(fx.ReturnStake("bea"),), (fx.Discard(-1), fx.GoBack("player-draws"))])
def test_what_cannot_be_played_on_the_chief_annuls_or_lets_stand(effects: tuple[Any, ...]) -> None:
    table = undue()
    table = rule(table, *(fx.Discard(lying(table, 4)) if isinstance(one, fx.Discard) else one for one in effects))
    table = fix(table, 0, "2s")
    assert (incident(table).proposed_effects, incident(table).open_to_judgement) == ((fx.VoidCoup(),), True)
    table = rule(table)
    assert (dict(table.state.bets), table.state.history[-1].winner) == ({}, None)


def test_a_coup_that_it_annulled_stays_annulled_by_the_chief_s_word() -> None:
    table = rule(undue(), fx.VoidCoup())
    before = table.state.ledger
    table = fix(table, 0, "2s")
    assert (undone(table), incident(table).proposed_effects, table.state.ledger) == ([1], (STANDS,), before)
    refused(table, pb.OpenBets(), "croupier", "coup-suspended")
    assert rule(table).do(pb.OpenBets(), by="croupier").view().phase is W.BETS


def paid_by(*effects: Any) -> pb.Play:
    table = rule(undue(), *effects)
    if table.view().phase is W.BANK_DRAWS:
        table = key(table.do(pb.DrawCard(pb.Hand.BANCA), by="ana"), "9s")
    return table.do(pb.Settle(), by="croupier")


def test_after_the_payment_the_due_sums_are_those_of_the_cards_without_the_ruling() -> None:
    table = paid_by(fx.LoseCoup("punto"))
    assert table.state.history[-1].winner is Winner.BANCA
    before = table.state.ledger
    table = fix(table, 0, "2s")
    assert (undone(table), table.state.ledger, table.state.docket.open) == ([1], before, ())
    assert table.state.history[-1].winner is Winner.PUNTO
    table = table.do(pb.CorrectPayment(1, "bea", "chief", WHY), by="croupier")
    assert sum(table.state.ledger.values()) == 0


def test_after_the_payment_a_ruling_that_stands_decides_the_due_sums() -> None:
    table = fix(paid_by(fx.LoseCoup("punto")), 1, "Qd")
    assert (undone(table), table.state.history[-1].winner) == ([], Winner.BANCA)
    table = fix(paid_by(fx.DeemTotal("punto", 1)), 1, "Qd")
    assert (table.state.history[-1].winner, table.state.history[-1].punto) == (Winner.BANCA, 1)


def test_after_the_payment_a_card_that_was_taken_is_the_chief_s_to_weigh() -> None:
    table = undue()
    card = lying(table, 4)
    table = rule(table, fx.Discard(card))
    table = key(table.do(pb.DrawCard(pb.Hand.BANCA), by="ana"), "9s").do(pb.Settle(), by="croupier")
    table = fix(table, 0, "2s")
    assert (undone(table), incident(table).proposed_effects) == ([1], (STANDS,))
    assert rule(table).state.docket.open == ()
