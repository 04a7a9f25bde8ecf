"""The letter keys of the desks: in one game a letter means one act, whatever the table waits for.

Whoever presses a letter twice repeats an act or does nothing; they never do another one. So an act that has no letter
of its own gets none, and neither does one that takes chips or a person off the table, nor one that needs an amount.
"""

from __future__ import annotations

from collections.abc import Mapping


def shortcut(letters: Mapping[str, str], act: str, name: str) -> str:
    """Return the letter of an act, empty where it has none; ``name`` is the act with its value: ``say.carta``."""
    return letters.get(name) or letters.get(act, "")
