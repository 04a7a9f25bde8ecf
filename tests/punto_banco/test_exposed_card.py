"""The next card of the shoe is found exposed: it is reported, ruled on and replaced."""

import pytest

from tapete import punto_banco as pb
from tapete.chance import CardOut, ChanceKind
from tapete.games.baccarat.effects import Discard, NoteOnly, VoidCoup
from tapete.games.punto_banco.events import CardDiscarded, CoupVoided, ShoeEnded, StopCardSeen
from tests.support.punto_banco.tables import (
    EURO,
    NATURAL,
    dealt,
    drawn,
    events,
    opened,
    ready,
    refused,
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
    assert table.view().stakes["banca"] == 10 * EURO
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
    assert (table.state.shoe.position, table.state.shoe.played_cards.get("9c")) == (3, 1)
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
