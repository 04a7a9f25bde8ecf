"""How fast bots are: humane at a table with people, at once in tests."""

from __future__ import annotations

from random import Random

import msgspec


class Pace(msgspec.Struct, frozen=True):
    """Spans of seconds, from and to.

    ``think`` before any act; ``bets`` for which the croupier leaves the betting open at least, and ``chip`` after the
    first stake of each player, so that everybody can answer it;
    ``patience`` before the croupier does for an absent person what the rules let him do; ``between`` coups;
    ``silence`` before the croupier calls a player for whom the table waits.
    """

    think: tuple[float, float] = (0.6, 1.6)
    bets: tuple[float, float] = (14.0, 16.0)
    patience: tuple[float, float] = (6.0, 8.0)
    between: tuple[float, float] = (3.0, 4.0)
    silence: tuple[float, float] = (20.0, 24.0)
    chip: tuple[float, float] = (0.0, 0.0)

    def slower(self, times: float) -> Pace:
        """Return this pace with every span ``times`` as long."""
        spans = {name: (low * times, high * times) for name, (low, high) in msgspec.structs.asdict(self).items()}
        return Pace(**spans)


DEMO = Pace(chip=(6.0, 6.0))
AT_ONCE = Pace((0.0, 0.0), (0.01, 0.01), (0.0, 0.0), (0.0, 0.0), (60.0, 60.0))


def pick(span: tuple[float, float], chance: Random) -> float:
    """Return a duration inside a span."""
    return chance.uniform(*span)
