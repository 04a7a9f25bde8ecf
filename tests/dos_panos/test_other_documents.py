"""Clauses that a document states otherwise than the one whose wording the register follows, at a table under it."""

import pytest

from tapete.games.baccarat.corrections import ClaimRecorded
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import AssignCard, BindToTable, Effect, GoBack, NoteOnly, Oblige, Party, SetAside
from tapete.games.banked.acts import AskTable, DrawCard, Say, Stand
from tapete.games.banked.shoe import InsertStopCard
from tapete.games.banked.terms import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.rules.bank import DepositPlace
from tapete.games.dos_panos.terms import Accident, BankMode, Hand, Phase, Spot
from tapete.kernel import CLOCK, PersonId
from tapete.table import acts as t
from tests.support.dos_panos.coups import WON, coup, said
from tests.support.dos_panos.observed import betting, dealt, first_cards, spoken
from tests.support.dos_panos.table import BANKER, Table, opened

BOOKS = {"OM1979-09": "orden-1979", "REG-51-53": "catalogo-51-53", "GUIDE": "guia"}

ROSA = PersonId("rosa")


def under(clause: str, *documents: str) -> pytest.MarkDecorator:
    """Give a test the book of each of the documents that state a clause otherwise."""
    marked = [pytest.param(BOOKS[one], marks=pytest.mark.clause(clause, document=one)) for one in documents]
    return pytest.mark.parametrize("book", marked)


def carried(shoe: str, book: str) -> Table:
    """The cards of a coup lie before their players."""
    made = opened(shoe, book=book).ready().bets().staked(ana=100_00, carla=100_00)
    return made.closed().dealt().carried()


def at_the_banker(shoe: str, book: str, first: str, second: str) -> Table:
    return carried(shoe, book).said("1", first).said("2", second).looked().given()


def choices(made: Table) -> str:
    """Return what a banker may do: ``T``, ``P``, or ``O`` for both."""
    draws, stands = made.accepts("rosa", DrawCard()), made.accepts("rosa", Stand())
    return {(True, False): "T", (False, True): "P", (True, True): "O"}.get((draws, stands), "")


@under("DP.A.01", "OM1979-09", "REG-51-53")
def test_a_king_counts_as_in_the_general_rules_that_the_document_refers_to(book: str) -> None:
    made = carried("Ks 9h Kd 7c 8d 6h", book).do("ana", a.Lift(Hand.PRIMERO))
    assert made.accepts("ana", Say(Word.NO))


@under("DP.A.09", "GUIDE")
def test_a_hand_player_asks_for_a_card_or_stands(book: str) -> None:
    made = carried("2s 2h Kd 3c 2d 6h 9s 8s", book).said("1", "carta")
    assert set(said(made)) == {"carta"}


@under("DP.A.10", "REG-51-53")
def test_two_hand_players_stand_against_the_banker(book: str) -> None:
    made = opened(WON, book=book).ready().bets().staked(bea=50_00, dani=50_00).closed()
    assert (made.state.holder(Hand.PRIMERO), made.state.holder(Hand.SEGUNDO)) == ("bea", "dani")


@under("DP.A.14", "REG-51-53")
def test_an_eight_is_turned_up(book: str) -> None:
    made = carried("As 9h Kd 7c 8d 6h", book).do("ana", a.Lift(Hand.PRIMERO))
    assert made.why("ana", Say(Word.NO), "DP.A.14") == "natural-to-lay-down"
    literal = carried("2s 9h Kd 3c 8d 6h", "catalogo-51-53-literal").do("ana", a.Lift(Hand.PRIMERO))
    assert literal.accepts("ana", a.LayDown(Hand.PRIMERO))
    assert not literal.accepts("ana", Say(Word.CARTA))


LITERAL = "catalogo-51-53-literal"


@pytest.mark.parametrize(
    ("shoe", "first", "second"),
    [
        ("2s 9h Kd 3c 8d 3h", "abatir", "no"),
        ("9s 2h Kd 8c 3d 3h", "no", "abatir"),
        ("2s 2h Kd 3c 3d 3h", "abatir", "abatir"),
        ("2s As Kd 3c 8d 3h", "abatir", "abatir"),
        ("As 2h Kd 8c 3d 3h", "abatir", "abatir"),
    ],
)
def test_a_five_that_is_shown_stands_and_the_others_play_on(shoe: str, first: str, second: str) -> None:
    """To the letter a five is turned up and nobody has the choice; nothing says that it ends the coup."""
    made = at_the_banker(shoe, LITERAL, first, second)
    assert made.phase is Phase.BANKER
    assert choices(made) == "O"
    assert made.fork().do("rosa", DrawCard()).phase is Phase.SHOW


@under("DP.A.16", "GUIDE")
def test_a_banco_player_draws_on_seven_and_stands_on_three(book: str) -> None:
    made = opened("9s 2h Kd 8c As 6h", book=book).ready(2_000_00).do("croupier", a.OpenBets()).do("bea", a.CallBanco())
    made.do("croupier", a.CloseCalls()).dealt().carried().do("bea", a.Lift(Hand.PRIMERO))
    assert made.accepts("bea", Say(Word.CARTA))
    made.do("bea", Say(Word.CARTA), a.Lift(Hand.SEGUNDO))
    assert made.accepts("bea", Say(Word.NO))


@under("DP.A.23", "OM1979-09", "REG-51-53", "GUIDE")
def test_the_banker_s_table_is_entered_with_the_third_card(book: str) -> None:
    made = at_the_banker("2s 2h Kd 2c 2d 6h 7s 7c", book, "carta", "carta").do("rosa", AskTable())
    assert choices(made) == "T"
    low = at_the_banker("2s 2h Kd 2c 2d 6h 3s 3c", book, "carta", "carta").do("rosa", AskTable())
    assert choices(low) == "P"


@under("DP.A.32", "GUIDE")
def test_the_third_letter_of_the_table_leaves_the_choice(book: str) -> None:
    made = at_the_banker("2s 2h Kd 2c 2d 5h 4s 4c", book, "carta", "carta").do("rosa", AskTable())
    assert choices(made) == "O"
    must = at_the_banker("2s 2h Kd 2c 2d 5h 5s 5c", book, "carta", "carta").do("rosa", AskTable())
    assert choices(must) == "T"


@under("DP.A.38", "OM1979-09")
def test_an_eight_of_two_cards_beats_a_nine_of_three(book: str) -> None:
    made = at_the_banker("Ks 9h Ad 8d 8c 3s 5h", book, "abatir", "no").do("rosa", DrawCard()).shown().settled()
    assert made.chips("ana") == 20_100_00


@under("DP.A.42", "REG-51-53")
def test_a_banco_player_looks_at_the_second_cloth_after_the_first(book: str) -> None:
    made = opened("9s 2h Kd 8c As 6h", book=book).ready(2_000_00).do("croupier", a.OpenBets()).do("bea", a.CallBanco())
    made.do("croupier", a.CloseCalls()).dealt().carried()
    assert made.why("bea", a.Lift(Hand.SEGUNDO), "DP.A.42") == "first-cloth-first"


def across(book: str, amount: int) -> Table:
    made = opened("9s 2h Kd 8c 3d 6h", book=book).ready().bets().staked(carla=10_00)
    assert made.accepts("ana", a.Stake(amount, Hand.PRIMERO, Spot.ACROSS))
    return made.do("ana", a.Stake(amount, Hand.PRIMERO, Spot.ACROSS)).closed()


@under("DP.B.15", "OM1979-09", "GUIDE")
def test_a_stake_across_the_line_plays_half_on_each_cloth(book: str) -> None:
    made = across(book, 60_00)
    assert [one.amount for one in made.state.coup.stakes if one.person == "ana"] == [30_00, 30_00]


@under("DP.B.16", "OM1979-09", "GUIDE")
def test_of_an_odd_number_of_units_the_larger_part_plays_on_the_first_cloth(book: str) -> None:
    made = across(book, 50_00)
    assert [one.amount for one in made.state.coup.stakes if one.person == "ana"] == [30_00, 20_00]


@under("DP.B.28", "GUIDE")
@pytest.mark.parametrize(("lost", "won", "part"), [(300_00, 120_00, 3_60), (120_00, 300_00, 0)])
def test_the_house_has_a_part_where_the_banker_wins_on_balance(book: str, lost: int, won: int, part: int) -> None:
    made = opened("9s 2h Kd 8c 3d 6h", book=book).ready().bets().staked(ana=won, carla=lost).closed()
    made.played("no", "no").do("rosa", Stand()).shown().settled()
    assert made.account("cagnotte") == part


@under("DP.E2.16", "REG-51-53")
def test_two_per_cent_of_what_the_banker_wins_in_a_coup(book: str) -> None:
    made = coup(opened(WON, book=book).ready(), ana=300_00, carla=150_00)
    assert made.account("cagnotte") == 9_00


@under("DP.E2.01", "REG-51-53")
def test_stakes_keep_to_the_authorisation_of_the_directorate(book: str) -> None:
    made = opened(book=book, maximum=500_00).ready().bets()
    assert made.why("ana", a.Stake(600_00, Hand.PRIMERO), "DP.E2.01") == "above-maximum"


@under("DP.B.05", "GUIDE")
def test_at_least_ten_cards_lie_below_the_stop_card(book: str) -> None:
    made = opened(book=book).do("croupier", a.LayOutPacks(), a.CountPack(312), a.ShufflePack(), a.CutPack(100))
    assert made.refused("croupier", InsertStopCard(9)).code == "stop-card-depth"
    assert made.accepts("croupier", InsertStopCard(14))


@under("DP.B.08", "GUIDE")
def test_no_betting_before_the_bank_is_bought_auctioned_or_drawn(book: str) -> None:
    made = opened(book=book).shoe()
    assert made.refused("croupier", a.OpenBets()).code == "no-banker"
    assert made.accepts("rosa", a.BuyBank(5_000_00))
    assert made.accepts("inspector", a.DrawLots(5_000_00))


@under("DP.B.17", "GUIDE")
def test_the_cards_are_dealt_in_turn_from_the_banker_s_right(book: str) -> None:
    made = opened(WON, book=book).ready().bets().staked(ana=50_00, carla=50_00).closed()
    refused = made.refused("rosa", a.DealCard(Hand.BANCA))
    assert (refused.code, refused.facts["due"]) == ("deal-order", "primero")


@under("DP.F.12", "GUIDE")
def test_the_first_cloth_lies_at_the_banker_s_right(book: str) -> None:
    made = opened(book=book).ready(1_000_00).bets().staked(bea=800_00, ana=800_00).closed()
    assert {one.person: one.amount for one in made.state.coup.stakes} == {"ana": 800_00, "bea": 200_00}


@under("DP.D.12", "REG-51-53")
def test_the_table_chief_keeps_the_list(book: str) -> None:
    made = opened(book=book, places=2, people=False)
    for seat, person in enumerate(("ana", "bea", "carla", "dani"), start=1):
        made.do(person, t.Sit(seat))
    assert made.refused("inspector", a.JoinList(PersonId("luis"))).code == "not-your-post"
    assert made.accepts("chief", a.JoinList(PersonId("luis")))


@under("DP.E1.01", "REG-51-53")
def test_the_table_chief_announces_the_banker(book: str) -> None:
    made = opened(book=book)
    assert made.refused("inspector", a.AnnounceBank(ROSA, 5_000_00)).code == "not-your-post"
    assert made.accepts("chief", a.AnnounceBank(ROSA, 5_000_00))


@under("DP.E1.02", "REG-51-53")
def test_the_table_chief_announces_the_amount_too(book: str) -> None:
    made = opened(book=book)
    assert made.accepts("chief", a.AnnounceBank(ROSA, 5_000_00))
    assert said(made.do("chief", a.AnnounceBank(ROSA, 5_000_00))) == {
        "bank-announced": {"person": "rosa", "amount": "5.000"}
    }


@under("DP.E1.03", "REG-51-53")
def test_the_inspector_auctions_the_bank_though_the_table_chief_announces_it(book: str) -> None:
    made = opened(book=book)
    assert made.refused("chief", a.OpenAuction()).code == "not-your-post"
    assert made.accepts("inspector", a.OpenAuction())


@under("DP.E1.06", "GUIDE")
def test_equal_bids_draw_lots_and_the_bank_may_be_drawn_at_once(book: str) -> None:
    made = opened(book=book).shoe().do("inspector", a.OpenAuction())
    made.do("ana", a.Bid(4_500_00)).do("carla", a.Bid(4_500_00)).do("inspector", a.CloseAuction())
    assert any(type(event).__name__ == "LotDrawn" for event in made.turns[-1].events)


@under("DP.E1.10", "OM1979-09", "REG-51-53")
def test_the_bank_is_deposited_in_cash_or_by_a_cheque_of_a_bank(book: str) -> None:
    made = opened(book=book).announced()
    assert made.refused("rosa", a.DepositBank(5_000_00, "personal-cheque")).code == "deposit-form"
    assert made.accepts("rosa", a.DepositBank(5_000_00, "bank-cheque"))


@under("DP.E1.13", "OM1979-09", "REG-51-53")
def test_a_winner_who_left_is_no_banker_in_this_shoe(book: str) -> None:
    made = coup(opened(WON, book=book).ready()).do("rosa", a.LeaveBank())
    assert made.why("rosa", a.AcceptBank(), "DP.E1.13") == "winner-barred"


@under("DP.E2.04", "REG-51-53")
def test_a_bank_is_formed_between_the_limits_of_the_directorate(book: str) -> None:
    refused = opened(book=book).refused("chief", a.AnnounceBank(ROSA, 12_000_00))
    assert (refused.code, "DP.E2.04" in refused.clauses) == ("bank-above-maximum", True)


@under("DP.E2.11", "REG-51-53")
def test_the_management_accepts_an_institution_beforehand_and_no_other_will_do(book: str) -> None:
    made = opened(book=book, mode=BankMode.OPEN)
    assert made.accepts("director", a.SetOptions(institution="Banco A"))
    made.do("director", a.SetOptions(institution="Banco A"))
    for other in ("Banco B", "Banco"):
        elsewhere = a.ProveDeposit(ROSA, 9_000_00, DepositPlace.CREDIT_INSTITUTION, other)
        assert made.why("director", elsewhere, "DP.E2.11") == "institution-not-accepted"
    made.do("director", a.ProveDeposit(ROSA, 9_000_00, DepositPlace.CREDIT_INSTITUTION, "Banco A"))
    assert made.accepts("chief", a.AnnounceBank(ROSA, 1_000_00))


PRIMERO, SEGUNDO, BANCA = Hand

BY_CHART: tuple[Effect, ...] = (BindToTable("banca", fault_of=Party.BANKER),)

BY_FIVE: tuple[Effect, ...] = (
    Oblige("banca", Cell.DRAW, (0, 1, 2, 3, 4, 5)),
    Oblige("banca", Cell.STAND, (6, 7)),
)

PLAIN = first_cards("2s 5s", "2h 5h", "2c 5c")


@under("DP.C1.01", "GUIDE")
def test_no_card_is_drawn_before_the_croupier_ends_the_betting(book: str) -> None:
    made = betting(PLAIN, book=book)
    assert not made.accepts(BANKER, a.DealCard(PRIMERO))
    assert "DP.C1.01" in made.refused(BANKER, a.DealCard(PRIMERO)).clauses


@under("DP.C2.05", "OM1979-09", "GUIDE")
def test_a_banker_who_exposed_both_cards_of_a_cloth_is_bound_as_the_document_says(book: str) -> None:
    made = dealt(PLAIN, book=book).report(Accident.EXPOSED, Party.BANKER, position=0)
    made.ruled(effects=(NoteOnly("one"),)).report(Accident.EXPOSED, Party.BANKER, position=3)
    assert made.incident.proposed_effects == (BY_FIVE if book == "guia" else BY_CHART)


@under("DP.C2.09", "OM1979-09")
def test_a_third_card_that_was_seen_is_recovered(book: str) -> None:
    cards = f"{first_cards('2s As', '2h 4h', '2c 3c')} 7h 2d"
    made = spoken(cards, "carta", "no", book=book).report(Accident.BASKET, position=6)
    assert made.incident.proposed_effects == (AssignCard(6, "primero-3"),)


@under("DP.C4.05", "GUIDE")
def test_the_card_that_nobody_asked_for_falls_to_the_banker(book: str) -> None:
    cards = f"{first_cards('3s 4s', '2h 4h', '2c 4c')} 5s"
    made = spoken(cards, "carta", "no", book=book).banker(Stand()).shown()
    assert SetAside(6, "banca") in made.incident.proposed_effects


@under("DP.C4.08", "GUIDE")
def test_with_five_and_only_with_five_the_first_of_two_words_counts(book: str) -> None:
    made = dealt(f"{first_cards('2s 3s', '2h 4h', '2c 4c')} 5s", book=book)
    made.said("1", "no").report(Accident.TWO_WORDS, Party.PLAYER, hand=PRIMERO)
    assert Oblige("primero", Cell.STAND, (5,)) in made.incident.proposed_effects


@under("DP.C5.02", "GUIDE")
def test_cards_are_not_held_for_long(book: str) -> None:
    """The guide names the looking alone; for the holding it falls back."""
    made = dealt(PLAIN, book=book).do("ana", a.Lift(PRIMERO))
    held = made.play.attempt(a.TimeUp(), CLOCK)
    assert [(one.person, one.is_word_late) for one in held.events] == [("ana", False)]
    assert "DP.C5.02" in held.rests_on


@under("DP.C5.11", "OM1979-09", "GUIDE")
def test_a_banker_who_named_a_wrong_score_after_the_cloths_had_shown_is_bound(book: str) -> None:
    cards = f"{first_cards('2s As', '2h Ah', '2c 3c')} 8d 8s 9d"
    made = spoken(cards, "carta", "carta", book=book).banker(Stand())
    made.do("croupier", a.ShowHand(PRIMERO)).report(Accident.MISANNOUNCED, Party.BANKER)
    assert made.incident.proposed_effects == (*(BY_FIVE if book == "guia" else BY_CHART), GoBack("banker"))


@under("DP.C5.12", "GUIDE")
def test_no_claim_is_heard_after_the_payment(book: str) -> None:
    made = spoken(PLAIN, "no", "no", book=book).banker(Stand()).shown().settled()
    (kept,) = made.outcome("inspector", a.RecordClaim("carla", 1, "said eight")).events
    assert isinstance(kept, ClaimRecorded)
    assert not kept.is_admitted
