"""A real shoe: cards are keyed when they are shown, and what was keyed or paid wrongly is put right."""

import pytest
from msgspec.structs import replace

from tapete import punto_banco as pb
from tapete.chance import ChanceKind
from tapete.games.baccarat.effects import Discard, NoteOnly, VoidCoup
from tapete.games.baccarat.incident import IncidentOpened
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.pack import DueCard
from tapete.games.punto_banco.draws import require_valid_face
from tapete.games.punto_banco.events import CardCorrected, PaymentCorrected, StopCardSeen
from tests.support.punto_banco.real_shoe import WHY, correct, coup, key, lying, paid, real
from tests.support.punto_banco.tables import (
    BANCA,
    BANK_WINS,
    CHIPS,
    EURO,
    PUNTO,
    TEN_EACH,
    betting,
    chips,
    dealt,
    events,
    house,
    just_said,
    lines,
    on_table,
    ready,
    refused,
    rests,
    settled,
    sound,
    staked,
    won,
)
from tests.support.rows import rows

W = pb.Phase
VIEWERS = (None, "ana", "bea", "croupier", "chief", "onlooker")


# --- keys ---------------------------------------------------------------------------------------------------------


def test_a_face_is_unknown_until_it_is_keyed():
    table = dealt(real())
    assert {card.face for card in table.state.layout} == {None}
    assert {table.view(viewer).hands["punto"].cards for viewer in VIEWERS} == {(None, None)}
    table = table.do(pb.ShowHand(pb.Hand.PUNTO), by="bea")
    assert table.view().waiting_for_key == lying(table, 0)
    assert [offer.act for offer in table.legal("croupier") if offer.main] == ["card-out"]
    refused(table, pb.ShowHand(pb.Hand.PUNTO), "bea", "card-awaited")
    refused(table, pb.ShowHand(pb.Hand.BANCA), "ana", "player-hand-first")
    half = key(table, "7s")
    assert (half.view().hands["punto"].cards, half.view().hands["punto"].total) == (("7s", None), None)
    whole = key(half, "2h")
    assert (whole.view().hands["punto"].cards, whole.view().hands["punto"].total) == (("7s", "2h"), 9)
    assert just_said(whole) == ["punto, 9"]


def test_a_whole_coup_is_keyed():
    table = coup(real(), "As 2d 2h 3c 4s 9h")
    assert (table.view().hands["punto"].total, table.view().hands["banca"].total) == (7, 4)
    table = table.do(pb.Settle(), by="croupier")
    assert (won(table, "ana"), won(table, "bea")) == (-1000, 1000)
    sound(table)


def test_a_key_is_the_croupiers_and_of_the_card_that_is_shown():
    table = dealt(real())
    refused(table, pb.CardOut(lying(table, 0), "7s"), "croupier", "no-card-awaited")
    table = table.do(pb.ShowHand(pb.Hand.PUNTO), by="bea")
    first, third = lying(table, 0), lying(table, 2)
    for who in ("ana", "bea", "chief", "onlooker"):
        refused(table, pb.CardOut(first, "7s"), who, "not-your-post")
    refused(table, pb.CardOut(third, "7s"), "croupier", "wrong-position")
    refused(table, pb.CardOut(first, None), "croupier", "face-missing")
    for nonsense in ("1s", "7x", "", "joker", "7S"):
        refused(table, pb.CardOut(first, nonsense), "croupier", "unknown-card")


def test_a_seventh_seven_of_spades_is_no_card_of_six_packs():
    table = real("7s", decks=6)
    table = coup(table, "7s 7s 7s 7s 7s")
    assert table.view().phase is W.BANK_DRAWS
    table = table.do(pb.DrawCard(pb.Hand.BANCA), by="ana")
    waiting = table.view().waiting_for_key
    assert refused(table, pb.CardOut(waiting, "7s"), "croupier", "card-exhausted").facts["decks"] == 6
    table = key(table, "7h").do(pb.Settle(), by="croupier")
    table = dealt(table, {"bea": {BANCA: 1000}} if table.state.turn.offered_place == 2 else TEN_EACH)
    table = table.do(pb.ShowHand(pb.Hand.PUNTO), by=table.state.hand_holder)
    refused(table, pb.CardOut(table.view().waiting_for_key, "7s"), "croupier", "card-exhausted")


def test_nobody_but_chance_brings_cards_of_other_shoes():
    table = dealt(ready())
    for who in ("ana", "croupier", "chief"):
        refused(table, pb.CardOut(table.state.shoe.position, "As"), who, "no-card-awaited")
    refused(table, pb.StopCardOut(), "croupier", "shoe-is-not-keyed")


# --- the cut card of a real shoe ----------------------------------------------------------------------------------


def test_the_croupier_reports_the_cut_card():
    table = dealt(real())
    for who in ("ana", "chief"):
        refused(table, pb.StopCardOut(), who, "not-your-post")
    table = table.do(pb.StopCardOut(), by="croupier")
    assert rests(table) == ("PB.B.05",)
    assert just_said(table) == ["carta de detención: última jugada"]
    assert table.view().last_coup
    refused(table, pb.StopCardOut(), "croupier", "stop-card-was-seen")
    table = key(table.do(pb.ShowHand(pb.Hand.PUNTO), by="bea"), "Kh 7h")
    table = key(table.do(pb.ShowHand(pb.Hand.BANCA), by="ana"), "Kd 6d").do(pb.Settle(), by="croupier")
    assert table.view().phase is W.END_OF_SHOE
    refused(table, pb.OpenBets(), "croupier", "end-of-shoe", "PB.B.04")


def test_a_late_report_between_coups_ends_the_shoe():
    table = paid(real(), "Kh Kd 7h 6d").do(pb.StopCardOut(), by="croupier")
    assert rests(table) == ("PB.B.04",)
    assert events(table, StopCardSeen) == (StopCardSeen(table.state.shoe.position),)
    assert table.view().phase is W.END_OF_SHOE
    assert table.do(pb.CountPack(), by="croupier").view().shoe == 2


def test_no_cut_card_comes_out_before_the_shoe_is_in_use():
    table = pb.open_table(shoe=pb.ChanceKind.KEYED)
    for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(100), pb.InsertCutCard()):
        assert table.attempt(pb.StopCardOut(), "croupier").outcome.code == "no-cut-card"
        table = table.do(what, by="croupier")
    refused(table, pb.StopCardOut(), "croupier", "wrong-window")


# --- a card keyed wrongly -----------------------------------------------------------------------------------------


def test_a_wrong_key_found_before_the_payment():
    table = coup(real(), "7s Kd 2h 6c")
    assert table.view().result is Winner.PUNTO
    table = table.do(correct(table, 1, lying(table, 0), "4s"), by="croupier")
    assert "HP.PB.corrections" in rests(table)
    (event,) = events(table, CardCorrected)
    assert (event.was, event.face, event.by, event.second, event.reason) == ("7s", "4s", "croupier", "chief", WHY)
    assert (table.view().hands["punto"].cards, table.view().hands["punto"].total) == (("4s", "2h"), 6)
    assert just_said(table)[0] == "punto, 6"
    assert just_said(table)[-1] == "empate a 6"
    table = table.do(pb.Settle(), by="croupier")
    assert (won(table, "ana"), won(table, "bea"), on_table(table)) == (0, 0, 2000)
    sound(table)


def test_a_wrong_key_found_before_the_bank_is_shown_is_announced_again():
    table = dealt(real()).do(pb.ShowHand(pb.Hand.PUNTO), by="bea")
    table = key(table, "7s 2h")
    table = table.do(correct(table, 1, lying(table, 0), "4s"), by="croupier")
    assert just_said(table) == ["punto, 6"]
    assert table.view().phase is W.BANK_SHOWS
    table = key(table.do(pb.ShowHand(pb.Hand.BANCA), by="ana"), "Kd 5c")
    assert table.view().phase is W.BANK_DRAWS


def test_a_wrong_key_that_takes_a_third_card_away_in_time():
    table = coup(real(), "2s Kd 3h 5c")
    assert table.view().phase is W.PLAYER_DRAWS
    table = table.do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    table = table.do(correct(table, 1, lying(table, 0), "3s"), by="croupier")
    assert (table.view().phase, table.view().waiting_for_key) == (W.BANK_DRAWS, None)
    assert just_said(table) == ["punto, 6", "banca, 5", "el jugador se planta. 6", "carta para la banca"]


@pytest.mark.parametrize("stands", [False, True])
def test_a_third_card_that_was_not_due_is_the_chiefs_to_decide(stands):
    table = coup(real(), "2s Kd 3h 5c 4d")
    assert table.view().phase is W.BANK_DRAWS
    table = table.do(correct(table, 1, lying(table, 0), "3s"), by="croupier")
    (opened,) = events(table, IncidentOpened)
    assert opened.incident.kind == "third-card-not-due"
    refused(table, pb.DrawCard(pb.Hand.BANCA), "ana", "coup-suspended")
    effect = NoteOnly("stands") if stands else Discard(lying(table, 4))
    table = table.do(pb.GiveRuling(1, (effect,), WHY), by="chief")
    assert table.view().hands["punto"].total == (0 if stands else 6)
    assert (table.view().phase, table.view().incident) == (W.BANK_DRAWS, None)
    table = key(table.do(pb.DrawCard(pb.Hand.BANCA), by="ana"), "9s").do(pb.Settle(), by="croupier")
    assert table.view().history[-1].winner is (Winner.BANCA if stands else Winner.PUNTO)
    sound(table)


def test_a_wrong_key_found_after_the_payment_moves_no_chips():
    table = paid(real(), "7s Kd 2h 6c")
    before = (chips(table, "ana"), chips(table, "bea"), house(table))
    position = table.state.history[-1].layout[0].position
    table = table.do(correct(table, 1, position, "4s"), by="croupier")
    assert (chips(table, "ana"), chips(table, "bea"), house(table)) == before
    (event,) = events(table, CardCorrected)
    assert (event.winner, event.punto, event.banca) == (Winner.TIE, 6, 6)
    assert {one.outcome for one in event.before} == {"won", "lost"}
    assert {one.outcome for one in event.lines} == {"void"}
    last = table.view().history[-1]
    assert (last.winner, last.punto, last.cards["punto"]) == (Winner.TIE, 6, ("4s", "2h"))


def test_a_wrong_key_found_two_coups_later():
    table = paid(real(), "7s Kd 2h 6c")
    position = table.state.history[0].layout[0].position
    table = paid(paid(table, "Kh Kd 6h 7d"), "Ks Kd 6s 7c")
    before = (chips(table, "ana"), chips(table, "bea"), house(table))
    table = table.do(correct(table, 1, position, "4s"), by="croupier")
    assert [one.winner for one in table.view().history] == [Winner.TIE, Winner.BANCA, Winner.BANCA]
    assert (chips(table, "ana"), chips(table, "bea"), house(table)) == before
    sound(table)


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
        refused(table, correct(table, 1, first, "4s", second=second), by, code)
        refused(table, pb.CorrectPayment(1, "bea", second, WHY), by, code)
    refused(table, correct(table, 1, first, "4s", reason=""), "croupier", "malformed")
    refused(table, correct(table, 1, first, "7s"), "croupier", "nothing-changes")
    refused(table, correct(table, 1, 200, "4s"), "croupier", "no-such-card")
    refused(table, correct(table, 1, first, "1x"), "croupier", "unknown-card")
    refused(table, correct(table, 9, first, "4s"), "croupier", "no-such-card")
    six = coup(real("7s"), "7s 7s 7s 7s 7s 2h")
    refused(six, correct(six, 1, lying(six, 5), "7s"), "croupier", "card-exhausted")
    seeded = ready("7s Kd 2h 6c")
    refused(seeded, correct(seeded, 1, 2, "4s"), "croupier", "card-was-not-keyed")


# --- a wrong payment ----------------------------------------------------------------------------------------------


def repay(number: int, who: str, paid: int | None = None) -> pb.CorrectPayment:
    return pb.CorrectPayment(number, who, "chief", WHY, paid)


def misread() -> pb.Play:
    """Return a table that paid bea 10 € on a card read wrongly; the true coup was a tie."""
    table = paid(real(), "7s Kd 2h 6c")
    position = table.state.history[-1].layout[0].position
    return table.do(correct(table, 1, position, "4s"), by="croupier")


@pytest.mark.parametrize("when", ["between", "betting", "later"])
def test_what_was_paid_by_a_wrong_key_is_paid_right(when):
    table = misread()
    if when != "between":
        table = betting(table)
    if when == "later":
        table = staked(table, {"ana": {BANCA: 1000}, "bea": {BANCA: 1000}}).do(pb.CloseBets(), by="croupier")
    stood = (won(table, "ana"), won(table, "bea"), house(table))
    assert stood == (-1000, 1000, 0)
    table = table.do(repay(1, "bea"), by="croupier")
    (event,) = events(table, PaymentCorrected)
    assert (event.paid_amount, event.due_amount, event.booked_amount, event.adjustment) == (
        1000,
        0,
        1000,
        when == "later",
    )
    assert (won(table, "bea"), house(table)) == (0, 1000)
    table = table.do(repay(1, "ana"), by="croupier")
    assert (won(table, "ana"), won(table, "bea"), house(table)) == (0, 0, 0)
    refused(table, repay(1, "ana"), "croupier", "nothing-changes")
    sound(table)


def test_a_wrong_payment_of_right_cards_leaves_the_books_alone():
    table = paid(real(), "Kh Kd 7h 6d")
    before = (chips(table, "bea"), house(table))
    table = table.do(repay(1, "bea", 500), by="croupier")
    (event,) = events(table, PaymentCorrected)
    assert (event.paid_amount, event.due_amount, event.booked_amount, event.adjustment) == (500, 1000, 1000, False)
    assert (chips(table, "bea"), house(table)) == before
    refused(table, repay(1, "bea", 1000), "croupier", "nothing-changes")
    refused(table, repay(1, "onlooker"), "croupier", "no-such-bet")
    refused(table, repay(2, "bea"), "croupier", "no-such-coup")


def test_nobody_is_corrected_below_nothing():
    table = misread().do(pb.CashOut(CHIPS + 1000), by="bea")
    refused(table, repay(1, "bea"), "croupier", "not-enough-chips")
    assert chips(table, "bea") == 0


def test_a_keyed_coup_can_be_voided_half_way():
    table = dealt(real()).do(pb.ShowHand(pb.Hand.PUNTO), by="bea")
    table = key(table, "7s").do(pb.ReportIncident("misdeal"), by="croupier")
    refused(table, pb.CardOut(lying(table, 2), "2h"), "croupier", "coup-suspended")
    table = table.do(pb.GiveRuling(1, (VoidCoup(),), WHY), by="chief")
    assert (table.view().phase, table.view().waiting_for_key, on_table(table)) == (W.BETWEEN, None, 0)
    table = paid(table, "Kh Kd 7h 6d", TEN_EACH)
    assert lines(table)["bea", PUNTO].winnings == 1000
    sound(table)


def test_a_payment_is_corrected_with_a_reason_and_within_the_stakes():
    table = settled(ready(BANK_WINS))
    refused(table, pb.CorrectPayment(1, "ana", "croupier", "  ", 0), "chief", "reason-missing")
    for amount in (-10 * EURO - 1, 80 * EURO + 1):
        refused(table, pb.CorrectPayment(1, "ana", "croupier", "seen", amount), "chief", "payment-out-of-bounds")
    for amount in (-10 * EURO, 80 * EURO):
        table.do(pb.CorrectPayment(1, "ana", "croupier", "seen", amount), by="chief")


@rows("kind, face_up", [(kind, up) for kind in ChanceKind for up in (True, False)])
def test_only_a_card_of_a_real_shoe_that_lies_face_down_has_no_face(kind: ChanceKind, face_up: bool) -> None:
    state = real().state
    state = replace(state, settings=replace(state.settings, shoe=kind))
    found = require_valid_face(state, DueCard(3, "punto", face_up), None)
    if kind is ChanceKind.KEYED and not face_up:
        assert found is None
    else:
        assert found is not None
        assert (found.code, found.facts) == ("face-missing", {"position": 3})
