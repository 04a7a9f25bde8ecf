"""Errors reported too late, twice, in one another's wake or by the wrong post: sections DP.C1 to DP.C5."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import BindToTable, Discard, GoBack, NoteOnly, Oblige, Party, SetAside, VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.reckoning import is_open
from tapete.games.banked.acts import DrawCard, Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Accident, Hand, Phase
from tapete.play import Play
from tests.support.dos_panos.observed import BOTH, Observed, betting, dealt, first_cards, spoken, table
from tests.support.dos_panos.table import BANKER

PRIMERO, SEGUNDO, BANCA = Hand

PLAIN = first_cards("2s 5s", "2h 5h", "2c 5c")

LITERAL = "catalogo-51-53-literal"


@BOTH
@pytest.mark.clause("DP.A.12", document="REG-51-53")
@pytest.mark.parametrize("word", ["no", "carta"])
def test_a_five_that_should_have_been_shown_stands_whatever_it_said(real: bool, word: str) -> None:
    cards = first_cards("2s 3s", "Kh 7h", "Ks 6d") + " 9s 4d"
    made = spoken(cards, word, "no", book=LITERAL, real=real).banker(Stand()).shown()
    assert made.codes == ["wrong-word"]
    assert Oblige("primero", Cell.DRAW) not in made.incident.proposed_effects
    if word == "no":
        assert made.incident.proposed_effects == (NoteOnly("total-not-shown"),)
        made.ruled("croupier")
        assert (made.phase, made.faces("primero-3")) == (Phase.SETTLE, [])


@BOTH
@pytest.mark.clause("DP.C1.08")
def test_cards_stick_together_while_cards_are_dealt_and_not_once_the_result_is_there(real: bool) -> None:
    made = spoken(PLAIN, "no", "no", real=real).banker(Stand())
    assert made.phase is Phase.SHOW
    stuck = a.Report(Accident.STUCK, Party.BANKER, count=1)
    assert made.refused("croupier", stuck).code == "report-not-now"
    made.shown()
    assert made.phase is Phase.SETTLE
    assert made.refused("croupier", stuck).code == "report-not-now"


@BOTH
@pytest.mark.clause("DP.C1.08")
def test_the_bankers_own_card_may_come_out_with_another_stuck_to_it(real: bool) -> None:
    cards = first_cards("2s 5s", "2h 5h", "2c Ac") + " 4h 9h"
    made = spoken(cards, "no", "no", real=real).banker(a.DrawCard())
    assert made.phase is Phase.SHOW
    first = made.fork().report(Accident.STUCK, Party.BANKER, count=1)
    assert first.incident.proposed_effects == (VoidCoup(),)
    made.do("croupier", a.ShowHand(PRIMERO))
    assert made.refused("croupier", a.Report(Accident.STUCK, Party.BANKER, count=1)).code == "report-not-now"


@BOTH
@pytest.mark.clause("DP.C1.08")
def test_a_hand_that_an_accident_uncovered_is_no_result_yet(real: bool) -> None:
    cards = first_cards("2s 5s", "2h 5h", "2c Ac") + " 4h 9h"
    made = dealt(cards, real=real)
    for position in (0, 3):
        made.report(Accident.EXPOSED, Party.CROUPIER, position=position)
        made.ruled(effects=made.incident.proposed_effects or (NoteOnly("as it lies"),))
    made.said("1", "no").said("2", "no").looked().banker(a.DrawCard())
    assert (made.phase, is_open(made.state.coup.cards, "primero")) == (Phase.SHOW, True)
    made.report(Accident.STUCK, Party.BANKER, count=1)
    assert made.incident.proposed_effects == (VoidCoup(),)


@BOTH
@pytest.mark.clause("DP.C2.02")
@pytest.mark.parametrize("position", [0, None])
def test_the_croupier_annuls_no_deal_on_his_own_word(real: bool, position: int | None) -> None:
    made = dealt(PLAIN, real=real).do("ana", a.Lift(PRIMERO))
    made.report(Accident.MISPLACED, Party.CROUPIER, position=position)  # type: ignore[attr-defined]
    incident = made.incident  # type: ignore[attr-defined]
    assert (incident.proposed_effects, incident.open_to_judgement) == ((VoidCoup(),), True)
    assert "DP.C2.02" in incident.clauses
    assert made.refused("croupier", GiveRuling(incident.serial)).code == "not-your-post"
    assert made.accepts("inspector", GiveRuling(incident.serial, None, "nobody can tell"))


@BOTH
@pytest.mark.clause("DP.C5.11")
def test_a_wrong_score_shows_when_the_last_hand_is_open_and_is_followed_before_the_payment(real: bool) -> None:
    """Bank 5 and third cards 8 and 8: both cells bid it stand, and it announced what it has not."""
    cards = first_cards("2s As", "2h Ah", "2c 3c") + " 8d 8s 9d"
    made = spoken(cards, "carta", "carta", real=real).banker(Stand()).shown()
    assert made.phase is Phase.SETTLE
    made.report(Accident.MISANNOUNCED, Party.BANKER)
    assert made.incident.proposed_effects == (BindToTable("banca", fault_of=Party.BANKER), GoBack("banker"))
    made.ruled("croupier")
    assert made.phase is Phase.BANKER
    made.banker(Stand()).shown()
    assert made.phase is Phase.SETTLE
    assert made.refused("croupier", a.Report(Accident.MISANNOUNCED, Party.BANKER)).code != "report-not-now"
    made.settled()
    assert made.refused("croupier", a.Report(Accident.MISANNOUNCED, Party.BANKER)).code == "no-coup"


@BOTH
@pytest.mark.clause("DP.C4.08")
def test_the_first_word_stays_the_first_however_often_two_words_are_reported(real: bool) -> None:
    made = dealt(first_cards("2s 3s", "2h 5h", "2c 2d") + " 8h 9s 5d", real=real).said("1", "carta")
    for _ in range(2):
        made.report(Accident.TWO_WORDS, Party.PLAYER, hand=PRIMERO)  # type: ignore[attr-defined]
        assert Oblige("primero", Cell.DRAW, (5,)) in made.incident.proposed_effects  # type: ignore[attr-defined]
        made.ruled("croupier").said("1", "no")  # type: ignore[attr-defined]
    made.said("2", "no").looked().banker(Stand()).shown()
    assert made.codes == ["wrong-word"]  # type: ignore[attr-defined]


@BOTH
@pytest.mark.clause("DP.C4.10")
@pytest.mark.parametrize(
    ("cloth", "bank", "winner"),
    [
        ("4s 5s", "Ks 8d", "punto"),
        ("4s 5s", "Ks 9d", "empate"),
        ("3s 5s", "Ks 8d", "empate"),
        ("3s 5s", "Ks 9d", "banca"),
    ],
)
def test_a_natural_that_was_lost_counts_as_it_stands_against_the_banks(
    real: bool, cloth: str, bank: str, winner: str
) -> None:
    """It is no natural any more; but it was made with two cards, and no rule has two cards beat two."""
    made = spoken(first_cards(cloth, "Kh 7h", bank), "no", "no", real=real).banker(a.LayDown(BANCA)).shown().ruled()
    assert made.result()["primero"] == winner


@BOTH
@pytest.mark.clause("DP.A.38")
@pytest.mark.parametrize(("third", "winner"), [("7h", "banca"), ("8h", "banca")])
def test_a_natural_beats_what_was_made_with_three_cards(real: bool, third: str, winner: str) -> None:
    """The banker's hand of three cards against a cloth's natural, and the other way round."""
    made = spoken(first_cards("Ks 8d", "Kh 7h", "Kc Ac") + f" {third}", "abatir", "no", real=real)
    made.banker(a.DrawCard()).shown()
    assert made.result()["primero"] == "punto"
    assert made.result()["segundo"] == winner


@BOTH
@pytest.mark.clause("DP.A.08")
def test_between_two_naturals_that_a_ruling_has_found_the_banker_takes_no_card(real: bool) -> None:
    cards = first_cards("4s 5s", "3h 5h", "2c 2d") + " 8h 9s 5d"
    made = spoken(cards, "carta", "carta", real=real).banker(Stand()).shown()
    assert made.codes == ["natural-forgotten", "natural-forgotten"]
    made.ruled("croupier")
    assert made.phase is Phase.SETTLE
    assert made.faces("banca-3") == []
    assert made.result() == {"primero": "punto", "segundo": "punto"}


@BOTH
@pytest.mark.clause("DP.C2.05")
@pytest.mark.parametrize("by", [Party.BANKER, None])
def test_both_cards_of_a_cloth_are_one_case_however_they_are_reported(real: bool, by: Party | None) -> None:
    made = dealt(PLAIN, real=real).report(Accident.EXPOSED, by, position=0).report(Accident.EXPOSED, by, position=3)
    assert made.incident.proposed_effects == (BindToTable("banca", fault_of=Party.BANKER),)
    assert not made.incident.open_to_judgement
    assert "DP.C5.13" not in made.incident.clauses
    made.ruled("croupier")
    assert made.phase is Phase.FIRST_WORD


@BOTH
@pytest.mark.clause("DP.C1.03")
@pytest.mark.parametrize("after", [Accident.EXPOSED_IN_SHOE, Accident.STUCK])
def test_no_second_report_takes_an_early_card_out_of_play_past_the_director(real: bool, after: Accident) -> None:
    made = betting(PLAIN, real=real).report(Accident.EARLY_DRAW, Party.BANKER, count=1).ruled("croupier")
    facts = {"position": 0} if after is Accident.EXPOSED_IN_SHOE else {"count": 1}
    made.report(after, Party.BANKER, **facts)
    incident = made.incident
    assert incident.open_to_judgement
    assert "DP.C1.03" in incident.clauses
    assert Discard(0) in incident.proposed_effects
    assert made.refused("croupier", GiveRuling(incident.serial)).code == "not-your-post"


@pytest.mark.clause("DP.C5.12")
def test_a_claim_is_somebodys_who_has_been_at_the_table() -> None:
    made = spoken(PLAIN, "no", "no").banker(Stand()).shown().settled()
    assert made.refused("croupier", a.RecordClaim("ghost", 1, "x")).code == "unknown-person"
    assert made.accepts("croupier", a.RecordClaim("ana", 1, "x"))
    assert made.accepts("croupier", a.RecordClaim(BANKER, 1, "x"))


@BOTH
def test_a_word_put_right_early_leaves_the_other_cloth_its_own(real: bool) -> None:
    """The first cloth turned up no natural, then said «no» with one: that is seen before the second speaks."""
    made = dealt(f"{first_cards('As Kh', '2c Kd', '6h Ks')} 7h 9d 4c 5c 8h", real=real)
    made.said("1", "abatir").ruled()
    made.said("1", "no")
    assert not any(isinstance(one, GoBack) for one in made.incident.proposed_effects)
    made.ruled("croupier")
    assert made.phase is Phase.SECOND_WORD
    made.said("2", "carta").looked().given()
    assert (made.faces("primero-3"), made.faces("segundo-3")) == (["7h"], ["9d"])


@BOTH
def test_under_the_guide_a_card_that_a_later_ruling_gave_away_is_not_the_bankers_to_take(real: bool) -> None:
    cards = f"{first_cards('7s Kh', '3c Kd', '6h Ks')} 5h 9d 4c"
    made = spoken(cards, "carta", "no", real=real, book="guia")
    made.report(Accident.MISSPOKEN, Party.PLAYER, hand=PRIMERO).ruled().ruled()
    made.banker(DrawCard()).shown().ruled()
    assert made.phase is Phase.BANKER
    made.banker(Stand()).shown()
    assert "card-not-taken" not in made.codes


@pytest.mark.parametrize("book", ["asturias-2011", "guia"])
@pytest.mark.parametrize("count", [0, 1])
def test_early_cards_that_another_accident_takes_out_can_be_ruled(book: str, count: int) -> None:
    made = betting(first_cards("2s 5s", "2h 5h", "2c 5c") + " 3s 4s", book=book)
    made.report(Accident.EARLY_DRAW, Party.BANKER, count=1).report(Accident.STUCK, count=count)
    made.ruled("inspector")
    assert made.phase in (Phase.BETWEEN, Phase.CUSTODY)
    assert made.account("stakes") == 0


@BOTH
def test_the_card_of_a_second_cloth_that_asked_by_mistake_waits_by_its_own_clause(real: bool) -> None:
    cards = f"{first_cards('2s As', '2h 4h', '2c 5c')} 6s 9h"
    made = spoken(cards, "carta", "carta", real=real).banker(Stand()).shown()
    assert SetAside(7) in made.incident.proposed_effects
    assert "DP.C4.05" in made.incident.clauses
    assert "DP.C4.04" not in made.incident.clauses


@BOTH
def test_a_banker_does_not_change_the_shoe_to_be_rid_of_cards_drawn_early(real: bool) -> None:
    made = table(first_cards("4s 4h", "4c 4d", "Ks Qs") + " 2s 3s", real=real)
    made.bets().staked(ana=2_500_00, carla=2_500_00).closed()
    made.dealt().carried().said("1", "abatir").said("2", "abatir").settled()
    assert made.phase is Phase.BROKEN
    made.do(BANKER, a.DepositBank(5_000_00))
    assert made.phase is Phase.CUSTODY
    made.report(Accident.EARLY_DRAW, Party.BANKER, count=2).ruled("croupier")
    assert made.refused(BANKER, a.AskNewShoe()).code == "must-go-through"


def near_the_end(left: int) -> Observed:
    """So many cards are left in the shoe while the betting is open."""
    made = betting(first_cards("2s 5s", "2h 5h", "2c 5c"))
    out = made.state.shoe.size - left
    state = replace(made.state, shoe=replace(made.state.shoe, position=out))
    made.play = Play(made.play.game, state, made.play.source)
    return made


def test_the_stop_card_among_cards_drawn_early_leaves_the_coup_to_be_played() -> None:
    made = near_the_end(11).report(Accident.EARLY_DRAW, Party.BANKER, count=2).ruled("croupier")
    assert made.state.shoe.is_stop_seen
    made.do("ana", a.TakeStake(PRIMERO)).do("carla", a.TakeStake(SEGUNDO)).do("croupier", a.CallOff())
    if made.phase is Phase.CUSTODY:
        made.delivered()
    made.do("croupier", a.OpenBets())
    assert made.phase in (Phase.BANCO, Phase.BETS)
