"""Options of rulebooks as people read them: what an option is about, and its value."""

from __future__ import annotations

from typing import Any

from tapete.words.book import label
from tapete.words.names import number

NOTHING = "—"
CAUSES = "void.causes."
"""How the options begin that say what a cause does to a game."""


def option_name(option: str, lang: str) -> str:
    """Return what an option is about; its own name where it has no other. A cause is called as where it happens."""
    if option.startswith(CAUSES):
        return label("cause", option.removeprefix(CAUSES), lang)
    return label("option", option, lang)


def option_value(value: Any, lang: str) -> str:
    match value:
        case bool():
            return label("option-value", str(value).lower(), lang)
        case int():
            return number(value, lang)
        case str():
            return label("option-value", value, lang) if value else NOTHING
        case {"num": int(num), "den": int(den)}:
            return _part(num, den, lang)
        case list() | tuple():
            return ", ".join(option_value(one, lang) for one in value) or label("option-value", "none", lang)
        case dict():
            return ", ".join(f"{key}: {option_value(one, lang)}" for key, one in value.items()) or NOTHING
        case _:
            return str(value)


def _part(num: int, den: int, lang: str) -> str:
    """Write a part: as a percentage where it is one to the hundredth, else as a fraction."""
    if den < 100 or (num * 10_000) % den:
        return f"{num}/{den}"
    whole, hundredths = divmod(num * 10_000 // den, 100)
    mark = "." if lang == "en" else ","
    rest = f"{mark}{hundredths:02d}".rstrip("0").rstrip(mark)
    return f"{whole}{rest}\N{NO-BREAK SPACE}%"
