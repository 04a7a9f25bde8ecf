"""The words of the pages on errors and rulings, in the language of the page that is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from jinja2 import pass_context
from jinja2.runtime import Context

from tapete.words import fill, label

TOPIC: Final = "desk"


@pass_context
def sentence(context: Context, code: str, **facts: object) -> str:
    return fill(label(TOPIC, code, context["lang"]), facts, context["lang"])


PAGE_WORDS: Final[Mapping[str, Callable[..., Any]]] = MappingProxyType({"say_desk": sentence})
"""What the templates call them."""
