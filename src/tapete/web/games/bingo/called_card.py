"""A called cartón of paper as people write it: the series and the number, however they are set apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

WRITTEN: Final = re.compile(r"([A-Za-zÑñ]+)[\s\-./]*(\d{1,9})\s*[\s\-./,:;]+\s*(\d{1,9})")
NUMBER: Final = re.compile(r"\d{1,9}")


def read_card(text: str, series: Sequence[str]) -> str:
    """Return a cartón by its series and number, as ``B-1047/12``, for what somebody has typed: ``b1047/12``, ``B 1047
    12``, or ``12`` alone where one series is sold. What cannot be read stays as it is, for the rules to refuse.
    """
    typed = text.strip()
    if found := WRITTEN.fullmatch(typed):
        return f"{found[1].upper()}-{int(found[2])}/{int(found[3])}"
    if NUMBER.fullmatch(typed) and len(series) == 1:
        return f"{series[0]}/{int(typed)}"
    return typed
