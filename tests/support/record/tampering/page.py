"""What the audit says of each tampering to whoever has which things, and docs/generated/tampering.md."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec

from tapete.cli.records import audit_inputs
from tapete.cli.verify import report_of
from tapete.live import Keys
from tapete.record.audit import AuditReport
from tapete.words import topics
from tests.support.record.tampering.kinds import KINDS, Tampering
from tests.support.record.tampering.small_hall import Copy, copy_hall, make_halls
from tests.support.record.tampering.tools import put_out

GIVEN = ("nothing", "trusted", "witness", "key", "all")
NOW = "2030-01-01T00:00:00+00:00"


class Cell(NamedTuple):
    """What an audit said beyond what it says of the sound record: problems, reserves, and the reserves of both."""

    problems: frozenset[str]
    reserves: frozenset[str]
    standing: frozenset[str]

    @property
    def told(self) -> frozenset[str]:
        return self.problems | self.reserves

    @property
    def is_silent(self) -> bool:
        return not (self.problems or self.reserves or self.standing)

    def text(self) -> str:
        if self.told:
            bold = [f"**{code}**" for code in sorted(self.problems)]
            return ", ".join([*bold, *sorted(self.reserves)])
        return f"({', '.join(sorted(self.standing))})" if self.standing else "-"


def audited(copy: Copy, public: str, given: str, *, export: bool) -> AuditReport:
    witness = given in ("witness", "all") and copy.witness.exists()
    key = given in ("key", "all")
    trusted = [public] if given in ("trusted", "all") else None
    inputs = audit_inputs(copy.key if key else None, [copy.witness] if witness else [], trusted)
    inputs = msgspec.structs.replace(inputs, wall_time=NOW)
    return report_of(str(copy.export if export else copy.db), None, None, lambda: inputs)


class Bench:
    """Tries tamperings on copies of the halls in a folder."""

    def __init__(self, halls: Path, work: Path) -> None:
        self._halls, self._work = halls, work
        self._sound: dict[tuple[str, bool, str], AuditReport] = {}
        self._count = 0

    def sound(self, base: str, given: str, *, export: bool) -> AuditReport:
        name = base, export, given
        if name not in self._sound:
            copy = self._copy(base)
            if export:
                put_out(copy)
            self._sound[name] = audited(copy, self.public(copy), given, export=export)
        return self._sound[name]

    def public(self, copy: Copy) -> str:
        return Keys.load(copy.key).public

    def row(self, one: Tampering, chosen: tuple[str, ...] = GIVEN) -> dict[str, Cell]:
        copy = self._copy(one.base)
        public = self.public(copy)
        one.doing(copy)
        return {given: self._cell(one, copy, public, given) for given in chosen}

    def _cell(self, one: Tampering, copy: Copy, public: str, given: str) -> Cell:
        before, after = self.sound(one.base, given, export=one.export), audited(copy, public, given, export=one.export)
        usual = _codes(before.problems) | _codes(before.warnings)
        reserves = _codes(after.warnings)
        return Cell(_codes(after.problems) - usual, reserves - usual, reserves & usual)

    def _copy(self, base: str) -> Copy:
        self._count += 1
        return copy_hall(self._halls, base, self._work / f"copy-{self._count}")


def _codes(found: Iterable[object]) -> frozenset[str]:
    return frozenset(one.code for one in found)  # type: ignore[attr-defined]


def line(one: Tampering, row: dict[str, Cell]) -> str:
    return f"| {one.does} | {' | '.join(row[given].text() for given in GIVEN)} |"


def told_of(one: Tampering, page: str) -> dict[str, str]:
    """Return what the page says of a tampering, to whoever has which things."""
    (found,) = (text for text in page.splitlines() if text.startswith(f"| {one.does} |"))
    return dict(zip(GIVEN, found.removeprefix(f"| {one.does} | ").removesuffix(" |").split(" | "), strict=True))


PLACES = {
    "entries": "The entries of a store",
    "house": "The record of a house and those of its tables",
    "days": "The days of a house",
    "killed": "A hall that was killed, and started again",
    "tail": "Entries that are appended",
    "tags": "Tags",
    "beside": "What lies beside the chain",
    "checkpoints": "Signatures beside the record",
    "writers": "The named writer",
    "store": "The store as a whole",
    "witness": "The witness",
    "keys": "The keys",
    "export": "An export",
}


def section(lines: dict[str, str]) -> str:
    head = "| What is done | nothing | `--trusted` | `--witness` | `--key` | all three |\n|---|---|---|---|---|---|\n"
    parts = []
    for place, title in PLACES.items():
        rows = [lines[one.name] for one in KINDS if one.place == place]
        parts.append(f"### {title}\n\n{head}" + "\n".join(rows) + "\n")
    return "\n".join(parts)


BEGIN, END = "<!-- begin of what script/tamperings writes -->", "<!-- end of what script/tamperings writes -->"
RESERVES = "empty"
"""The first code of a reserve in the list of findings; those before it are problems."""


def codes() -> str:
    found = topics()["finding"]
    names = [one for one in found if "." not in one]  # other sentences of a code have its name and a case
    first = names.index(RESERVES)
    parts = []
    for title, chosen in (("Problems", names[:first]), ("Reserves", names[first:])):
        rows = "\n".join(f"| `{code}` | {found[code]['es']} | {found[code]['en']} |" for code in chosen)
        parts.append(f"### {title}\n\n| code | Spanish | English |\n|---|---|---|\n{rows}\n")
    return "\n".join(parts)


def generated(lines: dict[str, str]) -> str:
    head = f"## What is done, and what the audit says\n\n{len(KINDS)} kinds of tampering are tried.\n"
    return f"{BEGIN}\n\n{head}\n{section(lines)}\n## The codes\n\n{codes()}\n{END}"


def between(text: str) -> str:
    return text[text.index(BEGIN) : text.index(END) + len(END)]


def write(page: Path, work: Path) -> None:
    """Write the generated part of the page anew; ``work`` is an empty folder."""
    (work / "halls").mkdir()
    make_halls(work / "halls")
    bench = Bench(work / "halls", work)
    lines = {one.name: line(one, bench.row(one)) for one in KINDS}
    text = page.read_text("utf-8")
    page.write_text(text.replace(between(text), generated(lines)), "utf-8")
