"""Promise of docs/readings/dos-panos.md: an option altered alone shows another outcome (DP.A to DP.E2)."""

from typing import Any

import pytest

from tapete.catalogue import house_games, house_limits
from tapete.games.baccarat.effects import Cell, NoteOnly, Oblige, Party
from tapete.games.banked.acts import AskTable, DrawCard, Say, Stand
from tapete.games.banked.coup import Word
from tapete.games.banked.events import TimeWarned
from tapete.games.banked.shoe import AskCardCheck
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import CLOTHS, Accident, BankMode, Hand, Phase, Spot
from tapete.kernel import CLOCK, Amount, PersonId, TimeLimit, is_allowed, plain
from tapete.table import acts as t
from tapete.table.seats import Position
from tests.support.dos_panos.coups import LOST, WON, at_the_banker, banco, broken, carried, coup
from tests.support.dos_panos.observed import Observed, dealt, first_cards
from tests.support.dos_panos.options import altered
from tests.support.dos_panos.table import BANK, BANKER, Table, opened
from tests.support.observed import both
from tests.support.rows import rows

PRIMERO, SEGUNDO, BANCA = Hand
ROSA, ANA = PersonId(BANKER), PersonId("ana")


def test_where_only_the_seated_bid_the_others_do_not() -> None:
    made = opened(**altered(award__bidders="seated"))
    made.do("pau", t.StandBehind(1), t.BuyIn(2_000_00)).do("inspector", a.OpenAuction())
    assert made.refused("pau", a.Bid(2_000_00)).code == "seated-only"
    assert made.accepts("ana", a.Bid(2_000_00))


@rows("least, is_taken", [("initial", False), ("any", True)])
def test_what_a_broken_bank_goes_on_from(least: str, is_taken: bool) -> None:
    made = coup(opened(LOST, **altered(bank__redeposit_least=least)).ready(1_000_00))
    assert (made.phase, made.accepts("rosa", a.DepositBank(500_00))) == (broken().phase, is_taken)


def test_where_it_may_not_outgrow_its_maximum_the_banker_has_the_rest_of_his_win_at_once() -> None:
    made = coup(opened(WON, **altered(bank__may_outgrow_maximum=False)).ready(9_800_00), ana=500_00, carla=400_00)
    assert (made.account("bank"), made.chips("rosa"), made.account("cagnotte")) == (10_000_00, 682_00, 18_00)


def test_a_bank_that_lies_above_its_maximum_already_gives_its_banker_no_more_than_the_coup_won() -> None:
    made = coup(opened(f"{LOST} {WON}", **altered(bank__may_outgrow_maximum=False)).ready(1_000_00), ana=995_00)
    chips = made.do("rosa", a.DepositBank(10_000_00)).delivered().chips("rosa")
    coup(made, ana=20_00)
    assert (made.account("bank"), made.chips("rosa") - chips) == (10_005_00, 19_60), "20 won, less two per cent"


def test_where_an_open_bank_answers_with_what_lies_on_the_table_stakes_above_it_go_back() -> None:
    made = opened(LOST, mode=BankMode.OPEN, **altered(bank__free_answers_all=False)).ready(1_000_00)
    made.bets().staked(ana=700_00, carla=500_00).closed()
    assert sum(one.amount for one in made.state.coup.stakes) == 1_000_00


def test_a_bank_that_answers_for_one_least_stake_goes_on_and_so_does_one_that_answers_for_all() -> None:
    made = coup(opened(LOST).ready(1_000_00), ana=500_00, carla=490_00)
    assert (made.phase, made.account("bank")) == (Phase.BETWEEN, 10_00)
    made = opened(LOST, **altered(bank__limited_liability="everything")).do("director", a.ProveDeposit(ROSA, 9_000_00))
    coup(made.announced(1_000_00).deposited(1_000_00).shoe().delivered(), ana=500_00, carla=495_00)
    assert (made.phase, made.account("bank")) == (Phase.BETWEEN, 5_00)


def test_where_the_house_may_sell_a_bank_and_announce_one_it_announces_who_did_not_ask() -> None:
    made = opened(**altered("guia", award__ways=["bought", "announced"])).shoe().do("rosa", a.BuyBank(BANK))
    asked = [one.fixed_value("person") for one in made.play.legal("inspector") if one.act == "announce-bank"]
    assert asked == ["rosa", None]
    assert made.do("inspector", a.AnnounceBank(ANA, BANK)).phase is Phase.DEPOSIT


@rows("act", [a.OpenAuction(2), a.DrawLots(BANK, 2)])
def test_no_bank_is_awarded_for_a_term_that_the_rulebook_does_not_know(act: Any) -> None:
    made = opened(**altered("guia", award__term=["days"])).shoe()
    assert made.refused("inspector", act).code == "no-such-term"


@pytest.mark.clause("DP.E2.11")
def test_where_the_rulebook_knows_no_institution_none_is_offered() -> None:
    made = opened(mode=BankMode.OPEN, **altered(free__deposit_at=["cash-desk"]))
    found = [plain(one.fields) for one in made.play.legal("director") if one.act == "prove-deposit"]
    assert [(one["place"], one.get("institution")) for one in found] == [("cash-desk", None)]


@rows("in_free_bank, code", [(False, "no-banco-in-open-bank"), (True, "banco-not-now")])
def test_in_an_open_bank_nobody_calls_banco_at_any_moment(in_free_bank: bool, code: str) -> None:
    made = opened(mode=BankMode.OPEN, **altered(banco__in_free_bank=in_free_bank)).ready()
    assert made.refused("ana", a.CallBanco()).code == code


def test_where_the_scheme_does_not_bind_he_chooses() -> None:
    made = carried("9s 9h Kd 8c 8d 6h", **altered(punto__no_other_discretion=False))
    assert made.said("1", "no").do("carla", a.Lift(SEGUNDO)).accepts("carla", Say(Word.CARTA))


def test_elsewhere_the_way_cards_lie_says_nothing() -> None:
    made = carried("2s 9h Kd 3c 8d 6h").do("ana", a.Lift(PRIMERO))
    assert made.refused("ana", a.PlaceCards(crossed=True)).code == "cards-say-nothing"
    known = carried("2s 9h Kd 3c 8d 6h", **altered(punto__crossed_cards_speak=True)).do("ana", a.Lift(PRIMERO))
    assert known.accepts("ana", a.PlaceCards(crossed=False))


@rows("forces", [True, False])
def test_whether_a_natural_of_one_cloth_binds_the_banker_to_his_table_against_the_other(forces: bool) -> None:
    options = altered(natural__forces_chart_in_normal_hand=forces)
    made = carried("9s 9h Kd Kc 8d 5h", **options).said("1", "abatir").said("2", "no").looked()
    assert made.accepts("rosa", Stand()) is not forces
    assert made.accepts("rosa", DrawCard())


@rows("binds, stands", [("both-agree", True), ("always", False), ("never", True)])
def test_when_cells_differ_the_table_binds_as_the_rulebook_says(binds: str, stands: bool) -> None:
    made = at_the_banker("2s 2h Kd 2c 2d 5h 6s 8s", "carta", "carta", **altered(banker__table_binds=binds))
    made.do("rosa", AskTable())
    assert (made.accepts("rosa", DrawCard()), made.accepts("rosa", Stand())) == (True, stands)


def test_a_banco_player_may_be_released_from_showing_his_nine_too() -> None:
    made = banco("9s 2h Kd Kc 3d 6h", **altered(banco__free_on=list(range(10)))).dealt().carried()
    assert made.do("bea", a.Lift(PRIMERO)).accepts("bea", Say(Word.CARTA))


def test_a_house_may_leave_an_erring_banker_the_choice_beside_an_optional_cell() -> None:
    """Five against a four, which is his choice, and a six, which is a draw."""

    def stood(**options: Any) -> Observed:
        made = dealt(f"{first_cards('2s As', '2h Ah', '2c 3c')} 4d 6d 9d", **options)
        made.report(Accident.EXPOSED, Party.BANKER, position=0).ruled(effects=(NoteOnly("one"),))
        made.report(Accident.EXPOSED, Party.BANKER, position=3).ruled("croupier")
        return made.said("1", "carta").said("2", "carta").looked().given().banker(Stand()).shown()

    assert stood().codes == ["against-table"]
    assert stood(**altered(restored__optional_beside="free")).phase is Phase.SETTLE


def test_where_a_slip_costs_the_banker_his_card_he_stands() -> None:
    cards = f"{first_cards('2s 4s', '2h Ah', '2c 2d')} 4d 9d"
    made = dealt(cards, **altered(restored__slips_keep_third_card=False))
    made.said("1", "no").said("2", "carta").looked().do(BANKER, a.GiveCard(PRIMERO))
    assert Oblige("banca", Cell.STAND) in made.incident.proposed_effects


@both("DP.C5.03")
def test_whoever_was_warned_and_still_announces_nothing_takes_too_long_to_announce(real: bool) -> None:
    limit_of = house_limits(house_games())["dos-panos"]
    made = dealt(first_cards("2s 5s", "2h 5h", "2c 5c"), real=real, **altered(conduct__announce_s=12))
    made.do(CLOCK, a.TimeUp())
    assert limit_of(made.state) == TimeLimit("first-word", 12, a.TimeUp(), "announce")
    assert "DP.C5.03" in made.play.attempt(a.TimeUp(), CLOCK).rests_on
    assert made.do(CLOCK, a.TimeUp()).turns[-1].events == (TimeWarned("ana", 12, "primero", is_word_late=True),)
    assert limit_of(made.state) is None
    assert made.refused(CLOCK, a.TimeUp()).code == "no-time-limit"


@rows("after, places", [(True, {"discard"}), (False, {"primero", "segundo", "banca"})])
def test_where_the_cards_of_a_coup_lie_after_it(after: bool, places: set[str]) -> None:
    made = coup(opened(WON, **altered(basket__after_hand=after)).ready())
    assert {card.place for card in made.state.coup.cards.layout} == places


def test_without_a_right_to_the_check_nobody_asks_for_it() -> None:
    made = opened(LOST, **altered(pack__checked_on_request=False)).ready()
    assert made.refused("ana", AskCardCheck()).code == "no-card-check"


def test_where_they_may_one_stakes_the_chips_of_both() -> None:
    made = opened(chips=600_00, **altered(punters__association=True)).ready(1_000_00).do("croupier", a.OpenBets())
    assert made.refused("ana", a.CallBanco()).code == "not-enough-chips"
    for who, amount, code in (
        ("rosa", 500_00, "banker-does-not-stake"),
        ("bea", 500_00, "nothing-changes"),
        ("ana", 700_00, "not-enough-chips"),
    ):
        assert made.refused("bea", a.Associate(who, amount)).code == code
    made.do("bea", a.Associate("ana", 500_00))
    assert (made.chips("ana"), made.chips("bea")) == (1_100_00, 100_00)
    made.do("ana", a.CallBanco())
    assert made.refused("ana", a.Associate("bea", 500_00)).code == "money-on-table"
    assert made.do("croupier", a.CloseCalls()).phase is Phase.DEAL
    assert made.refused("bea", a.Associate("carla", 50_00)).code == "wrong-window"


def test_without_an_authorisation_a_stake_has_no_limits() -> None:
    stake = a.Stake(600_00, PRIMERO)
    assert opened(maximum=500_00, **altered(limits__stake="none")).ready().bets().accepts("ana", stake)
    assert opened(maximum=500_00).ready().bets().refused("ana", stake).code == "above-maximum"


def test_where_half_a_stake_must_be_odd_one_across_is_offered_without_units() -> None:
    made = opened(**altered(stakes__across_odd_test="half")).ready().bets()
    offers = [one for one in made.play.legal("ana") if one.act == "stake"]
    found = {(str(one.fixed_value("cloth")), str(one.fixed_value("spot"))): one.fields["amount"] for one in offers}
    assert (len(offers), found["primero", "across"]) == (len(found), Amount(10_00, 20_000_00))
    for cloth in CLOTHS:
        for spot in Spot:
            field = found.get((str(cloth), str(spot)))
            for amount in (1, 9_99, 10_00, 10_01, 15_00, 20_00, 20_01, 30_00, 20_000_00, 20_000_01):
                promised = field is not None and is_allowed(field, amount)
                assert made.accepts("ana", a.Stake(amount, cloth, spot)) is promised, (cloth, spot, amount)


def test_where_the_cloths_share_a_short_bank_each_is_covered_by_what_lies_on_it() -> None:
    """On each the nearer to the banker goes first."""
    shared = opened(**altered(priority__between_cloths="pro-rata")).do("abel", t.Sit(3), t.BuyIn(300_00))
    shared.ready(1_000_00).bets().staked(bea=600_00, carla=300_00).do("abel", a.Stake(300_00, Hand.PRIMERO)).closed()
    plays = {one.person: one.amount for one in shared.state.coup.stakes}
    assert plays == {"bea": 600_00, "abel": 150_00, "carla": 250_00}


def test_where_others_may_hold_cards_whoever_is_behind_a_place_does() -> None:
    """Nobody sits in a numbered place of the second cloth: two people sit and stand behind its places."""
    made = opened(LOST, **altered(turn__numbered_only=False)).do("carla", t.Leave()).do("dani", t.Leave())
    made.do("luis", a.SitBehind(6), t.BuyIn(500_00)).do("eva", t.StandBehind(7), t.BuyIn(500_00)).ready().bets()
    made.do("luis", a.Stake(50_00, SEGUNDO)).staked(ana=50_00).closed()
    assert made.state.holder(SEGUNDO) == "luis"
    made.played("no", "no").do("rosa", Stand()).shown().settled()
    assert (made.chips("luis"), made.state.turns[SEGUNDO]) == (550_00, 6)


def test_where_nobody_stands_a_banker_from_no_place_takes_a_vacant_one() -> None:
    made: Table = coup(opened(WON, **altered(seats__standing=False)).ready()).do("rosa", a.LeaveBank())
    assert made.state.seats.position_of(ROSA) == Position(3)


@rows("needs, holder", [(True, "bea"), (False, "ana")])
def test_a_place_without_a_stake_is_passed_over_where_the_turn_needs_one(needs: bool, holder: str) -> None:
    made = opened(**altered(turn__needs_stake=needs)).ready().bets().staked(bea=50_00, carla=50_00).closed()
    assert made.state.holder(PRIMERO) == holder
