"""Work that must not tell a secret is the same, call by call, whatever the secret is; time is measured by the bench."""

import gc
import sys
from collections.abc import Callable
from typing import Any

from argon2 import PasswordHasher
from bench import answers, chemin, two_cloths

from tapete.kernel import PersonId
from tapete.people.accounts import Account, AccountState, MemoryAccounts, StaffSessions
from tapete.people.credentials import Passwords
from tapete.people.staff import Staff
from tests.support.rows import rows

PASSWORD = "tres tristes tigres"
SHOES = range(1, 9)


def calls(work: Callable[[], Any]) -> int:
    """Return how many functions are called by work that has been done once before, none of a collector of garbage."""
    found = 0

    def count(frame: Any, event: str, what: Any) -> None:
        nonlocal found
        found += event in ("call", "c_call")

    work()
    before = sys.getprofile()
    gc.disable()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
        gc.enable()
    return found


@rows("what", ["view", "legal", "explain"])
@rows("bench", [chemin, two_cloths])
def test_telling_a_coup_to_whoever_has_not_looked_is_the_same_work_whatever_lies_hidden(bench: Any, what: str) -> None:
    tables = []
    for shoe in SHOES:
        table = bench.Table(shoe)
        table.dealt()
        tables.append(table)
    hands = {str(table.state.coup.cards) for table in tables}
    assert len(hands) == len(SHOES), "these are other cards"
    for who in answers.ONLOOKERS:
        told = {calls(lambda one=table, who=who: getattr(bench.GAME, what)(one.state, who)) for table in tables}
        assert len(told) == 1, (who, told)


class Counted(PasswordHasher):
    digests = 0

    def verify(self, *given: Any) -> Any:
        self.digests += 1
        return super().verify(*given)

    def hash(self, *given: Any, **more: Any) -> str:
        self.digests += 1
        return super().hash(*given, **more)


@rows("second", ["000000", "", "palabra-de-nadie"])
@rows("password", [PASSWORD, "otra clave larga", "", "x" * 1000])
@rows("name", ["dora", "DORA", "invitada", "cerrada", "nadie", "x" * 500])
def test_a_login_that_fails_digests_once_whether_there_is_such_an_account_or_not(
    name: str, password: str, second: str
) -> None:
    counted, accounts = Counted(time_cost=1, memory_cost=8, parallelism=1), MemoryAccounts()
    passwords = Passwords(counted)
    digest = passwords.digest(PASSWORD)
    for one, state, kept in (
        ("dora", AccountState.ACTIVE, digest),
        ("invitada", AccountState.INVITED, ""),
        ("cerrada", AccountState.SUSPENDED, digest),
    ):
        accounts.put(Account(one, PersonId(f"staff-{one}"), state=state, password=kept))
    staff = Staff(accounts, StaffSessions(lambda: 0.0), lambda: 0.0, passwords=passwords)
    counted.digests = 0
    rejected: Any = staff.log_in(name, password, second)
    assert (rejected.code, counted.digests) == ("login-failed", 1)
