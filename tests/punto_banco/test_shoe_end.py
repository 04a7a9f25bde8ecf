"""Where the shoe ends, and what rulings and departures leave: cases that walks at random have found."""

from __future__ import annotations

from typing import Any

import pytest

from tapete import punto_banco as pb
from tapete.accounts import balance, person
from tapete.cards import Card
from tapete.chance import ChanceKind
from tapete.games.baccarat import effects as fx
from tapete.games.punto_banco.state import State
from tapete.kernel import PersonId, Refused
from tapete.play import Play
from tests.support.punto_banco.tables import ANA_AND_BEA, TEN_EACH
from tests.support.punto_banco.walk import GAME, STAFF, Shuffled

ANA, BEA = PersonId("ana"), PersonId("bea")


def table(kind: ChanceKind = ChanceKind.SEEDED, rulebook: str = "long", **options: Any) -> Play[State]:
    """Ana and Bea at a table whose betting is open; Ana has the shoe."""
    source = Shuffled(kind, 3, options.get("decks", 6))
    found = pb.open_table(1000, 50000, rulebook=rulebook, source=source, game=GAME, shoe=kind, staff=STAFF, **options)
    for seat, who in ANA_AND_BEA.items():
        found = found.do(pb.Sit(seat), by=who).do(pb.BuyIn(100000), by=who)
    for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(40), pb.InsertCutCard(), pb.BurnCards()):
        found = found.do(what, by="croupier")
    if kind is ChanceKind.KEYED:
        found = found.do(pb.CardOut(0, Card("Ac")), by="croupier")
    return found.do(pb.TakeShoe(), by="ana").do(pb.OpenBets(), by="croupier")


def staked(found: Play[State]) -> Play[State]:
    for who, bets in TEN_EACH.items():
        for bet, amount in bets.items():
            found = found.do(pb.PlaceBet(bet, amount), by=who)
    return found.do(pb.CloseBets(), by="croupier")


def ruled(found: Play[State], *effects: Any) -> Play[State]:
    found = found.do(pb.ReportIncident("other"), by="croupier")
    return found.do(pb.GiveRuling(found.state.docket.open[0].serial, effects, "seen"), by="chief")


def code(found: Play[State], what: Any, by: str) -> str:
    answer = found.attempt(what, by).outcome
    return answer.code if isinstance(answer, Refused) else "accepted"


def test_a_stake_goes_back_once_however_often_a_ruling_says_so() -> None:
    found = ruled(staked(table()), fx.ReturnStake(BEA), fx.ReturnStake(BEA, 400))
    assert found.state.stake(BEA, pb.Bet.PUNTO) == 600
    assert balance(found.state.ledger, person(BEA)) == 99400


@pytest.mark.parametrize("what", [pb.Leave(), pb.Sit(5), pb.StandBehind(2)])
@pytest.mark.parametrize("who", [ANA, BEA])
def test_whoever_has_cards_keeps_his_place_also_without_a_stake(what: Any, who: PersonId) -> None:
    found = ruled(staked(table(standing_allowed=True)), fx.ReturnStake(who))
    assert code(found, what, who) == "coup-in-progress"


@pytest.mark.parametrize("what", [pb.Leave(), pb.Sit(5), pb.StandBehind(2)])
@pytest.mark.parametrize("who", ["ana", "bea", "carl"])
def test_whoever_may_still_be_given_the_hand_keeps_his_place_also_without_a_stake(what: Any, who: str) -> None:
    """Bea and Carl staked alike, so the table chief decides; Ana, who has the shoe, deals."""
    found = table(standing_allowed=True).do(pb.Sit(3), by="carl").do(pb.BuyIn(100000), by="carl")
    for one, bet in (("ana", pb.Bet.BANCA), ("bea", pb.Bet.PUNTO), ("carl", pb.Bet.PUNTO)):
        found = found.do(pb.PlaceBet(bet, 1000), by=one)
    found = found.do(pb.CloseBets(), by="croupier")
    assert found.state.disputants == ("bea", "carl")
    found = ruled(found, fx.ReturnStake(PersonId(who)))
    assert code(found, what, who) == "coup-in-progress"
    given = found.do(pb.AwardHand(BEA), by="chief")
    assert code(given, what, who) == ("accepted" if who == "carl" else "coup-in-progress")


def test_of_a_person_with_several_stakes_the_largest_goes_back_first() -> None:
    found = table().do(pb.PlaceBet(pb.Bet.BANCA, 2000), by="ana").do(pb.PlaceBet(pb.Bet.PUNTO, 5000), by="ana")
    found = found.do(pb.PlaceBet(pb.Bet.TIE, 1000), by="ana").do(pb.CloseBets(), by="croupier")

    def left(amount: int | None) -> list[int]:
        back = ruled(found, fx.ReturnStake(ANA, amount))
        return [back.state.stake(ANA, one) for one in (pb.Bet.PUNTO, pb.Bet.BANCA, pb.Bet.TIE)]

    assert left(4999) == [1, 2000, 1000]
    assert left(5000) == [0, 2000, 1000]
    assert left(5001) == [0, 1999, 1000]
    assert left(7500) == [0, 0, 500]
    assert left(8000) == left(9000) == left(None) == [0, 0, 0]


def test_the_croupier_who_is_relieved_hands_the_player_hand_over() -> None:
    found = table().do(pb.PlaceBet(pb.Bet.BANCA, 1000), by="ana").do(pb.CloseBets(), by="croupier")
    found = found.do(pb.Deal(), by="ana").do(pb.Relieve(pb.Role.CROUPIER, PersonId("relief")), by="chief")
    assert code(found, pb.ShowHand(pb.Hand.PUNTO), "croupier") == "not-holding-hand"
    assert code(found, pb.ShowHand(pb.Hand.PUNTO), "relief") == "accepted"


def test_a_cut_card_reported_between_coups_ends_the_real_shoe() -> None:
    keyed = table(ChanceKind.KEYED)
    found = ruled(keyed, fx.VoidCoup()).do(pb.StopCardOut(), by="croupier")
    assert found.state.phase is pb.Phase.END_OF_SHOE
    assert code(found, pb.CountPack(), "croupier") == "accepted"


def test_a_real_shoe_ends_although_nobody_reports_its_cut_card() -> None:
    found = table(ChanceKind.KEYED, "short", decks=1)
    for _ in range(9):
        found = staked(found).do(pb.Deal(), by="ana")
        found = ruled(found, fx.VoidCoup())
        if found.state.phase is pb.Phase.END_OF_SHOE:
            break
        found = found.do(pb.OpenBets(), by="croupier")
    assert found.state.phase is pb.Phase.END_OF_SHOE
    assert found.state.shoe.cut_card is not None
    assert found.state.shoe.position > found.state.shoe.cut_card


def test_no_ruling_draws_more_cards_than_the_shoe_holds() -> None:
    found = staked(table(decks=1)).do(pb.Deal(), by="ana")
    for _ in range(20):
        found = found.do(pb.ReportIncident("other"), by="croupier")
        effects = tuple(fx.Discard(card.position) for card in found.state.layout if card.place in ("punto", "banca"))
        ruling = pb.GiveRuling(found.state.docket.open[0].serial, effects, "seen")
        if code(found, ruling, "chief") != "accepted":
            break
        found = found.do(ruling, by="chief")
    assert code(found, ruling, "chief") == "shoe-exhausted"
    assert GAME.problems(found.state) == ()


def test_a_bank_card_that_lies_there_is_its_third_when_a_ruling_lets_the_player_draw() -> None:
    """Player stands on six, Bank draws; then a card of the Player hand is out of play, and it must draw after all."""
    found = pb.open_table(1000, 50000, cards="Ac Kc Ks 5h 6h Qd 4d Ts 2c", game=GAME, rulebook="long", staff=STAFF)
    for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(40), pb.InsertCutCard(), pb.BurnCards(), pb.OpenBets()):
        found = found.do(what, by="croupier")
    found = found.do(pb.CloseBets(), by="croupier").do(pb.Deal(), by="croupier")
    for what in (pb.ShowHand(pb.Hand.PUNTO), pb.ShowHand(pb.Hand.BANCA), pb.DrawCard(pb.Hand.BANCA)):
        found = found.do(what, by="croupier")
    six = next(card.position for card in found.state.layout if card.face == "6h")
    found = ruled(found, fx.Discard(six)).do(pb.DrawCard(pb.Hand.PUNTO), by="croupier")
    lies = [(card.place, card.face) for card in found.state.layout if card.place.endswith("-3")]
    assert sorted(lies) == [("banca-3", "4d"), ("punto-3", "2c")]
    assert [one.kind for one in found.state.docket.open] == ["third-card-not-due"]  # five stands against a two
