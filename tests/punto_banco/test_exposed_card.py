"""The next card of the shoe is found exposed: it is reported, ruled on and replaced."""

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete import punto_banco as pb
from tapete.chance import CardOut, ChanceKind
from tapete.games.baccarat.effects import Discard, NoteOnly, VoidCoup
from tapete.games.punto_banco.events import CardDiscarded, CoupVoided, ShoeEnded, StopCardSeen
from tests.support.punto_banco.real_shoe import correct, coup, key, paid, real
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
    assert (table.state.shoe.position, table.state.shoe.known_faces.get(2)) == (3, "9c")
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


# --- its face is known from then on -----------------------------------------------------------------------------------


def reported(table: pb.Play, face: str = "9c", *effects: NoteOnly | Discard) -> pb.Play:
    """Report the next card of the shoe to be this one; nothing moves it unless the ruling does."""
    table = table.do(pb.ReportIncident("exposed-in-shoe", "", table.state.shoe.position, face), by="croupier")
    return table.do(pb.GiveRuling(table.state.docket.count, effects or (NoteOnly("it stays"),), "seen"), by="chief")


def put_right(table: pb.Play, position: int, face: str) -> pb.Play:
    refused(table, correct(table, 1, position, face, second="croupier"), "croupier", "second-official-missing")
    return table.do(correct(table, 1, position, face), by="croupier")


@pytest.mark.parametrize("step", ["dealt face down", "drawn"])
@pytest.mark.parametrize("when", ["before it comes out", "when it is awaited"])
def test_a_card_reported_with_its_face_is_keyed_so_or_put_right_by_two_officials(step: str, when: str) -> None:
    """The face at that position is known: no other one is keyed for it, and no other one is reported."""
    if step == "drawn":
        table = reported(coup(real("2c"), "Ks 2h Kd 3h 4s"))  # the punto has four, the bank draws on five
        last = pb.DrawCard(pb.Hand.BANCA), table.state.dealer()
        position = table.state.shoe.position
    else:
        table = dealt(reported(real()))
        last = pb.ShowHand(pb.Hand.PUNTO), table.state.hand_holder
        position = 2
    corrected = put_right(table, position, "7h") if when == "before it comes out" else None
    table = table.do(last[0], by=last[1])
    refused(table, pb.CardOut(position, "7h"), "croupier", "face-known", "HP.PB.corrections")
    offered = next(one for one in table.legal("croupier") if one.act == "card-out")
    assert offered, "the card is still awaited"
    key(table, "9c")
    corrected = put_right(table, position, "7h") if corrected is None else corrected.do(last[0], by=last[1])
    refused(corrected, pb.CardOut(position, "9c"), "croupier", "face-known", "HP.PB.corrections")
    assert corrected.state.face_outside_coups(1, position) == "7h"
    key(corrected, "7h")


def test_two_reports_of_one_card_name_one_face() -> None:
    table = reported(real())
    refused(table, pb.ReportIncident("exposed-in-shoe", "", 2, "7h"), "croupier", "face-known", "HP.PB.corrections")
    again = reported(table)
    refused(
        reported(put_right(again, 2, "7h"), "7h"), pb.ReportIncident("other", "", 2, "9c"), "croupier", "face-known"
    )


def test_a_reported_card_counts_among_those_of_its_face_wherever_it_went_until_it_is_put_right() -> None:
    """Six packs hold six of it: five discarded and one that waits in the shoe are all of them."""
    table = real()
    for position in range(2, 7):
        table = reported(table, "9c", Discard(position))
    table = dealt(reported(table))
    shown = key(table.do(pb.ShowHand(pb.Hand.PUNTO), by=table.state.hand_holder), "9c")
    refused(shown, pb.CardOut(9, "9c"), "croupier", "card-exhausted")
    key(put_right(shown, 3, "8c"), "9c")
    refused(put_right(shown, 3, "8c"), correct(shown, 1, 3, "8c"), "croupier", "nothing-changes")
    refused(shown, correct(shown, 1, 20, "8c"), "croupier", "no-such-card")
    refused(shown, correct(shown, 3, 3, "8c"), "croupier", "no-such-card")


def test_the_card_turned_for_the_burn_is_put_right_like_any_other() -> None:
    table = paid(real("Ac"), NATURAL)
    right = put_right(table, 0, "Ad")
    assert (table.view().turned_card, right.view().turned_card) == ("Ac", "Ad")
    assert (right.state.ledger, right.state.shoe.position) == (table.state.ledger, table.state.shoe.position)
    sound(right)


def test_a_card_of_a_former_shoe_is_counted_among_the_cards_of_that_shoe() -> None:
    table = paid(real("Ac"), NATURAL)
    position, used = table.state.history[0].layout[0].position, Map(dict.fromkeys(range(100, 106), "8c"))
    for number, code in ((1, "card-exhausted"), (2, None)):
        shoe = replace(table.state.shoe, number=number, known_faces=used)
        table.state = replace(table.state, shoe=shoe)
        answer = table.attempt(correct(table, 1, position, "8c"), "croupier").outcome
        assert getattr(answer, "code", None) == code


def test_a_card_of_a_coup_of_a_former_shoe_is_put_right_and_not_the_one_at_its_place_in_this_shoe() -> None:
    """Coups are numbered anew in each shoe: the last one of a number is meant, as long as it holds that card."""
    table = paid(real("Ac"), NATURAL)
    position = table.state.history[0].layout[0].position
    shoe = replace(table.state.shoe, number=2, known_faces=Map({position: "9c"}))
    table.state = replace(table.state, shoe=shoe, coup=0)
    right = put_right(table, position, "8s").state
    assert (right.history[0].layout[0].face, right.shoe.known_faces[position]) == ("8s", "9c")
    assert put_right(dealt(table), position, "8s").state.shoe.known_faces[position] == "8s"
