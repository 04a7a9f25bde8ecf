"""Errors that meet: a second one before the other cloth has spoken, after a ruling, beside an annulled cloth."""

import pytest
from msgspec.structs import replace

from tapete.games.baccarat.effects import Discard, GoBack, Party, SetAside, VoidCoup
from tapete.games.banked.acts import DrawCard, Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Accident, Hand, Phase
from tapete.play import Play
from tests.support.dos_panos.observed import BOTH, Observed, betting, dealt, first_cards, spoken, table
from tests.support.dos_panos.table import BANKER

PRIMERO, SEGUNDO, BANCA = Hand


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


def annulled(first: str) -> object:
    made = dealt(first_cards(first, "2h 5h", "2c 5c")).said("1", "no")
    made.report(Accident.BASKET, position=0).ruled(effects=(VoidCoup("primero"), Discard(0)))  # type: ignore[attr-defined]
    made.said("2", "no").looked().banker(Stand())
    for hand in (SEGUNDO, BANCA):
        made.do("croupier", a.ShowHand(hand))
    assert made.phase is Phase.SETTLE
    return made.turns[-1].outcome.rests_on  # type: ignore[union-attr]


def test_the_hand_of_a_cloth_that_was_annulled_tells_nothing() -> None:
    assert annulled("Kh 8s") == annulled("Kh 7s")


@pytest.mark.parametrize("book", ["asturias-2011", "guia"])
@pytest.mark.parametrize("count", [0, 1])
def test_early_cards_that_another_accident_takes_out_can_be_ruled(book: str, count: int) -> None:
    made = betting(first_cards("2s 5s", "2h 5h", "2c 5c") + " 3s 4s", book=book)
    made.report(Accident.EARLY_DRAW, Party.BANKER, count=1).report(Accident.STUCK, count=count)
    made.ruled("inspector")
    assert made.phase in (Phase.BETWEEN, Phase.CUSTODY)
    assert made.account("stakes") == 0


def test_a_score_that_was_said_counts_the_third_card_once() -> None:
    made = spoken(f"{first_cards('3s Kh', '7c Kd', '6h Ks')} 7h 9d", "carta", "no", real=True)
    made.report(Accident.THROWN, Party.CROUPIER, hand=PRIMERO).do("ana", a.Testify(PRIMERO, 0)).ruled()
    made.banker(Stand()).shown()
    assert made.result() == {"primero": "banca", "segundo": "punto"}


def test_who_saw_another_hand_says_nothing_of_this_one() -> None:
    made = dealt(first_cards("3s 4h", "7c Kd", "6h Ks"), real=True).said("1", "no")
    made.report(Accident.THROWN, Party.PLAYER, hand=PRIMERO).ruled("croupier")  # type: ignore[attr-defined]
    made.report(Accident.THROWN, Party.CROUPIER, hand=SEGUNDO)  # type: ignore[attr-defined]
    refused = made.refused("ana", a.Testify(SEGUNDO, 9))
    assert (refused.code, refused.clauses) == ("cards-not-seen", ("DP.C5.09",))


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


def test_a_shoe_that_runs_out_in_the_middle_of_a_coup_is_the_inspectors() -> None:
    made = near_the_end(4)
    made.closed().dealt("12b1").do(BANKER, a.DealCard(SEGUNDO))
    assert (made.codes, made.incident.proposed_effects) == (["shoe-exhausted"], (VoidCoup(),))
    made.ruled("inspector")
    assert made.account("stakes") == 0
    assert made.state.shoe.has_ended


def test_the_stop_card_among_cards_drawn_early_leaves_the_coup_to_be_played() -> None:
    made = near_the_end(11).report(Accident.EARLY_DRAW, Party.BANKER, count=2).ruled("croupier")
    assert made.state.shoe.is_stop_seen
    made.do("ana", a.TakeStake(PRIMERO)).do("carla", a.TakeStake(SEGUNDO)).do("croupier", a.CallOff())
    if made.phase is Phase.CUSTODY:
        made.delivered()
    made.do("croupier", a.OpenBets())
    assert made.phase in (Phase.BANCO, Phase.BETS)


def test_a_wrong_holder_beside_a_banco_moves_no_turn() -> None:
    made = table(first_cards("2s 5s", "2h 5h", "2c 5c"))
    made.do("croupier", a.OpenBets()).do("ana", a.CallBanco()).do("croupier", a.CloseCalls())
    turns = made.state.turns
    made.dealt().carried().said("1", "no").said("2", "no")
    made.report(Accident.WRONG_HOLDER, Party.PLAYER, hand=SEGUNDO, person="carla").ruled("croupier")
    made.looked().banker(Stand()).shown().settled()
    assert made.state.turns == turns
