"""Clauses PB.C: who plays, whose the shoe is, who turns the hands, and who is waited for."""

from typing import Any

import pytest

from tapete import punto_banco as pb
from tapete.games.baccarat.points import Winner
from tapete.games.punto_banco.events import BetPlaced, HandAwarded, HandDisputed, HolderReminded, Said, ShoeOffered
from tapete.kernel import CLOCK, Ruled
from tests.support.punto_banco import tables as t
from tests.support.rows import rows

SEVEN = {seat: f"p{seat}" for seat in range(1, 8)}


def offered(table: pb.Play) -> int | None:
    return next((seat.seat for seat in table.view().seats if seat.offered_shoe), None)


def holder(table: pb.Play) -> int | None:
    return next((seat.seat for seat in table.view().seats if seat.has_shoe), None)


def holding(table: pb.Play) -> str | None:
    (award,) = t.events(table, HandAwarded)
    return award.person


def closed(table: pb.Play, stakes: dict) -> pb.Play:
    return t.staked(t.betting(table), stakes).do(pb.CloseBets(), by="croupier")


@pytest.mark.clause("PB.C.01")
def test_whoever_sits_may_play():
    table = t.betting(t.ready(people={5: "ana"}, standing_allowed=True))
    t.refused(table, pb.PlaceBet(t.PUNTO, 20 * t.EURO), "onlooker", "not-at-table", "PB.C.01")
    table = table.do(pb.PlaceBet(t.PUNTO, 20 * t.EURO), by="ana")
    assert "PB.C.01" in t.rests(table)
    assert t.events(table, BetPlaced) == (BetPlaced("ana", t.PUNTO, 20 * t.EURO),)
    assert table.view().seats[4].bets == {"punto": 20 * t.EURO}


@pytest.mark.clause("PB.C.02")
def test_people_on_their_feet_need_the_managements_leave():
    table = t.betting(
        t.ready(staff={pb.Role.CROUPIER: "croupier", pb.Role.TABLE_CHIEF: "chief", pb.Role.DIRECTOR: "dir"})
    )
    t.refused(table, pb.StandBehind(3), "eva", "standing-not-admitted", "PB.C.02")
    t.refused(table, pb.PlaceBet(t.BANCA, 20 * t.EURO), "eva", "not-at-table")
    table = t.ready(standing_allowed=True).do(pb.StandBehind(3), by="eva").do(pb.BuyIn(t.CHIPS), by="eva")
    table = t.betting(table)
    bet = table.do(pb.PlaceBet(t.BANCA, 20 * t.EURO), by="eva")
    assert "PB.C.02" in t.rests(bet)
    assert [(one.person, one.behind, one.bets) for one in bet.view().standing] == [("eva", 3, {"banca": 20 * t.EURO})]


@pytest.mark.clause("PB.C.02")
def test_leave_to_stand_may_be_taken_back():
    staff = {pb.Role.CROUPIER: "croupier", pb.Role.TABLE_CHIEF: "chief", pb.Role.DIRECTOR: "dir"}
    table = t.ready(standing_allowed=True, staff=staff).do(pb.StandBehind(3), by="eva").do(pb.BuyIn(t.CHIPS), by="eva")
    t.refused(table, pb.SetOptions(standing_allowed=False), "croupier", "not-your-post")
    table = t.betting(table.do(pb.SetOptions(standing_allowed=False), by="dir"))
    t.refused(table, pb.PlaceBet(t.BANCA, 20 * t.EURO), "eva", "standing-not-admitted", "PB.C.02")
    t.refused(table, pb.SetOptions(standing_allowed=True), "dir", "coup-in-progress")


def tried(table: pb.Play, by: str, act: object) -> pb.Play:
    return table.after(table.attempt(act, by))


@pytest.mark.clause("PB.C.03")
def test_nobody_is_forced_to_deal():
    table = t.ready(people={4: "ana", 6: "bea"})
    assert offered(table) == 4
    table = tried(table, "ana", pb.PassShoe())
    assert "PB.C.03" in t.rests(table)
    assert (offered(table), table.view().seats[3].person, table.view("ana").me.chips) == (6, "ana", t.CHIPS)
    t.refused(table, pb.PassShoe(), "ana", "shoe-not-yours")
    t.refused(table, pb.TakeShoe(), "ana", "shoe-not-offered-to-you")
    next_sitter = table.do(pb.Leave(), by="ana").do(pb.Sit(4), by="eva").do(pb.PassShoe(), by="bea")
    assert offered(next_sitter) == 4, "who sits down there has declined nothing"


@pytest.mark.clause("PB.C.03")
def test_when_all_decline_the_croupier_deals():
    table = t.ready(t.BANK_WINS, people=SEVEN)
    for seat, who in SEVEN.items():
        assert offered(table) == seat
        table = table.do(pb.PassShoe(), by=who)
    assert table.view().croupier_deals
    table = closed(table, {"p2": {t.PUNTO: 1000}}).do(pb.Deal(), by="croupier")
    table = table.do(pb.ShowHand(pb.Hand.PUNTO), by="p2").do(pb.ShowHand(pb.Hand.BANCA), by="croupier")
    assert table.view().result is Winner.BANCA
    later = table.do(pb.Settle(), by="croupier")
    assert later.view().croupier_deals
    asked = later.do(pb.TakeShoe(), by="p3")
    assert "HP.PB.take-from-croupier" in t.rests(asked)
    assert holder(asked) == 3


@pytest.mark.clause("PB.C.04")
@pytest.mark.parametrize(("places", "first"), [((1, 2, 5), 1), ((2, 5), 2), ((9,), 9)])
def test_the_turn_begins_at_place_one(places, first):
    table = t.ready(people={seat: f"p{seat}" for seat in places})
    assert offered(table) == first
    assert "PB.C.04" in t.rests(table)
    assert t.events(table, ShoeOffered) == (ShoeOffered(first),)


def end_of_shoe(last_coup: str, people: dict[int, str], **options: object) -> pb.Play:
    values = {"pack__cards_below_cut_card": 307, **{f"turn__{key}": value for key, value in options.items()}}
    table = t.settled(t.ready(last_coup, people=people, game=t.game_with(**values)))
    assert table.view().phase is pb.Phase.END_OF_SHOE
    return table


THREE = {1: "ana", 2: "bea", 5: "carl"}


@pytest.mark.clause("PB.C.10")
@pytest.mark.parametrize(
    ("cards", "restart", "has_it", "next_one"),
    [
        (t.PLAYER_WINS, False, None, 2),
        (t.PLAYER_WINS, True, None, 1),
        (t.BANK_WINS, False, 1, 1),
        (t.BANK_WINS, True, 1, 1),
        (t.SIXES, False, 1, 1),
    ],
)
def test_the_right_to_deal_is_lost_with_the_last_coup_of_a_shoe_too(
    cards: str, restart: bool, has_it: int | None, next_one: int
) -> None:
    table = end_of_shoe(cards, THREE, restart_at_first=restart)
    assert (holder(table), offered(t.burned(table))) == (has_it, next_one)


@rows(
    "gone, next_one",
    [((), 1), (("bea",), 1), (("ana",), 2), (("ana", "bea"), 5), (("ana", "carl"), 2), (("ana", "bea", "carl"), None)],
)
def test_the_shoe_is_offered_to_no_place_that_was_left_while_it_was_prepared(gone: Any, next_one: int | None) -> None:
    table = end_of_shoe(t.BANK_WINS, THREE, restart_at_first=False).do(pb.CountPack(), by="croupier")
    for one in gone:
        table = table.do(pb.Leave(), by=one)
    for what in (pb.ShufflePack(), pb.CutPack(100), pb.InsertCutCard(), pb.BurnCards()):
        table = table.do(what, by="croupier")
    assert (offered(table), table.state.turn.croupier) == (next_one, next_one is None)


def test_a_coup_is_dealt_although_nobody_bets():
    table = t.ready(t.BANK_WINS, players_deal=False).do(pb.OpenBets(), by="croupier").do(pb.CloseBets(), by="croupier")
    assert table.view().phase is pb.Phase.DEAL
    assert t.events(table, HandAwarded) == (HandAwarded("croupier"),)


@pytest.mark.clause("PB.C.05")
def test_the_shoe_passes_to_the_right():
    table = t.ready(people=SEVEN)
    for seat in (1, 2, 3):
        assert offered(table) == seat
        table = tried(table, f"p{seat}", pb.PassShoe())
    assert "PB.C.05" in t.rests(table)
    assert offered(table) == 4
    gap = t.ready(people={2: "bea", 6: "dora", 9: "eva"}).do(pb.PassShoe(), by="bea")
    assert offered(gap) == 6
    last = gap.do(pb.PassShoe(), by="dora").do(pb.TakeShoe(), by="eva").do(pb.PassShoe(), by="eva")
    assert offered(last) == 2


def test_the_holder_may_pass_the_shoe_between_coups_and_before_no_more_bets():
    table = t.settled(t.ready(t.BANK_WINS, people={1: "ana", 2: "bea", 9: "eva"}))
    assert (holder(table), offered(table.do(pb.PassShoe(), by="ana"))) == (1, 2)
    open_ = t.betting(table)
    assert offered(open_.do(pb.PassShoe(), by="ana")) == 2
    late = t.staked(open_, t.TEN_EACH).do(pb.CloseBets(), by="croupier")
    t.refused(late, pb.PassShoe(), "ana", "coup-in-progress")
    t.refused(late, pb.TakeShoe(), "bea", "coup-in-progress")


def test_whoever_leaves_lets_the_shoe_go():
    table = t.ready(people={1: "ana", 2: "bea", 3: "carl"})
    table = table.do(pb.Leave(), by="ana")
    assert offered(table) == 2
    table = table.do(pb.TakeShoe(), by="bea").do(pb.Leave(), by="bea")
    assert offered(table) == 3
    table = table.do(pb.Sit(7), by="carl")
    assert table.view().croupier_deals
    t.sound(table)
    t.refused(t.betting(table).do(pb.PlaceBet(t.PUNTO, 1000), by="carl"), pb.Leave(), "carl", "bets-on-table")


@pytest.mark.clause("PB.C.07")
def test_the_holder_of_the_shoe_must_have_a_bet():
    table = t.betting(t.ready(people={4: "ana", 5: "bea"})).do(pb.PlaceBet(t.PUNTO, 1000), by="bea")
    asked = table.do(pb.CloseBets(), by="croupier")
    assert isinstance(asked.last.outcome, Ruled)
    (fault,) = asked.last.outcome.faults
    assert (fault.code, fault.facts["minimum"], fault.clauses) == ("shoe-holder-without-bet", 1000, ("PB.C.07",))
    assert "PB.C.07" in t.rests(asked)
    assert t.events(asked, HolderReminded) == (HolderReminded(4),)
    assert t.just_said(asked) == ["el que reparte tiene que apostar"]
    assert asked.view().phase is pb.Phase.BETS
    again = asked.do(pb.CloseBets(), by="croupier")
    assert (again.view().phase, offered(again), holder(again)) == (pb.Phase.BETS, 5, None)
    assert "PB.C.07" in t.rests(again)
    t.refused(again, pb.CloseBets(), "croupier", "shoe-not-assigned")
    taken = again.do(pb.TakeShoe(), by="bea").do(pb.CloseBets(), by="croupier")
    assert taken.view().phase is pb.Phase.DEAL
    heard = asked.do(pb.PlaceBet(t.BANCA, 1000), by="ana").do(pb.CloseBets(), by="croupier")
    assert (heard.view().phase, holder(heard)) == (pb.Phase.DEAL, 4)


@rows(
    "bet, reading, enough",
    [
        (t.PUNTO, "either-hand", True),
        (t.BANCA, "either-hand", True),
        (t.TIE, "either-hand", False),
        (t.PUNTO, "bank-only", False),
        (t.BANCA, "bank-only", True),
    ],
)
def test_whoever_was_asked_for_his_bet_is_waited_for_until_he_has_staked(bet, reading, enough):
    table = t.betting(t.ready(game=t.game_with(turn__holder_bet_on=reading))).do(pb.PlaceBet(t.PUNTO, 1000), by="bea")
    assert table.view().waits_for is None
    asked = table.do(pb.CloseBets(), by="croupier")
    assert asked.view().waits_for == "ana"
    t.refused(asked, pb.CallPerson(), "croupier", "nobody-to-call")  # he has been asked already
    assert asked.do(pb.PlaceBet(t.PUNTO, 1000), by="bea").view().waits_for == "ana"
    staked = asked.do(pb.PlaceBet(bet, 1000), by="ana")
    assert staked.view().waits_for == (None if enough else "ana")
    assert (staked.do(pb.CloseBets(), by="croupier").view().phase is pb.Phase.DEAL) is enough
    assert staked.do(pb.WithdrawBet(bet), by="ana").view().waits_for == "ana"


@pytest.mark.clause("PB.C.08")
def test_the_highest_stake_on_player_holds_it():
    people = {1: "ana", 3: "bea", 5: "dora", 7: "carl"}
    stakes = {"ana": {t.PUNTO: 20 * t.EURO}, "carl": {t.PUNTO: 100 * t.EURO}, "bea": {t.BANCA: 500 * t.EURO}}
    table = t.ready(people=people).do(pb.PassShoe(), by="ana").do(pb.PassShoe(), by="bea")
    table = closed(table, stakes | {"dora": {t.BANCA: 1000}})
    assert holding(table) == "carl"
    assert "PB.C.08" in t.rests(table)


@pytest.mark.clause("PB.C.06", "PB.C.08")
@rows(
    "others, turned_by",
    {
        "the next highest turns the Player hand": ({"bea": {t.PUNTO: 1000}}, "bea"),
        "nobody else has staked on it: the croupier does": ({"bea": {t.BANCA: 1000}}, "croupier"),
    },
)
def test_whoever_deals_turns_the_bank_hand_alone_however_high_they_stake_on_player(others, turned_by):
    assert holding(closed(t.ready(), {"ana": {t.PUNTO: 5000}, **others})) == turned_by


@pytest.mark.clause("PB.C.09")
def test_without_a_stake_on_player_the_croupier_turns_it():
    table = closed(t.ready(t.PLAYER_WINS, people={2: "bea"}), {"bea": {t.BANCA: 50 * t.EURO}})
    assert holding(table) == "croupier"
    assert "PB.C.09" in t.rests(table)
    table = table.do(pb.Deal(), by="bea")
    t.refused(table, pb.ShowHand(pb.Hand.PUNTO), "bea", "not-holding-hand")
    table = t.turned(table)
    assert table.view().result is Winner.PUNTO


def equal_stakes() -> pb.Play:
    people = {1: "ana", 2: "bea", 4: "carl", 8: "dora"}
    table = t.ready(t.SIXES, t.SIXES, people=people, standing_allowed=True)
    table = table.do(pb.PassShoe(), by="ana").do(pb.PassShoe(), by="bea")
    table = table.do(pb.StandBehind(5), by="eva").do(pb.BuyIn(t.CHIPS), by="eva")
    stakes = {who: {t.PUNTO: 3000} for who in ("eva", "ana", "dora")} | {
        "carl": {t.BANCA: 1000},
        "bea": {t.PUNTO: 1000},
    }
    return closed(table, stakes)


def test_equal_highest_stakes_wait_for_the_table_chief():
    table = equal_stakes()
    assert t.events(table, HandDisputed) == (HandDisputed(("dora", "ana", "eva")),)
    assert table.view().disputants == ("dora", "ana", "eva")
    t.refused(table, pb.Deal(), "carl", "hand-disputed")
    t.refused(table, pb.AwardHand("bea"), "chief", "not-a-candidate")
    t.refused(table, pb.AwardHand("ana"), "ana", "not-your-post")
    table = table.do(pb.AwardHand("ana"), by="chief")
    t.refused(table, pb.AwardHand("eva"), "chief", "nothing-to-decide")
    table = table.do(pb.Deal(), by="carl").do(pb.ShowHand(pb.Hand.PUNTO), by="ana")
    table = table.do(pb.ShowHand(pb.Hand.BANCA), by="carl").do(pb.Settle(), by="croupier")
    again = table.do(pb.OpenBets(), by="croupier").do(pb.CloseBets(), by="croupier")
    assert again.view().disputants == ("dora", "ana", "eva")


def test_the_chief_may_decide_once_for_all():
    table = equal_stakes().do(pb.AwardHand("eva", standing=True), by="chief").do(pb.Deal(), by="carl")
    table = t.turned(table).do(pb.Settle(), by="croupier")
    again = table.do(pb.OpenBets(), by="croupier").do(pb.CloseBets(), by="croupier")
    assert holding(again) == "dora"
    assert "HP.PB.equal-stakes" in t.rests(again)


def test_the_croupier_stands_in_for_people_who_are_away():
    table = t.dealt(t.ready(t.PLAYER_WINS))
    for who, hand in (("bea", pb.Hand.PUNTO), ("ana", pb.Hand.BANCA)):
        t.refused(table, pb.ShowHand(hand), "croupier", "not-holding-hand")
        away = table.do(pb.Away(who), by=CLOCK)
        t.refused(away, pb.ShowHand(hand), "chief", "not-holding-hand")
        t.refused(away, pb.CallPerson(), "croupier", "nobody-to-call")
        there = away.do(pb.ShowHand(hand), by="croupier")
        assert "HP.PB.absent-holder" in t.rests(there)
        back = away.do(pb.Back(who), by=who)
        t.refused(back, pb.ShowHand(hand), "croupier", "not-holding-hand")
        table = back.do(pb.ShowHand(hand), by=who)
    assert table.view().result is Winner.PUNTO


def test_a_dealer_who_was_called_to_deal_is_called_anew_to_show():
    """A call lasts as long as its step."""
    table = t.staked(t.betting(t.ready(t.PLAYER_WINS)), t.TEN_EACH).do(pb.CloseBets(), by="croupier")
    table = table.do(pb.CallPerson(), by="croupier").do(pb.Deal(), by="croupier")
    table = table.do(pb.ShowHand(pb.Hand.PUNTO), by="bea")
    t.refused(table, pb.ShowHand(pb.Hand.BANCA), "croupier", "not-holding-hand")
    table.do(pb.CallPerson(), by="croupier").do(pb.ShowHand(pb.Hand.BANCA), by="croupier")


def test_a_silent_player_does_not_hold_up_the_shoe():
    table = t.ready().do(pb.OpenBets(), by="croupier").do(pb.PlaceBet(t.PUNTO, 1000), by="bea")
    t.refused(table, pb.CloseBets(), "croupier", "shoe-not-assigned")
    assert (table.view().waits_for, table.view().is_called) == ("ana", False)
    t.refused(table, pb.PassShoe(), "croupier", "shoe-not-yours")
    t.refused(table, pb.CallPerson(), "bea", "not-your-post")
    assert "call-person" in {one.act for one in table.legal("croupier")}
    table = table.do(pb.CallPerson(), by="croupier")
    assert t.just_said(table) == ["se espera al puesto 1"]
    assert "HP.PB.silent-player" in t.rests(table)
    assert table.view().is_called
    t.refused(table, pb.CallPerson(), "croupier", "called-already")
    assert "pass-shoe" in {one.act for one in table.legal("croupier")}
    taken = table.do(pb.TakeShoe(), by="ana")
    t.refused(taken, pb.PassShoe(), "croupier", "shoe-not-yours")
    passed = table.do(pb.PassShoe(), by="croupier")
    assert "HP.PB.silent-player" in t.rests(passed)
    assert (offered(passed), passed.view().waits_for, passed.view().is_called) == (2, "bea", False)
    t.refused(passed, pb.PassShoe(), "croupier", "shoe-not-yours")
    nobody = passed.do(pb.CallPerson(), by="croupier").do(pb.PassShoe(), by="croupier")
    assert nobody.view().croupier_deals
    assert nobody.do(pb.CloseBets(), by="croupier").view().phase is pb.Phase.DEAL


@pytest.mark.clause("PB.C.10")
@pytest.mark.parametrize(("cards", "kept"), [(t.PLAYER_WINS, False), (t.BANK_WINS, True), (t.SIXES, True)])
def test_the_shoe_is_lost_with_the_bank(cards, kept):
    table = t.settled(t.ready(cards, people={4: "ana", 5: "bea"}))
    assert "PB.C.10" in t.rests(table)
    assert (holder(table) == 4) is kept
    assert (offered(table) == 5) is not kept


@pytest.mark.clause("PB.C.11")
def test_after_a_loss_the_shoe_goes_to_the_next_in_turn():
    people = {1: "dora", 2: "eva", 4: "ana", 7: "bea"}
    table = (
        t.ready(t.PLAYER_WINS, t.PLAYER_WINS, people=people).do(pb.PassShoe(), by="dora").do(pb.PassShoe(), by="eva")
    )
    table = t.settled(table)
    assert offered(table) == 7
    assert "PB.C.11" in t.rests(table)
    assert t.in_words(table, t.events(table, Said))[-1] == "sabot para el 7"
    table = t.settled(table, {"bea": {t.BANCA: 1000}})
    assert offered(table) == 1
