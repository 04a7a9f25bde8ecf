"""Clause PB.A2.12 and threat T10: real cards are keyed, and what was keyed or paid wrongly is put right; open cards."""

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete import punto_banco as pb
from tapete.chance import CardOut, ChanceKind
from tapete.games.baccarat.effects import Discard, NoteOnly
from tapete.games.baccarat.incident import IncidentOpened
from tapete.games.baccarat.points import Winner
from tapete.games.punto_banco.events import CardCorrected, CardDiscarded, PaymentCorrected, ShoeEnded, StopCardSeen
from tapete.words import refusal
from tests.support.punto_banco import tables as t
from tests.support.punto_banco.real_shoe import WHY, correct, coup, key, lying, paid, real
from tests.support.rows import rows

W = pb.Phase
VIEWERS = (None, "ana", "bea", "croupier", "chief", "onlooker")


def test_a_face_is_unknown_until_it_is_keyed():
    table = t.dealt(real())
    assert {card.face for card in table.state.layout} == {None}
    assert {table.view(viewer).hands["punto"].cards for viewer in VIEWERS} == {(None, None)}
    table = table.do(pb.ShowHand(pb.Hand.PUNTO), by="bea")
    assert table.view().waiting_for_key == lying(table, 0)
    assert [offer.act for offer in table.legal("croupier") if offer.main] == ["card-out"]
    t.refused(table, pb.ShowHand(pb.Hand.PUNTO), "bea", "card-awaited")
    t.refused(table, pb.ShowHand(pb.Hand.BANCA), "ana", "player-hand-first")
    half = key(table, "7s")
    assert (half.view().hands["punto"].cards, half.view().hands["punto"].total) == (("7s", None), None)
    whole = key(half, "2h")
    assert (whole.view().hands["punto"].cards, whole.view().hands["punto"].total) == (("7s", "2h"), 9)
    assert t.just_said(whole) == ["punto, 9"]


def test_a_key_is_the_croupiers_and_of_the_card_that_is_shown():
    table = t.dealt(real())
    told = t.refused(table, pb.CardOut(lying(table, 0), "7s"), "croupier", "no-card-awaited")
    assert told.facts == {"official": pb.Role.TABLE_CHIEF}, "one of the two who correct the card turned for the burn"
    table = table.do(pb.ShowHand(pb.Hand.PUNTO), by="bea")
    first, third = lying(table, 0), lying(table, 2)
    for who in ("ana", "bea", "chief", "onlooker"):
        t.refused(table, pb.CardOut(first, "7s"), who, "not-your-post")
    t.refused(table, pb.CardOut(third, "7s"), "croupier", "wrong-position")
    assert refusal("wrong-position", {"due": first}, "es") == f"Toca la carta número {first + 1}.", "as its label says"
    t.refused(table, pb.CardOut(first, None), "croupier", "face-missing")
    for nonsense in ("1s", "7x", "", "joker", "7S"):
        t.refused(table, pb.CardOut(first, nonsense), "croupier", "unknown-card")


def test_a_seventh_seven_of_spades_is_no_card_of_six_packs():
    table = real("7s", decks=6)
    table = coup(table, "7s 7s 7s 7s 7s")
    assert table.view().phase is W.BANK_DRAWS
    table = table.do(pb.DrawCard(pb.Hand.BANCA), by="ana")
    waiting = table.view().waiting_for_key
    assert t.refused(table, pb.CardOut(waiting, "7s"), "croupier", "card-exhausted").facts["decks"] == 6
    table = key(table, "7h").do(pb.Settle(), by="croupier")
    table = t.dealt(table, {"bea": {t.BANCA: 1000}} if table.state.turn.offered_place == 2 else t.TEN_EACH)
    table = table.do(pb.ShowHand(pb.Hand.PUNTO), by=table.state.hand_holder)
    t.refused(table, pb.CardOut(table.view().waiting_for_key, "7s"), "croupier", "card-exhausted")


def test_the_croupier_reports_the_cut_card():
    table = t.dealt(real())
    for who in ("ana", "chief"):
        t.refused(table, pb.StopCardOut(), who, "not-your-post")
    table = table.do(pb.StopCardOut(), by="croupier")
    assert (t.rests(table), t.just_said(table)) == (("PB.B.05",), ["carta de detención: última jugada"])
    assert table.view().last_coup
    t.refused(table, pb.StopCardOut(), "croupier", "stop-card-was-seen")
    table = key(table.do(pb.ShowHand(pb.Hand.PUNTO), by="bea"), "Kh 7h")
    table = key(table.do(pb.ShowHand(pb.Hand.BANCA), by="ana"), "Kd 6d").do(pb.Settle(), by="croupier")
    assert table.view().phase is W.END_OF_SHOE
    t.refused(table, pb.OpenBets(), "croupier", "end-of-shoe", "PB.B.04")


def test_a_late_report_between_coups_ends_the_shoe():
    table = paid(real(), "Kh Kd 7h 6d").do(pb.StopCardOut(), by="croupier")
    assert t.rests(table) == ("PB.B.04",)
    assert t.events(table, StopCardSeen) == (StopCardSeen(table.state.shoe.position),)
    assert table.view().phase is W.END_OF_SHOE
    assert table.do(pb.CountPack(), by="croupier").view().shoe == 2


def test_a_wrong_key_found_before_the_payment():
    table = coup(real(), "7s Kd 2h 6c")
    assert table.view().result is Winner.PUNTO
    table = table.do(correct(table, 1, lying(table, 0), "4s"), by="croupier")
    assert "HP.PB.corrections" in t.rests(table)
    (event,) = t.events(table, CardCorrected)
    assert (event.was, event.face, event.by, event.second, event.reason) == ("7s", "4s", "croupier", "chief", WHY)
    assert (table.view().hands["punto"].cards, table.view().hands["punto"].total) == (("4s", "2h"), 6)
    assert (t.just_said(table)[0], t.just_said(table)[-1]) == ("punto, 6", "empate a 6")
    table = table.do(pb.Settle(), by="croupier")
    assert (t.won(table, "ana"), t.won(table, "bea"), t.on_table(table)) == (0, 0, 2000)
    t.sound(table)


def test_a_wrong_key_that_takes_a_third_card_away_in_time():
    table = coup(real(), "2s Kd 3h 5c")
    assert table.view().phase is W.PLAYER_DRAWS
    table = table.do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    table = table.do(correct(table, 1, lying(table, 0), "3s"), by="croupier")
    assert (table.view().phase, table.view().waiting_for_key) == (W.BANK_DRAWS, None)
    assert t.just_said(table) == ["punto, 6", "banca, 5", "el jugador se planta. 6", "carta para la banca"]


@pytest.mark.parametrize("stands", [False, True])
def test_a_third_card_that_was_not_due_is_the_chiefs_to_decide(stands):
    table = coup(real(), "2s Kd 3h 5c 4d")
    assert table.view().phase is W.BANK_DRAWS
    table = table.do(correct(table, 1, lying(table, 0), "3s"), by="croupier")
    (opened,) = t.events(table, IncidentOpened)
    assert opened.incident.kind == "third-card-not-due"
    t.refused(table, pb.DrawCard(pb.Hand.BANCA), "ana", "coup-suspended")
    effect = NoteOnly("stands") if stands else Discard(lying(table, 4))
    table = table.do(pb.GiveRuling(1, (effect,), WHY), by="chief")
    assert table.view().hands["punto"].total == (0 if stands else 6)
    assert (table.view().phase, table.view().incident) == (W.BANK_DRAWS, None)
    table = key(table.do(pb.DrawCard(pb.Hand.BANCA), by="ana"), "9s").do(pb.Settle(), by="croupier")
    assert table.view().history[-1].winner is (Winner.BANCA if stands else Winner.PUNTO)
    t.sound(table)


def test_a_wrong_key_found_after_the_payment_moves_no_chips():
    table = paid(real(), "7s Kd 2h 6c")
    before = (t.chips(table, "ana"), t.chips(table, "bea"), t.house(table))
    position = table.state.history[-1].layout[0].position
    table = table.do(correct(table, 1, position, "4s"), by="croupier")
    assert (t.chips(table, "ana"), t.chips(table, "bea"), t.house(table)) == before
    (event,) = t.events(table, CardCorrected)
    assert (event.winner, event.punto, event.banca) == (Winner.TIE, 6, 6)
    assert {one.outcome for one in event.before} == {"won", "lost"}
    assert {one.outcome for one in event.lines} == {"void"}
    last = table.view().history[-1]
    assert (last.winner, last.punto, last.cards["punto"]) == (Winner.TIE, 6, ("4s", "2h"))


def test_a_wrong_key_found_two_coups_later():
    table = paid(real(), "7s Kd 2h 6c")
    position = table.state.history[0].layout[0].position
    table = paid(paid(table, "Kh Kd 6h 7d"), "Ks Kd 6s 7c")
    before = (t.chips(table, "ana"), t.chips(table, "bea"), t.house(table))
    table = table.do(correct(table, 1, position, "4s"), by="croupier")
    assert [one.winner for one in table.view().history] == [Winner.TIE, Winner.BANCA, Winner.BANCA]
    assert (t.chips(table, "ana"), t.chips(table, "bea"), t.house(table)) == before
    t.sound(table)


def test_a_correction_needs_two_officials_and_a_reason():
    table = coup(real(), "7s Kd 2h 6c")
    first = lying(table, 0)
    for by, second, code in (
        ("croupier", "croupier", "second-official-missing"),
        ("croupier", "ana", "second-official-missing"),
        ("croupier", "inspector", "not-your-post"),
        ("ana", "chief", "not-your-post"),
        ("onlooker", "chief", "not-your-post"),
    ):
        t.refused(table, correct(table, 1, first, "4s", second=second), by, code)
        t.refused(table, pb.CorrectPayment(1, "bea", second, WHY), by, code)
    t.refused(table, correct(table, 1, first, "4s", reason=""), "croupier", "malformed")
    t.refused(table, correct(table, 1, first, "7s"), "croupier", "nothing-changes")
    t.refused(table, correct(table, 1, 200, "4s"), "croupier", "no-such-card")
    t.refused(table, correct(table, 1, first, "1x"), "croupier", "unknown-card")
    t.refused(table, correct(table, 9, first, "4s"), "croupier", "no-such-card")
    six = coup(real("7s"), "7s 7s 7s 7s 7s 2h")
    t.refused(six, correct(six, 1, lying(six, 5), "7s"), "croupier", "card-exhausted")
    seeded = t.ready("7s Kd 2h 6c")
    t.refused(seeded, correct(seeded, 1, 2, "4s"), "croupier", "card-was-not-keyed")


def repay(number: int, who: str, paid: int | None = None) -> pb.CorrectPayment:
    return pb.CorrectPayment(number, who, "chief", WHY, paid)


def misread() -> pb.Play:
    table = paid(real(), "7s Kd 2h 6c")
    position = table.state.history[-1].layout[0].position
    return table.do(correct(table, 1, position, "4s"), by="croupier")


@pytest.mark.parametrize("when", ["between", "betting", "later"])
def test_what_was_paid_by_a_wrong_key_is_paid_right(when):
    table = misread()
    if when != "between":
        table = t.betting(table)
    if when == "later":
        table = t.staked(table, {"ana": {t.BANCA: 1000}, "bea": {t.BANCA: 1000}}).do(pb.CloseBets(), by="croupier")
    stood = (t.won(table, "ana"), t.won(table, "bea"), t.house(table))
    assert stood == (-1000, 1000, 0)
    table = table.do(repay(1, "bea"), by="croupier")
    (event,) = t.events(table, PaymentCorrected)
    assert (event.paid_amount, event.due_amount, event.booked_amount, event.adjustment) == (
        1000,
        0,
        1000,
        when == "later",
    )
    assert (t.won(table, "bea"), t.house(table)) == (0, 1000)
    table = table.do(repay(1, "ana"), by="croupier")
    assert (t.won(table, "ana"), t.won(table, "bea"), t.house(table)) == (0, 0, 0)
    t.refused(table, repay(1, "ana"), "croupier", "nothing-changes")
    t.sound(table)


def test_a_wrong_payment_of_right_cards_leaves_the_books_alone():
    table = paid(real(), "Kh Kd 7h 6d")
    before = (t.chips(table, "bea"), t.house(table))
    table = table.do(repay(1, "bea", 500), by="croupier")
    (event,) = t.events(table, PaymentCorrected)
    assert (event.paid_amount, event.due_amount, event.booked_amount, event.adjustment) == (500, 1000, 1000, False)
    assert (t.chips(table, "bea"), t.house(table)) == before
    t.refused(table, repay(1, "bea", 1000), "croupier", "nothing-changes")
    t.refused(table, repay(1, "onlooker"), "croupier", "no-such-bet")
    t.refused(table, repay(2, "bea"), "croupier", "no-such-coup")


def test_nobody_is_corrected_below_nothing():
    table = misread().do(pb.CashOut(t.CHIPS + 1000), by="bea")
    t.refused(table, repay(1, "bea"), "croupier", "not-enough-chips")
    assert t.chips(table, "bea") == 0


def test_whoever_has_left_is_corrected_too_and_changes_back_what_it_brings_them():
    """HP.PB.debts: the house advances what bea cannot give back, and sets off what a later correction brings her."""
    table = misread().do(pb.Leave(), by="bea").do(pb.Leave(), by="ana")
    t.refused(table, pb.CashOut(100), "bea", "not-at-table")
    table = table.do(repay(1, "bea"), by="croupier").do(repay(1, "ana"), by="croupier")
    assert ("HP.PB.debts" in t.rests(table), t.chips(table, "bea"), t.chips(table, "ana")) == (False, 0, 1000)
    assert (table.state.debts["bea"], t.house(table)) == (1000, -1000)
    back = table.do(correct(table, 1, table.state.history[-1].layout[0].position, "7s"), by="croupier")
    back = back.do(repay(1, "bea"), by="croupier")
    assert ("HP.PB.debts" in t.rests(back), t.chips(back, "bea"), back.state.debts["bea"]) == (True, 0, 0)
    closed = table.do(pb.CloseTable(), by="chief")
    assert [[one.act for one in closed.legal(who)] for who in ("ana", "bea", "croupier")] == [["cash-out"], [], []]
    assert t.chips(closed.do(pb.CashOut(1000), by="ana"), "ana") == 0
    t.refused(closed, pb.CashOut(1), "bea", "not-at-table")


def test_whoever_has_no_chips_left_is_still_paid_what_they_were_not():
    """The Player hand won by the key; by the true card it is a tie, which pays more."""
    table = paid(real(), "9s Kd Kh 8c", {"ana": {t.BANCA: 1000}, "bea": {t.PUNTO: 2000, t.TIE: 1000}})
    table = table.do(correct(table, 1, table.state.history[-1].layout[0].position, "8s"), by="croupier")
    table = table.do(pb.CashOut(t.chips(table, "bea")), by="bea").do(repay(1, "bea"), by="croupier")
    assert t.chips(table, "bea") == 8000 - 1000, "a stake of ten on the tie pays 80; ten were paid by the wrong key"


def test_a_payment_is_corrected_with_a_reason_and_within_the_stakes():
    table = t.settled(t.ready(t.BANK_WINS))
    t.refused(table, pb.CorrectPayment(1, "ana", "croupier", "  ", 0), "chief", "reason-missing")
    for amount in (-10 * t.EURO - 1, 80 * t.EURO + 1):
        t.refused(table, pb.CorrectPayment(1, "ana", "croupier", "seen", amount), "chief", "payment-out-of-bounds")
    for amount in (-10 * t.EURO, 80 * t.EURO):
        table.do(pb.CorrectPayment(1, "ana", "croupier", "seen", amount), by="chief")


@pytest.mark.clause("PB.A2.12")
def test_a_card_found_face_up_in_the_shoe_is_ruled_and_the_coup_goes_on_with_the_next():
    table = t.drawn(
        t.turned(t.dealt(t.ready("Ks Kd 2h 7h 9c 4s")))
        .do(pb.ReportIncident("exposed-in-shoe"), by="croupier")
        .do(pb.GiveRuling(1, None, "seen by all"), by="chief")
    )
    assert table.view().history == ()
    assert "9c" not in {card.face for card in table.state.layout}
    assert (table.view().hands["punto"].third, table.view().basket) == ("4s", 3)
    assert table.view().stakes["banca"] == 10 * t.EURO
    t.sound(table)
    t.sound(table.do(pb.Settle(), by="croupier"))


@pytest.mark.clause("PB.A2.12")
def test_only_the_next_card_of_the_shoe_can_be_named():
    table = t.dealt(t.ready(t.NATURAL))
    t.refused(
        table, pb.ReportIncident("exposed-in-shoe", "", table.state.shoe.position + 1), "croupier", "no-such-card"
    )
    t.refused(t.opened(), pb.ReportIncident("exposed-in-shoe", "", 0), "croupier", "no-such-card")
    report = table.do(pb.ReportIncident("other", "", table.state.shoe.position), by="croupier")
    t.refused(report, pb.GiveRuling(1, (Discard(table.state.shoe.position + 1),), "seen"), "chief", "no-such-card")
    t.refused(
        report, pb.ReportIncident("other", "", report.state.shoe.position, "9c"), "croupier", "card-was-not-keyed"
    )
    stays = report.do(pb.GiveRuling(1, (NoteOnly("it may be played"),), "seen"), by="chief")
    assert stays.state.shoe.position == table.state.shoe.position


@pytest.mark.clause("PB.A2.12")
def test_an_exposed_card_of_a_real_shoe_is_recorded_with_its_face_and_counted():
    table = t.opened(shoe=ChanceKind.KEYED)
    for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(100), pb.InsertCutCard(), pb.BurnCards()):
        table = table.do(what, by="croupier")
    table = table.do(CardOut(0, "Ac"), by="croupier")
    table = table.do(pb.ReportIncident("exposed-in-shoe", "", 2, "9c"), by="croupier")
    table = table.do(pb.GiveRuling(1, None, "seen by all"), by="chief")
    assert t.events(table, CardDiscarded) == (CardDiscarded(2, "9c"),)
    assert (table.state.shoe.position, table.state.shoe.known_faces.get(2)) == (3, "9c")
    t.sound(table)


@pytest.mark.clause("PB.A2.12")
def test_a_card_discarded_at_the_cut_card_shows_it_and_between_coups_ends_the_shoe():
    table = t.ready(t.NATURAL, game=t.game_with(pack__cards_below_cut_card=309))
    for serial, (seen, phase) in enumerate([(0, W.BETWEEN), (2, W.END_OF_SHOE)], start=1):
        table = table.do(pb.ReportIncident("exposed-in-shoe"), by="croupier")
        table = table.do(pb.GiveRuling(serial, None, "seen"), by="chief")
        assert (len(t.events(table, StopCardSeen, ShoeEnded)), table.view().phase) == (seen, phase)
    t.sound(table)


def reported(table: pb.Play, face: str = "9c", *effects: NoteOnly | Discard) -> pb.Play:
    table = table.do(pb.ReportIncident("exposed-in-shoe", "", table.state.shoe.position, face), by="croupier")
    return table.do(pb.GiveRuling(table.state.docket.count, effects or (NoteOnly("it stays"),), "seen"), by="chief")


def put_right(table: pb.Play, position: int, face: str) -> pb.Play:
    t.refused(table, correct(table, 1, position, face, second="croupier"), "croupier", "second-official-missing")
    return table.do(correct(table, 1, position, face), by="croupier")


@pytest.mark.parametrize("step", ["dealt face down", "drawn"])
@pytest.mark.parametrize("when", ["before it comes out", "when it is awaited"])
def test_a_card_reported_with_its_face_is_keyed_so_or_put_right_by_two_officials(step: str, when: str) -> None:
    if step == "drawn":
        table = reported(coup(real("2c"), "Ks 2h Kd 3h 4s"))  # the punto has four, the bank draws on five
        last = pb.DrawCard(pb.Hand.BANCA), table.state.dealer()
        position = table.state.shoe.position
    else:
        table = t.dealt(reported(real()))
        last = pb.ShowHand(pb.Hand.PUNTO), table.state.hand_holder
        position = 2
    corrected = put_right(table, position, "7h") if when == "before it comes out" else None
    table = table.do(last[0], by=last[1])
    t.refused(table, pb.CardOut(position, "7h"), "croupier", "face-known", "HP.PB.corrections")
    offered = next(one for one in table.legal("croupier") if one.act == "card-out")
    assert offered, "the card is still awaited"
    key(table, "9c")
    corrected = put_right(table, position, "7h") if corrected is None else corrected.do(last[0], by=last[1])
    t.refused(corrected, pb.CardOut(position, "9c"), "croupier", "face-known", "HP.PB.corrections")
    assert corrected.state.face_outside_coups(1, position) == "7h"
    key(corrected, "7h")


def test_a_reported_card_counts_among_those_of_its_face_wherever_it_went_until_it_is_put_right() -> None:
    table = real()
    for position in range(2, 7):
        table = reported(table, "9c", Discard(position))
    table = t.dealt(reported(table))
    shown = key(table.do(pb.ShowHand(pb.Hand.PUNTO), by=table.state.hand_holder), "9c")
    t.refused(shown, pb.CardOut(9, "9c"), "croupier", "card-exhausted")
    key(put_right(shown, 3, "8c"), "9c")
    t.refused(put_right(shown, 3, "8c"), correct(shown, 1, 3, "8c"), "croupier", "nothing-changes")
    t.refused(shown, correct(shown, 1, 20, "8c"), "croupier", "no-such-card")
    t.refused(shown, correct(shown, 3, 3, "8c"), "croupier", "no-such-card")


def test_the_card_turned_for_the_burn_is_put_right_like_any_other() -> None:
    table = paid(real("Ac"), t.NATURAL)
    right = put_right(table, 0, "Ad")
    assert (table.view().turned_card, right.view().turned_card) == ("Ac", "Ad")
    assert (right.state.ledger, right.state.shoe.position) == (table.state.ledger, table.state.shoe.position)
    t.sound(right)


@pytest.mark.clause("PB.B.07")
@rows("keyed, true, gone", [("Ac", "6d", 7), ("9c", "6d", 7), ("Kc", "Ad", 2), ("6c", "6d", 7)])
def test_until_a_card_follows_the_true_turned_card_says_how_many_were_burned(keyed: str, true: str, gone: int) -> None:
    """The record was wrong and the table right: what lies in the basket is counted anew."""
    right = put_right(real(keyed), 0, true)
    assert (right.view().cards_out, right.view().basket, right.state.shoe.position) == (gone, gone, gone)
    assert ("PB.B.07" in t.rests(right), t.dealt(right).state.shoe.position) == (True, gone + 4)
    t.sound(right)


def test_a_card_that_was_seen_keeps_its_number_however_often_the_turned_one_is_put_right() -> None:
    seen = real("Ac").do(pb.ReportIncident("exposed-in-shoe", "", 2, "9c"), by="croupier")
    table = seen.do(pb.GiveRuling(1, None, "seen by all"), by="chief")
    assert put_right(put_right(table, 0, "2d"), 0, "Ac").state.shoe.position == table.state.shoe.position == 3


@rows(
    "number, elsewhere, code",
    {
        "six eights of clubs are known of this shoe": (1, (), "card-exhausted"),
        "they are of the next shoe": (2, (), None),
        "coups of the next shoe had them": (2, ("8c",) * 8, None),
    },
)
def test_a_card_of_a_former_shoe_is_counted_among_the_cards_of_that_shoe(
    number: int, elsewhere: tuple[str, ...], code: str | None
) -> None:
    state = (table := paid(real("Ac"), t.NATURAL)).state
    (first,) = state.history
    shoe = replace(state.shoe, number=number, known_faces=Map(dict.fromkeys(range(100, 106), "8c")))
    later = replace(first, number=2, shoe=2, layout=tuple(replace(first.layout[0], face=one) for one in elsewhere))
    table.state = replace(state, shoe=shoe, history=(first, later) if elsewhere else (first,))
    answer = table.attempt(correct(table, 1, first.layout[0].position, "8c"), "croupier").outcome
    assert getattr(answer, "code", None) == code


@rows("said", ["in the former shoe", "before the first coup"])
def test_a_correction_of_a_former_shoe_s_coup_is_not_made_to_the_coup_of_that_number_now(said: str):
    """HP.PB.corrections: two answer for what they meant; the numbers of the coups begin anew with each shoe."""
    table = paid(real(), "Kh Kd 7h 6d")
    what = (correct(table, 1, table.state.history[-1].layout[0].position, "4s"), repay(1, "bea", 500))
    meant = table.game.step(table.state)
    table = table.do(pb.StopCardOut(), by="croupier")
    for step in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(100), pb.InsertCutCard(), pb.BurnCards()):
        table = table.do(step, by="croupier")
    if said == "before the first coup":
        meant = (table := key(table, "Ac")).game.step(table.state)
        assert table.do(what[0], by="croupier").state.history[-1].layout[0].face == "4s", "no other has that number yet"
    else:
        table = key(table, "Ac")
    table = paid(table, "Kh Kd 7h 6d")
    assert [(one.shoe, one.number) for one in table.state.history] == [(1, 1), (2, 1)]
    for act in (*what, pb.RecordClaim("bea", 1, "paid short")):
        t.refused(table, act, "croupier", "window-closed", at=meant)
        assert table.attempt(act, "croupier").events, "said now, it is of this shoe"
