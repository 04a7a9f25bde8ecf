"""States of tables sealed in a folder beside the record, so that a start need not fold all of it: a cache.

Each is encrypted under a key of its own that follows from the hall's, because hidden cards are in it, and bound to its
table, version and hash, to the edition and to the code that made it. What cannot be opened, or belongs to another
record, is not used, and the record is folded from its beginning. Nothing is lost where the folder is emptied.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import os
import re
import secrets
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

import tapete
from tapete.live.keys import Keys
from tapete.live.security_log import tell
from tapete.live.table_fold import KeptTable, TableFold, from_raw, read_kept
from tapete.record.private import NONCE_BYTES, KeySealer, PrivatePartError
from tapete.record.report import CURRENT
from tapete.record.source import open_plain
from tapete.record.store.engine import sqlite_file

FORMAT: Final = "tapete-state-1"
LARGEST: Final = 256 * 1024 * 1024
"""So many bytes of a file are read: what is longer is none of ours."""
BLOCK: Final = 4096
"""What is sealed is padded to a multiple of this, so that its length tells of no card."""
EVERY: int = 1_000
"""Entries after which a new state is sealed."""
AT_END: int = 200
"""Entries that are enough for one when a hall closes."""
OF_CODE: Final = frozenset({".py", ".toml", ".csv"})
ENDING: Final = ".state"
NAME: Final = r"[0-9a-f]{40}\.(state|[0-9a-f]{12})"
"""How the files of states are called, and those that are being written."""


@cache
def code_digest() -> str:
    """Return the digest of all from which a state follows besides its record: this package and what runs it."""
    folder, found = Path(tapete.__file__).parent, hashlib.sha256(f"{sys.version} {msgspec.__version__}".encode())
    for file in sorted(one for one in folder.rglob("*") if one.suffix in OF_CODE):
        found.update(f"{file.relative_to(folder)}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()


def states_folder(store_url: str, key: Path) -> Path:
    """Return where a hall keeps the states of a store: beside its file, or for a server in the cache that systemd gives
    it, or beside its key.
    """
    file = sqlite_file(store_url)
    if file is not None:
        return file.with_name(f"{file.name}.states")
    given = os.environ.get("CACHE_DIRECTORY", "")
    return (Path(given) if given else key.absolute().parent) / f"{key.name}.states"


class SealedStates:
    """The states in one folder; without a folder none is kept. ``versions`` are those that lie there, by table."""

    def __init__(self, folder: Path | None, keys: Keys) -> None:
        self.folder = folder
        self.versions: dict[str, int] = {}
        self._sealer = KeySealer(hmac.digest(keys.sealing, b"tapete table states", "sha256"))

    def read(self, table: str) -> KeptTable | None:
        """Return what is kept of a table; ``None`` where that is nothing, or nothing that this hall and code made."""
        if self.folder is None:
            return None
        try:
            with open(self._file(table), "rb", opener=open_plain) as file:
                head, _, sealed = file.read(LARGEST).partition(b"\n")
        except FileNotFoundError:
            return None
        except OSError as error:
            self._tell_unused(table, "unread", error=error.strerror or type(error).__name__)
            return None
        named = head.decode("ascii", "replace").split(" ")
        if named[:3] != [FORMAT, CURRENT, code_digest()] or len(named) != 5 or len(sealed) < NONCE_BYTES:
            self._tell_unused(table, "other-code" if named[0] == FORMAT else "no-state")
            return None
        try:
            kept = read_kept(self._sealer.unseal(sealed, _context(table, named[3:])).rstrip(b"\0")[:-1])
        except (PrivatePartError, ValueError):
            self._tell_unused(table, "shut")
            return None
        self.versions[table] = kept.version
        return kept

    def _tell_unused(self, table: str, why: str, **facts: str) -> None:
        tell("state-unused", logging.INFO if why == "other-code" else logging.WARNING, table=table, why=why, **facts)

    def foreign(self, table: str, why: str) -> None:
        """Take note that what was read of a table does not belong to its record."""
        self.versions.pop(table, None)
        self._tell_unused(table, why)

    def write(self, table: str, fold: TableFold[Any]) -> None:
        """Keep what a record has come to; nothing where a disk takes nothing, or the state does not come back whole."""
        if self.folder is None:
            return
        try:
            kept = fold.kept()
            is_whole = from_raw(kept.state, type(fold.state)) == fold.state
        except (TypeError, ValueError):
            is_whole = False
        if not is_whole:
            tell("state-unkept", table=table, why="no-bytes")
            return
        plain = kept.to_bytes() + b"\1"
        named = [str(kept.version), kept.hash]
        sealed = self._sealer.seal(plain + b"\0" * (-len(plain) % BLOCK), _context(table, named))
        content = " ".join([FORMAT, CURRENT, code_digest(), *named]).encode() + b"\n" + sealed
        draft = self._file(table).with_suffix(f".{secrets.token_hex(6)}")
        try:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            with open(draft, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
                file.write(content)
            draft.replace(self._file(table))
        except OSError as error:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
            tell("state-unkept", table=table, why=error.strerror or type(error).__name__)
        else:
            self.versions[table] = kept.version

    def is_due(self, table: str, version: int, *, at_end: bool = False) -> bool:
        """Return True if a new state is worth its making; one ``at_end`` of a hall is sooner."""
        return self.folder is not None and version - self.versions.get(table, 0) >= (AT_END if at_end else EVERY)

    def forget(self, table: str) -> None:
        self.versions.pop(table, None)
        if self.folder is not None:
            with suppress(OSError):
                self._file(table).unlink(missing_ok=True)

    def sweep(self) -> None:
        """Delete the states of no table of which one is known: of former days, or half written; no other file."""
        if self.folder is None or self.folder.is_symlink():
            return
        known = {self._file(table) for table in self.versions}
        with suppress(OSError):  # there is none, it is none, or it is another user's
            for file in self.folder.iterdir():
                if file not in known and re.fullmatch(NAME, file.name):
                    file.unlink(missing_ok=True)

    def _file(self, table: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{hashlib.sha256(table.encode()).hexdigest()[:40]}{ENDING}"


def _context(table: str, named: list[str]) -> str:
    return " ".join(["tapete state", FORMAT, CURRENT, code_digest(), *named, table])
