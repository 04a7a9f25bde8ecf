"""The cards of an ordinary coup: values, naturals, words, the banker's duties and his table, the stop card."""

import msgspec
import pytest

from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import PREPARING, Hand, Phase
from tapete.kernel import Refused
from tapete.money import euros
from tapete.table import acts as t
from tests.support.chemin_de_fer.observed import at
from tests.support.chemin_de_fer.table import as_house


def at_the_cards(make, shoe: str, **options):
    """Ana alone stakes 100 on a bank of 300; both sides have looked."""
    return make(shoe, **options).bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt().looked()


@pytest.mark.parametrize(
    ("shoe", "total"),
    [
        pytest.param("7s Kc 2d 5h", 9, marks=pytest.mark.clause("CF.A.01")),
        pytest.param("Ks Kc Td 5h", 0, marks=pytest.mark.clause("CF.A.02")),
        pytest.param("As Kc 8d 5h", 9, marks=pytest.mark.clause("CF.A.03")),
        pytest.param("7s Kc 8d 5h", 5, marks=pytest.mark.clause("CF.A.04")),
    ],
)
def test_totals(make, shoe: str, total: int) -> None:
    assert at_the_cards(make, shoe).total("punto", "ana") == total


@pytest.mark.clause("CF.A.05")
@pytest.mark.clause("CF.B.42")
def test_the_higher_total_wins_once_both_hands_lie_open(make) -> None:
    table = at_the_cards(make, "5s Kc 2d 6h").said("no").do("bea", a.Stand())
    table.do("croupier", a.ShowHand(Hand.PUNTO))
    assert table.state.coup.punto.winner is None
    table.do("croupier", a.ShowHand(Hand.BANCA))
    assert (table.total("punto"), table.total("banca"), table.state.coup.punto.winner) == (7, 6, "punto")


@pytest.mark.clause("CF.A.08")
@pytest.mark.clause("CF.A.09")
def test_a_natural_ends_the_coup_and_the_other_side_shows(make) -> None:
    table = at_the_cards(make, "4s 3c 4d 2h")
    assert table.refused("ana", a.Say("carta")).clauses == ("CF.A.08",)
    table.do("ana", a.LayDown(Hand.PUNTO))
    assert (table.total("punto"), table.total("banca"), table.state.phase) == (8, 5, Phase.SETTLE)


@pytest.mark.clause("CF.A.11")
@pytest.mark.parametrize(("shoe", "word"), [("Ks Kc 2d 5h", "carta"), ("5s Kc 2d 5h", "no")])
def test_the_punto_says_carta_or_no(make, shoe: str, word: str) -> None:
    table = at_the_cards(make, shoe).said(word)
    assert [one.formula for one in table.state.announcements][-1:] == [word]
    assert table.state.book.formulas[word].value == word


@pytest.mark.clause("CF.A.17")
@pytest.mark.clause("CF.C3.12")
def test_the_banker_speaks_after_the_punto(make) -> None:
    table = at_the_cards(make, "Ks 4c 3d 4h")
    for act in (a.LayDown(Hand.BANCA), a.Stand(), a.DrawCard()):
        refused = table.refused("bea", act)
        assert (refused.code, refused.clauses) == ("punto-speaks-first", ("CF.A.17", "CF.C3.12"))


@pytest.mark.clause("CF.A.19")
def test_a_banker_with_bacarra_draws(make) -> None:
    table = at_the_cards(make, "5s Kc 2d Th 9h").said("no")
    assert table.refused("bea", a.Stand()).clauses == ("CF.A.19",)
    table.do("bea", a.DrawCard())


@pytest.mark.clause("CF.A.20")
def test_a_third_card_lies_face_up(make) -> None:
    table = at_the_cards(make, "Ks Kc 3d 6h 4h").said("carta").do("bea", a.GiveCard())
    assert [card.face for card in table.play.view(None).coup.cards] == [None, None, None, None, "4h"]


@pytest.mark.clause("CF.A.24")
@pytest.mark.clause("CF.A.25")
@pytest.mark.clause("CF.A.26")
def test_a_banker_who_asked_for_the_table_follows_it(make) -> None:
    """Bank 4 against a 9 stands; the column is the card's value, not the punto's new total of 2."""
    table = at_the_cards(make, "Ks Kc 3d 4h 9h").said("carta").do("bea", a.GiveCard())
    table.fork().do("bea", a.DrawCard())
    table.do("bea", a.AskTable())
    assert table.refused("bea", a.DrawCard()).code == "against-table"
    assert table.refused("bea", a.AskTable()).code == "nothing-changes"
    assert "ask-table" not in {one.act for one in table.play.legal("bea")}
    table.do("bea", a.Stand())


BANK = {0: "Kc Th", 1: "Kc Ah", 2: "Kc 2h", 3: "Kc 3h", 4: "Kc 4h", 5: "Kc 5h", 6: "Kc 6h", 7: "Kc 7h"}
CELLS = [
    ("CF.A.28", 0, "9", "T"),
    ("CF.A.29", 1, "8", "T"),
    ("CF.A.30", 2, "8", "T"),
    ("CF.A.31", 3, "8", "P"),
    ("CF.A.31", 3, "9", "O"),
    ("CF.A.31", 3, "7", "T"),
    ("CF.A.32", 4, "A", "P"),
    ("CF.A.32", 4, "2", "T"),
    ("CF.A.33", 5, "4", "O"),
    ("CF.A.33", 5, "3", "P"),
    ("CF.A.34", 6, "6", "T"),
    ("CF.A.34", 6, "5", "P"),
    ("CF.A.35", 7, "7", "P"),
]


@pytest.mark.parametrize(
    ("bank", "third", "says"), [pytest.param(b, c, s, marks=pytest.mark.clause(clause)) for clause, b, c, s in CELLS]
)
def test_the_bankers_table(make, bank: int, third: str, says: str) -> None:
    first, second = BANK[bank].split()
    table = at_the_cards(make, f"Ks {first} 2d {second} {third}s").said("carta").do("bea", a.GiveCard(), a.AskTable())
    refused = {"T": [a.Stand()], "P": [a.DrawCard()], "O": []}[says]
    for act in (a.Stand(), a.DrawCard()):
        if act in refused:
            assert table.refused("bea", act).code == "against-table"
        else:
            table.outcome("bea", act)


@pytest.mark.parametrize(("bank", "says"), [(5, "T"), (6, "P")])
def test_the_bankers_table_against_a_punto_who_stood(make, bank: int, says: str) -> None:
    first, second = BANK[bank].split()
    table = at_the_cards(make, f"5s {first} 2d {second} 9s").said("no").do("bea", a.AskTable())
    assert table.refused("bea", a.Stand() if says == "T" else a.DrawCard()).code == "against-table"


@pytest.mark.clause("CF.B.08")
@pytest.mark.clause("CF.B.10")
@pytest.mark.parametrize(("position", "last"), [(300, False), (304, True), (305, True)])
def test_the_stop_card_lies_before_the_last_seven(make, position: int, last: bool) -> None:
    """The coup during which it comes is played to its end and is the last of the shoe."""
    table = make().bank(300_00).bets().do("ana", a.Stake(100_00)).closed()
    late = msgspec.structs.replace(table.state, shoe=msgspec.structs.replace(table.state.shoe, position=position))
    table.play = type(table.play)(table.play.game, late, table.play.source)
    table.dealt()
    assert table.play.view(None).last_coup is last
    ended = table.played().turns[-1].outcome
    assert not isinstance(ended, Refused)
    assert table.state.phase in PREPARING if last else table.state.phase not in PREPARING
    if last:
        assert table.refused("croupier", a.OpenBets()).code == "shoe-not-prepared"


@pytest.mark.clause("CF.B.13")
def test_the_bank_is_announced(make) -> None:
    table = make().bank(1_000_00)
    said = table.state.announcements[-1]
    words = table.state.book.formulas[said.formula].value.format(**said.values)
    assert words == f"hay {euros(1_000_00)} euros en la banca" == "hay 1.000 euros en la banca"


@pytest.mark.clause("CF.B.40")
def test_nothing_is_dealt_before_the_betting_has_closed(make) -> None:
    table = make().bank(300_00).bets().do("ana", a.Stake(100_00))
    assert table.refused("bea", a.DealCard(Hand.PUNTO)).clauses == ("CF.B.40", "CF.C1.01")


@pytest.mark.clause("CF.D.01")
@pytest.mark.clause("CF.D.03")
def test_one_to_a_place_and_any_number_on_their_feet(make) -> None:
    table = make()
    assert table.refused("dora", t.Sit(5)).clauses == ("CF.D.01",)
    table.do("dora", t.StandBehind(5)).do("teo", t.StandBehind(5))


@pytest.mark.clause("CF.A.17")
@pytest.mark.clause("CF.C3.12")
@pytest.mark.parametrize("step", ["carry", "lift", "word"])
@pytest.mark.parametrize("act", [a.LayDown(Hand.BANCA), a.AskTable(), a.GiveCard(), a.DrawCard(), a.Stand()], ids=repr)
def test_only_where_the_rulebook_says_so_the_banker_waits_for_the_word(make, act, step: str) -> None:
    """In a house without it he is refused by his turn or by his cards, never by the word that is not said."""
    table = at(make, step, "6s 2h Kd 4c", conduct="strict")
    assert table.refused("bea", act).code == "punto-speaks-first"
    assert as_house(table, "banker", speaks_last=False).refused("bea", act).code != "punto-speaks-first"


@pytest.mark.parametrize("step", ["carry", "lift", "word"])
@pytest.mark.parametrize("conduct", ["strict", "observed"])
@pytest.mark.parametrize(
    "act", [a.AskTable(), a.GiveCard(), a.DrawCard(), a.Stand()], ids=lambda one: type(one).__name__
)
def test_whatever_the_banker_says_before_the_punto_is_refused_by_the_clauses_of_the_turn(
    make, act, conduct: str, step: str
) -> None:
    refused = at(make, step, "6s 2h Kd 4c", conduct=conduct).refused("bea", act)
    assert (refused.code, refused.clauses) == ("punto-speaks-first", ("CF.A.17", "CF.C3.12"))
