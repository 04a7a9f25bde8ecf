"""The minutes book is read off the record: games with their money, changes of balls, incidents."""

from pathlib import Path
from typing import Any

import pytest

from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.game import BINGO as GAME
from tapete.games.bingo.minutes import Minutes, kind_of, minutes
from tapete.games.bingo.terms import CheckItem, Fate, Means, Prize
from tapete.kernel import PersonId
from tapete.record.codec import to_tree
from tapete.record.notation import play, read_notation
from tapete.web.games.bingo.log_wording import log_wording
from tapete.words import event as event_sentence
from tests.support.bingo.hall import BINGO, CHIEF, LINE, NUMBERS, Hall
from tests.support.bingo.told import Told, book_of

ANA = PersonId("ana")
FOLDER = Path(__file__).parents[1] / "tables" / "bingo"


def book(name: str) -> Minutes:
    """Return the book of a recorded game."""
    notation = read_notation(FOLDER / f"{name}.toml")
    played = play(GAME, notation)
    assert played.opening is not None
    told: list[Any] = []
    for number, turn in enumerate((played.opening, *played.turns)):
        told += [(f"t{number}", to_tree(one)) for one in turn.events]
    return minutes(told)


def kinds(found: Minutes) -> list[str]:
    return [kind_of(one.event) for one in found.incidents]


def test_a_game_has_its_line_with_sale_prizes_winners_and_what_is_left() -> None:
    found = book("01-plain")
    (line,) = found.games
    assert (found.session, line.game, line.value, line.ranges, line.cards_sold) == (1, "1", 200, ("B-1047 1–30",), 30)
    assert (len(line.drawn_numbers), line.balls_at) == (15, {"linea": 5, "bingo": 15})
    assert line.prizes == {"linea": 600, "bingo": 3600}
    assert [(str(one.prize), one.card, one.amount) for one in line.winners] == [
        ("linea", "B-1047/1", 600),
        ("bingo", "B-1047/1", 3600),
    ]
    assert (line.house, line.held, line.is_over, line.is_void) == (6000 - 600 - 3600, 0, True, False)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (e.CaseOpened(1, "sound-breakdown", 3, ANA), "Aviso 1 de ana, que decide el jefe de mesa: avería del sonido"),
        (
            e.CaseOpened(1, "sound-breakdown", 3, ANA, "zumba"),
            "Aviso 1 de ana, que decide el jefe de mesa: avería del sonido; zumba",
        ),
        (e.GameVoided("3", "called-off", "", ANA, 2_00, (), ()), "Partida 3 anulada (venta suspendida)"),
        (e.SaleCorrected(ANA, ""), "ana rehace la cuenta"),
        (e.DifferenceNoted("B-1047/1", "", ANA), "El cartón B-1047/1 no coincide con su matriz"),
    ],
)
def test_a_line_of_the_book_without_a_note_ends_with_what_happened(event: Any, told: str) -> None:
    tree = to_tree(event)
    assert event_sentence(*log_wording(kind_of(tree), tree), "es") == told


@pytest.mark.parametrize("name", [one.stem for one in sorted(FOLDER.glob("*.toml"))])
def test_what_was_taken_is_won_held_or_the_house_s(name: str) -> None:
    found = book(name)
    assert found.games or name.startswith("48")
    for line in found.games:
        if line.is_over and not line.is_void and "next-game" not in name:
            paid = sum(one.amount for one in line.winners)
            assert paid + line.held + line.carried + line.house == line.cards_sold * line.value, line


def test_a_change_of_balls_stands_in_the_book_with_both_sets_and_the_reason() -> None:
    """The clause: every change of a set is entered in the minutes book."""
    found = book("40-balls-changed-by-defect")
    (change,) = [one.event for one in found.incidents if kind_of(one.event) == "balls-changed"]
    assert change["balls"] != change["former"]
    assert change["reason"]
    assert "defect-reported" in kinds(found)


def test_a_double_has_a_line_for_each_game() -> None:
    found = book("34-double-between")
    assert [one.game for one in found.games] == ["1/1", "1/2"]
    assert len({one.cards_sold for one in found.games}) == 1


def test_a_void_game_is_told_as_one_with_its_cause() -> None:
    found = book("30-void-by-caller")
    assert (found.games[0].is_void, found.games[0].result, found.games[0].cause) == (True, "void", "caller-error")
    assert "game-voided" in kinds(found)


def sentences(hall: Any) -> list[str]:
    """Return what stands in the book beside the lines of the games."""
    incidents = book_of(hall).incidents
    return [event_sentence(*log_wording(kind_of(one.event), one.event), "es") for one in incidents]


@pytest.mark.parametrize(
    ("paid", "recover", "house"),
    [((), None, 0), ((LINE,), False, -60_00), ((LINE, BINGO), False, -420_00), ((LINE, BINGO), True, 0)],
)
def test_a_game_that_becomes_void_at_the_payment_has_no_winners_and_what_it_cost_is_the_house_s(
    paid: tuple[Prize, ...], recover: bool | None, house: int
) -> None:
    hall = Told(NUMBERS).started("ana").drawn(5).line(1).drawn(10).bingo(1)
    for prize in paid:
        hall.pay(1, prize, means=Means.ACCOUNT)
    (line,) = book_of(hall.do(CHIEF, a.VoidGame("evacuation", "alarma", recover))).games
    assert (line.winners, line.held, line.house, line.result) == ((), 0, house, "void")
    assert hall.balance("house") == house


@pytest.mark.parametrize(("fate", "held", "house"), [(Fate.HOUSE, 0, 240_00), (Fate.NEXT_GAME, 0, 180_00)])
def test_what_the_chief_gives_the_house_is_the_house_s_in_the_book_until_the_game_is_void(
    fate: Fate, held: int, house: int
) -> None:
    hall = Told(NUMBERS).started("ana").drawn(15).bingo(1)
    assert book_of(hall).games[0].held == 60_00
    (line,) = book_of(hall.do(CHIEF, a.DecideUnawarded(LINE, fate, "nadie la cantó"))).games
    assert (line.held, line.house, hall.balance("house")) == (held, house, house)
    (line,) = book_of(hall.do(CHIEF, a.VoidGame("evacuation", "alarma"))).games
    assert (line.held, line.house, hall.balance("house")) == (0, 0, 0)


def test_a_prize_that_nobody_collects_is_the_house_s_in_the_book_until_the_game_is_void() -> None:
    hall = Told(NUMBERS, payment__not_collected=0).started("ana").drawn(5).line(1).drawn(10).bingo(1)
    hall.do(CHIEF, a.LeaveUncollected(BINGO, "B-1047/1", "no vino", "1"))
    hall.do(CHIEF, a.DecideUncollected("1", BINGO, "B-1047/1", Fate.HOUSE, "no vino"))
    assert (book_of(hall).games[0].house, hall.balance("house")) == (540_00, 540_00)
    (line,) = book_of(hall.do(CHIEF, a.VoidGame("evacuation", "alarma"))).games
    assert (line.house, hall.balance("house")) == (0, 0)


@pytest.mark.parametrize(("recover", "house"), [(True, 0), (False, -60_00)])
def test_a_void_game_whose_line_was_paid_early_cost_the_house_what_it_did_not_take_back(
    recover: bool, house: int
) -> None:
    hall = Told(NUMBERS, payment__line_early=True).started("ana").drawn(5).line(1).pay(1, LINE, means=Means.ACCOUNT)
    (line,) = book_of(hall.do(CHIEF, a.VoidGame("evacuation", "alarma", recover))).games
    assert (line.house, hall.balance("house")) == (house, house)


def test_of_a_line_that_was_paid_early_the_house_has_what_is_left() -> None:
    hall = Told(NUMBERS, payment__line_early=True).started("ana").drawn(5).line(1).pay(1, LINE)
    (line,) = book_of(hall.drawn(10).bingo(1)).games
    assert (line.house, hall.balance("house")) == (180_00, 180_00)


@pytest.mark.parametrize("sold", [0, 3])
def test_a_sale_that_was_called_off_is_told_as_one(sold: int) -> None:
    hall = Told(NUMBERS).open().sale()
    hall = hall.sell(1, sold) if sold else hall
    (line,) = book_of(hall.do(CHIEF, a.CallOffSale("no hay gente"))).games
    assert line.result == "called-off"


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (a.FailCheck(CheckItem.SOUND, "acopla"), "chief comprueba: megafonía, no conforme: acopla"),
        (a.FailCheck(CheckItem.SOUND), "chief comprueba: megafonía, no conforme"),
        (a.PassCheck(CheckItem.SOUND, "tras el arreglo"), "chief comprueba: megafonía; tras el arreglo"),
        (a.PassCheck(CheckItem.SOUND), "chief comprueba: megafonía"),
    ],
)
def test_the_book_says_of_a_check_whether_the_item_was_in_order_and_what_was_noted(act: Any, said: str) -> None:
    hall = Told()
    hall.do(CHIEF, act)
    assert sentences(hall)[-1] == said


def test_an_item_that_was_ticked_by_mistake_is_failed_again_before_the_session_and_stops_its_opening() -> None:
    hall = Hall().material().checked().do(CHIEF, a.LoadBalls("S-9"))
    offered = [one for one in hall.play.legal(CHIEF) if one.act == "fail-check"]
    assert "sound" in [one.fixed_value("item") for one in offered]
    hall.do(CHIEF, a.FailCheck(CheckItem.SOUND, "acopla"))
    assert hall.refused(CHIEF, a.OpenSession()) == "checks-incomplete"
    assert hall.play.view(PersonId(CHIEF)).failed_items == {"sound": "acopla"}
    hall.do(CHIEF, a.PassCheck(CheckItem.SOUND))
    assert hall.play.view(PersonId(CHIEF)).failed_items == {}
    hall.do(CHIEF, a.OpenSession())
