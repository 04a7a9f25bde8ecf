"""The register's examples, each played for its own clause: the answer that the clause gives is asserted."""

import pytest

from tapete.catalogue import applicability
from tapete.games.baccarat.effects import Party
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.events import PackShuffled
from tapete.games.chemin_de_fer.terms import Accident, Hand, Phase
from tapete.kernel import Act, PersonId
from tapete.rulebooks import house_library
from tapete.table import acts as t
from tests.support.chemin_de_fer.observed import at

BANCA, PUNTO = Hand.BANCA, Hand.PUNTO


def ana_holds(make, shoe: str, **options):
    """Ana alone stakes 100 on a bank of 300; both sides have looked."""
    return make(shoe, **options).bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt().looked()


def accepts(table, by: str, act) -> bool:
    """Say whether the table takes an act."""
    return bool(getattr(table.play.attempt(act, by).outcome, "events", ()))


def tried(table, by: str, *acts):
    """Return the table after acts that somebody tries; one that is refused changes nothing."""
    table = table.fork()
    for act in acts:
        table.play = table.play.after(table.play.attempt(act, by))
    return table


def faces(table, hand: str) -> list[str | None]:
    """Return the cards of a hand in the order in which they came, the third one last."""
    return [card.face for card in table.state.coup.cards.layout if card.place.startswith(hand)]


@pytest.mark.parametrize(
    ("shoe", "totals", "winner"),
    [
        pytest.param("7s 3c Kd 4h", (7, 7), "empate", marks=pytest.mark.clause("CF.A.01")),
        pytest.param("Ks Kc 7d 6h", (7, 6), "punto", marks=pytest.mark.clause("CF.A.02")),
        pytest.param("As 2c 5d 5h", (6, 7), "banca", marks=pytest.mark.clause("CF.A.03")),
        pytest.param("8s Kc 8d 7h", (6, 7), "banca", marks=pytest.mark.clause("CF.A.04")),
    ],
)
def test_cards_are_counted_when_they_are_shown(make, shoe: str, totals, winner: str) -> None:
    """What the cards are worth decides who has won."""
    table = ana_holds(make, shoe, conduct="observed").said("no").do("bea", a.Stand()).show()
    assert ((table.total("punto"), table.total("banca")), table.state.coup.punto.winner) == (totals, winner)


@pytest.mark.clause("CF.A.07")
def test_the_cards_are_dealt_in_turn_the_punto_first(make) -> None:
    table = make("5s Kc 3d 6h").bank(300_00).bets().do("ana", a.Stake(100_00)).closed()
    table = tried(table, "bea", *(a.DealCard(hand) for hand in (PUNTO, BANCA, PUNTO, BANCA)))
    assert (faces(table, "punto"), faces(table, "banca")) == (["5s", "3d"], ["Kc", "6h"])


@pytest.mark.clause("CF.A.09")
def test_a_natural_is_answered_by_showing(make) -> None:
    """Punto 8, banker 9: the banker shows and wins."""
    table = ana_holds(make, "4s Kc 4d 9h").do("ana", a.LayDown(PUNTO))
    assert (table.total("punto"), table.total("banca"), table.state.coup.punto.winner) == (8, 9, "banca")


@pytest.mark.parametrize("second", ["6d", pytest.param("7d", marks=pytest.mark.clause("CF.A.14"))])
def test_on_six_and_seven_a_card_is_refused(make, second: str) -> None:
    table = ana_holds(make, f"Ks Kc {second} 5h 2c")
    assert not accepts(table, "ana", a.Say("carta"))
    assert table.do("ana", a.Say("no")).state.phase is Phase.BANKER


@pytest.mark.clause("CF.A.18")
def test_a_banker_on_six_who_did_not_ask_for_the_table_may_draw(make) -> None:
    table = ana_holds(make, "3s Kc 4d 6h 2c").said("no")
    assert faces(tried(table, "bea", a.DrawCard()), "banca") == ["Kc", "6h", "2c"]
    assert tried(table, "bea", a.Stand()).state.phase is Phase.SHOW


@pytest.mark.clause("CF.A.22")
@pytest.mark.parametrize("topic", ["CF.A.13", "garage", "what is this?"])
def test_a_question_about_the_rules_is_answered(make, topic: str) -> None:
    table = make()
    assert table.play.game.ask_rule(table.state, PersonId("ana"), topic) != ()


@pytest.mark.clause("CF.A.23")
def test_who_asks_on_five_stands_by_it(make) -> None:
    """The advice is to stand; without it both words were open to him."""
    table = ana_holds(make, "Ks Kc 5d 5h 2c")
    assert accepts(table, "ana", a.Say("carta"))
    assert tried(table, "ana", a.AskAdvice()).state.coup.punto.word == "no"


@pytest.mark.clause("CF.A.24")
def test_the_banker_may_ask_for_the_table(make) -> None:
    table = ana_holds(make, "Ks Kc 3d 4h 9h").said("carta").do("bea", a.GiveCard())
    assert accepts(table, "bea", a.DrawCard())
    asked = tried(table, "bea", a.AskTable())
    assert (accepts(asked, "bea", a.DrawCard()), accepts(asked, "bea", a.Stand())) == (False, True)


def by_table(make, bank: str, third: str):
    """Ana drew ``third`` on a two-card total of 2; the banker asked for the table on his two cards."""
    first, second = bank.split()
    table = ana_holds(make, f"Ks {first} 2d {second} {third}s").said("carta")
    return table.do("bea", a.GiveCard(), a.AskTable())


@pytest.mark.clause("CF.A.26")
def test_the_column_is_the_value_of_the_third_card(make) -> None:
    """Bank 3 draws against a ten, which counts 0; the punto's new total of 2 does not matter to a bank of 6."""
    assert not accepts(by_table(make, "Kc 3h", "T"), "bea", a.Stand())
    table = by_table(make, "Kc 6h", "4")
    assert not accepts(table, "bea", a.DrawCard())
    assert accepts(table, "bea", a.Stand())


@pytest.mark.clause("CF.A.27")
def test_an_o_leaves_the_choice(make) -> None:
    table = by_table(make, "Kc 5h", "4")
    ways = [faces(tried(table, "bea", way), "banca") for way in (a.Stand(), a.DrawCard())]
    assert ways == [["Kc", "5h"], ["Kc", "5h", "As"]]


ROWS = [
    ("CF.A.28", "Kc Th", "9", "T"),
    ("CF.A.29", "Kc Ah", "8", "T"),
    ("CF.A.30", "Kc 2h", "8", "T"),
    ("CF.A.31", "Kc 3h", "9", "O"),
    ("CF.A.31", "Kc 3h", "7", "T"),
    ("CF.A.32", "Kc 4h", "A", "P"),
    ("CF.A.33", "Kc 5h", "4", "O"),
    ("CF.A.33", "Kc 5h", "3", "P"),
    ("CF.A.34", "Kc 6h", "5", "P"),
    ("CF.A.34", "Kc 6h", "6", "T"),
    ("CF.A.35", "Kc 7h", "7", "P"),
]


@pytest.mark.parametrize(
    ("bank", "third", "says"), [pytest.param(b, c, s, marks=pytest.mark.clause(clause)) for clause, b, c, s in ROWS]
)
def test_what_a_row_says_is_what_he_may_do(make, bank: str, third: str, says: str) -> None:
    table = by_table(make, bank, third)
    free = (accepts(table, "bea", a.DrawCard()), accepts(table, "bea", a.Stand()))
    assert free == {"T": (True, False), "P": (False, True), "O": (True, True)}[says]


@pytest.mark.clause("CF.B.04")
def test_the_formula_is_said_when_the_cards_are_offered(make) -> None:
    table = make(prepared=False).do("croupier", a.ShufflePack(), a.OfferCards())
    assert [one.formula for one in table.state.announcements] == ["cards-pass"]


@pytest.mark.clause("CF.B.05")
def test_a_player_shuffles_what_is_offered(make) -> None:
    table = make(prepared=False).do("croupier", a.ShufflePack(), a.OfferCards())
    shuffled = table.play.attempt(a.ShufflePack(), "ana")
    assert shuffled.events == (PackShuffled("ana"),)


@pytest.mark.clause("CF.B.20")
@pytest.mark.parametrize("conduct", ["strict", "observed"])
def test_a_stake_after_the_words_comes_too_late(make, conduct: str) -> None:
    """Luis lays 20 while the words are not said: it stands; once they are, it is refused as late."""
    table = make(conduct=conduct).bank(300_00).bets().do("ana", a.Stake(100_00))
    answers = []
    for _ in range(2):
        game, state = table.play.game, table.state
        answers.append(game.decide(state, Act(PersonId("luis"), a.Stake(20_00), game.step(state))))
        table = tried(table, "croupier", a.CloseBets())
    assert [getattr(one, "code", "stands") for one in answers] == ["stands", "bets-closed"]
    assert answers[1].clauses == ("CF.B.20",)


@pytest.mark.clause("CF.B.24")
def test_who_was_alone_with_the_table_may_repeat(make) -> None:
    """Bank 300, Carla half of it and nobody else: after the banker won she may call banco seguido."""
    table = make(coups=("banca",)).bank(300_00).bets().do("carla", a.CallConLaMesa()).closed().played().bets()
    assert not accepts(table, "ana", a.CallSeguido())
    repeated = tried(table, "carla", a.CallSeguido()).do("luis", a.Stake(50_00)).closed()
    assert (repeated.state.holder, [one.person for one in repeated.state.coup.award.stakes]) == ("carla", ["carla"])


@pytest.mark.clause("CF.B.29")
def test_banco_seguido_may_be_called_after_the_deal(make) -> None:
    table = make(coups=("banca", "banca")).bank(300_00).bets().do("ana", a.CallBanco()).closed().played().bets()
    table.do("luis", a.Stake(200_00)).closed().dealt()
    assert not accepts(table, "luis", a.CallSeguido())
    assert (table.state.holder, tried(table, "ana", a.CallSeguido()).state.holder) == ("luis", "ana")


@pytest.mark.clause("CF.B.36")
def test_a_banco_seguido_let_go_comes_back_with_a_tie(make) -> None:
    table = make(coups=("banca", "tie")).bank(300_00).bets().do("ana", a.CallBanco()).closed().played()
    table.bets().do("luis", a.Stake(100_00)).closed().played()
    assert table.state.coup.punto.winner == "empate"
    assert accepts(table.bets(), "ana", a.CallSeguido())


@pytest.mark.clause("CF.B.42")
def test_there_is_no_winner_while_one_hand_is_hidden(make) -> None:
    table = ana_holds(make, "3s Kc 4d 6h 2c").said("no").do("bea", a.Stand())
    assert (table.state.phase, table.state.coup.punto.winner) == (Phase.SHOW, None)
    table.do("croupier", a.ShowHand(PUNTO))
    assert (table.state.phase, table.state.coup.punto.winner) == (Phase.SHOW, None)
    assert not accepts(table, "croupier", a.Settle())
    assert accepts(table.do("croupier", a.ShowHand(BANCA)), "croupier", a.Settle())


@pytest.mark.clause("CF.B.44")
def test_the_deduction_falls_into_the_cagnotte(make) -> None:
    """The banker wins 180: 9 go into the cagnotte and 171 into the bank."""
    table = make(coups=("banca",)).bank(180_00).coup("banca", ana=180_00)
    assert (table.money().get("cagnotte", 0), table.state.bank.total) == (9_00, 351_00)


@pytest.mark.clause("CF.E2.09")
def test_the_deduction_is_five_per_cent_of_what_the_banker_won(make) -> None:
    """He wins 250: 12.50 are deducted and 237.50 remain; of a tie nothing is."""
    table = make(coups=("banca",)).bank(250_00).coup("banca", ana=250_00)
    assert (table.money().get("cagnotte", 0), table.state.bank.total) == (12_50, 487_50)
    tie = make(coups=("tie",)).bank(250_00).coup("tie", ana=250_00)
    assert tie.money().get("cagnotte", 0) == 0


@pytest.mark.clause("CF.E3.04")
def test_what_the_stakes_do_not_reach_stands_aside(make) -> None:
    """Bank 400, stakes 250: 150 stand aside; after the coup the bank is 637.50."""
    table = make(coups=("banca",)).bank(400_00).bets().do("ana", a.Stake(150_00)).do("luis", a.Stake(100_00)).closed()
    assert table.money().get("garage", 0) == 150_00
    assert table.played().state.bank.total == 637_50


@pytest.mark.clause("CF.D.03")
def test_a_tenth_player_stands(make) -> None:
    table = make(seats={n: f"s{n}" for n in range(1, 10)}, standing={})
    assert [one.person for one in tried(table, "dora", t.StandBehind(3)).state.seats.standing] == ["dora"]


@pytest.mark.clause("CF.D.11")
def test_who_moves_between_shoes_keeps_his_turn(make) -> None:
    table = make(seats={3: "tres", 6: "seis", 9: "nueve"}, standing={}, prepared=False).do("seis", t.Sit(2))
    table.shoe()
    assert (table.state.offer.candidate, accepts(table, "seis", a.TakeBank(10_00))) == ("seis", True)


@pytest.mark.clause("CF.E1.03")
def test_a_partner_is_taken_into_the_bank(make) -> None:
    table = make().bank(200_00)
    assert accepts(table, "ana", a.OfferShare(100_00))
    assert table.do("ana", a.OfferShare(100_00)).do("bea", a.AcceptShare("ana")).state.bank.total == 300_00


@pytest.mark.clause("CF.E1.08")
def test_who_passes_the_hand_offers_it_to_his_right(make) -> None:
    table = make(coups=("banca",)).bank(300_00).coup("banca", ana=100_00)
    passed = tried(table, "bea", a.PassHand()).state
    assert (passed.phase, passed.offer.candidate) == (Phase.BANK, "carla")


@pytest.mark.clause("CF.E1.09")
def test_who_declines_lets_it_go_on(make) -> None:
    table = make()
    assert (table.state.offer.candidate, tried(table, "bea", a.DeclineBank()).state.offer.candidate) == ("bea", "carla")


@pytest.mark.clause("CF.C1.04")
def test_the_inspector_has_another_remedy_for_a_card_drawn_early(make) -> None:
    table = at(make, "bets", "6s 9s Kc 2d 5h").report(Accident.EARLY_DRAW, Party.BANKER, count=1)
    assert [one.clauses for one in table.incident.alternatives] == [("CF.C1.04",)]


@pytest.mark.clause("CF.C3.07")
def test_a_third_card_in_the_basket_makes_nine(make) -> None:
    table = at(make, "carta", "Ks Kc 3d 6h 5h 3d").do("bea", a.GiveCard())
    table.report(Accident.BASKET, Party.BANKER, position=4)
    assert table.ruled("croupier").total("punto") == 9
    assert table.do("bea", a.Stand()).shown().result() == (9, 6, "punto")


@pytest.mark.clause("CF.C3.08")
def test_against_a_nine_by_the_basket_a_seven_may_not_draw(make) -> None:
    table = at(make, "carta", "Ks Kc 3d 7h 5h 2d").do("bea", a.GiveCard())
    table.report(Accident.BASKET, Party.BANKER, position=4).ruled("croupier")
    drew = table.fork().do("bea", a.DrawCard()).shown()
    assert [fault.code for one in drew.state.docket.open for fault in one.faults] == ["bound-by-ruling"]


@pytest.mark.clause("CF.C4.03")
def test_advice_of_a_player_is_an_irregularity(make) -> None:
    table = at(make, "word", "5s Kc Kd 6h 4h", stakes="banco", freedom=True)
    report = a.Report(Accident.ADVICE, Party.PLAYER, hand="punto", person=PersonId("eva"))
    assert [one.kind for one in tried(table, "croupier", report).state.docket.open] == ["advice"]


@pytest.mark.clause("CF.R.02")
@pytest.mark.parametrize(("day", "holds"), [("2011-06-21", False), ("2011-06-22", True)])
def test_the_annex_governs_from_its_first_day(day: str, holds: bool) -> None:
    assert applicability(house_library().by_id("chemin-de-fer", "asturias-2011"), day).applies is holds
