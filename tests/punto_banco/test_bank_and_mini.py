"""Clauses PB.D and MPB: the house is the bank, what it keeps, what may be staked and come of it; mini tables, posts."""

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete import punto_banco as pb
from tapete.games.punto_banco.coup import dearest_result
from tapete.games.punto_banco.events import StakeReturned, TableOpened
from tapete.games.punto_banco.game import PuntoBanco
from tapete.games.punto_banco.terms import Bet
from tapete.kernel import HOUSE, Act, PersonId, Refused, RefusedError, fold
from tests.support.live.evening import OPENING
from tests.support.punto_banco import tables as t
from tests.support.rows import rows

STAFF = {pb.Role.CROUPIER: "croupier", pb.Role.TABLE_CHIEF: "chief", pb.Role.DIRECTOR: "dir"}


def cannot_open(code: str, clause: str, **options: object) -> None:
    with pytest.raises(RefusedError) as found:
        pb.open_table(**options)
    assert found.value.refused.code == code
    assert not clause or clause in found.value.refused.clauses


def test_nothing_is_deducted_of_what_the_player_hand_or_a_tie_wins():
    player = t.settled(t.ready(t.PLAYER_WINS), {"ana": {t.BANCA: 1000}, "bea": {t.PUNTO: 100_00}})
    tie = t.settled(t.ready(t.SIXES), {"ana": {t.BANCA: 1000, t.TIE: 1000}})
    assert {one.deduction for table in (player, tie) for one in t.lines(table).values()} == {0}


@rows("stake, kept", [(1000, 50), (1009, 50), (1010, 51), (1011, 51), (1029, 51), (1030, 52), (1050, 53)])
def test_half_a_cent_of_the_deduction_goes_to_the_house(stake, kept):
    table = t.settled(t.ready(t.BANK_WINS), {"ana": {t.BANCA: stake}})
    assert (t.lines(table)["ana", t.BANCA].deduction, t.won(table, "ana") + t.house(table)) == (kept, 0)


def test_the_deduction_may_be_taken_in_larger_units():
    table = t.settled(t.ready(t.BANK_WINS, game=t.game_with(bets__commission_unit=50)), {"ana": {t.BANCA: 1500}})
    assert t.lines(table)["ana", t.BANCA].deduction == 100


def test_the_deduction_is_of_each_bet_and_not_of_the_sum():
    table = t.settled(t.ready(t.BANK_WINS), {"ana": {t.BANCA: 1010}, "bea": {t.BANCA: 1010}})
    assert ([one.deduction for one in t.lines(table).values()], t.house(table)) == ([51, 51], -2 * (1010 - 51))


@pytest.mark.clause("PB.D.04")
def test_each_table_has_a_minimum_of_its_own():
    small, large = (t.betting(t.ready(minimum=m * t.EURO, maximum=2000 * m)) for m in (5, 25))
    assert "PB.D.04" in t.rests(small.do(pb.PlaceBet(t.PUNTO, 5 * t.EURO), by="bea"))
    t.refused(large, pb.PlaceBet(t.PUNTO, 5 * t.EURO), "bea", "below-minimum", "PB.D.04")
    t.refused(large, pb.PlaceBet(t.PUNTO, 2499), "bea", "below-minimum", "PB.D.04")
    large.do(pb.PlaceBet(t.PUNTO, 25 * t.EURO), by="bea")


@pytest.mark.clause("PB.D.05")
def test_no_minimum_below_the_authorised_one():
    cannot_open("below-authorised-minimum", "PB.D.05", minimum=200, maximum=4000, authorised_minimum=500)
    cannot_open("below-authorised-minimum", "PB.D.05", minimum=499, maximum=9980, authorised_minimum=500)
    table = pb.open_table(minimum=500, maximum=10000, authorised_minimum=500)
    assert "PB.D.05" in t.rests(table)
    assert (table.view().minimum, table.view().authorised_minimum) == (500, 500)


@pytest.mark.clause("PB.D.06")
@pytest.mark.parametrize("times", [20, 50, 100])
def test_the_maximum_is_20_50_or_100_minimums(times):
    table = pb.open_table(minimum=1000, maximum=1000 * times)
    assert "PB.D.06" in t.rests(table)
    for maximum in (30000, 1000 * times - 1, 1000 * times + 1, 1000):
        cannot_open("max-not-20-50-100", "PB.D.06", minimum=1000, maximum=maximum)


@pytest.mark.clause("PB.D.06")
def test_nobody_bets_more_than_the_maximum():
    table = t.betting(t.ready())
    t.refused(table, pb.PlaceBet(t.PUNTO, 505 * t.EURO), "bea", "above-maximum", "PB.D.06")
    table = table.do(pb.PlaceBet(t.PUNTO, 500 * t.EURO), by="bea")
    assert "PB.D.06" in t.rests(table)
    t.refused(table, pb.PlaceBet(t.PUNTO, 1), "bea", "above-maximum", "PB.D.06")
    table = table.do(pb.PlaceBet(t.BANCA, 500 * t.EURO), by="bea").do(pb.PlaceBet(t.PUNTO, 500 * t.EURO), by="ana")
    assert table.view().stakes == {"punto": 1000 * t.EURO, "banca": 500 * t.EURO} | {
        bet: 0 for bet in table.view().stakes if bet not in ("punto", "banca")
    }


@pytest.mark.clause("PB.D.07")
def test_bets_may_have_to_be_multiples_of_the_minimum():
    table = t.betting(t.ready(multiples_only=True))
    for bet in (t.PUNTO, t.BANCA, t.TIE):
        t.refused(table, pb.PlaceBet(bet, 25 * t.EURO), "bea", "not-a-multiple", "PB.D.07")
    more = table.do(pb.PlaceBet(t.PUNTO, 30 * t.EURO), by="bea")
    assert "PB.D.07" in t.rests(more)
    t.refused(more, pb.PlaceBet(t.PUNTO, 5 * t.EURO), "bea", "not-a-multiple", "PB.D.07")
    t.refused(more, pb.WithdrawBet(t.PUNTO, 5 * t.EURO), "bea", "not-a-multiple", "PB.D.07")
    t.betting(t.ready()).do(pb.PlaceBet(t.PUNTO, 25 * t.EURO), by="bea")


def test_only_the_director_asks_for_multiples_and_only_between_coups():
    table = t.ready(staff=STAFF)
    for who in ("ana", "croupier", "chief"):
        t.refused(table, pb.SetOptions(multiples_only=True), who, "not-your-post")
    asked = table.do(pb.SetOptions(multiples_only=True), by="dir")
    assert (asked.view().multiples_only, asked.view().standing_allowed) == (True, False)
    t.refused(t.betting(asked), pb.PlaceBet(t.PUNTO, 2500), "bea", "not-a-multiple")
    t.refused(t.betting(table), pb.SetOptions(multiples_only=True), "dir", "coup-in-progress")


def test_nobody_stakes_chips_that_he_has_not():
    table = t.betting(t.ready(chips=5000))
    table = table.do(pb.PlaceBet(t.PUNTO, 4000), by="bea")
    t.refused(table, pb.PlaceBet(t.BANCA, 1001), "bea", "not-enough-chips")
    t.refused(table, pb.CashOut(1001), "bea", "not-enough-chips")
    table = table.do(pb.CashOut(1000), by="bea")
    assert t.chips(table, "bea") == 0


SIDE = tuple(bet for bet in pb.Bet if bet not in (t.PUNTO, t.BANCA, t.TIE))


@rows(
    "cards, wins",
    {
        "a pair of kings on Player, five cards": (
            "Ks 7d Kh Ts 5c",
            {"pareja-punto": 11000, "pareja-cualquiera": 5000, "grande": 540},
        ),
        "a pair of sevens on Bank, four cards": (
            "Ks 7d 8h 7s",
            {"pareja-banca": 11000, "pareja-cualquiera": 5000, "pequena": 1500},
        ),
        "a pair of one suit": (
            "8s 7d 8s Ks",
            {"pareja-punto": 11000, "pareja-cualquiera": 5000, "pareja-perfecta": 25000, "pequena": 1500},
        ),
        "no pair, six cards": ("As 2d 2h 3c 4s 9h", {"grande": 540}),
        "no pair, five cards, the third one on Bank": ("Ks Kd 6h 5h 9c", {"grande": 540}),
        "a third card that makes no pair": ("Ks 2d Ah 4h 2c", {"grande": 540}),
        "no pair, four cards": ("Ks Kd 6h 7h", {"pequena": 1500}),
    },
)
def test_side_bets_pay_where_the_house_offers_them(cards, wins):
    table = t.settled(t.ready(cards, side_bets=SIDE), t.TEN_EACH | {"bea": {t.PUNTO: 1000} | dict.fromkeys(SIDE, 1000)})
    found = {str(bet): one.winnings for (_, bet), one in t.lines(table).items() if bet in SIDE and one.outcome == "won"}
    assert (found, t.house(table)) == (wins, -sum(t.won(table, who) for who in ("ana", "bea")))


def test_side_bets_are_off_unless_the_house_offers_them():
    table = t.betting(t.ready(side_bets=(pb.Bet.BIG,)))
    for bet in SIDE:
        if bet is pb.Bet.BIG:
            assert table.do(pb.PlaceBet(bet, 1000), by="bea").view().stakes["grande"] == 1000
        else:
            t.refused(table, pb.PlaceBet(bet, 1000), "bea", "bet-not-offered")
    assert "pequena" not in {offer.fixed_value("bet") for offer in table.legal("bea")}


def test_the_table_opens_with_what_the_house_chose():
    table = pb.open_table(minimum=2500, maximum=250000, name="mesa-7", decks=8, places=12, multiples_only=True)
    (event,) = t.events(table, TableOpened)
    assert (event.name, event.minimum, event.maximum, event.decks) == ("mesa-7", 2500, 250000, 8)
    assert (event.places, len(event.sha256)) == (tuple(range(1, 13)), 64)
    cannot_open("decks-not-allowed", "", decks=7)
    cannot_open("no-such-rulebook", "", rulebook="nowhere")
    cannot_open("missing-table-chief", "", staff={pb.Role.CROUPIER: "croupier"})
    cannot_open("missing-croupier", "", staff={pb.Role.TABLE_CHIEF: "chief"})
    cannot_open("observed-not-offered", "", conduct="observed")


def test_the_table_closes_between_coups_with_nothing_staked():
    table = t.ready(t.SIXES, staff=STAFF)
    assert table.do(pb.CloseTable(), by="chief").view().phase is pb.Phase.CLOSED
    t.refused(t.betting(table), pb.CloseTable(), "dir", "coup-in-progress")
    tie = t.settled(table)
    t.refused(tie, pb.CloseTable(), "dir", "bets-on-table")
    tie = tie.do(pb.WithdrawBet(t.BANCA), by="ana").do(pb.WithdrawBet(t.PUNTO), by="bea")
    over = tie.do(pb.CloseTable(), by="dir")
    t.refused(over, pb.OpenBets(), "croupier", "table-closed")
    assert t.ended(table).state.phase is pb.Phase.SETTLE
    t.staked(t.betting(table), t.TEN_EACH)


@pytest.mark.clause("PB.D.07")
def test_a_stake_left_after_a_tie_goes_back_when_multiples_are_asked_for():
    stakes = {"ana": {t.BANCA: 10 * t.EURO}, "bea": {t.PUNTO: 15 * t.EURO}}
    table = t.settled(t.ready(t.SIXES, t.BANK_WINS, staff=STAFF), stakes)
    kept = table.do(pb.OpenBets(), by="croupier")
    assert kept.state.stake("bea", t.PUNTO) == 15 * t.EURO
    table = table.do(pb.SetOptions(multiples_only=True), by="dir")
    before = t.chips(table, "bea")
    table = table.do(pb.OpenBets(), by="croupier")
    assert t.events(table, StakeReturned) == (StakeReturned("bea", t.PUNTO, 15 * t.EURO),)
    assert "PB.D.07" in t.rests(table)
    assert (t.chips(table, "bea"), table.state.stake("ana", t.BANCA)) == (before + 15 * t.EURO, 10 * t.EURO)
    t.sound(table)
    t.refused(table, pb.PlaceBet(t.PUNTO, 15 * t.EURO), "bea", "not-a-multiple", "PB.D.07")
    t.sound(table.do(pb.CloseBets(), by="croupier"))


def test_a_stake_left_after_a_tie_goes_back_to_whoever_may_stand_there_no_more():
    table = t.ready(t.SIXES, staff=STAFF, standing_allowed=True)
    table = table.do(pb.StandBehind(3), by="eva").do(pb.BuyIn(t.CHIPS), by="eva")
    table = t.settled(table, t.TEN_EACH | {"eva": {t.PUNTO: 20 * t.EURO}})
    table = table.do(pb.SetOptions(standing_allowed=False), by="dir").do(pb.OpenBets(), by="croupier")
    assert t.events(table, StakeReturned) == (StakeReturned("eva", t.PUNTO, 20 * t.EURO),)
    assert (t.chips(table, "eva"), table.state.stake("bea", t.PUNTO)) == (t.CHIPS, 1000)


ANA, BEA = PersonId("ana"), PersonId("bea")
GAME = PuntoBanco()


def with_bets(*bets: tuple[PersonId, Bet, int]) -> Any:
    outcome: Any = GAME.decide(GAME.blank(), Act(HOUSE, OPENING))
    state = fold(GAME.evolve, GAME.blank(), outcome.events)
    return replace(state, bets=Map({(who, bet): amount for who, bet, amount in bets}))


@rows(
    "bets, most",
    [
        ((), 0),
        (((ANA, Bet.PUNTO, 10_000),), 10_000),
        (((ANA, Bet.BANCA, 10_000),), 9_500),
        (((ANA, Bet.PUNTO, 10_000), (BEA, Bet.BANCA, 10_000)), 0),
        (((ANA, Bet.PUNTO, 10_000), (BEA, Bet.BANCA, 4_000)), 6_000),
        (((ANA, Bet.TIE, 1_000),), 8_000),
        (((ANA, Bet.PUNTO, 10_000), (BEA, Bet.TIE, 1_000)), 9_000),
        (((ANA, Bet.PUNTO, 2_000), (BEA, Bet.TIE, 1_000)), 8_000),
    ],
)
def test_the_dearest_result_is_that_of_all_stakes_together(bets: Any, most: int) -> None:
    assert (dearest_result(with_bets(*bets)), GAME.dearest_result(with_bets(*bets))) == (most, most)


@rows("bet", SIDE)
def test_a_side_bet_counts_as_won(bet: Bet) -> None:
    with_it, without = (
        dearest_result(with_bets((ANA, Bet.PUNTO, 1_000), *more)) for more in (((BEA, bet, 1_000),), ())
    )
    assert without == 1_000
    assert with_it > without


MINI = pb.Variant.MINI
SEVEN = {seat: f"p{seat}" for seat in range(1, 8)}


@pytest.mark.clause("MPB.02")
def test_a_mini_table_seats_seven():
    table = t.opened(variant=MINI)
    assert [seat.seat for seat in table.view().seats] == [1, 2, 3, 4, 5, 6, 7]
    t.refused(table, pb.Sit(8), "p8", "no-such-seat")
    table = t.seated(table, SEVEN)
    assert "MPB.02" in t.rests(table.do(pb.Leave(), by="p1").do(pb.Sit(1), by="p8"))
    for seat in (8, 3, 0):
        t.refused(table, pb.Sit(seat), "p8", "table-full", "MPB.02")
    t.refused(table, pb.Sit(8), "p3", "no-such-seat")
    with pytest.raises(RefusedError) as found:
        t.opened(variant=MINI, places=8)
    assert (found.value.refused.code, found.value.refused.clauses) == ("places-above-seven", ("MPB.02",))
    assert (len(t.opened(variant=MINI, places=5).view().seats), len(t.opened(places=9).view().seats)) == (5, 9)


@pytest.mark.clause("MPB.03")
def test_the_mini_game_has_the_same_rules():
    table = t.ready(people=SEVEN, variant=MINI)
    passed = table.after(table.attempt(pb.PassShoe(), "p1"))
    assert [seat.person for seat in passed.view().seats if seat.offered_shoe] == ["p2"]
    table = t.hands("2s Kd 2h 5c 4d 9d", variant=MINI).do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    assert table.view().phase is pb.Phase.BANK_DRAWS
    assert "PB.A2.09" in t.rests(table)
    table = t.ready(t.PLAYER_WINS, variant=MINI, people=SEVEN)
    assert "MPB.03" in t.rests(table)
    for who in list(SEVEN.values())[:6]:
        table = table.do(pb.PassShoe(), by=who)
    table = t.settled(table, {"p7": {t.BANCA: 1000}})
    assert table.view().seats[0].offered_shoe
    assert "MPB.03" in t.rests(table)
    bank = t.settled(t.ready(t.BANK_WINS, variant=MINI))
    assert t.lines(bank)["ana", t.BANCA].deduction == 50


@pytest.mark.clause("MPB.04")
@pytest.mark.parametrize("missing", [pb.Role.TABLE_CHIEF, pb.Role.CROUPIER])
def test_a_mini_table_needs_a_croupier_and_a_table_chief(missing):
    staff = {pb.Role.CROUPIER: "croupier", pb.Role.TABLE_CHIEF: "chief"}
    assert "MPB.04" in t.rests(t.opened(variant=MINI, staff=staff))
    with pytest.raises(RefusedError) as found:
        t.opened(variant=MINI, staff={role: who for role, who in staff.items() if role is not missing})
    assert found.value.refused.code == f"missing-{missing}"
    assert "MPB.04" in found.value.refused.clauses


@pytest.mark.clause("MPB.08")
def test_standing_players_at_a_mini_table():
    full = t.seated(t.opened(variant=MINI), SEVEN)
    t.refused(full, pb.StandBehind(3), "eva", "standing-not-admitted", "MPB.08")
    table = t.burned(t.seated(t.opened(variant=MINI, standing_allowed=True), SEVEN))
    table = table.do(pb.StandBehind(3), by="eva")
    assert "MPB.08" in t.rests(table)
    table = t.betting(table.do(pb.BuyIn(t.CHIPS), by="eva")).do(pb.PlaceBet(t.BANCA, 20 * t.EURO), by="eva")
    assert "MPB.08" in t.rests(table)
    assert sum(seat.person is not None for seat in table.view().seats) == 7


ONE = PersonId("lola")
VARIANTS = list(pb.Variant)


@pytest.mark.clause("MPB.04")
@rows("variant", VARIANTS)
def test_the_croupier_and_the_table_chief_are_two_people(variant: pb.Variant) -> None:
    both = {pb.Role.CROUPIER: ONE, pb.Role.TABLE_CHIEF: ONE}
    with pytest.raises(pb.RefusedError) as error:
        t.opened(variant=variant, staff=both)
    assert error.value.refused.code == "staff-twice"
    assert ("MPB.04" if variant is pb.Variant.MINI else "HP.PB.staff") in error.value.refused.rests_on


@pytest.mark.clause("MPB.04")
@rows("variant", VARIANTS)
def test_a_relief_leaves_the_mini_table_a_croupier_and_a_table_chief(variant: pb.Variant) -> None:
    table = t.opened(variant=variant)
    needed = "MPB.04" if variant is pb.Variant.MINI else "HP.PB.staff"
    posts = {pb.Role.TABLE_CHIEF: ("croupier", needed), pb.Role.DIRECTOR: ("chief", "HP.PB.relief")}
    for role, (person, clause) in posts.items():
        outcome = table.attempt(pb.Relieve(role, PersonId(person)), "system:house").outcome
        assert isinstance(outcome, Refused)
        assert (outcome.code, outcome.rests_on) == ("staff-twice", (clause,))
    made = table.attempt(pb.Relieve(pb.Role.CROUPIER, ONE), "chief").outcome
    assert made.rests_on == ("HP.PB.relief",)
