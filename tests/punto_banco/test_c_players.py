"""Section C: who plays, whose the shoe is, who turns the hands."""

import pytest

from tapete import punto_banco as pb
from tapete.games.baccarat.outcome import Winner
from tapete.games.punto_banco.events import (
    BetPlaced,
    HandAwarded,
    HandDisputed,
    HolderReminded,
    Said,
    ShoeOffered,
    ShoeTaken,
    ShoeToCroupier,
)
from tapete.kernel import CLOCK, Choice, People, Ruled
from tests.support.punto_banco.tables import (
    BANCA,
    BANK_WINS,
    CHIPS,
    EURO,
    PLAYER_WINS,
    PUNTO,
    SIXES,
    TEN_EACH,
    TIE,
    betting,
    burned,
    dealt,
    events,
    game_with,
    in_words,
    just_said,
    opened,
    ready,
    refused,
    rests,
    seated,
    settled,
    sound,
    staked,
    turned,
    won,
)
from tests.support.rows import rows

SEVEN = {seat: f"p{seat}" for seat in range(1, 8)}


def offered(table: pb.Play) -> int | None:
    """Return the place to which the shoe is offered, as everybody sees it."""
    return next((seat.seat for seat in table.view().seats if seat.offered_shoe), None)


def holder(table: pb.Play) -> int | None:
    """Return the place that has the shoe, as everybody sees it."""
    return next((seat.seat for seat in table.view().seats if seat.has_shoe), None)


def holding(table: pb.Play) -> str | None:
    """Return who has the Player hand."""
    (award,) = events(table, HandAwarded)
    return award.person


def closed(table: pb.Play, stakes: dict) -> pb.Play:
    return staked(betting(table), stakes).do(pb.CloseBets(), by="croupier")


# --- who plays --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PB.C.01")
def test_whoever_sits_may_play():
    """A person at a numbered place may bet; somebody from outside may not."""
    table = betting(ready(people={5: "ana"}, standing_allowed=True))
    refused(table, pb.PlaceBet(PUNTO, 20 * EURO), "onlooker", "not-at-table", "PB.C.01")
    table = table.do(pb.PlaceBet(PUNTO, 20 * EURO), by="ana")
    assert "PB.C.01" in rests(table)
    assert events(table, BetPlaced) == (BetPlaced("ana", PUNTO, 20 * EURO),)
    assert table.view().seats[4].bets == {"punto": 20 * EURO}


@pytest.mark.clause("PB.C.02")
def test_people_on_their_feet_need_the_managements_leave():
    """Standing people play only where the games management admits them."""
    table = betting(ready(staff={pb.Role.CROUPIER: "croupier", pb.Role.TABLE_CHIEF: "chief", pb.Role.DIRECTOR: "dir"}))
    refused(table, pb.StandBehind(3), "eva", "standing-not-admitted", "PB.C.02")
    refused(table, pb.PlaceBet(BANCA, 20 * EURO), "eva", "not-at-table")
    table = ready(standing_allowed=True).do(pb.StandBehind(3), by="eva").do(pb.BuyIn(CHIPS), by="eva")
    table = betting(table)
    bet = table.do(pb.PlaceBet(BANCA, 20 * EURO), by="eva")
    assert "PB.C.02" in rests(bet)
    assert [(one.person, one.behind, one.bets) for one in bet.view().standing] == [("eva", 3, {"banca": 20 * EURO})]


def test_everybody_is_told_his_own_place_sitting_or_behind_it():
    table = ready(standing_allowed=True).do(pb.StandBehind(3), by="eva").do(pb.BuyIn(CHIPS), by="eva")
    told = {who: (me.seat, me.behind) for who in ("ana", "eva", "croupier") if (me := table.view(who).me)}
    assert told == {"ana": (1, None), "eva": (None, 3), "croupier": (None, None)}


@pytest.mark.clause("PB.C.02")
def test_leave_to_stand_may_be_taken_back():
    """Once the management admits nobody standing any more, who stands there bets no more."""
    staff = {pb.Role.CROUPIER: "croupier", pb.Role.TABLE_CHIEF: "chief", pb.Role.DIRECTOR: "dir"}
    table = ready(standing_allowed=True, staff=staff).do(pb.StandBehind(3), by="eva").do(pb.BuyIn(CHIPS), by="eva")
    refused(table, pb.SetOptions(standing_allowed=False), "croupier", "not-your-post")
    table = betting(table.do(pb.SetOptions(standing_allowed=False), by="dir"))
    refused(table, pb.PlaceBet(BANCA, 20 * EURO), "eva", "standing-not-admitted", "PB.C.02")
    refused(table, pb.SetOptions(standing_allowed=True), "dir", "coup-in-progress")


def test_options_and_a_place_that_are_so_already_change_nothing():
    staff = {pb.Role.CROUPIER: "croupier", pb.Role.TABLE_CHIEF: "chief", pb.Role.DIRECTOR: "dir"}
    table = ready(standing_allowed=True, staff=staff).do(pb.StandBehind(3), by="eva")
    for what in (pb.SetOptions(), pb.SetOptions(standing_allowed=True), pb.SetOptions(multiples_only=False)):
        refused(table, what, "dir", "nothing-changes")
    refused(table, pb.StandBehind(3), "eva", "nothing-changes")
    (offer,) = [one for one in table.legal("eva") if one.act == "stand-behind"]
    assert offer.options("seat") == tuple(seat for seat in table.state.seats.labels if seat != 3)
    table.do(pb.StandBehind(4), by="eva").do(pb.SetOptions(standing_allowed=False), by="dir")


# --- the turn of the shoe ---------------------------------------------------------------------------------------------


@pytest.mark.clause("PB.C.03")
def test_nobody_is_forced_to_deal():
    """Who is offered the shoe may refuse it, and loses nothing by it."""
    table = ready(people={4: "ana", 6: "bea"})
    assert offered(table) == 4
    table = table.do(pb.PassShoe(), by="ana")
    assert "PB.C.03" in rests(table)
    assert (offered(table), table.view().seats[3].person, table.view("ana").me.chips) == (6, "ana", CHIPS)
    refused(table, pb.PassShoe(), "ana", "shoe-not-yours")
    refused(table, pb.TakeShoe(), "ana", "shoe-not-offered-to-you")


@pytest.mark.clause("PB.C.03")
def test_when_all_decline_the_croupier_deals():
    """If nobody wants the shoe, the croupier deals and turns the Bank hand."""
    table = ready(BANK_WINS, people=SEVEN)
    for seat, who in SEVEN.items():
        assert offered(table) == seat
        table = table.do(pb.PassShoe(), by=who)
    assert table.view().croupier_deals
    table = closed(table, {"p2": {PUNTO: 1000}}).do(pb.Deal(), by="croupier")
    table = table.do(pb.ShowHand(pb.Hand.PUNTO), by="p2").do(pb.ShowHand(pb.Hand.BANCA), by="croupier")
    assert table.view().result is Winner.BANCA
    later = table.do(pb.Settle(), by="croupier")
    assert later.view().croupier_deals
    asked = later.do(pb.TakeShoe(), by="p3")
    assert "HP.PB.take-from-croupier" in rests(asked)
    assert holder(asked) == 3


def test_a_house_may_keep_the_dealing_to_the_croupier():
    for table in (ready(players_deal=False), ready(game=game_with(turn__players_deal=False))):
        assert table.view().croupier_deals
        refused(table, pb.TakeShoe(), "ana", "shoe-not-offered-to-you")


@pytest.mark.clause("PB.C.04")
@pytest.mark.parametrize(("places", "first"), [((1, 2, 5), 1), ((2, 5), 2), ((9,), 9)])
def test_the_turn_begins_at_place_one(places, first):
    """The first to be offered the shoe sits at place 1, or at the next occupied one."""
    table = ready(people={seat: f"p{seat}" for seat in places})
    assert offered(table) == first
    assert "PB.C.04" in rests(table)
    assert events(table, ShoeOffered) == (ShoeOffered(first),)


def new_shoe(**options: object) -> pb.Play:
    """Return a table whose first shoe ended with the shoe at place 5; its second one is burned."""
    values = {"pack__cards_below_cut_card": 305, **{f"turn__{key}": value for key, value in options.items()}}
    table = ready(BANK_WINS, BANK_WINS, people={1: "ana", 5: "bea"}, game=game_with(**values))
    table = table.do(pb.PassShoe(), by="ana")
    table = settled(settled(table), TEN_EACH)
    assert table.view().phase is pb.Phase.END_OF_SHOE
    return burned(table)


def test_a_new_shoe_starts_at_place_one_again():
    assert offered(new_shoe()) == 1
    assert offered(new_shoe(restart_at_first=False)) == 5


def end_of_shoe(last_coup: str, people: dict[int, str], **options: object) -> pb.Play:
    """Return a table whose first shoe ended after one coup of ana's, who sits at place 1."""
    values = {"pack__cards_below_cut_card": 307, **{f"turn__{key}": value for key, value in options.items()}}
    table = settled(ready(last_coup, people=people, game=game_with(**values)))
    assert table.view().phase is pb.Phase.END_OF_SHOE
    return table


THREE = {1: "ana", 2: "bea", 5: "carl"}


@pytest.mark.clause("PB.C.10")
@pytest.mark.parametrize(
    ("cards", "restart", "has_it", "next_one"),
    [
        (PLAYER_WINS, False, None, 2),
        (PLAYER_WINS, True, None, 1),
        (BANK_WINS, False, 1, 1),
        (BANK_WINS, True, 1, 1),
        (SIXES, False, 1, 1),
    ],
)
def test_the_right_to_deal_is_lost_with_the_last_coup_of_a_shoe_too(
    cards: str, restart: bool, has_it: int | None, next_one: int
) -> None:
    table = end_of_shoe(cards, THREE, restart_at_first=restart)
    assert holder(table) == has_it
    assert offered(burned(table)) == next_one


def test_the_turn_that_goes_on_skips_a_place_that_was_left() -> None:
    kept = end_of_shoe(BANK_WINS, THREE, restart_at_first=False)
    assert offered(burned(kept.do(pb.Leave(), by="ana"))) == 2
    lost = end_of_shoe(PLAYER_WINS, THREE, restart_at_first=False)
    assert offered(burned(lost.do(pb.Leave(), by="bea"))) == 5
    alone = end_of_shoe(PLAYER_WINS, {1: "ana", 2: "bea"}, restart_at_first=False)
    assert offered(burned(alone.do(pb.Leave(), by="bea"))) == 1


@pytest.mark.parametrize(
    ("cards", "gone_by", "next_one"),
    [
        (BANK_WINS, ("bea", "carl", "ana"), 2),  # bea has won with it and lets it go by, as everybody does
        (PLAYER_WINS, ("carl", "ana", "bea"), 5),  # bea has lost it: the turn is carl's
    ],
)
def test_a_turn_that_everybody_let_go_by_stands_where_the_shoe_was_last(
    cards: str, gone_by: tuple[str, ...], next_one: int
) -> None:
    """The croupier deals the end of the shoe; the next one is offered from whoever had this one last."""
    values = {"pack__cards_below_cut_card": 304, "turn__restart_at_first": False}
    table = ready(cards, BANK_WINS, people=THREE, game=game_with(**values)).do(pb.PassShoe(), by="ana")
    table = settled(table)
    for one in gone_by:
        table = table.do(pb.PassShoe(), by=one)
    assert table.view().croupier_deals
    table = settled(table, {"bea": {PUNTO: 1000}})
    assert table.view().phase is pb.Phase.END_OF_SHOE
    assert offered(burned(table)) == next_one


@rows(
    "gone, next_one",
    [((), 1), (("bea",), 1), (("ana",), 2), (("ana", "bea"), 5), (("ana", "carl"), 2), (("ana", "bea", "carl"), None)],
)
def test_the_shoe_is_offered_to_no_place_that_was_left_while_it_was_prepared(
    gone: tuple[str, ...], next_one: int | None
) -> None:
    """Ana at place 1 won the last coup of the shoe: she may go on, unless she has left after the cards were counted."""
    table = end_of_shoe(BANK_WINS, THREE, restart_at_first=False).do(pb.CountPack(), by="croupier")
    for one in gone:
        table = table.do(pb.Leave(), by=one)
    for what in (pb.ShufflePack(), pb.CutPack(100), pb.InsertCutCard(), pb.BurnCards()):
        table = table.do(what, by="croupier")
    assert (offered(table), table.state.turn.croupier) == (next_one, next_one is None)


def test_the_shoe_is_offered_to_no_empty_place_after_the_croupier_has_dealt() -> None:
    """Ana dealt once and let the shoe go by, as everybody did; the croupier ended it. Then she left place 1."""
    values = {"pack__cards_below_cut_card": 304, "turn__restart_at_first": False}
    table = settled(ready(BANK_WINS, BANK_WINS, people=THREE, game=game_with(**values)))
    for one in ("ana", "bea", "carl"):
        table = table.do(pb.PassShoe(), by=one)
    table = settled(table, {"bea": {PUNTO: 1000}})
    assert (table.view().phase, table.state.turn.croupier) == (pb.Phase.END_OF_SHOE, True)
    assert offered(burned(table)) == 1
    assert offered(burned(table.do(pb.Leave(), by="ana"))) == 2
    assert offered(burned(table.do(pb.Leave(), by="ana").do(pb.Leave(), by="bea"))) == 5


def test_a_coup_is_dealt_although_nobody_bets():
    """Only the player who has the shoe owes a bet; no clause asks the table for one."""
    table = ready(BANK_WINS, players_deal=False).do(pb.OpenBets(), by="croupier").do(pb.CloseBets(), by="croupier")
    assert table.view().phase is pb.Phase.DEAL
    assert events(table, HandAwarded) == (HandAwarded("croupier"),)


@pytest.mark.clause("PB.C.05")
def test_the_shoe_passes_to_the_right():
    """Who does not want to deal passes the shoe to his right: the next number, after the highest the first."""
    table = ready(people=SEVEN)
    for who in ("p1", "p2"):
        table = table.do(pb.PassShoe(), by=who)
    assert offered(table) == 3
    table = table.do(pb.PassShoe(), by="p3")
    assert "PB.C.05" in rests(table)
    assert offered(table) == 4
    gap = ready(people={2: "bea", 6: "dora", 9: "eva"}).do(pb.PassShoe(), by="bea")
    assert offered(gap) == 6
    last = gap.do(pb.PassShoe(), by="dora").do(pb.TakeShoe(), by="eva").do(pb.PassShoe(), by="eva")
    assert offered(last) == 2


def test_the_holder_may_pass_the_shoe_between_coups_and_before_no_more_bets():
    table = settled(ready(BANK_WINS, people={1: "ana", 2: "bea", 9: "eva"}))
    assert holder(table) == 1
    assert offered(table.do(pb.PassShoe(), by="ana")) == 2
    open_ = betting(table)
    assert offered(open_.do(pb.PassShoe(), by="ana")) == 2
    late = staked(open_, TEN_EACH).do(pb.CloseBets(), by="croupier")
    refused(late, pb.PassShoe(), "ana", "coup-in-progress")
    refused(late, pb.TakeShoe(), "bea", "coup-in-progress")


def test_whoever_leaves_lets_the_shoe_go():
    table = ready(people={1: "ana", 2: "bea", 3: "carl"})
    table = table.do(pb.Leave(), by="ana")
    assert offered(table) == 2
    table = table.do(pb.TakeShoe(), by="bea").do(pb.Leave(), by="bea")
    assert offered(table) == 3
    table = table.do(pb.Sit(7), by="carl")
    assert table.view().croupier_deals
    sound(table)
    refused(betting(table).do(pb.PlaceBet(PUNTO, 1000), by="carl"), pb.Leave(), "carl", "bets-on-table")


def test_an_empty_table_is_dealt_by_the_croupier_until_somebody_asks():
    table = burned(opened())
    assert table.view().croupier_deals
    table = seated(table, {3: "ana"}).do(pb.TakeShoe(), by="ana")
    assert events(table, ShoeTaken) == (ShoeTaken(3),)


@pytest.mark.clause("PB.C.06")
def test_the_dealer_plays_the_bank_hand():
    """Whoever deals handles and turns the Bank hand, and nobody else."""
    table = dealt(ready(PLAYER_WINS, people={4: "ana", 5: "bea"})).do(pb.ShowHand(pb.Hand.PUNTO), by="bea")
    for other in ("bea", "croupier", "chief", "onlooker"):
        found = refused(table, pb.ShowHand(pb.Hand.BANCA), other, "not-holding-hand", "PB.C.06")
        assert found.facts["holder"] == "ana"
    assert "PB.C.06" in rests(table.do(pb.ShowHand(pb.Hand.BANCA), by="ana"))


@pytest.mark.clause("PB.C.07")
def test_the_holder_of_the_shoe_must_have_a_bet():
    """Without his bet the betting does not close: he is asked for it once, and then the shoe goes on."""
    table = betting(ready(people={4: "ana", 5: "bea"})).do(pb.PlaceBet(PUNTO, 1000), by="bea")
    asked = table.do(pb.CloseBets(), by="croupier")
    assert isinstance(asked.last.outcome, Ruled)
    (fault,) = asked.last.outcome.faults
    assert (fault.code, fault.facts["minimum"], fault.clauses) == ("shoe-holder-without-bet", 1000, ("PB.C.07",))
    assert "PB.C.07" in rests(asked)
    assert events(asked, HolderReminded) == (HolderReminded(4),)
    assert just_said(asked) == ["el que reparte tiene que apostar"]
    assert asked.view().phase is pb.Phase.BETS
    again = asked.do(pb.CloseBets(), by="croupier")
    assert (again.view().phase, offered(again), holder(again)) == (pb.Phase.BETS, 5, None)
    assert "PB.C.07" in rests(again)
    refused(again, pb.CloseBets(), "croupier", "shoe-not-assigned")
    taken = again.do(pb.TakeShoe(), by="bea").do(pb.CloseBets(), by="croupier")
    assert taken.view().phase is pb.Phase.DEAL
    heard = asked.do(pb.PlaceBet(BANCA, 1000), by="ana").do(pb.CloseBets(), by="croupier")
    assert (heard.view().phase, holder(heard)) == (pb.Phase.DEAL, 4)


@pytest.mark.parametrize(
    ("bet", "reading", "enough"),
    [
        (PUNTO, "either-hand", True),
        (BANCA, "either-hand", True),
        (TIE, "either-hand", False),
        (PUNTO, "bank-only", False),
        (BANCA, "bank-only", True),
    ],
)
def test_on_which_hand_the_holder_must_bet(bet, reading, enough):
    table = betting(ready(game=game_with(turn__holder_bet_on=reading))).do(pb.PlaceBet(bet, 1000), by="ana")
    table = table.do(pb.CloseBets(), by="croupier")
    assert (table.view().phase is pb.Phase.DEAL) is enough


@pytest.mark.parametrize(
    ("bet", "reading", "enough"),
    [
        (PUNTO, "either-hand", True),
        (BANCA, "either-hand", True),
        (TIE, "either-hand", False),
        (PUNTO, "bank-only", False),
        (BANCA, "bank-only", True),
    ],
)
def test_whoever_was_asked_for_his_bet_is_waited_for_until_he_has_staked(bet, reading, enough):
    table = betting(ready(game=game_with(turn__holder_bet_on=reading))).do(pb.PlaceBet(PUNTO, 1000), by="bea")
    assert table.view().waits_for is None
    asked = table.do(pb.CloseBets(), by="croupier")
    assert asked.view().waits_for == "ana"
    assert asked.do(pb.PlaceBet(PUNTO, 1000), by="bea").view().waits_for == "ana"
    staked = asked.do(pb.PlaceBet(bet, 1000), by="ana")
    assert staked.view().waits_for == (None if enough else "ana")
    assert staked.do(pb.WithdrawBet(bet), by="ana").view().waits_for == "ana"


# --- who turns the Player hand ----------------------------------------------------------------------------------------


@pytest.mark.clause("PB.C.08")
def test_the_highest_stake_on_player_holds_it():
    """Only the stakes on Player count: 100 € on it beat 20 €, and 500 € on Bank do not."""
    people = {1: "ana", 3: "bea", 5: "dora", 7: "carl"}
    stakes = {"ana": {PUNTO: 20 * EURO}, "carl": {PUNTO: 100 * EURO}, "bea": {BANCA: 500 * EURO}}
    table = ready(people=people).do(pb.PassShoe(), by="ana").do(pb.PassShoe(), by="bea")
    table = closed(table, stakes | {"dora": {BANCA: 1000}})
    assert holding(table) == "carl"
    assert "PB.C.08" in rests(table)


@pytest.mark.clause("PB.C.09")
def test_without_a_stake_on_player_the_croupier_turns_it():
    """Nobody has staked on Player: the croupier holds its cards and the coup is played all the same."""
    table = closed(ready(PLAYER_WINS, people={2: "bea"}), {"bea": {BANCA: 50 * EURO}})
    assert holding(table) == "croupier"
    assert "PB.C.09" in rests(table)
    table = table.do(pb.Deal(), by="bea")
    refused(table, pb.ShowHand(pb.Hand.PUNTO), "bea", "not-holding-hand")
    table = turned(table)
    assert table.view().result is Winner.PUNTO


def test_a_dealer_with_the_highest_stake_keeps_to_the_bank_hand():
    stakes = {"ana": {PUNTO: 90 * EURO}, "bea": {PUNTO: 1000}}
    assert holding(closed(ready(), stakes)) == "bea"
    assert holding(closed(ready(), {"ana": {PUNTO: 90 * EURO}})) == "croupier"


def test_a_standing_bettor_may_hold_the_hand_where_the_house_lets_him():
    for allowed, who in ((True, "eva"), (False, "bea")):
        table = ready(standing_allowed=True, game=game_with(seats__standing_may_hold_hand=allowed))
        table = table.do(pb.StandBehind(3), by="eva").do(pb.BuyIn(CHIPS), by="eva")
        table = closed(table, TEN_EACH | {"eva": {PUNTO: 2000}})
        assert holding(table) == who
        assert [one.holds_hand for one in table.view().standing] == [allowed]


def equal_stakes() -> pb.Play:
    people = {1: "ana", 2: "bea", 4: "carl", 8: "dora"}
    table = ready(SIXES, SIXES, people=people, standing_allowed=True)
    table = table.do(pb.PassShoe(), by="ana").do(pb.PassShoe(), by="bea")
    table = table.do(pb.StandBehind(5), by="eva").do(pb.BuyIn(CHIPS), by="eva")
    stakes = {who: {PUNTO: 3000} for who in ("eva", "ana", "dora")} | {"carl": {BANCA: 1000}, "bea": {PUNTO: 1000}}
    return closed(table, stakes)


def test_equal_highest_stakes_wait_for_the_table_chief():
    table = equal_stakes()
    assert events(table, HandDisputed) == (HandDisputed(("dora", "ana", "eva")),)
    assert table.view().disputants == ("dora", "ana", "eva")
    refused(table, pb.Deal(), "carl", "hand-disputed")
    refused(table, pb.AwardHand("bea"), "chief", "not-a-candidate")
    refused(table, pb.AwardHand("ana"), "ana", "not-your-post")
    table = table.do(pb.AwardHand("ana"), by="chief")
    refused(table, pb.AwardHand("eva"), "chief", "nothing-to-decide")
    table = table.do(pb.Deal(), by="carl").do(pb.ShowHand(pb.Hand.PUNTO), by="ana")
    table = table.do(pb.ShowHand(pb.Hand.BANCA), by="carl").do(pb.Settle(), by="croupier")
    again = table.do(pb.OpenBets(), by="croupier").do(pb.CloseBets(), by="croupier")
    assert again.view().disputants == ("dora", "ana", "eva")


def test_the_chief_may_decide_once_for_all():
    table = equal_stakes().do(pb.AwardHand("eva", standing=True), by="chief").do(pb.Deal(), by="carl")
    table = turned(table).do(pb.Settle(), by="croupier")
    again = table.do(pb.OpenBets(), by="croupier").do(pb.CloseBets(), by="croupier")
    assert holding(again) == "dora"
    assert "HP.PB.equal-stakes" in rests(again)


def test_the_croupier_stands_in_for_people_who_are_away():
    table = dealt(ready(PLAYER_WINS))
    for who, hand in (("bea", pb.Hand.PUNTO), ("ana", pb.Hand.BANCA)):
        refused(table, pb.ShowHand(hand), "croupier", "not-holding-hand")
        away = table.do(pb.Away(who), by=CLOCK)
        refused(away, pb.ShowHand(hand), "chief", "not-holding-hand")
        there = away.do(pb.ShowHand(hand), by="croupier")
        assert "HP.PB.absent-holder" in rests(there)
        back = away.do(pb.Back(who), by=who)
        refused(back, pb.ShowHand(hand), "croupier", "not-holding-hand")
        table = back.do(pb.ShowHand(hand), by=who)
    assert table.view().result is Winner.PUNTO


def test_a_silent_player_does_not_hold_up_the_shoe():
    """The shoe is offered to somebody who is there and never answers: he is called once, then it goes to the right."""
    table = ready().do(pb.OpenBets(), by="croupier").do(pb.PlaceBet(PUNTO, 1000), by="bea")
    refused(table, pb.CloseBets(), "croupier", "shoe-not-assigned")
    assert (table.view().waits_for, table.view().is_called) == ("ana", False)
    refused(table, pb.PassShoe(), "croupier", "shoe-not-yours")
    refused(table, pb.CallPerson(), "bea", "not-your-post")
    assert "call-person" in {one.act for one in table.legal("croupier")}
    table = table.do(pb.CallPerson(), by="croupier")
    assert just_said(table) == ["se espera al puesto 1"]
    assert "HP.PB.silent-player" in rests(table)
    assert table.view().is_called
    refused(table, pb.CallPerson(), "croupier", "called-already")
    assert "pass-shoe" in {one.act for one in table.legal("croupier")}
    taken = table.do(pb.TakeShoe(), by="ana")
    refused(taken, pb.PassShoe(), "croupier", "shoe-not-yours")
    passed = table.do(pb.PassShoe(), by="croupier")
    assert "HP.PB.silent-player" in rests(passed)
    assert (offered(passed), passed.view().waits_for, passed.view().is_called) == (2, "bea", False)
    refused(passed, pb.PassShoe(), "croupier", "shoe-not-yours")
    nobody = passed.do(pb.CallPerson(), by="croupier").do(pb.PassShoe(), by="croupier")
    assert nobody.view().croupier_deals
    assert nobody.do(pb.CloseBets(), by="croupier").view().phase is pb.Phase.DEAL


def test_a_call_between_coups_holds_while_the_bets_are_open():
    table = ready().do(pb.CallPerson(), by="croupier").do(pb.OpenBets(), by="croupier")
    assert offered(table.do(pb.PassShoe(), by="croupier")) == 2


def test_the_croupier_deals_and_turns_for_silent_holders_after_a_call():
    """Neither the holder of the shoe nor that of the Player hand stops the coup by doing nothing: each step is asked
    for once.
    """
    table = staked(betting(ready("As 2d 2h 3c 4s 9h")), TEN_EACH).do(pb.CloseBets(), by="croupier")
    steps = [
        ("ana", pb.Deal(), "not-the-dealer"),
        ("bea", pb.ShowHand(pb.Hand.PUNTO), "not-holding-hand"),
        ("ana", pb.ShowHand(pb.Hand.BANCA), "not-holding-hand"),
        ("ana", pb.DrawCard(pb.Hand.PUNTO), "not-the-dealer"),
        ("ana", pb.DrawCard(pb.Hand.BANCA), "not-the-dealer"),
    ]
    for who, what, code in steps:
        assert table.view().waits_for == who
        refused(table, what, "croupier", code)
        table = table.do(pb.CallPerson(), by="croupier")
        refused(table, what, "chief", code)
        assert what.__struct_config__.tag in {one.act for one in table.legal("croupier")}
        table = table.do(what, by="croupier")
        assert "HP.PB.silent-player" in rests(table)
    refused(table, pb.CallPerson(), "croupier", "nobody-to-call")
    sound(table.do(pb.Settle(), by="croupier"))


def test_nobody_is_called_who_is_away_or_has_nothing_to_do():
    table = ready()
    away = table.do(pb.Away("ana"), by=CLOCK)
    refused(away, pb.CallPerson(), "croupier", "nobody-to-call")
    refused(betting(table), pb.CallPerson(), "croupier", "nobody-to-call")
    called = table.do(pb.CallPerson(), by="croupier").do(pb.Away("ana"), by=CLOCK).do(pb.Back("ana"), by=CLOCK)
    refused(called, pb.PassShoe(), "croupier", "shoe-not-yours")


def test_the_croupier_deals_and_passes_for_an_absent_holder():
    table = ready().do(pb.Away("ana"), by=CLOCK)
    passed = table.do(pb.PassShoe(), by="croupier")
    assert offered(passed) == 2
    refused(passed, pb.PassShoe(), "croupier", "shoe-not-yours")
    table = staked(betting(ready("As 2d 2h 3c 4s 9h")), TEN_EACH).do(pb.CloseBets(), by="croupier")
    table = table.do(pb.Away("ana"), by=CLOCK).do(pb.Deal(), by="croupier")
    table = table.do(pb.ShowHand(pb.Hand.PUNTO), by="bea").do(pb.ShowHand(pb.Hand.BANCA), by="croupier")
    table = table.do(pb.DrawCard(pb.Hand.PUNTO), by="croupier").do(pb.DrawCard(pb.Hand.BANCA), by="croupier")
    assert table.view().result is Winner.PUNTO
    refused(table, pb.Away("ana"), CLOCK, "nothing-changes")
    refused(table, pb.Back("ana"), "bea", "not-your-post")


# --- what a lost bank does --------------------------------------------------------------------------------------------


@pytest.mark.clause("PB.C.10")
@pytest.mark.parametrize(("cards", "kept"), [(PLAYER_WINS, False), (BANK_WINS, True), (SIXES, True)])
def test_the_shoe_is_lost_with_the_bank(cards, kept):
    """The holder loses the shoe when the Bank hand loses; he keeps it on a win and on a tie."""
    table = settled(ready(cards, people={4: "ana", 5: "bea"}))
    assert "PB.C.10" in rests(table)
    assert (holder(table) == 4) is kept
    assert (offered(table) == 5) is not kept


@pytest.mark.clause("PB.C.11")
def test_after_a_loss_the_shoe_goes_to_the_next_in_turn():
    """Places 1, 2, 4, 7: from 4 the shoe goes to 7, and from 7 to 1."""
    people = {1: "dora", 2: "eva", 4: "ana", 7: "bea"}
    table = ready(PLAYER_WINS, PLAYER_WINS, people=people).do(pb.PassShoe(), by="dora").do(pb.PassShoe(), by="eva")
    table = settled(table)
    assert offered(table) == 7
    assert "PB.C.11" in rests(table)
    assert in_words(table, events(table, Said))[-1] == "sabot para el 7"
    table = settled(table, {"bea": {BANCA: 1000}})
    assert offered(table) == 1


def test_alone_at_the_table_the_shoe_comes_back():
    table = settled(ready(PLAYER_WINS, people={4: "ana"}), {"ana": {BANCA: 1000}})
    assert offered(table) == 4
    assert won(table, "ana") == -1000
    assert events(table.do(pb.PassShoe(), by="ana"), ShoeToCroupier) == (ShoeToCroupier(),)


def test_the_chief_is_offered_whoever_disputes_the_hand_on_his_place_or_on_his_feet():
    table = equal_stakes()
    (offer,) = [one for one in table.legal("chief") if one.act == "award-hand"]
    assert offer.fields["person"] == People(("dora", "ana", "eva"))
    assert offer.fields["standing"] == Choice((False, True))
    assert [one for one in table.legal("croupier") if one.act == "award-hand"] == []
