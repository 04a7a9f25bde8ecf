"""S1: banco seguido, called before and after the distribution, before and after somebody has seen the cards."""

import pytest

from tapete.cards import cards
from tapete.clauses import knocked_out
from tapete.games.baccarat.effects import VoidCoup
from tapete.games.baccarat.outcome import Winner
from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.coup.ending import repeaters
from tapete.games.chemin_de_fer.game import CheminDeFer
from tapete.games.chemin_de_fer.state.coup import Award
from tapete.games.chemin_de_fer.terms import Accident, Cover, Hand, Phase
from tapete.kernel import Accepted
from tapete.rulebooks import house_library, make as bound, overlay
from tests.support.chemin_de_fer.observed import Observed
from tests.support.chemin_de_fer.table import as_house, opened

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


@pytest.mark.clause("CF.B.29")
@pytest.mark.clause("CF.B.31")
def test_cards_that_lie_unseen_before_another_can_still_be_claimed(make) -> None:
    table = dealt_to_luis(make).carried()
    assert table.state.coup.punto.before == "luis"
    table.do("ana", a.CallSeguido()).carried()
    assert (table.state.coup.punto.before, table.state.phase) == ("ana", Phase.LIFT)
    assert table.refused("luis", a.Lift(Hand.PUNTO)).code == "not-your-cards"


@pytest.mark.clause("CF.B.33")
def test_called_after_another_has_lifted_the_cards_it_comes_too_late(make) -> None:
    table = dealt_to_luis(make).carried().do("luis", a.Lift(Hand.PUNTO))
    refused = table.refused("ana", a.CallSeguido())
    assert (refused.code, refused.clauses) == ("cards-seen", ("CF.B.33", "CF.B.32"))
    assert (table.state.holder, table.state.coup.award.kind) == ("luis", Cover.STAKES)


@pytest.mark.clause("CF.B.28")
def test_an_ordinary_banco_has_no_place_after_the_distribution(make) -> None:
    refused = dealt_to_luis(make).refused("eva", a.CallBanco())
    assert (refused.code, refused.clauses) == ("banco-too-late", ("CF.B.28",))


@pytest.mark.clause("CF.B.20")
def test_between_coups_a_call_finds_the_betting_closed_and_nothing_of_the_last_coup(make) -> None:
    table = make(SHOE).bank(300_00)
    assert table.refused("ana", a.CallBanco()).clauses == ("CF.B.20",)
    table.bets().do("ana", a.CallBanco()).closed().dealt().looked()
    table.said("no").do("bea", a.LayDown(Hand.BANCA)).settled()
    for call in (a.CallBanco(), a.CallSeguido()):
        refused = table.refused("ana", call)
        assert (refused.code, refused.clauses) == ("bets-closed", ("CF.B.20",))


def test_without_a_coup_there_are_no_cards_to_carry(make) -> None:
    table = make(SHOE).bank(300_00)
    assert table.refused("croupier", a.CarryCards()).code == "no-coup"
    table.bets().do("ana", a.CallBanco()).closed()
    assert (table.refused("croupier", a.CarryCards()).code, table.state.phase) == ("wrong-window", Phase.DEAL)
    assert table.refused("croupier", a.CarryCards()).clauses == ()
    table.dealt().looked().said("no").do("bea", a.LayDown(Hand.BANCA)).settled()
    refused = table.refused("croupier", a.CarryCards())
    assert (refused.code, refused.clauses) == ("no-coup", ())


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


@pytest.mark.clause("CF.B.31")
def test_a_strict_table_lets_nobody_carry_the_cards_to_the_wrong_player(make) -> None:
    table = after_lost_banco(make).do("ana", a.CallSeguido()).closed().dealt()
    refused = table.refused("croupier", a.CarryCards("luis"))
    assert (refused.code, refused.clauses) == ("not-entitled-to-cards", ("CF.B.34",))
    staked = dealt_to_luis(make).refused("croupier", a.CarryCards("carla"))
    assert (staked.code, staked.clauses) == ("not-entitled-to-cards", ("CF.B.25",))


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
def test_a_seguido_let_go_can_be_taken_up_after_a_tie(make) -> None:
    """Ana lets the coup go; it ends 6 to 6."""
    table = make("2s 9h 4d Kc  2h Ah 4h 5h").bank(300_00).bets()
    table.do("ana", a.CallBanco()).closed().dealt().looked()
    table.said("no").do("bea", a.LayDown(Hand.BANCA)).settled().bets()
    table.do("luis", a.Stake(100_00)).closed().dealt().looked().said("no").do("bea", a.Stand()).show().settled()
    assert table.state.coup.punto.winner == "empate"
    table.bets().do("ana", a.CallSeguido())


@pytest.mark.clause("CF.B.36")
def test_a_seguido_let_go_is_gone_after_a_decided_coup(make) -> None:
    table = make("2s 9h 4d Kc  2h Ah 4h 6h").bank(300_00).bets()
    table.do("ana", a.CallBanco()).closed().dealt().looked()
    table.said("no").do("bea", a.LayDown(Hand.BANCA)).settled().bets()
    table.do("luis", a.Stake(100_00)).do("carla", a.Stake(90_00)).closed().dealt().looked()
    table.said("no").do("bea", a.Stand()).show().settled()
    assert table.bets().refused("ana", a.CallSeguido()).code == "no-banco-to-repeat"


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


@pytest.mark.parametrize("kept", [True, False])
def test_whether_a_banco_can_be_repeated_against_whoever_takes_a_passed_bank_is_house_practice(make, kept) -> None:
    option = {"betting": {"seguido_after_pass": {"value": kept, "practice": "as this house does it"}}}
    house = house_library().by_id("chemin-de-fer", "asturias-2011")
    game = CheminDeFer(house_library().with_books(bound(overlay(house.content, option))))
    table = make(SHOE, game=game).bank(300_00).bets()
    table.do("ana", a.CallBanco()).closed().dealt().looked()
    table.said("no").do("bea", a.LayDown(Hand.BANCA)).settled().do("bea", a.PassHand())
    table.do(table.state.offer.candidate, a.TakeBank(585_00)).bets()
    if not kept:
        assert table.refused("ana", a.CallSeguido()).code == "no-banco-to-repeat"
        return
    table.do("ana", a.CallSeguido()).do("luis", a.CallBanco()).closed()
    assert (table.state.coup.award.kind, table.state.holder) == (Cover.SEGUIDO, "ana")


@pytest.mark.parametrize(
    ("first", "other", "holder"), [(True, "carla", "ana"), (False, "carla", "carla"), (False, "pau", "ana")]
)
def test_where_a_repeated_banco_goes_before_none_it_is_one_of_them(make, first: bool, other: str, holder: str) -> None:
    """Carla sits nearer to the banker's right than Ana, who repeats her banco; Pau is on his feet."""
    table = as_house(after_lost_banco(make), "betting", seguido_first=first)
    table.do("ana", a.CallSeguido()).do(other, a.CallBanco()).closed()
    award = table.state.coup.award
    assert (award.holder, award.kind) == (holder, Cover.SEGUIDO if holder == "ana" else Cover.BANCO)
    assert award.covered_amount == 585_00


@pytest.mark.clause("CF.B.37")
@pytest.mark.parametrize(("others", "may"), [((), True), (("carla",), False)])
def test_the_only_player_against_the_bank_may_repeat(make, others: tuple[str, ...], may: bool) -> None:
    table = make(SHOE).bank(300_00).bets().do("luis", a.Stake(60_00))
    for one in others:
        table.do(one, a.Stake(10_00))
    table.closed().dealt().looked().said("no").do("bea", a.LayDown(Hand.BANCA)).settled().bets()
    assert table.play.view("luis").me.may_repeat_banco is may


@pytest.mark.parametrize("clause", ["CF.B.29", "CF.B.33"])
def test_without_the_clause_the_late_call_goes_the_other_way(make, clause: str) -> None:
    table = dealt_to_luis(make).carried()
    if clause == "CF.B.33":
        table.do("luis", a.Lift(Hand.PUNTO))
    before = table.play.attempt(a.CallSeguido(), "ana").outcome
    with knocked_out(clause):
        assert type(table.play.attempt(a.CallSeguido(), "ana").outcome) is not type(before)


WHO_REPEATS = {
    # how the bank was covered: who repeats after the banker won, of one stake (Ana's) and of two
    Cover.SEGUIDO: (("ana",), ("ana",)),
    Cover.BANCO: (("ana",), ("ana",)),
    Cover.JOINT: ((), ()),
    Cover.PARTIAL: (("ana",), ()),
    Cover.STAKES: (("ana",), ()),
}


@pytest.mark.parametrize("cover", Cover)
def test_who_may_repeat_by_how_the_bank_was_covered_and_how_the_coup_ended(cover: Cover) -> None:
    """A joint banco was a banco: the partner who stays when the others take their parts back did not stake alone."""
    state = opened(prepared=False).state
    for stakes, due in zip((("ana",), ("ana", "luis")), WHO_REPEATS[cover], strict=True):
        award = Award(cover, "ana", tuple(Share(one, 100_00) for one in stakes))
        assert repeaters(state, award, Winner.BANCA) == due
        assert repeaters(state, award, Winner.PUNTO) == ()
        assert repeaters(state, award, Winner.TIE) == ()


@pytest.mark.clause("CF.B.30")
@pytest.mark.parametrize(("who", "call"), [("ana", "banco"), ("luis", None), ("carla", None), ("pau", None)])
def test_banco_seguido_after_a_banco_that_won_is_an_ordinary_banco_of_its_caller_alone(make, who: str, call) -> None:
    table = make(coups=("punto",)).bank(300_00).bets().do("ana", a.CallBanco()).closed().played()
    while table.state.phase is Phase.BANK:
        asked = table.state.offer.candidate
        table.do(asked, a.TakeBank(300_00) if asked == "eva" else a.DeclineBank())
    made = table.bets().play.attempt(a.CallSeguido(), who)
    assert [one.kind for one in made.state.calls.by(who)] == ([] if call is None else [call])
    assert getattr(made.outcome, "code", None) == (None if call else "no-banco-to-repeat")
