"""Partial banco: half the bank, the invitation to complete it, «y último completo», and what it leaves behind."""

import pytest

from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Cover, Hand
from tapete.kernel import Refused
from tapete.table import acts as t
from tests.support.chemin_de_fer.table import as_house, with_chips

BANKER_NINE = "2s 9h 4d Kc"
"""Punto 6, banker a natural 9."""
CON_LA_MESA, ULTIMO = a.CallConLaMesa(), a.CallUltimoCompleto()


def stakes(table) -> dict[str, int]:
    return {one.person: one.amount for one in table.state.coup.award.stakes}


def calls_of(table):
    return table.state.coup.award.calls


def lost(table):
    """Let the banker win the coup with his natural, and open the next betting."""
    table.closed().dealt().looked().said("no")
    return table.do("bea", a.LayDown(Hand.BANCA)).settled().bets()


@pytest.mark.clause("CF.B.17")
def test_it_is_refused_once_somebody_takes_the_bank_whole(make) -> None:
    table = make().bank(300_00).bets()
    table.fork().do("carla", CON_LA_MESA)
    table.do("eva", a.CallBanco())
    refused = table.refused("carla", CON_LA_MESA)
    assert (refused.code, refused.clauses) == ("banco-called", ("CF.B.17",))
    # with the banco taken back the way is free
    table.do("eva", a.WithdrawCall()).do("carla", CON_LA_MESA)


@pytest.mark.clause("CF.B.17")
def test_a_whole_joint_banco_bars_it_too_and_half_a_joint_one_does_not(make) -> None:
    table = make().bank(300_00).bets().do("luis", a.JoinBanco("luis", 200_00))
    table.fork().do("carla", CON_LA_MESA)
    assert table.do("eva", a.JoinBanco("luis", 100_00)).refused("carla", CON_LA_MESA).code == "banco-called"


@pytest.mark.clause("CF.B.17")
@pytest.mark.parametrize("act", [CON_LA_MESA, ULTIMO], ids=repr)
def test_a_repeated_banco_bars_it_too(make, act) -> None:
    table = lost(make(BANKER_NINE).bank(300_00).bets().do("ana", a.CallBanco()))
    table.fork().do("carla", act)
    assert table.do("ana", a.CallSeguido()).refused("carla", act).code == "banco-called"


def test_a_full_banco_called_later_in_the_window_goes_before_it(make) -> None:
    table = make().bank(300_00).bets().do("carla", CON_LA_MESA).do("pau", a.CallBanco()).closed()
    assert (table.state.coup.award.kind, table.state.holder, stakes(table)) == (Cover.BANCO, "pau", {"pau": 300_00})
    assert table.chips("carla") == 10_000_00


@pytest.mark.clause("CF.B.18")
def test_its_stake_is_exactly_half_the_bank(make) -> None:
    table = make().bank(300_00).bets()
    refused = table.refused("carla", a.CallConLaMesa(100_00))
    assert (refused.code, refused.facts, refused.clauses) == ("not-half", {"half": 150_00}, ("CF.B.18",))
    table.do("carla", a.CallConLaMesa(150_00)).closed()
    assert stakes(table) == {"carla": 150_00}
    odd = make().bank(25_00).bets().do("carla", CON_LA_MESA).closed()
    assert stakes(odd) == {"carla": 12_50}


@pytest.mark.clause("CF.E2.10")
def test_with_a_bank_below_twice_the_minimum_there_is_none(make) -> None:
    table = make().bank(19_00).bets()
    refused = table.refused("carla", CON_LA_MESA)
    assert (refused.code, refused.clauses) == ("below-minimum", ("CF.E2.10",))


@pytest.mark.clause("CF.B.19")
def test_the_croupier_invites_the_others_to_complete_the_bank(make) -> None:
    table = make().bank(300_00).bets().do("carla", CON_LA_MESA)
    said = table.state.announcements[-1]
    assert (said.formula, said.values) == ("complete-the-bank", {"amount": "150"})
    assert "CF.B.19" in table.play.last.rests_on
    table = make().bank(300_00).bets().do("luis", a.Stake(110_00)).do("carla", CON_LA_MESA)
    assert table.state.announcements[-1].values == {"amount": "40"}


@pytest.mark.clause("CF.B.21")
def test_the_caller_takes_the_cards_even_on_his_feet(make) -> None:
    table = make().bank(300_00).bets().do("pau", CON_LA_MESA).do("carla", a.Stake(100_00)).closed()
    assert (table.state.coup.award.kind, table.state.holder) == (Cover.PARTIAL, "pau")
    assert "CF.B.21" in table.play.last.rests_on
    # without the call the seated stake would take them
    other = make().bank(300_00).bets().do("pau", a.Stake(150_00)).do("carla", a.Stake(100_00)).closed()
    assert other.state.holder == "carla"


@pytest.mark.clause("CF.B.22")
def test_who_completes_the_bank_takes_the_cards(make) -> None:
    """Bank 300, half called, 40 staked: 110 are missing, and whoever supplies them holds the cards."""
    table = make().bank(300_00).bets()
    table.do("carla", CON_LA_MESA).do("eva", ULTIMO).do("luis", a.Stake(40_00)).closed()
    assert stakes(table) == {"carla": 150_00, "eva": 110_00, "luis": 40_00}
    assert table.state.holder == "eva"
    assert "CF.B.22" in table.play.last.rests_on
    assert table.chips("eva") == 10_000_00 - 110_00


@pytest.mark.parametrize("small", [False, True])
def test_a_promise_with_nothing_left_to_complete_comes_to_nothing(make, small: bool) -> None:
    table = (
        as_house(make(), "betting", small_completion=small)
        .bank(300_00)
        .bets()
        .do("eva", ULTIMO)
        .do("carla", CON_LA_MESA)
    )
    table.do("luis", a.Stake(100_00)).do("pau", a.Stake(50_00)).closed()
    assert (table.state.holder, stakes(table).get("eva")) == ("carla", None)
    assert table.chips("eva") == 10_000_00


@pytest.mark.parametrize("small", [False, True])
def test_who_completes_nothing_of_his_own_half_holds_the_cards_as_its_caller(make, small: bool) -> None:
    table = as_house(make(), "betting", small_completion=small).bank(300_00).bets()
    table.do("carla", CON_LA_MESA).do("carla", ULTIMO).do("luis", a.Stake(100_00)).do("pau", a.Stake(50_00)).closed()
    assert (table.state.holder, stakes(table)["carla"]) == ("carla", 150_00)
    assert "CF.B.21" in table.play.last.rests_on


@pytest.mark.parametrize(
    ("held", "small", "laid"),
    [
        (9_99, False, None),
        (10_00, False, 10_00),
        (10_01, False, 10_01),
        (9_99, True, 9_99),
        (149_99, False, 149_99),
        (150_01, False, 150_00),
    ],
)
def test_who_promises_to_complete_a_covered_bank_lays_ready_what_he_has_and_a_lawful_stake(
    make, held: int, small: bool, laid: int | None
) -> None:
    """The other half is covered for now; where it comes to be missing again, he completes it with so much."""
    table = as_house(make(), "betting", small_completion=small).bank(300_00).bets()
    with_chips(table.do("carla", CON_LA_MESA).do("luis", a.Stake(150_00)), "eva", held)
    made = table.play.attempt(ULTIMO, "eva")
    refused = (made.outcome.code, made.outcome.clauses) if isinstance(made.outcome, Refused) else None
    assert refused == (None if laid else ("below-minimum", ("CF.E2.10",)))
    assert sum(one.amount for one in made.state.calls.by("eva")) == (laid or 0)


def test_a_promise_without_con_la_mesa_comes_to_nothing(make) -> None:
    table = make().bank(300_00).bets().do("eva", ULTIMO).do("luis", a.Stake(40_00)).closed()
    assert (table.state.coup.award.kind, stakes(table)) == (Cover.STAKES, {"luis": 40_00})
    assert table.chips("eva") == 10_000_00


def test_of_two_promises_the_better_placed_one_stands(make) -> None:
    table = make().bank(300_00).bets().do("carla", CON_LA_MESA).do("eva", ULTIMO).do("ana", ULTIMO).closed()
    assert stakes(table) == {"ana": 150_00, "carla": 150_00}
    assert (table.state.holder, table.chips("eva")) == ("ana", 10_000_00)


def test_of_two_callers_the_better_placed_one_stands_and_the_other_half_goes_back(make) -> None:
    table = make().bank(300_00).bets().do("pau", CON_LA_MESA).do("carla", CON_LA_MESA).closed()
    assert (stakes(table), table.state.holder) == ({"carla": 150_00}, "carla")
    assert table.chips("pau") == 10_000_00
    assert "HP.CF.one-con-la-mesa" in table.play.last.rests_on


def test_one_person_may_call_both_and_alone_he_covers_the_bank(make) -> None:
    table = make(freedom=True).bank(300_00).bets().do("pau", CON_LA_MESA).do("pau", ULTIMO)
    shared = table.fork().do("luis", a.Stake(100_00)).closed()
    assert (shared.state.holder, stakes(shared)) == ("pau", {"luis": 100_00, "pau": 200_00})
    table.closed()
    assert (table.state.coup.award.kind, stakes(table)) == (Cover.BANCO, {"pau": 300_00})


def test_what_is_missing_below_the_minimum_is_not_supplied(make) -> None:
    table = make().bank(300_00).bets().do("carla", CON_LA_MESA).do("eva", ULTIMO).do("luis", a.Stake(145_00)).closed()
    assert (stakes(table), table.state.holder) == ({"carla": 150_00, "luis": 145_00}, "carla")


@pytest.mark.clause("CF.B.23")
def test_it_gives_no_priority_for_the_next_coup(make) -> None:
    table = make(BANKER_NINE).bank(300_00).bets()
    table.do("carla", CON_LA_MESA).do("luis", a.Stake(40_00)).do("eva", a.Stake(30_00))
    refused = lost(table).refused("carla", a.CallSeguido())
    assert refused.code == "no-banco-to-repeat"
    assert table.play.view("carla").me.may_repeat_banco is False


@pytest.mark.clause("CF.B.24")
def test_unless_its_caller_was_alone(make) -> None:
    table = lost(make(BANKER_NINE).bank(300_00).bets().do("carla", CON_LA_MESA))
    table.do("carla", a.CallSeguido()).do("ana", a.CallBanco()).closed()
    assert (table.state.coup.award.kind, table.state.holder) == (Cover.SEGUIDO, "carla")


def test_it_gives_no_freedom_over_the_cards(make) -> None:
    """Ana with 3 after «con la mesa» must draw although banco would leave her free."""
    table = make("Ks Kc 3d 5h", freedom=True).bank(300_00).bets().do("ana", CON_LA_MESA).closed().dealt().looked()
    assert table.refused("ana", a.Say("no")).code == "must-draw"


def test_the_cards_of_a_barred_caller_go_on(make) -> None:
    from tapete.games.baccarat.effects import BarPerson, BarredAction, Until

    table = make("2s 9h 4d Kc", conduct="observed").bank(300_00).bets().do("carla", a.Stake(40_00)).closed()
    table.do("croupier", a.Report(accident="other", fault_of="player", note="too slow"))
    table.ruled("inspector", effects=(BarPerson("carla", BarredAction.CARDS, Until.SHOE),), reason="too slow")
    table.dealt().looked().said("no").do("bea", a.LayDown(Hand.BANCA)).settled().bets()
    table.do("carla", CON_LA_MESA).do("luis", a.Stake(20_00)).closed()
    assert table.state.holder == "luis"


def test_who_left_the_money_he_promised_elsewhere_cannot_promise(make) -> None:
    table = make().bank(300_00).bets()
    table.do("eva", t.CashOut(9_900_00))
    assert table.refused("eva", ULTIMO).code == "not-enough-chips"


def test_each_live_stake_keeps_the_call_that_made_it(make) -> None:
    table = make().bank(300_00).bets().do("carla", CON_LA_MESA).do("eva", ULTIMO)
    table.do("luis", a.StakeOnLine(80_00)).do("pau", a.Stake(50_00)).closed()
    told = {(one.person, one.call): one.amount for one in calls_of(table)}
    assert told == {
        ("carla", "banco-con-la-mesa"): 150_00,
        ("eva", "ultimo-completo"): 60_00,
        ("luis", "raya"): 40_00,
        ("pau", "postura"): 50_00,
    }


def test_one_player_may_play_under_two_calls(make) -> None:
    table = make().bank(300_00).bets().do("carla", CON_LA_MESA).do("carla", ULTIMO).do("pau", a.Stake(50_00)).closed()
    told = [(one.person, one.call, one.amount) for one in calls_of(table)]
    assert told == [
        ("carla", "banco-con-la-mesa", 150_00),
        ("carla", "ultimo-completo", 100_00),
        ("pau", "postura", 50_00),
    ]
    assert stakes(table) == {"carla": 250_00, "pau": 50_00}
