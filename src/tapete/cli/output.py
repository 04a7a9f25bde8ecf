"""What the verbs share: JSON on standard output, complaints on standard error, the three exit statuses."""

from __future__ import annotations

import os
import sys
from typing import Any, NoReturn

import typer

NO = 1
BAD_INPUT = 2


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


def progress(text: str) -> None:
    """Write a line for a person to standard error: how far things are, or what to know beside the answer."""
    typer.echo(text, err=True)


def bad_input(text: str) -> NoReturn:
    """Print what is wrong with the input and end with status 2."""
    typer.echo(f"tapete: {text}", err=True)
    raise typer.Exit(BAD_INPUT)


def require_lang(lang: str) -> None:
    """End with status 2 unless answers are written in this language."""
    from tapete.words import LANGS

    if lang not in LANGS:
        bad_input(f"no language «{lang}»; there are {', '.join(LANGS)}")


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
