"""What the verbs share: one language, JSON on standard output, complaints on standard error, three exit statuses."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final, NoReturn
from unicodedata import category

import typer

NO = 1
BAD_INPUT = 2
TABLE_LOST = 3
"""Another server plays a table of this hall: to start again would only take it back."""
UNREACHABLE = 69
"""The server of the database cannot be reached now (EX_UNAVAILABLE of sysexits): later it may."""

STEERING: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of signs that are not shown: ends of lines, sequences of a terminal, turns of the writing direction."""

LANGS: Final = ("es", "en", "fr")
"""The languages of :mod:`tapete.words`; written here too, so that a verb starts without them."""
LANG_VARIABLE: Final = "TAPETE_LANG"
"""The variable of the environment that holds the language where ``--lang`` is not given."""


class _Answer:
    """The language of the answer that is being given."""

    lang = LANGS[0]


def lang() -> str:
    """Return the language of this answer."""
    return _Answer.lang


def set_lang(words: Sequence[str]) -> None:
    """Take the language from a command line (``--lang en``) or else from the environment; Spanish is the default.

    It is needed before the line is parsed: what is wrong with the line is said in that language.
    """
    found = os.environ.get(LANG_VARIABLE)
    given = None
    for at, word in enumerate(words):
        if word == "--":
            break
        if word == "--lang" and at + 1 < len(words):
            given = words[at + 1]
        elif word.startswith("--lang="):
            given = word.removeprefix("--lang=")
    _Answer.lang = next((one for one in (given, found) if one in LANGS), LANGS[0])


def check_lang(value: str) -> str:
    """Return the language of the answer, wherever on the line it stands; ``value`` is what was read of it here."""
    if value not in LANGS:
        bad_input("no-language", lang=value, langs=LANGS)
    return _Answer.lang


LangOption = Annotated[
    str,
    typer.Option(
        "--lang", metavar="LANG", help="Language of the answer: es, en, fr.", callback=check_lang, envvar=LANG_VARIABLE
    ),
]
"""The option of every verb; :func:`set_lang` has read it before."""


def group(lang: LangOption = LANGS[0]) -> None:  # noqa: D103 its docstring would be the help of each group
    pass


def say(code: str, **facts: Any) -> str:
    """Return a sentence of the command line; what is no code of one is a sentence already."""
    from tapete.words import fill, join, topics

    entry = topics()["command"].get(code)
    if entry is None:
        return code
    lists = {name: join(one, _Answer.lang, "and") for name, one in facts.items() if isinstance(one, tuple | list)}
    counts = {f"{name}_count": len(facts[name]) for name in lists}
    return fill(entry[_Answer.lang], facts | lists | counts, _Answer.lang)


def why(error: BaseException) -> Any:
    """Return an error as the fact ``why`` of a sentence (``{why:told}``)."""
    from tapete.words import reason

    return reason(error)


def data(tree: Any) -> None:
    """Write JSON, one document, to standard output."""
    import msgspec

    text = msgspec.json.format(msgspec.json.encode(tree, enc_hook=_encode), indent=2).decode()
    typer.echo(text)


def _encode(value: Any) -> Any:
    from immutables import Map

    if isinstance(value, Map):
        return dict(value)
    raise NotImplementedError(type(value).__name__)


def write_private(file: Path, text: str) -> None:
    """Write a file that only its owner reads, as the database is. Raises ``OSError``."""
    from tapete.record.export import owner_only

    with open(file, "w", encoding="utf-8", opener=owner_only) as opened:
        opened.write(text)


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

    return fill(topics()["verdict"][code][lang], facts, lang)


def answer(ok: bool) -> None:
    """End with status 1 if the answer is no."""
    if not ok:
        raise typer.Exit(NO)


def is_plain() -> bool:
    """Return True if output is to stay without colour."""
    return "NO_COLOR" in os.environ or not sys.stdout.isatty()


def bold(text: str) -> str:
    """Return text in bold where that helps."""
    return text if is_plain() else typer.style(text, bold=True)


def tell(text: str, *, is_bold: bool = False) -> None:
    """Print a line in which a record may have its say: what steers a screen, or breaks the line, is shown as a code."""
    shown = "".join(one.encode("unicode_escape").decode() if category(one) in STEERING else one for one in text)
    typer.echo(bold(shown) if is_bold else shown)
