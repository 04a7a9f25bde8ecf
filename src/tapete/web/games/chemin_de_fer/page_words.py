"""The words of the pages of chemin de fer, in the language of the page that is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from jinja2 import pass_context
from jinja2.runtime import Context

from tapete.words import fill, label

TOPIC: Final = "chemin"


@pass_context
def word(context: Context, code: str) -> str:
    return label(TOPIC, code, context["lang"])


@pass_context
def sentence(context: Context, code: str, **facts: object) -> str:
    return fill(label(TOPIC, code, context["lang"]), facts, context["lang"])


PAGE_WORDS: Final[Mapping[str, Callable[..., Any]]] = MappingProxyType({"cf": word, "say_cf": sentence})
"""What the templates call them."""
