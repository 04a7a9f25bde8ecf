"""Every line that the pages of a house have on its first day is kept: a change of any of them is seen, and is meant.

Where a page was changed on purpose, ``TAPETE_REWRITE=1`` writes the file anew.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import httpx

from tests.support.web.outline import outline
from tests.web.accounts.test_first_day_of_a_house import FirstDay, live_through

KEPT = Path(__file__).parent.parent / "outlines" / "first-day.txt"
PAGES = (
    *("/", "/personal", "/personal/entrar", "/personal/cuentas", "/personal/jugadores", "/jugador", "/jugador/volver"),
    *("/casa", "/casa/direccion", "/casa/caja", "/casa/puerta", "/mesa/mesa-1/publico"),
)
DRAWN = (
    (re.compile(r'"[0-9a-f]{12}"(?=$| )'), '"(picture)"'),
    (re.compile(r"\?[0-9a-f]{12}(?=\")"), ""),
    (re.compile(r"[0-9a-f]{16,}"), "(id)"),
    (re.compile(r"\b[a-z0-9]{5}(-[a-z0-9]{5})+\b"), "(words)"),
    (re.compile(r"^\| [0-9a-f]{4}$"), "| (tag)"),
    (re.compile(r"\b\d{1,2}:\d\d(:\d\d)?\b"), "(time)"),
    (re.compile(r"\b\d{4}-\d\d-\d\d\b|\b\d{1,2} de [a-z]+ de \d{4}"), "(day)"),
)
"""What each day draws anew, pictures of secrets, names of people, times; and the digests of static files."""


class Tour(FirstDay):
    """A first day on which each browser looks at all pages after whatever it does. ``lines`` are all that it reads."""

    def __init__(self, *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]
        self.lines: dict[str, None] = {}

    async def send(self, browser: httpx.AsyncClient, path: str, status: int = 303, **fields: str) -> httpx.Response:
        """Send a form, read what it answers, then every page."""
        answer = await super().send(browser, path, status, **fields)
        self.read(path, answer)
        own = (answer.headers.get("location", "/"),)
        for page in (*PAGES, *(one for one in own if one.startswith("/mesa"))):
            self.read(page, await browser.get(page))
        return answer

    def read(self, path: str, answer: httpx.Response) -> None:
        """Keep the lines of a page, and where an answer is none."""
        if answer.status_code != 200:
            self.keep(f"{path} -> {answer.status_code} {answer.headers.get('location', '')}")
            return
        secrets = re.findall('class="secret">([^<]+)<', answer.text)
        for line in outline(answer.text):
            for secret in secrets:
                line = line.replace(secret, "(secret)")
            self.keep(line.strip())

    def keep(self, line: str) -> None:
        """Keep a line without what each day draws anew."""
        for drawn, name in DRAWN:
            line = drawn.sub(name, line)
        self.lines[line] = None


def test_pages_of_a_first_day_read_as_they_are_kept(tmp_path: Path, known_order: None) -> None:
    *_, day = live_through(tmp_path, Tour)
    assert isinstance(day, Tour)
    found = list(day.lines)
    if "TAPETE_REWRITE" in os.environ:
        KEPT.write_text("\n".join([*found, ""]), encoding="utf-8")
    kept = KEPT.read_text(encoding="utf-8").splitlines()
    assert {"gone": sorted(set(kept) - set(found)), "new": sorted(set(found) - set(kept))} == {"gone": [], "new": []}
