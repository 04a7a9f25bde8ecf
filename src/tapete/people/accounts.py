"""An account of the staff: who may take which posts, and what he proves himself with."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import StrEnum
from typing import Protocol

import msgspec

from tapete.kernel import PersonId
from tapete.table.staff import Role

EVERYWHERE = ""
"""In a grant: the post of the house, or of any table."""


class AccountState(StrEnum):
    """What becomes of somebody who wants to log in."""

    INVITED = "invited"
    """He has a link to choose his password, and no more."""
    ACTIVE = "active"
    SUSPENDED = "suspended"


class Grant(msgspec.Struct, frozen=True, order=True):
    """A post that somebody may take, at one table or everywhere."""

    role: Role
    table: str = EVERYWHERE


class Account(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member of the staff. Times are seconds since the epoch.

    ``name`` is what he logs in with, ``person`` his pseudonym in the records. ``password`` is an argon2id digest;
    ``secret`` the shared secret of his second factor; ``last_code`` the number of the last code that was accepted, so
    that none counts twice; ``recovery`` digests of the words that stand in for a lost second factor, each once.
    ``invitation`` is the digest of the link that lets him choose both anew, up to ``invited_until``.
    """

    name: str
    person: PersonId
    state: AccountState = AccountState.INVITED
    grants: frozenset[Grant] = frozenset()
    password: str = ""
    secret: str = ""
    last_code: int = 0
    recovery: frozenset[str] = frozenset()
    invitation: str = ""
    invited_until: float = 0
    last_login: float = 0
    devices: tuple[str, ...] = ()
    """Digests of the tokens of browsers on which somebody has logged in to it, the newest last."""

    def may_take(self, role: Role, table: str = EVERYWHERE) -> bool:
        """Return True if the account may take a post of a table, or of the house where none is named."""
        return self.state is AccountState.ACTIVE and bool(self.grants & {Grant(role, table), Grant(role, EVERYWHERE)})


class AccountStore(Protocol):
    """Where accounts are kept. Each call stands alone and is durable when it returns."""

    def find(self, name: str) -> Account | None:
        """Return the account with a name, or ``None``."""

    def put(self, account: Account) -> None:
        """Keep an account in place of the one with its name."""

    def remove(self, name: str) -> None:
        """Forget an account."""

    def __iter__(self) -> Iterator[Account]:
        """Yield every account, by name."""


class MemoryAccounts:
    """Accounts that end with the process, for a demonstration and for tests."""

    def __init__(self, accounts: Collection[Account] = ()) -> None:
        self._kept = {one.name: one for one in accounts}

    def find(self, name: str) -> Account | None:
        """Return the account with a name, or ``None``."""
        return self._kept.get(name)

    def put(self, account: Account) -> None:
        self._kept[account.name] = account

    def remove(self, name: str) -> None:
        """Forget an account; one that is not there stays forgotten."""
        self._kept.pop(name, None)

    def __iter__(self) -> Iterator[Account]:
        return iter([self._kept[name] for name in sorted(self._kept)])
