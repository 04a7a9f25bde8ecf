"""What can be wrong with a rulebook: a code for each rule of the layers, with a sentence that says what to do."""

from __future__ import annotations

from typing import Any

from tapete.words import CodedError


class RulebookError(CodedError, ValueError):
    """A rulebook breaks a rule of the layers, or does not fit the rules of its game."""

    topic = "rulebook"

    def __init__(self, code: str, file: str, **facts: Any) -> None:
        super().__init__(code, file=file, **facts)
        self.file = file


class HouseLayerError(RulebookError):
    """A house's own layer breaks a rule of such layers: it sets what a document settles, or is not written as one."""

    topic = "house-layer"


class UnknownRulebookError(CodedError, LookupError):
    """No rulebook of that name or hash is in the library."""

    topic = "rulebook"
