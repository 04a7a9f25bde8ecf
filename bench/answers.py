"""How long answers take that must not tell anything: pairs that differ in a secret alone. A ratio of one is wanted."""

from __future__ import annotations

import msgspec

from bench import chemin
from bench.measure import Pair, Work, paired
from tapete.kernel import PersonId
from tapete.people.accounts import Account, AccountState, MemoryAccounts, StaffSessions
from tapete.people.credentials import Passwords
from tapete.people.staff import Staff

ONLOOKERS = (None, PersonId("croupier"), PersonId("inspector"), PersonId("dora"))
"""Who has looked at no card of the coup."""
SEEDS = (1, 3)
"""Of two shoes: what is dealt of them is shown to nobody but who lifted it."""


def answered(seed: int) -> Work:
    """Return the work of telling those who have looked at no card what they see and may do in a coup that is dealt."""
    table = chemin.Table(seed)
    table.dealt()
    encoder, state = msgspec.json.Encoder(), table.state

    def work() -> int:
        for who in ONLOOKERS:
            encoder.encode(chemin.GAME.view(state, who))
            chemin.GAME.legal(state, who)
        return 1

    return work


def refused(name: str) -> Work:
    """Return the work of a login that fails: there is an account of ``dora``, and of nobody else."""
    passwords = Passwords()
    accounts = MemoryAccounts()
    known = Account(
        "dora", PersonId("staff-1"), state=AccountState.ACTIVE, password=passwords.digest("una clave larga")
    )
    accounts.put(known)
    hours = iter(range(0, 10**9, 7200))  # nobody waits, so that each is checked

    def clock() -> float:
        return float(next(hours))

    staff = Staff(accounts, StaffSessions(clock), clock, passwords=passwords)

    def work() -> int:
        staff.log_in(name, "otra clave larga", "000000")
        return 1

    return work


def pairs() -> list[Pair]:
    """Measure answers beside those that differ from them in a secret alone."""
    one, other = map(answered, SEEDS)
    return [
        paired(
            "View and offers, other cards under the backs", ("these", "answers/s", one), ("those", "answers/s", other)
        ),
        paired(
            "A login that fails",
            ("no such name", "logins/s", refused("nadie")),
            ("a name", "logins/s", refused("dora")),
        ),
    ]
