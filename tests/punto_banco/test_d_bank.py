"""Section D: the house is the bank; what it keeps; how much may be staked."""

from itertools import product

import pytest

from tapete import punto_banco as pb
from tapete.accounts import BANK, balance
from tapete.games.punto_banco.events import CoupSettled, StakeReturned, TableOpened
from tapete.kernel import RefusedError
from tests.support.punto_banco.tables import (
    BANCA,
    BANK_WINS,
    EURO,
    PLAYER_WINS,
    PUNTO,
    SIXES,
    TEN_EACH,
    TIE,
    betting,
    chips,
    ended,
    events,
    game_with,
    house,
    lines,
    on_table,
    ready,
    refused,
    rests,
    settled,
    sound,
    staked,
    won,
)
from tests.support.rows import rows

STAFF = {pb.Role.CROUPIER: "croupier", pb.Role.TABLE_CHIEF: "chief", pb.Role.DIRECTOR: "dir"}


def cannot_open(code: str, clause: str, **options: object) -> None:
    with pytest.raises(RefusedError) as found:
        pb.open_table(**options)
    assert found.value.refused.code == code
    assert clause in found.value.refused.clauses


@pytest.mark.clause("PB.D.01")
def test_the_house_is_the_bank():
    """No player pays another: whoever has the shoe loses his own stake, and the house pays the winners."""
    people = {4: "ana", 5: "bea"}
    stakes = {"ana": {BANCA: 20 * EURO}, "bea": {PUNTO: 500 * EURO}}
    table = settled(ready(PLAYER_WINS, people=people), stakes)
    assert "PB.D.01" in rests(table)
    assert (won(table, "ana"), won(table, "bea")) == (-20 * EURO, 500 * EURO)
    assert house(table) == 20 * EURO - 500 * EURO
    assert balance(table.state.ledger, BANK) == 0
    legs = [leg for event in events(table, CoupSettled) for leg in table.game.postings(event)]
    assert {leg.account for leg in legs} == {"house", "person:ana", "person:bea", "stakes"} - {"person:ana"}


@pytest.mark.clause("PB.D.02")
def test_the_house_collects_and_pays():
    """100 € on Player, 60 € on Bank, 10 € on the tie: the house collects 70 € and pays 100 €."""
    stakes = {"ana": {BANCA: 60 * EURO, TIE: 10 * EURO}, "bea": {PUNTO: 100 * EURO}}
    table = settled(ready(PLAYER_WINS), stakes)
    assert "PB.D.02" in rests(table)
    lost = sum(one.stake for one in lines(table).values() if one.outcome == "lost")
    assert (lost, sum(one.winnings for one in lines(table).values())) == (70 * EURO, 100 * EURO)
    assert house(table) == -30 * EURO
    assert on_table(table) == 0
    sound(table)
    tie = settled(ready(SIXES), stakes)
    assert (house(tie), on_table(tie)) == (-80 * EURO, 160 * EURO)


@pytest.mark.clause("PB.D.03")
@pytest.mark.parametrize(("stake", "kept"), [(100 * EURO, 500), (15 * EURO, 75), (1000, 50)])
def test_five_per_cent_of_winning_bank_bets(stake, kept):
    """When the Bank hand wins the house keeps 5 % of the bets on it."""
    table = settled(ready(BANK_WINS), {"ana": {BANCA: stake}, "bea": {PUNTO: 1000}})
    assert "PB.D.03" in rests(table)
    assert lines(table)["ana", BANCA].deduction == kept
    assert won(table, "ana") == stake - kept
    player = settled(ready(PLAYER_WINS), {"ana": {BANCA: 1000}, "bea": {PUNTO: stake}})
    tie = settled(ready(SIXES), {"ana": {BANCA: 1000, TIE: 1000}})
    assert {one.deduction for table in (player, tie) for one in lines(table).values()} == {0}


@rows("stake, kept", [(1000, 50), (1009, 50), (1010, 51), (1011, 51), (1029, 51), (1030, 52), (1050, 53)])
def test_half_a_cent_of_the_deduction_goes_to_the_house(stake, kept):
    table = settled(ready(BANK_WINS), {"ana": {BANCA: stake}})
    assert lines(table)["ana", BANCA].deduction == kept
    assert won(table, "ana") + house(table) == 0


def test_the_deduction_may_be_taken_in_larger_units():
    table = settled(ready(BANK_WINS, game=game_with(bets__commission_unit=50)), {"ana": {BANCA: 1500}})
    assert lines(table)["ana", BANCA].deduction == 100


def test_the_deduction_is_of_each_bet_and_not_of_the_sum():
    table = settled(ready(BANK_WINS), {"ana": {BANCA: 1010}, "bea": {BANCA: 1010}})
    assert [one.deduction for one in lines(table).values()] == [51, 51]
    assert house(table) == -2 * (1010 - 51)


@pytest.mark.parametrize("cards", [PLAYER_WINS, BANK_WINS, SIXES, "Ks Kd 9h 9s", "As 2d 2h 3c 4s 9h"])
def test_the_house_wins_what_the_bettors_lose(cards):
    people = {seat: f"p{seat}" for seat in range(1, 8)}
    amounts = (1000, 1010, 1234, 4999, 5000, 33333, 50000)
    stakes = {who: {PUNTO: amounts[at], BANCA: amounts[-1 - at]} for at, who in enumerate(people.values())}
    stakes = {who: bets | {TIE: min(bets[PUNTO], 5000)} for who, bets in stakes.items()}
    table = settled(ready(cards, people=people), stakes)
    assert house(table) == -sum(won(table, who) for who in people.values())
    assert house(table) == -sum(
        -one.stake if one.outcome == "lost" else one.winnings - one.deduction for one in lines(table).values()
    )
    sound(table)


@pytest.mark.clause("PB.D.04")
def test_each_table_has_a_minimum_of_its_own():
    """One table may ask for 5 €, another for 25 €; 5 € at the second are refused."""
    small, large = (betting(ready(minimum=m * EURO, maximum=2000 * m)) for m in (5, 25))
    assert "PB.D.04" in rests(small.do(pb.PlaceBet(PUNTO, 5 * EURO), by="bea"))
    refused(large, pb.PlaceBet(PUNTO, 5 * EURO), "bea", "below-minimum", "PB.D.04")
    refused(large, pb.PlaceBet(PUNTO, 2499), "bea", "below-minimum", "PB.D.04")
    large.do(pb.PlaceBet(PUNTO, 25 * EURO), by="bea")


@pytest.mark.clause("PB.D.05")
def test_no_minimum_below_the_authorised_one():
    """A table with a minimum of 2 € does not open where 5 € are authorised."""
    cannot_open("below-authorised-minimum", "PB.D.05", minimum=200, maximum=4000, authorised_minimum=500)
    cannot_open("below-authorised-minimum", "PB.D.05", minimum=499, maximum=9980, authorised_minimum=500)
    table = pb.open_table(minimum=500, maximum=10000, authorised_minimum=500)
    assert "PB.D.05" in rests(table)
    assert (table.view().minimum, table.view().authorised_minimum) == (500, 500)


@pytest.mark.clause("PB.D.06")
@pytest.mark.parametrize("times", [20, 50, 100])
def test_the_maximum_is_20_50_or_100_minimums(times):
    """The maximum is 20, 50 or 100 times the minimum and nothing else."""
    table = pb.open_table(minimum=1000, maximum=1000 * times)
    assert "PB.D.06" in rests(table)
    for maximum in (30000, 1000 * times - 1, 1000 * times + 1, 1000):
        cannot_open("max-not-20-50-100", "PB.D.06", minimum=1000, maximum=maximum)


@pytest.mark.clause("PB.D.06")
def test_nobody_bets_more_than_the_maximum():
    """At a maximum of 500 €, 505 € on Player are refused; the maximum is each bettor's, on each hand."""
    table = betting(ready())
    refused(table, pb.PlaceBet(PUNTO, 505 * EURO), "bea", "above-maximum", "PB.D.06")
    table = table.do(pb.PlaceBet(PUNTO, 500 * EURO), by="bea")
    assert "PB.D.06" in rests(table)
    refused(table, pb.PlaceBet(PUNTO, 1), "bea", "above-maximum", "PB.D.06")
    table = table.do(pb.PlaceBet(BANCA, 500 * EURO), by="bea").do(pb.PlaceBet(PUNTO, 500 * EURO), by="ana")
    assert table.view().stakes == {"punto": 1000 * EURO, "banca": 500 * EURO} | {
        bet: 0 for bet in table.view().stakes if bet not in ("punto", "banca")
    }


@pytest.mark.clause("PB.D.07")
def test_bets_may_have_to_be_multiples_of_the_minimum():
    """Where the games director asks for it, 25 € are refused at a minimum of 10 €, and 30 € are not."""
    table = betting(ready(multiples_only=True))
    for bet in (PUNTO, BANCA, TIE):
        refused(table, pb.PlaceBet(bet, 25 * EURO), "bea", "not-a-multiple", "PB.D.07")
    more = table.do(pb.PlaceBet(PUNTO, 30 * EURO), by="bea")
    assert "PB.D.07" in rests(more)
    refused(more, pb.PlaceBet(PUNTO, 5 * EURO), "bea", "not-a-multiple", "PB.D.07")
    refused(more, pb.WithdrawBet(PUNTO, 5 * EURO), "bea", "not-a-multiple", "PB.D.07")
    betting(ready()).do(pb.PlaceBet(PUNTO, 25 * EURO), by="bea")


def test_only_the_director_asks_for_multiples_and_only_between_coups():
    table = ready(staff=STAFF)
    for who in ("ana", "croupier", "chief"):
        refused(table, pb.SetOptions(multiples_only=True), who, "not-your-post")
    asked = table.do(pb.SetOptions(multiples_only=True), by="dir")
    assert (asked.view().multiples_only, asked.view().standing_allowed) == (True, False)
    refused(betting(asked), pb.PlaceBet(PUNTO, 2500), "bea", "not-a-multiple")
    refused(betting(table), pb.SetOptions(multiples_only=True), "dir", "coup-in-progress")


def test_nobody_stakes_chips_that_he_has_not():
    table = betting(ready(chips=5000))
    table = table.do(pb.PlaceBet(PUNTO, 4000), by="bea")
    refused(table, pb.PlaceBet(BANCA, 1001), "bea", "not-enough-chips")
    refused(table, pb.CashOut(1001), "bea", "not-enough-chips")
    table = table.do(pb.CashOut(1000), by="bea")
    assert chips(table, "bea") == 0


SIDE = tuple(bet for bet in pb.Bet if bet not in (PUNTO, BANCA, TIE))


@pytest.mark.parametrize(
    ("cards", "wins"),
    [
        ("Ks 7d Kh Ts 5c", {"pareja-punto": 11000, "pareja-cualquiera": 5000, "grande": 540}),
        ("Ks 7d 8h 7s", {"pareja-banca": 11000, "pareja-cualquiera": 5000, "pequena": 1500}),
        (
            "8s 7d 8s Ks",
            {"pareja-punto": 11000, "pareja-cualquiera": 5000, "pareja-perfecta": 25000, "pequena": 1500},
        ),
        ("As 2d 2h 3c 4s 9h", {"grande": 540}),
        ("Ks Kd 6h 7h", {"pequena": 1500}),
    ],
)
def test_side_bets_pay_where_the_house_offers_them(cards, wins):
    table = ready(cards, side_bets=SIDE)
    table = settled(table, TEN_EACH | {"bea": {PUNTO: 1000} | dict.fromkeys(SIDE, 1000)})
    found = {str(bet): one.winnings for (_, bet), one in lines(table).items() if bet in SIDE and one.outcome == "won"}
    assert found == wins
    assert house(table) == -sum(won(table, who) for who in ("ana", "bea"))


def test_a_bet_that_every_table_has_is_no_side_bet():
    table = ready(side_bets=(PUNTO, pb.Bet.BIG, TIE))
    assert table.state.settings.side_bets == (pb.Bet.BIG,)


def test_side_bets_are_off_unless_the_house_offers_them():
    table = betting(ready(side_bets=(pb.Bet.BIG,)))
    for bet in SIDE:
        if bet is pb.Bet.BIG:
            assert table.do(pb.PlaceBet(bet, 1000), by="bea").view().stakes["grande"] == 1000
        else:
            refused(table, pb.PlaceBet(bet, 1000), "bea", "bet-not-offered")
    assert "pequena" not in {offer.fixed_value("bet") for offer in table.legal("bea")}


def test_what_is_offered_to_a_bettor_is_accepted():
    for multiples, there in product((False, True), (0, 1000, 50000)):
        table = betting(ready(multiples_only=multiples))
        if there:
            table = table.do(pb.PlaceBet(PUNTO, there), by="bea")
        offers = [offer for offer in table.legal("bea") if offer.act == "place-bet"]
        assert {offer.fixed_value("bet") for offer in offers} == {"punto", "banca", "empate"} - (
            {"punto"} if there == 50000 else set()
        )
        for offer in offers:
            for amount in (offer.bounds("amount")[0], offer.bounds("amount")[1]):
                table.do(pb.PlaceBet(pb.Bet(offer.fixed_value("bet")), amount), by="bea")


def test_the_table_opens_with_what_the_house_chose():
    table = pb.open_table(minimum=2500, maximum=250000, name="mesa-7", decks=8, places=12, multiples_only=True)
    (event,) = events(table, TableOpened)
    assert (event.name, event.minimum, event.maximum, event.decks) == ("mesa-7", 2500, 250000, 8)
    assert event.places == tuple(range(1, 13))
    assert len(event.sha256) == 64
    for options, code in (
        ({"decks": 7}, "decks-not-allowed"),
        ({"rulebook": "nowhere"}, "no-such-rulebook"),
        ({"staff": {pb.Role.CROUPIER: "croupier"}}, "missing-table-chief"),
        ({"staff": {pb.Role.TABLE_CHIEF: "chief"}}, "missing-croupier"),
    ):
        with pytest.raises(RefusedError) as found:
            pb.open_table(**options)
        assert found.value.refused.code == code


def test_the_table_closes_between_coups_with_nothing_staked():
    table = ready(SIXES, staff=STAFF)
    assert table.do(pb.CloseTable(), by="chief").view().phase is pb.Phase.CLOSED
    refused(betting(table), pb.CloseTable(), "dir", "coup-in-progress")
    tie = settled(table)
    refused(tie, pb.CloseTable(), "dir", "bets-on-table")
    tie = tie.do(pb.WithdrawBet(BANCA), by="ana").do(pb.WithdrawBet(PUNTO), by="bea")
    over = tie.do(pb.CloseTable(), by="dir")
    refused(over, pb.OpenBets(), "croupier", "table-closed")
    assert ended(table).state.phase is pb.Phase.SETTLE
    staked(betting(table), TEN_EACH)


@pytest.mark.clause("PB.D.07")
def test_a_stake_left_after_a_tie_goes_back_when_multiples_are_asked_for():
    """15 € were lawful and were left after a tie; now multiples of 10 € are asked for: they go back, 10 € stay."""
    stakes = {"ana": {BANCA: 10 * EURO}, "bea": {PUNTO: 15 * EURO}}
    table = settled(ready(SIXES, BANK_WINS, staff=STAFF), stakes)
    kept = table.do(pb.OpenBets(), by="croupier")
    assert kept.state.stake("bea", PUNTO) == 15 * EURO
    table = table.do(pb.SetOptions(multiples_only=True), by="dir")
    before = chips(table, "bea")
    table = table.do(pb.OpenBets(), by="croupier")
    assert events(table, StakeReturned) == (StakeReturned("bea", PUNTO, 15 * EURO),)
    assert "PB.D.07" in rests(table)
    assert chips(table, "bea") == before + 15 * EURO
    assert table.state.stake("ana", BANCA) == 10 * EURO
    sound(table)
    refused(table, pb.PlaceBet(PUNTO, 15 * EURO), "bea", "not-a-multiple", "PB.D.07")
    sound(table.do(pb.CloseBets(), by="croupier"))
