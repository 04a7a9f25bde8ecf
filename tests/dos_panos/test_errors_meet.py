"""Errors reported too late, twice, in one another's wake or by the wrong post: sections DP.C1 to DP.C5."""

from __future__ import annotations

import pytest

from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import BindToTable, GoBack, NoteOnly, Oblige, Party, VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.reckoning import is_open
from tapete.games.banked.acts import DrawCard, Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Accident, Hand, Phase
from tests.support.dos_panos.observed import BOTH, dealt, first_cards, spoken

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
    made.report(Accident.MISPLACED, Party.CROUPIER, position=position)
    incident = made.incident
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
        made.report(Accident.TWO_WORDS, Party.PLAYER, hand=PRIMERO)
        assert Oblige("primero", Cell.DRAW, (5,)) in made.incident.proposed_effects
        made.ruled("croupier").said("1", "no")
    made.said("2", "no").looked().banker(Stand()).shown()
    assert made.codes == ["wrong-word"]


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
def test_under_the_guide_a_card_that_a_later_ruling_gave_away_is_not_the_bankers_to_take(real: bool) -> None:
    cards = f"{first_cards('7s Kh', '3c Kd', '6h Ks')} 5h 9d 4c"
    made = spoken(cards, "carta", "no", real=real, book="guia")
    made.report(Accident.MISSPOKEN, Party.PLAYER, hand=PRIMERO).ruled().ruled()
    made.banker(DrawCard()).shown().ruled()
    assert made.phase is Phase.BANKER
    made.banker(Stand()).shown()
    assert "card-not-taken" not in made.codes
