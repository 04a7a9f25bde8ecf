"""One clause, one answer: the hall, its material, its checks and its posts."""

from typing import Any

import pytest

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import CheckItem
from tapete.kernel import PersonId, Refused
from tapete.table.staff import Role
from tests.support.bingo.hall import CALLER, CHIEF, HOUSE, ITEMS, LINE, MANAGER, NUMBERS, STAFF, Hall


@pytest.mark.clause("BG.II.06")
def test_a_cartón_says_how_many_its_series_has() -> None:
    hall = Hall().open().sale()
    assert not hall.accepts("caller", a.SellCards("B-1047", 1, 421))
    assert hall.accepts("caller", a.SellCards("B-1047", 1, 420))


@pytest.mark.clause("BG.I.07")
def test_a_double_plays_two_games() -> None:
    hall = Hall().open(double=True).sale()
    assert (hall.game.part_names, hall.game.price) == (("1/1", "1/2"), 4_00)
    assert Hall().open().sale().game.part_names == ("1",)


@pytest.mark.clause("BG.IV.01")
def test_balls_that_come_after_their_check_are_checked_again() -> None:
    hall = Hall().material().do(CHIEF, *(a.PassCheck(item) for item in ITEMS))
    hall.do(MANAGER, a.RegisterBalls("S-11", "reference"))
    assert hall.refused(CHIEF, a.OpenSession()) == "checks-incomplete"
    hall.do(CHIEF, a.PassCheck(CheckItem.BALLS), a.LoadBalls("S-11"))
    assert hall.accepts(CHIEF, a.OpenSession())


@pytest.mark.clause("BG.II.18")
@pytest.mark.parametrize(
    ("kind", "games", "is_taken"), [("pneumatic", 999, True), ("pneumatic", 1000, False), ("drum", 1000, True)]
)
def test_a_pneumatic_machine_has_its_balls_changed_after_a_thousand_games(
    kind: str, games: int, is_taken: bool
) -> None:
    hall = Hall().material(kind, games).checked()
    assert hall.accepts(CHIEF, a.LoadBalls("S-9")) is is_taken


@pytest.mark.clause("BG.II.18")
def test_the_second_game_of_a_double_counts_for_the_balls() -> None:
    hall = Hall(NUMBERS).started("ana", sold=200, double=True, games=999, deferred=True)
    hall.drawn(5).call(1).check(1).do(CHIEF, a.GiveToken(LINE, "B-1047/1")).on()
    hall.drawn(10).call(1, "bingo").check(1, prize="bingo").do(CHIEF, a.GiveToken("bingo", "B-1047/1")).end()
    assert not hall.accepts(CHIEF, a.AnnounceSecond())
    assert hall.do(CHIEF, a.ChangeBalls("S-10", "mil partidas")).accepts(CHIEF, a.AnnounceSecond())


@pytest.mark.clause("BG.II.18")
@pytest.mark.parametrize(("options", "is_taken"), [({}, False), ({"balls__void_counts": False}, True)])
def test_a_void_game_counts_for_the_balls_unless_the_house_says_otherwise(options: Any, is_taken: bool) -> None:
    hall = Hall(NUMBERS, **options).started("ana", games=999).drawn(1)
    hall.do(CHIEF, a.VoidGame("evacuation", "alarma")).do(CHIEF, a.EndGame())
    assert hall.accepts(CHIEF, a.AnnounceSale(("B-1047",))) is is_taken


@pytest.mark.clause("BG.II.19")
@pytest.mark.parametrize("kind", ["pneumatic", "drum"])
def test_a_damaged_ball_asks_for_a_new_set_before_the_next_game(kind: str) -> None:
    hall = Hall().open(kind=kind, games=412)
    assert hall.accepts(CHIEF, a.AnnounceSale(("B-1047",)))
    hall.do("caller", a.ReportDefect(33, "abollada"))
    assert not hall.accepts(CHIEF, a.AnnounceSale(("B-1047",)))
    assert hall.do(CHIEF, a.ChangeBalls("S-10", "bola 33")).accepts(CHIEF, a.AnnounceSale(("B-1047",)))


@pytest.mark.clause("BG.II.20")
def test_a_change_of_balls_is_entered_in_the_book() -> None:
    hall = Hall().open(games=412)
    assert not hall.accepts(CHIEF, a.ChangeBalls("S-10"))
    hall.do(CHIEF, a.ChangeBalls("S-10", "desgaste"))
    entry = hall.play.last.events[0]  # type: ignore[union-attr]
    assert (entry.balls, entry.former, entry.games, entry.reason) == ("S-10", "S-9", 412, "desgaste")


@pytest.mark.clause("BG.II.24")
def test_without_an_element_no_session_opens() -> None:
    hall = Hall()
    without_panel = (CheckItem.TELEVISION, CheckItem.SOUND)
    hall.play = hall.play.__class__(hall.play.game, hall.play.game.blank(), hall.play.source)
    hall.do(HOUSE, a.OpenHall("sala", "orden-1979", ChanceKind.SEEDED, without_panel, STAFF))
    hall.material().checked().do(CHIEF, a.LoadBalls("S-9"))
    refused = hall.refusal(CHIEF, a.OpenSession())
    assert (getattr(refused, "code", ""), getattr(refused, "facts", {})) == ("missing-element", {"elements": ["panel"]})


@pytest.mark.clause("BG.III.02")
def test_whoever_called_balls_of_a_game_does_not_come_to_judge_its_errors() -> None:
    hall = Hall().started("ana", sold=30).drawn(3).do(MANAGER, a.Relieve(Role.CALLER, PersonId("xavi")))
    refused = hall.refusal(MANAGER, a.Relieve(Role.TABLE_CHIEF, PersonId(CALLER)))
    assert (refused.code, refused.clauses) == ("judges-own-calls", ("BG.III.02",))
    chief = hall.answer(MANAGER, a.Relieve(Role.TABLE_CHIEF, PersonId("ines")))
    assert chief.rests_on == ("HP.BG.posts",), "a relief of somebody else rests on what does not concern them"


@pytest.mark.clause("BG.IV.01")
def test_before_a_session_everything_is_checked() -> None:
    hall = Hall().open().do(CHIEF, a.CloseSession())
    hall.do(CHIEF, *(a.PassCheck(item) for item in ITEMS), a.LoadBalls("S-9"), a.FailCheck(CheckItem.CARDS))
    assert not hall.accepts(CHIEF, a.OpenSession())
    assert hall.do(CHIEF, a.PassCheck(CheckItem.CARDS)).accepts(CHIEF, a.OpenSession())


@pytest.mark.clause("BG.IV.03")
def test_a_player_watches_the_checks_and_the_loading() -> None:
    hall = Hall().material()
    assert hall.accepts("ana", a.Witness())
    hall.do("ana", a.Witness())
    assert (hall.state.hall.witnesses, hall.checked().accepts("luis", a.Witness())) == (("ana",), True)


def opens_without(item: CheckItem, **options: object) -> tuple[bool, list[str]]:
    hall = Hall(**options).material().checked()  # type: ignore[arg-type]
    hall.do(CHIEF, a.LoadBalls("S-9"), a.FailCheck(item, "sin imagen"))
    outcome = hall.answer(CHIEF, a.OpenSession())
    wanting = outcome.facts["items"] if isinstance(outcome, Refused) else []
    fixed = hall.do(CHIEF, a.PassCheck(item, "lo ve toda la sala")).accepts(CHIEF, a.OpenSession())
    return fixed and not wanting, wanting


@pytest.mark.clause("BG.II.10")
def test_the_camera_shows_the_exit_of_the_balls_but_for_a_master_while_none_comes_out() -> None:
    hall = Hall(NUMBERS).started("ana").drawn(5)
    assert hall.play.view().camera == "exit"
    hall.call(1)
    assert hall.play.view().camera == "exit"
    (shown,) = hall.answer(CHIEF, a.ShowMaster("B-1047/1")).events
    assert shown.camera == "master"
    hall.do(CHIEF, a.ShowMaster("B-1047/1"))
    assert (hall.play.view().camera, hall.refused("caller", a.DrawBall())) == ("master", "claim-pending")
    hall.check(1)
    assert (hall.play.view().camera, hall.on().drawn(1).play.view().camera) == ("exit", "exit")


@pytest.mark.clause("BG.II.16")
def test_no_session_opens_while_the_numbers_cannot_be_read_on_the_monitors() -> None:
    assert opens_without(CheckItem.LEGIBILITY) == (False, ["legibility"])


@pytest.mark.clause("BG.II.09")
@pytest.mark.clause("BG.II.11")
@pytest.mark.clause("BG.II.13")
@pytest.mark.clause("BG.II.16")
@pytest.mark.parametrize("item", ["television", "camera", "monitors", "sound", "legibility"])
def test_a_house_that_checks_less_still_needs_what_the_order_names(item: str) -> None:
    found = opens_without(CheckItem(item), hall__items=["machine", "balls"])
    assert found == (False, [item])
