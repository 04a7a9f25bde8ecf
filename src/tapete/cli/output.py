"""What the verbs write: answers, JSON, complaints and progress in one language, the exit statuses, the log of a hall.

The log goes to standard error: sentences for a person, or one JSON object a line for a machine. An unexpected error is
told with its whole traceback: every frame and the kind of each error in the chain. Its message is told where it is a
code of our own or of the operating system; any other may quote what somebody has sent, or a card that nobody has seen,
and is left out.
"""

from __future__ import annotations

import codecs
import errno
import io
import logging
import os
import re
import secrets
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn, TextIO
from unicodedata import category, combining, normalize

import typer

if TYPE_CHECKING:
    from tapete.clauses import Fault
    from tapete.kernel import Refused
    from tapete.record.source import Source, StoredEntry


NO = 1
BAD_INPUT = 2
TABLE_LOST = 3
"""Another server plays a table of this hall: to start again would only take it back."""
CRASHED: Final = 70
"""Something that nobody foresaw: no answer at all."""
OUTPUT_LOST: Final = 74
"""The answer could not be written."""
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141
"""Whoever read the answer has read enough: as a program ends that the signal of the pipe ends."""
UNREACHABLE = 69
"""The server of the database cannot be reached now (EX_UNAVAILABLE of sysexits): later it may."""

STEERING: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of signs that are not shown: ends of lines, sequences of a terminal, turns of the writing direction."""

LANGS: Final = ("es", "en", "fr")
"""The languages of :mod:`tapete.words`; written here too, so that a verb starts without them."""
LANG_VARIABLE: Final = "TAPETE_LANG"
"""The variable of the environment that holds the language where ``--lang`` is not given."""
LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables of a locale; the first that is not empty holds its language."""

_SIGNS: Final = '€EUR «" »" “" ”" ’\' ‘\' ·- –- —- −- ¿ ¡ ¶# ×x →-> œoe æae øo ßss ♠s ♥h ♦d ♣c'
PLAIN_SIGNS: Final = {one[0]: one[1:] for one in _SIGNS.split()}
"""What is written for a sign that an encoding lacks; letters lose their accents, anything else is shown as a code."""
ASCII: Final = "plain_ascii"
"""ASCII under another name: under its own typer takes it for a mistake, and writes UTF-8."""


class OutputLostError(Exception):
    """Standard output takes nothing more; its cause says why."""


class _Output(io.TextIOWrapper):
    """A standard stream. Where it takes nothing more the rest is dropped: for an answer that is an error."""

    def write(self, text: str) -> int:
        self._try(super().write, text)
        return len(text)

    def flush(self) -> None:
        self._try(super().flush)

    def _try(self, step: Callable[..., Any], *given: str) -> None:
        try:
            step(*given)
        except OSError as error:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())
            if self.fileno() == 1:
                raise OutputLostError from error


def prepare_streams() -> None:
    """Let the standard streams write any text in their encoding, and none of them be a file that is opened later."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_WRONLY if number == 2 else os.O_RDONLY)  # takes the lowest free number
    own = codecs.lookup("ascii")
    plain = codecs.CodecInfo(own.encode, own.decode, incrementalencoder=own.incrementalencoder, name=ASCII)
    codecs.register(lambda name: plain if name == ASCII else None)
    codecs.register_error("plain-signs", _plain_signs)
    for number, name in ((1, "stdout"), (2, "stderr")):
        old = getattr(sys, name)
        if isinstance(old, _Output) or old is not getattr(sys, f"__{name}__"):  # not ours to change
            continue
        encoding = "utf-8" if old is None else old.encoding if _can_write_any(old.encoding) else ASCII
        raw = io.BufferedWriter(io.FileIO(number, "w", closefd=False)) if old is None else old.detach()
        made = _Output(raw, encoding, "plain-signs", line_buffering=number == 2 or raw.isatty())
        setattr(sys, name, made)
        setattr(sys, f"__{name}__", made)


def _can_write_any(encoding: str) -> bool:
    """Return True for an encoding, other than ASCII, that takes other signs for those that it lacks: IDNA does not."""
    try:
        codecs.getincrementalencoder(encoding)("plain-signs").encode("..€", True)
    except (LookupError, UnicodeError):
        return False
    return codecs.lookup(encoding).name != "ascii"


def _plain_signs(error: UnicodeError) -> tuple[str, int]:
    """Return what is written for signs that an encoding lacks."""
    assert isinstance(error, UnicodeEncodeError)
    signs = error.object[error.start : error.end]
    bare = {one: "".join(part for part in normalize("NFKD", one) if not combining(part)) for one in signs}
    codes = {one: one.encode("ascii", "backslashreplace").decode() for one in signs}
    return "".join(PLAIN_SIGNS.get(one, bare[one] if bare[one].isascii() else codes[one]) for one in signs), error.end


class _Answer:
    lang = LANGS[0]


def lang() -> str:
    return _Answer.lang


def set_lang(words: Sequence[str]) -> None:
    """Take the language from a command line (``--lang en``) or else from the environment: from our own variable or else
    from the locale; Spanish is the default.

    It is needed before the line is parsed: what is wrong with the line is said in that language.
    """
    locale = next((found for one in LOCALE_VARIABLES if (found := os.environ.get(one))), "")
    found = os.environ.get(LANG_VARIABLE) or locale
    options = "".join(f"\0{one}" for one in words).split("\0--\0")[0]
    given = re.findall("\0--lang[=\0]([^\0]*)", options)[-1:]
    _Answer.lang = next((one for one in map(language, (*given, found)) if one in LANGS), LANGS[0])


def language(text: str) -> str:
    """Return the language that a word means, as a locale does too: ``fr``, ``FR``, ``fr_FR.UTF-8``."""
    return re.split("[_.@-]", text)[0].lower()


def check_lang(value: str) -> str:
    """Return the language of the answer, wherever on the line it stands; ``value`` is what was read of it here."""
    if language(value) not in LANGS:
        bad_input("no-language", lang=value, langs=LANGS)
    return _Answer.lang


LangOption = Annotated[
    str,
    typer.Option(
        "--lang", metavar="LANG", help="Language of the answer: es, en, fr.", callback=check_lang, envvar=LANG_VARIABLE
    ),
]
"""The option of every verb; :func:`set_lang` has read it before."""


JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def group(lang: LangOption = LANGS[0]) -> None:
    pass


def say(code: str, **facts: Any) -> str:
    """Return a sentence of the command line; what is no code of one is a sentence already."""
    from tapete.words import fill, join, topics

    entry = topics()["command"].get(code)
    if entry is None:
        return code
    listed = {name: one for name, one in facts.items() if isinstance(one, tuple | list)}
    counts = {f"{name}_count": len(one) for name, one in listed.items()}
    is_named = {name: all(isinstance(each, str) for each in one) for name, one in listed.items()}  # or sentences
    lists = {name: join(one, _Answer.lang, "and") for name, one in listed.items() if is_named[name]}
    return safe(fill(entry[_Answer.lang], facts | lists | counts, _Answer.lang))


def why(error: BaseException) -> Any:
    """Return an error as the fact ``why`` of a sentence (``{why:told}``)."""
    from tapete.words import reason

    return reason(error)


def data(tree: Any) -> None:
    """Write JSON, one document, to standard output: the same document in whatever encoding."""
    import json

    import msgspec

    plain = msgspec.to_builtins(tree, enc_hook=_encode, str_keys=True)
    text = json.dumps(plain, indent=2, ensure_ascii=not (sys.stdout.encoding or "").lower().startswith("utf"))
    text = re.sub("[\ud800-\udfff]", lambda found: json.dumps(found[0])[1:-1], text)  # bytes of a file's name
    typer.echo(text)


def _encode(value: Any) -> Any:
    from immutables import Map

    if isinstance(value, Map):
        return dict(value)
    raise NotImplementedError(type(value).__name__)


def require_no_hall_file(file: Path) -> None:
    """End with status 2 where a file that is to be written is a store, a key, a witness or the secret of a series."""
    from tapete.record.store.sqlite import MAGIC
    from tapete.record.witness import BEGINS

    secrets = (MAGIC, b'{"sealing":', b'{"series":{"letter":', *BEGINS)
    beside = next((file.name.removesuffix(one) for one in (".lock", "-wal", "-shm") if file.name.endswith(one)), "")
    if not file.is_file():
        return
    data = read_file(file, 64)
    begin = data if data.startswith(MAGIC) else b"".join(data.split())
    if begin.startswith(secrets) or (beside and file.with_name(beside).exists()):
        bad_input("not-over-a-hall", file=str(file))


def read_file(file: Path, most: int = -1) -> bytes:
    """Return what a file holds, no more bytes than ``most``; end with status 2 where it cannot be read."""
    from tapete.record.source import open_plain

    try:
        with open(file, "rb", opener=open_plain) as opened:
            return opened.read(most)
    except OSError as error:
        bad_input("file-failed", file=str(file), why=why(error))


def write_private(file: Path, data: str | bytes) -> None:
    """Write a file that only its owner reads, as the database is. Raises ``OSError``."""
    from tapete.record.source import owner_only

    write_whole(file, data.encode() if isinstance(data, str) else data, owner_only)


def write_whole(file: Path, data: bytes, opener: Callable[[str, int], int] | None = None) -> None:
    """Write a file: what is there stays until the new one is whole. Raises ``OSError``."""
    require_no_hall_file(file)
    if file.exists() and not file.is_file():  # a device, a pipe
        file.write_bytes(data)
        return
    there = Path(os.path.realpath(file))
    if there.is_symlink():  # it leads to itself
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(file))
    draft = there.with_name(f".{secrets.token_hex(6)}.part")
    try:
        with open(draft, "xb", opener=opener) as opened:
            opened.write(data)
        draft.replace(there)
    finally:
        draft.unlink(missing_ok=True)


def has_module(name: str) -> bool:
    with suppress(ValueError):  # of a module that is barred
        return find_spec(name) is not None
    return False


def refusal(found: Fault | Refused) -> str:
    """Return the sentence of a fault or a refusal."""
    from tapete.words import refusal as sentence

    return sentence(found.code, found.facts, lang())


def progress(code: str, **facts: Any) -> None:
    """Write a sentence for a person to standard error: how far things are, or what to know beside the answer."""
    typer.echo(say(code, **facts), err=True)


def bad_input(code: str, *, status: int = BAD_INPUT, **facts: Any) -> NoReturn:
    """Print what is wrong with the input and end with status 2, or another one."""
    typer.echo(f"tapete: {say(code, **facts)}", err=True)
    raise typer.Exit(status)


def words(code: str, lang: str, **facts: Any) -> str:
    """Return a word or a sentence of the verdict of an audit or a replay."""
    from tapete.words import fill, topics

    return safe(fill(topics()["verdict"][code][lang], facts, lang))


def answer(ok: bool) -> None:
    """End with status 1 if the answer is no."""
    if not ok:
        raise typer.Exit(NO)


def is_plain() -> bool:
    """Return True if output is to stay without colour."""
    return "NO_COLOR" in os.environ or not sys.stdout.isatty()


def bold(text: str) -> str:
    return text if is_plain() else typer.style(text, bold=True)


def tell(text: str, *, is_bold: bool = False) -> None:
    """Print a line in which a record may have its say: what steers a screen, or breaks the line, is shown as a code."""
    typer.echo(bold(safe(text)) if is_bold else safe(text))


def safe(text: str) -> str:
    """Return a text with a code for each sign that steers a screen or breaks the line."""
    return "".join(one.encode("unicode_escape").decode() if category(one) in STEERING else one for one in text)


ON_SCREEN: Final = 0.2
"""Seconds between two looks of a person; the line is written over."""
IN_A_FILE: Final = 10.0
"""Seconds between two lines where nobody looks on."""


BAR: Final = 20
"""Signs of the bar on a screen."""


class Progress:
    """Counts ``total`` steps by a ``clock`` in seconds; a short work is silent where nobody looks on."""

    def __init__(
        self, total: int, *, clock: Callable[[], float] = time.monotonic, stream: TextIO | None = None
    ) -> None:
        self.total = total
        self.done: int = 0
        self._clock, self._stream = clock, sys.stderr if stream is None else stream
        self._start = self._last = clock()
        self._is_seen = self._stream.isatty()
        self._has_spoken = self._is_seen

    def step(self, name: str = "") -> None:
        self.reach(self.done + 1, name)

    def reach(self, done: int, name: str = "") -> None:
        """Take note that so many steps are done."""
        if done == self.done:
            return
        self.done, now = done, self._clock()
        is_last = self.done >= self.total and self._has_spoken
        if now - self._last < (ON_SCREEN if self._is_seen else IN_A_FILE) and not is_last:
            return
        self._last, self._has_spoken = now, True
        line = f"{self.text()} {name}".rstrip()
        if self._is_seen:
            full = BAR * min(self.done, self.total) // max(self.total, 1)
            line = f"[{'#' * full}{'.' * (BAR - full)}] {line}"
        self._stream.write(f"\r\x1b[K{line}" if self._is_seen else f"{line}\n")
        self._stream.flush()

    def text(self) -> str:
        """Return how far the work is as a sentence."""
        spent = self._clock() - self._start
        rate = self.done / spent if spent > 0 else 0.0
        left = (self.total - self.done) / rate if rate else 0.0
        return say(
            "progress",
            done=str(self.done),
            total=str(self.total),
            rate=f"{rate:.1f}" if rate < 100 else f"{rate:.0f}",
            left=f"{int(left) // 60}:{int(left) % 60:02}",
        )

    def close(self) -> None:
        if self._is_seen and self.done:
            self._stream.write("\n")
            self._stream.flush()


class CountedSource:
    """Another source whose entries are counted by ``progress`` as they are read."""

    def __init__(self, source: Source, progress: Progress) -> None:
        self._source, self._progress = source, progress

    def stored_entries(self, table: str) -> Iterator[StoredEntry]:
        for one in self._source.stored_entries(table):
            yield one
            self._progress.step(table)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._source, name)


def with_progress(source: Source, tables: Iterable[str], *, readings: int = 1) -> tuple[Source, Progress]:
    """Return a source that shows its progress, to be closed; entries of ``tables`` are read ``readings`` times."""
    (shown,), progress = all_with_progress((source,), [{one: source.length(one) for one in tables}], readings=readings)
    return shown, progress


def all_with_progress(
    sources: Sequence[Source], lengths: Sequence[Mapping[str, int]], *, readings: int
) -> tuple[tuple[Source, ...], Progress]:
    """Return sources that show their progress as one, and it; each entry of every table is read ``readings`` times."""
    progress = Progress(readings * sum(sum(one.values()) for one in lengths))
    return tuple(CountedSource(one, progress) for one in sources), progress


OWN: Final = "tapete"
"""Loggers whose messages are written in this project."""


class LogFormat(StrEnum):
    PLAIN = "plain"
    JSON = "json"


def told_trace(error: BaseException) -> str:
    """Return the traceback of an error and of those behind it, the first cause first, without their messages."""
    return "\n".join(_told(one) for one in reversed(list(_chain(error))))


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen = set[int]()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _told(error: BaseException) -> str:
    frames = "".join(traceback.StackSummary.extract(traceback.walk_tb(error.__traceback__)).format())
    inner = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    parts = [f"{frames}{type(error).__module__}.{type(error).__qualname__}{_safe_message(error)}"]
    return "\n".join([*parts, *(told_trace(one) for one in inner)])


def _safe_message(error: BaseException) -> str:
    from tapete.words import CodedError

    if isinstance(error, CodedError):
        return f": {error.code}"
    if isinstance(error, OSError) and error.strerror:
        return f": {error.strerror}"
    state = getattr(error, "sqlstate", None) or getattr(error, "sqlite_errorname", None)
    return f": {state}" if isinstance(state, str) else ""


class _Formatter(logging.Formatter):
    def parts(self, record: logging.LogRecord) -> dict[str, Any]:
        text = record.getMessage()
        if record.name.partition(".")[0] != OWN:
            text = text.partition("\n")[0]  # what follows in another's message is a picture of an object
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": text,
        }
        facts = getattr(record, "facts", {})
        told |= {"facts": facts} if facts else {}
        error = record.exc_info[1] if record.exc_info else None
        return told | ({} if error is None else {"trace": told_trace(error)})


class JsonFormatter(_Formatter):
    def format(self, record: logging.LogRecord) -> str:
        import msgspec

        return msgspec.json.encode(self.parts(record), enc_hook=str).decode()


class PlainFormatter(_Formatter):
    def format(self, record: logging.LogRecord) -> str:
        from tapete.words import fill, topics

        told = self.parts(record)
        facts = " ".join(f"{name}={_on_a_line(value)}" for name, value in told.get("facts", {}).items())
        line = f"{told['time']} {told['level']} {told['logger']} {_on_a_line(told['event'])}"
        if entry := topics()["command"].get(f"log-{told['event']}"):  # what it means, and what to do
            line, facts = f"{line}:", _on_a_line(fill(entry[lang()], told.get("facts", {}), lang()))
        trace = told.get("trace")
        return f"{line}{' ' if facts else ''}{facts}" + (f"\n{trace}" if trace else "")


def _on_a_line(value: Any) -> str:
    """Return a value without anything that would begin a line of its own or move a terminal's cursor."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in str(value))


class _StandardError(logging.Handler):
    """Writes to whatever standard error is at the moment."""

    def emit(self, record: logging.LogRecord) -> None:
        sys.stderr.write(f"{self.format(record)}\n")
        sys.stderr.flush()


def configure(kind: LogFormat) -> None:
    """Write the log of this process to standard error, from now on in this way alone."""
    handler = _StandardError()
    handler.setFormatter(JsonFormatter() if kind is LogFormat.JSON else PlainFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger(OWN).setLevel(logging.INFO)


def speak_logs() -> None:
    """Write what a verb that is no server logs as sentences."""
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(PlainFormatter())
