"""The banker in a restored hand, section C.3, and his own errors: a wrong score, cards thrown in."""

import pytest

from tapete.cards import cards
from tapete.chance import ChanceKind
from tapete.games.baccarat import effects as e
from tapete.games.baccarat.effects import Cell, Party
from tapete.games.banked.acts import DrawCard, Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Accident, Hand, Phase
from tapete.kernel import Choice
from tapete.table.state import Conduct
from tests.support.dos_panos.observed import Observed, dealt, first_cards, spoken
from tests.support.dos_panos.options import under
from tests.support.dos_panos.table import BANKER, opened
from tests.support.observed import BOTH, both

PRIMERO, SEGUNDO, BANCA = Hand
T, P, O = Cell.DRAW, Cell.STAND, Cell.OPTIONAL


def asked_with_natural(bank: str, third: str) -> Observed:
    """The first cloth asked with nine; its card is the second's, and the banker stood."""
    cards = f"{first_cards('4s 5s', 'Ks Ah', bank)} {third} 9h 8d"
    made = spoken(cards, "carta", "carta").banker(Stand()).shown()
    made.ruled("croupier")
    return made


@pytest.mark.parametrize(
    ("bank", "third", "must"),
    [
        pytest.param("2c 4c", "7c", "T", marks=pytest.mark.clause("DP.C3.01")),
        pytest.param("2c Ac", "9c", "T", marks=pytest.mark.clause("DP.C3.02")),
        pytest.param("2c 4c", "3c", "P", marks=pytest.mark.clause("DP.C3.01")),
    ],
)
def test_a_banker_beside_a_natural_that_asked_is_held_to_it(bank: str, third: str, must: str) -> None:
    right, wrong = (DrawCard(), Stand()) if must == "T" else (Stand(), DrawCard())
    made = asked_with_natural(bank, third)
    assert made.fork().banker(wrong).shown().codes == ["against-table"]
    assert made.banker(right).shown().phase is Phase.SETTLE


@pytest.mark.clause("DP.C3.03")
@pytest.mark.parametrize(("bank", "thirds", "must"), [("2c 4c", "6s 7s", "T"), ("2c 2d", "Ks 8s", "P")])
def test_where_both_cells_agree_an_innocent_banker_is_bound_too(bank: str, thirds: str, must: str) -> None:
    """The first cloth said «no» with three; the second's card and the next one are handed out."""
    cards = f"{first_cards('2s As', '2h Ah', bank)} {thirds} 9d"
    made = spoken(cards, "no", "carta").banker(Stand()).shown()
    made.ruled("croupier").given()
    right, wrong = (DrawCard(), Stand()) if must == "T" else (Stand(), DrawCard())
    found = made.fork().banker(wrong).shown()
    assert (found.codes, "DP.C3.03" in found.incident.clauses) == (["against-table"], True)
    assert made.banker(right).shown().phase is Phase.SETTLE


@pytest.mark.clause("DP.C3.04")
@pytest.mark.parametrize("does", [DrawCard(), Stand()])
def test_an_innocent_banker_between_two_cells_is_free(does: object) -> None:
    """Five against a two and against a cloth that stood."""
    cards = f"{first_cards('2s As', '2h 5h', '2c 3c')} 2d 9d"
    made = spoken(cards, "no", "no").banker(Stand()).shown()
    made.ruled("croupier").given().banker(does).shown()
    assert made.phase is Phase.SETTLE


def exposed(bank: str, thirds: str, book: str = "asturias-2011", **options: object) -> Observed:
    """The banker exposed both cards of the first cloth; both cloths have their third cards."""
    made = dealt(f"{first_cards('2s As', '2h Ah', bank)} {thirds} 9d", book=book, **options)
    made.report(Accident.EXPOSED, Party.BANKER, position=0).ruled(effects=(e.NoteOnly("one"),))
    made.report(Accident.EXPOSED, Party.BANKER, position=3).ruled("croupier")
    made.said("1", "carta").said("2", "carta").looked().given()
    return made


@pytest.mark.parametrize(
    ("bank", "thirds", "must"),
    [
        pytest.param("2c 3c", "2d 6d", "T", marks=pytest.mark.clause("DP.C3.05")),
        pytest.param("2c 4c", "2d 6d", "P", marks=pytest.mark.clause("DP.C3.06")),
    ],
)
def test_an_erring_banker_between_two_cells_draws_to_five(bank: str, thirds: str, must: str) -> None:
    right, wrong = (DrawCard(), Stand()) if must == "T" else (Stand(), DrawCard())
    made = exposed(bank, thirds)
    found = made.fork().banker(wrong).shown()
    assert (found.codes, found.incident.faults[0].facts["must"]) == (["against-table"], must)
    assert made.banker(right).shown().phase is Phase.SETTLE


@both("DP.C5.10")
def test_a_banker_who_named_a_wrong_score_may_still_draw_while_nobody_has_shown(real: bool) -> None:
    made = spoken(f"{first_cards('2s 4s', '2h 4h', '2c 2d')} 9d", "no", "no", real=real).banker(Stand())
    made.report(Accident.MISANNOUNCED, Party.BANKER)
    assert made.incident.proposed_effects == (e.GoBack("banker"),)
    made.ruled("croupier").banker(DrawCard()).shown()
    assert made.phase is Phase.SETTLE
    early = spoken(f"{first_cards('2s 4s', '2h 4h', '2c 2d')} 9d", "no", "no", real=real)
    early.report(Accident.MISANNOUNCED, Party.BANKER)
    assert early.incident.proposed_effects == (e.NoteOnly("may-still-draw"),)


@BOTH
@under("DP.C5.11", "", "OM1979-09", "GUIDE")
def test_once_the_cloths_have_shown_the_rules_of_a_restored_hand_decide(real: bool, book: str) -> None:
    """Five, which he called seven; both third cards are eights: the table stands."""
    draws = book == "guia"
    cards = f"{first_cards('2s As', '2h Ah', '2c 3c')} 8d 8s 9d"
    made = spoken(cards, "carta", "carta", real=real, book=book).banker(Stand())
    made.do("croupier", a.ShowHand(PRIMERO)).report(Accident.MISANNOUNCED, Party.BANKER)
    bound = (e.Oblige("banca", T, (0, 1, 2, 3, 4, 5)), e.Oblige("banca", P, (6, 7)))
    expected = bound if draws else (e.BindToTable("banca", fault_of=Party.BANKER),)
    assert made.incident.proposed_effects == (*expected, e.GoBack("banker"))
    assert "DP.C5.11" in made.incident.clauses
    made.ruled("croupier").banker(DrawCard() if draws else Stand()).shown()
    assert made.phase is Phase.SETTLE


@both("DP.C5.10")
def test_one_wrong_score_is_followed_once(real: bool) -> None:
    """Said before he decides it is noted, said after it he may draw; once the cloths have shown the table binds him."""
    made = spoken(f"{first_cards('2s As', '2h Ah', '2c 3c')} 8d 8s 9d", "carta", "carta", real=real)
    for after, leads_to in (
        (None, e.NoteOnly("may-still-draw")),
        (Stand(), e.GoBack("banker")),
        (a.ShowHand(PRIMERO), e.BindToTable("banca", fault_of=Party.BANKER)),
    ):
        if isinstance(after, a.ShowHand):
            made.banker(Stand()).do("croupier", after)
        elif after is not None:
            made.banker(after)
        made.report(Accident.MISANNOUNCED, Party.BANKER)
        assert made.incident.proposed_effects[0] == leads_to
        assert made.refused("croupier", a.Report(Accident.MISANNOUNCED, Party.BANKER)).code == "score-taken-up"
        made.ruled("croupier")
    made.banker(Stand())
    assert made.refused("croupier", a.Report(Accident.MISANNOUNCED, Party.BANKER)).code == "score-taken-up"


@both("DP.C5.06")
def test_a_bank_thrown_in_unseen_counts_nought(real: bool) -> None:
    made = spoken(f"{first_cards('2s 2h', 'Ks Kh', '2c 5c')} Kd Qd", "carta", "carta", real=real)
    made.report(Accident.THROWN, Party.BANKER, hand=BANCA)
    assert made.incident.proposed_effects == (e.LoseNatural("banca"), e.DeemTotal("banca", 0))
    made.ruled("croupier").shown()
    assert (made.phase, made.result()) == (Phase.SETTLE, {"primero": "punto", "segundo": "empate"})


@both("DP.C5.07")
@pytest.mark.parametrize("step", ["carry", "word"])
def test_a_cloth_thrown_in_unseen_counts_nought_and_says_nothing_more(real: bool, step: str) -> None:
    cards = first_cards("2s 4s", "4h 5h", "Kc 6c")
    made = dealt(cards, real=real)
    if step == "word":
        made.said("1", "no")
    made.report(Accident.THROWN, Party.PLAYER, hand=SEGUNDO)
    assert made.incident.proposed_effects == (e.LoseNatural("segundo"), e.DeemTotal("segundo", 0))
    made.ruled("croupier")
    if step == "carry":
        made.said("1", "no")
    assert made.phase is Phase.BANKER
    made.looked().banker(Stand()).shown()
    assert (made.phase, made.result()) == (Phase.SETTLE, {"primero": "empate", "segundo": "banca"})


@both("DP.C5.08")
def test_a_hand_that_the_croupier_swept_away_is_picked_up(real: bool) -> None:
    made = dealt(first_cards("2s 4s", "7h As", "Kc 6c"), real=real)
    made.said("1", "no").report(Accident.THROWN, Party.CROUPIER, hand=SEGUNDO)
    assert made.place(1) == "basket"
    assert made.incident.proposed_effects == (e.AssignCard(1, "segundo"), e.AssignCard(4, "segundo"))
    made.ruled("croupier")
    assert made.faces("segundo") == ["7h", "As"]


@pytest.mark.clause("DP.C5.09")
def test_its_score_is_rebuilt_from_what_those_say_who_saw_it() -> None:
    made = dealt(first_cards("2s 4s", "7h As", "Kc 6c"), real=True)
    made.said("1", "no").do("carla", a.Lift(SEGUNDO))
    assert made.refused("carla", a.Testify(SEGUNDO, 8)).code == "no-testimony-asked"
    made.report(Accident.THROWN, Party.CROUPIER, hand=SEGUNDO)
    assert made.refused("dani", a.Testify(SEGUNDO, 8)).code == "cards-not-seen"
    made.do("carla", a.Testify(SEGUNDO, 8))
    (offered,) = (one.fields["total"] for one in made.play.legal("carla") if one.act == "testify")
    assert offered == Choice(tuple(one for one in range(10) if one != 8)), "what they have said is not offered again"
    assert not made.incident.open_to_judgement
    assert made.refused("croupier", a.Testify(SEGUNDO, 8, "carla")).code == "nothing-changes"
    made.ruled("croupier")
    assert "DP.C5.09" in made.state.coup.rulings[-1].clauses


@both("DP.C5.09", "DP.A.38")
def test_two_cards_rebuilt_as_eight_go_before_a_nine_of_three(real: bool) -> None:
    """The croupier swept Carla's eight away; put back, it counts as it lay: against a nine of three cards it wins."""
    made = dealt(f"{first_cards('Ks 7c', '7h As', 'Kc 2d')} 7s", real=real).said("1", "no").do("carla", a.Lift(SEGUNDO))
    made.report(Accident.THROWN, Party.CROUPIER, hand=SEGUNDO)
    if real:
        made.do("carla", a.Testify(SEGUNDO, 8))
    made.ruled("croupier").said("2", "abatir").looked().banker(a.DrawCard()).shown()
    assert made.result() == {"primero": "banca", "segundo": "punto"}


def swept() -> Observed:
    """Carla saw her eight, Dani peeped at it, and the croupier swept it away."""
    made = dealt(first_cards("2s 4s", "7h As", "Kc 6c"), real=True).said("1", "no")
    made.do("carla", a.Lift(SEGUNDO)).report(Accident.EXPOSED, None, position=1, person="dani")
    made.ruled(effects=(e.NoteOnly("peeped"),)).report(Accident.THROWN, Party.CROUPIER, hand=SEGUNDO)
    return made


@pytest.mark.clause("DP.C5.09")
def test_witnesses_who_differ_are_the_inspectors_until_one_of_them_corrects_himself() -> None:
    made = swept().do("carla", a.Testify(SEGUNDO, 8)).do("dani", a.Testify(SEGUNDO, 7))
    assert (made.incident.conflicts, made.incident.open_to_judgement) == (("total:segundo",), True)
    made.do("dani", a.Testify(SEGUNDO, 8))
    assert (made.incident.conflicts, made.incident.open_to_judgement) == ((), False)
    assert made.incident.proposed_effects[2:] == (e.DeemTotal("segundo", 8, one_more=True),)
    other = made.fork().report(Accident.OTHER, note="a glass fell over")
    other.do("dani", a.Testify(SEGUNDO, 7)).do("dani", a.Testify(SEGUNDO, 8))
    assert (other.incident.conflicts, other.incident.open_to_judgement) == ((), True)
    made.ruled("croupier")
    assert [(one.person, one.total) for one in made.state.coup.testimonies] == [("carla", 8), ("dani", 8)]


@pytest.mark.clause("DP.C5.09")
@pytest.mark.parametrize("hand", [Hand.BANCA, SEGUNDO])
def test_whoever_saw_real_cards_is_heard_by_the_croupier_who_notes_his_word(hand: Hand) -> None:
    """Nobody had noted that Dani saw them; a player of his own, a table that knows, and a stranger change nothing."""
    for real in (True, False):
        made = (
            spoken(first_cards("2s 4s", "7h Kh", "Kc 5c"), "no", "no", real=real)
            if hand == Hand.BANCA
            else dealt(first_cards("2s 4s", "7h As", "Kc 6c"), real=real).said("1", "no")
        )
        made.report(Accident.THROWN, Party.CROUPIER, hand=hand)
        assert made.refused("dani", a.Testify(hand, 8)).code == "cards-not-seen"
        assert made.refused("croupier", a.Testify(hand, 8, "luz")).code == "not-at-table"
        if not real:
            assert made.refused("croupier", a.Testify(hand, 8, "dani")).code == "cards-not-seen"
            continue
        made.do("croupier", a.Testify(hand, 8, "dani")).do("dani", a.Testify(hand, 7))
        assert e.DeemTotal(hand, 7, one_more=True) in made.incident.proposed_effects


@both("DP.C5.09")
def test_the_croupier_notes_who_saw_the_bank_s_cards_beside_its_banker_and_he_is_heard(real: bool) -> None:
    made = spoken(first_cards("2s 4s", "7h Kh", "Kc 5c"), "no", "no", real=real)
    assert made.refused("dani", a.Lift(BANCA, "dani")).code == "not-the-banker", "he has no business with them"
    assert made.refused("croupier", a.Lift(BANCA, "luz")).code == "not-at-table"
    made.do("croupier", a.Lift(BANCA, "dani"))
    assert made.refused("croupier", a.Lift(BANCA, "dani")).code == "nothing-changes"
    made.report(Accident.THROWN, Party.CROUPIER, hand=BANCA).do("dani", a.Testify(BANCA, 5))
    assert made.refused("ana", a.Testify(BANCA, 5)).code == "cards-not-seen"


@pytest.mark.clause("DP.A.07")
def test_a_bank_whose_natural_was_noted_gives_the_cards_and_stands() -> None:
    """The second word is put right after he stood on eight: he turns nothing up, gives the card, and stands."""
    first = opened("", kind=ChanceKind.KEYED, conduct=Conduct.STRICT)
    made = Observed(first.play, first.turns)
    made.listed = cards(f"{first_cards('2s 2c', '4h Kh', '8d Kd')} 3d 5d 6d 7d")
    made.ready()
    made.bets().staked(ana=100_00, carla=100_00).closed().dealt().carried().said("1", "carta").said("2", "no").looked()
    made.given().banker(Stand()).shown()
    assert (made.codes, made.incident.proposed_effects[-1]) == (["wrong-word"], e.GoBack(Phase.ANSWER))
    made.ruled("inspector")
    assert made.codes == ["natural-not-laid-down"]
    made.ruled("inspector", (e.NoteOnly("as it lies"),))
    made.do(BANKER, a.GiveCard(SEGUNDO))
    assert made.refused(BANKER, DrawCard()).clauses[0] == "DP.A.07"
    made.banker(Stand()).shown()
    assert (made.phase, made.faces("segundo-3"), made.faces("banca-3")) == (Phase.SETTLE, ["5d"], [])
