"""Banco: priority whatever the order of arrival, con la mesa, seguido before and after the deal (CF.B.14-37, CF.D)."""

from itertools import permutations
from typing import Any

import pytest

from tapete.cards import cards
from tapete.games.baccarat.effects import VoidCoup
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Accident, Cover, Hand, Phase
from tapete.kernel import Accepted
from tapete.table import acts as t
from tests.support.chemin_de_fer.observed import Observed
from tests.support.chemin_de_fer.table import STANDING, Table, as_house, with_chips
from tests.support.rows import each_clause

BANCO, SEGUIDO, CON_LA_MESA, ULTIMO = a.CallBanco(), a.CallSeguido(), a.CallConLaMesa(), a.CallUltimoCompleto()


def called(table: Table, *calls: tuple[str, Any]) -> Table:
    """Make calls in order; only a partial banco after a full one is refused."""
    for who, act in calls:
        if (code := table.answer(who, act)) != "banco-called":
            assert not code, (who, act, code)
            table.do(who, act)
    return table


def betting(make, *calls: tuple[str, Any], bank: int = 300_00, **options: Any) -> Table:
    return called(make(**options).bank(bank).bets(), *calls)


def holder(make, *calls: tuple[str, Any], **options: Any) -> str | None:
    """Return who holds the cards after these calls."""
    return betting(make, *calls, **options).closed().state.holder


def lost(make, *calls: tuple[str, Any], coups: tuple[str, ...] = ("banca",) * 4) -> Table:
    """A coup that the bank of 300 won, and the betting of the next is open."""
    return betting(make, *(calls or [("ana", BANCO)]), coups=coups).closed().played().bets()


@pytest.mark.clause("CF.B.15", "CF.D.04", "CF.D.05")
def test_near_far_standing_and_joint_in_every_order(make) -> None:
    """Banker at 1: carla (2) is nearest, but she calls in association; of those alone ana (5) is the nearest."""
    calls = [(who, BANCO) for who in ("ana", "eva", "pau")]
    calls += [("carla", a.JoinBanco("carla", 100_00)), ("luis", a.JoinBanco("carla", 200_00))]
    found = [betting(make, *order).closed() for order in permutations(calls)]
    assert len({repr((one.state.coup.award, sorted(one.money().items()))) for one in found}) == 1
    assert (found[0].state.coup.award.kind, found[0].state.holder) == (Cover.BANCO, "ana")
    held = found[0].money()
    assert (held["stakes"], held["person:eva"], held["person:carla"]) == (300_00, 10_000_00, 10_000_00)


@pytest.mark.clause("CF.D.05")
def test_nearness_counts_rightwards_from_the_banker(make) -> None:
    """Banker at 8: eva at 9 is nearer than carla at 2, whose number is lower."""
    table = make().declined("bea", "carla", "ana").bank(300_00, by="luis").bets()
    assert called(table, ("carla", BANCO), ("eva", BANCO)).closed().state.holder == "eva"


@pytest.mark.clause("CF.D.09", "CF.D.10")
def test_who_has_still_to_salute_comes_after_everybody(make) -> None:
    """Dora sat down at 3 while the shoe was being dealt: nearest to the banker, she yields even to pau on his feet."""
    table = betting(make, ("ana", BANCO), coups=("banca",)).closed().played()
    table.do("dora", t.Sit(3), t.BuyIn(10_000_00)).bets()
    assert called(table, ("dora", BANCO), ("pau", BANCO)).closed().state.holder == "pau"


@pytest.mark.clause("CF.D.07")
def test_the_salute_is_owed_through_the_first_coup_and_after_one_that_was_called_off(make) -> None:
    table = make().bank(300_00).bets()
    for moment in (table.fork(), table.fork().do("ana", a.Stake(50_00)).closed(), table.do("croupier", a.CallOff())):
        assert moment.do("luis", t.Sit(3)).state.carried_over.salute_debtors == {"luis"}


@each_clause(
    "calls, standing, holds",
    [
        # a seat far away goes before a place on one's feet near by
        ("CF.D.04", [("pau", BANCO), ("eva", BANCO)], {"pau": 2}, "eva"),
        ("CF.D.06", [("teo", BANCO), ("rosa", BANCO), ("pau", BANCO)], {"rosa": 9, "pau": 6, "teo": 6}, "pau"),
        # a stake of the whole bank is banco whatever was said
        ("CF.E2.05", [("pau", a.Stake(300_00)), ("ana", a.Stake(200_00))], STANDING, "pau"),
        (
            "CF.B.25",
            [("pau", a.Stake(100_00)), ("carla", a.Stake(50_00)), ("luis", a.Stake(80_00))],
            STANDING,
            "luis",
        ),
        ("CF.B.26", [("luis", a.Stake(80_00)), ("ana", a.Stake(80_00))], STANDING, "ana"),
    ],
)
def test_to_whom_the_cards_come_in_every_order_of_the_calls(make, clause, calls, standing, holds) -> None:
    assert {holder(make, *order, standing=standing) for order in permutations(calls)} == {holds}


@pytest.mark.clause("CF.B.16")
def test_who_holds_the_cards_from_the_strongest_right_to_the_weakest(make) -> None:
    """Take one right away after the other and the next one holds."""
    ladder = [
        ("ana", [("ana", SEGUIDO)]),
        ("rosa", [("rosa", BANCO)]),
        ("carla", [("carla", a.JoinBanco("carla", 285_00)), ("eva", a.JoinBanco("carla", 300_00))]),
        ("luis", [("luis", ULTIMO)]),
        ("pau", [("pau", CON_LA_MESA)]),
        ("carla", [("pau", a.Stake(90_00)), ("eva", a.Stake(80_00)), ("carla", a.Stake(80_00))]),
    ]
    for rung, (holds, _) in enumerate(ladder):
        calls = [call for _, group in reversed(ladder[rung : 5 if rung < 5 else 6]) for call in group]
        assert called(lost(make), *calls).closed().state.holder == holds


@pytest.mark.clause("CF.B.16")
@pytest.mark.parametrize(
    "call", [*((one, BANCO) for one in ("pau", "carla")), ("luis", a.Stake(200_00)), ("luis", CON_LA_MESA)]
)
def test_what_a_banco_or_a_stake_of_his_would_come_to_is_told_to_everybody_as_it_comes(make, call: Any) -> None:
    table = betting(make, call)
    for who in ("bea", "carla", "ana", "luis", "pau", "nora"):
        me = table.play.view(who).me
        if who in ("bea", "nora", call[0]):
            assert (me.banco_behind, me.stake_room) == (None, None), "the banker, a stranger, and who alone has called"
            continue
        banco, stake = (called(table.fork(), (who, act)).closed() for act in (BANCO, a.Stake(299_99)))
        assert me.banco_behind == (None if banco.state.holder == who else call[0])
        assert min(me.stake_room, 299_99) == stake.plays().get(who, 0)


@pytest.mark.clause("CF.B.22")
def test_a_mixed_window_in_all_its_orders(make) -> None:
    """Of 585 euros 292.50 are one half; Luis lays 120 on the line."""
    mixed = [("carla", a.Stake(100_00)), ("luis", a.StakeOnLine(120_00)), ("pau", CON_LA_MESA), ("eva", ULTIMO)]
    start = lost(make)
    found = [called(start.fork(), *one).closed() for one in permutations([*mixed, ("ana", a.JoinBanco("ana", 200_00))])]
    assert len({repr((one.state.coup.award, sorted(one.money().items()))) for one in found}) == 1
    assert found[0].plays() == {"carla": 100_00, "luis": 60_00, "pau": 292_50, "eva": 132_50}
    assert found[0].state.holder == "eva"


@pytest.mark.clause("CF.B.43", "CF.E1.07")
def test_a_lost_bank_pays_one_to_one_and_goes_to_the_right(make) -> None:
    table = make(coups=("punto",)).bank(200_00).do("luis", a.OfferShare(100_00)).do("bea", a.AcceptShare("luis"))
    table.coup("punto", ana=90_00)
    assert [table.chips(who) for who in ("ana", "bea", "luis")] == [10_090_00, 9_940_00, 9_970_00]
    assert (table.state.bank, table.state.offer.candidate) == (None, "carla")


@pytest.mark.clause("CF.B.02")
def test_four_players_or_no_coup(make) -> None:
    table = make(coups=("banca",), seats={1: "bea", 2: "carla", 5: "ana"}, standing={"pau": 5}).bank(300_00)
    table.coup("banca", ana=50_00).do("pau", t.Leave())
    assert table.refusal("croupier", a.OpenBets()) == ("too-few-players", ("CF.B.02",))


@pytest.mark.clause("CF.B.17")
def test_it_is_refused_once_somebody_takes_the_bank_whole(make) -> None:
    table = betting(make)
    table.fork().do("carla", CON_LA_MESA)
    assert table.do("eva", BANCO).refusal("carla", CON_LA_MESA) == ("banco-called", ("CF.B.17",))
    table.do("eva", a.WithdrawCall()).do("carla", CON_LA_MESA)


@pytest.mark.clause("CF.B.18")
def test_its_stake_is_exactly_half_the_bank(make) -> None:
    table = betting(make)
    assert table.refusal("carla", a.CallConLaMesa(100_00)) == ("not-half", ("CF.B.18",))
    assert table.do("carla", a.CallConLaMesa(150_00)).closed().plays() == {"carla": 150_00}
    assert betting(make, ("carla", CON_LA_MESA), bank=25_00).closed().plays() == {"carla": 12_50}


@pytest.mark.clause("CF.B.19")
def test_the_croupier_invites_the_others_to_complete_the_bank(make) -> None:
    table = betting(make, ("carla", CON_LA_MESA))
    said = table.state.announcements[-1]
    assert (said.formula, said.values) == ("complete-the-bank", {"amount": "150"})
    assert "CF.B.19" in table.play.last.rests_on
    table = betting(make, ("luis", a.Stake(110_00)), ("carla", CON_LA_MESA))
    assert table.state.announcements[-1].values == {"amount": "40"}


@pytest.mark.clause("CF.B.21")
def test_the_caller_takes_the_cards_even_on_his_feet(make) -> None:
    table = betting(make, ("pau", CON_LA_MESA), ("carla", a.Stake(100_00))).closed()
    assert (table.state.coup.award.kind, table.state.holder) == (Cover.PARTIAL, "pau")
    assert "CF.B.21" in table.play.last.rests_on
    assert "CF.B.22" not in table.play.last.rests_on, "nobody said that he completes it"
    # without the call the seated stake would take them
    assert holder(make, ("pau", a.Stake(150_00)), ("carla", a.Stake(100_00))) == "carla"


def test_who_promises_to_complete_a_covered_bank_lays_ready_what_he_has_and_a_lawful_stake(make) -> None:
    """The other half is covered for now; where it comes to be missing again, he completes it with so much."""
    for held, small, laid in ((9_99, False, 0), (10_01, False, 10_01), (9_99, True, 9_99), (150_01, False, 150_00)):
        table = as_house(make(), "betting", small_completion=small).bank(300_00).bets()
        with_chips(table.do("carla", CON_LA_MESA).do("luis", a.Stake(150_00)), "eva", held)
        made = table.play.attempt(ULTIMO, "eva")
        assert getattr(made.outcome, "code", "") == ("" if laid else "below-minimum")
        assert sum(one.amount for one in made.state.calls.by("eva")) == laid


SHOE = "2s 9h 4d Kc  2h 3h 9d Qc"
"""First coup: punto 6, banker 9. Second coup: punto 1, banker 3."""


def after_lost_banco(make, **options: Any) -> Table:
    """Ana lost banco on 6 to a natural 9; the next coup is open with 300 - 5 % more in the bank."""
    table = make(SHOE, **options).bank(300_00).bets().do("ana", BANCO).closed().dealt().looked().said("no")
    return table.do("bea", a.LayDown(Hand.BANCA)).settled().bets()


def dealt_to_luis(make) -> Table:
    """In the next coup Luis staked most; his cards lie dealt, still with the croupier."""
    table = called(after_lost_banco(make), ("luis", a.Stake(200_00)), ("carla", a.Stake(50_00))).closed().dealt()
    assert (table.state.holder, table.state.bank.garage[0].amount) == ("luis", 335_00)
    return table


@pytest.mark.clause("CF.B.30")
def test_only_who_lost_banco_may_repeat_it(make) -> None:
    table = after_lost_banco(make)
    assert table.refusal("luis", SEGUIDO) == ("no-banco-to-repeat", ("CF.B.30",))
    table.do("ana", SEGUIDO).do("carla", BANCO).closed()
    assert (table.state.coup.award.kind, table.state.holder) == (Cover.SEGUIDO, "ana")


@pytest.mark.clause("CF.B.24")
def test_who_was_alone_with_the_table_may_repeat(make) -> None:
    """Bank 300, Carla half of it and nobody else: after the banker won she may call banco seguido."""
    table = lost(make, ("carla", CON_LA_MESA))
    assert (table.answer("ana", SEGUIDO), table.answer("carla", SEGUIDO)) == ("no-banco-to-repeat", "")
    table.do("carla", SEGUIDO).do("luis", a.Stake(50_00)).closed()
    assert (table.state.holder, list(table.plays())) == ("carla", ["carla"])


@pytest.mark.clause("CF.B.29")
def test_called_after_the_distribution_it_moves_the_cards_and_covers_the_whole_bank(make) -> None:
    table = dealt_to_luis(make)
    luis, carla, ana = (table.chips(who) for who in ("luis", "carla", "ana"))
    assert table.answer("ana", SEGUIDO) == ""
    award = table.do("ana", SEGUIDO).state.coup.award
    assert (award.kind, award.holder, award.covered_amount) == (Cover.SEGUIDO, "ana", 585_00)
    # the stakes it displaces go back, and what was out of play is in play
    found = [table.chips(who) for who in ("luis", "carla", "ana")]
    assert found == [luis + 200_00, carla + 50_00, ana - 585_00]
    assert table.state.bank.garage == ()
    assert table.money()["stakes"] == table.money()["bank"] == 585_00
    assert table.refused("ana", SEGUIDO).code == "seguido-already-called"
    assert table.carried().do("ana", a.Lift(Hand.PUNTO)).total("punto", "ana") == 1


@pytest.mark.clause("CF.B.29")
def test_the_one_before_whom_the_cards_lie_may_repeat_his_own_banco_until_he_lifts_them(make) -> None:
    table = called(lost(make), ("ana", a.Stake(50_00)), ("luis", a.Stake(20_00))).closed().dealt().carried()
    repeated = table.fork().do("ana", SEGUIDO)
    assert (repeated.plays(), repeated.chips("luis")) == ({"ana": 585_00}, 10_000_00)
    repeated.looked()
    assert table.do("ana", a.Lift(Hand.PUNTO)).refused("ana", SEGUIDO).code == "cards-seen"


@pytest.mark.clause("CF.B.33")
def test_called_after_another_has_lifted_the_cards_it_comes_too_late(make) -> None:
    table = dealt_to_luis(make).carried().do("luis", a.Lift(Hand.PUNTO))
    assert table.refusal("ana", SEGUIDO) == ("cards-seen", ("CF.B.33", "CF.B.32"))
    assert (table.state.holder, table.state.coup.award.kind) == ("luis", Cover.STAKES)


@pytest.mark.clause("CF.B.28")
def test_an_ordinary_banco_has_no_place_after_the_distribution(make) -> None:
    assert dealt_to_luis(make).refusal("eva", BANCO) == ("banco-too-late", ("CF.B.28",))


def grabbed(make) -> Table:
    """Luis takes the cards before Ana, who called banco seguido, is given them, and looks at them."""
    table = after_lost_banco(make, conduct="observed").do("ana", SEGUIDO).closed().dealt()
    return table.do("luis", a.Lift(Hand.PUNTO))


@pytest.mark.clause("CF.B.34")
def test_cards_grabbed_from_the_caller_are_taken_back_though_seen(make) -> None:
    table = grabbed(make)
    (case,) = table.state.docket.open
    assert (case.kind, case.faults[0].facts) == ("cards-grabbed", {"person": "luis", "holder": "ana"})
    table.ruled("croupier")
    assert (table.state.holder, table.state.coup.punto.before, table.state.phase) == ("ana", "ana", Phase.LIFT)


@pytest.mark.clause("CF.B.35")
def test_the_caller_is_given_the_same_two_cards_and_plays_the_coup(make) -> None:
    table = grabbed(make).ruled("croupier")
    assert isinstance(table.play.attempt(a.Lift(Hand.PUNTO), "ana").outcome, Accepted)
    table.do("ana", a.Lift(Hand.PUNTO))
    assert [card.face for card in table.play.view("ana").coup.cards if card.place == "punto"] == ["2h", "9d"]
    assert (table.said("carta").state.coup.punto.word, table.state.holder) == ("carta", "ana")


@pytest.mark.clause("CF.B.34", "CF.B.25")
def test_the_cards_of_another(make) -> None:
    table = betting(make, ("ana", a.Stake(100_00)), coups=("banca",)).closed().dealt().carried()
    assert table.refused("luis", a.Lift(Hand.PUNTO)).clauses == ("CF.B.25",)
    table = lost(make, ("luis", BANCO)).do("luis", SEGUIDO).closed().dealt().carried()
    assert table.refused("ana", a.Lift(Hand.PUNTO)).clauses == ("CF.B.34",)


@pytest.mark.clause("CF.B.30", "CF.B.36")
@pytest.mark.parametrize(("keyed", "true", "may"), [("7h", "5h", False), ("6h", "7h", True)])
@pytest.mark.parametrize("corrected", ["in the coup", "when it is open", "after it"])
def test_who_lost_a_banco_is_known_by_the_true_cards_of_the_coup_before_the_tie(
    make, keyed: str, true: str, may: bool, corrected: str
) -> None:
    """Ana's banco has 6 against what was keyed for the bank, and the next coup, which she lets go, ends 6 to 6."""
    first = make("", real=True, conduct="observed")
    table = Observed(first.play, first.turns)
    table.listed = cards(f"2s Kc 4d {keyed}  2h Kh 4h 6c")
    table.bank(300_00).bets().do("ana", BANCO).closed().dealt().looked().said("no")
    table.do("bea", a.Stand()).shown().settled().bets()
    called(table, ("luis", a.Stake(100_00))).closed().dealt().looked()
    wrong = a.CorrectCard(1, 3, true, "inspector", "misread")
    if corrected == "in the coup":
        table.do("croupier", wrong)
    table.said("no").do("bea", a.Stand()).shown()
    if corrected == "when it is open":
        table.do("croupier", wrong)
    table.settled()
    if corrected == "after it":
        table.do("croupier", wrong)
    assert ("ana" in table.state.carried_over.seguido) is may
    assert table.bets().answer("ana", SEGUIDO) == ("" if may else "no-banco-to-repeat")


@pytest.mark.clause("CF.B.36")
@pytest.mark.parametrize(("keyed", "true", "may"), [("5h", "6h", False), ("6h", "5h", True)])
@pytest.mark.parametrize("then", ["nothing", "betting", "annulled", "annulled, betting"])
def test_whether_a_seguido_let_go_comes_back_is_known_by_the_true_cards(
    make, keyed: str, true: str, may: bool, then: str
) -> None:
    """The coup that Ana let go ends 6 to 6 with a five at the eighth place, 6 to 7 with a six."""
    first = make("", real=True, conduct="observed")
    table = Observed(first.play, first.turns)
    table.listed = cards(f"2s 9h 4d Kc  2h Ah 4h {keyed}")
    table.bank(300_00).bets().do("ana", BANCO).closed().dealt().looked().said("no")
    table.do("bea", a.LayDown(Hand.BANCA)).settled().bets()
    called(table, ("luis", a.Stake(100_00)), ("carla", a.Stake(90_00))).closed().dealt().looked().said("no")
    table.do("bea", a.Stand()).shown().settled()
    uncorrected = table.fork().bets()
    wrong = a.CorrectCard(2, 7, true, "inspector", "misread")
    if "annulled" in then:
        table.bets().do("luis", a.Stake(100_00)).closed().report(Accident.OTHER)
        table.ruled("inspector", effects=(VoidCoup(),), reason="seen")
    table = table.bets().do("croupier", wrong) if "betting" in then else table.do("croupier", wrong).bets()
    assert ("ana" in table.state.carried_over.seguido) is may
    assert (table.answer("ana", SEGUIDO), uncorrected.answer("ana", SEGUIDO)) == (
        ("", "no-banco-to-repeat") if may else ("no-banco-to-repeat", "")
    )
    if not may:
        uncorrected.do("ana", SEGUIDO).do("croupier", wrong)
        assert "ana" in uncorrected.state.carried_over.seguido, "what was called stays called"


@pytest.mark.clause("CF.B.36")
def test_over_a_tie_only_who_might_have_repeated_his_banco_may(make) -> None:
    table = lost(make, coups=("banca", "tie", "tie")).do("luis", a.Stake(50_00)).closed().played().bets()
    assert (table.answer("ana", SEGUIDO), table.answer("luis", SEGUIDO)) == ("", "no-banco-to-repeat")


@pytest.mark.clause("CF.B.37")
@pytest.mark.parametrize(("others", "may"), [((), True), (("carla",), False)])
def test_the_only_player_against_the_bank_may_repeat(make, others: tuple[str, ...], may: bool) -> None:
    table = lost(make, ("luis", a.Stake(60_00)), *((one, a.Stake(10_00)) for one in others))
    assert table.play.view("luis").me.may_repeat_banco is may


@pytest.mark.clause("CF.B.30", "CF.E2.05")
def test_a_joint_banco_that_is_lost_gives_none_of_its_partners_a_banco_to_repeat(make) -> None:
    """None of them reached the whole bank, which is what making banco means."""
    table = lost(make, ("carla", a.JoinBanco("carla", 100_00)), ("eva", a.JoinBanco("carla", 200_00)))
    assert [table.answer(one, SEGUIDO) for one in ("carla", "eva")] == ["no-banco-to-repeat"] * 2


@pytest.mark.clause("CF.B.23")
def test_why_a_banco_cannot_be_repeated_names_the_clause_that_took_it_away(make) -> None:
    def played(result: str, call: Any, *more: str) -> Table:
        table = betting(make, ("ana", call), ("luis", a.Stake(20_00)), coups=(result, *more), bank=100_00)
        table.closed().played()
        return table if result == "banca" else table.do("carla", a.TakeBank(100_00))

    def why(table: Table, who: str = "ana") -> tuple[str, ...]:
        refused = table.bets().refused(who, SEGUIDO)
        assert refused.code == "no-banco-to-repeat"
        return refused.clauses

    assert why(played("banca", BANCO, "banca").coup("banca", luis=20_00)) == ("CF.B.30", "CF.B.36")
    assert why(played("banca", BANCO, "banca").coup("banca", luis=20_00), "eva") == ("CF.B.30",)
    # a banco that was won is none to repeat, and a tie after it takes nothing away
    assert why(played("punto", BANCO, "tie").coup("tie", luis=20_00)) == ("CF.B.30",)
    assert why(played("banca", CON_LA_MESA)) == ("CF.B.30", "CF.B.23")
    assert why(played("banca", CON_LA_MESA), "luis") == ("CF.B.30",)
    assert why(played("punto", CON_LA_MESA)) == ("CF.B.30",)
