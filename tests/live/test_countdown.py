"""The clock of a table: it runs for one step, can be given more time, and decides nothing."""

import asyncio

from tapete.kernel import Step
from tapete.live.clock import ManualClock
from tapete.live.countdown import Countdown


def test_time_runs_for_the_step_for_which_it_was_set() -> None:
    async def scene() -> None:
        clock, steps, drawn = ManualClock(), [Step(1, 1, "bets", 3)], []
        countdown = Countdown(clock, lambda: steps[-1], lambda: drawn.append(1))
        assert countdown.face() is None
        assert not countdown.extend(15)
        countdown.show("bets", 20)
        face = countdown.face()
        assert face is not None
        assert (face.kind, face.total, face.ends) == ("bets", 20.0, round((clock.start.timestamp() + 20) * 1000))
        await clock.advance(15)
        assert countdown.left() == 5
        assert countdown.extend(15)
        assert countdown.left() == 20
        await clock.advance(21)
        assert (countdown.left(), countdown.face()) == (0.0, None)
        assert countdown.extend(15), "time that has run out in an open step can be given again"
        assert countdown.left() == 15
        steps.append(Step(1, 1, "deal", 4))
        assert (countdown.left(), countdown.face()) == (0.0, None)
        assert not countdown.extend(15)
        assert len(drawn) == 3, "each change is drawn"

    asyncio.run(scene())
