"""A record that a released edition wrote stays sound: what a later one decides otherwise is said, with the edition."""

from pathlib import Path
from zipfile import ZipFile

import pytest
from msgspec.structs import replace

from tapete.catalogue import house_games
from tapete.clauses import cite
from tapete.cli import records
from tapete.record.audit import audit
from tapete.record.chain import Link
from tapete.record.editions import CURRENT, EDITIONS
from tapete.record.entry import read_entry
from tapete.record.export import ExportSource

HERE = Path(__file__).parent / "released"
HALLS = [(one.stem, name) for one in sorted(HERE.glob("*.zip")) for name in sorted(ZipFile(one).namelist())]


def opened(edition: str, name: str, folder: Path) -> ExportSource:
    return ExportSource(Path(ZipFile(HERE / f"{edition}.zip").extract(name, folder)))


def test_every_released_edition_but_the_one_of_now_has_its_recorded_halls() -> None:
    assert {edition for edition, _ in HALLS} >= {one.name for one in EDITIONS} - {CURRENT}


@pytest.mark.parametrize(("edition", "name"), HALLS)
def test_a_recorded_hall_of_a_released_edition_is_sound(edition: str, name: str, tmp_path: Path) -> None:
    source = opened(edition, name, tmp_path)
    found = audit(source, records.record_games(source))
    assert not found.problems, "a decision changed that no line of record/editions.toml names"
    said = {one.facts["edition"] for one in found.warnings if one.code == "decided-otherwise"}
    assert said == {one.edition for one in found.explained_differences}
    assert edition not in said


def test_a_decision_that_no_edition_explains_is_a_mismatch_in_an_old_record_too(tmp_path: Path) -> None:
    source = opened("0.1.0", "punto-natural.jsonl", tmp_path)
    (table,) = source.tables()
    *kept, last = source.stored_entries(table)
    entry = replace(read_entry(last.link.body), rests_on=("CF.A.01",))
    kept.append(replace(last, link=Link(entry.body(), entry.hash())))
    source.stored_entries = lambda _: iter(kept)  # type: ignore[method-assign]
    found = audit(source, records.record_games(source))
    assert {one.code for one in found.problems} == {"clauses-differ"}


def test_what_an_edition_names_is_known() -> None:
    """A misspelt clause or game would explain nothing, and nobody would see it."""
    for change in (change for edition in EDITIONS for change in edition.changes):
        assert change.game in {*house_games(), "house", "*"}
        assert all(cite(one) for one in change.clauses)
        assert change.kinds or change.clauses or change.refusals
