"""The generated part of docs/audit.md: the table of tamperings and the list of codes."""

from __future__ import annotations

from pathlib import Path

from tapete.words import topics
from tests.support.record.tampering.kinds import KINDS
from tests.support.record.tampering.small_hall import make_halls
from tests.support.record.tampering.table import Bench, line, section

BEGIN, END = "<!-- begin of what script/tamperings writes -->", "<!-- end of what script/tamperings writes -->"
RESERVES = "empty"
"""The first code of a reserve in the list of findings; those before it are problems."""


def codes() -> str:
    """Return the list of codes with their sentences."""
    found = topics()["finding"]
    names = [one for one in found if "." not in one]  # other sentences of a code have its name and a case
    first = names.index(RESERVES)
    parts = []
    for title, chosen in (("Problems", names[:first]), ("Reserves", names[first:])):
        rows = "\n".join(f"| `{code}` | {found[code]['es']} | {found[code]['en']} |" for code in chosen)
        parts.append(f"### {title}\n\n| code | Spanish | English |\n|---|---|---|\n{rows}\n")
    return "\n".join(parts)


def generated(lines: dict[str, str]) -> str:
    """Return what stands between the marks, from the line of each kind."""
    head = f"## What is done, and what the audit says\n\n{len(KINDS)} kinds of tampering are tried.\n"
    return f"{BEGIN}\n\n{head}\n{section(lines)}\n## The codes\n\n{codes()}\n{END}"


def between(text: str) -> str:
    """Return the generated part of a page."""
    return text[text.index(BEGIN) : text.index(END) + len(END)]


def write(page: Path, work: Path) -> None:
    """Write the generated part of the page anew; ``work`` is an empty folder."""
    (work / "halls").mkdir()
    make_halls(work / "halls")
    bench = Bench(work / "halls", work)
    lines = {one.name: line(one, bench.row(one)) for one in KINDS}
    text = page.read_text("utf-8")
    page.write_text(text.replace(between(text), generated(lines)), "utf-8")
