"""What may be done with the balls: the next one, its announcement, the panel, and a number that was keyed wrongly."""

from __future__ import annotations

from collections.abc import Iterator

from tapete.chance import BallOut, ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.drawing import is_error_reported, require_no_check_by, tokens
from tapete.games.bingo.state import State
from tapete.games.bingo.tries import Try, one_of
from tapete.kernel import Choice, Field, FixedValue


def balls_to_offer(state: State) -> Iterator[Try]:
    """Yield the acts of a ball, and those that put its number right."""
    game = state.game
    yield a.DrawBall(), {}
    yield a.AnnounceBall(), {}
    yield a.ShowBall(), {}
    yield a.CorrectAnnouncement(), {}
    yield a.AskOthers(), {}
    if state.balls is ChanceKind.KEYED:
        left = tuple(token for token in tokens(state) if int(token) not in game.drawn_balls)
        position = len(game.balls)
        if game.is_ball_wanted and left:
            keyed: dict[str, Field] = {"urn": FixedValue(game.urn), "position": FixedValue(position)}
            yield BallOut(game.urn, position, left[0]), {**keyed, "token": Choice(left)}
        if left:
            yield from _rekeyed(state, tuple(int(one) for one in left))


def _rekeyed(state: State, left: tuple[int, ...]) -> Iterator[Try]:
    """Offer to put right the ball that was keyed last; to who rules on a report, any ball that nobody has won by."""
    number: dict[str, Field] = {"number": Choice(left)}
    if not is_error_reported(state):
        yield a.RekeyBall(left[0]), number
    elif keyed := tuple(one for one in state.game.drawn_balls if not require_no_check_by(state, one)):
        yield a.RekeyBall(left[0], keyed[0]), {**number, "was": one_of(keyed)}
