"""S10: a línea called by several people in one pause; every order of the calls gives the same shares."""

from itertools import permutations
from typing import Any

import pytest

from tapete.chance import BallDraw, BallOut, ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.drawing import tokens
from tapete.games.bingo.game import Bingo
from tapete.games.bingo.terms import Phase, Prize, Ticket
from tapete.kernel import CHANCE, Act, PersonId, Refused, Step, fold
from tapete.play import Play
from tapete.table.acts import BuyIn
from tapete.table.staff import Role

K = ((4, 16, 30, 52, 81), (7, 22, 45, 60, 77), (19, 28, 38, 63, 90))
L = ((4, 17, 31, 53, 82), (8, 22, 45, 60, 77), (20, 29, 39, 64, 89))
M = ((5, 16, 32, 54, 83), (9, 23, 46, 61, 78), (19, 28, 38, 63, 88))
SOLD = {"ana": Ticket("B-1047", 12, K), "luis": Ticket("B-1047", 9, L), "eva": Ticket("C-3", 2, M)}
MIDDLE, BOTTOM = (7, 22, 45, 60, 77), (19, 28, 38, 63, 90)
LINE, BINGO = Prize.LINE, Prize.BINGO
STAFF = {Role.TABLE_CHIEF: PersonId("chief"), Role.CALLER: PersonId("caller"), Role.CASHIER: PersonId("cashier")}


class Machine:
    """A machine whose balls are given."""

    kind = ChanceKind.SEEDED

    def __init__(self, balls: tuple[int, ...]) -> None:
        self.balls = balls

    def fill(self, urn: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
        return ()

    def token(self, urn: int, position: int) -> str:
        return str(self.balls[position])


class Hall:
    """A game in progress; each step checks the invariants."""

    def __init__(self, balls: tuple[int, ...], face_value: int = 2_01) -> None:
        game = Bingo()
        self.play: Play[Any] = Play(game, game.blank(), Machine(balls))
        self.do("system:house", a.OpenHall("sala", "orden-1979", face_value, ChanceKind.SEEDED, STAFF))
        for person, ticket in SOLD.items():
            self.do(person, BuyIn(100_00)).do("caller", a.Sell(ticket, PersonId(person)))
        self.do("chief", a.StartGame())

    @property
    def state(self) -> Any:
        return self.play.state

    def do(self, by: str, *acts: Any) -> "Hall":
        for act in acts:
            self.play = self.play.do(act, by)
            assert self.play.game.problems(self.state) == ()
        return self

    def refused(self, by: str, act: Any) -> str:
        outcome = self.play.attempt(act, by).outcome
        assert isinstance(outcome, Refused), outcome
        return outcome.code

    def drawn(self, count: int) -> "Hall":
        for _ in range(count):
            self.do("caller", a.DrawBall(), a.Announce())
        return self

    def call(self, person: str, prize: Prize = LINE) -> "Hall":
        return self.do(person, a.CallPrize(prize, SOLD[person].key))

    def check(self, *people: str, prize: Prize = LINE) -> "Hall":
        for person in people:
            self.do("chief", a.CheckCard(prize, SOLD[person].key))
        return self

    def chips(self, person: str) -> int:
        found: int = self.state.ledger.get(f"person:{person}", 0)
        return found


SHARED = (22, 45, 60, 77, 7, 8)
"""Ana's middle line is complete at the fifth ball, Luis's at the sixth."""


@pytest.mark.clause("BG.I.15")
@pytest.mark.clause("BG.IV.24")
def test_both_share_in_every_order_of_calls_and_checks() -> None:
    """Sales 6.03, line 60 cents; Luis holds the lower number of the series."""
    found = set()
    for calls in permutations(("ana", "luis")):
        for checks in permutations(("ana", "luis")):
            hall = Hall(SHARED).drawn(6)
            for person in calls:
                hall.call(person)
            hall.check(*checks).do("chief", a.Resume())
            found.add(hall.state.awards[LINE])
    assert len(found) == 1
    assert [(one.card, one.person, one.amount) for one in found.pop()] == [
        ("B-1047/9", "luis", 30),
        ("B-1047/12", "ana", 30),
    ]


@pytest.mark.clause("BG.I.15")
@pytest.mark.parametrize(("face_value", "shares"), [(2_00, [30, 30]), (2_04, [31, 30])])
def test_leftover_cents_go_one_by_one_by_series_and_number(face_value: int, shares: list[int]) -> None:
    hall = Hall(SHARED, face_value).drawn(6).call("ana").call("luis").check("ana", "luis").do("chief", a.Resume())
    won = hall.state.awards[LINE]
    assert [(one.person, one.amount) for one in won] == list(zip(["luis", "ana"], shares, strict=True))
    assert sum(one.amount for one in won) == hall.state.prizes[LINE]


@pytest.mark.clause("BG.IV.24")
def test_the_game_does_not_go_on_while_a_called_card_is_unchecked() -> None:
    hall = Hall(SHARED).drawn(6).call("ana").call("luis").check("ana")
    assert hall.refused("chief", a.Resume()) == "card-unchecked"


@pytest.mark.clause("BG.IV.20")
def test_a_call_stops_the_drawing() -> None:
    hall = Hall((*SHARED, 1)).drawn(6).call("ana")
    assert hall.refused("caller", a.DrawBall()) == "claim-pending"


@pytest.mark.clause("BG.IV.32")
@pytest.mark.clause("BG.I.12")
def test_a_line_called_after_the_order_is_lost() -> None:
    hall = Hall((*SHARED, 1)).drawn(6).call("ana").check("ana").do("chief", a.Resume())
    late = a.CallPrize(LINE, SOLD["luis"].key)
    assert hall.refused("luis", late) == "claim-precluded"
    assert hall.drawn(1).refused("luis", late) == "line-already-won"
    assert [one.person for one in hall.state.awards[LINE]] == ["ana"]


@pytest.mark.clause("BG.IV.22")
@pytest.mark.clause("BG.I.11")
@pytest.mark.clause("BG.I.12")
def test_a_wrong_call_uses_nothing_up() -> None:
    hall = Hall((22, 45, 60, 7, 1, 77)).drawn(5).call("ana")
    assert hall.refused("luis", a.CheckCard(LINE, SOLD["ana"].key)) == "not-your-post"
    hall.check("ana")
    assert hall.play.last is not None
    assert hall.play.last.events[0].missing_numbers == (77,)
    hall.do("chief", a.Resume())
    assert (hall.state.phase, dict(hall.state.awards)) == (Phase.DRAWING, {})
    hall.drawn(1).call("ana").check("ana").do("chief", a.Resume())
    assert [one.person for one in hall.state.awards[LINE]] == ["ana"]


@pytest.mark.clause("BG.I.13")
def test_any_of_the_three_lines_wins() -> None:
    hall = Hall(BOTTOM).drawn(5).call("ana").check("ana").do("chief", a.Resume())
    assert LINE in hall.state.awards


@pytest.mark.clause("BG.IV.19")
@pytest.mark.clause("BG.IV.17")
def test_a_ball_counts_once_it_is_announced() -> None:
    hall = Hall((*MIDDLE, 1)).drawn(4).do("caller", a.DrawBall())
    assert hall.refused("caller", a.DrawBall()) == "ball-unannounced"
    hall.call("ana").check("ana")
    assert not hall.state.valid(LINE)


@pytest.mark.clause("BG.IV.29")
def test_after_a_right_card_the_chief_asks_for_another() -> None:
    hall = Hall(SHARED).drawn(6).call("ana").check("ana")
    assert hall.state.announcements == ("more-lines",)
    assert hall.state.book.formulas["more-lines"].value == "¿Alguna línea más?"
    hall.call("luis").check("luis").do("chief", a.Resume())
    assert len(hall.state.awards[LINE]) == 2


@pytest.mark.clause("BG.IV.31")
def test_only_the_chief_orders_the_game_on() -> None:
    assert Hall(SHARED).drawn(6).call("ana").check("ana").refused("caller", a.Resume()) == "not-your-post"


@pytest.mark.clause("BG.IV.27")
@pytest.mark.clause("BG.IV.28")
@pytest.mark.clause("BG.I.14")
def test_bingo_ends_the_game_and_the_prizes_are_paid_then() -> None:
    balls = (*MIDDLE, *BOTTOM, *K[0])
    hall = Hall(balls).drawn(5).call("ana").check("ana").do("chief", a.Resume())
    assert hall.refused("cashier", a.PayPrizes()) == "wrong-window"
    hall.drawn(9).call("ana", BINGO).check("ana", prize=BINGO).do("chief", a.Resume())
    assert hall.state.phase is Phase.DRAWING
    hall.drawn(1).call("ana", BINGO).check("ana", prize=BINGO).do("chief", a.Resume())
    before = hall.chips("ana")
    hall.do("cashier", a.PayPrizes())
    assert hall.chips("ana") - before == hall.state.prizes[LINE] + hall.state.prizes[BINGO]
    assert "prizes" not in hall.state.ledger


@pytest.mark.clause("BG.IV.16")
@pytest.mark.clause("BG.I.01")
def test_a_ball_comes_out_once_and_is_one_of_ninety() -> None:
    hall = Hall((5, 7, 8)).drawn(1)
    wanting = fold(
        hall.play.game.evolve, hall.state, hall.play.game.decide(hall.state, act("caller", a.DrawBall())).events
    )
    again = hall.play.game.decide(wanting, act(CHANCE, BallOut(1, 1, "5")))
    assert (again.code, again.clauses) == ("ball-already-drawn", ("BG.IV.16",))
    answers = [hall.play.game.decide(wanting, act(CHANCE, BallOut(1, 1, ball))) for ball in ("0", "1", "90", "91")]
    codes = [getattr(one, "code", "out") for one in answers]
    assert codes == ["number-out-of-range", "out", "out", "number-out-of-range"]
    assert (hall.play.game.draw_awaited(wanting), len(tokens(wanting))) == (BallDraw(1, 1), 90)


def act(by: str, what: Any) -> Act[Any]:
    return Act(PersonId(by), what, Step(1, 1, "drawing", 2))


# --- one clause, one answer -------------------------------------------------------------------------------------------


def accepts(hall: Hall, by: str, act: Any) -> bool:
    """Say whether the hall takes an act."""
    return not isinstance(hall.play.attempt(act, by).outcome, Refused)


@pytest.mark.clause("BG.IV.16")
def test_a_ball_that_is_out_is_refused() -> None:
    hall = Hall((5, 7, 8)).drawn(1)
    game, state = hall.play.game, hall.state
    wanting = fold(game.evolve, state, game.decide(state, act("caller", a.DrawBall())).events)
    assert isinstance(game.decide(wanting, act(CHANCE, BallOut(1, 1, "5"))), Refused)


@pytest.mark.clause("BG.IV.19")
def test_a_number_counts_only_once_it_is_announced() -> None:
    """The fifth number of the line is out and not announced: the card is not valid; announced, it is."""
    silent = Hall(MIDDLE).drawn(4).do("caller", a.DrawBall()).call("ana").check("ana")
    assert not silent.state.valid(LINE)
    assert Hall(MIDDLE).drawn(5).call("ana").check("ana").state.valid(LINE)


@pytest.mark.clause("BG.IV.22")
def test_the_chief_verifies_the_card() -> None:
    """Without 77 the middle line of K is not complete: who called it has not won."""
    hall = Hall((22, 45, 60, 7, 1, 77)).drawn(5).call("ana")
    assert not accepts(hall, "luis", a.CheckCard(LINE, SOLD["ana"].key))
    assert accepts(hall, "chief", a.CheckCard(LINE, SOLD["ana"].key))


@pytest.mark.clause("BG.IV.27")
def test_after_a_right_bingo_no_ball_is_drawn() -> None:
    balls = (*MIDDLE, *BOTTOM, *K[0], 1)
    hall = Hall(balls).drawn(5).call("ana").check("ana").do("chief", a.Resume())
    hall.drawn(10).call("ana", BINGO).check("ana", prize=BINGO).do("chief", a.Resume())
    assert not accepts(hall, "caller", a.DrawBall())
    assert accepts(hall, "cashier", a.PayPrizes())


@pytest.mark.clause("BG.IV.28")
def test_the_line_is_not_paid_while_balls_are_drawn() -> None:
    hall = Hall((*MIDDLE, 1)).drawn(5).call("ana").check("ana").do("chief", a.Resume())
    assert not accepts(hall, "cashier", a.PayPrizes())


@pytest.mark.clause("BG.IV.32")
def test_the_order_to_go_on_ends_the_right_to_the_line() -> None:
    hall = Hall((*SHARED, 1)).drawn(6).call("ana").check("ana")
    assert accepts(hall, "luis", a.CallPrize(LINE, SOLD["luis"].key))
    hall.do("chief", a.Resume())
    assert not accepts(hall, "luis", a.CallPrize(LINE, SOLD["luis"].key))
