"""The next card of the shoe found exposed, stakes that new options outlaw, and what staff may not enter."""

import pytest

from tapete import punto_banco as pb
from tapete.chance import CardOut, ChanceKind
from tapete.games.baccarat.effects import Discard, NoteOnly, VoidCoup
from tapete.games.punto_banco.events import CardDiscarded, CoupVoided, ShoeEnded, StakeReturned, StopCardSeen
from tapete.kernel import RefusedError
from tests.support.punto_banco.tables import (
    BANCA,
    BANK_WINS,
    EURO,
    NATURAL,
    PUNTO,
    SIXES,
    chips,
    dealt,
    drawn,
    events,
    opened,
    ready,
    refused,
    rests,
    settled,
    sound,
    turned,
)

STAFF = {pb.Role.CROUPIER: "croupier", pb.Role.TABLE_CHIEF: "chief", pb.Role.DIRECTOR: "dir"}

# --- the next card of the shoe ----------------------------------------------------------------------------------------


@pytest.mark.clause("PB.A2.12")
def test_a_card_found_face_up_in_the_shoe_is_ruled_and_the_coup_goes_on_with_the_next():
    """The register's example: the croupier stops the coup, the chief has the card discarded, the bets stand."""
    table = drawn(
        turned(dealt(ready("Ks Kd 2h 7h 9c 4s")))
        .do(pb.ReportIncident("exposed-in-shoe"), by="croupier")
        .do(pb.GiveRuling(1, None, "seen by all"), by="chief")
    )
    assert table.view().history == ()
    assert "9c" not in {card.face for card in table.state.layout}
    assert table.view().hands["punto"].third == "4s"
    assert table.view().basket == 3
    assert table.view().staked["banca"] == 10 * EURO
    sound(table)
    sound(table.do(pb.Settle(), by="croupier"))


@pytest.mark.clause("PB.A2.12")
def test_only_the_next_card_of_the_shoe_can_be_named():
    table = dealt(ready(NATURAL))
    refused(table, pb.ReportIncident("exposed-in-shoe", "", table.state.shoe.position + 1), "croupier", "no-such-card")
    refused(opened(), pb.ReportIncident("exposed-in-shoe", "", 0), "croupier", "no-such-card")
    report = table.do(pb.ReportIncident("other", "", table.state.shoe.position), by="croupier")
    refused(report, pb.GiveRuling(1, (Discard(table.state.shoe.position + 1),), "seen"), "chief", "no-such-card")
    refused(report, pb.ReportIncident("other", "", report.state.shoe.position, "9c"), "croupier", "card-was-not-keyed")
    stays = report.do(pb.GiveRuling(1, (NoteOnly("it may be played"),), "seen"), by="chief")
    assert stays.state.shoe.position == table.state.shoe.position


@pytest.mark.clause("PB.A2.12")
def test_an_exposed_card_of_a_real_shoe_is_recorded_with_its_face_and_counted():
    table = opened(shoe=ChanceKind.KEYED)
    for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(100), pb.InsertCutCard(), pb.BurnCards()):
        table = table.do(what, by="croupier")
    table = table.do(CardOut(0, "Ac"), by="croupier")
    table = table.do(pb.ReportIncident("exposed-in-shoe", "", 2, "9c"), by="croupier")
    table = table.do(pb.GiveRuling(1, None, "seen by all"), by="chief")
    assert events(table, CardDiscarded) == (CardDiscarded(2, "9c"),)
    assert (table.state.shoe.position, table.state.shoe.played.get("9c")) == (3, 1)
    sound(table)


@pytest.mark.clause("PB.A2.12")
def test_a_discard_with_a_void_coup_and_one_at_the_cut_card():
    table = dealt(ready(NATURAL)).do(pb.ReportIncident("other"), by="croupier")
    void = table.do(pb.GiveRuling(1, (Discard(table.state.shoe.position), VoidCoup()), "seen"), by="chief")
    assert [type(one) for one in events(void, CardDiscarded, CoupVoided)] == [CardDiscarded, CoupVoided]
    sound(void)
    end = ready(NATURAL)
    cut_card = end.state.shoe.cut_card
    while end.state.shoe.position < cut_card:
        end = end.do(pb.ReportIncident("exposed-in-shoe"), by="croupier")
        end = end.do(pb.GiveRuling(end.state.docket.count, None, "seen"), by="chief")
        assert not events(end, StopCardSeen)
    end = end.do(pb.ReportIncident("exposed-in-shoe"), by="croupier")
    end = end.do(pb.GiveRuling(end.state.docket.count, None, "seen"), by="chief")
    assert len(events(end, StopCardSeen, ShoeEnded)) == 2
    assert end.view().phase is pb.Phase.END_OF_SHOE
    sound(end)
    # the next pack is counted like the first
    refused(end, pb.CountPack(found=300), "croupier", "pack-not-whole")
    assert end.do(pb.CountPack(found=312), by="croupier").view().phase is pb.Phase.SHUFFLE


# --- stakes that new options outlaw -----------------------------------------------------------------------------------


@pytest.mark.clause("PB.D.07")
def test_a_stake_left_after_a_tie_goes_back_when_multiples_are_asked_for():
    """15 € were lawful and were left after a tie; now multiples of 10 € are asked for: they go back, 10 € stay."""
    stakes = {"ana": {BANCA: 10 * EURO}, "bea": {PUNTO: 15 * EURO}}
    table = settled(ready(SIXES, BANK_WINS, staff=STAFF), stakes)
    kept = table.do(pb.OpenBets(), by="croupier")
    assert kept.state.stake("bea", PUNTO) == 15 * EURO
    table = table.do(pb.SetOptions(multiples_only=True), by="dir")
    before = chips(table, "bea")
    table = table.do(pb.OpenBets(), by="croupier")
    assert events(table, StakeReturned) == (StakeReturned("bea", PUNTO, 15 * EURO),)
    assert "PB.D.07" in rests(table)
    assert chips(table, "bea") == before + 15 * EURO
    assert table.state.stake("ana", BANCA) == 10 * EURO
    sound(table)
    refused(table, pb.PlaceBet(PUNTO, 15 * EURO), "bea", "not-a-multiple", "PB.D.07")
    sound(table.do(pb.CloseBets(), by="croupier"))


# --- what staff may not enter -----------------------------------------------------------------------------------------


def test_a_payment_is_corrected_with_a_reason_and_within_the_stakes():
    table = settled(ready(BANK_WINS))
    refused(table, pb.CorrectPayment(1, "ana", "croupier", "  ", 0), "chief", "reason-missing")
    for paid in (-10 * EURO - 1, 80 * EURO + 1):
        refused(table, pb.CorrectPayment(1, "ana", "croupier", "seen", paid), "chief", "payment-out-of-bounds")
    for paid in (-10 * EURO, 80 * EURO):
        table.do(pb.CorrectPayment(1, "ana", "croupier", "seen", paid), by="chief")


def test_a_claim_is_somebodys_who_plays_or_played_here():
    table = settled(ready(BANK_WINS))
    refused(table, pb.RecordClaim("nobody", 1, "he says so"), "croupier", "unknown-person")
    gone = table.do(pb.Leave(), by="bea")
    gone.do(pb.RecordClaim("bea", 1, "she says so"), by="croupier")


def test_no_observed_table_is_opened():
    """The annex has no chapter on irregularities: the staff report what happened, and the table chief decides."""
    with pytest.raises(RefusedError) as refusal:
        opened(conduct="observed")
    assert refusal.value.refused.code == "observed-not-offered"
