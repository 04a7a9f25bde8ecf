"""S1: banco con la mesa and banco seguido, before and after the deal and the first look (CF.B.17-37)."""

import pytest

from tapete.cards import cards
from tapete.games.baccarat.effects import VoidCoup
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Accident, Cover, Hand, Phase
from tapete.kernel import Accepted
from tests.support.chemin_de_fer.observed import Observed
from tests.support.chemin_de_fer.table import NINE, as_house, with_chips

CON_LA_MESA, ULTIMO = a.CallConLaMesa(), a.CallUltimoCompleto()


@pytest.mark.clause("CF.B.17")
def test_it_is_refused_once_somebody_takes_the_bank_whole(make) -> None:
    table = make().bank(300_00).bets()
    table.fork().do("carla", CON_LA_MESA)
    table.do("eva", a.CallBanco())
    assert table.refusal("carla", CON_LA_MESA) == ("banco-called", ("CF.B.17",))
    # with the banco taken back the way is free
    table.do("eva", a.WithdrawCall()).do("carla", CON_LA_MESA)


@pytest.mark.clause("CF.B.18")
def test_its_stake_is_exactly_half_the_bank(make) -> None:
    table = make().bank(300_00).bets()
    refused = table.refused("carla", a.CallConLaMesa(100_00))
    assert (refused.code, refused.facts, refused.clauses) == ("not-half", {"half": 150_00}, ("CF.B.18",))
    table.do("carla", a.CallConLaMesa(150_00)).closed()
    assert table.plays() == {"carla": 150_00}
    odd = make().bank(25_00).bets().do("carla", CON_LA_MESA).closed()
    assert odd.plays() == {"carla": 12_50}


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
    assert table.plays() == {"carla": 150_00, "eva": 110_00, "luis": 40_00}
    assert table.state.holder == "eva"
    assert "CF.B.22" in table.play.last.rests_on
    assert table.chips("eva") == 10_000_00 - 110_00


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


def after_lost_banco(make, **options):
    """Ana lost banco on 6 to a natural 9; the next coup is open with 300 - 5 % more in the bank."""
    table = make(SHOE, **options).bank(300_00).bets()
    table.do("ana", a.CallBanco()).closed().dealt().looked()
    table.said("no").do("bea", a.LayDown(Hand.BANCA)).settled()
    assert table.state.bank.total == 585_00
    return table.bets()


def dealt_to_luis(make, **options):
    """In the next coup Luis staked most; his cards lie dealt, still with the croupier."""
    table = after_lost_banco(make, **options).do("luis", a.Stake(200_00)).do("carla", a.Stake(50_00))
    table.closed().dealt()
    assert table.state.holder == "luis"
    assert table.state.bank.garage[0].amount == 335_00
    return table


@pytest.mark.clause("CF.B.30")
def test_only_who_lost_banco_may_repeat_it(make) -> None:
    table = after_lost_banco(make)
    assert table.refused("luis", a.CallSeguido()).code == "no-banco-to-repeat"
    assert table.refused("luis", a.CallSeguido()).clauses == ("CF.B.30",)
    table.do("ana", a.CallSeguido()).do("carla", a.CallBanco()).closed()
    assert (table.state.coup.award.kind, table.state.holder) == (Cover.SEGUIDO, "ana")


@pytest.mark.clause("CF.B.29")
def test_called_after_the_distribution_it_moves_the_cards_and_covers_the_whole_bank(make) -> None:
    table = dealt_to_luis(make)
    luis, carla, ana = table.chips("luis"), table.chips("carla"), table.chips("ana")
    table.do("ana", a.CallSeguido())
    award = table.state.coup.award
    assert (award.kind, award.holder, award.covered_amount) == (Cover.SEGUIDO, "ana", 585_00)
    # the stakes it displaces go back, and what was out of play is in play
    assert (table.chips("luis"), table.chips("carla"), table.chips("ana")) == (
        luis + 200_00,
        carla + 50_00,
        ana - 585_00,
    )
    assert table.state.bank.garage == ()
    assert table.money()["stakes"] == table.money()["bank"] == 585_00
    table.carried().do("ana", a.Lift(Hand.PUNTO))
    assert table.total("punto", "ana") == 1


@pytest.mark.clause("CF.B.33")
def test_called_after_another_has_lifted_the_cards_it_comes_too_late(make) -> None:
    table = dealt_to_luis(make).carried().do("luis", a.Lift(Hand.PUNTO))
    assert table.refusal("ana", a.CallSeguido()) == ("cards-seen", ("CF.B.33", "CF.B.32"))
    assert (table.state.holder, table.state.coup.award.kind) == ("luis", Cover.STAKES)


@pytest.mark.clause("CF.B.28")
def test_an_ordinary_banco_has_no_place_after_the_distribution(make) -> None:
    assert dealt_to_luis(make).refusal("eva", a.CallBanco()) == ("banco-too-late", ("CF.B.28",))


@pytest.mark.clause("CF.B.31")
def test_cards_given_to_the_wrong_player_come_back_while_unseen(make) -> None:
    table = after_lost_banco(make, conduct="observed").do("ana", a.CallSeguido()).closed().dealt()
    table.do("croupier", a.CarryCards("luis"))
    back = table.fork().do("croupier", a.CarryCards("ana"))
    assert back.state.coup.punto.before == "ana"
    # lifted, they are his who was given them; what becomes of the stakes is the inspector's
    table.do("luis", a.Lift(Hand.PUNTO))
    assert table.refused("croupier", a.CarryCards("ana")).code == "coup-suspended"
    table.ruled("inspector", reason="he has seen them")
    assert (table.state.holder, table.state.phase) == ("luis", Phase.WORD)


def grabbed(make):
    """Luis takes the cards before Ana, who called banco seguido, is given them, and looks at them."""
    table = after_lost_banco(make, conduct="observed").do("ana", a.CallSeguido()).closed().dealt()
    return table.do("luis", a.Lift(Hand.PUNTO))


@pytest.mark.clause("CF.B.34")
def test_cards_grabbed_from_the_caller_are_taken_back_though_seen(make) -> None:
    table = grabbed(make)
    (incident,) = table.state.docket.open
    assert (incident.kind, incident.faults[0].facts) == ("cards-grabbed", {"person": "luis", "holder": "ana"})
    table.ruled("croupier")
    assert (table.state.holder, table.state.coup.punto.before, table.state.phase) == ("ana", "ana", Phase.LIFT)


@pytest.mark.clause("CF.B.35")
def test_the_caller_is_given_the_same_two_cards_and_plays_the_coup(make) -> None:
    table = grabbed(make).ruled("croupier")
    lifted = table.play.attempt(a.Lift(Hand.PUNTO), "ana").outcome
    assert isinstance(lifted, Accepted), lifted
    table.do("ana", a.Lift(Hand.PUNTO))
    assert [card.face for card in table.play.view("ana").coup.cards if card.place == "punto"] == ["2h", "9d"]
    table.said("carta")
    assert (table.state.coup.punto.word, table.state.holder) == ("carta", "ana")


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
    table.bank(300_00).bets().do("ana", a.CallBanco()).closed().dealt().looked()
    table.said("no").do("bea", a.LayDown(Hand.BANCA)).settled().bets()
    table.do("luis", a.Stake(100_00)).do("carla", a.Stake(90_00)).closed().dealt().looked()
    table.said("no").do("bea", a.Stand()).shown().settled()
    uncorrected = table.fork().bets()
    wrong = a.CorrectCard(2, 7, true, "inspector", "misread")
    if "annulled" in then:
        table.bets().do("luis", a.Stake(100_00)).closed().report(Accident.OTHER)
        table.ruled("inspector", effects=(VoidCoup(),), reason="seen")
    table = table.bets().do("croupier", wrong) if "betting" in then else table.do("croupier", wrong).bets()
    assert ("ana" in table.state.carried_over.seguido) is may
    if may:
        uncorrected.refused("ana", a.CallSeguido())
        table.do("ana", a.CallSeguido())
    else:
        uncorrected.do("ana", a.CallSeguido())
        assert table.refused("ana", a.CallSeguido()).code == "no-banco-to-repeat"
        assert "ana" in uncorrected.do("croupier", wrong).state.carried_over.seguido, "what was called stays called"


@pytest.mark.clause("CF.B.37")
@pytest.mark.parametrize(("others", "may"), [((), True), (("carla",), False)])
def test_the_only_player_against_the_bank_may_repeat(make, others: tuple[str, ...], may: bool) -> None:
    table = make(SHOE).bank(300_00).bets().do("luis", a.Stake(60_00))
    for one in others:
        table.do(one, a.Stake(10_00))
    table.closed().dealt().looked().said("no").do("bea", a.LayDown(Hand.BANCA)).settled().bets()
    assert table.play.view("luis").me.may_repeat_banco is may


@pytest.mark.clause("CF.B.30")
def test_banco_seguido_said_by_who_won_his_banco_is_an_ordinary_banco(make) -> None:
    table = make(coups=("punto", "banca")).bank(300_00).bets().do("ana", a.CallBanco()).closed().played()
    table.do("carla", a.TakeBank(100_00)).bets().do("ana", a.CallSeguido()).closed()
    assert table.state.coup.award.kind is Cover.BANCO
    assert "CF.B.30" in table.turns[-2].rests_on
    # so whoever is nearer goes before him, and once the words are said it is too late
    near = make(coups=("punto", "banca"), seats=NINE).do("uno", a.TakeBank(300_00)).bets()
    near.do("cinco", a.CallBanco()).closed().played().do("dos", a.TakeBank(100_00)).bets()
    assert not any(one.act == "call-banco-seguido" for one in near.play.legal("cinco"))
    late = near.fork().do("ocho", a.Stake(50_00)).closed()
    assert late.refused("cinco", a.CallSeguido()).code == "no-banco-to-repeat"
    assert near.do("cinco", a.CallSeguido()).do("cuatro", a.CallBanco()).closed().state.holder == "cuatro"


@pytest.mark.clause("CF.B.30", "CF.E2.05")
def test_a_joint_banco_that_is_lost_gives_none_of_its_partners_a_banco_to_repeat(make) -> None:
    """None of them reached the whole bank, which is what making banco means."""
    table = make(coups=("banca", "banca")).bank(300_00).bets()
    table.do("carla", a.JoinBanco("carla", 100_00)).do("eva", a.JoinBanco("carla", 200_00)).closed().played().bets()
    for one in ("carla", "eva"):
        assert table.refused(one, a.CallSeguido()).code == "no-banco-to-repeat"


@pytest.mark.clause("CF.B.29")
def test_the_one_before_whom_the_cards_lie_may_repeat_his_own_banco_until_he_lifts_them(make) -> None:
    table = make(coups=("banca", "banca")).bank(300_00).bets().do("ana", a.CallBanco()).closed().played().bets()
    table.do("ana", a.Stake(50_00)).do("luis", a.Stake(20_00)).closed().dealt().carried()
    called = table.fork().do("ana", a.CallSeguido())
    assert [(one.person, one.amount) for one in called.state.coup.award.stakes] == [("ana", 585_00)]
    assert called.chips("luis") == 10_000_00
    called.looked()
    assert table.do("ana", a.Lift(Hand.PUNTO)).refused("ana", a.CallSeguido()).code == "cards-seen"


def repeated(table, who: str) -> tuple[str, ...]:
    """Return the clauses by which somebody may not repeat his banco."""
    refused = table.bets().refused(who, a.CallSeguido())
    assert refused.code == "no-banco-to-repeat"
    return refused.clauses


def banco(table, result: str, who: str = "ana"):
    table.bets().do(who, a.CallBanco()).closed().played()
    assert table.state.results[-1].winner == {"tie": "empate"}.get(result, result)
    return table


@pytest.mark.clause("CF.B.30", "CF.B.36", "CF.B.23")
def test_why_a_banco_cannot_be_repeated_names_the_clause_that_took_it_away(make) -> None:
    def fresh(*results: str):
        return make(coups=results).bank(100_00)

    let_go = banco(fresh("banca", "banca"), "banca").coup("banca", luis=20_00)
    assert repeated(let_go, "ana") == ("CF.B.30", "CF.B.36")
    assert repeated(banco(fresh("banca", "banca"), "banca").coup("banca", luis=20_00), "eva") == ("CF.B.30",)
    # a banco that was won is none to repeat, and a tie after it takes nothing away
    won = banco(fresh("punto", "tie"), "punto").do("carla", a.TakeBank(100_00)).coup("tie", luis=20_00)
    assert repeated(won, "ana") == ("CF.B.30",)
    halves = fresh("banca").bets().do("ana", a.CallConLaMesa()).do("luis", a.Stake(20_00)).closed().played()
    assert repeated(halves.fork(), "ana") == ("CF.B.30", "CF.B.23")
    assert repeated(halves, "luis") == ("CF.B.30",)
    half_won = fresh("punto").bets().do("ana", a.CallConLaMesa()).do("luis", a.Stake(20_00)).closed().played()
    assert repeated(half_won.do("carla", a.TakeBank(100_00)), "ana") == ("CF.B.30",)


def lost_coup(make, *calls, coups: tuple[str, ...] = ("banca", "banca", "banca", "banca")):
    """Play a coup that the bank wins and open the betting of the next."""
    table = make(coups=coups).bank(300_00).bets()
    for who, call in calls:
        table.do(who, call)
    return table.closed().played().bets()


@pytest.mark.clause("CF.B.23")
def test_a_banco_with_the_table_is_not_repeated(make) -> None:
    table = lost_coup(make, ("carla", a.CallConLaMesa()), ("ana", a.Stake(50_00)))
    refused = table.refused("carla", a.CallSeguido())
    assert (refused.code, refused.clauses) == ("no-banco-to-repeat", ("CF.B.30", "CF.B.23"))
    assert table.refused("ana", a.CallSeguido()).clauses == ("CF.B.30",)


@pytest.mark.clause("CF.B.34", "CF.B.25")
def test_the_cards_of_another(make) -> None:
    table = make("2s 9h 4d Kc").bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt().carried()
    assert table.refused("luis", a.Lift(Hand.PUNTO)).clauses == ("CF.B.25",)
    table = lost_coup(make, ("luis", a.CallBanco())).do("luis", a.CallSeguido()).closed().dealt().carried()
    assert table.refused("ana", a.Lift(Hand.PUNTO)).clauses == ("CF.B.34",)


@pytest.mark.clause("CF.B.36")
def test_over_a_tie_only_who_might_have_repeated_his_banco_may(make) -> None:
    """Luis, who plays the coup that ends in a tie, has lost nothing; Ana, who let hers go by, may take it up again."""
    table = banco(banco(make(coups=("banca", "tie")).bank(100_00), "banca"), "tie", who="luis")
    assert table.state.carried_over.seguido == {"ana"}
    assert repeated(table.fork(), "luis") == ("CF.B.30",)
    table.bets().do("ana", a.CallSeguido())
