"""How often somebody may do a thing: try a secret, come as somebody new, act, open a table."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from tapete.live import security_log
from tapete.web.problems import ProblemError

TRIES: Final = 10
COUNTED: Final = 10_000
EVERYBODY: Final = "*"


class Brake:
    """Lets ``most`` by in a row, and one more every ``back_s`` seconds, of each who is counted by a name.

    A thing is counted before it is done, so that many at one moment are not let by together; what does not count after
    all is given back. What was counted longest ago is forgotten first, so that memory has a bound. ``is_of_secrets``:
    the security log tells of it. ``code`` is why somebody waits.
    """

    def __init__(
        self,
        most: int = TRIES,
        back_s: float = 30.0,
        code: str = "too-many-keys",
        *,
        is_of_secrets: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most = most
        self._back_s, self._code = back_s, code
        self.clock = clock
        self._is_of_secrets = is_of_secrets
        self._counts: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def require_room(self, who: str) -> None:
        """Raises :class:`ProblemError` (429) for whoever has had too many."""
        if (over := self._count(who) - (self.most - 1)) > 0:
            if self._is_of_secrets:
                security_log.tell("wrong-keys-paused", address=who)
            raise ProblemError(429, self._code, seconds=math.ceil(over * self._back_s))

    def take(self, who: str) -> None:
        """As :meth:`require_room`, and count one."""
        self.require_room(who)
        self._add(who, 1)

    def give_back(self, who: str) -> None:
        """Count one less: it came to nothing, or was right."""
        self._add(who, -1)

    def settle(self, who: str, *, is_right: bool) -> None:
        """Give a counted secret back where it is right; of a wrong one the security log tells."""
        if is_right:
            self.give_back(who)
        else:
            security_log.tell("wrong-key", address=who)

    def count_wrong(self, who: str) -> None:
        """Count a secret that was not counted before it was tried, and turned out wrong."""
        self._add(who, 1)
        self.settle(who, is_right=False)

    def _add(self, who: str, by: int) -> None:
        self._counts[who] = (max(0.0, self._count(who) + by), self.clock())
        self._counts.move_to_end(who)
        if len(self._counts) > COUNTED:
            self._counts.popitem(last=False)

    def _count(self, who: str) -> float:
        count, at = self._counts.get(who, (0.0, 0.0))
        return max(0.0, count - (self.clock() - at) / self._back_s)


class TwoBrakes:
    """Lets by what both let by: one counts it by somebody's name, the other by a name for many."""

    def __init__(self, one: Brake, many: Brake) -> None:
        self.one = one
        self.many = many

    def take(self, who: str, of: str = EVERYBODY) -> None:
        """As :meth:`Brake.take`."""
        self.many.require_room(of)
        self.one.take(who)
        self.many.take(of)

    def give_back(self, who: str, of: str = EVERYBODY) -> None:
        self.one.give_back(who)
        self.many.give_back(of)


class HallBrakes:
    """The brakes of one hall."""

    def __init__(self) -> None:
        self.keys: Final = Brake(is_of_secrets=True)
        """Keys of the staff and of a monitor, words of invitations."""
        self.words: Final = Brake(is_of_secrets=True)
        """Words of return links."""
        self.codes: Final = Brake(60, 5.0, is_of_secrets=True)
        """Codes of players: each has 39 bits and is good for minutes."""
        self.logins: Final = Brake(is_of_secrets=True)
        self.newcomers: Final = Brake(150, 10.0, "too-many-newcomers")
        """Players who register: all the public of a hall may share an address."""
        self.acts: Final = Brake(300, 0.1, "acts-too-fast")
        """Acts that stand, of one person at one table: nobody makes the record grow without end."""
        self.own_acts: Final = TwoBrakes(Brake(20, 30.0, "too-many-acts"), Brake(200, 10.0, "too-many-acts"))
        """What players ask about themselves, taken or not, by person and by address."""
        self.friend_tables: Final = TwoBrakes(Brake(4, 600.0, "too-many-tables"), Brake(30, 60.0, "too-many-tables"))
        """Tables among friends, by address and of everybody together."""
