"""Section C.1: cards that leave the shoe wrongly, or fall, by whoever did it."""

from typing import Any

import pytest

from tapete.games.baccarat import effects as e
from tapete.games.baccarat.effects import ASIDE, DISCARD, FLOOR, Party
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Accident, Hand, Phase
from tests.support.chemin_de_fer.observed import at
from tests.support.observed import both
from tests.support.rows import rows


@pytest.mark.clause("CF.C1.01")
@pytest.mark.parametrize("conduct", ["strict", "observed"])
@pytest.mark.parametrize("step", ["between", "bets"])
def test_nobody_draws_before_the_betting_has_closed(make, conduct: str, step: str) -> None:
    table = at(make, step, "6s", conduct=conduct)
    for who in ("bea", "luis", "croupier"):
        assert table.refusal(who, a.DealCard(Hand.PUNTO)) == ("bets-open", ("CF.B.40", "CF.C1.01"))
    for draw in (a.DrawCard(), a.GiveCard()):
        assert table.refusal("bea", draw) == ("bets-open", ("CF.B.40", "CF.C1.01"))
    at(make, "deal", "6s", conduct=conduct).dealt("p")


@both("CF.C1.03")
def test_whoever_drew_early_goes_through_with_the_coup(make, real: bool) -> None:
    """The banker drew a card before the close: it is the first of this coup, and he may not pass the bank."""
    table = at(make, "between", "6s Kc 2d 5h 9c", real=real).report(Accident.EARLY_DRAW, Party.BANKER, count=1)
    assert table.incident.proposed_effects == (e.SetAside(0), e.BarPerson("bea", e.BarredAction.PASS))
    assert "CF.C1.03" in table.incident.faults[0].clauses
    table.ruled("croupier")
    for act in (a.PassHand(), a.RefuseToDeal()):
        assert table.refused("bea", act).code == "must-go-through"
        assert table.refused("bea", act).clauses == ("CF.C1.03",)
    table.bets().do("ana", a.Stake(100_00)).closed().dealt()
    assert [table.place(n) for n in range(4)] == ["punto", "banca", "punto", "banca"]
    table.looked().said("no").do("bea", a.Stand()).shown()
    assert table.state.docket.open  # with 8 he should have laid down


@both("CF.C1.03")
def test_a_coup_that_is_called_off_is_not_the_one_he_goes_through_with(make, real: bool) -> None:
    """Nobody stakes against a banker who drew early: he stays, and the card waits for the first coup that he deals."""
    table = at(make, "between", "6s Kc 2d 9h 5c", real=real)
    table.report(Accident.EARLY_DRAW, Party.BANKER, count=1).ruled("croupier").bets()
    for _ in range(2):
        table.do("croupier", a.CallOff())
        for act in (a.PassHand(), a.RefuseToDeal()):
            assert table.refusal("bea", act) == ("must-go-through", ("CF.C1.03",))
        table.bets()
    table.do("ana", a.Stake(100_00)).closed().dealt()
    assert [table.place(n) for n in range(4)] == ["punto", "banca", "punto", "banca"]
    table.looked().do("ana", a.LayDown(Hand.PUNTO)).settled()
    assert (table.state.coup.punto.winner, table.state.offer.candidate) == ("banca", None)
    table.do("bea", a.PassHand())


@both("CF.C1.05")
@pytest.mark.parametrize("leaves", [a.PassHand(), a.RefuseToDeal()], ids=["passes", "refuses"])
def test_what_a_player_drew_early_is_not_for_the_next_banker(make, real: bool, leaves: Any) -> None:
    """Ana drew a card out of turn, and Bea gives the bank up: the next banker's first card is a fresh one."""
    table = at(make, "between", "6s 9s Kc 2d 5h", real=real)
    table.bets().do("croupier", a.CallOff())
    table.report(Accident.EARLY_DRAW, Party.PLAYER, count=1, person="ana").ruled("croupier")
    assert "CF.C1.05" in table.outcome("bea", leaves).rests_on
    table.do("bea", leaves)
    if table.state.phase is Phase.AUCTION:
        table.do("luis", a.Bid(300_00)).do("croupier", a.CloseAuction())
    else:
        table.do(str(table.state.offer.candidate), a.TakeBank(300_00))
    table.bets().do("ana", a.Stake(100_00)).closed().dealt("p")
    assert [(card.position, card.place) for card in table.state.coup.cards.layout] == [(1, "punto")]


@pytest.mark.clause("CF.C1.03")
def test_a_player_who_drew_early_may_not_get_out_either(make) -> None:
    table = at(make, "bets", "6s Kc 2d 5h 9c", stakes="two")
    table.report(Accident.EARLY_DRAW, Party.PLAYER, count=1, person="ana").ruled("croupier")
    table.closed().dealt().carried().do("bea", a.LayDown(Hand.BANCA)).ruled("croupier")
    assert table.refusal("ana", a.WithdrawStake()) == ("must-go-through", ("CF.C1.03",))
    table.do("luis", a.WithdrawStake()).do("ana", a.KeepStake())


@pytest.mark.clause("CF.C1.02")
def test_a_card_never_goes_back_into_the_shoe(make) -> None:
    """«Undo the draw» is no remedy: the card is played or discarded."""
    table = at(make, "bets", "6s").report(Accident.EARLY_DRAW, Party.BANKER, count=1)
    back = GiveRuling(1, (e.AssignCard(0, "shoe"),), "nobody saw it")
    assert table.refusal("inspector", back) == ("never-back-into-shoe", ("CF.C1.02",))
    assert table.refused("ana", back).code == "never-back-into-shoe"
    assert table.refused("inspector", GiveRuling(1, (e.AssignCard(0, "pocket"),), "why not")).clauses == ()
    table.fork().ruled("croupier")
    table.fork().ruled("inspector", effects=(e.Discard(0),), reason="a slip of the hand")


@both("CF.C1.02")
@rows(
    "step, effects, left",
    [
        ("between", (e.NoteOnly("early-draw"),), 0),
        ("bets", (), 0),
        ("deal", (e.Discard(0),), 1),
        ("bets", (e.SetAside(1),), 0),
        ("between", (e.BarPerson("bea", e.BarredAction.PASS),), 0),
        ("bets", (e.Discard(0), e.AssignCard(1, ASIDE)), 1),
        ("deal", (e.Discard(0), e.AssignCard(1, FLOOR)), 1),
    ],
)
def test_no_ruling_leaves_a_card_that_was_drawn_early_neither_played_nor_discarded(
    make, real: bool, step: str, effects: tuple[e.Effect, ...], left: int
) -> None:
    """Two cards lie aside: whatever the inspector makes of them, each is the next one or out of play."""
    table = at(make, step, "6s 9s Kc 2d 5h 4c", real=real).report(Accident.EARLY_DRAW, Party.BANKER, count=2)
    refused = table.refused("inspector", GiveRuling(1, effects, "nobody meant it"))
    assert (refused.code, refused.facts, refused.clauses) == ("card-left-over", {"position": left}, ("CF.C1.02",))
    for whole in ((e.Discard(0), e.Discard(1)), (e.SetAside(0), e.Discard(1)), (e.SetAside(0), e.SetAside(1))):
        ruled = table.fork().ruled("inspector", effects=whole, reason="nobody meant it")
        waiting = {one.position for one in ruled.state.coup.cards.marks.aside}
        assert {card.position for card in ruled.state.coup.cards.layout if card.place == ASIDE} == waiting


@both("CF.C1.04")
def test_the_inspector_may_relax_it_and_the_card_is_discarded(make, real: bool) -> None:
    table = at(make, "bets", "6s 9s Kc 2d 5h", real=real).report(Accident.EARLY_DRAW, Party.BANKER, count=1)
    assert [one.clauses for one in table.incident.alternatives] == [("CF.C1.04",)]
    (relaxed,) = table.incident.alternatives
    assert (relaxed.effects, relaxed.clauses) == ((e.Discard(0),), ("CF.C1.04",))
    assert table.refused("croupier", GiveRuling(1, relaxed.effects, "please")).code == "not-your-post"
    assert table.refused("inspector", GiveRuling(1, relaxed.effects)).code == "reason-missing"
    made = table.outcome("inspector", GiveRuling(1, relaxed.effects, "his first bank"))
    assert "CF.C1.04" in made.events[0].clauses
    table.ruled("inspector", effects=relaxed.effects, reason="his first bank").closed().dealt("p")
    assert (table.place(0), table.place(1)) == (DISCARD, "punto")


@both("CF.C1.05")
@pytest.mark.parametrize("stakes", ["ana", "two", "banco"])
@pytest.mark.parametrize("dealt", [False, True], ids=["first-bank", "has-dealt"])
def test_a_banker_who_is_let_off_passes_the_hand_though_stakes_lie(make, real: bool, stakes: str, dealt: bool) -> None:
    """The stakes go back, and the next banker's first card is a fresh one, never the discarded six."""
    table = at(make, "bets", ("2s 9h 4d Kc " if dealt else "") + "6s 9s Kc 2d 5h", real=real, stakes=stakes)
    if dealt:
        table.closed().dealt().looked().said("no").do("bea", a.LayDown(Hand.BANCA)).shown().settled()
        table.bets().do("ana", a.Stake(100_00))
    first, before = table.state.shoe.position, dict(table.money())
    table.report(Accident.EARLY_DRAW, Party.BANKER, count=1)
    assert table.fork().ruled("croupier").refused("bea", a.PassHand()).clauses == ("CF.E1.08",)
    table.ruled("inspector", effects=table.incident.alternatives[0].effects, reason="his first bank")
    assert table.refused("ana", a.PassHand()).code == "wrong-window"
    assert [one.act for one in table.play.legal("bea") if one.act == "pass-hand"] == ["pass-hand"]
    assert "CF.C1.04" in table.do("bea", a.PassHand()).play.last.rests_on
    assert (table.state.phase, table.state.calls.claims, table.state.bank) == (Phase.BANK, (), None)
    assert sum(table.money().values()) == sum(before.values())
    assert table.state.offer.is_passed
    asked = str(table.state.offer.candidate)
    table.do(asked, a.TakeBank(900_00)).bets().do("ana" if asked != "ana" else "luis", a.Stake(100_00))
    table.closed().dealt("p")
    drawn = {card.position: card.place for card in table.state.coup.cards.layout}
    assert drawn[first + 1] == "punto"
    assert drawn.get(first, DISCARD) == DISCARD


@both("CF.C1.06")
def test_a_card_face_up_in_the_shoe_is_removed_and_the_next_takes_its_place(make, real: bool) -> None:
    """The punto's second card should come and a nine appears face up."""
    table = at(make, "deal:pb", "2s Kc 9d 3h 5h", real=real).report(Accident.EXPOSED_IN_SHOE)
    assert table.incident.proposed_effects == (e.Discard(2),)
    assert table.play.view(None).coup.cards[2].face == "9d"
    table.ruled("croupier")
    assert (table.place(2), table.state.phase) == (DISCARD, Phase.DEAL)
    table.dealt("pb")
    assert (table.place(3), table.place(4), table.state.phase) == ("punto", "banca", Phase.CARRY)


@both("CF.C1.06")
@pytest.mark.parametrize("drew", [True, False], ids=["drew", "stood"])
@pytest.mark.parametrize("paid", [False, True], ids=["show", "settle"])
def test_a_third_card_of_the_punto_that_lay_face_up_is_replaced_by_the_next_and_the_banker_decides_anew(
    make, real: bool, drew: bool, paid: bool
) -> None:
    """Ana has 5 and got a king, Bea has 5: the six that Bea drew after it, or the next of the shoe, is Ana's."""
    table = at(make, "carta", "2s 3h 3d 2c Kd 6d 4s", real=real).do("bea", a.GiveCard())
    table.do("bea", a.DrawCard() if drew else a.Stand())
    if paid:
        table.shown()
    table.report(Accident.EXPOSED_IN_SHOE, position=4).ruled("croupier")
    assert (table.place(4), table.state.phase, table.state.coup.decision) == (DISCARD, Phase.ANSWER, None)
    table.do("bea", a.GiveCard()).do("bea", a.DrawCard()).shown()
    assert (table.place(5), table.place(6)) == ("punto-3", "banca-3")
    assert table.result() == (1, 9, "banca")


@pytest.mark.clause("CF.C1.07")
def test_its_removal_gives_nobody_his_stake_back(make) -> None:
    table = at(make, "deal:pb", "2s Kc 9d 3h 5h", stakes="two").report(Accident.EXPOSED_IN_SHOE).ruled("croupier")
    refused = table.refused("ana", a.WithdrawStake())
    assert (refused.code, refused.clauses) == ("stakes-stand", ("CF.C1.07",))
    table.report(Accident.OTHER)
    for effect in (e.ReturnStake("ana"), e.OfferWithdrawal()):
        assert table.refused("inspector", GiveRuling(2, (effect,), "x")).clauses == ("CF.C1.07",)
    ordinary = at(make, "deal:pb", "2s Kc 9d 3h 5h", stakes="two")
    for who, act in (("ana", a.WithdrawStake()), ("ana", a.KeepStake()), ("croupier", a.CloseWithdrawals())):
        assert ordinary.refusal(who, act) == ("withdrawal-not-offered", ())
    assert (ordinary.chips("ana"), ordinary.chips("luis")) == (table.chips("ana"), table.chips("luis"))
    assert ordinary.refused("ana", a.Choose("withdrawal", "yes")).code == "no-such-choice"


@both("CF.C1.08")
def test_cards_stuck_together_annul_the_coup_and_are_discarded(make, real: bool) -> None:
    table = at(make, "deal:pbp", "2s Kc 9d 3h 5h 4h 8s", real=real)
    before = table.money()
    table.report(Accident.STUCK, count=1)
    assert (table.incident.proposed_effects, table.place(3)) == ((e.VoidCoup(),), DISCARD)
    table.ruled("croupier")
    assert (table.state.phase, table.chips("ana")) == (Phase.BETWEEN, before["person:ana"] + 100_00)
    assert table.state.bank.total == 300_00
    table.bets().do("ana", a.Stake(100_00)).closed().dealt("p")
    assert [card.position for card in table.state.coup.cards.layout] == [4]


@both("CF.C1.10")
@pytest.mark.parametrize("party", [None, Party.BANKER, Party.PLAYER, Party.CROUPIER, Party.BYSTANDER])
def test_a_fallen_card_keeps_its_value(make, real: bool, party: Party | None) -> None:
    """The punto's seven fell: it stays in his hand as a seven."""
    table = at(make, "word", "7s Kc Kd 6h", real=real).report(Accident.FLOOR, party, position=0)
    assert (table.place(0), table.incident.proposed_effects) == (FLOOR, (e.AssignCard(0, "punto"),))
    assert table.refused("croupier", GiveRuling(1)).code == "card-on-floor"
    table.do("croupier", a.PickUp(0))
    assert table.place(0) == ASIDE
    table.ruled("croupier")
    assert (table.place(0), table.state.phase) == ("punto", Phase.WORD)
    table.said("no").do("bea", a.Stand()).shown()
    assert table.result() == (7, 6, "punto")


@both("CF.C1.09")
def test_only_the_house_picks_it_up(make, real: bool) -> None:
    table = at(make, "word", "7s Kc Kd 6h", real=real).report(Accident.FLOOR, position=0)
    for who in ("luis", "ana", "bea", "nobody"):
        assert table.refusal(who, a.PickUp(0)) == ("floor-card-for-staff", ("CF.C1.09",))
    table.fork().do("inspector", a.PickUp(0))
    table.do("croupier", a.PickUp(0, person="luis"))
    assert [one.code for one in table.incident.faults] == ["floor", "floor-card-for-staff"]
    assert table.incident.faults[1].facts == {"position": 0, "person": "luis"}
    assert table.incident.open_to_judgement
    assert table.refused("croupier", GiveRuling(1)).code == "not-your-post"
    table.ruled("inspector", reason="he gave it back at once")
    assert table.place(0) == "punto"


@both("CF.A.36", "CF.C4.21")
@pytest.mark.parametrize("step", ["between", "bets", "deal", "lift", "word", "no"])
def test_the_inspector_decides_what_nothing_foresees(make, real: bool, step: str) -> None:
    """A player hides a card under the table: the inspector decides, and his reason is kept."""
    table = at(make, step, "5s Kc 2d 6h", real=real).report(Accident.OTHER, Party.PLAYER, note="a card under the table")
    assert (table.incident.proposed_effects, table.incident.note) == ((), "a card under the table")
    assert table.refused("croupier", GiveRuling(1, (e.NoteOnly(),), "nothing")).code == "not-your-post"
    assert table.refused("inspector", GiveRuling(1, (e.NoteOnly(),))).code == "reason-missing"
    assert table.refused("ana", a.Stake(50_00)).code == "coup-suspended"
    table.ruled("inspector", effects=(e.NoteOnly("warned"),), reason="he was warned")
    ruled = next(one for one in reversed(table.play.last.events) if hasattr(one, "reason"))
    assert (ruled.by, ruled.reason, ruled.is_as_proposed) == ("inspector", "he was warned", False)
    assert table.state.phase == {"no": Phase.BANKER}.get(step, step)
