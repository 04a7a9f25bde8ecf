"""The witness file: checkpoints kept away from the database, one JSON line each, only ever appended to.

A line counts once it ends in a newline and has reached the disk. A torn last line was never acknowledged; the next
append removes it. A file without a whole line that does not begin as a checkpoint does is another one, such as a key:
nothing is written to it.
"""

from __future__ import annotations

import errno
import hashlib
import os
from codecs import BOM_UTF8
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from tapete.record.checkpoints import Checkpoint, is_signed
from tapete.record.entry import CanonicalError, UnreadableTextError, canonical, read_json
from tapete.record.signatures import SLACK, instant
from tapete.record.source import open_plain, read_plain
from tapete.record.store.copies import naming, sync
from tapete.words import CodedError

if TYPE_CHECKING:
    from tapete.record.store import Reader


BLOCK = 4096
BEGINS: Final = tuple(f'{{"{name}":'.encode() for name in ("adopted_from", "closed", "epoch", "head"))
"""How the lines begin that a hall writes."""

_checkpoints = msgspec.json.Decoder(Checkpoint, strict=True)


class WitnessError(CodedError, ValueError):
    """A whole line of the witness file is not a checkpoint."""


def append(path: Path, checkpoints: Iterable[Checkpoint], *, may_create: bool = True) -> int:
    """Append checkpoints durably; return where they begin. Raises :class:`OSError`; never retry on it."""
    import fcntl  # not on every system that reads records

    lines = b"".join(map(_line, checkpoints))
    fresh = not path.exists()
    handle = open_plain(path, os.O_RDWR | os.O_APPEND | (os.O_CREAT if may_create else 0))
    try:
        fcntl.lockf(handle, fcntl.LOCK_EX)  # not flock: a hall holds that for as long as it runs
        size = os.fstat(handle).st_size
        whole = _end_of_lines(handle, size)
        if whole < size:
            if not whole and not _is_begun(os.pread(handle, BLOCK, 0)):
                raise OSError(f"{path} is no witness file")
            os.ftruncate(handle, whole)
        with naming(path):
            if os.write(handle, lines) != len(lines):
                os.ftruncate(handle, whole)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(handle)
    finally:
        os.close(handle)
    if fresh:
        sync(path.parent)
    return whole


class KeptWitness:
    """The witness file of a running hall: what it had may not change or go, and nobody else may add to it.

    It is made where it is not there. The hall holds it with a lock until :meth:`release` (:func:`is_in_use`), and takes
    hold again of a file that was put in its place. With the ``key`` of the hall nothing
    goes into a file in which all lines are others'.
    """

    def __init__(self, path: Path, key: str) -> None:
        self.path = path
        self._trusted, self._is_own = frozenset({key}), False
        self._handle = open_plain(path, os.O_RDWR | os.O_CREAT)
        data = read_plain(path)
        self.is_torn: bool = _whole(data) < len(data)
        self._known = _whole(data), hashlib.sha256(data[: _whole(data)])
        self._seen = self._stat()

    def fault(self) -> str | None:
        """Return ``witness-lost`` where the file is gone or takes nothing, ``witness-behind`` where something of it is
        gone or changed, or stands there that is not the hall's, ``witness-held`` where another hall or program has a
        lock on it.
        """
        size, digest = self._known
        try:
            seen, is_held = self._stat(), self.try_hold()
            data = None if seen == self._seen else read_plain(self.path)
        except OSError:
            return "witness-lost"
        if data is not None:
            after = _judged(data[size:])
            is_added_to = after.unreadable_lines or not all(is_signed(one, self._trusted) for one in after.checkpoints)
            if is_added_to or hashlib.sha256(data[:size]).digest() != digest.digest():
                return "witness-behind"
        self._seen = seen
        return "witness-held" if not is_held else None if is_writable(self.path) else "witness-lost"

    def try_hold(self) -> bool:
        """Lock the file that the path names now; return False where another has it. Raises :class:`OSError`."""
        import fcntl

        if not os.path.samestat(os.fstat(self._handle), self.path.stat()):
            before, self._handle = self._handle, open_plain(self.path, os.O_RDWR)
            os.close(before)
        with suppress(OSError):
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        return False

    def append(self, checkpoints: Sequence[Checkpoint]) -> None:
        """Append checkpoints. Raises :class:`OSError`, also where the file is gone, as a fresh one would say nothing,
        and where another hall holds it, or another's stands in its place.
        """
        if not self.try_hold():
            raise BlockingIOError(f"{self.path} is held by another hall or program")
        was_whole, (size, digest) = self.fault() is None, self._known
        if not (was_whole and self._is_own) and self._is_of_others():
            raise OSError(f"{self.path} is another hall's witness, or none")
        self._is_own = True
        begin = append(self.path, checkpoints, may_create=False)
        if was_whole and begin == size:
            lines, after = b"".join(map(_line, checkpoints)), digest.copy()
            after.update(lines)
            self._known, self._seen = (size + len(lines), after), self._stat()

    def release(self) -> None:
        os.close(self._handle)

    def _is_of_others(self) -> bool:
        said = inspect(self.path)
        is_written = said.is_foreign or bool(said.checkpoints or said.unreadable_lines)
        return is_written and not any(is_signed(one, self._trusted) for one in said.checkpoints)

    def _stat(self) -> tuple[int, ...]:
        found = self.path.stat()
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def is_in_use(path: Path) -> bool:
    import fcntl

    handle = open_plain(path, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def read(path: Path) -> tuple[Checkpoint, ...]:
    """Return the checkpoints of a witness file, none where there is no file. Raises :class:`WitnessError`."""
    if not path.exists():
        return ()
    found = inspect(path)
    if found.unreadable_lines:
        raise WitnessError("witness-line", file=str(path), line=found.unreadable_lines[0])
    return found.checkpoints


def copy_for(copy: Reader, path: Path) -> bytes:
    """Return the lines of a witness file that go with a copy. Raises :class:`WitnessError`, :class:`OSError`."""
    said = read(path)
    heads = {table: copy.head(table).version for table in {one.table for one in said}}
    return b"".join(_line(one) for one in said if one.version <= heads[one.table])


def _line(said: Checkpoint) -> bytes:
    return canonical(msgspec.to_builtins(said)) + b"\n"


def is_writable(path: Path) -> bool:
    """Return True if checkpoints can be appended to a witness file, or the file can be made. Nothing is written."""
    try:
        os.close(open_plain(path, os.O_WRONLY | os.O_APPEND))
    except FileNotFoundError:
        return os.access(path.parent, os.W_OK | os.X_OK)
    except OSError:
        return False
    return True


class WitnessReading(NamedTuple):
    """What a witness file says, line by line, and what of it cannot be read."""

    checkpoints: tuple[Checkpoint, ...]
    unreadable_lines: tuple[int, ...] = ()
    """Numbers of lines that are no checkpoints, whole or not."""
    is_torn: bool = False
    moved_lines: tuple[int, ...] = ()
    """Numbers of lines that say less than one before them, of the same table and signer, or that were said before
    the signer's line right before them: nobody appends them so.
    """
    repeated_lines: tuple[int, ...] = ()
    """Numbers of lines that stand before already, word for word: a hall says each once."""
    respelled_lines: tuple[int, ...] = ()
    """Numbers of lines that are checkpoints and not written as a hall writes them: other spaces, ends, or order."""
    is_foreign: bool = False
    """Whether the file begins as no witness does, and none of its lines is a checkpoint."""


def inspect(path: Path) -> WitnessReading:
    """Return what a witness file says, whatever is in it. Raises :class:`OSError`."""
    return _judged(read_plain(path))


def _judged(written: bytes) -> WitnessReading:
    found, bad, other = dict[int, Checkpoint](), list[int](), list[int]()
    data = written.removeprefix(BOM_UTF8)
    for number, line in enumerate(data[: _whole(data)].split(b"\n")[:-1], start=1):
        try:
            found[number] = said = read_json(_checkpoints, line, names_once=True)
        except UnreadableTextError:
            bad.append(number)
        else:
            other += [] if _is_spelled(said, line) and (len(data) == len(written) or number > 1) else [number]
    moved, repeated = _out_of_place(found)
    is_torn = _whole(data) < len(data)
    if is_torn and not _whole(data) and not _is_begun(data):
        bad, is_torn = [1], False
    odd = tuple(moved), tuple(repeated), tuple(other)
    return WitnessReading(tuple(found.values()), tuple(bad), is_torn, *odd, not found and not _is_begun(data))


def _out_of_place(said: Mapping[int, Checkpoint]) -> tuple[list[int], list[int]]:
    """Return the lines that come after a later one of their table or signer, and those said before."""
    newest: dict[tuple[str, str], tuple[int, int, bool]] = {}
    latest: dict[str, timedelta] = {}
    moved, repeated, known = list[int](), list[int](), set[Checkpoint]()
    for at, one in said.items():
        whose, time = (one.table, one.key), _when(one)
        if one in known:
            repeated.append(at)
        elif one.order < newest.get(whose, one.order) or (time is not None and time < latest.get(one.key, time)):
            moved.append(at)
        known.add(one)
        newest[whose] = max(one.order, newest.get(whose, one.order))
        if time is not None:
            latest[one.key] = time - SLACK  # of the line before: one leap of a clock that was put right is told once
    return moved, repeated


def _when(said: Checkpoint) -> timedelta | None:
    try:
        return instant(said.time)
    except ValueError:
        return None


def _is_spelled(said: Checkpoint, line: bytes) -> bool:
    try:
        return _line(said) == line + b"\n"
    except CanonicalError:
        return False


def _end_of_lines(handle: int, size: int) -> int:
    """Return where the last whole line of an open file ends; only its end is read."""
    at = size
    while at > 0:
        start = max(0, at - BLOCK)
        if mark := _whole(os.pread(handle, at - start, start)):
            return start + mark
        at = start
    return 0


def _is_begun(line: bytes) -> bool:
    """Return True if a line that does not end can be one of a hall's."""
    return any(line.startswith(one) or one.startswith(line) for one in BEGINS)


def _whole(data: bytes) -> int:
    return data.rfind(b"\n") + 1
