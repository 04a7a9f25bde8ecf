"""Section B: the shoe. Shuffled, offered, cut, with its stop card; keyed faces; how it ends (CF.B.03-10, 47-49)."""

import pytest

from tapete.chance import CardOut
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.shoe import CardsChecked
from tapete.games.chemin_de_fer import acts as a, events as h
from tapete.games.chemin_de_fer.terms import Hand, Phase
from tapete.kernel import CLOCK, PersonId
from tapete.table import acts as t


@pytest.fixture
def fresh(make):
    """Return a table with its people, before its first shoe."""
    return lambda **how: make(prepared=False, **how)


@pytest.mark.clause("CF.B.03")
def test_the_croupier_shuffles_before_anything_else(fresh) -> None:
    table = fresh()
    for early in (a.OfferCards(), a.InsertStopCard(), a.CutPack(100)):
        refused = table.refused("croupier", early)
        assert (refused.code, refused.clauses) == ("not-shuffled", ("CF.B.03",))
    assert table.refused("ana", a.ShufflePack()).code == "not-your-post"
    table.do("croupier", a.ShufflePack())
    assert table.refusal("croupier", a.InsertStopCard()) == ("cards-not-offered", ("CF.B.03",))
    table.outcome("croupier", a.OfferCards())


@pytest.mark.clause("CF.B.06")
@pytest.mark.parametrize("players", [0, 2])
def test_the_last_shuffle_is_the_croupiers(fresh, players: int) -> None:
    table = fresh().do("croupier", a.ShufflePack(), a.OfferCards())
    for _ in range(players):
        table.do("luis", a.ShufflePack())
    for by, early in (("croupier", a.InsertStopCard()), ("eva", a.CutPack(100)), ("eva", a.DeclineCut())):
        assert table.refusal(by, early) == ("croupier-shuffles-last", ("CF.B.06",))
    table.do("croupier", a.ShufflePack())
    assert table.state.phase is Phase.CUT
    table.outcome("eva", a.CutPack(100))


@pytest.mark.clause("CF.B.07")
def test_the_cut_goes_round_from_the_croupiers_left(fresh) -> None:
    """Eva sits at 9, Luis at 8, Ana at 5, Carla at 2, Bea at 1."""
    table = fresh().do("croupier", a.ShufflePack(), a.OfferCards(), a.ShufflePack())
    for person, following in (("eva", "luis"), ("luis", "ana"), ("ana", "carla"), ("carla", "bea")):
        assert table.state.shoe.cut_to == person
        assert table.refused(following, a.CutPack(100)).code == "cut-not-offered-to-you"
        table.do(person, a.DeclineCut())
        assert "CF.B.07" in table.turns[-1].rests_on
    fork = table.fork().do("bea", a.CutPack(1))
    assert (fork.state.shoe.cut_depth, fork.state.phase) == (1, Phase.STOP_CARD)
    table.do("bea", a.DeclineCut())
    assert "HP.CF.croupier-cuts" in table.turns[-1].rests_on
    assert table.refused("croupier", a.DeclineCut()).code == "croupier-must-cut"
    assert table.refused("croupier", a.CutPack(312)).code == "cut-too-deep"
    table.do("croupier", a.CutPack(311))
    assert table.state.phase is Phase.STOP_CARD


@pytest.mark.clause("CF.B.07")
@pytest.mark.parametrize(
    ("gone", "asked"),
    [
        ((), ["eva", "luis", "ana", "carla", "bea", "croupier"]),
        (("eva",), ["luis", "ana", "carla", "bea", "croupier"]),
        (("luis", "carla"), ["eva", "ana", "bea", "croupier"]),
        (("eva", "luis", "ana", "carla", "bea"), ["croupier"]),
        (("pau",), ["eva", "luis", "ana", "carla", "bea", "croupier"]),  # he is on his feet
    ],
)
def test_the_cut_is_offered_at_places_whose_player_is_there(fresh, gone: tuple[str, ...], asked: list[str]) -> None:
    table = fresh().do(str(CLOCK), *(t.Away(one) for one in gone))
    table.do("croupier", a.ShufflePack(), a.OfferCards(), a.ShufflePack())
    found = [table.state.shoe.cut_to]
    while found[-1] != "croupier":
        found.append(table.do(str(found[-1]), a.DeclineCut()).state.shoe.cut_to)
    assert found == asked


@pytest.mark.clause("CF.B.08")
def test_seven_cards_lie_behind_the_stop_card(fresh) -> None:
    table = fresh().do("croupier", a.ShufflePack(), a.OfferCards(), a.ShufflePack())
    assert table.refusal("croupier", a.InsertStopCard()) == ("not-cut", ("CF.B.08",))
    table.do("eva", a.CutPack(100))
    for below in (6, 8, 10):
        assert table.refusal("croupier", a.InsertStopCard(below)) == ("stop-card-depth", ("CF.B.08",))
    table.do("croupier", a.InsertStopCard(7))
    assert (table.state.shoe.stop, table.state.shoe.size) == (305, 312)
    assert table.state.phase is Phase.BANK


@pytest.mark.clause("CF.B.10", "CF.B.47")
@pytest.mark.parametrize("position", [303, 305])
def test_the_coup_of_the_stop_card_is_the_last_until_a_new_preparation(make, position: int) -> None:
    """At 303 it comes with the punto's second card, at 305 it is the first card of the coup."""
    table = make().bank().bets().do("ana", a.Stake(100_00)).closed()
    table.with_shoe(position=position).played()
    ended = [one for turn in table.turns for one in turn.events if isinstance(one, h.ShoeEnded)]
    assert [one.shoe for one in ended] == [1]
    assert "CF.B.10" in table.turns[-1].rests_on
    assert table.state.coup.punto.winner is not None
    for step in (a.ShufflePack(), a.OfferCards(), a.ShufflePack()):
        refused = table.refused("croupier", a.OpenBets())
        by = ("CF.B.47", "CF.B.10") if table.state.shoe.number == 1 else ("CF.B.47",)
        assert (refused.code, refused.clauses) == ("shoe-not-prepared", by)
        assert table.state.coup.cards.layout  # they lie there until they are in the new shoe
        table.do("croupier", step)
    assert table.state.coup.cards.layout == ()
    table.do("eva", a.CutPack(100))
    assert table.refused("croupier", a.OpenBets()).clauses == ("CF.B.47",)
    table.do("croupier", a.InsertStopCard())
    assert (table.state.shoe.number, table.state.shoe.position, table.state.shoe.is_stop_seen) == (2, 0, False)
    assert table.state.phase is Phase.BANK
    table.bank(by=str(table.state.offer.candidate), amount=400_00).bets()


@pytest.mark.clause("CF.B.49")
@pytest.mark.parametrize(("found", "complete", "whole"), [(312, True, True), (312, False, False), (311, True, False)])
def test_the_cards_are_checked_at_the_end_if_a_player_asks(make, found: int, complete: bool, whole: bool) -> None:
    table = make().bank().bets().do("luis", a.AskCardCheck()).do("ana", a.Stake(100_00)).closed()
    assert table.refused("luis", a.AskCardCheck()).code == "check-asked-already"
    assert table.refused("croupier", a.CheckCards(312)).code == "wrong-window"
    table.with_shoe(position=305).played()
    refused = table.refused("croupier", a.ShufflePack())
    assert (refused.code, refused.clauses) == ("check-asked", ("CF.B.49",))
    assert table.refused("luis", a.CheckCards(312)).code == "not-your-post"
    table.do("inspector", a.CheckCards(found, complete))
    assert table.turns[-1].events[0] == CardsChecked(1, 312, found, whole, PersonId("inspector"))
    if not whole:
        (open_one,) = table.state.docket.open
        assert (open_one.kind, open_one.open_to_judgement, open_one.proposed_effects) == ("pack-not-whole", True, ())
        assert table.refused("croupier", a.ShufflePack()).code == "coup-suspended"
        assert table.refused("croupier", GiveRuling(1, None, "otra baraja")).code == "not-your-post"
        table.do("inspector", GiveRuling(1, None, "otra baraja"))
    table.do("croupier", a.ShufflePack())


def played(table):
    """Play a coup up to the showing of the punto's cards, on a hand that nobody has seen."""
    table.bets().do("ana", a.Stake(100_00)).closed().dealt().looked().said("no")
    return table.do("bea", a.Stand()).do("croupier", a.ShowHand(Hand.PUNTO))


def shown(make):
    return played(make(real=True, conduct="observed").bank())


@pytest.mark.parametrize("face", ["zz", "", "Q", "Tzz", "7x", "10h"])
def test_what_is_no_card_is_refused_and_nothing_changes(make, face: str) -> None:
    table = shown(make)
    wanted = table.play.game.draw_awaited(table.state)
    before = table.state
    assert table.refused("croupier", CardOut(wanted.position, face)).code == "unknown-card"
    assert table.state == before
    table.keyed("7s")


def test_a_seventh_seven_of_spades_from_six_packs_is_refused(make) -> None:
    table = make(real=True, conduct="observed").bank()
    for pair in ("Kh", "Kd", "Kc"):  # a tie each time, so the bank stays
        played(table).keyed(f"7s {pair}").do("croupier", a.ShowHand(Hand.BANCA)).keyed(f"7s {pair}").settled()
    wanted = played(table).play.game.draw_awaited(table.state)
    assert table.refused("croupier", CardOut(wanted.position, "7s")).code == "card-exhausted"
    table.keyed("7h")
