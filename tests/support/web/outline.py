"""What stands on a page, one line for each element and each text, as somebody reads a change of it.

Drawings are told by a short digest: which picture stands there, not how it is drawn.
"""

from __future__ import annotations

import hashlib
import re
from html.parser import HTMLParser
from typing import Final

VOID: Final = frozenset({"area", "br", "hr", "img", "input", "link", "meta", "source", "wbr"})
RANDOM: Final = re.compile(r'(name="command" value=")[^"]*')
DRAWING: Final = re.compile(r"<svg\b.*?</svg>", re.S)


class _Reader(HTMLParser):
    """Collects the lines of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.depth = 0

    def _line(self, text: str) -> None:
        self.lines.append(" " * self.depth + text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write an element with its attributes."""
        said = " ".join(name if value is None else f'{name}="{" ".join(value.split())}"' for name, value in attrs)
        self._line(f"{tag} {said}".rstrip())
        self.depth += tag not in VOID

    def handle_endtag(self, tag: str) -> None:
        """Go back to the element around."""
        self.depth -= tag not in VOID

    def handle_data(self, data: str) -> None:
        """Write a text in one line."""
        if said := " ".join(data.split()):
            self._line(f"| {said}")


def _drawing(found: re.Match[str]) -> str:
    return f'<img drawing="{hashlib.sha256(found[0].encode()).hexdigest()[:12]}">'


def outline(page: str) -> tuple[str, ...]:
    """Return the lines of a page, without what each rendering draws anew."""
    reader = _Reader()
    reader.feed(DRAWING.sub(_drawing, RANDOM.sub(r"\1", page)))
    return tuple(reader.lines)
