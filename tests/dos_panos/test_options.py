"""The promise of decision 31: an option of the rulebook that is altered alone shows another outcome (DP.A to DP.E2)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.catalogue import house_games, house_limits
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    NoteOnly,
    Oblige,
    Party,
)
from tapete.games.banked.acts import DrawCard, Say, Stand
from tapete.games.banked.events import TimeWarned
from tapete.games.banked.shoe import AskCardCheck
from tapete.games.banked.terms import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.terms import CLOTHS, Accident, BankMode, Hand, Phase, Spot
from tapete.kernel import (
    CLOCK,
    HOUSE,
    Act,
    Amount,
    Offer,
    PersonId,
    Refused,
    TimeLimit,
    is_allowed,
    plain,
)
from tapete.table import acts as t
from tapete.table.seats import Position
from tapete.words import refusal
from tests.support.dos_panos.coups import LOST, WON, coup
from tests.support.dos_panos.observed import BOTH, Observed, dealt, first_cards
from tests.support.dos_panos.options import altered
from tests.support.dos_panos.table import BANK, BANKER, STAFF, Table, opened


def test_where_only_the_seated_bid_the_others_do_not() -> None:
    made = opened(**altered(award__bidders="seated"))
    made.do("pau", t.StandBehind(1), t.BuyIn(2_000_00)).do("inspector", a.OpenAuction())
    assert made.refused("pau", a.Bid(2_000_00)).code == "seated-only"
    assert made.accepts("ana", a.Bid(2_000_00))


@pytest.mark.parametrize(("least", "is_taken"), [("initial", False), ("any", True)])
def test_what_a_broken_bank_goes_on_from(least: str, is_taken: bool) -> None:
    made = coup(opened(LOST, **altered(bank__redeposit_least=least)).ready(1_000_00))
    assert made.phase is Phase.BROKEN
    assert made.accepts("rosa", a.DepositBank(500_00)) is is_taken


def laid_out(shoe: str, **options: object) -> Table:
    """The cards lie before their players."""
    made = opened(shoe, **options).ready().bets().staked(ana=100_00, carla=100_00)
    return made.closed().dealt().carried()


def test_where_the_scheme_does_not_bind_he_chooses() -> None:
    made = laid_out("9s 9h Kd 8c 8d 6h", **altered(punto__no_other_discretion=False))
    made.said("1", "no").do("carla", a.Lift(Hand.SEGUNDO))
    assert made.accepts("carla", Say(Word.CARTA))


def test_elsewhere_the_way_cards_lie_says_nothing() -> None:
    made = laid_out("2s 9h Kd 3c 8d 6h").do("ana", a.Lift(Hand.PRIMERO))
    assert made.refused("ana", a.PlaceCards(crossed=True)).code == "cards-say-nothing"
    known = laid_out("2s 9h Kd 3c 8d 6h", **altered(punto__crossed_cards_speak=True)).do("ana", a.Lift(Hand.PRIMERO))
    assert known.accepts("ana", a.PlaceCards(crossed=False))


@pytest.mark.parametrize("forces", [True, False])
def test_whether_a_natural_of_one_cloth_binds_the_banker_to_his_table_against_the_other(forces: bool) -> None:
    options = altered(natural__forces_chart_in_normal_hand=forces)
    made = laid_out("9s 9h Kd Kc 8d 5h", **options).said("1", "abatir").said("2", "no").looked()
    assert made.accepts("rosa", Stand()) is not forces
    assert made.accepts("rosa", DrawCard())


def test_where_they_may_one_stakes_the_chips_of_both() -> None:
    made = opened(chips=600_00, **altered(punters__association=True)).ready(1_000_00).do("croupier", a.OpenBets())
    assert made.refused("ana", a.CallBanco()).code == "not-enough-chips"
    assert made.refused("bea", a.Associate("rosa", 500_00)).code == "banker-does-not-stake"
    assert made.refused("bea", a.Associate("bea", 500_00)).code == "nothing-changes"
    assert made.refused("bea", a.Associate("ana", 700_00)).code == "not-enough-chips"
    made.do("bea", a.Associate("ana", 500_00))
    assert (made.chips("ana"), made.chips("bea")) == (1_100_00, 100_00)
    made.do("ana", a.CallBanco())
    assert made.refused("ana", a.Associate("bea", 500_00)).code == "money-on-table"
    made.do("croupier", a.CloseCalls())
    assert made.phase is Phase.DEAL
    assert made.refused("bea", a.Associate("carla", 50_00)).code == "wrong-window"
    assert made.refused("pau", t.CashOut(1_00)).code == "not-enough-chips"


OPEN = a.OpenTable("salon", "asturias-2011", 10_00, mode=BankMode.OPEN, staff=STAFF)


def beside(act: a.OpenTable, *others: BankMode, **options: object) -> str:
    """Return why a table is not opened beside others of these modes."""
    game = DosPanos(options["library"]) if options else DosPanos()
    states = [opened(mode=mode, **options).state for mode in others]
    answered = game.open_beside(Act(HOUSE, replace(act, rulebook=str(options.get("book", act.rulebook)))), states)
    return answered.code if isinstance(answered, Refused) else ""


def test_a_house_that_may_have_two_open_banks_opens_a_second_and_no_third() -> None:
    two = altered(free__tables=2)
    assert beside(OPEN, BankMode.OPEN, **two) == ""
    assert beside(OPEN, BankMode.OPEN, BankMode.OPEN, **two) == "too-many-open-banks"


@pytest.mark.parametrize(("sessions", "is_open"), [(1, False), (2, True)])
def test_how_many_sessions_a_day_has(sessions: int, is_open: bool) -> None:
    other = altered(free__sessions=sessions)
    game = DosPanos(other["library"])
    act = Act(HOUSE, replace(OPEN, session=2, rulebook=other["book"]))
    assert (not isinstance(game.decide(game.blank(), act), Refused)) is is_open


def exposed(bank: str, thirds: str, book: str = "asturias-2011", **options: object) -> Observed:
    """The banker exposed both cards of the first cloth; both cloths have their third cards."""
    made = dealt(f"{first_cards('2s As', '2h Ah', bank)} {thirds} 9d", book=book, **options)
    made.report(Accident.EXPOSED, Party.BANKER, position=0).ruled(effects=(NoteOnly("one"),))
    made.report(Accident.EXPOSED, Party.BANKER, position=3).ruled("croupier")
    made.said("1", "carta").said("2", "carta").looked().given()
    return made


def test_a_house_may_leave_an_erring_banker_the_choice_beside_an_optional_cell() -> None:
    """Five against a four, which is his choice, and a six, which is a draw."""
    assert exposed("2c 3c", "4d 6d").banker(Stand()).shown().codes == ["against-table"]
    free = exposed("2c 3c", "4d 6d", **altered(restored__optional_beside="free"))
    assert free.banker(Stand()).shown().phase is Phase.SETTLE


PRIMERO, SEGUNDO, BANCA = Hand


def test_where_a_slip_costs_the_banker_his_card_he_stands() -> None:
    from tests.support.dos_panos.options import altered

    cards = f"{first_cards('2s 4s', '2h Ah', '2c 2d')} 4d 9d"
    made = dealt(cards, **altered(restored__slips_keep_third_card=False))
    made.said("1", "no").said("2", "carta").looked().do(BANKER, a.GiveCard(PRIMERO))
    assert Oblige("banca", Cell.STAND) in made.incident.proposed_effects


PLAIN = first_cards("2s 5s", "2h 5h", "2c 5c")

limit_of = house_limits(house_games())["dos-panos"]


def limit(phase: str, seconds: int, name: str) -> TimeLimit:
    return TimeLimit(phase, seconds, a.TimeUp(), name)


def warning(made: Table) -> TimeWarned:
    made.do(CLOCK, a.TimeUp())
    (event,) = made.turns[-1].events
    assert isinstance(event, TimeWarned)
    return event


@pytest.mark.clause("DP.C5.03")
@BOTH
def test_whoever_was_warned_and_still_announces_nothing_takes_too_long_to_announce(real: bool) -> None:
    made = dealt(PLAIN, real=real, **altered(conduct__announce_s=12)).do(CLOCK, a.TimeUp())
    assert limit_of(made.state) == limit("first-word", 12, "announce")
    assert "DP.C5.03" in made.play.attempt(a.TimeUp(), CLOCK).rests_on
    assert warning(made) == TimeWarned("ana", 12, "primero", is_word_late=True)
    assert limit_of(made.state) is None
    assert made.refused(CLOCK, a.TimeUp()).code == "no-time-limit"


def test_without_an_authorisation_a_stake_has_no_limits() -> None:
    made = opened(maximum=500_00, **altered(limits__stake="none")).ready().bets()
    assert made.accepts("ana", a.Stake(600_00, Hand.PRIMERO))
    within = opened(maximum=500_00).ready().bets()
    assert within.refused("ana", a.Stake(600_00, Hand.PRIMERO)).code == "above-maximum"


def test_where_it_may_not_outgrow_its_maximum_the_banker_has_the_rest_of_his_win_at_once() -> None:
    made = coup(opened(WON, **altered(bank__may_outgrow_maximum=False)).ready(9_800_00), ana=500_00, carla=400_00)
    assert (made.account("bank"), made.chips("rosa"), made.account("cagnotte")) == (10_000_00, 682_00, 18_00)


def test_where_an_open_bank_answers_with_what_lies_on_the_table_stakes_above_it_go_back() -> None:
    made = opened(LOST, mode=BankMode.OPEN, **altered(bank__free_answers_all=False)).ready(1_000_00)
    made.bets().staked(ana=700_00, carla=500_00).closed()
    assert sum(one.amount for one in made.state.coup.stakes) == 1_000_00


WHERE = [(cloth, spot) for cloth in CLOTHS for spot in Spot]


def offered(made: Table, who: str) -> dict[tuple[str, str], Offer]:
    """Return the offers of stakes, by cloth and spot; each spot has one."""
    found: dict[tuple[str, str], Offer] = {}
    for one in made.play.legal(who):
        if one.act == "stake":
            where = str(one.fixed_value("cloth")), str(one.fixed_value("spot"))
            assert where not in found
            found[where] = one
    return found


def tried(made: Table, who: str) -> list[int]:
    """Return amounts at, below and above everything that could be a bound."""
    lying = sum(one.amount for one in made.state.coup.laid if one.person == who)
    marks = {1, 10_00, 20_00, 30_00, 500_00, made.chips(who), made.chips(who) + lying, max(0, 500_00 - lying)}
    marks |= {one.amount for one in made.state.coup.laid} | {one.amount + 10_00 for one in made.state.coup.laid}
    return sorted({one + by for one in marks for by in (-10_00, -1, 0, 1) if one + by > 0})


def require_offers_as_decided(made: Table, who: str) -> int:
    """Return how many amounts were accepted: each of them offered, and none of the others."""
    offers, accepted = offered(made, who), 0
    for cloth, spot in WHERE:
        one = offers.get((str(cloth), str(spot)))
        taken = [amount for amount in tried(made, who) if made.accepts(who, a.Stake(amount, cloth, spot))]
        promised = [amount for amount in tried(made, who) if one and is_allowed(one.fields["amount"], amount)]
        assert taken == promised, (cloth, spot)
        assert (one is None) == (not taken), (cloth, spot)
        accepted += len(taken)
    return accepted


def test_where_half_a_stake_must_be_odd_one_across_is_offered_without_units() -> None:
    made = opened(**altered(stakes__across_odd_test="half")).ready().bets()
    assert offered(made, "ana")["primero", "across"].fields["amount"] == Amount(10_00, 20_000_00)
    assert require_offers_as_decided(made, "ana")


def test_where_the_cloths_share_a_short_bank_each_is_covered_by_what_lies_on_it() -> None:
    shared = opened(**altered(priority__between_cloths="pro-rata")).ready(1_000_00).bets()
    shared.staked(ana=900_00, carla=300_00).closed()
    assert {one.person: one.amount for one in shared.state.coup.stakes} == {"ana": 750_00, "carla": 250_00}


def behind(**options: object) -> Table:
    """Nobody sits in a numbered place of the second cloth: two people sit and stand behind its places."""
    made = opened("9s 9h Kd 8c 8d 6h", **options).do("carla", t.Leave()).do("dani", t.Leave())
    made.do("luis", a.SitBehind(6), t.BuyIn(500_00)).do("eva", t.StandBehind(7), t.BuyIn(500_00)).ready().bets()
    return made.do("luis", a.Stake(50_00, Hand.SEGUNDO)).staked(ana=50_00)


def test_where_others_may_hold_cards_whoever_is_behind_a_place_does() -> None:
    made = behind(**altered(turn__numbered_only=False)).closed()
    assert made.state.holder(Hand.SEGUNDO) == "luis"
    made.played("no", "no").do("rosa", Stand()).shown().settled()
    assert made.chips("luis") == 550_00
    assert made.state.turns[Hand.SEGUNDO] == 6


def test_where_nobody_stands_a_banker_from_no_place_takes_a_vacant_one() -> None:
    made = coup(opened(WON, **altered(seats__standing=False)).ready()).do("rosa", a.LeaveBank())
    assert made.state.seats.position_of(PersonId("rosa")) == Position(3)


@pytest.mark.parametrize(("needs", "holder"), [(True, "bea"), (False, "ana")])
def test_a_place_without_a_stake_is_passed_over_where_the_turn_needs_one(needs: bool, holder: str) -> None:
    made = opened(**altered(turn__needs_stake=needs)).ready().bets().staked(bea=50_00, carla=50_00).closed()
    assert made.state.holder(Hand.PRIMERO) == holder


def proof(who: PersonId, amount: int = 40_000_00) -> a.ProveDeposit:
    return a.ProveDeposit(who, amount)


def places_offered(made: Table) -> list[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """Return the places and institutions of each proof that the director is offered."""
    found = (plain(one.fields) for one in made.play.legal("director") if one.act == "prove-deposit")
    return [tuple(as_options(fields.get(name)) for name in ("place", "institution")) for fields in found]


def as_options(field: Any) -> tuple[Any, ...]:
    return tuple(field) if isinstance(field, list | tuple) else () if field is None else (field,)


@pytest.mark.clause("DP.E2.11")
def test_where_the_rulebook_knows_no_institution_none_is_offered() -> None:
    made = opened(mode=BankMode.OPEN, **altered(free__deposit_at=["cash-desk"]))
    assert places_offered(made) == [(("cash-desk",), ())]


def late(**options: object) -> Table:
    """The stop card lies before the fifth card: it comes out as cloth 2's second card would be drawn."""
    made = opened(LOST, **options).announced(shoes=2).deposited().shoe()
    made.play.state = replace(made.state, shoe=replace(made.state.shoe, stop=4))
    return made.delivered()


def test_without_a_right_to_the_check_nobody_asks_for_it() -> None:
    assert late(**altered(pack__checked_on_request=False)).refused("ana", AskCardCheck()).code == "no-card-check"


@pytest.mark.parametrize(("after", "places"), [(True, {"discard"}), (False, {"primero", "segundo", "banca"})])
def test_where_the_cards_of_a_coup_lie_after_it(after: bool, places: set[str]) -> None:
    made = coup(opened(WON, **altered(basket__after_hand=after)).ready())
    assert {card.place for card in made.state.coup.cards.layout} == places


ROSA, ANA, BEA, CARLA = map(PersonId, ("rosa", "ana", "bea", "carla"))


def test_a_bank_that_answers_for_one_least_stake_goes_on_and_so_does_one_that_answers_for_all() -> None:
    made = coup(opened(LOST).ready(1_000_00), ana=500_00, carla=490_00)
    assert (made.phase, made.account("bank")) == (Phase.BETWEEN, 10_00)
    open_ = opened(LOST, **altered(bank__limited_liability="everything")).do("director", a.ProveDeposit(ROSA, 9_000_00))
    made = coup(open_.announced(1_000_00).deposited(1_000_00).shoe().delivered(), ana=500_00, carla=495_00)
    assert (made.phase, made.account("bank")) == (Phase.BETWEEN, 5_00)


def test_where_the_house_may_sell_a_bank_and_announce_one_it_announces_who_did_not_ask() -> None:
    made = opened(**altered("guia", award__ways=["bought", "announced"])).shoe()
    made.do("rosa", a.BuyBank(BANK))
    asked = [one for one in made.play.legal("inspector") if one.act == "announce-bank"]
    assert [one.fixed_value("person") for one in asked] == ["rosa", None]
    made.do("inspector", a.AnnounceBank(ANA, BANK))
    assert made.phase is Phase.DEPOSIT


GUIDE = "guia"


@pytest.mark.parametrize("act", [a.OpenAuction(2), a.DrawLots(BANK, 2)])
def test_nor_for_a_term_that_the_rulebook_does_not_know(act: a.OpenAuction | a.DrawLots) -> None:
    made = opened(**altered(GUIDE, award__term=["days"])).shoe()
    assert made.refused("inspector", act).code == "no-such-term"


def told(made: Table, by: str, act: object, lang: str = "es") -> str:
    """Return the sentence with which an act is refused."""
    found = made.refused(by, act)
    return refusal(found.code, found.facts, lang)


def test_in_an_open_bank_nobody_calls_banco_at_any_moment() -> None:
    made = opened(mode=BankMode.OPEN).ready().bets()
    assert told(made, "ana", a.CallBanco()) == "En la banca abierta no se pide banco."
    other = opened(mode=BankMode.OPEN, **altered(banco__in_free_bank=True)).ready()
    assert other.refused("ana", a.CallBanco()).code == "banco-not-now"
