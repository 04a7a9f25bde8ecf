"""Wrong words of a cloth, DP.C4 and C3; errors told too late, twice, in one another's wake: DP.C1 to C5."""

import pytest

from tapete.games.baccarat import effects as e
from tapete.games.baccarat.effects import Cell, Party
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.reckoning import is_open
from tapete.games.banked.acts import DrawCard, Stand
from tapete.games.banked.coup import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Accident, Hand, Phase
from tests.support.dos_panos.observed import Observed, dealt, first_cards, spoken
from tests.support.dos_panos.options import BOOKS, under
from tests.support.observed import BOTH, both

PRIMERO, SEGUNDO, BANCA = Hand
PLAYER = Party.PLAYER
RESTORED = e.BindToTable("banca", fault_of=PLAYER)


def wrong_no(thirds: str, *, bank: str = "2c 3c", real: bool = False, **options: object) -> Observed:
    """The first cloth said «no» with 3; the second asked for a card and got the first of ``thirds``."""
    cards = f"{first_cards('2s As', '2h Ah', bank)} {thirds}"
    return spoken(cards, "no", "carta", real=real, **options)


@both("DP.C4.01", "DP.C4.02")
def test_the_card_of_the_second_cloth_goes_back_to_the_first_and_the_bankers_to_the_second(real: bool) -> None:
    made = wrong_no("7h 2d 9s", real=real).banker(DrawCard()).shown()
    assert made.codes == ["wrong-word"]
    assert made.incident.proposed_effects == (
        e.Oblige("primero", Cell.DRAW),
        e.AssignCard(6, "primero-3"),
        e.AssignCard(7, "segundo-3"),
        RESTORED,
        e.GoBack("banker"),
    )
    made.ruled("croupier")
    assert (made.faces("primero-3"), made.faces("segundo-3"), made.faces("banca-3")) == (["7h"], ["2d"], [])
    assert made.phase is Phase.BANKER
    made.banker(Stand())
    assert made.phase is Phase.SETTLE
    # 3 + 7 is nought, 3 + 2 is five, the bank stands on its five
    assert made.result() == {"primero": "banca", "segundo": "empate"}


def asked_wrongly(first: str, second: str, bank: str, thirds: str, word: str, **options: object) -> Observed:
    cards = f"{first_cards(first, second, bank)} {thirds}"
    return spoken(cards, "carta", word, **options)


@both("DP.C4.03")
def test_the_banker_then_decides_anew_and_the_error_was_a_players(real: bool) -> None:
    """Three and two against his four: both cells are draws, and he who stood is held to that."""
    made = wrong_no("7h 2d 9s", bank="2c 2d", real=real).banker(Stand()).shown()
    assert RESTORED in made.incident.proposed_effects
    made.ruled("croupier").given()
    assert (made.phase, made.state.coup.decision) == (Phase.BANKER, None)


@both("DP.C4.04")
def test_the_card_of_a_cloth_that_asked_with_six_is_the_other_cloths(real: bool) -> None:
    made = asked_wrongly("2s 4s", "2h Ah", "2c 4c", "9d 4h 8c", "carta", real=real).banker(Stand()).shown()
    due = (e.Oblige("primero", Cell.STAND), e.AssignCard(6, "segundo-3"), e.SetAside(7), RESTORED, e.GoBack("banker"))
    assert made.incident.proposed_effects == due
    made.ruled("croupier")
    assert (made.faces("primero-3"), made.faces("segundo-3")) == ([], ["9d"])
    # the first cloth stands: P; a nine against six: P
    made.banker(Stand())
    assert made.result() == {"primero": "empate", "segundo": "banca"}
    assert made.place(7) == "discard"


@both("DP.C4.05")
@pytest.mark.parametrize(("bank", "takes"), [("2c 2d", True), ("2c 4c", False)])
def test_the_card_that_nobody_asked_for_is_the_bankers_if_he_is_to_draw(real: bool, bank: str, takes: bool) -> None:
    made = asked_wrongly("3s 4s", "2h 4h", bank, "5s", "no", real=real).banker(Stand()).shown()
    due = (e.Oblige("primero", Cell.STAND), e.SetAside(6), RESTORED, e.GoBack("banker"))
    assert made.incident.proposed_effects == due
    made.ruled("croupier").banker(DrawCard() if takes else Stand())
    assert made.place(6) == ("banca-3" if takes else "discard")
    assert made.phase is Phase.SETTLE


@BOTH
@pytest.mark.clause("DP.C4.05", document="GUIDE")
def test_under_the_guide_the_banker_has_to_take_it(real: bool) -> None:
    made = asked_wrongly("3s 4s", "2h 4h", "2c 4c", "5s", "no", real=real, book="guia").banker(Stand()).shown()
    assert e.SetAside(6, "banca") in made.incident.proposed_effects
    made.ruled("croupier")
    left = made.fork().banker(Stand())
    assert left.codes == ["card-not-taken"]
    left.ruled("croupier")
    assert (left.place(6), left.phase) == ("banca-3", Phase.SETTLE)
    made.banker(DrawCard())
    assert (made.place(6), made.result()) == ("banca-3", {"primero": "punto", "segundo": "punto"})


@BOTH
@pytest.mark.clause("DP.C4.05", "DP.C4.12", document="GUIDE")
def test_under_the_guide_the_banker_need_not_take_what_the_second_cloth_asked_for_wrongly(real: bool) -> None:
    made = spoken(f"{first_cards('2h 4h', '3s 4s', '2c 4c')} 5s", "no", "carta", real=real, book="guia")
    made.banker(Stand()).shown().ruled("croupier").banker(Stand())
    assert (made.place(6), made.phase) == ("discard", Phase.SETTLE)


@both("DP.C4.10")
def test_a_natural_that_said_no_is_turned_up_no_more_and_beats_three_cards_always(real: bool) -> None:
    """C.4 paragraph 4 takes the right to turn it up; by A paragraph 4 eight of two cards beats a nine of three."""
    cards = f"{first_cards('3s 5s', '2h 4h', '2c 3c')} 4d"
    made = spoken(cards, "no", "no", real=real).banker(DrawCard()).shown()
    assert made.codes == ["natural-forgotten"]
    assert made.incident.proposed_effects == (e.LoseNatural("primero"),)
    made.ruled("croupier")
    assert made.result() == {"primero": "punto", "segundo": "banca"}


@both("DP.C4.11")
def test_a_natural_that_asked_is_turned_up_and_the_card_passes_on(real: bool) -> None:
    made = asked_wrongly("4s 5s", "Ks Ah", "2c 4c", "3c 9h 8d", "carta", real=real).banker(Stand()).shown()
    assert made.incident.proposed_effects == (
        e.Expose("primero"),
        e.DeemNatural("primero", 9),
        e.Oblige("primero", Cell.STAND),
        e.AssignCard(6, "segundo-3"),
        e.SetAside(7),
        RESTORED,
        e.GoBack("banker"),
    )
    made.ruled("croupier")
    assert made.faces("segundo-3") == ["3c"]
    made.banker(Stand())
    assert made.result() == {"primero": "punto", "segundo": "banca"}


@both("DP.C4.12")
def test_errors_of_the_second_cloth_are_put_right_against_the_banker(real: bool) -> None:
    cards = f"{first_cards('2s 4s', '2h 2d', '2c 3c')} 6h 9d"
    made = spoken(cards, "no", "no", real=real).banker(DrawCard()).shown()
    due = (e.Oblige("segundo", Cell.DRAW), e.AssignCard(6, "segundo-3"), RESTORED, e.GoBack("banker"))
    assert made.incident.proposed_effects == due
    cards = f"{first_cards('2s 4s', '3h 4d', '2c 3c')} 6h 9d"
    made = spoken(cards, "no", "carta", real=real).banker(Stand()).shown()
    due = (e.Oblige("segundo", Cell.STAND), e.SetAside(6), RESTORED, e.GoBack("banker"))
    assert made.incident.proposed_effects == due


@both("DP.C4.06", "DP.C4.07")
def test_two_words_are_cleared_up_before_anybody_else_acts(real: bool) -> None:
    cards = f"{first_cards('2s 3s', '2h 4h', '2c 4c')} 5s"
    made = dealt(cards, real=real)
    made.said("1", "no")
    made.report(Accident.TWO_WORDS, PLAYER, hand=PRIMERO)
    assert made.incident.proposed_effects == (
        e.Expose("primero", to="croupier"),
        e.Oblige("primero", Cell.STAND, (5,)),
        e.Oblige("primero", Cell.DRAW, (0, 1, 2, 3, 4)),
        e.Oblige("primero", Cell.STAND, (6, 7)),
        RESTORED,
        e.LoseNatural("primero"),
        e.Oblige("primero", Cell.STAND, (8, 9)),
        e.GoBack("first-word"),
    )
    assert made.refused("carla", a.Say(Word.NO)).code == "coup-suspended"
    made.ruled("croupier")
    assert made.phase is Phase.FIRST_WORD
    seen = [card.seen_by for card in made.state.coup.cards.layout if card.place == "primero"]
    assert all("croupier" in one for one in seen)
    assert made.refused("carla", a.Say(Word.NO)).code == "not-your-word"
    # with five his first word counts: the other one is found when he shows
    made.said("1", "carta").said("2", "no").looked().given().banker(Stand()).shown()
    assert made.codes == ["wrong-word"]
    assert e.Oblige("primero", Cell.STAND) in made.incident.proposed_effects


def two_words(book: str = "asturias-2011") -> tuple[e.Effect, ...]:
    """Return what follows where the first cloth said «no» and then «carta»."""
    made = dealt(f"{first_cards('2s 3s', '2h 4h', '2c 4c')} 5s", book=book)
    return made.said("1", "no").report(Accident.TWO_WORDS, PLAYER, hand=PRIMERO).incident.proposed_effects


@under("DP.C4.08", "", "GUIDE")
def test_with_five_the_first_word_counts(book: str) -> None:
    assert e.Oblige("primero", Cell.STAND, (5,)) in two_words(book)


@both("DP.C4.09")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("cloth", [PRIMERO, SEGUNDO])
@pytest.mark.parametrize(("cards", "said", "found"), [("As Ks", "no", ["against-table"]), ("2s 3s", "carta", [])])
def test_two_words_restore_the_hand_and_bind_the_banker_but_for_a_five(
    real: bool, book: str, cloth: Hand, cards: str, said: str, found: list[str]
) -> None:
    """A six for the cloth that drew: both cells tell a four to draw. With five the first word counts: he is free."""
    hands = (cards, "2h 4h") if cloth is PRIMERO else ("2h 4h", cards)
    made = dealt(f"{first_cards(*hands, '2c 2d')} 6d 9d", real=real, book=book)
    for number in "12":
        made.said(number, "no" if hands[int(number) - 1] == "2h 4h" else said)
        if hands[int(number) - 1] == cards:
            made.report(Accident.TWO_WORDS, PLAYER, hand=cloth)
            assert RESTORED in made.incident.proposed_effects
            made.ruled("croupier").said(number, "carta")
    made.looked().given().banker(Stand()).shown()
    assert made.codes == found
    assert not found or {"DP.C3.03", "DP.C4.09"} <= set(made.incident.faults[0].clauses)


@both("DP.C4.06")
@pytest.mark.parametrize("order", [(PRIMERO, SEGUNDO), (SEGUNDO, PRIMERO)])
def test_where_both_cloths_said_two_words_both_speak_again(real: bool, order: tuple[Hand, Hand]) -> None:
    """Five and six: the first word of five counts, and six stands."""
    made = dealt(f"{first_cards('2s 3s', '2h 4h', '2c 4c')} 5s", real=real).said("1", "no").said("2", "carta")
    for cloth in order:
        made.report(Accident.TWO_WORDS, PLAYER, hand=cloth)
    made.ruled("inspector")
    assert made.phase is Phase.FIRST_WORD
    assert [made.state.coup.side(cloth).word for cloth in (PRIMERO, SEGUNDO)] == [None, None]
    made.said("1", "no")
    assert made.phase is Phase.SECOND_WORD
    made.said("2", "no").looked().banker(Stand()).shown()
    assert made.phase is Phase.SETTLE


@both("DP.C4.10")
@pytest.mark.parametrize("first", ["no", "carta"])
def test_a_natural_of_which_two_words_were_said_is_turned_up_no_more(real: bool, first: str) -> None:
    """Eight against a bank of five that draws a four: whoever said «no» with it stands on it, and it wins."""
    made = dealt(f"{first_cards('3s 5s', '2h 4h', '2c 3c')} 4d", real=real).said("1", first)
    made.report(Accident.TWO_WORDS, PLAYER, hand=PRIMERO).ruled("croupier")
    laid = made.fork().said("1", "abatir")
    assert laid.codes == ["laid-down-no-natural"]
    laid.ruled()
    assert (laid.phase, laid.state.coup.naturals) == (Phase.FIRST_WORD, ())
    made.said("1", "no").said("2", "no").looked().banker(DrawCard()).shown()
    assert (made.phase, made.result()["primero"]) == (Phase.SETTLE, "punto")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("cloth", ["3s 5s|4d|no", "3s 5s|3d|no", "4s 5s|4d|no", "3s 5s|9d 4d|carta", "As 3s|5d|carta"])
def test_eight_or_nine_of_two_cards_beats_three_whoever_failed_to_turn_it_up(book: str, cloth: str) -> None:
    """«Always» (A paragraph 4), of a cloth and of the bank. No clause takes it back, and Annex I C is not imported."""
    hand, thirds, word = cloth.split("|")
    bank, decision, wins = ("3c 5c", Stand(), "banca") if hand == "As 3s" else ("2c 3c", DrawCard(), "punto")
    made = spoken(f"{first_cards(hand, '2h 4h', bank)} {thirds} 4c", word, "no", book=book)
    made.banker(decision).shown()
    while made.state.docket.open:
        made.ruled(effects=made.incident.proposed_effects or (e.NoteOnly("as it lies"),))
        if made.phase is Phase.BANKER:
            made.banker(DrawCard()).shown()
    assert made.result()["primero"] == wins


PLAIN = first_cards("2s 5s", "2h 5h", "2c 5c")
LITERAL = "catalogo-51-53-literal"


@BOTH
@pytest.mark.clause("DP.A.12", document="REG-51-53")
@pytest.mark.parametrize("word", ["no", "carta"])
def test_a_five_that_should_have_been_shown_stands_whatever_it_said(real: bool, word: str) -> None:
    cards = first_cards("2s 3s", "Kh 7h", "Ks 6d") + " 9s 4d"
    made = spoken(cards, word, "no", book=LITERAL, real=real).banker(Stand()).shown()
    assert made.codes == ["wrong-word"]
    assert e.Oblige("primero", Cell.DRAW) not in made.incident.proposed_effects
    if word == "no":
        assert made.incident.proposed_effects == (e.NoteOnly("total-not-shown"),)
        made.ruled("croupier")
        assert (made.phase, made.faces("primero-3")) == (Phase.SETTLE, [])


@both("DP.C1.08")
def test_a_hand_that_an_accident_uncovered_is_no_result_yet(real: bool) -> None:
    cards = first_cards("2s 5s", "2h 5h", "2c Ac") + " 4h 9h"
    made = dealt(cards, real=real)
    for position in (0, 3):
        made.report(Accident.EXPOSED, Party.CROUPIER, position=position)
        made.ruled(effects=made.incident.proposed_effects or (e.NoteOnly("as it lies"),))
    made.said("1", "no").said("2", "no").looked().banker(a.DrawCard())
    assert (made.phase, is_open(made.state.coup.cards, "primero")) == (Phase.SHOW, True)
    made.report(Accident.STUCK, Party.BANKER, count=1)
    assert made.incident.proposed_effects == (e.VoidCoup(),)


@both("DP.C2.02")
@pytest.mark.parametrize("position", [0, None])
def test_the_croupier_annuls_no_deal_on_his_own_word(real: bool, position: int | None) -> None:
    made = dealt(PLAIN, real=real).do("ana", a.Lift(PRIMERO))
    made.report(Accident.MISPLACED, Party.CROUPIER, position=position)
    incident = made.incident
    assert (incident.proposed_effects, incident.open_to_judgement) == ((e.VoidCoup(),), True)
    assert "DP.C2.02" in incident.clauses
    assert made.refused("croupier", GiveRuling(incident.serial)).code == "not-your-post"
    assert made.accepts("inspector", GiveRuling(incident.serial, None, "nobody can tell"))


@both("DP.C4.08")
def test_the_first_word_stays_the_first_however_often_two_words_are_reported(real: bool) -> None:
    made = dealt(first_cards("2s 3s", "2h 5h", "2c 2d") + " 8h 9s 5d", real=real).said("1", "carta")
    for _ in range(2):
        made.report(Accident.TWO_WORDS, Party.PLAYER, hand=PRIMERO)
        assert e.Oblige("primero", Cell.DRAW, (5,)) in made.incident.proposed_effects
        made.ruled("croupier").said("1", "no")
    made.said("2", "no").looked().banker(Stand()).shown()
    assert made.codes == ["wrong-word"]


@both("DP.C4.10")
@pytest.mark.parametrize(
    ("cloth", "bank", "winner"),
    [
        ("4s 5s", "Ks 8d", "punto"),
        ("4s 5s", "Ks 9d", "empate"),
        ("3s 5s", "Ks 8d", "empate"),
        ("3s 5s", "Ks 9d", "banca"),
    ],
)
def test_a_natural_that_was_lost_counts_as_it_stands_against_the_banks(
    real: bool, cloth: str, bank: str, winner: str
) -> None:
    """It is no natural any more; but it was made with two cards, and no rule has two cards beat two."""
    made = spoken(first_cards(cloth, "Kh 7h", bank), "no", "no", real=real).banker(a.LayDown(BANCA)).shown().ruled()
    assert made.result()["primero"] == winner


@both("DP.A.08")
def test_between_two_naturals_that_a_ruling_has_found_the_banker_takes_no_card(real: bool) -> None:
    cards = first_cards("4s 5s", "3h 5h", "2c 2d") + " 8h 9s 5d"
    made = spoken(cards, "carta", "carta", real=real).banker(Stand()).shown()
    assert made.codes == ["natural-forgotten", "natural-forgotten"]
    made.ruled("croupier")
    assert (made.phase, made.faces("banca-3")) == (Phase.SETTLE, [])
    assert made.result() == {"primero": "punto", "segundo": "punto"}


@BOTH
def test_under_the_guide_a_card_that_a_later_ruling_gave_away_is_not_the_bankers_to_take(real: bool) -> None:
    cards = f"{first_cards('7s Kh', '3c Kd', '6h Ks')} 5h 9d 4c"
    made = spoken(cards, "carta", "no", real=real, book="guia")
    made.report(Accident.MISSPOKEN, Party.PLAYER, hand=PRIMERO).ruled().ruled()
    made.banker(DrawCard()).shown().ruled()
    assert made.phase is Phase.BANKER
    made.banker(Stand()).shown()
    assert "card-not-taken" not in made.codes
